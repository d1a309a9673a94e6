"""Tables that cannot be played: what nobody can read is closed, what lacks its game waits."""

from __future__ import annotations

import sqlite3
from inspect import unwrap
from typing import Any

import pytest
from sqlalchemy import make_url

from bot.match.notices import GLANCE_MS, SHARED_MS
from games.carwars import arena
from games.carwars_cards import GAME
from games.engine import found
from games.engine.found import find
from tests.bot.faults import capture_logs, errors
from tests.bot.pits import MINUTE, Pits, follow_up, question, verbs
from tests.bot.several import Several

CLOSED = "could not be read any more, so it has been closed (fault "


def write(pits: Pits, sql: str, *values: object) -> None:
    """Change the database behind the bot's back."""
    with sqlite3.connect(make_url(pits.url).database or "") as line:
        line.execute(sql, values)
    line.close()


def of_save(old: str, new: str) -> str:
    """A change of the text of a save."""
    return f"UPDATE matches SET save = replace(CAST(save AS TEXT), '{old}', '{new}') WHERE id = ?"


SPOILT = {
    "no JSON": "UPDATE matches SET save = '{' WHERE id = ?",
    "no state": of_save('"hand":[', '"hand":5,"fist":['),
    "no options": "UPDATE matches SET options = '[1' WHERE id = ?",
    "nothing beside": "UPDATE matches SET extra = '}' WHERE id = ?",
    "an older schema": of_save(f'"schema":{GAME.schema}', '"schema":0'),
}


@pytest.mark.parametrize("how", SPOILT)
async def test_a_save_that_cannot_be_read_is_closed_with_a_word(three: Several, how: str) -> None:
    """The process that finds out is another than the table's home, which has the match in
    memory."""
    guild = three.local.world.guilds[three.channel.guild_id or 0]
    other = await three.deal(2, channel=three.local.add_channel("back-alley", guild=guild))
    spoilt = await three.deal(2)
    write(three, SPOILT[how], spoilt)
    with capture_logs() as logs:
        outcome = await three.command(
            three.ann, "hand", {"table": spoilt}, three.local.dm(three.ann)
        )
        assert CLOSED in await follow_up(outcome)
        await three.settled()
        said = [m for m in three.public() if CLOSED in m.text]
        assert len(said) == 1
        assert (await three.stored()).status == "ended"
        outcome = await three.press(three.ann, "hand", three.public()[0])
        assert CLOSED in outcome.text
        games = await three.command(three.ann, "games")
        assert other in games.text
        assert spoilt not in games.text
        for command in ("table", "leave", "end"):
            outcome = await three.command(three.ann, command)
            assert "There is no table in this channel." in await follow_up(outcome)
        for _ in range(3):
            await three.later(60 * 60)
        new = await three.open(2)
    assert new != spoilt
    (fault,) = {line["fault"] for line in errors(logs)}
    assert said[0].text.count(fault) == 1


