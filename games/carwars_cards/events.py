"""What happens in a duel, as facts in the past tense. All are public but the two marked private.

Seats are numbers from 0, cards are numbers of their kind, sides are 0 front, 1 back, 2 left,
3 right; -1 stands for "none" or "nobody" throughout. What they say is in `data/words.en.toml`.
"""

from __future__ import annotations

from typing import Final, Literal

from games.carwars_cards.cards import CARDS, Card, Role
from games.engine.messages import Event as Message
from games.engine.messages import kinds_of
from games.engine.players import Seat
from games.engine.sums import Sum


class OfCard(Message):
    """Told by the role of a card."""

    @property
    def of(self) -> Card | None:
        """The card that did it, or that was played."""
        card: int = getattr(self, "by_card", getattr(self, "card", -1))
        return CARDS[card] if card >= 0 else None

    def variant(self, reader: int | None) -> Role | Literal[""]:
        return self.of.role if self.of else ""


# The duel and the turn


class DuelStarted(Message):
    """The deck was shuffled; everyone in `seats` is dealt five cards, `first` begins."""

    duel: int
    dealer: int
    first: Seat
    seats: tuple[Seat, ...]
    cards: int
    """Cards in the deck: 150, or 142 with two or three players."""


class HandDrawn(Message):
    """A player was dealt or drew so many cards."""

    seat: Seat
    count: int


class CardsDrawn(Message):
    """Which cards those were. Private to the seat."""

    seat: Seat
    cards: tuple[int, ...]


class Reshuffled(Message):
    """The draw pile had run out: the discard pile of so many cards became the new one."""

    cards: int


class CardsRanOut(Message):
    """A card had to be drawn and there was none left: the duel is a tie of these players."""

    seats: tuple[Seat, ...]


class TurnBegan(Message):
    """A player's turn began; `turn` counts the turns of the duel from 1."""

    seat: Seat
    turn: int


class TurnLost(Message):
    """That turn was lost to Shaken or Paint Spray; `left` more will be."""

    seat: Seat
    left: int


class EscapeDeclared(Message):
    """A player announced an escape for the next turn taken."""

    seat: Seat


class EscapeLapsed(Message):
    """The announced escape failed because the tires are destroyed; the turn goes on."""

    seat: Seat


class Discarded(Message):
    """Cards were discarded as the turn's action."""

    seat: Seat
    cards: tuple[int, ...]


class Unjammed(Message):
    """Discarding the whole hand cleared these jams and overheats."""

    seat: Seat
    cards: tuple[int, ...]


# Cards that are played


class AttackDeclared(Message):
    """An Attack card was played on a car, with a Tire Shot or not."""

    seat: Seat
    target: Seat
    card: int
    side: int
    """Side printed on the card or named with a Called Shot, also beside a Tire Shot."""
    tire_shot: bool
    points: Sum
    """Points before armor."""
    follow_up: bool

    @property
    def ram(self) -> bool:
        return CARDS[self.card].role == "ram"


class CardPlayed(OfCard):
    """A card was turned up: an answer, or one of the cards chosen in a window.

    It has no effect yet: another event tells it, or `CardReturned`. Where that names card and
    player, this says nothing.
    """

    seat: Seat
    card: int
    on: Seat = -1
    """Seat it is meant for; -1: its owner, or the card being answered."""
    side: int = -1
    """Side that was chosen with it, or the side printed on an Armor."""


class CardReturned(Message):
    """A card that was turned up had become illegal and went back to the hand, known to all."""

    seat: Seat
    card: int


class QueueDropped(Message):
    """A card laid aside could not be played at its checkpoint and stayed in hand. Private."""

    seat: Seat
    card: int


class AttackCancelled(OfCard):
    """The attack missed, was blocked or was negated; its card was discarded."""

    seat: Seat
    """The attacker."""
    target: Seat
    card: int
    by: Seat
    """Seat whose card did it; the target when it left the duel."""
    by_card: int
    """The card that did it: Swerve, Smokescreen, a jam, gear, Ejection Seat ..."""


