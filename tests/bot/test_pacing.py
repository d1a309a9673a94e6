"""Turns at Discord's limits: nobody takes a last place, and nobody who presses waits for an edit.

Time is a clock that stands still until a test moves it, the bot's and the local Discord's alike.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import discord
import prometheus_client
import pytest

from bot.delivery import discord_calls
from bot.delivery.discord_calls import Unable
from bot.delivery.outbox import RETRY_MS
from bot.delivery.pacing import A_SECOND, AT_ONCE, FIRST, HANDS, Kind, Pace, TakenOver
from bot.local import DISCORD, HandClock, LocalDiscord, Message
from bot.match.match import Match
from tests.bot.pits import Pits, find, ids, opened
from tests.store.rows import next_due

CHANNEL = 7


class Turns:
    """Calls that are answered at once, by a bucket of five in five seconds for each channel."""

    def __init__(self, limit: int = 5, window: float = 5.0) -> None:
        self.clock = HandClock()
        self.pace = Pace(self.clock)
        self.limit, self.window = limit, window
        self.made: list[tuple[float, str]] = []
        """When each call was made, and its name."""
        self.least = limit
        """The fewest places that were ever left."""
        self._used: dict[tuple[int, str], tuple[float, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def call(self, name: str, channel: int = CHANNEL, kind: Kind = "edit", **how: Any) -> None:
        task = asyncio.create_task(self._call(name, channel, kind, **how))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self, name: str, channel: int, kind: Kind, **how: Any) -> None:
        async with self.pace.turn(channel, kind, **how):
            now = self.clock.now()
            opened, used = self._used.get((channel, kind), (now, 0))
            if now - opened >= self.window:
                opened, used = now, 0
            self._used[channel, kind] = opened, used + 1
            self.made.append((round(now, 2), name))
            left = self.limit - used - 1
            self.least = min(self.least, left)
            method = {"edit": "PATCH", "send": "POST"}[kind]
            path = f"/api/v10/channels/{channel}/messages" + ("/1" if kind == "edit" else "")
            told = {
                "X-RateLimit-Limit": str(self.limit),
                "X-RateLimit-Remaining": str(left),
                "X-RateLimit-Reset-After": f"{opened + self.window - now:.3f}",
                "X-RateLimit-Bucket": kind,
            }
            self.pace.learn(method, path, 200, told)

    async def until(self, seconds: float) -> None:
        """Let time pass, a hundredth of a second at a time."""
        while self.clock.now() < seconds:
            await self.rest()
            self.clock.advance(0.01)
        await self.rest()

    async def rest(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.made]


async def test_the_last_place_is_never_taken() -> None:
    turns = Turns()
    for n in range(12):
        turns.call(str(n))
    await turns.until(16)
    assert turns.names == [str(n) for n in range(12)]
    assert turns.least == 1
    assert turns.made[3][0] < 5.0, "and no place but the last is left"


async def test_half_the_places_go_at_once_and_the_rest_are_spread() -> None:
    turns = Turns()
    for n in range(5):
        turns.call(str(n))
    await turns.until(6)
    first, second, third, fourth, fifth = (at for at, _ in turns.made)
    assert (first, second, third) == (0.0, 0.0, 0.0)
    assert fourth == pytest.approx(2.5, abs=0.02)
    assert fifth == pytest.approx(5.05, abs=0.02)


async def test_a_share_spaces_edits_from_the_second_on() -> None:
    turns = Turns()
    for n in range(5):
        turns.call(str(n), share=1.2)
    await turns.until(8)
    gaps = [b - a for (a, _), (b, _) in zip(turns.made, turns.made[1:], strict=False)]
    assert turns.made[0][0] == 0.0
    assert min(gaps) >= 1.2
    assert max(gaps[:3]) < 1.7


async def test_figures_are_read_and_not_known() -> None:
    hurried = Turns(limit=3, window=0.3)
    for n in range(5):
        hurried.call(str(n))
    await hurried.until(1.2)
    assert len(hurried.made) == 5
    assert hurried.least == 1


async def test_without_limits_nothing_waits() -> None:
    pace = Pace(HandClock())
    for _ in range(A_SECOND // 2):
        async with pace.turn(CHANNEL, "edit"):
            pace.learn("PATCH", f"/api/v10/channels/{CHANNEL}/messages/1", 200, {})


async def test_a_bucket_with_one_place_is_used_when_it_is_full() -> None:
    turns = Turns(limit=1, window=1.0)
    for n in range(3):
        turns.call(str(n))
    await turns.until(3)
    assert [at for at, _ in turns.made] == pytest.approx([0.0, 1.05, 2.1], abs=0.03)


async def test_notices_go_before_hands_and_hands_before_boards() -> None:
    turns = Turns()
    for n in range(4):
        turns.call(f"first {n}")
    await turns.rest()
    turns.call("board", rank=2)
    turns.call("hand", rank=HANDS)
    turns.call("notice", rank=FIRST)
    await turns.until(12)
    assert turns.names[-3:] == ["notice", "hand", "board"]


async def test_a_new_message_does_not_wait_for_edits() -> None:
    turns = Turns()
    for n in range(8):
        turns.call(f"edit {n}", rank=2)
    await turns.rest()
    before = len(turns.made)
    turns.call("notice", kind="send")
    await turns.rest()
    assert turns.names[before:] == ["notice"]


async def test_one_channel_does_not_wait_for_another() -> None:
    turns = Turns()
    for n in range(8):
        turns.call(f"edit {n}")
    await turns.rest()
    turns.call("other", channel=8)
    await turns.rest()
    assert turns.names[-1] == "other"


class Flood:
    """As many calls as there may be, each to a channel of its own and answered at once."""

    def __init__(self, pace: Pace, clock: HandClock, calls: int) -> None:
        self.clock = clock
        self.started: list[tuple[float, int]] = []
        """When each call was started, and its channel."""
        self._pace = pace
        self.answered = asyncio.Event()
        self.answered.set()
        self._tasks = [asyncio.create_task(self._call(n)) for n in range(calls)]

    async def _call(self, channel: int) -> None:
        async with self._pace.turn(channel, "edit"):
            self.started.append((self.clock.now(), channel))
            await self.answered.wait()

    async def rest(self) -> int:
        """Let everybody go who may; how many have gone by now."""
        for _ in range(5 * len(self._tasks)):
            await asyncio.sleep(0)
        return len(self.started)

    async def after(self, seconds: float) -> int:
        """The same when so much time has passed, a hundredth of a second at a time."""
        for _ in range(round(100 * seconds)):
            self.clock.advance(0.01)
            await self.rest()
        return len(self.started)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def test_no_more_than_so_many_at_once_and_in_a_second() -> None:
    clock = HandClock()
    flood = Flood(Pace(clock), clock, 100)
    flood.answered.clear()
    await flood.rest()
    channels = [channel for _, channel in flood.started]
    assert channels == list(range(AT_ONCE)), "who has waited longest goes first"
    flood.answered.set()
    assert await flood.after(0.99) == A_SECOND
    assert await flood.after(0.99) in range(2 * A_SECOND - 1, 2 * A_SECOND + 1)
    assert await flood.after(0.6) == 100
    await flood.end()


@pytest.mark.parametrize("processes", [1, 3])
async def test_calls_that_come_a_little_late_stay_below_the_limit(processes: int) -> None:
    """Discord counts when they come: here a fifth of a second late, up to any moment, and not late
    after that. So many processes send whatever they may."""
    times = list[float]()
    for _ in range(processes):
        clock = HandClock()
        pace = Pace(clock)
        pace.share(processes)
        flood = Flood(pace, clock, 4 * A_SECOND)
        await flood.after(3.0)
        times += [at for at, _ in flood.started]
        await flood.end()
    most = 0
    for late_until in times:
        came = [at + 0.2 if at <= late_until else at for at in times]
        most = max(most, *(sum(first <= at < first + 1 for at in came) for first in came))
    assert DISCORD.everything is not None
    assert most <= DISCORD.everything.requests


@pytest.mark.parametrize(("processes", "each"), [(1, A_SECOND), (3, A_SECOND // 3), (1000, 1)])
async def test_processes_share_the_calls_of_a_second(processes: int, each: int) -> None:
    clock = HandClock()
    pace = Pace(clock)
    pace.share(processes)
    flood = Flood(pace, clock, 2 * A_SECOND)
    assert await flood.after(0.99) == each
    await flood.end()


@pytest.mark.parametrize(
    "path", ["/webhooks/1/{}", "/webhooks/1/{}/messages/2", "/interactions/1/{}/callback"]
)
async def test_no_call_is_counted_by_a_token(path: str) -> None:
    """Whatever its route: metrics are read by others."""
    token = "aW50ZXJhY3Rpb24"
    for method in ("GET", "POST", "PATCH", "DELETE"):
        Pace(HandClock()).learn(method, "/api/v10" + path.format(token), 200, {})
    assert token not in prometheus_client.generate_latest().decode()


async def test_without_a_limit_there_is_none_to_share() -> None:
    clock = HandClock()
    pace = Pace(clock, a_second=math.inf)
    pace.share(1)
    flood = Flood(pace, clock, 2 * A_SECOND)
    assert await flood.rest() == 2 * A_SECOND
    await flood.end()


async def test_who_gives_up_leaves_his_place_to_others() -> None:
    turns = Turns()
    async with AsyncExitStack() as held:
        await held.enter_async_context(turns.pace.turn(CHANNEL, "edit"))
        waiting = asyncio.create_task(turns._call("gone", CHANNEL, "edit"))
        await turns.rest()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        turns.call("next")
        await turns.rest()
        assert turns.made == []
    await turns.rest()
    assert turns.names == ["next"]
    assert turns.pace._under_way == 0


@pytest.mark.parametrize(
    ("headers", "others_wait"),
    [({"Retry-After": "3"}, False), ({"Retry-After": "3", "X-RateLimit-Global": "true"}, True)],
)
async def test_a_429_closes_its_route_or_all(headers: dict[str, str], others_wait: bool) -> None:
    turns = Turns()
    turns.pace.learn("PATCH", f"/api/v10/channels/{CHANNEL}/messages/1", 429, headers)
    turns.call("refused")
    turns.call("other", channel=8)
    await turns.rest()
    assert turns.names == ([] if others_wait else ["other"])
    await turns.until(3.1)
    assert "refused" in turns.names


async def test_a_shared_429_closes_its_route_as_long_as_it_says() -> None:
    """What a shared limit has refused says nothing of the bucket, nor the bucket of that."""
    turns = Turns()
    headers = {"X-RateLimit-Scope": "shared", "X-RateLimit-Reset-After": "1", "Retry-After": "3"}
    turns.pace.learn("PATCH", f"/api/v10/channels/{CHANNEL}/messages/1", 429, headers)
    turns.call("refused")
    await turns.until(2.9)
    assert turns.names == []
    await turns.until(3.1)
    assert turns.names == ["refused"]


async def test_who_is_cancelled_as_the_turn_comes_gives_it_back() -> None:
    turns = Turns()
    async with AsyncExitStack() as held:
        await held.enter_async_context(turns.pace.turn(CHANNEL, "edit"))
        waiting = asyncio.create_task(turns._call("gone", CHANNEL, "edit"))
        await turns.rest()
    # It has been given the turn and has not gone on with it.
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    turns.call("next")
    await turns.rest()
    assert turns.names == ["next"]
    assert turns.pace._under_way == 0


# -- the whole bot


@pytest.fixture
async def paced(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Pits, HandClock]]:
    """Six people at a table on a Discord that has limits and whose clock stands still."""
    monkeypatch.setattr("bot.tables.matches.new_id", ids())
    clock = HandClock()
    async with opened(tmp_path, empty_database, clock=clock, limits=DISCORD) as pits:
        pits.bot.delivery.pace.clock = clock
        pits.bot.delivery.pace._share = math.inf  # what goes by places is looked at here
        going = asyncio.create_task(_goes_on(clock))
        try:
            await pits.deal(6, options={"window_seconds": "3600"})
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            clock.advance(60)
            yield pits, clock
        finally:
            going.cancel()
            last = asyncio.create_task(_goes_on(clock))
            await pits.settled()
            last.cancel()


async def _goes_on(clock: HandClock) -> None:
    while True:
        await asyncio.sleep(0.001)
        clock.advance(0.05)


def _renamed(n: int) -> Any:
    def rename(match: Match) -> None:
        match.seats[0].name = f"Ann {n}"

    return rename


def shown(message: Message) -> str:
    """Everything that can be read on it."""
    return message.text + "".join(message.alts)


def edits(local: LocalDiscord, channel: int, since: int = 0) -> list[float]:
    """When the bot edited messages of that channel."""
    return [
        call.at
        for call in local.calls[since:]
        if call.method == "PATCH" and call.params.get("channel_id") == str(channel)
    ]


async def test_six_people_press_while_seven_edits_wait(paced: tuple[Pits, HandClock]) -> None:
    """Seven changes in one window: every hand and the board are to be edited seven times. The clock
    stands still, so what waits for a window waits for ever, and a press that waited for it too
    would never be answered."""
    pits, clock = paced
    people = pits.people[:6]
    since, began = len(pits.local.calls), clock.now()
    dms = [pits.local.dm(user).id for user in people]
    for n in range(7):
        await pits.bot.matches.change(pits.match_id, _renamed(n))
        many = min(n + 1, 3)
        await pits.local.until(
            lambda many=many: all(  # type: ignore[misc]
                len(edits(pits.local, dm, since)) >= many for dm in dms
            )
        )
    assert [len(edits(pits.local, dm, since)) for dm in dms] == [3] * 6, "half of five, rounded up"
    made = [
        pits.local.begin_press(user, pits.panel(user), find(pits.panel(user), "why"))
        for user in people
    ]
    await pits.local.until(lambda: all(each.answer == 7 for each in made))
    assert clock.now() == began, "nobody waited"
    going = asyncio.create_task(_goes_on(clock))
    await pits.settled()
    going.cancel()
    assert "Ann 6" in shown(pits.board())
    assert not [call for call in pits.local.calls if call.status == 429]
    for place in (*dms, pits.channel.id):
        at = edits(pits.local, place, since)
        assert len(at) <= 8, "ten changes are few edits"
        assert all(b - a >= 5.0 for a, b in zip(at, at[4:], strict=False)), "never five in a window"


async def test_boards_are_spaced_and_the_last_state_is_shown(
    paced: tuple[Pits, HandClock],
) -> None:
    pits, clock = paced
    since = len(pits.local.calls)
    channel = pits.channel.id
    await pits.bot.matches.change(pits.match_id, _renamed(1))
    await pits.local.until(lambda: len(edits(pits.local, channel, since)) == 1)
    for n in range(2, 8):
        await pits.bot.matches.change(pits.match_id, _renamed(n))
    going = asyncio.create_task(_goes_on(clock))
    await pits.settled()
    going.cancel()
    at = edits(pits.local, channel, since)
    assert len(at) == 2, "six moves are one edit"
    assert at[1] - at[0] >= 1.2
    assert "Ann 7" in shown(pits.board())


async def test_a_call_that_takes_too_long_frees_its_lock_and_comes_again(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    delivery = pits.bot.delivery
    delivery.call_seconds = 0.05
    edit = discord_calls.edit
    stuck = asyncio.Event()

    async def never(*_: Any) -> None:
        stuck.set()
        await asyncio.Event().wait()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord_calls, "edit", never)
        await pits.bot.matches.change(pits.match_id, _renamed(1))
        await stuck.wait()
        await pits.settled()
    assert discord_calls.edit is edit
    assert not delivery.lock(pits.match_id, "hand:0").locked()
    assert await next_due(pits.store) == pits.clock() + RETRY_MS
    delivery.call_seconds = 8.0
    outcome = await pits.press(pits.ann, "why", pits.panel(pits.ann))
    assert outcome.updated
    pits.clock.now += 3 * RETRY_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert "Ann 1" in shown(pits.board())
    assert await next_due(pits.store) is None


async def test_a_repeated_send_is_no_second_message(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has posted the board, and its answer was lost."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.local.misbehave.delete_message(pits.board())
    send = discord_calls.send
    lost: list[int] = []

    async def lose(channel: Any, post: Any, **how: Any) -> int:
        message = await send(channel, post, **how)
        if not lost:
            lost.append(message)
            raise TimeoutError
        return message

    monkeypatch.setattr(discord_calls, "send", lose)
    await pits.bot.matches.change(pits.match_id, _renamed(1))
    await pits.settled()
    await pits.bot.matches.change(pits.match_id, _renamed(2))
    pits.clock.now += 3 * RETRY_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert [message.id for message in pits.public()] == lost
    assert "Ann 2" in shown(pits.board()), "and it shows what came meanwhile"


@pytest.mark.parametrize(
    ("error", "wait"), [(discord.RateLimited(42.0), 42.0)], ids=["rate limited"]
)
async def test_a_limit_that_is_far_away_is_no_fault(error: Exception, wait: float) -> None:
    async def call() -> None:
        raise error

    with pytest.raises(Unable) as raised:
        await discord_calls._expecting(call)
    assert (raised.value.reason, raised.value.wait) == ("too_fast", wait)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (20028, "too_fast"),
        (20029, "too_fast"),
        (160006, "no_thread"),
        (50024, "no_thread"),
        (160004, "has_thread"),
    ],
)
def test_codes_have_reasons(code: int, reason: str) -> None:
    assert discord_calls._CODES[code] == reason


async def test_a_channel_of_messages_that_is_gone_is_opened_anew_once(pits: Pits) -> None:
    """S12: a 404 while a hand is sent must not lose the hand."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await pits.bot.matches.change(pits.match_id, _renamed(1))
    await pits.settled()
    pits.local.misbehave.delete_message(pits.panel(pits.ann))
    since = len(pits.local.calls)
    pits.local.misbehave.fail_next(code=10003)
    await pits.bot.delivery.hand(pits.match_id, 0, anew=True)
    calls = [(c.method, c.route, c.code) for c in pits.local.calls[since:]]
    messages = "/channels/{channel_id}/messages"
    assert calls[:3] == [
        ("POST", messages, 10003),
        ("POST", "/users/@me/channels", 0),
        ("POST", messages, 0),
    ]
    assert find(pits.panel(pits.ann), "why")


async def test_a_channel_that_stays_gone_is_not_opened_again_and_again(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")

    async def gone(*_: Any, **__: Any) -> int:
        raise Unable("gone")

    monkeypatch.setattr(discord_calls, "send", gone)
    since = len(pits.local.calls)
    with pytest.raises(Unable):
        await pits.bot.delivery.hand(pits.match_id, 0, anew=True)
    assert [c.route for c in pits.local.calls[since:]] == ["/users/@me/channels"]


async def test_who_may_have_been_taken_over_makes_no_call() -> None:
    pace = Pace(HandClock(), a_second=math.inf)
    pace.alive = lambda: False
    for _ in range(AT_ONCE + 1):  # whoever is refused leaves his place to others
        with pytest.raises(TakenOver):
            async with pace.turn(CHANNEL, "edit"):
                pytest.fail("a call was made")
    pace.alive = lambda: True
    async with pace.turn(CHANNEL, "edit"):
        pass
