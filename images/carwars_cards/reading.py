"""The readings of a table: every figure and word that the board shows and its twin says.

Both are made from this alone. What counts up as damage in the rules is read here as what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.carwars_cards.cards import CARDS, SIDES
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.players import SEAT_LETTERS, Player
from images.carwars_cards.faces import ESCAPING, Mark, mark_of, skipping
from images.words import name_of, plain

GAME: Final = "Card duel"
TIRES: Final = -1
NOWHERE: Final = -2

STAMPS: Final[Mapping[str, tuple[str, str]]] = {
    "out": ("OUT", "driver disabled, no points"),
    "escaped": ("ESCAPED", "nobody scores"),
    "ejected": ("EJECTED", "nobody scores"),
    "quit": ("LEFT", "left the match"),
}
"""For each way out of a duel, the word stamped on the car and what else there is to say."""


class CarReading(msgspec.Struct, frozen=True, kw_only=True):
    """One car as shown."""

    seat: int
    letter: str
    name: str
    computer: bool
    status: str
    points: int
    cards: int
    armor: Sequence[int]
    """Points left on front, back, left, right; 0 is breached."""
    tires: int
    driver: int
    marks: tuple[Mark, ...]
    """What is bad for the car first, then its gear."""
    out_by: int
    """Seat that scores for it, or -1."""

    @property
    def running(self) -> bool:
        return self.status == "in"


class IncomingReading(msgspec.Struct, frozen=True, kw_only=True):
    """What is on its way to a car, or has just arrived and may still be followed by something."""

    source: int
    target: int
    card: str
    side: int
    """0 front, 1 back, 2 left, 3 right, -1 tires, -2 nowhere, as a Paint Spray."""
    place: str
    """The side's name, `tires`, beside a Tire Shot `tires from the left`, or empty."""
    points: int
    stopped: int
    net: int
    to_driver: bool
    """The side is breached: the points that come through hurt the driver."""
    follow_up: bool
    answer: str
    """The card its target answered with last, or empty."""
    outcome: str
    """What became of it; empty while damage is still to come."""


class BoardReading(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board as shown."""

    game: str
    moment: str
    """Duel and turn."""
    acting: int
    verb: str
    over: bool
    """Nobody acts: the duel is scored."""
    pile: int
    last_pile: bool
    """The draw pile has been made anew once: its end is the end of the duel."""
    incoming: IncomingReading | None
    cars: tuple[CarReading, ...]

    def order(self) -> list[CarReading]:
        """Cars with the acting one first, then clockwise."""
        return [*self.cars[self.acting :], *self.cars[: self.acting]]


def marks_of(car: Duelist) -> tuple[Mark, ...]:
    marks = [ESCAPING] if car.escaping else []
    if car.skip_turns:
        marks.append(skipping(car.skip_turns))
    lying = [mark_of(number) for number in car.specials]
    marks += [mark for mark in lying if mark.bad] + [mark for mark in lying if not mark.bad]
    return tuple(dict.fromkeys(marks))


def read_car(car: Duelist, players: Sequence[Player]) -> CarReading:
    return CarReading(
        seat=car.seat,
        letter=SEAT_LETTERS[car.seat],
        name=name_of(players, car.seat),
        computer=car.seat < len(players) and bool(players[car.seat].computer),
        status=car.status,
        points=car.score,
        cards=len(car.hand),
        armor=car.armor,
        tires=car.tires,
        driver=car.driver,
        marks=marks_of(car),
        out_by=car.out_by,
    )


def _read_incoming(coming: Threat, cars: Sequence[CarReading], phase: str) -> IncomingReading:
    card = CARDS[coming.card]
    side = coming.side
    if coming.tire_shot or (side not in range(4) and card.tire_damage):
        side = TIRES
    elif side not in range(4):
        side = NOWHERE
    answer = CARDS[coming.answer].name if coming.answer >= 0 else ""
    return IncomingReading(
        source=coming.source,
        target=coming.target,
        card=card.name,
        side=side,
        place="" if side == NOWHERE else _place(coming),
        points=coming.points,
        stopped=coming.stopped,
        net=coming.net,
        to_driver=coming.net > 0 and side >= 0 and cars[coming.target].armor[side] == 0,
        follow_up=coming.follow_up,
        answer=answer,
        outcome=_outcome(coming, answer, phase),
    )


def _place(coming: Threat) -> str:
    """ "right", "tires", or beside a Tire Shot "tires from the right"."""
    side = SIDES[coming.side]
    return {"tires": "tires", "side": side, "beside": f"tires from the {side}"}[coming.aimed]


def _outcome(coming: Threat, answer: str, phase: str) -> str:
    if CARDS[coming.card].id == "paint_spray":
        return "hand and turn at stake"
    if not coming.landed:
        return ""
    if phase in ("shaken", "follow_up"):
        return "rammed"
    return f"missed: {answer}" if answer else "done"


def read(view: State, players: Sequence[Player], verb: str) -> BoardReading:
    """Everything the board shows. `verb` says what the active seat does."""
    cars = tuple(read_car(car, players) for car in view.players)
    over = view.phase in ("scored", "over")
    acting = view.active
    if view.winner >= 0:
        acting = view.winner
    elif over and len(view.operating) == 1:
        acting = view.operating[0]
    single, goal = view.options.single_duel, view.options.points_to_win
    return BoardReading(
        game=GAME if single else f"{GAME} · to {goal}",
        moment=f"Duel {view.duel} · Turn {view.turn}" if view.turn else f"Duel {view.duel} · Start",
        acting=acting,
        verb=plain(verb, 60),
        over=over,
        pile=len(view.draw),
        last_pile=view.reshuffled,
        incoming=None if view.incoming is None else _read_incoming(view.incoming, cars, view.phase),
        cars=cars,
    )
