"""What is done in a world: all that can be pressed, asked for and forged, then play goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

from bot.delivery.panels import QUIET_MS
from bot.local import Message, User
from bot.match.notices import SHARED_MS
from bot.posts import custom_ids
from bot.tables.sight import APART_MS
from games.engine.ask import Ask
from games.engine.errors import Refusal
from games.engine.game import Game
from games.engine.plans import Offered
from tests.bot.pits import Pits, find, verbs
from tests.bot.test_takeover import take
from tests.bot.workbench import Bench
from tests.canary.scenes import BEFORE, STRANGER
from tests.canary.worlds import Script, World

BOARD: Final = (
    *("hand", "respond", "words", "missed", "rules", "more", "car", "standings", "chart"),
    *("whycomputer", "verify"),
)
"""What anybody may press at any time without changing anything."""
AGAIN: Final = ("hand", "missed", "whycomputer", "standings")
"""What may have changed when something has happened."""
FORGED_PATHS: Final = 3
"""Answers of another's question that are tried, of each beginning."""
MOMENTS: Final = (8, 20)
"""Seconds after which people are called who have not looked."""
TURNS: Final = 3
"""Answers given after the window has closed."""


async def look(world: World, *, again: bool = False) -> None:
    """Those who must not notice look at everything there is to look at, or look again."""
    for name in world.lookers:
        await _press_board(world, world.user(name), AGAIN if again else BOARD)
    if again:
        await _ask(world.pits, world.user(world.outsider), "table", {"show": "status"})
        return
    for name in (world.lookers[0], world.outsider):
        await _commands(world, world.user(name))
        await _completions(world, world.user(name))


async def _press_board(world: World, user: User, wanted: Sequence[str]) -> None:
    for verb in wanted:
        await world.pits.forge(user, f"{verb}:{world.pits.match_id}")
    for seat in range(world.scene.seats):
        await world.pits.forge(user, f"story:{world.pits.match_id}:{seat}")


async def _ask(pits: Pits, user: User, name: str, options: dict[str, object] | None = None) -> None:
    await pits.command(user, name, options)


async def _commands(world: World, user: User) -> None:
    pits = world.pits
    for name in ("hand", "rules", "games", "help", "replay"):
        await _ask(pits, user, name)
    for show in ("words", "status", "standings"):
        await _ask(pits, user, "table", {"show": show})
    await _ask(pits, user, "rules", {"topic": "hand"})
    await _ask(pits, user, "card", {"name": "a"})
    await _ask(pits, user, "garage", {"game": world.scene.game})


async def _completions(world: World, user: User) -> None:
    local, here, game = world.pits.local, world.pits.channel, {"game": world.scene.game}
    for command, option, typed, given in (
        ("card", "name", "", {}),
        ("card", "name", "s", {}),
        ("rules", "topic", "", {}),
        ("hand", "table", "", {}),
        ("garage", "name", "", game),
        ("garage", "game", "", {}),
    ):
        await local.autocomplete(user, here, command, option, typed, given)


# -- presses that are not there


async def forge(world: World, script: Script) -> None:
    """Everybody presses on questions that are put to others, and on what never was."""
    if world.twin.lay is None and not world.twin.action:
        script.forged = [*await _forgeries(world)]
    for name, where, custom_id, values in script.forged:
        user = world.user(name)
        message = world.pits.board()
        if where == "panel" and world.pits.messages(world.pits.local.dm(user), user):
            message = world.pits.panel(user)
        await world.pits.forge(user, custom_id, message, values)


