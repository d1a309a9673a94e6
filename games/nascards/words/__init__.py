"""What NASCARDS says, for the seat that reads it. The sentences are in `data/words.en.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from games.engine.ask import Ask, Asks
from games.engine.players import Player
from games.engine.voice import Voice
from games.engine.words import Label, Topic, Words
from games.nascards.cards import MANEUVERS
from games.nascards.maneuver import CARD_LIST
from games.nascards.state import State
from games.nascards.words import paths
from games.nascards.words.paths import TWO
from games.nascards.words.speakers import (
    Choice,
    Held,
    Marked,
    Printed,
    Question,
    Race,
    Reason,
    Shown,
)


class NascardsWords(Words):
    """See `Words`."""

    Table = Race
    Asking = Question
    speakers = (Race, Shown, Marked, Choice, Held, Printed, Reason)
    named = frozenset(f"s{value}" for value in range(1, 11))
    path = staticmethod(paths.path)

    # -- where the race stands

    def action_phrase(self, view: State, asked: Asks) -> str:
        if view.over or len(asked) > 1:
            return ""
        if asked:
            return self._asking(view, asked, (), "action_phrase")
        return self._table(view, "action_phrase") if view.active >= 0 else ""

    # -- what can be pressed

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        choice = Choice(view, Voice(players, view.seat), ask=ask, key=path[-1])
        names = {"m": "keep", "f": "then", "a": "target", "s": ask.kind, "c": "target"}
        if path[0] == TWO:
            names["c"] = "drive" if len(choice.numbers) > 1 else "one_of_two"
        return self.label(choice, names[choice.key[0]] if choice.numbers else choice.key)

    def ended(self, view: State, seat: int, /) -> str:
        of = Shown(view, Voice((), None), at=seat)
        # Who has left a series comes last, whatever the points say.
        wrecked = "" if of.car.running or view.series else self.say(of, "stood")
        return super().ended(view, seat) or wrecked

    # -- the cards of the hand: its Speed cards by place, then the Maneuver cards that were dealt

    def _hand(self, view: State, ask: Ask[Any] | None) -> Iterator[tuple[int, bool, Held]]:
        """Each card by its place: whether it can be played, and what speaks of it."""
        allowed = {paths.path(option)[0] for option in ask.options} if ask is not None else set()
        for at, key in enumerate(paths.keys(view)):
            yield at, key in allowed, Held(view, Voice((), view.seat), ask=ask, key=key)

    def captions(
        self, view: State, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        return {
            at: (held.key, self.say(held, "works_on" if held.maneuvers else ask.kind))
            for at, playable, held in self._hand(view, ask)
            if playable
        }

    def unplayable(self, view: State, ask: Ask[Any] | None) -> dict[int, str]:
        hand = self._hand(view, ask)
        return {at: self.say(held, "idle") for at, playable, held in hand if not playable}

    # -- help

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        return tuple(map(self._topic, (*range(1, 11), *MANEUVERS)))

    def _topic(self, number: int) -> Topic:
        printed = Printed(number, Voice((), None))
        kind, key, cite = "speed", f"speed{number}", "Rules: The Speed Deck"
        if card := MANEUVERS.get(number):
            kind, key, cite = "maneuver", card.id.replace("_", ""), CARD_LIST
        title, text = (self.say(printed, name) for name in (f"{kind}_title", kind))
        return Topic(key, title, text, cite, number)
