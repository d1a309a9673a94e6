"""Plans of players: the form, the buttons beside a question, and what becomes of a text.

What a plan is and says is the game's (`games.engine.plans`); the session keeps one a seat and
answers by it.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.match.session import Session
from bot.posts import custom_ids
from bot.posts.boards import button_id
from bot.posts.posts import Button, Row
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Refusal, Stale
from games.engine.plans import Plans

TEXT: Final = "text"
MOST_TEXT: Final = 4000
"""Characters of a plan: Discord's limit for a form's field."""
MOST_OFFERS: Final = 4


def plans_of(session: Session) -> Plans:
    """How plans are made here; raises `Refusal` where there are none."""
    plans = session.game.plans
    if plans is None:
        raise Refusal(say("planning.is_played_without_plans", title=session.game.title))
    return plans


def _view(session: Session, user_id: int) -> tuple[int, Any]:
    table = session.running()
    seat = session.my_seat_in_play(user_id)
    return seat, table.view(seat)


# -- the panel


def lines(session: Session, seat: int, view: Any) -> list[str]:
    """What a seat has planned, for its panel."""
    plans, plan = session.game.plans, session.seats[seat].plan
    told = plans.told(view, plan) if plans is not None and plan is not None else ""
    return [say("planning.your_plan", told=told)] if told else []


def rows(session: Session, seat: int, view: Any, ask: Ask[Any] | None) -> list[Row]:
    """Plans that go with the open question, and the button for the form."""
    plans = session.game.plans
    if plans is None or session.has_left(seat) or not plans.open(view):
        return []
    out: list[Button] = []
    if ask is not None:
        out += [
            Button(offer.text, button_id(session, "offer", ask.number, (offer.key,)))
            for offer in plans.offers(view, ask, session.seats[seat].plan)[:MOST_OFFERS]
        ]
    out.append(Button(plans.word.capitalize(), button_id(session, "plan")))
    return [tuple(out)]


# -- the form


def form(
    session: Session, user_id: int, refused: tuple[int, str] | None = None
) -> discord.ui.Modal:
    """The form with what is left of the plan, or with the text that was refused last.

    `refused` is that text after the stamp of its time: once that is over it counts no more.
    """
    plans = plans_of(session)
    seat, view = _view(session, user_id)
    if not plans.open(view):
        raise Refusal(say("planning.there_is_nothing", word=plans.word))
    text = plans.write(view, session.seats[seat].plan)
    if refused is not None and refused[0] == plans.stamp(view):
        text = refused[1]
    label = say("planning.your_empty", word=plans.word)
    if len(text) > MOST_TEXT:
        # Written out a plan may be longer than it was typed.
        label, text = say("planning.your_is_too_long", word=plans.word), ""
    modal = discord.ui.Modal(
        title=plans.word.capitalize(),
        custom_id=custom_ids.write("plan", session.id, plans.stamp(view)),
        timeout=None,
    )
    modal.add_item(
        discord.ui.Label(
            text=label,
            description=plans.example,
            component=discord.ui.TextInput(
                custom_id=TEXT,
                style=discord.TextStyle.paragraph,
                required=False,
                max_length=MOST_TEXT,
                default=text or None,
            ),
        )
    )
    return modal


def write(session: Session, user_id: int, text: str, stamp: int) -> None:
    """A text becomes the seat's plan; an empty one takes the plan back.

    Raises `Refusal` with the one sentence to show, having changed nothing.
    """
    plans = plans_of(session)
    seat, view = _view(session, user_id)
    if plans.stamp(view) != stamp:
        raise Stale(say("planning.that_came_too_late", word=plans.word))
    if len(text) > MOST_TEXT:
        raise Refusal(say("planning.a_has_at_most", word=plans.word, most_text=MOST_TEXT))
    plan = plans.read(view, text, session.seats[seat].plan) if text.strip() else None
    session.set_plan(user_id, plan)


def take(session: Session, user_id: int, number: int, key: str) -> str:
    """A plan beside the open question becomes the seat's; returns what is planned with it."""
    plans = plans_of(session)
    seat, view = _view(session, user_id)
    ask = session.ask_of(seat)
    if ask is None or ask.number != number:
        raise Stale(say("planning.that_question_has_been"))
    for offer in plans.offers(view, ask, session.seats[seat].plan):
        if offer.key == key:
            session.set_plan(user_id, offer.plan)
            return offer.detail
    raise Stale(say("planning.that_cannot_be_planned"))
