"""A small netorcai client: standard library only, Python 3.8 or newer.

with Client("mybot") as client:      # connects to NETORCAI_HOST:NETORCAI_PORT and logs in
    game = client.wait_for_start()   # the GAME_STARTS message
    for turn in client.turns():      # every TURN message; ends when the game does
        client.act([...])            # the actions of this turn
    client.game_ends                 # the GAME_ENDS message
"""
from __future__ import annotations

import json
import os
import socket
import struct
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence

Message = Dict[str, Any]

VERSION = "2.0.0"  # of the metaprotocol
MAX_SIZE = 16_777_215  # bytes of a frame


class NetorcaiError(Exception):
    """Something went wrong between us and the server. Its text is one line for the user."""

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.split()))


class Kicked(NetorcaiError):
    """The server has sent us away; reason says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"kicked by the server: {reason}")
        self.reason = reason


def send_frame(sock: socket.socket, message: Message) -> None:
    """Send one message: its size (4 bytes, little-endian), its JSON text, a line feed."""
    content = json.dumps(message, separators=(",", ":")).encode() + b"\n"
    if len(content) >= MAX_SIZE:
        raise NetorcaiError(f"a message of {len(content)} bytes is too big to send: under {MAX_SIZE} expected")
    try:
        sock.sendall(struct.pack("<I", len(content)) + content)
    except OSError as error:
        raise NetorcaiError(f"cannot send to the server: {error.strerror or error}") from error


def receive_frame(sock: socket.socket) -> Message:
    """Wait for one whole message."""
    (size,) = struct.unpack("<I", _receive_exactly(sock, 4))
    if size > MAX_SIZE:
        raise NetorcaiError(f"the server announces {size} bytes: at most {MAX_SIZE} expected; is it a netorcai server?")
    try:
        message = json.loads(_receive_exactly(sock, size).decode())
    except (ValueError, RecursionError) as error:
        raise NetorcaiError(f"the server sent something that is not JSON: {error}") from error
    if not isinstance(message, dict) or not isinstance(message.get("message_type"), str):
        raise NetorcaiError("the server sent something that is not a message: an object with a message_type expected")
    return message


def _receive_exactly(sock: socket.socket, size: int) -> bytes:
    content = bytearray()
    while len(content) < size:
        try:
            part = sock.recv(min(size - len(content), 1 << 20))
        except OSError as error:
            raise NetorcaiError(f"cannot read from the server: {error.strerror or error}") from error
        if not part:
            raise NetorcaiError("the server closed the connection before the game had ended")
        content += part
    return bytes(content)


class Client:
    """One connection to a netorcai server. Every method may raise NetorcaiError, or Kicked, which is one too.

    nickname: 1 to 10 characters without blanks. host and port: default NETORCAI_HOST and NETORCAI_PORT, else
    localhost:4242. timeout: seconds to wait for the connection and the answer to the login.
    """

    def __init__(self, nickname: str, role: str = "player", host: Optional[str] = None, port: Optional[int] = None,
                 timeout: float = 10.0) -> None:
        self.game_starts: Message = {}
        self.game_ends: Message = {}
        self._turn_number = -1
        self._socket = _connect(host or os.environ.get("NETORCAI_HOST") or "localhost", port or _port(), timeout)
        try:
            self._send("LOGIN", nickname=nickname, role=role, metaprotocol_version=VERSION)
            self._receive("LOGIN_ACK")
            self._socket.settimeout(None)
        except BaseException:
            self.close()
            raise

    def wait_for_start(self) -> Message:
        """Wait for the game to start and return the GAME_STARTS message."""
        self.game_starts = self._receive("GAME_STARTS")
        return self.game_starts

    def turns(self) -> Iterator[Message]:
        """Yield every TURN message until the game ends. Answer each one with act."""
        while True:
            message = self._receive("TURN", "GAME_ENDS")
            if message["message_type"] == "GAME_ENDS":
                self.game_ends = message
                return
            self._turn_number = message.get("turn_number", -1)
            yield message

    def act(self, actions: Sequence[Mapping[str, object]]) -> None:
        """Send our actions for the last turn that was received; [] does nothing. Call it once a turn."""
        if not isinstance(actions, (list, tuple)):
            raise TypeError(f"act got {actions!r:.80}, expected a list of actions: what does choose_actions return?")
        self._send("TURN_ACK", turn_number=self._turn_number, actions=actions)

    def close(self) -> None:
        """Leave. Leaving twice does no harm."""
        self._socket.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, message_type: str, **fields: Any) -> None:
        try:
            send_frame(self._socket, {"message_type": message_type, **fields})
        except NetorcaiError:
            self._raise_last_kick()
            raise

    def _raise_last_kick(self) -> None:
        """A server that kicks us closes the connection; its reason may still wait to be read."""
        try:
            self._socket.settimeout(1.0)
            while True:
                message = receive_frame(self._socket)
                if message["message_type"] == "KICK":
                    raise Kicked(str(message.get("kick_reason", "no reason given")))
        except Kicked:
            raise
        except NetorcaiError:
            return

    def _receive(self, *expected: str) -> Message:
        message = receive_frame(self._socket)
        kind = message["message_type"]
        if kind == "KICK":
            raise Kicked(str(message.get("kick_reason", "no reason given")))
        if kind not in expected:
            raise NetorcaiError(f"the server sent {kind}: {' or '.join(expected)} expected")
        return message


def _port() -> int:
    text = os.environ.get("NETORCAI_PORT") or "4242"
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= 65535:
        raise NetorcaiError(f"NETORCAI_PORT is {text!r}: a number from 1 to 65535 expected")
    return int(text)


def _connect(host: str, port: int, timeout: float) -> socket.socket:
    try:
        sock = socket.create_connection((host, port), timeout)
    except ConnectionRefusedError as error:
        raise NetorcaiError(f"no server listens on {host}:{port}: start one (blastyard play --wait 1 --port {port}), "
                            "or set NETORCAI_HOST and NETORCAI_PORT") from error
    except OSError as error:
        raise NetorcaiError(f"cannot connect to {host}:{port}: {error.strerror or error}: "
                            "look at NETORCAI_HOST and NETORCAI_PORT") from error
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # send every answer at once
    return sock
