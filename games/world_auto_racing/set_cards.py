"""What the parts of one card must be together, once each of them is sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from games.engine.texts import read_texts
from games.world_auto_racing.cards import Card
from games.world_auto_racing.printed import COSTS, OPS, Effect, Op, Test
from games.world_auto_racing.set_form import Faults, read_table, under

Wrong: TypeAlias = Iterator[tuple[str, str]]
"""Faults, each a place on the card ("effects[0].do[1].op") and what is wrong there."""
_FAULTS: Final[Mapping[str, str]] = read_texts(__package__)["fault"]
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


def _told(looked: Iterable[tuple[object, str, str]], **facts: str) -> Wrong:
    """Of (whether it is so, place, name of a fault) those that are, in words."""
    return ((place, _FAULTS[name].format(**facts)) for is_so, place, name in looked if is_so)


def _below(place: str, wrong: Wrong) -> Wrong:
    """The same faults, of a part that lies there."""
    return ((under(place, inner), words) for inner, words in wrong)


def _together(card: Card) -> Wrong:
    """What is wrong with a card whose fields are sound."""
    effects, name = card.effects, card.name
    for at, effect in enumerate(effects):
        yield from _below(f"effects[{at}]", _effect(effect, card))
    whens = [effect.when for effect in effects]
    picks = [
        sum(op.picks for each in effects if each.when == when for op in (*each.cost, *each.do))
        for when in ("play", "action")
    ]
    aims = any(op.who == "target" for each in effects for op in each.do)
    makes = any(each.test and each.test.make_match for each in effects)
    looked = (
        ("#" in name, "name", "comment"),
        (name != " ".join(name.split()), "name", "spaces"),
        (bool(card.line) is not bool(card.stage), "", "stage"),
        (whens.count("action") > 1, "effects", "actions"),
        (max(picks) > 1, "effects", "picks"),
        (card.type == "car" and "play" in whens, "effects", "car_played"),
        (card.target and not aims, "target", "target_idle"),
        (makes and not card.make, "effects", "make"),
    )
    yield from _told(looked)


def _effect(effect: Effect, card: Card) -> Wrong:
    for part, ops in (("cost", effect.cost), ("do", effect.do)):
        for at, op in enumerate(ops):
            yield from _below(f"{part}[{at}]", _op(op, effect, card, part == "cost"))
    paid = [op.op for op in effect.cost]
    ends = effect.limit is not None or not _RUN_OUT.isdisjoint(paid)
    stops = effect.event.startswith("opponent_commits")
    looked = (
        # Whether a cost can be paid is looked at one op at a time.
        (len(set(paid)) < len(paid), "cost", "cost_twice"),
        (not effect.do, "do", "idle"),
        (effect.test == Test(), "if", "if"),
        (effect.test and effect.test.stat_above, "if.stat_above", "stat_above"),
        (effect.when == "action" and not ends, "", "endless"),
        (stops and any(op.op != "cancel" for op in effect.do), "do", "only_cancel"),
    )
    yield from _told(looked)


def _op(op: Op, effect: Effect, card: Card, is_cost: bool) -> Wrong:
    """What an op asks of its surroundings."""
    name, when = op.op, effect.when
    lasts = "in_play" if when == "static" else "round"
    which = "active" if op.zone == "course" else "choice"
    above = op.test and op.test.stat_above
    aims = op.who == "target"
    kept = when in ("play", "action") or card.type == "control"
    given = name == "uninstall" and not op.chooser
    per = op.per if op.per and op.per.count != "mods" else None
    looked = (
        (when not in OPS[name].whens, "op", "when"),
        (is_cost and name not in COSTS, "op", "no_cost"),
        (op.duration not in ("", lasts), "duration", "duration"),
        (is_cost and op.who != "self", "who", "cost_who"),
        (aims and not card.target, "who", "no_target"),
        (aims and card.target and not kept, "who", "target_lost"),
        (op.test == Test(), "if", "if"),
        (above and (name != "sub" or when != "static"), "if.stat_above", "above_sub"),
        (per and per.subtypes, "per.subtypes", "per_subtypes"),
        (per and per.make, "per.make", "per_make"),
        (name == "uninstall_this" and card.type != "mod", "op", "only_mod"),
        (name == "remains" and card.type not in ("control", "team"), "op", "remains"),
        (name == "look_hand" and op.who == "self", "who", "own_hand"),
        (name == "mod_cap" and op.n == 0, "n", "no_change"),
        (name == "cancel" and not effect.event.startswith(_CANCELS), "op", "cancel"),
        (name == "junk_shared" and op.which != which, "which", "which"),
        (given and op.who == "all", "", "chooser"),
        (given and op.n != 1, "n", "picks_one"),
        (when == "check" and op.picks, "", "check_picks"),
    )
    costs = ", ".join(COSTS)
    return _told(looked, op=name, when=when, lasts=lasts, which=which, zone=op.zone, costs=costs)
