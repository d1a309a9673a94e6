"""The folder of a server of one's own goes with the process that holds it, however that ends."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

HOLDS = """
import sys
from bot.own_postgres import lifeline
with lifeline() as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""


def test_nothing_is_left_of_a_process_that_is_killed_before_it_makes_a_server() -> None:
    command = [sys.executable, "-c", HOLDS]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        folder = Path(holder.stdout.readline().strip())
        # The guard reads from the other end, so opening this one does not wait; it holds it, too.
        with (folder / "alive").open("w"):
            holder.kill()
            holder.wait()
            assert folder.is_dir()
    with suppress(FileNotFoundError):
        while True:  # the test's own time limit ends it
            folder.stat()
