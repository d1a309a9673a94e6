"""Presses of `/garage` that come late, twice, from the wrong person or from nowhere: a sentence on
the player's own message, nothing changed, nothing shown to others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.local import Outcome
from bot.match.names import plain_text
from tests.bot.faults import SECRET, capture_logs, errors
from tests.bot.pits import Pits, follow_up
from tests.bot.test_names import NAMES, looks_inert
from tests.bot.workbench import Bench, Racks, bench, button, notes, racks_only, values

GONE = "You have no such rack: it was deleted, or it is not yours."
DRAFT_GONE = "That draft is gone: it was saved, discarded or replaced."
NOT_OURS = "That button is out of date."
HERE = "design:{}:carwars-cards:{}:{}"


@pytest.fixture(autouse=True)
def racks(monkeypatch: pytest.MonkeyPatch) -> Racks:
    """Racks can be built here, and nothing else."""
    return racks_only(monkeypatch)


@asynccontextmanager
async def nothing_changes(pits: Pits) -> AsyncIterator[None]:
    """Nobody's designs and drafts change, and nobody else sees anything new."""

    async def kept() -> list[Any]:
        benches = [bench(pits, user) for user in pits.people[:3]]
        return [(await each.saved(), await each.draft()) for each in benches]

    before, seen = await kept(), pits.seen(pits.ann)
    yield
    assert await kept() == before
    assert pits.seen(pits.ann) == seen


# -- another's, and what is gone


@pytest.mark.parametrize(
    "action", ["look", "edit", "anew", "copy", "rename", "share", "export", "delete", "erase"]
)
async def test_another_users_design(pits: Pits, action: str) -> None:
    ann, ben = bench(pits), bench(pits, pits.ben)
    await ben.keep()
    (row,) = await ben.saved()
    await ann.open()
    async with nothing_changes(pits):
        await ann.forge(HERE.format(action, f"s{row.id}", ""))
        assert notes(ann.message) == GONE
        assert "Rook" not in ann.message.text
        await ann.forge(button(ann.message, "ready"), [f"s{row.id}"])
        assert notes(ann.message) == GONE


async def test_another_users_draft(pits: Pits) -> None:
    ann, ben = bench(pits), bench(pits, pits.ben)
    await ben.begin()
    draft = await ben.draft()
    assert draft is not None
    await ann.open()
    for action, rest in (("put", "all0/3/t1"), ("drop", ""), ("draft", ""), ("check", "")):
        async with nothing_changes(pits):
            await ann.forge(HERE.format(action, f"d{draft.id}", rest))
        assert notes(ann.message) == DRAFT_GONE


@pytest.mark.parametrize("action", ["edit", "share", "export", "copy", "rename", "delete"])
async def test_a_design_that_was_deleted(pits: Pits, action: str) -> None:
    ann = bench(pits)
    await ann.keep()
    again = bench(pits)
    await again.open({"name": "rook"})
    await again.press("delete")
    await again.press("erase")
    async with nothing_changes(pits):
        await ann.press(action)
    assert notes(ann.message) == GONE
    assert "You have saved no rack yet." in ann.message.text


