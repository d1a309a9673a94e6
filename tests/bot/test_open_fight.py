"""An open fight at a table of the bot: forms, crowds of vehicles, shots nobody is asked about."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.delivery.panels import QUIET_MS
from bot.match import match as matches
from bot.match.match import Match
from bot.posts import hands
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance
from games.engine.table import Table
from games.mini_carwars import GAME, buying
from games.mini_carwars.catalog import NUMBERS
from games.mini_carwars.moves import Enough, Take
from games.mini_carwars.options import Options
from games.mini_carwars.state import State
from tests.bot import test_plans
from tests.bot.pits import Pits, follow_up, verbs

OPEN = {"scenario": "open-fight"}


def prefilled(form: Any) -> dict[str, str]:
    """What stands in the lines of a form before anything is typed."""
    fields = [row["component"] for row in form.body["components"]]
    return {field["custom_id"]: str(field.get("value", "")) for field in fields}


async def options(pits: Pits, page: int = 0) -> Any:
    """The form that one of the two buttons opens for Ann."""
    return (await pits.forge(pits.ann, f"options:{pits.match_id}:{page}")).modal


# -- the forms


async def test_an_open_fight_is_set_up_by_two_forms(pits: Pits) -> None:
    await pits.open(2, game=GAME.name, options=OPEN)
    assert "Options 2" in [item.label for item in pits.board().pressables]
    more = {"budget": "$40,000", "start": "chase", "start_speed": "30"}
    await pits.submit(pits.ann, await options(pits), more)
    await pits.submit(pits.ann, await options(pits, 1), {"places": "B: x 1, y 2\nA2: x -1"})
    told = pits.board().text
    assert "Open fight · $40,000 each · one behind the other at 30 mph" in told
    assert "B at 1, 2 facing 0° at 30 mph · A2 at −1, 0 facing 0° at 30 mph" in told
    chosen = (await pits.match()).options
    assert (chosen.budget, chosen.start, chosen.places) == (
        40_000,
        "chase",
        "B: x 1, y 2\nA2: x -1",
    )


async def test_what_a_form_refused_is_there_when_it_opens_again(pits: Pits) -> None:
    await pits.open(2, game=GAME.name, options=OPEN)
    before = await pits.stored()
    for page, field, text, words in (
        (1, "places", "A: x 1\nB: x 9", "Place 2 (B: x 9): a car would not be on the road there"),
        (0, "budget", "4,0,000", "must be a whole number from 3750 to 100000"),
    ):
        outcome = await pits.submit(pits.ann, await options(pits, page), {field: text})
        said = await follow_up(outcome)
        assert words in said
        assert "Nothing was changed" in said
        assert prefilled(await options(pits, page))[field] == text
    assert await pits.stored() == before
    # Another form that is taken ends it.
    await pits.submit(pits.ann, await options(pits, 1), {"places": "A: x 1"})
    assert prefilled(await options(pits, 1))["places"] == "A: x 1"


async def test_two_forms_sent_at_one_moment_both_count(pits: Pits) -> None:
    await pits.open(2, game=GAME.name, options=OPEN)
    first, second = await options(pits), await options(pits, 1)
    sent = await asyncio.gather(
        pits.local.submit(pits.ann, first, {"budget": "40000", "pace": "post"}),
        pits.local.submit(pits.ann, second, {"ground": "both", "places": "A: x 1"}),
    )
    for outcome in sent:
        await pits.answered(outcome)
    match = await pits.match()
    assert (match.options.budget, match.pace) == (40_000, "post")
    assert (match.options.ground, match.options.places) == ("both", "A: x 1")


async def test_only_the_host_is_told_what_is_wrong_with_options(pits: Pits) -> None:
    await pits.open(2, game=GAME.name, options=OPEN)
    form = await options(pits, 1)
    await pits.press(pits.ann, "unjoin")
    outcome = await pits.submit(pits.ann, form, {"places": "A: x 9"})
    assert "Only the host" in await follow_up(outcome)


# -- many vehicles


async def buy(pits: Pits, counts: Sequence[int]) -> None:
    """Every seat buys so many of the cheapest cycles, and no more."""

    def go(match: Match) -> None:
        for value in (None, Enough()):
            for ask in list(match.running().asks):
                if ask.kind == "vehicle":
                    bought = value or Take(NUMBERS["shogun_100"], count=counts[ask.seat])
                    match.answer(match.seats[ask.seat].user_id or 0, ask.number, bought)

    await pits.bot.matches.change(pits.match_id, go)
    await pits.settled()


async def test_alike_vehicles_are_bought_at_once(pits: Pits) -> None:
    await pits.open(2, game=GAME.name, options=OPEN | {"budget": "40000"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    model = NUMBERS["shogun_100"]
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "extras")
    panel = pits.panel(pits.ann)
    await pits.press(pits.ann, "choose", panel, "extras", "n0", values=[f"m{model}"])
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "extras", f"m{model}", "k0")
    panel = pits.panel(pits.ann)
    (select,) = [item for item in panel.pressables if item.type == 3]
    assert [option["label"] for option in select.options][-1] == "13: $39,000"
    path = ("extras", f"m{model}", "k0", "n0")
    await pits.press(pits.ann, "choose", panel, *path, values=["n12"])
    await pits.settled()
    assert "Your answer is in: **Add accessories or buy several ›" in pits.panel(pits.ann).text
    await buy(pits, (1, 2))
    assert [len(each) for each in _fleets(await pits.match())] == [12, 2]


async def test_with_computers_alone_there_is_no_secret_to_tell(pits: Pits) -> None:
    await pits.open(1, game=GAME.name)
    await pits.press(pits.ann, "solo")
    await pits.settled()
    assert "buy vehicles in secret" in pits.board().text
    assert "stays secret" not in pits.board().text


async def test_who_has_bought_sees_what_and_can_take_it_back(pits: Pits) -> None:
    await pits.open(2, game=GAME.name)
    await pits.press(pits.ann, "start")
    await pits.settled()
    secret = "Who has chosen already stays secret until all have."
    before = pits.board().text
    assert secret in before
    assert "Time runs out" in before
    shop = pits.panel(pits.ann)
    await pits.press(pits.ann, "choose", shop, "n0", values=[f"m{NUMBERS['killer_kart']}"])
    await pits.settled()
    panel = pits.panel(pits.ann)
    assert "Your answer is in: **Killer Kart, subcompact: $3,750**." in panel.text
    assert "Chosen: Killer Kart" in panel.alts[0]
    assert pits.board().text == before, "nobody else learns that she has chosen"
    kart = hands.hand_key(await pits.match(), 0)
    await pits.press(pits.ann, "retake", panel)
    await pits.settled()
    assert "Taken back: choose again." in pits.panel(pits.ann).text
    again = await pits.forge(pits.ann, f"retake:{pits.match_id}:1")
    assert "That question is settled by now" in await follow_up(again)
    courier = [f"m{NUMBERS['courier']}"]
    await pits.press(pits.ann, "choose", pits.panel(pits.ann), "n0", values=courier)
    await pits.settled()
    assert "Your answer is in: **Courier" in pits.panel(pits.ann).text
    assert hands.hand_key(await pits.match(), 0) != kart, "a hand with the Kart is out of date"
    await pits.press(pits.ben, "choose", pits.panel(pits.ben), "n0", values=courier)
    await pits.settled()
    assert secret not in pits.board().text


def _fleets(match: Match) -> list[list[str]]:
    cars = match.running().view(None).cars
    return [[car.label for car in cars if car.owner == seat] for seat in range(2)]


async def test_what_plans_answer_does_not_hold_up_who_sent_the_last_one(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "GIVEN_AT_ONCE", 5)
    await pits.open(2, game=GAME.name, options=OPEN | {"budget": "40000"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    await buy(pits, (6, 6))
    given: list[int] = []
    change = pits.bot.matches.change

    async def counted(match_id: str, action: Any, **how: Any) -> Any:
        def go(match: Match) -> Any:
            before = match.last_move
            result = action(match)
            given.append(match.last_move - before)
            return result

        return await change(match_id, go, **how)

    monkeypatch.setattr(pits.bot.matches, "change", counted)
    for user in (pits.ann, pits.ben):
        form = (await pits.press(user, "plan", pits.panel(user))).modal
        await pits.submit(user, form, {"text": "all: keep; straight to the end; hold fire"})
    await pits.settled()
    assert max(given) == 5
    view = (await pits.match()).running().view(None)
    assert view.turn == 2, "the whole turn has gone by its plans"
    assert not (await pits.match()).more


async def test_a_plan_taken_back_in_the_middle_leaves_a_question(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "GIVEN_AT_ONCE", 1)
    # Nothing goes on in the background: as if it had not come to it yet.
    monkeypatch.setattr(pits.bot.matches, "drive", lambda match_id: None)
    await pits.open(2, game=GAME.name, options=OPEN | {"budget": "40000"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    await buy(pits, (4, 4))
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    await pits.submit(pits.ann, form, {"text": "all: keep; straight to the end; hold fire"})
    await pits.settled()
    assert not (await pits.match()).more, "the other one chooses a speed now"
    form = (await pits.press(pits.ben, "plan", pits.panel(pits.ben))).modal
    await pits.submit(pits.ben, form, {"text": "all: keep; straight to the end; hold fire"})
    await pits.settled()
    assert (await pits.match()).more
    assert "pick" not in verbs(pits.panel(pits.ben)), "his plan answers it in a moment"
    shown = (await pits.press(pits.ben, "hand")).ephemeral
    assert shown is not None
    assert "pick" not in verbs(shown)
    for user in (pits.ann, pits.ben):
        await pits.forge(user, f"askme:{pits.match_id}")
    await pits.settled()
    pits.clock.now += QUIET_MS
    pits.bot.matches.wake()
    await pits.settled()
    match = await pits.match()
    assert not match.more
    for ask in match.running().asks:
        assert "pick" in verbs(pits.panel(pits.people[ask.seat]))


async def test_hands_are_told_of_an_end_that_came_in_the_background(pits: Pits) -> None:
    await fire_step(pits)

    def over(match: Match) -> None:
        match.more = True
        match.end()

    await pits.bot.matches.change(pits.match_id, over)
    await pits.settled()
    for user in pits.people[:3]:
        assert "over" in pits.local.messages(pits.local.dm(user), user)[-1].text


async def test_a_plan_too_long_for_its_form_can_be_written_anew(pits: Pits) -> None:
    more = {"budget": "40000", "ground": "off-road"}
    await pits.open(2, game=GAME.name, options=OPEN)
    await pits.submit(pits.ann, await options(pits), {"budget": "40000", "start_speed": "90"})
    await pits.submit(pits.ann, await options(pits, 1), {"ground": more["ground"]})
    await pits.press(pits.ann, "start")
    await pits.settled()
    await buy(pits, (12, 1))
    there_and_back = ", ".join(["sw l45 hold right", "sw r45 hold left"] * 5)
    text = "\n".join(
        f"A{number}: faster; {there_and_back}; ram; fire at 12" for number in range(1, 13)
    )
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    await pits.submit(pits.ann, form, {"text": text})
    await pits.settled()
    form = (await pits.press(pits.ann, "plan", pits.panel(pits.ann))).modal
    assert form is not None
    assert "too long to show" in form.body["components"][0]["label"]
    assert prefilled(form) == {"text": ""}


# -- what is out of action

LYING = (
    (0, 0.0, 0.0, ""),
    (1, 1.4, -6.0, ""),
    (2, 0.0, 6.0, "crashed"),
    (2, -1.5, 40.0, ""),
)
"""(owner, x, y, why it is out): Ann sees a wreck and nothing else, Ben sees Ann."""


async def fire_step(pits: Pits) -> None:
    """Three people in the fire step of a phase, their vehicles as above."""
    await pits.open(2, game=GAME.name, options=OPEN)
    await pits.press(pits.people[2], "join")
    await pits.press(pits.ann, "start")
    await pits.settled()
    await pits.bot.matches.change(pits.match_id, _lay)
    await pits.settled()


def _lay(match: Match) -> None:
    vehicles = []
    for owner, x, y, out in LYING:
        vehicle = buying.built(owner, Take(NUMBERS["killer_kart"]))
        vehicle.x, vehicle.y, vehicle.out = x, y, out
        vehicle.speed = vehicle.shown = 0 if out else 10
        if out:
            vehicle.crew[0].hits = 3
        vehicles.append(vehicle)
    state = State(
        Options(scenario="open-fight"),
        3,
        beat="fire",
        turn=3,
        phase=5,
        order=[0, 1, 2, 3],
        starts=[0.0] * 4,
        vehicles=vehicles,
        sections=[-1, 0, 1, 2],
        rolled=dict.fromkeys((-1, 0, 1, 2), 0),
    )
    plan = match.seats[0].plan
    number = match.running().next_number
    chance = LoggedChance(SeededChance(1))
    table, _ = Table.begin(GAME, state, chance)
    match.loaded(Table.load(table.save(), chance, number=number))
    match.seats[0].plan = plan
    match._pass_windows()


async def kinds(pits: Pits, seat: int) -> list[str]:
    return [move.kind for move in await pits.store.moves(pits.match_id) if move.seat == seat]


async def test_nobody_is_asked_about_wrecks_and_undo_does_not_ask_either(pits: Pits) -> None:
    await fire_step(pits)
    match = await pits.match()
    assert [ask.seat for ask in match.running().asks] == [1]
    assert (await kinds(pits, 0))[-1] == "forced"
    text = await follow_up(await pits.command(pits.ann, "undo"))
    assert "Taken back" not in text
    assert [ask.seat for ask in (await pits.match()).running().asks] == [1]


async def test_a_shot_at_a_wreck_that_is_taken_back_stays_with_its_player(pits: Pits) -> None:
    await fire_step(pits)

    def planned(match: Match) -> None:
        view = match.running().view(0)
        match.seats[0].plan = test_plans.planned(view, "fire at 12 or less, wrecks too")
        _lay(match)

    await pits.bot.matches.change(pits.match_id, planned)
    await pits.settled()
    assert (await kinds(pits, 0))[-1] == "wish"
    assert "Taken back" in await follow_up(await pits.command(pits.ann, "undo"))
    await pits.settled()
    form = (await pits.press(pits.ben, "plan", pits.panel(pits.ben))).modal
    await pits.submit(pits.ben, form, {"text": "hold fire"})
    await pits.settled()
    match = await pits.match()
    assert [ask.seat for ask in match.running().asks] == [0]
    panel = pits.panel(pits.ann)
    assert "pick" in verbs(panel)
    await pits.press(pits.ann, "pick", panel, "out")
    sure = pits.panel(pits.ann)
    assert "(out)" in sure.text


async def test_every_step_in_the_background_is_told_at_once(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(1, game=GAME.name, computers=1)
    done: list[str] = []
    commit, wake = pits.bot.matches._commit, pits.bot.matches.wake

    async def committed(*args: Any, **how: Any) -> bool:
        done.append("stored")
        return await commit(*args, **how)

    def awake() -> None:
        done.append("told")
        wake()

    monkeypatch.setattr(pits.bot.matches, "_commit", committed)
    monkeypatch.setattr(pits.bot.matches, "wake", awake)
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert done.count("stored") == done.count("told") > 1
    assert done[-1] == "told"
