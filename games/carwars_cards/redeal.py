"""The table as it might be: what one seat cannot see, dealt anew."""

from __future__ import annotations

from games.carwars_cards.state import State
from games.engine.chance import Chance


def redeal(then: State, now: State, seat: int | None, chance: Chance) -> State:
    """Deal anew every card of the checkpoint `then` that `seat` cannot know at `now`.

    Nobody draws between a checkpoint and the questions after it, so a card that has left a hand
    since has been seen by all. It stays in that hand, and so do cards shown there; what else is
    hidden is pooled with the draw pile, sorted, shuffled, and dealt into the places left.
    """
    pool = list(then.draw)
    for other, before in enumerate(then.players):
        if other == seat:
            continue
        hidden = now.players[other].hand.copy()
        for card in now.players[other].shown:
            hidden.remove(card)
        for card in hidden:
            before.hand.remove(card)
        before.hand.sort()
        before.queued.clear()
        before.quitting = before.leaving = False
        pool += hidden
    pool.sort()
    pool = chance.shuffled(pool, "redeal")
    for other, before in enumerate(then.players):
        if other != seat:
            after = now.players[other]
            for _ in range(len(after.hand) - len(after.shown)):
                before.hand.append(pool.pop())
    then.draw = pool
    return then
