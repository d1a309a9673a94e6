"""Windows in which several players answer at once, and what comes of cards turned up together."""

from __future__ import annotations

from games.carwars_cards import events as e
from games.carwars_cards.moves import Leave, Pass, Play, Queue
from games.engine.table import Table
from tests.games.carwars_cards.duel import Duel, card, cards

FRONT, BACK, LEFT, RIGHT = range(4)


def test_everyone_else_is_asked_to_negate_a_machine_gun_whatever_they_hold() -> None:
    duel = Duel("gun front, swerve", "", "jam, smoke", "armor left").begin()
    duel.play(0, "gun front", on=1)
    assert duel.open == [(2, "negation"), (3, "negation"), (1, "answer")]
    assert list(duel.ask(1).options) == [Pass()]


def test_a_missile_opens_no_window_but_the_targets() -> None:
    duel = Duel("missile front", "", "jam").begin().play(0, "missile front", on=1)
    assert duel.open == [(1, "answer")]


def test_a_jam_stops_the_attack_and_stays_on_the_attacker() -> None:
    duel = Duel("gun front, swerve", "armor front", "jam").begin()
    duel.play(0, "gun front", on=1).passes(1).play(2, "jam", on=0)
    assert duel.player(0).specials == [card("jam")]
    assert duel.state.discard == [card("gun front")]
    assert duel.told(e.AttackCancelled)[0].by == 2
    assert duel.open == [(0, "escape")]


def test_a_second_jam_goes_back_and_is_known_to_all() -> None:
    duel = Duel("gun front, swerve", "jam", "jam, smoke").begin()
    duel.play(0, "gun front", on=1).play(2, "jam", on=0).play(1, "jam", on=0)
    assert duel.player(1).hand == []
    assert duel.player(2).hand == cards("jam, smoke")
    assert duel.told(e.CardReturned) == [e.CardReturned(2, card("jam"))]
    assert duel.table.view(0).players[2].shown == [card("jam")]


def test_metal_armor_in_the_window_stops_the_gun_and_the_jam_still_lands() -> None:
    duel = Duel("gun front, swerve", "metal", "jam").begin()
    duel.play(0, "gun front", on=1).play(1, "metal").play(2, "jam", on=0)
    assert duel.player(1).specials == [card("metal")]
    assert duel.player(0).specials == [card("jam")]
    assert [event.by_card for event in duel.told(e.AttackCancelled)] == [card("metal")]


def test_who_lays_gear_in_the_window_is_asked_again_with_the_target_alone() -> None:
    duel = Duel("gun front, swerve", "swerve", "fireproof, jam", "smoke").begin()
    duel.play(0, "gun front", on=1).passes(1, 3).play(2, "fireproof")
    assert duel.open == [(2, "negation"), (1, "answer")]
    duel.passes(1)
    duel.play(2, "jam", on=0)
    assert duel.told(e.AttackCancelled)


def test_what_the_target_chose_is_turned_up_when_nobody_else_plays_a_card() -> None:
    duel = Duel("gun front, swerve", "swerve, smoke", "jam").begin()
    duel.play(0, "gun front", on=1).play(1, "swerve")
    assert not duel.told(e.CardPlayed)
    duel.passes(2)
    assert [played.card for played in duel.told(e.CardPlayed)] == [card("swerve")]
    assert duel.open == [(0, "maneuver"), (2, "maneuver")]


def test_what_the_target_chose_beside_a_jam_is_never_seen() -> None:
    duel = Duel("gun front, swerve", "armor front", "jam").begin()
    duel.play(0, "gun front", on=1).play(1, "armor front").play(2, "jam", on=0)
    assert [played.card for played in duel.told(e.CardPlayed)] == [card("jam")]
    assert duel.player(1).hand == [card("armor front")]
    assert duel.player(1).shown == []
    assert not duel.told(e.CardReturned)


