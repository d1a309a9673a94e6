"""A round's sum as columns: what each kind of card adds, limits, multipliers, and the total."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.world_auto_racing.progress import Step
from games.world_auto_racing.words.phrases import plain, times
from games.world_auto_racing.words.sums import GROUPS, Stat, limit_words
from images import fonts
from images.canvas import Canvas
from images.gauges import Pointer
from images.panels import Panel, write_fit
from images.pen import Pen
from images.theme import DEEP, EDGE, INK, MUTE, PAPER, SOFT, Colour
from images.world_auto_racing.faces import NOTHING, signed

_SPARE: Final = ("ability", "other", "course", "trait", "teams", "controls", "mods")
"""Columns that are joined into one where there is no room for all, the first ones first."""
_LIMITS: Final = {"cap": "≤", "floor": "≥", "set": "="}


class SumReading(NamedTuple):
    """A sum as shown."""

    stats: tuple[tuple[str, Stat], tuple[str, Stat]]
    total: int
    before: int
    after: int
    length: int
    scored: bool = False
    """It is counted already."""


class Column(NamedTuple):
    """Two numbers, one over the other, with what they are."""

    label: str
    power: str
    handling: str
    equals: bool = False
    """An equals sign stands before it."""


def notes_of(reading: SumReading) -> tuple[str, ...]:
    """What the columns do not name: who sets a base, limits or multiplies a stat."""
    out: list[str] = []
    for name, stat in reading.stats:
        if stat.based:
            out.append(f"base {name} set by {stat.based}")
        if stat.raised:
            out.append(f"{name} raised to 0")
        out += [f"{name} {limit_words(step)}" for step in stat.limits]
        out += [f"{name} {times(step.points)} by {step.reason}" for step in stat.doubled]
        out += [f"course of {name} at least {stat.least}"] if stat.least else []
    return tuple(out)


def columns_of(reading: SumReading, joined: int = 0) -> tuple[Column, ...]:
    """The columns from left to right. `joined` so many kinds of additions share one column."""
    (_, power), (_, handling) = reading.stats
    first, second = _joined(power.added, joined), _joined(handling.added, joined)
    out = [Column("car", plain(power.base), plain(handling.base))]
    labels = [label for label in GROUPS.values() if label in first or label in second]
    out += [Column(each, _part(first.get(each)), _part(second.get(each))) for each in labels]
    if labels:
        out.append(Column("sum", plain(power.sum), plain(handling.sum), equals=True))
    if power.limits or handling.limits:
        out.append(Column("limit", _limits(power.limits), _limits(handling.limits)))
    if power.doubled or handling.doubled:
        out.append(Column("cards", _doubled(power.doubled), _doubled(handling.doubled)))
    out.append(Column("course", times(power.course), times(handling.course)))
    rounded = [stat.exact != stat.total for _, stat in reading.stats]
    if any(rounded):
        exact = [plain(stat.exact) for _, stat in reading.stats]
        out.append(Column("exact", exact[0], exact[1], equals=True))
    out.append(Column("total", str(power.total), str(handling.total), equals=not any(rounded)))
    return tuple(out)


def _joined(added: dict[str, float], count: int) -> dict[str, float]:
    if not count:
        return added
    out = {label: points for label, points in added.items() if label not in _SPARE[:count]}
    rest = [added[label] for label in _SPARE[:count] if label in added]
    if rest:
        out["other"] = out.get("other", 0.0) + sum(rest)
    return out


def _part(points: float | None) -> str:
    return NOTHING if points is None else signed(points)


def _limits(steps: Iterable[Step]) -> str:
    return _few([f"{_LIMITS[step.kind]}{plain(step.points)}" for step in steps])


def _doubled(steps: Iterable[Step]) -> str:
    return _few([times(step.points) for step in steps])


def _few(words: Sequence[str]) -> str:
    """Up to two; of more the last, which counts, after an ellipsis."""
    return " ".join(words if len(words) < 3 else (fonts.ELLIPSIS, words[-1])) or NOTHING


class _Fit(NamedTuple):
    """Columns in the sizes that fit, and their widths."""

    columns: tuple[Column, ...]
    size: int
    label: int
    gap: int
    widths: tuple[int, ...]


_SIZES: Final = ((54, 32, 34), (50, 30, 26), (46, 28, 22), (40, 26, 16), (34, 26, 10))
"""Type of numbers and labels and the gap between columns, px; the roomiest first."""


def _fitted(reading: SumReading, room: int) -> _Fit:
    best = _Fit((), 0, 0, 0, ())
    for joined in range(len(_SPARE) + 1):
        columns = columns_of(reading, joined)
        for size, label, gap in _SIZES:
            widths = tuple(
                _width(column, size, label, last=column is columns[-1]) for column in columns
            )
            best = _Fit(columns, size, label, gap, widths)
            if sum(widths) + gap * (len(widths) - 1) <= room:
                return best
    # Not even so: numbers far beyond any game's. Each column gets its share and is cut.
    share = (room - best.gap * (len(best.widths) - 1)) / sum(best.widths)
    return best._replace(widths=tuple(int(wide * share) for wide in best.widths))


def _width(column: Column, size: int, label: int, last: bool) -> int:
    number = size + 10 if last else size
    widest = max(fonts.width(each, number) for each in (column.power, column.handling))
    sign = fonts.width("=", size - 10) + 14 if column.equals else 0
    return round(max(widest, fonts.width(column.label, label, "t")) + sign)


_PAPER_WIDE: Final = 244
"""Width of the paper block at the foot of the panel, px."""


@dataclass(frozen=True, slots=True)
class SumPanel:
    """The ground of a sum with the leaning paper block for its total."""

    width: int
    height: int
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h, lean = self.width, self.height, self.height // 6
        Panel(w, h, DEEP, EDGE, 3).paint(pen)
        left = w - 3 - _PAPER_WIDE
        corners = [(left + lean, 3), (w - 25, 3), (w - 3, 25), (w - 3, h - 3), (left, h - 3)]
        pen.polygon([(float(x), float(y)) for x, y in corners], PAPER)


def put_sum(
    canvas: Canvas, reading: SumReading, x: int, y: int, w: int, h: int, notes: bool = True
) -> None:
    """A sum in a panel of w by h px (180 to 280 high): both stats, and the total on paper."""
    canvas.put(SumPanel(w, h), x, y)
    said = notes_of(reading) if notes else ()
    foot = 34 if said else 0
    free = h - foot
    first, second, label = y + free * 25 // 100, y + free * 57 // 100, y + free * 84 // 100
    name_size = 40 if h >= 230 else 34
    left = x + 28 + round(fonts.width("Handling", name_size)) + 30
    fit = _fitted(reading, x + w - _PAPER_WIDE - 24 - left)
    spare = x + w - _PAPER_WIDE - 24 - left - sum(fit.widths) - fit.gap * (len(fit.widths) - 1)
    gap = fit.gap + min(40, max(0, spare // max(1, len(fit.widths) - 1)))
    for top, name in ((first, "Power"), (second, "Handling")):
        canvas.write(x + 28, top, name, name_size, DEEP)
    at = left
    for column, wide in zip(fit.columns, fit.widths, strict=True):
        last = column is fit.columns[-1]
        sign = round(fonts.width("=", fit.size - 10)) + 14 if column.equals else 0
        middle = at + sign + (wide - sign) // 2
        for top, number in ((first, column.power), (second, column.handling)):
            ink = MUTE if number == NOTHING else PAPER
            if column.equals:
                canvas.write(at, top, "=", fit.size - 10, DEEP, MUTE)
            size = fit.size + 10 * last
            write_fit(canvas, middle, top, number, size, wide - sign + 2, DEEP, ink, "middle")
        room = wide - sign + 2
        write_fit(canvas, middle, label, column.label, fit.label, room, DEEP, SOFT, "middle", "t")
        at += wide + gap
    if said:
        room = w - _PAPER_WIDE - 60
        words = fonts.cut(_sentence(said), 28, room, "t")
        canvas.write(x + 28, y + h - 26, words, 28, DEEP, SOFT, face="t")
    _put_total(canvas, reading, x + w - 3 - _PAPER_WIDE + h // 12, y, h)


def _sentence(notes: Sequence[str]) -> str:
    words = "; ".join(notes)
    return words[:1].upper() + words[1:]


def _put_total(canvas: Canvas, reading: SumReading, x: int, y: int, h: int) -> None:
    room = _PAPER_WIDE - h // 12 - 16
    middle = x + (_PAPER_WIDE - h // 12) // 2
    total, big = f"+{reading.total}", 100 if h >= 230 else 80
    write_fit(canvas, middle, y + h * 27 // 100, total, big, room - 20, PAPER, INK, "middle")
    before, after = str(reading.before), str(reading.after)
    _, size = fonts.fit(before + after, 54 if h >= 230 else 46, room - 44)
    before, after = (fonts.cut(each, size, (room - 44) // 2) for each in (before, after))
    left, right = round(fonts.width(before, size)), round(fonts.width(after, size))
    at, top = middle - (left + 44 + right) // 2, y + h * 60 // 100
    canvas.write(at, top, before, size, PAPER, INK)
    canvas.put(Pointer(22, 26, INK, PAPER), at + left + 11, top - 13)
    canvas.write(at + left + 44, top, after, size, PAPER, INK)
    words = f"of {reading.length}"
    canvas.write(middle, y + h * 84 // 100, words, 32, PAPER, INK, "middle", "t")
