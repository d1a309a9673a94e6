"""What a seat is asked: every question drawn and told, with the figures that the rules give."""

from __future__ import annotations

import math
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.carwars import builds
from games.carwars.attack import attacks
from games.carwars.base import ZONES, Move
from games.carwars.dice import COLOURS, NO_DICE, plus
from games.carwars.driving import turns
from games.carwars.moves import Turn
from games.carwars.outlook import drive, on_paper, ranked
from games.carwars.setup import usual_places
from games.carwars.state import WALL, Attack, State, Thing
from games.engine.shapes import at
from images.canvas import Redraw, TileCanvas
from images.carwars import ARTIST
from images.carwars.attack import read_attack
from images.carwars.model import between, percent
from images.carwars.pieces import CarPiece
from images.carwars.turn import offered, read_offer, read_turn, rolled, trouble, won
from images.choices import Choices
from images.counters import Head, Key, Plate
from images.pen import Figure
from images.theme import ALARM, INK, PAPER, SEAT_PAINT
from tests.images.carwars import fights
from tests.images.carwars.fights import PLAYERS, car, fight, replaced
from tests.images.record import Record
from tests.images.test_board import difference

LEAST_PAINT = 1500
"""Pixels of a car's paint: its plate alone has fewer."""

picture = import_module("images.carwars.hand").picture
hand, sheet = ARTIST.hand, ARTIST.sheet


def turning(*path: str, **changes: Any) -> tuple[State, Choices]:
    return fights.turning(**changes), Choices("How fast?", path=path)


def attacking() -> tuple[State, Choices]:
    view = fights.four(seat=0)
    paths = tuple(x.path for x in attacks(view, 0))
    return view, Choices("What do you attack?", paths=(*paths, ("hold",)))


def rolling(beat: str) -> tuple[State, Choices]:
    """An attack of A's at B of which dice may be rolled again."""
    seat = 0 if beat == "again" else 1
    view = fights.duel(seat=seat, active=0, beat=beat)
    view.attack = Attack(
        0, 1, 5, 1, 3, [], 2.9, 1, list(fights.dice(("red", 4), ("yellow", 0), ("white", 2))), 1,
        defense=list(fights.dice(("yellow", 0), ("yellow", 2), why="speed")) * (beat != "again"),
        defended=beat != "again", basic=4,
    )  # fmt: skip
    key = "a0" if beat == "again" else "d1"
    return view, Choices("Roll a die again?", paths=((key,), ("enough",)))


def placing(*path: str) -> tuple[State, Choices]:
    view = fights.four(seat=0, active=0, phase="places", beat="place", round=0, things=[])
    for each in view.cars[:3]:
        each.placed = False
    view.cars[3].pose = 6.0, 11.3, 270.0
    keys = tuple((f"p{n}",) for n in range(4))
    return view, Choices("Where do you start?", path=path, paths=(*keys, ("place", "x600")))


def burning() -> tuple[State, Choices]:
    view = fights.four(seat=2, active=2, phase="fires", beat="fires")
    view.cars[2].fires = [1, 3]
    return view, Choices("Which fires?", paths=(("o", "b13"), ("o1", "b3")))


def building() -> tuple[State, Choices]:
    cars = [car(0, (1.0, 1.0, 0.0), cards=[]), car(1, (2.0, 2.0, 0.0), cards=[])]
    view = fight(cars, phase="build", beat="build", seat=0, active=-1, round=0)
    keys = tuple((f"b{n}",) for n in builds.samples(view.options.size))
    return view, Choices("Which car do you drive?", paths=keys)


HANDS = {
    "speeds": turning(),
    "first": turning("turn", "v4"),
    "second": turning("turn", "v4", "s", "l450"),
    "third": turning("turn", "v4", "s", "l450", "ar"),
    "whole": turning("turn", "v4", "s", "l450", "ar", "r225"),
    "reverse": turning("turn", "vr0", cars=[car(0, (3.0, 3.0, 30.0), speed=0)]),
    "attack": attacking(),
    "again": rolling("again"),
    "defend": rolling("defend"),
    "place": placing(),
    "typing": placing("place", "x600", "y300", "h45"),
    "fires": burning(),
    "build": building(),
}


