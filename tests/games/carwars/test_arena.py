"""Arenas as data: what their files may say, what lies under a car, and where cars start."""

from __future__ import annotations

import math
from importlib.resources import files
from itertools import combinations

import msgspec
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from games.carwars import GAME, arena
from games.carwars.arena import (
    ARENAS,
    KINDS,
    add_arenas,
    arena_for,
    default_places,
    free_place,
    level_under,
    read_arena,
    start_fault,
    thing,
    under,
    walls,
)
from games.carwars.base import CAR, base, rectangle
from games.carwars.moves import Place, Slot
from games.engine.chance import SeededChance
from games.engine.rows import BadData
from games.engine.shapes import Hull, Pose, apart, gap, overlap
from games.engine.table import Table
from games.engine.walk import walk
from tests.games.carwars.shapes import HEADINGS, box, round_numbers

HOUSE = ("open", "crossfire", "pit", "yard")
HEAD = 'name = "Mine"\nsize = [12.0, 12.0]\n'


WALL = "[[wall]]\nat = {}\nsize = [{}, 0.2]\nheading = {}\n"


def wall(x: float, y: float, length: float, heading: float = 0.0) -> str:
    return WALL.format([x, y], length, heading)


def thing_at(kind: str, x: float, y: float) -> str:
    return f"[[thing]]\nkind = '{kind}'\nat = [{x}, {y}]\n"


def ground(rest: str, level: int = 1) -> str:
    return f"[[terrain]]\nlevel = {level}\nat = [5.0, 5.0]\n{rest}\n"


def faults(text: str, head: str = HEAD) -> list[str]:
    with pytest.raises(BadData) as refused:
        read_arena("mine.toml", head + text)
    return list(refused.value.faults)


# -- the house's arenas


def test_the_files_of_the_package_are_the_arenas() -> None:
    lying = files("games.carwars").joinpath("data/arenas").iterdir()
    assert {it.name for it in lying} == {f"{name}.toml" for name in ARENAS}
    assert set(ARENAS) == {*HOUSE, *(f"{name}_18" for name in HOUSE)}


@pytest.mark.parametrize("name", HOUSE)
def test_house_arenas_have_room_for_two_to_eight_and_are_symmetric(name: str) -> None:
    for seats in range(2, 9):
        found = arena_for(name, seats)
        assert found.size == ((12.0, 12.0) if seats <= 4 else (18.0, 18.0))
        places = default_places(found, seats)
        lying = [thing(it.kind, it.pose) for it in found.things]
        assert [start_fault(found, place, lying) for place in places] == [""] * seats
        assert min(gap(base(a), base(b)) for a, b in combinations(places, 2)) > 1.0
        x, y = found.size
        turned = {(it.kind, x - it.at[0], y - it.at[1]) for it in found.things}
        assert turned == {(it.kind, *it.at) for it in found.things}


def test_the_arenas_of_spec_12() -> None:
    yard = [(it.kind, it.at) for it in ARENAS["yard"].things]
    assert yard.count(("barrier", (6.0, 4.5))) == 1
    assert [kind for kind, _ in yard].count("barrel") == 6
    assert {it.at for it in ARENAS["crossfire"].things} == {(4, 4), (8, 4), (4, 8), (8, 8)}
    assert [(it.level, it.radius, it.inner) for it in ARENAS["pit"].terrain] == [
        (1, 4, 3),
        (2, 1.5, 0),
    ]
    assert ARENAS["open"].things == ()


def test_walls_are_the_edges_and_the_pieces() -> None:
    found = read_arena("a.toml", HEAD + wall(6.0, 6.0, 2.0))
    south, west, north, east, piece = walls(found)
    for x, y, edge in ((6, 0, south), (0, 6, west), (6, 12, north), (12, 6, east)):
        assert apart(Hull(CAR, (float(x), float(y), 0.0)), edge)[0] < 0
        inside = base((x + (6 - x) * 0.15, y + (6 - y) * 0.15, 0.0 if y in (0, 12) else 90.0))
        assert apart(inside, edge)[0] == pytest.approx(0.9 - 0.25)
    assert piece.pose == (6.0, 6.0, 0.0)
    # Nothing slips out between two edges.
    assert apart(south, west)[0] < 0


