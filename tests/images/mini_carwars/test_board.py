"""The board: what comes out, that the fast way draws what the slow way draws, and secrets."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import BytesIO

import pytest
from PIL import Image

from games.mini_carwars.catalog import MODELS, NUMBERS
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import State, Vehicle, Weapon
from images import canvas, encode
from images.canvas import Redraw, TileCanvas
from images.choices import QUIET, Now
from images.counters import Plate
from images.kept import SHELF
from images.mini_carwars import ARTIST
from images.mini_carwars.board import closing, ends_of
from images.mini_carwars.counters import Counter
from images.mini_carwars.field import Sheet
from images.mini_carwars.model import Board
from images.mini_carwars.windows import HIGHEST, SCALES, layout_of
from images.pen import Figure
from images.plane import Map
from images.theme import PALETTE, SEAT_PAINT
from tests.games.mini_carwars import sights
from tests.games.mini_carwars.sights import replaced
from tests.images.mini_carwars import fights
from tests.images.mini_carwars.fights import PLAYERS, any_fight, car, fight
from tests.images.record import Record
from tests.images.test_board import difference

board = ARTIST.board

drawer = import_module("images.mini_carwars.board")
MOST_BYTES = 70_000
TOLERANCE = 30
"""Most that a colour channel may differ, 0 to 255, over any block of 8 by 8 px.

Edges are smoothed towards the asphalt, also where a piece lies over a line of the lane: there a
fringe of one px is darker than the slow way draws it.
"""

SAMPLES = {
    "duel": fights.duel(),
    "pack": fights.pack(8),
    "thirteen": fights.pack(12, 0.7, 3.0),
    "wreckage": fights.wreckage(),
    "far": fights.far(),
    "lead": fights.pack(8, 1.3, 28.0),
    "arena": fights.arena(6),
    "crowd": fights.arena(14),
    "open": fights.own(fights.arena(4, open_sheets=True), 0, -1),
    "buying": fight([], step="buy", bought=(1, 0), budget=(17_000, 25_000)),
    "over": fights.duel(step="over", ended="survivor", places=((0,), (1,)), moving=-1),
    "behind": fights.pack(5, 1.0, -4.0),
}


def composed(view: State, kind: type[TileCanvas | Redraw]) -> Image.Image:
    picture = drawer.picture(Board(view, PLAYERS, Now(action_phrase="moves")))
    canvas = kind(picture.page())
    picture.compose(canvas)
    return canvas.sheet()


def tiled(view: State) -> Image.Image:
    return composed(view, TileCanvas)


def redrawn(view: State) -> Image.Image:
    return composed(view, Redraw)


def recorded(view: State) -> Record:
    record = Record()
    drawer.picture(Board(view, PLAYERS, Now(action_phrase="moves"))).compose(record)
    return record


@pytest.mark.parametrize(
    ("open_sheets", "of_a", "of_c"),
    [(True, ["30", "20", "25", "20"], ["30", "20", "25", "20"]),
     (False, ["not hit yet"], ["RB gone", "D out · G dead"])],
)  # fmt: skip
def test_the_low_cells_of_seven_in_an_arena_tell_how_each_fares(
    open_sheets: bool, of_a: list[str], of_c: list[str]
) -> None:
    written = recorded(fights.arena(7, open_sheets=open_sheets)).texts
    for label, told in (("A", of_a), ("C", of_c)):
        assert [text.words for text in written if text.part == label][1:] == told


@pytest.mark.parametrize(
    ("others", "breached", "told"),
    [
        (1, [], ""), (1, [2], "back gone"), (1, [0, 3], "front, left gone"),
        (1, [0, 1, 3], "3 sides gone"), (9, [0, 3], "FL gone"),
    ],
)  # fmt: skip
def test_a_tag_says_in_words_which_sides_have_no_armor(
    others: int, breached: list[int], told: str
) -> None:
    hurt = fights.car(0, 0, 0.0, 40.0, breached=breached)
    rest = [fights.car(n, n % 8, 1.0, 40.0 + 3 * n) for n in range(1, 1 + others)]
    assert told == tag_of_a(fight([hurt, *rest])).bare
    assert tag_of_a(fight([replaced(hurt, out="crashed"), *rest])).bare == ""


class Tags(Record):
    """Keeps the tags of vehicles."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Plate] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        if isinstance(figure, Plate):
            self.tags.append(figure)


def tag_of_a(view: State) -> Plate:
    """The tag of the first vehicle on the ground."""
    record = Tags()
    drawer.picture(Board(view, PLAYERS, Now(action_phrase="moves"))).compose(record)
    return next(tag for tag in record.tags if tag.label == "A" and tag.words)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_board_is_a_small_palette_png_1200_px_wide(name: str) -> None:
    data = board(SAMPLES[name], PLAYERS, Now(action_phrase="moves")).png()
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert 200 <= image.height <= 900
    assert image.getpalette() == [part for entry in PALETTE for part in entry]
    assert len(data) <= MOST_BYTES


