"""The store against a model in memory: any order of commits, claims, failures and restarts."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.store import (
    AlreadyHandled,
    InteractionRow,
    OutboxRow,
    Outgoing,
    Store,
    VersionConflict,
)
from tests.store.rows import ANN, SEED, commit, match, move, next_due

T = TypeVar("T")
ID = "7KQ2MX9A01"
TARGETS = st.sampled_from(["board", "hand:0", "hand:1"])
LEASE = 20


class Place:
    """A target of the outbox as it should be."""

    def __init__(self, payload: bytes, due: int) -> None:
        self.payload = payload
        self.due = due
        self.free_at = 0
        self.attempts = 0
        self.holder: OutboxRow | None = None


class StoreMachine(RuleBasedStateMachine):
    """One match, one outbox, a clock that only goes on."""

    @initialize()
    def open(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite+aiosqlite:///{self.folder.name}/matches.sqlite3"
        self.now = 100
        self.moves = 0
        self.known: set[int] = set()
        self.places: dict[str, Place] = {}
        self.claimed: list[OutboxRow] = []
        self.version = 0
        self.store = self.do(Store.open(self.url))
        self.do(self.store.new_match(match(), SEED))

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(coroutine)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.do(self.store.close())
            self.runner.close()
            self.folder.cleanup()

    @rule(ms=st.integers(1, 30))
    def wait(self, ms: int) -> None:
        self.now += ms

    @rule(
        behind=st.integers(0, 1),
        interaction=st.none() | st.integers(1, 4),
        told=st.lists(st.tuples(TARGETS, st.integers(0, 15)), max_size=2),
    )
    def append(self, behind: int, interaction: int | None, told: list[tuple[str, int]]) -> None:
        number = self.moves + 1
        payload = b"%d" % number
        row = InteractionRow(id=interaction, user_id=ANN, at=self.now) if interaction else None
        made = commit(
            self.version - behind,
            at=self.now,
            save=payload,
            moves=[move(number)],
            interaction=row,
            outbox=[
                Outgoing(target=target, payload=payload, due_at=self.now + later)
                for target, later in told
            ],
        )
        if interaction is not None and interaction in self.known:
            with pytest.raises(AlreadyHandled):
                self.do(self.store.append(made))
            return
        if behind:
            with pytest.raises(VersionConflict):
                self.do(self.store.append(made))
            return
        version = self.do(self.store.append(made))
        assert version == self.version + 1
        self.version, self.moves = version, number
        if interaction:
            self.known.add(interaction)
        for target, later in told:
            place = self.places.setdefault(target, Place(payload, self.now + later))
            place.payload, place.attempts = payload, 0
            place.due = min(place.due, self.now + later)

    @rule(limit=st.integers(1, 3))
    def claim(self, limit: int) -> None:
        ready = {
            target: place
            for target, place in self.places.items()
            if place.due <= self.now and place.free_at <= self.now
        }
        rows = self.do(self.store.outbox_claim(limit, self.now, LEASE))
        assert len(rows) == min(limit, len(ready))
        assert len({row.target for row in rows}) == len(rows)
        for row in rows:
            place = ready[row.target]
            assert (row.payload, row.attempts) == (place.payload, place.attempts)
            place.attempts += 1
            place.free_at = self.now + LEASE
            place.holder = row
            self.claimed.append(row)

    @precondition(lambda self: self.claimed)
    @rule(data=st.data())
    def complete(self, data: st.DataObject) -> None:
        row = data.draw(st.sampled_from(self.claimed))
        self.do(self.store.outbox_complete(row))
        place = self.places.get(row.target)
        if place is None:
            return
        if place.payload == row.payload:
            del self.places[row.target]
        elif place.holder is row:
            place.free_at = 0

    @precondition(lambda self: self.claimed)
    @rule(data=st.data(), later=st.integers(1, 40))
    def fail(self, data: st.DataObject, later: int) -> None:
        row = data.draw(st.sampled_from(self.claimed))
        self.do(self.store.outbox_fail(row, self.now + later))
        place = self.places.get(row.target)
        if place is not None and place.holder is row:
            place.free_at = self.now + later

    @rule()
    def restart(self) -> None:
        self.do(self.store.close())
        self.store = self.do(Store.open(self.url))

    @invariant()
    def the_match_is_as_it_should_be(self) -> None:
        if not hasattr(self, "store"):
            return
        row = self.do(self.store.match(ID))
        assert row is not None
        assert (row.version, row.last_move) == (self.version, self.moves)
        assert row.save == (b"%d" % self.moves if self.moves else None)
        assert [m.n for m in self.do(self.store.moves(ID))] == list(range(1, self.moves + 1))
        free = [max(place.due, place.free_at) for place in self.places.values()]
        assert self.do(next_due(self.store)) == min(free, default=None)


TestStore = StoreMachine.TestCase
TestStore.settings = settings(
    max_examples=8,
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.too_slow],
)
