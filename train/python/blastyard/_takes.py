"""Functions with the arguments of a class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

__all__ = ["takes"]

P = ParamSpec("P")
R = TypeVar("R")


def takes(kind: Callable[P, Any]) -> Callable[[Callable[..., R]], Callable[P, R]]:
    """Let a function that hands on its arguments have those of another callable, for type checkers, editors and help()."""

    def change(function: Callable[..., R]) -> Callable[P, R]:
        returned = inspect.signature(function).return_annotation
        signature = inspect.signature(kind).replace(return_annotation=returned)
        setattr(function, "__signature__", signature)  # noqa: B010 (checkers know no such attribute)
        return function

    return change
