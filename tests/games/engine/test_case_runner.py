"""The runner of rule cases: what it accepts, what it notices, and what it says then."""

from __future__ import annotations

import pytest

from games.engine.cases import read_cases, run
from games.engine.notation import CaseError

POSITION = """
game = "toy"
seats = 2
set.hands.0 = ["card_6", "card_1", 1]
set.hands.1 = ["card_3", "card_4", "card_4"]
"""
BIDS = """
answers = [
  { seat = 0, kind = "bid", bid = "card_6" },
  { seat = 1, bid = "card_3", loud = true },
]
"""


def outcome(case: str, position: str = POSITION) -> list[str]:
    cases = read_cases(position + '[[case]]\nname = "a case"\nrule = "Toy: Bidding"\n' + case)
    return run(cases, cases.case[0])


@pytest.mark.parametrize(
    "expect",
    [
        "view.scores = [1, 0]",
        "view.discard = ['card_6', 'card_3']",
        "view.discard.any_order = ['card_3', 'card_6']",
        "view.discard.has = ['card_3']",
        "view.discard.lacks = ['card_4']",
        "view.sizes.0 = 2",
        "views.0.hand.count = 2",
        "views.1.hand = ['card_4', 4]",
        "views.1.best = 'card_4'",
        "view.behind = { 0 = 0, 1 = 1 }",
        "state.hands.1 = ['card_4', 'card_4']",
        "state = { next = 'bid', left = 4 }",
        "view.seat = 'none'",
        "events = [{ event = 'won', seat = 0, card = 'card_6', points = 1, to = 'everyone' }]",
        "no_events = [{ event = 'won', seat = 1 }, { event = 'thrown' }]",
        "asked = [0]",
        "questions = [{ seat = 0, kind = 'throw', cite = 'Toy: Throwing' }]",
        "questions = [{ seat = 0, default = { keep = true }, options = [{ keep = true }] }]",
        "questions = [{ seat = 0, legal = [{ keep = true }, { throw = ['card_1', 'card_1'] }] }]",
        "questions = [{ seat = 0, illegal = [{ throw = ['card_6'] }, { bid = 'card_1' }] }]",
    ],
)
def test_what_came_of_it_is_as_expected(expect: str) -> None:
    assert outcome(f"{BIDS}\nexpect.{expect}") == []


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("view.scores = [0, 1]", "view.scores: expected [0, 1], came [1, 0]"),
        ("view.discard = []", "view.discard: expected [], came [6, 3]"),
        ("views.1.hand = [4]", "views.1.hand: expected [4], came [4 (card_4), 4 (card_4)]"),
        ("view.discard.any_order = ['card_3']", "view.discard: also came [6 (card_6)]"),
        ("view.discard.any_order = [3, 3]", "expected 3 there"),
        ("view.discard.has = ['card_5']", "expected 'card_5' there"),
        ("view.discard.lacks = ['card_6']", "expected no 'card_6' there"),
        ("view.discard.count = 3", "expected 3 of them, came 2"),
        ("view.doubled = 0", "expected 0, came False"),
        ("views.1.hand.0 = 'card_5'", "views.1.hand.0: expected 'card_5', came 4 (card_4)"),
        ("views.1.best = 'card_5'", "views.1.best: expected 'card_5', came 4 (card_4)"),
        ("view.behind.1 = 2", "view.behind.1: expected 2, came 1"),
        ("events = [{ event = 'won', seat = 1 }]", "Won(seat=0, card=6, points=1)"),
        ("events = [{ event = 'won', to = [0] }]", "after the ones before it came"),
        ("no_events = [{ event = 'won' }]", "was not to happen"),
        ("asked = [0, 1]", "asked: expected [0, 1], came [0]"),
        ("questions = [{ seat = 1 }]", "none is open"),
        ("questions = [{ seat = 0, kind = 'bid' }]", "expected kind 'bid', came 'throw'"),
        ("questions = [{ seat = 0, legal = [{ bid = 1 }] }]", "should be legal"),
        ("questions = [{ seat = 0, illegal = [{ keep = true }] }]", "should not be legal"),
        ("questions = [{ seat = 0, options = [] }]", "1 to 2 of [1, 1]"),
        ("result.scores = [1, 0]", "expected the game to be over"),
    ],
)
def test_a_difference_is_said(expect: str, said: str) -> None:
    (line,) = outcome(f"{BIDS}\nexpect.{expect}")
    assert said in line


