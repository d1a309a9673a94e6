"""The directions imports may take, and what the rules must not touch.

games.engine <- games.<game> <- images <- bot        no game imports another
match <- store <- tables <- posts <- delivery <- designs <- presses <- bot's own files
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(path for top in ("games", "images", "bot") for path in (ROOT / top).rglob("*.py"))
TERMINAL = ROOT / "games" / "__main__.py"
"""The games' command line: it reads and writes the files it is told to."""

_OUTSIDE = """
aiohttp aiosqlite alembic asyncio ctypes datetime discord dotenv http io multiprocessing os pathlib
PIL requests secrets shutil signal socket sqlalchemy sqlite3 ssl subprocess tempfile threading time
urllib uuid
"""
OUTSIDE = frozenset(_OUTSIDE.split())
"""What rules have no use for: clock, network, disk, processes, pictures, chance of their own."""


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, by full name, also inside functions."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *(node.module or "").split("."))).strip(".")
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)


ROOMS = ("match", "store", "tables", "posts", "delivery", "designs", "presses")
"""The rooms of the bot. Each knows those before it; what lies beside them knows all. What is said
(`bot.words`) every room may look up, and what is measured (`bot.metrics`) it may count."""


def room(path: Path) -> str:
    """`games.engine`, `games.<game>`, `games` (the command line), `images`, `bot.<room>`, `bot`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    deep = len(parts) > 2 and (parts[0] == "games" or parts[1] in ROOMS)
    return ".".join(parts[:2]) if deep else parts[0]


def allowed(own: str, module: str) -> bool:
    """Whether a file of the room `own` may import that module of the project."""
    top, *rest = module.split(".")
    if top not in ("games", "images", "bot", "tests", "benchmarks", "tools"):
        return True
    if own.startswith("games"):
        if own == "games" or not rest:
            return top == "games"
        return top == "games" and (rest[0] == "engine" or f"games.{rest[0]}" == own)
    if own.startswith("bot.") and rest:
        known = (*ROOMS[: ROOMS.index(own.removeprefix("bot.")) + 1], "words", "metrics")
        return top in ("games", "images") or (top == "bot" and rest[0] in known)
    return top in ("games", "images") or (own.startswith("bot") and top == "bot")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_keep_their_direction(path: Path) -> None:
    own = room(path)
    assert [module for module in imports(path) if not allowed(own, module)] == []


def names(path: Path) -> str:
    """A file as it is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {names(path): path for path in FILES}


def imported(tree: ast.Module) -> set[str]:
    """The files of the project that a file imports, those for types alone too."""
    out: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            out.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            whole = [f"{node.module}.{name.name}" for name in node.names]
            out.update(name if name in MODULES else node.module for name in whole)
    return out & MODULES.keys()


def circles(graph: dict[str, set[str]]) -> set[str]:
    """Files that lie in circles, or between some: what is left once ends are taken off."""
    left = set(graph)
    while ends := {name for name in left if not graph[name] & left}:
        left -= ends
    while starts := {name for name in left if not any(name in graph[o] for o in left)}:
        left -= starts
    return left


def test_no_files_import_each_other() -> None:
    graph = {name: imported(parsed(path)) - {name} for name, path in MODULES.items()}
    assert circles(graph) == set()


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}}
    assert circles(graph) == {"b", "c", "e"}


def test_a_circle_of_types_is_found() -> None:
    graph = {name: imported(parsed(path)) - {name} for name, path in MODULES.items()}
    planted = "if TYPE_CHECKING:\n    from bot.match.match import Match\n"
    graph["bot.match.seats"] |= imported(ast.parse(planted))
    assert circles(graph) >= {"bot.match.seats", "bot.match.state", "bot.match.match"}


BOT = [path for path in FILES if path.is_relative_to(ROOT / "bot")]
GAMES = {
    path.name.replace("_", "-")
    for path in (ROOT / "games").iterdir()
    if path.is_dir() and path.name != "engine"
}


def games_words(tree: ast.Module) -> Iterator[str]:
    """Where code names a game, or compares a question's kind with a word."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in GAMES and id(node) not in docstrings:
            yield f"line {node.lineno}: {node.value}"
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            asked = any(ast.unparse(side).endswith("ask.kind") for side in sides)
            words = [part for side in sides for part in ast.walk(side)]
            if asked and any(isinstance(getattr(part, "value", None), str) for part in words):
                yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", BOT, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_bot_has_no_game_s_word(path: Path) -> None:
    assert [*games_words(parsed(path))] == []


@pytest.mark.parametrize(
    ("planted", "count"),
    [
        ('if ask.kind == "action":\n    pass', 1),
        ('found = self.ask.kind in ("fire", "move")', 1),
        ('find("nascards")', 1),
        ('"""Plays nascards."""\nif ask.kind in game.turns and move.kind == "start":\n    pass', 0),
    ],
)
def test_a_game_s_word_is_found(planted: str, count: int) -> None:
    assert len([*games_words(ast.parse(planted))]) == count


RULES = [path for path in FILES if path.is_relative_to(ROOT / "games") and path != TERMINAL]


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_touch_nothing_outside(path: Path) -> None:
    assert [module for module in imports(path) if module.split(".")[0] in OUTSIDE] == []
    calls = {
        node.func.id
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec", "__import__"}


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_chance_in_rules_has_a_seed(path: Path) -> None:
    """No `random.choice` of the shared generator, no `Random()` seeded by the clock."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {name.name for name in node.names} <= {"Random"}
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        if node.value.id == "random":
            assert node.attr == "Random", f"line {node.lineno}: random.{node.attr}"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random"):
            assert node.args, f"line {node.lineno}: a generator without a seed"


@pytest.mark.parametrize(
    ("own", "module", "may"),
    [
        ("games.engine", "games.carwars_cards.cards", False),
        ("games.engine", "games.engine.ask", True),
        ("games.carwars_cards", "games.engine.ask", True),
        ("games.carwars_cards", "games.nascards", False),
        ("games.carwars_cards", "images.pen", False),
        ("games", "games.engine.game", True),
        ("games", "bot", False),
        ("images", "games.carwars_cards.state", True),
        ("images", "bot.posts.custom_ids", False),
        ("bot", "images.pen", True),
        ("bot.match", "images.pen", True),
        ("bot.match", "bot.store", False),
        ("bot.match", "bot.app", False),
        ("bot.match", "bot.words", True),
        ("bot.match", "bot.metrics", True),
        ("bot.match", "bot.health", False),
        ("bot.tables", "bot.match.match", True),
        ("bot.tables", "bot.delivery.delivery", False),
        ("bot.delivery", "bot.local.server", False),
        ("bot.presses", "bot.posts.posts", True),
        ("bot", "bot.presses.clicks", True),
        ("bot", "tests.games", False),
        ("images", "PIL", True),
    ],
)
def test_the_directions_are_as_the_design_has_them(own: str, module: str, may: bool) -> None:
    assert allowed(own, module) is may
