"""Card sets that a server adds: files in one folder a game, read once at the start."""

from __future__ import annotations

from pathlib import Path

from bot.settings import SettingsError
from games.engine.found import NAMES, find
from games.engine.rows import BadData


def install(folder: Path | None) -> None:
    """Add what lies in `<folder>/<game>/*.toml` to each game.

    Raises `SettingsError` with everything that is wrong with a file; the bot does not start then,
    because a table that was saved with a set cannot be played without it.
    """
    if folder is None:
        return
    if not folder.is_dir():
        raise SettingsError(f"CARD_SETS names {folder}, which is no folder.")
    faults: list[str] = []
    for game in sorted(folder.iterdir()):
        if not game.is_dir() or game.name.startswith("."):
            continue
        if game.name not in NAMES:
            faults.append(f"{game.name}: no game has this name; there are {', '.join(NAMES)}.")
            continue
        files: dict[str, str] = {}
        for file in sorted(game.glob("*.toml")):
            name = f"{game.name}/{file.name}"
            try:
                files[name] = file.read_text(encoding="utf-8")
            except OSError as error:
                faults.append(f"{name}: cannot be read ({error.strerror or error}).")
            except UnicodeDecodeError:
                faults.append(f"{name}: is not UTF-8 text.")
        try:
            find(game.name).add_sets(files)
        except BadData as error:
            faults += error.faults
    if faults:
        raise SettingsError("The card sets cannot be used:\n" + "\n".join(faults))
