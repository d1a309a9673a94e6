"""What a player has the table do for him from now on, as buttons and lists of his hand: orders of
the game, answers that the table gives by itself, and windows that are passed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bot.match.match import Match
from bot.posts.naming import names_for_buttons
from bot.posts.posts import A_SELECT, Button, Choice, Select
from bot.posts.pressing import button_id, press
from bot.words import say
from games.engine.ask import Ask

PASSES: Final = "passes"
"""The part of a custom id that names passing every window; other auto answers are named by their
kind of question."""


def auto_key(kind: str) -> str:
    """An auto answer in a custom id."""
    return kind.replace("_", "-")


def order_key(order: Any) -> str:
    """An order by value, as the value of a select's line (at most 100 characters)."""
    return msgspec.json.encode(order).decode()


def order_mark(order: Any) -> str:
    """An order by value, in a custom id."""
    return hashlib.blake2s(order_key(order).encode(), digest_size=6).hexdigest()


def switches(match: Match, seat: int, view: Any, ask: Ask[Any] | None) -> list[Button]:
    """What the player may have done from now on, and what he has, each switched by its button: one
    that is on is green and has a check mark."""
    mine, auto, game = match.seats[seat], match.game.auto_answers, match.game
    button, out = game.words.button, []
    if ask is not None and ask.kind in game.windows and not mine.passes:
        out.append(press(match, "passes", ask.number))
    elif ask is not None and ask.kind in auto and ask.kind not in mine.auto_answers:
        out.append(press(match, "wish", ask.number, label=button(ask.kind, "auto_answer")))
    on = [(say("press.passes"), PASSES)] * mine.passes
    on += [(button(x, "auto_answer"), auto_key(x)) for x in mine.auto_answers if x in auto]
    out += [
        press(match, "unwish", seat, (key,), style="good", label=say("hands.on", what=label))
        for label, key in on
    ]
    for order in _orders(match, seat):
        label = game.words.order(view, order, names_for_buttons(match))
        if label.style == "good":
            path = (order_mark(order),)
            text = say("hands.on", what=label.text)
            out.append(press(match, "unorder", seat, path, style="good", label=text))
    return out


def to_give(match: Match, seat: int, view: Any) -> list[Select]:
    """The orders that may be given at any time and lead no match to its end, as one select."""
    players = names_for_buttons(match)
    choices = []
    for order in _orders(match, seat)[:A_SELECT]:
        label = match.game.words.order(view, order, players)
        if label.style not in ("grave", "good"):
            choices.append(Choice(label.text, order_key(order), label.detail))
    if not choices:
        return []
    return [Select(say("hands.give_an_order"), button_id(match, "order", seat), tuple(choices))]


def keys(match: Match, seat: int) -> list[str]:
    """The orders that buttons and lists of a hand are made of, by value."""
    leaves = match.game.leave_order(match.running_or_over().context.state, seat)
    return [order_key(order) for order in _orders(match, seat) if order != leaves]


def _orders(match: Match, seat: int) -> Sequence[Any]:
    """What a player may lay down at any time. The match may have ended while his hand was drawn:
    then that hand is about to be made anew."""
    table = match.running_or_over()
    return match.game.orders(table.context.state, seat) if match.status == "live" else ()
