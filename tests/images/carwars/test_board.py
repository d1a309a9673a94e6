"""The board: what comes out, that the fast way draws what the slow way draws, and secrets."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.carwars.dice import pool
from games.carwars.state import Attack, State, Thing
from games.engine.players import SEAT_LETTERS
from images import encode
from images.arena import SIDE
from images.canvas import Lettering, Redraw, TileCanvas
from images.carwars import ARTIST
from images.carwars.board import seen_of
from images.carwars.dice import letters
from images.carwars.happened import latest
from images.carwars.model import Board, box
from images.carwars.pieces import CarPiece, FlatCard
from images.choices import QUIET, Now
from images.counters import Plate, Words
from images.kept import SHELF
from images.pen import Figure
from images.plane import Map, clip
from images.theme import GAP, PALETTE
from tests.images.carwars import fights
from tests.images.carwars.fights import PLAYERS, any_fight, car, fight, replaced
from tests.images.record import Record
from tests.images.test_board import difference

drawer = import_module("images.carwars.board")
board = ARTIST.board
TOLERANCE = 40
"""Most that a colour channel may differ, 0 to 255, over any block of 8 by 8 px: edges are smoothed
towards the ground of their own tile, also where they lie on the roof of a car."""
NAMES = [player.name for player in PLAYERS]
COMBAT = Now((0,), "attacks", latest(fights.combat()))
SAMPLES: dict[str, tuple[State, Now]] = {
    "four": (fights.four(), COMBAT),
    "duel": (fights.duel(), Now((0,), "attacks", latest(fights.combat()[-3:]))),
    "three": (fights.three(), QUIET),
    "six": (fights.crowd(6), QUIET),
    "eight": (fights.crowd(8), Now((0,), "drives")),
    "building": (
        fight([car(0, (1.0, 1.0, 0.0)), car(1, (2.0, 2.0, 0.0), cards=[])], phase="build",
              beat="build", round=0, active=-1),
        Now((0, 1), "builds"),
    ),
    "placing": (fights.duel(phase="places", beat="place", round=0), QUIET),
    "over": (fights.three(phase="over", beat="finish", active=-1), QUIET),
}  # fmt: skip


class Figures(Record):
    """A record that keeps what is put on the canvas, too."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[Figure] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        self.figures.append(figure)


def composed(view: State, kind: type[TileCanvas | Redraw], now: Now = QUIET) -> Image.Image:
    picture = drawer.picture(Board(view, PLAYERS, now))
    canvas = kind(picture.page())
    picture.compose(canvas)
    return canvas.sheet()


def recorded(view: State, now: Now = QUIET) -> Record:
    record = Record()
    drawer.picture(Board(view, PLAYERS, now)).compose(record)
    return record


@pytest.mark.parametrize("name", SAMPLES)
def test_a_board_is_a_small_palette_png_1200_px_wide(name: str) -> None:
    view, now = SAMPLES[name]
    data = board(view, PLAYERS, now).png()
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (1200, 900))
    assert image.getpalette() == [part for entry in PALETTE for part in entry]
    assert len(data) <= 70_000


@pytest.mark.parametrize("name", SAMPLES)
def test_tiles_draw_what_a_full_redraw_draws(name: str) -> None:
    view, now = SAMPLES[name]
    drawn = (composed(view, kind, now) for kind in (TileCanvas, Redraw))
    assert difference(*drawn) <= TOLERANCE


@pytest.mark.parametrize("arena", ["open", "yard", "pit", "crossfire"])
def test_every_arena_is_drawn_like_a_full_redraw(arena: str) -> None:
    view = fights.duel()
    view = replaced(view, options=replaced(view.options, arena=arena), things=[])
    assert difference(composed(view, TileCanvas), composed(view, Redraw)) <= TOLERANCE


def test_a_tenth_of_a_length_more_is_past_the_tolerance() -> None:
    view, moved = fights.four(), fights.four()
    moved.cars[0].x += 0.1
    assert difference(composed(view, TileCanvas), composed(moved, Redraw)) > TOLERANCE


def test_the_same_view_gives_the_same_bytes_with_caches_cold_or_warm() -> None:
    warm = board(any_fight(5, 3), PLAYERS, QUIET).png()
    SHELF.clear()
    encode.ramp.cache_clear()
    assert (
        board(any_fight(5, 3), PLAYERS, QUIET).png()
        == warm
        == board(any_fight(5, 3), PLAYERS, QUIET).png()
    )


def test_threads_draw_at_once_without_mixing_pictures() -> None:
    views = [any_fight(seed, 2 + seed % 3) for seed in range(6)]
    alone = [board(view, PLAYERS, QUIET).png() for view in views]
    SHELF.clear()
    with ThreadPoolExecutor(3) as pool_:
        together = list(pool_.map(lambda view: board(view, PLAYERS, QUIET).png(), views * 2))
    assert together == alone * 2


