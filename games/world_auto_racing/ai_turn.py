"""How a computer seat takes its turn: it plans the rest of the round and plays the first step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS
from games.world_auto_racing.ai_mind import WHY, Answered, Mind
from games.world_auto_racing.ai_outlook import Hand, Outlook
from games.world_auto_racing.ai_road import LOSS, Road, after
from games.world_auto_racing.area import spent
from games.world_auto_racing.kinds import KINDS, Kind
from games.world_auto_racing.moves import Play, Use
from games.world_auto_racing.turn import ways
from games.world_auto_racing.words.phrases import signed

CARDS: Final = frozenset(("draw", "search", "retrieve"))
"""What brings cards to the hand."""
BRINGS: Final = CARDS | {"look_hand"}
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


def action(mind: Mind) -> Answered:
    """The first step of the best plan found for the rest of the round, or a pass."""
    outlook = mind.outlook
    steps = plan(mind)
    if not steps:
        return mind.passing, "passed"
    first = min((step.option for step in steps), key=tempo)
    # As it would be after this step alone, whatever else was planned before it.
    return first, why(outlook, first, after(outlook.road, outlook.seat, first))


def plan(mind: Mind) -> list[Step]:
    """Steps that are worth taking this round, the best first: each time the best on top of the
    others. The first ones that are legal now are options of the question."""
    outlook, hand = mind.outlook, mind.hand
    road = outlook.road
    held = list(mind.view.hand)
    steps: list[Step] = []
    options: list[Play | Use] = [o for o in mind.ask.options if isinstance(o, Play | Use)]
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
    then = after(road, outlook.seat, option)
    worth = outlook.worth(then) - base
    if isinstance(option, Play):
        worth += hand.refill(len(held)) - hand.keep(option.card)
        if KINDS[option.card].type == "course":
            worth -= outlook.covered(KINDS[option.card]) * outlook.at_once(road, then)
    elif _discards(KINDS[option.card]):
        # The discarded card is one of the hand, not one drawn blindly.
        if not held:
            return Step(-1.0, option, then)
        worth += LOSS * outlook.fresh
        worth += hand.refill(len(held)) - hand.keep(hand.poorest(held))
    return Step(worth, option, then)


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
            options += ways(road.state, seat, KINDS[card])
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
    if kind.played & BRINGS:
        return 0
    if kind.type in ("team", "trait") and (kind.checks or kind.others):
        return 1
    return HOSTILE if kind.target or "junk_shared" in kind.played else TEMPO[kind.type]


# -- why


def why(outlook: Outlook, option: Play | Use, then: Road) -> str:
    """What a play or an action does to the progress of this round, as things stand."""
    kind = KINDS[option.card]
    name = kind.name
    mine = then.pace(outlook.seat) - outlook.pace_now[outlook.seat]
    lasting = kind.type in ("mod", "trait")
    if isinstance(option, Play) and option.on >= 0:
        lost, rival = outlook.pace_now[option.on] - then.pace(option.on), SEAT_LETTERS[option.on]
        return WHY["hurt" if lost > 0 else "rival"].format(name=name, rival=rival, points=lost)
    if kind.type in ("condition", "course"):
        rivals = [
            then.pace(seat) - outlook.pace_now[seat]
            for seat in outlook.racing
            if seat != outlook.seat
        ]
        change = sum(rivals) / max(1, len(rivals))
        told = "shared" if mine > 0 else "shared_hurt" if change < mine else "shared_later"
        return WHY[told].format(name=name, points=mine, rivals=signed(round(change, 1)))
    if kind.played & CARDS:
        return WHY["cards"].format(name=name)
    if mine > 0:
        return WHY["stays_now" if lasting else "now"].format(name=name, points=mine)
    return WHY["stays" if lasting else "best"].format(name=name)
