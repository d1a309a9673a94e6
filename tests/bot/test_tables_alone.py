"""What is done at a table, as plain logic: no Discord and no database."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bot.designs.design_choice import own_name
from bot.designs.designs import SAVED, Gone, MyDesigns
from bot.match import calls, guests, lapsed, lobby, resting
from bot.match.match import Match
from bot.match.seats import Guest, Lapse, Seat
from bot.match.server_rules import ServerRules
from bot.match.state import TURN_SECONDS
from bot.match.votes import OFFERED, Vote
from bot.posts import more, takeover
from bot.presses import hosting, moving, table_talk
from bot.store import DesignRow, MoveRow
from bot.tables import rows
from bot.tables.actor import Actor
from games.carwars_cards.events import CardsDrawn, HandDrawn
from games.engine.errors import Refusal, Stale
from games.engine.found import find
from games.engine.table import Emitted
from tests.bot import faults

MINI = find("mini-carwars")


def waiting(*names: str, game: str = MINI.name) -> Match:
    """A lobby of people; they are users 1, 2 …, the first of them its host."""
    rules = find(game)
    return Match(
        id="TABLE001", game=rules, guild_id=1, channel_id=2, host_id=1, options=rules.Options(),
        seats=[Seat(name, user) for user, name in enumerate(names, 1)],
    )  # fmt: skip


class Answers:
    """Stands for what answers any call with the same."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    async def __call__(self, *args: Any, **how: Any) -> Any:
        return self.answer


def somebody(match: Match, moves: list[MoveRow]) -> Actor:
    """User 1 at a table whose log has these moves."""
    matches = SimpleNamespace(store=SimpleNamespace(moves=Answers(moves)))
    by = SimpleNamespace(user=1, match_id=match.id, look=Answers(match), matches=matches)
    return cast(Actor, by)


def made(n: int, seat: int, kind: str, *told: Emitted) -> MoveRow:
    """A move of the log, and what was told of it."""
    events = rows.told_bytes(told)
    return MoveRow(n=n, seat=seat, kind=kind, number=0, value=b"0", events=events, at=n)


DRAWN = (Emitted(CardsDrawn(1, (13, 26)), (1,)), Emitted(HandDrawn(1, 2), None))
"""What a seat alone is told of its cards, and what everybody is."""


# -- what has happened


def test_a_vote_to_take_back_tells_nothing_that_one_alone_was_told() -> None:
    match = faults.match_of("carwars-cards")
    both = table_talk._seen_of(match, made(1, 1, "answer", *DRAWN))
    assert both == table_talk._seen_of(match, made(1, 1, "answer", DRAWN[1]))
    assert both.startswith("{1} draws 2")
    assert table_talk._seen_of(match, made(1, 1, "answer", DRAWN[0])) == ""


async def test_who_has_the_seat_now_reads_no_secret_of_who_had_it() -> None:
    match = faults.match_of("carwars-cards")
    match.seats[1].since = 5
    by = somebody(match, [made(4, 1, "computer", *DRAWN)])
    cast(Any, by).user = 2
    assert "Missile" not in "".join((await table_talk.what_happened(by)).body)
    match.seats[1].since = 0
    assert "Missile" in "".join((await table_talk.what_happened(by)).body)


async def test_nobody_undoes_what_another_has_played_in_his_seat() -> None:
    match = faults.match_of("carwars-cards")
    match.seats[0].since = 5
    by = somebody(match, [made(4, 0, "answer")])
    cast(Any, by).id = (1, 1)
    cast(Any, by.matches).take_back = Answers(None)
    with pytest.raises(Refusal, match="no move to take back"):
        await table_talk.undo(by)


def test_who_has_left_for_good_could_not_come_back() -> None:
    match = faults.match_of("nascards", people=3)
    match.leave_again([1])
    match.seats[1].computer = match.seats[2].computer = "normal"
    assert table_talk._could_come_back(match, 1) == [2]


async def test_a_table_that_is_opened_again_is_as_it_was() -> None:
    old = faults.match_of("nascards", people=1, computers=1)
    old.options = msgspec.structs.replace(old.options, races=3)
    old.pace, old.level, old.room, old.taking = "post", "hard", 5, "free"
    old.poker_faces = True
    new = waiting("Ann", game="nascards")

    async def opened(**how: Any) -> Match:
        how["furnish"](new)
        return new

    by = somebody(old, [])
    cast(Any, by).id = (1, 1)
    cast(Any, by).matches = SimpleNamespace(now=lambda: 0, open=opened, look=Answers(new))
    await table_talk.again(by, old, "Ann", ServerRules())
    for kept in ("options", "pace", "level", "room", "taking", "poker_faces"):
        assert getattr(new, kept) == getattr(old, kept), kept


