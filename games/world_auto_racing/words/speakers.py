"""What the texts of World Auto Racing tell of: the race, a question, a thing to press, a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, Literal, TypeAlias

from games.engine.ask import Ask
from games.engine.messages import SENTENCE, Filter, Speaker
from games.engine.players import Seat
from games.engine.voice import Voice, listed
from games.engine.words import Asking
from games.world_auto_racing import cards
from games.world_auto_racing.ai_road import after, road_of
from games.world_auto_racing.area import own_active
from games.world_auto_racing.cards import Card
from games.world_auto_racing.hands import HAND
from games.world_auto_racing.kinds import CHECKS, KINDS
from games.world_auto_racing.mods import place_of, protector, upgrades
from games.world_auto_racing.moves import Fetch, Pass, Play
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.progress import Calculation
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer, racing
from games.world_auto_racing.words import paths
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
from games.world_auto_racing.words.sums import stats_of, sum_words

Room: TypeAlias = Literal["full", "same", "upgrade", "junks", ""]


class Standing(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title headline spectating chart moment"

    view: Race
    card: int = -1

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
    def looking_on(self) -> Literal["watching", "retired", "tie", ""]:
        """Why who looks only looks on; empty while the seat still races."""
        view = self.view
        if view.seat is None:
            return "watching"
        if self.over:
            return ""
        if view.drivers[view.seat].retired:
            return "retired"
        return "" if view.races(view.seat) else "tie"

    @property
    def asked_by(self) -> int:
        """The card that asks, where it is not the one being played."""
        playing = self.view.playing
        same = playing is not None and playing.card == self.view.checking
        return -1 if same else self.view.checking

    @property
    def asking(self) -> int | None:
        """The card that asks; None where the rules do."""
        return self.view.checking if self.view.checking >= 0 else None

    @property
    def rival(self) -> Seat:
        """Whom the reader is measured against: the leader, or who follows a reader who leads."""
        return next((seat for seat in racing(self.view) if seat != self.view.seat), -1)

    def sum_of(self, seat: int | None) -> Calculation | None:
        return None if seat is None or seat < 0 else self.view.projected(seat)


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
    def now(self) -> Calculation | None:
        return self.sum_of(self.view.seat)

    @property
    def theirs(self) -> Calculation | None:
        return self.sum_of(self.rival)

    @property
    def rival_progress(self) -> int:
        return self.view.drivers[self.rival].progress

    @property
    def near(self) -> Literal["level", "next", "leader"]:
        """How the rival stands to the reader."""
        if self.view.me is not None and self.view.me.progress == self.rival_progress:
            return "level"
        return "next" if racing(self.view)[0] == self.view.seat else "leader"

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
        options = [o for o in self.asked[0].options if isinstance(o, Fetch)]
        return tuple(dict.fromkeys(KINDS[option.card].type for option in options))

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
    def kind(self) -> Card:
        return cards.card(self.card)

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


class Multiplied(Standing):
    """What a course would do to one stat, before the present course multiplies it."""

    section = "course"
    names = "told"

    stat: str = ""
    brief: bool = False
    """Without how the drivers stand."""

    @property
    def x(self) -> float:
        return float(getattr(cards.card(self.card), self.stat))

    @property
    def now(self) -> float:
        courses = self.view.courses
        return float(getattr(cards.card(courses[-1][0]), self.stat)) if courses else 1

    def _of(self, seat: int | None) -> float | None:
        found = self.sum_of(seat)
        return None if found is None else dict(stats_of(found))[self.stat].before_course

    @property
    def mine(self) -> float | None:
        return self._of(self.view.seat)

    @property
    def theirs(self) -> float | None:
        return self._of(self.rival)

    @property
    def shown(self) -> Literal["bare", "now", "stands", "both"]:
        changed = self.now not in (self.x, 1)
        if self.x == self.now == 1 or self.brief or self.mine is None:
            return "now" if changed else "bare"
        return "both" if changed else "stands"

    @property
    def last(self) -> bool:
        return self.stat == STATS[-1]


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
    def nobody(self) -> bool:
        return bool(self.kind.target) and not self.aims

    @property
    def full(self) -> bool:
        """Another mod must go for it."""
        return bool(self.ways) and self.ways[0].replace >= 0

    @cached_property
    def stack(self) -> Sequence[int]:
        """The stack a mod would upgrade or replace: that of its subtype. Rules: Mods"""
        if self.kind.type != "mod":
            return ()
        at = place_of(self.driver, KINDS[self.card])
        return self.driver.mods[at] if at >= 0 else ()

    @property
    def old(self) -> int:
        """The card it would junk or go on, or -1."""
        if self.kind.type == "trait":
            return self.driver.trait
        if self.kind.type == "condition":
            same = (c for c, _ in self.view.conditions if KINDS[c].subtype == self.kind.subtype)
            return next(same, -1)
        return self.stack[-1] if self.stack else -1

    @property
    def old_below(self) -> int:
        return len(self.stack) - 1

    @property
    def upgrade(self) -> bool:
        return bool(self.stack) and upgrades(KINDS[self.card], KINDS[self.stack[-1]])

    @property
    def replaces(self) -> Literal["upgrade", "same", "stack", "junks", "trait", ""]:
        if self.old < 0:
            return ""
        if self.kind.type == "trait":
            return "trait"
        if self.upgrade:
            return "upgrade"
        if self.stack and self.old == self.card:
            return "same"
        return "stack" if self.old_below > 0 else "junks"

    @property
    def room(self) -> Room:
        """What makes room for it, in short."""
        if self.full:
            return "full"
        found = self.replaces
        return found if found in ("upgrade", "same", "") else "junks"

    @property
    def weight(self) -> Literal["main", "grave", "plain"]:
        """A whole stack that goes asks once more."""
        if self.path[-1].startswith(paths.REPLACE):
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
    def change(self) -> int:
        return self.forecast[1] - self.forecast[0]

    @property
    def figures(self) -> Literal["made", "unchanged", "printed", ""]:
        """What the round would come to where there is one way to play it, else what is printed:
        the printed numbers are not all that a card changes, and not all of them count."""
        same = not self.aims and self.room == "same"
        printed = bool(effect_numbers(self.kind)) and not same
        if len(self.ways) == 1 and not self.kind.target:
            if self.change:
                return "made"
            return "unchanged" if printed else ""
        return "printed" if printed else ""

    @property
    def face(self) -> Literal["figures", "effect", "text", "kind"]:
        """What stands beside its name."""
        shared = self.kind.type in ("condition", "course")
        if shared and effect_numbers(self.kind) and not self._idle:
            return "effect"
        if not shared and self.figures:
            return "figures"
        return "text" if self.text else "kind"

    @property
    def _idle(self) -> bool:
        """Whether a course would change nothing: it multiplies by 1, as is done now."""
        return self.kind.type == "course" and all(one.x == one.now == 1 for one in self.course)

    @property
    def face_has_text(self) -> bool:
        return self.face == "text" and len(f"{self.kind.name}. {self.does}") <= 80

    @property
    def course(self) -> tuple[Multiplied, ...]:
        stats = STATS if self.kind.type == "course" else ()
        return tuple(
            Multiplied(self.view, self.voice, self.card, stat=stat, brief=self.brief)
            for stat in stats
        )

    @cached_property
    def _stop(self) -> tuple[int, int]:
        """(seat, card) of an active check that may stop this card, or (-1, -1). It may have done so
        already this round."""
        event = f"opponent_commits:{self.kind.type}"
        for seat in racing(self.view):
            aimed = self.kind.type == "control" and self.other == seat
            events = (event, "targeted_by_control") if aimed else (event,)
            wanted = set[int]().union(*(CHECKS[each] for each in events))
            found = own_active(self.view, seat, wanted)
            for _, number, _ in found if seat != self.view.seat else ():
                for check in KINDS[number].checks:
                    if check.event in events and any(one.op == "cancel" for one in check.deeds):
                        return seat, number
        return -1, -1

    @property
    def printed(self) -> int | None:
        """The card, where its numbers are told; a course tells what it would multiply."""
        return self.card if self.kind.type != "course" else None

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
        return self.sum_of(self.other)

    @property
    def shield(self) -> int:
        """The card of a target that keeps this one from uninstalling a mod there, or -1."""
        deeds = (deed for doing in KINDS[self.card].done.values() for deed in doing.deeds)
        takes = any(deed.op == "uninstall" for deed in deeds)
        return protector(self.view, self.other) if takes else -1

    @property
    def warned(self) -> Literal["shield", "nothing", "stop", ""]:
        if self.shield >= 0:
            return "shield"
        assert self.ask is not None
        picks = [option.pick >= 0 for option in paths.under(self.ask, self.path[:1])]
        here = [option.pick >= 0 for option in paths.under(self.ask, self.path)]
        if any(picks) and not any(here):
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
        alone = last == paths.PICK or (last == paths.LOSE and self.view.checking >= 0)
        return "under" if alone else "stack"


Idle: TypeAlias = Literal[
    "over", "mulligan", "lose", "fetch", "check", "peek", "discard", "scrap",
    "retired", "tie", "before", "passed", "spent", "stage", "now", "wait",
]  # fmt: skip
_ASKED: Final[Sequence[Idle]] = ("mulligan", "lose", "fetch", "check", "peek", "discard", "scrap")
"""Questions that are not about playing a card: that they are open is told below every card."""


class Held(Choice):
    """A card of the hand: what it would do, or why it cannot be played now."""

    section = "hand"
    names = "both short aim where figures text bare now discard scrap idle"

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
    def idle(self) -> Idle:
        """Why it cannot be played."""
        view, asked = self.view, self.ask.kind if self.ask is not None else ""
        assert view.seat is not None
        waits = self.kind_below and not self.upgrade and self.card not in self.stack[-1:]
        reasons: Sequence[tuple[object, Idle]] = (
            (view.phase == "over", "over"),
            *((asked == kind, kind) for kind in _ASKED),
            (self.driver.retired, "retired"),
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
    names = "title title_of_set cite text"

    @property
    def make(self) -> str | None:
        return self.kind.make or None

    @property
    def line(self) -> str | None:
        return (self.kind.line or self.kind.name) if self.kind.stage else None

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
        held = {car.name: cards.ready(car.number).count(self.card) for car in cards.cars()}
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
    if event.pick < 0:
        return f" on {v.who(on)}" if on >= 0 else ""
    whose = f"{v.whose(on)} " if on >= 0 else ""
    return f" on {whose}{name_of(event.pick)}"


def _standing(order: Sequence[int], event: Any, v: Voice) -> str:
    """Drivers in that order, each with the progress made."""
    return ", ".join(f"{v.who(seat)} {event.progress[seat]}" for seat in order)


def _sum(calculation: Calculation, event: Any, v: Voice) -> str:
    """Both stats part by part; without parts where the sentence would be too long."""
    words = sum_words(calculation)
    rest = len(f"{v.Who(event.seat)}: . {_gained(event.after, event, v)}.")
    if len(words) + rest <= SENTENCE:
        return words
    return f"power {calculation.power_total}, handling {calculation.handling_total}"


def _taken(drivers: Sequence[Racer], thing: Any, v: Voice) -> str | None:
    """Cars with who has taken them."""
    seats = [seat for seat, driver in enumerate(drivers) if driver.car >= 0]
    return ", ".join(f"{name_of(drivers[s].car)} ({v.who(s)})" for s in seats) or None


def _gained(after: int, event: Any, v: Voice) -> str:
    return f"+{after - event.before}: {event.before} to {after}"


def _an(kinds: str | Sequence[str]) -> str:
    """ "a mod or control"; of more than two, or of none that is known, "a card"."""
    if isinstance(kinds, str):
        return an(kinds)
    return an(listed(kinds, "or")) if 0 < len(kinds) < 3 else "a card"


def name_of(card: int | None) -> str | None:
    """The name of a card; None for none."""
    return None if card is None or card < 0 else cards.card(card).name


def _told_of(say: Callable[[Card], str]) -> Filter:
    return lambda card, thing, v: say(cards.card(card)) or None


FILTERS: Final[Mapping[str, Filter]] = {
    "effect": _told_of(effect_numbers),
    "face": _told_of(face),
    "kind": _told_of(kind),
    "numbers": _told_of(numbers),
    "rule": _told_of(lambda card: full_stop(card.text) or sense(card)),
    "sense": _told_of(sense),
    "starred": _told_of(partial(numbers, stars=True)),
    "worth": _told_of(worth),
    "active": lambda card, event, v: f" {name_of(card)} is active again." if card >= 0 else "",
    "aim": _aim,
    "an": lambda kinds, thing, v: _an(kinds),
    "because": lambda card, event, v: f" ({name_of(card)})" if card >= 0 else "",
    "finish": lambda places, event, v: _standing([s for p in places for s in p], event, v),
    "gained": _gained,
    "gains": lambda points, event, v: v.does(event.seat, "gain" if points > 0 else "lose"),
    "garages": lambda held, thing, v: listed([f"{car} ({n})" for car, n in held.items()]),
    "name": lambda card, event, v: name_of(card),
    "names": lambda held, event, v: cards_named(held) or "no cards",
    "over": lambda mods, event, v: str(mods - event.cap),
    "no_mod": lambda card, event, v: None if cards.card(card).type == "mod" else name_of(card),
    "other": lambda card, event, v: None if card == event.card else name_of(card),
    "own": lambda seat, event, v: v.own(seat),
    "plain": lambda number, thing, v: plain(number),
    "player": lambda seat, thing, v: v.name(seat),
    "row": lambda seats, event, v: ", ".join(map(v.who, seats)),
    "size": lambda points, event, v: str(abs(points)),
    "standing": _standing,
    "sum": _sum,
    "taken": _taken,
    "times": lambda number, thing, v: times(number),
}
"""How texts put cards, sums and orders, by the name that stands after the colon."""
