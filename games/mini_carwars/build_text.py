"""A vehicle built at home as text, and such a text read again, however it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine import voice
from games.engine.errors import Refusal
from games.mini_carwars import builds
from games.mini_carwars.builds import CREW, STOCK, VALUES, Build, model_of, told
from games.mini_carwars.catalog import SIDES

MOST_LINES: Final = 100
"""Lines of a text that is read."""
MOST_WRONG: Final = 8
"""Lines of a text that are told when they cannot be understood."""
MOST_LETTERS: Final = 200
"""Characters of a line that is read: finding its parts takes the square of its length."""
MOST_DIGITS: Final = 4
NOTHING: Final = "no accessories"

_EXTRAS: Final[Mapping[str, str]] = VALUES["typed_extras"]
_SIDES: Final[Mapping[str, str]] = VALUES["typed_sides"]
_FILLERS: Final = frozenset(VALUES["silent_build"]["armor"].split())
_PERSON: Final = re.compile(r"(driver|gunner)(?:'s)?\b[\s:=,]*(.*)")
_SIDED: Final = re.compile(rf"(?:armor\b|(?:{'|'.join(_SIDES)})(?![a-z]))")
_OPTION: Final = re.compile(r"options?\b[\s:=]*\(?\s*([a-z]|none|no|stock|)\s*\)?")
_NAMED: Final = re.compile(r"(?:(?:stock )?(?:vehicle|model|car|cycle))\s*[:=]\s*(.*)")
_PRICE: Final = re.compile(r"[\s,;:]*\$\s*\d[\d,.]*$")
_WORD: Final = re.compile(r"[-+−]?\d+|[a-z]+|[^\s\w,;:=/|()]+")
_STOCK: Final = {model.name.lower().replace(" ", ""): model for model in STOCK}
_CALLED: Final = re.compile(
    rf"({'|'.join(model.name.lower().replace(' ', '-?') for model in STOCK)})"
    "-?(?:stock|no-?options?|(?:option-?)?([ab]|(?<=-)[a-z]))?"
)
"""A model by letters, digits and dashes alone: "courier", "courierb", "courier-option-b"."""

Near = Callable[[str, Sequence[str]], str]
"""The end of a sentence about a word that is none of those that are known."""


def fittings(build: Build) -> list[str]:
    """How the armor stands and who has what, a line each."""
    armor = zip(SIDES, build.armor, strict=False)
    out = [f"Armor: {', '.join(f'{side} {builds.amount(points)}' for side, points in armor)}"]
    model = model_of(build)
    for person, who in enumerate(CREW):
        has = builds.extras(build, person)
        if has or not person or (model is not None and model.gunner):
            out.append(f"{voice.upper(who)}: {', '.join(has) or NOTHING}")
    return out


def read(text: str) -> Build:
    """The vehicle of a text: a line with its name, lines for armor, driver and gunner.

    Armor that is not told is as delivered, and sides that are not named carry none where others
    are. Raises `Refusal` naming every line that cannot be understood.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise Refusal(told("long", lines=len(lines), most=MOST_LINES))
    said: dict[str, Any] = {}
    wrong: list[str] = []
    for at, line in enumerate(lines, 1):
        # Looking for near names is long work: no more of it than is told.
        near = builds.near if len(wrong) < MOST_WRONG else lambda word, known: "."
        try:
            if words := _cleaned(line):
                _take(said, words, line, near)
        except Refusal as refusal:
            wrong.append(f"Line {at}: {refusal}")
    if len(wrong) > MOST_WRONG:
        wrong[MOST_WRONG:] = [f"… and {len(wrong) - MOST_WRONG} lines more."]
    if "vehicle" not in said and not wrong:
        wrong.append(told("nameless"))
    if wrong:
        raise Refusal(" ".join(wrong))
    bare = Build(said.pop("vehicle"), said.pop("option", ""))
    model = model_of(bare) or builds.plain_model(bare.vehicle)
    armor = tuple(said.pop(side, 0) for side in SIDES) if said.keys() & {*SIDES} else None
    if armor is None:
        armor = model.armor if model is not None else bare.armor
    return Build(bare.vehicle, bare.option, armor, **said)


