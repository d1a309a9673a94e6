"""Names as people give them to themselves: whatever stands in one, it stays a name."""

from __future__ import annotations

import re

import pytest

from bot.local import Message
from bot.match.names import plain_name, short_name
from tests.bot.pits import Pits, find, follow_up

NAMES = {
    "500 characters": "W" * 500,
    "combining marks": "Z" + "\u0335\u0489" * 200,
    "markdown": "**b** __u__ ~~s~~ ||sp|| `c` ```x``` _i_ *i*",
    "a heading": "# Big",
    "a list and a quote": "- > x",
    "a link": "[free](https://example.com)",
    "everyone": "@everyone @here",
    "a mention": "<@1234567890> <#1> <@&2>",
    "a timestamp": "<t:0:R> <:x:1>",
    "lines": "one\ntwo\r\n### three\u2028four",
    "right to left": "\u202eevil\u202c \u2066x\u2069",
    "zero width": "a\u200bb\u200d\ufeff\u2060c",
    "only zero width": "\u200b\u200d\ufeff",
    "other scripts": "שלום 王小明 Ωμέγα ไทย",
    "pictographs": "🏎️👩‍👩‍👧🇩🇪",
    "a backslash": "back\\slash\\",
    "quotes and braces": "{0} %s ${x} \"'`",
    "lone surrogate's neighbours": "\ufffd\ue000",
}
UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`<>\[\]#]")


def looks_inert(message: Message, name: str) -> None:
    """A message that names somebody holds nothing that Discord would read as more than a name."""
    assert not message.mention_everyone
    assert message.mentions == []
    said = plain_name(name)
    rest = message.text
    if said in rest:
        assert not UNESCAPED.search(said)
        rest = rest.replace(said, "")
    assert "@everyone" not in rest
    assert "https://example" not in rest
    assert not re.search(r"<(@|t:0|:x)", rest)
    for text in (rest, *message.labels, *message.alts):
        for sign in text:
            assert sign.isprintable() or sign in "\n\u200b", repr(sign)
    for label in message.labels:
        assert "\\*" not in label, "a button reads no markdown, so nothing is escaped there"
    for attachment in message.attachments:
        assert attachment.width
        assert attachment.height


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
async def test_a_name_is_only_a_name(pits: Pits, name: str) -> None:
    pits.ben.name = name
    match_id = await pits.lay("gun front, swerve, jam", "laser left, smoke", "laser left")
    assert pits.board().attachments
    looks_inert(pits.board(), name)
    for user in (pits.ann, pits.ben):
        looks_inert(pits.panel(user), name)
    for command, options in (
        ("table", {"show": "status"}),
        ("table", {"show": "words"}),
        ("games", {}),
        ("hand", {}),
    ):
        outcome = await pits.command(pits.ann, command, options)
        assert outcome.ephemeral is not None
        looks_inert(outcome.ephemeral, name)
    status = await pits.command(pits.ann, "table", {"show": "status"})
    assert plain_name(name) in await follow_up(status)
    panel = pits.panel(pits.ann)
    for item in list(panel.pressables):
        if item.custom_id.startswith(f"pick:{match_id}") and item.type == 2:
            await pits.forge(pits.ann, item.custom_id, panel)
            looks_inert(panel, name)
            break
    for verb in ("missed", "more", "car", "words", "rules"):
        outcome = await pits.forge(pits.ben, f"{verb}:{match_id}", pits.board())
        assert outcome.ephemeral is not None
        looks_inert(outcome.ephemeral, name)
    for call in pits.local.calls:
        body = call.body if isinstance(call.body, dict) else {}
        body = body.get("data") or body
        if "components" in body and "custom_id" not in body:
            assert body["allowed_mentions"]["parse"] == []
            assert not body["allowed_mentions"].get("users")


async def test_a_lobby_and_an_end_with_odd_names(pits: Pits) -> None:
    pits.ann.name, pits.ben.name = NAMES["markdown"], NAMES["everyone"]
    await pits.open(2)
    looks_inert(pits.board(), pits.ann.name)
    looks_inert(pits.board(), pits.ben.name)
    await pits.press(pits.ben, "unjoin")
    pits.cora.name = NAMES["lines"]
    await pits.press(pits.cora, "join")
    assert "**B** one two \\#\\#\\# three four\n" in pits.board().text


async def test_a_button_names_a_player_as_he_is_called(pits: Pits) -> None:
    pits.ben.name = "ben_the_2nd"
    await pits.lay("gun front, jam", "laser left", "laser left")
    panel = pits.panel(pits.ann)
    await pits.press(pits.ann, "pick", panel, next(k for k in keys(panel) if k != "all"))
    assert "B ben_the_2nd" in panel.labels
    assert find(panel, "pick", "p1")
    status = await pits.command(pits.ann, "table", {"show": "status"})
    assert "ben\\_the\\_2nd" in status.text


def keys(message: Message) -> list[str]:
    """The first keys of what can be picked."""
    return [p.custom_id.split(":")[3] for p in message.pressables if p.custom_id[:5] == "pick:"]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_short_and_plain(name: str) -> None:
    assert 0 < len(short_name(name)) <= 32
    assert short_name(name).isprintable()
    assert not UNESCAPED.search(plain_name(name))
