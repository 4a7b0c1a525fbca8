"""Shows one match of an environment: as pixels, as text, or on a page in the browser."""

from __future__ import annotations

import sys
import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._client import Client
from ._given import wrong

__all__ = ["MODES", "page", "pixels", "render", "text"]

#: The modes of ``render``, as Gymnasium and PettingZoo name them.
MODES = ("rgb_array", "ansi", "human")

# The environments whose pages were announced.
_announced: weakref.WeakSet[Client] = weakref.WeakSet()


def render(client: Client, match: int, mode: str | None) -> NDArray[np.uint8] | str | None:
    """Show the current state of a match.

    Args:
        client: The environment's client.
        match: The number of the match in the environment.
        mode: One of MODES, or None, which shows nothing.

    Returns:
        For "rgb_array" the pixels, see ``pixels``; for "ansi" the text, see
        ``text``; for "human" None: a page shows the match from now on.
    """
    if mode is None:
        return None
    if mode == "rgb_array":
        return pixels(client, match)
    if mode == "ansi":
        return text(client, match)
    if mode == "human":
        page(client, match)
        return None
    raise wrong("mode", mode, f"one of {', '.join(map(repr, MODES))}, or None")


def pixels(client: Client, match: int, width: int = 0) -> NDArray[np.uint8]:
    """Return a picture of a match.

    Args:
        width: Width of the picture in pixels, 64 to 4000; 0: 640. The height
            follows from the board. From 360 pixels on, the standings are
            beside the board.

    Returns:
        uint8 of shape (height, width, 3): red, green, blue. It may be written to.
    """
    answer = client.ask({"do": "render", "matches": [match], "mode": "rgb_array", "width": width})
    image = np.frombuffer(bytearray(answer["data"]), dtype=np.uint8)
    return image.reshape(answer["height"], answer["width"], 3)


def text(client: Client, match: int, colour: bool = False) -> str:
    """Return a match in characters: lines of at most 80 columns, with the standings.

    Args:
        colour: Whether the text has the escape sequences of a terminal with
            256 colours.
    """
    answer = client.ask({"do": "render", "matches": [match], "mode": "ansi", "colour": colour})
    data: bytes = answer["data"]
    return data.decode()


def page(client: Client, match: int) -> str:
    """Show a match on a page in the browser, from now on at each step.

    The program serves the page at a free port of this machine until the
    environment is closed. The first page of an environment prints its
    address on standard error. If that is a terminal, the page opens in the
    browser, if there is one.

    Returns:
        The address of the page.
    """
    first = client not in _announced
    answer: dict[str, Any] = client.ask(
        {"do": "page", "matches": [match], "browser": first and sys.stderr is not None and sys.stderr.isatty()}
    )
    address: str = answer["url"]
    if first:
        _announced.add(client)
        print(f"blastyard: the match is at {address}", file=sys.stderr, flush=True)
    return address
