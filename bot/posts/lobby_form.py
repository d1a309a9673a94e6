"""The forms of a lobby: the table's options, and the words a player adds to the shuffle.

The game's options are read off its `Options` struct, so a new game needs nothing here: a yes-or-no
option and one of a few values are selects, a number with `ge` and `le` in its Meta a line to type
in, a text several lines. What has no room on the first form is on a further one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args, get_type_hints

import discord
import msgspec
from msgspec import inspect

from bot.match.lobby import check_options
from bot.match.match import Match
from bot.match.state import Pace
from bot.posts import custom_ids
from bot.posts.forms import Field, OneOf, form
from bot.words import say
from games.engine.errors import Illegal, Refusal
from games.engine.game import Game

MOST_FIELDS: Final = 5
"""Discord's limit for a form."""
THREAD: Final = "own_thread"
"""The form's field for a thread of the table's own."""
POKER: Final = "poker_faces"
"""The form's field for a table that answers no secret question by itself."""
OF_THE_TABLE: Final = {
    THREAD: (say("lobby_form.own_thread"), say("lobby_form.about_own_thread")),
    POKER: (say("lobby_form.poker_faces"), say("lobby_form.about_poker_faces")),
}
"""(label, what it means) of these fields."""
MAX_WORDS: Final = 100
UNCHANGED: Final = say("lobby_form.nothing_was_changed")
YES_OR_NO: Final = ((say("lobby_form.yes"), "true"), (say("lobby_form.no"), "false"))


class Chosen(msgspec.Struct, frozen=True):
    """What the form of options says."""

    options: Any
    pace: Pace
    thread: bool = False
    """The table gets a thread of its own at the start."""
    poker_faces: bool = False


def pages(match: Match) -> list[Sequence[str]]:
    """The options that matter now, by the forms they are on; the first form has the pace, too.

    A thread of the table's own comes last, but not where the table is in a thread already.
    """
    names = [*match.game.fields(match.options), *_of_the_table(match)]
    first = MOST_FIELDS - 1
    rest = range(first, len(names), MOST_FIELDS)
    return [names[:first], *(names[at : at + MOST_FIELDS] for at in rest)]


def _of_the_table(match: Match) -> dict[str, bool]:
    """The options with yes or no that every game has, as they are."""
    poker = {POKER: match.poker_faces} if match.game.hides else {}
    return poker | ({} if match.parent_id else {THREAD: match.thread == "wanted"})


def make(match: Match, page: int = 0, refused: Mapping[str, str] | None = None) -> discord.ui.Modal:
    """A form with the table's present options: the first, or where there are many a further one.

    `refused` is what was typed last and could not be taken.
    """
    typed = refused or {}
    every = pages(match)
    page = page if page < len(every) else 0
    known = {field.name: field for field in _fields(match.game)}
    fields: list[Field | OneOf] = []
    if not page:
        fields.append(
            OneOf(
                name="pace",
                label=say("lobby_form.pace"),
                about=say("lobby_form.live_minutes"),
                lines=((say("lobby_form.live"), "live"), (say("lobby_form.by_post"), "post")),
                present=typed.get("pace", match.pace),
            )
        )
    of_the_table = _of_the_table(match)
    for name in every[page]:
        if name in of_the_table:
            fields.append(
                OneOf(
                    name=name,
                    label=OF_THE_TABLE[name][0],
                    about=OF_THE_TABLE[name][1],
                    lines=YES_OR_NO,
                    present=typed.get(name, "true" if of_the_table[name] else "false"),
                )
            )
        else:
            present = str(getattr(match.options, name))
            fields.append(_field(match.game, known[name], typed.get(name, present)))
    return form(title(page), custom_ids.write("options", match.id, page), *fields)


def title(page: int) -> str:
    """What a page of the options is called, on its button and on its form: each by another name."""
    return say("lobby_form.options_page", page=page + 1) if page else say("press.options")


def make_words(match: Match, seat: int) -> discord.ui.Modal:
    """The form for a player's own words, mixed into every draw."""
    words = Field(
        name="words",
        label=say("lobby_form.your_words"),
        about=say("lobby_form.mixed_into_every_draw"),
        present=match.seats[seat].words,
        most=MAX_WORDS,
        required=False,
    )
    return form(say("press.luck"), custom_ids.write("luck", match.id), words)


