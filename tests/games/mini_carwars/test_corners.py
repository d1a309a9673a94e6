"""The corner of a turn is asked where a contact, an arc, cover or a range would differ."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.walk import presses, walk
from games.mini_carwars import GAME
from games.mini_carwars.corners import spare
from games.mini_carwars.maneuvers import drives
from games.mini_carwars.moves import Drive
from games.mini_carwars.state import State
from tests.games.mini_carwars.sights import ask, car, sight

FAR = sight(cars=(car(0, 0, speed=40), car(1, 1, x=3.0, y=30.5)))
SIDEWAYS = sight(cars=(car(0, 0, speed=40), car(1, 1, x=1.1, y=1.0)))


def offered(view: State, how: str, mph: int = 40) -> list[str]:
    """The second keys of a move that a front end shows."""
    view = replace(view, vehicles=[replace(view.cars[0], speed=mph), *view.cars[1:]])
    asked = ask("move", *drives(False, mph), spare=spare(view, 0))
    stand = walk(asked, GAME.words, (how,))
    assert stand is not None
    return [*stand.keys]


def test_far_from_everything_the_corner_is_not_asked() -> None:
    assert offered(FAR, "swerve") == ["l15", "r15", "l30", "r30"]


def test_a_contact_makes_a_difference() -> None:
    assert {"r30", "r30left"} <= {*offered(SIDEWAYS, "swerve")}


def test_an_arc_makes_a_difference() -> None:
    # About one corner it comes to the left of the other's rear, about the other to the right.
    keys = offered(sight(cars=(car(0, 0, speed=40), car(1, 1, y=30.5))), "swerve")
    assert {"l15", "l15right"} <= {*keys}


def test_no_maneuver_takes_more_than_two_presses() -> None:
    for view in (FAR, SIDEWAYS):
        for mph in (10, 40):
            asked = ask("move", *drives(False, mph), spare=spare(view, 0))
            for drive in asked.options:
                assert 1 <= len(presses(asked, GAME.words, drive)) <= 2


def test_what_is_not_offered_is_legal() -> None:
    asked = ask("move", *drives(False, 40), spare=spare(FAR, 0))
    other = Drive("swerve", 30, "left")
    assert asked.read(other) == other
    stand = walk(asked, GAME.words, other.path)
    assert stand is not None
    assert stand.answer == other
