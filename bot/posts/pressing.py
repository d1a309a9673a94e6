"""Buttons and seats of a match, as every post about it has them."""

from __future__ import annotations

from bot.match.match import Match
from bot.match.names import plain_name
from bot.posts import custom_ids
from bot.posts.posts import Button, Style
from bot.words import TEXTS
from games.engine.players import SEAT_LETTERS


def button_id(
    match: Match, verb: str, number: int = 0, path: tuple[str, ...] = (), *, sure: bool = False
) -> str:
    """The custom id of something to press: what it does (`Clicks`), at which question and with what
    of the answer so far; `sure` where its player has been asked once more."""
    return custom_ids.write(verb, match.id, number, path, sure=sure)


def press(
    match: Match,
    verb: str,
    number: int = 0,
    path: tuple[str, ...] = (),
    *,
    label: str = "",
    style: Style = "plain",
    disabled: bool = False,
    sure: bool = False,
) -> Button:
    """A button with such a custom id; it says what its verb is for (`press.<verb>` of the texts)
    unless it has a label of its own."""
    label = label or TEXTS[f"press.{verb}"]
    return Button(label, button_id(match, verb, number, path, sure=sure), style, disabled)


def who(match: Match, seat: int) -> str:
    """A seat in a sentence: its letter and its player's name."""
    return f"**{SEAT_LETTERS[seat]}** {plain_name(match.seats[seat].name)}"
