"""What every game owes its table, checked from outside: nothing here knows any one game.

`play` is random play to the end with the checks made on the way. A check raises `Fault` with the
thing that differs. docs/architecture.md tells why each of these matters.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.engine.ask import Ask
from games.engine.chance import Chance, SeededChance
from games.engine.errors import Illegal, NotYourSeat, Refusal, Stale
from games.engine.game import Game
from games.engine.players import Player
from games.engine.table import Live, Save, Table, Told

PLAYERS = [Player(name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")]
JUNK: tuple[object, ...] = (
    None,
    7,
    -1,
    1.5,
    "",
    "pass",
    [],
    [["play", 1]],
    {},
    {"type": "nonsense"},
    {"type": ["play"]},
    {"card": 10**30},
    {"type": "play", "card": True},
    {"type": "play", "card": -1, "on": "me"},
    object(),
    b"\xff",
)
LIMIT = 40_000
"""Answers after which a game is taken to have no end."""

encode = msgspec.json.encode


class Fault(AssertionError):
    """A game breaks its contract."""


def same(what: str, one: Any, other: Any) -> None:
    """Both must be equal, byte for byte."""
    if one != other:
        raise Fault(f"{what} differs:\n  {one!r}\n  {other!r}")


def everyone(table: Table[Any], seats: int) -> list[int | None]:
    return [None, *range(seats)]


def question(ask: Ask[Any] | None) -> Any:
    """All of a question that its seat can tell."""
    if ask is None:
        return None
    some = ask.some
    return (
        ask.seat,
        ask.number,
        ask.kind,
        ask.cite,
        [encode(option) for option in ask.options],
        encode(ask.default),
        None if some is None else (some.name, list(some.items), some.least, some.most),
    )


def asked(table: Table[Any]) -> list[Any]:
    """What everyone can tell of the questions."""
    return [(ask.seat, ask.number, ask.kind, ask.cite) for ask in table.asked]


def told_to(told: Sequence[Told], seat: int | None) -> list[bytes]:
    return [encode(one.event) for one in told if one.reaches(seat)]


def said(table: Table[Any], seat: int | None) -> Iterator[Any]:
    """Every sentence that seat is shown."""
    words, view = table.game.words, table.view(seat)
    yield words.title(view)
    yield words.verb(view, table.asked)
    yield words.headline(view, table.asked, PLAYERS)
    for one in table.since_checkpoint:
        if one.reaches(seat):
            yield words.event(one.event, PLAYERS, seat)
    if seat is None:
        return
    for order in table.game.orders(table.live.state, seat):
        yield words.order(view, order, PLAYERS)
    ask = table.ask_of(seat)
    yield words.idle(view, ask)
    if ask is None:
        return
    yield words.prompt(view, ask, PLAYERS)
    yield words.task(ask)
    yield words.why(view, ask, PLAYERS)
    yield words.foot(view, ask, PLAYERS)
    paths = [words.path(option) for option in ask.options]
    check_paths(paths)
    for prefix in dict.fromkeys(path[: n + 1] for path in paths for n in range(len(path))):
        yield prefix, words.part(view, ask, prefix, PLAYERS)


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
        "orders": [encode(o) for o in table.game.orders(table.live.state, seat or 0)] * own,
        "asked": asked(table),
        "told": told_to(table.since_checkpoint, seat),
        "words": list(said(table, seat)),
        "result": table.result,
        "next number": table.next_number,
    }


def stored(table: Table[Any]) -> bytes:
    return encode(table.save())


def loaded(table: Table[Any], chance: Chance, number: int | None = None) -> Table[Any]:
    save = msgspec.json.decode(stored(table), type=Save)
    return Table.load(save, chance, number=number)


# -- the checks


def check_load(table: Table[Any], chance: Chance, seats: int) -> None:
    """A table loaded from its save is the table."""
    again = loaded(table, chance)
    same("the save of a loaded table", stored(table), stored(again))
    same("state", encode(table.live.state), encode(again.live.state))
    same("open questions", [*map(question, table.asks)], [*map(question, again.asks)])
    for seat in everyone(table, seats):
        one, other = known(table, seat), known(again, seat)
        for part in one:
            same(f"{part} of seat {seat} after loading", one[part], other[part])


def check_fork(table: Table[Any], whim: random.Random, steps: int = 25) -> None:
    """A fork given the same answers has the same future, and leaves the table alone."""
    before = stored(table)
    one, other = table.fork(), table.fork()
    for _ in range(steps):
        if one.result is not None:
            break
        same("open questions of a fork", [*map(question, one.asks)], [*map(question, other.asks)])
        ask = whim.choice(one.asks)
        value = some_answer(ask, whim)
        told = one.answer(ask.seat, ask.number, value), other.answer(ask.seat, ask.number, value)
        same("events of a fork", *([(encode(t.event), t.seats) for t in part] for part in told))
    same("the result of a fork", one.result, other.result)
    same("the save of a fork", stored(one), stored(other))
    same("a table that was forked", before, stored(table))


def check_refusals(table: Table[Any], seats: int) -> None:
    """Whatever is refused changes nothing, and says so in a sentence."""
    before = stored(table), [known(table, seat) for seat in everyone(table, seats)]

    def refused(kind: type[Refusal], seat: int, number: int, value: object) -> None:
        try:
            table.answer(seat, number, value)
        except kind as refusal:
            if not str(refusal).endswith("."):
                raise Fault(f"not a sentence: {refusal}") from refusal
        else:
            raise Fault(f"{value!r} of seat {seat} was accepted for question {number}")

    for ask in table.asks:
        for value in JUNK:
            refused(Illegal, ask.seat, ask.number, value)
        for other in range(seats):
            if other != ask.seat:
                refused(NotYourSeat, other, ask.number, ask.default)
        refused(Stale, ask.seat, table.next_number, ask.default)
        refused(Stale, ask.seat, table.first_number - 1, ask.default)
    still_open = {ask.number for ask in table.asks}
    for ask in table.asked:
        if ask.number not in still_open:
            refused(Stale, ask.seat, ask.number, ask.default)
    for seat in range(seats):
        for value in JUNK:
            try:
                table.order(seat, value)
            except Refusal:
                continue
            raise Fault(f"the order {value!r} was accepted")
    same("the save after refusals", before[0], stored(table))
    after = [known(table, seat) for seat in everyone(table, seats)]
    same("what seats know after refusals", before[1], after)


def check_redeal(table: Table[Any], seat: int | None, seed: int) -> bool:
    """With hidden things dealt anew, the seat can't tell the difference. True if any changed."""
    before = stored(table)
    other = table.imagine(seat, seed)
    same("a table that was imagined", before, stored(table))
    mine, theirs = known(table, seat), known(other, seat)
    for part in mine:
        same(f"{part} of seat {seat} with hidden things dealt anew", mine[part], theirs[part])
    for what, again in (("imagine", other.imagine(seat, seed)), ("fork", other.fork())):
        same(f"{what} of imagine", stored(other), stored(again))
        same(f"state of {what} of imagine", encode(other.live.state), encode(again.live.state))
        same(
            f"asks of {what} of imagine", [*map(question, other.asks)], [*map(question, again.asks)]
        )
    cards = table.game.cards
    same("cards dealt anew", sorted(cards(table.live.state)), sorted(cards(other.live.state)))
    return encode(other.live.state) != encode(table.live.state)


