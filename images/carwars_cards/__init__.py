"""Pictures of Car Wars: The Card Game, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from images.carwars_cards.board import picture as _board
from images.carwars_cards.card import picture as _card
from images.carwars_cards.hand import picture as _hand
from images.carwars_cards.result import picture as _result
from images.carwars_cards.sheet import picture as _sheet


def board(view, players, verb="to act"):
    return _board(view, players, verb).png()


def alt(view, players, verb="to act"):
    return _board(view, players, verb, True).alt()


def twin(view, players, verb="to act"):
    return _board(view, players, verb).long_description()


def hand(view, players, choices):
    return _hand(view, players, choices).png()


def hand_alt(view, players, choices):
    return _hand(view, players, choices).alt()


def sheet(view, players, seat):
    return _sheet(view, players, seat).png()


def sheet_alt(view, players, seat):
    return _sheet(view, players, seat).alt()


def result(view, players):
    return _result(view, players).png()


def result_alt(view, players):
    return _result(view, players).alt()


def card(number):
    return _card(number).png()


def card_alt(number):
    return _card(number).alt()
