"""How a fight ended, or how it stands: places, who won, and what is left of each car."""

from __future__ import annotations

from collections.abc import Sequence

from games.carwars import GAME
from games.carwars.state import Car, State
from games.engine.players import SEAT_LETTERS, Player
from images.cars import Portrait
from images.carwars.model import say, texts
from images.parts import Header, Picture, column, poster, row, standing
from images.words import listed, name_of, places_of


def picture(view: State, players: Sequence[Player]) -> Picture:
    """A line for each player, the best first."""
    result = GAME.over(view)
    places = places_of(result.places if result else ())
    ranked = sorted(view.cars, key=lambda car: (bool(car.out), -car.dealt))
    order = [*places] or [car.owner for car in ranked]
    best, title, stamp = view.alive, "stands", "so_far"
    if result is not None:
        best = [*result.places[0]]
        title, stamp = ("won", "winner") if len(best) == 1 else ("draw", "shared")
    tall, rows = min(116, (780 + 8) // len(order) - 8), []
    for seat in order:
        car = view.cars[seat]
        told = say("result", "dealt", points=car.dealt)
        named = ": ".join(filter(None, (car.name, _state(car))))
        place = places.get(seat, 0)
        rows.append(standing(players, seat, place, car.dealt, told, named, tall))
    size = 150 if len(best) > 1 else 330
    cars = [Portrait(seat, size, label=SEAT_LETTERS[seat]) for seat in best[:6]]
    title = say("result", title, who=listed([name_of(players, seat) for seat in best]))
    header = Header(f"{GAME.title} · {GAME.words.title(view)}", title, (), say("result", "unit"))
    return Picture(header, row(poster(cars, say("result", stamp)), column(*rows, gap=8, grow=1)))


def _state(car: Car) -> str:
    """What is left of a car, or what became of it."""
    if car.out:
        return texts("fates")[car.out]
    if not car.cards:
        return say("sheet", "no_car")
    return say("result", "left", car=car, armor=sum(car.armor))
