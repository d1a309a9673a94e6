"""The film of a race: what each event comes to on the road."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from games.engine.players import Player
from games.engine.voice import signed
from games.world_auto_racing import GAME
from games.world_auto_racing import events as e
from games.world_auto_racing.options import Options
from images.film import Captions, captions
from images.race_film import ALWAYS, BIG, Beat, Course, race_film

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
            words = say(x)
            match x:
                case e.StartDrawn():
                    seats = len(x.order)
                    out.append(Beat(words, worth=ALWAYS, moment=" ", begins=True))
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
    return Course(GAME.title, options.length, seats), out


FILM: Final = race_film(tell)