def test_what_a_seat_alone_knows_never_reaches_the_board() -> None:
    everyones, own = fights.four(), fights.four(seat=2)
    for car_ in own.cars:
        car_.standing = replaced(car_.standing, defense="none", look="yes", damage="ask")
    assert board(own, PLAYERS, COMBAT).png() == board(everyones, PLAYERS, COMBAT).png()
    for tell in ("alt_text", "long_description"):
        mine, theirs = (board(view, PLAYERS, COMBAT) for view in (own, everyones))
        assert getattr(mine, tell)() == getattr(theirs, tell)()


def changes() -> list[State]:
    calm = fights.four()

    def first(**facts: Any) -> State:
        view = fights.four()
        view.cars[0] = replaced(view.cars[0], **facts)
        return view

    gone = fights.four()
    gone.things[0].gone = True
    return [
        calm, replaced(calm, active=1), replaced(calm, round=6), replaced(calm, phase="movement"),
        gone, replaced(calm, things=[*calm.things, Thing("barrel", 9.0, 6.0)]),
        first(x=4.4), first(y=5.3), first(heading=40.0), first(speed=2), first(speed=0),
        first(speed=0, reverse=True), first(armor=[3, 4, 2, 3]), first(armor=[4, 4, 0, 3]),
        first(fires=[0]), first(tires=7), first(power=8), first(control=0), first(out="power"),
        first(out="crew"), first(out="left", gone=True),
        first(cards=fights.hurt(calm.cars[0], {"amateur_driver": 1}).cards),
        replaced(calm, attack=Attack(3, 1, 5, 0, 0, dice=list(fights.dice(("red", 0))))),
    ]  # fmt: skip


def test_whatever_changes_in_a_fight_changes_the_picture_and_its_words() -> None:
    views = changes()
    pictures = [board(view, PLAYERS, QUIET).png() for view in views]
    assert len(set(pictures)) == len(pictures)
    told = [ARTIST.board(view, PLAYERS, QUIET).long_description() for view in views[:-1]]
    assert len(set(told)) == len(told)


def test_what_has_just_happened_changes_the_picture() -> None:
    events = fights.combat()
    shown = [
        board(fights.four(), PLAYERS, Now(recent=latest(events[:n]))).png() for n in range(1, 11)
    ]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("name", SAMPLES)
def test_labels_stand_inside_and_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    view, now = SAMPLES[name]
    recorded(view, now)
    assert len(placed) >= sum(each.placed and not each.out for each in view.cars)
    for i, (left, top, right, foot) in enumerate(placed):
        for a, b, c, d in placed[:i]:
            assert right <= a or c <= left or foot <= b or d <= top


@pytest.mark.parametrize("name", SAMPLES)
def test_every_figure_of_the_board_is_in_its_words(name: str) -> None:
    view, now = SAMPLES[name]
    words = ARTIST.board(view, PLAYERS, now).long_description().replace("breached", "0")
    told = set(re.findall(r"\d+(?:\.\d+)?", words.replace("stopped", "0").replace("dead", "0")))
    for text in recorded(view, now).texts:
        if text.part != "inset":
            assert set(re.findall(r"\d+(?:\.\d+)?", text.words)) <= told, text
    short = ARTIST.board(view, PLAYERS, now).alt_text()
    assert len(short) <= 1024
    assert short.startswith(words.partition(":")[0].partition(".")[0])


@pytest.mark.parametrize("view", [fights.four(), fights.crowd(5), fights.crowd(6)])
def test_a_cell_says_what_its_car_has_left(view: State) -> None:
    told = Counter((text.part, text.words) for text in recorded(view).texts)
    for one in view.cars:
        left = [one.power, one.tires, one.left(0), one.left(1), *one.armor]
        said = Counter((SEAT_LETTERS[one.owner], str(points)) for points in left)
        assert one.out or said <= told, one


