"""What a board costs: view to bytes, against Pillow's encoding and against drawing all of it anew.

    python -m benchmarks.pictures [--views 200] [--shortest] [game ...]

Every view is another one. `new` is the first time that it is drawn, as in a bot that has run for a
minute; the second time all its tiles are warm. Medians of the thread's processor time; only the
ratios of one run mean anything on shared cores. Targets: up to six cars at most 0.6 of what Pillow
takes to encode the same sheet (level 3), 0.25 to chase; 26 vehicles at most 2, 0.6 to chase; 1/15
of the naive way; 70 KB. Of Car Wars, Sixth Edition, also the picture of a turn while it is pressed
part by part: at most 60 ms.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from io import BytesIO
from typing import Any, Final, NamedTuple

from PIL import Image

from benchmarks import arguments
from bot.app import warm_up
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from images import artist
from images.canvas import Canvas, Redraw, TileCanvas
from images.carwars.model import Board as read_arena
from images.choices import QUIET, Choices, Now
from images.kept import SHELF
from images.mini_carwars.model import Board as read_fight
from images.pen import Figure
from images.theme import PALETTE
from tests.images import tables
from tests.images.carwars import fights as arenas
from tests.images.mini_carwars import fights
from tests.images.nascards import races
from tests.images.world_auto_racing import tables as rallies

# A package's `board` is its function; the module of that name has the parts.
duels = import_module("images.carwars_cards.board")
stock_cars = import_module("images.nascards.board")
road = import_module("images.mini_carwars.board")
rally = import_module("images.world_auto_racing.board")
sixth = import_module("images.carwars.board")


WARM: Final = 60
"""Boards of each kind of table that are drawn before any is timed."""
NAIVE: Final = 12
"""Boards that are drawn the naive way too, at most."""


class Boards(NamedTuple):
    """How one game's boards are made, for tables of so many seats."""

    seats: Sequence[int]
    view: Callable[[int, int], Any]
    """A table in any state, by a seed and a number of seats."""
    board: Callable[[Any], bytes]
    """View to bytes, as the bot has it drawn."""
    page: Callable[[Any], Figure]
    """The empty picture for a view."""
    compose: Callable[[Canvas, Any], None]
    """Draws a view's board on a canvas."""


def carwars_cards() -> Boards:
    """Car Wars: The Card Game."""
    players, now = tables.PLAYERS, Now(action_phrase="to act")
    return Boards(
        (2, 4, 6),
        tables.any_table,
        lambda view: duels.picture(view, players, now).png(),
        lambda view: duels.picture(view, players, now).page(),
        lambda canvas, view: duels.picture(view, players, now).compose(canvas),
    )


def nascards() -> Boards:
    """NASCARDS."""
    players, now = races.MIXED, Now(action_phrase="plays speed")
    return Boards(
        (2, 5, 8),
        races.any_race,
        lambda view: stock_cars.picture(view, players, now).png(),
        lambda view: stock_cars.picture(view, players, now).page(),
        lambda canvas, view: stock_cars.picture(view, players, now).compose(canvas),
    )


def world_auto_racing() -> Boards:
    """World Auto Racing."""
    players = rallies.PLAYERS
    return Boards(
        (2, 3, 5),
        rallies.any_view,
        lambda view: rally.picture(view, players).png(),
        lambda view: rally.picture(view, players).page(),
        lambda canvas, view: rally.picture(view, players).compose(canvas),
    )


def mini_carwars() -> Boards:
    """Mini Car Wars: a duel, a pack, an arena."""
    return _on_a_plane((2, 3, 6), fights.any_fight)


def open_fights() -> Boards:
    """Mini Car Wars: open fights; the numbers are of vehicles, for two to four players."""
    return _on_a_plane((6, 12, 26), fights.any_open)


def carwars() -> Boards:
    """Car Wars, Sixth Edition."""
    players = arenas.PLAYERS
    return Boards(
        (2, 4, 6, 8),
        arenas.any_fight,
        lambda view: artist("carwars").board(view, players, QUIET).png(),
        lambda view: sixth.picture(read_arena(view, players)).page(),
        lambda canvas, view: sixth.picture(read_arena(view, players)).compose(canvas),
    )


def _on_a_plane(seats: Sequence[int], view: Callable[[int, int], Any]) -> Boards:
    players = fights.PLAYERS
    return Boards(
        seats,
        view,
        lambda view: artist("mini-carwars").board(view, players, QUIET).png(),
        lambda view: road.picture(read_fight(view, players)).page(),
        lambda canvas, view: road.picture(read_fight(view, players)).compose(canvas),
    )


