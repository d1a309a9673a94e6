"""Marks: who sees which part of a state, and what is dealt anew."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from games.engine import seen
from games.engine.chance import SeededChance
from games.engine.seen import BACK, Backs, Open, Own, Private, Public, Secret, Up, deck


class Note(msgspec.Struct, frozen=True):
    text: str


class Driver(msgspec.Struct):
    miles: Open[int] = 0
    hand: Annotated[Own[list[int]], deck("speed")] = []
    kept: Own[int] = -1
    dealt: Private[list[int]] = []
    notes: Open[list[Note]] = []
    plan: Secret[list[int]] = []


class Race(msgspec.Struct):
    drivers: Open[list[Driver]]
    hands: Own[list[list[int]]]
    bids: Own[list[int]]
    pile: Annotated[Backs[list[int]], deck("speed")] = []
    played: Up[list[int]] = []
    grid: Open[list[list[int]]] = []
    order: Secret[int] = 7
    seat: Open[int | None] = None


def race() -> Race:
    drivers = [
        Driver(3, [1, 2], 1, [9], [Note("a")], [5]),
        Driver(4, [3, 4, 5], 2, [8, 8], [], [6, 6]),
    ]
    return Race(drivers, [[10, 11], [12]], [20, 21], [6, 7], [8], [[0, 1]], 3)


def test_a_spectator_sees_what_everybody_sees() -> None:
    view = seen.view(race(), None)
    assert [driver.miles for driver in view.drivers] == [3, 4]
    assert [driver.hand for driver in view.drivers] == [[BACK] * 2, [BACK] * 3]
    assert [driver.kept for driver in view.drivers] == [-1, -1]
    assert [driver.dealt for driver in view.drivers] == [[], []]
    assert [driver.plan for driver in view.drivers] == [[], []]
    assert view.drivers[0].notes == [Note("a")]
    assert view.hands == [[BACK] * 2, [BACK]]
    assert view.bids == [BACK, BACK]
    assert (view.pile, view.played, view.grid, view.order) == ([BACK] * 2, [8], [[0, 1]], 7)


def test_a_seat_sees_its_own_besides() -> None:
    view = seen.view(race(), 1)
    assert [driver.hand for driver in view.drivers] == [[BACK] * 2, [3, 4, 5]]
    assert [driver.kept for driver in view.drivers] == [-1, 2]
    assert [driver.dealt for driver in view.drivers] == [[], [8, 8]]
    assert view.drivers[1].plan == []
    assert view.hands == [[BACK] * 2, [12]]
    assert view.bids == [BACK, 21]


def test_a_view_is_a_copy_of_its_own() -> None:
    state = race()
    before = msgspec.json.encode(state)
    view = seen.view(state, 0)
    view.drivers[0].hand.append(99)
    view.grid[0].append(99)
    view.drivers[1].notes.append(Note("b"))
    view.played.clear()
    assert msgspec.json.encode(state) == before


def test_cards_are_counted_wherever_they_lie() -> None:
    cards = sorted(seen.cards(race()))
    assert cards == sorted([1, 2, 9, 3, 4, 5, 8, 8, 10, 11, 12, 6, 7, 8])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_hidden_cards_change_places_within_their_deck(seat: int | None) -> None:
    met = set()
    for seed in range(40):
        now = race()
        then = seen.redeal(race(), now, seat, SeededChance(seed))
        assert sorted(seen.cards(then)) == sorted(seen.cards(now))
        assert msgspec.json.encode(seen.view(then, seat)) == msgspec.json.encode(
            seen.view(now, seat)
        )
        speed = [card for driver in then.drivers for card in driver.hand] + then.pile
        assert sorted(speed) == [1, 2, 3, 4, 5, 6, 7]
        met.add(msgspec.json.encode(then))
    assert len(met) > 1


def test_what_has_become_public_or_known_since_stays() -> None:
    """Seat 1 has played a 3 since the checkpoint, and seat 0 has drawn the 7."""
    for seed in range(40):
        now = race()
        now.drivers[1].hand.remove(3)
        now.played.append(3)
        now.drivers[0].hand.append(now.pile.pop())
        then = seen.redeal(race(), now, 0, SeededChance(seed))
        assert 3 in then.drivers[1].hand
        assert then.pile[-1] == 7
        assert then.drivers[0].hand == [1, 2]


def test_what_is_hidden_and_no_card_is_named() -> None:
    assert seen.undealt(Race) == ["Race.bids", "Race.order", "Driver.kept", "Driver.plan"]


def test_every_field_wants_a_mark() -> None:
    class Part(msgspec.Struct):
        open: Open[int] = 0
        forgotten: int = 0

    class State(msgspec.Struct):
        parts: Open[list[Part]]
        nothing: Secret[int]
        also: list[int] = []

    # Types of a function are not found by name, so they are given.
    State.__annotations__ = {"parts": Open[list[Part]], "nothing": Secret[int], "also": list[int]}
    Part.__annotations__ = {"open": Open[int], "forgotten": int}
    assert seen.unmarked(State) == ["State.also", "Part.forgotten"]
    assert seen.uncovered(State) == ["State.nothing"]


def test_whether_anything_is_hidden() -> None:
    assert seen.hides(Race)
    assert not seen.hides(Plain)


class Plain(msgspec.Struct):
    scores: Open[list[int]]
    drivers: Open[list[Note]]


class Car(msgspec.Struct):
    owner: Open[int]
    armor: Private[list[int]] = []


class Fight(msgspec.Struct):
    cars: Open[list[Car]]
    over: Open[bool] = False
    bank: Own[int] = 0
    plans: Secret[list[int]] = []

    @property
    def bare(self) -> bool:
        return self.over


def test_a_struct_with_an_owner_is_that_seats_wherever_it_lies() -> None:
    fight = Fight([Car(1, [5]), Car(1, [6]), Car(0, [7])], bank=9, plans=[1])
    assert [seen.view(fight, seat).bank for seat in (None, 0, 1)] == [0, 0, 0]
    assert [car.armor for car in seen.view(fight, 1).cars] == [[5], [6], []]
    assert [car.armor for car in seen.view(fight, 0).cars] == [[], [], [7]]
    dealt = seen.redeal(fight, fight, 1, SeededChance(1))
    assert [car.armor for car in dealt.cars] == [[5], [6], [7]]


def test_a_bare_state_hides_what_is_secret_alone() -> None:
    fight = Fight([Car(0, [5]), Car(1, [6])], over=True, plans=[1])
    view = seen.view(fight, None)
    assert [car.armor for car in view.cars] == [[5], [6]]
    assert view.plans == []
    view.cars[0].armor.append(9)
    assert fight.cars[0].armor == [5]
    dealt = seen.redeal(fight, fight, None, SeededChance(1))
    assert [car.armor for car in dealt.cars] == [[5], [6]]


def test_a_part_that_is_public_needs_no_marks() -> None:
    class Lies(Public, msgspec.Struct):
        open: int = 0
        kept: Secret[int] = 0

    Lies.__annotations__ = {"open": int, "kept": Secret[int]}
    assert seen.unmarked(Lies) == []
    assert seen.view(Lies(1, 2), None) == Lies(1, 0)
