"""The page's netorcai.py: the same names as in a bot's folder, but the match comes as messages from the page."""
from __future__ import annotations

import json

import blastyard_page as page

VERSION = "2.0.0"  # of the metaprotocol
MAX_SIZE = 16_777_215  # bytes of a frame


class NetorcaiError(Exception):
    """Something went wrong between us and the match. Its text is one line for the user."""

    def __init__(self, text):
        super().__init__(" ".join(text.split()))


class Kicked(NetorcaiError):
    """The match has sent us away; reason says why."""

    def __init__(self, reason):
        super().__init__(f"kicked by the server: {reason}")
        self.reason = reason


def send_frame(sock, message):
    raise NetorcaiError("send_frame is not there in the browser: the page takes messages, not bytes")


def receive_frame(sock):
    raise NetorcaiError("receive_frame is not there in the browser: the page gives messages, not bytes")


class Client:
    """One connection to the match."""

    def __init__(self, nickname, role="player", host=None, port=None, timeout=10.0):
        if not 1 <= len(nickname) <= 10 or any(letter in "\t\n\v\f\r " for letter in nickname):
            raise Kicked("LOGIN denied: Invalid nickname")
        self.game_starts = {}
        self.game_ends = {}
        self._closed = False

    def wait_for_start(self):
        """Wait for the game to start and return the GAME_STARTS message."""
        self.game_starts = self._receive("GAME_STARTS")
        return self.game_starts

    def turns(self):
        """Yield every TURN message until the game ends. Answer each one with act."""
        while True:
            message = self._receive("TURN", "GAME_ENDS")
            if message["message_type"] == "GAME_ENDS":
                self.game_ends = message
                return
            yield message

    def act(self, actions):
        """Send our actions for the last turn that was received; [] does nothing. Call it once a turn."""
        if not isinstance(actions, (list, tuple)):
            raise TypeError(f"act got {actions!r:.80}, expected a list of actions: what does choose_actions return?")
        if self._closed:
            raise NetorcaiError("cannot send to the server: the connection is closed")
        page.answer(json.dumps(actions, separators=(",", ":")))

    def close(self):
        """Leave. Leaving twice does no harm."""
        self._closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _receive(self, *expected):
        text = None if self._closed else page.message()
        if text is None:
            raise NetorcaiError("the server closed the connection before the game had ended")
        message = json.loads(text)
        kind = message["message_type"]
        if kind not in expected:
            raise NetorcaiError(f"the server sent {kind}: {' or '.join(expected)} expected")
        return message
