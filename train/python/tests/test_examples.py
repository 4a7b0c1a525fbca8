"""The examples: what they learn, in a shortened form, and the parts that need no learning."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import numpy as np

import blastyard

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def load(name: str) -> ModuleType:
    """Import a file of train/python/examples, which is not part of the package."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {name: module}):
        spec.loader.exec_module(module)
    return module


class Evolve(unittest.TestCase):
    def setUp(self) -> None:
        self.evolve = load("evolve")

    def test_learns_hexabomb(self) -> None:
        policy, history = self.evolve.evolve("hexabomb", 10, 1, population=36, matches=3)
        self.assertGreater(np.mean(history[-2:]), np.mean(history[:2]) + 3, history)
        wins, _ = self.evolve.judge("hexabomb", policy, 100, 2)
        self.assertGreater(self.evolve.wilson(wins, 100)[0], 0.5, f"won {wins} of 100 against random")

    def test_learns_bomberman(self) -> None:
        policy, history = self.evolve.evolve("bomberman", 8, 1, population=36, matches=3)
        self.assertGreater(np.mean(history[-2:]), np.mean(history[:2]), history)
        wins, _ = self.evolve.judge("bomberman", policy, 100, 2)
        self.assertGreater(self.evolve.wilson(wins, 100)[0], 0.5, f"won {wins} of 100 against random")

    def test_repeats_exactly(self) -> None:
        (one, history), (two, again) = (
            self.evolve.evolve("hexabomb", 3, 7, population=12, matches=2) for _ in range(2)
        )
        np.testing.assert_array_equal(one, two)
        self.assertEqual(history, again)
        other, _ = self.evolve.evolve("hexabomb", 3, 8, population=12, matches=2)
        self.assertFalse(np.array_equal(one, other), "another seed gives the same policy")

    def test_wilson(self) -> None:
        low, high = self.evolve.wilson(70, 100)
        self.assertAlmostEqual(low, 0.604, places=3)
        self.assertAlmostEqual(high, 0.781, places=3)
        self.assertEqual(self.evolve.wilson(0, 10)[0], 0)


class PPO(unittest.TestCase):
    def setUp(self) -> None:
        self.ppo = load("ppo")

    def test_view_is_the_board_around_the_character(self) -> None:
        with blastyard.VecEnv(3, map="tiny", players=2, seed=5) as env:
            rng = np.random.default_rng(1)
            env.reset()
            eye = self.ppo.Eye(env.facts["plane_names"])
            for _ in range(20):
                env.step(env.sample(rng))
                planes = env.obs["planes"][:, 1]
                view = eye.look(planes).reshape(3, len(self.ppo.OFFSETS), -1)
                for match in range(3):
                    self.check_view(planes[match], view[match], eye.mine)

    def check_view(self, planes: np.ndarray, view: np.ndarray, mine: list[int]) -> None:
        (y,), (x,) = np.nonzero(planes[mine].any(axis=0))
        for (q, r), seen in zip(self.ppo.OFFSETS, view, strict=True):
            inside = 0 <= y + r < planes.shape[1] and 0 <= x + q < planes.shape[2]
            want = planes[:, y + r, x + q] if inside else np.zeros(len(planes), np.uint8)
            np.testing.assert_array_equal(seen, want)

    def test_choice_is_the_best_that_is_not_refused(self) -> None:
        rng = np.random.default_rng(3)
        weights = {
            "first.weight": rng.normal(size=(5, 6)), "first.bias": rng.normal(size=5),
            "second.weight": rng.normal(size=(4, 5)), "second.bias": rng.normal(size=4),
            "policy.weight": rng.normal(size=(17, 4)), "policy.bias": rng.normal(size=17),
        }
        view, scalars = rng.integers(0, 256, (1, 4)).astype(np.uint8), rng.normal(size=(1, 2))
        x = np.concatenate([view[0] / 255, scalars[0]])
        x = np.maximum(weights["first.weight"] @ x + weights["first.bias"], 0)
        x = np.maximum(weights["second.weight"] @ x + weights["second.bias"], 0)
        values = weights["policy.weight"] @ x + weights["policy.bias"]
        order = np.argsort(-values)
        for best in range(16):
            mask = np.ones((1, 17), bool)
            mask[0, order[:best]] = False
            self.assertEqual(self.ppo.choose(weights, view, scalars, mask).tolist(), [order[best]])

    def test_advantages(self) -> None:
        # By hand: gamma 0.5, trace 0.5; the match ends in the second step.
        reward, ended = np.array([[1.0], [2.0], [3.0]]), np.array([[0.0], [1.0], [0.0]])
        value = np.array([[10.0], [20.0], [30.0], [40.0]])
        got = self.ppo.advantages(Copied(reward), value, ended, 0.5, 0.5)
        np.testing.assert_allclose(got[:, 0], [1 + 10 - 10 + 0.25 * (2 - 20), 2 - 20, 3 + 20 - 30])


