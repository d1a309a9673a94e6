"""A card is played: named, answered by checks, put into play, completed (Rules: Action).

The order: it leaves the hand and counts as played; checks on being aimed at or committed; it
enters play; what it does, as printed; checks on its completion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.ask import Ask, Step
from games.world_auto_racing import deeds, hands, mods
from games.world_auto_racing.area import (
    active,
    aim_of,
    count_use,
    gone,
    has_use,
    junk,
    junk_condition,
    usable,
)
from games.world_auto_racing.deeds import DECLINE, EITHER, ask_then, doing_of
from games.world_auto_racing.events import (
    AbilityUsed,
    CardPlayed,
    CheckDeclined,
    CheckFired,
    NoEffect,
)
from games.world_auto_racing.kinds import CHECKS, KINDS, Doing, Kind
from games.world_auto_racing.moves import Accept, Decline, Play, Use
from games.world_auto_racing.state import Playing, RaceContext, State, Task, racing

Heard = tuple[int, int, int, int]
"""A check that has been set off: (owner, card, copy, effect)."""


def commit(context: RaceContext, seat: int, play: Play) -> None:
    """A card leaves the hand and counts as played; checks on that come first.

    Rules: Action; Ruling B16; Ruling B21
    """
    state = context.state
    racer = state.drivers[seat]
    kind = KINDS[play.card]
    hands.leave(racer, play.card)
    racer.played.append(kind.type)
    playing = state.playing = Playing(seat, play.card, play.on, play.pick, play.replace)
    context.emit(CardPlayed(seat, play.card, play.on, play.pick, play.replace))
    if heard := answers(state, seat, kind, play.on):
        state.todo.append(Task("enter", seat, play.card))
        _set_off(state, heard)
    else:
        _place(context, playing, kind)


def answers(state: State, seat: int, kind: Kind, on: int) -> list[Heard]:
    """Checks that answer a driver's card before it enters play, aimed at `on` or at nobody (-1).

    Whoever waits while others break a tie checks nothing. Rules: Action; Rules: Progress
    """
    event = f"opponent_commits:{kind.type}"
    aimed = (event, "targeted_by_control") if kind.type == "control" else (event,)
    return _heard(state, {on: aimed, seat: ()}, event)


def _hearing(state: State, sort: str, seat: int) -> list[Heard]:
    """Checks on the completion of a driver's card: the own on "you", others' on "opponent"."""
    own = (f"you_play:{sort}", "you_upgrade") if sort == "mod" else (f"you_play:{sort}",)
    rest = f"opponent_plays:{sort}"
    return _heard(state, {seat: own}, rest, None if CHECKS[rest] else seat)


def _heard(
    state: State, events: Mapping[int, Sequence[str]], rest: str, only: int | None = None
) -> list[Heard]:
    """The checks of active cards, of all drivers or of one `only`, on the events that their owner
    (by seat) answers, as far as they have a use left; `rest` is what everybody else answers."""
    wanted = {*CHECKS[rest]}
    for own in events.values():
        for event in own:
            wanted |= CHECKS[event]
    if not wanted:
        return []
    seats = racing(state)
    return [
        (owner, card, copy, check.place)
        for owner, card, copy in active(state, wanted, only)
        if owner in seats
        for check in KINDS[card].checks
        if check.event in events.get(owner, (rest,))
        and has_use(state.drivers[owner], card, copy, check)
    ]


def enter(context: RaceContext, task: Task) -> None:
    """A card that checks have answered enters play, unless one has stopped it. Rules: Action"""
    state = context.state
    playing = state.playing
    assert playing is not None
    if playing.stopped:
        state.playing = None
        return
    _place(context, playing, KINDS[playing.card])


def _place(context: RaceContext, playing: Playing, kind: Kind) -> None:
    """The card enters play; then comes what it does.

    Rules: Card Types; Rules: Action; Ruling B20
    """
    state = context.state
    playing.entered = True
    seat, card, sort = playing.seat, playing.card, kind.type
    playing.heard = _hearing(state, sort, seat)
    _lay(context, playing, kind)
    if playing.on < 0 and any(deed.who == "target" for deed in kind.sums):
        context.emit(NoEffect(seat, card, "target"))
    if kind.plays:
        state.todo.append(Task("complete", seat, card))
        for doing in reversed(kind.plays):
            if doing.holds(state, seat):
                deeds.push(state, seat, card, doing, playing.on, playing.pick)
            else:
                context.emit(NoEffect(seat, card, "unmet"))
    else:
        _answer(state, playing)
    mods.watch_caps(context)


def _lay(context: RaceContext, playing: Playing, kind: Kind) -> None:
    """Junk what the card takes the place of, and put it where its type goes. Rules: Card Types"""
    state = context.state
    seat, card, old = playing.seat, playing.card, state.drivers[playing.seat].trait
    if kind.type == "mod":
        mods.make_room(context, playing)
    elif kind.type == "trait" and old >= 0:
        gone(state, seat, old)
        junk(context, seat, [old], "replaced", card)
    elif kind.type == "condition":
        for other, _ in state.conditions:
            if KINDS[other].subtype == kind.subtype:
                junk_condition(context, other, "replaced", card)
                break
    mods.lay(state, seat, kind, playing.on, playing.replace)


def complete(context: RaceContext, task: Task) -> None:
    """The card has done what it does: checks on its completion come last.

    What was active when it entered play is set off, though it has left since; so is what has
    become active by it. A card never answers its own play.

    Rules: Action; Ruling B24
    """
    state = context.state
    playing = state.playing
    assert playing is not None
    seat, card = playing.seat, playing.card
    for one in _hearing(state, KINDS[card].type, seat):
        if one not in playing.heard and one[:2] != (seat, card):
            playing.heard.append(one)
    _answer(state, playing)


def _answer(state: State, playing: Playing) -> None:
    """Set off the checks on a completed card: the player's, the others', those on an upgrade.

    Rules: Action
    """
    state.playing = None
    if not playing.heard:
        return
    seat = playing.seat
    upgrade = [one for one in playing.heard if doing_of(one[1], one[3]).event == "you_upgrade"]
    if playing.how == "upgrade":
        _set_off(state, upgrade)
    rest = [one for one in playing.heard if one not in upgrade]
    _set_off(state, [one for one in rest if one[0] != seat])
    _set_off(state, [one for one in rest if one[0] == seat])


def _set_off(state: State, heard: list[Heard]) -> None:
    """Have checks done next: in racing order of their owners, each owner's own by type, mods by
    subtype.

    Rules: Beginning; Ruling B13
    """
    if len(heard) > 1:
        order = racing(state)
        heard.sort(key=lambda one: (order.index(one[0]), *KINDS[one[1]].turn))
    for owner, card, copy, effect in reversed(heard):
        state.todo.append(Task("check", owner, card, effect, count=copy))


def set_off_step(state: State, event: str) -> None:
    """Have the checks of a step done next. Rules: Beginning; Rules: Scrap"""
    _set_off(state, _heard(state, {}, event))


# -- checks


def check(context: RaceContext, task: Task) -> Step[None] | None:
    """A check that was set off: if it may be used, ask where it is optional, else do it.

    Rules: Terms to Know
    """
    doing = doing_of(task.card, task.effect)

    def done(chosen: Accept | Decline) -> None:
        if isinstance(chosen, Accept):
            _fire(context, task, doing)
        else:
            context.emit(CheckDeclined(task.seat, task.card))

    may = usable(context.state, task.seat, task.card, task.count, doing)
    if may and asks(task):
        ask = Ask(task.seat, "check", EITHER, DECLINE, "Rules: Terms to Know")
        return ask_then(context, ask, done)
    context.state.todo.pop()
    if may:
        _fire(context, task, doing)
    return None


def asks(task: Task) -> bool:
    """Whether a check asks before it is done. Ruling B34"""
    doing = doing_of(task.card, task.effect)
    # Looking at one's top card is harmless: its own question is asked at once.
    return doing.optional and any(deed.op != "peek_discard" for deed in doing.deeds)


def _fire(context: RaceContext, task: Task, doing: Doing) -> None:
    state = context.state
    if doing.limit and task.count >= 0:
        count_use(state.drivers[task.seat], task.card, task.count, doing.place)
    context.emit(CheckFired(task.seat, task.card, doing.event))
    on = -1
    if KINDS[task.card].target:
        on = aim_of(state, task.seat, task.card, task.count)
    deeds.push(state, task.seat, task.card, doing, on, -1)


# -- action abilities


def use(context: RaceContext, seat: int, chosen: Use) -> None:
    """Use the action ability of an own active card: its cost, then what it does.

    Rules: Action; Ruling B3
    """
    state = context.state
    doing = KINDS[chosen.card].action
    assert doing is not None
    copies = active(state, {chosen.card}, seat)
    copy = next(nth for _, card, nth in copies if usable(state, seat, card, nth, doing))
    if doing.limit:
        count_use(state.drivers[seat], chosen.card, copy, doing.place)
    context.emit(AbilityUsed(seat, chosen.card, chosen.on, chosen.pick))
    deeds.push(state, seat, chosen.card, doing, chosen.on, chosen.pick)
