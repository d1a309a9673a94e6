"""The post of a table before its start: who sits there, how long it is to be, and what to press."""

from __future__ import annotations

import images.lobby
from bot.match import lobby as lobbies
from bot.match.match import Match
from bot.match.names import plain_name, short_name
from bot.posts import lobby_form
from bot.posts.boards import PACES, role_of, short_seal
from bot.posts.naming import names_for_buttons, notice
from bot.posts.pictures import Pictures
from bot.posts.posts import SEAT_COLOURS, Button, Post, Row
from bot.posts.pressing import button_id, press, who
from bot.words import say
from games.engine.presets import Preset


def lobby(match: Match, pictures: Pictures) -> Post:
    """The table before the start, its picture not drawn yet."""
    game = match.game
    low, high = game.room(match.options)
    lines: list[str] = []
    for number, seat in enumerate(match.seats):
        role = role_of(seat) if seat.user_id is None else ""
        if seat.user_id == match.host_id:
            role = say("lobby_post.host")
        lines.append(who(match, number) + role)
    empty = max(0, match.places - len(match.seats))
    kept = lobbies.kept(match)
    lines += [
        say("lobby_post.invited_press_join_seat", name=plain_name(guest.name), at=guest.at // 1000)
        for guest in kept
    ]
    if free := empty - len(kept):
        one = free == 1
        lines.append(
            say("lobby_post.empty_seat") if one else say("lobby_post.empty_seats", free=free)
        )
    minutes, crowd = _minutes(match), match.crowd()
    return Post(
        head=game.title,
        body=(
            *lines,
            "",
            *_length(match),
            *_counted(match),
            *((f"**{crowd}**",) if crowd else ()),
            *((f"**{notice(match)}**",) if match.notice else ()),
            *([say("lobby_post.sealing_the_dice_then")] if match.sealing else _begins(match)),
        ),
        picture=pictures.lobby(
            images.lobby.Lobby(
                game,
                (low, high),
                minutes,
                names_for_buttons(match),
                max(match.places, len(match.seats)),
                [short_name(guest.name) for guest in kept],
                joins=empty > len(kept) and not match.sealing,
            )
        ),
        rows=() if match.sealing else _rows(match),
        foot=say("boards.chance_sealed_sha_256", seal=short_seal(match)),
        accent=SEAT_COLOURS[0],
    )


def _measured(match: Match, preset: Preset) -> str:
    """Minutes that a preset takes: those who sit here, or before they are enough, as many as can
    play; empty where it was not measured, or cannot be played with so many."""
    low, high = match.game.room(preset.options)
    if len(match.seats) < low:
        return preset.span()
    about = preset.about(len(match.seats), people_of(match)) if len(match.seats) <= high else 0
    return str(about) if about else ""


def _minutes(match: Match) -> str:
    """How long a live match at this table takes; empty where nobody knows."""
    game, preset = match.game, match.game.preset_of(match.options)
    if match.pace == "post":
        return ""
    if preset is None:
        # Nothing is known of options of a table's own.
        return game.minutes if not game.presets and match.options == game.Options() else ""
    minutes = _measured(match, preset)
    if not minutes.isdigit():
        return say("lobby_post.minutes", minutes=minutes) if minutes else ""
    return (
        say("lobby_post.a_minute") if minutes == "1" else say("lobby_post.about", minutes=minutes)
    )


def people_of(match: Match) -> int:
    """How many seats of a lobby are people's."""
    return sum(seat.user_id is not None for seat in match.seats)


def _length(match: Match) -> list[str]:
    """The table's preset with what is played, and below it the options that it does not say. How
    long that takes stands in the picture and on the preset's button."""
    game, preset = match.game, match.game.preset_of(match.options)
    setup = [*game.words.options(match.options).split(" · "), PACES[match.pace]]
    if match.poker_faces:
        setup.append(say("lobby_post.poker_faces"))
    if match.thread == "wanted":
        setup.append(say("lobby_post.in_a_thread"))
    if not game.presets:
        return [" · ".join(setup)]
    name, about = say("lobby_post.own_options"), say("lobby_post.as_below")
    if preset is not None:
        name, about = game.words.preset(preset.name)
    told = say("lobby_post.preset", name=name, about=about)
    more = [option for option in setup if option.lower() not in about.lower()]
    return [told, f"-# {' · '.join(more)}"]


def _counted(match: Match) -> list[str]:
    """Whom the minutes on the presets' buttons are for: few seats and people make a long preset
    short, so figures of one table say little of another. Empty where people alone sit here."""
    if not any(_shown(match, each) for each in match.game.presets.values()):
        return []
    people = people_of(match)
    if len(match.seats) < match.game.room(match.options)[0]:
        told = say("lobby_post.minutes_of_people")
    elif people == len(match.seats):
        return []
    elif people == 1:
        told = say("lobby_post.minutes_of_one")
    else:
        told = say("lobby_post.minutes_of_some", people=people)
    return [f"-# {told}"]


def _begins(match: Match) -> list[str]:
    """Who begins how, and when the table closes."""
    closes = f"-# {say('lobby_post.the_table_closes', closes_at=match.closes_at // 1000)}"
    if lobbies.is_alone(match):
        return [closes]
    low, host = match.game.room(match.options)[0], match.seat_of(match.host_id)
    begins = say("lobby_post.start")
    if host is not None:
        begins = say("lobby_post.presses_start", who=who(match, host))
    if len(match.seats) < low:
        return [say("lobby_post.once_there_are_players", begins=begins, low=low), closes]
    return [say("lobby_post.to_begin", begins=begins), closes]


def _shown(match: Match, preset: Preset) -> str:
    """The minutes on a preset's button; empty where none stand there."""
    return "" if match.pace == "post" else _measured(match, preset)


def _of_preset(match: Match, preset: Preset) -> str:
    """The words of a preset's button."""
    name, minutes = match.game.words.preset(preset.name)[0], _shown(match, preset)
    if not minutes:
        return name
    return say("lobby_post.preset_button", name=name, minutes=minutes.replace(" to ", "–"))


def _rows(match: Match) -> tuple[Row, ...]:
    """Sitting down and starting; then how long it is to be; then the rest. Only what begins the
    match stands out in the first row: all read the same buttons, and the host has joined."""
    low, high = match.game.room(match.options)
    full = len(match.seats) >= match.places
    ready = low <= len(match.seats) <= high
    begin = press(match, "start", style="good", disabled=not ready)
    if lobbies.is_alone(match):
        begin = press(match, "solo", style="good", disabled=full)
    computers = len(match.seats) - people_of(match)
    first = (
        press(match, "join", disabled=full),
        press(match, "unjoin"),
        press(match, "computer", disabled=full),
        begin,
    )
    present = match.game.preset_of(match.options)
    presets = tuple(
        Button(
            _of_preset(match, each),
            button_id(match, "preset", 0, (each.name,)),
            "main" if present is not None and each.name == present.name else "plain",
        )
        for each in match.game.presets.values()
    )
    below = (
        *(
            press(match, "options", page, label=lobby_form.title(page))
            for page in range(len(lobby_form.pages(match)))
        ),
        press(match, "seats"),
        press(match, "luck"),
        # Last: no other button moves because a computer sits down.
        *([press(match, "drop", computers)] if computers else []),
    )
    head = (first, presets) if presets else (first,)
    return (*head, below[:5], *([below[5:]] if below[5:] else []))
