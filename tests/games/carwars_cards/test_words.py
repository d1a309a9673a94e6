"""What the card game says: every sentence, label and path over whole games, and the rules help."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.carwars_cards import events as e
from games.carwars_cards.cards import CARDS, NUMBERS
from games.carwars_cards.moves import Declare, Discard, Pass, Play, Queue, Quit, Unqueue
from games.carwars_cards.options import Options
from games.carwars_cards.words import WORDS
from games.carwars_cards.words.events import _SENTENCES
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.game import find
from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.engine.table import Table, Told
from tests.games.carwars_cards.duel import Duel, cards

PLAYERS = [Player(name) for name in ("Ann", "Ben", "Cora", "Dan", "Eve", "Fay")]
KINDS = {
    "opening",
    "action",
    "negation",
    "answer",
    "maneuver",
    "skid_armor",
    "debris_swerve",
    "backfire_armor",
    "paint_swerve",
    "shaken",
    "follow_up",
    "escape",
}
SILENT = {e.HandDrawn, e.CardsDrawn, e.HandLost}
"""Events that may have nothing to say: no cards drawn, an empty hand lost."""

Step = tuple[Table[Any], Ask[Any], list[Told]]


def _pick(ask: Ask[Any], whim: random.Random) -> Any:
    """Any legal answer, but seldom one that ends the duel early, so that cards meet each other."""
    leaves = whim.random() < 0.03
    options = [o for o in ask.options if not isinstance(o, Pass) and (leaves or not _leaving(o))]
    if ask.some is not None and (not options or whim.random() < 0.15):
        count = whim.randint(ask.some.least, ask.some.most)
        return ask.some.wrap(tuple(whim.sample(list(ask.some.items), count)))
    if not options or (len(options) < len(ask.options) and whim.random() < 0.3):
        return ask.default if not any(isinstance(o, Pass) for o in ask.options) else Pass()
    return options[whim.randrange(len(options))]


def _leaving(option: Any) -> bool:
    ejects = isinstance(option, Play) and option.card == NUMBERS["ejection_seat"]
    return ejects or isinstance(option, Declare)


def wander(seats: int, seed: int) -> Iterator[Step]:
    """A duel played by whim: every question before it is answered, with what has been told."""
    whim = random.Random(seed)
    game = find("carwars-cards")
    table, told = Table.start(game, seats, SeededChance(seed), Options(single_duel=True))
    while table.result is None:
        ask = whim.choice(table.asks)
        yield table, ask, told
        seat = whim.randrange(seats)
        orders = [o for o in game.orders(table.live.state, seat) if not isinstance(o, Quit)]
        told = table.order(seat, whim.choice(orders)) if orders and whim.random() < 0.05 else []
        if ask.number in {open_.number for open_ in table.asks}:
            told = told + table.answer(ask.seat, ask.number, _pick(ask, whim))
    yield table, Ask(0, "over", (Pass(),), Pass(), ""), told


def _plain(sentence: str) -> bool:
    """One line of a length that a message can bear, without a placeholder left in it."""
    return bool(sentence) and len(sentence) <= 300 and not set("\n{}") & set(sentence)


def _tree(ask: Ask[Any]) -> set[tuple[str, ...]]:
    """Every beginning of a path of the question."""
    return {
        WORDS.path(option)[:depth]
        for option in ask.options
        for depth in range(1, len(WORDS.path(option)) + 1)
    }


def _said(table: Table[Any], seat: int) -> list[Any]:
    """All that the words make of a table for one seat."""
    view, ask = table.view(seat), table.ask_of(seat)
    out: list[Any] = [
        WORDS.title(view),
        WORDS.verb(view, table.asked),
        WORDS.headline(view, table.asked, PLAYERS),
        WORDS.idle(view, ask),
        [
            WORDS.event(told.event, PLAYERS, seat)
            for told in table.since_checkpoint
            if told.reaches(seat)
        ],
    ]
    if ask is not None:
        out += [WORDS.prompt(view, ask, PLAYERS), WORDS.why(view, ask, PLAYERS)]
        out += [WORDS.foot(view, ask, PLAYERS)]
        out += [(path, WORDS.part(view, ask, path, PLAYERS)) for path in sorted(_tree(ask))]
    return out


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_question_is_put_in_one_plain_sentence(seats: int) -> None:
    for seed in range(4):
        for table, ask, _ in wander(seats, seed):
            if ask.kind == "over":
                continue
            view = table.view(ask.seat)
            assert ask.kind in KINDS
            assert _plain(WORDS.prompt(view, ask, PLAYERS))
            assert _plain(WORDS.why(view, ask, PLAYERS))
            for reader in (*range(seats), None):
                seen = table.view(reader)
                assert _plain(WORDS.title(seen))
                assert _plain(WORDS.verb(seen, table.asked))
                assert _plain(WORDS.headline(seen, table.asked, PLAYERS))


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_event_is_told_in_one_plain_sentence(seats: int) -> None:
    for seed in range(6):
        for _, _, told in wander(seats, seed):
            for one in told:
                for reader in (*range(seats), None):
                    if one.reaches(reader):
                        sentence = WORDS.event(one.event, PLAYERS, reader)
                        assert _plain(sentence) or (not sentence and type(one.event) in SILENT)


def test_the_wanderings_meet_every_kind_of_question_and_nearly_every_event() -> None:
    rare = {e.AceDeclared, e.CardsRanOut, e.EscapeLapsed, e.PlayerQuit, e.QueueDropped}
    wanted = set(e.Event.__args__) - rare
    asked, told = set[str](), set[type]()
    for seed in range(60):
        for _, ask, news in wander(2 + seed % 5, seed):
            asked.add(ask.kind)
            told |= {type(one.event) for one in news}
        if asked == {*KINDS, "over"} and told >= wanted:
            break
    assert asked == {*KINDS, "over"}
    assert told >= wanted


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(_SENTENCES) == set(e.Event.__args__)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_paths_of_a_question_are_apart_and_short(seats: int) -> None:
    for seed in range(4):
        for _, ask, _ in wander(seats, seed):
            paths = [WORDS.path(option) for option in ask.options]
            assert len(set(paths)) == len(paths)
            inner = {path[:depth] for path in paths for depth in range(1, len(path))}
            assert not inner & set(paths)
            for path in paths:
                assert len(".".join(path)) <= 40
                assert all(re.fullmatch("[a-z0-9]+", key) for key in path)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_labels_fit_what_is_pressed_and_sisters_differ(seats: int) -> None:
    for seed in range(4):
        for table, ask, _ in wander(seats, seed):
            view = table.view(ask.seat)
            paths = _tree(ask)
            if ask.some is not None:
                paths |= {("discard",)} | {("discard", f"c{card}") for card in ask.some.items}
            sisters: dict[tuple[str, ...], list[tuple[str, str]]] = {}
            for path in paths:
                label = WORDS.part(view, ask, path, PLAYERS)
                assert 0 < len(label.text) <= 80
                assert len(label.detail) <= 100
                assert label.style in ("main", "plain", "grave")
                sisters.setdefault(path[:-1], []).append((label.text, label.detail))
            for labels in sisters.values():
                assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_card_in_the_hand_is_playable_or_says_why_not(seats: int) -> None:
    for seed in range(4):
        for table, ask, _ in wander(seats, seed):
            if ask.kind == "over":
                continue
            for seat in range(seats):
                view, own = table.view(seat), table.ask_of(seat)
                idle = WORDS.idle(view, own)
                foot = WORDS.foot(view, own, PLAYERS) if own is not None else {}
                assert idle.keys() | foot.keys() == set(range(len(view.hand)))
                assert not idle.keys() & foot.keys()
                assert all(0 < len(words) <= 32 for words in idle.values())
                keys = {WORDS.path(option)[0] for option in own.options} if own else set()
                assert all(key in keys and 0 < len(on) <= 32 for key, on in foot.values())


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_nothing_hidden_is_in_the_words(seats: int) -> None:
    """Whatever the seat cannot see is dealt anew, and every word stays the same."""
    for seed in range(3):
        for at, (table, ask, _) in enumerate(wander(seats, seed)):
            if ask.kind != "over" and at % 3 == 0:
                for reader in range(seats):
                    imagined = table.imagine(reader, seed * 1000 + at)
                    assert _said(imagined, reader) == _said(table, reader)


def test_words_for_everyone_use_no_hand() -> None:
    """The channel's words are the same whatever anybody holds."""
    for at, (table, ask, _) in enumerate(wander(4, 11)):
        if ask.kind == "over" or at % 3:
            continue
        imagined = table.imagine(None, at)
        for one in (table, imagined):
            view = one.view(None)
            assert view.hand == ()
        first = WORDS.headline(table.view(None), table.asked, PLAYERS)
        assert first == WORDS.headline(imagined.view(None), imagined.asked, PLAYERS)


