"""Where the race stands and what is asked: titles, headlines, prompts, and the race as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask, Asks
from games.engine.players import Player
from games.engine.voice import Voice, count, listed, upper
from games.engine.words import Chart
from games.world_auto_racing import cards
from games.world_auto_racing.moves import Fetch, Pass
from games.world_auto_racing.options import Options
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer, racing
from games.world_auto_racing.words.phrases import an, full_stop, name, sense, worth
from games.world_auto_racing.words.reading import rival

PHASES: Final = {
    "beginning": "beginning",
    "action": "action",
    "progress": "progress",
    "scrap": "scrap",
    "refuel": "refuel",
}
"""The steps of a round as titles name them. Rules: Steps Of A Round"""
VERBS: Final = {
    "car": "chooses a car",
    "action": "acts",
    "discard": "discards",
    "lose": "gives up a mod",
    "fetch": "takes a card",
    "check": "decides",
    "peek": "looks at a card",
}
"""What a driver who acts alone does, by kind of question."""
TASKS: Final = {
    "car": "Choose your car",
    "mulligan": "Keep this first hand?",
    "action": "Choose one action",
    "discard": "Discard a card",
    "lose": "Give up a mod",
    "fetch": "Take a card",
    "check": "Use this check?",
    "peek": "Junk the top card?",
    "scrap": "Discard a card, or none",
}
"""What is to be done, by kind of question."""
HAND: Final = 5
"""Cards one refuels up to. Rules: Refuel"""


def title(view: Race) -> str:
    """ "Round 6 · action"."""
    if view.phase == "car":
        return "Before the race · cars"
    if view.phase == "mulligan":
        return "Before the race · first hands"
    if view.phase == "over":
        return f"Round {view.round} · the race is over"
    tie = " · tie-break" if view.tied else ""
    return f"Round {view.round}{tie} · {PHASES.get(view.phase, view.phase)}"


def verb(view: Race, asked: Asks) -> str:
    """What the driver does whose turn it is, or who is asked alone; empty where several are."""
    if view.phase == "over":
        return ""
    return VERBS.get(asked[0].kind, "") if len(asked) == 1 else ""


def task(ask: Ask[Any]) -> str:
    """What is to be done, for the head of the hand's picture."""
    if ask.kind == "action" and len(ask.options) == 1:
        return "Nothing left but to pass"
    return TASKS[ask.kind]


def watching(view: Race) -> str:
    """Why the seat only looks on; empty while it still races."""
    if view.seat is None:
        return "You are watching"
    if view.phase == "over":
        return ""
    if view.drivers[view.seat].retired:
        return "You left the race; your car goes on by itself"
    if not view.races(view.seat):
        return "You look on while the drivers who are level race on"
    return ""


# -- for everyone


def headline(view: Race, asked: Asks, players: Sequence[Player]) -> str:
    """Who is to do what: nothing but what everyone sees."""
    voice = Voice(players, view.seat)
    if view.phase == "over":
        return _winner(view, voice)
    if not asked:
        return "The round goes on."
    if len(asked) == 1:
        return _alone(view, asked[0].kind, asked[0].seat, voice)
    seats = [ask.seat for ask in asked]
    who = upper(voice.several(seats)) if view.seat in seats else voice.several(seats)
    if asked[0].kind == "mulligan":
        return f"{who} may redraw the first hand, once."
    if asked[0].kind == "scrap":
        return f"Scrap step: {voice.several(seats)} may each discard a card."
    return f"{who} are asked."


def _winner(view: Race, voice: Voice) -> str:
    first = view.places[0] if view.places else ()
    if not first:
        return "The race is over."
    who = voice.Who(first[0]) if len(first) == 1 else voice.several(first)
    does = voice.does(first[0], "win") if len(first) == 1 else "win"
    return f"{who} {does} the race with {view.drivers[first[0]].progress} progress."


def _alone(view: Race, kind: str, seat: int, v: Voice) -> str:
    """The headline of a question to one driver: "Ann's turn: play a card, ... or pass."."""
    who, card = v.Who(seat), view.checking
    by = f" for {name(card)}" if card >= 0 else ""
    if kind == "action":
        return f"{v.Whose(seat)} turn: play a card, use an ability or pass."
    if kind == "car":
        return f"{who} {v.does(seat, 'choose')} a car."
    if kind == "mulligan":
        return f"{who} may redraw the first hand, once."
    if kind == "scrap":
        return f"Scrap step: {v.who(seat)} may discard a card."
    if kind == "discard":
        return f"{who} {v.does(seat, 'choose')} a card to discard{by}."
    if kind == "lose":
        return f"{who} {v.does(seat, 'choose')} a mod to give up{by}."
    if kind == "fetch":
        return f"{who} {v.does(seat, 'choose')} a card to take{by}."
    if kind == "peek":
        return f"{who} {v.does(seat, 'look')} at the top card of the garage{by}."
    what = name(card) if card >= 0 else "a check"
    return f"{who} {v.does(seat, 'decide')} whether to use {what}."


