"""Drivers leave for good while anything is asked, and the race goes on without them."""

from __future__ import annotations

import random
from typing import Any

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.table import Table
from games.nascards import GAME
from games.nascards import events as e
from games.nascards.moves import Keep, Leave
from games.nascards.options import Options
from tests.games.nascards.racing import Race, card, cards

RACES = 700
IN_A_CARD = ("aim", "drop", "follow", "pick")
"""Questions in the middle of a card: who leaves there is gone before the card has gone on."""
ASKING = {card("drive fast"), card("radio chatter"), card("working the line")}


def _value(ask: Ask[Any], rng: random.Random) -> Any:
    """Any answer, rather a card that asks once more."""
    asking = [o for o in ask.options if isinstance(o, Keep) and o.card in ASKING]
    if asking and rng.random() < 0.8:
        return rng.choice(asking)
    if ask.combination is not None and (not ask.options or rng.random() < 0.5):
        return ask.combination.wrap(
            tuple(rng.sample(list(ask.combination.items), ask.combination.least))
        )
    return rng.choice(list(ask.options))


def _leave(table: Table[Any], kind: str, rng: random.Random) -> None:
    """Any number of drivers may leave, most likely in the middle of a card."""
    odds = 0.25 if kind in IN_A_CARD else 0.004
    for seat in range(len(table.context.state.drivers)):
        if rng.random() < odds and GAME.orders(table.context.state, seat):
            table.order(seat, Leave())


def test_no_race_stops_whoever_leaves_at_whatever_question() -> None:
    left_in: set[str] = set()
    for seed in range(RACES):
        rng = random.Random(seed)
        options = Options(goal=100, races=1 + seed % 2, race_on=seed % 3 == 0)
        table, told = Table.start(GAME, 2 + seed % 7, SeededChance(seed), options)
        gone: set[int] = set()
        while table.result is None:
            ask = rng.choice(table.asks)
            assert ask.seat not in gone
            assert ask.read(ask.default) == ask.default
            _leave(table, ask.kind, rng)
            if table.context.state.leaving:
                left_in.add(ask.kind)
            told = table.answer(ask.seat, ask.number, _value(ask, rng))
            for one in told:
                event = one.event
                if isinstance(event, e.HandSeen):
                    assert event.seat not in gone
                if isinstance(event, e.Totaled) and event.retired:
                    gone.add(event.seat)
    assert left_in >= {"pit", "keep", "drive", *IN_A_CARD}


def test_who_has_left_is_not_asked_where_a_card_goes_that_he_picked() -> None:
    race = Race(50, 40, 30, 20).shows(1, "radio chatter")
    race.state.maneuver_pile = cards("momentum, spotters, clean air, check up")
    race.begin()
    assert race.open == [(1, "pick")]
    race.table.order(1, Leave())
    race.give(1, Keep(card("check up")))
    # It goes where it would go if nobody said so: at the Leader.
    assert race.miles[0] == 48
    assert race.state.drivers[1].left
    assert race.open == [(0, "drive")]


def test_a_card_is_aimed_only_at_cars_that_are_still_there() -> None:
    dice = [("mishap roll", 1)] * 2
    race = Race(50, 40, 30, 20, 10, 5, draws=dice).shows(1, "radio chatter")
    race.state.maneuver_pile = cards("momentum, spotters, blocking, three abreast")
    race.begin()
    for seat in (0, 2, 3):
        race.table.order(seat, Leave())
    race.give(1, Keep(card("three abreast")))
    assert [rolled.seat for rolled in race.told(e.MishapRolled)] == [4, 5]
    assert race.open == [(1, "drive")]


def test_who_has_left_is_shown_no_hand() -> None:
    race = Race(50, 40, 30).shows(1, "radio chatter")
    race.state.maneuver_pile = cards("momentum, spotters, clean air, hold back")
    race.begin()
    race.table.order(1, Leave())
    race.give(1, Keep(card("hold back")))
    assert not race.told(e.HandSeen)
    assert not race.told(e.HandLooked)
    assert race.state.known == []


def test_a_neighbor_that_has_left_cannot_be_chosen() -> None:
    race = Race(50, 40, 30).shows(1, "radio chatter")
    race.state.maneuver_pile = cards("momentum, spotters, clean air, hung out to dry")
    race.begin()
    race.table.order(0, Leave())
    race.give(1, Keep(card("hung out to dry")))
    assert [changed.seat for changed in race.told(e.RollChanged)] == [2]
    assert race.open == [(1, "drive")]
