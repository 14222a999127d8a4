"""A tuning isn't kept in a device, which would be read without end."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.lab.tuning.storage import StudyFileError, opened


@pytest.mark.parametrize("path", ["/dev/zero", "/dev", "/dev/null"])
def test_only_files_keep_a_study(path: str) -> None:
    pytest.importorskip("optuna")
    with pytest.raises(StudyFileError, match="not a file"):
        opened(Path(path), {})
