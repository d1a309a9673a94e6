"""Whether a database holds exactly what people did, and whether it comes out the same again.

Judges read a copy of the database's files, so that a bot which was killed finds its own as it left
them; a server's database they read as it is. Each returns what is wrong as sentences; none is
right.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import NullPool, func, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot.demo.choice import ANSWERS, FROM_NOW_ON
from bot.match import drafts
from bot.presses.fairness import deal_again
from bot.store import MatchRow, MoveRow, Store, files
from bot.store.address import is_postgres, parsed
from bot.store.tables import outbox
from bot.tables import rows
from games.engine import automatic
from games.engine.errors import Refusal
from games.engine.fair import LoggedChance, sealed_chance
from games.engine.found import find
from games.engine.game import Game
from games.engine.table import Table
from games.engine.walk import ALL

Standing = Literal["made", "nothing", "lost"]
"""What a press came to by its answer: `made` was acknowledged, `nothing` was a refusal or a look,
`lost` was not answered because the bot was killed just then."""
UNASKED: Final = ("start", "computer", "clock", "wish", "forced", "again")
"""Kinds of move that need no press of their own."""


class Press(msgspec.Struct):
    """One press of somebody at the running table."""

    id: int
    """Of its interaction."""
    user_id: int
    verb: str
    number: int = 0
    """Of the question that it was about."""
    path: tuple[str, ...] = ()
    standing: Standing = "lost"
    at: float = 0.0
    """When it was pressed, in s on the local Discord's clock."""
    took: float = 0.0
    """Seconds until its answer showed what it came to; 0 where nothing came."""

    def __str__(self) -> str:
        return f"{self.verb} at question {self.number} (interaction {self.id})"


class Record(msgspec.Struct, frozen=True):
    """What a database holds of a match."""

    match: MatchRow
    moves: list[MoveRow]
    acted: frozenset[int]
    """Interactions that were acted on."""
    seed: bytes | None = None
    """Once the match is over."""

    def stored(self, press: Press) -> bool:
        """Whether a press has been carried out."""
        return press.id in self.acted

    def seat(self, user_id: int) -> int:
        """The seat of a user; -1 where he has none."""
        return next((s.seat for s in self.match.seats if s.user_id == user_id), -1)


async def read(url: str, match_id: str, presses: Sequence[Press]) -> Record:
    """What a database holds now. Raises `LookupError` when the match is not there."""
    if is_postgres(parsed(url)):
        return await _read(url, match_id, presses)
    stored = files.path_of(url)
    with tempfile.TemporaryDirectory(prefix="motordrome-judge-") as folder:
        for file in (stored, Path(f"{stored}-wal")):
            if file.exists():
                shutil.copy(file, folder)
        return await _read(f"sqlite+aiosqlite:///{Path(folder) / stored.name}", match_id, presses)


async def _read(url: str, match_id: str, presses: Sequence[Press]) -> Record:
    store = await Store.open(url)
    try:
        return await read_from(store, match_id, presses)
    finally:
        await store.close()


async def read_from(store: Store, match_id: str, presses: Sequence[Press]) -> Record:
    """The same of a database that is open."""
    match = await store.match(match_id)
    if match is None:
        raise LookupError(f"the database has no match {match_id}")
    known = [press.id for press in presses if await store.interaction(press.id)]
    moves, seed = await store.moves(match_id), await store.revealed_seed(match_id)
    return Record(match, moves, frozenset(known), seed)


async def untold(url: str, now: float) -> int:
    """How much a running bot has still to tell by that time of day (s)."""
    async with create_async_engine(url, poolclass=NullPool).connect() as line:
        due = select(func.count()).where(outbox.c.due_at <= round(1000 * now))
        return (await line.execute(due)).scalar_one()


def faults(record: Record, presses: Sequence[Press]) -> list[str]:
    """Everything in which moves and presses do not go together, at any time of a match."""
    return [*_of_log(record), *_of_presses(record, presses), *_unasked(record, presses)]


def _of_log(record: Record) -> list[str]:
    """A log has every number once, begins with the start, and answers each question once."""
    out = []
    numbers = [move.n for move in record.moves]
    if numbers != list(range(1, record.match.last_move + 1)):
        out.append(f"Moves 1 to {record.match.last_move} are not all there, or not in order.")
    if [move.n for move in record.moves if move.kind == "start"] != [1]:
        out.append("The log does not begin with one start.")
    undone = [move.n for move in record.moves if move.undone]
    if undone:
        out.append(f"Moves {undone} are undone, and nobody has asked for that.")
    answered = Counter(move.number for move in record.moves if move.number)
    twice = [number for number, count in answered.items() if count > 1]
    if twice:
        out.append(f"Questions {twice} are answered more than once.")
    return out


def _of_presses(record: Record, presses: Sequence[Press]) -> list[str]:
    """Presses that were acknowledged are stored, each once and as pressed; nothing else is.

    A press that was lost to a kill may be stored or not, but whole: its interaction together with
    its move. One that was refused or only looked at something has stored nothing.
    """
    out = []
    stored: dict[int, list[MoveRow]] = defaultdict(list)
    for move in record.moves:
        if move.interaction_id is not None and move.kind != "start":
            stored[move.interaction_id].append(move)
    waiting = {seat.held.press for seat in rows.match_of(record.match).seats if seat.held}
    for press in presses:
        moves = stored.pop(press.id, [])
        if press.standing == "made" and not record.stored(press):
            answered = (
                f"move {m.n} by interaction {m.interaction_id}"
                for m in record.moves
                if press.number and m.number == press.number
            )
            by = next(answered, "no move")
            out.append(f"An acknowledged press is not stored: {press}, answered by {by}.")
        elif press.standing == "nothing" and (moves or record.stored(press)):
            out.append(f"A press that was not acknowledged is stored: {press}.")
        elif record.stored(press) and (moves or press.id not in waiting):
            out += _as_pressed(record, press, moves)
        elif moves:
            out.append(f"Moves of a press are stored without its interaction: {press}.")
    out += [f"Move {moves[0].n} is of a press that nobody made." for moves in stored.values()]
    return out


