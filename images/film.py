"""Films of matches: what of a match is shown, and how long; and animated GIFs, frames in the house
palette, of which only what changes is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any, Final, NamedTuple, get_args

from PIL import GifImagePlugin, Image, ImageChops

from games.engine.errors import Refusal
from games.engine.game import Game
from games.engine.messages import BRIEF, Messages
from games.engine.players import Player
from games.engine.texts import filled
from games.engine.voice import Voice
from images.encode import numbered
from images.theme import PALETTE
from images.words import MOST_ALT, name_of, plain, shorten

MOST: Final = 4_000_000
"""Bytes of a film. Discord takes 10 MB in one message."""
LONGEST: Final = 60_000
"""ms of a film."""
FIRST: Final = 1500
"""ms of its first picture: a viewer who has animations off sees it alone."""
LAST: Final = 2500
"""ms that its last picture stays."""
NAME: Final = 14
"""Characters of a name in a caption: two names have room."""
TICK: Final = 100
"""ms of a frame in motion."""
_SMALL: Final = 2, 3
"""Size of the last resort, as a fraction."""
_CLEAR: Final = len(PALETTE)
"""Palette number of a px that stays as it was."""
_COLOURS: Final = [part for entry in (*PALETTE, PALETTE[0]) for part in entry]
_SAME: Final = [255] + [0] * 255


class Film(NamedTuple):
    """How a game's matches are filmed, from what everyone was told: (events, players, the match's
    options)."""

    replay: Callable[[Sequence[Any], Sequence[Player], Any], bytes]
    """A whole match as a GIF. Raises a `Refusal` before there is anything in it, or `TooLong`."""
    words: Callable[[Sequence[Any], Sequence[Player], Any], str]
    """The same in words, at most 1024 characters."""


class Frame(NamedTuple):
    """A picture as palette numbers in mode L, and how long it stays, in ms (whole hundredths of a
    second)."""

    picture: Image.Image
    ms: int


class TooLong(Refusal):
    """A film that is too large for a message however few frames it has."""

    def __init__(self) -> None:
        super().__init__(filled("images", "film", "too_long"))


def reading(words: str) -> int:
    """ms in which a caption is read."""
    return 350 + 26 * len(words)


class Scene(NamedTuple):
    """Something that a film may show, or leave out where there is no time for it."""

    worth: int
    """0: it is never shown by itself."""
    ms: int


def chosen(scenes: Sequence[Scene], room: int) -> set[int]:
    """Which scenes are shown: those of most worth that have room in so many ms, and of those worth
    the same some from all of the match."""

    def spread(at: int) -> int:
        # The bits of the number from back to front: of any first few, some are from everywhere.
        return int(f"{at:016b}"[::-1], 2)

    out, order = set(), sorted(range(len(scenes)), key=lambda at: (-scenes[at].worth, spread(at)))
    for at in order:
        if scenes[at].worth and scenes[at].ms <= room:
            room -= scenes[at].ms
            out.add(at)
    return out


def summary(head: str, told: Sequence[tuple[int, str]]) -> str:
    """A film in words: its head, and of what happened, as (worth, sentence), as much as there is
    room for."""
    shown = chosen([Scene(worth, len(said) + 1) for worth, said in told], MOST_ALT - len(head))
    return shorten([head, *(told[at][1] for at in sorted(shown))], MOST_ALT)


def captions(game: Game[Any], told: Mapping[str, Any] | None = None) -> Messages:
    """What the films of a game say of its events: the section `film` of its texts, or others."""
    told = told or game.texts["film"]
    kinds = [kind for kind in get_args(game.Event) if kind.__name__ in told]
    return Messages(kinds, {**game.texts, "event": told}, game.filters)


def brief(players: Sequence[Player]) -> list[Player]:
    """The players as captions name them."""
    return [Player(plain(name_of(players, seat), NAME)) for seat in range(len(players))]


class Captions:
    """Short lines about events; the tag beside a line says who did it."""

    def __init__(self, said: Messages, players: Sequence[Player]) -> None:
        self._said = said
        self._voice = Voice(brief(players), None)

    def __call__(self, x: Any, *, brief: bool = False) -> str:
        """What is said of an event; nothing of one that the film has no text for."""
        path = f"event.{type(x).__name__}"
        variant = f"{path}.{x.variant(None)}" if hasattr(x, "variant") else path
        path = variant if self._said.has(variant) else path
        if not self._said.has(path):
            return ""
        return self._said.say(path + BRIEF * brief, x, self._voice, head=False)


Take = Callable[[], Iterable[Frame]]
"""Draws a film's frames from the first to the last."""


def film(takes: Sequence[Take], most: int = MOST) -> bytes:
    """The GIF of the first take that has at most `most` bytes.

    Takes come with fewer and fewer frames; where not even the last fits, it is drawn smaller.
    Raises `TooLong` when that does not fit either.
    """
    for take in takes:
        if data := _filmed(take, most, (1, 1)):
            return data
    if data := _filmed(takes[-1], most, _SMALL):
        return data
    raise TooLong


def _filmed(take: Take, most: int, size: tuple[int, int]) -> bytes:
    """The GIF of a take, or nothing: it is given up once it is too large."""
    reel = Reel()
    up, down = size
    for picture, ms in take():
        if up != down:
            small = (picture.width * up // down, picture.height * up // down)
            coloured = picture.copy()
            coloured.putpalette(_COLOURS)
            smaller = coloured.convert("RGB").resize(small, Image.Resampling.BOX)
            picture = numbered(smaller)  # noqa: PLW2901
        reel.show(picture, ms)
        if reel.size > most:
            return b""
    data = reel.gif()
    return data if len(data) <= most else b""


class Reel:
    """A GIF being written frame by frame. It holds one picture at a time: a film of a thousand
    would otherwise take hundreds of megabytes."""

    def __init__(self) -> None:
        self._out = BytesIO()
        self._last: Image.Image | None = None
        self._part: Image.Image | None = None
        """What the frame that is shown now has changed, not yet written."""
        self._at = (0, 0)
        self._ms = 0

    @property
    def size(self) -> int:
        """Bytes written so far."""
        return self._out.tell()

    def show(self, sheet: Image.Image, ms: int) -> None:
        """The next frame, palette numbers, as large as the first. A frame like the one before makes
        that one stay longer."""
        if self._last is None:
            self._begin(sheet)
            self._part, self._ms = sheet, ms
        else:
            change = ImageChops.difference(sheet, self._last)
            box = change.getbbox()
            if box is None:
                self._ms += ms
                return
            self._write()
            part = sheet.crop(box)
            part.paste(_CLEAR, mask=change.crop(box).point(_SAME))
            self._part, self._at, self._ms = part, box[:2], ms
        self._last = sheet

    def gif(self) -> bytes:
        """The film, played again and again; the reel is used up."""
        self._write()
        self._out.write(b";")
        return self._out.getvalue()

    def _begin(self, sheet: Image.Image) -> None:
        first = Image.new("P", sheet.size)
        first.putpalette(_COLOURS)
        for block in GifImagePlugin.getheader(first, info={"loop": 0})[0]:
            self._out.write(block)

    def _write(self) -> None:
        if self._part is None:
            return
        for block in GifImagePlugin.getdata(
            self._part, self._at, duration=self._ms, transparency=_CLEAR, disposal=1
        ):
            self._out.write(block)
