"""A referee for Car Wars, Sixth Edition: it reads a match as the table tells it, and derives again
from the rulebook whether each move was legal and came out right.

It is no reader of the game's code. It knows the rulebook, the numbered rulings of
`games/carwars/README.md`, the data files and the formats of events; geometry, dice counts, sums of
damage and tokens are its own. So a fault of the game's is not a fault of the referee's as well.

    python -m tests.games.carwars.referee --games 6 --seed 1 [--seats 3] [--size small|large]
"""