# -- the question, to the seat it is put to


def prompt(view: Race, ask: Ask[Any], players: Sequence[Player]) -> str:
    """The question to the seat it is put to."""
    voice = Voice(players, view.seat)
    seat = view.seat
    if seat is None:
        return full_stop(task(ask))
    if ask.kind == "action":
        return _action(view, ask, seat, voice)
    if ask.kind == "car":
        return _car(view, ask, voice)
    if ask.kind == "mulligan":
        return "Keep this first hand, or shuffle it back, once, and draw five anew?"
    if ask.kind == "scrap":
        return _scrap(view.drivers[seat])
    if ask.kind == "discard":
        return upper(f"{_source(view)}choose a card of your hand to discard.")
    if ask.kind == "lose":
        return upper(_lose(view, seat))
    if ask.kind == "fetch":
        return upper(_fetch(view, ask))
    return _check(view) if ask.kind == "check" else upper(_peek(view))


def _source(view: Race) -> str:
    """ "Scrutineers: ", the card that asks; empty when the rules do."""
    return f"{name(view.checking)}: " if view.checking >= 0 else ""


def _car(view: Race, ask: Ask[Any], v: Voice) -> str:
    own = "; you may bring your own instead" if ask.brought is not None else ""
    words = f"Choose your car. It comes with a ready-made garage{own}."
    taken = [
        f"{name(driver.car)} ({v.who(seat)})"
        for seat, driver in enumerate(view.drivers)
        if driver.car >= 0
    ]
    if not taken:
        return words
    return f"{words} Taken: {', '.join(taken)}."


def _action(view: Race, ask: Ask[Any], seat: int, v: Voice) -> str:
    """The sum as it stands, the rival's, and what is used up this round."""
    told = ["Your turn."]
    if (now := view.projected(seat)) is not None:
        told.append(
            f"As it stands you make {now.total} this round: power {now.power_total}, "
            f"handling {now.handling_total}; {_so_far(view, seat)}."
        )
    other = rival(view)
    if other >= 0:
        told.append(_rival(view, other, v))
    if used_up := view.spent(seat):
        told.append(f"You have played {listed([an(kind) for kind in used_up])} this round.")
    if all(isinstance(option, Pass) for option in ask.options):
        told.append("You can only pass.")
    return " ".join(told)


def _so_far(view: Race, seat: int) -> str:
    """ "47 of 100"; once drivers are level at the finish, the goal is behind them."""
    progress = view.drivers[seat].progress
    return f"at {progress}" if view.tied else f"{progress} of {view.options.length}"


def _rival(view: Race, seat: int, v: Voice) -> str:
    """ "Ben leads with 52 and makes 14.", or who follows when the reader leads."""
    other = view.drivers[seat]
    if view.me is not None and view.me.progress == other.progress:
        does = "is level with you"
    elif racing(view)[0] == view.seat:
        does = f"is next with {other.progress}"
    else:
        does = f"leads with {other.progress}"
    now = view.projected(seat)
    makes = f" and makes {now.total}" if now is not None else ""
    return f"{v.Who(seat)} {does}{makes}."


def _scrap(driver: Racer) -> str:
    """What a discard costs: nothing while one refuels up to five all the same."""
    held, left = len(driver.hand), len(driver.garage)
    words = f"Scrap step: discard one card, or keep all {held}?"
    if held == 2:
        words = "Scrap step: discard one card, or keep both?"
    elif held < 2:
        words = "Scrap step: discard your card, or keep it?"
    if not left:
        return f"{words} Your garage is empty: you draw no more."
    if held >= HAND:
        return f"{words} Then you draw one."
    if left > HAND - held:
        return f"{words} You refuel to {HAND} cards either way."
    return f"{words} Only {count(left)} {'is' if left == 1 else 'are'} left to draw."


def _lose(view: Race, seat: int) -> str:
    if view.checking >= 0:
        return f"{_source(view)}choose one of your mods to take off."
    over = f"Your mod cap is {view.mod_cap(seat)} now"
    return f"{over}: choose a mod to junk, with the stages below it."


