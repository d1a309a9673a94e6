"""Everything that is pressed, chosen and typed about designs: `/garage` and what it shows.

A custom id names the deed, the game and the design; nothing in it is trusted. What cannot be done
becomes a sentence on the player's own message, which then shows what is true now.
"""

from __future__ import annotations

import re
from typing import Any, Final

import discord

from bot.delivery.answering import Answering
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
        self._handlers = {
            "game": self.choose_game,
            "front": self.front,
            "show": self.show,
            "ready": self.show,
            "look": self.look,
            "new": self.new,
            "base": self.base,
            "edit": self.edit,
            "anew": self.anew,
            "draft": self.draft,
            "page": self.page,
            "part": self.part,
            "put": self.put,
            "number": self.ask_number,
            "check": self.check,
            "rules": self.rules,
            "discard": self.discard,
            "drop": self.drop,
            "share": self.share,
            "export": self.export,
            "delete": self.delete,
            "erase": self.erase,
            "name": self.ask_name,
            "copy": self.ask_copy,
            "rename": self.ask_rename,
            "text": self.ask_text,
            "code": self.ask_code,
        }
        self._forms = {
            "number": self.number,
            "name": self.save,
            "copy": self.copy,
            "rename": self.rename,
            "import": self.bring_in,
            "take": self.take,
        }

    # -- from Discord

    async def component(self, interaction: discord.Interaction, asked: OfDesign) -> None:
        """A button or select was used."""
        await self._answer(interaction, asked, self._handlers.get(asked.action))

    async def form(self, interaction: discord.Interaction, asked: OfDesign) -> None:
        """A form was sent."""
        await self._answer(interaction, asked, self._forms.get(asked.action))

    async def _answer(
        self, interaction: discord.Interaction, asked: OfDesign, handler: Any
    ) -> None:
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

    async def choose_game(self, press: Press) -> None:
        """One of several games."""
        press.game = builder(press.value)
        await self.front(press)

    async def front(self, press: Press) -> None:
        """All of the player's designs."""
        await press.answering.show(await garage_show.front(self._workshop, press.user, press.game))

    async def show(self, press: Press) -> None:
        """One of a list."""
        await press.answering.show(
            await garage_show.shown(self._workshop, press.user, press.game, press.value)
        )

    async def look(self, press: Press) -> None:
        """The one that the button names."""
        await press.answering.show(
            await garage_show.shown(self._workshop, press.user, press.game, press.asked.of)
        )

    async def rules(self, press: Press) -> None:
        """What makes a design legal."""
        await press.answering.reply(garage.rules(press.game))

    async def export(self, press: Press) -> None:
        """A design as a file and as text, in a message of its own."""
        found = await self._workshop.look(press.user, press.game, press.asked.of)
        await press.answering.reply(garage.export(press.game, found))

    async def share(self, press: Press) -> None:
        """A code for what the design is now."""
        of = press.asked.of
        code = await self._workshop.share(press.user, press.game, of)
        note = say(
            "garage_clicks.whoever_types_garage_code",
            shown=share_codes.shown(code),
            word=designs_of(press.game).word,
        )
        await press.answering.show(
            await garage_show.shown(self._workshop, press.user, press.game, of, note)
        )

    async def ask_code(self, press: Press) -> None:
        """The form for a share code."""
        await press.answering.form(garage_forms.ask_code(press.game))

    async def take(self, press: Press) -> None:
        """A share code was typed."""
        found, of = await self._workshop.by_code(press.typed.get(garage_forms.CODE, ""))
        await press.answering.show(await garage_show.shown(self._workshop, press.user, found, of))

    # -- editing

    async def new(self, press: Press) -> None:
        """Choose what to begin with."""
        await press.answering.show(garage.bases(press.game))

    async def base(self, press: Press) -> None:
        """Begin a new one."""
        await self._begin(press, base=press.value)

    async def edit(self, press: Press) -> None:
        """Begin with a design there is."""
        await self._begin(press, of=press.asked.of)

    async def anew(self, press: Press) -> None:
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

    async def draft(self, press: Press) -> None:
        """Go on editing."""
        await press.answering.show(garage_edit.edit(press.game, await self._draft(press)))

    async def page(self, press: Press) -> None:
        """Other parts to choose from."""
        post = garage_edit.edit(press.game, await self._draft(press), page=press.value)
        await press.answering.show(post)

    async def part(self, press: Press) -> None:
        """A part to change."""
        draft = await self._draft(press)
        if press.value not in [key for key, *_ in designs_of(press.game).parts(draft.design)]:
            raise Refusal(say("garage_clicks.there_is_no_such"))
        post = garage_edit.edit(press.game, draft, page=press.asked.rest, part=press.value)
        await press.answering.show(post)

    async def put(self, press: Press) -> None:
        """So many of a part."""
        _, number, _ = press.counted
        await self._put(press, number)

    async def _put(self, press: Press, number: str) -> None:
        page, _, part = press.counted
        count = int(number) if _DIGITS.fullmatch(number) else -1
        row = await self._workshop.put(press.user, press.game, press.asked.of[1:], part, count)
        post = garage_edit.edit(press.game, _look(press.game, row), page=page, part=part)
        await press.answering.show(post)

    async def ask_number(self, press: Press) -> None:
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

    async def number(self, press: Press) -> None:
        """How many of a part there should be was typed."""
        await self._put(press, press.typed.get(garage_forms.NUMBER, "").strip())

    async def check(self, press: Press) -> None:
        """Every fault, and all that is in the draft."""
        draft = await self._draft(press)
        post = garage_edit.edit(press.game, draft, page=press.asked.rest, checked=True)
        await press.answering.show(post)

    async def discard(self, press: Press) -> None:
        """Ask once more."""
        await press.answering.show(garage_edit.sure_discard(press.game, await self._draft(press)))

    async def drop(self, press: Press) -> None:
        """Forget the draft."""
        await self._workshop.discard(press.user, press.game, press.asked.of[1:])
        post = await garage_show.front(
            self._workshop, press.user, press.game, say("garage_clicks.the_draft_is_discarded")
        )
        await press.answering.show(post)

    # -- keeping

    async def ask_name(self, press: Press) -> None:
        """The form for the name under which the draft is saved, when it is legal."""
        draft = await self._draft(press)
        must_be_legal(press.game, draft.design)
        await self._name_form(press, "Save", draft.name)

    async def ask_copy(self, press: Press) -> None:
        """The form for the name of a copy."""
        found = await self._workshop.look(press.user, press.game, press.asked.of)
        await self._name_form(press, say("garage_clicks.keep_a_copy"), found.name)

    async def ask_rename(self, press: Press) -> None:
        """The form for another name."""
        found = await self._workshop.look(press.user, press.game, press.asked.of)
        await self._name_form(press, say("garage_clicks.rename"), found.name)

    async def _name_form(self, press: Press, title: str, present: str) -> None:
        asked = press.asked
        form = garage_forms.ask_name(press.game, asked.action, asked.of, title, present)
        await press.answering.form(form)

    async def ask_text(self, press: Press) -> None:
        """The form that brings a design in as text."""
        await press.answering.form(garage_forms.ask_text(press.game))

    async def save(self, press: Press) -> None:
        """A name for the draft came."""
        name = press.typed.get(garage_forms.NAME, "")
        of = await self._workshop.save(press.user, press.game, press.asked.of[1:], name)
        await press.answering.show(
            await garage_show.shown(
                self._workshop, press.user, press.game, of, say("garage_clicks.saved")
            )
        )

    async def copy(self, press: Press) -> None:
        """A name for a copy came."""
        name = press.typed.get(garage_forms.NAME, "")
        of = await self._workshop.copy(press.user, press.game, press.asked.of, name)
        await press.answering.show(
            await garage_show.shown(
                self._workshop, press.user, press.game, of, say("garage_clicks.saved")
            )
        )

    async def rename(self, press: Press) -> None:
        """Another name came."""
        of, name = press.asked.of, press.typed.get(garage_forms.NAME, "")
        await self._workshop.rename(press.user, press.game, of, name)
        await press.answering.show(
            await garage_show.shown(
                self._workshop, press.user, press.game, of, say("garage_clicks.renamed")
            )
        )

    async def bring_in(self, press: Press) -> None:
        """A design came as text."""
        typed = press.typed
        name, text = typed.get(garage_forms.NAME, ""), typed.get(garage_forms.TEXT, "")
        of = await self._workshop.bring_in(press.user, press.game, name, text)
        await press.answering.show(
            await garage_show.shown(
                self._workshop, press.user, press.game, of, say("garage_clicks.saved")
            )
        )

    async def delete(self, press: Press) -> None:
        """Ask once more."""
        rows = await self._workshop.saved(press.user, press.game)
        row = next((row for row in rows if SAVED + row.id == press.asked.of), None)
        if row is None:
            await self.look(press)
            return
        await press.answering.show(garage.sure_delete(press.game, press.asked.of, row.name))

    async def erase(self, press: Press) -> None:
        """Delete it."""
        await self._workshop.delete(press.user, press.game, press.asked.of)
        post = await garage_show.front(
            self._workshop, press.user, press.game, say("garage_clicks.deleted")
        )
        await press.answering.show(post)


def _look(game: Game[Any], row: DraftRow) -> Look:
    return Look(DRAFT + row.id, decode(game, row.body), row.name)
