"""Claim: dice that nobody else sees, and what their player says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from games.engine.simple import (
    Answer,
    Ask,
    Chance,
    Context,
    Event,
    Open,
    Own,
    Player,
    RoundState,
    Seat,
    Step,
    TurnGame,
    Words,
    ask,
    everyone,
)


class ClaimOptions(msgspec.Struct, frozen=True):
    goal: Annotated[Literal[20, 40], msgspec.Meta(title="Race to", description="20 is quick")] = 20


class Claims(RoundState[ClaimOptions], kw_only=True):
    rolls: Own[list[int]]
    claim: Open[int] = 0


class Claim(Answer):
    spaces: int

    @property
    def label(self) -> str:
        return f"I rolled {self.spaces}"


class Trust(Answer):
    label = "It is true"


class Doubt(Answer):
    label = "It is a lie"


class Claimed(Event):
    says: ClassVar = "{seat} {seat:claim} to have rolled {spaces}."
    seat: Seat
    spaces: int


class Trusted(Event):
    says: ClassVar = "Nobody doubts it: {seat} {seat:drive} to {to}."
    seat: Seat
    to: int


class Shown(Event):
    says: ClassVar = {
        "true": "It was {roll}: {seat} {seat:drive} to {to}, {doubters} back 3.",
        "lie": "It was {roll}: {seat} {seat:stay} at {to}, {doubters} {doubters:drive|drives} 3.",
    }
    seat: Seat
    doubters: tuple[Seat, ...]
    roll: int
    to: int
    true: bool

    def variant(self, reader: int | None) -> Literal["true", "lie"]:
        return "true" if self.true else "lie"


class ClaimWords(Words):
    def prompt(self, view: Claims, ask: Ask[Any], players: Sequence[Player]) -> str:
        if ask.kind == "claim":
            return f"You rolled {view.rolls[ask.seat]}. What do you claim?"
        return f"Did {players[view.active].name} roll {view.claim} or more?"


def roll_two(chance: Chance) -> int:
    return sum(chance.below(6, "die") + 1 for _ in range(2))


class ClaimGame(TurnGame[Claims]):
    """Roll two dice in secret and claim what you like. Nobody doubts it: you drive so far. Somebody
    does: the dice are shown. If you rolled less you stay and each doubter drives 3; if not you
    drive, and each doubter goes back 3."""

    name, title, seats, minutes, unit = "claim", "Claim", (2, 4), "10 minutes", "space"
    State, Options, Answer, Words = Claims, ClaimOptions, Claim | Trust | Doubt, ClaimWords
    Event = Claimed | Trusted | Shown
    windows = frozenset({"doubt"})

    def goal(self, options: ClaimOptions) -> int:
        return options.goal

    def setup(self, seats: int, options: ClaimOptions) -> Claims:
        return self.laid_out(seats, options, rolls=[0] * seats)

    def deal(self, context: Context[Claims]) -> None:
        context.state.rolls[context.state.active] = roll_two(context.chance)

    def redeal(self, then: Claims, now: Claims, seat: int | None, chance: Chance) -> Claims:
        for other, roll in enumerate(now.rolls):
            if roll and other != seat:
                then.rolls[other] = roll_two(chance)
        return super().redeal(then, now, seat, chance)

    def turn(self, context: Context[Claims], seat: int) -> Step[None]:
        state = context.state
        claim = yield from ask(seat, "claim", [Claim(n) for n in range(2, 13)], Claim(7))
        state.claim = claim.spaces
        context.emit(Claimed(seat, claim.spaces))
        others = [other for other in state.playing if other != seat]
        given = yield from everyone(
            [Ask(other, "doubt", [Trust(), Doubt()], Trust()) for other in others]
        )
        doubters = tuple(other for other, answer in given if answer == Doubt())
        roll, state.rolls[seat] = state.rolls[seat], 0
        true = roll >= claim.spaces
        for driver in doubters:
            self.drive(state, driver, -3 if true else 3)
        if true or not doubters:
            self.drive(state, seat, claim.spaces)
        to = state.scores[seat]
        context.emit(Shown(seat, doubters, roll, to, true) if doubters else Trusted(seat, to))

    def drive(self, state: Claims, seat: int, spaces: int) -> None:
        state.scores[seat] = min(max(0, state.scores[seat] + spaces), state.options.goal)

    def worth(self, view: Claims, seat: int, answer: Claim | Trust | Doubt) -> float:
        if isinstance(answer, Claim):
            return -abs(answer.spaces - max(6, view.rolls[seat]))
        return int((view.claim > 8) == isinstance(answer, Doubt))


GAME = ClaimGame()
