"""Between a match and its rows: what is stored of a match, and a match made of what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from bot.match.calls import Call
from bot.match.drafts import Draft
from bot.match.guests import Guest
from bot.match.lapsed import Lapse
from bot.match.match import Match, Taking, Thread
from bot.match.seats import Move, Seat, Shown
from bot.match.stuck import Stuck
from bot.match.votes import Vote
from bot.store import (
    Commit,
    Deadline,
    GuestRow,
    InteractionRow,
    MatchRow,
    MoveRow,
    Outgoing,
    SeatRow,
)
from games.engine.fair import LoggedDraw
from games.engine.found import find
from games.engine.game import Game, Result
from games.engine.table import Emitted, Save, Table

_encode: Final = msgspec.json.encode
_save_of: Final = msgspec.json.Decoder(Save).decode
_draws_of: Final = msgspec.json.Decoder(list[LoggedDraw]).decode

TIME_OUT: Final = 1
"""Stage of a deadline: the end of the clock."""
RINGS: Final = (0, 2, 3, 4)
"""Stages of calls, in order: three, and one at the end of quiet hours. The first is what a reminder
was in earlier versions."""
RESTS: Final = 9
"""A stage of the match itself: it falls asleep, or ends while it rests."""
LOBBY_CLOSES: Final = 0
"""Question number of the deadline that belongs to the match itself: of a lobby, or of a table that
stands still."""


class Extra(msgspec.Struct, omit_defaults=True):
    """What a match keeps beside the columns."""

    room: int = 2
    words: list[str] = []
    """Words for every draw, by seat."""
    wishes: list[list[str]] = []
    """Standing wishes by seat."""
    plans: list[Any] = []
    """Plans by seat as plain JSON values, None where there is none; empty while nobody has one."""
    again: list[int] = []
    """Questions taken back, by seat; empty while there are none."""
    drafts: list[Draft | None] = []
    """Answers that are begun, by seat; empty while there are none."""
    level: str = "normal"
    vote: Vote | None = None
    votes: int = 0
    notice: str = ""
    stuck: Stuck | None = None
    out_of_order: str = msgspec.field(default="", name="asleep")
    """Why the table is out of order; empty while it is not. Stored under its first name."""
    news: msgspec.Raw = msgspec.Raw(b"[]")
    news_at: list[int] = []
    """Numbers of the moves the news came of."""
    starts: int = 0
    sealing: bool = False
    seal_message: int = 0
    rules_version: int = 0
    undos: int = msgspec.field(default=0, name="taken_back")
    """Of a match that is older than this name: the moves that went, computers' among them."""
    digest: str = ""
    called: dict[int, Call] = {}
    closed: dict[int, int] = {}
    taking: Taking = "ask"
    resting: str = ""
    pressed_at: int = 0
    reminded: int = 0
    sealed_in: tuple[int, int] = (0, 0)
    given: list[Lapse | None] = []
    """What time has answered, by seat; empty while there is nothing."""
    thread: Thread = ""


extra_of: Final = msgspec.json.Decoder(Extra).decode


class _OutOfOrder(msgspec.Struct):
    asleep: str = ""


_out_of_order_of: Final = msgspec.json.Decoder(_OutOfOrder).decode
_fields_of: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def out_of_order_in(extra: bytes) -> str:
    """Why the table is out of order, whatever else is in there; empty while it is not."""
    try:
        return _out_of_order_of(extra).asleep
    except msgspec.DecodeError:
        return ""


def extra_with(extra: bytes, *, out_of_order: str) -> bytes:
    """The same beside a reason to be out of order, also what only a newer version knows; what
    cannot be read is left behind."""
    try:
        kept = _fields_of(extra)
    except msgspec.DecodeError:
        kept = {}
    return _encode({**kept, "asleep": out_of_order})


_result_of: Final = msgspec.json.Decoder(Result).decode


def result_of(row: MatchRow) -> Result | None:
    """How the match ended; None while it has not, or has been ended by its players."""
    return None if row.result is None else _result_of(row.result)


def _news(extra: Extra, told: Sequence[Emitted]) -> list[tuple[int, Emitted]]:
    """The news with their moves; of a match stored without those they are old."""
    at = extra.news_at if len(extra.news_at) == len(told) else [0] * len(told)
    return list(zip(at, told, strict=True))


@cache
def _told_decoder(game: str) -> Any:
    event: Any = find(game).Event
    told: Any = list[tuple[tuple[int, ...] | None, event]]
    return msgspec.json.Decoder(told).decode


def told_bytes(told: Sequence[Emitted]) -> bytes:
    """Events with who may know of them, as stored."""
    return _encode([(t.seats, t.event) for t in told])


def told_of(game: Game[Any], events: bytes) -> list[Emitted]:
    """Events as they were told. Empty when they are of a form the game no longer has."""
    try:
        return [Emitted(event, seats) for seats, event in _told_decoder(game.name)(events)]
    except msgspec.ValidationError:
        return []


def draws_of(moves: Sequence[MoveRow]) -> list[LoggedDraw]:
    """The draws that these moves took, those of moves stored without them left out."""
    return [draw for move in moves if move.draws for draw in _draws_of(move.draws)]


