"""What happened, in one short sentence for the seat that reads it.

What a card does follows its play, and every such sentence names the card. So an event that only
announces another has nothing to say: a check that fired, a new mod's play, a draw of one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.players import Player
from games.engine.voice import Voice, count, listed
from games.world_auto_racing import cards
from games.world_auto_racing import events as e
from games.world_auto_racing.words import sums
from games.world_auto_racing.words.phrases import cards_named, cut, name, worth

MOST: Final = 300
"""Most characters of a sentence."""
NOTHING: Final = {
    "target": "nobody to aim at",
    "mod": "no mod to take off",
    "condition": "no condition to junk",
    "course": "no course to junk",
    "hand": "no card in hand",
    "garage": "no card in the garage",
    "junkyard": "nothing that fits in the junkyard",
    "unmet": "nothing it could count or change",
}
"""What a part of a card has not found, so that it does nothing."""


def sentence(event: Any, players: Sequence[Player], seat: int | None) -> str:
    """The sentence for an event; empty for one that another event tells better."""
    tell = SENTENCES.get(type(event))
    return cut(tell(event, Voice(players, seat)), MOST) if tell is not None else ""


def _because(card: int) -> str:
    """ " (Pit Crew)", where a card did it."""
    return f" ({name(card)})" if card >= 0 else ""


# -- before the race


def _car_chosen(x: e.CarChosen, v: Voice) -> str:
    own = f", with {v.own(x.seat)} own garage" if x.own else ""
    return f"{v.Who(x.seat)} {v.does(x.seat, 'drive')} the {name(x.car)}{own}."


def _start_drawn(x: e.StartDrawn, v: Voice) -> str:
    order = ", ".join(v.who(seat) for seat in x.order)
    return f"Garages are shuffled, five cards each. Starting order by lot: {order}."


def _mulligan(x: e.Mulligan, v: Voice) -> str:
    if not x.seats:
        return "Everyone keeps the first hand."
    one = len(x.seats) == 1
    who = v.Who(x.seats[0]) if one else listed(_heads(x.seats, v))
    does = v.does(x.seats[0], "shuffle") if one else "shuffle"
    return f"{who} {does} the first hand back and {'draw' if does == 'shuffle' else 'draws'} anew."


def _heads(seats: Sequence[int], v: Voice) -> list[str]:
    """Names for the head of a sentence, the reader's first."""
    first, *rest = sorted(seats, key=lambda seat: seat != v.reader)
    return [v.Who(first), *(v.who(seat) for seat in rest)]


def _cards_drawn(x: e.CardsDrawn, v: Voice) -> str:
    """Draws that the rules give everyone are no news; nor is a reader's own, told card by card."""
    if x.card < 0 or x.seat == v.reader or not x.count:
        return ""
    return f"{v.Who(x.seat)} {v.does(x.seat, 'draw')} {count(x.count)}{_because(x.card)}."


def _drawn_cards(x: e.DrawnCards, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'draw')} {cards_named(x.cards)}." if x.cards else ""


def _out_of_fuel(x: e.OutOfFuel, v: Voice) -> str:
    run, race = v.does(x.seat, "are", "is"), v.does(x.seat, "race")
    return f"{v.Who(x.seat)} {run} out of fuel and {race} on without drawing."


# -- rounds and turns


def _round_began(x: e.RoundBegan, v: Voice) -> str:
    order = ", ".join(f"{v.who(seat)} {x.progress[seat]}" for seat in x.order)
    return f"Round {x.round}. Racing order: {order}."


def _card_played(x: e.CardPlayed, v: Voice) -> str:
    """ "Ann plays Trail Off: +1 handling. “Raise your power to 5 if it is lower.”"

    A mod is told when it is on the car.
    """
    card = cards.card(x.card)
    if card.type == "mod":
        return ""
    play = f"{v.Who(x.seat)} {v.does(x.seat, 'play')} {card.name}{_aim(x, v)}"
    return f"{play}{worth(card)}"


