"""What Car Wars: The Card Game says, for the seat that reads it: `data/words.en.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final

from msgspec.structs import replace

from games.carwars_cards.cards import CARDS
from games.carwars_cards.moves import Queue, Unqueue, plays
from games.carwars_cards.state import State
from games.carwars_cards.words import paths
from games.carwars_cards.words.hand import why_not
from games.carwars_cards.words.speakers import (
    Choice,
    Coming,
    Duel,
    Held,
    Kind,
    Question,
    Reason,
    Shown,
)
from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import Voice, cut
from games.engine.words import Chart, Label, Topic, Words

SEVERAL: Final = 200
"""Most characters of several cards, which are told only when it is asked once more."""


class CardWords(Words):
    """See `Words`."""

    Table = Duel
    Asking = Question
    speakers = (Duel, Shown, Coming, Choice, Held, Kind, Reason)
    path = staticmethod(paths.path)

    # -- where the duel stands

    def chart(self, view: State) -> Chart:
        lines = tuple((0, *(duel[car.seat] for duel in view.history)) for car in view.players)
        goal = 0 if view.options.single_duel else view.options.points_to_win
        title, across, up = (self._table(view, name) for name in ("chart", "across", "up"))
        return Chart(title, across, up, lines, goal)

    # -- what can be pressed

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        head, last, voice = path[0], path[-1], Voice(players, view.seat)
        if head in ("pass", "declare"):
            return self.label(Choice(view, voice, ask), head)
        if head == "discard":
            cards = tuple(int(card) for card in "".join(path[1:]).split("c")[1:])
            choice = Choice(view, voice, ask, cards=cards)
            if len(cards) < 2:
                return self.label(choice, "discard_one" if cards else "discard")
            label = self.label(choice, "discard_some")
            return replace(label, detail=cut(self.say(choice, "discard_some.detail"), SEVERAL))
        options = tuple(play for play in plays(ask) if self.path(play)[: len(path)] == path)
        if not options:
            return self.label(Choice(view, voice, cards=(int(head[1:]),)), "special")
        choice = Choice(view, voice, ask, options)
        if len(path) == 1:
            told = self.game.messages.has(f"label.{choice.card.role}.text")
            return self.label(choice, choice.card.role if told else choice.card.kind)
        if last[0] == "p" and last != "plain":
            return self.label(Choice(view, voice, ask, options, who=options[0].on), "target")
        aimed = "tire_shot" if options[0].tire_shot else "at_side"
        return self.label(choice, "side" if last[0] == "s" else aimed)

    def order(self, view: State, order: Any, players: Sequence[Player], /) -> Label:
        if not isinstance(order, Queue | Unqueue):
            return super().order(view, order, players)
        who = -1 if order.on == view.seat else order.on
        choice = Choice(view, Voice(players, view.seat), cards=(order.card,), who=who)
        return self.label(choice, "queue" if isinstance(order, Queue) else "unqueue")

    # -- the cards of the hand

    def held(
        self, view: State, ask: Ask[Any] | None, players: Sequence[Player]
    ) -> Iterator[tuple[int, str, Callable[[], str]]]:
        options, queued = plays(ask) if ask is not None else [], list(view.queued)
        voice = Voice(players, view.seat)
        for place, card in enumerate(view.hand):
            waits = card in queued
            if waits:
                queued.remove(card)
            playing = tuple(play for play in options if play.card == card)
            if playing:
                held = Held(view, voice, ask, playing)
                yield place, f"c{card}", partial(self.say, held, "or_now" if waits else "caption")
                continue
            why = "" if waits else why_not(view, card, ask)
            held = Held(view, voice, ask, cards=(card,), why=why)
            yield place, "", partial(self.say, held, "unplayable" if why else "queued")

    # -- help

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        """Every kind of card; the four sides of one card are one entry."""
        return tuple(map(self._topic, self.game.texts["kind"]))

    def _topic(self, row: dict[str, Any]) -> Topic:
        card = next(card for card in CARDS if card.name == row["name"])
        figure = "damage" if card.kind == "attack" else "value"
        facts = (("value", figure), ("effect", "effect"), ("count", "count"))
        found: dict[str, Any] = {
            source: tuple(said for fact, said in facts if card.source.get(fact) == source)
            for source in ("community", "inferred", "house")
        }
        kind = Kind(None, Voice((), None), **row, **found)
        key = re.sub(r"[^a-z0-9]", "", kind.name.lower())
        return Topic(key, kind.name, self.say(kind, "card"), kind.cite, card.number)
