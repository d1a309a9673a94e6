"""How names, letters, counts and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from games.engine.players import SEAT_LETTERS, Player
from games.engine.texts import filled


class Voice:
    """Speaks of seats to one reader: "you" for the reader, the player's name for the others.

    >>> ann = Voice([Player("Ann"), Player("Ben")], 0)
    >>> f"{ann.who(1)} {ann.does(1, 'pass')} {ann.who(0)}; {ann.who(0)} {ann.does(0, 'pass')}"
    'Ben passes you; you pass'

    At the `head` of a sentence only "you" is raised: names stand as they are.
    """

    __slots__ = ("players", "reader")

    def __init__(self, players: Sequence[Player], reader: int | None) -> None:
        self.players = players
        self.reader = reader

    def who(self, seat: int, head: bool = False) -> str:
        """The name, or "you"."""
        return ("You" if head else "you") if seat == self.reader else self.name(seat)

    def name(self, seat: int) -> str:
        """The name, also of the reader; the seat's letter where there is no player."""
        return self.players[seat].name if 0 <= seat < len(self.players) else letter(seat)

    def whose(self, seat: int, head: bool = False) -> str:
        """ "your", or the name with its apostrophe."""
        return self.who(seat, head) + ("r" if seat == self.reader else "'s")

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """The verb as that seat needs it: "pass" for you, "passes" for another."""
        if seat == self.reader:
            return verb
        return third or verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")

    def own(self, seat: int) -> str:
        """ "your" or "their", where the owner has just been named."""
        return "your" if seat == self.reader else "their"

    def several(self, seats: Iterable[int], last: str = "and", head: bool = False) -> str:
        """Names in a list, the reader's first."""
        ordered = sorted(seats, key=lambda seat: seat != self.reader)
        return listed([self.who(seat, head) for seat in ordered], last)


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


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, copies counted: "Spin", "2 Armor front"."""
    return [each if n == 1 else f"{n} {each}" for each, n in Counter(names).items()]


def count(number: int, one: str = "card", many: str = "") -> str:
    """ "1 card", "3 cards"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def span(low: int, high: int) -> str:
    """From one number to another: "2 to 6", or "2" where they are the same."""
    return str(low) if low == high else f"{low} to {high}"


def upper(words: str) -> str:
    """The words with a capital at their head."""
    return words[:1].upper() + words[1:]


def signed(number: int) -> str:
    """A change with its sign: "+3", "−2", "0"."""
    return f"{number:+}".replace("-", "−") if number else "0"


def minus(number: int) -> str:
    """A number with a true minus: "−2"."""
    return str(number).replace("-", "−")


def ordinal(number: int) -> str:
    """A place as it is spoken of: "3rd"."""
    tens, ones = divmod(number, 10)
    return f"{number}{'th' if tens == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(ones, 'th')}"


def cut(words: str, most: int) -> str:
    """The words, or as many characters of them as there is room for."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def hint(word: object, known: Iterable[str], shown: Callable[[str], str] = str) -> str:
    """ "; did you mean 'add'?" where a known word is near; else empty. `shown` says it in full."""
    near = get_close_matches(str(word), list(known), 1, 0.6)
    return filled("games.engine", "plain", "hint", word=shown(near[0])) if near else ""
