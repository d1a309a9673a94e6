"""What Mini Car Wars says over whole fights played by whim: every sentence, label and path."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.players import Player
from games.engine.table import Emitted, Table
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.moves import Drive
from games.mini_carwars.options import Options
from games.mini_carwars.words.outcomes import outcome

pytestmark = pytest.mark.by_turns

WORDS = GAME.words

NAMES = ("Ann", "Ben", "Cora", "Dan", "Eve", "Fay")
PLAYERS = [Player(name) for name in NAMES]
LONG = [Player(letter * 32) for letter in "ABCDEF"]
KINDS = {"vehicle", "speed", "move", "fire"}
SILENT = {e.Laid, e.WentOut}
"""Events that may have nothing to say."""
FIGHTS: list[tuple[int, dict[str, Any]]] = [
    (2, {"ground": "both"}),
    (2, {"budget": 25_000, "open_sheets": True}),
    (2, {"scenario": "pack-attack", "ground": "debris"}),
    (4, {"scenario": "pack-attack", "ground": "off-road"}),
    (6, {"scenario": "pack-attack"}),
    (3, {"scenario": "arena", "budget": 25_000}),
    (6, {"scenario": "arena"}),
    (3, {"scenario": "open-fight", "budget": 30_000, "start": "head-on", "places": "C: x 1"}),
]
MOST = 250
"""Questions of a fight that are looked at."""

Step = tuple[Table[Any], Ask[Any], list[Emitted]]


def wander(seats: int, seed: int, **options: Any) -> Iterator[Step]:
    """A fight played by whim: questions before they are answered, with what has been told."""
    rng = random.Random(seed)
    table, told = Table.start(GAME, seats, SeededChance(seed), Options(**options))
    for _ in range(MOST):
        if table.result is not None:
            break
        ask = rng.choice(table.asks)
        yield table, ask, told
        # Maneuvers are left rare, and fire likely, so that fights last and do damage.
        careful = ask.kind != "fire" and rng.random() < 0.7
        answer = ask.default if careful else rng.choice(ask.options)
        told = table.answer(ask.seat, ask.number, answer)
    yield table, Ask(0, "over", (None,), None, ""), told


def questions(seats: int, seed: int, **options: Any) -> Iterator[tuple[Table[Any], Ask[Any]]]:
    for table, ask, _ in wander(seats, seed, **options):
        if ask.kind != "over":
            yield table, ask


def plain(sentence: str, most: int = 300) -> bool:
    """One line of a length that a message can bear, without a placeholder left in it."""
    fine = bool(sentence) and len(sentence) <= most and not set("\n{}") & set(sentence)
    return fine and not re.search(r"  |None|-\d|\.\.|nan", sentence)


def beginnings(ask: Ask[Any]) -> set[tuple[str, ...]]:
    """Every beginning of a path of the question."""
    paths = [WORDS.path(option) for option in ask.options]
    return {path[:depth] for path in paths for depth in range(1, len(path) + 1)}


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_every_question_is_put_in_plain_sentences(seats: int, options: dict[str, Any]) -> None:
    for table, ask in questions(seats, 1, **options):
        view = table.view(ask.seat)
        for players in (PLAYERS, LONG):
            question = WORDS.question(view, ask, players)
            assert plain(str(question))
            assert question.detail.endswith(".") or not question.detail
            assert len(question.ask.split()) <= 8
            assert plain(WORDS.why(view, ask, players), 400)
        for reader in (*range(seats), None):
            seen = table.view(reader)
            assert plain(WORDS.title(seen), 60)
            assert plain(WORDS.headline(seen, table.asked, PLAYERS))
            assert WORDS.headline(seen, table.asked, PLAYERS).endswith(".")
            assert 0 < len(WORDS.action_phrase(seen, table.asked)) <= 24
            assert len(WORDS.loadout(seen, 0)) <= 200


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_every_event_is_told_in_plain_sentences(seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        for _, _, told in wander(seats, seed, **options):
            for one in told:
                for reader in (*range(seats), None):
                    if not one.reaches(reader):
                        continue
                    sentence = WORDS.event(one.event, PLAYERS, reader)
                    if not sentence:
                        assert type(one.event) in SILENT
                        continue
                    assert plain(sentence)
                    assert sentence.endswith((".", "!"))
                    assert len(WORDS.event(one.event, LONG, reader)) <= 300


def test_the_wanderings_meet_every_kind_of_question_and_event() -> None:
    asked, told = set[str](), set[type[Any]]()
    wanted = set(e.Event.__args__) - {e.SmokeGone, e.PlayerLeft}
    for seed in range(12):
        for seats, options in FIGHTS:
            for _, ask, news in wander(seats, seed, **options):
                asked.add(ask.kind)
                told |= {type(one.event) for one in news}
        if asked == {*KINDS, "over"} and told >= wanted:
            break
    assert asked == {*KINDS, "over"}
    assert told >= wanted


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_the_paths_of_a_question_are_apart_and_short(seats: int, options: dict[str, Any]) -> None:
    for _, ask in questions(seats, 2, **options):
        paths = [WORDS.path(option) for option in ask.options]
        assert len(set(paths)) == len(paths)
        inner = {path[:depth] for path in paths for depth in range(1, len(path))}
        assert not inner & set(paths)
        for path in paths:
            assert len(".".join(path)) <= 40
            assert all(re.fullmatch("[a-z0-9]+", key) for key in path)


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_labels_fit_what_is_pressed_and_sisters_differ(seats: int, options: dict[str, Any]) -> None:
    for table, ask in questions(seats, 3, **options):
        view = table.view(ask.seat)
        sisters: dict[tuple[str, ...], list[str]] = {}
        for path in beginnings(ask):
            short, long = (WORDS.part(view, ask, path, players) for players in (PLAYERS, LONG))
            for label in (short, long):
                assert plain(label.text, 80)
                assert not label.detail or plain(label.detail, 100)
                assert label.style in ("main", "plain", "grave")
            sisters.setdefault(path[:-1], []).append(short.text)
        for labels in sisters.values():
            assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_every_way_to_move_is_open_or_says_why_not(seats: int, options: dict[str, Any]) -> None:
    for table, ask in questions(seats, 4, **options):
        view = table.view(ask.seat)
        foot, idle = WORDS.captions(view, ask, PLAYERS), WORDS.unplayable(view, ask)
        assert not foot.keys() & idle.keys()
        assert foot.keys() | idle.keys() == (set(range(4)) if ask.kind == "move" else set())
        keys = {WORDS.path(option)[0] for option in ask.options}
        assert all(key in keys and plain(words, 36) for key, words in foot.values())
        assert all(plain(words, 36) for words in idle.values())


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_a_move_comes_to_what_its_label_said(seats: int, options: dict[str, Any]) -> None:
    """Contacts and control rolls foretold are those that follow, where nothing else happens."""
    for seed in range(2):
        for table, ask in questions(seats, 10 + seed, **options):
            if ask.kind != "move":
                continue
            view = table.view(ask.seat)
            drive: Drive = ask.options[len(ask.options) // 3]
            done = outcome(view, view.cars[view.asked], drive)
            told = [one.event for one in table.fork().answer(ask.seat, ask.number, drive)]
            # Up to the next vehicle's move, or the end of the fire that follows.
            later = [at for at, one in enumerate(told) if isinstance(one, e.Moved)][1:]
            mine = [
                one
                for one in told[: later[0] if later else None]
                if getattr(one, "vehicle", -1) == view.asked
            ]
            hits = {one.other for one in mine if isinstance(one, e.Collided)}
            rolls = [one for one in mine if isinstance(one, e.ControlRolled)]
            slid = any(isinstance(one, e.Slid) for one in mine)
            assert hits & set(done.met) or not done.met
            assert done.met or slid or hits <= set(done.held)
            assert len(rolls) >= done.rolls or done.met or done.held or slid or _crashed(mine)
            assert done.rolls or slid or hits or {one.cause for one in rolls} <= {"wound"}
            assert not rolls or hits or rolls[0].sum.total == done.add


def _crashed(events: list[Any]) -> bool:
    return any(isinstance(one, e.Crashed) for one in events)


def test_whatever_a_question_cites_is_explained_under_a_topic() -> None:
    explained = {cite for topic in WORDS.topics() for cite in topic.cite.split("; ")}
    for seats, options in FIGHTS:
        for _, ask in questions(seats, 5, **options):
            assert ask.cite in explained


@pytest.mark.parametrize(("seats", "options"), FIGHTS)
def test_the_end_is_told(seats: int, options: dict[str, Any]) -> None:
    for seed in range(8):
        *_, (table, _, _) = wander(seats, seed, **options)
        if table.result is None:
            continue
        view = table.view(None)
        assert plain(WORDS.headline(view, (), PLAYERS))
        assert WORDS.headline(view, (), PLAYERS).endswith(".")
        assert all("left" in WORDS.score(view, score) for score in table.result.scores)
        assert len(WORDS.chart(view).lines) == seats
