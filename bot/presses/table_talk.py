"""What people at a table agree on and ask about: undo, end, leaving, again, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec

from bot.match import guests, lapsed, lobby, resting
from bot.match.match import Match
from bot.match.names import plain_name, short_name
from bot.match.seats import Seat
from bot.match.server_rules import ServerRules
from bot.match.state import HURRIED_SECONDS
from bot.posts import boards, more, naming, news, takeover
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.posts.pressing import press, who
from bot.presses import moving
from bot.store import ChannelTaken, MoveRow
from bot.tables import rows
from bot.tables.actor import Actor
from bot.words import say
from games.engine import talk
from games.engine.errors import Refusal, Stale
from games.engine.players import SEAT_LETTERS
from games.engine.voice import listed

OWN: Final = ("answer", "clock")
"""Kinds of moves that a player may ask to take back: not what the table has done by itself. Where
there are plans, what they have given too."""
MOVES_TOLD: Final = 16
EVENTS_TOLD: Final = 40
"""Of more events the small ones are left out, so that what matters is not lost among them."""
LAST_PERSON: Final = say("table_talk.you_were_the_last")

AGREED: Final = say("table_talk.the_others_had_agreed")


async def undo(by: Actor) -> str:
    """Take the last answer back, at once or by the table's vote; returns what to tell the asker."""
    match = await by.look()
    match.running()
    seat = match.my_seat(by.user)
    taken = await by.matches.take_back(match.id, by.user, by.id)
    if taken is not None:
        return _taken_back(await by.look(), seat, taken)
    moves = await by.matches.store.moves(match.id)
    since = match.seats[seat].since
    kinds = OWN if match.game.plans is None else (*OWN, "wish")
    mine = (m for m in moves if not m.undone and m.seat == seat and m.n >= since)
    own = [m.n for m in mine if m.kind in kinds]
    if not own:
        raise Refusal(say("table_talk.you_have_made_no"))
    back_to = own[-1] - 1
    last = next(m for m in moves if m.n == own[-1])
    what = _seen_of(match, last)
    if await by.change(lambda s: s.call_vote(by.user, "undo", back_to, what)):
        answer = msgspec.json.decode(last.value, type=match.game.Answer)
        pressed = _pressed(await by.look(), seat, answer)
        return say("table_talk.undone", what=pressed or say("table_talk.your_last_move"))
    return say("table_talk.your_move_has_been", what=naming.named(match, what)).rstrip()


def _taken_back(match: Match, seat: int, taken: Any) -> str:
    """That an answer of that seat has been taken back, and which."""
    what = _pressed(match, seat, taken)
    return say("table_talk.taken_back", what=f": {what}" if what else "")


def _pressed(match: Match, seat: int, answer: Any) -> str:
    """An answer to the question that a seat is asked, as its buttons say it; empty where it is none
    of that."""
    ask = match.ask_of(seat)
    try:
        if ask is not None and match.running().legal(seat, ask.number, answer):
            return lapsed.answered(match, match.view(seat), ask, answer)
    except Refusal:
        pass  # another question came
    except Exception as error:
        match.failed(error)
    return ""


def _seen_of(match: Match, move: MoveRow) -> str:
    """What everybody saw first of what a seat did with a move, names as in `MatchState.notice`;
    empty where they saw nothing of it."""
    players = naming.unnamed(match)
    public = [t.event for t in rows.told_of(match.game, move.events) if t.seats is None]
    lines = [match.game.words.event(event, players, None) for event in public]
    return next((line for line in lines if line.startswith(f"{{{move.seat}}}")), "")


async def ask_to_end(by: Actor, *, sure: bool = False, typed: bool = False) -> Post | str:
    """Vote to end the match; a person alone at the table decides at once, but is asked whether he
    is `sure` where others could still come back, and where he has not `typed` it. Returns what to
    tell him."""
    match = await by.look()
    if match.status == "lobby":
        match.my_seat(by.user)
        if match.host_id != by.user:
            raise Refusal(say("table_talk.only_the_host"))
        await by.change(lambda s: lobby.close(s, say("table_talk.the_host_closed")))
        return say("table_talk.the_table_is_closed")
    away = listed([who(match, seat) for seat in _could_come_back(match, by.user)])
    alone = match.status == "live" and match.people() == [match.seat_of(by.user)]
    if not sure and (away or (alone and not typed and not match.resting)):
        return Post(
            head=say("table_talk.end_the_match_nobody"),
            body=(say("table_talk.could_still_come_back", away=away),) if away else (),
            rows=((press(match, "end", sure=True, style="grave"),),),
        )
    if await by.change(lambda s: s.call_vote(by.user, "end")):
        return say("table_talk.the_match_is_ended")
    where = (
        say("table_talk.your_hand")
        if match.resting == resting.GONE
        else say("table_talk.the_board")
    )
    return say("table_talk.noted_the_match_ends", where=where)


