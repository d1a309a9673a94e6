"""Under each card of the hand: what it would do now, or why it cannot be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import letters
from games.world_auto_racing import cards
from games.world_auto_racing.ai_plays import play
from games.world_auto_racing.ai_road import road_of
from games.world_auto_racing.cards import Card
from games.world_auto_racing.moves import Play
from games.world_auto_racing.race import Race
from games.world_auto_racing.words import paths
from games.world_auto_racing.words.phrases import an, effect_numbers, name, numbers, signed
from games.world_auto_racing.words.reading import goes_on, in_place, needs, same_condition

FOOT: Final = 32
"""Most characters below a card that can be played."""
IDLE: Final = 36
"""Most characters below one that cannot."""
OTHERWISE: Final = {
    "mulligan": "Yours if you keep the hand",
    "lose": "First give up a mod",
    "fetch": "First take a card",
    "check": "First decide about the check",
    "peek": "First decide about the top card",
    "discard": "Not this one",
    "scrap": "Not this one",
}
"""Below every card, while a question is open that is not about playing one."""
SAME: Final = "swap for the one you have"
"""Below a mod that is on the car already: its numbers are not added again."""
DISCARDED: Final = {"discard": "Discard it", "scrap": "Discard it, or keep all"}
"""Below a card that may be discarded."""


def foot(view: Race, ask: Ask[Any], players: Sequence[Player]) -> dict[int, tuple[str, str]]:
    """First key and what would happen, of each card that can be chosen, by place in the hand."""
    del players
    options: dict[int, list[Any]] = {}
    letter = ""
    for option in ask.options:
        key = paths.path(option)[0]
        if key.startswith((paths.CARD, paths.DISCARD)) and paths.number(key) >= 0:
            letter = key[0]
            options.setdefault(paths.number(key), []).append(option)
    out: dict[int, tuple[str, str]] = {}
    for place, card in enumerate(view.hand):
        if card in options:
            words = DISCARDED.get(ask.kind) or _foot(view, cards.card(card), options[card])
            out[place] = (f"{letter}{card}", words)
    return out


def _foot(view: Race, card: Card, options: Sequence[Play]) -> str:
    """The fullest of several ways to say it that has room, of a mod as it is put on most often."""
    what = figures(view, card, options)
    bare = numbers(card) if what == effect_numbers(card) else what
    options = _usual(options)
    seats = sorted({play.on for play in options if play.on >= 0})
    where = f"at {letters(seats)}" if seats else _where(view, card, options)
    if not seats and any(play.pick >= 0 for play in options):
        picks = sorted({play.pick for play in options if play.pick >= 0})
        where = f"at {name(picks[0])}" if len(picks) == 1 else f"one of {len(picks)}"
    if card.effects.target and not seats:
        where = "nobody to aim at"
    text = card.text.strip().rstrip(".")
    ways = (
        f"{what}, {where}" if what and where else "",
        f"{bare}, {where}" if bare and where else "",
        upper_at(where),
        what or text,
        bare,
        "Play now",
    )
    return next(words for words in ways if words and len(words) <= FOOT)


def figures(view: Race, card: Card, options: Sequence[Play]) -> str:
    """What stands for a card's numbers, below it and on its button: what the round would come to
    where there is one way to play it, else what is printed."""
    options = _usual(options)
    aimed = any(play.on >= 0 for play in options)
    same = not aimed and _where(view, card, options) == SAME
    printed = "" if same else effect_numbers(card)
    if len(options) == 1 and not card.effects.target:
        return _made(view, options[0], printed=bool(printed)) or printed
    return printed


def _usual(options: Sequence[Play]) -> Sequence[Play]:
    """The ways to play a card without giving up a mod, where there are any."""
    return [play for play in options if play.replace < 0] or options


def _made(view: Race, option: Play, *, printed: bool) -> str:
    """What the round would come to: the printed numbers are not all that a card changes, and not
    all of them count. Empty for a card that has none and changes nothing."""
    now, then = forecast(view, option)
    if now == then:
        return "No change now" if printed else ""
    return f"Makes {then} ({signed(then - now)})"


def forecast(view: Race, option: Play) -> tuple[int, int]:
    """The progress of the viewing driver's round as it stands, and after that play alone, as far as
    all can see: cards that it would draw or search are not foreseen."""
    assert view.seat is not None
    road = road_of(view)
    after = play(road, view.seat, option.card, option.on, option.pick, option.replace)
    return road.pace(view.seat), after.pace(view.seat)


def upper_at(where: str) -> str:
    """ "Aim at B or C", where that is all there is room for."""
    return f"Aim {where}" if where.startswith("at ") else where[:1].upper() + where[1:]


def _where(view: Race, card: Card, options: Sequence[Play]) -> str:
    """What makes room for the card: an upgrade, a mod given up, an old trait or condition."""
    driver = view.me
    if driver is None:
        return ""
    if card.type == "mod":
        if options[0].replace >= 0:
            return "one mod goes"
        stack = in_place(driver, card)
        if not stack:
            return ""
        if stack[-1] == card.number:
            return SAME
        return "upgrade" if goes_on(card, stack) else f"junks {name(stack[-1])}"
    if card.type == "trait" and driver.trait >= 0:
        return f"junks {name(driver.trait)}"
    if card.type == "condition" and (old := same_condition(view, card)) >= 0:
        return f"junks {name(old)}"
    return ""


def idle(view: Race, ask: Ask[Any] | None) -> dict[int, str]:
    """Why a card cannot be played now, by place in the hand; playable ones are absent."""
    playable: set[int] = set()
    if ask is not None:
        playable = {
            paths.number(key)
            for option in ask.options
            if (key := paths.path(option)[0]).startswith((paths.CARD, paths.DISCARD))
        }
    if view.seat is None:
        return {}
    kind = ask.kind if ask is not None else ""
    return {
        place: _why_not(view, view.seat, cards.card(card), kind)
        for place, card in enumerate(view.hand)
        if card not in playable
    }


def _why_not(view: Race, seat: int, card: Card, kind: str) -> str:
    if view.phase == "over":
        return "The race is over"
    if kind in OTHERWISE:
        return OTHERWISE[kind]
    if view.drivers[seat].retired:
        return "You left the race"
    if not view.races(seat):
        return "Others race on alone"
    if view.phase == "mulligan":
        return "The race has not begun"
    if view.drivers[seat].passed:
        return "You have passed this round"
    if card.type in view.spent(seat):
        return f"You played {an(card.type)} this round"
    if why := needs(view.drivers[seat], card):
        return why
    return "Not now" if kind == "action" else "Wait for your turn"
