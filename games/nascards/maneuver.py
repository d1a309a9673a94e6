"""Maneuver Phase: cards are dealt, kept in secret, shown in rank order, aimed and carried out."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.ask import Ask, Combination, Step, asks_once, choose
from games.nascards.cards import MANEUVERS
from games.nascards.decks import deal_maneuvers, throw_away
from games.nascards.effects import carry_out, drop
from games.nascards.events import Aimed, FollowDeclined, ManeuverShown, PhaseBegan
from games.nascards.kinds import DRIVE_FAST, cars_for, lock, playable, targets, why_not
from games.nascards.moves import Aim, Decline, Drop, Follow, Keep
from games.nascards.pits import forget_turn
from games.nascards.state import LiveRace, Play, State
from games.nascards.tables import DEALT, changed_by
from games.nascards.track import next_to_act

PHASE = "Rules: Maneuver Phase"
NOTATION = "Rules: Maneuver Deck Card List Notation"
CARD_LIST = "Rules: Maneuver Deck Card List"


def deal(context: LiveRace) -> None:
    """Every car on the track is dealt Maneuver cards, in rank order.

    Rules: Maneuver Phase; Rules: Driver Advantage Table
    """
    state = context.state
    for seat in state.order:
        more = changed_by(state.drivers[seat].advantages, "maneuvers")
        deal_maneuvers(context, seat, DEALT + more)
    state.beat = "keep"


def keeps(state: State, seat: int) -> list[Keep]:
    """What may be kept of the cards dealt or drawn: playable ones, or any if none is.

    With Drive Fast any one of the others may be set aside.

    Rules: Maneuver Phase; Ruling 3; Ruling 4; Ruling 44
    """
    dealt = state.drivers[seat].dealt
    options: list[Keep] = []
    for card in playable(state, seat, dealt) or dealt:
        options.append(Keep(card))
        if card == DRIVE_FAST:
            options += [Keep(card, other) for other in dealt if other != card]
    return options


@asks_once
def keep(context: LiveRace) -> Step[None]:
    """All keep one card, in secret. Rules: Maneuver Phase"""
    state = context.state
    asks = []
    for seat in state.order:
        if state.drivers[seat].dealt:
            options = keeps(state, seat)
            asks.append(Ask(seat, "keep", options, options[0], PHASE))
    if asks:
        yield asks
    for ask in asks:
        driver = state.drivers[ask.seat]
        driver.kept, driver.follow = ask.given.card, ask.given.follow
    forget_turn(state)
    state.beat = "show"


def show(context: LiveRace) -> None:
    """The next driver in rank order shows the card kept. Rules: Maneuver Phase"""
    state = context.state
    seat = next_to_act(state)
    if seat < 0:
        state.acted.clear()
        state.active = -1
        state.phase = state.beat = "speed"
        context.emit(PhaseBegan("speed"))
        return
    state.acted.append(seat)
    state.active = seat
    if state.drivers[seat].kept >= 0:
        _show_kept(context, seat)


def _show_kept(context: LiveRace, seat: int) -> None:
    """The kept card is shown; the others are thrown away, but for one set aside.

    Rules: Maneuver Phase; Ruling 45
    """
    driver = context.state.drivers[seat]
    card, follow = driver.kept, driver.follow
    left = driver.dealt
    left.remove(card)
    driver.dealt = []
    driver.kept = -1
    if follow >= 0:
        left.remove(follow)
        driver.dealt = [follow]
    driver.thrown += left
    _show(context, seat, card)


def _show(context: LiveRace, seat: int, card: int, *, follow: bool = False) -> None:
    """A card is shown and played if it can be, else thrown away; nothing replaces it.

    Rules: Maneuver Phase; Ruling 3; Ruling 15; Ruling 20
    """
    state = context.state
    driver = state.drivers[seat]
    driver.maneuver = card
    reason = why_not(state, seat, card)
    if reason:
        driver.maneuver_done = "discarded"
        state.maneuver_discard.append(card)
        state.beat = "play" if state.playing else "show"
    else:
        driver.maneuver_done = ""
        state.playing.append(lock(state, seat, card))
        state.beat = "aim" if MANEUVERS[card].aimed else "play"
    context.emit(ManeuverShown(seat, card, reason, follow))


def aim(context: LiveRace) -> Step[None] | None:
    """The cars a card works on: its player says which, if there are more of them than it takes.

    Unless he does, or if he has left, a card that hurts is aimed at the best-placed cars, any other
    at the last.

    Rules: Maneuver Deck Card List Notation; Ruling 46
    """
    state = context.state
    play = state.playing[-1]
    cars, count = targets(state, play), MANEUVERS[play.card].cars
    usual = cars[:count] if MANEUVERS[play.card].hurts else cars[-count:]
    if len(cars) > count and play.seat in state.order:
        return _ask_aim(context, play, cars, _cars(usual))
    play.targets = usual
    state.beat = "play"
    return None


@asks_once
def _ask_aim(context: LiveRace, play: Play, cars: list[int], usual: Aim) -> Step[None]:
    count = MANEUVERS[play.card].cars
    options = [Aim((seat,)) for seat in cars if count == 1]
    several = None
    if count > 1:
        several = Combination("cars", tuple(cars), Aim, count, count, _cars)
    answer = yield from choose(Ask(play.seat, "aim", options, usual, NOTATION, several))
    play.targets = list(answer.cars)
    context.state.beat = "play"


def _cars(seats: Sequence[int]) -> Aim:
    return Aim(tuple(sorted(seats)))


def play(context: LiveRace) -> None:
    """The shown card is carried out from left to right; then it is discarded.

    Rules: Maneuver Phase; Ruling 5; Ruling 30
    """
    state = context.state
    play = state.playing[-1]
    card = play.card
    kind = MANEUVERS[card]
    if play.step == 0 and (kind.near or kind.aimed):
        near = cars_for(state, play, kind.near)
        context.emit(Aimed(play.seat, card, (*play.targets, *near)))
    for effect in kind.effects[play.step :]:
        play.step += 1
        if beat := carry_out(context, play, effect):
            state.beat = beat
            return
    state.playing.pop()
    state.maneuver_discard.append(card)
    driver = state.drivers[play.seat]
    if driver.maneuver == card:
        driver.maneuver_done = "played"
    if not state.playing:
        state.beat = "show"


# -- questions in the middle of a card


@asks_once
def drop_one(context: LiveRace) -> Step[None]:
    """The player discards a Speed card of his choice, by default the lowest.

    Rules: Maneuver Deck Card List (Efficient Driving)
    """
    state = context.state
    play = state.playing[-1]
    hand = sorted(set(state.drivers[play.seat].hand))
    options = [Drop(card) for card in hand]
    answer = yield from choose(Ask(play.seat, "drop", options, options[0], CARD_LIST))
    drop(context, play.seat, play.card, (answer.card,))
    state.beat = "play"


@asks_once
def follow(context: LiveRace) -> Step[None]:
    """The card set aside with Drive Fast may be played. Ruling 4"""
    state = context.state
    seat = state.playing[-1].seat
    driver = state.drivers[seat]
    card = driver.follow
    answers: tuple[Follow | Decline, ...] = (Follow(), Decline())
    answer = yield from choose(Ask(seat, "follow", answers, answers[1], CARD_LIST))
    if isinstance(answer, Follow):
        driver.dealt = []
        driver.follow = -1
        _show(context, seat, card, follow=True)
    else:
        throw_away(driver)
        context.emit(FollowDeclined(seat, True))
        state.beat = "play"


@asks_once
def pick(context: LiveRace) -> Step[None]:
    """One of the cards drawn is played at once.

    Rules: Maneuver Deck Card List (Working the Line, Radio Chatter)
    """
    state = context.state
    seat = state.playing[-1].seat
    driver = state.drivers[seat]
    options = keeps(state, seat)
    answer = yield from choose(Ask(seat, "pick", options, options[0], CARD_LIST))
    driver.kept = answer.card
    driver.follow = answer.follow
    _show_kept(context, seat)
