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
from games.world_auto_racing.moves import Discard, Play
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
    name_of,
)

FOOT: Final = 32
"""Most characters below a card that can be played."""
_NAMES: Final = {
    paths.CARD: "card",
    paths.ON: "target",
    paths.PICK: "mod",
    paths.REPLACE: "give_up",
    paths.LOSE: "mod",
    paths.TAKE: "take",
    paths.DISCARD: "discard",
    paths.FETCH: "discard",
}
"""Texts of what carries a number, by the first letter of its key; others have that of the word."""


class WarWords(Words):
    """See `Words`."""

    Asking = Question
    speakers = (Standing, Choice, Held, Multiplied, Printed, Reason)
    path = staticmethod(paths.path)

    # -- where the race stands

    def _race(self, view: Race, text: str, players: Sequence[Player] = ()) -> str:
        return self.say(Standing(view, Voice(players, view.seat)), text)

    def title(self, view: Race) -> str:
        return self._race(view, "title")

    def action_phrase(self, view: Race, asked: Asks) -> str:
        alone = len(asked) == 1 and view.phase != "over"
        return self._asking(view, asked, (), "action_phrase") if alone else ""

    def headline(self, view: Race, asked: Asks, players: Sequence[Player]) -> str:
        if view.phase == "over" or not asked:
            return self._race(view, "headline", players)
        return self._asking(view, asked, players, "headline")

    def spectating(self, view: Race) -> str:
        return self._race(view, "spectating")

    def chart(self, view: Race) -> Chart:
        lines = tuple(zip(*view.history, strict=True)) or ((0,),) * len(view.drivers)
        return Chart(self._race(view, "chart"), "round", "points", lines, view.options.length)

    def loadout(self, view: Race, seat: int) -> str:
        return name_of(view.drivers[seat].car) or ""

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
        if first == "pass" and len(ask.options) == 1:
            return self.label(choice, "only_pass")
        letter = last[0] if number >= 0 else ""
        name = _NAMES.get(letter, first)
        if letter == paths.ON:
            choice = replace(choice, card=paths.number(first), other=number)
        elif letter == paths.PICK and choice.kind.type == "condition":
            name = "condition"
        elif letter == paths.PICK:
            options = paths.under(ask, path)
            choice = replace(choice, other=options[0].on if options else -1)
        elif letter == paths.USE:
            fits = len(self.say(choice, "use.text")) <= TEXT
            name = "use" if fits and choice.ability_does else "use_long"
        elif letter == paths.CARD:
            choice = replace(choice, brief=len(self.say(choice, "card.detail")) > DETAIL)
        return self.label(choice, name)

    # -- the cards of the hand

    def captions(
        self, view: Race, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        keys = _keys(ask)
        held = _held(view, ask)
        return {at: (keys[one.card], self._foot(one)) for at, one in held if one.card in keys}

    def _foot(self, held: Held) -> str:
        """The fullest of several ways to say it that has room."""
        assert held.ask is not None
        if held.ask.kind != "action":
            return self.say(held, held.ask.kind)
        ways = (upper(self.say(held, way)) for way in held.names.split())
        return next(words for words in ways if 0 < len(words) <= FOOT)

    def unplayable(self, view: Race, ask: Ask[Any] | None) -> dict[int, str]:
        keys = _keys(ask)
        held = _held(view, ask)
        return {at: self.say(one, "idle") for at, one in held if one.card not in keys}

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


def _keys(ask: Ask[Any] | None) -> dict[int, str]:
    """The first key of each card of the hand that can be played or discarded."""
    options = ask.options if ask is not None else ()
    return {one.card: paths.path(one)[0] for one in options if isinstance(one, Play | Discard)}


def _held(view: Race, ask: Ask[Any] | None) -> list[tuple[int, Held]]:
    """The cards of the hand with their places."""
    voice = Voice((), view.seat)
    return [(at, Held(view, voice, card, ask=ask)) for at, card in enumerate(view.hand)]


def _key(card: Card) -> str:
    return re.sub(r"[^a-z0-9]", "", card.id.lower()) or f"card{card.number}"
