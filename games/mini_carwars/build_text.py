"""A vehicle built at home as text, and such a text read again, however it is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from games.engine import voice
from games.engine.errors import Refusal
from games.mini_carwars import builds
from games.mini_carwars.builds import CREW, STOCK, Build, model_of, near, options, quoted
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, SIDES, Model

MOST_LINES: Final = 100
"""Lines of a text that is read."""
MOST_WRONG: Final = 8
"""Lines of a text that are told when they cannot be understood."""
MOST_LETTERS: Final = 200
"""Characters of a line that is read: finding its parts takes the square of its length."""
MOST_DIGITS: Final = 4
NOTHING: Final = "no accessories"

_NOTHING: Final = frozenset(
    {"", "none", "nothing", "no", "-", "–", "—", "stock", "no extras", "no computer",
     "no body armor", "no targeting computer", NOTHING}
)  # fmt: skip
_EXTRAS: Final = {
    **{name: 1 for name in ("targeting computer", "computer", "targeting")},
    **{name: 2 for name in ("hi-res targeting computer", "hi-res computer", "hi-res")},
}
"""Computers by what they may be called."""
_WORN: Final = frozenset({"body armor", "armor", "body"})
_SIDES: Final = {
    **{side: at for at, side in enumerate(SIDES)},
    **{side[0]: at for at, side in enumerate(SIDES)},
    "rear": SIDES.index("back"),
    "turret": SIDES.index("top"),
}
_FILLERS: Final = frozenset({"and", "armor", "point", "points", "pts", "side", "on", "the", "of"})
_PERSON: Final = re.compile(r"(driver|gunner)(?:'s)?\b[\s:=,]*(.*)")
_SIDED: Final = re.compile(rf"(?:armor\b|(?:{'|'.join(_SIDES)})(?![a-z]))")
_OPTION: Final = re.compile(r"options?\b[\s:=]*\(?\s*([a-z]|none|no|stock|)\s*\)?")
_NAMED: Final = re.compile(r"(?:(?:stock )?(?:vehicle|model|car|cycle))\s*[:=]\s*(.*)")
_LETTERED: Final = re.compile(r"(.+?)[\s,;]*(?:\s|\(|\boption)\s*\(?\s*([a-z])\s*\)?")
_PRICE: Final = re.compile(r"[\s,;:]*\$\s*\d[\d,.]*$")
_WORD: Final = re.compile(r"[-+−]?\d+|[a-z]+|[^\s\w,;:=/|()]+")


def fittings(build: Build) -> list[str]:
    """How the armor stands and who has what, a line each."""
    armor = ", ".join(
        f"{side} {builds.amount(points)}" for side, points in zip(SIDES, build.armor, strict=False)
    )
    out = [f"Armor: {armor}"]
    model = model_of(build)
    for person, who in enumerate(CREW):
        told = builds.extras(build, person)
        if told or not person or (model is not None and model.gunner):
            out.append(f"{voice.upper(who)}: {', '.join(told) or NOTHING}")
    return out


def read(text: str) -> Build:
    """The vehicle of a text: a line with its name, lines for armor, driver and gunner.

    Armor that is not told is as delivered, and sides that are not named carry none where others
    are. Raises `Refusal` naming every line that cannot be understood.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise Refusal(f"{len(lines)} lines: a vehicle is told in at most {MOST_LINES}.")
    reader = _Reader()
    wrong: list[str] = []
    for at, line in enumerate(lines, 1):
        words = _cleaned(line)
        if not words:
            continue
        # Looking for near names is long work: no more of it than is told.
        reader.hints = len(wrong) < MOST_WRONG
        try:
            reader.take(words, line)
        except Refusal as refusal:
            wrong.append(f"Line {at}: {refusal}")
    if len(wrong) > MOST_WRONG:
        wrong[MOST_WRONG:] = [f"… and {len(wrong) - MOST_WRONG} lines more."]
    if not reader.vehicle and not wrong:
        wrong.append("No line names the vehicle, such as Courier (b).")
    if wrong:
        raise Refusal(" ".join(wrong))
    return reader.build()


def _cleaned(line: str) -> str:
    """A line in small letters, without comment, bullets, markup or a full stop."""
    words = re.sub(r"[*`\\]+", "", line.partition("#")[0]).replace("_", " ")
    words = " ".join(words.lower().split()).strip("•>·").lstrip("-–— ").rstrip(".,;: ").lstrip()
    words = words.replace("armour", "armor").replace("’", "'")
    return re.sub(r"\b(?:hi|high)[- ]?res(?:olution)?\b", "hi-res", words)


