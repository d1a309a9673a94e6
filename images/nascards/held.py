"""The reading of a driver's own cards: which can be played now by what key, and why not others."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.voice import Voice, ordinal, signed
from games.nascards import GAME
from games.nascards.speed import driven
from games.nascards.state import State
from games.nascards.tables import severity
from games.nascards.words.speakers import Printed
from images.choices import Choices
from images.nascards.own import move_marks
from images.nascards.said import Mark
from images.nascards.terms import name_of_card, text_of
from images.words import counted, plain

_SENTENCE: Final = 120
"""Longest title or foot that is taken over, in characters."""
_NOTE: Final = "At the foot: what the card adds to the severity of a crash"


class SpeedHeld(NamedTuple):
    """A Speed card in hand as shown."""

    value: int
    moves: int
    """Miles it would move the car as things stand."""
    severity: str
    live: bool
    """Whether it can be played now."""
    reason: str


class ManeuverHeld(NamedTuple):
    """A Maneuver card dealt, as shown."""

    name: str
    tag: str
    """Who may play it, or empty."""
    text: str
    key: str
    """Empty for a card that cannot be played now."""
    foot: str


class Aside(NamedTuple):
    """A Maneuver card chosen earlier this turn."""

    label: str
    name: str
    text: str
    stamp: str


class HandReading(NamedTuple):
    """A hand as shown."""

    seat: int
    title: str
    held: str
    """How many Speed cards."""
    standing: str
    """Place and miles."""
    speed: tuple[SpeedHeld, ...]
    note: str
    """Why no Speed card can be played, or what the numbers at their feet are."""
    dealt: tuple[ManeuverHeld, ...]
    asides: tuple[Aside, ...]
    marks: tuple[Mark, ...]
    looked: tuple[tuple[int, tuple[int, ...]], ...]
    empty: str
    """What stands in place of the Speed cards when there are none."""


def _asides(view: State, seat: int) -> tuple[Aside, ...]:
    car = view.drivers[seat]
    out: list[Aside] = []
    if car.kept >= 0:
        out.append(Aside("Kept maneuver", name_of_card(car.kept), text_of(car.kept), "KEPT"))
    if car.maneuver >= 0 and not view.looks_back:
        stamp = {"played": "PLAYED", "discarded": "NOT PLAYED"}.get(car.maneuver_done, "IN PLAY")
        name, text = name_of_card(car.maneuver), text_of(car.maneuver)
        out.append(Aside("Shown maneuver", name, text, stamp))
    if car.follow >= 0:
        name, text = name_of_card(car.follow), text_of(car.follow)
        out.append(Aside("To follow Drive Fast", name, text, "SET ASIDE"))
    return tuple(out)


def _standing(view: State, seat: int) -> str:
    car = view.drivers[seat]
    where = {"pit": "in the pits", "totaled": "totaled"}.get(car.status, "")
    if not where:
        rank = view.ranks[seat]
        where = ordinal(rank) if rank else "on the track"
    return f"{where} · {counted(car.miles, 'mile')}"


def read_hand(view: State, choices: Choices) -> HandReading:
    """Everything a hand's picture shows. Raises ValueError for a spectator, who has no hand."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")

    def at(place: int) -> tuple[str, str]:
        playable = choices.playable.get(place)
        return plain(playable.key) if playable else "", foot(place)

    def foot(place: int) -> str:
        playable = choices.playable.get(place)
        return plain(playable.foot if playable else choices.idle.get(place, ""), _SENTENCE)

    car = view.drivers[view.seat]
    speed = tuple(
        SpeedHeld(
            value,
            driven(car, (value,)).total,
            signed(severity((value,))),
            place in choices.playable,
            foot(place),
        )
        for place, value in enumerate(view.hand)
    )
    dealt = tuple(
        ManeuverHeld(
            name_of_card(number),
            GAME.words.say(Printed(number, Voice((), None)), "tag").upper(),
            text_of(number),
            *at(len(view.hand) + i),
        )
        for i, number in enumerate(view.dealt)
    )
    reasons = {held.reason for held in speed}
    reason = reasons.pop() if len(reasons) == 1 and not any(held.live for held in speed) else ""
    running = car.status != "totaled"
    return HandReading(
        seat=view.seat,
        title=plain(choices.title, _SENTENCE),
        held=counted(len(speed), "Speed card"),
        standing=_standing(view, view.seat),
        speed=speed,
        note=reason or _NOTE,
        dealt=dealt,
        asides=_asides(view, view.seat),
        marks=move_marks(view, view.seat) if running else (),
        looked=tuple((on, tuple(cards)) for on, cards in car.looked),
        empty="No Speed cards in hand" if running else "Your car is out of the race",
    )
