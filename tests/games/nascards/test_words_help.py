"""The rules help of NASCARDS: topics, cards, and their figures against the cards' effects."""

from __future__ import annotations

import re

import pytest

from games.engine.voice import signed
from games.nascards import GAME
from games.nascards.cards import MANEUVERS
from games.nascards.cards import NUMBERS as N

WORDS = GAME.words


def test_topics_are_short_and_have_an_address() -> None:
    topics = WORDS.topics()
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)
    for topic in topics:
        assert 0 < len(topic.text) <= 1500
        assert "\n" not in topic.text
        assert topic.cite.startswith(("Rules: ", "Ruling "))


def test_every_card_has_a_topic() -> None:
    topics = WORDS.cards()
    assert [topic.card for topic in topics] == [*range(1, 11), *MANEUVERS]
    assert {topic.title for topic in topics if topic.card >= 11} == {
        card.name for card in MANEUVERS.values()
    }
    assert len({topic.key for topic in topics}) == len(topics)
    assert all(topic.key.isalnum() and len(topic.text) <= 1500 for topic in topics)


UNCOUNTED = {
    *("miles_roll", "miles_equal", "mishap_now", "look_hand", "no_passing", "cannot_pass_me"),
    "may_play_another",
}
"""What effects do that has no number of its own."""


def figures(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text)}


@pytest.mark.parametrize("number", MANEUVERS)
def test_the_figures_of_a_text_are_those_of_the_effects(number: int) -> None:
    card = MANEUVERS[number]
    given = {abs(effect.n) for effect in card.effects if effect.do not in UNCOUNTED}
    extra = {1, 10} if any(effect.do == "miles_roll" for effect in card.effects) else set[int]()
    for effect in card.effects:
        extra |= {effect.low, effect.high} if effect.high else set()
        if effect.do == "draw_maneuver_play":
            extra.add(1)
    does, short = card.does, card.short
    assert given <= figures(does) <= given | extra
    assert figures(short) <= given | extra | {card.cars if card.cars > 1 else 0}
    for effect in card.effects:
        if effect.do.endswith("_mod"):
            assert signed(effect.n) in does
    assert ({3: "Three other cars", 4: "Four other cars"}.get(card.cars, "")) in does


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("breakout", "The Leader can't play it."),
        ("clean_air", "Only the Leader can play it."),
        ("battle_for_the_lead", "Only the car in second place can play it."),
        ("catch_up", "Only the last car can play it."),
        ("sling_shot_pass", "You can play it only if it takes you past the Leader."),
    ],
)
def test_a_restriction_is_told_as_a_sentence(card: str, words: str) -> None:
    text = {topic.card: topic.text for topic in WORDS.cards()}
    assert words in text[N[card]]
    assert words not in text[N["inside_track"]]


def test_readings_that_are_not_the_rulebooks_say_so() -> None:
    text = {topic.card: topic.text for topic in WORDS.cards()}
    inferred = "Left open by the rulebook: reading (inferred from the rules)."
    assert text[N["keep_up"]].endswith(inferred)
    assert "restriction and reading (inferred from the rules)" in text[N["three_abreast"]]
    assert "rulebook" not in text[N["inside_track"]]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1, "1 mile. If you crash in that turn, your Severity Roll gets −2."),
        (5, "5 miles. If you crash in that turn, your Severity Roll gets −1."),
        (7, "7 miles. It does not change your Severity Roll."),
        (10, "10 miles. If you crash in that turn, your Severity Roll gets +1."),
    ],
)
def test_a_speed_card_tells_its_severity(value: int, words: str) -> None:
    text = {topic.card: topic.text for topic in WORDS.cards()}
    assert words in text[value]
