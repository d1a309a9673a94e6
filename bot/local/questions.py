"""Questions that come by an edit of a direct message, counted until somebody looks."""

from __future__ import annotations

from bot.local.world import Channel, Json, walk


class Questions:
    """Which direct messages were changed into another question that nobody has looked at.

    Later questions only edit the message of the hand, so the newest message alone cannot tell.
    """

    def __init__(self) -> None:
        self._offers: dict[str, tuple[str, ...]] = {}
        self._fresh: dict[int, set[str]] = {}

    def hear(self, kind: str, d: Json, channel: Channel) -> None:
        """Take the news of a direct message."""
        fresh = self._fresh.setdefault(channel.id, set())
        if kind == "message_delete":
            self._offers.pop(d["id"], None)
            fresh.discard(d["id"])
            return
        offer = tuple(
            part["custom_id"]
            for part in walk(d["components"])
            if part.get("custom_id") and not part.get("disabled")
        )
        known = self._offers.get(d["id"])
        self._offers[d["id"]] = offer
        if kind == "message_update" and offer and offer != known:
            fresh.add(d["id"])
        elif not offer:
            fresh.discard(d["id"])

    def count(self, channel: Channel, read: int) -> int:
        """Questions that came by an edit, on messages that are themselves read up to `read`."""
        return sum(int(number) <= read for number in self._fresh.get(channel.id, ()))

    def read(self, channel: Channel) -> bool:
        """Forget them: the channel was looked at. Whether there were any."""
        return bool(self._fresh.pop(channel.id, None))
