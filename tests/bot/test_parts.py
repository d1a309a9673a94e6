"""The small parts by themselves: custom ids, walks, settings, the options form, posts, rows."""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import aiohttp
import discord
import msgspec
import msgspec.inspect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from bot.match.lobby import check_options
from bot.match.match import Match
from bot.match.seats import Seat
from bot.posts import custom_ids, forms, lobby_form, lobby_post
from bot.posts.orders import order_key
from bot.posts.pictures import Pictures
from bot.posts.posts import Post
from bot.settings import DEFAULT_DATABASE, SettingsError, read_settings
from bot.tables import rows
from games.carwars_cards import GAME
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.errors import Refusal
from games.engine.found import find
from games.engine.game import Game
from games.engine.table import Table
from games.engine.walk import combination_path, walk
from tests.bot.pits import Pits
from tests.bot.test_play import take_any

# -- custom ids

KEYS = st.from_regex(r"[a-z0-9-]{1,9}", fullmatch=True)


@settings(max_examples=50)
@given(
    st.from_regex(r"[a-z_]{1,20}", fullmatch=True),
    st.from_regex(r"[0-9A-Z]{4,16}", fullmatch=True),
    st.integers(0, 999_999_999),
    st.lists(KEYS, max_size=5).map(tuple),
    st.booleans(),
)
def test_a_custom_id_round_trips(
    verb: str, match_id: str, number: int, path: tuple[str, ...], sure: bool
) -> None:
    text = custom_ids.write(verb, match_id, number, path, sure=sure)
    assert len(text) <= 100
    assert custom_ids.read(text) == custom_ids.Pressed(verb, match_id, number, path, sure)


@given(st.text(max_size=120))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    pressed = custom_ids.read(text)
    assert pressed is None or text.startswith(f"{pressed.verb}:{pressed.match_id}")


# -- walks


@cache
def questions(seed: int) -> list[tuple[Any, Ask[Any]]]:
    """Views and questions of a match of random play."""
    rng = random.Random(seed)
    table, _ = Table.start(GAME, 2 + seed % 5, SeededChance(seed), GAME.Options(single_duel=True))
    out: list[tuple[Any, Ask[Any]]] = []
    while table.result is None and len(out) < 150:
        ask = table.asks[0]
        out.append((table.view(ask.seat), ask))
        options = list(ask.options)
        if ask.combination is not None and (not options or rng.random() < 0.3):
            options = [ask.combination.wrap((rng.choice(ask.combination.items),))]
        table.answer(ask.seat, ask.number, rng.choice(options))
    return out


@settings(max_examples=12)
@given(st.integers(0, 40))
def test_every_option_is_walked_to_and_no_other(seed: int) -> None:
    for _, ask in questions(seed):
        for option in ask.options:
            path = GAME.words.path(option)
            found = walk(ask, GAME.words, path)
            assert found is not None
            assert found.found
            assert found.answer == option
            for part in range(len(path)):
                stand = walk(ask, GAME.words, path[:part])
                assert stand is not None
                reached = stand.found or path[: len(stand.path)] == stand.path
                assert reached
                if not stand.found:
                    assert path[len(stand.path)] in stand.keys


@settings(max_examples=12)
@given(st.integers(0, 40), st.lists(st.text("acdlps0123456789.-", max_size=6), max_size=5))
def test_a_made_up_path_is_refused_or_legal(seed: int, path: list[str]) -> None:
    for _, ask in questions(seed):
        stand = walk(ask, GAME.words, tuple(path))
        if stand is not None and stand.found:
            ask.read(stand.answer)


@pytest.mark.parametrize("place", ["²", "0-²", "٣", "-", "9" * 60])
def test_a_number_in_another_script_takes_no_card(place: str) -> None:
    ask = next(ask for _, ask in questions(0) if ask.combination is not None)
    assert ask.combination is not None
    assert walk(ask, GAME.words, (ask.combination.name, "0")) is not None
    assert walk(ask, GAME.words, (ask.combination.name, place)) is None


@settings(max_examples=12)
@given(st.integers(0, 40))
def test_what_is_shown_fits_discord(seed: int) -> None:
    for view, ask in questions(seed):
        players = [rows_player(n) for n in range(len(view.players))]
        stand = walk(ask, GAME.words, ())
        assert stand is not None
        for key in stand.keys:
            label = GAME.words.part(view, ask, (*stand.path, key), players)
            assert 0 < len(label.text) <= 80
            assert len(custom_ids.write("pick", "0" * 10, 10**6, (*stand.path, key))) <= 100
        if ask.combination is not None:
            every = [str(n) for n in range(len(ask.combination.items))]
            path = combination_path(ask.combination.name, every)
            assert custom_ids.read(custom_ids.write("pick", "0" * 10, 10**6, path)) is not None


