"""The console script: the command line, quick to start and quick to leave.

A short command makes no garbage worth collecting, and an interpreter that leaves walks through
everything it ever loaded; both cost more than most commands do.
"""

import gc


def run() -> None:
    """Run the command line in this process, which ends with it."""
    gc.disable()
    from referee.cli import main

    try:
        main()
    finally:
        gc.freeze()
