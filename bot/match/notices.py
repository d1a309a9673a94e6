"""When a player is called, how loudly, and in which words: pure.

What is known goes in (the question, its clock, when its player last pressed something, what he
prefers), times and texts come out. A text is made from the spectator's view alone, because
everybody may read a lock screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec

from bot.words import say
from games.engine.ask import Asks
from games.engine.game import Game
from games.engine.players import Player
from games.engine.voice import count

Where = Literal["dm", "channel", "both", "none"]
Place = Literal["dm", "channel"]

HERE_MS: Final = 3 * 60_000
"""Who has pressed anything in this time is here."""
GLANCE_MS: Final = 8_000
"""Live: so long somebody who is here may not have seen his hand change."""
SETTLE_MS: Final = 20_000
"""By post: so long answers that are forced or taken back may follow each other."""
WAKING_MS: Final = 30_000
"""How long the first window since its player is away lasts, for him."""
LAPSES: Final = 3
"""Consecutive timeouts of windows, after which a seat passes them."""
EVERY_MS: Final = 20_000
"""A person's notices ring at most once in this time,"""
OFTEN_MS: Final = 15 * 60_000
MOST_OFTEN: Final = 8
"""and at most so often in that time, over all tables."""
SHARED_MS: Final = 2_000
"""All who are called in a channel within this time share a message."""
MOST_CHARACTERS: Final = 150
LEAST_CHARACTERS: Final = 20
"""Less of what is awaited tells nobody anything."""
MINUTES_A_DAY: Final = 24 * 60


# -- what a player prefers


