"""What happened, in one sentence for the seat that reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.players import Player
from games.engine.sums import Sum
from games.engine.voice import Voice, listed
from games.nascards import events as e
from games.nascards.cards import ADVANTAGES, MANEUVERS
from games.nascards.words.limits import LIMITS
from games.nascards.words.phrases import (
    maneuver_cards,
    miles,
    name,
    place,
    plain,
    points,
    signed,
    speed_cards,
    turns,
)

MOST: Final = 300
"""Most characters of a sentence."""
ROLLS: Final = {"mishap": "Mishap Rolls", "severity": "Severity Rolls", "draft": "Drafting Roll"}
"""A roll as it is spoken of."""


def sentence(event: Any, players: Sequence[Player], seat: int | None) -> str:
    """The sentence for an event; empty for one that another event tells better."""
    tell = SENTENCES.get(type(event))
    words = tell(event, Voice(players, seat)) if tell is not None else ""
    return words if len(words) <= MOST else f"{words[: MOST - 1]}…"


def _sum(sum_: Sum) -> str:
    """ " (7 roll + 1 Ben hit = 8)" where a number has parts worth showing."""
    return f" ({sum_})" if len(sum_.parts) > 1 else ""


def _values(cards: Sequence[int]) -> str:
    return listed([str(card) for card in cards])


def _names(cards: Sequence[int]) -> str:
    return listed([name(card) for card in cards])


def _because(by: int, card: int, seat: int, v: Voice) -> str:
    """Whose card did it: " (Ann's Bump)"; only the card where it is the car's own."""
    if card < 0:
        return ""
    return f" ({name(card)})" if by in (-1, seat) else f" ({v.whose(by)} {name(card)})"


# -- the race and its turns


def _advantage(x: e.AdvantageRolled, v: Voice) -> str:
    row = ADVANTAGES[x.row]
    rolled = f"{v.Who(x.seat)} {v.does(x.seat, 'roll')} {x.roll} for an advantage: {row.name}."
    return f"{rolled} {row.text}" if x.seat == v.reader else rolled


def _race_started(x: e.RaceStarted, v: Voice) -> str:
    race = f"Race {x.race} of {x.races}" if x.races > 1 else "The race"
    grid = ", ".join(v.who(seat) for seat in x.grid)
    return f"{race} to {x.goal} miles begins. The grid: {grid}."


def _turn_began(x: e.TurnBegan, v: Voice) -> str:
    return f"Turn {x.turn} begins."


def _turn_ended(x: e.TurnEnded, v: Voice) -> str:
    """ "After turn 12: Ann 121, Ben 118. Ann leads and gets a Championship Point."."""
    seats = sorted(range(len(x.miles)), key=lambda seat: -x.miles[seat])
    point = ""
    if x.leader >= 0:
        lead, get = v.does(x.leader, "lead"), v.does(x.leader, "get")
        point = f" {v.Who(x.leader)} {lead} and {get} a Championship Point."
    table = ", ".join(f"{v.who(seat)} {x.miles[seat]}" for seat in seats)
    return f"After turn {x.turn}: {table}.{point}"


def _race_ended(x: e.RaceEnded, v: Voice) -> str:
    first = x.places[0] if x.places else ()
    who = v.Several(first)
    win = v.does(first[0], "win") if len(first) == 1 else "win"
    race = f"race {x.race}" if x.cup else "the race"
    words = f"{who} {win} {race} with {miles(x.miles[first[0]])}"
    if x.why == "alone":
        words = f"Only one car is left: {v.several(first)} {win} {race}"
    elif x.why == "wrecked":
        words = f"All cars are out: {v.several(first)} came farthest and {win} {race}"
    rest = listed([v.who(seat) for seats in x.places[1:] for seat in seats])
    finish = f"{words}, before {rest}." if rest else f"{words}."
    if x.paid:
        get = v.does(first[0], "get")
        finish += f" For the miles still to go {v.who(first[0])} {get} {points(x.paid)}."
    if not x.cup:
        return finish
    best = sorted(range(len(x.cup)), key=lambda seat: -x.cup[seat])
    cup = f"Championship Points: {', '.join(f'{v.who(seat)} {x.cup[seat]}' for seat in best)}."
    full = f"{finish} {cup}"
    return full if len(full) <= MOST else f"{words}. {cup}"


