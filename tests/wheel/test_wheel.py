"""A wheel of the project can be installed and played: data, texts and the page are in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from games.engine.found import NAMES

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "games", "images")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")
DATA = '"data/*.toml"'
"""What pyproject.toml says of data files."""


def run(folder: Path, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python in a folder, without what it would find in the source tree."""
    outside = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        (sys.executable, *words), cwd=folder, env={**outside, **environment}, check=False,
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def pip(folder: Path, *words: str | Path) -> None:
    """Nothing is fetched: what builds the wheel is installed with what the tests need."""
    done = run(folder, "-m", "pip", *words, "--quiet", "--no-index", "--no-deps")
    assert done.returncode == 0, done.stderr


def wheel(folder: Path, data: str = DATA) -> Path:
    """A wheel built from a copy of the sources, with these data files."""
    copy, out = folder / "source", folder / "wheels"
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in BESIDE:
        shutil.copy(ROOT / name, copy)
    project = copy / "pyproject.toml"
    said = project.read_text(encoding="utf-8")
    assert DATA in said
    project.write_text(said.replace(DATA, data), encoding="utf-8")
    pip(folder, "wheel", copy, "--no-build-isolation", "--wheel-dir", out)
    (built,) = out.iterdir()
    return built


def played(folder: Path, built: Path) -> subprocess.CompletedProcess[str]:
    """A question of each game, from the wheel installed into an empty folder."""
    installed, empty = folder / "installed", folder / "empty"
    pip(folder, "install", built, "--target", installed)
    empty.mkdir()
    script = Path(__file__).with_name("plays.py")
    return run(empty, "-P", script, installed, PYTHONPATH=str(installed))


def files(folder: Path) -> set[str]:
    """All that is to be in a wheel."""
    found = (path for package in PACKAGES for path in (folder / package).rglob("*"))
    return {
        path.relative_to(folder).as_posix()
        for path in found
        if path.is_file() and path.suffix != ".pyc" and path.name != "README.md"
    }


def test_a_question_of_each_game_is_played_from_a_wheel(tmp_path: Path) -> None:
    built = wheel(tmp_path)
    with ZipFile(built) as opened:
        packed = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert packed == files(ROOT)
    done = played(tmp_path, built)
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == list(NAMES)


def test_a_data_file_that_is_left_out_is_missed(tmp_path: Path) -> None:
    done = played(tmp_path, wheel(tmp_path, '"data/help.toml"'))
    assert done.returncode != 0
    assert re.search(r"No such file or directory: .*/data/[\w.]+\.toml'", done.stderr), done.stderr