async def test_what_is_closed_unread_calls_nobody_any_more(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await pits.command(pits.ann, "notify", {"where": "both"})
    pits.clock.now += GLANCE_MS
    await pits.bot.clocks.tick()
    await pits.settled()
    pits.clock.now += SHARED_MS
    await pits.settled()
    notices = [*pits.notices(pits.ann), *[m for m in pits.public() if m.content]]
    assert len(notices) == 2
    await pits.stop()
    write(pits, SPOILT["no JSON"], pits.match_id)
    with capture_logs():
        await pits.start()
        await touched(pits)
    assert (await pits.stored()).status == "ended"
    assert all(notice.deleted for notice in notices)
    assert await pits.store.notices(pits.match_id) == []


async def touched(pits: Pits) -> None:
    """Somebody looks at the table: a start loads no table that waits for a person."""
    await pits.command(pits.stranger, "table")
    await pits.settled()


def send_away(patch: pytest.MonkeyPatch, name: str) -> None:
    """Let nobody announce a game."""
    patch.delitem(found.PLACES, name, raising=False)
    patch.setattr(found, "_game", unwrap(found._game))  # what it found before is kept


async def refuses(pits: Pits, match_id: str, why: str) -> None:
    """Whatever is pressed or typed gets the sentence, and the table stays."""
    sentence = f"Table {match_id} is out of order. {why} Its clocks are off."
    old = next(m for m in pits.public() if m.pressables)
    for verb in ("hand", "missed", "words", "more"):
        assert sentence in (await pits.press(pits.ann, verb, old)).text
    for command in ("play", "table", "leave", "undo", "end", "hand", "verify"):
        outcome = await pits.command(pits.ann, command)
        assert sentence in outcome.text + await follow_up(outcome), command
    games = await pits.command(pits.ann, "games")
    assert f"table {match_id}: out of order" in games.text
    assert (await pits.stored(match_id)).status == "live"


async def test_a_table_is_out_of_order_while_its_game_is_away(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2, game="nascards")
    before = await pits.stored()
    why = "Its game (nascards) is not installed here."
    with capture_logs() as logs, monkeypatch.context() as away:
        for _ in range(2):
            await pits.stop()
            send_away(away, "nascards")
            await pits.start()
            await pits.settled()
        row = await pits.store.match(pits.match_id)
        assert row is not None
        assert row.deadlines == []
        await refuses(pits, pits.match_id, why)
        for _ in range(3):
            pits.clock.now += 60 * MINUTE
            await pits.bot.clocks.tick()
            await pits.settled()
        assert sum("is out of order." in m.text for m in pits.public()) == 1, (
            "once, not at each start"
        )
        assert len(errors(logs)) == 1
        await pits.stop()
    await pits.start()
    await pits.settled()
    after = await pits.stored()
    assert (after.save, after.moves) == (before.save, before.moves)
    match = await pits.match()
    due = [match.due_of(ask.seat) for ask in match.waiting()]
    assert due
    assert all(each is not None and each > pits.clock() + MINUTE for each in due), "time anew"
    assert question(pits.panel(pits.ann))
    number = question(pits.panel(pits.ann))
    assert match.ask_of(0).number == number  # type: ignore[union-attr]


async def test_only_a_manager_closes_a_table_that_is_out_of_order(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2, game="nascards")
    await pits.stop()
    with monkeypatch.context() as away:
        send_away(away, "nascards")
        await pits.start()
        await pits.settled()
        outcome = await pits.command(pits.ann, "end")
        assert "is out of order." in await follow_up(outcome)
        assert (await pits.stored()).status == "live"
        pits.stranger.manages = True
        outcome = await pits.command(pits.stranger, "end")
        assert "The table is closed." in await follow_up(outcome)
        await pits.settled()
        assert (await pits.stored()).status == "ended"
        assert "was out of order and has been closed" in pits.public()[-1].text
        new = await pits.open(2)
        assert (await pits.stored(new)).status == "lobby"


async def test_a_manager_of_another_channel_has_no_say(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2, game="nascards")
    await pits.stop()
    with monkeypatch.context() as away:
        send_away(away, "nascards")
        await pits.start()
        pits.stranger.manages = True
        arena = pits.local.add_channel("arena")
        outcome = await pits.command(pits.stranger, "end", {"table": pits.match_id}, arena)
        assert "is out of order." in await follow_up(outcome)
        assert (await pits.stored()).status == "live"
        await pits.stop()
    await pits.start()


async def test_a_manager_has_no_say_over_a_table_that_can_be_played(pits: Pits) -> None:
    await pits.deal(2)
    pits.stranger.manages = True
    await pits.command(pits.stranger, "end")
    assert (await pits.stored()).status == "live"


async def test_a_lobby_waits_and_goes_on_too(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    await pits.open(2, game="nascards")
    await pits.stop()
    with monkeypatch.context() as away:
        send_away(away, "nascards")
        await pits.start()
        pits.clock.now += 600 * MINUTE
        await pits.bot.clocks.tick()
        await pits.settled()
        await pits.stop()
    await pits.start()
    await pits.settled()
    assert (await pits.stored()).status == "lobby"
    await pits.press(pits.ann, "start", pits.board())
    assert (await pits.stored()).status == "live"


async def test_a_table_is_out_of_order_while_its_card_set_is_away(pits: Pits) -> None:
    """Of a set that is not installed nothing is known but its cards' numbers."""
    await pits.deal(2, game="world-auto-racing")
    match = await pits.match()
    game = find("world-auto-racing")
    assert game.lacks(match.running().context.state) == ""

    def take(live: Any) -> None:
        state = live.running().context.state
        state.drivers[0].car = 7000
        state.drivers[0].hand = [7001]
        live.running().context.checkpoint = b""

    await pits.bot.matches.change(pits.match_id, take)
    await pits.stop()
    with capture_logs() as logs:
        await pits.start()
        await touched(pits)
        why = "It is played with cards of set 7, which are not installed here."
        await refuses(pits, pits.match_id, why)
    assert len(errors(logs)) == 1
    assert "respond" not in verbs(pits.public()[-1])


ARENA = 'name = "Mine"\nsize = [12.0, 12.0]\n'


@pytest.mark.parametrize(
    ("starts", "instead", "why"),
    [
        (True, "", "This server has no arena called mine; there are crossfire, "),
        (False, "", "This server has no arena called mine; there are crossfire, "),
        (True, f"{ARENA}seats = 2\n", "The arena mine has no room for 3 cars any more."),
    ],
)
async def test_a_table_waits_for_its_arena(
    starts: bool, instead: str, why: str, pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is taken away, or made smaller, and put back."""
    monkeypatch.setattr(arena, "ARENAS", house := dict(arena.ARENAS))
    carwars = find("carwars")
    carwars.add_sets({"carwars/mine.toml": ARENA})
    await pits.open(3, game="carwars", options={"own_arena": "mine"})
    if starts:
        await pits.press(pits.ann, "start")
        await pits.settled()
    before = await pits.stored()
    await pits.stop()
    there = house.pop("mine")
    if instead:
        carwars.add_sets({"carwars/mine.toml": instead})
    with capture_logs() as logs:
        await pits.start()
        await pits.settled()
        old = next(m for m in pits.public() if m.pressables)
        outcome = await pits.press(pits.ann, "hand" if starts else "start", old)
        said = outcome.text + await follow_up(outcome)
        assert f"Table {pits.match_id} is out of order. {why}" in said
        assert [line["event"] for line in errors(logs)] == ["a table is out of order"]
        await pits.stop()
    house["mine"] = there
    await pits.start()
    await pits.settled()
    after = await pits.stored()
    assert (after.save, after.moves, after.status) == (before.save, before.moves, before.status)
    await pits.press(pits.ann, "hand" if starts else "start", pits.board())
    assert (await pits.stored()).status == "live"


async def test_a_table_of_a_newer_version_is_out_of_order(pits: Pits) -> None:
    await pits.deal(2)
    await pits.stop()
    write(pits, of_save(f'"schema":{GAME.schema}', '"schema":99'), pits.match_id)
    later = "CAST(json_set(CAST(extra AS TEXT), '$.later', 7) AS BLOB)"
    write(pits, f"UPDATE matches SET extra = {later} WHERE id = ?", pits.match_id)
    await pits.start()
    await touched(pits)
    assert "It was saved by a newer version of this bot." in pits.public()[-1].text
    assert (await pits.stored()).status == "live"
    row = await pits.store.match(pits.match_id)
    assert row is not None
    assert b'"later":7' in row.extra, "what only that version knows stays"


async def test_what_nobody_has_foreseen_throws_no_match_away(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2)
    await pits.stop()
    with monkeypatch.context() as fault, capture_logs() as logs:

        def broken(row: Any) -> Any:
            raise AttributeError("the Queen of Spades")

        fault.setattr("bot.tables.rows.match_of", broken)
        await pits.start()
        await touched(pits)
        assert "It cannot be loaded now (fault " in pits.public()[-1].text
        assert len(errors(logs)) == 2
        await pits.stop()
    await pits.start()
    await pits.settled()
    assert question(pits.panel(pits.ann))
    assert (await pits.stored()).status == "live"
