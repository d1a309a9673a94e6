"""Odd input: whatever is sent to the local Discord, it answers with a sentence and goes on."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import discord
import pytest

from bot.local.server import _ROUTES
from tests.local.fixtures import COMMAND, Rig, Talk, board, buttons, connected, file, png
from tests.local.test_answers import CARD, Form

VALUES: Final[list[Any]] = [
    None, True, False, 0, -1, 1.5, 10**30, "", "x", "-1", "9" * 30, "9" * 5000, "x" * 5000,
    "\x00", "²", [], [None], ["x"], [[]], [{}], [1, 1], {}, {"x": None}, {"id": "x"},
    {"": {"": []}},
]  # fmt: skip
"""What may stand where something else should."""
BROKEN: Final = [
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b'{"as": 1e999}', b'{"as": NaN}',
    b'{"content": "\\ud800"}', b"[" * 100_000, b'{"a":' * 100_000, b'{"as": ' + b"9" * 5000 + b"}",
]  # fmt: skip
"""Bodies that are no object of JSON."""
JSON: Final = {"Content-Type": "application/json"}


class Tried:
    """Requests to one server; everything that is not answered as it should be is kept."""

    def __init__(self, talking: Talk, http: aiohttp.ClientSession) -> None:
        self.talking = talking
        self.http = http
        self.wrong: list[str] = []
        self.statuses: set[int] = set()

    async def send(self, method: str, path: str, **how: Any) -> int:
        """Send it; a failure of the server, or a refusal without a sentence, is noted."""
        async with self.http.request(method, self.talking.local.url + path, **how) as answer:
            text = await answer.text()
        self.statuses.add(answer.status)
        sent = str(how.get("data", how.get("json", "")))[:120]
        where = f"{method} {path[:80]} {sent}: {answer.status} {text[:120]}"
        if answer.status >= 500:
            self.wrong.append(where)
        elif answer.status >= 400 and answer.content_type == "application/json":
            told = json.loads(text)
            if not (told.get("error") or told.get("message")):
                self.wrong.append(where)
        return answer.status


@asynccontextmanager
async def tried() -> AsyncIterator[tuple[Tried, dict[str, Any]]]:
    """A server on which there is one of everything; their ids."""
    async with (
        connected(lambda: Rig([COMMAND, CARD]), openapi=None, limits="off") as (local, rig),
        aiohttp.ClientSession() as http,
    ):
        talking = Talk(local, rig, local.add_user("Ann"), local.add_channel("pits"))
        pits, ann = talking.pits, talking.ann

        @rig.on("go")
        async def _go(i: discord.Interaction) -> None:
            await i.response.send_message(view=board("T1", buttons("Ask")), files=[file(alt="A")])

        @rig.on("ask")
        async def _ask(i: discord.Interaction) -> None:
            await i.response.send_modal(Form(custom_id="form"))

        made = await local.command(ann, pits, "go")
        await made.finished()
        assert made.message is not None
        asked = await local.click(ann, made.message, "ask")
        ids = {
            "channel_id": pits.id,
            "message_id": made.message.id,
            "guild_id": local.guild.id,
            "user_id": ann.id,
            "application_id": local.world.bot.id,
            "webhook_id": local.world.bot.id,
            "interaction_id": asked.interaction.id,
            "interaction_token": asked.interaction.token,
            "webhook_token": made.interaction.token,
            "command_id": local.world.commands[0][0]["id"],
        }
        # From here on nobody answers, and nobody waits for an answer.
        rig.handlers.clear()
        local.hub.interaction_seconds = 0.0
        trial = Tried(talking, http)
        yield trial, ids
        assert trial.wrong == []
        # The page still shows what there is, and the server still takes what is right.
        assert await trial.send("GET", f"/page/api/state?as={ann.id}") == 200
        assert await trial.send("GET", f"/page/api/messages?as={ann.id}&channel={pits.id}") == 200
        body = {"as": str(ann.id), "channel": str(pits.id), "content": "still here"}
        assert await trial.send("POST", "/page/api/message", json=body) == 200


def bent(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The body with one field left out or put wrong, in every way."""
    for key in body:
        yield {k: v for k, v in body.items() if k != key}
        for value in VALUES:
            yield {**body, key: value}


