"""What people press: among what a message shows them, at random or always alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Set
from typing import Final, Protocol

import msgspec

from bot.local import LocalDiscord, Message, Pressable, User
from bot.posts import custom_ids
from bot.posts.custom_ids import Pressed

CHOICES: Final = {
    "pick": 20,
    "choose": 20,
    "some": 3,
    "type": 3,
    "order": 2,
    "passes": 1,
    "wish": 1,
    "offer": 6,
    "back": 1,
    "why": 1,
}
"""How likely a person presses what, by the verb of its custom id."""
ANSWERS: Final = ("pick", "choose", "some", "type")
"""What may answer a question; the rest stands beside it."""
FROM_NOW_ON: Final = ("passes", "wish", "offer")
"""What has questions answered for its player, this one or later ones."""
RARELY: Final = frozenset(("declare", "all"))
"""Keys of choices that people make seldom."""
MOST_LINES: Final = 3
"""Lines that a person chooses at most in a select that takes several."""


class Choice(msgspec.Struct, frozen=True):
    """Something to press, and the lines chosen where it is a select."""

    item: Pressable
    pressed: Pressed
    values: tuple[str, ...] | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The path that is chosen, as far as the message tells it."""
        if self.pressed.verb == "choose" and self.values:
            return (*self.pressed.path[:-1], *self.values)
        return self.pressed.path


class Chooser(Protocol):
    """How somebody chooses."""

    def choose(self, name: str, panel: Message, done: Set[str]) -> Choice:
        """What the person of that name presses on a panel. `done` are custom ids of what stands
        beside the question and has been pressed already."""
        ...


def answers(message: Message) -> list[Pressed]:
    """What can be pressed on a message to answer a question, or to have it answered after all."""
    return [p for _, p in _live(message) if p.verb in ANSWERS or (p.verb in FROM_NOW_ON and p.sure)]


def question(message: Message | None) -> int:
    """Number of the question that a message puts; 0 where it puts none, or is none."""
    found = answers(message) if message is not None else []
    return next((pressed.number for pressed in found), 0)


def asking(local: LocalDiscord, user: User, panel: Message | None) -> Message | None:
    """The message on which a person could answer a question now: in the direct messages, or of who
    has closed them the private answer that showed the hand last (`panel`)."""
    shown = [panel] if panel is not None else []
    if user.dms_open:
        shown = local.messages(local.dm(user), user)
    return next((each for each in reversed(shown) if not each.deleted and question(each)), None)


def button(message: Message, verb: str) -> str | None:
    """Custom id of what can be pressed with that verb."""
    return next((item.custom_id for item, pressed in _live(message) if pressed.verb == verb), None)


def _live(message: Message) -> Iterator[tuple[Pressable, Pressed]]:
    for item in message.pressables:
        pressed = custom_ids.read(item.custom_id)
        if pressed is not None and not item.disabled:
            yield item, pressed


def _weight(pressed: Pressed) -> int:
    if RARELY & set(pressed.path) and not pressed.sure:
        return 1  # or every duel would be over in a few turns
    return CHOICES.get(pressed.verb, 0)


def _lines(item: Pressable, rng: random.Random) -> tuple[str, ...] | None:
    if not item.options:
        return None
    lines = [str(option["value"]) for option in item.options]
    count = rng.randint(item.least, max(item.least, min(item.most, MOST_LINES)))
    return tuple(rng.sample(lines, count))


class AtRandom:
    """Presses anything, looks at rules and thinks twice."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, name: str, panel: Message, done: Set[str]) -> Choice:
        items = [(item, pressed) for item, pressed in _live(panel) if _weight(pressed)]
        weights = [_weight(pressed) for _, pressed in items]
        item, pressed = self._rng.choices(items, weights)[0]
        return Choice(item, pressed, _lines(item, self._rng))


class Alike:
    """Presses what follows from a word, the person and the question, whenever it is put.

    Each thing to press has a rank of its own that hangs on nothing else, and the highest is
    pressed. So it does not matter when a message is seen, in which order people answer, or whether
    a press that was lost has been stored: what comes next is the same. What leads nowhere by itself
    (a look at the rule, to begin again, to lay a card aside and take it back) is left alone, or
    somebody who always presses the same would go round in circles.
    """

    def __init__(self, word: str) -> None:
        self._word = word

    def choose(self, name: str, panel: Message, done: Set[str]) -> Choice:
        ranked: list[tuple[float, Choice]] = []
        for item, pressed in _live(panel):
            if pressed.verb not in (*ANSWERS, *FROM_NOW_ON) or item.custom_id in done:
                continue
            rng = random.Random(f"{self._word}\n{name}\n{_shown(item, pressed)}")
            # Of such ranks the highest is as likely as its weight says.
            rank = rng.random() ** (1 / _weight(pressed))
            ranked.append((rank, Choice(item, pressed, _lines(item, rng))))
        return max(ranked, key=lambda each: each[0])[1]


def _shown(item: Pressable, pressed: Pressed) -> str:
    """What can be pressed as it is shown, whatever the table's id."""
    lines = [str(option["value"]) for option in item.options]
    return f"{pressed.verb} {pressed.number} {pressed.path} {pressed.sure} {lines}"
