"""Skid Into A Wall and Debris: what others may play once a car has maneuvered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.carwars_cards.anytime import from_hand, place, turn_up
from games.carwars_cards.damage import (
    PLAIN_SUMS,
    give_back,
    hit,
    lay_off,
    others,
    take,
    wear,
)
from games.carwars_cards.events import CardPlayed, DebrisAvoided
from games.carwars_cards.kinds import (
    ARMOR_OF,
    BOOTLEGGER,
    DAMAGE,
    DEBRIS,
    EJECTION_SEAT,
    IS_ARMOR,
    ON,
    PASS,
    SKID,
    SKIDS,
    SPIN,
    STOP,
    SWERVE,
    WHEELGUARDS,
)
from games.carwars_cards.moves import Pass, Play
from games.carwars_cards.state import State, Threat
from games.engine.ask import Ask, Step, choose
from games.engine.table import Context

DEBRIS_POINTS: Final = 2
CITES: Final = {
    SWERVE: "Rules: Swerve and Skid",
    BOOTLEGGER: "Rules: Bootlegger Reverse",
    SPIN: "Rules: Debris",
}


def maneuvered(context: Context[State], seat: int, maneuver: int, credit: int) -> Step[None]:
    """A car has swerved, spun or reversed; everyone else may answer that, in secret.

    The card of a Swerve stays on the tires for one point, against Debris and paint too.
    One Skid Into A Wall per Swerve or Bootlegger Reverse, and any number of Debris while the tires
    hold. Whoever has turned up a card is asked again while either may still be played. The
    maneuver stands whatever comes of it. `credit` scores the kill should a Skid disable the
    driver: the player of the attack being avoided, or -1.

    Rules: Swerve and Skid; Rules: Debris; Ruling 7; Ruling 8; Ruling 14; Ruling 30; Ruling 31;
    Ruling 42; Ruling 47; Ruling 49; Ruling 4
    """
    state = context.state
    player = state.players[seat]
    if maneuver == SWERVE:
        wear(context, seat, SWERVE, 1, PLAIN_SUMS[SWERVE])
    skid_left = maneuver != SPIN
    asked = others(state, seat)
    while asked:
        state.phase = "maneuver"
        cite = CITES[maneuver]
        turned = yield from turn_up(
            context,
            [
                Ask(other, "maneuver", replies(state, seat, other, skid_left), PASS, cite)
                for other in asked
            ],
        )
        for other, play in turned:
            state.played.remove((other, play.card))
            operating = seat in state.operating and other in state.operating
            if play.card == SKID and operating and skid_left:
                skid_left = False
                yield from skid(context, other, seat, play.side, credit)
            elif play.card == DEBRIS and operating and player.tires:
                yield from debris(context, other, seat, credit)
            else:
                give_back(context, other, play.card)
        if seat not in state.operating:
            return
        asked = [other for other, _ in turned] if skid_left or player.tires else []


def replies(state: State, seat: int, other: int, skid_left: bool) -> Sequence[Play | Pass]:
    """What another player can play on a car that has maneuvered.

    Rules: Swerve and Skid; Rules: Debris; Ruling 31
    """
    hand = state.players[other].hand
    options: list[Play | Pass] = [PASS]
    if skid_left and SKID in hand:
        options += SKIDS[seat]
    if DEBRIS in hand and state.players[seat].tires:
        options.append(ON[DEBRIS][seat])
    return options


def skid(context: Context[State], source: int, seat: int, side: int, credit: int) -> Step[None]:
    """The maneuver ended in a wall: 3 points on a side chosen by the player of the card.

    Rules: Swerve and Skid; Rules: Bootlegger Reverse
    """
    state = context.state
    threat = Threat(SKID, source, seat, side, DAMAGE[SKID], credit)
    state.threats.append(threat)
    state.phase = "skid"
    yield from endure(context, threat, "skid_armor", CITES[SWERVE])
    state.threats.pop()


def endure(context: Context[State], threat: Threat, kind: str, cite: str) -> Step[None]:
    """Let the victim of a Skid or a backfire lay armor on the side, then apply the damage.

    Nothing else helps but an Ejection Seat.

    Rules: Swerve and Skid; Rules: Autocannon Backfires; Rules: Ejection Seat
    """
    state = context.state
    seat = threat.target
    while threat.stopped < threat.points:
        options = from_hand(state.players[seat], (*ARMOR_OF[threat.side], EJECTION_SEAT))
        play = yield from choose(Ask(seat, kind, options, PASS, cite))
        if not isinstance(play, Play):
            break
        answer(context, threat, play)
        if IS_ARMOR[play.card]:
            lay_armor(threat, play.card)
            continue
        place(context, seat, play.card, -1)
        lay_off(state, threat)
        return
    hit(context, threat)


def answer(context: Context[State], threat: Threat, play: Play) -> None:
    """The target turns up a card against what is on its way."""
    take(context.state, threat.target, play.card)
    threat.answer = play.card
    context.emit(CardPlayed(threat.target, play.card, play.on, play.side))


def lay_armor(threat: Threat, card: int) -> None:
    """Each Armor stops 3 points, a Heavy Armor 6; any number, and the excess is lost.

    Rules: Attack; Rules: Components
    """
    threat.armor.append(card)
    threat.stopped += STOP[card]


def debris(context: Context[State], source: int, seat: int, credit: int) -> Step[None]:
    """Debris on the road: 2 points on the tires, unless the victim at once swerves again.

    That Swerve costs its own point and, being a Swerve, may be answered too. A Skid after it
    scores for whoever's attack led to the Debris.

    Rules: Debris; Ruling 3; Ruling 4; Ruling 27; Ruling 47
    """
    state = context.state
    player = state.players[seat]
    threat = Threat(DEBRIS, source, seat, -1, DEBRIS_POINTS, credit)
    state.threats.append(threat)
    if WHEELGUARDS not in player.specials:
        state.phase = "debris"
        options = from_hand(player, AGAINST_DEBRIS)
        play = yield from choose(Ask(seat, "debris_swerve", options, PASS, CITES[SPIN]))
        if isinstance(play, Play):
            answer(context, threat, play)
            if play.card == SWERVE:
                context.emit(DebrisAvoided(seat, SWERVE))
                lay_off(state, threat)
                yield from maneuvered(context, seat, SWERVE, credit)
            else:
                place(context, seat, play.card, -1)
                context.emit(DebrisAvoided(seat, play.card))
                lay_off(state, threat)
    if not threat.landed:
        hit(context, threat)
    state.threats.pop()


AGAINST_DEBRIS: Final = (SWERVE, WHEELGUARDS, EJECTION_SEAT)
"""What saves the tires from Debris."""
