"""Defense, and what an attack does in the end (Rules: Defending; Combat Results)."""

from __future__ import annotations

from typing import Final

from games.carwars.attack import announced, arcs_of, close, fighting, weapon_of
from games.carwars.catalog import DamageItem
from games.carwars.damage import harm, lose_tires, pay, start_fire, tire_room, use
from games.carwars.dice import Colour, Pool, blank, of, reroll, roll, total
from games.carwars.effects import Applied, Moment
from games.carwars.events import Defended, Exploded, Painted
from games.carwars.ground import level
from games.carwars.moves import Enough, Reroll, Use
from games.carwars.sight import key_lengths, scene
from games.carwars.state import Car, Live, State
from games.engine.ask import Ask, Step, asks_once, choose

CITE: Final = "Rules: Defending"
WORTH: Final = 2
"""From so much damage on a card is worn down for defense. Ruling 61"""
MOST_ACE: Final = 99
"""More than anybody ever holds."""


def defense(context: Live) -> None:
    """The defense roll: as many yellow dice as the speed, none of a car out of control, and those
    of cards. Rules: Defending; Range; Ruling 12"""
    state = context.state
    fight, car, attacker = fighting(state), state.target, state.cars[fighting(state).seat]
    moment, now = moment_of(state), announced(state)
    pools = dice_of(car, moment, attacker, now, scene(state, fight.seat)[fight.target].arcs)
    for each in car.offered("defense_roll", "add_dice", moment):
        # It has no other use than to be worn down. Ruling 61
        if fight.basic + fight.tire - fight.cover >= WORTH:
            pools[each.name] = each.effect.dice
            use(context, fight.target, each)
    fight.defense = roll(context.chance, f"defense of {fight.target}", **pools)
    fight.free = free_rerolls(car, moment, attacker, now)
    fight.defended = True
    _rerolls(context)


def _rerolls(context: Live) -> None:
    """Re-rolls of the defense as far as nobody is asked: free by range, then by cards; then each
    ace buys one. Rules: Re-Rolling Dice; Ruling 45"""
    state = context.state
    asks = state.target.standing.defense == "ask" and damage(state) > 0
    if asks and (moves(state) or buys(state)[1]):
        state.beat = "defend"
        return
    while (choice := usual(state)) is not None:
        _reroll(context, choice.die)
    _buy(context, usual_shields(state))
    state.beat = "land"


def moment_of(state: State) -> Moment:
    """What guards may ask of a defense, of the defender's cards."""
    fight, kind, car = fighting(state), weapon_of(state), state.target
    return car.moment(
        weapon_type=kind.type,
        weapon_subtype=kind.subtype,
        range=fight.distance,
        side=fight.side,
        side_armor=car.armor[fight.side],
        cover_shields=fight.cover,
        terrain_level=level(state, car.pose),
    )


def dice_of(
    car: Car, moment: Moment, attacker: Car, now: Moment, held: frozenset[int]
) -> dict[str, Pool]:
    """The dice of a defense, by what they are rolled for: speed, cards, and what the attacker's
    cards and paint give; `held` are the attacker's arcs that hold the target.

    Rules: Defending; Alpine; Hound; paint: Ruling 63
    """
    swaps = car.automatic("defense_roll", "swap_speed_dice", moment)
    colour: Colour = next((each.effect.to for each in swaps if each.effect.to), "yellow")
    out = {"speed": of(colour, 0 if car.out_of_control else car.pace)}
    out |= car.added("defense_roll", moment)
    for each in attacker.automatic("attack", "defender_add_dice", now):
        out[each.name] = each.effect.dice
    arcs = arcs_of(attacker, now.weapon, now.attacker)
    used = held if arcs is None else held & arcs
    if used and used <= {*attacker.paint}:
        out["paint"] = of("yellow", 1)
    return out


def free_rerolls(car: Car, moment: Moment, attacker: Car, now: Moment) -> int:
    """Re-rolls of a defender that cost nothing: by range, as far as the weapon leaves them, then of
    cards. Rules: Range; Re-Rolling Dice; Pulse Laser"""
    lost = attacker.automatic("attack", "defender_range_rerolls", now)
    free = max(0, key_lengths(moment.range) + sum(each.effect.delta for each in lost))
    return free + car.number("defense_roll", "reroll", moment)


def _reroll(context: Live, die: int) -> None:
    """Re-roll a die: free, with what an ace has bought before, or with an ace.

    Rules: Defending; Veteran
    """
    state = context.state
    fight, car = fighting(state), state.target
    if fight.free:
        fight.free -= 1
    elif fight.bonus:
        fight.bonus -= 1
    else:
        car.ace -= 1
        fight.spent += 1
        moment = moment_of(state)
        fight.bonus = car.number("defense_roll", "ace_reroll_bonus", moment)
    reroll(context.chance, f"defense of {fight.target}", fight.defense, die)


