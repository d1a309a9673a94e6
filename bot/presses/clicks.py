"""Every button, select and form: one router on the custom id, for every table there is.

A click is parsed, acted, answered. Whoever clicks late, twice, on somebody else's question or on
a message of a table that is gone gets one private sentence, and the message is put right.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import Any, Final

import discord

from bot.delivery.answering import Answering
from bot.delivery.click import (
    ON_BOARD,
    ON_PANEL,
    OPENS_HAND,
    Click,
    Handler,
    is_of,
    may_change,
    on_notice,
    shown_ids,
)
from bot.delivery.delivery import Delivery
from bot.delivery.panels import is_private_hand
from bot.designs.designs import AllDesigns
from bot.designs.garage_clicks import GarageClicks
from bot.posts import custom_ids, rules_menu
from bot.posts.custom_ids import Pressed
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.presses import moving, rules_clicks
from bot.presses.board_clicks import BoardClicks
from bot.presses.hand_clicks import HandClicks
from bot.presses.notify import Notify
from bot.presses.privacy import PRESSES, Privacy
from bot.presses.replays import Replays
from bot.presses.replies import Replies
from bot.presses.server_settings import ServerSettings
from bot.store import AlreadyHandled, StoreError
from bot.tables.matches import Matches, NoSuchMatch, OutOfOrder
from bot.tables.sight import IN_SECRET
from bot.tables.stored import begin
from bot.words import say
from games.engine.errors import Refusal

NOT_OURS: Final = say("clicks.that_button_is_from")


class Clicks:
    """Answers components and forms."""

    def __init__(
        self, matches: Matches, delivery: Delivery, pictures: Pictures, replays: Replays
    ) -> None:
        self.matches = matches
        self.delivery = delivery
        self.designs = AllDesigns(matches.store, matches.now)
        self._hands = HandClicks(matches, delivery, pictures, self.designs)
        self._boards = board = BoardClicks(matches, delivery, pictures, replays)
        self._handlers: dict[str, Handler] = {**self._hands.handlers, **board.handlers}
        self._forms: dict[str, Handler] = {**board.forms, **self._hands.forms}
        self.privacy = Privacy(matches, delivery)
        self.settings = ServerSettings(matches, delivery)
        self._replies = Replies(matches, delivery.pace, delivery.panels)
        self.notify = Notify(matches, self._replies)
        self._handlers |= self.notify.handlers
        self.garage = GarageClicks(self.designs, matches.faults, pictures)

    async def press(self, interaction: discord.Interaction) -> None:
        """A button or select was used, or a form was sent."""
        begin()
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        form = interaction.type is discord.InteractionType.modal_submit
        if (asked := custom_ids.read_design(custom_id)) is not None:
            await self.garage.press(interaction, asked, form=form)
            return
        if self.notify.takes(custom_id):
            await self.notify.press(interaction, sent=form)
            return
        if (game := rules_menu.takes(custom_id)) is not None and not form:
            await rules_clicks.press(interaction, game, self.matches)
            return
        if custom_id in PRESSES and not form:
            await self.privacy.component(interaction, custom_id)
            return
        if self.settings.takes(custom_id) and not form:
            await self.settings.component(interaction, custom_id)
            return
        pressed = custom_ids.read(custom_id)
        change = pressed is not None and (
            may_change(interaction, pressed) or await self._is_bare_hand(interaction, pressed)
        )
        async with Answering(interaction, "change" if change else "private") as answering:
            handlers = self._forms if form else self._handlers
            handler = handlers.get(pressed.verb) if pressed else None
            if pressed is None or handler is None:
                await answering.reply(say("clicks.that_form_is_from") if form else NOT_OURS)
                return
            await self._guarded(handler, Click(interaction, pressed, answering, self.matches))

    async def _is_bare_hand(self, interaction: discord.Interaction, pressed: Pressed) -> bool:
        """Whether the message that was clicked is its player's hand, with nothing to press any
        more: what was there when the finger went down is settled."""
        message, user = interaction.message, interaction.user.id
        if message is None or shown_ids(interaction) or pressed.verb not in ON_PANEL:
            return False
        panel = self.delivery.panels.of((pressed.match_id, user))
        with suppress(Refusal, StoreError):
            match = await self.matches.look(pressed.match_id)
            shown = match.seats[match.my_seat(user)].hand.message
            return message.id in (shown, panel.message if panel is not None else 0)
        return False

    async def _guarded(self, handler: Handler, click: Click) -> None:
        """Do it; whatever is refused becomes a sentence, and the message is put right."""
        self.matches.people.pressed(click.user)
        if (message := click.interaction.message) is not None:
            verb, now = click.pressed.verb, self.matches.now()
            self.matches.sight.pressed(click.match_id, message.id, verb, now)
        try:
            await self._do(handler, click)
        except NoSuchMatch as error:
            if is_of(click.interaction, click.match_id) and not on_notice(click.interaction):
                await click.answering.update(
                    Post(head=say("clicks.this_table_is_gone"), body=(str(error),))
                )
            await click.answering.reply(str(error))
        except Refusal as error:
            await click.answering.reply(str(error))
        except Exception as error:
            await click.answering.failed(
                self.matches.faults,
                f"a click failed: {click.pressed.verb}",
                error,
                match_id=click.match_id,
            )
        if click.settles:
            unheard = click.settles if click.unheard else ""
            await self.matches.answered(click.match_id, click.user, unheard=unheard)
        await self.matches.keep_press(click.user)
        await self._replies.answered(click)

    async def _do(self, handler: Handler, click: Click) -> None:
        """Do it, or put the message right. Raises a `Refusal` where there is nothing to show: the
        table is gone or out of order, which the handler may not have found out."""
        try:
            # A press that is answered with a hand of its own.
            opens: AbstractAsyncContextManager[None] = nullcontext()
            if click.pressed.verb in OPENS_HAND:
                opens = self.delivery.panels.opening(click.match_id, click.user)
            async with opens:
                await moving.clicked(click)
                async with await self._hands.holding(click):
                    answer = await handler(click)
                    if answer is not None:
                        await click.answering.reply(answer)
                    await self._looks(click)
        except (NoSuchMatch, OutOfOrder):
            raise
        except AlreadyHandled:
            await self._repair(click, "")
        except Refusal as error:
            await self._repair(click, str(error))

    async def _looks(self, click: Click) -> None:
        """A hand in the channel that was pressed follows the game from now on."""
        if is_private_hand(click):
            match = await click.look()
            await self.delivery.panels.pressed(click, match)

    async def _repair(self, click: Click, sentence: str) -> None:
        """Tell why nothing happened, and show what is true now where the click was."""
        match_id, verb = click.match_id, click.pressed.verb
        async with await self._hands.holding(click):
            match = await self.matches.look(match_id)
            seat = match.seat_of(click.user)
            if verb in ON_PANEL and seat is not None:
                await self._hands.show_panel(click, match, seat, note=sentence)
                await self._looks(click)
                return
        shown = False
        if verb in ON_BOARD - IN_SECRET and click.changes:
            shown = await click.answering.update(await self._boards.board_where(click, match))
        if sentence or not shown:
            await click.answering.reply(sentence or say("clicks.that_has_been_done"))
