"""What the bot says: sentences and labels of `data/words.en.toml`, a section for each file."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

_FILE: Final = files("bot") / "data" / "words.en.toml"
TEXTS: Final[dict[str, str]] = {
    f"{section}.{key}": text
    for section, texts in tomllib.loads(_FILE.read_text(encoding="utf-8")).items()
    for key, text in texts.items()
}
"""Every text, by "section.key"."""


def say(key: str, /, **fields: object) -> str:
    """That text with its fields filled in.

    >>> say("takeover.plays_now", name="Ann", letter="A")
    'Ann plays A now.'
    """
    return TEXTS[key].format(**fields) if fields else TEXTS[key]