class Shifted(OfCard):
    """A Spin or Bootlegger Reverse made the attack hit another side."""

    seat: Seat
    by_card: int
    from_side: int
    to_side: int


class Backfired(Message):
    """The autocannon exploded: its points now go to the attacker's own side."""

    seat: Seat
    """The attacker, now the victim."""
    by: Seat
    card: int
    side: int
    points: Sum


class DebrisAvoided(OfCard):
    """Debris had no effect and was discarded."""

    seat: Seat
    by_card: int
    """Swerve or Wheelguards, or -1 when the car had left."""


class PaintAvoided(Message):
    """The attacker swerved away from the Paint Spray."""

    seat: Seat


class Painted(Message):
    """Paint Spray hit the attacker, who loses hand and next turn."""

    seat: Seat
    by: Seat


class ShakenUp(Message):
    """Shaken was played on a rammed player, who loses the next turn."""

    seat: Seat
    by: Seat


class GearPlaced(OfCard):
    """A player put a special on the own car, where it stays."""

    seat: Seat
    card: int


class JamPlaced(OfCard):
    """Machine Gun Jams or Laser Overheats was put on a player."""

    seat: Seat
    """The victim."""
    by: Seat
    card: int


# Damage


class DamageStopped(Message):
    """Nothing got through: the card and the armor against it were discarded."""

    seat: Seat
    card: int
    side: int
    points: Sum

    def variant(self, reader: int | None) -> Literal["guards", "armor"]:
        return "guards" if self.side < 0 else "armor"


class DamageTaken(Message):
    """Points of damage that got through, and where they went."""

    seat: Seat
    where: Literal["side", "driver", "tires"]
    side: int
    """Side that was hit, also when the driver took the points; -1 for tires."""
    card: int
    points: Sum
    total: int
    """All damage on that side, driver or tires now."""


class SideBreached(Message):
    """A side has taken 12 points or more."""

    seat: Seat
    side: int


class TiresDestroyed(Message):
    """The tires have taken 9 points or more."""

    seat: Seat


class DriverDisabled(OfCard):
    """The driver has taken 5 points or more: the car is out."""

    seat: Seat
    by: Seat
    """Seat that scores the kill, or -1."""
    card: int = -1
    """The card that did it; -1 in matches from before it was told."""
    side: int = -1
    """The breached side that it came through."""
    whose: Seat = -1
    """Whose card it was; an autocannon that backfires is its owner's."""

    @property
    def own(self) -> bool:
        """Whether it scores for whose card it was; a skid scores for another."""
        return self.by == self.whose >= 0


# Leaving, and the end


class HandLost(Message):
    """A whole hand went to the discard pile: paint spray, or its owner left the duel."""

    seat: Seat
    cards: tuple[int, ...]


class Escaped(Message):
    """A car left the arena as announced."""

    seat: Seat


class Ejected(Message):
    """A player left with an Ejection Seat."""

    seat: Seat


class PlayerLeft(Message, tag="PlayerQuit"):
    """A player left the match for good."""

    seat: Seat


class DuelEnded(Message):
    """A duel was scored. All tuples are by seat."""

    duel: int
    winner: Seat
    """Seat of the last car in the arena, or -1 for a tie."""
    survivors: tuple[Seat, ...]
    kills: tuple[int, ...]
    points: tuple[int, ...]
    """Points of this duel."""
    scores: tuple[int, ...]
    """Points of the match now."""


class AceDeclared(Message):
    """A player has won the match by points."""

    seat: Seat
    score: int


class MatchEnded(Message):
    """The match is over: `places` groups seats from best to worst."""

    places: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won."""
        return self.places[0]

    @property
    def best(self) -> int:
        """Points of the winner."""
        return self.scores[self.first[0]]


Event: Final = kinds_of(__name__)
