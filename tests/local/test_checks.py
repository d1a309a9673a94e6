"""Everything Discord refuses in a message, a modal and an answer, each by one body that is wrong.

The document is left out here: these are the checks by hand, which must hold without it.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.local import LocalDiscord
from tests.local.fixtures import Bare, bare

V2 = 1 << 15
BIG = "x" * 4001


def button(custom_id: str | None = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id, **more}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def select(*values: str, **more: Any) -> dict[str, Any]:
    options = [{"label": v, "value": v} for v in values or ("a", "b")]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def text(content: str = "t") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(*urls: str, **more: Any) -> dict[str, Any]:
    items = [{"media": {"url": url}, **more} for url in urls]
    return {"type": 12, "items": items}


def section(*inside: dict[str, Any], accessory: Any = None) -> dict[str, Any]:
    return {"type": 9, "components": list(inside), "accessory": accessory or button()}


def v2(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **more}


def old(*components: dict[str, Any]) -> dict[str, Any]:
    return {"content": "x", "components": list(components)}


def embed(**parts: Any) -> dict[str, Any]:
    return {"embeds": [parts]}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "content over 2000": ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    "ephemeral in a channel": ({"content": "x", "flags": 64}, "BITFIELD_INVALID"),
    "11 embeds": ({"embeds": [{"title": "t"}] * 11}, "BASE_TYPE_BAD_LENGTH"),
    "6000 characters of embeds": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "an empty embed": (embed(color=1), "BASE_TYPE_REQUIRED"),
    "an empty field": (embed(fields=[{"name": "n", "value": " "}]), "BASE_TYPE_MIN_LENGTH"),
    "26 fields": (embed(fields=[{"name": "n", "value": "v"}] * 26), "BASE_TYPE_BAD_LENGTH"),
    "an embed title over 256": (embed(title="x" * 257), "BASE_TYPE_MAX_LENGTH"),
    "an embed with a missing file": (
        embed(title="t", image={"url": "attachment://no.png"}),
        "ATTACHMENT_NOT_FOUND",
    ),
    "6 rows": (old(*(row(button(str(n))) for n in range(6))), "BASE_TYPE_BAD_LENGTH"),
    "6 buttons in a row": (
        old(row(*(button(str(n)) for n in range(6)))),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": (old(row()), "BASE_TYPE_BAD_LENGTH"),
    "a button outside a row": (old(button()), "UNION_TYPE_CHOICES"),
    "a button with neither label nor emoji": (
        old(row(button(label=None))),
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "a button without custom id": (old(row(button(custom_id=None))), "BASE_TYPE_REQUIRED"),
    "a custom id over 100": (old(row(button("x" * 101))), "BASE_TYPE_MAX_LENGTH"),
    "a label over 80": (old(row(button(label="x" * 81))), "BASE_TYPE_MAX_LENGTH"),
    "a link with a custom id": (
        old(row(button(style=5, url="https://discord.com"))),
        "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE",
    ),
    "a link without URL": (old(row(button(style=5, custom_id=None))), "BASE_TYPE_REQUIRED"),
    "a URL on a plain button": (
        old(row(button(url="https://discord.com"))),
        "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE",
    ),
    "a premium button": (old(row(button(style=6))), "BASE_TYPE_CHOICES"),
    "the same custom id twice": (
        old(row(button("a")), row(button("a"))),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "the same custom id twice, nested": (
        v2({"type": 17, "components": [row(button("a"))]}, row(button("a"))),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "26 options": (old(row(select(*map(str, range(26))))), "BASE_TYPE_BAD_LENGTH"),
    "no option": (old(row(select(options=[]))), "BASE_TYPE_BAD_LENGTH"),
    "the same option value twice": (
        old(row(select("a", "a"))),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "min over max": (
        old(row(select("a", "b", min_values=2, max_values=1))),
        "COMPONENT_MIN_OVER_MAX",
    ),
    "max over the number of options": (
        old(row(select("a", "b", max_values=3))),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a select beside a button": (
        old(row(select(), button())),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "an option label over 100": (old(row(select("x" * 101))), "BASE_TYPE_MAX_LENGTH"),
    "a placeholder over 150": (old(row(select(placeholder="x" * 151))), "BASE_TYPE_MAX_LENGTH"),
    "V2 with content": (
        v2(text(), content="x"),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 with embeds": (
        v2(text(), embeds=[{"title": "t"}]),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 components without the flag": (old(text()), "UNION_TYPE_CHOICES"),
    "41 components, nested ones included": (
        v2(*(section(text(), accessory=button(str(n))) for n in range(13)), text(), text()),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "V2 text over 4000 together": (
        v2(text("x" * 2001), text("x" * 2000)),
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text": (v2(text("")), "BASE_TYPE_MIN_LENGTH"),
    "a gallery of 11": (v2(gallery(*["https://x.example/a.png"] * 11)), "BASE_TYPE_BAD_LENGTH"),
    "an alt text over 1024": (
        v2(gallery("https://x.example/a.png", description="x" * 1025)),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a picture that was not sent": (
        v2(gallery("attachment://no.png")),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a picture from a disk": (v2(gallery("file:///etc/passwd")), "URL_TYPE_INVALID_SCHEME"),
    "a file from elsewhere": (
        v2({"type": 13, "file": {"url": "https://x.example/a.txt"}}),
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a section of 4 texts": (v2(section(text(), text(), text(), text())), "BASE_TYPE_BAD_LENGTH"),
    "a section without accessory": (
        v2({"type": 9, "components": [text()]}),
        "BASE_TYPE_REQUIRED",
    ),
    "a section of buttons": (v2(section(row(button("b")))), "UNION_TYPE_CHOICES"),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "UNION_TYPE_CHOICES",
    ),
    "an empty container": (v2({"type": 17, "components": []}), "BASE_TYPE_BAD_LENGTH"),
    "the same id twice": (v2({**text(), "id": 3}, {**text(), "id": 3}), "DUPLICATED_ID"),
    "an attachment that was not sent": (
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]},
        "ATTACHMENT_NOT_FOUND",
    ),
    "mentions parsed and named": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "REPLIES_UNKNOWN_MESSAGE",
    ),
    "components that are none": ({"content": "x", "components": ["a"]}, "BASE_TYPE_BAD_TYPE"),
}


@pytest.mark.parametrize("case", BAD)
async def test_a_message_is_refused_for(case: str) -> None:
    body, word = BAD[case]
    async with bare() as call:
        pits = call.local.add_channel("pits")
        status, answer = await call("POST", f"/channels/{pits.id}/messages", body)
        assert (status, answer["code"]) == (400, 50035)
        assert word in json.dumps(answer["errors"])
        assert any(word in line for line in call.local.problems)
        assert call.local.world.messages[pits.id] == {}


@pytest.mark.parametrize("case", [case for case in BAD if case != "a reply to nothing"])
async def test_an_edit_is_refused_for(case: str) -> None:
    body, word = BAD[case]
    async with bare() as call:
        pits = call.local.add_channel("pits")
        path = f"/channels/{pits.id}/messages"
        first: dict[str, Any] = {"content": None, "flags": V2, "components": [text("before")]}
        if not body.get("flags", 0) & V2:
            first = {"content": "before"}
        _, message = await call("POST", path, first)
        status, answer = await call("PATCH", f"{path}/{message['id']}", body)
        assert (status, answer["code"]) == (400, 50035)
        assert word in json.dumps(answer["errors"])
        (kept,) = call.local.world.messages[pits.id].values()
        assert (kept.text, kept.edits) == ("before", 0)


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": None, "embeds": []}])
async def test_an_empty_message_is_refused(body: dict[str, Any]) -> None:
    async with bare() as call:
        pits = call.local.add_channel("pits")
        status, answer = await call("POST", f"/channels/{pits.id}/messages", body)
        assert (status, answer["code"]) == (400, 50006)


async def test_a_message_cannot_be_emptied_nor_leave_v2() -> None:
    async with bare() as call:
        pits = call.local.add_channel("pits")
        path = f"/channels/{pits.id}/messages"
        _, plain = await call("POST", path, {"content": "x"})
        status, answer = await call("PATCH", f"{path}/{plain['id']}", {"content": ""})
        assert (status, answer["code"]) == (400, 50006)
        _, sheet = await call("POST", path, v2(text()))
        body = {"content": "x", "components": [], "flags": 0}
        status, answer = await call("PATCH", f"{path}/{sheet['id']}", body)
        assert (status, answer["code"]) == (400, 50035)
        status, answer = await call("PATCH", f"{path}/{sheet['id']}", {"components": []})
        assert (status, answer["code"]) == (400, 50006)
        _, after = await call("PATCH", f"{path}/{sheet['id']}", {"components": [text("still")]})
        assert after["flags"] == V2


async def test_components_come_back_with_ids_and_defaults() -> None:
    async with bare() as call:
        pits = call.local.add_channel("pits")
        body = v2({"type": 17, "components": [text(), {"type": 14}, row(button())]}, select_row())
        _, message = await call("POST", f"/channels/{pits.id}/messages", body)
        box, last = message["components"]
        assert [box["id"], *(c["id"] for c in box["components"])] == [1, 2, 3, 4]
        assert box["accent_color"] is None
        assert box["components"][1] == {"type": 14, "id": 3, "divider": True, "spacing": 1}
        assert (last["components"][0]["min_values"], last["components"][0]["max_values"]) == (1, 1)


def select_row() -> dict[str, Any]:
    return row(select())


async def test_what_is_no_json_and_what_is_nowhere() -> None:
    async with bare() as call:
        pits = call.local.add_channel("pits")
        assert (await call("POST", f"/channels/{pits.id}/messages", ["x"]))[0] == 400
        assert (await call("GET", "/nowhere"))[0] == 404
        assert (await call("GET", "/users/@me", token="x"))[0] == 401
        assert (await call("GET", f"/channels/{pits.id}/messages?limit=101"))[0] == 400


async def asked(call: Bare, kind: int = 2) -> Any:
    """An interaction that waits for its answer: a command, or a button of its kind."""
    local: LocalDiscord = call.local
    ann, pits = local.add_user("Ann"), local.add_channel("pits")
    app = local.world.bot.id
    option = {"type": 3, "name": "a", "description": "A.", "autocomplete": True}
    command = {"name": "go", "description": "Go.", "options": [option]}
    await call("PUT", f"/applications/{app}/commands", [command])
    if kind == 2:
        return local.begin_command(ann, pits, "go", {})
    if kind == 4:
        return local.begin_autocomplete(ann, pits, "go", "a", "x", {})
    await call("POST", f"/channels/{pits.id}/messages", old(row(button())))
    return local.begin_press(ann, local.messages(pits, ann)[0], "a")


def label(component: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "L", "component": component, **more}


def entry(custom_id: str = "t", **more: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def modal(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": 9,
        "data": {"custom_id": "m", "title": "M", "components": list(components), **more},
    }


def radio(*values: str) -> dict[str, Any]:
    return {
        "type": 21,
        "custom_id": "r",
        "options": [{"label": v, "value": v} for v in values],
    }


BAD_ANSWERS: dict[str, tuple[int, dict[str, Any], str]] = {
    "a modal of 6": (
        2,
        modal(*(label(entry(str(n))) for n in range(6))),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty modal": (2, modal(), "BASE_TYPE_BAD_LENGTH"),
    "a modal title over 45": (2, modal(label(entry()), title="x" * 46), "BASE_TYPE_MAX_LENGTH"),
    "a modal label over 45": (2, modal(label(entry(), label="x" * 46)), "BASE_TYPE_MAX_LENGTH"),
    "a modal with a button": (2, modal(row(button())), "UNION_TYPE_CHOICES"),
    "a modal with a bare input": (2, modal(entry()), "UNION_TYPE_CHOICES"),
    "a modal with a button in a label": (2, modal(label(button())), "UNION_TYPE_CHOICES"),
    "a modal with the same field twice": (
        2,
        modal(label(entry()), label(entry())),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a modal whose text is longer than it may be": (
        2,
        modal(label(entry(value="long", max_length=3))),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a text with min over max": (
        2,
        modal(label(entry(min_length=5, max_length=3))),
        "COMPONENT_MIN_OVER_MAX",
    ),
    "one radio button": (2, modal(label(radio("a"))), "BASE_TYPE_BAD_LENGTH"),
    "a deferral with V2": (2, {"type": 5, "data": {"flags": V2}}, "BITFIELD_INVALID"),
    "an unknown flag": (2, {"type": 4, "data": {"content": "x", "flags": 3}}, "BITFIELD_INVALID"),
    "an update of a command": (
        2,
        {"type": 7, "data": {"content": "x"}},
        "INTERACTION_RESPONSE_TYPE_INVALID",
    ),
    "choices for a command": (
        2,
        {"type": 8, "data": {"choices": []}},
        "INTERACTION_RESPONSE_TYPE_INVALID",
    ),
    "a message for an autocompletion": (
        4,
        {"type": 4, "data": {"content": "x"}},
        "INTERACTION_RESPONSE_TYPE_INVALID",
    ),
    "26 choices": (
        4,
        {"type": 8, "data": {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]}},
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a choice over 100": (
        4,
        {"type": 8, "data": {"choices": [{"name": "n", "value": "x" * 101}]}},
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a number for a text": (
        4,
        {"type": 8, "data": {"choices": [{"name": "n", "value": 1}]}},
        "BASE_TYPE_REQUIRED",
    ),
    "an update over 2000": (
        3,
        {"type": 7, "data": {"content": "x" * 2001}},
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a pong": (2, {"type": 1}, "INTERACTION_RESPONSE_TYPE_INVALID"),
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
async def test_an_answer_is_refused_for(case: str) -> None:
    kind, body, word = BAD_ANSWERS[case]
    async with bare() as call:
        waiting = await asked(call, kind)
        path = f"/interactions/{waiting.id}/{waiting.token}/callback"
        status, answer = await call("POST", path, body)
        assert (status, answer["code"]) == (400, 50035)
        assert word in json.dumps(answer["errors"])
        assert waiting.answer is None


async def test_an_empty_answer_and_an_update_of_a_deleted_message() -> None:
    async with bare() as call:
        waiting = await asked(call)
        path = f"/interactions/{waiting.id}/{waiting.token}/callback"
        status, answer = await call("POST", path, {"type": 4, "data": {}})
        assert (status, answer["code"]) == (400, 50006)
        status, answer = await call("POST", f"{path}x", {"type": 5})
        assert status == 404
        pressed = await asked(call, 3)
        call.local.misbehave.delete_message(pressed.source)
        path = f"/interactions/{pressed.id}/{pressed.token}/callback"
        status, answer = await call("POST", path, {"type": 7, "data": {"content": "x"}})
        assert (status, answer["code"]) == (404, 10008)


async def test_an_answer_without_with_response_is_empty() -> None:
    async with bare() as call:
        waiting = await asked(call)
        path = f"/interactions/{waiting.id}/{waiting.token}/callback"
        assert await call("POST", path, {"type": 5}) == (204, None)
        path = f"/webhooks/{call.local.world.bot.id}/{waiting.token}"
        status, message = await call("PATCH", f"{path}/messages/@original", {"content": "x"})
        assert (status, message["content"]) == (200, "x")
        status, answer = await call("POST", f"{path}x", {"content": "x"})
        assert (status, answer["code"]) == (404, 10015)
