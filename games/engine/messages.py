"""Sentences as data: `str.format` fields with a verb, as one person reads them.

    {seat}                   the player's name, or "you" ("You" at the head of a sentence)
    {seat:'s}                "Ann's", or "your"
    {seat:roll}              the verb as that subject needs it; {seat:have|has}: an irregular one
    {seats}                  names in a list, the reader's first; {seats:share|shares} their verb
    {count:# card|# cards}   a number with its noun
    {hit:hit!|safe.}         one of two, for a flag
    {card:maneuver}          a filter that the game adds

A field is named as in the event; that it holds a seat, or seats, its type says (`Seat`). A message
may be several, by what `variant` of the event says: in TOML a table,

    [Totaled]
    retired = "{seat} {seat:leave} the race."
    crashed = "{seat:'s} car is totaled."
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from games.engine.players import SEAT, Player
from games.engine.voice import Voice, listed, upper

Filter = Callable[[Any, Any, Voice], str]
"""(value, event, voice) -> words."""
Text = str | Mapping[str, str]
"""A sentence, or sentences by variant."""
_Holds = Literal["seat", "seats", "value"]


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """What happened. `says` is its message, or its messages by variant, where they do not stand in
    a file of their own."""

    def variant(self, reader: int | None) -> str:
        """Which of several messages tells it to that seat (None: a spectator)."""
        return ""


@cache
def _parts(template: str) -> tuple[tuple[str, str, str], ...]:
    """(literal, field, what stands after its colon)."""
    parsed = Formatter().parse(template)
    return tuple((literal, field or "", spec or "") for literal, field, spec, _ in parsed)


@cache
def _held(kind: type[msgspec.Struct]) -> dict[str, _Holds]:
    """What each field of an event holds."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _holds(hints[name]) for name in kind.__struct_fields__}


def _holds(hint: Any) -> _Holds:
    if SEAT in getattr(hint, "__metadata__", ()):
        return "seat"
    args = get_args(hint)
    if get_origin(hint) in (tuple, list) and args and SEAT in getattr(args[0], "__metadata__", ()):
        return "seats"
    return "value"


class Messages:
    """What a game says of its events, in one language. `texts` go by the event's name."""

    def __init__(
        self,
        kinds: Sequence[type[msgspec.Struct]],
        texts: Mapping[str, Text],
        filters: Mapping[str, Filter],
    ) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        said = {name: getattr(kind, "says", None) for name, kind in self._kinds.items()}
        self._texts = {name: text for name, text in said.items() if text is not None} | dict(texts)
        self._filters = filters

    def faults(self) -> Iterator[str]:
        """What is wrong with the texts, in a sentence each: a sentence that is missing, and a field
        or a filter that there is not."""
        for name in self._kinds:
            if name not in self._texts:
                yield f"There is no sentence for {name}."
        for name, text in self._texts.items():
            if name not in self._kinds:
                yield f"There is a sentence for {name}, and no such event."
                continue
            for each in [text] if isinstance(text, str) else text.values():
                yield from self._faults_of(name, each)

    def _faults_of(self, name: str, text: str) -> Iterator[str]:
        held = _held(self._kinds[name])
        try:
            parts = _parts(text)
        except ValueError as error:
            yield f"The sentence for {name} cannot be read: {error}."
            return
        for _, field, spec in parts:
            if field and field not in held:
                yield f"The sentence for {name} has a field {{{field}}}, and the event has none."
            elif field and held[field] == "value" and not self._puts(spec):
                yield f"The sentence for {name} has {{{field}:{spec}}}, and no filter {spec}."

    def _puts(self, spec: str) -> bool:
        """Whether what stands after the colon of a plain value makes sense."""
        return not spec or "|" in spec or spec in self._filters

    def sentence(self, event: Any, players: Sequence[Player], reader: int | None) -> str:
        """What an event says to a seat (None: a spectator); empty where it says nothing."""
        text = self._texts.get(type(event).__name__, "")
        if not isinstance(text, str):
            text = text.get(event.variant(reader), "")
        return self.fill(text, event, Voice(players, reader)) if text else ""

    def fill(self, text: str, event: msgspec.Struct, voice: Voice) -> str:
        """A text with the fields of an event in it."""
        held, out = _held(type(event)), ""
        for literal, field, spec in _parts(text):
            out += literal
            if field:
                head = not out or out.endswith((". ", "! ", "? "))
                out += self._put(getattr(event, field), held[field], spec, head, event, voice)
        return out

    def _put(
        self, value: Any, holds: _Holds, spec: str, head: bool, event: Any, voice: Voice
    ) -> str:
        """A field in words; `head`: it begins a sentence."""
        if spec in self._filters:
            put = self._filters[spec](value, event, voice)
            return upper(put) if head else put
        if holds == "seat":
            return _seat(value, spec, head, voice)
        if holds == "seats":
            return _seats(value, spec, head, voice)
        return _plain(value, spec)


def _seat(seat: int, spec: str, head: bool, voice: Voice) -> str:
    if spec == "'s":
        return voice.Whose(seat) if head else voice.whose(seat)
    if spec:
        return voice.does(seat, *spec.split("|"))
    return voice.Who(seat) if head else voice.who(seat)


def _seats(seats: Sequence[int], spec: str, head: bool, voice: Voice) -> str:
    if not spec:
        return voice.Several(seats) if head else voice.several(seats)
    if len(seats) == 1:
        return voice.does(seats[0], *spec.split("|"))
    return spec.split("|", maxsplit=1)[0]


def _plain(value: Any, spec: str) -> str:
    if "|" in spec:
        one, other = spec.split("|")
        if isinstance(value, bool):
            return one if value else other
        many = len(value) if isinstance(value, tuple) else value
        return (one if many == 1 else other).replace("#", str(many))
    return listed([str(each) for each in value]) if isinstance(value, tuple) else str(value)
