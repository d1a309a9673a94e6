"""Games in one file, found through their entry point: those of docs/add-a-game.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.little import EXAMPLES, NERVE, derby, install, install_all, on_page, run

MOST_LINES = {"derby": 80, "nerve": 200, "claim": 200, "drift": 200}
LOOKS = 8
BAD_ROWS = """
from typing import Literal
import msgspec
from games.engine.rows import as_structs
class Card(msgspec.Struct, forbid_unknown_fields=True):
    id: str = ""
    do: tuple[Literal["miles"], ...] = ()
as_structs("data/cards.toml: card", [{"id": "shove", "do": ["mlies"]}, {"dos": 1}], Card)
"""

CHECKED = """
from games.engine.found import find
from tests.games.conformance import play_enough
game = find("{name}")
for seats in range(game.seats[0], game.seats[1] + 1):
    for orders in (False, True):
        tally = play_enough(game, seats, seats, {looks}, orders=orders)
        assert tally["looks"] == {looks}, tally
        assert bool(tally["dealt anew"]) == {hides}, tally
"""
DRAWN = """
import images
from images.chart import chart
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.players import Player
from games.engine.table import Table
from images.choices import Choices, Now
game = find("{name}")
players = [Player("Ann"), Player("Ben", "easy"), Player("Cora")]
table, _ = Table.start(game, 3, SeededChance(1))
artist = images.artist("{name}")
while True:
    view, own = table.view(None), table.view(1)
    now = Now(action_phrase="to play")
    board = artist.board(view, players, now)
    shown = (board, artist.result(view, players), artist.sheet(view, players, 2),
             artist.hand(own, players, Choices("Choose")))
    for data in (*(each.png() for each in shown), chart(game.words.chart(view), players)):
        assert data[:4] == b"\\x89PNG" and len(data) <= 70_000
    words = board.long_description()
    for player in players:
        assert player.name in words
    if table.result is not None:
        assert len(game.words.chart(view).lines) == 3
        break
    for ask in table.asks:
        value = ask.options[-1] if ask.walked is None else ask.walked.made(max)
        table.answer(ask.seat, ask.number, value)
print(words)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the examples are installed."""
    folder = tmp_path_factory.mktemp("site")
    install_all(folder)
    return folder


PLAYED = """
import asyncio
from pathlib import Path
from bot import demo