def offers() -> tuple[State, list[tuple[str, Turn]]]:
    view = fights.duel(seat=0, phase="movement", beat="turn")
    view.things = [Thing("barrier", 4.86, 6.32, 328.0)]
    view.cars[0].pose, view.cars[1].pose = (0.85, 6.35, 10.0), (5.75, 8.72, 215.0)
    some = [("Attack run", Turn(3, moves=(Move("turn", 1, 225),))), ("Straight ahead", Turn(3))]
    return view, some


def written(name: str) -> set[str]:
    record = Record()
    picture(HANDS[name][0], PLAYERS, HANDS[name][1]).compose(record)
    return {text.words for text in record.texts}


@pytest.mark.parametrize("name", HANDS)
def test_every_question_is_a_small_picture(name: str) -> None:
    view, choices = HANDS[name]
    data = hand(view, PLAYERS, choices).png()
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert 600 <= image.height <= 900
    assert len(data) <= 70_000
    assert data != sheet(view, PLAYERS, view.seat or 0).png()


# Where a key covers the name of a hazard the slow way writes that over it.
@pytest.mark.parametrize("name", [name for name in HANDS if name != "first"])
def test_tiles_draw_what_a_full_redraw_draws(name: str) -> None:
    sheets = []
    for kind in (TileCanvas, Redraw):
        shown = picture(HANDS[name][0], PLAYERS, HANDS[name][1])
        canvas = kind(shown.page())
        shown.compose(canvas)
        sheets.append(canvas.sheet())
    assert difference(*sheets) <= 40


@pytest.mark.parametrize("name", HANDS)
def test_every_question_is_told_in_words(name: str) -> None:
    words = hand(HANDS[name][0], PLAYERS, HANDS[name][1]).alt_text()
    assert 60 < len(words) <= 1024
    assert "  " not in words


# -- a turn


def test_the_ends_of_a_point_are_those_of_the_rules() -> None:
    view, choices = HANDS["second"]
    model = read_turn(view, PLAYERS, choices)
    keys = turns(view, 0).keys(("v4", "s", "l450"))
    assert set(model.fan) == {key for key in keys if key not in ("go", "ask")}
    paper = on_paper(view, 0, 4, False)
    steps, then = drive(paper, 0, [Move(), Move("turn", 1, 450)])
    assert model.steps == steps
    assert model.car == then.cars[0]
    assert (model.done, len(model.steps), model.left) == (0, 2, 2)
    assert model.pool == plus(NO_DICE, *(each.pool for each in steps))
    assert dict(zip(COLOURS, model.pool, strict=True)) == {
        "red": 0, "yellow": 5, "green": 1, "blue": 2, "white": 0, "black": 0,
    }  # fmt: skip


def test_the_chances_of_a_turn_are_written_and_told() -> None:
    view, choices = HANDS["second"]
    risk, words = read_turn(view, PLAYERS, choices).risk, hand(view, PLAYERS, choices).alt_text()
    figures = [percent(risk.lost), percent(risk.spun), f"{risk.control:.1f}"]
    assert figures == ["30 %", "11 %", "1.3"]
    assert {figures[0], figures[1], "1.3 after"} <= written("second")
    for each in figures:
        assert each in words


def test_what_an_end_would_touch_is_told() -> None:
    view, choices = HANDS["second"]
    model = read_turn(view, PLAYERS, choices)
    bad = [key for key, each in model.fan.items() if each.meets]
    assert bad == ["r675", "r900"]
    assert trouble(model) == ["9 and 10 hit the barrier"]
    assert "9 and 10 hit the barrier." in hand(view, PLAYERS, choices).alt_text()
    assert "ends on clay" not in hand(view, PLAYERS, choices).alt_text()


def test_a_question_follows_what_is_pressed() -> None:
    names = ("speeds", "first", "second", "third", "whole")
    assert len({hand(*HANDS[name][:1], PLAYERS, HANDS[name][1]).png() for name in names}) == len(
        names
    )
    assert "seen from there: B" in hand(HANDS["whole"][0], PLAYERS, HANDS["whole"][1]).alt_text()


def test_in_reverse_the_car_goes_backwards() -> None:
    view, choices = HANDS["reverse"]
    straight = read_turn(view, PLAYERS, choices).fan["s"]
    assert straight.reverse
    assert straight.end[:2] == pytest.approx(at(view.cars[0].pose, -1.0, 0.0), abs=1e-3)