class Sizes(Figures):
    """A record that keeps how large what is written is, by the part it belongs to."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[tuple[str, str, int]] = []

    def letter(self, x: int, y: int, text: Lettering) -> None:
        self.sizes.append((self.part, text.words, text.size))


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_cells_of_many_cars_are_written_as_large_as_of_four(count: int) -> None:
    view, canvas = fights.crowd(count), Sizes()
    view = replaced(view, things=[Thing("smoke", 6.0, 6.0, 0.0), Thing("oil", 9.0, 9.0, 0.0)])
    drawer.picture(Board(view, PLAYERS)).compose(canvas)
    cells = [each for each in canvas.sizes if each[0] in SEAT_LETTERS[:count]]
    left = {size for _, words, size in cells if words in "123456789" or words in NAMES}
    assert left == {36}
    assert min(size for *_, size in cells) >= 28
    tags = [each for each in canvas.figures if isinstance(each, Plate)]
    assert {tag.height for tag in tags if not tag.words.endswith(" L")} == {44}
    # A name that is too long for its card on the ground stands beside that.
    cards = {each.words for each in canvas.figures if isinstance(each, FlatCard)}
    assert cards == {"", "OIL"}
    assert "SMOKE" in {each.words for each in canvas.figures if isinstance(each, Words)}


def test_a_car_lies_as_its_words_say() -> None:
    cars = [car(0, (6.0, 6.0, 90.0)), car(1, (6.0, 9.0, 0.0)), car(2, (9.0, 6.0, 180.0))]
    lines = ARTIST.board(fight(cars), PLAYERS, QUIET).long_description().splitlines()
    ahead, beside = (next(x for x in lines if x.startswith(who)) for who in ("B ", "C "))
    assert "2.2 L ahead of A, nose east" in ahead
    assert "2.2 L right of A, nose west" in beside


@pytest.mark.parametrize("heading", [0.0, 7.3, 22.5, 90.0, 180.0, 359.9])
def test_any_heading_is_drawn(heading: float) -> None:
    view = fight([car(0, (3.0, 3.0, heading)), car(1, (5.0, 4.0, 10.0))])
    assert difference(composed(view, TileCanvas), composed(view, Redraw)) <= TOLERANCE


def test_a_nose_turns_counter_clockwise_with_its_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    angles = list[int]()
    real = CarPiece

    def piece(*args: Any, **rest: Any) -> CarPiece:
        angles.append(args[2])
        return real(*args, **rest)

    monkeypatch.setattr("images.carwars.field.CarPiece", piece)
    recorded(fight([car(0, (3.0, 3.0, 0.0)), car(1, (5.0, 4.0, 90.0))]))
    assert sorted(angles) == [0, 2700]
    to = seen_of(Board(fights.duel(), PLAYERS))
    (x, y), (to_x, to_y) = to.at(3.0, 3.0), to.at(3.0, 4.0)
    assert (to_x, to_y) == pytest.approx((x, y - to.scale))


def test_the_arena_is_shown_as_near_as_all_fit_and_whole_among_many() -> None:
    scales = [seen_of(Board(view, PLAYERS)).scale for view in (
        fight([car(0, (3.0, 3.0, 0.0)), car(1, (5.0, 3.0, 0.0))]),
        fight([car(0, (3.0, 3.0, 0.0)), car(1, (9.0, 3.0, 0.0))]),
        fight([car(0, (1.0, 1.0, 0.0)), car(1, (11.0, 11.0, 0.0))]),
        fights.crowd(6),
    )]  # fmt: skip
    assert scales == sorted(scales, reverse=True)
    # Where two are too far apart it stays with the one that acts; an arrow tells of the other.
    assert scales[-2] == pytest.approx(824 / 10)
    assert scales[-1] == pytest.approx(824 / 18)
    far = fight([car(0, (1.0, 1.0, 0.0)), car(1, (11.0, 11.0, 0.0))])
    canvas = Figures()
    drawer.picture(Board(far, PLAYERS)).compose(canvas)
    tags = {figure.label: figure.words for figure in canvas.figures if isinstance(figure, Plate)}
    assert tags == {"A": "3", "B": "13.0 L"}


def test_the_edge_of_what_is_shown_cuts_through_nobody() -> None:
    """Where it would, more is shown, or something beside it."""
    shown = dict[float, Map]()
    for x in (9.3, 9.9, 10.7):
        there = fight([car(0, (1.0, 1.0, 0.0)), car(1, (x, 6.0, 40.0))])
        shown[x] = seen_of(Board(there, PLAYERS))
        across = sorted(shown[x].at(*corner)[0] for corner in box(there.cars[1].pose).corners)
        assert across[-1] < GAP + SIDE or across[0] > GAP + SIDE
    assert shown[9.9].scale == pytest.approx(SIDE / 12)


@pytest.mark.parametrize("left", [3, 4])
def test_no_zoom_of_a_large_arena_cuts_through_a_car_or_wreck(left: int) -> None:
    """So many of six still drive; the others' wrecks lie anywhere."""
    field = (GAP, GAP, GAP + SIDE, GAP + SIDE)
    for seed in range(200):
        view = any_fight(seed, 6)
        for one in view.cars:
            one.out = "" if one.owner < left else "power"
        to = seen_of(Board(replaced(view, active=seed % left), PLAYERS))
        walls = (*to.px(0.0, 18.0), *to.px(18.0, 0.0))
        for one in view.cars:
            there = clip(to.around(box(one.pose, 1.17)), walls)
            seen = clip(there, field)
            beyond = seen[0] >= seen[2] or seen[1] >= seen[3]
            assert beyond or seen == pytest.approx(there, abs=1), (seed, one.owner)


def test_dice_that_are_not_rolled_show_their_letters() -> None:
    looks = letters(pool({"red": 1, "green": 2, "black": 1}))
    assert [look.hue for look in looks] == ["green", "green", "red", "black"]
    assert all(look.face < 0 for look in looks)


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_fights_in_any_state_are_drawn(seats: int) -> None:
    for seed in range(8):
        view = any_fight(seed, seats)
        assert len(board(view, PLAYERS, QUIET).png()) <= 70_000
        assert len(ARTIST.board(view, PLAYERS, QUIET).alt_text()) <= 1024
        assert ARTIST.result(view, PLAYERS).png()


def test_a_name_of_any_length_stays_in_its_cell() -> None:
    players = [replaced(p, name="W" * 60) for p in PLAYERS]
    for view in (fights.four(), fights.crowd(8)):
        assert board(view, players, QUIET).png()
        assert len(ARTIST.board(view, players, QUIET).alt_text()) <= 1024
