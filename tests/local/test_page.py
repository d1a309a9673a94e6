"""What the page asks of the server, and the news it gets."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.local import LocalDiscord
from tests.local.fixtures import COMMAND, Talk, board, buttons, file, png, talk
from tests.local.test_answers import CARD, Form


class Page:
    def __init__(self, local: LocalDiscord, http: aiohttp.ClientSession) -> None:
        self.local = local
        self.http = http

    async def get(self, name: str, **query: Any) -> Any:
        words = {("as" if k == "me" else k): str(v) for k, v in query.items()}
        async with self.http.get(f"{self.local.url}/page/api/{name}", params=words) as answer:
            return await answer.json()

    async def post(self, verb: str, /, **body: Any) -> tuple[int, Any]:
        body = {("as" if k == "me" else k): v for k, v in body.items()}
        async with self.http.post(f"{self.local.url}/page/api/{verb}", json=body) as answer:
            return answer.status, await answer.json()

    async def news(self, ws: aiohttp.ClientWebSocketResponse, *kinds: str) -> Any:
        """The next piece of news of these kinds."""
        while True:
            told = json.loads((await ws.receive(timeout=10)).data)
            if told["t"] in kinds:
                return told["d"]


@asynccontextmanager
async def opened(talking: Talk) -> AsyncIterator[Page]:
    async with aiohttp.ClientSession() as http:
        yield Page(talking.local, http)


async def test_the_state_is_what_one_person_sees() -> None:
    async with talk() as talking, opened(talking) as page:
        local, _, ann, pits = talking
        ben = local.add_user("Ben", dms_open=False)
        thread = local.add_thread(pits, "Game 7")
        local.write(ben, pits, "hello")
        state = await page.get("state", me=ann.id)
        assert [(u["name"], u["color"], u["dms_open"], u["badge"]) for u in state["users"]] == [
            ("Ann", "#E69F00", True, 0),
            ("Ben", "#56B4E9", False, 0),
        ]
        guild = {"id": str(local.guild.id), "name": "Local Speedway", "bot": True}
        assert state["guild"] == guild
        assert [(c["type"], c["name"], c["unread"]) for c in state["channels"]] == [
            ("text", "pits", 1),
            ("thread", "Game 7", 0),
            ("dm", "Motordrome", 0),
        ]
        assert state["channels"][1]["parent_id"] == str(pits.id)
        assert state["channels"][1]["id"] == str(thread.id)
        assert [c["name"] for c in state["commands"]] == ["go"]
        assert state["bot"]["online"] is True
        await page.post("read", me=str(ann.id), channel=str(pits.id))
        state = await page.get("state", me=ann.id)
        assert state["channels"][0]["unread"] == 0
        for unknown in (1, "", "x"):
            assert (await page.get("state", me=unknown))["as"] == str(ann.id)
        refused = await page.get("messages", me=1, channel=pits.id)
        assert refused["error"] == "There is no such person."


async def test_a_command_a_click_and_a_form_from_the_page() -> None:
    async with talk([COMMAND, CARD]) as talking, opened(talking) as page:
        local, rig, ann, pits = talking
        me, channel = str(ann.id), str(pits.id)

        @rig.on("go")
        async def _go(i: discord.Interaction) -> None:
            await i.response.send_message(view=board("T1", buttons("Ask")), files=[file(alt="A")])

        @rig.on("ask")
        async def _ask(i: discord.Interaction) -> None:
            await i.response.send_modal(Form(custom_id="form"))

        @rig.on("form")
        async def _form(i: discord.Interaction) -> None:
            await i.response.defer(thinking=True, ephemeral=True)
            await i.edit_original_response(content="Noted.")

        @rig.on("card")
        async def _card(i: discord.Interaction) -> None:
            choices = [discord.app_commands.Choice(name="Laser", value="laser")]
            await i.response.autocomplete(choices)

        url = f"{local.url}/page/ws?as={me}"
        async with page.http.ws_connect(url) as ws:
            status, answer = await page.post("command", me=me, channel=channel, name="go",
                                             options={})  # fmt: skip
            assert (status, answer["ok"]) == (200, True)
            made = await page.news(ws, "message_create")
            assert made["interaction"] == {
                "id": answer["interaction"], "user": "Ann", "command": "/go",
            }  # fmt: skip
            assert (made["channel_id"], made["ephemeral"], made["thinking"]) == (
                channel, False, False,
            )  # fmt: skip
            item = made["components"][0]["components"][1]["items"][0]
            assert item["description"] == "T1"
            async with page.http.get(item["media"]["url"]) as picture:
                assert picture.content_type == "image/png"
                assert await picture.read() == png()

            await page.post("component", me=me, channel=channel, message=made["id"],
                            custom_id="ask")  # fmt: skip
            modal = await page.news(ws, "modal")
            assert (modal["title"], modal["custom_id"]) == ("How many?", "form")
            status, refused = await page.post(
                "modal", me=me, interaction=modal["interaction"], custom_id="form", values={}
            )
            assert (status, refused) == (400, {"ok": False, "error": "count must be filled in."})
            await page.post("modal", me=me, interaction=modal["interaction"], custom_id="form",
                            values={"count": "3", "side": ["r"]})  # fmt: skip
            assert (await page.news(ws, "message_create"))["thinking"] is True
            noted = await page.news(ws, "message_update")
            assert (noted["content"], noted["ephemeral"], noted["thinking"]) == (
                "Noted.", True, False,
            )  # fmt: skip

            _, offered = await page.post("autocomplete", me=me, channel=channel, name="card",
                                         option="name", value="La", options={})  # fmt: skip
            assert offered["choices"] == [{"name": "Laser", "value": "laser"}]
        shown = await page.get("messages", me=me, channel=channel)
        assert [m["content"] for m in shown] == ["", "Noted."]
        ben = local.add_user("Ben")
        shown = await page.get("messages", me=ben.id, channel=channel)
        assert [m["content"] for m in shown] == [""]
        assert local.problems == []


async def test_news_of_secrets_goes_to_their_owner_alone() -> None:
    async with talk() as talking, opened(talking) as page:
        local, rig, ann, pits = talking
        ben = local.add_user("Ben")

        @rig.on("go")
        async def _go(i: discord.Interaction) -> None:
            await i.response.send_message("secret", ephemeral=True)
            await (await rig.create_dm(discord.Object(ann.id))).send("hand")
            await rig.get_partial_messageable(pits.id).send("open")

        async with page.http.ws_connect(f"{local.url}/page/ws?as={ben.id}") as ws:
            await page.post("command", me=str(ann.id), channel=str(pits.id), name="go")
            assert (await page.news(ws, "message_create"))["content"] == "open"
        status, refused = await page.post(
            "message", me=str(ben.id), channel=str(local.dm(ann).id), content="x"
        )
        assert (status, refused["error"]) == (400, "Ben sees no such channel.")


async def test_badges_and_pushes_are_those_of_a_phone() -> None:
    async with talk() as talking, opened(talking) as page:
        local, rig, ann, pits = talking
        ben, dm = local.add_user("Ben"), local.dm(ann)

        async def counts() -> tuple[int, int]:
            """Badge of Ann as Ben's page shows it, and of her direct messages on her own."""
            seats = {u["name"]: u["badge"] for u in (await page.get("state", me=ben.id))["users"]}
            mine = (await page.get("state", me=ann.id))["channels"]
            return seats["Ann"], next(c["badge"] for c in mine if c["type"] == "dm")

        async with page.http.ws_connect(f"{local.url}/page/ws?as={ben.id}") as ws:
            sent = await (await rig.create_dm(discord.Object(ann.id))).send(
                view=board("x", buttons("One")), file=file()
            )
            # Ben is told that something changed, and not a word of what.
            assert json.loads((await ws.receive(timeout=10)).data) == {"t": "state", "d": {}}
            assert await counts() == (1, 1)
            await page.post("read", me=str(ann.id), channel=str(dm.id))
            assert await counts() == (0, 0)
            await sent.edit(view=board("x", buttons("Two")), attachments=[file()])
            assert await counts() == (0, 0), "an edit counts nowhere"
            notices = [await (await rig.create_dm(ann)).send(f"Go {n}") for n in range(3)]
            assert await counts() == (3, 3)
            await notices[0].delete()
            assert await counts() == (2, 2)
            local.write(ben, pits, "chat")
            assert await counts() == (2, 2), "chat is unread, and counts on no badge"
        pushes = (await page.get("state", me=ann.id))["pushes"]
        assert [(p["title"], p["text"], p["taken_back"]) for p in pushes] == [
            ("Motordrome", "Go 0", True),
            ("Motordrome", "Go 1", False),
            ("Motordrome", "Go 2", False),
        ]
        assert (await page.get("state", me=ben.id))["pushes"] == []
        assert local.problems == []