async def test_a_story_shows_a_sheet_as_everybody_sees_it() -> None:
    match = faults.match_of("mini-carwars")
    shown = []

    class Drawn:
        async def sheet(self, game: Any, view: Any, *whose: Any) -> None:
            shown.append(view)

    await more.story(match, 0, [], cast(Any, Drawn()))
    assert shown == [match.view(None)]
    assert shown != [match.view(0)]


# -- who may do what


async def test_who_runs_one_server_ends_no_table_of_another() -> None:
    match = faults.match_of("nascards")
    servers = SimpleNamespace(rules=Answers(ServerRules(enders="managers")))
    for guild, may in ((match.guild_id, True), (match.guild_id + 1, False)):
        who = SimpleNamespace(
            permissions=SimpleNamespace(administrator=False, manage_guild=True),
            guild_id=guild, user=SimpleNamespace(id=9),
        )  # fmt: skip
        matches = cast(Any, SimpleNamespace(servers=servers))
        assert await hosting.may_end(matches, cast(Any, who), match) is may


async def test_a_table_that_rests_here_is_one_more_when_it_is_moved_here() -> None:
    match = faults.match_of("nascards")
    who = SimpleNamespace(
        guild=SimpleNamespace(id=match.guild_id, channels=[SimpleNamespace(id=2)]),
        guild_id=match.guild_id, channel_id=2, channel=SimpleNamespace(parent_id=None),
        permissions=SimpleNamespace(administrator=True, manage_guild=True),
    )  # fmt: skip
    servers = SimpleNamespace(rules=Answers(ServerRules(most=1)))
    store = SimpleNamespace(tables_in=Answers(1))
    opens = partial(hosting.may_open, cast(Any, SimpleNamespace(servers=servers, store=store)))
    await opens(cast(Any, who), match)
    resting.rest(match, resting.ASLEEP)
    with pytest.raises(Refusal, match="1 open table at a time"):
        await opens(cast(Any, who), match)


async def test_who_moves_a_table_or_leaves_it_does_not_wake_it_where_it_is() -> None:
    match = faults.match_of("nascards")

    async def change(_: str, do: Any) -> None:
        do(match)

    for verb, wakes in (("move", False), ("leave", False), ("hand", True)):
        resting.rest(match, resting.ASLEEP)
        click = somebody(match, [])
        cast(Any, click).pressed = SimpleNamespace(verb=verb)
        cast(Any, click).interaction = SimpleNamespace(channel_id=match.channel_id)
        cast(Any, click).matches = SimpleNamespace(now=lambda: 0, change=change)
        await moving.clicked(cast(Any, click))
        assert (not match.resting) is wakes, verb


async def test_a_design_is_of_one_game() -> None:
    row = DesignRow(id="D1", user_id=1, game="carwars", key="a", name="A", updated_at=0, body=b"{}")
    store = SimpleNamespace(design=Answers(row))
    with pytest.raises(Gone, match="You have no such"):
        await MyDesigns(cast(Any, SimpleNamespace(store=store)), 1, MINI).look(SAVED + "D1")


def test_a_design_that_is_named_like_what_it_began_with_has_no_name_of_its_own() -> None:
    designs = MINI.designs
    assert designs is not None
    assert own_name(designs, "KILLER KART") == ""
    assert own_name(designs, "Night shift") == "Night shift"


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


# -- votes


def test_who_asks_for_another_move_back_does_not_agree_to_the_one_that_is_voted_on() -> None:
    match = faults.match_of("nascards", people=3)
    match.last_move = 9
    assert not match.call_vote(1, "undo", 7, "{0} stays.")
    with pytest.raises(Refusal, match="already voting on something else"):
        match.call_vote(2, "undo", 3, "{1} pits.")
    assert match.vote is not None
    assert (match.vote.yes, match.vote.back_to) == ([0], 7)


def test_a_vote_that_the_table_offers_outlives_a_no() -> None:
    """Nobody has asked for it, so that nobody has agreed yet says nothing."""
    vote = Vote(kind="end", asked_by=OFFERED)
    vote.say_no(0)
    assert not vote.lost([0, 1, 2])
    vote.say_no(1)
    assert vote.lost([0, 1, 2])


# -- what the board tells while others still choose


