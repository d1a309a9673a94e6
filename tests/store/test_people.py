"""Users, and what is forgotten."""

from __future__ import annotations

from bot.match.seats import Guest
from bot.store import Deadline, InteractionRow, SeatRow, Store
from bot.store.purge import BITE, INTERACTION_MS, LOBBY_MS
from bot.store.rows import UserRow
from tests.store.rows import ANN, BEN, COLE, SEED, commit, match, move

ID = "7KQ2MX9A01"


async def test_a_stranger_has_the_defaults(store: Store) -> None:
    assert await store.user(ANN) == UserRow(user_id=ANN)


async def test_preferences_and_direct_messages_are_kept_apart(store: Store) -> None:
    await store.set_prefs(ANN, b'{"ping":"dm"}')
    await store.set_dm(ANN, 900, closed=True)
    kept = UserRow(user_id=ANN, dms_closed=True, dm_channel=900, prefs=b'{"ping":"dm"}')
    assert await store.user(ANN) == kept
    await store.set_prefs(ANN, b"{}")
    assert (await store.user(ANN)).dms_closed


async def test_a_forgotten_user_is_a_former_player(store: Store) -> None:
    interaction = InteractionRow(id=3, user_id=ANN, at=1)
    await store.new_match(match(status="live"), SEED, interaction=interaction)
    await store.new_match(match("7KQ2MX9A02", 71, status="finished", finished_at=5), SEED)
    await store.set_prefs(ANN, b'{"ping":"dm"}')
    await store.hand_shown(ID, ANN, 900, 901, "k")
    assert await store.delete_user(ANN, now=50) == [ID]
    row, old = await store.match(ID), await store.match("7KQ2MX9A02")
    assert row is not None
    assert old is not None
    former = SeatRow(seat=0, name="a former player", computer="normal")
    assert row.seats == [former, SeatRow(seat=1, name="Ben", user_id=BEN)]
    assert (row.status, row.host_id, row.version, row.hands) == ("live", BEN, 1, [])
    assert old.seats[0] == SeatRow(seat=0, name="a former player")
    assert (old.status, old.host_id, old.finished_at) == ("finished", 0, 5)
    assert await store.user(ANN) == UserRow(user_id=ANN)
    assert await store.interaction(3) is None
    assert await store.matches_of(ANN) == []


async def test_a_match_nobody_is_left_at_ends(store: Store) -> None:
    bell = Deadline(number=4, seat=0, due_at=9)
    await store.new_match(match(status="live", deadlines=[bell]), SEED)
    await store.delete_user(BEN, now=50)
    assert await store.delete_user(ANN, now=60) == [ID]
    row = await store.match(ID)
    assert row is not None
    assert (row.status, row.finished_at, row.deadlines) == ("ended", 60, [])


async def test_where_a_forgotten_user_was_a_guest_the_board_is_shown_anew(store: Store) -> None:
    asks = Guest(user_id=COLE, kind="asks", seat=1, name="Cole", at=1, first=1)
    await store.new_match(match(status="live", guests=[asks]), SEED)
    invited = Guest(user_id=COLE, kind="invited", name="Cole", at=9)
    await store.new_match(match("7KQ2MX9A02", 71, guests=[invited]), SEED)
    over = match("7KQ2MX9A03", 72, status="finished", finished_at=5, guests=[invited])
    await store.new_match(over, SEED)
    await store.post(ID, f"asker:{COLE}", b"No.", 1)
    assert await store.delete_user(COLE, now=50) == [ID, "7KQ2MX9A02"]
    told = await store.outbox_claim(9, 50)
    assert [(row.match_id, row.target) for row in told] == [(ID, "board"), ("7KQ2MX9A02", "board")]
    row = await store.match(ID)
    assert row is not None
    assert row.guests == []


async def test_old_interactions_go_in_bites(store: Store) -> None:
    await store.new_match(match(), SEED)
    version = 0
    for n in range(BITE + 5):
        known = InteractionRow(id=n + 1, user_id=ANN, at=n)
        version = await store.append(commit(version, interaction=known))
    assert await store.purge(INTERACTION_MS + BITE + 3) == BITE + 4
    assert await store.interaction(BITE + 4) is None
    assert await store.interaction(BITE + 5) is not None


async def test_lobbies_that_came_to_nothing_go_after_a_day(store: Store) -> None:
    await store.new_match(match(), SEED)
    await store.append(commit(0, at=10, status="ended"))
    await store.new_match(match("7KQ2MX9A02"), SEED)
    await store.append(commit(0, "7KQ2MX9A02", at=10, status="ended", moves=[move(1)]))
    await store.new_match(match("7KQ2MX9A03"), SEED)
    assert await store.purge(9 + LOBBY_MS) == 0
    assert await store.purge(10 + LOBBY_MS) == 1
    assert await store.match(ID) is None
    assert await store.seed(ID) is None
    assert await store.seed("7KQ2MX9A02") == SEED
    assert await store.match("7KQ2MX9A03") is not None


async def test_notes(store: Store) -> None:
    assert await store.note("commands") is None
    await store.set_note("commands", "a")
    await store.set_note("commands", "b")
    assert await store.note("commands") == "b"
