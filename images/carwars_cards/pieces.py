"""Small pieces that pictures of a duel share: a car with its armor, and what holds for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from games.carwars_cards import GAME
from games.carwars_cards.cards import CARDS, RIGHT
from games.carwars_cards.kinds import IS_JAM
from games.carwars_cards.state import State, Threat
from games.carwars_cards.words.speakers import Shown
from games.engine.messages import Speaker
from games.engine.players import Player
from games.engine.voice import Voice, upper
from images import armed
from images.canvas import Canvas
from images.cars import Portrait
from images.panels import Arrow, Chip, put_chip, put_icon
from images.parts import Drawn, Line, Part, Sign, Stamp, Text, column, row, space
from images.theme import ALARM, INK, PAPER, SOFT, Colour
from images.words import lettered


def say(speaker: Speaker, name: str) -> str:
    """A text of a speaker's section."""
    return GAME.words.say(speaker, name)


class Said:
    """Says what a picture tells of one car, by the texts of the section `picture`."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.car = shown.car
        self.running = shown.car.status == "in"
        self.armor = shown.view.options.armor
        """Armor on each side of a whole car."""

    @classmethod
    def of(cls, view: State, players: Sequence[Player], seat: int = 0) -> Said:
        """Of a view; players are called by letter and name."""
        return cls(Shown(view, Voice(lettered(players), None), at=seat))

    def at(self, seat: int) -> Said:
        """The same of another car."""
        return Said(Shown(self.shown.view, self.shown.voice, at=seat))

    def __call__(self, name: str) -> str:
        return say(self.shown, name)

    def later(self, name: str) -> Callable[[], str]:
        """The same once it is asked for, of what is said and not drawn."""
        return partial(self, name)

    def text(self, name: str, size: int = 36, ink: Colour = SOFT, lines: int = 1) -> Text:
        """One of the texts as a sentence of the picture."""
        return Text(self(name), size, ink, "t", lines=lines, top=True)


class Mark(NamedTuple):
    """Something that lies on a car or is true of it."""

    icon: str
    bad: bool
    short: str
    """On a chip."""
    words: str
    """In a sentence."""


def marks_of(said: Said) -> list[Mark]:
    """What is bad for the car first, then its gear."""
    car = said.car
    own = (("escaping", "exit", car.escaping), ("skips", "pause", car.skip_turns))
    marks = [
        Mark(icon, True, said(f"{name}.short"), said(f"{name}.words"))
        for name, icon, so in own
        if so
    ]
    for number in sorted(dict.fromkeys(car.specials), key=lambda each: not IS_JAM[each]):
        card = CARDS[number]
        marks.append(Mark(card.icon, IS_JAM[number], card.mark, card.lying or card.name))
    return marks


class Tag(Part):
    """A chip: an icon, with its words where there is room for them, in full or short."""

    mark: Mark
    full: bool = False

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        worded, tall = self.width > 80, self.height
        chip = Chip(self.width, tall, self.mark.icon, self.mark.bad, worded, ground)
        if worded:
            words = upper(self.mark.words) if self.full else self.mark.short
            put_chip(canvas, chip, x, y, words, 32 if tall > 44 else 28)
        else:
            canvas.put(chip, x, y)


def tags(said: Said, width: int, size: tuple[int, int], first: int = 0, full: bool = False) -> Line:
    """What holds for a car: chips of that size in lines of `width` px, and one sentence. If they
    are at most as many as `first`, each is as wide as a line."""
    marks = marks_of(said)
    wide = width if len(marks) <= first else size[0]
    chips = [Tag(mark, full and wide == width, width=wide, height=size[1]) for mark in marks]

    def told() -> str:
        return (marks and upper(", ".join(mark.words for mark in marks)) + ".") or ""

    across = (width + 5) // (wide + 5)
    lines = [row(*chips[at : at + across], gap=5) for at in range(0, len(chips), across)]
    return column(*lines, gap=5, width=width, say=told)


def sign(icon: str, size: int, left: int, hit: bool) -> Part:
    """The icon of what a figure counts; in a frame where a hit is on its way to it."""
    if hit:
        wide = 48
        return row(Sign(icon, 34), panel=INK, frame=ALARM, corner=0, pad=7, width=wide, height=wide)
    return Sign(icon, size, PAPER if left else ALARM)


class Armored(armed.Armored):
    """A car with its armor. An attack on its way stands beside the gauge of the side it would
    hit."""

    hit: Threat | None = None

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        armed.Armored.draw(self, canvas, x, y, w, h, ground)
        if self.hit is not None and self.hit.aim >= 0:
            cx, cy = self.middle(x, y, w, h)
            dx, dy, wide, tall = self.sides[self.hit.aim][0]
            if self.hit.aim == RIGHT:
                self._put_hit(canvas, cx + dx + wide + 6, cy - self.length * 2 // 5, 1)
            else:
                above = dy + tall // 2 if wide > tall else -self.length * 2 // 5
                self._put_hit(canvas, cx + dx - 6, cy + above, -1)

    def _put_hit(self, canvas: Canvas, tip: int, y: int, away: int) -> None:
        """The points that come through, or a shield, on a plate that ends at `tip` and lies to its
        right (`away` 1) or left (−1)."""
        assert self.hit is not None
        wide, tall = 56, self.length * 3 // 10
        canvas.put(Arrow(wide, tall, flip=away > 0), tip - wide * (away < 0), y - tall // 2)
        middle = tip + away * (wide // 2 + tall // 7)
        if self.hit.net:
            canvas.write(middle, y, f"−{self.hit.net}", tall * 8 // 10, INK, PAPER, "middle")
        else:
            put_icon(canvas, "armor", middle, y, tall * 5 // 8, PAPER, INK)


def fallen(said: Said, wide: int, length: int, size: int, tall: int) -> Line:
    """A car that is out of the duel in so much room, how it left, and who scores for it."""
    car = Drawn(Portrait(said.car.seat, length, True), width=wide)
    way = said("stamp")
    stamp = Stamp(way.upper(), size, height=size * 7 // 6, say=upper(way))
    why = said.text("why", size // 2 + 2, lines=3)
    return row(car, column(space(), stamp, why, space(), grow=1), gap=0, height=tall)
