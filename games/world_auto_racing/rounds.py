"""The steps of a round but for its turns, and the end of the race (Rules: Steps Of A Round)."""

from __future__ import annotations

from typing import Final

from games.engine.ask import Ask, Step, asks_once, everyone
from games.engine.game import Result
from games.world_auto_racing import hands, mods
from games.world_auto_racing.area import count_use, gone, junk, uses
from games.world_auto_racing.deeds import DECLINE
from games.world_auto_racing.events import Progressed, RaceEnded, RoundBegan, TieBegan
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import Decline, Discard
from games.world_auto_racing.plays import set_off_step
from games.world_auto_racing.progress import calculation, lineup, pack, short
from games.world_auto_racing.state import RaceContext, Racer, State, racing

LAST_ROUND: Final = 40
"""The race is stopped after it. House."""
REMAINED: Final = -1
"""In `Used.effect`: scrap steps that a card has remained for."""


def beginning(context: RaceContext) -> None:
    """Determine the racing order; then the checks of the step.

    A stable sort of the last round's order keeps drivers who are level as they were when one was
    last ahead.

    Rules: Beginning; Ruling B1
    """
    state = context.state
    state.round += 1
    state.phase = "beginning"
    state.order.sort(key=lambda seat: -state.drivers[seat].progress)
    context.emit(RoundBegan(state.round, tuple(racing(state)), state.points))
    state.active = -1
    state.beat = "turn"
    set_off_step(state, "beginning")
    mods.watch_caps(context)


def progress(context: RaceContext) -> None:
    """Everyone's power and handling are worked out and added; then the end of the race is looked
    for.

    Rules: Progress
    """
    state = context.state
    state.phase = "progress"
    line = lineup(state)
    for seat in racing(state):
        steps = short(state, seat, line)
        racer = state.drivers[seat]
        made = calculation(steps)
        before = racer.progress
        racer.progress += made.total
        racer.last = pack(steps)
        context.emit(Progressed(seat, made, before, racer.progress))
    state.history.append(state.points)
    _finish(context)


def _finish(context: RaceContext) -> None:
    """Whoever has reached the goal with most progress wins; equal highest race on alone.

    Rules: Progress; Ruling B11
    """
    state = context.state
    state.beat = "scrap"
    seats = racing(state)
    best = max(state.drivers[seat].progress for seat in seats)
    first = sorted(seat for seat in seats if state.drivers[seat].progress == best)
    if best >= state.options.length:
        if len(first) == 1:
            return _end(context, "finish")
        if first != state.tied and state.round < LAST_ROUND:
            state.tied = first
            context.emit(TieBegan(tuple(first), best))
    if state.round >= LAST_ROUND:
        return _end(context, "stopped")
    return None


def _end(context: RaceContext, why: str) -> None:
    """Places by progress, then by racing order. Rules: Progress"""
    state = context.state
    order = sorted(state.order, key=lambda seat: -state.drivers[seat].progress)
    state.places = [(seat,) for seat in order]
    state.beat = state.phase = "over"
    state.active = -1
    context.emit(RaceEnded(why, tuple(state.places), state.points))


def result(state: State) -> Result:
    """How the race ended."""
    return Result(tuple(state.places), state.points)


def scrap(context: RaceContext) -> None:
    """Junk teams and controls, but for those that remain; then the checks of the step.

    Rules: Scrap
    """
    state = context.state
    state.phase = "scrap"
    for seat, racer in enumerate(state.drivers):
        if racer.front:
            _clear(context, seat, racer)
    state.beat = "discards"
    set_off_step(state, "scrap")
    mods.watch_caps(context)


def _clear(context: RaceContext, seat: int, racer: Racer) -> None:
    """Junk one driver's teams and controls, the last first. Those that remain have remained for
    one scrap step more.

    Rules: Team; Rules: Control
    """
    teams = len(racer.teams)
    cards = racer.front
    junked: list[int] = []
    for at in range(len(cards) - 1, -1, -1):
        card, copy = cards[at], cards[:at].count(cards[at])
        if uses(racer, card, copy, REMAINED) >= KINDS[card].remains:
            if at < teams:
                del racer.teams[at]
            else:
                del racer.controls[at - teams]
            gone(context.state, seat, card, copy)
            junked.append(cards.pop(at))
    for at, card in enumerate(cards):
        count_use(racer, card, cards[:at].count(card), REMAINED)
    if junked:
        junk(context, seat, junked[::-1], "scrap")


@asks_once
def discards(context: RaceContext) -> Step[None]:
    """Each driver may discard a card, in secret and at once. Rules: Scrap"""
    state = context.state
    asks = []
    for seat in racing(state):
        racer = state.drivers[seat]
        if racer.hand and not racer.left:
            cards = dict.fromkeys(racer.hand)
            options: list[Decline | Discard] = [DECLINE, *[KINDS[c].discard for c in cards]]
            asks.append(Ask(seat, "scrap", options, DECLINE, "Rules: Scrap"))
    chosen = yield from everyone(asks)
    for seat, value in chosen:
        if isinstance(value, Discard):
            hands.discard(context, seat, value.card, "scrap")
    state.beat = "refuel"


def refuel(context: RaceContext) -> None:
    """Each driver draws a card, and up to five; bonuses and limits of the round end.

    Rules: Refuel
    """
    state = context.state
    state.phase = "refuel"
    for seat in racing(state):
        hands.draw(context, seat, max(1, hands.HAND - len(state.drivers[seat].hand)))
    for racer in state.drivers:
        racer.passed = False
        for ends in (racer.played, racer.extra, racer.bonuses, racer.looked):
            ends.clear()
        if racer.used:
            racer.used = [used for used in racer.used if used.effect == REMAINED]
    state.beat = "beginning"
