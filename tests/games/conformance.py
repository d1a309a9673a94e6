"""What every game owes its table, checked from outside: nothing here knows any one game.

`play` is random play to the end with the checks made on the way. A check raises `Fault` with the
thing that differs. docs/architecture.md tells why each of these matters.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Any

import msgspec
import pytest

from games.engine import found
from games.engine.ask import Ask
from games.engine.chance import Chance, SeededChance
from games.engine.errors import Illegal, NotYourSeat, Refusal, Stale
from games.engine.game import Game
from games.engine.table import Context, Save, Table
from tests.games.knowledge import Fault, Known, asked, encode, known, known_to_all, question, same
from tests.games.no_secrets import check_all_is_shown, check_told, seem_alike
from tests.games.walked import check_walked

__all__ = ["Fault", "Loud", "Tally", "check_redeal", "play", "play_enough"]

STEPS = 10
PLANNED = 100
"""One question of so many is asked what its seat plans."""
"""Answers that a fork goes on for: twice as many as lie between two looks."""
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


def stored(table: Table[Any]) -> bytes:
    return encode(table.save())


def loaded(table: Table[Any], chance: Chance, number: int | None = None) -> Table[Any]:
    save = msgspec.json.decode(stored(table), type=Save)
    return Table.load(save, chance, number=number)


# -- the checks


def check_load(table: Table[Any], chance: Chance, before: Known) -> None:
    """A table loaded from its save is the table; `before`: what everyone knows of it."""
    again = loaded(table, chance)
    same("the save of a loaded table", stored(table), stored(again))
    same("state", encode(table.context.state), encode(again.context.state))
    same("open questions", [*map(question, table.asks)], [*map(question, again.asks)])
    for seat, one in before.items():
        other = known(again, seat)
        for part in one:
            same(f"{part} of seat {seat} after loading", one[part], other[part])


def check_fork(table: Table[Any], rng: random.Random) -> None:
    """A fork given the same answers has the same future, and leaves the table alone."""
    before = stored(table)
    one, other = table.fork(), table.fork()
    for _ in range(STEPS):
        if one.result is not None:
            break
        same("open questions of a fork", [*map(question, one.asks)], [*map(question, other.asks)])
        ask = rng.choice(one.asks)
        value = some_answer(ask, rng)
        told = one.answer(ask.seat, ask.number, value), other.answer(ask.seat, ask.number, value)
        same("events of a fork", *([(encode(t.event), t.seats) for t in part] for part in told))
    same("the result of a fork", one.result, other.result)
    same("the save of a fork", stored(one), stored(other))
    same("a table that was forked", before, stored(table))


def check_refusals(table: Table[Any], seats: int, knew: Known) -> None:
    """Whatever is refused changes nothing, and says so in a sentence."""
    before = stored(table)

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
    same("the save after refusals", before, stored(table))
    same("what seats know after refusals", knew, {seat: known(table, seat) for seat in knew})


def check_redeal(
    table: Table[Any], seat: int | None, seed: int, mine: Mapping[str, Any] | None = None
) -> bool:
    """With hidden things dealt anew, the seat can't tell the difference. True if any changed.

    `mine` is what the seat knows of the table, if that has been found out already.
    """
    before = stored(table)
    other = table.imagine(seat, seed)
    same("a table that was imagined", before, stored(table))
    # Others' orders since the checkpoint are dropped by the table, whatever the game.
    changed = bytes(other.save().checkpoint) != bytes(table.save().checkpoint)
    if changed and not table.game.hides:
        raise Fault("a game that says it hides nothing has something dealt anew")
    mine, theirs = mine or known(table, seat), known(other, seat)
    for part in mine:
        same(f"{part} of seat {seat} with hidden things dealt anew", mine[part], theirs[part])
    for what, again in (("imagine", other.imagine(seat, seed)), ("fork", other.fork())):
        same(f"{what} of imagine", stored(other), stored(again))
        same(
            f"state of {what} of imagine", encode(other.context.state), encode(again.context.state)
        )
        same(
            f"asks of {what} of imagine", [*map(question, other.asks)], [*map(question, again.asks)]
        )
    cards = table.game.cards
    same("cards dealt anew", sorted(cards(table.context.state)), sorted(cards(other.context.state)))
    return changed


def check_open(table: Table[Any], seats: int, seed: int, rng: random.Random) -> None:
    """In a game that hides nothing everybody sees how things lie and whatever chance does."""
    check_all_is_shown(table)
    one, other = table.fork(), table.fork(SeededChance(seed))
    for _ in range(STEPS):
        if one.result is not None or not seem_alike(one, other, seats):
            return
        ask = rng.choice(one.asks)
        value = some_answer(ask, rng)
        for each in (one, other):
            each.answer(ask.seat, ask.number, value)


class Watched(Context[Any]):
    """What beats run on, keeping with each event what a seat sees when it is told."""

    def __init__(self, table: Table[Any], seat: int | None) -> None:
        super().__init__(table.context.state, table.context.chance)
        self.told = table.context.told
        # The rule that is asking holds the context from before.
        self.checkpoint = table.context.keep()
        self.seen: list[tuple[bytes, bytes]] = []
        self._game, self._seat = table.game, seat

    def emit(self, event: Any, *seats: int) -> None:
        super().emit(event, *seats)
        if self.told[-1].reaches(self._seat):
            view = self._game.view(self.state, self._seat)
            self.seen.append((encode(event), encode(view)))


class Loud(Context[Any]):
    """Tells everybody everything, whatever a game says of who may know."""

    def __init__(self, context: Context[Any]) -> None:
        super().__init__(context.state, context.chance)
        self.told = context.told
        self._tell, self._keep = context.emit, context.keep

    def keep(self) -> bytes:
        return self._keep()

    def emit(self, event: Any, *seats: int) -> None:
        self._tell(event)


def check_next(table: Table[Any], seat: int | None, seed: int, rng: random.Random) -> None:
    """Events told between two checkpoints tell no more than the views that come with them.

    Whether a hidden card is told there (a draw, say) shows only in what is told next: both tables
    get the same answer and the same chance, and as long as the seat's views agree its events must.
    """
    if len(table.asked) != 1 or not table.asks:
        return
    ask = table.asks[0]
    chance = table.context.chance
    one, other = table.fork(), table.imagine(seat, seed).fork(chance.at(chance.draws))
    one.context, other.context = mine, theirs = Watched(one, seat), Watched(other, seat)
    value = some_answer(ask, rng)
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


def check_plans(table: Table[Any]) -> None:
    """What is planned reads like any other answer."""
    plans = table.game.plans
    for ask in table.asks if plans is not None else ():
        ahead = plans.ahead(table.view(ask.seat), None) if plans is not None else None
        if plans is not None and ahead is not None and ahead.walked and ask.number % PLANNED == 0:
            check_walked(ahead, ahead.walked, table.game, plans.kept)
            same("a plan that says nothing", ahead.default, ahead.read(ahead.default))


def check_defaults(table: Table[Any]) -> None:
    check_plans(table)
    for ask in table.asks:
        if ask.walked is not None:
            check_walked(ask, ask.walked, table.game)
            if any(ask.walked.path_of(value) is not None for value in JUNK):
                raise Fault("a path of what is no answer")
        if ask.read(ask.default) != ask.default:
            raise Fault(f"the default {ask.default} of {ask.kind} is read as something else")
        if len({encode(option) for option in ask.options}) != len(ask.options):
            raise Fault(f"{ask.kind} offers an option twice: {ask.options}")


def some_answer(ask: Ask[Any], rng: random.Random) -> Any:
    """A legal answer, any as likely; subsets are counted as a few more options."""
    if ask.walked is not None and (not ask.options or rng.random() < 0.7):
        return ask.walked.made(rng.choice)
    if ask.combination is not None and (not ask.options or rng.random() < 0.3):
        most = min(ask.combination.most, len(ask.combination.items))
        cards = tuple(
            rng.sample(list(ask.combination.items), rng.randint(ask.combination.least, most))
        )
        return ask.combination.wrap(cards)
    return rng.choice(ask.options)


# -- random play


class Temper:
    """How a random game is played: how often each kind of question gets its default.

    Without it every random duel is over in a few turns, because somebody leaves.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._shares: dict[str, float] = {}

    def answer(self, ask: Ask[Any]) -> Any:
        if ask.kind not in self._shares:
            self._shares[ask.kind] = self._rng.choice((0.0, 0.0, 0.5, 0.98))
        if self._rng.random() < self._shares[ask.kind]:
            return ask.default
        return some_answer(ask, self._rng)


