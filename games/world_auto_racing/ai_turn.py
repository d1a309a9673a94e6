"""How a computer seat takes its turn: it plans the rest of the round and plays the first step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.engine.ask import Ask
from games.engine.game import Decision
from games.world_auto_racing.ai_hand import Hand, ways
from games.world_auto_racing.ai_outlook import Outlook
from games.world_auto_racing.ai_plays import LOSS, play, use
from games.world_auto_racing.ai_road import Road
from games.world_auto_racing.ai_why import WHY, why
from games.world_auto_racing.area import spent
from games.world_auto_racing.kinds import KINDS, Kind
from games.world_auto_racing.moves import Pass, Play, Use
from games.world_auto_racing.race import Race

BRINGS: Final = ("draw", "search", "retrieve", "look_hand")
"""What is best done before the rest of a round is decided."""
ENOUGH: Final = 0.05
"""Least worth of a step: what is worth less is as good as nothing."""


TEMPO: Final = {"mod": 2, "trait": 3, "team": 4, "control": 5, "condition": 8, "course": 9}
"""When in a round each type of card is best played."""
HOSTILE, ACTION = 6, 7
"""Likewise cards aimed at rivals, and actions."""


class Step(NamedTuple):
    """One step of a plan."""

    gain: float
    option: Play | Use
    after: Road


def action(view: Race, ask: Ask[Any]) -> Decision:
    """The first step of the best plan found for the rest of the round, or a pass."""
    outlook = Outlook(view)
    steps = plan(outlook, ask)
    if not steps:
        return Decision(_pass(ask), WHY["passed"])
    first = min(steps, key=lambda step: tempo(step.option))
    return Decision(first.option, why(outlook, first.option, play_out(outlook, first)))


def play_out(outlook: Outlook, step: Step) -> Road:
    """The position after this step alone, whatever else was planned before it."""
    return _after(outlook.road, outlook.seat, step.option)


def _pass(ask: Ask[Any]) -> Any:
    return next((option for option in ask.options if isinstance(option, Pass)), ask.default)


def _after(road: Road, seat: int, option: Play | Use) -> Road:
    if isinstance(option, Play):
        return play(road, seat, option.card, option.on, option.pick, option.replace)
    return use(road, seat, option.card, option.on, option.pick)


def plan(outlook: Outlook, ask: Ask[Any]) -> list[Step]:
    """Steps that are worth taking this round, the best first: each time the best on top of the
    others. The first ones that are legal now are options of the question."""
    road = outlook.road
    hand = Hand(outlook, outlook.view.hand)
    held = list(hand.cards)
    steps: list[Step] = []
    options: list[Play | Use] = [o for o in ask.options if isinstance(o, Play | Use)]
    legal = frozenset(options)
    base = outlook.worth(road)
    while options:
        judged = [_judge(outlook, hand, held, road, base, option) for option in options]
        best = max(judged, key=lambda step: step.gain)
        if best.gain < ENOUGH:
            break
        steps.append(best)
        road = best.after
        base = outlook.worth(road)
        if isinstance(best.option, Play):
            held.remove(best.option.card)
        options = _left(outlook, road, held, steps, judged)
    return [step for step in steps if step.option in legal]


def _judge(
    outlook: Outlook, hand: Hand, held: Sequence[int], road: Road, base: float, option: Play | Use
) -> Step:
    """What a step adds, less what its card would be worth later."""
    after = _after(road, outlook.seat, option)
    worth = outlook.worth(after) - base
    if isinstance(option, Play):
        worth += hand.refill(len(held)) - hand.keep(option.card)
        if KINDS[option.card].type == "course":
            worth -= outlook.covered(KINDS[option.card]) * outlook.at_once(road, after)
    elif _discards(KINDS[option.card]):
        # The discarded card is one of the hand, not one drawn blindly.
        if not held:
            return Step(-1.0, option, after)
        worth += LOSS * outlook.fresh
        worth += hand.refill(len(held)) - hand.keep(hand.poorest(held))
    return Step(worth, option, after)


def _left(
    outlook: Outlook,
    road: Road,
    held: Sequence[int],
    steps: Sequence[Step],
    judged: Sequence[Step],
) -> list[Play | Use]:
    """What could still be done after the planned steps, as far as the cards in the hand tell."""
    seat = outlook.seat
    gone = spent(road.state, seat)
    best: dict[int, Step] = {}
    for step in judged:
        card = step.option.card
        if isinstance(step.option, Play) and (card not in best or step.gain > best[card].gain):
            best[card] = step
    options: list[Play | Use] = []
    for card in dict.fromkeys(held):
        kind = KINDS[card].type
        if kind in gone:
            continue
        if kind == "mod":
            options.extend([Play(card, *way) for way in ways(road, seat, card)])
        elif card in best:
            options.append(best[card].option)
    used = [step.option for step in steps if isinstance(step.option, Use)]
    options.extend(s.option for s in judged if isinstance(s.option, Use) and s.option not in used)
    new = steps[-1].option
    if isinstance(new, Play) and KINDS[new.card].action is not None:
        options.append(Use(new.card))
    return options


def _discards(kind: Kind) -> bool:
    """Whether using a card's action costs a card of the hand."""
    return kind.action is not None and any(deed.op == "discard" for deed in kind.action.deeds)


# -- which step first


def tempo(option: Play | Use) -> int:
    """When in a round a step is best taken: first what brings cards or sets off checks, last what
    others could still answer."""
    kind = KINDS[option.card]
    if isinstance(option, Use):
        return ACTION
    if any(deed.op in BRINGS for doing in kind.plays for deed in doing.deeds):
        return 0
    if kind.type in ("team", "trait") and (kind.checks or kind.others):
        return 1
    return HOSTILE if _hostile(kind) else TEMPO[kind.type]


def _hostile(kind: Kind) -> bool:
    deeds = [deed.op for doing in kind.plays for deed in doing.deeds]
    return bool(kind.target) or "junk_shared" in deeds
