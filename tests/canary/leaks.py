"""Leaks put into the product on purpose, to show that the canary notices them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import pytest
import structlog

from bot.delivery import discord_calls, ringing, threads
from bot.delivery.answering import Answering
from bot.delivery.click import Click
from bot.delivery.delivery import Delivery
from bot.delivery.panels import Panel, Panels
from bot.delivery.reposts import Reposts
from bot.match.match import Match
from bot.posts import boards, choosing, hands
from bot.posts.posts import Post
from bot.presses import commands, table_talk
from bot.presses.board_clicks import BoardClicks
from bot.presses.hand_clicks import HandClicks
from bot.tables.sight import Lifts, NotYet
from games.engine.errors import NotYourSeat
from games.engine.players import Player
from games.engine.table import Emitted, Table
from tests.canary.scenes import CARDS, MINI, NASCARDS, SIXTH, WAR
from tests.canary.watch import DOWN, FORGE, LOOK, SECRET

ALL: Final = (CARDS, MINI, NASCARDS, WAR)
EVERY: Final = (*ALL, SIXTH)
"""With the game that hides only standing rules, and what is built until all have built."""
log = structlog.get_logger(__name__)
Patch = Callable[[pytest.MonkeyPatch], None]


def names(table: Table[Any]) -> list[str]:
    """The cards or the parts that seat 0 alone knows of, by name."""
    game, view = table.game, table.view(0)
    if game.name == SIXTH:
        return [str(view.cars[0].standing)]
    if game.name == MINI:
        return [str(car.sheet) for car in view.cars if car.owner == 0]
    titles = {topic.card: topic.title for topic in game.words.cards()}
    return [titles.get(card, str(card)) for card in view.hand]


def built(table: Table[Any]) -> list[str]:
    """What seat 0 calls the vehicles that it has built at home, of Mini Car Wars."""
    return [car.called for car in table.view(0).vehicles if car.owner == 0]


def _one(table: Table[Any]) -> str:
    """One of them."""
    return "".join(names(table)[:1])[:500]


def number(table: Table[Any]) -> int:
    """A small number that hangs on them."""
    return sum(map(ord, "".join(names(table)))) % 97


def odd(table: Table[Any]) -> int:
    """Whether that is odd."""
    return number(table) % 2


@dataclass(frozen=True)
class Leak:
    """One fault: how it is put in, where it must be found, and by which twin."""

    name: str
    put: Patch
    steps: tuple[str, ...] = ()
    """Steps after the beginning that it takes to notice it."""
    games: Sequence[str] = ALL
    tells: Callable[[Table[Any]], Any] = names
    """What the leak tells of a table: the twin must differ in it."""
    moment: str = ""
    """Kind of the question at which it shows in a game that puts it, where any will not do."""
    action: str = ""
    """What has to be done in secret for it; empty where it tells what was dealt."""


def on_board(change: Callable[[Post, Table[Any]], Post]) -> Patch:
    """A fault in the board's post, which a careless hand makes of the whole table."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        honest = boards.undrawn

        def board(match: Match, *rest: Any) -> Post:
            post = honest(match, *rest)
            return change(post, match.running()) if match.status == "live" else post

        monkeypatch.setattr(boards, "undrawn", board)

    return put


def replace(post: Post, **changes: Any) -> Post:
    """A post with changes."""
    return msgspec.structs.replace(post, **changes)


def _picture(post: Post, **changes: Any) -> Post:
    assert post.picture is not None
    return replace(post, picture=msgspec.structs.replace(post.picture, **changes))


def _hand_by_names(post: Post, table: Table[Any]) -> Post:
    return replace(post, body=(*post.body, f"-# {', '.join(names(table))}"[:900]))


def _builds_by_name(post: Post, table: Table[Any]) -> Post:
    return replace(post, body=(*post.body, f"-# {', '.join(built(table))}"))


def _alt_with_a_card(post: Post, table: Table[Any]) -> Post:
    assert post.picture is not None
    draw, card = post.picture.draw, _one(table)
    assert draw is not None

    def told() -> tuple[bytes, str]:
        data, alt_text = draw()
        return data, f"{card} {alt_text}"[:1000]

    return _picture(post, draw=told)


