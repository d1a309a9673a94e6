"""Faults planted in the rules of real games, and the log that tells of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.match.match import Match
from bot.match.seats import Seat
from games.engine.ask import Ask, Step
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance
from games.engine.found import NAMES, find
from games.engine.game import Game
from games.engine.table import Context, Table

__all__ = ["NAMES", "capture_logs"]
SECRET = "the Queen of Spades"
"""What the error's own text says: as if it named a card of somebody's hand."""


class Planted(Exception):
    """What a planted fault raises."""


class Plant:
    """Rules that raise, in the middle of a turn, once a question has been answered for which
    `fails` holds. To be planted before a table begins: a rule under way is not changed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.fails: Callable[[Ask[Any]], bool] = lambda ask: False
        self.raised = 0
        game = find(name)
        beat = type(game).beat

        def watched(step: Step[None]) -> Step[None]:
            for asks in step:
                yield asks
                if any(self.fails(ask) for ask in asks):
                    self.raised += 1
                    raise Planted(SECRET)

        def planted(self: Game[Any], live: Context[Any]) -> Step[None] | None:
            step = beat(self, live)
            return None if step is None else watched(step)

        monkeypatch.setattr(type(game), "beat", planted)

    def at(self, ask: Ask[Any], *values: Any) -> None:
        """Raise at questions of that seat and kind, whatever is answered or only with these."""
        seat, kind = ask.seat, ask.kind
        self.fails = lambda asked: (
            (asked.seat, asked.kind) == (seat, kind) and (not values or asked.given in values)
        )


def raising(*args: Any, **more: Any) -> Any:
    """Stands for any function of the rules."""
    raise Planted(SECRET)


def match_of(name: str, people: int = 2, computers: int = 0, *, settle: bool = True) -> Match:
    """A match of that game as plain logic; people are users 1, 2 …, and sit first. What has one
    answer is answered, unless it is not to `settle`."""
    game = find(name)
    seats = [Seat(name=f"P{n}", user_id=n) for n in range(1, people + 1)]
    seats += [Seat(name=f"C{n}", computer="normal") for n in range(computers)]
    match = Match(
        id="FAULTS", game=game, guild_id=1, channel_id=2, host_id=1, status="live",
        options=game.Options(), seats=seats,
    )  # fmt: skip
    chance = LoggedChance(SeededChance(1))
    match.deal(*Table.start(game, len(seats), chance, match.options))
    if settle:
        settled(match)
    return match


def settled(match: Match) -> None:
    """Let computers play and clocks start, as after each commit."""
    rng = random.Random(1)
    for _ in range(200):
        if not match.goes_on:
            break
        match.go_on(match.think(rng))
    else:
        raise AssertionError("it goes on for ever")
    match.set_clocks(0)


def to_a_choice(match: Match) -> Ask[Any]:
    """Play until one person is asked something with a choice; returns the question."""
    for _ in range(200):
        asks = match.running().asks
        if len(asks) == 1 and len(asks[0].options) > 1:
            return asks[0]
        user = match.seats[asks[0].seat].user_id
        assert user is not None
        match.answer(user, asks[0].number, asks[0].default)
        settled(match)
    raise AssertionError("no question with a choice")


def another(ask: Ask[Any]) -> Any:
    """An option that is not the default."""
    return next(option for option in ask.options if option != ask.default)


def errors(logs: Sequence[Any]) -> list[Any]:
    """Lines of the log that tell of trouble, none of which may tell a value."""
    for line in logs:
        assert "Queen" not in f"{line} {line.get('exc_info')}"
    return [line for line in logs if line["log_level"] in ("error", "warning")]
