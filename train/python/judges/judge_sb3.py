"""Stable-Baselines3 and sb3-contrib, as their documentation uses them: the default policies, without a wrapper of ours."""

import sys
import unittest
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_masked
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import SubprocVecEnv

import blastyard.gym  # noqa: F401

DUEL = {"map": "tiny", "players": 2, "turns": 25, "opponents": "idle"}
GAMES = (
    ("Hexabomb", {"map": "tiny", "players": 2, "turns": 20}),
    ("Hexabomb", {"map": "duel", "turns": 12}),  # three characters
    ("Hexabomb", {"map": "tiny", "players": 2, "turns": 20, "observation": "cells"}),
    ("Bomberman", {"turns": 30}),
)


def make(name, options):
    return gymnasium.make(f"blastyard/{name}-v0", **options)


def random_return(episodes=40):
    """The mean return of legal actions that are drawn at random."""
    env = make("Hexabomb", DUEL)
    env.action_space.seed(1)
    total = 0.0
    for seed in range(episodes):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            total, over = total + reward, terminated or truncated
    env.close()
    return total / episodes


class Takes(unittest.TestCase):
    def test_each_game(self):
        """Each algorithm takes the default observation of each game, and counts its episodes."""
        for name, options in GAMES:
            for algorithm, arguments in (
                (PPO, {"n_steps": 64, "batch_size": 32, "n_epochs": 1}),
                (MaskablePPO, {"n_steps": 64, "batch_size": 32, "n_epochs": 1}),
                (DQN, {"learning_starts": 50, "buffer_size": 500}),
            ):
                env = make(name, options)
                if algorithm is DQN and not isinstance(env.action_space, gymnasium.spaces.Discrete):
                    env.close()
                    continue  # DQN is for one number
                with self.subTest(name=name, options=options, algorithm=algorithm.__name__):
                    model = algorithm("MultiInputPolicy", env, seed=1, device="cpu", **arguments)
                    model.learn(200)
                    told = [episode["l"] for episode in model.ep_info_buffer]
                    self.assertGreater(len(told), 1)
                    self.assertTrue(all(0 < length < options["turns"] + 1 for length in told), told)
                env.close()

    def test_their_checker(self):
        for name, options in GAMES:
            with self.subTest(name=name, options=options), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # planes look like a picture to it, and are none
                env = blastyard.gym_env(name.lower(), **options)
                check_env(env)
                env.close()

    def test_processes(self):
        """The environments of SubprocVecEnv, each in its process, give the matches of their seeds."""
        env = make_vec_env("blastyard/Hexabomb-v0", 2, seed=3, env_kwargs=DUEL, vec_env_cls=SubprocVecEnv)
        seen = env.reset()
        for i in range(2):
            one = make("Hexabomb", DUEL)
            expected, _ = one.reset(seed=3 + i)
            for key, array in expected.items():
                np.testing.assert_array_equal(seen[key][i], array, key)
            one.close()
        infos = []
        for _ in range(30):
            seen, _, done, told = env.step(np.zeros(2, np.int64))
            infos += [info for info, over in zip(told, done, strict=True) if over]
        self.assertTrue(infos)
        for info in infos:
            self.assertIn(info["terminal_observation"], env.observation_space)
            self.assertIn("winner", info)
            self.assertFalse(info["TimeLimit.truncated"])
        env.close()


class Learns(unittest.TestCase):
    def better(self, model, evaluate, steps):
        """The policy, drawn from as in training, has more after some steps than before, and more than chance."""

        def mean():
            env = Monitor(make("Hexabomb", DUEL))
            env.reset(seed=1)
            returns, _ = evaluate(model, env, n_eval_episodes=40, deterministic=False)
            env.close()
            return returns

        before = mean()
        model.learn(steps)
        after, chance = mean(), random_return()
        print(f"{type(model).__name__}: {before:.2f}, after {steps} steps {after:.2f}, legal actions by chance {chance:.2f}")
        self.assertGreater(after, before + 1)

    def test_ppo(self):
        env = make_vec_env("blastyard/Hexabomb-v0", 4, seed=1, env_kwargs=DUEL)
        model = PPO("MultiInputPolicy", env, n_steps=128, batch_size=128, n_epochs=4, seed=1, device="cpu")
        self.better(model, evaluate_policy, 16384)

    def test_masked(self):
        env = make_vec_env("blastyard/Hexabomb-v0", 4, seed=1, env_kwargs=DUEL)
        model = MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=128, n_epochs=4, seed=1, device="cpu")
        self.better(model, evaluate_masked, 16384)

    def test_dqn(self):
        env = make("Hexabomb", DUEL)
        model = DQN(
            "MultiInputPolicy", env, learning_starts=500, buffer_size=8000, train_freq=4, exploration_fraction=0.5,
            target_update_interval=500, learning_rate=1e-3, seed=1, device="cpu",
        )  # fmt: skip
        self.better(model, evaluate_policy, 8000)

    def test_hexagons(self):
        """The example with a CNN: its convolutions see a cell and its neighbours, and no others; it learns."""
        sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
        import hexagons

        env = blastyard.gym_env("hexabomb", **DUEL)
        facts = env.facts
        env.close()
        places = self.places(facts)
        conv = hexagons.HexConv(1, 1)
        with torch.no_grad():
            conv.weight.fill_(1)
            conv.bias.zero_()
            for cell, (row, column) in enumerate(places):
                board = torch.zeros(1, 1, facts["height"], facts["width"])
                board[0, 0, row, column] = 1
                reached = {(int(r), int(c)) for _, _, r, c in conv(board).nonzero()} & set(places)
                near = {places[n] for n in facts["neighbours"][cell] if n >= 0}
                self.assertEqual(reached, near | {(row, column)})
        told = [episode["r"] for episode in hexagons.learn(10_000).ep_info_buffer]
        print(f"hexagons: {np.mean(told):.2f} after 10000 steps, by chance {random_return():.2f}")
        self.assertGreater(np.mean(told), random_return() + 0.5)

    @staticmethod
    def places(facts):
        """The row and the column of each cell: its coordinates r and q, counted from the smallest ones."""
        coordinates = np.array(facts["coordinates"])[:, :2]
        q, r = (coordinates - coordinates.min(axis=0)).T
        return list(zip(r.tolist(), q.tolist(), strict=True))


if __name__ == "__main__":
    unittest.main()
