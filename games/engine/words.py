"""What a game says: the sentences of its questions, choices and events, from one seat's view."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Protocol, TypeAlias

import msgspec

from games.engine import defaults
from games.engine.ask import Ask, Asks
from games.engine.messages import Messages, Speaker
from games.engine.players import Player, Seat
from games.engine.voice import Voice, count, upper

Path: TypeAlias = tuple[str, ...]
TEXT: Final = 80
"""Most characters on the face of a thing to press."""
DETAIL: Final = 100
"""Most characters of the line below it."""


class Asking(Speaker):
    """What the texts of questions tell of: the section `question`, a table for each kind.

        [question.drive]
        ask = "Which Speed card?"           # at most eight words, no full stop
        detail = ["…"]                      # what to know for it
        headline = "{seats} {seats:play|plays} a Speed card."    # the same, for everyone
        action_phrase = "plays speed"       # the same, in the head of the picture
        why = ["…"]                         # where in the turn it stands, and what comes next
        auto_answer = "…"                   # the button that has it answered from now on
        pass = "Ready"                      # the button that passes it, of a window

    Only `ask` must be there.
    """

    section = "question"

    asked: Asks = ()
    """All open questions of that kind; the first is the one that is put."""
    path: Path = ()
    """What has been pressed of the answer, where it is told."""

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        return self.asked[0].seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All who are asked."""
        return tuple(ask.seat for ask in self.asked)


class Question(msgspec.Struct, frozen=True):
    """A question to the seat that it is put to."""

    ask: str
    """At most eight words."""
    detail: str = ""
    """What to know for it."""

    def __str__(self) -> str:
        """Both in one."""
        stop = "" if not self.detail or self.ask.endswith(("?", ".", "!")) else "."
        return f"{self.ask}{stop} {self.detail}".strip()


class Label(msgspec.Struct, frozen=True):
    """One thing to press: `text` for its face, `detail` for a line below it."""

    text: str
    detail: str = ""
    """At most 100 characters; for several cards in one answer, which no list shows, 200."""
    style: str = "plain"
    """`main` (the usual thing), `plain`, or `grave` (foolish or irreversible: asks once more).
    Of an order `good` says that it takes one back that stands: the text names that one."""
    under: str = ""
    """The head of the list in which it stands beside the buttons; empty for a button, where there
    is room for all of them."""


class Topic(msgspec.Struct, frozen=True):
    """A piece of rules help, in our own words."""

    key: str
    title: str
    text: str
    cite: str
    """The rule's address, or empty."""
    card: int = -1
    """The number of the card it tells of (of one, where several are told together), or -1."""


class Chart(msgspec.Struct, frozen=True):
    """A game so far as lines, one a seat: miles by turn, points by duel."""

    title: str
    across: str
    """What is counted from left to right, in one word: "turn"."""
    up: str
    """What the lines measure, in one word: "miles"."""
    lines: tuple[tuple[int, ...], ...]
    """By seat, each beginning with the start."""
    goal: int = 0
    """Where the game is won, or 0."""

    @property
    def begun(self) -> bool:
        """Whether anything has been counted since the start."""
        return any(len(line) > 1 for line in self.lines)


