"""Between a session and its rows: what is stored of a match, and a match made of what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET

from bot.seats import Move, Seat, Shown
from bot.session import Session, Thread
from bot.store import (
    Commit,
    Deadline,
    InteractionRow,
    MatchRow,
    MoveRow,
    Outgoing,
    SeatRow,
)
from bot.stuck import Stuck
from bot.votes import Vote
from games.engine.fair import LoggedDraw
from games.engine.game import Game, Result, find
from games.engine.table import Save, Table, Told

_encode: Final = msgspec.json.encode
_save_of: Final = msgspec.json.Decoder(Save).decode
_draws_of: Final = msgspec.json.Decoder(list[LoggedDraw]).decode

PING, TIME_OUT = 0, 1
"""Stages of a deadline: a reminder, and the end of the clock."""
LOBBY_CLOSES: Final = 0
"""Question number of the deadline that belongs to the match itself: of a lobby, or of a table that
stands still."""


class Extra(msgspec.Struct, omit_defaults=True):
    """What a session keeps beside the columns."""

    room: int = 2
    words: list[str] = []
    """Words for every draw, by seat."""
    wishes: list[list[str]] = []
    """Standing wishes by seat."""
    plans: list[Any] = []
    """Plans by seat as plain JSON values, None where there is none; empty while nobody has one."""
    again: list[int] = []
    """Questions taken back, by seat; empty while there are none."""
    level: str = "normal"
    vote: Vote | None = None
    votes: int = 0
    notice: str = ""
    stuck: Stuck | None = None
    asleep: str = ""
    """Why the table sleeps; empty while it does not."""
    news: msgspec.Raw = msgspec.Raw(b"[]")
    news_at: list[int] = []
    """Numbers of the moves the news came of."""
    starts: int = 0
    sealing: bool = False
    seal_message: int = 0
    rules_version: int = 0
    taken_back: int = 0
    digest: str = ""
    thread: Thread = ""


extra_of: Final = msgspec.json.Decoder(Extra).decode


class _Asleep(msgspec.Struct):
    asleep: str = ""


_asleep_of: Final = msgspec.json.Decoder(_Asleep).decode
_fields_of: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def asleep_in(extra: bytes) -> str:
    """Why the table sleeps, whatever else is in there; empty while it does not."""
    try:
        return _asleep_of(extra).asleep
    except msgspec.DecodeError:
        return ""


def extra_with(extra: bytes, *, asleep: str) -> bytes:
    """The same beside a reason to sleep, also what only a newer version knows; what cannot be read
    is left behind."""
    try:
        kept = _fields_of(extra)
    except msgspec.DecodeError:
        kept = {}
    return _encode({**kept, "asleep": asleep})


_result_of: Final = msgspec.json.Decoder(Result).decode


def result_of(row: MatchRow) -> Result | None:
    """How the match ended; None while it has not, or has been ended by its players."""
    return None if row.result is None else _result_of(row.result)


def _news(extra: Extra, told: Sequence[Told]) -> list[tuple[int, Told]]:
    """The news with their moves; of a match stored without those they are old."""
    at = extra.news_at if len(extra.news_at) == len(told) else [0] * len(told)
    return list(zip(at, told, strict=True))


@cache
def _told_decoder(game: str) -> Any:
    event: Any = find(game).Event
    told: Any = list[tuple[tuple[int, ...] | None, event]]
    return msgspec.json.Decoder(told).decode


def told_bytes(told: Sequence[Told]) -> bytes:
    """Events with who may know of them, as stored."""
    return _encode([(t.seats, t.event) for t in told])


def told_of(game: Game[Any], events: bytes) -> list[Told]:
    """Events as they were told. Empty when they are of a form the game no longer has."""
    try:
        return [Told(event, seats) for seats, event in _told_decoder(game.name)(events)]
    except msgspec.ValidationError:
        return []


def draws_of(moves: Sequence[MoveRow]) -> list[LoggedDraw]:
    """The draws that these moves took, those of moves stored without them left out."""
    return [draw for move in moves if move.draws for draw in _draws_of(move.draws)]


def save_of(save: bytes) -> Save:
    """The engine's save."""
    return _save_of(save)


