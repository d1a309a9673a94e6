"""What the parts of one card must be together, once each of them is sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from games.world_auto_racing.cards import Card
from games.world_auto_racing.printed import COSTS, OPS, Effect, Op, Test
from games.world_auto_racing.set_form import Faults, read_table, under

Wrong: TypeAlias = Iterator[tuple[str, str]]
"""Faults, each a place on the card ("effects[0].do[1].op") and what is wrong there."""
_CANCELS: Final = ("targeted_by_control", "opponent_commits")
"""Events that stop a card."""
_RUN_OUT: Final = frozenset(("discard", "uninstall_this"))
"""Costs that cannot be paid for ever."""


def read_card(row: Any, at: int, number: int, of: Mapping[str, str], faults: Faults) -> Card | None:
    """One `[[card]]` with its number and its set; None where something is wrong with it."""
    name = row.get("id") if isinstance(row, dict) else None
    where = f"card {name}:" if isinstance(name, str) and name else f"card[{at}]:"
    before = len(faults.sentences)
    fields = read_table(row, Card, where, faults)
    if len(faults.sentences) > before:
        return None
    card = msgspec.convert({**fields, **of, "number": number}, Card)
    for place, words in _together(card):
        faults.add(under(where, place), words)
    return card


def _told(*looked: tuple[object, str, str]) -> Wrong:
    """Of (whether it is so, place, what is wrong) those that are."""
    return ((place, words) for is_wrong, place, words in looked if is_wrong)


def _below(place: str, wrong: Wrong) -> Wrong:
    """The same faults, of a part that lies there."""
    return ((under(place, inner), words) for inner, words in wrong)


def _together(card: Card) -> Wrong:
    """What is wrong with a card whose fields are sound."""
    effects = card.effects
    for at, effect in enumerate(effects):
        yield from _below(f"effects[{at}]", _effect(effect, card))
    whens = [effect.when for effect in effects]
    picks = [
        sum(op.picks for each in effects if each.when == when for op in (*each.cost, *each.do))
        for when in ("play", "action")
    ]
    aims = any(op.who == "target" for each in effects for op in each.do)
    makes = any(each.test and each.test.make_match for each in effects)
    yield from _told(
        ("#" in card.name, "name", "a name has no #: it begins a comment in a garage as text"),
        (
            card.name != " ".join(card.name.split()),
            "name",
            "between the words of a name is one space",
        ),
        (bool(card.line) is not bool(card.stage), "", "line and stage belong together"),
        (whens.count("action") > 1, "effects", "a card has one action at most"),
        (max(picks) > 1, "effects", "a player picks one card in play at a time, here two"),
        (
            card.type == "car" and "play" in whens,
            "effects",
            "a car is never played: it has no effect of 'play'",
        ),
        (card.target and not aims, "target", "no effect of the card is done to the target"),
        (makes and not card.make, "effects", "make_match needs a make on the card"),
    )


def _effect(effect: Effect, card: Card) -> Wrong:
    for part, ops in (("cost", effect.cost), ("do", effect.do)):
        for at, op in enumerate(ops):
            yield from _below(f"{part}[{at}]", _op(op, effect, card, part == "cost"))
    paid = [op.op for op in effect.cost]
    ends = effect.limit is not None or not _RUN_OUT.isdisjoint(paid)
    stops = effect.event.startswith("opponent_commits")
    yield from _told(
        # Whether a cost can be paid is looked at one op at a time.
        (len(set(paid)) < len(paid), "cost", "a cost names each op once; its n says how many"),
        (not effect.do, "do", "an effect does something"),
        (effect.test == Test(), "if", "an if asks something"),
        (
            effect.test and effect.test.stat_above,
            "if.stat_above",
            "it belongs in the if of a sub",
        ),
        (
            effect.when == "action" and not ends,
            "",
            "an action without a limit has a cost that runs out",
        ),
        (
            stops and any(op.op != "cancel" for op in effect.do),
            "do",
            "on opponent_commits there is only cancel",
        ),
    )


def _op(op: Op, effect: Effect, card: Card, is_cost: bool) -> Wrong:
    """What an op asks of its surroundings."""
    name, when = op.op, effect.when
    lasts = "in_play" if when == "static" else "round"
    which = "active" if op.zone == "course" else "choice"
    above = op.test and op.test.stat_above
    aims, given = op.who == "target", name == "uninstall" and not op.chooser
    per = op.per if op.per and op.per.count != "mods" else None
    return _told(
        (when not in OPS[name].whens, "op", f"{name} does not go with when = '{when}'"),
        (
            is_cost and name not in COSTS,
            "op",
            f"a cost is one of {', '.join(COSTS)}, not {name}",
        ),
        (
            op.duration not in ("", lasts),
            "duration",
            f"with when = '{when}' it is always '{lasts}'",
        ),
        (
            is_cost and op.who != "self",
            "who",
            "a cost is paid by the driver who owns the card",
        ),
        (aims and not card.target, "who", "the card has no target line"),
        (
            aims and card.target and when in ("static", "check") and card.type != "control",
            "who",
            f"only a control keeps its target for a '{when}' effect",
        ),
        (op.test == Test(), "if", "an if asks something"),
        (
            above and (name != "sub" or when != "static"),
            "if.stat_above",
            "it belongs to a sub that is static",
        ),
        (per and per.subtypes, "per.subtypes", "only mods are counted by subtypes"),
        (per and per.make, "per.make", "only mods are counted by make"),
        (name == "uninstall_this" and card.type != "mod", "op", "only a mod is uninstalled"),
        (
            name == "remains" and card.type not in ("control", "team"),
            "op",
            "only controls and teams are junked in the scrap step",
        ),
        (name == "look_hand" and op.who == "self", "who", "a driver knows the own hand"),
        (name == "mod_cap" and op.n == 0, "n", "0 changes nothing"),
        (
            name == "cancel" and not effect.event.startswith(_CANCELS),
            "op",
            "cancel answers opponent_commits or targeted_by_control",
        ),
        (
            name == "junk_shared" and op.which != which,
            "which",
            f"of a {op.zone} it is always '{which}'",
        ),
        (
            given and op.who == "all",
            "",
            "from all drivers each owner chooses: chooser = 'owner'",
        ),
        (
            given and op.n != 1,
            "n",
            "a player picks one mod; more with chooser = 'owner'",
        ),
        (
            when == "check" and op.picks,
            "",
            "a check asks its owner for no card in play; see docs/card-sets.md",
        ),
    )
