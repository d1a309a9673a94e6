"""Vehicles that players build at home and bring to a fight (Rules: 3. Vehicle Selection): edited,
written as text, and read again however they are typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.engine import voice
from games.engine.ask import DesignChoice
from games.engine.designs import Designs, Fault, read_lines
from games.engine.errors import Refusal
from games.mini_carwars import builds
from games.mini_carwars.builds import (
    CREW,
    STOCK,
    VALUES,
    Build,
    cost,
    model_of,
    options,
    plain_model,
    told,
)
from games.mini_carwars.catalog import (
    EXTRAS,
    KINDS,
    MODELS,
    SIDES,
    TOP,
    Model,
)
from games.mini_carwars.moves import Bring

OPTION, ARMOR, COMPUTERS, BODY = "option", "armor", "computer", "body"
"""First words of a part's key: "option-b", "armor-front", "computer-gunner-2", "body-driver"."""
MOST_POINTS: Final = 999
"""Points of armor on one side, where the model is not known."""
MOST_LINES: Final = 100
"""Lines of a text that is read."""
MOST_LETTERS: Final = 200
"""Characters of a line that is read: finding its parts takes the square of its length."""
MOST_DIGITS: Final = 4

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


class Builds:
    """`games.engine.designs.Designs` for vehicles."""

    word = VALUES["build"]["word"]
    Design: type[Any] = Build
    at_once = False

    def faults(self, design: Build) -> Sequence[Fault]:
        return list(builds.faults(design))

    def rules(self) -> str:
        return told("rules", **EXTRAS)

    def title(self, design: Build) -> str:
        """ "Courier (b), $23,200"."""
        return f"{builds.name(design)}, ${cost(design):,}"

    def lines(self, design: Build) -> Sequence[str]:
        """What is delivered, how the armor stands, and who has what."""
        out = []
        if (model := model_of(design)) is not None:
            out.append(told("delivered", size=model.size.capitalize(), model=model))
            out.append(told("weapons", weapons=_weapons(model, short=False)))
        return [*out, *_fittings(design), told("costs", cost=cost(design))]

    def write(self, design: Build) -> str:
        """The vehicle as text: its name, its armor, then a line a person."""
        out = [f"# {self.title(design)}", builds.name(design), *_fittings(design)]
        return "\n".join(out) + "\n"

    def read(self, text: str) -> Build:
        """The vehicle of a text: a line with its name, lines for armor, driver and gunner.

        Armor that is not told is as delivered, and sides that are not named carry none where others
        are. Raises `Refusal` naming every line that cannot be understood.
        """
        said = dict[str, Any]()
        read_lines(text, MOST_LINES, partial(_take, said), told)
        if "vehicle" not in said:
            raise Refusal(told("nameless"))
        bare = Build(said.pop("vehicle"), said.pop("option", ""))
        model = model_of(bare) or builds.plain_model(bare.vehicle)
        armor = tuple(said.pop(side, 0) for side in SIDES) if said.keys() & {*SIDES} else None
        if armor is None:
            armor = model.armor if model is not None else bare.armor
        return Build(bare.vehicle, bare.option, armor, **said)

    def ready(self) -> Sequence[Build]:
        """The Stock Car List: every vehicle, and with each of its options."""
        return [builds.stock(model) for model in MODELS]

    def bases(self) -> Sequence[tuple[str, str]]:
        """The stock vehicles; their options are parts."""
        return [(model.vehicle, model.name) for model in STOCK]

    def begin(self, base: str) -> Build:
        """A stock vehicle as it is delivered. Raises `Refusal` for one there is not."""
        if (model := plain_model(base)) is None:
            raise Refusal(told("no_base"))
        return builds.stock(model)

    def parts(self, design: Build) -> Sequence[tuple[str, str, str, int]]:
        """Options, armor by side, and accessories; nothing for a vehicle that is not known."""
        if (plain := plain_model(design.vehicle)) is None:
            return []
        model, armor = model_of(design) or plain, _sides(design)
        out = [
            (f"{OPTION}-{one.option}", told("part_option", option=one.option), _about(one, plain),
             int(one.option == design.option))
            for one in options(design.vehicle)
        ]  # fmt: skip
        left = model.points - sum(armor)
        why = "part_left" if left > 0 else "part_many" if left < 0 else "part_all"
        about = told(why, many=builds.amount(abs(left)), points=model.points)
        out += [
            (f"{ARMOR}-{side}", told("part_armor", side=side), about, armor[at])
            for at, side in enumerate(SIDES)
            if at in model.armored or armor[at]
        ]
        for person, who in enumerate(CREW):
            number, worn = design.computers[person], design.body_armor[person]
            if person and not (model.gunner or number or worn):
                continue
            there = {f"{COMPUTERS}-{who}-{n}": int(number == n) for n in (1, 2)}
            there[f"{BODY}-{who}"] = int(worn)
            for (key, has), (why, thing) in zip(there.items(), EXTRAS.items(), strict=True):
                about = told(f"part_{why}", who=who, **EXTRAS)
                out.append((key, f"{thing.name} ({who})", about, has))
        return out

    def most(self, design: Build, part: str) -> int:
        """All points on one side, or one of anything else."""
        if not part.startswith(f"{ARMOR}-"):
            return 1
        model = model_of(design)
        return MOST_POINTS if model is None else model.points

    def put(self, design: Build, part: str, count: int) -> Build:
        """The vehicle with that option, computer or body armor or without it, or so many points.

        An option takes the place of another, a computer that of the same person's other one.
        """
        what, _, which = part.partition("-")
        who, _, number = which.partition("-")
        changes: dict[str, Any] = {}
        if what == OPTION and (count > 0 or design.option == which):
            return _refitted(design, which if count > 0 else "")
        if what == ARMOR and which in SIDES:
            armor = _sides(design)
            armor[SIDES.index(which)] = count
            changes["armor"] = tuple(armor)
        elif what == BODY and who in CREW:
            changes[f"{who}_armor"] = count > 0
        elif what == COMPUTERS and who in CREW and number in ("1", "2"):
            present = design.computers[CREW.index(who)]
            if count > 0 or present == int(number):
                changes[f"{who}_computer"] = int(number) if count > 0 else 0
        return msgspec.structs.replace(design, **changes)


