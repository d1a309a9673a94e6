"""The board in words, good enough to play by ear: every number of the picture's rows."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.state import State
from images.nascards.own import roll_marks
from images.nascards.reading import BoardReading, CarReading, read
from images.nascards.terms import name_of_card
from images.words import counted, listed


def lowered(words: str) -> str:
    """Words that began a title, in the middle of a sentence."""
    return words[:1].lower() + words[1:]


def moment_words(reading: BoardReading) -> str:
    """The race, its moment, and who acts: the first sentence of all."""
    where = f"{reading.game}, {lowered(reading.moment)}".replace(" · ", ", ")
    names = {car.seat: f"{car.letter} {car.name}" for car in reading.cars}
    actors = [names[seat] for seat in reading.actors]
    deed = " ".join(filter(None, [listed(actors), reading.verb]))
    return f"{where}: {deed}." if deed else f"{where}."


def flag_words(reading: BoardReading) -> list[str]:
    """The sentence about a yellow flag, if one is out."""
    return ["Yellow flag: nobody may pass for the rest of the turn."] if reading.yellow_flag else []


def turn_words(car: CarReading) -> list[str]:
    """What a car did and suffered this turn and what holds for it, one clause each."""
    out: list[str] = []
    if car.maneuver:
        out.append(f"could not play {car.maneuver}" if car.unplayed else car.maneuver)
    if car.speed:
        out.append(f"Speed {listed([str(speed) for speed in car.speed])}")
    if car.draft >= 0:
        out.append(f"drafted {car.draft}" if car.draft else "no draft")
    if car.struck is not None:
        out.append(car.struck.words)
    return [*out, *(mark.words for mark in car.marks)]


def who_words(car: CarReading) -> str:
    """Place, letter, name, miles and gap."""
    place = f"{car.place} " if car.place else ""
    computer = " (computer)" if car.computer else ""
    miles = counted(car.miles, "mile")
    if car.back is not None:
        miles += f", {car.back} back" if car.back else ", level with the first car"
    return f"{place}{car.letter} {car.name}{computer}: {miles}"


def car_words(car: CarReading) -> str:
    """One car as its row shows it."""
    cup = "" if car.cup is None else f", cup {counted(car.cup, 'point')}"
    if not car.running:
        turn = f" on turn {car.totaled_turn}" if car.totaled_turn else ""
        return f"{who_words(car)}, totaled{turn}{cup}."
    turn = "; ".join(turn_words(car))
    told = f" {turn[0].upper()}{turn[1:]}." if turn else ""
    return f"{who_words(car)}, {counted(car.cards, 'card')}{cup}.{told}"


def twin(view: State, players: Sequence[Player], verb: str = "") -> str:
    """The board in words, one line for each car in the order of the standings.

    `verb` is the one given to the picture.
    """
    reading = read(view, players, verb)
    lines = [" ".join([moment_words(reading), *flag_words(reading)])]
    lines += [car_words(car) for car in reading.cars]
    rolls = [
        f"{SEAT_LETTERS[seat]} {', '.join(mark.words for mark in marks)}"
        for seat in sorted(view.order)
        if (marks := roll_marks(view, seat))
    ]
    if rolls and view.phase != "over":
        lines.append(f"For the rest of the turn: {'; '.join(rolls)}.")
    last = ""
    if view.speed_discard:
        last = f", the last {name_of_card(view.speed_discard[-1])}"
    lines.append(
        f"Speed pile {len(view.speed_pile)}, discards {len(view.speed_discard)}{last}. "
        f"Maneuver pile {len(view.maneuver_pile)}, discards {view.discarded}."
    )
    return "\n".join(lines)
