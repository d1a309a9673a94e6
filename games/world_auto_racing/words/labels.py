"""What stands on the things to press: the parts of a path, and orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import Voice, count, letter, listed, upper
from games.engine.words import Label
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.moves import Pass, Play
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer
from games.world_auto_racing.words import paths, sums
from games.world_auto_racing.words.hand import figures
from games.world_auto_racing.words.phrases import (
    STATS,
    cut,
    effect_numbers,
    face,
    full_stop,
    name,
    numbers,
    plain,
    sense,
)
from games.world_auto_racing.words.reading import (
    goes_on,
    in_place,
    protecting,
    rival,
    same_condition,
    stack_of,
    stopping,
)

TEXT: Final = 80
"""Most characters on the face of a thing to press."""
DETAIL: Final = 100
"""Most characters of the line below it."""
NONE: Final = {
    paths.ON: ("At nobody", "Its own numbers count all the same"),
    paths.PICK: ("Nothing more", "That part of the card does nothing"),
    paths.REPLACE: ("Keep all mods", "It goes on beside them"),
}
"""A part that is not chosen, where it stands beside others that are."""
SIMPLE: Final = {
    "own": ("Your own garage", "A car and garage that you built"),
    "keep": ("Keep this hand", "You start with these five cards"),
    "redraw": ("Draw five new cards", "This hand is shuffled back; the new one stands"),
}
"""Choices that are always shown the same."""
ACCEPT: Final = {
    "check": ("Use it", "A check costs no turn"),
    "peek": ("Into the junkyard", "You draw the card below it next; all see what it was"),
}
"""Yes, by kind of question: its face and the line below."""
DECLINE: Final = {
    "check": ("Do not use it", "Nothing happens"),
    "peek": ("Leave it on top", "It is the next card you draw"),
    "scrap": ("Discard nothing", "Keep all your cards"),
    "fetch": ("Nothing fits", "Your garage is shuffled all the same"),
}
"""No, likewise."""


def part(view: Race, ask: Ask[Any], keys: tuple[str, ...], players: Sequence[Player]) -> Label:
    """How the last key of a path is shown among its sisters."""
    label = _part(view, ask, keys, Voice(players, view.seat))
    detail = label.detail[:-1] if label.detail.endswith(".") else label.detail
    return Label(cut(label.text, TEXT), cut(detail, DETAIL), label.style)


def _part(view: Race, ask: Ask[Any], keys: tuple[str, ...], v: Voice) -> Label:
    head, last = keys[0], keys[-1]
    if len(keys) > 1:
        return _choice(view, ask, keys, v)
    if head in SIMPLE:
        return Label(*SIMPLE[head], "main" if head == "keep" else "plain")
    if head == "pass":
        return _pass(ask)
    if head == "accept":
        return _accept(view, ask)
    if head == "decline":
        return Label(*DECLINE.get(ask.kind, ("No", "")))
    card = cards.card(paths.number(last))
    if head.startswith(paths.TAKE):
        return Label(card.name, f"{upper(numbers(card))}, mod cap {card.mod_cap}. {card.plan}")
    if head.startswith(paths.LOSE):
        return _lose(view, card)
    if head.startswith((paths.DISCARD, paths.FETCH)):
        return Label(face(card), sense(card))
    if head.startswith(paths.USE):
        return _use(view, card)
    return _card(view, ask, card)


def _pass(ask: Ask[Any]) -> Label:
    if all(isinstance(option, Pass) for option in ask.options):
        return Label("Pass", "You have nothing that you can play", "main")
    return Label("Pass", "Final for this round")


def _accept(view: Race, ask: Ask[Any]) -> Label:
    text, detail = ACCEPT.get(ask.kind, ("Yes", ""))
    if ask.kind == "check" and view.checking >= 0:
        text = f"Use {name(view.checking)}"
    return Label(text, detail, "main" if ask.kind == "check" else "plain")


# -- a card to play


def _card(view: Race, ask: Ask[Any], card: Card) -> Label:
    """The card, what it would replace or multiply, its numbers and its text."""
    driver = view.me
    told: list[str] = []
    style = "main"
    if driver is not None and card.type == "mod":
        stack = in_place(driver, card)
        told.append(_replaces(card, stack))
        if len(stack) > 1 and not goes_on(card, stack) and stack[-1] != card.number:
            style = "grave"
    if driver is not None and card.type == "trait" and driver.trait >= 0:
        told.append(f"Junks your {name(driver.trait)}.")
    if card.type == "condition" and (old := same_condition(view, card)) >= 0:
        told.append(f"Junks {name(old)}.")
    told.append(_worth(card) if card.type != "course" else _course(view, card))
    ways = [o for o in ask.options if isinstance(o, Play) and o.card == card.number]
    if ways and all(o.replace >= 0 for o in ways):
        told.append("At the mod cap: another goes.")
    aims = [o.on for o in ways]
    if card.effects.target and max(aims, default=-1) < 0:
        told.append("Nobody it can aim at now.")
    if max(aims, default=-1) < 0:
        told.append(_stopped(view, card, -1))
    worth = "" if _idle(view, card) else effect_numbers(card)
    if driver is not None and card.type not in ("condition", "course"):
        # The same figure as below the card: its printed numbers are not all that it changes.
        worth = figures(view, card, ways)
    does = full_stop(card.text.strip())
    text = f"{card.name}: {worth[:1].lower()}{worth[1:]}" if worth else face(card)
    if does and not worth:
        text = f"{card.name}. {does[:-1]}"
    if worth or len(text) > TEXT:
        told.append(does)
    return Label(text, " ".join(part for part in told if part), style)


def _idle(view: Race, card: Card) -> bool:
    """Whether the numbers of a course would change nothing: it multiplies by 1, as is done now."""
    now = cards.card(view.courses[-1][0]) if view.courses else card
    return card.type == "course" and all(
        getattr(each, stat) == 1 for each in (card, now) for stat in STATS
    )


def _stopped(view: Race, card: Card, on: int) -> str:
    """ "B's Closed Road Order may stop it.", where an active check of another waits for it."""
    seat, check = stopping(view, card, on)
    return f"{letter(seat)}'s {name(check)} may stop it." if check >= 0 else ""


def _worth(card: Card) -> str:
    return full_stop(upper(effect_numbers(card)))


def _replaces(card: Card, stack: Sequence[int]) -> str:
    """What becomes of the mod of its subtype: "Upgrade.", "Junks Hood Scoop."."""
    if not stack:
        return ""
    if goes_on(card, stack):
        return f"On top of Stage {card.stage - 1}."
    if stack[-1] == card.number:
        return "You have this one already: the old goes."
    if len(stack) > 1:
        return f"Junks {name(stack[-1])} and {count(len(stack) - 1, 'stage')} below."
    return f"Junks {name(stack[-1])}."


def _course(view: Race, card: Card) -> str:
    """What a course would multiply: "×2 power (you 8, B 11), ×0.5 handling (now ×1.5; you 4, B 2)."

    The stats are those before the present course multiplies them; they are left out where the
    card's own text would not fit beside them.
    """
    for with_stats in (True, False):
        parts = [_multiplied(view, card, stat, with_stats) for stat in STATS]
        words = full_stop(", ".join(parts))
        if len(words) + len(card.text) < DETAIL:
            break
    return words


def _multiplied(view: Race, card: Card, stat: str, with_stats: bool) -> str:
    """ "×2 power (now ×1.5; you 8, B 11)": where 1 stays 1, only the multiplier."""
    number, now = getattr(card, stat), 1
    if view.courses:
        now = getattr(cards.card(view.courses[-1][0]), stat)
    words = f"×{plain(number)} {stat}"
    if number == now == 1:
        return words
    stands = [f"now ×{plain(now)}"] if now not in (number, 1) else []
    own = view.projected(view.seat) if with_stats and view.seat is not None else None
    if own is not None:
        told = f"you {plain(sums.before_course(getattr(own, stat)))}"
        other = rival(view)
        if other >= 0 and (his := view.projected(other)) is not None:
            told += f", {letter(other)} {plain(sums.before_course(getattr(his, stat)))}"
        stands.append(told)
    return f"{words} ({'; '.join(stands)})" if stands else words


# -- an ability


_ACTION: Final = re.compile(r"(?:^|(?<=[.;] ))Action\b[^:]*:\s*", re.IGNORECASE)
"""Where a card's text begins to tell its action ability."""


