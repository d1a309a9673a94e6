"""What players do with designs: begin one, change it, save, share, take and bring it in.

Plain logic over the store and `Game.designs`; it knows neither Discord nor any single game. What
cannot be done is a `Refusal` with a sentence, and has changed nothing. A design is named by a
short text, `of`: a letter for where it is kept, and its id there.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from bot.designs import share_codes
from bot.match.names import plain_text
from bot.store import (
    DesignRow,
    DraftChanged,
    DraftRow,
    NameTaken,
    NoSuchDesign,
    NoSuchDraft,
    Store,
    TooManyDesigns,
    new_id,
)
from bot.words import say
from games.engine.designs import Designs
from games.engine.errors import Refusal
from games.engine.found import all_games
from games.engine.game import Game

SAVED, DRAFT, READY, SHARED = "s", "d", "r", "c"
"""First letters of `of`: a saved design, the draft, a ready-made one, a share code."""
MOST_SAVED: Final = 25
"""Designs a user keeps for a game: as many as one select shows."""
MOST_SHARED: Final = 100
"""Shares of a user and game that stay good; the oldest lapse."""
MOST_NAME: Final = 40
FAULTS_TOLD: Final = 12
_TRIES: Final = 6


class Nowhere(Refusal):
    """There is no such game, or nothing is built for it."""


class Gone(Refusal):
    """The design that was meant is not there (any more)."""


class DraftOpen(Refusal):
    """Beginning another draft would lose the changes of this one."""

    def __init__(self, draft: DraftRow) -> None:
        super().__init__(say("designs.you_are_editing_another"))
        self.draft = draft


class Look(msgspec.Struct, frozen=True):
    """A design that is looked at."""

    of: str
    design: Any
    name: str
    """As it was typed, cleaned; empty for a ready-made one."""
    code: str = ""
    """The share code that names exactly this, if there is one."""


def builders() -> list[Game[Any]]:
    """The games that have designs."""
    return [game for game in all_games() if game.designs is not None]


def builder(name: str) -> Game[Any]:
    """The game of that name. Raises `Nowhere` unless it has designs."""
    for game in builders():
        if game.name == name:
            return game
    raise Nowhere(say("designs.there_is_nothing"))


def designs_of(game: Game[Any]) -> Designs:
    """What is built for a game that `builder` gave."""
    assert game.designs is not None
    return game.designs


def decode(game: Game[Any], body: bytes) -> Any:
    """A kept design. Raises `Refusal` when the game has changed too much since."""
    designs = designs_of(game)
    try:
        return msgspec.json.decode(body, type=designs.Design)
    except msgspec.DecodeError:
        raise Refusal(say("designs.this_was_kept", word=designs.word)) from None


def look_at(game: Game[Any], draft: DraftRow) -> Look:
    """A draft as it is looked at. Raises what `decode` raises."""
    return Look(DRAFT + draft.id, decode(game, draft.body), draft.name)


def clean_name(typed: str, word: str) -> str:
    """A name as it is kept: one line of printable characters. Raises `Refusal`.

    >>> clean_name(" Night\\n shift ", "garage")
    'Night shift'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if not line:
        raise Refusal(say("designs.a_needs_a_name", word=word))
    if len(line) > MOST_NAME:
        raise Refusal(say("designs.a_name", most_name=MOST_NAME, count=len(line)))
    return line


def name_key(name: str) -> str:
    """A name as names are compared: the same letters in another case or width are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def fault_lines(designs: Designs, design: Any) -> list[str]:
    """Every fault as a sentence for a message, no more than can be read."""
    faults = list(designs.faults(design))
    lines = [_told(fault.sentence) for fault in faults[:FAULTS_TOLD]]
    if len(faults) > FAULTS_TOLD:
        lines.append(say("designs.and_faults_more", count=len(faults) - FAULTS_TOLD))
    return lines


def _told(sentence: str) -> str:
    """A sentence that may quote what was typed."""
    return plain_text(" ".join(sentence[:300].split()))


class AllDesigns:
    """The designs of all users. `now` gives the time in ms."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self.reading: set[int] = set()
        """Users whose text is being read."""

    def of(self, user: int, game: Game[Any]) -> MyDesigns:
        """Those of a user for a game that has designs."""
        return MyDesigns(self, user, game)

    async def by_code(self, user: int, typed: str) -> tuple[MyDesigns, str]:
        """Of which game it is what was shared under a code, for that user, and its `of`.

        Raises `share_codes.Mistyped` before anything is looked up, and `Gone`.
        """
        code = share_codes.read(typed)
        share = await self.store.shared(code)
        if share is None:
            raise Gone(
                say(
                    "designs.nothing_is_shared_under_ask",
                    shown=share_codes.shown(code),
                    most_shared=MOST_SHARED,
                )
            )
        return self.of(user, builder(share.game)), SHARED + code

    async def by_name(
        self, user: int, games: Sequence[Game[Any]], typed: str
    ) -> tuple[MyDesigns, str]:
        """A user's designs for the game that has a saved one of that name, and its `of`. Raises
        `Gone`."""
        key = name_key(" ".join(typed.split()))
        for mine in [self.of(user, game) for game in games]:
            for row in await mine.saved():
                if row.key == key:
                    return mine, SAVED + row.id
        raise Gone(say("designs.you_have_saved_nothing"))


