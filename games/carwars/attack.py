"""Combat: who attacks whom with what, and the attack roll (Rules: Combat; Attacking)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Final

from msgspec.structs import replace

from games.carwars import effects
from games.carwars.builds import Fitted, bonus, revealable
from games.carwars.catalog import CARDS, Card
from games.carwars.damage import douse, harm, hit_card, use
from games.carwars.dice import FIRST, MEANS, Icon, Pool, blank, damage_of, plus, reroll, roll, total
from games.carwars.driving import HELD
from games.carwars.drops import lay, may_lay
from games.carwars.effects import Applied, Hook, Moment
from games.carwars.events import Attacked, OnlyTarget, Revealed
from games.carwars.ground import is_player, kind_of
from games.carwars.memory import Memory
from games.carwars.moves import Drop, Enough, Fire, Hold, Reroll, Reveal
from games.carwars.sight import Target, in_range, scene
from games.carwars.state import Attack, Car, Equipped, Live, State
from games.engine.ask import Ask, Step, asks_once, choose, put
from games.engine.plane import LEFT, RIGHT
from games.engine.sums import Part, sum_of

CITE: Final = "Rules: Attacking"
REROLL: Final = "Rules: Re-Rolling Dice"
HOLD: Final = Hold()
_OPTIONAL: Final[tuple[tuple[Hook, str], ...]] = (
    ("attack_roll", "add_dice"),
    ("attack", "add_damage"),
)
"""What cards may do for an attack if it is announced."""


def attack(context: Live) -> Step[None] | None:
    """The next player with somebody who can attack names an attack, or ends the combat phase.

    Rules: Combat; Attacking
    """
    state = context.state
    seat = state.next
    if seat < 0:
        state.active, state.beat = -1, "end"
        return None
    if not (choices(state, seat)[0] or hidden(state, seat)):
        if state.active != seat:
            _extinguish(context, seat)
        state.acted.append(seat)
        return None
    if state.active != seat:
        state.active, state.beat = seat, "second"
        _extinguish(context, seat)
        return None
    options, default = choices(state, seat)
    answers = (*options, HOLD, *hidden(state, seat))
    ask = Ask[Fire | Drop | Reveal | Hold](seat, "attack", answers, default, CITE, spare=_spare)
    return put(ask, partial(_attack, context))


def _attack(context: Live, answer: Fire | Drop | Reveal | Hold) -> None:
    state = context.state
    seat, car = state.active, state.cars[state.active]
    if isinstance(answer, Fire):
        begin(state, seat, answer)
    elif isinstance(answer, Reveal):
        _reveal(context, seat, answer)
    elif isinstance(answer, Drop):
        for each in car.offered("attack_action", "drop"):
            if each.slot == answer.weapon:
                lay(context, seat, each)
        car.cards[answer.crew].used = car.cards[answer.weapon].used = True
    else:
        state.acted.append(seat)


def begin(state: State, seat: int, fire: Fire) -> None:
    """An attack begins: what is seen of its target is kept."""
    sight = scene(state, seat)[fire.target]
    state.attack = Attack(
        seat, fire.crew, fire.weapon, fire.target, fire.side, list(fire.extras),
        sight.distance, sight.cover,
    )  # fmt: skip
    state.beat = "shoot"


def second(context: Live) -> None:
    """A car's next attack, where nobody is asked for it; else its question. Ruling 65"""
    state, seat = context.state, context.state.active
    state.beat = "attack"
    if (fire := unasked(state, seat)) is not None:
        if not state.cars[seat].opened:
            # Others would learn what its player wishes to be asked.
            context.emit(OnlyTarget(seat, fire.target, fire.side), seat)
        begin(state, seat, fire)


