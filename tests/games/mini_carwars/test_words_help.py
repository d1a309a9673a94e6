"""The rules help of Mini Car Wars: topics, vehicles, weapons and accessories."""

from __future__ import annotations

import re

from games.mini_carwars import GAME
from games.mini_carwars.catalog import EXTRAS, KINDS, MODELS
from games.mini_carwars.plan_text import lines
from games.mini_carwars.words.phrases import VALUES

WORDS = GAME.words

ACCESSORIES = tuple(EXTRAS.values())


def test_topics_are_short_and_have_an_address() -> None:
    topics = WORDS.topics()
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)
    for topic in topics:
        assert topic.key.isalnum()
        assert 0 < len(topic.text) <= 1500
        assert "\n" not in topic.text
        assert all(each.startswith(("Rules: ", "Ruling ")) for each in topic.cite.split("; "))


def test_the_questions_rules_are_explained() -> None:
    explained = {cite for topic in WORDS.topics() for cite in topic.cite.split("; ")}
    assert explained >= {
        "Rules: 3. Vehicle Selection",
        "Rules: 5. Acceleration And Deceleration",
        "Rules: 6. Maneuvers And Control",
        "Rules: 8. Combat",
        "Rules: Accessories",
        "Rules: Control Table",
        "Rules: Stock Car List",
    }


def test_whatever_the_topic_of_plans_quotes_is_understood() -> None:
    text = next(topic.text for topic in WORDS.topics() if topic.key == "plans")
    quoted = re.findall('"([^"]+)"', text)
    for each in ("straight x3, ", "A1: ", "all: ", "fire at 8 or less"):
        assert any(each in one for one in quoted)
    again = "60 mph by computer"
    parts = ("hold right", "to the end of the turn", "Straighten up", again)
    whole = [one for one in quoted if one not in parts]
    listed = re.findall(r"(?<=Moves: )[^(]*|(?<=first phase: )[^.]*", text)
    assert len(listed) == 2
    for one in (*whole, *listed):
        assert all(items for _, items in lines(one))
    assert lines("pivot left 90 hold right, straight to the end of the turn")


def test_every_model_weapon_and_accessory_has_a_topic() -> None:
    topics = WORDS.cards()
    without = (*KINDS, *ACCESSORIES)
    assert [topic.card for topic in topics] == [*range(len(MODELS)), *(-1 for _ in without)]
    assert [topic.title for topic in topics] == [
        *(model.name for model in MODELS),
        *(kind.name for kind in KINDS.values()),
        *(extra.name for extra in ACCESSORIES),
    ]
    assert len({topic.key for topic in topics}) == len(topics)
    assert all(topic.key.isalnum() and len(topic.text) <= 1500 for topic in topics)


def test_a_model_tells_its_figures() -> None:
    texts = {topic.title: topic.text for topic in WORDS.cards()}
    courier = texts["Courier"]
    assert "Luxury, $13,000." in courier
    assert "Armor front 30, right 20, back 25, left 20: 95 points" in courier
    assert "Power plant 12 damage points, driver and gunner." in courier
    assert "front RL, right MG, left MG and back MG" in courier
    assert "over front and back" in texts["Shogun 100"]
    assert "2 front MGs and back smokescreen. The pair is linked." in texts["Mini Sherman"]
    assert "House reading: " in texts["Firelight Deluxe (a)"]
    assert "two firing actions" in texts["Courier (a)"]
    assert "two firing actions" not in texts["Rocket Special (a)"]


def test_a_weapon_tells_its_figures() -> None:
    texts = {topic.title: topic.text for topic in WORDS.cards()}
    assert texts["Laser"].startswith("Laser. Hits on 6 or more, 3 dice of damage.")
    assert "1 die of damage" in texts["Machine Gun"]
    assert texts["Smokescreen"].startswith("Smoke. No roll to hit, no damage.")


def test_an_accessory_tells_its_figures() -> None:
    texts = {topic.title: topic.text for topic in WORDS.cards()}
    assert texts["Targeting Computer"].startswith("$1,000 for each person aboard. +1 to that")
    assert texts["Hi-Res Targeting Computer"].startswith("$4,000 for each person aboard. +2 to")
    assert texts["Body Armor"].startswith("$250 for each person aboard. Takes 3 hits of damage")


def test_every_note_belongs_to_the_catalog() -> None:
    known = {model.id for model in MODELS} | KINDS.keys() | {extra.id for extra in ACCESSORIES}
    assert VALUES["notes"].keys() == known
