"""Nerve: who brakes last, with cards that nobody else sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from games.engine.simple import (
    Answer,
    Ask,
    Backs,
    Context,
    Event,
    Own,
    Player,
    RoundGame,
    RoundState,
    Seat,
    Step,
    Topic,
    Up,
    Words,
    everyone,
)

CARDS = tuple(range(1, 10))
"""Speeds at the bend; every player's share of the deck is one of each."""


class BendOptions(msgspec.Struct, frozen=True):
    goal: Annotated[
        int,
        msgspec.Meta(title="Race to", description="Spaces; 30 takes ten minutes", ge=10, le=60),
    ] = 30
    hand: Annotated[
        int, msgspec.Meta(title="Cards in hand", description="More cards, more bluff", ge=2, le=5)
    ] = 3


class Bend(RoundState[BendOptions], kw_only=True):
    hands: Own[list[list[int]]]
    pile: Backs[list[int]]
    played: Up[list[int]]


class Brake(Answer):
    card: int

    @property
    def label(self) -> str:
        return f"Brake at {self.card}0"


class Braked(Event):
    says: ClassVar = {
        "alone": "{seat} {seat:brake} at {card}0 and {seat:drive} to {to}.",
        "spun": "{seat} {seat:brake} at {card}0, like somebody else, and {seat:spin}: still {to}.",
    }
    seat: Seat
    card: int
    alone: bool
    to: int

    def variant(self, reader: int | None) -> Literal["alone", "spun"]:
        return "alone" if self.alone else "spun"


class Drew(Event):
    says: ClassVar = "{seat} {seat:draw} {cards}."
    seat: Seat
    cards: tuple[int, ...]


class NerveWords(Words):
    def prompt(self, view: Bend, ask: Ask[Any], players: Sequence[Player]) -> str:
        return "At which speed do you brake? Whoever picks the same as you spins with you."

    def cards(self) -> list[Topic]:
        return [Topic(f"c{n}", f"{n}0", f"Drive {n} spaces.", "Cards", n) for n in CARDS]


class Nerve(RoundGame[Bend]):
    """Everybody picks a card in secret: the speed at which to brake. Whoever picks a speed that
    nobody else has picked drives so many spaces; the others spin and stay."""

    name, title, seats, minutes, unit = "nerve", "Nerve", (2, 6), "10 minutes", "space"
    State, Options, Answer, Event, Words = Bend, BendOptions, Brake, Braked | Drew, NerveWords
    windows = frozenset({"brake"})

    def goal(self, options: BendOptions) -> int:
        return options.goal

    def setup(self, seats: int, options: BendOptions) -> Bend:
        hands: list[list[int]] = [[] for _ in range(seats)]
        return self.laid_out(seats, options, hands=hands, pile=[], played=list(CARDS) * seats)

    def deal(self, context: Context[Bend]) -> None:
        state = context.state
        for seat in state.playing:
            drawn = []
            while len(state.hands[seat]) < state.options.hand:
                if not state.pile:
                    state.pile = context.chance.shuffled(state.played, "deck")
                    state.played = []
                drawn.append(state.pile.pop())
                state.hands[seat].append(drawn[-1])
            if drawn:
                context.emit(Drew(seat, tuple(drawn)), seat)

    def round(self, context: Context[Bend]) -> Step[None]:
        state = context.state
        asks = []
        for seat in state.playing:
            cards = sorted(set(state.hands[seat]))
            options = [Brake(card) for card in cards]
            asks.append(Ask(seat, "brake", options, options[0]))
        given = yield from everyone(asks)
        picked = Counter(answer.card for _, answer in given)
        for seat, answer in given:
            alone = picked[answer.card] == 1
            state.hands[seat].remove(answer.card)
            state.played.append(answer.card)
            if alone:
                state.scores[seat] = min(state.options.goal, state.scores[seat] + answer.card)
            context.emit(Braked(seat, answer.card, alone, state.scores[seat]))

    def worth(self, view: Bend, seat: int, answer: Brake) -> float:
        """Fast is good, and the more of that speed are still about, the likelier is a spin."""
        about = len(view.scores) - view.played.count(answer.card) - view.hand.count(answer.card)
        return answer.card - 3 * max(0, about)


GAME = Nerve()