async def test_the_page_tells_what_is_looked_at() -> None:
    async with talk() as talking, opened(talking) as page:
        local, rig, ann, _ = talking
        dm = local.dm(ann)
        channel = await rig.create_dm(discord.Object(ann.id))
        url = f"{local.url}/page/ws?as={ann.id}"
        async with page.http.ws_connect(url) as ws, page.http.ws_connect(url):
            for odd in ("x", "[]", '{"looks": 1}', '{"looks": ["x", "1"]}'):
                await ws.send_str(odd)
            await ws.send_json({"looks": [str(dm.id)]})
            await local.until(lambda: local.rings.looks_at(ann, dm))
            await channel.send("seen")
            assert local.pushes(ann) == []
            assert (await page.news(ws, "message_create", "push"))["content"] == "seen"
            await ws.send_json({"looks": []})
            await local.until(lambda: not local.rings.looks_at(ann, dm))
            await channel.send("rung")
            assert (await page.news(ws, "push"))["text"] == "rung"
            await ws.send_json({"looks": [str(dm.id)]})
            await local.until(lambda: local.rings.looks_at(ann, dm))
        await local.until(lambda: not local.rings.looks_at(ann, dm))


async def test_what_the_page_does_with_a_place() -> None:
    async with talk() as talking, opened(talking) as page:
        local, _, ann, pits = talking

        async def do(place: int, action: str, name: str = "") -> Any:
            told = await page.post(
                "place", me=str(ann.id), channel=str(place), do=action, name=name
            )
            return told[1]

        made = int((await do(pits.id, "thread", "Table 2"))["channel"])
        thread = local.world.channels[made]
        state = await page.get("state", me=ann.id)
        assert [c["member"] for c in state["channels"] if c["type"] == "thread"] == [True]
        shown = await page.get("messages", me=ann.id, channel=pits.id)
        assert shown[0]["thread"] == {
            "id": str(made), "name": "Table 2", "archived": False, "count": 0,
        }  # fmt: skip
        await do(made, "leave")
        assert ann.id not in thread.members
        await do(made, "join")
        await do(made, "archive")
        assert thread.archived
        for place, action in ((pits.id, "archive"), (local.dm(ann).id, "kick"), (pits.id, "burn")):
            assert (await do(place, action))["error"] == "That cannot be done here."
        assert "1 to 100" in (await do(pits.id, "thread"))["error"]
        await do(pits.id, "kick")
        assert (await page.get("state", me=ann.id))["guild"]["bot"] is False
        await do(pits.id, "invite")
        assert local.guild.bot_inside
        await do(pits.id, "delete")
        assert pits.id not in local.world.channels
        assert made not in local.world.channels


