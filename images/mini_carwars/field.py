"""A plane being composed: what lies on it, and the labels that keep clear of it."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.plane import Box
from games.mini_carwars.state import Vehicle
from images.canvas import Canvas
from images.mini_carwars.arena import put_walls
from images.mini_carwars.counters import Cloud, Counter, Shard, tenths
from images.mini_carwars.labels import Rect, Want, leader, place
from images.mini_carwars.model import Board, letters
from images.mini_carwars.model import tag as tag_words
from images.mini_carwars.plane import ASPHALT, GRASS, Map, lay, stroke
from images.mini_carwars.tags import Plate, Words
from images.pen import Figure
from images.theme import SOFT


class Sheet:
    """A plane being composed: what lies on it, and what labels must keep clear of."""

    def __init__(
        self, canvas: Canvas, bounds: Rect, upward: bool = False, small: bool = False
    ) -> None:
        self.canvas = canvas
        self.small = small
        """Letters are smaller, and vehicles have no number boards: their tags say who they are."""
        self.bounds = bounds
        self.upward = upward
        self.taken: list[Rect] = []
        self.wants: list[tuple[Want, Figure, str]] = []
        self.last: dict[str, tuple[int, int]] = {}
        """Where labels stood last, by part; see `Want`."""

    def ground(self, x: float) -> int:
        """The colour of the ground there."""
        return ASPHALT if self.upward or abs(x) <= 2 else GRASS

    def lay(self, figure: Figure, at: tuple[float, float]) -> None:
        """Lay a figure with its middle there, px."""
        x = round(at[0]) - figure.width // 2
        lay(self.canvas, figure, x, round(at[1]) - figure.height // 2)

    def smoke(self, to: Map, x: float, y: float, heading: float, count: int) -> None:
        """A heap of clouds with what it costs a shot."""
        angle = tenths(to.angle(heading))
        cloud = Cloud(
            round(to.scale), angle, f"−{2 * count}", 15 if self.small else 26, self.ground(x)
        )
        self.lay(cloud, to.at(x, y))
        self.taken.append(to.around(Box(x, y, heading, 1.0, 0.5)))

    def rubble(self, to: Map, pieces: Iterable[tuple[float, float]]) -> None:
        """Debris, its word beside each heap of it."""
        heaps: list[list[tuple[float, float]]] = []
        for x, y in sorted(pieces, key=lambda piece: piece[1]):
            self.lay(Shard(round(to.scale), round(4 * (x + y)), self.ground(x)), to.at(x, y))
            near = to.around(Box(x, y, 0.0, 0.25, 0.5))
            self.taken.append(near)
            if heaps and y - heaps[-1][-1][1] < 4:
                heaps[-1].append((x, y))
            else:
                heaps.append([(x, y)])
        for heap in heaps:
            x, y = min(heap)
            words = Words("debris", ground=ASPHALT)
            near = to.around(Box(x, y, 0.0, 0.25, 0.5))
            self.wants.append((Want(near, words.width, words.height), words, "debris"))

    def vehicle(self, to: Map, car: Vehicle, tall: int, acts: bool = False) -> None:
        """A vehicle at its heading, its label wanted."""
        self.canvas.part = car.label
        middle, angle = to.at(car.x, car.y), tenths(to.angle(car.heading))
        ground = self.ground(car.x)
        length = round(car.kind.length * to.scale)
        self.lay(
            Counter(
                *(car.owner, "" if self.small else car.label, length, car.kind.cycle, angle),
                grey=bool(car.out),
                wreck=car.wreck,
                acts=acts,
                ground=ground,
            ),
            middle,
        )
        near = to.around(car.box, 4 if acts else 1)
        self.taken.append(near)
        grey = bool(car.out)
        low = max(30, tall - 10) if grey and not self.small else tall
        tag = Plate(car.owner, car.label, tag_words(car), low, acts, grey, letters(car))
        want = Want(near, tag.width, tag.height, self.last.get(car.label))
        self.wants.append((want, tag, car.label))

    def label(self) -> None:
        """Put all labels that are wanted."""
        wants = [want for want, _, _ in self.wants]
        spots = place(wants, self.taken, self.bounds)
        for want, spot in zip(wants, spots, strict=True):
            self.taken.append((spot.x, spot.y, spot.x + want.width, spot.y + want.height))
        for (want, _, part), spot in zip(self.wants, spots, strict=True):
            if not spot.pushed:
                left, top, right, foot = want.near
                self.last[part] = spot.x - (left + right) // 2, spot.y - (top + foot) // 2
            elif part != "debris":
                stroke(self.canvas, [leader(want, spot)], SOFT, 2.4)
        for (_, figure, part), spot in zip(self.wants, spots, strict=True):
            self.canvas.part = part
            lay(self.canvas, figure, spot.x, spot.y)


def put_things(
    sheet: Sheet, board: Board, to: Map, field: Rect, framed: int, hidden: int = -1, tall: int = 42
) -> None:
    """All that lies on a part of the plane but one `hidden` vehicle; labels `tall` px high are
    wanted, not put."""
    if board.view.walls:
        sheet.taken += put_walls(sheet.canvas, to, board.view.walls, field)
    left, top, right, foot = field
    air = 0.62 * to.scale

    def inside(x: float, y: float) -> bool:
        """Whether a counter there would be seen."""
        across, down = to.at(x, y)
        return left - air < across < right + air and top - air < down < foot + air

    sheet.rubble(to, [piece for piece in board.view.lying if inside(*piece)])
    sheet.wants = []
    for x, y, heading, count in board.heaps:
        if inside(x, y):
            sheet.smoke(to, x, y, heading, count)
    for car in sorted(board.shown, key=lambda car: not car.out):
        if car.number != hidden and inside(car.x, car.y):
            sheet.vehicle(to, car, tall, car.number == framed)
