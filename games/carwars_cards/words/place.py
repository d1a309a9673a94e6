"""Where the duel stands: its title, whose turn it is, the open question and why it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import CARDS, SIDES
from games.carwars_cards.moves import plays
from games.carwars_cards.options import Options
from games.carwars_cards.state import State, Threat
from games.carwars_cards.words.phrases import (
    JAMMED,
    WEAPON,
    a,
    name,
    place,
    side_left,
    tires_left,
)
from games.engine.ask import Ask, Asks
from games.engine.players import Player
from games.engine.voice import Voice, count, listed, upper
from games.engine.words import Chart

MANEUVERS: Final = {kinds.SWERVE: "swerve", kinds.BOOTLEGGER: "reverse", kinds.SPIN: "spin"}
"""What a car does with each maneuver."""


TASKS: Final = {
    "opening": "Play something before the first turn, or be ready",
    "action": "Choose one action",
    "negation": "Jam it or lay gear?",
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
WATCHING: Final = {
    "out": "You are out",
    "escaped": "You escaped",
    "ejected": "You ejected",
    "quit": "You left the match",
}
"""How a seat came to look on, by the state of its car."""


def title(view: State) -> str:
    """ "Duel 2, turn 14"."""
    if view.phase == "over":
        what = "the duel" if view.options.single_duel else "the match"
        return f"Duel {view.duel}, {what} is over"
    if view.turn == 0:
        return f"Duel {view.duel}, before the first turn"
    return f"Duel {view.duel}, turn {view.turn}"


def task(ask: Ask[Any]) -> str:
    """What is to be done, for the head of the hand's picture."""
    if ask.kind == "action" and not plays(ask):
        return "Discard one or more cards"
    return TASKS[ask.kind]


def watching(view: State) -> str:
    """ "You escaped; you are watching"; empty for a seat that still plays."""
    if view.seat is None:
        return "You are watching"
    how = WATCHING.get(view.me.status, "")
    return f"{how}; you are watching" if how else ""


def verb(view: State, asked: Asks) -> str:
    """What the player whose turn it is does."""
    if view.phase in ("over", "scored") or not asked:
        return "waits"
    if view.phase == "opening":
        return "will start"
    for hit in reversed(view.threats):
        if hit.source == view.active and CARDS[hit.card].kind == "attack":
            return "rams" if CARDS[hit.card].weapon == "ramming" else "attacks"
    return "ends the turn" if view.phase == "escape" else "is to act"


def headline(view: State, asked: Asks, players: Sequence[Player]) -> str:
    """Who is to do what: nothing but what everyone sees, and nothing that an event has told."""
    voice = Voice(players, view.seat)
    if view.winner >= 0:
        what = "duel" if view.options.single_duel else "match"
        return f"{voice.Who(view.winner)} {voice.does(view.winner, 'win')} the {what}."
    if not asked:
        return "The duel is being settled."
    kind, seat = asked[0].kind, asked[0].seat
    seats = [ask.seat for ask in asked]
    if kind == "opening":
        if view.seat is not None:
            return "Setup: play cards now, or press Ready in your hand."
        return f"Setup: {voice.several(seats)} may play cards now, or press Ready in their hand."
    if kind == "action":
        return f"{voice.Whose(seat)} turn: attack, play a special or discard."
    if kind == "escape":
        return f"{voice.Whose(seat)} turn ends: announce an escape or stay."
    return _awaited(view, kind, seats, voice)


def _awaited(view: State, kind: str, seats: Sequence[int], voice: Voice) -> str:
    """Who answers what: "Ben answers Ann's Laser.", "Ben or Cora may jam Ann's Laser.".

    Everybody whom the rules let answer is asked, whatever he holds; so to name them tells nothing.
    """
    hit = view.incoming
    seat = seats[0]
    # Who is asked is called by that alone.
    anyone = voice.Several([s for s in seats if s == view.seat] or seats, "or")
    who = voice.Who(seat)
    if hit is None:
        return f"{who} {voice.does(seat, 'answer')}."
    if kind == "negation":
        return f"{anyone} may jam {voice.whose(hit.source)} {WEAPON[kinds.WEAPON[hit.card]]}."
    if kind == "maneuver":
        return f"{anyone} may answer {voice.whose(hit.target)} {_maneuver(hit)}."
    if kind == "shaken":
        return f"{anyone} may play Shaken on {voice.who(hit.target)}."
    if kind == "follow_up":
        return f"{who} may add a second attack to the ram."
    if kind == "backfire_armor":
        return f"{who} {voice.does(seat, 'answer')} the backfire of {voice.own(seat)} Autocannon."
    return f"{who} {voice.does(seat, 'answer')} {voice.whose(hit.source)} {name(hit.card)}."


