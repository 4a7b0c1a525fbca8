"""The connection of a bot to a netorcai server."""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Iterator
from typing import Any

from .errors import Error

__all__ = ["NetorcaiTalk"]

_VERSION = "2.0.0"  # of the metaprotocol
_MAX_SIZE = 16_777_215  # bytes of a frame
_TIMEOUT = 10.0  # seconds for the connection and the answer to the login


class NetorcaiTalk:
    """A match over netorcai, at NETORCAI_HOST and NETORCAI_PORT."""

    def __init__(self, name: str, special: bool, game: str) -> None:
        host = os.environ.get("NETORCAI_HOST") or "localhost"
        port = _port(os.environ.get("NETORCAI_PORT") or "4242")
        try:
            self._socket = socket.create_connection((host, port), _TIMEOUT)
        except OSError as err:
            raise Error(
                f"blastyard: no connection to {host}:{port}: {err.strerror or err}: "
                "is a server there? NETORCAI_HOST and NETORCAI_PORT say where it is"
            ) from err
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # send every answer at once
        self._turn = -1
        self._game = game  # the messages do not tell
        role = "special player" if special else "player"
        try:
            self._send(message_type="LOGIN", nickname=name, role=role, metaprotocol_version=_VERSION)
            self._receive("LOGIN_ACK")
            self._socket.settimeout(None)
        except BaseException:
            self.close()
            raise

    def start(self) -> dict[str, Any]:
        """Wait for the start of the match."""
        m = self._receive("GAME_STARTS")
        try:
            return {
                "game": self._game,
                "player": m["player_id"],
                "players": m["nb_players"] + m["nb_special_players"],
                "special_players": m["nb_special_players"],
                "turns": m["nb_turns_max"],
                "state": m["initial_game_state"],
            }
        except KeyError as err:
            raise Error(f"blastyard: the server's GAME_STARTS has no {err}") from err

    def turns(self) -> Iterator[tuple[int, Any]]:
        """Yield the number of each turn and its state, until the match ends."""
        while True:
            m = self._receive("TURN", "GAME_ENDS")
            if m["message_type"] == "GAME_ENDS":
                self.winner = int(m.get("winner_player_id", -1))
                return
            self._turn = int(m["turn_number"])
            yield self._turn, m["game_state"]

    def answer(self, actions: Any) -> None:
        """Send the actions of the turn."""
        self._send(message_type="TURN_ACK", turn_number=self._turn, actions=actions)

    def close(self) -> None:
        """Leave the match."""
        self._socket.close()

    def _send(self, **message: Any) -> None:
        content = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            self._socket.sendall(struct.pack("<I", len(content)) + content)
        except OSError as err:
            self._raise_kick()
            raise Error(f"blastyard: the server has closed the connection: {err.strerror or err}") from err

    def _raise_kick(self) -> None:
        """Raise the reason of a kick, if the server sent one before it closed the connection."""
        self._socket.settimeout(1.0)
        try:
            while True:
                self._receive("GAME_STARTS", "TURN", "GAME_ENDS")
        except Error as err:
            if "kicked" in str(err):
                raise

    def _receive(self, *expected: str) -> dict[str, Any]:
        (size,) = struct.unpack("<I", self._read(4))
        if size > _MAX_SIZE:
            raise Error(f"blastyard: the server announces {size} bytes: is it a netorcai server?")
        try:
            message = json.loads(self._read(size))
            kind = message["message_type"]
        except (ValueError, KeyError, TypeError) as err:
            raise Error("blastyard: the server sent something that is not a message of netorcai") from err
        if kind == "KICK":
            raise Error(f"blastyard: kicked by the server: {message.get('kick_reason', 'no reason given')}")
        if kind not in expected:
            raise Error(f"blastyard: the server sent {kind}: {' or '.join(expected)} expected")
        return dict(message)

    def _read(self, size: int) -> bytes:
        content = bytearray()
        while len(content) < size:
            try:
                part = self._socket.recv(min(size - len(content), 1 << 20))
            except OSError as err:
                raise Error(f"blastyard: no answer from the server: {err.strerror or err}") from err
            if not part:
                raise Error("blastyard: the server closed the connection before the match had ended")
            content += part
        return bytes(content)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= 65535:
        raise Error(f"blastyard: NETORCAI_PORT is {text!r}: a number from 1 to 65535 expected")
    return int(text)
