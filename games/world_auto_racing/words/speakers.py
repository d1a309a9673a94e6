"""What the texts of World Auto Racing tell of: the race, a question, a thing to press, a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, Literal, TypeAlias

from games.engine.ask import Ask
from games.engine.defaults import path as path_of
from games.engine.messages import SENTENCE, Filter, Speaker
from games.engine.players import Seat
from games.engine.voice import Voice, listed
from games.engine.words import Asking
from games.world_auto_racing.ai_road import after, road_of
from games.world_auto_racing.cards import Card
from games.world_auto_racing.deeds import doing_of
from games.world_auto_racing.hands import HAND
from games.world_auto_racing.kinds import CARS, KINDS, READY, SHARED, Kind
from games.world_auto_racing.mods import How, entry, protector
from games.world_auto_racing.moves import Fetch, Pass, Play
from games.world_auto_racing.plays import answers
from games.world_auto_racing.progress import Calculation
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer, racing
from games.world_auto_racing.texts import say
from games.world_auto_racing.words.phrases import (
    an,
    cards_named,
    effect_numbers,
    face,
    full_stop,
    kind,
    numbers,
    plain,
    sense,
    times,
    worth,
)
from games.world_auto_racing.words.sums import SAID, stats_of, sum_words

Room: TypeAlias = Literal["full", "swap", "upgrade", "junks", ""]


class Standing(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title headline spectating chart moment"

    view: Race
    card: int = -1
    score: int = 0

    @property
    def over(self) -> bool:
        return self.view.phase == "over"

    @property
    def tie(self) -> bool:
        return bool(self.view.tied) and not self.over

    @property
    def first(self) -> tuple[Seat, ...]:
        """Who has won."""
        return tuple(self.view.places[0]) if self.over and self.view.places else ()

    @property
    def best(self) -> int:
        return self.view.drivers[self.first[0]].progress

    @property
    def looking_on(self) -> Literal["watching", "left", "tie", ""]:
        """Why who looks only looks on; empty while the seat still races."""
        view = self.view
        if view.seat is None:
            return "watching"
        if self.over:
            return ""
        if view.drivers[view.seat].left:
            return "left"
        return "" if view.races(view.seat) else "tie"

    @property
    def asking(self) -> int | None:
        """The card that asks; None where the rules do."""
        return self.view.checking if self.view.checking >= 0 else None

    @property
    def rival(self) -> Seat:
        """Whom the reader is measured against: who would have most if the round were scored now."""
        return self._rival

    @cached_property
    def _rival(self) -> Seat:
        others = [seat for seat in racing(self.view) if seat != self.view.seat]
        return max(others, key=self._reach, default=-1)

    def _reach(self, seat: Seat) -> int:
        now = self.view.projected(seat)
        return self.view.drivers[seat].progress + (now.total if now is not None else 0)

    @property
    def reach(self) -> int:
        """The progress that the rival would have."""
        return self._reach(self.rival)

    @property
    def now(self) -> Calculation | None:
        return self.view.projected(self.view.seat)

    @property
    def theirs(self) -> Calculation | None:
        return self.view.projected(self.rival)


class Question(Standing, Asking):
    """A question, to the seat it is put to and to everyone."""

    section = "question"
    names = "car mulligan action discard lose fetch check peek scrap"

    @property
    def race(self) -> tuple[Standing, ...]:
        return (Standing(self.view, self.voice),)

    @property
    def several(self) -> bool:
        return len(self.asked) > 1

    @property
    def own(self) -> bool:
        """Whether an own garage may be brought."""
        return self.asked[0].brought is not None

    @property
    def only_pass(self) -> bool:
        return all(isinstance(option, Pass) for option in self.asked[0].options)

    @property
    def rival_progress(self) -> int:
        return self.view.drivers[self.rival].progress

    @property
    def near(self) -> Literal["level", "next", "leader"]:
        """How the rival stands to the reader."""
        mine = self.view.me.progress if self.view.me is not None else 0
        if mine == self.rival_progress:
            return "level"
        return "next" if mine > self.rival_progress else "leader"

    @property
    def spent(self) -> tuple[str, ...] | None:
        """Types of which no more may be played."""
        return tuple(self.view.spent(self.seat)) or None

    @property
    def cap(self) -> int | None:
        """The mod cap, where that is what asks."""
        return self.view.mod_cap(self.seat) if self.asking is None else None

    @property
    def searching(self) -> bool:
        return bool(self.view.found)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Types of the cards that can be taken."""
        options = self.asked[0].options
        return tuple(dict.fromkeys(KINDS[o.card].type for o in options if isinstance(o, Fetch)))

    @property
    def top(self) -> int:
        return self.view.found[0] if self.view.found else -1

    @property
    def left(self) -> int:
        """Cards of the own garage."""
        return len(self.view.drivers[self.seat].garage)

    @property
    def refuel(self) -> Literal["empty", "one", "full", "few"]:
        """What a discard costs: nothing while one refuels up to five all the same."""
        held = len(self.view.hand)
        if not self.left:
            return "empty"
        if held >= HAND:
            return "one"
        return "full" if self.left > HAND - held else "few"