def test_things_lie_as_large_as_their_kind() -> None:
    assert thing("wreck", (1.0, 1.0, 0.0)).form is CAR
    assert thing("barrel", (1.0, 1.0, 0.0)).form.rim == 0.15
    mud = thing("mud", (1.0, 1.0, 90.0)).form
    assert (2 * mud.half, 2 * mud.side) == (0.85, 0.55)
    assert KINDS["mud"].results == {"skid_shield": 1}
    assert KINDS["clay"].dice == {"blue": 2}
    assert (KINDS["barrier"].cover, KINDS["barrier"].weight) == ("full", "heavy")
    assert [kind.id for kind in KINDS.values() if kind.weight == "light"] == ["barrel"]


# -- under a car


@given(round_numbers(0.6, 11.4, 4), round_numbers(0.6, 11.4, 4), HEADINGS)
def test_terrain_under_a_car_is_shapelys(x: float, y: float, heading: float) -> None:
    shape = shapely.Polygon(rectangle((x, y, heading)).ends)
    middle = shapely.Point(6.0, 6.0)
    near = shape.distance(middle)
    far = max(math.dist(end, (6.0, 6.0)) for end in shape.exterior.coords)
    assume(min(abs(near - 1.5), abs(near - 4.0), abs(far - 3.0)) > 1e-5)
    wanted = 2 if near < 1.5 else 1 if near < 4.0 and far > 3.0 else 0
    assert level_under(ARENAS["pit"], (x, y, heading)) == wanted


def test_terrain_that_is_a_rectangle_counts_by_area_and_the_highest_wins() -> None:
    text = """terrain = [
      { level = 1, at = [3.0, 3.0], size = [2.0, 2.0] },
      { level = 3, at = [4.0, 3.0], size = [2.0, 2.0], heading = 90.0 },
    ]"""
    found = read_arena("a.toml", HEAD + text)
    assert level_under(found, (1.5, 3.0, 0.0)) == 0
    assert level_under(found, (1.51, 3.0, 0.0)) == 1
    assert level_under(found, (2.6, 3.0, 0.0)) == 3
    # The rounded ends do not count.
    assert level_under(found, (5.55, 3.0, 0.0)) == 0


def test_all_hazards_under_the_rectangle_are_found() -> None:
    lying = {100: thing("mud", (3.0, 3.0, 0.0)), 101: thing("clay", (4.0, 3.0, 90.0))}
    assert under((3.5, 3.0, 0.0), lying) == (100, 101)
    assert under((2.075, 3.0, 0.0), lying) == ()
    assert under((2.0751, 3.0, 0.0), lying) == (100,)
    assert under((3.0, 2.48, 0.0), lying) == (100,)
    # Corner on corner, by less than a millionth.
    assert under((2.0755, 2.4755, 0.0), lying) == ()
    assert under((2.077, 2.477, 0.0), lying) == (100,)
    assert under((9.0, 9.0, 0.0), lying) == ()


# -- starting


def test_usual_places_face_the_middle() -> None:
    assert default_places(ARENAS["open"], 4) == [
        (6.0, 0.7, 90.0),
        (6.0, 11.3, 270.0),
        (0.7, 6.0, 0.0),
        (11.3, 6.0, 180.0),
    ]


def test_whose_usual_place_is_taken_starts_far_from_the_others() -> None:
    table, _ = Table.start(GAME, 3, SeededChance(1))
    while table.asks[0].kind == "build":
        table.answer(table.asks[0].seat, table.asks[0].number, table.asks[0].default)
    first = table.asks[0]
    third = (first.seat + 2) % 3
    # The first takes the place of the third, the second the one that is left of the two ends.
    table.answer(first.seat, first.number, Slot(third))
    second = table.asks[0]
    table.answer(second.seat, second.number, second.default)
    taken = {third, second.seat}
    places = default_places(ARENAS["open"], 4)
    far = {
        number: min(math.dist(place[:2], places[other][:2]) for other in taken)
        for number, place in enumerate(places)
        if number not in taken
    }
    asked = table.asks[0]
    assert asked.seat == third
    assert asked.default == Slot(max(far, key=lambda number: far[number]))
    assert {*asked.options} == {*map(Slot, far)}


