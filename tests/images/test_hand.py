"""A hand: which cards can be played now, by which key, and why the others cannot."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO

import msgspec
import pytest
from PIL import Image

from games.carwars_cards import GAME
from games.carwars_cards.cards import CARDS, NUMBERS
from games.carwars_cards.state import State
from images import Choices, Playable
from images.canvas import Redraw, TileCanvas
from images.carwars_cards import ARTIST
from images.carwars_cards.hand import figures_of, picture
from tests.images.record import Record
from tests.images.tables import PLAYERS, car, gear, table
from tests.images.test_board import TOLERANCE, difference

IDS = (
    *("attack_autocannon_front", "attack_called_shot_machine_gun", "attack_ramming_right"),
    *("laser_overheats", "heavy_armor_left", "swerve", "paint_spray", "debris"),
    *("skid_into_a_wall", "machine_gun_jams"),
)
CHOICES = Choices(
    "Choose one action",
    {
        0: Playable("1", "Play on B or C"),
        2: Playable("2", "Ramplate: 3 doubled"),
        3: Playable("10", "Play on B, C, D, E or F whenever you like"),
    },
    {4: "Keep: answers a hit", 5: "Keep: answers an attack on you, whoever makes it"},
)


def holding(count: int) -> State:
    return held(*(NUMBERS[each] for each in IDS[:count]))


def held(*cards: int) -> State:
    return table([car(0), car(1), car(2)], seat=0, hand=cards)


@pytest.mark.parametrize("count", range(11))
def test_a_hand_of_any_size_is_a_palette_png(count: int) -> None:
    data = ARTIST.hand(holding(count), PLAYERS, CHOICES).png()
    image = Image.open(BytesIO(data))
    assert (image.mode, image.width) == ("P", 1200)
    assert image.height <= 900
    assert len(data) <= 70_000


@pytest.mark.parametrize("count", [0, 1, 6, 8, 10])
def test_tiles_draw_what_a_full_redraw_draws(count: int) -> None:
    drawn = picture(holding(count), PLAYERS, CHOICES)
    fast, redraw = TileCanvas(drawn.page()), Redraw(drawn.page())
    drawn.compose(fast)
    drawn.compose(redraw)
    assert difference(fast.sheet(), redraw.sheet()) <= TOLERANCE


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_every_card_has_a_face(number: int) -> None:
    view = held(number)
    live = Choices("", {0: Playable("1", "now")})
    for choices in (live, Choices("", asked=False)):
        record = Record()
        picture(view, PLAYERS, choices).compose(record)
        figures = figures_of(CARDS[number])
        words = " ".join(text for part, text in record.texts if part == "body")
        assert (str(figures.number) if figures else CARDS[number].brief) in words
        assert CARDS[number].name.split()[0] in words


@pytest.mark.parametrize("count", [1, 4, 6])
def test_picture_and_alt_text_hold_the_same_numbers(count: int) -> None:
    view = holding(count)
    record = Record()
    picture(view, PLAYERS, CHOICES).compose(record)
    drawn = Counter(re.findall(r"\d+", " ".join(words for _, words in record.texts)))
    assert drawn == Counter(re.findall(r"\d+", ARTIST.hand(view, PLAYERS, CHOICES).alt_text()))


def test_alt_text_tells_what_can_be_played_and_why_the_rest_cannot() -> None:
    said = ARTIST.hand(holding(6), PLAYERS, CHOICES).alt_text()
    assert said.startswith(
        "Your hand, 6 cards, A acts: Choose one action. Playable: 1 Autocannon, "
    )
    assert "2 Ramming, 3 damage, right (Ramplate: 3 doubled)" in said
    assert "Not now: Called Shot: Machine Gun, 3 damage, any side; Heavy Armor, 6 stopped" in said


def test_alt_text_of_the_longest_hand_fits() -> None:
    wordy = Choices("x" * 3000, {}, {place: "because " * 20 for place in range(10)})
    assert len(ARTIST.hand(holding(10), PLAYERS, wordy).alt_text()) <= 1024


def test_only_cards_that_can_be_played_carry_a_key() -> None:
    said = ARTIST.hand(holding(6), PLAYERS, CHOICES).alt_text()
    live, idle = said.split(" Not now: ")
    assert re.findall(r"(?:Playable: |; )(\d+) ", live) == ["1", "2", "10"]
    assert not re.search(r"; \d", idle)


def test_a_ramplate_doubles_the_rams_in_hand() -> None:
    view = table([car(0, specials=gear("ramplate")), car(1)], seat=0, hand=holding(3).hand)
    assert "2 Ramming, 3 damage, right" in ARTIST.hand(holding(3), PLAYERS, CHOICES).alt_text()
    assert "2 Ramming, 6 damage, right" in ARTIST.hand(view, PLAYERS, CHOICES).alt_text()


def test_a_queued_card_says_that_it_waits_once_for_each_copy() -> None:
    jam = NUMBERS["machine_gun_jams"]
    view = held(jam, jam)
    view.players[0].queued = [(jam, 1)]
    choices = Choices("", unplayable=GAME.words.unplayable(view, None))
    assert (
        ARTIST.hand(view, PLAYERS, choices).alt_text().count("(Queued for the next turn change)")
        == 1
    )


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(ValueError, match="spectator"):
        ARTIST.hand(table([car(0), car(1)]), PLAYERS, CHOICES).png()


def test_other_seats_change_nothing_in_a_hand_but_what_is_public() -> None:
    view = holding(4)
    elsewhere = msgspec.structs.replace(view, players=[view.me, car(1, hand_size=1), car(2)])
    assert (
        ARTIST.hand(elsewhere, PLAYERS, CHOICES).png() == ARTIST.hand(view, PLAYERS, CHOICES).png()
    )
