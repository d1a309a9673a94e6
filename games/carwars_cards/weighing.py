"""What each answer to a question is worth to a computer seat, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from games.carwars_cards import ai_why, judge, kinds
from games.carwars_cards.ai_why import why
from games.carwars_cards.answers import bar
from games.carwars_cards.cards import ANY_SIDE, CARDS, DRIVER_LIMIT
from games.carwars_cards.damage import force
from games.carwars_cards.moves import Declare, Pass, Play, plays
from games.carwars_cards.state import Duelist, State, Threat
from games.engine.ask import Ask, Combination
from games.engine.voice import listed

Worth: TypeAlias = tuple[float, str]
"""What an answer is worth in units of `judge`, and why in one sentence."""

FIRED: Final = 0.8
"""What it costs to throw away attacks that could be fired."""
NEVER: Final = (-math.inf, "")
TIRE_SHOT_COST: Final = 0.8
ESCAPER: Final = 6.0
"""How much more it is worth to ruin the tires of a car about to escape."""
PASSING: Final[Mapping[str, Worth]] = {
    "opening": (0.0, why("keeps")),
    "negation": (0.0, why("let")),
    "maneuver": (0.0, why("let_maneuver")),
    "shaken": (0.0, why("let_ram")),
    "follow_up": (0.0, why("later")),
    "escape": (0.0, why("chance")),
    "paint_swerve": (-6.0, why("hand")),
}
"""What playing nothing is worth, by kind of question; elsewhere it is the harm of a hit."""
ENDERS: Final[Mapping[str, Worth]] = {
    "gear": (1.5, why("gear")),
    "guards": (0.5, why("guards")),
    "dud": (-0.2, why("dud")),
    "block": (-0.9, why("smoke")),
    "paint": (3.0, why("paint")),
}
"""By its role, what an answer is worth that ends the attack; more than nothing when it does more
than that."""


class Temper(NamedTuple):
    """How a driver likes to fight."""

    fear: float = 1.0
    """What harm to the own car weighs."""
    fire: float = 1.0
    """What an attack weighs against other actions."""
    spite: float = 1.0
    """How much more a weak car is shot at than a whole one."""


STEADY: Final = Temper()


def spare(ask: Ask[Any], cards: Sequence[int]) -> list[int]:
    """Of cards of the hand those that are no attack which could be fired now."""
    fired = {play.card for play in plays(ask)} & kinds.ATTACKS
    return [card for card in cards if card not in fired]


def weighed(view: State, ask: Ask[Any], temper: Temper = STEADY) -> list[judge.Scored]:
    """All answers that are worth a thought, the one that plays nothing first."""
    return Weighing(view, ask, temper).answers()


class Weighing:
    """Weighs the answers to one question: for each kind a method that weighs a card played."""

    def __init__(self, view: State, ask: Ask[Any], temper: Temper) -> None:
        self.view, self.ask, self.me, self.temper = view, ask, view.me, temper

    @property
    def hit(self) -> Threat:
        """What is on its way."""
        assert self.view.incoming is not None
        return self.view.incoming

    @cached_property
    def odds(self) -> judge.Odds:
        """How likely armor of each side is."""
        return judge.armor_odds(self.view)

    def answers(self) -> list[judge.Scored]:
        """See `weighed`."""
        of_play = getattr(self, self.ask.kind, self._no_play)
        scored: list[judge.Scored] = []
        for option in self.ask.options:
            worth, said = (of_play if isinstance(option, Play) else self._no_play)(option)
            if worth > NEVER[0]:
                scored.append((worth, option, said))
        if self.ask.kind == "action" and self.ask.combination is not None:
            scored.append(self._discard(self.ask.combination))
        seat = kinds.ALONE[kinds.EJECTION_SEAT]
        if self.ask.kind in _HITS and seat in self.ask.options:
            most = max(worth for worth, *_ in scored)
            # The least harm that a hit does which puts the driver out.
            death = judge.DRIVER[DRIVER_LIMIT] - judge.DRIVER[self.me.driver_damage] - 0.5
            if most <= -death:
                scored.append((most + 1.0, seat, why("eject")))
        return scored

    def _no_play(self, option: Pass | Declare) -> Worth:
        if isinstance(option, Declare):
            return 1.0 if self._lost() else -1.0, why("lost")
        if self.ask.kind in PASSING:
            return PASSING[self.ask.kind]
        side, left = self.hit.aim, self.hit.net
        name = "bears"
        if not left:
            name = "harmless"
        elif side < 0:
            name = "bears_tires"
        elif not self.me.armor[side]:
            name = "no_better"
        elif left >= self.me.armor[side]:
            name = "price"
        return -self.temper.fear * judge.hurt(self.me, side, left), why(name, side=side, left=left)

    # -- the own turn

    def opening(self, play: Play) -> Worth:
        """Gear costs nothing before the first turn, and spoils cards the others may hold."""
        if kinds.IS_JAM[play.card]:
            return -0.2, why("early_jam")
        if play.card == kinds.EJECTION_SEAT:
            return NEVER
        return judge.keep(self.view, play.card), why("early")

    def action(self, play: Play) -> Worth:
        """An attack; or gear or a jam, which are free on others' turns: for want of better."""
        card = CARDS[play.card]
        if card.kind == "attack":
            return self.follow_up(play)
        if play.card == kinds.EJECTION_SEAT:
            return 5.0 if self._lost() else -9.0, why("lost")
        if kinds.IS_JAM[play.card]:
            return 0.9, why("bars_one", play.on, card=card.gun.lower())
        return judge.keep(self.view, play.card) * 0.55, why("lasts", card=card.name)

    def follow_up(self, play: Play) -> Worth:
        """An attack: the harm to expect, a ram's second attack, and what the target is about to
        do."""
        card, car = CARDS[play.card], self.view.players[play.on]
        points, side = force(self.me, play.card), play.side
        if play.tire_shot:
            if kinds.WHEELGUARDS in car.specials:
                return -5.0, why("guarded", play.on)
            worth = judge.hurt(car, -1, points) * 0.75 - TIRE_SHOT_COST
            if car.escaping and points >= car.tires:
                return worth + ESCAPER, why("escaper", play.on)
            return worth, why("tires", play.on)
        worth = judge.expected(car, side, points, self.odds) * self._aim(car)
        if card.role == "ram":
            worth += 0.8 * self._second_attack(play.card, car, side, points)
        if judge.deadly(car, side, points):
            worth += 6.0
        return worth * 0.8 * self.temper.fire, ai_why.attack(car, side, points)

    def _aim(self, car: Duelist) -> float:
        """How much a rival is worth shooting at: the leader and a weakened car more than others."""
        others = self.view.rivals
        if len(others) == 1:
            return 1.0
        best = max(other.score + 10 * other.kills for other in others)
        lead = 0.12 if car.score + 10 * car.kills == best and best > 0 else 0.0
        return (
            1.0 + lead + self.temper.spite * judge.harm(car) / 60 + (0.15 if car.escaping else 0.0)
        )

    def _second_attack(self, ram: int, car: Duelist, side: int, points: int) -> float:
        """The harm of the best weapon attack that could follow a ram on that side."""
        first, best = judge.expected(car, side, points, self.odds), 0.0
        for number in set(self.view.hand) - kinds.RAMS:
            card = CARDS[number]
            there = card.kind == "attack" and card.side in (side, ANY_SIDE)
            if there and judge.can_attack(self.view, number, car):
                both = judge.expected(car, side, points + card.damage, self.odds)
                if 0 < car.armor[side] <= points:
                    driver = judge.DRIVER[min(card.damage, DRIVER_LIMIT)]
                    both = judge.hurt(car, side, points) + driver
                best = max(best, both - first)
        return best

    def _discard(self, some: Combination[Any]) -> judge.Scored:
        """Change the cards that are of least use; all of them when that clears a jam worth it."""
        view = self.view
        items = sorted(some.items, key=lambda card: judge.keep(view, card))
        jams = self.me.jams
        if jams:
            barred = sum(kinds.JAM_OF[card] in jams for card in items)
            clear = 0.6 * len(jams) + 1.2 * barred + judge.discard_worth(view, items)
            if clear > 1.0:
                guns = listed([CARDS[jam].guns.lower() for jam in jams])
                said = why("clear_held" if barred else "clear", points=barred, card=guns)
                return clear, some.wrap(tuple(items)), said
        held = spare(self.ask, items)
        worth, take = max(
            (judge.discard_worth(view, take) - FIRED * (take != held[: len(take)]), take)
            for take in (self._poor(held), self._poor(items))
            if take
        )
        return worth, some.wrap(tuple(take)), ai_why.discard(view, take)

    def _poor(self, cards: Sequence[int]) -> list[int]:
        """The poorest of some cards, poorest first: at least one, and not the whole hand."""
        poor = [card for card in cards if judge.keep(self.view, card) < judge.NEW_CARD * 0.8]
        most = max(1, len(self.view.hand) - 1)
        return (poor or list(cards[:1]))[:most]

    def _lost(self) -> bool:
        """Whether the car will hardly live: a hurt driver behind open sides, and a whole rival."""
        me, others = self.me, self.view.rivals
        open_sides = me.armor.count(0)
        if not open_sides or me.driver_damage < 3:
            return False
        if len(others) == 1 and me.driver_damage + open_sides < 6:
            return False
        worst_rival = max((judge.harm(car) for car in others), default=0.0)
        return judge.harm(me) > worst_rival + 14 and open_sides + me.driver_damage >= 5

    # -- answers to a hit on the own car

    def answer(self, play: Play) -> Worth:
        """One way to meet the hit, by what it would cost in the end."""
        card, hit, me = CARDS[play.card], self.hit, self.me
        if kinds.IS_JAM[play.card] or (kinds.IS_GEAR[play.card] and bar(hit, me, play.card)):
            # It is asked again after that, so what it gains comes on top of the best answer.
            gain, said = self.negation(play)
            return (gain, said) if gain > 0 else NEVER
        if card.kind == "armor":
            return self._armor(play.card)
        if card.role in ENDERS:
            return ENDERS[card.role]
        if play.card == kinds.SWERVE:
            return -(1.2 + judge.hurt(me, -1, 1)), why("miss")
        if play.card == kinds.BACKFIRES:
            back = judge.hurt(self.view.players[hit.source], hit.side, hit.points)
            return 0.7 * back - 0.2, why("backfire")
        if play.card == kinds.EJECTION_SEAT:
            return NEVER
        side = hit.turned(play.side)
        cost, _ = judge.armor_plan(me, side, hit.net, self._held(side))
        return -(cost + (0.6 if play.card == kinds.SPIN else 0.8)), why("shift", side=side)

    skid_armor = backfire_armor = answer

    def _held(self, side: int) -> Sequence[int]:
        """The armor of the hand for a side."""
        return [card for card in self.view.hand if card in kinds.ARMOR_OF[side]]

    def _armor(self, card: int) -> Worth:
        """The first card of the cheapest armor against the hit, when armor is worth it."""
        side, left = self.hit.side, self.hit.net
        cost, cards = judge.armor_plan(self.me, side, left, self._held(side))
        if not cards or card != max(cards, key=lambda each: CARDS[each].stop):
            return NEVER
        # Not a word of the armor that is to follow: it is still in the hand.
        return -cost, why("armor", side=side, points=min(left, CARDS[card].stop), left=left)

    def debris_swerve(self, play: Play) -> Worth:
        """Debris on the own tires: a Swerve saves one point of two, Wheelguards both."""
        if play.card == kinds.SWERVE:
            return -(judge.hurt(self.me, -1, 1) + 1.5), why("debris")
        return (0.5, why("guard")) if play.card == kinds.WHEELGUARDS else NEVER

    def paint_swerve(self, play: Play) -> Worth:
        """A Swerve against paint saves the hand and a turn."""
        if play.card == kinds.EJECTION_SEAT:
            return NEVER
        return -(judge.hurt(self.me, -1, 1) + 1.0), why("swerve")

    # -- windows on others' cards

    def negation(self, play: Play) -> Worth:
        """Straight after a Machine Gun or Laser attack: cancel it, or lay gear down for nothing. A
        jam cancels it for the own skin, or against whoever leads."""
        hit, mine = self.hit, self.hit.target == self.view.seat
        if play.card == kinds.EJECTION_SEAT:
            return NEVER
        if not kinds.IS_JAM[play.card]:
            if mine and kinds.PROOF_OF[hit.card] == play.card:
                return 3.0, why("gear")
            return judge.keep(self.view, play.card) * 0.3, why("free")
        if hit.source != play.on or kinds.JAM_OF[hit.card] != play.card:
            return -0.2, why("bars", play.on)
        if mine:
            return 2.0, why("cancels")
        leader = max(
            self.view.rivals, key=lambda car: car.score + 10 * car.kills - judge.harm(car) / 10
        )
        return (0.6 if leader.seat == hit.source else -0.6), why("leader", play.on)

    def maneuver(self, play: Play) -> Worth:
        """Skid and Debris on a car that has just maneuvered."""
        car = self.view.players[play.on]
        if play.card == kinds.SKID:
            worth = judge.expected(car, play.side, kinds.DAMAGE[kinds.SKID], self.odds)
            return worth - 0.3, why("wall", play.on, play.side)
        if kinds.WHEELGUARDS in car.specials:
            return NEVER
        worth = judge.hurt(car, -1, CARDS[kinds.DEBRIS].tire_damage)
        worth += ESCAPER if car.escaping else 0.0
        return worth - 0.4, why("worth_tires", play.on)

    def shaken(self, play: Play) -> Worth:
        """A rammed rival who loses a turn is worth a card at any time."""
        return 1.0, why("turn", play.on)


_HITS: Final = ("answer", "skid_armor", "backfire_armor")
