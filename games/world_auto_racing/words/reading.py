"""What a view says, where several sentences need the same: own mods, the lead, what is used up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.ask import Ask
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.moves import Play
from games.world_auto_racing.view import Driver, WarView

TIRES: Final = "Tires"
"""The subtype that the mod cap does not count. Rules: Mods"""


def me(view: WarView) -> Driver | None:
    """The reader's own driver; None for a spectator."""
    return None if view.seat is None else view.drivers[view.seat]


def active_mods(driver: Driver) -> list[int]:
    """The mods that count: the top of each stack."""
    return [stack[-1] for stack in driver.mods if stack]


def capped(driver: Driver) -> int:
    """How many active mods the mod cap counts. Rules: Mods"""
    return sum(cards.card(mod).subtype != TIRES for mod in active_mods(driver))


def stack_of(driver: Driver, card: int) -> tuple[int, ...]:
    """The stack with that card on top; empty when there is none."""
    return next((stack for stack in driver.mods if stack and stack[-1] == card), ())


def in_place(driver: Driver, card: Card) -> tuple[int, ...]:
    """The stack a mod would upgrade or replace: the one of its subtype. Rules: Mods"""
    for stack in driver.mods:
        if stack and cards.card(stack[-1]).subtype == card.subtype:
            return stack
    return ()


def upgrades(card: Card, stack: Sequence[int]) -> bool:
    """Whether a mod goes on top of a stack as its next stage. Rules: Mods"""
    if not stack or not card.stage:
        return False
    top = cards.card(stack[-1])
    return top.line == card.line and card.stage == top.stage + 1


def needs(driver: Driver, card: Card) -> str:
    """What a staged mod still needs: "Stage 2 needs Stage 1 in play"; empty when it has it."""
    if card.type != "mod" or card.stage < 2:
        return ""
    stack = in_place(driver, card)
    if upgrades(card, stack) or (stack and stack[-1] == card.number):
        return ""
    return f"Stage {card.stage} needs Stage {card.stage - 1} in play"


def lead(view: WarView) -> int:
    """Who is in the lead by this round's racing order, or -1 before the first."""
    racing = [seat for seat in view.order if view.drivers[seat].racing]
    return racing[0] if racing else -1


def rival(view: WarView) -> int:
    """Whom the reader measures himself against: the leader, or who follows him when he leads."""
    others = [s for s in view.order if s != view.seat and view.drivers[s].racing]
    return others[0] if others else -1


def rivals(view: WarView) -> list[int]:
    """The other drivers still racing, in seat order."""
    return [d.seat for d in view.drivers if d.racing and d.seat != view.seat]


def owner_of(view: WarView, condition: int) -> int:
    """Whose condition that is, or -1."""
    return next((owner for card, owner in view.conditions if card == condition), -1)


def same_condition(view: WarView, card: Card) -> int:
    """The active condition that a new one would junk: that of its subtype; else -1."""
    for number, _ in view.conditions:
        if cards.card(number).subtype == card.subtype:
            return number
    return -1


def plays(ask: Ask[object]) -> list[Play]:
    """The cards the question allows to be played, with all their parts."""
    return [option for option in ask.options if isinstance(option, Play)]


def in_play(view: WarView, seat: int) -> list[int]:
    """A driver's active cards, shared ones too, in the order in which their checks work."""
    driver = view.drivers[seat]
    own = [driver.car, driver.trait, *active_mods(driver), *driver.teams]
    own += [card for card, _ in driver.controls]
    own += [card for card, owner in view.conditions if owner == seat]
    own += [card for card, owner in view.courses[-1:] if owner == seat]
    return [card for card in own if card >= 0]


def stopping(view: WarView, card: Card, on: int) -> tuple[int, int]:
    """(seat, card) of an active check that may stop this card, or (-1, -1).

    It may have done so already this round: that is not in the view.
    """
    for seat in view.order:
        if seat == view.seat or not view.drivers[seat].racing:
            continue
        event = f"opponent_commits:{card.type}"
        aimed = card.type == "control" and on == seat
        for number in in_play(view, seat):
            for effect in cards.card(number).effects.effects:
                answers = effect.event == event or (aimed and effect.event == "targeted_by_control")
                if answers and any(op.op == "cancel" for op in effect.do):
                    return seat, number
    return -1, -1


def protecting(view: WarView, card: Card, on: int) -> int:
    """The card of a target that keeps this one from uninstalling a mod there, or -1."""
    if not any(op.op == "uninstall" for effect in card.effects.effects for op in effect.do):
        return -1
    for number in in_play(view, on):
        for effect in cards.card(number).effects.effects:
            if effect.test is None and any(op.op == "protect_mods" for op in effect.do):
                return number
    return -1
