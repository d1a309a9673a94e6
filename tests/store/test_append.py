"""One change of a match: written whole or not at all."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import (
    AlreadyHandled,
    ChannelTaken,
    Deadline,
    InteractionRow,
    MatchRow,
    Outgoing,
    SeatRow,
    Store,
    VersionConflict,
    new_id,
)
from bot.store.errors import RowRefused
from bot.store.ids import CROCKFORD
from bot.store.rows import HandRow
from tests.store.rows import ANN, BEN, COLE, SEED, commit, match, move, next_due, version_of

ID = "7KQ2MX9A01"


async def loaded(store: Store, match_id: str = ID) -> MatchRow:
    """The match, which is there."""
    row = await store.match(match_id)
    assert row is not None
    return row


async def test_a_new_match_is_read_as_it_was_written(store: Store) -> None:
    new = match(options=b'{"points":10}', deadlines=[Deadline(number=0, seat=0, due_at=1800)])
    await store.new_match(new, SEED)
    assert await store.match(ID) == new
    assert await store.match("0000000000") is None
    assert await version_of(store, "0000000000") is None


async def test_a_commit_changes_what_it_names_and_nothing_else(store: Store) -> None:
    await store.new_match(match(extra=b'{"wanted":3}'), SEED)
    last = commit(
        0,
        at=55,
        save=b"{}",
        status="live",
        moves=[move(1), move(2)],
        seats=[SeatRow(seat=1, name="Ben", user_id=BEN, passes=True, seen=2)],
        deadlines=[Deadline(number=4, seat=1, due_at=99), Deadline(number=3, seat=0, due_at=80)],
    )
    assert await store.append(last) == 1
    assert await loaded(store) == match(
        extra=b'{"wanted":3}',
        version=1,
        status="live",
        save=b"{}",
        last_move=2,
        updated_at=55,
        seats=[
            SeatRow(seat=0, name="Ann", user_id=ANN),
            SeatRow(seat=1, name="Ben", user_id=BEN, passes=True, seen=2),
        ],
        deadlines=[Deadline(number=3, seat=0, due_at=80), Deadline(number=4, seat=1, due_at=99)],
    )
    assert await store.moves(ID) == [move(1), move(2)]
    assert await store.moves(ID, since=1) == [move(2)]


async def test_who_comes_second_from_the_same_version_writes_nothing(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.append(commit(0, moves=[move(1)]))
    before = await loaded(store)
    with pytest.raises(VersionConflict):
        await store.append(
            commit(
                0,
                save=b"late",
                moves=[move(2)],
                outbox=[Outgoing(target="board")],
                interaction=InteractionRow(id=5, user_id=ANN, at=1),
            )
        )
    assert await loaded(store) == before
    assert await store.moves(ID) == [move(1)]
    assert await store.interaction(5) is None
    assert await next_due(store) is None


async def test_of_many_processes_one_writes_each_version(store: Store, url: str) -> None:
    stores = [store, await Store.open(url), await Store.open(url)]
    ids = [f"7KQ2MX9A{number:02}" for number in range(5)]
    for number, id in enumerate(ids):
        await store.new_match(match(id, number), SEED)

    async def play(each: Store, by: int, id: str) -> int:
        won = 0
        for version in range(6):
            try:
                # The number tells who it was, and nobody's can be used twice.
                await each.append(commit(version, id, moves=[move(3 * version + by + 1)]))
                won += 1
            except VersionConflict:
                assert ((await version_of(each, id)) or 0) > version
        return won

    wins = await asyncio.gather(*(play(s, by, id) for by, s in enumerate(stores) for id in ids))
    assert sum(wins) == 6 * len(ids)
    for id in ids:
        assert [(each.n - 1) // 3 for each in await store.moves(id)] == list(range(6))
    for each in stores[1:]:
        await each.close()


async def test_a_match_that_is_gone_is_a_conflict(store: Store) -> None:
    with pytest.raises(VersionConflict):
        await store.append(commit(0))


async def test_an_interaction_delivered_again_is_not_acted_on(store: Store) -> None:
    await store.new_match(match(), SEED)
    first = InteractionRow(id=2**62 + 1, user_id=ANN, at=3)
    await store.append(commit(0, moves=[move(1, interaction_id=first.id)], interaction=first))
    again = InteractionRow(id=first.id, user_id=ANN, at=4)
    for version in (0, 1):
        with pytest.raises(AlreadyHandled):
            await store.append(commit(version, moves=[move(2)], interaction=again))
    assert await version_of(store, ID) == 1
    assert await store.moves(ID) == [move(1, interaction_id=first.id)]
    assert await store.interaction(first.id) == first


async def test_opening_a_table_twice_with_one_interaction_opens_one(store: Store) -> None:
    known = InteractionRow(id=9, user_id=ANN, at=3)
    await store.new_match(match(), SEED, interaction=known)
    with pytest.raises(AlreadyHandled):
        await store.new_match(match("7KQ2MX9A02", 71), SEED, interaction=known)
    assert await store.match("7KQ2MX9A02") is None


async def test_a_move_number_cannot_be_used_again(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.append(commit(0, moves=[move(1)]))
    with pytest.raises(RowRefused):
        await store.append(commit(1, save=b"other", moves=[move(1, value=b"2")]))
    assert await loaded(store) == match(version=1, last_move=1, updated_at=10)


async def test_a_channel_has_one_open_table(store: Store) -> None:
    await store.new_match(match(), SEED)
    with pytest.raises(ChannelTaken) as taken:
        await store.new_match(match("7KQ2MX9A02"), SEED)
    assert taken.value.match_id == ID
    assert await store.open_match_in(70) == ID
    await store.append(commit(0, status="ended"))
    assert await store.open_match_in(70) is None
    await store.new_match(match("7KQ2MX9A02"), SEED)
    assert [line.id for line in await store.open_lines()] == ["7KQ2MX9A02"]
    with pytest.raises(RowRefused):  # two open tables: the index itself refuses
        await store.append(commit(1, status="live"))


async def test_the_end_of_a_match_is_when_it_first_ended(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.append(commit(0, at=20, status="live"))
    assert (await loaded(store)).finished_at == 0
    await store.append(commit(1, at=30, status="finished", result=b"{}"))
    await store.append(commit(2, at=40, status="finished"))
    assert (await loaded(store)).finished_at == 30


async def test_seats_move_up_and_are_removed(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.hand_shown(ID, BEN, 900, 901, "k")
    await store.append(
        commit(0, seats=[SeatRow(seat=0, name="Ben", user_id=BEN)], seat_count=1, host_id=BEN)
    )
    row = await loaded(store)
    assert row.seats == [SeatRow(seat=0, name="Ben", user_id=BEN)]
    assert row.hands == [HandRow(user_id=BEN, channel=900, message=901, key="k")]
    await store.append(commit(1, seats=[SeatRow(seat=1, name="Rook", computer="easy")]))
    assert [seat.name for seat in (await loaded(store)).seats] == ["Ben", "Rook"]


async def test_showing_leaves_the_version_alone(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.board_shown(ID, 800, "key", 12)
    await store.hand_shown(ID, ANN, 900, 901, "a")
    await store.hand_shown(ID, ANN, 900, 902, "b")
    await store.hand_shown(ID, COLE, 910, 911, "no seat")
    row = await loaded(store)
    assert (row.version, row.board_message, row.board_key, row.board_at) == (0, 800, "key", 12)
    assert row.hands == [HandRow(user_id=ANN, channel=900, message=902, key="b")]


async def test_undone_moves_stay_in_the_log(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.append(
        commit(0, moves=[move(1, checkpoint=b"A"), move(2), move(3, checkpoint=b"C")])
    )
    assert await store.checkpoint(ID, 2) == move(1, checkpoint=b"A")
    assert await store.checkpoint(ID, 9) == move(3, checkpoint=b"C")
    await store.append(commit(1, undone=[2, 3], moves=[move(4, kind="undo")]))
    assert [(m.n, m.undone) for m in await store.moves(ID)] == [
        (1, False),
        (2, True),
        (3, True),
        (4, False),
    ]
    assert await store.checkpoint(ID, 9) == move(1, checkpoint=b"A")
    assert await store.checkpoint(ID, 0) is None


async def test_nobody_goes_back_to_a_save_that_holds_what_was_taken_back(store: Store) -> None:
    """It was made by a later move, which stands."""
    await store.new_match(match(), SEED)
    await store.append(
        commit(0, moves=[move(1, checkpoint=b"A"), move(2), move(3, checkpoint=b"C")])
    )
    await store.append(commit(1, undone=[2]))
    assert await store.checkpoint(ID, 9) == move(1, checkpoint=b"A")


async def test_a_seed_is_shown_only_when_the_match_is_over(store: Store) -> None:
    await store.new_match(match(), SEED)
    assert await store.seed(ID) == SEED
    assert await store.revealed_seed(ID) is None
    await store.append(commit(0, status="live"))
    assert await store.revealed_seed(ID) is None
    await store.append(commit(1, status="abandoned"))
    assert await store.revealed_seed(ID) == SEED
    assert await store.seed("0000000000") is None


async def test_my_matches_are_the_open_ones_first(store: Store) -> None:
    for number, (status, at) in enumerate([("ended", 90), ("live", 10), ("lobby", 20)]):
        row = match(f"7KQ2MX9A0{number}", number, status=status, updated_at=at)
        await store.new_match(row, SEED)
    found = await store.matches_of(BEN)
    assert [line.id[-1] for line in found] == ["2", "1", "0"]
    assert (found[0].seat, found[0].channel_id, found[0].status) == (1, 2, "lobby")
    assert len(await store.matches_of(BEN, limit=2)) == 2
    assert await store.matches_of(COLE) == []


def test_ids_can_be_read_out() -> None:
    ids = {new_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(len(each) == 10 and set(each) <= set(CROCKFORD) for each in ids)
