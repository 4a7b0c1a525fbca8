"""How copies and pickles of an environment begin: it is made again from its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["remake"]


def remake(kind: Any, arguments: Mapping[str, Any]) -> Any:
    """Make an environment again from its arguments."""
    return kind(**arguments)
