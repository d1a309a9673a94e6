"""One picture of a film: the road or the arena from above, what is on it, and a caption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, ImageDraw

from games.mini_carwars.events import Pose
from games.mini_carwars.road import EDGE as ROAD_EDGE
from images import fonts
from images.mini_carwars import film_sprites as sprites
from images.mini_carwars.film_camera import FOOT, HEAD, HIGH, MAP, WIDE, Camera, Point
from images.mini_carwars.film_sprites import write
from images.mini_carwars.reading import mph
from images.theme import (
    ALARM,
    DEEP,
    EDGE,
    INK,
    LINE,
    MUTE,
    PALETTE,
    PAPER,
    SOFT,
    WELL,
    Colour,
)

ASPHALT, GRID, GRASS, TUFT = 21, 22, 25, 62
PHASES: Final = 10
PATCH: Final = 2.5
"""Rough ground has a tuft in every so many inches across, in each inch along the road."""
MARKS: Final = 4.7
"""The numbers of the inches stand so far to the right of the road's middle, where that is seen."""
Spot = tuple[int, int, int, int]
"""Left, top, right and bottom, px."""


START: Final = Camera(0.0, 0.0, 30.0)


CROWD: Final = 14
"""Among more vehicles those out of action have no tag, and among more in action only the one that
acts: all of them would hide the rest."""


@dataclass
class Actor:
    """A vehicle in the film."""

    number: int
    seat: int
    label: str
    cycle: bool
    pose: Pose
    speed: int
    wreck: bool = False
    out: bool = False
    place: int = 0
    """Where its tag stood last, so that it does not jump about."""


@dataclass
class Marks:
    """What is shown for a moment on top of everything."""

    acting: int = -1
    shot: tuple[Point, Point, float] | None = None
    """From, to, and how much of it is drawn."""
    star: tuple[Point, int] | None = None
    """Where something struck, and its size in px."""
    miss: Point | None = None
    fire: tuple[int, bool] | None = None
    """Vehicle that burns, and whether the large picture is shown."""
    loss: tuple[Point, str] | None = None
    """Points of damage, where they were done."""


