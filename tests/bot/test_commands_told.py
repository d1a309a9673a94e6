"""Which servers are told our commands: everywhere, or one for development, and that one cleared."""

from __future__ import annotations

from bot.settings import Settings
from tests.bot.pits import Pits


async def start(pits: Pits, test_guild: int | None) -> int:
    """Start the bot anew with that `TEST_GUILD`; how often it then tells its commands."""
    await pits.stop()
    before = len(told(pits))
    await pits.start(settings=Settings(token=pits.local.token, test_guild=test_guild))
    return len(told(pits)) - before


def told(pits: Pits) -> list[str]:
    return [call.route for call in pits.local.calls if call.method == "PUT"]


def names(pits: Pits, place: int) -> set[str]:
    return {str(command["name"]) for command in pits.local.world.commands.get(place, [])}


async def test_the_commands_of_a_test_guild_go_when_it_is_taken_out(pits: Pits) -> None:
    here, other = pits.local.guild.id, pits.local.add_guild("Elsewhere").id
    everywhere = names(pits, 0)
    assert "privacy" in everywhere
    assert await start(pits, here) == 1
    assert names(pits, here) == everywhere
    assert await start(pits, here) == 0, "they have not changed"
    assert await start(pits, other) == 2
    assert (names(pits, here), names(pits, other)) == (set(), everywhere)
    await start(pits, None)
    assert (names(pits, here), names(pits, other)) == (set(), set())
    assert names(pits, 0) == everywhere
    assert await start(pits, None) == 0
    assert await start(pits, here) == 1
    assert names(pits, here) == everywhere


async def test_a_test_guild_that_the_bot_has_left_needs_no_clearing(pits: Pits) -> None:
    other = pits.local.add_guild("Elsewhere")
    await start(pits, other.id)
    other.bot_inside = False
    await start(pits, None)
    assert await start(pits, None) == 0
    other.bot_inside = True
    assert await start(pits, other.id) == 1
