"""A player's hand as a post: the picture, the open question, and what can be pressed.

Made from that seat's view alone. It goes by direct message, and to the same player privately.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from bot.match import drafts, lapsed, resting
from bot.match.match import Match
from bot.match.notices import LAPSES
from bot.posts import away, custom_ids, plain, planning, takeover
from bot.posts.boards import (
    foot,
    own_place,
    place_link,
    rest_rows,
    standing,
    vote_line,
    winners,
)
from bot.posts.naming import names_for_buttons, names_for_text
from bot.posts.news import decided, news
from bot.posts.pictures import Pictures, button_numbers, drawn
from bot.posts.posts import SEAT_COLOURS, Button, Choice, Picture, Post, Row, Select, Style
from bot.posts.pressing import button_id, press
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Illegal
from games.engine.players import Player
from games.engine.voice import upper
from games.engine.walk import ALL, Stand, presses, walk
from games.engine.words import Label, Words

HAND_PICTURE: Final = 1
"""Number in the custom id of the button that shows a hand's picture; that of a board has none."""
MOST_BUTTONS: Final = 10
"""More choices than this become a select."""
BUTTONS_A_ROW: Final = 5
MOST_ROWS: Final = 2
"""Rows of choices that are shown before *More choices*; a select is one."""
PASSES: Final = "passes"
"""The part of a custom id that names passing every window; other auto answers are named by their
kind of question."""
A_SELECT: Final = 25
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
    table = match.table
    if table is None or match.status != "live":
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
    if match.resting:
        beside += [match.resting, match.rests_at, match.vote]
    if match.sealed_in[1]:
        beside.append(match.channel_id)
    if ask is not None and resting.alone(match):
        beside.append(say("hands.no_clock"))
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
    table = match.table
    game = match.game
    where = f"<#{match.channel_id}>"
    if (table is None or match.status != "live") and resting.over(match):
        return await _rested(match, pictures)
    if table is None or match.status != "live":
        if table is None and match.status == "ended":
            return Post(head=game.title, body=(say("hands.this_table_was_closed"),))
        over = say("match.this_match_has_not")
        if table is not None:
            told = say("match.this_match_is_over")
            if match.status == "finished":
                parts = f"{upper(winners(match, seat))}.", own_place(match, seat)
                told = " ".join(filter(None, (*parts, *decided(match, seat))))
            over = say("hands.match_is_over", over=told)
        return Post(head=game.title, body=(say("hands.in", over=over, where=where),), note=note)
    view = table.view(seat)
    words = game.words
    note = note or lapsed.told(match, seat) or takeover.welcome(match, seat)
    # Since its player has let some short windows run out.
    passes = [say("hands.you_pass_short_windows")] * (match.seats[seat].lapsed >= LAPSES)
    ask = None if match.has_left(seat) else _put(match, seat)
    players = names_for_text(match)
    stand = None if ask is None else stand_at(ask, words, path)
    walked = stand.path if stand is not None else ()
    drawing = pictures.hand(game, view, ask, names_for_buttons(match), walked)
    picture, trouble = await drawn(drawing, match.failed)
    small = say("hands.table", id=match.id, where=where)
    shown = partial(Post, picture=picture, foot=small, accent=SEAT_COLOURS[seat])
    if match.resting:
        vote = match.vote
        return shown(
            head=say("hands.your_hand"),
            body=(resting.sentence(match), *trouble, *((vote_line(match),) if vote else ())),
            note="" if note == resting.sentence(match) else note,
            rows=() if match.has_left(seat) else rest_rows(match),
        )
    shown = partial(shown, note=note, picture_id=button_id(match, "picture", HAND_PICTURE))
    if ask is None:
        if match.has_left(seat):
            rest = words.spectating(view) or say("match.you_have_left")
        elif match.seats[seat].computer:
            rest = say("hands.the_computer_plays")
        else:
            held, nothing = match.seats[seat].held, NOTHING_NOW
            if held is not None and held.kind != "answer":
                nothing = WAITING[held.kind]
            elif any(each.seat == seat for each in match.waiting()):
                nothing = say("hands.your_seats_answer")
            rest = words.spectating(view) or f"{nothing} {comes}".rstrip()
        return shown(
            head=say("hands.your_hand"),
            body=(rest, *passes, *trouble, *planning.lines(match, seat, view)),
            rows=(
                *_order_rows(match, seat, view),
                *_in_rows(
                    [
                        *_back(match, seat),
                        *planning.button(match, seat, view),
                        *_standing_orders(match, seat, view, None),
                        board_link(match),
                    ]
                ),
            ),
        )
    assert stand is not None
    question = words.question(view, ask, players)
    clock = say("hands.time_runs_out", due_ms=due_ms // 1000) if due_ms is not None else ""
    body = [" · ".join(part for part in (ask.cite, clock) if part), *trouble]
    body += passes
    if stand.before is not None:
        in_parts = _in_parts(ask, stand.path)
        body.append(f"**{lapsed.label(match, view, ask, stand.path, whole=in_parts)} › …**")
    body += planning.lines(match, seat, view)
    step = words.step(stand.keys) if stand.path else ""
    if game.briefs:
        fresh = news(match, seat, game.briefs, match.seats[seat].seen)
        body += [f"-# {line}" for line in fresh]
    return shown(
        head=step or question.ask,
        body=tuple(line for line in (question.detail, *body) if line),
        rows=tuple(_choice_rows(match, seat, view, ask, stand, opened=opened)),
    )


def _standing_orders(match: Match, seat: int, view: Any, ask: Ask[Any] | None) -> list[Button]:
    """What the player may have done from now on, and what he has, each switched by its button: one
    that is on is green and has a check mark."""
    mine, auto, game = match.seats[seat], match.game.auto_answers, match.game
    out = []
    if ask is not None and ask.kind in game.windows and not mine.passes:
        out.append(press(match, "passes", ask.number))
    elif ask is not None and ask.kind in auto and ask.kind not in mine.auto_answers:
        out.append(press(match, "wish", ask.number, label=auto[ask.kind].label))
    on = [(say("press.passes"), PASSES)] * mine.passes
    on += [(auto[kind].label, auto_key(kind)) for kind in mine.auto_answers if kind in auto]
    out += [
        press(match, "unwish", seat, (key,), style="good", label=say("hands.on", what=label))
        for label, key in on
    ]
    for order in _orders(match, seat):
        label = game.words.order(view, order, names_for_buttons(match))
        if label.style == "good":
            path = (order_mark(order),)
            text = say("hands.on", what=label.text)
            out.append(press(match, "unorder", seat, path, style="good", label=text))
    return out


def auto_key(kind: str) -> str:
    """An auto answer in a custom id."""
    return kind.replace("_", "-")


def _in_rows(buttons: list[Button]) -> list[Row]:
    return [tuple(buttons[at : at + BUTTONS_A_ROW]) for at in range(0, len(buttons), BUTTONS_A_ROW)]


async def picture(
    match: Match, seat: int, pictures: Pictures, path: tuple[str, ...] = ()
) -> Picture | None:
    """The picture of a hand alone; None where it cannot be drawn, or there is no hand."""
    if match.table is None or match.status != "live":
        return None
    try:
        ask = None if match.has_left(seat) else _put(match, seat)
        players = names_for_buttons(match)
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


def board_link(match: Match) -> Button:
    """Leads from a hand to the table."""
    return Button(say("hands.board"), url=place_link(match))


def stand_at(ask: Ask[Any], words: Words, path: tuple[str, ...]) -> Stand | None:
    """Where a path leads; to the beginning of the question where it leads nowhere any more."""
    try:
        stand = walk(ask, words, path)
    except Illegal:
        stand = None
    return stand or walk(ask, words, ())


def _in_parts(ask: Ask[Any], path: tuple[str, ...]) -> bool:
    """Whether a path is of an answer that is made part by part."""
    return ask.walked is not None and path[:1] == (ask.walked.name,)


def _keys(
    match: Match, view: Any, ask: Ask[Any], stand: Stand
) -> tuple[list[Button], list[Button], list[Row], bool]:
    """What may come next: buttons, with what may be typed; of them apart what does nothing, such as
    to pass; lists of what belongs under a head of its own, or of buttons that would be many; and
    whether these lists come first."""
    words, players = match.game.words, names_for_buttons(match)
    labels = {key: words.part(view, ask, (*stand.path, key), players) for key in stand.keys}
    numbers = {} if stand.path else button_numbers(match.game, view, ask, players)
    # Cards first, in the order of the hand; at the end what asks once more.
    order = {key: at for at, key in enumerate(numbers)}
    keys = sorted(labels, key=lambda k: (labels[k].style == "grave", order.get(k, len(order))))
    so_far = drafts.carried(stand.path)
    idle = _idle(words, ask, stand, labels)
    choices = [key for key in keys if key not in idle]
    lists: dict[str, list[str]] = {}
    faces = [key for key in choices if not labels[key].under]
    if len(faces) + len(idle) > MOST_BUTTONS:
        lists[say("plain.choose_one")], faces = faces, []
    for key in choices:
        if labels[key].under:
            lists.setdefault(labels[key].under, []).append(key)
    main = bool(stand.path) and not _in_parts(ask, stand.path)
    buttons, apart = (
        [
            press(
                match,
                # A card's button carries the number that stands on the card in the picture, if any.
                "pick",
                ask.number,
                (*so_far, key),
                style=_style(labels[key], key in numbers or main),
                label="  ".join(part for part in (numbers.get(key), labels[key].text) if part),
            )
            for key in shown
        ]
        for shown in (faces, idle)
    )
    if stand.typed is not None:
        buttons.append(press(match, "type", ask.number, so_far, label=stand.typed.label))
    rows: list[Row] = []
    heads = [(head, at) for head, keys in lists.items() for at in range(0, len(keys), A_SELECT)]
    for number, (head, at) in enumerate(heads):
        lines = {key: labels[key] for key in lists[head][at : at + A_SELECT]}
        rows.append(
            Select(
                say("press.more") if at else head,
                button_id(match, "choose", ask.number, (*so_far, f"n{A_SELECT * number}")),
                tuple(Choice(line.text, key, line.detail) for key, line in lines.items()),
            )
        )
    return buttons, apart, rows, bool(rows) and choices[0] not in faces


def _idle(words: Words, ask: Ask[Any], stand: Stand, labels: Mapping[str, Label]) -> list[str]:
    """The key of a question's default where that says nothing but no, and is not what one would
    mostly do: to pass, to hold fire, to buy no more."""
    key = words.path(ask.default)[0] if ask.default in ask.options else ""
    bare = not msgspec.structs.fields(type(ask.default))
    plain = key in labels and labels[key].style == "plain"
    return [key] if bare and plain and not stand.path and len(labels) > 1 else []


def _choice_rows(
    match: Match, seat: int, view: Any, ask: Ask[Any], stand: Stand, *, opened: bool
) -> list[Row]:
    """What may be chosen, the first rows of it unless all are `opened`, and what else there is."""
    so_far = drafts.carried(stand.path)
    choices, apart, lists, lead = _keys(match, view, ask, stand)
    if ask.combination is not None and not stand.path:
        lists += _combination_rows(match, view, ask, names_for_buttons(match))
    if stand.before is None:
        # An offer is a whole answer: it would drop what has been pressed.
        apart += planning.offers(match, seat, view, ask)
    orders = _order_rows(match, seat, view) if stand.before is None else []
    rows = shown = [*_laid(choices, apart, lists, lead=lead), *orders]
    if len(rows) > MOST_ROWS:
        shown = _first(choices, apart, lists, _usual(match, ask, stand), lead=lead)
        shown += orders[: MOST_ROWS - len(shown)]
    last = [press(match, "why", ask.number, so_far)]
    if stand.before is not None:
        last.insert(0, press(match, "back", ask.number))
        if stand.before:
            last.insert(0, press(match, "back", ask.number, so_far, label=say("hands.back")))
    if len(shown) < len(rows) or len(_pressed(shown)) < len(_pressed(rows)):
        last.insert(0, press(match, "fewer" if opened else "rest", ask.number, so_far))
    last += planning.button(match, seat, view)
    if stand.before is None:
        last += _standing_orders(match, seat, view, ask)
    if ask.brought is not None and match.game.designs is not None and stand.before is None:
        label = say("hands.bring_your_own", word=match.game.designs.word)
        last.insert(0, press(match, "bring", ask.number, label=label))
    last.append(board_link(match))
    return [*(rows if opened else shown), *_in_rows(last)]


def _usual(match: Match, ask: Ask[Any], stand: Stand) -> str:
    """The key that leads on to a question's default; empty where it lies another way."""
    before = len(stand.path)
    pressed = presses(ask, match.game.words, ask.default)
    return next((p[before] for p in pressed if p[:before] == stand.path and p[before:]), "")


def _laid(
    choices: list[Button], apart: list[Button], lists: Sequence[Row], *, lead: bool
) -> list[Row]:
    """Rows of choices, the best first; what does nothing and what answers as a plan would come
    last, in a row of their own where that costs none."""
    first, last = _in_rows(choices), _in_rows(apart)
    both = _in_rows([*choices, *apart])
    if lead:
        return [*lists, *both]
    return [*first, *lists, *last] if len(first) + len(last) == len(both) else [*both, *lists]


def _first(
    choices: list[Button], apart: list[Button], lists: list[Row], usual: str, *, lead: bool
) -> list[Row]:
    """The rows that are shown before the others are asked for: all that stands apart, what has the
    default, and as many of the other choices as there is room for."""
    need = [row for row in lists if usual in _pressed([row])] or lists[:lead]
    room = BUTTONS_A_ROW * (MOST_ROWS - len(need)) - len(apart)
    kept = choices[:room]
    if any(usual in _pressed([(each,)]) for each in choices[room:]):
        kept[-1:] = [each for each in choices if usual in _pressed([(each,)])]
    free = MOST_ROWS - len(_in_rows([*kept, *apart]))
    more = [row for row in lists if row not in need][: free - len(need)]
    return _laid(kept, apart, [row for row in lists if row in (*need, *more)], lead=lead)


def _pressed(rows: Sequence[Row]) -> list[str]:
    """What can be chosen in some rows: the last keys of what is pressed, and the lines of lists."""
    items = [item for row in rows for item in ((row,) if isinstance(row, Select) else row)]
    lines = [line.value for each in items if isinstance(each, Select) for line in each.choices]
    found = [each for item in items if (each := custom_ids.read(item.custom_id)) is not None]
    return [*(key for each in found for key in each.path[-1:]), *lines]


def _style(label: Label, is_card: bool) -> Style:
    if label.style == "grave":
        return "grave"
    return "main" if is_card or label.style == "main" else "plain"


def _combination_rows(match: Match, view: Any, ask: Ask[Any], players: list[Player]) -> list[Row]:
    some = ask.combination
    assert some is not None
    words = match.game.words
    title = words.part(view, ask, (some.name,), players)
    choices = []
    for place, card in enumerate(some.items):
        label = words.part(view, ask, (some.name, f"c{card}"), players)
        choices.append(Choice(label.text, str(place), label.detail))
    rows: list[Row] = [
        Select(
            f"{title.text}: {title.detail.lower()}" if title.detail else title.text,
            button_id(match, "some", ask.number, (some.name,)),
            tuple(choices),
            some.least,
            some.most,
        )
    ]
    if some.least < some.most == len(some.items):
        everything = words.part(view, ask, words.path(some.wrap(tuple(some.items))), players)
        path = (some.name, ALL)
        rows.append((press(match, "pick", ask.number, path, style="grave", label=everything.text),))
    return rows


def order_key(order: Any) -> str:
    """An order by value, as the value of a select's line (at most 100 characters)."""
    return msgspec.json.encode(order).decode()


def order_mark(order: Any) -> str:
    """An order by value, in a custom id."""
    return hashlib.blake2s(order_key(order).encode(), digest_size=6).hexdigest()


def _orders(match: Match, seat: int) -> Sequence[Any]:
    """What a player may lay down at any time. The match may have ended while his hand was drawn:
    then that hand is about to be made anew."""
    table = match.running_or_over()
    return match.game.orders(table.context.state, seat) if match.status == "live" else ()


def _order_rows(match: Match, seat: int, view: Any) -> list[Row]:
    """What may be laid down at any time, as one select."""
    orders = _orders(match, seat)
    players = names_for_buttons(match)
    choices = []
    for order in orders[:25]:
        label = match.game.words.order(view, order, players)
        if label.style not in ("grave", "good"):
            choices.append(Choice(label.text, order_key(order), label.detail))
    if not choices:
        return []
    return [
        Select(
            say("hands.give_an_order"),
            button_id(match, "order", seat),
            tuple(choices),
        )
    ]


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
    in_parts = _in_parts(ask, path)
    whole = path if in_parts else words.path(answer)
    label = words.part(view, ask, whole, names_for_text(match))
    text = lapsed.label(match, view, ask, path, whole=True) if in_parts else label.text
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