@pytest.mark.parametrize("zone", ZONES)
def test_a_car_is_drawn_on_the_true_corner_of_its_turn(zone: int) -> None:
    view = fight([car(0, (3.0, 3.0, 30.0))])
    (step,), _ = drive(on_paper(view, 0, 3, False), 0, [Move("turn", 1, zone)])
    start, end = step.path[1:]
    inner = at(start, -0.5, 0.25)
    for part in (0.25, 0.5, 1.0):
        pose = between(start, end, part)
        assert at(pose, -0.5, 0.25) == pytest.approx(inner, abs=2e-3)
    assert between(start, end, 1.0) == pytest.approx(end, abs=2e-3)


def test_a_row_of_ends_that_touch_is_told_by_what_is_free() -> None:
    view, choices = HANDS["second"]
    model = read_turn(view, PLAYERS, choices)
    wall = {key: each._replace(meets=(WALL,)) for key, each in model.fan.items()}
    assert trouble(model._replace(fan=wall)) == ["every move hits the wall"]
    free = {key: each._replace(meets=()) for key, each in wall.items() if key in ("s", "r900")}
    assert trouble(model._replace(fan=wall | free)) == ["all but 10 and straight hit the wall"]


def test_an_offered_turn_that_ends_on_something_says_so() -> None:
    view, _ = offers()
    view.things = [Thing("barrier", 3.3, 6.78, 100.0)]
    ram = [("Attack run", Turn(4)), ("Break away", Turn(1))]
    shown = offered(view, PLAYERS, "Two turns", ram)
    assert shown.alt_text().count("hits barrier") == 1


def test_turns_that_are_offered_tell_what_they_come_to() -> None:
    view, some = offers()
    shown = offered(view, PLAYERS, "Two turns at speed 3", some)
    first, second = (read_offer(view, 0, *each) for each in some)
    assert [first.body, second.body] == [1, 1]
    assert first.target is not None
    assert first.target.distance < 1.4
    assert sum(rolled(second.steps)) == won(second.steps) == 0
    words = shown.alt_text()
    for offer in (first, second):
        assert f"{offer.name}, speed 3, B" in words
        assert f"loses control {percent(offer.risk.lost)}" in words
    drawn = []
    for kind in (TileCanvas, Redraw):
        canvas = kind(shown.page())
        shown.compose(canvas)
        drawn.append(canvas.sheet())
    assert difference(*drawn) <= 40


def test_whole_turns_are_offered_until_something_is_pressed() -> None:
    view, _ = offers()
    for path, there in ((("turn",), True), (("turn", "v3"), False)):
        words = picture(view, PLAYERS, Choices("How do you drive?", path=path)).alt_text()
        assert ("Attack run" in words) == there


# -- an attack


def test_attacks_are_those_of_the_question_with_the_best_first() -> None:
    view, choices = HANDS["attack"]
    model, words = read_attack(view, PLAYERS, choices), written("attack")
    fires = [*attacks(view, 0)]
    assert {aim.fire for aim in model.aims} <= {*fires}
    assert {aim.fire.weapon for aim in model.aims} == {fire.weapon for fire in fires}
    assert model.more == 0
    every = ranked(view, 0, fires)
    assert [aim.fire for aim in model.aims] == [aim.fire for aim in every][:6]
    assert max(aim.basic for aim in every) == model.aims[0].basic
    for aim in model.aims:
        assert f"{aim.basic:.1f}" in words
        assert aim.card.name in hand(view, PLAYERS, choices).alt_text()


def test_dice_that_may_be_rolled_again_have_their_keys() -> None:
    told = {name: hand(*HANDS[name][:1], PLAYERS, HANDS[name][1]).alt_text() for name in HANDS}
    assert "no dice" not in told["defend"]
    assert "2.9" in told["again"]
    assert "gunner, free re-rolls: 1" in written("again")
    view, choices = HANDS["again"]
    without = replaced(choices, paths=(("enough",),))
    assert hand(view, PLAYERS, choices).png() != hand(view, PLAYERS, without).png()


# -- the rest


def test_a_fire_says_what_it_does_and_how_many_can_be_put_out() -> None:
    view, choices = HANDS["fires"]
    words = hand(view, PLAYERS, choices).alt_text()
    assert "right, if it burns on: 1 damage inside" in words
    assert "left, if it burns on: armor 2 to 1" in words
    assert f"control; you can put out {view.cars[2].control // 2}" in words


