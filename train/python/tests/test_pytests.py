"""The runner of these tests: it runs a failed test again, alone, and reports it."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PYTESTS = Path(__file__).parents[3] / "tools" / "scripts" / "pytests.py"

MODULE = """
import os, unittest
from pathlib import Path

class Some(unittest.TestCase):
    def test_passes(self):
        pass

    def test_fails(self):
        with self.subTest("within"):
            self.fail("always")

    def test_fails_once(self):
        if not Path("seen").exists():
            Path("seen").touch()
            self.fail("only once")

    def test_fails_but_once(self):
        runs = Path("runs")
        runs.touch()
        runs.write_text(runs.read_text() + "+")
        self.assertEqual(runs.read_text(), "++")
"""


@unittest.skipUnless(PYTESTS.exists(), "the tests are not in the project's folder")
class Runner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_modules(self, **modules):
        for name, text in modules.items():
            (self.folder / f"{name}.py").write_text(text)
        return subprocess.run(
            [sys.executable, PYTESTS, *modules],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder), "BLASTYARD_RESULTS": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )

    def told(self, name):
        file = self.folder / name
        return file.read_text().splitlines() if file.exists() else []

    def test_what_fails_runs_again(self):
        done = self.run_modules(some=MODULE)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(self.told("flaky.txt"), ["FLAKY: python some.Some.test_fails_once: AssertionError: only once"])
        failed = [line for line in self.told("failed.txt") if line.startswith("FAILED")]
        self.assertEqual(
            failed, ["FAILED: python some.Some.test_fails", "FAILED: python some.Some.test_fails_but_once"]
        )
        self.assertIn("AssertionError: always", "\n".join(self.told("failed.txt")))

    def test_a_flaky_one_passes(self):
        once = MODULE[: MODULE.index("    def test_fails(")] + MODULE[MODULE.index("    def test_fails_once(") :]
        done = self.run_modules(once=once[: once.index("    def test_fails_but_once(")])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.told("flaky.txt")), 1)

    def test_modules_that_cannot_run(self):
        done = self.run_modules(dies="import os\nos._exit(7)\n", empty="", wrong="nothing\n")
        self.assertEqual(done.returncode, 1)
        text = "\n".join(self.told("failed.txt"))
        for want in ("FAILED: python dies", "exit code 7", "FAILED: python empty", "no test ran", "NameError"):
            self.assertIn(want, text)


if __name__ == "__main__":
    unittest.main()
