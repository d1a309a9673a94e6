"""The gateway through the real discord.py: sessions lost and found, shards, refusals."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest
from discord.backoff import ExponentialBackoff

from bot.local import Call, HandClock, LocalDiscord, Rate, Rates
from tests.local.fixtures import COMMAND, Rig, connected, talk

AT_ONCE = Rates(identify=None)


@pytest.fixture(autouse=True)
def _no_back_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits before it comes back; here it comes back at once."""
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0.0)


async def _answers(rig: Rig) -> None:
    @rig.on("go")
    async def _(i: discord.Interaction) -> None:
        await i.response.send_message("here")


@pytest.mark.parametrize("code", [1006, 4000])
async def test_a_dropped_socket_is_resumed_and_what_was_missed_is_told(code: int) -> None:
    async with talk() as (local, rig, ann, pits):
        await _answers(rig)
        local.misbehave.drop_socket(code=code)
        await local.until(lambda: not local.bot_online)
        outcome = await local.command(ann, pits, "go")
        assert not outcome.interaction.heard
        assert outcome.text == "here"
        assert (local.shards.identifies, local.shards.resumes) == (1, 1)
        assert "RESUMED" in rig.events


async def test_the_bot_leaves_when_asked_and_resumes() -> None:
    async with talk() as (local, rig, ann, pits):
        await _answers(rig)
        local.misbehave.ask_to_reconnect()
        await local.until(lambda: local.shards.resumes == 1)
        assert (await local.command(ann, pits, "go")).text == "here"


async def test_an_invalid_session_begins_anew() -> None:
    async with talk() as (local, rig, ann, pits):
        await _answers(rig)
        local.misbehave.invalidate_session()
        await local.until(lambda: local.shards.identifies == 2)
        assert (await local.command(ann, pits, "go")).text == "here"
        assert local.shards.resumes == 0


async def test_without_a_bot_a_command_gets_no_response() -> None:
    clock = HandClock()
    local = LocalDiscord(clock=clock)
    await local.start()
    ann, pits = local.add_user("Ann"), local.add_channel("pits")
    local.world.commands[0] = [{**COMMAND, "id": "1"}]
    waiting = asyncio.create_task(local.command(ann, pits, "go"))
    await local.until(lambda: bool(local.world.interactions))
    clock.advance(3)
    outcome = await waiting
    assert outcome.failed
    assert not outcome.interaction.heard
    await local.stop()


class Sharded(discord.AutoShardedClient):
    def __init__(self, shard_ids: list[int] | None = None, shard_count: int | None = 2) -> None:
        shards: dict[str, Any] = {"shard_ids": shard_ids} if shard_ids else {}
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0,
            shard_count=shard_count,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=30.0,
            **shards,
        )
        self.heard: list[tuple[int | None, int]] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord wants five seconds between shards; here they need not wait."""

    async def setup_hook(self) -> None:
        await self.http.bulk_upsert_global_commands(self.application_id or 0, [COMMAND])

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        where = None if interaction.guild is None else interaction.guild.shard_id
        self.heard.append((where, interaction.channel_id or 0))
        await interaction.response.send_message("here")


async def test_direct_messages_come_to_shard_0_and_servers_to_their_own() -> None:
    async with connected(Sharded, limits=AT_ONCE) as (local, bot):
        east = local.add_guild("East", id=(4 << 22) + 7)
        west = local.add_guild("West", id=(5 << 22) + 7)
        ann = local.add_user("Ann")
        places = [
            local.add_channel("e", guild=east),
            local.add_channel("w", guild=west),
            local.dm(ann),
        ]
        assert sorted(s.shard for s in local.shards.sessions.values()) == [0, 1]
        for place in places:
            assert (await local.command(ann, place, "go")).text == "here"
        assert bot.heard == [(0, places[0].id), (1, places[1].id), (None, places[2].id)]
        zero = next(s for s in local.shards.sessions.values() if s.shard == 0)
        one = next(s for s in local.shards.sessions.values() if s.shard == 1)
        assert zero.holds(None)
        assert not one.holds(None)


async def test_processes_of_one_token_share_shards_and_the_limit_over_all() -> None:
    rates = Rates(everything=Rate(9, 1000.0), identify=None)
    async with connected(lambda: Sharded([0], 3), limits=rates) as (local, first):
        second = Sharded([1, 2], 3)
        async with second:
            running = asyncio.create_task(second.start(local.token))
            await local.until(lambda: local.shards.connected == {0, 1, 2})
            await second.wait_until_ready()
            east = local.add_guild("East", id=(3 << 22) + 7)
            west = local.add_guild("West", id=(5 << 22) + 7)
            ann = local.add_user("Ann")
            places = [
                local.add_channel("e", guild=east),
                local.dm(ann),
                local.add_channel("w", guild=west),
            ]
            for place in places:
                assert (await local.command(ann, place, "go")).text == "here"
            assert first.heard == [(0, places[0].id), (None, places[1].id)]
            assert second.heard == [(2, places[2].id)]
            # What either has used of the limit over all is gone for both.
            while not local.limited:
                for client in (first, second):
                    with contextlib.suppress(discord.RateLimited):
                        await client.fetch_guild(east.id)
            assert len([call for call in local.calls if call.status < 400 and _counts(call)]) == 9
        await running


def _counts(call: Call) -> bool:
    return not call.route.startswith(("/interactions", "/webhooks"))


async def test_discord_says_how_many_shards_to_begin_with() -> None:
    async with connected(lambda: Sharded(None, None), limits=AT_ONCE, shards=3) as (local, bot):
        assert local.shards.connected == {0, 1, 2}
        assert bot.shard_count == 3


async def test_a_wrong_token_is_refused_at_login() -> None:
    local = LocalDiscord()
    await local.start()
    local.point_client_here()
    async with Rig() as rig:
        with pytest.raises(discord.LoginFailure):
            await rig.login("a.b.c")
    await local.stop()
    assert local.calls[-1].status == 401


async def test_privileged_intents_are_refused() -> None:
    local = LocalDiscord()
    await local.start()
    local.point_client_here()
    async with Rig(intents=discord.Intents(guilds=True, members=True)) as rig:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await rig.start(local.token)
    await local.stop()


async def test_being_thrown_out_is_told_apart_from_an_outage() -> None:
    async with talk() as (local, rig, _, pits):
        gone: list[str] = []

        @rig.event
        async def on_guild_remove(guild: discord.Guild) -> None:
            gone.append("removed")

        @rig.event
        async def on_guild_unavailable(guild: discord.Guild) -> None:
            gone.append("away")

        local.misbehave.outage(local.guild)
        await local.until(lambda: gone == ["away"])
        local.misbehave.end_outage(local.guild)
        local.misbehave.kick_bot(local.guild)
        await local.until(lambda: gone == ["away", "removed"])
        with pytest.raises(discord.Forbidden) as refused:
            await rig.get_partial_messageable(pits.id).send("x")
        assert refused.value.code == 50001


class Line:
    """A gateway connection by hand."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def hear(self) -> Any:
        return json.loads((await self.ws.receive(timeout=10)).data)

    async def say(self, op: int, d: Any) -> None:
        await self.ws.send_json({"op": op, "d": d})

    async def closed(self) -> int | None:
        while not self.ws.closed:
            await self.ws.receive(timeout=10)
        return self.ws.close_code


