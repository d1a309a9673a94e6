"""A bot with one of everything the page can show, for the tests of the page."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from bot.local.hub import HANGS

GAMES = {
    "carwars-cards": "Car Wars: The Card Game",
    "mini": "Mini Car Wars",
    "nascards": "NASCARDS",
}
BOARD_ALT = "Card duel, turn {turn}. A Rook attacks. B Juniper: front 7, right breached."
HOSTILE = (
    "<img src=x onerror=\"document.body.dataset.owned='yes'\"> "
    "<script>document.body.dataset.owned='yes'</script> @everyone "
    "[press me](javascript:alert(1)) **fair** &lt;b&gt;"
)
LENGTH = "Half a duel, from 30 to 60 minutes with pauses"
CARDS = ("Autocannon", "Called Shot", "Ramming", "Heavy Armor", "Swerve")


def picture(name: str, size: tuple[int, int], color: str, alt: str) -> discord.File:
    """A plain picture of `size` pixels with its alt text."""
    held = io.BytesIO()
    Image.new("RGB", size, color).save(held, "PNG")
    held.seek(0)
    return discord.File(held, name, description=alt)


def board_files(turn: int) -> list[discord.File]:
    return [
        picture("board.png", (1200, 900), "#181F29", BOARD_ALT.format(turn=turn)),
        picture("car.png", (300, 300), "#E69F00", "Rook's car from above."),
        discord.File(io.BytesIO(b"turn by turn"), "log.txt"),
    ]


def board(turn: int, note: str = "Nobody was hit.") -> ui.LayoutView:
    """Components V2: a container with every part in it."""
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.Container(
            ui.TextDisplay(f"## Duel 2, turn {turn}\n{note}\n-# sealed 9a8b"),
            ui.MediaGallery(
                discord.MediaGalleryItem(
                    "attachment://board.png", description=BOARD_ALT.format(turn=turn)
                )
            ),
            ui.Section(
                ui.TextDisplay("**Rook** leads with 30."),
                accessory=ui.Thumbnail(
                    "attachment://car.png", description="Rook's car from above."
                ),
            ),
            ui.Section(
                ui.TextDisplay("The rules are at hand."),
                accessory=ui.Button(label="Why?", custom_id="ask"),
            ),
            ui.Separator(),
            ui.ActionRow(
                ui.Button(
                    label="Next turn",
                    style=discord.ButtonStyle.primary,
                    custom_id="next",
                    emoji="1\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}",
                ),
                ui.Button(label="My hand", custom_id="hand"),
                ui.Button(label="Join", style=discord.ButtonStyle.success, custom_id="mute"),
                ui.Button(label="Concede", style=discord.ButtonStyle.danger, custom_id="fail"),
                ui.Button(label="Closed", custom_id="closed", disabled=True),
            ),
            ui.ActionRow(
                ui.Select(
                    custom_id="discard",
                    placeholder="Discard one or two cards",
                    min_values=1,
                    max_values=2,
                    options=[
                        discord.SelectOption(label=card, description=f"card {i}")
                        for i, card in enumerate(CARDS)
                    ],
                )
            ),
            ui.ActionRow(ui.Button(label="Handbook", url="https://example.org/rules")),
            ui.File("attachment://log.txt"),
            accent_colour=0xE69F00,
        )
    )
    return view


class TableOptions(ui.Modal, title="Options of the table"):
    """A modal with a text, a select, a radio group and a checkbox."""

    points: ui.Label[Any] = ui.Label(
        text="Points to win",
        description="From 10 to 500.",
        component=ui.TextInput(custom_id="points", min_length=2, max_length=3),
    )
    pace: ui.Label[Any] = ui.Label(
        text="Pace",
        component=ui.Select(
            custom_id="pace",
            options=[
                discord.SelectOption(label="Live", value="live"),
                discord.SelectOption(label="By post", value="post"),
            ],
        ),
    )
    level: ui.Label[Any] = ui.Label(
        text="Computer level",
        component=ui.RadioGroup(
            custom_id="level",
            options=[
                discord.RadioGroupOption(label="Easy", value="easy"),
                discord.RadioGroupOption(label="Normal", value="normal"),
            ],
        ),
    )
    fair: ui.Label[Any] = ui.Label(
        text="Seal the dice", component=ui.Checkbox(custom_id="fair", default=True)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        points: Any = self.points.component
        pace: Any = self.pace.component
        level: Any = self.level.component
        fair: Any = self.fair.component
        heard = (
            f"points {points.value}, pace {pace.values[0]}, level {level.value}, fair {fair.value}"
        )
        await interaction.response.edit_message(view=board(1, heard), attachments=board_files(1))


def roles(*chosen: str) -> ui.RoleSelect[Any]:
    """A list of the server's roles, from which none need be chosen."""
    values = [discord.Object(int(role), type=discord.Role) for role in chosen]
    return ui.RoleSelect(
        custom_id="roles", placeholder="Everyone", min_values=0, max_values=25,
        default_values=values,
    )  # fmt: skip


