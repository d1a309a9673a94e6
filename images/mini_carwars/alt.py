"""Alternative texts, at most 1024 characters, the first sentence the one that matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import voice
from games.engine.players import SEAT_LETTERS, Player
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import percent
from images.choices import Choices
from images.mini_carwars.buying import BuyReading, Offer, read_buying
from images.mini_carwars.hand import kind_of
from images.mini_carwars.reading import (
    OUT_WORDS,
    Board,
    bearing,
    distance,
    game_of,
    lane,
    long,
    moment_of,
)
from images.mini_carwars.sheet import sheet_alt
from images.mini_carwars.shots import FireReading, Shot, read_fire, side_words, sum_words
from images.mini_carwars.twin import (
    buyer_words,
    car_words,
    center_of,
    condition_words,
    ground_words,
    lead_words,
    moment_words,
    ordered,
    speed_words,
)
from images.mini_carwars.ways import Ghost, Group, MoveReading, read_move, roll_words
from images.words import counted, listed, name_of, shorten

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def _brief(reading: Board, car: Vehicle, center: Vehicle | None) -> str:
    """One vehicle without its exact place."""
    parts = [f"{car.label} {name_of(reading.players, car.owner)}"]
    if car.out:
        return f"{parts[0]}, {OUT_WORDS.get(car.out, 'out of action')}."
    parts.append(speed_words(car.speed))
    if center is not None and center is not car:
        parts.append(f"{distance(center.box, car.box)} {bearing(center.box, car.box)}")
    if reading.view.road is not None:
        parts.append(lane(car.x))
    return "; ".join([", ".join(parts), *condition_words(reading, car)]) + "."


def _shortest(car: Vehicle, center: Vehicle | None) -> str:
    """One vehicle among very many."""
    if car.out:
        return f"{car.label} out."
    where = ""
    if center is not None and center is not car:
        where = f", {distance(center.box, car.box)} {bearing(center.box, car.box)}"
    return f"{car.label} {speed_words(car.speed)}{where}."


def alt(view: State, players: Sequence[Player], verb: str = "") -> str:
    """The board: the moment, then each vehicle, the acting one first, then what lies around.

    Where all of it is too long, places and what lies around are left to the words beside it.
    """
    reading = Board(view, players, verb)
    head = [each for each in (moment_words(reading), lead_words(reading)) if each]
    if not reading.view.cars:
        return shorten([*head, *buyer_words(reading)], MOST)
    center = center_of(view, reading)
    cars = ordered(reading, center)
    smoke = counted(sum(heap[3] for heap in reading.heaps), "smoke cloud")
    lies = [f"{smoke}, −2 to hit each."] if reading.view.smoke else []
    if reading.view.lying:
        lies.append(f"Debris in {counted(len(reading.view.lying), 'place')}.")
    around = ground_words(reading, center)
    for told in (
        [*(car_words(reading, car, center) for car in cars), *around],
        [*(car_words(reading, car, center) for car in cars), *lies],
        [*(_brief(reading, car, center) for car in cars), *lies],
    ):
        text = " ".join([*head, *told])
        if len(text) <= MOST:
            return text
    return shorten([*head, *(_shortest(car, center) for car in cars), *lies], MOST)


# -- the hand


def _where(view: State) -> str:
    moment = moment_of(view)
    moment = moment[:1].lower() + moment[1:].replace(" · P", ", p").replace(" · S", ", s")
    return f"{game_of(view)}, {moment}"


def _told(ghosts: Sequence[Ghost], add: int) -> str:
    """What some ways to move come to."""
    least = min(ghosts, key=lambda ghost: ghost.done.rolls)
    words = [roll_words(least, add)]
    if least.done.rolls:
        words.append(f"{percent(least.done.trouble)} trouble")
    labels = listed(sorted({label for ghost in ghosts for label in ghost.hits}))
    for one, several, those in (
        (f"hits {labels}", f"hit {labels}", [ghost for ghost in ghosts if ghost.hits]),
        ("leaves the road", "leave the road", [ghost for ghost in ghosts if ghost.done.off_road]),
        ("goes over debris", "go over debris", [ghost for ghost in ghosts if ghost.done.debris]),
    ):
        if not those:
            continue
        told = one
        if len(those) < len(ghosts):
            told = f"{len(those)} of {len(ghosts)} {one if len(those) == 1 else several}"
        most = max(those, key=lambda ghost: ghost.done.rolls)
        if most.done.rolls > least.done.rolls:
            told += f" ({roll_words(most, add)}, {percent(most.done.trouble)} trouble)"
        words.append(told)
    return ", ".join(words)


def _group_words(groups: Sequence[Group], add: int) -> list[str]:
    """What each group comes to, those that come to the same together."""
    told: dict[str, list[str]] = {}
    for group in groups:
        name = f"{group.number} {group.name.capitalize()}".strip()
        told.setdefault(_told(group.ghosts, add), []).append(name)
    return [f"{', '.join(names)}: {words}." for words, names in told.items()]


def _move_words(reading: MoveReading) -> list[str]:
    out = []
    if reading.chosen:
        out.append(f"So far: {reading.chosen.replace(' · ', ', ')}.")
    out += _group_words(reading.groups, reading.add)
    out += [f"No {name}: {why}." for name, why in reading.idle]
    near = [
        f"{car.label} {distance(reading.car.box, car.box)} {bearing(reading.car.box, car.box)}"
        for car in reading.board.shown
        if car.number != reading.car.number
    ]
    if near:
        out.append(f"Around you: {'; '.join(near)}.")
    return out


def _shot_words(shot: Shot) -> str:
    if shot.aim is None:
        what = "a smoke cloud behind you" if shot.target < 0 else "cannot hit"
        return f"{shot.gun}: {what}."
    at = f"{shot.gun} at {shot.label} {side_words(shot.side)}, {long(shot.aim.range)}"
    if shot.aim.roll > 12:
        return f"{at}: cannot hit ({sum_words(shot.aim)})."
    odds = f"{shot.aim.roll} or more, {percent(shot.aim.odds)}"
    return f"{at}: {odds} ({sum_words(shot.aim)})."


def _fire_words(reading: FireReading) -> list[str]:
    hold = ["Or hold fire."] if reading.hold else []
    return [*(_shot_words(shot) for shot in reading.shots), *hold]


def _offer_words(offer: Offer) -> str:
    own = f", {offer.own} bought" if offer.own else ""
    model = offer.model
    return f"{model.name}, {model.size}, ${model.cost:,}{own}: {offer.weapons}; {offer.armor}."


def _buying_words(reading: BuyReading) -> list[str]:
    live = [offer for offer in reading.offers if offer.live]
    enough = ["Or buy no more."] if reading.enough else []
    bought = [f"Bought: {listed(voice.counted(reading.mine))}."] if reading.mine else []
    return [*bought, *enough, *map(_offer_words, live)]


def hand_alt(view: State, players: Sequence[Player], choices: Choices) -> str:
    """What a seat is asked: its moves, its shots, what it can buy; else its record sheet."""
    kind = kind_of(view, choices)
    seat = view.seat or 0
    if kind == "sheet":
        return sheet_alt(view, players, seat, view.asked)
    letter = SEAT_LETTERS[seat]
    if kind == "buy":
        buying = read_buying(view, players, choices)
        left = f"${buying.left:,} of ${buying.budget:,} left"
        first = f"{_where(view)}, {letter}: {choices.title}. {left}."
        return shorten([first, *_buying_words(buying)], MOST)
    if kind == "move":
        move = read_move(view, players, choices)
        speed = speed_words(move.car.speed)
        first = f"{_where(view)}, your {move.car.label}, {speed}: {choices.title}."
        return shorten([first, *_move_words(move)], MOST)
    fire = read_fire(view, players, choices)
    ending = "" if choices.title.endswith(("?", "!", ".")) else "."
    first = f"{_where(view)}, the {fire.person} of your {fire.car.label}: {choices.title}{ending}"
    return shorten([first, *_fire_words(fire)], MOST)
