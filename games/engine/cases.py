"""Rule cases: a position, answers, and what must come of them, written in TOML without Python.

`docs/rule-cases.md` tells the form. A case is wrong in two ways: the game does something else
than it expects (`run` returns a line for each difference), or it does not make sense itself: an
unknown key, path, card or event, or nothing expected (`CaseError`).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.engine.ask import Ask
from games.engine.chance import Chance, ScriptedChance, ScriptError, SeededChance
from games.engine.errors import Refusal
from games.engine.found import find
from games.engine.game import Game
from games.engine.notation import CaseError, Notation, Tree, Written
from games.engine.table import Emitted, Table

_TOO_MANY = 1000
"""Defaults given in a row by `until` before the case is taken to be wrong."""


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """One scripted draw: its result is `below`, or the new order `cards`, or `keep` the old one."""

    name: str = ""
    below: int | None = None
    cards: list[int | str] | None = None
    keep: bool = False


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What is expected of a question that is open at the end of a case."""

    seat: int
    kind: str | None = None
    cite: str | None = None
    legal: list[dict[str, Any]] = []
    illegal: list[dict[str, Any]] = []
    options: list[dict[str, Any]] | None = None
    """Every option that is listed, and no other; those of `Ask.combination`, `brought` and `walked`
    aside."""
    default: dict[str, Any] | None = None


class Outcome(msgspec.Struct, forbid_unknown_fields=True):
    """How the game must have ended."""

    places: list[list[int]] | None = None
    scores: list[int] | None = None


class Expect(msgspec.Struct, forbid_unknown_fields=True):
    """What must hold after the last answer. `None` and empty parts are not looked at."""

    view: Tree = {}
    """Parts of what a spectator sees."""
    views: dict[str, Tree] = {}
    """Parts of what a seat sees, by seat."""
    state: Tree = {}
    events: list[dict[str, Any]] = []
    """Events told since the position was set up, in this order, others between them."""
    no_events: list[dict[str, Any]] = []
    asked: list[int] | None = None
    """The seats with an open question, and no other."""
    questions: list[Question] = []
    refused: str | None = None
    """The last answer is refused: words of the sentence or of its rule."""
    result: Outcome | None = None


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One rule case; `Cases` holds what a whole file shares."""

    name: str
    rule: str
    expect: Expect
    seats: int | None = None
    options: dict[str, Any] = {}
    seed: int | None = None
    set: Tree = {}
    draws: list[Draw] | None = None
    answers: list[dict[str, Any]] = []


class Cases(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A file of cases of one game. `seats`, `options` and `set` hold for each that has no own."""

    game: str
    case: list[Case]
    seats: int | None = None
    options: dict[str, Any] = {}
    set: Tree = {}


def read_cases(text: str) -> Cases:
    """The cases of a TOML text. Raises `CaseError` when the file is not one of cases."""
    try:
        cases = msgspec.convert(tomllib.loads(text), Cases)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CaseError(str(error)) from error
    try:
        find(cases.game)
    except KeyError:
        raise CaseError(f"there is no game {cases.game!r}") from None
    if not cases.case:
        raise CaseError("the file holds no case")
    seen: set[str] = set()
    for case in cases.case:
        if case.name in seen:
            raise CaseError(f"two cases are named {case.name!r}")
        seen.add(case.name)
    return cases


def run(cases: Cases, case: Case) -> list[str]:
    """Play one case. Returns each difference from what it expects; raises `CaseError`."""
    if not (case.name and case.rule):
        raise CaseError("a case has a name and a rule")
    if case.expect == Expect():
        raise CaseError("the case expects nothing")
    return list(_Run(cases, case).play())


