"""Shortcuts beside a Speed card: what follows it is decided with it, and asked again where
something has come between."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.table import Table
from games.nascards import GAME
from games.nascards.cards import NUMBERS
from games.nascards.decks import discard_random, draw_for, take_over, throw_hand
from games.nascards.effects import drop
from games.nascards.moves import Drive, Pit, Stay
from games.nascards.options import Options
from games.nascards.plans import PLANS, Stint
from games.nascards.state import Driver, State


def race(*hand: int) -> Table[State]:
    """Two cars in a long race, the first about to choose a Speed card of this hand."""
    table, _ = Table.start(GAME, 2, SeededChance(3), Options(goal=500))
    ask = asked(table, "drive")
    state = table.context.state
    state.drivers[ask.seat].hand = list(hand)
    return Table.begin(GAME, state, SeededChance(3))[0]


def asked(table: Table[State], *kinds: str, plan: Stint | None = None) -> Ask[Any]:
    """The first driver's next question of these kinds; all others are answered by their defaults,
    those that the plan answers as it does."""
    for _ in range(200):
        ask = table.asks[0]
        value = PLANS.answer(table.view(0), ask, plan) if ask.seat == 0 else None
        if ask.seat == 0 and ask.kind in kinds and value is None:
            return ask
        table.answer(ask.seat, ask.number, ask.default if value is None else value)
    raise AssertionError(kinds)


def pressed(table: Table[State], key: str) -> Stint:
    """The plan of a button beside the open question."""
    offer = PLANS.offered(table.view(0), asked(table, "drive"), None, key)
    assert offer is not None
    plan: Stint = offer.plan
    return plan


def texts(table: Table[State]) -> list[str]:
    return [offer.text for offer in PLANS.offers(table.view(0), asked(table, "drive"), None)]


def test_what_is_offered() -> None:
    assert texts(race(2, 6, 9)) == ["9, then stay out", "9, then pit", "9, 6, then pit"]
    assert texts(race(2, 5, 9)) == ["9, then stay out", "9, then pit"]
    table = race(2, 5, 9)
    assert PLANS.offered(table.view(0), asked(table, "drive"), None, "stint") is None
    assert PLANS.offers(table.view(0), asked(table, "pit"), None) == []


def test_nothing_is_offered_beside_a_card_that_wins() -> None:
    table = race(2, 6, 9)
    view = table.view(0)
    view.drivers[0].miles = view.options.goal - 9
    assert PLANS.offers(view, asked(table, "drive"), None) == []
    view.drivers[0].miles -= 1
    assert PLANS.offers(view, asked(table, "drive"), None)


@pytest.mark.parametrize(("key", "then"), [("stay", Stay()), ("pit", Pit())])
def test_the_pit_is_decided_with_the_card_before_it(key: str, then: Stay | Pit) -> None:
    table = race(2, 6, 9)
    plan, turn = pressed(table, key), table.view(0).turn
    ask = asked(table, "drive")
    assert PLANS.answer(table.view(0), ask, plan) == Drive((9,))
    assert PLANS.told(table.view(0), plan) == (
        "9, then pit" if key == "pit" else "9, then stay out"
    )
    table.answer(0, ask.number, Drive((9,)))
    ask = asked(table, "pit")
    assert table.view(0).turn == turn + 1
    assert PLANS.answer(table.view(0), ask, plan) == then
    assert PLANS.told(table.view(0), plan) == f"{'pit' if key == 'pit' else 'stay out'} next turn"


def test_who_pits_drives_on_after_it_and_is_asked_no_sooner() -> None:
    table = race(2, 6, 9)
    plan, turn = pressed(table, "pit"), table.view(0).turn
    ask = asked(table, "drive", "pit", plan=plan)
    assert (ask.kind, table.view(0).turn, table.view(0).me.pit_stops) == ("drive", turn + 2, 1)
    assert PLANS.told(table.view(0), plan) == ""
    table.answer(0, ask.number, ask.default)
    assert asked(table, "pit", plan=plan).kind == "pit"


def test_a_stint_plays_its_cards_one_a_turn_and_pits() -> None:
    table = race(2, 6, 7, 9)
    plan, turn = pressed(table, "stint"), table.view(0).turn
    told, played = [], []
    while table.view(0).turn < turn + 3:
        ask = table.asks[0]
        value = PLANS.answer(table.view(0), ask, plan) if ask.seat == 0 else None
        if ask.seat == 0 and ask.kind in ("pit", "drive"):
            told.append(PLANS.told(table.view(0), plan))
            played.append(value)
        table.answer(ask.seat, ask.number, ask.default if value is None else value)
    assert played == [Drive((9,)), Stay(), Drive((7,)), Stay(), Drive((6,))]
    assert told == ["9, 7, 6, then pit", *["7, 6, then pit"] * 2, *["6, then pit"] * 2]
    assert PLANS.answer(table.view(0), asked(table, "pit"), plan) == Pit()


def sees(view: State, **change: Any) -> State:
    """What a seat sees once its own car is another."""
    drivers: list[Driver] = list(view.drivers)
    drivers[0] = replace(drivers[0], **change)
    return replace(view, drivers=drivers)


def played_on(plan: str = "stint") -> tuple[Table[State], Ask[Any], Stint]:
    """The second Speed card of a plan is asked for: the first was played as planned."""
    table = race(2, 6, 7, 9)
    made = pressed(table, plan)
    table.answer(0, asked(table, "drive").number, Drive((9,)))
    return table, asked(table, "drive"), made


@pytest.mark.parametrize(
    "change", [{"momentum": 3}, {"blocked_by": [1]}, {"speed_max": 2}], ids=str
)
def test_a_card_that_bears_on_the_speed_card_is_asked_about(change: dict[str, Any]) -> None:
    table, ask, plan = played_on()
    view = table.view(0)
    assert PLANS.answer(view, ask, plan) == Drive((7,))
    assert PLANS.answer(sees(view, **change), ask, plan) is None
    assert PLANS.told(sees(view, **change), plan) == "7, 6, then pit", "the plan goes on"
    assert PLANS.ended(sees(view, **change), plan) == ""


@pytest.mark.parametrize(
    "change", [{"momentum": 3}, {"blocked_by": [1]}, {"speed_max": 2}], ids=str
)
def test_what_bears_on_the_speed_card_is_known_to_who_presses(change: dict[str, Any]) -> None:
    table = race(2, 6, 7, 9)
    ask = asked(table, "drive")
    view = sees(table.view(0), **change)
    offer = PLANS.offered(view, ask, None, "pit")
    assert offer is not None
    assert PLANS.answer(view, ask, offer.plan) == Drive((9,))


def test_nothing_is_told_of_the_plan_of_a_wreck() -> None:
    table, _, plan = played_on()
    view = sees(table.view(0), status="totaled", hand=[], hand_changes=9)
    assert (PLANS.told(view, plan), PLANS.ended(view, plan)) == ("", "")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"engine_penalty": -2}, "your engine was damaged."),
        ({"hand": [2, 6], "hand_changes": 9}, "your hand has changed."),
        ({"hand": [2, 6, 10], "hand_changes": 9}, "your hand has changed."),
        ({"hand": [6, 7, 9]}, "you played another card."),
    ],
    ids=str,
)
def test_what_was_not_foreseen_ends_a_plan(change: dict[str, Any], why: str) -> None:
    table, ask, plan = played_on()
    view = table.view(0)
    assert PLANS.ended(view, plan) == ""
    other = sees(view, **change)
    assert PLANS.answer(other, ask, plan) is None
    assert PLANS.told(other, plan) == ""
    assert PLANS.ended(other, plan) == why


def test_a_pit_that_was_not_planned_ends_a_plan() -> None:
    table = race(2, 6, 7, 9)
    plan = pressed(table, "stint")
    table.answer(0, asked(table, "drive").number, Drive((9,)))
    table.context.state.drivers[0].forced_pits = 1
    ask = asked(table, "pit", "keep", "drive")
    assert table.view(0).drivers[0].pit_stops == 1
    assert (PLANS.answer(table.view(0), ask, plan), PLANS.told(table.view(0), plan)) == (None, "")
    assert PLANS.ended(table.view(0), plan) == "you had to pit."


def test_a_plan_that_was_carried_out_has_not_ended_before_its_time() -> None:
    for key in ("stay", "pit", "stint"):
        table = race(2, 6, 7, 9)
        plan, turn = pressed(table, key), table.view(0).turn
        while table.view(0).turn < turn + 6:
            ask = table.asks[0]
            value = PLANS.answer(table.view(0), ask, plan) if ask.seat == 0 else None
            if ask.seat == 0 and table.view(0).drivers[0].crash < 0:
                assert PLANS.ended(table.view(0), plan) == ""
            table.answer(ask.seat, ask.number, ask.default if value is None else value)


def test_a_hand_with_as_many_other_cards_is_another() -> None:
    """A card is lost and another drawn: it counts that cards came and went, whatever they were."""
    table, _, plan = played_on()
    context = table.context
    before = list(context.state.drivers[0].hand)
    discard_random(context, 0, 1)
    draw_for(context, 0, 1)
    assert len(context.state.drivers[0].hand) == len(before)
    table = Table.begin(GAME, context.state, SeededChance(3))[0]
    view = sees(table.view(0), hand=before)
    assert PLANS.ended(view, plan) == "your hand has changed.", "even if it was such a card again"
    assert PLANS.answer(view, asked(table, "drive"), plan) is None


def test_every_way_into_a_hand_and_out_of_it_is_counted_but_for_driving() -> None:
    table = race(2, 6, 7, 9)
    context, counted = table.context, [table.context.state.drivers[0].hand_changes]

    def more(seat: int = 0) -> int:
        counted.append(context.state.drivers[seat].hand_changes)
        return counted[-1] - counted[-2]

    draw_for(context, 0, 1)
    assert more() == 1
    discard_random(context, 0, 1)
    assert more() == 1
    drop(context, 0, NUMBERS["efficient_driving"], (context.state.drivers[0].hand[0],))
    assert more() == 1
    take_over(context.state, 0, 1, context.state.drivers[0].hand[0])
    assert more() == 1
    throw_hand(context.state, 0)
    assert more() == 1
    table = race(2, 6, 7, 9)
    before = table.context.state.drivers[0].hand_changes
    table.answer(0, asked(table, "drive").number, Drive((9,)))
    assert table.context.state.drivers[0].hand_changes == before


def test_who_is_asked_tells_nothing_of_a_hand() -> None:
    """It hangs on what lies open: what was driven, and how often cards came or went otherwise."""
    for cards, hand in (((2, 6, 7, 9), [2, 6, 7]), ((1, 1, 1, 9), [1, 1, 1])):
        table = race(*cards)
        plan = pressed(table, "pit")
        table.answer(0, asked(table, "drive").number, Drive((9,)))
        ask, view = asked(table, "pit"), table.view(0)
        assert view.hand == tuple(hand)
        assert PLANS.answer(view, ask, plan) == Pit()
        other = sees(view, hand_changes=view.drivers[0].hand_changes + 1)
        assert PLANS.answer(other, ask, plan) is None


def test_a_plan_of_another_race_counts_no_more() -> None:
    table = race(2, 6, 9)
    plan = replace(pressed(table, "stay"), race=2)
    assert PLANS.answer(table.view(0), asked(table, "drive"), plan) is None
    assert PLANS.told(table.view(0), plan) == ""
