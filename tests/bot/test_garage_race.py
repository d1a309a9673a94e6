"""Garages of World Auto Racing: built, kept, shared, refused, and brought to a race."""

from __future__ import annotations

import msgspec
import pytest

from bot.designs import garage, garage_edit
from bot.designs.designs import Look
from bot.local import Message
from games.world_auto_racing import GAME
from games.world_auto_racing.designs import DESIGNS, Garage
from games.world_auto_racing.designs import garage as garage_of
from tests.bot.pits import Pits, find, follow_up, question, read, verbs
from tests.bot.test_clicks import note, nothing_happens
from tests.bot.workbench import OneGame, fits, notes, values

KAZENO, FJELLMARK = "kazeno_tsubame_rs", "fjellmark_r4"
LABEL = "Bring your own garage"


class Pit(OneGame):
    """A driver at his garages."""

    game = GAME.name


def ready(car: str = KAZENO) -> Garage:
    """The ready-made garage of a car."""
    made: Garage = DESIGNS.begin(car)
    return made


def with_cards(total: int) -> Garage:
    """A garage of so many cards that is in order but for their number."""
    ids = [name for name, _ in ready().cards if "stage" not in name]
    return garage_of(KAZENO, (ids * 4)[:total])


def text_of(*lines: str, of: Garage | None = None) -> str:
    """A garage as text, with more lines at its end."""
    return "\n".join((DESIGNS.write(of or with_cards(50)).rstrip(), *lines))


async def test_build_check_save_share_and_take(pits: Pits) -> None:
    ann, ben = Pit(pits, pits.ann), Pit(pits, pits.ben)
    message = await ann.begin("Kazeno Tsubame RS")
    assert "### Kazeno Tsubame RS, 55 cards, legal" in message.text
    await ann.count("4 × High-Rev Head Stage 1", 2)
    assert "### Kazeno Tsubame RS, 53 cards, legal" in message.text
    await ann.press("check")
    assert "\n2 × High-Rev Head Stage 1 (Engine mod)\n" in message.text
    assert "**Legal.** This garage can be brought to a table." in message.text
    await ann.fill("name", name="Night shift")
    assert "### Night shift\n**Kazeno Tsubame RS, 53 cards**" in message.text
    await ann.press("share")
    code = message.text.split("Share code **")[1][:9]
    await ben.open({"code": code})
    await ben.fill("copy", name="From Ann")
    (mine,), (theirs,) = await ann.saved(), await ben.saved()
    assert mine.body == theirs.body
    kept = msgspec.json.decode(mine.body, type=Garage)
    assert kept.car == KAZENO
    assert dict(kept.cards)["high_rev_head_stage_1"] == 2


async def test_another_car_takes_the_place_of_the_one_there_is(pits: Pits) -> None:
    ann = Pit(pits, pits.ann)
    await ann.begin("Kazeno Tsubame RS")
    pages = values(ann.message, "page")
    await ann.choose("page", next(label for label in pages if label.startswith("All parts: 1 ")))
    await ann.choose("part", "Fjellmark R4")
    counts = [p.label for p in ann.message.pressables if ":put:" in p.custom_id]
    assert counts == ["0", "1"]
    await ann.press("put", "/1/")
    assert "### Fjellmark R4, 55 cards, legal" in ann.message.text


async def test_every_card_is_reached_and_every_panel_fits(pits: Pits) -> None:
    ann = Pit(pits, pits.ann)
    await ann.begin("Harrow Marauder 427")
    seen: set[str] = set()
    for label in values(ann.message, "page"):
        await ann.choose("page", label)
        seen |= set(values(ann.message, "part").values())
    assert seen == {key for key, *_ in DESIGNS.parts(ready())}
    assert len(seen) > 100


