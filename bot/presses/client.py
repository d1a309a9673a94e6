"""The bot's client as its commands see it: Discord's, with the parts of the bot on it."""

from __future__ import annotations

import discord

from bot.delivery.delivery import Delivery
from bot.posts.pictures import Pictures
from bot.presses.clicks import Clicks
from bot.presses.replays import Replays
from bot.store import Store
from bot.tables.matches import Matches


class Client(discord.AutoShardedClient):
    """What commands may use of the bot."""

    store: Store
    matches: Matches
    pictures: Pictures
    delivery: Delivery
    replays: Replays
    clicks: Clicks
