"""A player's hand as a post: the picture, the open question, and what can be pressed.

Made from that seat's view alone. It goes by direct message, and to the same player privately.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from bot.match import drafts, lapsed, resting, waits
from bot.match.match import Match
from bot.match.names import plain_name
from bot.match.notices import LAPSES, Place
from bot.posts import away, orders, plain, planning, rules_menu, takeover
from bot.posts.boards import (
    foot,
    own_place,
    rest_rows,
    standing,
    vote_line,
    winners,
)
from bot.posts.choosing import board_link, choice_rows, in_parts, in_rows, stand_at
from bot.posts.naming import names_for_buttons, names_for_text
from bot.posts.news import decided, news
from bot.posts.pictures import Pictures, drawn
from bot.posts.posts import SEAT_COLOURS, Button, Picture, Post
from bot.posts.pressing import button_id, press
from bot.words import say
from games.engine.ask import Ask
from games.engine.voice import upper
from games.engine.walk import Stand

HAND_PICTURE: Final = 1
"""Number in the custom id of the button that shows a hand's picture; that of a board has none."""
NOTHING_NOW: Final = say("hands.nothing_to_decide_just")
COMES: Final = say("hands.the_next_question_comes")
"""On a direct message. A private hand in the channel shows it too, but only for some minutes."""
WAITING: Final = {
    "forced": say("hands.nothing_to_choose"),
    "wish": say("hands.you_are_passed"),
    "again": say("hands.you_passed_before"),
}
"""Where an answer of the table's waits, by its kind."""
CALLED: Final = say("hands.you_are_called")
"""For who takes no direct messages."""


class Chosen(NamedTuple):
    """What a player has answered while others still choose."""

    ask: Ask[Any]
    answer: Any


def _chosen(match: Match, seat: int) -> Chosen | None:
    """A seat's answer that has not counted yet; None where it was not its player's to choose."""
    ask = next((each for each in match.waiting() if each.seat == seat), None)
    if ask is None or match.ask_of(seat) is not None or match.seats[seat].computer:
        return None
    held = match.held(ask)
    if held is not None:
        answer = msgspec.convert(held.answer, match.game.Answer)
        return Chosen(ask, answer) if held.kind == "answer" else None
    put_all_the_same = match.poker_faces and waits.is_secret(match, ask)
    if match.game.only(ask) is not None and not put_all_the_same:
        return None
    if match.seats[seat].seen < match.seats[seat].since:
        return None  # it was answered before he took the seat
    return Chosen(ask, ask.given)


def _told(match: Match, view: Any, chosen: Chosen) -> str:
    """That an answer is in, and which."""
    ask, answer = chosen
    try:
        told = lapsed.answered(match, view, ask, answer)
    except Exception as error:
        match.failed(error)
        return say("hands.your_seats_answer")
    name = plain_name(getattr(answer, "name", "")) if answer not in ask.options else ""
    told = say("hands.own_design", answer=told, name=name) if name else told
    return say("hands.chosen", answer=told)


def _put(match: Match, seat: int) -> Ask[Any] | None:
    """The question that is put to a seat: none while more is answered by itself in a moment, and
    none while the table rests."""
    return None if match.more or match.resting else match.ask_of(seat)


def hand_key(match: Match, seat: int) -> str:
    """What a hand post depends on, cheap enough to compare before anything is drawn."""
    try:
        return _hand_key(match, seat)
    except Exception as error:
        ask = match.ask_of(seat)
        return f"{match.failed(error)}:{ask.number if ask is not None else 0}"


def kept_key(match: Match, seat: int) -> str:
    """The same for who looks at a match that others change: made once a change."""
    name = f"hand:{seat}"
    key: str | None = match.made.get(name) if match.made is not None else None
    if key is None:
        key = hand_key(match, seat)
        if match.made is not None and not match.faults:
            match.made[name] = key
    return key


def _hand_key(match: Match, seat: int) -> str:
    table = match.in_play
    if table is None:
        return match.status
    view = table.view(seat)
    ask = _put(match, seat)
    names = [player.name for player in match.players]
    facts = (match.game.own(view), ask.number if ask else 0, names)
    mine = match.seats[seat]
    passes = (mine.passes, mine.lapsed >= LAPSES)
    beside: list[Any] = [mine.computer, passes, mine.auto_answers]
    beside += [said for said in (lapsed.told(match, seat), takeover.welcome(match, seat)) if said]
    if ask is None and any(each.seat == seat for each in match.waiting()):
        beside += ["answered"] if mine.held is None else ["answered", mine.held.kind]
        if (chosen := _chosen(match, seat)) is not None:
            beside.append(chosen.answer)
    if match.resting:
        beside += [match.resting, match.rests_at, match.vote]
    if match.sealed_in[1]:
        beside.append(match.channel_id)
    if ask is not None and resting.alone(match):
        beside.append(say("hands.no_clock"))
    if may := orders.keys(match, seat):
        beside.append(may)
    if mine.plan is not None:
        beside += [mine.plan, planning.lines(match, seat, view)]
    return hashlib.blake2s(msgspec.json.encode((facts, beside)), digest_size=8).hexdigest()


