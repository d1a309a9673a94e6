"""What happened, in one sentence for the seat that reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.carwars_cards import events as e
from games.carwars_cards import kinds
from games.carwars_cards.cards import (
    ARMOR_LIMIT,
    CARDS,
    DRIVER_LIMIT,
    SIDES,
    TIRE_LIMIT,
)
from games.carwars_cards.words.phrases import a, cards, earned, name, place, points
from games.engine.players import Player
from games.engine.sums import Sum
from games.engine.voice import Voice, counted, listed, upper

BLOCKS: Final = {
    kinds.SMOKESCREEN: "blocks",
    kinds.PAINT_SPRAY: "blocks",
    kinds.DUD_MISSILE: "cancels",
}
"""What an answer does to an attack that it stops."""
GEAR: Final = {
    kinds.FIREPROOF: ("are", "is", "immune to Flamethrowers this duel"),
    kinds.LASER_REFLECTIVE: ("are", "is", "immune to Lasers this duel"),
    kinds.METAL: ("are", "is", "immune to Machine Guns this duel"),
    kinds.RAMPLATE: ("ram", "rams", "for double damage from now on"),
}
"""What gear does for you, for another, and the rest of the sentence."""
TOLD_BY_EFFECT: Final = frozenset(
    (
        *(kinds.SWERVE, kinds.SPIN, kinds.BOOTLEGGER, kinds.SMOKESCREEN, kinds.PAINT_SPRAY),
        *(kinds.DUD_MISSILE, kinds.BACKFIRES, kinds.SHAKEN, kinds.EJECTION_SEAT),
        *(*GEAR, kinds.WHEELGUARDS, *kinds.WEAPON_OF_JAM),
    )
)
"""Cards whose next event names card and player: that they were turned up needs no line."""
JAMS: Final = {
    kinds.MACHINE_GUN_JAMS: "Machine Guns",
    kinds.LASER_OVERHEATS: "Lasers",
}
MOST: Final = 300
"""Most characters of a sentence."""


def sentence(event: Any, players: Sequence[Player], seat: int | None) -> str:
    """The sentence for an event; empty for one that another event tells better."""
    tell = _SENTENCES.get(type(event))
    words = tell(event, Voice(players, seat)) if tell is not None else ""
    return words if len(words) <= MOST else f"{words[: MOST - 1]}…"


def _sum(points_: Sum) -> str:
    """ " (6 Laser − 3 Armor = 3)" where a number has parts worth showing."""
    return f" ({points_})" if len(points_.parts) > 1 else ""


def _made_of(points_: Sum) -> str:
    """ " (2 Debris)", " (6 Laser − 3 Armor = 3)": which card did it, and what armor took off."""
    if len(points_.parts) > 1:
        return f" ({points_})"
    return "".join(f" ({part.points} {part.reason})" for part in points_.parts)


def _cards(numbers: Sequence[int]) -> str:
    """Cards by title, copies counted: "Spin, 2 Armor (front)"."""
    return listed(counted([CARDS[number].title for number in numbers]))


# -- the duel and the turn


def _duel_started(x: e.DuelStarted, v: Voice) -> str:
    begin = v.does(x.first, "begin")
    return f"Duel {x.duel}: {x.cards} cards, five each. {v.Who(x.first)} {begin}."


def _hand_drawn(x: e.HandDrawn, v: Voice) -> str:
    if x.seat == v.reader or not x.count:
        return ""
    return f"{v.Who(x.seat)} {v.does(x.seat, 'draw')} {cards(x.count)}."


def _cards_drawn(x: e.CardsDrawn, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'draw')} {_cards(x.cards)}." if x.cards else ""


def _reshuffled(x: e.Reshuffled, v: Voice) -> str:
    return f"The draw pile is empty: {cards(x.cards)} are shuffled. Next time the duel ends."


def _ran_out(x: e.CardsRanOut, v: Voice) -> str:
    return f"There are no cards left to draw: a tie of {v.several(x.seats)}."


def _turn_began(x: e.TurnBegan, v: Voice) -> str:
    return f"Turn {x.turn}: {v.whose(x.seat)} turn."


def _turn_lost(x: e.TurnLost, v: Voice) -> str:
    more = f" {x.left} more to lose." if x.left else ""
    return f"{v.Who(x.seat)} {v.does(x.seat, 'lose')} this turn.{more}"


def _escape_declared(x: e.EscapeDeclared, v: Voice) -> str:
    mean = v.does(x.seat, "mean")
    return f"{v.Who(x.seat)} {mean} to leave the arena at {v.own(x.seat)} next turn."


def _escape_lapsed(x: e.EscapeLapsed, v: Voice) -> str:
    return f"{v.Who(x.seat)} cannot leave: the tires are destroyed. The turn goes on."


def _discarded(x: e.Discarded, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'discard')} {_cards(x.cards)}."


def _unjammed(x: e.Unjammed, v: Voice) -> str:
    weapons = listed([JAMS.get(card, "weapons") for card in x.cards])
    return f"{v.Whose(x.seat)} {weapons} work again."


# -- cards that are played


def _attack(x: e.AttackDeclared, v: Voice) -> str:
    """ "Ann fires a Laser at your right for 6."."""
    shot = " with a Tire Shot" if x.tire_shot else ""
    where = f"{v.whose(x.target)} {place(x.side, x.tire_shot)}{shot}"
    sum_ = _sum(x.points)
    if CARDS[x.card].weapon == "ramming":
        return f"{v.Who(x.seat)} {v.does(x.seat, 'ram')} {where} for {x.points.total}{sum_}."
    fires = f"{'also ' if x.follow_up else ''}{v.does(x.seat, 'fire')}"
    return f"{v.Who(x.seat)} {fires} {a(x.card)} at {where} for {x.points.total}{sum_}."


def _card_played(x: e.CardPlayed, v: Voice) -> str:
    if x.card in TOLD_BY_EFFECT:
        return ""
    card = CARDS[x.card]
    who, play = v.Who(x.seat), v.does(x.seat, "play")
    if card.kind == "armor":
        where = f" on the {SIDES[card.side]}"
        return f"{who} {play} {card.name}{where}: stops {card.stop}."
    on = f" on {v.who(x.on)}" if x.on not in (-1, x.seat) else ""
    if x.card == kinds.SKID and x.side >= 0:
        on = f" on {v.whose(x.on) if x.on >= 0 else 'the'} {SIDES[x.side]}"
    return f"{who} {play} {a(x.card)}{on}."


def _card_returned(x: e.CardReturned, v: Voice) -> str:
    back = v.does(x.seat, "take")
    return f"{v.Who(x.seat)} {back} back {a(x.card)}: it was no longer possible."


def _queue_dropped(x: e.QueueDropped, v: Voice) -> str:
    return f"{name(x.card)} could not be played and stays in your hand."


def _cancelled(x: e.AttackCancelled, v: Voice) -> str:
    attack = f"{v.Whose(x.seat)} {name(x.card)}"
    if x.by_card in (-1, kinds.EJECTION_SEAT):
        return ""
    if x.by_card == kinds.SWERVE:
        return f"{v.Who(x.by)} {v.does(x.by, 'swerve')}: {v.whose(x.seat)} {name(x.card)} misses."
    if x.by_card in BLOCKS:
        stopped = f"{v.whose(x.seat)} {name(x.card)}"
        return f"{v.Whose(x.by)} {name(x.by_card)} {BLOCKS[x.by_card]} {stopped}."
    return f"{attack} is cancelled."


def _shifted(x: e.Shifted, v: Voice) -> str:
    way = "spin" if x.by_card == kinds.SPIN else "reverse"
    moved = f"the hit moves from {SIDES[x.from_side]} to {SIDES[x.to_side]}"
    return f"{v.Who(x.seat)} {v.does(x.seat, way)}: {moved}."


def _backfired(x: e.Backfired, v: Voice) -> str:
    where = f"{v.whose(x.seat)} own {SIDES[x.side]}"
    played = f"{v.Who(x.by)} {v.does(x.by, 'play')} {name(kinds.BACKFIRES)}"
    come = "comes" if x.points.total == 1 else "come"
    return f"{played}: {points(x.points.total)} {come} at {where}{_sum(x.points)}."


def _debris_avoided(x: e.DebrisAvoided, v: Voice) -> str:
    if x.by_card == kinds.SWERVE:
        return f"{v.Who(x.seat)} {v.does(x.seat, 'swerve')} round the Debris."
    if x.by_card == kinds.WHEELGUARDS:
        return f"{name(x.by_card)} keep the Debris off {v.whose(x.seat)} tires."
    return ""


def _paint_avoided(x: e.PaintAvoided, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'swerve')} out of the paint."


def _painted(x: e.Painted, v: Voice) -> str:
    lose = v.does(x.seat, "lose")
    return f"Paint covers {v.whose(x.seat)} car: {v.who(x.seat)} {lose} hand and next turn."


def _shaken(x: e.ShakenUp, v: Voice) -> str:
    lose = v.does(x.seat, "lose")
    return f"{v.Whose(x.by)} {name(kinds.SHAKEN)}: {v.who(x.seat)} {lose} the next turn."


def _gear(x: e.GearPlaced, v: Voice) -> str:
    if x.card == kinds.WHEELGUARDS:
        return f"{v.Whose(x.seat)} tires are guarded by {name(x.card)} this duel."
    second, third, words = GEAR[x.card]
    return f"{name(x.card)}: {v.who(x.seat)} {v.does(x.seat, second, third)} {words}."


def _jam(x: e.JamPlaced, v: Voice) -> str:
    weapon = JAMS.get(x.card, "that weapon")
    until = f"until {v.own(x.seat)} whole hand is discarded"
    card = f"{v.Whose(x.by)} {name(x.card)}"
    return f"{card}: {v.who(x.seat)} cannot fire {weapon} {until}."


# -- damage


def _stopped(x: e.DamageStopped, v: Voice) -> str:
    if x.side < 0:
        return f"{v.Whose(x.seat)} {name(kinds.WHEELGUARDS)} stop the {name(x.card)}."
    return f"Nothing gets through to {v.whose(x.seat)} {SIDES[x.side]}{_made_of(x.points)}."


def _taken(x: e.DamageTaken, v: Voice) -> str:
    """ "Your right takes 3 (6 Laser − 3 Armor = 3): 8 of 12 left."."""
    whose, got = v.Whose(x.seat), points(x.points.total)
    sum_ = _made_of(x.points)
    if x.where == "driver":
        left = _left(DRIVER_LIMIT, x.total)
        through = f" through the {SIDES[x.side]}" if x.side >= 0 else ""
        return f"{whose} driver takes {got}{through}{sum_}: {left}."
    if x.where == "tires":
        return f"{whose} tires take {got}{sum_}: {_left(TIRE_LIMIT, x.total)}."
    return f"{whose} {SIDES[x.side]} takes {got}{sum_}: {_left(ARMOR_LIMIT, x.total)}."


def _left(limit: int, total: int) -> str:
    return f"{limit - total} of {limit} left" if total < limit else "none left"


def _breached(x: e.SideBreached, v: Voice) -> str:
    return f"{v.Whose(x.seat)} {SIDES[x.side]} is breached. The next hit there reaches the driver."


def _tires_destroyed(x: e.TiresDestroyed, v: Voice) -> str:
    return f"{v.Whose(x.seat)} tires are destroyed: no maneuvers and no escape."


def _disabled(x: e.DriverDisabled, v: Voice) -> str:
    is_ = v.does(x.seat, "are", "is")
    if x.by < 0:
        return f"{v.Who(x.seat)} {is_} out. Nobody scores for it."
    return f"{v.Who(x.seat)} {is_} out. {v.Who(x.by)} {v.does(x.by, 'score')} a kill, 10 points."


# -- leaving, and the end


def _hand_lost(x: e.HandLost, v: Voice) -> str:
    if not x.cards:
        return ""
    gone = _cards(x.cards)
    return f"{v.Whose(x.seat)} hand is discarded: {gone}."


def _escaped(x: e.Escaped, v: Voice) -> str:
    leave = v.does(x.seat, "escape")
    return f"{v.Who(x.seat)} {leave} from the arena. Nobody scores for that car."


def _ejected(x: e.Ejected, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'eject')} and {v.does(x.seat, 'leave')} the duel."


def _quit(x: e.PlayerQuit, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'leave')} the match."


def _duel_ended(x: e.DuelEnded, v: Voice) -> str:
    if x.winner >= 0:
        head = f"{v.Who(x.winner)} {v.does(x.winner, 'win')} duel {x.duel}"
    else:
        head = f"Duel {x.duel} ends in a tie of {v.several(x.survivors)}"
    for parts in (True, False):
        scored = [_scored(x, seat, v, parts) for seat, got in enumerate(x.points) if got]
        words = f"{head}. {upper('; '.join(scored))}." if scored else f"{head}."
        if len(words) <= MOST:
            break
    return words


def _scored(x: e.DuelEnded, seat: int, v: Voice, parts: bool) -> str:
    """ "Ann gets 30, now 50: 10 for a kill, 20 for the win"; the parts only where there is room."""
    got, now = x.points[seat], x.scores[seat]
    words = f"{v.who(seat)} {v.does(seat, 'get')} {got}{f', now {now}' if now != got else ''}"
    if not parts:
        return words
    return f"{words}: {earned(x.kills[seat], seat in x.survivors, x.winner < 0)}"


def _ace(x: e.AceDeclared, v: Voice) -> str:
    is_ = v.does(x.seat, "are", "is")
    return f"{v.Who(x.seat)} {is_} an Ace with {x.score} points."


def _match_ended(x: e.MatchEnded, v: Voice) -> str:
    order = [f"{v.who(seat)} {x.scores[seat]}" for place in x.places for seat in place]
    return f"The match is over: {', '.join(order)}."


_SENTENCES: Final[Mapping[type[Any], Callable[[Any, Voice], str]]] = {
    e.DuelStarted: _duel_started,
    e.HandDrawn: _hand_drawn,
    e.CardsDrawn: _cards_drawn,
    e.Reshuffled: _reshuffled,
    e.CardsRanOut: _ran_out,
    e.TurnBegan: _turn_began,
    e.TurnLost: _turn_lost,
    e.EscapeDeclared: _escape_declared,
    e.EscapeLapsed: _escape_lapsed,
    e.Discarded: _discarded,
    e.Unjammed: _unjammed,
    e.AttackDeclared: _attack,
    e.CardPlayed: _card_played,
    e.CardReturned: _card_returned,
    e.QueueDropped: _queue_dropped,
    e.AttackCancelled: _cancelled,
    e.Shifted: _shifted,
    e.Backfired: _backfired,
    e.DebrisAvoided: _debris_avoided,
    e.PaintAvoided: _paint_avoided,
    e.Painted: _painted,
    e.ShakenUp: _shaken,
    e.GearPlaced: _gear,
    e.JamPlaced: _jam,
    e.DamageStopped: _stopped,
    e.DamageTaken: _taken,
    e.SideBreached: _breached,
    e.TiresDestroyed: _tires_destroyed,
    e.DriverDisabled: _disabled,
    e.HandLost: _hand_lost,
    e.Escaped: _escaped,
    e.Ejected: _ejected,
    e.PlayerQuit: _quit,
    e.DuelEnded: _duel_ended,
    e.AceDeclared: _ace,
    e.MatchEnded: _match_ended,
}
