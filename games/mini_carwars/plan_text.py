"""A plan as people write it, line by line, taken apart into the parts of `plan`.

What words mean the same, and which say nothing, stands with the texts (`values.typed`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.voice import listed
from games.mini_carwars.maneuvers import TOP_SPEED
from games.mini_carwars.moves import Speed
from games.mini_carwars.plan import COMPUTER, DONE, STEP, moves_left, own, refuse
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import VALUES

MOST_ITEMS: Final = 400
"""Parts of a text that is read: more than twice what 13 vehicles can do in a turn."""
_PHRASES: Final = {
    kind: [re.escape(words) for words in said.split(", ")]
    for kind, said in VALUES["typed_phrases"].items()
}
EVERYONE: Final = ("", *(word.upper() for word in _PHRASES["everyone"]))
"""Labels that stand for all of one's vehicles; a line may have none."""
LEAST, MOST = 3, 12
"""What two dice may have to show for a hit."""
_SAME: Final = {
    **{each: word for word, same in VALUES["typed"].items() for each in same.split()},
    **{word: str(number) for number, word in enumerate(VALUES["typed"]["numbers"].split())},
}
_SILENT: Final = {kind: frozenset(said.split()) for kind, said in VALUES["silent"].items()}
"""Words that say nothing, by what a part is about."""
_NUMBER: Final = re.compile("[0-9]{1,4}")
_NEXT, _END, _TIMES_OF = ("|".join(_PHRASES[kind]) for kind in ("then", "end", "times"))
_PARTS: Final = re.compile(rf"[,;]|\.(?!\d)|\b(?:{_NEXT})\b")
"""What stands between two parts of a line."""
_TIMES: Final = (
    re.compile(f" (?:{_END})(?= ram$|$)()"),
    re.compile(f"(?<![^ ])(?:{_TIMES_OF}) ([0-9]{{1,4}})(?![^ ])"),
    re.compile(f"(?<![^ ])([0-9]{{1,4}}) (?:{_TIMES_OF})(?![^ ])"),
    re.compile("^([0-9]{1,4})(?= straight)"),
    re.compile("(?<=^straight )([0-9]{1,4})(?= ram$|$)"),
)
"""How often a move is made; empty: to the end of the turn. The first that is found counts."""
Item = tuple[str, Any]
"""What a part of a text is about, a key of `values.silent`, and what it says of it as
`values.typed_*` have it; of moves (key, times; None: to the end of the turn)."""


def read(view: State, text: str) -> tuple[str, ...]:
    """The parts of the plan that a text stands for. Raises `Illegal` for the first thing that is
    not understood."""
    mine = own(view)
    rows = lines(text)
    said: dict[int, dict[str, list[Any]]] = {}
    # What is written of one vehicle counts before what is written of all.
    for for_all in (False, True):
        before = {number: set(items) for number, items in said.items()}
        for label, items in rows:
            for car in _named(label, items, mine) if (label in EVERYONE) == for_all else ():
                own_items = said.setdefault(car.number, {})
                for kind, value in items:
                    if kind not in before.get(car.number, ()):
                        own_items.setdefault(kind, []).append(value)
    if not said:
        raise refuse("empty")
    chosen = [_section(view, car, said[car.number]) for car in mine if car.number in said]
    return (f"t{view.turn}", *(part for section in chosen for part in section), DONE)


def _named(label: str, items: Sequence[Item], mine: Sequence[Vehicle]) -> Sequence[Vehicle]:
    """The vehicles a line is about."""
    labels = [car.label for car in mine]
    if label in labels:
        return [mine[labels.index(label)]]
    if label in EVERYONE:
        if label or len(mine) == 1 or not {"moves", "ram"} & {kind for kind, _ in items}:
            return mine
        raise refuse("whose", car=labels[0] if labels else "A")
    raise refuse("unknown", said=label, cars=listed(labels))


def _section(view: State, car: Vehicle, said: Mapping[str, list[Any]]) -> list[str]:
    """What is written of one vehicle, in parts."""
    for kind in ("fire", "speed"):
        if len(said.get(kind, ())) > 1:
            raise refuse(f"twice_{kind}", car=car.label, count=len(said[kind]))
    out, chosen = [f"v{car.number}"], None
    for pace in said.get("speed", ()):
        chosen = int(pace.removeprefix("="))
        if pace[0] != "=":
            chosen = car.speed + (chosen if car.speed >= 0 else -chosen)
        out += Speed(chosen).path
    moves: list[str] = []
    for key, times in said.get("moves", ()):
        room = moves_left(view, car, car.speed if view.phase else chosen) - len(moves)
        # More than a turn can hold is refused anyway: no more are made of all parts together.
        moves += [key] * min(room if times is None else times, TOP_SPEED - len(moves))
    rams = "ram" in said
    out += [f"{k.removesuffix('ram')}ram" if rams and k != COMPUTER else k for k in moves]
    fire, wrecks = next(iter(said.get("fire", ())), "0"), "w" if "wrecks" in said else ""
    if wrecks and fire in ("0", "c"):
        raise refuse("wrecks")
    if "fire" in said:
        out.append(f"f{fire}{wrecks * ('w' not in fire)}")
    return out


# -- line by line


def lines(text: str) -> list[tuple[str, list[Item]]]:
    """Each line of a text: its vehicle in capitals, or none, and what it says. Raises `Illegal` for
    words that are not understood."""
    out = []
    room = MOST_ITEMS
    for row in text.replace("：", ":").splitlines():
        label, colon, said = row.partition(":")
        if not colon:
            # "A1 straight x3": a name needs no colon.
            named = re.match(r"\s*([a-f][0-9]{1,2})\s+(.+)", row, re.IGNORECASE)
            label, said = (named[1], named[2]) if named else ("", row)
        parts = _PARTS.split(said.lower())
        parts = [part for part in parts if re.search(r"\w|[¼½]", part)]
        room -= len(parts)
        if room < 0:
            raise refuse("long", most=MOST_ITEMS)
        if parts or label.strip():
            out.append((label.strip().upper(), [_item(part) for part in parts]))
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
    for kind, silent in _SILENT.items():
        text, times = " ".join(words), "1"
        forms = (form.search(text) for form in _TIMES if kind == "moves")
        if found := next(filter(None, forms), None):
            text, times = text[: found.start()] + text[found.end() :], found[1]
        text = " ".join(word for word in text.split() if word not in silent)
        telling = {*re.sub("hold (?=left|right)", "hold", text).split()}
        number = int(next(filter(_NUMBER.fullmatch, telling), "0"))
        sorts = sorted("#" if _NUMBER.fullmatch(word) else word for word in telling)
        said = VALUES[f"typed_{kind}"].get(" ".join(sorts))
        if said is None:
            continue
        if kind == "fire" and "#" in said and not LEAST <= number <= MOST:
            raise refuse("roll", number=number)
        said = said.replace("#", str(number))
        if kind != "moves":
            return kind, said
        key = re.sub("pivot[lr]?0.*", "pivot0", said) + "ram" * ("ram" in words)
        if key == COMPUTER:
            return kind, (key, 1)
        if re.fullmatch(STEP, key):
            return kind, (key, int(times) if times else None)
    raise refuse("part", said=part)
