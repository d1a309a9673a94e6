"""Which rule cases play what each card does: `python -m games effects carwars`.

The effects of one card after the other are taken away, and the cases that name it are played: one
of them has to fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.carwars import attack
from games.carwars.catalog import CARDS, Card
from games.carwars.effects import EFFECTS
from games.carwars.memory import forget
from games.engine.cases import Case, Cases, run
from games.engine.notation import CaseError


def tried(files: Iterable[Cases]) -> Iterator[tuple[Card, str]]:
    """Every card that does something, with the name of a case that fails without; empty where none
    does. All cases are to hold with the effects that there are."""
    every = [(cases, case) for cases in files for case in cases.case]
    texts = [
        repr((cases.set, case.set, case.answers, [each.legal for each in case.expect.questions]))
        for cases, case in every
    ]
    for card in CARDS.values():
        if EFFECTS[card.number]:
            named = f"'{card.id}'"
            some = (each for each, text in zip(every, texts, strict=True) if named in text)
            yield card, _first_to_fail(card, some)


def _first_to_fail(card: Card, some: Iterable[tuple[Cases, Case]]) -> str:
    kept, EFFECTS[card.number] = EFFECTS[card.number], ()
    _forget()
    try:
        return next((case.name for cases, case in some if _fails(cases, case)), "")
    finally:
        EFFECTS[card.number] = kept
        _forget()


def _fails(cases: Cases, case: Case) -> bool:
    try:
        return bool(run(cases, case))
    except CaseError:
        return True


def _forget() -> None:
    """What was reckoned with the other effects."""
    forget()
    attack.helps.cache_clear()
