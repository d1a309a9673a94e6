"""What is posted where a game's words or pictures raise: enough to play on by text."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot.match.match import Match
from bot.posts import takeover
from bot.posts.boards import foot, put_to_all
from bot.posts.posts import A_SELECT, Choice, Post, Row, Select
from bot.posts.pressing import button_id, press, who
from bot.words import say
from games.engine.ask import Ask
from games.engine.walk import PLACE, USUAL

MOST_SELECTS: Final = 3


def board(match: Match, error: Exception) -> Post:
    """The board without the game's own words."""
    body = [say("plain.the_board_cannot", failed=match.failed(error))]
    asked = [who(match, ask.seat) for ask in match.waiting()]
    if asked:
        body.append(say("plain.to_act", asked=", ".join(asked)))
    if match.status == "finished":
        body.append(say("match.this_match_is_over"))
    told, rows = put_to_all(match)
    body += told
    rows.append(
        (
            press(match, "hand", style="main"),
            press(match, "more"),
        )
    )
    rows += takeover.rows(match)
    return Post(
        head=match.game.title,
        body=tuple(body),
        rows=tuple(rows),
        foot=foot(match),
    )


def hand(match: Match, seat: int, note: str, error: Exception) -> Post:
    """A hand without the game's own words: the open question's answers by place."""
    fault = match.failed(error)
    ask = match.ask_of(seat)
    return Post(
        head=say("hands.your_hand"),
        body=(
            say("plain.your_hand_cannot", fault=fault),
            say("plain.choose_your_answer_from")
            if ask is not None
            else say("plain.nothing_to_decide_now"),
        ),
        note=note,
        rows=tuple(_rows(match, ask)) if ask is not None else (),
        foot=say("plain.table_in_2", id=match.id, channel_id=match.channel_id),
    )


def _rows(match: Match, ask: Ask[Any]) -> list[Row]:
    options = list(enumerate(ask.options))[: A_SELECT * MOST_SELECTS]
    rows: list[Row] = []
    if ask.default not in ask.options:
        path = (USUAL,)
        rows.append((press(match, "pick", ask.number, path, label=say("plain.the_usual_answer")),))
    for at in range(0, len(options), A_SELECT):
        lines = tuple(
            Choice(msgspec.json.encode(option).decode(), f"{PLACE}{place}")
            for place, option in options[at : at + A_SELECT]
        )
        rows.append(
            Select(
                say("plain.choose_one"),
                button_id(match, "choose", ask.number, (f"n{at}",)),
                lines,
            )
        )
    combination = ask.combination
    if combination is not None:
        cards = tuple(
            Choice(say("plain.card", card=card), str(at))
            for at, card in enumerate(combination.items)
        )
        rows.append(
            Select(
                say("plain.choose_some"),
                button_id(match, "some", ask.number, (combination.name,)),
                cards[:A_SELECT],
                combination.least,
                combination.most,
            )
        )
    return rows
