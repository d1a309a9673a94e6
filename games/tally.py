"""How computer levels have done over many games, what they play with (cars, teams), and how fast
they drive."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

_Z: Final = 1.96
"""Standard deviations of a 95 % interval."""

SLOW: Final = {"mph": 10, "speed": 1}
"""Up to which a speed counts as standing about: in miles per hour, or in steps of a dial."""


def share(wins: float, games: int) -> tuple[float, float, float]:
    """Share of games won with its 95 % interval (Wilson), in percent."""
    part = wins / games
    middle = (part + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    spread = math.sqrt(part * (1 - part) / games + (_Z / (2 * games)) ** 2)
    spread *= _Z / (1 + _Z**2 / games)
    return 100 * part, 100 * max(0.0, middle - spread), 100 * min(1.0, middle + spread)


class _Line:
    """What one level or loadout has done."""

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.places: list[float] = []

    def __str__(self) -> str:
        part, low, high = share(self.wins, self.games)
        count = len(self.places)
        place = sum(self.places) / count
        spread = math.sqrt(sum((one - place) ** 2 for one in self.places) / count / count)
        return (
            f"won {self.wins:g} of {self.games} games ({part:.1f} %, 95 % interval {low:.1f} to "
            f"{high:.1f}), average place {place:.2f} ± {_Z * spread:.2f}"
        )


class Tally:
    """Results of games, by level and by loadout. A first place is shared between its seats."""

    def __init__(self) -> None:
        self._levels: defaultdict[str, _Line] = defaultdict(_Line)
        self._loadouts: defaultdict[str, _Line] = defaultdict(_Line)
        self._bought: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._speeds: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)

    def add(
        self, places: Sequence[Sequence[int]], levels: Sequence[str], loadouts: Sequence[str]
    ) -> None:
        """Count one game: `places` as in `Result`, level and loadout by seat."""
        for names, lines in ((levels, self._levels), (loadouts, self._loadouts)):
            for name in dict.fromkeys(names):
                lines[name].games += 1
        for level, loadout in zip(levels, loadouts, strict=True):
            self._bought[level][loadout] += 1
        above = 0
        for place, seats in enumerate(places):
            # Seats that share a place have the middle of the places they take up.
            shared = above + (len(seats) + 1) / 2
            above += len(seats)
            for seat in seats:
                for name, lines in ((levels[seat], self._levels), (loadouts[seat], self._loadouts)):
                    lines[name].places.append(shared)
                    if place == 0:
                        lines[name].wins += 1 / len(seats)

    def drove(self, level: str, speed: int, unit: str) -> None:
        """Count one choice of a speed, in a unit of `SLOW`."""
        self._speeds[level, unit][abs(speed)] += 1

    def lines(self) -> Iterator[str]:
        """One line a level, then what each has driven, at which speeds, and one line a loadout,
        each where there is anything to tell."""
        for name, line in self._levels.items():
            yield f"{name:<19} {line}"
        for (name, unit), speeds in self._speeds.items():
            count, told = speeds.total(), " mph" if unit == "mph" else ""
            mean = sum(speed * times for speed, times in speeds.items()) / count
            slow = sum(times for speed, times in speeds.items() if speed <= SLOW[unit])
            yield (
                f"{name:<19} chose {count} speeds: {mean:.1f}{told} on average, "
                f"{100 * slow / count:.1f} % of them {SLOW[unit]}{told} or less"
            )
        for name, loadouts in self._bought.items():
            count = loadouts.total()
            if any(loadouts):
                each = (
                    f"{loadout} {100 * times / count:.1f} %"
                    for loadout, times in loadouts.most_common()
                )
                yield f"{name:<19} played with {len(loadouts)}: {', '.join(each)}"
        if any(self._loadouts):
            for name, line in sorted(self._loadouts.items()):
                yield f"{name:<19} {line}"
