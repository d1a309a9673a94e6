"""An attack and its answers: where the hit ends, what it costs, and who is credited."""

from __future__ import annotations

from games.carwars_cards import events as e
from games.carwars_cards.moves import Play
from tests.games.carwars_cards.duel import Duel, card, cards

FRONT, BACK, LEFT, RIGHT = range(4)


def test_two_spins_reach_the_opposite_side_and_armor_works_there() -> None:
    duel = Duel("missile front, gun left", "spin, spin, armor front, armor back").begin()
    duel.play(0, "missile front", on=1).play(1, "spin", side="left").passes(0)
    duel.play(1, "spin", side="back").passes(0)
    assert duel.playable(1) == {card("armor back")}
    duel.play(1, "armor back").passes(1)
    assert duel.player(1).side_damage == [0, 1, 0, 0]
    hit = duel.player(1).side_hits[BACK][0]
    assert (hit.card, hit.armor, hit.points) == (
        card("missile front"),
        (card("armor back"),),
        1,
    )


def test_after_armor_only_armor_or_an_ejection_seat() -> None:
    duel = Duel("flame front", "armor front, heavy front, swerve, spin, smoke, eject").begin()
    duel.play(0, "flame front", on=1).play(1, "armor front")
    assert duel.playable(1) == {card("heavy front"), card("eject")}


def test_armor_that_stops_everything_ends_the_attack() -> None:
    duel = Duel("flame front, gun left", "heavy front, armor front").begin()
    duel.play(0, "flame front", on=1).play(1, "heavy front")
    assert duel.open == [(0, "escape")]
    assert duel.state.discard == cards("flame front, heavy front")
    assert duel.told(e.DamageStopped)[0].points.total == 0


def test_the_hit_that_breaches_spares_the_driver_and_the_next_does_not() -> None:
    duel = Duel("missile front, gun left", "", "")
    duel.player(1).side_damage[FRONT] = 11
    duel.begin().play(0, "missile front", on=1).passes(1)
    assert duel.told(e.SideBreached) == [e.SideBreached(1, FRONT)]
    assert duel.player(1).driver_damage == 0
    duel = Duel("flame front, gun left", "armor front", "")
    duel.player(1).side_damage[FRONT] = 12
    duel.begin().play(0, "flame front", on=1).play(1, "armor front").passes(1)
    assert (duel.player(1).driver_damage, duel.player(1).side_damage[FRONT]) == (3, 12)


def test_a_skid_that_breaches_lets_the_redirected_attack_reach_the_driver() -> None:
    duel = Duel("missile front, gun left", "bootlegger", "skid")
    duel.player(1).side_damage[BACK] = 10
    duel.begin().play(0, "missile front", on=1).play(1, "bootlegger").passes(0)
    duel.play(2, "skid", side="back").passes(1).passes(2).passes(1)
    assert duel.player(1).side_damage[BACK] == 13
    assert duel.player(1).driver_damage == 4


def test_a_skid_that_disables_ends_the_attack_and_credits_its_player() -> None:
    duel = Duel("missile front, gun left", "bootlegger, armor back", "skid")
    duel.player(1).side_damage[BACK] = 12
    duel.player(1).driver_damage = 3
    duel.begin().play(0, "missile front", on=1).play(1, "bootlegger").passes(0)
    duel.play(2, "skid", side="back").passes(1)
    assert duel.told(e.DriverDisabled) == [e.DriverDisabled(1, 0, card("skid"), BACK, 2)]
    assert duel.told(e.HandLost) == [e.HandLost(1, (card("armor back"),))]
    assert card("missile front") in duel.state.discard
    assert duel.open == [(0, "escape")]


def test_dud_missile_stops_a_called_shot_with_a_missile() -> None:
    duel = Duel("called, gun left", "dud_missile").begin()
    duel.play(0, "called", on=1, side="back").play(1, "dud_missile")
    assert duel.state.discard == cards("dud_missile, called")


def test_backfires_must_be_the_first_answer() -> None:
    duel = Duel("cannon front", "backfires, spin").begin()
    duel.play(0, "cannon front", on=1)
    assert duel.playable(1) == {card("backfires"), card("spin")}
    duel.play(1, "spin", side="left").passes(0)
    assert duel.playable(1) == set()


def test_a_backfire_wastes_the_tire_shot_and_nobody_scores() -> None:
    duel = Duel("cannon left, tire_shot, armor left, swerve", "backfires", "")
    duel.player(0).side_damage[LEFT] = 12
    duel.player(0).driver_damage = 3
    duel.begin().play(0, "cannon left", on=1, tire_shot=True).play(1, "backfires")
    assert duel.open == [(0, "backfire_armor")]
    assert duel.playable(0) == {card("armor left")}
    duel.play(0, "armor left").passes(0)
    assert duel.player(0).status == "out"
    assert duel.told(e.DriverDisabled) == [e.DriverDisabled(0, -1, card("cannon left"), LEFT, 0)]
    assert duel.player(1).tire_damage == 0
    assert duel.state.active == 1


def test_paint_spray_costs_hand_and_turn() -> None:
    duel = Duel("missile back, gun left, swerve", "paint", "").begin()
    duel.play(0, "missile back", on=1).play(1, "paint").passes(0)
    assert duel.told(e.HandLost) == [e.HandLost(0, tuple(sorted(cards("gun left, swerve"))))]
    assert duel.player(0).skip_turns == 1
    assert duel.open == [(0, "escape")]