def _cup_won(x: e.CupWon, v: Voice) -> str:
    cup = points(x.cup[x.seats[0]]) if x.seats else ""
    if len(x.seats) == 1:
        win = v.does(x.seats[0], "win")
        return f"{v.Who(x.seats[0])} {win} the Championship Cup with {cup}."
    return f"{v.Several(x.seats)} share the Championship Cup with {cup} each."


# -- pit stops and cards


def _pits_shown(x: e.PitsShown, v: Voice) -> str:
    if not x.seats:
        return "Nobody pits."
    free = [seat for seat in x.seats if seat not in (*x.forced, *x.empty)]
    empty = [seat for seat in x.empty if seat not in x.forced]
    told = []
    if free:
        pit = "pit" if len(free) > 1 else v.does(free[0], "pit")
        told.append(f"{v.Several(free)} {pit}.")
    if x.forced:
        told.append(f"{v.Several(x.forced)} must pit after a crash.")
    if empty:
        told.append(f"{v.Several(empty)} must pit with no Speed card left.")
    return " ".join(told)


def _pitted(x: e.Pitted, v: Voice) -> str:
    throw, draw = v.does(x.seat, "throw"), v.does(x.seat, "draw")
    told = [f"{throw} {speed_cards(x.discarded)} away"] if x.discarded else []
    if x.seat != v.reader or not x.drew:
        # Its driver is told the very cards.
        told.append(f"{draw} {x.drew if told else speed_cards(x.drew)}")
    words = f"{v.Who(x.seat)} {' and '.join(told) or 'make a stop'} in the pits"
    if x.cleared:
        words += f"; the engine's {plain(x.cleared)} is gone"
    if x.left:
        words += f"; {turns(x.left)} in the pits still to come"
    return f"{words}."


def _speed_drawn(x: e.SpeedDrawn, v: Voice) -> str:
    if x.card < 0 or (x.seat == v.reader and x.count):
        return ""
    draw = v.does(x.seat, "draw")
    return f"{v.Who(x.seat)} {draw} {speed_cards(x.count)}{_because(-1, x.card, x.seat, v)}."


def _speed_cards(x: e.SpeedCards, v: Voice) -> str:
    if not x.cards:
        return ""
    what = "Speed card" if len(x.cards) == 1 else "Speed cards"
    return f"{v.Who(x.seat)} {v.does(x.seat, 'draw')} {what} {_values(sorted(x.cards))}."


def _speed_discarded(x: e.SpeedDiscarded, v: Voice) -> str:
    because = _because(x.by, x.card, x.seat, v) or " in the crash"
    if not x.cards:
        return f"{v.Who(x.seat)} {v.does(x.seat, 'have', 'has')} no Speed card to lose{because}."
    chosen = x.card >= 0 and any(part.do == "drop_speed" for part in MANEUVERS[x.card].effects)
    lose = v.does(x.seat, "discard" if chosen else "lose")
    what = "Speed card" if len(x.cards) == 1 else "Speed cards"
    return f"{v.Who(x.seat)} {lose} {what} {_values(x.cards)}{because}."


def _speed_stolen(x: e.SpeedStolen, v: Voice) -> str:
    if not x.count:
        return f"{v.Whose(x.seat)} hand is empty: there is nothing to take."
    if v.reader in (x.seat, x.by):
        return ""
    take = v.does(x.by, "take")
    return f"{v.Who(x.by)} {take} {speed_cards(x.count)} from {v.who(x.seat)}, picked by chance."


def _stolen_cards(x: e.StolenCards, v: Voice) -> str:
    if not x.cards:
        return ""
    what = "Speed card" if len(x.cards) == 1 else "Speed cards"
    take = v.does(x.by, "take")
    return f"{v.Who(x.by)} {take} {what} {_values(x.cards)} from {v.who(x.seat)}."


def _reshuffled(x: e.Reshuffled, v: Voice) -> str:
    return f"The {x.pile.capitalize()} deck has run out: {x.cards} discards are shuffled anew."


# -- maneuvers


def _maneuvers_dealt(x: e.ManeuversDealt, v: Voice) -> str:
    if x.card < 0 or (x.seat == v.reader and x.count):
        return ""
    draw = v.does(x.seat, "draw")
    return f"{v.Who(x.seat)} {draw} {maneuver_cards(x.count)} with {name(x.card)}."


def _dealt_cards(x: e.DealtCards, v: Voice) -> str:
    if not x.cards:
        return ""
    get = v.does(x.seat, "get")
    return f"{v.Who(x.seat)} {get} {_names(x.cards)}."


