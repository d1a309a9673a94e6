"""How names, cards, numbers and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card


class Voice:
    """Speaks of seats to one reader: "you" for the reader, the player's name for the others.

    >>> ann = Voice([Player("Ann"), Player("Ben")], 0)
    >>> f"{ann.Who(1)} {ann.does(1, 'pass')}; {ann.who(0)} {ann.does(0, 'pass')}"
    'Ben passes; you pass'
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
        if 0 <= seat < len(self.players):
            return self.players[seat].name
        return letter(seat)

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


def full_stop(words: str) -> str:
    """The words closed with a full stop, if nothing closes them yet."""
    return words if not words or words.endswith((".", "!", "?")) else f"{words}."


def cut(words: str, most: int) -> str:
    """At most so many characters, cut between words where there are any; an ellipsis shows it."""
    if len(words) <= most:
        return words
    kept, _, rest = words[:most].rpartition(" ")
    if len(rest) > most // 2:
        kept = words[: most - 1]
    return kept.rstrip(" .,;:") + "…"


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, copies counted: "Redline", "2 Heel and Toe"."""
    return [each if n == 1 else f"{n} {each}" for each, n in Counter(names).items()]


def cards_named(numbers: Iterable[int]) -> str:
    """Cards by name, copies counted: "Redline and 2 Heel and Toe"."""
    return listed(counted(name(number) for number in numbers))


def count(number: int, one: str = "card", many: str = "") -> str:
    """ "1 card", "3 cards"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def name(number: int) -> str:
    """The card's name."""
    return cards.card(number).name


# -- numbers


def plain(number: float) -> str:
    """A number without idle digits: "2", "1.5", "−1".

    >>> plain(2.0), plain(0.5), plain(-1)
    ('2', '0.5', '−1')
    """
    return f"{number:g}".replace("-", "−")


def signed(number: float) -> str:
    """A number to add, with its sign: "+2", "−1"."""
    return plain(number) if number < 0 else f"+{plain(number)}"


def times(number: float) -> str:
    """A multiplier: "×1.5"."""
    return f"×{plain(number)}"


STATS: Final = ("power", "handling")


def numbers(card: Card, stars: bool = False) -> str:
    """The printed numbers in words; empty where both add nothing.

    "+2 power, −1 handling" for most, "power ×2, handling ×0.5" for a course, "power 5, handling 2"
    for a car. With `stars` an asterisk stands where the text may change the number, and then a 0
    is told too.
    """
    told: list[str] = []
    for stat, number, star in zip(
        STATS, (card.power, card.handling), (card.power_star, card.handling_star), strict=True
    ):
        mark = "*" if stars and star else ""
        if card.type == "car":
            told.append(f"{stat} {plain(number)}{mark}")
        elif card.type == "course":
            told.append(f"{stat} {times(number)}{mark}")
        elif number or mark:
            told.append(f"{signed(number) if number else 0}{mark} {stat}")
    return ", ".join(told)


def kind(card: Card) -> str:
    """What sort of card it is: "control", "Body mod", "Weather condition"."""
    return f"{card.subtype} {card.type}" if card.subtype else card.type


def face(card: Card) -> str:
    """The card as a thing to press: "Redline (control)"."""
    return f"{card.name} ({kind(card)})"


def effect_numbers(card: Card) -> str:
    """The printed numbers; of a condition and a course, that they are for everyone."""
    told = numbers(card)
    return f"{told} for everyone" if told and card.type in ("condition", "course") else told


def sense(card: Card) -> str:
    """What a card does in a sentence or two: its numbers, then its text.

    "+1 power. Draw a card."
    """
    told = (effect_numbers(card), card.text.strip())
    return " ".join(full_stop(upper(part)) for part in told if part)


def worth(card: Card) -> str:
    """The end of a sentence that names a card: its numbers, and its own words in quotes.

    ": +1 handling. “Raise your power to 5 if it is lower.”" In quotes, because "you" on a card is
    whoever has played it.
    """
    told = effect_numbers(card)
    text = f" “{card.text.strip()}”" if card.text.strip() else ""
    return f"{f': {told}' if told else ''}.{text}"


def an(words: str) -> str:
    """The words with their article: "an Engine mod"."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