def save_of(save: bytes) -> Save:
    """The engine's save."""
    return _save_of(save)


def replay(table: Table[Any], move: MoveRow) -> list[Emitted]:
    """Give a stored move to a table once more."""
    game = table.game
    if move.kind == "start":
        return []
    if move.kind == "order":
        return table.order(move.seat, msgspec.json.decode(move.value, type=game.Order))
    ask = table.ask_of(move.seat)
    number = ask.number if ask is not None else 0
    return table.answer(move.seat, number, msgspec.json.decode(move.value, type=game.Answer))


def match_of(row: MatchRow) -> Match:
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
                lapsed=seat.lapsed,
                muted=seat.muted,
                words=words,
                wishes=wishes,
                again=again,
                draft=extra.drafts[seat.seat] if seat.seat < len(extra.drafts) else None,
                plan=_plan_of(game, plan),
                given=extra.given[seat.seat] if seat.seat < len(extra.given) else None,
                hand=Shown(hand.channel, hand.message, hand.key, hand.at) if hand else Shown(),
                since=seat.since,
                acted_at=seat.acted_at,
            )
        )
    known = tuple(msgspec.convert(guest, Guest, from_attributes=True) for guest in row.guests)
    return Match(
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
        undos=extra.undos,
        digest=extra.digest,
        taking=extra.taking,
        guests=known,
        stored_guests=known,
        stuck=extra.stuck,
        board=Shown(row.channel_id, row.board_message, row.board_key, row.board_at),
        created_at=row.created_at,
        due={d.number: d.due_at for d in row.deadlines if d.stage == TIME_OUT and d.number},
        closed=extra.closed,
        rings=_rings(row, extra),
        called=extra.called,
        closes_at=_of_match(row, TIME_OUT),
        resting=extra.resting,
        rests_at=_of_match(row, RESTS),
        pressed_at=extra.pressed_at,
        reminded=extra.reminded,
        sealed_in=extra.sealed_in,
    )


def _of_match(row: MatchRow, stage: int) -> int:
    """When a clock of the match itself rings, in ms; 0 where there is none."""
    found = (d.due_at for d in row.deadlines if (d.number, d.stage) == (LOBBY_CLOSES, stage))
    return next(found, 0)


def _rings(row: MatchRow, extra: Extra) -> dict[int, tuple[int, ...]]:
    """When players are to be called, by question; () for a question that needs no call any more."""
    known = (*extra.closed, *(d.number for d in row.deadlines if d.number))
    rings: dict[int, tuple[int, ...]] = dict.fromkeys(known, ())
    for stage in row.deadlines:  # the earliest first
        if stage.number and stage.stage in RINGS:
            rings[stage.number] = (*rings[stage.number], stage.due_at)
    return rings


def seat_rows(match: Match) -> list[SeatRow]:
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
            lapsed=seat.lapsed,
            muted=seat.muted,
            since=seat.since,
            acted_at=seat.acted_at,
        )
        for number, seat in enumerate(match.seats)
    ]


def _plans(match: Match) -> list[Any]:
    plans = [seat.plan for seat in match.seats]
    return plans if any(plan is not None for plan in plans) else []


def _plan_of(game: Game[Any], plan: Any) -> Any:
    """A plan as it was stored; None when it is of a form the game no longer has."""
    if plan is None or game.plans is None:
        return None
    try:
        return msgspec.convert(plan, game.plans.kept)
    except msgspec.ValidationError:
        return None


def _again(match: Match) -> list[int]:
    again = [seat.again for seat in match.seats]
    return again if any(again) else []


def _drafts(match: Match) -> list[Draft | None]:
    """Those of questions that are open."""
    out: list[Draft | None] = []
    for number, seat in enumerate(match.seats):
        ask = match.ask_of(number) if seat.draft is not None else None
        open_still = ask is not None and seat.draft is not None and seat.draft.number == ask.number
        out.append(seat.draft if open_still else None)
    return out if any(out) else []


def _given(match: Match) -> list[Lapse | None]:
    given = [seat.given for seat in match.seats]
    return given if any(given) else []


def _extra(match: Match) -> bytes:
    return _encode(
        Extra(
            room=match.room,
            words=[seat.words for seat in match.seats],
            wishes=[seat.wishes for seat in match.seats],
            plans=_plans(match),
            again=_again(match),
            drafts=_drafts(match),
            level=match.level,
            vote=match.vote,
            votes=match.votes,
            notice=match.notice,
            stuck=match.stuck,
            news=msgspec.Raw(told_bytes([told for _, told in match.news])),
            news_at=[at for at, _ in match.news],
            starts=match.starts,
            sealing=match.sealing,
            seal_message=match.seal_message,
            rules_version=match.rules_version,
            undos=match.undos,
            digest=match.digest,
            called=match.called,
            closed=match.closed,
            taking=match.taking,
            resting=match.resting,
            pressed_at=match.pressed_at,
            reminded=match.reminded,
            sealed_in=match.sealed_in,
            given=_given(match),
            thread=match.thread,
        )
    )


