"""Hands that are looked at: private ones in the channel that follow the game, and old messages.

An answer that only its player sees can be changed for fifteen minutes after a press on it, with the
token of that press. The tokens stay in memory: they are neither stored nor logged, and after a
restart the next press brings a new one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import Final

import discord
import msgspec
import structlog

from bot.delivery import discord_calls
from bot.delivery.answering import Answering
from bot.delivery.click import ON_PANEL, Click
from bot.delivery.discord_calls import Unable
from bot.delivery.pacing import HANDS
from bot.delivery.showing import Showing
from bot.match.match import Match
from bot.posts import away, hands
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.store import OutboxRow, StoreError
from bot.tables.matches import Matches
from bot.tables.sight import NotYet
from bot.words import say
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)

TOKEN_MS: Final = 14 * 60_000
"""A token is used for so long after its press: Discord's fifteen minutes, less one."""
LOOKED_AT_MS: Final = 5 * 60_000
"""So long after the last press on it a panel counts as looked at."""
QUIET_MS: Final = 10_000
"""The direct message follows when the panel has not changed for so long."""
OLD_MS: Final = 50 * 60_000
"""Discord rations edits of messages older than an hour; from here on they are few."""
OLD_EDIT_MS: Final = 10_000
MOST: Final = 4096

Place = tuple[str, int]
"""A match and a user. Not the seat: somebody else may have that next, and his hand is a secret."""


class Panel(msgspec.Struct, eq=False):
    """A private answer that shows a hand, and the press by whose token it can be changed."""

    interaction: discord.Interaction
    message: int
    key: str
    """What it shows (`hands.hand_key`)."""
    pressed_at: int
    changed_at: int
    guild: int
    """The server of its table."""


def is_private_hand(click: Click) -> bool:
    """Whether what was pressed is a hand in a private answer, and the answer changes that."""
    message = click.interaction.message
    if message is None or not message.flags.ephemeral:
        return False
    return click.pressed.verb in ON_PANEL and click.changes


def _is_fresh(panel: Panel, now: int) -> bool:
    """Whether a panel counts as looked at."""
    return now - panel.pressed_at < min(LOOKED_AT_MS, TOKEN_MS)


