"""The posts of a match: lobby, board, hand and the private answers to the board's buttons.

Everything here is made from a session by seat: a channel's post from the spectator's view, a
player's post from that seat's view. Names are made harmless before they meet a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec

import images
from bot.match import guests, resting
from bot.match import lobby as lobbies
from bot.match.names import plain_name, plain_text, short_name
from bot.match.session import NEWS_LINES, Session
from bot.match.votes import OFFERED
from bot.posts import custom_ids, lobby_form, takeover
from bot.posts.pictures import Pictures
from bot.posts.posts import NOBODY, SEAT_COLOURS, Button, Document, Picture, Post, Row
from bot.store import MatchLine
from bot.words import say
from games.engine.found import all_games, find, installed
from games.engine.players import SEAT_LETTERS, Player
from games.engine.words import Topic
from images.film import Filmed

PACES: Final = {"live": say("boards.live_pace"), "post": say("boards.by_post")}
_SEAT: Final = re.compile(r"\{(\d+)\}")
DIGEST_SHOWN: Final = 16
"""Digits of the digest that a board shows."""
DMS_CLOSED: Final = say("boards.your_direct_messages")


def names_for_text(session: Session) -> list[Player]:
    """The players as sentences may name them: no markdown, no pings."""
    return [msgspec.structs.replace(p, name=plain_name(p.name)) for p in session.players]


def names_for_buttons(session: Session) -> list[Player]:
    """The players as buttons and pictures name them: nothing there reads markdown."""
    return [msgspec.structs.replace(p, name=short_name(p.name)) for p in session.players]


def players_at(session: Session, clean: Callable[[str], str]) -> Callable[[int], list[Player]]:
    """What gives the players as they were when a move was made, their names as `clean` writes
    them."""
    known: dict[tuple[str, ...], list[Player]] = {}

    def at(move: int) -> list[Player]:
        names = guests.names_at(session, move)
        if names not in known:
            players = zip(session.players, names, strict=True)
            known[names] = [msgspec.structs.replace(p, name=clean(name)) for p, name in players]
        return known[names]

    return at


def reader_at(session: Session, seat: int | None, move: int) -> int | None:
    """As whom the player of a seat reads what came of a move: as a spectator (None) where he did
    not have that seat yet."""
    return seat if seat is not None and move >= session.seats[seat].since else None


def who(session: Session, seat: int) -> str:
    """A seat in a sentence: its letter and its player's name."""
    return f"**{SEAT_LETTERS[seat]}** {plain_name(session.seats[seat].name)}"


def notice(session: Session) -> str:
    """The house's line for everyone, with the names of those it speaks of."""
    return _SEAT.sub(lambda n: plain_name(session.seats[int(n[1])].name), session.notice)


def place_link(session: Session) -> str:
    """Where the table is. Not a message: the board is posted again from time to time."""
    return f"https://discord.com/channels/{session.guild_id or '@me'}/{session.channel_id}"


# -- the lobby


