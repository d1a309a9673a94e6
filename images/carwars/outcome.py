"""An attack that is or was just resolved: its dice, what shields cancel, what is lost, and the
damage card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from games.carwars import events as e
from games.carwars.catalog import CARDS, DECKS
from games.carwars.state import THING, State
from games.engine.players import SEAT_LETTERS
from games.engine.voice import minus
from images.carwars.dice import Dice, Look, lying
from images.carwars.field import Field, Plane, happened
from images.carwars.happened import Shot
from images.carwars.model import (
    ITEMS,
    SIDES,
    Board,
    box,
    icon_of,
    lengths,
    say,
    side_of,
    target_name,
    texts,
)
from images.choices import Choices
from images.gauges import Tokens
from images.panels import Pointer
from images.parts import (
    Drawn,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Soft,
    Stamp,
    Text,
    column,
    figure,
    middle,
    plate,
    row,
    space,
)
from images.theme import ALARM, DEEP, EDGE, INK, MUTE, PANEL, PAPER, RAISED, SOFT

_word: Final = partial(say, "outcome")
_WINDOW: Final = (560, 404)
_FOOT: Final = 360
_CREW: Final = ("crew", "driver", "gunner")


# -- dice that count, and those that do not


def attack_looks(shot: Shot) -> list[Look]:
    """The dice of an attack: what does nothing is idle, what shields have cancelled is struck, the
    last ones first, and tire damage before the rest."""
    kind, defense = CARDS[shot.attack.card], shot.defense
    useless = ("shield", "wrench") if kind.wrench in ("none", "paint") else ("shield",)
    looks, spots = lying(shot.attack.dice), list[tuple[bool, int, int]]()
    for at, look in enumerate(looks):
        looks[at] = look._replace(idle=all(icon in useless for icon in look.icons))
        spots += [
            (icon == "wrench" and kind.wrench == "tire", at, place)
            for place, icon in enumerate(look.icons)
            if icon not in useless
        ]
    for is_tire, many in ((True, defense.tire), (False, defense.basic)) if defense else ():
        there = [spot[1:] for spot in reversed(spots) if spot[0] == is_tire]
        for at, place in there[:many]:
            looks[at] = looks[at]._replace(struck=(*looks[at].struck, place))
    return looks


def defense_looks(shot: Shot) -> list[Look]:
    """The dice of a defense: only shields do anything."""
    dice = shot.defense.dice if shot.defense else ()
    return [look._replace(idle="shield" not in look.icons) for look in lying(dice)]


def sized(looks: Sequence[Look], room: int, most: int, high: int, gap: int = 10) -> Dice:
    """One die or more, as large as they have room beside each other, with what stands on them."""
    wide = (room - gap * (len(looks) - 1) - most // 2) // len(looks)
    tall = high if all(look.bare for look in looks) else high * 2 // 3
    return Dice(tuple(looks), min(most, wide, tall), gap)


def last_attack(board: Board, tall: int) -> Part:
    """The last attack beside the board: who, at whom, and the dice of both."""
    shot = board.latest.shots[-1]
    x = shot.attack
    side = Soft(side_of(x.side), 30, grow=1)
    head = row(*_who(x.seat, x.target, 36), side, gap=8, height=40)
    looks = [each for each in (attack_looks(shot), defense_looks(shot)) if each]
    dice = [Drawn(sized(each, 256, 44, 56, 5), height=56) for each in looks]
    return column(head, *dice, space(), panel=PANEL, pad=10, gap=0, height=tall)


def _who(seat: int, target: int, size: int) -> list[Part]:
    """Who attacks whom."""
    arrow = Drawn(Pointer(size * 4 // 7, size * 5 // 8))
    whom = [plate(target, size)] if target < THING else []
    return [plate(seat, size), arrow, *whom]


def keys_of(choices: Choices) -> Sequence[str]:
    """The dice that may be rolled again."""
    return [path[0][1:] for path in choices.paths if path and path[0][:1] in ("d", "a")]


def rolling(view: State) -> str:
    """Whose dice may be rolled again, `attack` or `defense`, if anybody's."""
    return {"again": "attack", "defend": "defense"}.get(view.beat, "") if view.attack else ""


def _armor(view: State, shot: Shot) -> tuple[int, int] | None:
    """Armor of the side before and after; None of what has no sides."""
    x = shot.attack
    if x.side < 0:
        return None
    for each in shot.after:
        if isinstance(each, e.ArmorLost) and each.side == x.side and not each.opposite:
            return each.left + each.points, each.left
    now = view.cars[x.target].armor[x.side]
    return now, max(0, now - shot.through[0])


