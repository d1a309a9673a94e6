"""A little package with games of its own, laid down as an installer would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
NERVE = ROOT / "tests" / "examples" / "nerve.py"
DRIFT = ROOT / "tests" / "examples" / "drift.py"
CLAIM = ROOT / "tests" / "examples" / "claim.py"
EXAMPLES = (NERVE, CLAIM, DRIFT)


def on_page(name: str) -> str:
    """A file of docs/add-a-game.md, as it stands on the page."""
    (code,) = re.findall(rf"^```python {name}\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    return str(code)


def derby() -> str:
    """The example that stands on the page."""
    return on_page("derby.py")


def install(
    site: Path,
    modules: Mapping[str, str],
    games: Mapping[str, str],
    artists: Mapping[str, str] | None = None,
) -> None:
    """Lay modules down in a folder for Python, with what they announce: name to `module:GAME`, and
    name to `module:ARTIST`."""
    for name, text in modules.items():
        (site / f"{name}.py").write_text(text, "utf-8")
    info = site / "little-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: little\nVersion: 1.0\n", "utf-8")
    lines = ""
    for group, places in (("games", games), ("artists", artists or {})):
        lines += f"[motordrome.{group}]\n"
        lines += "".join(f"{name} = {place}\n" for name, place in places.items())
    (info / "entry_points.txt").write_text(lines, "utf-8")


def install_all(site: Path) -> None:
    """All examples."""
    games = {"derby": derby(), **{file.stem: file.read_text("utf-8") for file in EXAMPLES}}
    modules = {**games, "claim_pictures": on_page("claim_pictures.py")}
    announced = {name: f"{name}:GAME" for name in games}
    install(site, modules, announced, {"claim": "claim_pictures:ARTIST"})


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the folder's packages installed."""
    paths = os.pathsep.join((str(site), str(ROOT)))
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
