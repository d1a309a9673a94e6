"""/verify: check the seal, every draw, and the whole match dealt again from the revealed seed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bot.delivery.delivery import Delivery
from bot.match import stuck
from bot.match.match import Match
from bot.match.names import plain_text
from bot.posts import boards
from bot.posts.posts import Document, Post
from bot.store import MoveRow
from bot.tables import rows
from bot.tables.matches import Matches
from bot.words import say
from games.engine.fair import DrawLog, LoggedChance, reveal, sealed_chance
from games.engine.table import Emitted, Table

OPERATOR: Final = say("fairness.please_tell_whoever_runs")
OLDER: Final = say("fairness.played_under_older_rules")


class Verdict(msgspec.Struct, frozen=True):
    """What checking a match came to."""

    log: DrawLog
    moves: int
    """Moves that came out the same when they were played again."""
    differs_at: int | None
    """Number of the first move that does not come out as it is stored; None when all do."""
    wrong_draw: int | None
    """Number of the first stored draw that is not what the seed gives; None when all are."""
    unknown: int
    """Moves that were stored before draws were kept with them."""
    same_result: bool
    """Whether the moves come to the stored result."""
    ended_by_fault: bool = False
    """The moves come to no end: the rules had failed, and the match was ended as a draw."""


def deal_again(
    match: Match, seed: bytes, moves: Sequence[MoveRow], result: bytes | None
) -> Verdict:
    """Check the stored draws, and play the standing moves again; `result` is the stored one, if
    there is one. Runs in a worker thread."""
    source = sealed_chance(seed, match.id, match.seal_message, match.words)
    stored = rows.draws_of(moves)
    wrong = next((draw.n for draw in stored if not draw.holds(source)), None)
    chance = LoggedChance(source)
    table: Table[Any] | None = None
    told: list[Emitted] = []
    count, differs, seen = 0, None, 0
    for move in moves:
        try:
            if table is None:
                players = len(match.seats)
                table, told = Table.start(match.game, players, chance, match.options)
            else:
                told = rows.replay(table, move)
        except Exception:
            # Rules that were mended since may refuse an old move, or raise at it.
            differs = move.n
            break
        draws = chance.logged(seen)
        seen = chance.draws
        same_draws = move.draws is None or rows.draws_of([move]) == [*draws]
        if rows.told_bytes(told) != move.events or not same_draws:
            differs = move.n
            break
        count += 1
    ended_so = rows.result_of(result)
    again = table.result if table is not None else None
    unknown = sum(move.draws is None for move in moves)
    drawn = tuple(stored) if not unknown or differs is not None else chance.logged()
    return Verdict(
        log=reveal(seed, match.id, match.seal_message, match.words, drawn),
        moves=count,
        differs_at=differs,
        wrong_draw=wrong,
        unknown=unknown,
        same_result=again == ended_so,
        ended_by_fault=again is None and ended_so == stuck.nobody_first(match),
    )


def findings(match: Match, verdict: Verdict) -> list[str]:
    """What a verdict means, in sentences."""
    draws = len(verdict.log.draws)
    if verdict.log.commitment != match.commitment:
        return [say("fairness.the_seed_is_not", operator=OPERATOR)]
    if verdict.wrong_draw is not None:
        return [say("fairness.draw_is_not_what", wrong_draw=verdict.wrong_draw, operator=OPERATOR)]
    if verdict.differs_at is None and verdict.ended_by_fault:
        return [say("fairness.all_draws_and_all", draws=draws, moves=verdict.moves)]
    if verdict.differs_at is None and verdict.same_result:
        return [say("fairness.all_draws_and_all_moves", draws=draws, moves=verdict.moves)]
    if match.rules_version != match.game.rules_version:
        known = say("fairness.all_draws_are_what", draws=draws)
        if verdict.unknown:
            known = say("fairness.the_match_began_before", draws=draws)
        return [OLDER, known]
    if verdict.differs_at is None:
        return [say("fairness.played_again_the_match", operator=OPERATOR)]
    return [
        say("fairness.played_again_move_comes", differs_at=verdict.differs_at, operator=OPERATOR)
    ]


def _seal_seen(seen: str, link: str) -> str:
    """What became of the sealing message, as `Sealer.seen` found it."""
    return {
        "there": say("fairness.the_sealing_message_stands", link=link),
        "changed": say("fairness.the_sealing_message", link=link, operator=OPERATOR),
        "gone": say("fairness.the_sealing_message_has_been", link=link),
        "lost": say("fairness.the_sealing_message_is_gone"),
        "unseen": say("fairness.i_cant_look", link=link),
    }[seen]


async def verify_post(matches: Matches, delivery: Delivery, match_id: str) -> Post:
    """The seal while a match is open; all of it checked once it is over."""
    match = await matches.look(match_id)
    head = say("fairness.fairness_of_table", match_id=match_id)
    body = [say("fairness.sealed_before_the_start", commitment=match.commitment)]
    if match.seal_message:
        body.append(_seal_seen(await delivery.sealer.seen(match), boards.seal_link(match)))
    seed = await matches.store.revealed_seed(match_id)
    if seed is None:
        body.append(say("fairness.the_seed_is_opened"))
        return Post(head=head, body=tuple(body))
    moves = [move for move in await matches.store.moves(match_id) if not move.undone]
    if not moves:
        return Post(head=head, body=(*body, say("fairness.nothing_was_drawn")))
    stored = await matches.store.match(match_id)
    result = stored.result if stored is not None else None
    verdict = await asyncio.to_thread(deal_again, match, seed, moves, result)
    body.append(say("fairness.seed", hex=seed.hex()))
    if match.words:
        body.append(say("boards.players_words", words=plain_text(match.words)))
    # What everybody wants to know comes first.
    body = [*findings(match, verdict), *body]
    if match.undos:
        body.append(say("fairness.undos_an_undo_never", undos=match.undos))
    body.append(say("fairness.the_file_holds_every"))
    log = msgspec.json.encode(verdict.log)
    return Post(head=head, body=tuple(body), document=Document(f"draws-{match_id}.json", log))
