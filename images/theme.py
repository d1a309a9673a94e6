"""Colours, liveries and type of every picture. A colour is the number of its palette entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
Colour: TypeAlias = int
Livery = Literal["stripe", "slashes", "chevrons", "checks", "rails", "hoops", "dots", "halves"]


def _rgb(text: str) -> Rgb:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """The first colour with `share` (0 to 1) of the way gone to the second.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


INK: Final = 0
"""Ground of a page; text on paper and on alarm."""
DEEP: Final = 1
"""Headers, cars out of play, cards that cannot be played."""
PANEL: Final = 2
RAISED: Final = 3
"""Playable cards, chips, rows."""
WELL: Final = 4
"""Unlit gauge cells; never carries meaning alone."""
LINE: Final = 5
EDGE: Final = 6
MUTE: Final = 7
"""Labels, and everything out of play."""
SOFT: Final = 8
"""Sentences."""
PAPER: Final = 9
"""Numbers, names, lit cells; a thick frame of it means: act here."""
WHITE: Final = 10
SLATE: Final = 14
"""Pattern of a car in greys."""
STEEL: Final = 15
"""Paint of a car in greys."""
ALARM: Final = 16
"""Run out, breached, bad; always with hatching, an inverse plate or an icon."""
ALARM_GROUND: Final = 18
ASPHALT: Final = 21
GRID: Final = 22
"""Specks and seams of asphalt."""
DIRT: Final = 23
GRAVEL: Final = 24
GRASS: Final = 25
RED: Final = 26
TYRE: Final = 27
CLAY: Final = 61
TUFT: Final = 62
GLOW: Final = 63
"""The heart of a flame."""

_NEUTRAL: Final = (
    *("#0D1117", "#131922", "#181F29", "#232C39", "#2D3846", "#445162", "#647285", "#9AA7B7"),
    *("#C9D1DB", "#F6F3EA", "#FFFFFF", "#7F8D9F", "#B2BCC8", "#E0E2E0", "#37424F", "#535F6E"),
)
# Okabe and Ito's colours; their black becomes a warm white on the dark ground.
_PAINT: Final = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
_WARM_WHITE: Final = "#E9E6DC"


def _palette() -> tuple[Rgb, ...]:
    """64 entries; the in-betweens give smooth edges a near match."""
    entries = [_rgb(text) for text in _NEUTRAL]
    ink, paper, alarm, red = entries[INK], entries[PAPER], _rgb("#FF5A4F"), _rgb("#C63A31")
    entries += [alarm, _rgb("#B4342E"), _rgb("#4A2226"), mix(alarm, paper, 0.5)]
    entries += [_rgb(t) for t in ("#FFB35C", "#1E2631", "#2F3A48", "#6A5237", "#3E3327")]
    entries += [_rgb("#26332D"), red, _rgb("#05070A")]
    for text in _PAINT:
        paint = _rgb(text)
        entries += [paint, mix(paint, ink, 0.40), mix(paint, ink, 0.72), mix(paint, paper, 0.55)]
    white = _rgb(_WARM_WHITE)
    entries += [white, mix(white, ink, 0.40), _rgb("#8B8A86"), mix(alarm, ink, 0.2)]
    entries += [mix(red, ink, 0.5), _rgb("#9C7B54"), _rgb("#33463D"), _rgb("#F9E9A0")]
    return tuple(entries)


PALETTE: Final[Sequence[Rgb]] = _palette()

SEAT_PAINT: Final[Sequence[Colour]] = (28, 32, 36, 40, 44, 48, 52, 56)
"""Colour of each seat, from seat 0. Hue says who, never good or bad."""
SEAT_LIVERY: Final[Sequence[Livery]] = (
    *("stripe", "slashes", "chevrons", "checks"),
    *("rails", "hoops", "dots", "halves"),
)
"""Pattern of each seat: colour alone does not keep eight cars apart in grey or print."""
SEAT_PATTERN: Final[Sequence[Colour]] = (INK, INK, INK, INK, PAPER, INK, INK, STEEL)

Face = Literal["b", "t"]
"""b: numbers, names, headings, labels in capitals. t: sentences and chips."""
AXES: Final[dict[Face, tuple[int, int]]] = {"b": (700, 75), "t": (600, 80)}
"""Weight and width of each face of Saira."""
SMALLEST: Final = 26
"""Floor of type sizes, px at 1200 wide: 9 px on a phone."""

PAGE: Final = 1200
"""Width of every picture, px."""
HEADER: Final = 88
GAP: Final = 16
