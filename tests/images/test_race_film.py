"""Films of races and duels: in time, in bytes, their captions in words everyone may read."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageSequence

import images
from games.engine.chance import SeededChance
from games.engine.errors import Refusal
from games.engine.found import find
from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.engine.table import Emitted, Table
from games.nascards import events as n
from games.world_auto_racing import events as w
from games.world_auto_racing.kinds import KINDS
from images import fonts
from images.film import LAST, LONGEST, MOST, NAME, Captions, Film, Scene, chosen, reading
from images.film_frame import FOOT, HIGH, WIDE
from images.nascards import film as nascards
from images.race_film import _ROAD, ALWAYS, MOTIONS, Beat, Course, Stage, directed, shown, takes
from images.theme import PALETTE, SOFT
from images.window import Window
from images.words import MOST_ALT
from images.world_auto_racing import film as war

PLAYERS = [Player(name) for name in ["Ann", "Ben", "Cora", "Dan", "Eve", "Finn", "Gus", "Hal"]]
LONG = [Player(letter * 32) for letter in "WMQWMQWM"]
RACES = [("nascards", 2), ("nascards", 5), ("nascards", 8)]
RACES += [("world-auto-racing", 2), ("world-auto-racing", 3), ("world-auto-racing", 5)]
DUELS = [("carwars-cards", 2), ("carwars-cards", 3), ("carwars-cards", 6)]
EVERY = RACES + DUELS


def film_of(game: str) -> Film:
    """How a game's matches are filmed."""
    filmed = images.artist(game).film
    assert filmed is not None
    return filmed


@cache
def match(game: str, seats: int, seed: int = 7) -> tuple[Table[Any], list[Emitted]]:
    """A whole match at random: its table at the end, and all that was told."""
    table, told = Table.start(find(game), seats, SeededChance(seed), find(game).Options())
    rng, computers = random.Random(seed), find(game).computers
    news = [*told]
    while table.result is None:
        for ask in table.asks:
            view, imagine = table.view(ask.seat), partial(table.imagine, ask.seat)
            made = computers["easy"].decide(view, ask, imagine, rng)
            news += table.answer(ask.seat, ask.number, made.answer)
    return table, news


