"""The board in words, good enough to play by ear: every number of the picture, and the sums."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import ordinal
from games.world_auto_racing import cards
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.phrases import plain
from images.words import counted, listed
from images.world_auto_racing.faces import effect_words
from images.world_auto_racing.parts import Part, SheetReading, read_sheet
from images.world_auto_racing.reading import (
    GAME,
    BoardReading,
    CarReading,
    DriverReading,
    SharedReading,
    read,
)
from images.world_auto_racing.sums import SumReading

_STATES = {"passed": "passed", "left": "left the race", "waits": "waits", "chooses": "chooses"}


def moment_words(reading: BoardReading) -> str:
    """Game, round and order, and who acts: the first sentence of all."""
    parts = reading.moment.split(" · ")
    where = ", ".join([parts[0].lower(), *parts[1:]])
    what = "" if reading.title == GAME else f" {reading.title}."
    if reading.acting < 0:
        verb = f" Now: {reading.verb}." if reading.verb and reading.named < 0 else ""
        return f"{GAME}, {where}.{what}{verb}"
    name = next(each.name for each in reading.drivers if each.seat == reading.acting)
    return f"{GAME}, {where}: {SEAT_LETTERS[reading.acting]} {name} {reading.verb}.{what}"


def course_words(course: SharedReading) -> str:
    kind = course.kind.removeprefix("course").removeprefix(" · ")
    name = f"Course {course.name}" if course.owner >= 0 else course.name
    by = f", by {SEAT_LETTERS[course.owner]}" if course.owner >= 0 else ""
    under = f", {counted(course.covered, 'course')} under it" if course.covered else ""
    sort = f" ({kind.lower()})" if kind else ""
    text = f" {course.text}" if course.text else ""
    return f"{name}{sort}, power {course.power}, handling {course.handling}{by}{under}.{text}"


def conditions_words(reading: BoardReading) -> str:
    if not reading.conditions:
        return "No conditions."
    told = []
    for each in reading.conditions:
        effect = effect_words(each.power, each.handling)
        words = f"{each.name} ({each.kind.lower()})" if each.kind else each.name
        words += f", {effect}" if effect else ""
        words += f", by {SEAT_LETTERS[each.owner]}"
        told.append(f"{words}: {each.text.rstrip('.')}" if each.text else words)
    return f"Conditions: {'; '.join(told)}."


def part_words(part: Part) -> str:
    """A card in play with its stage and what it does now."""
    stage = f" stage {part.stage} of {part.stages}" if part.stages else ""
    effect = effect_words(part.power, part.handling)
    by = f", by {SEAT_LETTERS[part.owner]}" if part.owner >= 0 else ""
    return f"{part.name}{stage}{by}{f', {effect}' if effect else ''}"


def parts_words(parts: Sequence[Part]) -> str:
    return "; ".join(part_words(part) for part in parts)


def sum_words(reading: SumReading) -> str:
    """Both stats and what they come to."""
    stats = "; ".join(f"{name} {stat}" for name, stat in reading.stats)
    when = "This round scored" if reading.scored else "As it stands"
    way = f"{reading.before} to {reading.after} of {reading.length}"
    return f"{when} +{reading.total}, {way}: {stats}."


def who_words(driver: DriverReading) -> str:
    """Whose line it is, with the car and the place in the racing order."""
    computer = " (computer)" if driver.computer else ""
    car = f", {driver.car}" if driver.car else ", no car yet"
    order = f", {ordinal(driver.order)}" if driver.order else ""
    state = f", {_STATES[driver.state]}" if driver.state else ""
    return f"{driver.letter} {driver.name}{computer}{car}{order}{state}"


def driver_words(sheet: SheetReading) -> list[str]:
    """One driver: place, progress, cards, the sum with its parts, and everything in play."""
    driver = sheet.driver
    if not driver.car:
        return [f"{who_words(driver)}."]
    out = [
        f"{who_words(driver)}, progress {driver.progress}, {counted(driver.hand, 'card')} in hand, "
        f"{driver.garage} in the garage, {driver.junkyard} in the junkyard."
    ]
    if sheet.sum is not None:
        out.append(sum_words(sheet.sum))
    elif driver.power is not None:
        out.append(f"Power {driver.power}, handling {driver.handling}.")
    mods = [part for part in sheet.mods if part.icon not in ("power", "trait")]
    held = f"Mods {driver.counted} of {driver.cap}"
    out.append(f"{held}: {parts_words(mods)}." if mods else f"{held}.")
    for label, icon in (("Trait", "trait"), ("Car", "power")):
        out += [f"{label}: {part_words(part)}." for part in sheet.mods if part.icon == icon]
    out += [f"In front: {parts_words(sheet.front)}."] if sheet.front else []
    out += [driver.about] if driver.about else []
    out += [f"Last round +{driver.last}."] if driver.last is not None else []
    return out + ([f"Played this round: {listed(driver.spent)}."] if driver.spent else [])


def cars_words(found: Sequence[CarReading]) -> str:
    """The cars while they are chosen."""
    told = []
    for each in found:
        card = each.card
        taken = f"taken by {SEAT_LETTERS[each.owner]}" if each.owner >= 0 else "free"
        numbers = f"power {plain(card.power)}, handling {plain(card.handling)}"
        told.append(f"{card.name}, {numbers}, mod cap {card.mod_cap}, {taken}")
    return f"Cars: {'; '.join(told)}."


def twin(view: Race, players: Sequence[Player], verb: str = "") -> str:
    """The board in words, one line for each driver in seat order.

    `verb` is the one given to the picture.
    """
    reading = read(view, players, verb)
    lines = [moment_words(reading)]
    played = view.playing.card if view.playing is not None else -1
    if view.checking not in (-1, played):
        lines.append(f"{cards.card(view.checking).name} asks.")
    if reading.cars:
        lines.append(cars_words(reading.cars))
    else:
        lines += [course_words(reading.course), conditions_words(reading)]
    for seat in range(len(view.drivers)):
        lines.append(" ".join(driver_words(read_sheet(view, players, seat))))
    return "\n".join(lines)