class Watched(Live[Any]):
    """What beats run on, keeping with each event what a seat sees when it is told."""

    def __init__(self, table: Table[Any], seat: int | None) -> None:
        super().__init__(table.live.state, table.live.chance)
        self.told = table.live.told
        self.seen: list[tuple[bytes, bytes]] = []
        self._game, self._seat = table.game, seat

    def tell(self, event: Any, *seats: int) -> None:
        super().tell(event, *seats)
        if self.told[-1].reaches(self._seat):
            view = self._game.view(self.state, self._seat)
            self.seen.append((encode(event), encode(view)))


class Loud(Live[Any]):
    """Tells everybody everything, whatever a game says of who may know."""

    def __init__(self, live: Live[Any]) -> None:
        super().__init__(live.state, live.chance)
        self.told = live.told
        self._tell = live.tell

    def tell(self, event: Any, *seats: int) -> None:
        self._tell(event)


def check_next(table: Table[Any], seat: int | None, seed: int, whim: random.Random) -> None:
    """Events told between two checkpoints tell no more than the views that come with them.

    Whether a hidden card is told there (a draw, say) shows only in what is told next: both tables
    get the same answer and the same chance, and as long as the seat's views agree its events must.
    """
    if len(table.asked) != 1 or not table.asks:
        return
    ask = table.asks[0]
    chance = table.live.chance
    one, other = table.fork(), table.imagine(seat, seed).fork(chance.at(chance.draws))
    one.live, other.live = mine, theirs = Watched(one, seat), Watched(other, seat)
    value = some_answer(ask, whim)
    try:
        other.answer(ask.seat, ask.number, value)
    except Illegal:
        return
    one.answer(ask.seat, ask.number, value)
    mine.seen.append((b"", encode(one.view(seat))))
    theirs.seen.append((b"", encode(other.view(seat))))
    for at in range(min(len(mine.seen), len(theirs.seen))):
        # A card may be told just before it is laid down: the next view counts too.
        views = [[view for _, view in part.seen[at : at + 2]] for part in (mine, theirs)]
        if views[0] != views[1]:
            return
        same(f"events told to seat {seat}", mine.seen[at][0], theirs.seen[at][0])


def check_take_back(table: Table[Any], seats: int) -> None:
    """A seat that has answered an open window is asked the same again, and nobody else notices."""
    for seat in range(seats):
        if not table.can_take_back(seat):
            continue
        before = stored(table)
        again = table.take_back(seat)
        ask = again.ask_of(seat)
        if ask is None:
            raise Fault(f"seat {seat} took its answer back and is not asked")
        same("questions after taking back", asked(table), asked(again))
        same("the next number after taking back", table.next_number, again.next_number)
        same("view after taking back", encode(table.view(seat)), encode(again.view(seat)))
        then = {a.seat for a in table.asks} | {seat}
        same("who is asked after taking back", then, {a.seat for a in again.asks})
        again.answer(seat, ask.number, ask.default)
        same("a table of which a copy was taken back", before, stored(table))


