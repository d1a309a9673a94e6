"""Chance: named, counted draws, from a sealed seed in play and from a script in tests.

A source of chance is a seed and a count of draws, never a stored generator state, so a table can
be saved, replayed and verified draw by draw.

The sealed stream (docs/fair-play.md tells the same to players):

    key_n  = HMAC-SHA256(seed, match "\\n" message "\\n" n "\\n" words)   n counts from 0
    stream = SHAKE-256(key_n), read as unsigned 64-bit big-endian numbers
    below(m): the first number under the largest multiple of m that fits in 64 bits, modulo m
    shuffled(cards): for i from the last place down to 1, swap place i with place below(i + 1),
                     every number taken from the one stream of this draw
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Protocol

_WORD = 8
_SPAN = 1 << (8 * _WORD)
_PAGE = 16
"""Draws of a seeded source that are made together."""
_read_page = struct.Struct(f">{_PAGE}Q").unpack


class Chance(Protocol):
    """A source of draws. Each draw has a name that says what it decides."""

    draws: int
    """How many draws have been taken; the next one has this number."""

    def below(self, limit: int, name: str) -> int:
        """A number from 0 to `limit - 1`, each as likely."""

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        """The cards in a new order, each order as likely. One draw, whatever their number."""

    def at(self, draws: int) -> Chance:
        """The same source with `draws` draws taken."""


def commitment(seed: bytes) -> str:
    """What is published before the first draw: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def _numbers(key: bytes, wanted: int) -> Iterator[int]:
    """The stream of one draw; `wanted` is how many numbers are likely to be needed."""
    taken = 0
    shake = hashlib.shake_256(key)
    while True:
        block = shake.digest((taken + wanted) * _WORD)
        for at in range(taken * _WORD, len(block), _WORD):
            yield int.from_bytes(block[at : at + _WORD], "big")
        taken += wanted


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = _SPAN - _SPAN % limit
    for number in numbers:
        if number < fair:
            return number % limit
    raise AssertionError("the stream has no end")


class SealedChance:
    """The provably fair stream of one match: keyed by a secret seed that is revealed at its end.

    `message` is the id that Discord gave to the message that shows the seal: nobody, the operator
    included, can know a draw before that message stands where all can see it. A draw is keyed by
    its number alone: when an undo leads to another question, the luck stays the same.
    """

    __slots__ = ("_match", "_message", "_seed", "_words", "draws")

    def __init__(
        self, seed: bytes, match: str, message: int, words: str = "", draws: int = 0
    ) -> None:
        self._seed = seed
        self._match = match
        self._message = message
        self._words = words
        self.draws = draws

    def __repr__(self) -> str:
        """Without the seed: it must not reach a log."""
        return f"<{type(self).__name__} match={self._match} draws={self.draws}>"

    def _text(self, name: str) -> str:
        """What a draw is keyed by, beside the seed."""
        return f"{self._match}\n{self._message}\n{self.draws}\n{self._words}"

    def _key(self, name: str) -> bytes:
        text = self._text(name)
        self.draws += 1
        return hmac.digest(self._seed, text.encode(), "sha256")

    def below(self, limit: int, name: str) -> int:
        return _below(limit, _numbers(self._key(name), 2))

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        out = list(cards)
        numbers = _numbers(self._key(name), len(out) + 4)
        for i in range(len(out) - 1, 0, -1):
            j = _below(i + 1, numbers)
            out[i], out[j] = out[j], out[i]
        return out

    def at(self, draws: int) -> SealedChance:
        return type(self)(self._seed, self._match, self._message, self._words, draws)


class FirstSealedChance(SealedChance):
    """The stream of matches that began before there were sealing messages: keyed by names too."""

    __slots__ = ()

    def _text(self, name: str) -> str:
        return f"{self._match}\n{self.draws}\n{name}\n{self._words}"


