"""One driver's sheet: the car with its mods, what is in play, and the sum with every part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.players import Player
from games.engine.voice import ordinal
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.phrases import figures, plain, signed
from images.cars import Badge, Running, longest
from images.parts import Drawn, Header, Part, Picture, Sign, Text, column, label, row, space
from images.theme import MUTE, PANEL, PAPER, RAISED, SOFT
from images.words import listed
from images.world_auto_racing.drivers import Driver, acting_of, moment_of
from images.world_auto_racing.faces import NOTHING, Item, body_of, front_of, icon_of, item_of, pips
from images.world_auto_racing.shared import SHARED_TALL, course_part
from images.world_auto_racing.sums import SIGNS, SumPart
from images.world_auto_racing.texts import Count, say

_LEFT: Final = 604
_TALL: Final = 516
"""Height of what stands above the sum, px."""
_SUM_TALL: Final = 248
_HEAD: Final = 34
"""Height of the heading over a list, px."""
_LEAST: Final = 28
"""Height of a line of a list where there are many, px."""


def given(calculation: Calculation) -> dict[str, tuple[str, list[str]]]:
    """What each card gives to power and to handling, by its name: (type, both numbers)."""
    found: dict[str, tuple[str, list[str]]] = {}
    for i, steps in enumerate((calculation.power, calculation.handling)):
        counts = [step for step in steps if step.kind in ("add", "sub", *SIGNS)]
        for name, group in {step.reason: step.group for step in counts}.items():
            both = found.setdefault(name, (group, ["", ""]))[1]
            both[i] = _effect([step for step in counts if step.reason == name])
    return found


def _effect(steps: Sequence[Step]) -> str:
    """Points of one card on one stat: "+2", "≤7", "×2", or several of them."""
    points = sum(step.points for step in steps if step.kind in ("add", "sub"))
    out = [f"{SIGNS[step.kind]}{plain(step.points)}" for step in steps if step.kind in SIGNS]
    return " ".join(([signed(points)] if points else []) + out)


def lists_of(driver: Driver) -> tuple[list[Item], list[Item], list[Item]]:
    """What counts now: the car's own ability, mods and trait; conditions, and the course where it
    does more than multiply; what lies in front of the driver, then whatever else counts."""
    view, racer = driver.view, driver.racer
    found = given(driver.sum) if driver.sum is not None else {}

    def of(item: Item) -> Item:
        """A card with what it gives by the sum; before there is one, with its printed numbers."""
        power, handling = found.pop(item.card, ("", ("", "")))[1]
        return item if driver.sum is None else item._replace(power=power, handling=handling)

    lasting = [*racer.tops, *[racer.trait] * (racer.trait >= 0)]
    own = [of(item_of(number)) for number in lasting]
    if driver.car is not None:
        ability = of(Item("power", say("ability"), card=driver.car.name))
        own = [ability] * bool(ability.pairs) + own
    around = [of(item_of(number, owner)) for number, owner in view.conditions]
    for number, owner in view.courses[-1:]:
        course = of(item_of(number, owner, printed=False))
        around += [course] * bool(course.pairs)
    front = [of(item) for item in front_of(racer)]
    for name, (group, (power, handling)) in found.items():
        icon = icon_of(group) if group != "rule" else "power"
        front.append(Item(icon, name, power, handling, _owner(driver, name)))
    return own, around, front


def _owner(driver: Driver, name: str) -> int:
    """The one other driver in front of whom a card of that name lies, or -1."""
    found = {
        at
        for at, other in enumerate(driver.view.drivers)
        if at != driver.seat
        for number in (*other.front, other.trait)
        if number >= 0 and KINDS[number].name == name
    }
    return found.pop() if len(found) == 1 else -1


def _line(item: Item, tall: int, owners: bool) -> Part:
    """A card: icon, name, stages, what it does to power and handling, and whose it is."""
    size = max(26, min(40, tall - 8))
    effects = [
        Text(each or NOTHING, min(42, size + 4), PAPER if each else MUTE, anchor="middle", width=76)
        for each in (item.power, item.handling)
    ]
    badge = Badge(max(item.owner, 0), min(23, tall // 2 - 1), RAISED)
    whose = [Drawn(badge, say="", width=50) if item.owner >= 0 else space(50)] if owners else []
    said = say("trait", card=item) if item.icon == "trait" else f"{item}."
    return row(Sign(item.icon, min(38, tall - 4), width=48), Text(item.name, size, grow=1),
               *pips(item, 16 if tall > 40 else 12, RAISED), *effects, *whose, panel=RAISED,
               corner=0, pad=2, gap=4, height=tall, say=said)  # fmt: skip


def _list(heading: Text, said: str, items: Sequence[Item], tall: int, room: int,
          owners: bool = False) -> Part:  # fmt: skip
    """The cards in lines of that height, as many as there is room for; the rest is counted."""
    fit = max(0, room // (tall + 3))
    hidden = items[fit:]
    heading.text = say("more", name=heading.text, more=len(hidden)) if hidden else heading.text
    heading.say = " ".join((said, *(f"{each}." for each in hidden)))
    letters = [stat[0].upper() for stat in STATS]
    heads = [Text(each, 30, MUTE, anchor="middle", width=76, say="") for each in letters]
    beside = space(54 if owners else 2)
    heading.grow = 1
    lines: list[Part] = [_line(each, tall, owners) for each in items[:fit]]
    if not items:
        lines = [Text(say("none"), 34, SOFT, "t", height=40, say="")]
    return column(row(space(2), heading, *heads, beside, gap=4, height=_HEAD), *lines, gap=3)


def own_part(driver: Driver, own: Sequence[Item]) -> Part:
    """The car with its own numbers, what its driver holds, mods and trait."""
    if driver.car is None:
        text = Text(say("no_car"), 44, SOFT, say=f"{driver}.")
        return column(text, panel=PANEL, pad=28, width=_LEFT, height=_TALL)
    racer, compact = driver.racer, len(own) > 5
    spent = driver.view.spent(driver.seat) if driver.view.phase == "action" else ()
    hand, garage, junk = len(racer.hand), len(racer.garage), len(racer.junkyard)
    said = driver.say("holds", hand=Count(hand), garage=garage, junk=junk)
    said += driver.say("last_round") if driver.gained is not None else ""
    said += say("played", types=listed(spent)) if spent else ""
    both, word, size = figures(driver.car), 30 if compact else 34, 52 if compact else 90
    cells = [column(Text(stat, word, SOFT, "t"), Text(number, size), gap=0, width=130)
             for stat, number in zip(STATS, both, strict=True)]  # fmt: skip
    numbered = row(*cells, say=say("own_stats", power=both[0], handling=both[1]))
    count = Text(driver.say("mods"), 34, SOFT, "t", say="")
    body = body_of(driver.car)
    length = longest(body, *((170, 78) if compact else (278, 130)))
    car = Drawn(Running(driver.seat, length, not driver.live, kind=body), say=said)
    beside: Part = row(numbered, count) if compact else column(numbered, count, gap=0)
    about = "" if driver.view.round else driver.car.text
    held = Text(say("counts", hand=hand, garage=garage, junk=junk), 32, SOFT, "t")
    room = 344 if compact else 246
    tall = max(_LEAST, min(56, room // max(1, len(own)) - 3))
    words = driver.say("with_mods" if own else "no_mods", about=about).strip()
    return column(row(car, beside, gap=20), _list(held, words, own, tall, room), panel=PANEL,
                  pad=14, gap=4, width=_LEFT, height=_TALL, name="car")  # fmt: skip


def words_of(driver: Driver) -> Iterator[str]:
    """All that the sheet says of the driver alone, a part each."""
    own, _, front = lists_of(driver)
    yield from own_part(driver, own).words()
    if front:
        yield from _list(label(say("in_front")), say("in_front_are"), front, 40, 400).words()
    yield from SumPart(driver).words()


def _others(around: Sequence[Item], front: Sequence[Item]) -> Part:
    """Conditions, then what lies in front of the driver, in one panel."""
    room = _TALL - SHARED_TALL - 12 - 20
    heads = 1 + bool(front)
    tall = (room - _HEAD * heads) // (max(1, len(around)) + len(front)) - 5
    tall = max(_LEAST, min(50, tall))
    none = say("conditions_are" if around else "no_conditions")
    lists = [_list(label(say("conditions")), none, around, tall, room, owners=True)]
    if front:
        room -= _HEAD * heads + (tall + 3) * max(1, len(around))
        heading = label(say("in_front"))
        lists.append(_list(heading, say("in_front_are"), front, tall, room, owners=True))
    return column(*lists, panel=PANEL, pad=8, gap=2, grow=1, name="others")


def picture(view: Race, players: Sequence[Player], seat: int) -> Picture:
    """One driver and all that counts for them."""
    driver = Driver(view, players, seat)
    own, around, front = lists_of(driver)
    right = column(course_part(view), _others(around, front), gap=12, grow=1, height=_TALL)
    status = say("looks_on") if driver.state == "waits" else driver.standing
    if driver.state not in ("passed", "left", "waits"):
        place, drivers = ordinal(driver.place), len(view.drivers)
        order = say("place", place=place, drivers=drivers) if driver.place else ""
        status = say("action") if seat == acting_of(view) else order
    title = f"{driver.name} · {driver.drives}" if driver.car else driver.name
    moment = moment_of(view)
    sums = SumPart(driver, height=_SUM_TALL)
    body = column(row(own_part(driver, own), right), sums)
    return Picture(Header(moment, title, (seat,), status, say=f"{moment}."), body)
