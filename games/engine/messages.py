"""Sentences as data: a file of texts with `str.format` fields, as one person reads them.

    {seat}                   the player's name, or "you" ("You" at the head of a sentence)
    {seat:'s}                "Ann's", or "your"
    {seat:roll}              the verb as that subject needs it; {seat:have|has}: an irregular one
    {seats}                  names in a list, the reader's first; {seats:share|shares} their verb,
                             {seats:or} "Ann or Ben", {seats:in order} as they stand
    {count:# card|# cards}   a number with its noun; {count:no cards|# card|# cards} with one for 0
    {hit:hit!|safe.}         one of two, for a flag
    {change:signed}          "+3", "−2"; {change:minus}: "3", "−2"; {place:ordinal}: "3rd"
    {phase:phases}           what the table `[values.phases]` of the file has for the value, or its
                             `else` for a value that it does not have
    {cards:facts}            of several values all, in a list
    {card:maneuver}          a filter that the game adds
    {dealt:read_out}         of a field that holds speakers: that text of each one's section
    {seat:letter}            the letter on the plate; {seats:letters}, {seats:letters or}

A text may be a list of clauses. A clause is left out when a field in it holds nothing: None, no
seat (−1), or a value that its table does not have; and when it is not so:

    {wall:if} {wall:if not}            the value is true, or not; writes nothing
    {seat:if you} {seat:if not you}    the reader is that seat, or not; writes nothing

Clauses are joined by a space, but for those that begin with a stop or a comma; the first that is
said loses its comma.

A field is an attribute of what the text tells of, an event or a `Speaker`, or an attribute of that
(`{car.miles}`), and its type says how it is put: a seat (`Seat`), seats, or a plain value. An
event's message may be several, by what its `variant` says. Beside a text whose words may be too
many there may be another of the same name and `_brief`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial, reduce
from operator import attrgetter, or_
from string import Formatter
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from games.engine.players import SEAT, Player
from games.engine.voice import Voice, cut, letter, letters, listed, minus, ordinal, signed, upper

Filter = Callable[[Any, Any, Voice], "str | None"]
"""(value, what the text tells of, voice) -> words; None: nothing, and its clause is left out."""
_Holds = Literal["seat", "seats", "value"]
_Clause = tuple[tuple[str, str, str], ...]
"""(literal, field, what stands after its colon), one after the other."""
_Put = Callable[[Any, bool, Any, Voice], "str | None"]
"""(value, whether it begins a sentence, what the text tells of, voice) -> words; None: nothing, and
its clause is left out."""
_Made = tuple[tuple[str, "bool | None", "Callable[[Any], Any] | None", "_Put"], ...]
"""A clause made ready: (literal, whether a sentence has ended with it, what looks the field up,
what puts it into words). A blank literal hangs on what is before it; None looks nothing up."""

COMMON: Final[Mapping[str, Filter]] = {
    "signed": lambda value, thing, voice: signed(value),
    "minus": lambda value, thing, voice: minus(value),
    "ordinal": lambda value, thing, voice: ordinal(value),
    "own": lambda value, thing, voice: voice.own(value),
    "letter": lambda value, thing, voice: letter(value),
    "letters": lambda value, thing, voice: letters(value, "and"),
    "letters or": lambda value, thing, voice: letters(value),
    "sorted": lambda value, thing, voice: listed([str(each) for each in sorted(value)]),
}
"""How every game may put values."""
_NONE: Final = type(None)
VALUES: Final = "values"
_TOLD: Final = 4096
"""Sentences of events that are kept: a board says the same ones again at every move."""
SENTENCE: Final = 300
"""Most characters of what is said of an event."""
BRIEF: Final = "_brief"
"""What a text's name ends in that is said where the other has no room."""
_CONDITIONS: Final = ("if", "if not", "if you", "if not you")
_STOPS: Final = (".", ",", ";", ":", "!", "?", ")")


