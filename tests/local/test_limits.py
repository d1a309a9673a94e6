"""Rate limits and other trouble with requests."""

from __future__ import annotations

import asyncio
import random
from dataclasses import fields
from typing import Any

import aiohttp
import discord
import pytest

from bot.local import DISCORD, HandClock, Rate, Rates, hurried
from bot.local.clock import sleep
from bot.local.lasting import lasting
from bot.local.limits import Limits
from tests.local.fixtures import bare, talk

SEND = ("POST", "/channels/{channel_id}/messages")


def test_five_messages_in_five_seconds_for_each_channel() -> None:
    clock = HandClock()
    limits = Limits(DISCORD, clock)
    first = [limits.ask(*SEND, {"channel_id": "1"}, 1000.0) for _ in range(6)]
    assert [v.wait for v in first] == [None] * 5 + [5.0]
    assert first[0].headers == {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "4",
        "X-RateLimit-Reset": "1005.000",
        "X-RateLimit-Reset-After": "5.000",
        "X-RateLimit-Bucket": "local-create",
    }
    assert limits.ask(*SEND, {"channel_id": "2"}, 1000.0).wait is None
    clock.advance(5)
    assert limits.ask(*SEND, {"channel_id": "1"}, 1005.0).wait is None


def test_fifty_requests_a_second_over_all_but_not_those_on_interactions() -> None:
    limits = Limits(DISCORD, HandClock())
    said = [limits.ask("GET", "/users/@me", {}, 0.0) for _ in range(51)]
    assert [v.scope for v in said if v.wait is not None] == ["global"]
    token = {"webhook_id": "1", "webhook_token": "t"}
    route = "/webhooks/{webhook_id}/{webhook_token}"
    waits = [limits.ask("PATCH", route, token, 0.0).wait for _ in range(6)]
    assert waits == [None] * 5 + [2.0]


def test_follow_ups_of_all_interactions_in_a_channel_share_a_limit() -> None:
    limits = Limits(DISCORD, HandClock())
    route = "/webhooks/{webhook_id}/{webhook_token}"
    said = [
        limits.ask("POST", route, {"webhook_id": "1", "webhook_token": str(n)}, 0.0, 7)
        for n in range(31)
    ]
    assert [v.scope for v in said if v.wait is not None] == ["shared"]


class Sleepless:
    """What discord.py takes for `asyncio`: its sleeps last until a clock that a test moves."""

    def __init__(self, clock: HandClock) -> None:
        self.slept: list[float] = []
        self._clock = clock

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await sleep(self._clock, seconds)