@pytest.mark.parametrize(
    ("op", "d", "code"),
    [
        (3, {}, 4003),
        (99, {}, 4003),
        (2, {"token": "x", "intents": 1}, 4004),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (2, {"intents": -1}, 4013),
        (2, {"intents": 2}, 4014),
        (2, {}, 4013),
    ],
)
async def test_a_wrong_word_closes_the_connection(op: int, d: Any, code: int) -> None:
    local = LocalDiscord()
    await local.start()
    url = f"{local.url}/gateway?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
        line = Line(ws)
        assert (await line.hear())["op"] == 10
        await line.say(op, {"token": local.token, **d})
        assert await line.closed() == code
    await local.stop()


async def test_too_many_words_close_the_connection() -> None:
    local = LocalDiscord(clock=HandClock())
    await local.start()
    url = f"{local.url}/gateway?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
        line = Line(ws)
        for _ in range(121):
            await line.say(1, None)
        assert await line.closed() == 4008
    await local.stop()


async def test_an_identify_that_comes_too_early_begins_no_session() -> None:
    clock = HandClock()
    local = LocalDiscord(clock=clock, limits=Rates(identify=Rate(2, 5.0)))
    await local.start()
    url = f"{local.url}/gateway?v=10&encoding=json"

    async def identify(shard: int) -> Any:
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
            line = Line(ws)
            assert (await line.hear())["op"] == 10
            await line.say(2, {"token": local.token, "intents": 0, "shard": [shard, 4]})
            told = await line.hear()
            return told["t"] or (told["op"], told["d"])

    # Of two at once (max_concurrency) one has an even number and one an odd.
    assert [await identify(shard) for shard in (0, 1, 2)] == ["READY", "READY", (9, False)]
    clock.advance(4.9)
    assert await identify(3) == (9, False)
    clock.advance(0.1)
    assert [await identify(shard) for shard in (2, 3)] == ["READY", "READY"]
    assert (local.shards.identifies, local.shards.too_early) == (4, 2)
    await local.stop()


async def test_an_unknown_session_is_invalid_and_zlib_is_spoken() -> None:
    local = LocalDiscord()
    await local.start()
    inflate = zlib.decompressobj()
    url = f"{local.url}/gateway?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
        hello = json.loads(inflate.decompress((await ws.receive(timeout=10)).data))
        assert hello["op"] == 10
        await ws.send_json({"op": 6, "d": {"token": local.token, "session_id": "x", "seq": 1}})
        refused = json.loads(inflate.decompress((await ws.receive(timeout=10)).data))
        assert (refused["op"], refused["d"]) == (9, False)
    await local.stop()
