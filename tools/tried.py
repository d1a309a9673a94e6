"""Which rule cases play what the cards of Car Wars do: `python -m tools.tried [FILE...]`.

The effects of one card after the other are taken away, then those of one pair of hook and op after
the other from all cards. Of the cases that name such a card, one has to fail each time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from games.carwars import attack, setup
from games.carwars.catalog import CARDS
from games.carwars.effects import EFFECTS, OPS, Effect
from games.engine.cases import Case, Cases, read_cases, run
from games.engine.notation import CaseError

Named: TypeAlias = tuple[Cases, Case, str]
"""A case, and what names cards in it."""


def tried(files: Iterable[Cases]) -> Iterator[tuple[str, str]]:
    """Every card that does something, by its id, then every pair of hook and op ("build all_arcs"),
    with the name of a case that holds, and fails once that is taken away; empty where none does."""
    every = [
        (
            cases,
            case,
            repr((cases.set, case.set, case.answers, [e.legal for e in case.expect.questions])),
        )
        for cases in files
        for case in cases.case
    ]
    for number, effects in EFFECTS.items():
        if effects:
            yield CARDS[number].id, _first_to_fail(every, {number: ()})
    for hook, op in ((hook, op) for op, what in OPS.items() for hook in what.hooks):
        less = {
            n: tuple(e for e in each if (e.hook, e.op) != (hook, op)) for n, each in EFFECTS.items()
        }
        less = {n: each for n, each in less.items() if each != EFFECTS[n]}
        yield f"{hook} {op}", _first_to_fail(every, less)


def _first_to_fail(every: Sequence[Named], less: Mapping[int, tuple[Effect, ...]]) -> str:
    """The first case that holds, but not where these cards do no more than this."""
    names = [f"'{CARDS[number].id}'" for number in less]
    for cases, case, text in every:
        named = any(name in text for name in names)
        if named and _fails(cases, case, less) and not _fails(cases, case, {}):
            return case.name
    return ""


def _fails(cases: Cases, case: Case, less: Mapping[int, tuple[Effect, ...]]) -> bool:
    kept = {number: EFFECTS[number] for number in less}
    EFFECTS.update(less)
    _forget()
    try:
        return bool(run(cases, case))
    except CaseError:
        return True
    finally:
        EFFECTS.update(kept)
        _forget()


def _forget() -> None:
    """What was reckoned with other effects."""
    for memory in (attack.choices, setup.choices):
        memory.kept.clear()
    setup.choice.cache_clear()


def main(words: Sequence[str]) -> int:
    """Tell for each card, and for each pair of hook and op, a case that fails once it is gone."""
    paths = [Path(word) for word in words] or [Path("tests", "cases", "carwars")]
    files = [each for path in paths for each in (sorted(path.rglob("*.toml")) or [path])]
    every = missing = 0
    for name, case in tried([read_cases(file.read_text(encoding="utf-8")) for file in files]):
        print(f"{name:<45}{case or 'no case fails without it'}", flush=True)
        every += 1
        missing += not case
    print(f"{missing} of {every} have no case" if missing else f"each of the {every} has a case")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
