"""Plans as players write them: a text taken apart into vehicles, moves, speeds and fire.

What a word means is decided here; whether a vehicle can do it, in `plan_reading`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine.errors import Refusal
from games.mini_carwars.builds import quoted
from games.mini_carwars.maneuvers import PLAIN_PIVOT
from games.mini_carwars.moves import Drive

MANEUVERS: Final = "Rules: 6. Maneuvers And Control"
COMBAT: Final = "Rules: 8. Combat"
SPEEDS: Final = "Rules: 5. Acceleration And Deceleration"
MOVEMENT: Final = "Rules: 4. Movement And Scale"
LEAST, MOST = 3, 12
"""What two dice may have to show for a hit."""
MOST_ITEMS: Final = 400
"""Parts of a text that is read: more than twice what 13 vehicles can do in a turn."""
EVERYONE: Final = ("all", "both", "everyone")
"""Labels that stand for all of one's vehicles."""

_SAME: Final = {
    "s": "straight", "ahead": "straight", "forward": "straight", "forwards": "straight",
    "d": "drift", "dr": "drift", "drifts": "drift",
    "sw": "swerve", "swerves": "swerve",
    "p": "pivot", "pv": "pivot", "pivots": "pivot",
    "l": "left", "r": "right",
    "quarter": "1/4", "half": "1/2", "¼": "1/4", "½": "1/2", "2/4": "1/2",
    "0.25": "1/4", ".25": "1/4", "0.5": "1/2", ".5": "1/2", "0.50": "1/2",
    "holding": "hold", "holds": "hold", "held": "hold", "about": "hold", "around": "hold",
    "ramming": "ram", "shoot": "fire", "shots": "fire", "firing": "fire",
    "fewer": "less", "lower": "less", "below": "less", "under": "less", "≤": "less", "<=": "less",
    "wrecks": "wreck",
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
"""Words that mean the same as another."""
_MOVES: Final = ("straight", "drift", "swerve", "pivot")
_FILLERS: Final = frozenset(
    (
        "a", "an", "the", "by", "to", "of", "and", "then", "please", "inch", "inches", "in",
        "degree", "degrees", "deg", "corner", "rear", "back", "front", "on", "move", "moves",
    )
)  # fmt: skip
"""Words of a move that say nothing."""
_ABOUT_FIRE: Final = frozenset(
    (
        "a", "an", "the", "my", "of", "to", "at", "on", "only", "when", "where", "if", "is",
        "are", "it", "i", "need", "needs", "needed", "needing", "roll", "rolls", "dice", "or",
        "less", "most", "fire", "with", "and", "turn", "end", "rest", "for", "up",
    )
)  # fmt: skip
_NOT: Final = frozenset(
    (
        "hold", "no", "not", "never", "cease", "don't", "dont", "without",
    )
)  # fmt: skip
_ALWAYS: Final = frozenset(
    (
        "always", "will", "any", "whenever", "possible", "everything", "anything",
    )
)  # fmt: skip
_TOO: Final = frozenset(("wreck", "too", "also", "even", "and", "at", "fire"))
"""Words by which an order to fire takes in what is out of action."""
_FASTER: Final = frozenset(
    (
        "faster", "accelerate", "accelerates", "accelerating", "speedup",
    )
)  # fmt: skip
_SLOWER: Final = frozenset(
    (
        "slower", "brake", "brakes", "decelerate", "decelerates", "slow",
    )
)  # fmt: skip
_ABOUT_SPEED: Final = frozenset(
    (
        "speed", "mph", "at", "to", "by", "keep", "same", "reverse", "stop", "go", "drive",
        "the", "it", "in",
    )
)  # fmt: skip


class Move(msgspec.Struct, frozen=True):
    """Moves as written."""

    drive: Drive
    times: int | None = 1
    """None: to the end of the turn."""
    ram: bool = False


class Fire(msgspec.Struct, frozen=True):
    """A firing order: most that may be needed, 0 for holding fire."""

    most: int
    wrecks: bool = False
    """Where nothing in action can be shot at, what is out of action is."""


class Wrecks(msgspec.Struct, frozen=True):
    """Said by itself that what is out of action is to be shot at, too."""


class Pace(msgspec.Struct, frozen=True):
    """A speed, or by how much it is changed."""

    mph: int
    change: bool


class Ram(msgspec.Struct, frozen=True):
    """Every move of the vehicle may end in a collision."""


Item = Move | Fire | Wrecks | Pace | Ram


class Line(msgspec.Struct, frozen=True):
    """What is written of one vehicle, or of all."""

    label: str
    """In capitals; empty where none is written."""
    items: tuple[Item, ...]


def refuse(sentence: str, cite: str) -> Refusal:
    """A refusal whose sentence names its rule."""
    return Refusal(f"{sentence} ({cite}).", cite)


def lines(text: str) -> list[Line]:
    """A text taken apart. Raises `Refusal` for words that are not understood."""
    out: list[Line] = []
    room = MOST_ITEMS
    for row in text.replace("：", ":").splitlines():
        label, colon, rest = row.partition(":")
        if not colon:
            # "A1 straight x3": a name needs no colon.
            named = re.match(r"\s*([a-f][0-9]{1,2})\s+(.+)", row, re.IGNORECASE)
            label, rest = (named[1], named[2]) if named else ("", row)
        parts = re.split(r"[,;]|\.(?!\d)|\bthen\b", rest.lower())
        parts = [part for part in parts if re.search(r"\w|[¼½]", part)]
        room -= len(parts)
        if room < 0:
            raise refuse(f"A plan has at most {MOST_ITEMS} parts", MOVEMENT)
        items = tuple(map(_item, parts))
        if items or label.strip():
            out.append(Line(label.strip().upper(), items))
    return out


def _words(part: str) -> list[str]:
    part = part.replace("’", "'").replace("°", " degrees ")
    # A number below 0 is a speed in reverse, and means nothing in a move or an order to fire.
    part = re.sub(r"(?<!\d)[-−–—]\s*(?=\d)", "reverse ", part)
    part = re.sub(r"[()\-–—]", " ", part)
    # "l15", "r30", "x3" and "3x" are two words each.
    part = re.sub(r"\b([lrx])(\d)", r"\1 \2", part)
    part = re.sub(r"(\d)([a-z¼½])", r"\1 \2", part)
    return [_SAME.get(word, word) for word in part.split()]


def _item(part: str) -> Item:
    words = _words(part)
    if "wreck" in words and not set(words) - _TOO:
        return Wrecks()
    if "fire" in words or words == ["hold"]:
        return _fire(words, part)
    if any(word in _MOVES for word in words):
        return _move(words, part)
    if "ram" in words and not set(words) - {"ram", *_FILLERS, "anything", "everything", "may"}:
        return Ram()
    pace = _pace(words)
    if pace is not None:
        return pace
    raise refuse(
        f"{quoted(part)} is no part of a plan: write straight, drift right 1/4, swerve left 15, "
        "pivot left 90, speed 40, fire at 8 or less, or hold fire",
        MANEUVERS,
    )


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 5


def _numbers(words: Sequence[str]) -> list[int]:
    return [int(word) for word in words if _is_number(word)]


# -- fire


def _fire(words: Sequence[str], part: str) -> Fire:
    """A firing order."""
    wrecks = "wreck" in words
    said = set(words) - (_TOO if wrecks and "only" not in words else set())
    numbers = _numbers(words)
    strange = said - _ABOUT_FIRE - _NOT - _ALWAYS - {"unless", "except", *map(str, numbers)}
    against, spared = bool(said & _NOT), bool(said & {"unless", "except"})
    # "Never hold fire" is no order that one would guess at.
    strange |= said & _NOT if len(said & _NOT) > 1 else set()
    if strange or len(numbers) > 1 or (spared and not (against and numbers)):
        raise _strange_fire(part)
    if numbers:
        if against and not spared:
            raise _strange_fire(part)
        if not LEAST <= numbers[0] <= MOST:
            raise refuse(
                f"The roll needed is {LEAST} to {MOST}, so fire cannot hang on {numbers[0]}", COMBAT
            )
        return Fire(numbers[0], wrecks)
    if against and not wrecks:
        return Fire(0)
    if said & _ALWAYS:
        return Fire(MOST, wrecks)
    raise _strange_fire(part)


def _strange_fire(part: str) -> Refusal:
    return refuse(
        f"{quoted(part)} is no firing order: write hold fire, or fire at 8 or less", COMBAT
    )


# -- speeds


def _pace(words: Sequence[str]) -> Pace | None:
    """A speed; None for what is none."""
    said, numbers = set(words), _numbers(words)
    if said - _ABOUT_SPEED - _FASTER - _SLOWER - set(map(str, numbers)) or len(numbers) > 1:
        return None
    faster, slower = bool(said & _FASTER), bool(said & _SLOWER)
    if faster != slower and "to" in said and numbers:
        return Pace(-numbers[0] if "reverse" in said else numbers[0], change=False)
    if faster != slower:
        by = numbers[0] if numbers else 10
        return Pace(by if faster else -by, change=True)
    if said & {"keep", "same"} and not numbers:
        return Pace(0, change=True)
    if "stop" in said and not numbers:
        return Pace(0, change=False)
    if numbers and said & {"speed", "mph", "reverse"}:
        return Pace(-numbers[0] if "reverse" in said else numbers[0], change=False)
    return None


# -- moves


def _move(words: list[str], part: str) -> Move:
    """One move, or the same several times."""
    ram = "ram" in words
    words = [word for word in words if word != "ram"]
    times, words = _times(words)
    held, words = _held(words)
    words = [word for word in words if word not in _FILLERS]
    kinds = [word for word in words if word in _MOVES]
    sides = [word for word in words if word in ("left", "right")]
    sizes = [word for word in words if word not in _MOVES and word not in ("left", "right")]
    how = kinds[0]
    if len(kinds) > 1:
        raise refuse(f"{quoted(part)} is two moves: put a comma between them", MANEUVERS)
    if how == "straight":
        if len(sizes) == 1 and _is_number(sizes[0]) and times == 1:
            times, sizes = int(sizes[0]), []
        if sides or sizes or held:
            raise refuse(f"{quoted(part)} is not straight on", MANEUVERS)
        return Move(Drive(), times, ram)
    if how == "pivot" and sizes == ["0"]:
        return Move(PLAIN_PIVOT, times, ram)
    if len(sides) != 1:
        raise refuse(f"{quoted(part)} does not say left or right", MANEUVERS)
    sign = -1 if sides[0] == "left" else 1
    if how == "drift":
        if held or len(sizes) != 1 or sizes[0] not in ("1/4", "1/2"):
            raise refuse(
                f"{quoted(part)}: a drift goes 1/4 or 1/2 inch to the left or right", MANEUVERS
            )
        return Move(Drive("drift", sign * (1 if sizes[0] == "1/4" else 2)), times, ram)
    if len(sizes) != 1 or not _is_number(sizes[0]):
        raise refuse(f"{quoted(part)} does not say by how many degrees", MANEUVERS)
    return Move(Drive(how, sign * int(sizes[0]), held or sides[0]), times, ram)


def _times(words: list[str]) -> tuple[int | None, list[str]]:
    """How often a move is made, and the words that do not say so."""
    for end in (["to", "the", "end", "of", "the", "turn"], ["to", "the", "end"], ["to", "end"]):
        if words[-len(end) :] == end:
            return None, words[: -len(end)]
    for at, word in enumerate(words):
        if word in ("x", "×", "times"):
            for other in (at + 1, at - 1):
                if 0 <= other < len(words) and _is_number(words[other]):
                    low, high = sorted((at, other))
                    return int(words[other]), words[:low] + words[high + 1 :]
    if _is_number(words[0]) and len(words) > 1 and words[1] == "straight":
        return int(words[0]), words[1:]
    return 1, words


def _held(words: list[str]) -> tuple[str, list[str]]:
    """Which corner is held, and the words that do not say so."""
    if "hold" not in words:
        return "", words
    at = words.index("hold")
    said = [word for word in words[at + 1 :] if word not in _FILLERS]
    if not said or said[0] not in ("left", "right"):
        raise refuse("A turn holds the left or the right corner", MANEUVERS)
    return said[0], words[:at] + said[1:]