class Arena(unittest.TestCase):
    """A policy that was never trained, in the arena and in an environment of the same seed."""

    TURNS, SEED = 30, 11

    def test_plays_as_in_training(self) -> None:
        ppo = load("ppo")
        with tempfile.TemporaryDirectory() as folder:
            policy = Path(folder) / "policy.npz"
            names, scalars = self.facts()
            rng = np.random.default_rng(4)
            seen = len(ppo.OFFSETS) * len(names) + len(scalars)
            shapes = {"first": (32, seen), "second": (16, 32), "policy": (17, 16)}
            weights = {f"{name}.weight": rng.normal(size=shape) for name, shape in shapes.items()}
            weights |= {f"{name}.bias": rng.normal(size=shape[0]) for name, shape in shapes.items()}
            np.savez(policy, planes=names, **weights)
            seat, scores = self.arena(policy)
        self.assertEqual(scores, self.training(ppo, weights, seat))

    def environment(self, **settings: Any) -> blastyard.VecEnv:
        return blastyard.VecEnv(1, map="tiny", players=2, turns=self.TURNS, **settings)

    def facts(self) -> tuple[list[str], list[str]]:
        with self.environment() as env:
            return env.facts["plane_names"], env.facts["scalar_names"]

    def arena(self, policy: Path) -> tuple[int, list[int]]:
        """Return the policy's player and all scores after a match of play."""
        bot = f'"{sys.executable}" "{EXAMPLES / "ppo.py"}" --play "{policy}"'
        options = ["--map=tiny", f"--turns={self.TURNS}", f"--seed={self.SEED}", "--replay=none", "--json", "--quiet"]
        played = subprocess.run(
            [blastyard.program(), "play", *options, f"--bot={bot}", "--bot=builtin:greedy", "--no-browser"],
            capture_output=True, text=True, timeout=120, cwd=policy.parent,
        )
        self.assertEqual(played.returncode, 0, played.stderr)
        players = sorted(json.loads(played.stdout)["players"], key=lambda player: player["player_id"])
        self.assertEqual([player["reason"] for player in players], ["finished"] * 2, played.stderr)
        return ["greedy" in player["bot"] for player in players].index(False), [player["score"] for player in players]

    def training(self, ppo: ModuleType, weights: dict[str, np.ndarray], seat: int) -> list[int]:
        """Return the scores of the same match in an environment."""
        with self.environment(opponents={1 - seat: "greedy"}) as env:
            eye = ppo.Eye(env.facts["plane_names"])
            env.reset(seed=[self.SEED])
            while not env.done[0]:
                view = eye.look(env.obs["planes"][0])
                env.step(ppo.choose(weights, view, env.obs["scalars"][0], env.mask[0, :, 0])[None])
            return env.scores[0].tolist()


