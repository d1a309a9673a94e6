"""What Car Wars: The Card Game says, for the seat that reads it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from games.carwars_cards.words import events, hand, help, labels, paths, phrases, place
from games.engine.ask import Ask, Asks
from games.engine.help import topics_of
from games.engine.players import Player
from games.engine.words import Chart, Label, Topic, Words


class CardsWords:
    """The sentences of the card game. See `games.engine.words.Words` for each."""

    named: Collection[str] = ()

    def title(self, view: Any) -> str:
        return place.title(view)

    def verb(self, view: Any, asked: Asks) -> str:
        return place.verb(view, asked)

    def headline(self, view: Any, asked: Asks, players: Sequence[Player]) -> str:
        return place.headline(view, asked, players)

    def prompt(self, view: Any, ask: Ask[Any], players: Sequence[Player]) -> str:
        return place.prompt(view, ask, players)

    def watching(self, view: Any) -> str:
        return place.watching(view)

    def task(self, ask: Ask[Any]) -> str:
        return place.task(ask)

    def why(self, view: Any, ask: Ask[Any], players: Sequence[Player]) -> str:
        return place.why(view, ask, players)

    def event(self, event: Any, players: Sequence[Player], seat: int | None) -> str:
        return events.sentence(event, players, seat)

    def path(self, option: Any) -> tuple[str, ...]:
        return paths.path(option)

    def part(
        self, view: Any, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player]
    ) -> Label:
        return labels.part(view, ask, path, players)

    def order(self, view: Any, order: Any, players: Sequence[Player]) -> Label:
        return labels.order(view, order, players)

    def idle(self, view: Any, ask: Ask[Any] | None) -> dict[int, str]:
        return hand.idle(view, ask)

    def foot(
        self, view: Any, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        return hand.foot(view, ask, players)

    def chart(self, view: Any) -> Chart:
        return place.chart(view)

    def score(self, view: Any, points: int) -> str:
        return phrases.points(points)

    def kit(self, view: Any, seat: int) -> str:
        return ""

    def topics(self) -> Sequence[Topic]:
        return topics_of("games.carwars_cards")

    def cards(self) -> Sequence[Topic]:
        return help.kinds()

    def options(self, options: Any) -> str:
        return place.options(options)

    def option(self, name: str) -> tuple[str, str]:
        return place.option(name)


WORDS: Final[Words] = CardsWords()
