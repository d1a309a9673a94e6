"""What `normal` buys: the vehicles that did best in fights of computer seats against each other."""

from __future__ import annotations

import random
from typing import Any, Final

from games.engine.ask import Ask
from games.mini_carwars.builds import Build, bring
from games.mini_carwars.moves import Bring, Enough, Take
from games.mini_carwars.state import State

CARS: Final = (
    Build("rocket_special", "a", (40, 35, 35, 35, 30), 2, driver_armor=True),
    Build("rocket_special", "", (40, 35, 35, 35, 30), 2, 2, driver_armor=True, gunner_armor=True),
    Build("rocket_special", "", (40, 35, 35, 35, 30), 1, 1, driver_armor=True, gunner_armor=True),
    Build("mini_sherman", "", (35, 25, 33, 25, 0), 1, driver_armor=True),
)
"""Best first: the first one that may be brought is."""
LONE: Final = (Build("rocket_special", "a", (40, 35, 35, 35, 30), driver_armor=True), *CARS)
"""Against a pack."""
FLEET: Final = (
    *CARS,
    Build("mini_sherman", "", (35, 25, 33, 25, 0)),
    Build("shogun_220", "", (20, 0, 20, 0, 0), driver_armor=True),
    Build("killer_kart", "", (6, 4, 4, 4, 0)),
    Build("shogun_220", "", (20, 0, 20, 0, 0)),
    Build("shogun_100", "", (6, 0, 6, 0, 0)),
)
"""For an open fight, until the budget is spent."""
PACK: Final = (
    Build("shogun_220", "", (20, 0, 20, 0, 0), driver_armor=True),
    Build("shogun_220", "", (20, 0, 20, 0, 0)),
    Build("shogun_100", "", (6, 0, 6, 0, 0), driver_armor=True),
    Build("shogun_100", "", (6, 0, 6, 0, 0)),
)


def best(view: State, ask: Ask[Any], rng: random.Random) -> tuple[Take | Bring | Enough, str]:
    """The best vehicle that may be bought now, and why."""
    if len(ask.options) == 1 and ask.brought is None:
        return ask.options[0], "forced"
    builds: tuple[Build, ...] = CARS
    if view.lone >= 0:
        builds = LONE if ask.seat == view.lone else PACK
    elif view.options.scenario == "open-fight":
        builds = FLEET
    fits = (build for build in builds if ask.brought is not None and not ask.brought.fits(build))
    build = next(fits, None)
    return ask.default if build is None else bring(build), "buy"