def unasked(state: State, seat: int) -> Fire | None:
    """The attack that needs no question: after the first one at the same target, if none does more
    damage; else where one side of one target is all there is. None as well where something would be
    spent by another, or a weapon dropped or revealed. Ruling 65"""
    car = state.cars[seat]
    options, fire = choices(state, seat)
    if car.out or hidden(state, seat) or not isinstance(fire, Fire):
        return None
    for each in options:
        if isinstance(each, Drop) or car.kind(each.weapon).one_shot:
            return None
        if not car.opened and (each.target, each.side) != (fire.target, fire.side):
            return None
    if car.opened:
        goes_on = car.standing.second == "same" and fire.target == car.opened[1]
    else:
        goes_on = car.standing.lone == "fire" and is_player(state, fire.target)
    return fire if goes_on else None


def _extinguish(context: Live, seat: int) -> None:
    """A card puts a fire out in its car's combat phase as long as 3 control are held.

    Rules: Fire Extinguisher; Ruling 61
    """
    car = context.state.cars[seat]
    for each in car.offered("own_combat", "extinguish") if car.control >= HELD else ():
        if car.fires:
            use(context, seat, each)
            douse(context, seat, each.card)


def _spare(options: Sequence[Fire | Drop | Hold]) -> list[Fire | Drop | Hold]:
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
    crew = sorted(car.crew, key=lambda place: not helps(car.cards[place].card))
    alike = set[tuple[int, int, int, bool]]()
    for place, card in enumerate(car.cards):
        kind, like = car.kind(place), (card.card, card.side, card.damage, card.used)
        again = refires(car, place) if card.used else ()
        if not kind.fires or card.down or like in alike or (card.used and not again):
            continue
        alike.add(like)
        there = [who for who in crew if not car.cards[who].used or extra(car, who, place)]
        for body, sight in scene(state, seat).items() if there else ():
            if kind.range and not in_range(sight.distance, kind.range):
                continue
            for side, who in product(sight.sides or (-1,), there):
                arcs = arcs_of(car, place, who)
                if arcs is not None and not sight.arcs & arcs:
                    continue
                fire = Fire(who, place, body, side)
                ace = car.ace - sum(each.ace for each in again)
                can = optional(car, moment_of(state, car, fire, sight))
                places = [each.slot for each in can if each.ace <= ace]
                for count in range(len(places), -1, -1):
                    for extras in combinations(places, count):
                        yield replace(fire, extras=extras)


def refires(car: Car, place: int) -> list[Applied]:
    """A card by which a weapon that has fired may be used again, if any. Rules: Hacker"""
    kind = car.kind(place)
    if kind.type != "weapon":
        return []
    found = car.offered("attack", "refire")
    return [each for each in found if kind.cost <= each.effect.max_cost][:1]


def extra(car: Car, who: int, place: int) -> list[Applied]:
    """A crew member's attack on top of the usual one with that weapon, if any. Rules: Hyperion"""
    found = car.offered("own_combat", "extra_attack")
    return [each for each in found if (each.slot, each.effect.weapon) == (who, car.kind(place).id)]


def drops(state: State, seat: int) -> Iterator[Drop]:
    """What crew members can lay down in place of an attack. Ruling 60"""
    car = state.cars[seat]
    for each in car.offered("attack_action", "drop"):
        if not car.cards[each.slot].used and may_lay(state, seat, each) is not None:
            yield from (Drop(who, each.slot) for who in car.crew if not car.cards[who].used)


def arcs_of(car: Car, place: int, who: int = -1) -> frozenset[int] | None:
    """The arcs into which a weapon fires, used by that crew member; None for all.

    Rules: Weapons; Restrictions; Turrets; Whiplash
    """
    kind, side = car.kind(place), car.cards[place].side
    own = effects.EFFECTS[kind.number] + (effects.EFFECTS[car.cards[who].card] if who >= 0 else ())
    if any(each.op == "all_arcs" or (each.weapon == kind.id and each.arcs) for each in own):
        return None
    if kind.side_arc_fire:
        return frozenset((RIGHT, LEFT))
    return frozenset((side,))


def helps(card: int) -> bool:
    """Whether a crew member's own card does something for attacks."""
    return any(effect.hook in ("attack", "attack_roll") for effect in effects.EFFECTS[card])