class Panels:
    """The panels that players look at: of each match one a player, the one pressed last."""

    def __init__(self, matches: Matches, showing: Showing, pictures: Pictures) -> None:
        self._matches = matches
        self._showing = showing
        self._pictures = pictures
        self._now = matches.now
        self._panels: dict[Place, Panel] = {}
        self._opening: Counter[Place] = Counter()
        """How many private hands are being made."""
        self._asking: dict[Place, Panel] = {}
        """What stands before who asks for a seat."""
        self._far_changed = asyncio.Event()
        self.handlers = {"asker": self.tell_asker}
        matches.looked_at = self._looked_at
        matches.stored_far = lambda match: self.heard([match.guild_id])

    @asynccontextmanager
    async def opening(self, match_id: str, user: int) -> AsyncIterator[None]:
        """A user is about to be shown the hand: what the press itself changes, such as a seat that
        is taken back, is shown there, neither in an older private hand nor by direct message."""
        place = match_id, user
        self._opening[place] += 1
        try:
            yield
        finally:
            self._opening[place] -= 1
            self._opening += Counter()  # leaves out what is at zero
        await self.catch_up(place)

    async def open(self, answering: Answering, match: Match, seat: int) -> None:
        """Answer with the hand of that seat, for its player alone. Raises a `Refusal` where
        somebody else has got the seat while it was drawn."""
        user = answering.user
        key, post = hands.kept_key(match, seat), await self._post(match, seat)
        await self._matches.my_seat(match.id, user)
        message = await answering.reply(post)
        if message is not None:
            self._looks(match, user, answering.interaction, message, key)
        await self._matches.lapse_shown(match, user)

    def _looks(
        self, match: Match, user: int, interaction: discord.Interaction, message: int, key: str
    ) -> None:
        """A user looks at a private answer that shows his hand."""
        now = self._now()
        if len(self._panels) >= MOST:
            self._panels = {k: p for k, p in self._panels.items() if _is_fresh(p, now)}
        panel = Panel(interaction, message, key, now, now, match.guild_id)
        self._panels[match.id, user] = panel

    async def catch_up(self, place: Place) -> None:
        """Have the outbox look at the panel of a user, where it does not show what is true: the
        match has gone on since the hand was drawn, and nobody knew of the panel then."""
        match_id, user = place
        panel = self.of(place)
        if panel is None:
            return
        match = await self._matches.again(match_id)
        seat = match.seat_of(user)
        if seat is not None and hands.kept_key(match, seat) != panel.key:
            await self._matches.store.post(match_id, f"hand:{seat}", b"", self._now())
            self._matches.wake()

    def asking(self, match_id: str, user: int) -> asyncio.Lock:
        """Held from looking whether a user asks for a seat until his private answer says so: the
        table may have decided in between, and that is shown after it."""
        return self._showing.lock(match_id, f"asker:{user}")

    def asks(self, click: Click, message: int | None) -> None:
        """A private answer says that a user asks for a seat; None where Discord did not take it.
        The newest one tells him what becomes of that, and is his hand when he is let in."""
        if message is None:
            return
        now = self._now()
        if len(self._asking) >= MOST:
            fresh = {k: p for k, p in self._asking.items() if now - p.pressed_at < TOKEN_MS}
            self._asking = fresh
        place = click.pressed.match_id, click.user
        guild = click.interaction.guild_id or 0
        self._asking[place] = Panel(click.interaction, message, "", now, now, guild)

    def asks_no_more(self, match_id: str, user: int) -> None:
        """Nothing more comes of what a user has asked on."""
        self._asking.pop((match_id, user), None)

    def forget(self, user: int) -> None:
        """Keep no token of a user's presses."""
        self._panels = {k: p for k, p in self._panels.items() if k[1] != user}
        self._asking = {k: p for k, p in self._asking.items() if k[1] != user}

    def asked_on(self, match_id: str, user: int) -> int:
        """Id of the private answer on which a user waits for a seat; 0 without."""
        panel = self._asking.get((match_id, user))
        return panel.message if panel is not None else 0

    async def _asked(self, place: Place) -> Panel | None:
        """What a user waits for a seat on, if its token is good."""
        async with self.asking(*place):
            panel = self._asking.get(place)
        good = panel is not None and self._now() - panel.pressed_at < TOKEN_MS
        return panel if good else None

    async def tell_asker(self, row: OutboxRow, user: str) -> None:
        """Show who asked for a seat, where he asked, that he does not get it. Whose press is too
        long ago is told nothing: the buttons there still answer."""
        place = row.match_id, int(user)
        panel = await self._asked(place)
        if panel is None:
            return
        async with (
            self._showing.pace.turn(panel.interaction.token, "panel", rank=HANDS),
            self.asking(*place),
        ):
            panel = self._asking.get(place)  # he may have opened a newer one
            if panel is None:
                return
            async with asyncio.timeout(self._showing.call_seconds):
                await discord_calls.update(
                    panel.interaction, Post(head=say("press.seats"), body=(row.payload.decode(),))
                )
            # Only now: where Discord asks for patience the row comes again.
            self.asks_no_more(*place)

    async def _let_in(self, match: Match, user: int) -> Panel | None:
        """What a player asked for his seat on, if he has just been let in."""
        place = match.id, user
        asked = await self._asked(place)
        self.asks_no_more(*place)
        if asked is None:
            return None
        self._looks(match, user, asked.interaction, asked.message, "")
        return self.of(place)

    async def pressed(self, click: Click, match: Match) -> None:
        """Something was pressed on a hand, and has been answered: if a private answer shows it, it
        is looked at, and the token is a new one. Where the answer was a form, or a message of its
        own, that token cannot change the hand."""
        message = click.interaction.message
        seated = match.seat_of(click.user) is not None
        if message is None or not (seated and click.shows and is_private_hand(click)):
            return
        self._looks(match, click.user, click.interaction, message.id, click.shows)
        await self.catch_up((match.id, click.user))

    def leave(self, match_id: str, user: int) -> None:
        """A player looks at the direct message, until something is pressed in the channel."""
        self._panels.pop((match_id, user), None)

    def _looked_at(self, match_id: str, user: int) -> str | None:
        panel = self.of((match_id, user))
        return panel.key if panel is not None else None

    def of(self, place: Place) -> Panel | None:
        """The panel that a player looks at, if any."""
        panel = self._panels.get(place)
        if panel is not None and not _is_fresh(panel, self._now()):
            del self._panels[place]
            return None
        return panel

    async def follow(self, match_id: str, seat: int) -> int:
        """Make the seat's panel show the hand; returns when its direct message is to follow, in ms
        (0: now, because nobody looks at a panel).

        Raises `Unable` only where Discord asks for patience.
        """
        while True:
            # Who sits there is looked up before a panel is changed; and what another process has
            # stored is what the panel is to show.
            match = await self._matches.look(match_id)
            user = match.seats[seat].user_id if seat < len(match.seats) else None
            if user is None:
                return 0
            place = match_id, user
            if place in self._opening:
                return self._now() + QUIET_MS
            panel = await self._let_in(match, user) or self.of(place)
            if panel is None:
                return 0
            if hands.kept_key(match, seat) == panel.key:
                return panel.changed_at + QUIET_MS
            try:
                changed = await self._change(place, seat, panel)
            except Unable as error:
                if error.reason == "too_fast":
                    raise
                log.info("a panel is gone", reason=error.reason)
                self._drop(place, panel)
                return 0
            except (TimeoutError, *discord_calls.TROUBLE) as error:
                log.info("a panel is left", why=type(error).__name__)
                self._drop(place, panel)
                return 0
            if changed is not None:
                # Whoever has changed the match meanwhile went by what it showed before.
                await self.catch_up(place)
                return changed.changed_at + QUIET_MS

    # -- of tables that are at home in another process

    def heard(self, guilds: Collection[int]) -> None:
        """Tables in these servers have changed; none are named where it may be any."""
        if any(not guilds or panel.guild in guilds for panel in self._far().values()):
            self._far_changed.set()

    def _far(self) -> dict[Place, Panel]:
        """The panels for which no row of the outbox comes here: `/hand` is typed in direct messages
        and in other servers, too, and only who was asked has the token to change the answer."""
        is_home, now = self._matches.member.is_home, self._now()
        return {
            place: panel
            for place, panel in self._panels.items()
            if not is_home(panel.guild) and _is_fresh(panel, now)
        }

    async def follow_far(self, every: float) -> None:
        """Until cancelled: make those panels show what is true, as soon as their tables are said to
        have changed, and each `every` seconds should a word be lost."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(every):
                    await self._far_changed.wait()
            self._far_changed.clear()
            for match_id, user in self._far():
                try:
                    match = await self._matches.look(match_id)
                    if (seat := match.seat_of(user)) is not None:
                        await self.follow(match_id, seat)
                except Refusal:
                    self._panels.pop((match_id, user), None)  # the table is gone
                except (Unable, StoreError) as error:
                    log.info("a panel waits", match_id=match_id, why=str(error))
                except Exception as error:
                    # One hand that fails is no reason to leave all others as they are.
                    self._matches.faults.tell(match_id, "a hand could not be shown", error)
                    self._panels.pop((match_id, user), None)

    async def _change(self, place: Place, seat: int, panel: Panel) -> Panel | None:
        """One change of a panel in its turn, by the token of its last press; None where somebody
        else has got the seat meanwhile: his hand is not for the one who looks at this panel."""
        match_id, user = place
        async with self._showing.pace.turn(panel.interaction.token, "panel", rank=HANDS):
            match = await self._matches.look(match_id)
            key, post = hands.kept_key(match, seat), await self._post(match, seat)
            async with self._showing.lock(match_id, f"hand:{seat}"):
                match = await self._matches.again(match_id)
                if match.seat_of(user) != seat:
                    return None
                # Pressed meanwhile, it shows what is true, and its token is another one.
                panel = self.of(place) or panel
                wanted = hands.kept_key(match, seat)
                if panel.key == wanted:
                    return panel
                if wanted != key:
                    post = await self._post(match, seat)
                    # The match goes on while a hand is drawn.
                    match = await self._matches.again(match_id)
                    if match.seat_of(user) != seat:
                        return None
                async with asyncio.timeout(self._showing.call_seconds):
                    await discord_calls.update(panel.interaction, post)
                panel.key = wanted
                panel.changed_at = self._now()
        return panel

    async def _post(self, match: Match, seat: int) -> Post:
        user = match.seats[seat].user_id or 0
        closed = (await self._matches.people.one(user)).closed
        comes = (
            hands.by_call(await self._matches.places(match, seat, closed=True)) if closed else ""
        )
        due = match.due_of(seat, self._now())
        back = await away.lines(self._matches, match, seat)
        return await hands.hand(match, seat, self._pictures, due_ms=due, comes=comes, back=back)

    def _drop(self, place: Place, panel: Panel) -> None:
        if self._panels.get(place) is panel:
            del self._panels[place]


class OldHands:
    """Direct messages that are edited seldom, because they are old."""

    def __init__(self, matches: Matches) -> None:
        self._now = matches.now
        self._edited: dict[tuple[str, int], int] = {}
        """When, by match and seat."""

    def is_anew(self, match: Match, seat: int) -> bool:
        """Whether the message with that seat's hand is so old that it is posted anew: where a
        question has opened on it.

        Raises `NotYet` where it may not be edited now.
        """
        shown, now = match.seats[seat].hand, self._now()
        if not shown.message or now - shown.at <= OLD_MS:
            return False
        if match.ask_of(seat) is not None and not match.more:
            return True
        free = self._edited.get((match.id, seat), 0) + OLD_EDIT_MS
        if free > now:
            raise NotYet(free)
        return False

    def edited(self, match: Match, seat: int) -> None:
        """The message with that seat's hand has been edited."""
        now = self._now()
        if len(self._edited) >= MOST:
            self._edited = {k: at for k, at in self._edited.items() if now - at < OLD_EDIT_MS}
        self._edited[match.id, seat] = now
