"""Files of data: what is wrong with one, a sentence each that says where."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from games.engine.rows import BadData, as_structs, meant, read_file


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    do: Literal["miles", "draw"]
    n: int = 0


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    parts: tuple[Part, ...] = ()


def test_rows_become_structs() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "shove", "parts": [{"do": "miles", "n": 3}]},
        {"id": "rest"},
    ]
    assert as_structs("x", rows, Card) == (Card("shove", (Part("miles", 3),)), Card("rest"))


def test_each_value_that_does_not_fit_is_named() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "sound"},
        {"id": "shove", "parts": [{"do": "draw"}, {"do": "mlies"}]},
        {"id": "bump", "parts": [{"do": "draw", "n": "two"}]},
        {"id": "pass", "part": []},
        {"parts": []},
        {"part": [], "parts": [{"do": "mlies", "n": "two"}, {"do": "draw"}, 5]},
    ]
    with pytest.raises(BadData) as error:
        as_structs("data/cards.toml: card", rows, Card)
    assert error.value.faults == (
        "data/cards.toml: card shove: parts[1].do: 'mlies' is none of the words it may be.",
        "data/cards.toml: card bump: parts[0].n: Expected `int`, got `str`.",
        "data/cards.toml: card pass: there is no field `part`.",
        "data/cards.toml: card 4: the field `id` is missing.",
        "data/cards.toml: card 5: there is no field `part`.",
        "data/cards.toml: card 5: the field `id` is missing.",
        "data/cards.toml: card 5: parts[0].do: 'mlies' is none of the words it may be.",
        "data/cards.toml: card 5: parts[0].n: Expected `int`, got `str`.",
        "data/cards.toml: card 5: parts[2]: Expected `object`, got `int`.",
    )


def test_a_word_stands_for_something() -> None:
    assert meant("card shove: side", "left", {"left": 2}) == 2
    with pytest.raises(
        BadData, match=r"^card shove: side: 'lfet' is none of the words it may be\.$"
    ):
        meant("card shove: side", "lfet", {"left": 2})


def test_a_file_that_is_not_there_is_named() -> None:
    assert "event" in read_file("games.engine", "data/words.en.toml")
    with pytest.raises(BadData, match=r"^data/cards\.toml: "):
        read_file("games.engine", "data/cards.toml")
