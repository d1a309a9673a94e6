"""The board: what comes out, that the fast way draws what the slow way draws, and secrets."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.engine.seen import BACK
from games.nascards.state import State
from images import Choices, encode, fonts
from images.canvas import Lettering, Redraw, TileCanvas
from images.choices import QUIET, Now
from images.kept import SHELF
from images.nascards import ARTIST
from images.nascards.board import picture
from images.nascards.marks import lasting, shown, struck
from images.panels import Leaning
from images.pen import Figure
from images.theme import PALETTE
from images.window import LEAST, MOST, window_of
from tests.images.nascards.races import MIXED, PLAYERS, any_race, driver, race
from tests.images.record import Record
from tests.images.test_board import TOLERANCE, difference

SEATS = range(2, 9)
board = ARTIST.board
# The board may be packed harder where it is large; this many bytes it never exceeds.
MOST_BYTES = 70_000

TO_ACT = Now(action_phrase="to act")


def tiled(view: State, now: Now = TO_ACT) -> Image.Image:
    drawn = picture(view, MIXED, now)
    fast = TileCanvas(drawn.page())
    drawn.compose(fast)
    return fast.sheet()


def redrawn(view: State, now: Now = TO_ACT) -> Image.Image:
    drawn = picture(view, MIXED, now)
    slow = Redraw(drawn.page())
    drawn.compose(slow)
    return slow.sheet()


def troubled(seats: int, **changes: Any) -> State:
    """A race in which everything that can be shown of a car is."""
    drivers = [
        driver(
            seat,
            miles=150 + seat * 3 - 9 * (seat == 3),
            hand_size=12,
            maneuver=11 + seat * 7,
            maneuver_done="played",
            speed=[10, 9],
            drafted=2,
            engine_penalty=-13,
            forced_pits=3,
            blocked_by=[other for other in range(min(seats, 4)) if other != seat],
            defensive=-4,
            hit=True,
            crash=seat,
            cup_points=104,
        )
        for seat in range(seats)
    ]
    facts: dict[str, Any] = {"races": 10, "race": 9, "goal": 500, "turn": 120}
    facts |= {"phase": "drafting", "yellow_flag": True, "history": [[140] * seats]}
    return race(drivers, **(facts | changes))


@pytest.mark.parametrize("seats", SEATS)
def test_a_board_is_a_small_palette_png_1200_px_wide(seats: int) -> None:
    for view in (*(any_race(seed, seats) for seed in range(12)), troubled(seats)):
        data = board(view, MIXED, Now(action_phrase="plays speed")).png()
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
        assert 400 <= image.height <= 900
        assert image.getpalette() == [part for entry in PALETTE for part in entry]
        assert len(data) <= MOST_BYTES


@pytest.mark.parametrize("seats", SEATS)
def test_tiles_draw_what_a_full_redraw_draws(seats: int) -> None:
    for view in (any_race(1, seats), any_race(2, seats), troubled(seats)):
        assert difference(tiled(view), redrawn(view)) <= TOLERANCE


@pytest.mark.parametrize("crash", range(-1, 10))
def test_every_crash_is_drawn_beside_its_car_wherever_it_is_on_the_road(crash: int) -> None:
    drivers = [
        driver(0, miles=100, crash=crash, hit=True),
        driver(1, miles=108, crash=crash, hit=True, maneuver=12, maneuver_done="discarded"),
        driver(2, miles=118, crash=crash, hit=True),
        driver(3, miles=150, status="totaled", totaled_turn=2),
        driver(4, miles=110, status="totaled"),
        driver(5, miles=20, status="pit", forced_pits=1),
    ]
    view = race(drivers, phase="crash", history=[[90, 100, 111, 150, 110, 20]])
    assert difference(tiled(view), redrawn(view)) <= TOLERANCE


def test_one_mile_more_is_past_the_tolerance() -> None:
    views = [race([driver(0, miles=miles), driver(1, miles=90)]) for miles in (100, 101)]
    assert difference(tiled(views[0]), redrawn(views[1])) > TOLERANCE


def test_the_same_view_gives_the_same_bytes_with_caches_cold_or_warm() -> None:
    view = any_race(5, 6)
    warm = board(view, MIXED, QUIET).png()
    SHELF.clear()
    for cache in (encode.ramp, fonts.fit, fonts.width):
        cache.cache_clear()
    assert board(view, MIXED, QUIET).png() == warm == board(view, MIXED, QUIET).png()


def test_threads_draw_at_once_without_mixing_pictures() -> None:
    views = [any_race(seed, 2 + seed % 7) for seed in range(14)]
    alone = [board(view, MIXED, QUIET).png() for view in views]
    SHELF.clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: board(view, MIXED, QUIET).png(), views * 2))
    assert together == alone * 2


def test_what_a_seat_holds_never_reaches_the_board() -> None:
    spectator, player = any_race(7, 5), any_race(7, 5)
    player.seat, own = 2, player.drivers[2]
    own.hand = [*range(1, 1 + len(own.hand))]
    own.dealt, own.kept, own.follow, own.looked = [12, 13], 14, 15, [(1, [4])]
    spectator.drivers[2].dealt = [BACK] * 2
    assert board(player, PLAYERS, QUIET).png() == board(spectator, PLAYERS, QUIET).png()


def test_whatever_changes_in_a_race_changes_the_picture() -> None:
    def changed(**changes: Any) -> State:
        return race([driver(0, miles=40), driver(1, miles=38), driver(2, miles=35)], **changes)

    def with_first(**changes: Any) -> State:
        first = driver(0, **{"miles": 40, **changes})
        return race([first, driver(1, miles=38), driver(2, miles=35)], active=0)

    calm = changed()
    others = [
        changed(active=1),
        changed(active=-1),
        changed(phase="crash"),
        changed(yellow_flag=True),
        changed(turn=13),
        changed(races=3),
        changed(goal=300),
        changed(history=[[30, 30, 30]]),
        with_first(miles=41),
        with_first(status="pit"),
        with_first(hand_size=7),
        with_first(maneuver=12),
        with_first(maneuver=12, maneuver_done="discarded"),
        with_first(speed=[7]),
        with_first(speed=[7, 7]),
        with_first(drafted=0),
        with_first(drafted=2),
        with_first(engine_penalty=-1),
        with_first(forced_pits=1),
        with_first(blocked_by=[1]),
        with_first(defensive=-2),
        with_first(hit=True),
        with_first(hit=True, crash=0),
    ]
    pictures = {board(view, PLAYERS, QUIET).png() for view in [calm, *others]}
    assert len(pictures) == len(others) + 1
    assert board(calm, PLAYERS, Now(action_phrase="plays speed")).png() not in pictures


def test_cars_keep_the_order_of_the_standings_and_their_gaps() -> None:
    view = race([driver(0, miles=40), driver(1, miles=46), driver(2, miles=40), driver(3, miles=0)])
    record = Record()
    picture(view, PLAYERS).compose(record)
    rows = list(dict.fromkeys(part for part, _ in record.texts if len(part) == 1))
    assert rows == ["B", "A", "C", "D"]
    texts = {row: [words for part, words in record.texts if part == row] for row in rows}
    assert "6 back" in texts["A"]
    assert "46 back" in texts["D"]
    assert not any("back" in words for words in texts["B"])


def test_what_befell_a_car_is_said_in_words_and_not_twice() -> None:
    rows = [
        *("−1 mile", "−3 miles", "−5 miles", "−1 card", "−2 cards", "−1 engine", "−2 engine"),
        *("pit 1 turn", "pit 2 turns", "pit 3 turns"),
    ]
    for crash, words in enumerate(rows):
        penalty = {5: -1, 6: -2}.get(crash, 0)
        car = driver(
            0, hit=True, crash=crash, engine_penalty=penalty, forced_pits=max(0, crash - 6)
        )
        of = shown(race([car, driver(1)]), PLAYERS)
        assert [mark("short") for mark in struck(of)] == [words]
        assert lasting(of, crash) == []
    worse = shown(race([driver(0, crash=5, engine_penalty=-3), driver(1)]), PLAYERS)
    assert [mark("short") for mark in lasting(worse, 5)] == ["−3 in all"]
    old = shown(race([driver(0, engine_penalty=-2), driver(1)]), PLAYERS)
    assert [mark("short") for mark in lasting(old)] == ["−2 engine"]


@pytest.mark.parametrize("phase", ["pit", "drafting"])
def test_a_crash_stands_once_in_its_row_and_still_holds_on_sheet_and_hand(phase: str) -> None:
    crashed = driver(0, hit=True, crash=6, engine_penalty=-2, maneuver=12, speed=[3], drafted=1)
    view = race([crashed, driver(1)], 0, phase=phase, active=-1, history=[[0, 0], [0, 0]])
    record = Record()
    picture(view, PLAYERS).compose(record)
    assert [words for part, words in record.texts if part == "A"].count("−2 engine") == 1
    holds = "−2 miles in each Speed Phase until a Pit Stop"
    assert holds in ARTIST.sheet(view, PLAYERS, 0).alt_text()
    assert holds in ARTIST.hand(view, PLAYERS, Choices("Wait")).alt_text()


class _Header(Record):
    """Where the words and the flag of a header stand: from and to px from the left."""

    def __init__(self) -> None:
        super().__init__()
        self.flag = (0, 0)
        self.plate = 0
        self.title = 0

    def put(self, figure: Figure, x: int, y: int) -> None:
        if self.part == "header":
            if isinstance(figure, Leaning):
                self.flag = x, x + figure.width
            else:
                self.plate = x

    def letter(self, x: int, y: int, text: Lettering) -> None:
        super().letter(x, y, text)
        if self.part == "header" and x == 48:
            self.title = max(self.title, x + fonts.width(text.words, text.size))


@pytest.mark.parametrize("verb", ["picks a card", "may play another card"])
@pytest.mark.parametrize("phase", ["maneuver", "drafting"])
def test_a_yellow_flag_stands_clear_of_the_title_and_of_who_acts(phase: str, verb: str) -> None:
    for turn, races in ((6, 1), (120, 10)):
        view = race(
            [driver(0), driver(1)],
            phase=phase,
            yellow_flag=True,
            turn=turn,
            races=races,
            race=races,
        )
        drawn, header = picture(view, PLAYERS, Now(action_phrase=verb)), _Header()
        drawn.compose(header)
        *does, flag, game, title = [words for part, words in header.texts if part == "header"]
        assert " ".join(does) == verb
        assert [flag, game, title] == [
            *("YELLOW FLAG", drawn.header.game.upper(), drawn.header.title),
        ]
        assert header.title < header.flag[0] < header.flag[1] < header.plate


def test_the_winner_is_named_when_the_race_is_over() -> None:
    drivers = [driver(0, miles=204), driver(1, miles=190), driver(2, miles=60, status="totaled")]
    view = race(drivers, phase="over", places=[[0], [1], [2]], active=-1)
    record = Record()
    picture(view, PLAYERS).compose(record)
    assert [words for part, words in record.texts if part == "header"] == [
        *("wins", "STOCK CAR RACE · 200 MILES", "The race is over"),
    ]


@pytest.mark.parametrize(
    ("miles", "goal", "ends"),
    [
        ((0, 0), 200, (0, LEAST)),
        ((100, 107), 200, (87, 107)),
        ((60, 107), 200, (60, 107)),
        ((20, 100, 107), 200, (87, 107)),
        ((20, 25, 120), 200, (5, 25)),
        ((150, 191), 200, (150, 200)),
        ((150, 187), 200, (150, 187)),
        ((181, 204), 200, (181, 204)),
        ((7,), 100, (0, LEAST)),
    ],
)
def test_the_roads_show_the_cars_or_most_of_them(
    miles: tuple[int, ...], goal: int, ends: tuple[int, int]
) -> None:
    window = window_of(miles, goal)
    assert (window.first, window.last) == ends
    assert LEAST <= window.last - window.first <= MOST + 12
    assert all(window.first <= line <= window.last for line in window.lines())
    assert 2 <= len(window.lines()) <= 9
