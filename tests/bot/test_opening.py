"""The gate for opening direct messages."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.delivery.discord_calls import Unable
from bot.delivery.opening import EVERY_MS, NOTE, OFF_MS, SHUT_MS, Gate, Opening
from bot.demo import inside
from bot.posts.hands import kept_key
from bot.store import Store
from bot.tables.matches import Matches
from bot.tables.membership import Membership
from tests.bot.pits import MINUTE, NOON, Pits, question

S = 1000


def test_one_in_two_and_a_half_seconds() -> None:
    gate = Gate()
    assert [gate.turn(NOON, EVERY_MS) for _ in range(3)] == [0, 2500, 5000]
    assert gate.turn(NOON + 8 * S, EVERY_MS) == 0
    for _ in range(4):
        gate.turn(NOON + 8 * S, EVERY_MS)
    assert gate.turn(NOON + 8 * S, EVERY_MS) is None, "too long a line: come again"


def test_too_fast_shuts_it_for_everybody_and_longer_each_time() -> None:
    gate, now = Gate(), NOON
    for times in (1, 2, 4):
        gate.too_fast(now)
        gate.too_fast(now + S)  # one that was under way
        assert gate.is_shut(now + times * SHUT_MS - 1)
        assert gate.turn(now + times * SHUT_MS - 1, EVERY_MS) is None
        now += times * SHUT_MS
        assert gate.turn(now, EVERY_MS) is not None
    gate.too_fast(now + 48 * 60 * MINUTE)
    assert gate.shut_for == SHUT_MS, "after a calm day it begins again"


def test_three_people_refused_turn_them_off() -> None:
    gate = Gate()
    assert not gate.refuses(NOON, 1)
    assert not gate.refuses(NOON, 1), "the same again"
    assert not gate.refuses(NOON + 5 * MINUTE, 2)
    assert not gate.refuses(NOON + 11 * MINUTE, 3), "the first was too long ago"
    assert gate.refuses(NOON + 12 * MINUTE, 4)
    assert gate.is_shut(NOON + 12 * MINUTE + OFF_MS - 1)
    assert not gate.is_shut(NOON + 12 * MINUTE + OFF_MS)
    assert gate.refused == {}


async def test_who_comes_late_to_a_turn_takes_another(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who waited while the machine stood still do not all go at once."""
    opening, slept = pits.bot.delivery.opening, []
    opening.every_ms = EVERY_MS

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        stands_still = 30 * S if len(slept) == 1 else 0
        pits.clock.now += round(1000 * seconds) + stands_still

    monkeypatch.setattr("bot.delivery.opening.asyncio", SimpleNamespace(sleep=sleep))
    for user in (pits.ann, pits.ben, pits.cora):
        await opening.channel(user.id)
    assert slept == [EVERY_MS / 1000] * 2


async def test_in_a_demo_in_a_hurry_who_is_late_is_late_sooner(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Openings are nearer to each other there: those of a moment's standstill would all go at
    once, past a limit that ends as many times sooner."""
    opening = pits.bot.delivery.opening
    opening.every_ms = EVERY_MS
    for name, value in ((inside.HURRY, "10"), (inside.PATIENT, ""), (inside.LASTED, "lasted")):
        monkeypatch.setenv(name, str(tmp_path / value) if name == inside.LASTED else value)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        stands_still = EVERY_MS // 10 if len(slept) == 1 else 0
        pits.clock.now += round(1000 * seconds) + stands_still

    with inside.timed(pits.bot), monkeypatch.context() as patch:
        patch.setattr("bot.delivery.opening.asyncio", SimpleNamespace(sleep=sleep))
        for user in (pits.ann, pits.ben):
            await opening.channel(user.id)
    # The second comes late to his turn: by then he may take the next one at once.
    assert slept == [EVERY_MS / 10 / 1000]
    assert opening._known is not None
    assert opening._known.next_at == pits.clock() + EVERY_MS // 10


async def wait(pits: Pits, ms: int) -> None:
    pits.clock.now += ms
    pits.bot.matches.wake()
    await pits.settled()


async def test_while_it_is_shut_people_are_called_in_the_channel(pits: Pits) -> None:
    await pits.open(1)
    pits.local.misbehave.open_dms_too_fast(1)
    await pits.press(pits.ben, "join")
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert len([call for call in pits.local.calls if call.code == 40003]) == 1, "not tried again"
    await wait(pits, 2 * S)
    (call,) = [message for message in pits.public() if message.content]
    assert [user.id for user in call.mentions] == [pits.ben.id]
    await wait(pits, SHUT_MS)
    assert question(pits.panel(pits.ben))


async def test_three_refusals_and_nobody_is_written_to_for_an_hour(pits: Pits) -> None:
    await pits.open(1)
    with capture_logs() as logs:
        for user in (pits.ben, pits.cora, pits.dev):
            pits.local.misbehave.fail_next(status=403)
            with pytest.raises(Unable, match="forbidden"):
                await pits.bot.delivery.opening.channel(user.id)
        assert await pits.bot.delivery.opening.off()
    assert [line["log_level"] for line in logs if "refuses direct" in line["event"]] == ["error"]
    pits.clock.now += OFF_MS
    assert not await pits.bot.delivery.opening.off()


@pytest.mark.parametrize("alone", [True, False])
async def test_who_is_alone_remembers_the_gate(store: Store, url: str, *, alone: bool) -> None:
    """What others may change is read each time; what this process has changed it knows."""
    now = NOON
    usual = Membership(store, lambda: now)
    member = await Membership.join(store, url, lambda: now) if alone else usual
    opening = Opening(Matches(store, member, hand_key=kept_key), refusing)
    assert not await opening.off()
    shut = msgspec.structs.replace(Gate(), off_until=NOON + MINUTE)
    await store.set_note(NOTE, msgspec.json.encode(shut).decode())
    assert await opening.off() is not alone
    now += MINUTE
    for user in (1, 2, 3):
        await opening.refused(user)
    assert await opening.off()
    now += OFF_MS
    assert not await opening.off()
    await member.leave()


async def refusing(user: int, *, anew: bool = False) -> int:
    """Discord opens nothing."""
    raise Unable("forbidden")
