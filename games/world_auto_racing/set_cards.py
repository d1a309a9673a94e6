"""The cards of a set's file, each checked with its effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.world_auto_racing.printed import WHENS
from games.world_auto_racing.set_fields import Checker, Faults, close, items, table, told, under
from games.world_auto_racing.set_words import (
    COMMON,
    COSTS,
    EFFECT,
    EFFECT_OF,
    FIELDS,
    NEEDED,
    OP_FIELDS,
    OPS,
    SPECIAL,
)

RUN_OUT: Final = frozenset(("discard", "uninstall_this"))
"""Costs that cannot be paid for ever."""


def read_card(row: Any, at: int, faults: Faults) -> dict[str, Any]:
    """One `[[card]]`: its sound fields, its effects in the form of `printed`."""
    name = row.get("id") if isinstance(row, dict) else None
    where = f"card {name}:" if isinstance(name, str) and name else f"card[{at}]:"
    kind = row.get("type") if isinstance(row, dict) else None
    fields = FIELDS.get(kind, {}) if isinstance(kind, str) else {}
    if not fields:
        # Without a type nothing else can be judged.
        table(row, where, faults, {**COMMON, **_anything(row)}, ("id", "name", "type"), "a card")
        return {}
    needed = ("id", "name", "type", *NEEDED.get(str(kind), ()))
    card = table(row, where, faults, fields, needed, f"a card of type {kind}")
    if (row.get("line") is None) is not (row.get("stage") is None):
        faults.add(where, "line and stage belong together")
    card["effects"] = [
        effect
        for place, value in items(row.get("effects", []), under(where, "effects"), faults)
        if (effect := _effect(value, place, row, faults))
    ]
    _together(card, where, faults)
    return card


def _anything(row: Any) -> Mapping[str, Checker]:
    if not isinstance(row, dict):
        return {}
    known = {key for fields in FIELDS.values() for key in fields}
    return {key: lambda value, where, faults: None for key in row if key in known - {*COMMON}}


def _effect(value: Any, where: str, card: Mapping[str, Any], faults: Faults) -> dict[str, Any]:
    """One effect; nothing when its occasion cannot be told."""
    when = value.get("when") if isinstance(value, dict) else None
    if not isinstance(when, str) or when not in WHENS:
        fields = {key: EFFECT[key] if key == "when" else _pass for key in EFFECT}
        table(value, where, faults, fields, ("when", "do"), "an effect")
        return {}
    fields = {key: EFFECT[key] for key in EFFECT_OF[when]}
    needed = ("when", "do", "event") if when == "check" else ("when", "do")
    effect = table(value, where, faults, fields, needed, f"an effect of '{when}'")
    for part in ("cost", "do"):
        rows = items(value.get(part, []), under(where, part), faults)
        effect[part] = [
            op for place, row in rows if (op := _op(row, place, when, card, value, part, faults))
        ]
    paid = [op["op"] for op in effect["cost"]]
    if len(set(paid)) < len(paid):
        # Whether a cost can be paid is looked at one op at a time.
        faults.add(under(where, "cost"), "a cost names each op once; its n says how many")
    if value.get("do") == []:
        faults.add(under(where, "do"), "an effect does something")
    if "stat_above" in effect.get("if", {}):
        faults.add(under(where, "if.stat_above"), "it belongs in the if of a sub")
    ends = "limit" in value or not RUN_OUT.isdisjoint(paid)
    if when == "action" and not ends:
        faults.add(where, "an action without a limit has a cost that runs out")
    event = effect.get("event", "")
    if event.startswith("opponent_commits") and any(op["op"] != "cancel" for op in effect["do"]):
        faults.add(under(where, "do"), "on opponent_commits there is only cancel")
    return effect


def _pass(value: Any, where: str, faults: Faults) -> None:
    """Nothing is said of it."""


def _op(
    value: Any,
    where: str,
    when: str,
    card: Mapping[str, Any],
    effect: Mapping[str, Any],
    part: str,
    faults: Faults,
) -> dict[str, Any]:
    """One op; nothing when it cannot be told which."""
    name = value.get("op") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in OPS:
        if isinstance(value, dict) and "op" in value:
            faults.add(under(where, "op"), f"{told(name)} is no effect{close(name, OPS)}")
        else:
            table(value, where, faults, {key: _pass for key in OP_FIELDS}, ("op",), "an op")
        return {}
    rule = OPS[name]
    fields = {"op": OP_FIELDS["op"]}
    fields.update({key: SPECIAL.get(name, {}).get(key, OP_FIELDS[key]) for key in rule.may})
    op = table(value, where, faults, fields, ("op", *rule.needs), f"the op {name}")
    if when not in rule.whens:
        faults.add(under(where, "op"), f"{name} does not go with when = '{when}'")
    if part == "cost" and name not in COSTS:
        faults.add(under(where, "op"), f"a cost is one of {', '.join(COSTS)}, not {name}")
    lasts = "in_play" if when == "static" else "round"
    if op.pop("duration", lasts) != lasts:
        faults.add(under(where, "duration"), f"with when = '{when}' it is always '{lasts}'")
    _who(op, where, when, card, part, faults)
    _suits(op, where, when, card, effect, faults)
    return op


def _who(
    op: Mapping[str, Any],
    where: str,
    when: str,
    card: Mapping[str, Any],
    part: str,
    faults: Faults,
) -> None:
    """Whether the op may be done to that driver."""
    who = op.get("who", "self")
    if part == "cost" and who != "self":
        faults.add(under(where, "who"), "a cost is paid by the driver who owns the card")
    if who != "target":
        return
    if not card.get("target"):
        faults.add(under(where, "who"), "the card has no target line")
    elif when in ("static", "check") and card.get("type") != "control":
        faults.add(under(where, "who"), f"only a control keeps its target for a '{when}' effect")


def _suits(
    op: Mapping[str, Any],
    where: str,
    when: str,
    card: Mapping[str, Any],
    effect: Mapping[str, Any],
    faults: Faults,
) -> None:
    """What an op asks of its surroundings."""
    name, kind = op["op"], card.get("type")
    tests = op.get("if", {})
    if "stat_above" in tests and (name != "sub" or when != "static"):
        faults.add(under(where, "if.stat_above"), "it belongs to a sub that is static")
    if name == "uninstall_this" and kind != "mod":
        faults.add(under(where, "op"), "only a mod is uninstalled")
    if name == "remains" and kind not in ("control", "team"):
        faults.add(under(where, "op"), "only controls and teams are junked in the scrap step")
    if name == "look_hand" and op.get("who") == "self":
        faults.add(under(where, "who"), "a driver knows the own hand")
    if name == "mod_cap" and op.get("n") == 0:
        faults.add(under(where, "n"), "0 changes nothing")
    if name == "cancel":
        event = str(effect.get("event"))
        if event != "targeted_by_control" and not event.startswith("opponent_commits"):
            faults.add(under(where, "op"), "cancel answers opponent_commits or targeted_by_control")
    if name == "junk_shared" and "zone" in op and "which" in op:
        wanted = "active" if op["zone"] == "course" else "choice"
        if op["which"] != wanted:
            faults.add(under(where, "which"), f"of a {op['zone']} it is always '{wanted}'")
    if name == "uninstall" and "chooser" not in op:
        if op.get("who") == "all":
            faults.add(where, "from all drivers each owner chooses: chooser = 'owner'")
        if op.get("n", 1) > 1:
            faults.add(under(where, "n"), "a player picks one mod; more with chooser = 'owner'")
    if when == "check" and picks(op):
        faults.add(where, "a check asks its owner for no card in play; see docs/card-sets.md")


def picks(op: Mapping[str, Any]) -> bool:
    """Whether the player of the card picks a card in play for the op."""
    if op["op"] == "uninstall":
        return "chooser" not in op
    return bool(op["op"] == "junk_shared" and op.get("zone") == "condition")


def _together(card: Mapping[str, Any], where: str, faults: Faults) -> None:
    """What the effects of one card must be together."""
    effects = card["effects"]
    actions = [effect for effect in effects if effect.get("when") == "action"]
    if len(actions) > 1:
        faults.add(under(where, "effects"), "a card has one action at most")
    for when in ("play", "action"):
        ops = [op for e in effects if e.get("when") == when for op in (*e["cost"], *e["do"])]
        if sum(map(picks, ops)) > 1:
            faults.add(
                under(where, "effects"), "a player picks one card in play at a time, here two"
            )
    if card.get("type") == "car" and any(effect.get("when") == "play" for effect in effects):
        faults.add(under(where, "effects"), "a car is never played: it has no effect of 'play'")
    aims = any(op.get("who") == "target" for effect in effects for op in effect.get("do", ()))
    if card.get("target") and not aims:
        faults.add(under(where, "target"), "no effect of the card is done to the target")
    if not card.get("make") and any("make_match" in e.get("if", {}) for e in effects):
        faults.add(under(where, "effects"), "make_match needs a make on the card")