class OfCard(Speaker):
    """What is printed on a card."""

    card: int = -1

    @property
    def kind(self) -> Kind:
        return KINDS[self.card]

    @property
    def text(self) -> str | None:
        return full_stop(self.kind.text.strip()) or None

    @property
    def does(self) -> str | None:
        return self.text[:-1] if self.text else None

    @property
    def plan(self) -> str | None:
        return full_stop(self.kind.plan) or None

    @property
    def kind_below(self) -> int | None:
        """The stage that it goes on."""
        return self.kind.stage - 1 if self.kind.type == "mod" and self.kind.stage > 1 else None


_ACTION: Final = re.compile(r"(?:^|(?<=[.;] ))Action\b[^:]*:\s*", re.IGNORECASE)
"""Where a card's text begins to tell its action ability."""


class Choice(Standing, OfCard):
    """A thing to press: a card, a driver, or a word."""

    section = "label"
    names = (
        "own keep redraw pass only_pass accept_check accept_peek decline_check decline_peek "
        "decline_scrap decline_fetch none_o none_k none_r take discard use use_long card target "
        "condition mod give_up"
    )

    ask: Ask[Any] | None = None
    path: tuple[str, ...] = ()
    other: Seat = -1
    """A driver to aim at, or whose mod it is; the reader where there is none."""
    brief: bool = False

    @property
    def driver(self) -> Racer:
        """Who chooses."""
        assert self.view.me is not None
        return self.view.me

    def under(self, path: tuple[str, ...]) -> list[Any]:
        """The options that are offered whose path begins with these keys."""
        if self.ask is None:
            return []
        found = [option for option in self.ask.options if path_of(option)[: len(path)] == path]
        spare = self.ask.spare(found) if len(found) > 1 else ()
        return [option for option in found if option not in spare]

    # -- ways to play a card

    @cached_property
    def ways(self) -> Sequence[Any]:
        """The ways to play it, without giving up a mod where there are any."""
        options = self.ask.options if self.ask is not None else ()
        every = [o for o in options if isinstance(o, Play) and o.card == self.card]
        return [one for one in every if one.replace < 0] or every

    @property
    def aims(self) -> tuple[Seat, ...]:
        return tuple(sorted({one.on for one in self.ways if one.on >= 0}))

    @property
    def full(self) -> bool:
        """Another mod must go for it."""
        return bool(self.ways) and self.ways[0].replace >= 0

    @cached_property
    def entry(self) -> tuple[How, Sequence[int]]:
        """How it would come on the car, and the stack that it would upgrade or replace."""
        return entry(self.driver, self.kind) if self.kind.type == "mod" else ("new", ())

    @property
    def old(self) -> int:
        """The card it would junk or go on, or -1."""
        if self.kind.type == "trait":
            return self.driver.trait
        if self.kind.type == "condition":
            same = (c for c, _ in self.view.conditions if KINDS[c].subtype == self.kind.subtype)
            return next(same, -1)
        return self.entry[1][-1] if self.entry[1] else -1

    @property
    def old_below(self) -> int:
        return len(self.entry[1]) - 1

    @property
    def replaces(self) -> Literal["upgrade", "swap", "stack", "junks", "trait", ""]:
        if self.old < 0:
            return ""
        if self.kind.type == "trait":
            return "trait"
        how = self.entry[0]
        if how in ("upgrade", "swap"):
            return how
        return "stack" if self.old_below > 0 else "junks"

    @property
    def room(self) -> Room:
        """What makes room for it, in short."""
        if self.full:
            return "full"
        found = self.replaces
        return found if found in ("upgrade", "swap", "") else "junks"

    @property
    def weight(self) -> Literal["main", "grave", "plain"]:
        """A whole stack that goes asks once more."""
        if self.path[-1].startswith("r"):
            return "grave" if self.below_all else "plain"
        return "grave" if self.replaces == "stack" else "main"

    @cached_property
    def forecast(self) -> tuple[int, int]:
        """The progress of the viewing driver's round as it stands, and after that play alone, as
        far as all can see: cards that it would draw or search are not foreseen."""
        assert self.view.seat is not None
        road, seat = road_of(self.view), self.view.seat
        return road.pace(seat), after(road, seat, self.ways[0]).pace(seat)

    @property
    def then(self) -> int:
        return self.forecast[1]

    @property
    def scores(self) -> int:
        """The same after the very way to play it that the path leads to."""
        assert self.view.seat is not None
        way = self.under(self.path)[0]
        return after(road_of(self.view), self.view.seat, way).pace(self.view.seat)

    @property
    def change(self) -> int:
        return self.forecast[1] - self.forecast[0]

    @property
    def figures(self) -> Literal["made", "unchanged", "printed", ""]:
        """What the round would come to where there is one way to play it, else what is printed:
        the printed numbers are not all that a card changes, and not all of them count."""
        same = not self.aims and self.room == "swap"
        printed = bool(effect_numbers(self.kind)) and not same
        if len(self.ways) == 1 and not self.kind.target:
            if self.change:
                return "made"
            return "unchanged" if printed else ""
        return "printed" if printed else ""

    @property
    def shared(self) -> bool:
        return self.kind.type in SHARED

    @property
    def face(self) -> Literal["figures", "effect", "both", "text", "kind"]:
        """What stands beside its name; of a card for everyone what it does, and to one's score."""
        if self.shared and effect_numbers(self.kind):
            return "both" if self.figures == "made" else "effect"
        if not self.shared and self.figures:
            return "figures"
        return "text" if self.text else "kind"

    @property
    def face_has_text(self) -> bool:
        return self.face == "text" and len(f"{self.kind.name}. {self.does}") <= 80

    @property
    def covers(self) -> Kind | None:
        """The course that it would cover."""
        courses = self.view.courses if self.kind.type == "course" else ()
        return KINDS[courses[-1][0]] if courses else None

    @property
    def weighed(self) -> bool:
        """Whether it says what it would multiply."""
        return self.kind.type == "course" and not self.brief

    @cached_property
    def _stop(self) -> Sequence[int]:
        """(seat, card) of an active check that may stop this card, or -1 each."""
        assert self.view.seat is not None
        for seat, card, _, effect in answers(self.view, self.view.seat, self.kind, self.other):
            if any(deed.op == "cancel" for deed in doing_of(card, effect).deeds):
                return seat, card
        return -1, -1

    @property
    def stopper(self) -> Seat:
        return self._stop[0]

    @property
    def stop(self) -> int:
        return self._stop[1]

    # -- an ability

    @property
    def ability(self) -> Literal["car", "card"]:
        return "car" if self.driver.car == self.card else "card"

    @property
    def ability_does(self) -> str | None:
        text = self.kind.text
        found = _ACTION.search(text)
        return (text[found.end() :] if found else text).strip().rstrip(".") or None

    # -- a driver to aim at

    @property
    def target_driver(self) -> Racer:
        return self.view.drivers[self.other]

    @property
    def other_sum(self) -> Calculation | None:
        return self.view.projected(self.other)

    @property
    def shield(self) -> int:
        """The card of a target that keeps this one from uninstalling a mod there, or -1."""
        deeds = (deed for doing in self.kind.done.values() for deed in doing.deeds)
        takes = any(deed.op == "uninstall" for deed in deeds)
        return protector(self.view, self.other) if takes else -1

    @property
    def warned(self) -> Literal["shield", "nothing", "stop", ""]:
        if self.shield >= 0:
            return "shield"
        picks = [option.pick >= 0 for option in self.under(self.path[:1])]
        if any(picks) and all(option.pick < 0 for option in self.under(self.path)):
            return "nothing"
        return "stop" if self.stop >= 0 else ""

    # -- a card in play

    @property
    def owner(self) -> Seat:
        """Whose condition it is."""
        return dict(self.view.conditions).get(self.card, -1)

    @property
    def empty(self) -> bool:
        return not sense(self.kind)

    @property
    def below_all(self) -> tuple[int, ...]:
        """The stages under a mod, from the top."""
        driver = self.view.drivers[self.other] if self.other >= 0 else self.driver
        return next((tuple(s[-2::-1]) for s in driver.mods if s[-1] == self.card), ())

    @property
    def below(self) -> int:
        return self.below_all[0]

    @property
    def gone(self) -> Literal["under", "stack", ""]:
        """What becomes of the stages under a mod that goes."""
        if not self.below_all:
            return ""
        last = self.path[-1][0]
        alone = last == "k" or (last == "l" and self.view.checking >= 0)
        return "under" if alone else "stack"


