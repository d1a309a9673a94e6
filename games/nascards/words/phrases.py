"""How names, cards, miles and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.cards import MANEUVERS

PLACES: Final = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
"""A place as it is spoken of, by its number."""


class Voice:
    """Speaks of seats to one reader: "you" for the reader, the player's name for the others.

    >>> ann = Voice([Player("Ann"), Player("Ben")], 0)
    >>> f"{ann.Who(1)} {ann.does(1, 'pass')} {ann.who(0)}; {ann.who(0)} {ann.does(0, 'pass')}"
    'Ben passes you; you pass'
    """

    __slots__ = ("players", "reader")

    def __init__(self, players: Sequence[Player], reader: int | None) -> None:
        self.players = players
        self.reader = reader

    def who(self, seat: int) -> str:
        """The name, or "you"."""
        return "you" if seat == self.reader else self.name(seat)

    def name(self, seat: int) -> str:
        """The name, also of the reader; the seat's letter where there is no player."""
        return self.players[seat].name if 0 <= seat < len(self.players) else letter(seat)

    def Who(self, seat: int) -> str:
        """The name, or "You" at the head of a sentence."""
        return "You" if seat == self.reader else self.name(seat)

    def whose(self, seat: int) -> str:
        """ "your", or the name with its apostrophe."""
        return "your" if seat == self.reader else f"{self.name(seat)}'s"

    def Whose(self, seat: int) -> str:
        """The same at the head of a sentence."""
        return "Your" if seat == self.reader else self.whose(seat)

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """The verb as that seat needs it: "pass" for you, "passes" for another."""
        if seat == self.reader:
            return verb
        return third or verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")

    def own(self, seat: int) -> str:
        """ "your" or "their", where the owner has just been named."""
        return "your" if seat == self.reader else "their"

    def several(self, seats: Iterable[int], last: str = "and") -> str:
        """Names in a list, the reader's first."""
        return listed([self.who(s) for s in sorted(seats, key=lambda s: s != self.reader)], last)

    def Several(self, seats: Iterable[int], last: str = "and") -> str:
        """The same at the head of a sentence. Names stand as they are; only "you" is raised."""
        words = self.several(seats, last)
        return f"Y{words[1:]}" if self.reader is not None and self.reader in seats else words


def letter(seat: int) -> str:
    """The letter on a seat's plate."""
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else "?"


def letters(seats: Iterable[int], last: str = "or") -> str:
    """Seat letters in a list, where there is no room for names."""
    return listed([letter(seat) for seat in seats], last)


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def upper(words: str) -> str:
    """The words with a capital at their head."""
    return words[:1].upper() + words[1:]


def signed(number: int) -> str:
    """A change with its sign: "+3", "−2", "0"."""
    return f"{number:+}".replace("-", "−") if number else "0"


def plain(number: int) -> str:
    """A number with a true minus: "−2"."""
    return str(number).replace("-", "−")


def miles(number: int) -> str:
    """ "1 mile", "3 miles"."""
    return f"{number} mile" if number == 1 else f"{number} miles"


def points(number: int) -> str:
    """ "1 point", "3 points"."""
    return f"{number} point" if number == 1 else f"{number} points"


def speed_cards(number: int) -> str:
    """ "1 Speed card", "3 Speed cards", "no Speed cards"."""
    return f"{number or 'no'} Speed card{'' if number == 1 else 's'}"


def maneuver_cards(number: int) -> str:
    """ "1 Maneuver card", "3 Maneuver cards"."""
    return f"{number or 'no'} Maneuver card{'' if number == 1 else 's'}"


def turns(number: int) -> str:
    """ "1 turn", "3 turns"."""
    return f"{number} turn" if number == 1 else f"{number} turns"


def place(number: int) -> str:
    """ "3rd"."""
    return PLACES[number] if 0 < number < len(PLACES) else f"{number}th"


def name(card: int) -> str:
    """A Maneuver card by its name, a Speed card by its value."""
    return MANEUVERS[card].name if card in MANEUVERS else str(card)