def replay(table: Table[Any], move: MoveRow) -> list[Told]:
    """Give a stored move to a table once more."""
    game = table.game
    if move.kind == "start":
        return []
    if move.kind == "order":
        return table.order(move.seat, msgspec.json.decode(move.value, type=game.Order))
    ask = table.ask_of(move.seat)
    number = ask.number if ask is not None else 0
    return table.answer(move.seat, number, msgspec.json.decode(move.value, type=game.Answer))


def session_of(row: MatchRow) -> Session:
    """The match of a row, without its table."""
    game = find(row.game)
    extra = extra_of(row.extra)
    hands = {hand.user_id: hand for hand in row.hands}
    seats = []
    for seat in row.seats:
        hand = hands.get(seat.user_id or 0)
        words = extra.words[seat.seat] if seat.seat < len(extra.words) else ""
        wishes = extra.wishes[seat.seat] if seat.seat < len(extra.wishes) else []
        plan = extra.plans[seat.seat] if seat.seat < len(extra.plans) else None
        again = extra.again[seat.seat] if seat.seat < len(extra.again) else 0
        seats.append(
            Seat(
                name=seat.name,
                user_id=seat.user_id,
                computer=seat.computer,
                passes=seat.passes,
                missed=seat.missed,
                seen=seat.seen,
                words=words,
                wishes=wishes,
                again=again,
                plan=_plan_of(game, plan),
                hand=Shown(hand.channel, hand.message, hand.key, hand.at) if hand else Shown(),
            )
        )
    return Session(
        id=row.id,
        game=game,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        parent_id=row.parent_id,
        thread=extra.thread,
        host_id=row.host_id,
        status="ended" if row.status == "abandoned" else row.status,
        options=msgspec.json.decode(row.options, type=game.Options),
        pace="post" if row.pace == "post" else "live",
        room=extra.room,
        level=extra.level,
        commitment=row.commitment,
        words=row.words,
        seats=seats,
        news=_news(extra, told_of(game, bytes(extra.news))),
        last_move=row.last_move,
        vote=extra.vote,
        votes=extra.votes,
        notice=extra.notice,
        starts=extra.starts,
        sealing=extra.sealing,
        seal_message=extra.seal_message,
        rules_version=extra.rules_version,
        taken_back=extra.taken_back,
        digest=extra.digest,
        stuck=extra.stuck,
        board=Shown(row.channel_id, row.board_message, row.board_key, row.board_at),
        created_at=row.created_at,
        due={d.number: d.due_at for d in row.deadlines if d.stage == TIME_OUT and d.number},
        ping_at={d.number: d.due_at for d in row.deadlines if d.stage == PING and d.number},
        closes_at=next((d.due_at for d in row.deadlines if d.number == LOBBY_CLOSES), 0),
    )


def seat_rows(session: Session) -> list[SeatRow]:
    """The seats as stored."""
    return [
        SeatRow(
            seat=number,
            name=seat.name,
            user_id=seat.user_id,
            computer=seat.computer,
            passes=seat.passes,
            missed=seat.missed,
            seen=seat.seen,
        )
        for number, seat in enumerate(session.seats)
    ]


def _plans(session: Session) -> list[Any]:
    plans = [seat.plan for seat in session.seats]
    return plans if any(plan is not None for plan in plans) else []


def _plan_of(game: Game[Any], plan: Any) -> Any:
    """A plan as it was stored; None when it is of a form the game no longer has."""
    if plan is None or game.plans is None:
        return None
    try:
        return msgspec.convert(plan, game.plans.kept)
    except msgspec.ValidationError:
        return None


def _again(session: Session) -> list[int]:
    again = [seat.again for seat in session.seats]
    return again if any(again) else []


def _extra(session: Session) -> bytes:
    return _encode(
        Extra(
            room=session.room,
            words=[seat.words for seat in session.seats],
            wishes=[seat.wishes for seat in session.seats],
            plans=_plans(session),
            again=_again(session),
            level=session.level,
            vote=session.vote,
            votes=session.votes,
            notice=session.notice,
            stuck=session.stuck,
            news=msgspec.Raw(told_bytes([told for _, told in session.news])),
            news_at=[at for at, _ in session.news],
            starts=session.starts,
            sealing=session.sealing,
            seal_message=session.seal_message,
            rules_version=session.rules_version,
            taken_back=session.taken_back,
            digest=session.digest,
            thread=session.thread,
        )
    )


