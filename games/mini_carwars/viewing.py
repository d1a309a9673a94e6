"""Views built up from what a seat may know."""

from __future__ import annotations

from games.mini_carwars import buying, firing, ground, sides, turn
from games.mini_carwars.catalog import BODY_ARMOR, MODELS
from games.mini_carwars.state import Person, State, Vehicle
from games.mini_carwars.telling import labels, public_model
from games.mini_carwars.view import Car, MiniView, PersonView, SeenWeapon, Sheet, WeaponView

STEPS = {
    "buy": "buy",
    "line up": "buy",
    "turn": "speed",
    "speed": "speed",
    "reveal": "speed",
    "over": "over",
    "phase": "move",
    "move": "move",
}


def view(state: State, seat: int | None) -> MiniView:
    """What that seat (None: a spectator) may see."""
    lined = state.beat not in ("buy", "line up")
    names = labels(state) if lined else []
    cars = tuple(_car(state, n, name, seat) for n, name in enumerate(names))
    asked, person = _asked(state, seat)
    options = state.options
    buyer = seat is not None and not lined
    return MiniView(
        seat=seat,
        scenario=options.scenario,
        ground=options.ground,
        open_sheets=options.open_sheets,
        arcs=options.arcs,
        turn=state.turn,
        phase=state.phase,
        step=STEPS.get(state.beat, "fire"),
        active=state.vehicles[state.moving].owner if state.moving >= 0 else -1,
        moving=state.moving,
        asked=asked,
        person=person,
        budget=tuple(buying.budget(state, each) for each in range(state.seats)),
        left=buying.left(state, seat) if buyer and seat is not None else 0,
        bought=tuple(buying.owned(state, each) for each in range(state.seats)),
        cars=cars,
        mine=tuple(v.model for v in state.vehicles if v.owner == seat) if buyer else (),
        order=_order(state),
        last=state.beat == "fire" and turn.last_chance(state),
        smoke=tuple((cloud.x, cloud.y, cloud.heading) for cloud in state.smoke),
        rubble=tuple(ground.lying(state)),
        walls=tuple((wall.x, wall.y, wall.width, wall.length) for wall in state.walls),
        road=_road(state),
        lone=state.lone if options.scenario == "pack-attack" else -1,
        lead=sides.distance(state) if lined else None,
        quiet=state.quiet,
        history=tuple(tuple(points) for points in state.history),
        ended=state.ended,
        places=tuple(tuple(group) for group in state.places),
    )


def _asked(state: State, seat: int | None) -> tuple[int, int]:
    """The vehicle and the person a seat is asked about."""
    if seat is None:
        return -1, -1
    if state.beat == "fire":
        return firing.asked(state, seat)
    if state.beat == "speed":
        mine = turn.choosing(state, seat)
        return (mine[state.slot], -1) if state.slot < len(mine) else (-1, -1)
    if state.moving >= 0 and state.vehicles[state.moving].owner == seat:
        return state.moving, -1
    return -1, -1


def _order(state: State) -> tuple[int, ...]:
    """Who moves before whom this turn, by the speeds shown."""
    return tuple(sorted(state.order, key=lambda n: -abs(state.vehicles[n].speed)))


def _road(state: State) -> tuple[float, float] | None:
    if not state.sections:
        return None
    low, high = state.sections[0], state.sections[-1] + 1
    return float(low * ground.SECTION), float(high * ground.SECTION)


def _car(state: State, number: int, name: str, seat: int | None) -> Car:
    vehicle = state.vehicles[number]
    kind = vehicle.kind
    told = MODELS[public_model(state, vehicle)]
    knows = seat == vehicle.owner or state.options.open_sheets or bool(state.ended)
    return Car(
        number=number,
        owner=vehicle.owner,
        label=name,
        model=vehicle.model if knows else told.number,
        name=kind.name if knows else told.name,
        size=kind.size,
        length=kind.length,
        x=vehicle.x,
        y=vehicle.y,
        heading=vehicle.heading,
        speed=vehicle.speed,
        maneuvers=vehicle.maneuvers,
        skip=vehicle.skip,
        out=vehicle.out,
        crew=tuple(person.hits for person in vehicle.crew),
        acted=tuple(person.acted for person in vehicle.crew),
        plant_gone=not vehicle.running,
        turret=vehicle.turret,
        computers=tuple(p.computer if p.shown else -1 for p in vehicle.crew),
        cloth=tuple(_cloth(person) for person in vehicle.crew),
        contact=tuple(vehicle.contact),
        breached=tuple(vehicle.breached),
        lost=tuple(vehicle.lost or (0, 0, 0, 0, 0)),
        seen=_seen(vehicle),
        sheet=_sheet(vehicle) if knows else None,
    )


def _cloth(person: Person) -> int:
    """What everyone knows of somebody's body armor: the boxes left, or `view.Car.cloth`'s words."""
    if not person.seen:
        return -1
    return person.boxes if person.body_armor else -2


def _seen(vehicle: Vehicle) -> tuple[SeenWeapon, ...]:
    """What everyone knows of the weapons. Where they stand in the list of the option, and in which
    order, would tell which option it is."""
    known = [
        SeenWeapon(one.kind, one.mount, one.state)
        for one in _weapons(vehicle)
        if vehicle.weapons[one.place].seen
    ]
    return tuple(sorted(known, key=lambda one: (one.mount, one.kind, one.state)))


def _weapons(vehicle: Vehicle) -> list[WeaponView]:
    out = []
    for place, mounted in enumerate(vehicle.kind.weapons):
        weapon = vehicle.weapons[place]
        condition = "ready"
        if not weapon.working:
            condition = "gone"
        elif weapon.spent:
            condition = "spent"
        elif weapon.fired:
            condition = "fired"
        out.append(WeaponView(place, mounted.kind, mounted.mount, mounted.link, condition))
    return out


def _sheet(vehicle: Vehicle) -> Sheet:
    crew = []
    for role, person in zip(("driver", "gunner"), vehicle.crew, strict=False):
        of = BODY_ARMOR.boxes if person.body_armor else 0
        crew.append(PersonView(role, person.hits, person.boxes, of, person.computer, person.acted))
    return Sheet(
        vehicle.model,
        buying.cost(vehicle),
        tuple(vehicle.armor),
        tuple(vehicle.bought),
        vehicle.plant,
        tuple(_weapons(vehicle)),
        tuple(crew),
    )
