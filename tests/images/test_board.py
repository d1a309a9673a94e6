"""The board: what comes out, that the fast way draws what the slow way draws, and secrets."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from games.carwars_cards.state import State
from images import encode, fonts
from images.canvas import Redraw, TileCanvas
from images.carwars_cards import ARTIST
from images.carwars_cards.board import picture
from images.choices import QUIET, Now
from images.kept import SHELF
from images.theme import PALETTE
from tests.images.tables import GEAR, PLAYERS, any_table, car, gear, incoming, of_seat, table

SEATS = range(2, 7)

BLOCK = 8
TOLERANCE = 20
"""Most that a colour channel may differ, 0 to 255, over any block of 8 by 8 px.

Tiles round their edges to their own box, so single px along an edge may differ by a third of a px
of coverage. A cell lit wrongly, a tile clipped or a plate with the wrong ground goes far over it.
"""


def blocks(sheet: Image.Image) -> Image.Image:
    """A sheet of palette numbers as the mean colour of each block."""
    numbers = Image.frombytes("P", sheet.size, sheet.tobytes())
    numbers.putpalette([part for entry in PALETTE for part in entry])
    return numbers.convert("RGB").reduce(BLOCK)


def difference(fast: Image.Image, slow: Image.Image) -> int:
    """Largest difference of a channel between two pictures, over blocks."""
    return max(ImageChops.difference(blocks(fast), blocks(slow)).tobytes())


TO_ACT = Now(action_phrase="to act")


def tiled(view: State, now: Now = TO_ACT) -> Image.Image:
    drawn = picture(view, PLAYERS, now)
    fast = TileCanvas(drawn.page())
    drawn.compose(fast)
    return fast.sheet()


def redrawn(view: State, now: Now = TO_ACT) -> Image.Image:
    drawn = picture(view, PLAYERS, now)
    slow = Redraw(drawn.page())
    drawn.compose(slow)
    return slow.sheet()


@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_a_small_palette_png_1200_px_wide(seats: int) -> None:
    for seed in range(12):
        data = ARTIST.board(any_table(seed, seats), PLAYERS, QUIET).png()
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
        assert image.height <= (560 if seats <= 3 else 900)
        assert image.getpalette() == [part for entry in PALETTE for part in entry]
        assert len(data) <= 70_000


@pytest.mark.parametrize("seats", SEATS)
def test_tiles_draw_what_a_full_redraw_draws(seats: int) -> None:
    for seed in (1, 2, 3):
        view = any_table(seed, seats)
        assert difference(tiled(view), redrawn(view)) <= TOLERANCE


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("side", [0, 1, 2, 3, -1])
def test_tiles_do_not_cover_each_other_when_everything_is_wrong_with_a_car(
    seats: int, side: int
) -> None:
    wrecks = [
        car(
            seat,
            side_damage=[12, 12, 12, 12],
            tire_damage=9,
            driver_damage=4,
            specials=gear(*GEAR),
            escaping=True,
            skip_turns=2,
            hand_size=10,
            score=130,
        )
        for seat in range(seats)
    ]
    view = table(wrecks, incoming=incoming(0, 1, side, stopped=3), turn=120, draw_pile=120)
    assert difference(tiled(view), redrawn(view)) <= TOLERANCE


def test_one_cell_more_is_past_the_tolerance() -> None:
    hurt = [
        table([car(0, side_damage=[damage, 0, 0, 0]), *map(car, range(1, 6))]) for damage in (4, 5)
    ]
    assert difference(tiled(hurt[0]), redrawn(hurt[1])) > TOLERANCE


def test_the_same_view_gives_the_same_bytes_with_caches_cold_or_warm() -> None:
    view = any_table(5, 4)
    warm = ARTIST.board(view, PLAYERS, QUIET).png()
    SHELF.clear()
    for cache in (encode.ramp, fonts.fit, fonts.width):
        cache.cache_clear()
    assert (
        ARTIST.board(view, PLAYERS, QUIET).png() == warm == ARTIST.board(view, PLAYERS, QUIET).png()
    )


def test_threads_draw_at_once_without_mixing_pictures() -> None:
    views = [any_table(seed, 2 + seed % 5) for seed in range(20)]
    alone = [ARTIST.board(view, PLAYERS, QUIET).png() for view in views]
    SHELF.clear()
    fonts._font.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda view: ARTIST.board(view, PLAYERS, QUIET).png(), views * 2))
    assert together == alone * 2


def test_a_hand_never_reaches_the_board() -> None:
    spectator = any_table(7, 4)
    assert (
        ARTIST.board(of_seat(spectator, 2), PLAYERS, QUIET).png()
        == ARTIST.board(spectator, PLAYERS, QUIET).png()
    )


def test_who_acts_and_what_is_coming_change_the_picture() -> None:
    calm = table([car(0), car(1), car(2)])
    others = [
        msgspec.structs.replace(calm, active=1),
        msgspec.structs.replace(calm, threats=[incoming(0, 1, 2)]),
        msgspec.structs.replace(calm, threats=[incoming(0, 1, 3)]),
        msgspec.structs.replace(calm, threats=[incoming(0, 2, 3)]),
        msgspec.structs.replace(calm, draw=calm.draw[1:]),
        msgspec.structs.replace(calm, reshuffled=True),
    ]
    pictures = {ARTIST.board(view, PLAYERS, QUIET).png() for view in [calm, *others]}
    assert len(pictures) == 7
    assert ARTIST.board(calm, PLAYERS, Now(action_phrase="attacks")).png() not in pictures


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("status", ["out", "escaped", "ejected", "quit"])
def test_every_way_out_of_a_duel_has_its_own_stamp(seats: int, status: str) -> None:
    def leaving(way: str) -> State:
        return table([*map(car, range(seats - 1)), car(seats - 1, status=way, hand_size=0)])

    view = leaving(status)
    assert difference(tiled(view), redrawn(view)) <= TOLERANCE
    others = [
        ARTIST.board(leaving(way), PLAYERS, QUIET).png()
        for way in ("in", "out", "escaped", "ejected", "quit")
    ]
    assert others.count(ARTIST.board(view, PLAYERS, QUIET).png()) == 1
