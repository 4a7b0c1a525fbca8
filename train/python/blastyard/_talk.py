"""A bot in any language that plays in a field, over its standard input and output."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
from pathlib import Path
from typing import Any

from ._games import of
from .errors import Error

__all__ = ["Bot", "Talk"]

_COMMAND = re.compile(r"^\s*command\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)')", re.MULTILINE)


class Bot:
    """A bot of a field's matches: a folder with a bot.toml, or a command line, of a program that plays over stdio.

    Each match that it plays in has a process of its own, from the match's
    start to its end. It has all the time that it wants, and Python waits.

    Args:
        folder: The bot's folder, in which its command runs.
        command: Its command line; "" is that of its bot.toml.

    Attributes:
        turns: How many turns all its processes have played.
        seconds: How long Python has waited for them, by the clock.
    """

    def __init__(self, folder: str | Path = ".", command: str = "") -> None:
        self.folder = Path(folder)
        self.command = command or self._command()
        self.turns = 0
        self.seconds = 0.0

    def _command(self) -> str:
        file = self.folder / "bot.toml"
        try:
            found = _COMMAND.search(file.read_text(encoding="utf-8"))
        except OSError as err:
            raise Error(f"blastyard: {file} cannot be read: {err}") from err
        if found is None:
            raise Error(f"blastyard: {file} has no command")
        doubly, singly = found.groups()
        return str(json.loads(f'"{doubly}"')) if singly is None else str(singly)

    def __repr__(self) -> str:
        return f"<Bot {self.folder}: {self.command}>"


class Talk:
    """A process of a bot in one match."""

    def __init__(self, bot: Bot, start: dict[str, Any]) -> None:
        self._bot = bot
        words = shlex.split(bot.command.removeprefix("stdio:"))
        try:
            self._process = subprocess.Popen(
                words, cwd=bot.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as err:
            raise Error(f"blastyard: {bot} cannot be started: {err}") from err
        self._game = of(start["game"])
        self._send({"type": "start", **start})

    def ask(self, turn: int, state: Any) -> Any:
        """Return what the bot asks for in a turn: a list of actions, or a command of Bomberman."""
        begin = time.monotonic()
        self._send({"type": "turn", "turn": turn, "state": state})
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self._bot.seconds += time.monotonic() - begin
        self._bot.turns += 1
        try:
            answer = json.loads(line)
            return self._game.sent(answer)
        except (ValueError, TypeError, KeyError):
            how = f"it answered {line[:60]!r}" if line else f"it ended with {self._process.wait()}"
            self.close()
            raise Error(f"blastyard: {self._bot} in turn {turn}: {how}, expected a line with its actions") from None

    def end(self, winner: int, state: Any) -> None:
        """Say how the match ended, and wait for the end of the process."""
        self._send({"type": "end", "winner": winner, "state": state})
        self.close()

    def close(self) -> None:
        """End the process: at once, if it does not end by itself when its input ends."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, line: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            pass  # the next answer says that it has ended


def numbers(answer: Any, game: str, first: int, characters: int) -> list[int]:
    """Return the numbers of what a bot asks for: what has no number, such as a bomb of range 5, is nothing.

    Args:
        answer: What ``Talk.ask`` returned.
        game: The game.
        first: The id of the player's first character.
        characters: How many it has.
    """
    return of(game).numbers(answer, first, characters)
