"""Films of fights: true paths, cars that fight are in the picture, files a message can carry."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageSequence

from games.carwars import GAME
from games.carwars import events as e
from games.carwars.base import Move, along, legs_of
from games.engine.chance import SeededChance
from games.engine.errors import Refusal
from games.engine.players import Player
from games.engine.shapes import at
from games.engine.table import Table
from images import fonts
from images.carwars.field import ends_of
from images.carwars.film import Director, words_of
from images.carwars.happened import SAID
from images.film import LAST, LONGEST, Frame
from images.film_frame import FOOT, HEAD, HIGH, WIDE
from images.plane_film import PACES
from images.theme import PALETTE
from images.words import MOST_ALT
from tests.images.carwars import fights

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora", "easy")]


def built(seats: int = 2) -> list[Any]:
    """What is told before the first round: cars, and where they start."""
    cars = [fights.car(seat, (3.0 + 2.5 * seat, 3.0, 90.0), seat) for seat in range(seats)]
    return [
        *(e.CarBuilt(each.owner, each.name, tuple((c.card, c.side) for c in each.cards))
          for each in cars),
        *(e.Placed(each.owner, each.pose) for each in cars),
    ]  # fmt: skip


def turn(seat: int, move: Move, start: Any) -> e.Moved:
    path = [start]
    for leg in legs_of(start, move):
        path.append(along(path[-1], [leg]))
    return e.Moved(seat, 1, move, tuple(path))


def story() -> list[Any]:
    """A short fight with a bit of everything."""
    first = turn(0, Move("turn", 1, 450), (3.0, 3.0, 90.0))
    back = first.path[-1]
    return [
        *built(),
        e.RoundBegan(1, 0),
        e.SpeedSet(0, 3, 4, False, False, "", -1),
        first,
        e.Spun(0, 90, (back, (back[0], back[1], (back[2] + 90.0) % 360.0))),
        e.Collided(0, 0, e.Touched(1, 2), (4.0, 4.0)),
        fights.attacked(0, 1, 3),
        fights.defended(1, 3),
        e.ArmorLost(1, 3, 3, 1),
        e.FireStarted(1, 3),
        fights.attacked(1, 0, 0, place=5),
        fights.defended(0, 0),
        e.RoundBegan(2, 1),
        e.Wrecked(1, "power"),
        e.FightEnded("last", ((0,), (1,))),
    ]


@cache
def told(seed: int, seats: int = 2) -> tuple[Any, ...]:
    """The public events of a fight between computers of the easy level."""
    table, news = Table.start(GAME, seats, SeededChance(seed), GAME.Options(rounds=20))
    dice = random.Random(seed)
    for _ in range(900):
        if table.result is not None:
            break
        ask = table.asks[0]
        some = list(ask.options)
        value = dice.choice(some) if some and ask.kind == "attack" else ask.default
        news += table.answer(ask.seat, ask.number, value)
    return tuple(each.event for each in news if each.reaches(None))


def watched(events: Sequence[Any], pace: int = 0) -> Iterator[tuple[Director, Frame]]:
    """Every frame, with the stage as it was drawn."""
    start = next(n for n, x in enumerate(events) if isinstance(x, e.RoundBegan))
    director = Director(events[:start], PLAYERS, PACES[pace], None)
    for frame in director.shoot(events[start:], None):
        yield director, frame


def opened(data: bytes) -> list[tuple[Image.Image, int]]:
    with Image.open(BytesIO(data)) as gif:
        assert gif.format == "GIF"
        return [
            (each.convert("RGB"), each.info["duration"]) for each in ImageSequence.Iterator(gif)
        ]


def test_a_fight_is_one_gif_in_the_house_colours() -> None:
    data = Director.replay(story(), PLAYERS)
    frames = opened(data)
    assert {picture.size for picture, _ in frames} == {(WIDE, HIGH)}
    assert len(frames) > 25
    assert frames[-1][1] >= LAST
    colours = {colour for picture, _ in frames for _, colour in picture.getcolors(256) or ()}
    assert colours <= set(PALETTE)
    assert len(data) < 300_000
    assert Director.replay(story(), PLAYERS) == data


def test_there_is_no_film_before_the_first_round() -> None:
    with pytest.raises(Refusal, match="yet"):
        Director.replay(built(), PLAYERS)


def test_a_car_stays_on_the_corner_that_it_turns_about() -> None:
    """Rules: Turns: the base pivots about the inner corner of the maneuver tool."""
    move = turn(0, Move("turn", 1, 900), (3.0, 3.0, 90.0))
    inner = at(move.path[1], -0.5, 0.25)
    poses = [
        director.cars[0].pose for director, _ in watched([*built(), e.RoundBegan(1, 0), move])
    ]  # fmt: skip
    turning = [pose for pose in poses if 90.5 < pose[2] < 179.5]
    assert len(turning) >= 2
    for pose in turning:
        assert at(pose, -0.5, 0.25) == pytest.approx(inner, abs=2e-3)
    assert poses[-1] == move.path[-1]


def test_all_cars_that_fight_and_all_that_is_marked_are_in_the_picture() -> None:
    for events in (story(), told(4), told(7, 3)):
        for director, _ in watched(events):
            stage = director.stage
            live = [(car.x, car.y) for car in director.cars if not car.out]
            for x, y in [*live, *(spot for _, spot in stage.marks.signs)]:
                across, down = stage.to.at(x, y)
                assert 0 <= across <= WIDE
                assert HEAD <= down <= HIGH - FOOT


def test_a_shot_goes_from_the_weapon_to_the_side_and_is_broken_where_nothing_came_of_it() -> None:
    shots = [
        director.stage.marks.shot for director, _ in watched(story()) if director.stage.marks.shot
    ]  # fmt: skip
    assert {shot[3] for shot in shots} == {True, False}
    *_, (director, _) = watched(story()[:-8])
    x = fights.attacked(0, 1, 3)
    start, end = ends_of(director.fight, x.seat, x.place, x.target, x.side)
    whole = [shot for shot in shots if shot[2] == 1.0]
    assert (whole[0][0], whole[0][1]) == (start, end)


def test_everything_a_fight_leaves_is_in_its_last_picture() -> None:
    *_, (director, _) = watched(story())
    one, other = director.cars
    assert (one.out, other.out, other.armor[3], other.fires) == ("", "power", 1, [])
    assert director.stage.caption == "The fight is over. Ann wins"


@pytest.mark.parametrize(("seed", "seats"), [(4, 2), (7, 3)])
def test_real_fights_are_filmed_at_every_pace(seed: int, seats: int) -> None:
    events, counts = told(seed, seats), []
    for number, pace in enumerate(PACES):
        frames = [*Director.takes(events, PLAYERS, pace)]
        assert {frame.picture.size for frame in frames} == {(WIDE, HIGH)}
        assert all(frame.ms >= 20 and frame.ms % 10 == 0 for frame in frames)
        assert sum(frame.ms for frame in frames) <= LONGEST
        counts.append(sum(1 for _ in watched(events, number)))
    assert counts == sorted(counts, reverse=True)


def test_a_car_ends_where_it_came_to_rest() -> None:
    events = told(4)
    *_, (director, _) = watched(events)
    last: dict[int, Any] = {}
    for x in events:
        if isinstance(x, e.Moved | e.Spun | e.Repositioned | e.Stuck):
            last[x.seat] = x.path[-1]
        elif isinstance(x, e.Pushed) and x.body < 100:
            last[x.body] = x.after
    assert last
    assert {seat: director.cars[seat].pose for seat in last} == last


def test_nothing_flashes_more_than_twice_a_second() -> None:
    fires = [
        frame.ms
        for director, frame in watched([*built(), e.RoundBegan(1, 0), e.Wrecked(1, "power")])
        if director.stage.marks.signs
    ]  # fmt: skip
    assert len(fires) >= 2
    assert min(fires) >= 250


def test_captions_fit_their_strip() -> None:
    long = [Player("W" * 32), Player("M" * 32), Player("Q" * 32)]
    for events in (story(), list(told(4)), list(told(7, 3))):
        start = next(n for n, x in enumerate(events) if isinstance(x, e.RoundBegan))
        director = Director(events[:start], long, PACES[0], None)
        said = {director.stage.caption for _ in director.shoot(events[start:], None)}
        assert len(said) > 5
        for words in said:
            assert " ".join(fonts.wrap(words, 22, WIDE - 28 - 90, 2, "b")) == words


def test_the_texts_of_captions_have_no_fault() -> None:
    assert list(SAID.faults()) == []


def test_the_film_in_words_begins_with_its_result() -> None:
    words = words_of(story(), PLAYERS)
    assert words.startswith("The fight as a film: 2 rounds, 2 attacks.")
    assert words.index("Ann") < words.index("Round 1")
    assert "The fight goes on." in words_of(story()[:-1], PLAYERS)
    for seed, seats in ((4, 2), (7, 3)):
        assert len(words_of(told(seed, seats), PLAYERS)) <= MOST_ALT
