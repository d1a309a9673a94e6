"""A match is a race or a cup series: advantages, the start, turns, the finish, and who has won."""

from __future__ import annotations

import math

from games.engine.game import Result
from games.nascards.cards import ADVANTAGES, MANEUVERS
from games.nascards.crash import decided, running, total
from games.nascards.decks import draw_for, throw_away
from games.nascards.events import (
    AdvantageRolled,
    CupWon,
    EndWhy,
    RaceEnded,
    RaceStarted,
    Totaled,
    TurnBegan,
    TurnEnded,
)
from games.nascards.state import PIT, TOTALED, TRACK, Driver, LiveRace, State
from games.nascards.tables import DIE, HAND, LEADER_POINTS, MILES_A_POINT, speed_deck
from games.nascards.track import RaceOver, rejoin


def advantages(context: LiveRace) -> None:
    """Before the first race every driver rolls for advantages, as often as the table has agreed.

    Rules: Optional Driver Advantages
    """
    state = context.state
    for seat, driver in enumerate(state.drivers):
        for _ in range(state.options.advantages):
            face = context.chance.below(DIE, "advantage") + 1
            row = next(n for n, row in enumerate(ADVANTAGES) if row.low <= face <= row.high)
            driver.advantages.append(row)
            context.emit(AdvantageRolled(seat, face, row))
    state.beat = "race"


def start(context: LiveRace) -> None:
    """Decks are shuffled, hands dealt, and the grid is drawn; later grids follow the cup.

    Rules: Setup; Rules: Optional Championship Cup Series Rules; Ruling 24; Ruling 43
    """
    state = context.state
    state.race += 1
    seats = [seat for seat, driver in enumerate(state.drivers) if not driver.left]
    if state.race == 1:
        grid = context.chance.shuffled(seats, "race 1 grid")
    else:
        grid = [seat for seat in cup_standing(state) if seat in seats]
    state.wrecks = [seat for (seat,) in reversed(state.places) if seat not in seats]
    for seat, old in enumerate(state.drivers):
        state.drivers[seat] = Driver(
            seat,
            status=TOTALED if old.left else TRACK,
            advantages=old.advantages,
            cup_points=old.cup_points,
            wins=old.wins,
            left=old.left,
        )
    state.order = grid
    state.turn = 0
    state.history = [[0] * len(state.drivers)]
    state.known = []
    shuffled, race = context.chance.shuffled, state.race
    state.speed_pile = shuffled(speed_deck(len(seats)), f"race {race} speed deck")
    state.maneuver_pile = shuffled([*MANEUVERS], f"race {race} maneuver deck")
    state.speed_discard.clear()
    state.maneuver_discard.clear()
    context.emit(RaceStarted(state.race, state.options.races, state.options.goal, tuple(grid)))
    for seat in grid:
        draw_for(context, seat, HAND)
    state.beat = "turn"


def turn(context: LiveRace) -> None:
    """The next turn begins. Rules: Turn Sequence"""
    state = context.state
    state.turn += 1
    state.phase = state.beat = "pit"
    context.emit(TurnBegan(state.turn))


def end(context: LiveRace) -> None:
    """The turn is over: a point for the Leader, the pits empty, and what held for the turn ends.

    Rules: Maneuver Phase; Rules: Optional Championship Cup Series Rules; Ruling 14; Ruling 32
    """
    state = context.state
    _score_turn(context)
    rejoin(state)
    clear(state)
    state.beat = "turn"


def _score_turn(context: LiveRace) -> None:
    """The turn's miles, and in a cup series the Leader's point.

    Rules: Optional Championship Cup Series Rules; Ruling 14
    """
    state = context.state
    leader = -1
    if state.series and state.order:
        leader = state.order[0]
        state.drivers[leader].cup_points += LEADER_POINTS
    miles = [driver.miles for driver in state.drivers]
    state.history.append(miles)
    context.emit(TurnEnded(state.turn, tuple(miles), leader))


