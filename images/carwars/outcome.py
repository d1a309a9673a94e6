"""An attack as it is resolved: its dice, what shields cancel, what is lost, and the damage card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.carwars.catalog import CARDS, DECKS, Card, DamageItem
from games.carwars.dice import FACES
from games.carwars.state import THING, Car, State
from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import minus
from images import fonts
from images.canvas import Canvas
from images.cars import SeatPlate
from images.carwars.dice import Dice, Look, icons_of, lying
from images.carwars.field import Field, fitted
from images.carwars.happened import Shot
from images.carwars.model import SIDES, Board, box, icon_of, lengths, say, short, texts
from images.carwars.pieces import Key
from images.carwars.sheet import Tokens
from images.carwars.shots import ends_of
from images.choices import Choices
from images.counters import Note
from images.panels import Panel, Pointer, put_icon, put_zero
from images.parts import (
    Drawn,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Stamp,
    Text,
    column,
    label,
    plate,
    row,
    space,
)
from images.shots import Gun, put_shot
from images.theme import (
    DEEP,
    EDGE,
    INK,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    Colour,
)

_WINDOW: Final = (560, 404)
_ROW: Final = 198
_CARD: Final = 360
_DIE: Final = 86


# -- dice that count, and those that do not


def attack_looks(shot: Shot) -> list[Look]:
    """The dice of an attack: what does nothing is idle, what shields have cancelled is struck, the
    last ones first, and tire damage before the rest."""
    x, kind = shot.attack, CARDS[shot.attack.card]
    useless = {"shield"} | ({"wrench"} if kind.wrench == "none" else set())
    stopped = shot.defense.tire + shot.defense.basic if shot.defense else 0
    tires = shot.defense.tire if shot.defense else 0
    looks = lying(x.dice)
    struck: list[list[int]] = [[] for _ in looks]
    for only_tires in (True, False):
        left = tires if only_tires else stopped - tires
        for at in reversed(range(len(looks))):
            icons = icons_of(FACES[looks[at].hue][looks[at].face])
            for place in reversed(range(len(icons))):
                is_tire = icons[place] == "wrench" and kind.wrench == "tire"
                if left and icons[place] not in useless and is_tire == only_tires:
                    struck[at].append(place)
                    left -= 1
    out = []
    for look, places in zip(looks, struck, strict=True):
        icons = icons_of(FACES[look.hue][look.face])
        idle = all(icon in useless for icon in icons)
        out.append(look._replace(struck=tuple(places), idle=idle))
    return out


def defense_looks(shot: Shot) -> list[Look]:
    """The dice of a defense: only shields do anything."""
    dice = shot.defense.dice if shot.defense else ()
    return [
        look._replace(idle="shield" not in icons_of(FACES[look.hue][look.face]))
        for look in lying(dice)
    ]


def sized(
    looks: Sequence[Look], room: int, most: int, ground: Colour = PANEL, gap: int = 10
) -> Dice:
    """Dice as large as they have room beside each other."""
    count = max(1, len(looks))
    size = min(most, (room - gap * (count - 1) - most // 2) // count)
    return Dice(tuple(looks), size, gap, ground=ground)


def through(shot: Shot) -> tuple[int, int]:
    """Basic and tire damage that gets through."""
    if shot.defense is None:
        return shot.attack.basic.total, shot.attack.tire.total
    return shot.defense.through, shot.defense.through_tire


# -- a strip beside the board


def last_attack(board: Board, tall: int) -> Part:
    """The last attack in a few lines: who, at whom, the dice of both."""
    shot = board.latest.shots[-1]
    x = shot.attack
    target = plate(x.target, 36, PANEL) if x.target < THING else Part(width=1)
    head = row(
        plate(x.seat, 36, PANEL), Drawn(Pointer(22, 26, PAPER, PANEL), say=""), target,
        Text(SIDES[x.side] if x.side >= 0 else "", 30, SOFT, "t", grow=1, say=""),
        gap=8, height=40,
    )  # fmt: skip
    lines: list[Part] = [
        head,
        Drawn(sized(attack_looks(shot), 260, 44, gap=5), height=58, say=""),
    ]
    if shot.defense is not None and shot.defense.dice:
        lines.append(Drawn(sized(defense_looks(shot), 260, 44, gap=5), height=58, say=""))
    return column(*lines, panel=PANEL, pad=10, gap=0, width=284, height=tall, say="")


# -- the whole picture


class OutcomeModel(NamedTuple):
    """Everything that the picture of an attack shows."""

    board: Board
    shot: Shot
    crew: Card
    cover: int
    free: int
    """Re-rolls left of who is asked."""
    dice_of: str
    """Whose dice can be chosen: `attack`, `defense`, or nobody's."""
    keys: Sequence[str]
    """Keys of those dice, where they can be rolled again."""


