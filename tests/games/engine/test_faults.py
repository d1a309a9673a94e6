"""Rules that raise: the table is as it was before, whatever they had changed by then."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine import ask as asking
from games.engine import texts
from games.engine.ask import Ask, Combination, Step, asks_once, choose
from games.engine.chance import SeededChance
from games.engine.check import faults_of
from games.engine.errors import Illegal, LogDoesNotFit, RuleFailed, Stale
from games.engine.game import Game, NoOptions, Result
from games.engine.players import Player
from games.engine.seen import Own, Private, Up
from games.engine.table import Context, Save, Table
from games.engine.words import Asking, Words
from tests.examples import nerve
from tests.games.engine import toy
from tests.games.engine.toy import GAME, Bid, Double, Keep, Throw, ToyState


def test_a_player_leaves_by_the_order_of_the_game() -> None:
    class Quit(msgspec.Struct, frozen=True, tag="quit"):
        """Leave for good."""

    class Leaving(toy.Toy):
        Leave = Quit

        def has_left(self, state: Any, seat: int) -> bool:
            return seat == 1

    state = started().context.state
    game = Leaving()
    assert [*map(repr, Game.orders(game, state, 0))] == [repr(Quit())]
    assert game.leave_order(state, 0) == Quit()
    assert Game.orders(game, state, 1) == ()
    assert game.leave_order(state, 1) is None


def started() -> Table[Any]:
    return Table.start(GAME, 3, SeededChance(3))[0]


def facts(table: Table[Any]) -> Any:
    """Everything that a table is."""
    asks = [(ask.seat, ask.number, ask.kind, tuple(ask.options)) for ask in table.asks]
    save = msgspec.json.encode(table.save())
    told = [repr(one) for one in table.context.told]
    return asks, save, told, table.context.chance.draws, table.next_number, msgspec.json.encode(
        table.context.state
    )  # fmt: skip


def plant(
    monkeypatch: pytest.MonkeyPatch, fails: Callable[[Context[ToyState], Ask[Any]], bool]
) -> None:
    """Have the rules spoil the state and raise once a question is answered so."""
    beat = toy.Toy.beat

    def watched(context: Context[ToyState], step: Step[None]) -> Step[None]:
        for asks in step:
            yield asks
            if any(fails(context, ask) for ask in asks):
                context.state.scores[0] += 100
                context.chance.below(6, "planted")
                context.emit(toy.Won(0, 0, 100))
                raise KeyError(17)

    def planted(self: toy.Toy, context: Context[ToyState]) -> Step[None] | None:
        step = beat(self, context)
        return None if step is None else watched(context, step)

    monkeypatch.setattr(toy.Toy, "beat", planted)


def bids(table: Table[Any], but: int = -1) -> None:
    for ask in table.asks:
        if ask.seat != but:
            table.answer(ask.seat, ask.number, ask.default, safe=True)


@pytest.mark.parametrize("round", [1, 2])
def test_a_rule_that_raises_leaves_the_table_as_it_was(
    monkeypatch: pytest.MonkeyPatch, round: int
) -> None:
    plant(monkeypatch, lambda context, ask: isinstance(ask.given, Throw))
    table = started()
    for _ in range(round - 1):
        bids(table)
        throw = table.asks[0]
        table.answer(throw.seat, throw.number, Keep(), safe=True)
    bids(table)
    ask = table.asks[0]
    assert ask.combination is not None
    before = facts(table)
    for _ in range(2):
        with pytest.raises(RuleFailed) as failed:
            table.answer(ask.seat, ask.number, Throw((ask.combination.items[0],)), safe=True)
        assert isinstance(failed.value.__cause__, KeyError)
        assert facts(table) == before
    table.answer(ask.seat, ask.number, Keep(), safe=True)
    assert [ask.kind for ask in table.asks] == ["bid"] * 3


def test_a_refusal_from_within_a_rule_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    over = toy.Toy.over

    def planted(self: toy.Toy, state: ToyState) -> Result | None:
        if state.left < 4:
            raise Illegal("No.")
        return over(self, state)

    monkeypatch.setattr(toy.Toy, "over", planted)
    table = started()
    bids(table)
    ask = table.asks[0]
    before = facts(table)
    with pytest.raises(RuleFailed):
        table.answer(ask.seat, ask.number, Keep(), safe=True)
    assert facts(table) == before


def test_a_beat_that_raises_after_a_new_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    """The old checkpoint is gone by then; the table goes back behind it all the same."""
    beat = toy.Toy.beat

    def broken(context: Context[ToyState]) -> Step[None]:
        context.state.hands[0].clear()
        raise ZeroDivisionError
        yield ()

    def planted(self: toy.Toy, context: Context[ToyState]) -> Step[None] | None:
        step = beat(self, context)
        return broken(context) if step is not None and context.state.left < 4 else step

    monkeypatch.setattr(toy.Toy, "beat", planted)
    table = started()
    bids(table)
    ask = table.asks[0]
    before = facts(table)
    with pytest.raises(RuleFailed):
        table.answer(ask.seat, ask.number, Keep(), safe=True)
    assert facts(table) == before


def test_a_question_that_asks_once_is_put_back_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """There the state is its own checkpoint, and the rule has changed it by the time it raises."""

    @asks_once
    def once(context: Context[ToyState]) -> Step[None]:
        options = [Bid(1), Bid(2)]
        answer = yield from choose(Ask[Any](0, "bid", options, options[0], "Toy"))
        context.state.scores[0] += answer.card
        if answer.card == 2:
            raise KeyError(17)

    monkeypatch.setattr(toy.Toy, "beat", lambda self, context: once(context))
    table = Table.begin(GAME, GAME.setup(2, toy.ToyOptions()), SeededChance(1))[0]
    assert not table.context.checkpoint, "nothing has been encoded yet"
    ask = table.asks[0]
    with pytest.raises(RuleFailed):
        table.answer(0, ask.number, Bid(2), safe=True)
    assert table.context.state.scores == [0, 0]
    assert [ask.number for ask in table.asks] == [ask.number]
    table.answer(0, ask.number, Bid(1), safe=True)
    assert table.context.state.scores == [1, 0]


@pytest.mark.parametrize("keeps", [True, False])
def test_a_rule_that_was_to_ask_once_may_ask_again_when_it_has_kept_the_state(
    keeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asks_once
    def twice(context: Context[ToyState]) -> Step[None]:
        options = [Bid(1), Bid(2)]
        first = yield from choose(Ask[Any](0, "bid", options, options[0], "Toy"))
        if keeps:
            context.keep()
        context.state.scores[0] += first.card
        second = yield from choose(Ask[Any](1, "bid", options, options[0], "Toy"))
        context.state.scores[1] += second.card

    monkeypatch.setattr(toy.Toy, "beat", lambda self, context: twice(context))
    table = Table.begin(GAME, GAME.setup(2, toy.ToyOptions()), SeededChance(1))[0]
    if not keeps:
        with pytest.raises(AssertionError, match="was to ask once"):
            table.answer(0, 1, Bid(2))
        return
    table.answer(0, 1, Bid(2))
    for copy in (table, table.fork(), Table.load(table.save(), SeededChance(1))):
        assert copy.context.state.scores == [2, 0]
        assert [ask.number for ask in copy.asks] == [2]
        assert copy.back().context.state.scores == [0, 0]


def test_a_state_that_cannot_be_stored_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    beat = toy.Toy.beat

    def planted(self: toy.Toy, context: Context[ToyState]) -> Step[None] | None:
        if context.state.left < 4:
            context.state.hands.append(object())  # type: ignore[arg-type]
            return toy.Toy.round(self, context)
        return beat(self, context)

    monkeypatch.setattr(toy.Toy, "beat", planted)
    table = started()
    bids(table)
    ask = table.asks[0]
    before = facts(table)
    with pytest.raises(RuleFailed) as failed:
        table.answer(ask.seat, ask.number, Keep(), safe=True)
    assert "unsupported" in str(failed.value.__cause__)
    assert facts(table) == before


def test_what_is_refused_is_no_fault() -> None:
    table = started()
    ask = table.asks[0]
    before = facts(table)
    with pytest.raises(Illegal):
        table.answer(0, ask.number, Keep(), safe=True)
    with pytest.raises(Stale):
        table.answer(0, 999, Keep(), safe=True)
    with pytest.raises(Illegal):
        table.order(0, {"type": "undouble"}, safe=True)
    assert facts(table) == before


def test_an_order_that_raises_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(self: toy.Toy, state: ToyState, seat: int, value: Any) -> None:
        state.doubled[seat] = True
        raise KeyError(17)

    table = started()
    bids(table, but=2)
    before = facts(table)
    monkeypatch.setattr(toy.Toy, "order", planted)
    with pytest.raises(RuleFailed):
        table.order(0, Double(), safe=True)
    assert facts(table) == before


def test_back_at_the_checkpoint_the_questions_are_new() -> None:
    table = started()
    asks = table.asks
    bids(table)
    assert table.since == 3
    again = table.back()
    assert again.since == 0
    assert [ask.seat for ask in again.asks] == [0, 1, 2]
    assert min(ask.number for ask in again.asks) == table.next_number > asks[-1].number
    assert again.context.state.scores == [0, 0, 0]


def loaded(table: Table[Any], **how: Any) -> Table[Any]:
    save = msgspec.json.decode(msgspec.json.encode(table.save()), type=Save)
    return Table.load(save, SeededChance(3), **how)


def test_a_save_whose_answers_raise_is_loaded_from_its_checkpoint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = started()
    bids(table)
    plant(monkeypatch, lambda context, ask: isinstance(ask.given, Bid))
    with pytest.raises(RuleFailed):
        loaded(table)
    assert [ask.kind for ask in loaded(table, forget_answers=True).asks] == ["bid"] * 3


def test_a_save_whose_checkpoint_raises_is_loaded_without_its_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = started()
    before = table.view(None)

    def planted(self: toy.Toy, context: Context[ToyState]) -> Step[None] | None:
        raise KeyError(17)

    monkeypatch.setattr(toy.Toy, "beat", planted)
    with pytest.raises(RuleFailed):
        loaded(table, forget_answers=True)
    halted = loaded(table, halted=True)
    assert halted.asks == []
    assert halted.view(None) == before
    assert halted.save().checkpoint == table.save().checkpoint


def test_answers_that_do_not_fit_are_still_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started()
    bids(table)
    monkeypatch.setattr(toy.Toy, "bid", lambda self, state, seat: Ask(
        seat, "bid", [Bid(99)], Bid(99), "Toy"))  # fmt: skip
    with pytest.raises(LogDoesNotFit):
        loaded(table)


def test_a_game_can_be_ended_whatever_the_rules_say() -> None:
    table = started()
    number = table.asks[0].number
    table.end(Result(((0, 1, 2),), (0, 0, 0)))
    assert table.asks == []
    assert table.asked == ()
    with pytest.raises(Stale, match="over"):
        table.answer(0, number, Keep(), safe=True)


def test_answers_to_try_are_the_default_then_the_others_in_order() -> None:
    options = [Bid(card) for card in range(200)]
    ask = Ask[Any](0, "bid", options, options[5], "Toy")
    tries = list(ask.tries(50))
    assert tries[:4] == [Bid(5), Bid(0), Bid(1), Bid(2)]
    assert len(tries) == len(set(tries)) <= 50
    ask.combination = Combination("throw", list(range(30)), Throw, 2)
    tries = list(ask.tries(50))
    assert tries[-asking.TRIED_OF_COMBINATION] == Throw((0, 1))
    assert len(tries) == 50
    assert all(ask.read(each) == each for each in tries)


# -- what `python -m games check` says of a game


class Bare(msgspec.Struct):
    scores: list[int]


class Unset(nerve.Bend, kw_only=True):
    bumped: Up[list[int]]


class Fuelled(nerve.Bend, kw_only=True):
    fuel: Private[int]


class Rolled(nerve.Bend, kw_only=True):
    rolls: Own[list[int]] = msgspec.field(default_factory=list)


class Marked(nerve.Bend, kw_only=True):
    lap: int = 0


class Silent(nerve.BendOptions, frozen=True):
    goal: int = 30


UNSET: Any = Unset


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"title": ""}, "It has no title."),
        ({"seats": (8, 2)}, "It has seats from 8 to 2: seats are (fewest, most), from 1."),
        (
            {"texts": {"evnt": {"Drew": "x"}}},
            "data/words.en.toml: Nothing reads the section [evnt].",
        ),
        ({"Event": nerve.Braked}, "The event Drew is not in the game's union `Event`."),
        ({"seats": 4}, "It has seats from 0 to 0: seats are (fewest, most), from 1."),
        ({"State": Marked}, "Marked.lap has no mark that says who sees it: Open, Up, Own, "),
        ({"State": Fuelled}, "Fuelled.fuel is hidden and has no default: "),
        ({"State": Rolled}, "Rolled.rolls is hidden and holds no cards: say in a method `redeal`"),
        ({"State": Bare}, "Bare has no field `seat` for who looks: base it on"),
        ({"Options": NoOptions}, "setup fails with the usual options: AttributeError: "),
        ({"Options": Silent}, "The option goal of Silent has no description: give it a"),
        ({"Answer": Unset}, "`Answer` of the game has Unset, which is no struct with a tag"),
        (
            {"setup": lambda self, seats, options: UNSET()},
            "setup fails with the usual options: TypeError: Missing required argument",
        ),
    ],
)
def test_a_game_that_lacks_something_is_refused(wrong: dict[str, Any], fault: str) -> None:
    assert [*faults_of(nerve.GAME)] == []
    (said,) = faults_of(type("Wrong", (nerve.Nerve,), {"name": "wrong", **wrong})())
    assert said.startswith(fault)


class Quick(nerve.BendOptions, frozen=True):
    window_seconds: int = 15
    brake_seconds: int = 40


def test_a_window_is_open_for_a_minute_where_no_option_says_how_long() -> None:
    assert nerve.GAME.window_seconds(nerve.BendOptions(), "brake") == 60
    assert nerve.GAME.window_seconds(Quick(), "brake") == 40
    assert nerve.GAME.window_seconds(Quick(), "other") == 15


class Waiting(Asking):
    names = "brake"
    view: nerve.Bend


class WaitingWords(Words):
    Asking = Waiting


def test_a_text_may_name_whose_turn_it_is() -> None:
    texts = {
        "question": {
            "brake": {"ask": "Brake?", "detail": "{view.active} {view.active:are|is} next."}
        }
    }
    waiting = {"name": "waiting", "Words": WaitingWords, "texts": texts}
    game = type("Waiter", (nerve.Nerve,), waiting)()
    assert [*faults_of(game)] == []
    view, players = game.setup(2, nerve.BendOptions()), [Player("Ann"), Player("Ben")]
    view.active = view.seat = 1
    ask = Ask[Any](1, "brake", [nerve.Brake(1)], nerve.Brake(1))
    assert game.words.question(view, ask, players).detail == "You are next."
    view.seat = 0
    assert game.words.question(view, ask, players).detail == "Ben is next."


def test_all_that_is_wrong_with_a_game_is_told() -> None:
    texts = {
        "option": {"goal": {"label": "Race to " * 9, "help": "x"}, "hand": {"label": "Cards"}},
        "order": {"leave": {"detail": "Go"}},
        "topic": [{"key": "start", "title": "Start", "text": "x"}],
    }
    wrong = {"name": "wrong", "title": "", "seats": (8, 2), "texts": texts}
    wrong["auto_answers"] = ("brake",)
    assert [*faults_of(type("Wrong", (nerve.Nerve,), wrong)())] == [
        "It has no title.",
        "It has seats from 8 to 2: seats are (fewest, most), from 1.",
        "The option goal of BendOptions has a title of 72 characters, and there is room for 45.",
        "The option hand of BendOptions has no description: give it a `msgspec.Meta`, or a text "
        "option.hand.",
        "data/words.en.toml: The topic start has no cite.",
        "data/words.en.toml: order.leave: Missing required argument 'text'.",
        "data/words.en.toml: There is no text question.brake.auto_answer.",
    ]


def test_a_file_of_texts_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "torn_game"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "data/words.en.toml").write_text("[event", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("torn_game")
    with pytest.raises(ValueError, match=r"^data/words\.en\.toml: "):
        texts.read_texts("torn_game")
