"""How seats are spoken of to whoever reads."""

from __future__ import annotations

from games.engine.players import Player
from games.engine.voice import Voice, count, counted, letter, letters, listed, span, upper

PLAYERS = (Player("Ann"), Player("ben"), Player("Coy"))


def test_the_reader_is_you_and_named_first() -> None:
    ben = Voice(PLAYERS, 1)
    assert ben.several([0, 1, 2]) == "you, Ann and Coy"
    assert ben.several([0, 1], head=True) == "You and Ann"
    assert (ben.whose(1, True), ben.whose(0), ben.own(1), ben.own(0)) == (
        "Your",
        "Ann's",
        "your",
        "their",
    )
    assert (ben.does(1, "pass"), ben.does(0, "pass"), ben.does(0, "have", "has")) == (
        "pass",
        "passes",
        "has",
    )


def test_names_stand_as_they_are_at_the_head_of_a_sentence() -> None:
    assert Voice(PLAYERS, None).several([1, 2], head=True) == "ben and Coy"


def test_a_seat_without_a_player_has_its_letter() -> None:
    assert Voice(PLAYERS, None).who(3, True) == letter(3) == "D"
    assert letter(99) == "?"


def test_lists_and_counts() -> None:
    assert listed([]) == ""
    assert letters([0, 2]) == "A or C"
    assert counted(["Spin", "Armor", "Spin"]) == ["2 Spin", "Armor"]
    assert (count(1), count(3, "mile"), count(2, "die", "dice")) == ("1 card", "3 miles", "2 dice")
    assert (span(2, 6), span(2, 2)) == ("2 to 6", "2")
    assert upper("over") == "Over"
