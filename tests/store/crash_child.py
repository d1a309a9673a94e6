"""Makes moves at some tables and says so as each is acknowledged, until it is killed."""

import asyncio
import sys

from bot.store import InteractionRow, Outgoing, Store
from tests.store.rows import ANN, SEED, commit, match, move


async def main(url: str) -> None:
    store = await Store.open(url)
    names = [f"7KQ2MX9A{number:02}" for number in range(10)]
    for number, name in enumerate(names):
        await store.new_match(match(name, number), SEED)

    async def play(number: int, name: str) -> None:
        n = 0
        while True:
            n += 1
            made = commit(
                n - 1,
                name,
                at=n,
                save=b"save %d" % n,
                moves=[move(n)],
                outbox=[Outgoing(target="board", payload=b"%d" % n)],
                interaction=InteractionRow(id=n * 100 + number, user_id=ANN, at=n),
            )
            await store.append(made)
            sys.stdout.write(f"{name} {n}\n")
            sys.stdout.flush()

    await asyncio.gather(*(play(number, name) for number, name in enumerate(names)))


asyncio.run(main(sys.argv[1]))
