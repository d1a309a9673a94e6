"""Share codes, ids and posts of designs by themselves."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.designs import garage, garage_edit, share_codes
from bot.designs.designs import MOST_NAME, Look, clean_name, name_key
from bot.designs.share_codes import Mistyped
from bot.posts import custom_ids, posts
from bot.posts.posts import Post, Select
from bot.store.ids import CROCKFORD
from games.carwars_cards import GAME
from games.engine.designs import Fault
from games.engine.errors import Refusal
from tests.bot.workbench import Rack, Racks, fits, racks_only

CODES = st.text(CROCKFORD, min_size=7, max_size=7).map(
    lambda drawn: drawn + share_codes.check(drawn)
)

# -- share codes


@settings(max_examples=60)
@given(CODES)
def test_every_single_wrong_character_is_caught(code: str) -> None:
    for at in range(len(code)):
        for other in CROCKFORD:
            if other != code[at]:
                with pytest.raises(Mistyped):
                    share_codes.read(code[:at] + other + code[at + 1 :])


@settings(max_examples=300)
@given(CODES)
def test_every_swap_of_two_neighbours_is_caught(code: str) -> None:
    for at in range(len(code) - 1):
        swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
        if swapped != code:
            with pytest.raises(Mistyped):
                share_codes.read(swapped)


def test_all_differences_of_one_or_of_two_neighbours_are_caught() -> None:
    """The check is linear, so a difference that shows in one code shows in all: this is a proof."""
    zero = "0" * 8
    assert share_codes.read(zero) == zero
    for at in range(8):
        for one in CROCKFORD[1:]:
            with pytest.raises(Mistyped):
                share_codes.read(zero[:at] + one + zero[at + 1 :])
            if at < 7:
                with pytest.raises(Mistyped):
                    share_codes.read(zero[:at] + one + one + zero[at + 2 :])


@settings(max_examples=100)
@given(CODES, st.booleans(), st.sampled_from(["", "-", " ", " – "]))
def test_a_code_is_read_however_it_is_typed(code: str, lower: bool, between: str) -> None:
    typed = code[:4] + between + code[4:]
    typed = typed.lower() if lower else typed
    assert share_codes.read(typed) == code
    assert share_codes.read(typed.replace("1", "I").replace("0", "O")) == code
    assert share_codes.read(typed.replace("1", "l").replace("0", "o")) == code
    assert share_codes.read(share_codes.shown(code)) == code


def test_new_codes_are_right_and_different() -> None:
    codes = [share_codes.new_code() for _ in range(500)]
    assert [share_codes.read(code) for code in codes] == codes
    assert len(set(codes)) == 500


@settings(max_examples=200)
@given(st.text(max_size=20))
def test_any_text_is_a_code_or_a_sentence(text: str) -> None:
    code, sentence = "", ""
    try:
        code = share_codes.read(text)
    except Mistyped as error:
        sentence = str(error)
    if code:
        assert len(code) == 8
        assert set(code) <= set(CROCKFORD)
    else:
        assert sentence.startswith("That code has a mistake in it: ")
        assert sentence.endswith(".")
        assert "@" not in sentence


# -- ids and names


@settings(max_examples=100)
@given(
    st.from_regex(r"[a-z]{1,12}", fullmatch=True),
    st.from_regex(r"[a-z0-9-]{1,20}", fullmatch=True),
    st.from_regex(r"([a-z][0-9A-Z]{1,12})?", fullmatch=True),
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=40),
)
def test_an_id_of_a_design_round_trips(action: str, game: str, of: str, rest: str) -> None:
    text = custom_ids.write_design(action, game, of, rest)
    assert len(text) <= 100
    assert custom_ids.read_design(text) == custom_ids.OfDesign(action, game, of, rest)
    assert custom_ids.read(text) is None


@given(st.text(max_size=120))
def test_any_text_is_an_id_or_none(text: str) -> None:
    assert custom_ids.read_design(text) is None or text.startswith("design:")


@given(st.text(max_size=80))
def test_a_name_is_one_short_line_or_refused(typed: str) -> None:
    name, sentence = "", ""
    try:
        name = clean_name(typed, "rack")
    except Refusal as error:
        sentence = str(error)
    assert bool(name) != sentence.endswith("Nothing was saved.")
    if name:
        assert len(name) <= MOST_NAME
        assert name.isprintable()
        assert clean_name(name, "rack") == name
        assert name_key(name.upper()) == name_key(name.lower()) or not name.isascii()


# -- posts


@pytest.fixture(autouse=True)
def racks(monkeypatch: pytest.MonkeyPatch) -> Racks:
    """Racks can be built here, and nothing else."""
    return racks_only(monkeypatch)


def everything(look: Look, note: str = "") -> list[Post]:
    """Every post about a design."""
    lines = [garage.Line(f"D{n}", "W" * 40, "x" * 200) for n in range(25)]
    return [
        garage.front(GAME, lines, look, note),
        garage.shown(GAME, look, note),
        garage.shown(GAME, msgspec.structs.replace(look, of="r0", name=""), note),
        garage.sure_delete(GAME, look.of, look.name),
        garage.draft_open(GAME, look, look.of, ""),
        garage.bases(GAME),
        garage.rules(GAME),
        garage.export(GAME, look),
        garage_edit.sure_discard(GAME, look),
        garage_edit.edit(GAME, look, note=note, checked=True),
        garage_edit.edit(GAME, look, note=note, page="all2", part="t59"),
        garage_edit.edit(GAME, look, page="nowhere", part="nothing"),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_posts_fit_discord(seed: int) -> None:
    rng = random.Random(seed)
    tins = tuple(sorted(rng.choices(range(60), k=rng.choice([0, 5, 60, 400]))))
    look = Look("sD001", Rack(seed % 3, tins), "*" * 40, "7KQ2MX9G")
    for post in everything(look, "*" * 5000 if seed % 2 else ""):
        fits(post)


def components_in(parts: list[dict[str, Any]]) -> int:
    """How many components there are, with all that are inside others."""
    return sum(1 + components_in(part.get("components", [])) for part in parts)


async def test_posts_of_a_large_game_fit_discord(
    racks: Racks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of parts and bases, and long words for all of them."""
    parts = [(f"p{n}_{'k' * 30}", f"Part {n} {'n' * 90}", "a" * 100, n % 5) for n in range(900)]
    monkeypatch.setattr(racks, "parts", lambda design: parts)
    monkeypatch.setattr(racks, "bases", lambda: [(f"b{n}", "Base " * 20) for n in range(60)])
    monkeypatch.setattr(racks, "ready", lambda: [Rack(n % 3, (n,)) for n in range(60)])
    monkeypatch.setattr(racks, "lines", lambda design: ["line " * 40] * 300)
    monkeypatch.setattr(racks, "faults", lambda design: [Fault("fault " * 90)] * 40)
    monkeypatch.setattr(racks, "write", lambda design: "```\n" * 3000)
    look = Look("sD001", Rack(0), "Rook")
    for post in everything(look):
        fits(post)
        assert components_in(posts.components(post)) <= 40
    pages = garage_edit.pages(racks, look.design)
    listed: set[Any] = set()
    for row in garage_edit.edit(GAME, look).rows:
        if isinstance(row, Select) and ":page:" in row.custom_id:
            listed |= {choice.value for choice in row.choices}
    assert listed == {page.key for page in pages}


def test_only_counts_that_differ_are_offered(racks: Racks, monkeypatch: pytest.MonkeyPatch) -> None:
    put = racks.put
    monkeypatch.setattr(racks, "put", lambda design, part, count: put(design, part, min(count, 1)))
    look = Look("dD001", Rack(0, (1,)), "Rook")
    rows = garage_edit.edit(GAME, look, part="t1").rows
    counts = next(row for row in rows if not isinstance(row, Select))
    assert [(each.label, each.disabled) for each in counts] == [("0", False), ("1", True)]


def test_a_long_design_is_cut_with_a_count(racks: Racks) -> None:
    look = Look("sD001", Rack(0, tuple(range(60))), "Rook")
    text = "\n".join(garage.shown(GAME, look).body)
    assert "• A rack holds 4 to 9 tins, and this one has 60." in text
    assert "1 × Tin 35\n… and 24 lines more; **Export** has all." in text
