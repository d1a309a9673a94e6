"""No computer seat decides otherwise than was recorded, unless that is meant: then the matches are
recorded anew (`tools/recorded.py`)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from games.engine.found import find
from tools import recorded

FILES = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))


@pytest.mark.parametrize("matches", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_decided_is_decided_again(file: Path, matches: int) -> None:
    assert [*recorded.differences(find(file.stem), file, matches)] == []


def test_another_answer_and_another_result_are_noticed(tmp_path: Path) -> None:
    game, file = find("nascards"), tmp_path / "nascards.jsonl"
    recorded.record(game, file, 2)
    assert [*recorded.differences(game, file)] == []
    first, second = (
        msgspec.json.decode(line, type=recorded.Played) for line in file.read_bytes().splitlines()
    )
    other = "0000" if first.marks[8:12] != "0000" else "1111"
    first = msgspec.structs.replace(first, marks=first.marks[:8] + other + first.marks[12:])
    second = msgspec.structs.replace(second, result={})
    file.write_bytes(b"\n".join(msgspec.json.encode(one) for one in (first, second)))
    assert [*recorded.differences(game, file)] == [
        "nascards.jsonl:1: answer 3 is another",
        "nascards.jsonl:2: the result is another",
    ]