@pytest.mark.parametrize(
    ("case", "fault"),
    [
        (BIDS, "missing required field `expect`"),
        (f"{BIDS}\n[case.expect]", "expects nothing"),
        (f"{BIDS}\nexpect.views = {{}}", "expects nothing"),
        (f"{BIDS}\nexpect.veiw.draw = 1", "unknown field `veiw`"),
        (f"{BIDS}\nanswer = []\nexpect.asked = [0]", "unknown field `answer`"),
        (f"{BIDS}\nexpect.view.drow = 1", "view has no part drow"),
        (f"{BIDS}\nexpect.view.behind = 1", "view.behind is said of a seat: view.behind.0"),
        (f"{BIDS}\nexpect.view.sizes.2 = 1", "view.sizes has no part 2"),
        (f"{BIDS}\nexpect.view.draw.x = 1", "view.draw has no parts"),
        (f"{BIDS}\nexpect.views.9.draw = 1", "no such seat"),
        (f"{BIDS}\nexpect.view.discard.has = ['card_x']", "nothing is named 'card_x'"),
        (f"{BIDS}\nexpect.events = [{{ event = 'lost' }}]", "no such event"),
        (f"{BIDS}\nexpect.events = [{{ event = 'won', by = 1 }}]", "Won has no part by"),
        (f"{BIDS}\nexpect.events = [{{ event = 'won', to = 1 }}]", "list of seats"),
        (f"{BIDS}\nexpect.questions = [{{ seat = 0, legal = [{{ fold = 1 }}] }}]", "no answer"),
        (f"{BIDS}\nexpect.questions = [{{ seat = 0, legal = [{{double=true}}] }}]", "an order"),
        (f"{BIDS}\nset.hand = 1\nexpect.asked = [0]", "set has no part hand"),
        (f"{BIDS}\nset.hands.2 = []\nexpect.asked = [0]", "set has no part 2"),
        (f"{BIDS}\nset.hands.0 = 'card_1'\nexpect.asked = [0]", "set:"),
        (f"{BIDS}\nset.hands.0 = ['ace']\nexpect.asked = [0]", "nothing is named 'ace'"),
        (f"{BIDS}\nset.left.x = 1\nexpect.asked = [0]", "has no parts"),
        (f"{BIDS}\nseats = 7\nexpect.asked = [0]", "2 to 4 seats"),
        (f"{BIDS}\noptions.laps = 3\nexpect.asked = [0]", "no option ['laps']"),
        (f"{BIDS}\noptions.rounds = 'x'\nexpect.asked = [0]", "Expected `int`"),
        (f"{BIDS}\nseed = 1\ndraws = []\nexpect.asked = [0]", "not both"),
        (f"{BIDS}\ndraws = [{{ name = 'tie' }}]\nexpect.asked = [0]", "one of below, cards"),
        ("answers = [{ bid = 1 }]\nexpect.asked = [0]", "which seat"),
        ("answers = [{ seat = 0, bid = 1, by = 2 }]\nexpect.asked = [0]", "Bid has no part by"),
        ("answers = [{ seat = 0, keep = 1 }]\nexpect.asked = [0]", "keep = true"),
        ("answers = [{ seat = 0, bid = 'ace' }]\nexpect.asked = [0]", "nothing is named"),
        ("answers = [{ default = true, bid = 1 }]\nexpect.asked = [0]", "unknown ['bid']"),
        ("expect.refused = 'x'", "nothing is answered"),
        ("set.next = 'shuffle'\nexpect.asked = [0]", "before the first question: draw 0 (deck)"),
    ],
)
def test_a_case_that_makes_no_sense_is_an_error(case: str, fault: str) -> None:
    with pytest.raises(CaseError) as error:
        outcome(case)
    assert fault in str(error.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("game = ", "Invalid value"),
        ('game = "chess"\n[[case]]\nname="a"\nrule="b"\nexpect.asked=[]', "no game 'chess'"),
        ('game = "toy"\ncase = []', "holds no case"),
        (POSITION + '[[case]]\nname="a"\nrule="b"\nexpect.asked=[]\n' * 2, "two cases are named"),
    ],
)
def test_a_file_that_makes_no_sense_is_an_error(text: str, fault: str) -> None:
    with pytest.raises(CaseError) as error:
        read_cases(text)
    assert fault in str(error.value)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("[{ seat = 0, bid = 'card_5' }]", "was refused: The rules do not allow that here."),
        ("[{ seat = 0, kind = 'throw', bid = 'card_6' }]", "expected the question 'throw'"),
        ("[{ seat = 0, default = true }, { seat = 0, default = true }]", "seat 0 is not asked"),
        ("[{ default = true, kind = 'throw' }]", "expected the question 'throw', came 'bid'"),
        ("[{ until = 'duel' }]", "the question 'duel' never came"),
        ("[{ seat = 0, undouble = true }]", "You cannot order that now."),
    ],
)
def test_an_answer_that_cannot_be_given_is_said(answers: str, said: str) -> None:
    (line,) = outcome(f"answers = {answers}\nexpect.asked = [0]\nseed = 1")
    assert said in line
    assert "answer " in line


