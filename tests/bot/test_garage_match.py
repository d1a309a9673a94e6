"""Bringing what was built at home to a question of a match."""

from __future__ import annotations

import pytest

from bot.local import Message
from bot.match.match import Match
from games.engine.ask import DesignChoice
from tests.bot.pits import Pits, find, follow_up, question, verbs
from tests.bot.test_clicks import SETTLED, note, nothing_happens
from tests.bot.workbench import Rack, Racks, bench, racks_only

LABEL = "Bring your own rack"
THIN = "This table wants 5 tins or more."


@pytest.fixture(autouse=True)
def racks(monkeypatch: pytest.MonkeyPatch) -> Racks:
    """Racks can be built here, and nothing else."""
    return racks_only(monkeypatch)


async def offered(pits: Pits) -> Message:
    """Ann's panel with a question to which a rack may be brought; an oak one means passing."""
    await pits.deal(3)

    def offer(match: Match) -> None:
        assert match.table is not None
        for ask in match.table.asks:
            if ask.seat == 0:
                ask.brought = DesignChoice(
                    fits=lambda rack: "" if len(rack.tins) >= 5 else THIN,
                    wrap=lambda rack, name, ask=ask: ask.default,  # type: ignore[misc]
                    design_of=lambda value: (value, "") if isinstance(value, Rack) else None,
                )

    await pits.bot.matches.change(pits.match_id, offer)
    panel = pits.panel(pits.ann)
    await pits.forge(pits.ann, f"back:{pits.match_id}:{question(panel)}", panel)
    return panel


async def keep(pits: Pits, *names: str) -> None:
    """Racks that Ann has saved."""
    ann = bench(pits)
    for name in names:
        await ann.begin()
        if name.startswith("Thin"):
            await ann.count("1 × Tin 1", 0)
        await ann.fill("name", name=name)


def lines(message: Message) -> dict[str, str]:
    """What can be brought: id by name."""
    options = message.pressable(find(message, "brought")).options
    return {str(option["label"]): str(option["value"]) for option in options}


async def test_the_button_is_where_a_design_may_be_brought(pits: Pits) -> None:
    panel = await offered(pits)
    assert LABEL in panel.labels
    assert not [m for m in pits.public() if LABEL in m.labels]
    assert LABEL not in pits.panel(pits.ben).labels


async def test_a_design_that_fits_answers_the_question(pits: Pits) -> None:
    panel = await offered(pits)
    await keep(pits, "Rook", "Thin one")
    before, number = await pits.stored(), question(panel)
    await pits.press(pits.ann, "bring", panel)
    assert list(lines(panel)) == ["Rook"]
    assert f"**Thin one**: {THIN}" in panel.text
    assert panel.attachments, "the hand stays in sight"
    await pits.press(pits.ann, "brought", panel, values=[lines(panel)["Rook"]])
    after = await pits.stored()
    assert after.moves == before.moves + 1
    assert question(panel) != number
    (move,) = await pits.store.moves(pits.match_id, since=before.moves)
    assert (move.kind, move.seat, move.number) == ("answer", 0, number)


async def test_the_list_can_be_left_again(pits: Pits) -> None:
    panel = await offered(pits)
    await keep(pits, "Rook")
    async with nothing_happens(pits, pits.ann):
        await pits.press(pits.ann, "bring", panel)
        await pits.press(pits.ann, "back", panel)
    assert LABEL in panel.labels
    assert "pick" in verbs(panel)


async def test_under_the_board_it_is_answered_privately(pits: Pits) -> None:
    await offered(pits)
    await keep(pits, "Rook")
    private = (await pits.press(pits.ann, "hand")).ephemeral
    assert private is not None
    before = await pits.stored()
    await pits.press(pits.ann, "bring", private)
    await pits.press(pits.ann, "brought", private, values=[lines(private)["Rook"]])
    assert (await pits.stored()).moves == before.moves + 1


async def test_with_nothing_saved_it_says_how_to_make_one(pits: Pits) -> None:
    panel = await offered(pits)
    async with nothing_happens(pits, pits.ann):
        await pits.press(pits.ann, "bring", panel)
    assert note(panel) == (
        "You have saved no rack yet. Type /garage, begin with a ready-made rack, change it and "
        "save it; then press this again."
    )
    assert LABEL in panel.labels


async def test_with_nothing_that_fits_it_says_why(pits: Pits) -> None:
    panel = await offered(pits)
    await keep(pits, *(f"Thin {n}" for n in range(12)))
    async with nothing_happens(pits, pits.ann):
        await pits.press(pits.ann, "bring", panel)
    assert "None of your racks fits here." in panel.text
    assert panel.text.count(THIN) == 10
    assert "… and 2 more." in panel.text
    assert verbs(panel) == ["back"]


async def test_a_forged_choice_is_answered_with_the_reason(pits: Pits) -> None:
    panel = await offered(pits)
    await keep(pits, "Thin one", "Rook")
    ben = bench(pits, pits.ben)
    await ben.keep("Heron")
    thin = next(row for row in await bench(pits).saved() if row.name == "Thin one")
    gone = "You have no such rack: it was deleted, or it is not yours."
    for value, sentence in (
        (thin.id, THIN),
        ((await ben.saved())[0].id, gone),
        ("NOTTHERE01", gone),
        ("", gone),
        ("'; --", gone),
    ):
        await pits.press(pits.ann, "bring", panel)
        async with nothing_happens(pits, pits.ann):
            await pits.forge(pits.ann, find(panel, "brought"), panel, [value])
        assert note(panel) == sentence
    await pits.press(pits.ann, "bring", panel)
    async with nothing_happens(pits, pits.ann):
        await pits.forge(pits.ann, find(panel, "brought"), panel, [])
    assert note(panel) == "Choose one line of the list."


async def test_a_design_deleted_meanwhile(pits: Pits) -> None:
    panel = await offered(pits)
    await keep(pits, "Rook")
    await pits.press(pits.ann, "bring", panel)
    ann = bench(pits)
    await ann.open({"name": "Rook"})
    await ann.press("delete")
    await ann.press("erase")
    async with nothing_happens(pits, pits.ann):
        await pits.press(pits.ann, "brought", panel, values=[lines(panel)["Rook"]])
    assert "You have no such rack" in note(panel)


async def test_late_and_foreign_presses(pits: Pits) -> None:
    panel = await offered(pits)
    await keep(pits, "Rook")
    await pits.press(pits.ann, "bring", panel)
    old, value = find(panel, "brought"), lines(panel)["Rook"]
    for user, sentence in ((pits.stranger, "not playing"), (pits.ben, "That question isn't yours")):
        async with nothing_happens(pits, user):
            outcome = await pits.forge(user, old, pits.board(), [value])
        assert sentence in await follow_up(outcome)
    await pits.press(pits.ann, "brought", panel, values=[value])
    await pits.settled()
    late = "You have answered this already; the others are still choosing."
    for custom_id, chosen in ((old, [value]), (old.replace("brought", "bring"), None)):
        async with nothing_happens(pits, pits.ann):
            await pits.forge(pits.ann, custom_id, panel, chosen)
        assert note(panel) in (late, SETTLED)


async def test_a_question_to_which_nothing_is_brought(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    await keep(pits, "Rook")
    panel = pits.panel(pits.ann)
    assert "bring" not in verbs(panel)
    number = question(panel)
    for verb, chosen in (("bring", None), ("brought", ["x"])):
        async with nothing_happens(pits, pits.ann):
            await pits.forge(pits.ann, f"{verb}:{pits.match_id}:{number}", panel, chosen)
        assert note(panel) == "Nothing can be brought to this question."