def _maneuver_shown(x: e.ManeuverShown, v: Voice) -> str:
    who, card = v.Who(x.seat), name(x.card)
    if not x.why_not:
        return f"{who} {v.does(x.seat, 'play')} {card}{' as well' if x.follow else ''}."
    limit = LIMITS[x.why_not]
    why = limit.told_you if x.seat == v.reader else limit.told
    return f"{who} {v.does(x.seat, 'show')} {card}, but {why}: it is thrown away."


def _aimed(x: e.Aimed, v: Voice) -> str:
    """Only what no later event tells with both names: whom a Mishap Roll is forced on."""
    card = MANEUVERS[x.card]
    if not x.cars:
        return ""
    if any(effect.do == "miles_equal" for effect in card.effects):
        return f"{v.Who(x.seat)} {v.does(x.seat, 'keep')} up with {v.several(x.cars)}."
    if not any(effect.do == "mishap_now" for effect in card.effects):
        return ""
    return f"{v.Whose(x.seat)} {card.name} is aimed at {v.several(x.cars)}."


def _follow_declined(x: e.FollowDeclined, v: Voice) -> str:
    if x.by_choice:
        leave = v.does(x.seat, "leave")
        return f"{v.Who(x.seat)} {leave} the card set aside unplayed."
    return f"The card {v.who(x.seat)} set aside cannot be played."


def _hand_looked(x: e.HandLooked, v: Voice) -> str:
    look = v.does(x.seat, "look")
    return f"{v.Who(x.seat)} {look} at {v.whose(x.on)} Speed cards ({name(x.card)})."


def _hand_seen(x: e.HandSeen, v: Voice) -> str:
    hold = v.does(x.on, "hold")
    if not x.cards:
        return f"{v.Who(x.on)} {hold} no Speed card."
    return f"{v.Who(x.on)} {hold} {_values(x.cards)}."


def _roll_changed(x: e.RollChanged, v: Voice) -> str:
    get = f"{'gets' if x.roll == 'draft' else 'get'} {signed(x.points)} this turn"
    if x.card >= 0 and "all" in MANEUVERS[x.card].slots:
        # One line tells it for everybody.
        return f"All {ROLLS[x.roll]} {get} ({name(x.card)})." if x.seat == x.by else ""
    return f"{v.Whose(x.seat)} {ROLLS[x.roll]} {get}{_because(x.by, x.card, x.seat, v)}."


def _flag(x: e.FlagShown, v: Voice) -> str:
    who = v.who(x.seat)
    return {
        "yellow": "Yellow Flag: nobody may pass for the rest of the turn.",
        "block": f"{v.Who(x.on)} may not pass {who} for the rest of the turn.",
        "defensive": f"Whoever passes {who} this turn loses 2 miles.",
        "green": "Green Flag: everybody may play two Speed cards this turn.",
        "throttle": f"{v.Who(x.seat)} may play two Speed cards this turn.",
        "momentum": f"A Speed card from 1 to 5 will bring {who} 5 miles more this turn.",
    }[x.flag]


# -- miles and rolls


def _moved(x: e.Moved, v: Voice) -> str:
    """ "Ann gains 3 miles (Inside Track): 121, and takes the lead."."""
    who, change = v.Who(x.seat), x.after - x.before
    where = _places(x, v)
    if x.why == "speed":
        # Where the miles are not those of the card, it is named.
        card = _sum(x.sum) or (f" (Speed {x.sum.total})" if change != x.sum.total else "")
        head = f"{who} {v.does(x.seat, 'drive')} {miles(change)}{card}"
    elif x.why == "draft" and change > 0:
        head = f"{who} {v.does(x.seat, 'draft')} {miles(change)}"
    elif change == 0:
        gain = v.does(x.seat, "gain") if x.sum.total > 0 else v.does(x.seat, "lose")
        head = f"{who} {gain} nothing{_because(x.by, x.card, x.seat, v)}"
    else:
        gain = v.does(x.seat, "gain") if change > 0 else v.does(x.seat, "lose")
        head = f"{who} {gain} {miles(abs(change))}{_why(x, v)}"
    told = f"{head}: now {x.after}"
    if x.wall >= 0:
        told += f", held behind {v.who(x.wall)}"
    return f"{told}, and {where}." if where else f"{told}."


def _why(x: e.Moved, v: Voice) -> str:
    if x.why == "passer":
        return f" for passing {v.who(x.by)}" if x.by >= 0 else " (Defensive Driving)"
    if x.why == "crash":
        return " in the crash"
    if x.why == "draft":
        return " by drafting"
    return _because(x.by, x.card, x.seat, v)