def optional(car: Car, moment: Moment) -> list[Applied]:
    """Cards that add dice or damage to an attack if their owner says so."""
    return [each for hook, op in _OPTIONAL for each in car.offered(hook, op, moment)]


def dice_of(car: Car, fire: Fire | Attack, moment: Moment) -> dict[str, Pool]:
    """The dice of an attack: the weapon's, those of cards, and those that were announced.

    Rules: Shoot
    """
    out = {"weapon": car.kind(fire.weapon).dice} | car.added("attack_roll", moment)
    for each in optional(car, moment):
        if each.slot in fire.extras and any(each.effect.dice):
            out[each.name] = each.effect.dice
    return out


def moment_of(state: State, car: Car, fire: Fire | Attack, sight: Target | Attack) -> Moment:
    """What guards may ask of an attack, of the attacker's cards."""
    kind = car.kind(fire.weapon)
    return car.moment(
        attacker=fire.crew,
        weapon=fire.weapon,
        weapon_type=kind.type,
        weapon_subtype=kind.subtype,
        range=sight.distance,
        target_side_armor=armor_of(state, fire),
        cover_shields=sight.cover if is_player(state, fire.target) else 0,
    )


def added_damage(car: Car, fire: Fire | Attack, moment: Moment) -> list[Applied]:
    """Damage that cards add to an attack: unasked, announced, or by the attack before it.

    Rules: Legend; HUD Goggles; Radar Transmitter
    """
    found = [
        each
        for each in car.applied("attack", moment)
        if each.effect.op == "add_damage" and (not each.effect.decided or each.slot in fire.extras)
    ]
    if car.opened:
        weapon, target = car.opened
        then = car.moment(
            weapon=weapon, first_attack=True, next_weapon_type=moment.weapon_type,
            next_same_target=target == fire.target,
        )  # fmt: skip
        found += car.automatic("attack", "buff_next_attack", then)
    return found


# -- what nobody chose


@Memory
def choices(state: State, seat: int) -> tuple[tuple[Fire | Drop, ...], Fire | Hold]:
    """All attacks that a car can make, and the one that is made where nobody says."""
    options = tuple(attacks(state, seat))
    return (*options, *drops(state, seat)), usual(state, seat, options)


def usual(state: State, seat: int, options: Sequence[Fire]) -> Fire | Hold:
    """The attack of who does not answer: the one with the best damage to be expected, of weapons
    that are not spent by it, and without what costs ace; of equal ones at the target of the first
    attack, then at the side with the least armor. Rulings 44, 58"""
    car, sights, worth = state.cars[seat], scene(state, seat), dict[tuple[float, bool, int], Fire]()
    for fire in options:
        spent = car.kind(fire.weapon).one_shot or car.cards[fire.weapon].used
        if not spent and all(_free(car, place) for place in fire.extras):
            damage = expected(state, car, fire, sights[fire.target])
            first = fire.target in car.opened[1:]
            worth.setdefault((damage, first, -armor_of(state, fire)), fire)
    best = max(worth, default=(0.0, False, 0))
    return worth[best] if best[0] > 0.0 else HOLD


def armor_of(state: State, fire: Fire | Attack) -> int:
    """Of the side that an attack hits; only players' cars have sides."""
    return state.cars[fire.target].armor[fire.side] if fire.side >= 0 else 0


def expected(state: State, car: Car, fire: Fire, sight: Target) -> float:
    """About the damage that an attack does: shields to be expected are taken off."""
    kind, moment = car.kind(fire.weapon), moment_of(state, car, fire, sight)
    dice = plus(*dice_of(car, fire, moment).values())
    more = sum(each.n for each in added_damage(car, fire, moment))
    rolled = damage_of(dice, 0.0 if kind.wrench in ("none", "paint") else 1.0) + kind.basic + more
    if not is_player(state, fire.target):
        return rolled / 4
    target = state.cars[fire.target]
    speed = 0 if target.out_of_control else target.pace
    shields = speed * MEANS["yellow"]["skid_shield"] + sight.cover
    return max(rolled / 8, rolled - shields)


