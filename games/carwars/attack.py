"""Combat: who attacks whom with what, and the attack roll (Rules: Combat; Attacking)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

from msgspec.structs import replace

from games.carwars import effects
from games.carwars.catalog import Card
from games.carwars.damage import harm
from games.carwars.dice import COLOURS, FIRST, MEANS, Pool, plus, reroll, roll, total
from games.carwars.effects import Applied, Moment
from games.carwars.events import Attacked
from games.carwars.ground import kind_of
from games.carwars.memory import Memory
from games.carwars.moves import Enough, Fire, Hold, Reroll
from games.carwars.scene import Target, is_player, scene
from games.carwars.sight import in_range
from games.carwars.state import THING, Attack, Car, Live, State
from games.engine.ask import Ask, Step, asks_once, choose
from games.engine.sums import Part, Sum

CITE: Final = "Rules: Attacking"
REROLL: Final = "Rules: Re-Rolling Dice"
SIDE_ARCS: Final = (1, 3)
"""RIGHT and LEFT. Rules: Restrictions"""
HOLD: Final = Hold()


def attack(context: Live) -> Step[None] | None:
    """The next player with somebody who can attack names an attack, or ends the combat phase.

    Rules: Combat; Attacking
    """
    state = context.state
    seat = state.next
    if seat < 0:
        state.active, state.beat = -1, "end"
        return None
    if not choices(state, seat)[0]:
        state.acted.append(seat)
        return None
    if state.active != seat:
        state.active = seat
        return None
    return _attack(context)


@asks_once
def _attack(context: Live) -> Step[None]:
    state = context.state
    seat = state.active
    options, default = choices(state, seat)
    ask = Ask[Fire | Hold](seat, "attack", (*options, HOLD), default, CITE, spare=_spare)
    answer = yield from choose(ask)
    if isinstance(answer, Hold):
        state.acted.append(seat)
        return
    sight = scene(state, seat)[answer.target]
    state.attack = Attack(
        seat,
        answer.crew,
        answer.weapon,
        answer.target,
        answer.side,
        list(answer.extras),
        sight.distance,
        sight.cover,
    )
    state.beat = "shoot"


def _spare(options: Sequence[Fire | Hold]) -> list[Fire | Hold]:
    """Those that leave out a card's dice which they could have: nobody wants a button for that."""
    fires = [each for each in options if isinstance(each, Fire)]
    most: dict[tuple[int, ...], int] = {}
    for each in fires:
        key = each.weapon, each.target, each.side, each.crew
        most[key] = max(most.get(key, 0), len(each.extras))
    return [f for f in fires if len(f.extras) < most[f.weapon, f.target, f.side, f.crew]]


# -- what can be attacked


def attacks(state: State, seat: int) -> Iterator[Fire]:
    """Every attack that a car can make now, by the crew member who is the better shot first.

    A weapon must not have fired in this phase, must be mounted where its arc holds part of the
    target, and in RANGE; the target's side is one whose arc holds part of the attacker. Sidearms
    are fired from the left or right arc, by each crew member. Of weapons alike on one side the
    first is offered. Optional dice of cards are announced with the attack.

    Rules: Attacking; Choosing A Target; Restrictions; Sidearms; Targeting Computer
    """
    car = state.cars[seat]
    crew = [place for place in car.crew if not car.cards[place].used]
    crew.sort(key=lambda place: not _helps(car.cards[place].card))
    alike = set[tuple[int, int, int]]()
    for place, card in enumerate(car.cards):
        kind, like = car.kind(place), (card.card, card.side, card.damage)
        fires = kind.type in ("weapon", "sidearm") and not kind.drop
        if not fires or card.down or card.used or like in alike:
            continue
        alike.add(like)
        arcs = arcs_of(car, place)
        for body, sight in scene(state, seat).items() if crew else ():
            held = arcs is None or bool(sight.arcs & arcs)
            if not held or (kind.range and not in_range(sight.distance, kind.range)):
                continue
            for side, who in product(sight.sides or (-1,), crew):
                fire = Fire(who, place, body, side)
                places = [each.slot for each in optional(car, moment_of(state, car, fire, sight))]
                for count in range(len(places), -1, -1):
                    for extras in combinations(places, count):
                        yield replace(fire, extras=extras)


def arcs_of(car: Car, place: int) -> frozenset[int] | None:
    """The arcs into which a weapon fires; None for all. Rules: Weapons; Restrictions; Turrets"""
    kind, side = car.kind(place), car.cards[place].side
    if kind.turret:
        return None
    if kind.side_arc_fire:
        return frozenset(SIDE_ARCS)
    return frozenset((side,))


