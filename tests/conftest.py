"""What holds for all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile

if sys.dont_write_bytecode:  # else each program that a test starts, and each worker, compiles all there is anew
    folder = tempfile.mkdtemp(prefix="gdl-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = folder
    sys.dont_write_bytecode = False

import once
from hypothesis import settings

# How long an example takes depends on what else the machine does: that is no property of ours.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
once.install()
