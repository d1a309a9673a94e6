"""Dashboards, cards, the garage, resolved attacks and results: what is drawn, and the same told."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.carwars import builds
from games.carwars import events as e
from games.carwars.builds import SAMPLES
from games.carwars.catalog import BY_ID, CARDS, PLACES
from games.carwars.designs import DESIGNS, BuiltCar, of_cards
from games.carwars.dice import FACES, Pool
from games.carwars.state import State
from images.canvas import Lettering, Redraw, TileCanvas
from images.carwars import ARTIST, build, outcome, result, sheet
from images.carwars.dice import Dice, Look, thrown
from images.carwars.happened import latest
from images.carwars.model import Board
from images.choices import Now
from images.parts import Drawn, Picture
from tests.images.carwars import fights
from tests.images.carwars.fights import PLAYERS, any_fight, replaced
from tests.images.record import Record
from tests.images.test_board import difference


def designed(built: Any, part: str = "") -> Picture:
    """A car in the garage."""
    found = build.design(built, part)
    assert found is not None
    return found


def hurt() -> State:
    """A car with a bit of everything."""
    view = fights.four()
    damage = {"standard_steel_plate": 1, "heavy_machine_gun": 3, "amateur_driver": 1}
    view.cars[0] = fights.hurt(
        view.cars[0], damage, armor=[4, 3, 2, 0], fires=[2], control=0, tires=4, limit=3
    )
    return view


def after(*more: Any) -> Picture:
    """An attack of A's at B's left side, with what came of it."""
    view = fights.duel()
    events = [fights.attacked(0, 1, 3), fights.defended(1, 3), e.ArmorLost(1, 3, 1, 0), *more]
    return outcome.picture(Board(view, PLAYERS, Now(recent=latest(events))))


def design(*more: str, less: Sequence[str] = ()) -> BuiltCar:
    """The first sample with cards of the crew area more, and others less."""
    there = [each for each in SAMPLES[0].cards if CARDS[each[0]].id not in less]
    return of_cards(SAMPLES[0].size, [*there, *((BY_ID[each].number, -1) for each in more)])


def over() -> State:
    view = fights.duel(phase="over", beat="over", active=-1, fallen=[1])
    view.cars[1].out = "power"
    return view


WRONG = design("flak_jacket", "strengthened_undercarriage", less=["high_density_radials"])
GUNNER = fights.duel().cars[1].cards[1].card
PICTURES: dict[str, Picture] = {
    "sheet": sheet.picture(hurt(), PLAYERS, 0),
    "wreck": sheet.picture(fights.three(), PLAYERS, 2),
    "card": build.page(16),
    "crew": build.page(2),
    "upgrade": build.page(BY_ID["chassis_brace"].number),
    "legal": designed(design(less=["high_density_radials"])),
    "wrong": designed(WRONG, "front-heavy_machine_gun"),
    "bare": designed(BuiltCar()),
    "attack": after(),
    "damage": after(
        e.CardDrawn(1, 3, 1, 2), e.ItemHit(1, 3, 16, 1, 1), e.CrewHit(1, 1, GUNNER, 1, 2)
    ),
    "result": result.picture(hurt(), PLAYERS),
    "won": result.picture(over(), PLAYERS),
}  # fmt: skip


def written(picture: Picture) -> set[str]:
    record = Record()
    picture.compose(record)
    return {text.words for text in record.texts}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_small_and_like_a_full_redraw(name: str) -> None:
    picture, drawn = PICTURES[name], []
    image = Image.open(BytesIO(picture.png()))
    assert (image.mode, image.width) == ("P", 1200)
    assert image.height <= 900
    assert len(picture.png()) <= 70_000
    for kind in (TileCanvas, Redraw):
        canvas = kind(picture.page())
        picture.compose(canvas)
        drawn.append(canvas.sheet())
    assert difference(*drawn) <= 40


@pytest.mark.parametrize("name", PICTURES)
def test_every_figure_of_a_picture_is_told(name: str) -> None:
    picture = PICTURES[name]
    words = f"{picture.long_description()} {picture.alt_text()}"
    told = set(re.findall(r"\d+(?:\.\d+)?", words.replace("dead", "0").replace("breached", "0")))
    for text in written(picture):
        assert set(re.findall(r"\d+(?:\.\d+)?", text)) <= told | {"0"}, text
    assert 40 < len(picture.alt_text()) <= 1024


# -- a dashboard


def test_a_dashboard_says_what_is_left_of_everything() -> None:
    words = sheet.picture(hurt(), PLAYERS, 0).long_description()
    for told in (
        "front 4, right 3, back 2, left breached", "back burning", "Speed 3 of 5, at most 3",
        "Tires 4 of 10", "Power 9 of 10", "Heavy Machine Gun gone", "out of control",
    ):  # fmt: skip
        assert told in words, told
    view = hurt()
    every = {CARDS[one.card].name for one in view.cars[0].cards}
    assert all(name in words for name in every)


def test_what_another_seat_alone_knows_is_on_no_dashboard() -> None:
    own = fights.four(seat=1)
    for each in own.cars:
        each.standing = replaced(each.standing, defense="none", look="yes", damage="ask")
    for seat in range(4):
        shown = ARTIST.sheet(own, PLAYERS, seat).png()
        assert shown == ARTIST.sheet(fights.four(), PLAYERS, seat).png()


def test_dashboards_in_any_state_are_drawn() -> None:
    for seed in range(12):
        view = any_fight(seed, 4)
        for seat in range(4):
            picture = sheet.picture(view, PLAYERS, seat)
            assert len(picture.png()) <= 70_000
            assert picture.alt_text()


class Sizes(Record):
    """A record that keeps how large what is written is."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: dict[str, int] = {}

    def letter(self, x: int, y: int, text: Lettering) -> None:
        if self.part != "header":
            self.sizes[text.words] = min(self.sizes.get(text.words, 99), text.size)