@dataclass_transform(frozen_default=True)
class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """What happened. `says` is its message, or its messages by variant, where they do not stand in
    a file of their own."""

    def variant(self, reader: int | None) -> str:
        """Which of several messages tells it to that seat (None: a spectator); "" says nothing.

        Where its annotation is a `Literal`, the check finds a message that is missing or that has
        no use; where it is a union with one, some values need no message, and only the latter."""
        return ""


def kinds_of(module: str) -> Any:
    """The union of all kinds of events that a module has, but for those it builds others on."""
    kinds = [kind for kind in vars(sys.modules[module]).values() if isinstance(kind, type)]
    own = [kind for kind in kinds if issubclass(kind, Event) and kind.__module__ == module]
    return reduce(or_, (kind for kind in own if not kind.__subclasses__()))


@dataclass(frozen=True)
@dataclass_transform(frozen_default=True)
class Speaker:
    """What the texts of one section of the file tell of: its fields are what they may name.

    Every kind is a frozen dataclass. A property that is None says nothing. `names` are the texts
    there must be in the section, with spaces between, and no others; empty: whatever the code asks
    for.
    """

    section: ClassVar[str] = ""
    names: ClassVar[str] = ""

    view: Any
    voice: Voice

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


def _clause(template: str) -> _Clause:
    parsed = Formatter().parse(template)
    return tuple((literal, field or "", spec or "") for literal, field, spec, _ in parsed)


@cache
def _hints(kind: type) -> dict[str, Any]:
    """What each field of a type is said to be; properties are fields, too."""
    hints = dict(get_type_hints(kind, include_extras=True))
    for name in dir(kind):
        if isinstance(found := getattr(kind, name), property):
            hints[name] = get_type_hints(found.fget, include_extras=True).get("return", Any)
    return hints


@cache
def _held(kind: type, field: str) -> tuple[_Holds, Any]:
    """What a field holds, such as `car.miles`, and its hint. Raises KeyError if there is none."""
    first, _, rest = field.partition(".")
    hint = _hints(kind)[first]
    return _held(_plain_type(hint), rest) if rest else (_holds(hint), hint)


def _plain_type(hint: Any) -> type:
    """The class among what a field may be, without marks and type arguments."""
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and (kind is hint or issubclass(kind, msgspec.Struct)):
        return kind
    return next(
        (found for each in get_args(hint) if (found := _plain_type(each)) is not _NONE), _NONE
    )


def _getter(field: str) -> Callable[[Any], Any] | None:
    """What looks a field up; None where there is nothing on the way to it."""
    if not field:
        return None
    if "." not in field:
        return attrgetter(field)
    names = field.split(".")

    def get(thing: Any) -> Any:
        for name in names:
            if thing is None:
                return None
            thing = getattr(thing, name)
        return thing

    return get


def _holds(hint: Any) -> _Holds:
    if SEAT in getattr(hint, "__metadata__", ()):
        return "seat"
    args = get_args(hint)
    if get_origin(hint) in (tuple, list, Sequence):
        return "seats" if args and _holds(args[0]) == "seat" else "value"
    return next((held for each in args if (held := _holds(each)) != "value"), "value")


def _literals(hint: Any) -> Iterator[str]:
    """The values a field may have, where its type says so; "" is nothing to say."""
    if get_origin(hint) is Literal:
        yield from (str(value) for value in get_args(hint) if value != "")


def _seat_meant(hint: Any) -> bool:
    """Whether a field without the mark of a seat may have been meant for one, or for several."""
    return hint in (int, tuple[int, ...], list[int])


def _writes_a_seat(field: str, spec: str) -> bool:
    """Whether a field that stands by itself is named as one of a seat, or of seats."""
    return not spec and field.rpartition(".")[2] in ("seat", "seats")