class SeededChance:
    """A plain repeatable source, for imagined tables, random play and benchmarks.

    Each draw comes of the seed and the draw's number alone, so that a replay which starts at any
    draw takes the same ones: SHAKE-128 of the seed and of a page of draws, which a shuffle
    stretches.
    """

    __slots__ = ("_numbers", "_page", "_seed", "draws")

    def __init__(self, seed: int, draws: int = 0) -> None:
        self._seed = seed
        self.draws = draws
        self._page = -1
        self._numbers: tuple[int, ...] = ()

    def below(self, limit: int, name: str) -> int:
        at = self.draws
        self.draws = at + 1
        page = at // _PAGE
        if page != self._page:
            self._page = page
            key = f"{self._seed} {page}".encode()
            self._numbers = _read_page(hashlib.shake_128(key).digest(_PAGE * _WORD))
        return self._numbers[at % _PAGE] * limit >> 8 * _WORD

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        # Sorting by keys takes a quarter of the time of swapping card by card. Keys of 16 bits are
        # enough for what is only imagined: one pair of cards in 65,536 keeps its order.
        key = self.below(_SPAN, name).to_bytes(_WORD, "big")
        count = len(cards)
        keys = struct.unpack(f">{count}H", hashlib.shake_128(key).digest(2 * count))
        return [*map(cards.__getitem__, sorted(range(count), key=keys.__getitem__))]

    def at(self, draws: int) -> SeededChance:
        return SeededChance(self._seed, draws)


class SplicedChance:
    """One source up to where it stands, another from there: a table that was given a new future."""

    __slots__ = ("_first", "_source", "_then", "_turn", "draws")

    def __init__(self, first: Chance, then: Chance, turn: int = -1, draws: int = -1) -> None:
        self._turn = first.draws if turn < 0 else turn
        self.draws = first.draws if draws < 0 else draws
        self._first = first
        self._then = then.at(then.draws)
        self._source = self._at(self.draws)

    def _at(self, draws: int) -> Chance:
        if draws < self._turn:
            return self._first.at(draws)
        return self._then.at(self._then.draws + draws - self._turn)

    def _next(self) -> Chance:
        if self.draws == self._turn:
            self._source = self._at(self.draws)
        self.draws += 1
        return self._source

    def below(self, limit: int, name: str) -> int:
        return self._next().below(limit, name)

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        return self._next().shuffled(cards, name)

    def at(self, draws: int) -> SplicedChance:
        return SplicedChance(self._first, self._then, self._turn, draws)

    def rest(self) -> Chance:
        """The source that is drawn from now."""
        return self._source if self.draws != self._turn else self._at(self.draws)


class ScriptError(AssertionError):
    """A test took another draw than its script says, or left some untaken."""


class ScriptedChance:
    """Draws written down beforehand, for tests: a number for `below`, a list for `shuffled`.

    Each entry is `(name, result)`; a name of "" fits any draw. `None` as the result of a shuffle
    leaves the cards as they are.
    """

    __slots__ = ("_script", "draws")

    def __init__(
        self, script: Sequence[tuple[str, int | Sequence[int] | None]], draws: int = 0
    ) -> None:
        self._script = list(script)
        self.draws = draws

    def _next(self, name: str) -> int | Sequence[int] | None:
        if self.draws >= len(self._script):
            raise ScriptError(f"draw {self.draws} ({name}) is not in the script")
        wanted, result = self._script[self.draws]
        if wanted not in ("", name):
            raise ScriptError(f"draw {self.draws} is {name!r}, the script says {wanted!r}")
        self.draws += 1
        return result

    def below(self, limit: int, name: str) -> int:
        result = self._next(name)
        if not isinstance(result, int) or not 0 <= result < limit:
            raise ScriptError(f"draw {name!r} is below {limit}, the script says {result!r}")
        return result

    def shuffled(self, cards: Sequence[int], name: str) -> list[int]:
        result = self._next(name)
        if result is None:
            return list(cards)
        if isinstance(result, int) or sorted(result) != sorted(cards):
            raise ScriptError(f"draw {name!r}: the script's cards are not the ones shuffled")
        return list(result)

    def at(self, draws: int) -> ScriptedChance:
        return ScriptedChance(self._script, draws)

    def finish(self) -> None:
        """Raise `ScriptError` when scripted draws were not taken."""
        if self.draws < len(self._script):
            left = [name for name, _ in self._script[self.draws :]]
            raise ScriptError(f"draws not taken: {left}")
