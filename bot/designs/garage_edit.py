"""What `/garage` shows of the draft: its sum, one part at a time, and how many of it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot.designs.design_choice import own_name
from bot.designs.designs import Look, designs_of
from bot.designs.garage import (
    FAULTY,
    button,
    home,
    listing,
    notes,
    selects,
    summary,
    title,
    verdict_of,
)
from bot.match.names import plain_text
from bot.posts.custom_ids import write_design
from bot.posts.pictures import design as picture_of
from bot.posts.posts import A_SELECT, Button, Choice, Post, Row, Select
from bot.words import say
from games.engine.designs import Designs
from games.engine.game import Game

IN: Final = "in"
ALL: Final = "all"
A_BUTTON_EACH: Final = 4
"""A part of which no more than this may be in has a button for every count; of others the count is
typed, or changed step by step."""
A_FEW: Final = 10
"""Of a design with no more parts than this, a player wants to see first what can be added."""
STEPS: Final = (-5, -1, 1, 5)


class Page(msgspec.Struct, frozen=True):
    """Parts that one select shows."""

    key: str
    label: str
    parts: tuple[tuple[str, str, str, int], ...]

    @property
    def detail(self) -> str:
        """From what to what."""
        first, last = self.parts[0][1], self.parts[-1][1]
        return first if first == last else f"{first} … {last}"


def pages(designs: Designs, design: Any) -> list[Page]:
    """The parts in the game's order, 25 to a page: those that are in and all there are, which come
    first where a few are in.

    Where all there are stand on one page, that is the only one.
    """
    every = list(designs.parts(design))
    there = [part for part in every if part[3]] if len(every) > A_SELECT else []
    out: list[Page] = []
    lists = [
        (IN, say("garage_edit.in", word=designs.word), there),
        (ALL, say("garage_edit.all_parts"), every),
    ]
    if len(there) <= A_FEW:
        lists.reverse()
    for key, name, parts in lists:
        for at in range(0, len(parts), A_SELECT):
            some = tuple(parts[at : at + A_SELECT])
            label = say(
                "garage_edit.to", name=name, at=at + 1, at2=at + len(some), count=len(parts)
            )
            out.append(Page(f"{key}{at // A_SELECT}", label, some))
    return out


def count_of(designs: Designs, design: Any, part: str) -> int | None:
    """How many of a part are in; None where there is no such part."""
    return next((count for key, *_, count in designs.parts(design) if key == part), None)


def edit(
    game: Game[Any],
    draft: Look,
    *,
    page: str = "",
    part: str = "",
    note: str = "",
    checked: bool = False,
) -> Post:
    """The draft: its sum, a part to change, and what to do with it all.

    `page` and `part` are keys; a page or part that is not there (any more) is left out. The page
    has the part, if any. `checked` adds every fault and all that is in it.
    """
    designs = designs_of(game)
    design = draft.design
    body: list[str] = []
    verdict, accent = verdict_of(designs, design)
    if checked:
        body += [*listing(designs, design, verdict), "", *verdict]
    every = pages(designs, design)
    holding = [one for one in every if any(key == part for key, *_ in one.parts)] or every
    present = next((one for one in holding if one.key == page), holding[0] if holding else None)
    rows: list[Row] = []
    if present is not None:
        rows = _part_rows(game, draft, every, present)
    found = next((one for one in designs.parts(design) if one[0] == part), None)
    if found is not None:
        key, name, about, count = found
        told = f": {plain_text(about)}" if about else ""
        body.append(f"**{plain_text(name)}**{told}")
        body.append(_how_many(designs.word, count, designs.most(design, key)))
        rows.append(_amounts(game, draft, present.key if present is not None else "", key, count))
    elif not checked:
        pick, choose = say("garage_edit.pick_one"), say("garage_edit.choose_a_part")
        body.append(pick if designs.at_once else choose)
    body += notes(note)
    rows.append(
        (
            button(game, "name", draft.of, style="good"),
            button(game, "check", draft.of, present.key if present else ""),
            button(game, "rules", label=say("press.rules")),
            button(game, "discard", draft.of, style="grave"),
            home(game),
        )
    )
    return Post(
        head=f"{title(designs, draft)}, {summary(designs, draft)}",
        body=tuple(body),
        picture=picture_of(game, design, part, own_name(designs, draft.name)),
        rows=tuple(rows),
        foot=say("garage_edit.nothing_is_saved_before"),
        accent=accent,
    )


def _counts(designs: Designs, design: Any, part: str) -> list[int]:
    """The counts that differ: of a part that is there once at most, 0 and 1."""
    out: list[int] = []
    before: Any = None
    for count in range(designs.most(design, part) + 1):
        made = designs.put(design, part, count)
        if count == 0 or made != before:
            out.append(count)
        before = made
    return out


def _how_many(word: str, count: int, most: int) -> str:
    """How many of a part there are, and how many there may be."""
    if most == 1:
        if count:
            return say("garage_edit.in_it", word=word)
        return say("garage_edit.not_in_it", word=word)
    return say("garage_edit.of", x=count or "none", word=word, most=most)


_ONCE: Final = {0: say("garage_edit.remove"), 1: say("garage_edit.add")}
"""What there is once or not at all is added and removed."""


def _amounts(game: Game[Any], draft: Look, page: str, part: str, count: int) -> tuple[Button, ...]:
    """What sets how many of a part there are: a button for every count, or a form and steps."""
    designs = designs_of(game)
    most = designs.most(draft.design, part)

    def to(label: str, n: int, action: str = "put", *, main: bool = False) -> Button:
        custom_id = write_design(action, game.name, draft.of, f"{page}/{n}/{part}")
        there = action == "put" and n == count
        return Button(label, custom_id, "main" if main else "plain", disabled=there)

    if most > A_BUTTON_EACH:
        steps = {step: count + step for step in STEPS if 0 <= count + step <= most}
        return (
            to(say("garage_edit.type_a_number"), count, "number", main=True),
            *(to(f"{'+' if by > 0 else '−'}{abs(by)}", then) for by, then in steps.items()),
        )
    counts = _counts(designs, draft.design, part)
    if most == 1:
        return tuple(to(_ONCE[n], n, main=n > count) for n in counts)
    # The count that there is stands out.
    return tuple(to(str(n), n, main=n == count) for n in counts)


def _counted(designs: Designs, design: Any, part: str, name: str, count: int) -> str:
    """A part in a list: "2 × Wasp"; of what is typed as a number, "Armor points: 40"."""
    if count and designs.most(design, part) > A_BUTTON_EACH:
        return f"{name}: {count}"
    return f"{count} × {name}" if count else name


def _part_rows(game: Game[Any], draft: Look, every: list[Page], present: Page) -> list[Row]:
    designs = designs_of(game)
    rows: list[Row] = []
    if len(every) > 1:
        chapters = [Choice(one.label, one.key, one.detail) for one in every]
        rows += selects(game, present.label, "page", chapters, draft.of)
    choices = tuple(
        Choice(_counted(designs, draft.design, key, name, count), key, about)
        for key, name, about, count in present.parts
    )
    rows.append(
        Select(
            say("garage_edit.choose_a_part_2"),
            write_design("part", game.name, draft.of, present.key),
            choices,
        )
    )
    return rows


def sure_discard(game: Game[Any], draft: Look) -> Post:
    """Ask once more before a draft is gone."""
    designs = designs_of(game)
    return Post(
        head=say("garage_edit.discard_the_draft"),
        body=(say("garage_edit.the_changes", title=title(designs, draft)),),
        rows=(
            (
                button(game, "drop", draft.of, style="grave"),
                button(game, "draft", draft.of),
            ),
        ),
        accent=FAULTY,
    )
