"""Clicks that come late, twice, from the wrong person or from nowhere: one private sentence each,
nothing changed, nothing shown to others, and the message put right."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.local import Message, Outcome, User
from tests.bot.pits import Pits, find, follow_up, question, verbs

OUTSIDER = "You are not playing at this table. /play opens one of your own."
SETTLED = "That question is settled by now, so here is how things stand."


@asynccontextmanager
async def nothing_happens(pits: Pits, user: User) -> AsyncIterator[None]:
    """The match stays as it is, and nobody but this user sees anything new."""
    await pits.settled()
    before, seen = await pits.stored(), pits.seen(user)
    yield
    await pits.settled()
    assert await pits.stored() == before
    assert pits.seen(user) == seen


def note(message: Message) -> str:
    """What a panel tells its player beside the question."""
    return "\n".join(line[2:] for line in message.text.splitlines() if line.startswith("> "))


# -- by somebody who is not at the table


@pytest.mark.parametrize(
    "verb", ["hand", "respond", "pass", "luck", "car", "undo", "leave", "end", "refuse", "agree"]
)
async def test_an_outsider_is_told_so(pits: Pits, verb: str) -> None:
    await pits.deal(2)
    async with nothing_happens(pits, pits.stranger):
        outcome = await pits.forge(pits.stranger, f"{verb}:{pits.match_id}:1")
    assert await follow_up(outcome) == OUTSIDER


@pytest.mark.parametrize("verb", ["pick", "choose", "some", "back", "why", "passes", "order"])
async def test_an_outsider_cannot_use_a_players_question(pits: Pits, verb: str) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    number = question(pits.panel(pits.ann))
    async with nothing_happens(pits, pits.stranger):
        values = ["1"] if verb in ("choose", "some", "order") else None
        outcome = await pits.forge(
            pits.stranger, f"{verb}:{pits.match_id}:{number}:discard.0", values=values
        )
    assert await follow_up(outcome) == OUTSIDER


@pytest.mark.parametrize("verb", ["unjoin", "computer", "start", "options"])
async def test_an_outsider_cannot_touch_a_lobby(pits: Pits, verb: str) -> None:
    await pits.open(2)
    async with nothing_happens(pits, pits.stranger):
        outcome = await pits.press(pits.stranger, verb)
    said = await follow_up(outcome)
    assert OUTSIDER in said or "Only the host of this table can" in said


# -- on an old question


async def test_an_old_question_shows_how_things_stand(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    old = find(panel, "some")
    await pits.press(pits.ann, "some", panel, values=["0"])
    await pits.settled()
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.forge(pits.ann, old, panel, values=["0"])
    assert outcome.updated
    assert note(panel) == SETTLED
    assert question(panel) == (await pits.match()).ask_of(0).number  # type: ignore[union-attr]


async def test_another_seats_question_number_is_not_mine(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    number = question(pits.panel(pits.ann))
    async with nothing_happens(pits, pits.ben):
        await pits.forge(
            pits.ben, f"pick:{pits.match_id}:{number}:discard.all", pits.panel(pits.ben)
        )
    assert note(pits.panel(pits.ben)) == "That question isn't yours."
    assert "Gun" not in pits.panel(pits.ben).text


async def test_an_answered_window_says_that_the_others_still_choose(pits: Pits) -> None:
    await pits.deal(3)
    panel = pits.panel(pits.ann)
    old = find(panel, "pick", "pass")
    await pits.press(pits.ann, "pick", panel, "pass")
    async with nothing_happens(pits, pits.ann):
        await pits.forge(pits.ann, old, panel)
    assert note(panel) == "You have answered this already; the others are still choosing."


# -- twice


async def test_the_same_button_twice_at_once_acts_once(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    panel = pits.panel(pits.ann)
    custom_id = find(panel, "some")
    before = await pits.stored()
    made = [pits.local.begin_press(pits.ann, panel, custom_id, ["0"]) for _ in range(2)]
    await asyncio.gather(*(each.done.wait() for each in made))
    await pits.answered(Outcome(pits.local.hub, made[1]))
    assert not any(each.failed for each in made)
    assert (await pits.stored()).moves == before.moves + 1
    assert note(panel) in (SETTLED, "That question is no longer open.", "")


async def test_two_people_joining_at_once_both_sit(pits: Pits) -> None:
    await pits.open(1)
    board = pits.board()
    join = find(board, "join")
    made = [pits.local.begin_press(user, board, join) for user in pits.people[1:7]]
    await asyncio.gather(*(each.done.wait() for each in made))
    outcomes = [await pits.answered(Outcome(pits.local.hub, each)) for each in made]
    names = [seat.name for seat in (await pits.match()).seats]
    assert len(names) == len(set(names)) == 6
    full = [o for o in outcomes if "All 6 seats are taken." in o.text]
    assert len(full) == 1
    await pits.settled()
    assert all(name in pits.board().text for name in names)


async def test_the_same_interaction_again_acts_once(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    panel = pits.panel(pits.ann)
    outcome = await pits.press(pits.ann, "some", panel, values=["0"])
    async with nothing_happens(pits, pits.ann):
        assert pits.local.redeliver(outcome)
        await pits.answered(outcome)
    assert question(panel) == (await pits.match()).ask_of(0).number  # type: ignore[union-attr]


@pytest.mark.parametrize("verb", ["undo", "end", "leave"])
async def test_the_same_button_of_the_table_again_acts_once(pits: Pits, verb: str) -> None:
    await pits.deal(3)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    more = (await pits.press(pits.ann, "more")).ephemeral
    outcome = await pits.press(pits.ann, verb, more)
    async with nothing_happens(pits, pits.ann):
        pits.local.redeliver(outcome)
        await pits.answered(outcome)


async def test_the_same_command_again_opens_no_second_table(pits: Pits) -> None:
    outcome = await pits.command(pits.ann, "play")
    await pits.settled()
    before = len(pits.public())
    pits.local.redeliver(outcome)
    await pits.answered(outcome)
    await pits.settled()
    assert len(pits.public()) == before
    assert len(await pits.store.open_lines()) == 1


# -- after the end, and on a table that is gone


async def test_after_the_match_every_old_button_says_so(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    number = question(panel)
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
    await pits.settled()
    assert "ended" in pits.public()[0].text
    assert "This match is over" in panel.text
    assert not panel.pressables
    for verb in ("pick", "why", "back", "order"):
        async with nothing_happens(pits, pits.ann):
            await pits.forge(pits.ann, f"{verb}:{pits.match_id}:{number}:discard.all", panel)
        assert note(panel) == "This match is over."
    for verb in ("hand", "respond", "undo", "leave", "end"):
        async with nothing_happens(pits, pits.ann):
            outcome = await pits.forge(pits.ann, f"{verb}:{pits.match_id}:1", pits.public()[0])
        assert await follow_up(outcome) == "This match is over."
    for verb in ("pass", "agree", "refuse", "join", "unjoin", "computer", "drop", "start"):
        async with nothing_happens(pits, pits.ann):
            outcome = await pits.forge(pits.ann, f"{verb}:{pits.match_id}:1", pits.public()[0])
        assert "over" in outcome.text or "closed" in outcome.text


async def test_a_table_that_is_no_longer_in_the_database(pits: Pits, tmp_path: Path) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel, board = pits.panel(pits.ann), pits.board()
    pick, hand = find(panel, "some"), find(board, "hand")
    with sqlite3.connect(tmp_path / "motordrome.sqlite3") as database:
        database.execute("PRAGMA foreign_keys=ON")
        database.execute("DELETE FROM secrets")
        database.execute("DELETE FROM matches")
    database.close()
    outcome = await pits.forge(pits.ann, pick, panel, ["0"])
    assert "There is no such table any more. /play opens a new one." in outcome.text
    assert "This table is gone" in panel.text
    assert not panel.pressables
    outcome = await pits.forge(pits.cora, hand, board)
    assert "This table is gone" in board.text
    assert not board.pressables
    assert "There is no such table any more." in outcome.text


# -- forged


@pytest.mark.parametrize(
    "custom_id",
    [
        "x",
        "drop table",
        "pick",
        "pick:",
        "pick:../../etc:1",
        "pick:TABLE001:-1:c1",
        "pick:TABLE001:1:C1",
        "pick:TABLE001:99999999999999999999:c1",
        "__class__:TABLE001:1",
        "component:TABLE001:1",
        "send_options:TABLE001",
        "pick:TABLE001:1:" + "a" * 61,
        "pick:TABLE001:١:c1",
        "\u202epick:TABLE001:1",
    ],
)
async def test_garbage_is_from_another_time(pits: Pits, custom_id: str) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.forge(pits.ann, custom_id)
    assert "That button is out of date." in await follow_up(outcome)


@pytest.mark.parametrize("custom_id", ["sit:ZZZZ", "taking:ZZZZ", "eject:ZZZZ"])
async def test_an_odd_value_for_a_table_that_there_is_not(pits: Pits, custom_id: str) -> None:
    """What the handler refuses before it looks for the table."""
    await pits.deal(2)
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.forge(pits.ann, custom_id, pits.board(), ["x"])
    assert "There is no such table any more." in await follow_up(outcome)


@pytest.mark.parametrize(
    "tail",
    [
        ":0:discard.all",
        ":999999999:discard.all",
        ":{n}:",
        ":{n}:nothing",
        ":{n}:c1.p1.s1.plain.more",
        ":{n}:discard.0-0",
        ":{n}:discard.9",
        ":{n}:discard.-",
        ":{n}:discard.0.1",
        ":{n}:discard.{huge}",
        ":{n}:p1.c1",
        ":{n}:c999999",
        ":{n}:...",
        ":{n}:s1!",
        ":{n}!",
    ],
)
async def test_a_forged_choice_changes_nothing(pits: Pits, tail: str) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    tail = tail.format(n=question(panel), huge="9" * 50)
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.forge(pits.ann, f"pick:{pits.match_id}{tail}", panel)
    assert "went wrong" not in outcome.text
    assert outcome.updated or "out of date" in outcome.text
    assert "some" in verbs(panel), "the question is still there to be answered"


@pytest.mark.parametrize("verb", ["some", "choose", "order"])
@pytest.mark.parametrize(
    "values",
    [[], [""], ["²"], ["-1"], ["7"], ["9" * 90], ["0", "0"], ["all"], ["c1", "c2"], ["{}"]],
)
async def test_forged_values_of_a_list_change_nothing(
    pits: Pits, verb: str, values: list[str]
) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    custom_id = f"{verb}:{pits.match_id}:{question(panel)}:discard"
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.forge(pits.ann, custom_id, panel, values)
    assert "went wrong" not in outcome.text
    assert outcome.updated
    assert "some" in verbs(panel)


async def test_a_choice_forged_onto_the_board_shows_no_hand_there(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    board = pits.board()
    number = question(pits.panel(pits.ann))
    for custom_id in (f"back:{pits.match_id}:{number}", f"pick:{pits.match_id}:1:c1"):
        async with nothing_happens(pits, pits.ann):
            outcome = await pits.forge(pits.ann, custom_id, board)
        assert outcome.ephemeral is not None
        assert "some" in verbs(outcome.ephemeral)
        assert "hand" in verbs(board)
        assert [a.filename for a in board.attachments] == ["board.png"]


async def test_another_tables_button_leaves_this_tables_message_alone(pits: Pits) -> None:
    await pits.open(2)
    first, board = pits.match_id, pits.board()
    await pits.open(2, channel=pits.local.add_channel("arena"), people=[pits.cora, pits.dev])
    async with nothing_happens(pits, pits.ben):
        for message in (board, pits.panel(pits.ben)):
            for custom_id in (
                f"unjoin:{pits.match_id}",
                f"start:{pits.match_id}",
                "hand:NEVERTHERE",
            ):
                outcome = await pits.forge(pits.ben, custom_id, message)
                assert outcome.ephemeral is not None
    assert f"start:{first}" in [p.custom_id for p in board.pressables]
    assert (await pits.match(first)).board.message == board.id


@pytest.mark.parametrize("verb", ["options", "luck", "start", "nothing"])
async def test_a_forged_form_is_refused(pits: Pits, verb: str) -> None:
    await pits.open(1)
    form = (await pits.press(pits.ann, "options")).modal
    assert form is not None
    form.body["custom_id"] = f"{verb}:NEVERTHERE"
    async with nothing_happens(pits, pits.ann):
        outcome = await pits.submit(pits.ann, form, {})
    said = await follow_up(outcome)
    assert "There is no such table any more." in said or "That form is out of date." in said


# -- legal when shown, and not now


async def test_a_card_that_has_been_played_since(pits: Pits) -> None:
    await pits.lay("metal, swerve, gun front", "laser left, smoke")
    panel = pits.panel(pits.ann)
    await pits.press(pits.ann, "rest", panel)
    old = find(panel, "order")
    value = next(o["value"] for o in panel.pressable(old).options)
    await pits.press(pits.ann, "order", panel, values=[value])
    async with nothing_happens(pits, pits.ann):
        await pits.forge(pits.ann, old, panel, [value])
    assert note(panel) == "That cannot be laid down any more."


async def test_a_question_that_is_put_again_is_the_same_one(pits: Pits) -> None:
    """Another number would change everybody's buttons, and tell that somebody had answered."""
    await pits.deal(3)
    panel = pits.panel(pits.ann)
    old = find(panel, "pick", "pass")
    before = pits.seen(pits.ann)
    await pits.press(pits.ann, "pick", panel, "pass")
    await pits.command(pits.ann, "undo")
    await pits.settled()
    assert find(pits.panel(pits.ann), "pick", "pass") == old
    assert pits.seen(pits.ann) == before
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    assert (await pits.match()).ask_of(0) is None


