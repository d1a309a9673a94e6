"""Vehicles of Mini Car Wars: built part by part, typed, shared, and brought to a duel."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest

from bot.designs import garage, garage_edit
from bot.designs.designs import Look
from bot.local import Message
from games.mini_carwars import GAME
from games.mini_carwars.builds import Build
from games.mini_carwars.catalog import MODELS
from games.mini_carwars.designs import DESIGNS
from tests.bot.pits import Pits, find, read, verbs
from tests.bot.test_clicks import note, nothing_happens
from tests.bot.workbench import OneGame, fits, notes

BLUE, GREY = 1, 2
"""Styles of buttons."""
LABEL = "Bring your own vehicle"


class Shop(OneGame):
    """A duellist at his vehicles."""

    game = GAME.name

    async def built(self) -> Build:
        """What the draft holds."""
        draft = await self.draft()
        assert draft is not None
        return msgspec.json.decode(draft.body, type=Build)

    async def type(self, number: str) -> None:
        """Type a number for the part that is chosen."""
        await self.fill("number", number=number)


def offered(message: Message) -> list[str]:
    """Labels of the buttons for the count of a part."""
    return [
        p.label for p in message.pressables if ":put:" in p.custom_id or ":number:" in p.custom_id
    ]


def colours(message: Message) -> dict[str, int]:
    """The styles of those buttons, by label."""
    there = json.dumps(message.components)
    found = re.findall(r'\{[^{}]*"custom_id": "[^"]*:put:[^{}]*\}', there)
    return {each["label"]: each["style"] for each in map(json.loads, found)}


async def test_a_vehicle_is_built_part_by_part(pits: Pits) -> None:
    ann = Shop(pits, pits.ann)
    message = await ann.begin("Courier")
    assert "### Courier, $13,000, legal" in message.text
    # All parts stand in one list.
    assert not [p for p in message.pressables if ":page:" in p.custom_id]
    await ann.choose("part", "Option (a)")
    assert offered(message) == ["Remove", "Add"]
    assert colours(message) == {"Remove": GREY, "Add": BLUE}
    await ann.press("put", "/1/")
    assert "### Courier (a), $12,050, legal" in message.text
    await ann.choose("part", "Armor front: 30")
    assert "**Armor front**: All 95 points are placed\nThis vehicle has 30." in message.text
    assert offered(message) == ["Type a number", "−5", "−1", "+1", "+5"]
    await ann.press("put", "/25/")
    await ann.press("put", "/26/")
    assert "### Courier (a), $12,050, 1 fault" in message.text
    assert "**Armor front**: 4 of 95 points left to place\nThis vehicle has 26." in message.text
    await ann.choose("part", "Armor top")
    assert offered(message) == ["Type a number", "+1", "+5"]
    await ann.type(" 4 ")
    assert "### Courier (a), $12,050, legal" in message.text
    await ann.choose("part", "Hi-Res Targeting Computer (gunner)")
    await ann.press("put", "/1/")
    await ann.choose("part", "Targeting Computer (gunner)")
    await ann.press("put", "/1/")
    await ann.choose("part", "Body Armor (driver)")
    await ann.press("put", "/1/")
    assert "### Courier (a), $13,300, legal" in message.text
    built = Build("courier", "a", (26, 20, 25, 20, 4), 0, 1, True, False)
    assert await ann.built() == built
    await ann.press("check")
    assert "\nArmor: front 26, right 20, back 25, left 20, top 4\n" in message.text
    assert "**Legal.** This vehicle can be brought to a table." in message.text
    await ann.fill("name", name="Old Yeller")
    assert "### Old Yeller\n**Courier (a), $13,300**" in message.text
    (row,) = await ann.saved()
    assert msgspec.json.decode(row.body, type=Build) == built


@pytest.mark.parametrize("number", ["", "-1", "96", "9999", "9" * 30, "x", "1.5", "²", "@everyone"])
async def test_a_number_that_cannot_be(pits: Pits, number: str) -> None:
    ann = Shop(pits, pits.ann)
    await ann.begin("Courier")
    await ann.choose("part", "Armor front: 30")
    await ann.type(number)
    assert notes(ann.message) == "A count is a whole number from 0 to 95."
    assert "This vehicle has 30. How many do you want, 0 to 95?" in ann.message.text
    assert await ann.built() == DESIGNS.begin("courier")
    await ann.type("95")
    assert "This vehicle has 95." in ann.message.text
    assert offered(ann.message) == ["Type a number", "−5", "−1"]


async def test_the_form_says_what_is_there_and_what_may_be(pits: Pits) -> None:
    ann = Shop(pits, pits.ann)
    await ann.begin("Mini Sherman")
    await ann.choose("part", "Armor back: 33")
    form = (await ann.press("number")).modal
    assert form is not None
    assert form.body["title"] == "Armor back"
    (label,) = form.body["components"]
    assert label["label"] == "How many, 0 to 118? Now 33."
    assert label["description"] == "All 118 points are placed"
    assert label["component"]["value"] == "33"
    # A form that is sent late counts for the draft as it is then, or for none.
    await ann.choose("part", "Option (a)")
    await ann.press("put", "/1/")
    await ann.submit(form, number="60")
    assert (await ann.built()).armor == (42, 31, 60, 31, 0)
    await ann.press("discard")
    await ann.press("drop")
    await ann.submit(form, number="61")
    assert notes(ann.message).startswith("That draft is gone: ")
    assert await ann.draft() is None


@pytest.mark.parametrize("part", ["armor-floor", "", "x", "armor-left"])
async def test_a_number_for_a_part_that_there_is_not(pits: Pits, part: str) -> None:
    ann = Shop(pits, pits.ann)
    await ann.begin("Shogun 100")
    draft = await ann.draft()
    assert draft is not None
    await ann.forge(f"design:number:{GAME.name}:d{draft.id}:all0/3/{part}")
    assert notes(ann.message) == "There is no such part any more. Choose one from the list."
    assert await ann.draft() == draft


async def test_what_is_not_legal_is_not_saved(pits: Pits) -> None:
    ann = Shop(pits, pits.ann)
    await ann.begin("Shogun 100")
    await ann.choose("part", "Armor front: 6")
    await ann.type("12")
    await ann.press("name")
    assert notes(ann.message) == (
        "This vehicle is not legal, and nothing was saved:\n"
        "• Shogun 100 has 12 points of armor: 6 are too many."
    )
    assert await ann.saved() == []


@pytest.mark.parametrize("number", range(len(MODELS)))
async def test_a_stock_vehicle_comes_and_goes_as_text_and_by_code(pits: Pits, number: int) -> None:
    ann, ben = Shop(pits, pits.ann), Shop(pits, pits.ben)
    design = DESIGNS.ready()[number]
    await ann.open()
    await ann.choose("ready", DESIGNS.title(design))
    assert "**Legal.**" in ann.message.text
    (message,) = (await ann.press("export")).messages
    text = message.attachments[0].data.decode()
    await ann.press("front")
    await ann.fill("text", name="Again", text=text)
    await ann.press("share")
    code = ann.message.text.split("Share code **")[1][:9]
    await ben.open({"code": code})
    await ben.fill("copy", name="From Ann")
    for visitor in (ann, ben):
        (row,) = await visitor.saved()
        assert msgspec.json.decode(row.body, type=Build) == design


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Courier (c)", "Courier has no option (c): the Stock Car List gives it only (a) and (b)."),
        ("Courier\nArmor: front 94", "Courier has 95 points of armor: 1 is left to place."),
        ("Courier\nDriver: jet pack", "Line 2: 'jet pack' is no accessory."),
        ("Shogun 220\nF 20 B 19 T 1", "and none on top (1)."),
        ("@everyone **x**", "Line 1: '@\u200beveryone \\*\\*x\\*\\*' cannot be understood."),
    ],
)
async def test_a_bad_import_is_refused(pits: Pits, text: str, sentence: str) -> None:
    ann = Shop(pits, pits.ann)
    await ann.open()
    await ann.fill("text", name="Bad", text=text)
    assert sentence in notes(ann.message)
    assert "othing was saved" in notes(ann.message)
    assert await ann.saved() == []


def test_the_panels_of_every_vehicle_fit() -> None:
    for design in DESIGNS.ready():
        look = Look("sABCDEFGHJK", design, "W" * 40, "7KQ2MX9G")
        fits(garage.shown(GAME, look))
        fits(garage.export(GAME, look))
        fits(garage_edit.edit(GAME, look, checked=True))
        for key, *_ in DESIGNS.parts(design):
            fits(garage_edit.edit(GAME, look, part=key))
    fits(garage.front(GAME, [], None))
    fits(garage.bases(GAME))
    fits(garage.rules(GAME))


def test_the_panels_of_any_draft_fit() -> None:
    dice = random.Random(5)
    for _ in range(200):
        design = DESIGNS.begin(dice.choice(DESIGNS.bases())[0])
        for _ in range(6):
            part = dice.choice([key for key, *_ in DESIGNS.parts(design)])
            design = DESIGNS.put(design, part, dice.randint(0, DESIGNS.most(design, part)))
            look = Look("dABCDEFGHJK", design, "Rook")
            fits(garage_edit.edit(GAME, look, part=part, note="*" * 5000, checked=True))


# -- at a table


async def duel(pits: Pits) -> Message:
    """A duel for $15,000 that waits for vehicles; Ann's panel."""
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