class Tally(Counter[str]):
    """What random games have met, so that a test can tell that they met enough."""


def play_enough(
    game: Game[Any],
    seats: int,
    seed: int,
    looks: int,
    *,
    orders: bool = False,
    options: Any = None,
    every: int = 5,
    whole: bool = False,
) -> Tally:
    """Random games until everything has been checked that often, and what they met.

    The last game is checked to its end if `whole`, else only played to it. Raises `Fault`, also
    for a game that says it hides something and never has anything dealt anew.
    """
    tally = Tally()
    for each in count(seed):
        left = LIMIT if whole else looks - tally["looks"]
        met = play(game, seats, each, orders=orders, options=options, every=every, most=left)
        tally.update(met)
        if tally["looks"] >= looks:
            break
    if game.hides and not tally["dealt anew"]:
        raise Fault(
            "a game that says it hides something has nothing dealt anew: its `redeal` changes "
            "nothing, or it draws what is hidden in a turn and not in `deal`"
        )
    return tally


def play(
    game: Game[Any],
    seats: int,
    seed: int,
    *,
    orders: bool = False,
    options: Any = None,
    every: int = 5,
    most: int = LIMIT,
) -> Tally:
    """Random play to the end, with all the checks once in so many decisions, at any of them, until
    all has been checked `most` times.

    Raises `Fault`. With `orders` seats also lay down what they may at any time.
    """
    rng = random.Random(seed)
    chance, temper = SeededChance(seed), Temper(rng)
    tally = Tally(games=1)
    decks = [
        Counter(game.cards(Table.start(game, n, SeededChance(0), options)[0].context.state))
        for n in range(game.room(options or game.Options())[0], seats + 1)
    ]
    table, told = Table.start(game, seats, chance, options)
    deck = Counter(game.cards(table.context.state))
    check_told(game, told)
    if not game.hides:
        seem_alike(table, Table.start(game, seats, SeededChance(seed + 1), options)[0], seats)
    used: set[int] = set()
    kinds: set[str] = set()
    at = 0
    while table.result is None:
        if tally["answers"] == LIMIT:
            raise Fault("the game has no end")
        place = tally["answers"] % every
        tally["answers"] += 1
        if orders and rng.random() < 0.2:
            tally["orders"] += _lay_down(table, rng.randrange(seats), rng)
        if place == 0:
            at = rng.randrange(every)
        # The windows of a game may be few: the first that is half answered is looked at for sure.
        half = not tally["pending"] and 0 < len(table.asks) < len(table.asked)
        if (place == at or half) and tally["looks"] < most:
            table = _look(table, chance, seats, rng, tally)
        ask = rng.choice(table.asks)
        kinds.add(ask.kind)
        if ask.number not in used:
            used.update(a.number for a in table.asked)
        value = temper.answer(ask)
        first_new = table.next_number
        told = table.answer(ask.seat, ask.number, value)
        check_told(game, told)
        tally.update(type(one.event).__name__ for one in told)
        if any(a.number in used and a.number >= first_new for a in table.asked):
            raise Fault("a question's number was used again")
        now = Counter(game.cards(table.context.state))
        if now != deck and not (orders and now in decks):
            raise Fault(f"cards were made or lost: {now - deck} and {deck - now}")
        deck = now
    check_load(table, chance, known_to_all(table, seats))
    for kind in sorted(kinds) if "question" in game.texts else ():
        if not game.messages.has(f"question.{kind}.ask"):
            raise Fault(f"there is no text question.{kind}.ask")
    try:
        table.answer(0, table.next_number, None)
    except Stale:
        return tally
    raise Fault("an answer was taken after the end")


