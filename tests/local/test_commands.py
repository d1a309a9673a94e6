"""Registering commands: what Discord refuses, and what it keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.local.fixtures import bare


def command(name: str = "go", *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Go.", "options": list(options), **more}


def option(name: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A.", **more}


def choice(name: str, value: object = "v") -> dict[str, Any]:
    return {"name": name, "value": value}


BAD: dict[str, tuple[list[dict[str, Any]], str]] = {
    "an upper-case name": ([command("Go")], "APPLICATION_COMMAND_INVALID_NAME"),
    "a space in a name": ([command("go on")], "APPLICATION_COMMAND_INVALID_NAME"),
    "a name over 32": ([command("x" * 33)], "APPLICATION_COMMAND_INVALID_NAME"),
    "an upper-case option": ([command("go", option("A"))], "APPLICATION_COMMAND_INVALID_NAME"),
    "the same name twice": ([command(), command()], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "no description": ([command(description="")], "BASE_TYPE_MIN_LENGTH"),
    "a description over 100": ([command(description="x" * 101)], "BASE_TYPE_MAX_LENGTH"),
    "an option without description": (
        [command("go", option(description=None))],
        "BASE_TYPE_REQUIRED",
    ),
    "a required option after an optional one": (
        [command("go", option("a"), option("b", required=True))],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "the same option twice": (
        [command("go", option(), option())],
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "26 options": (
        [command("go", *(option(f"o{n}") for n in range(26)))],
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 choices": (
        [command("go", option(choices=[choice(str(n), str(n)) for n in range(26)]))],
        "BASE_TYPE_BAD_LENGTH",
    ),
    "the same choice twice": (
        [command("go", option(choices=[choice("x", "1"), choice("x", "2")]))],
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    ),
    "choices and autocomplete": (
        [command("go", option(choices=[choice("x")], autocomplete=True))],
        "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
    ),
    "autocomplete for a user": (
        [command("go", option(type=6, autocomplete=True))],
        "BASE_TYPE_CHOICES",
    ),
    "min over max": (
        [command("go", option(type=4, min_value=3, max_value=2))],
        "COMPONENT_MIN_OVER_MAX",
    ),
    "subcommands among options": (
        [command("go", option("a"), option("b", type=1))],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "subcommands too deep": (
        [command("go", option("b", type=1, options=[option("c", type=1)]))],
        "BASE_TYPE_CHOICES",
    ),
    "more than 8000 characters": (
        [
            command(
                "go",
                *(
                    option(f"o{n}", choices=[choice(f"{m} {'x' * 90}", str(m)) for m in range(10)])
                    for n in range(9)
                ),
            )
        ],
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    "101 commands": ([command(f"c{n}") for n in range(101)], "APPLICATION_COMMANDS_MAXIMUM"),
    "something else": ([{"description": 3, "options": 7}], "BASE_TYPE"),
}


@pytest.mark.parametrize("case", BAD)
async def test_commands_are_refused_for(case: str) -> None:
    body, word = BAD[case]
    async with bare() as call:
        path = f"/applications/{call.local.world.bot.id}/commands"
        status, answer = await call("PUT", path, body)
        assert (status, answer["code"]) == (400, 50035)
        assert word in json.dumps(answer["errors"])
        assert call.local.world.commands == {}


async def test_a_command_keeps_its_id_and_what_is_left_out_is_gone() -> None:
    async with bare() as call:
        path = f"/applications/{call.local.world.bot.id}/commands"
        _, before = await call("PUT", path, [command("go"), command("stop")])
        _, after = await call("PUT", path, [command("go", option())])
        assert [c["id"] for c in after] == [before[0]["id"]]
        assert after[0]["version"] != before[0]["version"]
        assert (await call("GET", path))[1] == after
        status, made = await call("POST", path, command("more"))
        assert status == 201
        assert (await call("DELETE", f"{path}/{made['id']}"))[0] == 204
        assert (await call("GET", f"{path}/{made['id']}"))[1]["code"] == 10063


async def test_two_hundred_new_commands_a_day() -> None:
    async with bare() as call:
        path = f"/applications/{call.local.world.bot.id}/commands"
        for turn in range(2):
            await call("PUT", path, [command(f"c{turn}_{n}") for n in range(100)])
        status, answer = await call("PUT", path, [command("more")])
        assert (status, answer["code"]) == (400, 30034)


async def test_commands_of_one_server() -> None:
    async with bare() as call:
        local = call.local
        path = f"/applications/{local.world.bot.id}/guilds/{local.guild.id}/commands"
        _, kept = await call("PUT", path, [command("here")])
        assert kept[0]["guild_id"] == str(local.guild.id)
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        assert local.find_command(pits, "here") == kept[0]
        assert (await call("PUT", "/applications/1/commands", []))[1]["code"] == 10002
        made = local.begin_command(ann, pits, "here", {})
        assert made.payload["data"]["guild_id"] == str(local.guild.id)
