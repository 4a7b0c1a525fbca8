"""Runs the Python examples of the manual's pages on training and searching."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import blastyard

DOCS = Path(__file__).resolve().parents[3] / "docs"

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[str]:
    """Return the pages' Python blocks. A block that begins with "# FILE.py" is a file that others use."""
    pages = [(DOCS / page).read_text(encoding="utf-8") for page in ("training.md", "searching.md")]
    return [block for page in pages for block in BLOCK.findall(page)]


def environment() -> dict[str, str]:
    """Return the environment of this process, with a browser that opens nothing."""
    return {**os.environ, "BROWSER": "true"}


class TestManual(unittest.TestCase):
    def test_examples(self) -> None:
        """Every example ends without an error."""
        programs = [block for block in examples() if not re.match(r"# \w+\.py\n", block)]
        self.assertGreater(len(programs), 5)
        for block in programs:
            with self.subTest(block.splitlines()[-1]), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [sys.executable, "-W", "error", "-c", block],
                    cwd=folder,
                    env=environment(),
                    capture_output=True,
                    text=True,
                    timeout=300,
                )
                self.assertEqual(done.returncode, 0, f"{block}\n{done.stdout}{done.stderr}")

    def test_bot(self) -> None:
        """The page's bot plays in both games, and answers in time."""
        (bot,) = [block for block in examples() if block.startswith("# bot.py\n")]
        for game in (["--map", "tiny", "--turns", "12"], ["bomberman", "--turns", "12"]):
            with self.subTest(game), tempfile.TemporaryDirectory() as folder:
                Path(folder, "bot.py").write_text(bot, encoding="utf-8")
                command = f"{'stdio:' if game[0] == 'bomberman' else ''}{sys.executable} bot.py"
                done = subprocess.run(
                    [blastyard.program(), "play", *game, "--bot", command, "--bot", "builtin:random", "--no-timeout"]
                    + ["--sandbox", "off", "--seed", "1", "--replay", "none", "--json"],
                    cwd=folder,
                    env=environment(),
                    capture_output=True,
                    text=True,
                    timeout=300,
                )
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                result = json.loads(done.stdout)
                self.assertEqual([p["reason"] for p in result["players"]], ["finished", "finished"], done.stdout)
