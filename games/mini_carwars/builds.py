"""Vehicles that players build at home: what one is, what it costs and what is wrong with it.

A build is kept by the ids of the catalogue, which stay the same for ever; what is delivered with a
model (weapons, power plant, crew) is not part of it. Rules: 3. Vehicle Selection; Accessories
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from games.engine import voice
from games.engine.designs import Fault
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, MODELS, SIDES, Model
from games.mini_carwars.moves import Bring

CHOICE: Final = "Rules: 3. Vehicle Selection"
LIST: Final = "Rules: Stock Car List"
EXTRAS: Final = "Rules: Accessories"
MOST_TOLD: Final = 9999
"""A number above this is told as "more than 9,999"."""
MOST_NAME: Final = 40
"""Characters of a name that is not known."""
CREW: Final = ("driver", "gunner")


class Build(msgspec.Struct, frozen=True):
    """A stock vehicle with at most one option, its armor as the player wants it, and extras."""

    vehicle: str = ""
    """Id of the stock vehicle."""
    option: str = ""
    """Letter of the option, or empty."""
    armor: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Points by side: front, right, back, left, top."""
    driver_computer: int = 0
    """What the targeting computer adds to a roll: 0 (there is none), 1 or 2."""
    gunner_computer: int = 0
    driver_armor: bool = False
    """Body armor."""
    gunner_armor: bool = False

    @property
    def computers(self) -> tuple[int, int]:
        """The driver's and the gunner's."""
        return self.driver_computer, self.gunner_computer

    @property
    def body_armor(self) -> tuple[bool, bool]:
        """The driver's and the gunner's."""
        return self.driver_armor, self.gunner_armor


_MODELS: Final = {(model.vehicle, model.option): model for model in MODELS}
STOCK: Final = tuple(model for model in MODELS if not model.option)
"""The stock vehicles without options."""


def stock(model: Model) -> Build:
    """A model as it is delivered."""
    return Build(model.vehicle, model.option, model.armor)


def model_of(build: Build) -> Model | None:
    """The model with its option, if the Stock Car List has it."""
    return _find(build.vehicle, build.option)


def plain_model(vehicle: str) -> Model | None:
    """The stock vehicle of that id without an option."""
    return _find(vehicle, "")


def _find(vehicle: object, option: object) -> Model | None:
    # What no dictionary takes is no id either.
    if not isinstance(vehicle, str) or not isinstance(option, str):
        return None
    return _MODELS.get((vehicle, option))


def options(vehicle: str) -> list[Model]:
    """A stock vehicle with each of its options."""
    return [model for model in MODELS if model.vehicle == vehicle and model.option]


def cost(build: Build) -> int:
    """Dollars, accessories included. What is not known costs nothing.

    Rules: 3. Vehicle Selection; Accessories
    """
    model = model_of(build)
    total = 0 if model is None else model.cost
    for number in build.computers:
        if _is_count(number) and number < len(COMPUTERS):
            computer = COMPUTERS[number]
            total += 0 if computer is None else computer.cost
    return total + BODY_ARMOR.cost * sum(worn is True for worn in build.body_armor)


# -- what it is, in words


def name(build: Build) -> str:
    """ "Courier (b)"; for what the Stock Car List has not, the ids."""
    model = model_of(build)
    if model is not None:
        return model.name
    plain = plain_model(build.vehicle)
    told = quoted(build.vehicle) if plain is None else plain.name
    return f"{told} ({cut(build.option)})" if build.option else told


def cut(word: object) -> str:
    """A word that was typed, no longer than can be read."""
    text = " ".join(str(word).split())
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - 1]}…"


def quoted(word: object) -> str:
    """The same between quotation marks."""
    return f"'{cut(word)}'"


def near(word: str, known: Sequence[str]) -> str:
    """The end of a sentence about a word that is not known."""
    found = get_close_matches(word, known, 1, 0.6)
    return f"; did you mean '{found[0]}'?" if found else "."


def amount(number: object) -> str:
    """A number as it can stand in a sentence, however strange it is."""
    if not isinstance(number, int) or isinstance(number, bool):
        return quoted(number)
    if number > MOST_TOLD:
        return f"more than {MOST_TOLD:,}"
    if number < -MOST_TOLD:
        return f"less than -{MOST_TOLD:,}"
    return str(number)


def computer_name(number: int) -> str:
    """ "targeting computer", "hi-res targeting computer"; empty for none."""
    computer = COMPUTERS[number]
    return "" if computer is None else computer.name.lower()


def extras(build: Build, person: int) -> list[str]:
    """What the driver (0) or the gunner (1) has of the accessories."""
    number, worn = build.computers[person], build.body_armor[person]
    out: list[str] = []
    if number != 0 or isinstance(number, bool):
        known = _is_count(number) and number < len(COMPUTERS)
        out.append(computer_name(number) if known else f"computer {amount(number)}")
    if worn:
        out.append(BODY_ARMOR.name.lower())
    return out


