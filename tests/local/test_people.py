"""What the client lets people fill in and send, and what it keeps them from."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local import HandClock, LocalDiscord, NotShown
from bot.local.forms import filled
from bot.local.options import Typed
from bot.local.places import furnished, point_client_at
from tests.local.fixtures import bare
from tests.local.test_checks import entry, label, old, radio, row


def form(*fields: dict[str, Any]) -> dict[str, Any]:
    return {"custom_id": "m", "title": "M", "components": [label(f) for f in fields]}


def options(*values: str) -> list[dict[str, Any]]:
    return [{"label": v, "value": v} for v in values]


GROUP = {"type": 22, "custom_id": "g", "options": options("a", "b", "c"), "max_values": 2}
BOX = {"type": 23, "custom_id": "b", "default": True}
FILE = {"type": 19, "custom_id": "f", "required": False}
WHO = {"type": 5, "custom_id": "w"}


def sent(local: LocalDiscord, modal: dict[str, Any], **values: Any) -> list[Any]:
    """What the fields of a filled-in form say."""
    typed = Typed(local.hub, local.add_channel("pits"))
    made = [item["component"] for item in filled(typed, modal, values)]
    return [field.get("value", field.get("values")) for field in made]


def test_counted_ids_are_the_same_at_any_time_but_an_interaction_tells_its_own() -> None:
    made = []
    for noon in (1_800_000_000.0, 1_900_000_000.0):
        local = LocalDiscord(clock=HandClock(), wall=lambda noon=noon: noon, count_ids=True)  # type: ignore[misc]
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        dm, said = local.dm(ann), local.write(ann, pits, "hello")
        made.append((local.guild.id, ann.id, pits.id, dm.id, said.id))
        assert (local.world.moment() >> 22) + 1_420_070_400_000 == noon * 1000
    assert made[0] == made[1]
    assert len(set(made[0])) == 5


def test_every_kind_of_field() -> None:
    local = LocalDiscord(clock=HandClock())
    ann = local.add_user("Ann")
    modal = form(entry("t", value="old"), radio("x", "y"), GROUP, BOX, WHO)
    said = sent(local, modal, r="y", g=["a", "c"], w=[ann], b=False)
    assert said == ["old", "y", ["a", "c"], False, [str(ann.id)]]
    (number,) = sent(local, form(FILE), f=[("deck.toml", b"cards")])[0]
    assert local.world.attachments[int(number)].data == b"cards"
    assert sent(local, form(FILE)) == [[]]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        (entry("t"), {}),
        (entry("t", min_length=3), {"t": "ab"}),
        (radio("x", "y"), {}),
        (radio("x", "y"), {"r": "z"}),
        (GROUP, {"g": ["a", "b", "c"]}),
        (GROUP, {"g": []}),
        (GROUP, {"g": ["d"]}),
        (WHO, {"w": ["1"]}),
        (FILE, {"f": ["not a file"]}),
        (BOX, {"other": True}),
    ],
)
def test_a_form_that_the_client_would_not_send(
    field: dict[str, Any], values: dict[str, Any]
) -> None:
    with pytest.raises(NotShown):
        sent(LocalDiscord(clock=HandClock()), form(field), **values)


async def test_options_of_every_kind_are_resolved() -> None:
    async with bare() as call:
        local = call.local
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        kinds = {"who": 6, "where": 7, "role": 8, "any": 9, "deck": 11, "much": 10, "sure": 5}
        given: dict[str, object] = {
            "who": ann, "where": pits, "role": str(local.guild.id), "any": ann,
            "deck": ("deck.toml", b"cards"), "much": 1.5, "sure": True,
        }  # fmt: skip
        command = {
            "name": "go",
            "description": "Go.",
            "options": [{"type": t, "name": n, "description": "O."} for n, t in kinds.items()],
        }
        await call("PUT", f"/applications/{local.world.bot.id}/commands", [command])
        data = local.begin_command(ann, pits, "go", given).payload["data"]
        assert {key: len(found) for key, found in data["resolved"].items()} == {
            "users": 1, "members": 1, "channels": 1, "roles": 1, "attachments": 1,
        }  # fmt: skip
        assert [o["value"] for o in data["options"]][-2:] == [1.5, True]
        for wrong in ({"sure": 1}, {"much": True}, {"who": "1"}, {"where": 1}, {"role": "1"}):
            with pytest.raises(NotShown):
                local.begin_command(ann, pits, "go", wrong)


async def test_people_can_be_chosen_in_a_select() -> None:
    async with bare() as call:
        local = call.local
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        select = {"type": 5, "custom_id": "who", "placeholder": "Rival"}
        await call("POST", f"/channels/{pits.id}/messages", old(row(select)))
        (message,) = local.messages(pits, ann)
        data = local.begin_press(ann, message, message.press("Rival"), [ann]).payload["data"]
        assert data["values"] == [str(ann.id)]
        assert str(ann.id) in data["resolved"]["users"]


def test_a_furnished_place_is_the_same_at_every_start() -> None:
    one, two = furnished(), furnished()
    for first, second in zip((one, two), (two, one), strict=True):
        assert list(first.world.users) == list(second.world.users)
        assert list(first.world.channels) == list(second.world.channels)
    assert one.token != two.token
    assert one.world.new_id() > max(one.world.channels)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1:1", "http://discord.com:80", "http://127.0.0.1", ""]
)
def test_the_client_is_pointed_nowhere_but_here(url: str) -> None:
    with pytest.raises(ValueError, match="is no local Discord"):
        point_client_at(url)


def test_before_the_start_there_is_nothing_to_point_at() -> None:
    with pytest.raises(ValueError, match="is no local Discord"):
        LocalDiscord(clock=HandClock()).point_client_here()
