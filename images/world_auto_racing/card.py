"""One card large, with all its fields and the set it is from."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.voice import upper
from games.world_auto_racing.cards import Card
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.words.phrases import kind, numbers
from images.parts import Header, Part, Picture, Rule, Sign, Stamp, Text, column, row, space
from images.theme import DEEP, EDGE, PANEL, PAPER, RAISED, SOFT
from images.words import listed
from images.world_auto_racing.drivers import GAME
from images.world_auto_racing.faces import item_of, pips, stages_of
from images.world_auto_racing.texts import Count, say

_TALL = 520


def _facts(card: Card) -> Iterator[tuple[str, str]]:
    if card.make:
        yield say("make"), card.make
    if card.type == "car":
        yield say("cap_head"), say("cap", mods=Count(card.mod_cap))
    if card.line and card.stage:
        stages = stages_of(card)
        yield say("line"), say("line_stage", line=card.line, stage=card.stage, stages=stages)
    if card.tags:
        yield say("tags"), listed(card.tags)
    if card.type == "condition":
        yield say("for_all"), say("for_all_drivers")
    if card.type == "course":
        yield say("multiplies"), say("multiplies_for")


def _face(card: Card) -> Part:
    item = item_of(card.number)
    cells = [column(Text(number, 112), Text(stat, 40, SOFT, "t"), gap=0, width=176)
             for stat, number in item.pairs]  # fmt: skip
    figures = upper(numbers(card, stars=True)) or say("no_numbers")
    head = row(Text(kind(card).upper(), 34, SOFT, "t", grow=1), Sign(item.icon, 88))
    return column(
        head, Text(card.name, 50, lines=2), row(*pips(item, 30, RAISED), height=44), space(),
        row(*cells, gap=8), panel=RAISED, pad=24, width=408, height=_TALL,
        say=say("face", kind=upper(kind(card)), numbers=figures),
    )  # fmt: skip


def picture(number: int) -> Picture:
    """One card. Raises KeyError when there is no such card."""
    card = KINDS[number]
    house = card.source == "house"
    origin = say("house_set") if house else card.set_name or say("server_set")
    text = card.text or say("no_text")
    told = say("plan", text=text, plan=card.plan) if card.plan else text
    facts: list[Part] = [Text(told, 40, SOFT, "t", lines=2, top=True, grow=1)]
    facts[0].say = told if card.text or card.plan else ""
    for what, words in _facts(card):
        line = row(Text(what, 34, SOFT, "t", width=170), Text(words, 40, grow=1), height=56,
                   say=say("fact", what=what, fact=words))  # fmt: skip
        facts += [Rule(), line]
    plate = Stamp(origin, 34, PAPER if house else DEEP, None if house else EDGE, say="")
    plate.width = min(plate.least()[0], 480)
    facts += [Rule(), row(Text(say("set"), 34, SOFT, "t", width=170), plate, height=56,
                          say=say("from_house" if house else "from_set", set=origin))]  # fmt: skip
    about = column(*facts, gap=0, panel=PANEL, pad=28, grow=1, height=_TALL)
    return Picture(Header(GAME, card.name), row(_face(card), about))
