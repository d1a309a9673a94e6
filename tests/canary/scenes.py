"""Where matches are looked at: one scene for each kind of moment that hides something."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.match.match import Match
from games.engine.ask import Ask
from games.engine.designs import Designs
from games.engine.found import find
from games.engine.table import Table
from games.world_auto_racing.designs import Garage
from tests.games.conformance import Temper

MOST_ANSWERS: Final = 400
MOST_TRIES: Final = 400
WHO: Final = ("Ann", "Ben", "Cora", "Dev", "Eve", "Finn", "Gil")
STRANGER: Final = "Zoe"
BEFORE: Final = "Finn"
"""Who had a seat before the scene, where a seat has changed its player."""


def _anything(table: Table[Any]) -> bool:
    return True


@dataclass(frozen=True)
class Scene:
    """A position: so many people at a game, at the first fresh question of a kind that fits."""

    game: str
    kind: str
    """Kind of the open questions."""
    seats: int = 3
    """People at the table."""
    computers: int = 0
    asked: int = 1
    """How many are asked at once, at least."""
    open: int = 0
    """How many of them have not answered yet; 0: none has."""
    after: int = 0
    """Answers that have been given before, at least."""
    options: Mapping[str, str] = field(default_factory=dict)
    when: Callable[[Table[Any]], bool] = _anything
    brought: bool = False
    """Players bring what they have built at home where they may, each under a name of its own."""
    closed: tuple[int, ...] = ()
    """Seats whose direct messages are closed: they play by My hand, and are called in public."""
    thread: Literal["", "public", "private", "own"] = ""
    """The table stands in a thread; a private one has the players for members, and the table's own
    is opened at its start."""
    both: tuple[int, ...] = ()
    """Seats that are called in their direct messages and in the channel."""
    chat: bool = False
    """People write below the board again and again, so that it comes down."""
    changed: Literal["", "left", "forgotten", "now"] = ""
    """The last person has taken his seat in the running match, of somebody who had opened his hand
    in the channel and left, or had himself forgotten. With "now" all of that is looked at, too."""

    @property
    def name(self) -> str:
        """What tests call it."""
        here = [self.game, self.kind, f"{self.seats}+{self.computers}", *self.options.values()]
        here += ["brought"] if self.brought else []
        here += [f"closed{seat}" for seat in self.closed]
        here += [f"{self.thread} thread"] if self.thread else []
        here += [f"both{seat}" for seat in self.both]
        here += ["chat"] if self.chat else []
        here += [f"taken of who {self.changed}"] if self.changed in ("left", "forgotten") else []
        here += ["changes its player"] if self.changed == "now" else []
        return "-".join((*here, str(self.after)))

    @property
    def moves(self) -> bool:
        """Whether its board is posted anew by itself: people bury it, or its thread would sleep."""
        return self.chat or (self.thread == "own" and self.options.get("pace") == "post")

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits at the table, in seat order; computers come after them."""
        return WHO[: self.seats]

    @property
    def others(self) -> tuple[str, ...]:
        """Who does not sit at the table and is to see no more of it than anybody."""
        return (STRANGER, BEFORE) if self.changed else (STRANGER,)

    def reached(self, table: Table[Any], answers: int) -> bool:
        """Whether a table stands where the scene is set."""
        asked = table.asked
        return (
            answers >= self.after
            and table.result is None
            and asked[0].kind == self.kind
            and len(asked) >= self.asked
            and len(table.asks) == (self.open or len(asked))
            and self.when(table)
        )

    def way(self, table: Table[Any]) -> list[tuple[int, Any]]:
        """Answers that lead from the start to the scene, by seat."""
        for seed in range(MOST_TRIES):
            rng = random.Random(seed)
            temper, trial = Temper(rng), table.fork()
            answers: list[tuple[int, Any]] = []
            while trial.result is None and len(answers) < MOST_ANSWERS:
                if self.reached(trial, len(answers)):
                    return answers
                ask = trial.asks[0]
                value = self._answer(ask, temper)
                trial.answer(ask.seat, ask.number, value)
                answers.append((ask.seat, value))
        raise LookupError(f"no way leads to {self.name}")

    def _answer(self, ask: Ask[Any], temper: Temper) -> Any:
        if self.brought and ask.brought is not None:
            fitting = [design for design in _designs(self.game) if not ask.brought.fits(design)]
            return ask.brought.wrap(fitting[ask.seat % len(fitting)], f"Secret {ask.seat}")
        return temper.answer(ask)

    def play(self, match: Match) -> None:
        """Play a match that has just been dealt up to here, as if its people had pressed it."""
        assert match.table is not None
        for seat, value in self.way(match.table):
            ask = match.table.ask_of(seat)
            assert ask is not None
            # Computer seats that have not been let loose yet are answered for, too.
            told = match.table.answer(seat, ask.number, value)
            person = match.seats[seat].user_id is not None
            match._note(seat, "answer" if person else "computer", ask.number, value, told)