def rows_player(number: int) -> Any:
    from games.engine.players import Player  # noqa: PLC0415 - named for one test

    return Player("W" * 32 if number % 2 else f"P{number}")


def test_an_orders_key_fits_a_select() -> None:
    from games.carwars_cards.moves import Queue, Unqueue  # noqa: PLC0415 - named for one test

    for order in (Queue(10**6, 7), Unqueue(10**6, 7)):
        assert len(order_key(order)) <= 100


# -- settings


def refusal(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    """What discord.py raises where Discord answers so."""
    return kind(SimpleNamespace(status=status, reason=""), "no")


def test_settings_have_defaults(tmp_path: Path) -> None:
    settings = read_settings(tmp_path / ".env", {})
    assert settings.token == ""
    assert settings.database_url == DEFAULT_DATABASE
    assert settings.local_port == 8765
    assert settings.test_guild is None


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LOCAL_PORT=1000\nLOG_LEVEL=debug\nDISCORD_TOKEN= a.b.c \n")
    settings = read_settings(file, {"LOCAL_PORT": "2000"})
    assert settings.local_port == 2000
    assert settings.log_level == "DEBUG"
    assert settings.token == "a.b.c"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (aiohttp.ClientConnectionError("no route"), "Discord cannot be reached; "),
        (refusal(discord.DiscordServerError, 503), "Discord answers with HTTP 503; "),
        (refusal(discord.HTTPException, 429), "Discord turns this machine's address away "),
        (
            discord.ConnectionClosed(SimpleNamespace(close_code=4011), shard_id=0),  # type: ignore[arg-type]
            "Discord closes the connection with 4011; ",
        ),
        (
            PermissionError(13, "Permission denied", "/safe/of.backup"),
            "It could not run: Permission denied (/safe/of.backup).",
        ),
    ],
)
def test_a_bot_that_discord_does_not_let_in_says_why_in_one_sentence(
    error: Exception,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr("bot.__main__.play_on_discord", fails)
    monkeypatch.setattr("bot.__main__.logs.set_up", lambda level: None)
    assert main([]) == 2
    said = capsys.readouterr().err
    assert said.startswith(sentence)
    assert said.count("\n") == 1


def test_a_file_of_settings_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"DISCORD_TOKEN=a.b.c\nCARD_SETS=/srv/S\xe4tze\n")
    with pytest.raises(SettingsError, match=r"\.env is not written in UTF-8; save it so\.$"):
        read_settings(file, {})
    file.unlink()
    file.mkdir()
    with pytest.raises(SettingsError, match=r"\.env cannot be read \(Is a directory\); "):
        read_settings(file, {})


def test_a_line_of_settings_that_cannot_be_read_is_named_without_its_words(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# ours\nLOCAL_PORT=8766\n\nDISCORD_TOKEN='a.secret.c\nDATABASE_URL=\n")
    with pytest.raises(SettingsError, match=r"\.env cannot be read at line 4; ") as refused:
        read_settings(file, {})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "abc"),
        ("DISCORD_TOKEN", "a.b"),
        ("DISCORD_TOKEN", "a.b c.d"),
        ("DATABASE_URL", "mysql://x"),
        ("DATABASE_URL", "motordrome.sqlite3"),
        ("LOCAL_PORT", "70000"),
        ("LOCAL_PORT", "-1"),
        ("LOCAL_PORT", "http"),
        ("LOCAL_PORT", "٨٠"),
        ("LOCAL_PORT", "8" * 5000),
        ("LOG_LEVEL", "LOUD"),
        ("TEST_GUILD", "my server"),
        ("KEEP_PICTURES", "perhaps"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "0"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name) as refused:
        read_settings(tmp_path / ".env", {name: value})
    assert str(refused.value).endswith(".")
    if name == "DISCORD_TOKEN":
        assert value not in str(refused.value)


def test_shards_are_numbers_and_ranges(tmp_path: Path) -> None:
    def shards(ids: str, count: str = "16") -> tuple[tuple[int, ...], int]:
        told = {"SHARD_IDS": ids, "SHARD_COUNT": count}
        settings = read_settings(tmp_path / ".env", told)
        return settings.shard_ids, settings.shard_count

    assert shards("0-2, 8,1") == ((0, 1, 2, 8), 16)
    assert shards("") == ((), 16)
    assert shards("", "") == ((), 0)
    for wrong in ("16", "3-1", "0-", "-1", "1,,2", "one", "9" * 5000):
        with pytest.raises(SettingsError, match="SHARD_IDS must be numbers from 0 to 15"):
            shards(wrong)