@pytest.mark.parametrize("seats", range(5, 9))
def test_more_places_are_spread_evenly_and_clockwise(seats: int) -> None:
    places = default_places(ARENAS["open_18"], seats)

    def along(pose: Pose) -> float:
        x, y, heading = pose
        return {90.0: 18 - x, 0.0: 18 + y, 270.0: 36 + x, 180.0: 72 - y}[heading]

    far = [along(place) for place in places]
    steps = [(b - a) % 72 for a, b in zip(far, far[1:] + far[:1], strict=True)]
    assert steps == pytest.approx([72 / seats] * seats, abs=1e-3)
    assert all(min(it % 18, -it % 18) >= 1.0 for it in far)


def test_a_start_may_not_be_outside_far_from_the_edge_or_taken() -> None:
    found = ARENAS["open"]
    other = [base((6.0, 0.7, 90.0))]
    assert start_fault(found, (3.0, 0.585, 90.0), other) == ""
    assert start_fault(found, (3.0, 0.5849, 90.0), other) == "outside"
    assert start_fault(found, (3.0, 1.085, 90.0), other) == ""
    assert start_fault(found, (3.0, 1.0851, 90.0), other) == "far"
    assert start_fault(found, (3.0, 0.7501, 0.0), other) == "far"
    assert start_fault(found, (6.5, 0.7, 90.0), other) == ""
    assert start_fault(found, (6.4999, 0.7, 90.0), other) == "taken"


def test_a_start_on_a_piece_of_wall_is_taken() -> None:
    found = read_arena("a.toml", HEAD + wall(6.0, 1.0, 2.0, 90.0))
    assert start_fault(found, (6.0, 0.7, 90.0), []) == "taken"
    place = free_place(found, (6.0, 0.7, 90.0), [])
    assert place is not None
    assert place in ((5.6, 0.7, 90.0), (6.4, 0.7, 90.0))


@given(
    st.lists(st.tuples(round_numbers(0, 12, 1), round_numbers(0, 12, 1), HEADINGS), max_size=12),
    st.integers(0, 3),
)
def test_the_nearest_free_place_is_free_and_none_is_nearer(others: list[Pose], seat: int) -> None:
    found = ARENAS["open"]
    taken = [base(pose) for pose in others]
    wanted = default_places(found, 4)[seat]
    place = free_place(found, wanted, taken)
    if place is None:
        return
    assert start_fault(found, place, taken) == ""
    far = abs(place[0] - wanted[0]) + abs(place[1] - wanted[1])
    if place[2] == wanted[2]:
        for step in range(int(far * 10 - 1e-6)):
            for sign in (0.1, -0.1):
                x, y, heading = wanted
                nearer = (
                    (x + sign * step, y, heading) if seat < 2 else (x, y + sign * step, heading)
                )
                assert start_fault(found, nearer, taken) != ""


def test_where_all_are_taken_there_is_no_place() -> None:
    edge = [
        box(6.0, 0.6, 12.0, 1.2),
        box(6.0, 11.4, 12.0, 1.2),
        box(0.6, 6.0, 1.2, 12.0),
        box(11.4, 6.0, 1.2, 12.0),
    ]
    assert free_place(ARENAS["open"], (6.0, 0.7, 90.0), edge) is None