def _file_name(post: Post, table: Table[Any]) -> Post:
    return _picture(post, name=f"board{number(table)}.png")


def _custom_id(post: Post, table: Table[Any]) -> Post:
    *rows, last = post.rows
    assert isinstance(last, tuple)
    first = last[0]
    marked = msgspec.structs.replace(first, custom_id=f"{first.custom_id}:{number(table)}")
    return replace(post, rows=(*rows, (marked, *last[1:])))


def _accent(post: Post, table: Table[Any]) -> Post:
    return replace(post, accent=number(table))


def _disabled(post: Post, table: Table[Any]) -> Post:
    *rows, last = post.rows
    assert isinstance(last, tuple)
    grey = msgspec.structs.replace(last[-1], disabled=bool(odd(table)))
    return replace(post, rows=(*rows, (*last[:-1], grey)))


def _logged(post: Post, table: Table[Any]) -> Post:
    log.info("the board is made", hand=names(table))
    return post


def _extra_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is edited twice where seat 0 holds something."""
    honest = Delivery.lift

    async def show(self: Delivery, match_id: str, lifts: Lifts, *, unsure: bool = False) -> None:
        await honest(self, match_id, lifts, unsure=unsure)
        match = await self._matches.look(match_id)
        if match.status == "live" and odd(match.running()):
            post = await self.board_post(match)
            await discord_calls.edit(self._client, match.channel_id, match.board.message, post)

    monkeypatch.setattr(Delivery, "lift", show)


def _edit_at_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass answers with the board: everybody sees that somebody has passed."""

    async def pass_window(self: BoardClicks, click: Click) -> None:
        match_id = click.pressed.match_id
        async with self.delivery.lock(match_id, "board"):
            match = await self.matches.look(match_id)
            ask = match.ask_of(match.my_seat(click.user))
            assert ask is not None
            value = ask.default
            await self.matches.change(match_id, lambda s: s.answer(click.user, ask.number, value))
            await self._show_board(click)

    monkeypatch.setattr(BoardClicks, "on_pass", pass_window)


def _hand_key_of_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hand is edited when somebody has answered."""
    honest = hands.hand_key

    def hand_key(match: Match, seat: int) -> str:
        left = len(match.table.asks) if match.table is not None else 0
        return f"{honest(match, seat)}{left}"

    monkeypatch.setattr(hands, "hand_key", hand_key)


def _option_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others' buttons stand in an order that hangs on the hand of seat 0."""
    honest = choosing.choice_rows

    def rows(match: Match, seat: int, *rest: Any, opened: bool) -> list[Any]:
        out = honest(match, seat, *rest, opened=opened)
        return out[::-1] if seat and odd(match.running()) else out

    monkeypatch.setattr(hands, "choice_rows", rows)


def _completion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which card comes first when a card's name is typed hangs on what seat 0 holds."""
    honest = commands.COMPLETIONS["card"]["name"]

    async def choices(interaction: Any, typed: str) -> list[Any]:
        out = await honest(interaction, typed)
        match_id = await interaction.client.store.open_match_in(interaction.channel_id)
        table = (await interaction.client.matches.look(match_id)).running()
        return out[::-1] if odd(table) else out

    monkeypatch.setitem(commands.COMPLETIONS["card"], "name", choices)


def _refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses on another's question reads what that one holds."""
    honest = HandClicks._question

    async def question(self: HandClicks, click: Click) -> Any:
        try:
            return await honest(self, click)
        except NotYourSeat as error:
            table = (await click.look()).running()
            raise NotYourSeat(f"{error} It is about {names(table)}."[:900]) from error

    monkeypatch.setattr(HandClicks, "_question", question)


def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board in words tells a rival's hand or sheet."""
    honest = boards.in_words

    def in_words(match: Match, *rest: Any) -> Post:
        post = honest(match, *rest)
        return replace(post, body=(str(names(match.running()))[:900], *post.body))

    monkeypatch.setattr(boards, "in_words", in_words)