# -- its parts


def _window(board: Board, attack: e.Attacked) -> Plane:
    """The line of the attack in the arena."""
    cars, (wide, high) = board.view.cars, _WINDOW
    there, just = [cars[attack.seat], *cars[attack.target : attack.target + 1]], happened(board)

    def paint(sheet: Field) -> None:
        just.put_below(sheet)
        sheet.cars(board.shown, there[0])
        just.put_above(sheet)
        for car in there[1:]:
            sheet.numbers_of(board, car)

    boxes = [box(car.pose, 1.17) for car in there]
    return Plane(board.view, boxes, 100.0, 1.8, paint, width=wide, height=high)


def _dice_row(
    board: Board, which: str, why: str, looks: Sequence[Look], tally: Sequence[tuple[int, str, str]]
) -> Part:
    """A player's dice, and at the right what they come to."""
    x, fight = board.latest.shots[-1].attack, board.view.attack
    seat = x.seat if which == "attack" else x.target
    if fight is not None and rolling(board.view) == which:
        why += f", {_word('again', count=fight.free)}"
    head = row(plate(seat, 42), Text(_word(which), 40), Soft(why, grow=1), gap=12, height=44)
    size = 56 if len(tally) > 1 else 72
    lines = [
        row(space(), Text(small, 34, MUTE, "t"), Text(str(count), size), Sign(icon, 44, width=52),
            gap=10, height=size)
        for count, small, icon in tally
    ]  # fmt: skip
    roll = Drawn(sized(looks, 400, 86, 122)) if looks else Soft(_word("no_dice"))
    body = row(roll, middle(*lines, gap=0, grow=1), gap=8, height=122)
    said = _word(f"{which}_said", x=x, shields=tally[0][0])
    return column(head, body, panel=PANEL, pad=16, gap=0, height=198, say=said)


def _lines(view: State, shot: Shot, armor: tuple[int, int] | None) -> list[tuple[str, str]]:
    """What the attack has rolled, and what of it gets where: icons and words."""
    x, defense, (got, tires) = shot.attack, shot.defense, shot.through
    out = [("hit", _word("rolled_tires" if x.tire.total else "rolled", x=x))]
    if rolling(view) == "attack":
        return out
    if defense is not None:
        out.append(("shield", _word("shields", off=defense.basic + defense.tire)))
    out.append(("armor", _word("through_tires" if tires else "through", got=got, tires=tires)))
    inside = max(0, got - armor[0]) if armor else 0
    out += [("fire", _word("fire"))] * x.fire + [("blast", _word("explosion"))] * x.explosion
    out += [("blast", _word("inside", inside=inside))] * bool(inside)
    return out[:4]


def _paper(view: State, shot: Shot) -> Part:
    """What the attack takes, on paper."""
    x, armor, head = shot.attack, _armor(view, shot), list[Part]()
    if x.target < THING:
        head.append(plate(x.target, 56))
    if armor is not None:
        before, after = armor
        head += [Text(SIDES[x.side], 46, INK, grow=1), Text(str(before), 92, INK)]
        if rolling(view) != "attack":
            head += [Drawn(Pointer(36, 34, INK)), figure(after, 92, width=104, ink=INK)]
    told = _lines(view, shot, armor)
    lines = (
        row(Sign(icon, 42, INK, width=52), Text(words, 40, INK, "t", grow=1), gap=14, height=56)
        for icon, words in told
    )
    said = f"{'; '.join(words for _, words in told)}."
    return column(row(*head, gap=24, height=78), space(8), Rule(), space(6), *lines, panel=PAPER,
                  pad=20, gap=0, width=_WINDOW[0], say=said)  # fmt: skip


