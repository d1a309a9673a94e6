"""The rows below a question: what may be pressed next of an answer, the best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.match import drafts
from bot.match.match import Match
from bot.posts import custom_ids, orders, planning
from bot.posts.boards import place_link
from bot.posts.naming import names_for_buttons
from bot.posts.pictures import button_numbers
from bot.posts.posts import A_SELECT, Button, Choice, Row, Select, Style
from bot.posts.pressing import button_id, press
from bot.words import say
from games.engine.ask import Ask
from games.engine.errors import Illegal
from games.engine.walk import ALL, Stand, presses, walk
from games.engine.words import Label, Words

MOST_BUTTONS: Final = 10
"""More choices than this become a select."""
BUTTONS_A_ROW: Final = 5
MOST_ROWS: Final = 2
"""Rows of choices that are shown before *More choices*; a select is one. See `Choices.first`."""


class Choices(NamedTuple):
    """What may come next at a step of an answer."""

    buttons: list[Button]
    """With what may be typed."""
    idle: list[Button]
    """What does nothing, such as to pass, and plans that are offered."""
    lists: list[Row]
    """What belongs under a head of its own, or buttons that would be too many."""
    lists_first: bool

    def rows(self) -> list[Row]:
        """All of it, the best first; what is idle comes last, in a row of its own where that costs
        none."""
        first, last = in_rows(self.buttons), in_rows(self.idle)
        both = in_rows([*self.buttons, *self.idle])
        if self.lists_first:
            return [*self.lists, *both]
        apart = len(first) + len(last) == len(both)
        return [*first, *self.lists, *last] if apart else [*both, *self.lists]

    def first(self, usual: str, *, recommended: bool) -> Choices:
        """What is shown before the rest is asked for: all that is idle, what has the key `usual`,
        and as much of the rest as there is room for: what stands next to the usual, or, where the
        first button is `recommended`, what stands first.

        The list of answers of several things always has a row, if need be one more than there are
        else: nothing else leads to them, so who does not see it does not know of them.
        """
        need = [row for row in self.lists if usual in _pressed([row])]
        need = need or self.lists[: self.lists_first]
        room = BUTTONS_A_ROW * (MOST_ROWS - len(need)) - len(self.idle)
        found = (at for at, each in enumerate(self.buttons) if usual in _pressed([(each,)]))
        last = next(found, 0)
        if recommended and last >= room:
            kept = [*self.buttons[: room - 1], self.buttons[last]]
        else:
            begin = max(0, last + 1 - room)
            kept = self.buttons[begin : begin + room]
        free = MOST_ROWS - len(in_rows([*kept, *self.idle]))
        more = [row for row in self.lists if row not in need][: free - len(need)]
        several = [row for row in self.lists if isinstance(row, Select) and row.most > 1]
        lists = [row for row in self.lists if row in (*need, *more, *several)]
        return self._replace(buttons=kept, lists=lists)


def stand_at(ask: Ask[Any], words: Words, path: tuple[str, ...]) -> Stand | None:
    """Where a path leads; to the beginning of the question where it leads nowhere any more."""
    try:
        stand = walk(ask, words, path)
    except Illegal:
        stand = None
    return stand or walk(ask, words, ())


def in_parts(ask: Ask[Any], path: tuple[str, ...]) -> bool:
    """Whether a path is of an answer that is made part by part."""
    return ask.walked is not None and path[:1] == (ask.walked.name,)


def in_rows(buttons: Sequence[Button]) -> list[Row]:
    """Buttons in as few rows as Discord takes."""
    at = range(0, len(buttons), BUTTONS_A_ROW)
    return [tuple(buttons[first : first + BUTTONS_A_ROW]) for first in at]


def board_link(match: Match) -> Button:
    """Leads from a hand to the table."""
    return Button(say("hands.board"), url=place_link(match))


def choice_rows(
    match: Match, seat: int, view: Any, ask: Ask[Any], stand: Stand, *, opened: bool
) -> list[Row]:
    """What may be chosen, the first rows of it unless all are `opened`, and what else there is."""
    choices = _choices(match, view, ask, stand)
    if ask.combination is not None and not stand.path:
        choices.lists.extend(_combination_rows(match, view, ask))
    given: list[Select] = []
    recommended = False
    if stand.before is None:
        # An offer is a whole answer: it would drop what has been pressed.
        offers = planning.offers(match, seat, view, ask)
        recommended = bool(offers) and offers[0].style == "main"
        if recommended:
            # What is recommended comes first; that one does nothing is shown all the same.
            paths = [match.game.words.path(x) for x in ask.options if not x.__struct_fields__]
            bare = {path[0] for path in paths}
            apart = [each for each in choices.buttons if bare & {*_pressed([(each,)])}]
            rest = [each for each in choices.buttons if each not in apart]
            choices = choices._replace(buttons=[*offers, *rest], idle=[*choices.idle, *apart])
        else:
            choices.idle.extend(offers)
        given = orders.to_give(match, seat, view)
    rows = shown = [*choices.rows(), *given]
    more: list[Button] = []
    if len(rows) > MOST_ROWS:
        usual = _usual(match, ask, stand)
        shown = choices.first(usual, recommended=recommended).rows()
        shown += given[: max(0, MOST_ROWS - len(shown))]
        if len(shown) < len(rows) or len(_pressed(shown)) < len(_pressed(rows)):
            so_far = drafts.carried(stand.path)
            fewer = press(match, "fewer", ask.number, so_far)
            more = [fewer if opened else press(match, "rest", ask.number, so_far)]
    last = _beside(match, seat, view, ask, stand, more)
    return [*(rows if opened else shown), *in_rows(last)]


def _beside(
    match: Match, seat: int, view: Any, ask: Ask[Any], stand: Stand, more: list[Button]
) -> list[Button]:
    """What can be pressed beside the choices; `more` shows more or fewer of these."""
    so_far = drafts.carried(stand.path)
    first = stand.before is None
    out = []
    if first and ask.brought is not None and match.game.designs is not None:
        label = say("hands.bring_your_own", word=match.game.designs.word)
        out.append(press(match, "bring", ask.number, label=label))
    out += more
    if stand.before:
        out.append(press(match, "back", ask.number, so_far, label=say("hands.back")))
    if not first:
        out.append(press(match, "back", ask.number))
    out.append(press(match, "why", ask.number, so_far))
    out += planning.button(match, seat, view)
    if first:
        out += orders.switches(match, seat, view, ask)
    return [*out, board_link(match)]


def _choices(match: Match, view: Any, ask: Ask[Any], stand: Stand) -> Choices:
    words, players = match.game.words, names_for_buttons(match)
    labels = {key: words.part(view, ask, (*stand.path, key), players) for key in stand.keys}
    numbers = {} if stand.path else button_numbers(match.game, view, ask, players)
    # Cards first, in the order of the hand; at the end what asks once more.
    order = {key: at for at, key in enumerate(numbers)}
    keys = sorted(labels, key=lambda k: (labels[k].style == "grave", order.get(k, len(order))))
    idle = _idle(words, ask, stand, labels)
    choices = [key for key in keys if key not in idle]
    lists: dict[str, list[str]] = {}
    faces = [key for key in choices if not labels[key].under]
    if len(faces) + len(idle) > MOST_BUTTONS:
        lists[say("plain.choose_one")], faces = faces, []
    for key in choices:
        if labels[key].under:
            lists.setdefault(labels[key].under, []).append(key)
    so_far = drafts.carried(stand.path)
    main = bool(stand.path) and not in_parts(ask, stand.path)
    # Where the game recommends one, that one alone stands out.
    main &= not any(label.style == "main" for label in labels.values())

    def button(key: str) -> Button:
        # A card's button carries the number that stands on the card in the picture, if any.
        parts = filter(None, (numbers.get(key), labels[key].text))
        style = _style(labels[key], key in numbers or main)
        path = (*so_far, key)
        return press(match, "pick", ask.number, path, style=style, label="  ".join(parts))

    buttons = [button(key) for key in faces]
    if stand.typed is not None:
        buttons.append(press(match, "type", ask.number, so_far, label=stand.typed.label))
    rows: list[Row] = []
    heads = [(head, at) for head, keys in lists.items() for at in range(0, len(keys), A_SELECT)]
    for number, (head, at) in enumerate(heads):
        lines = {key: labels[key] for key in lists[head][at : at + A_SELECT]}
        custom_id = button_id(match, "choose", ask.number, (*so_far, f"n{A_SELECT * number}"))
        items = tuple(Choice(line.text, key, line.detail) for key, line in lines.items())
        rows.append(Select(say("press.more") if at else head, custom_id, items))
    lists_first = bool(rows) and choices[0] not in faces
    return Choices(buttons, [button(key) for key in idle], rows, lists_first)


def _idle(words: Words, ask: Ask[Any], stand: Stand, labels: Mapping[str, Label]) -> list[str]:
    """The key of a question's default where that says nothing but no, and is not what one would
    mostly do: to pass, to hold fire, to buy no more."""
    key = words.path(ask.default)[0] if ask.default in ask.options else ""
    bare = not ask.default.__struct_fields__
    plain = key in labels and labels[key].style == "plain"
    return [key] if bare and plain and not stand.path and len(labels) > 1 else []


def _usual(match: Match, ask: Ask[Any], stand: Stand) -> str:
    """The key that leads on to a question's default; empty where it lies another way."""
    before = len(stand.path)
    pressed = presses(ask, match.game.words, ask.default)
    return next((p[before] for p in pressed if p[:before] == stand.path and p[before:]), "")


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


def _combination_rows(match: Match, view: Any, ask: Ask[Any]) -> list[Row]:
    """The list of an answer that is several of some things, and a button for all of them."""
    some = ask.combination
    assert some is not None
    words, players = match.game.words, names_for_buttons(match)
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