@pytest.mark.parametrize("car", [key for key, _ in DESIGNS.bases()])
async def test_a_ready_made_garage_comes_and_goes_as_text(pits: Pits, car: str) -> None:
    ann = Pit(pits, pits.ann)
    await ann.open()
    title = DESIGNS.title(ready(car))
    await ann.choose("ready", title)
    assert f"### {title}\n" in ann.message.text
    assert "**Legal.**" in ann.message.text
    (message,) = (await ann.press("export")).messages
    text = message.attachments[0].data.decode()
    await ann.press("front")
    await ann.fill("text", name="Again", text=text)
    (row,) = await ann.saved()
    assert msgspec.json.decode(row.body, type=Garage) == ready(car)


BAD = {
    "43 cards": (
        text_of(of=with_cards(43)),
        "43 cards: a garage has 44 to 59 without its car.",
    ),
    "60 cards": (
        text_of(of=with_cards(60)),
        "60 cards: a garage has 44 to 59 without its car.",
    ),
    "five copies": (text_of("5x Redline"), "5 copies of Redline: at most 4."),
    "an unknown card": (text_of("2x Warp Drive"), "unknown card 'warp drive'"),
    "two cars": (
        text_of("Fjellmark R4"),
        "Two cars: Fjellmark R4 beside Kazeno Tsubame RS.",
    ),
    "no car": ("4x Redline\n" * 11, "No car: a garage is raced with one."),
}


async def test_a_stage_without_the_one_below_is_legal_and_warned_of(pits: Pits) -> None:
    ann = Pit(pits, pits.ann)
    await ann.open()
    await ann.fill("text", name="Odd", text=text_of("1x Big-Bore Block Stage 2"))
    text = ann.message.text.replace("\\", "")
    assert "Warning: Big-Bore Block Stage 2 without Stage 1: it can never be played." in text
    assert "**Legal.**" in text
    assert len(await ann.saved()) == 1


@pytest.mark.parametrize(("text", "sentence"), BAD.values(), ids=BAD.keys())
async def test_a_bad_import_is_refused(pits: Pits, text: str, sentence: str) -> None:
    ann = Pit(pits, pits.ann)
    await ann.open()
    await ann.fill("text", name="Bad", text=text)
    assert sentence in notes(ann.message).replace("\\", "")
    assert "othing was saved" in notes(ann.message)
    assert await ann.saved() == []
    assert await ann.draft() is None
    if "unknown" in sentence:
        line = len(text.splitlines())
        assert f"Line {line}: " in notes(ann.message)


async def edited(pits: Pits, body: Garage) -> Pit:
    """Ann at a draft that has come to this."""
    ann = Pit(pits, pits.ann)
    await ann.begin("Kazeno Tsubame RS")
    draft = await ann.draft()
    assert draft is not None
    await pits.store.change_draft(draft, msgspec.json.encode(body), 5)
    return ann


@pytest.mark.parametrize("name", ["43 cards", "60 cards", "five copies", "two cars", "no car"])
async def test_a_bad_draft_is_told_and_not_saved(pits: Pits, name: str) -> None:
    text, sentence = BAD[name]
    ann = await edited(pits, DESIGNS.read(text))
    await ann.press("check")
    assert f"• {sentence}" in ann.message.text.replace("\\", "")
    before = await ann.draft()
    await ann.press("name")
    assert notes(ann.message).startswith("This garage is not legal, and nothing was saved:")
    assert f"• {sentence}" in notes(ann.message).replace("\\", "")
    assert await ann.saved() == []
    assert await ann.draft() == before


async def test_cards_of_a_set_that_is_gone(pits: Pits) -> None:
    strange = Garage(KAZENO, (*with_cards(50).cards, ("their_own_wing", 2)))
    ann = await edited(pits, strange)
    await ann.press("check")
    assert "2 × 'their\\_own\\_wing' (unknown)" in ann.message.text
    assert "• Unknown card 'their\\_own\\_wing'" in ann.message.text
    await ann.choose("page", [*values(ann.message, "page")][-1])
    await ann.count("2 × their_own_wing", 0)
    assert "legal" in ann.message.text.splitlines()[0]


