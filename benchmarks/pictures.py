"""What a board costs: view to bytes, against encoding alone and against drawing all of it anew.

    python -m benchmarks.pictures

Every view is another one, so no picture is drawn twice; the tiles are warm, as in a bot that has
run for a minute. Medians; only the ratios of one run mean anything on shared cores.
Targets: at most 2.0 of encoding alone, at most 1/15 of the naive way, at most 70 KB.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from io import BytesIO

from images.canvas import Press, Redraw
from images.cars import car_image
from images.carwars_cards.board import board, compose, page
from images.carwars_cards.reading import read
from images.encode import png
from tests.images.tables import PLAYERS, any_table

WARM = 60
VIEWS = 200
NAIVE = 12


def _ms(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def _naive(redraw: Redraw) -> bytes:
    out = BytesIO()
    redraw.rgb().save(out, "PNG")
    return out.getvalue()


def measure(seats: int) -> str:
    """One line of figures for a table of so many seats."""
    views = [any_table(seed, seats) for seed in range(WARM + VIEWS)]
    for view in views[:WARM]:
        board(view, PLAYERS)
    whole: list[float] = []
    alone: list[float] = []
    sizes: list[int] = []
    for view in views[WARM:]:
        press = Press(page(seats))
        compose(press, read(view, PLAYERS))
        sheet = press.sheet()
        alone.append(_ms(lambda sheet=sheet: png(sheet)))  # type: ignore[misc]
        whole.append(_ms(lambda view=view: sizes.append(len(board(view, PLAYERS)))))  # type: ignore[misc]
    naive: list[float] = []
    for view in views[-NAIVE:]:
        reading = read(view, PLAYERS)

        def anew(reading: object = reading) -> None:
            car_image.cache_clear()
            redraw = Redraw(page(seats))
            compose(redraw, reading)  # type: ignore[arg-type]
            _naive(redraw)

        naive.append(_ms(anew))
    board_ms, encode_ms, naive_ms = map(statistics.median, (whole, alone, naive))
    return (
        f"{seats} cars: board {board_ms:5.2f} ms, encoding alone {encode_ms:5.2f} ms, "
        f"ratio {board_ms / encode_ms:4.2f}; naive {naive_ms:6.1f} ms, "
        f"1/{naive_ms / board_ms:.0f}; {statistics.median(sizes) / 1000:.1f} KB, "
        f"largest {max(sizes) / 1000:.1f} KB"
    )


def main() -> None:
    for seats in (2, 4, 6):
        print(measure(seats))


if __name__ == "__main__":
    main()