def _lay_down(table: Table[Any], seat: int, rng: random.Random) -> int:
    """A random order of a seat, if it may lay one down. Leaving for good is left rare."""
    allowed = list(table.game.orders(table.context.state, seat))
    if not allowed:
        return 0
    order = rng.choice(allowed)
    if order == table.game.leave_order(table.context.state, seat) and rng.random() < 0.95:
        return 0
    table.order(seat, order if rng.random() < 0.5 else msgspec.to_builtins(order))
    return 1


def _look(
    table: Table[Any], chance: Chance, seats: int, rng: random.Random, tally: Tally
) -> Table[Any]:
    """Every check at this decision. Returns the table to go on with: at times a loaded one."""
    tally["looks"] += 1
    tally["pending"] += len(table.asks) < len(table.asked)
    check_defaults(table)
    knew = known_to_all(table, seats)
    check_load(table, chance, knew)
    check_fork(table, rng)
    check_refusals(table, seats, knew)
    check_take_back(table, seats)
    for seat, mine in knew.items():
        seed = rng.randrange(1 << 30)
        tally["dealt anew"] += check_redeal(table, seat, seed, mine)
        check_next(table, seat, seed, rng)
    if not table.game.hides:
        check_open(table, seats, rng.randrange(1 << 30), rng)
    if rng.random() < 0.3:
        number = table.next_number
        table = loaded(table, chance, number)
        if any(ask.number < number for ask in table.asked):
            raise Fault("a loaded table's question has an old number")
    return table


def stand_in(monkeypatch: pytest.MonkeyPatch, game: Game[Any]) -> None:
    """Let whoever looks for a game by its name find this one."""
    usual = found._game
    monkeypatch.setattr(found, "_game", lambda name: game if name == game.name else usual(name))