async def test_discord_py_queues_by_the_headers_and_meets_no_429(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A window of an hour ends once discord.py sleeps: how fast the machine is does not matter."""
    clock, rates = HandClock(), Rates(create=Rate(5, 3600.0))
    sleepless = Sleepless(clock)
    async with talk(limits=rates, clock=clock) as (local, rig, ann, pits):
        monkeypatch.setattr(discord.http, "asyncio", sleepless)
        channel = rig.get_partial_messageable(pits.id)
        sending = asyncio.gather(*(channel.send(str(n)) for n in range(12)))
        ended = 0
        while not sending.done():
            await local.until(
                lambda ended=ended: sending.done() or len(sleepless.slept) > ended  # type: ignore[misc]
            )
            ended = len(sleepless.slept)
            clock.advance(3600.0)
        await sending
        assert ended >= 2
        assert len(local.messages(pits, ann)) == 12
        assert {c.status for c in local.calls} == {200}
        assert {c.bucket for c in local.calls if c.route == SEND[1]} == {"create"}


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_discord_py_waits_and_tries_again_after_429(scope: Any) -> None:
    async with talk() as (local, rig, ann, pits):
        local.misbehave.rate_limit_next(2, 0.01, scope)
        await rig.get_partial_messageable(pits.id).send("x")
        assert [c.status for c in local.calls[-3:]] == [429, 429, 200]
        assert local.invalid_requests == (0 if scope == "shared" else 2)
        assert len(local.messages(pits, ann)) == 1


async def test_a_429_has_the_headers_that_discord_py_looks_for() -> None:
    async with bare(limits="discord", clock=HandClock()) as call:
        path = f"/channels/{call.local.add_channel('pits').id}/messages"
        for _ in range(5):
            assert (await call("POST", path, {"content": "x"}))[0] == 200
        status, body = await call("POST", path, {"content": "x"})
        assert status == 429
        assert body == {
            "message": "You are being rate limited.",
            "retry_after": 5.0,
            "global": False,
            "code": 0,
        }


async def test_a_failing_server() -> None:
    async with talk() as (local, rig, _, pits):
        channel = rig.get_partial_messageable(pits.id)
        local.misbehave.fail_next(status=503)
        with pytest.raises(discord.DiscordServerError):
            await channel.send("x")
        local.misbehave.fail_next(code=50001)
        with pytest.raises(discord.Forbidden):
            await channel.send("x")
        assert (local.calls[-1].status, local.calls[-1].code) == (403, 50001)


async def test_a_network_that_loses_calls() -> None:
    async with bare() as call:
        ann = call.local.add_user("Ann")
        pits = call.local.add_channel("pits")
        path, came = f"/channels/{pits.id}/messages", []
        call.local.misbehave.lose_calls(1.0, random.Random(1))
        for _ in range(12):
            try:
                came.append((await call("POST", path, {"content": "x"}))[0])
            except aiohttp.ServerDisconnectedError:
                came.append(0)
        lost = [each.lost for each in call.local.calls]
        assert {*lost} == {"request", "answer", "gateway"}
        assert came == [502 if each == "gateway" else 0 for each in lost]
        # What only the answer is lost of has been done.
        assert len(call.local.messages(pits, ann)) == lost.count("answer")
        call.local.misbehave.lose_calls(0.0, random.Random(1))
        assert (await call("POST", path, {"content": "x"}))[0] == 200


async def test_edits_of_messages_older_than_an_hour_are_rationed() -> None:
    clock = HandClock()
    async with bare(limits="discord", clock=clock) as call:
        path = f"/channels/{call.local.add_channel('pits').id}/messages"
        _, message = await call("POST", path, {"content": "x"})
        clock.advance(3601)
        edits = [await call("PATCH", f"{path}/{message['id']}", {"content": "y"}) for _ in range(4)]
        assert [status for status, _ in edits] == [200, 200, 200, 429]
        assert edits[3][1] == {
            "message": "Maximum number of edits to messages older than 1 hour reached. "
            "Try again later.",
            "code": 30046,
            "retry_after": 6.0,
            "global": False,
        }
        assert len(call.local.limited) == 1
        clock.advance(6)
        assert (await call("PATCH", f"{path}/{message['id']}", {"content": "y"}))[0] == 200


async def test_what_a_429_says_in_its_headers() -> None:
    """A limit within a limit tells nothing of either; a shared one shows its own bucket's rest."""
    clock = HandClock()
    rates = Rates(old_edit=Rate(1, 6.5), webhook=Rate(5, 2.0), channel_webhook=Rate(1, 60.4))
    async with talk(clock=clock, limits=rates) as (local, rig, ann, pits):
        tokens: list[str] = []

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            tokens.append(i.token)
            await i.response.send_message("x", ephemeral=True)

        sent = await rig.get_partial_messageable(pits.id).send("x")
        await local.command(ann, pits, "go")
        root = f"{local.url}/api/v10"
        bot, app = {"Authorization": f"Bot {local.token}"}, local.world.bot.id
        body = {"content": "y", "flags": 64}
        async with aiohttp.ClientSession() as http:
            for n in range(2):
                url = f"{root}/webhooks/{app}/{tokens[0]}"
                async with http.post(url, json=body) as shared:
                    told = await shared.json()
                    assert shared.status == (429 if n else 200)
            assert told == {
                "message": "The resource is being rate limited.",
                "retry_after": 60.4, "global": False, "code": 0,
            }  # fmt: skip
            assert shared.headers["X-RateLimit-Scope"] == "shared"
            assert shared.headers["X-RateLimit-Remaining"] == "4"
            assert shared.headers["Retry-After"] == "61"
            clock.advance(3601)
            for _n in range(2):
                url = f"{root}/channels/{pits.id}/messages/{sent.id}"
                async with http.patch(url, json={"content": "y"}, headers=bot) as old:
                    pass
            assert (old.status, old.headers["Retry-After"]) == (429, "7")
            assert [name for name in old.headers if name.startswith("X-RateLimit")] == []
        assert [call.shared for call in local.limited] == [True, False]
        assert local.invalid_requests == 1


async def test_direct_messages_opened_too_fast() -> None:
    clock = HandClock()
    async with bare(limits=hurried(DISCORD, 10), clock=clock) as call:
        people = [call.local.add_user(f"P{n}") for n in range(11)]
        said = [
            await call("POST", "/users/@me/channels", {"recipient_id": str(user.id)})
            for user in people
        ]
        assert [status for status, _ in said] == [200] * 10 + [400]
        assert said[-1][1]["code"] == 40003
        clock.advance(2)
        body = {"recipient_id": str(people[0].id)}
        assert (await call("POST", "/users/@me/channels", body))[0] == 200
        assert call.local.dm_openings == {user.id: 2 if user is people[0] else 1 for user in people}


def test_a_tenth_of_every_window() -> None:
    for one in fields(DISCORD):
        real, short = getattr(DISCORD, one.name), getattr(hurried(DISCORD, 10), one.name)
        assert (short.requests, short.seconds * 10) == (real.requests, real.seconds)


async def test_a_call_lasts_as_long_as_its_caller_waits() -> None:
    """Who takes the last place of a bucket sleeps in discord.py: the server does not see it."""
    async with talk(limits=Rates(edit=Rate(2, 0.3))) as (local, rig, _, pits):
        sent = await rig.get_partial_messageable(pits.id).send("x")
        with lasting(rig) as calls:
            await sent.edit(content="1")
            await sent.edit(content="2")
        assert [(c.method, c.failed) for c in calls] == [("PATCH", False)] * 2
        took = [call.took for call in local.calls if call.method == "PATCH"]
        assert None not in took
        slept = calls[1].seconds - (took[1] or 0.0)
        assert slept > 0.1, "the answer was there long before the caller had it"
        before = len(calls)
        await sent.edit(content="3")
        assert len(calls) == before, "nothing is measured afterwards"


async def test_answers_to_presses_are_measured_too() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("x")

        with lasting(rig) as calls:
            await local.command(ann, pits, "go")
            await local.until(lambda: bool(calls))
        assert [call.path.split("/")[1] for call in calls] == ["interactions"]


async def test_a_slow_server_makes_an_answer_late() -> None:
    clock = HandClock()
    async with talk(clock=clock) as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("x")

        before = len(local.calls)
        local.misbehave.delay_next(4)
        waiting = asyncio.create_task(local.command(ann, pits, "go"))
        await local.until(lambda: len(local.calls) > before)
        clock.advance(4)
        assert (await waiting).failed
        await local.until(lambda: local.calls[-1].code == 10062)
        await local.until(lambda: [type(e) for e in rig.errors] == [discord.NotFound])
