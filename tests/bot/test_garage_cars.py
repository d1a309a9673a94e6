"""Cars of Car Wars, Sixth Edition, at the garage: their panels fit a message."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from bot.designs import garage, garage_edit
from bot.designs.designs import Look
from games.carwars.designs import DESIGNS
from tests.bot.workbench import fits

GAME: Any = SimpleNamespace(name="carwars", title="Car Wars, Sixth Edition", designs=DESIGNS)
SOME = slice(None, None, 12)


def test_the_panels_of_cars_that_come_with_the_game_fit() -> None:
    for design in DESIGNS.ready()[SOME]:
        look = Look("sABCDEFGHJK", design, "W" * 40, "7KQ2MX9G")
        fits(garage.shown(GAME, look))
        fits(garage.export(GAME, look))
        fits(garage_edit.edit(GAME, look, checked=True))
    fits(garage.front(GAME, [], None))
    fits(garage.bases(GAME))
    fits(garage.rules(GAME))


def test_every_sample_and_every_base_can_be_chosen() -> None:
    for post, many in ((garage.front(GAME, [], None), 85), (garage.bases(GAME), 96)):
        choices = [choice for row in post.rows for choice in getattr(row, "choices", ())]
        assert len({choice.label for choice in choices}) == len(choices) == many


def test_the_panels_of_any_draft_fit() -> None:
    dice = random.Random(5)
    for base in ("d2", "d9", "d12", "s12"):
        design = DESIGNS.put(DESIGNS.begin(base), "core", 0)
        for _ in range(8):
            part = dice.choice([key for key, *_ in DESIGNS.parts(design)])
            design = DESIGNS.put(design, part, dice.randint(0, DESIGNS.most(design, part)))
        look = Look("dABCDEFGHJK", design, "Rook")
        for page in garage_edit.pages(DESIGNS, design)[::5]:
            part = page.parts[-1][0]
            fits(garage_edit.edit(GAME, look, page=page.key, part=part, note="*" * 5000))
