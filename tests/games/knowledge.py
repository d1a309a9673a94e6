"""What a seat can know of a table: what hidden cards are must not move any of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.engine.ask import Ask, Walked
from games.engine.automatic import at_once
from games.engine.players import Player
from games.engine.table import Emitted, Table

PLAYERS = [Player(name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")]
Known = dict[int | None, dict[str, Any]]
"""What can be known of a table, by seat (None: a spectator)."""

encode = msgspec.json.encode


class Fault(AssertionError):
    """A game breaks its contract."""


def same(what: str, one: Any, other: Any) -> None:
    """Both must be equal, byte for byte."""
    if one != other:
        raise Fault(f"{what} differs:\n  {one!r}\n  {other!r}")


def question(ask: Ask[Any] | None) -> Any:
    """All of a question that its seat can tell."""
    if ask is None:
        return None
    some = ask.combination
    return (
        ask.seat,
        ask.number,
        ask.kind,
        ask.cite,
        [encode(option) for option in ask.options],
        encode(ask.default),
        None if some is None else (some.name, list(some.items), some.least, some.most),
        None if ask.walked is None else [*usual_steps(ask.walked)],
    )


def usual_steps(walked: Walked[Any]) -> Iterator[tuple[tuple[str, ...], list[str], str]]:
    """Every step on the ways along the first and the last of the usual parts, as it is put: its
    path, the parts, what may be typed."""
    for which in (0, -1):
        path: tuple[str, ...] = ()
        while keys := walked.keys(path):
            typed = walked.typed(path)
            yield path, list(keys), "" if typed is None else f"{typed.label}: {typed.about}"
            path = (*path, keys[which])


def asked(table: Table[Any]) -> list[Any]:
    """What everyone can tell of the questions, those that are answered in the same moment too."""
    told: list[Any] = [(ask.seat, ask.number, ask.kind, ask.cite) for ask in table.asked]
    return told + [(each.ask.number, encode(each.answer)) for each in at_once(table)]


def told_to(told: Sequence[Emitted], seat: int | None) -> list[bytes]:
    return [encode(one.event) for one in told if one.reaches(seat)]


def said(table: Table[Any], seat: int | None) -> Iterator[Any]:
    """Every sentence that seat is shown."""
    words, view = table.game.words, table.view(seat)
    yield words.title(view)
    yield words.action_phrase(view, table.asked)
    yield words.headline(view, table.asked, PLAYERS)
    for one in table.context.told:
        if one.reaches(seat):
            yield words.event(one.event, PLAYERS, seat)
    if seat is None:
        return
    for order in table.game.orders(table.context.state, seat):
        yield words.order(view, order, PLAYERS)
    ask = table.ask_of(seat)
    yield words.unplayable(view, ask)
    if ask is None:
        return
    yield words.prompt(view, ask, PLAYERS)
    yield words.why(view, ask, PLAYERS)
    yield words.captions(view, ask, PLAYERS)
    paths = [words.path(option) for option in ask.options]
    check_paths(paths)
    prefixes = [path[: n + 1] for path in paths for n in range(len(path))]
    if ask.walked is not None:
        name = ask.walked.name
        if any(path[0] == name for path in paths):
            raise Fault(f"the path of an option begins with {name}, as what is walked does")
        steps = [*usual_steps(ask.walked)]
        prefixes += [(name,), *((name, *path, key) for path, keys, _ in steps for key in keys)]
    for prefix in dict.fromkeys(prefixes):
        label = words.part(view, ask, prefix, PLAYERS)
        if not label.text:
            raise Fault(f"nothing stands on the button of {prefix}")
        yield prefix, label


def check_paths(paths: Sequence[tuple[str, ...]]) -> None:
    """No two options share a path, none is the beginning of another, keys are plain."""
    if len(set(paths)) != len(paths):
        raise Fault(f"two options have one path: {sorted(paths)}")
    ends = set(paths)
    for path in paths:
        if not path or any(not key.isalnum() for key in path):
            raise Fault(f"a path of other than letters and digits: {path}")
        if any(path[:n] in ends for n in range(1, len(path))):
            raise Fault(f"an option's path begins another: {path}")


def known(table: Table[Any], seat: int | None) -> dict[str, Any]:
    """All that seat can know of a table; what hidden cards are must not move any of it."""
    own = seat is not None
    return {
        "view": encode(table.view(seat)),
        "question": question(table.ask_of(seat)) if seat is not None else None,
        "orders": [encode(o) for o in table.game.orders(table.context.state, seat or 0)] * own,
        "asked": asked(table),
        "told": told_to(table.context.told, seat),
        "words": list(said(table, seat)),
        "result": table.result,
        "next number": table.next_number,
    }


def known_to_all(table: Table[Any], seats: int) -> Known:
    """What each seat and a spectator can know."""
    return {seat: known(table, seat) for seat in (None, *range(seats))}
