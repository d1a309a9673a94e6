"""Why a computer seat did what it did, in one sentence for whoever asks.

A reason speaks of what is public once the choice is made. It never names a card of the hand or the
garage, and a pass has one reason only, whatever the hand held.
"""

from __future__ import annotations

from typing import Final

from games.engine.players import SEAT_LETTERS
from games.world_auto_racing import cards
from games.world_auto_racing.ai_outlook import Outlook
from games.world_auto_racing.ai_road import Road
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import Play, Use

CAR: Final = "Any car will do: it drives each as often as the others."
REDRAWN: Final = "Five new cards promised more than these."
KEPT: Final = "Five new cards promised no more than these."
PASSED: Final = "Nothing more seemed worth doing this round."
DISCARD: Final = "It was the card it could spare best."
SCRAP: Final = "A new card promised more than that one."
SCRAP_KEPT: Final = "It kept its cards for the rounds to come."
LOSE: Final = "It is the mod whose loss costs least."
FETCH: Final = "It took what helps its car most as things stand."
ACCEPT: Final = "The check does more good than harm."
DECLINE: Final = "The check would have cost more than it brought."
JUNK_TOP: Final = "The next card may well be better."
NOTHING: Final = "Nothing there fits."
KEEP_TOP: Final = "That card was good enough to draw."


def step(outlook: Outlook, option: Play | Use, after: Road) -> str:
    """What a play or an action does to the progress of this round, as things stand."""
    kind = KINDS[option.card]
    mine = after.pace(outlook.seat) - outlook.pace_now[outlook.seat]
    name = cards.card(option.card).name
    lasting = kind.type in ("mod", "trait")
    if isinstance(option, Play) and option.on >= 0:
        theirs = after.pace(option.on) - outlook.pace_now[option.on]
        if theirs < 0:
            return f"{name} costs {SEAT_LETTERS[option.on]} {-theirs} progress as things stand."
        return f"{SEAT_LETTERS[option.on]} is the rival to hold up."
    if kind.type in ("condition", "course"):
        return _shared(outlook, name, after, mine)
    if any(d.op in ("draw", "search", "retrieve") for doing in kind.plays for d in doing.deeds):
        return f"{name} brings cards while there is time to play them."
    if mine > 0:
        often = "this round and stays" if lasting else "this round"
        return f"{name} brings {mine} progress {often}."
    if lasting:
        return f"{name} stays for the rounds to come."
    return f"{name} was the best of what it could do."


def _shared(outlook: Outlook, name: str, after: Road, mine: int) -> str:
    rivals = [
        after.pace(seat) - outlook.pace_now[seat] for seat in outlook.racing if seat != outlook.seat
    ]
    change = sum(rivals) / max(1, len(rivals))
    if mine > 0:
        return f"{name} brings {mine} progress this round, and the rivals {signed(change)} each."
    if change < mine:
        return f"{name} costs the rivals more than itself: {signed(change)} each this round."
    return f"{name} suits its car better in the rounds to come."


def signed(number: float) -> str:
    """A number with its sign, rounded: "+2", "0" or "−1.5"."""
    text = f"{abs(number):.1f}".removesuffix(".0")
    if text == "0":
        return text
    return ("−" if number < 0 else "+") + text
