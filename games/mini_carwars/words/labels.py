"""What stands on the things to press: the parts of a path, and orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import Voice, count, cut, listed, signed, upper
from games.engine.words import DETAIL, TEXT, Label
from games.mini_carwars.buying import price
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, KINDS, MODELS, Model
from games.mini_carwars.control import modifier
from games.mini_carwars.moves import Drive, Fire, Take
from games.mini_carwars.sight import Aim, aim
from games.mini_carwars.state import PHASES, State, Vehicle
from games.mini_carwars.words import paths
from games.mini_carwars.words.outcomes import WALL, Outcome, outcome
from games.mini_carwars.words.phrases import (
    QUARTERS,
    Fleet,
    dollars,
    inches,
    mounted,
    mph,
    percent,
    side,
    two_dice,
    weapons,
)


def part(view: State, ask: Ask[Any], keys: tuple[str, ...], players: Sequence[Player]) -> Label:
    """How the last key of a path is shown among its sisters."""
    label = _part(view, ask, keys, Fleet.of_view(view, Voice(players, view.seat)))
    return Label(cut(label.text, TEXT), cut(label.detail, DETAIL), label.style)


def _part(view: State, ask: Ask[Any], keys: tuple[str, ...], f: Fleet) -> Label:
    if ask.kind == "vehicle":
        return _vehicle(view, ask, keys)
    car = view.cars[view.asked]
    if ask.kind == "speed":
        return _speed(car, keys[0])
    if ask.kind == "move":
        return _drive(view, ask, car, keys, f)
    return _fire(view, ask, car, keys, f)


# -- buying


def _vehicle(view: State, ask: Ask[Any], keys: tuple[str, ...]) -> Label:
    """A model of the list with its price, then with accessories, or enough of them.

    Rules: 3. Vehicle Selection; Rules: Accessories
    """
    key = keys[0]
    if len(keys) > 1:
        take = paths.under(ask, keys)[0]
        return _kit(take) if len(keys) == 2 else _many(take)
    if key == paths.ENOUGH:
        return Label("Enough: buy no more", f"{dollars(view.dollars)} are left over")
    if key == paths.BRING:
        return Label("A vehicle of your own")
    model = MODELS[paths.number(key)]
    size = "cycle" if model.cycle else model.size
    return Label(f"{model.name}, {size}: {dollars(model.cost)}", upper(arms(model)))


def _kit(take: Take) -> Label:
    """ "As delivered: $13,000", "Targeting Computers, Body Armor: $15,500"."""
    people = 1 + MODELS[take.model].gunner
    computer = COMPUTERS[take.computer]
    words, does = [], []
    if computer is not None:
        words.append(f"{computer.name}{'s' if people > 1 else ''} (+{computer.to_hit} to hit)")
        does.append(f"+{computer.to_hit} to hit")
    if take.body_armor:
        words.append(f"{BODY_ARMOR.name} (+{BODY_ARMOR.boxes} boxes)")
        does.append(f"{BODY_ARMOR.boxes} more boxes before a wound")
    whom = " for driver and gunner" if people > 1 else " for the driver"
    return Label(
        f"{' and '.join(words) or 'As delivered'}: {dollars(price(take))}",
        f"{listed(does)}{whom}" if does else "No accessories",
    )


def _many(take: Take) -> Label:
    """ "3: $9,000"."""
    each = f"{MODELS[take.model].name}, {dollars(price(take))} each"
    return Label(f"{take.count}: {dollars(take.count * price(take))}", each)


def arms(model: Model) -> str:
    """ "front RL and back MG; armor 95, power 12; driver and gunner"."""
    carried = listed(weapons((weapon.kind, weapon.mount) for weapon in model.weapons))
    crew = "driver and gunner" if model.gunner else "driver"
    return f"{carried}; armor {model.points}, power {model.plant}; {crew}"


# -- speeds


def _speed(car: Vehicle, key: str) -> Label:
    """A speed with how often it moves. Rules: 5. Acceleration And Deceleration"""
    speed = paths.number(key) * (-1 if key.startswith("r") else 1)
    change = abs(speed) - abs(car.speed)
    if speed == car.speed:
        how = "keep" if speed else "stand"
    elif not speed:
        how = "stop"
    else:
        how = "faster" if change > 0 else "brake" if change == -10 else "brake hard"
    add = modifier(speed, car.kind.cycle).total
    moves = count(abs(speed) // 10, "move")
    if car.skip and speed:
        moves += f", {min(car.skip, abs(speed) // 10)} of them lost to a skid,"
    detail = (
        f"{moves} this turn; control rolls are {two_dice(add)}" if speed else "No move this turn"
    )
    return Label(f"{mph(speed)}: {how}", detail, "main" if speed == car.speed else "plain")


# -- moves


def _drive(view: State, ask: Ask[Any], car: Vehicle, keys: tuple[str, ...], f: Fleet) -> Label:
    """A way to move with what it would come to. Rules: 6. Maneuvers And Control"""
    below = paths.under(ask, keys)
    if len(below) == 1:
        drive = below[0]
        done = outcome(view, car, drive)
        head = _whole(drive, car) if len(keys) == 1 else _last(drive, car, keys)
        marks = [*marked(done, f), *([risk([done])] if done.rolls else [])]
        text = f"{head}: {', '.join(marks)}" if marks else head
        style = "grave" if done.grave else "main" if drive.how == "straight" else "plain"
        return Label(text, upper(told(done, f)), style)
    common, style = _several([outcome(view, car, drive) for drive in below], f)
    if len(keys) == 1:
        return Label(f"{upper(keys[0])}: {common or FREE}", SORTS[keys[0]], style)
    text = _turn(paths.signed_amount(keys[1]))
    text = f"{text}: {common}" if common else text
    return Label(text, "Then choose the corner it turns about", style)


SORTS: Final = {
    "drift": "An inch on and up to half an inch aside, facing as before",
    "swerve": "An inch on, then a turn about a trailing corner",
    "pivot": "Half an inch on, then any turn about a trailing corner, or none",
}
"""What the maneuvers are."""


FREE: Final = "the first of a turn is free"


def _several(dones: Sequence[Outcome], f: Fleet) -> tuple[str, str]:
    """What several ways have in common, and how their button looks: red when all are foolish."""
    words: list[str] = []
    hits = [done for done in dones if done.met]
    if len(hits) == len(dones):
        words.append(f"hits {_met(dict.fromkeys(n for done in hits for n in done.met), f)}")
    elif hits:
        words.append(f"{len(hits)} of {len(dones)} hit {_met({n for d in hits for n in d.met}, f)}")
    if any(done.rolls for done in dones):
        # With both there is no room for all; every single move tells its own crash.
        words.append(_loses_control(dones) if hits else risk(dones))
    return ", ".join(words), "grave" if all(done.grave for done in dones) else "plain"


def risk(dones: Sequence[Outcome]) -> str:
    """ "28 % out of control, 3 % crash", or from the least to the most: "28 to 48 % ..."."""
    return _loses_control(dones) + (
        f", {_span(crash)} crash" if max(crash := [d.crash for d in dones]) else ""
    )


def _loses_control(dones: Sequence[Outcome]) -> str:
    return f"{_span([d.trouble for d in dones])} out of control"


def _span(odds: Sequence[float]) -> str:
    low, high = percent(min(odds)), percent(max(odds))
    return low if low == high else f"{low.removesuffix(' %')} to {high}"


def _turn(amount: int) -> str:
    """ "30° left"."""
    return f"{abs(amount)}° {'right' if amount > 0 else 'left'}"


def _corner(drive: Drive, car: Vehicle) -> str:
    return f"hold the {drive.hold} {'front' if car.speed < 0 else 'rear'} corner"


def _no_turn(car: Vehicle) -> str:
    """A pivot of 0 degrees. Ruling 32"""
    return f"half an inch straight {'back' if car.speed < 0 else 'ahead'}, no turn"


def _aside(drive: Drive) -> str:
    return f"{QUARTERS[str(abs(drive.amount))]} {'right' if drive.amount > 0 else 'left'}"


def _whole(drive: Drive, car: Vehicle) -> str:
    """A move in full, where it is the only one of its sort."""
    if drive.how == "straight":
        return "Straight back" if car.speed < 0 else "Straight on"
    if drive.how == "drift":
        return f"Drift {_aside(drive)}"
    if not drive.amount:
        return f"Pivot: {_no_turn(car)}"
    return f"{upper(drive.how)} {_turn(drive.amount)}, {_corner(drive, car)}"


def _last(drive: Drive, car: Vehicle, keys: tuple[str, ...]) -> str:
    """The rest of a move of which the first keys have been read."""
    if drive.how == "drift":
        return upper(_aside(drive))
    if not drive.amount:
        return upper(_no_turn(car))
    if len(keys) == 2:
        return f"{_turn(drive.amount)}, {_corner(drive, car)}"
    return upper(_corner(drive, car))


def marked(done: Outcome, f: Fleet) -> list[str]:
    """What a move runs into, short enough for a button."""
    out = [f"hits {_met(done.met, f)}"] if done.met else []
    if done.held:
        out.append(f"held up by {_met(done.held, f)}")
    if done.off_road:
        out.append("off the road")
    if done.debris:
        out.append("over debris")
    return out


def _met(met: Iterable[int], f: Fleet) -> str:
    return listed(["a wall" if one == WALL else f.whose(one) for one in met])


def _dice(done: Outcome) -> str:
    """What the first collision would do: damage from a cycle is a third. Rules: 7"""
    kind, speed = done.blow
    dice = f"{count(speed // 10, 'die', 'dice')} of damage"
    if not kind:
        return dice
    return {
        (False, False): f"{dice} to each",
        (True, True): f"a third of {dice} to each",
        (True, False): f"{dice} to you, a third to it",
        (False, True): f"a third of {dice} to you, all to it",
    }[done.cycles]


BLOWS: Final = {"": "collision", "same direction": "same-direction collision"}
"""Types of collisions that do not name themselves."""


def told(done: Outcome, f: Fleet) -> str:
    """All a move would come to: "hits Ben's Courier; 2d6 + 4: fishtail 19 %, skid 8 %, …"."""
    words = marked(done, f)
    if done.met:
        kind, speed = done.blow
        words.insert(1, f"{BLOWS.get(kind, kind)} at {mph(speed)}, {_dice(done)}")
    if done.rolls:
        rolls = "" if done.rolls == 1 else f"{done.rolls} rolls "
        words.append(
            f"{rolls}{two_dice(done.add)}: fishtail {percent(done.fishtail)}, "
            f"skid {percent(done.skid)}, crash {percent(done.crash)}"
        )
    return "; ".join(words) or "no roll, nothing in the way"


# -- fire


def _fire(view: State, ask: Ask[Any], car: Vehicle, keys: tuple[str, ...], f: Fleet) -> Label:
    """A weapon, then a target, then a side with its odds. Rules: 8. Combat"""
    if keys[0] == paths.HOLD:
        return Label("Hold fire", _waiting(view), "main")
    below: list[Fire] = paths.under(ask, keys)
    fire = below[0]
    head = gun(car, fire.weapons)
    style = "grave" if fire.out else "plain"
    if keys == (paths.OUT,):
        whom = listed(list(dict.fromkeys(f.whose(each.target) for each in below)))
        return Label("At what is out of action", f"{upper(whom)}: a hit decides nothing any more")
    if fire.out:
        keys = keys[1:]
    if fire.target < 0:
        return Label(head, "A cloud behind your vehicle: −2 on every line of fire through it")
    if len(below) == 1:
        shot = aim(view, view.asked, view.person, fire)
        where = f"{side(fire.side)} of {f.whose(fire.target)}"
        place = {
            1: f"{head}, at the {where}",
            2: f"{f.Whose(fire.target)}, {side(fire.side)}",
        }
        text = place.get(len(keys), upper(side(fire.side)))
        if fire.out:
            # It is asked once more, and has to say it all by itself.
            text = f"{head}, at the {where} (out)"
            if shot is not None and len(text) + len(odds(shot)) + 2 > TEXT:
                text = f"{upper(where)} (out)"
        if shot is None:
            return Label(text, style=style)
        return Label(f"{text}: {odds(shot)}", why(shot, fire, car), style)
    aims = (aim(view, view.asked, view.person, each) for each in below)
    shots = [shot for shot in aims if shot is not None]
    best = max((shot.odds for shot in shots), default=0.0)
    if len(keys) == 1:
        targets = {each.target for each in below}
        who = f.whose(fire.target) if len(targets) == 1 else f"{len(targets)} targets"
        text = f"{head}: up to {percent(best)}" if shots else head
        return Label(text, upper(f"{_figures(car, fire)}; {who} in sight"))
    target = view.cars[fire.target]
    apart = f", {inches(shots[0].range)}" if shots else ""
    detail = f"At {mph(target.speed)}; up to {percent(best)} to hit" if shots else ""
    return Label(f"{f.Whose(fire.target)}{apart}", detail)


def _waiting(view: State) -> str:
    """What comes after holding. Rules: 8. Combat; Ruling 46"""
    if view.phase == PHASES:
        return "The last chance this turn"
    if view.last:
        return "The last chance this turn, unless somebody fires now"
    return "You may fire in the next phase instead"


def gun(car: Vehicle, places: Sequence[int]) -> str:
    """ "MG, front", "2 linked MGs, front", "Smokescreen, back"."""
    weapon = car.kind.weapons[places[0]]
    kind, where = KINDS[weapon.kind], mounted(weapon.mount)
    name = kind.short if kind.dice else kind.name
    return f"{len(places)} linked {name}s, {where}" if len(places) > 1 else f"{name}, {where}"


def _figures(car: Vehicle, fire: Fire) -> str:
    kind = KINDS[car.kind.weapons[fire.weapons[0]].kind]
    each = " each" if len(fire.weapons) > 1 else ""
    once = ", only one shot" if kind.shots == 1 else ""
    return f"{kind.to_hit} to hit, {count(kind.dice, 'die', 'dice')} of damage{each}{once}"


def odds(shot: Aim) -> str:
    """ "8 or more, 42 %"."""
    if shot.roll > 12:
        return "cannot hit"
    return f"{shot.roll} or more, {percent(shot.odds)}"


def why(shot: Aim, fire: Fire, car: Vehicle) -> str:
    """ "7 to hit; −1 range − 1 front = −2"."""
    each = " each" if len(fire.weapons) > 1 else ""
    kind = KINDS[car.kind.weapons[fire.weapons[0]].kind]
    base = f"{shot.need} for the {kind.name}{each}"
    if not shot.sum.parts:
        return f"{base}; nothing added"
    if len(shot.sum.parts) == 1:
        return f"{base}; {signed(shot.sum.total)} {shot.sum.parts[0].reason}"
    return f"{base}; {shot.sum}"
