"""Tests of bot.py: python3 -m unittest."""
import ast
import os
import random
import subprocess
import sys
import unittest

import board as helpers
import bot
import netorcai
from test_netorcai import HERE, PATIENCE, fake_server, send, welcome


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

    def test_leaves_a_blast_for_a_cell_that_is_safe(self):
        board = state(hexagon(1), [character(0, 1, 0, 0)], bombs=[(1, 0)])
        safe = set(hexagon(1)) - helpers.blast(hexagon(1), board["bombs"][0])
        for _ in range(50):
            (action,) = bot.choose_actions(board, 0, True)
            self.assertIn(dict(helpers.neighbours((0, 0)))[action["direction"]], safe)

    def test_stays_where_only_it_is_safe(self):
        cells = [(0, 0), (0, 1), (1, 1)]  # the bomb on (1, 1) covers (0, 1), not (0, 0)
        self.assertEqual(bot.choose_actions(state(cells, [character(0, 1, 0, 0, bomb_count=1)], bombs=[(1, 1)]), 0, True), [])

    def test_two_do_not_want_the_same_cell(self):
        board = state([(0, 0), (1, 0), (2, 0)], [character(0, 1, 0, 0), character(1, 1, 2, 0)])
        self.assertEqual(len(bot.choose_actions(board, 0, True)), 1)

    def test_revives_when_allowed(self):
        for delay, may_revive, want in (0, True, 1), (1, True, 0), (0, False, 0):
            board = state(hexagon(1), [character(0, 1, 0, 0, alive=False, revive_delay=delay)])
            actions = bot.choose_actions(board, 0, may_revive)
            self.assertEqual(actions, [{"id": 0, "movement": "revive"}] * want)

    def test_rules_of_2018(self):
        """States without bomb_count: a revival names a free cell, and bombs never run out."""
        dead, alive = character(0, 1, 0, 0, alive=False, revive_delay=0), character(0, 1, 0, 0)
        for me in dead, alive:
            del me["bomb_count"]
        cells = hexagon(2)
        (action,) = bot.choose_actions(state(cells, [dead], bombs=[(0, 0)]), 0, True)
        cell = (action["revive_q"], action["revive_r"])
        self.assertEqual(action["movement"], "revive")
        self.assertIn(cell, set(cells) - {(0, 0)} - helpers.blast(cells, {"q": 0, "r": 0, "range": 2}))
        self.assertEqual(bot.choose_actions(state(hexagon(4), [alive]), 0, True)[0]["movement"], "bomb")

    def test_always_legal(self):
        random.seed(1)
        cells = hexagon(3)
        seen = set()
        for _ in range(500):
            places = random.sample(cells, 8)
            characters = [character(i, 1 + i % 2, *places[i], alive=random.random() < 0.8, revive_delay=random.randint(0, 3),
                                bomb_count=random.randint(0, 2)) for i in range(6)]
            board = state(cells, characters, bombs=random.sample(places, 3))
            bombs = {(b["q"], b["r"]) for b in board["bombs"]}
            taken = bombs | {(c["q"], c["r"]) for c in characters if c["alive"]}
            actions = bot.choose_actions(board, 1, True)
            self.assertEqual(len({a["id"] for a in actions}), len(actions))
            for action in actions:
                me = characters[action["id"]]
                here = (me["q"], me["r"])
                self.assertEqual(me["color"], 2)
                seen.add(action["movement"])
                if action["movement"] == "move":
                    target = dict(helpers.neighbours(here))[action["direction"]]
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
        for name, limit in ("bot.py", 59), ("board.py", 180), ("netorcai.py", 220):
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                text = file.read()
            self.assertLessEqual(text.count("\n"), limit, name)
            for node in ast.walk(ast.parse(text, feature_version=(3, 8))):
                imports = [a.name for a in node.names] if isinstance(node, ast.Import) else (
                    [node.module] if isinstance(node, ast.ImportFrom) else [])
                for module in imports:
                    self.assertIn(module, ("board", "netorcai", "__future__", "json", "os", "random", "socket", "struct", "sys",
                                           "typing"))


if __name__ == "__main__":
    unittest.main()