class Searching(unittest.TestCase):
    """beam.py and mcts.py: less than 100 lines each, and bots as they are."""

    NAMES = ("beam", "mcts")

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in self.NAMES:
            (self.folder / name).mkdir()
            shutil.copy(EXAMPLES / f"{name}.py", self.folder / name)
            toml = f"command = \"'{sys.executable}' {name}.py\"\nprotocol = \"stdio\"\n"
            (self.folder / name / "bot.toml").write_text(toml)
        # A bot is a separate program: it finds the package where this process has found it.
        self.env = {"PYTHONPATH": str(Path(blastyard.__file__).parents[1]), "BLASTYARD_PROGRAM": blastyard.program()}

    def blastyard(self, *words: str) -> str:
        done = subprocess.run(
            [blastyard.program(), *words], capture_output=True, text=True, timeout=300, cwd=self.folder,
            env={**os.environ, **self.env}, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_short(self) -> None:
        for name in self.NAMES:
            self.assertLess(len((EXAMPLES / f"{name}.py").read_text().splitlines()), 100, name)

    def test_play(self) -> None:
        options = ["--seed=3", "--no-timeout", "--replay=none", "--json", "--quiet", "--no-browser"]
        for game in (["--map=tiny", "--turns=25"], ["--map=yard", "--turns=8"], ["bomberman", "--turns=8"]):
            with self.subTest(game):
                result = json.loads(self.blastyard("play", *game, *options, "--bot=beam", "--bot=mcts", "--bot=builtin:idle"))
                self.assertEqual([player["reason"] for player in result["players"]], ["finished"] * 3)
                if game[0] == "--map=tiny":
                    scores = {player["name"]: player["score"] for player in result["players"]}
                    self.assertGreater(scores["beam"], 2 * scores["idle"])

    def test_event(self) -> None:
        (self.folder / "cup").mkdir()
        env = json.dumps([f"{name}={value}" for name, value in self.env.items()])
        (self.folder / "cup" / "event.toml").write_text(
            f"maps = ['tiny']\nturns = 8\nno_timeout = true\nsandbox = 'off'\nenv = {env}\nrounds = 1\n"
            + "".join(f"[[bot]]\nfolder = '../{name}'\n" for name in self.NAMES)
        )
        self.blastyard("tournament", "run", "cup", "--quiet")
        matches = [json.loads(line) for line in self.blastyard("tournament", "matches", "cup", "--json").splitlines()]
        self.assertEqual([sorted(match["names"]) for match in matches], [["beam", "mcts"]] * 2)
        for match in matches:
            self.assertEqual((match["turns"], min(match["scores"]) > 0), (8, True), match)
            self.assertFalse({"reasons", "late", "crashed", "words"} & match.keys(), match)

    def test_mcts_learns_what_it_has_found(self) -> None:
        mcts = load("mcts")
        mcts.FILE, mcts.SEARCHES = self.folder / "mcts.npy", 24
        mcts.learn(3, 25, map="tiny", players=2, turns=12)
        with blastyard.VecEnv(4, map="tiny", players=2, turns=12, autoreset="disabled", seed=9) as env:
            net = mcts.Net(env)
            self.assertTrue(net.weights.any(), "it reads what was learnt")
            env.playout(6)
            x, mask = net.see(env, [0, 1, 2, 3], 0), env.mask[:, 0]
            wanted = np.zeros(mask.shape)
            wanted[..., 0] = 1
            result = np.array([1, -1, 1, -1])

            def error() -> Any:
                policy, value = net(x, mask)
                np.testing.assert_allclose(policy.sum(-1), 1)
                self.assertFalse(policy[~mask].any(), "what is not legal has no chance")
                return -np.log(policy[..., 0]).mean(), ((value - result) ** 2).mean()

            before = error()
            for _ in range(100):
                net.learn(x, mask, wanted, result)
            for old, new in zip(before, error(), strict=True):
                self.assertLess(new, old)

    def test_mcts_searches_what_is_legal(self) -> None:
        mcts = load("mcts")
        mcts.FILE = self.folder / "none.npy"
        with blastyard.VecEnv(50, map="tiny", players=2, turns=10, autoreset="disabled", seed=9) as env:
            for seed in range(6):
                env.reset(seed=seed)
                env.playout(8, [49], seed=seed)
                env.branch(49, [0], seeds=seed)
                actions, counts = mcts.search(mcts.Net(env), env, 0)
                self.assertTrue(env.mask[0, 0, 0, actions[0]])
                self.assertAlmostEqual(counts.sum(), 1)
                self.assertEqual(counts[0].argmax(), actions[0])


class Copied(np.ndarray):
    """An array with the method of PyTorch that advantages uses."""

    def __new__(cls, array: np.ndarray) -> Copied:
        return array.view(cls)

    def clone(self) -> np.ndarray:
        return np.array(self)


@unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
class PPOTraining(unittest.TestCase):
    def test_beats_random_after_a_short_training(self) -> None:
        ppo = load("ppo")
        with tempfile.TemporaryDirectory() as folder:
            policy = f"{folder}/policy.npz"
            short = {"opponent": "random", "steps": 120_000, "turns": 40, "matches": 100, "out": policy}
            args = ["ppo.py", f"--curve={folder}/ppo.png", *(f"--{name}={value}" for name, value in short.items())]
            lowest: list[float] = []
            judge = ppo.judge
            with (
                mock.patch.object(sys, "argv", args),
                mock.patch.object(ppo, "judge", lambda *args: lowest.append(judge(*args))),
            ):
                ppo.main()
        self.assertEqual(len(lowest), 1)
        self.assertGreater(lowest[0], 0.5, "Wilson's interval reaches down to half of the matches")


if __name__ == "__main__":
    unittest.main()
