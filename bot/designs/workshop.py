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
        super().__init__(say("workshop.you_are_editing_another"))
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
    raise Nowhere(say("workshop.there_is_nothing"))


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
        raise Refusal(say("workshop.this_was_kept", word=designs.word)) from None


def clean_name(typed: str, word: str) -> str:
    """A name as it is kept: one line of printable characters. Raises `Refusal`.

    >>> clean_name(" Night\\n shift ", "garage")
    'Night shift'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if not line:
        raise Refusal(say("workshop.a_needs_a_name", word=word))
    if len(line) > MOST_NAME:
        raise Refusal(say("workshop.a_name", most_name=MOST_NAME, count=len(line)))
    return line


def name_key(name: str) -> str:
    """A name as names are compared: the same letters in another case or width are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def fault_lines(designs: Designs, design: Any) -> list[str]:
    """Every fault as a sentence for a message, no more than can be read."""
    faults = list(designs.faults(design))
    lines = [_told(fault.sentence) for fault in faults[:FAULTS_TOLD]]
    if len(faults) > FAULTS_TOLD:
        lines.append(say("workshop.and_faults_more", count=len(faults) - FAULTS_TOLD))
    return lines


def _told(sentence: str) -> str:
    """A sentence that may quote what was typed."""
    return plain_text(" ".join(sentence[:300].split()))


