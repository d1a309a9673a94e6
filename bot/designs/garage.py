"""What `/garage` shows: a player's designs, one of them, and the one being edited.

Every post is for its player alone. It is made of `Game.designs`, for whatever game has them; what
people have typed is made harmless before it meets a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bot.designs import share_codes
from bot.designs.design_choice import own_name
from bot.designs.designs import (
    MOST_SAVED,
    READY,
    SAVED,
    Look,
    designs_of,
    fault_lines,
)
from bot.match.names import plain_text
from bot.posts.custom_ids import write_design
from bot.posts.pictures import design as picture_of
from bot.posts.posts import A_SELECT, NOBODY, Button, Choice, Document, Post, Row, Select, Style
from bot.words import TEXTS, say
from games.engine import voice
from games.engine.designs import Designs
from games.engine.game import Game

MOST_SELECTS: Final = 4
"""Selects in a row for one list."""
MOST_END: Final = 40
"""Characters of a first or last line in the name of a select."""
MOST_LINES: Final = 36
MOST_LINE: Final = 110
MOST_BODY: Final = 3400
"""Lines of a design in a post, characters of a line, and of everything above the buttons."""
MOST_NOTE: Final = 1500
MOST_EXPORT: Final = 3000
"""Characters of an export that are shown beside the file."""
LEGAL, FAULTY = 0x009E73, 0xD55E00
"""Accents; the words say it too."""


class Line(msgspec.Struct, frozen=True):
    """A saved design in a list."""

    id: str
    name: str
    title: str
    """Empty when it cannot be read any more."""


def notes(note: str) -> tuple[str, ...]:
    """A note for this player, as a quotation."""
    text = note if len(note) <= MOST_NOTE else note[: MOST_NOTE - 1] + "…"
    return tuple(f"> {line}" for line in text.splitlines() if line)


def button(
    game: Game[Any], action: str, of: str = "", rest: str = "", style: Style = "plain",
    label: str = "",
) -> Button:  # fmt: skip
    """A button; it says what its action is for (`garage_press.<action>` of the texts) unless it has
    a label of its own."""
    label = label or TEXTS[f"garage_press.{action}"]
    return Button(label, write_design(action, game.name, of, rest), style)


def selects(
    game: Game[Any], placeholder: str, action: str, choices: Sequence[Choice], of: str = ""
) -> list[Row]:
    """A list as one select, or as several where it is long, each named by its first and last."""
    out: list[Row] = []
    for at in range(0, min(len(choices), A_SELECT * MOST_SELECTS), A_SELECT):
        some = tuple(choices[at : at + A_SELECT])
        name = placeholder
        if len(choices) > A_SELECT:
            first, last = (voice.cut(some[n].label.split(": ")[0], MOST_END) for n in (0, -1))
            name = say("garage.from_to", name=placeholder, first=first, last=last)
        out.append(Select(name, write_design(action, game.name, of, str(at)), some))
    return out


def home(game: Game[Any]) -> Button:
    return button(game, "front", label=say("garage.all", word=designs_of(game).word))


# -- all of them


def which_game(games: Sequence[Game[Any]]) -> Post:
    """Which game to build for, where there are several."""
    choices = tuple(
        Choice(game.title, game.name, say("garage.build", word=designs_of(game).word))
        for game in games[:A_SELECT]
    )
    return Post(
        head=say("garage.build_at_home"),
        body=(say("garage.what_you_save_here"),),
        rows=(Select(say("garage.choose_a_game"), write_design("game", games[0].name), choices),),
        accent=NOBODY,
    )


def front(game: Game[Any], saved: Sequence[Line], draft: Look | None, note: str = "") -> Post:
    """A player's designs for a game, and what can be begun. A note stands right above what it may
    be about: the buttons, and the player's own designs. The long lists come last."""
    designs = designs_of(game)
    word = designs.word
    body, rows = list[str](), list[Row]()
    if saved:
        body.append(say("garage.you_have_saved", count=len(saved), most_saved=MOST_SAVED))
        choices = [
            Choice(line.name, SAVED + line.id, line.title or say("garage.cannot_be_read_any"))
            for line in saved
        ]
        rows += selects(game, say("garage.your", word=word), "show", choices)
    else:
        body.append(say("garage.you_have_saved_no", word=word))
    if draft is not None:
        body.append(
            say(
                "garage.you_are_editing",
                title=title(designs, draft),
                summary=summary(designs, draft),
            )
        )
    ready = [
        Choice(designs.title(design), f"{READY}{n}") for n, design in enumerate(designs.ready())
    ]
    if draft is not None:
        rows.append((button(game, "draft", draft.of, style="main"),))
    rows.append(
        (
            button(game, "new", style="plain" if draft is not None else "main"),
            button(game, "text"),
            button(game, "code"),
            button(game, "rules", label=say("press.rules")),
        )
    )
    rows += selects(game, say("garage.ready_made", word=word), "ready", ready)
    body += notes(note)
    head = say("garage.your_2", word=word, title=game.title)
    return Post(head=head, body=tuple(body), rows=tuple(rows), accent=NOBODY)


def title(designs: Designs, look: Look) -> str:
    """What it is, as it can stand in a message; by its name first, if it has one."""
    what, name = designs.title(look.design), own_name(designs, look.name)
    return plain_text(f"{name}: {what}" if name else what)