@dataclass
class Stage:
    """Everything that is in the picture."""

    title: str
    actors: list[Actor]
    walls: list[tuple[float, float, float, float]] = field(default_factory=list)
    """(x, y, width, length); with any there is no road."""
    clouds: list[Pose] = field(default_factory=list)
    rubble: list[Point] = field(default_factory=list)
    skids: list[tuple[Pose, Pose]] = field(default_factory=list)
    turn: int = 0
    phase: int = 0
    caption: str = ""
    speaker: int = -1
    """Vehicle the caption is about, or -1."""
    camera: Camera = field(default=START)
    marks: Marks = field(default_factory=Marks)

    def draw(self) -> Image.Image:
        """The picture in RGB."""
        image = Image.new("RGB", (WIDE, HIGH), PALETTE[DEEP])
        draw = ImageDraw.Draw(image)
        if self.walls:
            self._arena(draw)
        else:
            self._road(draw)
        self._lying(image, draw)
        spots = self._vehicles(image)
        tags = self._tags(image, draw, spots)
        self._momentary(image, draw, tags)
        self._head(draw)
        self._foot(image, draw)
        return image

    # -- the ground

    def _band(self, draw: ImageDraw.ImageDraw, low: float, high: float, colour: Colour) -> None:
        """A band along the road, from one distance from its middle to another."""
        top, foot = self.camera.at(low, 0)[1], self.camera.at(high, 0)[1]
        draw.rectangle((0, round(top), WIDE, round(foot) - 1), fill=PALETTE[colour])

    def _ends(self) -> range:
        """The inches along the picture that are in it."""
        reach = WIDE / 2 / self.camera.scale
        return range(math.floor(self.camera.y - reach) - 1, math.ceil(self.camera.y + reach) + 1)

    def _road(self, draw: ImageDraw.ImageDraw) -> None:
        at, inches = self.camera.at, self._ends()
        draw.rectangle((0, HEAD, WIDE, HIGH - FOOT - 1), fill=PALETTE[GRASS])
        reach = MAP / 2 / self.camera.scale
        patches = range(
            math.floor((self.camera.x - reach) / PATCH), math.ceil((self.camera.x + reach) / PATCH)
        )
        for inch in inches:
            for patch in patches:
                # The same tufts wherever the camera stands.
                seed = (inch * 73856093 ^ patch * 19349663) * 2654435761 % 2**32
                seed = (seed ^ seed >> 15) * 2246822519 % 2**32
                off = (patch + (seed >> 8) % 256 / 256) * PATCH
                x, y = (round(v) for v in at(off, inch + (seed >> 20) % 256 / 256))
                draw.rectangle((x, y, x + 6, y + 1), fill=PALETTE[TUFT])
        self._band(draw, -ROAD_EDGE - 0.1, ROAD_EDGE + 0.1, ASPHALT)
        top, foot = round(at(-ROAD_EDGE, 0)[1]), round(at(ROAD_EDGE, 0)[1])
        for inch in inches:
            x, middle = (round(v) for v in at(0.0, inch))
            draw.line((x, top, x, foot), fill=PALETTE[GRID])
            if inch % 2 == 0:
                dash = round(0.9 * self.camera.scale)
                draw.rectangle((x, middle - 1, x + dash, middle + 1), fill=PALETTE[MUTE])
            if inch % 4 == 0:
                mark = round(at(MARKS, 0)[1])
                mark = mark if HEAD + 24 < mark < HIGH - FOOT - 10 else HIGH - FOOT - 10
                draw.line((x, mark - 14, x, mark - 9), fill=PALETTE[SOFT], width=2)
                write(draw, x, mark, str(inch).replace("-", "−"), 14, SOFT, "middle")
        for y in (top - 1, foot - 1):
            draw.rectangle((0, y, WIDE, y + 2), fill=PALETTE[SOFT])

    def _arena(self, draw: ImageDraw.ImageDraw) -> None:
        at = self.camera.at
        xs = [x for x, _, _, _ in self.walls]
        ys = [y for _, y, _, _ in self.walls]
        (left, top), (right, foot) = at(min(xs), max(ys)), at(max(xs), min(ys))
        draw.rectangle((left, top, right, foot), fill=PALETTE[ASPHALT])
        for inch in range(math.ceil(min(xs)), math.floor(max(xs)) + 1):
            x = round(at(inch, 0)[0])
            draw.line((x, round(top), x, round(foot)), fill=PALETTE[GRID])
        for inch in range(math.ceil(min(ys)), math.floor(max(ys)) + 1):
            y = round(at(0, inch)[1])
            draw.line((round(left), y, round(right), y), fill=PALETTE[GRID])
        for wall_x, wall_y, width, length in self.walls:
            near = at(wall_x - width / 2, wall_y + length / 2)
            far = at(wall_x + width / 2, wall_y - length / 2)
            box = (*near, *far)
            draw.rectangle([round(v) for v in box], fill=PALETTE[EDGE], outline=PALETTE[SOFT])

    # -- what lies and drives on it

    def _lay(self, image: Image.Image, sprite: Image.Image, at: Point) -> Spot:
        """Lay a picture with its middle at a place."""
        left, top = round(at[0] - sprite.width / 2), round(at[1] - sprite.height / 2)
        image.paste(sprite, (left, top), sprite)
        return left, top, left + sprite.width, top + sprite.height

    def _lying(self, image: Image.Image, draw: ImageDraw.ImageDraw) -> None:
        at, inch = self.camera.at, round(self.camera.scale)
        for start, end in self.skids:
            turn = math.radians(start[2])
            for side in (-0.18, 0.18):
                dx, dy = side * math.cos(turn), -side * math.sin(turn)
                line = (*at(start[0] + dx, start[1] + dy), *at(end[0] + dx, end[1] + dy))
                draw.line(line, fill=PALETTE[LINE], width=3)
        for x, y in self.rubble:
            if self.camera.shows(x, y, -1.0):
                self._lay(image, sprites.rubble(inch), at(x, y))
        for x, y, heading in self.clouds:
            if self.camera.shows(x, y, -1.0):
                angle = rounded(self.camera.angle(heading))
                self._lay(image, sprites.cloud(inch, angle), at(x, y))

    def _vehicles(self, image: Image.Image) -> dict[int, Spot]:
        """Draw all in the picture, wrecks lowest; where they are, by number."""
        spots = {}
        inch = round(self.camera.scale)
        for actor in sorted(self.actors, key=lambda a: (not a.wreck, not a.out, a.number)):
            x, y, heading = actor.pose
            if not self.camera.shows(x, y, -1.0):
                continue
            framed = actor.number == self.marks.acting
            angle = rounded(self.camera.angle(heading))
            sprite = sprites.vehicle(
                actor.seat, actor.cycle, inch, angle, actor.out, actor.wreck, framed
            )
            spots[actor.number] = self._lay(image, sprite, self.camera.at(x, y))
        return spots

    def _momentary(
        self, image: Image.Image, draw: ImageDraw.ImageDraw, tags: Sequence[Spot]
    ) -> None:
        at, marks = self.camera.at, self.marks
        if marks.shot is not None:
            (x, y), (to_x, to_y) = at(*marks.shot[0]), at(*marks.shot[1])
            long = math.hypot(to_x - x, to_y - y)
            for number in range(int(long * marks.shot[2] / 8) + 1):
                part = number * 8 / long if long else 0.0
                dot_x, dot_y = round(x + (to_x - x) * part), round(y + (to_y - y) * part)
                draw.rectangle(
                    (dot_x - 2, dot_y - 2, dot_x + 2, dot_y + 2), fill=PALETTE[PAPER],
                    outline=PALETTE[INK],
                )  # fmt: skip
        if marks.fire is not None:
            x, y, _ = self.actors[marks.fire[0]].pose
            self._lay(image, sprites.flames(marks.fire[1]), at(x, y))
        if marks.star is not None:
            self._lay(image, sprites.hit_star(marks.star[1]), at(*marks.star[0]))
        if marks.miss is not None:
            self._lay(image, sprites.puff(18), at(*marks.miss))
        if marks.loss is not None:
            self._loss(draw, at(*marks.loss[0]), marks.loss[1], tags)

    def _loss(self, draw: ImageDraw.ImageDraw, at: Point, words: str, tags: Sequence[Spot]) -> None:
        """Damage in figures, on the side of its place where it covers no tag."""
        wide, high = round(fonts.width(words, 24)) + 16, 30
        spots = []
        for right, down in ((0, -31), (0, 31), (-wide, 0), (wide, 0)):
            left = min(max(round(at[0]) + right - wide // 2, 4), WIDE - wide - 4)
            top = min(max(round(at[1]) + down - high // 2, HEAD + 4), HIGH - FOOT - high - 6)
            spots.append((left, top, left + wide, top + high))
        spot = min(spots, key=lambda spot: sum(_shared(spot, tag) for tag in tags))
        draw.rectangle(spot, fill=PALETTE[INK], outline=PALETTE[ALARM], width=2)
        write(draw, spot[0] + wide / 2, spot[1] + high / 2, words, 24, PAPER, "middle")

    # -- tags

    def _tags(
        self, image: Image.Image, draw: ImageDraw.ImageDraw, spots: dict[int, Spot]
    ) -> list[Spot]:
        """Write every tag; where they stand."""
        taken: list[Spot] = []
        many = len(self.actors) > CROWD
        crowd = sum(not actor.out for actor in self.actors) > CROWD
        for actor in self.actors:
            x, y, _ = actor.pose
            if (crowd or (many and actor.out)) and actor.number != self.marks.acting:
                continue
            if self.camera.shows(x, y):
                words = "OUT" if actor.out else mph(actor.speed)
                acting = actor.number == self.marks.acting
                sprite = sprites.tag(actor.seat, actor.label, words, actor.out, acting)
                spot = self._place(actor, sprite, spots, taken)
                image.paste(sprite, spot[:2])
                taken.append(spot)
            elif not actor.out:
                taken.append(self._beyond(image, draw, actor))
        return taken

    def _place(
        self, actor: Actor, sprite: Image.Image, spots: dict[int, Spot], taken: list[Spot]
    ) -> Spot:
        """The place of a tag beside its vehicle that covers least, the one it had if that does."""
        middle_x, middle_y = self.camera.at(*actor.pose[:2])
        half = self.camera.scale * (0.3 if actor.cycle else 0.45)
        wide, high = sprite.size
        best, least = (0, 0, 0, 0), math.inf
        for place in sorted(range(8), key=lambda place: (place != actor.place, place)):
            dx, dy = ((0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0))[place]
            x = middle_x + dx * (half + (wide / 2 + 4) * (1 if dx and not dy else 0.7))
            y = middle_y + dy * (half * 0.75 + high / 2 + 2)
            left, top = round(x - wide / 2), round(y - high / 2)
            spot = (left, top, left + wide, top + high)
            inside = (0, HEAD, WIDE, HIGH - FOOT)
            hidden = wide * high - _shared(spot, inside)
            covered = sum(_shared(spot, other) for other in taken)
            covered += sum(_shared(spot, other) for n, other in spots.items() if n != actor.number)
            cost = 4 * hidden + covered + (0 if place == actor.place else 40)
            if cost < least:
                best, least, chosen = spot, cost, place
        actor.place = chosen
        return best

    def _beyond(self, image: Image.Image, draw: ImageDraw.ImageDraw, actor: Actor) -> Spot:
        """A vehicle outside the picture: its tag at the edge, with its distance from there."""
        x, y = self.camera.at(*actor.pose[:2])
        edge_x = min(max(x, 0.0), float(WIDE))
        edge_y = min(max(y, float(HEAD)), float(HIGH - FOOT))
        far = math.hypot(x - edge_x, y - edge_y) / self.camera.scale
        words = f"{math.ceil(far)} in"
        sprite = sprites.tag(actor.seat, actor.label, words, False, False)
        left = min(max(round(x - sprite.width / 2), 10), WIDE - sprite.width - 10)
        top = min(max(round(y - sprite.height / 2), HEAD + 8), HIGH - FOOT - sprite.height - 8)
        image.paste(sprite, (left, top))
        if edge_x != x:
            tip, foot = (4, 9) if x < 0 else (WIDE - 5, WIDE - 10)
            middle = top + sprite.height // 2
            arrow = [(tip, middle), (foot, middle - 6), (foot, middle + 6)]
            draw.polygon(arrow, fill=PALETTE[PAPER])
        return left, top, left + sprite.width, top + sprite.height

    # -- the frame

    def _head(self, draw: ImageDraw.ImageDraw) -> None:
        draw.rectangle((0, 0, WIDE, HEAD - 1), fill=PALETTE[DEEP])
        draw.polygon([(0, 0), (12, 0), (3, HEAD), (0, HEAD)], fill=PALETTE[PAPER])
        draw.line((0, HEAD - 1, WIDE, HEAD - 1), fill=PALETTE[LINE])
        write(draw, 20, HEAD // 2, self.title.upper(), 17, MUTE)
        if not self.turn:
            return
        write(draw, WIDE - 262, HEAD // 2, f"Turn {self.turn}", 22, anchor="right")
        for phase in range(1, PHASES + 1):
            x, wide = WIDE - 250 + (phase - 1) * 24, 21
            lit = PAPER if phase == self.phase else EDGE if phase < self.phase else WELL
            cell = [(x + 3, 8), (x + wide + 3, 8), (x + wide - 1, 26), (x - 1, 26)]
            draw.polygon(cell, fill=PALETTE[lit])
            if phase == self.phase:
                write(draw, x + wide / 2 + 1, HEAD // 2, str(phase), 16, INK, "middle")

    def _foot(self, image: Image.Image, draw: ImageDraw.ImageDraw) -> None:
        top = HIGH - FOOT
        draw.rectangle((0, top, WIDE, HIGH), fill=PALETTE[INK])
        draw.line((0, top, WIDE, top), fill=PALETTE[SOFT])
        left = 16
        if self.speaker >= 0:
            actor = self.actors[self.speaker]
            sprite = sprites.tag(actor.seat, actor.label, "", False, True)
            sprite = sprite.resize((sprite.width * 3 // 2, sprite.height * 3 // 2), 1)
            image.paste(sprite, (left, top + (FOOT - sprite.height) // 2))
            left += sprite.width + 12
        room = WIDE - left - 12
        words, size = fonts.fit(self.caption, 32, room, floor=24)
        if words == fonts.drawable(self.caption):
            write(draw, left, top + FOOT // 2, words, size)
            return
        for number, line in enumerate(fonts.wrap(self.caption, 22, room, 2, "b")):
            write(draw, left, top + 19 + 26 * number, line, 22)


def rounded(heading: float) -> float:
    """A heading as pictures are kept for it."""
    return round(heading / sprites.HEADINGS) * sprites.HEADINGS % 360.0


def _shared(one: Spot, other: Spot) -> int:
    """The px two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)
