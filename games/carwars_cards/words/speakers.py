"""What the texts of the card game tell of: the duel, a question, a thing to press, a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal

from games.carwars_cards import kinds
from games.carwars_cards.cards import CARDS, SIDE_NAMES, SIDES, TEXTS, Card
from games.carwars_cards.damage import force
from games.carwars_cards.events import DamageTaken, MatchEnded
from games.carwars_cards.match import KILL, TIE, WIN, earnings
from games.carwars_cards.moves import Play, plays
from games.carwars_cards.state import LIMITS, Duelist, State, Threat
from games.engine.ask import Ask
from games.engine.messages import Filter, Speaker
from games.engine.players import Seat
from games.engine.sums import Sum
from games.engine.texts import filled
from games.engine.voice import Voice, counted, letter, listed
from games.engine.words import Asking


class Duel(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title headline spectating chart across up"

    view: State
    score: int = 0

    @property
    def over(self) -> bool:
        return self.view.phase == "over"


class Shown(Duel):
    """The duel, and one of its cars, in pictures."""

    section = "picture"
    names = (
        "game moment head pile pile_name turned known seen points cards armor tires driver stamp "
        "why in_play bare stands stood title poster hand verb no_hand left whole escaping "
        "skips score"
    )

    at: Seat = 0
    """Whose car."""

    @property
    def car(self) -> Duelist:
        return self.view.players[self.at]

    @property
    def skips(self) -> int:
        """Turns to be lost; 4 are many."""
        return min(self.car.skip_turns, 4)

    @property
    def turned(self) -> tuple[str, ...] | None:
        """Cards that lie turned up, with whose they are."""
        lying = self.view.played
        return tuple(f"{letter(seat)} {CARDS[card].name}" for seat, card in lying) or None

    @property
    def acts(self) -> bool:
        return self.view.active == self.at

    @property
    def settled(self) -> bool:
        """Whether the duel has been scored."""
        return self.view.phase in ("scored", "over")

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won the match, else who is still in, or in a duel still fought who leads."""
        if not self.settled:
            best = max(car.score for car in self.view.players)
            return tuple(car.seat for car in self.view.players if car.score == best)
        return (self.view.winner,) if self.view.winner >= 0 else tuple(self.view.operating)

    @property
    def outcome(self) -> Literal["leads", "level", "last", "tie", "winner", "ace"]:
        if not self.settled:
            return "leads" if len(self.first) == 1 else "level"
        if self.view.winner >= 0:
            return "winner" if self.view.options.single_duel else "ace"
        return "last" if len(self.first) == 1 else "tie"

    @property
    def gained(self) -> int | None:
        """Points of this duel, where they are not all there are."""
        gained = sum(earnings(self.view, self.at)) if self.settled else 0
        return gained if gained and gained != self.car.score else None

    @property
    def earned(self) -> str | None:
        """What this duel's points are for."""
        survived, tied = self.car.status == "in", len(self.view.operating) > 1
        return (self.settled and earned(self.car.kills, survived, tied)) or None


class Coming(Speaker):
    """Something on its way to a car, and a step in the nest of a turn."""

    section = "coming"
    names = "told stands step above below shown"

    view: State
    threat: Threat | None = None
    """None: nothing is on its way, the turn itself is the step."""
    answer: bool = False
    """The step is what the target answered with."""
    opens: bool = False
    """It is the first step."""

    @property
    def hit(self) -> Threat:
        hit = self.threat or self.view.incoming
        assert hit is not None
        return hit

    @property
    def side(self) -> int:
        return self.hit.side

    @property
    def card(self) -> Card:
        return CARDS[self.hit.card]

    @property
    def car(self) -> Duelist:
        """The car it comes at."""
        return self.view.players[self.hit.target]

    @property
    def armor(self) -> int:
        return self.car.armor[self.side]

    @property
    def how(self) -> Literal["debris", "skid", "paint", "backfire", "ram", "fire"]:
        return "backfire" if self.view.phase == "backfire" else self.card.role  # type: ignore[return-value]

    @property
    def fate(self) -> Literal["paint", "rammed", "missed", "done", ""]:
        """What became of it; empty while damage is still to come."""
        if self.hit.card == kinds.PAINT_SPRAY:
            return "paint"
        if not self.hit.landed:
            return ""
        if self.view.phase in ("shaken", "follow_up"):
            return "rammed"
        return "missed" if self.hit.answer >= 0 else "done"

    @property
    def low(self) -> bool:
        """Whether it is still on its way to the tires."""
        return not self.fate and self.hit.aim < 0

    @property
    def to_driver(self) -> bool:
        """Whether what comes through hurts the driver."""
        return not self.fate and self.hit.net > 0 and self.hit.aim >= 0 and not self.armor


