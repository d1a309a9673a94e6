"""Looking up rules and cards: what is found by which words, and in which order."""

from __future__ import annotations

import pytest

from bot.presses import lookup
from bot.presses.lookup import Kind
from games.engine.errors import Refusal
from games.engine.found import all_games

MINI = "mini-carwars"


def found(kind: Kind, typed: str, first: str = "") -> list[str]:
    return [choice.value for choice in lookup.choices(kind, typed, first)]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("pivot", "maneuvers"),
        ("drift", "maneuvers"),
        ("swerve", "maneuvers"),
        ("skid", "control"),
        ("linked", "combat"),
        ("turret", "targeting"),
        ("body armor", "accessories"),
        ("hi-res", "hitting"),
        ("plan", "plans"),
        ("hold fire", "plans"),
    ],
)
def test_words_on_the_buttons_are_found(typed: str, key: str) -> None:
    assert found("rules", typed, MINI)[0] == f"{MINI}:{key}"
    assert lookup.find("rules", typed, MINI).topic.key == key


def test_targeting_is_a_line_of_fire_and_a_computer() -> None:
    assert found("rules", "targeting")[:2] == [f"{MINI}:targeting", f"{MINI}:accessories"]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("RL", "rl"),
        ("hr", "hr"),
        ("MG", "mg"),
        ("ss", "ss"),
        ("hi-res", "hirestargetingcomputer"),
        ("hires", "hirestargetingcomputer"),
        ("targeting", "targetingcomputer"),
        ("body", "bodyarmor"),
        ("rocket special b", "rocketspecialb"),
    ],
)
def test_cards_by_short_names_and_by_parts(typed: str, key: str) -> None:
    # Car Wars, Sixth Edition, has cards of the same name.
    first = [each for each in found("cards", typed) if not each.startswith("carwars:")]
    assert first[0] == f"{MINI}:{key}"


@pytest.mark.parametrize("typed", ["rl", "RL "])
def test_few_letters_inside_a_word_do_not_count(typed: str) -> None:
    assert all(value.startswith(MINI) for value in found("cards", typed))


def test_the_name_of_a_game_finds_what_speaks_of_it_alone() -> None:
    for game in all_games():
        for one in lookup.ranked("cards", game.title):
            assert game.title.lower() in f"{one.topic.title} {one.topic.text}".lower()


def test_the_better_fit_comes_first() -> None:
    titles = [one.topic.title for one in lookup.ranked("cards", "smokescreen", MINI)]
    assert titles[0] == "Smokescreen"
    rockets = [one.topic.title for one in lookup.ranked("cards", "rocket", MINI)]
    assert rockets.index("Rocket Special") < rockets.index("Heavy Rocket")
    assert rockets.index("Heavy Rocket") < rockets.index("Mini Sherman (a)"), "its text has one"
    assert found("cards", "screen", MINI)[0] == f"{MINI}:ss", (
        "the end of a word, for want of better"
    )


def test_the_game_played_here_comes_first() -> None:
    games = [one.game for one in lookup.ranked("rules", "skid", MINI)]
    assert {"carwars-cards", MINI} <= set(games)
    assert games == sorted(games, key=lambda name: name != MINI)
    assert lookup.ranked("rules", "skid", "carwars-cards")[0].game == "carwars-cards"


@pytest.mark.parametrize("kind", ["rules", "cards"])
def test_a_title_finds_its_topic(kind: Kind) -> None:
    for one in lookup.topics(kind):
        first = lookup.find(kind, one.topic.title, one.game)
        assert (first.game, first.topic.title) == (one.game, one.topic.title)
        assert lookup.find(kind, one.key) == one
        if kind == "rules":
            assert found(kind, f"{one.topic.title} · {one.title}", one.game)[0] == one.key


@pytest.mark.parametrize("kind", ["rules", "cards"])
def test_a_list_is_no_longer_than_discord_takes(kind: Kind) -> None:
    assert len(found(kind, "")) == len(found(kind, "a")) == lookup.MOST_CHOICES


@pytest.mark.parametrize("typed", ["", "  ", "**", "\u202e", "·", "warp drive", "x" * 6000])
def test_what_is_nothing_is_refused(typed: str) -> None:
    assert lookup.ranked("rules", typed) == []
    with pytest.raises(Refusal, match="nothing of that name"):
        lookup.find("rules", typed)


@pytest.mark.parametrize("kind", ["rules", "cards"])
def test_no_more_is_looked_for_than_a_title_has(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 0
    words_of = lookup._words

    def counted(text: str) -> str:
        nonlocal longest
        longest = max(longest, len(text))
        return words_of(text)

    lookup.choices(kind, "a")  # what topics spell is kept from here on
    monkeypatch.setattr(lookup, "_words", counted)
    assert lookup.choices(kind, "ab " * 2000) == []
    with pytest.raises(Refusal):
        lookup.find(kind, "ab " * 2000)
    assert 0 < longest <= lookup.MOST_TYPED
