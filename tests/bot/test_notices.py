"""When a player is called, and in which words, row by row of the design's tables."""

from __future__ import annotations

from typing import Any

import pytest

from bot.match import notices
from bot.match.notices import Moment, Preferences, Quiet
from bot.match.state import TURN_SECONDS, WINDOW_SECONDS_BY_POST

NOW = 1_800_000_000_000
LIVE = 1000 * TURN_SECONDS["live"]
POST = 1000 * TURN_SECONDS["post"]
POST_WINDOW = 1000 * WINDOW_SECONDS_BY_POST
WINDOW = 15_000
S = 1000


def moment(wait: int, **more: Any) -> Moment:
    """A question that is put now."""
    usual = {"by_post": wait > LIVE, "window": wait in (WINDOW, POST_WINDOW), "own": False}
    return Moment(now=NOW, wait=wait, **{**usual, "here": True, **more})


# -- the table of times


@pytest.mark.parametrize(
    ("wait", "who", "after"),
    [
        (LIVE, "own", [90 * S]),
        (LIVE, "here", [8 * S, 90 * S]),
        (LIVE, "away", [0, 90 * S]),
        (WINDOW, "own", []),
        (WINDOW, "here", []),
        (WINDOW, "away", [0]),
        (WINDOW, "called", []),
        (POST, "own", [POST // 2, POST * 7 // 8]),
        (POST, "here", [20 * S, POST // 2, POST * 7 // 8]),
        (POST, "away", [20 * S, POST // 2, POST * 7 // 8]),
        (POST_WINDOW, "own", [POST_WINDOW // 2]),
        (POST_WINDOW, "here", [20 * S, POST_WINDOW // 2]),
        (POST_WINDOW, "away", [20 * S, POST_WINDOW // 2]),
    ],
)
def test_the_ladder(wait: int, who: str, after: list[int]) -> None:
    put = moment(wait, own=who == "own", here=who not in ("away", "called"), called=who == "called")
    assert [time - NOW for time in notices.ladder(put)] == after
    silent = moment(wait, own=who == "own", here=who == "here", silent=True)
    assert notices.ladder(silent) == ()


def test_the_first_window_of_who_is_away_lasts_half_a_minute() -> None:
    assert notices.clock(moment(WINDOW, here=False)) == 30 * S
    assert notices.clock(moment(60 * S, here=False, window=True)) == 60 * S, "never a shorter one"
    for put in (
        moment(WINDOW),
        moment(WINDOW, here=False, called=True),
        moment(WINDOW, here=False, own=True),
        moment(WINDOW, here=False, silent=True),
    ):
        assert notices.clock(put) == WINDOW
    assert notices.clock(moment(LIVE, here=False)) == LIVE
    assert notices.clock(moment(POST_WINDOW, here=False)) == POST_WINDOW


def test_here_is_three_minutes() -> None:
    assert notices.here(NOW, NOW - 179_999)
    assert not notices.here(NOW, NOW - 180_000)
    assert not notices.here(NOW, 0)


def test_who_looked_since_is_not_called_after_eight_seconds() -> None:
    due = NOW + 8 * S
    assert notices.has_looked(NOW, due, NOW + 1, by_post=False)
    assert not notices.has_looked(NOW, due, NOW, by_post=False), "the press before"
    assert not notices.has_looked(NOW, NOW + LIVE // 2, NOW + 1, by_post=False)
    assert not notices.has_looked(NOW, NOW + 20 * S, NOW + 1, by_post=True)


# -- how often it rings


def test_one_ring_in_twenty_seconds() -> None:
    loud, rang = notices.rings(NOW, "", quiet=False)
    assert loud
    assert notices.rings(NOW + 20 * S - 1, rang, quiet=False) == (False, rang)
    assert notices.rings(NOW + 20 * S, rang, quiet=False)[0]


def test_a_ring_that_came_late_counts_from_when_it_came() -> None:
    _, rang = notices.rings(NOW, "", quiet=False)
    assert notices.late(NOW, NOW + S) is None, "that is soon enough"
    late = notices.late(NOW, NOW + 30 * S)
    assert late is not None
    # Another table has rung meanwhile.
    _, rang = notices.rings(NOW + 21 * S, rang, quiet=False)
    rang = late(rang)
    assert not notices.rings(NOW + 50 * S - 1, rang, quiet=False)[0]
    assert notices.rings(NOW + 50 * S, rang, quiet=False)[0]
    assert late("") == ""


def test_eight_rings_in_a_quarter_of_an_hour() -> None:
    rang, loud = "", []
    for minute in range(12):
        rings, rang = notices.rings(NOW + minute * 60 * S, rang, quiet=False)
        loud.append(rings)
    assert loud == [True] * 8 + [False] * 4
    assert notices.rings(NOW + 15 * 60 * S, rang, quiet=False)[0]
    assert len(rang) < 8 * 14


def test_quiet_does_not_ring_and_does_not_count() -> None:
    assert notices.rings(NOW, "", quiet=True) == (False, "")


def test_what_was_kept_wrongly_is_left_out() -> None:
    assert notices.rings(NOW, "x,,-3,12", quiet=False) == (True, str(NOW))


# -- preferences


def at(hour: int, minute: int = 0, day: int = 0) -> int:
    """A time of day in UTC, in ms."""
    midnight = NOW // 86_400_000 * 86_400_000
    return midnight + day * 86_400_000 + (hour * 60 + minute) * 60_000


def test_quiet_hours_over_midnight() -> None:
    quiet = Quiet(22 * 60, 7 * 60)
    assert [hour for hour in range(24) if quiet.holds(at(hour))] == [*range(7), 22, 23]
    assert not quiet.holds(at(7))
    assert quiet.over(at(23, 30)) == at(7, day=1)
    assert quiet.over(at(6, 59) + 59_999) == at(7)


def test_quiet_hours_within_a_day() -> None:
    quiet = Quiet(9 * 60, 17 * 60 + 30)
    assert [hour for hour in range(24) if quiet.holds(at(hour))] == [*range(9, 18)]
    assert not quiet.holds(at(17, 30))
    assert quiet.over(at(9)) == at(17, 30)


def test_quiet_hours_on_a_clock_ahead_of_utc() -> None:
    quiet = Quiet(22 * 60, 7 * 60, ahead=5 * 60 + 30)
    assert quiet.holds(at(17))
    assert not quiet.holds(at(16))
    assert quiet.over(at(17)) == at(1, 30, day=1)


@pytest.mark.parametrize(
    ("where", "closed", "places"),
    [
        ("dm", False, ("dm",)),
        ("dm", True, ("channel",)),
        ("channel", False, ("channel",)),
        ("channel", True, ("channel",)),
        ("both", False, ("dm", "channel")),
        ("both", True, ("channel",)),
        ("none", False, ()),
        ("none", True, ()),
    ],
)
def test_where(where: Any, closed: bool, places: tuple[str, ...]) -> None:
    assert Preferences(where).places(closed=closed) == places


# -- words


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0, "0 seconds"), (1_000, "1 second"), (9_400, "9 seconds"), (14_000, "15 seconds"),
        (30_000, "30 seconds"), (90_000, "90 seconds"), (172_000, "3 minutes"),
        (180_000, "3 minutes"), (900_000, "15 minutes"), (3 * 3_600_000, "3 hours"),
        (8 * 3_600_000 - 20_000, "8 hours"), (24 * 3_600_000 - 20_000, "24 hours"),
        (72 * 3_600_000, "3 days"),
    ],
)  # fmt: skip
def test_times_in_words(ms: int, words: str) -> None:
    assert notices.left(ms) == words


@pytest.mark.parametrize(
    ("headline", "called"),
    [
        ("You answer Ann's Laser.", "Answer Ann's Laser."),
        ("Your turn: attack, play a special or discard.", "Attack, play a special or discard."),
        ("Turn 3: You choose speeds in secret.", "Turn 3: choose speeds in secret."),
        ("Turn 3: You and Ben choose speeds.", "Turn 3: You and Ben choose speeds."),
        ("Pit or stay? You decide in secret. Ben must pit.",
         "Pit or stay? Decide in secret. Ben must pit."),
        ("You may redraw the first hand, once.", "You may redraw the first hand, once."),
        ("You may jam Ann's Laser.", "You may jam Ann's Laser."),
        ("Your turn ends: announce an escape or stay.",
         "Your turn ends: announce an escape or stay."),
    ],
)  # fmt: skip
def test_a_headline_becomes_a_call(headline: str, called: str) -> None:
    assert notices.command(headline) == called


def test_the_whole_line() -> None:
    said = notices.text("Your move", "NASCARDS", "Play a Speed card.", 180_000)
    assert said == "Your move · NASCARDS · Play a Speed card. 3 minutes."
    said = notices.text("Still your move", "NASCARDS", "Decide.", 90_000, again=True)
    assert said == "Still your move · NASCARDS · Decide. 90 seconds left."
    assert notices.text("The match has begun", "NASCARDS", "", None) == (
        "The match has begun · NASCARDS."
    )


def test_a_long_line_keeps_the_time() -> None:
    names = ", ".join(["Maximiliana the Extraordinary"] * 8)
    said = notices.text("Your move", "Car Wars: The Card Game", f"{names} are asked.", 180_000)
    assert len(said) <= 150
    assert said.endswith("… 3 minutes.")
    assert notices.head(1) == "Your move"
    assert notices.head(2) == "Still your move"
    assert notices.head(1, begun=True) == "The match has begun"
