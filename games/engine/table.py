"""The table that runs a game: it puts the rules' questions, takes answers, saves and forks.

A live game is *the state at the last checkpoint and the answers given since*. The checkpoint is
taken just before a coroutine starts; loading, undoing and forking decode it and feed the answers
to the rules again, so a save never has to describe how far a rule had come. Where a rule asks once
(`asks_once`) the state is the checkpoint until it is answered, and is encoded if somebody saves or
forks it by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Generic, TypeVar

import msgspec

from games.engine.ask import ASKS_ONCE, Ask, Step
from games.engine.chance import Chance, SeededChance, SplicedChance
from games.engine.errors import (
    Illegal,
    LogDoesNotFit,
    NotInstalled,
    NotYourSeat,
    Refusal,
    RuleFailed,
    Stale,
    refused,
)
from games.engine.found import find
from games.engine.game import Game, Result
from games.engine.kept import Context, Emitted, Entry, Save
from games.engine.voice import span

S = TypeVar("S", bound=msgspec.Struct)
__all__ = ["Context", "Emitted", "Entry", "Save", "Table"]

_encode = msgspec.json.Encoder().encode
_JSON: Final = frozenset((dict, list, str, int, type(None)))
"""What an answer is made of when it comes in its plain form."""


@cache
def _decoders(name: str) -> tuple[Any, Any, Any]:
    game = find(name)
    return (
        msgspec.json.Decoder(game.State).decode,
        msgspec.json.Decoder(game.Answer).decode,
        msgspec.json.Decoder(game.Order).decode,
    )


def _state_of(game: Game[Any], save: Save) -> Any:
    """The state at a save's checkpoint in the present form."""
    if save.schema == game.schema:
        return _decoders(save.game)[0](save.checkpoint)
    if save.schema > game.schema:
        raise NotInstalled(refused("newer"))
    try:
        migrated = game.migrate(msgspec.json.decode(save.checkpoint), save.schema)
    except Exception as error:
        raise ValueError(f"{game.name}: a state of schema {save.schema} is broken") from error
    # By way of JSON, because a state may hold parts that are kept as such (`msgspec.Raw`).
    return _decoders(save.game)[0](_encode(migrated))