def test_the_target_chooses_anew_when_a_card_was_turned_up_and_rivals_do_not_know_the_first() -> (
    None
):
    duel = Duel("gun front, swerve", "smoke, swerve", "fireproof, spin").begin()
    duel.play(0, "gun front", on=1).play(1, "smoke").play(2, "fireproof")
    assert duel.open == [(2, "negation"), (1, "answer")]
    assert card("smoke") in duel.player(1).hand
    hands = [duel.table.imagine(2, seed).context.state.players[1].hand for seed in range(9)]
    assert any(card("smoke") not in hand for hand in hands)
    duel.passes(2).play(1, "swerve")
    assert duel.player(1).hand == [card("smoke")]


def test_one_player_with_skid_and_debris_picks_the_order() -> None:
    duel = Duel("missile front, gun left", "swerve", "debris, skid, smoke").begin()
    duel.play(0, "missile front", on=1).play(1, "swerve").passes(0)
    duel.play(2, "debris").passes(1)
    assert duel.player(1).tire_damage == 3
    assert duel.open == [(2, "maneuver")]
    assert duel.playable(2) == {card("skid")}
    duel.play(2, "skid", side="left").passes(1)
    assert duel.player(1).side_damage == [0, 0, 3, 0]
    assert duel.open == [(2, "maneuver")]
    assert duel.playable(2) == set()
    assert duel.passes(2).open == [(0, "escape")]


def test_who_has_played_debris_is_asked_again_whatever_is_left_in_the_hand() -> None:
    asked = []
    for more in ("debris", "smoke"):
        duel = Duel("missile front, gun left", "spin", f"debris, {more}").begin()
        duel.play(0, "missile front", on=1).play(1, "spin", side="left").passes(0)
        duel.play(2, "debris").passes(1)
        asked.append((duel.open, duel.playable(2)))
    assert asked == [([(2, "maneuver")], {card("debris")}), ([(2, "maneuver")], set())]


def test_debris_and_swerves_without_end_end_with_the_cards() -> None:
    """Everybody plays all that can be played: a Swerve draws Debris, and Debris a Swerve."""
    debris, swerves = "debris, debris, skid", ", ".join(["swerve"] * 6)
    duel = Duel(f"missile front, {debris}", f"spin, {swerves}", debris).begin()
    duel.play(0, "missile front", on=1)
    for _ in range(100):
        seat, kind = duel.open[0]
        if kind == "escape":
            break
        plays = [option for option in duel.ask(seat).options if isinstance(option, Play)]
        duel.give(seat, plays[-1] if plays else Pass())
    assert duel.open == [(0, "escape")]
    left = [held for seat in range(3) for held in duel.player(seat).hand]
    assert card("debris") not in left
    assert len(duel.told(e.DebrisAvoided)) == 4


def test_a_second_skid_on_one_maneuver_goes_back() -> None:
    duel = Duel("missile front, skid", "swerve", "skid, debris").begin()
    duel.play(0, "missile front", on=1).play(1, "swerve")
    duel.play(2, "skid", side="left").play(0, "skid", side="back").passes(1)
    assert duel.player(1).side_damage == [0, 3, 0, 0]
    assert duel.player(2).shown == [card("skid")]
    assert duel.open == [(0, "maneuver"), (2, "maneuver")]
    assert duel.playable(2) == {card("debris")}


def test_only_debris_answers_a_spin() -> None:
    duel = Duel("missile front, skid, debris", "spin").begin()
    duel.play(0, "missile front", on=1).play(1, "spin", side="left")
    assert duel.playable(0) == {card("debris")}


def test_debris_drawn_by_a_swerve_from_debris_and_the_skid_after_that() -> None:
    duel = Duel("missile front, gun left", "swerve, swerve", "debris", "debris, skid").begin()
    duel.player(1).side_damage[LEFT] = 12
    duel.player(1).driver_damage = 2
    duel.begin().play(0, "missile front", on=1).play(1, "swerve").passes(0)
    duel.play(2, "debris").play(3, "debris")
    duel.play(1, "swerve").passes(0, 2).play(3, "skid", side="left")
    assert [threat.card for threat in duel.state.threats] == cards("missile front, debris, skid")
    duel.passes(1)
    assert duel.player(1).status == "out"
    assert duel.told(e.DriverDisabled) == [e.DriverDisabled(1, 0, card("skid"), LEFT, 3)]
    assert duel.player(0).kills == 1
    assert card("debris") in duel.player(3).hand
    assert duel.player(3).shown == [card("debris")]


