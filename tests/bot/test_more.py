"""What stands behind *More*."""

from __future__ import annotations

import pytest

from bot.match.match import Match
from bot.posts import custom_ids, more
from games.engine.words import Chart
from tests.bot.faults import match_of


def verbs_of(match: Match, user: int) -> list[str]:
    """What a user can press there."""
    rows = more.more(match, user).rows
    buttons = [each for row in rows if isinstance(row, tuple) for each in row]
    pressed = [custom_ids.read(each.custom_id) for each in buttons]
    return [each.verb for each in pressed if each is not None]


def test_the_chart_is_offered_once_it_shows_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single duel is never counted before its end."""
    match, watcher = match_of("carwars-cards"), 9
    for user in (1, watcher):
        assert "standings" in verbs_of(match, user)
        assert "chart" not in verbs_of(match, user)
    chart = Chart("Points by duel", "duel", "points", ((0, 10), (0, 4)))
    monkeypatch.setattr(match.game.words, "chart", lambda view: chart)
    for user in (1, watcher):
        assert "chart" in verbs_of(match, user)
