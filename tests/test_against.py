"""What `benchmarks.against` makes of its figures. That it runs is shown by `make check`."""

from __future__ import annotations

import math

import pytest

from benchmarks.against import lines, ratio, share


def test_a_ratio_is_taken_run_by_run_and_its_median_is_told() -> None:
    # In a slow run both are slow. The ratio of the medians would be 1.
    assert ratio([1.0, 2.0, 6.0], [2.0, 2.0, 12.0]) == (0.5, 0.5, 1.0)


def test_a_run_that_only_one_side_made_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio([1.0, 2.0], [1.0])


def test_a_row_has_the_medians_and_the_ratio_with_its_range() -> None:
    heading, row = lines(
        ("this tree", "8b942c4"), {"a move": [[4.0, 5.0, 9.0], [10.0, 20.0, 10.0]]}
    )
    assert heading.split() == ["this", "tree", "8b942c4", "ratio", "range"]
    assert row.split() == ["a", "move", "5.00", "10.00", "0.40", "0.25-0.90"]
    assert row.index("0.40") + 4 == heading.index("ratio") + 5


def test_what_was_not_measured_is_not_a_number() -> None:
    assert share(6.0, 4) == 1.5
    assert math.isnan(share(6.0, 0))
    (_, row) = lines(("a", "b"), {"a click": [[share(6.0, 0)], [1.0]]})
    assert row.split()[2:] == ["nan", "1.00", "nan", "nan-nan"]
