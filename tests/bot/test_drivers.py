"""Who plays the computer seats, and what they say at the table."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from bot.match import drivers
from bot.match.drivers import APART, DRIVERS, Line, order
from bot.match.match import Match
from bot.match.seats import Seat
from bot.posts import news
from games.engine import talk
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.found import all_games, find
from games.engine.game import Decision, Game, Seeing
from games.engine.table import Table
from images.helmets import HELMETS
from tests.bot.faults import match_of, to_a_choice
from tests.bot.pits import Pits


class Heard:
    """A match as far as its drivers speak there."""

    def __init__(self, match_id: str = "") -> None:
        self.id = match_id
        self.said: list[Line] = []
        self.quiet = 0


def test_a_dozen_drivers_have_a_helmet_and_lines_for_every_occasion() -> None:
    assert len(DRIVERS) == 12
    assert list(HELMETS) == list(DRIVERS)
    assert len({str(strokes) for strokes in HELMETS.values()}) == 12
    assert {driver.temper for driver in DRIVERS.values()} >= {"steady", "racer", "careful", "bold"}
    lines = [line for one in DRIVERS.values() for said in one.says.values() for line in said]
    assert len(lines) == len(set(lines))
    assert all(0 < len(line) <= 60 for line in lines)
    for driver in DRIVERS.values():
        assert tuple(driver.says) == talk.OCCASIONS
        assert all(len(said) >= 2 for said in driver.says.values())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_knows_only_tempers_that_some_driver_has(game: Game[Any]) -> None:
    assert set(game.tempers) <= {driver.temper for driver in DRIVERS.values()}


def test_a_driver_plays_as_his_temper_at_the_level_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def seat(name: str) -> Seeing:
        def answer(view: Any, ask: Ask[Any], rng: random.Random) -> Decision:
            played.append(name)
            return Decision(ask.default, "")

        return Seeing(answer)

    game = find("nascards")
    monkeypatch.setattr(type(game), "computers", {"easy": seat("easy"), "normal": seat("normal")})
    monkeypatch.setattr(type(game), "tempers", {"racer": seat("racer")})
    seats = [Seat("Juniper", 7, "normal"), Seat("Juniper", None, "normal")]
    seats += [
        Seat("Rook", None, "normal"),
        Seat("Juniper", None, "easy"),
        Seat("C", None, "normal"),
    ]
    for one in seats:
        match = match_of("nascards")
        asked = to_a_choice(match).seat
        match.seats[asked] = one
        assert match.go_on(match.think(random.Random(1)))
    assert played == ["normal", "racer", "normal", "easy", "normal"]


def test_not_always_the_same_ones_come() -> None:
    assert {order(f"{number:08}")[0] for number in range(200)} == set(DRIVERS)
    assert sorted(order("abc")) == sorted(DRIVERS)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_at_most_one_in_five_turns_speaks_and_nobody_repeats_anything(game: Game[Any]) -> None:
    heard, seats = Heard(), min(3, game.room(game.Options())[1])
    names = list(DRIVERS)[:seats]
    table, told = Table.start(game, seats, SeededChance(7))
    rng = random.Random(1)
    turns: list[int] = []
    turn = at = 0
    for at in range(4000):
        public = [each.event for each in told if each.seats is None]
        for event in public:
            before = len(heard.said)
            turn += talk.turn(game, event) > 0
            drivers.heard(heard, game, at, [event], names)
            turns += [turn] * (len(heard.said) - before)
        if table.result is not None:
            break
        ask = table.asks[0]
        imagine = partial(table.imagine, ask.seat)
        decision = game.computers["easy"].decide(table.view(ask.seat), ask, imagine, rng)
        told = table.answer(ask.seat, ask.number, decision.answer)
    assert turns
    assert all(later - earlier >= APART for earlier, later in pairwise([0, *turns]))
    said = [line.said for line in heard.said]
    assert len(said) == len(set(said))
    assert {line.name for line in heard.said} <= set(names)


def test_only_a_seat_that_is_a_computers_speaks() -> None:
    game, heard = find("nascards"), Heard()
    heard.quiet = APART
    crash = next(kind for kind in game.Event.__args__ if kind.__name__ == "Totaled")
    drivers.heard(heard, game, 1, [crash(0, 10)], ["", "Rook"])
    assert heard.said == []
    drivers.heard(heard, game, 2, [crash(1, 10)], ["", "Rook"])
    assert [line.name for line in heard.said] == ["Rook"]
    assert heard.said[0].said in DRIVERS["Rook"].says["out"]


def test_what_was_said_goes_with_a_move_that_is_taken_back() -> None:
    heard = Heard()
    heard.said, heard.quiet = [Line(3, "Rook", "Noted."), Line(9, "Wren", "Please stop.")], 2
    drivers.forget(heard, 9)
    assert (len(heard.said), heard.quiet) == (2, 2)
    drivers.forget(heard, 8)
    assert ([line.at for line in heard.said], heard.quiet) == ([3], 0)


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({"turn": "Tuesday"}, "talk.turn: There is no event Tuesday."),
        ({"turn": "TurnBegan.round"}, "talk.turn: The event TurnBegan has no round."),
        (
            {"turn": "TurnEnded.miles"},
            "talk.turn: Turns are counted by turn or round, not by miles.",
        ),
        ({"Sneezed": {"out": "seat"}}, "talk.Sneezed: There is no event Sneezed."),
        ({"Totaled": {"sad": "seat"}}, "talk.Totaled: There is no occasion sad."),
        ({"Totaled": {"out": "wheel"}}, "talk.Totaled: The event Totaled has no wheel."),
    ],
)
def test_an_occasion_that_cannot_be_is_found(texts: Any, fault: str) -> None:
    class Odd:
        Event = find("nascards").Event

    Odd.texts = {"talk": texts}  # type: ignore[attr-defined]
    assert list(talk.faults(Odd)) == [fault]  # type: ignore[arg-type]


async def test_what_is_said_stands_on_the_board_and_is_there_after_a_restart(pits: Pits) -> None:
    match_id = await pits.deal()

    def speak(match: Match) -> None:
        match.said = [Line(match.news[-1][0], "Rook", "Noted. In pencil, for now.")]
        match.notice = "x"

    await pits.bot.matches.change(match_id, speak)
    await pits.settled()
    assert "Rook: \u201cNoted. In pencil, for now.\u201d" in pits.board().text
    await pits.stop()
    await pits.start()
    assert [line.name for line in (await pits.match(match_id)).said] == ["Rook"]


async def test_the_board_introduces_a_driver_until_somebody_has_acted(pits: Pits) -> None:
    await pits.deal(1, game="nascards", computers=1)
    name = (await pits.match()).seats[1].name
    about = f"-# **B** {name} · {DRIVERS[name].about}"
    assert about in pits.board().text

    def answer(match: Match) -> None:
        ask = match.ask_of(0)
        assert ask is not None
        match.answer(pits.ann.id, ask.number, ask.default)

    for _ in ("pit", "keep"):
        await pits.bot.matches.change(pits.match_id, answer)
        await pits.settled()
    assert DRIVERS[name].about not in pits.board().text


def test_many_drivers_are_not_introduced() -> None:
    match = match_of("nascards", people=1, computers=4)
    for seat, name in zip(match.seats[1:], DRIVERS, strict=False):
        seat.name = name
    assert news.introduced(match) == []
    for seat in match.seats[4:]:
        seat.name = "Somebody"
    assert len(news.introduced(match)) == 3
