"""A match is never stuck: computers, answers, clocks and whole tables whose rules raise.

The four in each game are tried on the match, which is plain logic; what is stored, shown and
logged of them on the running bot.
"""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from bot.match import stuck
from bot.match.match import Match
from bot.match.stuck import PATIENCE_SECONDS, draw
from bot.match.votes import Vote
from bot.presses.fairness import OLDER
from bot.tables.clocks import Clocks
from bot.tables.loading import seated
from games.carwars_cards.moves import Discard
from games.engine.chance import SeededChance
from games.engine.errors import Refusal
from games.engine.fair import LoggedChance
from games.engine.found import find
from games.engine.game import Decision
from tests.bot.faults import (
    NAMES,
    Plant,
    Planted,
    another,
    capture_logs,
    errors,
    match_of,
    raising,
    settled,
    to_a_choice,
)
from tests.bot.pits import MINUTE, Pits, follow_up, question, verbs
from tests.bot.pits import find as button
from tests.bot.several import Several

FAULT = re.compile(r"\(fault ([0-9A-F]{6})\)")


def facts(match: Match) -> Any:
    """What a refused answer must leave alone."""
    table = match.running()
    return (
        msgspec.json.encode(table.save()),
        [(ask.seat, ask.number, tuple(ask.options)) for ask in table.asks],
        match.last_move,
        len(match.moves),
        match.due,
    )


def ring(match: Match) -> None:
    """The first clock that runs out rings."""
    number = min(match.due, key=lambda each: (match.due[each], each))
    assert match.time_out(number)
    settled(match)


def ring_while_possible(match: Match) -> int:
    """Let clocks ring as long as there are any; returns how many rang."""
    for count in range(50):
        if not match.due:
            return count
        ring(match)
    raise AssertionError("clocks ring for ever")


# -- one: a computer seat raises


class Broken:
    """A computer seat that raises, or answers what is not allowed."""

    def __init__(self, value: Any = None) -> None:
        self.value = value

    def decide(self, *args: Any) -> Decision:
        return Decision(self.value, "I win.") if self.value is not None else raising()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, object()])
def test_where_a_computer_raises_the_default_is_given(
    monkeypatch: pytest.MonkeyPatch, name: str, value: Any
) -> None:
    monkeypatch.setitem(find(name).computers, "normal", Broken(value))
    match = match_of(name, 1, 1)
    to_a_choice(match)
    for _ in range(3):
        # Nobody but computers waits for a person alone, so there is no clock.
        ask = match.ask_of(0)
        assert ask is not None
        match.answer(match.host_id, ask.number, ask.default)
        settled(match)
    moves = [move for move in match.moves if move.kind == "computer" and move.seat == 1]
    assert moves
    assert all(re.search(r"\([0-9A-F]{6}\)", move.why) for move in moves)
    assert len({fault.id for fault in match.faults}) == 1
    assert match.status == "live"
    assert match.stuck is None


# -- two: a rule raises


@pytest.mark.parametrize("name", NAMES)
def test_where_a_rule_raises_the_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plant = Plant(monkeypatch, name)
    match = match_of(name)
    ask = to_a_choice(match)
    user = match.seats[ask.seat].user_id
    assert user is not None
    plant.at(ask, another(ask))
    before = facts(match)
    for _ in range(3):
        with pytest.raises(Refusal, match="Choose something else") as refused:
            match.answer(user, ask.number, another(ask))
        fault = FAULT.search(str(refused.value))
        assert fault is not None
        assert facts(match) == before
    assert plant.raised == 3
    assert fault is not None
    assert {each.id for each in match.faults} == {fault[1]}
    match.answer(user, ask.number, ask.default)
    assert match.last_move > before[2]


# -- three: the default raises