def _status_with_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """/table status tells what everybody plans."""
    honest = boards.status

    def status(match: Match, now: int) -> Post:
        post = honest(match, now)
        return replace(post, body=(*post.body, *(str(seat.plan)[:200] for seat in match.seats)))

    monkeypatch.setattr(boards, "status", status)


def _past_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened tells what was told to others alone."""
    honest = table_talk.what_happened

    async def what_happened(*rest: Any) -> Post:
        with pytest.MonkeyPatch.context() as inside:
            inside.setattr(Emitted, "reaches", lambda self, seat: True)
            return await honest(*rest)

    monkeypatch.setattr(BoardClicks, "on_missed", staticmethod(what_happened))


def _answered_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """/table status tells who has answered already."""
    monkeypatch.setattr(Match, "waiting", lambda self: self.table.asks if self.table else ())


def notice(text: Callable[[Table[Any]], str], silent: Callable[[Table[Any]], bool]) -> Patch:
    """Whenever the hand of seat 0 is shown, a notice with that text calls its player, if there is
    any text; it rings, or does not."""

    def put(monkeypatch: pytest.MonkeyPatch) -> None:
        honest: Any = Delivery.hand

        async def hand(self: Delivery, match_id: str, seat: int, *rest: Any, **how: Any) -> Any:
            shown = await honest(self, match_id, seat, *rest, **how)
            match = await self._matches.look(match_id)
            if seat == 0 and match.status == "live" and (said := text(match.running())):
                place = self._client.get_partial_messageable(match.seats[0].hand.channel)
                await place.send(said[:150], silent=silent(match.running()))
            return shown

        monkeypatch.setattr(Delivery, "hand", hand)

    return put


def _loud(table: Table[Any]) -> bool:
    return False


def _when_it_comes_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """A buried board waits where seat 0 holds something."""
    honest = Reposts._comes_down

    def comes_down(self: Reposts, match: Match, board: str) -> bool:
        if odd(match.running()):
            raise NotYet(self._matches.now() + 60_000)
        return honest(self, match, board)

    monkeypatch.setattr(Reposts, "_comes_down", comes_down)


def _on_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign that leads to the table's thread tells something of a hand."""
    honest = boards.sign

    def sign(match: Match) -> Post:
        post = honest(match)
        return replace(post, body=(*post.body, f"-# {number(match.running())}"))

    monkeypatch.setattr(boards, "sign", sign)
    monkeypatch.setattr(threads, "SIGN_MS", 0)


def _in_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is called in the channel, and everybody else, reads something of a hand there."""
    honest = ringing.call_post

    def call_post(match: Match, *rest: Any) -> Post:
        post = honest(match, *rest)
        return replace(post, ring=f"{post.ring} {number(match.running())}")

    monkeypatch.setattr(ringing, "call_post", call_post)


def _panel_of_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A private hand belongs to the seat: it follows whoever sits there next."""
    kept: dict[tuple[str, int], Panel] = {}
    honest, follows = Panels.open, Panels.follow

    async def shown(self: Panels, answering: Answering, match: Match, seat: int) -> None:
        await honest(self, answering, match, seat)
        panel = self.of((match.id, answering.interaction.user.id))
        assert panel is not None
        kept[match.id, seat] = panel

    async def follow(self: Panels, match_id: str, seat: int) -> int:
        user = (await self._matches.look(match_id)).seats[seat].user_id
        if user is not None and (match_id, seat) in kept:
            self._panels[match_id, user] = kept[match_id, seat]
        return await follows(self, match_id, seat)

    monkeypatch.setattr(Panels, "open", shown)
    monkeypatch.setattr(Panels, "follow", follow)


