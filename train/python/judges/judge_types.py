"""pyright in its strict mode: the package as it is installed, the examples, and the programs of the manual's pages."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import blastyard

SOURCES = Path(__file__).resolve().parents[1]
DOCS = SOURCES.parents[1] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

LIBRARIES = ("reportUnknownMemberType", "reportUnknownVariableType", "reportUnknownArgumentType", "reportUnknownLambdaType")
"""Rules that PyTorch, Stable-Baselines3 and Gymnasium break in their own types, and with them whoever calls them."""


def errors(folder: Path, without: tuple[str, ...] = ()) -> list[str]:
    """Check a folder, and return its errors as lines of text."""
    config = {"include": ["."], "typeCheckingMode": "strict", **{rule: False for rule in without}}
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(folder)]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=600, check=False).stdout)
    if told["summary"]["filesAnalyzed"] < 1:
        raise AssertionError(f"pyright read no file: {told}")
    return [
        f"{Path(d['file']).name}:{d['range']['start']['line'] + 1}: {d['message']} ({d.get('rule')})"
        for d in told["generalDiagnostics"] if d["severity"] == "error"
    ]


class Types(unittest.TestCase):
    def checked(self, files: dict[str, str], without: tuple[str, ...] = ()) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                Path(folder, name).write_text(text, encoding="utf-8")
            return errors(Path(folder).resolve(), without)

    def test_package(self) -> None:
        """The package has no error in strict mode, none of its rules left out."""
        package = Path(blastyard.__file__).parent
        self.assertTrue((package / "py.typed").is_file())
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder).resolve() / "blastyard"
            copy.mkdir()
            for file in package.glob("*.py"):
                (copy / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
            self.assertEqual(errors(copy.parent), [])

    def test_examples(self) -> None:
        files = {file.name: file.read_text(encoding="utf-8") for file in (SOURCES / "examples").glob("*.py")}
        self.assertGreater(len(files), 2)
        self.assertEqual(self.checked(files, LIBRARIES), [])

    def test_manual(self) -> None:
        """The programs of the pages on training and searching: functions of the reader's have no types there."""
        blocks = [b for page in ("training.md", "searching.md") for b in BLOCK.findall((DOCS / page).read_text("utf-8"))]
        self.assertGreater(len(blocks), 10)
        rules = (*LIBRARIES, "reportMissingParameterType", "reportUnknownParameterType")
        files = {f"block{i:02}.py": block for i, block in enumerate(blocks)}
        self.assertEqual(self.checked(files, rules), [])

    def test_wrong_names(self) -> None:
        """Names that the package does not know are errors while they are typed: arguments have Literal types."""
        lines = ["import blastyard", "from blastyard.gym import GymEnv", "from blastyard.parallel import ParallelEnv"]
        right = len(lines)
        for made in ("blastyard.VecEnv(1, {})", "GymEnv({})", "ParallelEnv({})", "blastyard.gym_env({})",
                     "blastyard.parallel_env({})", "blastyard.env({})", "blastyard.make_vec({})"):  # fmt: skip
            wrong = ['"chess"', 'game="chess"', 'observation="pixels"', 'reward="money"']
            wrong += ['autoreset="later"'] if "Vec" in made else ['dtype="float64"', 'render_mode="smell"']
            if "make_vec" in made:  # the rest of its arguments are handed on
                wrong = [w for w in wrong if not w.startswith(("observation", "reward"))]
            lines += [made.format(w) for w in wrong]
        found = self.checked({"wrong.py": "\n".join(lines) + "\n"})
        told = [int(line.split(":")[1]) for line in found]
        self.assertEqual(sorted(set(told)), list(range(right + 1, len(lines) + 1)), found)

    def test_what_a_program_gets(self) -> None:
        """What the package returns has types that a strict program can go on with."""
        program = (
            "import blastyard\n"
            "env = blastyard.gym_env(map='tiny')\n"
            "observation, info = env.reset(seed=1)\n"
            "masks = env.action_masks()\n"
            "reveal_type(masks)\n"
            "game = blastyard.parallel_env()\n"
            "reveal_type(game.state())\n"
            "reveal_type(game.agents)\n"
            "reveal_type(env.step(1)[1])\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            where = Path(folder).resolve()
            (where / "program.py").write_text(program, encoding="utf-8")
            self.assertEqual(errors(where), [])
            command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(where)]
            told = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False).stdout
        for kind in ("dtype[numpy.bool[builtins.bool]]]", "dtype[floating[_32Bit]]]", "list[str]", '"float"'):
            self.assertIn(kind, told)


if __name__ == "__main__":
    unittest.main()
