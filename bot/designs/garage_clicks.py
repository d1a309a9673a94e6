"""Everything that is pressed, chosen and typed about designs: `/garage` and what it shows.

A custom id names the deed, the game and the design; nothing in it is trusted. What cannot be done
becomes a sentence on the player's own message, which then shows what is true now.
"""

from __future__ import annotations

import re
from typing import Any, Final

import discord

from bot.delivery.answering import Answering
from bot.delivery.click import handlers_of
from bot.designs import garage, garage_edit, garage_forms, garage_show, share_codes
from bot.designs.garage_press import Press, may_change
from bot.designs.workshop import (
    DRAFT,
    SAVED,
    DraftOpen,
    Gone,
    Look,
    Nowhere,
    Workshop,
    builder,
    decode,
    designs_of,
    must_be_legal,
)
from bot.match.faults import FaultLog
from bot.posts.custom_ids import OfDesign
from bot.store import DraftRow
from bot.words import say
from games.engine.errors import Refusal
from games.engine.game import Game

_DIGITS: Final = re.compile(r"[0-9]{1,4}")
OLD: Final = say("garage_clicks.that_button_is_from")


class GarageClicks:
    """Answers what is pressed on a post of `bot.designs.garage`."""

    def __init__(self, workshop: Workshop, faults: FaultLog) -> None:
        self._workshop = workshop
        self._faults = faults
        self._handlers = handlers_of(self)
        self._forms = handlers_of(self, "sent_")

    # -- from Discord

    async def press(self, interaction: discord.Interaction, asked: OfDesign, *, form: bool) -> None:
        """A button or select was used, or a form was sent."""
        handler = (self._forms if form else self._handlers).get(asked.action)
        change = may_change(interaction)
        async with Answering(interaction, "change" if change else "private") as answering:
            if handler is None:
                await answering.say(OLD)
                return
            press = Press(interaction, asked, answering)
            try:
                press.game = builder(asked.game)
                await handler(press)
            except Nowhere as error:
                await answering.say(str(error))
            except Refusal as error:
                await self._repair(press, str(error))
            except Exception as error:
                what = f"a click about designs failed: {asked.action}"
                fault = self._faults.tell("", what, error)
                await answering.say(say("garage_clicks.something_went_wrong_here", fault=fault))

    # -- posts

    async def _repair(self, press: Press, sentence: str) -> None:
        """Tell why nothing happened, and show what is true now where the click was."""
        if not press.changes:
            await press.answering.say(sentence)
            return
        of, game = press.asked.of, press.game
        try:
            if of[:1] == DRAFT:
                # The part that was being changed stays chosen.
                page, _, part = press.counted
                found = await self._workshop.look(press.user, game, of)
                post = garage_edit.edit(game, found, page=page, part=part, note=sentence)
            elif of:
                post = await garage_show.shown(self._workshop, press.user, game, of, sentence)
            else:
                post = await garage_show.front(self._workshop, press.user, game, sentence)
        except Refusal:
            post = await garage_show.front(self._workshop, press.user, game, sentence)
        await press.answering.show(post)

    # -- looking

    async def _show(self, press: Press, of: str, note: str = "") -> None:
        """Show one design where the click was."""
        post = await garage_show.shown(self._workshop, press.user, press.game, of, note)
        await press.answering.show(post)

    async def _front(self, press: Press, note: str = "") -> None:
        """Show all of them there."""
        post = await garage_show.front(self._workshop, press.user, press.game, note)
        await press.answering.show(post)

    async def on_game(self, press: Press) -> None:
        """One of several games."""
        press.game = builder(press.value)
        await self.on_front(press)

    async def on_front(self, press: Press) -> None:
        """All of the player's designs."""
        await self._front(press)

    async def on_show(self, press: Press) -> None:
        """One of a list."""
        await self._show(press, press.value)

    on_ready = on_show

    async def on_look(self, press: Press) -> None:
        """The one that the button names."""
        await self._show(press, press.asked.of)

    async def on_rules(self, press: Press) -> None:
        """What makes a design legal."""
        await press.answering.reply(garage.rules(press.game))

    async def on_export(self, press: Press) -> None:
        """A design as a file and as text, in a message of its own."""
        found = await self._workshop.look(press.user, press.game, press.asked.of)
        await press.answering.reply(garage.export(press.game, found))

    async def on_share(self, press: Press) -> None:
        """A code for what the design is now."""
        of = press.asked.of
        code = await self._workshop.share(press.user, press.game, of)
        note = say(
            "garage_clicks.whoever_types_garage_code",
            shown=share_codes.shown(code),
            word=designs_of(press.game).word,
        )
        await self._show(press, of, note)

    async def on_code(self, press: Press) -> None:
        """The form for a share code."""
        await press.answering.form(garage_forms.ask_code(press.game))

    async def sent_take(self, press: Press) -> None:
        """A share code was typed."""
        found, of = await self._workshop.by_code(press.typed.get(garage_forms.CODE, ""))
        await press.answering.show(await garage_show.shown(self._workshop, press.user, found, of))

    # -- editing

    async def on_new(self, press: Press) -> None:
        """Choose what to begin with."""
        await press.answering.show(garage.bases(press.game))

    async def on_base(self, press: Press) -> None:
        """Begin a new one."""
        await self._begin(press, base=press.value)

    async def on_edit(self, press: Press) -> None:
        """Begin with a design there is."""
        await self._begin(press, of=press.asked.of)

    async def on_anew(self, press: Press) -> None:
        """Begin, though changes are lost."""
        await self._begin(press, of=press.asked.of, base=press.asked.rest, sure=True)

    async def _begin(
        self, press: Press, *, of: str = "", base: str = "", sure: bool = False
    ) -> None:
        game = press.game
        try:
            row = await self._workshop.begin(press.user, game, of=of, base=base, sure=sure)
        except DraftOpen as error:
            post = garage.draft_open(game, _look(game, error.draft), of, base)
        else:
            post = garage_edit.edit(game, _look(game, row))
        await press.answering.show(post)

    async def _draft(self, press: Press) -> Look:
        if press.asked.of[:1] != DRAFT:
            raise Gone(say("garage_clicks.that_button_is_about"))
        return await self._workshop.look(press.user, press.game, press.asked.of)

    async def on_draft(self, press: Press) -> None:
        """Go on editing."""
        await press.answering.show(garage_edit.edit(press.game, await self._draft(press)))

    async def on_page(self, press: Press) -> None:
        """Other parts to choose from."""
        post = garage_edit.edit(press.game, await self._draft(press), page=press.value)
        await press.answering.show(post)

    async def on_part(self, press: Press) -> None:
        """A part to change."""
        draft = await self._draft(press)
        if press.value not in [key for key, *_ in designs_of(press.game).parts(draft.design)]:
            raise Refusal(say("garage_clicks.there_is_no_such"))
        post = garage_edit.edit(press.game, draft, page=press.asked.rest, part=press.value)
        await press.answering.show(post)

    async def on_put(self, press: Press) -> None:
        """So many of a part."""
        _, number, _ = press.counted
        await self._put(press, number)

    async def _put(self, press: Press, number: str) -> None:
        page, _, part = press.counted
        count = int(number) if _DIGITS.fullmatch(number) else -1
        row = await self._workshop.put(press.user, press.game, press.asked.of[1:], part, count)
        post = garage_edit.edit(press.game, _look(press.game, row), page=page, part=part)
        await press.answering.show(post)

    async def on_number(self, press: Press) -> None:
        """The form for how many of a part."""
        draft = await self._draft(press)
        part = press.counted[2]
        designs = designs_of(press.game)
        for key, name, _, count in designs.parts(draft.design):
            if key == part:
                most = designs.most(draft.design, key)
                form = garage_forms.ask_number(
                    press.game, draft.of, press.asked.rest, name, count, most
                )
                await press.answering.form(form)
                return
        raise Refusal(say("garage_clicks.there_is_no_such"))

    async def sent_number(self, press: Press) -> None:
        """How many of a part there should be was typed."""
        await self._put(press, press.typed.get(garage_forms.NUMBER, "").strip())

    async def on_check(self, press: Press) -> None:
        """Every fault, and all that is in the draft."""
        draft = await self._draft(press)
        post = garage_edit.edit(press.game, draft, page=press.asked.rest, checked=True)
        await press.answering.show(post)

    async def on_discard(self, press: Press) -> None:
        """Ask once more."""
        await press.answering.show(garage_edit.sure_discard(press.game, await self._draft(press)))

    async def on_drop(self, press: Press) -> None:
        """Forget the draft."""
        await self._workshop.discard(press.user, press.game, press.asked.of[1:])
        await self._front(press, say("garage_clicks.the_draft_is_discarded"))

    # -- keeping

    async def on_name(self, press: Press) -> None:
        """The form for the name under which the draft is saved, when it is legal."""
        draft = await self._draft(press)
        must_be_legal(press.game, draft.design)
        await self._name_form(press, "Save", draft.name)

    async def on_copy(self, press: Press) -> None:
        """The form for the name of a copy."""
        found = await self._workshop.look(press.user, press.game, press.asked.of)
        await self._name_form(press, say("garage_clicks.keep_a_copy"), found.name)

    async def on_rename(self, press: Press) -> None:
        """The form for another name."""
        found = await self._workshop.look(press.user, press.game, press.asked.of)
        await self._name_form(press, say("garage_clicks.rename"), found.name)

    async def _name_form(self, press: Press, title: str, present: str) -> None:
        asked = press.asked
        form = garage_forms.ask_name(press.game, asked.action, asked.of, title, present)
        await press.answering.form(form)

    async def on_text(self, press: Press) -> None:
        """The form that brings a design in as text."""
        await press.answering.form(garage_forms.ask_text(press.game))

    async def sent_name(self, press: Press) -> None:
        """A name for the draft came."""
        name = press.typed.get(garage_forms.NAME, "")
        of = await self._workshop.save(press.user, press.game, press.asked.of[1:], name)
        await self._show(press, of, say("garage_clicks.saved"))

    async def sent_copy(self, press: Press) -> None:
        """A name for a copy came."""
        name = press.typed.get(garage_forms.NAME, "")
        of = await self._workshop.copy(press.user, press.game, press.asked.of, name)
        await self._show(press, of, say("garage_clicks.saved"))

    async def sent_rename(self, press: Press) -> None:
        """Another name came."""
        of, name = press.asked.of, press.typed.get(garage_forms.NAME, "")
        await self._workshop.rename(press.user, press.game, of, name)
        await self._show(press, of, say("garage_clicks.renamed"))

    async def sent_import(self, press: Press) -> None:
        """A design came as text."""
        typed = press.typed
        name, text = typed.get(garage_forms.NAME, ""), typed.get(garage_forms.TEXT, "")
        of = await self._workshop.bring_in(press.user, press.game, name, text)
        await self._show(press, of, say("garage_clicks.saved"))

    async def on_delete(self, press: Press) -> None:
        """Ask once more."""
        rows = await self._workshop.saved(press.user, press.game)
        row = next((row for row in rows if SAVED + row.id == press.asked.of), None)
        if row is None:
            await self.on_look(press)
            return
        await press.answering.show(garage.sure_delete(press.game, press.asked.of, row.name))

    async def on_erase(self, press: Press) -> None:
        """Delete it."""
        await self._workshop.delete(press.user, press.game, press.asked.of)
        await self._front(press, say("garage_clicks.deleted"))


def _look(game: Game[Any], row: DraftRow) -> Look:
    return Look(DRAFT + row.id, decode(game, row.body), row.name)
