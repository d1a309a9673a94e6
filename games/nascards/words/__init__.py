"""What NASCARDS says, for the seat that reads it. The sentences are in `data/words.en.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from games.engine.ask import Ask, Asks
from games.engine.players import Player
from games.engine.voice import Voice, upper
from games.engine.words import Chart, Label, Topic, Words
from games.nascards.cards import MANEUVERS
from games.nascards.state import State
from games.nascards.words import paths
from games.nascards.words.speakers import (
    Choice,
    Held,
    Marked,
    Printed,
    Question,
    Race,
    Reason,
    Shown,
    unmet,
)

CARDS: Final = "Rules: Maneuver Deck Card List"
"""Where Maneuver cards stand in the rulebook."""
SPEED: Final = "Rules: The Speed Deck"
"""Where Speed cards do."""


class NascardsWords(Words):
    """See `Words`."""

    Asking = Question
    speakers = (Race, Shown, Marked, Choice, Held, Printed, Reason)
    named = frozenset(f"s{value}" for value in range(1, 11))
    path = staticmethod(paths.path)

    # -- where the race stands

    def _race(self, view: State, text: str, players: Sequence[Player] = (), score: int = 0) -> str:
        return self.say(Race(view, Voice(players, view.seat), score), text)

    def title(self, view: State) -> str:
        return upper(self._race(view, "title"))

    def verb(self, view: State, asked: Asks) -> str:
        if view.phase == "over" or len(asked) > 1:
            return ""
        if asked:
            return self._asking(view, asked, (), "verb")
        return self._race(view, "verb") if view.active >= 0 else ""

    def headline(self, view: State, asked: Asks, players: Sequence[Player]) -> str:
        if view.phase == "over" or not asked:
            return self._race(view, "headline", players)
        return self._asking(view, asked, players, "headline")

    def watching(self, view: State) -> str:
        return self._race(view, "watching")

    def chart(self, view: State) -> Chart:
        lines = tuple(
            tuple(after[car.seat] for after in view.history) or (car.miles,) for car in view.drivers
        )
        return Chart(self._race(view, "chart"), "turn", "miles", lines, view.options.goal)

    def score(self, view: State, points: int, /) -> str:
        return self._race(view, "score", score=points)

    # -- what can be pressed

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        voice, last = Voice(players, view.seat), path[-1]
        assert view.me is not None
        if path[0] == paths.FOLLOW:
            return self.label(Choice(view, voice, ask=ask, card=view.me.follow), "follow")
        if path[0] in (paths.PIT, paths.STAY, paths.DECLINE):
            return self.label(Choice(view, voice, ask=ask), path[0])
        if path[0] in (paths.TWO, paths.CARS):
            return self._several(view, ask, path, voice)
        if last == paths.ALONE:
            return self.label(Choice(view, voice, ask=ask, card=paths.number(path[0])), "alone")
        if last[0] in "mf":
            choice = Choice(view, voice, ask=ask, card=paths.number(last))
            return self.label(choice, "keep" if last[0] == "m" else "then")
        if last[0] == "a":
            return self.label(Choice(view, voice, ask=ask, other=paths.number(last)), "target")
        if last[0] != "s":
            return self.label(Choice(view, voice, ask=ask), "nobody")
        value = paths.number(last)
        if ask.kind == "drop":
            return self.label(Choice(view, voice, ask=ask, card=value), "drop")
        return self.label(Choice(view, voice, ask=ask, cards_played=(value,)), "speed")

    def _several(self, view: State, ask: Ask[Any], path: tuple[str, ...], voice: Voice) -> Label:
        """Two Speed cards or several cars: the title, one of them, or all."""
        items = paths.numbers(path[-1]) if len(path) > 1 else ()
        assert view.me is not None
        if path[0] == paths.TWO:
            move = Choice(view, voice, ask=ask, cards_played=items)
            return self.label(move, ("two", "one_of_two", "speed")[len(items)])
        if not items:
            return self.label(Choice(view, voice, ask=ask, card=view.me.maneuver), "cars")
        if len(items) == 1:
            return self.label(Choice(view, voice, ask=ask, other=items[0]), "target")
        return Label(voice.several(items))

    # -- the cards of the hand: its Speed cards by place, then the Maneuver cards that were dealt

    def foot(
        self, view: State, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        allowed = {paths.path(option)[0] for option in ask.options}
        return {
            at: (key, upper(self._foot(view, ask, key)))
            for at, key in enumerate(paths.keys(view))
            if key in allowed
        }

    def _foot(self, view: State, ask: Ask[Any], key: str) -> str:
        number, voice = paths.number(key), Voice((), view.seat)
        if key[0] == "m":
            text = "barred" if unmet(view, number) else "works_on"
            return self.say(Held(view, voice, ask=ask, card=number), text)
        text = "discard" if ask.kind == "drop" else "speed"
        return self.say(Held(view, voice, ask=ask, cards_played=(number,)), text)

    def idle(self, view: State, ask: Ask[Any] | None) -> dict[int, str]:
        allowed = {paths.path(option)[0] for option in ask.options} if ask is not None else set()
        out: dict[int, str] = {}
        for at, key in enumerate(paths.keys(view)):
            if key not in allowed:
                card = paths.number(key) if key[0] == "m" else -1
                barred = ask is not None and card >= 0 and unmet(view, card)
                held = Held(view, Voice((), view.seat), ask=ask, card=card)
                out[at] = self.say(held, "barred" if barred else "idle")
        return out

    # -- help

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        return tuple(map(self._topic, (*range(1, 11), *MANEUVERS)))

    def _topic(self, number: int) -> Topic:
        printed = Printed(number, Voice((), None))
        if number not in MANEUVERS:
            title, text = self.say(printed, "speed_title"), self.say(printed, "speed")
            return Topic(f"speed{number}", title, text, SPEED, number)
        card = MANEUVERS[number]
        text = self.say(printed, "maneuver")
        return Topic(card.id.replace("_", ""), card.name, text, CARDS, number)
