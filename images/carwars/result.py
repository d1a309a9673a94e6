"""How a fight ended, or how it stands: places, who won, and what is left of each car."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars import GAME
from games.carwars.state import State
from games.engine.players import SEAT_LETTERS, Player
from images.cars import Portrait
from images.carwars.model import say, texts
from images.parts import Header, Picture, column, poster, row, standing
from images.words import listed, name_of


def picture(view: State, players: Sequence[Player]) -> Picture:
    """A line for each player, the best first."""
    result, places = GAME.over(view), dict[int, int]()
    if result is not None:
        for group in result.places:
            places.update(dict.fromkeys(group, len(places) + 1))
        order = [seat for group in result.places for seat in group]
        best: Sequence[int] = result.places[0]
        who, alone = listed([name_of(players, seat) for seat in best]), len(best) == 1
        title = say("result", "won" if alone else "draw", who=who)
        stamp = say("result", "winner" if alone else "shared")
    else:
        ranked = sorted(view.cars, key=lambda car: (bool(car.out), -car.dealt))
        order = [car.owner for car in ranked]
        best, title, stamp = view.alive, say("result", "stands"), say("result", "so_far")
    tall = min(116, (780 + 8) // len(order) - 8)
    rows = []
    for seat in order:
        points, place = view.cars[seat].dealt, places.get(seat, 0)
        told = say("result", "dealt", points=points)
        rows.append(standing(players, seat, place, points, told, _named(view, seat), tall))
    size = 150 if len(best) > 1 else 330
    cars = [Portrait(seat, size, label=SEAT_LETTERS[seat]) for seat in best[:6]]
    header = Header(f"{GAME.title} · {GAME.words.title(view)}", title, (), say("result", "unit"))
    return Picture(header, row(poster(cars, stamp), column(*rows, gap=8, grow=1)))


def _state(view: State, seat: int) -> str:
    """What is left of a car, or what became of it."""
    car = view.cars[seat]
    if car.out:
        return texts("fates")[car.out]
    if not car.cards:
        return say("sheet", "no_car")
    return say("result", "left", power=car.power, tires=car.tires, armor=sum(car.armor))


def _named(view: State, seat: int) -> str:
    """What its car is called, and what is left of it."""
    return ": ".join(filter(None, (view.cars[seat].name, _state(view, seat))))
