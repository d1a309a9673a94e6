"""What World Auto Racing says over whole races played by whim: lengths, paths, keys and secrets."""

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
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing import events as e
from games.world_auto_racing.moves import Decline, Discard, Pass
from games.world_auto_racing.options import Options

WORDS = GAME.words

PLAYERS = [Player(name) for name in ("Ann", "Ben", "Cora", "Dan", "Eve")]
LONG = [Player(letter * 32) for letter in "WMNQG"]
KINDS = {"car", "mulligan", "action", "discard", "lose", "fetch", "check", "peek", "scrap"}
RARE = {e.TieBegan, e.OutOfFuel, e.DriverLeft, e.CapFell, e.Protected}
"""Events that few races hold."""

Step = tuple[Table[Any], Ask[Any], list[Emitted]]


def _pick(ask: Ask[Any], rng: random.Random) -> Any:
    """Any legal answer, but a pass or a no only now and then, so that cards meet each other."""
    options = [o for o in ask.options if not isinstance(o, Pass | Decline)]
    if not options or (len(options) < len(ask.options) and rng.random() < 0.15):
        return ask.default
    if all(isinstance(o, Discard) for o in options) and rng.random() < 0.5:
        return ask.default
    return rng.choice(options)


def wander(seats: int, seed: int, length: Any = 60) -> Iterator[Step]:
    """A race played by whim: every question before it is answered, with what has been told."""
    rng = random.Random(seed)
    table, told = Table.start(GAME, seats, SeededChance(seed), Options(length=length))
    while table.result is None:
        ask = rng.choice(table.asks)
        yield table, ask, told
        told = table.answer(ask.seat, ask.number, _pick(ask, rng))
    yield table, Ask(0, "over", (Pass(),), Pass(), ""), told


def _plain(sentence: str, most: int = 300) -> bool:
    """One line of a length that a message can bear, without a placeholder left in it."""
    return 0 < len(sentence) <= most and not set("\n{}") & set(sentence) and "  " not in sentence


def _tree(ask: Ask[Any]) -> set[tuple[str, ...]]:
    """Every beginning of a path of the question."""
    paths = [WORDS.path(option) for option in ask.options]
    return {path[:depth] for path in paths for depth in range(1, len(path) + 1)}


def _said(table: Table[Any], seat: int) -> list[Any]:
    """All that the words make of a table for one seat."""
    view, ask = table.view(seat), table.ask_of(seat)
    told = [one.event for one in table.context.told if one.reaches(seat)]
    out: list[Any] = [
        WORDS.title(view),
        WORDS.action_phrase(view, table.asked),
        WORDS.headline(view, table.asked, PLAYERS),
        WORDS.unplayable(view, ask),
        WORDS.spectating(view),
        [WORDS.event(event, PLAYERS, seat) for event in told],
    ]
    if ask is not None:
        out += [str(WORDS.question(view, ask, PLAYERS)), WORDS.why(view, ask, PLAYERS)]
        out += [WORDS.captions(view, ask, PLAYERS), WORDS.hand_title(view, ask, PLAYERS)]
        out += [(path, WORDS.part(view, ask, path, PLAYERS)) for path in sorted(_tree(ask))]
    return out


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_question_is_put_in_plain_words(seats: int) -> None:
    for seed in range(2):
        for table, ask, _ in wander(seats, seed):
            if ask.kind == "over":
                continue
            view = table.view(ask.seat)
            assert ask.kind in KINDS
            assert _plain(str(WORDS.question(view, ask, PLAYERS)), 260)
            assert len(WORDS.question(view, ask, PLAYERS).ask.split()) <= 8
            nest, after = WORDS.why(view, ask, PLAYERS).split(". ", 1)
            assert _plain(nest)
            assert _plain(after, 200)
            for reader in (*range(seats), None):
                seen = table.view(reader)
                assert _plain(WORDS.title(seen), 60)
                assert _plain(WORDS.headline(seen, table.asked, PLAYERS), 200)
                assert 0 < len(WORDS.action_phrase(seen, table.asked)) <= 40


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_event_is_told_in_one_plain_sentence_or_by_another(seats: int) -> None:
    for seed in range(3):
        for _, _, told in wander(seats, seed):
            for one in told:
                for reader in (*range(seats), None):
                    if one.reaches(reader):
                        sentence = WORDS.event(one.event, PLAYERS, reader)
                        assert _plain(sentence) or not sentence
                        assert len(WORDS.event(one.event, LONG, reader)) <= 300


def test_what_cards_do_to_the_race_is_never_silent() -> None:
    loud = (e.CardStopped, e.Passed, e.ModPlaced, e.Uninstalled, e.Bonus, e.Progressed, e.RaceEnded)
    for seed in range(4):
        for _, _, told in wander(2 + seed, seed):
            for one in told:
                if isinstance(one.event, loud):
                    assert WORDS.event(one.event, PLAYERS, None)


