"""People at their `/garage`, and a small game of building to put in a game's place.

Its designs are racks of numbered tins: a rack has a stand and 4 to 9 tins, no more than 4 of a
kind; a shiny tin needs a plain one. There are more kinds than a select has lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from bot.local import Message, Modal, Outcome, User
from bot.posts import custom_ids
from bot.posts.posts import MAX_TEXT, Post, Select
from bot.store import DesignRow, DraftRow
from games.carwars_cards import GAME
from games.engine.designs import Fault
from games.engine.errors import Refusal
from tests.bot.pits import Pits

STANDS = ("Oak", "Pine", "Steel")
KINDS = 60


class Rack(msgspec.Struct, frozen=True):
    """A stand and tins, by number."""

    stand: int
    tins: tuple[int, ...] = ()


class Racks:
    """`games.engine.designs.Designs` for racks."""

    word = "rack"
    Design: type[Any] = Rack
    at_once = False

    def faults(self, design: Rack) -> Sequence[Fault]:
        """What is wrong with a rack."""
        out = []
        if not 4 <= len(design.tins) <= 9:
            out.append(Fault(f"A rack holds 4 to 9 tins, and this one has {len(design.tins)}."))
        for tin, count in sorted(Counter(design.tins).items()):
            if count > 4:
                out.append(Fault(f"Tin {tin} is in {count} times, at most 4 may be."))
            if tin % 10 == 9 and tin - 1 not in design.tins:
                out.append(Fault(f"Tin {tin} shines and needs tin {tin - 1}."))
        return out

    def rules(self) -> str:
        """What makes a rack legal."""
        return "A rack holds 4 to 9 tins, at most 4 of a kind."

    def title(self, design: Rack) -> str:
        """Stand and number."""
        return f"{STANDS[design.stand]}, {len(design.tins)} tins"

    def lines(self, design: Rack) -> Sequence[str]:
        """A line a kind."""
        return [f"{count} × Tin {tin}" for tin, count in sorted(Counter(design.tins).items())]

    def write(self, design: Rack) -> str:
        """The rack as text."""
        return "\n".join((f"Stand: {STANDS[design.stand]}", *self.lines(design)))

    def read(self, text: str) -> Rack:
        """The rack of a text."""
        stand, tins = None, []
        for number, line in enumerate(text.splitlines(), 1):
            if found := re.fullmatch(r"Stand: (\w+)", line):
                if found[1] not in STANDS or stand is not None:
                    raise Refusal(f"Line {number}: a rack has one stand, not {found[1]} too.")
                stand = STANDS.index(found[1])
            elif found := re.fullmatch(r"(\d{1,2}) × Tin (\d{1,2})", line):
                tins += [int(found[2])] * int(found[1])
            elif line:
                raise Refusal(f"Line {number}: there is no {line}.")
        if stand is None:
            raise Refusal("Line 1: the stand is missing.")
        return Rack(stand, tuple(sorted(tins)))

    def ready(self) -> Sequence[Rack]:
        """One for each stand."""
        return [self.begin(str(n)) for n in range(len(STANDS))]

    def bases(self) -> Sequence[tuple[str, str]]:
        """The stands."""
        return [(str(n), name) for n, name in enumerate(STANDS)]

    def begin(self, base: str) -> Rack:
        """A legal rack on that stand."""
        return Rack(int(base), (0, 1, 2, 3, int(base) + 10))

    def parts(self, design: Rack) -> Sequence[tuple[str, str, str, int]]:
        """Every tin."""
        there = Counter(design.tins)
        return [(f"t{n}", f"Tin {n}", f"Rattles {n} times", there[n]) for n in range(KINDS)]

    def most(self, design: Rack, part: str) -> int:
        """Tins of a kind."""
        return 4

    def put(self, design: Rack, part: str, count: int) -> Rack:
        """So many of a tin."""
        tin = int(part[1:])
        rest = [each for each in design.tins if each != tin]
        return Rack(design.stand, tuple(sorted(rest + [tin] * count)))


def actions(message: Message) -> list[str]:
    """What can be done on a message about designs."""
    return [
        asked.action
        for item in message.pressables
        if (asked := custom_ids.read_design(item.custom_id)) is not None
    ]


def button(message: Message, action: str, rest: str = "") -> str:
    """The custom id on a message with that action, and with more that begins so."""
    for item in message.pressables:
        asked = custom_ids.read_design(item.custom_id)
        if asked is not None and asked.action == action and rest in asked.rest:
            return item.custom_id
    raise LookupError(f"no {action} {rest} among {[p.custom_id for p in message.pressables]}")


def values(message: Message, action: str) -> dict[str, str]:
    """The lines of a select: value by label."""
    options = message.pressable(button(message, action)).options
    return {str(option["label"]): str(option["value"]) for option in options}


def line(message: Message, action: str, label: str) -> tuple[str, str]:
    """The custom id and the value of a line, in whichever select with that action it stands."""
    for item in message.pressables:
        asked = custom_ids.read_design(item.custom_id)
        if asked is not None and asked.action == action:
            for option in item.options:
                if option["label"] == label:
                    return item.custom_id, str(option["value"])
    raise LookupError(f"no {label} in {action}")


def notes(message: Message) -> str:
    """What a message tells its reader beside what it shows."""
    return "\n".join(line[2:] for line in message.text.splitlines() if line.startswith("> "))


class Bench:
    """A person at his private garage message."""

    game = GAME.name

    def __init__(self, pits: Pits, user: User) -> None:
        self.pits = pits
        self.user = user
        self.message: Message

    async def open(self, options: Mapping[str, object] | None = None, **how: Any) -> Message:
        """Type /garage."""
        outcome = await self.pits.command(self.user, "garage", options, how.get("channel"))
        assert [message.ephemeral for message in outcome.messages] == [True]
        self.message = outcome.messages[0]
        return self.message

    async def press(self, action: str, rest: str = "") -> Outcome:
        """Press a button."""
        custom_id = button(self.message, action, rest)
        outcome = await self.pits.local.click(self.user, self.message, custom_id)
        return await self.pits.answered(outcome)

    async def count(self, part: str, count: int) -> Outcome:
        """Choose a part of the select and say how many of it are wanted."""
        await self.choose("part", part)
        return await self.press("put", f"/{count}/")

    async def choose(self, action: str, label: str) -> Outcome:
        """Choose the line of a select that reads so."""
        custom_id, value = line(self.message, action, label)
        outcome = await self.pits.local.select(self.user, self.message, custom_id, [value])
        return await self.pits.answered(outcome)

    async def fill(self, action: str, **typed: str) -> Outcome:
        """Press a button that opens a form, and send the form whatever the client would say."""
        form = (await self.press(action)).modal
        assert form is not None
        for item in form.body["components"]:
            item["component"] |= {"required": False, "max_length": 4000}
        return await self.submit(form, **typed)

    async def submit(self, form: Modal | None, **typed: str) -> Outcome:
        """Send a form."""
        return await self.pits.submit(self.user, form, typed)

    async def forge(self, custom_id: str, chosen: Sequence[str] | None = None) -> Outcome:
        """Press what is not there, on the garage's message."""
        return await self.pits.forge(self.user, custom_id, self.message, chosen)

    async def begin(self, base: str = "Oak") -> Message:
        """A new draft."""
        await self.open()
        await self.press("new")
        await self.choose("base", base)
        return self.message

    async def keep(self, name: str = "Rook", base: str = "Oak") -> Message:
        """A saved design, and its panel."""
        await self.begin(base)
        await self.fill("name", name=name)
        return self.message

    async def saved(self) -> list[DesignRow]:
        """What is kept of this person's."""
        return await self.pits.store.designs(self.user.id, self.game)

    async def draft(self) -> DraftRow | None:
        """What this person is editing."""
        return await self.pits.store.draft(self.user.id, self.game)