class Quiet(msgspec.Struct, frozen=True):
    """Hours in which notices make no sound, on the player's own clock."""

    start: int
    """Minutes after midnight."""
    end: int
    """Minutes after midnight; before `start` where they go over midnight. Never the same."""
    ahead: int = 0
    """Minutes by which his clock is ahead of UTC."""

    def minute(self, now: int) -> int:
        """What the player's clock shows, in minutes after midnight."""
        return (now // 60_000 + self.ahead) % MINUTES_A_DAY

    def holds(self, now: int) -> bool:
        """Whether it is quiet at that time (ms)."""
        minute = self.minute(now)
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def over(self, now: int) -> int:
        """When the quiet hours that hold at that time are over, in ms."""
        left = (self.end - self.minute(now)) % MINUTES_A_DAY
        return now // 60_000 * 60_000 + left * 60_000


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where and when a person wants to be called (`users.prefs`)."""

    where: Where = "dm"
    quiet: Quiet | None = None

    def places(self, *, closed: bool) -> tuple[Place, ...]:
        """Where he is called; `closed` where he takes no direct messages, or none can be sent."""
        if self.where == "none":
            return ()
        if closed or self.where == "channel":
            return ("channel",)
        return ("dm", "channel") if self.where == "both" else ("dm",)

    def holds_quiet(self, now: int) -> bool:
        """Whether his quiet hours hold at that time."""
        return self.quiet is not None and self.quiet.holds(now)


class Person(msgspec.Struct):
    """What is known of a user."""

    user_id: int
    seen: int = 0
    """When he last pressed something, in ms; 0 for never."""
    closed: bool = False
    """His direct messages have been found closed."""
    dm: int = 0
    """His direct message channel; 0 while there is none."""
    prefs: Preferences = Preferences()
    stored: int = 0
    """The press that the row has."""
    read_at: int = 0


# -- when


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A question that is put now, and its player."""

    now: int
    wait: int
    """How long its clock is, in ms."""
    by_post: bool
    window: bool
    own: bool
    """It came of that player's own press, which shows it to him."""
    here: bool
    called: bool = False
    """The player has let a window lapse since he pressed anything: he has been called for it."""
    silent: bool = False
    """He wants no notices (of this table)."""


def here(now: int, seen: int) -> bool:
    """Whether somebody who pressed something at `seen` (0: never) is here."""
    return now - seen < HERE_MS


def clock(moment: Moment) -> int:
    """How long the question's clock is for that player, in ms."""
    return max(moment.wait, WAKING_MS) if _wakes(moment) else moment.wait


def _wakes(moment: Moment) -> bool:
    """Whether it is a short window that its player is called back for."""
    away = not moment.own and not moment.here and not moment.called
    return moment.window and not moment.by_post and away and not moment.silent


def ladder(moment: Moment) -> tuple[int, ...]:
    """When its player is called, as times in ms; at once is `moment.now`."""
    if moment.silent:
        return ()
    now, wait = moment.now, moment.wait
    half, late = now + wait // 2, now + wait * 7 // 8
    if not moment.by_post:
        if moment.window:
            return (now,) if _wakes(moment) else ()
        if moment.own:
            return (half,)
        return (now + GLANCE_MS if moment.here else now, half)
    if moment.window:
        return (half,) if moment.own else (now + SETTLE_MS, half)
    return (half, late) if moment.own else (now + SETTLE_MS, half, late)


def has_looked(opened: int, due: int, seen: int, *, by_post: bool) -> bool:
    """Whether a call at `due` is the first one to somebody who is here, and he has pressed
    something since the question opened."""
    return not by_post and 0 < due - opened <= GLANCE_MS and seen > opened


def rings(now: int, rang: str, *, quiet: bool) -> tuple[bool, str]:
    """Whether a notice may ring now, and when notices rang at that person's up to now.

    `rang` is that as it was kept; both texts are ms with commas between.
    """
    times = [int(each) for each in rang.split(",") if each.isdigit()]
    times = [each for each in times if now - each < OFTEN_MS]
    loud = not quiet and len(times) < MOST_OFTEN
    loud = loud and (not times or now - max(times) >= EVERY_MS)
    if loud:
        times.append(now)
    return loud, ",".join(str(each) for each in times)


def late(meant: int, rang: int) -> Callable[[str], str] | None:
    """What `rings` is to know of a notice that was to ring at `meant` and rang at `rang`, when so
    much lies between that the next one would follow too soon: makes of what was kept what to
    keep."""
    if rang - meant < SHARED_MS:
        return None
    return lambda kept: ",".join(str(rang) if at == str(meant) else at for at in kept.split(","))


# -- in which words


def left(ms: int) -> str:
    """A time in words: "3 minutes"."""
    seconds = max(0, ms) / 1000
    for one, size, most in (("second", 1, 100), ("minute", 60, 100), ("hour", 3600, 47)):
        many = round(seconds / size)
        if size == 1 and many > 10:
            many = round(many / 5) * 5
        if many < most:
            return count(many, one)
    return count(round(seconds / 86_400), "day")


def headline(
    game: Game[Any], spectator: Any, asked: Asks, players: Sequence[Player], seat: int | None
) -> str:
    """What is awaited: what the spectator reads on the board, said to `seat`, or to all (None).

    `spectator` must be the spectator's view: it is told only whom it speaks to.
    """
    view = spectator if seat is None else msgspec.structs.replace(spectator, seat=seat)
    return game.words.headline(view, asked, players)


_YOU: Final = re.compile(r"(^Your turn: |(?:^|[:?.] )You (?!and\b|may\b))([a-z])")


def command(text: str) -> str:
    """A headline said to its reader, as somebody calls it: "You answer Ann's Laser." becomes
    "Answer Ann's Laser."."""

    def without(found: re.Match[str]) -> str:
        before = (
            "" if found[1].startswith("Your") else found[1].removesuffix(f"{say('names.you')} ")
        )
        return before + (found[2] if before.startswith(":") else found[2].upper())

    return _YOU.sub(without, text)


def text(
    head: str,
    title: str,
    what: str,
    left_ms: int | None,
    *,
    again: bool = False,
    more: str = "",
) -> str:
    """A notice in one line of at most 150 characters, which a lock screen shows whole.

    `head` says why it rings, `what` what is awaited, `more` what else waits for this player; of a
    long `what` the end is left out, or all of it, never the time that is left.
    """
    tail = ""
    if left_ms is not None:
        tail = f" {left(left_ms)}{' left' if again else ''}."
    if more:
        tail += f" {more}"
    start = f"{head} · {title}"
    room = MOST_CHARACTERS - len(start) - len(" · ") - len(tail)
    if what and room >= LEAST_CHARACTERS:
        start += f" · {_cut(what, room)}"
    else:
        start += "."
    return start + tail


def _cut(words: str, most: int) -> str:
    if len(words) <= most:
        return words
    short = words[: most - 1]
    return f"{short[: short.rfind(' ')].rstrip(' ,:;')}…"


BEGUN: Final = say("notices.the_match_has_begun")


def head(stage: int, *, begun: bool = False) -> str:
    """Why a notice rings, for the question's first call or a later one."""
    if begun and stage == 1:
        return BEGUN
    return say("notices.your_move") if stage <= 1 else say("notices.still_your_move")
