"""Where a run begins: nothing is read before somebody listens for Ctrl-C."""

from __future__ import annotations

import gc
import os
import sys

GARBAGE = 50_000
"""Things that are made before Python looks for circles among them: trees and models have none, and are many. Looking as
often as usual takes a fifth of a check."""


def main() -> None:
    """Run the command line."""
    try:  # Ctrl-C while these are read is heard, too
        from cli import interrupts
        from cli.options import exits as ways_out

        interrupts.listen(ways_out.INTERRUPTED)
    except KeyboardInterrupt:
        sys.exit(130)
    gc.set_threshold(GARBAGE, 20, 20)
    status = ways_out.run(_command)
    if status == ways_out.INTERRUPTED:
        interrupts.leave(status)
    sys.exit(status)


def _command() -> object:
    from cli import quick  # not before somebody listens

    status = quick.answered([] if "_GDL_COMPLETE" in os.environ else sys.argv[1:])
    if status is not None:
        return status
    from cli.app import app

    return app(prog_name="gdl", standalone_mode=False)


if __name__ == "__main__":
    main()
