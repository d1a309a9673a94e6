"""A match as it stands: its fields, what they say, and how a move of it is noted.

What happens at a table (`bot.match.calls`, `resting`, `stuck` …) is done to a `MatchState`; what
players do is the methods of `bot.match.match.Match`, which is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec

from bot.match import drivers
from bot.match.drivers import Line
from bot.match.faults import Fault, fault_of
from bot.match.marks import mark_of
from bot.match.seats import (
    Call,
    Guest,
    GuestKind,
    Held,
    Move,
    MoveKind,
    Seat,
    Shown,
    Stretch,
    Stuck,
)
from bot.match.votes import OFFERED, Vote
from bot.words import say
from games.engine import talk
from games.engine.ask import Ask
from games.engine.errors import Refusal, RuleFailed, Stale
from games.engine.fair import LoggedChance, LoggedDraw
from games.engine.game import Game
from games.engine.players import Player
from games.engine.table import Emitted, Table

Status = Literal["lobby", "live", "finished", "ended"]
Pace = Literal["live", "post"]
Taking = Literal["free", "ask", "no"]
Thread = Literal["", "wanted", "own"]
"""A thread of the table's own: none, one from the start on, or the one that it is in."""
TURN_SECONDS: Final[dict[str, int]] = {"live": 180, "post": 24 * 3600}
"""How long a player has for a question of his own turn or an attack on him, by pace."""
BUILDING: Final = 5
"""So many times a turn's clock is given where a player may first build what to bring."""
WINDOW_SECONDS_BY_POST: Final = 8 * 3600
HURRIED_SECONDS: Final = 5
"""How long a window lasts at a table that has agreed to play faster."""
NEWS_KEPT: Final = 96
"""Public events kept for them: not every event is worth a line."""
TURNS_KEPT: Final = 12
BARRED: Final = say("guests.the_host_asked")
TURNED_AWAY: Final = say("guests.you_were_turned_away")


def newest(news: list[tuple[int, Emitted]]) -> list[tuple[int, Emitted]]:
    """What is kept of events: the last public ones, and those of single seats since the first of
    these. How many are kept of one seat's own shows nobody else that there are any."""
    public = [place for place, (_, told) in enumerate(news) if told.seats is None]
    return news[public[-NEWS_KEPT] :] if len(public) > NEWS_KEPT else news


