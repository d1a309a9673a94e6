"""The first hand after a day away: what has happened to a player, in at most five lines.

They stand on his hand until he answers something, and are made from his seat's view alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from bot.match.match import Match
from bot.posts import naming
from bot.store import MoveRow
from bot.tables import rows
from bot.tables.matches import Matches
from bot.words import say
from games.engine.ask import Ask
from games.engine.voice import Voice, count, listed

AWAY_MS: Final = 24 * 3_600_000
MOST_LINES: Final = 5
EVENTS: Final = MOST_LINES - 2
"""Lines that tell what happened to the player: all but the head and the open question. Where the
standings are told they have one of these."""
LONGEST: Final = 160
_YOU: Final = re.compile(r"\b[Yy]ou(r|rs|rself)?\b")


def is_away(match: Match, seat: int, now: int) -> bool:
    """Whether the player of a seat has made no move for a day."""
    acted = match.seats[seat].acted_at
    return match.in_play is not None and 0 < acted <= now - AWAY_MS


async def lines(matches: Matches, match: Match, seat: int) -> tuple[str, ...]:
    """The lines with which a hand opens, the first as its head; none for who has not been away."""
    now = matches.now()
    if not is_away(match, seat, now):
        return ()
    try:
        since = match.seats[seat].seen
        moves = [m for m in await matches.store.moves(match.id, since) if not m.undone]
        # The match may have ended meanwhile.
        return told(match, seat, moves, now) if is_away(match, seat, now) else ()
    except Exception as error:
        match.failed(error)
        return ()


def told(match: Match, seat: int, moves: Sequence[MoveRow], now: int) -> tuple[str, ...]:
    """The same of the moves since the player's last one."""
    hours = (now - match.seats[seat].acted_at) // 3_600_000
    long = count(hours // 24, "day") if hours >= 48 else count(hours, "hour")
    out = [say("away.back_after", long=long, played_for=_played_for(moves, seat))]
    stood = _standings(match, seat)
    texts = [text for text in _to_you(match, seat, moves) if not (stood and stood in text)]
    out += _whole(texts or [say("away.nothing_happened")], EVENTS - bool(stood))
    out += [item(stood)] if stood else []
    out.append(_asked(match, seat, now))
    return tuple(out[:MOST_LINES])


def _played_for(moves: Sequence[MoveRow], seat: int) -> str:
    """What was done in the seat without its player."""
    own = [move.kind for move in moves if move.seat == seat]
    clocks, computer = own.count("clock"), own.count("computer")
    parts = []
    if clocks:
        parts.append(say("away.your_clock_ran_out", times=_times(clocks)))
    if computer:
        parts.append(say("away.the_computer_chose", times=_times(computer)))
    text = listed(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else say("away.you_missed_no_question")


def _times(number: int) -> str:
    few = {1: say("away.once"), 2: say("away.twice")}
    return few.get(number) or say("away.times", number=number)


def _whole(texts: Sequence[str], most: int) -> list[str]:
    """What happened, in at most so many lines. Where it is too much, the first of them says how
    much it was: the figures of the others would not follow from each other."""
    if len(texts) <= most:
        return [item(text) for text in texts]
    last = texts[1 - most :]
    more = count(len(texts) - len(last), "thing")
    return [
        item(say("away.before_that_press_what", more=more)),
        *(item(text) for text in last),
    ]


def _to_you(match: Match, seat: int, moves: Sequence[MoveRow]) -> list[str]:
    """The events that name the reader, else all; the newest last."""
    players, words = naming.names_for_text(match), match.game.words
    texts = [
        words.event(event.event, players, seat)
        for move in moves
        for event in rows.told_of(match.game, move.events)
        if event.reaches(seat) and not match.game.is_quiet(event.event)
    ]
    texts = list(dict.fromkeys(text for text in texts if text))
    return [text for text in texts if _YOU.search(text)] or texts


def _standings(match: Match, seat: int) -> str:
    """How all stood when the game last counted: "After turn 9: Ben 89, you 74." Where it counts
    all along: "Armor lost: you 4, Ben 12." Empty while there is nothing to count."""
    chart = match.game.words.chart(match.running().view(seat))
    now = [line[-1] for line in chart.lines if len(line) > 1]
    if not any(now):
        return ""
    voice, order = Voice(naming.names_for_text(match), seat), list(range(len(now)))
    head = chart.title
    if chart.goal:
        order.sort(key=lambda each: -now[each])
        head = say("away.after", turn=f"{chart.across} {len(chart.lines[0]) - 1}")
    return f"{head}: {', '.join(f'{voice.who(each)} {now[each]:,}' for each in order)}."


def item(text: str) -> str:
    """A sentence of what happened, as it stands among the lines."""
    return f"- {text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}"


def _asked(match: Match, seat: int, now: int) -> str:
    """What the player is asked, and the time left; else who is to act."""
    view = match.running().view(seat)
    players, words = naming.names_for_text(match), match.game.words
    ask: Ask[Any] | None = None if match.more else match.ask_of(seat)
    if ask is None:
        return words.headline(match.running().view(None), match.waiting(), players)
    due = match.due_of(seat, now)
    left = say("away.time_runs_out", due=due // 1000) if due is not None else ""
    return f"**{words.question(view, ask, players)}**{left}"
