"""A tiny game that uses everything the engine offers, so that the engine is tested by itself.

Each round every seat bids a card in secret; the highest takes a point (a tie is drawn by lot) and
may throw cards away. `Double` is an order: it doubles the seat's points of the next round. A game
is four rounds; hands are filled up to three before each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from games.engine.ask import Ask, Combination, Step, choose, everyone
from games.engine.chance import Chance
from games.engine.game import ComputerSeat, Game, Result
from games.engine.table import Context
from games.engine.words import Chart, Label, Words

HAND = 3


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    card: int
    loud: bool = False


class Throw(msgspec.Struct, frozen=True, tag="throw"):
    cards: tuple[int, ...]


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    pass


class Double(msgspec.Struct, frozen=True, tag="double"):
    pass


class Undouble(msgspec.Struct, frozen=True, tag="undouble"):
    pass


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    seat: int
    cards: tuple[int, ...]


class Won(msgspec.Struct, frozen=True, tag="won"):
    seat: int
    card: int
    points: int


class Thrown(msgspec.Struct, frozen=True, tag="thrown"):
    seat: int
    cards: tuple[int, ...]


class ToyOptions(msgspec.Struct, frozen=True):
    rounds: int = 4


class ToyState(msgspec.Struct):
    hands: list[list[int]]
    draw: list[int]
    discard: list[int]
    scores: list[int]
    doubled: list[bool]
    armed: list[bool]
    """Doubles that count in this round."""
    left: int
    next: str = "shuffle"


class View(msgspec.Struct, frozen=True):
    seat: int | None
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    draw: int
    discard: tuple[int, ...]
    scores: tuple[int, ...]
    doubled: bool

    @property
    def best(self) -> int:
        """The seat's highest card, or 0."""
        return max(self.hand, default=0)

    def behind(self, seat: int) -> int:
        """How far a seat is behind the best."""
        return max(self.scores) - self.scores[seat]


def path(option: Any) -> tuple[str, ...]:
    if isinstance(option, Bid):
        return (f"c{option.card}", "loud" if option.loud else "soft")
    return ("keep",)


class ToyWords(Words):
    title = staticmethod(lambda view: f"{view.draw} cards left")
    action_phrase = staticmethod(lambda view, asked: "bids")
    headline = staticmethod(
        lambda view, asked, players: ", ".join(players[ask.seat].name for ask in asked)
    )
    prompt = staticmethod(lambda view, ask, players: f"{players[ask.seat].name}: {ask.kind}?")
    watching = staticmethod(lambda view: "")
    why = staticmethod(lambda view, ask, players: f"round > {ask.kind}")
    event = staticmethod(lambda event, players, seat: repr(event))
    path = staticmethod(path)
    part = staticmethod(lambda view, ask, path, players: Label(path[-1]))
    order = staticmethod(lambda view, order, players: Label("Double"))
    idle = staticmethod(lambda view, ask: dict[int, str]())
    foot = staticmethod(lambda view, ask, players: dict[int, tuple[str, str]]())
    chart = staticmethod(lambda view: Chart("Scores", "round", "points", ()))
    score = staticmethod(lambda view, points: f"{points} points")
    topics = staticmethod(lambda: ())
    cards = staticmethod(lambda: ())
    options = staticmethod(lambda options: "")
    option = staticmethod(lambda name: (name, ""))


