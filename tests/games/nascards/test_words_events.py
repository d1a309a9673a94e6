"""What NASCARDS says of each kind of event, to each reader."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from games.engine.players import Player
from games.engine.sums import Part, Sum
from games.nascards import GAME
from games.nascards import events as e
from games.nascards.cards import NUMBERS

WORDS = GAME.words
PLAYERS = [Player("Ann"), Player("Ben"), Player("Cora"), Player("Dan")]


def said(event: Any, reader: int | None = None) -> str:
    return WORDS.event(event, PLAYERS, reader)


def total(*parts: tuple[int, str], floor: int | None = None) -> Sum:
    return Sum(tuple(Part(points, reason) for points, reason in parts), floor)


def moved(**changes: Any) -> e.Moved:
    plain: dict[str, Any] = {
        "seat": 0,
        "why": "card",
        "sum": total((3, "Inside Track")),
        "before": 118,
        "after": 121,
        "card": 25,
        "by": 0,
    }
    return e.Moved(**{**plain, **changes})


TOLD: list[tuple[Any, int | None, str]] = [
    (e.AdvantageRolled(0, 5, 2), None, "Ann rolls 5 for an advantage: Powerful Engine."),
    (
        e.AdvantageRolled(0, 5, 2),
        0,
        "You roll 5 for an advantage: Powerful Engine. You drive 1 more mile in each Speed Phase.",
    ),
    (
        e.RaceStarted(1, 1, 200, (1, 0, 2, 3)),
        0,
        "The race to 200 miles begins. The grid: Ben, you, Cora and Dan.",
    ),
    (
        e.RaceStarted(2, 3, 200, (1, 0, 2, 3)),
        None,
        "Race 2 of 3 to 200 miles begins. The grid: Ben, Ann, Cora and Dan.",
    ),
    (e.TurnBegan(12), None, "Turn 12 begins."),
    (e.PhaseBegan("speed"), None, ""),
    (
        e.TurnEnded(12, (118, 121, 112, 112), -1),
        None,
        "After turn 12: Ben 121, Ann 118, Cora 112, Dan 112.",
    ),
    (
        e.TurnEnded(12, (118, 121, 112, 112), 1),
        1,
        "After turn 12: you 121, Ann 118, Cora 112, Dan 112. "
        "You lead and get a Championship Point.",
    ),
    (
        e.RaceEnded(1, "goal", ((1,), (2,), (0,), (3,)), (150, 204, 190, 87), ()),
        0,
        "Ben wins with 204 miles, ahead of Cora, you and Dan.",
    ),
    (
        e.RaceEnded(2, "alone", ((0,), (1,), (2,), (3,)), (90, 104, 50, 87), (5, 9, 0, 0)),
        0,
        "Only one car is left: you win race 2, ahead of Ben, Cora and Dan. "
        "Championship Points: Ben 9, you 5, Cora 0, Dan 0.",
    ),
    (
        e.RaceEnded(1, "alone", ((1,), (0,), (2,), (3,)), (9, 129, 5, 8), (0, 10, 0, 0), 8),
        0,
        "Only one car is left: Ben wins race 1, ahead of you, Cora and Dan. "
        "For the miles still to go Ben gets 8 points. "
        "Championship Points: Ben 10, you 0, Cora 0, Dan 0.",
    ),
    (
        e.RaceEnded(1, "wrecked", ((1,), (0,), (2,), (3,)), (90, 104, 50, 40), ()),
        None,
        "All cars are out: Ben came farthest and wins the race, ahead of Ann, Cora and Dan.",
    ),
    (e.CupWon((1,), (5, 9, 0, 0)), None, "Ben wins the Championship Cup with 9 points."),
    (
        e.CupWon((0, 1), (9, 9, 0, 0)),
        1,
        "You and Ann share the Championship Cup with 9 points each.",
    ),
    (e.PitsShown((), (), ()), None, ""),
    (e.PitsShown((0, 1, 2), (1,), (2,)), None, "Ann, Ben and Cora pit."),
    (e.PitsShown((0, 1), (), ()), 1, "You and Ann pit."),
    (
        e.Pitted(0, 3, 8, -2, 1),
        None,
        "Ann pits: 3 Speed cards out, 8 in; engine penalty of −2 gone; 1 more turn in the pits.",
    ),
    (
        e.Pitted(0, 3, 8, 0, 1, "crash"),
        0,
        "You must pit after a crash: 3 Speed cards out, 8 in; 1 more turn in the pits.",
    ),
    (e.Pitted(0, 0, 8, 0, 0, "empty"), None, "Ann must pit: no Speed cards left, 8 in."),
    (e.Pitted(0, 0, 8, 0, 0, "empty"), 0, "You must pit: no Speed cards left, 8 in."),
    (e.Pitted(0, 2, 8, 0, 0), 0, "You pit: 2 Speed cards out, 8 in."),
    (e.SpeedDrawn(0, 1, 52), None, "Ann draws 1 Speed card (Spotters)."),
    (e.SpeedDrawn(0, 1, 52), 0, ""),
    (e.SpeedDrawn(0, 8), None, ""),
    (e.SpeedDrawn(0, 0, 52), 0, "You draw no Speed cards (Spotters)."),
    (e.SpeedCards(0, (7,)), 0, "You draw Speed card 7."),
    (e.SpeedCards(0, (7, 3)), 0, "You draw Speed cards 3 and 7."),
    (e.SpeedDiscarded(1, (7,), 0, 32), 1, "You lose Speed card 7 (Ann's Brake Hard)."),
    (e.SpeedDiscarded(1, (7, 9)), None, "Ben loses Speed cards 7 and 9 in the crash."),
    (
        e.SpeedDiscarded(1, (), 0, 32),
        None,
        "Ben has no Speed card to lose (Ann's Brake Hard).",
    ),
    (e.SpeedDiscarded(0, (2,), 0, 15), None, "Ann discards Speed card 2 (Efficient Driving)."),
    (e.SpeedStolen(0, 1, 1, 41), None, "Ben takes 1 Speed card from Ann at random."),
    (e.SpeedStolen(0, 1, 1, 41), 0, ""),
    (e.SpeedStolen(0, 1, 0, 41), 0, "Your hand is empty: nothing to take."),
    (e.StolenCards(0, 1, (7,)), 0, "Ben takes Speed card 7 from you."),
    (e.StolenCards(0, 1, (7,)), 1, "You take Speed card 7 from Ann."),
    (
        e.Reshuffled("speed", 45),
        None,
        "The Speed deck is empty: its 45 discards are shuffled into a new one.",
    ),
    (e.ManeuversDealt(0, 3), None, ""),
    (e.ManeuversDealt(0, 4, 62), None, "Ann draws 4 Maneuver cards with Radio Chatter."),
    (e.DealtCards(0, (37, 25)), 0, "You get Bump and Inside Track."),
    (e.ManeuverShown(0, 37), None, "Ann plays Bump."),
    (e.ManeuverShown(0, 37, "", True), 0, "You play Bump as well."),
    (
        e.ManeuverShown(0, 44, "LPD"),
        None,
        "Ann shows Catch Up, but is not last: it is thrown away.",
    ),
    (
        e.ManeuverShown(0, 44, "LPD"),
        0,
        "You show Catch Up, but are not last: it is thrown away.",
    ),
    (
        e.ManeuverShown(0, 16, "NL"),
        None,
        "Ann shows Breakout, but leads: it is thrown away.",
    ),
    (e.Aimed(0, 37, (1,)), 1, "Ann's Bump is aimed at you."),
    (e.Aimed(0, 23, (1, 2, 3)), None, "Ann's Three Abreast is aimed at Ben, Cora and Dan."),
    (e.Aimed(0, 11, (1,)), None, ""),
    (e.Aimed(0, 30, (1,)), 0, "You keep up with Ben."),
    (e.Aimed(3, 53, ()), None, ""),
    (e.FollowDeclined(0, True), None, "Ann throws away the card set aside."),
    (e.FollowDeclined(0, False), 0, "The card you set aside can't be played."),
    (e.HandLooked(0, 1, 18), 1, "Ann looks at your Speed cards (Hold Back)."),
    (e.HandSeen(0, 1, (2, 7)), 0, "Ben holds 2 and 7."),
    (e.HandSeen(0, 1, ()), 0, "Ben holds no Speed cards."),
    (
        e.RollChanged(0, "mishap", -1, 0, 12),
        None,
        "Ann's Mishap Rolls get −1 this turn (Safe Driving).",
    ),
    (
        e.RollChanged(1, "draft", 2, 0, 17),
        1,
        "Your Drafting Roll gets +2 this turn (Ann's Support).",
    ),
    (
        e.RollChanged(0, "severity", 1, 0, 49),
        1,
        "All Severity Rolls get +1 this turn (Multi-Car Wreck).",
    ),
    (e.RollChanged(1, "severity", 1, 0, 49), 1, ""),
    (e.FlagShown(0, "yellow", 29), None, "Yellow Flag: nobody may pass for the rest of the turn."),
    (e.FlagShown(0, "block", 20, 1), 1, "You may not pass Ann for the rest of the turn."),
    (e.FlagShown(0, "defensive", 13), None, "Whoever passes Ann this turn loses 2 miles."),
    (
        e.FlagShown(0, "momentum", NUMBERS["momentum"]),
        0,
        "A Speed card from 1 to 5 gives you 5 extra miles this turn.",
    ),
    (e.FlagShown(0, "throttle", 45), 0, "You may play two Speed cards this turn."),
    (moved(), None, "Ann gains 3 miles (Inside Track): now 121."),
    (
        moved(place_before=2, place=1),
        None,
        "Ann gains 3 miles (Inside Track): now 121, and takes the lead.",
    ),
    (
        moved(wall=1, sum=total((5, "Breakout")), card=16),
        None,
        "Ann gains 3 miles (Breakout): now 121, held behind Ben.",
    ),
    (
        moved(why="speed", sum=total((5, "card"), (-2, "engine")), card=-1, by=-1),
        0,
        "You drive 3 miles (5 card − 2 engine = 3): now 121.",
    ),
    (
        moved(why="speed", sum=total((9, "card")), before=117, wall=1, card=-1, by=-1),
        None,
        "Ann drives 4 miles (Speed 9): now 121, held behind Ben.",
    ),
    (
        moved(why="speed", sum=total((3, "card")), card=-1, by=-1),
        None,
        "Ann drives 3 miles: now 121.",
    ),
    (
        moved(after=116, sum=total((-2, "Check Up")), card=51, by=1, place_before=2, place=3),
        None,
        "Ann loses 2 miles (Ben's Check Up): now 116, and drops to 3rd.",
    ),
    (
        moved(why="crash", after=113, sum=total((-5, "crash")), card=-1, by=-1),
        None,
        "Ann loses 5 miles in the crash: now 113.",
    ),
    (
        moved(why="passer", before=123, after=121, sum=total((-2, "x")), card=13, by=1),
        None,
        "Ann loses 2 miles for passing Ben: now 121.",
    ),
    (
        moved(why="draft", sum=total((3, "draft")), card=-1, by=-1),
        None,
        "Ann drafts 3 miles: now 121.",
    ),
    (
        moved(why="draft", sum=total((3, "draft")), card=-1, by=-1, place_before=3, place=2),
        0,
        "You draft 3 miles: now 121, and move up to 2nd.",
    ),
    (
        moved(after=116, sum=total((-2, "Check Up")), card=51, by=1, place_before=1, place=2),
        None,
        "Ann loses 2 miles (Ben's Check Up): now 116, and loses the lead.",
    ),
    (
        moved(after=112, sum=total((-6, "x")), card=51, by=1, place_before=1, place=4),
        0,
        "You lose 6 miles (Ben's Check Up): now 112, and drop from the lead to 4th.",
    ),
    (e.SpeedPlayed(0, (7,)), None, ""),
    (e.SpeedPlayed(0, ()), 0, "You have no Speed cards and stand still."),
    (e.MilesRolled(0, 43, 7), None, "Ann rolls 7 for Make Your Move."),
    (
        e.Drafted(0, total((6, "roll"), (2, "Slipstream")), 2),
        None,
        "Ann rolls 8 for drafting (6 rolled + 2 Slipstream = 8): 2 miles.",
    ),
    (e.Drafted(0, total((3, "roll")), 0), 0, "You roll 3 for drafting: no draft."),
    (e.MishapRolled(0, total((7, "roll")), False), None, "Ann rolls 7 for a mishap: safe."),
    (
        e.MishapRolled(0, total((9, "roll"), (1, "Ben hit")), True),
        None,
        "Ann rolls 10 for a mishap (9 rolled + 1 Ben hit = 10): a hit!",
    ),
    (
        e.CrashRolled(0, total((7, "roll"), (-2, "Speed 1 to 3")), 5),
        0,
        "You crash with severity 5 (7 rolled − 2 for Speed 1 to 3 = 5).",
    ),
    (
        e.EnginePenalised(1, -2, -3, 0, 33),
        None,
        "Ben's engine is damaged: −2 in each Speed Phase (−3 in all) until a Pit Stop "
        "(Ann's Engine Problems).",
    ),
    (
        e.EnginePenalised(1, -1, -1),
        1,
        "Your engine is damaged: −1 in each Speed Phase until a Pit Stop.",
    ),
    (e.PitsOwed(0, 1), None, "After the crash Ann must pit next turn."),
    (e.PitsOwed(0, 3), 0, "After the crash you must pit for the next 3 turns."),
    (e.Totaled(0, 87), None, "Ann's car is totaled at 87 miles: out of the race."),
    (e.Totaled(0, 87, True), None, "Ann leaves the race at 87 miles."),
]


@pytest.mark.parametrize(("event", "reader", "sentence"), TOLD)
def test_what_happened_is_told_to_each_reader(
    event: Any, reader: int | None, sentence: str
) -> None:
    assert said(event, reader) == sentence


def test_every_kind_of_event_has_an_example() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(e.Event.__args__)


@pytest.mark.parametrize("flag", get_args(e.Flag))
def test_every_flag_is_told(flag: e.Flag) -> None:
    assert said(e.FlagShown(0, flag, 29, 1)).endswith(".")


def test_long_names_still_fit() -> None:
    players = [Player(letter * 32) for letter in "ABCDEFGH"]
    order = tuple((seat,) for seat in range(8))
    ended = e.RaceEnded(1, "goal", order, (500,) * 8, (10,) * 8)
    for event in (ended, e.TurnEnded(55, (500,) * 8, 7), e.RaceStarted(1, 2, 500, tuple(range(8)))):
        assert 0 < len(WORDS.event(event, players, None)) <= 300


def test_names_are_put_in_as_they_stand() -> None:
    players = [Player(r"\*you\*"), Player("Ben")]
    assert (
        WORDS.event(e.PitsOwed(0, 1), players, 1) == r"After the crash \*you\* must pit next turn."
    )


@pytest.mark.parametrize(("hit", "quiet"), [(True, False), (False, True)])
def test_only_a_mishap_roll_that_hits_is_news(hit: bool, quiet: bool) -> None:
    assert GAME.is_quiet(e.MishapRolled(0, total((9, "roll")), hit)) is quiet
    assert GAME.is_quiet(e.CrashRolled(0, total((9, "roll")), 8)) is False


def test_what_a_card_comes_to_is_news() -> None:
    card = NUMBERS["bump"]
    assert not GAME.is_quiet(e.MishapRolled(0, total((4, "roll")), hit=False, card=card))
    assert not GAME.is_quiet(e.SpeedDrawn(0, 1, card))
    assert GAME.is_quiet(e.SpeedDrawn(0, 8, -1)), "the first hand"
