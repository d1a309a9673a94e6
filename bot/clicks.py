"""Every button, select and form: one router on the custom id, for every table there is.

A click is parsed, acted, answered. Whoever clicks late, twice, on somebody else's question or on
a message of a table that is gone gets one private sentence, and the message is put right.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

import discord
import structlog

from bot import boards, custom_ids, hands, lobby_form, table_talk
from bot.answering import Answering
from bot.custom_ids import Pressed
from bot.delivery import Delivery
from bot.fairness import verify_post
from bot.pictures import HAND, Pictures
from bot.posts import Post
from bot.session import Session
from bot.sessions import NoSuchMatch, Sessions
from bot.store import AlreadyHandled
from bot.walk import subset_path, walk
from games.engine.ask import Ask
from games.engine.errors import NotYourSeat, Refusal, Stale

log = structlog.get_logger(__name__)

NOT_OURS: Final = "That button is from another time. Press **My hand** under a newer board."


class Click:
    """One press: who, on what, and the interaction to answer."""

    __slots__ = ("answering", "changes", "interaction", "pressed", "user", "values")

    def __init__(
        self, interaction: discord.Interaction, pressed: Pressed, answering: Answering
    ) -> None:
        self.interaction = interaction
        self.pressed = pressed
        self.answering = answering
        self.changes = answering.kind == "change"
        """The answer may change the message that was clicked."""
        self.user = interaction.user.id
        data: Any = interaction.data or {}
        self.values: list[str] = [str(value) for value in data.get("values", [])]

    @property
    def id(self) -> tuple[int, int]:
        """(interaction id, user id), by which an action is done once."""
        return self.interaction.id, self.user


Handler = Callable[["Clicks", Click], Awaitable[None]]

ON_PANEL: Final = frozenset({"pick", "choose", "some", "back", "why", "passes", "order"})
"""Verbs of the hand's own post: answered by changing that post."""
ON_BOARD: Final = frozenset(
    {"join", "unjoin", "computer", "start", "options", "pass", "agree", "refuse"}
)
"""Verbs answered by changing the board or lobby message they are on."""
DONE: Final = "Done. The table's own message shows it."


