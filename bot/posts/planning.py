"""Plans of players: the form, the buttons beside a question, and what becomes of a text.

What a plan is and says is the game's (`games.engine.plans`); the match keeps one a seat and
answers by it.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.match.match import Match
from bot.posts import custom_ids, forms
from bot.posts.posts import Button
from bot.posts.pressing import press
from bot.words import say
from games.engine.ask import Ask, Typed, Walked
from games.engine.errors import Refusal, Stale
from games.engine.plans import Offer, Plans

MOST_OFFERS: Final = 6
PLAN: Final = "plan"
"""The part of a custom id that names the plan among the auto answers."""


def _plans(match: Match) -> Plans:
    """How plans are made here; raises `Refusal` where there are none."""
    plans = match.game.plans
    if plans is None:
        raise Refusal(say("planning.is_played_without_plans", title=match.game.title))
    return plans


def _ahead(match: Match, user_id: int) -> tuple[int, Walked[Any], Typed]:
    """A number for what is planned now, how that is made, and how it is typed; raises `Refusal`
    where nothing is."""
    plans, seat = _plans(match), match.my_seat_in_play(user_id)
    question = plans.ahead(match.running().view(seat), match.seats[seat].plan)
    form = question.walked.typed(()) if question is not None and question.walked else None
    if question is None or question.walked is None or form is None:
        raise Refusal(say("planning.there_is_nothing"))
    return question.number, question.walked, form


# -- the panel


def goes_on(match: Match, seat: int, view: Any) -> bool:
    """Whether something is left of a seat's plan."""
    plans, plan = match.game.plans, match.seats[seat].plan
    return plans is not None and plan is not None and bool(plans.told(view, plan))


def lines(match: Match, seat: int, view: Any) -> list[str]:
    """What a seat has planned, for its panel, or why its plan has ended."""
    plans, plan = match.game.plans, match.seats[seat].plan
    if plans is None or plan is None:
        return []
    if told := plans.told(view, plan):
        return [say("planning.your_plan", told=told)]
    why = plans.ended(view, plan)
    return [say("planning.your_plan_has_ended", why=why)] if why else []


def offers(match: Match, seat: int, view: Any, ask: Ask[Any]) -> list[Button]:
    """Plans that go with the open question, a button each."""
    plans, plan = match.game.plans, match.seats[seat].plan
    if plans is None or match.has_left(seat):
        return []
    found = plans.offers(view, ask, plan)[:MOST_OFFERS]
    return [
        press(
            match, "offer", ask.number, (each.key,), label=each.text,
            style="main" if each.best else "plain",
        )
        for each in found
    ]  # fmt: skip


def button(match: Match, seat: int, view: Any) -> list[Button]:
    """What opens the form; green while there is a plan. Where none is written down, what switches
    the plan off."""
    plans, plan = match.game.plans, match.seats[seat].plan
    if plans is None or match.has_left(seat):
        return []
    on = goes_on(match, seat, view)
    if plans.ahead(view, plan) is not None:
        return [press(match, "plan", style="good" if on else "plain")]
    label = say("hands.on", what=say("press.plan"))
    return [press(match, "unwish", seat, (PLAN,), style="good", label=label)] if on else []


# -- the form


def form(match: Match, user_id: int, refused: tuple[int, str] | None = None) -> discord.ui.Modal:
    """The form with what is left of the plan, or with the text that was refused last.

    `refused` is that text after the number of its time: once that is over it counts no more.
    """
    number, _, about = _ahead(match, user_id)
    text = refused[1] if refused is not None and refused[0] == number else about.usual
    custom_id = custom_ids.write("plan", match.id, number)
    return forms.for_typed(custom_id, about, text, title=say("press.plan"), required=False)


def write(match: Match, user_id: int, text: str, number: int) -> None:
    """A text becomes the seat's plan; an empty one takes the plan back.

    Raises `Refusal` with the one sentence to show, having changed nothing.
    """
    now, walked, about = _ahead(match, user_id)
    if now != number:
        raise Stale(say("planning.that_came_too_late"))
    if len(text) > about.most:
        raise Refusal(say("planning.a_has_at_most", most_text=about.most))
    match.set_plan(user_id, walked.read(about.read(text)) if text.strip() else None)


def offered(match: Match, seat: int, number: int, key: str) -> tuple[Offer, Any]:
    """A plan beside the open question as it is pressed, and what it answers now; raises `Stale`
    where it cannot be had any more."""
    plans, ask = _plans(match), match.ask_of(seat)
    if ask is None or ask.number != number:
        raise Stale(say("match.that_question_has_been"))
    view = match.running().view(seat)
    offer = plans.offered(view, ask, match.seats[seat].plan, key)
    if offer is None:
        raise Stale(say("planning.that_cannot_be_planned"))
    return offer, plans.answer(view, ask, offer.plan)


def take(match: Match, user_id: int, number: int, key: str, expected: Any) -> str:
    """A plan beside the open question becomes the seat's; returns what is planned with it. Raises
    `Stale` where it would answer something else than `expected`."""
    offer, answer = offered(match, match.my_seat_in_play(user_id), number, key)
    if answer != expected:
        raise Stale(say("planning.that_cannot_be_planned"))
    match.set_plan(user_id, offer.plan)
    return offer.detail
