"""The rules as a menu: a game's topics to choose from, and the other games'."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from bot.match.match import Match
from bot.posts.posts import A_SELECT, Choice, Post, Select
from bot.words import say
from games.engine.errors import Refusal
from games.engine.found import all_games, find, installed
from games.engine.game import Game
from games.engine.words import Topic

_PRESS: Final = re.compile(r"rules:(game|topic|further):([a-z0-9_-]{0,60})")


def takes(custom_id: str) -> str | None:
    """Name of the game whose topic is chosen; empty where a game is; None for what is none of
    these.

    >>> takes("rules:topic:nascards"), takes("rules:game:"), takes("rules:TABLE001")
    ('nascards', '', None)
    """
    found = _PRESS.fullmatch(custom_id)
    return found[2] if found is not None else None


def of_match(match: Match, user_id: int) -> Post:
    """The rule of the player's open question, else the game in a minute, with its game's menu."""
    seat = match.seat_of(user_id)
    ask = match.ask_of(seat) if seat is not None else None
    asked = cited(match.game, ask.cite) if ask is not None else None
    if asked is None:
        return of_game(match.game)
    told = say("boards.you_are_being_asked", title=asked.title, text=asked.text)
    return _post(match.game, told)


def cited(game: Game[Any], cite: str) -> Topic | None:
    """The topic of the menu that tells of what a question cites."""
    cites, topics = cite.split("; "), game.words.topics()
    return next((t for t in topics if any(each in t.cite.split("; ") for each in cites)), None)


def chosen(game: str, line: str) -> Post:
    """What a chosen line of a list shows: a topic of that game, or where it names none, the game
    of that line. Raises `Refusal` for a game that is not here any more."""
    name, key = (game, line) if game else (line, "")
    if not installed(name):
        raise Refusal(say("commands.there_is_no_game"))
    return of_game(find(name), key)


def of_game(game: Game[Any], key: str = "") -> Post:
    """One topic of a game with its menu: the first, which every game tells in a minute, if that is
    none."""
    topics = game.words.topics()
    topic = next((topic for topic in topics if topic.key == key), topics[0])
    return _post(game, f"**{topic.title}.** {topic.text}", topic.cite if key else "")


def _post(game: Game[Any], told: str, foot: str = "") -> Post:
    lists = _lists(game)
    games = [_games(say("rules_menu.another_game"))] if len(all_games()) > 1 else []
    head = say("boards.rules_2", title=game.title)
    return Post(head=head, body=(told,), rows=(*lists, *games), foot=foot)


def _lists(game: Game[Any]) -> Sequence[Select]:
    """The game's topics in as many selects as they need."""
    topics = game.words.topics()
    out = []
    for verb, at in (("topic", 0), ("further", A_SELECT)):
        lines = tuple(Choice(topic.title, topic.key) for topic in topics[at : at + A_SELECT])
        if lines:
            label = say("rules_menu.more_topics") if at else say("rules_menu.choose_a_topic")
            out.append(Select(label, f"rules:{verb}:{game.name}", lines))
    return out


def _games(label: str) -> Select:
    lines = tuple(Choice(game.title, game.name) for game in all_games()[:A_SELECT])
    return Select(label, "rules:game:", lines)


def every() -> Post:
    """The games to choose from, for somebody who is at no table."""
    return Post(
        head=say("press.rules"),
        body=(say("rules_menu.whose_rules"),),
        rows=(_games(say("garage.choose_a_game")),),
    )
