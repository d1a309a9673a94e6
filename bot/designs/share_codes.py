"""Share codes: eight characters that can be read out, typed on a phone, and checked for typos.

A code is written in Crockford's base 32 (no I, L, O or U) as `7KQ2-MX9G`. Seven characters are
drawn by chance, the eighth is a check. Letters may be typed in either case, the dash left out, and
I or L stands for 1, O for 0.

The check is made in the field of 32 elements, not with whole numbers: a character is an element,
the one at place n is multiplied by the n-th power of the field's generator, and all of them add up
to 0. In a field a difference that is not 0 stays so when it is multiplied, hence one wrong
character always shows. Two neighbours x and y that have changed places change the sum by
(x - y) times the difference of their two powers; the first 31 powers of a generator are all
different, so this is 0 only for x = y, when nothing has changed. Sums modulo 32 cannot do both:
weights that catch every wrong character are odd, so two of them differ by an even number, and
neighbours 16 apart could be swapped unseen.
"""

from __future__ import annotations

import secrets
from typing import Final

from bot.store.ids import CROCKFORD
from bot.words import say
from games.engine.errors import Refusal

DRAWN: Final = 7
LENGTH: Final = DRAWN + 1
_VALUES: Final = {character: value for value, character in enumerate(CROCKFORD)}
_READ_AS: Final = str.maketrans("ILO", "110")
_POLYNOMIAL: Final = 0b100101
"""x^5 + x^2 + 1, whose root generates the whole field."""
_SPACING: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212 "
"""Dashes as phones write them, and the space."""


class Mistyped(Refusal):
    """What was typed cannot be a share code."""

    def __init__(self, what: str) -> None:
        super().__init__(say("share_codes.that_code", what=what))


def _next(element: int) -> int:
    """The element times the generator."""
    element <<= 1
    return element ^ _POLYNOMIAL if element & 32 else element


def check(drawn: str) -> str:
    """The check character for seven characters: it makes the weighted sum of all eight 0.

    >>> check("7KQ2MX9")
    'G'
    """
    # Horner's rule: the first character gets the highest power, the check itself the power 0.
    total = 0
    for character in drawn:
        total = _next(total) ^ _VALUES[character]
    return CROCKFORD[_next(total)]


def new_code() -> str:
    """A code drawn by chance; 34 thousand million are possible."""
    drawn = "".join(secrets.choice(CROCKFORD) for _ in range(DRAWN))
    return drawn + check(drawn)


def shown(code: str) -> str:
    """A code as people see it.

    >>> shown("7KQ2MX9G")
    '7KQ2-MX9G'
    """
    return f"{code[:4]}-{code[4:]}"


def read(typed: str) -> str:
    """The code that was typed. Raises `Mistyped` for what has a mistake in it.

    >>> read(" 7kq2-mx9g")
    '7KQ2MX9G'
    """
    text = "".join(typed.split()).upper().translate(_READ_AS)
    text = "".join(character for character in text if character not in _SPACING)
    if len(text) != LENGTH:
        said = (
            say("share_codes.it_is_empty")
            if not text
            else say("share_codes.this_one", count=len(text))
        )
        raise Mistyped(say("share_codes.a_code_has_letters", length=LENGTH, said=said))
    for character in text:
        if character not in _VALUES:
            what = (
                say("share_codes.the_letter", character=character)
                if character == "U"
                else say("share_codes.one_of_its_characters")
            )
            raise Mistyped(say("share_codes.stands_in_no_code", what=what))
    if check(text[:DRAWN]) != text[DRAWN]:
        raise Mistyped(say("share_codes.a_character_is_wrong"))
    return text