def _sides(design: Build) -> list[int]:
    """Points by side, whatever the design holds."""
    return [*design.armor, *(0 for _ in SIDES)][: len(SIDES)]


def _refitted(design: Build, option: str) -> Build:
    """The vehicle with another option.

    Armor as it was delivered is again as delivered; what the player has placed stays. A gunner who
    is removed takes his accessories along.
    """
    before, after = model_of(design), model_of(Build(design.vehicle, option))
    changes: dict[str, Any] = {"option": option}
    if after is not None and before is not None and design.armor == before.armor:
        changes["armor"] = after.armor
    if after is not None and not after.gunner:
        changes |= {"gunner_computer": 0, "gunner_armor": False}
    return msgspec.structs.replace(design, **changes)


def _weapons(model: Model, *, short: bool) -> str:
    """ "2 linked Machine Guns front, Smokescreen back"."""
    counts = Counter((weapon.kind, weapon.mount, weapon.link) for weapon in model.weapons)
    out = []
    for (kind, mount, link), count in counts.items():
        name = KINDS[kind].short if short else KINDS[kind].name
        many = told("part_weapons", count=count, linked=link > 0, name=name) if count > 1 else name
        out.append(f"{many} {told('turret') if mount == TOP else SIDES[mount]}")
    return ", ".join(out)


def _about(model: Model, plain: Model) -> str:
    """What an option makes of a stock vehicle, in short."""
    more = model.points - plain.points
    arms, gunner = _weapons(model, short=True), model.gunner or not plain.gunner
    return told("part_about", weapons=arms, more=more, gunner=gunner, cost=model.cost)


