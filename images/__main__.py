"""Pictures of every game for the README: `python -m images gallery`."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.players import Player
from games.engine.table import Table
from images import Choices, artist, moment
from images.plain import Shown

FOLDER: Final = "docs/pictures"
NAMES: Final = ("Ann", "Rook", "Juniper", "Marlowe", "Sable")
KEPT: Final = 32
"""As many of the last public events as a board is given."""


class Scene(NamedTuple):
    """A match of computers, and how many answers into it the pictures are."""

    game: str
    seats: int
    answers: int
    options: Mapping[str, Any]
    seed: int = 1


BOARDS: Final = {
    "mini-carwars-arena": Scene("mini-carwars", 4, 160, {"scenario": "arena", "open_sheets": True}),
    "mini-carwars-road": Scene("mini-carwars", 2, 60, {"scenario": "road-duel"}, 3),
    "carwars-cards": Scene("carwars-cards", 4, 60, {}),
    "carwars": Scene("carwars", 4, 34, {}),
    "nascards": Scene("nascards", 5, 60, {}),
    "world-auto-racing": Scene("world-auto-racing", 3, 60, {}),
}
HAND: Final = "mini-carwars-arena"
"""The scene whose hand is shown."""
FIGHT: Final = Scene("mini-carwars", 2, 5000, {"scenario": "road-duel"}, 3)
"""It is shown as a film."""


def played(scene: Scene) -> Iterator[tuple[Table[Any], Ask[Any], list[Any]]]:
    """A match of `normal` computers: the table, who is asked and what all were told, before each
    answer."""
    game, rng = find(scene.game), random.Random(scene.seed)
    options = game.Options(**scene.options)
    table, emitted = Table.start(game, scene.seats, SeededChance(scene.seed), options)
    events, computer = list[Any](), game.computers["normal"]
    for _ in range(scene.answers):
        events += [each.event for each in emitted if each.seats is None]
        if table.result is not None:
            return
        ask = table.asks[0]
        yield table, ask, events
        seen = table.view(ask.seat), ask, partial(table.imagine, ask.seat), rng
        emitted = table.answer(ask.seat, ask.number, computer.decide(*seen).answer)


def shown(name: str, scene: Scene) -> Iterator[tuple[str, bytes]]:
    """The last board of a scene, and what was asked last where a vehicle moves."""
    drawn, game = artist(scene.game), find(scene.game)
    players = [Player(each) for each in NAMES[: scene.seats]]
    last: dict[str, Callable[[], Shown]] = {}
    for table, ask, events in played(scene):
        view = table.view(None)
        now = moment(game, view, table.asked, events[-KEPT:])
        # Where a board shows shots, some have been fired.
        if getattr(now.recent, "shots", True):
            last[f"{name}.png"] = partial(drawn.board, view, players, now)
        if name == HAND and ask.kind == "move" and len(ask.options) > 2:
            own, paths = table.view(ask.seat), tuple(game.words.path(each) for each in ask.options)
            choices = Choices(game.words.hand_title(own, ask, players), {}, {}, True, (), paths)
            last[f"{name}-hand.png"] = partial(drawn.hand, own, players, choices)
    for file, draw in last.items():
        yield file, draw().png()


def pictures() -> Iterator[tuple[str, bytes]]:
    """File names, and what is in them."""
    for name, scene in BOARDS.items():
        yield from shown(name, scene)
    drawn, [*_, (_, _, told)] = artist(FIGHT.game), played(FIGHT)
    if drawn.film is not None:
        players = [Player(each) for each in NAMES[: FIGHT.seats]]
        options = find(FIGHT.game).Options(**FIGHT.options)
        yield f"{FIGHT.game}.gif", drawn.film.replay(told, players, options)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m images", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    gallery = commands.add_parser("gallery", help="draws the README's pictures")
    gallery.add_argument("folder", nargs="?", default=FOLDER, type=Path)
    folder = Path(parser.parse_args().folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in pictures():
        (folder / name).write_bytes(data)
        print(folder / name, f"{len(data) / 1000:.0f} KB")


if __name__ == "__main__":
    main()
