"""Coming and going before a match: seats that "Again" keeps by name, and who is asked to leave."""

from __future__ import annotations

import asyncio

import pytest

from bot.local import Message, User
from bot.match.lobby import KEPT_MS
from bot.match.match import LOBBY_SECONDS
from bot.posts import custom_ids
from tests.bot.pits import MINUTE, Pits, find, follow_up, item, question, read, verbs

pytestmark = pytest.mark.long

ENDLESS = {"single_duel": "true", "window_seconds": "3600"}


async def finished(pits: Pits, seats: int = 3, **how: int) -> Message:
    """The board of a match that was ended by its people."""
    await pits.deal(seats, options=ENDLESS, **how)
    for user in pits.people[:seats]:
        if (await pits.match()).status == "live":
            await pits.command(user, "end")
    await pits.settled()
    return pits.public()[-1]


async def again(pits: Pits, user: User, board: Message) -> str:
    """Press Again; what its presser is told."""
    old = pits.match_id
    outcome = await pits.forge(user, custom_ids.write("again", old), board)
    await pits.settled()
    pits.match_id = read(lobby(pits))[0].match_id
    return await follow_up(outcome)


def lobby(pits: Pits) -> Message:
    return next(m for m in reversed(pits.public()) if "join" in verbs(m))


def mail(pits: Pits) -> dict[str, int]:
    """How many direct messages each has."""
    return {u.name: len(pits.messages(pits.local.dm(u), u)) for u in pits.people}


async def seats_of(pits: Pits) -> list[str]:
    return [seat.name for seat in (await pits.match()).seats]


async def manage(pits: Pits, host: User) -> Message:
    """The host's private post about seats."""
    (shown,) = (await pits.press(host, "seats", lobby(pits))).messages
    assert shown.ephemeral
    return shown


# -- Again


async def test_again_keeps_seats_by_name_and_writes_to_nobody(pits: Pits) -> None:
    board = await finished(pits, computers=1)
    before = mail(pits)
    until = (pits.clock() + 10 * MINUTE) // 1000
    said = await again(pits, pits.ben, board)
    assert f"The others' seats are kept until <t:{until}:t>" in said
    shown = lobby(pits).text
    assert "**A** Ben (host)" in shown
    assert "**B** Rook (computer, normal)" in shown
    for name in ("Ann", "Cora"):
        assert f"{name} (invited: press **Join**; seat kept until" in shown
    assert "empty seat" not in shown, "the table had four seats"
    after = mail(pits)
    assert {n: after[n] - before[n] for n in after if after[n] != before[n]} == {"Ben": 1}


async def test_a_seat_without_a_question_rings_nobody(pits: Pits) -> None:
    """The push of a hand has no text: what it would ring for, a notice says."""
    board = await finished(pits)
    await again(pits, pits.ann, board)
    await pits.press(pits.ben, "join", lobby(pits))
    for user in (pits.ann, pits.ben):
        assert pits.panel(user).text.startswith("### You have a seat")
        assert "" not in [push.text for push in pits.local.pushes(user)]


