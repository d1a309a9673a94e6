"""Sets made at random: whatever the check lets through can be raced to the end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.rows import BadData
from games.engine.table import Table
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing import printed as words
from games.world_auto_racing.designs import DESIGNS, Garage, garage
from games.world_auto_racing.options import Options
from games.world_auto_racing.printed import STATS, TARGETS, TYPES, WHENS, WHOS
from games.world_auto_racing.sets import install, read_set
from games.world_auto_racing.turn import PASS

pytestmark = pytest.mark.usefixtures("catalogue")

MANY = 40
"""Sound cards in a set."""


def toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {toml(each)}' for key, each in value.items())}}}"
    return str(value)


class Maker:
    """Makes cards at random of the words that sets are written in, most of them no good."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def some(self, of: Any) -> Any:
        """One word, or a list of two."""
        of = list(of)
        return self.dice.choice([self.dice.choice(of), self.dice.sample(of, min(2, len(of)))])

    def field(self, name: str, op: str) -> Any:
        """What a field of an op may hold."""
        dice = self.dice
        made: dict[str, Any] = {
            "stat": dice.choice(STATS),
            "n": dice.choice((1, 1, 2, 3, 20)),
            "x": dice.choice((0, 0.5, 1.25, 2, 10)),
            "who": dice.choice(WHOS),
            "duration": dice.choice(("in_play", "round")),
            "per": {"count": dice.choice(("mods", "conditions", "controls_played"))},
            "if": self.asks(),
            "source": dice.choice(words.PLAYED),
            "from": "opponents",
            "subtype": dice.choice(words.SUBTYPES["condition"]),
            "type": self.some(words.PLAYED),
            "rounds": dice.randint(1, 5),
            "how": dice.choice(("choice", "random")),
            "filter": dice.choice(({}, {"min_active": 2}, {"subtypes": "Engine"})),
            "chooser": "owner",
            "zone": dice.choice(("course", "condition")),
            "which": dice.choice(("active", "choice")),
        }
        return dice.choice(words.PLAYED) if (name, op) == ("type", "extra_play") else made[name]

    def asks(self) -> dict[str, Any]:
        """An `if` of one part."""
        parts: dict[str, Any] = {
            "condition_tag": self.some(words.TAGS),
            "course_subtype": self.some(words.SUBTYPES["course"]),
            "rank": self.dice.choice(("first", "not_first", "last")),
            "hand": "largest",
            "mods_at_most": self.dice.randint(0, 4),
            "stat_above": ["power", self.dice.randint(0, 9)],
        }
        name = self.dice.choice(list(parts))
        return {name: parts[name]}

    def op(self, name: str) -> dict[str, Any]:
        """An op with the fields it needs and some of those it may have."""
        rule = words.OPS[name]
        fields = [f for f in rule.fields[1:] if f in rule.needs or self.dice.random() < 0.4]
        return {"op": name, **{field: self.field(field, name) for field in fields}}

    def effect(self) -> dict[str, Any]:
        """An effect on any occasion."""
        dice = self.dice
        when = dice.choice(WHENS)
        ops = [name for name, op in words.OPS.items() if when in op.whens]
        do = [self.op(dice.choice(ops)) for _ in range(dice.choice((1, 1, 2, 3)))]
        made: dict[str, Any] = {"when": when, "do": do}
        if dice.random() < 0.25:
            made["if"] = self.asks()
        if when in ("action", "check"):
            made |= {"limit": dice.choice(("round", 1, 2))} if dice.random() < 0.5 else {}
            if dice.random() < 0.3:
                made["cost"] = [self.op(dice.choice(words.COSTS))]
        if when == "check":
            made |= {"event": dice.choice(words.EVENTS), "optional": dice.random() < 0.5}
        return made

    def card(self, number: int) -> dict[str, Any]:
        """A card of any type."""
        dice = self.dice
        kind = dice.choice(TYPES)
        made: dict[str, Any] = {"id": f"zed_{number}", "name": f"Zed {number}", "type": kind}
        if kind == "car":
            made |= {"power": dice.randint(0, 9), "handling": dice.randint(0, 9), "make": "Zed"}
            made["mod_cap"] = dice.randint(0, 9)
        elif kind == "course":
            made |= {"power": dice.choice((0, 1, 2)), "handling": dice.choice((0, 1, 1.25))}
        elif dice.random() < 0.5:
            made |= {"power": dice.randint(-9, 9), "handling": dice.randint(-9, 9)}
        subtypes = words.SUBTYPES.get(kind)
        if subtypes:
            made["subtype"] = dice.choice(subtypes)
        if kind != "car" and dice.random() < 0.4:
            made["target"] = dice.choice(TARGETS)
        made["effects"] = [self.effect() for _ in range(dice.choice((1, 1, 2)))]
        return made


