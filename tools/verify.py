"""Check every draw of a finished Motordrome match from its exported log.

    python verify.py LOG.json [--digest DIGEST]

Shares no code with the bot; docs/fair-play.md tells what it proves and how the log is written.
DIGEST is what the match's last board shows after "digest": with it the script also refuses a log
that was cut off or changed as a whole. The exit code is 0 when all is well, 1 when something is
wrong, 2 when the log cannot be read.
"""

import argparse
import datetime
import hashlib
import hmac
import io
import json
import sys
from collections.abc import Iterator
from typing import Any

VECTOR: dict[str, Any] = json.loads("""{"match": "example", "words": "lucky",
"message": "1442531289751552000",
"seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
"commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
"digest":
"a92e66e660b08cd405f426a319808610619cbeb0639b4b8b50e0fe44645115ce", "draws": [
{"n": 0, "name": "mishap of seat 3", "kind": "below", "limit": 6, "result": 1},
{"n": 1, "name": "deck", "kind": "shuffle",
 "cards": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "result": [8, 4, 9, 0, 6, 1, 7, 3, 2, 5]},
{"n": 2, "name": "wide", "kind": "below", "limit": 9000000000000000000,
 "result": 8393793532160764850}]}""")
"""Known results: this script and the bot must both come to them."""
EPOCH = 1420070400.0
"""Second from which ids of Discord count: 2015-01-01 UTC."""
HASH = 64
"""Digits of a SHA-256."""
SHOWN = 16
"""Digits of the digest that a board shows."""


class Unreadable(Exception):
    """The log is not one. `str()` says why."""


def key(log: dict[str, Any], draw: dict[str, Any]) -> bytes:
    """The key of one draw. A log without a message is of a match from before there was one."""
    if "message" in log:
        text = f"{log['match']}\n{log['message']}\n{draw['n']}\n{log['words']}"
    else:
        text = f"{log['match']}\n{draw['n']}\n{draw['name']}\n{log['words']}"
    return hmac.digest(bytes.fromhex(log["seed"]), text.encode(), "sha256")


def numbers(log: dict[str, Any], draw: dict[str, Any]) -> Iterator[int]:
    """The stream of one draw: SHAKE-256 read as unsigned 64-bit numbers, without end."""
    secret = key(log, draw)
    start, end = 0, 4096
    while True:
        stream = hashlib.shake_256(secret).digest(end)
        for at in range(start, end, 8):
            yield int.from_bytes(stream[at : at + 8], "big")
        start, end = end, 2 * end


def below(limit: int, stream: Iterator[int]) -> int:
    """A number under `limit`: what would favour small ones is thrown away."""
    fair = 2**64 - 2**64 % limit
    return next(number for number in stream if number < fair) % limit


