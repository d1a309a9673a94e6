"""What the manual says must hold at every moment of a race, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.engine.chance import SeededChance
from games.engine.table import Table
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing import events as e
from games.world_auto_racing.moves import Pass
from games.world_auto_racing.options import Options
from games.world_auto_racing.state import Racer, State, racing
from tests.games.world_auto_racing.laps import n

TIRES = "Tires"


def cap(racer: Racer) -> int:
    """The mod cap of a car: the printed one, and what the one card says that raises it."""
    return kinds.KINDS[racer.car].mod_cap + (racer.trait == n("wrench_runner"))


def faults(state: State) -> Iterator[str]:
    """Everything on the table that breaks the manual."""
    active = Counter(kinds.KINDS[card].subtype for card, _ in state.conditions)
    if active and max(active.values()) > 1:
        yield f"two conditions of one subtype: {active}"
    for seat, racer in enumerate(state.drivers):
        tops = [kinds.KINDS[stack[-1]] for stack in racer.mods]
        subtypes = Counter(top.subtype for top in tops)
        if subtypes and max(subtypes.values()) > 1:
            yield f"{seat} has two mods of one subtype: {subtypes}"
        counted = sum(top.subtype != TIRES for top in tops)
        if racer.car >= 0 and not state.todo and counted > cap(racer):
            yield f"{seat} has {counted} mods, the cap is {cap(racer)}"
        for stack in racer.mods:
            stages = [kinds.KINDS[card].stage for card in stack]
            if len(stack) > 1 and stages != list(range(stages[0], stages[0] + len(stack))):
                yield f"{seat} has stages {stages} in one stack"


def has_refueled(state: State) -> bool:
    """Everyone still racing holds five cards, or has run out of fuel. Rules: Refuel"""
    drivers = (state.drivers[seat] for seat in racing(state))
    return all(len(racer.hand) >= 5 or not racer.garage for racer in drivers)


def too_many(plays: Counter[tuple[int, str]]) -> list[tuple[int, str]]:
    """Types played more often than a round allows; a car and a team give one mod more each.

    Rules: Action
    """
    most = {"mod": 3}
    return [key for key, count in plays.items() if count > most.get(key[1], 1)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_manual_holds_at_every_moment(seats: int) -> None:
    for seed in range(12):
        dice = random.Random(seed)
        table, _ = Table.start(GAME, seats, SeededChance(seed), Options(length=100))
        state = table.context.state
        plays: Counter[tuple[int, str]] = Counter()
        passed: set[int] = set()
        while table.result is None:
            ask = dice.choice(table.asks)
            options = list(ask.options)
            if ask.kind == "action":
                assert ask.seat not in passed, "one who has passed takes no more turns"
                assert ask.seat in racing(state)
                if len(options) > 1 and dice.random() < 0.8:
                    options = [one for one in options if not isinstance(one, Pass)]
            told = table.answer(ask.seat, ask.number, dice.choice(options))
            assert list(faults(state)) == []
            for event in (one.event for one in told):
                if isinstance(event, e.Passed):
                    passed.add(event.seat)
                elif isinstance(event, e.CardPlayed):
                    kind = kinds.KINDS[event.card].type
                    if kind != "control":
                        plays[event.seat, kind] += 1
                elif isinstance(event, e.RoundBegan):
                    assert too_many(plays) == []
                    plays, passed = Counter(), set()
                    progress = [state.drivers[seat].progress for seat in event.order]
                    assert progress == sorted(progress, reverse=True)
                    assert has_refueled(state)
