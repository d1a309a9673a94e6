"""Pictures of any game, made from what its state says: a row for every seat, and cards as they are
told. A game draws better what it says better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from games.engine.game import Game, ranked
from games.engine.players import Player
from games.engine.texts import filled
from images.canvas import Canvas
from images.cars import Portrait, Running
from images.choices import Choices, Now
from images.film import Film
from images.news import News
from images.parts import (
    Card,
    Cards,
    Drawn,
    Header,
    Part,
    Picture,
    Text,
    column,
    driver,
    label,
    plate,
    row,
    space,
)
from images.theme import DEEP, MUTE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.words import counted, listed, name_of, places_of, plain, who_is

_word: Final = partial(filled, "images", "plain")
_LANE: Final = 64
"""Height of a lane, px."""
_CARDS_A_ROW: Final = 6


class Lane(Part):
    """A car on its way to the goal."""

    seat: int
    share: float
    gone: bool = False

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        car = Running(self.seat, 88, self.gone, ground)
        canvas.fill(x, y + h // 2 - 3, w, 6, WELL)
        at = x + round((w - car.width) * min(self.share, 1))
        canvas.put(car, at, y + (h - car.height) // 2)


class Shown(Protocol):
    """A picture, and the words that say the same."""

    def png(self) -> bytes:
        """What is seen: a palette PNG."""
        ...

    def alt_text(self) -> str:
        """What is drawn, in at most 1,024 characters."""
        ...

    def long_description(self) -> str:
        """All of it in words."""
        ...


@dataclass
class Pictures:
    """Draws one game and says the same in words: functions that give pictures of parts."""

    news: News
    """What of the last public events the board shows: its `recent`."""
    board: Callable[[Any, Sequence[Player], Now], Shown]
    """The table for everyone."""
    hand: Callable[[Any, Sequence[Player], Choices], Picture]
    """A seat's own hand."""
    sheet: Callable[[Any, Sequence[Player], int], Picture]
    """One seat large."""
    card: Callable[[int], Picture]
    """One kind of card."""
    result: Callable[[Any, Sequence[Player]], Picture]
    """How the game ended; before that, how the players stand."""
    film: Film | None = None
    """How its matches are filmed; None for a game that has no films."""
    built: Callable[[Any, str], Picture | None] = lambda design, part: None
    """What a player builds at home and the part that is being changed; None: it has no picture."""
    follows: bool = False
    """Whether the hand shows how far its player has come in choosing: it is drawn anew at each
    press then."""

    def design(self, design: Any, part: str = "", name: str = "") -> Picture | None:
        """The same under a name of its own, if it has one."""
        shown = self.built(design, part)
        if shown is None or not name:
            return shown
        game, title = f"{shown.header.game} · {shown.header.title}", plain(name)
        return replace(shown, header=replace(shown.header, game=game, title=title))


