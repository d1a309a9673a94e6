"""The attack, from the card on the table to the damage, and the follow-up after a ram."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars_cards.answers import answers, replies
from games.carwars_cards.anytime import cancel, choices, lay_out, plays, turn_up
from games.carwars_cards.cards import FRONT
from games.carwars_cards.damage import (
    force,
    give_back,
    hit,
    others,
    points,
    take,
)
from games.carwars_cards.events import (
    AttackDeclared,
    ShakenUp,
)
from games.carwars_cards.kinds import (
    AIMED,
    AT_TIRES,
    ATTACKS,
    JAM_OF,
    ON,
    PASS,
    PROOF_OF,
    RAMS,
    SHAKEN,
    TIRE_SHOT,
)
from games.carwars_cards.moves import Pass, Play
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.ask import Ask, Step, choose
from games.engine.table import Context

# -- declaring


def unusable(player: Duelist, card: int) -> str:
    """Why a player can use an Attack card on nobody now, by the name of its text; or empty.

    Rules: Machine Gun Jams and Laser Overheats; Rules: Ramming
    """
    if JAM_OF[card] in player.specials:
        return "jam"
    if card not in RAMS:
        return ""
    return "front" if player.breached(FRONT) else "" if player.tires else "no_tires"


def attacks(state: State, seat: int) -> list[Play]:
    """Every attack a player can declare: card, target, side of a Called Shot, Tire Shot.

    Rules: Attack; Rules: Tire Shot; Ruling 31; Ruling 32
    """
    player = state.players[seat]
    options: list[Play] = []
    rivals = state.operating.copy()
    rivals.remove(seat)
    players = state.players
    tire_shot = TIRE_SHOT in player.hand
    for card in sorted(ATTACKS.intersection(player.hand)):
        if unusable(player, card):
            continue
        proof = PROOF_OF[card]
        aimed = AIMED[card]
        for target in rivals:
            if proof in players[target].specials:
                continue
            options += aimed[target]
            if tire_shot and players[target].tires:
                options += AT_TIRES[card][target]
    return options


def attack(context: Context[State], seat: int, play: Play, follow_up: bool = False) -> Step[None]:
    """Play an Attack card on an opponent and see it through.

    Rules: Attack
    """
    state = context.state
    threat = declare(context, seat, play, follow_up)
    target = threat.target
    first: Play | Pass | None = None
    if JAM_OF[threat.card] >= 0:
        first = yield from negation(context, threat)
    if not threat.landed and target in state.operating:
        yield from answers(context, threat, first)
    if threat.landed:
        return
    if target not in state.operating:
        cancel(context, threat, target, -1)
        return
    hit(context, threat)
    if threat.card in RAMS and target in state.operating:
        yield from after_ram(context, threat)


def declare(context: Context[State], seat: int, play: Play, follow_up: bool) -> Threat:
    """Lay the Attack card down, and the Tire Shot with it; a Ramplate doubles a ram.

    Rules: Attack; Ruling 1; Ruling 2
    """
    state = context.state
    card = play.card
    take(state, seat, card)
    if play.tire_shot:
        take(state, seat, TIRE_SHOT)
    points_ = force(state.players[seat], card)
    threat = Threat(
        card, seat, play.on, play.side, points_, seat, play.tire_shot, follow_up, is_attack=True
    )
    state.threats.append(threat)
    context.emit(
        AttackDeclared(seat, play.on, card, play.side, play.tire_shot, points(threat), follow_up)
    )
    return threat


def negation(context: Context[State], threat: Threat) -> Step[Play | Pass]:
    """Straight after a Machine Gun or Laser attack everyone else may jam it, all at once and in
    secret; the target is asked for that and for any other answer in one.

    Cards for any time are played first, and whoever has turned one up is asked again. Returns what
    the target plays against the attack itself: what was chosen while nobody turned up a card. In
    every other case nobody sees that choice, and the target is asked anew.

    Rules: Machine Gun Jams and Laser Overheats; Rules: Attack; Ruling 7; Ruling 25; Ruling 50
    """
    state, target = context.state, threat.target
    asked = others(state, threat.source)
    while True:
        # Those who have a short window come first: it is what everybody is told of.
        cite = "Rules: Machine Gun Jams and Laser Overheats"
        asks = [
            Ask(seat, "negation", choices(state, seat), PASS, cite)
            for seat in asked
            if seat != target
        ]
        met = replies(state, threat)
        met += [play for play in plays(state, target) if play not in met]
        state.phase = "negation" if asks else "answer"
        asks.append(Ask(target, "answer", met, PASS, "Rules: Attack"))
        turned = yield from turn_up(context, asks)
        if not turned:
            return asks[-1].given  # type: ignore[no-any-return]
        asks[-1].withheld = all(seat != target for seat, _ in turned)
        lay_out(context, turned)
        if threat.landed or target not in state.operating:
            return PASS
        asked = [seat for seat, _ in turned if seat in state.operating]


# -- after a ram that connected


def after_ram(context: Context[State], ram: Threat) -> Step[None]:
    """Any opponent may shake the rammed player; then the attacker may fire at point blank range.

    A ram aimed at the tires hits no side, so nothing follows up on it.

    Rules: Shaken; Rules: Ramming; Ruling 6; Ruling 22; Ruling 33
    """
    state = context.state
    yield from shaken(context, ram.target)
    if ram.tire_shot:
        return
    state.phase = "follow_up"
    options = [PASS, *follow_ups(state, ram)]
    play = yield from choose(Ask(ram.source, "follow_up", options, PASS, "Rules: Ramming"))
    if isinstance(play, Play):
        yield from attack(context, ram.source, play, follow_up=True)


def shaken(context: Context[State], seat: int) -> Step[None]:
    """All opponents of the rammed player may play Shaken, one per ram: the next turn is lost.

    Rules: Shaken; Ruling 6; Ruling 42
    """
    state = context.state
    state.phase = "shaken"
    asks: list[Ask[Play | Pass]] = []
    for other in others(state, seat):
        holds = SHAKEN in state.players[other].hand
        options = (PASS, ON[SHAKEN][seat]) if holds else (PASS,)
        asks.append(Ask(other, "shaken", options, PASS, "Rules: Shaken"))
    turned = yield from turn_up(context, asks)
    for at, (other, play) in enumerate(turned):
        state.played.remove((other, play.card))
        if at:
            give_back(context, other, play.card)
            continue
        state.discard.append(play.card)
        state.players[seat].skip_turns += 1
        context.emit(ShakenUp(seat, other))


def follow_ups(state: State, ram: Threat) -> Sequence[Play]:
    """Weapon attacks on the side that was really rammed, on the same car.

    Rules: Ramming
    """
    there = (ram.target, ram.side)
    plays = attacks(state, ram.source)
    return [play for play in plays if (play.on, play.side) == there and play.card not in RAMS]
