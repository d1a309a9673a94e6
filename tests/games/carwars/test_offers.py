"""Whole answers that are offered: each is legal, and counts for what was shown alone."""

from __future__ import annotations

import re

import msgspec

from games.carwars import GAME
from games.carwars.moves import Hold, Standing
from games.carwars.offers import ATTACKS, PLANS
from games.carwars.outlook import aim
from games.engine.chance import SeededChance
from games.engine.table import Table


def test_offers_are_legal_differ_and_count_once() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(4))
    for seat in (0, 1):
        table.order(seat, Standing("lone", "ask"))
    seen, driven_on = set[str](), 0
    for _ in range(60):
        ask = table.asks[0]
        if ask.kind == "drive":
            offers = PLANS.offers(table.view(ask.seat), ask, None)
            assert all(ask.read(each.plan.answer) == each.plan.answer for each in offers)
            table.answer(ask.seat, ask.number, offers[0].plan.answer)
            driven_on += 1
            continue
        if ask.kind != "turn":
            if ask.kind != "attack":
                assert not PLANS.offers(table.view(ask.seat), ask, None)
            value = Hold() if ask.kind == "attack" else ask.default
            table.answer(ask.seat, ask.number, value)
            continue
        view = table.view(ask.seat)
        offers = PLANS.offers(view, ask, None)
        turns = [offer.plan.answer for offer in offers]
        assert 1 <= len({*turns}) == len(turns) <= 3
        assert [ask.read(turn) for turn in turns] == turns
        seen |= {offer.key for offer in offers}
        # None goes without a word.
        names = [
            name for offer in offers for name in re.split(r" \(also: |, |\)", offer.text) if name
        ]
        names = [name[0].upper() + name[1:] for name in names]
        assert {"Attack run", "Break away"} <= {*names}
        assert len({*names}) == len(names)
        detail = GAME.words.question(view, ask, []).detail
        assert ("Straight ahead" in names) != ("Straight ahead, you'd hit something." in detail)
        plan = msgspec.json.decode(msgspec.json.encode(offers[-1].plan), type=PLANS.kept)
        assert PLANS.answer(view, ask, plan) == turns[-1]
        table.answer(ask.seat, ask.number, turns[-1])
        for later in table.asks:
            assert PLANS.answer(table.view(later.seat), later, plan) is None
            assert PLANS.told(table.view(later.seat), plan) == ""
    assert seen == {"run", "away", "straight"}
    assert driven_on


def test_the_best_attacks_are_offered_the_best_one_first() -> None:
    table, _ = Table.start(GAME, 3, SeededChance(4))
    for seat in range(3):
        table.order(seat, Standing("lone", "ask"))
    met = 0
    for _ in range(40):
        ask = table.asks[0]
        view, value = table.view(ask.seat), ask.default
        if ask.kind == "attack":
            offers = PLANS.offers(view, ask, None)
            fires = [offer.plan.answer for offer in offers]
            worth = [round(aim(view, ask.seat, fire).worth, 2) for fire in fires]
            assert 1 <= len({*fires}) == len(fires) <= ATTACKS
            assert {*fires} <= {*ask.options}
            assert worth == sorted(worth, reverse=True)
            assert [offer.best for offer in offers] == [True] + [False] * len(offers[1:])
            assert [int(offer.text.split()[0]) for offer in offers] == [*range(1, len(offers) + 1)]
            plan = msgspec.json.decode(msgspec.json.encode(offers[0].plan), type=PLANS.kept)
            value = PLANS.answer(view, ask, plan)
            met += len(fires) > 1
            table.answer(ask.seat, ask.number, value)
            for later in table.asks:
                assert PLANS.answer(table.view(later.seat), later, plan) is None
            continue
        table.answer(ask.seat, ask.number, value)
    assert met