# -- as text


def _fittings(build: Build) -> list[str]:
    """How the armor stands and who has what, a line each."""
    armor = zip(SIDES, build.armor, strict=False)
    sides = ", ".join(f"{side} {builds.amount(points)}" for side, points in armor)
    out = [told("armor", sides=sides)]
    model = model_of(build)
    for person, who in enumerate(CREW):
        has = builds.extras(build, person)
        if has or not person or (model is not None and model.gunner):
            out.append(f"{voice.upper(who)}: {', '.join(has) or told('nothing')}")
    return out


def _cleaned(line: str) -> str:
    """A line in small letters, without comment, bullets, markup or a full stop."""
    words = re.sub(r"[*`\\]+", "", line.partition("#")[0]).replace("_", " ")
    words = " ".join(words.lower().split()).strip("•>·").lstrip("-–— ").rstrip(".,;: ").lstrip()
    words = words.replace("armour", "armor").replace("’", "'")
    return re.sub(r"\b(?:hi|high)[- ]?res(?:olution)?\b", "hi-res", words)


def _take(said: dict[str, Any], line: str) -> None:
    """One line: what it says goes to `said`, by the name of a side or of a field of `Build`. Raises
    `Refusal`."""
    if not (words := _cleaned(line)):
        return
    if len(words) > MOST_LETTERS:
        raise Refusal(told("long_line", said=line, most=MOST_LETTERS))
    if found := _PERSON.fullmatch(words):
        _extras(said, found[1], found[2])
    elif _SIDED.match(words):
        _armor(said, words)
    elif found := _OPTION.fullmatch(words):
        _option(said, found[1] if len(found[1]) == 1 else "")
    else:
        named = _NAMED.fullmatch(words)
        _vehicle(said, _PRICE.sub("", named[1] if named else words), line)


def _vehicle(said: dict[str, Any], words: str, line: str) -> None:
    if (found := _CALLED.fullmatch(re.sub("[^a-z0-9]+", "-", words).strip("-"))) is None:
        hint = builds.near(words.title(), [each.name for each in STOCK])
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


def _armor(said: dict[str, Any], words: str) -> None:
    """Sides and points in turn, the side before its points or after them."""
    pairs = [word for word in _WORD.findall(words) if word not in _FILLERS]
    for word in pairs:
        if word not in _SIDES and not word[-1:].isdigit():
            raise Refusal(told("side", said=word, hint=builds.near(word, [*_SIDES])))
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


def _extras(said: dict[str, Any], who: str, words: str) -> None:
    for item in re.split(r"\s*(?:[,;+&/]|\band\b|\bwith\b)\s*", words):
        bare = re.sub(r"^(?:an?|the|one|1x?)\s+", "", item.strip(" .()"))
        if bare not in _EXTRAS:
            known = [name for name, what in _EXTRAS.items() if what]
            raise Refusal(told("accessory", said=bare, hint=builds.near(bare, known)))
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


# -- at the table


def brought(budget: int, cycles: bool | None = None, kept: int = 0) -> DesignChoice[Bring]:
    """Vehicles that may be brought for so many dollars.

    `cycles`: True for cycles only, False for cars only, None for either. `kept`: dollars the player
    has beside the budget, which must stay for vehicles still to be bought.
    Rules: 3. Vehicle Selection; 9. Scenarios
    """

    def fits(design: Build) -> str:
        for fault in builds.faults(design):
            return fault.sentence
        model, price = model_of(design), cost(design)
        assert model is not None
        if cycles is not None and model.cycle != cycles:
            return told("cycles_only" if cycles else "car_needed")
        if price <= budget:
            return ""
        facts = {"price": price, "money": budget + kept, "kept": kept}
        return told("dear_kept" if kept else "dear", car=builds.carried(design), **facts)

    return DesignChoice(fits, builds.bring, builds.build_of)


DESIGNS: Final[Designs] = Builds()