plan = demo.Plan(game={name!r}, seats=2, computers=1, hurry=10, speed=False)
people, record = asyncio.run(demo.play(plan, Path("played.sqlite3")))
assert people.wrong == [], people.wrong
print(record.match.status + ", nothing wrong")
"""


def done(site: Path, *words: str) -> str:
    """What a command prints that must end well."""
    ended = run(site, *words)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_an_example_is_short() -> None:
    lines = {"derby": derby(), **{file.stem: file.read_text("utf-8") for file in EXAMPLES}}
    for name, most in MOST_LINES.items():
        assert len(lines[name].splitlines()) <= most


def test_they_are_found_and_sound(site: Path) -> None:
    told = done(site, "-m", "games", "check")
    assert "derby: sound" in told
    assert "nerve: sound" in told
    assert "claim: sound" in told
    assert "drift: sound" in told
    assert "carwars-cards: sound" in told
    assert "2 to 8 seats" in done(site, "-m", "games", "list")


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("name", "hides"), [("derby", False), ("nerve", True), ("claim", True), ("drift", False)]
)
def test_they_keep_the_contract(site: Path, name: str, hides: bool) -> None:
    done(site, "-c", CHECKED.format(name=name, looks=LOOKS, hides=hides))


@pytest.mark.parametrize(
    ("name", "unit"),
    [("derby", "space"), ("nerve", "space"), ("claim", "space"), ("drift", "point")],
)
def test_their_pictures_are_drawn_and_told(site: Path, name: str, unit: str) -> None:
    assert f"{unit}s" in done(site, "-c", DRAWN.format(name=name))


LOOKED_UP = """
from bot.presses.lookup import find
post = find("rules", "derby:rules").post()
assert post.body[0].startswith("Roll one die and move that many spaces"), post
assert post.foot == "Derby", post
print("told and no more")
"""


def test_its_docstring_is_its_rules_which_have_no_address(site: Path) -> None:
    assert "told and no more" in done(site, "-c", LOOKED_UP)


@pytest.mark.by_turns
@pytest.mark.parametrize("name", ["derby", "nerve", "claim"])
def test_people_play_them_on_the_local_discord(site: Path, name: str) -> None:
    """A whole match through the real client, judged as every demo is, but for its speed."""
    assert "finished, nothing wrong" in done(site, "-c", PLAYED.format(name=name))


def test_computers_play_a_match_in_sentences(site: Path) -> None:
    told = done(site, "-m", "games", "play", "derby", "--seats", "3")
    assert " rolls " in told
    assert "1. " in told
    told = done(site, "-m", "games", "match", "nerve", "--games", "60", "--seats", "2")
    assert "normal" in told


@pytest.mark.parametrize(
    ("modules", "games", "sentence"),
    [
        ({"odd": "import nothing_like_this"}, {"odd": "odd:GAME"},
         "odd (odd:GAME) cannot be imported: ModuleNotFoundError: No module named"),
        ({"odd": derby()}, {"nascards": "odd:GAME"},
         "The name nascards is announced twice: games.nascards:GAME and odd:GAME."),
        ({"odd": derby().replace("    seat: Seat", "    who: Seat", 1)}, {"derby": "odd:GAME"},
         "The text event.Rolled.moved has a field {seat}, and there is none."),
        ({"odd": NERVE.read_text("utf-8").replace("pile: Backs[list[int]]", "pile: list[int]")},
         {"nerve": "odd:GAME"}, "Bend.pile has no mark that says who sees it"),
        ({"odd": NERVE.read_text("utf-8").replace(
            '    says: ClassVar = "{seat} {seat:draw} {cards}."\n', "")},
         {"nerve": "odd:GAME"}, "There is no text event.Drew."),
        ({"odd": derby().replace("title=\"Race to\", description=\"20 is quick\"", "")},
         {"derby": "odd:GAME"},
         "derby (odd:GAME): The option goal of RaceOptions has no description: give it a"),
        ({"odd": BAD_ROWS}, {"odd": "odd:GAME"},
         "odd (odd:GAME): data/cards.toml: card shove: do[0]: 'mlies' is none of the words it may "
         "be.\nodd (odd:GAME): data/cards.toml: card 1: there is no field `dos`.\n"),
        ({"odd": "raise SystemExit('bye')"}, {"odd": "odd:GAME"},
         "odd (odd:GAME) cannot be imported: SystemExit: bye."),
        ({"odd": derby()}, {"odd": "odd:Derby"}, "odd (odd:Derby) is no game: announce"),
        ({"odd": derby()}, {"odd": "odd"}, "odd (odd) is no game: announce"),
        ({"odd": derby()}, {"odd": "odd:GAME"},
         "odd (odd:GAME) calls itself derby: announce it under that name."),
        ({"odd": derby().replace("    seat: Seat", "    seat: Nobody", 1)}, {"derby": "odd:GAME"},
         "derby (odd:GAME) cannot be checked: NameError: name 'Nobody' is not defined."),
    ],
    ids=["does not import", "named twice", "field", "mark", "sentence", "option", "rows of data",
         "ends the process", "class", "module", "another name", "unknown type"],
)  # fmt: skip
def test_a_broken_one_is_refused_and_the_others_play(
    tmp_path: Path, modules: dict[str, str], games: dict[str, str], sentence: str
) -> None:
    install(tmp_path, modules, games)
    ended = run(tmp_path, "-m", "games", "check")
    assert ended.returncode == 1
    assert sentence in ended.stdout
    assert "carwars-cards: sound" in ended.stdout
    assert "Traceback" not in ended.stdout + ended.stderr


def test_playing_one_that_is_refused_says_why(tmp_path: Path) -> None:
    install(tmp_path, {"odd": derby()}, {"odd": "odd:GAME"})
    ended = run(tmp_path, "-m", "games", "play", "odd")
    assert ended.returncode == 2
    assert "calls itself derby" in ended.stderr
    assert "Traceback" not in ended.stderr


HAND = """
import images
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.players import Player
from games.engine.table import Table
from images.choices import Choices
players = [Player("Ann"), Player("Ben")]
table, _ = Table.start(find("claim"), 2, SeededChance(1))
for seat in range(2):
    view = table.view(seat)
    print(images.artist("claim").hand(view, players, Choices("Choose")).long_description())
print("rolled", table.context.state.rolls[0])
"""


def test_a_hand_of_ones_own_shows_what_its_seat_alone_sees(site: Path) -> None:
    *told, rolled = done(site, "-c", HAND).splitlines()
    assert f"Your dice: {rolled.split()[1]}" in told
    assert sum(line.startswith("Your dice") for line in told) == 1


def test_the_test_on_the_page_runs(site: Path) -> None:
    (site / "test_derby.py").write_text(on_page("test_derby.py"), "utf-8")
    one = "test_derby.py::test_it_keeps_the_contract[True-2]"
    assert "1 passed" in done(site, "-m", "pytest", "-c", "/dev/null", "-q", one)


def test_one_whose_pictures_cannot_be_loaded_is_drawn_plainly(tmp_path: Path) -> None:
    install(tmp_path, {"derby": derby()}, {"derby": "derby:GAME"})
    with (tmp_path / "little-1.0.dist-info" / "entry_points.txt").open(
        "a", encoding="utf-8"
    ) as file:
        file.write("[motordrome.artists]\nderby = nothing_like_this:ARTIST\n")
    ended = run(tmp_path, "-c", "import images; print(type(images.artist('derby')).__name__)")
    assert ended.stdout == "Plain\n"
    assert "The pictures of derby (nothing_like_this:ARTIST) cannot be loaded" in ended.stderr
