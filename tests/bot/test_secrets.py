"""Secrets: what one seat may know reaches that seat alone, and some things reach nobody."""

from __future__ import annotations

import hashlib
import io
import logging
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import structlog

from bot import boards, hands, logs, rows
from bot.local import Call, User
from bot.pictures import Pictures
from tests.bot.pits import SEED, Pits
from tests.bot.test_plans import answer_all
from tests.bot.test_play import take_any


async def canaries(pits: Pits, seen: dict[int, set[str]]) -> None:
    """Add to `seen` what each seat alone knows now: its hand in words and in pixels."""
    session = await pits.session()
    if session.table is None or session.status != "live":
        return
    for seat in range(len(session.seats)):
        post = await hands.hand(session, seat, pits.bot.pictures)
        assert post.picture is not None
        seen[seat].add(post.picture.alt)
        seen[seat].add(hashlib.sha256(post.picture.data).hexdigest())


def private_sentences(pits: Pits, session: Any, moves: Any) -> dict[int, set[str]]:
    """The sentences of events that were told to one seat only."""
    players = boards.said(session)
    out: dict[int, set[str]] = {seat: set() for seat in range(len(session.seats))}
    for move in moves:
        for told in rows.told_of(session.game, move.events):
            if told.seats is not None and len(told.seats) == 1:
                seat = told.seats[0]
                out[seat].add(session.game.words.event(told.event, players, seat))
    return out


def readers(pits: Pits, call: Call) -> list[User]:
    """Who can read what a call sent: everyone for a channel, its owner for the rest."""
    world = pits.local.world
    if call.interaction is not None:
        made = world.interactions[call.interaction]
        public = (call.body or {}).get("type") == 7 and made.source and not made.source.owner_id
        if not public or made.channel.kind == "dm":
            return [made.user]
        return pits.people
    channel = world.channels.get(int(call.params.get("channel_id", 0)))
    if channel is not None and channel.recipient_id:
        return [world.users[channel.recipient_id]]
    return pits.people


async def test_no_seat_ever_reads_what_another_alone_may_know(pits: Pits) -> None:
    await pits.deal(3, options={"window_seconds": "3600", "single_duel": "true"})
    whim = random.Random(3)
    seen: dict[int, set[str]] = {seat: set() for seat in range(3)}
    for step in range(60):
        await pits.settled()
        await canaries(pits, seen)
        session = await pits.session()
        if session.status != "live" or session.table is None:
            break
        ask = session.table.asks[0]
        user = pits.people[ask.seat]
        if step % 7 == 0:
            for verb in ("hand", "missed", "words", "more", "rules"):
                await pits.press(pits.people[step % 4], verb) if step % 4 < 3 else None
        await take_any(pits, user, pits.panel(user), whim)
    await pits.settled()
    await canaries(pits, seen)
    session = await pits.session()
    moves = await pits.store.moves(pits.match)
    for seat, sentences in private_sentences(pits, session, moves).items():
        assert sentences, "every seat drew cards"
        seen[seat] |= sentences
    # A hand of which nothing is left reads alike for all; it tells nothing.
    shared = {x for a in seen for x in seen[a] for b in seen if a != b and x in seen[b]}
    texts: list[tuple[list[User], str]] = [
        (readers(pits, call), msgspec.json.encode(call.body, enc_hook=str).decode())
        for call in pits.local.calls
        if call.body is not None
    ]
    for messages in pits.local.world.messages.values():
        for message in messages.values():
            owner = message.owner_id or pits.local.world.channels[message.channel_id].recipient_id
            people = [u for u in pits.people if owner in (None, u.id)]
            pixels = " ".join(hashlib.sha256(a.data).hexdigest() for a in message.attachments)
            texts.append((people, "\n".join([message.text, *message.alts, pixels])))
    checked = 0
    for people, text in texts:
        assert SEED.hex() not in text
        for user in people:
            for seat in range(3):
                if pits.people[seat] is user:
                    continue
                for canary in seen[seat] - shared:
                    checked += 1
                    assert canary not in text, f"{user.name} reads {canary!r} of seat {seat}"
    assert checked > 1000


