"""Defense, and what an attack does in the end (Rules: Defending; Combat Results)."""

from __future__ import annotations

from typing import Final

from games.carwars import effects
from games.carwars.attack import close, fighting, weapon_of
from games.carwars.damage import harm
from games.carwars.dashboard import lose_tires, pay, start_fire
from games.carwars.dice import MEANS, Die, of, reroll, roll, total
from games.carwars.effects import Moment
from games.carwars.events import Defended, Exploded
from games.carwars.moves import Enough, Reroll
from games.carwars.sight import key_lengths
from games.carwars.state import Car, Live, State
from games.engine.ask import Ask, Step, asks_once, choose

CITE: Final = "Rules: Defending"
MOST_ACE: Final = 99
"""More than anybody ever holds."""


def defense(context: Live) -> None:
    """The defense roll, and re-rolls of it as far as nobody is asked.

    As many yellow dice as the speed, none of a car out of control, and those of cards. Re-rolls are
    free by range, then by cards; then each ace buys one. Rules: Defending; Range; Rulings 12, 45
    """
    state = context.state
    fight = fighting(state)
    car = state.cars[fight.target]
    if not fight.defended:
        speed = 0 if car.out_of_control else car.pace
        moment = moment_of(state, car)
        added = effects.added(car.living, "defense_roll", moment)
        fight.defense = roll(
            context.chance, f"defense of {fight.target}", speed=of("yellow", speed), **added
        )
        fight.free = key_lengths(fight.distance)
        fight.free += effects.number(car.living, "defense_roll", "reroll", moment)
        fight.defended = True
    elif fight.reroll >= 0:
        _reroll(context, fight.reroll, fight.ace)
    if car.standing.defense == "ask" and moves(state):
        state.beat = "defend"
        return
    while (choice := usual(state)) is not None:
        _reroll(context, choice.die, choice.ace)
    state.beat = "land"


def moment_of(state: State, car: Car) -> Moment:
    """What guards may ask of a defense, of the defender's cards."""
    fight = fighting(state)
    kind = weapon_of(state)
    return car.moment(
        weapon_type=kind.type,
        weapon_subtype=kind.subtype,
        range=fight.distance,
        side=fight.side,
        side_armor=car.armor[fight.side],
        cover_shields=fight.cover,
    )


def _reroll(context: Live, die: int, ace: bool) -> None:
    """Re-roll a die: free, with what an ace has bought before, or with an ace.

    Rules: Defending; Veteran
    """
    state = context.state
    fight = fighting(state)
    car = state.cars[fight.target]
    if fight.free:
        fight.free -= 1
    elif fight.bonus:
        fight.bonus -= 1
    elif ace and car.ace:
        car.ace -= 1
        fight.spent += 1
        moment = moment_of(state, car)
        fight.bonus = effects.number(car.living, "defense_roll", "ace_reroll_bonus", moment)
    draw = f"defense of {fight.target}"
    fight.defense[die] = reroll(context.chance, draw, fight.defense[die])
    fight.reroll, fight.ace = -1, False


def shields(state: State) -> int:
    """Of dice and cover together. Rules: Defending; Cover"""
    fight = fighting(state)
    return total(fight.defense).skid_shield + fight.cover


def moves(state: State) -> list[Reroll]:
    """The re-rolls that a defender has now. Rules: Defending; Re-Rolling Dice"""
    fight = fighting(state)
    free = bool(fight.free or fight.bonus)
    if not (free or state.cars[fight.target].ace):
        return []
    return [Reroll(die, not free) for die in range(len(fight.defense))]


def usual(state: State) -> Reroll | None:
    """The next re-roll where nobody says: of a die without a shield, while something is left to
    cancel; blue ones first, then those that are likeliest to show one. Ace as the player wishes.

    Ruling 45
    """
    fight = fighting(state)
    if shields(state) >= fight.basic + fight.tire:
        return None
    free = bool(fight.free or fight.bonus)
    if not free and (fight.spent >= most_ace(state) or not state.cars[fight.target].ace):
        return None
    blank = [at for at, die in enumerate(fight.defense) if not die.shows.skid_shield]
    if not blank:
        return None
    best = max(blank, key=lambda at: (likely(fight.defense[at]), -at))
    return Reroll(best, not free)


def likely(die: Die) -> float:
    """Shields to be expected of a die."""
    return float(MEANS[die.colour]["skid_shield"])


def most_ace(state: State) -> int:
    """Ace that the defender spends on an attack at most, by the standing rule."""
    rule = state.cars[fighting(state).target].standing.defense
    return int(rule) if rule.isdigit() else 0 if rule == "none" else MOST_ACE


@asks_once
def defend(context: Live) -> Step[None]:
    """Who wished to be asked chooses the next re-roll."""
    state = context.state
    fight = fighting(state)
    enough = Enough()
    options: list[Reroll | Enough] = [*moves(state), enough]
    ask = Ask(fight.target, "defend", options, usual(state) or enough, CITE)
    answer = yield from choose(ask)
    if isinstance(answer, Enough):
        state.beat = "land"
    else:
        fight.reroll, fight.ace, state.beat = answer.die, answer.ace, "defense"


def land(context: Live) -> None:
    """Shields cancel tire damage first, then basic damage. Fire and explosion come before the rest;
    then tires, then basic damage to the side.

    Rules: Defending; Combat Results; Tire Damage; Fire Damage; Explosion Damage; spec 9
    """
    state = context.state
    fight = fighting(state)
    car, seat = state.cars[fight.target], fight.target
    cancel = shields(state)
    tire = min(cancel, fight.tire)
    basic = min(cancel - tire, fight.basic)
    through = fight.tire - tire
    over = max(0, through - car.tires)
    left = fight.basic - basic + over
    told = Defended(
        seat,
        tuple(fight.defense),
        total(fight.defense).skid_shield,
        fight.cover,
        fight.spent,
        tire,
        basic,
        left,
        through - over,
    )
    context.emit(told)
    if fight.fire:
        start_fire(context, seat, fight.side)
    if fight.explosion:
        context.emit(Exploded(seat, fight.side))
        pay(context, seat, "explosion", 1)
    state.cars[fight.seat].dealt += lose_tires(context, seat, "attack", through - over)
    harm(context, seat, fight.side, left, "attack", fight.seat)
    close(state)