def _as_pressed(record: Record, press: Press, moves: Sequence[MoveRow]) -> list[str]:
    """A press gives its own answer or order once, and may bring standing answers after it."""
    own = [move for move in moves if move.kind not in UNASKED]
    if press.verb in FROM_NOW_ON:
        return [f"An auto answer is stored as an answer of its own: {press}."] if own else []
    if len(own) != 1:
        return [f"A press is stored {len(own)} times: {press}."]
    move = own[0]
    kind = "answer" if press.verb in ANSWERS else "order"
    here = (move.kind, move.seat) == (kind, record.seat(press.user_id))
    if not here or move is not moves[0]:
        return [f"Move {move.n} is not what was pressed: {press}."]
    if kind == "answer" and (
        move.number != press.number or not leads_to(find(record.match.game), press, move.value)
    ):
        return [f"Move {move.n} is another answer than was pressed: {press}."]
    return []


def leads_to(game: Game[Any], press: Press, value: bytes) -> bool:
    """Whether the path that was pressed leads to the stored value. Of several things chosen at once
    the path has only a name, and a game may give each of them a key of its own instead."""
    keys = game.words.path(msgspec.json.decode(value, type=game.Answer))
    many = press.verb == "some" or press.path[-1:] == (ALL,)
    path = press.path[:1] if many else press.path
    if path and path[0].startswith(drafts.MARK):
        marked = (keys[at:] for at in range(len(keys) + 1) if drafts.mark_of(keys[:at]) == path[0])
        return any(rest[: len(path) - 1] == path[1:] for rest in marked)
    return keys[: len(path)] == path or (many and len(keys) > 1)


def _unasked(record: Record, presses: Sequence[Press]) -> list[str]:
    """Moves of nobody's own press: each of a kind that its seat can have."""
    out = []
    people = {s.seat for s in record.match.seats if s.user_id is not None}
    settled = {
        record.seat(press.user_id)
        for press in presses
        if press.verb in FROM_NOW_ON and record.stored(press)
    }
    given = {(m.seat, m.value) for m in record.moves if m.kind not in UNASKED}
    for move in record.moves:
        if move.kind not in UNASKED and move.interaction_id is None:
            out.append(f"Move {move.n} is a person's, and no press belongs to it.")
        elif move.kind == "computer" and move.seat in people:
            out.append(f"Move {move.n} was decided for a person who plays himself.")
        elif move.kind == "again" and (move.seat, move.value) not in given:
            out.append(f"Move {move.n} was never given before by its player.")
        elif move.kind == "wish" and move.seat not in settled:
            out.append(f"Move {move.n} was given from now on, and nobody had it so.")
    return out


def grown(before: Record, after: Record) -> list[str]:
    """What was stored stays as it was stored."""
    if after.moves[: len(before.moves)] == before.moves:
        return []
    return ["A move that was stored has changed or is gone."]


def again(record: Record) -> list[str]:
    """The stored moves, played from the revealed seed without a bot, give the stored events and
    the stored result."""
    if record.seed is None:
        return ["The seed is not revealed at the end."]
    match = rows.match_of(record.match)
    verdict = deal_again(match, record.seed, record.moves, record.match.result)
    if verdict.log.commitment != match.commitment:
        return ["The seed is not the one that was sealed."]
    if verdict.wrong_draw is not None:
        return [f"Draw {verdict.wrong_draw} is not what the sealed seed gives."]
    if verdict.differs_at is not None:
        return [f"Played again, move {verdict.differs_at} comes out differently."]
    if not verdict.same_result:
        return ["Played again, the result is another."]
    return [
        f"Move {move.n} was given unasked, though there was something to choose."
        for table, move in zip(tables(record), record.moves[1:], strict=False)
        if move.kind == "forced" and not _had_to_be(table, move)
    ]


def _had_to_be(table: Table[Any], move: MoveRow) -> bool:
    """Whether the table gives that answer by itself."""
    ask = table.ask_of(move.seat)
    given = automatic.given(table, ask) if ask is not None else None
    return given is not None and msgspec.json.encode(given.answer) == move.value


def tables(record: Record) -> Iterable[Table[Any]]:
    """The table after each of the moves; none while the seed is sealed, nor from a move on that
    cannot be made there."""
    if record.seed is None:
        return
    match = rows.match_of(record.match)
    source = sealed_chance(record.seed, match.id, match.seal_message, match.words)
    table: Table[Any] | None = None
    for move in record.moves:
        if table is None:
            table, _ = Table.start(
                match.game, len(match.seats), LoggedChance(source), match.options
            )
        else:
            try:
                rows.replay(table, move)
            except Refusal:
                return  # a move before it is missing: that is found where presses are counted
        yield table


def digest(record: Record) -> str:
    """A short hash of what a match came to: its result, every event in order, every move by value.

    Within a window people answer in any order, so moves are taken by question, and orders by seat.
    """
    moves: list[Any] = sorted(
        (move.number, move.seat, move.kind, move.value) for move in record.moves if move.number
    )
    orders = sorted(
        (move.seat, move.n, move.value) for move in record.moves if move.kind == "order"
    )
    moves += [(seat, value) for seat, _, value in orders]
    told = [
        event
        for move in record.moves
        for event in msgspec.json.decode(move.events, type=list[msgspec.Raw])
    ]
    whole = msgspec.json.encode((record.match.result, told, moves))
    return hashlib.sha256(whole).hexdigest()[:16]
