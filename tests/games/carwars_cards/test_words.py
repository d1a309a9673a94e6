"""What the card game says: every sentence, label and path over whole games, and the rules help."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.carwars_cards import GAME
from games.carwars_cards import events as e
from games.carwars_cards.cards import CARDS, NUMBERS
from games.carwars_cards.moves import (
    Declare,
    Discard,
    Escape,
    Leave,
    Pass,
    Play,
    Queue,
    Stay,
    Unqueue,
)
from games.carwars_cards.options import Options
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.check import faults_of
from games.engine.found import find
from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.engine.table import Emitted, Table
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
SILENT = {
    e.HandDrawn,
    e.CardsDrawn,
    e.HandLost,
    e.CardPlayed,
    e.AttackCancelled,
    e.DebrisAvoided,
}
"""Events that may have nothing to say: no cards drawn, or another event tells the same."""

Step = tuple[Table[Any], Ask[Any], list[Emitted]]


def _pick(ask: Ask[Any], rng: random.Random) -> Any:
    """Any legal answer, but seldom one that ends the duel early, so that cards meet each other."""
    leaves = rng.random() < 0.03
    options = [o for o in ask.options if not isinstance(o, Pass) and (leaves or not _leaving(o))]
    if ask.combination is not None and (not options or rng.random() < 0.15):
        count = rng.randint(ask.combination.least, ask.combination.most)
        return ask.combination.wrap(tuple(rng.sample(list(ask.combination.items), count)))
    if not options or (len(options) < len(ask.options) and rng.random() < 0.3):
        return ask.default if not any(isinstance(o, Pass) for o in ask.options) else Pass()
    return options[rng.randrange(len(options))]


def _leaving(option: Any) -> bool:
    ejects = isinstance(option, Play) and option.card == NUMBERS["ejection_seat"]
    return ejects or isinstance(option, Declare)


def wander(seats: int, seed: int) -> Iterator[Step]:
    """A duel played by whim: every question before it is answered, with what has been told."""
    rng = random.Random(seed)
    game = find("carwars-cards")
    table, told = Table.start(game, seats, SeededChance(seed), Options(single_duel=True))
    while table.result is None:
        ask = rng.choice(table.asks)
        yield table, ask, told
        seat = rng.randrange(seats)
        orders = [o for o in game.orders(table.context.state, seat) if not isinstance(o, Leave)]
        told = table.order(seat, rng.choice(orders)) if orders and rng.random() < 0.05 else []
        if ask.number in {open_.number for open_ in table.asks}:
            told = told + table.answer(ask.seat, ask.number, _pick(ask, rng))
    yield table, Ask(0, "over", (Pass(),), Pass(), ""), told


def _plain(sentence: str) -> bool:
    """One line of a length that a message can bear, without a placeholder left in it."""
    return bool(sentence) and len(sentence) <= 300 and not set("\n{}") & set(sentence)


def _tree(ask: Ask[Any]) -> set[tuple[str, ...]]:
    """Every beginning of a path of the question."""
    return {
        GAME.words.path(option)[:depth]
        for option in ask.options
        for depth in range(1, len(GAME.words.path(option)) + 1)
    }


def _said(table: Table[Any], seat: int) -> list[Any]:
    """All that the words make of a table for one seat."""
    view, ask = table.view(seat), table.ask_of(seat)
    out: list[Any] = [
        GAME.words.title(view),
        GAME.words.action_phrase(view, table.asked),
        GAME.words.headline(view, table.asked, PLAYERS),
        GAME.words.unplayable(view, ask),
        [
            GAME.words.event(told.event, PLAYERS, seat)
            for told in table.context.told
            if told.reaches(seat)
        ],
    ]
    if ask is not None:
        out += [str(GAME.words.question(view, ask, PLAYERS)), GAME.words.why(view, ask, PLAYERS)]
        out += [GAME.words.captions(view, ask, PLAYERS)]
        out += [(path, GAME.words.part(view, ask, path, PLAYERS)) for path in sorted(_tree(ask))]
    return out


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_question_is_put_in_one_plain_sentence(seats: int) -> None:
    for seed in range(4):
        for table, ask, _ in wander(seats, seed):
            if ask.kind == "over":
                continue
            view = table.view(ask.seat)
            assert ask.kind in KINDS
            question = GAME.words.question(view, ask, PLAYERS)
            assert _plain(str(question))
            assert len(question.ask.split()) <= 8
            nest, after = GAME.words.why(view, ask, PLAYERS).split(". ", 1)
            assert _plain(nest)
            assert _plain(after)
            assert len(after) <= 200
            for reader in (*range(seats), None):
                seen = table.view(reader)
                assert _plain(GAME.words.title(seen))
                assert _plain(GAME.words.action_phrase(seen, table.asked))
                assert _plain(GAME.words.headline(seen, table.asked, PLAYERS))


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_event_is_told_in_one_plain_sentence(seats: int) -> None:
    for seed in range(6):
        for _, _, told in wander(seats, seed):
            for one in told:
                for reader in (*range(seats), None):
                    if one.reaches(reader):
                        sentence = GAME.words.event(one.event, PLAYERS, reader)
                        assert _plain(sentence) or (not sentence and type(one.event) in SILENT)


def test_the_wanderings_meet_every_kind_of_question_and_nearly_every_event() -> None:
    rare = {e.AceDeclared, e.CardsRanOut, e.EscapeLapsed, e.PlayerLeft, e.QueueDropped}
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
    assert not [*faults_of(GAME)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_paths_of_a_question_are_apart_and_short(seats: int) -> None:
    for seed in range(4):
        for _, ask, _ in wander(seats, seed):
            paths = [GAME.words.path(option) for option in ask.options]
            assert len(set(paths)) == len(paths)
            inner = {path[:depth] for path in paths for depth in range(1, len(path))}
            assert not inner & set(paths)
            for path in paths:
                assert len(".".join(path)) <= 40
                assert all(re.fullmatch("[a-z0-9]+", key) for key in path)


@pytest.mark.by_turns
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_labels_fit_what_is_pressed_and_sisters_differ(seats: int) -> None:
    for seed in range(4):
        for table, ask, _ in wander(seats, seed):
            if ask.kind == "over":
                continue
            view = table.view(ask.seat)
            paths = _tree(ask)
            if ask.combination is not None:
                paths |= {("discard",)} | {
                    ("discard", f"c{card}") for card in ask.combination.items
                }
            sisters: dict[tuple[str, ...], list[tuple[str, str]]] = {}
            for path in paths:
                label = GAME.words.part(view, ask, path, PLAYERS)
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
                idle = GAME.words.unplayable(view, own)
                foot = GAME.words.captions(view, own, PLAYERS) if own is not None else {}
                assert idle.keys() | foot.keys() == set(range(len(view.hand)))
                assert not idle.keys() & foot.keys()
                assert all(0 < len(words) <= 36 for words in idle.values())
                keys = {GAME.words.path(option)[0] for option in own.options} if own else set()
                assert all(key in keys and 0 < len(on) <= 32 for key, on in foot.values())


@pytest.mark.by_turns
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
        first = GAME.words.headline(table.view(None), table.asked, PLAYERS)
        assert first == GAME.words.headline(imagined.view(None), imagined.asked, PLAYERS)


def test_orders_have_labels() -> None:
    game = find("carwars-cards")
    met = Counter[type]()
    for seed in range(3):
        for table, ask, _ in wander(4, seed):
            if ask.kind == "over":
                continue
            for seat in range(4):
                for order in game.orders(table.context.state, seat):
                    label = GAME.words.order(table.view(seat), order, PLAYERS)
                    assert 0 < len(label.text) <= 80
                    assert len(label.detail) <= 100
                    met[type(order)] += 1
    assert set(met) == {Queue, Unqueue, Escape, Stay, Leave}


# -- single sentences


def _sum(*parts: tuple[int, str]) -> Sum:
    return Sum(tuple(Part(points, reason) for points, reason in parts), 0)


RIGHT_LASER = NUMBERS["attack_laser_right"]


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (None, "Ann fires a Laser at Ben's right."),
        (1, "Ann fires a Laser at your right."),
        (0, "You fire a Laser at Ben's right."),
    ],
)
def test_an_attack_is_told_to_each_reader(reader: int | None, sentence: str) -> None:
    event = e.AttackDeclared(0, 1, RIGHT_LASER, 3, False, _sum((6, "Laser")), False)
    assert GAME.words.event(event, PLAYERS, reader) == sentence


def test_damage_shows_its_sum_and_what_is_left() -> None:
    event = e.DamageTaken(1, "side", 3, RIGHT_LASER, _sum((6, "Laser"), (-3, "Armor")), 7)
    told = GAME.words.event(event, PLAYERS, 1)
    assert told == "Your right takes 3 points (6 Laser − 3 Armor = 3): 5 left."


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (None, "Ann fires a Laser at Ben's tires from the right with a Tire Shot."),
        (1, "Ann fires a Laser at your tires from the right with a Tire Shot."),
        (0, "You fire a Laser at Ben's tires from the right with a Tire Shot."),
    ],
)
def test_beside_a_tire_shot_the_side_on_the_card_is_told(reader: int | None, sentence: str) -> None:
    event = e.AttackDeclared(0, 1, RIGHT_LASER, 3, True, _sum((6, "Laser")), False)
    assert GAME.words.event(event, PLAYERS, reader) == sentence


@pytest.mark.parametrize(
    ("card", "side", "said"),
    [
        (
            "attack_called_shot_missile",
            1,
            "Ann fires a Called Shot: Missile at your tires from the back with a Tire Shot.",
        ),
        ("attack_ramming_left", 2, "Ann rams your tires from the left with a Tire Shot."),
    ],
)
def test_so_is_a_side_that_was_named_and_a_rams(card: str, side: int, said: str) -> None:
    event = e.AttackDeclared(0, 1, NUMBERS[card], side, True, _sum((4, "x")), False)
    assert GAME.words.event(event, PLAYERS, 1) == said


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (
            ("laser right, tire_shot", "smoke"),
            "Ann fires a Laser at your tires from the right with a Tire Shot for 6. ",
        ),
        (
            ("missile left, tire_shot", "smoke"),
            "Ann fires a Missile at your tires from the left with a Tire Shot for 4. ",
        ),
        (
            ("ram back, tire_shot", "smoke"),
            "Ann rams your tires from the back with a Tire Shot for 3. ",
        ),
    ],
)
def test_the_target_of_a_tire_shot_is_asked_with_the_side(
    hands: tuple[str, str], said: str
) -> None:
    duel = Duel(*hands).begin()
    duel.play(0, hands[0].split(",")[0], on=1, tire_shot=True)
    view = duel.table.view(1)
    assert GAME.words.question(view, duel.ask(1), PLAYERS).detail.startswith(said)
    assert " from the " in GAME.words.why(view, duel.ask(1), PLAYERS)


def test_an_autocannon_at_the_tires_shows_where_it_would_backfire() -> None:
    duel = Duel("cannon left, tire_shot", "backfires, paint").begin()
    duel.play(0, "cannon left", on=1, tire_shot=True)
    view, ask = duel.table.view(1), duel.ask(1)
    back = GAME.words.part(view, ask, (f"c{NUMBERS['autocannon_backfires']}",), PLAYERS)
    assert back.detail == "5 points on Ann's left instead"
    assert GAME.words.unplayable(view, ask) == {1: "The hit is not on your back"}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            e.DamageTaken(1, "tires", -1, NUMBERS["debris"], _sum((2, "Debris")), 2),
            "Ben's tires take 2 points (2 Debris): 7 left.",
        ),
        (
            e.DamageTaken(1, "tires", -1, NUMBERS["swerve"], _sum((1, "Swerve")), 9),
            "Ben's tires take 1 point (1 Swerve): none left.",
        ),
        (
            e.DamageTaken(
                0, "side", 2, NUMBERS["attack_autocannon_left"], _sum((5, "Autocannon")), 5
            ),
            "Ann's left takes 5 points (5 Autocannon): 7 left.",
        ),
        (
            e.DamageTaken(
                1, "driver", 0, NUMBERS["skid_into_a_wall"], _sum((3, "Skid Into A Wall")), 3
            ),
            "Ben's driver takes 3 points through the front (3 Skid Into A Wall): 2 left.",
        ),
    ],
)
def test_damage_names_the_card_that_did_it(event: Any, said: str) -> None:
    assert GAME.words.event(event, PLAYERS, None) == said


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("debris", "Your Wheelguards stop the Debris."),
        ("attack_autocannon_left", "Your Wheelguards stop the Autocannon."),
    ],
)
def test_wheelguards_are_named_where_they_stop_a_card(card: str, said: str) -> None:
    event = e.DamageStopped(1, NUMBERS[card], -1, _sum((2, "x")))
    assert GAME.words.event(event, PLAYERS, 1) == said


def test_in_nested_answers_each_damage_has_its_card() -> None:
    """A Spin draws Debris, its Swerve a Skid, and then the attack itself hits: four lines."""
    hands = ("cannon front, skid", "spin, swerve, armor left", "debris, debris, gun left")
    duel = Duel(*hands).begin().play(0, "cannon front", on=1).play(1, "spin", side="left")
    duel.passes(0).play(2, "debris").play(1, "swerve")
    duel.play(0, "skid", side="back").play(2, "debris").passes(1).passes(1)
    while duel.open[0][1] != "answer":
        duel.passes(duel.open[0][0])
    duel.play(1, "armor left").passes(1)
    told = [GAME.words.event(event, PLAYERS, None) for event in duel.told(e.DamageTaken)]
    assert told == [
        "Ben's tires take 1 point (1 Swerve): 8 left.",
        "Ben's back takes 3 points (3 Skid Into A Wall): 9 left.",
        "Ben's tires take 2 points (2 Debris): 6 left.",
        "Ben's left takes 2 points (5 Autocannon − 3 Armor = 2): 10 left.",
    ]


def test_discards_are_told_in_no_order_of_the_hand() -> None:
    duel = Duel("swerve, missile left, armor back, laser front, swerve", "").begin()
    duel.discard(0, "swerve, armor back, laser front, swerve")
    (event,) = duel.told(e.Discarded)
    said = GAME.words.event(event, PLAYERS, None)
    assert said == "Ann discards Laser (front), Armor (back) and 2 Swerve."


def test_damage_stopped_is_no_false_sum() -> None:
    event = e.DamageStopped(
        1, NUMBERS["attack_machine_gun_left"], 2, _sum((3, "Machine Gun"), (-6, "Heavy Armor"))
    )
    told = GAME.words.event(event, PLAYERS, None)
    assert told == "Nothing gets through to Ben's left (3 Machine Gun − 6 Heavy Armor: 0)."


def test_a_skid_and_a_called_shot_are_named_properly() -> None:
    skid = e.CardPlayed(2, NUMBERS["skid_into_a_wall"], 1, 3)
    assert GAME.words.event(skid, PLAYERS, None) == "Cora plays Skid Into A Wall on Ben's right."
    called = NUMBERS["attack_called_shot_machine_gun"]
    event = e.AttackDeclared(0, 1, called, 3, False, _sum((3, "x")), False)
    said = "Ann fires a Called Shot: Machine Gun at Ben's right."
    assert GAME.words.event(event, PLAYERS, None) == said


def test_points_of_a_duel_say_what_they_are_for() -> None:
    event = e.DuelEnded(1, 0, (0,), (1, 1, 0), (30, 10, 0), (30, 30, 0))
    assert GAME.words.event(event, PLAYERS, None) == (
        "Ann wins duel 1. Ann gets 30: 10 for a kill, 20 for the win; "
        "Ben gets 10, now 30: 10 for a kill."
    )


def test_points_of_many_with_long_names_still_fit() -> None:
    players = [Player(letter * 32) for letter in "ABCDEF"]
    tie = e.DuelEnded(2, -1, tuple(range(6)), (0,) * 6, (10,) * 6, (20,) * 6)
    assert 0 < len(GAME.words.event(tie, players, None)) <= 300


def test_a_ram_tells_who_and_its_damage_how_much_and_why() -> None:
    ram = NUMBERS["attack_ramming_left"]
    points = _sum((3, "Ramming"), (3, "Ramplate"))
    event = e.AttackDeclared(0, 1, ram, 2, False, points, False)
    assert GAME.words.event(event, PLAYERS, None) == "Ann rams Ben's left."
    damage = e.DamageTaken(1, "side", 2, ram, points, 6)
    told = GAME.words.event(damage, PLAYERS, None)
    assert told == "Ben's left takes 6 points (3 Ramming + 3 Ramplate = 6): 6 left."


def test_names_are_put_in_as_they_stand() -> None:
    players = [Player(r"\*Ann\*"), Player("Ben")]
    event = e.TiresDestroyed(0)
    assert GAME.words.event(event, players, 1).startswith(r"\*Ann\*'s tires are destroyed")


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
    assert GAME.words.path(option) == path


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (None, "Wheelguards protect Ann's tires for this duel."),
        (0, "Wheelguards protect your tires for this duel."),
    ],
)
def test_gear_is_told_in_the_right_person(reader: int | None, sentence: str) -> None:
    event = e.GearPlaced(0, NUMBERS["wheelguards"])
    assert GAME.words.event(event, PLAYERS, reader) == sentence


# -- rules help


def test_topics_are_short_and_have_an_address() -> None:
    topics = GAME.words.topics()
    assert 20 <= len(topics) <= 32
    assert len({topic.key for topic in topics}) == len(topics)
    for topic in topics:
        assert 0 < len(topic.text) <= 1500
        assert "\n" not in topic.text
        assert topic.cite.startswith(("Rules: ", "Ruling "))


def _parts(cite: str) -> set[str]:
    return {part.strip() for part in cite.split(";")}


def test_whatever_a_question_cites_is_explained_under_a_topic() -> None:
    explained = set[str]().union(*(_parts(topic.cite) for topic in GAME.words.topics()))
    kinds = set[str]()
    for seed in range(60):
        for _, ask, _ in wander(2 + seed % 5, seed):
            if ask.kind != "over":
                kinds.add(ask.kind)
                assert _parts(ask.cite) <= explained, ask.cite
        if kinds == KINDS:
            break
    assert kinds == KINDS


def test_every_kind_of_card_is_explained_once() -> None:
    kinds = GAME.words.cards()
    assert {kind.title for kind in kinds} == {card.name for card in CARDS}
    assert len({kind.key for kind in kinds}) == len(kinds)
    assert all(len(kind.text) <= 1500 and "in the deck" in kind.text for kind in kinds)


def test_figures_that_are_not_the_rulebooks_say_so() -> None:
    text = {kind.title: kind.text for kind in GAME.words.cards()}
    assert "damage (from a review of the game)" in text["Autocannon"]
    assert "House rule: the rulebook does not give its damage and count." in text["Ramming"]
    assert "House rule: the rulebook does not give its effect and count." in text["Ramplate"]
    assert "16 in the deck, 4 for each side" in text["Missile"]
    assert "one less with two or three players" in text["Ejection Seat"]


def test_options_in_one_line() -> None:
    said = "First to 60 points · 15 s to react · short deck with 2 or 3 players"
    assert GAME.words.options(Options()) == said
    assert GAME.words.options(Options(single_duel=True)).startswith("One duel · ")


def test_every_option_of_a_table_has_a_label_and_a_line_of_help() -> None:
    for field in msgspec.structs.fields(Options):
        label, help_ = GAME.words.option(field.name)
        assert 0 < len(label) <= 45
        assert 0 < len(help_) <= 100


# -- what is said of a card must be true where it is said


def _faces(duel: Duel, seat: int) -> dict[tuple[str, ...], str]:
    """The line below each thing to press, by its path without the number of the card."""
    view, ask = duel.table.view(seat), duel.ask(seat)
    return {
        (CARDS[int(path[0][1:])].id, *path[1:]): GAME.words.part(view, ask, path, PLAYERS).detail
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
    label = GAME.words.part(duel.table.view(1), duel.ask(1), ("pass",), PLAYERS)
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
    assert GAME.words.unplayable(view, None) == {0: "Can be queued"}


def test_second_wheelguards_are_idle_because_one_is_there_already() -> None:
    duel = Duel("missile front, tire_shot", "guards")
    duel.state.players[1].specials = cards("guards")
    duel.begin().play(0, "missile front", on=1, tire_shot=True)
    assert GAME.words.unplayable(duel.table.view(1), duel.ask(1)) == {0: "You have one already"}


# -- what a player is told at the moments that are hard to read


def _since(duel: Duel, at: int) -> list[str]:
    """The lines for everyone about what has happened after the first `at` events."""
    lines = [GAME.words.event(event, PLAYERS, None) for event in duel.events[at:]]
    return [line for line in lines if line]


@pytest.mark.parametrize(
    "event",
    [
        e.DriverDisabled(1, 0),
        e.DriverDisabled(1, -1),
        e.DriverDisabled(1, 0, NUMBERS["attack_ramming_left"], 2, 0),
        e.DriverDisabled(1, -1, NUMBERS["attack_ramming_left"], 2, 0),
        e.Escaped(1),
        e.Ejected(1),
        e.PlayerLeft(1),
        e.CardsRanOut((0, 1)),
    ],
)
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_what_decides_a_duel_is_one_sentence(event: e.Event, reader: int | None) -> None:
    said = GAME.words.event(event, PLAYERS, reader)
    assert type(event) in GAME.decides
    assert said.endswith(".")
    assert said.count(".") == 1, said


def test_what_puts_a_driver_out_is_told_with_its_card_and_side() -> None:
    duel = Duel("missile back", "", "")
    duel.state.players[1].side_damage[1], duel.state.players[1].driver_damage = 12, 3
    duel.begin().play(0, "missile back", on=1).passes(1)
    assert "Ann's Missile through the open back puts Ben out for 10 points." in _since(duel, 0)
    skid = e.DriverDisabled(1, by=0, card=cards("skid")[0], side=1, whose=2)
    said = GAME.words.event(skid, PLAYERS, None)
    assert said.endswith("through the open back puts Ben out, a kill for Ann (10 points).")
    assert GAME.words.event(e.DriverDisabled(1, 0), PLAYERS, None).startswith("Ben is out,")


def test_a_jam_that_cancels_takes_two_lines() -> None:
    duel = Duel("gun front, swerve", "swerve", "jam").begin().play(0, "gun front", on=1)
    at = len(duel.events)
    duel.passes(1).play(2, "jam", on=0)
    assert _since(duel, at)[:2] == [
        "Cora's Machine Gun Jams: Ann cannot fire Machine Guns until their whole hand is "
        "discarded.",
        "Ann's Machine Gun is cancelled.",
    ]
    assert not [line for line in _since(duel, at)[2:] if "Jams" in line or "cancel" in line]


def test_a_swerve_takes_two_lines_and_a_spin_one() -> None:
    duel = Duel("missile front", "swerve, spin", "").begin().play(0, "missile front", on=1)
    at = len(duel.events)
    duel.play(1, "spin", side="left")
    assert _since(duel, at) == ["Ben spins: the hit moves from front to left."]
    duel.passes(0, 2)
    at = len(duel.events)
    duel.play(1, "swerve")
    assert _since(duel, at)[:2] == [
        "Ben swerves: Ann's Missile misses.",
        "Ben's tires take 1 point (1 Swerve): 8 left.",
    ]


def test_the_target_answers_while_others_may_jam() -> None:
    duel = Duel("laser right", "overheat, swerve, armor right, armor left", "spin, armor left")
    duel.begin().play(0, "laser right", on=1)
    view, ask = duel.table.view(1), duel.ask(1)
    assert str(GAME.words.question(view, ask, PLAYERS)) == (
        "How do you answer? Ann fires a Laser at your right for 6. Your right has 12 armor left. "
        "Others may jam it meanwhile."
    )
    assert GAME.words.unplayable(view, ask) == {3: "The hit is on your right"}
    label = GAME.words.part(view, ask, ("pass",), PLAYERS)
    assert (label.text, label.detail) == ("Take it", "Right 12 to 6")
    assert GAME.words.hand_title(view, ask, PLAYERS) == "How do you answer?"
    other, theirs = duel.table.view(2), duel.ask(2)
    assert GAME.words.question(other, theirs, PLAYERS).ask == "Jam the Laser, or let it fire?"
    assert GAME.words.unplayable(other, theirs)[0] == "Keep: for an attack on you"
    assert GAME.words.headline(duel.table.view(None), duel.table.asked, PLAYERS) == (
        "Cora may jam Ann's Laser; Ben answers."
    )
    assert GAME.words.captions(view, ask, PLAYERS).keys() == {0, 1, 2}


def test_the_headline_says_who_answers_and_not_the_attack_again() -> None:
    duel = Duel("missile front", "swerve", "skid").begin().play(0, "missile front", on=1)
    said = [GAME.words.headline(duel.table.view(None), duel.table.asked, PLAYERS)]
    duel.play(1, "swerve")
    said.append(GAME.words.headline(duel.table.view(None), duel.table.asked, PLAYERS))
    duel.passes(0).play(2, "skid", side="front")
    said.append(GAME.words.headline(duel.table.view(None), duel.table.asked, PLAYERS))
    assert said == [
        "Ben answers Ann's Missile.",
        "Ann or Cora may answer Ben's Swerve.",
        "Ben answers Cora's Skid Into A Wall.",
    ]


def test_the_headline_of_a_window_names_all_who_are_asked_whoever_has_answered() -> None:
    duel = Duel("laser right", "fireproof", "swerve").begin().play(0, "laser right", on=1)

    def said(reader: int | None = None) -> str:
        return GAME.words.headline(duel.table.view(reader), duel.table.asked, PLAYERS)

    assert said() == "Cora may jam Ann's Laser; Ben answers."
    assert said(2) == "You may jam Ann's Laser; Ben answers."
    assert said(1) == "Cora may jam Ann's Laser; you answer."
    duel.passes(2)
    assert said() == "Cora may jam Ann's Laser; Ben answers."
    duel.play(1, "fireproof")
    # Whoever has turned up a card is asked again, alone.
    assert said() == "Ben answers Ann's Laser."


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("armor left, spin", "Nothing to play: discard which cards?"),
        ("armor left, gun left", "Your turn: attack or discard?"),
        ("spin, ramplate", "Your turn: play a special or discard?"),
    ],
)
def test_the_turn_offers_only_what_the_hand_can_do(hand: str, said: str) -> None:
    duel = Duel(hand, "").begin()
    assert str(GAME.words.question(duel.table.view(0), duel.ask(0), PLAYERS)) == said


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("swerve, eject", "Swerve out of the paint?"),
        ("eject", "How do you answer the paint?"),
    ],
)
def test_nobody_is_asked_for_an_answer_that_is_not_in_the_hand(hand: str, said: str) -> None:
    duel = Duel(f"missile back, {hand}", "paint").begin()
    duel.play(0, "missile back", on=1).play(1, "paint")
    view, ask = duel.table.view(0), duel.ask(0)
    assert GAME.words.question(view, ask, PLAYERS).ask == said
    # To leave the duel is no usual answer: the other one stands out then.
    passing = GAME.words.part(view, ask, ("pass",), PLAYERS)
    assert passing.style == ("plain" if "swerve" in hand else "main")


def test_a_side_to_choose_says_what_is_left_there() -> None:
    duel = Duel("called", "")
    duel.state.players[1].side_damage = [12, 0, 3, 11]
    view, ask = duel.begin().table.view(0), duel.ask(0)
    card = f"c{NUMBERS['attack_called_shot_missile']}"
    said = [GAME.words.part(view, ask, (card, "p1", f"s{side}"), PLAYERS) for side in range(4)]
    texts = ["Front: breached", "Back: 12 left", "Left: 9 left", "Right: 1 left"]
    assert [label.text for label in said] == texts


def test_a_card_laid_aside_says_so_whether_or_not_it_can_be_played() -> None:
    duel = Duel("laser right, swerve", "metal, metal", "").begin()
    duel.table.order(1, Queue(NUMBERS["metal_armor"]))
    assert GAME.words.unplayable(duel.table.view(1), None)[0] == "Queued for the next turn change"
    duel.play(0, "laser right", on=1)
    foot = GAME.words.captions(duel.table.view(1), duel.ask(1), PLAYERS)
    assert [words for _, words in foot.values()] == ["Queued; or play now", "Play now"]


def test_six_discarded_titles_fit_the_confirmation() -> None:
    duel = Duel(
        "attack_called_shot_machine_gun, laser_reflective_armor, backfires, heavy front, jam, "
        "flame right",
        "",
    ).begin()
    view, ask = duel.table.view(0), duel.ask(0)
    label = GAME.words.part(view, ask, GAME.words.path(Discard(view.hand)), PLAYERS)
    assert len(label.detail) <= 200
    assert label.detail.startswith("Flamethrower right, Called Shot: Machine Gun, Heavy Armor ")
    assert label.detail.endswith("Autocannon Backfires and Laser-Reflective Armor")


def test_an_escape_says_what_it_costs() -> None:
    duel = Duel("armor left, spin", "").begin().discard(0, "spin")
    label = GAME.words.part(duel.table.view(0), duel.ask(0), ("declare",), PLAYERS)
    assert label.style == "grave"
    for said in ("Nobody scores for you", "keep your kill points", "can't take it back"):
        assert said in label.detail


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("in", ""),
        ("out", "You are out; you are watching"),
        ("escaped", "You escaped; you are watching"),
        ("ejected", "You ejected; you are watching"),
        ("quit", "You left the match; you are watching"),
    ],
)
def test_a_seat_that_has_left_the_duel_is_watching(status: str, said: str) -> None:
    duel = Duel("spin", "spin", "spin").begin()
    duel.state.players[2].status = status
    assert GAME.words.spectating(duel.table.view(2)) == said


def test_a_single_duel_is_won_as_a_duel() -> None:
    duel = Duel("spin", "spin", options=Options(single_duel=True)).begin()
    duel.state.phase, duel.state.winner = "over", 0
    view = duel.table.view(None)
    assert GAME.words.headline(view, (), PLAYERS) == "Ann wins the duel."
    assert GAME.words.title(view) == "Duel 1, the duel is over"


def test_why_tells_the_nest_then_what_comes_after() -> None:
    duel = Duel("spin", "spin").begin()
    assert GAME.words.why(duel.table.view(0), duel.ask(0), PLAYERS) == (
        "Your turn 1 > your action. Do one thing: attack, play a special, or discard. Then "
        "the turn ends. To leave the arena, give the order to escape before you act."
    )
