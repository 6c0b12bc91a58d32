"""The program: `tilefall`, and `python -m tilefall`."""

from __future__ import annotations

import os
import signal
import sys

from ._tilefall import run_program


def main() -> int:
    """Runs the program with the arguments of this process and returns its exit code."""
    # Python's own handler would raise KeyboardInterrupt after the program, which handles Ctrl-C itself. Where a shell
    # ignores Ctrl-C for the process, the program does, too.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = run_program(["tilefall", *sys.argv[1:]])
    # The program has written its output, and no Python object needs to be finalized.
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
