"""What the target of an attack may answer, and what each answer does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.carwars_cards.anytime import cancel, from_hand, place, unfit
from games.carwars_cards.cards import BACK
from games.carwars_cards.damage import lose_hand, points
from games.carwars_cards.events import (
    Backfired,
    PaintAvoided,
    Painted,
    Shifted,
)
from games.carwars_cards.kinds import (
    AGAINST,
    ALONE,
    ARMOR_OF,
    BACKFIRES,
    BOOTLEGGER,
    DUD_MISSILE,
    EJECTION_SEAT,
    IS_ARMOR,
    NEEDS_TIRES,
    PAINT_SPRAY,
    PASS,
    SMOKESCREEN,
    SPIN,
    SPINS,
    SWERVE,
    TIRE_SHOT,
    WEAPON,
    WEAPON_OF_PROOF,
    WHEELGUARDS,
)
from games.carwars_cards.maneuver import answer, endure, lay_armor, maneuvered
from games.carwars_cards.moves import Pass, Play
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.ask import Ask, Step, choose
from games.engine.table import Context


def answers(context: Context[State], threat: Threat, first: Play | Pass | None) -> Step[None]:
    """The target answers as often as wanted, until the attack is stopped or the target passes.

    `first` is the first answer, where it has been given already (`attack.negation`).

    Rules: Attack; Ruling 28
    """
    state = context.state
    seat = threat.target
    while threat.stopped < threat.points:
        state.phase = "answer"
        play, first = first, None
        if play is None:
            ask = Ask(seat, "answer", replies(state, threat), PASS, "Rules: Attack")
            yield (ask,)
            play = ask.given
        if not isinstance(play, Play):
            return
        answer(context, threat, play)
        card = play.card
        if IS_ARMOR[card]:
            lay_armor(threat, card)
            continue
        step = EFFECTS[card](context, threat, play)
        if step is not None:
            yield from step
        if threat.landed or seat not in state.operating or card == WHEELGUARDS:
            return


def replies(state: State, threat: Threat) -> list[Play | Pass]:
    """What the target can play now: armor of the side that would be hit, enders, shifters.

    Rules: Attack; Rules: Spin; Ruling 41
    """
    player = state.players[threat.target]
    options = from_hand(player, () if threat.tire_shot else ARMOR_OF[threat.side])
    for card in sorted(EFFECTS.keys() & player.hand):
        if not bar(threat, player, card):
            options += SPINS[threat.side] if card == SPIN else ALONE[card : card + 1]
    return options


UNMET: Final[dict[int, tuple[str, Callable[[Threat], bool]]]] = {
    SWERVE: ("no_swerve", lambda hit: hit.follow_up),
    SPIN: ("tire_shot", lambda hit: hit.tire_shot),
    BOOTLEGGER: ("tire_shot", lambda hit: hit.tire_shot),
    PAINT_SPRAY: ("not_back", lambda hit: hit.side != BACK),
    BACKFIRES: ("first", lambda hit: hit.answer >= 0),
    WHEELGUARDS: ("not_tires", lambda hit: not hit.tire_shot),
}
"""By special: what bars it from answering an attack, and whether that holds.

The follow-up of a ram is at point blank range; a Spin or Bootlegger Reverse needs a side to be hit;
Paint Spray works against an attack from the back (beside a Tire Shot the named side counts), and
Wheelguards against the Tire Shot they answer; Autocannon Backfires is the first answer or none.

