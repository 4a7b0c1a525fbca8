"""Tests of netorcai.py: python3 -m unittest. A fake server in a thread stands in for the real one."""
import contextlib
import json
import os
import socket
import struct
import threading
import unittest
from unittest import mock

import netorcai

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(HERE, os.pardir, "testdata", "frames.json")
PATIENCE = 60.0  # seconds that a test waits at most


def frame(text, size=None):
    content = text.encode() if isinstance(text, str) else text
    return struct.pack("<I", len(content) if size is None else size) + content


@contextlib.contextmanager
def fake_server(play):
    """Run play(connection) for one client; yield the port. What play raises, the test gets."""
    failures = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)

        def serve():
            try:
                with listener.accept()[0] as connection:
                    connection.settimeout(PATIENCE)
                    play(connection)
            except BaseException as error:  # pylint: disable=broad-except
                failures.append(error)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(PATIENCE)
        if failures:
            raise failures[0]


def send(connection, message_type, **fields):
    netorcai.send_frame(connection, {"message_type": message_type, **fields})


def welcome(connection):
    login = netorcai.receive_frame(connection)
    send(connection, "LOGIN_ACK", metaprotocol_version="2.0.0")
    return login


def connect(port):
    return netorcai.Client("tester", host="127.0.0.1", port=port)


class FrameTest(unittest.TestCase):
    def setUp(self):
        self.ours, self.theirs = socket.socketpair()
        self.ours.settimeout(PATIENCE)
        self.addCleanup(self.ours.close)
        self.addCleanup(self.theirs.close)

    def test_sent(self):
        netorcai.send_frame(self.ours, {"message_type": "X", "a": [1]})
        self.assertEqual(self.theirs.recv(1000), b'\x1d\0\0\0{"message_type":"X","a":[1]}\n')

    def test_received(self):
        message = '{"message_type":"X","text":"é"}'
        for name, data in {"with line feed": frame(message + "\n"), "without": frame(message)}.items():
            with self.subTest(name):
                self.theirs.sendall(data)
                self.assertEqual(netorcai.receive_frame(self.ours), {"message_type": "X", "text": "é"})

    def test_received_byte_by_byte(self):
        data = frame('{"message_type":"X"}\n') * 2

        def trickle():
            for i in range(len(data)):
                self.theirs.sendall(data[i:i + 1])

        thread = threading.Thread(target=trickle)
        thread.start()
        for _ in range(2):
            self.assertEqual(netorcai.receive_frame(self.ours), {"message_type": "X"})
        thread.join(PATIENCE)

    def test_large(self):
        message = {"message_type": "X", "text": "x" * 5_000_000}
        thread = threading.Thread(target=netorcai.send_frame, args=(self.theirs, message))
        thread.start()
        self.assertEqual(netorcai.receive_frame(self.ours), message)
        thread.join(PATIENCE)

    def test_bad(self):
        for data, text in (
            (frame("hello"), "not JSON"),
            (frame(""), "not JSON"),
            (frame(b"\xff\xfe"), "not JSON"),
            (frame("[" * 100_000), "not JSON"),
            (frame("[]"), "not a message"),
            (frame('{"message_type":3}'), "not a message"),
            (frame("", size=16_777_216), "announces 16777216 bytes"),
            (b"HTTP/1.1 400", "announces 1347703880 bytes"),
        ):
            with self.subTest(text=text, data=data[:20]):
                ours, theirs = socket.socketpair()
                with ours, theirs:
                    ours.settimeout(PATIENCE)
                    theirs.sendall(data)
                    with self.assertRaisesRegex(netorcai.NetorcaiError, text) as caught:
                        netorcai.receive_frame(ours)
                    self.assertNotIn("\n", str(caught.exception))

    def test_closed(self):
        for data in b"", b"\x05\0", frame('{"mess', size=50):
            with self.subTest(data):
                ours, theirs = socket.socketpair()
                with ours:
                    theirs.sendall(data)
                    theirs.close()
                    with self.assertRaisesRegex(netorcai.NetorcaiError, "closed the connection"):
                        netorcai.receive_frame(ours)

    def test_too_big_to_send(self):
        with self.assertRaisesRegex(netorcai.NetorcaiError, "too big to send"):
            netorcai.send_frame(self.ours, {"message_type": "X", "text": "x" * netorcai.MAX_SIZE})


class VectorTest(unittest.TestCase):
    """The frames that every language's client is checked against."""

    @classmethod
    def setUpClass(cls):
        with open(VECTORS, encoding="utf-8") as file:
            cls.vectors = json.load(file)

    def receive(self, data, count, chunk):
        """What the client makes of these bytes, sent in chunks."""
        ours, theirs = socket.socketpair()
        ours.settimeout(PATIENCE)

        def trickle():
            with theirs, contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the client may have heard enough
                for i in range(0, len(data), chunk):
                    theirs.sendall(data[i:i + chunk])

        thread = threading.Thread(target=trickle)
        thread.start()
        try:
            with ours:
                return [netorcai.receive_frame(ours) for _ in range(count)]
        finally:
            thread.join(PATIENCE)

    def test_decode(self):
        frames = [(v["name"], bytes.fromhex(v["hex"]), [v["message"]]) for v in self.vectors["decode"]]
        self.assertGreater(len(frames), 10)
        frames.append(("all", b"".join(f[1] for f in frames), [f[2][0] for f in frames]))
        for name, data, messages in frames:
            for chunk in 1, 7, len(data):
                with self.subTest(name, chunk=chunk):
                    self.assertEqual(self.receive(data, len(messages), chunk), messages)

    def test_refuse(self):
        self.assertGreater(len(self.vectors["refuse"]), 20)
        for v in self.vectors["refuse"]:
            data = bytes.fromhex(v["hex"])
            for chunk in 1, max(1, len(data)):
                with self.subTest(v["name"], chunk=chunk):
                    with self.assertRaises(netorcai.NetorcaiError) as caught:
                        self.receive(data, 1, chunk)
                    self.assertIn(v["text"], str(caught.exception))
                    self.assertNotIn("\n", str(caught.exception))

    def test_encode(self):
        self.assertGreater(len(self.vectors["encode"]), 2)
        for v in self.vectors["encode"]:
            with self.subTest(v["name"]):
                ours, theirs = socket.socketpair()
                with ours, theirs:
                    netorcai.send_frame(theirs, v["message"])
                    data = ours.recv(1 << 16)
                self.assertEqual(struct.unpack("<I", data[:4]), (len(data) - 4,))
                self.assertEqual(data.find(b"\n", 4), len(data) - 1)
                self.assertEqual(json.loads(data[4:].decode()), v["message"])


