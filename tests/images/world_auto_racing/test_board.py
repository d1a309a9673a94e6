"""The board: what comes out, that the fast way draws what the slow way draws, and secrets."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Playing
from images.canvas import Redraw, TileCanvas
from images.choices import QUIET, Now
from images.theme import PALETTE
from images.world_auto_racing import ARTIST
from images.world_auto_racing.board import picture
from images.world_auto_racing.drivers import Driver, acting_of, moment_of, shown_order
from tests.images.record import Record
from tests.images.test_board import TOLERANCE, difference
from tests.images.world_auto_racing.tables import (
    PLAYERS,
    any_view,
    asking,
    calculation,
    driver,
    knowing,
    number,
    numbers,
    race,
    steps,
)

board = ARTIST.board

SEATS = range(2, 6)


def tiled(view: Race, now: Now = QUIET) -> Image.Image:
    shown = picture(view, PLAYERS, now)
    fast = TileCanvas(shown.page())
    shown.compose(fast)
    return fast.sheet()


def redrawn(view: Race, now: Now = QUIET) -> Image.Image:
    shown = picture(view, PLAYERS, now)
    slow = Redraw(shown.page())
    shown.compose(slow)
    return slow.sheet()


def texts(view: Race, verb: str = "") -> list[tuple[str, str]]:
    record = Record()
    picture(view, PLAYERS, Now(action_phrase=verb)).compose(record)
    return [(each.part, each.words) for each in record.texts]


@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_a_small_palette_png_1200_px_wide(seats: int) -> None:
    for seed in range(12):
        data = board(any_view(seed, seats), PLAYERS, Now(action_phrase="acts")).png()
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
        assert 600 <= image.height <= 900
        assert image.getpalette() == [part for entry in PALETTE for part in entry]
        assert len(data) <= 70_000


@pytest.mark.parametrize("seats", SEATS)
def test_tiles_draw_what_a_full_redraw_draws(seats: int) -> None:
    for seed in (1, 2, 3, 4):
        view = any_view(seed, seats)
        assert difference(tiled(view), redrawn(view)) <= TOLERANCE


def crowded(seats: int) -> Race:
    """Everything a driver can have, four times over."""
    mods = [
        numbers("big_bore_block_stage_1", "big_bore_block_stage_2", "big_bore_block_stage_3"),
        numbers("quick_spool_turbo_stage_1", "quick_spool_turbo_stage_2"),
        *([each] for each in numbers("side_pipes", "carbon_rotors", "skid_plate")),
        numbers("limited_slip_diff_stage_1"),
        *([each] for each in numbers("piggyback_ecu", "street_sport_tires")),
        numbers("coilover_kit_stage_1", "coilover_kit_stage_2"),
        numbers("nitrous_bottle"),
    ]
    total = steps(("Harrow Marauder 427", 5), [("mod", "Big-Bore Block Stage 3", 95)])
    full = [
        driver(
            seat,
            hand=14,
            garage=59,
            mods=mods,
            trait=number("featherweight_focus"),
            teams=numbers("junkyard_deal", "lawyers_on_retainer", "closed_road_order"),
            controls=[(each, (seat + 1) % seats) for each in numbers("door_slam") * 9],
            progress=149,
            passed=True,
            projected=calculation(total, total),
            scored=calculation(total, total),
        )
        for seat in range(seats)
    ]
    weather = numbers("loose_gravel", "cloudburst", "ground_fog", "spectator_crowd", "speed_trap")
    return race(
        full,
        length=150,
        round=40,
        courses=[(each, 1) for each in numbers("touge_switchbacks", "quarter_mile_strip")],
        conditions=[(each, i % seats) for i, each in enumerate(weather)],
    )


@pytest.mark.parametrize("seats", SEATS)
def test_tiles_do_not_cover_each_other_when_everything_is_in_play(seats: int) -> None:
    view = crowded(seats)
    assert difference(tiled(view), redrawn(view)) <= TOLERANCE
    assert len(board(view, PLAYERS, QUIET).png()) <= 70_000


def test_a_point_of_progress_more_is_past_the_tolerance() -> None:
    views = [race([driver(0, progress=at), driver(1)]) for at in (48, 49)]
    assert difference(tiled(views[0]), redrawn(views[1])) > TOLERANCE


def test_the_same_view_gives_the_same_bytes() -> None:
    view = any_view(5, 4)
    assert board(view, PLAYERS, QUIET).png() == board(view, PLAYERS, QUIET).png()


def test_a_hand_never_reaches_the_board() -> None:
    spectator = any_view(7, 4)
    player = msgspec.structs.replace(spectator, seat=2, drivers=knowing(spectator, 2))
    assert board(player, PLAYERS, QUIET).png() == board(spectator, PLAYERS, QUIET).png()


def phases() -> Mapping[str, Race]:
    """A view of each phase, by what must be read on its picture."""
    calm = [driver(0, progress=40), driver(1, progress=30), driver(2)]
    bare = [driver(0), driver(1, car=-1), driver(2, car=-1)]
    last = calculation(steps(("car", 4), []), steps(("car", 3), []))
    scored = [
        msgspec.structs.replace(each, scored=last, progress=each.progress + 7) for each in calm
    ]
    card = number("brake_check")
    return {
        "CARS · 4 FREE": race(bare, phase="car", round=0, active=1),
        "First hands": race(calm, phase="mulligan", round=0, active=-1),
        "The round begins": race(calm, phase="beginning", active=-1),
        "Round 6": race(calm),
        "Brake Check on B": race(calm, playing=Playing(0, card, 1), todo=asking(card, 0)),
        "Round 6 is scored": race(scored, phase="scrap", active=-1),
        "A and B race on": race(calm, tied=[0, 1]),
        "A Rook wins": race(scored, phase="over", active=-1, places=[(0,), (1,), (2,)]),
    }


def test_every_phase_has_its_title() -> None:
    for title, view in phases().items():
        assert any(words.endswith(title) for _, words in texts(view))
        assert difference(tiled(view), redrawn(view)) <= TOLERANCE
        assert len(board(view, PLAYERS, QUIET).png()) <= 70_000


def test_who_acts_is_named_and_framed() -> None:
    drivers = [driver(0), driver(1), driver(2)]
    views = [race(drivers, active=seat) for seat in (-1, 0, 1, 2)]
    assert [acting_of(view) for view in views] == [-1, 0, 1, 2]
    assert len({board(view, PLAYERS, Now(action_phrase="acts")).png() for view in views}) == 4
    assert ("header", "acts") in texts(views[2], "acts")


def test_whoever_is_asked_while_a_card_is_completed_is_framed() -> None:
    drivers = [driver(0), driver(1, trait=number("parts_hoarder"))]
    playing = race(drivers, active=0, playing=Playing(0, number("scrutineers")))
    header = picture(playing, PLAYERS, Now(action_phrase="acts")).header
    assert (header.seats, header.phrase, header.title) == ((0,), "plays", "Round 6 · Scrutineers")
    asked = msgspec.structs.replace(playing, todo=asking(number("scrutineers"), 1))
    header = picture(asked, PLAYERS, Now(action_phrase="gives up a mod")).header
    assert (header.seats, header.phrase, header.title) == (
        (1,),
        "gives up a mod",
        "Round 6 · Scrutineers",
    )
    todo = asking(number("parts_hoarder"), 1)
    checking = race(drivers, active=-1, phase="scrap", todo=todo)
    assert acting_of(checking) == 1


def test_rows_stand_in_racing_order_and_at_the_end_by_place() -> None:
    view = race([driver(seat) for seat in range(3)], order=[1, 2, 0])
    assert shown_order(view) == [1, 2, 0]
    assert moment_of(view) == "Round 6 · order B C A · to 100"
    made = [driver(seat, progress=progress) for seat, progress in enumerate((14, 13, 13))]
    scored = msgspec.structs.replace(view, phase="scrap", active=-1, drivers=made)
    assert shown_order(scored) == [0, 1, 2]
    over = msgspec.structs.replace(view, phase="over", places=[(0,), (2,), (1,)])
    assert shown_order(over) == [0, 2, 1]


def test_a_row_shows_the_sum_as_it_stands_and_after_the_round_as_it_was() -> None:
    now = calculation(steps(("car", 8), []), steps(("car", 4), []))
    last = calculation(steps(("car", 5), []), steps(("car", 2), []))
    own = driver(0, progress=47, projected=now, scored=last)
    view = race([own, driver(1)])
    shown = [words for part, words in texts(view) if part == "A"]
    assert {"47", "8", "4", "+12", "last +7"} <= set(shown)
    scrap = msgspec.structs.replace(view, phase="scrap", active=-1)
    shown = [words for part, words in texts(scrap) if part == "A"]
    assert {"47", "5", "2", "+7", "scored"} <= set(shown)
    assert Driver(scrap, PLAYERS, 0).way == (40, 47)


@pytest.mark.parametrize(
    ("changes", "stamp"),
    [({"passed": True}, "PASSED"), ({"left": True}, "LEFT"), ({}, "WAITS")],
)
@pytest.mark.parametrize("seats", SEATS)
def test_a_state_is_stamped_on_its_row(changes: dict[str, Any], stamp: str, seats: int) -> None:
    drivers = [driver(0, **changes), *(driver(seat) for seat in range(1, seats))]
    said = texts(race(drivers, active=1, tied=[] if changes else [1, 2]))
    assert ("A", stamp) in said
    assert ("B", stamp) not in said


@pytest.mark.parametrize("seats", SEATS)
def test_names_of_cards_are_drawn_whole_or_end_with_an_ellipsis(seats: int) -> None:
    wide = {words for part, words in texts(crowded(seats)) if part == "A"}
    assert any(words.startswith("Harrow Marauder 427") for words in wide)
    assert any(words.startswith("Featherweight") for words in wide)
    assert seats > 3 or any(words.endswith(" more") for words in wide)
