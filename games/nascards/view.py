"""What one seat may see of the race: built up from what is public, plus that seat's own cards."""

from __future__ import annotations

import msgspec

from games.nascards.state import Driver, State
from games.nascards.track import standings


class Car(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone sees of one car. What says "this turn" is cleared when the turn ends; but
    Maneuver and Speed cards, draft and crash stay those of the last turn until the next Maneuver
    cards are shown."""

    seat: int
    status: str
    """`track`, `pit` (off the track until the turn ends) or `totaled`."""
    miles: int
    place: int
    """1 is the Leader, 0 a car that holds no place now. Once all is over: the final place."""
    hand_size: int
    pit_stops: int
    """Pit Stops made in this race."""
    engine_penalty: int
    """At most 0: added in each Speed Phase until the next Pit Stop."""
    forced_pits: int
    """Turns still owed in the pits."""
    advantages: tuple[int, ...]
    """Rows of `cards.ADVANTAGES` this driver has, repeats included."""
    maneuver: int
    """Maneuver card shown last this turn, or -1."""
    maneuver_done: str
    """What became of it: `` (still being played), `played` or `discarded` (could not be)."""
    speed: tuple[int, ...]
    """Speed cards played this turn."""
    drafted: int
    """Miles drafted this turn, or -1 before the Drafting Roll."""
    mishap_mod: int
    severity_mod: int
    """Sum of what cards add to this car's rolls for the rest of the turn; the Speed cards' share
    and lasting advantages are not in it."""
    draft_mod: int
    speed_max: int
    """Speed cards it may play in this Speed Phase, 1 or 2."""
    momentum: int
    """Miles a Speed card 1 to 5 will add in this Speed Phase."""
    blocked_by: tuple[int, ...]
    """Cars it may not pass for the rest of the turn."""
    defensive: int
    """Miles that whoever passes it loses (at most 0), for the rest of the turn."""
    hit: bool
    """Hit by a Mishap Roll this turn."""
    crash: int
    """Row of the Crash Table (0 to 10) that struck it last this turn, or -1."""
    totaled_turn: int
    """Turn in which it was totaled, or 0."""
    cup_points: int
    """Championship points so far."""
    wins: int
    """Races of the series won."""
    gone: bool = False
    """The driver has left for good."""


class RaceView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole race as one seat sees it (`seat` None: as a spectator does)."""

    seat: int | None
    goal: int
    races: int
    """Races of the series; 1: no series."""
    race: int
    """Number of this race, from 1."""
    turn: int
    """Number of this turn of the race, from 1."""
    phase: str
    """`pit`, `maneuver`, `speed`, `drafting`, `crash`, or `over` after the last race."""
    active: int
    """Seat that acts now in a phase that runs in rank order, else -1."""
    cars: tuple[Car, ...]
    """In seat order: `cars[seat].seat == seat`."""
    order: tuple[int, ...]
    """Seats on the track, the Leader first."""
    standings: tuple[int, ...]
    """All seats as they would be placed if the race ended now: track and pits by miles, then
    totaled cars, the last one totaled first."""
    yellow_flag: bool
    """Nobody may pass anybody for the rest of the turn."""
    speed_pile: int
    speed_discard: tuple[int, ...]
    """Public, the newest last."""
    maneuver_pile: int
    maneuver_discard: int
    """How many; those thrown away unplayed lie face down among them."""
    history: tuple[tuple[int, ...], ...]
    """Miles by seat at the end of each turn of this race, the grid (all 0) first."""
    winners: tuple[int, ...]
    """Winner of each race of the series that is over."""
    places: tuple[tuple[int, ...], ...]
    """Final places of the last race that is over, best first; the whole match's once it is over."""
    hand: tuple[int, ...]
    """This seat's own Speed cards, lowest first; empty for a spectator."""
    dealt: tuple[int, ...]
    """Maneuver cards this seat may choose from now."""
    kept: int
    """Maneuver card this seat has kept this turn and not yet shown, or -1."""
    follow: int
    """Maneuver card this seat has set aside with Drive Fast, or -1."""
    looked: tuple[tuple[int, tuple[int, ...]], ...]
    """(seat, Speed cards) of hands this seat was shown this turn, as they were then."""


def view(state: State, seat: int | None) -> RaceView:
    """The race as `seat` sees it; None is a spectator, who sees no hand."""
    own = None if seat is None else state.drivers[seat]
    choosing = own is not None and own.kept < 0 and own.follow < 0
    over = state.phase == "over"
    places = _final_places(state) if over else {s: n for n, s in enumerate(state.order, 1)}
    return RaceView(
        seat=seat,
        goal=state.options.goal,
        races=state.options.races,
        race=state.race,
        turn=state.turn,
        phase=state.phase,
        active=state.active,
        cars=tuple(
            _car(number, driver, places.get(number, 0))
            for number, driver in enumerate(state.drivers)
        ),
        order=tuple(state.order),
        standings=tuple(standings(state)),
        yellow_flag=state.yellow_flag,
        speed_pile=len(state.speed_pile),
        speed_discard=tuple(state.speed_discard),
        maneuver_pile=len(state.maneuver_pile),
        maneuver_discard=_thrown_away(state),
        history=tuple(tuple(miles) for miles in state.history),
        winners=tuple(state.winners),
        places=tuple(tuple(group) for group in state.places),
        hand=() if own is None else tuple(sorted(own.hand)),
        dealt=tuple(own.dealt) if own is not None and choosing else (),
        kept=-1 if own is None else own.kept,
        follow=-1 if own is None else own.follow,
        looked=() if own is None else tuple((on, tuple(cards)) for on, cards in own.looked),
    )


def _thrown_away(state: State) -> int:
    """How many Maneuver cards have been discarded, those beside a kept card included.

    A card set aside with one is counted too, until the kept card is shown: it is a secret.

    Ruling 45
    """
    count = len(state.maneuver_discard)
    for driver in state.drivers:
        count += len(driver.thrown)
        if driver.kept >= 0:
            count += len(driver.dealt) - 1
    return count


def _final_places(state: State) -> dict[int, int]:
    """Final place by seat; those who share one have the same."""
    places: dict[int, int] = {}
    for group in state.places:
        place = len(places) + 1
        places.update((seat, place) for seat in group)
    return places


def _car(seat: int, driver: Driver, place: int) -> Car:
    mods = driver.mods
    return Car(
        seat=seat,
        status=driver.status,
        miles=driver.miles,
        place=place,
        hand_size=len(driver.hand),
        pit_stops=driver.pit_stops,
        engine_penalty=driver.engine_penalty,
        forced_pits=driver.forced_pits,
        advantages=tuple(driver.advantages),
        maneuver=driver.maneuver,
        maneuver_done=driver.maneuver_done,
        speed=tuple(driver.speed),
        drafted=driver.drafted,
        mishap_mod=sum(mod.points for mod in mods if mod.roll == "mishap"),
        severity_mod=sum(mod.points for mod in mods if mod.roll == "severity"),
        draft_mod=sum(mod.points for mod in mods if mod.roll == "draft"),
        speed_max=driver.speed_max,
        momentum=driver.momentum,
        blocked_by=tuple(driver.blocked_by),
        defensive=driver.defensive,
        hit=driver.hit,
        crash=driver.crash,
        totaled_turn=driver.totaled_turn,
        cup_points=driver.cup_points,
        wins=driver.wins,
        gone=driver.gone,
    )


def cards_on_table(state: State) -> list[int]:
    """Every card wherever it lies: Speed cards by value, Maneuver cards by number."""
    cards = state.speed_pile + state.speed_discard + state.maneuver_pile + state.maneuver_discard
    for driver in state.drivers:
        cards += driver.hand + driver.dealt + driver.thrown
    cards += [play.card for play in state.playing]
    return cards


__all__ = ["Car", "RaceView", "cards_on_table", "view"]
