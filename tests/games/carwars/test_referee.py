"""The referee (`referee/`): what the table tells of a match is what the rules make of it, and the
referee objects to a match in which one number is not true."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.data import FACES
from tests.games.carwars.referee.play import Match, play
from tests.games.carwars.referee.rounds import judge_match

ALSO_READ = 60
"""Events that are read after one that is not true: what it makes wrong may come out later."""

Change = Callable[[Any], dict[str, Any]]


def _more(name: str, count: int = 1) -> Change:
    """One number is larger."""
    return lambda event: {name: getattr(event, name) + count}


def _pose(name: str, dx: float = 0.0, turned: float = 0.0, at: int | None = -1) -> Change:
    """A pose, or the one at that place of a path, is another."""

    def change(event: Any) -> dict[str, Any]:
        value = getattr(event, name)
        poses = [value] if at is None else list(value)
        x, y, heading = poses[at or 0]
        poses[at or 0] = (x + dx, y, (heading + turned) % 360)
        return {name: poses[0] if at is None else tuple(poses)}

    return change


def _fewer_dice(event: Any) -> dict[str, Any]:
    return {"dice": event.dice[1:]}


def _other_face(event: Any) -> dict[str, Any]:
    """A die shows something else."""
    first = event.dice[0]
    faces = FACES[first.colour]
    face = next(at for at, each in enumerate(faces) if each != faces[first.face])
    return {"dice": (msgspec.structs.replace(first, face=face), *event.dice[1:])}


def _more_of(name: str) -> Change:
    """A sum has one more in its first part."""

    def change(event: Any) -> dict[str, Any]:
        value = getattr(event, name)
        first = msgspec.structs.replace(value.parts[0], points=value.parts[0].points + 1)
        return {name: msgspec.structs.replace(value, parts=(first, *value.parts[1:]))}

    return change


def _next_side(event: Any) -> dict[str, Any]:
    return {"side": (event.side + 1) % 4}


def _opposite_side(event: Any) -> dict[str, Any]:
    return {"side": (event.side + 2) % 4}


def _other_touched(event: Any) -> dict[str, Any]:
    other = event.other
    return {"other": msgspec.structs.replace(other, side=(other.side + 1) % 4)}


def _other_kind(thing: Any) -> dict[str, Any]:
    return {"kind": "barrel" if thing.kind != "barrel" else "wreck"}


def _kind_touched(event: Any) -> dict[str, Any]:
    return {"other": msgspec.structs.replace(event.other, **_other_kind(event.other))}


def _kinds_piled_up(event: Any) -> dict[str, Any]:
    first, *others = event.others
    return {"others": (msgspec.structs.replace(first, **_other_kind(first)), *others)}


def _sides_on(others: Any) -> Any:
    """The sides of what was touched, each the next."""
    return tuple(
        msgspec.structs.replace(each, side=(each.side + 1) % 4 if each.side >= 0 else -1)
        for each in others
    )


def _rerolled(event: Any) -> dict[str, Any]:
    """A die has had re-rolls that nobody paid."""
    first = event.dice[0]
    dice = (msgspec.structs.replace(first, was=(*first.was, 0, 0, 0)), *event.dice[1:])
    return {"dice": dice}


LIES: dict[str, tuple[str, Change, Callable[[Any], bool]]] = {}
"""By what is not true: the kind of event, what is changed, and of which of them."""


def _lie(name: str, kind: str, change: Change, of: Callable[[Any], bool] = lambda _: True) -> None:
    LIES[name] = (kind, change, of)


_lie("a card more", "CarBuilt", lambda event: {"cards": (*event.cards, (16, 1), (16, 1))})
_lie("another first player", "FirstPlayer", lambda event: {"seat": 1 - event.seat})
_lie("placed far from the edge", "Placed", _pose("pose", dx=0.0, turned=45.0, at=None))
_lie("another round", "RoundBegan", _more("round"))
_lie("control taken", "ControlTaken", _more_of("control"))
_lie("ace taken", "ControlTaken", _more_of("ace"))
_lie("the speed", "SpeedSet", _more("speed"), lambda event: event.speed == event.before)
_lie("a hard change", "SpeedSet", lambda _: {"hard": "brake"}, lambda event: not event.hard)
_lie("speed before", "SpeedSet", _more("before"))
_lie("a speed cut", "SpeedCut", _more("speed", -1))
_lie("ace of a maneuver", "Committed", _more("ace"))
_lie("where a move ends", "Moved", _pose("path", dx=0.05), lambda event: not event.cut)
_lie("where a move begins", "Moved", _pose("path", dx=0.05, at=0))
_lie("heading", "Moved", _pose("path", turned=1.0), lambda event: event.turned > 0)
_lie("how far it turned", "Moved", _more("turned", 20), lambda event: event.turned > 0)
_lie("movement point", "Moved", _more("point"))
_lie("cut short", "Moved", lambda event: {"cut": not event.cut})
_lie("not cut short", "Moved", lambda _: {"cut": False}, lambda event: event.cut)
_lie("where a push ends", "Pushed", _pose("after", dx=0.1, at=None))
_lie("where a push begins", "Pushed", _pose("before", dx=0.1, at=None))
_lie("dice of a driving roll", "Rolled", _fewer_dice, lambda event: event.purpose == "driving")
_lie("a die of a driving roll", "Rolled", _other_face, lambda event: event.purpose == "driving")
_lie("skids", "Rolled", _more("skids"), lambda event: event.purpose == "driving")
_lie("wrenches", "Rolled", _more("wrenches"), lambda event: event.purpose == "driving")
_lie("collision dice", "Rolled", _fewer_dice, lambda event: event.purpose == "collision")
_lie("collision hits", "Rolled", _more("hits"), lambda event: event.purpose == "collision")
_lie("wrenches ignored", "Ignored", _more("count"))
_lie("ace for wrenches", "Ignored", _more("ace", -1))
_lie("control owed", "Paid", _more("owed"))
_lie("control paid", "Paid", _more("paid", -1), lambda event: event.paid > 0)
_lie("tires lost", "TiresLost", _more("points"))
_lie("tires left", "TiresLost", _more("left", -1))
_lie("who is out of control", "OutOfControl", lambda event: {"seat": 1 - event.seat})
_lie("a spin", "Spun", _pose("path", turned=5.0))
_lie("skids of a spin", "Spun", _more("skids"))
_lie("a reposition", "Repositioned", _pose("path", turned=5.0))
_lie("control for a reposition", "Repositioned", lambda event: {"paid": not event.paid})
_lie("what was stood at", "Repositioned", lambda _: {"body": 1002}, lambda e: e.body != 1002)
_lie("a slide back", "Stuck", _pose("path", dx=0.3))
_lie("control of a stuck car", "Stuck", _more("control"))
_lie("side of a collision", "Collided", _next_side)
_lie("side that was hit", "Collided", _other_touched, lambda event: event.other.body < 2)
_lie("point of contact", "Collided", lambda e: {"at": (e.at[0] + 0.1, e.at[1] + 0.1)})
_lie("what was driven into what", "PiledUp", lambda event: {"others": event.others[::-1]})
_lie("side of a pile-up", "PiledUp", lambda event: {"others": _sides_on(event.others)})
_lie("kind of what was hit", "Collided", _kind_touched)
_lie("kind of what was driven into another", "PiledUp", _kinds_piled_up)
_lie("kind of what was pushed", "Pushed", _other_kind)
_lie("kind of what popped away", "Popped", _other_kind)
_lie("kind of what was stood at", "Repositioned", _other_kind)
_lie("kind of a target", "Attacked", _other_kind)
_lie("kind of what took damage", "ThingHit", _other_kind)
_lie("fire that burns", "FireBurned", _next_side)
_lie("side of an explosion", "Exploded", _next_side)
_lie("a save", "Saved", _more("points"))
_lie("range", "Attacked", _more("distance", 1))
_lie("attack dice", "Attacked", _fewer_dice)
_lie("an attack die", "Attacked", _other_face)
_lie("attack re-rolls", "Attacked", _rerolled)
_lie("damage", "Attacked", _more_of("basic"), lambda event: bool(event.basic.parts))
_lie("tire damage", "Attacked", _more_of("tire"), lambda event: bool(event.tire.parts))
_lie("side aimed at", "Attacked", _opposite_side, lambda event: event.side >= 0)
_lie("a fire", "Attacked", lambda event: {"fire": not event.fire})
_lie("the weapon", "Attacked", _more("place", -1), lambda event: event.place > 3)
_lie("who attacks", "Attacked", lambda e: {"crew": 1 - e.crew, "seat": e.seat}, lambda e: e.crew)
_lie("defense dice", "Defended", _fewer_dice, lambda event: bool(event.dice))
_lie("a defense die", "Defended", _other_face, lambda event: bool(event.dice))
_lie("shields", "Defended", _more("rolled"))
_lie("cover", "Defended", _more("cover"))
_lie("ace on defense", "Defended", _more("ace"))
_lie("defense re-rolls", "Defended", _rerolled, lambda event: bool(event.dice))
_lie("damage cancelled", "Defended", _more("basic"))
_lie("damage through", "Defended", _more("through"))
_lie("side of a fire", "FireStarted", _next_side)
_lie("a fire put out", "FireOut", _next_side)
_lie("armor lost", "ArmorLost", _more("points"))
_lie("armor left", "ArmorLost", _more("left"))
_lie("side of armor", "ArmorLost", _next_side)
_lie("damage inside", "CardDrawn", _more("points"))
_lie("deck", "CardDrawn", _more("card", 6), lambda event: event.card < 6)
_lie("card hit", "ItemHit", _more("place"))
_lie("durability left", "ItemHit", _more("left"))
_lie("crew damage", "CrewHit", _more("points"))
_lie("crew left", "CrewHit", _more("left"))
_lie("power lost", "PowerLost", _more("points"))
_lie("power left", "PowerLost", _more("left", -1))
_lie("why it is out", "Wrecked", lambda _: {"why": "flipped"})
_lie("who gets the marker", "MarkerPassed", lambda event: {"seat": 1 - event.seat})
_lie("places", "FightEnded", lambda event: {"places": event.places[::-1]})
_lie("why it ended", "FightEnded", lambda _: {"why": "rounds"})


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    """Two short matches in which between them most things happen."""
    return [play(seed, 2, "small", any_cars=False) for seed in (11, 45)]


def test_the_rules_agree(matches: list[Match]) -> None:
    for match in matches:
        found, judged, passed = judge_match(match.events, match.options, match.seats, match.seed)
        assert not found, "\n".join(map(str, found))
        assert not passed
        assert judged.total() == len(match.events)


@pytest.mark.by_turns
@pytest.mark.parametrize("lie", LIES)
def test_it_objects(matches: list[Match], lie: str) -> None:
    kind, change, of = LIES[lie]
    match, place = next(
        (match, at)
        for match in matches
        for at, event in enumerate(match.events)
        if type(event).__name__ == kind and of(event)
    )
    events = list(match.events)
    events[place] = msgspec.structs.replace(events[place], **change(events[place]))
    assert events[place] != match.events[place]
    until = place + ALSO_READ
    found, _, _ = judge_match(events, match.options, match.seats, match.seed, until)
    assert found, f"{events[place]!r} in place of {match.events[place]!r}"
    assert found[0].event >= place


@pytest.mark.long
@pytest.mark.parametrize("seed", [1008, 1010, 1011, 1021, 1026, 1035])
def test_the_rules_agree_in_long_matches(seed: int) -> None:
    match = play(seed)
    found, _, passed = judge_match(match.events, match.options, match.seats, seed)
    assert not found, "\n".join(map(str, found))
    assert not passed


def test_turns_come_out_as_the_closed_form() -> None:
    """Spec section 4: a left turn of 45 degrees from the origin."""
    x, y, heading = shapes.after_turn((1.0, 0.0, 0.0), 1, 45.0, False)
    assert math.dist((x, y), (1.0303, 0.4268)) < 1e-4
    assert heading == 45.0
