"""A hand: which cards can be played now, by which key, why not the others, and the own sum."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from games.world_auto_racing import kinds
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Task
from games.world_auto_racing.texts import TEXTS
from images import Choices, Playable
from images.canvas import Redraw, TileCanvas
from images.world_auto_racing import ARTIST
from images.world_auto_racing.hand import picture
from tests.images.record import Record
from tests.images.test_board import TOLERANCE, difference
from tests.images.test_words import numbers as numbers_in
from tests.images.world_auto_racing.tables import (
    PLAYERS,
    any_hand,
    calculation,
    driver,
    number,
    numbers,
    race,
    steps,
)

hand = ARTIST.hand

SUM = calculation(
    steps(("Harrow Marauder 427", 5), [("mod", "Hood Scoop", 2)], course=("Harbor Freeway", 1.5)),
    steps(("Harrow Marauder 427", 2), [("condition", "Drizzle", -1)]),
)
IDS = (
    *("high_rev_head_stage_2", "redline", "drizzle", "harbor_freeway", "pit_crew", "apex_hunter"),
    *(
        "closed_road_order",
        "posi_rear_axle",
        "psych_out",
        "shortcut",
        "street_sport_tires",
        "runway",
    ),
)
CHOICES = Choices(
    "Choose one action",
    {
        0: Playable("1", "+1 power, +1 handling, upgrade"),
        1: Playable("2", "+2 power"),
        3: Playable("10", "power ×1.5, handling ×1"),
    },
    {2: "You have played a condition this round", 4: "You have played a team"},
)


def holding(count: int, **changes: object) -> Race:
    own = driver(0, progress=47, projected=SUM, played=["team"])
    own.hand = (numbers(*IDS) * 4)[:count]
    return race([own, driver(1)], **{"seat": 0, **changes})


def drawn(view: Race, choices: Choices) -> list[tuple[str, str]]:
    record = Record()
    picture(view, PLAYERS, choices).compose(record)
    return [(each.part, each.words) for each in record.texts]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 6, 7, 8, 9, 12, 13, 15, 16, 20, 24, 25, 40])
def test_a_hand_of_any_size_is_a_small_palette_png(count: int) -> None:
    data = hand(holding(count), PLAYERS, CHOICES).png()
    image = Image.open(BytesIO(data))
    assert (image.mode, image.width) == ("P", 1200)
    assert 300 <= image.height <= 900
    assert len(data) <= 70_000


@pytest.mark.parametrize("count", [0, 1, 5, 8, 12, 15, 20, 30])
def test_tiles_draw_what_a_full_redraw_draws(count: int) -> None:
    shown = picture(any_hand(count, 4, count), PLAYERS, CHOICES)
    fast, redraw = TileCanvas(shown.page()), Redraw(shown.page())
    shown.compose(fast)
    shown.compose(redraw)
    assert difference(fast.sheet(), redraw.sheet()) <= TOLERANCE


def test_every_card_of_the_house_set_has_a_face() -> None:
    for kind in kinds.KINDS.values():
        view = holding(0)
        view.drivers[0].hand = [kind.number]
        for choices in (Choices("", {0: Playable("1", "now")}), Choices("", asked=False)):
            said = " ".join(words for part, words in drawn(view, choices) if part == "0")
            assert (kind.line if kind.stage else kind.name) in said
            assert kind.text.split(" ")[0] in said


def test_only_cards_that_can_be_played_carry_a_key_and_the_others_a_reason() -> None:
    shown = drawn(holding(6), CHOICES)
    keys = {(part, words) for part, words in shown if words.isdigit() and part in "012345"}
    assert keys == {("0", "1"), ("1", "2"), ("3", "10")}
    assert any(part == "2" and words.startswith("You have played a") for part, words in shown)


def test_the_own_sum_stands_below_with_every_part() -> None:
    shown = [words for part, words in drawn(holding(6), CHOICES) if part == "sum"]
    for words in ("5", "+2", "7", "×1.5", "10.5", "10", "2", "−1", "1", "+11", "47", "58"):
        assert words in shown
    assert {"car", "mods", "conditions", "sum", "course", "exact", "total"} <= set(shown)


def test_few_cards_leave_a_cell_for_the_sum_in_short() -> None:
    for count in (2, 5):
        shown = [words for part, words in drawn(holding(count), CHOICES) if part == "sum"]
        assert shown[0] == "AS IT STANDS"
        for words in ("7", "×1.5", "10", "1", "+11", "47", "58", "of 100"):
            assert words in shown
    said = picture(holding(5), PLAYERS, CHOICES).long_description()
    assert "As it stands +11, 47 to 58 of 100: power 5 +2 mods = 7, ×1.5 = 10.5" in said


def test_the_gain_stands_alone_in_the_foot_and_the_words_say_both() -> None:
    choices = Choices("Choose", {0: Playable("1", "Scores 15 (+2), one mod goes")})
    shown = drawn(holding(5), choices)
    assert {("0", "Scores 15, one mod goes"), ("0", "+2")} <= set(shown)
    assert "(Scores 15 (+2), one mod goes)" in hand(holding(5), PLAYERS, choices).alt_text()


def test_every_car_of_the_house_has_a_short_sentence_and_whom_it_suits() -> None:
    for car in kinds.CARS:
        told = TEXTS["cars"][car.id]
        assert 0 < len(told["trait"]) <= 50
        assert 0 < len(told["foot"]) <= 22


def test_limits_and_multipliers_are_named_below_the_sum() -> None:
    power = steps(
        ("car", 9), [], [("cap", "control", "Box Them In", 7)], [("control", "Full Send")]
    )
    own = driver(0, projected=calculation(power, power))
    own.hand = numbers(*IDS)[:3]
    shown = drawn(race([own, driver(1)], seat=0), CHOICES)
    words = [words for part, words in shown if part == "sum"]
    assert {"≤7", "×2", "limit", "cards", "14"} <= set(words)
    assert any(each.startswith("Power limited to 7 by Box Them In; power ×2") for each in words)


@pytest.mark.parametrize("count", [1, 3, 5])
def test_the_picture_shows_no_number_that_the_alt_text_does_not_tell(count: int) -> None:
    view = holding(count)
    said = hand(view, PLAYERS, CHOICES).alt_text()
    shown = " ".join(words for _, words in drawn(view, CHOICES))
    assert not said.endswith("…")
    assert set(numbers_in(shown)) <= set(numbers_in(said))


def test_alt_text_tells_what_can_be_played_and_why_the_rest_cannot() -> None:
    said = hand(holding(4), PLAYERS, CHOICES).alt_text()
    assert said.startswith(
        "Your hand, 4 cards, played: team, A acts: Choose one action. Playable: "
        "1 High-Rev Head Stage 2 (Engine mod), +1 power, +1 handling (+1 power, +1 handling, "
    )
    assert "10 Harbor Freeway (Straight course), power ×1.5, handling ×1" in said
    assert "Not now: Drizzle (Weather condition), −1 handling (You have played a cond" in said
    assert "As it stands +11, 47 to 58 of 100: power 5 +2 mods = 7, ×1.5 = 10.5" in said


def test_alt_text_of_the_longest_hand_fits() -> None:
    wordy = Choices("x" * 3000, {}, {place: "because " * 20 for place in range(30)})
    assert len(hand(holding(30), PLAYERS, wordy).alt_text()) <= 1024


def test_while_cars_are_chosen_the_hand_shows_them() -> None:
    drivers = [driver(0, car=kinds.CARS[1].number), driver(1, car=-1)]
    view = race(drivers, seat=1, phase="car", round=0, active=1)
    choices = Choices("Choose your car")
    shown = [words for _, words in drawn(view, choices)]
    assert "taken by A" in shown
    keys = {place: Playable(str(at), "") for at, place in enumerate((0, 2, 3, 4), 1)}
    numbered = hand(view, PLAYERS, Choices("Choose your car", keys)).alt_text()
    assert all(f"{at} {kinds.CARS[place].name}" in numbered for at, place in enumerate((0, 2), 1))
    assert all(car.name in " ".join(shown) for car in kinds.CARS)
    said = hand(view, PLAYERS, choices).alt_text()
    assert said.startswith("Choosing cars, B acts: Choose your car. Playable: ")
    assert f"Not now: {kinds.CARS[1].name}" in said
    first = TEXTS["cars"][kinds.CARS[0].id]
    assert first["trait"] in shown or first["trait"].rstrip(".") in said
    assert first["foot"] in shown
    assert "Your own garage" in shown
    assert "Your own garage" in said


def test_a_first_hand_is_drawn_in_full() -> None:
    view = holding(5, phase="mulligan", round=0, active=-1)
    asked, waiting = Choices("Keep this first hand?"), Choices("Wait", asked=False)
    assert hand(view, PLAYERS, asked).png() != hand(view, PLAYERS, waiting).png()
    assert "? Cards: High-Rev Head Stage 2 (Engine mod), " in hand(view, PLAYERS, asked).alt_text()


def test_a_card_that_was_looked_at_and_a_hand_that_was_seen_are_told() -> None:
    view = holding(3, todo=[Task("peek", 0, number("rally_computer"), whom=0)])
    view.drivers[0].found = numbers("redline")
    view.drivers[0].looked = [(1, tuple(numbers("redline", "drizzle")))]
    shown = [words for _, words in drawn(view, CHOICES)]
    assert "Looked at: Redline (control), +2 power." in shown
    assert "B held this round: Redline and Drizzle." in shown
    assert "B held this round: Redline and Drizzle." in hand(view, PLAYERS, CHOICES).alt_text()
    assert len(hand(view, PLAYERS, CHOICES).png()) <= 70_000


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(ValueError, match="spectator"):
        hand(holding(3, seat=None), PLAYERS, CHOICES).png()
