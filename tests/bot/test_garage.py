"""Building, keeping and sharing what players bring to a table, as they do it: `/garage`."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from bot.local import Modal, Outcome
from bot.local.hub import HANGS
from games.carwars_cards import GAME
from tests.bot.pits import Pits, follow_up
from tests.bot.workbench import Bench, Racks, actions, bench, notes, racks_only, values


@pytest.fixture(autouse=True)
def racks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Racks can be built here, and nothing else."""
    racks_only(monkeypatch)


# -- looking


async def test_the_garage_of_somebody_who_has_built_nothing(pits: Pits) -> None:
    ann = bench(pits)
    message = await ann.open()
    assert "### Your racks: Car Wars: The Card Game" in message.text
    assert "You have saved no rack yet." in message.text
    assert actions(message) == ["new", "text", "code", "rules", "ready"]
    await ann.choose("ready", "Pine, 5 tins")
    assert "### Pine, 5 tins\n1 × Tin 0\n" in message.text
    assert "\n\n**Legal.** This rack can be brought to a table." in message.text
    assert "1 × Tin 11" in message.text
    await ann.press("front")
    assert "You have saved no rack yet." in message.text


async def test_the_garage_opens_in_direct_messages_too(pits: Pits) -> None:
    ann = bench(pits)
    await ann.open(channel=pits.local.dm(pits.ann))
    await ann.press("new")
    await ann.choose("base", "Steel")
    assert "### Steel, 5 tins, legal" in ann.message.text


async def test_the_rules_of_building(pits: Pits) -> None:
    ann = bench(pits)
    await ann.open()
    outcome = await ann.press("rules")
    assert "What makes a rack legal" in await follow_up(outcome)
    assert "at most 4 of a kind" in await follow_up(outcome)
    await ann.begin()
    assert "at most 4 of a kind" in await follow_up(await ann.press("rules"))


async def test_a_game_without_anything_to_build(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "designs", None)
    outcome = await pits.command(pits.ann, "garage")
    assert await follow_up(outcome) == "No game here has anything to build yet."
    outcome = await pits.command(pits.ann, "garage", {"game": "carwars-cards"})
    assert "There is nothing to build for a game of that name." in await follow_up(outcome)


@pytest.mark.parametrize("game", ["chess", "", "../x", "x" * 100])
async def test_a_game_that_there_is_not(pits: Pits, game: str) -> None:
    outcome = await pits.raw_command(pits.ann, "garage", {"game": game})
    assert "There is nothing to build for a game of that name." in await follow_up(outcome)


