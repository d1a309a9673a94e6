"""What stands on the things to press: the parts of a path, and orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import CARDS, SIDES, Card
from games.carwars_cards.damage import force
from games.carwars_cards.moves import Play, Queue, Unqueue
from games.carwars_cards.state import Duelist, State
from games.carwars_cards.words import paths
from games.carwars_cards.words.phrases import (
    WEAPON,
    effect,
    short,
    side_left,
    tire_effect,
    tires_left,
)
from games.engine.ask import Ask
from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import Voice, count, counted, letters, listed, upper
from games.engine.words import Label

TEXT: Final = 80
"""Most characters on the face of a thing to press."""
DETAIL: Final = 100
"""Most characters of the line below it."""
SEVERAL: Final = 200
"""The same for several cards at once, which are told only when it is asked once more."""
ESCAPE: Final = (
    "You leave next turn; nobody scores for you, you keep your kill points; it cannot be taken back"
)
"""What an escape means, where it is announced."""
GUARDED: Final = "Wheelguards: it would do nothing"
"""Below a Tire Shot or Debris on a car with Wheelguards."""

PASS: Final = {
    "opening": ("Ready", "Lay nothing down before the first turn"),
    "negation": ("Pass", "Let the attack go on"),
    "answer": ("Take it", ""),
    "maneuver": ("Pass", "Let the maneuver stand"),
    "skid_armor": ("Take it", ""),
    "debris_swerve": ("Take it", ""),
    "backfire_armor": ("Take it", ""),
    "paint_swerve": ("Take it", "Lose your hand and your next turn"),
    "shaken": ("Pass", "The rammed player keeps the next turn"),
    "follow_up": ("No second attack", "Leave it at the ram"),
    "escape": ("Stay", "Go on fighting"),
}
"""The face of "play nothing" and the line below it, by the kind of question."""


def part(view: State, ask: Ask[Any], keys: tuple[str, ...], players: Sequence[Player]) -> Label:
    """How the last key of a path is shown among its sisters."""
    label = _part(view, ask, keys, players)
    several = keys[0] == paths.DISCARD and len(keys) > 1
    most = SEVERAL if several else DETAIL
    return Label(_cut(label.text, TEXT), _cut(label.detail, most), label.style)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _part(view: State, ask: Ask[Any], keys: tuple[str, ...], players: Sequence[Player]) -> Label:
    head, last = keys[0], keys[-1]
    if head == paths.PASS:
        return _pass(view, ask)
    if head == paths.DECLARE:
        return Label("Announce escape", ESCAPE, "grave")
    if head == paths.DISCARD:
        return _discard(view, ask, keys)
    options = paths.under(ask, keys)
    if not options:
        return Label(CARDS[paths.number(head)].title)
    if len(keys) == 1:
        return _card(view, ask, options, players)
    if last.startswith("p") and last != paths.PLAIN:
        return _target(view, options, paths.number(last), players)
    if last.startswith("s"):
        return _side(view, options[0])
    return _tire_shot(view, options[0])


def _pass(view: State, ask: Ask[Any]) -> Label:
    text, detail = PASS.get(ask.kind, ("Pass", "Play nothing here"))
    hit = view.incoming
    if ask.kind == "negation" and hit is not None and hit.target == view.seat:
        detail = "Your own defence comes next"
    if not detail and hit is not None:
        detail = upper(_hit(view.players[hit.target], hit.aim, hit.net))
    return Label(text, detail, "main" if len(ask.options) == 1 and ask.some is None else "plain")


def _hit(car: Duelist, side: int, points: int) -> str:
    """What points on a side, or on the tires, would do to a car."""
    if not points:
        return "nothing gets through"
    if side < 0 and kinds.WHEELGUARDS in car.specials:
        return GUARDED
    return effect(car, side, points) if side >= 0 else tire_effect(car, points)


# -- discarding


def _discard(view: State, ask: Ask[Any], keys: tuple[str, ...]) -> Label:
    if len(keys) == 1:
        hand = len(view.hand)
        return Label("Discard", f"1 to {count(hand)}" if hand > 1 else "Your only card")
    numbers = paths.card_numbers(keys[1])
    if len(numbers) == 1:
        card = CARDS[numbers[0]]
        return Label(face(view, card), _use(view, card), _discard_style(view, numbers))
    return Label(
        f"Discard {count(len(numbers))}",
        listed(counted([short(card) for card in numbers])),
        _discard_style(view, numbers),
    )


def _discard_style(view: State, numbers: Sequence[int]) -> str:
    """Throwing the whole hand away is grave, except as the way to clear a jam."""
    jammed = any(kinds.IS_JAM[card] for card in view.me.specials)
    return "grave" if len(numbers) >= len(view.hand) and not jammed else "plain"


def _use(view: State, card: Card) -> str:
    """What a card in the hand is good for, in a few words, for picking what to throw away."""
    if card.kind == "attack":
        return f"Hits {_where(card)}"
    if card.kind == "armor":
        return f"Your {SIDES[card.side]}: {side_left(view.me, card.side)}"
    return USES.get(card.number, "")


USES: Final = {
    kinds.TIRE_SHOT: "Turns an attack on the tires",
    kinds.SWERVE: "Avoids an attack, 1 point on your tires",
    kinds.SPIN: "Moves a hit to the next side",
    kinds.SKID: "3 damage after an opponent's maneuver",
    kinds.MACHINE_GUN_JAMS: "Stops a player's Machine Guns",
    kinds.FIREPROOF: "Immune to Flamethrowers",
    kinds.BACKFIRES: "Turns an Autocannon back",
    kinds.DUD_MISSILE: "Cancels a Missile on you",
    kinds.LASER_OVERHEATS: "Stops a player's Lasers",
    kinds.LASER_REFLECTIVE: "Immune to Lasers",
    kinds.METAL: "Immune to Machine Guns",
    kinds.EJECTION_SEAT: "Leave the duel at once",
    kinds.BOOTLEGGER: "Moves a hit to the opposite side",
    kinds.DEBRIS: "2 points on the tires after a maneuver",
    kinds.SHAKEN: "A rammed player loses a turn",
    kinds.SMOKESCREEN: "Blocks an attack on you",
    kinds.PAINT_SPRAY: "Blocks an attack on your back",
    kinds.RAMPLATE: "Your rams do double damage",
    kinds.WHEELGUARDS: "Protects your tires",
}
"""What each special is good for, in a few words."""


# -- the parts of a play


def face(view: State, card: Card) -> str:
    """The card with its figure: "Laser (left) 6", "Armor (left) −3"."""
    if card.kind == "attack":
        return f"{card.title} {force(view.me, card.number)}"
    if card.kind == "armor":
        return f"{card.title} −{card.stop}"
    return card.name


def _card(view: State, ask: Ask[Any], options: Sequence[Play], players: Sequence[Player]) -> Label:
    card = CARDS[options[0].card]
    if card.kind == "attack":
        return Label(face(view, card), _attack_detail(view, card, options, players), "main")
    if card.kind == "armor":
        return Label(face(view, card), _armor_detail(view, card))
    text, detail = _special(view, ask, options, players)
    return Label(text, detail, "grave" if card.number == kinds.EJECTION_SEAT else "plain")


def _attack_detail(
    view: State, card: Card, options: Sequence[Play], players: Sequence[Player]
) -> str:
    """ "Hits the front of Ben or Cora"; letters where the names are too long."""
    where = _where(card)
    sides = {play.side for play in options if not play.tire_shot}
    if card.side not in range(len(SIDES)) and len(sides) == 1 and sides != {-1}:
        where = f"the {SIDES[next(iter(sides))]}"
    seats = sorted({play.on for play in options})
    points = force(view.me, card.number)
    doubled = f"; {card.damage} doubled" if points != card.damage else ""
    full = f"Hits {where} of {Voice(players, view.seat).several(seats, 'or')}"
    if len(full) + len(doubled) > DETAIL:
        full = f"Hits {where} of {letters(seats)}"
    return full + doubled


def _where(card: Card) -> str:
    """The side an attack strikes, in words."""
    return f"the {SIDES[card.side]}" if card.side in range(len(SIDES)) else "any side"


def _armor_detail(view: State, card: Card) -> str:
    """What gets through once this armor lies there."""
    hit = view.incoming
    if hit is None:
        return f"Stops {card.stop} on your {SIDES[card.side]}"
    through = max(0, hit.points - hit.stopped - card.stop)
    sum_ = f"{hit.points - hit.stopped} − {card.stop} = {through}"
    if not through:
        return f"Stops all {hit.points - hit.stopped}"
    return f"{sum_}: {effect(view.players[hit.target], hit.side, through)}"


def _special(
    view: State, ask: Ask[Any], options: Sequence[Play], players: Sequence[Player]
) -> tuple[str, str]:
    card = CARDS[options[0].card]
    hit = view.incoming
    voice = Voice(players, view.seat)
    seats = sorted({play.on for play in options if play.on >= 0 and play.on != view.seat})
    on = f" on {voice.several(seats, 'or')}" if seats else ""
    if card.number == kinds.SWERVE:
        return "Swerve: −1 tires", _swerve_detail(view, ask)
    if card.number in (kinds.SPIN, kinds.BOOTLEGGER):
        sides = sorted({play.side for play in options if play.side >= 0})
        if not sides and hit is not None and hit.side >= 0:
            sides = [kinds.OPPOSITE[hit.side]]
        if len(sides) == 1 and hit is not None:
            through = effect(view.players[hit.target], sides[0], hit.points)
            return f"{card.name.split()[0]} to {SIDES[sides[0]]}", f"The hit moves: {through}"
        return card.name, f"Move the hit to {listed([SIDES[side] for side in sides], 'or')}"
    if kinds.IS_JAM[card.number]:
        if hit is not None and _cancels(view, card.number):
            who = voice.who(hit.source)
            if seats == [hit.source]:
                return card.name, f"Cancels the attack; {who} is jammed too"
            return card.name, f"On {who} it cancels the attack; on another it only jams"
        weapon = WEAPON[kinds.WEAPON_OF_JAM[card.number]]
        return card.name, f"No {weapon} attacks{f' for{on[3:]}' if on else ''}"
    if card.number in kinds.WEAPON_OF_PROOF:
        also = "Cancels the attack, and " if _cancels(view, card.number) else ""
        words = f"{also}you are immune to {WEAPON[kinds.WEAPON_OF_PROOF[card.number]]}s this duel"
        return card.name, upper(words)
    if card.number == kinds.DEBRIS:
        guarded = any(kinds.WHEELGUARDS in view.players[seat].specials for seat in seats)
        return "Debris: −2 tires", GUARDED if guarded else f"2 points{on or ' on the tires'}"
    if card.number == kinds.SKID:
        return "Skid Into A Wall: 3", f"3 points{on}, on a side you choose"
    if card.number == kinds.BACKFIRES and hit is not None:
        back = f"{voice.whose(hit.source)} {SIDES[hit.side]}"
        return card.name, f"{hit.points} points on {back} instead"
    return card.name, SPECIAL_DETAILS.get(card.number, USES.get(card.number, ""))


def _cancels(view: State, card: int) -> bool:
    """Whether this jam on the attacker, or this gear of the target, stops the attack."""
    hit = view.incoming
    if hit is None or view.phase not in ("answer", "negation"):
        return False
    if kinds.IS_JAM[card]:
        return kinds.JAM_OF[hit.card] == card
    return hit.target == view.seat and kinds.PROOF_OF[hit.card] == card


SPECIAL_DETAILS: Final = {
    kinds.SMOKESCREEN: "The attack is blocked",
    kinds.PAINT_SPRAY: "Blocks the attack; the attacker swerves or loses hand and turn",
    kinds.DUD_MISSILE: "The missile does nothing",
    kinds.EJECTION_SEAT: "You leave the duel at once; nobody scores for your car",
    kinds.SHAKEN: "The rammed player loses the next turn",
    kinds.RAMPLATE: "Your rams do 6 instead of 3, all duel",
    kinds.WHEELGUARDS: "No tire damage from Tire Shots or Debris, all duel",
}


def _swerve_detail(view: State, ask: Ask[Any]) -> str:
    tires = view.me.tires
    what = {"debris_swerve": "Avoids the Debris", "paint_swerve": "Keeps your hand and turn"}
    cost = f"your tires {tires} to {tires - 1}" if tires > 1 else "but destroys your tires"
    return f"{what.get(ask.kind, 'The attack misses')}; {cost}"


def _target(view: State, options: Sequence[Play], seat: int, players: Sequence[Player]) -> Label:
    """A player to play on, with what that would do."""
    car = view.players[seat]
    card = CARDS[options[0].card]
    text = f"{SEAT_LETTERS[seat]} {Voice(players, view.seat).who(seat)}"
    if kinds.IS_JAM[card.number]:
        hit = view.incoming
        stops = hit is not None and hit.source == seat and _cancels(view, card.number)
        return Label(text, "Cancels the attack" if stops else f"Hand {len(car.hand)}")
    if card.kind != "attack":
        return Label(text, f"Tires {tires_left(car)}")
    sides = sorted({play.side for play in options if not play.tire_shot})
    points = force(view.me, card.number)
    if len(sides) == 1:
        return Label(text, upper(effect(car, sides[0], points)))
    return Label(text, _state(car))


def _state(car: Duelist) -> str:
    """All sides at a glance: "front 12, back 4, left breached, right 9; driver 5"."""
    sides = [f"{side} {left or 'breached'}" for side, left in zip(SIDES, car.armor, strict=True)]
    return upper(f"{', '.join(sides)}; driver {car.driver}")


def _side(view: State, play: Play) -> Label:
    """A side to choose, with what would happen there."""
    text, hit = upper(SIDES[play.side]), view.incoming
    if play.on >= 0 or hit is None:
        return Label(text, _strikes(view, play))
    return Label(text, upper(effect(view.players[hit.target], play.side, hit.points)))


def _tire_shot(view: State, play: Play) -> Label:
    """Whether to add a Tire Shot to the attack."""
    if not play.tire_shot:
        return Label(f"At the {SIDES[play.side]}", _strikes(view, play))
    car = view.players[play.on]
    if kinds.WHEELGUARDS in car.specials:
        return Label("With a Tire Shot", GUARDED)
    done = upper(tire_effect(car, force(view.me, play.card)))
    return Label("With a Tire Shot", f"{done}; armor does not help")


def _strikes(view: State, play: Play) -> str:
    """What the reader's card would do to a side: "Right 8 to 2"."""
    return upper(effect(view.players[play.on], play.side, force(view.me, play.card)))


# -- orders


def order(view: State, value: Any, players: Sequence[Player]) -> Label:
    """How an order that could be laid down is shown."""
    if isinstance(value, Queue):
        text = f"Lay aside {_order_card(view, value, players)}"
        style = "grave" if value.card == kinds.EJECTION_SEAT else "plain"
        detail = f"Played at the next change of turn. {USES.get(value.card, '')}"
        return Label(_cut(text, TEXT), _cut(detail.strip(), DETAIL), style)
    if isinstance(value, Unqueue):
        text = f"Take back {_order_card(view, value, players)}"
        return Label(_cut(text, TEXT), "It stays in your hand")
    return Label("Leave the match", "Your car leaves for good; others play on", "grave")


def _order_card(view: State, value: Queue | Unqueue, players: Sequence[Player]) -> str:
    words = CARDS[value.card].name
    if value.on >= 0 and value.on != view.seat:
        words += f" on {Voice(players, view.seat).who(value.on)}"
    return words