def _damage(view: State, shot: Shot) -> Part:
    """The damage card line by line; empty while none is drawn."""
    after = shot.after
    drawn = next((x for x in after if isinstance(x, e.CardDrawn)), None)
    if drawn is None:
        return column(space(), panel=DEEP, grow=1)
    facts, left, card = [*after[after.index(drawn) + 1 :]], drawn.points, DECKS[drawn.card]
    rows, tall = list[Part](), min(62, (_FOOT - 92) // len(card.items) - 6)
    for item in card.items:
        last, taken = None, 0
        for x in [x for x in facts if _fits(item.item, x)]:
            if taken < (item.limit or left):
                facts.remove(x)
                last, taken = x, taken + getattr(x, "points", 1)
        none = _word("none_there" if left else "nothing_left")
        rows.append(_line(view, item.item, last, none, taken, tall))
        left -= taken
    head = row(
        Stamp(card.id, 50, INK, ink=PAPER, width=104, height=60), Text(_word("card"), 44, grow=1),
        Soft(_word("points", points=drawn.points)), Part(width=20),
        gap=14, height=64,
    )  # fmt: skip
    return column(head, *rows, space(), panel=RAISED, frame=EDGE, pad=8, gap=6, grow=1)


def _fits(item: str, x: Any) -> bool:
    """Whether a fact is what a line of a damage card does."""
    if isinstance(x, e.ItemHit):
        return CARDS[x.card].type == item or (item in _CREW and x.why == "absorb")
    kinds = {"tires": e.TiresLost, "opposite_armor": e.ArmorLost, "fire": e.FireStarted,
             "power_plant": e.PowerLost, **dict.fromkeys(_CREW, e.CrewHit)}  # fmt: skip
    return item in kinds and isinstance(x, kinds[item])


def _line(view: State, item: str, x: Any, none: str, taken: int, tall: int) -> Part:
    """A line of a damage card: what it has hit last, and the points that it has taken."""
    icon, words, held = ITEMS[item], none, list[Part]()
    ink, size, soft, ground = (PAPER, 40, SOFT, INK) if taken else (MUTE, 34, MUTE, RAISED)
    if isinstance(x, e.ItemHit | e.CrewHit):
        card, of = CARDS[x.card], view.cars[x.seat].durability(x.place)
        icon, words = icon_of(card), card.subtype if card.type == "crew" else card.short
        tokens = Tokens(x.left, of, 13, taken)
        held = [Drawn(tokens, say=say("sheet", "left", left=x.left, of=of))] * bool(of)
    elif x is not None:
        words = SIDES[x.side] if isinstance(x, e.ArmorLost | e.FireStarted) else ""
    edge = column(panel=ALARM if taken else RAISED, corner=0, width=10, height=tall)
    loss = [Stamp(minus(-taken), 36, ALARM, width=70, height=44)] * bool(taken)
    return row(
        edge, Sign(icon, size, ink, width=48), Text(texts("items")[item], size, ink, width=188),
        Text(words, 34, soft, "t", grow=1), *loss, *held, Part(width=6), panel=ground, corner=0,
        gap=6, height=tall,
    )  # fmt: skip


def picture(board: Board, title: str = "", keys: Sequence[str] = ()) -> Picture:
    """The last attack, and the keys of the dice that may be rolled again."""
    shot, view = board.latest.shots[-1], board.view
    x, defense, asked = shot.attack, shot.defense, rolling(view)
    looks = {"attack": attack_looks(shot), "defense": defense_looks(shot)}
    if asked:
        looks[asked] = [
            look._replace(key=str(at + 1)) if str(at) in keys else look
            for at, look in enumerate(looks[asked])
        ]
    totals, why = (("hit", x.basic.total), ("tire", x.tire.total)), view.cars[x.seat].kind(x.crew)
    tally = [
        (got, "" if asked == "attack" else _word("of", of=total), icon)
        for got, (icon, total) in zip(shot.through, totals, strict=True) if total or icon == "hit"
    ]  # fmt: skip
    above = _dice_row(board, "attack", why.subtype, looks["attack"], tally)
    below: Part = space()
    if defense is not None:
        shields, cover = defense.rolled + defense.cover, defense.cover
        small = _word("cover" if cover else "no_cover", cover=cover)
        speed = _word("speed", speed=view.cars[x.target].pace)
        below = _dice_row(board, "defense", speed, looks["defense"], [(shields, small, "shield")])
    top = row(_window(board, x), column(above, below, gap=8, grow=1, height=_WINDOW[1]))
    body = column(top, row(_paper(view, shot), _damage(view, shot), height=_FOOT))
    far, weapon = lengths(x.distance), CARDS[x.card].name
    aside = row(*_who(x.seat, x.target, 56), space(8), gap=12)
    whom, who = target_name(view, x.target, x.side), SEAT_LETTERS[x.seat]
    said = _word("said", who=who, weapon=weapon, target=whom, far=far)
    return Picture(Header(_word("moment", far=far), title or weapon, aside=aside, say=said), body)
