"""Rewrite rule cases where what they set or expect has moved.

    python tools/convert_cases.py FILE_OR_FOLDER...

`PATHS` says for each game where things have gone. Only paths change: no value, and neither order
nor comments. A file of which a part would be lost or changed is refused.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

Moves = Sequence[tuple[str, str]]
"""(old path, new path) below `expect`, or from `set` on, of which the first that fits counts. `*`
is any part, `{0}` in the new path what stood there; what comes after an old path stays."""

PATHS: Final[Mapping[str, Moves]] = {
    "carwars-cards": (
        ("set.players.*.gone", "set.players.{0}.left"),
        ("view.players.*.gone", "view.players.{0}.left"),
        ("view.cars.*.gone", "view.players.{0}.left"),
        ("view.cars.*.hand_size", "view.players.{0}.hand.count"),
        ("view.cars", "view.players"),
        ("view.draw_pile", "view.draw.count"),
        ("view.points_to_win", "view.options.points_to_win"),
        ("view.single_duel", "view.options.single_duel"),
    ),
    "mini-carwars": (
        ("set.quit", "set.left"),
        ("view.cars.*.sheet.weapons", "view.cars.{0}.arms"),
        ("view.cars.*.crew", "view.cars.{0}.hits"),
        ("view.smoke", "view.clouds"),
        ("view.rubble", "view.lying"),
        ("view.order", "view.by_speed"),
        ("views.*.cars.*.sheet.weapons", "views.{0}.cars.{1}.arms"),
        ("views.*.cars.*.crew", "views.{0}.cars.{1}.hits"),
        ("views.*.cars.*.model", "views.{0}.cars.{1}.look"),
        ("views.*.left", "views.{0}.dollars"),
    ),
    "nascards": (
        ("set.drivers.*.gone", "set.drivers.{0}.left"),
        ("view.drivers.*.gone", "view.drivers.{0}.left"),
        ("view.cars.*.gone", "view.drivers.{0}.left"),
        ("view.cars.*.place", "view.ranks.{0}"),
        ("view.cars.*.hand_size", "view.drivers.{0}.hand.count"),
        ("view.cars", "view.drivers"),
        ("view.goal", "view.options.goal"),
        ("view.races", "view.options.races"),
        ("view.speed_pile", "view.speed_pile.count"),
        ("view.maneuver_pile", "view.maneuver_pile.count"),
        ("view.maneuver_discard", "view.discarded"),
        ("views.*.kept", "views.{0}.drivers.{0}.kept"),
        ("views.*.follow", "views.{0}.drivers.{0}.follow"),
        ("views.*.looked", "views.{0}.drivers.{0}.looked"),
    ),
    "world-auto-racing": (
        ("set.drivers.*.retired", "set.drivers.{0}.left"),
        ("view.drivers.*.retired", "view.drivers.{0}.left"),
        ("view.drivers.*.hand_size", "view.drivers.{0}.hand.count"),
        ("view.drivers.*.garage_size", "view.drivers.{0}.garage.count"),
        ("view.drivers.*.projected", "view.projected.{0}"),
        ("view.drivers.*.last", "view.last.{0}"),
        ("view.drivers.*.spent", "view.spent.{0}"),
        ("view.drivers.*.mod_cap", "view.mod_cap.{0}"),
        ("view.drivers.*.racing", "view.races.{0}"),
    ),
}
_LINE: Final = re.compile(r"(expect\.|(?=set\.))([\w.]+) = (.*)", re.DOTALL)
_ITEM: Final = re.compile(r"\s*([\w.]+) = (.*)", re.DOTALL)


def moved(path: str, moves: Moves) -> str:
    """Where a path leads now; one that has been moved already stays."""
    parts = path.split(".")
    for old, new in moves:
        wanted = old.split(".")
        if len(wanted) <= len(parts) and all(
            want in ("*", part) for want, part in zip(wanted, parts, strict=False)
        ):
            found = [part for want, part in zip(wanted, parts, strict=False) if want == "*"]
            to = new.format(*found)
            there = f"{path}.".startswith(f"{to}.")
            return path if there else ".".join([to, *parts[len(wanted) :]])
    return path


def convert(text: str, moves: Moves) -> str:
    """A file of cases with its expectations where things are now.

    Raises ValueError where the outcome would not say the same.
    """
    out = "".join(_line(line, moves) for line in text.splitlines(keepends=True))
    before = [{moved(path, moves): value for path, value in case.items()} for case in _cases(text)]
    if _cases(out) != before:
        raise ValueError("It is written in a form that cannot be converted.")
    return out


def _line(line: str, moves: Moves) -> str:
    match = _LINE.fullmatch(line)
    if match is None:
        return line
    head, path, value = match.groups()
    new = moved(path, moves)
    if not head or not value.startswith("{"):
        return f"{head}{new} = {value}"
    inside: list[str] = []
    beside: list[str] = []
    for key, item in _items(value.strip()[1:-1]):
        to = moved(f"{path}.{key}", moves)
        if to.startswith(f"{new}."):
            inside.append(f"{to[len(new) + 1 :]} = {item}")
        else:
            beside.append(f"{head}{to} = {item}\n")
    table = [f"{head}{new} = {{ {', '.join(inside)} }}\n"] if inside else []
    return "".join([*table, *beside])


def _items(table: str) -> Iterator[tuple[str, str]]:
    """Keys and values of an inline table, as they are written."""
    depth, start = 0, 0
    for at, letter in enumerate(f"{table},"):
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth:
            match = _ITEM.fullmatch(table[start:at].rstrip())
            if match is None:
                raise ValueError(f"{table!r} is no table that can be converted.")
            yield match[1], match[2]
            start = at + 1


def _cases(text: str) -> list[dict[str, Any]]:
    """What each case sets and expects, by path."""
    cases = tomllib.loads(text)["case"]
    return [
        dict([*_flat(case.get("expect", {}), ""), *_flat(case.get("set", {}), "set.")])
        for case in cases
    ]


def _flat(tree: Mapping[str, Any], start: str) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{start}{key}.")
        else:
            yield f"{start}{key}", value


def main(names: Sequence[str]) -> None:
    """Convert these files, and those in these folders."""
    for place in map(Path, names):
        for file in sorted(place.rglob("*.toml")) if place.is_dir() else [place]:
            text = file.read_text(encoding="utf-8")
            moves = PATHS.get(tomllib.loads(text)["game"], ())
            file.write_text(convert(text, moves), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
