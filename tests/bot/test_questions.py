"""Questions as questions: two rows of choices, what is on is seen to be on, news by turn."""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import images
from bot.local import User
from bot.match.drivers import Line
from bot.match.match import Match
from bot.match.state import NEWS_KEPT, newest
from bot.posts import boards, choosing, custom_ids, hands, news, planning, rules_menu
from bot.posts.custom_ids import Pressed
from bot.posts.naming import names_for_buttons, names_for_text
from bot.posts.pictures import Pictures
from bot.posts.posts import Button, Post, Select, components
from games.engine.chance import ScriptedChance, SeededChance
from games.engine.found import NAMES
from games.engine.found import find as installed
from games.engine.kept import Emitted
from games.engine.table import Table
from games.engine.walk import presses
from games.mini_carwars import events as mini
from games.mini_carwars.events import PlayerLeft
from games.nascards import state as race
from games.nascards.events import PitsShown, Pitted, TurnBegan, TurnEnded
from games.nascards.options import Options
from games.world_auto_racing.events import RaceEnded
from games.world_auto_racing.kinds import KINDS
from images.carwars.attack import read_attack
from tests.bot.faults import match_of, settled
from tests.bot.pits import Pits, find, follow_up, item, question, read, verbs
from tests.bot.test_table_talk import discard
from tests.games.mini_carwars import sights
from tests.games.world_auto_racing import laps

CHOICES = ("pick", "choose", "some", "offer", "order")
HANDS = ("gun front, swerve, smoke, metal", "laser left, smoke")


def pressable(post: Post) -> list[Button]:
    """The buttons of a post that the bot hears of."""
    rows = [row for row in post.rows if not isinstance(row, Select)]
    return [button for row in rows for button in row if not button.url]


def pressed_by(button: Button) -> Pressed:
    """What a press of it says."""
    pressed = custom_ids.read(button.custom_id)
    assert pressed is not None
    return pressed


def rows_of(components: object) -> list[list[Pressed]]:
    """The rows of things to press below components, in order."""
    found: list[list[Pressed]] = []
    for part in components if isinstance(components, list) else []:
        inside = part.get("components", [])
        if part["type"] == 1:
            ids = [custom_ids.read(each.get("custom_id", "")) for each in inside]
            found.append([each for each in ids if each is not None])
        else:
            found += rows_of(inside)
    return found


def choice_rows(components: object) -> int:
    """How many of them hold choices."""
    return sum(any(each.verb in CHOICES for each in row) for row in rows_of(components))