async def test_the_canaries_are_there_to_be_found(pits: Pits) -> None:
    """The check above looks for words and pixels that do reach their own player."""
    await pits.deal(2)
    seen: dict[int, set[str]] = {0: set(), 1: set()}
    await canaries(pits, seen)
    panel = pits.panel(pits.ben)
    assert panel.alts[0] in seen[1]
    assert hashlib.sha256(panel.attachments[0].data).hexdigest() in seen[1]
    (sentence,) = private_sentences(pits, await pits.session(), await pits.store.moves(pits.match))[
        1
    ]
    assert sentence in (await pits.press(pits.ben, "missed")).text


async def test_ones_own_car_is_whole_and_that_of_others_is_not(pits: Pits) -> None:
    """Record sheets are hidden: what is left of armor and inside is its driver's alone."""
    await pits.deal(2, game="mini-carwars")
    await answer_all(pits, "vehicle")

    async def told(user: User, verb: str) -> str:
        outcome = await pits.forge(user, f"{verb}:{pits.match}")
        message = outcome.message or outcome.messages[-1]
        assert message.ephemeral
        return " ".join((message.text, *message.alts))

    assert "power plant 12 of 12" in await told(pits.ann, "car")
    assert "power plant" not in await told(pits.stranger, "car")
    for user, lines in (
        (pits.ann, ["A Ann: Courier in action, 60 mph (armor 95 of 95). B", "60 mph."]),
        (pits.ben, ["A Ann: Courier in action, 60 mph. B", "60 mph (armor 95 of 95)."]),
        (pits.stranger, ["A Ann: Courier in action, 60 mph. B", "60 mph."]),
    ):
        said = await told(user, "standings")
        assert " Ben: Courier in action, ".join(lines) in said


async def test_the_seed_is_nowhere_before_the_end(pits: Pits) -> None:
    await pits.deal(2)
    for name in ("verify", "table", "games", "rules"):
        outcome = await pits.command(pits.ann, name)
        assert SEED.hex() not in outcome.text
    assert "seed" not in repr(await pits.session()).lower().replace("sealed", "")
    assert SEED.hex() not in repr(await pits.session())


def test_settings_do_not_show_their_token() -> None:
    from bot.settings import Settings  # noqa: PLC0415 - beside what it checks

    settings = Settings(token="aaa.bbb.ccc")
    assert "bbb" not in repr(settings)
    assert "bbb" not in str(settings)


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Where everything is logged, at its loudest, in the form the process logs it."""
    before = structlog.get_config()
    handlers, level = logging.root.handlers[:], logging.root.level
    paper = io.StringIO()
    try:
        logs.set_up("DEBUG")
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(paper))
        logging.root.addHandler(logging.StreamHandler(paper))
        yield paper
    finally:
        structlog.configure(**before)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)


async def test_no_secret_is_logged(
    written: io.StringIO, pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    logging.getLogger("discord").setLevel(logging.WARNING)
    await pits.deal(2)
    hand = (await pits.session()).table.view(0).hand  # type: ignore[union-attr]
    await pits.press(pits.ann, "hand")

    async def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError(" ".join(("the paint", "is out")))

    monkeypatch.setattr(Pictures, "hand", fails)
    outcome = await pits.press(pits.ann, "hand")
    assert "The picture cannot be drawn (fault " in outcome.text
    assert "paint" not in outcome.text
    await pits.session()
    logged = written.getvalue()
    assert "RuntimeError" in logged
    assert "in fails" in logged, "the traceback"
    assert "the paint is out" not in logged, "an error's own text may name a card"
    assert pits.local.token not in logged
    assert SEED.hex() not in logged
    assert repr(SEED) not in logged
    assert str(list(hand)) not in logged
    assert str(tuple(hand)) not in logged
    for interaction in pits.local.world.interactions.values():
        assert interaction.token not in logged
