"""The table: who may answer what, saving, forking, taking back, going back to the checkpoint."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.engine import table as tables
from games.engine.chance import ScriptedChance, SeededChance
from games.engine.errors import Illegal, LogDoesNotFit, NotInstalled, NotYourSeat, Stale
from games.engine.table import Emitted, Save, Table
from tests.games.engine.toy import (
    GAME,
    Bid,
    Double,
    Drew,
    Keep,
    Throw,
    Toy,
    ToyOptions,
    ToyState,
    Undouble,
    Won,
)

SEED = 3


def started(seats: int = 3, **options: Any) -> Table[Any]:
    return Table.start(GAME, seats, SeededChance(SEED), ToyOptions(**options))[0]


def bid_all(table: Table[Any]) -> list[Emitted]:
    told: list[Emitted] = []
    for ask in table.asks:
        told += table.answer(ask.seat, ask.number, ask.default)
    return told


def stored(table: Table[Any]) -> bytes:
    return msgspec.json.encode(table.save())


def loaded(table: Table[Any], **how: Any) -> Table[Any]:
    return Table.load(msgspec.json.decode(stored(table), type=Save), SeededChance(SEED), **how)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_game_has_only_so_many_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="Toy has 2 to 4 seats"):
        Table.start(GAME, seats, SeededChance(0))


def test_seats_may_hang_on_the_options() -> None:
    class Duels(Toy):
        def room(self, options: Any) -> tuple[int, int]:
            return (2, 2) if options.rounds == 1 else self.seats

    assert Table.start(Duels(), 3, SeededChance(0))[0].asks
    with pytest.raises(ValueError, match="Toy has 2 seats, not 3"):
        Table.start(Duels(), 3, SeededChance(0), ToyOptions(rounds=1))


def test_starting_tells_what_happened_before_the_first_question() -> None:
    table, told = Table.start(GAME, 2, SeededChance(SEED))
    assert [(type(one.event), one.seats) for one in told] == [(Drew, (0,)), (Drew, (1,))]
    assert told[0].reaches(0)
    assert not told[0].reaches(1)
    assert not told[0].reaches(None)
    assert [ask.seat for ask in table.asks] == [0, 1]


def test_a_game_may_begin_from_any_state_between_beats() -> None:
    state = started().context.state
    state.next = "draw"
    state.hands[0].clear()
    table, told = Table.begin(GAME, state, ScriptedChance([]))
    assert len(table.context.state.hands[0]) == 3
    assert [len(one.event.cards) for one in told] == [3, 0, 0]


def test_the_last_answer_of_a_window_goes_on() -> None:
    table = started()
    first, second, third = table.asks
    assert table.answer(0, first.number, first.default) == []
    assert table.answer(2, third.number, third.default) == []
    told = table.answer(1, second.number, second.default)
    assert isinstance(told[0].event, Won)
    assert [ask.kind for ask in table.asks] == ["throw"]


def test_what_was_told_belongs_to_the_caller() -> None:
    table = started()
    told = table.answer(0, table.asks[0].number, table.asks[0].default)
    told.append(Emitted(Won(0, 0, 0)))
    assert [one.event.points for one in bid_all(table)] == [1]


def test_who_has_answered_is_not_public() -> None:
    table = started()
    before = [(ask.seat, ask.kind) for ask in table.asked]
    table.answer(1, table.asks[1].number, table.asks[1].default)
    assert [(ask.seat, ask.kind) for ask in table.asked] == before
    assert table.ask_of(1) is None


def test_an_answer_may_be_plain_json() -> None:
    table = started()
    ask = table.asks[0]
    table.answer(0, ask.number, msgspec.to_builtins(ask.default))
    assert table.ask_of(0) is None


def test_an_answer_of_several_cards_may_be_plain_json() -> None:
    table = started()
    bid_all(table)
    ask = table.asks[0]
    assert ask.combination is not None
    cards = list(ask.combination.items)
    told = table.answer(ask.seat, ask.number, {"type": "throw", "cards": cards})
    assert told[0].event.cards == tuple(cards)


def test_an_answered_question_is_stale_for_its_seat() -> None:
    table = started()
    ask = table.asks[0]
    table.answer(0, ask.number, ask.default)
    with pytest.raises(Stale, match="still choosing"):
        table.answer(0, ask.number, ask.default)
    with pytest.raises(Stale, match="no longer open"):
        table.answer(1, ask.number, ask.default)


@pytest.mark.parametrize("number", [-1, 0, 99])
def test_a_number_that_is_not_open_is_stale(number: int) -> None:
    with pytest.raises(Stale, match="no longer open"):
        started().answer(0, number, Bid(0))


def test_another_seats_question_is_refused() -> None:
    table = started()
    with pytest.raises(NotYourSeat, match="not put to you"):
        table.answer(1, table.asks[0].number, table.asks[0].default)


@pytest.mark.parametrize(
    "value", [Bid(99), Keep(), {"type": "bid"}, {"type": "x"}, "bid", [1], 2.5]
)
def test_what_the_rules_do_not_offer_is_refused(value: object) -> None:
    table = started()
    before = stored(table)
    with pytest.raises(Illegal) as refusal:
        table.answer(0, table.asks[0].number, value)
    assert refusal.value.cite == "Toy: Bidding"
    assert stored(table) == before


def played_out() -> Table[Any]:
    table = started(rounds=1)
    bid_all(table)
    bid_all(table)
    return table


def test_a_finished_game_has_a_result_and_asks_nobody() -> None:
    table = played_out()
    assert table.result is not None
    assert sum(table.result.scores) == 1
    assert (table.asks, list(table.asked)) == ([], [])
    assert loaded(table).result == table.result


def test_nothing_is_taken_after_the_end() -> None:
    table = played_out()
    with pytest.raises(Stale, match="over"):
        table.answer(0, 1, Keep())
    with pytest.raises(Stale, match="over"):
        table.order(0, Double())


def test_an_order_is_kept_and_waits_for_its_beat() -> None:
    table = started()
    assert not table.view(1).doubled
    assert table.order(1, Double()) == []
    assert table.view(1).doubled
    assert not table.view(0).doubled
    assert len(table.asks) == 3
    assert loaded(table).view(1).doubled


def test_an_order_may_be_plain_json_and_taken_back() -> None:
    table = started()
    table.order(1, {"type": "double"})
    table.order(1, {"type": "undouble"})
    assert not table.view(1).doubled


@pytest.mark.parametrize("value", [Undouble(), Bid(1), {"type": "bid", "card": 1}, {}, None, 5])
def test_an_order_that_is_not_offered_is_refused(value: object) -> None:
    table = started()
    before = stored(table)
    with pytest.raises(Illegal):
        table.order(0, value)
    assert stored(table) == before


def test_an_order_does_not_unseat_the_answers_around_it() -> None:
    table = started()
    table.answer(0, table.asks[0].number, table.asks[0].default)
    table.order(1, Double())
    table.answer(2, table.asks[1].number, table.asks[1].default)
    again = loaded(table)
    assert [ask.seat for ask in again.asks] == [1]
    assert stored(again) == stored(table)


def test_a_save_holds_the_checkpoint_and_the_answers_since() -> None:
    table = started()
    bid_all(table)
    save = table.save()
    assert [seat for seat, _, _ in save.log] == [0, 1, 2]
    assert (save.game, save.schema, save.number, save.draws) == ("toy", 1, 1, 1)


def test_a_loaded_table_tells_nothing_twice() -> None:
    table = started()
    bid_all(table)
    again = loaded(table)
    told = again.answer(again.asks[0].seat, again.asks[0].number, Keep())
    assert not any(isinstance(one.event, Won) for one in told)
    assert [type(one.event) for one in again.context.told] == []


def test_numbers_may_be_moved_on_so_that_old_buttons_miss() -> None:
    table = started()
    again = loaded(table, number=table.next_number)
    assert [ask.number for ask in again.asks] == [4, 5, 6]
    with pytest.raises(Stale):
        again.answer(0, table.asks[0].number, Bid(0))


def broken_save(value: dict[str, Any]) -> Save:
    save = started().save()
    save.log.append((0, msgspec.Raw(msgspec.json.encode(value)), False))
    return save


@pytest.mark.parametrize(
    "value", [{"type": "bid", "card": 99}, {"type": "gone"}, {"type": "keep"}, {"type": "bid"}]
)
def test_answers_that_no_longer_fit_are_noticed(value: dict[str, Any]) -> None:
    with pytest.raises(LogDoesNotFit):
        Table.load(broken_save(value), SeededChance(SEED))


def test_an_answer_of_a_seat_that_is_not_asked_does_not_fit() -> None:
    table = started()
    bid_all(table)
    save = table.save()
    loser = next(seat for seat in range(3) if seat != table.asks[0].seat)
    save.log.append((loser, msgspec.Raw(b'{"type":"keep"}'), False))
    with pytest.raises(LogDoesNotFit, match="not asked"):
        Table.load(save, SeededChance(SEED))


def test_a_table_can_go_on_from_its_checkpoint() -> None:
    table = Table.load(broken_save({"type": "gone"}), SeededChance(SEED), forget_answers=True)
    assert [ask.seat for ask in table.asks] == [0, 1, 2]
    assert table.save().log == []


def test_a_state_of_an_unknown_schema_is_refused() -> None:
    save = started().save()
    save.schema = 0
    with pytest.raises(ValueError, match="schema 0"):
        Table.load(save, SeededChance(SEED))


def test_a_part_of_an_older_state_may_be_kept_as_it_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Kept(ToyState):
        note: msgspec.Raw = msgspec.Raw(b"[]")

    def migrate(state: dict[str, Any], schema: int) -> dict[str, Any]:
        return {**state, "note": [1, {"two": 3}]}

    save = started().save()
    monkeypatch.setattr(type(GAME), "State", Kept)
    monkeypatch.setattr(type(GAME), "schema", 2)
    monkeypatch.setattr(GAME, "migrate", migrate, raising=False)
    tables._decoders.cache_clear()
    state = Table.load(save, SeededChance(SEED)).context.state
    tables._decoders.cache_clear()
    assert bytes(state.note) == b'[1,{"two":3}]'


def test_a_state_of_a_newer_schema_waits_for_newer_rules() -> None:
    """A bot that is put back to an older version must not throw a match away."""
    save = started().save()
    save.schema = 99
    with pytest.raises(NotInstalled, match="newer version"):
        Table.load(save, SeededChance(SEED))


def test_a_fork_is_a_table_of_its_own() -> None:
    table = started()
    before = stored(table)
    fork = table.fork()
    assert bid_all(fork)
    assert stored(table) == before
    assert fork.asks[0] is not table.asks[0]


def test_a_fork_may_have_another_future_and_replays_it() -> None:
    state = started(4).context.state
    state.hands = [[7, 7, 7] for _ in state.hands]
    table = Table.begin(GAME, state, SeededChance(SEED))[0]
    winners = set()
    for seed in range(20):
        fork = table.fork(SeededChance(seed))
        bid_all(fork)
        winners.add(fork.asks[0].seat)
        later = fork.fork(SeededChance(seed + 1))
        for again in (fork.fork(), fork.fork().fork(), later, later.fork(), later.imagine(0, 1)):
            assert again.asks[0].seat == fork.asks[0].seat
        bid_all(later)
        bid_all(later)
        assert later.fork().view(None) == later.view(None)
    assert winners == {0, 1, 2, 3}


def test_an_imagined_table_keeps_the_draws_of_its_past() -> None:
    for seed in range(40):
        table = Table.start(GAME, 4, SeededChance(seed))[0]
        bid_all(table)
        imagined = table.imagine(0, seed + 1)
        assert imagined.fork().view(None) == table.view(None)
        assert imagined.imagine(0, 5).view(None) == table.view(None)


def test_imagine_drops_what_others_have_chosen_in_secret() -> None:
    table = started()
    for ask in table.asks[:2]:
        table.answer(ask.seat, ask.number, ask.default)
    table.order(0, Double())
    table.order(1, Double())
    imagined = table.imagine(0, 1)
    assert [ask.seat for ask in imagined.asks] == [1, 2]
    assert imagined.view(0) == table.view(0)
    assert not imagined.view(1).doubled
    bid_all(table)
    assert table.view(1).doubled
    assert not table.imagine(0, 1).view(1).doubled


def test_a_secret_answer_can_be_taken_back() -> None:
    table = started()
    table.answer(0, table.asks[0].number, table.asks[0].default)
    table.answer(1, table.asks[0].number, table.asks[0].default)
    again = table.take_back(0)
    assert [ask.seat for ask in again.asks] == [0, 2]
    assert [ask.number for ask in again.asked] == [ask.number for ask in table.asked]
    assert again.next_number == table.next_number
    assert table.ask_of(0) is None


def test_an_order_stays_when_an_answer_is_taken_back() -> None:
    table = started()
    table.order(0, Double())
    table.answer(0, table.asks[0].number, table.asks[0].default)
    assert table.take_back(0).view(0).doubled


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_seats_own_answer_can_be_taken_back(seat: int) -> None:
    table = started()
    table.answer(0, table.asks[0].number, table.asks[0].default)
    assert not table.can_take_back(seat)
    with pytest.raises(Illegal, match="without asking the table"):
        table.take_back(seat)


def test_what_has_taken_effect_cannot_be_taken_back() -> None:
    table = started()
    bid_all(table)
    assert not any(table.can_take_back(seat) for seat in range(3))


def test_throwing_is_told_and_moves_the_cards() -> None:
    table = started()
    bid_all(table)
    ask = table.asks[0]
    hand = table.view(ask.seat).hand
    told = table.answer(ask.seat, ask.number, Throw(hand))
    assert told[0].event.cards == hand
    assert table.view(None).discard[-2:] == hand


def test_what_is_too_small_for_a_board_goes_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not GAME.is_quiet(Drew(0, (1,)))
    monkeypatch.setattr(type(GAME), "quiet", (Drew,))
    assert GAME.is_quiet(Drew(0, (1,)))
    assert not GAME.is_quiet(Won(0, 1, 1))
