"""What the bot counts while it runs, for Prometheus to read; `bot.health` serves it.

Every room of the bot may count here. A label has few values, and none of them is a token, a name or
anything of a hand.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

PRESSES: Final = Counter(
    "motordrome_presses", "Commands, presses and forms that reached the bot, by kind", ["kind"]
)
LATE: Final = Counter("motordrome_presses_late", "Those that came too late and were dropped")
ANSWERS: Final = Histogram(
    "motordrome_answer_seconds",
    "From the moment a press is taken up to the first answer that Discord has taken",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.8, 3.0, 8.0),
)
MOVES: Final = Counter("motordrome_moves_stored", "Moves stored, of people, computers and clocks")
CALLS: Final = Counter(
    "motordrome_discord_calls", "Calls to Discord, by kind of route and HTTP status",
    ["route", "status"],
)  # fmt: skip
FAULTS: Final = Counter("motordrome_faults", "Faults of the program, repeated ones too")
TABLES: Final = Gauge("motordrome_live_tables", "Open tables that do not rest")
OUTBOX: Final = Gauge("motordrome_outbox_rows", "What is still to be shown, in rows of the outbox")
LAG: Final = Histogram(
    "motordrome_event_loop_lag_seconds",
    "How much later than due the event loop came to a task that it was to wake",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
)