def _deadlines(session: Session) -> list[Deadline]:
    if session.status == "lobby":
        return [Deadline(number=LOBBY_CLOSES, seat=0, due_at=session.closes_at, stage=TIME_OUT)]
    asks = session.table.asks if session.table is not None and session.status == "live" else []
    out = []
    if session.stands_still:
        due = session.closes_at
        out.append(Deadline(number=LOBBY_CLOSES, seat=0, due_at=due, stage=TIME_OUT))
    for ask in asks:
        for stage, times in ((PING, session.ping_at), (TIME_OUT, session.due)):
            if ask.number in times:
                due = times[ask.number]
                out.append(Deadline(number=ask.number, seat=ask.seat, due_at=due, stage=stage))
    return out


def match_row(session: Session, now: int) -> MatchRow:
    """A new lobby as a row."""
    return MatchRow(
        id=session.id,
        game=session.game.name,
        guild_id=session.guild_id,
        channel_id=session.channel_id,
        parent_id=session.parent_id,
        host_id=session.host_id,
        status=session.status,
        pace=session.pace,
        commitment=session.commitment,
        created_at=now,
        updated_at=now,
        options=_encode(session.options),
        extra=_extra(session),
        seats=seat_rows(session),
        deadlines=_deadlines(session),
    )


def _move_rows(session: Session, interaction: int | None, now: int) -> list[MoveRow]:
    first = session.last_move - len(session.moves) + 1
    last = len(session.moves) - 1
    save = _encode(session.table.save()) if session.table is not None else None
    return [
        MoveRow(
            n=first + at,
            seat=move.seat,
            kind=move.kind,
            number=move.number,
            value=_encode(move.value),
            events=told_bytes(move.told),
            # A save speaks of the table after the whole commit, so only its last move carries it.
            checkpoint=save if at == last and _any_new(session.moves) else None,
            why=move.why,
            draws=_encode(move.draws) if move.draws else b"",
            interaction_id=interaction,
            at=now,
        )
        for at, move in enumerate(session.moves)
    ]


def _any_new(moves: Sequence[Move]) -> bool:
    return any(move.checkpoint for move in moves)


def commit_of(
    session: Session,
    version: int,
    now: int,
    *,
    interaction: tuple[int, int] | None = None,
    stored_seats: Sequence[SeatRow] = (),
    outbox: Sequence[Outgoing] = (),
    undone: Sequence[int] = (),
) -> Commit:
    """Everything that has changed, as one transaction."""
    session.set_clocks(now)
    rows = seat_rows(session)
    table = session.table
    result: Result | None = table.result if table is not None else None
    interaction_id = interaction[0] if interaction is not None else None
    # The table has moved: what showed it stays behind.
    moved = session.board.message != 0 and session.board.channel != session.channel_id
    if moved:
        session.board = Shown(session.channel_id)
    return Commit(
        match_id=session.id,
        expected_version=version,
        at=now,
        save=_encode(table.save()) if table is not None else None,
        status=session.status,
        channel_id=session.channel_id,
        parent_id=session.parent_id,
        board_message=0 if moved else UNSET,
        board_key="" if moved else UNSET,
        board_at=0 if moved else UNSET,
        host_id=session.host_id,
        pace=session.pace,
        words=session.words,
        options=_encode(session.options),
        extra=_extra(session),
        result=_encode(result) if result is not None else None,
        goes_on=session.goes_on or session.stuck is not None,
        moves=_move_rows(session, interaction_id, now),
        undone=undone,
        seats=[row for row in rows if row not in stored_seats],
        seat_count=len(rows),
        deadlines=_deadlines(session),
        outbox=outbox,
        interaction=interaction_row(interaction, now),
    )


def interaction_row(interaction: tuple[int, int] | None, now: int) -> InteractionRow | None:
    """An interaction that has been acted on, from (interaction id, user id)."""
    if interaction is None:
        return None
    return InteractionRow(id=interaction[0], user_id=interaction[1], at=now)
