"""What Car Wars says: rules help, standing rules, cards and the texts of a whole fight."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from games.carwars import GAME
from games.carwars.catalog import BY_ID, CARDS, INCOMPLETE
from games.carwars.moves import RULES, Drop, Hold, Standing, Turn
from games.carwars.options import Options
from games.carwars.phrases import Wish
from games.carwars.state import Equipped, State
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.players import Player
from games.engine.table import Table
from games.engine.words import DETAIL, TEXT

WORDS = GAME.words
PLAYERS = [Player("Ann"), Player("Ben"), Player("Cleo")]


def test_topics_are_short_and_have_an_address() -> None:
    topics = WORDS.topics()
    assert len({topic.key for topic in topics}) == len({topic.title for topic in topics})
    for topic in topics:
        assert topic.key.isalnum()
        assert 0 < len(topic.text) <= 1500
        assert "\n" not in topic.text
        assert all(each.startswith(("Rules: ", "Ruling ")) for each in topic.cite.split("; "))


def test_the_cards_that_cannot_be_used_are_named() -> None:
    (told,) = (topic.text for topic in WORDS.topics() if topic.key == "sets")
    assert all(card.name in told for card in INCOMPLETE)


def test_every_standing_rule_has_a_text() -> None:
    every = {f"{rule}_{value}" for rule, values in RULES.items() for value in values}
    assert {*Wish.names.split()} == every


def test_every_card_tells_what_it_is() -> None:
    topics = WORDS.cards()
    assert [topic.card for topic in topics] == [*CARDS]
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)
    assert all(topic.key.isalnum() and len(topic.text) <= 1500 for topic in topics)
    texts = {topic.title: topic.text for topic in topics}
    assert texts["Light Machine Gun"] == (
        "Weapon, 1 BP (Core). Attacks with 2 black. Each wrench is 1 tire damage. Takes 2 damage."
    )
    assert texts["Rookie (driver)"].startswith("Crew, 0 CP (Core).")


def test_a_fight_says_every_question_and_button() -> None:
    rng = random.Random(3)
    table, told = Table.start(GAME, 3, SeededChance(3), Options(arena="yard", durable=True))
    explained = "; ".join(topic.cite for topic in WORDS.topics()).split("; ")
    said = defaultdict[str, set[str]](set)
    for _ in range(90):
        for seat in range(3):
            _wish(table, seat, rng)
        for each in told:
            for reader in (None, 0):
                said[type(each.event).__name__].add(WORDS.event(each.event, PLAYERS, reader))
        if not table.asks:
            break
        for ask in table.asks:
            view = table.view(ask.seat)
            question = WORDS.question(view, ask, PLAYERS)
            assert len(question.ask.split()) <= 8
            assert question.detail.endswith((".", "?"))
            assert set(ask.cite.split("; ")) <= set(explained)
            for path in _paths(ask, rng):
                for count in range(1, len(path) + 1):
                    label = WORDS.part(view, ask, path[:count], PLAYERS)
                    assert 0 < len(label.text) <= TEXT
                    assert len(label.detail) <= DETAIL
                    if ask.kind == "attack" and path[count - 1][0] == "c":
                        assert re.search(r", about \d\.\d damage$", label.text)
            car = view.cars[ask.seat]
            spends = car.ace and car.standing.defense not in ("ask", "none")
            assert ("without asking" in question.detail) == (ask.kind == "turn" and spends > 0)
        first = table.asks[0]
        value = first.walked.made(rng.choice) if first.walked else rng.choice(first.options)
        told = table.answer(first.seat, first.number, value)
    assert len(said) > 15
    for sentences in said.values():
        assert all(not each or each.endswith(".") for each in sentences)


def test_who_drops_something_is_told_of_no_damage() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(1), Options())
    state = table.context.state
    state.cars[0].cards = [Equipped(number) for number in (1, 5, 2)]
    ask: Ask[Any] = Ask(0, "attack", [Drop(0, 2), Drop(1, 2), Hold()], Hold())
    label = WORDS.part(table.view(0), ask, ("w2", "drop", "c1"), PLAYERS)
    assert label.text == "Gunner: Rookie"


def test_a_maneuver_tells_the_ace_that_it_brings_at_the_speed_that_is_chosen() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(1), Options())
    car = table.context.state.cars[0]
    brace = BY_ID["chassis_brace"].number
    car.cards, car.speed = [Equipped(number) for number in (1, 5, 2, brace)], 3
    ask: Ask[Any] = Ask(0, "turn", [], Turn(3))
    for speed, told in ((3, "you gain 1 ace token"), (4, "you gain 2 ace tokens")):
        for move in ("al", "l225"):
            label = WORDS.part(table.view(0), ask, ("turn", f"v{speed}", move), PLAYERS)
            assert told in label.detail
    label = WORDS.part(table.view(0), ask, ("turn", "v4", "r75"), PLAYERS)
    assert label.detail == "Low risk: no ace, no maneuver dice"


def _paths(ask: Ask[Any], rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Paths of listed answers, and of one that is made."""
    yield from (WORDS.path(option) for option in ask.options[:12])
    if ask.walked is not None:
        yield WORDS.path(ask.walked.made(rng.choice))


def _wish(table: Table[State], seat: int, rng: random.Random) -> None:
    """Now and then a player wishes to be asked."""
    for order in GAME.orders(table.context.state, seat):
        label = WORDS.order(table.view(seat), order, PLAYERS)
        assert label.text
        assert label.detail
        if isinstance(order, Standing) and order.value in ("ask", "low") and rng.random() < 0.2:
            table.order(seat, order)