@pytest.mark.parametrize("build", range(len(SAMPLES)))
def test_a_dashboard_names_every_card_in_letters_for_a_phone(build: int) -> None:
    view, canvas = fights.duel(), Sizes()
    view.cars[0] = fights.car(0, (3.4, 5.2, 30.0), build)
    view.cars[0].cards[-1].down = "destroyed"
    shown = sheet.picture(view, PLAYERS, 0)
    shown.compose(canvas)
    assert shown.page().height <= 900
    for one in view.cars[0].cards:
        assert canvas.sizes[CARDS[one.card].short] >= 34
    assert min(canvas.sizes.values()) >= 30


# -- cards and designs


def test_every_card_is_drawn_and_told() -> None:
    for number, each in CARDS.items():
        picture = build.page(number)
        words = picture.long_description()
        assert each.name in words
        assert str(each.cost) in written(picture)
        assert len(picture.alt_text()) <= 1024
    with pytest.raises(KeyError):
        build.page(0)


def test_what_is_wrong_with_a_design_is_shown() -> None:
    words = PICTURES["wrong"].long_description()
    assert [fault.sentence in words for fault in DESIGNS.faults(WRONG)] == [True, True]
    assert "Legal" not in words
    assert "Legal" in PICTURES["legal"].long_description()
    assert "no weapon yet" not in PICTURES["legal"].long_description()
    unarmed = designed(DESIGNS.begin("d4")).long_description()
    assert "Legal" in unarmed
    assert "no weapon yet" in unarmed
    bad = build.DesignModel(WRONG, "")
    named = [
        CARDS[number].id for number, side in bad.cards if bad.slot((number, side)).bad
    ]  # fmt: skip
    assert named == ["chassis_brace", "strengthened_undercarriage"]


def test_the_card_that_is_being_changed_is_lit() -> None:
    plain, lit = designed(WRONG), designed(WRONG, "front-heavy_machine_gun")
    assert plain.png() != lit.png()
    assert ARTIST.design(WRONG, "front-heavy_machine_gun").png() == lit.png()  # type: ignore[union-attr]
    assert ARTIST.design(object()) is None


def test_what_still_fits_fits() -> None:
    legal = design(less=["high_density_radials", "standard_recoilless_rifle"])
    model = build.DesignModel(legal, "")
    words = designed(legal).long_description()
    shown = [CARDS[number] for number in model.sides if f"{CARDS[number].name}," in words]
    assert len(shown) >= 3
    costs = {text for text in written(designed(legal)) if text.endswith((" BP", " CP"))}
    assert {f"{card.cost} {'CP' if card.in_crew else 'BP'}" for card in shown} <= costs
    for each in shown:
        side = next(s for n, s in builds.fits(model.cards, model.size) if n == each.number)
        assert not [*builds.faults([*model.cards, (each.number, side)], model.size)]


