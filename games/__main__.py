"""The games in a terminal: `python -m games list | check | play | match | pace | cases | sets`."""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NoReturn, get_type_hints

import msgspec

from games import pace
from games.engine import presets
from games.engine.cases import read_cases, run
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance, reveal, sealed_chance
from games.engine.found import NAMES, Refused, all_games, find, refused
from games.engine.game import ComputerSeat, Game
from games.engine.notation import CaseError
from games.engine.players import Player
from games.engine.rows import BadData
from games.engine.table import Emitted, Table
from games.engine.voice import span
from games.tally import SLOW, Tally

_NO_MESSAGE: Final = 1
"""In the place of a sealing message's id, where there is no Discord to give one."""
_NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")


class _Parser(argparse.ArgumentParser):
    """Errors are one line, so that the value that is wrong is not lost below a usage text."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _parser() -> _Parser:
    parser = _Parser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    commands.add_parser("list", help="every game, its seats and how long it takes")

    commands.add_parser("check", help="whether every game that is installed can be played")

    play = commands.add_parser("play", help="a whole match played by computer seats")
    play.add_argument("game", choices=NAMES)
    play.add_argument("--seats", type=_count, default=2)
    play.add_argument("--seed", type=int, default=0, help="the same seed, the same match")
    play.add_argument("--level", default="normal", help="a computer level, or mixed")
    play.add_argument("--quiet", action="store_true", help="only the result")
    play.add_argument("--log", type=Path, help="write every draw there, for tools/verify.py")

    match = commands.add_parser("match", help="computer levels against each other")
    match.add_argument("game", choices=NAMES)
    match.add_argument("--games", "--duels", type=_count, default=100)
    match.add_argument("--seats", type=_count, default=2)
    match.add_argument(
        "--levels",
        default="normal,easy",
        help="dealt out to the seats in turn; also a module with a SEAT, such as "
        "benchmarks.opponents.parked",
    )
    match.add_argument("--seed", type=int, default=0)

    measure = commands.add_parser("pace", help="how much a game asks of its players, and how long")
    measure.add_argument("game", choices=NAMES)
    measure.add_argument("--preset", choices=presets.NAMES, help="one length, not all of them")
    measure.add_argument("--seats", type=_count, help="2, 4 and the most unless told")
    measure.add_argument("--games", type=_count, default=40)
    measure.add_argument("--seed", type=int, default=0)
    measure.add_argument("--save", action="store_true", help="the lobby promises these minutes")

    sets = commands.add_parser("sets", help="check card sets (docs/card-sets.md)")
    sets.add_argument("game", choices=NAMES)
    sets.add_argument("files", nargs="+", type=Path, metavar="FILE")

    cases = commands.add_parser("cases", help="play rule cases (docs/rule-cases.md)")
    cases.add_argument("files", nargs="+", type=Path, metavar="FILE", help="TOML files or folders")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 1 for failed cases, 2 for wrong arguments."""
    parser = _parser()
    args, rest = parser.parse_known_args(arguments)
    if args.command in ("list", "check", "cases", "sets"):
        if rest:
            parser.error(f"unknown argument {rest[0]}")
        if args.command == "check":
            return _check()
        if args.command == "sets":
            return _sets(parser, _found(parser, args.game), args.files)
        return _list() if args.command == "list" else _cases(parser, args.files)
    game = _found(parser, args.game)
    options = _options(parser, game, rest, args)
    command = {"play": _play, "match": _match, "pace": _pace}[args.command]
    return command(parser, game, args, options)


def _found(parser: _Parser, name: str) -> Game[Any]:
    try:
        return find(name)
    except Refused as error:
        parser.error(str(error))


def _options(
    parser: _Parser, game: Game[Any], rest: Sequence[str], args: argparse.Namespace
) -> Any:
    """The table's options: a flag for each of the game's own, such as --single-duel."""
    own = _Parser(prog=f"python -m games {args.command} {args.game}", add_help=False)
    for name, kind in get_type_hints(game.Options).items():
        flag = "--" + name.replace("_", "-")
        if kind is bool:
            own.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction)
        else:
            own.add_argument(flag, dest=name)
    given = {k: v for k, v in vars(own.parse_args(list(rest))).items() if v is not None}
    if args.command == "match" and "single_duel" in game.Options.__struct_fields__:
        given["single_duel"] = True
    preset = getattr(args, "preset", None)
    if preset is not None and preset not in game.presets:
        parser.error(f"{game.title} has no preset {preset!r}")
    known = msgspec.structs.asdict(game.presets[preset].options) if preset else {}
    try:
        return msgspec.convert({**known, **given}, game.Options, strict=False)
    except msgspec.ValidationError as error:
        parser.error(str(error))


