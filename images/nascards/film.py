"""The film of a race: what each event comes to on the road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.players import Player
from games.engine.voice import signed
from games.nascards import GAME
from games.nascards import events as e
from images.film import Captions, captions
from images.race_film import ALWAYS, BIG, OUT, PIT, Beat, Course, race_film

SAID: Final = captions(GAME)
"""What its captions say."""
_SIGNS: Final = {"crash": "hit", "card": "cards", "draft": "", "speed": "", "passer": "cards"}


def tell(
    events: Sequence[Any], players: Sequence[Player], options: Any
) -> tuple[Course, list[Beat]]:
    """The race in beats; none before it has begun."""
    say, race, seats, goal, out = Captions(SAID, players), "", 0, 1, list[Beat]()
    pits: tuple[int, ...] = ()
    for x in events:
        words = say(x)
        match x:
            case e.RaceStarted():
                seats, goal, race, pits = len(x.grid), x.goal, words, ()
                moment = words.partition(":")[0] if x.series else ""
                race = moment
                start = Beat(words, worth=ALWAYS, moment=moment or " ", begins=True, grid=x.grid)
                out.append(start)
            case e.TurnBegan():
                head = f"{race} · {words}" if race else words
                out.append(Beat(moment=head, fates=dict.fromkeys(pits, "")))
                pits = ()
            case e.PitsShown(seats=pits) if pits:
                alone = pits[0] if len(pits) == 1 else -1
                out.append(Beat(words, alone, 3, fates=dict.fromkeys(pits, PIT)))
            case e.ManeuverShown():
                out.append(Beat(words, x.seat, 2 * bool(words), sign="cards"))
            case e.Moved():
                out.append(_moved(x, words))
            case e.CrashRolled():
                out.append(Beat(words, x.seat, BIG, sign="hit"))
            case e.EnginePenalised():
                out.append(Beat(words, x.seat, 3, sign="engine"))
            case e.Totaled():
                out.append(Beat(words, x.seat, BIG + 2, fates={x.seat: OUT}, sign="hit"))
            case e.TurnEnded():
                out.append(Beat(at=dict(enumerate(x.miles))))
            case e.RaceEnded():
                at = dict(enumerate(x.miles))
                out.append(Beat(words, x.first[0], ALWAYS, at=at, ends=True))
            case e.CupWon():
                out.append(Beat(words, x.seats[0], ALWAYS, ends=True))
            case _:
                pass
    return Course(GAME.title, goal, seats), out


def _moved(x: e.Moved, words: str) -> Beat:
    """A car's miles: what a card or a crash does to them is worth more than what it drives."""
    worth = 4 if x.why == "crash" else 3 if x.why in ("card", "passer") else 1
    worth += x.places not in ("", None) and x.why != "speed"
    return Beat(words, x.seat, worth * bool(words and x.change), {x.seat: x.after},
                sign=_SIGNS[x.why], notes={x.seat: signed(x.change)})  # fmt: skip


FILM: Final = race_film(tell)