def read_outcome(view: State, players: Sequence[Player], choices: Choices) -> OutcomeModel:
    """An attack that is being resolved, of a view that has one."""
    from games.carwars.events import Attacked, Defended
    from games.engine.sums import Part as Summand
    from games.engine.sums import Sum

    fight = view.attack
    assert fight is not None
    car = view.cars[fight.seat]
    kind = car.kind(fight.weapon)
    icons = [icons_of(FACES[die.colour][die.face]) for die in fight.dice]
    flat = [icon for each in icons for icon in each]
    hits, wrenches = flat.count("hit") + kind.basic, flat.count("wrench")
    basic, tire = fight.basic, fight.tire
    if not fight.defended:
        tire = wrenches if kind.wrench == "tire" else 0
        more = {"none": 0, "paint": 0, "tire": 0}.get(kind.wrench, wrenches)
        basic = hits + more
    attacked = Attacked(
        fight.seat, fight.crew, kind.number, fight.weapon, fight.target, fight.side,
        tuple(fight.dice), Sum((Summand(basic, "hits"),)), Sum((Summand(tire, "wrenches"),)),
        fight.fire, fight.explosion, tuple(fight.extras), fight.distance,
    )  # fmt: skip
    defended = None
    if fight.defended:
        shown = [icon for die in fight.defense for icon in icons_of(FACES[die.colour][die.face])]
        shields = shown.count("shield") + fight.cover
        off_tire = min(shields, tire)
        off = min(shields - off_tire, basic)
        defended = Defended(
            fight.target, tuple(fight.defense), shown.count("shield"), fight.cover, fight.spent,
            off_tire, off, basic - off, tire - off_tire,
        )  # fmt: skip
    asked = "defense" if view.beat == "defend" else "attack" if view.beat == "again" else ""
    keys = [
        path[0] for path in choices.paths if path and path[0][:1] in "da" and path[0][1:].isdigit()
    ]
    crew = CARDS[car.cards[fight.crew].card]
    return OutcomeModel(
        Board(view, players), Shot(attacked, defended), crew, fight.cover, fight.free, asked, keys
    )


@dataclass(slots=True)
class _Window(Part):
    """The line of the attack in the arena."""

    model: OutcomeModel

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, view, attack = self.model, self.model.board.view, self.model.shot.attack
        cars = [view.cars[attack.seat]]
        cars += [view.cars[attack.target]] if attack.target < THING else []
        field = (x, y, x + w, y + h)
        to = fitted(view, [box(car.pose, 1.17) for car in cars], field, 100.0, 1.6)
        sheet = Field(canvas, to, field)
        sheet.ground(view)
        sheet.things(view)
        start, end = ends_of(view, attack.seat, attack.place, attack.target, attack.side)
        line = to.at(*start), to.at(*end)
        put_shot(canvas, line, attack.seat, not model.shot.held)
        sheet.lines.append(line)
        for car in model.board.shown:
            if sheet.shows(car.x, car.y, 0.6):
                sheet.car(car, car is cars[0])
        (a, b), (c, d) = line
        middle = (a + c) / 2, (b + d) / 2
        sheet.taken.append(sheet.put(Gun(icon_of(CARDS[attack.card]), attack.seat, 21), *middle))
        for car in cars[1:]:
            sheet.numbers_of(car)
        near = tuple(round(each) for each in (*middle, *middle))
        note = Note(lengths(attack.distance), "", size=30)
        sheet.want(note, near, "range", None)  # type: ignore[arg-type]
        sheet.label()
        sheet.edge()


def _dice_row(seat: int, name: str, why: str, looks: Sequence[Look], keys: Sequence[str],
              tally: Sequence[tuple[str, str, str]], say_it: str) -> Part:  # fmt: skip
    """A player's dice, with the keys of those that can be rolled again; at the right what they
    come to."""
    head = row(
        plate(seat, 42) if seat < THING else Part(width=1),
        Text(name, 40, say=""), Text(why, 30, SOFT, "t", grow=1, say=""), gap=12, height=44,
    )  # fmt: skip
    lines = []
    for count, icon, small in tally:
        lines.append(row(
            space(), Text(small, 30, MUTE, "t", say=""), Text(count, 56 if len(tally) > 1 else 72, say=""),
            Sign(icon, 44, width=52), gap=10, height=54 if len(tally) > 1 else 72,
        ))  # fmt: skip
    dice = _Dice(tuple(looks), tuple(keys), width=400, height=124)
    body = row(dice, column(space(), *lines, space(), gap=2, grow=1), gap=8, height=124)
    return column(head, body, panel=PANEL, pad=16, gap=2, height=_ROW, say=say_it)