@lru_cache(512)
def _helps(card: int) -> bool:
    """Whether a crew member's own card does something for attacks."""
    return any(effect.hook in ("attack", "attack_roll") for effect in effects.EFFECTS[card])


def optional(car: Car, moment: Moment) -> list[Applied]:
    """Cards that add dice to an attack if their owner says so."""
    found = effects.applied(car.living, "attack_roll", moment, car.uses)
    return [each for each in found if each.effect.op == "add_dice" and each.effect.optional]


def dice_of(car: Car, fire: Fire, moment: Moment) -> dict[str, Pool]:
    """The dice of an attack: the weapon's, those of cards, and those that were announced.

    Rules: Shoot
    """
    out = {"weapon": car.kind(fire.weapon).dice} | effects.added(car.living, "attack_roll", moment)
    for each in optional(car, moment):
        if each.slot in fire.extras:
            out[car.kind(each.slot).id] = each.effect.dice
    return out


def moment_of(state: State, car: Car, fire: Fire, sight: Target) -> Moment:
    """What guards may ask of an attack, of the attacker's cards."""
    kind = car.kind(fire.weapon)
    target = state.cars[fire.target] if 0 <= fire.target < THING else None
    armor = target.armor[fire.side] if target is not None and fire.side >= 0 else 0
    return car.moment(
        attacker=fire.crew,
        weapon=fire.weapon,
        weapon_type=kind.type,
        weapon_subtype=kind.subtype,
        range=sight.distance,
        target_side_armor=armor,
        cover_shields=sight.cover,
        first_attack=not any(car.cards[place].used for place in (0, 1)),
    )


# -- what nobody chose


def _choices(state: State, seat: int) -> tuple[tuple[Fire, ...], Fire | Hold]:
    options = tuple(attacks(state, seat))
    return options, usual(state, seat, options)


choices: Final = Memory(_choices)
"""All attacks that a car can make, and the one that is made where nobody says."""


def usual(state: State, seat: int, options: Sequence[Fire]) -> Fire | Hold:
    """The attack of who does not answer: the one with the best damage to be expected, of weapons
    that are not spent by it. Rulings 44, 58"""
    car, sights = state.cars[seat], scene(state, seat)
    kept = [fire for fire in options if not car.kind(fire.weapon).one_shot]
    worth = [expected(state, car, fire, sights[fire.target]) for fire in kept]
    best = max(worth, default=0.0)
    return kept[worth.index(best)] if best > 0.0 else HOLD


def expected(state: State, car: Car, fire: Fire, sight: Target) -> float:
    """About the damage that an attack does: shields to be expected are taken off."""
    kind, moment = car.kind(fire.weapon), moment_of(state, car, fire, sight)
    dice = plus(*dice_of(car, fire, moment).values())
    extra = effects.number(car.living, "attack", "add_damage", moment)
    rolled = _mean(dice, kind.wrench) + kind.basic + extra
    if not is_player(state, fire.target):
        return rolled / 4
    target = state.cars[fire.target]
    speed = 0 if target.out_of_control else target.pace
    shields = speed * MEANS["yellow"]["skid_shield"] + sight.cover
    return max(rolled / 8, rolled - shields)


@lru_cache(4096)
def _mean(dice: Pool, wrench: str) -> float:
    """Damage to be expected of a pool."""
    worth = 0.0 if wrench in ("none", "paint") else 1.0
    means = (MEANS[colour]["hit"] + worth * MEANS[colour]["wrench"] for colour in COLOURS)
    return sum((count * mean for count, mean in zip(dice, means, strict=True)), 0.0)


# -- the roll


def fighting(state: State) -> Attack:
    """The attack that is being resolved."""
    assert state.attack is not None
    return state.attack


def weapon_of(state: State) -> Card:
    """What it is made with."""
    fight = fighting(state)
    return state.cars[fight.seat].kind(fight.weapon)


def shoot(context: Live) -> None:
    """The attack roll, and re-rolls of it as far as nobody is asked.

    Rules: Shoot; Re-Rolling Dice
    """
    state = context.state
    fight = fighting(state)
    car = state.cars[fight.seat]
    if not fight.dice:
        fire, moment = announced(state)
        fight.dice = roll(context.chance, f"attack of {fight.seat}", **dice_of(car, fire, moment))
        used = [each.use for each in optional(car, moment) if each.slot in fight.extras]
        car.uses = [*car.uses, *chain.from_iterable(used)]
        fight.free = effects.number(car.living, "attack_roll", "reroll", moment)
        car.cards[fight.crew].used = True
        car.cards[fight.weapon].used = weapon_of(state).type == "weapon"
    elif fight.reroll >= 0:
        _reroll(context, fight.reroll)
    if car.standing.attack == "ask" and fight.free and fight.dice:
        state.beat = "again"
        return
    while (die := worthless(state)) >= 0 and fight.free:
        _reroll(context, die)
    _fix(context)


