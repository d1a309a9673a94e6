"""The race as it might be: what one seat cannot see, dealt anew."""

from __future__ import annotations

from games.engine.chance import Chance
from games.nascards.kinds import DRIVE_FAST
from games.nascards.state import Driver, State


def redeal(then: State, now: State, seat: int | None, chance: Chance) -> State:
    """Deal anew every card of the checkpoint `then` that `seat` cannot know.

    Nothing is drawn between a checkpoint and the questions after it, and no card leaves a place
    but Speed cards that are played in the open: those stay in the hands they were played from.
    Cards the seat knows in other hands stay there too, and so do those it has thrown away itself.
    """
    _speed(then, now, seat, chance)
    _maneuvers(then, seat, chance)
    _knowledge(then, seat)
    then.retiring = [other for other in then.retiring if other == seat]
    return then


def _speed(then: State, now: State, seat: int | None, chance: Chance) -> None:
    """Speed cards in other hands and in the pile."""
    pool = list(then.speed_pile)
    hidden_in: list[tuple[Driver, int]] = []
    for other, driver in enumerate(then.drivers):
        if other == seat:
            continue
        hidden = list(now.drivers[other].hand)
        for one in now.known:
            if one.by == seat and one.of == other:
                hidden.remove(one.card)
        for card in hidden:
            driver.hand.remove(card)
        hidden_in.append((driver, len(hidden)))
        pool += hidden
    pool.sort()
    pool = chance.shuffled(pool, "redeal speed")
    for driver, count in hidden_in:
        driver.hand = sorted(driver.hand + [pool.pop() for _ in range(count)])
    then.speed_pile = pool


def _maneuvers(state: State, seat: int | None, chance: Chance) -> None:
    """Maneuver cards before other drivers, thrown away by them, and in the pile."""
    pool = list(state.maneuver_pile)
    others = [driver for other, driver in enumerate(state.drivers) if other != seat]
    for driver in others:
        pool += driver.dealt + driver.thrown
    pool.sort()
    pool = chance.shuffled(pool, "redeal maneuvers")
    for driver in others:
        before = driver.dealt
        driver.dealt = [pool.pop() for _ in before]
        driver.thrown = [pool.pop() for _ in driver.thrown]
        if driver.kept >= 0:
            # Whether a card was set aside is a secret too: only Drive Fast lets one be.
            driver.kept = driver.dealt[before.index(driver.kept)]
            if driver.kept != DRIVE_FAST:
                driver.follow = -1
        if driver.follow >= 0:
            driver.follow = driver.dealt[before.index(driver.follow)]
    state.maneuver_pile = pool


def _knowledge(state: State, seat: int | None) -> None:
    """What other drivers have seen of third hands is replaced by what is there now."""
    for other, driver in enumerate(state.drivers):
        if other != seat:
            driver.looked = [
                (on, cards if on == seat else list(state.drivers[on].hand))
                for on, cards in driver.looked
            ]
    state.known = [one for one in state.known if seat in (one.by, one.of)]