def _cleaned(line: str) -> str:
    """A line in small letters, without comment, bullets, markup or a full stop."""
    words = re.sub(r"[*`\\]+", "", line.partition("#")[0]).replace("_", " ")
    words = " ".join(words.lower().split()).strip("•>·").lstrip("-–— ").rstrip(".,;: ").lstrip()
    words = words.replace("armour", "armor").replace("’", "'")
    return re.sub(r"\b(?:hi|high)[- ]?res(?:olution)?\b", "hi-res", words)


def _take(said: dict[str, Any], words: str, line: str, near: Near) -> None:
    """One line, cleaned and as it was typed: what it says goes to `said`, by the name of a side or
    of a field of `Build`. Raises `Refusal`."""
    if len(words) > MOST_LETTERS:
        raise Refusal(told("long_line", said=line, most=MOST_LETTERS))
    if found := _PERSON.fullmatch(words):
        _extras(said, found[1], found[2], near)
    elif _SIDED.match(words):
        _armor(said, words, near)
    elif found := _OPTION.fullmatch(words):
        _option(said, found[1] if len(found[1]) == 1 else "")
    else:
        named = _NAMED.fullmatch(words)
        _vehicle(said, _PRICE.sub("", named[1] if named else words), line, near)


def _vehicle(said: dict[str, Any], words: str, line: str, near: Near) -> None:
    if (found := _CALLED.fullmatch(re.sub("[^a-z0-9]+", "-", words).strip("-"))) is None:
        hint = near(words.title(), [each.name for each in STOCK])
        raise Refusal(told("unclear", said=line, hint=hint))
    # A letter may be no option of it: what is wrong is told with all other faults.
    vehicle, option = _STOCK[found[1].replace("-", "")].vehicle, found[2] or ""
    if "vehicle" in said:
        two = builds.name(Build(vehicle, option)), builds.name(Build(said["vehicle"]))
        raise Refusal(told("two", car=two[0], other=two[1]))
    said["vehicle"] = vehicle
    _option(said, option)


def _option(said: dict[str, Any], option: str) -> None:
    if option and said.get("option"):
        raise Refusal(told("two_options", option=option, other=said["option"]))
    said["option"] = option or said.get("option", "")


def _armor(said: dict[str, Any], words: str, near: Near) -> None:
    """Sides and points in turn, the side before its points or after them."""
    pairs = [word for word in _WORD.findall(words) if word not in _FILLERS]
    for word in pairs:
        if word not in _SIDES and not word[-1:].isdigit():
            raise Refusal(told("side", said=word, hint=near(word, [*_SIDES])))
    for one, other in zip(pairs[::2], pairs[1::2], strict=False):
        side, points = (one, other) if one in _SIDES else (other, one)
        if side not in _SIDES or points in _SIDES:
            raise Refusal(told("name_sides"))
        if _SIDES[side] in said:
            raise Refusal(told("twice", side=_SIDES[side]))
        said[_SIDES[side]] = _points(points)
    if pairs and len(pairs) % 2 and pairs[-1] in _SIDES:
        raise Refusal(told("how_many", place=builds.place(_SIDES[pairs[-1]])))
    if not pairs or len(pairs) % 2:
        raise Refusal(told("name_sides"))


def _extras(said: dict[str, Any], who: str, words: str, near: Near) -> None:
    for item in re.split(r"\s*(?:[,;+&/]|\band\b|\bwith\b)\s*", words):
        bare = re.sub(r"^(?:an?|the|one|1x?)\s+", "", item.strip(" .()"))
        if bare not in _EXTRAS:
            known = [name for name, what in _EXTRAS.items() if what]
            raise Refusal(told("accessory", said=bare, hint=near(bare, known)))
        what, _, number = _EXTRAS[bare].partition(" ")
        if what and f"{who}_{what}" in said:
            raise Refusal(told(f"two_{what}s", who=who))
        if what:
            said[f"{who}_{what}"] = int(number) if number else True


def _points(word: str) -> int:
    """Points of armor that were typed."""
    if word[0] in "-−":
        raise Refusal(told("points", said=word))
    digits = word.lstrip("+")
    if len(digits) > MOST_DIGITS:
        raise Refusal(told("digits", said=digits))
    return int(digits)
