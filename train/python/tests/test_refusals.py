"""What is wrong in a call is said in the caller's words: the argument, its value, what was expected; none of Go."""

import re
import unittest

import numpy as np

import blastyard

TINY = {"map": "tiny", "players": 2}

# Words that only those understand who write the program.
GO = re.compile(
    r"cannot unmarshal|struct field|json: |strconv|invalid character|Go (struct|value)|\.go:|uint\d+|(?<!np\.)float\d+|<nil>|map\["
    r"|JSON serializable|invalid literal|has no len|not iterable|config: \"\{"
)

NO_SEEDS = [-1, 2**64, 1.5, "x", [], np.float64(2), np.int64(-1), float("nan"), float("inf"), {}, object()]


class Refusals(unittest.TestCase):
    def refused(self, argument, call):
        """Check that a call is refused with an error that names the argument."""
        with self.assertRaises(blastyard.Error) as caught:
            call()
        text = str(caught.exception)
        self.assertNotRegex(text, GO)
        self.assertIn(argument, text)
        self.assertIn("expected", text)

    def test_seeds(self):
        env = blastyard.VecEnv(1, **TINY)
        self.addCleanup(env.close)
        for seed in NO_SEEDS:
            with self.subTest(seed=seed):
                self.refused("seed", lambda: blastyard.VecEnv(1, **TINY, seed=seed))
                self.refused("seed", lambda: blastyard.Simulator(game="hexabomb", **TINY, seed=seed))
                self.refused("seed", lambda: blastyard.Simulator(game="bomberman", players=2, seed=seed).copy(seed))
                if not isinstance(seed, (list, dict)):
                    self.refused("seed", lambda: env.reset(seed))
                    self.refused("seed[0]", lambda: env.reset([seed]))
        env.reset(7)  # the environment is as it was
        for seed in (0, 2**64 - 1, np.uint64(2**64 - 1), np.int32(3), True):
            env.reset(seed)
            env.reset([seed])
            blastyard.Simulator(game="hexabomb", **TINY, seed=seed).close()

    def test_other_arguments(self):
        for name, values in {
            "n": [0, -1, 1.5, "x", None, [1], 2**70],
            "players": [-1, 1.5, "x", None, [1], 2**70],
            "turns": [-1, 1.5, "x", None, 2**70],
            "max_steps": [-1, 1.5, "x", None],
            "threads": [-1, 1.5, "x", None],
            "seats": [5, [1.5], ["x"], [-1], [9], [0, 0], [2**70]],
            "opponents": [{"x": "builtin:idle"}, {1.5: "builtin:idle"}, {9: "builtin:idle"}],
            "observation": ["nosuch"],
            "reward": ["nosuch"],
            "autoreset": ["nosuch"],
            "game": ["hexabmob"],
        }.items():
            for value in values:
                with self.subTest(name=name, value=value):
                    call = {"n": 1, **TINY, name: value}
                    self.refused("" if name == "n" else name, lambda: blastyard.VecEnv(call.pop("n"), **call))

    def test_commands(self):
        with blastyard.Simulator(game="bomberman", players=2, seed=1) as match:
            for wrong in ([1.5, 0], ["x", 0], {0: 1.5}, {"A": None}):
                with self.subTest(wrong=wrong):
                    self.refused("command", lambda: match.step(wrong))


if __name__ == "__main__":
    unittest.main()
