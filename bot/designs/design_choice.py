"""Bringing a design that was built at home to a question of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.designs.designs import decode, fault_lines
from bot.match.match import Match
from bot.match.names import bare_name, plain_text
from bot.posts.naming import names_for_text
from bot.posts.posts import SEAT_COLOURS, Choice, Picture, Post, Row, Select
from bot.posts.pressing import button_id, press
from bot.store import DesignRow
from bot.words import say
from games.engine.ask import Ask, DesignChoice
from games.engine.designs import Designs
from games.engine.errors import Refusal

UNFIT_TOLD: Final = 10
"""Designs that do not fit, told with the reason."""


def expected(match: Match, ask: Ask[Any]) -> tuple[Designs, DesignChoice[Any]]:
    """What may be brought to the question. Raises `Refusal` where nothing may."""
    if ask.brought is None or match.game.designs is None:
        raise Refusal(say("design_choice.nothing_can_be_brought"))
    return match.game.designs, ask.brought


def own_name(designs: Designs, name: str) -> str:
    """What a saved design is called at the table, where everybody reads it; empty for a name that
    is no more than what it began with."""
    begun = {base.split(": ")[0].casefold() for _, base in designs.bases()}
    return "" if name.casefold() in begun else bare_name(name)


def why_not(designs: Designs, brought: DesignChoice[Any], design: Any) -> str:
    """Why a design cannot be brought here, as a sentence; empty when it can."""
    return brought.fits(design) or next(iter(fault_lines(designs, design)), "")


def choose(
    match: Match,
    seat: int,
    ask: Ask[Any],
    saved: Sequence[DesignRow],
    picture: Picture | None,
    due_ms: int | None,
) -> Post:
    """The player's own designs: those that fit to choose from, the others with the reason."""
    designs, brought = expected(match, ask)
    fitting: list[Choice] = []
    unfit: list[str] = []
    for row in saved:
        try:
            design = decode(match.game, row.body)
        except Refusal as error:
            reason = str(error)
        else:
            reason = why_not(designs, brought, design)
            if not reason:
                fitting.append(Choice(row.name, row.id, designs.title(design)))
        if reason:
            unfit.append(f"**{plain_text(row.name)}**: {reason}")
    word = designs.word
    body = [
        say("design_choice.choose_one", word=word)
        if fitting
        else say("design_choice.none_of_your_fits", word=word)
    ]
    if due_ms is not None:
        body[0] += say("design_choice.the_time_runs_out", due_ms=due_ms // 1000)
    if unfit:
        body += ["", say("design_choice.these_do_not_fit") if fitting else "", *unfit[:UNFIT_TOLD]]
        if len(unfit) > UNFIT_TOLD:
            body.append(say("design_choice.and_more", count=len(unfit) - UNFIT_TOLD))
    rows: list[Row] = []
    if fitting:
        custom_id = button_id(match, "brought", ask.number)
        rows.append(Select(say("garage.your", word=word), custom_id, tuple(fitting)))
    rows.append((press(match, "back", ask.number),))
    question = match.game.words.question(match.view(seat), ask, names_for_text(match))
    return Post(
        head=question.ask,
        body=(*filter(None, (question.detail,)), *body),
        picture=picture,
        rows=tuple(rows),
        foot=say("design_choice.garage_builds_and_changes", word=word),
        accent=SEAT_COLOURS[seat],
    )
