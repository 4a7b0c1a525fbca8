"""The league: versions, results, ratings, drawing by rating, continuing after a stop."""

from __future__ import annotations

import json
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from blastyard import Error
from blastyard.league import League, rank


def nothing(obs: dict[str, Any]) -> Any:
    """A policy that does nothing."""
    return np.zeros(obs["mask"].shape[:2], np.uint8)


def load(path: Path) -> Any:
    """A version that does nothing, or what its file says."""
    with np.load(path) as file:
        action = int(file["action"])

    def policy(obs: dict[str, Any]) -> Any:
        return np.where(obs["mask"][..., action], action, 0)

    return policy


class LeagueTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "league"

    def league(self, **options: Any) -> League:
        return League(self.folder, load, **{"seed": 3, **options})

    def add(self, league: League, name: str, action: int = 0) -> None:
        league.add(name, lambda file: np.savez(file, action=action))

    def test_versions(self) -> None:
        league = self.league(builtin=["random"])
        self.assertEqual(league.names, ["builtin:random"])
        self.add(league, "v2")
        self.add(league, "v1", 1)
        self.assertEqual(league.versions, ["v1", "v2"])
        self.assertEqual(league.names, ["builtin:random", "v1", "v2"])
        self.assertEqual(league.entrant("builtin:random").builtin, "random")
        v1 = league.entrant("v1")
        assert v1.policy is not None
        self.assertEqual(v1.builtin, "")
        mask = np.ones((2, 1, 17), bool)
        mask[1, 0, 1] = False
        np.testing.assert_array_equal(v1.policy({"mask": mask}), [[1], [0]])
        self.assertIs(league.entrant("v1").policy, v1.policy)
        with self.assertRaisesRegex(ValueError, "a version never changes"):
            self.add(league, "v1")
        for name in ("", "../v", "a/b", "builtin:v", ".hidden"):
            with self.assertRaisesRegex(ValueError, "no name for a version"):
                self.add(league, name)
        with self.assertRaisesRegex(Error, "no entrant 'v9': builtin:random, v1, v2"):
            league.entrant("v9")
        with self.assertRaisesRegex(Error, "cannot be loaded"):
            League(self.folder).entrant("v1")

    def test_a_version_that_cannot_be_saved_is_not_there(self) -> None:
        def fails(file: Any) -> None:
            file.write(b"half")
            raise OSError("disk full")

        league = self.league()
        with self.assertRaisesRegex(OSError, "disk full"):
            league.add("v1", fails)
        self.assertEqual(league.versions, [])
        self.assertEqual(list(self.league().folder.iterdir()), [], "what was begun is removed")

    def test_nearer_ratings_are_drawn_more_often(self) -> None:
        league = self.league(builtin=["idle", "random", "greedy", "hunter"])
        order = ["builtin:hunter", "builtin:greedy", "builtin:random", "builtin:idle"]
        for i, better in enumerate(order):
            for worse in order[i + 1 :]:
                for _ in range(12):
                    league.record([worse, better], [2, 1])
        elo = {name: rating.elo for name, rating in league.ratings().items()}
        self.assertEqual(sorted(elo, key=lambda name: -elo[name]), order)
        for near in order:
            weights = dict(zip(order, league.weights(order, near)))
            by_distance = sorted(order, key=lambda name: abs(elo[name] - elo[near]))
            self.assertEqual(sorted(order, key=lambda name: -weights[name]), by_distance)
            self.assertAlmostEqual(sum(weights.values()), 1)
            self.assertGreater(min(weights.values()), 0)
        drawn = Counter(league.draw(near="builtin:greedy")[0].name for _ in range(2000))
        for name, weight in zip(order, league.weights(order, "builtin:greedy")):
            self.assertAlmostEqual(drawn[name] / 2000, weight, delta=0.05)
        half = elo["builtin:greedy"] + 200
        nearest = dict(zip(["builtin:greedy", "new"], league.weights(["builtin:greedy", "new"], half)))
        self.assertAlmostEqual(nearest["builtin:greedy"] / nearest["new"], 0.5)

    def test_draw_gives_different_ones(self) -> None:
        league = self.league(builtin=["idle", "random"])
        self.add(league, "v1")
        for _ in range(20):
            self.assertEqual({e.name for e in league.draw(3)}, set(league.names))
            self.assertEqual({e.name for e in league.draw(2, exclude=["v1"])}, {"builtin:idle", "builtin:random"})
        with self.assertRaisesRegex(Error, "3 opponents wanted, 2 there"):
            league.draw(3, exclude=["v1"])

    def test_results_stay(self) -> None:
        league = self.league()
        self.assertEqual((len(league), league.ratings() if len(league) else {}, league.table()), (0, {}, ""))
        league.record(["v1", "builtin:random"], [1, 2], block="7")
        league.record(["v1", "v2", "builtin:random"], [1, 1, 3])
        file = self.folder / "results.jsonl"
        self.assertEqual(
            [json.loads(line) for line in file.read_text().splitlines()],
            [
                {"players": ["v1", "builtin:random"], "ranks": [1, 2], "block": "7"},
                {"players": ["v1", "v2", "builtin:random"], "ranks": [1, 1, 3]},
            ],
        )
        with file.open("a") as out:  # killed while it wrote
            out.write('{"players":["v1","bui')
        (self.folder / "v3.npz.part").write_bytes(b"half a version")
        again = self.league()
        self.assertEqual(len(again), 2)
        self.assertEqual(again.versions, [])
        again.record(["v2", "builtin:random"], [1, 2])
        self.assertEqual(len(self.league()), 3)
        ratings = again.ratings()
        self.assertEqual({n: r.matches for n, r in ratings.items()}, {"v1": 2, "v2": 2, "builtin:random": 3})
        for rating in ratings.values():
            self.assertTrue(rating.low < rating.elo < rating.high, rating)
        table = again.table().splitlines()
        self.assertIn("Elo", table[0])
        self.assertEqual({line.split()[1] for line in table[1:4]}, {"v1", "v2", "builtin:random"})

    def test_bad_results(self) -> None:
        league = self.league()
        for players, ranks in ((["a"], [1]), (["a", "a"], [1, 2]), (["a", "b"], [1])):
            with self.assertRaisesRegex(ValueError, "different players"):
                league.record(players, ranks)
        self.assertEqual(len(league), 0)
        (self.folder / "results.jsonl").write_text("nonsense\n")
        with self.assertRaisesRegex(Error, "line 1"):
            self.league().ratings()

    def test_matches_against_builtin_bots_and_versions(self) -> None:
        league = self.league(builtin=["greedy"])
        self.add(league, "still")
        options: dict[str, Any] = {"map": "tiny", "turns": 30, "observation": "none"}
        lost = league.play("learner", nothing, 4, opponents=["builtin:greedy"], **options)
        self.assertEqual(lost, 0)
        self.assertEqual(len(league), 8)
        same = league.play("learner", nothing, 2, opponents=["still"], **options)
        self.assertEqual(same, 0.5, "both do nothing, and have every seat once")
        three = league.play("learner", nothing, 1, players=3, opponents=["still", "builtin:greedy"], **options)
        self.assertLess(three, 0.5)
        lines = [json.loads(line) for line in (self.folder / "results.jsonl").read_text().splitlines()]
        self.assertEqual([line["players"] for line in lines[8:12]], [["learner", "still"]] * 2 + [["still", "learner"]] * 2)
        self.assertEqual(Counter(line["block"] for line in lines[:8]).most_common(1)[0][1], 2)
        self.assertEqual([set(line["players"]) for line in lines[12:]], [{"learner", "still", "builtin:greedy"}] * 3)
        self.assertEqual([line["players"].index("learner") for line in lines[12:]], [0, 2, 1])
        elo = {name: rating.elo for name, rating in league.ratings().items()}
        self.assertEqual(max(elo, key=lambda name: elo[name]), "builtin:greedy")
        drawn = league.play("learner", nothing, 1, **options)
        self.assertTrue(0 <= drawn <= 1)
        self.assertEqual(len(league), 17)

    def test_same_seed_same_league(self) -> None:
        tables = []
        for name in ("a", "b"):
            league = League(self.folder / name, builtin=["random", "greedy"], seed=11)
            league.play("learner", nothing, 3, map="tiny", turns=20, observation="none")
            league.play("learner", nothing, 3, map="tiny", turns=20, observation="none")
            tables.append((league.table(), (self.folder / name / "results.jsonl").read_text()))
        self.assertEqual(tables[0], tables[1])

    def test_bomberman(self) -> None:
        league = self.league(builtin=["reference"])
        league.play("learner", nothing, 2, game="bomberman", turns=40, observation="none")
        self.assertEqual(len(league), 4)

    def test_rank(self) -> None:
        self.assertEqual(rank([5, 9, 5, 1], -1), [2, 1, 2, 4])
        self.assertEqual(rank([5, 9, 5, 1], 3), [3, 2, 3, 1])
        self.assertEqual(rank([0, 0], -1), [1, 1])


if __name__ == "__main__":
    unittest.main()
