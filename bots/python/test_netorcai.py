"""Tests of netorcai.py and bot.py: python3 -m unittest. A fake server in a thread stands in for the real one."""
import ast
import contextlib
import os
import random
import socket
import struct
import subprocess
import sys
import threading
import unittest
from unittest import mock

import bot
import netorcai

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 20.0  # seconds that a test waits at most


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

    def test_received_octet_by_octet(self):
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
            (frame("", size=16_777_216), "announces 16777216 octets"),
            (b"HTTP/1.1 400", "announces 1347703880 octets"),
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
                netorcai.Client("tester", host="127.0.0.1", port=port, timeout=0.05)
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


def hexagon(radius):
    return [(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius]


def state(cells, characters, bombs=(), colors=()):
    colors = dict(colors)
    return {
        "cells": [{"q": q, "r": r, "color": colors.get((q, r), 0)} for q, r in cells],
        "characters": characters,
        "bombs": [{"color": 1, "range": 2, "delay": 2, "q": q, "r": r} for q, r in bombs],
    }


def character(number, color, q, r, alive=True, revive_delay=-1, bomb_count=0):
    return {"id": number, "color": color, "q": q, "r": r, "alive": alive, "revive_delay": revive_delay,
            "bomb_count": bomb_count}


class BotTest(unittest.TestCase):
    def test_neighbours(self):
        self.assertEqual(dict(bot.neighbours(2, -1)), {
            "x+": (3, -1), "y+": (3, -2), "z+": (2, -2), "x-": (1, -1), "y-": (1, 0), "z-": (2, 0)})

    def test_prefers_fresh_cells(self):
        colors = {cell: 2 for cell in hexagon(1)}
        colors[(0, 1)] = 1
        for _ in range(50):
            actions = bot.choose_actions(state(hexagon(1), [character(7, 2, 0, 0)], colors=colors), 1, True)
            self.assertEqual(actions, [{"id": 7, "movement": "move", "direction": "z-"}])

    def test_nowhere_to_go(self):
        cells = [(0, 0), (1, 0), (0, 1)]
        board = state(cells, [character(0, 1, 0, 0), character(1, 2, 1, 0)], bombs=[(0, 1)])
        self.assertEqual(bot.choose_actions(board, 0, True), [])

    def test_two_do_not_want_the_same_cell(self):
        board = state([(0, 0), (1, 0), (2, 0)], [character(0, 1, 0, 0), character(1, 1, 2, 0)])
        self.assertEqual(len(bot.choose_actions(board, 0, True)), 1)

    def test_revives_when_allowed(self):
        for delay, may_revive, want in (0, True, 1), (1, True, 0), (0, False, 0):
            board = state(hexagon(1), [character(0, 1, 0, 0, alive=False, revive_delay=delay)])
            actions = bot.choose_actions(board, 0, may_revive)
            self.assertEqual(actions, [{"id": 0, "movement": "revive"}] * want)

    def test_always_legal(self):
        random.seed(1)
        cells = hexagon(2)
        seen = set()
        for _ in range(2000):
            places = random.sample(cells, 8)
            people = [character(i, 1 + i % 2, *places[i], alive=random.random() < 0.8, revive_delay=random.randint(0, 3),
                                bomb_count=random.randint(0, 2)) for i in range(6)]
            board = state(cells, people, bombs=random.sample(places, 3))
            bombs = {(b["q"], b["r"]) for b in board["bombs"]}
            taken = bombs | {(c["q"], c["r"]) for c in people if c["alive"]}
            actions = bot.choose_actions(board, 1, True)
            self.assertEqual(len({a["id"] for a in actions}), len(actions))
            for action in actions:
                me = people[action["id"]]
                here = (me["q"], me["r"])
                self.assertEqual(me["color"], 2)
                seen.add(action["movement"])
                if action["movement"] == "move":
                    target = dict(bot.neighbours(*here))[action["direction"]]
                    self.assertTrue(me["alive"] and target in cells and target not in taken)
                elif action["movement"] == "bomb":
                    self.assertTrue(me["alive"] and me["bomb_count"] > 0 and here not in bombs)
                    self.assertTrue(2 <= action["bomb_range"] <= 4 and 2 <= action["bomb_delay"] <= 4)
                else:
                    self.assertTrue(not me["alive"] and me["revive_delay"] == 0)
        self.assertEqual(seen, {"move", "bomb", "revive"})


class ProgramTest(unittest.TestCase):
    def run_bot(self, port):
        env = {**os.environ, "NETORCAI_HOST": "127.0.0.1", "NETORCAI_PORT": str(port)}
        return subprocess.run([sys.executable, os.path.join(HERE, "bot.py")], env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)

    def test_plays_to_the_end(self):
        answers = []

        def play(connection):
            welcome(connection)
            board = state(hexagon(2), [character(0, 1, 0, 0), character(1, 2, 1, 1)])
            send(connection, "GAME_STARTS", player_id=1, nb_players=2, nb_special_players=0, initial_game_state=board)
            for number in range(20):
                send(connection, "TURN", turn_number=number, game_state=board)
                answers.append(netorcai.receive_frame(connection))
            send(connection, "GAME_ENDS", winner_player_id=1, game_state=board)
            send(connection, "KICK", kick_reason="Game is finished")

        with fake_server(play) as port:
            result = self.run_bot(port)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "winner: 1 we are: 1\n", ""))
        self.assertEqual([a["turn_number"] for a in answers], list(range(20)))
        self.assertTrue(all([action["id"] for action in a["actions"]] == [1] for a in answers))

    def test_fails_in_one_line(self):
        def kick(connection):
            netorcai.receive_frame(connection)
            send(connection, "KICK", kick_reason="Maximum number of players reached")

        with fake_server(kick) as port:
            result = self.run_bot(port)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "bot.py: kicked by the server: Maximum number of players reached\n")
        result = self.run_bot(port)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Abot.py: no server listens on 127.0.0.1:\d+: start one .*\n\Z")


class SourceTest(unittest.TestCase):
    def test_short_old_and_alone(self):
        for name, limit in ("bot.py", 59), ("netorcai.py", 200):
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                text = file.read()
            self.assertLessEqual(text.count("\n"), limit, name)
            for node in ast.walk(ast.parse(text, feature_version=(3, 8))):
                imports = [a.name for a in node.names] if isinstance(node, ast.Import) else (
                    [node.module] if isinstance(node, ast.ImportFrom) else [])
                for module in imports:
                    self.assertIn(module, ("netorcai", "__future__", "json", "os", "random", "socket", "struct", "sys",
                                           "typing"))


if __name__ == "__main__":
    unittest.main()