async def test_two_rows_of_choices_stand_before_more(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    assert choice_rows(panel.components) == choosing.MOST_ROWS
    assert "rest" in verbs(panel)
    assert ("discard", "all") not in [each.path for each in read(panel)]
    before = await pits.stored()
    await pits.press(pits.ann, "rest", panel)
    panel = pits.panel(pits.ann)
    assert ("discard", "all") in [each.path for each in read(panel)]
    assert "order" in verbs(panel)
    assert "rest" not in verbs(panel)
    await pits.press(pits.ann, "fewer", panel)
    panel = pits.panel(pits.ann)
    assert choice_rows(panel.components) == choosing.MOST_ROWS
    assert await pits.stored() == before, "looking changes nothing"


def first_rows(name: str, *how: Any) -> list[list[str]]:
    """What the first rows of choices at a state put up by hand can be pressed for, for seat 0."""
    match = match_of(name)
    match.loaded(Table.begin(match.game, how[0], ScriptedChance(()))[0])
    ask = match.ask_of(0)
    assert ask is not None
    view, stand = match.view(0), choosing.stand_at(ask, match.game.words, how[1:])
    assert stand is not None
    rows = choosing.choice_rows(match, 0, view, ask, stand, opened=False)
    return [
        [each.placeholder if isinstance(each, Select) else each.label for each in items]
        for row in rows
        for items in [(row,) if isinstance(row, Select) else row]
    ]


def test_all_cards_stand_before_what_does_nothing() -> None:
    hand = "redline, drizzle, heel_and_toe, hairpin, brake_check"
    asked = laps.state(laps.racer(hand=hand), laps.racer(laps.CARS[1]))
    first, second, last = first_rows("world-auto-racing", asked)
    assert [label[:1] for label in first] == [*"12345"]
    assert second == ["Pass", "This round as the computer would"]
    assert "More choices" not in last


def test_of_many_cards_as_many_stand_first_as_there_is_room_for() -> None:
    cards = [card.id for card in KINDS.values() if card.type == "control" and not card.target][:9]
    asked = laps.state(laps.racer(hand=", ".join(cards)), laps.racer(laps.CARS[1]))
    first, second, last = first_rows("world-auto-racing", asked)
    assert [label[:1] for label in (*first, *second[:3])] == [*"12345678"]
    assert second[3:] == ["Pass", "This round as the computer would"]
    assert last[0] == "More choices"


def drive(hand: list[int], **driver: Any) -> race.State:
    """A driver of two is to choose a Speed card of this hand."""
    cars = [race.Driver(0, hand=hand, **driver), race.Driver(1, hand=[5, 5])]
    order = {"order": [0, 1], "history": [[0, 0]], "race": 1, "turn": 1, "active": 0}
    how: dict[str, Any] = {"phase": "speed", "beat": "speed", **order}
    return race.State(Options(), cars, **how)


def test_the_list_of_several_cards_is_shown_however_many_single_ones_there_are() -> None:
    """Nothing else leads to two Speed cards: who does not see the list does not know of them."""
    *first, several, last = first_rows("nascards", drive([1, 2, 3, 5, 6, 8, 9, 10], speed_max=2))
    assert several == ["Two Speed cards: both make one move"]
    assert last[0] == "More choices"
    assert len(first) == choosing.MOST_ROWS
    *first, several, last = first_rows("nascards", drive([1, 5, 10], speed_max=2))
    assert (len(first), several) == (1, ["Two Speed cards: both make one move"])
    assert "More choices" not in last


def test_of_many_choices_those_beside_the_usual_one_stand_first() -> None:
    first, second, last = first_rows("nascards", drive([1, 2, 3, 5, 6, 8, 9, 10]))
    assert [*first, *second[:2]] == [f"Speed {card}" for card in (2, 3, 5, 6, 8, 9, 10)]
    assert last[0] == "More choices", "the 1 is behind it"


def test_shots_stand_before_holding_fire() -> None:
    cars = sights.car(0, 0, "mini_sherman"), sights.car(1, 1, "mini_sherman", y=2.0, heading=45.0)
    first, second, *_ = first_rows("mini-carwars", sights.sight(cars=cars, step="fire", person=0))
    assert len(first) == 5, "four shots and smoke"
    assert second[0] == "Hold fire"


async def test_more_of_a_question_that_is_settled_is_refused(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    old = find(panel, "rest")
    await discard(pits)
    outcome = await pits.forge(pits.ann, old, panel)
    assert "That question is settled by now" in (await follow_up(outcome)) + panel.text


GAMES = ("carwars", "carwars-cards", "mini-carwars", "nascards", "world-auto-racing")


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_usual_is_never_hidden(pits: Pits, game: str) -> None:
    await pits.deal(2, game=game)
    await pits.settled()
    for _ in range(6):
        match = await pits.match()
        for user in (pits.ann, pits.ben):
            seat = match.seat_of(user.id)
            ask = match.ask_of(seat) if seat is not None else None
            if ask is None:
                continue
            first = presses(ask, match.game.words, ask.default)[0]
            panel = pits.panel(user)
            assert question(panel) == ask.number
            keys = {each.path[0] for each in read(panel) if each.path and each.verb != "order"}
            for pressable in panel.pressables:
                keys |= {str(line["value"]) for line in pressable.options}
            assert first[0] in keys, (ask.kind, first)
            assert choice_rows(panel.components) <= choosing.MOST_ROWS
        for user in (pits.ann, pits.ben):
            await pits.bot.matches.change(match.id, _by_default(user.id))
        await pits.settled()


def _by_default(user: int) -> Callable[[Match], None]:
    def answer(match: Match) -> None:
        seat = match.my_seat(user)
        if (ask := match.ask_of(seat)) is not None:
            match.answer(user, ask.number, ask.default)

    return answer


def in_the_code(game: str) -> set[str]:
    """What a game's code cites of the rulebook, in questions and refusals."""
    folder = Path(inspect.getfile(type(installed(game)))).parent
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in folder.rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    found = {node.value for node in nodes if isinstance(node.value, str)}
    return {text for text in found if text.startswith("Rules: ") and "\n" not in text}


@pytest.mark.parametrize("name", GAMES)
def test_each_topic_that_a_game_cites_stands_in_its_rules_menu(name: str) -> None:
    cites, game = in_the_code(name), installed(name)
    assert len(cites) > 4
    assert [cite for cite in cites if rules_menu.cited(game, cite) is None] == []


@pytest.mark.parametrize("name", GAMES)
async def test_a_hand_names_the_topic_of_its_question_as_the_rules_menu_does(name: str) -> None:
    match, rng, kinds = match_of(name), random.Random(5), set[str]()
    menu = rules_menu.of_game(match.game).rows
    titles = {line.label for row in menu if isinstance(row, Select) for line in row.choices}
    table, _ = Table.start(match.game, match.game.seats[0], SeededChance(5))
    for _ in range(250):
        match.loaded(table)
        for ask in table.asks if table.result is None else ():
            if ask.kind not in kinds:
                kinds.add(ask.kind)
                post = await hands.hand(match, ask.seat, Pictures())
                (cited,) = [line for line in post.body if line.startswith("Rules: ")]
                assert cited.removeprefix("Rules: ") in titles
                opened = rules_menu.of_match(match, match.seats[ask.seat].user_id or 0)
                assert cited.removeprefix("Rules: ") in opened.body[0], "what /rules opens"
        if table.result is not None:
            break
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, rng.choice([*ask.tries(20)]))
    assert len(kinds) > 3


async def test_a_wish_shows_that_it_is_on_and_the_same_press_switches_it_off(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await discard(pits)
    panel = pits.panel(pits.ann)
    assert item(panel, "wish").label == "Stay from now on"
    await pits.press(pits.ann, "wish", panel)
    await pits.settled()
    panel = pits.panel(pits.ann)
    assert "wish" not in verbs(panel)
    assert item(panel, "unwish").label == "✓ Stay from now on"
    outcome = await pits.press(pits.ann, "unwish", panel)
    assert "Switched off" in outcome.text
    await pits.settled()
    assert (await pits.match()).seats[0].auto_answers == []
    assert "unwish" not in verbs(pits.panel(pits.ann))


async def test_an_order_that_stands_is_green_and_a_press_takes_it_back(pits: Pits) -> None:
    """`lay` has everybody mean to leave."""
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    on = next(each for each in panel.pressables if each.label == "✓ Escape at my next turn")
    await pits.forge(pits.ann, on.custom_id, panel)
    await pits.settled()
    panel = pits.panel(pits.ann)
    assert "✓" not in "".join(each.label or "" for each in panel.pressables)
    await pits.press(pits.ann, "rest", panel)
    select = item(pits.panel(pits.ann), "order")
    assert "Escape at my next turn" in [each["label"] for each in select.options]


async def test_an_order_whose_answer_is_lost_shows_on_the_hand(pits: Pits) -> None:
    await pits.lay(*HANDS)
    panel = pits.panel(pits.ann)
    on = next(each for each in panel.pressables if each.label == "✓ Escape at my next turn")
    pits.local.misbehave.fail_next(code=10008)
    await pits.forge(pits.ann, on.custom_id, panel)
    await pits.settled()
    assert "✓" not in "".join(each.label or "" for each in panel.pressables)


async def test_passing_until_ones_turn_is_switched_off_by_its_button(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await pits.bot.matches.change(pits.match_id, lambda s: s.set_passes(pits.ben.id, True))
    await pits.settled()
    panel = pits.panel(pits.ben)
    assert item(panel, "unwish").label == "✓ Pass until my turn"
    await pits.press(pits.ben, "unwish", panel)
    assert not (await pits.match()).seats[1].passes


async def test_the_board_tells_what_came_since_all_acted_by_turn(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    lines = [line for line in pits.board().text.splitlines() if "discards" in line]
    assert lines[0].startswith("-# **Turn 1** · Ann"), lines
    for user in (pits.ben, pits.ann):
        await pits.press(user, "some", pits.panel(user), values=["0"])
        await pits.settled()
        await pits.press(user, "pick", pits.panel(user), "pass")
        await pits.settled()
    # Ben, who acted first, has seen all but what Ann did after him.
    lines = [line for line in pits.board().text.splitlines() if "discards" in line]
    assert len(lines) == 1, lines
    assert lines[0].startswith("-# **Turn 3** · Ann")


async def test_no_sentence_of_a_turn_stands_twice(pits: Pits) -> None:
    await pits.lay(*HANDS)
    match = await pits.match()
    match.turns = [(1, 1), (3, 2)]
    told = [
        ((0, 1), "Ann waits."),
        ((1, 2), "Ben waits."),
        ((0, 1), "Ann waits."),
        ((1, 2), "Ann waits."),
    ]
    assert news.by_turn(match, told) == [
        "**Turn 1** · Ann waits (×2).",
        "**Turn 2** · Ben waits.",
        "Ann waits.",
    ]
    assert news.by_turn(match, told[3:]) == ["Ann waits."], "the present turn"
    again = [((1, 1), "Ann waits."), ((2, 1), "Ann waits.")]
    assert news.by_turn(match, again) == [f"**Turn 1** · {line}" for _, line in again]


@pytest.mark.parametrize("game", ["nascards", "world-auto-racing"])
async def test_the_hand_of_a_race_tells_what_came_since_its_player_acted(
    pits: Pits, game: str
) -> None:
    await pits.deal(2, game=game)
    while not news.news(match := await pits.match(), None):
        ask = match.waiting()[0]
        user = pits.people[ask.seat]

        def usual(match: Match, user: User = user, ask: Any = ask) -> None:
            match.answer(user.id, ask.number, ask.default)

        await pits.bot.matches.change(pits.match_id, usual)
        await pits.settled()
    seat = match.waiting()[0].seat
    match.seats[seat].seen = 0
    told = news.news(match, seat, match.game.briefs, 0)
    post = await hands.hand(match, seat, Pictures())
    assert told
    assert [line for line in post.body if line.startswith("-# ")] == [f"-# {x}" for x in told]


@pytest.mark.parametrize("game", ["nascards", "world-auto-racing", "mini-carwars"])
def test_what_one_seat_alone_may_know_is_news_to_it_and_to_nobody_else(game: str) -> None:
    """Cards that were drawn or looked at, and what was bought in secret."""
    match = match_of(game)
    for _ in range(12):
        ask = match.running().asks[0]
        user = match.seats[ask.seat].user_id
        assert user is not None
        match.answer(user, ask.number, ask.default)
        settled(match)
    words, own = match.game.words, [each for each in match.news if each[1].seats is not None]
    assert own
    for at, told in own:
        for reader in (None, 0, 1):
            line = words.event(told.event, names_for_text(match), reader).rstrip(".")
            lines = news.news(match, reader, lines=999, since=at)
            assert any(line in each for each in lines) == told.reaches(reader)
        assert told.event not in news.public(match)


def test_who_takes_over_a_seat_has_no_news_of_before() -> None:
    match = match_of("nascards", people=2)
    at, told = next(each for each in match.news if each[1].seats == (0,))
    players = names_for_text(match)
    told_as = {match.game.words.event(told.event, players, reader) for reader in (0, None)}
    assert told_as & set(news.news(match, 0, lines=999))
    match.seats[0].since = at + 1
    assert not told_as & set(news.news(match, 0, lines=999))


def test_news_of_one_seat_push_away_no_news_of_all() -> None:
    """Else what a spectator reads would tell how much a player has been told alone."""
    shown = (1, Emitted(PlayerLeft(0), None))
    alone = (1, Emitted(PlayerLeft(0), (1,)))
    assert newest([shown] * NEWS_KEPT + [alone] * 200) == [shown] * NEWS_KEPT + [alone] * 200
    assert newest([alone, *[shown] * (NEWS_KEPT + 1)]) == [shown] * NEWS_KEPT


async def test_the_attacks_of_the_picture_are_one_press_away_by_their_numbers() -> None:
    """Also of a car with so many weapons that some buttons stand behind More choices."""
    match = match_of("carwars", people=4)
    met = 0
    for _ in range(100):
        ask = match.running().asks[0]
        user, view = match.seats[ask.seat].user_id, match.view(ask.seat)
        assert user is not None
        if ask.kind == "attack":
            post = await hands.hand(match, ask.seat, Pictures())
            offers = [each for each in pressable(post) if pressed_by(each).verb == "offer"]
            choices = images.Choices("", paths=tuple(map(match.game.words.path, ask.options)))
            shown = read_attack(view, names_for_buttons(match), choices)
            assert [each.label.split()[0] for each in offers] == [
                str(number) for number in range(1, len(shown.aims) + 1)
            ]
            key = pressed_by(offers[-1]).path[0]
            _, answer = planning.offered(match, ask.seat, ask.number, key)
            assert answer == shown.aims[-1].fire, "the last button is the last row"
            assert "Hold fire" in [each.label for each in pressable(post)]
            met += len(offers) > 1
        match.answer(user, ask.number, ask.default)
        settled(match)
    assert met


async def test_one_thing_at_most_is_recommended_in_a_fight() -> None:
    """On every step of every way to an answer; a button that ends a turn is blue by itself."""
    match, met = match_of("carwars", people=3), set[str]()
    for _ in range(40):
        ask = match.running().asks[0]
        user = match.seats[ask.seat].user_id
        assert user is not None
        for path in {
            parts[:n] for parts in map(match.game.words.path, ask.options) for n in range(4)
        }:
            post = await hands.hand(match, ask.seat, Pictures(), path=path, opened=True)
            main = [each.label for each in pressable(post) if each.style == "main"]
            assert len(main) <= 1, (ask.kind, path, main)
            met |= {ask.kind} if main else set()
        post = await hands.hand(match, ask.seat, Pictures(), opened=True)
        assert sum(each.style == "main" for each in pressable(post)) <= 1
        match.answer(user, ask.number, ask.default)
        settled(match)
    assert met == {"place", "attack"}


@pytest.mark.parametrize("game", NAMES)
def test_a_board_shows_its_picture_before_what_has_happened(game: str) -> None:
    """A phone has no room for both at once."""
    match = match_of(game)
    while not news.fresh(match):
        ask = match.running().asks[0]
        user = match.seats[ask.seat].user_id
        assert user is not None
        match.answer(user, ask.number, ask.default)
        settled(match)
    (box,) = components(boards.undrawn(match, Pictures(), None))
    kinds = [list(part) for part in box["components"]]
    picture = next(at for at, part in enumerate(kinds) if "items" in part)
    buttons = next(at for at, part in enumerate(kinds) if "components" in part)
    told = [at for at, part in enumerate(box["components"])
            if news.fresh(match)[0] in part.get("content", "")]  # fmt: skip
    assert picture < told[0] < buttons


async def test_once_a_speed_is_pressed_the_question_says_that_one() -> None:
    match = match_of("carwars", people=2)
    while (ask := match.running().asks[0]).kind != "turn":
        user = match.seats[ask.seat].user_id
        assert user is not None
        match.answer(user, ask.number, ask.default)
        settled(match)
    for path, said in {
        (): "You are at speed 2, with",
        ("turn", "v3"): "This turn you'll be at speed 3, with",
        ("turn", "v3", "s"): "This turn you'll be at speed 3, with",
        ("turn", "v0"): "This turn you'll be stopped, with",
        ("turn", "vr0"): "This turn you'll be in reverse, with",
    }.items():
        post = await hands.hand(match, ask.seat, Pictures(), path=path)
        assert post.body[0].startswith(said)


def test_turns_that_begin_in_one_move_are_told_apart() -> None:
    match = match_of("nascards")
    match.turns = [(3, 3), (9, 4), (9, 5), (9, 6)]
    events = [
        (8, PitsShown((), (), ())),
        (9, TurnEnded(3, (1, 2), -1)),
        (9, TurnBegan(4)),
        (9, TurnEnded(4, (1, 2), -1)),
        (9, TurnBegan(5)),
        (9, TurnBegan(6)),
        (10, PitsShown((), (), ())),
    ]
    numbers = [number for _, (_, number), _ in news.in_turns(match, events)]
    assert numbers == [3, 3, 4, 4, 5, 6, 6]
    assert [number for _, (_, number), _ in news.in_turns(match, events[-1:])] == [6]
    match.turns = []
    assert [number for _, (_, number), _ in news.in_turns(match, events[:4])] == [3, 3, 4, 4]


async def test_a_round_is_called_as_its_game_counts_it(pits: Pits) -> None:
    match = match_of("world-auto-racing")
    match.turns = [(1, 1), (3, 2)]
    assert news.by_turn(match, [((0, 1), "Ann passes.")]) == ["**Round 1** · Ann passes."]


async def test_a_secret_choice_that_all_have_made_makes_what_was_before_no_news(
    pits: Pits,
) -> None:
    """Not before all have: who has chosen is seen by nothing."""
    await pits.deal(2, game="nascards")
    assert "The race to" in pits.board().text
    await pits.bot.matches.change(pits.match_id, _by_default(pits.ann.id))
    await pits.settled()
    assert "The race to" in pits.board().text
    await pits.bot.matches.change(pits.match_id, _by_default(pits.ben.id))
    await pits.settled()
    text = pits.board().text
    assert "The race to" not in text
    assert "pits" not in text, "who stays out is no news"


def test_what_was_before_an_own_answer_is_no_news() -> None:
    """Also while the turn goes on, such as with the answer to an attack."""
    match = match_of("carwars-cards")
    within = 0
    for _ in range(20):
        table = match.running()
        ask, number, first = table.asks[0], match.last_move, table.first_number
        alone, user = len(table.asked) == 1, match.seats[ask.seat].user_id
        assert user is not None
        match.answer(user, ask.number, ask.options[0] if ask.options else ask.default)
        if alone:
            assert match.seats[ask.seat].shown > number
            within += match.running().first_number == first
        settled(match)
    assert within


async def test_where_there_are_plans_the_board_tells_two_turns(pits: Pits) -> None:
    """Shots of the turn stay there, though plans have driven on since: nobody sees a plan."""
    match = match_of("mini-carwars", people=2)
    match.turns = [(1, 1), (3, 2), (5, 3)]
    told = [(2, PlayerLeft(0)), (3, mini.TurnBegan(2)), (4, PlayerLeft(1)), (5, mini.TurnBegan(3))]
    match.news = [(at, Emitted(event, None)) for at, event in told]
    match.seats[0].shown = match.seats[1].shown = 4
    (line,) = news.fresh(match)
    assert line.startswith("**Turn 2** · P2"), "of a turn without news the one before is told"
    match.turns, match.news = match.turns[:2], match.news[:3]
    first, second = news.fresh(match)
    assert first.startswith("**Turn 1** · P1")
    assert second.startswith("**Turn 2** · P2")


async def test_the_board_does_not_tell_that_who_plays_alone_has_pressed(pits: Pits) -> None:
    """In an open window, or by a plan: an edit would show it to all who watch."""
    for name in ("mini-carwars", "carwars-cards"):
        match = match_of(name, people=1, computers=1)
        match.turns = [(1, 1), (4, 2)]
        match.news = [(at, Emitted(PlayerLeft(at % 2), None)) for at in (2, 3, 5)]
        before = news.fresh(match)
        match.seats[0].seen = 6
        assert news.fresh(match) == before
        assert before


async def test_where_there_is_no_room_the_oldest_lines_go(pits: Pits) -> None:
    """What happened last in the turn before stays: a fight's shots come at the end of a turn."""
    match = match_of("nascards")
    match.turns = [(0, 1), (2, 2)]
    told = [(n, PitsShown((n % 2,), (), ())) for n in range(4)]
    events = [*told[:2], (2, TurnBegan(2)), *told[2:]]
    match.news = [(n, Emitted(event, None)) for n, event in events]
    assert len(news.news(match, None, lines=4)) == 4
    earlier, *rest = news.news(match, None, lines=3)
    assert "What happened" in earlier
    assert rest[1:] == news.news(match, None)[2:]
    assert rest[0].startswith("**Turn 1** · ")
    assert news.news(match, None, lines=1) == [earlier, *news.news(match, None, since=3)]
    match.news = [(0, Emitted(PitsShown((), (), ()), None))] * (NEWS_KEPT - 3) + match.news[2:]
    assert news.news(match, None)[0] == earlier, "of the first turn not all is kept"


async def test_what_a_driver_says_pushes_no_news_away(pits: Pits) -> None:
    match = match_of("nascards")
    match.turns = [(1, 1)]
    match.news = [(n, Emitted(PitsShown((n,), (), ()), None)) for n in range(2)]
    before = news.news(match, None, lines=2)
    assert len(before) == 2
    match.said = [Line(1, "Rook", "Noted.")]
    assert news.news(match, None, lines=2) == [*before, "Rook: “Noted.”"]


def test_a_result_says_what_decided_it() -> None:
    match = match_of("mini-carwars")
    out = mini.WentOut(1, "crew", 0, tags=sights.TAGS)
    end = mini.Ended("survivor", (0,))
    match.last_move = 7
    match.news = [(7, Emitted(event, None)) for event in (out, end)]
    said = "P2's Mini Sherman is knocked out by P1's Courier: crew down."
    assert news.decided(match) == (said, False)
    match.last_move = 8
    assert news.decided(match) == ("", False), "long ago"

    # That a crash puts out is told by the crash alone.
    gone = mini.WentOut(1, "crashed", tags=sights.TAGS)
    match.news = [(8, Emitted(event, None)) for event in (mini.Crashed(1, tags=sights.TAGS), gone)]
    said = "P2's Mini Sherman crashes and burns: everybody aboard is dead."
    assert news.decided(match) == (said, False)


def test_a_result_says_once_who_won() -> None:
    match = match_of("world-auto-racing")
    match.last_move = 7
    match.news = [(7, Emitted(RaceEnded("finish", ((1,), (0,)), (90, 104)), None))]
    assert news.decided(match) == ("P2 wins the race: P2 104, P1 90.", True)
    assert news.decided(match, 1) == ("You win the race: you 104, P1 90.", True)


async def test_what_another_event_tells_as_well_has_no_line_of_its_own(pits: Pits) -> None:
    match = match_of("nascards")
    match.turns = [(1, 1)]
    pitted = Pitted(0, 6, 8, 0, 0, "crash")
    match.news = [(1, Emitted(event, None)) for event in (PitsShown((0,), (0,), ()), pitted)]
    assert news.news(match, None) == ["P1 must pit after a crash: 6 Speed cards out, 8 in."]
    blows = ((6,), (2,)), (6, 2), (0, 0), (0.0, 0.0)
    crash = mini.Collided(0, 1, "head-on", (0, 0), (60, 60), 120, *blows)
    match = match_of("mini-carwars")
    match.turns = [(1, 1)]
    unhurt = (0, "", 0, 0, 0, 0, (), 0, False, 0)
    for breached, lines in ((False, 1), (True, 2)):
        hit = mini.Hit(1, 0, 0, (2,), 2, breached, *unhurt)
        match.news = [(1, Emitted(event, None)) for event in (crash, hit)]
        assert len(news.news(match, None)) == lines, "that a side is breached is worth one"


async def test_what_happened_tells_a_pit_stop_once(pits: Pits) -> None:
    await pits.deal(2, game="nascards")
    await pits.settled()
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pit")
    await pits.settled()
    told = (await pits.press(pits.ann, "missed")).text
    assert "You pit: " in told
    assert "Ben pits: " in told
    assert "and Ben pit." not in told
