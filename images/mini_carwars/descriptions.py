"""The board in words, good enough to play by ear: every vehicle with its place, speed and state;
shorter in the alternative text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from games.engine.plane import Box, crosses, gap
from games.engine.players import SEAT_LETTERS
from games.mini_carwars.catalog import SIDES, WIDTH
from games.mini_carwars.road import CLOUD
from games.mini_carwars.state import Vehicle
from games.mini_carwars.words.phrases import inches, mph
from images.mini_carwars.board import board
from images.mini_carwars.model import (
    Board,
    bearing,
    distance,
    game_of,
    lane,
    moment_of,
)
from images.mini_carwars.stock import OUT, hurts
from images.words import counted, listed, shorten

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""
CROWD: Final = 16
"""Among more vehicles those out of action are only named."""
_NORTH: Final = ("north", "east", "south", "west")
_SEEN: Final = {"right": "to the right of", "left": "to the left of", "behind": "behind"}
"""Bearings with the words that lead to whom they are seen from; others have "of"."""


def plain(value: float) -> str:
    """A coordinate with one decimal and a true minus."""
    return f"{value:.1f}".replace("-", "−").replace("−0.0", "0.0")


class Told(Board):
    """The picture of a fight with its words."""

    def png(self) -> bytes:
        """A palette PNG, 1200 px wide."""
        return board(self.view, self.players, self.action)

    def alt_text(self) -> str:
        """The moment, then each vehicle, the acting one first, then what lies around.

        Where all of it is too long, places and what lies around are left to the long description.
        """
        view, cars = self.view, self.ordered
        if not cars:
            return shorten([self.moment, *self.buyers()], MOST)
        smoke = counted(len(view.clouds), "smoke cloud")
        lies = [f"{smoke}, −2 to hit each."] if view.smoke else []
        if view.lying:
            lies.append(f"Debris in {counted(len(view.lying), 'place')}.")
        full = [self.vehicle(car) for car in cars]
        brief = [self.vehicle(car, brief=True) for car in cars]
        for told in ([*full, *self.around()], [*full, *lies], [*brief, *lies]):
            text = " ".join([self.moment, *told])
            if len(text) <= MOST:
                return text
        return shorten([self.moment, *map(self.shortest, cars), *lies], MOST)

    def long_description(self) -> str:
        """A line for each vehicle, the acting one first."""
        view, cars = self.view, self.ordered
        crowd = [car for car in cars if car.out] if len(cars) > CROWD else []
        lines = [self.moment, *(self.vehicle(car) for car in cars if car not in crowd)]
        if crowd:
            lines.append(f"Out of action: {', '.join(car.label for car in crowd)}.")
        lines += self.around() if cars else self.buyers()
        if cars and view.quiet and view.step != "over":
            lines.append(f"{counted(view.quiet, 'turn')} without damage so far.")
        return "\n".join(lines)

    @property
    def moment(self) -> str:
        """The fight, its moment, and who acts; the gap of a duel or the lone car's lead where it
        counts."""
        actors = [f"{SEAT_LETTERS[seat]} {self.names[seat]}" for seat in self.actors]
        action = " ".join(filter(None, [listed(actors), self.verb]))
        told = f"{game_of(self.view)}, {moment_of(self.view).lower()}".replace(" · ", ", ")
        told += f": {action}." if action else "."
        lead = self.view.lead
        if lead is None:
            return told
        if self.view.lone < 0:
            return f"{told} The gap is {inches(lead)}."
        where = "ahead of" if lead >= 0 else "behind"
        return f"{told} The lone car is {inches(lead)} {where} the foremost cycle."

    def buyers(self) -> Iterator[str]:
        """Who has bought how much, before the start."""
        for seat, name in enumerate(self.names):
            bought = counted(self.view.bought[seat], "vehicle")
            budget = self.view.budget[seat]
            yield f"{SEAT_LETTERS[seat]} {name}: {bought} bought, ${budget:,} to spend in all."

    # -- vehicles

    @cached_property
    def center(self) -> Vehicle | None:
        """The vehicle from which distances are told: the acting one, else the one asked about,
        else the reader's, else the first."""
        live = [car for car in self.shown if not car.out] or self.shown
        acting, asked, seat = self.acting, self.view.asked, self.view.seat
        return min(
            live,
            key=lambda car: (car is not acting, car.number != asked, car.owner != seat),
            default=None,
        )

    @property
    def ordered(self) -> list[Vehicle]:
        """The vehicles as they are told: the acting one first, those out of action last."""
        cars = self.view.cars
        return sorted(cars, key=lambda car: (car is not self.center, bool(car.out), car.number))

    def vehicle(self, car: Vehicle, brief: bool = False) -> str:
        """One vehicle as the board shows it, with its distance and bearing from the one in the
        middle; `brief`: not its model and its exact place."""
        name, center = f"{car.label} {self.names[car.owner]}", self.center
        # An option is its owner's secret where sheets are hidden.
        model = car.name if self.view.bare else car.kind.stock
        computer = car.owner < len(self.players) and self.players[car.owner].computer
        out = [name] if brief else [f"{name}{' (computer)' if computer else ''}", model]
        if car.out:
            out.append(OUT.get(car.out, car.out))
        if not car.here or (brief and car.out):
            return f"{', '.join(out)}."
        if not car.out or car.speed:
            out.append(mph(car.speed))
        apart = center if center is not car else None
        if apart is not None:
            where = bearing(apart.box, car.box)
            seen = where if brief else f"{_SEEN.get(where, f'{where} of')} {apart.label}"
            out.append(f"{distance(apart.box, car.box)} {seen}")
        if not brief:
            out += [self.place(car.x, car.y), self.heading(car.heading)]
        elif self.view.road is not None:
            out.append(lane(car.x))
        told = [", ".join(out), *self.condition(car)]
        if apart is not None and not car.out and not brief:
            ends = (apart.x, apart.y), (car.x, car.y)
            if clouds := sum(count for box, count in self.smoke if crosses(*ends, box)):
                told.append(f"{counted(clouds, 'smoke cloud')} between, −{2 * clouds} to hit")
        return "; ".join(told) + "."

    def shortest(self, car: Vehicle) -> str:
        """One vehicle among very many."""
        if car.out:
            return f"{car.label} out."
        center = self.center
        where = ""
        if center is not None and center is not car:
            where = f", {distance(center.box, car.box)} {bearing(center.box, car.box)}"
        return f"{car.label} {mph(car.speed)}{where}."

    def condition(self, car: Vehicle) -> list[str]:
        """What everyone knows of its armor, people and power plant."""
        out = []
        if self.view.bare:
            sides = zip(SIDES, car.armor, strict=False)
            points = ", ".join(f"{side} {points or 'none'}" for side, points in sides)
            out.append(f"armor {points}")
        elif car.breached:
            out.append(f"breached: {', '.join(SIDES[side] for side in car.breached)}")
        out += hurts(car)
        if car.plant_gone:
            out.append("power plant destroyed")
        if car.skip:
            out.append(f"loses {counted(car.skip, 'move')}")
        return out

    # -- places

    def place(self, x: float, y: float) -> str:
        """Where a place is: its lane and inch, or from the middle of the arena."""
        if self.view.road is not None:
            return f"{lane(x)}, inch {plain(y)}"
        across = f"{plain(abs(x))} {'east' if x >= 0 else 'west'}"
        return f"{across} and {plain(abs(y))} {'north' if y >= 0 else 'south'} of the middle"

    def heading(self, heading: float) -> str:
        """Which way a nose points."""
        turn = round(heading, 1) % 360
        if self.view.road is None:
            if turn % 90 == 0:
                return f"heading {_NORTH[int(turn // 90)]}"
            return f"heading {turn:g} degrees clockwise from north"
        if turn % 180 == 0:
            return f"heading {'down' if turn else 'up'} the road"
        side = "right" if turn < 180 else "left"
        return f"heading {min(turn, 360 - turn):g} degrees {side} of up the road"

    @property
    def smoke(self) -> list[tuple[Box, int]]:
        """Heaps of clouds, and how many lie on one another."""
        return [(Box(x, y, turn, *CLOUD), count) for x, y, turn, count in self.heaps]

    def around(self) -> list[str]:
        """Smoke, debris and fixed objects, with distances from the vehicle in the middle."""
        center = self.center

        def told(box: Box) -> str:
            at = self.place(box.x, box.y)
            if center is None:
                return at
            return f"{distance(center.box, box)} {bearing(center.box, box)}, {at}"

        pieces = [Box(x, y, 0.0, 0.25, WIDTH) for x, y in sorted(self.view.lying)]
        if center is not None:
            pieces.sort(key=lambda box: gap(center.box, box))
        smoke = [
            f"{f'{count} clouds ' if count > 1 else ''}{told(box)}" for box, count in self.smoke
        ]
        walls = [f"{told(wall.box)}, {wall.width:g} by {wall.length:g}" for wall in self.view.walls]
        kinds = {
            "Smoke, −2 to hit a cloud": smoke,
            "Debris": [told(box) for box in pieces],
            "Walls, inches east-west by north-south": walls,
        }
        return [f"{kind}: {'; '.join(each)}." for kind, each in kinds.items() if each]