async def test_a_form_for_a_design_that_was_deleted(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    forms = [(await ann.press(action)).modal for action in ("rename", "copy")]
    await ann.press("delete")
    await ann.press("erase")
    for form in forms:
        async with nothing_changes(pits):
            await ann.submit(form, name="Late")
        assert notes(ann.message) == GONE


@pytest.mark.parametrize("end", ["saved", "discarded", "begun anew"])
@pytest.mark.parametrize("action", ["name", "check", "discard", "put", "part", "page"])
async def test_a_draft_that_is_gone(pits: Pits, action: str, end: str) -> None:
    ann, again = bench(pits), bench(pits)
    await ann.begin()
    await ann.count("1 × Tin 1", 2)
    await again.open()
    await again.press("draft")
    if end == "saved":
        await again.fill("name", name="Rook")
    elif end == "discarded":
        await again.press("discard")
        await again.press("drop")
    else:
        await again.begin("Steel")
        await again.press("anew")
    async with nothing_changes(pits):
        if action in ("part", "page"):
            await ann.choose(action, next(iter(values(ann.message, action))))
        else:
            await ann.press(action)
    assert notes(ann.message) == DRAFT_GONE
    assert "### Your racks" in ann.message.text


async def test_a_form_for_a_draft_that_is_gone(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    form = (await ann.press("name")).modal
    await ann.submit(form, name="Rook")
    async with nothing_changes(pits):
        await ann.submit(form, name="Heron")
    assert notes(ann.message) == DRAFT_GONE


# -- what no button says


@pytest.mark.parametrize("part", ["t60", "t-1", "", "x", "t1/t2", "\u202e", "@everyone"])
async def test_a_part_that_there_is_not(pits: Pits, part: str) -> None:
    ann = bench(pits)
    await ann.begin()
    draft = await ann.draft()
    assert draft is not None
    async with nothing_changes(pits):
        await ann.forge(HERE.format("put", f"d{draft.id}", f"all0/2/{part}"))
        assert notes(ann.message) == "There is no such part any more. Choose one from the list."
        await ann.forge(button(ann.message, "part"), [part])
        assert notes(ann.message) == "There is no such part any more. Choose one from the list."
    assert "### Oak, 5 tins, legal" in ann.message.text


@pytest.mark.parametrize("count", ["5", "-1", "99", "x", "", "²", "1.5", "9" * 30])
async def test_a_count_that_no_button_has(pits: Pits, count: str) -> None:
    ann = bench(pits)
    await ann.begin()
    draft = await ann.draft()
    assert draft is not None
    async with nothing_changes(pits):
        await ann.forge(HERE.format("put", f"d{draft.id}", f"all0/{count}/t1"))
    assert notes(ann.message) == "A count is a whole number from 0 to 4."


@pytest.mark.parametrize("chosen", [[], ["s1", "s2"]])
async def test_no_line_or_two(pits: Pits, chosen: list[str]) -> None:
    ann = bench(pits)
    await ann.keep()
    await ann.press("front")
    for action in ("show", "ready"):
        await ann.forge(button(ann.message, action), chosen)
        assert notes(ann.message) == "Choose one line of the list."


@pytest.mark.parametrize(
    "value", ["", "x", "r3", "r-1", "r" + "9" * 90, "s", "d", "cU", "c7KQ2MX9G"]
)
async def test_a_line_that_no_list_has(pits: Pits, value: str) -> None:
    ann = bench(pits)
    await ann.begin()
    await ann.press("front")
    async with nothing_changes(pits):
        await ann.forge(button(ann.message, "ready"), [value])
    assert notes(ann.message)
    assert "went wrong" not in ann.message.text
    assert "### Your racks" in ann.message.text


@pytest.mark.parametrize("base", ["3", "", "x", "-1"])
async def test_a_base_that_there_is_not(pits: Pits, base: str) -> None:
    ann = bench(pits)
    await ann.open()
    await ann.press("new")
    async with nothing_changes(pits):
        await ann.forge(button(ann.message, "base"), [base])
    assert notes(ann.message) == "No rack begins with that any more. Choose from the list."


@pytest.mark.parametrize(
    "custom_id",
    [
        "design:nothing:carwars-cards::",
        "design:put:carwars-cards:",
        "design:::",
        "design:front:CARWARS::",
        "design:look:carwars-cards:'; DROP TABLE designs; --:",
        "design:import:carwars-cards::",
    ],
)
async def test_ids_of_another_time(pits: Pits, custom_id: str) -> None:
    ann = bench(pits)
    await ann.keep()
    async with nothing_changes(pits):
        outcome = await ann.forge(custom_id)
    assert (await follow_up(outcome)).startswith(NOT_OURS)


async def test_a_game_that_has_nothing_to_build(pits: Pits) -> None:
    ann = bench(pits)
    await ann.open()
    outcome = await ann.forge("design:front:chess::")
    assert "There is nothing to build for a game of that name." in await follow_up(outcome)


async def test_a_forged_form(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    for custom_id in (HERE.format("nothing", "", ""), HERE.format("erase", "", "")):
        form = (await ann.press("rename")).modal
        assert form is not None
        form.body["custom_id"] = custom_id
        async with nothing_changes(pits):
            outcome = await ann.submit(form, name="Late")
        assert (await follow_up(outcome)).startswith(NOT_OURS)


async def test_what_only_a_saved_design_has_done_to_others(pits: Pits) -> None:
    """Sharing and renaming a ready-made one, deleting a draft, editing a saved one as a draft."""
    ann = bench(pits)
    await ann.keep()
    (row,) = await ann.saved()
    await ann.begin()
    draft = await ann.draft()
    assert draft is not None
    for action, of in (
        ("share", "r0"),
        ("erase", f"d{draft.id}"),
        ("erase", "r0"),
        ("delete", "r9"),
        ("put", f"s{row.id}"),
        ("draft", f"s{row.id}"),
        ("drop", f"s{row.id}"),
    ):
        async with nothing_changes(pits):
            await ann.forge(HERE.format(action, of, "all0/1/t1" if action == "put" else ""))
        assert notes(ann.message), (action, of)
        assert "went wrong" not in ann.message.text


async def test_on_a_public_message_it_is_answered_privately(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    await pits.open(2)
    board = pits.board()
    before = board.text
    (row,) = await ann.saved()
    for action, of in (("look", f"s{row.id}"), ("look", "sNOTTHERE01"), ("front", "")):
        outcome = await pits.forge(pits.ann, HERE.format(action, of, ""), board)
        assert [message.ephemeral for message in outcome.messages] == [True]
    assert board.text == before


# -- twice


async def test_the_same_button_twice_at_once(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    await ann.press("delete")
    await twice(ann, button(ann.message, "erase"))
    assert notes(ann.message) in ("Deleted.", GONE)
    assert await ann.saved() == []


async def test_two_counts_at_once_both_count(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    draft = await ann.draft()
    assert draft is not None
    ids = [HERE.format("put", f"d{draft.id}", f"all0/2/t{n}") for n in (20, 21)]
    await asyncio.gather(*(ann.forge(each) for each in ids))
    after = await ann.draft()
    assert after is not None
    assert after.version == 2
    assert after.body == b'{"stand":0,"tins":[0,1,2,3,10,20,20,21,21]}'


async def twice(ann: Bench, custom_id: str) -> None:
    """Press it twice before either press is answered."""
    local = ann.pits.local
    made = [local.begin_press(ann.user, ann.message, custom_id) for _ in range(2)]
    await asyncio.gather(*(each.done.wait() for each in made))
    await ann.pits.answered(Outcome(local.hub, made[1]))
    assert not any(each.failed for each in made)


# -- trouble


async def test_a_fault_is_a_sentence_with_its_number(
    pits: Pits, racks: Racks, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = bench(pits)
    await ann.keep()

    def title(design: Any) -> str:
        raise KeyError(SECRET)

    monkeypatch.setattr(racks, "title", title)
    with capture_logs() as logs:
        async with nothing_changes(pits):
            outcome = await ann.press("front")
        told = await follow_up(outcome)
        assert await follow_up(await ann.press("front")) == told, "the same fault, the same number"
    (logged,) = errors(logs)
    assert f"Something went wrong here (fault {logged['fault']})" in told
    outcome = await pits.command(pits.ann, "garage")
    assert "Something went wrong here (fault " in await follow_up(outcome)


@pytest.mark.parametrize("body", [b"{}", b'{"stand":"x"}', b"no json"])
async def test_what_an_older_version_kept(pits: Pits, body: bytes) -> None:
    ann = bench(pits)
    await ann.keep()
    await ann.begin()
    (row,), draft = await ann.saved(), await ann.draft()
    assert draft is not None
    await pits.store.change_draft(draft, body, 5)
    old = type(row)(
        **{name: getattr(row, name) for name in row.__struct_fields__ if name != "body"}, body=body
    )
    await pits.store.save_design(old, most=25)
    await ann.open()
    assert await ann.draft() is None
    assert notes(ann.message).endswith("cannot be read any more.")
    await ann.choose("show", "Rook")
    assert "was kept by an older version and cannot be read any more." in notes(ann.message)
    await ann.press("delete")
    await ann.press("erase")
    assert await ann.saved() == []


# -- names


SHORT = {"a bit of everything": "@everyone **x** `z` <@1> #2"}


@pytest.mark.parametrize("name", (NAMES | SHORT).values(), ids=(NAMES | SHORT).keys())
async def test_a_name_is_only_a_name(pits: Pits, name: str) -> None:
    ann = bench(pits)
    await ann.begin()
    await ann.fill("name", name=name)
    rows = await ann.saved()
    if not rows:
        assert "Nothing was saved." in notes(ann.message)
        line = " ".join("".join(c if c.isprintable() else " " for c in name).split())
        expected = "A rack needs a name" if not line else "A name has at most 40 characters"
        assert notes(ann.message).startswith(expected)
        return
    (row,) = rows
    assert row.name.isprintable()
    assert len(row.name) <= 40
    looks_inert(ann.message, name)
    await ann.press("share")
    code = ann.message.text.split("Share code **")[1][:9]
    exported = (await ann.press("export")).messages[0]
    assert exported.text.startswith(f"### {plain_text(row.name)} as text\n")
    await ann.press("delete")
    looks_inert(ann.message, name)
    await ann.press("look")
    await ann.press("front")
    looks_inert(ann.message, name)
    assert row.name in values(ann.message, "show")
    ben = bench(pits, pits.ben)
    looks_inert(await ben.open({"code": code}), name)
    form = (await ben.press("copy")).modal
    await ben.submit(form)
    assert [other.name for other in await ben.saved()] == [row.name]
    await ben.fill("rename", name="x")
    await ben.fill("copy", name="X")
    assert "You have a rack called X already." in notes(ben.message)
