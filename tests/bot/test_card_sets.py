"""Card sets of a server's own: read at the start, or the bot says in words why not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.card_sets import install
from bot.settings import SettingsError, read_settings

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
SOUND = """
set = "Club Night"
number = 7
source = "our club"

[[card]]
id = "club_push"
name = "Club Push"
type = "control"
power = 2
"""


def _run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )


def _folder(path: Path, **sets: str) -> Path:
    game = path / "sets" / "world-auto-racing"
    game.mkdir(parents=True)
    for name, text in sets.items():
        (game / f"{name}.toml").write_text(text, encoding="utf-8")
    return path / "sets"


def test_a_sound_set_is_raced_with(tmp_path: Path) -> None:
    folder = _folder(tmp_path, club=SOUND)
    # In a process of its own: what is installed stays.
    script = (
        "from pathlib import Path; from bot.card_sets import install; "
        "from games.engine.found import find; import sys; install(Path(sys.argv[1])); "
        "from games.world_auto_racing.kinds import KINDS; print(KINDS[7000].name); "
        "print([t.title for t in find('world-auto-racing').words.cards() if t.card == 7000])"
    )
    done = _run("-c", script, str(folder))
    assert done.stdout.splitlines() == ["Club Push", "['Club Push']"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (SOUND.replace('"control"', '"contrl"'), "club.toml: card club_push: type"),
        (SOUND.replace("power = 2", "pwer = 2"), "club.toml: card club_push: pwer"),
        (
            SOUND.replace('name = "Club Push"\n', ""),
            "card club_push: a card of type control needs the field name",
        ),
        (SOUND.replace("club_push", "redline"), "club.toml: card redline: id"),
        (SOUND + "power = 3\n", "club.toml"),
        (
            SOUND + 'effects = [{ when = "play", do = [{ op = "drw", n = 1 }] }]\n',
            "club.toml: card club_push: effects[0].do[0].op",
        ),
    ],
)
def test_what_is_wrong_with_a_set_is_said(tmp_path: Path, changed: str, said: str) -> None:
    folder = _folder(tmp_path, club=changed)
    with pytest.raises(SettingsError) as refused:
        install(folder)
    assert said in str(refused.value)


def test_a_folder_of_no_game_is_named(tmp_path: Path) -> None:
    (tmp_path / "chess").mkdir()
    with pytest.raises(SettingsError, match="chess: no game has this name"):
        install(tmp_path)


def test_a_game_without_sets_takes_none(tmp_path: Path) -> None:
    (tmp_path / "nascards").mkdir()
    (tmp_path / "nascards" / "more.toml").write_text("set = 1", encoding="utf-8")
    with pytest.raises(SettingsError, match="NASCARDS takes no card sets"):
        install(tmp_path)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    (folder / "world-auto-racing" / "bad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match=r"bad\.toml: is not UTF-8"):
        install(folder)


def test_the_bot_does_not_start_with_a_bad_set(tmp_path: Path) -> None:
    folder = _folder(tmp_path, club=SOUND.replace('"control"', '"contrl"'))
    done = _run("-m", "bot", CARD_SETS=str(folder), DISCORD_TOKEN="", LOCAL_PORT="0")
    assert done.returncode == 2
    assert "club.toml: card club_push: type" in done.stderr
    assert "Traceback" not in done.stderr


def test_sets_are_checked_by_a_command(tmp_path: Path) -> None:
    folder = _folder(tmp_path, club=SOUND, other=SOUND) / "world-auto-racing"
    sound = _run("-m", "games", "sets", "world-auto-racing", str(folder / "club.toml"))
    assert (sound.returncode, sound.stdout) == (0, "the card set is sound\n")
    both = [str(folder / name) for name in ("club.toml", "other.toml")]
    twice = _run("-m", "games", "sets", "world-auto-racing", *both)
    assert twice.returncode == 1
    assert "set number 7 is taken" in twice.stdout


def test_no_folder_is_no_card_sets() -> None:
    install(None)
    assert read_settings(Path("nowhere"), {}).card_sets is None
    assert read_settings(Path("nowhere"), {"CARD_SETS": "sets"}).card_sets == Path("sets")
