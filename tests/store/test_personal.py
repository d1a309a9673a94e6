"""A user's data: all of it for him, and none of it left when he wants to be forgotten."""

from __future__ import annotations

import msgspec

from bot.match.marks import mark_of
from bot.match.seats import Guest
from bot.store import (
    Commit,
    DesignRow,
    DraftRow,
    InteractionRow,
    MatchRow,
    Outgoing,
    Store,
    archive,
    personal,
)
from tests.store.databases import ID
from tests.store.rows import ANN, BEN, COLE, SEED, match, move, next_due

OVER = "7KQ2MX9A02"
EXTRA = msgspec.json.encode(
    {
        "room": 2,
        "words": ["Ann's luck", "Ben's luck"],
        "wishes": [["swerve"], ["smoke"]],
        "plans": [{"text": "straight"}, {"text": "left"}],
        "again": [4, 5],
        "drafts": [{"number": 4, "path": ["up"]}, None],
        "held": [[1, "answer", {"card": 4}, 9], None],
        "passed": [["negation"], []],
        "took": {"0 negation": [1500], "1 negation": [2500]},
        "vote": {"kind": "undo", "asked_by": 1, "what": "Ann fires"},
        "given": [[1, 1, "Ann is ready"], None],
        "reminded": 7,
        "news": [[None, {"type": "fired", "at": 2.5}]],
    }
)
LOG = [
    move(1, kind="start", value=b"null", events=b'[[[1],{"type":"dealt","cards":[7,8]}]]'),
    move(2, value=b'{"card":4}', events=b'[[[0],{"type":"drew","cards":[9]}]]', at=20),
    move(3, seat=1, value=b'{"card":5}'),
    move(4, kind="computer", value=b'{"card":6}', why="Ann was slow."),
    move(5, kind="order", value=b'"quit"', at=50),
]


async def history(store: Store) -> None:
    """Ann and Ben at a live table and at one that is over, and what Ann has built."""
    press = InteractionRow(id=3, user_id=ANN, at=1)
    await store.new_match(match(status="live", extra=EXTRA), SEED, interaction=press)
    await store.new_match(match(OVER, 71, status="live", extra=EXTRA), SEED)
    ended = {"status": "finished", "words": "Ann's luck / Ben's luck", "undone": [2]}
    await store.append(Commit(match_id=ID, expected_version=0, at=9, moves=LOG, save=b"secret"))
    await store.append(Commit(match_id=OVER, expected_version=0, at=9, moves=LOG))
    await store.append(msgspec.convert({"match_id": OVER, "expected_version": 1, "at": 99}
                                       | ended, Commit))  # fmt: skip
    await store.set_prefs(ANN, b'{"ping":"dm"}')
    await store.set_dm(ANN, 900, closed=True)
    await store.hand_shown(ID, ANN, 900, 901, "k")
    row = DesignRow(
        id="D1", user_id=ANN, game="war", key="red", name="Red", updated_at=7, body=b'{"mods":[1]}'
    )
    await store.save_design(row, most=5)
    await store.share_design(ANN, "D1", lambda: "CODE", 8, most=5)
    await store.begin_draft(
        DraftRow(user_id=ANN, game="war", id="R1", updated_at=7, body=b'{"mods":[2]}')
    )
    other = DesignRow(
        id="D2", user_id=BEN, game="war", key="b", name="Bens own", updated_at=7, body=b"{}"
    )
    await store.save_design(other, most=5)


async def seat_of(store: Store, id: str) -> MatchRow:
    """A match as it is read."""
    row = await store.match(id)
    assert row is not None
    return row


async def test_all_of_a_users_data(store: Store) -> None:
    await history(store)
    data = await store.data_of(ANN)
    assert data["user"] == {
        "user_id": ANN, "dms_closed": 1, "dm_channel": 900, "prefs": {"ping": "dm"},
        "seen_at": 0, "rang": "",
    }  # fmt: skip
    live, over = data["seats"]
    own = {"name": "Ann", "host": True, "seat": 0, "words": "Ann's luck", "wishes": ["swerve"]}
    for seat, id, status in ((live, ID, "live"), (over, OVER, "finished")):
        assert (seat["match"], seat["status"]) == (id, status)
        assert {name: seat[name] for name in own} == own
        assert seat["plans"] == {"text": "straight"}
        assert seat["drafts"] == {"number": 4, "path": ["up"]}
        assert [m["kind"] for m in seat["moves"]] == ["answer", "order"]
    assert live["moves"][0] == {
        "n": 2, "kind": "answer", "value": {"card": 4}, "at": 20, "taken_back": False
    }  # fmt: skip
    assert over["moves"][0]["taken_back"]
    assert (live["over_at"], over["over_at"]) == (0, 99)
    assert [row["name"] for row in data["designs"]] == ["Red"]
    assert data["designs"][0]["body"] == {"mods": [1]}
    assert [row["code"] for row in data["shares"]] == ["CODE"]
    assert [row["id"] for row in data["drafts"]] == ["R1"]
    assert [row["id"] for row in data["presses"]] == [3]
    assert [row["message"] for row in data["hands"]] == [901]