def test_orders_have_labels() -> None:
    game = find("carwars-cards")
    met = Counter[type]()
    for seed in range(3):
        for table, ask, _ in wander(4, seed):
            if ask.kind == "over":
                continue
            for seat in range(4):
                for order in game.orders(table.live.state, seat):
                    label = WORDS.order(table.view(seat), order, PLAYERS)
                    assert 0 < len(label.text) <= 80
                    assert len(label.detail) <= 100
                    met[type(order)] += 1
    assert set(met) == {Queue, Unqueue, Quit}


# -- single sentences


def _sum(*parts: tuple[int, str]) -> Sum:
    return Sum(tuple(Part(points, reason) for points, reason in parts), 0)


RIGHT_LASER = NUMBERS["attack_laser_right"]


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (None, "Ann fires a Laser at Ben's right for 6."),
        (1, "Ann fires a Laser at your right for 6."),
        (0, "You fire a Laser at Ben's right for 6."),
    ],
)
def test_an_attack_is_told_to_each_reader(reader: int | None, sentence: str) -> None:
    event = e.AttackDeclared(0, 1, RIGHT_LASER, 3, False, _sum((6, "Laser")), False)
    assert WORDS.event(event, PLAYERS, reader) == sentence


def test_damage_shows_its_sum_and_what_is_left() -> None:
    event = e.DamageTaken(1, "side", 3, RIGHT_LASER, _sum((6, "Laser"), (-3, "Armor")), 7)
    told = WORDS.event(event, PLAYERS, 1)
    assert told == "Your right takes 3 points (6 Laser − 3 Armor = 3): 5 of 12 left."


