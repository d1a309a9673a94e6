"""What a lock screen shows, for every kind of question of every game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.delivery import ringing
from bot.match.calls import Callers
from bot.match.match import Match
from bot.match.notices import MOST_CHARACTERS, Person
from bot.match.seats import Call, Seat
from bot.tables import rows
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance
from games.engine.found import NAMES, find
from games.engine.table import Table
from tests.games.conformance import Temper

NOW = 1_800_000_000_000
NAMES_OF = ("Ann", "Ben", "Cora", "Dev", "Eve", "Finn", "Gil", "Hal")
ANSWERS = 150
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "mini-carwars": ({}, {"scenario": "open-fight"}),
}
KINDS = {
    "carwars": {"build", "place", "turn", "attack"},
    "carwars-cards": {"opening", "action", "answer", "negation", "maneuver"},
    "mini-carwars": {"vehicle", "speed", "move", "fire"},
    "nascards": {"keep", "pit", "drive", "aim"},
    "world-auto-racing": {"car", "mulligan", "action", "scrap"},
}
"""Kinds of question that short random games surely meet."""


def match_of(game: str, seats: int, seed: int, options: dict[str, Any]) -> Match:
    """A match that has been dealt, all of its seats people."""
    rules: Any = find(game)
    match = Match(
        id="WORDS", game=rules, guild_id=1, channel_id=2, host_id=1, status="live",
        options=rules.Options(**options),
        seats=[Seat(name=NAMES_OF[n], user_id=n + 1) for n in range(seats)],
    )  # fmt: skip
    chance = LoggedChance(SeededChance(seed))
    match.deal(*Table.start(rules, seats, chance, match.options))
    return match


def played(game: str) -> Iterator[Match]:
    """Positions of some random games."""
    for options in OPTIONS.get(game, ({},)):
        low, high = find(game).room(find(game).Options(**options))
        for seed, seats in enumerate((low, min(high, 3), high)):
            match = match_of(game, seats, seed, options)
            temper = Temper(random.Random(seed))
            for _ in range(ANSWERS):
                table = match.running()
                if table.result is not None:
                    break
                yield match
                ask = table.asks[0]
                table.answer(ask.seat, ask.number, temper.answer(ask))


def lines(match: Match, stage: int = 1) -> list[str]:
    """What all who are asked would read, each alone and in the channel."""
    due = NOW + 180_000
    out = []
    for ask in match.waiting():
        call = Call(ask.seat, stage)
        out += [ringing.line(match, seat, ask.number, call, due, NOW) for seat in (ask.seat, None)]
    return out


def called(match: Match) -> list[Any]:
    """Whom a bot that has just met these questions would call, when, in which order, and for how
    long: with the first seat here, the second away and the third called in vain before."""
    fresh = msgspec.structs.replace(
        match, due={}, closed={}, rings={}, called={}, calls=[], moves=[],
        seats=[msgspec.structs.replace(seat, lapsed=int(n == 2))
               for n, seat in enumerate(match.seats)],
    )  # fmt: skip
    fresh.set_clocks(NOW, Callers({1: Person(1, seen=NOW)}))
    # Whether somebody has answered ends his clock and his direct messages, which he alone sees.
    rings = [each for each in rows._deadlines(fresh) if each.stage != rows.TIME_OUT]
    notes = [(number, call.seat, call.stage) for number, call in fresh.called.items()]
    return [rings, notes, fresh.earliest_due()]


@pytest.mark.parametrize("game", NAMES)
def test_every_notice_reads_well(game: str) -> None:
    met: dict[str, str] = {}
    for match in played(game):
        for ask in match.waiting():
            met.setdefault(ask.kind, "")
        kind, (own, *_) = match.waiting()[0].kind, lines(match)
        met[kind] = met[kind] or own
        for said in lines(match):
            assert len(said) <= MOST_CHARACTERS
            assert said.startswith(f"Your move · {match.game.title} · ")
            assert re.search(r"[.…] 3 minutes\.$", said), said
            assert "\n" not in said
            assert said.count("Your turn:") == 0 or ", " in said
        assert "Your turn: " not in own, "it says that already"
        assert not re.search(r"· You (?!and |may |, )", own) or ", " in own, own
    print("\n".join(f"{kind}: {said}" for kind, said in met.items()))
    assert KINDS[game] <= met.keys()
    assert not [match for match in [match_of(game, 2, 1, {})] if match.faults]


@pytest.mark.parametrize("game", NAMES)
def test_no_notice_tells_what_is_hidden(game: str) -> None:
    """All that a spectator cannot see is dealt anew, and what notices say stays the same."""
    compared = 0
    for at, match in enumerate(played(game)):
        if at % 5:
            continue
        table = match.running()
        before = lines(match), called(match)
        for seed in range(2):
            match.table = table.imagine(None, seed)
            assert (lines(match), called(match)) == before
            compared += 1
        match.table = table
    assert compared > 30


def test_that_test_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice made from a player's view instead is noticed."""
    words = find("carwars-cards").words

    def leaky(match: Match, seat: int | None) -> str:
        table = match.running()
        view = table.view(match.waiting()[0].seat)
        return words.headline(view, match.waiting(), match.players) + str(view.hand)

    monkeypatch.setattr(ringing, "_what", leaky)
    with pytest.raises(AssertionError):
        test_no_notice_tells_what_is_hidden("carwars-cards")