class Clicks:
    """Answers components and forms."""

    def __init__(self, sessions: Sessions, delivery: Delivery, pictures: Pictures) -> None:
        self.sessions = sessions
        self.delivery = delivery
        self.pictures = pictures

    async def component(self, interaction: discord.Interaction) -> None:
        """A button or select was used."""
        data: Any = interaction.data or {}
        pressed = custom_ids.read(str(data.get("custom_id", "")))
        change = pressed is not None and _may_change(interaction, pressed)
        async with Answering(interaction, "change" if change else "private") as answering:
            handler = _HANDLERS.get(pressed.verb) if pressed else None
            if pressed is None or handler is None:
                await answering.say(NOT_OURS)
                return
            await self._guarded(handler, Click(interaction, pressed, answering))

    async def form(self, interaction: discord.Interaction) -> None:
        """A form was sent."""
        data: Any = interaction.data or {}
        pressed = custom_ids.read(str(data.get("custom_id", "")))
        change = pressed is not None and _may_change(interaction, pressed)
        async with Answering(interaction, "change" if change else "private") as answering:
            handler = _FORMS.get(pressed.verb) if pressed else None
            if pressed is None or handler is None:
                await answering.say("That form is from another time.")
                return
            await self._guarded(handler, Click(interaction, pressed, answering))

    async def _guarded(self, handler: Handler, click: Click) -> None:
        """Do it; whatever is refused becomes a sentence, and the message is put right."""
        try:
            await self._sit_again(click)
            await handler(self, click)
        except AlreadyHandled:
            await self._repair(click, "")
        except NoSuchMatch as error:
            if _is_of(click.interaction, click.pressed.match):
                await click.answering.update(Post(head="This table is gone", body=(str(error),)))
            await click.answering.say(str(error))
        except Refusal as error:
            await self._repair(click, str(error))
        except Exception:
            fault = secrets.token_hex(3).upper()
            log.exception("a click failed", fault=fault, verb=click.pressed.verb)
            await click.answering.say(
                f"Something went wrong here (fault {fault}). Look at the table: if your move is "
                "not there, please try again."
            )

    async def _sit_again(self, click: Click) -> None:
        """Whoever presses anything plays again, if the computer had his seat."""
        if click.pressed.verb == "leave":
            return
        match = click.pressed.match
        session = await self.sessions.look(match)
        seat = session.seat_of(click.user)
        if seat is not None and session.seats[seat].computer and session.status == "live":
            await self.sessions.change(match, lambda s: s.take_seat_back(click.user))

    async def _repair(self, click: Click, sentence: str) -> None:
        """Tell why nothing happened, and show what is true now where the click was."""
        match, verb = click.pressed.match, click.pressed.verb
        session = await self.sessions.look(match)
        seat = session.seat_of(click.user)
        if verb in ON_PANEL and seat is not None:
            await self._show_panel(click, session, seat, note=sentence)
        elif verb in ON_BOARD and click.changes:
            post = await self.delivery.board_post(session)
            await click.answering.update(post)
            if sentence:
                await click.answering.say(sentence)
        else:
            await click.answering.say(sentence or "That has been done already.")

    # -- panels

    async def _show_panel(
        self,
        click: Click,
        session: Session,
        seat: int,
        *,
        path: tuple[str, ...] = (),
        note: str = "",
        keep_picture: bool = False,
    ) -> None:
        """Show the hand where the click was, if only its player can see that; else as an answer
        to him alone. A click in the direct message that shows the hand is that message's edit, so
        the outbox need not send another."""
        key = hands.hand_key(session, seat)
        keep_picture = keep_picture and _shows_hand(click)
        post = await hands.hand(
            session,
            seat,
            self.pictures,
            path=path,
            note=note,
            due_ms=session.due_of(seat),
            keep_picture=keep_picture,
        )
        if not click.changes:
            await click.answering.reply(post)
            return
        shown = await click.answering.update(post, same_picture=keep_picture)
        message = click.interaction.message
        hand = session.seats[seat].hand
        if shown and message is not None and hand.message == message.id:
            await self.sessions.hand_shown(session, click.user, hand.channel, hand.message, key)

    def _question(self, session: Session, click: Click) -> tuple[int, Ask[Any]]:
        """The seat and the question a panel's click is about; refuses what is not open."""
        session.running()
        seat = session.my_seat(click.user)
        ask = session.ask_of(seat)
        number = click.pressed.number
        if ask is None or ask.number != number:
            for other in session.waiting():
                if other.number == number and other.seat != seat:
                    raise NotYourSeat("That question is not put to you.")
            if any(a.number == number for a in session.waiting()):
                raise Stale("You have answered this already; the others are still choosing.")
            raise Stale("That question has been settled meanwhile. Here is how things stand.")
        return seat, ask

    async def pick(self, click: Click) -> None:
        """A choice, or a part of one."""
        await self._walk(click, click.pressed.path)

    async def choose(self, click: Click) -> None:
        """A choice from a select: its value is the next part."""
        if len(click.values) != 1:
            raise Refusal("Choose one line of the list.")
        await self._walk(click, (*click.pressed.path[:-1], click.values[0]))

    async def some(self, click: Click) -> None:
        """Several cards from a select."""
        name = click.pressed.path[0] if click.pressed.path else ""
        places = [value for value in click.values if value.isascii() and value.isdigit()]
        if not places or len(places) != len(click.values):
            raise Refusal("Choose at least one card of the list.")
        await self._walk(click, subset_path(name, click.values))

    async def _walk(self, click: Click, path: tuple[str, ...]) -> None:
        session = await self.sessions.look(click.pressed.match)
        seat, ask = self._question(session, click)
        stand = walk(ask, session.game.words, path)
        if stand is None:
            raise Refusal("That cannot be chosen here any more.")
        if not stand.found:
            await self._show_panel(click, session, seat, path=stand.path, keep_picture=True)
            return
        if not click.pressed.sure and self._foolish(session, seat, ask, stand.value):
            picture = hands.KEPT_HAND if _shows_hand(click) else None
            post = hands.sure(session, seat, ask, stand, picture)
            if click.changes:
                await click.answering.update(post, same_picture=picture is not None)
            else:
                await click.answering.reply(post)
            return
        message = click.interaction.message
        in_dm = message is not None and session.seats[seat].hand.message == message.id
        if not in_dm:
            await self._act(click, ask.number, stand.value)
            return
        async with self.delivery.lock(session.id, f"hand:{seat}"):
            await self._act(click, ask.number, stand.value)

    @staticmethod
    def _foolish(session: Session, seat: int, ask: Ask[Any], value: Any) -> bool:
        assert session.table is not None
        view = session.table.view(seat)
        words = session.game.words
        label = words.part(view, ask, words.path(value), session.players)
        return label.style == "grave"

    async def _act(self, click: Click, number: int, value: Any) -> None:
        match = click.pressed.match
        await self.sessions.change(
            match,
            lambda session: session.answer(click.user, number, value),
            interaction=click.id,
        )
        session = await self.sessions.look(match)
        await self._show_panel(click, session, session.my_seat(click.user))

    async def back(self, click: Click) -> None:
        """To the beginning of the question."""
        session = await self.sessions.look(click.pressed.match)
        seat, _ = self._question(session, click)
        await self._show_panel(click, session, seat)

    async def why(self, click: Click) -> None:
        """Where in the turn the question stands, and its rule."""
        session = await self.sessions.look(click.pressed.match)
        seat, ask = self._question(session, click)
        assert session.table is not None
        view = session.table.view(seat)
        where = session.game.words.why(view, ask, boards.said(session))
        note = f"{where} · {ask.cite}" if ask.cite else where
        await self._show_panel(click, session, seat, note=note, keep_picture=True)

    async def passes(self, click: Click) -> None:
        """Pass every window until the player's next turn."""
        match = click.pressed.match
        session = await self.sessions.look(match)
        seat, _ = self._question(session, click)
        async with self.delivery.lock(match, f"hand:{seat}"):
            await self.sessions.change(
                match, lambda s: s.set_passes(click.user, True), interaction=click.id
            )
            session = await self.sessions.look(match)
            note = "You pass every window until your next turn."
            await self._show_panel(click, session, seat, note=note)

    async def order(self, click: Click) -> None:
        """Lay down a card that may be played at any time."""
        match = click.pressed.match
        session = await self.sessions.look(match)
        seat = session.my_seat(click.user)
        table = session.running()
        orders = session.game.orders(table.live.state, seat)
        key = click.values[0] if len(click.values) == 1 else ""
        value = next((o for o in orders if hands.order_key(o) == key), None)
        if value is None:
            raise Refusal("That cannot be laid down any more.")
        async with self.delivery.lock(match, f"hand:{seat}"):
            await self.sessions.change(
                match, lambda s: s.order(click.user, value), interaction=click.id
            )
            session = await self.sessions.look(match)
            await self._show_panel(click, session, seat)

    # -- the board's own buttons

    async def hand(self, click: Click) -> None:
        """My hand: the same panel, for this player alone."""
        match = click.pressed.match
        session = await self.sessions.look(match)
        seat = session.my_seat(click.user)
        session.running()
        post = await hands.hand(session, seat, self.pictures, due_ms=session.due_of(seat))
        await click.answering.reply(post)

    async def pass_window(self, click: Click) -> None:
        """Pass, pressed on the board by anyone who is asked."""
        match = click.pressed.match
        async with self.delivery.lock(match, "board"):
            session = await self.sessions.look(match)
            session.running()
            seat = session.my_seat(click.user)
            ask = session.ask_of(seat)
            numbers = [a.number for a in session.waiting()]
            if click.pressed.number not in numbers or ask is None:
                raise Stale("You have nothing to pass just now.")
            if ask.kind not in session.game.windows:
                raise Stale("That question wants an answer. Press **My hand**.")
            number, value = ask.number, ask.default
            await self.sessions.change(
                match, lambda s: s.answer(click.user, number, value), interaction=click.id
            )
            await self._show_board(click)

    async def _show_board(self, click: Click) -> None:
        """Answer with the board as it is now: the one call such a move costs."""
        session = await self.sessions.look(click.pressed.match)
        post = await self.delivery.board_post(session)
        message = click.interaction.message
        if not click.changes or message is None or not await click.answering.update(post):
            await click.answering.say(DONE)
            return
        at = session.board.at if session.board.message == message.id else self.sessions.now()
        await self.sessions.board_shown(session, message.id, post.key(), at)

    async def _lobby_deed(self, click: Click, deed: Callable[[Session], Any]) -> None:
        match = click.pressed.match
        async with self.delivery.lock(match, "board"):
            await self.sessions.change(match, deed, interaction=click.id)
            await self._show_board(click)

    async def join(self, click: Click) -> None:
        """Sit down, and have one's direct messages tried once."""
        name = click.interaction.user.display_name
        await self._lobby_deed(click, lambda s: s.join(click.user, name))
        session = await self.sessions.look(click.pressed.match)
        seat = session.seat_of(click.user)
        if seat is not None and not await self.delivery.greet(session.id, seat):
            await click.answering.say(boards.DMS_CLOSED)

    async def unjoin(self, click: Click) -> None:
        """Get up."""
        await self._lobby_deed(click, lambda s: s.leave_lobby(click.user))

    async def computer(self, click: Click) -> None:
        """A computer takes the next seat."""
        await self._lobby_deed(click, lambda s: s.add_computer(click.user, "normal"))

    async def start(self, click: Click) -> None:
        """Deal."""
        match = click.pressed.match
        seed = await self.sessions.seed(match)
        await self._lobby_deed(click, lambda s: s.start(click.user, seed))

    async def options(self, click: Click) -> None:
        """The form with the table's options."""
        session = await self.sessions.look(click.pressed.match)
        session.may_set_options(click.user)
        await click.answering.form(lobby_form.make(session))

    async def send_options(self, click: Click) -> None:
        """The form came back."""
        match = click.pressed.match
        session = await self.sessions.look(match)
        data: Any = click.interaction.data or {}
        chosen = lobby_form.read(session.game, session.options, data)
        async with self.delivery.lock(match, "board"):
            await self.sessions.change(
                match,
                lambda s: s.set_options(click.user, chosen.options, chosen.pace),
                interaction=click.id,
            )
            await self._show_board(click)

    async def luck(self, click: Click) -> None:
        """The form for one's own words for the dice."""
        session = await self.sessions.look(click.pressed.match)
        await click.answering.form(lobby_form.make_words(session, session.my_seat(click.user)))

    async def send_luck(self, click: Click) -> None:
        """The words came."""
        data: Any = click.interaction.data or {}
        words = lobby_form.read_words(data)
        await self.sessions.change(
            click.pressed.match, lambda s: s.set_words(click.user, words), interaction=click.id
        )
        await click.answering.say("Your words are mixed into every draw of this match.")

    async def words(self, click: Click) -> None:
        """The board in words."""
        session = await self.sessions.look(click.pressed.match)
        await click.answering.reply(boards.in_words(session, self.pictures))

    async def missed(self, click: Click) -> None:
        """Everything since the player's last action."""
        await click.answering.reply(
            await table_talk.what_happened(self.sessions, click.pressed.match, click.user)
        )

    async def rules(self, click: Click) -> None:
        """The rule of the open question first, then how to look up others."""
        session = await self.sessions.look(click.pressed.match)
        await click.answering.reply(boards.rules(session, click.user))

    async def more(self, click: Click) -> None:
        """What else can be done."""
        session = await self.sessions.look(click.pressed.match)
        await click.answering.reply(boards.more(session, session.seat_of(click.user)))

    async def car(self, click: Click) -> None:
        """One's own car, large."""
        session = await self.sessions.look(click.pressed.match)
        seat = session.my_seat(click.user)
        await click.answering.reply(await boards.car(session, seat, self.pictures))

    async def whycomputer(self, click: Click) -> None:
        """Why a computer seat played what it played last."""
        await click.answering.reply(
            await table_talk.why_computer(self.sessions, click.pressed.match)
        )

    async def undo(self, click: Click) -> None:
        """Take the last answer back, or ask the table."""
        sentence = await table_talk.undo(self.sessions, click.pressed.match, click.user, click.id)
        await click.answering.say(sentence)

    async def leave(self, click: Click) -> None:
        """Hand the seat to the computer."""
        sentence = await table_talk.leave(self.sessions, click.pressed.match, click.user, click.id)
        await click.answering.say(sentence)

    async def end(self, click: Click) -> None:
        """Ask the table to end the match."""
        sentence = await table_talk.ask_to_end(
            self.sessions, click.pressed.match, click.user, click.id
        )
        await click.answering.say(sentence)

    async def agree(self, click: Click) -> None:
        """Agree to the open vote."""
        async with self.delivery.lock(click.pressed.match, "board"):
            await table_talk.agree(self.sessions, click.pressed.match, click.user, click.id)
            await self._show_board(click)

    async def refuse(self, click: Click) -> None:
        """Say no to the open vote."""
        await self._lobby_deed(click, lambda s: s.refuse(click.user))

    async def again(self, click: Click) -> None:
        """A new table with the same seats."""
        old = await self.sessions.look(click.pressed.match)
        name = click.interaction.user.display_name
        session = await table_talk.again(self.sessions, old, click.user, name, click.id)
        await self.delivery.board(session.id)
        await click.answering.say("A new table is open: press Start when everyone is ready.")

    async def verify(self, click: Click) -> None:
        """Deal the whole match again and compare."""
        await click.answering.reply(await verify_post(self.sessions, click.pressed.match))


