"""What a game says: the sentences of its questions, choices and events, from one seat's view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.ask import Ask, Asks
from games.engine.players import Player


class Label(msgspec.Struct, frozen=True):
    """One thing to press: `text` for its face, `detail` for a line below it."""

    text: str
    detail: str = ""
    """At most 100 characters; for several cards in one answer, which no list shows, 200."""
    style: str = "plain"
    """`main` (the usual thing), `plain`, or `grave` (foolish or irreversible: asks once more)."""


class Topic(msgspec.Struct, frozen=True):
    """A piece of rules help, in our own words."""

    key: str
    title: str
    text: str
    cite: str
    card: int = -1
    """The number of the card it tells of (of one, where several are told together), or -1."""


class Chart(msgspec.Struct, frozen=True):
    """A game so far as lines, one a seat: miles by turn, points by duel."""

    title: str
    across: str
    """What is counted from left to right, in one word: "turn"."""
    up: str
    """What the lines measure, in one word: "miles"."""
    lines: tuple[tuple[int, ...], ...]
    """By seat, each beginning with the start."""
    goal: int = 0
    """Where the game is won, or 0."""


def _nothing(view: Any, seat: int) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a game says, each part a function. Sentences are plain text; names of players are put in
    as they stand in `players`.

    `view` is always the view of the seat that will read the sentence (`view.seat`, None for the
    channel), so a sentence can hold nothing that seat may not know.
    """

    title: Callable[[Any], str]
    """(view) Where the game stands: "Duel 2, turn 14"."""
    verb: Callable[[Any, Asks], str]
    """(view, asked) What the acting player does, for the head of the picture: "attacks"."""
    headline: Callable[[Any, Asks, Sequence[Player]], str]
    """(view, asked, players) Whose turn it is and what is awaited, for everyone: public facts
    only."""
    prompt: Callable[[Any, Ask[Any], Sequence[Player]], str]
    """(view, ask, players) The question, to the seat it is put to."""
    watching: Callable[[Any], str]
    """(view) That the seat only looks on now, and why; empty while it still plays."""
    task: Callable[[Ask[Any]], str]
    """(ask) What is to be done, in a few words: the title of the hand's picture."""
    why: Callable[[Any, Ask[Any], Sequence[Player]], str]
    """(view, ask, players) Where in the turn the question stands ("Ann's attack > Ben's Swerve >
    Debris")."""
    event: Callable[[Any, Sequence[Player], int | None], str]
    """(event, players, seat) What happened, as `seat` reads it; empty when there is nothing to
    say."""
    path: Callable[[Any], tuple[str, ...]]
    """(option) Its parts as short keys of letters and digits, the same for ever.

    Options are walked part by part (card, then target, then side); no two options of one question
    have the same path, and none is the beginning of another.
    """
    part: Callable[[Any, Ask[Any], tuple[str, ...], Sequence[Player]], Label]
    """(view, ask, path, players) How the last key of a path is shown, as a choice among its
    sisters."""
    order: Callable[[Any, Any, Sequence[Player]], Label]
    """(view, order, players) How an order that could be laid down is shown."""
    idle: Callable[[Any, Ask[Any] | None], dict[int, str]]
    """(view, ask) Why a card of the hand (by place) cannot be played now; playable ones are absent.

    Places number the cards of the hand's picture from 0; a game with cards of several kinds numbers
    them through, as its artist draws them.
    """
    foot: Callable[[Any, Ask[Any], Sequence[Player]], dict[int, tuple[str, str]]]
    """(view, ask, players) For playable cards of the hand (by place): first key of their path, and
    on whom."""
    named: Collection[str] = ()
    """First keys of the paths of cards that name themselves by a large figure: neither their
    button nor the card in the picture carries a number besides."""
    chart: Callable[[Any], Chart]
    """(view) The game so far, for `/table chart`."""
    score: Callable[[Any, int], str]
    """(view, points) A score of the result with its unit: "60 points", "204 miles"."""
    kit: Callable[[Any, int], str] = _nothing
    """(view, seat) What a seat plays with where seats differ, such as the name of its car; else
    empty."""
    topics: Callable[[], Sequence[Topic]]
    """Rules help, in the rulebook's order; the first tells the game in a minute."""
    cards: Callable[[], Sequence[Topic]]
    """Every kind of card with what it does and where its figures are from."""
    options: Callable[[Any], str]
    """(options) A table's options in one line."""
    option: Callable[[str], tuple[str, str]]
    """(name) For a field of the game's Options: its label, and what it means in one line.

    At most 45 and 100 characters. Raises KeyError for a field there is not.
    """
