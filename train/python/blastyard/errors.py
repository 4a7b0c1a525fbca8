"""The exceptions of the package."""

from __future__ import annotations

__all__ = ["EnvironmentClosed", "Error", "ForkError", "ProgramNotFound"]


class Error(Exception):
    """The blastyard program refused a request; the text has the reason.

    The environment can still be used: nothing was played.
    """


class EnvironmentClosed(Error):
    """The environment was closed, or its program has ended.

    The text says how it ended. Create a new environment.
    """


class ForkError(Error):
    """An environment was used in a forked copy of the process that created it.

    ``os.fork`` copies the Python objects but not the program behind them.
    Create an environment in the process that uses it, or start processes
    with the method "spawn".
    """


class ProgramNotFound(Error):
    """The blastyard program is not installed where the package looks."""
