"""`/games`: a player's tables, those that wait for him first and those that rest last."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot import boards
from bot.posts import Post
from bot.session import Session
from bot.sessions import Asleep, NoSuchMatch, Sessions
from bot.store import MatchLine

WAITS, LOBBY, GOES_ON, RESTS = range(4)
"""In which order tables are listed."""
RESTING: Final = {
    "left": "is paused, its people have left",
    "asleep": "sleeps",
    "gone": "is paused, I can't reach its channel",
    "back": "is paused since I was away from its server",
}
"""What a table does that rests, by `Session.resting`."""
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
    for line in await sessions.store.matches_of(user_id):
        if line.status in ("lobby", "live"):
            found += await _line(sessions, line, user_id)
    for match_id in await sessions.store.kept_for(user_id):
        try:
            session = await sessions.look(match_id)
        except (Asleep, NoSuchMatch):
            continue
        found.append(Line(LOBBY, 0, _text(session, "keeps a seat for you: press **Join**")))
    found.sort(key=lambda line: (line.rank, line.due or 1 << 62))
    return Post(head="Your tables", body=tuple(line.text for line in found) or (NONE,))


async def _line(sessions: Sessions, line: MatchLine, user_id: int) -> list[Line]:
    try:
        session = await sessions.look(line.id)
    except Asleep:
        return [Line(RESTS, 0, boards.sleeping_line(line))]
    except NoSuchMatch:
        return []
    return [of(session, line.seat, user_id)]


def of(session: Session, seat: int, user_id: int) -> Line:
    """A table in a player's list."""
    resting: str = getattr(session, "resting", "")
    if resting:
        return Line(RESTS, 0, _text(session, RESTING.get(resting, "rests")))
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
    clock = f", time runs out <t:{due // 1000}:R>" if due else ""
    return Line(WAITS, due, _text(session, f"**waits for you**{clock}"))


def _text(session: Session, state: str) -> str:
    link = boards.board_link(session)
    if session.board.message:
        link = f"[to the board]({link})"
    return f"{session.game.title}, table {session.id}: {state} · {link}"
