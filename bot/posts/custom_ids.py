"""Custom ids: what a button says when it is pressed, whoever presses it and however late.

A custom id is `verb:match` and, for choices, `:question:path`, for example
`pick:7KQ2MX9A:218:c12.p2`. It names things by value; nothing in it is trusted: the router checks
the player, the seat and the question again.

What belongs to no match but to what players build at home is `design:action:game:of:rest`, for
example `design:put:world-auto-racing:d7KQ2MX9A01:all2/3/redline`.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

_PATTERN: Final = re.compile(
    r"(?P<verb>[a-z_]{1,20}):(?P<match>[0-9A-Z]{4,16})"
    r"(?::(?P<number>[0-9]{1,9}))?(?::(?P<path>[a-z0-9.~-]{0,60}))?(?P<sure>!?)"
)

_DESIGN: Final = re.compile(
    r"design:(?P<action>[a-z]{1,12}):(?P<game>[a-z0-9-]{1,40})"
    r":(?P<of>[a-z][0-9A-Z]{1,16}|):(?P<rest>.{0,60})"
)


class Pressed(msgspec.Struct, frozen=True):
    """A custom id taken apart."""

    verb: str
    match_id: str
    number: int = 0
    path: tuple[str, ...] = ()
    sure: bool = False
    """The player was asked once more and means it."""


def write(
    verb: str, match_id: str, number: int = 0, path: tuple[str, ...] = (), *, sure: bool = False
) -> str:
    """The custom id of a button.

    >>> write("pick", "7KQ2MX9A", 218, ("c12", "p2"))
    'pick:7KQ2MX9A:218:c12.p2'
    """
    text = f"{verb}:{match_id}"
    if number or path:
        text += f":{number}"
    if path:
        text += ":" + ".".join(path)
    return text + ("!" if sure else "")


def read(custom_id: str) -> Pressed | None:
    """Take a custom id apart; None when it is none of ours.

    >>> read("pick:7KQ2MX9A:218:c12.p2").path
    ('c12', 'p2')
    >>> read("drop table") is None
    True
    """
    found = _PATTERN.fullmatch(custom_id)
    if found is None:
        return None
    path = found["path"]
    return Pressed(
        verb=found["verb"],
        match_id=found["match"],
        number=int(found["number"] or 0),
        path=tuple(path.split(".")) if path else (),
        sure=bool(found["sure"]),
    )


class OfDesign(msgspec.Struct, frozen=True):
    """A custom id of something to do with designs, taken apart."""

    action: str
    game: str
    of: str = ""
    """Which design: a letter for its kind and its id; empty for none."""
    rest: str = ""
    """What else the action needs, such as a part and a count."""


def write_design(action: str, game: str, of: str = "", rest: str = "") -> str:
    """The custom id of a button about designs.

    >>> write_design("edit", "world-auto-racing", "r3")
    'design:edit:world-auto-racing:r3:'
    """
    return f"design:{action}:{game}:{of}:{rest}"


def read_design(custom_id: str) -> OfDesign | None:
    """Take a custom id about designs apart; None when it is none.

    >>> read_design("design:edit:world-auto-racing:r3:").of
    'r3'
    >>> read_design("hand:7KQ2MX9A") is None
    True
    """
    found = _DESIGN.fullmatch(custom_id)
    return None if found is None else OfDesign(**found.groupdict())
