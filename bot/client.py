"""The bot's client as its commands see it: Discord's, with the parts of the bot on it."""

from __future__ import annotations

import discord

from bot.clicks import Clicks
from bot.delivery import Delivery
from bot.pictures import Pictures
from bot.replays import Replays
from bot.sessions import Sessions
from bot.store import Store


class Client(discord.AutoShardedClient):
    """What commands may use of the bot."""

    store: Store
    sessions: Sessions
    pictures: Pictures
    delivery: Delivery
    replays: Replays
    clicks: Clicks
