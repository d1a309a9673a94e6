"""What Car Wars says: the speakers and filters of `data/words.en.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

from msgspec.structs import replace

from games.carwars import driving, effects
from games.carwars.arena import KINDS
from games.carwars.attack import extra, fighting
from games.carwars.base import zone
from games.carwars.builds import BUILD_CARDS, CREW_CARDS, SAMPLES, Sample
from games.carwars.catalog import CARDS, CREW, DASHBOARD, DECKS, INCOMPLETE, PLACES, Card
from games.carwars.collisions import substitute_of
from games.carwars.defense import buys, shields
from games.carwars.dice import COLOURS, Die
from games.carwars.driving import EXTRAS, NUMBERS, usual
from games.carwars.events import Touched
from games.carwars.ground import kind_of
from games.carwars.moves import RULES, Fire, Standing
from games.carwars.offers import blocked
from games.carwars.outlook import aim, aims
from games.carwars.results import ignoring, results
from games.carwars.rounds import EXTINGUISH
from games.carwars.setup import choices
from games.carwars.sight import Target, scene
from games.carwars.state import THING, WALL, Car, Equipped, Harm, State, Thing
from games.engine.ask import Ask
from games.engine.messages import Filter, Speaker
from games.engine.players import Player
from games.engine.texts import read_texts
from games.engine.voice import Voice, listed
from games.engine.words import Asking, Label, Topic, Words

_TEXTS: Final[Mapping[str, Any]] = read_texts("games.carwars")
_BODIES: Final[Mapping[str, str]] = _TEXTS["bodies"]
_PLACES: Final[Mapping[str, str]] = _TEXTS["places"]
_SIDES: Final[Mapping[str, str]] = _TEXTS["values"]["flanks"]


# -- filters


def _body(value: int | Touched | tuple[Touched, ...], thing: Any, voice: Voice) -> str:
    """What was touched: a player's car or its side, a wreck, a thing, a wall. What kind of thing a
    number stands for is said by the event; by the view, where there is one."""
    if isinstance(value, tuple):
        return listed([_body(each, thing, voice) for each in value])
    if isinstance(value, int):
        view = getattr(thing, "view", None)
        value = Touched(value, kind=thing.kind if view is None else kind_of(view, value))
    if value.body >= WALL:
        return _BODIES["wall"]
    if value.body >= THING:
        # What was stored before the event said its kind has none.
        return _thing(value.kind) if value.kind else _BODIES["thing"]
    name = "wreck" if value.kind else "car" if value.side < 0 else "side"
    side = _SIDES.get(str(value.side), "")
    return _BODIES[name].format(owner=voice.whose(value.body), side=side)


def _thing(kind: str) -> str:
    return _BODIES["named"].format(name=KINDS[kind].name.lower())


SECTIONS: Final = (
    *("bodies", "builds", "cards", "designs", "groups"),
    *("places", "plan", "reason", "refused", "short", "typed", "typed_nothing"),
)
"""Sections of the texts that the code reads by itself."""
FILTERS: Final[Mapping[str, Filter]] = {
    "card": lambda value, thing, voice: CARDS[value].name if value in CARDS else None,
    "one_side": lambda value, thing, voice: None if value == CREW else _PLACES[PLACES[value]],
    "body": _body,
    "thing": lambda value, thing, voice: _thing(value),
    "named_sides": lambda value, thing, voice: listed([_SIDES[digit] for digit in value[1:]]),
    "sides_in_order": lambda value, thing, voice: ", ".join(_SIDES[digit] for digit in value[1:]),
    "damage_card": lambda value, thing, voice: DECKS[value].id,
    "nth": lambda value, thing, voice: str(value + 1),
    "short": lambda value, thing, voice: f"{value:g}",
    "about": lambda value, thing, voice: f"{value:.1f}",
    "tenths": lambda value, thing, voice: f"{value / 10:g}",
    "hundredths": lambda value, thing, voice: f"{value / 100:g}",
}


# -- speakers


class Table(Speaker):
    """What everybody sees."""

    section = "table"
    names = "title spectating chart score"

    view: State
    score: int = 0
    """Damage done to others."""


class Question(Asking):
    """What is asked."""

    names = "build place fires turn drive substitute ignore attack again defend pick"

    view: State

    @property
    def car(self) -> Car:
        return self.view.cars[self.seat]

    @property
    def chosen(self) -> driving.Pace | None:
        """The speed of the turn, once it has been pressed."""
        is_pressed = self.asked[0].kind == "turn" and self.path[1:]
        return driving.pace_of(self.path[1]) if is_pressed else None

    @property
    def speed(self) -> int:
        return (self.chosen or self.car).speed

    @property
    def pace(self) -> Literal["moving", "stopped", "reverse"]:
        if self.speed:
            return "moving"
        return "reverse" if (self.chosen or self.car).reverse else "stopped"

    @property
    def guard(self) -> str:
        """The standing rule that spends ace on defense; empty where there is none to spend."""
        return self.car.standing.defense if self.car.ace else ""

    @property
    def blocked(self) -> bool:
        """Something is in the way straight on: that turn is not offered."""
        return not self.chosen and blocked(self.view, self.seat, usual(self.view, self.seat))

    @property
    def slow(self) -> bool:
        """Worn tires hold it back."""
        return self.car.limit < DASHBOARD.most_speed

    @property
    def straight(self) -> bool:
        """It can do nothing but drive straight."""
        return not driving.has_choice(self.car)

    @property
    def wrenches(self) -> int:
        return results(self.view)[1]

    @property
    def ready(self) -> int:
        """Crew members who can still attack, one of them maybe on top of the usual attack."""
        car = self.car
        return sum(not car.cards[who].used or bool(extra(car, who, 2)) for who in car.crew)

    @property
    def shields(self) -> int:
        return shields(self.view)

    @property
    def free(self) -> int:
        """Re-rolls of the defender that cost nothing."""
        return fighting(self.view).free + fighting(self.view).bonus

    @property
    def harm(self) -> Harm:
        return self.view.harm[0]


class Choice(Speaker):
    """A thing to press: the last key of a path. Its text is named by the key without its number;
    where two questions share a key, by the kind of the question as well."""

    section = "label"
    names = (
        "b bring p place x y h fires_o fires_b turn v vr s l r al ar boost slab go ask ignore_u "
        "substitute_u w t attack_s c attack_x drop reveal attack_k attack_m hold d a enough "
        "defend_u k"
    )

    view: State
    ask: Ask[Any]
    path: tuple[str, ...]

    @property
    def key(self) -> str:
        return self.path[-1]

    @property
    def number(self) -> int:
        """What stands in the key."""
        return int("".join(char for char in self.key if char.isdigit()) or "-1")

    @property
    def bare(self) -> bool:
        """No number stands in it."""
        return self.number < 0

    @property
    def car(self) -> Car:
        """The car that the question is about."""
        return self.view.cars[self.ask.seat]

    @property
    def best(self) -> bool:
        """It leads to what is done where nobody answers; of attacks, to the best one that is left
        after what has been pressed."""
        usual, pressed = tuple(self.ask.default.path), self.path[:-1]
        if self.ask.kind == "attack":
            paths = (each.fire.path for each in aims(self.view, self.ask.seat))
            usual = next((path for path in paths if path[: len(pressed)] == pressed), ())
        return self.path == usual[: len(self.path)]

    # -- building, places and fires

    @property
    def sample(self) -> Sample:
        return SAMPLES[self.number]

    @property
    def spot(self) -> Thing:
        """A usual place, by what would lie there."""
        return Thing("", *choices(self.view, self.ask.seat)[0][self.number])

    @property
    def price(self) -> int:
        """Control that the fires cost whose sides the key names."""
        return EXTINGUISH * len(self.key[1:])

    # -- driving

    @property
    def hard(self) -> Literal["accelerate", "brake", "spared", "paid", "card", ""]:
        """Whether a change of speed is a hard one, and what it costs."""
        return driving.strain(self.car, self.number - self.car.speed)

    @property
    def zone(self) -> int:
        return zone(self.number)

    @property
    def earned(self) -> int:
        """Ace that a maneuver brings."""
        return driving.earned(self.car, self.speed)

    @property
    def speed(self) -> int:
        """What is chosen; 1 in reverse."""
        pace = self.path[1]
        return 1 if pace.startswith("vr") else int(pace[1:])

    @property
    def at(self) -> int:
        """The number of a usual turn; 0 of another angle."""
        return NUMBERS.get(self.key, 0)

    @property
    def begun(self) -> int:
        """Moves that are chosen, without those that take no movement point."""
        return len([key for key in self.path if key not in EXTRAS]) - 3

    @property
    def rest(self) -> int:
        """Movement points without a move."""
        if self.view.points_left is not None:
            return self.view.points_left - self.begun
        return self.speed - self.begun

    # -- combat

    @property
    def equipped(self) -> Equipped:
        return self.car.cards[self.number]

    @property
    def pieces(self) -> int:
        """How many a weapon can still lay down."""
        place = int(self.path[-2][1:])
        stock = max(each.stock for each in effects.EFFECTS[self.car.cards[place].card])
        return stock - self.car.cards[place].stored

    @property
    def hidden(self) -> Card:
        """A weapon that may be revealed."""
        return CARDS[self.number]

    @property
    def left(self) -> int:
        return self.car.left(self.number)

    @property
    def sight(self) -> Target:
        """What is attacked, as the car sees it."""
        return scene(self.view, self.ask.seat)[self.number]

    @property
    def target(self) -> Car:
        return self.view.cars[int(self.path[-2][1:])]

    @property
    def armor(self) -> int | None:
        return None if self.bare else self.target.armor[self.number]

    @property
    def burning(self) -> bool:
        return not self.bare and self.number in self.target.fires

    @property
    def extras(self) -> str:
        """Cards whose dice are announced."""
        places = [int(place) for place in self.key.split("x") if place]
        return listed([self.car.kind(place).name for place in places])

    @property
    def die(self) -> Die:
        fight = fighting(self.view)
        return (fight.dice if self.ask.kind == "again" else fight.defense)[self.number]

    @property
    def blank(self) -> bool:
        return not any(self.die.shows)

    @property
    def worth(self) -> str | None:
        """Damage to be expected of an attack by the crew member that the key names; None of what is
        dropped."""
        at, seat = len(self.path), self.ask.seat
        fires = (o for o in self.ask.options if isinstance(o, Fire) and o.path[:at] == self.path)
        worth = max((aim(self.view, seat, fire).worth for fire in fires), default=None)
        return None if worth is None else f"{worth:.1f}"

    # -- cards that are used

    @property
    def used(self) -> effects.Applied | None:
        """What the card does."""
        if self.ask.kind == "defend":
            return buys(self.view)[0]
        if self.ask.kind == "substitute":
            return substitute_of(self.car)
        found = ignoring(self.view)
        return None if found is None else found[0]

    @property
    def ace(self) -> int:
        """Ace that it costs."""
        return 0 if self.used is None else self.number * self.used.ace

    @property
    def ignored(self) -> int:
        """Wrenches that are ignored."""
        return 0 if self.used is None else min(results(self.view)[1], self.number * self.used.n)


class Wish(Speaker):
    """A standing rule that can be set."""

    section = "standing"
    names = " ".join(f"{rule}_{value}" for rule, values in RULES.items() for value in values)


class Printed(Speaker):
    """A build card, for its rules help."""

    section = "help"
    names = "title card"

    card: Card

    @property
    def rolls(self) -> str:
        """The dice of its attack."""
        colours: Mapping[str, str] = _TEXTS["values"]["colours"]
        dice = zip(COLOURS, self.card.dice, strict=True)
        return listed([f"{number} {colours[colour]}" for colour, number in dice if number])


# -- words


class CarWarsWords(Words):
    """See `Words`."""

    Table = Table
    Asking = Question
    speakers = (Table, Choice, Wish, Printed)

    def loadout(self, view: State, seat: int) -> str:
        return view.cars[seat].name

    def ended(self, view: State, seat: int, /) -> str:
        said: str = _TEXTS["values"]["ended"].get(view.cars[seat].out, "")
        return said

    def step(self, keys: Sequence[str], /) -> str:
        # A straight move has the letter of a side, and announced cards that of a place.
        return super().step(["extras"] if "x" in keys else [key for key in keys if key != "s"])

    def part(
        self, view: State, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player], /
    ) -> Label:
        choice = Choice(view, Voice(players, view.seat), ask=ask, path=path)
        letters = "x" if path[-1][0] == "x" else path[-1].rstrip("0123456789")
        name = f"{ask.kind}_{letters}"
        return self.label(choice, name if name in Choice.names.split() else letters)

    def order(self, view: State, order: Any, players: Sequence[Player], /) -> Label:
        if isinstance(order, Standing):
            wish = Wish(view, Voice(players, view.seat))
            return self.label(wish, f"{order.rule}_{order.value}")
        return super().order(view, order, players)

    # -- help

    def topics(self) -> Sequence[Topic]:
        """See `Words.topics`; that of the card sets names the cards that cannot be used."""
        names = ", ".join(card.name for card in INCOMPLETE)
        facts = {"count": len(INCOMPLETE), "names": names}
        return tuple(replace(each, text=each.text.format(**facts)) for each in super().topics())

    @cache  # noqa: B019 - words are made once
    def cards(self) -> Sequence[Topic]:
        """Every build card."""
        return tuple(self._topic(card) for card in CARDS.values())

    def _topic(self, card: Card) -> Topic:
        printed = Printed(None, Voice((), None), card)
        cite = CREW_CARDS if card.in_crew else BUILD_CARDS
        title = self.say(printed, "title")
        return Topic(card.id.replace("_", ""), title, self.say(printed, "card"), cite, card.number)
