"""Notices: who takes on to send one finds out whether it rings, and nobody else does."""

from __future__ import annotations

import msgspec

from bot.store import NoticeRow, Store
from tests.store.rows import ANN, SEED, match

ID = "7KQ2MX9A01"


async def test_a_call_rings_once_whoever_sends_it(store: Store) -> None:
    await store.new_match(match(ID), SEED)
    asked: list[str] = []

    def ring(rang: str) -> tuple[bool, str]:
        asked.append(rang)
        return True, f"{rang}x"

    wish = NoticeRow(match_id=ID, user_id=ANN, public=True, number=1, stage=1, at=0)
    await store.claim_notice(wish, lambda rang: (False, rang))
    call = msgspec.structs.replace(wish, at=5)
    first = await store.claim_notice(call, ring)
    assert first == msgspec.structs.replace(call, loud=True)
    assert await store.claim_notice(msgspec.structs.replace(call, at=9), ring) == first
    assert await store.claim_notice(wish, ring) == first
    assert asked == [""]
    await store.claim_notice(msgspec.structs.replace(call, stage=2, at=9), ring)
    assert asked == ["", "x"]


async def test_what_has_taken_the_place_of_a_notice_stays_when_that_is_deleted(
    store: Store,
) -> None:
    """Its player is asked something newer while Discord deletes the message."""
    await store.new_match(match(ID), SEED)
    old = NoticeRow(match_id=ID, user_id=ANN, public=True, number=1, stage=1, at=5)
    await store.claim_notice(old, lambda rang: (True, rang))
    newer = msgspec.structs.replace(old, stage=2, at=0)
    await store.claim_notice(newer, lambda rang: (False, rang))
    await store.drop_notice(old)
    assert await store.notices(ID) == [newer]
    await store.drop_notice(newer)
    assert await store.notices(ID) == []
