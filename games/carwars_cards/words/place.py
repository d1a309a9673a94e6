"""Where the duel stands: its title, whose turn it is, the open question and why it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, DRIVER_LIMIT, SIDES
from games.carwars_cards.options import Options
from games.carwars_cards.reading import aimed_at, barred, still_to_come
from games.carwars_cards.view import CardsView, Incoming
from games.carwars_cards.words.phrases import (
    JAMMED,
    Voice,
    a,
    listed,
    name,
    points,
    side_left,
    tires_left,
    upper,
)
from games.engine.ask import Ask, Asks
from games.engine.players import Player

MANEUVERS: Final = {kinds.SWERVE: "swerve", kinds.BOOTLEGGER: "reverse", kinds.SPIN: "spin"}
"""What a car does with each maneuver."""


TASKS: Final = {
    "opening": "Play something before the first turn, or be ready",
    "action": "Choose one action",
    "negation": "Answer the attack?",
    "answer": "Answer the attack",
    "maneuver": "Answer the maneuver?",
    "skid_armor": "Armor against the skid?",
    "debris_swerve": "Swerve around the debris?",
    "backfire_armor": "Armor against the backfire?",
    "paint_swerve": "Swerve out of the paint?",
    "shaken": "Shake the rammed driver?",
    "follow_up": "Fire after the ram?",
    "escape": "Announce an escape?",
}
"""What is to be done, by kind of question."""


def title(view: CardsView) -> str:
    """ "Duel 2, turn 14"."""
    if view.winner is not None:
        return f"Duel {view.duel}, the match is over"
    if view.turn == 0:
        return f"Duel {view.duel}, before the first turn"
    return f"Duel {view.duel}, turn {view.turn}"


def verb(view: CardsView, asked: Asks) -> str:
    """What the player whose turn it is does."""
    if view.phase in ("over", "scored") or not asked:
        return "waits"
    if view.phase == "opening":
        return "will start"
    for hit in reversed(_nest(view)):
        if hit.source == view.active and CARDS[hit.card].kind == "attack":
            return "rams" if CARDS[hit.card].weapon == "ramming" else "attacks"
    return "ends the turn" if view.phase == "escape" else "is to act"


def headline(view: CardsView, asked: Asks, players: Sequence[Player]) -> str:
    """Whose turn it is and what is awaited: nothing but what everyone sees."""
    voice = Voice(players, view.seat)
    if view.winner is not None:
        return f"{voice.Who(view.winner)} {voice.does(view.winner, 'win')} the match."
    if not asked:
        return "The duel is being settled."
    kind, seat = asked[0].kind, asked[0].seat
    who, whose = voice.Who(seat), voice.Whose(seat)
    if kind == "opening":
        return "Before the first turn: cards that may be played at any time, or ready."
    if kind == "action":
        return f"{whose} turn: attack, play a special or discard."
    if kind == "escape":
        return f"{whose} turn ends: announce an escape or stay."
    if kind == "follow_up":
        return f"{whose} ram connected: a second attack on that side, or none."
    told = _maneuver(view, voice) if kind == "maneuver" else _coming(view, voice)
    awaited = _awaited(voice, asked, kind, who)
    return f"{told} {awaited}".strip()


def _awaited(voice: Voice, asked: Asks, kind: str, who: str) -> str:
    seat = asked[0].seat
    if kind == "negation":
        return "The others may answer the attack."
    if kind == "maneuver":
        return "The others may answer the maneuver."
    if kind == "shaken":
        return "Shaken may be played now."
    if kind == "paint_swerve":
        return f"{who} may swerve, or {voice.does(seat, 'lose')} hand and turn."
    return f"{who} {voice.does(seat, 'answer')}."


def _coming(view: CardsView, voice: Voice) -> str:
    """What is on its way: "Ann fires a Laser at your right for 6."."""
    hit = view.incoming
    if hit is None:
        return ""
    where = _where(hit, voice)
    if hit.card == kinds.DEBRIS:
        return f"Debris from {voice.who(hit.source)} is under {where}: {points(hit.points)}."
    if hit.card == kinds.SKID:
        return f"{voice.Whose(hit.source)} Skid sends {where} into a wall for {hit.points}."
    if hit.card == kinds.PAINT_SPRAY:
        return f"Paint from {voice.who(hit.source)} comes at {voice.whose(hit.target)} car."
    weapon = CARDS[hit.card].weapon
    source, target = voice.Who(hit.source), hit.target
    if view.phase == "backfire":
        own = f"{voice.own(target)} own {SIDES[hit.side]}"
        return f"{voice.Whose(target)} Autocannon backfires on {own} for {hit.points}."
    if weapon == "ramming":
        return f"{source} {voice.does(hit.source, 'ram')} {where} for {hit.points}."
    shot = " with a Tire Shot" if hit.tire_shot else ""
    again = " too" if hit.follow_up else ""
    fires = voice.does(hit.source, "fire")
    return f"{source} {fires} {a(hit.card)} at {where}{shot} for {hit.points}{again}."


def _where(hit: Incoming, voice: Voice) -> str:
    where = "tires" if aimed_at(hit) < 0 else SIDES[hit.side]
    return f"{voice.whose(hit.target)} {where}"


def _stands(view: CardsView, hit: Incoming, voice: Voice) -> str:
    """How the struck side stands, and the sum of armor laid so far."""
    car = view.cars[hit.target]
    whose = voice.Whose(hit.target)
    if aimed_at(hit) < 0:
        words = f"{whose} tires stand at {tires_left(car)}."
    elif car.side_damage[hit.side] >= ARMOR_LIMIT:
        driver = DRIVER_LIMIT - car.driver_damage
        words = f"{whose} {SIDES[hit.side]} is breached; the driver has {points(driver)} left."
    else:
        words = f"{whose} {SIDES[hit.side]} stands at {side_left(car, hit.side)}."
    if hit.armor:
        through = still_to_come(hit)
        words += f" So far {hit.points} − {hit.stopped} armor = {through}."
    return words


def prompt(view: CardsView, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The question to the seat it is put to."""
    voice = Voice(players, view.seat)
    hit = view.incoming
    kind = ask.kind
    if kind == "opening":
        return "Lay down a card that may be played at any time, or say you are ready."
    if kind == "action":
        jams = [JAMMED[weapon] for weapon in barred(view)]
        note = f" {listed(jams)}: discard your whole hand to clear." if jams else ""
        return f"Your turn: attack, play a special or discard.{note}"
    if kind == "escape":
        return "Your turn ends. Announce that you leave at your next turn, or stay?"
    if kind == "follow_up":
        return _follow_up(view, voice)
    told = _coming(view, voice)
    if kind == "maneuver":
        return f"{_maneuver(view, voice)} Answer with a card, or let it stand?"
    if kind == "shaken":
        return f"{told} It connected. Play Shaken?".strip()
    if kind == "negation":
        return f"{told} Cancel it, lay down gear, or let it go on?".strip()
    if kind == "paint_swerve":
        return f"{told} Swerve, or lose your hand and your next turn?"
    if hit is None:
        return "Choose a card to answer with, or pass."
    return f"{told} {_stands(view, hit, voice)}"


