"""A duel in the middle, written down in few words, for tests of the rules."""

from __future__ import annotations

from typing import Any

from games.carwars_cards import GAME
from games.carwars_cards.cards import NUMBERS, SIDES
from games.carwars_cards.moves import Discard, Pass, Play
from games.carwars_cards.options import Options
from games.carwars_cards.state import Duelist, State
from games.engine.ask import Ask
from games.engine.chance import ScriptedChance
from games.engine.table import Table

SHORT = {
    "gun": "attack_machine_gun",
    "laser": "attack_laser",
    "flame": "attack_flamethrower",
    "cannon": "attack_autocannon",
    "missile": "attack_missile",
    "ram": "attack_ramming",
    "called": "attack_called_shot_missile",
    "heavy": "heavy_armor",
    "skid": "skid_into_a_wall",
    "jam": "machine_gun_jams",
    "overheat": "laser_overheats",
    "backfires": "autocannon_backfires",
    "bootlegger": "bootlegger_reverse",
    "eject": "ejection_seat",
    "metal": "metal_armor",
    "fireproof": "fireproof_armor",
    "paint": "paint_spray",
    "smoke": "smokescreen",
    "guards": "wheelguards",
}


def card(name: str) -> int:
    """`gun front`, `armor left`, `swerve`: a card's number."""
    first, _, side = name.partition(" ")
    whole = SHORT.get(first, first) + (f"_{side}" if side else "")
    return NUMBERS[whole]


def cards(names: str) -> list[int]:
    """`gun front, swerve`: the numbers of several cards."""
    return [card(name.strip()) for name in names.split(",") if name.strip()]


class Duel:
    """A table at the action of seat 0; `hands` are by seat. Answers are given by seat."""

    def __init__(
        self,
        *hands: str,
        draw: str = "",
        options: Options | None = None,
        script: list[tuple[str, Any]] | None = None,
        **state: Any,
    ) -> None:
        # Who means to leave is asked for an escape at the end of a turn, so its end is seen.
        players = [Duelist(seat, hand=cards(hand), leaving=True) for seat, hand in enumerate(hands)]
        seats = list(range(len(hands)))
        filler = [card("armor front")] * 40
        self.state = State(
            options or Options(),
            players,
            **{
                "beat": "action",
                "duel": 1,
                "turn": 1,
                "dealer": seats[-1],
                "operating": seats,
                "draw": cards(draw) if draw else filler,
                **state,
            },
        )
        self.script = script or []
        self.table: Table[State]
        self.events: list[Any] = []

    def begin(self) -> Duel:
        self.table, told = Table.begin(GAME, self.state, ScriptedChance(self.script))
        self.count = sorted(GAME.cards(self.table.context.state))
        self.events += [one.event for one in told]
        return self

    def ask(self, seat: int) -> Ask[Any]:
        ask = self.table.ask_of(seat)
        assert ask is not None, f"{seat} is not asked; open: {self.open}"
        return ask

    def give(self, seat: int, value: Any) -> Duel:
        told = self.table.answer(seat, self.ask(seat).number, value)
        self.events += [one.event for one in told]
        if self.state.duel == 1 and self.state.beat not in ("deal", "over"):
            assert sorted(GAME.cards(self.state)) == self.count
        return self

    def play(
        self, seat: int, name: str, on: int = -1, side: str = "", tire_shot: bool = False
    ) -> Duel:
        number = card(name)
        place = SIDES.index(side) if side else -1
        options = [
            option
            for option in self.ask(seat).options
            if isinstance(option, Play)
            and (option.card, option.tire_shot) == (number, tire_shot)
            and on in (-1, option.on)
            and (not side or option.side == place)
        ]
        assert len(options) == 1, f"{name}: {options} of {self.ask(seat).options}"
        return self.give(seat, options[0])

    def discard(self, seat: int, names: str) -> Duel:
        return self.give(seat, Discard(tuple(cards(names))))

    def passes(self, *seats: int) -> Duel:
        for seat in seats:
            self.give(seat, Pass())
        return self

    def playable(self, seat: int) -> set[int]:
        return {option.card for option in self.ask(seat).options if isinstance(option, Play)}

    @property
    def open(self) -> list[tuple[int, str]]:
        return [(ask.seat, ask.kind) for ask in self.table.asks]

    def told(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if type(event) is kind]

    def player(self, seat: int) -> Duelist:
        return self.state.players[seat]
