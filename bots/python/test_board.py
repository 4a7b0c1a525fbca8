"""Tests of board.py with the vectors that every starter has: python3 -m unittest."""
import copy
import json
import os
import typing
import unittest

import board
from test_netorcai import HERE


def pairs(cells):
    return {tuple(cell) for cell in cells}


class VectorsTest(unittest.TestCase):
    """What each helper says of the states in helpers-hexabomb.json; README.md beside it defines the fields."""

    def setUp(self):
        with open(os.path.join(HERE, "..", "testdata", "helpers-hexabomb.json"), encoding="utf-8") as file:
            self.cases = json.load(file)["cases"]
        self.assertGreaterEqual(len(self.cases), 40)

    def each(self, field):
        """Every case, and what it says about one helper; the helper must not change the state."""
        found = 0
        for case in self.cases:
            before = copy.deepcopy(case["state"])
            with self.subTest(case["name"]):
                yield case["state"], case[field]
            self.assertEqual(case["state"], before)
            found += len(case[field])
        self.assertGreaterEqual(found, 40)

    def test_types(self):
        """The types name exactly the keys that a state has."""
        for case in self.cases:
            state = case["state"]
            self.assertEqual(set(state), set(typing.get_type_hints(board.State)))
            for things, kind in [("cells", board.ColoredCell), ("characters", board.Character), ("bombs", board.Bomb)]:
                for thing in state[things]:
                    self.assertEqual(set(thing), set(typing.get_type_hints(kind)))

    def test_free_cells(self):
        for state, want in self.each("free_cells"):
            self.assertEqual(board.free_cells(state), pairs(want))

    def test_distances(self):
        for state, wants in self.each("distances"):
            free = board.free_cells(state)
            for want in wants:
                start = tuple(want["from"])
                steps = board.distances(free, start)
                self.assertEqual(steps, {(q, r): n for q, r, n in want["cells"]})
                self.assertEqual(list(steps.values()), sorted(steps.values()))
                for goal in board.board_of(state):
                    self.assertEqual(board.distance(free, start, goal), steps.get(goal))

    def test_path(self):
        for state, wants in self.each("paths"):
            for want in wants:
                self.assertEqual(board.path(board.free_cells(state), tuple(want["from"]), tuple(want["to"])), want["path"])

    def test_blast(self):
        for state, wants in self.each("blast"):
            bombs = {board.cell_of(bomb): bomb for bomb in state["bombs"]}
            self.assertEqual(len(wants), len(bombs))
            for want in wants:
                self.assertEqual(board.blast(board.board_of(state), bombs[tuple(want["bomb"])]), pairs(want["cells"]))

    def test_danger(self):
        for state, wants in self.each("danger"):
            self.assertEqual(board.danger(board.board_of(state), state["bombs"]),
                             {tuple(want["cell"]): want["turns"] for want in wants})

    def test_ways_out(self):
        for state, wants in self.each("ways_out"):
            for want in wants:
                self.assertEqual(board.ways_out(state, tuple(want["cell"]), want["bomb"]), want["moves"])


class BoardTest(unittest.TestCase):
    def test_neighbours(self):
        self.assertEqual(board.neighbours((2, -1)), [
            ("x+", (3, -1)), ("y+", (3, -2)), ("z+", (2, -2)), ("x-", (1, -1)), ("y-", (1, 0)), ("z-", (2, 0))])

    def test_numbers(self):
        for seed, wants in (7, [50271532, 266108690, 4195786334]), (2147483647, [1842962257, 546041740, 1654754255]):
            self.assertEqual([int(n * 2 ** 32) for n, _ in zip(board.numbers(seed), wants)], wants)

    def test_far_bombs(self):
        """The special player's bombs reach far and wait long."""
        row = {(q, 0): 0 for q in range(200)}
        bomb = {"q": 0, "r": 0, "range": 100, "delay": 100}
        self.assertEqual(board.danger(row, [bomb]), {(q, 0): [100] for q in range(101)})
        state = {"cells": [{"q": q, "r": 0, "color": 0} for q in range(200)], "bombs": [bomb],
                 "characters": [{"id": 0, "color": 2, "q": 1, "r": 0, "alive": True}]}
        self.assertEqual(board.ways_out(state, (1, 0)), ["x+"])  # the last of the blast is 100 steps away
        self.assertEqual(board.ways_out(state, (2, 0)), ["x+", "stay"])
        self.assertEqual(board.ways_out(state, (3, 0)), ["x+", "x-", "stay"])


if __name__ == "__main__":
    unittest.main()