async def hand(
    match: Match,
    seat: int,
    pictures: Pictures,
    *,
    path: tuple[str, ...] = (),
    note: str = "",
    due_ms: int | None = None,
    comes: str = COMES,
    back: Sequence[str] = (),
    opened: bool = False,
) -> Post:
    """One player's hand and open question, walked along `path`.

    `note` is a line for this player alone, such as why a click came too late. `comes` says how the
    player hears of the next question. `back` are the lines for who has been away, the first of them
    the head. `opened` shows all rows of choices. Where the game's words raise it is a plain one.
    """
    try:
        # The lines for who has been away tell question and clock, and nothing is told twice.
        due = None if back else due_ms
        post = await _hand(match, seat, pictures, path, note, due, comes=comes, opened=opened)
        if not back:
            return post
        more = [line for line in post.body if away.item(line.removeprefix("-# ")) not in back]
        return msgspec.structs.replace(post, head=back[0], body=(*back[1:], *more))
    except Exception as error:
        return plain.hand(match, seat, note, error)


async def _hand(
    match: Match,
    seat: int,
    pictures: Pictures,
    path: tuple[str, ...],
    note: str,
    due_ms: int | None,
    *,
    comes: str,
    opened: bool,
) -> Post:
    table, game = match.in_play, match.game
    if table is None:
        return await _over(match, seat, pictures, note)
    view = table.view(seat)
    note = note or lapsed.told(match, seat) or takeover.welcome(match, seat)
    ask = None if match.has_left(seat) else _put(match, seat)
    stand = None if ask is None else stand_at(ask, game.words, path)
    walked = stand.path if stand is not None else ()
    chosen = _chosen(match, seat) if ask is None and not match.resting else None
    if chosen is not None:
        walked = game.words.path(chosen.answer)
    drawing = pictures.hand(game, view, ask, names_for_buttons(match), walked)
    picture, trouble = await drawn(drawing, match.failed)
    small = say("hands.table", id=match.id, where=_channel(match))
    shown = partial(Post, picture=picture, foot=small, accent=SEAT_COLOURS[seat])
    if match.resting:
        vote = [] if match.vote is None else [vote_line(match)]
        return shown(
            head=say("hands.your_hand"),
            body=(resting.sentence(match), *trouble, *vote),
            note="" if note == resting.sentence(match) else note,
            rows=() if match.has_left(seat) else rest_rows(match),
        )
    shown = partial(shown, note=note, picture_id=button_id(match, "picture", HAND_PICTURE))
    if match.seats[seat].lapsed >= LAPSES:
        trouble = [say("hands.you_pass_short_windows"), *trouble]
    if ask is None or stand is None:
        buttons = [
            *_back(match, seat),
            *([press(match, "retake", chosen.ask.number)] if chosen is not None else []),
            *planning.button(match, seat, view),
            *orders.switches(match, seat, view, None),
            board_link(match),
        ]
        return shown(
            head=say("hands.your_hand"),
            body=(
                _idle(match, seat, view, chosen, comes),
                *trouble,
                *planning.lines(match, seat, view),
            ),
            rows=(*orders.to_give(match, seat, view), *in_rows(buttons)),
        )
    question = game.words.question(view, ask, names_for_text(match), stand.path)
    clock = say("hands.time_runs_out", due_ms=due_ms // 1000) if due_ms is not None else ""
    # By the name that it has in the menu of the rules, where one may look for it.
    topic = rules_menu.cited(game, ask.cite)
    rules = say("boards.rules_2", title=topic.title) if topic is not None else ask.cite
    body = [question.detail, " · ".join(filter(None, (rules, clock))), *trouble]
    if stand.before is not None:
        so_far = lapsed.label(match, view, ask, stand.path, whole=in_parts(ask, stand.path))
        body.append(f"**{so_far} › …**")
    body += planning.lines(match, seat, view)
    if game.briefs:
        fresh = news(match, seat, game.briefs, match.seats[seat].seen)
        body += [f"-# {line}" for line in fresh]
    return shown(
        head=(stand.path and game.words.step(stand.keys)) or question.ask,
        body=tuple(filter(None, body)),
        rows=tuple(choice_rows(match, seat, view, ask, stand, opened=opened)),
    )


async def _over(match: Match, seat: int, pictures: Pictures, note: str) -> Post:
    """The hand of a match that is not played: not yet, or no more."""
    if resting.over(match):
        return await _rested(match, pictures)
    if match.table is None and match.status == "ended":
        return Post(head=match.game.title, body=(say("hands.this_table_was_closed"),))
    over = say("match.this_match_has_not")
    if match.table is not None:
        told = say("match.this_match_is_over")
        if match.status == "finished":
            why, tells_who = decided(match, seat)
            place, won = own_place(match, seat), f"{upper(winners(match, seat))}."
            told = " ".join(filter(None, (why, place) if tells_who else (won, place, why)))
        over = say("hands.match_is_over", over=told)
    body = say("hands.in", over=over, where=_channel(match))
    return Post(head=match.game.title, body=(body,), note=note)


def by_call(places: Sequence[Place]) -> str:
    """How a player whom no direct message reaches hears of the next question, by where he is
    called; nothing where that is nowhere."""
    return CALLED if "channel" in places else ""


def _channel(match: Match) -> str:
    return f"<#{match.channel_id}>"


def _idle(match: Match, seat: int, view: Any, chosen: Chosen | None, comes: str) -> str:
    """What a player reads who is asked nothing, or has `chosen`."""
    words, held = match.game.words, match.seats[seat].held
    if match.has_left(seat):
        return words.spectating(view) or say("match.you_have_left")
    if match.seats[seat].computer:
        return say("hands.the_computer_plays")
    nothing = NOTHING_NOW
    if held is not None and held.kind != "answer":
        nothing = WAITING[held.kind]
    elif chosen is not None:
        nothing = _told(match, view, chosen)
    elif any(each.seat == seat for each in match.waiting()):
        nothing = say("hands.others_choose")
    return words.spectating(view) or f"{nothing} {comes}".rstrip()


async def picture(
    match: Match, seat: int, pictures: Pictures, path: tuple[str, ...] = ()
) -> Picture | None:
    """The picture of a hand alone; None where it cannot be drawn, or there is no hand."""
    if match.in_play is None:
        return None
    try:
        ask = None if match.has_left(seat) else _put(match, seat)
        players, chosen = names_for_buttons(match), _chosen(match, seat)
        if chosen is not None:
            path = match.game.words.path(chosen.answer)
        return await pictures.hand(match.game, match.view(seat), ask, players, path)
    except Exception as error:
        match.failed(error)
        return None


async def _rested(match: Match, pictures: Pictures) -> Post:
    """The end of a table that rested: its channel may be gone, so all stands here."""
    post = Post(
        head=f"{match.game.title}: {'ended' if match.table is not None else 'closed'}",
        body=(resting.over(match),),
        picture=standing(match, pictures),
        foot=foot(match),
    )
    return await pictures.paint(post, match.failed)


def _back(match: Match, seat: int) -> list[Button]:
    """What takes a seat back that the computer plays."""
    if not match.seats[seat].computer or match.has_left(seat):
        return []
    return [press(match, "wake", style="main", label=say("hands.take_my_seat_back"))]


def sure(
    match: Match,
    seat: int,
    ask: Ask[Any],
    stand: Stand,
    picture: Picture | None,
    offer: str = "",
) -> Post:
    """Ask once more before something foolish, costly or irreversible, be it by a plan that is
    offered (its key). The way back comes first: a finger that taps twice is most likely there."""
    path, answer = stand.path, stand.answer
    view, words = match.view(seat), match.game.words
    parts = in_parts(ask, path)
    whole = path if parts else words.path(answer)
    label = words.part(view, ask, whole, names_for_text(match))
    text = lapsed.label(match, view, ask, path, whole=True) if parts else label.text
    return Post(
        head=say("hands.are_you_sure"),
        body=(f"**{text}**", label.detail),
        picture=picture,
        rows=(
            (
                press(match, "back", ask.number),
                press(
                    match,
                    "offer" if offer else "pick",
                    ask.number,
                    (offer,) if offer else drafts.carried(path),
                    sure=True,
                    style="grave",
                    label=say("hands.yes_do"),
                ),
            ),
        ),
        accent=SEAT_COLOURS[seat],
    )
