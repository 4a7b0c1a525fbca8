"""Tests of board.py with the vectors that every starter has, and of bot.py: python3 -m unittest."""
import ast
import copy
import json
import os
import typing
import unittest

import board
import bot

HERE = os.path.dirname(os.path.abspath(__file__))


def pairs(cells):
    return {tuple(cell) for cell in cells}


def bomb_on(cell, values):
    if values is None:
        return None
    return {"Location": {"X": cell[0], "Y": cell[1]}, "BombRadius": values[0], "BombTimer": values[1]}


class VectorsTest(unittest.TestCase):
    """What each helper says of the states in helpers-bomberman.json; README.md beside it defines the fields."""

    def setUp(self):
        with open(os.path.join(HERE, "..", "..", "testdata", "helpers-bomberman.json"), encoding="utf-8") as file:
            self.cases = json.load(file)["cases"]
        self.assertGreaterEqual(len(self.cases), 30)

    def each(self, field):
        """Every case, and what it says about one helper; the helper must not change the state."""
        found = 0
        for case in self.cases:
            before = copy.deepcopy(case["state"])
            with self.subTest(case["name"]):
                yield case["state"], case[field]
            self.assertEqual(case["state"], before)
            found += len(case[field])
        self.assertGreaterEqual(found, 30)

    def test_types(self):
        """The types name all keys that a state has."""
        def check(thing, kind):
            self.assertLessEqual(set(thing), set(typing.get_type_hints(kind)))
        for case in self.cases:
            check(case["state"], board.State)
            for player in case["state"]["RegisteredPlayerEntities"]:
                check(player, board.Player)
                check(player["Location"], board.Place)
            for block in board.blocks(case["state"]).values():
                check(block, board.Block)
                check(block["Bomb"] or {}, board.PlacedBomb)

    def test_free_cells(self):
        for state, want in self.each("free_cells"):
            self.assertEqual(board.free_cells(state), pairs(want))

    def test_distances(self):
        for state, wants in self.each("distances"):
            free = board.free_cells(state)
            for want in wants:
                start = tuple(want["from"])
                steps = board.distances(free, start)
                self.assertEqual(steps, {(x, y): n for x, y, n in want["cells"]})
                self.assertEqual(list(steps.values()), sorted(steps.values()))
                goal = max(steps, key=steps.get)
                self.assertEqual(board.distance(free, start, goal), steps[goal])
                self.assertIsNone(board.distance(free, start, (1, 1)))

    def test_path(self):
        for state, wants in self.each("paths"):
            for want in wants:
                self.assertEqual(board.path(board.free_cells(state), tuple(want["from"]), tuple(want["to"])), want["path"])

    def test_blast(self):
        for state, wants in self.each("blast"):
            bombs = {cell: block["Bomb"] for cell, block in board.blocks(state).items() if block["Bomb"]}
            self.assertEqual(len(wants), len(bombs))
            for want in wants:
                self.assertEqual(board.blast(state, bombs[tuple(want["bomb"])]), pairs(want["cells"]))

    def test_danger(self):
        for state, wants in self.each("danger"):
            self.assertEqual(board.danger(state), {tuple(want["cell"]): want["turns"] for want in wants})

    def test_ways_out(self):
        for state, wants in self.each("ways_out"):
            for want in wants:
                moves = board.ways_out(state, tuple(want["cell"]), bomb_on(want["cell"], want["bomb"]))
                self.assertEqual(moves, want["moves"])

    def test_bot_survives(self):
        """Where there is a way out the bot takes one, and it places a bomb only if it can get away."""
        escapes = bombs = 0
        for case in self.cases:
            for me in (p for p in case["state"]["RegisteredPlayerEntities"] if not p["Killed"]):
                here = board.cell_of(me)
                ways, command = board.ways_out(case["state"], here), bot.choose(case["state"], me["Key"])
                if command == board.PLACE_BOMB:
                    self.assertTrue(board.ways_out(case["state"], here, board.next_bomb(me, here)), case["name"])
                    bombs += 1
                elif command != board.TRIGGER_BOMB and ways:
                    self.assertIn(command, ways, case["name"])
                    escapes += 1
        self.assertGreater(min(escapes, bombs), 5)


class BoardTest(unittest.TestCase):
    def test_neighbours(self):
        self.assertEqual(board.neighbours((5, 7)), [(1, (5, 6)), (2, (4, 7)), (3, (6, 7)), (4, (5, 8))])

    def test_numbers(self):
        for seed, wants in (7, [50271532, 266108690, 4195786334]), (2147483647, [1842962257, 546041740, 1654754255]):
            self.assertEqual([int(n * 2 ** 32) for n, _ in zip(board.numbers(seed), wants)], wants)

    def test_random_by_round(self):
        drawn = [int(board.random({"CurrentRound": turn}) * 2 ** 32) for turn in (6, 6, 2147483646)]
        if not os.environ.get("BLASTYARD_SEED"):
            self.assertEqual(drawn, [50271532, 50271532, 1842962257])  # the seed is 1

    def test_next_bomb(self):
        for bag, timer in (1, 4), (2, 7), (3, 10), (9, 10):
            self.assertEqual(board.next_bomb({"BombBag": bag, "BombRadius": 2}, (3, 4)),
                             {"Location": {"X": 3, "Y": 4}, "BombRadius": 2, "BombTimer": timer})

    def test_old_and_alone(self):
        for name in "bot.py", "board.py":
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                tree = ast.parse(file.read(), feature_version=(3, 8))
            for node in ast.walk(tree):
                imports = [a.name for a in node.names] if isinstance(node, ast.Import) else (
                    [node.module] if isinstance(node, ast.ImportFrom) else [])
                for module in imports:
                    self.assertIn(module, ("board", "__future__", "json", "os", "sys", "typing"))


if __name__ == "__main__":
    unittest.main()
