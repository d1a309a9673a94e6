"""Files that components use, as Discord keeps them and tells of them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local import Channel, LocalDiscord, Message, User
from bot.local.checks import NO_SUCH_FILE
from tests.local.fixtures import Rig, board, buttons, connected, file, png, talk


class Kept(discord.Object):
    """A file that stays on its message, as a bot lists it: by id, and by name if it is given."""

    def __init__(self, number: int, filename: str = "") -> None:
        super().__init__(number)
        self.filename = filename

    def to_dict(self) -> dict[str, Any]:
        named = {"filename": self.filename} if self.filename else {}
        return {"id": str(self.id), **named}


def gallery_item(message: discord.Message) -> Any:
    """The media of the first picture that a received message shows."""
    (box,) = message.components
    assert isinstance(box, discord.Container)
    (gallery,) = [part for part in box.children if isinstance(part, discord.MediaGalleryComponent)]
    return gallery.items[0].media


def refusal(error: discord.HTTPException) -> str:
    """The code words of a refused form."""
    return f"{error.code} {error._errors}"


async def posted(rig: Rig, local: LocalDiscord, ann: User, pits: Channel
) -> tuple[discord.Message, Message]:  # fmt: skip
    sent = await rig.get_partial_messageable(pits.id).send(
        view=board("Turn 1", buttons("Attack")), files=[file()]
    )
    return sent, local.messages(pits, ann)[-1]


async def test_what_components_show_is_in_their_media_and_not_among_the_attachments() -> None:
    async with talk() as (local, rig, ann, pits):
        sent, held = await posted(rig, local, ann, pits)
        assert sent.attachments == []
        assert gallery_item(sent).attachment_id == held.attachments[0].id
        fetched = await rig.get_partial_messageable(pits.id).fetch_message(sent.id)
        assert fetched.attachments == []

        @rig.on("attack")
        async def _(i: discord.Interaction) -> None:
            assert i.message is not None
            assert i.message.attachments == []
            assert gallery_item(i.message).attachment_id == held.attachments[0].id
            await i.response.defer()

        assert (await local.click(ann, held, "attack")).updated
        assert rig.errors == []
        text = await rig.get_partial_messageable(pits.id).send("x", file=file("a.png"))
        assert [a.filename for a in text.attachments] == ["a.png"]


async def test_the_gateway_tells_no_more_of_them_than_an_answer() -> None:
    class Hearer(Rig):
        def __init__(self) -> None:
            super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
            self.told: list[discord.Message] = []

        async def on_message(self, message: discord.Message) -> None:
            self.told.append(message)

    async with connected(Hearer) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        await posted(rig, local, ann, pits)
        await local.until(lambda: bool(rig.told))
        assert rig.told[0].attachments == []
        assert gallery_item(rig.told[0]).attachment_id


async def test_a_kept_file_is_listed_by_id_and_name() -> None:
    async with talk() as (local, rig, ann, pits):
        sent, held = await posted(rig, local, ann, pits)
        (kept,) = held.attachments
        again = board("Turn 2", buttons("Pass"))
        await sent.edit(view=again, attachments=[Kept(kept.id, "board.png")])  # type: ignore[list-item]
        assert (held.text, held.attachments) == ("Turn 2", [kept])
        assert local.problems == []


@pytest.mark.parametrize("way", ["id alone", "nothing listed", "another name", "new, not listed"])
async def test_a_name_that_is_not_listed_refers_to_nothing(way: str) -> None:
    async with talk() as (local, rig, ann, pits):
        sent, held = await posted(rig, local, ann, pits)
        number = held.attachments[0].id
        more: dict[str, Any] = {
            "id alone": {"attachments": [Kept(number)]},
            "nothing listed": {},
            "another name": {"attachments": [Kept(number, "hand.png")]},
            "new, not listed": {"attachments": [Kept(number)]},
        }[way]
        name = "new.png" if way == "new, not listed" else "board.png"
        with pytest.raises(discord.HTTPException) as refused:
            await sent.edit(view=board("Turn 2", name=name), **more)
        assert (refused.value.status, refused.value.code) == (400, 50035)
        assert NO_SUCH_FILE in refusal(refused.value)
        assert (held.text, held.attachments[0].data) == ("Turn 1", png())
        assert any(NO_SUCH_FILE in line for line in local.problems)


async def test_an_uploaded_file_of_an_edit_must_be_listed() -> None:
    async with talk(limits="off") as (local, rig, ann, pits):
        sent, held = await posted(rig, local, ann, pits)
        parts: Any = board("Turn 2", name="new.png").to_components()  # type: ignore[no-untyped-call]
        form: list[dict[str, Any]] = [
            {"name": "payload_json", "value": discord.utils._to_json(
                {"components": parts, "flags": 1 << 15, "attachments": []})},
            {"name": "files[0]", "value": png("blue"), "filename": "new.png",
             "content_type": "image/png"},
        ]  # fmt: skip
        route = discord.http.Route(
            "PATCH", "/channels/{channel_id}/messages/{message_id}",
            channel_id=pits.id, message_id=sent.id,
        )  # fmt: skip
        with pytest.raises(discord.HTTPException) as refused:
            await rig.http.request(route, form=form)
        assert NO_SUCH_FILE in refusal(refused.value)
        assert held.text == "Turn 1"


async def test_a_press_is_answered_with_the_kept_file_in_the_same_way() -> None:
    async with talk() as (local, rig, ann, pits):
        _, held = await posted(rig, local, ann, pits)
        (kept,) = held.attachments

        @rig.on("attack")
        async def _(i: discord.Interaction) -> None:
            stays: Any = [Kept(kept.id, "board.png")]
            await i.response.edit_message(view=board("2", buttons("Pass")), attachments=stays)

        @rig.on("pass")
        async def _again(i: discord.Interaction) -> None:
            await i.response.defer()
            stays: Any = [Kept(kept.id, "board.png")]
            await i.edit_original_response(view=board("3"), attachments=stays)

        await local.click(ann, held, "attack")
        assert (held.text, held.attachments) == ("2", [kept])
        await (await local.click(ann, held, "pass")).finished()
        assert (held.text, held.attachments) == ("3", [kept])
        assert rig.errors == []


async def test_discord_may_refuse_a_good_file() -> None:
    async with talk() as (local, rig, ann, pits):
        sent, held = await posted(rig, local, ann, pits)
        local.misbehave.bad_media = 2
        await sent.edit(content=None)
        for _ in range(2):
            with pytest.raises(discord.HTTPException) as refused:
                await sent.edit(view=board("Turn 2"), attachments=[file()])
            assert NO_SUCH_FILE in refusal(refused.value)
        await sent.edit(view=board("Turn 2"), attachments=[file()])
        assert held.text == "Turn 2"
        assert (local.problems, local.misbehave.bad_media) == ([], 0)


async def test_a_follow_up_that_fills_a_deferred_answer_is_counted() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.defer(thinking=True, ephemeral=True)
            await i.followup.send("Here.", ephemeral=True)
            await i.followup.send("More.", ephemeral=True)

        outcome = await local.command(ann, pits, "go")
        await local.until(lambda: len(outcome.messages) == 2)
        assert [m.content for m in outcome.messages] == ["Here.", "More."]
        assert local.filled_by_follow_up == ["/go of Ann"]
