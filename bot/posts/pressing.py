"""Buttons of a match, as every post about it has them."""

from __future__ import annotations

from bot.match.match import Match
from bot.posts import custom_ids
from bot.posts.posts import Button, Style


def button_id(
    match: Match, verb: str, number: int = 0, path: tuple[str, ...] = (), *, sure: bool = False
) -> str:
    """The custom id of something to press: what it does (`Clicks`), at which question and with what
    of the answer so far; `sure` where its player has been asked once more."""
    return custom_ids.write(verb, match.id, number, path, sure=sure)


def press(
    match: Match,
    label: str,
    verb: str,
    number: int = 0,
    path: tuple[str, ...] = (),
    *,
    style: Style = "plain",
    disabled: bool = False,
    sure: bool = False,
) -> Button:
    """A button with such a custom id."""
    return Button(label, button_id(match, verb, number, path, sure=sure), style, disabled)
