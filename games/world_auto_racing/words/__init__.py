"""What World Auto Racing says, for the seat that reads it. The sentences are in
`data/words.en.toml`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.engine.ask import Ask, Asks
from games.engine.messages import Speaker
from games.engine.players import Player
from games.engine.voice import Voice, upper
from games.engine.words import DETAIL, TEXT, Chart, Label, Topic, Words
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.race import Race
from games.world_auto_racing.words import paths
from games.world_auto_racing.words.phrases import cut
from games.world_auto_racing.words.speakers import (
    Choice,
    Held,
    Multiplied,
    Printed,
    Question,
    Reason,
    Standing,
)

FOOT: Final = 32
"""Most characters below a card that can be played."""
_CARDS: Final = {paths.TAKE: "take", paths.DISCARD: "discard", paths.FETCH: "discard"}
"""Texts of the cards that only say what they are, by the first letter of their key."""


class WarWords(Words):
    """See `Words`."""

    Asking = Question
    speakers = (Standing, Choice, Held, Multiplied, Printed, Reason)
    path = staticmethod(paths.path)

    # -- where the race stands

    def _race(self, view: Race, text: str, players: Sequence[Player] = (), **told: int) -> str:
        return self.say(Standing(view, Voice(players, view.seat), **told), text)

    def title(self, view: Race) -> str:
        return self._race(view, "title")

    def verb(self, view: Race, asked: Asks) -> str:
        alone = len(asked) == 1 and view.phase != "over"
        return self._asking(view, asked, (), "verb") if alone else ""

    def headline(self, view: Race, asked: Asks, players: Sequence[Player]) -> str:
        if view.phase == "over" or not asked:
            return self._race(view, "headline", players)
        return self._asking(view, asked, players, "headline")

    def watching(self, view: Race) -> str:
        return self._race(view, "watching")

    def chart(self, view: Race) -> Chart:
        lines = tuple(zip(*view.history, strict=True)) or ((0,),) * len(view.drivers)
        return Chart(self._race(view, "chart"), "round", "points", lines, view.options.length)

    def score(self, view: Race, points: int, /) -> str:
        return self._race(view, "score", score=points)

    def kit(self, view: Race, seat: int) -> str:
        return self._race(view, "kit", card=view.drivers[seat].car)

    # -- what can be pressed

    def label(self, speaker: Speaker, name: str) -> Label:
        text, detail = (self.say(speaker, f"{name}.{part}") for part in ("text", "detail"))
        style = self.say(speaker, f"{name}.style")
        return Label(cut(text, TEXT), cut(detail.removesuffix("."), DETAIL), style or "plain")

    def part(
        self, view: Race, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        first, last = path[0], path[-1]
        number, voice = paths.number(last), Voice(players, view.seat)
        choice = Choice(view, voice, max(number, 0), ask=ask, path=path)
        if len(path) > 1 and number < 0:
            options = paths.under(ask, path)
            if not options or len(paths.under(ask, path[:-1])) == len(options):
                # Nothing to choose here: the part before it says it all.
                return self.part(view, ask, path[:-1], players)
            return self.label(choice, f"none_{last[0]}")
        if first in ("accept", "decline"):
            return self.label(choice, f"{first}_{ask.kind}")
        if first == "pass":
            return self.label(choice, "pass" if len(ask.options) > 1 else "only_pass")
        if number < 0:
            return self.label(choice, first)
        if last[0] == paths.ON:
            aimed = replace(choice, card=paths.number(first), other=number)
            return self.label(aimed, "target")
        if last[0] == paths.PICK:
            if choice.kind.type == "condition":
                return self.label(choice, "condition")
            options = paths.under(ask, path)
            return self.label(replace(choice, other=options[0].on if options else -1), "mod")
        if last[0] == paths.REPLACE:
            return self.label(choice, "give_up")
        if last[0] == paths.LOSE:
            return self.label(choice, "mod")
        if last[0] == paths.USE:
            fits = len(self.say(choice, "use.text")) <= TEXT
            return self.label(choice, "use" if fits and choice.ability_does else "use_long")
        if last[0] == paths.CARD:
            brief = len(self.say(choice, "card.detail")) > DETAIL
            return self.label(replace(choice, brief=brief), "card")
        return self.label(choice, _CARDS[last[0]])

    # -- the cards of the hand

    def foot(
        self, view: Race, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        keys = self._keys(ask)
        return {
            at: (keys[card], self._foot(Held(view, Voice((), view.seat), card, ask=ask)))
            for at, card in enumerate(view.hand)
            if card in keys
        }

    def _keys(self, ask: Ask[Any] | None) -> dict[int, str]:
        """The first key of each card of the hand that can be played or discarded."""
        options = ask.options if ask is not None else ()
        keys = [paths.path(option)[0] for option in options]
        return {paths.number(key): key for key in keys if key[0] in "cd" and key[1:].isdigit()}

    def _foot(self, held: Held) -> str:
        """The fullest of several ways to say it that has room."""
        assert held.ask is not None
        if held.ask.kind != "action":
            return self.say(held, held.ask.kind)
        ways = (upper(self.say(held, way)) for way in held.names.split())
        return next(words for words in ways if 0 < len(words) <= FOOT)

    def idle(self, view: Race, ask: Ask[Any] | None) -> dict[int, str]:
        keys = self._keys(ask)
        return {
            at: self.say(Held(view, Voice((), view.seat), card, ask=ask), "idle")
            for at, card in enumerate(view.hand)
            if card not in keys
        }

    # -- help

    def cards(self) -> Sequence[Topic]:
        """Every card there is now, cars first. Sets may be added, so nothing is kept."""
        every = [*cards.cars(), *(card for card in cards.every() if card.type != "car")]
        names = Counter(card.name for card in every)
        keys = Counter(_key(card) for card in every)
        return tuple(
            self._topic(card, keys[_key(card)] == 1, names[card.name] == 1) for card in every
        )

    def _topic(self, card: Card, one_key: bool, one_name: bool) -> Topic:
        printed = Printed(None, Voice((), None), card.number)
        title = self.say(printed, "title" if one_name else "title_of_set")
        key = _key(card) if one_key else f"{_key(card)}{card.number}"
        return Topic(key, title, self.say(printed, "text"), self.say(printed, "cite"), card.number)


def _key(card: Card) -> str:
    return re.sub(r"[^a-z0-9]", "", card.id.lower()) or f"card{card.number}"