class _Run:
    """One case being played."""

    def __init__(self, cases: Cases, case: Case) -> None:
        self.case = case
        self.game: Game[Any] = find(cases.game)
        self.notation = Notation(self.game)
        self.chance = self._chance()
        self.table, self.told = self._position(cases)

    def play(self) -> Iterator[str]:
        last = len(self.case.answers) - 1
        wants_refusal = self.case.expect.refused
        if wants_refusal is not None and last < 0:
            raise CaseError("nothing is answered, so nothing can be refused")
        for at, row in enumerate(self.case.answers):
            try:
                if at == last and wants_refusal is not None:
                    yield from self._refused(at, row, wants_refusal)
                else:
                    self._answer(at, row)
            except Refusal as refusal:
                yield f"{_place(at, row)} was refused: {refusal} ({refusal.cite}){self._open()}"
                return
            except _Stop as stop:
                yield f"{_place(at, row)}: {stop}{self._open()}"
                return
            except ScriptError as error:
                yield f"{_place(at, row)}: {error}"
                return
        if isinstance(self.chance, ScriptedChance):
            try:
                self.chance.finish()
            except ScriptError as error:
                yield str(error)
        yield from self._outcome()

    # -- the position

    def _chance(self) -> Chance:
        """Chance after the position: scripted, unless the case has a seed."""
        case = self.case
        if case.seed is not None and case.draws is not None:
            raise CaseError("a case has a seed or draws, not both")
        if case.seed is not None:
            return SeededChance(case.seed)
        script: list[tuple[str, int | list[int] | None]] = []
        for draw in case.draws or ():
            given = (draw.below is not None) + (draw.cards is not None) + draw.keep
            if given != 1:
                raise CaseError(f"draw {draw.name!r} has one of below, cards and keep")
            cards = None if draw.cards is None else self.notation.numbers(draw.cards)
            script.append((draw.name, draw.below if draw.below is not None else cards))
        return ScriptedChance(script)

    def _position(self, cases: Cases) -> tuple[Table[Any], list[Emitted]]:
        case, game = self.case, self.game
        seats = case.seats if case.seats is not None else cases.seats
        if seats is None:
            raise CaseError("the case does not say how many seats there are")
        try:
            options = msgspec.convert({**cases.options, **case.options}, game.Options)
            unknown = {*cases.options, *case.options} - {*game.Options.__struct_fields__}
            if unknown:
                raise CaseError(f"the game has no option {sorted(unknown)}")
            dealt, _ = Table.start(game, seats, SeededChance(case.seed or 0), options)
        except (msgspec.ValidationError, ValueError) as error:
            raise CaseError(str(error)) from error
        state = msgspec.json.decode(dealt.save().checkpoint, type=game.State)
        for tree in (cases.set, case.set):
            state = self.notation.put(state, tree)
        self.decks = [game.cards(state)]
        for fewer in range(game.room(options)[0], seats + 1):
            other, _ = Table.start(game, fewer, SeededChance(0), options)
            self.decks.append(game.cards(other.context.state))
        try:
            return Table.begin(game, state, self.chance)
        except ScriptError as error:
            raise CaseError(f"before the first question: {error}") from error

    # -- answers

    def _answer(self, at: int, row: Mapping[str, Any]) -> None:
        row = dict(row)
        seat = row.pop("seat", None)
        kind = row.pop("kind", None)
        if "until" in row:
            self._until(row.pop("until"), seat)
            _no_more(at, row)
        elif row.get("default") is True:
            del row["default"]
            _no_more(at, row)
            self._defaults(seat, kind)
        else:
            self._give(seat, kind, row)

    def _give(self, seat: object, kind: object, row: dict[str, Any]) -> None:
        """Give one written answer or order; `Refusal` goes through."""
        if not isinstance(seat, int):
            raise CaseError("an answer says which seat gives it")
        written = self.notation.answer(row)
        if written.is_order:
            self.told += self.table.order(seat, written.value)
            return
        ask = self._ask(seat, kind)
        self.told += self.table.answer(seat, ask.number, written.option(ask))

    def _ask(self, seat: int, kind: object) -> Ask[Any]:
        ask = self.table.ask_of(seat)
        if ask is None:
            raise _Stop(f"seat {seat} is not asked anything")
        if kind not in (None, ask.kind):
            raise _Stop(f"expected the question {kind!r}, came {ask.kind!r}")
        return ask

    def _defaults(self, seat: int | None, kind: object) -> None:
        """The default of that seat's question, or of all that are open now."""
        seats = [ask.seat for ask in self.table.asks] if seat is None else [seat]
        if not seats:
            raise _Stop("nobody is asked anything")
        for each in seats:
            ask = self._ask(each, kind)
            self.told += self.table.answer(ask.seat, ask.number, ask.default)

    def _until(self, kind: object, seat: int | None) -> None:
        """Defaults until that kind of question (to that seat) is open."""
        for _ in range(_TOO_MANY):
            asks = self.table.asks
            if any(ask.kind == kind and seat in (None, ask.seat) for ask in asks):
                return
            if not asks:
                break
            self.told += self.table.answer(asks[0].seat, asks[0].number, asks[0].default)
        raise _Stop(f"the question {kind!r} never came")

    def _refused(self, at: int, row: dict[str, Any], words: str) -> Iterator[str]:
        before = msgspec.json.encode(self.table.save())
        try:
            self._answer(at, row)
        except Refusal as refusal:
            if words.lower() not in f"{refusal} {refusal.cite}".lower():
                yield f"expected a refusal with {words!r}, came {str(refusal)!r} ({refusal.cite})"
            if msgspec.json.encode(self.table.save()) != before:
                yield "the refused answer changed the table"
        else:
            yield f"{_place(at, row)}: expected a refusal ({words}), it was accepted"

    # -- what came of it

    def _outcome(self) -> Iterator[str]:
        expect, table, notation = self.case.expect, self.table, self.notation
        yield from self._cards()
        yield from notation.differences(expect.view, table.view(None), "view")
        for seat, tree in expect.views.items():
            if not seat.isdigit() or int(seat) >= self.game.seats[1]:
                raise CaseError(f"views.{seat}: there is no such seat")
            yield from notation.differences(tree, table.view(int(seat)), f"views.{seat}")
        yield from notation.differences(expect.state, table.context.state, "state")
        yield from self._events()
        if expect.asked is not None:
            asked = sorted(ask.seat for ask in table.asks)
            if sorted(expect.asked) != asked:
                yield f"asked: expected {sorted(expect.asked)}, came {asked}{self._open()}"
        for question in expect.questions:
            yield from self._question(question)
        if expect.result is not None:
            yield from self._result(expect.result)

    def _cards(self) -> Iterator[str]:
        """No card is made or lost, unless a whole new deck was dealt."""
        now = sorted(self.game.cards(self.table.context.state))
        if now not in map(sorted, self.decks):
            made, lost = Counter(now), Counter(self.decks[0])
            more, less = sorted((made - lost).elements()), sorted((lost - made).elements())
            show = self.notation.show
            yield f"cards were made {show(more, cards=True)} and lost {show(less, cards=True)}"

    def _events(self) -> Iterator[str]:
        at = 0
        for row in self.case.expect.events:
            is_it = self.notation.event(row)
            found = next((i for i in range(at, len(self.told)) if is_it(self.told[i])), None)
            if found is None:
                came = "".join(f"\n      {self.notation.tell(t)}" for t in self.told[at:])
                yield f"events: expected {row}; after the ones before it came:{came or ' nothing'}"
                return
            at = found + 1
        for row in self.case.expect.no_events:
            is_it = self.notation.event(row)
            for told in self.told:
                if is_it(told):
                    yield f"events: {row} was not to happen, came {self.notation.tell(told)}"

    def _question(self, wanted: Question) -> Iterator[str]:
        ask = self.table.ask_of(wanted.seat)
        where = f"question of seat {wanted.seat}"
        if ask is None:
            yield f"{where}: expected one, none is open{self._open()}"
            return
        for name in ("kind", "cite"):
            value = getattr(wanted, name)
            if value is not None and value != getattr(ask, name):
                yield f"{where}: expected {name} {value!r}, came {getattr(ask, name)!r}"
        for row in wanted.legal:
            if not self._written(row).legal(ask):
                yield f"{where}: {row} should be legal; {_options(ask)}"
        for row in wanted.illegal:
            if self._written(row).legal(ask):
                yield f"{where}: {row} should not be legal"
        if wanted.options is not None:
            options = [self._written(row).option(ask) for row in wanted.options]
            if not _same_items(options, ask.options):
                yield f"{where}: expected the options {options}, came {_options(ask)}"
        if wanted.default is not None:
            default = self._written(wanted.default).option(ask)
            if default != ask.default:
                yield f"{where}: expected the default {default}, came {ask.default}"

    def _written(self, row: Mapping[str, Any]) -> Written:
        written = self.notation.answer(row)
        if written.is_order:
            raise CaseError(f"{row} is an order, not an answer")
        return written

    def _result(self, wanted: Outcome) -> Iterator[str]:
        result = self.table.result
        if result is None:
            yield f"result: expected the game to be over, it is not{self._open()}"
            return
        places = [sorted(place) for place in result.places]
        if wanted.places is not None and [sorted(place) for place in wanted.places] != places:
            yield f"result: expected places {wanted.places}, came {places}"
        if wanted.scores is not None and tuple(wanted.scores) != result.scores:
            yield f"result: expected scores {wanted.scores}, came {list(result.scores)}"

    def _open(self) -> str:
        lines = [
            f"\n      seat {a.seat} is asked {a.kind!r}; {_options(a)}" for a in self.table.asks
        ]
        return "".join(lines) or "\n      nobody is asked anything"


class _Stop(Exception):
    """The case cannot be played further."""


def _place(at: int, row: Mapping[str, Any]) -> str:
    return f"answer {at + 1} {dict(row)}"


def _no_more(at: int, row: Mapping[str, Any]) -> None:
    if row:
        raise CaseError(f"answer {at + 1}: unknown {sorted(row)}")


def _options(ask: Ask[Any]) -> str:
    text = "options: " + ", ".join(map(repr, ask.options[:12]))
    if len(ask.options) > 12:
        text += f" and {len(ask.options) - 12} more"
    if ask.combination is not None:
        text += (
            f"; {ask.combination.least} to {ask.combination.most} of {list(ask.combination.items)}"
        )
    if ask.walked is not None:
        text += f"; {ask.walked.name}: {', '.join(ask.walked.keys(()))} …"
    return text


def _same_items(one: list[Any], other: Any) -> bool:
    left = list(other)
    for item in one:
        if item not in left:
            return False
        left.remove(item)
    return not left