def _places(x: e.Moved, v: Voice) -> str:
    """ "takes the lead", "drops to 4th"; empty where the place stays."""
    if not x.place or not x.place_before or x.place == x.place_before:
        return ""
    if x.place == 1:
        return f"{v.does(x.seat, 'take')} the lead"
    if x.place > x.place_before:
        if x.place_before == 1 and x.place == 2:
            return f"{v.does(x.seat, 'lose')} the lead"
        lead = " from the lead" if x.place_before == 1 else ""
        return f"{v.does(x.seat, 'drop')}{lead} to {place(x.place)}"
    return f"{v.does(x.seat, 'move')} up to {place(x.place)}"


def _speed_played(x: e.SpeedPlayed, v: Voice) -> str:
    """The move that follows tells the cards; only a car without any needs a word."""
    if x.cards:
        return ""
    have = v.does(x.seat, "have", "has")
    return f"{v.Who(x.seat)} {have} no Speed card and {v.does(x.seat, 'stand')} still."


def _miles_rolled(x: e.MilesRolled, v: Voice) -> str:
    return f"{v.Who(x.seat)} {v.does(x.seat, 'roll')} {x.roll} for {name(x.card)}."


def _drafted(x: e.Drafted, v: Voice) -> str:
    rolled = f"{v.Whose(x.seat)} Drafting Roll is {plain(x.roll.total)}{_sum(x.roll)}"
    return f"{rolled}: {miles(x.miles)}." if x.miles else f"{rolled}: no draft."


def _mishap(x: e.MishapRolled, v: Voice) -> str:
    rolled = f"{v.Whose(x.seat)} Mishap Roll is {plain(x.roll.total)}{_sum(x.roll)}"
    return f"{rolled}: hit!" if x.hit else f"{rolled}: safe."


def _crash(x: e.CrashRolled, v: Voice) -> str:
    return f"{v.Whose(x.seat)} Severity Roll is {plain(x.roll.total)}{_sum(x.roll)}."


def _penalty(x: e.EnginePenalised, v: Voice) -> str:
    because = _because(x.by, x.card, x.seat, v)
    whole = f", {plain(x.total)} in all" if x.total != x.points else ""
    engine = f"{v.Whose(x.seat)} engine runs at {plain(x.points)}{whole}"
    return f"{engine} until a Pit Stop{because}."


def _pits_owed(x: e.PitsOwed, v: Voice) -> str:
    when = "next turn" if x.turns == 1 else f"on the next {turns(x.turns)}"
    return f"{v.Who(x.seat)} must pit {when}."


def _totaled(x: e.Totaled, v: Voice) -> str:
    if x.retired:
        return f"{v.Who(x.seat)} {v.does(x.seat, 'leave')} the race at {miles(x.miles)}."
    return f"{v.Whose(x.seat)} car is totaled at {miles(x.miles)}: out of the race."


SENTENCES: Final[Mapping[type[Any], Callable[[Any, Voice], str]]] = {
    e.AdvantageRolled: _advantage,
    e.RaceStarted: _race_started,
    e.TurnBegan: _turn_began,
    e.PhaseBegan: lambda x, v: "",
    e.TurnEnded: _turn_ended,
    e.RaceEnded: _race_ended,
    e.CupWon: _cup_won,
    e.PitsShown: _pits_shown,
    e.Pitted: _pitted,
    e.SpeedDrawn: _speed_drawn,
    e.SpeedCards: _speed_cards,
    e.SpeedDiscarded: _speed_discarded,
    e.SpeedStolen: _speed_stolen,
    e.StolenCards: _stolen_cards,
    e.Reshuffled: _reshuffled,
    e.ManeuversDealt: _maneuvers_dealt,
    e.DealtCards: _dealt_cards,
    e.ManeuverShown: _maneuver_shown,
    e.Aimed: _aimed,
    e.FollowDeclined: _follow_declined,
    e.HandLooked: _hand_looked,
    e.HandSeen: _hand_seen,
    e.RollChanged: _roll_changed,
    e.FlagShown: _flag,
    e.Moved: _moved,
    e.SpeedPlayed: _speed_played,
    e.MilesRolled: _miles_rolled,
    e.Drafted: _drafted,
    e.MishapRolled: _mishap,
    e.CrashRolled: _crash,
    e.EnginePenalised: _penalty,
    e.PitsOwed: _pits_owed,
    e.Totaled: _totaled,
}
