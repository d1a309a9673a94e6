"""Lengths of a match to choose from with one press: options that go together, with minutes that
were measured.

What a preset sets stands in a game's `data/presets.toml`, a section for each of `NAMES`; how long
it takes in `data/minutes.toml`, which `python -m games pace GAME --save` writes. Its sentence is
the text `preset.<name>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec

from games.engine.rows import BadData, read_if_there
from games.engine.voice import span

NAMES: Final = ("quick", "standard", "long")
"""From the shortest to the longest. A new table is `STANDARD`."""
STANDARD: Final = "standard"
FILE: Final = "data/presets.toml"
MINUTES: Final = "data/minutes.toml"


Minutes: TypeAlias = Mapping[int, tuple[float, float]]
"""By number of seats, where it was measured: minutes with people in all of them, and of one person
among computers."""


class Preset(msgspec.Struct, frozen=True):
    """One of a game's lengths."""

    name: str
    options: Any
    minutes: Minutes

    def about(self, seats: int, people: int) -> int:
        """Minutes that a match with so many seats, so many of them people's, takes in the mean, at
        least 1: between what was measured, in proportion. 0 where nothing was measured."""
        if not self.minutes:
            return 0
        fewer = max((n for n in self.minutes if n <= seats), default=min(self.minutes))
        more = min((n for n in self.minutes if n >= seats), default=max(self.minutes))
        part = (seats - fewer) / (more - fewer) if more > fewer else 0.0
        every, alone = (
            low + part * (high - low)
            for low, high in zip(self.minutes[fewer], self.minutes[more], strict=True)
        )
        others = (people - 1) / (seats - 1) if seats > 1 else 0.0
        return max(1, round(alone + max(0.0, others) * (every - alone)))

    def span(self) -> str:
        """Minutes with people in all seats, of the fewest and of the most: "8 to 22"; empty where
        nothing was measured."""
        told = sorted({self.about(seats, seats) for seats in self.minutes})
        return span(told[0], told[-1]) if told else ""


def read_presets(module: str, kind: type[Any]) -> Mapping[str, Preset]:
    """The presets of a game that lives in that module, with options of that kind; none for a game
    that has no such file. Raises `BadData`."""
    rows, known = read_if_there(module, FILE), _minutes(module)
    if rows is None:
        return {}
    faults = [f"{FILE}: There is no preset {name}." for name in NAMES if name not in rows]
    faults += [
        f"{FILE}: Nothing reads the section [{name}]." for name in sorted({*rows} - {*NAMES})
    ]
    out = {}
    for name in NAMES:
        try:
            unknown = sorted(rows.get(name, {}).keys() - {*kind.__struct_fields__})
            faults += [f"{FILE}: {name}: There is no option {each}." for each in unknown]
            options = msgspec.convert(rows.get(name, {}), kind)
            out[name] = Preset(name, options, known.get(name, {}))
        except msgspec.ValidationError as error:
            faults.append(f"{FILE}: {name}: {error}.")
    if faults:
        raise BadData(faults)
    return out


def _minutes(module: str) -> Mapping[str, Minutes]:
    rows = read_if_there(module, MINUTES) or {}
    try:
        return msgspec.convert(rows, dict[str, dict[int, tuple[float, float]]], strict=False)
    except msgspec.ValidationError as error:
        raise BadData([f"{MINUTES}: {error}."]) from error
