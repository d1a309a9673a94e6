"""/notify: where a person is called, quiet hours, and tables that are muted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import discord
import structlog

from bot.delivery.answering import Answering
from bot.delivery.click import ONE_LINE, Click, handlers_of, stands_among
from bot.match import calls
from bot.match.match import Match
from bot.match.names import plain_text
from bot.match.notices import MINUTES_A_DAY, Preferences, Quiet, Where
from bot.match.recent import Recent
from bot.posts import forms
from bot.posts.forms import Field
from bot.posts.posts import Button, Choice, Post, Row, Select
from bot.presses.replies import Replies
from bot.store import StoreError
from bot.tables.matches import Matches
from bot.tables.stored import NOTICE
from bot.words import say
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)

_PRESS: Final = re.compile(r"notices:(where|quiet|clear)")
FROM, UNTIL, CLOCK = "from", "until", "now"
"""Fields of the form, and of the command."""
WHERES: Final[dict[Where, tuple[str, str]]] = {
    "dm": (say("notify.direct_message"), say("notify.below_your_hand")),
    "channel": (say("notify.in_the_channel"), say("notify.i_mention_you_where")),
    "both": (say("notify.both"), say("notify.a_direct_message")),
    "none": (say("notify.nowhere"), say("notify.your_hand_still_changes")),
}
CLOCKS_RUN: Final = say("notify.clocks_dont_stop")
NO_HOURS: Final = say("notify.write_quiet_hours_like")
_TIME: Final = re.compile(r"([01]?\d|2[0-4])(?:[:.h]?([0-5]\d))?\s*(am|pm)?", re.IGNORECASE)
STEP: Final = 15
"""Time zones differ from UTC by whole quarters of an hour."""


# -- what was typed


def read_time(text: str) -> int:
    """A time of day in minutes after midnight. Raises `Refusal`.

    >>> [read_time(text) for text in ("22", "7:30", "10 pm", "24")]
    [1320, 450, 1320, 0]
    """
    found = _TIME.fullmatch(text.strip())
    hour = int(found[1]) if found else -1
    half = (found[3] or "").lower() if found else ""
    if found is None or (half and not 1 <= hour <= 12) or (hour == 24 and int(found[2] or 0)):
        raise Refusal(say("notify.is_no_time", split=plain_text(" ".join(text.split())[:20])))
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return (hour * 60 + int(found[2] or 0)) % MINUTES_A_DAY


def read_ahead(clock: str, now: int) -> int:
    """By how many minutes somebody's clock is ahead of UTC, when it shows that at `now` (ms)."""
    # A day more or less is the same time of day.
    differs = (read_time(clock) - now // 60_000) % MINUTES_A_DAY
    return round(differs / STEP) * STEP % MINUTES_A_DAY


def read_quiet(start: str, end: str, clock: str, now: int, before: Quiet | None) -> Quiet:
    """Quiet hours as they were typed; the clock as it was `before` where none is. Raises
    `Refusal`."""
    first, last = read_time(start), read_time(end)
    if first == last:
        raise Refusal(say("notify.quiet_hours_cant_begin"))
    if clock.strip():
        return Quiet(first, last, read_ahead(clock, now))
    if before is None:
        raise Refusal(say("notify.discord_doesnt_tell_me"))
    return Quiet(first, last, before.ahead)


def show_time(minutes: int) -> str:
    """A time of day.

    >>> show_time(450)
    '7:30'
    """
    return f"{minutes // 60 % 24}:{minutes % 60:02}"


# -- what is shown


def panel(
    prefs: Preferences, now: int, match: Match | None = None, seat: int | None = None
) -> Post:
    """The settings of a person, and of the table from which they were opened."""
    label, detail = WHERES[prefs.where]
    lines = [say("notify.where", label=label, detail=detail)]
    quiet = prefs.quiet
    if quiet is None:
        lines.append(say("notify.quiet_hours_none"))
    else:
        hours = say("notify.to", show_time=show_time(quiet.start), show_time2=show_time(quiet.end))
        lines.append(
            say(
                "notify.quiet_hours",
                hours=hours,
                show_time=show_time(quiet.minute(now)),
                clocks_run=CLOCKS_RUN,
            )
        )
    rows: list[Row] = [
        Select(
            say("notify.where_do_i_call"),
            "notices:where",
            tuple(Choice(name, key, about) for key, (name, about) in WHERES.items()),
        )
    ]
    buttons = [Button(say("notify.quiet_hours_2"), "notices:quiet")]
    if quiet is not None:
        buttons.append(Button(say("notify.no_quiet_hours"), "notices:clear"))
    if match is not None and seat is not None and match.status == "live":
        muted = match.seats[seat].muted
        lines.append(
            say("notify.this_table_stays_muted") if muted else say("notify.this_table_rings")
        )
        verb, word = (
            ("unmute", say("notify.ring_again_here")) if muted else ("mute", say("press.mute"))
        )
        buttons.append(Button(word, f"{verb}:{match.id}"))
    rows.append(tuple(buttons))
    return Post(head=say("press.notify"), body=tuple(lines), rows=tuple(rows))


def form(prefs: Preferences, refused: Mapping[str, str] | None = None) -> discord.ui.Modal:
    """The form for quiet hours; with what was typed there and `refused`, if anything was."""
    quiet, before = prefs.quiet, refused or {}
    until = say("notify.such_as_7", clocks_run=CLOCKS_RUN)
    fields = (
        (FROM, say("notify.from"), say("notify.such_as_22"), quiet.start if quiet else None),
        (UNTIL, say("notify.until"), until, quiet.end if quiet else None),
        (CLOCK, say("notify.what_time"), say("notify.discord_doesnt_tell_me_your_time"), None),
    )
    return forms.form(
        say("notify.quiet_hours_2"),
        "notices:quiet",
        *(
            Field(
                name=name,
                label=label,
                about=about,
                present=before.get(name, "" if shown is None else show_time(shown)),
                most=10,
                required=name != CLOCK or not quiet,
            )
            for name, label, about, shown in fields
        ),
    )


class Notify:
    """Answers `/notify`, its panel, and the buttons that mute a table."""

    def __init__(self, matches: Matches, replies: Replies) -> None:
        self._matches = matches
        self._replies = replies
        self._refused: Recent[int, dict[str, str]] = Recent()
        """Quiet hours that were refused, by user."""
        self.handlers = handlers_of(self)

    @staticmethod
    def takes(custom_id: str) -> bool:
        """Whether something that was pressed or sent is about settings of no table."""
        return _PRESS.fullmatch(custom_id) is not None

    async def command(
        self, user: int, where: Where | None, quiet: str | None, clock: str | None
    ) -> Post:
        """`/notify`: change what is given and show how it stands. Raises `Refusal`."""
        prefs = (await self._matches.people.one(user)).prefs
        if where is not None and where not in WHERES:
            raise Refusal(ONE_LINE)
        hours, now = prefs.quiet, self._matches.now()
        if quiet is not None and quiet.strip().lower() in ("off", "none", "no"):
            hours = None
        elif quiet is not None:
            start, *rest = re.split(r"-|–|to|until", quiet, maxsplit=1)
            if not rest:
                raise Refusal(NO_HOURS)
            hours = read_quiet(start, rest[0], clock or "", now, hours)
        elif clock is not None:
            if hours is None:
                raise Refusal(NO_HOURS)
            hours = Quiet(hours.start, hours.end, read_ahead(clock, now))
        changed = Preferences(where or prefs.where, hours)
        if changed != prefs or where is not None:
            await self._keep(user, changed, asked=where is not None)
        return panel(changed, now)

    async def _keep(self, user: int, prefs: Preferences, *, asked: bool) -> None:
        """Keep what somebody prefs, and let what stands of notices fit it.

        Who asks for direct messages has them tried again.
        """
        people, store = self._matches.people, self._matches.store
        await people.set_prefs(user, prefs)
        again = asked and prefs.where in ("dm", "both") and (await people.one(user)).closed
        if again:
            await people.set_dm(user, 0, closed=False)
        for line in await store.matches_of(user):
            if line.status == "live":
                for target in (f"{NOTICE}{line.seat}", *([f"hand:{line.seat}"] if again else [])):
                    await store.post(line.id, target, b"", self._matches.now())
        self._matches.wake()

    # -- the panel

    async def press(self, interaction: discord.Interaction, *, sent: bool) -> None:
        """Something on the panel was used, or the form for quiet hours came."""
        data: Any = interaction.data or {}
        action = "set" if sent else str(data.get("custom_id", "")).rpartition(":")[2]
        user, own = interaction.user.id, stands_among(interaction, self.takes)
        self._matches.people.pressed(user)
        said = "", user, "notices"
        async with Answering(interaction, "change" if own else "private") as answering:
            try:
                prefs = (await self._matches.people.one(user)).prefs
                if action == "quiet":
                    await answering.form(form(prefs, self._refused.get(user)))
                    return
                await self._change(user, prefs, action, data)
            except Refusal as error:
                await answering.reply(str(error))
            except StoreError as error:
                log.warning("settings could not be kept", why=str(error))
                await answering.reply(say("notify.the_database_is_busy"))
            except Exception as error:
                await answering.failed(self._matches.faults, "/notify failed", error)
            else:
                prefs = (await self._matches.people.one(user)).prefs
                await answering.show(panel(prefs, self._matches.now()))
                await self._replies.replace(said, interaction, [])
                return
            await self._replies.replace(said, interaction, answering.private)

    async def _change(self, user: int, prefs: Preferences, action: str, data: Any) -> None:
        if action == "set":
            given = forms.typed(data)
            start, end, now = (given.get(name, "") for name in (FROM, UNTIL, CLOCK))
            try:
                hours = read_quiet(start, end, now, self._matches.now(), prefs.quiet)
            except Refusal:
                self._refused[user] = given
                raise
            await self._keep(user, Preferences(prefs.where, hours), asked=False)
            self._refused.pop(user, None)
        elif action == "clear":
            await self._keep(user, Preferences(prefs.where), asked=False)
        else:
            values = [where for where in WHERES if [where] == list(data.get("values", []))]
            if not values:
                raise Refusal(ONE_LINE)
            await self._keep(user, Preferences(values[0], prefs.quiet), asked=True)

    # -- at a table

    async def on_notify(self, click: Click) -> Post:
        """The panel, from a table."""
        match = await click.look()
        prefs = (await self._matches.people.one(click.user)).prefs
        seat = match.seat_of(click.user)
        return panel(prefs, self._matches.now(), match, seat)

    async def on_mute(self, click: Click) -> str:
        """No notices of this table any more."""
        await click.change(lambda match: calls.mute(match, click.user, muted=True))
        return say("notify.this_table_is_muted")

    async def on_unmute(self, click: Click) -> str:
        """Notices of this table again."""
        await click.change(lambda match: calls.mute(match, click.user, muted=False))
        return say("notify.i_call_you_again")