class _Reader:
    """What has been read so far."""

    def __init__(self) -> None:
        self.hints = True
        """Whether a name that is nearly right is looked for."""
        self.vehicle = ""
        self.option = ""
        self.armor: dict[int, int] = {}
        self.computers = [0, 0]
        self.worn = [False, False]

    def build(self) -> Build:
        """The vehicle of all lines."""
        model = model_of(Build(self.vehicle, self.option)) or builds.plain_model(self.vehicle)
        armor = tuple(self.armor.get(at, 0) for at in range(len(SIDES)))
        if not self.armor and model is not None:
            armor = model.armor
        (driver, gunner), worn = self.computers, self.worn
        return Build(self.vehicle, self.option, armor, driver, gunner, *worn)

    def take(self, words: str, line: str) -> None:
        """One line, cleaned and as it was typed. Raises `Refusal`."""
        if len(words) > MOST_LETTERS:
            raise Refusal(f"{quoted(line)} is longer than {MOST_LETTERS} characters.")
        if found := _PERSON.fullmatch(words):
            self._extras(CREW.index(found[1]), found[2])
        elif _SIDED.match(words):
            self._armor(words)
        elif found := _OPTION.fullmatch(words):
            self._option(found[1] if len(found[1]) == 1 else "")
        else:
            named = _NAMED.fullmatch(words)
            self._vehicle(named[1] if named else words, line)

    def _vehicle(self, words: str, line: str) -> None:
        words = _PRICE.sub("", words)
        known = _names()
        model, option = known.get(_key(words)), ""
        if model is None:
            # A letter that is no option of it: what is wrong is told with all other faults.
            found = _LETTERED.fullmatch(words)
            model = known.get(_key(found[1])) if found else None
            if model is None or found is None:
                raise Refusal(f"{quoted(line)} cannot be understood{self._meant(words)}")
            option = found[2]
        if self.vehicle:
            raise Refusal(
                f"{model.name} beside {builds.name(Build(self.vehicle))}: one vehicle is built at "
                "a time."
            )
        self.vehicle = model.vehicle
        if option or model.option:
            self._option(option or model.option)

    def _option(self, option: str) -> None:
        if option and self.option:
            raise Refusal(f"option ({option}) beside ({self.option}): a vehicle has one at most.")
        self.option = option or self.option

    def _armor(self, words: str) -> None:
        """Sides and points in turn, the side before its points or after them."""
        side, points = -1, -1
        told: dict[int, int] = {}
        for word in _WORD.findall(words):
            if word in _FILLERS:
                continue
            if word in _SIDES and side < 0:
                side = _SIDES[word]
            elif word[-1:].isdigit() and points < 0:
                points = _points(word)
            elif word in _SIDES or word[-1:].isdigit():
                raise Refusal("name the side of every number of points, such as front 40.")
            else:
                raise Refusal(f"{quoted(word)} is no side{self._near(word, SIDES)}")
            if side >= 0 and points >= 0:
                if side in told or side in self.armor:
                    raise Refusal(f"armor {SIDES[side]} is told twice.")
                told[side] = points
                side, points = -1, -1
        if side >= 0:
            raise Refusal(f"how many points are {builds.place(SIDES[side])}?")
        if points >= 0 or not told:
            raise Refusal("name the side of every number of points, such as front 40.")
        self.armor |= told

    def _extras(self, person: int, words: str) -> None:
        who = CREW[person]
        for item in re.split(r"\s*(?:[,;+&/]|\band\b|\bwith\b)\s*", words):
            bare = re.sub(r"^(?:an?|the|one|1x?)\s+", "", item.strip(" .()"))
            if bare in _NOTHING:
                continue
            if bare in _WORN:
                if self.worn[person]:
                    raise Refusal(f"body armor for the {who} twice.")
                self.worn[person] = True
            elif bare in _EXTRAS:
                if self.computers[person]:
                    raise Refusal(f"two computers for the {who}: a person uses one.")
                self.computers[person] = _EXTRAS[bare]
            else:
                known = [*(c.name.lower() for c in COMPUTERS if c), BODY_ARMOR.name.lower()]
                raise Refusal(f"{quoted(bare)} is no accessory{self._near(bare, known)}")

    def _meant(self, words: str) -> str:
        """The end of a sentence about a line that is none of those there are."""
        return self._near(words.title(), [model.name for model in STOCK])

    def _near(self, word: str, known: Sequence[str]) -> str:
        return near(word, known) if self.hints else "."


def _points(word: str) -> int:
    """Points of armor that were typed."""
    if word[0] in "-−":
        raise Refusal(f"{quoted(word)}: points are whole numbers from 0.")
    digits = word.lstrip("+")
    if len(digits) > MOST_DIGITS:
        raise Refusal(f"{quoted(digits)}: no vehicle has so many points.")
    return int(digits)


def _key(words: str) -> str:
    """Letters and digits alone, as names are compared."""
    return re.sub(r"[^a-z0-9]", "", words.lower())


@cache
def _names() -> Mapping[str, Model]:
    """Models by what they may be called: "courier", "courierb", "courieroptionb"."""
    out: dict[str, Model] = {}
    for plain in STOCK:
        key = _key(plain.name)
        for told in (key, f"{key}stock", f"{key}nooption", f"{key}nooptions"):
            out[told] = plain
        for model in options(plain.vehicle):
            out[f"{key}{model.option}"] = out[f"{key}option{model.option}"] = model
    return out
