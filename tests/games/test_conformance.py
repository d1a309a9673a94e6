"""Every registered game keeps its contract, whatever is answered; and a known leak is noticed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any, ClassVar, get_args, get_type_hints

import msgspec
import pytest

from games.carwars_cards import CarWarsCards
from games.carwars_cards.events import CardsDrawn
from games.carwars_cards.moves import Pass
from games.carwars_cards.state import State
from games.carwars_cards.words import CardWords
from games.engine import found
from games.engine.ask import Asks, Step
from games.engine.chance import Chance, SeededChance
from games.engine.found import all_games
from games.engine.game import Game
from games.engine.table import Context, Table
from games.mini_carwars import MiniCarWars
from games.mini_carwars.state import State as Fight
from tests.games.conformance import Fault, Loud, play, play_enough

LOOKS = 12
"""Positions at which everything is checked for each game and seat count, played with orders."""
LOOKS_A_SCENARIO = 6
"""The same where a game has several scenarios."""
WITHOUT_ORDERS = 0.5
"""The share of them that is looked at where only questions are answered, by the fewest people."""


def tables(game: Game[Any]) -> Iterator[Any]:
    """Every table to play at: game, seats, options, looks."""
    scenarios = get_args(get_type_hints(game.Options).get("scenario"))
    looks = LOOKS_A_SCENARIO if scenarios else LOOKS
    for scenario in scenarios or (None,):
        options = game.Options(scenario=scenario) if scenario else game.Options()
        low, high = game.room(options)
        for seats in range(low, high + 1):
            name = "-".join(str(part) for part in (game.name, scenario, seats) if part)
            yield pytest.param(game, seats, options, looks, id=name)


TABLES = [table for game in all_games() for table in tables(game)]
FEWEST = [next(tables(game)) for game in all_games()]
"""The first table of each game, with the fewest seats."""
A_TABLE = ("game", "seats", "options", "looks")
at_every_table = pytest.mark.parametrize(A_TABLE, TABLES)


@pytest.mark.parametrize(A_TABLE, TABLES[::3])
def test_random_play_keeps_the_contract(
    game: Game[Any], seats: int, options: Any, looks: int
) -> None:
    """At one table in three; `test_more_games_keep_the_contract` plays at all of them."""
    tally = play_enough(game, seats, 1000 * seats, looks, orders=True, options=options)
    assert tally["looks"] == looks


@pytest.mark.parametrize(("game", "seats", "options", "looks"), FEWEST)
def test_play_without_orders_keeps_the_contract(
    game: Game[Any], seats: int, options: Any, looks: int
) -> None:
    looks = round(looks * WITHOUT_ORDERS)
    tally = play_enough(game, seats, 1000 * seats + 7, looks, orders=False, options=options)
    assert tally["looks"] == looks


@pytest.mark.long
@at_every_table
def test_more_games_keep_the_contract(
    game: Game[Any], seats: int, options: Any, looks: int
) -> None:
    """Three times as long, and each game to its end: one decision in five of all that it has."""
    seed = 1000 * seats + 500
    tally = play_enough(game, seats, seed, 3 * looks, orders=True, options=options, whole=True)
    # The last few answers of a game may come before the one among five that is looked at.
    assert 5 * (tally["looks"] + tally["games"]) >= tally["answers"]
    assert tally["pending"] > 0
    orders = game.orders(game.setup(seats, options), 0)
    # Who can only leave seldom does: two races may be over before.
    if any(not isinstance(order, game.Leave) for order in orders):
        assert tally["orders"] > 0


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_help_is_there_for_every_card_and_topic(game: Game[Any]) -> None:
    for topics in (game.words.topics(), game.words.cards()):
        assert len({topic.key for topic in topics}) == len(topics)
        assert all(topic.title and topic.text and topic.cite for topic in topics)
    assert game.words.options(game.Options())


# -- leaks put in on purpose


class Leaky(CarWarsCards):
    """A dishonest game; each kind below tells one thing it should not."""


class ViewOfThePile(Leaky):
    def view(self, state: State, seat: int | None) -> State:
        view: State = super().view(state, seat)
        return msgspec.structs.replace(view, turn=state.draw[-1])


class ViewOfAnothersCard(Leaky):
    def view(self, state: State, seat: int | None) -> State:
        view: State = super().view(state, seat)
        view.players[0].hand = list(state.players[0].hand)
        return view


class ViewOfAnothersOrders(Leaky):
    def view(self, state: State, seat: int | None) -> State:
        queued = sum(len(player.queued) for player in state.players)
        view: State = super().view(state, seat)
        return msgspec.structs.replace(view, turn=queued)


class Changed(Leaky):
    """A game whose coroutines are changed from outside."""

    def beat(self, context: Context[State]) -> Step[None] | None:
        step = super().beat(context)
        return None if step is None else self.changed(context, step)

    def changed(self, context: Context[State], step: Step[None]) -> Step[None]:
        while True:
            try:
                asks = step.send(None)
            except StopIteration:
                return
            yield from self.asked(context, asks)

    def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
        raise NotImplementedError


class OnlyHoldersAsked(Changed):
    def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
        holders = [ask for ask in asks if len(ask.options) > 1 or ask.kind == "action"]
        for ask in asks:
            ask.given = Pass()
        if holders:
            yield holders


class OptionsOfTheHidden(Changed):
    def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
        for ask in asks:
            if sum(context.state.draw[-3:]) % 2:
                ask.options = list(ask.options)[::-1]
        yield asks


class DefaultOfTheHidden(Changed):
    def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
        for ask in asks:
            if len(ask.options) > 1:
                ask.default = ask.options[sum(context.state.draw[-3:]) % 2]
        yield asks


class KindAsTask(CardWords):
    task = staticmethod(lambda ask: str(ask.kind))


class KindOfTheHidden(Changed):
    words: ClassVar[Any] = KindAsTask(CarWarsCards())

    def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
        for ask in asks:
            ask.kind += "!" * (len(ask.options) > 1)
        yield asks


class HandToldToAll(Changed):
    def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
        for ask in asks:
            context.emit(CardsDrawn(ask.seat, tuple(context.state.players[ask.seat].hand)))
        yield asks


class DrawsToldToAll(Leaky):
    def beat(self, context: Context[State]) -> Step[None] | None:
        return super().beat(Loud(context))


class PileNotDealtAnew(Leaky):
    """Not a leak of the game but of what a computer seat is given: the real pile."""

    def redeal(self, then: State, now: State, seat: int | None, chance: Chance) -> State:
        pile = list(then.draw)
        state = super().redeal(then, now, seat, chance)
        state.draw = pile
        return state


class AnsweredAtOnce(Leaky):
    """Nobody is asked who has no card against an attack, and all see how fast that goes."""

    public = frozenset(("answer",))


LEAKS: list[tuple[type[Leaky], str]] = [
    (ViewOfThePile, "view of seat"),
    (ViewOfAnothersCard, "view of seat"),
    (ViewOfAnothersOrders, "view of seat"),
    (OnlyHoldersAsked, "(view|asked) of seat"),
    (OptionsOfTheHidden, "question of seat"),
    (DefaultOfTheHidden, "question of seat"),
    (KindOfTheHidden, "asked of seat"),
    (HandToldToAll, "told of seat"),
    (DrawsToldToAll, "events told to seat"),
    (AnsweredAtOnce, "asked of seat"),
    (PileNotDealtAnew, "imagine of imagine|cards dealt anew"),
]


@pytest.mark.parametrize(("leak", "fault"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_known_leak_is_noticed(
    leak: Callable[[], Leaky], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky = leak()
    monkeypatch.setattr(found, "_game", lambda name: leaky)
    with pytest.raises(Fault, match=fault):
        play_often(leaky)


def play_often(game: Game[Any]) -> None:
    for seed in range(20):
        play(game, 3, seed, orders=True, every=4)


class SheetsOfFriends(MiniCarWars):
    """A dishonest game that shows everybody the record sheets of some seats at some tables."""

    def shown(self, state: Fight) -> set[int]:
        raise NotImplementedError

    def view(self, state: Fight, seat: int | None) -> Fight:
        view = super().view(state, seat)
        if not state.lined:
            return view
        for owner in self.shown(state):
            for number, car in enumerate(super().view(state, owner).cars):
                if car.owner == owner:
                    view.vehicles[number] = car
        return view


class SheetsOfThree(SheetsOfFriends):
    def shown(self, state: Fight) -> set[int]:
        return {0} if state.seats == 3 else set()


class SheetsOfTheSixth(SheetsOfFriends):
    def shown(self, state: Fight) -> set[int]:
        return {5} & {*range(state.seats)}


@pytest.mark.by_turns
@pytest.mark.parametrize(("leak", "where"), [(SheetsOfThree, 3), (SheetsOfTheSixth, 6)])
def test_a_leak_is_noticed_at_the_only_table_that_has_it(
    leak: Callable[[], SheetsOfFriends], where: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky = leak()
    monkeypatch.setattr(found, "_game", lambda name: leaky)
    options = leaky.Options(scenario="arena")
    for seats in (2, where):
        noticed = pytest.raises(Fault, match="view of seat") if seats == where else nullcontext()
        with noticed:
            play_enough(leaky, seats, 1000 * seats, 10, options=options)


def test_who_asks_once_changes_nothing_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The state stands for the checkpoint then, and a replay runs the rule again from it."""
    seen: list[str] = []
    mark, put = Table._mark, Table._put
    kept: dict[int, bytes] = {}

    def marked(table: Table[Any], still: bool) -> None:
        mark(table, still)
        kept[id(table)] = msgspec.json.encode(table.context.state) if still else b""

    def put_to(table: Table[Any], asks: Asks) -> None:
        if (before := kept.get(id(table))) and not table.context.checkpoint:
            assert msgspec.json.encode(table.context.state) == before, asks[0].kind
            seen.append(asks[0].kind)
        put(table, asks)

    monkeypatch.setattr(Table, "_mark", marked)
    monkeypatch.setattr(Table, "_put", put_to)
    rng = random.Random(5)
    for game in all_games():
        for seed in range(3):
            seats = game.room(game.Options())[1]
            table, _ = Table.start(game, seats, SeededChance(seed))
            for _ in range(400):
                if table.result is not None:
                    break
                ask = rng.choice(table.asks)
                value = rng.choice(ask.options) if ask.options else ask.default
                table.answer(ask.seat, ask.number, value)
            kept.clear()
    assert {"pit", "keep", "aim", "drive", "action"} <= set(seen)


def test_without_a_leak_nothing_is_noticed() -> None:
    class Honest(Changed):
        words: ClassVar[Any] = CarWarsCards.words

        def asked(self, context: Context[State], asks: Asks) -> Iterator[Asks]:
            yield asks

    play(Honest(), 3, 0, orders=True, every=4)