async def test_one_message_names_the_invited_once_and_mentions_nobody_else(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    (named,) = [m for m in pits.public() if f"<@{pits.ben.id}>" in m.text]
    assert {user.name for user in named.mentions} == {"Ben", "Cora"}
    assert "plays Car Wars: The Card Game again. Your seat is kept" in named.text
    assert not named.pressables
    assert pits.public().index(named) > pits.public().index(lobby(pits)), "below the lobby"


def naming(pits: Pits) -> list[Message]:
    """The messages in the channel that name those whose seats are kept."""
    return [m for m in pits.public() if "press Join at the new table" in m.content]


async def test_the_naming_leads_to_the_lobby_and_goes_when_all_have_come(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    (named,) = naming(pits)
    place = f"{pits.local.guild.id}/{pits.channel.id}/{lobby(pits).id}"
    assert named.content.endswith(f" https://discord.com/channels/{place}")
    await pits.press(pits.ben, "join", lobby(pits))
    await pits.settled()
    assert naming(pits) == [named], "Cora is waited for"
    await pits.press(pits.cora, "join", lobby(pits))
    await pits.settled()
    assert naming(pits) == []
    assert await pits.store.notices(pits.match_id) == []


async def test_the_naming_goes_when_the_match_begins_without_them(pits: Pits) -> None:
    board = await finished(pits, computers=1)
    await again(pits, pits.ann, board)
    assert naming(pits)
    await pits.press(pits.ann, "start", lobby(pits))
    await pits.settled()
    assert naming(pits) == []


async def test_the_naming_goes_with_a_lobby_that_closes(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    assert naming(pits)
    await pits.stop()
    await pits.start()
    await pits.press(pits.ann, "unjoin", lobby(pits))
    await pits.settled()
    assert naming(pits) == []


async def test_who_was_named_a_moment_ago_is_not_named_again(pits: Pits) -> None:
    board, first = await finished(pits), pits.match_id
    named = []
    for _ in range(4):
        pits.match_id = first
        await again(pits, pits.ann, board)
        named.append(len(naming(pits)))
        await pits.press(pits.ann, "unjoin", lobby(pits))
        await pits.settled()
    assert named == [1, 0, 0, 0]
    pits.clock.now += KEPT_MS + MINUTE
    pits.match_id = first
    await again(pits, pits.ann, board)
    assert len(naming(pits)) == 1


async def test_the_invited_sit_down_by_join_and_are_greeted_then(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    before = mail(pits)
    await asyncio.gather(*(pits.press(u, "join", lobby(pits)) for u in (pits.ben, pits.cora)))
    assert sorted(await seats_of(pits)) == ["Ann", "Ben", "Cora"]
    assert (await pits.match()).guests == ()
    assert mail(pits)["Ben"] == before["Ben"] + 1
    assert "invited" not in lobby(pits).text
    again_pressed = await pits.press(pits.ben, "join", lobby(pits))
    assert "You are already at this table." in await follow_up(again_pressed)


async def test_a_kept_seat_is_not_for_others_before_its_time(pits: Pits) -> None:
    board = await finished(pits, computers=1)
    await again(pits, pits.ann, board)
    before = await pits.stored()
    for user in (pits.dev, pits.stranger):
        outcome = await pits.press(user, "join", lobby(pits))
        assert "The free seats are kept for Ben and Cora until" in await follow_up(outcome)
    outcome = await pits.press(pits.ann, "computer", lobby(pits))
    assert "The free seats are kept for Ben and Cora." in await follow_up(outcome)
    assert await pits.stored() == before
    pits.clock.now += KEPT_MS
    await pits.press(pits.dev, "join", lobby(pits))
    assert await seats_of(pits) == ["Ann", "Rook", "Dev"]
    assert [g.name for g in (await pits.match()).guests] == ["Ben"], "the last invited lost it"
    await pits.press(pits.stranger, "join", lobby(pits))
    assert "invited" not in lobby(pits).text
    outcome = await pits.forge(pits.ben, find(lobby(pits), "join"), lobby(pits))
    assert "All 4 seats are taken." in await follow_up(outcome)


async def test_other_free_seats_are_free_at_once(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    assert "3 empty seats" in lobby(pits).text
    await pits.press(pits.dev, "join", lobby(pits))
    await pits.press(pits.ann, "computer", lobby(pits))
    assert await seats_of(pits) == ["Ann", "Dev", "Rook"]
    assert len((await pits.match()).guests) == 2


async def test_the_host_frees_a_kept_seat(pits: Pits) -> None:
    board = await finished(pits, computers=1)
    await again(pits, pits.ann, board)
    shown = await manage(pits, pits.ann)
    late = find(shown, "freeseat")
    outcome = await pits.press(pits.ann, "freeseat", shown, values=[str(pits.ben.id)])
    assert outcome.updated
    await pits.settled()
    assert "1 empty seat" in lobby(pits).text
    await pits.press(pits.ann, "computer", lobby(pits))
    assert await seats_of(pits) == ["Ann", "Rook", "Juniper"]
    outcome = await pits.forge(pits.ann, late, shown, [str(pits.ben.id)])
    assert "No seat is kept for that player any more." in await follow_up(outcome)
    outcome = await pits.forge(pits.cora, late, lobby(pits), [str(pits.cora.id)])
    assert "Only the host of this table can free a seat." in await follow_up(outcome)


async def test_the_match_starts_without_the_invited(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    await pits.press(pits.ben, "join", lobby(pits))
    joining = find(lobby(pits), "join")
    await pits.press(pits.ann, "start", lobby(pits))
    await pits.settled()
    match = await pits.match()
    assert (match.status, len(match.seats), match.guests) == ("live", 2, ())
    outcome = await pits.forge(pits.cora, joining, pits.board())
    assert "This match has already started." in await follow_up(outcome)


async def test_an_invited_player_gives_the_seat_up(pits: Pits) -> None:
    board = await finished(pits)
    await again(pits, pits.ann, board)
    await pits.press(pits.cora, "unjoin", lobby(pits))
    assert "Cora" not in lobby(pits).text
    assert (await pits.match()).status == "lobby"


async def test_two_press_again_at_once_and_one_table_opens(pits: Pits) -> None:
    board = await finished(pits)
    press = custom_ids.write("again", pits.match_id)
    both = await asyncio.gather(*(pits.forge(u, press, board) for u in (pits.ann, pits.ben)))
    await pits.settled()
    said = [await follow_up(outcome) for outcome in both]
    assert sum("A new table is open" in text for text in said) == 1
    assert sum("keeps your seat: press **Join** there" in text for text in said) == 1


async def test_alone_with_computers_again_starts_at_once(pits: Pits) -> None:
    board = await finished(pits, 1, computers=1)
    press = custom_ids.write("again", pits.match_id)
    assert "has begun" in await follow_up(await pits.forge(pits.ann, press, board))
    await pits.settled()
    pits.match_id = read(pits.board())[0].match_id
    match = await pits.match()
    assert (match.status, [seat.computer for seat in match.seats]) == ("live", ["", "normal"])
    assert question(pits.panel(pits.ann))


async def test_a_bot_that_died_before_it_named_them_does_so_once(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await finished(pits)

    async def nothing(*args: object, **more: object) -> list[object]:
        return []

    monkeypatch.setattr(pits.store, "outbox_claim", nothing)
    await pits.forge(pits.ann, custom_ids.write("again", pits.match_id), board)
    assert not [m for m in pits.public() if f"<@{pits.ben.id}>" in m.text]
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert len([m for m in pits.public() if f"<@{pits.ben.id}>" in m.text]) == 1
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert len([m for m in pits.public() if f"<@{pits.ben.id}>" in m.text]) == 1
    assert "Ben (invited" in lobby(pits).text


# -- asked to leave


async def test_the_host_asks_somebody_to_leave(pits: Pits) -> None:
    await pits.open(3)
    await pits.settled()
    opened = len([c for c in pits.local.calls if c.route == "POST /users/@me/channels"])
    shown = await manage(pits, pits.ann)
    labels = [o["label"] for o in shown.pressable(find(shown, "eject")).options]
    assert labels == ["Ben", "Cora"], "not the host, and no computer"
    await pits.press(pits.ann, "eject", shown, values=[str(pits.ben.id)])
    await pits.settled()
    assert await seats_of(pits) == ["Ann", "Cora"]
    (told,) = pits.messages(pits.local.dm(pits.ben), pits.ben)
    assert "The host has asked you to leave the table of Car Wars" in told.text
    assert len([c for c in pits.local.calls if c.route == "POST /users/@me/channels"]) == opened
    assert not any("asked" in m.text and "leave" in m.text for m in pits.public())


async def test_lists_that_are_not_there_are_not_explained(pits: Pits) -> None:
    await pits.open(1)
    alone = await manage(pits, pits.ann)
    assert "Who may take a computer's seat" in alone.text
    assert "Ask somebody to leave" not in alone.text
    await pits.press(pits.ben, "join", lobby(pits))
    await pits.settled()
    both = await manage(pits, pits.ann)
    assert "Ask somebody to leave" in both.text
    assert "The last list says" in both.text


async def test_he_may_join_again_only_if_the_host_lets_him(pits: Pits) -> None:
    await pits.open(3)
    shown = await manage(pits, pits.ann)
    await pits.press(pits.ann, "eject", shown, values=[str(pits.ben.id)])
    before = await pits.stored()
    outcome = await pits.press(pits.ben, "join")
    assert "The host asked you to leave this table" in await follow_up(outcome)
    assert await pits.stored() == before
    shown = await manage(pits, pits.ann)
    await pits.press(pits.ann, "letin", shown, values=[str(pits.ben.id)])
    await pits.press(pits.ben, "join")
    assert await seats_of(pits) == ["Ann", "Cora", "Ben"]


async def test_who_may_not_ask_anybody_to_leave(pits: Pits) -> None:
    await pits.open(3)
    shown = await manage(pits, pits.ann)
    eject = find(shown, "eject")
    before = await pits.stored()
    for user in (pits.ben, pits.stranger):
        outcome = await pits.press(user, "seats")
        assert "Only the host of this table can free seats." in await follow_up(outcome)
        outcome = await pits.forge(user, eject, pits.board(), [str(pits.cora.id)])
        assert "Only the host of this table can ask somebody" in await follow_up(outcome)
    for values in (["x"], [], ["9" * 30], [str(pits.ann.id)], [str(pits.stranger.id)]):
        outcome = await pits.forge(pits.ann, eject, shown, values)
        assert not outcome.failed
    assert await pits.stored() == before
    await pits.press(pits.ann, "start")
    await pits.settled()
    outcome = await pits.forge(pits.ann, eject, shown, [str(pits.ben.id)])
    assert "This match has already started." in await follow_up(outcome)


async def test_two_presses_of_it_and_one_who_leaves_by_himself(pits: Pits) -> None:
    await pits.open(3)
    shown = await manage(pits, pits.ann)
    eject = find(shown, "eject")
    ben = [str(pits.ben.id)]
    both = await asyncio.gather(*(pits.forge(pits.ann, eject, shown, ben) for _ in range(2)))
    said = " ".join([await follow_up(outcome) for outcome in both])
    assert "That player is not at this table any more." in said
    assert await seats_of(pits) == ["Ann", "Cora"]
    await pits.settled()
    assert len(pits.messages(pits.local.dm(pits.ben), pits.ben)) == 1


async def test_with_closed_messages_he_is_told_in_the_channel(pits: Pits) -> None:
    pits.ben.dms_open = False
    await pits.open(2)
    await pits.settled()
    shown = await manage(pits, pits.ann)
    await pits.press(pits.ann, "eject", shown, values=[str(pits.ben.id)])
    await pits.settled()
    (told,) = [m for m in pits.public() if f"<@{pits.ben.id}>" in m.text]
    assert told.mentions == [pits.ben]
    assert "has asked you to leave" in told.text


# -- added computers


async def test_a_double_click_takes_one_computer_out(pits: Pits) -> None:
    await pits.open(1, computers=3)
    board = pits.board()
    drop = find(board, "drop")
    both = await asyncio.gather(*(pits.forge(pits.ann, drop, board) for _ in range(2)))
    assert (await seats_of(pits)) == ["Ann", "Rook", "Juniper"]
    assert "The seats have changed meanwhile." in " ".join([await follow_up(o) for o in both])
    await pits.press(pits.ann, "drop")
    assert (await seats_of(pits)) == ["Ann", "Rook"]


@pytest.mark.parametrize("state", ["full", "kept", "closed", "starting"])
async def test_computers_in_every_state_of_a_lobby(pits: Pits, state: str) -> None:
    if state == "kept":
        board = await finished(pits, computers=1)
        await again(pits, pits.ann, board)
    else:
        await pits.open(1, computers=1)
    assert item(lobby(pits), "computer").disabled == (state != "kept")
    if state == "closed":
        drop = find(lobby(pits), "drop")
        board = lobby(pits)
        pits.clock.now += 1000 * LOBBY_SECONDS
        await pits.bot.clocks.tick()
        await pits.settled()
        outcome = await pits.forge(pits.ann, drop, board)
        assert "This table has been closed." in await follow_up(outcome)
        return
    if state == "starting":
        drop, board = find(lobby(pits), "drop"), lobby(pits)
        await pits.press(pits.ann, "start", board)
        outcome = await pits.forge(pits.ann, drop, board)
        assert "This match has already started." in await follow_up(outcome)
        return
    await pits.press(pits.ann, "drop", lobby(pits))
    assert "Rook" not in lobby(pits).text
    assert "1 empty seat" in lobby(pits).text
    await pits.press(pits.ann, "computer", lobby(pits))
    assert "Rook" in lobby(pits).text