def test_a_side_with_five_cards_names_each_of_them_on_the_picture() -> None:
    ids = "heavy_machine_gun", "thresher", "superbooster", "dynamic_suspension"
    front = [BY_ID[each] for each in (*ids, "standard_steel_plate")]
    car = of_cards(SAMPLES[0].size, [(card.number, 0) for card in front])
    assert {card.short for card in front} <= written(designed(car))


def test_a_free_place_is_shown_only_while_something_fits_there() -> None:
    places = {"gear, sidearm", "upgrade"}
    assert places <= written(designed(DESIGNS.begin("d4")))
    crew = [(BY_ID[each].number, -1) for each in ("amateur_driver", "amateur_gunner")]
    assert "gear, sidearm" not in written(designed(of_cards(SAMPLES[0].size, crew)))


@pytest.mark.parametrize("pool", [(1, 1, 2, 2, 0, 0), (1, 1, 2, 4, 0, 0)])
def test_many_dice_in_a_narrow_place_are_all_shown(pool: Pool) -> None:
    (shown,) = thrown(pool, 160)
    assert isinstance(shown, Drawn)
    assert isinstance(shown.figure, Dice)
    assert len(shown.figure.looks) == sum(pool)
    assert shown.figure.width <= 160


def test_designs_of_any_cards_are_drawn() -> None:
    chance, ids = random.Random(3), sorted(BY_ID)
    for _ in range(25):
        cards = tuple((chance.choice(ids), chance.choice([*PLACES.values()])) for _ in range(12))
        picture = designed(BuiltCar(SAMPLES[0].size, (*cards, ("nothing_known", "front"))))  # type: ignore[arg-type]
        assert len(picture.png()) <= 70_000
        assert len(picture.alt_text()) <= 1024


def test_no_car_is_out_of_control_before_the_first_tokens_are_dealt() -> None:
    cars = [fights.car(0, (1.0, 1.0, 0.0), control=0, ace=0)]
    for number, words in ((0, "control"), (1, "out of control")):
        view = fights.fight(cars, seat=0, round=number)
        assert {words} == {"control", "out of control"} & written(sheet.picture(view, PLAYERS, 0))


def test_who_has_chosen_a_car_is_told_so() -> None:
    cars = [fights.car(seat, (1.0 + seat, 1.0, 0.0), cards=[]) for seat in (0, 1)]
    view = fights.fight(cars, phase="build", beat="build", seat=0, active=-1, round=0)
    assert "Your car is chosen." in sheet.picture(view, PLAYERS, 0).alt_text()
    assert "No car yet." in sheet.picture(view, PLAYERS, 1).alt_text()


def test_the_words_of_a_board_name_who_is_asked() -> None:
    view = fights.duel(active=0)
    for asked, name in (((1,), "B"), ((0, 1), "A"), ((), "A")):
        board = Board(view, PLAYERS, Now(asked=asked, action_phrase="may re-roll"))
        assert f": {name} " in board.whose


# -- an attack


def struck(looks: Sequence[Look]) -> list[str]:
    return [x.icons[at] for x in looks for at in x.struck]


def test_shields_cancel_wrenches_that_hit_tires_first() -> None:
    dice = fights.dice(("red", 4), ("yellow", 5), ("white", 2))
    hits = sum(FACES[die.colour][die.face].hit for die in dice)
    wrenches = sum(FACES[die.colour][die.face].wrench for die in dice)
    weapon = next(each for each in CARDS.values() if each.wrench == "tire")
    for tire, basic in ((0, 0), (1, 0), (1, 1)):
        shot = latest([
            fights.attacked(0, 1, 3, dice=dice, card=weapon.number),
            replaced(fights.defended(1, 1), tire=tire, basic=basic),
        ]).shots[0]  # fmt: skip
        cancelled = struck(outcome.attack_looks(shot))
        assert cancelled.count("wrench") == min(tire, wrenches)
        assert cancelled.count("hit") == min(basic, hits)


def test_what_a_damage_card_has_hit_is_told_line_by_line() -> None:
    words = PICTURES["damage"].long_description()
    assert "through: 3, 0 on tires" in words or "through: 3" in words
    assert "Heavy MG" in words
    assert "2 to place" in words
    plain = PICTURES["attack"].long_description()
    assert "to place" not in plain


def test_the_winner_is_named_first() -> None:
    words = PICTURES["won"].long_description()
    assert "Rook wins" in words
    assert words.index("A Rook") < words.index("B Juniper")
    assert "The fight so far" in PICTURES["result"].long_description()
