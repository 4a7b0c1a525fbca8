"""A bot that plays over its standard input and output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, cast

from .errors import Error

__all__ = ["StdioTalk"]


class StdioTalk:
    """A match in lines of JSON. The bot's own prints go to standard error, because standard output is for answers."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._out = os.dup(1)
        os.dup2(2, 1)
        reconfigure = getattr(sys.stdout, "reconfigure", None)  # absent if the bot has put something else there
        if reconfigure is not None:
            reconfigure(line_buffering=True)  # prints are shown with their turn
        self.winner = -1

    def start(self) -> dict[str, Any]:
        """Wait for the start of the match."""
        m = self._receive()
        if m is None:
            raise Error(
                "blastyard: standard input ended before a match began: start the bot with "
                'blastyard play --bot "stdio:python3 bot.py", or set NETORCAI_HOST and NETORCAI_PORT'
            )
        if m.get("type") != "start":
            raise Error(f"blastyard: the first line has the type {m.get('type')!r}: \"start\" expected")
        return m

    def turns(self) -> Iterator[tuple[int, Any]]:
        """Yield the number of each turn and its state, until the match ends."""
        while (m := self._receive()) is not None:
            if m.get("type") == "turn":
                yield m["turn"], m["state"]
            elif m.get("type") == "end":
                self.winner = int(m.get("winner", -1))
                return

    def answer(self, actions: Any) -> None:
        """Send the actions of the turn: a list, or a command of Bomberman."""
        if not isinstance(actions, list):
            actions = {"command": actions}
        line = json.dumps(actions, separators=(",", ":")).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._out, line) :]
        except OSError as err:
            raise Error(f"blastyard: the answers on standard output are not read: {err.strerror}") from err

    def close(self) -> None:
        """Leave the match. Standard output stays open: the arena would treat a bot that closes it as gone."""

    def _receive(self) -> dict[str, Any] | None:
        line = sys.stdin.buffer.readline()
        if not line:
            return None
        try:
            message = json.loads(line)
        except ValueError as err:
            raise Error(f"blastyard: standard input has a line that is not JSON: {line[:60]!r}") from err
        if not isinstance(message, dict):
            raise Error(f"blastyard: standard input has a line that is no object of JSON: {line[:60]!r}")
        return cast(dict[str, Any], message)
