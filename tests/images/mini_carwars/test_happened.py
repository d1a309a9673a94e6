"""What has just happened: how long a board shows it, that tiles draw it as a redraw does, and that
it is told in words."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from PIL import Image

from games.engine.sums import Sum
from games.mini_carwars import events as e
from games.mini_carwars.catalog import BACK, FRONT, LEFT
from images.canvas import Redraw, TileCanvas
from images.choices import Now
from images.counters import Gun, Impact
from images.mini_carwars import ARTIST
from images.mini_carwars.happened import latest
from images.mini_carwars.model import Board
from images.pen import Figure
from images.plane import clipped
from images.shots import NOTHING, Latest, Star
from tests.images.mini_carwars import fights
from tests.images.mini_carwars.fights import PLAYERS
from tests.images.mini_carwars.test_board import TOLERANCE
from tests.images.record import Record
from tests.images.test_board import difference

drawer = import_module("images.mini_carwars.board")
TAGS = tuple(e.Tag(number, number, "ABCDEF"[number], -1) for number in range(6))


def fired(
    by: int, at: int, start: tuple[float, float], end: tuple[float, float], hit: bool = True
) -> e.Fired:
    """A shot of one vehicle at another's back."""
    return e.Fired(
        by, 0, -1, "rl", 0, at, BACK, start, end, 4.9, Sum(()), 8, (4, 5), hit, tags=TAGS
    )  # fmt: skip


def struck(vehicle: int, points: int = 11, side: int = BACK) -> e.Hit:
    """What a shot took."""
    nothing: tuple[Any, ...] = ()
    return e.Hit(vehicle, side, 0, (6, 5), points, False, 0, "", 0, 0, 0, 0, nothing, 0, False, 0,
                 tags=TAGS)  # fmt: skip


class _Signs(Record):
    """What stands for shots and collisions."""

    def __init__(self) -> None:
        super().__init__()
        self.signs: set[type[Figure]] = set()
        self.angles: list[int] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        if isinstance(figure, (Gun, Impact, Star)):
            self.signs.add(type(figure))
        if isinstance(figure, Gun):
            self.angles.append(figure.angle)


def moved(vehicle: int, phase: int) -> e.Moved:
    """A vehicle moved an inch."""
    return e.Moved(vehicle, phase, "straight", 0, "", ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)))


def slid(vehicle: int) -> e.Slid:
    """It skidded."""
    return e.Slid(vehicle, "skid", "", ((0.3, 37.0, 20.0), (0.72, 39.7, 20.0)), tags=TAGS)


HIT = fired(0, 1, (0.4, 40.2), (-0.6, 46.5))
MISS = fired(0, 1, (0.4, 40.2), (-0.6, 46.5), hit=False)
FIRE = [moved(0, 3), moved(1, 3), slid(0), HIT, MISS, struck(1), struck(1, 2)]
IN_THE_ARENA = [
    fired(2, 3, (-7.0, 5.5), (2.3, 6.8)), struck(3, 9, LEFT), e.WentOut(1, "crew", tags=TAGS),
    fired(1, 0, (6.5, -6.0), (-6.0, -7.0), hit=False),
]  # fmt: skip
SAMPLES = {
    "duel": (fights.duel(), FIRE),
    "open": (fights.duel(open_sheets=True), FIRE),
    "arena": (fights.arena(4, open_sheets=True), IN_THE_ARENA),
    "six": (fights.arena(6), IN_THE_ARENA),
    "torn": (fights.far(), [fired(0, 1, (0.8, 12.5), (-1.0, 66.5)), struck(1)]),
}


def test_a_shot_stays_until_its_shooter_or_its_target_moves() -> None:
    assert latest(FIRE).shots == (HIT, MISS)
    assert latest([*FIRE, moved(2, 4)]).shots == (HIT, MISS)
    for vehicle in (0, 1):
        assert latest([*FIRE, moved(vehicle, 4)]).shots == ()


def test_what_was_taken_stays_until_its_vehicle_moves() -> None:
    assert latest([*FIRE, moved(0, 4)]).blows == ((1, BACK, 13),)
    after = latest([*FIRE, moved(0, 4), moved(1, 4)])
    assert after.blows == ()
    assert after.last == {1: (BACK, 13)}


def test_a_flag_says_what_the_last_phase_took_alone() -> None:
    again = latest([*FIRE, e.TurnBegan(7), moved(0, 1), struck(1, 2), struck(1, 3)])
    assert again.blows == ((1, BACK, 5),)
    assert again.last == {1: (BACK, 5)}