class Messages:
    """What a game says, in one language.

    `texts` are the sections of its file. `events` are told by the section `event`, a text each by
    the event's name; `speakers` are what the texts of the other sections tell of, and `names` which
    texts there must be in a section.
    """

    def __init__(
        self,
        events: Sequence[type[msgspec.Struct]],
        texts: Mapping[str, Any],
        filters: Mapping[str, Filter],
        speakers: Mapping[str, type[Any]] | None = None,
        names: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self._events = {kind.__name__: kind for kind in events}
        self._speakers = dict(speakers or {})
        self._names = {"event": self._events, **(names or {})}
        self._filters = {**COMMON, **filters}
        self._texts: dict[str, tuple[_Clause, ...]] = {}
        self._ready: dict[tuple[str, type[Any]], tuple[_Made, ...]] = {}
        self._told = lru_cache(_TOLD)(self._tell)
        self._broken: list[str] = []
        for name, kind in self._events.items():
            if says := getattr(kind, "says", None):
                self._read(f"event.{name}", says)
        for section in ("event", VALUES, *self._speakers):
            self._read(section, texts.get(section, {}))
        self._tables = {path.split(".")[1] for path in self._texts if path.startswith(f"{VALUES}.")}

    def _read(self, path: str, text: Any) -> None:
        """Take a text, or texts by name, in."""
        if isinstance(text, Mapping):
            for name, each in text.items():
                self._read(f"{path}.{name}", each)
            return
        clauses = (text,) if isinstance(text, str) else tuple(text)
        try:
            self._texts[path] = tuple(_clause(each) for each in clauses)
        except (ValueError, TypeError) as error:
            self._texts[path] = ()
            self._broken.append(f"The text {path} cannot be read: {error}.")

    # -- what is wrong

    def faults(self) -> Iterator[str]:
        """What is wrong with the texts, in a sentence each: a text that is missing or that nothing
        asks for, and a field, table or filter that there is not."""
        yield from self._broken
        for section, names in self._names.items():
            found = {
                path.split(".")[1].removesuffix(BRIEF)
                for path in self._texts
                if path.startswith(f"{section}.")
            }
            for name in names:
                if name not in found:
                    yield f"There is no text {section}.{name}."
            for name in sorted(found.difference(names)):
                yield f"Nothing asks for the text {section}.{name}."
        yield from self._faults_of_variants()
        for path in self._texts:
            kind = self._kind(path)
            if kind is not None:
                yield from self._faults_of(path, kind, ())

    def _faults_of_variants(self) -> Iterator[str]:
        """Where an event's `variant` and its texts do not fit, as far as its type tells."""
        for name, kind in self._events.items():
            head = f"event.{name}."
            found = {
                path.removeprefix(head).removesuffix(BRIEF)
                for path in self._texts
                if path.startswith(head)
            }
            variant = getattr(kind, "variant", None)
            hint = get_type_hints(variant).get("return") if variant else None
            told = {*_literals(hint)}
            maybe = {one for each in get_args(hint) for one in _literals(each)}
            if not found:
                continue
            if not (told or maybe):
                yield (
                    f"The event {name} has several texts: "
                    "type what its `variant` returns as a `Literal` of their names."
                )
                continue
            for one in sorted(told - found):
                yield f"There is no text {head}{one}."
            for one in sorted(found - told - maybe):
                yield f"Nothing asks for the text {head}{one}."

    def _kind(self, path: str) -> type | None:
        """What a text tells of."""
        section, _, rest = path.partition(".")
        if section == "event":
            return self._events.get(rest.split(".")[0].removesuffix(BRIEF))
        return self._speakers.get(section)

    def _faults_of(self, path: str, kind: type, within: tuple[str, ...]) -> Iterator[str]:
        for _, field, spec in (part for clause in self._texts[path] for part in clause):
            if not field:
                continue
            try:
                holds, hint = _held(kind, field)
            except KeyError:
                yield f"The text {path} has a field {{{field}}}, and there is none."
                continue
            if spec in self._tables and spec not in within:
                yield from self._faults_of_table(spec, kind, hint, (*within, spec))
            elif holds == "value" and not self._puts(spec, hint):
                meant = " (a seat is typed `Seat`)" if _seat_meant(hint) else ""
                yield f"The text {path} has {{{field}:{spec}}}, and no filter {spec}{meant}."
            elif holds == "value" and _writes_a_seat(field, spec) and _seat_meant(hint):
                yield (
                    f"The text {path} has {{{field}}}, which writes a number: "
                    "type the field as `Seat`, and it is the player's name."
                )

    def _faults_of_table(
        self, table: str, kind: type, hint: Any, within: tuple[str, ...]
    ) -> Iterator[str]:
        head = f"{VALUES}.{table}."
        for path in [path for path in self._texts if path.startswith(head)]:
            yield from self._faults_of(path, kind, within)
        for value in _literals(hint):
            if not self.has(self._row(table, value)):
                yield f"There is no text {head}{value}."

    def _puts(self, spec: str, hint: Any) -> bool:
        """Whether what stands after the colon of a plain value makes sense."""
        for each in get_args(hint):
            if isinstance(each, type) and issubclass(each, Speaker):
                return f"{each.section}.{spec}" in self._texts
        known = (*_CONDITIONS, *self._filters, *self._tables)
        return not spec or "|" in spec or spec in known

    # -- saying

    def sentence(self, event: Any, players: Sequence[Player], reader: int | None) -> str:
        """What an event says to a seat (None: a spectator); empty where it says nothing."""
        try:
            hash(event)
        except TypeError:
            return self._tell(event, tuple(players), reader)
        return self._told(event, tuple(players), reader)

    def _tell(self, event: Any, players: tuple[Player, ...], reader: int | None) -> str:
        path = f"event.{type(event).__name__}"
        if path not in self._texts:
            variant = getattr(event, "variant", None)
            path = f"{path}.{variant(reader)}" if variant else path
        return self.fitting(path, event, Voice(players, reader), SENTENCE)

    def fitting(self, path: str, thing: Any, voice: Voice, most: int) -> str:
        """The text of that path in at most so many characters: else its `_brief` one, or cut."""
        said = self.say(path, thing, voice)
        if len(said) > most:
            said = self.say(path + BRIEF, thing, voice) or said
        return cut(said, most)

    def has(self, path: str) -> bool:
        """Whether there is a text of that path, such as `label.pit.detail`."""
        return path in self._texts

    def say(self, path: str, thing: Any, voice: Voice, head: bool = True) -> str:
        """The text of that path with the fields of what it tells of; empty if there is none.

        `head`: it begins a sentence.
        """
        out = ""
        made = self._ready.get((path, type(thing)))
        for clause in self._made(path, type(thing)) if made is None else made:
            said = _filled(clause, thing, voice, _ends(out) if out else head)
            if said is None:
                continue
            if head and not out:
                said = said.lstrip(",; ")
            out = _joined(out, said) if out else said
        return out

    def _made(self, path: str, kind: type[Any]) -> tuple[_Made, ...]:
        """A text's clauses for what it tells of, made ready once."""
        of: Any = kind
        made = tuple(
            tuple(
                (literal, _ends(literal) if literal.strip() else None, _getter(field), put)
                for literal, field, spec in clause
                for put in (self._putter(_held(of, field)[0], spec) if field else _nothing,)
            )
            for clause in self._texts.get(path, ())
        )
        self._ready[path, kind] = made
        return made

    def _row(self, table: str, value: Any) -> str:
        """The path of what a table has for a value."""
        path = f"{VALUES}.{table}.{value}"
        return path if self.has(path) else f"{VALUES}.{table}.else"

    def _putter(self, holds: _Holds, spec: str) -> _Put:
        """What puts a field into words, by what it holds and what stands after its colon."""
        if spec in _CONDITIONS:
            return _condition(holds, spec)
        if spec in self._filters:
            put = _filtered(self._filters[spec])
        elif holds == "seat":
            put = partial(_seat, spec)
        elif holds == "seats":
            put = partial(_seats, spec)
        elif spec in self._tables:
            put = partial(self._looked_up, spec)
        else:
            put = partial(self._plain, spec)

        def known(value: Any, head: bool, thing: Any, voice: Voice) -> str | None:
            if value is None or (holds == "seat" and value < 0):
                return None
            return put(value, head, thing, voice)

        return known

    def _plain(self, spec: str, value: Any, head: bool, thing: Any, voice: Voice) -> str:
        """A value that is no seat: speakers, or as it is."""
        if _speak(value):
            put = ""
            for each in value:
                put = _joined(put, self.say(f"{each.section}.{spec}", each, voice, not put))
        else:
            put = spelled(value, spec)
        return upper(put) if head else put

    def _looked_up(
        self, table: str, value: Any, head: bool, thing: Any, voice: Voice
    ) -> str | None:
        """What a table has for a value, or for several."""
        if not isinstance(value, tuple):
            return self.say(self._row(table, value), thing, voice, head) or None
        if _speak(value):
            return self._plain(table, value, head, thing, voice)
        rows = [self._row(table, one) for one in value]
        return listed([self.say(row, thing, voice, head) for row in rows]) or None


def _filled(clause: _Made, thing: Any, voice: Voice, head: bool) -> str | None:
    """One clause; None where a field of it holds nothing to say."""
    out = ""
    for literal, ended, get, put in clause:
        out += literal
        if get is None:
            continue
        begins = (_ends(out) if out else head) if ended is None else ended
        said = put(get(thing), begins, thing, voice)
        if said is None:
            return None
        out += said
    return out


def _nothing(value: Any, head: bool, thing: Any, voice: Voice) -> str | None:
    """Of a literal that no field follows."""
    return None


def _condition(holds: _Holds, spec: str) -> _Put:
    """Writes nothing, or has nothing to say where it is not so."""
    met, you = not spec.startswith("if not"), spec.endswith("you")

    def put(value: Any, head: bool, thing: Any, voice: Voice) -> str | None:
        true = value == voice.reader if you else _true(value, holds)
        return "" if true == met else None

    return put


def _filtered(words: Filter) -> _Put:
    """What a filter says of a value."""

    def put(value: Any, head: bool, thing: Any, voice: Voice) -> str | None:
        said = words(value, thing, voice)
        return upper(said) if said and head else said

    return put


def _joined(out: str, said: str) -> str:
    """A clause after another."""
    return f"{out} {said}" if out and said and not said.startswith(_STOPS) else out + said


def _speak(value: Any) -> bool:
    """Whether a field holds others that speak."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Speaker)


def _true(value: Any, holds: _Holds) -> bool:
    """Whether there is something: seat 0 is somebody."""
    return value is not None and value >= 0 if holds == "seat" else bool(value)


def _ends(said: str) -> bool:
    """Whether a sentence has ended there."""
    return said.rstrip().endswith((".", "!", "?"))


def _seat(spec: str, seat: int, head: bool, thing: Any, voice: Voice) -> str:
    if spec == "'s":
        return voice.whose(seat, head)
    if spec:
        return voice.does(seat, *spec.split("|"))
    return voice.who(seat, head)


def _seats(spec: str, seats: Sequence[int], head: bool, thing: Any, voice: Voice) -> str | None:
    if not seats:
        return None
    if spec == "in order":
        return listed([voice.who(seat) for seat in seats])
    if not spec or spec == "or":
        return voice.several(seats, spec or "and", head)
    if len(seats) == 1:
        return voice.does(seats[0], *spec.split("|"))
    return spec.split("|", maxsplit=1)[0]


def spelled(value: Any, spec: str) -> str:
    """A value as a field says it: "it is|it is not", "# car|# cars", "none|# car|# cars"."""
    if "|" not in spec:
        return listed([str(each) for each in value]) if isinstance(value, tuple) else str(value)
    forms = spec.split("|")
    if isinstance(value, bool):
        return forms[0] if value else forms[1]
    many = len(value) if isinstance(value, tuple | list) else value
    if len(forms) > 2 and not many:
        return forms[0]
    return (forms[-2] if many == 1 else forms[-1]).replace("#", str(many))
