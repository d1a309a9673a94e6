"""What a view says, where several sentences need the same: rivals, stacks, who may interfere."""

from __future__ import annotations

from collections.abc import Sequence

from games.world_auto_racing.area import own_active
from games.world_auto_racing.cards import Card
from games.world_auto_racing.kinds import AIMED, COMMITS, KINDS
from games.world_auto_racing.mods import place_of, protector, upgrades
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer, racing


def stack_of(driver: Racer, card: int) -> Sequence[int]:
    """The stack with that card on top; empty when there is none."""
    return next((stack for stack in driver.mods if stack[-1] == card), ())


def in_place(driver: Racer, card: Card) -> Sequence[int]:
    """The stack a mod would upgrade or replace: the one of its subtype. Rules: Mods"""
    at = place_of(driver, KINDS[card.number])
    return driver.mods[at] if at >= 0 else ()


def goes_on(card: Card, stack: Sequence[int]) -> bool:
    """Whether a mod goes on top of a stack as its next stage. Rules: Mods"""
    return bool(stack) and upgrades(KINDS[card.number], KINDS[stack[-1]])


def needs(driver: Racer, card: Card) -> str:
    """What a staged mod still needs: "Stage 2 needs Stage 1 in play"; empty when it has it."""
    if card.type != "mod" or card.stage < 2:
        return ""
    stack = in_place(driver, card)
    if goes_on(card, stack) or card.number in stack[-1:]:
        return ""
    return f"Stage {card.stage} needs Stage {card.stage - 1} in play"


def rival(view: Race) -> int:
    """Whom the reader measures himself against: the leader, or who follows him when he leads."""
    return next((seat for seat in racing(view) if seat != view.seat), -1)


def same_condition(view: Race, card: Card) -> int:
    """The active condition that a new one would junk: that of its subtype; else -1."""
    same = (old for old, _ in view.conditions if KINDS[old].subtype == card.subtype)
    return next(same, -1)


def stopping(view: Race, card: Card, on: int) -> tuple[int, int]:
    """(seat, card) of an active check that may stop this card, or (-1, -1). It may have done so
    already this round."""
    for seat in racing(view):
        if seat == view.seat:
            continue
        events = [f"opponent_commits:{card.type}"]
        if card.type == "control" and on == seat:
            events.append("targeted_by_control")
        for _, number, _ in own_active(view, seat, COMMITS[card.type] | AIMED):
            for check in KINDS[number].checks:
                if check.event in events and any(deed.op == "cancel" for deed in check.deeds):
                    return seat, number
    return -1, -1


def protecting(view: Race, card: Card, on: int) -> int:
    """The card of a target that keeps this one from uninstalling a mod there, or -1."""
    deeds = (deed for doing in KINDS[card.number].effects if doing for deed in doing.deeds)
    return protector(view, on) if any(deed.op == "uninstall" for deed in deeds) else -1
