"""What is no address of a database is refused in a sentence that gives nothing away."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from bot.check_database import look
from bot.store.address import parsed
from bot.store.errors import DatabaseMissing
from bot.store.files import path_of


@pytest.mark.parametrize(
    "text", ["postgresql://ann:secret@host:port/m", "sqlite+aiosqlite://ann:secret/m", "secret"]
)
def test_an_address_that_is_none_is_refused_wherever_it_is_read(text: str) -> None:
    for read in (parsed, path_of):
        with pytest.raises(DatabaseMissing, match="DATABASE_URL is no address") as refused:
            read(text)
        assert "secret" not in str(refused.value)
    (found,) = look(text)
    assert not found.good
    assert found.sentence == str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "sqlite+aiosqlite://var/m.sqlite3",
        "sqlite+aiosqlite://ann:secret@var/m.sqlite3",
        "sqlite+aiosqlite://:secret@/m.sqlite3",
    ],
)
def test_a_file_after_two_slashes_is_not_taken_for_another_one(text: str) -> None:
    """The bot could not open it, so a check, a backup and a restore must not use m.sqlite3."""
    with pytest.raises(
        DatabaseMissing, match="two slashes before its file; write three"
    ) as refused:
        path_of(text)
    assert "secret" not in str(refused.value)
    (found,) = look(text)
    assert (found.good, found.sentence) == (False, str(refused.value))


@pytest.mark.parametrize("password", ["q9@zz7", "q9@z/z7", "q9@z@z7"])
def test_no_part_of_a_password_is_taken_for_a_host(password: str) -> None:
    with pytest.raises(DatabaseMissing, match="write @ as %40, / as %2F, : as %3A") as refused:
        parsed(f"postgresql://ann:{password}@host/m")
    assert "z7" not in str(refused.value)
    address = parsed(f"postgresql://ann:{quote(password, safe='')}@host/m")
    assert (address.password, address.host) == (password, "host")
