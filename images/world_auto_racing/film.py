"""The film of a race: what each event comes to on the road."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from games.engine.players import Player
from games.engine.voice import signed
from games.world_auto_racing import GAME
from games.world_auto_racing import events as e
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.options import Options
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.words.phrases import figures
from images.film import Captions, captions
from images.race_film import ALWAYS, BIG, Beat, Card, Course, race_film
from images.world_auto_racing.faces import icon_of
from images.world_auto_racing.shared import NO_COURSE

SAID: Final = captions(GAME)
"""What its captions say."""
_WORTH: Final[dict[type[Any], tuple[int, str]]] = {
    e.CardStopped: (5, "check"),
    e.Uninstalled: (4, "nut"),
    e.CardPlayed: (3, "cards"),
    e.ModPlaced: (2, "nut"),
    e.TieBegan: (BIG, ""),
    e.DriverLeft: (BIG, "exit"),
}
"""What an event is worth, and the sign beside its car."""


def tell(
    events: Sequence[Any], players: Sequence[Player], options: Options
) -> tuple[Course, list[Beat]]:
    """The race in beats; none before the starting order was drawn."""
    say, out, seats = Captions(SAID, players), list[Beat](), 0
    courses = list[tuple[int, int]]()
    """(card, owner) from the bottom up: the last is driven."""
    for progressed, group in groupby(events, lambda x: isinstance(x, e.Progressed)):
        if progressed:
            # All drive at once; who drives farthest has the line.
            made = [*group]
            best = max(made, key=lambda x: x.calculation.total)
            notes = {x.seat: signed(x.calculation.total) for x in made}
            at = {x.seat: x.after for x in made}
            out.append(Beat(say(best), best.seat, 5, at, notes=notes))
            continue
        for x in group:
            words, before = say(x), courses[-1:]
            _lay(courses, x)
            match x:
                case e.StartDrawn():
                    seats = len(x.order)
                    start = Beat(words, worth=ALWAYS, moment=" ", begins=True, grid=x.order)
                    out.append(start)
                case e.RoundBegan():
                    out.append(Beat(moment=words))
                case e.RaceEnded():
                    out.append(Beat(words, x.first[0], ALWAYS, sign="flag", ends=True))
                case _ if type(x) in _WORTH:
                    worth, sign = _WORTH[type(x)]
                    seat = x.by if isinstance(x, e.CardStopped) else getattr(x, "seat", -1)
                    out.append(Beat(words, seat, worth * bool(words), sign=sign))
                case _:
                    pass
            if courses[-1:] != before:
                out.append(Beat(card=_card(courses)))
    return Course(GAME.title, options.length, seats, _card([])), out


def _lay(courses: list[tuple[int, int]], x: Any) -> None:
    """What becomes of the courses that lie out. One that a check stops was never laid."""
    match x:
        case e.CardPlayed(seat=seat, card=card) if KINDS[card].type == "course":
            courses.append((card, seat))
        case e.CardStopped(seat=seat, card=card) if (card, seat) in courses:
            courses.remove((card, seat))
        case e.Junked(seat=seat, cards=cards):
            for card in cards:
                if (card, seat) in courses:
                    courses.remove((card, seat))
        case _:
            pass


def _card(courses: Sequence[tuple[int, int]]) -> Card:
    """The course that is driven, as the board shows it."""
    number, owner = courses[-1] if courses else (-1, -1)
    card = KINDS.get(number, NO_COURSE)
    facts = zip(STATS, figures(card), strict=True)
    shown = " · ".join(f"{stat} {figure}" for stat, figure in facts)
    return Card(icon_of(card.subtype, card.type), card.name, shown, owner)


FILM: Final = race_film(tell)
