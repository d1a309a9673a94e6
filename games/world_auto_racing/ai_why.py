"""Why a computer seat did what it did, in one sentence for whoever asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.players import SEAT_LETTERS
from games.engine.texts import read_texts
from games.world_auto_racing import cards
from games.world_auto_racing.ai_outlook import Outlook
from games.world_auto_racing.ai_road import Road
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import Play, Use

WHY: Final[Mapping[str, str]] = read_texts(__package__)["reason"]
"""The sentences, by name."""


def why(outlook: Outlook, option: Play | Use, after: Road) -> str:
    """What a play or an action does to the progress of this round, as things stand."""
    kind, name = KINDS[option.card], cards.card(option.card).name
    mine = after.pace(outlook.seat) - outlook.pace_now[outlook.seat]
    lasting = kind.type in ("mod", "trait")
    if isinstance(option, Play) and option.on >= 0:
        lost, rival = outlook.pace_now[option.on] - after.pace(option.on), SEAT_LETTERS[option.on]
        return WHY["hurt" if lost > 0 else "rival"].format(name=name, rival=rival, points=lost)
    if kind.type in ("condition", "course"):
        rivals = [
            after.pace(seat) - outlook.pace_now[seat]
            for seat in outlook.racing
            if seat != outlook.seat
        ]
        change = sum(rivals) / max(1, len(rivals))
        told = "shared" if mine > 0 else "shared_hurt" if change < mine else "shared_later"
        return WHY[told].format(name=name, points=mine, rivals=signed(change))
    if any(d.op in ("draw", "search", "retrieve") for doing in kind.plays for d in doing.deeds):
        return WHY["cards"].format(name=name)
    if mine > 0:
        return WHY["stays_now" if lasting else "now"].format(name=name, points=mine)
    return WHY["stays" if lasting else "best"].format(name=name)


def signed(number: float) -> str:
    """A number with its sign, rounded: "+2", "0" or "−1.5"."""
    text = f"{abs(number):.1f}".removesuffix(".0")
    if text == "0":
        return text
    return ("−" if number < 0 else "+") + text
