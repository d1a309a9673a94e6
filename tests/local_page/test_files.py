"""The page's files keep the page's promises, browser or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "bot" / "local" / "page"
FILES = sorted(PAGE.glob("*.*"))


def test_every_file_that_is_named_is_there() -> None:
    named = set(re.findall(r"/static/([\w.-]+)", (PAGE / "index.html").read_text()))
    for script in PAGE.glob("*.js"):
        named |= set(re.findall(r'from "\./([\w.-]+)"', script.read_text()))
    assert named - {"saira.ttf"} <= {file.name for file in FILES}


@pytest.mark.parametrize("script", sorted(PAGE.glob("*.js")), ids=lambda file: file.name)
def test_no_script_makes_markup_or_code_of_data(script: Path) -> None:
    text = script.read_text()
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
    ):
        assert way not in text, way


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_is_fetched_from_elsewhere(file: Path) -> None:
    addresses = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})", file.read_text()))
    assert addresses <= {"www.w3.org"}


def test_the_policy_allows_only_the_pages_own_files() -> None:
    page = (PAGE / "index.html").read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["style-src"] == "'self'"
    assert "unsafe" not in policy[1]
    assert not re.search(r"<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=", page)


def brightness(color: str) -> float:
    """Relative luminance of "#rrggbb", from 0 to 1."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *[(t, g) for t in ("text", "soft", "mute", "link") for g in ("chat", "side", "bar")],
        *[(t, "raise") for t in ("text", "soft", "mute")],
        *[("#FFFFFF", g) for g in ("primary", "secondary", "success", "danger")],
        ("ink", "alarm"),
        ("ink", "paper"),
        ("paper", "alarm-ground"),
        ("text", "lit"),
        ("soft", "lit"),
    ],
)
def test_text_is_told_from_its_ground(text: str, ground: str) -> None:
    colors = dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6})", (PAGE / "frame.css").read_text()))
    high, low = sorted((brightness(colors.get(c, c)) for c in (text, ground)), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 4.5
