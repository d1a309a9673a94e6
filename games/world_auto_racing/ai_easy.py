"""How the easy seat plays: what helps at once is good enough, and it often stops too soon."""

from __future__ import annotations

import random
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import Decision
from games.world_auto_racing import ai_choices
from games.world_auto_racing.ai_plays import play, use
from games.world_auto_racing.ai_road import road_of
from games.world_auto_racing.ai_why import WHY
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import Accept, Decline, Discard, Keep, Pass, Play, Use
from games.world_auto_racing.race import Race

STOPS: Final = 0.12
"""How often it passes though it could do something."""


def action(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """Any play that does not lower the own progress of this round, or now and then a pass."""
    assert view.seat is not None
    rest = [option for option in ask.options if isinstance(option, Pass)]
    sound = _sound(view, ask)
    if not sound or (rest and whim.random() < STOPS):
        return Decision(rest[0] if rest else ask.default, WHY["passed"])
    return Decision(sound[whim.randrange(len(sound))], WHY["picked"])


def _sound(view: Race, ask: Ask[Any]) -> list[Play | Use]:
    """Plays and actions that do the driver no harm this round; no mod is given up without need."""
    assert view.seat is not None
    road, seat = road_of(view), view.seat
    before = road.pace(seat)
    sound: list[Play | Use] = []
    fits = {o.card for o in ask.options if isinstance(o, Play) and o.replace < 0}
    for option in ask.options:
        if isinstance(option, Play):
            if option.replace >= 0 and option.card in fits:
                continue
            after = play(road, seat, option.card, option.on, option.pick, option.replace)
        elif isinstance(option, Use):
            after = use(road, seat, option.card, option.on, option.pick)
        else:
            continue
        if after.pace(seat) >= before:
            sound.append(option)
    return sound


def choice(view: Race, ask: Ask[Any], whim: random.Random) -> Decision:
    """Anything but a turn: by whim, but the car as `normal` does, and no hand is shuffled back."""
    if ask.kind == "car":
        return ai_choices.car(view, ask, whim)
    keep = next((option for option in ask.options if isinstance(option, Keep | Decline)), None)
    if keep is not None:
        accept = next((option for option in ask.options if isinstance(option, Accept)), None)
        if accept is not None and ask.kind == "check" and whim.random() < 0.5:
            return Decision(accept, WHY["accept"])
        return Decision(keep, WHY["chosen"])
    cheap = [option for option in ask.options if isinstance(option, Discard)]
    if cheap:
        return Decision(min(cheap, key=lambda one: _size(one.card)), WHY["discard"])
    if not ask.options:
        return Decision(ask.default, WHY["chosen"])
    return Decision(ask.options[whim.randrange(len(ask.options))], WHY["chosen"])


def _size(number: int) -> float:
    """The printed numbers of a card, added up."""
    return KINDS[number].power + KINDS[number].handling
