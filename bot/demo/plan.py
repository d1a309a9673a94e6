"""What a demo is to play, from the command line, and what is wrong with it."""

from __future__ import annotations

import argparse
from typing import Final, get_args, get_type_hints

import msgspec

from bot import own_postgres
from bot.own_postgres import DATABASES
from games.engine.found import find
from games.engine.voice import span

NAMES: Final = ("Ann", "Ben", "Cora", "Dev", "Eve", "Finn", "Gus", "Hana")
MOST_HURRY: Final = 100
MOST_TABLES: Final = 500
MOST_PROCESSES: Final = 16
USUAL: Final = 4
"""People at a table, where it has room for them."""


def of_processes(tables: int, most: int, processes: int, database: str) -> str:
    """Why so many tables, of at most so many, cannot be played on so many processes and that kind
    of database, in a sentence; empty where they can."""
    if not (1 <= tables <= most and 1 <= processes <= MOST_PROCESSES):
        return (
            f"--tables must be a whole number from 1 to {most}, --processes from 1 to "
            f"{MOST_PROCESSES}."
        )
    if database == "postgresql" and own_postgres.programs() is None:
        return own_postgres.MISSING
    return ""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play."""

    game: str
    seats: int = 0
    """People at the table; 0: four, or as many as the options allow."""
    computers: int = 0
    seed: int = 1
    size: str = ""
    """One of the game's sizes (`Game.sizes`), or empty."""
    options: dict[str, str] = {}
    """What the host types into the form of options, by field."""
    kill_every: int = 0
    """After how many acknowledged moves the bot is killed again; 0: never."""
    most: int = 0
    """After how many acknowledged moves people agree to end the match; 0: they play it out. Who
    presses anything at all may never come to an end."""
    tables: int = 1
    processes: int = 1
    """Of the bot, which share one database."""
    fixed: bool = False
    """People and chance follow from the seed and the questions alone."""
    hurry: int = 1
    """So many times sooner than on Discord the windows of rate limits end, and so many times faster
    people think."""
    speed: bool = True
    """Whether slow answers and calls count as faults: a busy machine makes them, too. Without, it
    is a fault only that there is none, and how soon Discord and the bot give up is no part of it.
    """
    database: str = DATABASES[0]
    """Where the match is stored."""
    verbose: bool = False

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Plan:
        """From the command line."""
        given = {name: each for name, each in vars(arguments).items() if each is not None}
        options = dict(line.partition("=")[::2] for line in given.get("set", ()))
        if arguments.single_duel:
            options["single_duel"] = "true"
        sizes = find(arguments.game).sizes.get(arguments.size, {})
        options |= {key: str(value) for key, value in sizes.items()}
        options |= {key: given[key] for key in ("scenario", "pace") if key in given}
        fields = {name: given[name] for name in cls.__struct_fields__ if name in given}
        return cls(**fields, options=options)

    @property
    def word(self) -> str:
        """What all of a fixed run follows from; empty for one that is not fixed."""
        return f"demo {self.seed}" if self.fixed else ""

    @property
    def many(self) -> bool:
        """Whether several processes play, or several tables."""
        return (self.tables, self.processes) != (1, 1)

    @property
    def by_post(self) -> bool:
        """Whether a move may take a day; then the clock jumps, an hour at a time."""
        return self.options.get("pace") == "post"

    def fault(self) -> str:
        """What is wrong with the options, in a sentence; empty when nothing is."""
        if fault := of_processes(self.tables, MOST_TABLES, self.processes, self.database):
            return fault
        if self.many and (self.kill_every or self.fixed or self.by_post):
            return "--kill-every, --fixed and --pace post are for one table on one process."
        if not 1 <= self.hurry <= MOST_HURRY:
            return f"--hurry must be a whole number from 1 to {MOST_HURRY}."
        if self.kill_every < 0:
            return "--kill-every must be a whole number, and 0 for never."
        game = find(self.game)
        fields = game.Options.__struct_fields__
        own = {key: value for key, value in self.options.items() if key != "pace"}
        if (scenario := own.get("scenario")) is not None:
            known = get_args(get_type_hints(game.Options).get("scenario"))
            if scenario not in known:
                there = f"the scenarios {', '.join(known)}" if known else "no scenarios"
                return f"--scenario: {game.title} has {there}."
        if self.size and self.size not in game.sizes:
            there = f"the sizes {', '.join(game.sizes)}" if game.sizes else "no sizes"
            return f"--size: {game.title} has {there}."
        unknown = own.keys() - {*fields}
        if unknown:
            names = ", ".join(("pace", *fields))
            return f"--set: {game.title} has no option {min(unknown)!r}; there are {names}."
        try:
            msgspec.convert(own, game.Options, strict=False)
        except msgspec.ValidationError as error:
            return f"--set: {game.title} does not take that ({error})."
        low, high = self.room()
        if self.people() < 1 or not low <= self.people() + self.computers <= high:
            return f"--seats: {game.title} has {span(low, high)} seats with these options."
        return ""

    def room(self) -> tuple[int, int]:
        """Fewest and most seats of the table."""
        game = find(self.game)
        own = {key: value for key, value in self.options.items() if key != "pace"}
        return game.room(msgspec.convert(own, game.Options, strict=False))

    def people(self) -> int:
        """People who sit down."""
        return self.seats or max(1, min(USUAL, self.room()[1] - self.computers))
