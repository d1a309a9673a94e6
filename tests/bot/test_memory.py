"""What a process keeps in memory has an end, however long it runs."""

from __future__ import annotations

import pytest

from bot.delivery.panels import LOOKED_AT_MS
from bot.delivery.showing import Showing
from bot.posts.hands import kept_key
from bot.store import Store
from bot.tables.matches import Matches
from bot.tables.membership import Membership, wall
from tests.bot.pits import Pits
from tests.bot.test_membership import opened


@pytest.fixture
async def member(store: Store, url: str) -> Membership:
    """One of several processes, alone so far."""
    return await Membership.join(store, url, wall, (0,), 1)


async def test_matches_and_their_locks(
    store: Store, member: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.stored._KEPT", 2)
    matches = Matches(store, member, hand_key=kept_key)
    for channel in range(12):
        await matches.look((await opened(matches, channel=channel + 1)).id)
    assert len(matches._kept) == 2
    assert len(matches._locks) <= 4 * 2 + 1


async def test_presses_that_were_never_answered(
    store: Store, member: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.stored._KEPT", 2)
    matches = Matches(store, member, hand_key=kept_key)
    match = await opened(matches, channel=1)
    for press in (11, 12, 13):
        await matches.change(match.id, lambda _: None, interaction=(press, 3), shows="board")
    assert [*matches._answers] == [12, 13]


async def test_private_hands_and_their_tokens(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.panels.MOST", 2)
    await pits.deal(3)
    for user in (pits.ann, pits.ben):
        await pits.press(user, "hand")
    pits.clock.now += LOOKED_AT_MS
    await pits.press(pits.cora, "hand")
    assert [user for _, user in pits.bot.delivery.panels._panels] == [pits.cora.id]


async def test_locks_of_messages(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.showing._LOCKS", 2)
    showing = Showing(pits.bot.matches, pits.bot.delivery.pace, pits.bot)
    async with showing.lock("M", "held"):
        for seat in range(9):
            showing.lock("M", f"hand:{seat}")
        assert [key for key, lock in showing._locks.items() if lock.locked()] == ["M/held"]
    assert len(showing._locks) <= 2 + 1


async def test_what_was_first_sent_with_a_nonce(pits: Pits) -> None:
    """Of calls that have ended: else a later message would be taken for one that was sent twice."""
    await pits.deal(2)
    await pits.settled()
    assert pits.board().id
    assert pits.bot.delivery._first_sent == {}