def _shows_hand(click: Click) -> bool:
    """Whether the message that was clicked has the hand's picture, which an edit can keep."""
    message = click.interaction.message
    if message is None or not click.changes:
        return False
    return any(a.filename == HAND for a in message.attachments)


def _is_of(interaction: discord.Interaction, match: str) -> bool:
    """Whether the message that was clicked is one of that table's."""
    message = interaction.message
    if message is None:
        return False
    ids = [getattr(part, "custom_id", None) for part in _parts(message.components)]
    others = [custom_ids.read(each) for each in ids if each]
    return all(other is not None and other.match == match for other in others)


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))


def _may_change(interaction: discord.Interaction, pressed: Pressed) -> bool:
    """Whether the answer changes the message: a panel only where its player alone sees it."""
    message = interaction.message
    if message is None or not _is_of(interaction, pressed.match):
        return False
    private = interaction.guild_id is None or message.flags.ephemeral
    return pressed.verb in (ON_PANEL if private else ON_BOARD)


_HANDLERS: Final[dict[str, Handler]] = {
    "pick": Clicks.pick,
    "choose": Clicks.choose,
    "some": Clicks.some,
    "back": Clicks.back,
    "why": Clicks.why,
    "passes": Clicks.passes,
    "order": Clicks.order,
    "hand": Clicks.hand,
    "respond": Clicks.hand,
    "pass": Clicks.pass_window,
    "join": Clicks.join,
    "unjoin": Clicks.unjoin,
    "computer": Clicks.computer,
    "start": Clicks.start,
    "options": Clicks.options,
    "luck": Clicks.luck,
    "words": Clicks.words,
    "missed": Clicks.missed,
    "rules": Clicks.rules,
    "more": Clicks.more,
    "car": Clicks.car,
    "whycomputer": Clicks.whycomputer,
    "undo": Clicks.undo,
    "leave": Clicks.leave,
    "end": Clicks.end,
    "agree": Clicks.agree,
    "refuse": Clicks.refuse,
    "again": Clicks.again,
    "verify": Clicks.verify,
}

_FORMS: Final[dict[str, Handler]] = {
    "options": Clicks.send_options,
    "luck": Clicks.send_luck,
}
