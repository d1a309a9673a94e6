"""What World Auto Racing says, for the seat that reads it. The sentences are in
`data/words.en.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.messages import Speaker
from games.engine.players import Player
from games.engine.voice import Voice, upper
from games.engine.words import DETAIL, TEXT, Chart, Label, Topic, Words
from games.world_auto_racing.cards import Card
from games.world_auto_racing.kinds import CARS, KINDS
from games.world_auto_racing.moves import Discard, Play, Take
from games.world_auto_racing.race import Race
from games.world_auto_racing.texts import say
from games.world_auto_racing.words.phrases import cut
from games.world_auto_racing.words.speakers import (
    Choice,
    Held,
    Printed,
    Question,
    Reason,
    Standing,
    name_of,
)

CAPTION: Final = 32
"""Most characters below a card that can be played."""
_NAMES: Final = {
    "c": "card",
    "o": "target",
    "k": "mod",
    "r": "give_up",
    "u": "use",
    "l": "mod",
    "t": "take",
    "d": "discard",
    "f": "discard",
}
"""Texts of what carries a number, by the first letter of its key; others have that of the word."""


class WarWords(Words):
    """See `Words`."""

    Asking = Question
    Table = Standing
    speakers = (Standing, Choice, Held, Printed, Reason)

    # -- where the race stands

    def chart(self, view: Race) -> Chart:
        lines = tuple(zip(*view.history, strict=True)) or ((0,),) * len(view.drivers)
        across, up = say("told", "across"), say("told", "up")
        return Chart(self._table(view, "chart"), across, up, lines, view.options.length)

    def loadout(self, view: Race, seat: int) -> str:
        return name_of(view.drivers[seat].car) or ""

    # -- what can be pressed

    def step(self, keys: Sequence[str], /) -> str:
        """Where no mod must go, whether one is to go at all."""
        return say("ask_next", "keep") if "r" in keys else super().step(keys)

    def hand_title(self, view: Race, ask: Ask[Any], players: Sequence[Player]) -> str:
        """It stays while the parts of a play are chosen."""
        title = super().hand_title(view, ask, players)
        return say("told", "turn") if ask.kind == "action" and len(ask.options) > 1 else title

    def label(self, speaker: Speaker, name: str) -> Label:
        text, detail = (self.say(speaker, f"{name}.{part}") for part in ("text", "detail"))
        style = self.say(speaker, f"{name}.style")
        return Label(cut(text, TEXT), cut(detail.removesuffix("."), DETAIL), style or "plain")

    def part(
        self, view: Race, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        first, letter, number = path[0], path[-1][0], path[-1][1:]
        choice = Choice(view, Voice(players, view.seat), ask=ask, path=path)
        if len(path) > 1 and not number:
            options = choice.under(path)
            if not options or len(choice.under(path[:-1])) == len(options):
                # Nothing to choose here: the part before it says it all.
                return self.part(view, ask, path[:-1], players)
            return self.label(choice, f"none_{letter}")
        if first in ("accept", "decline"):
            return self.label(choice, f"{first}_{ask.kind}")
        if first == "pass" and len(ask.options) == 1:
            return self.label(choice, "only_pass")
        if not number.isdigit():
            return self.label(choice, first)
        name, choice = _NAMES[letter], replace(choice, card=int(number))
        if letter == "o":
            choice = replace(choice, card=int(first[1:]), other=int(number))
        elif letter == "k" and choice.kind.type == "condition":
            name = "condition"
        elif letter == "k":
            options = choice.under(path)
            choice = replace(choice, other=options[0].on if options else -1)
        elif letter == "u" and not (
            choice.ability_does and len(self.say(choice, "use.text")) <= TEXT
        ):
            name = "use_long"
        elif letter == "c":
            choice = replace(choice, brief=len(self.say(choice, "card.detail")) > DETAIL)
        return self.label(choice, name)

    # -- the cards of the hand

    def held(
        self, view: Race, ask: Ask[Any] | None, players: Sequence[Player]
    ) -> Iterator[tuple[int, str, Callable[[], str]]]:
        options = ask.options if ask is not None else ()
        if view.phase == "car":
            # The picture shows all cars; the free ones carry the numbers of their buttons.
            takes = {one.car: one.path[0] for one in options if isinstance(one, Take)}
            for place, car in enumerate(CARS):
                if car.number in takes:
                    yield place, takes[car.number], str
            return
        voice = Voice((), view.seat)
        keys = {one.card: one.path[0] for one in options if isinstance(one, Play | Discard)}
        for place, card in enumerate(view.hand):
            key, held = keys.get(card, ""), Held(view, voice, card, ask=ask)
            yield (
                place,
                key,
                partial(self._caption, held) if key else partial(self.say, held, "unplayable"),
            )

    def _caption(self, held: Held) -> str:
        """The fullest of several ways to say it that has room."""
        assert held.ask is not None
        if held.ask.kind != "action":
            return self.say(held, held.ask.kind)
        ways = (upper(self.say(held, way)) for way in held.names.split())
        return next(words for words in ways if 0 < len(words) <= CAPTION)

    # -- help

    def cards(self) -> Sequence[Topic]:
        """Every card there is now, cars first. Sets may be added, so nothing is kept."""
        every = [*CARS, *(card for card in KINDS.values() if card.type != "car")]
        keys = Counter(_key(card) for card in every)
        return tuple(self._topic(card, keys[_key(card)] == 1) for card in every)

    def _topic(self, card: Card, one_key: bool) -> Topic:
        printed = Printed(None, Voice((), None), card.number)
        key = _key(card) if one_key else f"{_key(card)}{card.number}"
        text, cite = self.say(printed, "text"), self.say(printed, "cite")
        return Topic(key, card.name, text, cite, card.number)


def _key(card: Card) -> str:
    return card.id.replace("_", "")