async def test_several_games_to_build_for(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    other = SimpleNamespace(name="other-game", title="Other Game", designs=Racks())
    monkeypatch.setattr("bot.designs.designs.all_games", lambda: [GAME, other])
    monkeypatch.setattr("images.find", {GAME.name: GAME, other.name: other}.__getitem__)
    ann = bench(pits)
    await ann.open()
    await ann.choose("game", "Other Game")
    assert "### Your racks: Other Game" in ann.message.text
    await ann.fill("text", name="Rook", text="Stand: Oak\n4 × Tin 1")
    assert await ann.saved() == []
    (row,) = await pits.store.designs(pits.ann.id, "other-game")
    await ann.forge(f"design:look:carwars-cards:s{row.id}:")
    assert "You have no such rack" in notes(ann.message)
    await ann.open({"name": "rook"})
    await ann.press("share")
    code = ann.message.text.split("Share code **")[1][:9]
    await ann.open({"game": "carwars-cards", "code": code})
    assert "Share code" in ann.message.text
    names = await pits.local.autocomplete(pits.ann, pits.channel, "garage", "name", "")
    assert [choice["name"] for choice in names] == ["Rook · Other Game"]


async def test_one_of_ones_own_by_name(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep("Night shift")
    for typed in ("night SHIFT", "  Night   shift "):
        message = await ann.open({"name": typed})
        assert "### Night shift\n**Oak, 5 tins**" in message.text
    for user, typed in ((pits.ann, "day"), (pits.ben, "Night shift"), (pits.ann, "@everyone")):
        outcome = await pits.command(user, "garage", {"name": typed})
        assert "You have saved nothing of that name." in await follow_up(outcome)


async def test_completion_offers_ones_own(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep("Night shift")
    await ann.keep("Rook")
    offer = pits.local.autocomplete
    names = await offer(pits.ann, pits.channel, "garage", "name", "NIGHT")
    assert [choice["value"] for choice in names] == ["Night shift"]
    assert len(await offer(pits.ann, pits.channel, "garage", "name", "")) == 2
    assert await offer(pits.ben, pits.channel, "garage", "name", "") == []
    games = await offer(pits.ann, pits.channel, "garage", "game", "car")
    assert [choice["value"] for choice in games] == ["carwars-cards"]
    assert await offer(pits.ann, pits.channel, "garage", "game", "chess") == []


# -- building


async def test_build_from_a_base_and_save(pits: Pits) -> None:
    ann = bench(pits)
    message = await ann.begin("Pine")
    assert "### Pine, 5 tins, legal" in message.text
    await ann.choose("part", "1 × Tin 2")
    assert "**Tin 2**: Rattles 2 times\nThis rack has 1." in message.text
    await ann.press("put", "/4/")
    assert "### Pine, 8 tins, legal" in message.text
    assert "This rack has 4." in message.text
    await ann.press("put", "/0/")
    assert "### Pine, 4 tins, legal" in message.text
    assert "This rack has none." in message.text
    form = (await ann.press("name")).modal
    await ann.submit(form, name="  Night\n shift ")
    assert notes(message) == "Saved."
    assert "### Night shift\n" in message.text
    assert "**Legal.**" in message.text
    (row,) = await ann.saved()
    assert (row.name, row.key, row.body) == (
        "Night shift", "night shift", b'{"stand":1,"tins":[0,1,3,11]}'
    )  # fmt: skip
    assert await ann.draft() is None


async def test_every_part_is_reached_by_pages(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    seen = set()
    pages = values(ann.message, "page")
    assert list(pages) == [
        "All parts: 1 to 25 of 60",
        "All parts: 26 to 50 of 60",
        "All parts: 51 to 60 of 60",
        "In this rack: 1 to 5 of 5",
    ]
    for label in pages:
        await ann.choose("page", label)
        assert len(values(ann.message, "part")) <= 25
        seen |= set(values(ann.message, "part").values())
    assert len(seen) == 60
    await ann.choose("page", "All parts: 51 to 60 of 60")
    await ann.count("Tin 55", 2)
    assert "All parts: 51 to 60 of 60" in ann.message.labels
    assert "2 × Tin 55" in values(ann.message, "part")


async def test_check_names_every_fault(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    await ann.press("check")
    assert "**Legal.** This rack can be brought to a table." in ann.message.text
    assert "1 × Tin 10" in ann.message.text
    await ann.choose("page", "All parts: 1 to 25 of 60")
    await ann.count("Tin 9", 4)
    assert "### Oak, 9 tins, 1 fault" in ann.message.text
    await ann.count("1 × Tin 1", 2)
    assert "### Oak, 10 tins, 2 faults" in ann.message.text
    await ann.press("check")
    assert "• A rack holds 4 to 9 tins, and this one has 10." in ann.message.text
    assert "• Tin 9 shines and needs tin 8." in ann.message.text


async def test_an_illegal_draft_is_not_saved(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    await ann.count("1 × Tin 1", 0)
    await ann.count("1 × Tin 2", 0)
    await ann.press("name")
    assert notes(ann.message) == (
        "This rack is not legal, and nothing was saved:\n"
        "• A rack holds 4 to 9 tins, and this one has 3."
    )
    assert "### Oak, 3 tins, 1 fault" in ann.message.text
    assert await ann.saved() == []
    assert await ann.draft() is not None


async def test_a_draft_waits_through_a_restart(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    await ann.count("1 × Tin 1", 3)
    await pits.stop()
    await pits.start()
    await ann.press("put", "/4/")
    assert "### Oak, 8 tins, legal" in ann.message.text
    again = bench(pits)
    await again.open()
    assert "You are editing **Oak, 8 tins** (legal)." in again.message.text
    await again.press("draft")
    assert "### Oak, 8 tins, legal" in again.message.text


async def test_editing_a_saved_one_changes_it_when_it_is_saved(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    (before,) = await ann.saved()
    await ann.press("edit")
    await ann.count("1 × Tin 1", 2)
    assert await ann.saved() == [before]
    form = (await ann.press("name")).modal
    assert form is not None
    await ann.submit(form)
    (after,) = await ann.saved()
    assert (after.id, after.name) == (before.id, "Rook")
    assert after.body == b'{"stand":0,"tins":[0,1,1,2,3,10]}'


async def test_saving_what_was_edited_under_another_name_keeps_both(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    await ann.press("edit")
    await ann.count("1 × Tin 1", 2)
    await ann.fill("name", name="Heron")
    assert [row.name for row in await ann.saved()] == ["Heron", "Rook"]


async def test_beginning_anew_asks_before_changes_are_lost(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin("Oak")
    await ann.begin("Oak")
    await ann.begin("Pine")
    assert "### Pine, 5 tins, legal" in ann.message.text
    await ann.count("1 × Tin 1", 2)
    await ann.begin("Steel")
    assert "### You have a draft already\n**Pine, 6 tins** (legal)" in ann.message.text
    await ann.press("draft")
    assert "### Pine, 6 tins, legal" in ann.message.text
    await ann.begin("Steel")
    await ann.press("anew")
    assert "### Steel, 5 tins, legal" in ann.message.text
    draft = await ann.draft()
    assert draft is not None
    assert draft.body == b'{"stand":2,"tins":[0,1,2,3,12]}'


async def test_discarding_the_draft_asks_once_more(pits: Pits) -> None:
    ann = bench(pits)
    await ann.begin()
    await ann.press("discard")
    assert "### Discard the draft?" in ann.message.text
    await ann.press("draft")
    await ann.press("discard")
    await ann.press("drop")
    assert notes(ann.message) == "The draft is discarded."
    assert await ann.draft() is None
    assert await ann.saved() == []


# -- keeping


async def test_save_as_rename_and_delete(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep()
    await ann.fill("copy", name="Heron")
    assert "### Heron" in ann.message.text
    await ann.fill("rename", name="Egret")
    assert "### Egret" in ann.message.text
    assert [row.name for row in await ann.saved()] == ["Egret", "Rook"]
    await ann.press("delete")
    assert "### Delete Egret?" in ann.message.text
    await ann.press("look")
    await ann.press("delete")
    await ann.press("erase")
    assert notes(ann.message) == "Deleted."
    assert [row.name for row in await ann.saved()] == ["Rook"]
    assert list(values(ann.message, "show")) == ["Rook"]


async def test_a_copy_of_a_ready_made_one(pits: Pits) -> None:
    ann = bench(pits)
    await ann.open()
    await ann.choose("ready", "Steel, 5 tins")
    await ann.fill("copy", name="Mine")
    assert "### Mine\n**Steel, 5 tins**" in ann.message.text
    assert len(await ann.saved()) == 1


async def test_no_more_than_twenty_five(pits: Pits) -> None:
    ann = bench(pits)
    await ann.keep("Rook 0")
    for n in range(1, 25):
        await ann.fill("copy", name=f"Rook {n}")
    assert len(await ann.saved()) == 25
    await ann.fill("copy", name="One more")
    assert notes(ann.message) == (
        "You keep 25 racks of this game already, and no more fit. Delete one first. Nothing was "
        "saved."
    )
    assert len(await ann.saved()) == 25
    await ann.press("front")
    assert len(values(ann.message, "show")) == 25
    assert "25 of 25 saved." in ann.message.text


@pytest.mark.parametrize("typed", ["Rook", "rOOK", " Rook ", "\uff32ook"])
async def test_a_name_that_is_taken(pits: Pits, typed: str) -> None:
    ann = bench(pits)
    await ann.keep("Heron")
    await ann.keep("Rook", "Pine")
    await ann.open({"name": "Heron"})
    before = await ann.saved()
    for action in ("copy", "rename"):
        await ann.fill(action, name=typed)
        assert "already. Choose another name. Nothing was saved." in notes(ann.message)
    await ann.begin("Steel")
    await ann.fill("name", name=typed)
    assert "already. Choose another name. Nothing was saved." in notes(ann.message)
    assert await ann.saved() == before


# -- text


async def test_export_and_import_are_a_round_trip(pits: Pits) -> None:
    ann, ben = bench(pits), bench(pits, pits.ben)
    await ann.keep("Night shift ☾")
    outcome = await ann.press("export")
    (message,) = outcome.messages
    assert message.ephemeral
    assert "```\nStand: Oak\n1 × Tin 0\n" in message.text
    (attachment,) = message.attachments
    assert attachment.filename == "night-shift.txt"
    text = attachment.data.decode()
    await ben.open()
    await ben.fill("text", name="From Ann", text=text)
    assert notes(ben.message) == "Saved."
    (mine,), (theirs,) = await ann.saved(), await ben.saved()
    assert mine.body == theirs.body


async def test_a_text_is_read_beside_all_others_and_one_of_a_user_at_a_time(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on = threading.Event(), threading.Event()
    read = Racks.read

    def slowly(self: Racks, text: str) -> Any:
        reading.set()
        assert go_on.wait(30)
        return read(self, text)

    monkeypatch.setattr(Racks, "read", slowly)
    ann, twice, ben = bench(pits), bench(pits), bench(pits, pits.ben)
    text = "Stand: Oak\n4 × Tin 1"

    async def form_of(who: Bench) -> Modal:
        await who.open()
        form = (await who.press("text")).modal
        assert form is not None
        return form

    forms = [await form_of(who) for who in (ann, twice, ben)]

    def send(who: Bench, form: Modal, name: str) -> asyncio.Task[Outcome]:
        typed = {"name": name, "text": text}
        return asyncio.create_task(pits.local.submit(who.user, form, typed))

    first = send(ann, forms[0], "First")
    try:
        async with asyncio.timeout(HANGS):
            await asyncio.to_thread(reading.wait, 30)
            # Everybody else is answered meanwhile, and others may bring texts in as well.
            assert (await pits.local.command(pits.cora, pits.channel, "help")).text
            await send(twice, forms[1], "Second")
            assert notes(twice.message) == (
                "Another text of yours is still being read. Send this one again in a moment. "
                "Nothing was saved."
            )
            reading.clear()
            other = send(ben, forms[2], "Ben's")
            await asyncio.to_thread(reading.wait, 30)
            assert reading.is_set()
    finally:
        go_on.set()
    for sent in (first, other):
        await pits.answered(await sent)
    assert [row.name for row in await ann.saved()] == ["First"]
    assert [row.name for row in await ben.saved()] == ["Ben's"]
    await twice.fill("text", name="Second", text=text)
    assert [row.name for row in await ann.saved()] == ["First", "Second"]
    await twice.open()
    await twice.fill("text", name="Bad", text="Stand: Glass")
    assert "a rack has one stand" in notes(twice.message)
    await twice.fill("text", name="Bad", text="Stand: Glass")
    assert "a rack has one stand" in notes(twice.message)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: the stand is missing."),
        ("Stand: Oak\n4 × Tin 1\n4 × Widget", "Line 3: there is no 4 × Widget."),
        ("Stand: Oak\nStand: Pine\n4 × Tin 1", "Line 2: a rack has one stand, not Pine too."),
        ("Stand: Oak\n3 × Tin 1", "A rack holds 4 to 9 tins, and this one has 3."),
        ("Stand: Oak\n5 × Tin 1", "Tin 1 is in 5 times, at most 4 may be."),
        ("Stand: Oak\n4 × Tin 19", "Tin 19 shines and needs tin 18."),
        ("@everyone **x**", "Line 1: there is no @\u200beveryone \\*\\*x\\*\\*."),
        ("x" * 3999, "Line 1: there is no xxx"),
    ],
)
async def test_a_bad_text_says_what_and_where(pits: Pits, text: str, sentence: str) -> None:
    ann = bench(pits)
    await ann.open()
    await ann.fill("text", name="Bad", text=text)
    assert sentence in notes(ann.message)
    assert "othing was saved" in notes(ann.message)
    assert await ann.saved() == []
    assert await ann.draft() is None

    form = (await ann.press("text")).modal
    assert form is not None
    present = [item["component"].get("value", "") for item in form.body["components"]]
    assert present == ["Bad", text], "it need not be typed again"
    await ann.submit(form, name="Good", text="Stand: Oak\n4 × Tin 1")
    await ann.press("front")
    form = (await ann.press("text")).modal
    assert form is not None
    assert not any(item["component"].get("value") for item in form.body["components"])


# -- sharing


async def share(ann: Bench) -> str:
    """Share what is shown; the code."""
    await ann.press("share")
    return ann.message.text.split("Share code **")[1][:9]


async def test_another_user_takes_the_code(pits: Pits) -> None:
    ann, ben = bench(pits), bench(pits, pits.ben)
    await ann.keep("Night shift")
    code = await share(ann)
    message = await ben.open({"code": code.lower().replace("-", " ")})
    assert "### Night shift\n**Oak, 5 tins**" in message.text
    assert "Delete" not in message.labels
    form = (await ben.press("copy")).modal
    await ben.submit(form)
    (row,) = await ben.saved()
    assert row.name == "Night shift"
    assert row.body == (await ann.saved())[0].body
    await ben.open()
    await ben.fill("code", code=code)
    await ben.press("edit")
    assert "### Night shift: Oak, 5 tins, legal" in ben.message.text


async def test_what_is_shared_stays_what_it_was(pits: Pits) -> None:
    ann, ben = bench(pits), bench(pits, pits.ben)
    await ann.keep()
    first = await share(ann)
    assert await share(ann) == first
    await ann.press("edit")
    await ann.count("1 × Tin 1", 2)
    form = (await ann.press("name")).modal
    await ann.submit(form)
    assert "Share code" not in ann.message.text
    second = await share(ann)
    assert second != first
    assert "**Oak, 5 tins**" in (await ben.open({"code": first})).text
    assert "**Oak, 6 tins**" in (await ben.open({"code": second})).text
    await ann.press("delete")
    await ann.press("erase")
    assert "**Oak, 5 tins**" in (await ben.open({"code": first})).text


@pytest.mark.parametrize(
    "typed",
    ["", " ", "7KQ2-MX9", "7KQ2-MX9GG", "7KQ2-MX9H", "7QK2-MX9G", "@everyone", "U" * 8],
)
async def test_a_mistyped_code_is_not_looked_up(
    pits: Pits, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    look_up = pits.store.shared

    async def shared(code: str) -> Any:
        asked.append(code)
        return await look_up(code)

    monkeypatch.setattr(pits.store, "shared", shared)
    outcome = await pits.raw_command(pits.ann, "garage", {"code": typed})
    assert (await follow_up(outcome)).startswith("That code has a mistake in it: ")
    ann = bench(pits)
    await ann.open()
    await ann.fill("code", code=typed)
    assert notes(ann.message).startswith("That code has a mistake in it: ")
    assert asked == []


async def test_an_unknown_code(pits: Pits) -> None:
    outcome = await pits.command(pits.ann, "garage", {"code": "7kq2mx9g"})
    assert "Nothing is shared under 7KQ2-MX9G." in await follow_up(outcome)