def test_a_doubled_ram_shows_why() -> None:
    ram = NUMBERS["attack_ramming_left"]
    event = e.AttackDeclared(0, 1, ram, 2, False, _sum((3, "Ramming"), (3, "Ramplate")), False)
    told = WORDS.event(event, PLAYERS, None)
    assert told == "Ann rams Ben's left for 6 (3 Ramming + 3 Ramplate = 6)."


def test_names_are_put_in_as_they_stand() -> None:
    players = [Player(r"\*Ann\*"), Player("Ben")]
    event = e.TiresDestroyed(0)
    assert WORDS.event(event, players, 1).startswith(r"\*Ann\*'s tires are destroyed")


@pytest.mark.parametrize(
    ("option", "path"),
    [
        (Play(12, 1, 0), ("c12", "p1", "plain")),
        (Play(24, 1, 2, True), ("c24", "p1", "s2", "tires")),
        (Play(NUMBERS["spin"], -1, 2), (f"c{NUMBERS['spin']}", "s2")),
        (Play(NUMBERS["armor_left"], -1, 2), (f"c{NUMBERS['armor_left']}",)),
        (Discard((30, 7)), ("discard", "c7c30")),
        (Declare(), ("declare",)),
        (Pass(), ("pass",)),
    ],
)
def test_paths_stay_the_same_for_ever(option: Any, path: tuple[str, ...]) -> None:
    assert WORDS.path(option) == path


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (None, "Wheelguards: Ann has guarded tires this duel."),
        (0, "Wheelguards: you have guarded tires this duel."),
    ],
)
def test_gear_is_told_in_the_right_person(reader: int | None, sentence: str) -> None:
    event = e.GearPlaced(0, NUMBERS["wheelguards"])
    assert WORDS.event(event, PLAYERS, reader) == sentence


# -- rules help


def test_topics_are_short_and_have_an_address() -> None:
    topics = WORDS.topics()
    assert 20 <= len(topics) <= 32
    assert len({topic.key for topic in topics}) == len(topics)
    for topic in topics:
        assert 0 < len(topic.text) <= 1500
        assert "\n" not in topic.text
        assert topic.cite.startswith(("Rules: ", "Ruling "))