def _deadlines(match: Match) -> list[Deadline]:
    if match.status == "lobby":
        return [Deadline(number=LOBBY_CLOSES, seat=0, due_at=match.closes_at, stage=TIME_OUT)]
    out = []
    if match.rests_at:
        due = match.rests_at
        out.append(Deadline(number=LOBBY_CLOSES, seat=0, due_at=due, stage=RESTS))
    if match.stands_still and not match.resting:
        due = match.closes_at
        out.append(Deadline(number=LOBBY_CLOSES, seat=0, due_at=due, stage=TIME_OUT))
    for ask in match.waiting():
        stages = list(zip(RINGS, match.rings.get(ask.number, ()), strict=False))
        if ask.number in match.due:
            stages.append((TIME_OUT, match.due[ask.number]))
        for stage, due in stages:
            out.append(Deadline(number=ask.number, seat=ask.seat, due_at=due, stage=stage))
    return out


def match_row(match: Match, now: int) -> MatchRow:
    """A new lobby as a row."""
    return MatchRow(
        id=match.id,
        game=match.game.name,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        parent_id=match.parent_id,
        host_id=match.host_id,
        status=match.status,
        pace=match.pace,
        commitment=match.commitment,
        created_at=now,
        updated_at=now,
        options=_encode(match.options),
        extra=_extra(match),
        seats=seat_rows(match),
        deadlines=_deadlines(match),
        guests=[GuestRow(**msgspec.structs.asdict(guest)) for guest in match.guests],
    )


def _move_rows(match: Match, interaction: int | None, now: int) -> list[MoveRow]:
    first = match.last_move - len(match.moves) + 1
    last = len(match.moves) - 1
    save = _encode(match.table.save()) if match.table is not None else None
    return [
        MoveRow(
            n=first + at,
            seat=move.seat,
            kind=move.kind,
            number=move.number,
            value=_encode(move.value),
            events=told_bytes(move.told),
            # A save speaks of the table after the whole commit, so only its last move carries it.
            checkpoint=save if at == last and _any_new(match.moves) else None,
            why=move.why,
            draws=_encode(move.draws) if move.draws else b"",
            interaction_id=interaction,
            at=now,
        )
        for at, move in enumerate(match.moves)
    ]


def _any_new(moves: Sequence[Move]) -> bool:
    return any(move.checkpoint for move in moves)


def commit_of(
    match: Match,
    version: int,
    now: int,
    *,
    interaction: tuple[int, int] | None = None,
    stored_seats: Sequence[SeatRow] = (),
    outbox: Sequence[Outgoing] = (),
    undone: Sequence[int] = (),
    pressed: int = 0,
) -> Commit:
    """Everything that has changed, as one transaction. The session's clocks must have been set."""
    _note_who_acted(match, now)
    rows = seat_rows(match)
    table = match.table
    result: Result | None = table.result if table is not None else None
    interaction_id = interaction[0] if interaction is not None else None
    # The table has moved: what showed it stays behind.
    moved = match.board.message != 0 and match.board.channel != match.channel_id
    if moved:
        match.board = Shown(match.channel_id)
    return Commit(
        match_id=match.id,
        expected_version=version,
        at=now,
        save=_encode(table.save()) if table is not None else None,
        status=match.status,
        board_message=0 if moved else UNSET,
        board_key="" if moved else UNSET,
        board_at=0 if moved else UNSET,
        host_id=match.host_id,
        pace=match.pace,
        words=match.words,
        options=_encode(match.options),
        extra=_extra(match),
        result=_encode(result) if result is not None else None,
        goes_on=match.goes_on or match.stuck is not None,
        resting=bool(match.resting) and match.status == "live",
        guild_id=match.guild_id if match.takes_channel else UNSET,
        channel_id=match.channel_id if match.takes_channel else UNSET,
        parent_id=match.parent_id if match.takes_channel else UNSET,
        moves=_move_rows(match, interaction_id, now),
        undone=undone,
        seats=[row for row in rows if row not in stored_seats],
        seat_count=len(rows),
        guests=_guests(match),
        deadlines=_deadlines(match),
        outbox=outbox,
        interaction=interaction_row(interaction, now),
        pressed=pressed,
    )


def _note_who_acted(match: Match, now: int) -> None:
    """Note who has made a move of his own since the last commit; with a start, everybody."""
    for move in match.moves:
        if move.kind == "start":
            for seat in match.seats:
                seat.acted_at = now
        elif move.kind in ("answer", "order"):
            match.seats[move.seat].acted_at = now


def _guests(match: Match) -> list[GuestRow] | UnsetType:
    """The guests, where they have changed."""
    if match.guests == match.stored_guests:
        return UNSET
    return [GuestRow(**msgspec.structs.asdict(guest)) for guest in match.guests]


def interaction_row(interaction: tuple[int, int] | None, now: int) -> InteractionRow | None:
    """An interaction that has been acted on, from (interaction id, user id)."""
    if interaction is None:
        return None
    return InteractionRow(id=interaction[0], user_id=interaction[1], at=now)
