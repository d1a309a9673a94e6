"""What a seat cannot know: leaks put in on purpose are noticed, own garages stay private."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.engine.ask import Step
from games.engine.chance import Chance, SeededChance
from games.engine.table import Context, Table
from games.world_auto_racing import WorldAutoRacing, kinds
from games.world_auto_racing import events as e
from games.world_auto_racing.designs import DESIGNS
from games.world_auto_racing.moves import Bring, Decline
from games.world_auto_racing.race import Race
from games.world_auto_racing.redeal import public
from games.world_auto_racing.state import Racer, State
from tests.games.conformance import Fault, Loud, Tally, play, stand_in
from tests.games.world_auto_racing.laps import CARS, n, ns

PACKAGE = sys.modules["games.world_auto_racing"]


class Leaky(WorldAutoRacing):
    """A dishonest game; each kind below tells one thing it should not."""


class TopOfTheGarage(Leaky):
    def view(self, state: State, seat: int | None) -> Race:
        tops = sum(racer.garage[-1] for racer in state.drivers if racer.garage)
        view: Race = super().view(state, seat)
        view.round = tops
        return view


class HandOfTheNext(Leaky):
    def view(self, state: State, seat: int | None) -> Race:
        hand = state.drivers[((seat or 0) + 1) % len(state.drivers)].hand
        view: Race = super().view(state, seat)
        view.redraw = list(hand)
        return view


class SeenByAll(Leaky):
    def view(self, state: State, seat: int | None) -> Race:
        view: Race = super().view(state, seat)
        view.drivers[0].looked = [one for racer in state.drivers for one in racer.looked]
        return view


class DrawsToldToAll(Leaky):
    def beat(self, context: Context[State]) -> Step[None] | None:
        return super().beat(Loud(context))


class OnlyThoseWithAPlayAreAsked(Leaky):
    def beat(self, context: Context[State]) -> Step[None] | None:
        step = super().beat(context)
        return None if step is None else self.asked(step)

    def asked(self, step: Step[None]) -> Step[None]:
        while True:
            try:
                asks = step.send(None)
            except StopIteration:
                return
            if len(asks) == 1 and len(asks[0].options) == 1:
                asks[0].given = asks[0].default
            else:
                yield asks


class GaragesNotDealtAnew(Leaky):
    """Not a leak of the game but of what a computer seat is given: the real garages."""

    def redeal(self, then: State, now: State, seat: int | None, chance: Chance) -> State:
        garages = [list(racer.garage) for racer in then.drivers]
        state = super().redeal(then, now, seat, chance)
        for racer, garage in zip(state.drivers, garages, strict=True):
            racer.garage = garage
        return state


@pytest.mark.parametrize(
    ("leak", "fault"),
    [
        (TopOfTheGarage, "view of seat"),
        (HandOfTheNext, "view of seat"),
        (SeenByAll, "view of seat"),
        (DrawsToldToAll, "events told to seat"),
        (OnlyThoseWithAPlayAreAsked, "(view|asked) of seat"),
        (GaragesNotDealtAnew, "imagine of imagine|cards dealt anew"),
    ],
)
def test_a_known_leak_is_noticed(
    leak: Callable[[], Leaky], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky = leak()
    stand_in(monkeypatch, leaky)
    with pytest.raises(Fault, match=fault):
        play_often(leaky)


def play_often(game: WorldAutoRacing) -> None:
    for seed in range(20):
        play(game, 3, seed, every=4)


# -- own garages


def own_garage(seat: int) -> list[int]:
    """A legal garage of 44 cards for the car of that seat, unlike the ready-made one."""
    house = [
        card.number
        for card in kinds.KINDS.values()
        if card.type != "car" and card.stage < 2 and card.source == "house"
    ]
    picked = house[seat * 7 :: 5] + house[seat::4]
    return sorted((picked * 3)[:44])


class AllBring(WorldAutoRacing):
    """A race to which everybody has brought a garage; it begins with the shuffling."""

    def setup(self, seats: int, options: Any) -> Race:
        drivers = [
            Racer(car=n(CARS[seat]), garage=own_garage(seat), brought=own_garage(seat))
            for seat in range(seats)
        ]
        return Race(options, drivers, beat="start")


@pytest.mark.by_turns
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_races_with_own_garages_keep_the_contract(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = AllBring()
    stand_in(monkeypatch, game)
    tally = Tally()
    for seed in range(2):
        tally.update(play(game, seats, seed))
    assert tally["dealt anew"] > 20


def brought_race(seed: int) -> Table[State]:
    """A race of three in which seat 1 has brought a garage of drizzle, mostly."""
    table, _ = Table.start(PACKAGE.GAME, 3, SeededChance(seed))
    table.answer(0, table.asks[0].number, table.asks[0].options[0])
    own = ns("drizzle, drizzle, drizzle, drizzle, sun_glare, sun_glare, redline, redline")
    rest = [card for card in kinds.READY[n(CARS[4])] if card not in own]
    garage = DESIGNS.begin(CARS[0])
    ask = table.asks[0]
    assert ask.brought is not None
    bring = ask.brought.wrap(garage, "")
    table.answer(1, ask.number, Bring(bring.car, tuple(sorted(own + rest[:40]))))
    table.answer(2, table.asks[0].number, table.asks[0].options[0])
    return table


def test_nothing_of_anothers_own_garage_is_in_an_imagined_race() -> None:
    table = brought_race(4)
    truth = table.context.state.drivers[1]
    for seed in range(5):
        imagined = table.imagine(0, seed).context.state
        other = imagined.drivers[1]
        assert len(other.hand) == len(truth.hand)
        assert len(other.garage) == len(truth.garage)
        # What is dealt comes of the ready-made garage of that car, and never of the one brought.
        ready = set(kinds.READY[truth.car])
        assert set(other.hand) | set(other.garage) <= ready
        assert other.brought == sorted(other.hand + other.garage)
        assert not {n("drizzle"), n("sun_glare")} & set(other.brought)
    mine = table.imagine(1, 0).context.state.drivers[1]
    assert mine.brought == truth.brought
    assert sorted(mine.garage) == sorted(truth.garage)


def test_what_has_been_seen_of_an_own_garage_stays_where_it_is() -> None:
    table = brought_race(4)
    for ask in list(table.asks):
        table.answer(ask.seat, ask.number, ask.default)
    state = table.context.state
    racer = state.drivers[1]
    racer.junkyard = [racer.garage.pop() for _ in range(3)]
    racer.trait = racer.hand.pop()
    racer.shown = [racer.hand[0]]
    again, _ = Table.begin(PACKAGE.GAME, state, SeededChance(9))
    imagined = again.imagine(2, 7).context.state
    other = imagined.drivers[1]
    assert (other.junkyard, other.trait) == (racer.junkyard, racer.trait)
    assert racer.shown[0] in other.hand
    assert sorted([*other.hand, *other.garage, *public(imagined, 1)]) == other.brought


def test_the_garage_is_in_the_view_of_its_driver_alone() -> None:
    table = brought_race(2)
    truth = tuple(table.context.state.drivers[1].brought)
    assert table.view(1).own_garage(1) == truth
    for seat in (None, 0, 2):
        encoded = msgspec.json.encode(table.view(seat))
        assert table.view(seat).own_garage(1) != truth
        assert msgspec.json.encode(truth) not in encoded
    told = [one for one in table.context.told if isinstance(one.event, e.CarChosen)]
    assert all(one.seats is None for one in told)


# -- knowledge given


def test_a_hand_that_was_shown_stays_known_while_it_is_held() -> None:
    table, _ = Table.start(PACKAGE.GAME, 3, SeededChance(5))
    while table.asks[0].kind != "action":
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, ask.default)
    state = table.context.state
    state.drivers[1].seen = [(0, list(state.drivers[1].hand))]
    again, _ = Table.begin(PACKAGE.GAME, state, SeededChance(9))
    held = sorted(state.drivers[1].hand)
    for seed in range(5):
        assert sorted(again.imagine(0, seed).context.state.drivers[1].hand) == held
    assert any(
        sorted(again.imagine(2, seed).context.state.drivers[1].hand) != held for seed in range(5)
    )
    # Nor does an imagined race tell what somebody else was shown.
    assert again.imagine(2, 1).context.state.drivers[1].seen == [(0, [])]


def test_a_top_card_that_was_looked_at_stays_on_top() -> None:
    table, _ = Table.start(PACKAGE.GAME, 2, SeededChance(5))
    while table.asks[0].kind != "action":
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, ask.default)
    state = table.context.state
    racer = state.drivers[0]
    racer.found = racer.garage[-1:]
    again, _ = Table.begin(PACKAGE.GAME, state, SeededChance(9))
    for seed in range(4):
        imagined = again.imagine(0, seed).context.state.drivers[0]
        assert imagined.garage[-1] == racer.garage[-1]
    assert {again.imagine(1, seed).context.state.drivers[0].garage[-1] for seed in range(9)} != {
        racer.garage[-1]
    }


def test_a_search_that_cannot_find_asks_all_the_same() -> None:
    """Whether something fits is the searcher's secret, so the question must not depend on it."""
    table, _ = Table.start(PACKAGE.GAME, 2, SeededChance(1))
    while table.asks[0].kind != "action":
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, ask.default)
    state = table.context.state
    seat = state.active
    state.drivers[seat].garage = ns("redline, redline")
    state.drivers[seat].hand = ns("data_engineer")
    again, _ = Table.begin(PACKAGE.GAME, state, SeededChance(9))
    again.answer(seat, again.asks[0].number, again.asks[0].options[0])
    assert [ask.kind for ask in again.asks] == ["fetch"]
    assert list(again.asks[0].options) == [Decline()]
