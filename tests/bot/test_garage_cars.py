"""Cars of Car Wars, Sixth Edition: built part by part, typed and shared at the garage."""

from __future__ import annotations

import random

import msgspec
import pytest

from bot.designs import garage, garage_edit
from bot.designs.designs import Look
from bot.posts.posts import Select
from games.carwars import GAME
from games.carwars.designs import DESIGNS, BuiltCar
from tests.bot.pits import Pits
from tests.bot.workbench import OneGame, actions, fits, notes, values

SOME = slice(None, None, 12)
BARE = "Empty car, division 4: AP 4, BP 16, CP 4"


class Shop(OneGame):
    """A player at his cars."""

    game = GAME.name

    async def built(self) -> BuiltCar:
        """What the draft holds."""
        draft = await self.draft()
        assert draft is not None
        return msgspec.json.decode(draft.body, type=BuiltCar)

    async def find(self, part: str) -> None:
        """Turn to the page that has a part, and choose the part."""
        for page in (*values(self.message, "page"), ""):
            if part in values(self.message, "part"):
                break
            await self.choose("page", page)
        await self.choose("part", part)


async def test_a_car_is_built_part_by_part(pits: Pits) -> None:
    ann = Shop(pits, pits.ann)
    message = await ann.begin(BARE)
    assert "### 0 of 16 BP, 0 of 4 CP, legal" in message.text
    for part, head in (
        ("Driver: Veteran", "0 of 16 BP, 4 of 4 CP, legal"),
        ("Front: Thresher", "5 of 16 BP, 4 of 4 CP, legal"),
        ("Front: Superbooster", "6 of 16 BP, 4 of 4 CP, legal"),
        ("Upgrades: Safety Cage", "8 of 16 BP, 4 of 4 CP, legal"),
    ):
        await ann.find(part)
        assert f"### {head}" in message.text
    await ann.press("put", "/0/")
    assert "### 6 of 16 BP, 4 of 4 CP, legal" in message.text, "taken out by the next press"
    await ann.find("Upgrades: Safety Cage")
    await ann.find("Let Hornet finish it")
    assert "### 8 of 16 BP, 4 of 4 CP, legal" in message.text, "that could not be taken back"
    await ann.find("Left: Anti-Tank Gun")
    assert not [item for item in message.pressables if "/3/" in item.custom_id]
    await ann.press("put", "/2/")
    await ann.choose("part", "Size of the game: build points: 16")
    await ann.press("put", "/15/")
    assert "### 16 of 15 BP, 4 of 4 CP, 1 fault" in message.text
    await ann.press("name")
    assert "• The cards cost 16 BP. You have 15 BP." in notes(message)
    await ann.choose("part", "Size of the game: build points: 15")
    await ann.press("put", "/16/")
    assert "### 16 of 16 BP, 4 of 4 CP, legal" in message.text
    assert await ann.built() == DESIGNS.read(
        "Size: 4/16/4\nSets: core\nDriver: Veteran\nGunner: Rookie\nUpgrades: Safety Cage\n"
        "Front: Thresher, Superbooster\nLeft: 2x Anti-Tank Gun"
    )
    await ann.fill("name", name="Old Yeller")
    (row,) = await ann.saved()
    assert row.name == "Old Yeller"


def test_an_empty_car_shows_first_what_can_be_added() -> None:
    empty = DESIGNS.begin("d4")
    first, *_, last = garage_edit.pages(DESIGNS, empty)
    assert first.key == "all0"
    assert first.parts[0][1].startswith("Front: ")
    assert not any(count for *_, count in first.parts)
    assert last.key == "in0"
    post = garage_edit.edit(GAME, Look("dABCDEFGHJK", empty, "Rook"), page="in0")
    labels = [choice.label for row in post.rows for choice in getattr(row, "choices", ())]
    assert "Size of the game: build points: 16" in labels


