"""/verify: deal a match again from its revealed seed and compare every draw and event."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from bot import rows
from bot.posts import Document, Post, plain_text
from bot.session import Session
from bot.sessions import Sessions
from bot.store import MoveRow
from games.engine.errors import Refusal
from games.engine.fair import DrawLog, LoggedChance
from games.engine.game import Result
from games.engine.table import Table


class Verdict(msgspec.Struct, frozen=True):
    """What dealing again came to."""

    log: DrawLog
    moves: int
    differs_at: int | None
    """Number of the first move whose events are not the stored ones; None when all are."""
    same_result: bool
    """Whether the moves come to the stored result."""


def deal_again(
    session: Session, seed: bytes, moves: Sequence[MoveRow], result: bytes | None
) -> Verdict:
    """Play the standing moves again from the start; `result` is the stored one, if there is one.
    Runs in a worker thread."""
    chance = LoggedChance(seed, session.id, session.words)
    table, told = Table.start(session.game, len(session.seats), chance, session.options)
    for count, move in enumerate(moves):
        try:
            told = told if move.kind == "start" else rows.replay(table, move)
        except Refusal:
            return Verdict(chance.reveal(), count, move.n, False)
        if rows.told_bytes(told) != move.events:
            return Verdict(chance.reveal(), count, move.n, False)
    ended_so = msgspec.json.decode(result, type=Result) if result is not None else None
    same = table.result == ended_so
    return Verdict(chance.reveal(), len(moves), None, same)


async def verify_post(sessions: Sessions, match_id: str) -> Post:
    """The seal while a match is open; all of it checked once it is over."""
    session = await sessions.look(match_id)
    sealed = f"Sealed at the start: `SHA-256 {session.commitment}`"
    seed = await sessions.store.revealed_seed(match_id)
    if seed is None:
        return Post(
            head=f"Fairness of table {match_id}",
            body=(
                sealed,
                "The seed is opened when the match is over; then this command deals the whole "
                "match again and compares.",
            ),
        )
    moves = [move for move in await sessions.store.moves(match_id) if not move.undone]
    if not moves:
        return Post(head=f"Fairness of table {match_id}", body=(sealed, "Nothing was drawn."))
    stored = await sessions.store.match(match_id)
    ended_so = stored.result if stored is not None else None
    verdict = await asyncio.to_thread(deal_again, session, seed, moves, ended_so)
    draws = len(verdict.log.draws)
    if verdict.log.commitment != session.commitment:
        result = "**The seed is not the one that was sealed.** Please tell whoever runs this bot."
    elif verdict.differs_at is not None:
        result = (
            f"**Dealt again, move {verdict.differs_at} comes out differently.** Either the rules "
            "were mended since, or the log was changed."
        )
    elif not verdict.same_result:
        result = "**Dealt again, the match ends differently.** Its stored result was changed."
    else:
        result = f"All {draws} draws and all {verdict.moves} moves come out the same."
    return Post(
        head=f"Fairness of table {match_id}",
        body=(
            sealed,
            f"Seed: `{seed.hex()}`",
            f"Lucky words: {plain_text(session.words)}" if session.words else "",
            result,
            "The file holds every draw; `tools/verify.py` checks it without the bot. This proves "
            "that nobody chose a shuffle after seeing the play; it cannot keep whoever runs the "
            "bot from reading hands.",
        ),
        document=Document(f"draws-{match_id}.json", msgspec.json.encode(verdict.log)),
    )
