"""What a driver cannot see is dealt anew, what he was shown stays; and known leaks are noticed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import msgspec
import pytest

from games.engine import found
from games.engine.ask import Step
from games.engine.chance import Chance, SeededChance
from games.engine.seen import BACK
from games.engine.table import Context, Table
from games.nascards import Nascards
from games.nascards.cards import NUMBERS
from games.nascards.crash import hit_on
from games.nascards.kinds import touched, why_not
from games.nascards.moves import Aim, Drive
from games.nascards.options import Options
from games.nascards.state import Known, State
from games.nascards.track import reach
from tests.games.conformance import Fault, Loud, check_redeal, play
from tests.games.nascards.racing import Race, cards

SEEDS = range(12)


def imagined(race: Race, seat: int | None) -> list[Table[State]]:
    """Tables that might be this one, as far as a seat can know."""
    return [race.table.imagine(seat, seed) for seed in SEEDS]


def hands(race: Race, seat: int | None, of: int) -> set[tuple[int, ...]]:
    """Hands that a driver has on those."""
    return {tuple(table.context.state.drivers[of].hand) for table in imagined(race, seat)}


def looks(race: Race, seat: int | None) -> set[tuple[int, tuple[int, ...]]]:
    """What the first driver has seen of other hands on those."""
    views = [table.view(0) for table in imagined(race, seat)]
    return {(on, tuple(hand)) for view in views for on, hand in view.drivers[0].looked}


def test_a_hand_that_was_looked_at_stays_as_it_was_seen() -> None:
    race = Race(30, 20, 10).driver(1, hand=[3, 5, 9]).shows(0, "hold back").begin()
    assert len(hands(race, 0, 1)) > 1
    race.give(0, Aim((1,)))
    assert hands(race, 0, 1) == {(3, 5, 9)}
    assert len(hands(race, 2, 1)) > 1
    race.give(0, Drive((6,))).give(1, Drive((5,)))
    assert race.state.known == [Known(0, 1, 3), Known(0, 1, 9)]
    assert hands(race, 0, 1) == {(3, 9)}
    assert looks(race, 0) == {(1, (3, 5, 9))}


def test_what_is_drawn_after_a_look_is_not_known() -> None:
    race = Race(30, 20, 10).driver(1, hand=[3, 5]).driver(0, hand=[1, 2])
    race.shows(0, "hold back").shows(1, "spotters").begin().give(0, Aim((1,)))
    assert race.state.drivers[1].hand == [3, 5, 7]
    seen = hands(race, 0, 1)
    assert len(seen) > 1
    assert all({3, 5} <= set(hand) for hand in seen)


def test_nobody_else_can_tell_a_known_hand_once_a_card_was_stolen_from_it() -> None:
    race = Race(30, 20, 10, draws=[("random card", 1)]).driver(1, hand=[3, 5, 9])
    race.shows(0, "hold back").shows(2, "exploit opportunity").begin()
    race.give(0, Aim((1,))).give(2, Aim((1,)))
    # The thief knows his own cards; the victim knows where the five is.
    assert race.state.known == [Known(1, 2, 5)]
    assert all(5 in hand for hand in hands(race, 1, 2))
    assert len(hands(race, 0, 1)) > 1


def test_what_other_drivers_have_seen_of_third_hands_is_dealt_anew() -> None:
    race = Race(30, 20, 10).driver(1, hand=[3, 5, 9]).shows(0, "hold back").begin()
    race.give(0, Aim((1,)))
    tables = imagined(race, 2)
    assert len(looks(race, 2)) > 1
    assert all(table.context.state.known == [] for table in tables)


def test_cards_thrown_away_unseen_are_known_to_their_driver_alone() -> None:
    race = Race(30, 20).shows(0, "inside track, bump, shove").shows(1, "spotters, support, cut off")
    race.begin()
    assert race.table.view(None).discarded == 6
    for seat in (0, 1, None):
        tables = imagined(race, seat)
        for other in (0, 1):
            thrown = {tuple(table.context.state.drivers[other].thrown) for table in tables}
            assert (len(thrown) == 1) is (other == seat)
        assert {tuple(table.context.state.maneuver_discard) for table in tables} == {
            tuple(cards("inside track, spotters"))
        }


def test_whether_a_card_was_set_aside_is_a_secret_until_drive_fast_is_shown() -> None:
    counts = []
    for follow in ("", "bump"):
        race = Race(30, 20, 10).shows(0, "check up").shows(2, "drive fast, bump, shove", follow)
        race.begin()
        assert race.open == [(0, "aim")]
        counts.append(race.table.view(1).discarded)
        assert race.state.discarded == counts[-1]
        kept = {table.context.state.drivers[2].kept for table in imagined(race, 1)}
        assert len(kept) > 1
        assert race.table.view(2).drivers[2].kept == cards("drive fast")[0]
    assert counts == [2, 2]


def test_where_cards_lie_stays_the_same_while_anything_is_asked() -> None:
    """That lets `redeal` go by the checkpoint alone."""
    for table in races():
        then = msgspec.json.decode(table.save().checkpoint, type=State)
        then.leaving = table.context.state.leaving
        assert then == table.context.state


@pytest.mark.long
def test_rules_that_only_read_find_the_same_in_a_covered_race() -> None:
    looks = 0
    for table in races():
        whole = table.context.state
        for seat in (None, *range(len(whole.drivers))):
            view = table.view(seat)
            for name in ("ranks", "standings", "discarded"):
                assert getattr(view, name) == getattr(whole, name)
            for other in whole.order:
                assert reach(view, other, 7) == reach(whole, other, 7)
                assert hit_on(view, other) == hit_on(whole, other)
                for number in (NUMBERS["sling_shot_pass"], *whole.drivers[other].dealt):
                    assert why_not(view, other, number) == why_not(whole, other, number)
                    assert touched(view, other, number) == touched(whole, other, number)
                looks += 1
    assert looks > 10_000


def races() -> Iterator[Table[State]]:
    """Tables at every question of some races played by whim."""
    for seed in range(14):
        rng = random.Random(seed)
        options = Options(goal=100, races=1 + seed % 2, advantages=seed % 3)
        table, _ = Table.start(Nascards(), 2 + seed % 7, SeededChance(seed), options)
        while table.result is None:
            yield table
            ask = rng.choice(table.asks)
            usual = not ask.options or (ask.kind == "pit" and rng.random() < 0.9)
            value = ask.default if usual else rng.choice(ask.options)
            table.answer(ask.seat, ask.number, value)
            if rng.random() < 0.002 and table.result is None:
                for order in table.game.orders(table.context.state, ask.seat):
                    table.order(ask.seat, order)


# -- leaks put in on purpose


class ViewOfThePile(Nascards):
    def view(self, state: State, seat: int | None) -> Any:
        return msgspec.structs.replace(super().view(state, seat), turn=state.speed_pile[-1])


class ViewOfAnothersKeptCard(Nascards):
    def view(self, state: State, seat: int | None) -> Any:
        return msgspec.structs.replace(super().view(state, seat), turn=state.drivers[0].kept)


class CountOfWhatLiesBesideAKeptCard(Nascards):
    """The honest count of the discards, which tells who has set a card aside."""

    def view(self, state: State, seat: int | None) -> Any:
        seen = super().view(state, seat)
        keepers = [driver for driver in state.drivers if driver.kept >= 0]
        beside = sum(len(driver.dealt) - 1 - (driver.follow >= 0) for driver in keepers)
        discard = [*seen.maneuver_discard, *[BACK] * beside]
        return msgspec.structs.replace(seen, maneuver_discard=discard)


class DefaultOfAnothersHand(Nascards):
    def beat(self, context: Context[State]) -> Step[None] | None:
        step = super().beat(context)
        return None if step is None else self._asked(context, step)

    def _asked(self, context: Context[State], step: Step[None]) -> Step[None]:
        for asks in step:
            for ask in asks:
                hand = context.state.drivers[1 - ask.seat % 2].hand
                ask.default = ask.options[sum(hand) % len(ask.options)] if ask.options else None
            yield asks


class DrawsToldToAll(Nascards):
    def beat(self, context: Context[State]) -> Step[None] | None:
        return super().beat(Loud(context))


class PileNotDealtAnew(Nascards):
    def redeal(self, then: State, now: State, seat: int | None, chance: Chance) -> State:
        pile = list(then.maneuver_pile)
        state = super().redeal(then, now, seat, chance)
        state.maneuver_pile = pile
        return state


LEAKS: list[tuple[type[Nascards], str]] = [
    (ViewOfThePile, "view of seat"),
    (ViewOfAnothersKeptCard, "view of seat"),
    (DefaultOfAnothersHand, "question of seat"),
    (DrawsToldToAll, "events told to seat"),
    (PileNotDealtAnew, "imagine of imagine|cards dealt anew"),
]


@pytest.mark.parametrize(("leak", "fault"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_known_leak_is_noticed(
    leak: type[Nascards], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky = leak()
    monkeypatch.setattr(found, "_game", lambda name: leaky)
    with pytest.raises(Fault, match=fault):
        play_often(leaky)


def play_often(game: Nascards) -> None:
    for seed in range(40):
        play(game, 3, seed, orders=True, every=4)


@pytest.mark.parametrize(
    "game", [Nascards(), CountOfWhatLiesBesideAKeptCard()], ids=lambda game: type(game).__name__
)
def test_a_count_that_tells_of_a_card_set_aside_is_noticed(game: Nascards) -> None:
    race = Race(30, 20, 10).shows(0, "check up").shows(2, "drive fast, bump, shove", "bump")
    table, _ = Table.begin(game, race.state, race.chance)
    honest = type(game) is Nascards
    with nullcontext() if honest else pytest.raises(Fault, match="view of seat 1"):
        for seed in SEEDS:
            check_redeal(table, 1, seed)