async def test_an_own_vehicle_is_driven_under_its_name(pits: Pits) -> None:
    typed, called = "**Old Yeller** {1} @everyone", "Old Yeller 1 everyone"
    ann, ben = Shop(pits, pits.ann), Shop(pits, pits.ben)
    await ben.keep("Killer Kart", "Killer Kart")
    await ann.begin("Courier")
    for part, number in (("Armor front: 30", "20"), ("Armor top", "10")):
        await ann.choose("part", part)
        await ann.type(number)
    await ann.choose("part", "Targeting Computer (driver)")
    await ann.press("put", "/1/")
    await ann.fill("name", name=typed)
    for name in ("Courier (b), $23,200", "Shogun 100, $3,000"):
        await ann.press("front")
        await ann.choose("ready", name)
        await ann.fill("copy", name=name.split(",", maxsplit=1)[0])
    panel = await duel(pits)
    assert LABEL in panel.labels
    await pits.press(pits.ann, "bring", panel)
    assert list(lines(panel)) == [typed]
    assert "**Courier (b)**: This Courier (b) costs $23,200; you have $15,000." in panel.text
    assert "**Shogun 100**: A car is needed here." in panel.text
    dear = next(row.id for row in await ann.saved() if row.name == "Courier (b)")
    async with nothing_happens(pits, pits.ann):
        await pits.forge(pits.ann, find(panel, "brought"), panel, [dear])
    assert note(panel) == "This Courier (b) costs $23,200; you have $15,000."
    for user, name in ((pits.ann, typed), (pits.ben, "Killer Kart")):
        told = [message.text for message in (*pits.public(), pits.panel(pits.ben))]
        assert not [text for text in told if "Yeller" in text], "it is not shown yet"
        panel = pits.panel(user)
        await pits.press(user, "bring", panel)
        await pits.press(user, "brought", panel, values=[lines(panel)[name]])
        await pits.settled()
    board = pits.board()
    # A name that says no more than the model is none.
    lined = f"Road duel: Ann with {called} (Courier), Ben with a Killer Kart; at 60 mph"
    assert lined in board.text
    assert called in str(board.components)
    for _ in range(2):
        match = await pits.match()
        assert match.table is not None
        (vehicle,) = [v for v in match.table.context.state.vehicles if v.owner == 0]
        assert vehicle.armor == [20, 20, 25, 20, 10]
        assert vehicle.called == called
        assert [person.computer for person in vehicle.crew] == [1, 0]
        assert "bring" not in verbs(pits.panel(pits.ann))
        await pits.stop()
        await pits.start()