def _follow_up(view: CardsView, voice: Voice) -> str:
    hit = view.incoming
    if hit is None or hit.side < 0:
        return "Your ram connected. Add a weapon attack on the side you hit?"
    return f"You rammed {_where(hit, voice)}. Add a weapon attack on that side?"


def _maneuver(view: CardsView, voice: Voice) -> str:
    """ "Ben swerves."."""
    hit = view.incoming
    if hit is None:
        return "A maneuver has been made."
    way = MANEUVERS.get(hit.answer, "maneuver")
    return f"{voice.Who(hit.target)} {voice.does(hit.target, way)}."


def why(view: CardsView, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The turn as a nest: "Ann's Laser at your right > your Swerve > Cora's Debris > Swerve"."""
    voice = Voice(players, view.seat)
    if ask.kind == "opening":
        return f"Duel {view.duel} > before the first turn"
    steps: list[str] = []
    told = -1
    for hit in _nest(view):
        if told not in ITSELF:
            steps.append(f"{voice.whose(hit.source)} {_step(hit, voice)}")
        if hit.answer >= 0:
            steps.append(f"{voice.whose(hit.target)} {name(hit.answer)}")
        told = hit.answer
    if not steps:
        steps = [f"{voice.whose(view.active)} turn {view.turn}"]
    return upper(" > ".join((*steps, LAST.get(ask.kind, "an answer"))))


def _nest(view: CardsView) -> tuple[Incoming, ...]:
    """All that is on its way, outermost first."""
    return view.beneath if view.incoming is None else (*view.beneath, view.incoming)


ITSELF: Final = (kinds.PAINT_SPRAY, kinds.BACKFIRES)
"""Answers that are themselves on their way after that: they need no step of their own."""


def _step(hit: Incoming, voice: Voice) -> str:
    """What one thing on its way is: "Laser at Ben's right", "Debris on Ben"."""
    if CARDS[hit.card].kind != "attack":
        return f"{name(hit.card)} on {voice.who(hit.target)}"
    return f"{name(hit.card)} at {_where(hit, voice)}"


LAST: Final = {
    "action": "your action",
    "negation": "others may cancel the attack",
    "answer": "your answer",
    "maneuver": "others may answer the maneuver",
    "skid_armor": "your armor",
    "debris_swerve": "your Swerve",
    "backfire_armor": "your armor",
    "paint_swerve": "your Swerve",
    "shaken": "Shaken",
    "follow_up": "your second attack",
    "escape": "your escape",
}
"""The last step of the nest: what this question is for."""


def options(chosen: Options) -> str:
    """A table's options in one line."""
    length = "One duel" if chosen.single_duel else f"Duels to {chosen.points_to_win} points"
    deck = "eight cards fewer with two or three" if chosen.reduced_deck else "always all 150 cards"
    return f"{length}, {deck}, {chosen.window_seconds} s to answer"
