"""One match at a table: its lobby, its seats, its game. No Discord, no database, no clock.

Everything that players do to a match is a method here. A method either raises a `Refusal`, having
changed nothing, or changes the match and notes what must be stored with it: moves, posts to
refresh, deadlines. `bot.tables.stored` keeps all of it in one transaction.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final, NamedTuple

from bot.match import calls, drivers, lapsed, resting, stuck, waits
from bot.match.calls import Callers
from bot.match.drafts import Draft
from bot.match.guests import tidy
from bot.match.seats import Held, Seat
from bot.match.state import MatchState, newest
from bot.match.unasked import remember, to_wait, unasked
from bot.match.votes import OFFERED, Vote, VoteKind
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Refusal, RuleFailed, Stale
from games.engine.game import Decision
from games.engine.players import SEAT_LETTERS
from games.engine.table import Emitted, Table
from games.engine.voice import span

LOBBY_SECONDS: Final = 30 * 60
"""An unused lobby closes itself."""
MISSES_TO_HAND_OVER: Final = 2
"""Consecutive timeouts after which the computer takes the seat."""
GIVEN_AT_ONCE: Final = 32
"""Auto answers, and those of plans, that a press waits for; more are given in the background."""
NEWS_LINES: Final = 8
"""Events a board tells in words at most."""


class Thought(NamedTuple):
    """What a computer seat answers to a question, and what it raised instead."""

    ask: Ask[Any]
    decision: Decision
    error: Exception | None = None


class Match(MatchState, kw_only=True):
    """One match, with what is done to it."""

    # -- the lobby (what is done there is in bot.lobby)

    def in_lobby(self) -> None:
        """Raise a `Stale` when the match has started or the table is closed."""
        if self.status == "ended":
            raise Stale(say("match.this_table_has_been"))
        if self.status != "lobby":
            raise Stale(say("match.this_match_has_already"))
        if self.sealing:
            raise Stale(say("match.this_match_is_being"))

    def host_only(self, user_id: int, what: str) -> None:
        """Raise a `Refusal` for everyone but the host."""
        if user_id != self.host_id:
            raise Refusal(say("match.only_the_host", what=what))

    def crowd(self) -> str:
        """That more sit here than the options allow, in a sentence; empty where that is not so."""
        low, high = self.game.room(self.options)
        if len(self.seats) <= high:
            return ""
        return say(
            "match.with_these_options",
            title=self.game.title,
            span=span(low, high),
            count=len(self.seats),
        )

    def deal(self, table: Table[Any], told: list[Emitted]) -> None:
        """Take the table that has just been dealt: the match has begun."""
        self.table = table
        self.drawn = 0
        self.status = "live"
        # Whoever was invited and has not come may take a computer's seat like anybody else.
        self.guests = tuple(guest for guest in self.guests if guest.kind != "invited")
        self._note(0, "start", 0, None, told)
        self.look_ahead()

    # -- playing

    def answer(self, user_id: int, number: int, answer: Any) -> list[Emitted]:
        """A person answers a question of the seat that is his; takes the seat back if need be."""
        seat = self.my_seat_in_play(user_id)
        resting.awake(self)
        lapsed.too_late(self, seat, number)
        ask = self.running().ask_of(seat)
        if ask is not None and self.held(ask) is not None and ask.number == number:
            raise Stale(say("hand_clicks.you_have_answered"))
        plan_ended = self._plan_has_ended(seat)
        try:
            emitted = self._given(seat, number, ask, answer)
        except RuleFailed as failed:
            raise self._refusal(failed) from failed
        if plan_ended:
            # It was told beside the question that is answered now.
            self.seats[seat].plan = None
        self._present(seat)
        if self.stuck is not None:
            self.stuck.still, self.stuck.since = False, None
        self._pass_windows()
        return emitted

    def _plan_has_ended(self, seat: int) -> bool:
        """Whether a seat has a plan that ended before its time."""
        plans, plan = self.game.plans, self.seats[seat].plan
        return plans is not None and plan is not None and bool(plans.ended(self.view(seat), plan))

    def _given(self, seat: int, number: int, ask: Ask[Any] | None, answer: Any) -> list[Emitted]:
        """A person's answer, at once or when it may count; raises as the table does."""
        table = self.running()
        if ask is None or ask.number != number:
            return self.give("answer", seat, number, answer)
        _, answer = table.legal(seat, number, answer)
        until = waits.closes_from(self, ask)
        seen = remember(self, ask, answer)
        took, emitted = waits.noted(self, ask), list[Emitted]()
        if until > self.now:
            waits.hold(self, ask, "answer", answer, until)
        else:
            emitted = self.give("answer", seat, number, answer)
        self.took = took
        self.seats[seat].passed = seen
        self.seats[seat].given = None
        return emitted

    def release(self, number: int) -> bool:
        """An answer that has waited is given; False where none is held for that question."""
        table = self.running()
        ask = next((ask for ask in table.asks if ask.number == number), None)
        held = self.held(ask) if ask is not None else None
        if ask is None or held is None or not self._moves():
            return False
        stuck.settle(self, held.kind, ask, held.answer)
        self._pass_windows()
        return True

    def _refusal(self, error: BaseException) -> Refusal:
        """What a person is told of a fault in what he chose."""
        return Refusal(say("match.something_went_wrong", failed=self.failed(error)))

    def begin(self, user_id: int, number: int, path: tuple[str, ...]) -> None:
        """A person has begun an answer whose path custom ids cannot carry."""
        seat = self.my_seat_in_play(user_id)
        ask = self.ask_of(seat)
        if ask is None or ask.number != number:
            raise Stale(say("match.that_question_has_been"))
        self.seats[seat].draft = Draft(number, path)

    def order(self, user_id: int, order: Any) -> list[Emitted]:
        """A person lays down an order."""
        table = self.running()
        resting.awake(self)
        seat = self.my_seat(user_id)
        try:
            emitted = table.order(seat, order, safe=True)
        except RuleFailed as failed:
            raise self._refusal(failed) from failed
        self._note(seat, "order", 0, order, emitted)
        if self.has_left(seat):
            self.hand_over(user_id)
        else:
            self._present(seat)
        return emitted

    def _moves(self) -> bool:
        """Whether anything may be done by itself."""
        live = self.status == "live" and self.table is not None
        return live and not self.stands_still and not self.resting

    @property
    def goes_on(self) -> bool:
        """Whether a computer seat is asked, or an answer has been given ahead."""
        return self._moves() and (self.more or self.next_of_computer() is not None)

    def next_of_computer(self) -> Ask[Any] | None:
        """The question that a computer seat is to decide next."""
        asks = self.table.asks if self.table is not None and self._moves() else []
        return next((a for a in asks if self.seats[a.seat].computer and self.held(a) is None), None)

    def think(self, rng: random.Random) -> Thought | None:
        """What the computer seat that is asked next decides; None where none is asked. It changes
        nothing, so a worker thread may do it while others look at the match."""
        ask = self.next_of_computer()
        if ask is None:
            return None
        seat, table = ask.seat, self.running()
        player = self.game.computer(self.seats[seat].computer, drivers.temper(self.driver_of(seat)))
        look = partial(table.imagine, seat)
        try:
            return Thought(ask, player.decide(table.view(seat), ask, look, rng))
        except Exception as error:
            return Thought(ask, Decision(ask.default, ""), error)

    def go_on(self, thought: Thought | None) -> bool:
        """One step without a person: what a computer seat has decided or, without that, an answer
        that has been given ahead. False when there is none."""
        if not self._moves():
            return False
        if thought is None:
            return self._give()
        ask, decision, error = thought
        if error is not None:
            fault = self.failed(error)
            decision = Decision(ask.default, say("match.something_went_wrong_while", fault=fault))
        fault = stuck.settle(self, "computer", ask, decision.answer)
        if self.moves and self.moves[-1].number == ask.number:
            why = say("match.something_went_wrong_with_its_first", fault=fault)
            self.moves[-1].why = why if fault else decision.why
        return True

    def time_out(self, number: int) -> bool:
        """The clock of a question has run out: its default is given. False when it is not open.

        After two misses running the computer takes the seat.
        """
        if not self._moves() or resting.alone(self):
            return False
        table = self.running()
        ask = next((ask for ask in table.asks if ask.number == number), None)
        if ask is None or self.seats[ask.seat].computer:
            return False
        if self.held(ask) is not None:
            return self.release(number)
        self.took = waits.noted(self, ask)
        seat, view = self.seats[ask.seat], table.view(ask.seat)
        numbers = [each.number for each in table.asked]
        if ask.kind in self.game.windows:
            seat.lapsed += 1
        else:
            seat.missed += 1
            if seat.missed >= MISSES_TO_HAND_OVER:
                seat.computer = "normal"
                name = f"{{{ask.seat}}}"
                self.notice = say(
                    "match.two_clocks_ran_out", letter=SEAT_LETTERS[ask.seat], name=name
                )
        stuck.settle(self, "clock", ask, ask.default)
        lapsed.note(self, ask, view, range(min(numbers), max(numbers) + 1))
        self._pass_windows()
        if seat.computer:
            self.fewer_people()
        return True

    def _pass_windows(self) -> None:
        """Give what players have answered ahead; what takes long is left for the background."""
        for _ in range(GIVEN_AT_ONCE):
            if not self._give():
                return
        self.look_ahead()

    def look_ahead(self) -> None:
        """Find whether there are answers yet that have been given ahead."""
        self.more = unasked(self) is not None

    def _give(self) -> bool:
        """Give one answer that has been given ahead: an ordinary one, made by the table. False when
        there is none."""
        given = unasked(self)
        if given is None:
            self.more = False
            return False
        kind, ask, answer = given
        stuck.settle(self, kind, ask, answer)
        return True

    # -- seats

    def hand_over(self, user_id: int) -> None:
        """Leave the seat to the computer."""
        self.running()
        number = self.my_seat(user_id)
        self.seats[number].computer = "normal"
        self._plays_no_more(number)
        people = self.people()
        if people and self.host_id == user_id:
            self.host_id = self.seats[people[0]].user_id or self.host_id
        self.fewer_people()

    def fewer_people(self) -> None:
        """Somebody plays no more. A table without people rests (`resting.look`), and an open vote
        may be decided without him, as one to take back is (`going_back`)."""
        resting.look(self)
        if self.status == "live":
            self._count()

    def _count(self) -> bool:
        """Do what the open vote has decided; False where it has not, or has no effect yet."""
        vote = self.vote
        if vote is None or not vote.decided(self.people()):
            return False
        if vote.kind == "end":
            self.end()
        elif vote.kind == "hurry":
            self.hurried, self.vote = True, None
        return True

    def set_passes(self, user_id: int, passes: bool) -> None:
        """Pass every window for a player until his next turn, or ask him again."""
        self.running()
        if passes and not self.game.windows:
            raise Refusal(say("match.has_no_short_windows", title=self.game.title))
        seat = self.seats[self.my_seat(user_id)]
        seat.passes = passes
        if not passes:
            self._drop_held(seat)
        self._pass_windows()

    def set_auto_answer(self, user_id: int, kind: str) -> None:
        """Have a kind of question answered by its default from now on."""
        self.running()
        if kind not in self.game.auto_answers:
            raise Refusal(say("match.that_question_wants"))
        seat = self.seats[self.my_seat(user_id)]
        seat.auto_answers = sorted({*seat.auto_answers, kind})
        self._pass_windows()

    def drop_auto_answer(self, user_id: int, kind: str) -> None:
        """Be asked a kind of question again; nothing where that is so already."""
        self.running()
        seat = self.seats[self.my_seat(user_id)]
        seat.auto_answers = [each for each in seat.auto_answers if each != kind]
        self._drop_held(seat)

    @staticmethod
    def _drop_held(seat: Seat) -> None:
        """An auto answer that still waits is its player's to give again."""
        if seat.held is not None and seat.held.kind == "wish":
            seat.held = None

    def set_plan(self, user_id: int, plan: Any) -> None:
        """Have the seat's questions answered by a plan as long as it fits; None takes it back."""
        number = self.my_seat_in_play(user_id)
        self._present(number)
        self.seats[number].plan = plan
        self.seats[number].seen = self.last_move + 1
        self._pass_windows()

    def ask_everything(self, user_id: int) -> None:
        """Take back every auto answer, and the plan."""
        self.running()
        seat = self.seats[self.my_seat(user_id)]
        seat.auto_answers, seat.passed = [], []
        seat.plan = None
        seat.passes = False
        seat.lapsed = 0
        if seat.held is not None and seat.held.kind in ("wish", "again"):
            seat.held = None

    # -- taking back and ending

    def unhold(self, user_id: int) -> Held | None:
        """Take back an answer that still waits; None where there is none, or nothing to choose."""
        number = self.my_seat_in_play(user_id)
        held = self.seats[number].held
        if held is None or held.kind == "forced":
            return None
        self.seats[number].held = None
        self.undos += 1
        self._present(number)
        self._ask_again(number)
        return held

    def take_back(self, user_id: int) -> bool:
        """Take back an answer that has had no effect yet. False: the table must agree."""
        table = self.running()
        seat = self.my_seat_in_play(user_id)
        if not table.can_take_back(seat):
            return False
        old = next((ask.number for ask in table.asked if ask.seat == seat), 0)
        try:
            self.table = table.take_back(seat)
        except Exception as error:
            raise self._refusal(error) from error
        self.undos += 1
        self._present(seat)
        self._keep_clock(seat, old)
        self._ask_again(seat)
        return True

    def _keep_clock(self, seat: int, old: int) -> None:
        """A question that is put again runs out when it would have: taking back wins no time."""
        ask = self.ask_of(seat)
        due = self.closed.get(old) or self.earliest_due()
        if ask is not None and due is not None:
            self.due = {**self.due, ask.number: due}

    def _ask_again(self, number: int) -> None:
        """Who takes an answer back wants to be asked, whatever he had answered for him before."""
        seat = self.seats[number]
        ask = self.ask_of(number)
        seat.again = ask.number if ask is not None else 0
        seat.given = None
        seat.passes = False
        seat.plan = None
        seat.passed = []
        seat.auto_answers = [kind for kind in seat.auto_answers if ask is None or kind != ask.kind]

    def hurry(self, user_id: int) -> bool:
        """Whoever is out asks the table to play faster; True when that is decided at once. Whoever
        still plays takes an agreed hurry back at once."""
        self.running()
        seat = self.my_seat(user_id)
        if self.hurried:
            if self.is_out(seat):
                raise Refusal(say("match.the_table_hurries_already"))
            self.hurried = False
            return True
        if not self.may_hurry(seat):
            raise Refusal(say("match.who_is_out_may_ask"))
        return self.call_vote(user_id, "hurry")

    def may_hurry(self, seat: int) -> bool:
        """Whether the player of a seat may ask the table to play faster: he is out, and there are
        windows that could be shorter."""
        return self.is_out(seat) and self.pace == "live" and bool(self.game.windows)

    def call_vote(self, user_id: int, kind: VoteKind, back_to: int = 0, what: str = "") -> bool:
        """Put a question to the people at the table; True when it is decided at once."""
        seat = self._my_vote(user_id, kind)
        if not self.has_left(seat):
            self._present(seat)
        if self.vote is not None and self.vote.asked_by == OFFERED and kind != self.vote.kind:
            # Who has another way out need not wait for the one that the table offers.
            self.vote = None
        if self.vote is not None and (self.vote.kind, self.vote.back_to) != (kind, back_to):
            raise Refusal(say("match.the_table_is_already"))
        if self.vote is None:
            self.votes += 1
            self.vote = Vote(
                kind=kind, asked_by=seat, number=self.votes, back_to=back_to, what=what
            )
        return self.agree(user_id, self.vote.number)

    def agree(self, user_id: int, number: int) -> bool:
        """Agree to the open vote, when it has that number; True when that decides it.

        A decided end is the end at once, and a hurry begins; an undo is done by whoever stores the
        match (`going_back`).
        """
        vote = self._open_vote(user_id, number)
        vote.say_yes(self._my_vote(user_id, vote.kind))
        return self._count()

    def _my_vote(self, user_id: int, kind: VoteKind) -> int:
        """The seat of a user who may vote: one that has left for good watches, and may ask for
        haste alone."""
        return self.my_seat(user_id) if kind == "hurry" else self.my_seat_in_play(user_id)

    def _open_vote(self, user_id: int, number: int) -> Vote:
        """The open vote, if it has that number; who has no seat is told so first."""
        self.my_seat(user_id)
        if self.vote is None or self.vote.number != number:
            raise Stale(say("match.that_vote_is_over"))
        return self.vote

    def going_back(self) -> int | None:
        """The move to go back to, when the table has just agreed on that."""
        vote = self.vote
        if self.status != "live" or vote is None or vote.kind != "undo":
            return None
        return vote.back_to if vote.decided(self.people()) else None

    def refuse(self, user_id: int, number: int) -> None:
        """Vote against: an undo is off, an end when the others are no majority."""
        vote = self._open_vote(user_id, number)
        vote.say_no(self._my_vote(user_id, vote.kind))
        if vote.lost(self.people()):
            self.vote = None

    def restore(self, table: Table[Any], news: list[tuple[int, Emitted]]) -> None:
        """Go back to an earlier point, as the table has agreed; `news` are events with the moves
        they came of. Numbers of moves go on rising.

        Who has left for good since then has left all the same.
        """
        left = [seat for seat in range(len(self.seats)) if self.has_left(seat)]
        self.loaded(table)
        self.undos += 1
        self.news = newest(news)
        first = min((at for at, _ in news), default=0)
        kept = [each for each in self.turns if each[0] < first]
        self.turns = [*kept, *self._begun(news)]
        for seat in self.seats:
            # What led to the question is news again.
            seat.seen = min(seat.seen, max(first, seat.since))
            seat.shown = min(seat.shown, first)
            # Plans were made for what has not happened now, and no clock has answered anything.
            seat.plan = seat.given = None
        if (vote := self.vote) is not None:
            what = vote.what.removeprefix(f"{{{vote.asked_by}}} ") or say("match.an_answer")
            self.undone = say("match.took_back", number=vote.asked_by, what=what)
            self._ask_again(vote.asked_by)
        self.vote = self.alone = None
        self.leave_again(left)
        self._pass_windows()

    def end(self) -> None:
        """End the match by the table's will."""
        self.running()
        if self.resting != resting.GONE:  # where it is so, its end cannot be shown there
            self.resting = ""
        self.status = "ended"
        self.vote = None

    # -- what is awaited

    def set_clocks(self, now_ms: int, callers: Callers | None = None) -> None:
        """Start the clocks of new questions to people; those of answered ones stop."""
        self.now = now_ms
        waits.tidy(self)
        waits.opened(self)
        if self._moves():
            for ask, kind, answer in to_wait(self):
                waits.wait(self, ask, kind, answer)
        lapsed.look(self)
        tidy(self, now_ms)  # nobody is called to a request that has lapsed
        if self.status == "live":
            self.closes_at = stuck.closes_at(self, now_ms)
        resting.set_times(self, now_ms)
        calls.set_clocks(self, now_ms, callers or Callers())

    def due_of(self, seat: int, now: int = 0) -> int | None:
        """When the clock of that seat's question runs out, in ms; None where that is not after
        `now`: a time that is over is not shown."""
        ask = self.ask_of(seat)
        due = self.due.get(ask.number, 0) if ask is not None else 0
        return due if due > now else None

    def earliest_due(self, now: int = 0) -> int | None:
        """When the first clock that everyone may see runs out after `now`, in ms."""
        return min(self._running(now), default=None)

    def next_clock(self, now: int) -> int | None:
        """When the one after that takes its place, because the first is over, in ms."""
        running = self._running(now)
        return min(running) if len(running) > 1 else None

    def _running(self, now: int) -> set[int]:
        return {due for due in (*self.due.values(), *self.closed.values()) if due > now}
