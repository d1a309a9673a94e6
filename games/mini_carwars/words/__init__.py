"""What Mini Car Wars says, for the seat that reads it: the sentences of `data/words.en.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Final

from msgspec.structs import replace

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import Voice, counted
from games.engine.words import Chart, Label, Topic, Words
from games.mini_carwars.catalog import EXTRAS, KINDS, MODELS
from games.mini_carwars.maneuvers import WAYS
from games.mini_carwars.state import State
from games.mini_carwars.words.phrases import VALUES
from games.mini_carwars.words.speakers import (
    Choice,
    Fight,
    Held,
    Printed,
    Question,
    Reason,
    Refused,
)

_CITES: Final = {
    "model": "Rules: Stock Car List",
    "courier": "Rules: 3. Vehicle Selection",
    "kind": "Rules: Weapons Chart",
    "extra": "Rules: Accessories",
}
"""Where models, weapons and accessories stand in the rulebook."""


class MiniWords(Words):
    """See `Words`. Cards of the hand's picture are the ways to move, in the order of `WAYS`."""

    Asking = Question
    Table = Fight
    speakers = (Fight, Choice, Held, Refused, Printed, Reason)
    named = frozenset(WAYS)

    # -- where the fight stands

    def chart(self, view: State) -> Chart:
        lines = tuple(zip([0] * view.seats, *view.history, view.losses, strict=True))
        return Chart(self._table(view, "chart"), "turn", "points", lines)

    def loadout(self, view: State, seat: int) -> str:
        shown = view.fleet(seat) if view.lined or seat == view.seat else ()
        return ", ".join(counted(car.name for car in shown))

    # -- what can be pressed

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        choice = Choice(view, Voice(players, view.seat), (ask,), path)
        label, lists = self.label(choice, choice.name), VALUES["lists"]
        return replace(label, under=lists[choice.aside]) if choice.aside else label

    def held(
        self, view: State, ask: Ask[Any] | None, players: Sequence[Player]
    ) -> Iterator[tuple[int, str, Callable[[], str]]]:
        """The ways to move, and what they come to."""
        if ask is not None and ask.kind == "move":
            for at, name in enumerate(WAYS):
                way = Held(view, Voice((), view.seat), (ask,), (name,))
                yield at, name if way.below else "", partial(self._caption, way)

    def _caption(self, way: Held) -> str:
        return self.say(way, way.caption)

    # -- help

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        """Every model of the list, then every weapon, then every accessory."""
        every = (("model", MODELS), ("kind", KINDS.values()), ("extra", EXTRAS.values()))
        return tuple(self._topic(text, one) for text, ones in every for one in ones)

    def _topic(self, text: str, printed: Any) -> Topic:
        said = self.say(Printed(None, Voice((), None), **{text: printed}), text)
        cite = _CITES["courier" if printed.id.startswith("courier") else text]
        number = getattr(printed, "number", -1)
        return Topic(printed.id.replace("_", ""), printed.name, said, cite, number)
