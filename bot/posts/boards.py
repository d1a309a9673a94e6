"""The posts of a match: lobby, board, hand and the private answers to the board's buttons.

Everything here is made from a match by seat: a channel's post from the spectator's view, a
player's post from that seat's view. Names are made harmless before they meet a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import images
import images.lobby
from bot.match import resting
from bot.match.drivers import DRIVERS
from bot.match.match import Match
from bot.match.names import plain_name, plain_text
from bot.match.seats import Seat
from bot.match.votes import OFFERED, VoteKind
from bot.posts import takeover
from bot.posts.naming import named, names_for_buttons, names_for_text, notice
from bot.posts.news import decided, fresh, introduced, public
from bot.posts.pictures import Pictures
from bot.posts.posts import (
    NOBODY,
    SEAT_COLOURS,
    Button,
    Document,
    Picture,
    Post,
    Row,
)
from bot.posts.pressing import button_id, press, who
from bot.words import say
from games.engine.found import find, installed
from games.engine.voice import listed, ordinal, upper

PACES: Final = {"live": say("boards.live_pace"), "post": say("boards.by_post")}
VOTES: Final[dict[VoteKind, str]] = {
    "end": say("boards.vote_end"),
    "undo": say("boards.vote_undo"),
    "hurry": say("boards.vote_hurry"),
}
"""What a table can be asked."""
DIGEST_SHOWN: Final = 16
"""Digits of the digest that a board shows."""


def place_link(match: Match) -> str:
    """Where the table is. Not a message: the board is posted again from time to time."""
    return f"https://discord.com/channels/{match.guild_id or '@me'}/{match.channel_id}"


def foot(match: Match) -> str:
    """Which table it is, as small print."""
    return say("boards.table", id=match.id)


def role_of(seat: Seat) -> str:
    """What stands beside a computer seat's name."""
    role = say("boards.computer", level=seat.computer)
    driver = DRIVERS.get(seat.name)
    return role + say("boards.driver", about=driver.about) if driver else role


def seal(match: Match) -> Post:
    """The message that is posted before anything is dealt, and never edited."""
    words = f"“{plain_text(match.words)}”" if match.words else "none"
    again = say("boards.start_2", starts=match.starts) if match.starts > 1 else ""
    return Post(
        head=say("boards.dice_sealed", title=match.game.title),
        body=(
            say("boards.table_sha_256", id=match.id, again=again, seal=short_seal(match)),
            say("boards.players_words", words=words),
            say("boards.the_id"),
        ),
        foot=say("boards.whole_seal", commitment=match.commitment),
    )


def short_seal(match: Match) -> str:
    """The seal as far as a phone has room for it; the sealing message and /verify show it whole."""
    return say("boards.seal", first=match.commitment[:8], last=match.commitment[-4:])


def seal_link(match: Match) -> str:
    """Where the sealing message stands."""
    return _link(sealed_in(match), match.seal_message)


def sealed_in(match: Match) -> tuple[int, int]:
    """Server and channel of the sealing message: it stays where the match began."""
    return match.sealed_in if match.sealed_in[1] else (match.guild_id, match.channel_id)


def started(match: Match) -> Post:
    """What becomes of a lobby's message at the press of Start."""
    if match.thread == "own":
        return sign(match)
    return Post(
        head=match.game.title,
        body=(say("boards.the_match_has_begun"),),
    )


def sign(match: Match) -> Post:
    """The lobby's message once the table is in a thread of its own: it leads there."""
    game = match.game
    lines = [who(match, number) for number in range(len(match.seats))]
    head = game.title
    if match.status == "finished":
        head = f"{game.title}: {winners(match)}"
    elif match.status == "ended":
        head = say("boards.ended", title=game.title)
    elif match.table is not None:
        try:
            head = f"{game.title} · {game.words.title(match.table.view(None))}"
        except Exception as error:
            match.failed(error)
    return Post(
        head=head,
        body=(*lines, say("boards.the_table", channel_id=match.channel_id)),
        rows=((Button(say("boards.to_the_table"), url=place_link(match)),),),
        foot=foot(match),
    )


def moved(match: Match) -> Post:
    """The sign of a table that has left its thread: all that stays true whatever is played."""
    return Post(
        head=match.game.title,
        body=(say("boards.the_table_is_in_now", channel_id=match.channel_id),),
        rows=((Button(say("boards.to_the_table"), url=place_link(match)),),),
        foot=foot(match),
    )