@dataclass(slots=True)
class _Dice(Part):
    looks: tuple[Look, ...]
    keys: tuple[str, ...]

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        if not self.looks:
            canvas.write(x + 4, y + h // 2, say("outcome", "no_dice"), 34, ground, SOFT, face="t")
            return
        dice = sized(self.looks, w, _DIE, ground)
        top = y + (h - dice.height) // 2
        canvas.put(dice, x, top)
        for at in range(len(self.looks)):
            if any(key[1:] == str(at) for key in self.keys):
                key = Key(str(at + 1), radius=16, ground=ground)
                step = dice.size + dice.gap
                left = x + (dice.width - dice.size - step * (len(self.looks) - 1)) // 2 + step * at
                canvas.put(key, left + dice.size // 2 - key.width // 2, y + h - key.height)


def _paper(model: OutcomeModel) -> Part:
    """What the attack takes, on paper."""
    return _Paper(model, height=_CARD, width=_WINDOW[0])


@dataclass(slots=True)
class _Paper(Part):
    model: OutcomeModel

    def _lines(self) -> list[tuple[str, str]]:
        shot = self.model.shot
        basic, tire = shot.attack.basic.total, shot.attack.tire.total
        got, tires = through(shot)
        out = [
            ("hit", say("outcome", "rolled_tires" if tire else "rolled", hits=basic, tires=tire))
        ]
        if shot.defense is not None:
            off = shot.defense.basic + shot.defense.tire
            out.append(
                (
                    "shield",
                    say(
                        "outcome",
                        "shields",
                        shields=shot.defense.rolled + shot.defense.cover,
                        off=off,
                    ),
                )
            )
        out.append(
            ("armor", say("outcome", "through_tires" if tires else "through", got=got, tires=tires))
        )
        if shot.attack.fire or shot.attack.explosion:
            out.append(
                (
                    "fire" if shot.attack.fire else "blast",
                    say("outcome", "fire" if shot.attack.fire else "blast"),
                )
            )
        inside = max(0, got - self._armor) if self._armor >= 0 else 0
        if inside:
            out.append(("blast", say("outcome", "inside", inside=inside)))
        return out[:4]

    @property
    def _armor(self) -> int:
        x = self.model.shot.attack
        return self.model.board.view.cars[x.target].armor[x.side] if x.side >= 0 else -1

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        attack, armor = self.model.shot.attack, self._armor
        got, _ = through(self.model.shot)
        canvas.put(Panel(w, h, PAPER, ground=ground), x, y)
        if attack.target < THING:
            canvas.put(SeatPlate(attack.target, 56, ground=PAPER), x + 24, y + 28)
        name = SIDES[attack.side] if attack.side >= 0 else ""
        canvas.write(x + 160, y + 56, name, 46, PAPER, INK)
        if armor >= 0:
            left = max(0, armor - got)
            canvas.write(x + 322, y + 57, str(armor), 84, PAPER, INK, "middle")
            canvas.put(Pointer(36, 34, INK, PAPER), x + 368, y + 40)
            if left:
                canvas.write(x + 462, y + 57, str(left), 84, PAPER, INK, "middle")
            else:
                put_zero(canvas, x + 462, y + 57, 70, PAPER, 104, 78)
        canvas.fill(x + 24, y + 116, w - 48, 3, MUTE)
        for at, (icon, words) in enumerate(self._lines()):
            put_icon(canvas, icon, x + 50, y + 152 + 56 * at, 42, INK, PAPER)
            canvas.write(x + 90, y + 152 + 56 * at, words, 40, PAPER, INK, face="t", room=w - 110)

    def words(self, brief: bool = False) -> Iterator[str]:
        yield "; ".join(words for _, words in self._lines()) + "."


def _damage(model: OutcomeModel) -> Part:
    """The damage card that is being worked off; before one is drawn, how the target stands."""
    view = model.board.view
    harm = view.harm[0] if view.harm else None
    if harm is None or harm.card < 0 or harm.body >= THING:
        target = model.shot.attack.target
        return _stands(view.cars[target] if target < THING else None)
    card, car = DECKS[harm.card], view.cars[harm.body]
    rows: list[Part] = []
    for at, item in enumerate(card.items):
        now, past = at == harm.line, at < harm.line
        ink = PAPER if now else MUTE
        note = say("outcome", "now" if now else "past" if past else "next")
        rows.append(row(
            Part(width=10), Sign(_item_icon(item), 40 if now else 34, ink, width=48),
            Text(texts("items")[item.item], 40 if now else 34, ink, width=220),
            Text(note, 30, SOFT if now else MUTE, "t", grow=1),
            panel=INK if now else RAISED, corner=0, gap=8, height=56,
        ))  # fmt: skip
    head = row(
        Stamp(card.id, 50, INK, ink=PAPER, width=104, height=64, say=card.id),
        Text(say("outcome", "card"), 44, grow=1),
        Text(say("outcome", "points", points=harm.points - harm.taken), 34, SOFT, "t"),
        gap=18, height=72,
    )  # fmt: skip
    return column(head, *rows, panel=RAISED, frame=EDGE, pad=10, gap=4, grow=1, height=_CARD)


def _item_icon(item: DamageItem) -> str:
    icons = {
        "structure": "armor", "weapon": "rounds", "accessory": "nut", "crew": "called",
        "driver": "driver", "gunner": "called", "tires": "tire", "opposite_armor": "armor",
        "fire": "fire", "power_plant": "power",
    }  # fmt: skip
    return icons[item.item]


def _stands(car: Car | None) -> Part:
    """What a target can still lose inside."""
    if car is None:
        return space()
    lines: list[Part] = []
    for place, one in enumerate(car.cards):
        card, most = CARDS[one.card], car.durability(place)
        if most and (card.type in ("crew", "structure", "weapon", "accessory")):
            ink = MUTE if one.down else PAPER
            lines.append(row(
                Sign(icon_of(card), 30, ink, width=36), Text(short(card), 32, ink, grow=1),
                Drawn(Tokens(car.left(place), most, 9, ground=DEEP), say=str(car.left(place))),
                gap=8, height=38,
            ))  # fmt: skip
    half = -(-len(lines) // 2) if len(lines) > 7 else len(lines)
    columns = [column(*lines[:half], space(), gap=4, grow=1)]
    columns += [column(*lines[half:], space(), gap=4, grow=1)] if lines[half:] else []
    head = label(say("outcome", "stands"))
    return column(
        head, row(*columns, gap=20, grow=1), panel=DEEP, pad=20, gap=8, grow=1, height=_CARD
    )


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The attack that is being resolved, at a question about it."""
    model = read_outcome(view, players, choices)
    shot, x = model.shot, model.shot.attack
    hits, tires = x.basic.total, x.tire.total
    got, got_tires = through(shot)
    rerolls = say("outcome", "rerolls", count=model.free)
    attack_keys = model.keys if model.dice_of == "attack" else ()
    tally = [(str(got), "hit", say("outcome", "of", of=hits))]
    if tires:
        tally.append((str(got_tires), "tire", say("outcome", "of", of=tires)))
    who = f"{model.crew.subtype}, {rerolls}" if model.dice_of == "attack" else model.crew.subtype
    above = _dice_row(
        x.seat, say("outcome", "attack"), who, attack_looks(shot), attack_keys, tally,
        say("outcome", "attack_said", hits=hits, tires=tires),
    )  # fmt: skip
    below: Part = space()
    if shot.defense is not None:
        why = say("outcome", "speed", speed=view.cars[x.target].pace)
        why = f"{why}, {rerolls}" if model.dice_of == "defense" else why
        shields = shot.defense.rolled + shot.defense.cover
        cover = say("outcome", "cover" if model.cover else "no_cover", cover=model.cover)
        below = _dice_row(
            x.target, say("outcome", "defense"), why, defense_looks(shot),
            model.keys if model.dice_of == "defense" else (), [(str(shields), "shield", cover)],
            say("outcome", "defense_said", shields=shields),
        )  # fmt: skip
    right = column(above, below, gap=8, grow=1, height=_WINDOW[1])
    top = row(_Window(model, width=_WINDOW[0], height=_WINDOW[1], say=""), right, height=_WINDOW[1])
    body = column(top, row(_paper(model), _damage(model), height=_CARD))
    moment = say("outcome", "moment", far=lengths(x.distance))
    target = plate(x.target, 56, DEEP) if x.target < THING else Part(width=1)
    aside = row(
        plate(x.seat, 56, DEEP),
        Drawn(Pointer(32, 36, PAPER, DEEP), say=""),
        target,
        space(8),
        gap=12,
    )
    said = say("outcome", "said", who=SEAT_LETTERS[x.seat], weapon=CARDS[x.card].name,
               target=_target(view, x.target, x.side), far=lengths(x.distance))  # fmt: skip
    return Picture(Header(moment, choices.title, -1, "", aside, said), body)


def _target(view: State, body: int, side: int) -> str:
    from images.carwars.attack import target_name

    name = target_name(view, body)
    return f"{name} {SIDES[side]}" if side >= 0 else name


__all__ = ["attack_looks", "defense_looks", "last_attack", "picture", "read_outcome", "through"]
_ = (fonts, minus, Rule)