def carried(build: Build) -> str:
    """ "Courier with a targeting computer and body armor": a legal build, for a sentence."""
    told = [
        f"a {computer_name(n)}" if many == 1 else f"{many} {computer_name(n)}s"
        for n in range(1, len(COMPUTERS))
        if (many := build.computers.count(n))
    ]
    if suits := build.body_armor.count(True):
        told.append(BODY_ARMOR.name.lower() + (" for two" if suits > 1 else ""))
    return f"{name(build)} with {voice.listed(told)}" if told else name(build)


# -- what is wrong with it


def _is_count(number: object) -> bool:
    """A whole number from 0: neither true nor false, which count as numbers too."""
    return type(number) is int and number >= 0


def faults(build: Build) -> Iterator[Fault]:
    """Everything that makes a build illegal, what it costs apart.

    Rules: 3. Vehicle Selection; Stock Car List; Accessories
    """
    yield from _model_faults(build)
    model = model_of(build) or plain_model(build.vehicle)
    yield from _armor_faults(build, model)
    for person in range(len(CREW)):
        yield from _crew_faults(build, person, model_of(build))


def _model_faults(build: Build) -> Iterator[Fault]:
    """A vehicle or an option that the Stock Car List has not. Rules: Stock Car List"""
    if model_of(build) is not None:
        return
    plain = plain_model(build.vehicle)
    if plain is None:
        if build.vehicle:
            hint = near(str(build.vehicle), [model.vehicle for model in STOCK])
            yield Fault(f"Unknown vehicle {quoted(build.vehicle)}{hint}", LIST)
        else:
            yield Fault("No vehicle: choose one from the Stock Car List.", LIST)
        return
    yield Fault(_no_option(plain, build.option), LIST)


def _no_option(plain: Model, option: str) -> str:
    """Why a vehicle cannot have an option."""
    letters = [f"({model.option})" for model in options(plain.vehicle)]
    told = f"only {voice.listed(letters)}" if letters else "none"
    return f"{plain.name} has no option ({cut(option)}): the Stock Car List gives it {told}."


def _armor_faults(build: Build, model: Model | None) -> Iterator[Fault]:
    """Armor that is no number, stands where it may not, or is not all of it.

    Rules: 3. Vehicle Selection; Stock Car List
    """
    armor: Any = build.armor
    if not isinstance(armor, tuple) or len(armor) != len(SIDES):
        yield Fault(f"Armor is told for {len(SIDES)} sides: {voice.listed(SIDES)}.", CHOICE)
        return
    sound = True
    for side, points in zip(SIDES, armor, strict=True):
        if not _is_count(points):
            sound = False
            yield Fault(f"Armor {side} {amount(points)}: points are whole numbers from 0.", CHOICE)
        elif points and model is not None and SIDES.index(side) not in model.armored:
            yield Fault(
                f"{model.name} is a cycle: it has armor in front and back only, and none "
                f"{place(side)} ({amount(points)}).",
                LIST,
            )
    # The total of a model that is not known, or of what is no number, says nothing.
    if not sound or model_of(build) is None or model is None:
        return
    if left := model.points - sum(armor):
        many = f"{amount(abs(left))} {'is' if abs(left) == 1 else 'are'}"
        told = f"{many} left to place" if left > 0 else f"{many} too many"
        yield Fault(f"{model.name} has {model.points} points of armor: {told}.", LIST)


def place(side: str) -> str:
    """ "on the left", "on top"."""
    return "on top" if side == "top" else f"on the {side}"


def _crew_faults(build: Build, person: int, model: Model | None) -> Iterator[Fault]:
    """A computer that is not sold, or accessories for nobody. Rules: Accessories"""
    who, number = CREW[person], build.computers[person]
    worn: Any = build.body_armor[person]
    if not _is_count(number) or number >= len(COMPUTERS):
        yield Fault(
            f"Computer of the {who} {amount(number)}: it is 0 for none, 1 for a "
            f"{computer_name(1)} or 2 for a {computer_name(2)}.",
            EXTRAS,
        )
    elif person and number and model is not None and not model.gunner:
        yield Fault(
            f"{model.name} has no gunner: nobody can use the gunner's {computer_name(number)}.",
            EXTRAS,
        )
    if not isinstance(worn, bool):
        yield Fault(
            f"Body armor of the {who} {amount(worn)}: there is one or there is not.", EXTRAS
        )
    elif person and worn and model is not None and not model.gunner:
        yield Fault(f"{model.name} has no gunner: nobody can wear the gunner's body armor.", EXTRAS)


# -- at the table


def bring(build: Build) -> Bring:
    """The answer that buys a legal build."""
    model = model_of(build)
    assert model is not None
    front, right, back, left, top = build.armor
    return Bring(model.number, (front, right, back, left, top), build.computers, build.body_armor)


def build_of(value: object) -> Build | None:
    """The build that an answer buys, legal or not; None for another kind of answer."""
    if not isinstance(value, Bring) or type(value.model) is not int:
        return None
    if not isinstance(value.computers, tuple) or not isinstance(value.body_armor, tuple):
        return None
    if len(value.computers) != len(value.body_armor) or len(value.computers) != len(CREW):
        return None
    vehicle, option = amount(value.model), ""
    if 0 <= value.model < len(MODELS):
        vehicle, option = MODELS[value.model].vehicle, MODELS[value.model].option
    return Build(vehicle, option, value.armor, *value.computers, *value.body_armor)