async def test_a_file_is_given_out_a_little_longer_than_its_message_shows_it() -> None:
    async with talk(limits="off") as talking, opened(talking) as page:
        _, rig, ann, pits = talking
        sent = await rig.get_partial_messageable(pits.id).send(
            view=board("x", buttons("One")), file=file()
        )
        shown = (await page.get("messages", me=ann.id, channel=pits.id))[0]
        address = shown["components"][0]["components"][1]["items"][0]["media"]["url"]
        await sent.edit(view=board("x", buttons("Two")), attachments=[file()])
        async with page.http.get(address) as answer:
            assert (answer.status, await answer.read()) == (200, png())
        for _ in range(100):
            await sent.edit(view=board("x", buttons("Two")), attachments=[file()])
        async with page.http.get(address) as answer:
            assert answer.status == 404


async def test_who_comes_later_has_read_what_was_said_before() -> None:
    async with talk() as talking, opened(talking) as page:
        local, _, ann, pits = talking
        local.write(ann, pits, "before")
        _, added = await page.post("users", name="Zoe")
        state = await page.get("state", me=added["id"])
        assert [c["unread"] for c in state["channels"] if c["name"] == "pits"] == [0]
        local.write(ann, pits, "after")
        state = await page.get("state", me=added["id"])
        assert [c["unread"] for c in state["channels"] if c["name"] == "pits"] == [1]