Rules: Ramming; Rules: Spin; Rules: Bootlegger Reverse; Rules: Smokescreen and Paint Spray;
Rules: Autocannon Backfires; Rules: Tires; Ruling 12; Ruling 34; Ruling 44; Ruling 45
"""


def bar(threat: Threat, player: Duelist, card: int) -> str:
    """Why a special cannot answer an attack on that player, by the name of its text; or empty.

    Once armor is down, only more armor or an Ejection Seat may follow: armor is used where the
    hit finally lands.

    Rules: Tires; Rules: Fireproof Armor, Laser-Reflective Armor, and Metal Armor;
    Rules: Ejection Seat; Ruling 5; Ruling 9; Ruling 43
    """
    if card in NEEDS_TIRES and not player.tires:
        return "tires"
    if threat.armor and (card in AGAINST or card in NEEDS_TIRES):
        return "armor_down"
    if why := unfit(player, card):
        return why
    if card in AGAINST and AGAINST[card] != WEAPON[threat.card]:
        return "weapon"
    if card in UNMET:
        name, unmet = UNMET[card]
        return name if unmet(threat) else ""
    return ""


# -- what the answers do


def _swerve(context: Context[State], threat: Threat, play: Play) -> Step[None]:
    """The attack misses, for one point on the tires.

    Rules: Swerve and Skid
    """
    cancel(context, threat, threat.target, SWERVE)
    yield from maneuvered(context, threat.target, SWERVE, threat.source)


def _turn(context: Context[State], threat: Threat, play: Play) -> Step[None]:
    """A Spin: the attack hits an adjacent side, and several reach the opposite one. A Bootlegger
    Reverse: it hits the opposite side.

    Rules: Spin; Rules: Bootlegger Reverse
    """
    context.state.discard.append(play.card)
    side = threat.turned(play.side)
    context.emit(Shifted(threat.target, play.card, threat.side, side))
    threat.side = side
    yield from maneuvered(context, threat.target, play.card, threat.source)


def _block(context: Context[State], threat: Threat, play: Play) -> None:
    """Smokescreen or Dud Missile: both cards are discarded.

    Rules: Smokescreen and Paint Spray; Ruling 13
    """
    context.state.discard.append(play.card)
    cancel(context, threat, threat.target, play.card)


def _paint_spray(context: Context[State], threat: Threat, play: Play) -> Step[None]:
    """The attack is blocked, and the attacker swerves or loses hand and next turn.

    No attack is being avoided by that Swerve, so no Skid after it scores a kill. An Ejection Seat
    gets him out before the hand is lost.

    Rules: Smokescreen and Paint Spray; Rules: Ejection Seat; Ruling 35; Ruling 36; Ruling 37;
    Ruling 47
    """
    state = context.state
    _block(context, threat, play)
    attacker = threat.source
    player = state.players[attacker]
    spray = Threat(PAINT_SPRAY, threat.target, attacker, -1, 0, -1, landed=True)
    state.threats.append(spray)
    state.phase = "paint"
    options = from_hand(player, (SWERVE, EJECTION_SEAT) if player.tires else (EJECTION_SEAT,))
    cite = "Rules: Smokescreen and Paint Spray"
    reply = yield from choose(Ask(attacker, "paint_swerve", options, PASS, cite))
    if isinstance(reply, Pass):
        context.emit(Painted(attacker, threat.target))
        lose_hand(context, attacker)
        player.skip_turns += 1
    else:
        answer(context, spray, reply)
        if reply.card == SWERVE:
            context.emit(PaintAvoided(attacker))
            yield from maneuvered(context, attacker, SWERVE, -1)
        else:
            place(context, attacker, reply.card, -1)
    state.threats.pop()


def _backfires(context: Context[State], threat: Threat, play: Play) -> Step[None]:
    """The autocannon explodes on the attacker's own car, on the side it was aimed at.

    Nobody scores a kill by it; a Tire Shot played with it is wasted.

    Rules: Autocannon Backfires; Ruling 21; Ruling 34
    """
    state = context.state
    attacker = threat.source
    state.discard.append(BACKFIRES)
    if threat.tire_shot:
        state.discard.append(TIRE_SHOT)
    threat.landed = True
    blast = Threat(threat.card, threat.target, attacker, threat.side, threat.points, -1)
    state.threats.append(blast)
    context.emit(Backfired(attacker, threat.target, threat.card, threat.side, points(blast)))
    state.phase = "backfire"
    yield from endure(context, blast, "backfire_armor", "Rules: Autocannon Backfires")
    state.threats.pop()


def _lay_down(context: Context[State], threat: Threat, play: Play) -> None:
    """Gear goes to the Specials area and stops its weapon; an Ejection Seat leaves the duel.

    Rules: Fireproof Armor, Laser-Reflective Armor, and Metal Armor; Rules: Ejection Seat
    """
    place(context, threat.target, play.card, -1)


EFFECTS: Final[dict[int, Callable[[Context[State], Threat, Play], Step[None] | None]]] = {
    SWERVE: _swerve,
    SPIN: _turn,
    BOOTLEGGER: _turn,
    SMOKESCREEN: _block,
    DUD_MISSILE: _block,
    PAINT_SPRAY: _paint_spray,
    BACKFIRES: _backfires,
    **dict.fromkeys((*WEAPON_OF_PROOF, WHEELGUARDS, EJECTION_SEAT), _lay_down),
}