class MyDesigns:
    """A user's designs for a game."""

    def __init__(self, every: AllDesigns, user: int, game: Game[Any]) -> None:
        self.user = user
        self.game = game
        self._designs = designs_of(game)
        self._word = self._designs.word
        self._every = every
        self._store = every.store

    # -- looking

    async def saved(self) -> list[DesignRow]:
        """The saved ones, by name."""
        return await self._store.designs(self.user, self.game.name)

    async def draft(self) -> DraftRow | None:
        """What the user is editing."""
        return await self._store.draft(self.user, self.game.name)

    async def look(self, of: str) -> Look:
        """The design that `of` names, for this user. Raises `Gone`, or what `decode` raises."""
        kind, key = of[:1], of[1:]
        if kind == SAVED:
            row = await self._store.design(self.user, key)
            if row is None or row.game != self.game.name:
                raise Gone(say("designs.you_have_no_such", word=self._word))
            return Look(of, decode(self.game, row.body), row.name, row.code)
        if kind == DRAFT:
            return look_at(self.game, await self._my_draft(key))
        if kind == SHARED:
            share = await self._store.shared(share_codes.read(key))
            if share is None or share.game != self.game.name:
                raise Gone(say("designs.nothing_is_shared_under"))
            return Look(of, decode(self.game, share.body), share.name, share.code)
        ready = self._designs.ready()
        if kind == READY and key in [str(n) for n in range(len(ready))]:
            return Look(of, ready[int(key)], "")
        raise Gone(say("designs.there_is_no_such", word=self._word))

    async def _my_draft(self, draft_id: str) -> DraftRow:
        draft = await self.draft()
        if draft is None or draft.id != draft_id:
            raise Gone(say("designs.that_draft_is_gone"))
        return draft

    # -- editing

    async def begin(self, *, of: str = "", base: str = "", sure: bool = False) -> DraftRow:
        """Begin to edit the design `of`, or a new one on a base.

        Raises `DraftOpen` when there is a draft with changes in it, unless the user is `sure`.
        """
        if of:
            found = await self.look(of)
            design, name = found.design, found.name
        elif base in (names := dict(self._designs.bases())):
            design, name = self._designs.begin(base), names[base].split(": ")[0][:MOST_NAME]
        else:
            raise Gone(say("designs.no_begins", word=self._word))
        origin = of[1:] if of[:1] == SAVED else ""
        body = msgspec.json.encode(design)
        there = await self.draft()
        if there is not None and there.version:
            if not sure:
                raise DraftOpen(there)
        elif there is not None and (there.origin, there.body) == (origin, body):
            return there
        draft = DraftRow(
            user_id=self.user, game=self.game.name, id=new_id(), origin=origin, name=name,
            updated_at=self._every.now(), body=body,
        )  # fmt: skip
        await self._store.begin_draft(draft)
        return draft

    async def put(self, draft_id: str, part: str, count: int) -> DraftRow:
        """Set how many copies of a part the draft has. Raises `Gone` or `Refusal`."""
        designs = self._designs
        for _ in range(_TRIES):
            draft = await self._my_draft(draft_id)
            design = decode(self.game, draft.body)
            if part not in [key for key, *_ in designs.parts(design)]:
                raise Refusal(say("designs.there_is_no_such_part"))
            most = designs.most(design, part)
            if not 0 <= count <= most:
                raise Refusal(say("designs.a_count", most=most))
            body = msgspec.json.encode(designs.put(design, part, count))
            if body == draft.body:
                return draft
            try:
                await self._store.change_draft(draft, body, self._every.now())
            except (DraftChanged, NoSuchDraft):
                continue
            return await self._my_draft(draft_id)
        raise Refusal(say("designs.many_things_happened"))

    async def discard(self, draft_id: str) -> None:
        """Forget the draft. Raises `Gone` when it is not that one any more."""
        await self._my_draft(draft_id)
        await self._store.drop_draft(self.user, self.game.name, draft_id)

    # -- keeping

    async def save(self, draft_id: str, typed: str) -> str:
        """Save the draft under a name and end it; returns the `of` of what is saved.

        Under its old name it takes the place of the design it began as. Raises `Refusal` for a
        name that does not fit and for every fault.
        """
        draft = await self._my_draft(draft_id)
        name = clean_name(typed, self._word)
        must_be_legal(self.game, decode(self.game, draft.body))
        origin = await self._store.design(self.user, draft.origin) if draft.origin else None
        replaces = origin is not None and origin.key == name_key(name)
        return await self._keep(draft.origin if replaces else new_id(), name, draft.body, draft)

    async def copy(self, of: str, typed: str) -> str:
        """Save a design once more under a new name; returns the `of` of the copy."""
        found = await self.look(of)
        return await self._keep_new(found.design, typed)

    async def bring_in(self, typed: str, text: str) -> str:
        """Save a design that is written in a text. Raises `Refusal`, naming the line if need be.

        The text is read in a worker thread, one of a user at a time: it may take long.
        """
        reading = self._every.reading
        if self.user in reading:
            raise Refusal(say("designs.another_text_of_yours"))
        reading.add(self.user)
        try:
            design = await asyncio.to_thread(self._designs.read, text)
        except Refusal as error:
            raise Refusal(say("designs.nothing_was_saved", told=_told(str(error)))) from None
        finally:
            reading.discard(self.user)
        return await self._keep_new(design, typed)

    async def _keep_new(self, design: Any, typed: str) -> str:
        name = clean_name(typed, self._word)
        must_be_legal(self.game, design)
        return await self._keep(new_id(), name, msgspec.json.encode(design))

    async def _keep(
        self, design_id: str, name: str, body: bytes, draft: DraftRow | None = None
    ) -> str:
        row = DesignRow(
            id=design_id, user_id=self.user, game=self.game.name, key=name_key(name), name=name,
            updated_at=self._every.now(), body=body,
        )  # fmt: skip
        try:
            await self._store.save_design(row, most=MOST_SAVED, draft=draft)
        except NameTaken:
            raise self._name_taken(name) from None
        except TooManyDesigns:
            raise Refusal(say("designs.you_keep", most_saved=MOST_SAVED, word=self._word)) from None
        except (NoSuchDraft, DraftChanged):
            raise Refusal(say("designs.the_draft_was_changed")) from None
        return SAVED + design_id

    def _name_taken(self, name: str) -> Refusal:
        name = plain_text(name)
        return Refusal(say("designs.you_have_a_called", word=self._word, name=name))

    async def rename(self, of: str, typed: str) -> None:
        """Give a saved design another name."""
        await self.look(of)
        name, now = clean_name(typed, self._word), self._every.now()
        try:
            await self._store.rename_design(self.user, of[1:], name_key(name), name, now)
        except NameTaken:
            raise self._name_taken(name) from None
        except NoSuchDesign:
            raise Gone(say("designs.you_have_no_such_any", word=self._word)) from None

    async def delete(self, of: str) -> str:
        """Delete a saved design; returns its name. Raises `Gone` when it is not there."""
        row = await self._store.design(self.user, of[1:]) if of[:1] == SAVED else None
        if row is None or not await self._store.delete_design(self.user, row.id):
            raise Gone(say("designs.you_have_no_such", word=self._word))
        return row.name

    async def share(self, of: str) -> str:
        """The share code of a saved design as it is now."""
        found, now = await self.look(of), self._every.now()
        must_be_legal(self.game, found.design, say("designs.so_it_cannot"))
        try:
            return await self._store.share_design(
                self.user, of[1:], share_codes.new_code, now, most=MOST_SHARED
            )
        except NoSuchDesign:
            raise Gone(say("designs.you_have_no_such_any", word=self._word)) from None


def must_be_legal(
    game: Game[Any], design: Any, so: str = say("designs.and_nothing_was_saved")
) -> None:
    """Raise a `Refusal` with every fault of a design that is not legal."""
    designs = designs_of(game)
    if faults := fault_lines(designs, design):
        first = say("designs.this_is_not_legal", word=designs.word, so=so)
        raise Refusal("\n".join((first, *(f"• {fault}" for fault in faults))))
