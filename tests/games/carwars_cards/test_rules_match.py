"""Turns, escapes, the deck running out, scoring, and who becomes an Ace."""

from __future__ import annotations

import pytest

from games.carwars_cards import GAME
from games.carwars_cards import events as e
from games.carwars_cards.kinds import DECK, REDUCED_DECK
from games.carwars_cards.moves import Declare, Discard, Leave
from games.carwars_cards.options import Options
from games.engine.chance import ScriptedChance, SeededChance
from games.engine.errors import Illegal
from games.engine.table import Table
from tests.games.carwars_cards.duel import Duel, card, cards


def test_the_first_dealer_is_drawn_and_the_player_on_the_left_begins() -> None:
    chance = ScriptedChance([("first dealer", 2), ("duel 1 deck", None)])
    table, told = Table.start(GAME, 3, chance)
    started = told[0].event
    assert started == e.DuelStarted(1, 2, 0, (0, 1, 2), 142)
    assert [ask.kind for ask in table.asks] == ["opening"] * 3
    assert [ask.seat for ask in table.asks] == [0, 1, 2]
    assert table.view(0).hand == tuple(reversed(REDUCED_DECK[-5:]))


def test_the_deck_has_150_cards_and_142_for_two_or_three() -> None:
    assert (len(DECK), len(REDUCED_DECK)) == (150, 142)
    table, _ = Table.start(GAME, 4, SeededChance(1))
    assert len(GAME.cards(table.context.state)) == 150
    table, _ = Table.start(GAME, 2, SeededChance(1), Options(reduced_deck=False))
    assert len(GAME.cards(table.context.state)) == 150


def test_there_is_no_pass_and_the_default_discards_the_newest_card() -> None:
    duel = Duel("gun left, swerve, armor back", "").begin()
    assert duel.ask(0).default == Discard((card("armor back"),))
    with pytest.raises(Illegal):
        duel.give(0, {"type": "pass"})
    with pytest.raises(Illegal):
        duel.give(0, Discard(()))
    with pytest.raises(Illegal):
        duel.give(0, Discard(tuple(cards("swerve, swerve"))))


def test_the_whole_hand_unjams_both_weapons_and_bars_no_escape() -> None:
    duel = Duel("gun left, swerve", "", "")
    duel.player(0).specials = cards("jam, overheat, ramplate")
    duel.begin().discard(0, "gun left, swerve")
    assert duel.player(0).specials == cards("ramplate")
    assert duel.told(e.Unjammed) == [e.Unjammed(0, tuple(cards("jam, overheat")))]
    assert duel.open == [(0, "escape")]
    assert duel.give(0, Declare()).open == [(1, "action")]
    assert duel.player(0).escaping


def test_part_of_the_hand_leaves_the_jam() -> None:
    duel = Duel("gun left, swerve", "", "")
    duel.player(0).specials = cards("jam")
    duel.begin().discard(0, "swerve")
    assert duel.player(0).specials == cards("jam")
    assert duel.open == [(0, "escape")]


def test_an_escape_happens_at_the_next_turn_and_nobody_scores() -> None:
    duel = Duel("gun left, swerve", "gun left", "gun left").begin()
    duel.discard(0, "gun left").give(0, Declare())
    duel.discard(1, "gun left").passes(1).discard(2, "gun left").passes(2)
    assert duel.told(e.Escaped) == [e.Escaped(0)]
    assert duel.player(0).status == "escaped"
    assert duel.open == [(1, "action")]


def test_an_escape_lapses_with_the_tires_and_the_turn_goes_on() -> None:
    duel = Duel("gun left, swerve", "gun left").begin()
    duel.discard(0, "gun left").give(0, Declare())
    duel.player(0).tire_damage = 9
    duel.discard(1, "gun left").passes(1)
    assert duel.told(e.EscapeLapsed) == [e.EscapeLapsed(0)]
    assert duel.open == [(0, "action")]
    assert not duel.player(0).escaping
    duel.discard(0, "swerve")
    assert duel.open == [(1, "action")]


def test_a_lost_turn_postpones_the_escape_and_draws_nothing() -> None:
    duel = Duel("gun left, swerve", "gun left", "gun left")
    duel.player(1).escaping = True
    duel.player(1).skip_turns = 2
    duel.begin().discard(0, "gun left").passes(0)
    assert duel.told(e.TurnLost) == [e.TurnLost(1, 1)]
    assert duel.player(1).escaping
    assert duel.player(1).hand == cards("gun left")
    assert duel.open == [(2, "action")]


