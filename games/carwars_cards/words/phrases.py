"""How names, sides, cards and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, DRIVER_LIMIT, SIDES, TIRE_LIMIT
from games.carwars_cards.match import KILL, TIE, WIN
from games.carwars_cards.view import Car
from games.engine.players import SEAT_LETTERS, Player

WEAPON: Final = {
    "flamethrower": "Flamethrower",
    "laser": "Laser",
    "autocannon": "Autocannon",
    "missile": "Missile",
    "machine_gun": "Machine Gun",
}
"""A weapon as it is spoken of."""
PROOF: Final = {
    "flamethrower": "fireproof",
    "laser": "laser-proof",
    "machine_gun": "metal-armored",
}
"""A car that has the gear against a weapon."""
JAMMED: Final = {"machine_gun": "You are jammed", "laser": "You are overheated"}
"""A reader who cannot fire a weapon."""


class Voice:
    """Speaks of seats to one reader: "you" for the reader, the player's name for the others.

    >>> ann = Voice([Player("Ann"), Player("Ben")], 0)
    >>> f"{ann.Who(1)} {ann.does(1, 'attack')} {ann.whose(0)} front"
    'Ben attacks your front'
    """

    __slots__ = ("players", "reader")

    def __init__(self, players: Sequence[Player], reader: int | None) -> None:
        self.players = players
        self.reader = reader

    def who(self, seat: int) -> str:
        """The name, or "you"."""
        if seat == self.reader:
            return "you"
        if 0 <= seat < len(self.players):
            return self.players[seat].name
        return SEAT_LETTERS[seat]

    def Who(self, seat: int) -> str:
        """The name, or "You" at the head of a sentence."""
        return "You" if seat == self.reader else self.who(seat)

    def whose(self, seat: int) -> str:
        """ "your", or the name with its apostrophe."""
        return "your" if seat == self.reader else f"{self.who(seat)}'s"

    def Whose(self, seat: int) -> str:
        """The same at the head of a sentence."""
        return "Your" if seat == self.reader else self.whose(seat)

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """The verb as that seat needs it: "attack" for you, "attacks" for another."""
        if seat == self.reader:
            return verb
        return third or verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")

    def own(self, seat: int) -> str:
        """ "your" or "their", where the owner has just been named."""
        return "your" if seat == self.reader else "their"

    def several(self, seats: Iterable[int], last: str = "and") -> str:
        """Names in a list."""
        return listed([self.who(seat) for seat in seats], last)


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def letters(seats: Iterable[int], last: str = "or") -> str:
    """Seat letters in a list, where there is no room for names."""
    return listed([SEAT_LETTERS[seat] for seat in seats], last)


def name(card: int) -> str:
    """The card's name without its side."""
    return CARDS[card].name


def short(card: int) -> str:
    """The card's name with its side, where many must fit: "Armor front"."""
    side = CARDS[card].side
    return f"{name(card)} {SIDES[side]}" if side in range(len(SIDES)) else name(card)


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, copies counted: "Spin", "2 Armor front"."""
    return [each if n == 1 else f"{n} {each}" for each, n in Counter(names).items()]


def a(card: int) -> str:
    """The card's name with its article, where it takes one."""
    words = CARDS[card].name
    if CARDS[card].kind == "armor" or words in UNCOUNTED:
        return words
    return f"{'an' if words[0] in 'AEIOU' else 'a'} {words}"


UNCOUNTED: Final = {
    "Ramming",
    "Debris",
    "Machine Gun Jams",
    "Laser Overheats",
    "Autocannon Backfires",
    "Fireproof Armor",
    "Laser-Reflective Armor",
    "Metal Armor",
    "Shaken",
    "Wheelguards",
    "Paint Spray",
    "Skid Into A Wall",
}
"""Cards that are named without "a"."""


def points(number: int) -> str:
    """ "1 point", "3 points"."""
    return f"{number} point" if number == 1 else f"{number} points"


def cards(number: int) -> str:
    """ "1 card", "3 cards"."""
    return f"{number} card" if number == 1 else f"{number} cards"


def earned(kills: int, survived: bool, tied: bool) -> str:
    """How a duel's points came about: "10 for a kill, 20 for the win"; empty for none.

    Rules: Scoring and Winning

    >>> earned(2, True, True)
    '20 for 2 kills, 10 for the tie'
    """
    parts = []
    if kills:
        parts.append(f"{KILL * kills} for {'a kill' if kills == 1 else f'{kills} kills'}")
    if survived:
        parts.append(f"{TIE} for the tie" if tied else f"{WIN} for the win")
    return ", ".join(parts)


def left(damage: int, limit: int, gone: str) -> str:
    """What remains, as the picture shows it: "8 of 12", or the word for nothing."""
    return gone if damage >= limit else f"{limit - damage} of {limit}"


def upper(words: str) -> str:
    """The words with a capital at their head."""
    return words[:1].upper() + words[1:]


def side_left(car: Car, side: int) -> str:
    """ "8 of 12" or "breached"."""
    return left(car.side_damage[side], ARMOR_LIMIT, "breached")


def tires_left(car: Car) -> str:
    """ "9 of 9" or "destroyed"."""
    return left(car.tire_damage, TIRE_LIMIT, "destroyed")


def driver_left(car: Car) -> str:
    """ "5 of 5" or "disabled"."""
    return left(car.driver_damage, DRIVER_LIMIT, "disabled")


def effect(car: Car, side: int, damage: int) -> str:
    """What `damage` points on a side would do: "8 to 2 of 12", "breached", "driver 5 to 2"."""
    before = car.side_damage[side]
    if before >= ARMOR_LIMIT:
        now = DRIVER_LIMIT - car.driver_damage
        after = max(0, now - damage)
        return f"driver {now} to {after}" if after else "disables the driver"
    after = ARMOR_LIMIT - before - damage
    return (
        f"{SIDES[side]} {ARMOR_LIMIT - before} to {after}"
        if after > 0
        else f"breaches the {SIDES[side]}"
    )


def tire_effect(car: Car, damage: int) -> str:
    """The same for the tires."""
    now = TIRE_LIMIT - car.tire_damage
    return f"tires {now} to {now - damage}" if damage < now else "destroys the tires"
