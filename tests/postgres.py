"""The PostgreSQL server that all tests of a session share; the first that needs it starts it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot import own_postgres

FOLDER = "MOTORDROME_TEST_SERVER"
"""Environment variable: the folder that `tests/conftest.py` has made for it."""
NEEDED = "POSTGRES_NEEDED"
"""Environment variable: not empty where a test that lacks PostgreSQL's programs fails."""


async def server() -> own_postgres.Server:
    """The server. Skips the test where its programs are missing."""
    if own_postgres.programs() is None:
        if os.environ.get(NEEDED):
            pytest.fail(own_postgres.MISSING)
        pytest.skip(own_postgres.MISSING)
    return await own_postgres.shared(Path(os.environ[FOLDER]))
