"""What one seat alone may know stands in its news, also after an undo and a restart, and tells
nobody else anything: neither by a line nor by how many there are."""

from __future__ import annotations

import pytest

from bot.match.match import Match
from bot.match.seats import Stretch
from bot.match.state import NEWS_KEPT
from bot.posts import news
from bot.posts.naming import names_for_text
from games.engine.kept import Emitted
from games.nascards.events import PitsShown, SpeedCards, TurnBegan
from tests.bot.faults import match_of
from tests.bot.pits import Pits

OWN = SpeedCards(0, (9, 9))
"""Cards that seat 0 alone has seen."""


def own(match: Match, seat: int) -> list[tuple[int, Emitted]]:
    """What of the news reaches that seat alone."""
    return [each for each in match.news if each[1].seats == (seat,)]


@pytest.mark.parametrize("secrets", [0, 1, NEWS_KEPT])
def test_how_much_a_seat_was_told_alone_cuts_no_news_of_all(secrets: int) -> None:
    """That of the first turn not all is kept is said by the events that all know of."""
    match = match_of("nascards")
    match.turns = [(0, 1), (1, 2)]
    shown = [(0, Emitted(PitsShown((), (), ()))), (1, Emitted(TurnBegan(2)))]
    for count in (NEWS_KEPT, NEWS_KEPT - 1):
        rest = [(1, Emitted(PitsShown((1,), (), ())))] * (count - len(shown))
        match.news = [shown[0], *[(0, Emitted(OWN, (0,)))] * secrets, *shown[1:], *rest]
        for reader in (None, 1):
            is_cut = "What happened" in news.news(match, reader)[0]
            assert is_cut == (count == NEWS_KEPT)


def test_what_computers_played_last_is_told_by_what_all_know_of() -> None:
    match = match_of("nascards", people=1, computers=1)
    match.news = [
        (5, Emitted(PitsShown((1,), (), ()))),
        (6, Emitted(OWN, (0,))),
        (6, Emitted(SpeedCards(1, (8, 8)), (1,))),
    ]
    match.alone = Stretch(4, 6, ())
    for reader in (None, 0, 1):
        *_, last = news.news(match, reader)
        assert last == match.game.words.event(match.news[0][1].event, names_for_text(match), None)


async def test_a_seat_has_its_own_news_after_an_undo_and_a_restart_and_nobody_else(
    pits: Pits,
) -> None:
    await pits.deal(1, computers=1, game="nascards")
    before = await pits.match()
    dealt = own(before, 0)
    lines, told = news.news(before, 0, lines=99), news.news(before, None, lines=99)
    assert dealt
    assert lines != told

    def usual(match: Match) -> None:
        ask = match.ask_of(0)
        assert ask is not None
        match.answer(pits.ann.id, ask.number, ask.default)

    await pits.bot.matches.change(pits.match_id, usual)
    await pits.settled()
    await pits.command(pits.ann, "undo")
    await pits.settled()
    after = await pits.match()
    assert after.undos
    assert own(after, 0) == dealt
    await pits.stop()
    await pits.start()
    again = await pits.match()
    assert again is not after
    for match in (after, again):
        assert news.news(match, 0, lines=99) == lines
        assert news.news(match, None, lines=99) == told
