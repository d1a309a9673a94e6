"""Clicks on a lobby or a board, and on the private answers to them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final

from bot.delivery import discord_calls, threads
from bot.delivery.click import Click, handlers_of
from bot.delivery.delivery import Delivery
from bot.match import lapsed, lobby, resting, sealing
from bot.match.match import Match
from bot.match.recent import Recent
from bot.posts import boards, hands, lobby_form, more, rules_menu
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.presses import moving, table_talk
from bot.presses.fairness import verify_post
from bot.presses.guest_clicks import GuestClicks
from bot.presses.hosting import may_end, may_open, missing_in
from bot.presses.replays import Replays
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal, Stale

DONE: Final = say("board_clicks.done_the_tables_own")


def is_old(click: Click, match: Match) -> bool:
    """Whether the table has a newer board than the one that was pressed: two may stand for a while,
    because one could not be taken away."""
    message = click.interaction.message
    return message is not None and match.board.message not in (0, message.id)


class BoardClicks:
    """Answers what is pressed on a lobby or board."""

    def __init__(
        self, matches: Matches, delivery: Delivery, pictures: Pictures, replays: Replays
    ) -> None:
        self.matches = matches
        self.delivery = delivery
        self.pictures = pictures
        self.replays = replays
        self._refused: Recent[tuple[str, int], tuple[int, dict[str, str]]] = Recent()
        """The page of options that was refused with what was typed, by table and user."""
        about_seats = GuestClicks(matches, pictures, delivery.panels, self._lobby_action)
        self.handlers = {**about_seats.handlers, **handlers_of(self)}
        self.forms = handlers_of(self, "sent_")

    async def on_hand(self, click: Click) -> None:
        """My hand: the same panel, for this player alone."""
        match = await click.look()
        seat = match.my_seat(click.user)
        match.running()
        await self.delivery.panels.open(click.answering, match, seat)

    on_respond = on_hand

    async def on_pass(self, click: Click) -> str | None:
        """Pass, pressed on the board by anyone who is asked.

        The board is left to the outbox, which edits it once there is something to see: an edit here
        would tell everybody that somebody has answered.
        """
        match = await click.look()
        match.running()
        seat = match.my_seat(click.user)
        resting.awake(match)
        lapsed.too_late(match, seat, click.pressed.number, of_board=True)
        ask = match.ask_of(seat)
        numbers = [a.number for a in match.waiting()]
        if click.pressed.number not in numbers or ask is None:
            raise Stale(say("board_clicks.you_have_nothing"))
        if ask.kind not in match.game.windows:
            raise Stale(say("board_clicks.that_question_wants"))
        number, value = ask.number, ask.default
        await click.change(lambda s: s.answer(click.user, number, value))
        if not click.changes:
            return DONE
        await click.answering.accept(DONE)
        return None

    async def _show_board(self, click: Click, otherwise: str = DONE) -> bool:
        """Answer with the board as it is now: the one call such a move costs. Where it cannot be
        changed the answer is a sentence, and this gives False."""
        match = await click.look()
        post = await self.board_where(click, match)
        message = click.interaction.message
        if not click.changes or message is None or not await click.answering.update(post):
            await click.answering.reply(otherwise)
            return False
        if not is_old(click, match):
            at = match.board.at if match.board.message == message.id else self.matches.now()
            await self.matches.board_shown(match, message.id, post.key(), at)
        return True

    async def board_where(self, click: Click, match: Match) -> Post:
        """What the board that was pressed is to show."""
        if is_old(click, match):
            return boards.further_down(match)
        return await self.delivery.board_post(match)

    async def _lobby_action(
        self, click: Click, action: Callable[[Match], Any], said: Callable[[], str] = lambda: DONE
    ) -> bool:
        async with self.delivery.lock(click.match_id, "board"):
            await click.change(action)
            return await self._show_board(click, said())

    async def on_join(self, click: Click) -> str | None:
        """Sit down, and have one's direct messages tried once."""
        name, now = click.interaction.user.display_name, self.matches.now()
        await self._lobby_action(click, lambda s: lobby.join(s, click.user, name, now))
        return await self.delivery.greet(click.match_id, click.user)

    async def on_unjoin(self, click: Click) -> None:
        """Leave the lobby."""
        await self._lobby_action(click, lambda s: lobby.leave(s, click.user))

    async def on_computer(self, click: Click) -> None:
        """A computer takes the next seat."""
        await self._lobby_action(click, lambda s: lobby.add_computer(s, click.user, s.level))

    async def on_drop(self, click: Click) -> None:
        """The computer that sat down last gets up."""
        there = click.pressed.number
        await self._lobby_action(click, lambda s: lobby.drop_computer(s, click.user, there))

    async def on_start(self, click: Click) -> str | None:
        """Start, with all who have sat down."""
        return await self._start(click, sealing.may_start, lambda match, user: None)

    async def on_solo(self, click: Click) -> str | None:
        """Play against the computer: it sits down, and the match starts."""
        return await self._start(click, lobby.may_play_alone, lobby.play_alone)

    async def _start(
        self, click: Click, may: Callable[[Match, int], None], first: Callable[[Match, int], None]
    ) -> str | None:
        """Seal the dice where all can see it, then deal; in the table's own thread, if it wants one
        and can have it. `may` refuses, `first` is done before."""
        match = await click.look()
        thread, no_thread = 0, ""
        # A thread itself has none.
        if match.thread == "wanted" and not match.parent_id and match.status == "lobby":
            may(match, click.user)
            allowed = click.interaction.app_permissions
            thread, no_thread = await self.delivery.threads.open(match, allowed)

        def begin(match: Match) -> None:
            first(match, click.user)
            sealing.seal(match, click.user)
            if thread:
                threads.move(match, thread)

        sealer = self.delivery.sealer
        # Nobody waits for the board while this waits for its turn to post.
        async with (
            sealer.turn(thread or match.channel_id),
            self.delivery.lock(match.id, "board"),
        ):
            await click.change(begin)
            await sealer.seal_now(match.id)
            match = await click.look()
            if match.status == "lobby" and not thread:
                await self._show_board(click, match.notice)
            else:
                await self._begun(click, match)
        return no_thread or None

    async def _begun(self, click: Click, match: Match) -> None:
        """What becomes of the lobby's message. The board is posted by the outbox, below the sealing
        message."""
        post = boards.started(match)
        if match.thread == "own":
            self.delivery.threads.signed(match, post)
        if not click.changes or not await click.answering.update(post):
            await click.answering.reply(DONE)

    async def on_preset(self, click: Click) -> None:
        """One of the game's lengths."""
        name = "".join(click.pressed.path)
        await self._lobby_action(click, lambda s: lobby.set_preset(s, click.user, name))

    async def on_options(self, click: Click) -> None:
        """The form with the table's options."""
        match = await click.look()
        lobby.may_set_options(match, click.user)
        page, refused = self._refused.get((match.id, click.user), (-1, {}))
        asked = click.pressed.number
        form = lobby_form.make(match, asked, refused if page == asked else None)
        await click.answering.form(form)

    async def sent_options(self, click: Click) -> None:
        """The form came back."""
        match_id, typed = click.match_id, click.typed
        server = await self.matches.servers.rules((await click.look()).guild_id)

        def take(match: Match) -> None:
            lobby.may_set_options(match, click.user)
            chosen = lobby_form.read(match, typed)
            if "pace" in typed:
                server.check_pace(chosen.pace)
            lobby.set_options(match, click.user, chosen.options, chosen.pace)
            lobby.set_thread(match, click.user, wanted=chosen.thread)
            match.poker_faces = chosen.poker_faces

        async with self.delivery.lock(match_id, "board"):
            try:
                await click.change(take)
            except Stale:
                raise
            except Refusal:
                self._refused[match_id, click.user] = click.pressed.number, typed
                raise
            self._refused.pop((match_id, click.user), None)
            await self._show_board(click)

    async def on_luck(self, click: Click) -> None:
        """The form for words that a player adds to the shuffle."""
        match = await click.look()
        await click.answering.form(lobby_form.make_words(match, match.my_seat(click.user)))

    async def sent_luck(self, click: Click) -> str:
        """The words came."""
        words = lobby_form.read_words(click.typed)
        await click.change(lambda s: lobby.set_words(s, click.user, words))
        return say("board_clicks.your_words_are_mixed")

    on_missed = staticmethod(table_talk.what_happened)
    on_whycomputer = staticmethod(table_talk.why_computer)
    on_undo = staticmethod(table_talk.undo)
    on_leave = staticmethod(table_talk.leave)
    on_hurry = staticmethod(table_talk.hurry)

    async def on_words(self, click: Click) -> Post:
        """The board in words."""
        return boards.in_words(await click.look(), self.pictures)

    async def on_rules(self, click: Click) -> Post:
        """The rule of the open question first, with a menu of all others."""
        return rules_menu.of_match(await click.look(), click.user)

    async def on_picture(self, click: Click) -> Post:
        """The picture that Discord refused on a board or a hand, by itself."""
        match = await click.look()
        if click.pressed.number == hands.HAND_PICTURE:
            seat = match.my_seat(click.user)
            shown = await hands.picture(match, seat, self.pictures)
            await self.matches.my_seat(match.id, click.user)
        else:
            shown = (await self.delivery.board_post(match)).picture
        if shown is None:
            raise Refusal(say("board_clicks.there_is_no_picture"))
        return Post(head=discord_calls.HERE, picture=shown)

    async def on_more(self, click: Click) -> Post:
        """What else can be done."""
        return more.more(await click.look(), click.user)

    async def on_car(self, click: Click) -> Post:
        """One's own car, large."""
        match = await click.look()
        post = await boards.car(match, match.my_seat(click.user), self.pictures)
        await self.matches.my_seat(match.id, click.user)
        return post

    async def on_standings(self, click: Click) -> Post:
        """How the players stand."""
        return await boards.standings(await click.look(), click.user, self.pictures)

    async def on_story(self, click: Click) -> None:
        """What everybody knows of one of the seats, chosen from a list or looked at again."""
        seat = click.value if click.values else str(click.pressed.number)
        number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else -1
        await click.answering.show(await table_talk.story(click, number, self.pictures))

    async def on_chart(self, click: Click) -> Post:
        """The game so far as lines."""
        return await boards.chart(await click.look(), self.pictures)

    async def on_askme(self, click: Click) -> str:
        """Take back every auto answer."""
        await click.change(lambda s: s.ask_everything(click.user))
        return say("board_clicks.you_are_asked_everything")

    async def on_move(self, click: Click) -> str:
        """Take a table that rests into this channel, and go on."""
        guild, channel = click.interaction.guild_id, click.interaction.channel_id
        if guild is None or channel is None:
            raise Refusal(say("board_clicks.a_table_needs", match_id=click.match_id))
        missing_in(click.interaction)
        await may_open(self.matches, click.interaction, moved=await click.look())
        return await moving.here(click, self.delivery, guild, channel)

    async def on_end(self, click: Click) -> Post | str:
        """Ask the table to end the match, or end it where the server lets this person do so."""
        if await may_end(self.matches, click.interaction, await click.look()):
            return await table_talk.end_at_once(click, sure=click.pressed.sure)
        return await table_talk.ask_to_end(click, sure=click.pressed.sure)

    async def on_agree(self, click: Click) -> None:
        """Agree to the open vote."""
        await self._lobby_action(click, lambda s: s.agree(click.user, click.pressed.number))

    async def on_refuse(self, click: Click) -> None:
        """Say no to the open vote."""
        await self._lobby_action(click, lambda s: s.refuse(click.user, click.pressed.number))

    async def on_again(self, click: Click) -> str:
        """A new table that keeps the seats of those who played."""
        missing_in(click.interaction)
        name = click.interaction.user.display_name
        server = await may_open(self.matches, click.interaction)
        match = await table_talk.again(click, await click.look(), name, server)
        # A direct message is opened by its player's own press alone.
        await self.delivery.greet(match.id, click.user)
        kept = match.guests_of("invited")
        if not kept and await self._begin_again(match, click.user):
            return say("board_clicks.the_next_match_has_begun")
        await self.delivery.board_now(match.id)
        if kept:
            return say("board_clicks.a_new_table", at=kept[0].at // 1000)
        return say("board_clicks.a_new_table_is_open")

    async def _begin_again(self, match: Match, user: int) -> bool:
        """Start a table at which computers sit with its host; False where that cannot be."""
        sealer = self.delivery.sealer
        async with sealer.turn(match.channel_id), self.delivery.lock(match.id, "board"):
            with contextlib.suppress(Refusal):
                await self.matches.change(match.id, lambda s: sealing.seal(s, user))
                await sealer.seal_now(match.id)
        return (await self.matches.look(match.id)).status != "lobby"

    async def on_verify(self, click: Click) -> Post:
        """Deal the whole match again and compare."""
        return await verify_post(self.matches, self.delivery, click.match_id)

    async def on_replay(self, click: Click) -> Post:
        """The match as a film."""
        return await self.replays.post(await self.replays.film(click.match_id))
