"""The first hand after a day away, and `/games` by who waits."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local import User
from bot.match.match import Match
from bot.posts import away, naming
from bot.store import MoveRow
from bot.tables import out_of_order, rows
from games.engine.found import NAMES
from tests.bot import faults
from tests.bot.pits import MINUTE, Pits, follow_up
from tests.bot.test_kept_seats import again, finished
from tests.bot.test_takeover import by_default

HOUR = 60 * MINUTE


async def by_post(pits: Pits, game: str, seats: int = 2) -> None:
    await pits.deal(seats, game=game, options={"pace": "post"})


async def play_one(pits: Pits, user: User) -> None:
    """That person answers something, the others whatever is before."""
    for _ in range(60):
        match = await pits.match()
        asks = match.running().asks
        ask = next((ask for ask in asks if ask.seat == match.seat_of(user.id)), asks[0])
        who = match.seats[ask.seat].user_id
        assert who is not None
        await pits.bot.matches.change(pits.match_id, by_default(who, ask))
        if who == user.id:
            await pits.settled()
            return
    raise AssertionError("nothing is asked of them")


async def hours(pits: Pits, count: int) -> None:
    """Time goes by, with its clocks."""
    pits.clock.now += count * HOUR
    await pits.bot.clocks.tick()
    await pits.settled()


async def opens(pits: Pits, user: User) -> list[str]:
    """The lines with which a hand opens, below its question."""
    outcome = await pits.press(user, "hand")
    return outcome.text.splitlines()[:6]


@pytest.mark.parametrize("game", NAMES)
async def test_a_hand_after_a_day_away_opens_with_what_happened(pits: Pits, game: str) -> None:
    await by_post(pits, game)
    await play_one(pits, pits.ann)
    assert not any("Back after" in line for line in await opens(pits, pits.ann))
    await hours(pits, 26)
    match = await pits.match()
    seat = match.seat_of(pits.ann.id)
    assert seat is not None
    lines = await away.lines(pits.bot.matches, match, seat)
    assert 3 <= len(lines) <= away.MOST_LINES
    assert lines[0].startswith("Back after 26 hours. ")
    shown = (await pits.press(pits.ann, "hand")).text
    for line in lines:
        assert line in shown
        assert shown.count(line.removeprefix("- ")) == 1, "nothing is said twice"
    if match.ask_of(seat) is not None:
        clock = f"<t:{(match.due_of(seat) or 0) // 1000}:R>"
        assert lines[-1].endswith(f"** Time runs out {clock}.")
        assert shown.count(clock) == 1, "nothing is said twice"


async def test_it_is_gone_with_the_next_answer(pits: Pits) -> None:
    await by_post(pits, "carwars-cards")
    await play_one(pits, pits.ann)
    await hours(pits, 25)
    assert any("Back after 25 hours" in line for line in await opens(pits, pits.ann))
    await play_one(pits, pits.ann)
    assert not any("Back after" in line for line in await opens(pits, pits.ann))


async def test_it_stands_on_the_direct_message_too(pits: Pits) -> None:
    await by_post(pits, "carwars-cards")
    await play_one(pits, pits.ann)
    await hours(pits, 26)
    await pits.bot.delivery.hand(pits.match_id, 0, anew=True)
    assert "### Back after 26 hours." in pits.panel(pits.ann).text


async def test_a_match_that_ends_while_its_moves_are_read_has_no_such_lines(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await by_post(pits, "carwars")
    await play_one(pits, pits.ann)
    await hours(pits, 26)
    match, moves = await pits.match(), pits.store.moves

    async def ends(*of: Any) -> list[MoveRow]:
        monkeypatch.setattr(pits.store, "moves", moves)
        await pits.bot.matches.change(pits.match_id, lambda live: live.end())
        return await moves(*of)

    monkeypatch.setattr(pits.store, "moves", ends)
    assert away.is_away(match, 0, pits.clock())
    assert await away.lines(pits.bot.matches, match, 0) == ()
    assert match.faults == [], "nobody has done anything wrong"


def test_what_was_done_for_a_player_is_counted() -> None:
    match = faults.match_of("carwars-cards")
    match.seats[0].acted_at = 1

    def first(*kinds: str) -> str:
        moves = [
            MoveRow(n=n, seat=n % 2, kind=kind, number=0, value=b"0", at=1)
            for kind in kinds
            for n in (2, 3)  # the other seat's do not count
        ]
        return away.told(match, 0, moves, 60 * HOUR)[0]

    assert first() == "Back after 2 days. You missed no question."
    assert first("clock").endswith(" Your clock ran out once.")
    said = " Your clock ran out twice and the computer chose for you 3 times."
    assert first("clock", "clock", "computer", "computer", "computer", "wish").endswith(said)


@pytest.mark.parametrize("happened", [3, 6])
def test_what_happened_is_told_whole_or_the_lines_say_that_more_did(
    happened: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = faults.match_of("nascards")
    match.seats[0].acted_at = 1
    miles = [f"You drive {n} miles." for n in range(happened)]
    monkeypatch.setattr(away, "_to_you", lambda *_: miles)
    lines = away.told(match, 0, [], 60 * HOUR)
    assert len(lines) <= away.MOST_LINES
    if happened == 3:
        assert lines[1:4] == tuple(f"- {line}" for line in miles)
    else:
        assert (
            lines[1] == "- 4 things happened before that: press **What happened** under the board."
        )
        assert lines[2:4] == tuple(f"- {line}" for line in miles[-2:])
    assert not any("After turn" in line for line in lines), "nothing has been counted yet"


def counted(game: str) -> Match:
    """A match in which the game has counted at least twice, by everybody's defaults."""
    match = faults.match_of(game)
    match.seats[0].acted_at = 1
    for _ in range(400):
        if len(match.game.words.chart(match.running().view(0)).lines[0]) > 2:
            break
        for ask in match.running().asks:
            by_default(match.seats[ask.seat].user_id or 0, ask)(match)
            break
        faults.settled(match)
    return match