Unplayable: TypeAlias = Literal[
    "over", "mulligan", "lose", "fetch", "check", "peek", "discard", "scrap",
    "left", "tie", "before", "passed", "spent", "stage", "now", "wait",
]  # fmt: skip
_ASKED: Final[Sequence[Unplayable]] = (
    "mulligan",
    "lose",
    "fetch",
    "check",
    "peek",
    "discard",
    "scrap",
)
"""Questions that are not about playing a card: that they are open is told below every card."""


class Held(Choice):
    """A card of the hand: what it would do, or why it cannot be played now."""

    section = "hand"
    names = "both short aim where figures text bare now discard scrap unplayable"

    @property
    def bare(self) -> Literal["made", "unchanged", "bare", ""]:
        """The same as `figures`, shorter."""
        return "bare" if self.figures == "printed" else self.figures

    @property
    def _picks(self) -> list[int]:
        return sorted({one.pick for one in self.ways if one.pick >= 0})

    @property
    def picked(self) -> int:
        return self._picks[0]

    @property
    def picks(self) -> int:
        return len(self._picks)

    @property
    def at(self) -> bool:
        return self.where in ("seats", "pick")

    @property
    def where(self) -> Room | Literal["seats", "pick", "picks", "nobody"]:
        if self.aims:
            return "seats"
        if self.kind.target:
            return "nobody"
        if self._picks:
            return "pick" if self.picks == 1 else "picks"
        return self.room

    @property
    def unplayable(self) -> Unplayable:
        """Why it cannot be played."""
        view, asked = self.view, self.ask.kind if self.ask is not None else ""
        assert view.seat is not None
        waits = self.kind_below and self.entry[0] not in ("upgrade", "swap")
        reasons: Sequence[tuple[object, Unplayable]] = (
            (view.phase == "over", "over"),
            *((asked == kind, kind) for kind in _ASKED),
            (self.driver.left, "left"),
            (not view.races(view.seat), "tie"),
            (view.phase == "mulligan", "before"),
            (self.driver.passed, "passed"),
            (self.kind.type in view.spent(view.seat), "spent"),
            (waits, "stage"),
            (asked == "action", "now"),
        )
        return next((name for is_so, name in reasons if is_so), "wait")


