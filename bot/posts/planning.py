"""Plans of players: the form, the buttons beside a question, and what becomes of a text.

What a plan is and says is the game's (`games.engine.plans`); the session keeps one a seat and
answers by it.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.match.session import Session
from bot.posts import custom_ids, typed
from bot.posts.boards import button_id
from bot.posts.posts import Button, Row
from bot.words import say
from games.engine.ask import Ask, Typed, Walked
from games.engine.errors import Refusal, Stale
from games.engine.plans import Plans

MOST_OFFERS: Final = 4


def _plans(session: Session) -> Plans:
    """How plans are made here; raises `Refusal` where there are none."""
    plans = session.game.plans
    if plans is None:
        raise Refusal(say("planning.is_played_without_plans", title=session.game.title))
    return plans


def _ahead(session: Session, user_id: int) -> tuple[int, Walked[Any], Typed]:
    """A number for what is planned now, how that is made, and how it is typed; raises `Refusal`
    where nothing is."""
    plans, seat = _plans(session), session.my_seat_in_play(user_id)
    question = plans.ahead(session.running().view(seat), session.seats[seat].plan)
    form = question.walked.typed(()) if question is not None and question.walked else None
    if question is None or question.walked is None or form is None:
        raise Refusal(say("planning.there_is_nothing"))
    return question.number, question.walked, form


def stamp(session: Session, seat: int) -> int:
    """A number that changes when what was planned before counts no more."""
    question = _plans(session).ahead(session.running_or_over().view(seat), None)
    return question.number if question is not None else 0


# -- the panel


def lines(session: Session, seat: int, view: Any) -> list[str]:
    """What a seat has planned, for its panel."""
    plans, plan = session.game.plans, session.seats[seat].plan
    told = plans.told(view, plan) if plans is not None and plan is not None else ""
    return [say("planning.your_plan", told=told)] if told else []


def rows(session: Session, seat: int, view: Any, ask: Ask[Any] | None) -> list[Row]:
    """Plans that go with the open question, and the button for the form."""
    plans, plan = session.game.plans, session.seats[seat].plan
    if plans is None or session.has_left(seat) or plans.ahead(view, plan) is None:
        return []
    offers = plans.offers(view, ask, plan)[:MOST_OFFERS] if ask is not None else ()
    buttons = [
        Button(each.text, button_id(session, "offer", ask.number if ask else 0, (each.key,)))
        for each in offers
    ]
    return [(*buttons, Button(say("planning.plan"), button_id(session, "plan")))]


# -- the form


def form(
    session: Session, user_id: int, refused: tuple[int, str] | None = None
) -> discord.ui.Modal:
    """The form with what is left of the plan, or with the text that was refused last.

    `refused` is that text after the number of its time: once that is over it counts no more.
    """
    number, _, about = _ahead(session, user_id)
    text = refused[1] if refused is not None and refused[0] == number else about.usual
    custom_id = custom_ids.write("plan", session.id, number)
    return typed.form(custom_id, about, text, required=False)


def write(session: Session, user_id: int, text: str, number: int) -> None:
    """A text becomes the seat's plan; an empty one takes the plan back.

    Raises `Refusal` with the one sentence to show, having changed nothing.
    """
    now, walked, about = _ahead(session, user_id)
    if now != number:
        raise Stale(say("planning.that_came_too_late"))
    if len(text) > about.most:
        raise Refusal(say("planning.a_has_at_most", most_text=about.most))
    session.set_plan(user_id, walked.read(about.read(text)) if text.strip() else None)


def take(session: Session, user_id: int, number: int, key: str) -> str:
    """A plan beside the open question becomes the seat's; returns what is planned with it."""
    plans, seat = _plans(session), session.my_seat_in_play(user_id)
    ask = session.ask_of(seat)
    if ask is None or ask.number != number:
        raise Stale(say("planning.that_question_has_been"))
    for offer in plans.offers(session.running().view(seat), ask, session.seats[seat].plan):
        if offer.key == key:
            session.set_plan(user_id, offer.plan)
            return offer.detail
    raise Stale(say("planning.that_cannot_be_planned"))
