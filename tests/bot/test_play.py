"""Playing: a duel by hand, windows, orders, computers, and the end."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from bot.local import Message, User
from bot.match.match import Match
from bot.posts import custom_ids
from bot.tables.matches import OPENED_MS
from tests.bot.pits import Pits, find, follow_up, item, keeps_no_view, question, read, verbs
from tests.bot.several import Several
from tests.games.carwars_cards.duel import cards

VERIFY = Path(__file__).parents[2] / "tools" / "verify.py"


async def take_any(pits: Pits, user: User, panel: Message, rng: random.Random) -> None:
    """Press something on a panel, as a person who does not think long."""
    choices = [
        each
        for each in panel.pressables
        if (pressed := custom_ids.read(each.custom_id))
        and pressed.verb in ("pick", "choose", "some")
        and "declare" not in pressed.path
    ]
    chosen = rng.choice([c for c in choices if "all" not in c.custom_id] or choices)
    values = [str(chosen.options[0]["value"])] if chosen.options else None
    pressed = custom_ids.read(chosen.custom_id)
    assert pressed is not None
    if values is None:
        outcome = await pits.local.click(user, panel, chosen.custom_id)
    else:
        outcome = await pits.local.select(user, panel, chosen.custom_id, values)
    await pits.answered(outcome)
    assert not outcome.failed
    assert "went wrong" not in outcome.text


async def play_out(pits: Pits, rng: random.Random) -> None:
    """Let the people at the table press what they are shown until the match is over."""
    for _ in range(2000):
        await pits.settled()
        match = await pits.match()
        if match.status != "live":
            return
        for ask in match.table.asks if match.table else ():
            user_id = match.seats[ask.seat].user_id
            user = next(u for u in pits.people if u.id == user_id)
            panel = pits.panel(user)
            assert question(panel) == ask.number, "the open question is on the panel"
            await take_any(pits, user, panel, rng)
            break
    raise AssertionError("the match does not end")


async def test_two_people_play_a_duel_by_their_buttons(pits: Pits, tmp_path: Path) -> None:
    await pits.deal(2, options={"single_duel": "true", "window_seconds": "3600"})
    early = await pits.command(pits.ann, "verify")
    assert "The seed is opened when the match is over" in await follow_up(early)
    assert early.messages[0].attachments == []
    await play_out(pits, random.Random(5))
    board = pits.board()
    assert verbs(board) == ["again", "missed", "replay", "verify"]
    assert len(board.text.splitlines()) == 3, "who won, what decided it, and the small print"
    told = (await pits.press(pits.ann, "missed")).text
    assert "1. " in told
    assert "points" in told
    assert [a.filename for a in board.attachments] == ["result.png"]
    assert keeps_no_view(pits.bot)

    outcome = await pits.press(pits.stranger, "verify")
    assert "draws and all" in await follow_up(outcome)
    assert "come out the same." in await follow_up(outcome)
    document = outcome.messages[0].attachments[0]
    log = tmp_path / document.filename
    log.write_bytes(document.data)
    checker = await asyncio.create_subprocess_exec(
        sys.executable, str(VERIFY), str(log), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await checker.communicate()
    assert checker.returncode == 0, said
    assert b"draws, each as the sealed seed gives it" in said
    told = json.loads(document.data)
    assert told["commitment"] == (await pits.match()).commitment
    by_command = await pits.command(pits.ann, "verify", {"table": pits.match_id})
    assert by_command.text == outcome.text


async def test_the_same_players_again(pits: Pits) -> None:
    first = await pits.deal(2, computers=1, options={"single_duel": "true", "points_to_win": "90"})
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
    await pits.settled()
    board = pits.public()[0]
    assert not board.pressables
    outcome = await pits.forge(pits.cora, f"again:{first}", board)
    assert "You are not playing at this table." in await follow_up(outcome)
    outcome = await pits.forge(pits.ben, f"again:{first}", board)
    assert "A new table is open" in await follow_up(outcome)
    lobby = pits.board()
    match_id = read(lobby)[0].match_id
    assert match_id != first
    match = await pits.match(match_id)
    assert match.host_id == pits.ben.id
    assert [seat.user_id for seat in match.seats] == [pits.ben.id, None]
    assert [guest.user_id for guest in match.guests] == [pits.ann.id]
    assert match.options.points_to_win == 90
    outcome = await pits.forge(pits.ann, f"again:{first}", board)
    assert "keeps your seat: press **Join** there" in await follow_up(outcome)


# -- choosing


async def test_a_play_is_walked_part_by_part(pits: Pits) -> None:
    pits.bot.delivery.keeping.on = True
    await pits.lay("gun front, swerve", "laser left, smoke", "armor front")
    panel = pits.panel(pits.ann)
    before = await pits.stored()
    card = next(p.path[0] for p in read(panel) if p.verb == "pick" and p.path[0] != "discard")
    picture = panel.attachments[0].data
    await pits.press(pits.ann, "pick", panel, card)
    assert {"B Ben", "C Cora"} <= set(panel.labels)
    assert panel.attachments[0].data == picture, "the picture stays, kept or sent again"
    await pits.press(pits.ann, "back", panel)
    assert card in [p.path[0] for p in read(panel) if p.path]
    assert await pits.stored() == before, "nothing reaches the rules before the last part"
    await pits.press(pits.ann, "pick", panel, card)
    await pits.press(pits.ann, "pick", panel, "p1")
    await pits.settled()
    assert (await pits.stored()).moves == before.moves + 1
    assert "Ann" in pits.board().text
    assert "Ben" in pits.board().text


async def test_the_board_names_who_is_awaited_before_the_first_turn(pits: Pits) -> None:
    await pits.deal(3)
    before = pits.board().text
    assert "Setup: Ann, Ben and Cora may play cards now, or press Ready." in before
    await pits.press(pits.ann, "pass")
    await pits.settled()
    assert pits.board().text == before, "not who has answered"


async def test_what_is_grave_is_asked_once_more(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    before = await pits.stored()
    await pits.press(pits.ann, "pick", panel, "all")
    assert "Are you sure?" in panel.text
    assert await pits.stored() == before
    await pits.press(pits.ann, "back", panel)
    assert "some" in verbs(panel)
    await pits.press(pits.ann, "pick", panel, "all")
    await pits.press(pits.ann, "pick", panel)
    assert (await pits.stored()).moves == before.moves + 1


async def test_no_one_press_throws_a_hand_away(pits: Pits) -> None:
    """Also where that is what clears a jam."""
    await pits.lay("swerve, smoke", "jam, laser left")
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), f"c{cards('jam')[0]}")
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    panel, before = pits.panel(pits.ann), await pits.stored()
    silent = "Your Machine Guns are jammed and can't fire. To clear that, discard your whole hand."
    assert silent in panel.text
    await pits.press(pits.ann, "pick", panel, "all")
    assert panel.labels == ["Choose again", "Yes, do it"]
    assert await pits.stored() == before
    await pits.press(pits.ann, "pick", panel, "all")
    assert (await pits.stored()).moves == before.moves + 1


async def test_why_tells_where_the_turn_stands(pits: Pits) -> None:
    pits.bot.delivery.keeping.on = True
    await pits.lay("gun front, swerve", "laser left, smoke")
    panel = pits.panel(pits.ann)
    picture = panel.attachments[0].data
    await pits.press(pits.ann, "why", panel)
    assert "Rules: Your turn" in panel.text
    assert panel.text.count("> ") >= 1
    assert panel.attachments[0].data == picture


# -- windows


async def test_a_window_opens_to_all_alike(pits: Pits) -> None:
    await pits.deal(3)
    board = pits.board()
    assert verbs(board)[:2] == ["respond", "pass"]
    for user in pits.people[:3]:
        private = (await pits.press(user, "respond")).ephemeral
        assert private is not None
        assert question(private)
    await pits.press(pits.ann, "pass")
    await pits.settled()
    assert verbs(pits.board())[:2] == ["respond", "pass"], "who has passed is not shown"
    outcome = await pits.press(pits.ann, "pass")
    assert "You have nothing to pass just now." in await follow_up(outcome)
    await pits.press(pits.ben, "pass")
    await pits.press(pits.cora, "pass")
    await pits.settled()
    assert verbs(pits.board())[0] == "hand"


async def test_pass_is_not_for_ones_own_turn(pits: Pits) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    number = question(pits.panel(pits.ann))
    outcome = await pits.forge(pits.ann, f"pass:{pits.match_id}:{number}")
    assert "That question wants an answer. Press **My hand**." in await follow_up(outcome)


async def test_pass_until_my_turn(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "3600"})
    first = (await pits.match()).table
    assert first is not None
    starter, other = (pits.ann, pits.ben)
    if first.context.state.active:
        starter, other = other, starter
    outcome = await pits.press(other, "passes", pits.panel(other))
    assert "You pass every short window until your next turn;" in outcome.text
    await pits.press(starter, "pick", pits.panel(starter), "pass")
    await pits.settled()
    match = await pits.match()
    number = match.seat_of(other.id)
    assert number is not None
    assert match.seats[number].passes
    await pits.press(starter, "some", pits.panel(starter), values=["0"])
    await pits.settled()
    match = await pits.match()
    assert match.waiting()[0].seat == number
    assert not match.seats[number].passes, "one's own turn ends it"


# -- orders


async def test_a_card_for_any_time_is_laid_aside_and_played_at_the_turn(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "metal, laser left")
    panel = pits.panel(pits.ben)
    select = item(panel, "order")
    assert "Metal Armor" in str(select.options)
    others = pits.seen(pits.ben)
    await pits.press(pits.ben, "order", panel, values=[str(select.options[0]["value"])])
    await pits.settled()
    assert pits.seen(pits.ben) == others, "nobody else can know"
    assert "✓ Queued: Metal Armor" in [each.label for each in panel.pressables]
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    assert "Metal Armor" in pits.board().text


# -- computers


async def test_computers_play_until_a_person_is_asked(pits: Pits) -> None:
    await pits.deal(1, computers=2, options={"window_seconds": "3600", "single_duel": "true"})
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    for _ in range(12):
        match = await pits.match()
        if match.status != "live":
            break
        assert match.ask_of(0) is not None, "the computers stop where a person is asked"
        await take_any(pits, pits.ann, pits.panel(pits.ann), random.Random(1))
        await pits.settled()
    outcome = await pits.forge(pits.ann, f"whycomputer:{pits.match_id}")
    said = await follow_up(outcome)
    assert "**B**" in said or "**C**" in said
    log = await pits.store.moves(pits.match_id)
    assert {move.seat for move in log if move.kind == "computer"} == {1, 2}


async def test_who_looks_at_a_match_never_sees_half_a_move(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Computers think in worker threads; what they decide is played where everybody looks."""
    thinking, playing = set[bool](), set[bool]()
    think, give = Match.think, Match.give

    def thinks(match: Match, rng: random.Random) -> Any:
        thinking.add(threading.current_thread() is threading.main_thread())
        return think(match, rng)

    def gives(match: Match, *what: Any) -> Any:
        playing.add(threading.current_thread() is threading.main_thread())
        return give(match, *what)

    monkeypatch.setattr(Match, "think", thinks)
    monkeypatch.setattr(Match, "give", gives)
    await pits.deal(1, computers=2, options={"window_seconds": "3600", "single_duel": "true"})
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    assert (thinking, playing) == ({False}, {True})


