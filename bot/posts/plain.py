"""What is posted where a game's words or pictures raise: enough to play on by text."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot.match.session import Session
from bot.posts import takeover
from bot.posts.boards import button_id, notice, vote_line, vote_row, who
from bot.posts.posts import Button, Choice, Post, Row, Select
from bot.words import say
from games.engine.ask import Ask
from games.engine.walk import PLACE, USUAL

A_SELECT: Final = 25
MOST_SELECTS: Final = 3


def board(session: Session, error: Exception) -> Post:
    """The board without the game's own words."""
    body = [say("plain.the_board_cannot", failed=session.failed(error))]
    asked = [who(session, ask.seat) for ask in session.waiting()]
    if asked:
        body.append(say("plain.to_act", asked=", ".join(asked)))
    if session.status == "finished":
        body.append(say("plain.this_match_is_over"))
    if session.notice:
        body.append(f"**{notice(session)}**")
    rows: list[Row] = []
    if session.vote is not None:
        body.append(vote_line(session))
        rows.append(vote_row(session))
    body += takeover.lines(session)
    rows.append(
        (
            Button(say("plain.my_hand"), button_id(session, "hand"), "main"),
            Button(say("plain.more"), button_id(session, "more")),
        )
    )
    rows += takeover.rows(session)
    return Post(
        head=session.game.title,
        body=tuple(body),
        rows=tuple(rows),
        foot=say("plain.table", id=session.id),
    )


def hand(session: Session, seat: int, note: str, error: Exception) -> Post:
    """A hand without the game's own words: the open question's answers by place."""
    fault = session.failed(error)
    ask = session.ask_of(seat)
    return Post(
        head=say("plain.your_hand"),
        body=(
            say("plain.your_hand_cannot", fault=fault),
            say("plain.choose_your_answer_from")
            if ask is not None
            else say("plain.nothing_to_decide_now"),
        ),
        note=note,
        rows=tuple(_rows(session, ask)) if ask is not None else (),
        foot=say("plain.table_in_2", id=session.id, channel_id=session.channel_id),
    )


def _rows(session: Session, ask: Ask[Any]) -> list[Row]:
    options = list(enumerate(ask.options))[: A_SELECT * MOST_SELECTS]
    rows: list[Row] = []
    if ask.default not in ask.options:
        path = (USUAL,)
        rows.append(
            (Button(say("plain.the_usual_answer"), button_id(session, "pick", ask.number, path)),)
        )
    for at in range(0, len(options), A_SELECT):
        lines = tuple(
            Choice(msgspec.json.encode(option).decode(), f"{PLACE}{place}")
            for place, option in options[at : at + A_SELECT]
        )
        rows.append(
            Select(
                say("plain.choose_one"),
                button_id(session, "choose", ask.number, (f"n{at}",)),
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
                button_id(session, "some", ask.number, (combination.name,)),
                cards[:A_SELECT],
                combination.least,
                combination.most,
            )
        )
    return rows
