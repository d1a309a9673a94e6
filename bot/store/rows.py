"""The rows of the store, as those who use it see them.

Ids of Discord are plain integers, 0 where there is none. Times are UTC milliseconds. Blobs are
JSON that the store neither reads nor changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bot.match.seats import Guest

Status = Literal["lobby", "live", "finished", "ended", "abandoned"]
OPEN: Final[tuple[Status, ...]] = ("lobby", "live")
"""A channel has at most one match of these states."""


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """One seat and who plays it."""

    seat: int
    name: str
    user_id: int | None = None
    """None for a seat that is the computer's from the start."""
    computer: str = ""
    """Level of the computer that plays the seat now; empty when its person does."""
    passes: bool = False
    missed: int = 0
    """Consecutive timeouts."""
    seen: int = 0
    """The last move this player has been told of."""
    lapsed: int = 0
    """Consecutive timeouts of short windows."""
    muted: bool = False
    """The player wants no notices of this table."""
    since: int = 0
    """The first move that can be this player's: what came before is the seat's past."""
    acted_at: int = 0
    """When this player last made a move; 0 where that is not known."""


class HandRow(msgspec.Struct, frozen=True, kw_only=True):
    """The direct message that shows a player's hand.

    It belongs to the player and not to the seat: seats move up when somebody leaves a lobby, and
    a hand must never be edited into the message of another player.
    """

    user_id: int
    channel: int
    message: int
    key: str
    """What it shows now."""
    at: int = 0
    """When it was posted; 0: not known."""


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When the clock of a question runs out. (number, stage) is unique in a match."""

    number: int
    """Question number; 0 for the match itself (an unused lobby)."""
    seat: int
    due_at: int
    stage: int = 0
    """Which ring of the clock: what it means is the caller's."""


class DueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline that is due and has been claimed."""

    match_id: str
    number: int
    seat: int
    due_at: int
    stage: int
    lease_until: int
    """When this claim ends, in ms. No later claim of the same deadline ends then, so it names who
    holds it."""


class MatchRow(msgspec.Struct, kw_only=True):
    """A match with its seats, hands and deadlines, read in one transaction."""

    id: str
    game: str
    guild_id: int
    channel_id: int
    """Where the board is: a channel or a thread."""
    parent_id: int = 0
    """The channel of the thread, 0 when the board is in a channel itself."""
    host_id: int
    status: Status = "lobby"
    version: int = 0
    """Rises by one with every commit."""
    pace: str = "live"
    words: str = ""
    """The players' own words for the dice."""
    commitment: str = ""
    """SHA-256 of the seed, in hexadecimal."""
    last_move: int = 0
    """Number of the newest move; written with the moves."""
    board_message: int = 0
    board_key: str = ""
    """What the board message shows now."""
    board_at: int = 0
    """When the board message was posted."""
    created_at: int
    updated_at: int = 0
    finished_at: int = 0
    """When the match left the open states; written with the status."""
    options: bytes = b"{}"
    extra: bytes = b"{}"
    """What the match keeps beside the save: votes, room, news."""
    result: bytes | None = None
    save: bytes | None = None
    """The engine's save; None in a lobby."""
    goes_on: bool = False
    """A computer seat is asked, or an answer has been given ahead: nobody else moves the match."""
    resting: bool = False
    """It rests, and leaves its channel to others meanwhile."""
    seats: list[SeatRow] = []
    """By seat number."""
    hands: list[HandRow] = []
    deadlines: list[Deadline] = []
    """The earliest first."""
    guests: list[Guest] = []


class OpenLine(msgspec.Struct, frozen=True):
    """An open match in a list of all."""

    id: str
    game: str
    guild_id: int
    channel_id: int
    status: Status
    board_message: int
    goes_on: bool
    """It goes on without anybody's press."""
    resting: bool


class Home(msgspec.Struct, frozen=True):
    """The shards whose servers' tables are at home in a process."""

    count: int
    """How many shards there are."""
    shards: tuple[int, ...]


class Glance(msgspec.Struct, frozen=True):
    """As much of a match as tells whether what is kept of it is true."""

    version: int
    board_message: int
    board_key: str
    board_at: int


UNSURE: Final = "unsure:"
"""What the outbox holds, with a message's name behind it: what that shows is not known, whatever is
noted of it. Changes of the match have rows of their own, and take no place of it."""


class Unsure(msgspec.Struct, frozen=True):
    """What a message that has been shown settles, and what tells whether it may be out of date."""

    target: str
    """Its name: `board`, or `hand:` and the seat."""
    version: int | None
    """Of the match that it was made of; None where no other process shows anything."""
    at: int
    """Now."""
    row: int = 0
    """Id of the row that an answer to a press settles; 0 for none."""


class MatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """A match in a list."""

    id: str
    game: str
    guild_id: int
    channel_id: int
    host_id: int
    status: Status
    last_move: int
    board_message: int
    created_at: int
    updated_at: int
    resting: bool
    seat: int
    """The seat of the user who asked."""


class MoveRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a match's log."""

    n: int
    """Unique in the match, rising, never used again."""
    seat: int
    kind: str
    """`answer`, `order`, `clock`, `computer`, `undo` …"""
    number: int
    """Question number, 0 when it answers none."""
    value: bytes
    """The option's value."""
    events: bytes = b"[]"
    checkpoint: bytes | None = None
    """The save after this move, where the game came to a new checkpoint."""
    why: str = ""
    interaction_id: int | None = None
    at: int
    undone: bool = False
    draws: bytes | None = None
    """The draws it took; None for a move stored before draws were kept."""


class InteractionRow(msgspec.Struct, frozen=True, kw_only=True):
    """An interaction that has been acted on."""

    id: int
    user_id: int
    at: int


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """Something to tell. A newer one for the same (match, target) takes the older one's place."""

    target: str
    """What is to be sent or refreshed: `board`, `hand:2`, `ping:2:218`."""
    payload: bytes = b""
    due_at: int = 0
    """Not to be sent before. Folding keeps the earlier time."""
    id: int = 0
    """Given by who may settle it before it is due (`bot.store.outbox.settle`); 0: a new one."""


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A claimed row of the outbox."""

    match_id: str
    target: str
    id: int
    """New with every payload, unique, positive and below 2**62: fit for a message nonce."""
    payload: bytes
    created_at: int
    """When the first of the folded rows was written."""
    due_at: int
    attempts: int
    """How often it has been claimed before and not completed."""
    lease: int
    """Which claim this is."""


class UserRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a user."""

    user_id: int
    dms_closed: bool = False
    dm_channel: int = 0
    prefs: bytes = b"{}"
    seen_at: int = 0
    """When this user last pressed anything, a minute more or less; 0 for never."""
    rang: str = ""
    """When notices rang at this user's, the last ones, as a caller of the store writes it."""


class NoticeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A message that calls a player to a question."""

    match_id: str
    user_id: int
    public: bool
    """In the channel, where several players share a message; else in the direct messages."""
    number: int
    """Of the question; negative for none (`bot.match.calls`)."""
    stage: int
    """The first call for that question is 1; 0: the table has lost its channel."""
    loud: bool = False
    """It rings, or was to ring."""
    channel: int = 0
    message: int = 0
    """0 until it has been sent."""
    at: int = 0
    """When it was sent, in ms; 0 while that waits."""


class DesignRow(msgspec.Struct, frozen=True, kw_only=True):
    """A saved design of a user."""

    id: str
    user_id: int
    game: str
    key: str
    """The name as names are compared: unique for the user and the game."""
    name: str
    code: str = ""
    """The share code of what it is now; empty until that is shared."""
    updated_at: int
    body: bytes


class DraftRow(msgspec.Struct, frozen=True, kw_only=True):
    """The design a user is editing: one for each game, legal or not."""

    user_id: int
    game: str
    id: str
    """New with every draft, so that an old button cannot change another draft."""
    origin: str = ""
    """Id of the saved design it began as; empty for a new one."""
    name: str = ""
    """The name to save it under, as a proposal."""
    version: int = 0
    """Changes made since it was begun."""
    updated_at: int
    body: bytes


class ShareRow(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot of a design that anybody who has its code may copy."""

    code: str
    user_id: int
    """Who shared it."""
    game: str
    name: str
    shared_at: int
    body: bytes


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """One change of a match, written whole or not at all. What is UNSET stays as it is."""

    match_id: str
    expected_version: int
    at: int
    """Now."""
    save: bytes | UnsetType | None = UNSET
    status: Status | UnsetType = UNSET
    host_id: int | UnsetType = UNSET
    pace: str | UnsetType = UNSET
    words: str | UnsetType = UNSET
    options: bytes | UnsetType = UNSET
    extra: bytes | UnsetType = UNSET
    result: bytes | UnsetType | None = UNSET
    goes_on: bool | UnsetType = UNSET
    resting: bool | UnsetType = UNSET
    guild_id: int | UnsetType = UNSET
    channel_id: int | UnsetType = UNSET
    """Given where the match takes a channel to itself: again after a rest, or another one."""
    parent_id: int | UnsetType = UNSET
    most: int = 0
    """How many tables the server may have, where the match takes a channel there; 0: any number."""
    board_message: int | UnsetType = UNSET
    board_key: str | UnsetType = UNSET
    board_at: int | UnsetType = UNSET
    moves: Sequence[MoveRow] = ()
    undone: Sequence[int] = ()
    """Numbers of stored moves that are marked undone."""
    seats: Sequence[SeatRow] = ()
    """Seats that are new or have changed; unchanged ones may be left out."""
    seat_count: int | UnsetType = UNSET
    """Seats from this number on are removed."""
    guests: Sequence[Guest] | UnsetType = UNSET
    """All guests of the match from now on."""
    deadlines: Sequence[Deadline] | UnsetType = UNSET
    """All deadlines of the match from now on; () for none."""
    outbox: Sequence[Outgoing] = ()
    interaction: InteractionRow | None = None
    pressed: int = 0
    """The user whose press this is, where the time of it is to be kept; 0 for nobody."""