def announced(state: State) -> tuple[Fire, Moment]:
    """The attack as it was answered, and what guards may ask of it."""
    fight = fighting(state)
    fire = Fire(fight.crew, fight.weapon, fight.target, fight.side, tuple(fight.extras))
    sight = scene(state, fight.seat)[fight.target]
    return fire, moment_of(state, state.cars[fight.seat], fire, sight)


def _reroll(context: Live, die: int) -> None:
    fight = fighting(context.state)
    fight.free -= 1
    fight.reroll = -1
    draw = f"attack of {fight.seat}"
    fight.dice[die] = reroll(context.chance, draw, fight.dice[die])


def worthless(state: State) -> int:
    """The first die of the attack that does nothing as it lies, the likeliest to do something
    first; -1 for none. spec 13"""
    fight, wrench = fighting(state), weapon_of(state).wrench
    blank = [
        at
        for at, die in enumerate(fight.dice)
        if not die.shows.hit and not (die.shows.wrench and wrench != "none")
    ]
    worth = 0.0 if wrench == "none" else 1.0
    means = [MEANS[die.colour]["hit"] + worth * MEANS[die.colour]["wrench"] for die in fight.dice]
    return max(blank, key=lambda at: (means[at], -at), default=-1)


@asks_once
def again(context: Live) -> Step[None]:
    """Who wished to be asked chooses the die that is rolled again."""
    state = context.state
    fight = fighting(state)
    enough = Enough()
    options: list[Reroll | Enough] = [*map(Reroll, range(len(fight.dice))), enough]
    die = worthless(state)
    answer = yield from choose(
        Ask(fight.seat, "again", options, Reroll(die) if die >= 0 else enough, REROLL)
    )
    if isinstance(answer, Enough):
        fight.free = 0
    else:
        fight.reroll = answer.die
    state.beat = "shoot"


def _fix(context: Live) -> None:
    """What the attack does before it is defended, and what of it is something else there.

    Fire on a side that burns, an explosion at a car out of control, and whatever is special at what
    is no player's car is basic damage. Rules: Shoot; Damage; spec 9
    """
    state = context.state
    fight = fighting(state)
    car, kind = state.cars[fight.seat], weapon_of(state)
    shown = total(fight.dice)
    _, moment = announced(state)
    is_car = is_player(state, fight.target)
    target = state.cars[fight.target] if is_car else None
    basic = [Part(shown.hit, "hits"), Part(kind.basic, "flat")]
    tire = list[Part]()
    wrenches = shown.wrench
    special = kind.wrench in FIRST and wrenches > 0
    if kind.wrench == "tire" and is_car:
        tire.append(Part(wrenches, "wrenches"))
    elif kind.wrench in ("basic", "tire") or kind.wrench in FIRST:
        basic.append(Part(wrenches - special, "wrenches"))
    for each in effects.automatic(car.living, "attack", "add_damage", moment):
        parts = tire if each.effect.kind == "tire" and is_car else basic
        parts.append(Part(each.n, car.kind(each.slot).id))
    if special and target is not None:
        fight.fire = kind.wrench == "fire" and fight.side not in target.fires
        fight.explosion = kind.wrench == "explosion" and not target.out_of_control
    if special and not (fight.fire or fight.explosion):
        basic.append(Part(1, "converted"))
    sums = [Sum(tuple(part for part in parts if part.points)) for parts in (basic, tire)]
    fight.basic, fight.tire = sums[0].total, sums[1].total
    context.emit(
        Attacked(
            fight.seat, fight.crew, kind.number, fight.weapon, fight.target, fight.side,
            tuple(fight.dice), sums[0], sums[1], fight.fire, fight.explosion,
            tuple(fight.extras), fight.distance, kind_of(state, fight.target),
        )
    )  # fmt: skip
    state.beat = "defense" if is_car else "strike"


def strike(context: Live) -> None:
    """What is no player's car does not defend itself. Rules: Defending; spec 9"""
    state = context.state
    fight = fighting(state)
    harm(context, fight.target, -1, fight.basic, "attack", fight.seat)
    close(state)


def close(state: State) -> None:
    """The attack is over: a ONE-SHOT weapon lies face down. Rules: Restrictions"""
    fight = fighting(state)
    car = state.cars[fight.seat]
    if car.kind(fight.weapon).one_shot and not car.out:
        car.cards[fight.weapon].down = "spent"
    car.uses = effects.over(car.uses, "attack")
    state.attack, state.beat = None, "attack"
