"""What has happened at a table, as lines for one seat or for everyone: each once, by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from bot.match.drivers import DRIVERS
from bot.match.match import NEWS_LINES, Match
from bot.match.names import plain_name
from bot.match.state import NEWS_KEPT
from bot.posts.naming import players_at, reader_at
from bot.posts.pressing import who
from bot.words import say
from games.engine import talk
from games.engine.voice import listed

MOST_INTRODUCED: Final = 3
NEAR: Final = 8
"""So many events before and after one may tell the same."""
Turn: TypeAlias = tuple[int, int]
"""Of several turns the how-manieth, and its number."""


class Line(NamedTuple):
    """One event in words, with its move and its turn."""

    at: int
    turn: Turn
    text: str


def news(
    match: Match,
    seat: int | None,
    lines: int = NEWS_LINES,
    since: int = 0,
    *,
    two_turns: bool = False,
) -> list[str]:
    """What a seat (None: everyone) may know of the events in words, from a move on, each once and
    by turn, the newest last; only of the present turn and the one before where `two_turns` is asked
    for. Where they are too many the oldest go, and the first line says so."""
    apart: list[str] = []
    if match.alone is not None and match.alone.last >= since:
        since, apart = match.alone.last + 1, alone(match)
    events = _kept(match, seat, since, two_turns=two_turns)
    told, cut = _newest(match, seat, events, lines)
    if cut is None and events and _first_turn_is_cut(match, events[0][1], since):
        cut = events[0][1]
    told = _with_talk(match, told, since)
    if two_turns and told:
        apart = []
    earlier = [say("boards.earlier")] if cut is not None and told else []
    return [*apart, *earlier, *by_turn(match, [(line.turn, line.text) for line in told])]


def _newest(
    match: Match, seat: int | None, events: list[tuple[int, Turn, Any]], lines: int
) -> tuple[list[Line], Turn | None]:
    """The newest events that fit into so many different lines, and the turn of the first that does
    not. Words are made only for those that are shown."""
    players = players_at(match, plain_name)
    newest: list[Line] = []
    for at, turn, event in reversed(events):
        text = match.game.words.event(event, players(at), reader_at(match, seat, at))
        if not text:
            continue
        if len({(line.turn, line.text) for line in newest} | {(turn, text)}) > lines:
            return newest[::-1], turn
        newest.append(Line(at, turn, text))
    return newest[::-1], None


def _first_turn_is_cut(match: Match, turn: Turn, since: int) -> bool:
    """Whether a turn began before the oldest event that the match keeps."""
    known = known_to(match, None)
    return len(known) == NEWS_KEPT and known[0][0] >= since and not turn[0]


def _with_talk(match: Match, told: list[Line], since: int) -> list[Line]:
    """The lines, and after each what a driver said of it."""
    for spoken in match.said:
        if told and told[0].at <= spoken.at >= since:
            after = sum(line.at <= spoken.at for line in told)
            text = say("talk.line", name=spoken.name, said=spoken.said)
            told = [*told[:after], Line(spoken.at, told[after - 1].turn, text), *told[after:]]
    return told


def known_to(match: Match, seat: int | None) -> list[tuple[int, Any]]:
    """The last events that a seat (None: everyone) may know of, with their moves."""
    return [(at, told.event) for at, told in match.news if told.reaches(reader_at(match, seat, at))]


def _kept(
    match: Match, seat: int | None, since: int, *, two_turns: bool
) -> list[tuple[int, Turn, Any]]:
    """Of these the ones that have lines, from a move on, with their moves and turns."""
    events = in_turns(match, known_to(match, seat))
    present = events[-1][1][0] if events else 0
    told = [each for each in events if tells(match, each[2])]
    if not two_turns:
        return once(match, told, since)
    told = once(match, told)
    told = [each for each in told if each[1][0] >= present - 1]
    told = [each for each in told if each[1][1]] or told  # what was before the first turn goes
    return [each for each in told if each[0] >= since]


def once(
    match: Match, told: list[tuple[int, Turn, Any]], since: int = 0
) -> list[tuple[int, Turn, Any]]:
    """Events from a move on, without what others nearby, of the same turn, tell as well."""
    out = []
    for place, (at, turn, event) in enumerate(told):
        if at < since:
            continue
        near = told[max(0, place - NEAR) : place + NEAR + 1]
        if not any(each[1] == turn and match.game.is_told_by(event, each[2]) for each in near):
            out.append((at, turn, event))
    return out


def decided(match: Match, seat: int | None = None) -> tuple[str, bool]:
    """What decided a match that is over, as the player of a seat reads it, and whether that tells
    who has won; "" where its last move does not say it."""
    at = match.last_move
    last = [event for when, event in known_to(match, None) if when == at]
    found = [event for event in last if isinstance(event, match.game.decides)]
    players, reader = players_at(match, plain_name)(at), reader_at(match, seat, at)
    for event in reversed(found):
        # What another event tells as well has no words of its own.
        if line := match.game.words.event(event, players, reader):
            return line, any(
                occasion == "wins" for occasion, _ in talk.occasions(match.game, event)
            )
    return "", False


def alone(match: Match) -> list[str]:
    """What computers have played among themselves, in at most three sentences: that they did, who
    went out, and what happened last."""
    stretch = match.alone
    if stretch is None:
        return []
    lines = [say("boards.computers_played_on")]
    if gone := [who(match, seat) for seat in match.out() if seat not in stretch.out]:
        lines.append(say("boards.out_meanwhile", who=listed(gone)))
    players = players_at(match, plain_name)
    for at, event in reversed(known_to(match, None)):
        loud = stretch.first <= at <= stretch.last and not match.game.is_quiet(event)
        line = match.game.words.event(event, players(at), None) if loud else ""
        if line:
            return [*lines, line]
    return lines


def in_turns(match: Match, events: Sequence[tuple[int, Any]]) -> list[tuple[int, Turn, Any]]:
    """Events to the present moment with their moves, and with the turns in which they were: the
    how-manieth of these it is, and its number; 0 where it has none."""
    begun = [talk.turn(match.game, event) for _, event in events]
    first = next(filter(None, begun), 1)
    earlier = match.turns[: max(0, len(match.turns) - sum(map(bool, begun)))]
    turn = (0, earlier[-1][1] if earlier else first - 1)
    out = []
    for (at, event), number in zip(events, begun, strict=True):
        turn = (turn[0] + 1, number) if number else turn
        out.append((at, turn, event))
    return out


def tells(match: Match, event: Any) -> bool:
    """Whether an event has a line of its own: small ones have none, and that a turn begins is told
    by its name."""
    return not (match.game.is_quiet(event) or talk.turn(match.game, event))


def by_turn(match: Match, told: Sequence[tuple[Turn, str]]) -> list[str]:
    """What happened in its turns, as lines; see `turns_of`."""
    return [line for lines in turns_of(match, told) for line in lines]


def turns_of(match: Match, told: Sequence[tuple[Turn, str]]) -> list[list[str]]:
    """The lines of each turn: its first begins with its name, where there is more than one turn or
    another than the present one. No sentence of a turn stands twice."""
    lines = Counter(told)
    turns = {turn for turn, _ in lines if turn[1]}
    one = len(turns) <= 1 and {number for _, number in turns} <= {n for _, n in match.turns[-1:]}
    out: list[list[str]] = []
    before = None
    for (turn, text), count in lines.items():
        line = _counted(text, count)
        if turn != before:
            out.append([])
            if turn[1] and not one:
                line = say("boards.in_turn", turn=talk.turn_name(match.game, turn[1]), line=line)
        out[-1].append(line)
        before = turn
    return out


def _counted(line: str, count: int) -> str:
    """A line with how often it happened, at the end of its last sentence, before its full stop."""
    if count == 1:
        return line
    said = line.rstrip(".!?")
    return say("boards.times", line=said, count=count, stop=line[len(said) :])


def fresh(match: Match) -> list[str]:
    """The board's news: what came since all players at the table have acted, as far as everybody
    knows when they did. Who has acted by a plan is nobody's business: where there are plans it is
    what came in the last two turns."""
    if match.game.plans is not None:
        return news(match, None, two_turns=True)
    since = min((match.seats[seat].shown for seat in match.people()), default=0)
    return news(match, None, since=since)


def introduced(match: Match) -> list[str]:
    """The drivers of computer seats with what they are like, at the first question, and at the next
    where that was answered for all; nobody where they are many, who have joined one by one."""
    first = len(match.seats) + 1  # the deal, and an answer of each at the most
    if any(match.seats[seat].shown > first for seat in match.people()):
        return []
    drivers = {seat: DRIVERS.get(match.driver_of(seat)) for seat in range(len(match.seats))}
    known = [(seat, driver) for seat, driver in drivers.items() if driver is not None]
    lines = [who(match, seat) + say("boards.driver", about=driver.about) for seat, driver in known]
    return lines if len(lines) <= MOST_INTRODUCED else []


def public(match: Match) -> list[Any]:
    """The last public events, the newest last."""
    return [event for _, event in known_to(match, None)]