GAMES: Final[dict[str, Callable[[], Boards]]] = {
    "carwars-cards": carwars_cards,
    "mini-carwars": mini_carwars,
    "open-fights": open_fights,
    "nascards": nascards,
    "world-auto-racing": world_auto_racing,
    "carwars": carwars,
}


def _ms(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return 1000 * (time.thread_time() - start)


def _encoded(sheet: Image.Image) -> None:
    """A sheet of palette numbers as Pillow encodes it."""
    sheet.putpalette([part for entry in PALETTE for part in entry])
    sheet.save(BytesIO(), "PNG", compress_level=3)


def _anew(boards: Boards, view: Any) -> bytes:
    """All of a board drawn at three times its size, with nothing kept, and plainly encoded."""
    SHELF.clear()
    redraw = Redraw(boards.page(view))
    boards.compose(redraw, view)
    out = BytesIO()
    redraw.rgb().save(out, "PNG")
    return out.getvalue()


def measure(boards: Boards, seats: int, count: int, warm: int) -> str:
    """One line of figures for a table of so many seats: `count` boards, after `warm` others."""
    views = [boards.view(seed, seats) for seed in range(warm + count)]
    for view in views[:warm]:
        boards.board(view)
    new: list[float] = []
    whole: list[float] = []
    pillow: list[float] = []
    sizes: list[int] = []
    for view in views[warm:]:
        new.append(_ms(partial(boards.board, view)))
        canvas = TileCanvas(boards.page(view))
        boards.compose(canvas, view)
        sizes.append(len(canvas.png()))
        pillow.append(_ms(partial(_encoded, canvas.sheet())))
        whole.append(_ms(partial(boards.board, view)))
    naive = [_ms(partial(_anew, boards, view)) for view in views[-min(NAIVE, count) :]]
    new_ms, board_ms, pillow_ms, naive_ms = map(statistics.median, (new, whole, pillow, naive))
    return (
        f"{seats} cars: board {board_ms:5.2f} ms, Pillow's encoding {pillow_ms:5.2f} ms, "
        f"ratio {board_ms / pillow_ms:4.2f}, new {new_ms / pillow_ms:4.2f}; "
        f"naive {naive_ms:6.1f} ms, 1/{naive_ms / board_ms:.0f}; "
        f"{statistics.median(sizes) / 1000:.1f} KB, largest {max(sizes) / 1000:.1f} KB"
    )


def measure_turns(turns: int) -> Iterator[str]:
    """Lines of figures for the picture of a turn: as it is asked, with what is offered, and then
    at each press."""
    game, rng = find("carwars"), random.Random(1)
    took: dict[str, list[float]] = {"asked": [], "at a press": []}
    table, _ = Table.start(game, 4, SeededChance(1), game.Options())
    while len(took["asked"]) < turns and table.result is None:
        ask = table.asks[0]
        walked = ask.walked if ask.kind == "turn" else None
        path, keys = list[str](), [""]
        while walked is not None and keys:
            keys = list(walked.keys(tuple(path)))
            paths = tuple((walked.name, *path, key) for key in keys)
            choices = Choices("Drive", path=(walked.name, *path), paths=paths)
            view = table.view(ask.seat)
            work = artist("carwars").hand(view, arenas.PLAYERS, choices).png
            took["at a press" if path else "asked"].append(_ms(work))
            path += [rng.choice(keys)] if keys else []
        table.answer(ask.seat, ask.number, ask.default)
    for when, each in took.items():
        yield (
            f"carwars, a turn {when}: {len(each)} pictures, median {statistics.median(each):.1f} "
            f"ms, p99 {statistics.quantiles(each, n=100)[98]:.1f}, longest {max(each):.1f}"
        )


def main() -> None:
    parser = arguments.parser("pictures", __doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="all games without any")
    parser.add_argument("--views", type=int, default=200, help="boards of each kind of table")
    args = parser.parse_args()
    size = (2, 1) if args.shortest else (args.views, WARM)
    # A full collection of garbage over what is imported would take longer than a picture; the bot
    # has none either.
    warm_up()
    for name in args.game or GAMES:
        boards = GAMES[name]()
        for seats in boards.seats:
            print(f"{name}, {measure(boards, seats, *size)}", flush=True)
    if not args.game or "carwars" in args.game:
        print("\n".join(measure_turns(2 if args.shortest else 100)), flush=True)


if __name__ == "__main__":
    main()
