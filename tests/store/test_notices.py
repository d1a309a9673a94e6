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