class OneGame(Bench):
    """A person who says which game he builds for: there are several."""

    async def open(self, options: Mapping[str, object] | None = None, **how: Any) -> Message:
        """Type /garage with the game, or as the options say."""
        return await super().open({"game": self.game} if options is None else options, **how)


def bench(pits: Pits, user: User | None = None) -> Bench:
    """A garage's visitor: Ann, unless somebody else is given."""
    return Bench(pits, user or pits.ann)


def racks_only(monkeypatch: pytest.MonkeyPatch) -> Racks:
    """Make racks the one thing that can be built."""
    racks = Racks()
    monkeypatch.setattr(type(GAME), "designs", racks)
    monkeypatch.setattr("bot.designs.designs.all_games", lambda: [GAME])
    return racks


def fits(post: Post) -> None:
    """Discord takes it: rows, lines of selects, lengths, and ids of which none is there twice."""
    ids: list[str] = []
    components = 4 + len(post.rows)
    for row in post.rows:
        if isinstance(row, Select):
            assert 1 <= len(row.choices) <= 25
            assert len({choice.value for choice in row.choices}) == len(row.choices)
            ids.append(row.custom_id)
            components += 1
        else:
            assert 1 <= len(row) <= 5
            ids += [button.custom_id for button in row]
            components += len(row)
    assert components <= 40
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= 100 for each in ids)
    assert len(post.head) + len("\n".join(post.body)) + len(post.foot) <= MAX_TEXT
