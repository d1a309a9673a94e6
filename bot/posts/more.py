"""What stands behind *More*: what else can be done at a table, and the story of a seat."""

from __future__ import annotations

from typing import Any, Final

from bot.match.drivers import DRIVERS
from bot.match.match import Match
from bot.match.names import plain_name, short_name
from bot.posts import takeover
from bot.posts.boards import foot
from bot.posts.naming import names_for_buttons, players_at
from bot.posts.news import Turn, by_turn, in_turns, tells
from bot.posts.pictures import Pictures
from bot.posts.posts import SEAT_COLOURS, Button, Choice, Post, Select
from bot.posts.pressing import button_id, press
from bot.words import say
from games.engine.players import SEAT_LETTERS

STORY_LINES: Final = 12
"""Lines of a seat's story."""


def more(match: Match, user_id: int) -> Post:
    """What else can be done at a table."""
    seat = match.seat_of(user_id)
    mine = match.seats[seat] if seat is not None else None
    stands = mine is not None and (mine.passes or bool(mine.auto_answers) or mine.plan is not None)
    # Without other people the computer would play for nobody: the table pauses.
    alone = seat is not None and match.people() == [seat]
    name = say("boards.pause") if alone else say("boards.hand_over")
    what = say("boards.stops_the_table") if alone else say("boards.lets_the_computer_play")
    mine_only: tuple[Button, ...] = (
        press(match, "undo"),
        press(match, "leave", label=name),
        press(match, "car"),
        press(match, "whycomputer"),
        press(match, "end", style="grave", label=say("boards.end")),
    )
    shared: tuple[Button, ...] = (
        press(match, "standings"),
        *_chart(match),
        press(match, "notify"),
        *_haste(match, seat),
        *([press(match, "askme")] if stands else []),
    )
    if seat is None:
        # Nothing stands there that only players can press.
        mine_only, shared = (), (press(match, "whycomputer"), *shared)
    told = [say("boards.what_more_is_for", name=name, what=what)] * (seat is not None)
    faster, slower = say("boards.what_speed_up_does"), say("boards.what_usual_speed_does")
    haste = [slower if match.hurried else faster] * bool(_haste(match, seat))
    about, row = takeover.more(match, user_id)
    watches = match.table is not None and follows(match, user_id)
    return Post(
        head=say("press.more"),
        body=(*told, *haste, *about),
        rows=(
            *(each for each in (mine_only, shared, row) if each),
            *([_to_follow(match)] if watches else []),
        ),
    )


def follows(match: Match, user_id: int) -> bool:
    """Whether a user only watches, and may follow the cars of others."""
    seat = match.seat_of(user_id)
    return seat is None or match.is_out(seat) or match.has_left(seat)


def _to_follow(match: Match) -> Select:
    seats = range(len(match.seats))
    lines = [Choice(f"{SEAT_LETTERS[n]} {short_name(match.seats[n].name)}", str(n)) for n in seats]
    story = button_id(match, "story", 0, ("seat",))
    return Select(say("boards.follow_a_seat"), story, tuple(lines))


async def story(match: Match, seat: int, events: list[tuple[int, Any]], pictures: Pictures) -> Post:
    """What everybody knows of a seat: its car, and what has happened to it of the public `events`
    of the match, with their moves."""
    players, words = players_at(match, plain_name), match.game.words
    told: list[tuple[Turn, str]] = []
    for at, turn, event in reversed(in_turns(match, events)):
        if len(told) == STORY_LINES:
            break
        line = words.event(event, players(at), None) if tells(match, event) else ""
        # What tells of a seat reads otherwise for its own player.
        if line and line != words.event(event, players(at), seat):
            told.insert(0, (turn, line))
    driver = DRIVERS.get(match.driver_of(seat))
    lines = by_turn(match, told) or [say("boards.nothing_has_happened")]
    return Post(
        head=f"{SEAT_LETTERS[seat]} {plain_name(match.seats[seat].name)}",
        body=(*([driver.about] if driver else []), *(f"-# {line}" for line in lines)),
        picture=await pictures.sheet(match.game, match.view(None), names_for_buttons(match), seat),
        rows=((press(match, "story", seat),), _to_follow(match)),
        foot=foot(match),
        accent=SEAT_COLOURS[seat],
    )


def _chart(match: Match) -> tuple[Button, ...]:
    """What shows the game so far as lines, once there are any: a single duel has none."""
    chart = None if match.table is None else match.game.words.chart(match.view(None))
    return (press(match, "chart"),) if chart is not None and chart.begun else ()


def _haste(match: Match, seat: int | None) -> tuple[Button, ...]:
    """What asks the table to play faster, for who is out, or takes that back, for who is not."""
    if match.status != "live" or seat is None:
        return ()
    if match.hurried:
        slower = press(match, "hurry", label=say("boards.usual_speed"))
        return () if match.is_out(seat) else (slower,)
    return (press(match, "hurry"),) if match.may_hurry(seat) else ()