async def end_at_once(by: Actor, *, sure: bool) -> Post | str:
    """End a table for whoever may do that alone, once he is `sure`; returns what to tell him."""
    match = await by.look()
    if match.status != "lobby":
        match.running()
    if not sure:
        return Post(
            head=say("table_talk.end_it_for_everyone"),
            rows=((press(match, "end", sure=True, style="grave"),),),
        )
    if match.status == "lobby":
        await by.change(lambda s: lobby.close(s, say("table_talk.closed_by_the_server")))
        return say("table_talk.the_table_is_closed")
    await by.change(lambda s: s.end())
    return say("table_talk.the_match_is_ended")


async def hurry(by: Actor) -> str:
    """Ask the table to play faster, or take that back; returns what to tell who asked."""
    decided = await by.change(lambda s: s.hurry(by.user))
    if not decided:
        return say("table_talk.haste_is_asked_for")
    fast = (await by.look()).hurried
    return (
        say("table_talk.the_table_hurries", seconds=HURRIED_SECONDS)
        if fast
        else say("table_talk.the_table_has_time")
    )


def _could_come_back(match: Match, user_id: int) -> list[int]:
    """The seats of those who have handed over, where this user alone would decide for them."""
    seat = match.seat_of(user_id)
    if match.status != "live" or seat is None or set(match.people()) - {seat}:
        return []
    others = (n for n, other in enumerate(match.seats) if other.user_id and n != seat)
    return [n for n in others if not match.has_left(n)]


async def leave(by: Actor) -> str:
    """Get up from a lobby, or leave the seat of a match to the computer."""
    match = await by.look()
    if match.status == "lobby":
        await by.change(lambda s: lobby.leave(s, by.user))
        return say("table_talk.you_have_left")
    match.running()
    await by.change(lambda s: s.hand_over(by.user))
    match = await by.look()
    if match.status == "ended":
        return AGREED if match.people() else LAST_PERSON
    if match.resting == resting.LEFT:
        return say("table_talk.you_were_the_last_one")
    if match.status == "finished" or match.unattended:
        return say("table_talk.computers_finish")
    return say("table_talk.the_computer_plays")


async def sit(by: Actor, name: str, number: int, here: int) -> str:
    """Take a computer's seat, or ask for it; returns what to tell who sits there now, empty where
    he has only asked. `here` is the channel in which he pressed it."""
    ask = partial(takeover.ask, user_id=by.user, name=name, number=number, now=by.matches.now())
    try:
        seated = await by.change(lambda s: ask(s, here=here))
    except ChannelTaken:
        seated = await by.change(lambda s: ask(s, here=here, wakes=False))
    if not seated:
        return ""
    match = await by.look()
    mine = who(match, number)
    if not match.resting:
        return say("table_talk.you_play_now", who=mine)
    if match.resting == resting.GONE:  # which his hand tells
        return say("table_talk.is_yours", who=mine)
    return say("table_talk.is_yours_2", who=mine, move_hint=resting.move_hint(match, moving.TAKEN))


async def leave_for_good(by: Actor) -> str:
    """Leave a match for good: the car goes, and the computer answers what is still open."""
    match = await by.look()
    table = match.running()
    order = match.game.leave_order(table.context.state, match.my_seat(by.user))
    if order is None:
        raise Refusal(say("table_talk.you_cannot_retire_here"))
    await by.change(lambda match: match.order(by.user, order))
    match = await by.look()
    if match.status == "ended":
        return AGREED if match.people() else LAST_PERSON
    if match.resting == resting.LEFT:
        others_away = say("table_talk.nobody_else_is_playing")
        return say("table_talk.your_car_leaves", others_away=others_away)
    return say("table_talk.your_car_leaves_the_match")


async def again(by: Actor, old: Match, name: str, server: ServerRules) -> Match:
    """A new lobby in the same channel with the computers and options of an old match, which keeps
    the seats of its people by name. They are named once in the channel, and nothing else is sent to
    them until they press Join."""
    old.my_seat(by.user)
    now = by.matches.now()
    others = [
        (seat.user_id, seat.name)
        for seat in old.seats
        if seat.user_id is not None and seat.user_id != by.user
    ]

    def same_table(match: Match) -> None:
        match.options = old.options
        match.pace = old.pace
        match.level = old.level
        match.room = old.room
        match.taking = old.taking
        match.poker_faces = old.poker_faces
        match.seats += [
            Seat(name=seat.name, computer=seat.computer)
            for seat in old.seats
            if seat.user_id is None
        ]
        lobby.invite(match, others, now)

    # Whoever was named a moment ago and has not come is not named again.
    fresh = [user for user, _ in others if await by.matches.store.invited_at(user) <= now]
    new = await by.matches.open(
        game=old.game.name,
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        parent_id=old.parent_id,
        user_id=by.user,
        name=name,
        interaction=by.id,
        furnish=same_table,
        server=server,
    )
    if fresh:
        payload = msgspec.json.encode(fresh)
        await by.matches.change(new.id, lambda s: s.tell.append(("named", payload)))
    return await by.matches.look(new.id)


