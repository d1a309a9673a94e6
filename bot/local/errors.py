"""Refusals in Discord's own words: HTTP status, JSON code, message and the form's faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

UNREADABLE: Final = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
"""What reading a body or a path of a wrong form raises, where no check has named the fault."""

CODES: Final[dict[int, tuple[int, str]]] = {
    0: (404, "404: Not Found"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20028: (
        429,
        "The write action you are performing on the channel has hit the write rate limit.",
    ),
    30033: (400, "Maximum number of thread participants has been reached (1000)"),
    30034: (
        400,
        "Maximum number of daily application command creates has been reached (200)",
    ),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (400, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}

Where = tuple[str | int, ...]


class Problem(NamedTuple):
    """One fault of a request body: where it is, Discord's code word, and a sentence."""

    where: Where
    code: str
    message: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where)) or 'body'}: {self.message} [{self.code}]"


class Refused(Exception):
    """An answer that is no success. `str` of it is what a log should say.

    `code` is Discord's JSON error code; status and message follow from it unless given. One that
    is `ordered` is trouble that a test asked for, and no fault of the bot.
    """

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        problems: Sequence[Problem] = (),
        retry_after: float = 0.0,
        ordered: bool = False,
    ) -> None:
        usual_status, usual_message = CODES.get(code, (400, "Bad Request"))
        self.code = code
        self.status = usual_status if status is None else status
        self.message = usual_message if message is None else message
        self.problems = tuple(problems)
        self.retry_after = retry_after
        self.ordered = ordered
        super().__init__(f"{self.status} {self.code}: {self.message}")

    def body(self) -> dict[str, Any]:
        """The JSON body Discord sends with such a refusal."""
        out: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.status == 429:
            out |= {"retry_after": round(self.retry_after, 3), "global": False}
        if self.problems:
            out["errors"] = nested(self.problems)
        return out


class NotShown(Exception):
    """A person cannot do this: the client shows no such thing to press, or not to them."""


def unauthorized() -> Refused:
    """No bot token, or a wrong one."""
    return Refused(0, status=401, message="401: Unauthorized")


def nested(problems: Sequence[Problem]) -> dict[str, Any]:
    """Problems as Discord's tree of `_errors`.

    >>> nested([Problem(("embeds", 0, "title"), "TOO_LONG", "Too long.")])
    {'embeds': {'0': {'title': {'_errors': [{'code': 'TOO_LONG', 'message': 'Too long.'}]}}}}
    """
    tree: dict[str, Any] = {}
    for problem in problems:
        node = tree
        for step in problem.where:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree


def refuse_if(problems: Sequence[Problem]) -> None:
    """Raise the refusal of a form when it has problems."""
    if problems:
        raise Refused(50035, problems=problems)
