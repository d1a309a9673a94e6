"""How wide the road is, and whether a counter is on it (Rules: 9. Scenarios)."""

from __future__ import annotations

from typing import Final

from games.engine.plane import Box

EDGE: Final = 2.0
"""The road reaches so far to either side of its middle, in inches. House. Beyond it lies rough
ground without an end. Ruling 60"""
SECTION: Final = 12
"""Length of a road section, in inches. House."""
CLOUD: Final = (1.0, 0.5)
"""Length and width of a smoke cloud, in inches."""
SLACK: Final = 1e-4
"""Beyond the edge by no more than this is on the road, in inches: poses are rounded to as much."""


def beyond(box: Box) -> bool:
    """Whether any part of a counter is off the road."""
    across = abs(box.x) + box.half * abs(box.fx) + box.side * abs(box.fy)
    return across > EDGE + SLACK
