"""`/games`: a player's tables, those that wait for him first and those that rest last."""

from __future__ import annotations

from typing import NamedTuple

from bot.delivery.delivery import Delivery
from bot.match import resting
from bot.match.match import Match
from bot.posts import boards
from bot.posts.posts import Post
from bot.presses import moving
from bot.tables.matches import Matches, NoSuchMatch, OutOfOrder
from bot.words import say

WAITS, LOBBY, GOES_ON, RESTS = range(4)
"""In which order tables are listed."""


class Line(NamedTuple):
    """One table, as lines are sorted."""

    rank: int
    due: int
    """When its clock runs out, in ms; 0 where none runs."""
    text: str


async def post(matches: Matches, delivery: Delivery, user_id: int) -> Post:
    """What `/games` answers."""
    found: list[Line] = []
    tables: list[Match] = []
    locked: set[str] = set()
    for line in await matches.store.matches_of(user_id):
        if line.status not in ("lobby", "live"):
            continue
        try:
            match = await matches.look(line.id)
        except OutOfOrder:
            title = boards.title(line.game)
            text = say(
                "boards.table_out_of_order", title=title, id=line.id, channel_id=line.channel_id
            )
            found.append(Line(RESTS, 0, text))
        except NoSuchMatch:
            continue
        else:
            tables.append(match)
            shut = match.status == "live" and await delivery.is_locked(match)
            if shut:
                locked.add(match.id)
            found.append(of(match, line.seat, user_id, matches.now(), locked=shut))
    for match_id in await matches.store.kept_for(user_id):
        try:
            match = await matches.look(match_id)
        except (OutOfOrder, NoSuchMatch):
            continue
        found.append(Line(LOBBY, 0, _text(match, say("table_list.keeps_a_seat"))))
    found.sort(key=lambda line: (line.rank, line.due or 1 << 62))
    return Post(
        head=say("table_list.your_tables"),
        body=tuple(line.text for line in found) or (say("table_list.you_are_at_no"),),
        rows=await moving.offers(matches, tables, locked),
    )


def of(match: Match, seat: int, user_id: int, now: int, *, locked: bool = False) -> Line:
    """A table in a player's list; `locked`: it is played in a locked thread."""
    line = _line(match, seat, user_id, now)
    return line._replace(text=_text(match, line.text, locked=locked))


def _line(match: Match, seat: int, user_id: int, now: int) -> Line:
    """The same with the table's state alone as its text."""
    if match.resting:
        asleep = match.resting == resting.ASLEEP
        return Line(RESTS, 0, say("resting.sleeps") if asleep else say("resting.is_paused"))
    if match.status == "lobby":
        low, _ = match.game.room(match.options)
        if match.host_id == user_id and len(match.seats) >= low:
            return Line(WAITS, 0, say("table_list.waits"))
        return Line(LOBBY, 0, say("table_list.waits_for_its_start"))
    if match.seats[seat].computer:
        return Line(GOES_ON, 0, say("table_list.the_computer_plays"))
    if match.more or match.ask_of(seat) is None:
        return Line(GOES_ON, 0, say("table_list.goes"))
    due = match.due_of(seat) or 0
    clock = say("table_list.time_runs_out", due=due // 1000) if due > now else ""
    return Line(WAITS, due, say("table_list.waits_for_you_2", clock=clock))


def _text(match: Match, state: str, *, locked: bool = False) -> str:
    where = boards.board_link(match)
    command = say("table_list.table_table", id=match.id)
    if match.resting == resting.GONE:
        where = say("table_list.its_channel_is_gone", command=command)
    elif locked:
        thread = f"<#{match.channel_id}>"
        where = say("table_list.is_locked", thread=thread, command=command)
    elif match.board.message:
        where = say("table_list.to_the_board", where=where)
    return say("table_list.table", title=match.game.title, id=match.id, state=state, where=where)