def _fetch(view: Race, ask: Ask[Any]) -> str:
    zone = "garage" if view.found else "junkyard"
    types = list(
        dict.fromkeys(cards.card(o.card).type for o in ask.options if isinstance(o, Fetch))
    )
    what = f"{an(listed(types, 'or'))}" if 0 < len(types) <= 2 else "a card"
    return f"{_source(view)}take {what} from your {zone}."


def _check(view: Race) -> str:
    if view.checking < 0:
        return "Use this check?"
    card = cards.card(view.checking)
    return f"Use {card.name}? {sense(card) if not card.text else card.text}".strip()


def _peek(view: Race) -> str:
    if not view.found:
        return f"{_source(view)}put the top card of your garage into the junkyard?"
    card = cards.card(view.found[0])
    told = f"{_source(view)}your next card is {card.name}{worth(card)}"
    return f"{told} Put it into your junkyard, or leave it on top?"


# -- why this is asked


def why(view: Race, ask: Ask[Any], players: Sequence[Player]) -> str:
    """Round, step and question as a nest, then what comes of it.

    "Round 6 > action > your turn. Do one thing: ..."
    """
    v = Voice(players, view.seat)
    if view.round == 0:
        steps = ["before the race"]
    else:
        steps = [f"round {view.round}", PHASES.get(view.phase, view.phase)]
    playing = view.playing
    if playing is not None:
        at = f" on {v.who(playing.on)}" if playing.on >= 0 else ""
        steps.append(f"{v.whose(playing.seat)} {name(playing.card)}{at}")
    if view.checking >= 0 and (playing is None or view.checking != playing.card):
        steps.append(name(view.checking))
    steps.append(LAST.get(ask.kind, "an answer"))
    return f"{upper(' > '.join(steps))}. {_after(view, ask)}".strip()


LAST: Final = {
    "car": "your car",
    "mulligan": "your first hand",
    "action": "your turn",
    "discard": "your discard",
    "lose": "your mod",
    "fetch": "your card",
    "check": "your check",
    "peek": "your top card",
    "scrap": "your discard",
}
"""The last step of the nest: what this question is for."""
AFTER: Final = {
    "car": "Drivers choose different cars in the order in which they joined. Then garages are "
    "shuffled, the starting order is drawn, and everyone draws five cards.",
    "mulligan": "Everyone decides in secret. All five cards go back or none; the second hand "
    "stands. Then the first round begins.",
    "action": "Do one thing: play a card, use an ability, or pass. Then it is the next driver's "
    "turn; turns go round until all have passed. A pass holds for the round.",
    "discard": "The card goes to your junkyard, face up. Then what asked for it goes on.",
    "lose": "The mod goes to your junkyard, face up. Then what asked for it goes on.",
    "fetch": "The card goes into your hand. Then what let you take it goes on.",
    "check": "A check is no action: using it costs you no turn. If you do not use it, play goes "
    "on.",
    "peek": "Only you see this card. In the junkyard it is face up for all; left on top, it is "
    "the next card you draw.",
    "scrap": "Everyone decides in secret. Then each driver draws a card, and up to five if that "
    "leaves fewer. A new round begins.",
}
"""What each kind of question is, and what happens after it; at most 200 characters."""
AFTER_CAP: Final = (
    "Your mod cap has fallen below your active mods. Whole stacks go until the rest fits; Tires "
    "do not count."
)
"""The same for mods given up to a lower mod cap."""


def _after(view: Race, ask: Ask[Any]) -> str:
    if ask.kind == "lose" and view.checking < 0:
        return AFTER_CAP
    return AFTER.get(ask.kind, "")


# -- the table


def score(view: Race, points: int) -> str:
    """A score with its unit."""
    return f"{points} progress"


def options(chosen: Options) -> str:
    """A table's options in one line."""
    garages = "own garages allowed" if chosen.own_garages else "ready-made garages only"
    return f"First to {chosen.length} · {garages}"


def chart(view: Race) -> Chart:
    """Progress of every driver after each round."""
    lines = tuple(zip(*view.history, strict=True)) or ((0,),) * len(view.drivers)
    return Chart("Progress by round", "round", "progress", lines, view.options.length)


def kit(view: Race, seat: int) -> str:
    """The seat's car; empty before it is chosen."""
    car = view.drivers[seat].car
    return name(car) if car >= 0 else ""
