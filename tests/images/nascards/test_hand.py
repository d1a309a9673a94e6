"""A hand: which cards can be played now, by which key, and why the others cannot."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.nascards.cards import MANEUVERS, NUMBERS
from games.nascards.state import State
from images import Choices, Playable
from images.nascards import ARTIST
from images.nascards.hand import picture
from images.parts import Cards, Line
from images.theme import GAP, HEADER
from tests.images.nascards.races import HOSTILE, PLAYERS, driver, mods, race
from tests.images.record import Record
from tests.images.test_pictures import assert_twins

hand = ARTIST.hand
SPEED = (1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10)


def holding(speed: int, dealt: int = 0, seat: int | None = 2, **changes: Any) -> State:
    """A driver's own view with so many Speed cards, and so many Maneuver cards dealt; `own` changes
    the driver, the others the race."""
    own = {"hand": [*SPEED[:speed]], "dealt": [*range(13, 13 + dealt)], **changes.pop("own", {})}
    if dealt:
        # Who has kept a card or set one aside has none to choose from.
        own |= {"kept": -1, "follow": -1}
    drivers = [driver(0, miles=118), driver(1, miles=121), driver(2, miles=112, **own)]
    return race(drivers, seat, **changes)


def choices(*places: int, foot: str = "On A or B") -> Choices:
    """These places can be played, by the keys 1, 2 and so on."""
    playable = {place: Playable(str(key), foot) for key, place in enumerate(places, 1)}
    return Choices("Choose a card", playable)


BUSY = {
    "yellow_flag": True,
    "own": {
        "engine_penalty": -2,
        "forced_pits": 1,
        "advantages": [2, 2],
        "momentum": 5,
        "speed_max": 2,
        "mods": mods(1, -2, -3),
        "blocked_by": [0, 1],
        "maneuver": NUMBERS["radio_chatter"],
        "follow": NUMBERS["shove"],
        "looked": [(0, [*range(1, 11)]), (1, [4, 4] * 10)],
    },
}
HANDS = [
    (0, 0),
    (1, 0),
    (8, 0),
    (9, 0),
    (10, 3),
    (14, 0),
    (14, 4),
    (20, 0),
    (20, 3),
    (23, 6),
    (8, 8),
]


@pytest.mark.parametrize(("speed", "dealt"), HANDS)
@pytest.mark.parametrize("changes", [{}, BUSY], ids=["calm", "busy"])
def test_a_hand_of_any_size_is_a_palette_png(
    speed: int, dealt: int, changes: dict[str, Any]
) -> None:
    view = holding(speed, dealt, **changes)
    live = choices(*range(speed, speed + dealt)) if dealt else choices(*range(speed))
    for shown in (live, Choices("Wait", asked=False)):
        data = hand(view, PLAYERS, shown).png()
        image = Image.open(BytesIO(data))
        assert (image.mode, image.width) == ("P", 1200)
        assert 250 <= image.height <= 900
        assert len(data) <= 70_000
        assert len(hand(view, PLAYERS, shown).alt_text()) <= 1024


@pytest.mark.parametrize(("speed", "dealt"), [(0, 0), (8, 0), (14, 3), (20, 4), (9, 6)])
@pytest.mark.parametrize("changes", [{}, BUSY], ids=["calm", "busy"])
def test_tiles_draw_what_a_full_redraw_draws(
    speed: int, dealt: int, changes: dict[str, Any]
) -> None:
    shown = choices(*range(0, speed + dealt, 2), foot="Not now: last car only")
    drawn = picture(holding(speed, dealt, **changes), PLAYERS, shown)
    assert_twins(drawn.page(), drawn.compose)


@pytest.mark.parametrize(("speed", "dealt"), HANDS)
@pytest.mark.parametrize("changes", [{}, BUSY], ids=["calm", "busy"])
def test_everything_stays_on_the_page(speed: int, dealt: int, changes: dict[str, Any]) -> None:
    body = picture(holding(speed, dealt, **changes), PLAYERS, Choices("Wait")).body
    assert isinstance(body, Line)
    tall = [part.least()[1] for part in body.items]
    assert sum(tall) + GAP * (len(tall) - 1) <= body.height <= 900 - HEADER - 2 * GAP
    grids = [part for part in body.items if isinstance(part, Cards)]
    assert sum(len(grid.items) for grid in grids) == speed + dealt
    assert all(grid.columns * (40 + grid.gap) <= 1200 for grid in grids)


@pytest.mark.parametrize("number", sorted(MANEUVERS))
def test_every_maneuver_card_is_readable_however_many_are_dealt(number: int) -> None:
    for others in ((20, 21), (20, 21, 22), (20, 21, 22, 23), (20, 21, 22, 23, 24)):
        view = holding(8, own={"dealt": [number, *others]})
        record = Record()
        picture(view, PLAYERS, choices(8, 9, 10, 11)).compose(record)
        card = MANEUVERS[number]
        words = " ".join(text for _, text in record.texts)
        assert card.name in words
        assert card.does in words
        assert "…" not in words


@pytest.mark.parametrize(("speed", "dealt"), [(8, 0), (6, 3), (0, 0), (14, 0)])
def test_picture_and_alt_text_hold_the_same_numbers(speed: int, dealt: int) -> None:
    own = {"engine_penalty": -1, "mods": mods(draft=2), "looked": [(1, [2, 7])]}
    view = holding(speed, dealt, own={**own, "kept": NUMBERS["drive_fast"]})
    shown = choices(*range(speed, speed + dealt)) if dealt else choices(*range(speed))
    record = Record()
    picture(view, PLAYERS, shown).compose(record)
    drawn = set(re.findall(r"\d+", " ".join(words for _, words in record.texts)))
    told = set(re.findall(r"\d+", hand(view, PLAYERS, shown).alt_text()))
    # What a card would move is drawn where a large card has room for it.
    assert drawn - {"0"} <= told
    assert told - drawn <= {str(max(0, value - 1)) for value in view.hand}


def test_alt_text_tells_what_can_be_played_and_why_the_rest_cannot() -> None:
    view = holding(3, 2, own={"engine_penalty": -2, "hand": [2, 7, 9]})
    shown = Choices(
        "Keep one Maneuver card",
        {3: Playable("1", "For you"), 4: Playable("2", "For you")},
        dict.fromkeys(range(3), "For Speed. Foot: adds to a crash"),
    )
    cards = [MANEUVERS[number] for number in view.dealt]
    assert hand(view, PLAYERS, shown).alt_text() == (
        "Your hand, 3 Speed cards, C 3rd, 112 miles: Keep one Maneuver card. "
        f"Playable: 1 {cards[0].name}: {cards[0].does.rstrip('.')} (For you); "
        f"2 {cards[1].name}: {cards[1].does.rstrip('.')} (For you). "
        "Not now: Speed 2, moves 0 (severity −2); Speed 7, moves 5; "
        "Speed 9, moves 7 (severity +1). "
        "For Speed. Foot: adds to a crash. "
        "Your move: −2 miles in each Speed Phase until a Pit Stop."
    )


def test_what_bears_on_the_next_move_is_headed_your_car_while_nothing_is_asked() -> None:
    view = holding(3, own={"engine_penalty": -2})
    for asked, head in ((True, "Your move"), (False, "Your car")):
        drawn = picture(view, PLAYERS, Choices("Wait", asked=asked))
        record = Record()
        drawn.compose(record)
        assert head.upper() in [words for _, words in record.texts]
        assert f"{head}: −2 miles in each Speed Phase until a Pit Stop." in drawn.alt_text()


def test_speed_cards_show_their_severity_and_what_they_would_move() -> None:
    view = holding(8, own={"engine_penalty": -3, "momentum": 5, "advantages": [2]})
    said = picture(view, PLAYERS, choices(0, 1, 2)).lines()
    assert said[1:3] == [
        "Playable: Speed 1, moves 4 (severity −2); Speed 1, moves 4 (severity −2); "
        "Speed 2, moves 5 (severity −2).",
        "Not now: Speed 2, moves 5 (severity −2); Speed 3, moves 6 (severity −2); "
        "Speed 4, moves 7 (severity −1); Speed 5, moves 8 (severity −1); "
        "Speed 5, moves 8 (severity −1).",
    ]


def test_maneuver_cards_chosen_before_keep_their_state() -> None:
    kept = hand(holding(8, own={"kept": 14, "follow": 15}), PLAYERS, Choices("Wait")).alt_text()
    assert f"Kept maneuver, kept: {MANEUVERS[14].name}: " in kept
    assert f"To follow Drive Fast, set aside: {MANEUVERS[15].name}: " in kept
    for done, stamp in (("", "in play"), ("played", "played"), ("discarded", "not played")):
        view = holding(8, own={"maneuver": 16, "maneuver_done": done})
        said = hand(view, PLAYERS, Choices("Wait")).alt_text()
        assert f"Shown maneuver, {stamp}: {MANEUVERS[16].name}: " in said


def test_who_may_play_a_card_stands_on_it() -> None:
    tags: Counter[str] = Counter()
    for number in MANEUVERS:
        record = Record()
        picture(holding(0, own={"dealt": [number]}), PLAYERS, Choices("")).compose(record)
        texts = [words for _, words in record.texts]
        tags[texts[texts.index(MANEUVERS[number].name) - 1]] += 1
    limits = Counter(card.restriction for card in MANEUVERS.values())
    assert tags["NOT THE LEADER"] == limits["NL"]
    assert tags["LEADER ONLY"] == limits["LEADER_ONLY"]
    assert tags["MANEUVER"] == limits[""]
    assert sum(tags.values()) == len(MANEUVERS)


def test_a_reason_that_all_speed_cards_share_is_told_once() -> None:
    reason = "Wait: the cars play by place"
    idle = Choices("Wait", unplayable=dict.fromkeys(range(5), reason), asked=False)
    record = Record()
    picture(holding(5), PLAYERS, idle).compose(record)
    assert [words for _, words in record.texts].count(reason) == 1


def test_hostile_texts_neither_break_nor_spill() -> None:
    shown = Choices("\n" * 9 + "t" * 500, {0: Playable("k" * 99, "f" * 500)}, {1: "\x00日本"})
    view = holding(8, 3)
    assert len(hand(view, HOSTILE, shown).png()) <= 70_000
    said = hand(view, HOSTILE, shown).alt_text()
    assert len(said) <= 1024
    assert not set(said) & set("\n\r\t\x00")


def test_a_driver_out_of_the_race_is_told_so() -> None:
    view = holding(0, own={"status": "totaled"})
    assert (
        "Your car is out of the race."
        in hand(view, PLAYERS, Choices("Wait", asked=False)).alt_text()
    )


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(ValueError, match="spectator"):
        hand(holding(3, seat=None), PLAYERS, Choices("")).png()


def test_once_drive_fast_is_pressed_the_cards_that_may_follow_it_are_lit() -> None:
    """Their buttons name them, so they carry no numbers; Drive Fast itself has been chosen."""
    fast, other, barred = dealt = [NUMBERS[card] for card in ("drive_fast", "shove", "catch_up")]
    view = holding(3, own={"dealt": dealt, "kept": -1, "follow": -1})
    foot = {3: Playable("1", "For you"), 4: Playable("2", "On A or B")}
    paths = tuple((f"m{fast}", key) for key in ("alone", f"f{other}", f"f{barred}"))
    shown = Choices("Which?", foot, {5: "Not now: last car only"}, path=(f"m{fast}",), paths=paths)
    words = hand(view, PLAYERS, shown).alt_text()
    playable = words.split("Playable: ")[1].split("Not now: ", 1)[0]
    assert playable.startswith("Shove: ")
    assert "(On A or B); Catch Up (last car only): " in playable
    assert "(Not now: last car only)." in words
    assert "Drive Fast" not in playable
    assert "(Kept)" in words
