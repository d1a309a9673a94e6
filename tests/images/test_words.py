"""The words beside a picture say what the picture shows: the same numbers and no others."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable

import msgspec
import pytest

from games.carwars_cards.cards import NUMBERS, SIDES
from games.carwars_cards.state import State, Threat
from images.canvas import Canvas
from images.carwars_cards import ARTIST
from images.carwars_cards.board import picture as board_picture
from images.carwars_cards.result import picture as result_picture
from images.carwars_cards.sheet import picture as sheet_picture
from images.choices import QUIET, Now
from tests.images.record import Record
from tests.images.tables import (
    EMPTY,
    HOSTILE,
    PLAYERS,
    any_table,
    car,
    gear,
    hit,
    incoming,
    of_seat,
    table,
)

TO_ACT = Now(action_phrase="to act")

SEATS = range(2, 7)


def numbers(text: str) -> Counter[int]:
    """Every number in a text; what has run out is told by its word and drawn as 0."""
    found = Counter(map(int, re.findall(r"\d+", text)))
    found[0] += len(re.findall(r"\b(?:breached|gone)\b", text))
    return +found


def drawn(draw: Callable[[Canvas], None]) -> dict[str, list[str]]:
    """The texts of a picture by the part they belong to."""
    record = Record()
    draw(record)
    parts: dict[str, list[str]] = defaultdict(list)
    for part, words in record.texts:
        parts[part].append(words)
    return parts


def board_texts(view: State, now: Now = TO_ACT) -> dict[str, list[str]]:
    return drawn(board_picture(view, PLAYERS, now).compose)


@pytest.mark.parametrize("seats", SEATS)
def test_picture_and_long_description_hold_the_same_numbers_for_every_car(seats: int) -> None:
    for seed in range(60):
        view = any_table(seed, seats)
        parts = board_texts(view)
        lines = {
            line[0]: line
            for line in ARTIST.board(view, PLAYERS, QUIET).long_description().split("\n")
            if line[1] == " "
        }
        for letter in "ABCDEF"[:seats]:
            # The hit on its way stands in its target's cell and is compared with the header.
            texts = [text for text in parts[letter] if not text.startswith("−")]
            assert numbers(" ".join(texts)) == numbers(lines[letter]), (seed, letter)


@pytest.mark.parametrize("seats", SEATS)
def test_picture_and_long_description_hold_the_same_numbers_in_the_header(seats: int) -> None:
    for seed in range(60):
        view = any_table(seed, seats)
        parts = board_texts(view)
        head = (
            ARTIST.board(view, PLAYERS, QUIET)
            .long_description()
            .split("\n")[0]
            .replace("that side is breached", "")
        )
        if view.incoming is not None:
            marks = [t for texts in parts.values() for t in texts if t.startswith("−")]
            net = max(0, view.incoming.points - view.incoming.stopped)
            at_side = net > 0 and not view.incoming.tire_shot and not view.incoming.landed
            assert marks == ([f"−{net}"] if at_side else [])
        shown = parts["header"] + parts.get("foot", [])
        assert numbers(" ".join(shown)) == numbers(head), seed


def test_a_number_left_out_of_the_long_description_would_be_noticed() -> None:
    view = any_table(3, 4)
    other = msgspec.structs.replace(view, players=[car(0, score=777), *view.players[1:]])
    said = next(
        line
        for line in ARTIST.board(view, PLAYERS, QUIET).long_description().split("\n")
        if line.startswith("A ")
    )
    assert numbers(" ".join(board_texts(other)["A"])) != numbers(said)


def test_the_long_description_reads_a_board_aloud() -> None:
    view = table(
        [
            car(0, side_damage=[0, 8, 0, 3], specials=gear("ramplate"), hand_size=6, score=30),
            car(1, side_damage=[5, 0, 9, 14], tire_damage=9, driver_damage=2, escaping=True),
            car(2, status="out", out_by=1, hand_size=0),
        ],
        incoming=incoming(0, 1, 3, stopped=3),
        phase="answer",
    )
    assert ARTIST.board(view, PLAYERS, Now(action_phrase="attacks")).long_description().split(
        "\n"
    ) == [
        "Card duel to 60, duel 2, turn 14: A Rook attacks. Draw pile 87 cards. "
        "A plays Autocannon on B's right, 5 damage to come, 3 stopped by armor, 2 come through, "
        "on the driver: that side is breached.",
        "A Rook, 30 points. Armor: front 12, back 4, left 12, right 9. Ramplate. "
        "Tires 9, driver 5. 6 cards.",
        "B Juniper, 0 points. Armor: front 7, back 12, left 3, right breached. Escaping. "
        "Tires gone, driver 3. 5 cards.",
        "C Marlowe, 0 points. Out, disabled by B: 10 points for B.",
    ]


@pytest.mark.parametrize(
    ("attack", "phase", "said"),
    [
        (
            incoming(0, 1, 2, answer=NUMBERS["spin"]),
            "maneuver",
            "left after B's Spin, 5 damage to come.",
        ),
        (
            incoming(0, 1, 0, landed=True, answer=NUMBERS["swerve"]),
            "maneuver",
            "front: missed: Swerve.",
        ),
        (incoming(0, 1, 0, landed=True), "follow_up", "front: rammed."),
        (
            incoming(1, 0, -1, card=NUMBERS["paint_spray"], points=0),
            "paint",
            "B plays Paint Spray on A: hand and turn at stake.",
        ),
        (
            incoming(0, 1, 3, tire_shot=True),
            "answer",
            "B's tires from the right, 5 damage to come.",
        ),
        (
            incoming(0, 1, -1, card=NUMBERS["debris"], points=2),
            "debris",
            "tires, 2 damage to come.",
        ),
    ],
)
def test_what_is_coming_is_told_as_it_stands(attack: Threat, phase: str, said: str) -> None:
    view = table([car(0), car(1)], incoming=attack, phase=phase)
    line = ARTIST.board(view, PLAYERS, QUIET).long_description().split("\n")[0]
    assert line.endswith(said)
    parts = board_texts(view)
    assert numbers(line) <= numbers(" ".join(parts["header"] + parts["foot"]))


@pytest.mark.parametrize("side", range(4))
def test_the_side_on_the_card_has_room_beside_a_tire_shot(side: int) -> None:
    """It decides about Paint Spray and backfires: never cut short, whatever stands beside it."""
    longest = NUMBERS["attack_called_shot_machine_gun"]
    attack = incoming(0, 1, side, card=longest, tire_shot=True, follow_up=True, points=3)
    view = table([car(0), car(1)], incoming=attack, phase="answer", duel=12, turn=120)
    foot = board_texts(view)["foot"]
    assert f"3 damage to come, tires from the {SIDES[side]}" in foot
    assert f"tires from the {SIDES[side]}" in ARTIST.board(view, PLAYERS, QUIET).long_description()
    assert not any("…" in text for text in foot)


def test_the_long_description_keeps_seat_order_and_alt_texts_begin_with_who_acts() -> None:
    players = (PLAYERS[0], msgspec.structs.replace(PLAYERS[1], computer="easy"))
    view = table([car(0), car(1)], active=1)
    lines = ARTIST.board(view, players, QUIET).long_description().split("\n")
    assert lines[1].startswith("A Rook, ")
    assert lines[2].startswith("B Juniper (computer), ")
    said = ARTIST.board(view, players, QUIET).alt_text()
    assert said.index("B Juniper (computer), ") < said.index("A Rook, ")


def test_cards_turned_up_and_cards_known_in_a_hand_are_told() -> None:
    spin, armor = NUMBERS["spin"], NUMBERS["armor_front"]
    said = ARTIST.board(
        table([car(0), car(1, shown=[armor])], played=[(1, spin)]), PLAYERS, QUIET
    ).long_description()
    assert "Turned up now: B Spin." in said
    assert "B is known to hold Armor (front)." in said


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("players", [PLAYERS, HOSTILE, EMPTY])
def test_alt_text_fits_and_starts_with_the_moment(seats: int, players: tuple[object, ...]) -> None:
    for seed in range(20):
        view = any_table(seed, seats)
        said = ARTIST.board(view, players, QUIET).alt_text()  # type: ignore[arg-type]
        assert len(said) <= 1024
        assert said.startswith("Card duel")
        assert "\n" not in said
        first = said.split(":")[0]
        assert f"duel {view.duel}" in first


def test_alt_text_of_a_common_board_holds_every_car() -> None:
    said = ARTIST.board(table([car(seat) for seat in range(6)]), PLAYERS, QUIET).alt_text()
    assert all(f" {player.name}, 0 points" in said for player in PLAYERS)


def test_a_hand_never_reaches_the_words_of_the_board() -> None:
    spectator = any_table(9, 4)
    player = of_seat(spectator, 1)
    assert (
        ARTIST.board(player, PLAYERS, QUIET).long_description()
        == ARTIST.board(spectator, PLAYERS, QUIET).long_description()
    )
    assert (
        ARTIST.board(player, PLAYERS, QUIET).alt_text()
        == ARTIST.board(spectator, PLAYERS, QUIET).alt_text()
    )


def test_a_sheet_and_its_alt_text_hold_the_same_numbers() -> None:
    battered = car(
        0,
        side_damage=[5, 0, 9, 12],
        side_hits=(
            (hit("attack_autocannon_front", 2, "armor_front"), hit("attack_machine_gun_front", 3)),
            (),
            (hit("attack_laser_left", 6), hit("skid_into_a_wall", 3)),
            (hit("attack_flamethrower_right", 6), hit("attack_laser_right", 6)),
        ),
        tire_damage=3,
        tire_hits=(hit("swerve", 1), hit("debris", 2)),
        driver_damage=1,
        driver_hits=(hit("attack_missile_right", 1, "armor_right"),),
        score=40,
    )
    view = table([battered, car(1)])
    parts = drawn(sheet_picture(view, PLAYERS, 0).compose)
    said = ARTIST.sheet(view, PLAYERS, 0).alt_text()
    for label, left, hits in (
        ("front", 7, "Autocannon + Armor: 2, Machine Gun: 3"),
        ("left", 3, "Laser: 6, Skid Into A Wall: 3"),
        ("right", 0, "Flamethrower: 6, Laser: 6"),
        ("tires", 6, "Swerve: 1, Debris: 2"),
        ("driver", 4, "Missile + Armor: 1"),
    ):
        assert f"{label.capitalize()} {left or 'breached'}: {hits}." in said
        figures = set(numbers(" ".join(parts[label])))
        assert figures == {left, *numbers(hits)}


def test_a_result_and_its_alt_text_hold_the_same_numbers() -> None:
    cars = [
        car(0, score=70, kills=2),
        car(1, score=20, status="out", out_by=0),
        car(2, score=20, status="escaped", kills=1),
        car(3, score=0, status="out", out_by=0),
    ]
    view = table(cars, winner=0, phase="over")
    parts = drawn(result_picture(view, PLAYERS).compose)
    said = ARTIST.result(view, PLAYERS).alt_text()
    assert said.startswith(
        "Card duel, to 60: A Rook is the Ace. 1. A Rook: 70 points, still in, +40: "
        "20 for 2 kills, 20 for the win. "
    )
    assert re.findall(r"(\d)\. [A-D] ", said) == ["1", "2", "2", "4"]
    everything = " ".join(text for texts in parts.values() for text in texts)
    assert numbers(everything) == numbers(said)
    assert "ACE" in parts["body"]


def test_a_single_duel_has_a_winner_and_no_ace() -> None:
    cars = [car(0, score=30, kills=1), car(1, status="out", out_by=0)]
    view = table(cars, winner=0, phase="over", single_duel=True)
    texts = [
        text for part in drawn(result_picture(view, PLAYERS).compose).values() for text in part
    ]
    assert "A Rook won the duel" in texts
    assert "still in: 10 for a kill, 20 for the win" in texts
    assert not any("ace" in text.lower() for text in texts)
    assert (
        ARTIST.result(view, PLAYERS)
        .alt_text()
        .startswith(
            "Card duel: A Rook won the duel. 1. A Rook: 30 points, still in: 10 for a kill, "
        )
    )


def test_a_card_with_a_house_figure_says_what_that_is() -> None:
    assert "chosen here: no source gives it" in ARTIST.card(NUMBERS["ramplate"]).alt_text()
    assert "chosen here" not in ARTIST.card(NUMBERS["tire_shot"]).alt_text()
