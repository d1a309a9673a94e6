"""What is kept of pictures: by bytes, the least used first to go."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from images import kept
from images.carwars_cards import ARTIST
from images.choices import QUIET
from images.kept import MOST, SHELF, Shelf, weight
from tests.images.tables import PLAYERS, any_table


def test_pictures_weigh_what_they_take() -> None:
    assert weight(bytes(5000)) == 5000
    assert 5000 <= weight(Image.new("L", (100, 50))) <= 6500
    assert 20_000 <= weight(Image.new("RGBA", (100, 50))) <= 21_500
    pair = (Image.new("L", (100, 50)), Image.new("1", (100, 50)))
    assert weight((3, 4, pair)) == sum(map(weight, pair))


def test_a_shelf_never_holds_more_than_it_may() -> None:
    shelf = Shelf(10_000)
    for key in range(500):
        shelf.put(key, bytes(100 + key % 900))
        assert shelf.bytes <= 10_000
    assert shelf.find(499) is not None
    assert shelf.find(0) is None


def test_what_is_used_again_and_again_stays() -> None:
    shelf = Shelf(10_000)
    shelf.put("page", bytes(1000))
    for key in range(500):
        shelf.put(key, bytes(300))
        assert shelf.find("page") == bytes(1000)
        assert shelf.bytes <= 10_000


def test_one_that_is_larger_than_the_shelf_stands_alone() -> None:
    shelf = Shelf(1000)
    shelf.put("small", bytes(100))
    shelf.put("large", bytes(5000))
    assert shelf.find("large") == bytes(5000)
    shelf.put("next", bytes(400))
    shelf.put("last", bytes(400))
    assert shelf.bytes <= 1000


def test_it_is_made_once_while_it_is_kept() -> None:
    made = []

    @kept.kept
    def drawn(width: int) -> Image.Image:
        made.append(width)
        return Image.new("L", (width, 10))

    assert drawn(40) is drawn(40)
    assert drawn(50) is not drawn(40)
    assert made == [40, 50]
    SHELF.clear()
    drawn(40)
    assert made == [40, 50, 40]


def test_boards_of_many_sizes_stay_within_the_bytes() -> None:
    SHELF.clear()
    for seed in range(10):
        for seats in range(2, 7):
            ARTIST.board(any_table(seed, seats), PLAYERS, QUIET).png()
    assert 0 < SHELF.bytes <= MOST


def test_threads_share_a_shelf() -> None:
    shelf = Shelf(20_000)

    def use(start: int) -> int:
        found = 0
        for key in range(start, start + 400):
            shelf.put(key % 90, bytes(200))
            found += shelf.find(key % 90) is not None
        return found

    with ThreadPoolExecutor(4) as pool:
        assert min(pool.map(use, range(0, 80, 20))) > 300
    assert shelf.bytes <= 20_000
