"""One press of a button, select or form, and which message its answer may change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

import discord

from bot.delivery.answering import Answering
from bot.match.match import Match
from bot.posts import custom_ids, forms
from bot.posts.custom_ids import Pressed
from bot.posts.pictures import HAND
from bot.posts.posts import Post
from bot.tables.actor import Actor
from bot.tables.matches import Matches
from bot.tables.sight import IN_SECRET
from bot.words import say
from games.engine.errors import Refusal

T = TypeVar("T")

ON_PANEL: Final = frozenset(
    {
        *("pick", "choose", "some", "back", "why", "passes", "wish", "order", "bring", "brought"),
        *("type", "plan", "offer", "wake", "rest", "fewer", "unwish", "unorder"),
        "retake",
    }
)
"""Verbs of the hand's own post: answered by changing that post."""
PICTURE: Final = frozenset({"picture"})
"""Stands there where the picture was refused, and is answered with it."""
ON_BOARD: Final = frozenset(
    {
        *("join", "unjoin", "computer", "drop", "start", "solo", "preset", "options", "pass"),
        *("agree", "refuse", "admit", "turnaway"),
    }
)
"""Verbs answered by changing the board or lobby message they are on."""

ON_SEATS: Final = frozenset({"eject", "freeseat", "letin", "taking", "sit", "withdraw", "story"})
"""Verbs of the private posts about seats: answered by changing that post."""
ONE_LINE: Final = say("click.choose_one_line")
OPENS_HAND: Final = frozenset({"hand", "respond"})
"""Verbs of the board answered with a private hand."""


def handlers_of(clicks: object, start: str = "on_") -> dict[str, Any]:
    """What answers presses, by verb: the methods of that name behind `start`, such as `on_pick`; of
    forms that are sent, behind `sent_`."""
    names = [name for name in dir(clicks) if name.startswith(start)]
    return {name.removeprefix(start): getattr(clicks, name) for name in names}


class Used:
    """A button or select that was used, or a form that was sent, and the interaction to answer."""

    def __init__(self, interaction: discord.Interaction, answering: Answering) -> None:
        self.interaction = interaction
        self.answering = answering
        self.changes = answering.kind == "change"
        """The answer may change the message that was clicked."""
        self.user = answering.user
        data: Any = interaction.data or {}
        self.values: list[str] = [str(value) for value in data.get("values", [])]

    @property
    def value(self) -> str:
        """The one line of a list that was chosen. Raises a `Refusal` for none, or several."""
        if len(self.values) != 1:
            raise Refusal(ONE_LINE)
        return self.values[0]

    @property
    def typed(self) -> dict[str, str]:
        """What the fields of the form hold that was sent."""
        return forms.typed(self.interaction.data)


class Click(Used, Actor):
    """One press at a match: who, on what, and the interaction to answer."""

    def __init__(
        self,
        interaction: discord.Interaction,
        pressed: Pressed,
        answering: Answering,
        matches: Matches,
    ) -> None:
        Used.__init__(self, interaction, answering)
        Actor.__init__(self, matches, pressed.match_id, self.user, interaction.id)
        self.pressed = pressed
        self.shows = ""
        """Key of the hand (`hands.hand_key`) that the answer shows, or a question beside it; empty
        while it shows none."""
        self.settles = ""
        """The message that the answer changes by itself (`hand:` and the seat): the outbox need
        not."""
        self.unheard = False
        """The answer was to change the message that was clicked: nobody knows whether it has."""

    async def change(self, action: Callable[[Match], T]) -> T:
        """See `Actor`."""
        return await self.matches.change(
            self.match_id, action, interaction=self.id, shows=self.settles
        )


Handler = Callable[[Click], Awaitable[Post | str | None]]
"""Does what a press asks for. What it returns is answered to its person alone, as a new message:
a post, or one sentence; None where it has answered by itself."""


def shows_hand(click: Click) -> int:
    """Id of the hand's picture on the message that was clicked, which an edit can keep; 0 without.

    It stands in the gallery: what components use is not in `message.attachments`.
    """
    message = click.interaction.message
    if message is None or not click.changes:
        return 0
    for part in parts(message.components):
        for item in part.items if isinstance(part, discord.MediaGalleryComponent) else ():
            if item.media.url.partition("?")[0].endswith(f"/{HAND}"):
                return item.media.attachment_id or 0
    return 0


def is_private(interaction: discord.Interaction) -> bool:
    """Whether something was pressed on a message that its person alone sees."""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def stands_among(interaction: discord.Interaction, ours: Callable[[str], bool]) -> bool:
    """Whether something was pressed on a message that its person alone sees, and where something
    that is `ours` by its custom id stands. A press of what stands elsewhere changes no message."""
    return is_private(interaction) and any(ours(each) for each in shown_ids(interaction))


def is_of(interaction: discord.Interaction, match_id: str) -> bool:
    """Whether what there is to press on the message that was clicked is that table's."""
    others = [custom_ids.read(each) for each in shown_ids(interaction)]
    return bool(others) and all(
        other is not None and other.match_id == match_id for other in others
    )


def shown_ids(interaction: discord.Interaction) -> list[str]:
    """Custom ids of what there is to press on the message that was clicked."""
    message = interaction.message
    found = parts(message.components) if message is not None else ()
    return [part.custom_id for part in found if getattr(part, "custom_id", None)]


def on_notice(interaction: discord.Interaction) -> bool:
    """Whether what was clicked stands under a plain message, which no post takes the place of."""
    message = interaction.message
    return message is not None and not message.flags.components_v2


def parts(components: Sequence[Any]) -> Iterator[Any]:
    """Every component, those inside others too."""
    for component in components:
        yield component
        yield from parts(getattr(component, "children", ()))


def may_change(interaction: discord.Interaction, pressed: Pressed) -> bool:
    """Whether the answer changes the message: one of that table's where such things stand; a panel
    only where its player alone sees it."""
    if not is_of(interaction, pressed.match_id):
        return False
    if on_notice(interaction):
        # The answer shows nothing: the notice goes by itself.
        return pressed.verb in IN_SECRET
    found = [custom_ids.read(each) for each in shown_ids(interaction)]
    verbs = {each.verb for each in found if each is not None}
    if not is_private(interaction):
        return pressed.verb in ON_BOARD
    if pressed.verb in ON_SEATS:
        return not verbs.isdisjoint(ON_SEATS)
    return pressed.verb in ON_PANEL and verbs <= ON_PANEL | PICTURE
