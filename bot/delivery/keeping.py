"""Whether answers keep the picture that a hand's message has, instead of sending it again.

Discord's documentation does not say how a picture that a gallery uses is kept; another project
found that its id and its file name must be listed. Whoever runs the bot tries that and sets
`KEEP_PICTURES`. At the first refusal this turns itself off, and stays off until the setting has
been taken out and put back.
"""

from __future__ import annotations

from typing import Final

import structlog

from bot.delivery.click import Click, shows_hand
from bot.delivery.discord_calls import Kept
from bot.posts.pictures import HAND
from bot.store import Store, StoreError

log = structlog.get_logger(__name__)

NOTE: Final = "keep pictures"
REFUSED: Final = "refused"


class Keeping:
    """Knows whether pictures are kept. Off until `start`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.on = False

    async def start(self, *, wanted: bool) -> None:
        """Take the operator's setting, and what Discord said to it before."""
        before = await self._store.note(NOTE)
        now = (before or "on") if wanted else ""
        if now != (before or ""):
            await self._store.set_note(NOTE, now)
        self.on = now == "on"
        if now == REFUSED:
            log.warning(
                "pictures are sent again and again: Discord refused to keep one. To try anew, "
                "start once without KEEP_PICTURES"
            )

    def picture(self, click: Click) -> Kept | None:
        """The hand's picture on the message that was clicked, if it is to be kept."""
        id = shows_hand(click) if self.on else 0
        return Kept(id, HAND, self._refused) if id else None

    async def _refused(self) -> None:
        self.on = False
        try:
            await self._store.set_note(NOTE, REFUSED)
        except StoreError as error:
            log.warning("the refusal could not be noted", why=str(error))