def test_the_discard_pile_is_reshuffled_once() -> None:
    duel = Duel(
        "gun left, swerve",
        "gun left",
        draw="spin, smoke",
        script=[("duel 1 reshuffle", sorted(cards("gun left, missile front, debris, paint")))],
    )
    duel.state.discard = cards("debris, missile front, paint")
    duel.begin().discard(0, "gun left").passes(0)
    assert duel.told(e.Reshuffled) == [e.Reshuffled(4)]
    assert duel.state.reshuffled
    assert duel.player(1).hand[:3] == cards("gun left, smoke, spin")
    assert len(duel.player(1).hand) == 6


def test_when_a_card_is_needed_and_none_is_left_the_duel_is_a_tie() -> None:
    duel = Duel("gun left, swerve", "gun left", "gun left", draw="spin", reshuffled=True)
    duel.player(2).kills = 1
    duel.script = [("duel 2 deck", None)]
    duel.begin().discard(0, "gun left").passes(0)
    assert duel.told(e.CardsRanOut) == [e.CardsRanOut((0, 1, 2))]
    ended = duel.told(e.DuelEnded)[0]
    assert (ended.winner, ended.points) == (-1, (10, 10, 20))


def test_the_last_car_wins_at_once_and_the_deal_passes_to_the_right() -> None:
    duel = Duel("missile front, gun left", "eject", script=[("duel 2 deck", None)]).begin()
    duel.play(0, "missile front", on=1).play(1, "eject")
    ended = duel.told(e.DuelEnded)[0]
    assert (ended.winner, ended.points) == (0, (20, 0))
    assert duel.told(e.DuelStarted)[0].dealer == 0
    assert duel.state.active == 1


def _won(scores: list[int], options: Options | None = None) -> Duel:
    duel = Duel("missile front, gun left", *["eject"] * (len(scores) - 1), options=options)
    duel.script = [("duel 2 deck", None)]
    for player, score in zip(duel.state.players, scores, strict=True):
        player.score = score
    duel.state.operating = [0, 1]
    for player in duel.state.players[2:]:
        player.status = "out"
        player.hand.clear()
    return duel.begin().play(0, "missile front", on=1).play(1, "eject")


def test_sixty_points_make_an_ace() -> None:
    duel = _won([40, 50, 30])
    assert duel.told(e.AceDeclared) == [e.AceDeclared(0, 60)]
    assert duel.table.result is not None
    assert duel.table.result.places == ((0,), (1,), (2,))
    assert duel.table.view(None).winner == 0


def test_equal_highest_scores_play_another_duel() -> None:
    duel = _won([50, 70, 30])
    assert duel.table.result is None
    assert duel.told(e.DuelStarted)[0].duel == 2


def test_a_leader_of_sixty_wins_though_another_has_sixty_too() -> None:
    duel = _won([40, 80, 30])
    assert duel.table.view(None).winner == 1


def test_a_single_duel_ends_after_one() -> None:
    duel = _won([0, 10, 10], Options(single_duel=True))
    assert duel.table.result is not None
    assert duel.table.result.places == ((0,), (1, 2))
    assert not duel.told(e.AceDeclared)


def test_with_one_player_left_the_match_ends() -> None:
    duel = Duel("missile front, gun left", "").begin()
    duel.player(1).score = 50
    duel.table.order(1, Leave())
    duel.discard(0, "gun left").passes(0)
    assert duel.table.result is not None
    assert duel.table.result.places == ((0,), (1,))
    assert duel.table.result.scores == (20, 50)
    assert duel.table.view(None).winner == 0


def test_who_has_left_is_dealt_into_no_further_duel() -> None:
    duel = Duel("missile front, gun left", "eject", "", "", script=[("duel 2 deck", None)])
    duel.state.operating = [0, 1]
    duel.player(3).left = True
    duel.begin().play(0, "missile front", on=1).play(1, "eject")
    assert duel.told(e.DuelStarted) == [e.DuelStarted(2, 2, 0, (0, 1, 2), 142)]
    assert duel.player(3).status == "quit"
    assert duel.player(3).hand == []


def test_a_car_out_of_the_opening_does_not_begin() -> None:
    table, _ = Table.start(GAME, 3, SeededChance(7))
    state = table.context.state
    first = state.active
    state.players[first].hand[0] = card("eject")
    table, _ = Table.begin(GAME, state, SeededChance(7))
    while table.asks:
        ask = table.asks[0]
        if ask.kind != "opening":
            break
        eject = [o for o in ask.options if getattr(o, "card", -1) == card("eject")]
        table.answer(ask.seat, ask.number, eject[0] if ask.seat == first else ask.default)
    assert table.context.state.players[first].status == "ejected"
    assert table.context.state.active == (first + 1) % 3