@pytest.mark.parametrize("name", SAMPLES)
def test_tiles_draw_what_a_full_redraw_draws(name: str) -> None:
    assert difference(tiled(SAMPLES[name]), redrawn(SAMPLES[name])) <= TOLERANCE


def test_a_tenth_of_an_inch_more_is_past_the_tolerance() -> None:
    views = [fights.duel(), fights.duel()]
    moved = replaced(views[1].cars[0], y=views[1].cars[0].y + 0.1)
    views[1] = replaced(views[1], cars=(moved, views[1].cars[1]))
    assert difference(tiled(views[0]), redrawn(views[1])) > TOLERANCE


def test_the_same_view_gives_the_same_bytes_with_caches_cold_or_warm() -> None:
    view = any_fight(5, 3)
    warm = board(view, PLAYERS, QUIET).png()
    SHELF.clear()
    encode.ramp.cache_clear()
    assert board(view, PLAYERS, QUIET).png() == warm == board(view, PLAYERS, QUIET).png()


def test_threads_draw_at_once_without_mixing_pictures() -> None:
    views = [any_fight(seed, 2 + seed % 3) for seed in range(12)]
    alone = [board(view, PLAYERS, QUIET).png() for view in views]
    SHELF.clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: board(view, PLAYERS, QUIET).png(), views * 2))
    assert together == alone * 2


def test_what_a_seat_knows_never_reaches_the_board() -> None:
    for everyones in (fights.duel(), fights.arena(4)):
        own = fights.own(everyones, 1, 1, moving=0)
        kind = MODELS[NUMBERS["courier_b"]]
        arms = [Weapon() for _ in kind.weapons]
        named = [
            replaced(each, model=kind.number, weapons=arms) if each.owner == 1 else each
            for each in own.cars
        ]
        own = replaced(own, cars=named)
        assert board(own, PLAYERS, QUIET).png() == board(everyones, PLAYERS, QUIET).png()


def test_whatever_changes_in_a_fight_changes_the_picture() -> None:
    calm = fights.duel()

    def with_first(**changes: object) -> State:
        first = replaced(calm.cars[0], **changes)
        return replaced(calm, cars=(first, *calm.cars[1:]))

    others = [
        replaced(calm, moving=1),
        replaced(calm, moving=-1),
        replaced(calm, phase=5),
        replaced(calm, turn=6),
        replaced(calm, smoke=calm.clouds[:1]),
        replaced(calm, smoke=(*calm.clouds, calm.clouds[0])),
        replaced(calm, rubble=calm.rubble[:2]),
        with_first(speed=50),
        with_first(speed=-10),
        with_first(heading=15.0),
        with_first(x=0.5),
        with_first(y=39.5),
        with_first(breached=(0,)),
        with_first(out="crashed"),
        with_first(out="crew"),
        with_first(out="left"),
    ]
    pictures = [board(view, PLAYERS, QUIET).png() for view in (calm, *others)]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("name", ["duel", "pack", "thirteen", "wreckage", "lead", "arena", "crowd"])
def test_labels_of_vehicles_stand_inside_and_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = SAMPLES[name]
    placed: list[tuple[int, int, int, int]] = []
    field = import_module("images.field")
    real = field.place

    def watched(wants, taken, bounds, lines):  # type: ignore[no-untyped-def]
        spots = real(wants, taken, bounds, lines)
        for want, spot in zip(wants, spots, strict=True):
            placed.append((spot.x, spot.y, spot.x + want.width, spot.y + want.height))
            assert bounds[0] <= spot.x <= spot.x + want.width <= bounds[2]
            assert bounds[1] <= spot.y <= spot.y + want.height <= bounds[3]
        return spots

    monkeypatch.setattr(field, "place", watched)
    recorded(view)
    assert len(placed) >= sum(each.out != "left" for each in view.cars)
    for i, (left, top, right, foot) in enumerate(placed):
        for a, b, c, d in placed[:i]:
            assert right <= a or c <= left or foot <= b or d <= top


class Filled(Record):
    """A record that keeps what is filled, too."""

    def __init__(self) -> None:
        super().__init__()
        self.fills: list[tuple[int, int, int]] = []
        """(left, right, colour) of what is filled in the overview."""

    def fill(self, x: int, y: int, w: int, h: int, colour: int) -> None:
        if self.part == "strip":
            self.fills.append((x, x + w, colour))


def marks(view: State) -> list[tuple[int, int]]:
    """From where to where each vehicle is marked in the overview, from behind."""
    canvas = Filled()
    drawer.picture(Board(view, PLAYERS)).compose(canvas)
    return sorted((x, end) for x, end, colour in canvas.fills if colour in SEAT_PAINT)


