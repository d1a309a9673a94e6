"""Films of fights: true paths, vehicles that act are in the picture, files a message can carry."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence

from games.engine.chance import SeededChance
from games.engine.errors import Refusal
from games.engine.plane import Box
from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.engine.sweep import Shift, along, part_of
from games.engine.table import Table
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.maneuvers import drives, fishtail, legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.telling import labels
from images import fonts
from images.counters import Plate
from images.encode import numbered
from images.film import LAST, LONGEST, Captions, Frame, Reel, TooLong, film
from images.film_frame import FOOT, HEAD, HIGH, WIDE
from images.mini_carwars import field
from images.mini_carwars.counters import Counter
from images.mini_carwars.film import Director, words_of
from images.mini_carwars.film_stage import OUTSIDE, ZOOMS, steps
from images.mini_carwars.model import SAID
from images.plane_film import PACES
from images.theme import PALETTE
from images.words import MOST_ALT

PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora", "easy")]


def pose(box: Box) -> e.Pose:
    """Where a counter is."""
    return box.x, box.y, box.heading


def way(box: Box, drive: Drive) -> tuple[e.Pose, ...]:
    """The path that `Moved` tells of a move nothing stops."""
    out = [box]
    for leg in legs(box, drive, backwards=False):
        out.append(part_of(out[-1], leg, 1.0).settled())
    return tuple(pose(each) for each in out)


def lined(gap: float = 6.0, scenario: str = "road-duel") -> e.Lined:
    """Two vehicles, B ahead."""
    return e.Lined(
        scenario, (0, 1), (0, 0), ((-1.0, 0.0, 0.0), (1.0, gap, 0.0)), (60, 60), round(gap)
    )


def fired(*, hit: bool, start: tuple[float, float], end: tuple[float, float]) -> e.Fired:
    """A shot of A's at B's back."""
    far, modifier = math.dist(start, end), Sum((Part(-1, "range"),))
    dice = (6, 4) if hit else (1, 1)
    return e.Fired(0, 0, 0, "mg", 0, 1, 2, start, end, far, modifier, 7, dice, hit)


def damage(points: int) -> e.Hit:
    """B is hit in the back."""
    return e.Hit(1, 2, 0, (points,), points, True, 1, "driver", 1, 0, 1, 1, (), 0, False, 0)


def story() -> list[Any]:
    """A short fight with a bit of everything."""
    box = Box(-1.0, 0.0, 0.0, 1.0, 0.5)
    swerve = Drive("swerve", 30, "right")
    path = way(box, swerve)
    end = Box(*path[-1], 1.0, 0.5)
    tail = part_of(end, fishtail(end, cycle=False, rear="left"), 1.0).settled()
    return [
        lined(),
        e.Laid(((0, 6),), ((0.5, 4.0), (-0.75, 8.0))),
        e.TurnBegan(1),
        e.SpeedsShown((60, 60), (60, 50)),
        e.Moved(0, 1, "swerve", 30, "right", path),
        e.ControlRolled(0, "maneuver", (5, 4), Sum((Part(3, "speed"),)), "both"),
        e.Slid(0, "fishtail", "left", (pose(end), pose(tail))),
        e.Slid(0, "skid", "", (pose(tail), pose(tail.moved(0.0, 1.0)))),
        e.Moved(1, 1, "straight", 0, "", ((1.0, 6.0, 0.0), (1.0, 7.0, 0.0))),
        fired(hit=True, start=(-0.6, 2.6), end=(1.0, 6.5)),
        fired(hit=False, start=(-0.6, 2.6), end=(1.0, 6.5)),
        damage(5),
        e.Smoked(1, 0, (1.0, 6.0, 0.0)),
        e.Skipped(0, 2),
        e.Collided(0, 1, "T-bone", (0, 3), (60, 50), 60, ((6,), (5,)), (6, 5), (0, 0), (0.5, 6.5)),
        e.Thrown(1, 90, 5, (1.5, 8.0, 105.0)),
        e.Crashed(1),
        e.WentOut(1, "crashed", 0),
        e.Ended("survivor", (0,)),
    ]


@cache
def told(scenario: str, seed: int, seats: int = 2) -> tuple[Any, ...]:
    """The public events of a fight in which everyone shoots and swerves a little."""
    options = GAME.Options(scenario=scenario, ground="both")
    table, news = Table.start(GAME, seats, SeededChance(seed), options)
    dice = random.Random(seed)
    for _ in range(1500):
        if table.result is not None:
            break
        ask = table.asks[0]
        some = list(ask.options)
        value = dice.choice(some) if some and dice.random() < 0.4 else ask.default
        news += table.answer(ask.seat, ask.number, value)
    return tuple(each.event for each in news if each.reaches(None))


# -- the way of a vehicle


@pytest.mark.parametrize("cycle", [False, True])
@pytest.mark.parametrize("speed", [10, 60])
def test_a_vehicle_stays_on_its_true_path(cycle: bool, speed: int) -> None:
    box = Box(0.3, -2.0, 45.0, 0.5 if cycle else 1.0, 0.5)
    for drive in drives(cycle, speed):
        path = way(box, drive)
        true = [
            part_of(along(box, whole[:at]), leg, part / 400)
            for whole in (legs(box, drive, backwards=False),)
            for at, leg in enumerate(whole)
            for part in range(401)
        ]
        for x, y, heading in steps(path, 6, drive.amount):
            near = min(math.dist((x, y), (each.x, each.y)) for each in true)
            assert near < 0.01, drive
            assert any(abs((each.heading - heading + 180) % 360 - 180) < 0.5 for each in true)
        assert steps(path, 6, drive.amount)[-1] == path[-1]


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("hold", ["left", "right"])
def test_a_turn_that_was_stopped_keeps_the_held_corner_in_its_place(part: float, hold: str) -> None:
    box = Box(0.0, 0.0, 0.0, 1.0, 0.5)
    slide, turn = legs(box, Drive("swerve", -30, hold), backwards=False)
    turned_from = part_of(box, slide, 1.0)
    path = (pose(box), pose(turned_from), pose(part_of(turned_from, turn, part).settled()))
    corner = turned_from.corner(2 if hold == "right" else 3)
    turning = [each for each in steps(path, 12, -30) if each[2] not in (0.0, 360.0)]
    assert len(turning) >= 1
    for each in turning:
        now = Box(*each, 1.0, 0.5).corner(2 if hold == "right" else 3)
        assert math.dist(now, corner) < 0.01


def test_steps_of_one_move_are_about_as_long_as_each_other() -> None:
    box = Box(0.0, 0.0, 0.0, 1.0, 0.5)
    (slide,) = legs(box, Drive(), backwards=False)
    assert isinstance(slide, Shift)
    ys = [y for _, y, _ in steps(way(box, Drive()), 4)]
    assert ys == pytest.approx([0.25, 0.5, 0.75, 1.0])


# -- the file


def pictures(count: int, size: tuple[int, int] = (120, 80)) -> Iterator[Frame]:
    """A square that goes to the right over a busy ground."""
    ground = numbered(Image.effect_mandelbrot(size, (-2, -1, 1, 1), 90).convert("RGB"))
    for at in range(count):
        picture = ground.copy()
        picture.paste(28, (at * 2, 20, at * 2 + 10, 30))
        yield Frame(picture, 100)


def opened(data: bytes) -> list[tuple[Image.Image, int]]:
    """The frames of a GIF as they are seen, with their ms."""
    with Image.open(BytesIO(data)) as gif:
        assert gif.format == "GIF"
        return [
            (each.convert("RGB"), each.info["duration"]) for each in ImageSequence.Iterator(gif)
        ]


def test_a_film_shows_what_was_drawn() -> None:
    frames = opened(film([lambda: pictures(12)]))
    assert len(frames) == 12
    for (seen, ms), (drawn, _) in zip(frames, pictures(12), strict=True):
        drawn.putpalette([part for entry in PALETTE for part in entry])
        assert ImageChops.difference(seen, drawn.convert("RGB")).getbbox() is None
        assert ms == 100


def test_only_what_changes_is_written() -> None:
    noise = numbered(Image.effect_noise((600, 420), 90).convert("RGB"))
    one, two = Reel(), Reel()
    one.show(noise, 100)
    still = len(one.gif())
    two.show(noise, 100)
    for at in range(10):
        changed = noise.copy()
        changed.paste(28, (at * 9, 30, at * 9 + 6, 36))
        two.show(changed, 100)
    assert len(two.gif()) < still + 10 * 600


def test_a_frame_like_the_last_makes_that_one_stay() -> None:
    (drawn, _), *_ = pictures(1)
    reel = Reel()
    for _ in range(3):
        reel.show(drawn, 100)
    assert [ms for _, ms in opened(reel.gif())] == [300]


def test_a_film_that_is_too_large_is_drawn_with_fewer_frames_then_smaller() -> None:
    rich, poor = (lambda: pictures(40)), (lambda: pictures(8))
    whole, short = len(film([rich])), len(film([poor]))
    assert len(opened(film([rich, poor], most=short))) == 8
    assert short < whole
    small = film([rich, poor], most=short - 1)
    assert len(small) < short
    assert opened(small)[0][0].size == (80, 53)
    with pytest.raises(TooLong, match="too long"):
        film([rich, poor], most=100)


# -- a fight


def test_a_fight_is_one_gif_in_the_house_colours() -> None:
    data = Director.replay(story(), PLAYERS)
    frames = opened(data)
    assert {picture.size for picture, _ in frames} == {(WIDE, HIGH)}
    assert len(frames) > 30
    assert frames[-1][1] >= LAST
    colours = {colour for picture, _ in frames for _, colour in picture.getcolors(256) or ()}
    assert colours <= set(PALETTE)
    assert len(data) < 300_000


def test_there_is_no_film_before_the_vehicles_stand() -> None:
    with pytest.raises(Refusal, match="have not lined up yet"):
        Director.replay([e.PlayerLeft(0)], PLAYERS)


def test_the_same_events_give_the_same_film() -> None:
    assert Director.replay(story(), PLAYERS) == Director.replay(story(), PLAYERS)


def watched(events: Sequence[Any], pace: int = 0) -> Iterator[tuple[Director, Frame]]:
    """Every frame, with the stage as it was drawn."""
    director = Director(events[:1], PLAYERS, PACES[pace])
    for frame in director.shoot(events):
        yield director, frame


@pytest.mark.parametrize("gap", [3.0, 14.0, 45.0])
def test_who_acts_is_in_the_picture(gap: float) -> None:
    events: list[Any] = [lined(gap), e.TurnBegan(1)]
    here, there = 0.0, gap
    for phase in range(1, 7):
        events.append(
            e.Moved(0, phase, "straight", 0, "", ((-1.0, here, 0.0), (-1.0, here + 1, 0.0)))
        )
        events.append(
            e.Moved(1, phase, "straight", 0, "", ((1.0, there, 0.0), (1.0, there + 1, 0)))
        )
        here, there = here + 1, there + 1
        events.append(fired(hit=True, start=(-1.0, here + 0.5), end=(1.0, there - 0.5)))
        events.append(damage(3))
    shown: set[int] = set()
    for director, _ in watched(events):
        stage = director.stage
        if stage.marks.acting >= 0 and not stage.marks.signs:
            car = stage.fight.cars[stage.marks.acting]
            if stage.marks.shot is None or stage.marks.shot[2] < 1.0:
                assert stage.camera.shows([(car.x, car.y)])
                shown.add(stage.marks.acting)
        assert stage.camera.shows([at for _, at in stage.marks.signs])
        assert stage.camera.scale >= ZOOMS[-1]
    assert 0 in shown


def test_the_arena_fills_the_picture() -> None:
    """No px shows what lies outside its walls, and its cars are large enough to be told apart."""
    half, scales = OUTSIDE / 2, set[float]()
    for director, _ in watched(told("arena", 25, 3)[:400]):
        camera = director.stage.camera
        scales.add(round(camera.scale, 6))
        for x, y in ((-half, half), (half, -half)):
            across, down = camera.map.at(x, y)
            assert across <= 1e-6 or across >= WIDE - 1e-6
            assert down <= HEAD + 1e-6 or down >= HIGH - FOOT - 1e-6
    assert min(scales) > 28
    assert len(scales) > 1, "it goes nearer where it can"


@pytest.mark.parametrize(("scenario", "angle"), [("arena", 270.0), ("road-duel", 0.0)])
def test_a_nose_points_up_in_the_arena_and_right_on_the_road(
    scenario: str, angle: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    angles = set()

    def counter(*args: Any, **rest: Any) -> Counter:
        angles.add(args[4])
        return Counter(*args, **rest)

    monkeypatch.setattr(field, "Counter", counter)
    list(watched([lined(scenario=scenario)]))
    assert angles == {angle * 10}


def test_reverse_is_written_as_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    written = set()

    def plate(*args: Any) -> Plate:
        written.add(args[2])
        return Plate(*args)

    monkeypatch.setattr(field, "Plate", plate)
    events = [lined(), e.TurnBegan(1), e.SpeedsShown((60, 60), (-20, 60))]
    said = [director.stage.caption for director, _ in watched(events)]
    assert "R 20" in written
    assert "Speeds: A R 20 mph" in said


def test_nothing_flashes_more_than_twice_a_second() -> None:
    fires = [
        (director.stage.marks.signs, frame.ms)
        for director, frame in watched([lined(), e.TurnBegan(1), e.Crashed(1)])
        if director.stage.marks.signs
    ]
    assert len(fires) >= 2
    assert all(ms >= 250 for _, ms in fires)


def test_phases_in_which_nothing_moves_take_no_time() -> None:
    quiet = [lined(), e.TurnBegan(1), e.TurnBegan(2), e.TurnBegan(3)]
    assert len(list(watched(quiet))) == 2


@pytest.mark.parametrize(
    ("scenario", "seed", "seats"),
    [
        ("road-duel", 4, 2),
        ("pack-attack", 11, 3),
        pytest.param("arena", 25, 3, marks=pytest.mark.long),
        pytest.param("open-fight", 6, 3, marks=pytest.mark.long),
    ],
)
def test_real_fights_are_filmed_at_every_pace(scenario: str, seed: int, seats: int) -> None:
    events = told(scenario, seed, seats)
    counts = []
    for number in range(len(PACES)):
        frames = [frame for _, frame in watched(events, number)]
        assert {frame.picture.size for frame in frames} == {(WIDE, HIGH)}
        assert all(frame.ms >= 20 and frame.ms % 10 == 0 for frame in frames)
        counts.append(len(frames))
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(PACES)


@pytest.mark.parametrize(("scenario", "seed", "seats"), [("pack-attack", 2, 3), ("arena", 25, 3)])
def test_a_long_fight_is_cut_to_a_minute(scenario: str, seed: int, seats: int) -> None:
    events = told(scenario, seed, seats)
    whole = sum(frame.ms for _, frame in watched(events))
    short = [*Director.takes(events, PLAYERS, PACES[0])]
    assert whole > LONGEST
    assert LONGEST / 2 < sum(frame.ms for frame in short) <= LONGEST
    assert {frame.picture.size for frame in short} == {(WIDE, HIGH)}


def test_a_vehicle_ends_where_it_came_to_rest() -> None:
    events = told("road-duel", 4)
    *_, (director, _) = watched(events)
    last: dict[int, e.Pose] = {}
    for x in events:
        if isinstance(x, (e.Moved, e.Slid)):
            last[x.vehicle] = x.path[-1]
        elif isinstance(x, e.Thrown):
            last[x.vehicle] = x.pose
    cars = director.stage.fight.cars
    assert {n: (cars[n].x, cars[n].y, cars[n].heading) for n in last} == last


# -- words


def test_the_texts_of_captions_have_no_fault() -> None:
    assert list(SAID.faults()) == []


def test_vehicles_of_one_seat_are_numbered() -> None:
    assert labels((0, 1, 1, 2)) == ["A", "B1", "B2", "C"]


def test_captions_fit_their_strip() -> None:
    long = [Player("W" * 32), Player("M" * 32), Player("Q" * 32)]
    for scenario, seed, seats in (("road-duel", 4, 2), ("pack-attack", 11, 3), ("arena", 25, 3)):
        events = told(scenario, seed, seats)
        first = next(x for x in events if isinstance(x, e.Lined))
        director = Director([first], long, PACES[0])
        said = set()
        for _ in director.shoot(events):
            said.add(director.stage.caption)
        assert len(said) > 10
        caption = Captions(SAID, long)
        assert all(caption(x) for x in events if isinstance(x, (e.Fired, e.Hit, e.Collided)))
        for words in said:
            lines = fonts.wrap(words, 22, WIDE - 28 - 90, 2, "b")
            assert " ".join(lines) == words


def test_a_shot_does_not_tell_its_end_before_it_is_there() -> None:
    shot = fired(hit=True, start=(-1.0, 0.5), end=(1.0, 5.5))
    said = [director.stage.caption for director, _ in watched([lined(), e.TurnBegan(1), shot])]
    hit = "front MG at B's back: rolls 10, needs 8: hit"
    assert said.index("front MG at B's back") < said.index(hit)


def test_cars_that_meet_at_one_speed_do_no_harm() -> None:
    caption = Captions(SAID, PLAYERS)
    met = e.Collided(
        0,
        1,
        "same direction",
        (1, 3),
        (60, 60),
        0,
        ((), ()),
        (0, 0),
        (60, 60),
        (0, 0),
        tags=(e.Tag(1, 1, "B", 0),),
    )
    assert caption(met) == "touches B at the same speed"


def test_the_film_in_words_begins_with_its_result() -> None:
    words = words_of(story(), PLAYERS)
    assert words.startswith("The fight as a film: 1 turn, 2 shots, 1 hit. Ann wins the fight")
    assert "Nobody has won." not in words
    assert "Nobody has won." in words_of(story()[:-1], PLAYERS)
    for scenario, seed, seats in (("pack-attack", 11, 3), ("arena", 25, 3)):
        assert len(words_of(told(scenario, seed, seats), PLAYERS)) <= MOST_ALT
