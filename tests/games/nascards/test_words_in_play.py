"""What NASCARDS says over whole races played by whim: every sentence, label and path."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.players import Player
from games.engine.sums import Sum
from games.engine.table import Emitted, Table
from games.nascards import GAME
from games.nascards import events as e
from games.nascards.cards import ADVANTAGES, MANEUVERS, TEXTS
from games.nascards.kinds import why_not
from games.nascards.moves import Drive
from games.nascards.options import Options
from games.nascards.speed import driven
from games.nascards.track import reach

WORDS = GAME.words
PLAYERS = [Player(name) for name in ("Ann", "Ben", "Cora", "Dan", "Eve", "Fay", "Gus", "Hana")]
LONG = [Player(letter * 32) for letter in "ABCDEFGH"]
KINDS = {"pit", "keep", "aim", "follow", "pick", "drop", "drive"}
SILENT = {e.PhaseBegan, e.SpeedDrawn, e.SpeedStolen, e.ManeuversDealt, e.Aimed, e.RollChanged}
SILENT |= {e.SpeedPlayed, e.Moved, e.PitsShown}
"""Events that may have nothing to say: another one tells the same, or nobody pits."""
SEATS = range(2, 9)

Step = tuple[Table[Any], Ask[Any], list[Emitted]]


def _pick(ask: Ask[Any], rng: random.Random) -> Any:
    """Any legal answer; a Pit Stop is left rare, so that races come to an end."""
    if ask.kind == "pit":
        return ask.options[rng.random() < 0.1]
    if ask.combination is not None and (not ask.options or rng.random() < 0.5):
        count = rng.randint(ask.combination.least, ask.combination.most)
        return ask.combination.wrap(tuple(rng.sample(list(ask.combination.items), count)))
    return rng.choice(ask.options)


def wander(seats: int, seed: int, **options: Any) -> Iterator[Step]:
    """A race played by whim: every question before it is answered, with what has been told."""
    rng = random.Random(seed)
    chosen = Options(**{"goal": 100, "advantages": seed % 3, **options})
    table, told = Table.start(GAME, seats, SeededChance(seed), chosen)
    while table.result is None:
        ask = rng.choice(table.asks)
        yield table, ask, told
        told = table.answer(ask.seat, ask.number, _pick(ask, rng))
    yield table, Ask(0, "over", (None,), None, ""), told


def _plain(sentence: str) -> bool:
    """One line of a length that a message can bear, without a placeholder left in it."""
    fine = bool(sentence) and len(sentence) <= 300 and not set("\n{}") & set(sentence)
    return fine and "  " not in sentence and "-1" not in sentence


def _tree(ask: Ask[Any]) -> set[tuple[str, ...]]:
    """Every beginning of a path of the question, with its subset."""
    paths = [WORDS.path(option) for option in ask.options]
    tree = {path[:depth] for path in paths for depth in range(1, len(path) + 1)}
    if ask.combination is not None:
        tree |= {
            (ask.combination.name,),
            *((ask.combination.name, f"c{item}") for item in ask.combination.items),
        }
    return tree


@pytest.mark.parametrize("seats", SEATS)
def test_every_question_is_put_in_one_plain_sentence(seats: int) -> None:
    for table, ask, _ in wander(seats, seats):
        view = table.view(ask.seat)
        if ask.kind != "over":
            question = WORDS.question(view, ask, PLAYERS)
            assert _plain(question.ask)
            assert _plain(question.detail)
            assert len(question.ask.split()) <= 8
            assert WORDS.why(view, ask, PLAYERS).startswith(f"Turn {view.turn} > ")
        for reader in (*range(seats), None):
            seen = table.view(reader)
            assert _plain(WORDS.title(seen))
            assert _plain(WORDS.headline(seen, table.asked, PLAYERS))
            assert len(WORDS.action_phrase(seen, table.asked)) <= 30


@pytest.mark.parametrize("seats", SEATS)
def test_every_event_is_told_in_plain_sentences(seats: int) -> None:
    for _, _, told in wander(seats, seats, races=2):
        for one in told:
            for reader in (*range(seats), None):
                if one.reaches(reader):
                    sentence = WORDS.event(one.event, PLAYERS, reader)
                    assert _plain(sentence) or (not sentence and type(one.event) in SILENT)
                    assert len(WORDS.event(one.event, LONG, reader)) <= 300


@pytest.mark.parametrize("seats", [3, 8])
def test_the_parts_of_a_sum_are_names_or_have_words(seats: int) -> None:
    names = {card.name for card in MANEUVERS.values()} | {row.name for row in ADVANTAGES}
    stored = set[str]()
    for seed in range(3):
        for _, _, told in wander(seats, seed):
            events = [one.event for one in told]
            rolls = [getattr(event, "sum", getattr(event, "roll", None)) for event in events]
            sums = [roll.parts for roll in rolls if isinstance(roll, Sum)]
            stored |= {part.reason for parts in sums if len(parts) > 1 for part in parts}
    assert len(stored) > 10
    assert stored - names <= TEXTS["sum"].keys()


def test_the_wanderings_meet_every_kind_of_question_and_event() -> None:
    wanted = set(e.Event.__args__) - {e.PhaseBegan}
    asked, told = set[str](), set[type[Any]]()
    for seed in range(40):
        for _, ask, news in wander(2 + seed % 7, seed, races=1 + seed % 2):
            asked.add(ask.kind)
            told |= {type(one.event) for one in news}
        if asked == {*KINDS, "over"} and told >= wanted:
            break
    assert asked == {*KINDS, "over"}
    assert told >= wanted


@pytest.mark.parametrize("seats", SEATS)
def test_the_paths_of_a_question_are_apart_and_short(seats: int) -> None:
    for _, ask, _ in wander(seats, seats):
        if ask.kind == "over":
            continue
        paths = [WORDS.path(option) for option in ask.options]
        assert len(set(paths)) == len(paths)
        inner = {path[:depth] for path in paths for depth in range(1, len(path))}
        assert not inner & set(paths)
        for path in paths:
            assert len(".".join(path)) <= 40
            assert all(re.fullmatch("[a-z0-9]+", key) for key in path)


@pytest.mark.parametrize("seats", SEATS)
def test_labels_fit_what_is_pressed_and_sisters_differ(seats: int) -> None:
    for table, ask, _ in wander(seats, seats):
        if ask.kind == "over":
            continue
        view = table.view(ask.seat)
        sisters: dict[tuple[str, ...], list[str]] = {}
        for path in _tree(ask):
            for players in (PLAYERS, LONG):
                label = WORDS.part(view, ask, path, players)
                assert 0 < len(label.text) <= 80
                assert len(label.detail) <= 100
                assert label.style in ("main", "plain")
            sisters.setdefault(path[:-1], []).append(WORDS.part(view, ask, path, PLAYERS).text)
        if ask.combination is not None and ask.combination.name == "two":
            # Two cards of one value are one line twice.
            del sisters[("two",)]
        for labels in sisters.values():
            assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("seats", SEATS)
def test_every_card_of_the_hand_is_playable_or_says_why_not(seats: int) -> None:
    for table, ask, _ in wander(seats, seats):
        if ask.kind == "over":
            continue
        for seat in range(seats):
            view, own = table.view(seat), table.ask_of(seat)
            idle = WORDS.unplayable(view, own)
            foot = WORDS.captions(view, own, PLAYERS) if own is not None else {}
            assert idle.keys() | foot.keys() == set(range(len(view.hand) + len(view.dealt)))
            assert not idle.keys() & foot.keys()
            assert all(0 < len(words) <= 36 for words in idle.values())
            keys = {WORDS.path(option)[0] for option in own.options} if own else set()
            assert all(key in keys and 0 < len(words) <= 36 for key, words in foot.values())


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_said_to_be_playable_is_what_the_rules_allow(seats: int) -> None:
    for table, ask, _ in wander(seats, seats):
        if ask.kind in ("keep", "pick"):
            view = table.view(ask.seat)
            may = {option.card for option in ask.options}
            can = {card for card in view.dealt if not why_not(view, ask.seat, card)}
            assert may == (can or set(view.dealt))


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_move_is_what_its_label_said(seats: int) -> None:
    """The sum, the miles and the wall told before are those of the move that follows."""
    for seed in range(3):
        for table, ask, _ in wander(seats, 10 * seats + seed):
            if ask.kind != "drive":
                continue
            view = table.view(ask.seat)
            cards = view.hand[:1] if ask.combination is None else view.hand[:2]
            told = table.fork().answer(ask.seat, ask.number, Drive(cards))
            move = next(one.event for one in told if isinstance(one.event, e.Moved))
            sum_ = driven(view.drivers[ask.seat], cards)
            assert move.sum == sum_
            assert (move.after, move.wall) == reach(view, ask.seat, sum_.total)


def test_whatever_a_question_cites_is_explained_under_a_topic() -> None:
    explained = {cite for topic in WORDS.topics() for cite in topic.cite.split("; ")}
    kinds = set[str]()
    for seed in range(40):
        for _, ask, _ in wander(2 + seed % 7, seed):
            if ask.kind != "over":
                kinds.add(ask.kind)
                assert ask.cite in explained
        if kinds == KINDS:
            break
    assert kinds == KINDS


def test_leaving_has_a_label() -> None:
    table, _, _ = next(wander(3, 1))
    for order in GAME.orders(table.context.state, 0):
        assert WORDS.order(table.view(0), order, PLAYERS).style == "grave"


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_end_is_told(seats: int) -> None:
    for options in ({}, {"races": 2}):
        *_, (table, _, _) = wander(seats, seats, **options)
        view = table.view(None)
        assert table.result is not None
        assert WORDS.headline(view, (), PLAYERS).endswith(".")
        unit = "point" if options else "mile"
        assert all(unit in WORDS.score(view, score) for score in table.result.scores)
        chart = WORDS.chart(view)
        assert len(chart.lines) == seats
        assert {len(line) for line in chart.lines} == {len(view.history)}