def _aim(x: e.CardPlayed | e.AbilityUsed, v: Voice) -> str:
    """What a card was played on: " on Ben", " on Ben's Semi-Slicks", " on Drizzle"."""
    if x.pick < 0:
        return f" on {v.who(x.on)}" if x.on >= 0 else ""
    whose = f"{v.whose(x.on)} " if x.on >= 0 else ""
    return f" on {whose}{name(x.pick)}"


def _card_stopped(x: e.CardStopped, v: Voice) -> str:
    stopped = f"{v.whose(x.seat)} {name(x.card)}"
    return f"{v.Whose(x.by)} {name(x.check)} stops {stopped}: it is junked and does nothing."


def _ability_used(x: e.AbilityUsed, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'use')} {name(x.card)}{_aim(x, v)}."


def _check_fired(x: e.CheckFired, v: Voice) -> str:
    return ""


def _check_declined(x: e.CheckDeclined, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'do')} not use {name(x.card)}."


def _passed(x: e.Passed, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'pass')}."


# -- what cards do


def _mod_placed(x: e.ModPlaced, v: Voice) -> str:
    card = cards.card(x.card)
    who = v.Who(x.seat)
    if x.how == "upgrade":
        return f"{who} {v.does(x.seat, 'upgrade')} to {card.name}{worth(card)}"
    if x.how == "swap":
        own = v.own(x.seat)
        return f"{who} {v.does(x.seat, 'swap')} {own} {card.name} for another of the same."
    return f"{who} {v.does(x.seat, 'install')} {card.name}{worth(card)}"


def _junked(x: e.Junked, v: Voice) -> str:
    """Teams and controls that go as the rules say in the scrap step are no news.

    Nor is a mod that makes room for another of the same: that it was swapped is told.
    """
    if x.why in ("scrap", "stopped") or not x.cards:
        return ""
    again = x.card in x.cards and x.why == "replaced"
    if again and cards.card(x.card).type == "mod":
        return ""
    what, whose = cards_named(x.cards), v.Whose(x.seat)
    if again:
        what = f"old {what}"
    goes = "goes" if len(x.cards) == 1 else "go"
    yard = f"{goes} to the junkyard"
    if x.why == "cap":
        return f"{whose} {what} {yard}: the mod cap is lower now."
    because = "" if x.card in x.cards else _because(x.card)
    return f"{whose} {what} {yard}{because}."


def _uninstalled(x: e.Uninstalled, v: Voice) -> str:
    again = f" {name(x.again)} is active again." if x.again >= 0 else ""
    comes = f"{v.Whose(x.seat)} {name(x.card)} comes off the car"
    if x.because == x.card:
        return f"{comes}.{again}"
    by = f"{v.whose(x.by)} {name(x.because)}"
    return f"{comes} ({by}).{again}"


def _protected(x: e.Protected, v: Voice) -> str:
    return f"{v.Whose(x.seat)} {name(x.card)} protects the mods from {name(x.because)}."


def _bonus(x: e.Bonus, v: Voice) -> str:
    does = v.does(x.seat, "gain" if x.points > 0 else "lose")
    return f"{v.Who(x.seat)} {does} {abs(x.points)} {x.stat} this round{_because(x.card)}."


def _discarded(x: e.Discarded, v: Voice) -> str:
    if not x.cards:
        return ""
    why = _because(x.card) if x.why != "scrap" else ""
    return f"{v.Who(x.seat)} {v.does(x.seat, 'discard')} {cards_named(x.cards)}{why}."


def _fetched(x: e.Fetched, v: Voice) -> str:
    who = v.Who(x.seat)
    if not x.found:
        find = v.does(x.seat, "find")
        return f"{who} {find} nothing in the {x.zone} that fits{_because(x.because)}."
    if x.card >= 0:
        take = v.does(x.seat, "take")
        return f"{who} {take} {name(x.card)} from the {x.zone}{_because(x.because)}."
    if x.seat == v.reader:
        return ""
    return f"{who} takes a card from the {x.zone}{_because(x.because)}."


def _fetched_card(x: e.FetchedCard, v: Voice) -> str:
    take = v.does(x.seat, "take")
    return f"{v.Who(x.seat)} {take} {name(x.card)} from the garage."


