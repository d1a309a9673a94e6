"""What is done at a table, as plain logic: no Discord and no database."""

from __future__ import annotations

import pytest

from bot.match import lobby
from bot.match.match import Match
from bot.match.seats import Seat
from games.engine.errors import Refusal
from games.engine.found import find
from tests.bot import faults

MINI = find("mini-carwars")


def waiting(*names: str, game: str = MINI.name) -> Match:
    """A lobby of people; they are users 1, 2 …, the first of them its host."""
    rules = find(game)
    return Match(
        id="TABLE001", game=rules, guild_id=1, channel_id=2, host_id=1, options=rules.Options(),
        seats=[Seat(name, user) for user, name in enumerate(names, 1)],
    )  # fmt: skip


# -- the lobby


def test_a_length_has_room_for_those_whose_seats_are_kept() -> None:
    match = waiting("Ann", "Ben")
    lobby.set_preset(match, 1, "long")
    lobby.invite(match, [(3, "Cora")], 0)
    before = match.options
    with pytest.raises(Refusal, match="Quick is for 2 players here, not for 3"):
        lobby.set_preset(match, 1, "quick")
    assert match.options == before
    lobby.free_kept(match, 1, 3)
    lobby.set_preset(match, 1, "quick")


def test_a_room_that_a_length_has_not_is_given_up() -> None:
    """Else a table for two would wait for the four that it was opened for."""
    match = waiting("Ann")
    lobby.set_preset(match, 1, "long")
    match.room = 4
    lobby.set_preset(match, 1, "quick")
    assert match.places == 2
    lobby.join(match, 2, "Ben", 0)
    with pytest.raises(Refusal):
        lobby.join(match, 3, "Cora", 0)


def test_only_who_sits_there_seats_a_computer_or_takes_one_out() -> None:
    match = waiting("Ann")
    with pytest.raises(Refusal):
        lobby.add_computer(match, 9, "normal")
    lobby.add_computer(match, 1, "normal")
    with pytest.raises(Refusal):
        lobby.drop_computer(match, 9)
    assert [seat.name for seat in match.seats if seat.user_id is None] != []


# -- going back


def test_what_is_news_again_to_a_new_player_is_not_what_was_before_him() -> None:
    match = faults.match_of("nascards")
    for seat in match.seats:
        seat.seen = seat.shown = 9
    match.seats[1].since = 6
    match.restore(match.running(), [])
    assert [seat.seen for seat in match.seats] == [0, 6]
