"""Replays as arrays: their rows, their shapes, and replays that are cut, false or of another kind."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import blastyard
from blastyard import Error
from blastyard.dataset import find

TURNS = 30  # of a match; bots see one less


def record(folder: Path, *arguments: str, games: int = 2) -> None:
    """Play a series and save its replays."""
    subprocess.run(
        [blastyard.program(), "play", *arguments, "--games", str(games), "--turns", str(TURNS), "--seed", "4",
         "--quiet", "--results", "none", "--replay", str(folder)],
        check=True, capture_output=True, timeout=240,
    )  # fmt: skip


class DatasetTest(unittest.TestCase):
    tiny: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.tiny = Path(folder.name) / "tiny"
        record(cls.tiny, "--map", "tiny", "--bot", "builtin:greedy", "--bot", "builtin:random", "--bot", "builtin:hunter", games=3)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        warnings.simplefilter("error")
        self.addCleanup(warnings.resetwarnings)

    def test_rows(self) -> None:
        with blastyard.dataset(self.tiny, batch=50) as data:
            self.assertEqual([Path(path).name for path in data.replays], ["00001.blast", "00002.blast", "00003.blast"])
            sizes = [len(rows["turn"]) for rows in data]
            total = 3 * 3 * (TURNS - 1)
            self.assertEqual(sizes, [50] * (total // 50) + [total % 50])
            rows = data.arrays()
            again = data.arrays()
            facts = data.facts
        for name, array in rows.items():
            np.testing.assert_array_equal(array, again[name])
        self.assertEqual(
            {name: (array.shape[1:], array.dtype.name) for name, array in rows.items()},
            {
                "planes": ((len(facts["plane_names"]), facts["height"], facts["width"]), "uint8"),
                "scalars": ((len(facts["scalar_names"]),), "float32"),
                "mask": ((1, facts["actions"]), "bool"),
                "actions": ((1,), "uint8"),
                **{name: ((), "int32") for name in ("replay", "turn", "player", "score", "rank")},
                "won": ((), "bool"),
            },
        )
        self.assertEqual(len(rows["turn"]), total)
        self.assertEqual((facts["game"], facts["players"], facts["characters"]), ("hexabomb", 3, 1))
        turns = [(r, t, p) for r in range(3) for t in range(1, TURNS) for p in range(3)]
        self.assertEqual(list(zip(rows["replay"].tolist(), rows["turn"].tolist(), rows["player"].tolist())), turns)
        for replay in range(3):
            mine = rows["replay"] == replay
            scores = {(p, s) for p, s in zip(rows["player"][mine].tolist(), rows["score"][mine].tolist())}
            self.assertEqual(len(scores), 3)
            ranked = {int(r): bool(w) for r, w in zip(rows["rank"][mine], rows["won"][mine])}
            self.assertIn(1, ranked)
            self.assertFalse(any(won for rank, won in ranked.items() if rank != 1))
            if sum(rows["won"][mine]):
                best = max(scores, key=lambda pair: pair[1])[0]
                self.assertEqual(set(rows["player"][mine & rows["won"]]), {best})
        allowed = np.take_along_axis(rows["mask"], rows["actions"][..., None].astype(np.intp), axis=2)
        self.assertTrue(allowed.all(), "built-in bots ask only for what is allowed")
        self.assertGreater(len(np.unique(rows["actions"])), 5)

    def test_winners(self) -> None:
        with blastyard.dataset(self.tiny) as data, blastyard.dataset(self.tiny, players="winner") as winners:
            rows, best = data.arrays(), winners.arrays()
        self.assertTrue(best["won"].all())
        self.assertGreater(len(best["turn"]), 0)
        for name, array in rows.items():
            np.testing.assert_array_equal(array[rows["won"]], best[name])

    def test_forms(self) -> None:
        with blastyard.dataset(self.tiny, "cells") as data:
            cells = data.arrays()
            self.assertEqual(cells["cells"].shape[1:], (37, len(data.facts["feature_names"])))
        with blastyard.dataset(self.tiny, "none") as data:
            none = data.arrays()
        self.assertEqual(set(cells) - set(none), {"cells"})
        np.testing.assert_array_equal(cells["actions"], none["actions"])
        for form in ("raw", "pictures"):
            with self.assertRaisesRegex(Error, f"observation is '{form}', expected one of 'planes', 'cells', 'none'"):
                blastyard.dataset(self.tiny, form)
        with self.assertRaisesRegex(Error, "players is 'losers', expected one of 'all', 'winner'"):
            blastyard.dataset(self.tiny, players="losers")
        with self.assertRaisesRegex(Error, "batch is 0"):
            blastyard.dataset(self.tiny, batch=0)

    def test_bomberman(self) -> None:
        record(self.folder / "b", "bomberman", "--bot", "builtin:reference", "--bot", "builtin:expert")
        with blastyard.dataset(self.folder / "b") as data:
            rows = data.arrays()
            self.assertEqual((data.facts["game"], data.facts["players"]), ("bomberman", 2))
            self.assertEqual(data.facts["actions"], 7)
        self.assertEqual(set(rows["replay"]), {0, 1})
        self.assertEqual(int(rows["turn"].min()), 0)
        self.assertGreater(len(np.unique(rows["actions"])), 4)
        self.assertLess(int(rows["actions"].max()), 7)

    def test_paths(self) -> None:
        deep = self.folder / "a" / "b"
        deep.mkdir(parents=True)
        for name in ("a/2.blast", "a/b/1.blast", "a/b/other.txt", "one[1].blast"):
            shutil.copy(self.tiny / "00001.blast", self.folder / name)

        def names(*given: Any) -> list[str]:
            return [Path(path).name for path in find(given[0] if len(given) == 1 else given)]

        self.assertEqual(names(self.folder), ["2.blast", "1.blast", "one[1].blast"])
        self.assertEqual(names(str(self.folder / "a" / "*.blast")), ["2.blast"])
        self.assertEqual(names(str(self.folder / "**" / "1.blast")), ["1.blast"])
        self.assertEqual(names(self.folder / "one[1].blast"), ["one[1].blast"])
        self.assertEqual(names(deep, deep / "1.blast", self.folder / "a" / "2.blast"), ["1.blast", "2.blast"])
        for nothing in (self.folder / "no.blast", str(self.folder / "x*.blast")):
            with self.assertRaisesRegex(Error, "there is no replay at"):
                find(nothing)
        (self.folder / "empty").mkdir()
        with self.assertRaisesRegex(Error, "there is no replay at '.*empty'"):
            find([self.folder, self.folder / "empty"])
        with self.assertRaisesRegex(Error, "no replays were named"):
            find([])

    def test_replays_that_are_wrong(self) -> None:
        for i in (1, 2, 3):
            shutil.copy(self.tiny / f"0000{i}.blast", self.folder)
        cut = self.folder / "00002.blast"
        content = cut.read_bytes()
        cut.write_bytes(content[: len(content) * 2 // 3])
        (self.folder / "00004.blast").write_text("not a replay")
        record(self.folder / "other", "--map", "duel", "--bot", "builtin:greedy", "--bot", "builtin:random")
        with blastyard.dataset(self.folder) as data, warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            rows = data.arrays()
            data.arrays()
            faults = data.faults
        self.assertEqual([Path(fault.replay).name for fault in faults], ["00002.blast", "00004.blast", "00001.blast", "00002.blast"])
        self.assertEqual(len(warned), 4, "once for each, however often it is read")
        for fault, warning in zip(faults, warned):
            self.assertIn(Path(fault.replay).name, fault.error)
            self.assertIn(fault.error, str(warning.message))
        whole = 3 * (TURNS - 1)
        counts = np.bincount(rows["replay"], minlength=6)
        self.assertEqual([counts[0], *counts[2:]], [whole, whole, 0, 0, 0])
        self.assertTrue(0 <= counts[1] < whole)
        self.assertEqual(set(rows["rank"][rows["replay"] == 1]) | {0}, {0})
        with self.assertRaisesRegex(Error, "00004.blast"):
            blastyard.dataset(self.folder / "00004.blast")

    def test_one_iteration_at_a_time(self) -> None:
        with blastyard.dataset(self.tiny, batch=10) as data:
            first = iter(data)
            rows = next(first)
            kept = rows["turn"].copy()
            next(iter(data))
            with self.assertRaisesRegex(Error, "another iteration has begun"):
                next(first)
            np.testing.assert_array_equal(next(iter(data))["turn"], kept)
        with self.assertRaises(blastyard.EnvironmentClosed):
            list(data)


if __name__ == "__main__":
    unittest.main()
