"""The posts of a match: lobby, board, hand and the private answers to the board's buttons.

Everything here is made from a session by seat: a channel's post from the spectator's view, a
player's post from that seat's view. Names are made harmless before they meet a sentence.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot import custom_ids
from bot.pictures import HAND, Pictures, button_numbers
from bot.posts import (
    SEAT_COLOURS,
    Button,
    Choice,
    Picture,
    Post,
    Row,
    Select,
    Style,
    plain_name,
    plain_text,
    short_name,
)
from bot.session import NEWS_LINES, Session
from bot.walk import ALL, Stand, walk
from games.engine.ask import Ask
from games.engine.game import all_games
from games.engine.players import SEAT_LETTERS, Player
from games.engine.words import Label

BUTTONS_A_ROW: Final = 5
MOST_BUTTONS: Final = 10
"""More choices than this become a select."""
PACES: Final = {"live": "live pace", "post": "by post"}
KEPT_HAND: Final = Picture(HAND, b"", "")
"""The hand's picture that a message has already, for an edit that leaves it there."""
DMS_CLOSED: Final = (
    "Your direct messages are closed, so use **My hand** under the board. Nothing else changes."
)


def said(session: Session) -> list[Player]:
    """The players as sentences may name them: no markdown, no pings."""
    return [msgspec.structs.replace(p, name=plain_name(p.name)) for p in session.players]


def faced(session: Session) -> list[Player]:
    """The players as buttons and pictures name them: nothing there reads markdown."""
    return [msgspec.structs.replace(p, name=short_name(p.name)) for p in session.players]


def who(session: Session, seat: int) -> str:
    """A seat in a sentence: its letter and its player's name."""
    return f"**{SEAT_LETTERS[seat]}** {plain_name(session.seats[seat].name)}"


# -- the lobby


def lobby(session: Session) -> Post:
    """The table before the start."""
    game = session.game
    low, high = game.seats
    lines: list[str] = []
    for number, seat in enumerate(session.seats):
        role = "computer, " + seat.computer if seat.user_id is None else ""
        if seat.user_id == session.host_id:
            role = "host"
        lines.append(who(session, number) + (f" ({role})" if role else ""))
    empty = max(session.wanted, low) - len(session.seats)
    if empty > 0:
        lines.append(f"{empty} empty {'seat' if empty == 1 else 'seats'}")
    full = len(session.seats) >= high
    return Post(
        head=game.title,
        body=(
            *lines,
            "",
            f"{game.words.options(session.options)} · {PACES[session.pace]} · {game.minutes}",
            f"Closes <t:{session.closes_at // 1000}:R> if it has not started.",
        ),
        rows=(
            (
                Button("Join", _id(session, "join"), "main", disabled=full),
                Button("Leave", _id(session, "unjoin")),
                Button("Add computer", _id(session, "computer"), disabled=full),
                Button("Options", _id(session, "options")),
                Button("Start", _id(session, "start"), "good", disabled=len(session.seats) < low),
            ),
            (Button("Words for the dice", _id(session, "luck")),),
        ),
        foot=f"Dice sealed: SHA-256 {session.commitment}",
        accent=SEAT_COLOURS[0],
    )


def closed(session: Session) -> Post:
    """A lobby or match that came to nothing."""
    started = session.table is not None
    return Post(
        head=f"{session.game.title}: {'ended' if started else 'closed'}",
        body=(
            "The players ended this match before its end." if started else "Nobody started it.",
            "/play opens a new table.",
        ),
        foot=f"/verify {session.id} opens the seal of its dice." if started else "",
    )


def _id(
    session: Session,
    verb: str,
    number: int = 0,
    path: tuple[str, ...] = (),
    *,
    sure: bool = False,
) -> str:
    return custom_ids.write(verb, session.id, number, path, sure=sure)


# -- the board


