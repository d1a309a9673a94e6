"""What a seat is asked: every question drawn, and the figures of its picture."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from itertools import combinations
from operator import floordiv, mod

import pytest
from PIL import Image

from games.engine.plane import gap
from games.mini_carwars.catalog import MODELS
from games.mini_carwars.maneuvers import drives, end
from games.mini_carwars.moves import Fire
from games.mini_carwars.sight import aim
from games.mini_carwars.state import State
from games.mini_carwars.words.phrases import inches
from images.canvas import Redraw, TileCanvas, tile
from images.choices import Choices, Playable
from images.counters import Head, Note, Plate
from images.mini_carwars import ARTIST
from images.mini_carwars.ghosts import PLANE, drive_of, read_move
from images.mini_carwars.hand import fire_part, read_fire
from images.parts import Line
from images.pen import Figure
from images.theme import DIRT, HEADER, PAPER
from tests.games.mini_carwars.sights import replaced
from tests.images.mini_carwars import fights
from tests.images.mini_carwars.fights import PLAYERS
from tests.images.record import Record
from tests.images.test_board import difference

picture = import_module("images.mini_carwars.hand").picture
hand, sheet = ARTIST.hand, ARTIST.sheet


def moving(view: State, number: int = 0, prefix: tuple[str, ...] = ()) -> tuple[State, Choices]:
    """A seat asked to move a vehicle, after it has pressed the keys of a prefix."""
    car = view.cars[number]
    every = [drive.path for drive in drives(car.kind.cycle, car.speed)]
    paths = tuple(each for each in every if each[: len(prefix)] == prefix)
    playable = {
        at: Playable(str(at + 1), "as it goes")
        for at, key in enumerate(("straight", "drift", "swerve", "pivot"))
        if any(each[0] == key for each in paths)
    }
    idle = {at: "Only at 10 mph" for at in range(4) if at not in playable}
    own = fights.own(view, car.owner, number)
    return own, Choices("Move your vehicle", playable, idle, True, prefix, paths)


def changed(view: State, number: int, **changes: object) -> State:
    cars = list(view.cars)
    cars[number] = replaced(cars[number], **changes)
    return replaced(view, cars=tuple(cars))


def firing(**changes: object) -> tuple[State, Choices]:
    view = fights.own(fights.duel(step="fire", moving=-1), 0, 0, person=0)
    paths = (("w0t1s2",), ("w0t1s1",), ("hold",))
    return replaced(view, **changes), Choices("Fire or hold?", paths=paths)


SLOW = changed(fights.duel(), 0, speed=10)
BESIDE = changed(changed(fights.duel(), 1, x=-0.3, y=41.2), 0, x=0.3, maneuvers=1)
BUYING = fights.fight([], step="buy", seat=0, bought=(0, 0), budget=(15_000, 15_000))
HANDS = {
    "all": moving(fights.duel()),
    "beside": moving(BESIDE),
    "slow": moving(SLOW),
    "pivot": moving(SLOW, 0, ("pivot",)),
    "drift": moving(BESIDE, 0, ("drift",)),
    "swerve": moving(BESIDE, 0, ("swerve",)),
    "one": moving(BESIDE, 0, ("swerve", "l30right")),
    "reverse": moving(changed(fights.duel(), 0, speed=-10)),
    "cycle": moving(fights.pack(8), 1),
    "arena": moving(fights.arena(6), 4),
    "fire": firing(),
    "bought": (BUYING, Choices("", asked=False, path=(f"m{fights.COURIER}",))),
    "fitted": (BUYING, Choices("", asked=False, path=("extras", f"m{fights.COURIER}", "a0", "n1"))),
    "brought": (BUYING, Choices("", asked=False, path=("bring",))),
    "buy": (BUYING, Choices("Choose", paths=tuple((f"m{m.number}",) for m in MODELS))),
}


@pytest.mark.parametrize("name", HANDS)
def test_every_question_is_a_small_picture(name: str) -> None:
    data = hand(HANDS[name][0], PLAYERS, HANDS[name][1]).png()
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert image.height <= 900
    assert len(data) <= 70_000


@pytest.mark.parametrize("name", ["all", "slow", "pivot", "drift", "swerve", "one", "beside"])
def test_stones_of_the_shoulder_stay_above_the_legend(name: str) -> None:
    image = Image.open(BytesIO(hand(HANDS[name][0], PLAYERS, HANDS[name][1]).png()))
    legend = image.crop((0, HEADER + PLANE + 4, 1200, image.height))
    assert DIRT not in {colour for _, colour in legend.getcolors(256) or ()}


# Where a ghost covers a number board the slow way writes the board's letter over it.
@pytest.mark.parametrize(
    "name", ["all", "slow", "pivot", "reverse", "cycle", "arena", "fire", "buy"]
)
def test_tiles_draw_what_a_full_redraw_draws(name: str) -> None:
    view, choices = HANDS[name]
    sheets = []
    for kind in (TileCanvas, Redraw):
        shown = picture(view, PLAYERS, choices)
        canvas = kind(shown.page())
        shown.compose(canvas)
        sheets.append(canvas.sheet())
    assert difference(*sheets) <= 40


@pytest.mark.parametrize("name", HANDS)
def test_every_question_is_told_in_words(name: str) -> None:
    words = hand(HANDS[name][0], PLAYERS, HANDS[name][1]).alt_text()
    assert 60 < len(words) <= 1024
    assert "  " not in words


def test_where_moves_end_is_what_the_rules_say() -> None:
    view, choices = moving(SLOW)
    model = read_move(view, PLAYERS, choices)
    assert [group.key for group in model.groups] == ["straight", "drift", "swerve", "pivot"]
    assert len(model.ghosts) == len(choices.paths)
    for ghost in model.ghosts:
        assert drive_of(ghost.path).path == ghost.path
        assert ghost.box == end(view.cars[0].box, drive_of(ghost.path), False)


def test_an_arrow_points_one_way() -> None:
    # One as wide as long seems to point three ways.
    head = tile(Head(0))
    drawn = [at for at, colour in enumerate(head.tobytes()) if colour == PAPER]
    across, down = ({f(at, head.width) for at in drawn} for f in (mod, floordiv))
    assert len(across) > 1.15 * len(down)


class Laid(Record):
    """Keeps the figures of a kind, and where they lie."""

    def __init__(self, kind: type[Figure]) -> None:
        super().__init__()
        self.kind = kind
        self.found: list[tuple[Figure, tuple[int, int, int, int]]] = []

    def put(self, figure: Figure, x: int, y: int) -> None:
        if isinstance(figure, self.kind):
            self.found.append((figure, (x, y, x + figure.width, y + figure.height)))


def test_the_names_of_the_angles_of_a_pivot_lie_clear_of_one_another() -> None:
    for view in (SLOW, changed(fights.arena(4), 0, speed=10, heading=180.0)):
        notes = Laid(Note)
        own, choices = moving(view, 0, ("pivot",))
        picture(own, PLAYERS, choices).compose(notes)
        # Every 15 degrees; both half turns share one.
        assert len(notes.found) == 24
        for (_, one), (_, other) in combinations(notes.found, 2):
            # They lean: corners may reach a little into one another's rectangles.
            wide = min(one[2], other[2]) - max(one[0], other[0])
            tall = min(one[3], other[3]) - max(one[1], other[1])
            assert min(wide, tall) <= 6


def test_who_is_outside_a_picture_of_moves_is_pointed_at() -> None:
    view, choices = moving(fights.arena(4))
    tags = Laid(Plate)
    picture(view, PLAYERS, choices).compose(tags)
    far = [inches(gap(view.cars[0].box, car.box)).split()[0] for car in view.cars[1:]]
    told = [tag.words for tag, _ in tags.found if isinstance(tag, Plate)]
    assert sorted(told) == sorted(f"{each} in" for each in far)


def test_what_is_out_of_action_is_drawn_once_somebody_wants_to_fire_at_it() -> None:
    view, choices = firing()
    view = changed(view, 1, out="crew")
    shot = ("out", "w0t1s2")
    choices = replaced(choices, paths=(("w1",), shot, ("hold",)))
    assert [one.path for one in read_fire(view, PLAYERS, choices).shots] == [("w1",)]
    # Where there is nothing else, and where it has been chosen.
    alone = replaced(choices, paths=(shot, ("hold",)))
    assert [one.path for one in read_fire(view, PLAYERS, alone).shots] == [shot]
    choices = replaced(choices, path=("out",), paths=(shot,))
    (found,) = read_fire(view, PLAYERS, choices).shots
    assert (found.path, found.target, found.side) == (shot, 1, 2)
    assert found.aim is not None
    assert hand(view, PLAYERS, choices).png()
    assert "at B" in hand(view, PLAYERS, choices).alt_text()


def test_only_what_the_player_has_not_ruled_out_is_drawn() -> None:
    view, choices = moving(BESIDE, 0, ("swerve", "l30right"))
    model = read_move(view, PLAYERS, choices)
    assert [group.key for group in model.groups] == ["l30right"]
    assert all(ghost.hits == ("B",) for ghost in model.ghosts)
    assert "hits B" in hand(view, PLAYERS, choices).alt_text()


def test_the_control_roll_a_second_maneuver_needs_is_shown() -> None:
    for maneuvers, words in ((0, "no roll"), (1, "roll 2d6 + 3")):
        view, choices = moving(changed(fights.duel(), 0, maneuvers=maneuvers), 0, ("drift", "l1"))
        record = Record()
        picture(view, PLAYERS, choices).compose(record)
        assert words in hand(view, PLAYERS, choices).alt_text()


def test_rolls_and_odds_are_those_of_the_rules() -> None:
    view, choices = firing()
    model = read_fire(view, PLAYERS, choices)
    record = Record()
    picture(view, PLAYERS, choices).compose(record)
    written = {text.words for text in record.texts}
    for shot in model.shots:
        found = aim(view, 0, 0, Fire((0,), shot.target, shot.side))
        assert found == shot.aim
        assert found is not None
        assert {f"{found.roll}+", f"{round(100 * found.odds)} %"} <= written
        assert f"{found.roll} or more" in hand(view, PLAYERS, choices).alt_text()


def test_prices_and_the_budget_are_shown() -> None:
    view, choices = HANDS["buy"]
    record = Record()
    picture(view, PLAYERS, choices).compose(record)
    written = {text.words for text in record.texts}
    assert "$15,000" in written
    for model in MODELS:
        if not model.option:
            assert {model.name, f"${model.cost:,}"} <= written
        else:
            option = f"({model.option}) ${model.cost:,}"
            assert any(option in words for words in written)


def test_without_a_question_the_hand_is_the_record_sheet() -> None:
    view = fights.own(fights.duel(), 0, -1)
    assert hand(view, PLAYERS, Choices("", asked=False)).png() == sheet(view, PLAYERS, 0).png()
    speed = fights.own(fights.duel(step="speed", phase=0, moving=-1), 0, 0)
    choices = Choices("Choose a speed", paths=(("s60",),))
    assert hand(speed, PLAYERS, choices).png() == sheet(speed, PLAYERS, 0).png()
    assert "Armor" in hand(speed, PLAYERS, choices).alt_text()


@pytest.mark.parametrize(
    ("name", "told"),
    [("bought", "Chosen: Courier"), ("fitted", "Chosen: Courier"),
     ("brought", "Chosen: a vehicle of your own")],
)  # fmt: skip
def test_who_has_bought_sees_what_he_chose_and_no_shop(name: str, told: str) -> None:
    words = hand(HANDS[name][0], PLAYERS, HANDS[name][1]).alt_text()
    assert told in words
    assert "Killer Kart" not in words


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(ValueError, match="spectator"):
        hand(fights.duel(), PLAYERS, Choices("")).png()


def test_that_one_may_hold_fire_has_room_below_the_shots() -> None:
    view = fights.own(fights.duel(step="fire", moving=-1), 0, 0, person=0)
    for count in (1, 4, 5, 8):
        paths = tuple((f"w{at % 2}t1s{at % 3}",) for at in range(count))
        body = fire_part(read_fire(view, PLAYERS, Choices("Fire?", paths=(*paths, ("hold",)))))
        assert isinstance(body, Line)
        assert body.items[1].least()[1] <= body.height, count
