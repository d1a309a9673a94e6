"""Discord's own OpenAPI document as a judge of requests and answers.

Needs jsonschema-rs, which only tests have. The document lies beside the checkout or where
DISCORD_OPENAPI says; where it is absent, `find` gives None and nothing is checked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

_URN: Final = "urn:discord"
_PLACES: Final = (Path(__file__).parents[2] / ".." / "shared" / "discord" / "openapi.json",)
_MOST: Final = 12
"""Most faults told of one body."""


def document_path() -> Path | None:
    """Where the document is, None when it is not there."""
    named = os.environ.get("DISCORD_OPENAPI")
    places = (Path(named),) if named else _PLACES
    return next((place for place in places if place.is_file()), None)


def find() -> OpenApi | None:
    """The checker, or None when document or jsonschema-rs is absent."""
    place = document_path()
    if place is None:
        return None
    try:
        import jsonschema_rs  # noqa: F401, PLC0415  # a tool of the tests
    except ImportError:
        return None
    return OpenApi(json.loads(place.read_text("utf-8")))


class OpenApi:
    """Checks bodies against the document; validators are made when first needed."""

    def __init__(self, document: dict[str, Any]) -> None:
        import jsonschema_rs  # noqa: PLC0415  # a tool of the tests

        self._make = jsonschema_rs.validator_for
        self._paths: dict[str, Any] = document["paths"]
        schemas = document["components"]["schemas"]
        # discord.py sends ids as integers in places, and Discord takes them
        schemas["SnowflakeType"] = {
            "anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]
        }
        self._registry = jsonschema_rs.Registry([(_URN, {"components": document["components"]})])
        self._validators: dict[tuple[str, ...], Any] = {}

    def _schema(self, method: str, template: str, status: int | None) -> Any:
        operation = self._paths.get(template, {}).get(method.lower())
        if operation is None:
            return None
        if status is None:
            holder = operation.get("requestBody")
        else:
            holder = operation["responses"].get(str(status))
        return (holder or {}).get("content", {}).get("application/json", {}).get("schema")

    def _validator(self, method: str, template: str, status: int | None) -> Any:
        key = (method, template, str(status))
        if key not in self._validators:
            schema = self._schema(method, template, status)
            made = None
            if schema is not None:
                schema = _absolute(schema)
                made = self._make(schema, registry=self._registry, validate_formats=False)
            self._validators[key] = made
        return self._validators[key]

    def _errors(self, key: tuple[str, str, int | None], body: Any) -> list[str]:
        validator = self._validator(*key)
        if validator is None or validator.is_valid(body):
            return []
        return list(_readable(validator.iter_errors(body)))[:_MOST]

    def request(self, method: str, template: str, body: Any) -> list[str]:
        """Faults of a request's JSON body."""
        return self._errors((method, template, None), body)

    def answer(self, method: str, template: str, status: int, body: Any) -> list[str]:
        """Faults of an answer's status and body; only successes have a schema of their own."""
        operation = self._paths.get(template, {}).get(method.lower())
        if operation is None:
            return []
        if str(status) not in operation["responses"]:
            return [f"status {status} is not in the document"]
        if body is None:
            return []
        return self._errors((method, template, status), body)


def _absolute(schema: Any) -> Any:
    """The schema with its references made absolute, braces in them percent-encoded."""
    if isinstance(schema, dict):
        return {
            key: _URN + value.replace("{", "%7B").replace("}", "%7D")
            if key == "$ref" and isinstance(value, str) and value.startswith("#")
            else _absolute(value)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [_absolute(item) for item in schema]
    return schema


def _readable(errors: Iterable[Any]) -> Iterator[str]:
    """Each fault with its place; of alternatives only the one whose `type` was meant."""
    for error in errors:
        branches = getattr(error.kind, "context", None)
        meant = None if not branches else _meant(branches, len(error.instance_path))
        if meant is None:
            place = ".".join(map(str, error.instance_path)) or "body"
            yield f"{place}: {error.message[:300]}"
        else:
            yield from _readable(meant)


def _meant(branches: list[list[Any]], depth: int) -> list[Any] | None:
    """The branch that does not complain about `type` right here, nor of the wrong kind of value."""
    for branch in branches:
        here = [e for e in branch if len(e.instance_path) - depth <= 1]
        kinds = {e.kind.name for e in here if len(e.instance_path) == depth}
        if "type" in kinds:
            continue
        if not any(list(map(str, e.instance_path))[depth:] == ["type"] for e in here):
            return branch
    return None
