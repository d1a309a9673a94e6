"""The answer that drives a turn, part by part and on paper."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.carwars import GAME
from games.carwars.base import Move
from games.carwars.driving import Pace, Turns
from games.carwars.events import Moved, OutOfControl, Repositioned, Spun, ThingHit, Wrecked
from games.carwars.moves import Turn
from games.carwars.outlook import drawn
from games.carwars.state import Car, State
from games.engine.chance import SeededChance
from games.engine.errors import Illegal
from games.engine.table import Table

LEFT = Move("turn", 1, 375)
PACES = (Pace(2), Pace(3), Pace(0, True))


def turns(left: int | None = None, *, out_of_control: bool = False) -> Turns:
    return Turns(PACES, left, Car(0, control=0 if out_of_control else 1))


def test_the_first_part_is_the_speed_then_come_moves_and_an_end() -> None:
    assert turns().keys(()) == ("v2", "v3", "vr0")
    first = turns().keys(("v2",))
    assert {"s", "l75", "r900", "al", "ar", "go"} < {*first}
    assert "ask" not in first
    assert "ask" in turns().keys(("v2", "s"))
    assert turns().keys(("v2", "s", "l450")) == ("go",)
    assert turns().keys(("v2", "s", "go")) == ()
    assert turns(out_of_control=True).keys(("v3",)) == ("go",)


def test_any_angle_is_read_and_written_again() -> None:
    turn = turns().read(("v3", "l375", "al", "ask"))
    assert turn == Turn(3, moves=(LEFT, Move("slide", 1)), look=True)
    assert turn.path == ("turn", "v3", "l375", "al", "ask")
    assert turns().read(("vr0", "go")) == Turn(0, reverse=True)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (("v4", "go"), "can't change to that speed"),
        (("v9", "go"), "isn't part of this answer"),
        (("v2", "s"), "isn't finished"),
        (("v2", "l0", "go"), "isn't part of this answer"),
        (("v2", "l901", "go"), "isn't part of this answer"),
        (("v2", "s", "s", "s", "go"), "3 moves, but have points for 2"),
        (("v2", "ask"), "no movement points left"),
        (("v2", "s", "s", "ask"), "no movement points left"),
        (("vr0", "s", "s", "go"), "2 moves, but have points for 1"),
    ],
)
def test_what_breaks_a_rule_is_refused_in_a_sentence(parts: tuple[str, ...], why: str) -> None:
    with pytest.raises(Illegal, match=why):
        turns().read(parts)


def test_out_of_control_only_straight_moves_are_read() -> None:
    assert turns(out_of_control=True).read(("v2", "s", "go")).moves == (Move(),)
    with pytest.raises(Illegal, match="out of control"):
        turns(out_of_control=True).read(("v2", "l75", "go"))


def test_an_angle_may_be_typed() -> None:
    form = turns().typed(("v2",))
    assert form is not None
    assert [form.read(text) for text in ("L 37.5", "37,5 left", "right 5", " 90 R ")] == [
        ("l375",), ("l375",), ("r50",), ("r900",),
    ]  # fmt: skip
    for text in ("", "0", "L 0", "L 91", "37", "up 5", "L 1.25"):
        with pytest.raises(Illegal, match="Write L or R and an angle"):
            form.read(text)
    assert turns().typed(()) is None
    assert turns().typed(("v2", "s", "s")) is None


def test_what_is_left_of_a_turn_has_its_speed_and_its_points() -> None:
    rest = Turns((Pace(3),), 1, Car(0, control=1))
    assert rest.read(("v3", "r75", "go")).moves == (Move("turn", -1, 75),)
    with pytest.raises(Illegal, match="2 moves, but have points for 1"):
        rest.read(("v3", "s", "s", "go"))


# -- on paper


def test_a_turn_on_paper_is_the_turn_that_is_driven() -> None:
    """As far as no loss of control and nothing that is removed changes it."""
    rng, points, repositions = random.Random(4), 0, 0
    for seed, arena in enumerate(("yard", "crossfire", "pit", "open")):
        options = msgspec.convert({"arena": arena, "durable": True}, GAME.Options)
        table, _ = Table.start(GAME, 3, SeededChance(seed), options)
        while table.result is None:
            ask = table.asks[0]
            if ask.walked is None or ask.kind == "place":
                value = ask.default if rng.random() < 0.5 else rng.choice(ask.options)
                table.answer(ask.seat, ask.number, value)
                continue
            value = ask.walked.made(rng.choice)
            view: State = table.view(ask.seat)
            before = msgspec.json.encode(view)
            steps, _ = drawn(view, ask.seat, value)
            assert msgspec.json.encode(view) == before
            told = [each.event for each in table.answer(ask.seat, ask.number, value)]
            for event in told:
                if isinstance(event, Spun | OutOfControl | ThingHit | Wrecked) or not steps:
                    break
                if isinstance(event, Moved | Repositioned) and event.seat == ask.seat:
                    assert event.path == steps.pop(0).path[: len(event.path)]
                    points += 1
                    repositions += isinstance(event, Repositioned)
            else:
                assert steps == []
    assert points > 100
    assert repositions > 3