class Question(Asking, Coming):
    """A question, to the seat it is put to and to everyone."""

    section = "question"
    names = (
        "opening action negation answer maneuver skid_armor debris_swerve backfire_armor "
        "paint_swerve shaken follow_up escape"
    )

    @property
    def anyone(self) -> tuple[Seat, ...]:
        """Who may answer a window: whoever is asked is called by that alone."""
        seats = tuple(ask.seat for ask in self.asked if ask.kind == self.asked[0].kind)
        return tuple(seat for seat in seats if seat == self.view.seat) or seats

    @property
    def coming(self) -> tuple[Coming, ...]:
        return (Coming(self.view, self.voice),)

    @property
    def steps(self) -> tuple[Coming, ...]:
        """The turn as a nest."""
        steps: list[Coming] = []
        told = -1
        for hit in self.view.threats:
            # A Paint Spray or a backfire is itself on its way after that: it has a step already.
            if told not in (kinds.PAINT_SPRAY, kinds.BACKFIRES):
                steps.append(Coming(self.view, self.voice, hit, opens=not steps))
            if hit.answer >= 0:
                steps.append(Coming(self.view, self.voice, hit, answer=True))
            told = hit.answer
        return tuple(steps) or (Coming(self.view, self.voice, opens=True),)

    @property
    def joined(self) -> bool:
        """Whether others are asked for jams together with the target's answer."""
        return bool(self.view.phase == "negation")

    @property
    def can(self) -> Literal["attack", "special", "both", "nothing"]:
        """What can be played as the turn's action."""
        found = {CARDS[play.card].kind for play in plays(self.asked[0])}
        if {"attack", "special"} <= found:
            return "both"
        return "attack" if "attack" in found else "special" if found else "nothing"

    @property
    def jams(self) -> tuple[str, ...]:
        """Its weapons that do not fire."""
        return tuple(CARDS[card].gun for card in self.view.me.jams)

    @property
    def armed(self) -> bool:
        """Whether the usual answer to a skid, debris, paint or backfire is in the hand."""
        return any(CARDS[play.card].role in ("armor", "swerve") for play in plays(self.asked[0]))

    @property
    def way(self) -> Literal["swerve", "reverse", "spin"]:
        return CARDS[self.hit.answer].role  # type: ignore[return-value]


@dataclass(frozen=True)
class Strike:
    """Points that come at a car: at one of its sides, or at the tires (−1)."""

    car: Duelist
    side: int
    points: int

    @property
    def guarded(self) -> bool:
        """Whether Wheelguards are between."""
        return self.side < 0 and kinds.WHEELGUARDS in self.car.specials

    @property
    def effect(
        self,
    ) -> Literal["nothing", "guarded", "driver", "out", "breach", "armor", "wheels", "no_wheels"]:
        """What they would do to the car."""
        if not self.points:
            return "nothing"
        if self.guarded:
            return "guarded"
        holds = self.after > 0
        if self.side < 0:
            return "wheels" if holds else "no_wheels"
        if not self.car.armor[self.side]:
            return "driver" if holds else "out"
        return "armor" if holds else "breach"

    @property
    def before(self) -> int:
        """What there is of the side, the tires or the driver behind a breach."""
        return self.car.tires if self.side < 0 else self.car.armor[self.side] or self.car.driver

    @property
    def left(self) -> int:
        """Armor on that side."""
        return self.car.armor[self.side]

    @property
    def after(self) -> int:
        return self.before - self.points


