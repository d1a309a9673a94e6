"""Questions that the table answers by itself, because nothing in them is worth asking.

One with one legal answer is the plain case; a game may name more (`Game.only`). Such an answer is
an ordinary one and a stored move of its own kind, so rules and replays know nothing of it. *When*
it may be given hangs on what it would tell: an answer that comes at once tells everybody that its
seat had no choice. Where everybody can work that out (`Game.is_public`) it comes at once; elsewhere
the caller lets it wait about as long as a person takes, or asks all the same.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.ask import Ask
from games.engine.table import Table


class Given(msgspec.Struct, frozen=True):
    """An answer that the table gives."""

    ask: Ask[Any]
    answer: Any
    at_once: bool
    """Nothing can be learned from when it comes."""


def given(table: Table[Any], ask: Ask[Any]) -> Given | None:
    """What the table answers to a question by itself; None where its player is asked."""
    answer = table.game.only(ask)
    if answer is None:
        return None
    return Given(ask, answer, table.game.is_public(table.context.state, ask))


def at_once(table: Table[Any]) -> list[Given]:
    """The open questions that nobody is asked in any pace: the table answers them in the same
    moment. The bot, `python -m games pace` and the conformance suite all go by this.

    It tells nobody anything: with all that a reader cannot see dealt anew the list is the same.
    Answers of a window that have been given already make no difference to it.
    """
    found = (given(table, ask) for ask in table.asked)
    return [each for each in found if each is not None and each.at_once]