def _hand_looked(x: e.HandLooked, v: Voice) -> str:
    if x.seat == v.reader:
        return ""
    return f"{v.Who(x.seat)} looks at {v.whose(x.on)} hand{_because(x.card)}."


def _hand_seen(x: e.HandSeen, v: Voice) -> str:
    held = cards_named(x.cards) if x.cards else "no cards"
    return f"{v.Whose(x.on)} hand: {held}."


def _top_looked(x: e.TopLooked, v: Voice) -> str:
    look = f"{v.Who(x.seat)} {v.does(x.seat, 'look')} at the top card of the garage"
    if x.junked < 0:
        return f"{look} and {v.does(x.seat, 'leave')} it{_because(x.card)}."
    return f"{look} and {v.does(x.seat, 'junk')} it: {name(x.junked)}{_because(x.card)}."


def _no_effect(x: e.NoEffect, v: Voice) -> str:
    return f"{v.Whose(x.seat)} {name(x.card)} finds {NOTHING.get(x.why, 'nothing to work on')}."


def _cap_fell(x: e.CapFell, v: Voice) -> str:
    over = f"{v.Who(x.seat)} {v.does(x.seat, 'have', 'has')} {count(x.mods, 'mod')}"
    return f"{over} under a mod cap of {x.cap} and must junk {x.mods - x.cap}."


# -- the end of a round, and of the race


def _progressed(x: e.Progressed, v: Voice) -> str:
    """ "Ann: power 3 +6 mods = 9; handling 4. +13: 47 to 60."; without parts if too long."""
    who = v.Who(x.seat)
    gain = f"+{x.after - x.before}: {x.before} to {x.after}"
    words = f"{who}: {sums.progress(x.calculation)}. {gain}."
    if len(words) <= MOST:
        return words
    power, handling = x.calculation.power_total, x.calculation.handling_total
    return f"{who}: power {power}, handling {handling}. {gain}."


def _tie_began(x: e.TieBegan, v: Voice) -> str:
    who = listed(_heads(x.seats, v))
    return f"{who} are level at {x.progress} and race on alone until one is ahead."


def _race_ended(x: e.RaceEnded, v: Voice) -> str:
    order = [f"{v.who(seat)} {x.progress[seat]}" for place in x.places for seat in place]
    why = "The race is over"
    if x.why == "stopped":
        why = "The race is stopped after 40 rounds"
    return f"{why}: {', '.join(order)}."


def _retired(x: e.DriverRetired, v: Voice) -> str:
    leave = v.does(x.seat, "leave")
    return f"{v.Who(x.seat)} {leave} the race for good; the car goes on by itself."


SENTENCES: Final[Mapping[type[Any], Callable[[Any, Voice], str]]] = {
    e.CarChosen: _car_chosen,
    e.StartDrawn: _start_drawn,
    e.Mulligan: _mulligan,
    e.CardsDrawn: _cards_drawn,
    e.DrawnCards: _drawn_cards,
    e.OutOfFuel: _out_of_fuel,
    e.RoundBegan: _round_began,
    e.CardPlayed: _card_played,
    e.CardStopped: _card_stopped,
    e.AbilityUsed: _ability_used,
    e.CheckFired: _check_fired,
    e.CheckDeclined: _check_declined,
    e.Passed: _passed,
    e.ModPlaced: _mod_placed,
    e.Junked: _junked,
    e.Uninstalled: _uninstalled,
    e.Protected: _protected,
    e.Bonus: _bonus,
    e.Discarded: _discarded,
    e.Fetched: _fetched,
    e.FetchedCard: _fetched_card,
    e.HandLooked: _hand_looked,
    e.HandSeen: _hand_seen,
    e.TopLooked: _top_looked,
    e.NoEffect: _no_effect,
    e.CapFell: _cap_fell,
    e.Progressed: _progressed,
    e.TieBegan: _tie_began,
    e.RaceEnded: _race_ended,
    e.DriverRetired: _retired,
}
"""How each kind of event is told."""
