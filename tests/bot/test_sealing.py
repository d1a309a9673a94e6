"""The sealing message: posted before anything is dealt, part of every draw, checked by /verify."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from bot.delivery import answering, discord_calls
from bot.local import Message
from bot.match import sealing
from bot.match.match import Match
from bot.match.stuck import PATIENCE_SECONDS
from bot.posts import boards
from bot.posts.boards import DIGEST_SHOWN
from bot.posts.posts import Post
from bot.presses import fairness
from bot.store import MoveRow
from bot.tables import rows
from games.carwars_cards import CarWarsCards
from games.engine.chance import commitment
from games.engine.found import NAMES
from games.engine.game import Result
from tests.bot.faults import Plant, raising
from tests.bot.pits import MINUTE, SEED, Pits, follow_up, verbs
from tests.bot.test_play import take_any

SCRIPT = Path(__file__).parents[2] / "tools" / "verify.py"
SHORT = {"single_duel": "true", "window_seconds": "3600"}


class Gate:
    """Holds the sealing message back until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = asyncio.Event()
        self.reached = asyncio.Event()
        send = discord_calls.send

        async def held(channel: Any, post: Any, *, nonce: str = "") -> int:
            if post.head.startswith("Dice sealed"):
                self.reached.set()
                await self.open.wait()
            return await send(channel, post, nonce=nonce)

        monkeypatch.setattr(discord_calls, "send", held)


async def ended(pits: Pits) -> None:
    """A match of two that its people have ended."""
    await pits.deal(2, options=SHORT)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    await pits.command(pits.ann, "end")
    await pits.settled()
    await pits.press(pits.ben, "agree")
    await pits.settled()


async def verified(pits: Pits) -> str:
    outcome = await pits.command(pits.stranger, "verify", {"table": pits.match_id})
    return outcome.text


def log_of(message: Message | None) -> dict[str, Any]:
    assert message is not None
    (file,) = message.attachments
    log: dict[str, Any] = json.loads(file.data)
    return log


