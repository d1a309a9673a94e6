"""What a play would make of the round for whoever looks at a hand, as far as all can see."""

from __future__ import annotations

from games.world_auto_racing.ai_plays import play
from games.world_auto_racing.ai_road import road_of
from games.world_auto_racing.moves import Play
from games.world_auto_racing.race import Race


def forecast(view: Race, option: Play) -> tuple[int, int]:
    """The progress of the viewing driver's round as it stands, and after that play alone.

    Cards that a play would draw or search are not foreseen.
    """
    assert view.seat is not None
    road = road_of(view)
    after = play(road, view.seat, option.card, option.on, option.pick, option.replace)
    return road.pace(view.seat), after.pace(view.seat)
