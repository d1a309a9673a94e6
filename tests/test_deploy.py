"""What `deploy/` names is there: what the image is made of, and settings that the bot reads."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
NOT_OURS = {"PATH", "DRIVER"}


def said(name: str) -> str:
    """A file of `deploy/`, without its comments."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def test_the_image_is_made_of_what_the_builder_is_given() -> None:
    copied = [
        name
        for line in re.findall(r"^COPY (?!--from)(.+)$", said("Dockerfile"), re.MULTILINE)
        for name in line.split()[:-1]
    ]
    assert len(copied) > 5
    given = {line[1:] for line in said("Dockerfile.dockerignore").splitlines() if line[0] == "!"}
    assert {*copied} == given
    assert [name for name in given if not (ROOT / name).exists()] == []


def test_the_driver_for_postgresql_is_the_one_that_is_tested() -> None:
    driver = (ROOT / "requirements-postgres.txt").read_text(encoding="utf-8")
    tested = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    assert driver.startswith("asyncpg==")
    assert driver in tested


def test_the_settings_in_it_are_those_that_the_bot_reads() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    known = {*re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)}
    named = {
        *re.findall(r"^\s+([A-Z_]+): ", said("compose.yaml"), re.MULTILINE),
        *(
            name
            for unit in ("motordrome.service", "motordrome@.service")
            for name in re.findall(r"^Environment=([A-Z_]+)=", said(unit), re.MULTILINE)
        ),
        *re.findall(r"(?:^ENV |^    )([A-Z_]+)=", said("Dockerfile"), re.MULTILINE),
    }
    named = {name for name in named if not name.startswith("POSTGRES_")} - NOT_OURS
    assert named >= {"DATABASE_URL", "METRICS_PORT", "DISCORD_TOKEN", "SHARD_IDS"}
    assert named - known == set()


def test_one_of_several_processes_has_the_rights_of_one_alone() -> None:
    """Its settings aside, and what a file of SQLite needs."""
    own = ("Description=", "After=", "Environment", "StateDirectory", "WorkingDirectory=")
    alone, several = (
        [line for line in said(unit).splitlines() if line and not line.startswith(own)]
        for unit in ("motordrome.service", "motordrome@.service")
    )
    assert alone == several


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")
@pytest.mark.parametrize(
    ("file", "unit"),
    [
        ("motordrome.service", "motordrome.service"),
        ("motordrome@.service", "motordrome@0-1.service"),
    ],
)
def test_systemd_takes_its_units(file: str, unit: str, tmp_path: Path) -> None:
    text = (DEPLOY / file).read_text(encoding="utf-8")
    program = text.replace("/opt/motordrome/bin/motordrome", shutil.which("true") or "")
    (tmp_path / file).write_text(program, encoding="utf-8")
    command = ["systemd-analyze", "verify", str(tmp_path / unit)]
    read = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    said = [line for line in read.stderr.splitlines() if "motordrome" in line]
    assert (read.returncode, said) == (0, [])