def _use(view: Race, card: Card) -> Label:
    """ "Car: discard a card; gain 1 power this round"."""
    found = _ACTION.search(card.text)
    does = card.text[found.end() :].strip() if found else card.text.strip()
    driver = view.me
    short = "Car" if driver is not None and driver.car == card.number else card.name
    if not does:
        return Label(f"Use {short}", "", "main")
    text = f"{short}: {does}".rstrip(".")
    if len(text) <= TEXT:
        return Label(text, f"Ability of {card.name}; a use is an action", "main")
    return Label(f"Use {short}", full_stop(upper(does)), "main")


# -- the parts of a play


def _choice(view: Race, ask: Ask[Any], keys: tuple[str, ...], v: Voice) -> Label:
    """A target, a card to work on or a mod to give up, after the card itself."""
    last, number = keys[-1], paths.number(keys[-1])
    options = paths.under(ask, keys)
    if number < 0:
        if not options or len(paths.under(ask, keys[:-1])) == len(options):
            # Nothing to choose here: the part before it says it all.
            return _part(view, ask, keys[:-1], v)
        return Label(*NONE[last[0]], "main" if last == paths.REPLACE else "plain")
    if last.startswith(paths.ON):
        return _target(view, ask, keys, number, v)
    if last.startswith(paths.PICK):
        return _pick(view, options, number, v)
    return _given_up(view, number)


