"""The bot's sentences stand in its file of texts, and the code fills in just their fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.presses.commands import Commands
from bot.words import TEXTS, say

BOT = Path(__file__).parents[2] / "bot"
ROOMS = ("match", "tables", "posts", "delivery", "designs", "presses")
FILES = [path for room in ROOMS for path in sorted((BOT / room).glob("*.py"))]
SAYS = ("Post", "Button", "press", "Choice", "Select", "Refusal", "say", "reply", "TextDisplay")
"""What is given words for people to read."""
WORD = re.compile(r"[A-Za-z]{2,}")


def fields_of(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Every call, by the last part of its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2], node


def labels(name: str, call: ast.Call) -> list[str]:
    """The texts by which a button is labelled: of its verb, where it has no label of its own."""
    section = {"press": "press", "button": "garage_press"}.get(name)
    own = any(each.arg == "label" and ast.unparse(each.value) != "''" for each in call.keywords)
    if section is None or own or len(call.args) < 2:
        return []
    verbs = [part for part in ast.walk(call.args[1]) if isinstance(part, ast.Constant)]
    return [f"{section}.{verb.value}" for verb in verbs if isinstance(verb.value, str)]


def faults(source: str) -> list[str]:
    """What a file says that has no text, that is filled in wrongly, or that stands in the code."""
    found = []
    for name, call in calls(ast.parse(source)):
        line = f"line {call.lineno}"
        if name == "say" and isinstance(call.func, ast.Name):
            key = str(ast.literal_eval(call.args[0]))
            given = {keyword.arg for keyword in call.keywords}
            if key not in TEXTS:
                found.append(f"{line}: no text {key}")
            elif given != fields_of(TEXTS[key]):
                found.append(f"{line}: {key} takes {sorted(fields_of(TEXTS[key]))}")
        elif name in SAYS:
            words = [] if name == "press" else call.args[:1]
            given_values = [*words, *(k.value for k in call.keywords if k.arg in PROSE)]
            found += [f"{line}: no text {key}" for key in labels(name, call) if key not in TEXTS]
            for value in given_values:
                if WORD.search(_written(value)):
                    found.append(f"{line}: prose in {ast.unparse(value)}")
    return found


PROSE = ("text", "head", "body", "detail", "label", "placeholder", "foot", "note", "ring")


def _written(value: ast.expr) -> str:
    """The letters that stand in the code of a string, outside its fields."""
    if isinstance(value, ast.JoinedStr):
        value = ast.Constant(
            "".join(str(p.value) for p in value.values if isinstance(p, ast.Constant))
        )
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return re.sub(r"</?\S+>|`/?\S+`|https?:\S+", "", value.value)
    return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_said_stands_in_the_file_of_texts(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


def test_every_text_is_said_somewhere() -> None:
    said = {
        call.args[0].value
        for path in BOT.rglob("*.py")
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8")))
        if name == "say" and call.args and isinstance(call.args[0], ast.Constant)
    }
    said |= {
        key
        for path in FILES
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8")))
        for key in labels(name, call)
    }
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    Commands(tree.client).add_to(tree)
    for command in tree.get_commands():
        options = [each.name for each in command.parameters]
        names = (command.name, *(f"{command.name}_{each}" for each in options))
        said |= {f"command.{name}" for name in names}
        said |= {f"command_option.{each}" for each in options}
    assert TEXTS.keys() - said == set()


def test_nothing_is_said_under_two_keys() -> None:
    keys: dict[str, list[str]] = {}
    for key, text in TEXTS.items():
        keys.setdefault(text.strip(), []).append(key)
    assert [same for same in keys.values() if len(same) > 1] == []


def test_a_fault_is_found() -> None:
    assert faults('say("takeover.nothing_of_the_kind")') == [
        "line 1: no text takeover.nothing_of_the_kind"
    ]
    assert faults('say("takeover.plays_now", name=1)') == [
        "line 1: takeover.plays_now takes ['letter', 'name']"
    ]
    assert faults('Button("Join now", key)') == ["line 1: prose in 'Join now'"]
    assert faults('press(match, key, label="Join now")') == ["line 1: prose in 'Join now'"]
    assert faults('press(match, "fly")') == ["line 1: no text press.fly"]
    assert faults('Post(head=f"Table {match}")') == ["line 1: prose in f'Table {match}'"]
    assert faults('Post(head=f"{name} · <#{channel}>")') == []


def test_a_text_is_filled_in() -> None:
    assert say("takeover.plays_now", name="Ann", letter="A") == "Ann plays A now."