# -- where something else stands


@pytest.mark.parametrize(
    "custom_id",
    [
        "story:TABLE001:1", "seats:TABLE001", "withdraw:TABLE001", "rules:topic:nascards",
        "rules:game:", "privacy:keep", "server:keep", "notices:clear", "notices:where",
        "design:list:carwars::", "join:TABLE001",
    ],
)  # fmt: skip
@pytest.mark.parametrize("private", [False, True])
async def test_what_stands_on_no_hand_changes_none(
    pits: Pits, custom_id: str, *, private: bool
) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    hand = (await pits.press(pits.ann, "hand")).ephemeral if private else pits.panel(pits.ann)
    assert hand is not None
    text, edits = hand.text, hand.edits
    for values in (None, ["1"]):
        outcome = await pits.forge(pits.ann, custom_id, hand, values)
        assert len(outcome.messages) == 1
        assert outcome.messages[0] is not hand
    await pits.settled()
    assert (hand.text, hand.edits) == (text, edits)


async def test_nor_does_a_hand_stand_in_their_place(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    number = question(pits.panel(pits.ann))
    rules = (await pits.press(pits.ann, "rules")).ephemeral
    seats = (await pits.command(pits.ann, "privacy")).ephemeral
    for message in (rules, seats, pits.seals()[-1]):
        assert message is not None
        edits = message.edits
        for custom_id in (f"pick:TABLE001:{number}:discard.all", "why:TABLE001:1", "join:TABLE001"):
            await pits.forge(pits.ann, custom_id, message)
        assert message.edits == edits


async def test_a_hand_with_nothing_to_press_stays_too(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    hand = pits.panel(pits.ann)
    await pits.command(pits.ann, "end")
    await pits.command(pits.ben, "end")
    await pits.settled()
    assert not hand.pressables
    edits = hand.edits
    for custom_id in ("story:TABLE001:1", "rules:game:", "design:list:carwars::", "server:keep"):
        await pits.forge(pits.ann, custom_id, hand)
    assert hand.edits == edits
