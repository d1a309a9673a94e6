"""The conformance suite itself: an honest toy passes it, and each dishonest one does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from games.engine.ask import Ask, Step, everyone
from games.engine.chance import Chance
from games.engine.errors import Illegal
from games.engine.game import Result
from games.engine.table import Context
from tests.games.conformance import Fault, Loud, Tally, play, play_enough
from tests.games.engine import toy


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("orders", [False, True], ids=["answers", "orders"])
def test_an_honest_game_passes(seats: int, orders: bool) -> None:
    tally = Tally()
    for seed in range(8):
        tally.update(play(toy.GAME, seats, seed, orders=orders, every=2))
    assert tally["pending"] > 5
    assert tally["dealt anew"] > 20
    assert (tally["orders"] > 0) is orders


@pytest.mark.parametrize("every", [1, 2, 5])
def test_everything_is_checked_as_often_as_asked(every: int) -> None:
    for seed in range(8):
        tally = play(toy.GAME, 3, seed, every=every)
        assert tally["looks"] - tally["answers"] // every in (0, 1)
    assert play(toy.GAME, 3, 0, every=every, most=2)["looks"] == 2


class ViewOfAHand(toy.Toy):
    def view(self, state: toy.ToyState, seat: int | None) -> toy.View:
        return msgspec.structs.replace(super().view(state, seat), hand=tuple(state.hands[0]))


class ViewOfOrders(toy.Toy):
    def view(self, state: toy.ToyState, seat: int | None) -> toy.View:
        return msgspec.structs.replace(super().view(state, seat), doubled=state.doubled[0])


class OnlyHoldersAsked(toy.Toy):
    def bidders(self, state: toy.ToyState) -> list[int]:
        return [s for s, hand in enumerate(state.hands) if max(hand) > 2] or [0]


class OptionsOfTheHidden(toy.Toy):
    def bid(self, state: toy.ToyState, seat: int) -> Ask[toy.Bid]:
        ask = super().bid(state, seat)
        ask.options = ask.options[:: -1 if state.draw[-1] % 2 else 1]
        return ask


class DrawsToldToAll(toy.Toy):
    def beat(self, context: Context[toy.ToyState]) -> Step[None] | None:
        return super().beat(Loud(context))


class CardsLost(toy.Toy):
    def round(self, context: Context[toy.ToyState]) -> Step[None]:
        yield from super().round(context)
        context.state.discard.pop()


class MemoryOfItsOwn(toy.Toy):
    def __init__(self) -> None:
        self.calls = 0

    def round(self, context: Context[toy.ToyState]) -> Step[None]:
        self.calls += 1
        if self.calls % 2:
            context.emit(toy.Won(0, 0, 0))
        yield from super().round(context)


class BadDefault(toy.Toy):
    def bid(self, state: toy.ToyState, seat: int) -> Ask[toy.Bid]:
        ask = super().bid(state, seat)
        ask.default = toy.Bid(99)
        return ask


class Endless(toy.Toy):
    def over(self, state: toy.ToyState) -> Result | None:
        return None

    def round(self, context: Context[toy.ToyState]) -> Step[None]:
        yield from everyone([self.bid(context.state, 0)])


# -- a game without secrets


class OpenView(msgspec.Struct, frozen=True):
    """The whole table, as everybody sees it."""

    seat: int | None
    hand: tuple[int, ...]
    draw: int
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    discard: tuple[int, ...]
    scores: tuple[int, ...]
    doubled: tuple[bool, ...]
    armed: tuple[bool, ...]
    left: int


class Open(toy.Toy):
    """The toy with all its cards face up and without orders, which are secret."""

    hides = False

    def beat(self, context: Context[toy.ToyState]) -> Step[None] | None:
        return super().beat(Loud(context))

    def view(self, state: toy.ToyState, seat: int | None) -> Any:
        return OpenView(
            seat,
            (),
            len(state.draw),
            tuple(map(tuple, state.hands)),
            tuple(state.draw),
            tuple(state.discard),
            tuple(state.scores),
            tuple(state.doubled),
            tuple(state.armed),
            state.left,
        )

    def orders(self, state: toy.ToyState, seat: int) -> Sequence[Any]:
        return ()

    def redeal(
        self, then: toy.ToyState, now: toy.ToyState, seat: int | None, chance: Chance
    ) -> toy.ToyState:
        return then


def changed(view: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(view, **fields)


class OpenButForThePile(Open):
    def view(self, state: toy.ToyState, seat: int | None) -> Any:
        return changed(super().view(state, seat), pile=())


class OpenButForTheEnd(Open):
    """How many rounds there are is drawn in secret, before anybody is asked."""

    def beat(self, context: Context[toy.ToyState]) -> Step[None] | None:
        if context.state.next == "shuffle":
            context.state.left = 3 + context.chance.below(2, "rounds")
            context.state.next = "draw"
        return super().beat(context)

    def view(self, state: toy.ToyState, seat: int | None) -> Any:
        return changed(super().view(state, seat), left=0)


class OpenButForHands(Open):
    def view(self, state: toy.ToyState, seat: int | None) -> Any:
        own = () if seat is None else tuple(state.hands[seat])
        return changed(super().view(state, seat), hand=own, hands=())


class OpenButForDraws(Open):
    def beat(self, context: Context[toy.ToyState]) -> Step[None] | None:
        return toy.Toy.beat(self, context)


class OpenButForADie(Open):
    """Rolls in secret what counts in the next round."""

    def view(self, state: toy.ToyState, seat: int | None) -> Any:
        return changed(super().view(state, seat), doubled=(), armed=())

    def round(self, context: Context[toy.ToyState]) -> Step[None]:
        yield from super().round(context)
        context.state.doubled[0] = context.chance.below(2, "die") == 1


class OpenButDealtAnew(Open):
    def redeal(
        self, then: toy.ToyState, now: toy.ToyState, seat: int | None, chance: Chance
    ) -> toy.ToyState:
        return toy.Toy.redeal(self, then, now, seat, chance)


class OpenAndSaysNotSo(Open):
    hides = True


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_without_secrets_passes(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Open()
    monkeypatch.setattr(toy, "GAME", game)
    tally = play_enough(game, seats, 0, 40, every=2)
    assert tally["looks"] == 40
    assert tally["dealt anew"] == 0


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (OpenButForThePile, "does not show how this lies"),
        (OpenButForTheEnd, "state of tables that look alike"),
        (OpenButForHands, "view of seat 0 in a game that hides nothing"),
        (OpenButForDraws, "hides nothing tells"),
        (OpenButForADie, "state of tables that look alike"),
        (OpenButDealtAnew, "hides nothing has something dealt anew"),
        (OpenAndSaysNotSo, "hides something has nothing dealt anew"),
    ],
)
def test_a_game_that_lies_about_what_it_hides_is_noticed(
    game: Callable[[], toy.Toy], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    liar = game()
    monkeypatch.setattr(toy, "GAME", liar)
    with pytest.raises(Fault, match=fault):
        play_enough(liar, 3, 0, 40, every=2)


def test_a_kind_of_question_that_the_texts_leave_out_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Open()
    monkeypatch.setattr(toy, "GAME", game)
    monkeypatch.setattr(Open, "texts", {"question": {"other": {"ask": "Other?"}}})
    with pytest.raises(Fault, match=r"there is no text question\.\w+\.ask"):
        play_enough(game, 2, 0, 40, every=2)


def play_often(game: toy.Toy) -> None:
    for seed in range(30):
        play(game, 3, seed, orders=True, every=2)


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (ViewOfAHand, "view of seat"),
        (ViewOfOrders, "view of seat"),
        (OnlyHoldersAsked, "(asked|question) of seat"),
        (OptionsOfTheHidden, "question of seat"),
        (DrawsToldToAll, "events told to seat"),
        (CardsLost, "made or lost"),
        (MemoryOfItsOwn, "differs"),
        (BadDefault, "do not allow"),
        (Endless, "no end"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_broken_game_is_noticed(game: Any, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = game()
    monkeypatch.setattr(toy, "GAME", broken)
    monkeypatch.setattr("tests.games.conformance.LIMIT", 400)
    with pytest.raises((Fault, Illegal), match=fault):
        play_often(broken)
