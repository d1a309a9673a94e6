"""Where the race stands and what is asked: titles, headlines, prompts, and the race as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask, Asks
from games.engine.players import Player
from games.engine.voice import Voice, listed, upper
from games.engine.words import Chart
from games.nascards.cards import MANEUVERS
from games.nascards.options import Options
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.track import ahead, behind, in_front
from games.nascards.words import help, phrases
from games.nascards.words.limits import LIMITS, unmet
from games.nascards.words.phrases import miles, name, plain, points, rank, speed_cards

PHASES: Final = {
    "pit": "Pit Stop phase",
    "maneuver": "Maneuver phase",
    "speed": "Speed phase",
    "drafting": "Drafting phase",
    "crash": "Crash phase",
}
"""The phases of a turn as titles name them. Rules: Turn Sequence"""
VERBS: Final = {
    "aim": "aims",
    "follow": "may play another card",
    "pick": "picks a card",
    "drop": "discards",
    "drive": "plays speed",
}
"""What a driver asked alone does, by kind of question."""
ROLLS: Final = {"speed": "plays speed", "drafting": "drafts", "crash": "rolls"}
"""What the acting driver does where nothing is asked, by phase."""
TASKS: Final = {
    "pit": "Pit or stay?",
    "keep": "Keep one Maneuver card",
    "aim": "Choose a car",
    "follow": "Play the card set aside?",
    "pick": "Play one of these cards",
    "drop": "Discard a Speed card",
    "drive": "Play a Speed card",
}
"""What is to be done, by kind of question."""


def title(view: State) -> str:
    """ "Race 1 of 3 · turn 12 · Speed phase"."""
    if view.phase == "over":
        what = "the series is over" if view.options.races > 1 else "the race is over"
    else:
        what = PHASES.get(view.phase, view.phase)
    turn = f"turn {view.turn}" if view.turn else "before the start"
    if view.options.races > 1:
        return f"Race {view.race} of {view.options.races} · {turn} · {what}"
    return f"{upper(turn)} · {what}"


def verb(view: State, asked: Asks) -> str:
    """What the driver who acts alone does; empty when nobody does."""
    if view.phase == "over" or len(asked) > 1:
        return ""
    if asked:
        return VERBS.get(asked[0].kind, "")
    return ROLLS.get(view.phase, "") if view.active >= 0 else ""


def task(ask: Ask[Any]) -> str:
    """What is to be done, for the head of the hand's picture."""
    if ask.kind == "drive" and ask.some is not None:
        return "Play one or two Speed cards"
    if ask.kind == "aim" and ask.some is not None:
        return f"Choose {ask.some.most} cars"
    return TASKS[ask.kind]


def watching(view: State) -> str:
    """Why the seat only looks on; empty while it still races."""
    if view.seat is None:
        return "You are watching"
    if view.phase == "over":
        return ""
    status = view.drivers[view.seat].status
    if status == "totaled":
        return "Your car is out of the race; you are watching"
    return "You are in the pits until the turn ends" if status == "pit" else ""


# -- for everyone


def headline(view: State, asked: Asks, players: Sequence[Player]) -> str:
    """Who is to do what: nothing but what everyone sees, and nothing that an event has told."""
    v = Voice(players, view.seat)
    if view.phase == "over":
        return _winner(view, v)
    if not asked:
        return "The race goes on."
    seats = [ask.seat for ask in asked]
    if asked[0].kind == "pit":
        return _pit_headline(view, seats, v)
    if asked[0].kind == "keep":
        each = " each" if len(seats) > 1 else ""
        keep = "keep" if len(seats) > 1 else v.does(seats[0], "keep")
        return f"{v.Several(seats)}{each} {keep} one Maneuver card in secret."
    if len(seats) > 1:
        return f"{v.Several(seats)} are asked."
    return _alone(view, asked[0].kind, seats[0], v)


def _winner(view: State, v: Voice) -> str:
    first = view.places[0] if view.places else []
    if not first:
        return "The race is over."
    who = v.Several(first)
    if view.options.races > 1:
        cup = points(view.drivers[first[0]].cup_points)
        if len(first) > 1:
            return f"{who} share the Championship Cup with {cup} each."
        return f"{who} {v.does(first[0], 'win')} the Championship Cup with {cup}."
    win = "win" if len(first) > 1 else v.does(first[0], "win")
    return f"{who} {win} the race with {miles(view.drivers[first[0]].miles)}."


def _pit_headline(view: State, seats: Sequence[int], v: Voice) -> str:
    """Who decides, and who must pit and so is not asked: both follow from what lies open."""
    decide = "decide" if len(seats) > 1 else v.does(seats[0], "decide")
    words = f"Pit or stay? {v.Several(seats)} {decide} in secret."
    must = [car.seat for car in view.drivers if car.status == "track" and car.seat not in seats]
    return f"{words} {v.Several(must)} must pit." if must else words


