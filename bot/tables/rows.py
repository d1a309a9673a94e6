"""Between a match and its rows: what is stored of a match, and a match made of what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET

from bot.match.drafts import Draft
from bot.match.drivers import Line
from bot.match.match import Match
from bot.match.seats import Call, Held, Lapse, Seat, Shown, Stretch, Stuck
from bot.match.state import Taking, Thread
from bot.match.votes import Vote
from bot.store import (
    Commit,
    Deadline,
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
HELD: Final = 5
"""A stage at which an answer that has waited is given."""
RESTS: Final = 9
"""A stage of the match itself: it falls asleep, or ends while it rests."""
LOBBY_CLOSES: Final = 0
"""Question number of the deadline that belongs to the match itself: of a lobby, or of a table that
stands still."""


class Extra(msgspec.Struct, omit_defaults=True):
    """What a match keeps beside the columns: its fields of the same names, what its seats keep of
    theirs, by seat, and the news."""

    room: int = 2
    words: list[str] = []
    """Words for every draw, by seat."""
    wishes: list[list[str]] = []
    """Auto answers by seat."""
    plans: list[Any] = []
    """Plans by seat as plain JSON values, None where there is none. This list and those that follow
    are empty while there is nothing in them."""
    again: list[int] = []
    """Questions taken back."""
    drafts: list[Draft | None] = []
    """Answers that are begun."""
    held: list[Held | None] = []
    """Answers that wait."""
    passed: list[list[str]] = []
    """Windows that were passed."""
    poker_faces: bool = False
    hurried: bool = False
    opened: tuple[int, int] = (0, 0)
    took: dict[str, list[int]] = {}
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
    """What time has answered."""
    thread: Thread = ""
    turns: list[tuple[int, int]] = []
    """The moves that turns began with."""
    shown: list[int] = []
    """The last moves of seats that everybody knew to be awaited from them alone."""
    alone: Stretch | None = None
    """The last stretch that computers have played among themselves."""
    said: list[Line] = []
    """What the drivers of computer seats have said."""
    quiet: int = 0
    undone: str = ""


extra_of: Final = msgspec.json.Decoder(Extra).decode
_OF_SEATS: Final = {
    "words": "words",
    "wishes": "auto_answers",
    "plans": "plan",
    "again": "again",
    "drafts": "draft",
    "held": "held",
    "passed": "passed",
    "given": "given",
    "shown": "shown",
}
"""Fields of `Extra` by seat, with the seat's own."""
_ALWAYS: Final = ("words", "wishes")
"""Those that are kept though nobody has any."""


def _shared(one: type[msgspec.Struct], other: type[msgspec.Struct], *apart: str) -> tuple[str, ...]:
    """Fields that two kinds of struct have by the same name, but for some."""
    names = one.__struct_fields__
    return tuple(name for name in names if name in other.__struct_fields__ and name not in apart)


_IN_EXTRA: Final = _shared(Match, Extra, "words", "news")
_IN_ROW: Final = _shared(
    Match, MatchRow, "seats", "options", "extra", "status", "pace", "resting", "guests"
)
_IN_SEAT: Final = _shared(Seat, SeatRow)


def _some(of: object, names: Iterable[str]) -> dict[str, Any]:
    """Those fields of something, by name."""
    return {name: getattr(of, name) for name in names}


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


def result_of(stored: bytes | None) -> Result | None:
    """How a match ended; None while it has not, or has been ended by its players."""
    return None if stored is None else _result_of(stored)


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
    known = tuple(row.guests)
    fields = _some(row, _IN_ROW) | _some(extra, _IN_EXTRA)
    return Match(
        **fields | {"game": game},
        status="ended" if row.status == "abandoned" else row.status,
        options=msgspec.json.decode(row.options, type=game.Options),
        pace="post" if row.pace == "post" else "live",
        seats=_seats(row, extra, game),
        news=_news(extra, told_of(game, bytes(extra.news))),
        guests=known,
        stored_guests=known,
        board=Shown(row.channel_id, row.board_message, row.board_key, row.board_at),
        due={d.number: d.due_at for d in row.deadlines if d.stage == TIME_OUT and d.number},
        rings=_rings(row, extra),
        closes_at=_of_match(row, TIME_OUT),
        rests_at=_of_match(row, RESTS),
    )


def _seats(row: MatchRow, extra: Extra, game: Game[Any]) -> list[Seat]:
    shown = {h.user_id: Shown(h.channel, h.message, h.key, h.at) for h in row.hands}
    seats = []
    for each in row.seats:
        seat = Seat(**_some(each, _IN_SEAT), hand=shown.get(each.user_id or 0, Shown()))
        for name, own in _OF_SEATS.items():
            kept = getattr(extra, name)
            if each.seat < len(kept):
                setattr(seat, own, kept[each.seat])
        seat.plan = _plan_of(game, seat.plan)
        seats.append(seat)
    return seats


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
        SeatRow(seat=number, **_some(seat, _IN_SEAT)) for number, seat in enumerate(match.seats)
    ]