class Table(Generic[S]):
    """One game being played. Make one with `start` or `load`."""

    __slots__ = (
        "_batch_at",
        "_draws",
        "_log",
        "_number",
        "_open",
        "_past",
        "_seen",
        "_step",
        "_views",
        "asked",
        "context",
        "first_number",
        "game",
        "result",
    )

    def __init__(self, game: Game[S], state: S, chance: Chance, number: int = 1) -> None:
        self.game = game
        self.context = Context(state, chance)
        self.asked: Sequence[Ask[Any]] = ()
        """The open questions, answered ones among them: who has answered is a secret."""
        self.first_number = number
        """Number of the first question after the checkpoint."""
        self.result: Result | None = None
        self._number = number
        """Of the next question."""
        self._open: dict[int, Ask[Any]] = {}
        """The questions still to be answered, by number."""
        self._step: Step[None] | None = None
        """The rule that waits for answers."""
        self._log: list[Entry] = []
        """Answers and orders since the checkpoint."""
        self._batch_at = 0
        """Where in the log the answers to the open questions begin."""
        self._draws = chance.draws
        """Draws taken up to the checkpoint."""
        self._seen = 0
        """How many of the context's events `_take` has returned."""
        self._past = 0
        """How many of them had happened when the checkpoint was taken. The next `_take` drops them:
        the context holds what has happened since."""
        self._views: dict[int | None, Any] = {}
        """What has been looked at since the state changed, by seat."""

    # -- making one

    @classmethod
    def start(
        cls, game: Game[S], seats: int, chance: Chance, options: Any = None
    ) -> tuple[Table[S], list[Emitted]]:
        """A new table run to its first question, and what happened up to there.

        Raises ValueError for a number of seats the game does not have.
        """
        options = options or game.Options()
        low, high = game.room(options)
        if not low <= seats <= high:
            raise ValueError(f"{game.title} has {span(low, high)} seats, not {seats}.")
        return cls.begin(game, game.setup(seats, options), chance)

    @classmethod
    def begin(cls, game: Game[S], state: S, chance: Chance) -> tuple[Table[S], list[Emitted]]:
        """A table run from a state that stands between beats, as `start` runs it from a setup."""
        table = cls(game, state, chance)
        table._beats()
        return table, table._take()

    @classmethod
    def load(
        cls,
        save: Save,
        chance: Chance,
        *,
        number: int | None = None,
        forget_answers: bool = False,
        halted: bool = False,
    ) -> Table[Any]:
        """The table a save tells of; `chance` is the match's source at any count.

        `number` renumbers its questions from there: after an undo no old button may fit a new
        question. Raises `LogDoesNotFit` when the answers are not possible under these rules;
        `forget_answers` goes back to the checkpoint instead. Raises `RuleFailed` when the rules
        raise; `halted` goes back to the checkpoint and runs none, so that nobody is asked. Raises
        `NotInstalled` when the game lacks what the table needs, and `ValueError` for a state that
        is none of the game's.
        """
        game = find(save.game)
        _, answer_of, order_of = _decoders(save.game)
        state = _state_of(game, save)
        if missing := game.lacks(state):
            raise NotInstalled(missing)
        log: list[Entry] = []
        if not (forget_answers or halted):
            try:
                for seat, value, is_order in save.log:
                    read = order_of if is_order else answer_of
                    log.append(Entry(seat, read(value), is_order))
            except msgspec.ValidationError as error:
                raise LogDoesNotFit(str(error)) from error
        table = cls(game, state, chance.at(save.draws), number or save.number)
        if not halted:
            try:
                table._replay(log)
            except LogDoesNotFit:
                raise
            except Exception as error:
                raise RuleFailed from error
        return table

    def fork(self, chance: Chance | None = None) -> Table[S]:
        """A table of its own with the same past; `chance` gives it another future."""
        table = self._again(self._settled(), self._log)
        if chance is not None:
            table._turn_to(chance)
        return table

    def imagine(self, seat: int | None, seed: int) -> Table[S]:
        """A table that might be this one, as far as `seat` can know.

        Everything hidden from the seat is dealt anew by `seed`; others' answers to the open
        questions and others' orders are dropped; what comes next has chance of its own.
        """
        chance = SeededChance(seed)
        then = self.game.redeal(self._settled(), self.context.state, seat, chance)
        log = [
            entry if entry.seat == seat else entry.known
            for at, entry in enumerate(self._log)
            if entry.seat == seat or not (entry.is_order or at >= self._batch_at)
        ]
        table = self._again(then, log)
        table._turn_to(chance)
        return table

    def _settled(self) -> S:
        """The state at the checkpoint, made anew."""
        state: S = _decoders(self.game.name)[0](self.context.keep())
        return state

    def _again(self, state: S, log: Sequence[Entry], number: int | None = None) -> Table[S]:
        """A table of its own with this log since the checkpoint."""
        chance = self.context.chance.at(self._draws)
        table = Table(self.game, state, chance, number or self.first_number)
        table._replay(log)
        return table

    def _turn_to(self, chance: Chance) -> None:
        """Draw from another source from now on. Draws since the checkpoint stay: they would be
        taken again by a replay."""
        context = self.context
        if context.chance.draws == self._draws:
            context.chance = chance
            self._draws = chance.draws
        else:
            context.chance = SplicedChance(context.chance, chance)

    def _replay(self, log: Sequence[Entry]) -> None:
        """Feed a log to a table that stands at its checkpoint."""
        self._beats()
        for entry in log:
            if entry.is_order:
                self.context.keep()
                self.game.order(self.context.state, entry.seat, entry.value)
                self._log.append(entry)
                continue
            for ask in self._open.values():
                if ask.seat == entry.seat:
                    break
            else:
                raise LogDoesNotFit(f"seat {entry.seat} is not asked")
            try:
                value = ask.read(entry.value)
            except Illegal as error:
                raise LogDoesNotFit(str(error)) from error
            self._give(ask, value)
        # What is told again has been told before.
        self._take()

    # -- playing

    @property
    def asks(self) -> list[Ask[Any]]:
        """The questions still to be answered. Who has answered already is nobody's business:
        `asked` is the public list."""
        return list(self._open.values())

    def ask_of(self, seat: int) -> Ask[Any] | None:
        """The question open for that seat, if any."""
        for ask in self._open.values():
            if ask.seat == seat:
                return ask
        return None

    def answer(self, seat: int, number: int, value: object, *, safe: bool = False) -> list[Emitted]:
        """Answer a question with one of its options (or its plain JSON form), and go on.

        Returns what happened. Raises `Stale`, `NotYourSeat` or `Illegal`, having changed nothing.
        `safe` is for a table that must outlive a fault in the rules: where they raise, it is put
        back as it was, and `RuleFailed` raised.
        """
        if not safe:
            ask, read = self.legal(seat, number, value)
            self._give(ask, read)
            return self._take()
        with self._putting_back():
            ask, read = self.legal(seat, number, value)
            self._give(ask, read)
        return self._take()

    def legal(self, seat: int, number: int, value: object) -> tuple[Ask[Any], Any]:
        """The question and the answer as `answer` takes them; changes nothing, raises as it."""
        ask = self._open.get(number)
        if ask is None:
            if self.result is not None:
                raise Stale(refused("over"))
            for other in self.asked:
                if other.number == number and other.seat == seat:
                    raise Stale(refused("answered"))
            raise Stale(refused("closed"))
        if ask.seat != seat:
            raise NotYourSeat(refused("not_yours"))
        if type(value) in _JSON:
            try:
                value = msgspec.convert(value, self.game.Answer)
            except msgspec.ValidationError:
                raise Illegal(refused("no_answer"), ask.cite) from None
        try:
            read = ask.read(value)
        except Illegal as error:
            if sentence := self.game.why_not(self.context.state, ask, value):
                raise Illegal(sentence, ask.cite) from error
            raise
        return ask, read

    @contextmanager
    def _putting_back(self) -> Iterator[None]:
        """What is done inside counts whole or, where the rules raise, not at all."""
        checkpoint, log = self.context.keep(), [*self._log]
        chance, draws, first = self.context.chance, self._draws, self.first_number
        try:
            yield
            # A state that cannot be stored is a fault as well.
            self.context.keep()
        except Exception as error:
            given = (self.first_number, len(self._log)) != (first, len(log))
            if isinstance(error, Refusal) and not given:
                raise
            state = _decoders(self.game.name)[0](checkpoint)
            before = Table(self.game, state, chance.at(draws), first)
            before._replay(log)
            for name in Table.__slots__:
                setattr(self, name, getattr(before, name))
            raise RuleFailed from error

    def order(self, seat: int, value: object, *, safe: bool = False) -> list[Emitted]:
        """Lay down an order for that seat. Raises `Illegal`, having changed nothing; `safe` as in
        `answer`."""
        if not safe:
            return self._order(seat, value)
        with self._putting_back():
            return self._order(seat, value)

    def _order(self, seat: int, value: object) -> list[Emitted]:
        if self.result is not None:
            raise Stale(refused("over"))
        if isinstance(value, dict):
            # A game with a single kind of order would be given it for a dict without a tag, too.
            if "type" not in value:
                raise Illegal(refused("no_order"))
            try:
                value = msgspec.convert(value, self.game.Order)
            except msgspec.ValidationError:
                raise Illegal(refused("no_order")) from None
        if value not in self.game.orders(self.context.state, seat):
            raise Illegal(refused("not_now"))
        self.context.keep()
        self._views.clear()
        self.game.order(self.context.state, seat, value)
        self._log.append(Entry(seat, value, True))
        return self._take()

    def view(self, seat: int | None) -> Any:
        """What that seat (None: a spectator) may see. It is made once until the state changes, so
        nobody may change it."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.game.view(self.context.state, seat)
        return view

    def can_take_back(self, seat: int) -> bool:
        """Whether the seat's last answer has had no effect yet: others are still choosing."""
        return any(
            entry.seat == seat and not entry.is_order for entry in self._log[self._batch_at :]
        )

    def take_back(self, seat: int) -> Table[S]:
        """A table on which that seat has not yet answered the open window.

        Its question is the same one again and keeps its number: new numbers would tell the others
        that somebody had answered. Raises `Illegal` when the answer has already taken effect.
        """
        if not self.can_take_back(seat):
            raise Illegal(refused("not_back"))
        log = [
            entry
            for at, entry in enumerate(self._log)
            if at < self._batch_at or entry.seat != seat or entry.is_order
        ]
        return self._again(self._settled(), log)

    @property
    def since(self) -> int:
        """How many answers and orders have been given since the checkpoint."""
        return len(self._log)

    def back(self) -> Table[S]:
        """A table at the checkpoint, without what was given since. Questions get new numbers."""
        return self._again(self._settled(), (), self._number)

    def end(self, result: Result) -> None:
        """End the game with this result, whatever the rules say."""
        self.result = result
        self.asked = ()
        self._open.clear()
        self._step = None

    def save(self) -> Save:
        """The table as it can be stored and loaded again."""
        return Save(
            game=self.game.name,
            schema=self.game.schema,
            checkpoint=msgspec.Raw(self.context.keep()),
            log=[(e.seat, msgspec.Raw(_encode(e.value)), e.is_order) for e in self._log],
            number=self.first_number,
            draws=self._draws,
        )

    @property
    def next_number(self) -> int:
        """The number the next question will get: none as high has been used."""
        return self._number

    # -- the loop

    def _give(self, ask: Ask[Any], value: Any) -> None:
        self._log.append(Entry(ask.seat, value, False, ask))
        ask.given = value
        del self._open[ask.number]
        if not self._open:
            self._go_on()

    def _go_on(self) -> None:
        """Resume the rule that asked; run beats when it has ended."""
        assert self._step is not None
        self._views.clear()
        asks = next(self._step, None)
        if asks is None:
            self._step = None
            self._beats()
        else:
            assert self.context.checkpoint, f"{self._step} was to ask once"
            self._put(asks)

    def _put(self, asks: Sequence[Ask[Any]]) -> None:
        number = self._number
        self.asked = asks
        for ask in asks:
            ask.number = number
            self._open[number] = ask
            number += 1
        self._number = number
        self._batch_at = len(self._log)

    def _beats(self) -> None:
        game, context = self.game, self.context
        while True:
            step = None
            result = game.over(context.state)
            if result is None:
                step = game.beat(context)
                if step is None:
                    continue
            self._mark(step is None or id(step.gi_code) in ASKS_ONCE)  # type: ignore[attr-defined]
            if step is None:
                self.result = result
                self.asked = ()
                return
            asks = next(step, None)
            if asks is not None:
                self._step = step
                self._put(asks)
                return

    def _mark(self, still: bool) -> None:
        """Take the checkpoint: everything before it is settled.

        Where the state stays as it is until the open questions are answered (`still`), it is
        encoded only if somebody needs it by then.
        """
        context = self.context
        self._past = len(context.told)
        self._log.clear()
        context.checkpoint = b""
        if not still:
            context.keep()
        if isinstance(context.chance, SplicedChance):
            context.chance = context.chance.rest()
        self._draws = context.chance.draws
        self.first_number = self._number

    def _take(self) -> list[Emitted]:
        """The events that nobody has been given yet."""
        told = self.context.told
        fresh = told[self._seen :]
        del told[: self._past]
        self._past = 0
        self._seen = len(told)
        return fresh
