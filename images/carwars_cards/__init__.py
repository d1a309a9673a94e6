"""Pictures of Car Wars: The Card Game, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from collections.abc import Sequence

from games.carwars_cards.state import State
from games.engine.players import Player
from images.carwars_cards.board import picture as _board
from images.carwars_cards.card import picture as _card
from images.carwars_cards.hand import picture as _hand
from images.carwars_cards.result import picture as _result
from images.carwars_cards.sheet import picture as _sheet
from images.choices import Choices

Players = Sequence[Player]


def board(view: State, players: Players, verb: str = "to act") -> bytes:
    """2 to 6 cars; `verb` says what the active player does, such as "attacks"."""
    return _board(view, players, verb).png()


def alt_text(view: State, players: Players, verb: str = "to act") -> str:
    """The board in words: the moment, what is on its way, then each car, the acting one first."""
    return _board(view, players, verb, acting_first=True).alt_text()


def long_description(view: State, players: Players, verb: str = "to act") -> str:
    """The board in words, a line for each car in seat order."""
    return _board(view, players, verb).long_description()


def hand(view: State, players: Players, choices: Choices) -> bytes:
    """The hand of who looks. Raises ValueError for a spectator's view."""
    return _hand(view, players, choices).png()


def hand_alt(view: State, players: Players, choices: Choices) -> str:
    """The same in words: what can be played with its keys, then the rest with the reasons."""
    return _hand(view, players, choices).alt_text()


def sheet(view: State, players: Players, seat: int) -> bytes:
    """One car with the cards lying on it."""
    return _sheet(view, players, seat).png()


def sheet_alt(view: State, players: Players, seat: int) -> str:
    """The same in words."""
    return _sheet(view, players, seat).alt_text()


def result(view: State, players: Players) -> bytes:
    """The end of a duel or match; before that, how the players stand."""
    return _result(view, players).png()


def result_alt(view: State, players: Players) -> str:
    """The same in words."""
    return _result(view, players).alt_text()


def card(number: int) -> bytes:
    """One kind of card."""
    return _card(number).png()


def card_alt(number: int) -> str:
    """The same in words."""
    return _card(number).alt_text()