def _list() -> int:
    for game in all_games():
        low, high = game.seats
        levels = ", ".join(game.computers)
        print(f"{game.name:<20}{game.title}: {low} to {high} seats, {game.minutes} ({levels})")
    return 0


def _check() -> int:
    """Whether each game can be played, and if not, everything that keeps it from being played."""
    wrong = refused()
    for name in NAMES:
        print("\n".join(wrong.get(name, [f"{name}: sound"])))
    return 1 if wrong else 0


def _level(parser: _Parser, game: Game[Any], level: str) -> ComputerSeat:
    """A level of the game, a temper of `normal`, or the `SEAT` of a module."""
    known = {**game.computers, **game.tempers}
    if level in known:
        return known[level]
    try:
        seat: ComputerSeat = import_module(level).SEAT
    except (ImportError, AttributeError, ValueError):
        parser.error(f"{game.title} has the levels {', '.join(known)}, not {level!r}")
    return seat


def _computers(
    table: Table[Any],
    told: list[Emitted],
    seats: Sequence[ComputerSeat],
    rng: random.Random,
    note: Callable[[int, Any], None] = lambda seat, value: None,
) -> Iterator[Emitted]:
    """Let the computer play every seat to the end; what happens, as it happens. `note` is told
    each seat's answers."""
    yield from told
    while table.result is None:
        for ask in table.asks:
            seat = ask.seat
            decision = seats[seat].decide(table.view(seat), ask, partial(table.imagine, seat), rng)
            note(seat, decision.answer)
            yield from table.answer(seat, ask.number, decision.answer)


def _play(parser: _Parser, game: Game[Any], args: argparse.Namespace, options: Any) -> int:
    if args.level == "mixed":
        names = list(game.computers)
        levels = [names[seat % len(names)] for seat in range(args.seats)]
    else:
        levels = [args.level] * args.seats
    sitting = [_level(parser, game, level) for level in levels]
    seed, name = hashlib.sha256(str(args.seed).encode()).digest(), f"seed {args.seed}"
    chance = LoggedChance(sealed_chance(seed, name, _NO_MESSAGE, ""))
    try:
        table, told = Table.start(game, args.seats, chance, options)
    except ValueError as error:
        parser.error(str(error))
    players = [Player(_NAMES[seat], level) for seat, level in enumerate(levels)]
    for one in _computers(table, told, sitting, random.Random(args.seed)):
        if args.quiet or not one.reaches(None):
            continue
        sentence = game.words.event(one.event, players, None)
        if sentence:
            print(sentence)
    result = table.result
    assert result is not None
    view = table.view(None)
    for place, seats in enumerate(result.places, 1):
        for seat in seats:
            player = players[seat]
            scored = game.words.score(view, result.scores[seat])
            print(f"{place}. {player.name} ({player.computer}): {scored}")
    if args.log is not None:
        log = reveal(seed, name, _NO_MESSAGE, "", chance.logged())
        try:
            args.log.write_bytes(msgspec.json.encode(log))
        except OSError as error:
            parser.error(str(error))
    return 0


def _match(parser: _Parser, game: Game[Any], args: argparse.Namespace, options: Any) -> int:
    """Play many games and tell how levels, and what seats play with, have done.

    Each deal is played once for every way of turning the levels round the table, so that no level
    owes a win to its seat or its cards.
    """
    levels = args.levels.split(",")
    computers = {level: _level(parser, game, level) for level in levels}
    low, high = game.room(options)
    if not low <= args.seats <= high:
        parser.error(f"{game.title} has {span(low, high)} seats, not {args.seats}")
    tally = Tally()
    for number in range(args.games):
        deal, turn = divmod(number, len(levels))
        seed = args.seed * 1_000_003 + deal
        table, told = Table.start(game, args.seats, SeededChance(seed), options)
        sitting = [levels[(seat + turn) % len(levels)] for seat in range(args.seats)]
        seats = [computers[level] for level in sitting]

        def note(seat: int, value: Any, sitting: Sequence[str] = sitting) -> None:
            for unit in SLOW:
                if (speed := getattr(value, unit, None)) is not None:
                    tally.drove(sitting[seat], speed, unit)

        for _ in _computers(table, told, seats, random.Random(seed), note):
            pass
        assert table.result is not None
        view = table.view(None)
        loadouts = [game.words.loadout(view, seat) for seat in range(args.seats)]
        tally.add(table.result.places, sitting, loadouts)
    print(f"{game.title}: {args.games} games of {args.seats}")
    for line in tally.lines():
        print(line)
    return 0