async def test_a_car_comes_and_goes_as_text_and_by_code(pits: Pits) -> None:
    ann, ben = Shop(pits, pits.ann), Shop(pits, pits.ben)
    design = DESIGNS.ready()[30]
    await ann.open()
    await ann.choose("ready", DESIGNS.title(DESIGNS.ready()[3]))
    assert "**Legal.**" in ann.message.text
    await ann.press("front")
    await ann.fill("text", name="Again", text=DESIGNS.write(design))
    await ann.press("share")
    code = ann.message.text.split("Share code **")[1][:9]
    await ben.open({"code": code})
    await ben.fill("copy", name="From Ann")
    for visitor in (ann, ben):
        (row,) = await visitor.saved()
        assert msgspec.json.decode(row.body, type=BuiltCar) == design


@pytest.mark.parametrize(
    ("name", "head", "alt"),
    [
        ("Old Yeller", "Old Yeller: 0 of 16 BP", "Garage, 4 AP, 16 BP, 4 CP: Old Yeller."),
        ("Runabout", "0 of 16 BP", "Garage: 4 AP, 16 BP, 4 CP."),
    ],
)
def test_a_car_is_shown_by_the_name_that_its_player_gave_it(name: str, head: str, alt: str) -> None:
    """That of a car it began with is not its own."""
    post = garage_edit.edit(GAME, Look("dABCDEFGHJK", DESIGNS.begin("d4"), name))
    assert post.head.startswith(head)
    assert post.picture is not None
    assert post.picture.draw is not None
    assert post.picture.draw()[1].startswith(alt)


async def test_a_bad_text_is_refused_and_nothing_is_saved(pits: Pits) -> None:
    ann = Shop(pits, pits.ann)
    await ann.open()
    for text, sentence in (
        ("Front: Wsap", "Line 1: There is no card 'Wsap'; did you mean 'Wasp'?"),
        ('{"weapons": []}', "This is no list of cards."),
        ("Front: Wasp", "The car needs a driver."),
    ):
        await ann.fill("text", name="Bad", text=text)
        assert sentence in notes(ann.message)
        # It stands right above the button that was pressed.
        assert ann.message.text.splitlines()[-1].startswith("> ")
        assert actions(ann.message)[0] == "new"
    assert await ann.saved() == []


def test_the_panels_of_cars_that_come_with_the_game_fit() -> None:
    for design in DESIGNS.ready()[SOME]:
        look = Look("sABCDEFGHJK", design, "W" * 40, "7KQ2MX9G")
        fits(garage.shown(GAME, look))
        fits(garage.export(GAME, look))
        fits(garage_edit.edit(GAME, look, checked=True))
    fits(garage.front(GAME, [], None))
    fits(garage.bases(GAME))
    fits(garage.rules(GAME))


def test_every_sample_and_every_base_can_be_chosen() -> None:
    for post, many in ((garage.front(GAME, [], None), 85), (garage.bases(GAME), 96)):
        choices = [choice for row in post.rows for choice in getattr(row, "choices", ())]
        assert len({choice.label for choice in choices}) == len(choices) == many


def test_every_list_is_named_by_what_it_holds() -> None:
    """Empty cars come last, and say that they are empty."""
    for post, names in (
        (
            garage.front(GAME, [], None),
            ["Ready-made cars: Bulldog (small) … Fuzion (Division 4)", "Runabout"],
        ),
        (
            garage.bases(GAME),
            ["Begin with: Bulldog (small) … Fuzion (Division 4)", "Empty car, division 12"],
        ),
    ):
        lists = [row for row in post.rows if isinstance(row, Select)]
        assert len({row.placeholder for row in lists}) == len(lists) == 4
        assert lists[0].placeholder == names[0]
        assert lists[-1].placeholder.endswith(f"… {names[1]}")


def test_the_panels_of_any_draft_fit() -> None:
    dice = random.Random(5)
    for base in ("d2", "d9", "d12", "s12"):
        design = DESIGNS.put(DESIGNS.begin(base), "sets-core", 0)
        for _ in range(8):
            part = dice.choice([key for key, *_ in DESIGNS.parts(design)])
            design = DESIGNS.put(design, part, dice.randint(0, DESIGNS.most(design, part)))
        look = Look("dABCDEFGHJK", design, "Rook")
        for page in garage_edit.pages(DESIGNS, design)[::5]:
            part = page.parts[-1][0]
            fits(garage_edit.edit(GAME, look, page=page.key, part=part, note="*" * 5000))
