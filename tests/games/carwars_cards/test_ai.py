"""The computer seats: legal, repeatable, blind to what is hidden, and `normal` the stronger."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

import msgspec
import pytest

from games.carwars_cards.ai import COMPUTERS
from games.carwars_cards.cards import CARDS, NUMBERS
from games.carwars_cards.moves import Declare, Discard, Pass, Play
from games.carwars_cards.options import Options
from games.carwars_cards.state import Duelist, State, Threat
from games.carwars_cards.weighing import spare
from games.engine.ask import Ask, Combination
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.game import Decision
from games.engine.seen import BACK as CARD_BACK
from games.engine.table import Table

LEVELS = ("easy", "normal")
FRONT, BACK, LEFT, RIGHT = range(4)


def _start(seats: int, seed: int) -> Table[Any]:
    game = find("carwars-cards")
    return Table.start(game, seats, SeededChance(seed), Options(single_duel=True))[0]


def _decide(table: Table[Any], ask: Ask[Any], level: str, rng: random.Random) -> Any:
    view = table.view(ask.seat)
    return COMPUTERS[level].decide(view, ask, partial(table.imagine, ask.seat), rng)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_duel_of_computers_ends_with_legal_answers_only(level: str, seats: int) -> None:
    for seed in range(8):
        table, rng = _start(seats, seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                decision = _decide(table, ask, level, rng)
                assert ask.read(decision.answer) == decision.answer
                table.answer(ask.seat, ask.number, decision.answer)
        assert table.context.state.turn < 300


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_comes_of_the_view_and_the_rng_alone(level: str) -> None:
    """The same whim decides the same, on the real table and on any that looks alike."""
    for seed in range(4):
        table, rng = _start(4, seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                decision = _decide(table, ask, level, random.Random(seed))
                imagined = table.imagine(ask.seat, seed + 77)
                own = imagined.ask_of(ask.seat)
                assert own is not None
                assert _decide(imagined, own, level, random.Random(seed)) == decision
                table.answer(ask.seat, ask.number, _decide(table, ask, level, rng).answer)


@pytest.mark.parametrize("level", LEVELS)
def test_reasons_are_one_sentence_and_name_no_card_still_in_the_hand(level: str) -> None:
    for seed in range(10):
        table, rng = _start(3, seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                decision = _decide(table, ask, level, rng)
                view = table.view(ask.seat)
                assert decision.why.endswith(".")
                assert len(decision.why) <= 120
                assert "\n" not in decision.why
                public = {CARDS[view.incoming.card].name} if view.incoming is not None else set()
                if isinstance(decision.answer, Play):
                    public.add(CARDS[decision.answer.card].name)
                why = decision.why
                for name in sorted(public, key=len, reverse=True):
                    why = why.replace(name, "")
                assert not [card for card in view.hand if CARDS[card].name in why]
                table.answer(ask.seat, ask.number, decision.answer)


def test_normal_beats_easy_in_two_duels_of_three() -> None:
    wins = 0
    for deal in range(60):
        for normal in (0, 1):
            table, rng = _start(2, deal), random.Random(deal)
            while table.result is None:
                for ask in table.asks:
                    level = "normal" if ask.seat == normal else "easy"
                    decision = _decide(table, ask, level, rng)
                    table.answer(ask.seat, ask.number, decision.answer)
            wins += table.result.places[0] == (normal,)
    assert wins >= 80


@pytest.mark.parametrize("level", LEVELS)
def test_attacks_that_could_be_fired_are_discarded_in_one_turn_of_twenty_at_most(
    level: str,
) -> None:
    turns = thrown = 0
    for seed in range(30):
        table, rng = _start(2, 500 + seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                value = _decide(table, ask, level, rng).answer
                if ask.kind == "action":
                    turns += 1
                    if isinstance(value, Discard):
                        thrown += len(spare(ask, value.cards)) < len(value.cards)
                table.answer(ask.seat, ask.number, value)
    assert turns > 500
    assert thrown <= turns / 20


# -- single positions


def _car(seat: int, **changes: Any) -> Duelist:
    return Duelist(seat, **{"hand": [CARD_BACK] * 5, **changes})


def _view(cars: Sequence[Duelist], hand: Sequence[str], incoming: Threat | None = None) -> State:
    """What seat 0 sees, in its own turn or with something on its way."""
    cars[0].hand = [NUMBERS[card] for card in hand]
    return State(
        Options(),
        list(cars),
        phase="action" if incoming is None else "answer",
        duel=1,
        turn=9,
        dealer=0,
        active=0 if incoming is None else incoming.source,
        operating=list(range(len(cars))),
        draw=[CARD_BACK] * 60,
        threats=[] if incoming is None else [incoming],
        seat=0,
    )


def _hit(card: str, side: int, points: int, **changes: Any) -> Threat:
    return msgspec.structs.replace(Threat(NUMBERS[card], 1, 0, side, points, 1), **changes)


def _nothing_imagined(seed: int) -> NoReturn:
    raise AssertionError("nothing is imagined at this level")


def _normal(view: State, kind: str, options: Sequence[Any], *, discard: bool = False) -> Any:
    return _decision(view, kind, options, discard=discard).answer


def _decision(view: State, kind: str, options: Sequence[Any], *, discard: bool = False) -> Decision:
    some = Combination("discard", view.hand, Discard) if discard else None
    ask = Ask(0, kind, options, options[0] if options else Pass(), "", some)
    return COMPUTERS["normal"].decide(view, ask, _nothing_imagined, random.Random(1))


def _play(card: str, on: int = -1, side: int = -1, tire_shot: bool = False) -> Play:
    return Play(NUMBERS[card], on, side, tire_shot)


def test_a_breached_side_is_shot_at_before_a_whole_one() -> None:
    rival = _car(1, side_damage=[0, 12, 0, 0])
    attacks = [
        _play("attack_flamethrower_front", 1, FRONT),
        _play("attack_missile_back", 1, BACK),
    ]
    view = _view((_car(0), rival), ("attack_flamethrower_front", "attack_missile_back"))
    assert _normal(view, "action", attacks, discard=True) == attacks[1]


def test_the_driver_who_can_be_put_out_is_the_target() -> None:
    cars = (_car(0), _car(1), _car(2, side_damage=[12, 0, 0, 0], driver_damage=2))
    attacks = [
        _play("attack_called_shot_machine_gun", seat, side) for seat in (1, 2) for side in range(4)
    ]
    view = _view(cars, ("attack_called_shot_machine_gun",))
    assert _normal(view, "action", attacks) == _play("attack_called_shot_machine_gun", 2, FRONT)


def test_tires_of_a_car_about_to_escape_are_shot() -> None:
    cars = (_car(0), _car(1, escaping=True, tire_damage=4))
    attacks = [_play("attack_laser_left", 1, LEFT, tire_shot) for tire_shot in (False, True)]
    assert _normal(_view(cars, ("attack_laser_left", "tire_shot")), "action", attacks).tire_shot


def test_guarded_tires_are_never_shot_at() -> None:
    cars = (_car(0), _car(1, escaping=True, specials=[NUMBERS["wheelguards"]]))
    attacks = [_play("attack_laser_left", 1, LEFT, tire_shot) for tire_shot in (False, True)]
    view = _view(cars, ("attack_laser_left", "tire_shot"))
    assert not _normal(view, "action", attacks).tire_shot


def test_a_hand_full_of_jammed_guns_is_thrown_away_whole() -> None:
    me = _car(0, specials=[NUMBERS["machine_gun_jams"]])
    hand = ["attack_machine_gun_front"] * 3 + ["attack_machine_gun_left"] * 2 + ["debris"]
    view = _view((me, _car(1)), hand)
    thrown = _normal(view, "action", [], discard=True)
    assert sorted(thrown.cards) == sorted(view.hand)


def test_good_cards_are_not_discarded_with_the_poor_ones() -> None:
    me = _car(0, side_damage=[0, 0, 9, 0], tire_damage=9)
    view = _view((me, _car(1)), ("swerve", "spin", "armor_left", "heavy_armor_left"))
    thrown = _normal(view, "action", [], discard=True)
    assert set(thrown.cards) == {NUMBERS["swerve"], NUMBERS["spin"]}


def test_the_way_out_is_kept_once_a_side_is_open() -> None:
    hand = ("ejection_seat", "debris", "armor_front", "armor_back")
    for damage, kept in ((0, False), (12, True)):
        view = _view((_car(0, side_damage=[0, 0, 0, damage]), _car(1)), hand)
        thrown = _normal(view, "action", [], discard=True)
        assert (NUMBERS["ejection_seat"] not in thrown.cards) is kept


def test_a_discard_says_what_made_the_cards_poor() -> None:
    me = _car(0, side_damage=[0, 0, 9, 0], tire_damage=9)
    rival = _car(1, specials=[NUMBERS["machine_gun_jams"]])
    hand = ("swerve", "spin", "machine_gun_jams", "armor_back", "heavy_armor_left")
    decision = _decision(_view((me, rival), hand), "action", [], discard=True)
    assert decision.why == (
        "Four cards of little use now: dodges that need tires, no target for the jam, "
        "armor for sides still whole."
    )


def test_an_attack_says_what_it_was_to_do() -> None:
    rival = _car(1, side_damage=[0, 12, 0, 0], driver_damage=1)
    shot = _play("attack_missile_back", 1, BACK)
    view = _view((_car(0), rival), ("attack_missile_back", "swerve"))
    decision = _decision(view, "action", [shot], discard=True)
    assert decision.why == "B's back is breached; 4 damage can put the driver out."


@pytest.mark.parametrize("level", LEVELS)
def test_a_pass_does_not_tell_whether_the_hand_held_an_answer(level: str) -> None:
    hit = _hit("attack_laser_front", FRONT, 6, target=1)
    bare, armed = [Pass()], [Pass(), _play("laser_overheats", 2)]
    whys = set()
    for options in (bare, armed):
        ask = Ask(0, "negation", options, Pass(), "")
        view = _view((_car(0), _car(1), _car(2)), ("laser_overheats",), hit)
        for seed in range(20):
            rng = random.Random(seed)
            decision = COMPUTERS[level].decide(view, ask, _nothing_imagined, rng)
            if decision.answer == Pass():
                whys.add(decision.why)
    assert len(whys) == 1


def test_armor_is_used_to_save_a_side_from_being_breached() -> None:
    armor = [Pass(), _play("armor_left", -1, LEFT)]
    hit = _hit("attack_machine_gun_left", LEFT, 3)
    worn = _view((_car(0, side_damage=[0, 0, 10, 0]), _car(1)), ("armor_left",), hit)
    assert _normal(worn, "answer", armor) == armor[1]


def test_the_heavy_armor_is_kept_when_the_light_one_will_do() -> None:
    options = [Pass(), _play("heavy_armor_left", -1, LEFT), _play("armor_left", -1, LEFT)]
    hit = _hit("attack_machine_gun_left", LEFT, 3)
    view = _view(
        (_car(0, side_damage=[0, 0, 10, 0]), _car(1)), ("heavy_armor_left", "armor_left"), hit
    )
    assert _normal(view, "answer", options) == options[2]


def test_a_car_is_not_turned_into_a_worse_hit() -> None:
    me = _car(0, side_damage=[12, 12, 0, 0], driver_damage=3)
    options = [Pass(), _play("spin", -1, FRONT), _play("spin", -1, BACK)]
    view = _view((me, _car(1)), ("spin",), _hit("attack_autocannon_left", LEFT, 5))
    assert _normal(view, "answer", options) == Pass()


def test_the_seat_is_ejected_only_when_nothing_else_saves_the_driver() -> None:
    me = _car(0, side_damage=[12, 0, 0, 0], driver_damage=3)
    hit = _hit("attack_laser_front", FRONT, 6)
    seat, smoke = _play("ejection_seat"), _play("smokescreen")
    alone = _view((me, _car(1)), ("ejection_seat",), hit)
    assert _normal(alone, "answer", [Pass(), seat]) == seat
    both = _view((me, _car(1)), ("ejection_seat", "smokescreen"), hit)
    assert _normal(both, "answer", [Pass(), seat, smoke]) == smoke


def test_a_hand_is_saved_from_paint_by_a_swerve() -> None:
    options = [Pass(), _play("swerve")]
    spray = _hit("paint_spray", -1, 0)
    assert _normal(_view((_car(0), _car(1)), ("swerve",), spray), "paint_swerve", options) != Pass()


def test_a_skid_goes_to_the_weakest_side() -> None:
    rival = _car(1, side_damage=[0, 0, 12, 5], driver_damage=2)
    options = [Pass(), *(_play("skid_into_a_wall", 1, side) for side in range(4))]
    hit = _hit("attack_laser_front", FRONT, 6, source=0, target=1, landed=True)
    view = _view((_car(0), rival), ("skid_into_a_wall",), hit)
    assert _normal(view, "maneuver", options) == _play("skid_into_a_wall", 1, LEFT)


@pytest.mark.parametrize(
    ("me", "leaves"),
    [
        (_car(0), False),
        (_car(0, side_damage=[12, 12, 0, 0], driver_damage=4), True),
    ],
)
def test_an_escape_is_announced_only_when_the_duel_is_as_good_as_lost(
    me: Duelist, leaves: bool
) -> None:
    view = _view((me, _car(1)), ())
    assert (_normal(view, "escape", [Pass(), Declare()]) == Declare()) is leaves