def test_vehicles_that_are_level_are_marked_at_one_place() -> None:
    cars = [car(0, 0, 0.5, 30.0), car(1, 1, -0.5, 30.0), car(2, 1, 1.2, 30.0), car(3, 2, 0.5, 36.0)]
    first, second, third, last = marks(fight(cars, scenario="pack-attack", lone=0))
    assert first == second == third
    assert last[0] > first[1]


def test_vehicles_that_touch_are_marked_side_by_side() -> None:
    cars = [car(0, 0, 0.0, 31.0), car(1, 1, 0.0, 30.0)]
    (_, back), (front, _) = marks(fight(cars, scenario="pack-attack", lone=0))
    assert 0 <= front - back <= 8


def test_marks_stand_at_their_inches() -> None:
    places = (30.0, 33.0, 36.0, 48.0)
    cars = [car(3 - i, i, 0.5, y) for i, y in enumerate(places)]
    view = fight(cars, scenario="pack-attack", lone=3)
    middles = [(left + right) / 2 for left, right in marks(view)]
    inch = (middles[-1] - middles[0]) / 18
    assert middles == pytest.approx([middles[0] + inch * (y - 30.0) for y in places], abs=2)


def test_what_lies_outside_the_part_of_the_arena_that_is_shown_has_no_label(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wreck = car(1, 1, -9.0, 9.0, speed=0, out="crashed")
    view = fights.arena(3)
    cars = (car(0, 0, 5.0, -8.0), wreck, car(2, 2, 8.0, -6.0))
    named: list[str] = []
    real = Sheet.vehicle

    def vehicle(self: Sheet, each: Vehicle, tall: int, acts: bool = False) -> None:
        named.append(each.label)
        real(self, each, tall, acts)

    monkeypatch.setattr(Sheet, "vehicle", vehicle)
    recorded(replaced(view, cars=cars))
    assert sorted(named) == ["A", "C"]


@pytest.mark.parametrize("heading", [0.0, 7.3, 22.5, 90.0, 180.0, 359.9, -45.0])
def test_any_heading_is_drawn(heading: float) -> None:
    view = fight([car(0, 0, 0.3, 10.0, heading=heading), car(1, 1, -0.5, 12.0)])
    assert difference(tiled(view), redrawn(view)) <= TOLERANCE


def test_a_nose_turns_clockwise_with_its_heading() -> None:
    ahead, right = (Map(80, 0, 0).at(*point) for point in ((0.0, 1.0), (1.0, 0.0)))
    assert ahead == (80, 0)
    assert right == (0, 80)
    assert Map(80, 0, 0).angle(90.0) == 90.0
    up, east = (Map(40, 0, 0, upward=True).at(*point) for point in ((0.0, 1.0), (1.0, 0.0)))
    assert up == (0, -40)
    assert east == (40, 0)
    assert Map(40, 0, 0, upward=True).angle(0.0) == 270.0


@pytest.mark.parametrize("apart", [0.0, 5.0, 11.0, 14.0, 19.0, 30.0, 59.0, 200.0])
def test_two_vehicles_are_shown_however_far_apart(apart: float) -> None:
    layout = layout_of(((1.0, 3.3), (0.0, 3.3 + apart)), (1.0, 3.3))
    assert layout.window((1.0, 3.3)) is not None
    assert layout.window((0.0, 3.3 + apart)) is not None
    assert layout.scale in SCALES


def test_the_largest_scale_that_fits_is_used() -> None:
    assert layout_of(((1.0, 0.0), (0.0, 9.0)), (1.0, 0.0)).scale == 96
    assert layout_of(((1.0, 0.0), (0.0, 11.0)), (1.0, 0.0)).scale == 80
    assert layout_of(((1.0, 0.0), (0.0, 16.0)), (1.0, 0.0)).scale == 60
    assert layout_of(((1.0, 0.0), (0.0, 21.0)), (1.0, 0.0)).scale == 48
    torn = layout_of(((1.0, 0.0), (0.0, 55.0)), (1.0, 0.0))
    assert (torn.scale, len(torn.windows)) == (96, 2)
    assert sum(window.count for window in torn.windows) == 12


def test_a_crowd_is_shown_larger_in_two_windows() -> None:
    chase = [*((x / 2, x / 3) for x in range(-3, 4)), (0.0, 14.0)]
    layout = layout_of(chase, (0.0, 14.0))
    assert (layout.scale, len(layout.windows)) == (96, 2)
    assert all(layout.window(place) for place in chase)
    assert layout_of(chase[-5:], (0.0, 14.0)).scale == 96
    assert layout_of(chase[-4:], (0.0, 14.0)).scale == 60


class _Framed(Record):
    """The vehicles whose bases are framed."""

    def __init__(self) -> None:
        super().__init__()
        self.labels: list[str] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        if isinstance(figure, Counter) and figure.acts:
            self.labels.append(figure.label)


def test_only_who_is_asked_is_named_and_framed_by_the_vehicle_asked_about() -> None:
    fire = Now((1,), "may fire or wait")
    view = fights.pack(4, step="fire", moving=-1, asked=3)
    assert view.slots(2)
    both = replaced(view, asked=1), Now((1, 2), "may fire or wait")
    moves = fights.pack(4, moving=2), Now((2,), "chooses a move")
    for (seen, now), labels in (((view, fire), ["B2"]), (both, ["B1", "C1"]), (moves, ["C1"])):
        drawn, framed = drawer.picture(Board(seen, PLAYERS, now)), _Framed()
        drawn.compose(framed)
        assert (drawn.header.seats, drawn.header.labels) == (now.asked, labels)
        assert sorted(framed.labels) == labels
    assert ": B2 Juniper may fire or wait." in ARTIST.board(view, PLAYERS, fire).alt_text()


def test_a_crowd_spread_over_the_road_is_cut_or_made_small() -> None:
    places = [float(y) for y in range(0, 90, 3)]
    layout = layout_of([(0.0, y) for y in places], (0.0, 42.0))
    assert layout.window((0.0, 42.0)) is not None
    board(fight([car(i, i % 8, 0.0, y) for i, y in enumerate(places)]), PLAYERS, QUIET).png()


@pytest.mark.parametrize("off", [2.5, -4.5, 7.0, -12.0, 18.0, 40.0, -150.0])
def test_the_rough_ground_is_shown_as_far_out_as_somebody_is(off: float) -> None:
    """Nothing ends at an edge of the picture: it goes along, and grows small before it loses the
    road."""
    alone = layout_of(((off, 3.0), (off + 18.0, 8.0)), (off, 3.0))
    assert alone.window((off, 3.0)) is not None
    assert alone.window((off + 18.0, 8.0)) is not None
    both = layout_of(((off, 3.0), (0.0, 8.0)), (off, 3.0))
    assert both.window((off, 3.0)) is not None
    assert max(alone.height, both.height) <= HIGHEST
    if abs(off) <= 18.0:
        assert both.window((0.0, 8.0)) is not None
        assert both.low < -EDGE
        assert both.high > EDGE
    else:
        assert both.window((0.0, 8.0)) is None
    view = fight([car(0, 0, off, 3.0), car(1, 1, 0.0, 8.0), car(2, 2, off / 2, 5.0, out="crew")])
    assert board(view, PLAYERS, Now(action_phrase="moves")).png()
    assert difference(tiled(view), redrawn(view)) <= TOLERANCE


def test_every_livery_makes_another_tile_and_a_wreck_is_grey() -> None:
    tiles = {canvas.tile(Counter(seat, "A", 80, False, 0)).tobytes() for seat in range(8)}
    cycles = {canvas.tile(Counter(seat, "A", 40, True, 0)).tobytes() for seat in range(8)}
    assert len(tiles) == len(cycles) == 8
    wrecks = {canvas.tile(Counter(s, "A", 80, False, 0, True, True)).tobytes() for s in (0, 1)}
    assert not wrecks & tiles


@pytest.mark.parametrize("cycle", [False, True])
def test_a_vehicle_is_turned_clockwise_about_its_middle(cycle: bool) -> None:
    level, *others = (
        canvas.tile(Counter(0, "", 80, cycle, angle)) for angle in (0, 900, 1800, 2700)
    )
    ways = (getattr(Image.Transpose, f"ROTATE_{angle}") for angle in (270, 180, 90))
    for way, turned in zip(ways, others, strict=True):
        assert difference(level.transpose(way), turned) <= TOLERANCE


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_fights_in_any_state_are_drawn(seats: int) -> None:
    for seed in range(15):
        assert board(any_fight(seed, seats), PLAYERS, Now(action_phrase="moves")).png()


def test_a_name_of_any_length_stays_in_its_strip() -> None:
    players = [replaced(p, name="W" * 60) for p in PLAYERS]
    assert board(fights.arena(6), players, QUIET).png()
    assert board(fight([], step="buy", bought=(0, 0), budget=(1, 2)), players, QUIET).png()


def test_beside_one_another_nobody_closes_in() -> None:
    near, far = sights.car(0, 0, speed=60), sights.car(1, 1, speed=30)
    said = {
        y: closing(ends_of(Board(sights.sight(None, (near, sights.replaced(far, x=1.0, y=y))), [])))
        for y in (0.4, 4.0)
    }
    assert said == {0.4: "", 4.0: "A closes in 3 inches a turn"}