async def test_a_failed_interaction_is_told() -> None:
    async with talk(interaction_seconds=0.01) as talking, opened(talking) as page:
        local, rig, ann, pits = talking
        await rig.get_partial_messageable(pits.id).send(view=board("x", buttons("Dead")),
                                                        file=file())  # fmt: skip
        message = local.messages(pits, ann)[0]
        async with page.http.ws_connect(f"{local.url}/page/ws?as={ann.id}") as ws:
            _, answer = await page.post(
                "component", me=str(ann.id), channel=str(pits.id), message=str(message.id),
                custom_id="dead",
            )  # fmt: skip
            assert await page.news(ws, "interaction_failed") == {
                "interaction": answer["interaction"],
                "message": str(message.id),
                "channel": str(pits.id),
                "text": "This interaction failed",
            }


async def test_people_are_added_write_and_close_their_dms() -> None:
    async with talk() as talking, opened(talking) as page:
        local, _, ann, pits = talking
        async with page.http.ws_connect(f"{local.url}/page/ws?as={ann.id}") as ws:
            _, added = await page.post("users", name="  Zoe ")
            await page.news(ws, "state")
            _, said = await page.post("message", me=added["id"], channel=str(pits.id), content="hi")
            assert (await page.news(ws, "message_create"))["id"] == said["message"]
            local.misbehave.delete_message(local.messages(pits, ann)[0])
            gone = await page.news(ws, "message_delete")
            assert gone == {"id": said["message"], "channel_id": str(pits.id)}
        nonsense = await page.post("component", me=added["id"], channel=str(pits.id),
                                   message="1", custom_id=7, values=[{}])  # fmt: skip
        assert nonsense[0] == 400
        await page.post("dms", me=added["id"], open=False)
        assert [u.dms_open for u in local.world.people()] == [True, False]
        assert (await page.post("users", name=""))[0] == 400
        assert (await page.post("component", me=added["id"], channel=str(pits.id), message="1",
                                custom_id="x"))[0] == 400  # fmt: skip


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/html"), ("/static/saira.ttf", "font/ttf"), ("/static/app.js", "text/javascript")],
)
async def test_the_pages_files_are_served(path: str, kind: str) -> None:
    async with talk() as talking, opened(talking) as page:
        async with page.http.get(talking.local.url + path) as answer:
            assert answer.status == 200
            assert answer.content_type == kind
        for outside in ("/static/..%2f__init__.py", "/static/%2e%2e%2fserver.py"):
            async with page.http.get(talking.local.url + outside) as answer:
                assert answer.status == 404


async def test_other_sites_are_kept_out() -> None:
    async with talk() as talking, opened(talking) as page:
        local, _, ann, __ = talking
        url = f"{local.url}/page/api/state?as={ann.id}"
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            async with page.http.get(url, headers=headers) as answer:
                assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await page.http.ws_connect(
                f"{local.url}/page/ws?as={ann.id}", headers={"Origin": "null"}
            )
        async with page.http.post(
            f"{local.url}/page/api/users", data='{"name": "Eve"}',
            headers={"Content-Type": "text/plain"},
        ) as answer:  # fmt: skip
            assert answer.status == 415
        kind = {"Content-Type": "application/json"}
        async with page.http.post(f"{local.url}/page/api/users", data="{", headers=kind) as answer:
            assert answer.status == 400