async def _forgeries(world: World) -> list[tuple[str, str, str, tuple[str, ...] | None]]:
    match = await world.match()
    match_id = match.id
    out: list[tuple[str, str, str, tuple[str, ...] | None]] = []
    for ask in match.waiting():
        paths = _spread([match.game.words.path(option) for option in ask.options])
        for user in _others(world, ask.seat):
            ids: list[tuple[str, tuple[str, ...] | None]] = [
                (custom_ids.write("pick", match_id, ask.number, path), None) for path in paths
            ]
            ids += [(custom_ids.write(verb, match_id, ask.number), None) for verb in ON_QUESTION]
            ids.append((custom_ids.write("choose", match_id, ask.number, ("n0",)), (paths[0][0],)))
            if ask.combination is not None:
                ids.append(
                    (
                        custom_ids.write("some", match_id, ask.number, (ask.combination.name,)),
                        ("0",),
                    )
                )
            where = "board" if user.id % 2 else "panel"
            out += [(user.name, where, custom_id, values) for custom_id, values in ids]
    numbers = [ask.number for ask in match.waiting()]
    for name in dict.fromkeys((world.scene.people[-1], world.outsider)):
        out.append((name, "board", f"pass:{match_id}:{max(numbers) + 1}", None))
        out.append((name, "board", f"pick:{match_id}:{min(numbers) - 1 or 999}:c1", None))
        out.append((name, "board", f"order:{match_id}:0", ("{}",)))
    return out


ON_QUESTION: Final = ("why", "offer")


def _others(world: World, seat: int) -> list[User]:
    """Somebody else at the table, and who is not at it; in a private thread only players are."""
    people = world.scene.people
    names = dict.fromkeys((people[(seat + 1) % world.scene.seats], world.outsider))
    return [world.user(name) for name in names if name not in people[seat : seat + 1]]