async def test_a_mistyped_code(pits: Pits) -> None:
    ann = Pit(pits, pits.ann)
    await ann.keep("Rook", "Kazeno Tsubame RS")
    await ann.press("share")
    code = ann.message.text.split("Share code **")[1][:9]
    wrong = ("3" if code[0] == "2" else "2") + code[1:]
    outcome = await pits.command(pits.ben, "garage", {"code": wrong})
    assert "That code has a mistake in it: " in await follow_up(outcome)
    assert await Pit(pits, pits.ben).saved() == []


# -- at a race


async def race(pits: Pits) -> Message:
    """A race of two that waits for Ann's car; her panel."""
    await pits.command(pits.ann, "play", {"game": GAME.name})
    pits.match_id = read(pits.board())[0].match_id
    await pits.press(pits.ben, "join")
    await pits.press(pits.ann, "start")
    await pits.settled()
    return pits.panel(pits.ann)


def lines(message: Message) -> dict[str, str]:
    """What can be brought: id by name."""
    options = message.pressable(find(message, "brought")).options
    return {str(option["label"]): str(option["value"]) for option in options}


async def test_an_own_garage_is_raced(pits: Pits) -> None:
    ann = Pit(pits, pits.ann)
    await ann.keep("Night shift", "Kazeno Tsubame RS")
    panel = await race(pits)
    assert LABEL in panel.labels
    await pits.press(pits.ann, "bring", panel)
    await pits.press(pits.ann, "brought", panel, values=[lines(panel)["Night shift"]])
    await pits.settled()
    match = await pits.match()
    assert match.table is not None
    driver = match.table.context.state.drivers[0]
    kept = msgspec.json.decode((await ann.saved())[0].body, type=Garage)
    assert len(driver.brought) == sum(count for _, count in kept.cards)
    assert "high_rev" not in pits.panel(pits.ben).text
    assert "Ann drives Night shift, a Kazeno Tsubame RS, with their" in pits.board().text
    await pits.stop()
    await pits.start()
    match = await pits.match()
    assert match.table is not None
    again = match.table.context.state.drivers[0]
    assert (again.brought, again.called) == (driver.brought, "Night shift")


async def test_a_garage_whose_car_is_taken(pits: Pits) -> None:
    ben = Pit(pits, pits.ben)
    await ben.keep("Night shift", "Kazeno Tsubame RS")
    await ben.keep("Snow", "Fjellmark R4")
    panel = await race(pits)
    name = next(label for label in panel.labels if "Kazeno" in label)
    await pits.local.click(pits.ann, panel, panel.press(name))
    await pits.settled()
    panel = pits.panel(pits.ben)
    await pits.press(pits.ben, "bring", panel)
    assert list(lines(panel)) == ["Snow"]
    assert "**Night shift**: The Kazeno Tsubame RS is taken by another driver." in panel.text
    taken = next(row.id for row in await ben.saved() if row.name == "Night shift")
    async with nothing_happens(pits, pits.ben):
        await pits.forge(pits.ben, find(panel, "brought"), panel, [taken])
    assert note(panel) == "The Kazeno Tsubame RS is taken by another driver."
    before = question(panel)
    await pits.press(pits.ben, "bring", panel)
    await pits.press(pits.ben, "brought", panel, values=[lines(panel)["Snow"]])
    await pits.settled()
    assert question(pits.panel(pits.ben)) != before
    assert "bring" not in verbs(pits.panel(pits.ben))


def test_the_panels_of_every_ready_garage_fit() -> None:
    for design in DESIGNS.ready():
        look = Look("sABCDEFGHJK", design, "W" * 40, "7KQ2MX9G")
        fits(garage.shown(GAME, look))
        fits(garage.export(GAME, look))
        fits(garage_edit.edit(GAME, look, checked=True))
        for key, *_ in DESIGNS.parts(design):
            fits(garage_edit.edit(GAME, look, page="all3", part=key))
