"""What stands on the things to press: the parts of a path, and orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import Voice, letter, listed, upper
from games.engine.words import Label
from games.nascards.cards import MANEUVERS
from games.nascards.crash import hit_on
from games.nascards.maneuver import touched
from games.nascards.pits import draws
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import DIE, severity
from games.nascards.track import ahead, behind, passed, reach
from games.nascards.words import help, paths
from games.nascards.words.limits import LIMITS, unmet
from games.nascards.words.phrases import miles, name, plain, rank, signed, speed_cards

TEXT: Final = 80
"""Most characters on the face of a thing to press."""
DETAIL: Final = 100
"""Most characters of the line below it."""


def part(view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player]) -> Label:
    """How the last key of a path is shown among its sisters."""
    label = _part(view, ask, path, Voice(players, view.seat))
    return Label(_cut(label.text, TEXT), _cut(label.detail, DETAIL), label.style)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _part(view: State, ask: Ask[Any], keys: tuple[str, ...], v: Voice) -> Label:
    head, last = keys[0], keys[-1]
    if head in (paths.PIT, paths.STAY):
        return _pit(view, head)
    if head == paths.FOLLOW:
        return _follow(view, v)
    if head == paths.DECLINE:
        return Label("Leave it", "It is thrown away unplayed")
    if head == paths.TWO:
        return _two(view, keys, v)
    if head == paths.CARS:
        return _cars(view, ask, keys, v)
    if head.startswith("m"):
        return _keep(view, keys, v)
    if last.startswith("a"):
        return _target(view, paths.number(last), v)
    if last.startswith("s"):
        value = paths.number(last)
        if ask.kind == "drop":
            return Label(f"Discard {value}", f"{_left(view, value)} stay in your hand")
        return _speed(view, (value,), v)
    return Label("Nobody", "No car is touched")


# -- pit or stay


def _pit(view: State, key: str) -> Label:
    car = view.me
    assert car is not None
    if key == paths.STAY:
        best = max((driven(car, (card,)).total for card in view.hand), default=0)
        hand = speed_cards(len(view.hand))
        return Label(f"Stay: race on with {hand}", f"Your best move: {miles(best)}", "main")
    engine = f", engine {plain(car.engine_penalty)} cleared" if car.engine_penalty else ""
    return Label(
        f"Pit: {draws(car)} new cards{engine}, no miles this turn",
        f"You throw {speed_cards(len(view.hand))} away and are off the track until the turn ends",
    )


# -- Maneuver cards


def _keep(view: State, keys: tuple[str, ...], v: Voice) -> Label:
    card = paths.number(keys[0])
    if keys[-1] == paths.ALONE:
        return Label(f"{name(card)} alone", "Set no other card aside")
    if len(keys) > 1:
        other = paths.number(keys[-1])
        return Label(f"Then {face(view, other)}", _now(view, other, v))
    return Label(face(view, card), _now(view, card, v))


def face(view: State, card: int) -> str:
    """The card with what it does in a few words, or with why it could not be played now."""
    reason = unmet(view, card)
    if reason:
        return f"{name(card)} (not now: {LIMITS[reason].short})"
    return f"{name(card)}: {help.short(card)}"


def _now(view: State, card: int, v: Voice) -> str:
    """What the card does, and on whom it would or could work as the cars now stand."""
    text = MANEUVERS[card].text or help.does(card)
    assert view.seat is not None
    seats = touched(view, view.seat, card)
    if unmet(view, card) or not seats or len(seats) > 2:
        return text
    words = f"{text} Now: {v.several(seats)}."
    return words if len(words) <= DETAIL else text


def _follow(view: State, v: Voice) -> Label:
    card = view.me.follow if view.me is not None else -1
    if card < 0:
        return Label("Play it")
    return Label(f"Play {face(view, card)}", _now(view, card, v))


# -- cars


def _cars(view: State, ask: Ask[Any], keys: tuple[str, ...], v: Voice) -> Label:
    """The subset of cars: its title, or a car in it."""
    if len(keys) == 1:
        count = ask.some.most if ask.some is not None else 0
        car = view.me
        card = car.maneuver if car is not None else -1
        return Label(f"Choose {count} cars", help.short(card) if card >= 0 else "")
    seats = paths.numbers(keys[-1])
    if len(seats) == 1:
        return _target(view, seats[0], v)
    return Label(v.several(seats))


def _target(view: State, seat: int, v: Voice) -> Label:
    """A car to aim at, with what the card would do to it."""
    car, own = view.drivers[seat], view.me
    near = does = ""
    if own is not None:
        near = {ahead(view, own.seat): " (ahead)", behind(view, own.seat): " (behind)"}.get(
            seat, ""
        )
        does = _effect(view, car, own.maneuver) if own.maneuver >= 0 else ""
    text = f"{letter(seat)} {v.who(seat)}{near}, {miles(car.miles)}{does}"
    hand = "" if does.endswith(("card", "cards")) else f", {speed_cards(len(car.hand))}"
    return Label(text, f"{rank(view, view.ranks[seat])}{hand}")


def _effect(view: State, car: Driver, card: int) -> str:
    """What matters of a car to the card that is aimed at it."""
    done = [e.do for e in MANEUVERS[card].effects if {"to", "adj", "cars"} & set(e.who)]
    what = next((WHAT[do] for do in done if do in WHAT), "")
    if what == "hand":
        return f", {speed_cards(len(car.hand))}"
    if what == "mishap":
        return f", {_danger(hit_on(view, car.seat))}"
    if what == "draft":
        return f", draft {signed(car.draft_mod)} so far" if car.draft_mod else ""
    if what == "engine":
        return f", engine {plain(car.engine_penalty)}" if car.engine_penalty else ""
    return ""


def _danger(lowest: int) -> str:
    """How likely a hit is, by the lowest face of the die that hits."""
    if lowest > DIE:
        return "cannot be hit"
    if lowest <= 1:
        return "hit for certain"
    if lowest == DIE:
        return f"hit on a {DIE}"
    return f"hit on {lowest} {'or' if lowest == DIE - 1 else 'to'} {DIE}"


WHAT: Final = {
    "look_hand": "hand",
    "discard_speed": "hand",
    "steal_speed": "hand",
    "mishap_now": "mishap",
    "draft_mod": "draft",
    "engine_penalty": "engine",
}
"""What of another car matters to a card aimed at it, by what the card does to it."""


# -- Speed cards


def _left(view: State, value: int) -> str:
    """The hand without one card of that value."""
    rest = list(view.hand)
    if value in rest:
        rest.remove(value)
    return listed([str(card) for card in rest]) if rest else "No cards"


def _two(view: State, keys: tuple[str, ...], v: Voice) -> Label:
    """The subset of two Speed cards: its title, a card in it, or both."""
    if len(keys) == 1:
        return Label("Two Speed cards", "One move of both together")
    cards = paths.numbers(keys[-1])
    if len(cards) == 1:
        return Label(f"Speed {cards[0]}", severity_words(cards))
    return _speed(view, cards, v)


def _speed(view: State, cards: Sequence[int], v: Voice) -> Label:
    """One or two Speed cards, with the move they make."""
    car = view.me
    assert car is not None
    sum_ = driven(car, cards)
    text = f"Speed {listed([str(card) for card in cards])}"
    if sum_.total != sum(cards) or len(cards) > 1:
        text += f": {miles(sum_.total)}"
    if severity(cards):
        text += f", {severity_words(cards)}"
    after, wall = reach(view, car.seat, sum_.total)
    if wall >= 0:
        text += f", stops behind {v.who(wall)}"
    elif after >= view.options.goal:
        text += ", wins the race"
    words = [
        f"{sum_}; {car.miles} to {after}" if len(sum_.parts) > 1 else f"{car.miles} to {after}"
    ]
    if wall < 0 and (over := passed(view, car.seat, after)[::-1]):
        words.append(f"passes {v.several(over) if len(over) < 3 else f'{len(over)} cars'}")
        cost = sum(view.drivers[seat].defensive for seat in over)
        if cost and after < view.options.goal:
            words.append(f"then {signed(cost)} for passing")
    return Label(text, upper("; ".join(words)))


def severity_words(cards: Sequence[int]) -> str:
    """ "severity −2"; empty where the cards change nothing."""
    return f"severity {signed(severity(cards))}" if severity(cards) else ""


# -- orders


def order(view: State, order: Any, players: Sequence[Player]) -> Label:
    """How an order is shown: leaving is the only one."""
    return Label("Leave the race", "Your car is totaled at once; its miles stand", "grave")
