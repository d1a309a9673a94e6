"""The local Discord: enough of Discord on loopback for the bot to be played and tested.

It is strict: it refuses what Discord refuses, in Discord's words.
"""

from bot.local.clock import Clock, HandClock, LoopClock
from bot.local.errors import NotShown
from bot.local.hub import Call, Checker
from bot.local.limits import DISCORD, OFF, Rate, Rates, hurried
from bot.local.people import Modal, Outcome
from bot.local.server import LocalDiscord, point_client_at
from bot.local.world import Channel, Guild, Interaction, Message, Pressable, Role, User

__all__ = [
    "DISCORD",
    "OFF",
    "Call",
    "Channel",
    "Checker",
    "Clock",
    "Guild",
    "HandClock",
    "Interaction",
    "LocalDiscord",
    "LoopClock",
    "Message",
    "Modal",
    "NotShown",
    "Outcome",
    "Pressable",
    "Rate",
    "Rates",
    "Role",
    "User",
    "hurried",
    "point_client_at",
]