async def test_it_holds_nothing_of_others_and_nothing_hidden(store: Store) -> None:
    await history(store)
    text = msgspec.json.encode(await store.data_of(ANN)).decode()
    hidden = ("dealt", "drew", "secret", "slow", SEED.hex())
    for strange in ("Ben", str(BEN), "smoke", "left", *hidden):
        assert strange not in text
    assert '"card":5' not in text
    assert '"card":6' not in text


async def test_a_stranger_has_nothing(store: Store) -> None:
    await history(store)
    empty: dict[str, object] = {"user": None, "seats": [], "presses": []}
    tables = ("hands", "notices", "designs", "drafts", "shares", "guests")
    assert await store.data_of(17) == empty | {name: [] for name in tables}


async def test_a_packed_match_is_part_of_it(store: Store) -> None:
    await history(store)
    before = await store.data_of(ANN)
    await store.purge(99 + archive.KEPT_MS)
    assert await store.checkpoint(OVER, 9) is None
    after = await store.data_of(ANN)
    taken_back = before["seats"][1]["moves"][0]
    assert taken_back["taken_back"]
    taken_back["value"] = None
    assert after["seats"] == before["seats"]


async def test_nothing_of_a_forgotten_user_is_left(store: Store) -> None:
    """In a live match, in one that is over, and in a packed one."""
    await history(store)
    packed = "7KQ2MX9A03"
    await store.new_match(match(packed, 72, status="live", extra=EXTRA), SEED)
    ended = Commit(match_id=packed, expected_version=0, at=9, moves=LOG, status="ended")
    await store.append(ended)
    await store.purge(50 + archive.KEPT_MS)
    logs = {id: await store.moves(id) for id in (ID, OVER, packed)}
    assert await store.delete_user(ANN, now=100) == [ID]
    for id in (ID, OVER, packed):
        row = await seat_of(store, id)
        assert [(seat.name, seat.user_id) for seat in row.seats] == [
            ("a former player", None), ("Ben", BEN)
        ]  # fmt: skip
        extra = msgspec.json.decode(row.extra)
        assert not {"vote", "given", "reminded"} & extra.keys()
        assert extra["words"] == ["", "Ben's luck"]
        assert extra["wishes"] == [[], ["smoke"]]
        assert extra["plans"] == [None, {"text": "left"}]
        assert extra["drafts"] == [None, None]
        assert extra["held"] == [None, None]
        assert extra["passed"] == [[], []]
        assert extra["took"] == {"1 negation": [2500]}
        assert extra["news"] == [[None, {"type": "fired", "at": 2.5}]]
        assert row.host_id != ANN
        assert await store.moves(id) == logs[id], "what /verify replays stays"
    assert (await seat_of(store, OVER)).words == "Ann's luck / Ben's luck", "and its draws' key"
    assert (await seat_of(store, ID)).seats[0].computer == "normal"
    assert [line.id for line in await store.open_lines() if line.goes_on] == [ID]
    assert await next_due(store) == 100, "the board is shown with his new name"
    data = await store.data_of(ANN)
    assert not any(data.values())
    assert await store.shared("CODE") is None
    assert [row["name"] for row in (await store.data_of(BEN))["designs"]] == ["Bens own"]


async def test_what_he_saw_and_is_to_be_told_is_forgotten_but_not_that_he_saw_it(
    store: Store,
) -> None:
    """Of the seats that he has left, too."""
    await store.new_match(match(status="live"), SEED)
    was = [Guest(user_id=COLE, kind="played", seat=seat, name="Cole", last=9) for seat in (1, 0)]
    told = [Outgoing(target=f"{one}:{COLE}", due_at=5) for one in ("result", "out", "former")]
    told += [Outgoing(target=f"asker:{COLE}", due_at=5), Outgoing(target=f"asker:{BEN}", due_at=6)]
    await store.append(
        Commit(match_id=ID, expected_version=0, at=9, guests=was, outbox=told, moves=LOG)
    )
    mine = [[move["n"] for move in personal.own_moves(LOG, 0, *of)] for of in ((3, None), (0, 4))]
    assert mine == [[5], [2]]
    await store.delete_user(COLE, now=100)
    kept = (await seat_of(store, ID)).guests
    mark = mark_of(ID, COLE)
    assert sorted((each.kind, each.user_id, each.seat) for each in kept) == [
        ("mark", mark, 0), ("mark", mark, 1), ("played", 0, 0), ("played", 0, 1),
    ]  # fmt: skip
    assert await next_due(store) == 6


async def test_who_sat_at_a_table_that_cannot_be_read_is_forgotten_too(store: Store) -> None:
    await store.new_match(match(status="live", extra=b"}"), SEED)
    await store.new_match(match(OVER, 71, status="live", extra=b'{"words":5}'), SEED)
    seats = (await store.data_of(ANN))["seats"]
    assert [(seat["name"], "words" in seat) for seat in seats] == [("Ann", False)] * 2
    assert await store.delete_user(ANN, now=100) == [ID, OVER]
    assert not any((await store.data_of(ANN)).values())
