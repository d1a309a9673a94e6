"""What has just happened: how long a board shows it, and that it is told."""

from __future__ import annotations

from typing import Any

import pytest

from games.carwars import events as e
from games.carwars.base import Move, along, legs_of
from games.carwars.events import Touched
from games.carwars.state import Attack
from games.engine.players import Player
from images.carwars import ARTIST
from images.carwars.happened import NEWS, SAID, latest, pending
from images.carwars.model import Board
from images.choices import Now
from images.shots import NOTHING
from tests.images.carwars import fights
from tests.images.carwars.fights import PLAYERS


def moved(seat: int, kind: str = "straight", side: int = 0, tenths: int = 0) -> e.Moved:
    move, start = Move(kind, side, tenths), (3.0, 3.0, 0.0)  # type: ignore[arg-type]
    path = [start]
    for leg in legs_of(start, move):
        path.append(along(path[-1], [leg]))
    return e.Moved(seat, 1, move, tuple(path))


def test_an_attack_stays_until_one_of_the_two_drives() -> None:
    events = fights.combat()
    whose = [(shot.attack.seat, shot.attack.target) for shot in latest(events).shots]
    assert whose == [(3, 1), (1, 2), (0, 1)]
    left = {seat: latest([*events, moved(seat)]).shots for seat in range(4)}
    assert {seat: len(shots) for seat, shots in left.items()} == {0: 2, 1: 0, 2: 2, 3: 2}


def test_what_was_lost_stays_until_that_car_drives() -> None:
    events = fights.combat()
    assert latest(events).blows == ((2, 3, 2, 2), (1, 3, 3, 1))
    assert latest([*events, moved(1)]).blows == ((2, 3, 2, 2),)
    twice = [*events, e.ArmorLost(1, 3, 1, 0)]
    assert latest(twice).blows == ((2, 3, 2, 2), (1, 3, 4, 0))
    assert latest(twice).last[1] == (3, 4)
    assert latest([*events, e.RoundBegan(6, 0), e.ArmorLost(1, 3, 1, 0)]).last[1] == (3, 1)


def test_what_comes_of_an_attack_belongs_to_it() -> None:
    shots = latest(fights.combat()).shots
    assert [shot.held for shot in shots] == [True, False, False]
    assert [type(x) for x in shots[1].after] == [e.Defended, e.ArmorLost, e.FireStarted]
    assert shots[2].defense == fights.combat()[-2]


def test_marks_of_tires_are_those_of_the_last_who_drove() -> None:
    turn = moved(0, "turn", 1, 450)
    assert latest([moved(0), turn]).tracks == (turn.path,)
    assert latest([turn, moved(1)]).tracks == ()
    met = e.Collided(0, 0, Touched(1, 2), (4.0, 3.0))
    assert latest([moved(0), met]).meets == ((4.0, 3.0),)
    assert latest([moved(0), met, moved(1)]).meets == ()


def test_an_attack_whose_dice_lie_is_shown_before_it_is_over() -> None:
    view = fights.duel()
    assert pending(view) is None
    view.attack = Attack(0, 1, 5, 1, 3)
    assert pending(view) is None
    view.attack.dice = list(fights.dice(("red", 4), ("white", 2)))
    shot = pending(view)
    assert shot is not None
    assert shot.defense is None
    assert (shot.attack.basic.total, shot.attack.tire.total) == (1, 1)
    view.attack.basic, view.attack.tire, view.attack.defended = 4, 1, True
    view.attack.defense = list(fights.dice(("yellow", 0), ("yellow", 2)))
    view.attack.cover = 1
    shot = pending(view)
    assert shot is not None
    assert shot.defense is not None
    told = shot.defense
    assert (told.rolled, told.tire, told.basic, told.through, told.through_tire) == (1, 1, 1, 3, 0)
    # Shields that are bought count, and what tires cannot take is basic damage.
    more = fights.replaced(view.attack, tire=6, bought=1, cover=0)
    tires = [fights.replaced(each, tires=3) for each in view.cars]
    other = pending(fights.replaced(view, attack=more, cars=tires))
    assert other is not None
    assert other.through == (5, 3)
    # The same attack is not shown twice.
    rolled = fights.attacked(0, 1, 3)
    assert Board(view, PLAYERS, Now(recent=latest([rolled]))).latest.shots == (shot,)


@pytest.mark.parametrize("count", range(1, 11))
def test_what_has_happened_is_told(count: int) -> None:
    events = fights.combat()[:count]
    words = ARTIST.board(fights.four(), PLAYERS, Now(recent=latest(events))).long_description()
    shown: list[Any] = [x for x in events if not isinstance(x, e.RoundBegan)]
    assert list(latest(events).told) == shown[-8:]
    assert words.partition("Just now: ")[2].count("; ") >= len(shown) - 1 or count > 8
    assert ("loses 3 armor: 1 left" in words) == (count == 10)


def test_short_lines_have_no_fault_and_name_who_did_it() -> None:
    assert list(SAID.faults()) == []
    lines = NEWS.lines(fights.combat()[-1:], [Player("Ann"), Player("Rook")])
    assert [line.words for line in lines] == ["left: 3 armor off, 1 left"]
    assert len(lines[0].plates) == 1
    assert latest([]) == NOTHING