class ClientTest(unittest.TestCase):
    def test_whole_game(self):
        heard = []

        def play(connection):
            heard.append(welcome(connection))
            send(connection, "GAME_STARTS", player_id=3, initial_game_state={})
            for number in 0, 1, 5:  # a slow client misses turns
                send(connection, "TURN", turn_number=number, game_state={"n": number})
                heard.append(netorcai.receive_frame(connection))
            send(connection, "GAME_ENDS", winner_player_id=-1, game_state={})
            send(connection, "KICK", kick_reason="Game is finished")

        with fake_server(play) as port, connect(port) as client:
            self.assertTrue(client._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            self.assertEqual(client.wait_for_start()["player_id"], 3)
            for turn in client.turns():
                client.act([{"n": turn["game_state"]["n"]}])
            self.assertEqual(client.game_ends["winner_player_id"], -1)
        self.assertEqual(heard, [
            {"message_type": "LOGIN", "nickname": "tester", "role": "player", "metaprotocol_version": "2.0.0"},
            {"message_type": "TURN_ACK", "turn_number": 0, "actions": [{"n": 0}]},
            {"message_type": "TURN_ACK", "turn_number": 1, "actions": [{"n": 1}]},
            {"message_type": "TURN_ACK", "turn_number": 5, "actions": [{"n": 5}]},
        ])

    def test_no_list_of_actions(self):
        def play(connection):
            welcome(connection)
            send(connection, "TURN", turn_number=0, game_state={})
            self.assertEqual(netorcai.receive_frame(connection)["actions"], [])

        with fake_server(play) as port, connect(port) as client:
            next(client.turns())
            for actions, words in (None, "None"), ({}, "{}"), ("x", "'x'"):
                with self.assertRaisesRegex(TypeError, f"^act got {words}, expected a list of actions: what does choose_actions return"):
                    client.act(actions)
            client.act([])

    def test_kicked_at_login(self):
        def play(connection):
            netorcai.receive_frame(connection)
            send(connection, "KICK", kick_reason="LOGIN denied: Game has been started")

        with fake_server(play) as port, self.assertRaises(netorcai.Kicked) as caught:
            connect(port)
        self.assertEqual(caught.exception.reason, "LOGIN denied: Game has been started")

    def test_kicked_during_game(self):
        def play(connection):
            welcome(connection)
            send(connection, "GAME_STARTS")
            send(connection, "KICK", kick_reason="netorcai abort")

        with fake_server(play) as port, connect(port) as client:
            client.wait_for_start()
            with self.assertRaisesRegex(netorcai.Kicked, "kicked by the server: netorcai abort"):
                list(client.turns())

    def test_unexpected_message(self):
        def play(connection):
            welcome(connection)
            send(connection, "TURN")

        with fake_server(play) as port, connect(port) as client:
            with self.assertRaisesRegex(netorcai.NetorcaiError, "sent TURN: GAME_STARTS expected"):
                client.wait_for_start()

    def test_server_that_says_nothing(self):
        ready = threading.Event()
        with fake_server(lambda connection: ready.wait(PATIENCE)) as port:
            with self.assertRaisesRegex(netorcai.NetorcaiError, "timed out"):
                netorcai.Client("tester", host="127.0.0.1", port=port, timeout=2)
            ready.set()

    def test_refused(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with self.assertRaisesRegex(netorcai.NetorcaiError, f"^no server listens on 127.0.0.1:{port}: start one .*$"):
            connect(port)

    def test_environment(self):
        with fake_server(welcome) as port, mock.patch.dict(
                os.environ, NETORCAI_HOST="127.0.0.1", NETORCAI_PORT=str(port)):
            netorcai.Client("tester").close()
        for text in "0", "65536", "x", "-1", "4.2", "²":
            with mock.patch.dict(os.environ, NETORCAI_PORT=text):
                with self.assertRaisesRegex(netorcai.NetorcaiError, f"NETORCAI_PORT is '{text}': a number from 1"):
                    netorcai.Client("tester")

    def test_unknown_host(self):
        unknown = socket.gaierror(-2, "Name or service not known")
        with mock.patch("socket.create_connection", side_effect=unknown):
            with self.assertRaisesRegex(netorcai.NetorcaiError, "^cannot connect to nowhere:4242: Name or .* known: look"):
                netorcai.Client("tester", host="nowhere", port=4242)


if __name__ == "__main__":
    unittest.main()