def check_defaults(table: Table[Any]) -> None:
    for ask in table.asks:
        if ask.read(ask.default) != ask.default:
            raise Fault(f"the default {ask.default} of {ask.kind} is read as something else")
        if len({encode(option) for option in ask.options}) != len(ask.options):
            raise Fault(f"{ask.kind} offers an option twice: {ask.options}")


def some_answer(ask: Ask[Any], whim: random.Random) -> Any:
    """A legal answer, any as likely; subsets are counted as a few more options."""
    if ask.some is not None and (not ask.options or whim.random() < 0.3):
        most = min(ask.some.most, len(ask.some.items))
        cards = tuple(whim.sample(list(ask.some.items), whim.randint(ask.some.least, most)))
        return ask.some.wrap(cards)
    return whim.choice(ask.options)


# -- random play


class Temper:
    """How a random game is played: how often each kind of question gets its default.

    Without it every random duel is over in a few turns, because somebody leaves.
    """

    def __init__(self, whim: random.Random) -> None:
        self._whim = whim
        self._shares: dict[str, float] = {}

    def answer(self, ask: Ask[Any]) -> Any:
        if ask.kind not in self._shares:
            self._shares[ask.kind] = self._whim.choice((0.0, 0.0, 0.5, 0.98))
        if self._whim.random() < self._shares[ask.kind]:
            return ask.default
        return some_answer(ask, self._whim)


class Tally(Counter[str]):
    """What a random game has met, so that a test can tell that it met enough."""


def play(
    game: Game[Any],
    seats: int,
    seed: int,
    *,
    orders: bool = False,
    options: Any = None,
    every: int = 40,
) -> Tally:
    """Random play to the end; at one decision in `every` (and more in mid-window) all the checks.

    Raises `Fault`. With `orders` seats also lay down what they may at any time.
    """
    whim = random.Random(seed)
    chance, temper = SeededChance(seed), Temper(whim)
    tally = Tally()
    decks = [
        Counter(game.cards(Table.start(game, n, SeededChance(0), options)[0].live.state))
        for n in range(game.room(options or game.Options())[0], seats + 1)
    ]
    table, told = Table.start(game, seats, chance, options)
    deck = Counter(game.cards(table.live.state))
    used: set[int] = set()
    while table.result is None:
        tally["answers"] += 1
        if tally["answers"] > LIMIT:
            raise Fault("the game has no end")
        if orders and whim.random() < 0.2:
            tally["orders"] += _lay_down(table, whim.randrange(seats), whim)
        mid_window = len(table.asks) < len(table.asked)
        if whim.randrange(max(1, every // 4) if mid_window else every) == 0:
            table = _look(table, chance, seats, whim, tally)
        ask = whim.choice(table.asks)
        if ask.number not in used:
            used.update(a.number for a in table.asked)
        value = temper.answer(ask)
        first_new = table.next_number
        told = table.answer(ask.seat, ask.number, value)
        tally.update(type(one.event).__name__ for one in told)
        if any(a.number in used and a.number >= first_new for a in table.asked):
            raise Fault("a question's number was used again")
        now = Counter(game.cards(table.live.state))
        if now != deck and not (orders and now in decks):
            raise Fault(f"cards were made or lost: {now - deck} and {deck - now}")
        deck = now
    check_load(table, chance, seats)
    try:
        table.answer(0, table.next_number, None)
    except Stale:
        return tally
    raise Fault("an answer was taken after the end")


def _lay_down(table: Table[Any], seat: int, whim: random.Random) -> int:
    """A random order of a seat, if it may lay one down. Leaving for good is left rare."""
    allowed = list(table.game.orders(table.live.state, seat))
    if not allowed:
        return 0
    order = whim.choice(allowed)
    if order == table.game.retirement(table.live.state, seat) and whim.random() < 0.95:
        return 0
    table.order(seat, order if whim.random() < 0.5 else msgspec.to_builtins(order))
    return 1


def _look(
    table: Table[Any], chance: Chance, seats: int, whim: random.Random, tally: Tally
) -> Table[Any]:
    """Every check at this decision. Returns the table to go on with: at times a loaded one."""
    tally["looks"] += 1
    tally["pending"] += len(table.asks) < len(table.asked)
    check_defaults(table)
    check_load(table, chance, seats)
    check_fork(table, whim)
    check_refusals(table, seats)
    check_take_back(table, seats)
    for seat in everyone(table, seats):
        seed = whim.randrange(1 << 30)
        tally["dealt anew"] += check_redeal(table, seat, seed)
        check_next(table, seat, seed, whim)
    if whim.random() < 0.3:
        number = table.next_number
        table = loaded(table, chance, number)
        if any(ask.number < number for ask in table.asked):
            raise Fault("a loaded table's question has an old number")
    return table
