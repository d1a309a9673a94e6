"""Nobody can tell by the clock what a seat holds: answers of the table's wait, and windows stay
open for a while. People and their clock are simulated, so nothing here sleeps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.match import waits
from bot.match.match import Match
from bot.match.seats import Seat
from bot.match.state import HURRIED_SECONDS
from bot.tables import rows
from games.engine.chance import SeededChance
from games.engine.errors import Stale
from games.engine.fair import LoggedChance
from games.engine.game import Result
from games.engine.leaving import Leaving
from games.engine.simple import Answer, Ask, Context, Event, Game, Open, Own, Step, everyone
from games.engine.table import Table
from tests.bot.pits import Pits

WINDOWS = 1000
"""The classifier learns from the first half of them and is tried on the other."""
MOST_RIGHT = 0.55


class Skip(Answer):
    pass


class Block(Answer):
    pass


class Blocked(Event):
    says = "{seat} {seat:block}."
    seat: int


class Duel(Leaving, kw_only=True):
    cards: Own[list[int]]
    """1 for a card that blocks, by seat."""
    turn: Open[int] = 0
    dealt: Open[bool] = False

    @property
    def hand(self) -> tuple[int, ...]:
        return ()

    active = -1


class Windows(Game[Duel]):
    """Everybody may block, in secret, who holds a card for it."""

    name, title, seats = "windows", "Windows", (2, 3)
    State, Answer, Event = Duel, Skip | Block, Blocked
    windows = frozenset({"block"})

    def setup(self, seats: int, options: Any) -> Duel:
        return Duel(cards=[0] * seats)

    def beat(self, context: Context[Duel]) -> Step[None] | None:
        state = context.state
        if state.dealt:
            return self._window(context)
        state.turn += 1
        state.cards = [context.chance.below(2, "card") for _ in state.cards]
        state.dealt = True
        return None

    def _window(self, context: Context[Duel]) -> Step[None]:
        state = context.state
        ways = ((Skip(),), (Skip(), Block()))
        asks = [
            Ask(seat, "block", ways[card], Skip(), "Rules") for seat, card in enumerate(state.cards)
        ]
        yield from everyone(asks)
        state.dealt = False

    def over(self, state: Duel) -> Result | None:
        return None

    def window_seconds(self, options: Any, kind: str) -> int:
        return 30

    def own(self, view: Any) -> Any:
        return view.cards


class Forgetful(Windows):
    """Every window is another one."""

    name = "windows-forgetful"

    def matters(self, view: Any, ask: Ask[Any]) -> Any:
        return view.turn


GAME, FORGETFUL = Windows(), Forgetful()


def table_of(
    people: int = 2, *, floor_ms: int = waits.FLOOR_MS, game: Windows = GAME, **more: Any
) -> Match:
    """A match of people whose first window is put at time 0."""
    seats = [Seat(name, number + 1) for number, name in enumerate("ABC"[:people])]
    match = Match(
        id="TABLE001", game=game, guild_id=1, channel_id=2, host_id=1, options=game.Options(),
        seats=seats, floor_ms=floor_ms, rng_for=lambda n: random.Random(f"wait {n}"), **more,
    )  # fmt: skip
    table, told = Table.start(game, people, LoggedChance(SeededChance(3)))
    match.deal(table, told)
    match._pass_windows()
    match.set_clocks(0)
    return match


def public(match: Match) -> Any:
    """What everybody sees of the table, its clock included."""
    asked = [(ask.seat, ask.number) for ask in match.waiting()]
    return msgspec.json.encode((match.view(None), asked, match.earliest_due(match.now)))


def at(match: Match, now: int) -> None:
    """That time has come: what has waited is given, and the clocks are set."""
    match.now = now
    for number in [seat.held.number for seat in match.seats if seat.held and seat.held.at <= now]:
        match.release(number)
    match.set_clocks(now)


def to_holding(match: Match, *cards: int) -> None:
    """Play on until these are the cards, each window in its time."""
    while match.running().context.state.cards != list(cards):
        for user in range(1, len(match.seats) + 1):
            ask = match.ask_of(user - 1)
            if ask is not None:
                match.answer(user, ask.number, Skip())
        match._pass_windows()
        match.set_clocks(match.now)
        at(match, match.now + 30_000)


def seen(
    *,
    floor_ms: int = waits.FLOOR_MS,
    median: float = 8.0,
    remembers: bool = False,
    hurried: bool = False,
) -> Iterator[tuple[bool, list[int]]]:
    """Of one window after the other: whether the second seat held a card, and when what everybody
    sees has changed, in ms after the window was put; the last time is its end.

    A person answers after a time of his own that hangs on nothing; `remembers`: the table remembers
    what he has passed, else he is asked whenever he holds a card.
    """
    match = table_of(floor_ms=floor_ms, game=GAME if remembers else FORGETFUL, hurried=hurried)
    longest = 1000 * (HURRIED_SECONDS if hurried else 3600)
    people = random.Random(7)
    now = 0
    for _ in range(WINDOWS):
        began, edits = now, list[int]()
        table = match.running()
        held, first = bool(table.context.state.cards[1]), table.first_number
        asks = (match.ask_of(0), match.ask_of(1))
        numbers = {ask.seat: ask.number for ask in asks if ask is not None}
        presses = {
            seat: began
            + min(round(1000 * people.lognormvariate(0, 0.4) * (1.2, median)[seat]), longest)
            for seat in numbers
        }
        before = public(match)
        while table.first_number == first:
            held_at = [seat.held.at for seat in match.seats if seat.held is not None]
            now = max(now, min([*presses.values(), *held_at]))
            for seat in [seat for seat, when in presses.items() if when <= now]:
                match.now = now
                del presses[seat]
                match.answer(seat + 1, numbers[seat], Skip())
            at(match, now)
            if public(match) != before:
                edits.append(now - began)
                before = public(match)
        yield held, edits or [0]


def rightly_told(windows: list[tuple[bool, list[int]]]) -> float:
    """In what share of windows a classifier says rightly whether the second seat held a card: it
    goes by the nearest windows that it has learned, first by the end alone, then by all edits; the
    better of both counts."""
    half = len(windows) // 2
    learned, tried = windows[:half], windows[half:]

    def share(near: int, last: int) -> float:
        right = 0
        for held, edits in tried:
            known = sorted(
                learned, key=lambda one: sum(abs(a - b) for a, b in _pairs(one[1], edits, last))
            )
            right += (sum(each for each, _ in known[:near]) * 2 > near) == held
        return right / len(tried)

    return max(share(15, 1), share(15, 3))


def _pairs(one: list[int], other: list[int], last: int) -> Iterator[tuple[int, int]]:
    for back in range(1, last + 1):
        yield one[-back] if back <= len(one) else 0, other[-back] if back <= len(other) else 0


@pytest.mark.parametrize("median", [2.0, 4.0, 8.0, 16.0])
@pytest.mark.parametrize("remembers", [False, True])
def test_times_do_not_tell_what_a_seat_holds(median: float, *, remembers: bool) -> None:
    windows = list(seen(median=median, remembers=remembers))
    assert len(windows) == WINDOWS
    assert 0.45 < sum(held for held, _ in windows) / WINDOWS < 0.55
    assert min(edits[-1] for _, edits in windows) >= waits.FLOOR_MS
    assert all(len(edits) == 1 for _, edits in windows), "nobody's answer shows before the end"
    assert rightly_told(windows) <= MOST_RIGHT


@pytest.mark.parametrize("median", [2.0, 4.0, 8.0])
def test_nor_do_they_at_a_table_in_a_hurry(median: float) -> None:
    windows = list(seen(median=median, hurried=True))
    ends = [edits[-1] for _, edits in windows]
    assert waits.FLOOR_MS <= min(ends) <= max(ends) <= 1000 * HURRIED_SECONDS
    assert rightly_told(windows) <= MOST_RIGHT


def test_without_the_wait_times_tell_it() -> None:
    assert rightly_told(list(seen(floor_ms=0))) > 0.9


@pytest.mark.parametrize("usual_ms", [3_000, 20_000])
def test_a_wait_that_is_not_taken_from_real_times_is_found(
    usual_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waits, "KNOWN", 10**9)
    monkeypatch.setattr(waits, "USUAL_MS", usual_ms)
    assert rightly_told(list(seen())) > MOST_RIGHT


def test_a_window_in_which_nobody_can_do_anything_stays_open_for_a_while() -> None:
    match = table_of()
    to_holding(match, 0, 0)
    opened = waits.opened(match)
    assert [seat.held.kind for seat in match.seats if seat.held] == ["forced", "forced"]
    assert all(match.ask_of(seat) is None for seat in range(2))
    number = match.running().first_number
    at(match, opened + waits.FLOOR_MS - 1)
    assert match.running().first_number == number
    at(match, opened + 30_000)
    assert match.running().first_number > number


def test_a_time_that_somebody_took_once_is_not_waited_for() -> None:
    match = table_of()
    to_holding(match, 1, 1)
    ask = match.waiting()[0]
    most = 1000 * match.seconds_for(ask)
    key, long = f"{ask.seat} {ask.kind}", most - 1
    match.took = {key: [4_000] * 7 + [long]}
    waited = [waits.draw(match, ask, random.Random(seed)) for seed in range(200)]
    assert long > 10_000
    assert max(waited) <= 2 * 4_000 * (1 + waits.BLUR)
    # Who lets his clock run out does so now as before.
    match.took = {key: [4_000] * 7 + [most]}
    assert most in [waits.draw(match, ask, random.Random(seed)) for seed in range(200)]


def test_an_early_answer_is_kept_and_can_be_taken_back() -> None:
    match = table_of()
    to_holding(match, 1, 1)
    opened, (ask, other) = waits.opened(match), match.waiting()
    for user, number in ((1, ask.number), (2, other.number)):
        assert match.answer(user, number, Skip()) == []
    match.set_clocks(opened)
    with pytest.raises(Stale, match="answered this already"):
        match.answer(1, ask.number, Block())
    assert [match.ask_of(seat) for seat in range(2)] == [None, None]
    assert match.earliest_due(opened) is not None, "its clock runs on for all to see"
    held = match.unhold(1)
    assert held is not None
    assert held.answer == {"type": "skip"}
    assert match.ask_of(0) is ask
    match.answer(1, ask.number, Block())
    match.set_clocks(opened)
    at(match, opened + waits.FLOOR_MS)
    assert [(move.kind, move.value) for move in match.moves[-2:]] == [
        ("answer", {"type": "block"}),
        ("answer", {"type": "skip"}),
    ]


def test_poker_faces_ask_everybody_and_keep_nothing() -> None:
    match = table_of(poker_faces=True)
    first = match.running().first_number
    for user in (1, 2):
        ask = match.ask_of(user - 1)
        assert ask is not None
        match.answer(user, ask.number, Skip())
    assert match.running().first_number > first


def test_among_computers_nothing_waits() -> None:
    match = table_of()
    to_holding(match, 0, 1)
    match.seats[1].user_id, match.seats[1].computer = None, "easy"
    match.set_clocks(match.now)
    match.seats[0].held = None
    match._pass_windows()
    assert match.moves[-1].kind == "forced"


def test_whoever_has_handed_over_watches_and_what_he_answered_stands() -> None:
    match = table_of()
    to_holding(match, 0, 1)
    forced, ask = match.waiting()
    waits.hold(match, ask, "answer", Block(), match.now + 1)
    match.seats[0].computer = match.seats[1].computer = "easy"
    assert waits.is_secret(match, ask)
    waits.tidy(match)
    assert [seat.held is None for seat in match.seats] == [True, False]
    assert match.took == waits.noted(match, forced), "who has no choice takes no time"
    assert match.took != waits.noted(match, ask)


def test_what_is_forced_at_the_start_is_answered_as_after_a_restart() -> None:
    dealt = []
    for seed in range(8):
        match = table_of(floor_ms=0)
        match.deal(*Table.start(GAME, 2, LoggedChance(SeededChance(seed))))
        dealt.append(match.more)
        match.look_ahead()
        assert match.more is dealt[-1], "as it is looked at after a restart"
    assert {*dealt} == {True, False}


def test_by_post_the_table_answers_within_half_an_hour() -> None:
    match = table_of(pace="post")
    to_holding(match, 0, 1)
    rng = random.Random(1)
    ask = match.waiting()[0]
    drawn = [waits.draw(match, ask, rng) for _ in range(500)]
    low, high = waits.BY_POST_MS
    assert low <= min(drawn) < low + 60_000
    assert high - 60_000 < max(drawn) <= high


def test_what_waits_is_stored_with_a_deadline_of_its_own() -> None:
    match = table_of()
    to_holding(match, 0, 1)
    held = match.seats[0].held
    assert held is not None
    stages = [(row.stage, row.seat, row.due_at) for row in rows._deadlines(match)]
    assert (rows.HELD, 0, held.at) in stages
    assert all(stage != rows.TIME_OUT or seat != 0 for stage, seat, _ in stages)
    match.resting = "asleep"
    assert all(row.stage != rows.HELD for row in rows._deadlines(match)), "it would ring for ever"
    match.resting = ""
    again = rows.extra_of(rows._extra(match))
    assert again.held[0] == held
    assert again.took == match.took


# -- a pass that is remembered


def test_a_pass_holds_until_something_that_matters_has_changed() -> None:
    match = table_of()
    to_holding(match, 1, 1)
    kinds = []
    for _ in range(12):
        cards = match.running().context.state.cards
        asked = [match.ask_of(seat) for seat in range(2)]
        kinds.append((cards[0], match.seats[0].held.kind if match.seats[0].held else ""))
        for user, ask in enumerate(asked, 1):
            if ask is not None:
                match.answer(user, ask.number, Skip())
        match.set_clocks(match.now)
        at(match, match.now + 30_000)
    # The default of what matters is what a hand's picture shows: here all cards that it sees.
    asked_once = [kind for card, kind in kinds if card]
    assert asked_once[0] == ""
    assert set(asked_once[1:]) == {"again"}
    assert {kind for card, kind in kinds if not card} == {"forced"}


def test_whoever_blocks_or_wants_to_be_asked_is_asked_again() -> None:
    match = table_of()
    to_holding(match, 1, 0)
    ask = match.ask_of(0)
    if ask is None:  # passed on the way here
        match.ask_everything(1)
        ask = match.ask_of(0)
    assert ask is not None
    match.answer(1, ask.number, Block())
    match.set_clocks(match.now)
    at(match, match.now + 30_000)
    to_holding_of_first(match)
    assert match.ask_of(0) is not None


def to_holding_of_first(match: Match) -> None:
    """Play on until the first seat holds a card."""
    while not match.running().context.state.cards[0]:
        ask = match.ask_of(1)
        if ask is not None:
            match.answer(2, ask.number, Skip())
        match.set_clocks(match.now)
        at(match, match.now + 30_000)


def test_times_that_are_kept_are_the_last_ones() -> None:
    match = table_of(game=FORGETFUL)
    for _ in range(2 * waits.KEPT):
        to_holding(match, 1, 1)
        opened = waits.opened(match)
        for user, ask in enumerate(list(match.waiting()), 1):
            match.now = opened + 1000 * user
            match.answer(user, ask.number, Skip())
        match.set_clocks(match.now)
        at(match, opened + 30_000)
    assert len(match.took["0 block"]) == waits.KEPT
    assert {1000} <= set(match.took["0 block"])
    assert 2000 in match.took["1 block"]


# -- on the running bot


async def lay(pits: Pits, *hands: str) -> None:
    """A table at the window before the first turn, at which answers wait."""
    await pits.lay(*hands, beat="opening")
    pits.bot.matches.floor_ms = waits.FLOOR_MS
    await pits.bot.matches.change(pits.match_id, lambda s: setattr(s, "poker_faces", False))
    await pits.settled()


async def test_what_waits_goes_on_after_a_restart(pits: Pits) -> None:
    await lay(pits, "gun front, swerve", "laser left, smoke")
    match = await pits.match()
    assert [held.kind for seat in match.seats if (held := seat.held)] == ["forced", "forced"]
    assert "Nothing to weigh up here" in pits.panel(pits.ann).text
    before = (await pits.stored()).moves
    await pits.stop()
    await pits.start()
    pits.bot.matches.floor_ms = waits.FLOOR_MS
    pits.clock.now += waits.FLOOR_MS - 1
    await pits.bot.clocks.tick()
    await pits.settled()
    assert (await pits.stored()).moves == before
    pits.clock.now += 3_600_000
    await pits.bot.clocks.tick()
    await pits.settled()
    moves = await pits.store.moves(pits.match_id)
    assert sorted((move.seat, move.kind) for move in moves[-2:]) == [(0, "forced"), (1, "forced")]


async def test_an_early_press_is_stored_with_its_own_move(pits: Pits) -> None:
    await lay(pits, "jam, swerve", "jam, smoke")
    outcome = await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    assert "Your answer is in: **Ready**." in pits.panel(pits.ann).text
    before = (await pits.stored()).moves
    pits.clock.now += waits.FLOOR_MS
    await pits.bot.clocks.tick()
    await pits.settled()
    move = (await pits.store.moves(pits.match_id))[before]
    assert (move.kind, move.seat, move.interaction_id) == ("answer", 0, outcome.interaction.id)


@pytest.mark.parametrize("before", [0, 1])
def test_a_clock_that_was_ahead_keeps_no_answer_for_longer(before: int) -> None:
    hours = 5 * 3600 * 1000
    match = table_of()
    to_holding(match, 1, 1)
    asks = match.waiting()
    for ask in asks[:before]:
        match.answer(ask.seat + 1, ask.number, Skip())
    match.now -= hours
    for ask in asks[before:]:
        match.answer(ask.seat + 1, ask.number, Skip())
    match.set_clocks(match.now)
    assert [ask.number for ask in match.waiting()] == [ask.number for ask in asks]
    at(match, match.now + waits.FLOOR_MS)
    assert match.waiting()[0].number > asks[-1].number