async def test_the_last_person_does_not_leave_the_table_to_computers(pits: Pits) -> None:
    await pits.deal(1, computers=1, options={"single_duel": "true"})
    moves = (await pits.stored()).moves
    outcome = await pits.command(pits.ann, "leave")
    await pits.settled()
    assert "You were the last one playing, so this table is paused." in outcome.text
    assert (await pits.match()).status == "live"
    assert (await pits.stored()).moves == moves
    await pits.command(pits.ann, "end")
    assert (await pits.match()).status == "ended"


@pytest.mark.parametrize("verb", ["hand", "missed", "rules", "words", "more"])
async def test_any_button_takes_the_seat_back(pits: Pits, verb: str) -> None:
    await pits.deal(3)
    outcome = await pits.command(pits.ben, "leave")
    assert "The computer plays your seat now." in await follow_up(outcome)
    await pits.settled()
    assert (await pits.match()).seats[1].computer
    assert "The computer plays for you" in pits.panel(pits.ben).text
    await pits.press(pits.ben, verb)
    assert not (await pits.match()).seats[1].computer


async def test_the_hand_of_a_seat_that_the_computer_plays_has_a_button_for_that(
    pits: Pits,
) -> None:
    await pits.deal(3)
    await pits.command(pits.ben, "leave")
    await pits.settled()
    panel = pits.panel(pits.ben)
    assert item(panel, "wake").label == "Take my seat back"
    outcome = await pits.press(pits.ben, "wake", panel)
    assert outcome.updated
    assert not (await pits.match()).seats[1].computer
    assert "wake" not in verbs(panel)


async def test_an_old_button_takes_the_seat_back_too(pits: Pits) -> None:
    await pits.deal(3)
    panel = pits.panel(pits.ben)
    old = find(panel, "pick", "pass")
    await pits.command(pits.ben, "leave")
    await pits.settled()
    await pits.forge(pits.ben, old, panel)
    assert not (await pits.match()).seats[1].computer


async def test_a_board_whose_answer_never_came_is_posted_later(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies before it has answered /play: the channel has a table, and people see it."""
    died: list[bool] = []

    async def dies(*what: Any) -> None:
        died.append(True)
        raise asyncio.CancelledError

    monkeypatch.setattr(three.bot.delivery, "board_post", dies)
    play = {"game": "carwars-cards"}
    begun = three.local.begin_command(three.ann, three.channel, "play", play)
    await three.answered_or(died, begun)
    await three.stop_home()
    three.match_id = await three.store.open_match_in(three.channel.id) or ""
    await three.settled()
    assert three.public() == []
    await three.later(OPENED_MS // 1000)
    assert "join" in verbs(three.board())
    three.bot = await three.start_one(1)  # who is at home there again hears what is pressed
    await three.press(three.ben, "join")
    await three.press(three.ann, "start")
    await three.is_whole()