def text_of(made: list[dict[str, Any]]) -> str:
    """A set of these cards; its cars race with the garage of the first house car."""
    ready = Counter(kinds.KINDS[number].id for number in kinds.READY[kinds.CARS[0].number])
    parts = ['set = "Zed"\nnumber = 7']
    for card in made:
        parts.append("[[card]]\n" + "\n".join(f"{key} = {toml(v)}" for key, v in card.items()))
    for card in made:
        if card["type"] == "car":
            parts.append(f'[[garage]]\ncar = "{card["id"]}"\ncards = {toml(dict(ready))}')
    return "\n".join(parts)


def sound_cards(maker: Maker) -> list[dict[str, Any]]:
    """Cards that the check lets through, each in a set of its own."""
    out: list[dict[str, Any]] = []
    number = 0
    while len(out) < MANY:
        number += 1
        card = maker.card(number)
        try:
            read_set("zed.toml", text_of([card]))
        except BadData:
            continue
        out.append(card)
    return out


def brought(car: int, own: list[str], dice: random.Random) -> Garage:
    """A garage of cards of the set, four of each, filled up from the house set."""
    held = dice.sample(own, min(11, len(own))) * 4
    house = [card.id for card in kinds.KINDS.values() if card.set_name != "Zed" and card.stage < 2]
    house = [name for name in house if kinds.KINDS[kinds.NUMBERS[name]].type != "car"]
    return garage(kinds.KINDS[car].id, [*held, *dice.sample(house, 46 - len(held))])


def chosen(ask: Ask[Any], own: list[str], dice: random.Random) -> Any:
    """An answer at random; few passes, and cars of the set where they are free."""
    options = ask.options
    if ask.kind == "car":
        cars = [one for one in options if kinds.KINDS[one.car].set_name == "Zed"]
        if cars and dice.random() < 0.5:
            return dice.choice(cars)
    if ask.brought is not None:
        design = brought(dice.choice(options).car, own, dice)
        assert not DESIGNS.faults(design)
        return ask.brought.wrap(design, "")
    if len(options) > 1 and PASS in options and dice.random() < 0.9:
        options = [one for one in options if one != PASS]
    return dice.choice(options)


@pytest.mark.parametrize("seed", range(10))
def test_a_sound_set_can_be_raced(seed: int) -> None:
    maker = Maker(seed)
    found = sound_cards(maker)
    install([read_set("zed.toml", text_of(found))])
    own = [card["id"] for card in found if card["type"] != "car"]
    for race in range(40):
        dice = random.Random(1000 * seed + race)
        table, _ = Table.start(GAME, 2 + race % 3, SeededChance(race), Options(length=60))
        while table.result is None:
            ask = dice.choice(table.asks)
            table.answer(ask.seat, ask.number, chosen(ask, own, dice))
            assert table.view(ask.seat).seat == ask.seat
            if dice.random() < 0.02:
                again = Table.load(table.save(), table.context.chance)
                assert again.view(None) == table.view(None)
                table = again