def test_an_answer_within_a_window_changes_no_public_line() -> None:
    match = faults.match_of("nascards", people=3, settle=False)
    first, *others = match.waiting()
    assert others, "all are asked at once"
    match.notice = "{2} plays C now."
    before = [seat.shown for seat in match.seats]
    match.give("answer", first.seat, first.number, first.default)
    assert match.notice == "{2} plays C now."
    assert [seat.shown for seat in match.seats] == before, "else the board's news would go"


# -- who sits where


def test_a_name_is_of_who_had_the_seat_to_his_last_move() -> None:
    match = waiting("Ann", "Ben")
    guests.add(match, Guest(user_id=3, kind="played", seat=1, name="Cora", first=4, last=8))
    told = [guests.names_at(match, move)[1] for move in (3, 4, 8, 9)]
    assert told == ["Ben", "Cora", "Cora", "Ben"]


def test_a_seat_is_taken_over_from_who_had_it_last() -> None:
    match = waiting("Ann", "Ben")
    match.seats[1].since = 20
    for user, name in ((3, "Cora"), (4, "Dan")):
        guests.add(match, Guest(user_id=user, kind="played", seat=1, name=name))
    said = takeover.welcome(match, 1)
    assert "Dan" in said
    assert "Cora" not in said


def test_by_post_a_request_waits_for_a_day() -> None:
    match = faults.match_of("nascards", people=2, computers=1)
    match.pace = "post"
    guests.add(match, Guest(user_id=9, kind="asks", seat=2, name="Zoe", first=1))
    for hour, waits in ((23, True), (24, False)):
        guests.tidy(match, hour * 3_600_000)
        assert bool(match.guests_of("asks")) == waits


def test_who_was_turned_away_is_not_kept_once_it_is_over() -> None:
    match = faults.match_of("nascards")
    guests.add(match, Guest(user_id=9, kind="barred", name="Zoe"))
    guests.add(match, Guest(user_id=8, kind="played", seat=1, name="Cora"))
    match.end()
    guests.tidy(match, 0)
    assert [guest.name for guest in match.guests] == ["Cora"]


def test_who_is_called_to_decide_is_somebody_who_plays() -> None:
    match = faults.match_of("nascards", people=2, computers=1)
    match.seats[0].computer = "normal"  # the host's, who has handed it over
    guests.add(match, Guest(user_id=9, kind="asks", seat=2, name="Zoe", first=1))
    match.set_clocks(0)
    (called,) = [call for number, call in match.called.items() if calls.request(match, number)]
    assert called.seat == 1


def test_who_wakes_a_table_takes_the_host_s_part_only_where_he_is_away() -> None:
    match = faults.match_of("nascards", people=3)
    resting.rest(match, resting.ASLEEP)
    resting.wake(match, 2)
    assert match.host_id == 1
    match.seats[0].computer = "normal"
    resting.rest(match, resting.ASLEEP)
    resting.wake(match, 3)
    assert match.host_id == 3


# -- time


def test_who_builds_by_post_has_a_day_as_for_everything() -> None:
    match = faults.match_of("carwars", settle=False)
    (ask, *_) = match.waiting()
    assert ask.brought is not None
    live = match.seconds_for(ask)
    match.pace = "post"
    assert match.seconds_for(ask) == TURN_SECONDS["post"]
    assert live > TURN_SECONDS["live"]


def test_who_takes_an_answer_back_has_the_time_that_he_had() -> None:
    """Not that of who has less: he may have come back later than the others."""
    match = faults.match_of("nascards", settle=False)
    match.floor_ms = 0  # no answer waits
    match.set_clocks(0)
    first, second = (ask.number for ask in match.waiting())
    match.due = {first: 50_000, second: 90_000}
    match.answer(2, second, match.waiting()[1].default)
    match.set_clocks(0)
    assert match.take_back(2)
    assert match.due == {first: 50_000, second: 90_000}


def test_a_late_press_on_the_board_is_one_on_the_window_it_belongs_to() -> None:
    match = faults.match_of("nascards")
    match.seats[1].given = Lapse(number=95, upto=96, given="C", first=94)
    for number, late in ((93, False), (94, True), (96, True), (97, False)):
        with pytest.raises(Stale) if late else nullcontext():
            lapsed.too_late(match, 1, number, of_board=True)


def test_a_table_that_is_opened_again_has_a_pace_that_the_server_allows() -> None:
    assert ServerRules(pace="only-post").pace_of("live") == "post"
    assert ServerRules(pace="post").pace_of("live") == "live"


def test_who_has_left_leaves_again_whoever_else_has_ordered_it_before() -> None:
    match = faults.match_of("nascards", people=3)
    match.leave_again([0])
    match.leave_again([0, 1])
    assert [match.has_left(seat) for seat in range(3)] == [True, True, False]