# -- the options form


def lobby(game: Game[Any] = GAME) -> Match:
    return Match(
        id="TABLE001", game=game, guild_id=1, channel_id=2, host_id=3, options=game.Options(),
        seats=[Seat("Ann", 3)],
    )  # fmt: skip


def sent(values: dict[str, str]) -> dict[str, Any]:
    """A form as Discord sends it."""
    return {
        "components": [
            {"component": {"custom_id": name, "value": value}} for name, value in values.items()
        ]
    }


@settings(max_examples=50)
@given(
    st.integers(-(10**12), 10**12),
    st.sampled_from(["true", "false"]),
    st.sampled_from(["live", "post"]),
)
def test_an_options_form_round_trips(points: int, single: str, pace: str) -> None:
    data = sent({"points_to_win": str(points), "single_duel": single, "pace": pace})
    if 10 <= points <= 300:
        chosen = lobby_form.read(lobby(), forms.typed(data))
        assert chosen.options.points_to_win == points
        assert chosen.options.single_duel == (single == "true")
        assert chosen.pace == pace
    else:
        with pytest.raises(Refusal, match="Points to win must be a whole number from 10 to 300"):
            lobby_form.read(lobby(), forms.typed(data))


def test_a_title_does_not_hide_what_an_option_may_be() -> None:
    class Titled(msgspec.Struct):
        quick: Annotated[bool, msgspec.Meta(title="Quick")] = False
        goal: Annotated[int, msgspec.Meta(title="Goal", ge=1, le=9)] = 5

    quick, goal = lobby_form._fields(SimpleNamespace(Options=Titled))  # type: ignore[arg-type]
    assert isinstance(quick.type, msgspec.inspect.BoolType)
    assert isinstance(goal.type, msgspec.inspect.IntType)
    assert (goal.type.ge, goal.type.le) == (1, 9)


@settings(max_examples=50)
@given(st.text(max_size=200))
def test_words_for_the_dice_are_one_line(typed: str) -> None:
    words = lobby_form.read_words({"words": typed})
    assert len(words) <= lobby_form.MAX_WORDS
    assert "\n" not in words
    assert words == words.strip()


async def test_the_form_asks_what_discord_can_show() -> None:
    modal = lobby_form.make(lobby()).to_dict()
    assert len(modal["components"]) <= lobby_form.MOST_FIELDS
    assert len(modal["title"]) <= 45


async def test_the_form_asks_what_matters_beside_the_other_options() -> None:
    game = find("mini-carwars")
    table = lobby(game)

    def asked(**options: Any) -> list[str]:
        table.options = game.Options(**options)
        items = lobby_form.make(table).to_dict()["components"]
        return [item["component"]["custom_id"] for item in items]

    assert asked() == ["pace", "scenario", "budget", "ground", "open_sheets"]
    assert asked(scenario="pack-attack") == ["pace", "scenario", "lone", "ground", "open_sheets"]
    assert asked(scenario="arena") == ["pace", "scenario", "budget", "open_sheets", "arcs"]
    assert lobby_form.pages(table)[1:] == [["poker_faces", "own_thread"]]
    (_, scenario, budget, *_) = lobby_form.make(table).to_dict()["components"]
    labels = [option["label"] for option in scenario["component"]["options"]]
    assert labels == ["Road duel", "Pack attack", "Arena", "Open fight"]
    assert budget["component"]["value"] == "15000"


async def test_values_are_called_as_the_game_calls_them() -> None:
    table = lobby(find("carwars"))
    items = [
        item for page in (0, 1) for item in lobby_form.make(table, page).to_dict()["components"]
    ]
    (sets,) = [item for item in items if item["component"]["custom_id"] == "sets"]
    labels = [option["label"] for option in sets["component"]["options"]]
    assert labels[:3] == ["Core set", "All card sets", "Core set and Armory"]
    assert len(labels) == 13
    chosen = lobby_form.read(table, forms.typed(sent({"sets": "armory"})))
    assert chosen.options.size.sets == "armory"