def shields(state: State) -> int:
    """Of dice, cover and cards together. Rules: Defending; Cover"""
    fight = fighting(state)
    return total(fight.defense).skid_shield + fight.cover + fight.bought


def damage(state: State) -> int:
    """What shields have not cancelled. Rules: Defending"""
    fight = fighting(state)
    return fight.basic + fight.tire - shields(state)


def moves(state: State) -> list[Reroll]:
    """The re-rolls that a defender has now. Rules: Defending; Re-Rolling Dice"""
    fight = fighting(state)
    can = fight.free or fight.bonus or state.target.ace
    return [Reroll(die, fight.paid) for die in range(len(fight.defense) if can else 0)]


def usual(state: State) -> Reroll | None:
    """The next re-roll where nobody says: of a die without a shield, while something is left to
    cancel; blue ones first, then those that are likeliest to show one. Ace as the player wishes.

    Ruling 45
    """
    fight = fighting(state)
    spends = fight.spent < most_ace(state) and state.target.ace
    if damage(state) <= 0 or (fight.paid and not spends):
        return None
    die = blank(fight.defense, "skid_shield")
    return Reroll(die, fight.paid) if die >= 0 else None


def most_ace(state: State) -> int:
    """Ace that the defender spends on an attack at most, by the standing rule."""
    rule = state.target.standing.defense
    return int(rule) if rule.isdigit() else 0 if rule == "none" else MOST_ACE


def buys(state: State) -> tuple[Applied | None, int]:
    """The card that sells shields after the roll, and how many can be paid. Rules: Medusa"""
    for each in state.target.offered("defense_result", "add", moment_of(state)):
        return each, state.target.times(each.effect)
    return None, 0


def usual_shields(state: State) -> int:
    """Shields that are bought where nobody says: as long as something is left to cancel, with what
    ace the player wishes to spend. Rulings 45, 61"""
    fight = fighting(state)
    found, most = buys(state)
    if found is None:
        return 0
    allowed = (most_ace(state) - fight.spent) // found.ace
    return max(0, min(most, allowed, damage(state)))


def _buy(context: Live, times: int) -> None:
    fight = fighting(context.state)
    found, _ = buys(context.state)
    if found is not None and times:
        use(context, fight.target, found, times, n=times * found.n)
        fight.bought += times * found.n
        fight.spent += times * found.ace


@asks_once
def defend(context: Live) -> Step[None]:
    """Who wished to be asked chooses the next re-roll."""
    state = context.state
    fight = fighting(state)
    enough = Enough()
    options: list[Reroll | Use | Enough] = [*moves(state), enough]
    options += map(Use, range(1, buys(state)[1] + 1))
    ask = Ask(fight.target, "defend", options, usual(state) or enough, CITE)
    answer = yield from choose(ask)
    if isinstance(answer, Use):
        _buy(context, answer.times)
    elif isinstance(answer, Reroll):
        _reroll(context, answer.die)
        _rerolls(context)
        return
    state.beat = "land"


def land(context: Live) -> None:
    """Shields cancel tire damage first, then basic damage. Fire and explosion come before the rest;
    then tires, then basic damage to the side.

    Rules: Defending; Combat Results; Tire Damage; Fire Damage; Explosion Damage; spec 9
    """
    state = context.state
    fight, car, attacker = fighting(state), state.target, state.cars[fighting(state).seat]
    seat, cancel = fight.target, shields(state)
    tire = min(cancel, fight.tire)
    basic = min(cancel - tire, fight.basic)
    through = min(fight.tire - tire, tire_room(car))
    left = fight.basic - basic + fight.tire - tire - through
    rolled = total(fight.defense).skid_shield
    context.emit(Defended(
        seat, tuple(fight.defense), rolled, fight.cover, fight.spent, tire, basic, left, through,
    ))  # fmt: skip
    if fight.fire:
        start_fire(context, seat, fight.side)
    if fight.explosion:
        context.emit(Exploded(seat, fight.side))
        pay(context, seat, "explosion", 1)
    if fight.paint:
        car.paint = sorted([*car.paint, fight.side])
        context.emit(Painted(seat, fight.side))
    attacker.dealt += lose_tires(context, seat, "attack", through)
    harm(context, seat, fight.side, left, "attack", fight.seat)
    if left > 0:
        found = attacker.automatic("internal_damage", "prepend_item", announced(state))
        items = [DamageItem(each.effect.item, each.effect.limit) for each in found]  # type: ignore[arg-type]
        state.harm[-1].first = items
    close(context)
