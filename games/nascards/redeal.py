"""The race as it might be: what one seat cannot see, dealt anew."""

from __future__ import annotations

from games.engine import seen
from games.engine.chance import Chance
from games.nascards.kinds import DRIVE_FAST
from games.nascards.state import Driver, State


def redeal(then: State, now: State, seat: int | None, chance: Chance) -> State:
    """Deal anew every card of the checkpoint `then` that `seat` cannot know.

    No card leaves its place between a checkpoint and the questions after it: what is hidden then
    is hidden `now`. Cards the seat knows in other hands stay there.
    """
    others = [driver for driver in then.drivers if driver.seat != seat]
    known = [one for one in then.known if one.by == seat]
    for one in known:
        then.drivers[one.of].hand.remove(one.card)
    chosen = [(_at(driver, driver.kept), _at(driver, driver.follow)) for driver in others]
    seen.redeal(then, then, seat, chance)
    for one in known:
        then.drivers[one.of].hand.append(one.card)
    for driver, (kept, follow) in zip(others, chosen, strict=True):
        driver.hand.sort()
        driver.kept = driver.dealt[kept] if kept >= 0 else -1
        # Whether a card was set aside is a secret too: only Drive Fast lets one be.
        aside = follow >= 0 and driver.kept in (-1, DRIVE_FAST)
        driver.follow = driver.dealt[follow] if aside else -1
    # What other drivers have seen of third hands is replaced by what is there now.
    for driver in others:
        driver.looked = [
            (on, cards if on == seat else list(then.drivers[on].hand))
            for on, cards in driver.looked
        ]
    then.known = [one for one in then.known if seat in (one.by, one.of)]
    then.leaving = [other for other in then.leaving if other == seat]
    return then


def _at(driver: Driver, card: int) -> int:
    """Where a card chosen lies among those dealt, or -1."""
    return driver.dealt.index(card) if card >= 0 else -1
