"""`/games`: a player's tables, those that wait for him first and those that rest last."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot import boards, moving, resting
from bot.posts import Post
from bot.session import Session
from bot.sessions import NoSuchMatch, OutOfOrder, Sessions

WAITS, LOBBY, GOES_ON, RESTS = range(4)
"""In which order tables are listed."""
NONE: Final = "You are at no table. /play opens one."


class Line(NamedTuple):
    """One table, as lines are sorted."""

    rank: int
    due: int
    """When its clock runs out, in ms; 0 where none runs."""
    text: str


async def post(sessions: Sessions, user_id: int) -> Post:
    """What `/games` answers."""
    found: list[Line] = []
    tables: list[Session] = []
    for line in await sessions.store.matches_of(user_id):
        if line.status not in ("lobby", "live"):
            continue
        try:
            session = await sessions.look(line.id)
        except OutOfOrder:
            found.append(Line(RESTS, 0, boards.out_of_order_line(line)))
        except NoSuchMatch:
            continue
        else:
            tables.append(session)
            found.append(of(session, line.seat, user_id, sessions.now()))
    for match_id in await sessions.store.kept_for(user_id):
        try:
            session = await sessions.look(match_id)
        except (OutOfOrder, NoSuchMatch):
            continue
        found.append(Line(LOBBY, 0, _text(session, "keeps a seat for you: press **Join**")))
    found.sort(key=lambda line: (line.rank, line.due or 1 << 62))
    return Post(
        head="Your tables",
        body=tuple(line.text for line in found) or (NONE,),
        rows=await moving.offers(sessions, tables),
    )


def of(session: Session, seat: int, user_id: int, now: int) -> Line:
    """A table in a player's list."""
    if session.resting:
        return Line(RESTS, 0, _text(session, resting.state(session)))
    if session.status == "lobby":
        low, _ = session.game.room(session.options)
        if session.host_id == user_id and len(session.seats) >= low:
            return Line(WAITS, 0, _text(session, "**waits for you** to press Start"))
        return Line(LOBBY, 0, _text(session, "waits for its start"))
    if session.seats[seat].computer:
        return Line(GOES_ON, 0, _text(session, "the computer plays for you"))
    if session.more or session.ask_of(seat) is None:
        return Line(GOES_ON, 0, _text(session, "goes on"))
    due = session.due_of(seat) or 0
    clock = f", time runs out <t:{due // 1000}:R>" if due > now else ""
    return Line(WAITS, due, _text(session, f"**waits for you**{clock}"))


def _text(session: Session, state: str) -> str:
    if session.resting == resting.GONE:
        on = f"its channel is gone: type `/table table:{session.id}` in another to go on there"
        return f"{session.game.title}, table {session.id}: {state} · {on}"
    link = boards.board_link(session)
    if session.board.message:
        link = f"[to the board]({link})"
    return f"{session.game.title}, table {session.id}: {state} · {link}"
