"""Drift: a whole drive in one answer, which is made part by part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from games.engine.simple import (
    Answer,
    Ask,
    Context,
    Event,
    Illegal,
    Label,
    Player,
    RoundState,
    Seat,
    Step,
    TurnGame,
    Typed,
    Walked,
    Words,
    choose,
)

MOST_MOVES: Final = 6
MOST_BEND: Final = 900
"""All bends of a drive together, in tenths of a degree."""
USUAL_BENDS: Final = (300, 150, 450, 600)
SIDES: Final = {"left": -1, "right": 1}


class DriftOptions(msgspec.Struct, frozen=True):
    goal: Annotated[int, msgspec.Meta(title="Drive to", description="Points", ge=20, le=200)] = 40


class Stay(Answer):
    label: ClassVar = "Stand still"


class Drive(Answer):
    bends: tuple[int, ...]
    """Tenths of a degree, one a move; below 0 to the left, 0 straight ahead."""

    @property
    def path(self) -> tuple[str, ...]:
        return ("drive", *(parts_of(self) or ()))


class Drove(Event):
    says: ClassVar = {
        "drove": "{seat} {seat:drive} {moves:# move|# moves}: now {to}.",
        "spun": "{seat} {seat:spin} in the bends: still {to}.",
        "stood": "{seat} {seat:stand} still.",
    }
    seat: Seat
    moves: int
    spun: bool
    to: int

    def variant(self, reader: int | None) -> Literal["stood", "spun", "drove"]:
        return "stood" if not self.moves else "spun" if self.spun else "drove"


class Begun(msgspec.Struct):
    """How far some parts have made a drive."""

    bends: list[int] = []
    side: int = 0
    """Of a bend that lacks its angle; else 0."""
    whole: bool = False

    @property
    def left(self) -> int:
        """How far it may still bend, in tenths of a degree."""
        return MOST_BEND - sum(map(abs, self.bends))


def begun(parts: Sequence[str]) -> Begun:
    """Reads any parts; raises `Illegal` where no drive begins with them."""
    drive = Begun()
    for part in parts:
        if drive.whole:
            raise Illegal(f"A drive has {MOST_MOVES} moves at most.")
        if drive.side:
            if not re.fullmatch("[1-9][0-9]{0,3}", part):
                raise Illegal("A bend needs its angle.")
            if int(part) > drive.left:
                raise Illegal(f"The bends of a drive come to {MOST_BEND / 10:g} degrees at most.")
            drive.bends.append(drive.side * int(part))
            drive.side = 0
        elif part in SIDES and drive.left:
            drive.side = SIDES[part]
        elif part == "straight":
            drive.bends.append(0)
        elif part == "go" and drive.bends:
            drive.whole = True
        else:
            raise Illegal("A drive is made of straight, left and right, and ends with go.")
        drive.whole = drive.whole or len(drive.bends) == MOST_MOVES
    return drive


def keys(parts: tuple[str, ...]) -> Sequence[str]:
    drive = begun(parts)
    if drive.whole:
        return ()
    if drive.side:
        return [str(bend) for bend in USUAL_BENDS if bend <= drive.left] or [str(drive.left)]
    return ["straight", *(SIDES if drive.left else ()), *(["go"] if drive.bends else ())]


def read(parts: tuple[str, ...]) -> Drive:
    drive = begun(parts)
    if not drive.whole:
        raise Illegal("The drive is not whole yet.")
    return Drive(tuple(drive.bends))


def parts_of(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, Drive):
        return None
    out: list[str] = []
    for bend in value.bends:
        out += [("left", "right")[bend > 0], str(abs(bend))] if bend else ["straight"]
    return tuple(out if len(value.bends) >= MOST_MOVES else [*out, "go"])


def angle(text: str) -> tuple[str, ...]:
    whole, _, tenth = text.strip().partition(".")
    digits = whole + (tenth or "0")
    if len(tenth) > 1 or not digits.isascii() or not digits.isdigit() or len(digits) > 4:
        raise Illegal("Type an angle in degrees, such as 12.5.")
    return (str(int(digits)),)


def drive(text: str) -> tuple[str, ...]:
    words = text.lower().split()
    return tuple(angle(word)[0] if word[0].isdigit() else word for word in words)


def typed(parts: tuple[str, ...]) -> Typed | None:
    far = begun(parts)
    if far.side:
        about = f"In degrees, with one decimal at most; {far.left / 10:g} are left"
        return Typed("Another angle", about, angle, f"{min(far.left, 125) / 10:g}")
    if not parts:
        return Typed("Type the drive", "Its moves in order", drive, "straight left 12.5 go", 200)
    return None


class DriftWords(Words):
    def part(
        self, view: Any, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        if path[0] != "drive" or len(path) == 1:
            return super().part(view, ask, path, players)
        if path[-1].isdigit():
            bend = int(path[-1])
            return Label(f"{bend / 10:g}°", under="" if bend == USUAL_BENDS[0] else "Other angles")
        names = {"straight": "Straight ahead", "left": "Bend left", "right": "Bend right"}
        return Label(names.get(path[-1], "Go"), style="main" if path[-1] == "go" else "plain")


Race = RoundState[DriftOptions]


class Drift(TurnGame[Race]):
    """Plan a drive of up to six moves. Each move is worth a point, and one more for every 15
    degrees that it bends; but the more you bend, the likelier you spin and gain nothing."""

    name, title, seats, minutes, unit = "drift", "Drift", (2, 4), "5 minutes", "point"
    State, Options, Answer, Event, Words = Race, DriftOptions, Drive | Stay, Drove, DriftWords

    def goal(self, options: DriftOptions) -> int:
        return options.goal

    def turn(self, context: Context[Race], seat: int) -> Step[None]:
        state = context.state
        walked = Walked("drive", keys, read, parts_of, typed)
        given = yield from choose(Ask(seat, "drive", [Stay()], Stay(), walked=walked))
        bends = given.bends if isinstance(given, Drive) else ()
        bent = sum(map(abs, bends))
        spun = bool(bent) and context.chance.below(2 * MOST_BEND, "spin") < bent
        if not spun:
            gain = len(bends) + bent // 150
            state.scores[seat] = min(state.options.goal, state.scores[seat] + gain)
        context.emit(Drove(seat, len(bends), spun, state.scores[seat]))

    def worth(self, view: Race, seat: int, answer: Drive | Stay) -> float:
        bends = answer.bends if isinstance(answer, Drive) else ()
        bent = sum(map(abs, bends))
        return (len(bends) + bent // 150) * (1 - bent / (2 * MOST_BEND))


GAME = Drift()