@pytest.mark.parametrize(
    ("game", "head"), [("nascards", "After turn "), ("world-auto-racing", "After round ")]
)
def test_how_all_stand_is_told_before_what_is_asked(
    game: str, head: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = counted(game)
    chart = match.game.words.chart(match.running().view(0))
    stood = [line[-1] for line in chart.lines]
    told = f"{head}{len(chart.lines[0]) - 1}: "
    told += f"you {stood[0]}, P2 {stood[1]}." if stood[0] >= stood[1] else (
        f"P2 {stood[1]}, you {stood[0]}."
    )  # fmt: skip
    happened = [f"You drive {n} miles." for n in range(6)]
    for texts in (happened, happened[:1], [], [*happened[:1], told]):
        monkeypatch.setattr(away, "_to_you", lambda *_, texts=texts: texts)
        lines = away.told(match, 0, [], 60 * HOUR)
        assert len(lines) <= away.MOST_LINES
        assert lines[-2] == f"- {told}"
        assert sum(told in line for line in lines) == 1, "nothing is said twice"
        assert len(lines) >= 4, "what happened is told besides"


async def test_only_the_readers_own_view_is_in_it(pits: Pits) -> None:
    """What another seat alone was told is in nobody else's lines."""
    await by_post(pits, "carwars-cards", seats=3)
    await play_one(pits, pits.ann)
    await hours(pits, 26)
    match = await pits.match()
    words = match.game.words
    hidden = [
        words.event(told.event, naming.names_for_text(match), 1)
        for move in await pits.store.moves(pits.match_id)
        for told in rows.told_of(match.game, move.events)
        if not told.reaches(0)
    ]
    assert hidden, "somebody drew a card"
    said = "\n".join(await away.lines(pits.bot.matches, match, 0))
    assert not [line for line in hidden if line and line in said]


def test_what_others_alone_were_told_is_in_nobody_elses_lines() -> None:
    """Not even where nothing has happened to the reader, so that any line would do."""
    match = faults.match_of("carwars-cards", people=3)
    match.seats[0].acted_at = 1
    told = [one for move in match.moves for one in move.told if not one.reaches(0)]
    players, words = naming.names_for_text(match), match.game.words
    assert any(words.event(one.event, players, 0) for one in told), "there are words for it"
    move = MoveRow(
        n=2, seat=1, kind="answer", number=1, value=b"0", at=1, events=rows.told_bytes(told)
    )
    assert away.told(match, 0, [move], 60 * HOUR) == away.told(match, 0, [], 60 * HOUR)


async def test_who_took_a_seat_has_not_been_away(pits: Pits) -> None:
    await by_post(pits, "nascards")

    def old(match: Match) -> None:
        match.seats[0].acted_at = 0

    await pits.bot.matches.change(pits.match_id, old)
    await hours(pits, 23)
    assert not any("Back after" in line for line in await opens(pits, pits.ann)), "not known"


# -- /games


async def games(pits: Pits, user: User) -> list[str]:
    return (await follow_up(await pits.command(user, "games"))).splitlines()[1:]


async def test_tables_are_listed_by_who_waits(pits: Pits) -> None:
    first = await pits.deal(2, game="nascards", options={"pace": "post"})
    pits.clock.now += MINUTE
    arena = pits.local.add_channel("arena")
    second = await pits.deal(2, channel=arena, options={"window_seconds": "3600"})
    lobby = await pits.open(2, channel=pits.local.add_channel("drive"), people=[pits.ben, pits.ann])
    mine = await pits.open(1, channel=pits.local.add_channel("dive"))
    match = await pits.match(second)
    due = match.due_of(0)
    lines = await games(pits, pits.ann)
    assert len(lines) == 4
    asked = [match_id for match_id in (second, first) if (await pits.match(match_id)).ask_of(0)]
    for line, match_id in zip(lines, asked, strict=False):
        assert f"table {match_id}: **waits for you**, time runs out <t:" in line
    assert f"<t:{(due or 0) // 1000}:R>" in lines[0], "the shortest clock first"
    assert f"https://discord.com/channels/{pits.local.guild.id}/{arena.id}/" in lines[0]
    assert any(f"table {lobby}: waits for its start" in line for line in lines[2:])
    assert any(f"table {mine}: waits for its start" in line for line in lines[2:])


async def test_a_host_whose_table_can_begin_is_waited_for(pits: Pits) -> None:
    match_id = await pits.open(2)
    assert f"table {match_id}: **waits for you** to press Start" in (await games(pits, pits.ann))[0]
    assert f"table {match_id}: waits for its start" in (await games(pits, pits.ben))[0]


async def test_tables_that_rest_stand_last(pits: Pits) -> None:
    """Whatever else holds: a table that sleeps is not looked for first."""
    match_id = await pits.deal(2, options={"window_seconds": "3600"})
    other = await pits.deal(2, channel=pits.local.add_channel("arena"))
    row = await pits.store.match(match_id)
    assert row is not None
    await pits.store.append(out_of_order.stop(row, "Its game is away.", pits.clock()))
    pits.bot.matches._kept.pop(match_id)
    lines = await games(pits, pits.ann)
    assert f"table {other}" in lines[0]


async def test_a_kept_seat_is_listed(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    assert (
        f"table {pits.match_id}: keeps a seat for you: press **Join**"
        in (await games(pits, pits.ben))[0]
    )