def _spread(paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Some of many paths, of each beginning one."""
    first = {path[0]: path for path in reversed(paths)}
    return [*first.values()][:FORGED_PATHS] or [("c1",)]


# -- answers


async def answer(world: World, seat: int, value: Any) -> bool:
    """A person gives an answer on the own panel; False where the rules do not allow it."""
    match = await world.match()
    ask = match.ask_of(seat)
    if ask is None:
        return False
    try:
        ask.read(value)
    except Refusal:
        return False
    user = world.user(match.seats[seat].name)
    path = path_to(match.game.words.path, ask, value)
    pressed = custom_ids.write("pick", match.id, ask.number, path, sure=True)
    await world.pits.forge(user, pressed, await world.panel(user))
    return True


def path_to(
    path_of: Callable[[Any], tuple[str, ...]], ask: Ask[Any], value: Any
) -> tuple[str, ...]:
    """The path that presses lead to that answer, cards of a list by their places."""
    some = ask.combination
    if some is None or value in ask.options or (cards := some.cards_of(value)) is None:
        return path_of(value)
    places: list[str] = []
    for card in cards:
        fits = (n for n, item in enumerate(some.items) if item == card and str(n) not in places)
        places.append(str(next(fits)))
    return some.name, "-".join(sorted(places, key=int))


async def answer_in_secret(world: World, seat: int) -> None:
    """One of several who are asked at once gives the default, if that has no effect yet."""
    match = await world.match()
    ask = match.ask_of(seat)
    if ask is not None and len(match.running().asks) > 1:
        await answer(world, seat, ask.default)
        world.record.answered.add(seat)


async def go_on(world: World, script: Script) -> None:
    """Play goes on, by answers that are the same in all worlds as far as they are legal."""
    for turn in range(TURNS):
        async with world.step(f"answer {turn}", folds=bool(world.scene.computers)):
            await world.chat()
            match = await world.match()
            if world.twin.lay is None and not world.twin.action:
                people = [ask for ask in match.running().asks if match.seats[ask.seat].user_id]
                if people:
                    script.answers.append((people[0].seat, _usual(people[0], turn)))
            if turn < len(script.answers):
                await _answer_alike(world, *script.answers[turn])
            if world.scene.computers:
                # How many edits a computer's moves are hangs on the time; where they end does not.
                await world.pits.settled()
                world.pits.clock.now += QUIET_MS
                await world.pits.bot.clocks.tick()
        if world.scene.chat:
            async with world.step(f"the chat is quiet after answer {turn}"):
                await come_down(world)
        async with world.step(f"a look after answer {turn}"):
            for name in world.lookers:
                await _press_board(world, world.user(name), ("missed", "whycomputer"))


async def come_down(world: World) -> None:
    """Chat is quiet for so long that a buried board comes down, unless a live window runs."""
    pits = world.pits
    pits.clock.now += APART_MS[(await world.match()).pace] + QUIET_MS
    await pits.bot.clocks.tick()
    await pits.settled()
    pits.clock.now += SHARED_MS  # who is called in the channel shares a message
    await pits.settled()
    world.boards.add(pits.board().id)


async def _answer_alike(world: World, seat: int, value: Any) -> None:
    """What was answered in the true world is answered; where other cards do not allow it, the
    default. Somebody is called until he has answered, so he must do so in every world."""
    if not await answer(world, seat, value):
        ask = (await world.match()).ask_of(seat)
        if ask is not None:
            await answer(world, seat, ask.default)


def _usual(ask: Ask[Any], turn: int) -> Any:
    """What is answered: by turns the default, and what the last option is."""
    return ask.options[-1] if turn % 2 and ask.options else ask.default


# -- what nobody is to notice


async def _walk(world: World, user: User) -> None:
    """Look at one's own question from all sides, and begin an answer."""
    panel = await world.panel(user)
    for verb in ("rest", "fewer", "why", "back"):
        if verb in verbs(panel):
            await world.pits.press(user, verb, panel)
    for item in panel.pressables:
        pressed = custom_ids.read(item.custom_id)
        if pressed is not None and pressed.verb == "plan":
            await world.pits.local.click(user, panel, item.custom_id)
    await _press_board(world, user, BOARD)
    await _commands(world, user)


async def _answer(world: World, user: User) -> None:
    match = await world.match()
    seat = match.my_seat(user.id)
    ask = match.ask_of(seat)
    assert ask is not None
    await answer(world, seat, ask.options[-1] if ask.options else ask.default)


async def _take_back(world: World, user: User) -> None:
    """Answer, and think better of it."""
    await _answer(world, user)
    await world.pits.settled()
    await world.pits.command(user, "undo")


async def _pass(world: World, user: User) -> None:
    await world.pits.press(user, "pass")


async def _pass_twice(world: World, user: User) -> None:
    await _pass(world, user)
    await _pass(world, user)


async def _wish(world: World, user: User) -> None:
    """Have this kind of question answered from now on."""
    panel = await world.panel(user)
    for verb in ("passes", "wish"):
        if verb in verbs(panel):
            await world.pits.press(user, verb, panel)
            return


async def _order(world: World, user: User) -> None:
    """Lay down what may be laid down at any time."""
    panel = await world.panel(user)
    if "rest" in verbs(panel):
        await world.pits.press(user, "rest", panel)
    if "order" in verbs(panel):
        lines = panel.pressable(find(panel, "order")).options
        await world.pits.press(user, "order", panel, values=[str(lines[0]["value"])])


async def _plan(world: World, user: User) -> None:
    """Write down what to do."""
    panel: Message = await world.panel(user)
    if "plan" in verbs(panel):
        form = (await world.pits.press(user, "plan", panel)).modal
        await world.pits.submit(user, form, {"text": "straight; fire at 9 or less"})


async def _build(world: World, user: User) -> None:
    """Build something at home."""
    bench = Bench(world.pits, user)
    bench.game = world.scene.game
    await bench.open({"game": bench.game})
    for item in bench.message.pressables:
        asked = custom_ids.read_design(item.custom_id)
        if asked is not None and asked.action == "ready" and item.options:
            value = str(item.options[0]["value"])
            await world.pits.local.select(user, bench.message, item.custom_id, [value])
            await world.pits.settled()
            return


SECRET: Final[dict[str, Callable[[World, User], Awaitable[None]]]] = {
    "look": _walk,
    "answer": _answer,
    "take back": _take_back,
    "pass on the board": _pass,
    "pass twice": _pass_twice,
    "wish": _wish,
    "order": _order,
    "plan": _plan,
    "build": _build,
}


async def do_in_secret(world: World) -> None:
    """What this twin has and the true world has not."""
    if world.twin.action:
        seat = world.twin.seat
        await SECRET[world.twin.action](world, world.user(world.scene.people[seat]))


def secret_actions(game: Game[Any], asks: Sequence[Ask[Any]], seat: int) -> Iterator[str]:
    """What a seat can do that has no effect yet that others might see."""
    asked = any(ask.seat == seat for ask in asks)
    yield "look"
    yield "order"
    if game.designs is not None:
        yield "build"
    written = game.plans is not None and not isinstance(game.plans, Offered)
    if written and (len(asks) > 1 or not asked):
        yield "plan"
    if len(asks) < 2 or not asked:
        return
    yield "answer"
    yield "take back"
    if asks[0].kind in game.windows:
        yield "pass on the board"
        yield "pass twice"
        yield "wish"


# -- a seat that changes its player

LET_IN: Final = "who asks is let in"


async def change_player(world: World) -> None:
    """Who has the last seat looks at his hand in the channel and leaves; a stranger asks for it and
    is turned away; somebody else asks, and is let in."""
    pits, seat = world.pits, world.scene.seats - 1
    host, before = world.user(world.scene.people[0]), world.user(BEFORE)
    after = world.user(world.scene.people[-1])
    # The computer does not play meanwhile: what it would do hangs on what it holds.
    drive = pits.bot.matches.drive
    pits.bot.matches.drive = lambda match_id: None  # type: ignore[method-assign]
    async with world.step("a hand in the channel"):
        await pits.press(before, "hand")
    async with world.step("its player leaves"):
        await pits.command(before, "leave")
    async with world.step("a stranger asks for the seat"):
        await take(pits, world.user(STRANGER), seat)
    async with world.step("the stranger is turned away"):
        await pits.press(host, "turnaway")
    async with world.step("somebody asks for the seat"):
        await take(pits, after, seat)
    async with world.step(LET_IN):
        await pits.press(host, "admit")
        await pits.settled()
        assert (await world.match()).my_seat(after.id) == seat
    async with world.step("the new hand"):
        # He does not look at a private answer any more: his hand is a direct message.
        pits.clock.now += QUIET_MS
        await pits.bot.clocks.tick()
    pits.bot.matches.drive = drive  # type: ignore[method-assign]


# -- clocks, leaving, taking back, the end


async def moments_pass(world: World) -> None:
    """So little time passes that only those are called who have not looked."""
    pits = world.pits
    for seconds in MOMENTS:
        async with world.step(f"{seconds} seconds pass", folds=True):
            pits.clock.now += 1000 * seconds
            await pits.bot.clocks.tick()


async def time_passes(world: World) -> None:
    """A moment passes, then the clocks of all that is open are half over, then over."""
    pits = world.pits
    await moments_pass(world)
    for name, share in (("half of the clock is over", 2), ("the clock is over", 1)):
        async with world.step(name, folds=True):
            due = (await world.match()).earliest_due()
            if due is not None:
                pits.clock.now += max(0, due - pits.clock()) // share
                await pits.bot.clocks.tick()
        world.boards.add(pits.board().id)


async def talk(world: World) -> None:
    """Taking back by a vote, leaving, coming back, and an end by a vote."""
    pits, match_id = world.pits, world.pits.match_id
    first, *others = [world.user(name) for name in world.scene.people]
    async with world.step("a table is asked to take a move back", folds=True):
        await pits.forge(first, f"undo:{match_id}")
    async with world.step("all agree", folds=True):
        for user in others:
            if "agree" in verbs(pits.board()):
                await pits.press(user, "agree")
                await pits.settled()
    async with world.step("a look after taking back"):
        await look(world, again=True)
    async with world.step("the board is posted anew"):
        await pits.command(world.user(world.outsider), "table", {"show": "board"})
    async with world.step("somebody leaves", folds=True):
        await pits.command(first, "leave")
    async with world.step("and comes back", folds=True):
        await pits.command(first, "hand")
    async with world.step("the end by a vote", folds=True):
        for user in (first, *others):
            await pits.command(user, "end")
            await pits.settled()
