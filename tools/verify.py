"""Check every draw of a finished Motordrome match from its exported log.

    python verify.py LOG.json

Shares no code with the bot; docs/fair-play.md tells what it proves. The log is JSON: {"match",
"commitment", "seed" (hexadecimal), "words", "draws": [{"n", "name", "kind": "below" with "limit"
or "shuffle" with "cards", "result"}]}, draws in order from n = 0.
"""

import hashlib
import hmac
import json
import sys

VECTOR = json.loads("""{"match": "example", "words": "lucky",
"seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
"commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd", "draws": [
{"n": 0, "name": "mishap of seat 3", "kind": "below", "limit": 6, "result": 5},
{"n": 1, "name": "deck", "kind": "shuffle",
 "cards": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "result": [8, 6, 1, 0, 2, 3, 4, 5, 7, 9]},
{"n": 2, "name": "wide", "kind": "below", "limit": 9000000000000000000,
 "result": 3389708582342892895}]}""")
"""Known results: this script and the bot must both come to them."""


def numbers(log, draw):
    """The stream of one draw: SHAKE-256 read as unsigned 64-bit numbers, without end."""
    message = f"{log['match']}\n{draw['n']}\n{draw['name']}\n{log['words']}"
    key = hmac.digest(bytes.fromhex(log["seed"]), message.encode(), "sha256")
    start, end = 0, 4096
    while True:
        stream = hashlib.shake_256(key).digest(end)
        for at in range(start, end, 8):
            yield int.from_bytes(stream[at : at + 8], "big")
        start, end = end, 2 * end


def below(limit, stream):
    """A number under `limit`: what would favour small ones is thrown away."""
    fair = 2**64 - 2**64 % limit
    return next(number for number in stream if number < fair) % limit


def redraw(log, draw):
    """What the draw must have come to."""
    stream = numbers(log, draw)
    if draw["kind"] == "below":
        return below(draw["limit"], stream)
    cards = list(draw["cards"])
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check(log):
    """Everything wrong with a log, a line each."""
    wrong = []
    if hashlib.sha256(bytes.fromhex(log["seed"])).hexdigest() != log["commitment"]:
        wrong.append("the seed is not the one that was promised")
    for n, draw in enumerate(log["draws"]):
        if draw["n"] != n:
            wrong.append(f"draw {n} is missing")
            break
        if redraw(log, draw) != draw["result"]:
            wrong.append(f"draw {n} ({draw['name']}) came to {draw['result']} in the log")
    return wrong


if __name__ == "__main__":
    if check(VECTOR):
        sys.exit("this script is damaged: it does not come to its own known results")
    if len(sys.argv) != 2:
        sys.exit("usage: verify.py LOG.json")
    with open(sys.argv[1], encoding="utf-8") as file:
        match = json.load(file)
    faults = check(match)
    print("\n".join(faults) or f"{len(match['draws'])} draws, each as the sealed seed gives it")
    sys.exit(1 if faults else 0)