async def what_happened(by: Actor) -> Post:
    """Everything since the reader's last own answer, from what that seat may know."""
    moves = [m for m in await by.matches.store.moves(by.match_id) if not m.undone]
    # Looked at after that: who has just lost the seat reads nothing of who has it now.
    match = await by.look()
    seat = match.seat_of(by.user)
    since = 0
    if seat is not None and match.status == "live":
        began = match.seats[seat].since
        own = [m.n for m in moves if m.seat == seat and m.kind == "answer" and m.n >= began]
        since = own[-1] if own else 0
        if match.game.briefs:
            # The hand tells what came since; this button is for who wants more.
            since = min(since, _moves_back(match, seat, moves))
    # The answer itself is told too: what came of it is what its player wants to know.
    events = _told(match, [move for move in moves if move.n >= since], seat)
    words = match.game.words
    turned = news.in_turns(match, events)
    loud = [each for each in turned if news.tells(match, each[2])]
    told = loud if len(events) > EVENTS_TOLD and loud else turned
    told = [each for each in news.once(match, told) if not talk.turn(match.game, each[2])]
    for_text = naming.players_at(match, plain_name)
    for_buttons = naming.players_at(match, short_name)
    lines = [
        (turn, words.event(event, for_text(n), naming.reader_at(match, seat, n)))
        for n, turn, event in told
    ]
    record = ""
    if match.status != "live":
        record = "\n".join(
            words.event(event, for_buttons(n), naming.reader_at(match, seat, n))
            for n, event in events
        )
    grouped = news.turns_of(match, [each for each in lines if each[1]])
    return boards.happened(match, grouped, record)


async def story(by: Actor, seat: int, pictures: Pictures) -> Post:
    """What everybody knows of a seat, from the start on."""
    moves = [m for m in await by.matches.store.moves(by.match_id) if not m.undone]
    match = await by.look()
    match.running_or_over()
    if not 0 <= seat < len(match.seats):
        raise Stale(say("takeover.there_is_no_such"))
    return await more.story(match, seat, _told(match, moves, None), pictures)


def _told(match: Match, moves: Sequence[MoveRow], seat: int | None) -> list[tuple[int, Any]]:
    """What moves told the player of a seat, or everybody (None), with their numbers."""
    return [
        (move.n, told.event)
        for move in moves
        for told in rows.told_of(match.game, move.events)
        if told.reaches(naming.reader_at(match, seat, move.n))
    ]


def _moves_back(match: Match, seat: int, moves: list[MoveRow]) -> int:
    """Number of the move that is the last but so many of those that told a seat something.

    Others do not count: that somebody has answered is a secret while the window is open.
    """
    left = MOVES_TOLD
    for move in reversed(moves):
        reader = naming.reader_at(match, seat, move.n)
        left -= any(told.reaches(reader) for told in rows.told_of(match.game, move.events))
        if left == 0:
            return move.n
    return moves[0].n


async def why_computer(by: Actor) -> Post:
    """Why computer seats played what they played last, one sentence each."""
    match = await by.look()
    moves = await by.matches.store.moves(match.id, max(0, match.last_move - 60))
    last: dict[int, MoveRow] = {}
    secret = _answered_in_secret(match)
    shown = False
    for move in reversed(moves):
        if move.undone:
            continue
        # What is chosen in secret over several windows is public once anything has come of it.
        shown = shown or any(one.reaches(None) for one in rows.told_of(match.game, move.events))
        if move.kind == "order":
            continue
        if move.seat in secret:
            secret.remove(move.seat)
        elif shown and move.kind == "computer" and move.why:
            last.setdefault(move.seat, move)
    lines = [
        f"**{SEAT_LETTERS[seat]}** {plain_name(guests.names_at(match, move.n)[seat])}: {move.why}"
        for seat, move in sorted(last.items())
    ]
    return Post(
        head=say("table_talk.why_the_computer_played"),
        body=tuple(lines) or (say("table_talk.no_computer_seat"),),
    )


def _answered_in_secret(match: Match) -> set[int]:
    """Seats whose last answer is one to a window that is still open."""
    table = match.table
    if table is None:
        return set()
    return {ask.seat for ask in table.asked} - {ask.seat for ask in table.asks}
