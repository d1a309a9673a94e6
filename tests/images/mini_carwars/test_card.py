"""The models of the Stock Car List as cards."""

from __future__ import annotations

import pytest

from games.mini_carwars import GAME as MINI
from games.mini_carwars.catalog import KINDS, MODELS
from images.mini_carwars import ARTIST
from images.mini_carwars.build import design, page
from tests.images.mini_carwars.test_sheet import check, numbers
from tests.images.test_pictures import assert_twins
from tests.images.test_words import drawn

card = ARTIST.card


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_every_model_shows_what_the_list_says_of_it(number: int) -> None:
    check(card(number).png())
    shown, kind = page(number), MODELS[number]
    assert_twins(shown.page(), shown.compose)
    parts = drawn(shown.compose)
    assert parts["header"][1:] == [kind.name]
    assert f"${kind.cost:,}" in parts["body"]
    for points in filter(None, kind.armor):
        assert str(points) in parts["body"]
    assert not any("…" in words for part in parts.values() for words in part)
    facts = " ".join(parts["body"])
    for weapon in kind.weapons:
        assert KINDS[weapon.kind].name in facts
        assert f"hits on {KINDS[weapon.kind].to_hit} or more" in facts or weapon.kind == "ss"


@pytest.mark.parametrize("base", [base for base, _ in MINI.designs.bases()])
def test_the_garage_says_what_an_option_changes(base: str) -> None:
    build = MINI.designs.begin(base)
    found = design(build)
    assert found is not None
    written = " ".join(words for part in drawn(found.compose).values() for words in part)
    for key, _, about, _ in MINI.designs.parts(build):
        if key.startswith("option"):
            # Its price stands beside its name.
            assert about.rpartition(";")[0] in written


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_the_words_of_a_card_give_its_numbers(number: int) -> None:
    parts = drawn(page(number).compose)
    shown = " ".join(words for part in parts.values() for words in part)
    said = card(number).alt_text()
    assert len(said) <= 1024
    assert set(numbers(said)) <= set(numbers(shown))
    assert set(numbers(shown)) - {0} <= set(numbers(said))


def test_a_note_says_what_is_our_own_reading() -> None:
    for kind in MODELS:
        assert ("(house)" in card(kind.number).alt_text()) == bool(
            kind.note or (kind.option and kind.points > _stock(kind.vehicle))
        )


def _stock(vehicle: str) -> int:
    return next(kind.points for kind in MODELS if kind.vehicle == vehicle)


@pytest.mark.parametrize("number", [-1, len(MODELS), 999])
def test_there_are_no_other_cards(number: int) -> None:
    with pytest.raises(KeyError):
        card(number).png()
    with pytest.raises(KeyError):
        card(number).alt_text()
