"""Everything that is pressed, chosen and typed about designs: `/garage` and what it shows.

A custom id names the action, the game and the design; nothing in it is trusted. What cannot be done
becomes a sentence on the player's own message, which then shows what is true now.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.delivery.answering import Answering
from bot.delivery.click import Used, handlers_of, is_private, shown_ids
from bot.designs import garage, garage_edit, garage_forms, garage_show, share_codes
from bot.designs.designs import (
    DRAFT,
    SAVED,
    AllDesigns,
    DraftOpen,
    Gone,
    Look,
    MyDesigns,
    Nowhere,
    builder,
    designs_of,
    look_at,
    must_be_legal,
)
from bot.match.faults import FaultLog
from bot.match.recent import Recent
from bot.posts.custom_ids import OfDesign, read_design
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.words import say
from games.engine.errors import Refusal

_DIGITS: Final = re.compile(r"[0-9]{1,4}")


class Press(Used):
    """One press, choice or form about designs."""

    def __init__(
        self, interaction: discord.Interaction, asked: OfDesign, answering: Answering
    ) -> None:
        super().__init__(interaction, answering)
        self.asked = asked
        self.mine: MyDesigns
        """The designs it is about, once the game is known to have some."""

    @property
    def counted(self) -> list[str]:
        """The page, count and part that the custom id names; empty where it names none."""
        return [*self.asked.rest.split("/", 2), "", ""][:3]


Handler = Callable[[Press], Awaitable[Post | None]]
"""Does what a press asks for. What it returns is shown where the click was; None where it has
answered by itself."""


class GarageClicks:
    """Answers what is pressed on a post of `bot.designs.garage`."""

    def __init__(self, every: AllDesigns, faults: FaultLog, pictures: Pictures) -> None:
        self._every = every
        self._pictures = pictures
        self._faults = faults
        self._refused: Recent[tuple[str, int], tuple[str, str]] = Recent()
        """Names and texts of designs that were refused, by game and user."""
        self._handlers: dict[str, Handler] = handlers_of(self)
        self._forms: dict[str, Handler] = handlers_of(self, "sent_")

    # -- from Discord

    async def press(self, interaction: discord.Interaction, asked: OfDesign, *, form: bool) -> None:
        """A button or select was used, or a form was sent."""
        handler = (self._forms if form else self._handlers).get(asked.action)
        shown = [read_design(each) for each in shown_ids(interaction)]
        # A message of `/garage` that its player alone sees.
        change = is_private(interaction) and bool(shown) and None not in shown
        async with Answering(interaction, "change" if change else "private") as answering:
            if handler is None:
                await answering.reply(say("garage_clicks.that_button_is_from"))
                return
            press = Press(interaction, asked, answering)
            try:
                press.mine = self._every.of(press.user, builder(asked.game))
                post = await handler(press)
                if post is not None:
                    await answering.show(await self.painted(post))
            except Nowhere as error:
                await answering.reply(str(error))
            except Refusal as error:
                await self._repair(press, str(error))
            except Exception as error:
                await answering.failed(
                    self._faults,
                    f"a garage click failed: {asked.action}",
                    error,
                    words=lambda fault: say("garage_clicks.something_went_wrong_here", fault=fault),
                )

    # -- posts

    async def _repair(self, press: Press, sentence: str) -> None:
        """Tell why nothing happened, and show what is true now where the click was."""
        if not press.changes:
            await press.answering.reply(sentence)
            return
        of, mine = press.asked.of, press.mine
        try:
            if of[:1] == DRAFT:
                # The part that was being changed stays chosen.
                page, _, part = press.counted
                found = await mine.look(of)
                post = garage_edit.edit(mine.game, found, page=page, part=part, note=sentence)
            elif of:
                post = await garage_show.shown(mine, of, sentence)
            else:
                post = await garage_show.front(mine, sentence)
        except Refusal:
            post = await garage_show.front(mine, sentence)
        await press.answering.show(await self.painted(post))

    async def painted(self, post: Post) -> Post:
        """The post with its picture drawn."""
        return await self._pictures.paint(post, self._drawn_badly)

    def _drawn_badly(self, error: Exception) -> str:
        return self._faults.tell("", "a design could not be drawn", error)

    # -- looking

    async def on_game(self, press: Press) -> Post:
        """One of several games."""
        return await garage_show.front(self._every.of(press.user, builder(press.value)))

    async def on_front(self, press: Press) -> Post:
        """All of the player's designs."""
        return await garage_show.front(press.mine)

    async def on_show(self, press: Press) -> Post:
        """One of a list."""
        return await garage_show.shown(press.mine, press.value)

    on_ready = on_show

    async def on_look(self, press: Press) -> Post:
        """The one that the button names."""
        return await garage_show.shown(press.mine, press.asked.of)

    async def on_rules(self, press: Press) -> None:
        """What makes a design legal."""
        await press.answering.reply(garage.rules(press.mine.game))

    async def on_export(self, press: Press) -> None:
        """A design as a file and as text, in a message of its own."""
        found = await press.mine.look(press.asked.of)
        await press.answering.reply(garage.export(press.mine.game, found))

    async def on_share(self, press: Press) -> Post:
        """A code for what the design is now."""
        of = press.asked.of
        code = await press.mine.share(of)
        note = say(
            "garage_clicks.whoever_types_garage_code",
            shown=share_codes.shown(code),
            word=designs_of(press.mine.game).word,
        )
        return await garage_show.shown(press.mine, of, note)

    async def on_code(self, press: Press) -> None:
        """The form for a share code."""
        await press.answering.form(garage_forms.ask_code(press.mine.game))

    async def sent_take(self, press: Press) -> Post:
        """A share code was typed."""
        code = press.typed.get(garage_forms.CODE, "")
        return await garage_show.shown(*await self._every.by_code(press.user, code))

    # -- editing

    async def on_new(self, press: Press) -> Post:
        """Choose what to begin with."""
        return garage.bases(press.mine.game)

    async def on_base(self, press: Press) -> Post:
        """Begin a new one."""
        return await self._begin(press, base=press.value)

    async def on_edit(self, press: Press) -> Post:
        """Begin with a design there is."""
        return await self._begin(press, of=press.asked.of)

    async def on_anew(self, press: Press) -> Post:
        """Begin, though changes are lost."""
        return await self._begin(press, of=press.asked.of, base=press.asked.rest, sure=True)

    async def _begin(
        self, press: Press, *, of: str = "", base: str = "", sure: bool = False
    ) -> Post:
        game = press.mine.game
        try:
            row = await press.mine.begin(of=of, base=base, sure=sure)
        except DraftOpen as error:
            return garage.draft_open(game, look_at(game, error.draft), of, base)
        return garage_edit.edit(game, look_at(game, row))

    async def _draft(self, press: Press) -> Look:
        if press.asked.of[:1] != DRAFT:
            raise Gone(say("garage_clicks.that_button_is_about"))
        return await press.mine.look(press.asked.of)

    async def on_draft(self, press: Press) -> Post:
        """Go on editing."""
        return garage_edit.edit(press.mine.game, await self._draft(press))

    async def on_page(self, press: Press) -> Post:
        """Other parts to choose from."""
        return garage_edit.edit(press.mine.game, await self._draft(press), page=press.value)

    async def on_part(self, press: Press) -> Post:
        """A part to change; where nobody is asked how many, the first one is put in by that."""
        draft, game = await self._draft(press), press.mine.game
        designs, part, page = designs_of(game), press.value, press.asked.rest
        count = garage_edit.count_of(designs, draft.design, part)
        if count is None:
            raise Refusal(say("designs.there_is_no_such_part"))
        if designs.at_once and not count:
            one = designs.put(draft.design, part, 1)
            # What only changes other parts is no part that could be taken out again.
            if garage_edit.count_of(designs, one, part) == 1:
                return await self._put(press, "1", page, part)
        return garage_edit.edit(game, draft, page=page, part=part)

    async def on_put(self, press: Press) -> Post:
        """Set how many copies of a part the draft has."""
        page, number, part = press.counted
        return await self._put(press, number, page, part)

    async def _put(self, press: Press, number: str, page: str, part: str) -> Post:
        count = int(number) if _DIGITS.fullmatch(number) else -1
        game, row = press.mine.game, await press.mine.put(press.asked.of[1:], part, count)
        return garage_edit.edit(game, look_at(game, row), page=page, part=part)

    async def on_number(self, press: Press) -> None:
        """The form for how many of a part."""
        draft, game = await self._draft(press), press.mine.game
        part = press.counted[2]
        designs = designs_of(game)
        for key, name, about, count in designs.parts(draft.design):
            if key == part:
                most = designs.most(draft.design, key)
                told = name, about, count
                form = garage_forms.ask_number(game, draft.of, press.asked.rest, told, most)
                await press.answering.form(form)
                return
        raise Refusal(say("designs.there_is_no_such_part"))

    async def sent_number(self, press: Press) -> Post:
        """How many of a part there should be was typed."""
        page, _, part = press.counted
        return await self._put(press, press.typed.get(garage_forms.NUMBER, ""), page, part)

    async def on_check(self, press: Press) -> Post:
        """Every fault, and all that is in the draft."""
        draft = await self._draft(press)
        return garage_edit.edit(press.mine.game, draft, page=press.asked.rest, checked=True)

    async def on_discard(self, press: Press) -> Post:
        """Ask once more."""
        return garage_edit.sure_discard(press.mine.game, await self._draft(press))

    async def on_drop(self, press: Press) -> Post:
        """Forget the draft."""
        await press.mine.discard(press.asked.of[1:])
        return await garage_show.front(press.mine, say("garage_clicks.the_draft_is_discarded"))

    # -- keeping

    async def on_name(self, press: Press) -> None:
        """The form for the name under which the draft is saved, when it is legal."""
        draft = await self._draft(press)
        must_be_legal(press.mine.game, draft.design)
        await self._name_form(press, "Save", draft)

    async def on_copy(self, press: Press) -> None:
        """The form for the name of a copy."""
        found = await press.mine.look(press.asked.of)
        await self._name_form(press, say("garage_press.copy"), found)

    async def on_rename(self, press: Press) -> None:
        """The form for another name."""
        found = await press.mine.look(press.asked.of)
        await self._name_form(press, say("garage_press.rename"), found)

    async def _name_form(self, press: Press, title: str, look: Look) -> None:
        game, asked = press.mine.game, press.asked
        form = garage_forms.ask_name(game, asked.action, asked.of, title, look.name)
        await press.answering.form(form)

    async def on_text(self, press: Press) -> None:
        """The form that brings a design in as text."""
        game = press.mine.game
        refused = self._refused.get((game.name, press.user))
        await press.answering.form(garage_forms.ask_text(game, refused))

    async def sent_name(self, press: Press) -> Post:
        """A name for the draft came."""
        of = await press.mine.save(press.asked.of[1:], press.typed.get(garage_forms.NAME, ""))
        return await garage_show.shown(press.mine, of, say("garage_clicks.saved"))

    async def sent_copy(self, press: Press) -> Post:
        """A name for a copy came."""
        of = await press.mine.copy(press.asked.of, press.typed.get(garage_forms.NAME, ""))
        return await garage_show.shown(press.mine, of, say("garage_clicks.saved"))

    async def sent_rename(self, press: Press) -> Post:
        """Another name came."""
        await press.mine.rename(press.asked.of, press.typed.get(garage_forms.NAME, ""))
        return await garage_show.shown(press.mine, press.asked.of, say("garage_clicks.renamed"))

    async def sent_import(self, press: Press) -> Post:
        """A design came as text."""
        typed = press.typed
        name, text = typed.get(garage_forms.NAME, ""), typed.get(garage_forms.TEXT, "")
        game = press.mine.game.name
        self._refused[game, press.user] = name, text
        of = await press.mine.bring_in(name, text)
        self._refused.pop((game, press.user), None)
        return await garage_show.shown(press.mine, of, say("garage_clicks.saved"))

    async def on_delete(self, press: Press) -> Post:
        """Ask once more."""
        for row in await press.mine.saved():
            if SAVED + row.id == press.asked.of:
                return garage.sure_delete(press.mine.game, press.asked.of, row.name)
        return await self.on_look(press)

    async def on_erase(self, press: Press) -> Post:
        """Delete it."""
        await press.mine.delete(press.asked.of)
        return await garage_show.front(press.mine, say("garage_clicks.deleted"))
