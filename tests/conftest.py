"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes depends on what else the machine does: that is no property of ours.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