def _free(car: Car, place: int) -> bool:
    """Whether what a card may do for an attack costs nothing."""
    found = effects.EFFECTS[car.cards[place].card]
    return not any(each.cost for each in found if (each.hook, each.op) in _OPTIONAL)


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
    """The attack roll, with what cards were announced for it. Rules: Shoot"""
    state = context.state
    fight = fighting(state)
    car, moment = state.cars[fight.seat], announced(state)
    fight.dice = roll(context.chance, f"attack of {fight.seat}", **dice_of(car, fight, moment))
    for each in optional(car, moment):
        if each.slot in fight.extras and each.effect.cost:
            use(context, fight.seat, each)
        elif each.slot in fight.extras:
            car.uses = [*car.uses, *each.use]
    for each in extra(car, fight.crew, fight.weapon) * car.cards[fight.crew].used:
        use(context, fight.seat, each)
    for each in refires(car, fight.weapon) * car.cards[fight.weapon].used:
        use(context, fight.seat, each)
    fight.free = car.number("attack_roll", "reroll", moment)
    fight.first = not any(car.cards[place].used for place in (0, 1))
    car.cards[fight.crew].used = True
    car.cards[fight.weapon].used = weapon_of(state).type == "weapon"
    _rerolls(context)


def _rerolls(context: Live) -> None:
    """Re-rolls of the attack as far as nobody is asked, then what it does.

    Rules: Re-Rolling Dice
    """
    state = context.state
    fight = fighting(state)
    asks = state.cars[fight.seat].standing.attack == "ask"
    if asks and fight.dice and (fight.free or _bought(state)):
        state.beat = "again"
        return
    while (die := worthless(state)) >= 0 and (fight.free or (_bought(state) and _last(state))):
        _reroll(context, die)
    _fix(context)


def _bought(state: State) -> list[Applied]:
    """Cards by which the attacker may buy a re-roll now. Rules: Tracer Rounds"""
    car = state.cars[fighting(state).seat]
    found = car.offered("attack_roll", "reroll", announced(state))
    return [each for each in found if each.effect.cost]


def _last(state: State) -> bool:
    """Whether nobody else attacks after this car in this round: its ace are of no further use.

    Ruling 61
    """
    return all(seat in state.acted for seat in state.alive if seat != fighting(state).seat)


def announced(state: State) -> Moment:
    """What guards may ask of the attack that is being resolved, as its dice lie now."""
    fight = fighting(state)
    now = moment_of(state, state.cars[fight.seat], fight, fight)
    return replace(now, wrench=total(fight.dice).wrench)


def _reroll(context: Live, die: int) -> None:
    fight = fighting(context.state)
    if fight.free:
        fight.free -= 1
    else:
        for each in _bought(context.state)[:1]:
            use(context, fight.seat, each, n=1)
    reroll(context.chance, f"attack of {fight.seat}", fight.dice, die)


def worthless(state: State) -> int:
    """The first die of the attack that does nothing as it lies, the likeliest to do something
    first; -1 for none. spec 13"""
    does: tuple[Icon, ...] = ("hit",) if weapon_of(state).wrench == "none" else ("hit", "wrench")
    return blank(fighting(state).dice, *does)


@asks_once
def again(context: Live) -> Step[None]:
    """Who wished to be asked chooses the die that is rolled again."""
    state = context.state
    fight = fighting(state)
    enough, ace, die = Enough(), not fight.free, worthless(state)
    options: list[Reroll | Enough] = [*(Reroll(die, ace) for die in range(len(fight.dice))), enough]
    usual = Reroll(die) if die >= 0 and not ace else enough
    answer = yield from choose(Ask(fight.seat, "again", options, usual, REROLL))
    if isinstance(answer, Enough):
        _fix(context)
    else:
        _reroll(context, answer.die)
        _rerolls(context)


