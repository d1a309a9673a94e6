"""What may differ between two worlds, and who can know of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec

from bot.match.seats import Move
from games.engine.chance import SeededChance
from games.engine.errors import LogDoesNotFit
from games.engine.found import find
from games.engine.table import Emitted, Table
from tests.canary.parts import Part, parts
from tests.canary.scenes import Scene
from tests.games.conformance import Temper

encode = msgspec.json.encode


@dataclass(frozen=True)
class Twin:
    """A world beside the true one: `lay` deals its table otherwise, `action` is done in secret."""

    name: str
    knows: frozenset[int] = frozenset()
    """Seats that may see what differs."""
    lay: Callable[[Table[Any]], Table[Any]] | None = None
    seat: int = -1
    action: str = ""
    """What that seat does that nobody is to notice; see `actions.SECRET`."""

    def readers(self, scene: Scene) -> list[str]:
        """The people who must not notice."""
        return [
            *scene.others,
            *(name for seat, name in enumerate(scene.people) if seat not in self.knows),
        ]


TRUE = Twin("as it is")


def settle(table: Table[Any], then: Any, *, but: int | None = None) -> Table[Any]:
    """The table whose checkpoint was that one; answers that nobody has seen yet are given anew.

    With `but` the answers of other seats than that one to what is open are forgotten.
    """
    log = [
        entry
        for at, entry in enumerate(table._log)
        if but is None or entry.seat == but or not (entry.is_order or at >= table._batch_at)
    ]
    return table._again(then, log)


def dealt_for(seat: int, scene: Scene, seed: int) -> Twin:
    """Everything that a seat cannot see is dealt anew: only it and spectators are compared."""

    def lay(table: Table[Any]) -> Table[Any]:
        chance = SeededChance(seed)
        then = table.game.redeal(table._settled(), table.context.state, seat, chance)
        return settle(table, then, but=seat)

    others = frozenset(range(scene.seats + scene.computers)) - {seat}
    return Twin(f"all that seat {seat} cannot see, dealt by {seed}", others, lay)


def all_of(seat: int, seed: int) -> Twin:
    """Every hidden part of one seat is another: everybody else is compared."""

    def lay(table: Table[Any]) -> Table[Any]:
        mine = [part for part in parts(table.context.state) if part.owner == seat]
        return changed(table, [part for part in mine if part.whole] or mine, seed)

    return Twin(f"all of seat {seat}, dealt by {seed}", frozenset({seat}), lay)


def part_alone(part: Part, seed: int) -> Twin:
    """One hidden part is another."""

    def lay(table: Table[Any]) -> Table[Any]:
        return changed(table, [part], seed)

    return Twin(f"{part.name} of seat {part.owner}", frozenset({part.owner}), lay)


def changed(table: Table[Any], these: list[Part], seed: int) -> Table[Any]:
    """The table with these parts dealt otherwise."""
    rng = random.Random(seed)
    then = table._settled()
    for part in these:
        part.change(then, table.context.state, rng)
    try:
        return settle(table, then)
    except LogDoesNotFit as error:
        raise AssertionError(f"{[part.name for part in these]}: {error}") from error


def in_secret(seat: int, action: str) -> Twin:
    """The same deal; one seat does something that nobody is to notice."""
    return Twin(
        f"seat {seat} does in secret: {action}", frozenset({seat}), seat=seat, action=action
    )


# -- the past


def other_past(game: str, moves: list[Move], knows: frozenset[int], seed: int) -> None:
    """What was told in the past to seats that may see the difference was something else.

    It is taken from another match, so that no private event of the past stays as it was. What only
    some of these seats knew is told otherwise; a reader who knew it too keeps it.
    """
    donors = _private_events(game, seed)
    for move in moves:
        move.told = [_another(told, knows, donors) for told in move.told]


def _another(
    told: Emitted, knows: frozenset[int], donors: dict[type[Any], Iterator[Any]]
) -> Emitted:
    if told.seats is None or not knows.issuperset(told.seats):
        return told
    found = donors.get(type(told.event))
    return told if found is None else Emitted(next(found), told.seats)


def _private_events(name: str, seed: int) -> dict[type[Any], Iterator[Any]]:
    """Events of another match that were told to one seat alone, by kind, without end."""
    game = find(name)
    rng = random.Random(seed)
    table, told = Table.start(game, game.room(game.Options())[1], SeededChance(seed + 1))
    temper, found = Temper(rng), [*told]
    for _ in range(300):
        if table.result is not None:
            break
        ask = table.asks[0]
        found += table.answer(ask.seat, ask.number, temper.answer(ask))
    kinds: dict[type[Any], list[Any]] = {}
    for one in found:
        if one.seats is not None:
            kinds.setdefault(type(one.event), []).append(one.event)
    return {kind: _for_ever(events) for kind, events in kinds.items()}


def _for_ever(events: list[Any]) -> Iterator[Any]:
    return (events[at % len(events)] for at in count())


# -- what the rules let a seat know


def facts(table: Table[Any], seat: int | None) -> bytes:
    """All that the rules tell a seat (None: a spectator) of a table now."""
    ask = table.ask_of(seat) if seat is not None else None
    mine = None
    if ask is not None:
        some = ask.combination and (
            ask.combination.name,
            list(ask.combination.items),
            ask.combination.least,
            ask.combination.most,
        )
        parts = ask.walked and (ask.walked.name, list(ask.walked.keys(())))
        options = [encode(option) for option in ask.options]
        mine = (ask.number, ask.kind, options, ask.default, some, parts)
    asked = [(one.seat, one.number, one.kind, one.cite) for one in table.asked]
    return encode((table.view(seat), mine, asked, table.result))