def news(session: Session, seat: int | None, lines: int = NEWS_LINES) -> list[str]:
    """The last public events in words, the newest last."""
    players = said(session)
    out = [
        session.game.words.event(told.event, players, seat)
        for told in session.news
        if not isinstance(told.event, session.game.quiet)
    ]
    return [line for line in out if line][-lines:]


async def board(session: Session, pictures: Pictures, due_ms: int | None) -> Post:
    """The match for everyone in the channel."""
    if session.status == "lobby":
        raise ValueError("a lobby has no board")
    if session.table is None or session.status == "ended":
        return closed(session)
    if session.status == "finished":
        return await _finish(session, pictures)
    game, words = session.game, session.game.words
    view = session.table.view(None)
    asked = session.waiting()
    players = said(session)
    window = bool(asked) and asked[0].kind in game.windows
    headline = words.headline(view, asked, players)
    if due_ms is not None:
        headline += f" · <t:{due_ms // 1000}:R>"
    body = [headline, *(f"-# {line}" for line in news(session, None))]
    rows: list[Row] = []
    if session.notice:
        body.append(f"**{session.notice}**")
    if session.vote is not None:
        body.append(_vote_line(session))
        rows.append(
            (
                Button("Agree", _id(session, "agree"), "good"),
                Button("No", _id(session, "refuse"), "grave"),
            )
        )
    if window:
        number = max(ask.number for ask in asked)
        rows.append(
            (
                Button("Respond", _id(session, "respond"), "main"),
                Button("Pass", _id(session, "pass", number)),
            )
        )
    rows.append(
        (
            Button("My hand", _id(session, "hand"), "plain" if window else "main"),
            Button("In words", _id(session, "words")),
            Button("What happened", _id(session, "missed")),
            Button("Rules", _id(session, "rules")),
            Button("More", _id(session, "more")),
        )
    )
    acting = asked[0].seat if len(asked) == 1 else getattr(view, "active", 0)
    return Post(
        head=f"{game.title} · {words.title(view)}",
        body=tuple(body),
        picture=await pictures.board(game, view, asked, faced(session)),
        rows=tuple(rows),
        foot=f"Table {session.id} · dice sealed: SHA-256 {session.commitment[:16]}…",
        accent=SEAT_COLOURS[acting],
    )


def _vote_line(session: Session) -> str:
    vote = session.vote
    assert vote is not None
    what = "to end this match" if vote.kind == "end" else "to take a move back"
    agreed = ", ".join(who(session, seat) for seat in vote.yes) or "nobody yet"
    return f"**Vote:** {who(session, vote.asked_by)} asks {what}. Agreed: {agreed}."


async def _finish(session: Session, pictures: Pictures) -> Post:
    assert session.table is not None
    assert session.table.result is not None
    result = session.table.result
    view = session.table.view(None)
    lines = []
    for place, seats in enumerate(result.places, 1):
        names = ", ".join(who(session, seat) for seat in seats)
        lines.append(f"{place}. {names}: {result.scores[seats[0]]} points")
    best = result.places[0]
    won = " and ".join(plain_name(session.seats[s].name) for s in best)
    head = f"{won} won" if len(best) == 1 else f"{won} share the win"
    return Post(
        head=f"{session.game.title}: {head}",
        body=(*lines, *(f"-# {line}" for line in news(session, None))),
        picture=await pictures.result(session.game, view, faced(session)),
        rows=(
            (
                Button("Again, same seats", _id(session, "again"), "main"),
                Button("What happened", _id(session, "missed")),
                Button("Verify the dice", _id(session, "verify")),
            ),
        ),
        foot=f"Table {session.id} · dice sealed at the start: SHA-256 {session.commitment}",
        accent=SEAT_COLOURS[best[0]],
    )


# -- the hand


def hand_key(session: Session, seat: int) -> str:
    """What a hand post depends on, cheap enough to compare before anything is drawn."""
    table = session.table
    if table is None or session.status != "live":
        return session.status
    view = table.view(seat)
    ask = table.ask_of(seat)
    facts = (view.hand, getattr(view, "queued", ()), ask.number if ask else 0)
    wishes = (session.seats[seat].computer, session.seats[seat].passes)
    return msgspec.json.encode((facts, wishes)).hex()