class Workshop:
    """The designs of all users. `now` gives the time in ms."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._reading: set[int] = set()
        """Users whose text is being read."""

    # -- looking

    async def saved(self, user: int, game: Game[Any]) -> list[DesignRow]:
        """A user's saved designs, by name."""
        return await self._store.designs(user, game.name)

    async def draft(self, user: int, game: Game[Any]) -> DraftRow | None:
        """What a user is editing."""
        return await self._store.draft(user, game.name)

    async def look(self, user: int, game: Game[Any], of: str) -> Look:
        """The design that `of` names, for this user. Raises `Gone`, or what `decode` raises."""
        word = designs_of(game).word
        kind, key = of[:1], of[1:]
        if kind == SAVED:
            row = await self._store.design(user, key)
            if row is None or row.game != game.name:
                raise Gone(say("workshop.you_have_no_such", word=word))
            return Look(of, decode(game, row.body), row.name, row.code)
        if kind == DRAFT:
            draft = await self._my_draft(user, game, key)
            return Look(of, decode(game, draft.body), draft.name)
        if kind == SHARED:
            share = await self._store.shared(share_codes.read(key))
            if share is None or share.game != game.name:
                raise Gone(say("workshop.nothing_is_shared_under"))
            return Look(of, decode(game, share.body), share.name, share.code)
        ready = designs_of(game).ready()
        if kind == READY and key in [str(n) for n in range(len(ready))]:
            return Look(of, ready[int(key)], "")
        raise Gone(say("workshop.there_is_no_such", word=word))

    async def by_code(self, typed: str) -> tuple[Game[Any], str]:
        """The game and the `of` of what was shared under a code.

        Raises `share_codes.Mistyped` before anything is looked up, and `Gone`.
        """
        code = share_codes.read(typed)
        share = await self._store.shared(code)
        if share is None:
            raise Gone(
                say(
                    "workshop.nothing_is_shared_under_ask",
                    shown=share_codes.shown(code),
                    most_shared=MOST_SHARED,
                )
            )
        return builder(share.game), SHARED + code

    async def by_name(self, user: int, games: Sequence[Game[Any]], typed: str) -> tuple[Any, str]:
        """The game and the `of` of a user's saved design. Raises `Gone`."""
        key = name_key(" ".join(typed.split()))
        for game in games:
            for row in await self.saved(user, game):
                if row.key == key:
                    return game, SAVED + row.id
        raise Gone(say("workshop.you_have_saved_nothing"))

    async def _my_draft(self, user: int, game: Game[Any], draft_id: str) -> DraftRow:
        draft = await self._store.draft(user, game.name)
        if draft is None or draft.id != draft_id:
            raise Gone(say("workshop.that_draft_is_gone"))
        return draft

    # -- editing

    async def begin(
        self, user: int, game: Game[Any], *, of: str = "", base: str = "", sure: bool = False
    ) -> DraftRow:
        """Begin to edit the design `of`, or a new one on a base.

        Raises `DraftOpen` when there is a draft with changes in it, unless the user is `sure`.
        """
        designs = designs_of(game)
        if of:
            found = await self.look(user, game, of)
            design, name = found.design, found.name
        elif base in (names := dict(designs.bases())):
            design, name = designs.begin(base), names[base][:MOST_NAME]
        else:
            raise Gone(say("workshop.no_begins", word=designs.word))
        origin = of[1:] if of[:1] == SAVED else ""
        body = msgspec.json.encode(design)
        there = await self._store.draft(user, game.name)
        if there is not None and there.version:
            if not sure:
                raise DraftOpen(there)
        elif there is not None and (there.origin, there.body) == (origin, body):
            return there
        draft = DraftRow(
            user_id=user, game=game.name, id=new_id(), origin=origin, name=name,
            updated_at=self._now(), body=body,
        )  # fmt: skip
        await self._store.begin_draft(draft)
        return draft

    async def put(
        self, user: int, game: Game[Any], draft_id: str, part: str, count: int
    ) -> DraftRow:
        """Have so many of a part in the draft. Raises `Gone` or `Refusal`."""
        designs = designs_of(game)
        for _ in range(_TRIES):
            draft = await self._my_draft(user, game, draft_id)
            design = decode(game, draft.body)
            if part not in [key for key, *_ in designs.parts(design)]:
                raise Refusal(say("workshop.there_is_no_such_part"))
            most = designs.most(design, part)
            if not 0 <= count <= most:
                raise Refusal(say("workshop.a_count", most=most))
            body = msgspec.json.encode(designs.put(design, part, count))
            if body == draft.body:
                return draft
            try:
                await self._store.change_draft(draft, body, self._now())
            except (DraftChanged, NoSuchDraft):
                continue
            return await self._my_draft(user, game, draft_id)
        raise Refusal(say("workshop.many_things_happened"))

    async def discard(self, user: int, game: Game[Any], draft_id: str) -> None:
        """Forget the draft. Raises `Gone` when it is not that one any more."""
        await self._my_draft(user, game, draft_id)
        await self._store.drop_draft(user, game.name, draft_id)

    # -- keeping

    async def save(self, user: int, game: Game[Any], draft_id: str, typed: str) -> str:
        """Save the draft under a name and end it; returns the `of` of what is saved.

        Under its old name it takes the place of the design it began as. Raises `Refusal` for a
        name that does not fit and for every fault.
        """
        draft = await self._my_draft(user, game, draft_id)
        name = clean_name(typed, designs_of(game).word)
        must_be_legal(game, decode(game, draft.body))
        origin = await self._store.design(user, draft.origin) if draft.origin else None
        replaces = origin is not None and origin.key == name_key(name)
        design_id = draft.origin if replaces else new_id()
        await self._keep(user, game, design_id, name, draft.body, draft)
        return SAVED + design_id

    async def copy(self, user: int, game: Game[Any], of: str, typed: str) -> str:
        """Save a design once more under a new name; returns the `of` of the copy."""
        found = await self.look(user, game, of)
        return await self._keep_new(user, game, found.design, typed)

    async def bring_in(self, user: int, game: Game[Any], typed: str, text: str) -> str:
        """Save a design that is written in a text. Raises `Refusal`, naming the line if need be.

        The text is read in a worker thread, one of a user at a time: it may take long.
        """
        designs = designs_of(game)
        if user in self._reading:
            raise Refusal(say("workshop.another_text_of_yours"))
        self._reading.add(user)
        try:
            design = await asyncio.to_thread(designs.read, text)
        except Refusal as error:
            raise Refusal(say("workshop.nothing_was_saved", told=_told(str(error)))) from None
        finally:
            self._reading.discard(user)
        return await self._keep_new(user, game, design, typed)

    async def _keep_new(self, user: int, game: Game[Any], design: Any, typed: str) -> str:
        name = clean_name(typed, designs_of(game).word)
        must_be_legal(game, design)
        design_id = new_id()
        await self._keep(user, game, design_id, name, msgspec.json.encode(design))
        return SAVED + design_id

    async def _keep(
        self,
        user: int,
        game: Game[Any],
        design_id: str,
        name: str,
        body: bytes,
        draft: DraftRow | None = None,
    ) -> None:
        word = designs_of(game).word
        row = DesignRow(
            id=design_id, user_id=user, game=game.name, key=name_key(name), name=name,
            updated_at=self._now(), body=body,
        )  # fmt: skip
        try:
            await self._store.save_design(row, most=MOST_SAVED, draft=draft)
        except NameTaken:
            raise _name_taken(name, word) from None
        except TooManyDesigns:
            raise Refusal(say("workshop.you_keep", most_saved=MOST_SAVED, word=word)) from None
        except (NoSuchDraft, DraftChanged):
            raise Refusal(say("workshop.the_draft_was_changed")) from None

    async def rename(self, user: int, game: Game[Any], of: str, typed: str) -> None:
        """Give a saved design another name."""
        await self.look(user, game, of)
        word = designs_of(game).word
        name = clean_name(typed, word)
        try:
            await self._store.rename_design(user, of[1:], name_key(name), name, self._now())
        except NameTaken:
            raise _name_taken(name, word) from None
        except NoSuchDesign:
            raise Gone(say("workshop.you_have_no_such_any", word=word)) from None

    async def delete(self, user: int, game: Game[Any], of: str) -> str:
        """Delete a saved design; returns its name. Raises `Gone` when it is not there."""
        row = await self._store.design(user, of[1:]) if of[:1] == SAVED else None
        if row is None or not await self._store.delete_design(user, row.id):
            word = designs_of(game).word
            raise Gone(say("workshop.you_have_no_such", word=word))
        return row.name

    async def share(self, user: int, game: Game[Any], of: str) -> str:
        """The share code of a saved design as it is now."""
        found = await self.look(user, game, of)
        must_be_legal(game, found.design, say("workshop.so_it_cannot"))
        try:
            return await self._store.share_design(
                user, of[1:], share_codes.new_code, self._now(), most=MOST_SHARED
            )
        except NoSuchDesign:
            raise Gone(say("workshop.you_have_no_such_any", word=designs_of(game).word)) from None


def _name_taken(name: str, word: str) -> Refusal:
    return Refusal(say("workshop.you_have_a_called", word=word, name=plain_text(name)))


def must_be_legal(
    game: Game[Any], design: Any, so: str = say("workshop.and_nothing_was_saved")
) -> None:
    """Raise a `Refusal` with every fault of a design that is not legal."""
    designs = designs_of(game)
    if faults := fault_lines(designs, design):
        first = say("workshop.this_is_not_legal", word=designs.word, so=so)
        raise Refusal("\n".join((first, *(f"• {fault}" for fault in faults))))
