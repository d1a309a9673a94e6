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


def _miles(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """Total miles change at once. Rules: Maneuver Phase"""
    move(live, seat, alone(effect.n, MANEUVERS[play.card].name), "card", play.card, play.seat)


def _miles_roll(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    """One die for all it is for, who move at the same moment. Ruling 40"""
    if not cars:
        return
    face = live.chance.below(DIE, "miles roll") + 1
    live.tell(MilesRolled(play.seat, play.card, face))
    move_together(live, cars, alone(face, "roll"), play.card, play.seat)


def _miles_equal(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """The player comes level with the car ahead, which is no pass. Ruling 39"""
    state = live.state
    gain = state.drivers[seat].miles - state.drivers[play.seat].miles
    if gain > 0 and play.seat in state.order:
        move(live, play.seat, alone(gain, MANEUVERS[play.card].name), "card", play.card, play.seat)


# -- rolls


def _mishap_now(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    """MM: Mishap Rolls at once. Rules: Maneuver Deck Card List Notation"""
    mishaps(live, cars, play.card)


def _mod(roll: Roll) -> Each:
    def change(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
        """Rolls of that kind are changed for the rest of the turn. Rules: Maneuver Phase"""
        live.state.drivers[seat].mods.append(Mod(roll, effect.n, play.card))
        live.tell(RollChanged(seat, roll, effect.n, play.seat, play.card))

    return change


def _engine_penalty(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """Miles off until a Pit Stop. Rules: Maneuver Deck Card List; Ruling 11"""
    penalise(live, seat, effect.n, play.seat, play.card)


# -- Speed cards


def _draw_speed(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    draw_for(live, seat, effect.n, play.card)


def _discard_speed(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """A random card goes, if there is one. Ruling 31"""
    discard_random(live, seat, effect.n, play.seat, play.card)


def _drop_speed(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> str:
    """The player discards a card of his choice. Rules: Maneuver Deck Card List"""
    hand = live.state.drivers[play.seat].hand
    if cars and len(hand) > 1:
        return "drop"
    if cars:
        drop(live, play, tuple(hand))
    return ""


def drop(live: LiveRace, play: Play, cards: tuple[int, ...]) -> None:
    """Speed cards that a Maneuver card has its own player discard."""
    lay_down(live.state, play.seat, cards)
    live.tell(SpeedDiscarded(play.seat, cards, play.seat, play.card))


def _steal_speed(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """Random cards change hands, unless the player has left; only the two drivers see which.

    Ruling 31
    """
    state = live.state
    if play.seat not in state.order:
        return
    hand = state.drivers[seat].hand
    stolen: list[int] = []
    for _ in range(min(effect.n, len(hand))):
        stolen.append(hand[live.chance.below(len(hand), "random card")])
        take_over(state, seat, play.seat, stolen[-1])
    live.tell(SpeedStolen(seat, play.seat, len(stolen), play.card))
    if stolen:
        live.tell(StolenCards(seat, play.seat, tuple(stolen)), seat, play.seat)


def _look_hand(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    """The player alone sees the hand, unless he has left.

    Rules: Maneuver Deck Card List (Hold Back); Ruling 30
    """
    state = live.state
    if play.seat in state.order:
        cards = sorted(state.drivers[seat].hand)
        state.drivers[play.seat].looked.append((seat, cards))
        learn(state, play.seat, seat, cards)
        live.tell(HandLooked(play.seat, seat, play.card))
        live.tell(HandSeen(play.seat, seat, tuple(cards)), play.seat)


# -- what lasts for the rest of the turn


def _no_passing(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    live.state.yellow_flag = True
    live.tell(FlagShown(play.seat, "yellow", play.card))


def _cannot_pass_me(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    state = live.state
    if play.seat in state.order:
        if play.seat not in state.drivers[seat].blocked_by:
            state.drivers[seat].blocked_by.append(play.seat)
        live.tell(FlagShown(play.seat, "block", play.card, seat))


def _passer_penalty(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    live.state.drivers[seat].defensive += effect.n
    live.tell(FlagShown(seat, "defensive", play.card))


def _speed_cards_max(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> None:
    """Two Speed cards may be played. Rules: Maneuver Deck Card List; Ruling 36"""
    for seat in cars:
        driver = live.state.drivers[seat]
        driver.speed_max = max(driver.speed_max, effect.n)
    if cars:
        flag = "green" if effect.who == ("all",) else "throttle"
        live.tell(FlagShown(play.seat, flag, play.card))


def _speed_phase_bonus(live: LiveRace, play: Play, effect: Effect, seat: int) -> None:
    live.state.drivers[seat].momentum += effect.n
    live.tell(FlagShown(seat, "momentum", play.card))


# -- further Maneuver cards


def _may_play_another(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> str:
    """The card set aside may follow, if it can be played now. Ruling 4"""
    state = live.state
    driver = state.drivers[play.seat]
    if driver.follow < 0:
        return ""
    if not why_not(state, play.seat, driver.follow):
        return "follow"
    throw_away(driver)
    live.tell(FollowDeclined(play.seat, False))
    return ""


def _draw_maneuver_play(live: LiveRace, play: Play, effect: Effect, cars: list[int]) -> str:
    """Cards are drawn in secret and one is played at once, if any can be.

    Rules: Maneuver Deck Card List (Working the Line, Radio Chatter)
    """
    state = live.state
    if play.seat not in state.order:
        return ""
    driver = state.drivers[play.seat]
    driver.dealt = draw_maneuvers(live, effect.n)
    live.tell(ManeuversDealt(play.seat, len(driver.dealt), play.card))
    if driver.dealt:
        live.tell(DealtCards(play.seat, tuple(driver.dealt)), play.seat)
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


def carry_out(live: LiveRace, play: Play, effect: Effect) -> str | None:
    """Do one part of a card. Returns the beat that asks, where it needs an answer first."""
    cars = on_whom(live.state, play, effect)
    if at_once := AT_ONCE.get(effect.do):
        return at_once(live, play, effect, cars)
    for seat in cars:
        EACH[effect.do](live, play, effect, seat)
    return None
