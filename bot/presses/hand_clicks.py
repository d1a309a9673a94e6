"""Clicks on a hand: choosing, part by part, and what else stands under it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Final

import images
from bot.delivery.click import ON_PANEL, Click, handlers_of
from bot.delivery.delivery import Delivery
from bot.delivery.discord_calls import Kept
from bot.designs import design_choice
from bot.designs.designs import SAVED, AllDesigns
from bot.match import drafts, lapsed, resting
from bot.match.drafts import Draft
from bot.match.match import Match
from bot.match.recent import Recent
from bot.posts import away, custom_ids, forms, hands, naming, orders, planning
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.tables.matches import Matches
from bot.words import say
from games.engine.ask import Ask, Typed
from games.engine.errors import Illegal, NotYourSeat, Refusal, Stale
from games.engine.walk import ALL, Stand, combination_path, walk

DRAWN: Final = 2
"""How often a hand is drawn for one press, because the match has gone on."""


class HandClicks:
    """Answers what is pressed on a hand's post."""

    def __init__(
        self, matches: Matches, delivery: Delivery, pictures: Pictures, designs: AllDesigns
    ) -> None:
        self.matches = matches
        self.delivery = delivery
        self.pictures = pictures
        self.handlers = handlers_of(self)
        self.forms = handlers_of(self, "sent_")
        self._refused: Recent[tuple[str, int], tuple[int, str]] = Recent()
        """Plans that were refused, by table and user; so are answers that could not be read."""
        self._mistyped: Recent[tuple[str, int], tuple[tuple[str, ...], str]] = Recent()
        self._designs = designs

    async def holding(self, click: Click) -> AbstractAsyncContextManager[None]:
        """What is held from looking at the match to the answer: the messages with the hand, when
        one of them was clicked. Were the outbox, or another press, to edit it between, the answer
        would put an older hand back. Who presses on the direct message looks at that from then on.
        """
        message = click.interaction.message
        if click.changes and click.pressed.verb in ON_PANEL and message is not None:
            match = await click.look()
            seat = match.seat_of(click.user)
            if seat is None:
                return nullcontext()
            if match.seats[seat].hand.message == message.id:
                self.delivery.panels.leave(match.id, click.user)
                click.settles = f"hand:{seat}"
            return self.delivery.lock(click.match_id, f"hand:{seat}")
        return nullcontext()

    async def show_panel(
        self,
        click: Click,
        match: Match,
        seat: int,
        *,
        path: tuple[str, ...] = (),
        note: str = "",
        planned: str = "",
        same_picture: bool = False,
        opened: bool = False,
    ) -> None:
        """Show the hand where the click was, if only its player can see that; else as an answer
        to him alone. A click in the direct message that shows the hand is that message's edit, so
        the outbox need not send another. `planned`: the note of a plan, shown while something of
        it is left. `same_picture`: the one that is there may stay."""
        comes = await self._comes(click, match, seat)
        for _ in range(DRAWN):
            key = hands.kept_key(match, seat)
            due = match.due_of(seat, self.matches.now())
            if planned:
                # Computers may have played the plan's time out by now, or the match.
                goes_on = match.status == "live" and planning.goes_on(match, seat, match.view(seat))
                note = planned if goes_on else ""
            back = () if path else await away.lines(self.matches, match, seat)
            post = await hands.hand(
                match,
                seat,
                self.pictures,
                path=path,
                note=note,
                due_ms=due,
                comes=comes,
                back=back,
                opened=opened,
            )
            # Computers go on while it is drawn: the next question may have come by now.
            match = await self.matches.again(match.id)
            if path or hands.kept_key(match, seat) == key:
                break
        click.shows = key
        kept = self._kept(click, match) if same_picture else None
        await self._show(click, match, seat, post, kept)
        await self.matches.lapse_shown(match, click.user)

    async def _show(
        self, click: Click, match: Match, seat: int, post: Post, kept: Kept | None
    ) -> None:
        """Show it where the click was, else to its player alone, and note it. From then on
        `click.changes` says whether the message that was clicked shows it: what it does not show
        is not noted of it. Raises a `Refusal` where somebody else has got the seat while it was
        drawn."""
        await self.matches.my_seat(click.match_id, click.user)
        shown, clicked = await click.answering.show(post, kept=kept), click.interaction.message
        changes = clicked is not None and shown == clicked.id
        click.unheard, click.changes = click.changes and not changes, changes
        hand = match.seats[seat].hand
        if changes and clicked is not None and hand.message == clicked.id:
            await self.matches.hand_shown(
                match, click.user, hand.channel, hand.message, click.shows, press=click.id[0]
            )

    async def _comes(self, click: Click, match: Match, seat: int) -> str:
        """How its player hears of the next question, on the hand that a click is answered with."""
        if (await self.matches.people.one(click.user)).closed:
            return hands.by_call(await self.matches.places(match, seat, closed=True))
        message = click.interaction.message
        private = not click.changes or (message is not None and message.flags.ephemeral)
        return "" if private else hands.COMES

    def _kept(self, click: Click, match: Match) -> Kept | None:
        """The picture on the message that was clicked, if the answer may keep it."""
        # A picture that follows the player shows how far he has come.
        return (
            None if images.artist(match.game.name).follows else self.delivery.keeping.picture(click)
        )

    async def _panel(self, click: Click, match: Match, seat: int, post: Post) -> None:
        """A panel beside the hand's own, with the hand's picture."""
        click.shows = hands.kept_key(match, seat)
        await self._show(click, match, seat, post, self._kept(click, match))

    async def _question(self, click: Click) -> tuple[Match, int, Ask[Any]]:
        """The match, the seat and the question a panel's click is about; refuses what is not
        open."""
        match = await click.look()
        match.running()
        seat = match.my_seat(click.user)
        ask = match.ask_of(seat)
        number = click.pressed.number
        resting.awake(match)
        lapsed.too_late(match, seat, number)
        if ask is None or ask.number != number:
            for other in match.waiting():
                if other.number == number and other.seat != seat:
                    raise NotYourSeat(say("hand_clicks.that_question_is_not"))
            if any(a.number == number for a in match.waiting()):
                raise Stale(say("hand_clicks.you_have_answered"))
            raise Stale(say("match.that_question_has_been"))
        return match, seat, ask

    async def on_pick(self, click: Click) -> None:
        """A choice, or a part of one."""
        await self._walk(click, click.pressed.path)

    async def on_choose(self, click: Click) -> None:
        """A choice from a select: its value is the next part."""
        await self._walk(click, (*click.pressed.path[:-1], click.value))

    async def on_some(self, click: Click) -> None:
        """Several cards from a select."""
        name = click.pressed.path[0] if click.pressed.path else ""
        places = [value for value in click.values if value.isascii() and value.isdigit()]
        if not places or len(places) != len(click.values):
            raise Refusal(say("hand_clicks.choose_at_least_one"))
        await self._walk(click, combination_path(name, click.values))

    async def on_type(self, click: Click) -> None:
        """The form in which the next parts of an answer are typed."""
        match, _, _, path, typed = await self._typed(click)
        refused = self._mistyped.get((match.id, click.user))
        text = refused[1] if refused is not None and refused[0] == path else typed.usual
        pressed = click.pressed
        # What is sent is checked as if it were pressed then.
        custom_id = custom_ids.write("type", pressed.match_id, pressed.number, pressed.path)
        await click.answering.form(forms.for_typed(custom_id, typed, text))

    async def sent_type(self, click: Click) -> None:
        """The form came back. What cannot be read is told where it was typed."""
        match, seat, ask, path, typed = await self._typed(click)
        text = click.typed.get(forms.TEXT, "")
        try:
            whole = (*path, *typed.read(text))
            stand = walk(ask, match.game.words, whole)
        except Illegal as refusal:
            self._mistyped[match.id, click.user] = path, text
            await self.show_panel(click, match, seat, path=path, note=str(refusal))
            return
        self._mistyped.pop((match.id, click.user), None)
        await self._step(click, match, seat, ask, stand)

    async def _typed(self, click: Click) -> tuple[Match, int, Ask[Any], tuple[str, ...], Typed]:
        """The match, the seat, the question, the path so far, and what may be typed there."""
        match, seat, ask = await self._question(click)
        path = self._path(match, seat, click)
        stand = walk(ask, match.game.words, path)
        if stand is None or stand.typed is None:
            raise Refusal(say("hand_clicks.nothing_can_be_typed"))
        return match, seat, ask, stand.path, stand.typed

    @staticmethod
    def _path(
        match: Match, seat: int, click: Click, path: tuple[str, ...] | None = None
    ) -> tuple[str, ...]:
        """The path that a press carries, or a part of one (`path`), as a whole."""
        carried = click.pressed.path if path is None else path
        return drafts.whole(match.seats[seat].draft, click.pressed.number, carried)

    async def _walk(self, click: Click, path: tuple[str, ...]) -> None:
        match, seat, ask = await self._question(click)
        whole = self._path(match, seat, click, path)
        await self._step(click, match, seat, ask, walk(ask, match.game.words, whole))

    async def _step(
        self, click: Click, match: Match, seat: int, ask: Ask[Any], stand: Stand | None
    ) -> None:
        """What a press has come to: the next step, a warning, or an answer."""
        if stand is None:
            raise Refusal(say("hand_clicks.that_cannot_be_chosen"))
        if not stand.found:
            match = await self._goes_on(click, match, seat, ask.number, stand.path)
            await self.show_panel(click, match, seat, path=stand.path, same_picture=True)
            return
        # A button for the whole hand may stand where another one was when the finger went down.
        costly = stand.path[-1:] == (ALL,) or self._foolish(match, seat, ask, stand.answer)
        if costly and not click.pressed.sure:
            match = await self._goes_on(click, match, seat, ask.number, stand.path)
            picture = await hands.picture(match, seat, self.pictures, stand.path)
            await self._panel(click, match, seat, hands.sure(match, seat, ask, stand, picture))
            return
        await self._act(click, ask.number, stand.answer)

    async def _goes_on(
        self, click: Click, match: Match, seat: int, number: int, path: tuple[str, ...]
    ) -> Match:
        """A part of an answer: what a clock has given before it is told no more, and a path that
        presses cannot carry is stored."""
        told = bool(lapsed.told(match, seat))
        begun = drafts.is_long(path) and match.seats[seat].draft != Draft(number, path)
        if not (told or begun):
            return match

        def go_on(changed: Match) -> None:
            if begun:
                changed.begin(click.user, number, path)
            if told:
                lapsed.read(changed, changed.my_seat(click.user))

        await self.matches.change(match.id, go_on)
        return await self.matches.again(match.id)

    @staticmethod
    def _foolish(match: Match, seat: int, ask: Ask[Any], answer: Any) -> bool:
        words = match.game.words
        try:
            label = words.part(match.view(seat), ask, words.path(answer), match.players)
        except Exception as error:
            match.failed(error)
            return False
        return label.style == "grave"

    async def _act(self, click: Click, number: int, answer: Any) -> None:
        await click.change(lambda match: match.answer(click.user, number, answer))
        await self._show_mine(click)

    async def _show_mine(self, click: Click, note: str = "") -> None:
        """Show the player's hand as it is now."""
        match = await click.look()
        await self.show_panel(click, match, match.my_seat(click.user), note=note)

    async def on_back(self, click: Click) -> None:
        """To the step before the one that the press is of, or to the beginning of the question."""
        match, seat, ask = await self._question(click)
        stand = walk(ask, match.game.words, self._path(match, seat, click))
        before = (stand.before if stand is not None else None) or ()
        match = await self._goes_on(click, match, seat, ask.number, before)
        await self.show_panel(click, match, seat, path=before, same_picture=bool(before))

    async def on_retake(self, click: Click) -> None:
        """Take back an answer that has not counted yet: its question is put again."""
        number = click.pressed.number
        taken = await self.matches.take_back(click.match_id, click.user, click.id, number=number)
        if taken is None:
            raise Stale(say("match.that_question_has_been"))
        await self._show_mine(click, say("hand_clicks.taken_back"))

    async def on_why(self, click: Click) -> None:
        """Where in the turn the question stands."""
        match, seat, ask = await self._question(click)
        path = self._path(match, seat, click)
        note = match.game.words.why(match.view(seat), ask, naming.names_for_text(match))
        await self.show_panel(click, match, seat, path=path, note=note, same_picture=True)

    async def on_rest(self, click: Click) -> None:
        """Show all rows of choices."""
        await self._rows(click, opened=True)

    async def on_fewer(self, click: Click) -> None:
        """Show the first rows of choices again."""
        await self._rows(click, opened=False)

    async def _rows(self, click: Click, *, opened: bool) -> None:
        match, seat, _ = await self._question(click)
        path = self._path(match, seat, click)
        await self.show_panel(click, match, seat, path=path, same_picture=True, opened=opened)

    async def on_wake(self, click: Click) -> None:
        """Wake a table that rests, as any press does, and show the hand."""
        (await click.look()).running()
        await self._show_mine(click)

    async def on_passes(self, click: Click) -> None:
        """Pass every window until the player's next turn."""
        await self._question(click)
        await click.change(lambda s: s.set_passes(click.user, True))
        await self._show_mine(click, say("hand_clicks.you_pass_every_short"))

    async def on_wish(self, click: Click) -> None:
        """Answer this kind of question by its default from now on."""
        _, _, ask = await self._question(click)
        await click.change(lambda s: s.set_auto_answer(click.user, ask.kind))
        await self._show_mine(click, say("hand_clicks.from_now"))

    async def on_unwish(self, click: Click) -> None:
        """Switch off what is answered for the player from now on."""
        key = "".join(click.pressed.path)

        def switch_off(match: Match) -> None:
            if key == orders.PASSES:
                match.set_passes(click.user, False)
            elif key == planning.PLAN:
                match.set_plan(click.user, None)
            else:
                kinds = {orders.auto_key(kind): kind for kind in match.game.auto_answers}
                match.drop_auto_answer(click.user, kinds.get(key, ""))

        await click.change(switch_off)
        await self._show_mine(click, say("hand_clicks.switched_off"))

    async def on_order(self, click: Click) -> None:
        """Lay down what may be laid down at any time. Leaving for good is asked for elsewhere."""
        await self._order(click, lambda order: orders.order_key(order) == click.value)

    async def on_unorder(self, click: Click) -> None:
        """Take an order back that stands."""
        mark = "".join(click.pressed.path)
        await self._order(click, lambda order: orders.order_mark(order) == mark)

    async def _order(self, click: Click, is_it: Callable[[Any], bool]) -> None:
        match = await click.look()
        seat = match.my_seat(click.user)
        table = match.running()
        orders = match.game.orders(table.context.state, seat)
        leaves = match.game.leave_order(table.context.state, seat)
        order = next((each for each in orders if is_it(each) and each != leaves), None)
        if order is None:
            raise Refusal(say("hand_clicks.that_cannot_be_laid"))
        await click.change(lambda s: s.order(click.user, order))
        await self._show_mine(click)

    async def on_bring(self, click: Click) -> None:
        """Choose among the designs that the player has built at home."""
        match, seat, ask = await self._question(click)
        designs, _ = design_choice.expected(match, ask)
        saved = await self._designs.of(click.user, match.game).saved()
        if not saved:
            raise Refusal(say("design_choice.you_have_saved_no", word=designs.word))
        picture = await hands.picture(match, seat, self.pictures)
        due = match.due_of(seat, self.matches.now())
        post = design_choice.choose(match, seat, ask, saved, picture, due)
        await self._panel(click, match, seat, post)

    async def on_brought(self, click: Click) -> None:
        """One of them is the answer."""
        match, _, ask = await self._question(click)
        designs, choice = design_choice.expected(match, ask)
        found = await self._designs.of(click.user, match.game).look(SAVED + click.value)
        if why_not := design_choice.why_not(designs, choice, found.design):
            raise Refusal(why_not)
        name = design_choice.own_name(designs, found.name)
        await self._act(click, ask.number, choice.wrap(found.design, name))

    async def on_plan(self, click: Click) -> None:
        """The form in which the player plans ahead."""
        match = await click.look()
        refused = self._refused.get((match.id, click.user))
        await click.answering.form(planning.form(match, click.user, refused))

    async def sent_plan(self, click: Click) -> None:
        """The form came back."""
        match_id, stamp = click.match_id, click.pressed.number
        text = click.typed.get(forms.TEXT, "")
        try:
            await click.change(lambda s: planning.write(s, click.user, text, stamp))
        except Refusal:
            self._refused[match_id, click.user] = stamp, text
            raise
        self._refused.pop((match_id, click.user), None)
        await self._show_mine(click)

    async def on_offer(self, click: Click) -> None:
        """A plan that goes with the question, by one button."""
        pressed = click.pressed
        match, seat, ask = await self._question(click)
        key = pressed.path[0] if pressed.path else ""
        number = pressed.number
        _, answer = planning.offered(match, seat, number, key)
        if answer is not None and not pressed.sure and self._foolish(match, seat, ask, answer):
            stand = Stand(match.game.words.path(answer), answer=answer, found=True)
            picture = await hands.picture(match, seat, self.pictures, stand.path)
            await self._panel(click, match, seat, hands.sure(match, seat, ask, stand, picture, key))
            return
        detail = await click.change(lambda s: planning.take(s, click.user, number, key, answer))
        planned = say("hand_clicks.planned", detail=detail)
        await self.show_panel(click, await click.look(), seat, planned=planned)