def _pace(parser: _Parser, game: Game[Any], args: argparse.Namespace, options: Any) -> int:
    """Play matches and tell how much was asked: of each preset, or with one preset or options of
    its own; each seat by itself where `--seats` is given."""
    own = args.preset is not None or options != game.Options() or not game.presets
    preset = game.preset_of(options)
    lengths = {preset.name if preset else "own": options}
    if not own:
        lengths = {name: each.options for name, each in game.presets.items()}
    if args.save and (own or args.seats):
        parser.error("--save measures every preset, without --preset, --seats or other options")
    rooms = [game.room(each) for each in lengths.values()]
    low, high = min(low for low, _ in rooms), max(high for _, high in rooms)
    if args.seats is not None and not low <= args.seats <= high:
        parser.error(f"{game.title} has {span(low, high)} seats, not {args.seats}")
    measured: dict[str, presets.Minutes] = {}
    last: list[pace.MatchPace] = []
    print(pace.HEAD)
    for name, each in lengths.items():
        low, high = game.room(each)
        counts = sorted({low, min(4, high), high}) if args.seats is None else [args.seats]
        found: dict[int, tuple[float, float]] = {}
        measured[name] = found
        for seats in (count for count in counts if low <= count <= high):
            seeds = range(args.seed * 1_000_003, args.seed * 1_000_003 + args.games)
            last = [pace.play(game, seats, seed, each) for seed in seeds]
            found[seats] = pace.minutes(last)
            print(pace.line(name, last), flush=True)
        if args.seats and last:
            print("\n".join(pace.details(last)))
    if args.save:
        print(f"written to {_write_minutes(game, measured)}")
    return 0


def _write_minutes(game: Game[Any], measured: Mapping[str, presets.Minutes]) -> Path:
    """Write what was measured, by preset, beside the game's code; returns where."""
    lines = [
        "# Minutes by number of seats: with people in all of them, and of one person among",
        f"# computers. Written by `python -m games pace {game.name} --save`; see docs/pacing.md.",
    ]
    for name, minutes in measured.items():
        lines += ["", f"[{name}]"]
        lines += [f"{seats} = [{every:.1f}, {one:.1f}]" for seats, (every, one) in minutes.items()]
    path = Path(str(files(type(game).__module__).joinpath(presets.MINUTES)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _sets(parser: _Parser, game: Game[Any], paths: Sequence[Path]) -> int:
    """Check card sets together, as the bot does when it starts."""
    files: dict[str, str] = {}
    for path in paths:
        try:
            files[str(path)] = path.read_text(encoding="utf-8")
        except OSError as error:
            parser.error(str(error))
        except UnicodeDecodeError:
            parser.error(f"{path}: is not UTF-8 text")
    try:
        game.add_sets(files)
    except BadData as error:
        print(error)
        return 1
    print(f"{len(paths)} card sets are sound" if len(paths) > 1 else "the card set is sound")
    return 0


def _files(parser: _Parser, paths: Sequence[Path]) -> list[Path]:
    """Files of rule cases, those in folders, too."""
    files: list[Path] = []
    for path in paths:
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found:
            parser.error(f"no cases in {path}")
        files += found
    return files


def _cases(parser: _Parser, paths: Sequence[Path]) -> int:
    files = _files(parser, paths)
    played = failed = 0
    for file in files:
        try:
            cases = read_cases(file.read_text(encoding="utf-8"))
        except OSError as error:
            parser.error(str(error))
        except (CaseError, UnicodeDecodeError) as error:
            print(f"{file}: {error}")
            failed += 1
            continue
        for case in cases.case:
            played += 1
            try:
                wrong = run(cases, case)
            except CaseError as error:
                wrong = [f"the case makes no sense: {error}"]
            if wrong:
                failed += 1
                print(f"{file}: {case.name} [{case.rule}]")
                for line in wrong:
                    print(f"    {line}")
    print(f"{played} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