def redraw(log: dict[str, Any], draw: dict[str, Any]) -> int | list[int]:
    """What the draw must have come to."""
    stream = numbers(log, draw)
    if draw["kind"] == "below":
        return below(draw["limit"], stream)
    cards: list[int] = list(draw["cards"])
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def digest(draws: list[dict[str, Any]]) -> str:
    """SHA-256 of the draws: each as a JSON list, a line each."""
    lines = [
        json.dumps(
            [d["n"], d["name"], d["kind"], d["limit"] if "limit" in d else d["cards"], d["result"]],
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for d in draws
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def is_number(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number of that range, and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_hex(value: object, digits: int) -> bool:
    """Whether this is so many small hexadecimal digits."""
    return (
        isinstance(value, str) and len(value) == digits and not set(value) - {*"0123456789abcdef"}
    )


def is_text(value: object) -> bool:
    """Whether this is text that can be shown on one line."""
    return isinstance(value, str) and (not value or value.isprintable())


def is_id(value: object) -> bool:
    """Whether this is an id of Discord: a number below 2^63, as text."""
    return isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20


def is_pile(value: object) -> bool:
    """Whether this is a list of cards' numbers."""
    return isinstance(value, list) and all(is_number(card, 0, 2**31) for card in value)


def draw_fault(draw: object) -> str:
    """What is wrong with the form of a draw; empty when nothing is."""
    if not isinstance(draw, dict) or not is_text(draw.get("name")):
        return "it is not a draw"
    kind: Any = draw.get("kind")
    result: Any = draw.get("result")
    if kind == "below":
        if set(draw) != {"n", "name", "kind", "limit", "result"}:
            return "it has other fields than a number drawn below a limit"
        if not is_number(draw["limit"], 1, 2**64):
            return "its limit is no number from 1 to 2^64"
        if not is_number(result, 0, draw["limit"] - 1):
            return "its result is not below its limit"
        return ""
    if kind != "shuffle" or set(draw) - {"cards"} != {"n", "name", "kind", "result"}:
        return "it is neither a number below a limit nor a shuffle"
    cards = draw.setdefault("cards", [])
    if not (is_pile(cards) and is_pile(result)):
        return "its cards are not a list of numbers"
    if sorted(cards) != sorted(result):
        return "its result does not hold the cards that were shuffled"
    return ""


def read(text: str) -> dict[str, Any]:
    """A log from its JSON. Raises `Unreadable` with what is wrong with its form."""
    try:
        log = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable("this is not JSON, or it was cut off") from None
    if not isinstance(log, dict):
        raise Unreadable("this is not the log of a match")
    wanted = {"match", "commitment", "seed", "words", "digest", "draws"}
    if set(log) - {"message"} != wanted:
        odd = ", ".join(sorted((set(log) - {"message"}) ^ wanted))
        raise Unreadable(f"these fields are missing, or are none of a log: {odd}")
    for name in ("match", "words"):
        if not is_text(log[name]):
            raise Unreadable(f"{name} is not text")
    if not (is_hex(log["seed"], HASH) and is_hex(log["commitment"], HASH)):
        raise Unreadable("the seed or its commitment is not 64 hexadecimal digits")
    if "message" in log and not is_id(log["message"]):
        raise Unreadable("the message is not the id of one")
    if not isinstance(log["draws"], list) or not log["draws"]:
        raise Unreadable("the log is empty: it holds no draw")
    for n, draw in enumerate(log["draws"]):
        if fault := draw_fault(draw):
            raise Unreadable(f"draw {n}: {fault}")
    return log


def check(log: dict[str, Any], public_digest: str = "") -> list[str]:
    """Everything wrong with a log that `read` gave, a line each.

    `public_digest` is the digest that the channel shows, or its first digits.
    """
    wrong = []
    if hashlib.sha256(bytes.fromhex(log["seed"])).hexdigest() != log["commitment"]:
        wrong.append("the seed is not the one that was sealed")
    for n, draw in enumerate(log["draws"]):
        if draw["n"] != n:
            wrong.append(f"draw {n} is missing")
            break
        if redraw(log, draw) != draw["result"]:
            wrong.append(f"draw {n} ({draw['name']}) came to {draw['result']} in the log")
    whole = digest(log["draws"])
    if log["digest"] != whole:
        wrong.append("the draws do not give the log's own digest: it was cut off or changed")
    if public_digest and not whole.startswith(public_digest):
        wrong.append(
            f"the draws give the digest {whole[:SHOWN]}, the channel shows {public_digest}"
        )
    return wrong


def what_to_compare(log: dict[str, Any]) -> Iterator[str]:
    """What the script cannot see, and its user can: a line each."""
    if "message" in log:
        at = EPOCH + (int(log["message"]) >> 22) / 1000
        when = datetime.datetime.fromtimestamp(at, datetime.UTC)
        yield f"compare with the message {log['message']} of {when:%Y-%m-%d %H:%M:%S} UTC:"
        yield f"  table {log['match']}, SHA-256 {log['commitment']}, words {log['words']!r}"
    else:
        yield f"compare with what the lobby showed: SHA-256 {log['commitment']}"
    yield f"compare with the match's last board: digest {digest(log['draws'])[:SHOWN]}"


def main() -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(description="Check the draws of a finished Motordrome match.")
    parser.add_argument("log", metavar="LOG.json")
    parser.add_argument("--digest", help="the digest on the match's last board")
    args = parser.parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A log holds what people typed, and not every terminal or file can write it.
        sys.stdout.reconfigure(errors="backslashreplace")
    if check(VECTOR):
        print("this script is damaged: it does not come to its own known results")
        return 2
    digits = args.digest
    if digits is not None and not (SHOWN <= len(digits) <= HASH and is_hex(digits, len(digits))):
        print("--digest: 16 to 64 small hexadecimal digits, as the board shows them")
        return 2
    try:
        with open(args.log, encoding="utf-8") as file:
            match = read(file.read())
    except (OSError, UnicodeDecodeError) as error:
        print(f"{args.log} cannot be read: {error}")
        return 2
    except Unreadable as error:
        print(f"{args.log} is no log that can be checked: {error}")
        return 2
    faults = check(match, digits or "")
    print("\n".join(faults) or f"{len(match['draws'])} draws, each as the sealed seed gives it")
    print("\n".join(what_to_compare(match)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