def test_every_kind_of_card_is_explained_once() -> None:
    kinds = WORDS.cards()
    assert {kind.title for kind in kinds} == {card.name for card in CARDS}
    assert len({kind.key for kind in kinds}) == len(kinds)
    assert all(len(kind.text) <= 1500 and "in the deck" in kind.text for kind in kinds)


def test_figures_that_are_not_the_rulebooks_say_so() -> None:
    text = {kind.title: kind.text for kind in WORDS.cards()}
    assert "damage (from a review of the game)" in text["Autocannon"]
    assert "damage and count (a house figure)" in text["Ramming"]
    assert "effect and count (a house figure)" in text["Ramplate"]
    assert "16 in the deck, 4 for each side" in text["Missile"]
    assert "one less with two or three players" in text["Ejection Seat"]


def test_options_in_one_line() -> None:
    assert WORDS.options(Options()).startswith("Duels to 60 points")
    assert WORDS.options(Options(single_duel=True)).startswith("One duel")


# -- what is said of a card must be true where it is said


def _faces(duel: Duel, seat: int) -> dict[tuple[str, ...], str]:
    """The line below each thing to press, by its path without the number of the card."""
    view, ask = duel.table.view(seat), duel.ask(seat)
    return {
        (CARDS[int(path[0][1:])].id, *path[1:]): WORDS.part(view, ask, path, PLAYERS).detail
        for path in _tree(ask)
        if path[0] != "pass"
    }


def test_only_the_jam_for_the_weapon_and_only_on_the_attacker_is_said_to_cancel() -> None:
    duel = Duel("gun front, swerve", "jam, overheat", "swerve").begin().play(0, "gun front", on=1)
    said = _faces(duel, 1)
    assert said[("machine_gun_jams",)].startswith("On Ann it cancels the attack")
    assert said[("machine_gun_jams", "p0")] == "Cancels the attack"
    assert "ancels" not in said[("machine_gun_jams", "p2")]
    assert not any("ancels" in words for key, words in said.items() if key[0] == "laser_overheats")


def test_only_the_targets_gear_against_the_weapon_is_said_to_cancel() -> None:
    hands = ("gun front, swerve", "metal, laser_reflective_armor", "metal")
    duel = Duel(*hands).begin().play(0, "gun front", on=1)
    target, bystander = _faces(duel, 1), _faces(duel, 2)
    assert target[("metal_armor",)].startswith("Cancels the attack, and you are immune")
    assert target[("laser_reflective_armor",)] == "You are immune to Lasers this duel"
    assert bystander[("metal_armor",)] == "You are immune to Machine Guns this duel"


def test_a_tire_shot_taken_on_wheelguards_is_said_to_do_nothing() -> None:
    duel = Duel("missile front, tire_shot", "swerve")
    duel.state.players[1].specials = cards("guards")
    duel.begin().play(0, "missile front", on=1, tire_shot=True)
    label = WORDS.part(duel.table.view(1), duel.ask(1), ("pass",), PLAYERS)
    assert label.detail == "Wheelguards: it would do nothing"


def test_debris_at_wheelguards_is_said_to_do_nothing() -> None:
    duel = Duel("missile front", "swerve", "debris")
    duel.state.players[1].specials = cards("guards")
    duel.begin().play(0, "missile front", on=1).play(1, "swerve")
    assert _faces(duel, 2)[("debris",)] == "Wheelguards: it would do nothing"


def test_a_jam_on_the_own_car_is_no_reason_against_one_in_the_hand() -> None:
    duel = Duel("swerve", "jam", "")
    duel.state.players[1].specials = cards("jam")
    view = duel.begin().table.view(1)
    assert WORDS.idle(view, None) == {0: "Can be laid aside"}


def test_second_wheelguards_are_idle_because_one_is_there_already() -> None:
    duel = Duel("missile front, tire_shot", "guards")
    duel.state.players[1].specials = cards("guards")
    duel.begin().play(0, "missile front", on=1, tire_shot=True)
    assert WORDS.idle(duel.table.view(1), duel.ask(1)) == {0: "You have one already"}