@pytest.mark.parametrize("name", NAMES)
def test_where_the_default_raises_another_answer_is_given(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plant = Plant(monkeypatch, name)
    match = match_of(name)
    ask = to_a_choice(match)
    plant.at(ask, ask.default)
    made = len(match.moves)
    match.time_out(ask.number)
    assert plant.raised >= 1
    move = match.moves[made]
    assert (move.kind, move.seat, move.number) == ("clock", ask.seat, ask.number)
    assert move.value != ask.default
    assert match.stuck is None


@pytest.mark.parametrize("name", NAMES)
def test_where_a_computers_choice_raises_another_answer_is_given(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plant = Plant(monkeypatch, name)
    match = match_of(name)
    ask = to_a_choice(match)
    monkeypatch.setitem(find(name).computers, "normal", Broken(another(ask)))
    plant.at(ask, another(ask))
    match.seats[ask.seat].computer = "normal"
    assert match.go_on(match.think(random.Random(1)))
    move = match.moves[-1]
    assert (move.kind, move.number) == ("computer", ask.number)
    assert move.value == ask.default
    assert "went wrong" in move.why


# -- four: all answers raise


@pytest.mark.parametrize("name", NAMES)
def test_where_all_raise_the_people_are_offered_an_end(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plant = Plant(monkeypatch, name)
    match = match_of(name, find(name).room(find(name).Options())[0] + (name == "nascards"))
    ask = to_a_choice(match)
    plant.at(ask)
    assert ring_while_possible(match) <= 4
    assert match.stands_still
    assert not match.goes_on
    assert FAULT.search(match.notice)
    vote = match.vote
    assert vote is not None
    assert vote.kind == "end"
    tried = plant.raised
    match.set_clocks(10**9)
    assert match.due == {}
    assert match.rings == {}
    assert match.closes_at
    assert plant.raised == tried
    for number in match.people():
        if match.status == "live":
            match.agree(match.seats[number].user_id or 0, vote.number)
    assert match.status == "ended"


@pytest.mark.parametrize("name", NAMES)
def test_without_people_it_ends_as_a_draw(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    plant = Plant(monkeypatch, name)
    match = match_of(name)
    ask = to_a_choice(match)
    plant.at(ask)
    for seat in match.seats:
        seat.computer = "easy"
    settled(match)
    assert match.status == "finished"
    result = match.running_or_over().result
    assert result is not None
    assert result.places == ((0, 1),)
    assert match.running_or_over().asks == []
    assert "ends as a draw" in match.notice


def test_a_table_that_nobody_decides_about_is_a_draw_after_a_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant = Plant(monkeypatch, "nascards")
    match = match_of("nascards", 3)
    plant.at(to_a_choice(match))
    ring_while_possible(match)
    assert match.closes_at == 1000 * PATIENCE_SECONDS


def test_the_day_is_not_begun_anew_by_another_start(monkeypatch: pytest.MonkeyPatch) -> None:
    plant = Plant(monkeypatch, "nascards")
    match = match_of("nascards", 3)
    plant.at(to_a_choice(match))
    ring_while_possible(match)
    match.set_clocks(0)
    for hour in (2, 4):
        stuck.try_again(match)
        match.set_clocks(hour * 60 * MINUTE)
        assert not match.stands_still
        for _ in range(20):
            if match.stands_still:
                break
            (ask, *_) = match.running().asks
            stuck.settle(match, "clock", ask, ask.default)
        match.set_clocks(hour * 60 * MINUTE)
        assert match.stands_still
        assert match.closes_at == 1000 * PATIENCE_SECONDS


def test_whose_answer_counts_has_another_day(monkeypatch: pytest.MonkeyPatch) -> None:
    plant = Plant(monkeypatch, "carwars-cards")
    match = match_of("carwars-cards", 3)
    plant.at(to_a_choice(match))
    ring_while_possible(match)
    assert match.stuck is not None
    assert match.stuck.since is not None
    (user, ask), *_ = [(match.seats[ask.seat].user_id or 0, ask) for ask in match.running().asks]
    plant.fails = lambda ask: False
    match.answer(user, ask.number, ask.default)
    assert match.stuck is None or match.stuck.since is None


def test_who_has_left_for_good_stays_away_where_answers_are_forgotten() -> None:
    """Where the rules were mended and what was answered since the checkpoint does not fit."""
    match = match_of("nascards", 3)
    to_a_choice(match)
    match.order(2, match.game.leave_order(match.running().context.state, 1))
    save = match.running().save()
    assert save.log, "the order stands behind the checkpoint"
    save.log.append((0, msgspec.Raw(b'{"type":"nothing"}'), False))
    again = match_of("nascards", 3)
    last = again.last_move
    seated(again, msgspec.json.encode(save), LoggedChance(SeededChance(1)))
    assert again.forgotten == len(save.log)
    assert [again.has_left(seat) for seat in range(3)] == [False, True, False]
    assert [(move.seat, move.kind) for move in again.moves[-1:]] == [(1, "order")]
    assert again.last_move == last + 1


def test_who_chooses_something_else_sets_the_table_going(monkeypatch: pytest.MonkeyPatch) -> None:
    plant = Plant(monkeypatch, "nascards")
    match = match_of("nascards", 3)
    plant.at(to_a_choice(match))
    ring_while_possible(match)
    plant.fails = lambda ask: False
    for ask in match.running().asks:
        user = match.seats[ask.seat].user_id or 0
        match.answer(user, ask.number, ask.default)
    settled(match)
    assert not match.stands_still
    assert match.stuck is None
    assert match.vote is None, "the offered end is off the table"
    assert match.due


def test_an_offered_end_bars_no_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    plant = Plant(monkeypatch, "nascards")
    match = match_of("nascards", 3)
    plant.at(to_a_choice(match))
    ring_while_possible(match)
    number = match.people()[0]
    match.call_vote(match.seats[number].user_id or 0, "undo", 1, "a move")
    assert match.vote is not None
    assert match.vote.kind == "undo"


def test_an_order_that_raises_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("nascards", 3)
    before = facts(match)
    order = match.game.leave_order(match.running().context.state, 1)
    monkeypatch.setattr(type(match.game), "order", raising)
    with pytest.raises(Refusal, match="fault"):
        match.order(2, order)
    assert facts(match) == before
    assert match.people() == [0, 1, 2]


def test_a_plan_that_raises_puts_the_question_to_its_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans = type(find("mini-carwars").plans)
    monkeypatch.setattr(plans, "answer", raising)
    match = match_of("mini-carwars")
    match.seats[0].plan = object()
    match.look_ahead()
    assert not match.more
    assert match.seats[0].plan is None
    told = len(match.faults)
    match.look_ahead()
    assert len(match.faults) == told, "once a question"


# -- on the running bot


async def test_a_refused_answer_is_told_and_logged_once_without_values(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presses in direct messages come to another process than the table's home."""
    plant = Plant(monkeypatch, "carwars-cards")
    await three.lay("gun front, swerve, smoke", "laser left, smoke")
    plant.fails = lambda ask: ask.kind == "action"
    before = await three.stored()
    with capture_logs() as logs:
        for _ in range(3):
            await three.press(three.ann, "some", three.panel(three.ann), values=["0"])
            fault = FAULT.search(three.panel(three.ann).text)
            assert fault is not None
    assert await three.stored() == before
    (line,) = errors(logs)
    assert fault is not None
    assert line["fault"] == fault[1]
    assert line["exc_info"].__traceback__ is not None
    plant.fails = lambda ask: False
    await three.press(three.ann, "some", three.panel(three.ann), values=["0"])
    assert (await three.stored()).moves > before.moves


def fire(match: Match) -> None:
    """Whoever acts attacks: the target is asked before the next checkpoint."""
    ask = match.running().asks[0]
    match.answer(match.seats[ask.seat].user_id or 0, ask.number, ask.options[0])


async def test_all_of_it_is_stored_and_shown(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's attack goes well, what comes of Ben's answer raises: both go. Each process plays some
    of it, and the home ends meanwhile."""
    plant = Plant(monkeypatch, "carwars-cards")
    await three.lay("missile front, swerve, smoke", "laser left, smoke")
    first, _, third = three.bots
    await first.matches.change(three.match_id, fire)
    await three.settled()
    asked = (await three.match()).ask_of(1)
    assert asked is not None
    assert asked.kind == "answer"
    last = (await three.stored()).moves

    async def rings(ms: int) -> None:
        three.clock.now += ms
        await first.clocks.tick()
        await three.settled()

    # Nor does it go on with a discard instead.
    plant.fails = lambda ask: ask.kind == "answer" or isinstance(ask.given, Discard)
    with capture_logs() as logs:
        await rings(3 * MINUTE)
        moves = await three.store.moves(three.match_id)
        assert [move.n for move in moves if move.undone] == [last]
        ask = (await three.match()).ask_of(0)
        assert ask is not None
        assert (ask.kind, question(three.panel(three.ann))) == ("action", ask.number)
        assert "went back to its last checkpoint" in three.board().text
        await three.stop_home()
        assert three.bot is third
        assert (await three.match()).stuck is not None
        for _ in range(5):
            await rings(10 * MINUTE)
    assert len({line["fault"] for line in errors(logs)}) == 1
    assert len(errors(logs)) <= 3, "once in a process"
    assert (await three.match()).stands_still
    row = await three.store.match(three.match_id)
    assert row is not None
    assert {due.number for due in row.deadlines} == {0}, "no question's clock rings"
    assert {"agree", "refuse"} <= set(verbs(three.board()))
    assert "End this match?" in three.board().text
    await rings(1000 * PATIENCE_SECONDS)
    assert (await three.stored()).status == "finished"
    assert "ends as a draw" in three.public()[-1].text
    for bot in three.bots:
        result = (await bot.matches.look(three.match_id)).running_or_over().result
        assert result is not None
        assert result.places == ((0, 1),)


async def test_a_move_that_cannot_be_taken_back_stays(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(3, game="nascards")
    game = type(find("nascards"))
    beat = game.beat
    raised: list[int] = []

    def once(*args: Any) -> Any:
        if raised:
            return beat(*args)
        raised.append(1)
        return raising()

    def answer(match: Match) -> None:
        for ask in match.running().asks:
            match.answer(match.seats[ask.seat].user_id or 0, ask.number, ask.default)

    await pits.bot.matches.change(pits.match_id, answer)
    await pits.bot.matches.change(pits.match_id, answer)
    await pits.settled()
    await pits.command(pits.ann, "undo")
    await pits.settled()
    before = [m.n for m in await pits.store.moves(pits.match_id) if not m.undone]
    with capture_logs() as logs:
        await pits.press(pits.ben, "agree")
        monkeypatch.setattr(game, "beat", once)
        outcome = await pits.press(pits.cora, "agree")
        await pits.settled()
    assert FAULT.search(await follow_up(outcome))
    assert FAULT.search(pits.board().text)
    assert [m.n for m in await pits.store.moves(pits.match_id) if not m.undone] == before
    match = await pits.match()
    assert (match.status, match.vote) == ("live", None)
    assert len(errors(logs)) == 1


async def test_rules_that_raise_when_a_table_is_loaded(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First on an answer given since the checkpoint, then at the checkpoint itself."""
    plant = Plant(monkeypatch, "carwars-cards")
    await pits.lay("missile front, swerve, smoke", "laser left, smoke")
    await pits.bot.matches.change(pits.match_id, fire)
    await pits.settled()
    last = (await pits.stored()).moves
    await pits.stop()
    plant.fails = lambda ask: ask.kind == "action"
    with capture_logs() as logs:
        await pits.start()
        await pits.settled()
        assert (await pits.match()).ask_of(0).kind == "action"  # type: ignore[union-attr]
        moves = await pits.store.moves(pits.match_id)
        assert [move.n for move in moves if move.undone] == [last]
        await pits.stop()
        with monkeypatch.context() as worse:
            worse.setattr(type(find("carwars-cards")), "beat", raising)
            await pits.start()
            await pits.settled()
            assert (await pits.match()).stands_still
            assert FAULT.search(pits.board().text)
            assert button(pits.board(), "agree")
            await pits.stop()
        await pits.start()
        await pits.settled()
        match = await pits.match()
    assert not match.stands_still, "mended rules may go on"
    assert match.ask_of(0) is not None
    assert match.due
    assert len(errors(logs)) <= 4


async def test_a_clock_that_cannot_be_played_out_rings_ever_more_seldom(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    rang: list[int] = []

    def broken(self: Match, number: int) -> bool:
        rang.append(number)
        return bool(raising())

    monkeypatch.setattr(Match, "time_out", broken)
    clocks = Clocks(pits.bot.matches)
    with capture_logs() as logs:
        for _ in range(4 * 60):
            pits.clock.now += MINUTE
            await clocks.tick()
    assert 3 <= len(rang) <= 12
    assert len(errors(logs)) == 1


async def test_a_clock_that_has_been_played_out_between_is_tried_again_soon(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    clocks = Clocks(pits.bot.matches)
    rang: list[int] = []
    working = Match.time_out

    def broken(self: Match, number: int) -> bool:
        rang.append(pits.clock.now)
        return bool(raising())

    async def minutes(count: int) -> None:
        for _ in range(count):
            pits.clock.now += MINUTE
            await clocks.tick()

    with capture_logs():
        monkeypatch.setattr(Match, "time_out", broken)
        await minutes(60)
        assert rang[-1] - rang[-2] > 5 * MINUTE
        monkeypatch.setattr(Match, "time_out", working)
        before = (await pits.stored()).moves
        for _ in range(60):
            await minutes(1)
            if (await pits.stored()).moves > before:
                break
        rang.clear()
        monkeypatch.setattr(Match, "time_out", broken)
        await minutes(20)
    assert rang[1] - rang[0] <= MINUTE


async def test_a_match_that_is_over_is_forgotten_by_the_clocks(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    clocks = Clocks(pits.bot.matches)
    with capture_logs():
        with monkeypatch.context() as broken:
            broken.setattr(Match, "time_out", raising)
            for _ in range(60):
                pits.clock.now += MINUTE
                await clocks.tick()
        assert clocks._failed
        await pits.bot.matches.change(pits.match_id, Match.end)
        pits.clock.now += 3 * 60 * MINUTE
        await clocks.tick()
    assert clocks._failed == {}


# -- once it is over


async def verified(pits: Pits) -> str:
    return (await pits.command(pits.stranger, "verify", {"table": pits.match_id})).text


async def test_a_draw_of_rules_that_failed_is_verified_and_shown(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the rules raise at its last checkpoint still."""
    await pits.deal(3, game="nascards")
    await pits.bot.matches.change(pits.match_id, draw)
    await pits.settled()
    assert "come out the same." in await verified(pits)
    await pits.stop()
    game = type(find("nascards"))
    monkeypatch.setattr(game, "beat", raising)
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    await pits.start()
    before = await pits.store.match(pits.match_id)
    assert OLDER in await verified(pits)
    result = (await pits.match()).running_or_over().result
    assert result is not None
    assert result.places == ((0, 1, 2),)
    assert await pits.store.match(pits.match_id) == before


async def test_rules_that_raise_change_nothing_in_a_match_that_is_over(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant = Plant(monkeypatch, "carwars-cards")
    await pits.lay("missile front, swerve, smoke", "laser left, smoke")
    await pits.bot.matches.change(pits.match_id, fire)
    await pits.bot.matches.change(pits.match_id, Match.end)
    await pits.settled()
    before = await pits.store.match(pits.match_id)
    await pits.stop()
    plant.fails = lambda ask: ask.kind == "action"
    await pits.start()
    assert (await pits.match()).status == "ended"
    assert plant.raised
    assert await pits.store.match(pits.match_id) == before
    assert not [move for move in await pits.store.moves(pits.match_id) if move.undone]


async def test_what_an_undo_has_taken_back_is_not_forgotten_again(pits: Pits) -> None:
    """The vote takes back the last move; then all answers raise, and the move before it goes."""
    await pits.deal(3, game="nascards")

    def answer(match: Match) -> None:
        ask = match.running().asks[0]
        match.answer(match.seats[ask.seat].user_id or 0, ask.number, ask.default)

    for _ in range(3):
        await pits.bot.matches.change(pits.match_id, answer)
    *_, before, last = [move.n for move in await pits.store.moves(pits.match_id)]
    match = await pits.match()
    match.forgotten = 1
    assert await pits.bot.matches._forgotten(match, [last]) == [before]


async def test_an_event_that_fails_is_logged_without_values(pits: Pits) -> None:
    with capture_logs() as logs:
        try:
            raising()
        except Planted:
            await pits.bot.on_error("on_interaction")
    (line,) = errors(logs)
    assert line["fault"]
    assert "Planted" in str(line["exc_info"])


def test_a_vote_that_is_open_stays_where_the_rules_fail() -> None:
    match = match_of("nascards")
    match.vote = Vote(kind="end", asked_by=1, number=5, yes=[1])
    stuck.halt(match, "FAULT", still=True)
    assert match.vote == Vote(kind="end", asked_by=1, number=5, yes=[1])