class Printed(OfCard):
    """A card in the rules help."""

    section = "help"
    names = "cite text"

    @property
    def worth(self) -> Literal["car", "course", "condition", "plain", ""]:
        if not numbers(self.kind, stars=True):
            return ""
        match self.kind.type:
            case "car" | "course" | "condition" as found:
                return found
        return "plain"

    @property
    def garages(self) -> Mapping[str, int] | None:
        """Ready-made garages it is in, with how often."""
        held = {car.name: READY[car.number].count(self.card) for car in CARS}
        return {car: count for car, count in held.items() if count} or None

    @property
    def house(self) -> bool:
        return self.kind.source == "house"


class Reason(Speaker):
    """Why a computer seat answered so."""

    section = "reason"
    names = (
        "car redrawn kept passed discard scrap scrap_kept lose fetch accept decline junk_top "
        "nothing keep_top picked chosen hurt rival cards now stays_now stays best "
        "shared shared_hurt shared_later"
    )

    name: str = ""
    rival: str = ""
    points: int = 0
    rivals: str = ""


def _aim(on: int, event: Any, v: Voice) -> str:
    """What a card was played on: " on Ben", " on Ben's Semi-Slicks", " on Drizzle"."""
    card = name_of(event.pick)
    if card is None:
        return say("told", "on", who=v.who(on)) if on >= 0 else ""
    if on < 0:
        return say("told", "on_card", card=card)
    return say("told", "on_cards_of", whose=v.whose(on), card=card)