def summary(designs: Designs, look: Look) -> str:
    """Whether it is legal, in two words."""
    faults = len(designs.faults(look.design))
    return (
        "legal" if not faults else say("garage.fault", faults=faults, x="s" if faults > 1 else "")
    )


def bases(game: Game[Any]) -> Post:
    """What a new design can begin with."""
    designs = designs_of(game)
    choices = [Choice(name, key) for key, name in designs.bases()]
    return Post(
        head=say("garage.a_new", word=designs.word),
        body=(say("garage.choose_what_it_begins"),),
        rows=(*selects(game, say("garage.begin"), "base", choices), (home(game),)),
        accent=NOBODY,
    )


def draft_open(game: Game[Any], draft: Look, of: str, base: str) -> Post:
    """Ask before the changes of a draft are lost."""
    designs = designs_of(game)
    word = designs.word
    return Post(
        head=say("garage.you_have_a_draft"),
        body=(
            say(
                "garage.is_not_saved_one",
                title=title(designs, draft),
                summary=summary(designs, draft),
                word=word,
            ),
        ),
        rows=(
            (
                button(
                    game, "draft", draft.of, style="main", label=say("garage.go_on_editing_it_2")
                ),
                button(game, "anew", of, base, "grave"),
            ),
            (home(game),),
        ),
        accent=NOBODY,
    )


def rules(game: Game[Any]) -> Post:
    """What makes a design legal."""
    designs = designs_of(game)
    return Post(
        head=say("garage.what_makes_a_legal", word=designs.word),
        body=(designs.rules(),),
        foot=game.title,
    )


# -- one of them


def listing(designs: Designs, design: Any, beside: Sequence[str]) -> list[str]:
    """What is in a design, as much as can be read on a phone and fits `beside` the other lines."""
    lines = list(designs.lines(design))
    out: list[str] = []
    room = MOST_BODY - sum(len(line) + 1 for line in beside)
    for line in lines:
        text = plain_text(voice.cut(line, MOST_LINE))
        room -= len(text) + 1
        if room < 0 or len(out) == MOST_LINES:
            break
        out.append(text)
    if left := len(lines) - len(out):
        out.append(say("garage.and_line_more_export", left=left, x="s" if left > 1 else ""))
    return out


def verdict_of(designs: Designs, design: Any) -> tuple[list[str], int]:
    """Legal, or every fault; and the accent that goes with it."""
    faults = fault_lines(designs, design)
    if not faults:
        return [say("garage.legal_this_can", word=designs.word)], LEGAL
    return [say("garage.not_legal"), *(f"• {fault}" for fault in faults)], FAULTY


def shown(game: Game[Any], look: Look, note: str = "") -> Post:
    """One design, and what can be done with it."""
    designs = designs_of(game)
    what = plain_text(designs.title(look.design))
    verdict, accent = verdict_of(designs, look.design)
    # What matters most stands just above the buttons: of a long message a phone shows the end.
    last = [*verdict]
    if look.code:
        last.append(say("garage.share_code", shown=share_codes.shown(look.code)))
    last += notes(note)
    first = [f"**{what}**"] if look.name else []
    return Post(
        head=plain_text(look.name) if look.name else what,
        body=(*first, *listing(designs, look.design, first + last), "", *last),
        picture=picture_of(game, look.design, name=own_name(designs, look.name)),
        rows=tuple(_actions(game, look)),
        accent=accent,
    )


def _actions(game: Game[Any], look: Look) -> list[Row]:
    of = look.of
    if of[:1] != SAVED:
        return [
            (
                button(game, "edit", of, style="main"),
                button(game, "copy", of),
                button(game, "export", of),
                home(game),
            )
        ]
    return [
        (
            button(game, "edit", of, style="main"),
            button(game, "share", of),
            button(game, "export", of),
            home(game),
        ),
        (
            button(game, "copy", of, label=say("garage.save")),
            button(game, "rename", of),
            button(game, "delete", of, style="grave"),
        ),
    ]


def unreadable(game: Game[Any], of: str, note: str) -> Post:
    """A saved design of an older version, which can only be deleted."""
    return Post(
        head=say("garage.an_old", word=designs_of(game).word),
        body=notes(note),
        rows=((button(game, "delete", of, style="grave"), home(game)),),
        accent=FAULTY,
    )


def sure_delete(game: Game[Any], of: str, name: str) -> Post:
    """Ask once more before a saved design is gone."""
    return Post(
        head=say("garage.delete_2", name=plain_text(name)),
        body=(say("garage.it_cannot_be_brought"),),
        rows=(
            (
                button(game, "erase", of, style="grave"),
                button(game, "look", of),
            ),
        ),
        accent=FAULTY,
    )


def export(game: Game[Any], look: Look) -> Post:
    """A design as a file, and as text to copy where that is easier."""
    text = designs_of(game).write(look.design)
    name = re.sub(r"[^a-z0-9]+", "-", look.name.lower()).strip("-") or designs_of(game).word
    body = [say("garage.import_reads_this_text")]
    if len(text) <= MOST_EXPORT:
        body.append(f"```\n{text.replace('```', '` ` `')}\n```")
    return Post(
        head=say("garage.as_text", x=plain_text(look.name) or title(designs_of(game), look)),
        body=tuple(body),
        document=Document(f"{name}.txt", text.encode()),
    )