def played(game: str, seats: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The same: what everyone was told, and all that was told to anybody."""
    _, news = match(game, seats)
    public = tuple(each.event for each in news if each.reaches(None))
    return public, tuple(each.event for each in news)


def frames_of(data: bytes) -> list[tuple[Image.Image, int]]:
    """The frames of a GIF as they are seen, with their ms."""
    with Image.open(BytesIO(data)) as gif:
        return [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(gif)]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_a_whole_match_is_a_film_of_a_minute_at_most(game: str, seats: int) -> None:
    options = find(game).Options()
    data = film_of(game).replay(played(game, seats)[0], PLAYERS[:seats], options)
    frames = frames_of(data)
    assert len(data) <= MOST
    assert sum(ms for _, ms in frames) <= LONGEST
    assert frames[-1][1] >= LAST
    assert {picture.size for picture, _ in frames} == {(WIDE, HIGH)}
    colours = {colour for picture, _ in frames for _, colour in picture.getcolors(256) or ()}
    assert colours <= set(PALETTE)


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_what_only_some_were_told_is_not_in_the_film(game: str, seats: int) -> None:
    public, every = played(game, seats)
    options, players = find(game).Options(), PLAYERS[:seats]
    assert len(every) > len(public), "there was something to hide"
    assert film_of(game).words(public, players, options) == film_of(game).words(
        every, players, options
    )
    assert film_of(game).replay(public, players, options) == film_of(game).replay(
        every, players, options
    )


def captions_of(game: str, events: Sequence[Any], players: Sequence[Player]) -> list[str]:
    """Every caption a film of these events might have."""
    module = import_module(f"images.{game.replace('-', '_')}.film")
    if game == "carwars-cards":
        say = Captions(module.SAID, players)
        return [say(x) for x in events if isinstance(x, module._TOLD)]
    course, beats = module.tell(events, players, find(game).Options())
    return [beat.caption for beat in directed(beats, course.seats) if beat.worth]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_captions_fit_their_two_lines(game: str, seats: int) -> None:
    said = captions_of(game, played(game, seats)[0], LONG[:seats])
    assert len(set(said)) > 5
    for words in said:
        assert words
        assert words[:1] == words[:1].upper()
        lines = fonts.wrap(words, 22, WIDE - 28 - 90, 2, "b")
        assert " ".join(lines) == words, words


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_the_film_in_words_has_its_result_and_fits(game: str, seats: int) -> None:
    public, _ = played(game, seats)
    words = film_of(game).words(public, PLAYERS[:seats], find(game).Options())
    assert len(words) <= MOST_ALT
    assert re.match(r"The (race|duel) as a film.*? wins? ", words)
    assert "Nobody has won" in film_of(game).words(
        public[:-3], PLAYERS[:seats], find(game).Options()
    )


@pytest.mark.parametrize("game", ["nascards", "world-auto-racing", "carwars-cards"])
def test_there_is_no_film_before_the_start(game: str) -> None:
    with pytest.raises(Refusal, match="has not begun yet"):
        film_of(game).replay([], PLAYERS[:2], find(game).Options())


@pytest.mark.parametrize("game", ["nascards", "world-auto-racing", "carwars-cards"])
def test_the_texts_of_captions_have_no_fault(game: str) -> None:
    assert list(import_module(f"images.{game.replace('-', '_')}.film").SAID.faults()) == []


@pytest.mark.parametrize(("game", "seats"), RACES)
def test_a_caption_stays_until_it_is_read(game: str, seats: int) -> None:
    module = import_module(f"images.{game.replace('-', '_')}.film")
    course, beats = module.tell(played(game, seats)[0], PLAYERS, find(game).Options())
    beats = directed(beats, course.seats)
    for motion in MOTIONS:
        told = [beats[at].caption for at in sorted(shown(beats, motion))]
        ms = sum(frame.ms for frame in takes(beats, course, PLAYERS, motion))
        assert ms >= sum(reading(words) // 10 * 10 for words in told)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_course_that_is_driven_lies_below_the_road(seats: int) -> None:
    table, events = match("world-auto-racing", seats)[0], played("world-auto-racing", seats)[0]
    course, beats = war.tell(events, PLAYERS[:seats], table.context.state.options)
    shown = [course.card, *(beat.card for beat in beats if beat.card is not None)]
    assert len(shown) > 1
    (top,) = table.context.state.courses[-1:]
    assert shown[-1] == war._card([top])
    assert shown[-1].name == KINDS[top[0]].name


def moved(seat: int, before: int, after: int) -> n.Moved:
    """Some miles driven."""
    return n.Moved(seat, "speed", Sum((Part(after - before, "card"),)), before, after)


def test_dull_moves_go_with_the_next_that_is_told() -> None:
    events = [
        n.RaceStarted(1, 1, 200, (0, 1)),
        n.TurnBegan(1),
        moved(0, 0, 9),
        moved(1, 0, 5),
        msgspec.structs.replace(moved(1, 5, 30), why="card"),
        n.RaceEnded(1, "goal", ((1,), (0,)), (9, 30), ()),
    ]
    course, beats = nascards.tell(events, PLAYERS[:2], None)
    beats = directed(beats, course.seats)
    assert beats[-2].caption == "Ben gains 25 miles and takes the lead"
    assert beats[-1].caption == "Ben wins with 30 miles"
    told = [beat._replace(worth=0) if beat.worth == 1 else beat for beat in beats]
    long, short = (sum(1 for _ in takes(each, course, PLAYERS, 6)) for each in (beats, told))
    assert short < long


def test_cars_that_are_level_keep_the_order_they_had(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[list[int]]()
    monkeypatch.setattr(Stage, "draw", lambda stage, *_: seen.append(stage.by_miles()))
    beats = [Beat("Start", worth=ALWAYS, begins=True, grid=(2, 0, 1))]
    steps = [{0: 5, 1: 5, 2: 5}, {1: 6}, {0: 6}, {2: 9}, {0: 5}]
    beats += [Beat("On", worth=9, at=at) for at in steps]
    list(takes(beats, Course("Race", 100, 3), PLAYERS, 0))
    assert seen == [[2, 0, 1], [2, 0, 1], [1, 2, 0], [1, 0, 2], [2, 1, 0], [2, 1, 0]]


@pytest.mark.parametrize(("game", "seats"), RACES)
def test_a_race_begins_in_the_order_of_its_start(game: str, seats: int) -> None:
    table, _ = match(game, seats)
    public, _ = played(game, seats)
    _, beats = {"nascards": nascards, "world-auto-racing": war}[game].tell(
        public, PLAYERS[:seats], table.context.state.options
    )
    (start,) = (x for x in public if isinstance(x, (n.RaceStarted, w.StartDrawn)))
    order = start.grid if isinstance(start, n.RaceStarted) else start.order
    assert [beat.grid for beat in beats if beat.begins] == [order]


def test_what_is_shown_is_worth_most_and_comes_from_all_of_the_match() -> None:
    same = [Scene(1, 10)] * 64
    some = sorted(chosen(same, 160))
    assert len(some) == 16
    assert some[0] < 8
    assert some[-1] >= 56
    assert chosen([*same, Scene(9, 155), Scene(0, 1)], 160) == {64}


def dashes(first: float) -> list[int]:
    """Where the dashes between the second and the third of three lanes are, in px of the road."""
    sheet = Stage(Course("Race", 100, 3), PLAYERS[:3], [first] * 3).draw(
        Window(first, first + 20, 5)
    )
    left, right = _ROAD
    rows = [
        [sheet.getpixel((x, y)) == SOFT for x in range(left, right)] for y in range(HIGH - FOOT)
    ]
    edges = [y for y, row in enumerate(rows) if sum(row) > (right - left) * 9 // 10]
    lane = (edges[-1] - edges[0]) * 2 // 3 + edges[0]
    row = max(rows[lane - 3 : lane + 4], key=sum)
    return [x for x, lit in enumerate(row) if lit]


def test_the_road_has_edges_and_dashes_that_pass_by() -> None:
    here, there = dashes(40), dashes(40.625)
    wide = _ROAD[1] - _ROAD[0]
    for row in (here, there):
        assert wide // 3 < len(row) < wide * 2 // 3
        assert row[0] < wide // 10
        assert row[-1] > wide * 9 // 10
    assert here != there
    assert dashes(42.5) == here, "a dash and a gap farther on it looks the same"


def test_names_in_captions_are_cut() -> None:
    say = Captions(nascards.SAID, LONG)
    words = say(n.Totaled(0, 12))
    assert words.partition(" ")[0] == "W" * (NAME - 1) + "…"