def _standing(order: Sequence[int], event: Any, v: Voice) -> str:
    """Drivers in that order, each with the progress made."""
    return ", ".join(f"{v.who(seat)} {event.progress[seat]}" for seat in order)


def _sum(calculation: Calculation, event: Any, v: Voice) -> str:
    """Both stats part by part; without parts where the sentence would be too long."""
    words = sum_words(calculation)
    rest = len(f"{v.who(event.seat, True)}: . {_gained(event.after, event, v)}.")
    if len(words) + rest <= SENTENCE:
        return words
    return SAID.say("totals.short", calculation, v, head=False)


def _taken(drivers: Sequence[Racer], thing: Any, v: Voice) -> str | None:
    """Cars with who has taken them."""
    seats = [seat for seat, driver in enumerate(drivers) if driver.car >= 0]
    return ", ".join(f"{name_of(drivers[s].car)} ({v.who(s)})" for s in seats) or None


def _gained(after: int, event: Any, v: Voice) -> str:
    points = after - event.before
    return say("told", "gained", points=points, before=event.before, after=after)


def _an(kinds: str | Sequence[str]) -> str:
    """ "a mod or control"; of more than two, or of none that is known, "a card"."""
    if isinstance(kinds, str):
        return an(kinds)
    return an(listed(kinds, "or")) if 0 < len(kinds) < 3 else say("told", "a_card")


def name_of(card: int | None) -> str | None:
    """The name of a card; None for none."""
    return None if card is None or card < 0 else KINDS[card].name


def _told_of(say: Callable[[Card], str]) -> Filter:
    return lambda card, thing, v: say(KINDS[card]) or None


FILTERS: Final[Mapping[str, Filter]] = {
    "effect": _told_of(effect_numbers),
    "face": _told_of(face),
    "kind": _told_of(kind),
    "numbers": _told_of(numbers),
    "rule": _told_of(lambda card: full_stop(card.text) or sense(card)),
    "sense": _told_of(sense),
    "starred": _told_of(partial(numbers, stars=True)),
    "worth": _told_of(worth),
    "aim": _aim,
    "an": lambda kinds, thing, v: _an(kinds),
    "before": lambda found, thing, v: listed([plain(s.before_course) for _, s in stats_of(found)]),
    "because": lambda card, event, v: f" ({name_of(card)})" if card >= 0 else "",
    "finish": lambda places, event, v: _standing([s for p in places for s in p], event, v),
    "gained": _gained,
    "gains": lambda points, event, v: v.does(event.seat, "gain" if points > 0 else "lose"),
    "garages": lambda held, thing, v: listed([f"{car} ({n})" for car, n in held.items()]),
    "name": lambda card, event, v: name_of(card),
    "names": lambda held, event, v: cards_named(held) or say("told", "no_cards"),
    "over": lambda mods, event, v: str(mods - event.cap),
    "no_mod": lambda card, event, v: None if KINDS[card].type == "mod" else name_of(card),
    "other": lambda card, event, v: None if card == event.card else name_of(card),
    "player": lambda seat, thing, v: v.name(seat),
    "size": lambda points, event, v: str(abs(points)),
    "standing": _standing,
    "sum": _sum,
    "taken": _taken,
    "times": lambda number, thing, v: times(number),
}
"""How texts put cards, sums and orders, by the name that stands after the colon."""