def lobby(session: Session) -> Post:
    """The table before the start."""
    game = session.game
    low, high = game.room(session.options)
    lines: list[str] = []
    for number, seat in enumerate(session.seats):
        role = "computer, " + seat.computer if seat.user_id is None else ""
        if seat.user_id == session.host_id:
            role = "host"
        lines.append(who(session, number) + (f" ({role})" if role else ""))
    empty = max(0, session.places - len(session.seats))
    kept = lobbies.kept(session)
    lines += [
        say("boards.invited_press_join_seat", name=plain_name(guest.name), at=guest.at // 1000)
        for guest in kept
    ]
    if free := empty - len(kept):
        lines.append(f"{free} empty {'seat' if free == 1 else 'seats'}")
    setup = [game.words.options(session.options), PACES[session.pace]]
    if session.thread == "wanted":
        setup.append(say("boards.in_a_thread"))
    if session.options == game.Options():
        setup.append(game.minutes)
    host = session.seat_of(session.host_id)
    starts = (
        say("boards.presses_start", who=who(session, host)) if host is not None else "**Start**"
    )
    short = (
        say("boards.once_there_are_players", low=low)
        if len(session.seats) < low
        else say("boards.to_begin")
    )
    crowd = session.crowd()
    computers = sum(seat.user_id is None for seat in session.seats)
    below = (
        *(
            [Button(say("boards.remove_computer"), button_id(session, "drop", computers))]
            if computers
            else []
        ),
        Button(say("boards.add_to_the_shuffle"), button_id(session, "luck")),
        *(
            Button(say("boards.more_options"), button_id(session, "options", page))
            for page in range(1, len(lobby_form.pages(session)))
        ),
        Button(say("boards.seats"), button_id(session, "seats")),
    )
    return Post(
        head=game.title,
        body=(
            *lines,
            "",
            " · ".join(setup),
            *((f"**{crowd}**",) if crowd else ()),
            *((f"**{notice(session)}**",) if session.notice else ()),
            say("boards.sealing_the_dice_then")
            if session.sealing
            else say(
                "boards.the_table_closes_if",
                starts=starts,
                short=short,
                closes_at=session.closes_at // 1000,
            ),
        ),
        rows=()
        if session.sealing
        else (
            (
                Button(say("boards.join"), button_id(session, "join"), "main", disabled=not empty),
                Button(say("boards.leave"), button_id(session, "unjoin")),
                Button(
                    say("boards.add_computer"), button_id(session, "computer"), disabled=not empty
                ),
                Button(say("boards.options"), button_id(session, "options")),
                Button(
                    say("boards.start"),
                    button_id(session, "start"),
                    "good",
                    disabled=not low <= len(session.seats) <= high,
                ),
            ),
            below[:5],
            *([below[5:]] if below[5:] else []),
        ),
        foot=say("boards.chance_sealed_sha_256", commitment=session.commitment),
        accent=SEAT_COLOURS[0],
    )


def seal(session: Session) -> Post:
    """The message that is posted before anything is dealt, and never edited."""
    words = f"“{plain_text(session.words)}”" if session.words else "none"
    again = say("boards.start_2", starts=session.starts) if session.starts > 1 else ""
    return Post(
        head=say("boards.dice_sealed", title=session.game.title),
        body=(
            say("boards.table_sha_256", id=session.id, again=again),
            f"`{session.commitment}`",
            say("boards.players_words", words=words),
            say("boards.the_id"),
        ),
    )


def seal_link(session: Session) -> str:
    """Where the sealing message stands."""
    return _link(sealed_in(session), session.seal_message)


def sealed_in(session: Session) -> tuple[int, int]:
    """Server and channel of the sealing message: it stays where the match began."""
    return session.sealed_in if session.sealed_in[1] else (session.guild_id, session.channel_id)


def channel_link(session: Session) -> str:
    """Where the table is. Without the board's id, because boards are posted again."""
    return f"https://discord.com/channels/{session.guild_id or '@me'}/{session.channel_id}"


def started(session: Session) -> Post:
    """What becomes of a lobby's message at the press of Start."""
    if session.thread == "own":
        return sign(session)
    return Post(
        head=session.game.title,
        body=(say("boards.the_match_has_begun"),),
    )


def sign(session: Session) -> Post:
    """The lobby's message once the table is in a thread of its own: it leads there."""
    game = session.game
    lines = [who(session, number) for number in range(len(session.seats))]
    head = game.title
    if session.status == "finished":
        head = f"{game.title}: {winners(session)}"
    elif session.status == "ended":
        head = say("boards.ended", title=game.title)
    elif session.table is not None:
        try:
            head = f"{game.title} · {game.words.title(session.table.view(None))}"
        except Exception as error:
            session.failed(error)
    return Post(
        head=head,
        body=(*lines, say("boards.the_table", channel_id=session.channel_id)),
        rows=((Button(say("boards.to_the_table"), url=channel_link(session)),),),
        foot=say("boards.table", id=session.id),
    )


def moved(session: Session) -> Post:
    """The sign of a table that has left its thread: all that stays true whatever is played."""
    return Post(
        head=session.game.title,
        body=(say("boards.the_table_is_in_now", channel_id=session.channel_id),),
        rows=((Button(say("boards.to_the_table"), url=channel_link(session)),),),
        foot=say("boards.table", id=session.id),
    )


def further_down(session: Session) -> Post:
    """What becomes of a board that is no longer the table's, when somebody presses it."""
    return Post(
        head=session.game.title,
        body=(say("boards.this_board"),),
        rows=((Button(say("boards.to_the_board"), url=board_link(session)),),),
    )


def board_link(session: Session) -> str:
    """Where the board stands, or the channel while it has none."""
    if session.board.message:
        return _link((session.guild_id, session.channel_id), session.board.message)
    return f"<#{session.channel_id}>"


def _link(place: tuple[int, int], message: int) -> str:
    server, channel = place
    return f"https://discord.com/channels/{server or '@me'}/{channel}/{message}"


def closed(session: Session, pictures: Pictures) -> Post:
    """A lobby or match that came to nothing; one that rested too long shows how all stood."""
    started = session.table is not None
    rested = resting.over(session)
    by_players = say("boards.the_players_ended")
    return Post(
        head=f"{session.game.title}: {'ended' if started else 'closed'}",
        picture=standing(session, pictures) if rested else None,
        body=(
            rested or (by_players if started else session.notice or say("boards.nobody_started")),
            *((say("boards.check_the_dice_verify", id=session.id),) if started else ()),
            say("boards.play_opens_a_new"),
        ),
        foot=say("boards.table_2", id=session.id, sealed=_sealed(session)) if started else "",
    )


def button_id(
    session: Session,
    verb: str,
    number: int = 0,
    path: tuple[str, ...] = (),
    *,
    sure: bool = False,
) -> str:
    return custom_ids.write(verb, session.id, number, path, sure=sure)


# -- the board


def news(session: Session, seat: int | None, lines: int = NEWS_LINES, since: int = 0) -> list[str]:
    """The last public events in words, from a move on, the newest last."""
    players = players_at(session, plain_name)
    out = [
        session.game.words.event(told.event, players(at), reader_at(session, seat, at))
        for at, told in session.news
        if at >= since and not session.game.is_quiet(told.event)
    ]
    return [line for line in out if line][-lines:]


def undrawn(session: Session, pictures: Pictures, due_ms: int | None) -> Post:
    """The match for everyone in the channel, with a picture that is not drawn yet: the post's key
    tells whether it need be."""
    if session.status == "lobby":
        raise ValueError("a lobby has no board")
    if session.table is None or session.status == "ended":
        return closed(session, pictures)
    if session.status == "finished":
        return _finish(session, pictures)
    game, words = session.game, session.game.words
    view = session.table.view(None)
    asked = session.waiting()
    players = names_for_text(session)
    window = bool(asked) and asked[0].kind in game.windows
    headline = words.headline(view, asked, players)
    if due_ms is not None:
        headline += say("boards.time_runs_out", due_ms=due_ms // 1000)
    if session.resting:
        headline, window = resting.sentence(session), False
    body = [headline, *(f"-# {line}" for line in news(session, None))]
    rows: list[Row] = []
    if session.notice:
        body.append(f"**{notice(session)}**")
    if session.vote is not None:
        body.append(vote_line(session))
        rows.append(vote_row(session))
    body += takeover.lines(session)
    if window:
        number = max(ask.number for ask in asked)
        rows.append(
            (
                Button(say("boards.respond"), button_id(session, "respond"), "main"),
                Button(say("boards.pass"), button_id(session, "pass", number)),
            )
        )
    rows.append(
        (
            _wake_button(session)
            if session.resting
            else Button(
                say("boards.my_hand"), button_id(session, "hand"), "plain" if window else "main"
            ),
            Button(say("boards.in_words"), button_id(session, "words")),
            Button(say("boards.what_happened"), button_id(session, "missed")),
            Button(say("boards.rules"), button_id(session, "rules")),
            Button(say("boards.more"), button_id(session, "more")),
        )
    )
    # Below all others: no button may move under a thumb because somebody asks for a seat.
    rows += takeover.rows(session)
    acting = asked[0].seat if len(asked) == 1 else view.active
    return Post(
        head=f"{game.title} · {words.title(view)}",
        body=tuple(body),
        picture=pictures.board(game, view, asked, names_for_buttons(session)),
        rows=tuple(rows),
        foot=say(
            "boards.table_chance_sealed_sha", id=session.id, commitment=session.commitment[:16]
        ),
        accent=SEAT_COLOURS[acting] if acting >= 0 else NOBODY,
        picture_id=button_id(session, "picture"),
    )


def _wake_button(session: Session) -> Button:
    return Button(say("boards.wake_the_table"), button_id(session, "wake"), "main")


def rest_rows(session: Session) -> tuple[Row, ...]:
    """What can be pressed under a hand while the table rests."""
    if session.resting != resting.GONE:
        return ((_wake_button(session),),)
    if session.vote is not None and session.vote.kind == "end":
        return (vote_row(session),)
    return ((Button(say("boards.end_the_match"), button_id(session, "end"), "grave"),),)


def vote_row(session: Session) -> tuple[Button, ...]:
    """The buttons of the open vote."""
    number = session.vote.number if session.vote is not None else 0
    return (
        Button(say("boards.agree"), button_id(session, "agree", number), "good"),
        Button(say("boards.no"), button_id(session, "refuse", number), "grave"),
    )


def vote_line(session: Session) -> str:
    """What the table is voting on, and who has agreed."""
    vote = session.vote
    assert vote is not None
    what = say("boards.to_end_this_match") if vote.kind == "end" else say("boards.to_take_back")
    if vote.kind == "undo":
        what += f" “{vote.what}”" if vote.what else say("boards.the_last_move")
    agreed = ", ".join(who(session, seat) for seat in vote.yes) or say("boards.nobody_yet")
    if vote.asked_by == OFFERED:
        return say("boards.vote_end_this_match", agreed=agreed)
    return say("boards.vote_asks_agreed", who=who(session, vote.asked_by), what=what, agreed=agreed)


def winners(session: Session, reader: int | None = None) -> str:
    """Who has won a match that is over, as the player of a seat reads it: "Ann won", "You won"."""
    assert session.table is not None
    assert session.table.result is not None
    best = session.table.result.places[0]
    if len(best) == len(session.seats):
        return say("boards.its_a_draw")
    names = [plain_name(session.seats[seat].name) for seat in best if seat != reader]
    won = " and ".join([say("boards.you"), *names] if reader in best else names)
    return say("boards.won", won=won) if len(best) == 1 else say("boards.share_the_win", won=won)


def _finish(session: Session, pictures: Pictures) -> Post:
    assert session.table is not None
    assert session.table.result is not None
    result = session.table.result
    view = session.table.view(None)
    lines = []
    for place, seats in enumerate(result.places, 1):
        names = ", ".join(who(session, seat) for seat in seats)
        score = session.game.words.score(view, result.scores[seats[0]])
        lines.append(f"{place}. {names}: {score}")
    filmed = isinstance(images.artist(session.game.name), Filmed)
    best = result.places[0]
    if session.undos:
        lines.append(say("boards.undos", undos=session.undos))
    lines += takeover.past(session)
    return Post(
        head=f"{session.game.title}: {winners(session)}",
        body=(
            *([f"**{notice(session)}**"] if session.notice else []),
            *lines,
            *(f"-# {line}" for line in news(session, None)),
        ),
        picture=pictures.result(session.game, view, names_for_buttons(session)),
        rows=(
            (
                Button(say("boards.again_same_players"), button_id(session, "again"), "main"),
                Button(say("boards.what_happened"), button_id(session, "missed")),
                *([Button(say("boards.replay"), button_id(session, "replay"))] if filmed else []),
                Button(say("boards.check_fairness"), button_id(session, "verify")),
            ),
        ),
        foot=say("boards.table_2", id=session.id, sealed=_sealed(session)),
        accent=SEAT_COLOURS[best[0]],
    )


def _sealed(session: Session) -> str:
    """The dice of a match that is over, for its small print."""
    if not session.digest:
        return say("boards.dice_sealed_before", commitment=session.commitment)
    sealed = say("boards.sealed_before_the_start", seal_link=seal_link(session))
    return say("boards.dice_digest_of_all", sealed=sealed, digest=session.digest[:DIGEST_SHOWN])


def more(session: Session, seat: int | None, user_id: int) -> Post:
    """What else can be done at a table."""
    mine = session.seats[seat] if seat is not None else None
    wishes = mine is not None and (mine.passes or bool(mine.wishes) or mine.plan is not None)
    # Without other people the computer would play for nobody: the table pauses.
    alone = seat is not None and session.people() == [seat]
    name = say("boards.pause") if alone else say("boards.hand_over")
    what = say("boards.stops_the_table") if alone else say("boards.lets_the_computer_play")
    return Post(
        head=say("boards.more"),
        body=(
            say("boards.undo_takes_your_last"),
            say("boards.until_you_press_anything", name=name, what=what),
            say("boards.my_car_shows"),
            say("boards.computers_reasons_says_why"),
            say("boards.end_closes_the_match"),
            say("boards.standings_shows_how_all"),
            say("boards.ask_me_everything_takes"),
            say("boards.notices_sets_where"),
            *takeover.more_lines(session, seat),
        ),
        rows=(
            (
                Button(say("boards.undo"), button_id(session, "undo"), disabled=seat is None),
                Button(name, button_id(session, "leave"), disabled=seat is None),
                Button(say("boards.my_car"), button_id(session, "car"), disabled=seat is None),
                Button(say("boards.computers_reasons"), button_id(session, "whycomputer")),
                Button(
                    say("boards.end"), button_id(session, "end"), "grave", disabled=seat is None
                ),
            ),
            (
                Button(say("boards.standings"), button_id(session, "standings")),
                Button(say("boards.chart"), button_id(session, "chart")),
                Button(
                    say("boards.ask_me_everything"),
                    button_id(session, "askme"),
                    disabled=not wishes,
                ),
                Button(say("boards.notices"), button_id(session, "notify")),
            ),
            takeover.more_row(session, user_id),
        ),
    )


def in_words(session: Session, pictures: Pictures) -> Post:
    """The board in words, good enough to play by ear."""
    table = session.running_or_over()
    view = table.view(None)
    return Post(
        head=session.game.words.title(view),
        body=(
            plain_text(
                pictures.words(session.game, view, session.waiting(), names_for_buttons(session))
            ),
        ),
    )


def rules(session: Session, user_id: int) -> Post:
    """The rule of the player's open question, else the game in a minute, which is every game's
    first topic; then where to look up the rest."""
    topics = session.game.words.topics()
    seat = session.seat_of(user_id)
    ask = session.ask_of(seat) if seat is not None else None
    asked: list[Topic] = []
    if ask is not None:
        cites = ask.cite.split("; ")
        asked = [t for t in topics if any(cite in t.cite.split("; ") for cite in cites)]
    body = [
        say("boards.you_are_being_asked", title=topic.title, text=topic.text) for topic in asked[:1]
    ]
    body = body or [f"**{topic.title}.** {topic.text}" for topic in topics[:1]]
    body.append(say("boards.look_anything_up"))
    body.append(" · ".join(topic.title for topic in topics))
    return Post(head=say("boards.rules_2", title=session.game.title), body=tuple(body))


def rules_index() -> Post:
    """Where to look up the rules, for somebody who is at no table."""
    return Post(
        head=say("boards.rules"),
        body=(
            say("boards.look_anything_up"),
            *(
                f"**{game.title}**: {' · '.join(topic.title for topic in game.words.topics())}"
                for game in all_games()
            ),
        ),
    )


async def car(session: Session, seat: int, pictures: Pictures) -> Post:
    """One's own car, large, for its player alone."""
    table = session.running_or_over()
    view = table.view(seat)
    return Post(
        head=plain_name(session.seats[seat].name),
        picture=await pictures.sheet(session.game, view, names_for_buttons(session), seat),
        accent=SEAT_COLOURS[seat],
    )


def happened(session: Session, lines: list[str], record: str = "") -> Post:
    """Everything since the reader's last action; the oldest go when there is too much.

    `record` is all of a match that is over, as plain text to keep.
    """
    kept: list[str] = []
    room = 3400
    for line in reversed(lines):
        room -= len(line) + 3
        if room < 0:
            kept.append("…")
            break
        kept.append(f"- {line}")
    return Post(
        head=say("boards.what_happened"),
        body=tuple(reversed(kept)) or (say("boards.nothing_since_your_last"),),
        document=Document(f"match-{session.id}.txt", record.encode()) if record else None,
        foot=say("boards.table", id=session.id),
    )


def standing(session: Session, pictures: Pictures) -> Picture | None:
    """How everybody sees the players stand, not drawn yet; None before the start."""
    if session.table is None:
        return None
    return pictures.result(session.game, session.table.view(None), names_for_buttons(session))


async def standings(session: Session, seat: int | None, pictures: Pictures) -> Post:
    """How the players stand, or stood at the end, as the reader (None: a spectator) knows it."""
    table = session.running_or_over()
    view = table.view(seat)
    post = Post(
        head=say(
            "boards.standings_2", title=session.game.title, title2=session.game.words.title(view)
        ),
        picture=pictures.result(session.game, view, names_for_buttons(session)),
        foot=say("boards.table", id=session.id),
    )
    return await pictures.paint(post, session.failed)


async def chart(session: Session, pictures: Pictures) -> Post:
    """The game so far as lines."""
    table = session.running_or_over()
    chart = session.game.words.chart(table.view(None))
    return Post(
        head=f"{session.game.title} · {chart.title}",
        picture=await pictures.chart(chart, names_for_buttons(session)),
        foot=say("boards.table", id=session.id),
    )


def title(game: str) -> str:
    """A game's title, or its name where the game is not installed."""
    return find(game).title if installed(game) else game


def out_of_order_line(line: MatchLine) -> str:
    """A table that cannot be loaded, in a player's list."""
    return say(
        "boards.table_out_of_order", title=title(line.game), id=line.id, channel_id=line.channel_id
    )


def status(session: Session, now: int) -> Post:
    """Who sits where, who is awaited, and how the table is set up."""
    game = session.game
    lines = []
    for number, seat in enumerate(session.seats):
        played = f" (computer, {seat.computer})" if seat.computer else ""
        lines.append(who(session, number) + played)
    if session.table is not None and session.status == "live":
        view = session.table.view(None)
        lines.append(game.words.headline(view, session.waiting(), names_for_text(session)))
        due = session.earliest_due(now)
        if due is not None:
            lines.append(say("boards.the_clock_runs_out", due=due // 1000))
    lines += takeover.past(session)
    lines.append(f"{game.words.options(session.options)} · {PACES[session.pace]}")
    return Post(
        head=say("boards.table_3", title=game.title, id=session.id),
        body=tuple(lines),
        foot=say("boards.chance_sealed_sha_256", commitment=session.commitment),
    )


def help_post() -> Post:
    """How to play here."""
    return Post(
        head=say("boards.how_to_play_here"),
        body=(
            say("boards.play_opens_a_table"),
            say("boards.the_board_shows_what"),
            say("boards.press_a_cards_button"),
            say("boards.where_a_turn"),
            say("boards.table_brings_the_board"),
        ),
    )