async def hand(
    session: Session,
    seat: int,
    pictures: Pictures,
    *,
    path: tuple[str, ...] = (),
    note: str = "",
    due_ms: int | None = None,
    keep_picture: bool = False,
) -> Post:
    """One player's hand and open question, walked along `path`.

    `note` is a line for this player alone, such as why a click came too late. `keep_picture`
    makes the post without drawing, for an edit that leaves the picture as it is.
    """
    table = session.table
    game = session.game
    where = f"<#{session.channel_id}>"
    top = (f"> {note}",) if note else ()
    if table is None or session.status != "live":
        over = "This match is over." if table else "This match has not started yet."
        return Post(head=game.title, body=(*top, f"{over} {where}"))
    view = table.view(seat)
    words = game.words
    ask = table.ask_of(seat)
    players = said(session)
    picture = KEPT_HAND if keep_picture else await pictures.hand(game, view, ask, faced(session))
    colour = SEAT_COLOURS[seat]
    foot = f"Table {session.id} in {where}"
    if ask is None:
        waiting = session.seats[seat].computer and (
            "The computer plays for you; any button takes your seat back."
        )
        rest = waiting or "Nothing to decide just now."
        return Post(
            head="Your hand",
            body=(*top, rest),
            picture=picture,
            rows=tuple(_order_rows(session, seat, view)),
            foot=foot,
            accent=colour,
        )
    stand = walk(ask, words, path) or walk(ask, words, ())
    assert stand is not None
    question = words.prompt(view, ask, players)
    clock = f" · <t:{due_ms // 1000}:R>" if due_ms is not None else ""
    body = [*top, f"{ask.cite}{clock}" if ask.cite or clock else ""]
    if stand.path:
        body.append("**" + words.part(view, ask, stand.path, players).text + "** …")
    return Post(
        head=question,
        body=tuple(line for line in body if line),
        picture=picture,
        rows=tuple(_choice_rows(session, seat, view, ask, stand)),
        foot=foot,
        accent=colour,
    )


def _choice_rows(session: Session, seat: int, view: Any, ask: Ask[Any], stand: Stand) -> list[Row]:
    words = session.game.words
    players = faced(session)
    rows: list[Row] = []
    labels = [
        ((*stand.path, key), words.part(view, ask, (*stand.path, key), players))
        for key in stand.keys
    ]
    numbers = {} if stand.path else button_numbers(session.game, view, ask, players)
    # Cards first, in the order of the numbers that their pictures carry.
    labels.sort(key=lambda each: int(numbers.get(each[0][-1], 99)))
    if len(labels) <= MOST_BUTTONS:
        buttons = [
            Button(
                _numbered(numbers, path, label),
                _id(session, "pick", ask.number, path),
                _style(label, path[-1] in numbers or bool(stand.path)),
            )
            for path, label in labels
        ]
        rows.extend(
            tuple(buttons[at : at + BUTTONS_A_ROW]) for at in range(0, len(buttons), BUTTONS_A_ROW)
        )
    else:
        for at in range(0, len(labels), 25):
            part = labels[at : at + 25]
            rows.append(
                Select(
                    "Choose one" if at == 0 else "More",
                    _id(session, "choose", ask.number, (*stand.path, f"n{at}")),
                    tuple(Choice(x.text, path[-1], x.detail) for path, x in part),
                )
            )
    if ask.some is not None and not stand.path:
        rows.extend(_subset_rows(session, view, ask, players))
    last = [Button("Why?", _id(session, "why", ask.number))]
    if stand.path:
        last.insert(0, Button("Back", _id(session, "back", ask.number)))
    elif ask.kind in session.game.windows:
        last.append(Button("Pass until my turn", _id(session, "passes", ask.number)))
    rows.append(tuple(last))
    rows.extend(_order_rows(session, seat, view))
    return rows