def test_places_have_the_numbers_of_their_buttons() -> None:
    words = hand(*HANDS["place"][:1], PLAYERS, HANDS["place"][1]).alt_text()
    usual = usual_places(HANDS["place"][0], 0)
    assert len(usual) > 1
    for place, (x, y, _) in usual.items():
        assert f"{place + 1} at {x:.1f}, {y:.1f}, nose" in words
    assert (
        "At 6.0, 3.0, nose north-east."
        in hand(*HANDS["typing"][:1], PLAYERS, HANDS["typing"][1]).alt_text()
    )


def test_cars_to_choose_from_are_those_of_the_question() -> None:
    view, choices = HANDS["build"]
    words = hand(view, PLAYERS, choices).alt_text()
    for key in choices.paths[:6]:
        assert builds.SAMPLES[int(key[0][1:])].name.split(" (")[0] in words


def test_without_a_question_the_hand_is_the_dashboard() -> None:
    view = fights.duel(seat=0)
    assert hand(view, PLAYERS, Choices("", asked=False)).png() == sheet(view, PLAYERS, 0).png()


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(ValueError, match="spectator"):
        hand(fights.duel(), PLAYERS, Choices("")).png()


def test_a_car_that_stands_where_the_next_point_ends_is_seen() -> None:
    """Such as the one that it touches already, and pushes on."""
    view, choices = turning("turn", "v3")
    ahead = at(view.cars[0].pose, 0.75, 0.1)
    view.cars[1].pose = (*ahead, view.cars[0].pose[2] + 90.0)
    image = Image.open(BytesIO(hand(view, PLAYERS, choices).png()))
    painted = dict((colour, count) for count, colour in image.getcolors(256) or ())
    assert painted.get(SEAT_PAINT[1], 0) > LEAST_PAINT


class Middles(Record):
    """A record that keeps where the middles of figures are."""

    def __init__(self) -> None:
        super().__init__()
        self.middles: list[tuple[Figure, tuple[float, float]]] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        self.middles.append((figure, (x + figure.width / 2, y + figure.height / 2)))


def test_no_key_of_an_end_stands_on_the_letter_of_another_car() -> None:
    view = fights.turning(things=[])
    view.cars[1].pose = 2.6, 5.3, 30.0
    canvas = Middles()
    picture(view, PLAYERS, Choices("How fast?", path=("turn", "v4"))).compose(canvas)
    (there,) = [
        at for figure, at in canvas.middles if isinstance(figure, CarPiece) and figure.seat == 1
    ]
    keys = [at for figure, at in canvas.middles if isinstance(figure, Key)]
    assert min(math.dist(there, each) for each in keys) > 35


def test_no_line_to_a_key_runs_over_the_letter_of_another_car() -> None:
    view, choices = fights.turning(things=[]), Choices("How fast?", path=("turn", "v4"))
    view.cars[1].pose = 2.3, 4.75, 290.0
    canvas = Middles()
    picture(view, PLAYERS, choices).compose(canvas)
    (there,) = [
        at for figure, at in canvas.middles if isinstance(figure, CarPiece) and figure.seat == 1
    ]
    image = Image.open(BytesIO(hand(view, PLAYERS, choices).png()))
    x, y = (round(each) for each in there)
    around = image.crop((x - 11, y - 11, x + 12, y + 12))
    inks = {ink for _, ink in around.getcolors(256) or ()}
    assert {INK, PAPER} <= inks
    assert ALARM not in inks


def test_an_arrow_points_to_who_is_not_seen_where_one_drives_or_attacks() -> None:
    """With the distance in L; whoever is out is nobody to look out for."""
    out = car(3, (6.0, 11.0, 0.0), out="crew")
    cars = [car(0, (1.0, 1.0, 0.0)), car(1, (2.6, 1.0, 0.0)), car(2, (11.0, 11.0, 0.0)), out]
    for beat in ("turn", "attack"):
        view = fight(cars, seat=0, beat=beat)
        paths = tuple(x.path for x in attacks(view, 0) if x.target == 1)
        choices = Choices("", path=("turn", "v1"), paths=()) if beat == "turn" else Choices("")
        canvas = Middles()
        picture(view, PLAYERS, replaced(choices, paths=paths)).compose(canvas)
        tags = {it.label: it.words for it, _ in canvas.middles if isinstance(it, Plate)}
        assert tags == {"B": "3", "C": "13.0 L"}, beat
        assert sum(isinstance(it, Head) for it, _ in canvas.middles) == 1
