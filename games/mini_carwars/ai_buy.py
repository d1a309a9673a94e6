"""What `normal` buys: the vehicles of `data/trials.toml`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from games.engine.ask import Ask
from games.mini_carwars.builds import Build, bring
from games.mini_carwars.catalog import read_data
from games.mini_carwars.moves import Bring, Enough, Take
from games.mini_carwars.state import State

_TRIALS: Final = read_data("trials")
BEST: Final[Mapping[str, Sequence[Build]]] = {
    name: [msgspec.convert(_TRIALS["build"][each], Build) for each in builds]
    for name, builds in _TRIALS["best"].items()
}
"""By scenario, or by side in PACK ATTACK; the best first."""


def best(view: State, ask: Ask[Any], rng: random.Random) -> tuple[Take | Bring | Enough, str]:
    """The best vehicle that may be bought now, and why."""
    if len(ask.options) == 1 and ask.brought is None:
        return ask.options[0], "forced"
    side = "lone" if ask.seat == view.lone else "pack"
    builds = BEST[side if view.lone >= 0 else view.options.scenario]
    fits = (build for build in builds if ask.brought is not None and not ask.brought.fits(build))
    build = next(fits, None)
    return ask.default if build is None else bring(build), "buy"