def test_the_usual_value_is_meant_where_a_field_is_left_out() -> None:
    assert (
        outcome(
            "answers = [{ seat = 0, bid = 6 }, { default = true }]\n"
            "expect.views.1.hand = [3, 4]\nexpect.asked = [0]"
        )
        != []
    )


def test_all_defaults_of_a_window_and_until_a_question() -> None:
    answers = "[{ default = true }, { until = 'bid', seat = 1 }, { default = true }]"
    assert outcome(f"answers = {answers}\nexpect.asked = [1]\nset.draw = [7, 0, 1, 7, 7]") == []


def test_an_order_is_written_like_an_answer() -> None:
    answers = "[{ seat = 1, double = true }]"
    assert outcome(f"answers = {answers}\nexpect.views.1.doubled = true") == []


def test_a_refusal_is_expected() -> None:
    bid = "answers = [{ seat = 0, bid = 'card_5' }]\n"
    assert outcome(bid + "expect.refused = 'toy: bidding'") == []
    assert "came 'The rules do not allow" in outcome(bid + "expect.refused = 'tires'")[0]
    allowed = "answers = [{ seat = 0, bid = 'card_6' }]\nexpect.refused = 'not allow'"
    assert "it was accepted" in outcome(allowed)[0]


TIE = "set.hands = [[5, 5, 5], [5, 5, 5]]\nanswers = [{ default = true }]\nexpect.asked = [1]\n"


@pytest.mark.parametrize(
    ("draws", "said"),
    [
        ("[{ name = 'tie', below = 1 }]", []),
        ("[{ below = 0 }]", ["asked: expected [1], came [0]"]),
        ("[]", ["draw 0 (tie) is not in the script"]),
        ("[{ name = 'die', below = 1 }]", ["the script says 'die'"]),
        ("[{ below = 1 }, { name = 'more', keep = true }]", ["draws not taken: ['more']"]),
    ],
)
def test_draws_are_scripted(draws: str, said: list[str]) -> None:
    lines = outcome(f"{TIE}draws = {draws}")
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(said, lines, strict=True))


def test_a_shuffle_is_scripted_by_name() -> None:
    cards = [f"card_{n}" for n in range(8)] * 4
    case = f"set.hands = [[], []]\nset.next = 'shuffle'\nset.draw = {cards}\n"
    case += f"draws = [{{ name = 'deck', cards = {cards} }}]\nexpect.views.0.hand = [7, 6, 5]"
    assert outcome(case) == []


def test_a_case_may_leave_chance_to_a_seed() -> None:
    assert outcome(TIE + "seed = 2") == []
    assert outcome(TIE.replace("asked = [1]", "asked = [0]") + "seed = 1") == []


def test_the_end_of_a_game_is_expected() -> None:
    end = "set.left = 1\nanswers = [{ default = true }, { default = true }]\nset.hands.0 = [7, 7]\n"
    assert outcome(end + "expect.result = { places = [[0], [1]], scores = [1, 0] }") == []
    assert len(outcome(end + "expect.result = { places = [[1], [0]], scores = [0, 1] }")) == 2


def test_what_a_case_sets_comes_after_what_its_file_sets() -> None:
    case = "set.hands.0 = ['card_7', 'card_7']\nset.hands.1.2 = 'card_2'\n"
    assert outcome(case + "expect.state.hands = [[7, 7], [3, 4, 2]]") == []
