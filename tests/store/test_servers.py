"""Matches that rest leave their channel to others; servers that have thrown the bot out."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import ChannelTaken, Commit, ServerFull, Store
from bot.store.purge import BITE
from bot.store.servers import KEPT_MS
from tests.store.rows import ANN, BEN, SEED, commit, match, version_of

NOW = 1_800_000_000_000


async def test_a_match_that_rests_leaves_its_channel_and_takes_it_again(store: Store) -> None:
    first, second = match("AAAA000001"), match("BBBB000002")
    await store.new_match(first, SEED)
    await store.append(commit(0, first.id, status="live", resting=True))
    assert await store.open_match_in(70) is None
    assert await store.resting_of(ANN, 70) == first.id
    assert await store.resting_of(ANN, 71) is None
    assert await store.resting_of(5, 70) is None
    await store.new_match(second, SEED)
    with pytest.raises(ChannelTaken) as taken:
        await store.append(commit(1, first.id, resting=False, guild_id=7, channel_id=70))
    assert taken.value.match_id == second.id
    assert await version_of(store, first.id) == 1
    await store.append(commit(1, first.id, resting=False, guild_id=8, channel_id=71))
    assert await store.open_match_in(71) == first.id
    there = {line.id: (line.guild_id, line.channel_id) for line in await store.open_lines()}
    assert there == {first.id: (8, 71), second.id: (7, 70)}
    assert not any(line.resting for line in await store.open_lines())
    assert [line.id for line in await store.open_lines_at(8)] == [first.id]
    await store.append(commit(0, second.id, status="ended"))
    assert await store.open_lines_at(7) == []
    assert sorted(await store.guilds()) == [7, 8]


async def test_tables_that_go_on_at_once_are_no_more_than_a_server_may_have(store: Store) -> None:
    """In one transaction, too; what is there already may stay, whatever is set later."""
    ids = [f"AAAA00000{number}" for number in range(4)]
    for number, id in enumerate(ids):
        await store.new_match(match(id, channel=70 + number), SEED)
        await store.append(commit(0, id, status="live", resting=True))

    def wakes(id: str, channel: int, version: int = 1, most: int = 2) -> Commit:
        return commit(
            version, id, resting=False, guild_id=7, channel_id=channel, parent_id=0, most=most
        )

    outcomes = await asyncio.gather(
        *(store.append(wakes(id, 70 + number)) for number, id in enumerate(ids)),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [int, int, ServerFull, ServerFull]
    assert await store.tables_in(7) == 2
    assert await store.append(wakes(ids[0], 80, version=2, most=1)) == 3
    with pytest.raises(ServerFull):
        await store.append(wakes(ids[2], 72, most=1))
    assert await store.append(commit(3, ids[0], status="ended")) == 4
    assert await store.append(wakes(ids[2], 72)) == 2


async def test_a_server_that_is_gone_is_noted_once(store: Store) -> None:
    await store.server_gone(7, NOW)
    await store.server_gone(7, NOW + 5)
    assert await store.gone_servers() == {7: NOW}
    await store.server_back(7)
    await store.server_back(7)
    assert await store.gone_servers() == {}


async def test_all_that_is_of_it_goes_in_bites_and_nothing_else(store: Store) -> None:
    for number in range(BITE + 3):
        await store.new_match(match(f"T{number:09}", channel=1000 + number), SEED)
    await store.new_match(match("OTHER00001", channel=70, guild_id=77), SEED)
    await store.set_note("commands:1:7", "x")
    await store.set_note("commands:1:77", "x")
    for guild in (7, 77):
        await store.change_server_settings(guild, lambda old: old + b"{}")
    await store.server_gone(7, NOW)
    await store.purge(NOW + KEPT_MS - 1)
    assert len(await store.open_lines()) == BITE + 4
    await store.purge(NOW + KEPT_MS)
    assert [line.id for line in await store.open_lines()] == ["OTHER00001"]
    assert await store.notes() == {"commands:1:77": "x"}
    assert [await store.server_settings(guild) for guild in (7, 77)] == [b"", b"{}"]
    assert await store.gone_servers() == {}
    assert [line.id for line in await store.matches_of(BEN)] == ["OTHER00001"]
    # Asked for, it goes at once, of a server in which the bot still is.
    assert await store.tables_in(77) == 1
    with pytest.raises(ServerFull):
        await store.new_match(match("OTHER00002", channel=71, guild_id=77), SEED, most=1)
    assert [await store.erase_some_of_server(77) for _ in range(2)] == [1, 0]
    assert await store.matches_of(BEN) == []
    assert await store.server_settings(77) == b""
    assert await store.notes() == {}
