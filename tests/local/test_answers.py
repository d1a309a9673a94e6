"""Interactions through the real discord.py: what a person does, and what they see of it."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.local import (
    Channel,
    HandClock,
    LocalDiscord,
    Message,
    NotShown,
    Rate,
    Rates,
    User,
)
from tests.local.fixtures import COMMAND, Rig, board, buttons, file, png, talk

GAME = {
    "type": 1,
    "name": "go",
    "description": "Go.",
    "options": [
        {"type": 3, "name": "game", "description": "Which.", "required": True,
         "choices": [{"name": "The card game", "value": "cards"}]},
        {"type": 4, "name": "seats", "description": "How many.", "min_value": 2, "max_value": 8},
        {"type": 6, "name": "rival", "description": "Who."},
    ],
}  # fmt: skip
CARD = {
    "type": 1,
    "name": "card",
    "description": "Look it up.",
    "options": [
        {"type": 3, "name": "name", "description": "Which.", "required": True,
         "autocomplete": True},
    ],
}  # fmt: skip
GARAGE = {
    "type": 1,
    "name": "garage",
    "description": "Cars.",
    "options": [{"type": 1, "name": "list", "description": "All of them."}],
}


async def test_a_command_is_answered_by_a_board_with_a_picture_and_its_words() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message(
                view=board("Ann's turn", buttons("Attack", "Pass"), alt="Two cars"),
                files=[file(alt="Two cars")],
            )

        outcome = await local.command(ann, pits, "go")
        message = outcome.message
        assert message is not None
        assert message.is_v2
        assert message.text == "Ann's turn"
        assert message.alts == ["Two cars"]
        assert message.labels == ["Attack", "Pass"]
        assert message.attachments[0].data == png()
        assert (message.attachments[0].width, message.attachments[0].height) == (40, 20)
        assert message.attachments[0].description == "Two cars"
        assert local.messages(pits, ann) == [message]
        assert local.problems == []
        assert [c.route for c in local.calls if c.interaction] == [
            "/interactions/{interaction_id}/{interaction_token}/callback"
        ]


async def test_options_reach_the_bot_typed_and_resolved() -> None:
    async with talk([GAME]) as (local, rig, ann, pits):
        ben = local.add_user("Ben")
        got: list[Any] = []

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            data: Any = i.data
            got.append({o["name"]: o["value"] for o in data["options"]})
            got.append(data["resolved"]["users"][str(ben.id)]["global_name"])
            got.append((i.user.display_name, i.guild_id, i.channel_id, i.filesize_limit))
            got.append((i.app_permissions.attach_files, i.permissions.send_messages))
            await i.response.send_message("ok")

        outcome = await local.command(ann, pits, "go", {"game": "cards", "seats": 4, "rival": ben})
        assert got == [
            {"game": "cards", "seats": 4, "rival": str(ben.id)},
            "Ben",
            ("Ann", local.guild.id, pits.id, 10 * 1024 * 1024),
            (True, True),
        ]
        assert outcome.interaction.called == "/go game:The card game seats:4 rival:Ben"


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("stop", {}, "no command"),
        ("go", {}, "required"),
        ("go", {"game": "chess"}, "none of the choices"),
        ("go", {"game": "cards", "seats": 9}, "out of bounds"),
        ("go", {"game": "cards", "seats": "4"}, "type"),
        ("go", {"game": "cards", "speed": 1}, "no option"),
        ("garage", {}, "needs a subcommand"),
        ("garage sell", {}, "no subcommand"),
    ],
)
async def test_the_client_sends_no_command_that_it_would_not(
    name: str, options: dict[str, object], why: str
) -> None:
    async with talk([GAME, GARAGE]) as (local, rig, ann, pits):
        with pytest.raises(NotShown, match=why):
            await local.command(ann, pits, name, options)
        assert rig.heard == []


async def test_subcommands() -> None:
    async with talk([GARAGE]) as (local, rig, ann, pits):
        got: list[Any] = []

        @rig.on("garage")
        async def _(i: discord.Interaction) -> None:
            data: Any = i.data
            got.append(data["options"])
            await i.response.send_message("none")

        await local.command(ann, pits, "garage", subcommand="list")
        await local.command(ann, pits, "garage list")
        assert got == [[{"name": "list", "type": 1, "options": []}]] * 2


async def test_autocompletion_offers_choices_and_takes_free_text() -> None:
    async with talk([CARD]) as (local, rig, ann, pits):

        @rig.on("card")
        async def _(i: discord.Interaction) -> None:
            data: Any = i.data
            typed = data["options"][0]["value"]
            if i.type is discord.InteractionType.autocomplete:
                choice = discord.app_commands.Choice(name=f"{typed}er", value=typed)
                await i.response.autocomplete([choice])
            else:
                await i.response.send_message(typed)

        assert await local.autocomplete(ann, pits, "card", "name", "Las") == [
            {"name": "Laser", "value": "Las"}
        ]
        assert (await local.command(ann, pits, "card", {"name": "No such"})).text == "No such"


async def test_too_many_choices_are_refused() -> None:
    async with talk([CARD], clock=(clock := HandClock())) as (local, rig, ann, pits):

        @rig.on("card")
        async def _(i: discord.Interaction) -> None:
            many = [discord.app_commands.Choice(name=str(n), value=str(n)) for n in range(26)]
            await i.response.autocomplete(many)

        asking = asyncio.create_task(local.autocomplete(ann, pits, "card", "name", ""))
        await local.until(lambda: bool(local.problems))
        clock.advance(3)
        assert await asking == []


async def _lay_board(rig: Rig, local: LocalDiscord, ann: User, pits: Channel) -> Message:
    @rig.on("go")
    async def _(i: discord.Interaction) -> None:
        select: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        select.add_item(
            discord.ui.Select(
                custom_id="card",
                placeholder="A card",
                options=[discord.SelectOption(label=f"Card {n}", value=str(n)) for n in (1, 2)],
            )
        )
        view = board("Turn 1", buttons("Attack"), select)
        await i.response.send_message(view=view, files=[file()])

    message = (await local.command(ann, pits, "go")).message
    assert message is not None
    return message


async def test_a_button_replaces_the_picture_in_the_same_message() -> None:
    async with talk() as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)
        old = message.attachments[0]

        @rig.on("attack")
        async def _(i: discord.Interaction) -> None:
            await i.response.edit_message(
                view=board("Turn 2", buttons("Pass")), attachments=[file(colour="blue")]
            )

        outcome = await local.click(ann, message, message.press("Attack"))
        assert outcome.updated
        assert outcome.message is message
        assert message.text == "Turn 2"
        assert message.labels == ["Pass"]
        assert [a.data for a in message.attachments] == [png("blue")]
        assert old.id not in local.world.attachments


async def test_a_select_sends_its_values() -> None:
    async with talk() as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)

        @rig.on("card")
        async def _(i: discord.Interaction) -> None:
            data: Any = i.data
            await i.response.send_message(f"played {data['values']}", ephemeral=True)

        outcome = await local.select(ann, message, "card", [message.choice("card", "Card 2")])
        assert outcome.text == "played ['2']"
        ben = local.add_user("Ben")
        assert outcome.ephemeral in local.messages(pits, ann)
        assert outcome.ephemeral not in local.messages(pits, ben)


async def test_only_what_is_shown_can_be_pressed() -> None:
    async with talk() as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)
        with pytest.raises(NotShown, match="not on the message"):
            await local.click(ann, message, "retreat")
        with pytest.raises(NotShown, match="a select"):
            await local.click(ann, message, "card")
        with pytest.raises(NotShown, match="none of"):
            await local.select(ann, message, "card", ["3"])
        with pytest.raises(NotShown, match="can be chosen"):
            await local.select(ann, message, "card", ["1", "2"])
        with pytest.raises(NotShown, match="labelled"):
            message.press("Retreat")
        outsider = local.add_user("Zoe", member=False)
        with pytest.raises(NotShown, match="not there"):
            await local.click(outsider, message, "attack")
        assert len(rig.heard) == 1


async def test_a_disabled_button_and_somebody_elses_message_cannot_be_pressed() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            view = board("x", buttons("Off", disabled=True), buttons("On"))
            await i.response.send_message(view=view, files=[file()], ephemeral=True)

        message = (await local.command(ann, pits, "go")).message
        assert message is not None
        with pytest.raises(NotShown, match="disabled"):
            await local.click(ann, message, "off")
        with pytest.raises(NotShown, match="not shown to Ben"):
            await local.click(local.add_user("Ben"), message, "on")


async def test_a_forged_custom_id_reaches_the_bot() -> None:
    async with talk() as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)

        @rig.on("cheat")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("No.", ephemeral=True)

        assert (await local.forge(ann, message, "cheat")).text == "No."


class Form(discord.ui.Modal, title="How many?"):
    count: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="Count", custom_id="count", max_length=3
    )
    side: discord.ui.Label[Any] = discord.ui.Label(
        text="Side",
        component=discord.ui.Select(
            custom_id="side",
            options=[discord.SelectOption(label="Left", value="l", default=True),
                     discord.SelectOption(label="Right", value="r")],
        ),
    )  # fmt: skip


async def test_a_modal_is_shown_filled_in_and_answered() -> None:
    async with talk() as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)
        got: list[Any] = []

        @rig.on("attack")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_modal(Form(custom_id="form"))

        @rig.on("form")
        async def _(i: discord.Interaction) -> None:
            data: Any = i.data
            got.extend(data["components"])
            view = board("Done", buttons("Pass"))
            await i.response.edit_message(view=view, attachments=[file()])

        modal = (await local.click(ann, message, "attack")).modal
        assert modal is not None
        assert modal.title == "How many?"
        with pytest.raises(NotShown, match="filled in"):
            await local.submit(ann, modal, {})
        with pytest.raises(NotShown, match="characters"):
            await local.submit(ann, modal, {"count": "1000"})
        with pytest.raises(NotShown, match="no field"):
            await local.submit(ann, modal, {"speed": "1"})
        with pytest.raises(NotShown, match="not shown to Ben"):
            await local.submit(local.add_user("Ben"), modal, {"count": "1"})
        outcome = await local.submit(ann, modal, {"count": "12"})
        assert outcome.message is message
        assert message.text == "Done"
        assert got[0]["components"][0]["value"] == "12"
        assert got[1]["component"]["values"] == ["l"]


async def test_a_modal_does_not_answer_a_modal_nor_a_deferral() -> None:
    async with talk(clock=(clock := HandClock())) as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)

        @rig.on("attack")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_modal(Form(custom_id="form"))

        @rig.on("form")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_modal(Form(custom_id="again"))

        modal = (await local.click(ann, message, "attack")).modal
        assert modal is not None
        submitting = asyncio.create_task(local.submit(ann, modal, {"count": "1"}))
        await local.until(lambda: bool(local.problems))
        clock.advance(3.1)
        assert (await submitting).failed
        assert "cannot be answered with type 9" in local.problems[0]

        @rig.on("card")
        async def _(i: discord.Interaction) -> None:
            await i.response.defer()
            i.response._response_type = None
            await i.response.send_modal(Form(custom_id="form"))

        await local.select(ann, message, "card", ["1"])
        await local.until(lambda: local.calls[-1].code == 40060)
        async with asyncio.timeout(10):  # the refusal has still to come back to the bot
            while getattr(rig.errors[-1], "code", 0) != 40060:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0)


async def test_a_deferral_thinks_and_then_shows_the_answer() -> None:
    async with talk() as (local, rig, ann, pits):
        go_on = asyncio.Event()

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.defer(thinking=True, ephemeral=True)
            await go_on.wait()
            await i.edit_original_response(view=board("Ready"), attachments=[file()])
            await i.followup.send("And more.", ephemeral=True)
            await i.followup.send("For all.")

        outcome = await local.command(ann, pits, "go")
        assert outcome.message is not None
        assert outcome.message.thinking
        go_on.set()
        await outcome.finished()
        assert outcome.message.text == "Ready"
        assert not outcome.message.thinking
        assert outcome.message.ephemeral
        await local.until(lambda: len(outcome.messages) == 3)
        assert [m.ephemeral for m in outcome.messages] == [True, True, False]


async def test_a_follow_up_straight_after_a_deferral_fills_what_was_promised() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.defer(thinking=True, ephemeral=True)
            await i.followup.send("Here.")

        outcome = await (await local.command(ann, pits, "go")).finished()
        assert outcome.text == "Here."
        assert [m.ephemeral for m in local.messages(pits, ann)] == [True]


async def test_a_click_that_is_deferred_changes_its_own_message() -> None:
    async with talk() as (local, rig, ann, pits):
        message = await _lay_board(rig, local, ann, pits)

        @rig.on("attack")
        async def _(i: discord.Interaction) -> None:
            await i.response.defer()
            await i.edit_original_response(view=board("Later"), attachments=[file()])

        outcome = await (await local.click(ann, message, "attack")).finished()
        assert outcome.message is message
        assert message.text == "Later"


async def test_an_answer_after_three_seconds_is_too_late() -> None:
    async with talk(clock=(clock := HandClock())) as (local, rig, ann, pits):
        go_on = asyncio.Event()

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await go_on.wait()
            await i.response.send_message("Sorry.")

        waiting = asyncio.create_task(local.command(ann, pits, "go"))
        await local.until(lambda: bool(local.world.interactions))
        clock.advance(3.01)
        assert (await waiting).failed
        go_on.set()
        await local.until(lambda: local.calls[-1].code == 10062)
        assert local.messages(pits, ann) == []


async def test_the_second_answer_is_refused() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("One.")

        outcome = await local.command(ann, pits, "go")
        assert local.redeliver(outcome)
        await local.until(lambda: local.calls[-1].code == 40060)
        assert [m.content for m in local.messages(pits, ann)] == ["One."]
        assert [i.id for i in rig.heard] == [outcome.interaction.id] * 2


async def test_the_token_works_for_fifteen_minutes() -> None:
    async with talk(clock=(clock := HandClock())) as (local, rig, ann, pits):
        kept: list[discord.Interaction] = []

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            kept.append(i)
            await i.response.send_message("One.")

        outcome = await local.command(ann, pits, "go")
        clock.advance(15 * 60)
        await kept[0].edit_original_response(content="Two.")
        assert outcome.text == "Two."
        clock.advance(1)
        with pytest.raises(discord.HTTPException) as refused:
            await kept[0].edit_original_response(content="Three.")
        assert (refused.value.status, refused.value.code) == (401, 50027)
        with pytest.raises(discord.HTTPException) as refused:
            await kept[0].followup.send("Three.")
        assert refused.value.code == 50027
        assert outcome.text == "Two."


async def test_a_follow_up_before_the_answer_is_refused() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            with pytest.raises(discord.NotFound) as refused:
                await i.followup.send("Too soon.")
            assert refused.value.code == 10015
            await i.response.send_message("Now.")

        assert (await local.command(ann, pits, "go")).text == "Now."
        assert rig.errors == []


async def test_an_answer_can_be_taken_back() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("Oops.", ephemeral=True)
            await i.delete_original_response()
            with pytest.raises(discord.NotFound) as refused:
                await i.edit_original_response(content="Still there?")
            assert refused.value.code == 10008

        outcome = await local.command(ann, pits, "go")
        await local.until(lambda: local.calls[-1].code == 10008)
        assert outcome.message is None
        assert local.messages(pits, ann) == []
        assert rig.errors == []


async def test_commands_and_buttons_in_direct_messages() -> None:
    async with talk() as (local, rig, ann, _pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            assert i.guild_id is None
            assert isinstance(i.user, discord.User)
            assert isinstance(i.channel, discord.DMChannel)
            await i.response.send_message(view=board("Hi", buttons("Stop")), files=[file()])

        @rig.on("stop")
        async def _(i: discord.Interaction) -> None:
            assert i.guild_id is None
            await i.response.edit_message(view=board("Bye"), attachments=[file()])

        outcome = await local.command(ann, local.dm(ann), "go")
        assert outcome.message is not None
        assert (await local.click(ann, outcome.message, "stop")).text == "Bye"
        assert rig.errors == []
        assert local.messages(local.dm(ann), local.add_user("Ben")) == []


async def test_a_command_offered_only_in_servers_is_not_shown_in_dms() -> None:
    async with talk([{**COMMAND, "contexts": [0]}]) as (local, _, ann, _pits):
        with pytest.raises(NotShown, match="not offered here"):
            await local.command(ann, local.dm(ann), "go")


async def test_answers_through_the_interaction_do_not_count_for_the_limit_over_all() -> None:
    rates = Rates(everything=Rate(12, 1000.0))
    async with talk(limits=rates, clock=HandClock()) as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("x")

        for _turn in range(15):
            assert (await local.command(ann, pits, "go")).text == "x"
        assert all(c.status == 200 for c in local.calls)