def clear(state: State) -> None:
    """What lasts for the rest of the turn is over. Rules: Maneuver Phase

    What moved each car stays in sight while drivers choose for the next turn: `pits.forget_turn`.
    """
    state.yellow_flag = False
    state.acted.clear()
    state.active = -1
    for driver in state.drivers:
        if driver.status != TRACK:
            if driver.status == PIT:
                # Nothing can happen to a car in the pits.
                driver.status = TRACK
                continue
            driver.behind = []
        driver.mods = []
        driver.speed_max = 1
        driver.momentum = driver.defensive = 0
        driver.blocked_by = []
        driver.hit = False
        driver.looked = []


# -- the finish


def finish(context: LiveRace) -> None:
    """The race is decided: final places, and the next race or the end of the match.

    Rules: Winning; Rules: Optional Championship Cup Series Rules; Rulings 42, 43 and 49
    """
    state = context.state
    _put_away(state)
    state.active = -1
    _score_turn(context)
    why: EndWhy = "wrecked" if not running(state) else "alone"
    places = state.standings
    winner = places[0]
    to_go = state.options.goal - state.drivers[winner].miles
    if to_go <= 0:
        why = "goal"
    paid = 0
    if why == "alone" and state.series:
        # Racing on it would lead at the end of every turn on the track.
        paid = LEADER_POINTS * math.ceil(to_go / MILES_A_POINT)
        state.drivers[winner].cup_points += paid
    state.drivers[winner].wins += 1
    state.winners.append(winner)
    state.places = [[seat] for seat in places]
    cup = tuple(driver.cup_points for driver in state.drivers) if state.series else ()
    context.emit(
        RaceEnded(
            state.race,
            why,
            tuple((seat,) for seat in places),
            tuple(driver.miles for driver in state.drivers),
            cup,
            paid,
        )
    )
    leave(context)
    staying = [driver for driver in state.drivers if not driver.left]
    if state.race < state.options.races and len(staying) > 1:
        clear(state)
        state.pits.clear()
        state.beat = "race"
        return
    state.phase = state.beat = "over"
    if state.series:
        state.places = [[seat] for seat in cup_standing(state)]
        context.emit(CupWon(tuple(state.places[0]), cup))


def _put_away(state: State) -> None:
    """Maneuver cards on the table when the race was decided are discarded."""
    for play in state.playing:
        state.maneuver_discard.append(play.card)
        state.drivers[play.seat].maneuver_done = "played"
    state.playing.clear()
    for driver in state.drivers:
        throw_away(driver)


def cup_standing(state: State) -> list[int]:
    """Seats by championship points, then races won, then place in the last race.

    Drivers who have left come after all who stayed.

    Rules: Optional Championship Cup Series Rules; Ruling 43
    """
    return sorted((seat for (seat,) in state.places), key=lambda seat: cup_rank(state, seat))


def cup_rank(state: State, seat: int) -> tuple[bool, int, int]:
    """What the order in a cup series goes by, the least first. Ruling 43"""
    driver = state.drivers[seat]
    return driver.left, -driver.cup_points, -driver.wins


def result(state: State) -> Result:
    """The final places; scores are miles, or championship points in a series."""
    return Result(
        tuple(tuple(group) for group in state.places),
        tuple(driver.cup_points if state.series else driver.miles for driver in state.drivers),
    )


# -- leaving


def leave(context: LiveRace) -> None:
    """Drivers who leave for good are out of the race with their cars, and of all later races; in
    one that is decided they keep their places.

    Raises `RaceOver` when too few cars are left.

    Ruling 35
    """
    state = context.state
    ended = state.beat == "finish"
    for seat in state.leaving:
        driver = state.drivers[seat]
        driver.left = True
        if ended or driver.status == TOTALED:
            context.emit(Totaled(seat, driver.miles, True))
        else:
            total(context, seat, retired=True)
    state.leaving.clear()
    if not ended and decided(state):
        raise RaceOver
