"""Bringing a design that was built at home to a question of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.designs.workshop import decode, fault_lines
from bot.match.names import plain_text
from bot.match.session import Session
from bot.posts.boards import button_id, said
from bot.posts.posts import SEAT_COLOURS, Button, Choice, Picture, Post, Row, Select
from bot.store import DesignRow
from games.engine.ask import Ask, Brought
from games.engine.designs import Designs
from games.engine.errors import Refusal

UNFIT_TOLD: Final = 10
"""Designs that do not fit, told with the reason."""


def expected(session: Session, ask: Ask[Any]) -> tuple[Designs, Brought[Any]]:
    """What may be brought to the question. Raises `Refusal` where nothing may."""
    if ask.brought is None or session.game.designs is None:
        raise Refusal("Nothing can be brought to this question.")
    return session.game.designs, ask.brought


def none_saved(designs: Designs) -> str:
    """What to do first."""
    word = designs.word
    return (
        f"You have saved no {word} yet. Type /garage, begin with a ready-made {word}, change it "
        "and save it; then press this again."
    )


def why_not(designs: Designs, brought: Brought[Any], design: Any) -> str:
    """Why a design cannot be brought here, as a sentence; empty when it can."""
    return brought.fits(design) or next(iter(fault_lines(designs, design)), "")


def choose(
    session: Session,
    seat: int,
    ask: Ask[Any],
    saved: Sequence[DesignRow],
    picture: Picture | None,
    due_ms: int | None,
) -> Post:
    """The player's own designs: those that fit to choose from, the others with the reason."""
    designs, brought = expected(session, ask)
    assert session.table is not None
    fitting: list[Choice] = []
    unfit: list[str] = []
    for row in saved:
        try:
            design = decode(session.game, row.body)
        except Refusal as error:
            reason = str(error)
        else:
            reason = why_not(designs, brought, design)
            if not reason:
                fitting.append(Choice(row.name, row.id, designs.title(design)))
        if reason:
            unfit.append(f"**{plain_text(row.name)}**: {reason}")
    word = designs.word
    body = [f"Choose one of your {word}s." if fitting else f"None of your {word}s fits here."]
    if due_ms is not None:
        body[0] += f" The time runs out <t:{due_ms // 1000}:R>."
    if unfit:
        body += ["", "These do not fit:" if fitting else "", *unfit[:UNFIT_TOLD]]
        if len(unfit) > UNFIT_TOLD:
            body.append(f"… and {len(unfit) - UNFIT_TOLD} more.")
    rows: list[Row] = []
    if fitting:
        custom_id = button_id(session, "brought", ask.number)
        rows.append(Select(f"Your {word}s", custom_id, tuple(fitting)))
    rows.append((Button("Choose again", button_id(session, "back", ask.number)),))
    view = session.table.view(seat)
    return Post(
        head=str(session.game.words.question(view, ask, said(session))),
        body=tuple(body),
        picture=picture,
        rows=tuple(rows),
        foot=f"/garage builds and changes your {word}s.",
        accent=SEAT_COLOURS[seat],
    )
