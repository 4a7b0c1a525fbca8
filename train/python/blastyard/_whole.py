"""Whole numbers that a caller gives, in one place: nothing is rounded, and what is wrong is said in the caller's words."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from ._given import listed, wrong

__all__ = ["SEEDS", "whole", "wholes"]

SEEDS = (0, 2**64 - 1)
"""The least and the greatest seed."""


def whole(name: str, value: Any, limits: tuple[int, int] | None = None) -> int:
    """Return a whole number, of Python or NumPy, as int.

    Args:
        name: What the caller calls the value.
        value: What was given.
        limits: The least and the greatest value; None: the program knows them, and they are of 64 bits.

    Raises:
        Error: It is no whole number, or is not within the limits.
    """
    least, most = limits or (-(2**63), 2**63 - 1)
    expected = "a whole number" + (f" from {least} to {most}" if limits else "")
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise wrong(name, value, expected)
    return number


def wholes(name: str, values: Iterable[Any], limits: tuple[int, int] | None = None) -> list[int]:
    """Return whole numbers as a list. The error about one names its place, such as seats[1]."""
    found = values if isinstance(values, str) else listed(name, values, "a list of whole numbers")
    return [whole(f"{name}[{i}]", value, limits) for i, value in enumerate(found)]