def question(number: int) -> ui.LayoutView:
    """What a hand asks: one button with the number of the question, none for 0."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"## Question {number}"))
    if number:
        button: ui.Button[Any] = ui.Button(label=f"Answer {number}", custom_id=f"answer:{number}")
        view.add_item(ui.ActionRow(button))
    return view


class Showroom(discord.Client):
    """The bot itself: `pressed` counts what reached it, by custom id."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        self.pressed: dict[str, int] = {}
        self.turn = 1
        self.asked: discord.Message | None = None
        self.shown: list[discord.InteractionMessage] = []
        self.arrived = asyncio.Condition()
        self._say()

    def reset(self) -> None:
        """Forget what earlier tests did."""
        self.pressed.clear()
        self.turn = 1

    async def until_pressed(self, custom_id: str) -> None:
        """Wait until that button reached the bot since the last reset."""
        async with self.arrived, asyncio.timeout(HANGS):
            await self.arrived.wait_for(lambda: custom_id in self.pressed)

    async def edit_last_board(self, turn: int) -> None:
        """Change the newest board as a clock would, not as an answer to anybody."""
        await self.shown[-1].edit(view=board(turn), attachments=board_files(turn))

    async def ask(self, number: int) -> None:
        """Change the question in the hand that /question dealt."""
        assert self.asked is not None
        await self.asked.edit(view=question(number))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    def _say(self) -> None:
        tree = self.tree

        @tree.command(name="board", description="Show the board")
        async def show_board(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=board(1), files=board_files(1))
            self.shown.append(await interaction.original_response())

        @tree.command(description="Open a table")
        @app_commands.describe(game="Which game", seats="How many people", live="No clock of days")
        async def play(
            interaction: discord.Interaction,
            game: str,
            seats: app_commands.Range[int, 2, 6],
            live: bool = True,
        ) -> None:
            said = f"{GAMES.get(game, game)} for {seats}, {'live' if live else 'by post'}"
            await interaction.response.send_message(said)

        @play.autocomplete("game")
        async def games(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            fits = [(k, v) for k, v in GAMES.items() if typed.lower() in v.lower()]
            return [app_commands.Choice(name=v, value=k) for k, v in fits]

        @tree.command(description="Something only you may read")
        async def whisper(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Your **secret** cards", ephemeral=True)

        @tree.command(description="Your hand by direct message")
        async def deal(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Dealt.", ephemeral=True)
            await interaction.user.send(f"Five cards for {interaction.user.display_name}")

        @tree.command(name="question", description="A hand that asks something")
        async def deal_question(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Dealt.", ephemeral=True)
            self.asked = await interaction.user.send(view=question(1))

        @tree.command(name="quote", description="Answer in private to a message with marks")
        async def answer_quoting(interaction: discord.Interaction, when: int) -> None:
            view = ui.LayoutView(timeout=None)
            view.add_item(
                ui.Container(
                    ui.TextDisplay(f"## **Duel** *two*\nends <t:{when}:R>..."),
                    ui.TextDisplay("-# a small line"),
                    ui.ActionRow(ui.Button(label="My hand", custom_id="hand")),
                )
            )
            await interaction.response.send_message(view=view)

        @tree.command(description="All of it may be left out")
        @app_commands.choices(
            length=[
                app_commands.Choice(name=LENGTH, value="half"),
                app_commands.Choice(name="Short", value="short"),
            ]
        )
        async def rate(interaction: discord.Interaction, length: str = "nothing") -> None:
            await interaction.response.send_message(f"rated {length}")

        @tree.command(description="Repeat words")
        async def echo(interaction: discord.Interaction, words: str) -> None:
            await interaction.response.send_message(
                words, allowed_mentions=discord.AllowedMentions.none()
            )

        @tree.command(description="A message of the older kind")
        async def classic(interaction: discord.Interaction) -> None:
            embed = discord.Embed(
                title="Standings *now*", description="**Rook** leads", color=0x56B4E9
            )
            embed.add_field(name="Rook", value="30").add_field(name="Juniper", value="20")
            embed.set_footer(text="sealed 9a8b").set_image(url="attachment://board.png")
            away = discord.Embed(description="far away").set_image(
                url="https://example.org/far.png"
            )
            view = ui.View(timeout=None)
            view.add_item(ui.Button(label="Again", custom_id="mute"))
            await interaction.response.send_message(
                "Round over", embeds=[embed, away], view=view,
                files=[
                    board_files(1)[0],
                    picture("loose.png", (600, 300), "#009E73", "A loose picture."),
                    discord.File(io.BytesIO(b"{}"), "replay.json"),
                ],
            )  # fmt: skip

        @tree.command(description="Who may play")
        async def drivers(interaction: discord.Interaction) -> None:
            view = ui.View(timeout=None)
            view.add_item(roles())
            await interaction.response.send_message("Who?", view=view)

        @tree.command(description="Take a while")
        async def ponder(interaction: discord.Interaction) -> None:
            await interaction.response.defer(thinking=True)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """One router on the custom id, as the bot of the project has."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        pressed: str = data["custom_id"]
        async with self.arrived:
            self.pressed[pressed] = self.pressed.get(pressed, 0) + 1
            self.arrived.notify_all()
        if pressed == "next":
            self.turn += 1
            await interaction.response.edit_message(
                view=board(self.turn), attachments=board_files(self.turn)
            )
        elif pressed == "hand":
            name = interaction.user.display_name
            await interaction.response.send_message(f"Hand of {name}", ephemeral=True)
        elif pressed == "discard":
            await interaction.response.edit_message(
                view=board(1, "Discarded " + " and ".join(data["values"])),
                attachments=board_files(1),
            )
        elif pressed == "roles":
            view = ui.View(timeout=None)
            view.add_item(roles(*data["values"]))
            said = " ".join(f"<@&{role}>" for role in data["values"]) or "nobody"
            await interaction.response.edit_message(content=f"Chosen: {said}", view=view)
        elif pressed == "ask":
            await interaction.response.send_modal(TableOptions())