def test_a_skid_on_the_swerve_from_paint_credits_nobody_and_stops_the_turn() -> None:
    duel = Duel("missile back, swerve", "paint", "skid")
    duel.player(0).side_damage[LEFT] = 12
    duel.player(0).driver_damage = 4
    duel.begin().play(0, "missile back", on=1).play(1, "paint").play(0, "swerve")
    duel.passes(1).play(2, "skid", side="left").passes(0)
    assert duel.told(e.DriverDisabled) == [e.DriverDisabled(0, -1, card("skid"), LEFT, 2)]
    assert (duel.state.active, duel.open) == (1, [(1, "action")])


def test_without_tires_nobody_can_swerve_out_of_paint() -> None:
    duel = Duel("missile back, swerve", "paint", "")
    duel.player(0).tire_damage = 9
    duel.begin().play(0, "missile back", on=1).play(1, "paint")
    assert duel.playable(0) == set()
    duel.passes(0)
    assert duel.told(e.Painted) == [e.Painted(0, 1)]
    assert duel.open == [(1, "action")]


def test_wheelguards_answer_a_tire_shot_and_a_ram_still_connects() -> None:
    duel = Duel("ram front, tire_shot, gun front", "guards, armor front", "").begin()
    duel.play(0, "ram front", on=1, tire_shot=True)
    assert duel.playable(1) == {card("guards")}
    duel.play(1, "guards")
    assert duel.player(1).tire_damage == 0
    assert duel.open == [(0, "shaken"), (2, "shaken")]
    duel.passes(0, 2)
    assert duel.open == [(0, "escape")]


def test_the_follow_up_goes_to_the_side_really_rammed_and_cannot_be_swerved() -> None:
    duel = Duel("ram front, missile left, missile front, called", "spin, swerve, smoke").begin()
    duel.play(0, "ram front", on=1).play(1, "spin", side="left").passes(0).passes(1).passes(0)
    plays = [option for option in duel.ask(0).options if isinstance(option, Play)]
    assert {(play.card, play.side) for play in plays} == {
        (card("missile left"), LEFT),
        (card("called"), LEFT),
    }
    duel.play(0, "called")
    assert duel.playable(1) == {card("smoke")}


def test_debris_on_a_spin_from_the_follow_up_may_be_swerved() -> None:
    duel = Duel("ram front, missile front, gun left", "spin, swerve", "debris").begin()
    duel.play(0, "ram front", on=1).passes(1).passes(0, 2).play(0, "missile front")
    assert duel.playable(1) == {card("spin")}
    duel.play(1, "spin", side="right").passes(0).play(2, "debris").play(1, "swerve")
    assert duel.player(1).tire_damage == 1
    assert [kind for _, kind in duel.open] == ["maneuver", "maneuver"]


def test_a_jam_on_the_follow_up_leaves_the_ram_standing() -> None:
    duel = Duel("ram front, gun front, swerve", "", "jam").begin()
    duel.play(0, "ram front", on=1).passes(1).passes(0, 2).play(0, "gun front").passes(1)
    duel.play(2, "jam", on=0)
    assert duel.player(1).side_damage[FRONT] == 3
    assert duel.open == [(0, "escape")]


def test_a_smokescreen_against_the_ram_leaves_nothing_to_follow() -> None:
    duel = Duel("ram front, gun front", "smoke", "shaken").begin()
    duel.play(0, "ram front", on=1).play(1, "smoke")
    assert duel.open == [(0, "escape")]


def test_a_ramplate_doubles_the_ram_in_the_sum_too() -> None:
    duel = Duel("ram front, gun front", "armor front", "")
    duel.player(0).specials = cards("ramplate")
    duel.begin().play(0, "ram front", on=1).play(1, "armor front").passes(1)
    assert str(duel.told(e.DamageTaken)[0].points) == "3 Ramming + 3 Ramplate − 3 Armor = 3"


def test_leaving_by_ejection_seat_before_the_damage() -> None:
    duel = Duel("missile front, gun left", "armor front, eject", "").begin()
    duel.play(0, "missile front", on=1).play(1, "armor front").play(1, "eject")
    assert duel.player(1).status == "ejected"
    assert duel.player(0).kills == 0
    assert sorted(duel.state.discard) == sorted(cards("missile front, armor front, eject"))


def test_fireproof_is_barred_by_flames_that_did_damage_not_by_flames_stopped() -> None:
    duel = Duel("flame front", "heavy front, fireproof").begin()
    duel.play(0, "flame front", on=1).play(1, "heavy front").passes(0)
    assert card("fireproof") in duel.playable(1)
    duel = Duel("flame front", "armor front, fireproof").begin()
    duel.play(0, "flame front", on=1).play(1, "armor front").passes(1).passes(0)
    assert card("fireproof") not in duel.playable(1)


def test_a_fireproof_car_cannot_be_flamed_not_even_at_its_tires() -> None:
    duel = Duel("flame front, tire_shot", "", "")
    duel.player(1).specials = cards("fireproof")
    duel.begin()
    assert {option.on for option in duel.ask(0).options} == {2}


def test_the_ejection_seat_is_free_on_top_of_the_action() -> None:
    duel = Duel("eject, gun left", "", "").begin().play(0, "eject")
    assert duel.player(0).status == "ejected"
    assert duel.open == [(1, "action")]