class Choice(Speaker):
    """A thing to press: a card, whom it is played on, a side; and a card of the hand."""

    section = "label"
    names = (
        "pass declare discard discard_one discard_some attack armor swerve spin reverse jam gear "
        "debris skid backfires special target side at_side tire_shot queue unqueue"
    )

    view: State
    ask: Ask[Any] | None = None
    plays: tuple[Play, ...] = ()
    """The answers that begin so."""
    cards: tuple[int, ...] = ()
    who: Seat = -1

    @property
    def number(self) -> int:
        return self.plays[0].card if self.plays else self.cards[0]

    @property
    def card(self) -> Card:
        return CARDS[self.number]

    @property
    def struck(self) -> Strike | None:
        """What it would do, or what would be done to its player."""
        view, hit = self.view, self.hit
        play = self.plays[0] if self.plays else None
        if play is not None and play.on >= 0:
            return Strike(view.players[play.on], -1 if play.tire_shot else play.side, self.force)
        if hit is None or self.cards:
            return None
        car = view.players[hit.target]
        if play is None:
            return Strike(car, hit.aim, hit.net)
        if self.card.kind == "armor":
            return Strike(car, hit.side, max(0, hit.net - self.card.stop))
        return Strike(car, hit.turned(play.side), hit.points)

    @property
    def force(self) -> int:
        """Points of an attack, a doubled ram's too."""
        return force(self.view.me, self.number)

    @property
    def doubled(self) -> int | None:
        return None if self.force == self.card.damage else self.card.damage

    @property
    def hit(self) -> Threat | None:
        return self.view.incoming

    @property
    def targets(self) -> tuple[Seat, ...]:
        """The others it can be played on."""
        seats = {play.on for play in self.plays if play.on >= 0 and play.on != self.view.seat}
        return tuple(sorted(seats))

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides it can be played on."""
        found = {play.side for play in self.plays if not play.tire_shot and play.side >= 0}
        return tuple(sorted(found))

    @property
    def several(self) -> bool:
        """Whether there is more than one of them."""
        return len(self.sides) > 1

    @property
    def where(self) -> Literal["any", "one"]:
        return "one" if self.printed in range(len(SIDES)) else "any"

    @property
    def printed(self) -> int:
        """The side on the card, or the one side that a Called Shot can name."""
        named = not self.card.sided and len(self.sides) == 1
        return self.sides[0] if named else self.card.side

    @property
    def armor(self) -> int:
        """What is left of the reader's own side that the card is for."""
        return self.view.me.armor[self.card.side]

    @property
    def kind(self) -> str:
        """What is asked."""
        return self.ask.kind if self.ask else ""

    @property
    def only(self) -> bool:
        """Whether there is no other answer but to leave the duel."""
        ask = self.ask
        return ask is not None and all(play.card == kinds.EJECTION_SEAT for play in plays(ask))

    @property
    def whole(self) -> bool:
        """Whether the whole hand is discarded."""
        return len(self.cards) >= len(self.view.hand)

    @property
    def all(self) -> bool:
        """Whether the whole hand is discarded, and no jam is cleared by it."""
        return self.whole and not self.view.me.jams

    @property
    def ejects(self) -> bool:
        return self.number == kinds.EJECTION_SEAT

    @property
    def rest(self) -> int:
        """The tires after a Swerve."""
        return self.view.me.tires - 1

    @property
    def alone(self) -> bool:
        """Whether the only one it can be played on is the attacker."""
        return self.hit is not None and self.targets == (self.hit.source,)

    @property
    def cancels(self) -> bool:
        """Whether this jam on the attacker, or this gear of the target, stops the attack."""
        hit = self.hit
        if hit is None or self.view.phase not in ("answer", "negation"):
            return False
        if kinds.IS_JAM[self.number]:
            return kinds.JAM_OF[hit.card] == self.number and self.who in (-1, hit.source)
        return hit.target == self.view.seat and kinds.PROOF_OF[hit.card] == self.number

    @property
    def spared(self) -> bool:
        """Whether Debris would fall on a car with Wheelguards."""
        cars = self.view.players
        return any(kinds.WHEELGUARDS in cars[seat].specials for seat in self.targets)


class Held(Choice):
    """A card of the hand: what it would do, or why it cannot be played now."""

    section = "hand"
    names = "caption unplayable queued or_now"

    why: str = ""
    """Why not, by the name of its text."""

    @property
    def immune(self) -> tuple[Seat, ...]:
        """Cars that have gear against it; after a ram only the one that was rammed."""
        after = self.ask is not None and self.ask.kind == "follow_up" and self.hit is not None
        gear = kinds.PROOF_OF[self.number]
        cars = [car.seat for car in self.view.rivals if gear in car.specials]
        return tuple(seat for seat in cars if not after or seat == self.hit.target)  # type: ignore[union-attr]


class Kind(Speaker):
    """A kind of card in the rules help."""

    section = "help"
    names = "card"

    name: str = ""
    effect: str = ""
    when: str = ""
    cite: str = ""
    community: tuple[str, ...] = ()
    """Its facts that are from there."""
    inferred: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    @property
    def cards(self) -> Sequence[Card]:
        return [card for card in CARDS if card.name == self.name]

    @property
    def total(self) -> int:
        return sum(card.count for card in self.cards)

    @property
    def each(self) -> int | None:
        """How many for each side."""
        return self.cards[0].count if len(self.cards) == len(SIDES) else None

    @property
    def fewer(self) -> bool:
        return self.cards[0].one_less_with_2_or_3