def _target(view: Race, ask: Ask[Any], keys: tuple[str, ...], seat: int, v: Voice) -> Label:
    """A driver to aim at, with how that driver stands."""
    driver = view.drivers[seat]
    text = f"{letter(seat)} {v.name(seat)}"
    told = []
    if (now := view.projected(seat)) is not None:
        told.append(f"makes {sums.brief(now)}")
    told.append(f"at {driver.progress} of {view.options.length}")
    told.append(count(len(driver.hand)) + " in hand")
    card = cards.card(paths.number(keys[0]))
    warned = _stopped(view, card, seat)
    if (shield := protecting(view, card, seat)) >= 0:
        warned = f"{name(shield)} protects the mods."
    elif _nothing_there(ask, keys):
        warned = "Nothing there to work on."
    return Label(text, f"{warned} {upper('; '.join(told))}".strip())


def _nothing_there(ask: Ask[Any], keys: tuple[str, ...]) -> bool:
    """Whether a card finds something to work on at others, but not here."""
    picks = [option.pick >= 0 for option in paths.under(ask, keys[:1])]
    here = [option.pick >= 0 for option in paths.under(ask, keys)]
    return any(picks) and not any(here)


def _pick(view: Race, options: Sequence[Any], number: int, v: Voice) -> Label:
    """A mod or condition that a card is to work on."""
    card = cards.card(number)
    if card.type == "condition":
        owner = dict(view.conditions).get(number, -1)
        whose = "Yours. " if owner == v.reader else f"{v.whose(owner)}. "
        return Label(face(card), f"{whose if owner >= 0 else ''}{sense(card)}")
    seat = options[0].on if options and options[0].on >= 0 else view.seat
    driver = view.drivers[seat] if seat is not None else None
    return Label(face(card), _mod_gone(card, driver, top_only=True))


def _given_up(view: Race, number: int) -> Label:
    """An own mod that goes for another: its whole stack does."""
    card, driver = cards.card(number), view.me
    style = "grave" if driver is not None and len(stack_of(driver, number)) > 1 else "plain"
    return Label(f"Give up {face(card)}", _mod_gone(card, driver, top_only=False), style)


def _lose(view: Race, card: Card) -> Label:
    return Label(face(card), _mod_gone(card, view.me, top_only=view.checking >= 0))


def _mod_gone(card: Card, driver: Racer | None, *, top_only: bool) -> str:
    """What a car loses with a mod: its numbers, and what becomes of the stages below."""
    told = f"{sense(card)}" if sense(card) else "No numbers."
    below = stack_of(driver, card.number)[:-1] if driver is not None else ()
    if not below:
        return told
    if top_only:
        under = cards.card(below[-1])
        return f"Below it: {under.name} ({numbers(under) or 'no numbers'}). {told}"
    return f"With {listed([name(each) for each in reversed(below)])}. {told}"
