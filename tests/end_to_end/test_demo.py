"""Short matches of every game through the real client, while the bot is killed again and again."""

from __future__ import annotations

import pytest

from bot import demo

SHORT = {
    "carwars-cards": {"single_duel": "true"},
    "mini-carwars": {"scenario": "pack-attack"},
    "nascards": {"goal": "100"},
    "world-auto-racing": {"length": "60"},
}


@pytest.mark.parametrize("game", SHORT)
async def test_a_match_outlives_its_process(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is lost, doubled, refused or shown to the wrong person, and /verify agrees."""
    plan = demo.Plan(game=game, seats=3, computers=0, seed=5, options=SHORT[game], kill_every=20)
    code = await demo.run(plan)
    said = capsys.readouterr().out
    assert "problems: none" in said
    assert "kills: 0" not in said
    assert code == 0