def _plan_of(game: Game[Any], plan: Any) -> Any:
    """A plan as it was stored; None when it is of a form the game no longer has."""
    if plan is None or game.plans is None:
        return None
    try:
        return msgspec.convert(plan, game.plans.kept)
    except msgspec.ValidationError:
        return None


def _extra(match: Match) -> bytes:
    for number, seat in enumerate(match.seats):
        ask = match.ask_of(number) if seat.draft is not None else None
        if seat.draft is not None and (ask is None or seat.draft.number != ask.number):
            seat.draft = None  # its question is not open any more
    kept = _some(match, _IN_EXTRA)
    for name, own in _OF_SEATS.items():
        by_seat = [getattr(seat, own) for seat in match.seats]
        # A plan may be empty and is one all the same.
        if name in _ALWAYS or any(one is not None and one not in (0, []) for one in by_seat):
            kept[name] = by_seat
    return _encode(
        Extra(
            **kept,
            news=msgspec.Raw(told_bytes([told for _, told in match.news])),
            news_at=[at for at, _ in match.news],
        )
    )


def _of_itself(due: int, stage: int) -> Deadline:
    """A clock of the match itself."""
    return Deadline(number=LOBBY_CLOSES, seat=0, due_at=due, stage=stage)


def _deadlines(match: Match) -> list[Deadline]:
    if match.status == "lobby":
        return [_of_itself(match.closes_at, TIME_OUT)]
    out = []
    if match.rests_at:
        out.append(_of_itself(match.rests_at, RESTS))
    if match.stands_still and not match.resting:
        out.append(_of_itself(match.closes_at, TIME_OUT))
    goes = not match.stands_still and not match.resting
    for ask in match.waiting():
        stages = list(zip(RINGS, match.rings.get(ask.number, ()), strict=False))
        if ask.number in match.due:
            stages.append((TIME_OUT, match.due[ask.number]))
        if goes and (held := match.held(ask)) is not None:
            stages.append((HELD, held.at))
        for stage, due in stages:
            out.append(Deadline(number=ask.number, seat=ask.seat, due_at=due, stage=stage))
    return out


def match_row(match: Match, now: int) -> MatchRow:
    """A new lobby as a row."""
    fields = _some(match, _IN_ROW)
    return MatchRow(
        **fields | {"game": match.game.name, "created_at": now},
        status=match.status,
        pace=match.pace,
        updated_at=now,
        options=_encode(match.options),
        extra=_extra(match),
        seats=seat_rows(match),
        deadlines=_deadlines(match),
        guests=list(match.guests),
    )


def _move_rows(match: Match, interaction: int | None, now: int) -> list[MoveRow]:
    first = match.last_move - len(match.moves) + 1
    last = len(match.moves) - 1
    save = _encode(match.table.save()) if match.table is not None else None
    new = any(move.checkpoint for move in match.moves)
    return [
        MoveRow(
            n=first + at,
            seat=move.seat,
            kind=move.kind,
            number=move.number,
            value=_encode(move.value),
            events=told_bytes(move.told),
            # A save speaks of the table after the whole commit, so only its last move carries it.
            checkpoint=save if at == last and new else None,
            why=move.why,
            draws=_encode(move.draws) if move.draws else b"",
            interaction_id=move.press or interaction,
            at=now,
        )
        for at, move in enumerate(match.moves)
    ]


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
    most: int = 0,
) -> Commit:
    """Everything that has changed, as one transaction. The match's clocks must have been set."""
    _note_who_acted(match, now)
    _note_who_holds(match, interaction)
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
        most=most,
        moves=_move_rows(match, interaction_id, now),
        undone=undone,
        seats=[row for row in rows if row not in stored_seats],
        seat_count=len(rows),
        guests=UNSET if match.guests == match.stored_guests else match.guests,
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


def _note_who_holds(match: Match, interaction: tuple[int, int] | None) -> None:
    """Note the press with an answer that it has given and that waits."""
    if interaction is None:
        return
    press, user = interaction
    for seat in match.seats:
        held = seat.held
        if held is not None and held.kind == "answer" and not held.press and seat.user_id == user:
            seat.held = msgspec.structs.replace(held, press=press)


def interaction_row(interaction: tuple[int, int] | None, now: int) -> InteractionRow | None:
    """An interaction that has been acted on, from (interaction id, user id)."""
    if interaction is None:
        return None
    return InteractionRow(id=interaction[0], user_id=interaction[1], at=now)