def hand_of_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looked at a hand in the channel goes on seeing what the seat holds, whoever has it."""
    first: dict[tuple[str, int], Panel] = {}
    honest, follows = Panels.open, Panels.follow

    async def shown(self: Panels, answering: Answering, match: Match, seat: int) -> None:
        await honest(self, answering, match, seat)
        panel = self.of((match.id, answering.interaction.user.id))
        assert panel is not None
        first.setdefault((match.id, seat), panel)

    async def follow(self: Panels, match_id: str, seat: int) -> int:
        if (panel := first.get((match_id, seat))) is not None:
            post = await self._post(await self._matches.look(match_id), seat)
            await discord_calls.update(panel.interaction, post)
        return await follows(self, match_id, seat)

    monkeypatch.setattr(Panels, "open", shown)
    monkeypatch.setattr(Panels, "follow", follow)


def own_words(table: Table[Any], seat: int) -> str:
    """How a seat's own question is put, by what that seat sees."""
    ask, words = table.ask_of(seat), table.game.words
    if ask is None:
        return ""
    view, players = table.view(seat), [Player("Somebody") for _ in range(7)]
    return f"{words.prompt(view, ask, players)} {words.hand_title(view, ask, players)}"


def notice_by_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice is headed as the seat's own view has it."""
    honest = ringing._what

    def what(match: Match, seat: int | None) -> str:
        return honest(match, seat) if seat is None else own_words(match.running(), seat)

    monkeypatch.setattr(ringing, "_what", what)


def _former_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who played a seat before is at the table as its player is."""
    honest = Match.seat_of

    def seat_of(self: Match, user_id: int) -> int | None:
        seat = honest(self, user_id)
        before = (guest.seat for guest in self.guests_of("played") if guest.user_id == user_id)
        return next(before, None) if seat is None else seat

    monkeypatch.setattr(Match, "seat_of", seat_of)


MOVING: Final = (
    Leak("when a board comes down", _when_it_comes_down, (DOWN,), (NASCARDS,), odd),
    Leak("a board in a thread of its own", on_board(_hand_by_names), (), (CARDS,)),
    Leak("a sign", _on_sign, (), (CARDS,), number),
    Leak("a call in the channel", _in_a_call, (DOWN,), (NASCARDS,), number),
)
"""Leaks where boards move, at tables where they do."""
CHANGED: Final = (
    Leak("a private hand that follows the seat", _panel_of_a_seat, (), (CARDS, NASCARDS)),
    Leak("a former player looks", _former_player, (LOOK,), (MINI, WAR)),
)
"""Leaks to who played a seat before, at tables where one has changed its player."""
LEAKS: Final = (
    Leak("the board lists a hand by names", on_board(_hand_by_names), games=EVERY),
    Leak(
        "an alt text with one card too many",
        on_board(_alt_with_a_card),
        tells=_one,
    ),
    Leak("a file's name", on_board(_file_name), tells=number),
    Leak("a custom id", on_board(_custom_id), tells=number),
    Leak("a colour", on_board(_accent), tells=number),
    Leak("a button that is grey", on_board(_disabled), tells=odd),
    Leak("a line of the log", on_board(_logged)),
    Leak("one edit more where somebody holds something", _extra_edit, tells=odd),
    Leak("the order of options", _option_order, tells=odd),
    Leak("the order of a completion", _completion, (LOOK,), tells=odd),
    Leak("a refusal", _refusal, (FORGE,)),
    Leak("the board in words", _words, (LOOK,)),
    Leak(
        "what happened to others alone",
        _past_to_all,
        (LOOK,),
        games=(CARDS, NASCARDS, WAR),
        moment="opening",
    ),
    Leak("a plan", _status_with_plans, (SECRET, "a look after that"), games=(MINI,), action="plan"),
    Leak("an edit at Pass", _edit_at_pass, (SECRET,), games=(CARDS,), action="pass on the board"),
    Leak("hands edited at an answer", _hand_key_of_answers, (SECRET,), EVERY, action="answer"),
    Leak("a notice that names a card", notice(_one, _loud), tells=_one),
    Leak(
        "a notice more where its player holds something",
        notice(lambda table: "Your move." * odd(table), _loud),
        tells=odd,
    ),
    Leak(
        "a notice that rings by what its player holds",
        notice(lambda table: "Your move.", lambda table: bool(odd(table))),
        tells=odd,
    ),
    Leak(
        "who has answered",
        _answered_is_told,
        (SECRET, "a look after that"),
        EVERY,
        action="answer",
    ),
    Leak(
        "what a build is called before it is shown",
        on_board(_builds_by_name),
        games=(MINI,),
        tells=built,
        moment="vehicle",
    ),
)
