"""Matches played by computer seats, written down to see that no decision has changed since.

    python -m tools.recorded record FOLDER [--matches N] [--game GAME]
    python -m tools.recorded compare FOLDER [--game GAME]

A line is a match: its seed, seats and options, a mark of each answer in order, and its result. A
mark is the beginning of a hash of seat, question and answer, so the first answer that differs is
found. The exit code of `compare` is 0 when nothing differs, else 1.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from games.engine.chance import SeededChance
from games.engine.found import NAMES, find
from games.engine.game import Game
from games.engine.table import Table

LEVEL: Final = "normal"
MARK: Final = 4
"""Hexadecimal digits of a mark."""


class Played(msgspec.Struct, frozen=True):
    """A match, written down."""

    seed: int
    seats: int
    options: Any
    """Of the table, as plain JSON."""
    marks: str
    """`MARK` digits an answer."""
    result: Any
    """Places and scores, as plain JSON."""


def tables(game: Game[Any]) -> Iterator[tuple[int, Any]]:
    """Every seat count with every kind of match that a game has, one after another for ever."""
    scenarios = get_args(get_type_hints(game.Options).get("scenario")) or (None,)
    kinds = [game.Options(scenario=each) if each else game.Options() for each in scenarios]
    rooms = [(seats, kind) for kind in kinds for seats in range(*_span(game, kind))]
    while True:
        yield from rooms


def _span(game: Game[Any], options: Any) -> tuple[int, int]:
    low, high = game.room(options)
    return low, high + 1


def play(game: Game[Any], seed: int, seats: int, options: Any) -> Played:
    """A whole match by computers."""
    table, _ = Table.start(game, seats, SeededChance(seed), options)
    rng, marks = random.Random(seed), []
    computer = game.computers[LEVEL]
    while table.result is None:
        for ask in table.asks:
            decision = computer.decide(
                table.view(ask.seat), ask, partial(table.imagine, ask.seat), rng
            )
            given = msgspec.json.encode((ask.seat, ask.number, decision.answer))
            marks.append(hashlib.sha256(given).hexdigest()[:MARK])
            table.answer(ask.seat, ask.number, decision.answer)
    plain = msgspec.to_builtins(options)
    result = msgspec.json.decode(msgspec.json.encode(table.result))
    return Played(seed, seats, plain, "".join(marks), result)


def record(game: Game[Any], file: Path, matches: int) -> None:
    """Play so many and write them down."""
    with file.open("wb") as out:
        for seed, (seats, options) in zip(range(matches), tables(game), strict=False):
            out.write(msgspec.json.encode(play(game, seed, seats, options)) + b"\n")


def differences(game: Game[Any], file: Path, matches: int | None = None) -> Iterator[str]:
    """What is not as it was written down, one sentence a match; in the first so many matches."""
    for number, line in enumerate(file.read_bytes().splitlines()[:matches], 1):
        before = msgspec.json.decode(line, type=Played)
        options = msgspec.convert(before.options, game.Options)
        after = play(game, before.seed, before.seats, options)
        if before.marks != after.marks:
            at = next(n for n, (one, two) in enumerate(_pairs(before, after), 1) if one != two)
            yield f"{file.name}:{number}: answer {at} is another"
        elif before.result != after.result:
            yield f"{file.name}:{number}: the result is another"


def _pairs(before: Played, after: Played) -> Iterator[tuple[str, str]]:
    for at in range(0, max(len(before.marks), len(after.marks)), MARK):
        yield before.marks[at : at + MARK], after.marks[at : at + MARK]


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("command", choices=("record", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--game", choices=NAMES, action="append")
    args = parser.parse_args(words)
    wrong = 0
    for name in args.game or NAMES:
        file = args.folder / f"{name}.jsonl"
        if args.command == "record":
            args.folder.mkdir(parents=True, exist_ok=True)
            record(find(name), file, args.matches)
            print(f"{name}: {args.matches} matches written down")
            continue
        found = list(differences(find(name), file, args.matches))
        wrong += len(found)
        print("\n".join(found) or f"{name}: nothing differs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