class Spoken(Protocol):
    """What words go by of their game (`games.engine.game.Game`)."""

    @property
    def title(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def texts(self) -> Mapping[str, Any]: ...
    @property
    def Options(self) -> type[Any]: ...
    def over(self, state: Any) -> Any: ...
    def goal(self, options: Any) -> int: ...
    def has_left(self, state: Any, seat: int) -> bool: ...


class Words:
    """What a game says. Sentences are plain text; names of players are put in as they stand in
    `players`. Each has a default made from what the game's structs say; a game overrides what it
    says better.

    `view` is always the view of the seat that will read the sentence (`view.seat`, None for the
    channel), so a sentence can hold nothing that seat may not know.
    """

    named: Collection[str] = ()
    """First keys of the paths of cards that name themselves by a large figure: neither their
    button nor the card in the picture carries a number besides."""

    Asking: ClassVar[type[Asking]] = Asking
    """What its questions tell of."""
    Table: ClassVar[type[Speaker]] = Speaker
    """What the texts `title`, `headline`, `action_phrase`, `spectating`, `chart` and `score` of a
    section of its file tell of; it has a field `score` for the last."""
    speakers: ClassVar[Sequence[type[Speaker]]] = ()
    """What the texts of its other sections tell of."""

    def __init__(self, game: Spoken) -> None:
        self.game = game

    # -- texts of the game's file

    def say(self, speaker: Speaker, name: str) -> str:
        """A text of a speaker's section; empty if there is none."""
        return self.game.messages.say(f"{speaker.section}.{name}", speaker, speaker.voice)

    def label(self, speaker: Speaker, name: str) -> Label:
        """A thing to press: `text`, and maybe `detail` and `style`, of a table of the section."""
        path, fitting = f"{speaker.section}.{name}", self.game.messages.fitting
        text = fitting(f"{path}.text", speaker, speaker.voice, TEXT)
        detail = fitting(f"{path}.detail", speaker, speaker.voice, DETAIL)
        return Label(upper(text), upper(detail), self.say(speaker, f"{name}.style") or "plain")

    def _asking(
        self, view: Any, asked: Asks, players: Sequence[Player], part: str, path: Path = ()
    ) -> str:
        """A part of the texts of a kind of question."""
        speaker = self.Asking(view, Voice(players, view.seat), asked=asked, path=path)
        return self.say(speaker, f"{asked[0].kind}.{part}")

    def _table(self, view: Any, name: str, players: Sequence[Player] = (), **told: Any) -> str:
        """A text of where the game stands."""
        return self.say(self.Table(view, Voice(players, view.seat), **told), name)

    # -- where the game stands

    def title(self, view: Any) -> str:
        """Where the game stands: "Duel 2, turn 14"."""
        turn = defaults.common("turn", turn=view.turn) if getattr(view, "turn", 0) else ""
        return upper(self._table(view, "title")) or turn

    def action_phrase(self, view: Any, asked: Asks) -> str:
        """What the acting player does, for the head of the picture: "attacks"."""
        said = self._asking(view, asked, (), "action_phrase") if asked else ""
        return said or (defaults.common("to_play") if asked else "")

    def headline(self, view: Any, asked: Asks, players: Sequence[Player]) -> str:
        """Whose turn it is and what is awaited, for everyone: public facts only."""
        result = self.game.over(view)
        best = () if result is None else result.places[0]
        if asked:
            said = self._asking(view, asked, players, "headline")
        else:
            said = self._table(view, "headline", players)
        return said or defaults.headline(best, view, asked, players)

    def spectating(self, view: Any) -> str:
        """That the seat only looks on now, and why; empty while it still plays."""
        out = view.seat is not None and self.game.has_left(view, view.seat)
        return self._table(view, "spectating") or (defaults.common("left") if out else "")

    def chart(self, view: Any) -> Chart:
        """The game so far, for `/table chart`."""
        lines = tuple(zip(*getattr(view, "history", ()), strict=True))
        unit = f"{self.game.unit}s"
        title = self._table(view, "chart") or upper(defaults.common("by_turn", unit=unit))
        return Chart(title, "turn", unit, lines, self.game.goal(view.options))

    def score(self, view: Any, points: int, /) -> str:
        """A score of the result with its unit: "60 points", "204 miles"."""
        said = self._table(view, "score", score=points) if self.Table is not Speaker else ""
        return said or count(points, self.game.unit)

    def ended(self, view: Any, seat: int, /) -> str:
        """How a seat ended, in a few words, where its score does not tell its place; else empty."""
        return defaults.common("ended") if self.game.has_left(view, seat) else ""

    def loadout(self, view: Any, seat: int) -> str:
        """What a seat plays with where seats differ, such as the name of its car; else empty."""
        return ""

    # -- questions

    def question(
        self, view: Any, ask: Ask[Any], players: Sequence[Player], path: Path = ()
    ) -> Question:
        """The question, to the seat it is put to; `path` is what has been pressed of the answer."""
        said = self._asking(view, (ask,), players, "ask")
        if not said:
            return Question(self.prompt(view, ask, players))
        return Question(said, self._asking(view, (ask,), players, "detail", path))

    def step(self, keys: Sequence[str], /) -> str:
        """What is asked once a part of an answer has been chosen: "Which side?". It is the text of
        the section `ask_next` for the first of the keys to choose from, without its number; empty
        where the question says it."""
        told = self.game.texts.get("ask_next", {})
        names = (key.rstrip("0123456789") for key in keys)
        return next((told[name] for name in names if name in told), "")

    def button(self, kind: str, part: str, /) -> str:
        """What a button beside a kind of question is called: `pass` of a window, where that is more
        than "Pass", or `auto_answer`. Empty where the texts do not say."""
        said: str = self.game.texts.get("question", {}).get(kind, {}).get(part, "")
        return said

    def prompt(self, view: Any, ask: Ask[Any], players: Sequence[Player]) -> str:
        """The question in one, of a game whose questions are not in its file of texts."""
        return f"{upper(ask.kind)}?"

    def hand_title(self, view: Any, ask: Ask[Any], players: Sequence[Player]) -> str:
        """What is to be done, in a few words: the title of the hand's picture."""
        return self._asking(view, (ask,), players, "ask") or upper(ask.kind)

    def why(self, view: Any, ask: Ask[Any], players: Sequence[Player]) -> str:
        """Where in the turn the question stands ("Ann's attack > Ben's Swerve > Debris")."""
        if said := self._asking(view, (ask,), players, "why"):
            return said
        return " > ".join(part for part in (self.title(view), upper(ask.kind)) if part)

    def path(self, option: Any) -> tuple[str, ...]:
        """An answer's parts as short keys of letters and digits, the same for ever.

        Options are walked part by part (card, then target, then side); no two options of one
        question have the same path, and none is the beginning of another. The path of an answer
        that is made part by part is its `Walked.name` and its parts.
        """
        return defaults.path(option)

    def part(
        self, view: Any, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        """How the last key of a path is shown, as a choice among its sisters.

        A whole answer is shown by its `label` and `detail`, if its type has them, and a part of one
        by that field; a part of an answer that is walked by its name.
        """
        below = [each for each in ask.options if self.path(each)[: len(path)] == path]
        if not below:
            return Label(upper(path[-1]))
        answer, depth = below[0], len(path) - 1
        style = "main" if len(below) == 1 and answer == ask.default else "plain"
        whole = getattr(answer, "label", "") if len(below) == 1 and depth == 0 else ""
        if whole:
            return Label(whole, getattr(answer, "detail", ""), style)
        told = defaults.told(answer, depth, players) if answer.__struct_fields__ else ""
        head = upper(f"{defaults.tag(answer)} {told}".strip())
        return Label(told if depth else head, style=style)

    def order(self, view: Any, order: Any, players: Sequence[Player], /) -> Label:
        """How an order that could be laid down is shown."""
        tag = defaults.tag(order)
        said = {**defaults.TEXTS["order"], **self.game.texts.get("order", {})}.get(tag)
        own = {name: getattr(order, name) for name in ("detail", "style") if hasattr(order, name)}
        return Label(**said) if said else Label(getattr(order, "label", upper(tag)), **own)

    def held(
        self, view: Any, ask: Ask[Any] | None, players: Sequence[Player]
    ) -> Iterator[tuple[int, str, Callable[[], str]]]:
        """The cards of the hand: place, first key of the path of one that can be played (else
        empty), and what makes the words: on whom, or why it cannot be played now.

        Places number the cards of the hand's picture from 0; a game with cards of several kinds
        numbers them through, as its artist draws them.
        """
        options = () if ask is None else ask.options
        keys = {each.card: self.path(each)[0] for each in options if hasattr(each, "card")}
        for at, card in enumerate(view.hand):
            key = keys.get(card, "")
            yield at, key, str if key else partial(defaults.common, "unplayable")

    def unplayable(self, view: Any, ask: Ask[Any] | None) -> dict[int, str]:
        """Why a card of the hand (by place) cannot be played now; playable ones are absent."""
        return {at: said() for at, key, said in self.held(view, ask, ()) if not key}

    def captions(
        self, view: Any, ask: Ask[Any], players: Sequence[Player]
    ) -> dict[int, tuple[str, str]]:
        """For playable cards of the hand (by place): first key of their path, and on whom."""
        return {at: (key, said()) for at, key, said in self.held(view, ask, players) if key}

    # -- events

    def event(self, event: Any, players: Sequence[Player], seat: int | None) -> str:
        """What happened, as `seat` reads it; empty when there is nothing to say."""
        return self.game.messages.sentence(event, players, seat)

    # -- help

    def topics(self) -> Sequence[Topic]:
        """Rules help, in the rulebook's order; the first tells the game in a minute."""
        told = self.game.texts.get("topic", ())
        plain = " ".join(inspect.cleandoc(self.game.__doc__ or self.game.title).split())
        rules = defaults.common("rules")
        return tuple(
            Topic(row["key"], row["title"], row["text"].strip(), row["cite"]) for row in told
        ) or (Topic("rules", rules, plain, ""),)

    def cards(self) -> Sequence[Topic]:
        """Every kind of card with what it does and where its figures are from."""
        return ()

    def lobby(self) -> tuple[str, str]:
        """For the picture on a lobby: what kind of game it is, in a word or two, and what it is
        like, in at most 50 letters; empty for a game that does not say."""
        said = self.game.texts.get("lobby", {})
        return said.get("kind", ""), said.get("line", "")

    def preset(self, name: str, /) -> tuple[str, str]:
        """A preset in a word ("Quick"), and what is played in one sentence."""
        return defaults.common(name), self.game.texts.get("preset", {}).get(name, "")

    def options(self, options: Any, /) -> str:
        """A table's options in one line."""
        said = self.game.messages.say("options", options, Voice((), None))
        if said:
            return said
        values = [
            f"{self.option(name)[0]} {defaults.value(getattr(options, name))}"
            for name in options.__struct_fields__
        ]
        return ", ".join(values) or defaults.common("no_options")

    def option(self, name: str, /) -> tuple[str, str]:
        """For a field of the game's Options: its label, and what it means in one line.

        At most 45 and 100 characters. Raises KeyError for a field there is not.
        """
        if said := self.game.texts.get("option", {}).get(name):
            return said.get("label", ""), said.get("help", "")
        return defaults.option(self.game.Options, name)