def test_debris_that_ruins_the_tires_bars_the_next_maneuver_not_this_one() -> None:
    duel = Duel("missile front, gun left", "spin, spin, swerve, smoke", "debris")
    duel.player(1).tire_damage = 7
    duel.begin().play(0, "missile front", on=1).play(1, "spin", side="left")
    duel.passes(0).play(2, "debris").passes(1)
    assert duel.told(e.TiresDestroyed) == [e.TiresDestroyed(1)]
    assert duel.playable(1) == set()
    duel.passes(1)
    assert duel.player(1).side_damage == [0, 0, 4, 0]


def test_two_shaken_on_one_ram_and_the_second_goes_back() -> None:
    duel = Duel("ram front, shaken", "armor front", "shaken").begin()
    duel.play(0, "ram front", on=1).play(1, "armor front")
    assert duel.open == [(0, "shaken"), (2, "shaken")]
    duel.play(0, "shaken").play(2, "shaken")
    assert duel.player(1).skip_turns == 1
    assert duel.player(2).shown == [card("shaken")]


def test_a_window_is_the_same_table_after_a_load_with_answers_still_secret() -> None:
    duel = Duel("gun front, swerve", "jam", "jam").begin()
    duel.play(0, "gun front", on=1).play(1, "jam", on=0)
    again = Table.load(duel.table.save(), duel.table.context.chance)
    assert again.view(0) == duel.table.view(0)
    assert [(ask.seat, ask.number) for ask in again.asks] == [
        (ask.seat, ask.number) for ask in duel.table.asks
    ]
    assert len(duel.table.view(0).players[1].hand) == 1


# -- cards laid aside, and leaving


def test_a_card_laid_aside_is_played_at_the_change_of_turn() -> None:
    duel = Duel("missile front, gun front", "fireproof", "").begin()
    duel.table.order(1, Queue(card("fireproof")))
    assert duel.table.view(1).queued == (card("fireproof"),)
    assert duel.table.view(0).queued == ()
    duel.discard(0, "gun front").passes(0)
    assert duel.player(1).specials == [card("fireproof")]


def test_a_card_laid_aside_that_has_become_illegal_stays_in_hand_unseen() -> None:
    duel = Duel("flame front, gun front", "fireproof", "").begin()
    duel.table.order(1, Queue(card("fireproof")))
    duel.play(0, "flame front", on=1).passes(1).passes(0)
    assert card("fireproof") in duel.player(1).hand
    assert duel.player(1).shown == []
    assert duel.told(e.QueueDropped) == [e.QueueDropped(1, card("fireproof"))]


def test_who_quits_leaves_after_the_attack_and_the_kill_still_counts() -> None:
    duel = Duel("missile front, gun front", "", "")
    duel.player(1).side_damage[FRONT] = 12
    duel.player(1).driver_damage = 1
    duel.begin().play(0, "missile front", on=1)
    duel.table.order(1, Leave())
    duel.passes(1).passes(0)
    assert duel.player(0).kills == 1
    assert duel.player(1).status == "out"
    assert duel.player(1).left


def test_who_quits_leaves_like_an_escape_and_nobody_scores() -> None:
    duel = Duel("missile front, gun front", "swerve", "").begin()
    duel.table.order(1, Leave())
    duel.discard(0, "gun front").passes(0)
    assert duel.player(1).status == "quit"
    assert duel.state.operating == [0, 2]
    assert duel.state.active == 2
    assert Play not in {type(order) for order in duel.table.game.orders(duel.state, 1)}
