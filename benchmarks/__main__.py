"""All benchmarks, one after another: `python -m benchmarks`."""

from __future__ import annotations

import subprocess
import sys

NAMES = ("rules", "geometry", "computers", "pictures", "store", "start", "bot")

if __name__ == "__main__":
    failed = [
        name
        for name in NAMES
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode
    ]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)
