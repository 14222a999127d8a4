"""Other people's programs as players at our boards: engines that speak UCI, USI, UCCI, XBoard's protocol or GTP.

A program is started only if it was named by whoever runs this process; `admit` is how they say so (docs/engines.md).
"""

from interpreter.bridges.programs.admitting import admit
from interpreter.bridges.programs.process import end_all

__all__ = ["admit", "end_all"]