def _numbered(numbers: dict[str, str], path: tuple[str, ...], label: Label) -> str:
    """A card's button carries the number that stands on the card in the picture."""
    number = numbers.get(path[-1])
    return f"{number}  {label.text}" if number else label.text


def _style(label: Label, is_card: bool) -> Style:
    if label.style == "grave":
        return "grave"
    return "main" if is_card or label.style == "main" else "plain"


def _subset_rows(session: Session, view: Any, ask: Ask[Any], players: list[Player]) -> list[Row]:
    some = ask.some
    assert some is not None
    words = session.game.words
    title = words.part(view, ask, (some.name,), players)
    choices = []
    for place, card in enumerate(some.items):
        label = words.part(view, ask, (some.name, f"c{card}"), players)
        choices.append(Choice(label.text, str(place), label.detail))
    rows: list[Row] = [
        Select(
            f"{title.text}: {title.detail.lower()}" if title.detail else title.text,
            _id(session, "some", ask.number, (some.name,)),
            tuple(choices),
            some.least,
            some.most,
        )
    ]
    if some.most == len(some.items) > 1:
        everything = words.part(view, ask, words.path(some.wrap(tuple(some.items))), players)
        path = (some.name, ALL)
        rows.append((Button(everything.text, _id(session, "pick", ask.number, path), "grave"),))
    return rows


def order_key(order: Any) -> str:
    """An order by value, as the value of a select's line (at most 100 characters)."""
    return msgspec.json.encode(order).decode()


def _order_rows(session: Session, seat: int, view: Any) -> list[Row]:
    """What may be laid down at any time, as one select."""
    table = session.table
    assert table is not None
    orders = session.game.orders(table.live.state, seat)
    players = faced(session)
    choices = []
    for order in orders[:25]:
        label = session.game.words.order(view, order, players)
        if label.style != "grave":
            choices.append(Choice(label.text, order_key(order), label.detail))
    if not choices:
        return []
    return [Select("Play at any time", _id(session, "order", seat), tuple(choices))]


def sure(
    session: Session,
    seat: int,
    ask: Ask[Any],
    stand: Stand,
    picture: Picture | None,
) -> Post:
    """Ask once more before something foolish or irreversible."""
    path, value = stand.path, stand.value
    assert session.table is not None
    view = session.table.view(seat)
    words = session.game.words
    label = words.part(view, ask, words.path(value), said(session))
    return Post(
        head="Are you sure?",
        body=(f"**{label.text}**", label.detail),
        picture=picture,
        rows=(
            (
                Button("Yes, do it", _id(session, "pick", ask.number, path, sure=True), "grave"),
                Button("Back", _id(session, "back", ask.number)),
            ),
        ),
        accent=SEAT_COLOURS[seat],
    )


def more(session: Session, seat: int | None) -> Post:
    """What else can be done at a table."""
    return Post(
        head="More",
        body=(
            "**Undo** takes your last answer back: at once while it has had no effect, else when "
            "everyone agrees.",
            "**Hand over** lets the computer play your seat until you press anything again.",
            "**End** closes the match when most people at the table agree.",
        ),
        rows=(
            (
                Button("Undo", _id(session, "undo"), disabled=seat is None),
                Button("Hand over", _id(session, "leave"), disabled=seat is None),
                Button("My car", _id(session, "car"), disabled=seat is None),
                Button("Why did the computer?", _id(session, "whycomputer")),
                Button("End", _id(session, "end"), "grave", disabled=seat is None),
            ),
        ),
    )


def in_words(session: Session, pictures: Pictures) -> Post:
    """The board in words, good enough to play by ear."""
    table = session.running_or_over()
    view = table.view(None)
    return Post(
        head=session.game.words.title(view),
        body=(plain_text(pictures.words(session.game, view, session.waiting(), faced(session))),),
    )


