"""Clicks about seats: asking somebody to leave, taking a computer's seat, being told the result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.delivery import watchers
from bot.delivery.click import ONE_LINE, Click, handlers_of
from bot.delivery.panels import Panels
from bot.match import lobby
from bot.match.match import Match
from bot.posts import hands, takeover
from bot.posts.pictures import Pictures
from bot.presses import table_talk
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal

Action = Callable[[Click, Callable[[Match], Any], Callable[[], str]], Awaitable[bool]]
"""Does something to the match and shows the board where the click was; False where that is no board
and a sentence was said."""
ASKED: Final = say("guest_clicks.the_board_shows")


class GuestClicks:
    """Answers what is pressed about seats; `on_board` is for buttons of the board."""

    def __init__(
        self, matches: Matches, pictures: Pictures, panels: Panels, on_board: Action
    ) -> None:
        self.matches = matches
        self.pictures = pictures
        self._panels = panels
        self._on_board = on_board
        self.handlers = handlers_of(self)

    async def on_seats(self, click: Click) -> None:
        """What can be done about seats, for who presses it."""
        async with self._panels.asking(click.match_id, click.user):
            match = await click.look()
            message = await click.answering.reply(takeover.seats_post(match, click.user))
            if match.guest("asks", click.user):
                self._panels.asks(click, message)

    async def _change(self, click: Click, action: Callable[[Match], Any], note: str) -> None:
        """Do it, and show the post about seats as it is now."""
        await click.change(action)
        post = takeover.seats_post(await click.look(), click.user, note)
        await click.answering.show(post)

    async def _of(self, click: Click, action: Callable[[Match, int, int], None], note: str) -> None:
        """The same of what the host does about the user who is chosen."""
        user = _one(click)
        await self._change(click, lambda match: action(match, click.user, user), note)

    async def on_eject(self, click: Click) -> None:
        """The host asks somebody to leave the lobby."""
        await self._of(click, lobby.ask_to_leave, say("guest_clicks.they_have_been_told"))

    async def on_freeseat(self, click: Click) -> None:
        """The host keeps a seat no longer."""
        await self._of(click, lobby.free_kept, say("guest_clicks.anyone_can"))

    async def on_letin(self, click: Click) -> None:
        """Somebody may join again."""
        await self._of(click, lobby.let_in, say("guest_clicks.they_may_come_back"))

    async def on_taking(self, click: Click) -> None:
        """The host decides who may take a computer's seat."""
        user, rule = click.user, click.value
        note = say("guest_clicks.noted")
        await self._change(click, lambda s: takeover.set_rule(s, user, rule), note)

    async def on_sit(self, click: Click) -> None:
        """Take a computer's seat, or ask for it."""
        match_id, user, number = click.match_id, click.user, _one(click)
        name, here = click.interaction.user.display_name, click.interaction.channel_id or 0
        async with self._panels.asking(match_id, user):
            note = await table_talk.sit(click, name, number, here)
            self._panels.asks_no_more(match_id, user)  # for any other seat
            match = await click.look()
            if not note:
                message = await click.answering.show(takeover.seats_post(match, user, ASKED))
                self._panels.asks(click, message)
                return
        seat = match.my_seat(user)
        due = match.due_of(seat, self.matches.now())
        post = await hands.hand(match, seat, self.pictures, note=note, due_ms=due)
        await self.matches.my_seat(match_id, user)
        await click.answering.show(post)

    async def on_withdraw(self, click: Click) -> None:
        """He does not ask any more."""
        user = click.user
        note = say("guest_clicks.you_dont_ask_any")
        await self._change(click, lambda s: takeover.withdraw(s, user), note)
        self._panels.asks_no_more(click.match_id, user)

    async def on_admit(self, click: Click) -> str | None:
        """Somebody at the table lets in who asks."""
        return await self._decide(click, takeover.admit)

    async def on_turnaway(self, click: Click) -> str | None:
        """Or does not."""
        return await self._decide(click, takeover.turn_away, tells=True)

    async def _decide(
        self,
        click: Click,
        action: Callable[[Match, int, int, int, int], tuple[bool, str]],
        *,
        tells: bool = False,
    ) -> str | None:
        """`tells`: what was done is not seen on the board."""
        user, number, now = click.user, click.pressed.number, self.matches.now()
        seen, done, said = self.matches.people.seen, False, ""

        def decide(match: Match) -> None:
            nonlocal done, said
            done, said = action(match, user, number, now, seen.get(match.host_id, 0))

        shown = await self._on_board(click, decide, lambda: said)
        return said if shown and (tells or not done) else None

    async def on_tellme(self, click: Click) -> str:
        """Who watches wants to be told the result."""
        now = self.matches.now()
        await click.change(lambda s: watchers.watch(s, click.user, now))
        return say("guest_clicks.i_will_tell")

    async def on_tellmenot(self, click: Click) -> str:
        """He does not any more."""
        await click.change(lambda s: watchers.watch_no_more(s, click.user))
        return say("guest_clicks.i_wont_tell")


def _one(click: Click) -> int:
    """The one line of a list that was chosen, as the number it stands for."""
    text = click.value
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise Refusal(ONE_LINE)
    return int(text)