class MatchState(msgspec.Struct, kw_only=True):
    """One match. Fields are what the store keeps, and the live table."""

    id: str
    game: Game[Any]
    guild_id: int
    channel_id: int
    parent_id: int = 0
    """The channel of the thread that the table is in; 0 when it is in a channel itself."""
    thread: Thread = ""
    host_id: int
    status: Status = "lobby"
    options: Any = None
    pace: Pace = "live"
    hurried: bool = False
    """The table has agreed to play faster: its windows are `HURRIED_SECONDS` long."""
    poker_faces: bool = False
    """The table answers no secret question by itself: everybody is asked, and no answer waits."""
    room: int = 0
    """How many seats the host has asked for; 0: as many as the options allow."""
    commitment: str = ""
    words: str = ""
    """All players' words, as they are mixed into every draw."""
    starts: int = 0
    """How often Start was pressed: each time has a sealing message of its own."""
    sealing: bool = False
    """Start was pressed: what is dealt waits for the id of the sealing message."""
    seal_message: int = 0
    """Id of the message that shows the seal, which goes into every draw; 0 before the start, and in
    matches that began before there was one."""
    rules_version: int = 0
    """Version of the rules that the match began under; 0: not known."""
    drawn: int = 0
    """Draws that have been noted with their moves."""
    undos: int = 0
    """How often a player has taken something back, alone or by the table's vote."""
    digest: str = ""
    """Of all draws (`games.engine.fair.digest`), once the match is over."""
    level: str = "normal"
    """Level of the computer seats that are added."""
    seats: list[Seat] = []
    table: Table[Any] | None = None
    news: list[tuple[int, Emitted]] = []
    """The last public events with the numbers of the moves they came of, the newest last, and
    between them those that reach some seats alone."""
    turns: list[tuple[int, int]] = []
    """The last turns that have begun: the move each began with, and its number."""
    alone: Stretch | None = None
    """The last stretch that computers have played among themselves, perhaps to this moment."""
    said: list[Line] = []
    """What the drivers of computer seats have said, the oldest first."""
    quiet: int = 0
    """Turns that have begun since one of them spoke."""
    last_move: int = 0
    moves: list[Move] = []
    """Made since the last commit."""
    vote: Vote | None = None
    votes: int = 0
    """How many there have been."""
    board: Shown = Shown()
    created_at: int = 0
    """ms."""
    closes_at: int = 0
    """When the lobby closes itself, or a table that stands still is a draw, in ms."""
    due: dict[int, int] = {}
    """When the clock of a question runs out, in ms, by question number."""
    closed: dict[int, int] = {}
    """The same of questions that are answered while others asked with them are not."""
    rings: dict[int, tuple[int, ...]] = {}
    """When a question's player is to be called, in ms; () once that has been done."""
    called: dict[int, Call] = {}
    """Calls that stand, by question number; a negative one is for no question."""
    calls: list[int] = []
    """Seats whose calls have changed since the last commit."""
    resting: str = ""
    """Why the table rests (`bot.match.resting`); empty while it does not."""
    rests_at: int = 0
    """When it falls asleep, or ends while it rests, in ms."""
    pressed_at: int = 0
    """When one of its people pressed something, as far as that is noted, in ms; 0: now."""
    reminded: int = 0
    """The last question of which somebody who plays alone is reminded, or has been."""
    sealed_in: tuple[int, int] = (0, 0)
    """Server and channel of the sealing message, once the table has moved to another channel."""
    takes_channel: bool = False
    """The next commit gives it its channel, for itself."""
    now: int = 0
    """The time of the present change, in ms; set by who changes the match."""
    floor_ms: int = 0
    """How long a secret window stays open at least; set by who loads the match."""
    rng_for: Callable[[int], random.Random] = lambda number: random.SystemRandom()
    """What the wait of an answer to that question is drawn from; never the match's dice."""
    opened: tuple[int, int] = (0, 0)
    """The first of the present questions, and when they were put, in ms."""
    took: dict[str, list[int]] = {}
    """How long players took for secret questions, in ms, by seat and kind, the newest last."""
    lost: bool = False
    """It has lost its channel since the last commit, and its people are to be told."""
    notice: str = ""
    """A line of the house for everyone, until the next answer of a person. {2} stands for the name
    at seat 2 (`bot.posts.naming.notice`): what is kept here is not searched when somebody wants to
    be forgotten."""
    undone: str = ""
    """What the table has just taken back, until the next news; names as in `notice`."""
    more: bool = False
    """There are answers yet that have been given ahead."""
    stuck: Stuck | None = None
    """Where the rules raised, whatever was answered."""
    faults: list[Fault] = []
    """What went wrong since they were last logged."""
    forgotten: int = 0
    """How many of the last stored moves have gone, since the last commit."""
    taking: Taking = "ask"
    """Who may take a computer's seat while the match runs: anyone, who is let in, or nobody."""
    guests: tuple[Guest, ...] = ()
    """Who has to do with the match beside its seats (`bot.match.guests`)."""
    stored_guests: tuple[Guest, ...] = ()
    """The same as the store has it."""
    tell: list[tuple[str, bytes]] = []
    """What else is to be told, as targets and payloads of the outbox, since the last commit."""
    made: dict[str, Any] | None = {}
    """What posts have been made of the match as it stands, by name; None while it is being changed,
    when nothing is kept. `bot.tables.stored` empties it with every change."""

    # -- who is who

    @property
    def places(self) -> int:
        """How many can sit down."""
        return self.room or self.game.room(self.options)[1]

    @property
    def players(self) -> list[Player]:
        """The seats as words and pictures show them."""
        return [Player(seat.name, seat.computer) for seat in self.seats]

    def driver_of(self, number: int) -> str:
        """The driver's name of a computer's seat; "" for a seat that is a person's."""
        seat = self.seats[number]
        return "" if seat.user_id is not None else seat.name

    def seat_of(self, user_id: int) -> int | None:
        """The number of that user's seat, or None."""
        for number, seat in enumerate(self.seats):
            if seat.user_id == user_id:
                return number
        return None

    def people(self) -> list[int]:
        """Numbers of the seats that people play now."""
        return [n for n, seat in enumerate(self.seats) if seat.user_id and not seat.computer]

    def my_seat(self, user_id: int) -> int:
        """The seat of a user; raises `Refusal` for somebody who is not at the table."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal(self._not_here(user_id))
        return seat

    def my_seat_in_play(self, user_id: int) -> int:
        """The same while the match runs; raises `Refusal` also for somebody who has left it for
        good, and `Stale` before its start and after its end."""
        self.running()
        seat = self.my_seat(user_id)
        if self.has_left(seat):
            raise Refusal(say("match.you_have_left"))
        return seat

    def has_left(self, seat: int) -> bool:
        """Whether the player of that seat has left the match for good."""
        return self.table is not None and self.game.has_left(self.table.context.state, seat)

    def is_out(self, seat: int) -> bool:
        """Whether everybody sees that the player of that seat is asked nothing more for now."""
        return self.table is not None and self.game.is_out(self.table.context.state, seat)

    def out(self) -> tuple[int, ...]:
        """The seats that play no more for now."""
        return tuple(seat for seat in range(len(self.seats)) if self.is_out(seat))

    @property
    def unattended(self) -> bool:
        """Whether only computers play, until a part of the match begins for its people again."""
        people = self.people() if self.status == "live" else []
        return bool(people) and all(map(self.is_out, people))

    @property
    def in_play(self) -> Table[Any] | None:
        """The live table; None before the start and after the end."""
        return self.table if self.status == "live" else None

    def running(self) -> Table[Any]:
        """The live table; raises `Stale` before the start and after the end."""
        if self.status in ("finished", "ended"):
            raise Stale(say("match.this_match_is_over"))
        if self.table is None:
            raise Stale(say("match.this_match_has_not"))
        return self.table

    def running_or_over(self) -> Table[Any]:
        """The table, also after the end; raises `Stale` before the start."""
        if self.table is None:
            raise Stale(say("match.this_match_has_not"))
        return self.table

    def view(self, seat: int | None) -> Any:
        """What a seat sees of the table, or a spectator (None), also after the end; only to be
        read. Raises `Stale` before the start."""
        return self.running_or_over().view(seat)

    # -- its guests (`bot.match.guests`)

    def guests_of(self, kind: GuestKind) -> list[Guest]:
        """All guests of a kind, the longest there first."""
        return [guest for guest in self.guests if guest.kind == kind]

    def guest(self, kind: GuestKind, user_id: int) -> Guest | None:
        """That user as a guest of a kind."""
        return next((guest for guest in self.guests_of(kind) if guest.user_id == user_id), None)

    def knows(self, user_id: int) -> int | None:
        """The seat whose hand that user has seen when it was his; None when he has seen none."""
        mark = mark_of(self.id, user_id)
        for guest in self.guests:
            if (guest.kind, guest.user_id) in (("played", user_id), ("mark", mark)):
                return guest.seat
        return None

    def takeable(self) -> list[int]:
        """The seats that a computer plays now and that somebody can still play."""
        if self.in_play is None or self.taking == "no":
            return []
        seats = enumerate(self.seats)
        return [n for n, seat in seats if seat.computer and not self.has_left(n)]

    def why_not(self, user_id: int, number: int) -> str:
        """Why this user may not play a computer's seat that others may play; empty where he may."""
        if self.guest("barred", user_id):
            return TURNED_AWAY
        return "" if self.knows(user_id) in (None, number) else say("guests.you_have_seen_another")

    def _not_here(self, user_id: int) -> str:
        """What somebody is told who has no seat at this table."""
        if self.guest("barred", user_id) and self.status == "lobby":
            return BARRED
        seat = self.knows(user_id)
        if seat is not None and self.seats[seat].user_id:
            return say("guests.somebody_else_has_your_seat")
        reasons = [self.why_not(user_id, number) for number in self.takeable()]
        if "" in reasons:
            return say("guests.you_are_not_playing")
        if reasons:
            return reasons[0]
        return say("guests.you_are_not_playing_at_this_table")

    # -- its moves

    def loaded(self, table: Table[Any]) -> None:
        """Take a table that was played before: what it has drawn so far is stored."""
        self.table = table
        self.drawn = table.context.chance.draws

    def _fresh_draws(self) -> tuple[LoggedDraw, ...]:
        """The draws taken since the last move was noted."""
        assert self.table is not None
        chance = self.table.context.chance
        assert isinstance(chance, LoggedChance)
        fresh = chance.logged(self.drawn)
        chance.forget()
        self.drawn = chance.draws
        return fresh

    def give(self, kind: MoveKind, seat: int, number: int, answer: Any) -> list[Emitted]:
        """Give an answer to the table and note it. Raises what `Table.answer` does and
        `RuleFailed`, having changed nothing."""
        table = self.running()
        first = table.first_number
        held = self.seats[seat].held
        out = self.out() if self.unattended else None
        asked = table.asked
        emitted = table.answer(seat, number, answer, safe=True)
        self._note(seat, kind, number, answer, emitted, new=table.first_number != first)
        if table.asked is not asked:
            # Before, nobody learns who of those who are asked has answered.
            for ask in asked:
                self.seats[ask.seat].shown = self.last_move
        if out is not None:
            self._stretch(out)
        if held is not None and held.number == number:
            self.seats[seat].held = None
            self.moves[-1].press = held.press if kind == "answer" else 0
        return emitted

    def _begun(self, news: Sequence[tuple[int, Emitted]]) -> list[tuple[int, int]]:
        """The turns that begin with public events: their moves, and their numbers."""
        turns = ((at, talk.turn(self.game, told.event)) for at, told in news)
        return [(at, number) for at, number in turns if number]

    def _stretch(self, out: tuple[int, ...]) -> None:
        """The last move was made by computers among themselves, when those seats were out."""
        known, at = self.alone, self.last_move
        if known is None or known.last != at - 1:
            known = Stretch(at, at, out)
        self.alone = Stretch(known.first, at, known.out)

    def failed(self, error: BaseException) -> str:
        """Note a fault, to be logged; returns its id."""
        fault = fault_of(self.id, error)
        if fault.id not in [known.id for known in self.faults]:
            self.faults.append(fault)
        return fault.id

    def _present(self, number: int) -> None:
        seat = self.seats[number]
        seat.missed = seat.lapsed = 0
        if seat.user_id is not None and seat.computer:
            seat.computer = ""
            self._plays_no_more(number)

    def _plays_no_more(self, number: int) -> None:
        """What was told of who plays a seat holds no more: somebody else plays it now."""
        if f"{{{number}}}" in self.notice:
            self.notice = ""
        if f"{{{number}}}" in self.undone:
            self.undone = ""

    def _note(
        self,
        seat: int,
        kind: MoveKind,
        number: int,
        value: Any,
        emitted: list[Emitted],
        *,
        new: bool = True,
    ) -> None:
        self.last_move += 1
        draws = self._fresh_draws()
        self.moves.append(Move(seat, kind, number, value, emitted, checkpoint=new, draws=draws))
        public = [(self.last_move, each) for each in emitted if each.seats is None]
        self.news = newest([*self.news, *((self.last_move, each) for each in emitted)])
        self.turns = [*self.turns, *self._begun(public)][-TURNS_KEPT:]
        if not all(self.game.is_quiet(told.event) for _, told in public):
            self.undone = ""
        events = (told.event for _, told in public)
        names = [self.driver_of(number) for number in range(len(self.seats))]
        drivers.heard(self, self.game, self.last_move, events, names)
        if kind == "answer":
            self.seats[seat].seen = self.last_move
            self.seats[seat].given = None
            if self.running_or_over().first_number > number:
                # Not within a window: that somebody has answered in it must not show.
                self.notice = ""
        if self.vote is not None and self.vote.kind == "undo":
            # Play has gone on: agreeing now would take back more than was asked.
            self.vote = None
        if self.table is not None and self.table.result is not None:
            self.status = "finished"
            self.vote = None
            self.notice = ""
        if self.stuck is not None and self.running_or_over().first_number != self.stuck.at:
            self.stuck = None
            if self.vote is not None and self.vote.asked_by == OFFERED:
                self.vote = None

    @property
    def stands_still(self) -> bool:
        """Whether the rules raise, whatever is answered: nothing is done by itself then."""
        if self.stuck is None or (table := self.in_play) is None:
            return False
        return self.stuck.still and table.first_number == self.stuck.at

    def forget(self, count: int) -> None:
        """The last moves go, as the table goes back to its checkpoint."""
        unsaved = min(count, len(self.moves))
        del self.moves[len(self.moves) - unsaved :]
        self.last_move -= unsaved
        self.forgotten += count - unsaved
        self.news = [(at, told) for at, told in self.news if at <= self.last_move]
        drivers.forget(self, self.last_move)
        for seat in self.seats:
            seat.seen = min(seat.seen, self.last_move)
            seat.shown = min(seat.shown, self.last_move)
        if self.alone is not None and self.alone.last > self.last_move:
            self.alone = None
        self.turns = [each for each in self.turns if each[0] <= self.last_move]

    def is_away(self, user_id: int) -> bool:
        """Whether the computer plays for a person, or windows of his have run out since he pressed
        anything."""
        number = self.seat_of(user_id)
        if number is None or self.status != "live":
            return False
        return bool(self.seats[number].computer) or self.seats[number].lapsed > 0

    def take_seat_back(self, user_id: int) -> None:
        """A person who was away plays again."""
        number = self.seat_of(user_id)
        if number is not None and self.is_away(user_id) and not self.has_left(number):
            self._present(number)

    def leave_again(self, left: Sequence[int]) -> None:
        """Lay down the orders to leave of these seats, after the table went back behind them."""
        table = self.running()
        for number in left:
            order = self.game.leave_order(table.context.state, number)
            if order is None:
                continue
            try:
                self._note(number, "order", 0, order, table.order(number, order, safe=True))
            except RuleFailed as error:
                self.failed(error)

    def waiting(self) -> Sequence[Ask[Any]]:
        """Everyone who is asked now: public, whoever has answered already."""
        return () if (table := self.in_play) is None else table.asked

    def ask_of(self, seat: int) -> Ask[Any] | None:
        """The question that is put to that seat: not one whose answer waits."""
        ask = None if (table := self.in_play) is None else table.ask_of(seat)
        return None if ask is None or self.held(ask) is not None else ask

    def held(self, ask: Ask[Any]) -> Held | None:
        """The answer to an open question that waits."""
        held = self.seats[ask.seat].held
        return held if held is not None and held.number == ask.number else None

    def builds(self, ask: Ask[Any]) -> bool:
        """Whether a vehicle is chosen or built: it takes long, and all do so in secret."""
        return ask.brought is not None or ask.kind in self.game.building

    def seconds_for(self, ask: Ask[Any]) -> int:
        """How long the asked player has, by the table's pace."""
        if ask.kind not in self.game.windows:
            live = self.pace == "live"
            return TURN_SECONDS[self.pace] * (BUILDING if live and self.builds(ask) else 1)
        if self.pace == "post":
            return WINDOW_SECONDS_BY_POST
        usual = self.game.window_seconds(self.options, ask.kind)
        return min(usual, HURRIED_SECONDS) if self.hurried else usual