def _fix(context: Live) -> None:
    """What the attack does before it is defended, and what of it is something else there.

    Fire on a side that burns, an explosion at a car out of control, and whatever is special at what
    is no player's car is basic damage. Rules: Shoot; Defending; Damage; spec 9
    """
    state = context.state
    fight = fighting(state)
    car, kind = state.cars[fight.seat], weapon_of(state)
    shown, moment = total(fight.dice), announced(state)
    is_car = is_player(state, fight.target)
    target = state.target if is_car else None
    basic = [Part(shown.hit, "hits"), Part(kind.basic, "flat")]
    tire = list[Part]()
    wrenches = shown.wrench
    special = kind.wrench in FIRST and wrenches > 0
    if kind.wrench == "tire" and is_car:
        tire.append(Part(wrenches, "wrenches"))
    elif kind.wrench in ("basic", "tire", *FIRST):
        basic.append(Part(wrenches - special, "wrenches"))
    for each in added_damage(car, fight, moment):
        parts = tire if each.effect.kind == "tire" and is_car else basic
        parts.append(Part(each.n, each.name))
        if each.effect.op == "buff_next_attack":
            car.opened = []
    paints = kind.wrench == "paint" and bool(car.automatic("attack", "apply_paint", moment))
    fight.paint = paints and target is not None and fight.side not in target.paint
    if paints and not fight.paint:
        basic.append(Part(wrenches, "wrenches"))
    if not car.opened and fight.first:
        car.opened = [fight.weapon, fight.target]
    if special and target is not None:
        fight.fire = kind.wrench == "fire" and fight.side not in target.fires
        fight.explosion = kind.wrench == "explosion" and not target.out_of_control
    if special and not (fight.fire or fight.explosion):
        basic.append(Part(1, "converted"))
    sums = sum_of(basic), sum_of(tire)
    fight.basic, fight.tire = sums[0].total, sums[1].total
    context.emit(
        Attacked(
            fight.seat, fight.crew, kind.number, fight.weapon, fight.target, fight.side,
            tuple(fight.dice), *sums, fight.fire, fight.explosion,
            tuple(fight.extras), fight.distance, kind_of(state, fight.target),
        )
    )  # fmt: skip
    if is_car:
        state.beat = "defense"
    else:
        # It does not defend itself.
        harm(context, fight.target, -1, fight.basic, "attack", fight.seat)
        close(context)


def close(context: Live) -> None:
    """The attack is over: a ONE-SHOT weapon lies face down, and one that overloads takes damage.

    Rules: Restrictions; Disruptor
    """
    state = context.state
    fight = fighting(state)
    car = state.cars[fight.seat]
    for each in car.automatic("attack_end", "damage_self", announced(state)):
        hit_card(context, fight.seat, each.slot, each.n, "overload")
    if car.kind(fight.weapon).one_shot and not car.out:
        car.cards[fight.weapon].down = "spent"
    car.over("attack")
    if is_player(state, fight.target):
        state.cars[fight.target].over("attack")
    state.attack, state.beat = None, "second"


# -- hidden weapons


def hidden(state: State, seat: int) -> list[Reveal]:
    """The weapons that a car can reveal now, each with a side on which it may be: as many build
    points as its card hides, all in one phase. Rules: Simple Concealment System"""
    car = state.cars[seat]
    have = [(card.card, card.side) for place, card in enumerate(car.cards) if place != 2]
    found = set[Fitted]()
    for each in car.offered("own_phase", "reveal_weapons"):
        left = each.effect.bp - car.cards[each.slot].stored
        found |= {*revealable(tuple(have), state.options.size, left)}
    return [Reveal(*fitted) for fitted in sorted(found)]


def _reveal(context: Live, seat: int, answer: Reveal) -> None:
    """A hidden weapon is fitted, with its free copy; its card lies face down once all points are
    spent, or at the end of the phase."""
    car = context.state.cars[seat]
    for each in car.offered("own_phase", "reveal_weapons")[:1]:
        card = car.cards[each.slot]
        card.stored += CARDS[answer.card].cost
        for _ in range(1 + bonus(answer.card, "free_copy")):
            car.cards.append(Equipped(answer.card, answer.side))
            context.emit(Revealed(seat, answer.card, answer.side))
        if card.stored >= each.effect.bp:
            use(context, seat, each)