def test_where_no_usual_spot_is_free_none_is_made_part_by_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who comes first may stand so in a small arena that the others have one place."""
    monkeypatch.setattr(arena, "ARENAS", dict(ARENAS))
    size = 'name = "Nook"\nsize = [6.0, 6.0]\nseats = 2\n'
    walls_of = "[[wall]]\nat = [2, 3]\nsize = [4, 6]\n[[wall]]\nat = [5, 4.2]\nsize = [2, 3.6]\n"
    GAME.add_sets({"carwars/nook.toml": size + walls_of})
    options = msgspec.convert({"own_arena": "nook"}, GAME.Options)
    table, _ = Table.start(GAME, 2, SeededChance(3), options)
    while (ask := table.asks[0]).kind == "build":
        table.answer(ask.seat, ask.number, ask.default)
    table.answer(ask.seat, ask.number, Place(500, 130, 135))
    ask = table.asks[0]
    stand = walk(ask, GAME.words, ())
    assert stand is not None
    assert stand.keys == (f"p{ask.seat}",)
    table.answer(ask.seat, ask.number, ask.default)
    first, other = table.context.state.cars
    assert not overlap(base(first.pose), base(other.pose))


# -- files with faults

ONE = wall(3.0, 6.0, 2.0)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("walls = []", "there is no field `walls`"),
        (wall(5.0, 5.0, 0.0), "wall[0].size[0]: Expected `float` > 0.0"),
        (thing_at("barier", 5.0, 5.0), "no kind 'barier'; did you mean 'barrier'?"),
        (thing_at("barrel", 0.1, 5.0), "thing 0, a Barrel, reaches out of the arena"),
        (thing_at("barrel", math.nan, 5.0), "thing[0].at[0]"),
        (thing_at("mud", 5.0, 5.0) + "heading = 360.0", "heading: Expected `float` < 360.0"),
        (thing_at("barrel", 5.0, 5.0) + thing_at("barrel", 5.2, 5.0), "lies on thing 0"),
        (thing_at("mud", 3.0, 6.0) + ONE, "thing 0, a Mud, lies on wall 0"),
        (ground("radius = 1.0", level=4), "level: Expected `int` <= 3"),
        (ground(""), "terrain 0 has either a radius or a size"),
        (ground("radius = 1.0\nsize = [1.0, 1.0]"), "terrain 0 has either a radius or a size"),
        (ground("radius = 1.0\ninner = 1.0"), "inner radius that is not below its radius"),
        (ground("radius = 5.5"), "terrain 0 reaches out of the arena"),
        (wall(1.0, 6.0, 2.5), "wall 0 reaches out of the arena"),
        (wall(2.5, 6.0, 2.0), "the gap between the west edge and wall 0 is less than 2 L"),
        (ONE + wall(6.9, 6.0, 2.0), "the gap between wall 0 and wall 1 is less than 2 L"),
        (ONE + wall(3.5, 6.8, 2.0, 60.0), "wall 0 and wall 1 meet at less than 90 degrees"),
        (wall(0.4835, 6.0, 1.0, 30.0), "the west edge and wall 0 meet at less than 90 degrees"),
        ("seats = 9", "seats: Expected `int` <= 8"),
        ("wall = 5", "wall: Expected `array`, got `int`"),
        ("name = ", "this is no TOML"),
    ],
)
def test_a_fault_is_told_in_a_sentence(text: str, fault: str) -> None:
    told = faults(text)
    assert all(it.startswith("mine.toml: ") and it.endswith(".") for it in told), told
    assert any(fault in it for it in told), told


@pytest.mark.parametrize(
    "text",
    [
        # Square to an edge, along a corner, in a T, end to end in a line and in an obtuse bend.
        wall(1.5, 6.0, 3.0),
        ONE + wall(4.1, 5.1, 2.0, 90.0),
        ONE + wall(3.0, 7.1, 2.0, 90.0),
        ONE + wall(5.0, 6.0, 2.0),
        ONE + wall(4.7, 6.7, 2.0, 45.0),
        # Apart by the length of the key.
        ONE + wall(7.0, 6.0, 2.0),
        wall(3.1, 6.0, 2.2),
    ],
)
def test_walls_may_meet_at_90_degrees_or_more_or_lie_2_apart(text: str) -> None:
    assert read_arena("mine.toml", HEAD + text).walls


def test_an_arena_without_room_along_its_edge_is_refused() -> None:
    text = "[[thing]]\nkind = 'mud'\nat = [6.0, 3.0]\n" + "".join(
        f"[[thing]]\nkind = 'slab'\nat = [{x}, {y}]\nheading = {h}.0\n"
        for at in range(1, 20)
        for x, y, h in (
            (0.6 * at, 0.7, 90), (0.6 * at, 5.3, 90), (0.7, 0.3 * at, 0), (11.3, 0.3 * at, 0),
        )
    )  # fmt: skip
    told = faults(text, 'name = "Mine"\nsize = [12.0, 6.0]\nseats = 8\n')
    assert "mine.toml: along the edge is no room for 8 cars." in told


@pytest.mark.parametrize(
    ("row", "many", "name"),
    [
        (wall(6.0, 6.0, 1.0), 41, "walls"),
        (ground("radius = 1.0"), 41, "terrain"),
        (thing_at("mud", 6.0, 6.0), 101, "things"),
    ],
)
def test_an_arena_of_too_much_is_refused(row: str, many: int, name: str) -> None:
    """1,000 walls would hold the start up, and the 900th thing have the number of a wall."""
    assert faults(row * many) == [
        f"mine.toml: {name}: there are {many}, and at most {many - 1} fit."
    ]
    assert read_arena("mine.toml", HEAD + row * (many - 1))


def test_a_name_that_no_host_can_type_is_refused() -> None:
    name = "an_arena_of_the_far_north"
    with pytest.raises(BadData, match="is longer than 24 characters, so no host can write it"):
        read_arena(f"carwars/{name}.toml", HEAD)
    assert read_arena(f"carwars/{name[:24]}.toml", HEAD).id == name[:24]


def test_every_fault_is_told_at_once() -> None:
    told = faults(
        """thing = [{ kind = "barier", at = [5.0, 5.0] }, { kind = "barrel", at = [0.1, 5.0] }]
        wall = [{ at = [2.5, 6.0], size = [2.0, 0.2] }]"""
    )
    assert len(told) == 3


def test_every_row_that_cannot_be_read_is_told_at_once() -> None:
    text = "seats = 9\n" + wall(5.0, 5.0, 0.0) + ONE + wall(5.0, 99.0, 1.0) + ground("", level=4)
    assert [told.partition(": Expected")[0] for told in faults(text)] == [
        f"mine.toml: arena mine: {where}"
        for where in ("seats", "wall[0].size[0]", "wall[2].at[1]", "terrain[0].level")
    ]


def test_arenas_of_a_server_are_added_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "ARENAS", dict(ARENAS))
    mine = HEAD + 'larger = "wide"\n'
    wide = 'name = "Wide"\nsize = [20.0, 18.0]\nseats = 8\n'
    for files_of in (
        {"carwars/mine.toml": mine},
        {"carwars/mine.toml": mine, "carwars/wide.toml": wide.replace("seats = 8", "seats = 4")},
        {"carwars/open.toml": HEAD},
        {"carwars/one.toml": HEAD, "carwars/two.toml": HEAD},
        {"carwars/mine.toml": HEAD.replace("Mine", "pit")},
        {"carwars/mine.toml": HEAD, "carwars/bad.toml": "size"},
    ):
        with pytest.raises(BadData):
            add_arenas(files_of)
        assert arena.ARENAS == ARENAS
    add_arenas({"carwars/mine.toml": mine, "carwars/wide.toml": wide})
    assert arena_for("mine", 4).name == "Mine"
    assert arena_for("mine", 5).size == (20.0, 18.0)
    assert not overlap(*(base(pose) for pose in default_places(arena_for("mine", 2), 2)))
    with pytest.raises(KeyError):
        arena_for("nowhere", 2)


def test_a_table_takes_an_arena_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "ARENAS", dict(ARENAS))
    GAME.add_sets({"carwars/mine.toml": HEAD + thing_at("barrel", 6, 6)})
    options = msgspec.convert({"own_arena": "mine"}, GAME.Options)
    assert GAME.room(options) == (2, 4)
    assert GAME.room(GAME.Options()) == (2, 8)
    table, _ = Table.start(GAME, 2, SeededChance(1), options)
    assert [each.kind for each in table.context.state.things] == ["barrel"]
    assert GAME.words.options(options).startswith("Mine · ")
    with pytest.raises(msgspec.ValidationError, match=r"there are crossfire, .*mine"):
        msgspec.convert({"own_arena": "moon"}, GAME.Options)
