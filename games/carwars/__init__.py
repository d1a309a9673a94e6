"""Car Wars, Sixth Edition: cars that shoot in an arena. Rulings: README.md beside this."""

from __future__ import annotations

from typing import Final

BEATS: Final = (
    "build",  # asks all in secret: which car
    "reveal",
    "order",  # who is first
    "place",  # asks: where to start
    "check",  # the round begins: Check Speed, Take Control
    "fires",  # asks: which fires to put out
    "turn",  # asks: speed and moves of a turn, or of what is left of it
    "point",  # one movement point: travel and contacts
    "push",  # the roll for light things that were pushed
    "collide",  # pays for a collision
    "substitute",  # asks, only by "ask me": ace in place of control
    "crash",  # rolls for a collision and deals its damage
    "roll",  # the driving roll
    "ignore",  # asks, only by "ask me": ace to ignore wrenches
    "results",  # control, tires, spin
    "spin",
    "attack",  # asks: one attack, or none
    "shoot",  # the attack roll
    "again",  # asks, only by "ask me": re-rolls of the attack
    "defense",  # the defense roll
    "defend",  # asks, only by "ask me": re-rolls of the defense
    "land",  # shields, fire, explosion, tires, basic damage
    "damage",  # one batch of basic damage
    "pick",  # asks, only by "ask me": which card takes it
    "end",
)
"""What a fight is made of, by the name in `State.beat`. Travel, rolls and questions never share a
beat."""
