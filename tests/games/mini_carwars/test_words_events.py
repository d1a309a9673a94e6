"""What Mini Car Wars tells of events, to each reader."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from tests.games.mini_carwars.sights import PLAYERS, TAGS, n

WORDS = GAME.words

HERE = (0.0, 0.0, 0.0)
NOWHERE = (0.0, 0.0)


def moved(how: str, amount: int, hold: str, *path: e.Pose, stopped: bool = False) -> e.Moved:
    return e.Moved(0, 4, how, amount, hold, (HERE, *path), stopped, tags=TAGS)


def fired(dice: tuple[int, int], hit: bool, *parts: Part, person: int = 0) -> e.Fired:
    return e.Fired(
        *(0, person, 0, "mg", 3, 1, 3, NOWHERE, (5.0, 5.0), 5.2345, Sum(parts), 7, dice, hit),
        tags=TAGS,
    )


def hit(points: int, side: int = 3, **changes: Any) -> e.Hit:
    plain: dict[str, Any] = {
        "vehicle": 1,
        "side": side,
        "by": 0,
        "dice": (points,),
        "points": points,
        "breached": False,
        "through": 0,
        "part": "",
        "die": 0,
        "cloth": 0,
        "inside": 0,
        "state": 0,
        "weapons": (),
        "far": 0,
        "far_breached": False,
        "off": 0,
        "tags": TAGS,
    }
    return e.Hit(**{**plain, **changes})


def collided(
    other: int,
    kind: str,
    dice: tuple[tuple[int, ...], tuple[int, ...]],
    points: tuple[int, int],
    after: tuple[int, int],
    speed: int = 60,
) -> e.Collided:
    return e.Collided(
        0, other, kind, (0, 3), (60, 40), speed, dice, points, after, NOWHERE, tags=TAGS
    )


RANGE, FRONT = Part(-1, "range"), Part(-1, "front")
TOLD: list[tuple[Any, int | None, str]] = [
    (e.Bought(0, n("courier_b"), 800), 0, "You buy a Courier (b): $800 left."),
    (
        e.Lined(
            "road-duel",
            (0, 1),
            (n("courier"), n("mini_sherman")),
            ((-0.5, 9.0, 0.0), (0.5, 0.0, 0.0)),
            (60, 60),
            7,
        ),
        1,
        "Road duel: Ann with a Courier, you with a Mini Sherman; at 60 mph, Ann 7 inches in front.",
    ),
    (
        e.Lined(
            "pack-attack",
            (0, 1, 1, 1),
            (n("courier"), n("shogun_100"), n("shogun_100"), n("shogun_220")),
            (HERE,) * 4,
            (80,) * 4,
        ),
        None,
        "Pack attack: Ann with a Courier, Ben with 2 Shogun 100 and a Shogun 220; at 80 mph.",
    ),
    (
        e.Lined("open-fight", (0, 1), (n("courier"), n("courier")), (HERE,) * 2, (0, 60)),
        1,
        "Open fight: Ann with a Courier, you with a Courier; at 0 to 60 mph.",
    ),
    (e.TurnBegan(5), None, "Turn 5 begins."),
    (
        e.SpeedsShown((40, 50), (50, 50), tags=TAGS),
        0,
        "Speeds: your Courier up to 50 mph, Ben's Mini Sherman 50 mph.",
    ),
    (
        e.SpeedsShown((10, 0), (0, -10), tags=TAGS),
        None,
        "Speeds: Ann's Courier down to 0 mph, Ben's Mini Sherman up to 10 mph in reverse.",
    ),
    (
        e.SpeedsShown((80, 80, 80, 80), (80, 70, 90, 80), tags=TAGS),
        None,
        "Speeds: A 80 mph, B down to 70 mph, C1 up to 90 mph, C2 80 mph.",
    ),
    (e.SpeedsShown((0, 0), (0, 0), tags=TAGS), None, "Nothing moves this turn."),
    (moved("straight", 0, "", (0.0, 1.0, 0.0)), 0, "Your Courier drives straight ahead."),
    (moved("straight", 0, "", (0.0, -1.0, 0.0)), 1, "Ann's Courier backs straight."),
    (
        moved("drift", -2, "", (-0.5, 1.0, 0.0)),
        1,
        "Ann's Courier drifts half an inch to the left.",
    ),
    (
        moved("swerve", 30, "left", (0.0, 1.0, 0.0), (0.1, 1.0, 30.0)),
        None,
        "Ann's Courier swerves 30 degrees right about its left rear corner.",
    ),
    (
        moved("pivot", -90, "right", (0.0, -0.5, 0.0), stopped=True),
        None,
        "Ann's Courier pivots backwards 90 degrees left about its right front corner, and is "
        "stopped on the way.",
    ),
    (
        moved("pivot", 0, "left", (0.0, 0.5, 0.0)),
        1,
        "Ann's Courier drives half an inch straight ahead.",
    ),
    (
        moved("pivot", 0, "left", (0.0, -0.5, 0.0)),
        0,
        "Your Courier backs half an inch.",
    ),
    (
        e.Skipped(2, 4, tags=TAGS),
        2,
        "Your C1 loses its move of phase 4 to the skid.",
    ),
    (
        e.ControlRolled(0, "maneuver", (4, 5), Sum((Part(2, "40 mph"),)), "fishtail", tags=TAGS),
        None,
        "Ann's Courier rolls for control after its maneuver: 9 + 2 (40 mph) = 11: fishtail.",
    ),
    (
        e.ControlRolled(2, "debris", (1, 2), Sum((Part(2, "cycle"),)), "none", tags=TAGS),
        None,
        "Cora's C1 rolls for control on debris: 3 + 2 (cycle) = 5: under control.",
    ),
    (
        e.ControlRolled(0, "wound", (6, 6), Sum(()), "skid", tags=TAGS),
        0,
        "Your Courier rolls for control with its driver wounded: 12: skid.",
    ),
    (
        e.Slid(0, "fishtail", "left", (HERE, HERE), tags=TAGS),
        0,
        "Your Courier fishtails left.",
    ),
    (
        e.Slid(0, "skid", "", (HERE, HERE), tags=TAGS),
        1,
        "Ann's Courier skids on and loses its next move.",
    ),
    (
        e.Slid(0, "skid", "", (HERE, HERE), True, tags=TAGS),
        1,
        "Ann's Courier skids on until something stops it.",
    ),
    (
        e.Crashed(3, tags=TAGS),
        2,
        "Your C2 crashes and burns: everybody aboard is dead.",
    ),
    (
        collided(1, "head-on", ((6, 5), (3, 4)), (11, 7), (0, 0), speed=100),
        1,
        "Ann's Courier (60 mph) runs into your Mini Sherman (40 mph): head-on at 100 mph. Its "
        "front takes 11 points (2 dice), the other's left side 7 points (2 dice). Both stop.",
    ),
    (
        collided(2, "T-bone", ((6, 5), (3, 4)), (3, 7), (0, 0)),
        0,
        "Your Courier (60 mph) runs into Cora's C1 (40 mph): a T-bone at 60 mph. Its front takes "
        "3 points (a third of the 11 on 2 dice, from a cycle), the other's left side 7 points "
        "(2 dice). Both stop.",
    ),
    (
        collided(1, "same direction", ((6, 5), (3, 4)), (11, 7), (50, 50), speed=20),
        None,
        "Ann's Courier (60 mph) runs into Ben's Mini Sherman (40 mph): a same-direction collision "
        "at 20 mph. Its front takes 11 points (2 dice), the other's left side 7 points (2 dice). "
        "Both go on at 50 mph.",
    ),
    (
        collided(1, "same direction", ((), ()), (0, 0), (60, 60), speed=0),
        0,
        "Your Courier (60 mph) runs into Ben's Mini Sherman (40 mph): a same-direction collision "
        "at 0 mph, without damage. Both go on at 60 mph.",
    ),
    (
        collided(-1, "fixed", ((6, 5), ()), (11, 0), (0, 0)),
        None,
        "Ann's Courier (60 mph) runs into a wall: its front takes 11 points (2 dice). It stops.",
    ),
    (
        collided(1, "fixed", ((6, 5), ()), (11, 0), (0, 0)),
        0,
        "Your Courier (60 mph) runs into the wreck of Ben's Mini Sherman: its front takes 11 "
        "points (2 dice). It stops.",
    ),
    (
        e.Thrown(1, 90, 3, (0.75, 0.0, 135.0), tags=TAGS),
        None,
        "The crash throws Ben's Mini Sherman 3 quarter inches; it heads 135 degrees now.",
    ),
    (
        fired((3, 4), False, RANGE, FRONT),
        0,
        "Your Courier fires its left MG at the left side of Ben's Mini Sherman, 5.2 inches away: "
        "rolls 7, needs 9 (7 to hit, −1 range, −1 front): miss.",
    ),
    (
        fired((3, 4), True, person=1),
        1,
        "Ann's Courier (its gunner) fires its left MG at the left side of your Mini Sherman, 5.2 "
        "inches away: rolls 7, needs 7: hit!",
    ),
    (
        fired((1, 1), False, Part(9, "luck")),
        None,
        "Ann's Courier fires its left MG at the left side of Ben's Mini Sherman, 5.2 inches away: "
        "rolls 2: always a miss.",
    ),
    (hit(4), 0, "Ben's Mini Sherman takes 4 on the left side: the armor holds."),
    (
        hit(
            17,
            breached=True,
            through=8,
            part="driver",
            die=2,
            inside=3,
            state=3,
            weapons=((1, "mg", 3), (2, "mg", 1)),
            far=5,
            far_breached=True,
            off=1,
        ),
        1,
        "Your Mini Sherman takes 17 on the left side: its last armor there goes; 8 get through "
        "to the driver, who is dead; the left MG and right MG are destroyed; the far armor loses "
        "its last 4; 1 flies out on the other side.",
    ),
    (
        hit(1, 0, breached=True, through=1, part="gunner", die=4, cloth=1),
        None,
        "Ben's Mini Sherman takes 1 on the front: no armor there; 1 gets through to the gunner, "
        "whose body armor stops 1.",
    ),
    (
        hit(6, 0, through=6, part="plant", die=5, inside=4, state=1, far=2),
        None,
        "Ben's Mini Sherman takes 6 on the front: no armor there; 6 get through to the power "
        "plant, which is destroyed; the far armor takes 2.",
    ),
    (
        hit(2, 2, through=2, part="none", die=3, weapons=((0, "mg", 0), (1, "mg", 0)), far=2),
        None,
        "Ben's Mini Sherman takes 2 on the back: no armor there; 2 get through and hit nobody; "
        "the 2 front MGs are destroyed; the far armor takes 2.",
    ),
    (
        hit(9, 4, breached=True, through=4, part="none", weapons=((1, "laser", 4),), off=4),
        None,
        "Ben's Mini Sherman takes 9 on the turret: its last armor there goes; the rest passes "
        "over; the turret laser is destroyed.",
    ),
    (e.Smoked(0, 2, HERE, tags=TAGS), 0, "Your Courier lays a smoke cloud behind it."),
    (e.SmokeGone(HERE), None, "A smoke cloud has blown away."),
    (e.Laid(((3, 0),), ()), None, ""),
    (e.Laid(((3, 4),), ()), None, "A road section is laid out: 4 rolled, no debris."),
    (
        e.Laid(((3, 6), (4, 1)), ((0.0, 40.0),)),
        None,
        "2 road sections are laid out: 6 and 1 rolled, debris on 1.",
    ),
    (e.WentOut(1, "crashed", tags=TAGS), None, ""),
    (
        e.WentOut(1, "crew", 0, tags=TAGS),
        1,
        "Your Mini Sherman is knocked out by Ann's Courier: crew down.",
    ),
    (
        e.WentOut(1, "quit", tags=TAGS),
        0,
        "Ben's Mini Sherman is out of action: its player has left.",
    ),
    (e.PlayerLeft(1), 0, "Ben leaves for good; their vehicles slow down and hold their fire."),
    (e.Ended("survivor", (0,)), 0, "You win the fight: nobody else is left in action."),
    (
        e.Ended("pack", (1, 2)),
        None,
        "Ben and Cora win the fight: the lone car is out of action.",
    ),
    (e.Ended("lost touch", ()), 0, "The cars are more than 60 inches apart: a draw."),
]


@pytest.mark.parametrize(("event", "reader", "sentence"), TOLD)
def test_what_happened_is_told_to_each_reader(
    event: Any, reader: int | None, sentence: str
) -> None:
    assert WORDS.event(event, PLAYERS, reader) == sentence


def test_every_kind_of_event_has_a_sentence_and_an_example() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(e.Event.__args__)


@pytest.mark.parametrize("why", ["survivor", "pack", "lone", "escaped"])
def test_every_way_to_win_has_its_reason(why: str) -> None:
    assert WORDS.event(e.Ended(why, (1,)), PLAYERS, None).startswith("Ben wins the fight: ")


@pytest.mark.parametrize("why", ["both out", "lost touch", "stalemate"])
def test_every_draw_has_its_reason(why: str) -> None:
    told = WORDS.event(e.Ended(why, ()), PLAYERS, None)
    assert told.endswith(": a draw.")
    assert "The fight is over" not in told


def test_long_names_still_fit() -> None:
    players = [Player(letter * 32) for letter in "ABC"]
    for event, reader, _ in TOLD:
        assert len(WORDS.event(event, players, reader)) <= 300


def test_names_are_put_in_as_they_stand() -> None:
    players = [Player(r"\*you\*"), Player("Ben")]
    assert WORDS.event(e.Crashed(0, tags=TAGS), players, 1).startswith(r"\*you\*'s Courier ")


def test_without_tags_a_vehicle_belongs_to_the_seat_of_its_number() -> None:
    said = "Ben's vehicle lays a smoke cloud behind it."
    assert WORDS.event(e.Smoked(1, 0, HERE), PLAYERS, 0) == said
