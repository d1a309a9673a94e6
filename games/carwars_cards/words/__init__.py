"""What Car Wars: The Card Game says, for the seat that reads it: `data/words.en.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from games.carwars_cards import kinds
from games.carwars_cards.events import DuelEnded
from games.carwars_cards.moves import Play, Queue, Unqueue, plays
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
from games.engine.ask import Ask, Asks
from games.engine.messages import SENTENCE
from games.engine.players import Player
from games.engine.voice import Voice, cut, upper
from games.engine.words import DETAIL, Chart, Label, Topic, Words

SEVERAL: Final = 200
"""Most characters of several cards, which are told only when it is asked once more."""
_SPECIALS: Final = {
    kinds.SWERVE: "swerve",
    kinds.DEBRIS: "debris",
    kinds.SKID: "skid",
    kinds.BACKFIRES: "backfires",
    **dict.fromkeys(kinds.WEAPON_OF_PROOF, "gear"),
}
"""The labels of specials that say what they would do now."""


class CardWords(Words):
    """See `Words`."""

    Table = Duel
    Asking = Question
    speakers = (Duel, Shown, Coming, Choice, Held, Kind, Reason)
    path = staticmethod(paths.path)

    # -- where the duel stands

    def action_phrase(self, view: State, asked: Asks) -> str:
        return self._table(view, "action_phrase", asked=asked)

    def chart(self, view: State) -> Chart:
        lines = tuple((0, *(duel[car.seat] for duel in view.history)) for car in view.players)
        goal = 0 if view.options.single_duel else view.options.points_to_win
        return Chart(self._table(view, "chart"), "duel", "points", lines, goal)

    def event(self, event: Any, players: Sequence[Player], seat: int | None) -> str:
        """See `Words`. A duel's end is told without what the points are for where that is long."""
        said = self.game.messages.sentence(event, players, seat)
        if len(said) >= SENTENCE and isinstance(event, DuelEnded):
            return self.game.messages.sentence(replace(event, kills=()), players, seat)
        return said

    # -- what can be pressed

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        label = self._part(view, ask, path, Voice(players, view.seat))
        return replace(label, text=upper(label.text), detail=upper(label.detail))

    def _part(self, view: State, ask: Ask[Any], path: tuple[str, ...], voice: Voice) -> Label:
        head, last = path[0], path[-1]
        if head in (paths.PASS, paths.DECLARE):
            return self.label(Choice(view, voice, ask), head)
        if head == paths.DISCARD:
            cards = paths.card_numbers(last) if len(path) > 1 else ()
            choice = Choice(view, voice, ask, cards=cards)
            if len(cards) < 2:
                return self.label(choice, "discard_one" if cards else "discard")
            label = self.label(choice, "discard_some")
            return replace(label, detail=cut(self.say(choice, "discard_some.detail"), SEVERAL))
        options = tuple(paths.under(ask, path))
        if not options:
            return self.label(Choice(view, voice, cards=(paths.number(head),)), "special")
        choice = Choice(view, voice, ask, options)
        if len(path) == 1:
            return self._card(choice)
        if last[0] == "p" and last != paths.PLAIN:
            return self.label(Choice(view, voice, ask, options, who=options[0].on), "target")
        aimed = "tire_shot" if options[0].tire_shot else "at_side"
        return self.label(choice, "side" if last[0] == "s" else aimed)

    def _card(self, choice: Choice) -> Label:
        """A card before it is said on whom and where."""
        kind = choice.card.kind
        if kind != "attack":
            return self.label(choice, "armor" if kind == "armor" else self._special(choice))
        whole = len(self.say(choice, "attack.detail")) <= DETAIL
        return self.label(choice, "attack" if whole else "attack_letters")

    def _special(self, choice: Choice) -> str:
        if choice.number in (kinds.SPIN, kinds.BOOTLEGGER):
            return "turn" if len(choice.sides) < 2 else "turn_some"
        if kinds.IS_JAM[choice.number]:
            return "jam_stops" if choice.cancels else "jam"
        return _SPECIALS.get(choice.number, "special")

    def order(self, view: State, order: Any, players: Sequence[Player], /) -> Label:
        if not isinstance(order, Queue | Unqueue):
            return super().order(view, order, players)
        who = -1 if order.on == view.seat else order.on
        choice = Choice(view, Voice(players, view.seat), cards=(order.card,), who=who)
        return self.label(choice, "queue" if isinstance(order, Queue) else "unqueue")

    # -- the cards of the hand

    def _hand(
        self, view: State, ask: Ask[Any] | None
    ) -> Iterator[tuple[int, tuple[Play, ...], bool]]:
        """Each card by its place: the answers that play it, and whether it is queued."""
        options, queued = plays(ask) if ask is not None else [], list(view.queued)
        for place, card in enumerate(view.hand):
            waits = card in queued
            if waits:
                queued.remove(card)
            yield place, tuple(play for play in options if play.card == card), waits

    def captions(
        self, view: State, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        out = {}
        for place, options, waits in self._hand(view, ask):
            if options:
                held = Held(view, Voice(players, view.seat), ask, options)
                out[place] = f"c{held.number}", self.say(held, "or_now" if waits else "foot")
        return out

    def unplayable(self, view: State, ask: Ask[Any] | None) -> dict[int, str]:
        out = {}
        for place, options, waits in self._hand(view, ask):
            if not options:
                card = view.hand[place]
                why = "" if waits else why_not(view, card, ask)
                held = Held(view, Voice((), view.seat), ask, cards=(card,), why=why)
                out[place] = self.say(held, "idle" if why else "queued")
        return out

    # -- help

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        """Every kind of card; the four sides of one card are one entry."""
        return tuple(map(self._topic, self.game.texts["kind"]))

    def _topic(self, row: dict[str, str]) -> Topic:
        kind = Kind(None, Voice((), None), **row)
        key = re.sub(r"[^a-z0-9]", "", kind.name.lower())
        return Topic(key, kind.name, self.say(kind, "card"), kind.cite, kind.cards[0].number)
