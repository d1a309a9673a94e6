"""Settings, from the environment and `.env`, read once at the start."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from dotenv import dotenv_values
from dotenv.parser import parse_stream

DEFAULT_DATABASE: Final = "sqlite+aiosqlite:///var/motordrome.sqlite3"
LOCAL_URL: Final = "MOTORDROME_LOCAL_URL"
"""Environment variable: a local Discord to connect to, for the process that a demo starts."""
MOST_SHARDS: Final = 100_000
_DATABASES: Final = ("sqlite+aiosqlite://", "postgresql://", "postgres://", "postgresql+asyncpg://")
_DIGITS_MOST: Final = 20
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting that cannot be used. The text says which one and what to do."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator chooses. Its repr leaves the token out: it must not reach a log."""

    token: str = ""
    """Bot token; empty means the local Discord."""
    database_url: str = DEFAULT_DATABASE
    database_wait: int = 60
    """Seconds for which a start waits for a database whose server does not answer."""
    local_port: int = 8765
    log_level: str = "INFO"
    metrics_port: int = 0
    """Port of metrics and health on this machine; 0 for none."""
    card_sets: Path | None = None
    """Folder with card sets of the server's own, one folder a game."""
    test_guild: int | None = None
    """Server whose commands are synchronised at once, for development."""

    shard_ids: tuple[int, ...] = ()
    """The shards of this process; none means that it is the only one and has all of them."""
    shard_count: int = 0
    """How many shards all processes have together; 0 lets Discord say it."""

    keep_pictures: bool = False
    """Whether an answer keeps the picture that a message has, instead of sending it again."""

    def __repr__(self) -> str:
        return f"Settings(local={not self.token}, log_level={self.log_level})"


def read_settings(
    env_file: Path = Path(".env"), environment: Mapping[str, str] | None = None
) -> Settings:
    """Read `.env` and the environment, which wins. Raises `SettingsError` naming the setting."""
    values = _written(env_file)
    values.update(os.environ if environment is None else environment)
    token = values.get("DISCORD_TOKEN", "").strip()
    if token and (any(c.isspace() for c in token) or token.count(".") != 2):
        raise SettingsError(
            "DISCORD_TOKEN does not look like a bot token (three parts with dots between). "
            "Copy it again from the Bot page of your application, or leave it empty to use the "
            "local Discord."
        )
    url = values.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE
    if not url.startswith(_DATABASES):
        raise SettingsError(
            "DATABASE_URL must begin with sqlite+aiosqlite:/// and name a file, such as "
            f"{DEFAULT_DATABASE}, or with postgresql:// and name a database."
        )
    level = values.get("LOG_LEVEL", "").strip().upper() or "INFO"
    if level not in _LEVELS:
        raise SettingsError(f"LOG_LEVEL must be one of {', '.join(_LEVELS)}.")
    shard_ids, shard_count = _shards(values)
    return Settings(
        token=token,
        database_url=url,
        database_wait=_number(values, "DATABASE_WAIT", 60, 0, 86_400),
        local_port=_number(values, "LOCAL_PORT", 8765, 0, 65_535),
        log_level=level,
        metrics_port=_number(values, "METRICS_PORT", 0, 0, 65_535),
        card_sets=Path(folder) if (folder := values.get("CARD_SETS", "").strip()) else None,
        test_guild=_number(values, "TEST_GUILD", 0, 0, 2**63 - 1) or None,
        shard_ids=shard_ids,
        shard_count=shard_count,
        keep_pictures=_switch(values, "KEEP_PICTURES"),
    )


def _written(env_file: Path) -> dict[str, str]:
    """What the file says; nothing where there is none."""
    try:
        text = env_file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(
            f"{env_file} cannot be read ({error.strerror}); let it be a file that the bot's user "
            "may read, or remove it."
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{env_file} is not written in UTF-8; save it so.") from error
    for each in parse_stream(io.StringIO(text)):
        if each.error:
            # Empty lines before it count as its own. Without a word of it: it may be the token.
            whole = each.original.string
            empty = whole[: len(whole) - len(whole.lstrip())].count("\n")
            raise SettingsError(
                f"{env_file} cannot be read at line {each.original.line + empty}; write NAME=value "
                "there, and close a quote that is opened."
            )
    lines = dotenv_values(stream=io.StringIO(text))
    return {name: value for name, value in lines.items() if value is not None}


def _shards(values: Mapping[str, str]) -> tuple[tuple[int, ...], int]:
    """What SHARD_IDS and SHARD_COUNT say: "0-3,8" and 16, say."""
    count = _number(values, "SHARD_COUNT", 0, 1, MOST_SHARDS)
    text = values.get("SHARD_IDS", "").replace(" ", "")
    if not text:
        return (), count
    if not count:
        raise SettingsError("SHARD_IDS needs SHARD_COUNT, the number of shards of all processes.")
    ids: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        ends = (first, last if dash else first)
        fits = all(_is_number(end) and int(end) < count for end in ends)
        if not fits or int(ends[0]) > int(ends[1]):
            raise SettingsError(
                f"SHARD_IDS must be numbers from 0 to {count - 1}, such as 0 or 0-3,8 "
                f"(SHARD_COUNT is {count})."
            )
        ids.update(range(int(ends[0]), int(ends[1]) + 1))
    return tuple(sorted(ids)), count


def _switch(values: Mapping[str, str], name: str) -> bool:
    text = values.get(name, "").strip().lower()
    if text not in ("", "yes", "no"):
        raise SettingsError(f"{name} must be yes or no.")
    return text == "yes"


def _number(values: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = values.get(name, "").strip()
    if not text:
        return default
    if not _is_number(text) or not low <= int(text) <= high:
        raise SettingsError(f"{name} must be a whole number from {low} to {high}.")
    return int(text)


def _is_number(text: str) -> bool:
    """Whether it is digits alone, and not more than any setting needs: `int` refuses thousands."""
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS_MOST


def why(error: OSError) -> str:
    """Why something failed, in the system's words: those of asyncio say the address, too."""
    return os.strerror(error.errno) if error.errno else str(error)
