"""With hidden sheets a weapon that has been seen tells its kind and its side, and nothing of the
option it belongs to."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from functools import partial

import msgspec
import pytest

from games.engine.chance import SeededChance
from games.engine.table import Context, Table
from games.mini_carwars import GAME, buying, damage, firing, redeal
from games.mini_carwars.catalog import BACK, BODY_ARMOR, KINDS, MODELS, NUMBERS, Model, Mounted
from games.mini_carwars.events import Fired, Smoked
from games.mini_carwars.moves import Fire, Hold, Take
from games.mini_carwars.options import Options
from games.mini_carwars.state import Person, State, Vehicle, Weapon

CONDITIONS = {
    "ready": Weapon(seen=True),
    "fired": Weapon(seen=True, fired=True),
    "spent": Weapon(seen=True, spent=True, fired=True),
    "gone": Weapon(seen=True, working=False),
}
"""What may have become of a weapon that everyone knows of."""

ALIKE = [
    (one, other)
    for one, other in itertools.combinations_with_replacement(MODELS, 2)
    if (one.vehicle, one.gunner, one.turret) == (other.vehicle, other.gunner, other.turret)
]
"""Models that look the same from outside, among them each and itself."""


view = GAME.view


def state_of(vehicle: Vehicle) -> State:
    """A fight in which seat 0 has that vehicle, seat 1 a Killer Kart four inches ahead."""
    kart = buying.built(1, Take(NUMBERS["killer_kart"]))
    vehicle.speed = kart.speed = 30
    kart.y = 4.0
    return State(
        Options(open_sheets=False),
        2,
        beat="fire",
        vehicles=[vehicle, kart],
        turn=3,
        phase=PHASE,
        order=[0, 1],
        starts=[0.0, 0.0],
        sections=[-1, 0, 1, 2],
    )


def vehicle_of(model: Model, seen: dict[int, str]) -> Vehicle:
    """A vehicle as delivered of which some weapons are known, with what became of them."""
    out = buying.built(0, Take(model.number))
    for place, condition in seen.items():
        out.weapons[place] = msgspec.structs.replace(CONDITIONS[condition])
    return out


def seen_of(model: Model) -> Iterator[dict[int, str]]:
    """Every set of its weapons that may be known, in every condition."""
    every = (None, *CONDITIONS)
    for conditions in itertools.product(every, repeat=len(model.weapons)):
        yield {place: one for place, one in enumerate(conditions) if one is not None}


def told(model: Model, seen: dict[int, str]) -> tuple[tuple[str, int, str], ...]:
    """What is known of these weapons: kind, mount and condition."""
    places = model.weapons
    return tuple(sorted((places[at].kind, places[at].mount, one) for at, one in seen.items()))


def seen_by_others(model: Model, seen: dict[int, str]) -> list[bytes]:
    """The view of the rival, and of a spectator."""
    state = state_of(vehicle_of(model, seen))
    return [msgspec.json.encode(view(state, seat)) for seat in (1, None)]


@pytest.mark.parametrize(
    ("one", "other"), ALIKE, ids=[f"{one.id}-{other.id}" for one, other in ALIKE]
)
def test_vehicles_whose_seen_weapons_are_alike_look_the_same(one: Model, other: Model) -> None:
    known: dict[tuple[tuple[str, int, str], ...], list[bytes]] = {}
    for seen in seen_of(one):
        known.setdefault(told(one, seen), seen_by_others(one, seen))
    compared = 0
    for seen in seen_of(other):
        wanted = known.get(told(other, seen))
        if wanted is not None:
            assert seen_by_others(other, seen) == wanted
            compared += 1
    assert compared


def test_the_owner_and_open_sheets_tell_them_apart() -> None:
    stock, option = (MODELS[NUMBERS[name]] for name in ("mini_sherman", "mini_sherman_a"))
    views = [view(state_of(vehicle_of(model, {})), 0) for model in (stock, option)]
    assert views[0] != views[1]


def test_who_has_been_hit_is_known_to_have_worn_body_armor_or_none() -> None:
    """Also once none of it is left: the hit told what it stopped."""
    seen = []
    for boxes in (0, BODY_ARMOR.boxes):
        vehicle = vehicle_of(MODELS[NUMBERS["mini_sherman"]], {})
        vehicle.crew[0] = Person(hits=1, boxes=0, body_armor=boxes > 0, seen=True)
        person = view(state_of(vehicle), None).cars[0].driver
        seen.append((person.seen, person.body_armor, person.boxes))
    assert seen == [(True, False, 0), (True, True, 0)]
    clad = buying.built(0, Take(NUMBERS["mini_sherman"], body_armor=True))
    unhit = view(state_of(clad), None).cars[0].driver
    assert (unhit.seen, unhit.body_armor, unhit.boxes) == (False, False, 0)
    clad.crew[0] = Person(hits=1, seen=True, computer=2)
    assert view(state_of(clad), None).cars[0].driver.computer == 0, "a hit tells nothing of that"


# -- what is told of a shot and of a loss

SHOTS = (Fired, Smoked)
PHASE = 2


def places(model: Model) -> dict[Mounted, int]:
    """Its weapons without their links, each with the first place where one stands. Weapons that are
    alike are offered once."""
    bare = [Mounted(weapon.kind, weapon.mount) for weapon in model.weapons]
    return {weapon: bare.index(weapon) for weapon in bare}


def shot_of(model: Model, weapon: Mounted) -> list[bytes]:
    """What everyone is told when one weapon is fired."""
    vehicle = vehicle_of(model, {})
    vehicle.heading = (-90.0 * weapon.mount) % 360.0
    place = (places(model)[weapon],)
    value = Fire(place, 1, BACK) if KINDS[weapon.kind].to_hit else Fire(place)
    table, _ = Table.begin(GAME, state_of(vehicle), SeededChance(1))
    ask = table.ask_of(0)
    assert ask is not None
    out = list(table.answer(0, ask.number, value))
    while table.asks and table.context.state.phase == PHASE and table.asks[0].kind == "fire":
        out += table.answer(table.asks[0].seat, table.asks[0].number, Hold())
    return [msgspec.json.encode(each.event) for each in out if isinstance(each.event, SHOTS)]


def loss_of(model: Model, mount: int) -> list[bytes]:
    """What everyone is told when a side is shot away with all that it carries."""
    vehicle = vehicle_of(model, {})
    vehicle.armor[mount] = vehicle.bought[mount] = 1
    context = Context(state_of(vehicle), SeededChance(1))
    damage.hurt(context, 0, mount, (1,), 1, 1)
    assert [arm.state for arm in vehicle.seen if arm.mount == mount] == [
        "gone" for weapon in model.weapons if weapon.mount == mount
    ]
    return [msgspec.json.encode(each.event) for each in context.told]


def test_events_do_not_tell_where_a_weapon_stands_in_the_list_of_an_option() -> None:
    met = set()
    for one, other in ALIKE:
        for weapon in places(one).keys() & places(other).keys():
            kind, apart = weapon.kind, places(one)[weapon] != places(other)[weapon]
            shot = shot_of(one, weapon)
            assert shot == shot_of(other, weapon)
            assert shot
            met.add((kind, "fired", apart))
            if _side(one, weapon.mount) == _side(other, weapon.mount):
                lost = loss_of(one, weapon.mount)
                assert lost == loss_of(other, weapon.mount)
                assert b'"weapons":[[-1,' in lost[0]
                met.add((kind, "lost", apart))
    # The Mini Shermans' smokescreens stand in three different places.
    assert {("ss", "fired", True), ("ss", "lost", True), ("mg", "fired", False)} <= met


def _side(model: Model, mount: int) -> list[str]:
    """The weapons of a side: they are lost together."""
    return sorted(weapon.kind for weapon in model.weapons if weapon.mount == mount)


# -- what may be behind it


def test_every_option_that_fits_is_imagined_and_no_other() -> None:
    smoked = vehicle_of(MODELS[NUMBERS["mini_sherman_a"]], {0: "fired"})
    assert _imagined(smoked) == {"mini_sherman", "mini_sherman_a", "mini_sherman_b"}
    one_gun = vehicle_of(MODELS[NUMBERS["mini_sherman"]], {0: "fired"})
    assert _imagined(one_gun) == {"mini_sherman", "mini_sherman_b"}
    rocket = vehicle_of(MODELS[NUMBERS["mini_sherman_b"]], {2: "spent"})
    assert _imagined(rocket) == {"mini_sherman_b"}


def _imagined(vehicle: Vehicle) -> set[str]:
    """The models that a rival thinks of, each of which gives the very same view."""
    state = state_of(vehicle)
    wanted = view(state, 1)
    out = set()
    for seed in range(60):
        fresh = msgspec.json.decode(msgspec.json.encode(state), type=State)
        other = redeal.redeal(fresh, state, 1, SeededChance(seed))
        assert view(other, 1) == wanted
        out.add(other.vehicles[0].kind.id)
    return out


def test_with_open_sheets_what_a_mate_has_taken_in_secret_alone_is_hidden() -> None:
    model = next(one for one in MODELS if one.gunner and one.weapons[0].weapon.to_hit)
    state = state_of(vehicle_of(model, {}))
    state.options = Options(open_sheets=True)
    assert firing.is_public(state, 0)
    state.slot = 1
    assert not firing.is_public(state, 0)


def test_with_hidden_sheets_who_is_asked_tells_nothing_hidden() -> None:
    table, _ = Table.start(GAME, 4, SeededChance(5), Options(scenario="arena"))
    computer, rng, idle = GAME.computers["easy"], random.Random(5), 0
    while idle < 3:
        if table.asked[0].kind == "fire":
            # Among them who has nothing to fire at.
            idle += any(each.forced for each in table.asked)
            seen = table.view(None)
            known = [seat for seat in range(4) if seen.asked_of(seat)[0] >= 0]
            assert [each.seat for each in table.asked] == known
        one = table.asks[0]
        imagined = partial(table.imagine, one.seat)
        choice = computer.decide(table.view(one.seat), one, imagined, rng)
        table.answer(one.seat, one.number, choice.answer)


# -- when the table waits

PLACES = [
    (4 * math.sin(math.radians(way)), 4 * math.cos(math.radians(way))) for way in range(0, 360, 45)
]
"""Where the rival may stand: all round, four inches away."""
FAR = (0.0, 60.0)
"""Ahead, but out of the range of every weapon."""


def fire_step(model: Model, seen: dict[int, str], place: tuple[float, float]) -> State:
    """A fire step with a rival at that place, who drives the same way."""
    state = state_of(vehicle_of(model, seen))
    state.vehicles[1].x, state.vehicles[1].y = place
    return state


def lost_of(model: Model) -> Iterator[dict[int, str]]:
    """Every set of its weapons that may be known to be lost."""
    places = range(len(model.weapons))
    for count in range(len(places) + 1):
        for lost in itertools.combinations(places, count):
            yield dict.fromkeys(lost, "gone")


def given(state: State) -> list[tuple[bool, bool]]:
    """Of each seat: whether the table answers for it, and whether that may come at once."""
    table, _ = Table.begin(GAME, state, SeededChance(1))
    return [(GAME.only(ask) is not None, GAME.is_public(state, ask)) for ask in table.asked]


def test_whether_an_answer_waits_is_the_same_for_all_that_look_alike() -> None:
    """Some of them have something to fire there and others have not."""
    met = set()
    for one, other in ALIKE:
        known = {told(one, seen): seen for seen in lost_of(one)}
        both = [
            (known[now], seen) for seen in lost_of(other) if (now := told(other, seen)) in known
        ]
        for place in (*PLACES[::2], FAR) if one is not other else ():
            for seen, as_seen in both:
                first = given(fire_step(one, seen, place))
                second = given(fire_step(other, as_seen, place))
                assert [at_once for _, at_once in first] == [at_once for _, at_once in second]
                assert all(idle for idle, at_once in (*first, *second) if at_once)
                met.add((first[0], second[0]))
    assert {
        ((True, True), (True, True)),
        ((True, False), (False, False)),
        ((False, False), (False, False)),
    } <= met


@pytest.mark.parametrize(
    ("model", "seen", "place", "at_once"),
    [
        ("killer_kart", {}, PLACES[0], False),
        ("killer_kart", {}, PLACES[2], True),
        ("killer_kart", {}, PLACES[4], True),
        ("killer_kart", {}, FAR, True),
        ("killer_kart", {0: "gone"}, PLACES[0], True),
        ("killer_kart", {0: "fired"}, PLACES[0], True),
        # Each Mini Sherman lays smoke, until everybody has seen that this one does no more.
        ("mini_sherman", {}, PLACES[2], False),
        ("mini_sherman", {2: "gone"}, PLACES[2], True),
        ("mini_sherman", {0: "gone", 2: "gone"}, PLACES[0], False),
        # What is on its roof shoots all round, and its front goes for nothing there.
        ("rocket_special", {}, PLACES[3], False),
        ("rocket_special", {1: "fired"}, PLACES[3], True),
        ("rocket_special", {1: "fired"}, PLACES[0], False),
        # Option (b), which has no turret, carries a rocket behind.
        ("rocket_special_b", {}, PLACES[2], True),
        ("rocket_special_b", {}, PLACES[4], False),
    ],
)
def test_nobody_waits_where_everybody_sees_that_nothing_bears(
    model: str, seen: dict[int, str], place: tuple[float, float], *, at_once: bool
) -> None:
    state = fire_step(MODELS[NUMBERS[model]], seen, place)
    idle, public = given(state)[0]
    assert public is at_once
    assert idle or not public


def test_nobody_waits_for_what_could_be_fired_at_a_wreck_alone() -> None:
    """It is no reason to ask."""
    state = fire_step(MODELS[NUMBERS["killer_kart"]], {}, PLACES[0])
    assert given(state)[0] == (False, False)
    state.vehicles[1].out = "crew"
    assert given(state)[0] == (True, True)


def test_armor_that_all_have_seen_go_tells_which_option_it_is_not() -> None:
    """Of what looks like this one some would have been breached by less."""
    for model in MODELS:
        vehicle = vehicle_of(model, {})
        vehicle.lost = list(vehicle.bought)
        vehicle.armor = [0] * len(vehicle.bought)
        vehicle.breached = [side for side in model.armored if vehicle.bought[side]]
        may_be = [MODELS[each.model] for each in redeal.armed(vehicle)]
        assert model in may_be
        assert {each.points for each in may_be if set(each.armored) <= {*vehicle.breached}} <= {
            model.points
        }


def test_a_person_who_has_not_fired_may_aim_better_than_anybody_knows() -> None:
    """The best computer reaches eight inches farther: nobody knows that this one has none."""
    kart = MODELS[NUMBERS["killer_kart"]]
    state = fire_step(kart, {}, (0.0, 20.0))
    assert given(state)[0] == (True, False)
    state.vehicles[0].driver.shown = True
    assert given(state)[0] == (True, True)