def page_bodies(ids: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A right body for each thing that the page asks."""
    place = {"as": str(ids["user_id"]), "channel": str(ids["channel_id"])}
    message = str(ids["message_id"])
    return {
        "command": {**place, "name": "card", "options": {"name": "x"}},
        "autocomplete": {**place, "name": "card", "option": "name", "value": "x", "options": {}},
        "component": {**place, "message": message, "custom_id": "ask", "values": ["x"]},
        "modal": {"as": place["as"], "interaction": str(ids["interaction_id"]),
                  "custom_id": "form", "values": {"count": "3", "side": ["r"]}},
        "message": {**place, "content": "hi"},
        "read": place,
        "users": {"name": "Zoe"},
        "dms": {"as": place["as"], "open": True},
    }  # fmt: skip


async def test_the_page_answers_every_odd_body_with_a_sentence() -> None:
    async with tried() as (trial, ids):
        for verb, body in page_bodies(ids).items():
            path = f"/page/api/{verb}"
            for odd in bent(body):
                await trial.send("POST", path, json=odd)
            for raw in BROKEN:
                assert await trial.send("POST", path, data=raw, headers=JSON) == 400, raw[:40]
            for method in ("GET", "PUT", "PATCH", "DELETE"):
                assert await trial.send(method, path, json=body) == 405
            assert await trial.send("POST", path, data=b"name=Zoe") == 415
        for number in ("9" * 30, "9" * 5000, "x", "-1", "²", ""):
            for path in (f"state?as={number}", f"messages?as={number}&channel={number}"):
                await trial.send("GET", f"/page/api/{path}")
            await trial.send("GET", f"/page/ws?as={number}")
        assert trial.statuses <= {101, 200, 400, 405, 415}


@pytest.mark.parametrize(
    ("verb", "field", "value", "sentence"),
    [
        ("command", "name", 7, "name must be a text."),
        ("command", "options", ["x"], "options must be names with values."),
        ("modal", "values", "x", "values must be names with values."),
        ("message", "content", {"x": 1}, "content must be a text."),
        ("message", "as", "9" * 5000, "There is no such person."),
        ("users", "name", [], "name must be a text."),
        ("dms", "open", "no", "open must be true or false."),
    ],
)
async def test_a_refusal_says_what_is_wrong(
    verb: str, field: str, value: object, sentence: str
) -> None:
    async with tried() as (trial, ids):
        body = {**page_bodies(ids)[verb], field: value}
        url = f"{trial.talking.local.url}/page/api/{verb}"
        async with trial.http.post(url, json=body) as answer:
            assert (answer.status, await answer.json()) == (400, {"ok": False, "error": sentence})


async def test_files_that_cannot_be_are_not_found() -> None:
    async with tried() as (trial, ids):
        for path in (
            f"/static/{'x' * 5000}.js",
            "/static/%00.js",
            "/static/.js",
            f"/attachments/{ids['channel_id']}/{'9' * 5000}/board.png",
            f"/attachments/x/{ids['message_id']}/%ff",
        ):
            assert await trial.send("GET", path) == 404, path[:60]


ODD_BODIES: Final[list[dict[str, Any]]] = [
    {key: value}
    for key in (
        "content", "components", "embeds", "attachments", "flags", "allowed_mentions", "nonce",
        "message_reference", "type", "data", "name", "description", "options", "recipient_id",
    )
    for value in VALUES
] + [
    {"type": kind, "data": data}
    for kind in (4, 5, 6, 7, 8, 9, 99)
    for data in (*VALUES, {"flags": "x"}, {"choices": 1}, {"components": [1]}, {"content": []})
] + [
    {"content": "x", "allowed_mentions": {"parse": 1}},
    {"content": "x", "allowed_mentions": {"users": ["x"]}},
    {"content": "x", "message_reference": {"message_id": "x"}},
    {"content": "x", "nonce": {}, "enforce_nonce": True},
    {"name": "go", "description": "Go.", "type": "x"},
    {"name": "go", "description": "Go.", "options": [{"type": 3}]},
]  # fmt: skip
PARTS: Final = [
    ("payload_json", b"[]", "x.png"),
    ("payload_json", b"{", "x.png"),
    ("payload_json", b'{"attachments": [{"id": "x"}]}', "x.png"),
    ("payload_json", b'{"attachments": 1}', "x.png"),
    ("files[0]", png(), ""),
    ("files[" + "9" * 5000 + "]", png(), "x.png"),
    ("files[x]", b"", "x.png"),
]


def addressed(template: str, ids: dict[str, Any]) -> str:
    return "/api/v10" + re.sub(r"\{(\w+)\}", lambda found: str(ids[found[1]]), template)


@pytest.mark.by_turns
@pytest.mark.parametrize(("method", "template"), [(m, t) for m, t, _ in _ROUTES], ids=str)
async def test_discord_s_routes_answer_odd_input_with_a_refusal(method: str, template: str) -> None:
    async with tried() as (trial, ids):
        path = addressed(template, ids)
        right = {"Authorization": f"Bot {trial.talking.local.token}"}
        # Nothing right is done first: a message that is deleted would refuse the rest.
        for name in re.findall(r"\{(\w+)\}", template):
            for odd in ("9" * 30, "9" * 5000, "0", "x"):
                await trial.send(method, addressed(template, {**ids, name: odd}), headers=right)
        for query in ("limit=x", "limit=" + "9" * 5000, "before=x", "after=", "around=-",
                      "with_response=x"):  # fmt: skip
            if method != "DELETE":
                await trial.send(method, f"{path}?{query}", headers=right)
        if method in ("POST", "PUT", "PATCH"):
            for body in (*ODD_BODIES, *([body] for body in ODD_BODIES)):
                await trial.send(method, path, json=body, headers=right)
            for raw in BROKEN:
                await trial.send(method, path, data=raw, headers={**right, **JSON})
            for part, data, filename in PARTS:
                form = aiohttp.FormData()
                form.add_field(part, data, filename=filename)
                await trial.send(method, path, data=form, headers=right)
            multipart = {**right, "Content-Type": "multipart/form-data"}
            await trial.send(method, path, data=b"x", headers=multipart)
        await trial.send(method, path)
        await trial.send(method, path, headers={"Authorization": "Bot x"})


async def test_a_fault_that_no_check_has_named_is_told_as_a_problem() -> None:
    async with tried() as (trial, ids):
        local = trial.talking.local
        path = addressed("/channels/{channel_id}/messages", ids)
        right = {"Authorization": f"Bot {local.token}"}
        body = {"content": "x", "allowed_mentions": {"parse": 1}}
        assert await trial.send("POST", path, json=body, headers=right) == 400
        assert any("/channels/{channel_id}/messages" in line for line in local.problems)


@pytest.mark.parametrize(
    "path", ["/", "/static/app.js", "/page/api/state", "/page/api/nothing", "/api/v10/gateway"]
)
async def test_no_other_site_may_frame_or_read_an_answer(path: str) -> None:
    async with tried() as (trial, _):
        url = trial.talking.local.url + path
        for headers in ({}, {"Host": "evil.example"}, {"Origin": "http://["}):
            async with trial.http.get(url, headers=headers) as answer:
                assert answer.headers["X-Frame-Options"] == "DENY"
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "same-origin"
                assert answer.status == 403 if headers else answer.status != 403


async def test_a_file_is_protected_too() -> None:
    async with tried() as (trial, ids):
        local = trial.talking.local
        message = local.world.find_message(ids["channel_id"], ids["message_id"])
        assert message is not None
        (attachment,) = message.attachments
        url = f"{local.url}/attachments/{message.channel_id}/{attachment.id}/{attachment.filename}"
        async with trial.http.get(url) as answer:
            assert answer.status == 200
            told = answer.headers["Content-Security-Policy"]
            assert told == "default-src 'none'; frame-ancestors 'none'; sandbox"
            assert answer.headers["X-Frame-Options"] == "DENY"