def test_nothing_is_shown_for_longer_than_a_phase() -> None:
    assert latest([*FIRE, moved(2, 4), moved(2, 5)]).shots == ()
    turn = e.TurnBegan(7)
    assert latest([*FIRE, turn, moved(2, 1)]).shots == (HIT, MISS)
    assert latest([*FIRE, turn, moved(2, 1), moved(2, 2)]).shots == ()
    assert latest([*FIRE, turn, turn]).shots == ()


@pytest.mark.parametrize("name", SAMPLES)
def test_tiles_draw_what_a_full_redraw_draws(name: str) -> None:
    view, events = SAMPLES[name]

    def composed(kind: type[TileCanvas | Redraw], recent: Latest) -> Image.Image:
        picture = drawer.picture(Board(view, PLAYERS, Now((), "moves", recent)))
        canvas = kind(picture.page())
        picture.compose(canvas)
        return canvas.sheet()

    recent = latest(events)
    assert difference(composed(TileCanvas, recent), composed(Redraw, recent)) <= TOLERANCE
    assert difference(composed(TileCanvas, recent), composed(Redraw, NOTHING)) > TOLERANCE


def test_a_hit_is_told_from_a_miss_by_its_form() -> None:
    view = fights.duel()
    hit, miss = (
        ARTIST.board(view, PLAYERS, Now((), "", latest([shot]))).png() for shot in (HIT, MISS)
    )
    assert hit != miss


@pytest.mark.parametrize("name", SAMPLES)
def test_what_the_picture_says_is_said_in_words(name: str) -> None:
    view, events = SAMPLES[name]
    recent = latest(events)
    said = ARTIST.board(view, PLAYERS, Now((), "moves", recent)).long_description()
    assert "Just now: " in said
    assert "Hit last: " in said
    assert "Just now: " in ARTIST.board(view, PLAYERS, Now((), "moves", recent)).alt_text()
    assert (
        "Just now" not in ARTIST.board(view, PLAYERS, Now(action_phrase="moves")).long_description()
    )


def test_a_collision_is_told_before_what_it_took_and_looks_like_no_shot() -> None:
    met = e.Collided(
        *(0, 1, "head-on", (0, 0), (30, 40), 70, ((6,), (5,)), (6, 5), (0, 0), (0.0, 43.0)),
        tags=TAGS,
    )
    after = [met, struck(0, 6, FRONT), struck(1, 5, FRONT)]
    assert latest(after).news[-1] is met
    assert latest([*after, HIT, struck(1)]).news[-1] == struck(1)
    out = e.WentOut(1, "crew", tags=TAGS)
    assert latest([*after, out]).news[-1] is out
    for events, signs in ((after, {Impact}), (FIRE, {Gun, Star})):
        record = _Signs()
        drawer.picture(Board(fights.duel(), PLAYERS, Now((), "", latest(events)))).compose(record)
        assert record.signs == signs


def test_the_sign_of_a_shot_points_at_what_it_was_fired_at() -> None:
    record = _Signs()
    ahead, back = fired(0, 1, (0.0, 39.0), (0.0, 48.0)), fired(1, 0, (0.0, 48.0), (0.0, 39.0))
    shown = Now((), "", latest([ahead, back]))
    drawer.picture(Board(fights.duel(), PLAYERS, shown)).compose(record)
    assert record.angles == [0, 1800]


def test_a_hidden_sheet_shows_only_what_was_taken() -> None:
    shown: dict[bool, list[str]] = {}
    for bare in (False, True):
        view = fights.arena(4, open_sheets=bare)
        record = Record()
        drawer.picture(Board(view, PLAYERS, Now((), "moves", latest(IN_THE_ARENA)))).compose(record)
        shown[bare] = [text.words for text in record.texts if text.part == "D"]
    assert "−9 left" in shown[False]
    assert "−9 left" in shown[True]
    armor = {str(points) for points in fights.arena(4).cars[3].armor if points}
    assert armor <= set(shown[True])
    assert not armor & set(shown[False])


def test_a_line_is_cut_at_the_edge_of_the_field() -> None:
    field = (0, 0, 100, 100)
    assert clipped(((-50.0, 50.0), (50.0, 50.0)), field) == ((0.0, 50.0), (50.0, 50.0))
    assert clipped(((10.0, 10.0), (20.0, 20.0)), field) == ((10.0, 10.0), (20.0, 20.0))
    assert clipped(((-50.0, 120.0), (150.0, 120.0)), field) is None
    assert clipped(((-50.0, 20.0), (-10.0, 20.0)), field) is None