def _fields(game: Game[Any]) -> list[inspect.Field]:
    """A game's options, their types without the titles and descriptions that go with them."""
    info = inspect.type_info(game.Options)
    assert isinstance(info, inspect.StructType)
    return [
        msgspec.structs.replace(field, type=field.type.type)
        if isinstance(field.type, inspect.Metadata)
        else field
        for field in info.fields
    ]


def _values(game: Game[Any], field: inspect.Field) -> tuple[Any, ...]:
    """What an option may be, in the order of its definition."""
    return get_args(get_type_hints(game.Options)[field.name])


def _field(game: Game[Any], field: inspect.Field, present: str) -> Field | OneOf:
    """An option's field of the form; `present` is its value, as text."""
    name, (label, about) = field.name, game.words.option(field.name)
    if isinstance(field.type, inspect.BoolType):
        on = "true" if present.lower() == "true" else "false"
        return OneOf(name=name, label=label, about=about, lines=YES_OR_NO, present=on)
    if isinstance(field.type, inspect.LiteralType):
        lines = [(_named(game, name, each), str(each)) for each in _values(game, field)]
        return OneOf(name=name, label=label, about=about, lines=lines, present=present)
    if isinstance(field.type, inspect.StrType):
        most = field.type.max_length
        return Field(
            name=name, label=label, about=about, present=present, most=most, long=True,
            required=False,
        )  # fmt: skip
    if isinstance(field.type, inspect.IntType) and field.type.ge is not None:
        about = say("lobby_form.to", about=about, ge=field.type.ge, le=field.type.le).strip()
    return Field(name=name, label=label, about=about, present=present, most=20)


def _named(game: Game[Any], option: str, value: object) -> str:
    """ "Road duel", "15,000", or what the game calls it: its text `values.<option>`."""
    told = str(game.texts.get("values", {}).get(option, {}).get(str(value), ""))
    if told:
        return told[0].upper() + told[1:]
    return f"{value:,}" if isinstance(value, int) else str(value).replace("-", " ").capitalize()


def read(match: Match, typed: Mapping[str, str]) -> Chosen:
    """The options with what was typed; what is not on the form stays as it is.

    Raises `Refusal` with a sentence about the field that does not fit.
    """
    game = match.game
    pace = typed.get("pace", match.pace)
    if pace not in ("live", "post"):
        raise Refusal(say("lobby_form.pace_is_live"))
    chosen = {THREAD: match.thread == "wanted", POKER: match.poker_faces}
    for name in chosen.keys() & typed.keys():
        chosen[name] = _yes(OF_THE_TABLE[name][0], typed[name])
    raw: dict[str, Any] = msgspec.to_builtins(match.options)
    for field in _fields(game):
        if field.name in typed:
            raw[field.name] = _value(game, field, typed[field.name])
    try:
        options = check_options(game, raw)
    except Illegal as error:
        raise Refusal(f"{error} {UNCHANGED}") from None
    by_post: Pace = "post" if pace == "post" else "live"
    return Chosen(options, by_post, chosen[THREAD], chosen[POKER])


def read_words(typed: Mapping[str, str]) -> str:
    """The words that were typed, on one line, without what cannot be seen."""
    words = typed.get("words", "")
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())[:MAX_WORDS]


def _yes(label: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise Refusal(say("lobby_form.must_be_yes", label=label, unchanged=UNCHANGED))
    return text == "true"


def _value(game: Game[Any], field: inspect.Field, text: str) -> Any:
    label, _ = game.words.option(field.name)
    if isinstance(field.type, inspect.BoolType):
        return _yes(label, text)
    if isinstance(field.type, inspect.LiteralType):
        for value in _values(game, field):
            if str(value) == text:
                return value
        values = ", ".join(map(str, _values(game, field)))
        raise Refusal(
            say("lobby_form.must_be_one", label=label, values=values, unchanged=UNCHANGED)
        )
    if isinstance(field.type, inspect.IntType):
        low, high = field.type.ge, field.type.le
        # "40,000", "$40 000" and "40000" are one number.
        text = re.sub(r"(?<=\d)[, ](?=\d{3}(?!\d))", "", text.removeprefix("$"))
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
        if (
            number is None
            or (low is not None and number < low)
            or (high is not None and number > high)
        ):
            raise Refusal(
                say(
                    "lobby_form.must_be_a_whole",
                    label=label,
                    low=low,
                    high=high,
                    unchanged=UNCHANGED,
                )
            )
        return number
    return text