def _coming(view: State, voice: Voice) -> str:
    """What is on its way: "Ann fires a Laser at your right for 6."."""
    hit = view.incoming
    if hit is None:
        return ""
    where = _where(hit, voice)
    shot = " with a Tire Shot" if hit.tire_shot else ""
    if hit.card == kinds.DEBRIS:
        return (
            f"Debris from {voice.who(hit.source)} is under {where}: {count(hit.points, 'point')}."
        )
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
        return f"{source} {voice.does(hit.source, 'ram')} {where}{shot} for {hit.points}."
    again = " too" if hit.follow_up else ""
    fires = voice.does(hit.source, "fire")
    return f"{source} {fires} {a(hit.card)} at {where}{shot} for {hit.points}{again}."


def _where(hit: Threat, voice: Voice) -> str:
    return f"{voice.whose(hit.target)} {place(hit.side, hit.tire_shot)}"


def _stands(view: State, hit: Threat, voice: Voice) -> str:
    """How the struck side stands, and the sum of armor laid so far."""
    car = view.players[hit.target]
    whose = voice.Whose(hit.target)
    if hit.aim < 0:
        words = f"{whose} tires stand at {tires_left(car)}."
    elif not car.armor[hit.side]:
        left = count(car.driver, "point")
        words = f"{whose} {SIDES[hit.side]} is breached; the driver has {left} left."
    else:
        words = f"{whose} {SIDES[hit.side]} stands at {side_left(car, hit.side)}."
    if hit.armor:
        words += f" So far {hit.points} − {hit.stopped} armor = {hit.net}."
    return words


