"""What NASCARDS says, for the seat that reads it. The sentences are in `data/words.en.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import Voice
from games.engine.words import Label, Topic, Words
from games.nascards.cards import MANEUVERS
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
        wrecked = "" if of.car.running or view.series else self.say(of, "this_race.stood")
        return super().ended(view, seat) or wrecked

    # -- the cards of the hand: its Speed cards by place, then the Maneuver cards that were dealt

    def held(
        self, view: State, ask: Ask[Any] | None, players: Sequence[Player]
    ) -> Iterator[tuple[int, str, Callable[[], str]]]:
        options, kind = (ask.options, ask.kind) if ask is not None else ((), "")
        allowed = {paths.path(option)[0] for option in options}
        keys = [*(f"s{card}" for card in view.hand), *(f"m{card}" for card in view.dealt)]
        for at, key in enumerate(keys):
            held = Held(view, Voice((), view.seat), ask=ask, key=key)
            name = "works_on" if held.maneuvers else kind
            can = key in allowed
            yield at, key if can else "", partial(self.say, held, name if can else "unplayable")

    # -- help

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        return tuple(map(self._topic, (*range(1, 11), *MANEUVERS)))

    def _topic(self, number: int) -> Topic:
        printed = Printed(number, Voice((), None))
        kind, key = "speed", f"speed{number}"
        if card := MANEUVERS.get(number):
            kind, key = "maneuver", card.id.replace("_", "")
        names = f"{kind}_title", kind, f"{kind}_cite"
        title, text, cite = (self.say(printed, name) for name in names)
        return Topic(key, title, text, cite, number)
