"""A round's sum as columns: what each kind of card adds, limits, multipliers, and the total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from games.engine.voice import upper
from games.world_auto_racing.words.phrases import plain, signed, times
from games.world_auto_racing.words.sums import GROUPS, Stat, stats_of, step_words, sum_words
from images import fonts
from images.canvas import Canvas
from images.panels import Panel, Pointer
from images.parts import Drawn, Line, Part, Sign, Text, column, row, space
from images.theme import DEEP, EDGE, INK, MUTE, PANEL, PAPER, SOFT, Colour
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.faces import NOTHING, Leant
from images.world_auto_racing.texts import say

Stats: TypeAlias = tuple[tuple[str, Stat], tuple[str, Stat]]

_OTHER: Final = GROUPS["rule"]
_SPARE: Final = tuple(
    GROUPS[each] for each in ("car", "rule", "course", "trait", "team", "control", "mod")
)
"""Columns that are joined into one where there is no room for all, the first ones first."""
SIGNS: Final = {"set_base": "=", "set": "=", "cap": "≤", "floor": "≥", "mul": "×"}
"""Signs of what is no addition, by kind of step."""
_SIZES: Final = ((54, 32, 34), (50, 30, 26), (46, 28, 22), (40, 26, 16), (34, 26, 10))
"""Type of numbers and labels and the gap between columns, px; the roomiest first."""
_PAPER_WIDE: Final = 244
"""Width of the paper block at the foot of the panel, px."""


class Column(NamedTuple):
    """Two numbers, one over the other, with what they are."""

    label: str
    power: str
    handling: str


_EQUALS: Final = Column("", "=", "=")


def notes_of(stats: Stats) -> str:
    """What the columns do not name: who sets a base, limits or multiplies a stat."""
    out: list[str] = []
    for name, stat in stats:
        out += [say("based", stat=name, card=stat.based)] if stat.based else []
        out += [say("raised", stat=name)] if stat.raised else []
        out += [f"{name} {step_words(step)}" for step in stat.limits]
        out += [
            say("multiplied", stat=name, times=times(step.points), card=step.reason)
            for step in stat.doubled
        ]
        if stat.least:
            out.append(say("least", stat=name, points=stat.course, card=stat.least))
    return upper("; ".join(out))


def columns_of(stats: Stats, joined: int = 0) -> list[Column]:
    """The columns from left to right. `joined` so many kinds of additions share one column."""
    both = [stat for _, stat in stats]
    added = [_joined(stat.added, joined) for stat in both]
    out = [Column(say("sum_car"), *(plain(stat.base) for stat in both))]
    for label in GROUPS.values():
        if any(label in each for each in added):
            out.append(
                Column(
                    label, *(signed(each[label]) if label in each else NOTHING for each in added)
                )
            )
    if len(out) > 1:
        out += [_EQUALS, Column(say("sum_sum"), *(plain(stat.sum) for stat in both))]
    limits = [[f"{SIGNS[step.kind]}{plain(step.points)}" for step in s.limits] for s in both]
    doubled = [[times(step.points) for step in stat.doubled] for stat in both]
    for label, found in (("sum_limit", limits), ("sum_cards", doubled)):
        if any(found):
            out.append(Column(say(label), *map(_few, found)))
    out.append(Column(say("sum_course"), *(times(stat.course) for stat in both)))
    total = Column(say("sum_total"), *(str(stat.total) for stat in both))
    if all(stat.exact == stat.total for stat in both):
        return [*out, _EQUALS, total]
    return [*out, _EQUALS, Column(say("sum_exact"), *(plain(stat.exact) for stat in both)), total]


def _joined(added: dict[str, float], count: int) -> dict[str, float]:
    """What is added, with so many of the columns to spare in that for all other."""
    rest = [added[label] for label in _SPARE[:count] if label in added]
    out = {label: points for label, points in added.items() if label not in _SPARE[:count]}
    return {**out, _OTHER: sum(rest)} if rest else out


def _few(words: Sequence[str]) -> str:
    """Up to two; of more the last, which counts, after an ellipsis."""
    return " ".join(words if len(words) < 3 else (fonts.ELLIPSIS, words[-1])) or NOTHING


def _column(shown: Column, size: int, label: int, tall: int) -> Part:
    """Both numbers over their label, in so many px."""
    size = max(26, size - 10) if shown is _EQUALS else size
    numbers = [
        Text(each, size, MUTE if each in (NOTHING, "=") else PAPER, anchor="middle", height=part)
        for each, part in zip(shown[1:], (tall * 2 // 5, tall * 3 // 10), strict=True)
    ]
    return column(*numbers, Text(shown.label, label, SOFT, "t", "middle", height=tall // 4), gap=0)


def _table(stats: Stats, room: int, tall: int) -> Line:
    """All columns in the largest type that there is room for."""
    named = [Text(upper(n), 40 if tall >= 190 else 34) for n, _ in stats]
    for name, part in zip(named, (tall * 2 // 5, tall * 3 // 10), strict=True):
        name.height = part
    for joined in range(len(_SPARE) + 1):
        *shown, total = columns_of(stats, joined)
        for size, label, gap in _SIZES:
            columns = [_column(each, size, label, tall) for each in shown]
            columns.append(_column(total, size + 10, label, tall))
            line = row(column(*named, gap=0), *columns, gap=gap)
            if (spare := room - line.least()[0]) >= 0:
                line.gap += min(40, spare // len(columns))
                return line
    return line


class SumPart(Part):
    """A driver's sum in a panel (180 to 280 px high): both stats, and the total on paper."""

    driver: Driver

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.part = "sum"
        shown = self.driver.sum
        if shown is None:
            far = row(Text(self.driver.say("way"), 56), panel=PANEL, pad=28)
            far.draw(canvas, x, y, w, h, ground)
            return
        stats, lean, left = stats_of(shown), h // 7, w - _PAPER_WIDE - 3
        canvas.put(Leant(w, h, DEEP, PAPER, left, h // 6, EDGE, 3, ground), x, y)
        room, notes = w - _PAPER_WIDE - 52, notes_of(stats)
        foot = 34 if notes else 0
        _table(stats, room, h - foot).draw(canvas, x + 28, y + h // 20, room, h - foot, DEEP)
        if notes:
            Text(notes, 28, SOFT, "t").draw(canvas, x + 28, y + h - 44, room, 36, DEEP)
        right, wide = x + w - _PAPER_WIDE + lean, _PAPER_WIDE - lean - 10
        self._total(shown.total, h).draw(canvas, right, y + 3, wide, h - 6, PAPER)

    def _total(self, total: int, tall: int) -> Part:
        big, small = (100, 54) if tall >= 230 else (80, 46)
        before, after = (Text(str(each), small, INK) for each in self.driver.way)
        return column(
            Text(f"+{total}", big, INK, anchor="middle", height=tall * 48 // 100),
            row(space(), before, Drawn(Pointer(22, 26, INK, PAPER)), after, space(), gap=11,
                height=tall * 26 // 100),
            Text(self.driver.say("of"), 32, INK, "t", "middle", height=tall * 20 // 100), gap=0,
        )  # fmt: skip

    def written(self) -> str:
        shown = self.driver.sum
        if shown is None:
            return ""
        name = "scored_way" if self.driver.scored else "projected_way"
        return self.driver.say(name, sum=sum_words(shown))


_PLATE: Final = 172
"""Height of the paper plate at the foot of a cell, px."""


class SumCell(SumPart):
    """The same sum in the cell of a card, in short: what each stat comes to, times the course, and
    the total on paper. It says as much as the panel does."""

    heading: str = ""

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.part, shown = "sum", self.driver.sum
        assert shown is not None
        stats = stats_of(shown)
        canvas.put(Panel(w, h, DEEP, EDGE, 3, 20, ground), x, y)
        low = h - _PLATE
        lines: list[Part] = [Text(self.heading.upper(), 28, MUTE, top=True, height=low - 132)]
        for (_, stat), icon in zip(stats, ("power", "control"), strict=True):
            lines.append(row(
                Sign(icon, 44), Text(plain(stat.sum), 50, anchor="right", width=62),
                Text(times(stat.course), 44, SOFT, grow=1),
                Text("=", 40, MUTE, anchor="middle", width=30),
                Text(str(stat.total), 56, anchor="right", width=72), gap=12, height=56,
            ))  # fmt: skip
        if notes := notes_of(stats):
            lines[0] = Text(notes, 26, SOFT, "t", lines=2, height=low - 132)
        column(*lines, gap=2).draw(canvas, x + 22, y + 12, w - 44, low - 16, DEEP)
        canvas.put(Leant(w - 6, _PLATE, DEEP, PAPER, 0, 36, PAPER, 0, DEEP), x + 3, y + low - 3)
        plate = self._total(shown.total, _PLATE)
        plate.draw(canvas, x + 36, y + low - 3, w - 48, _PLATE, PAPER)