def _alone(view: State, kind: str, seat: int, v: Voice) -> str:
    """The headline of a question to one driver: "Ann plays a Speed card."."""
    who, card = v.Who(seat), view.drivers[seat].maneuver
    played = name(card) if card >= 0 else "a Maneuver card"
    if kind == "aim":
        cars = "cars" if card >= 0 and MANEUVERS[card].cars > 1 else "a car"
        return f"{who} {v.does(seat, 'choose')} {cars} for {played}."
    if kind == "follow":
        return f"{who} may play the card set aside with Drive Fast."
    if kind == "pick":
        return f"{who} {v.does(seat, 'choose')} a card drawn with {played}."
    if kind == "drop":
        return f"{who} {v.does(seat, 'choose')} a Speed card to discard."
    if kind == "drive":
        two = "one or two Speed cards" if view.drivers[seat].speed_max > 1 else "a Speed card"
        return f"{who} {v.does(seat, 'play')} {two}."
    return f"{who} {v.does(seat, 'decide')}."


# -- the questions


def prompt(view: State, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The question to the seat it is put to."""
    v = Voice(players, view.seat)
    car = view.me
    if car is None:
        return f"{TASKS[ask.kind]}."
    if ask.kind == "pit":
        return f"Pit or stay? {stands(view, car, v)} {_hand(view, car)}"
    if ask.kind == "keep":
        none = all(unmet(view, card) for card in view.dealt) if view.dealt else False
        last = f" {NONE}" if none else ""
        return f"Keep one Maneuver card. {stands(view, car, v)}{last}"
    if ask.kind == "drive":
        return _drive(view, ask, car, v)
    if ask.kind == "drop":
        return f"Which Speed card do you discard? You hold {_values(view.hand)}."
    if ask.kind == "follow":
        if car.follow < 0:
            return "Play the card set aside too?"
        return f"Play {name(car.follow)} too? {help.does(car.follow)}"
    card = car.maneuver
    if ask.kind == "pick":
        head = f"{name(card)}: play" if card >= 0 else "Play"
        return f"{head} one of these cards. {stands(view, car, v)}"
    return _aim(ask, card)


NONE: Final = "None of yours could be played as the cars stand now."
"""Added where every dealt card is barred at the present order."""


def stands(view: State, car: Driver, v: Voice) -> str:
    """Where the reader is among the others: "You are 3rd of 5, 6 miles behind Ann, …"."""
    if car.seat not in view.order:
        return f"You have {miles(car.miles)}."
    if len(view.order) == 1:
        return f"You are alone on the track with {miles(car.miles)}."
    at = view.order.index(car.seat) + 1
    front, back = ahead(view, car.seat), behind(view, car.seat)
    if len({view.drivers[s].miles for s in view.order}) == 1:
        every = "both" if len(view.order) == 2 else "all"
        return f"You are {rank(view, at)}, {every} level at {miles(car.miles)}."
    leads = at == 1 and view.drivers[back].miles < car.miles
    words = "You lead" if leads else f"You are {rank(view, at)}"
    gaps = [_gap(view.drivers[s].miles - car.miles, v.who(s)) for s in (front, back) if s >= 0]
    return f"{words} with {miles(car.miles)}: {', '.join(gaps)}."


def _gap(gap: int, who: str) -> str:
    """ "6 behind Ann", "level with Ben"."""
    if not gap:
        return f"level with {who}"
    return f"{gap} behind {who}" if gap > 0 else f"{-gap} ahead of {who}"


def _hand(view: State, car: Driver) -> str:
    """What staying has to offer, and what a Pit Stop would mend."""
    engine = f" Your engine runs at {plain(car.engine_penalty)}." if car.engine_penalty else ""
    best = miles(max((driven(car, (card,)).total for card in view.hand), default=0))
    hand = speed_cards(len(view.hand))
    return f"You hold {hand}: {_values(view.hand)}, the best for {best}.{engine}"


def _values(cards: Sequence[int]) -> str:
    return listed([str(card) for card in cards]) if cards else "nothing"


def _aim(ask: Ask[Any], card: int) -> str:
    if card < 0:
        return "Which car?"
    count = ask.some.most if ask.some is not None else len(getattr(ask.default, "cars", (0,)))
    which = "Which car?" if count <= 1 else f"Which {count} cars?"
    return f"{name(card)}. {help.does(card)} {which}"


def _drive(view: State, ask: Ask[Any], car: Driver, v: Voice) -> str:
    two = "one or two Speed cards" if ask.some is not None else "a Speed card"
    words = [f"Play {two}.", stands(view, car, v)]
    if car.engine_penalty:
        words.append(f"Your engine takes {miles(-car.engine_penalty)} off.")
    if car.momentum:
        words.append(f"A card from 1 to 5 brings {car.momentum} more.")
    if view.yellow_flag:
        words.append("Nobody may pass.")
    elif walls := [seat for seat in car.blocked_by if seat in in_front(view, car.seat)]:
        words.append(f"You may not pass {v.several(walls, 'or')}.")
    for seat in in_front(view, car.seat):
        if cost := view.drivers[seat].defensive:
            words.append(f"Passing {v.who(seat)} costs {miles(-cost)}.")
    return " ".join(words)


# -- where in the turn


def why(view: State, ask: Ask[Any], players: Sequence[Player]) -> str:
    """Where in the turn the question stands, and what comes after it."""
    car = view.me
    steps = [f"Turn {view.turn}", PHASES.get(view.phase, view.phase)]
    if ask.kind in ("aim", "pick", "drop", "follow") and car is not None and car.maneuver >= 0:
        steps.append(f"your {name(car.maneuver)}")
    steps.append(LAST[ask.kind])
    words = [f"{' > '.join(steps)}.", AFTER[ask.kind]]
    if ask.kind == "pit" and (usual := a_turn(view)):
        words.append(f"A turn of this race has brought a car {miles(usual)} on average.")
    if ask.kind in ("keep", "pick"):
        words += [dealt(view, card) for card in view.dealt]
    return " ".join(words)


def a_turn(view: State) -> int:
    """Miles a car has made in a turn of this race on average, rounded; 0 before the second turn."""
    turns = (len(view.history) - 1) * len(view.drivers)
    return round(sum(view.history[-1]) / turns) if turns > 0 else 0


def dealt(view: State, card: int) -> str:
    """A dealt card as it is read out: "Bump: Another car makes … ."."""
    words = f"{name(card)}: {help.does(card)}"
    reason = unmet(view, card)
    return f"{words} {LIMITS[reason].here}." if reason else words


LAST: Final = {
    "pit": "your decision",
    "keep": "the card you keep",
    "aim": "the cars it works on",
    "follow": "the card set aside",
    "pick": "the card you play",
    "drop": "your discard",
    "drive": "your Speed card",
}
"""The last step: what this question is for."""
AFTER: Final = {
    "pit": "All decide in secret. A Pit Stop brings a new hand and clears engine penalties; you "
    "miss the rest of the turn. If you stay, Maneuver cards are dealt next.",
    "keep": "All keep one in secret, then they are shown Leader first. If one can be played now, "
    "you must keep such a one; places may change before it is shown.",
    "aim": "The cars you choose stay the same even if places change on the way. Then the card is "
    "carried out.",
    "follow": "You may play it now or throw it away. Then the next driver shows a card.",
    "pick": "You must play one that can be played, if there is one; the others are thrown away.",
    "drop": "It goes to the discards, for all to see. Then the next driver shows a card.",
    "drive": "Leader first, everyone plays a Speed card. A card from 1 to 3 takes 2 off a Severity "
    "Roll this turn, 4 and 5 take 1 off, 9 and 10 add 1. Drafting and crash rolls follow.",
}
"""What each kind of question is, and what happens after it; at most 200 characters."""


# -- options and chart


def options(options: Options) -> str:
    """A table's options in one line."""
    length = f"Race to {options.goal} miles"
    if options.races > 1:
        length = f"Cup of {options.races} races to {options.goal} miles each"
    rolls = {0: "no driver advantages", 1: "1 roll for advantages"}
    told = [length, rolls.get(options.advantages, f"{options.advantages} rolls for advantages")]
    if options.race_on:
        told.append("the last car races on")
    return " · ".join(told)


OPTIONS: Final = {
    "goal": ("Miles to win", "The rulebook's race is 500; 100 takes about 10 turns, 200 about 20"),
    "races": (
        "Races of the cup",
        "1 is a single race; with more, who leads at the end of a turn gets a Championship Point",
    ),
    "advantages": (
        "Rolls for driver advantages",
        "How often each driver rolls for a lasting advantage before the first race; 0 for none",
    ),
    "race_on": (
        "The last car races on",
        "When one car is left. Yes: it drives to the goal, as in the rulebook. No: it wins at once",
    ),
}
"""Label and help of each option of a table."""


def option(name: str) -> tuple[str, str]:
    """Label and help of one field of `Options`."""
    return OPTIONS[name]


def chart(view: State) -> Chart:
    """Miles of every car after each turn of this race."""
    lines = tuple(
        tuple(after[car.seat] for after in view.history) or (car.miles,) for car in view.drivers
    )
    heading = f"Race {view.race}: miles by turn" if view.options.races > 1 else "Miles by turn"
    return Chart(heading, "turn", "miles", lines, view.options.goal)


def score(view: State, points: int) -> str:
    """A score of the result: Championship Points in a series, else miles."""
    return phrases.points(points) if view.options.races > 1 else miles(points)
