"""What every test keeps to."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine may stop a test for a while: how long an example takes says nothing about it.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")
