"""The vocabulary in which Maneuver cards say what they do, and the one place that carries it out.

Each word of `cards.Effect.do` is a function of the race, the card being played, the effect, and a
car or all the cars it works on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from games.nascards.cards import MANEUVERS, Effect
from games.nascards.crash import mishaps, penalise
from games.nascards.decks import (
    discard_random,
    draw_for,
    draw_maneuvers,
    lay_down,
    learn,
    take_over,
    throw_away,
)
from games.nascards.events import (
    DealtCards,
    Flag,
    FlagShown,
    FollowDeclined,
    HandLooked,
    HandSeen,
    ManeuversDealt,
    MilesRolled,
    Roll,
    RollChanged,
    SpeedDiscarded,
    SpeedStolen,
    StolenCards,
)
from games.nascards.state import LiveRace, Mod, Play, State
from games.nascards.tables import DIE, alone
from games.nascards.track import move, move_together, playable, why_not

SELF: Final = ("self",)
Each: TypeAlias = Callable[[LiveRace, Play, Effect, int], None]
"""What an effect does to each car it works on."""
All: TypeAlias = Callable[[LiveRace, Play, Effect, list[int]], "str | None"]
"""What an effect does to all of them at once; it may return the beat that asks."""


def on_whom(state: State, play: Play, effect: Effect) -> list[int]:
    """The cars a part of a card works on, in rank order; those no longer on the track are left out.

    Rules: Maneuver Deck Card List Notation; Ruling 5; Ruling 17; Ruling 30
    """
    if effect.if_last and not play.last:
        return []
    if effect.who == SELF:
        return [play.seat] if play.seat in state.order else []
    meant: list[int] = []
    for who in effect.who:
        if who == "self":
            meant.append(play.seat)
        elif who == "tr":
            meant.append(play.ahead)
        elif who == "tb":
            meant.append(play.behind)
        elif who == "all":
            return list(state.order)
        elif who == "all_behind":
            meant += play.rear
        else:
            meant += play.targets
    return [seat for seat in state.order if seat in meant]


# -- miles


def _miles(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """Total miles change at once. Rules: Maneuver Phase"""
    move(context, seat, alone(effect.n, MANEUVERS[play.card].name), "card", play.card, play.seat)


def _miles_roll(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    """One die for all it is for, who move at the same moment. Ruling 40"""
    if not cars:
        return
    face = context.chance.below(DIE, "miles roll") + 1
    context.emit(MilesRolled(play.seat, play.card, face))
    move_together(context, cars, alone(face, "roll"), play.card, play.seat)


def _miles_equal(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """The player comes level with the car ahead, which is no pass. Ruling 39"""
    state = context.state
    gain = state.drivers[seat].miles - state.drivers[play.seat].miles
    if gain > 0 and play.seat in state.order:
        move(
            context, play.seat, alone(gain, MANEUVERS[play.card].name), "card", play.card, play.seat
        )


# -- rolls


def _mishap_now(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    """MM: Mishap Rolls at once. Rules: Maneuver Deck Card List Notation"""
    mishaps(context, cars, play.card)


def _mod(roll: Roll) -> Each:
    def change(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
        """Rolls of that kind are changed for the rest of the turn. Rules: Maneuver Phase"""
        context.state.drivers[seat].mods.append(Mod(roll, effect.n, play.card))
        context.emit(RollChanged(seat, roll, effect.n, play.seat, play.card))

    return change


def _engine_penalty(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """Miles off until a Pit Stop. Rules: Maneuver Deck Card List; Ruling 11"""
    penalise(context, seat, effect.n, play.seat, play.card)


# -- Speed cards


def _draw_speed(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    draw_for(context, seat, effect.n, play.card)


def _discard_speed(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """A random card goes, if there is one. Ruling 31"""
    discard_random(context, seat, effect.n, play.seat, play.card)


def _drop_speed(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> str:
    """The player discards a card of his choice. Rules: Maneuver Deck Card List"""
    hand = context.state.drivers[play.seat].hand
    if cars and len(hand) > 1:
        return "drop"
    if cars:
        drop(context, play, tuple(hand))
    return ""


def drop(context: LiveRace, play: Play, cards: tuple[int, ...]) -> None:
    """Speed cards that a Maneuver card has its own player discard."""
    lay_down(context.state, play.seat, cards)
    context.emit(SpeedDiscarded(play.seat, cards, play.seat, play.card))


def _steal_speed(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """Random cards change hands, unless the player has left; only the two drivers see which.

    Ruling 31
    """
    state = context.state
    if play.seat not in state.order:
        return
    hand = state.drivers[seat].hand
    stolen: list[int] = []
    for _ in range(min(effect.n, len(hand))):
        stolen.append(hand[context.chance.below(len(hand), "random card")])
        take_over(state, seat, play.seat, stolen[-1])
    context.emit(SpeedStolen(seat, play.seat, len(stolen), play.card))
    if stolen:
        context.emit(StolenCards(seat, play.seat, tuple(stolen)), seat, play.seat)


def _look_hand(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """The player alone sees the hand, unless he has left.

    Rules: Maneuver Deck Card List (Hold Back); Ruling 30
    """
    state = context.state
    if play.seat in state.order:
        cards = sorted(state.drivers[seat].hand)
        state.drivers[play.seat].looked.append((seat, cards))
        learn(state, play.seat, seat, cards)
        context.emit(HandLooked(play.seat, seat, play.card))
        context.emit(HandSeen(play.seat, seat, tuple(cards)), play.seat)


# -- what lasts for the rest of the turn


def _no_passing(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    context.state.yellow_flag = True
    context.emit(FlagShown(play.seat, "yellow", play.card))


def _cannot_pass_me(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    state = context.state
    if play.seat in state.order:
        if play.seat not in state.drivers[seat].blocked_by:
            state.drivers[seat].blocked_by.append(play.seat)
        context.emit(FlagShown(play.seat, "block", play.card, seat))


def _passer_penalty(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    context.state.drivers[seat].defensive += effect.n
    context.emit(FlagShown(seat, "defensive", play.card))


def _speed_cards_max(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    """Two Speed cards may be played. Rules: Maneuver Deck Card List; Ruling 36"""
    for seat in cars:
        driver = context.state.drivers[seat]
        driver.speed_max = max(driver.speed_max, effect.n)
    if cars:
        flag: Flag = "green" if effect.who == ("all",) else "throttle"
        context.emit(FlagShown(play.seat, flag, play.card))


def _speed_phase_bonus(context: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    context.state.drivers[seat].momentum += effect.n
    context.emit(FlagShown(seat, "momentum", play.card))


# -- further Maneuver cards


def _may_play_another(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> str:
    """The card set aside may follow, if it can be played now. Ruling 4"""
    state = context.state
    driver = state.drivers[play.seat]
    if driver.follow < 0:
        return ""
    if not why_not(state, play.seat, driver.follow):
        return "follow"
    throw_away(driver)
    context.emit(FollowDeclined(play.seat, False))
    return ""


def _draw_maneuver_play(context: LiveRace, play: Play, effect: Effect, cars: list[int]) -> str:
    """Cards are drawn in secret and one is played at once, if any can be.

    Rules: Maneuver Deck Card List (Working the Line, Radio Chatter)
    """
    state = context.state
    if play.seat not in state.order:
        return ""
    driver = state.drivers[play.seat]
    driver.dealt = draw_maneuvers(context, effect.n)
    context.emit(ManeuversDealt(play.seat, len(driver.dealt), play.card))
    if driver.dealt:
        context.emit(DealtCards(play.seat, tuple(driver.dealt)), play.seat)
    if playable(state, play.seat, driver.dealt):
        return "pick"
    throw_away(driver)
    return ""


EACH: Final[Mapping[str, Each]] = {
    "miles": _miles,
    "miles_equal": _miles_equal,
    "mishap_mod": _mod("mishap"),
    "severity_mod": _mod("severity"),
    "draft_mod": _mod("draft"),
    "engine_penalty": _engine_penalty,
    "draw_speed": _draw_speed,
    "discard_speed": _discard_speed,
    "steal_speed": _steal_speed,
    "look_hand": _look_hand,
    "cannot_pass_me": _cannot_pass_me,
    "passer_penalty": _passer_penalty,
    "speed_phase_bonus": _speed_phase_bonus,
}
"""What `do` may be in the catalog, where it is done to one car after the other."""
AT_ONCE: Final[Mapping[str, All]] = {
    "miles_roll": _miles_roll,
    "mishap_now": _mishap_now,
    "drop_speed": _drop_speed,
    "no_passing": _no_passing,
    "speed_cards_max": _speed_cards_max,
    "may_play_another": _may_play_another,
    "draw_maneuver_play": _draw_maneuver_play,
}
"""What else it may be."""


def carry_out(context: LiveRace, play: Play, effect: Effect) -> str | None:
    """Do one part of a card. Returns the beat that asks, where it needs an answer first."""
    cars = on_whom(context.state, play, effect)
    if at_once := AT_ONCE.get(effect.do):
        return at_once(context, play, effect, cars)
    for seat in cars:
        EACH[effect.do](context, play, effect, seat)
    return None