def test_the_races_meet_every_kind_of_question_and_nearly_every_event() -> None:
    wanted = set(e.Event.__args__) - RARE
    asked, told = set[str](), set[type]()
    for seed in range(60):
        for _, ask, news in wander(2 + seed % 4, seed, 100):
            asked.add(ask.kind)
            told |= {type(one.event) for one in news}
        if asked >= KINDS and told >= wanted:
            break
    assert asked == {*KINDS, "over"}
    assert told >= wanted


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_paths_of_a_question_are_apart_and_short(seats: int) -> None:
    for seed in range(2):
        for _, ask, _ in wander(seats, seed):
            paths = [WORDS.path(option) for option in ask.options]
            assert len(set(paths)) == len(paths)
            inner = {path[:depth] for path in paths for depth in range(1, len(path))}
            assert not inner & set(paths)
            for path in paths:
                assert len(".".join(path)) <= 40
                assert all(re.fullmatch("[a-z0-9]+", key) for key in path)


@pytest.mark.by_turns
@pytest.mark.parametrize("seats", range(2, 6))
def test_labels_fit_what_is_pressed_and_sisters_differ(seats: int) -> None:
    for seed in range(2):
        for table, ask, _ in wander(seats, seed):
            view = table.view(ask.seat)
            sisters: dict[tuple[str, ...], list[tuple[str, str]]] = {}
            for path in _tree(ask):
                label = WORDS.part(view, ask, path, PLAYERS)
                assert _plain(label.text, 80)
                assert not label.detail or _plain(label.detail, 100)
                assert label.style in ("main", "plain", "grave")
                sisters.setdefault(path[:-1], []).append((label.text, label.detail))
            for labels in sisters.values():
                assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_card_in_the_hand_can_be_chosen_or_says_why_not(seats: int) -> None:
    for table, ask, _ in wander(seats, seats):
        if ask.kind in ("over", "car"):
            continue
        for seat in range(seats):
            view, own = table.view(seat), table.ask_of(seat)
            idle = WORDS.unplayable(view, own)
            foot = WORDS.captions(view, own, PLAYERS) if own is not None else {}
            assert idle.keys() | foot.keys() == set(range(len(view.hand)))
            assert not idle.keys() & foot.keys()
            assert all(len(words) <= 36 for words in idle.values())
            asked = own.kind if own is not None else ""
            assert all(idle.values()) or asked == "mulligan", "what waits says why"
            keys = {WORDS.path(option)[0] for option in own.options} if own else set()
            assert all(key in keys and 0 < len(words) <= 32 for key, words in foot.values())


def test_the_free_cars_are_numbered_as_their_buttons_are() -> None:
    for table, ask, _ in wander(3, 1):
        if ask.kind != "car":
            break
        view = table.view(ask.seat)
        captions = WORDS.captions(view, ask, PLAYERS)
        free = {kinds.CARS[place].number: key for place, (key, _) in captions.items()}
        assert free == {option.car: WORDS.path(option)[0] for option in ask.options}
        assert list(captions) == sorted(captions)
        assert not WORDS.unplayable(view, ask)


def test_a_button_says_what_its_card_says_it_would_make() -> None:
    compared = set[str]()
    for table, ask, _ in wander(3, 4):
        if ask.kind != "action":
            continue
        view = table.view(ask.seat)
        for place, (key, words) in WORDS.captions(view, ask, PLAYERS).items():
            card = kinds.KINDS[view.hand[place]]
            if card.type in ("condition", "course") or not words.startswith(("Makes", "No change")):
                continue
            made = words.partition(", ")[0].lower()
            assert WORDS.part(view, ask, (key,), PLAYERS).text == f"{card.name}: {made}"
            compared.add(card.type)
    assert "mod" in compared
    assert len(compared) > 1


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_hidden_is_in_the_words(seats: int) -> None:
    """Whatever the seat cannot see is dealt anew, and every word stays the same."""
    for at, (table, ask, _) in enumerate(wander(seats, seats + 1)):
        if ask.kind != "over" and at % 4 == 0:
            for reader in range(seats):
                imagined = table.imagine(reader, at)
                assert _said(imagined, reader) == _said(table, reader)


def test_words_for_everyone_use_no_hand() -> None:
    """The channel's words are the same whatever anybody holds."""
    for at, (table, ask, _) in enumerate(wander(4, 11)):
        if ask.kind == "over" or at % 4:
            continue
        imagined = table.imagine(None, at)
        assert imagined.view(None).hand == ()
        first = WORDS.headline(table.view(None), table.asked, PLAYERS)
        assert first == WORDS.headline(imagined.view(None), imagined.asked, PLAYERS)


def test_who_has_answered_in_secret_is_not_told() -> None:
    for table, ask, _ in wander(3, 5):
        if ask.kind not in ("mulligan", "scrap") or len(table.asks) < 3:
            continue
        before = WORDS.headline(table.view(None), table.asked, PLAYERS)
        later = table.fork()
        later.answer(ask.seat, ask.number, ask.default)
        assert WORDS.headline(later.view(None), later.asked, PLAYERS) == before
        assert all(player.name in before for player in PLAYERS[:3])


def test_every_rule_a_question_stands_under_has_a_topic() -> None:
    known = {cite for topic in WORDS.topics() for cite in topic.cite.split("; ")}
    for seed in range(8):
        for _, ask, _ in wander(2 + seed % 4, seed):
            assert not ask.cite or ask.cite in known


def test_orders_have_labels() -> None:
    for table, ask, _ in wander(3, 3):
        if ask.kind != "over":
            for seat in range(3):
                for order in GAME.orders(table.context.state, seat):
                    assert _plain(WORDS.order(table.view(seat), order, PLAYERS).text, 80)