def _designs(game: str) -> list[Any]:
    """Designs that nobody would find ready-made: a card of each kind with several is left out."""
    designs = find(game).designs
    assert designs is not None
    return [_with_less(designs, ready) for ready in designs.ready()]


def _with_less(designs: Designs, ready: Any) -> Any:
    if not isinstance(ready, Garage):
        return ready
    less = Garage(ready.car, tuple((name, count - (count > 2)) for name, count in ready.cards))
    return ready if designs.faults(less) else less


CARDS, MINI, NASCARDS, SIXTH, WAR = (
    "carwars-cards",
    "mini-carwars",
    "nascards",
    "carwars",
    "world-auto-racing",
)
DUEL = {"window_seconds": "3600"}
FIGHT = {"scenario": "open-fight"}
POST = {"pace": "post"}

SCENES: Final = (
    Scene(CARDS, "opening", asked=3, options=DUEL),
    Scene(CARDS, "action", after=20, options=DUEL),
    Scene(CARDS, "negation", asked=2, after=8, options=DUEL),
    Scene(CARDS, "maneuver", asked=2, after=4, options=DUEL),
    Scene(CARDS, "answer", asked=1, after=30, options=DUEL, computers=1),
    Scene(MINI, "vehicle", asked=2, after=3, options=FIGHT | {"budget": "40000"}, brought=True),
    Scene(MINI, "speed", seats=2, asked=2, after=40),
    Scene(MINI, "speed", asked=3, options=FIGHT),
    Scene(MINI, "fire", seats=2, asked=2, after=30),
    Scene(MINI, "move", seats=2, after=30),
    Scene(NASCARDS, "keep", asked=3),
    Scene(NASCARDS, "aim", after=20),
    Scene(NASCARDS, "drive", after=30),
    Scene(NASCARDS, "pit", asked=2, after=30, computers=1),
    Scene(WAR, "mulligan", asked=3),
    Scene(WAR, "action", after=30),
    Scene(WAR, "scrap", asked=3, after=20, computers=1),
    Scene(WAR, "action", after=40, brought=True),
    Scene(CARDS, "negation", asked=2, after=8, options=DUEL | POST, closed=(1,)),
    Scene(NASCARDS, "keep", asked=3, options=POST, closed=(0, 2)),
    Scene(MINI, "speed", asked=3, options=FIGHT | POST, thread="public"),
    Scene(WAR, "scrap", asked=3, after=20, thread="private"),
    Scene(CARDS, "negation", asked=2, after=8, options=DUEL, thread="own", both=(0,), chat=True),
    Scene(NASCARDS, "keep", asked=3, options=POST, both=(0, 1), chat=True),
    Scene(WAR, "mulligan", asked=3, options=POST, thread="own"),
    Scene(CARDS, "negation", asked=2, after=8, options=DUEL, changed="forgotten"),
    Scene(MINI, "speed", asked=3, options=FIGHT | POST, changed="left"),
    Scene(NASCARDS, "keep", asked=3, changed="forgotten"),
    Scene(WAR, "scrap", asked=3, after=20, changed="left"),
    Scene(CARDS, "negation", asked=2, after=8, options=DUEL, changed="now"),
    Scene(MINI, "speed", asked=3, options=FIGHT, changed="now"),
    Scene(NASCARDS, "keep", asked=3, options=POST, changed="now"),
    Scene(WAR, "scrap", asked=3, after=20, changed="now"),
    Scene(SIXTH, "build", asked=3),
    Scene(SIXTH, "build", asked=3, open=2, brought=True),
    Scene(SIXTH, "turn", after=20),
    Scene(SIXTH, "attack", after=20, computers=1),
    Scene(SIXTH, "build", asked=3, options=POST, changed="left"),
)
MORE: Final = (
    Scene(CARDS, "negation", seats=6, asked=2, after=6, options=DUEL),
    Scene(CARDS, "opening", seats=2, asked=2, options=DUEL),
    Scene(MINI, "fire", seats=6, asked=2, after=12, options=FIGHT),
    *(Scene(NASCARDS, "keep", seats=n, asked=2, after=20) for n in (2, 6)),
    *(Scene(WAR, "scrap", seats=n, asked=2, after=20) for n in (2, 5)),
    *(Scene(SIXTH, "build", seats=n, asked=n) for n in (2, 4)),
)
"""Scenes with the fewest and with the most people."""