async def test_many_options_are_on_several_forms() -> None:
    game = find("mini-carwars")
    table = lobby(game)
    table.options = game.Options(scenario="open-fight", places="A: x 1")
    table.pace = "post"

    def asked(page: int) -> list[str]:
        items = lobby_form.make(table, page).to_dict()["components"]
        return [item["component"]["custom_id"] for item in items]

    assert asked(0) == ["pace", "scenario", "budget", "start", "start_speed"]
    assert asked(1) == ["open_sheets", "ground", "arcs", "places", "poker_faces"]
    assert asked(2) == ["own_thread"]
    assert asked(3) == asked(0), "a form of options that matter no more"
    (*_, own, _) = lobby_form.make(table, 1).to_dict()["components"]
    assert own["component"]["value"] == "A: x 1"
    assert own["component"]["style"] == discord.TextStyle.paragraph.value
    rows = str(lobby_post.lobby(table, Pictures()).rows)
    assert [rows.count(f"'{name}'") for name in ("Options", "Options 2", "Options 3")] == [1, 1, 1]
    chosen = lobby_form.read(
        table, forms.typed(sent({"ground": "both", "places": "A: x -1\nB2: y 8"}))
    )
    assert (chosen.pace, chosen.options.ground) == ("post", "both")
    assert chosen.options.places == "A: x -1\nB2: y 8"
    assert chosen.options.scenario == "open-fight"
    with pytest.raises(Refusal, match=r"Place 1 \(A: x 9\): a car would not be on the road there"):
        lobby_form.read(table, forms.typed(sent({"places": "A: x 9"})))
    table.options = game.Options(scenario="arena")
    assert lobby_form.pages(table)[1:] == [["poker_faces", "own_thread"]]
    table.parent_id = 7
    assert lobby_form.pages(table)[1:] == [["poker_faces"]]


def test_options_of_a_wrong_form_are_refused() -> None:
    with pytest.raises(Refusal, match="These options do not fit"):
        check_options(GAME, {"points_to_win": 5})


def test_an_arena_that_is_not_there_is_refused_in_one_sentence() -> None:
    with pytest.raises(Refusal) as error:
        check_options(find("carwars"), {"own_arena": "moon"})
    said = str(error.value)
    assert said.startswith("This server has no arena called moon; there are crossfire, ")
    assert said.endswith(", yard_18.")


@pytest.mark.parametrize("data", [{}, {"components": []}, {"components": [{}]}, sent({"x": "1"})])
def test_an_empty_form_changes_nothing(data: dict[str, Any]) -> None:
    table = lobby()
    table.options, table.pace = GAME.Options(points_to_win=90), "post"
    chosen = lobby_form.read(table, forms.typed(data))
    assert chosen.pace == "post"
    assert chosen.options == GAME.Options(points_to_win=90)


# -- posts


@settings(max_examples=20)
@given(st.integers(1, 99), st.text(max_size=20))
def test_a_key_tells_posts_apart(number: int, text: str) -> None:
    post = Post(head=text, body=(str(number),))
    assert post.key() == Post(head=text, body=(str(number),)).key()
    assert post.key() != Post(head=text, body=(str(number), "")).key()


# -- rows


async def test_a_session_is_stored_and_made_again(pits: Pits) -> None:
    await pits.open(2, computers=1, options={"single_duel": "true", "window_seconds": "3600"})
    rng = random.Random(2)
    for step in range(14):
        await pits.settled()
        match = await pits.match()
        row = await pits.store.match(pits.match_id)
        assert row is not None
        again = rows.match_of(row)
        for field in msgspec.structs.fields(Match):
            if field.name in ("table", "drawn", "moves", "made", "pings", "closes_at"):
                continue
            if field.name in ("now", "floor_ms", "rng_for"):
                continue
            assert getattr(again, field.name) == getattr(match, field.name), field.name
        if match.table is None:
            assert again.closes_at == match.closes_at
            await pits.press(pits.ann, "start")
            continue
        assert row.save is not None
        assert rows.save_of(row.save) == match.table.save()
        table = await pits.bot.matches._table(again, row.save)
        assert [ask.number for ask in table.asks] == [ask.number for ask in match.table.asks]
        assert table.view(0) == match.table.view(0)
        if step == 4:
            await pits.command(pits.ann, "end")
            continue
        ask = next(ask for ask in match.table.asks if match.seats[ask.seat].user_id)
        user = next(u for u in pits.people if u.id == match.seats[ask.seat].user_id)
        await take_any(pits, user, pits.panel(user), rng)


# -- the code


def test_only_one_module_speaks_to_discord() -> None:
    speaking = {
        "send_message", "edit_message", "edit_original_response", "send_modal", "defer",
        "create_dm", "get_partial_message", "delete_original_response",
    }  # fmt: skip
    allowed = {
        "delivery/discord_calls.py": speaking,
        "delivery/answering.py": {"defer"},
        "app.py": {"send_message"},
    }
    bot = Path(__file__).parents[2] / "bot"
    for file in bot.rglob("*.py"):
        where = file.relative_to(bot).as_posix()
        if where.startswith("local/"):
            # The local Discord is spoken to.
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = node.func.attr
                if name in speaking:
                    assert name in allowed.get(where, set()), f"{where}:{node.lineno}"
