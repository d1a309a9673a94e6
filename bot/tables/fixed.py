"""Chance that comes out the same again, for a demo whose runs are compared.

A bot draws seeds, ids and its computers' whims from the system. With a `Fixed` all of it follows
from one word, so two runs in which people answer alike come to the same end. Whoever knows the word
knows every draw: `bot.__main__` takes it for a local Discord alone and refuses it elsewhere.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from typing import Final

from bot.store.ids import CROCKFORD, LENGTH

FIXED: Final = "MOTORDROME_FIXED"
"""Environment variable: the word. Only a demo sets it, for the process that it starts."""


class Fixed:
    """What one word comes to."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._tables = itertools.count()

    def _draw(self, what: str) -> bytes:
        return hashlib.sha256(f"{self._word}\n{what}".encode()).digest()

    def new_id(self) -> str:
        """The id of this process's next table."""
        drawn = self._draw(f"table {next(self._tables)}")
        return "".join(CROCKFORD[byte % len(CROCKFORD)] for byte in drawn[:LENGTH])

    def seed(self) -> bytes:
        """The seed of every table: what a table draws of it hangs on its id, too."""
        return self._draw("seed")

    def rng(self, match_id: str, number: int) -> random.Random:
        """What a computer seat decides that question by, whenever it comes to it."""
        return random.Random(f"{self._word}\n{match_id}\n{number}")
