"""An answer made part by part: on the hand, typed, too long for a custom id, out of date."""

from __future__ import annotations

import random

import pytest

from bot.demo.judge import Press, leads_to
from bot.match import drafts
from bot.posts import custom_ids
from bot.tables import rows
from games.engine import found
from tests.bot.pits import Pits, find, question, read
from tests.bot.test_play import take_any
from tests.examples.drift import GAME, Drive

LONG = ("straight", "left", "300", "straight", "straight", "right", "12")
"""The first parts of a drive that no custom id carries."""


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drift, as if it were installed."""
    places = {**found.PLACES, "drift": ["tests.examples.drift:GAME"]}
    monkeypatch.setattr(found, "PLACES", places)
    monkeypatch.setattr(found, "NAMES", tuple(places))


async def pick(pits: Pits, *keys: str) -> str:
    """Ann presses what is shown for these keys, one after another; returns what she reads."""
    text = ""
    for key in keys:
        panel = pits.panel(pits.ann)
        shown = [p for p in read(panel) if p.verb == "pick" and p.path[-1:] == (key,)]
        if shown:
            custom_id = custom_ids.write("pick", pits.match_id, shown[0].number, shown[0].path)
            outcome = await pits.local.click(pits.ann, panel, custom_id)
        else:
            lists = [p for p in panel.pressables if p.custom_id.startswith("choose:")]
            (one,) = [p for p in lists if key in [line["value"] for line in p.options]]
            outcome = await pits.local.select(pits.ann, panel, one.custom_id, [key])
        await pits.answered(outcome)
        text = outcome.text
    await pits.settled()
    return text


async def type_in(pits: Pits, text: str) -> str:
    form = (await pits.press(pits.ann, "type", pits.panel(pits.ann))).modal
    outcome = await pits.submit(pits.ann, form, {"text": text})
    await pits.settled()
    return outcome.text


async def scores(pits: Pits) -> list[int]:
    return list((await pits.match()).running().context.state.scores)


def labels(pits: Pits) -> list[str]:
    return [each.label for each in pits.panel(pits.ann).pressables]


async def test_a_drive_is_pressed_part_by_part(pits: Pits) -> None:
    await pits.deal(2, game="drift")
    before = await pits.stored()
    assert labels(pits)[:2] == ["Stand still", "Drive"]
    text = await pick(pits, "drive", "straight", "left")
    assert "**Drive › Straight ahead › Bend left › …**" in text
    assert await pits.stored() == before, "nothing is stored while she chooses"
    panel = pits.panel(pits.ann)
    assert "30°" in labels(pits), "a button"
    (one,) = [each for each in panel.pressables if each.custom_id.startswith("choose:")]
    assert [line["value"] for line in one.options] == ["150", "450", "600"], "and a list at once"
    assert {"Another angle", "Back", "Choose again", "Why?"} <= {*labels(pits)}
    text = await pick(pits, "150")
    assert "15°" in text
    await pick(pits, "straight", "go")
    (move,) = [m for m in await pits.store.moves(pits.match_id) if m.kind == "answer"]
    assert b"[0,-150,0]" in move.value
    assert (await pits.match()).running().context.state.active == 1


async def test_back_goes_one_step_and_choose_again_to_the_beginning(pits: Pits) -> None:
    await pits.deal(2, game="drift")
    await pick(pits, "drive", "straight", "left", "300")
    panel = pits.panel(pits.ann)
    back = next(p for p in read(panel) if p.verb == "back" and p.path)
    custom_id = custom_ids.write("back", pits.match_id, back.number, back.path)
    outcome = await pits.local.click(pits.ann, panel, custom_id)
    await pits.answered(outcome)
    assert "**Drive › Straight ahead › Bend left › …**" in outcome.text
    custom_id = custom_ids.write("back", pits.match_id, back.number)
    outcome = await pits.local.click(pits.ann, pits.panel(pits.ann), custom_id)
    await pits.answered(outcome)
    assert "›" not in outcome.text
    assert labels(pits)[:2] == ["Stand still", "Drive"]


async def test_a_typed_angle_is_an_answer_like_any_other(pits: Pits) -> None:
    await pits.deal(2, game="drift")
    await pick(pits, "drive", "left")
    before = await pits.stored()
    text = await type_in(pits, "a lot")
    assert "> Type an angle in degrees, such as 12.5." in text
    assert "**Drive › Bend left › …**" in text, "she is where she was"
    form = (await pits.press(pits.ann, "type", pits.panel(pits.ann))).modal
    assert form is not None
    assert form.body["components"][0]["component"]["value"] == "a lot"
    text = await type_in(pits, "90.1")
    assert "> The bends of a drive come to 90 degrees at most." in text
    assert await pits.stored() == before
    await type_in(pits, "7.3")
    await pick(pits, "go")
    (move,) = [m for m in await pits.store.moves(pits.match_id) if m.kind == "answer"]
    assert b"[-73]" in move.value


async def test_a_whole_answer_is_typed_at_once(pits: Pits) -> None:
    await pits.deal(2, game="drift")
    await pick(pits, "drive")
    await type_in(pits, "straight straight left 1 go")
    (move,) = [m for m in await pits.store.moves(pits.match_id) if m.kind == "answer"]
    assert b"[0,0,-10]" in move.value


async def long_drive(pits: Pits) -> None:
    await pits.deal(2, game="drift")
    await pick(pits, "drive")
    await type_in(pits, "straight left 30 straight straight right 1.2")
    await pits.settled()


async def test_a_path_too_long_for_a_custom_id_is_stored(pits: Pits) -> None:
    await long_drive(pits)
    assert all(len(each.custom_id) <= 100 for each in pits.panel(pits.ann).pressables)
    match = await pits.match()
    assert match.seats[0].draft == drafts.Draft(question(pits.panel(pits.ann)), ("drive", *LONG))
    panel = pits.panel(pits.ann)
    await pits.stop()
    await pits.start()
    custom_id = find(panel, "pick", drafts.mark_of(("drive", *LONG)), "straight")
    outcome = await pits.local.click(pits.ann, panel, custom_id)
    await pits.settled()
    (move,) = [m for m in await pits.store.moves(pits.match_id) if m.kind == "answer"]
    assert b"[0,-300,0,0,12,0]" in move.value
    assert "went wrong" not in outcome.text
    pressed = custom_ids.read(custom_id)
    assert pressed is not None
    press = Press(1, pits.ann.id, "pick", pressed.number, pressed.path)
    assert leads_to(GAME, press, move.value)
    assert not leads_to(GAME, press, b'{"type":"drive","bends":[0,0]}')
    stored = await pits.store.match(pits.match_id)
    assert stored is not None
    assert rows.extra_of(stored.extra).drafts == [], "it is over"


async def test_a_press_on_a_step_that_is_gone_changes_nothing_and_says_so(pits: Pits) -> None:
    await long_drive(pits)
    panel = pits.panel(pits.ann)
    number = question(panel)
    old = find(panel, "pick", drafts.mark_of(("drive", *LONG)), "go")
    other = next(p for p in read(panel) if p.verb == "back" and not p.path)
    again = custom_ids.write("back", pits.match_id, other.number)
    await pits.answered(await pits.local.click(pits.ann, panel, again))
    await pick(pits, "drive")
    await type_in(pits, "left 30 left 30 straight straight straight")
    before = await pits.stored()
    for forged in (
        old,
        custom_ids.write("pick", pits.match_id, number, ("~0000000000", "go")),
        custom_ids.write("type", pits.match_id, number, ("~0000000000",)),
        custom_ids.write("back", pits.match_id, number, ("~0000000000",)),
        custom_ids.write("why", pits.match_id, number, ("~0000000000",)),
    ):
        outcome = await pits.forge(pits.ann, forged, pits.panel(pits.ann))
        assert "> That button is out of date, so here is how things stand." in outcome.text
    for path, sentence in (
        (("drive", "left", "901"), "90 degrees at most"),
        (("drive", "left", "0"), "needs its angle"),
        (("drive", "up"), "made of straight"),
        (("drive", "straight", "go", "go"), "6 moves at most"),
        (("brake",), "cannot be chosen here any more"),
    ):
        forged = custom_ids.write("pick", pits.match_id, number, path)
        outcome = await pits.forge(pits.ann, forged, pits.panel(pits.ann))
        assert sentence in outcome.text
    outcome = await pits.forge(
        pits.ben, custom_ids.write("pick", pits.match_id, number, ("drive", "straight", "go"))
    )
    assert "isn't yours" in outcome.text
    assert await pits.stored() == before
    assert (await scores(pits)) == [0, 0]


@pytest.mark.long
async def test_people_who_press_anything_play_it_to_the_end(pits: Pits) -> None:
    await pits.deal(2, game="drift", options={"goal": "20"})
    rng = random.Random(4)
    for _ in range(400):
        await pits.settled()
        match = await pits.match()
        if match.status != "live":
            break
        for ask in match.table.asks if match.table is not None else ():
            user = (pits.ann, pits.ben)[ask.seat]
            await take_any(pits, user, pits.panel(user), rng)
    assert (await pits.match()).status == "finished"


def test_a_short_path_is_carried_as_it_is() -> None:
    path = GAME.words.path(Drive((0,)))
    assert drafts.carried(path) == path == ("drive", "straight", "go")
    assert drafts.whole(None, 3, path) == path
