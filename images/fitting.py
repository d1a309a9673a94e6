"""Parts of pictures in which something is fitted out: what may be put in and what it costs, the one
that is being changed, and what is spent."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.texts import filled
from images.canvas import Canvas
from images.parts import Line, Part, Sign, Text, column, label, row, space
from images.theme import (
    ALARM,
    ALARM_GROUND,
    DEEP,
    EDGE,
    INK,
    LINE,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    WELL,
    Colour,
)

LOW = 104
"""Height of a strip of figures, px."""
_HIGH = 80
"""Of what has two lines, px."""


class Shares(Part):
    """A bar of shares one after the other, each in its colour, of all there is."""

    shares: Sequence[tuple[int, Colour]]
    of: int

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, h, WELL)
        left = spent = 0
        for share, colour in self.shares:
            spent += share
            right = min(w * spent // max(self.of, 1), w)
            if right > left:
                canvas.fill(x + left, y, right - left, h, colour)
            left = right


def item(icon: str, name: str, cost: str, fitted: bool, can: bool = True, tall: int = 62) -> Line:
    """Something that may be fitted: on paper once it is. In a high one what it does stands below
    its name."""
    fill, ink = (PAPER, INK) if fitted else (RAISED, PAPER) if can else (DEEP, MUTE)
    state, check = "in" if fitted else "possible" if can else "dear", Sign("check", 32, ink)
    said = filled("images", "fitting", state, name=name, cost=cost)
    if tall < _HIGH:
        end: Part = check if fitted else Text(cost, 36, ink)
        return row(Sign(icon, 36, ink), Text(name, 34, ink, "t", grow=1), end, panel=fill,
                   corner=0, pad=10, gap=12, height=tall, say=said)  # fmt: skip
    name, _, does = name.partition(", ")
    head = row(
        Text(name[:1].upper() + name[1:], 38, ink, grow=1),
        *[check, Part(width=14)] * fitted,
        height=34,
    )
    foot = row(Text(does, 32, ink, "t", grow=1), Text(cost, 38, ink), gap=8, height=34)
    return row(Sign(icon, 48, ink, width=52), column(head, foot, gap=0, grow=1), panel=fill,
               frame=None if fitted else EDGE if can else LINE, pad=8, gap=12, height=tall,
               say=said)  # fmt: skip


def changed(name: str, about: str, count: int) -> Line:
    """The part that is being changed."""
    figure = Text(str(count), 84, width=130, anchor="right")
    head = label(filled("images", "fitting", "change"))
    words = column(head, Text(name, 42, grow=1), gap=0, grow=1, height=84)
    told = Text(about, 34, SOFT, "t", lines=2, height=80)
    return column(row(words, figure), told, panel=RAISED, frame=PAPER, pad=16, gap=4)


def fact(name: str, figure: str) -> Line:
    """A figure, below what it is."""
    told = Text(figure, 50, say=f"{name} {figure}.", grow=1)
    return column(space(8), label(name), told, gap=0, grow=1)


def verdict(faults: Sequence[str]) -> Line:
    """The first of what hinders, or that all is well."""
    words = faults[0] if faults else filled("images", "fitting", "legal")
    fill, edge, ink = (ALARM_GROUND, ALARM, PAPER) if faults else (PAPER, None, INK)
    return row(Text(words, 36, ink, lines=2, grow=1), panel=fill, frame=edge, pad=14, width=560,
               height=LOW)  # fmt: skip


def spent(words: str, bar: Shares, rest: str, of: str) -> Line:
    """What has been spent, as words and as a bar, and what is left."""
    bar.height, bar.say = 24, ""
    left = column(Text(words, 34, SOFT, "t", grow=1), bar, gap=8, pad=14, grow=1, height=LOW)
    told = filled("images", "fitting", "rest", of=of)
    plate = column(
        Text(rest, 56, INK, anchor="middle", grow=1, say=f"{rest} {told}."),
        Text(told, 34, INK, "t", "middle", say=""),
        panel=PAPER, corner=0, pad=8, gap=0, width=300, height=LOW,
    )  # fmt: skip
    return row(left, plate, panel=PANEL, corner=0, gap=0, height=LOW)