def rules(session: Session, user_id: int) -> Post:
    """The rule of the player's open question, then where to look up the rest."""
    topics = session.game.words.topics()
    seat = session.seat_of(user_id)
    ask = session.ask_of(seat) if seat is not None else None
    body: list[str] = []
    if ask is not None:
        heading = ask.cite.removeprefix("Rules: ")
        topic = next((t for t in topics if t.title == heading or t.cite == ask.cite), None)
        body.append(f"Your open question stands under **{ask.cite}**.")
        if topic is not None:
            body.append(topic.text)
    body.append("Look anything up with `/rules` and `/card`:")
    body.append(", ".join(topic.title for topic in topics))
    return Post(head=f"Rules: {session.game.title}", body=tuple(body))


def rules_index() -> Post:
    """Where to look up the rules, for somebody who is at no table."""
    return Post(
        head="Rules",
        body=(
            "Look anything up with `/rules` and `/card`:",
            *(
                f"**{game.title}**: {', '.join(topic.title for topic in game.words.topics())}"
                for game in all_games()
            ),
        ),
    )


async def car(session: Session, seat: int, pictures: Pictures) -> Post:
    """One car, large."""
    table = session.running_or_over()
    view = table.view(None)
    return Post(
        head=plain_name(session.seats[seat].name),
        picture=await pictures.sheet(session.game, view, faced(session), seat),
        accent=SEAT_COLOURS[seat],
    )


def happened(session: Session, lines: list[str]) -> Post:
    """Everything since the reader's last action; the oldest go when there is too much."""
    kept: list[str] = []
    room = 3400
    for line in reversed(lines):
        room -= len(line) + 3
        if room < 0:
            kept.append("…")
            break
        kept.append(f"- {line}")
    return Post(
        head="What happened",
        body=tuple(reversed(kept)) or ("Nothing since your last action.",),
        foot=f"Table {session.id}",
    )


def table_line(session: Session, seat: int) -> str:
    """A table in a player's list, with a link to its board."""
    link = f"<#{session.channel_id}>"
    if session.board.message:
        place = session.guild_id or "@me"
        link = (
            f"[to the board](https://discord.com/channels/{place}/{session.channel_id}/"
            f"{session.board.message})"
        )
    if session.status == "lobby":
        state = "waits for its start"
    elif session.ask_of(seat) is not None:
        state = "**waits for you**"
    else:
        state = "goes on"
    return f"{session.game.title}, table {session.id}: {state} · {link}"


def status(session: Session) -> Post:
    """Who sits where, who is awaited, and how the table is set up."""
    game = session.game
    lines = []
    for number, seat in enumerate(session.seats):
        played = f" (computer, {seat.computer})" if seat.computer else ""
        lines.append(who(session, number) + played)
    if session.table is not None and session.status == "live":
        view = session.table.view(None)
        lines.append(game.words.headline(view, session.waiting(), said(session)))
        due = session.earliest_due()
        if due is not None:
            lines.append(f"The clock runs out <t:{due // 1000}:R>.")
    lines.append(f"{game.words.options(session.options)} · {PACES[session.pace]}")
    return Post(
        head=f"{game.title}, table {session.id}",
        body=tuple(lines),
        foot=f"Dice sealed: SHA-256 {session.commitment}",
    )


def help_post() -> Post:
    """How to play here."""
    return Post(
        head="How to play here",
        body=(
            "`/play` opens a table in this channel. Friends press **Join**; **Add computer** "
            "fills the rest; the host presses **Start**.",
            "The board shows what everyone may see. Your hand comes by direct message; **My "
            "hand** under the board shows it to you alone, always.",
            "Press a card to play it. Only what the rules allow can be pressed, and **Why?** "
            "says where in the turn you are.",
            "`/table` brings the board back down · `/hand` your hand · `/games` your tables · "
            "`/rules` and `/card` look things up · `/undo` takes a move back · `/leave` and "
            "`/end` · `/verify` checks the dice.",
        ),
    )