class Plain(Pictures):
    """Draws one game."""

    def __init__(self, game: Game[Any]) -> None:
        draw = self._draw_board, self._draw_hand, self._draw_sheet
        super().__init__(News(game), *draw, self._draw_card, self._draw_result)
        self._game = game

    # -- what stands in the pictures

    def _header(self, view: Any, title: str = "") -> Header:
        return Header(self._game.title, title or self._game.words.title(view))

    def _seat(self, view: Any, players: Sequence[Player], seat: int, place: int = 0) -> Part:
        """A seat's row: how far it has come, and how many cards it holds."""
        words, scores = self._game.words, getattr(view, "scores", ())
        gone = self._game.has_left(view, seat)
        acts = seat == getattr(view, "active", -1) and self._game.over(view) is None
        ground = RAISED if acts else DEEP if gone else PANEL
        parts: list[Part] = [row(driver(players, seat, 40, gone), width=330, height=_LANE)]
        if place:
            said = _word("place", place=place)
            parts.insert(0, Text(str(place), 52, anchor="middle", width=60, say=said))
        goal = self._game.goal(view.options) or max((*scores, 1))
        if scores:
            parts.append(Lane(seat, scores[seat] / goal, gone, grow=1, height=_LANE))
        held = self._cards(view, seat)
        if held is not None:
            count = Text(str(held), 44, SOFT, anchor="middle", width=90, say=counted(held, "card"))
            parts.append(column(count, label(_word("cards"), "middle"), gap=0))
        if scores:
            told = words.score(view, scores[seat])
            parts.append(Text(str(scores[seat]), 60, anchor="right", width=110, say=told))
        alone = _word("left", who=who_is(players, seat)) if gone else None
        return row(*parts, panel=ground, pad=12, say=alone)

    def _cards(self, view: Any, seat: int) -> int | None:
        """How many cards a seat holds; None in a game without."""
        hands = getattr(view, "hands", None)
        return None if hands is None else len(hands[seat])

    def _draw_board(self, view: Any, players: Sequence[Player], now: Now) -> Picture:
        asked = now.asked or ((view.active,) if getattr(view, "active", -1) >= 0 else ())
        rows = [self._seat(view, players, seat) for seat in range(len(players))]
        header = Header(self._game.title, self._game.words.title(view), asked, now.action_phrase)
        foot = self.news.strip(now.recent, players)
        return Picture(header, self._table(view, rows), foot=foot)

    def _table(self, view: Any, rows: Sequence[Part]) -> Part:
        """Rows below a line that says what their figures are."""
        if not hasattr(view, "scores"):
            return column(*rows, gap=8)
        goal = self._game.goal(view.options)
        unit = f"{self._game.unit}s" + (_word("of", goal=goal) if goal else "")
        said = _word("goal", goal=self._game.words.score(view, goal)) if goal else ""
        return column(Text(unit.upper(), 28, MUTE, anchor="right", say=said), *rows, gap=8)

    def _draw_result(self, view: Any, players: Sequence[Player]) -> Picture:
        result = self._game.over(view)
        if result is None:
            scores = getattr(view, "scores", [0] * len(players))
            has_left = self._game.has_left
            groups = ranked([(has_left(view, seat), -score) for seat, score in enumerate(scores)])
            title = _word("so_far")
        else:
            groups = result.places
            best = [name_of(players, seat) for seat in result.places[0]]
            title = _word("won" if len(best) == 1 else "shared", names=listed(best))
        places = places_of(groups).items()
        rows = [self._seat(view, players, seat, place) for seat, place in places]
        return Picture(self._header(view, title), self._table(view, rows))

    def _draw_hand(self, view: Any, players: Sequence[Player], choices: Choices) -> Picture:
        cards = [self._held(view, choices, at) for at in range(len(view.hand))]
        parts = (self._seat(view, players, view.seat), Cards(cards, _CARDS_A_ROW, 12))
        return Picture(self._header(view, choices.title), column(*parts, gap=12))

    def _held(self, view: Any, choices: Choices, at: int) -> Card:
        """One card of the hand, with the number on its button or why it cannot be played."""
        playable = choices.playable.get(at)
        name = Text(self._named(view.hand[at]), 40, PAPER if playable else MUTE, "b", "middle", 2)
        said = playable.caption if playable else choices.unplayable.get(at, "")
        about = Text(said, 28, SOFT if playable else MUTE, "t", "middle", 2)
        key = playable.key if playable else ""
        return Card([space(54), name], live=bool(playable), foot=about, strip=84, key=key)

    def _named(self, card: int) -> str:
        """A card's name, as rule cases write it."""
        names = (name for name, number in self._game.names.items() if number == card)
        return next(names, str(card)).replace("_", " ")

    def _draw_sheet(self, view: Any, players: Sequence[Player], seat: int) -> Picture:
        car = column(Drawn(Portrait(seat, 300), say=""), panel=PANEL, pad=20)
        about = column(
            row(plate(seat, 64), Text(name_of(players, seat), 60, grow=1, say=""), say=""),
            Text(self._game.words.loadout(view, seat) or self._game.title, 36, SOFT, "t", grow=1),
            self._seat(view, players, seat),
            panel=PANEL, pad=20, grow=1,
        )  # fmt: skip
        return Picture(self._header(view), row(car, about))

    def _draw_card(self, number: int) -> Picture:
        topic = next(one for one in self._game.words.cards() if one.card == number)
        body = column(Text(topic.text, 36, SOFT, "t", lines=8), panel=PANEL, pad=24)
        return Picture(Header(self._game.title, topic.title), body)


__all__ = ["Lane", "Plain"]
