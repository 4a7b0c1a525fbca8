"""The comparison of environments: ours is measured, and what is not installed is left out."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import unittest
from pathlib import Path

COMPARE = Path(__file__).resolve().parents[2] / "bench" / "compare.py"


def compare(only: str) -> str:
    short = ["--rounds=2", "--seconds=0.05", "--envs=16", f"--only={only}"]
    return subprocess.run([sys.executable, COMPARE, *short], check=True, capture_output=True, text=True).stdout


class Compare(unittest.TestCase):
    def test_ours(self) -> None:
        said = compare("blastyard")
        self.assertNotIn("left out", said)
        rows = re.findall(r"^\| (blastyard .*?) \| (\d+) \| \d+ \| (\S+) \|.*\| (\S+) \| (\S+) \|$", said, re.M)
        self.assertGreaterEqual(len(rows), 4, said)
        for name, agents, env, agent, _ in rows:
            self.assertGreater(float(env), 0, name)
            self.assertAlmostEqual(float(agent) / float(env), int(agents), delta=0.02 * int(agents), msg=name)

    @unittest.skipIf(importlib.util.find_spec("pufferlib"), "PufferLib is installed")
    def test_a_missing_package_is_said(self) -> None:
        said = compare("pufferlib rware")
        self.assertIn("left out: pufferlib rware, this process: ModuleNotFoundError", said)
        self.assertNotIn("| pufferlib", said)


if __name__ == "__main__":
    unittest.main()