class Toy(Game[ToyState]):
    """The toy's rules; each part is as short as a part can be."""

    name = "toy"
    title = "Toy"
    seats = (2, 4)
    minutes = "1 minute"
    State = ToyState
    Options = ToyOptions
    Answer = Bid | Throw | Keep
    Order = Double | Undouble
    Event = Drew | Won | Thrown
    Words = ToyWords
    computers: ClassVar[Mapping[str, ComputerSeat]] = {}
    names: ClassVar[Mapping[str, int]] = {f"card_{n}": n for n in range(8)}

    def setup(self, seats: int, options: ToyOptions) -> ToyState:
        flags = [False] * seats
        return ToyState(
            [[] for _ in range(seats)],
            sorted([*range(8)] * 4),
            [],
            [0] * seats,
            flags,
            [*flags],
            options.rounds,
        )

    def beat(self, context: Context[ToyState]) -> Step[None] | None:
        state = context.state
        if state.next == "bid":
            return self.round(context)
        if state.next == "shuffle":
            state.draw = context.chance.shuffled(state.draw, "deck")
        for seat, hand in enumerate(state.hands):
            drawn = [state.draw.pop() for _ in range(HAND - len(hand))]
            hand.extend(drawn)
            context.emit(Drew(seat, tuple(drawn)), seat)
        state.armed, state.doubled = state.doubled, [False] * len(state.hands)
        state.next = "bid"
        return None

    def round(self, context: Context[ToyState]) -> Step[None]:
        state = context.state
        bids = yield from everyone([self.bid(state, seat) for seat in self.bidders(state)])
        top = max(bid.card for _, bid in bids)
        best = [seat for seat, bid in bids if bid.card == top]
        seat = best[context.chance.below(len(best), "tie")] if len(best) > 1 else best[0]
        for other, bid in bids:
            discard(state, other, bid.card)
        points = 2 if state.armed[seat] else 1
        state.scores[seat] += points
        context.emit(Won(seat, top, points))
        hand = state.hands[seat]
        thrown = yield from choose(
            Ask[Any](
                seat,
                "throw",
                [Keep()],
                Keep(),
                "Toy: Throwing",
                Combination("throw", list(hand), Throw),
            )
        )
        if isinstance(thrown, Throw):
            for card in thrown.cards:
                discard(state, seat, card)
            context.emit(Thrown(seat, thrown.cards))
        state.left -= 1
        state.next = "draw"

    def bidders(self, state: ToyState) -> list[int]:
        return list(range(len(state.hands)))

    def bid(self, state: ToyState, seat: int) -> Ask[Bid]:
        cards = sorted(set(state.hands[seat]))
        options = [Bid(card, loud) for card in cards for loud in (False, True)]
        return Ask(seat, "bid", options, options[0], "Toy: Bidding")

    def over(self, state: ToyState) -> Result | None:
        if state.left:
            return None
        ranks = sorted({*state.scores}, reverse=True)
        places = tuple(
            tuple(seat for seat, score in enumerate(state.scores) if score == rank)
            for rank in ranks
        )
        return Result(places, tuple(state.scores))

    def view(self, state: ToyState, seat: int | None) -> View:
        own = seat is not None
        return View(
            seat,
            tuple(state.hands[seat]) if seat is not None else (),
            tuple(len(hand) for hand in state.hands),
            len(state.draw),
            tuple(state.discard),
            tuple(state.scores),
            own and state.doubled[seat or 0],
        )

    def orders(self, state: ToyState, seat: int) -> Sequence[Any]:
        return (Undouble() if state.doubled[seat] else Double(),)

    def order(self, state: ToyState, seat: int, value: Any) -> None:
        state.doubled[seat] = isinstance(value, Double)

    def has_left(self, state: ToyState, seat: int) -> bool:
        return False

    def redeal(self, then: ToyState, now: ToyState, seat: int | None, chance: Chance) -> ToyState:
        hidden = [now.draw, *(hand for other, hand in enumerate(now.hands) if other != seat)]
        pool: list[int] = []
        for pile in hidden:
            pool += pile
        pool = chance.shuffled(sorted(pool), "imagined")
        for other, hand in enumerate(then.hands):
            then.doubled[other] = other == seat and then.doubled[other]
            if other == seat:
                continue
            # What has been turned up since the checkpoint was in this hand already.
            left = list(now.hands[other])
            turned = []
            for card in hand:
                if card in left:
                    left.remove(card)
                else:
                    turned.append(card)
            then.hands[other] = turned + [pool.pop() for _ in range(len(hand) - len(turned))]
        then.draw = pool
        return then

    def cards(self, state: ToyState) -> list[int]:
        return [card for pile in (state.draw, state.discard, *state.hands) for card in pile]


def discard(state: ToyState, seat: int, card: int) -> None:
    state.hands[seat].remove(card)
    state.discard.append(card)


GAME = Toy()