def prompt(view: State, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The question to the seat it is put to."""
    voice = Voice(players, view.seat)
    hit = view.incoming
    kind = ask.kind
    if kind == "opening":
        return "Lay down a card that may be played at any time, or say you are ready."
    if kind == "action":
        return _action(view, ask)
    if kind == "escape":
        return "Your turn ends. Announce that you leave at your next turn, or stay?"
    if kind == "follow_up":
        return _follow_up(view, voice)
    if hit is None:
        return "Choose a card to answer with, or pass."
    told = _coming(view, voice)
    if kind == "maneuver":
        way = voice.does(hit.target, MANEUVERS.get(hit.answer, "maneuver"))
        return f"{voice.Who(hit.target)} {way}. Answer with a card, or let it stand?"
    if kind == "shaken":
        return f"{told} It connected. Play Shaken?"
    if kind == "negation":
        if hit.target == view.seat:
            return f"{told} {NOT_YET}"
        return f"{told} Jam the {WEAPON[kinds.WEAPON[hit.card]]}, or let it go on?"
    if kind == "paint_swerve":
        return f"{told} Swerve, or lose your hand and your next turn?"
    return f"{told} {_stands(view, hit, voice)}"


NOT_YET: Final = "Only jams and gear now. Your own defence comes next."
"""To the target of an attack that may still be jammed."""


def _action(view: State, ask: Ask[Any]) -> str:
    """ "Your turn: attack or discard.": no more than can be done, and how a jam is cleared."""
    kinds_ = {CARDS[play.card].kind for play in plays(ask)}
    can = [what for kind, what in ACTIONS.items() if kind in kinds_]
    if can:
        words = f"Your turn: {listed([*can, 'discard'], 'or')}."
    else:
        several = "one or more cards" if len(view.hand) > 1 else "your card"
        words = f"Your turn: nothing to play, so discard {several}."
    jams = [JAMMED[card] for card in view.me.specials if card in JAMMED]
    return f"{words} {listed(jams)}: discard your whole hand to clear." if jams else words


ACTIONS: Final = {"attack": "attack", "special": "play a special"}
"""What a card does as one's action, by its kind."""


def _follow_up(view: State, voice: Voice) -> str:
    hit = view.incoming
    if hit is None or hit.side < 0:
        return "Your ram connected. Add a weapon attack on the side you hit?"
    return f"You rammed {_where(hit, voice)}. Add a weapon attack on that side?"


def _maneuver(hit: Threat) -> str:
    """The maneuver that others may answer now."""
    return name(hit.answer) if hit.answer >= 0 else "maneuver"


def why(view: State, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The turn as a nest, then what is asked and what comes after it.

    "Ann's Laser at your right > your Swerve > Cora's Debris > your Swerve. A Swerve avoids …"
    """
    voice = Voice(players, view.seat)
    after = AFTER.get(ask.kind, "")
    if ask.kind == "opening":
        return f"Duel {view.duel} > before the first turn. {after}"
    steps: list[str] = []
    told = -1
    for hit in view.threats:
        if told not in ITSELF:
            steps.append(f"{voice.whose(hit.source)} {_step(hit, voice)}")
        if hit.answer >= 0:
            steps.append(f"{voice.whose(hit.target)} {name(hit.answer)}")
        told = hit.answer
    if not steps:
        steps = [f"{voice.whose(view.active)} turn {view.turn}"]
    hit_now = view.incoming
    if ask.kind == "negation" and hit_now is not None and hit_now.target == view.seat:
        after = AFTER_AT_TARGET
    return f"{upper(' > '.join((*steps, LAST.get(ask.kind, 'an answer'))))}. {after}".strip()


ITSELF: Final = (kinds.PAINT_SPRAY, kinds.BACKFIRES)
"""Answers that are themselves on their way after that: they need no step of their own."""


def _step(hit: Threat, voice: Voice) -> str:
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


AFTER: Final = {
    "opening": "Lay down cards that may be played at any time, or be ready. When everyone has "
    "answered, the first turn begins.",
    "action": "Do one thing: attack, lay down a special, or discard. Then you may announce an "
    "escape and the turn ends.",
    "negation": "The right jam on the attacker cancels the attack; gear may be laid down too. "
    "When all have passed, the target defends.",
    "answer": "Play as many answers as you like, armor last. What is left when you take it is "
    "damage; then the turn goes on.",
    "maneuver": "Everyone but the driver may play Debris, or Skid Into A Wall unless it was a "
    "Spin. Then what was answered goes on.",
    "skid_armor": "Only armor or an Ejection Seat helps here. What armor does not stop is damage; "
    "then what the skid interrupted goes on.",
    "debris_swerve": "A Swerve avoids the Debris for 1 point, Wheelguards stop it; else your tires "
    "take 2. Then what it interrupted goes on.",
    "backfire_armor": "Only armor or an Ejection Seat helps here. What armor does not stop hits "
    "your own side, and your action is over.",
    "paint_swerve": "A Swerve saves your hand for 1 point on your tires; else you lose the hand "
    "and your next turn. Your action is over.",
    "shaken": "An opponent of the rammed player may take that player's next turn away. Then the "
    "attacker may add a second attack.",
    "follow_up": "You may fire one weapon at the side you rammed; no Swerve helps against it. "
    "Then your action is over.",
    "escape": "Announce it, and you leave when your next turn begins, if your tires still hold. "
    "Either way this turn ends now.",
}
"""What each kind of question is, and what happens after it; at most 200 characters."""
AFTER_AT_TARGET: Final = (
    "For the moment the attack can only be jammed, or stopped by gear against it. When all have "
    "passed, you defend with all your cards."
)
"""The same for the target of an attack that may be jammed."""


def options(chosen: Options) -> str:
    """A table's options in one line."""
    length = "One duel" if chosen.single_duel else f"First to {chosen.points_to_win} points"
    deck = "8 cards left out with 2 or 3 players" if chosen.reduced_deck else "always 150 cards"
    return f"{length} · {chosen.window_seconds} s windows · {deck}"


def chart(view: State) -> Chart:
    """Points of every player after each duel."""
    lines = tuple((0, *(duel[car.seat] for duel in view.history)) for car in view.players)
    goal = 0 if view.options.single_duel else view.options.points_to_win
    return Chart("Points by duel", "duel", "points", lines, goal)
