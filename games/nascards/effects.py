"""The vocabulary in which Maneuver cards say what they do, and the one place that carries it out.

Each word of `cards.Effect.do` is a function of what is being done, and of a car where it is done to
one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from games.engine.rows import BadData
from games.engine.voice import hint
from games.nascards.cards import MANEUVERS, Effect
from games.nascards.crash import mishaps, penalise
from games.nascards.decks import (
    deal_maneuvers,
    discard_random,
    draw_for,
    lay_down,
    learn,
    take_over,
    throw_away,
)
from games.nascards.events import (
    Flag,
    FlagShown,
    FollowDeclined,
    HandLooked,
    HandSeen,
    MilesRolled,
    Roll,
    RollChanged,
    SpeedDiscarded,
    SpeedStolen,
    StolenCards,
)
from games.nascards.kinds import on_whom, playable, why_not
from games.nascards.state import LiveRace, Mod, Play, State
from games.nascards.tables import DIE, alone
from games.nascards.track import move, move_together


class Doing(msgspec.Struct, gc=False):
    """One part of a card while it is carried out."""

    context: LiveRace
    card: int
    by: int
    """Seat of its player."""
    effect: Effect
    cars: list[int]
    """Those it works on, in rank order."""

    @property
    def state(self) -> State:
        return self.context.state

    @property
    def there(self) -> bool:
        """Whether the player of the card is still on the track."""
        return self.by in self.state.order

    def gain(self, seat: int, miles: int) -> None:
        """Total miles change at once. Rules: Maneuver Phase"""
        points = alone(miles, MANEUVERS[self.card].name)
        move(self.context, seat, points, "card", self.card, self.by)

    def show(self, flag: Flag, seat: int, on: int = -1) -> None:
        """Tell what the card of that seat sets up for the rest of the turn."""
        self.context.emit(FlagShown(seat, flag, self.card, on))


Each: TypeAlias = Callable[[Doing, int], None]
"""What an effect does to each car it works on."""
All: TypeAlias = Callable[[Doing], "str | None"]
"""What an effect does to all of them at once; it may return the beat that asks."""

# -- miles and rolls


def _miles_roll(do: Doing) -> None:
    """One die for all it is for, who move at the same moment. Ruling 40"""
    if not do.cars:
        return
    face = do.context.chance.below(DIE, "miles roll") + 1
    do.context.emit(MilesRolled(do.by, do.card, face))
    move_together(do.context, do.cars, alone(face, "roll"), do.card, do.by)


def _miles_equal(do: Doing, seat: int) -> None:
    """The player comes level with the car ahead, which is no pass. Ruling 39"""
    drivers = do.state.drivers
    gain = drivers[seat].miles - drivers[do.by].miles
    if gain > 0 and do.there:
        do.gain(do.by, gain)


def _mishap_now(do: Doing) -> None:
    """MM: Mishap Rolls at once. Rules: Maneuver Deck Card List Notation"""
    mishaps(do.context, do.cars, do.card)


def _mod(roll: Roll) -> Each:
    def change(do: Doing, seat: int) -> None:
        """Rolls of that kind are changed for the rest of the turn. Rules: Maneuver Phase"""
        do.state.drivers[seat].mods.append(Mod(roll, do.effect.n, do.card))
        do.context.emit(RollChanged(seat, roll, do.effect.n, do.by, do.card))

    return change


# -- Speed cards


def _drop_speed(do: Doing) -> str | None:
    """The player discards a card of his choice. Rules: Maneuver Deck Card List"""
    hand = do.state.drivers[do.by].hand
    if do.cars and len(hand) > 1:
        return "drop"
    if do.cars:
        drop(do.context, do.by, do.card, tuple(hand))
    return None


def drop(context: LiveRace, by: int, card: int, cards: tuple[int, ...]) -> None:
    """Speed cards that a Maneuver card has its own player discard."""
    lay_down(context.state, by, cards)
    context.state.drivers[by].hand_changes += 1
    context.emit(SpeedDiscarded(by, cards, by, card))


def _steal_speed(do: Doing, seat: int) -> None:
    """Random cards change hands, unless the player has left; only the two drivers see which.

    Ruling 31
    """
    if not do.there:
        return
    context, by, hand = do.context, do.by, do.state.drivers[seat].hand
    stolen: list[int] = []
    for _ in range(min(do.effect.n, len(hand))):
        stolen.append(hand[context.chance.below(len(hand), "random card")])
        take_over(do.state, seat, by, stolen[-1])
    context.emit(SpeedStolen(seat, by, len(stolen), do.card))
    if stolen:
        context.emit(StolenCards(seat, by, tuple(stolen)), seat, by)


def _look_hand(do: Doing, seat: int) -> None:
    """The player alone sees the hand, unless he has left.

    Rules: Maneuver Deck Card List (Hold Back); Ruling 30
    """
    drivers, by = do.state.drivers, do.by
    if do.there:
        cards = sorted(drivers[seat].hand)
        drivers[by].looked.append((seat, cards))
        learn(do.state, by, seat, cards)
        do.context.emit(HandLooked(by, seat, do.card))
        do.context.emit(HandSeen(by, seat, tuple(cards)), by)


# -- what lasts for the rest of the turn


def _no_passing(do: Doing) -> None:
    do.state.yellow_flag = True
    do.show("yellow", do.by)


def _cannot_pass_me(do: Doing, seat: int) -> None:
    blocked = do.state.drivers[seat].blocked_by
    if do.there:
        if do.by not in blocked:
            blocked.append(do.by)
        do.show("block", do.by, seat)


def _passer_penalty(do: Doing, seat: int) -> None:
    do.state.drivers[seat].defensive += do.effect.n
    do.show("defensive", seat)


def _speed_cards_max(do: Doing) -> None:
    """Two Speed cards may be played. Rules: Maneuver Deck Card List; Ruling 36"""
    for seat in do.cars:
        driver = do.state.drivers[seat]
        driver.speed_max = max(driver.speed_max, do.effect.n)
    if do.cars:
        do.show("green" if "all" in do.effect.who else "throttle", do.by)


def _speed_phase_bonus(do: Doing, seat: int) -> None:
    do.state.drivers[seat].momentum += do.effect.n
    do.show("momentum", seat)


# -- further Maneuver cards


def _may_play_another(do: Doing) -> str | None:
    """The card set aside may follow, if it can be played now. Ruling 4"""
    driver = do.state.drivers[do.by]
    if driver.follow < 0:
        return None
    if not why_not(do.state, do.by, driver.follow):
        return "follow"
    throw_away(driver)
    do.context.emit(FollowDeclined(do.by, False))
    return None


def _draw_maneuver_play(do: Doing) -> str | None:
    """Cards are drawn in secret and one is played at once, if any can be.

    Rules: Maneuver Deck Card List (Working the Line, Radio Chatter)
    """
    if not do.there:
        return None
    deal_maneuvers(do.context, do.by, do.effect.n, do.card)
    driver = do.state.drivers[do.by]
    if playable(do.state, do.by, driver.dealt):
        return "pick"
    throw_away(driver)
    return None


EACH: Final[Mapping[str, Each]] = {
    "miles": lambda do, seat: do.gain(seat, do.effect.n),
    "miles_equal": _miles_equal,
    "mishap_mod": _mod("mishap"),
    "severity_mod": _mod("severity"),
    "draft_mod": _mod("draft"),
    # Miles off until a Pit Stop. Rules: Maneuver Deck Card List; Ruling 11
    "engine_penalty": lambda do, seat: penalise(do.context, seat, do.effect.n, do.by, do.card),
    "draw_speed": lambda do, seat: draw_for(do.context, seat, do.effect.n, do.card),
    "discard_speed": lambda do, seat: discard_random(do.context, seat, do.effect.n, do.by, do.card),
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
_UNKNOWN: Final = [
    f"data/cards.toml: card {card.id}: effects: {do!r} is no word of games/nascards/effects.py"
    f"{hint(do, {**EACH, **AT_ONCE}) or '.'}"
    for card in MANEUVERS.values()
    for do in sorted(card.does_what.difference(EACH, AT_ONCE))
]
if _UNKNOWN:
    raise BadData(_UNKNOWN)


def carry_out(context: LiveRace, play: Play, effect: Effect) -> str | None:
    """Do one part of a card. Returns the beat that asks, where it needs an answer first."""
    cars = on_whom(context.state, play, effect)
    do = Doing(context, play.card, play.seat, effect, cars)
    if at_once := AT_ONCE.get(effect.do):
        return at_once(do)
    for seat in do.cars:
        EACH[effect.do](do, seat)
    return None