def further_down(match: Match) -> Post:
    """What becomes of a board that is no longer the table's, when somebody presses it."""
    return Post(
        head=match.game.title,
        body=(say("boards.this_board"),),
        rows=((Button(say("boards.to_the_board"), url=board_link(match)),),),
    )


def board_link(match: Match) -> str:
    """Where the board stands, or the channel while it has none."""
    if match.board.message:
        return _link((match.guild_id, match.channel_id), match.board.message)
    return f"<#{match.channel_id}>"


def _link(place: tuple[int, int], message: int) -> str:
    server, channel = place
    return f"https://discord.com/channels/{server or '@me'}/{channel}/{message}"


def closed(match: Match, pictures: Pictures) -> Post:
    """A lobby or match that came to nothing; one that rested too long shows how all stood."""
    started = match.table is not None
    rested = resting.over(match)
    by_players = say("boards.the_players_ended")
    title = match.game.title
    return Post(
        head=say("boards.ended", title=title) if started else say("boards.closed", title=title),
        picture=standing(match, pictures) if rested else None,
        body=(
            rested or (by_players if started else match.notice or say("lobby.nobody_started")),
            *((say("boards.check_the_dice_verify", id=match.id),) if started else ()),
            say("boards.play_opens_a_new"),
        ),
        foot=say("boards.table_2", id=match.id, sealed=_sealed(match)) if started else "",
    )


# -- the board