async def test_start_posts_seal_words_and_table_before_it_deals(pits: Pits) -> None:
    await pits.open(2)
    form = (await pits.press(pits.ben, "luck")).modal
    await pits.submit(pits.ben, form, {"words": "*break* a leg"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    (seal,) = pits.seals()
    whole = commitment(SEED)
    assert seal.text.count(whole) == 1
    assert f"seal {whole[:8]}…{whole[-4:]}\n" in seal.text
    assert seal.text.splitlines()[-1] == f"-# SHA-256 of the seed: {whole}", "in small print"
    assert pits.match_id in seal.text
    assert r"“\*break\* a leg”" in seal.text
    assert not seal.pressables
    match = await pits.match()
    assert match.seal_message == seal.id
    assert match.words == "*break* a leg"
    assert match.status == "live"


async def test_the_sealing_message_is_never_edited(pits: Pits) -> None:
    await ended(pits)
    (seal,) = pits.seals()
    assert seal.edits == 0
    assert seal.edited_at is None
    assert not seal.deleted


async def test_nothing_is_dealt_before_the_message_has_its_id(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(2)
    gate = Gate(monkeypatch)
    # Whoever presses meanwhile is promised an answer at once, which then waits for the message.
    monkeypatch.setattr(answering, "PATIENCE", 0.0)
    board = pits.board()
    start = next(b.custom_id for b in board.pressables if b.label == "Start")
    made = pits.local.begin_press(pits.ann, board, start)
    await gate.reached.wait()
    match = await pits.match()
    assert match.sealing
    assert match.table is None
    moves = await pits.store.moves(pits.match_id)
    assert moves == []
    for user, verb in ((pits.cora, "join"), (pits.ben, "unjoin"), (pits.ann, "start")):
        await pits.local.forge(user, board, f"{verb}:{pits.match_id}")
    gate.open.set()
    await made.done.wait()
    await pits.settled()
    match = await pits.match()
    assert match.status == "live"
    assert len(match.seats) == 2, "nobody came or went while the dice were sealed"
    assert len(pits.seals()) == 1


async def test_who_comes_while_the_dice_are_sealed_is_told(pits: Pits) -> None:
    await pits.open(2)
    await pits.bot.matches.change(pits.match_id, lambda s: sealing.seal(s, pits.ann.id))
    before = await pits.stored()
    form_user = pits.cora
    outcome = await pits.forge(form_user, f"join:{pits.match_id}")
    assert "This match is being started." in await follow_up(outcome)
    assert (await pits.stored()).version >= before.version


async def test_a_table_whose_message_cannot_be_posted_says_so_and_waits(pits: Pits) -> None:
    await pits.open(2)
    pits.local.misbehave.deny(pits.channel, "send_messages")
    await pits.press(pits.ann, "start")
    await pits.settled()
    board = pits.board()
    assert sealing.NOT_POSTED in board.text
    assert "start" in verbs(board)
    match = await pits.match()
    assert (match.status, match.sealing, match.table) == ("lobby", False, None)
    assert pits.seals() == []
    pits.local.misbehave.allow(pits.channel, "send_messages")
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert (await pits.match()).status == "live"
    assert sealing.NOT_POSTED not in pits.board().text


@pytest.mark.parametrize("lost", [OSError, aiohttp.ServerDisconnectedError], ids=["os", "server"])
async def test_each_start_has_a_message_of_its_own(pits: Pits, lost: type[Exception]) -> None:
    """A message that was posted without an answer must not count for what is changed after it."""
    await pits.open(2)
    send = discord_calls.send
    posted: list[int] = []

    async def lose(channel: Any, post: Any, *, nonce: str = "") -> int:
        message = await send(channel, post, nonce=nonce)
        if post.head.startswith("Dice sealed") and len(posted) < 2:
            posted.append(message)  # it is sent twice, and is one message
            raise lost("the answer was lost")
        return message

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord_calls, "send", lose)
        await pits.press(pits.ann, "start")
        await pits.settled()
        assert sealing.NOT_TAKEN in pits.board().text
        await pits.press(pits.cora, "join")
        await pits.press(pits.ann, "start")
        await pits.settled()
    first, second = pits.seals()
    match = await pits.match()
    assert [first.id] * 2 == posted
    assert match.seal_message == second.id
    assert "· start 2 ·" in second.text
    assert len(match.seats) == 3


async def test_words_are_what_can_be_seen(pits: Pits) -> None:
    await pits.open(2)
    form = (await pits.press(pits.ben, "luck")).modal
    await pits.submit(pits.ben, form, {"words": "good\x00 \u202eluck"})
    assert (await pits.match()).seats[1].words == "good luck"


async def test_a_process_that_dies_before_it_deals_posts_no_second_message(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(2)
    posted, never = asyncio.Event(), asyncio.Event()

    async def hang(*_: Any) -> bytes:
        posted.set()
        await never.wait()
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(pits.bot.matches, "seed", hang)
        board = pits.board()
        start = next(b.custom_id for b in board.pressables if b.label == "Start")
        pits.local.begin_press(pits.ann, board, start)
        await posted.wait()
        assert len(pits.seals()) == 1
        await pits.stop()
        never.set()
    await pits.start()
    await pits.settled()
    match = await pits.match()
    assert match.status == "live"
    (seal,) = pits.seals()
    assert match.seal_message == seal.id


async def test_a_deal_that_fails_is_told_and_can_be_tried_again(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(2)

    def broken(*_: Any) -> Any:
        raise RuntimeError("no cards left in the box")

    with monkeypatch.context() as patch:
        patch.setattr(CarWarsCards, "setup", broken)
        await pits.press(pits.ann, "start")
        await pits.settled()
    assert "Something went wrong while dealing (fault " in pits.board().text
    assert "box" not in pits.board().text
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert (await pits.match()).status == "live"


async def test_a_lobby_closes_although_its_dice_wait(pits: Pits) -> None:
    await pits.open(2)
    await pits.bot.matches.change(pits.match_id, lambda s: sealing.seal(s, pits.ann.id))
    pits.local.misbehave.deny(pits.channel, "send_messages")
    pits.clock.now += 31 * MINUTE
    await pits.bot.clocks.tick()
    await pits.settled()
    assert (await pits.stored()).status == "ended"


@pytest.mark.parametrize("how", ["closed", "deserted"])
async def test_a_table_that_ends_while_its_message_is_posted_is_not_dealt(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    await pits.open(1, computers=1)
    gate = Gate(monkeypatch)
    board = pits.board()
    start = next(b.custom_id for b in board.pressables if b.label == "Start")
    made = pits.local.begin_press(pits.ann, board, start)
    await gate.reached.wait()
    if how == "closed":
        pits.clock.now += 31 * MINUTE
        await pits.bot.clocks.tick()
    else:
        await pits.bot.matches.forget(pits.ann.id)
    gate.open.set()
    await made.done.wait()
    await pits.settled()
    stored = await pits.stored()
    assert (stored.status, stored.moves) == ("ended", 0)


# -- checking


async def test_verify_looks_at_the_sealing_message(pits: Pits) -> None:
    await ended(pits)
    (seal,) = pits.seals()
    said = await verified(pits)
    assert "The sealing message stands where it was posted, unchanged" in said
    assert f"/{pits.channel.id}/{seal.id}" in said
    assert "come out the same." in said


async def test_a_deleted_sealing_message_is_told(pits: Pits) -> None:
    await ended(pits)
    pits.local.misbehave.delete_message(pits.seals()[0])
    said = await verified(pits)
    assert "has been deleted" in said
    assert "come out the same." in said


async def test_a_sealing_message_that_the_local_discord_forgot_has_not_been_deleted(
    pits: Pits,
) -> None:
    await ended(pits)
    await pits.stop()
    pits.local.misbehave.delete_message(pits.seals()[0])
    await pits.start(post_anew=True)
    said = await verified(pits)
    assert "this local Discord forgets its messages when it stops" in said
    assert "deleted" not in said
    assert "discord.com" not in said, "there is nothing to lead to"
    assert "come out the same." in said


async def test_a_changed_sealing_message_is_told(pits: Pits) -> None:
    await ended(pits)
    (seal,) = pits.seals()
    text = seal.components[0]["components"][-1]
    text["content"] = text["content"].replace(commitment(SEED)[:4], "0000")
    assert "The sealing message has been changed" in await verified(pits)


async def test_other_lucky_words_in_it_are_told_too(pits: Pits) -> None:
    await pits.open(2, options={"single_duel": "true"})
    form = (await pits.press(pits.ben, "luck")).modal
    await pits.submit(pits.ben, form, {"words": "seven clovers"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    (seal,) = pits.seals()
    text = seal.components[0]["components"][1]
    text["content"] = text["content"].replace("seven", "eight")
    assert "The sealing message has been changed" in await verified(pits)


async def test_a_sealing_message_of_another_release_has_not_been_changed(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(pits)
    seal = boards.seal

    def worded_anew(match: Match) -> Post:
        post = seal(match)
        return msgspec.structs.replace(post, body=(*post.body[:-1], "Another sentence."))

    monkeypatch.setattr(boards, "seal", worded_anew)
    assert "unchanged: http" in await verified(pits)


async def test_a_forged_sealing_message_counts_for_nothing(pits: Pits) -> None:
    await pits.open(2)
    forged = pits.local.write(
        pits.ben, pits.channel, f"### Dice sealed: Table `{pits.match_id}` · SHA-256 {'0' * 64}"
    )
    await pits.press(pits.ann, "start")
    await pits.settled()
    outcome = await pits.command(pits.stranger, "verify", {"table": pits.match_id})
    assert str(forged.id) not in outcome.text
    assert str((await pits.match()).seal_message) in outcome.text
    assert "unchanged" in outcome.text


@pytest.mark.parametrize("game", NAMES)
async def test_the_log_checks_without_the_bot_with_the_boards_digest(
    pits: Pits, tmp_path: Path, game: str
) -> None:
    """A match of each game, played some way and ended."""
    await pits.deal(2, game=game)
    rng = random.Random(5)
    for _ in range(14):
        await pits.settled()
        match = await pits.match()
        assert match.table is not None
        user = pits.people[match.table.asks[0].seat]
        await take_any(pits, user, pits.panel(user), rng)
    await pits.settled()
    await pits.command(pits.ann, "end")
    await pits.settled()
    await pits.press(pits.ben, "agree")
    await pits.settled()
    outcome = await pits.command(pits.stranger, "verify", {"table": pits.match_id})
    assert "come out the same." in outcome.text
    log = log_of(outcome.ephemeral)
    assert len(log["draws"]) >= 2
    assert log["message"] == str(pits.seals()[0].id)
    digest = log["digest"][:DIGEST_SHOWN]
    assert digest in pits.public()[0].text
    assert await checked(tmp_path, log, digest) == 0
    assert await checked(tmp_path, log, "0" * DIGEST_SHOWN) == 1


async def checked(folder: Path, log: dict[str, Any], digest: str) -> int | None:
    """Exit code of tools/verify.py on a match's draw log and the board's digest."""
    file = folder / "match.json"
    file.write_text(json.dumps(log))
    command = [sys.executable, "-I", str(SCRIPT), str(file), "--digest", digest]
    script = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
    return await script.wait()


def change_moves(pits: Pits, sql: str, *values: object) -> None:
    connection = sqlite3.connect(pits.url.split("///", 1)[1])
    with connection:
        assert connection.execute(sql, values).rowcount == 1
    connection.close()


async def test_under_other_rules_the_dice_are_checked_and_the_moves_are_not(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(pits)
    last = [m.n for m in await pits.store.moves(pits.match_id)][-1]
    change_moves(pits, "UPDATE moves SET events = ? WHERE n = ?", b"[]", last)
    said = await verified(pits)
    assert f"Played again, move {last} comes out differently." in said
    monkeypatch.setattr(CarWarsCards, "rules_version", CarWarsCards.rules_version + 1)
    said = await verified(pits)
    assert "Played under older rules: dice checked, moves not replayed." in said
    assert "draws are what the sealed seed gives." in said
    assert "changed" not in said.replace("unchanged", "")
    assert "differently" not in said


async def test_a_changed_draw_is_found_under_any_rules(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(pits)
    moves = await pits.store.moves(pits.match_id)
    first = next(move for move in moves if move.draws)
    draws = msgspec.json.decode(first.draws or b"")
    draws[0]["result"] = (draws[0]["result"] + 1) % draws[0]["limit"]
    changed = msgspec.json.encode(draws)
    change_moves(pits, "UPDATE moves SET draws = ? WHERE n = ?", changed, first.n)
    assert "**Draw 0 is not what the sealed seed gives.**" in await verified(pits)
    monkeypatch.setattr(CarWarsCards, "rules_version", CarWarsCards.rules_version + 1)
    assert "**Draw 0 is not what the sealed seed gives.**" in await verified(pits)


async def test_a_forged_result_is_found(pits: Pits) -> None:
    await ended(pits)
    assert "come out the same." in await verified(pits)
    forged = msgspec.json.encode(Result(((1,), (0,)), (0, 9)))
    change_moves(pits, "UPDATE matches SET result = ? WHERE id = ?", forged, pits.match_id)
    assert "**Played again, the match ends differently.**" in await verified(pits)


async def test_another_seed_is_found(pits: Pits) -> None:
    await ended(pits)
    change_moves(pits, "UPDATE secrets SET seed = ? WHERE match_id = ?", bytes(32), pits.match_id)
    assert "**The seed is not the one that was sealed.**" in await verified(pits)


async def test_a_draw_that_was_taken_out_is_found(pits: Pits) -> None:
    """Each that is left is what the seed gives."""
    await ended(pits)
    first, *_ = await pits.store.moves(pits.match_id)
    kept = msgspec.json.decode(first.draws or b"")[:-1]
    assert kept
    change_moves(pits, "UPDATE moves SET draws = ? WHERE n = ?", msgspec.json.encode(kept), first.n)
    said = await verified(pits)
    assert f"Played again, move {first.n} comes out differently." in said


async def test_draws_of_another_move_are_found(pits: Pits) -> None:
    """Each is what the seed gives, and their numbers have no gap."""
    await ended(pits)
    first, second, *_ = await pits.store.moves(pits.match_id)
    assert rows.draws_of([first])
    assert not rows.draws_of([second])
    change_moves(pits, "UPDATE moves SET draws = ? WHERE n = ?", first.draws, second.n)
    change_moves(pits, "UPDATE moves SET draws = ? WHERE n = ?", b"[]", first.n)
    said = await verified(pits)
    assert f"Played again, move {first.n} comes out differently." in said


async def test_one_press_of_undo_is_told_as_one(pits: Pits) -> None:
    """However many moves of computers went with it."""
    await pits.deal(1, computers=1, options=SHORT)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    said = await follow_up(await pits.command(pits.ann, "undo"))
    await pits.settled()
    match = await pits.match()
    card = match.game.words.part(
        match.view(0), match.running().asks[0], ("discard", f"c{match.view(0).hand[0]}"), []
    )
    assert f"Undone: Discard › {card.text}. The same" in said, "it names what was pressed"
    undone = [move for move in await pits.store.moves(pits.match_id) if move.undone]
    assert len(undone) > 1, "the computer's moves went, too"
    while (await pits.match()).status == "live":
        (ask,) = (await pits.match()).running().asks
        await pits.bot.matches.change(
            pits.match_id,
            partial(Match.answer, user_id=pits.ann.id, number=ask.number, answer=ask.default),
        )
        await pits.settled()
    board = pits.public()[-1]
    assert board.text.endswith(", undos: 1")
    said = await verified(pits)
    assert "\nUndos: 1. An undo never changes the draws.\n" in said
    assert "come out the same." in said, "what was drawn after it, too"


@pytest.mark.parametrize("game", ["nascards", "world-auto-racing"])
async def test_the_same_luck_comes_again_after_an_undo(pits: Pits, game: str) -> None:
    await pits.deal(1, computers=1, game=game)

    async def answer() -> MoveRow:
        """Ann answers as it comes; her move."""
        ask = (await pits.match()).ask_of(0)
        assert ask is not None
        value = ask.default
        await pits.bot.matches.change(
            pits.match_id, lambda match: match.answer(pits.ann.id, ask.number, value)
        )
        await pits.settled()
        moves = await pits.store.moves(pits.match_id)
        return next(move for move in reversed(moves) if move.number == ask.number)

    for _ in range(100):
        first = await answer()
        if rows.draws_of([first]):
            break
    await pits.command(pits.ann, "undo")
    await pits.settled()
    again = await answer()
    assert again.n > first.n
    assert rows.draws_of([again]) == rows.draws_of([first]) != []


async def test_a_match_that_a_fault_ended_as_a_draw_is_checked(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant = Plant(monkeypatch, "carwars-cards")
    await pits.deal(2, options=SHORT)
    plant.fails = lambda ask: True
    for wait in (300 * MINUTE, 300 * MINUTE, 1000 * PATIENCE_SECONDS):
        pits.clock.now += wait
        await pits.bot.clocks.tick()
        await pits.settled()
    assert (await pits.stored()).status == "finished"
    assert "the rules failed there, so the match was ended as a draw" in await verified(pits)


@pytest.mark.parametrize("where", ["setup", "beat"])
async def test_under_other_rules_that_raise_the_dice_are_checked(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    await ended(pits)
    await pits.match()
    monkeypatch.setattr(CarWarsCards, where, raising)
    monkeypatch.setattr(CarWarsCards, "rules_version", CarWarsCards.rules_version + 1)
    text = await verified(pits)
    assert fairness.OLDER in text
    assert "draws are what the sealed seed gives" in text