class Reason(Speaker):
    """Why a computer seat answered so."""

    section = "reason"
    names = (
        "passed waited whim_special whim_answer whim_attack whim_tires keeps early_jam early "
        "lost later chance guarded escaper tires bars_one lasts clear clear_held deadly reaches "
        "breaches wears best gear eject harmless bears_tires no_better miss backfire debris "
        "guard hand swerve let free cancels let_maneuver let_ram armor price bears guards dud "
        "smoke paint shift bars leader wall worth_tires turn"
    )

    who: str = ""
    side: str = ""
    points: int = 0
    left: int = 0
    card: str = ""
    whole: int = 0


def _an(words: str) -> str:
    return f"{'an' if words[0] in 'AEIOU' else 'a'} {words}"


def _short(card: int) -> str:
    """The card's name with its side, where many must fit: "Armor front"."""
    kind = CARDS[card]
    return f"{kind.name} {SIDE_NAMES[kind.side]}" if kind.sided else kind.name


def _made(total: Sum) -> str:
    """ " (2 Debris)", " (6 Laser − 3 Armor = 3)": which card did it, and what armor took off."""
    return _sum(total) or "".join(f" ({part.points} {part.reason})" for part in total.parts)


def _sum(total: Sum) -> str:
    return f" ({total})" if len(total.parts) > 1 else ""


FEW: Final = 2
"""So many cards have their names in a line of a picture; of more it is told how many."""
_count: Final = partial(filled, "games.carwars_cards", "count")
"""What a number is of."""


def earned(kills: int, survived: bool, tied: bool) -> str:
    """How a duel's points came about: "10 for a kill, 20 for the win"; empty for none.

    Rules: Scoring and Winning

    >>> earned(2, True, True)
    '20 for 2 kills, 10 for the tie'
    """
    many = _count("kill" if kills == 1 else "kills", points=KILL * kills, kills=kills)
    won = _count("tie", points=TIE) if tied else _count("win", points=WIN)
    return ", ".join([many] * bool(kills) + [won] * survived)


def _left(total: int, event: DamageTaken, voice: Voice) -> str:
    limit = LIMITS[event.where]
    return _count("left" if total < limit else "none_left", left=limit - total)


def _ranked(scores: Sequence[int], event: MatchEnded, voice: Voice) -> str:
    order = [seat for place in event.places for seat in place]
    return ", ".join(f"{voice.who(seat)} {scores[seat]}" for seat in order)


def _gains(scores: Sequence[int], event: Any, voice: Voice, why: bool = True) -> str | None:
    """ "Ann gets 30, now 50: 10 for a kill, 20 for the win"; `why`: what for is told."""
    told = []
    for seat, (got, now) in enumerate(zip(event.points, scores, strict=True)):
        words = _count("get" if seat == voice.reader else "gets", who=voice.who(seat), points=got)
        words += _count("now", points=now) if now != got else ""
        if why:
            words += f": {earned(event.kills[seat], seat in event.survivors, event.winner < 0)}"
        told += [words] if got else []
    return "; ".join(told) or None


FILTERS: Final[Mapping[str, Filter]] = {
    "name": lambda card, thing, voice: CARDS[card].name if card >= 0 else None,
    "a": lambda card, thing, voice: CARDS[card].name if CARDS[card].bare else _an(CARDS[card].name),
    "an": lambda words, thing, voice: _an(words),
    "titles": lambda cards, thing, voice: (
        listed(counted([CARDS[card].title for card in cards])) or None
    ),
    "brief": lambda cards, thing, voice: (
        listed([CARDS[card].title for card in cards])
        if len(cards) <= FEW
        else _count("cards", cards=len(cards))
    ),
    "shorts": lambda cards, thing, voice: listed(counted([_short(card) for card in cards])),
    "guns": lambda cards, thing, voice: listed([CARDS[card].guns for card in cards]),
    "side": lambda side, thing, voice: SIDE_NAMES[side],
    "sides or": lambda sides, thing, voice: listed([SIDE_NAMES[side] for side in sides], "or"),
    "all sides": lambda car, thing, voice: ", ".join(
        f"{side} {left or TEXTS['part']['breached']}"
        for side, left in zip(SIDE_NAMES, car.armor, strict=True)
    ),
    "sum": lambda sum_, thing, voice: _sum(sum_),
    "made": lambda sum_, thing, voice: _made(sum_),
    "left": _left,
    "earned": _gains,
    "gained": partial(_gains, why=False),
    "ranked": _ranked,
}
"""How texts put cards, sides and sums."""