def undrawn(match: Match, pictures: Pictures, due_ms: int | None) -> Post:
    """The match for everyone in the channel, with a picture that is not drawn yet: the post's key
    tells whether it need be."""
    if match.status == "lobby":
        raise ValueError("a lobby has no board")
    if match.table is None or match.status == "ended":
        return closed(match, pictures)
    if match.status == "finished":
        return _finish(match, pictures)
    game, words = match.game, match.game.words
    view = match.table.view(None)
    asked = match.waiting()
    players = names_for_text(match)
    window = bool(asked) and asked[0].kind in game.windows
    headline = words.headline(view, asked, players)
    if due_ms is not None:
        headline += say("boards.time_runs_out", due_ms=due_ms // 1000)
    if len(match.people()) > 1 and len(asked) > 1 and all(map(match.builds, asked)):
        headline += say("boards.in_secret")
    if match.resting:
        headline, window = resting.sentence(match), False
    body = [headline]
    if match.undone:
        body.append(f"**{named(match, match.undone)}**")
    told, rows = put_to_all(match)
    body += told
    if window:
        number = max(ask.number for ask in asked)
        rows.append(
            (
                press(match, "respond", style="main"),
                press(match, "pass", number, label=pass_label(match) or say("press.pass")),
            )
        )
    rows.append(
        (
            _wake_button(match)
            if match.resting
            else press(match, "hand", style="plain" if window else "main"),
            press(match, "words"),
            press(match, "missed"),
            press(match, "rules"),
            press(match, "more"),
        )
    )
    # Below all others: no button may move under a thumb because somebody asks for a seat.
    rows += takeover.rows(match)
    acting = asked[0].seat if len(asked) == 1 else view.active
    return Post(
        head=f"{game.title} · {words.title(view)}",
        body=tuple(body),
        picture=pictures.board(game, view, asked, names_for_buttons(match), public(match)),
        news=(*introduced(match), *fresh(match)),
        rows=tuple(rows),
        foot=say("boards.table_chance_sealed_sha", id=match.id, seal=short_seal(match)),
        accent=SEAT_COLOURS[acting] if acting >= 0 else NOBODY,
        picture_id=button_id(match, "picture"),
    )


def put_to_all(match: Match) -> tuple[list[str], list[Row]]:
    """The house's notice and what the table is asked, with the buttons of that."""
    told = [f"**{notice(match)}**"] if match.notice else []
    rows: list[Row] = []
    if match.vote is not None:
        told.append(vote_line(match))
        rows.append(vote_row(match))
    return [*told, *takeover.lines(match)], rows


def pass_label(match: Match) -> str:
    """What passing is called in the open window, where all in it are asked the same; else empty."""
    kind, *others = {ask.kind for ask in match.waiting()} or {""}
    return "" if others else match.game.words.button(kind, "pass")


def _wake_button(match: Match) -> Button:
    return press(match, "wake", style="main")


def rest_rows(match: Match) -> tuple[Row, ...]:
    """What can be pressed under a hand while the table rests."""
    if match.resting != resting.GONE:
        return ((_wake_button(match),),)
    if match.vote is not None and match.vote.kind == "end":
        return (vote_row(match),)
    return ((press(match, "end", style="grave"),),)


def vote_row(match: Match) -> tuple[Button, ...]:
    """The buttons of the open vote."""
    number = match.vote.number if match.vote is not None else 0
    return (
        press(match, "agree", number, style="good"),
        press(match, "refuse", number, style="grave"),
    )


def vote_line(match: Match) -> str:
    """What the table is voting on, and who has agreed."""
    vote = match.vote
    assert vote is not None
    what = VOTES[vote.kind]
    if vote.kind == "undo":
        move = named(match, vote.what).rstrip(".")
        what += f" “{move}”" if move else say("boards.the_last_move")
    agreed = ", ".join(who(match, seat) for seat in vote.yes) or say("boards.nobody_yet")
    if vote.asked_by == OFFERED:
        return say("boards.vote_end_this_match", agreed=agreed)
    return say("boards.vote_asks_agreed", who=who(match, vote.asked_by), what=what, agreed=agreed)


def _placed(match: Match) -> Sequence[Sequence[int]]:
    """The seats of a match that is over, by place."""
    result = match.running_or_over().result
    assert result is not None
    return result.places


def winners(match: Match, reader: int | None = None) -> str:
    """Who has won a match that is over, as the player of a seat reads it: "Ann won", "You won"."""
    best = _placed(match)[0]
    if len(best) == len(match.seats):
        return say("boards.its_a_draw")
    names = [plain_name(match.seats[seat].name) for seat in best if seat != reader]
    won = listed([say("names.you"), *names] if reader in best else names)
    return say("boards.won", won=won) if len(best) == 1 else say("boards.share_the_win", won=won)


def own_place(match: Match, seat: int) -> str:
    """Which place a player has come in; empty of who has won."""
    place = 1
    for seats in _placed(match):
        if seat in seats:
            break
        place += len(seats)
    if place == 1:
        return ""
    return say("boards.own_place", place=ordinal(place), count=len(match.seats))


def _ended(match: Match, view: object, seat: int) -> str:
    """A seat in a line of the result."""
    how = match.game.words.ended(view, seat)
    return say("boards.seat_ended", who=who(match, seat), how=how) if how else who(match, seat)


def _outcome(match: Match) -> str:
    """The one sentence of a result: who won, and what decided it or that computers played on."""
    won = winners(match)
    if match.alone is not None:
        return say("boards.result", won=upper(say("boards.played_on", won=won)))
    why, tells_who = decided(match)
    if tells_who:
        return say("boards.result", won=why)
    if why:
        return say("boards.result_decided", won=upper(won), why=why)
    return say("boards.result", won=upper(won))


def _finish(match: Match, pictures: Pictures) -> Post:
    view = match.view(None)
    filmed = images.artist(match.game.name).film is not None
    best = _placed(match)[0]
    return Post(
        head=match.game.title,
        body=(*([f"**{notice(match)}**"] if match.notice else []), _outcome(match)),
        picture=pictures.result(match.game, view, names_for_buttons(match)),
        rows=(
            (
                press(match, "again", style="main"),
                press(match, "missed"),
                *([press(match, "replay")] if filmed else []),
                press(match, "verify"),
            ),
        ),
        foot=say("boards.table_2", id=match.id, sealed=_sealed(match)),
        accent=SEAT_COLOURS[best[0]],
    )


def _sealed(match: Match) -> str:
    """The dice of a match that is over and what was taken back, for its small print."""
    if not match.digest:
        return say("boards.dice_sealed_before", commitment=match.commitment)
    sealed = say("boards.sealed_before_the_start", seal_link=seal_link(match))
    digest = match.digest[:DIGEST_SHOWN]
    if not match.undos:
        return say("boards.dice_digest_of_all", sealed=sealed, digest=digest)
    return say("boards.dice_digest_and_undos", sealed=sealed, digest=digest, undos=match.undos)


def in_words(match: Match, pictures: Pictures) -> Post:
    """The board in words, good enough to play by ear."""
    view = match.view(None)
    head = match.game.words.title(view)
    told = pictures.words(
        match.game, view, match.waiting(), names_for_buttons(match), public(match)
    )
    # Words beside a picture say the moment first; here the head has said it.
    return Post(head=head, body=(plain_text(told.removeprefix(f"{head}: ")),))


async def car(match: Match, seat: int, pictures: Pictures) -> Post:
    """One's own car, large, for its player alone."""
    view = match.view(seat)
    return Post(
        head=plain_name(match.seats[seat].name),
        picture=await pictures.sheet(match.game, view, names_for_buttons(match), seat),
        accent=SEAT_COLOURS[seat],
    )


def places(match: Match) -> list[str]:
    """How the players of a match that is over are placed, and what else is to be told of it."""
    table = match.table
    if table is None or table.result is None or match.status != "finished":
        return []
    result, view = table.result, table.view(None)
    lines = []
    for place, seats in enumerate(result.places, 1):
        names = ", ".join(_ended(match, view, seat) for seat in seats)
        score = match.game.words.score(view, result.scores[seats[0]])
        lines.append(f"{place}. {names}: {score}")
    return [*lines, *takeover.past(match)]


def happened(match: Match, turns: Sequence[Sequence[str]], record: str = "") -> Post:
    """Everything since the reader's last action, the lines of each turn; the oldest turns go when
    there is too much, and of a turn that is too long by itself its first lines. Of a match that is
    over the places come first.

    `record` is all of it then, as plain text to keep.
    """
    ended = places(match)
    kept: list[str] = []
    room = 3400 - sum(map(len, ended))
    for lines in reversed(turns):
        fitting = _newest(lines, room)
        if len(fitting) < len(lines):
            # What is told begins with a turn where one fits.
            kept = ["…", *(kept or fitting)]
            break
        kept = [*fitting, *kept]
        room -= sum(len(item) + 1 for item in fitting)
    return Post(
        head=say("press.missed"),
        body=(*ended, *kept) or (say("boards.nothing_since_your_last"),),
        document=Document(f"match-{match.id}.txt", record.encode()) if record else None,
        foot=foot(match),
    )


def _newest(lines: Sequence[str], room: int) -> list[str]:
    """The last lines that fit, as items of a list."""
    out: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 3
        if room < 0:
            break
        out.append(f"- {line}")
    return out[::-1]


def standing(match: Match, pictures: Pictures) -> Picture | None:
    """How everybody sees the players stand, not drawn yet; None before the start."""
    if match.table is None:
        return None
    return pictures.result(match.game, match.view(None), names_for_buttons(match))


async def standings(match: Match, user_id: int, pictures: Pictures) -> Post:
    """How the players stand, or stood at the end, as that user knows it."""
    view = match.view(match.seat_of(user_id))
    post = Post(
        head=say("boards.standings_2", title=match.game.title, title2=match.game.words.title(view)),
        picture=pictures.result(match.game, view, names_for_buttons(match)),
        foot=foot(match),
    )
    return await pictures.paint(post, match.failed)


async def chart(match: Match, pictures: Pictures) -> Post:
    """The game so far as lines."""
    chart = match.game.words.chart(match.view(None))
    return Post(
        head=f"{match.game.title} · {chart.title}",
        picture=await pictures.chart(chart, names_for_buttons(match)),
        foot=foot(match),
    )


def title(game: str) -> str:
    """A game's title, or its name where the game is not installed."""
    return find(game).title if installed(game) else game


def status(match: Match, now: int) -> Post:
    """Who sits where, who is awaited, and how the table is set up."""
    game = match.game
    lines = []
    for number, seat in enumerate(match.seats):
        played = say("boards.computer", level=seat.computer) if seat.computer else ""
        lines.append(who(match, number) + played)
    if match.in_play is not None:
        view = match.in_play.view(None)
        lines.append(game.words.headline(view, match.waiting(), names_for_text(match)))
        due = match.earliest_due(now)
        if due is not None:
            lines.append(say("boards.the_clock_runs_out", due=due // 1000))
    lines += takeover.past(match)
    lines.append(f"{game.words.options(match.options)} · {PACES[match.pace]}")
    return Post(
        head=say("boards.table_3", title=game.title, id=match.id),
        body=tuple(lines),
        foot=say("boards.chance_sealed_sha_256", seal=short_seal(match)),
    )


def help_post() -> Post:
    """How to play here."""
    return Post(
        head=say("command.help"),
        body=(say("boards.how_to_play"),),
    )
