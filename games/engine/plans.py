"""Plans: what a player has answered ahead, such as every move of a turn.

Rules know nothing of plans. A plan answers its seat's questions as the player would: with one of
the options, at the moment the question is put. What it leaves open is asked. It is made as an
answer that is walked (`games.engine.ask.Walked`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from games.engine.ask import Ask


class Offer(msgspec.Struct, frozen=True):
    """A plan to be had by one button beside a question."""

    key: str
    """Letters and digits, the same for ever."""
    text: str
    """The words of its button."""
    detail: str
    """What is planned with it, in one sentence."""
    plan: Any
    best: bool = False
    """It is what the game recommends; its button stands out. Only the first offer may be it."""


class Plans(Protocol):
    """How plans of one game are made, told and followed.

    `view` is always the view of the seat that plans; `plan` is None where it has none.
    """

    kept: type[Any]
    """What a plan is: a frozen struct that keeps as JSON."""
    general: bool
    """It answers whatever comes, so an auto answer, which is of one kind of question, goes before
    it; else it says more than an auto answer and goes before that."""

    def ahead(self, view: Any, plan: Any) -> Ask[Any] | None:
        """The question what the seat plans, all of whose answers are walked; None while there is
        nothing to plan. At its first part a plan may be typed, and the usual text is what is left
        of the present one. Its number changes when earlier plans count no more, as the turn does.
        Plans that are only to be had by a button beside a question need none (`Offered`).
        """

    def offers(self, view: Any, ask: Ask[Any], plan: Any) -> Sequence[Offer]:
        """At most six plans that go with a question. Where the first is recommended they stand
        before what else can be pressed."""

    def offered(self, view: Any, ask: Ask[Any], plan: Any, key: str) -> Offer | None:
        """One of them as it is pressed: its plan answers the question, with an option of which its
        player is warned before as if he had chosen it himself. None: it cannot be had now."""

    def answer(self, view: Any, ask: Ask[Any], plan: Any) -> Any | None:
        """The option a plan chooses now, or None: the player is asked."""

    def told(self, view: Any, plan: Any) -> str:
        """What is left of a plan in words; empty for none, and for one that counts no more."""

    def ended(self, view: Any, plan: Any) -> str:
        """Why a plan has ended before its time, in one clause that ends a sentence; empty while it
        has not, and for one that was carried out. It is told until its player answers himself."""


class Offered:
    """Plans that are to be had by a button beside a question alone (see `Plans`)."""

    general = False

    def ahead(self, view: Any, plan: Any) -> Ask[Any] | None:
        """There is nothing to write down."""

    def offers(self, view: Any, ask: Ask[Any], plan: Any) -> Sequence[Offer]:
        raise NotImplementedError

    def offered(self, view: Any, ask: Ask[Any], plan: Any, key: str) -> Offer | None:
        offers = self.offers(view, ask, plan)
        return next((offer for offer in offers if offer.key == key), None)

    def ended(self, view: Any, plan: Any) -> str:
        """These do not end before their time."""
        return ""
