"""Discord's own document as a judge. Skipped, and said so, where the document is absent."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local.openapi import OpenApi, document_path
from tests.local.fixtures import DOCUMENT, bare, talk
from tests.local.test_checks import button, gallery, label, modal, old, row, section, select, text
from tests.local.test_checks import entry as entry_
from tests.local.test_checks import v2 as v2_

pytestmark = pytest.mark.skipif(
    DOCUMENT is None, reason="Discord's OpenAPI document is absent: set DISCORD_OPENAPI"
)
MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_URL = "https://x.example/a.png"


@pytest.fixture
def document() -> OpenApi:
    assert DOCUMENT is not None
    return DOCUMENT


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (old(row(*(button(str(n)) for n in range(6)))), "components.0.components"),
        (old(row(button("x" * 101))), "components.0.components.0.custom_id"),
        (old(row(button(label="x" * 81))), "components.0.components.0.label"),
        (old(row(select(*map(str, range(26))))), "components.0.components.0.options"),
        ({"embeds": [{"title": "t"}] * 11}, "embeds"),
        ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
        (v2_(gallery(*[_URL] * 11)), "components.0.items"),
        (v2_(section(text(), text(), text(), text())), "components.0.components"),
        (v2_(gallery(_URL, description="x" * 1025)), "components.0.items.0.description"),
    ],
)
def test_the_fault_is_named_at_its_place(document: OpenApi, body: Any, place: str) -> None:
    found = document.request("POST", MESSAGES, body)
    assert [line.split(":")[0] for line in found] == [place]


def test_a_modal_title_over_45(document: OpenApi) -> None:
    body = modal(label(entry_()), title="x" * 46)
    assert [line.split(":")[0] for line in document.request("POST", CALLBACK, body)] == [
        "data.title"
    ]


def test_ids_may_be_numbers(document: OpenApi) -> None:
    assert document.request("POST", "/users/@me/channels", {"recipient_id": 5}) == []
    assert document.request("POST", "/users/@me/channels", {"recipient_id": "5"}) == []
    assert document.request("POST", "/users/@me/channels", {"recipient_id": "x"}) != []


async def test_a_body_that_the_document_refuses_is_refused() -> None:
    async with bare(openapi=DOCUMENT) as call:
        pits = call.local.add_channel("pits")
        path = f"/channels/{pits.id}/messages"
        status, answer = await call("POST", path, {"content": "x", "tts": "loudly"})
        assert (status, answer["code"]) == (400, 50035)
        assert "tts" in call.local.problems[0]


async def test_the_servers_own_answers_are_checked() -> None:
    async with talk() as (local, rig, _, pits):
        local.faults.clear()
        guild = await rig.fetch_guild(local.guild.id)
        await rig.fetch_user(local.world.bot.id)
        await guild.fetch_member(local.world.bot.id)
        await guild.fetch_roles()
        await guild.fetch_channels()
        await rig.fetch_channel(pits.id)
        await rig.application_info()
        embed = discord.Embed(title="T", description="D", colour=1).set_footer(text="F")
        embed.add_field(name="n", value="v")
        sent = await rig.get_partial_messageable(pits.id).send("x", embed=embed)
        await sent.reply("y")
        assert local.faults == []


def test_the_document_is_looked_for_where_it_is_said_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", "nowhere.json")
    assert document_path() is None
