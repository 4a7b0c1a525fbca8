"""What a caller gives, checked in one place: an error names the argument, its value and what was expected."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .errors import Error

__all__ = [
    "encoded", "flag", "function", "listed", "mapping", "one_of", "optional", "path", "refusal", "stranger", "text", "wrong",
]

# What the program says before the part that a caller needs: the kind of a line, and its beginning.
_BEFORE = re.compile(r'^(config|request): ("(?:[^"\\]|\\.)*"(\.\.\.)?: )?')


def wrong(name: str, value: Any, expected: str) -> Error:
    """Return the error about a value that a caller gave."""
    return Error(f"blastyard: {name} is {value!r:.60}, expected {expected}")


def text(name: str, value: Any, expected: str = "a text") -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise wrong(name, value, expected)
    return value


def optional(name: str, value: Any, expected: str = "a text") -> str:
    """Return a text; None is the empty one."""
    return "" if value is None else text(name, value, expected)


def path(name: str, value: Any, expected: str = "a path") -> str:
    """Return a path as a text."""
    try:
        found = os.fspath(value)
    except TypeError:
        found = None
    if not isinstance(found, str) or "\0" in found:
        raise wrong(name, value, expected)
    return found


def flag(name: str, value: Any) -> bool:
    """Return a truth value, of Python or NumPy."""
    if value is None:
        return False
    if isinstance(value, (str, bytes)) or getattr(value, "ndim", 0) != 0 or value not in (False, True):
        raise wrong(name, value, "True or False")
    return bool(value)


def function(name: str, value: Any, expected: str = "a function") -> Callable[..., Any]:
    """Return what can be called."""
    if not callable(value):
        raise wrong(name, value, expected)
    return value  # type: ignore[no-any-return]


def listed(name: str, value: Any, expected: str = "a list") -> list[Any]:
    """Return the values of a list. A text is none."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable) or getattr(value, "ndim", 1) == 0:
        raise wrong(name, value, expected)
    return list(value)


def mapping(name: str, value: Any, expected: str = "a dict") -> Mapping[Any, Any]:
    """Return a dict, or what is like one."""
    if not isinstance(value, Mapping):
        raise wrong(name, value, expected)
    return value


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    """Return one of some texts."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        raise wrong(name, value, f"one of {', '.join(map(repr, names))}")
    return value


def encoded(request: Mapping[str, Any]) -> bytes:
    """Return a request as JSON."""
    try:
        return json.dumps(request, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError):
        for name, value in request.items():
            try:
                json.dumps(value)
            except (TypeError, ValueError, RecursionError):
                raise wrong(name, value, "only numbers, texts, lists and dicts with texts as keys in it") from None
        raise


def refusal(said: str) -> Error:
    """Return what the program said against a request, as an error of the caller's."""
    return Error(f"blastyard: {_BEFORE.sub('', said)}")


def stranger(program: str, command: str, how: str) -> Error:
    """Return the error about a program that does not answer as this package expects."""
    return Error(
        f"blastyard: {program} {command}: {how}: expected the program of this package's version; "
        "is the program older than this package? It may have said more on standard error"
    )
