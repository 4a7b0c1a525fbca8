"""gym_env and make_vec against Gymnasium's own checker, opponents, registration."""

import sys
import unittest
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import blastyard
import blastyard.gym

TINY = {"map": "tiny", "players": 6, "turns": 15}

CASES = {
    "hexabomb": {"game": "hexabomb", **TINY},
    "by name": {"game": "hexabomb", **TINY, "seat": 3, "opponents": "greedy"},
    "cells": {"game": "hexabomb", "map": "tiny", "players": 2, "observation": "cells"},
    "three characters": {"game": "hexabomb", "map": "duel", "players": 2, "turns": 15},
    "by a function": {"game": "hexabomb", **TINY, "opponents": lambda seen: int(seen["action_mask"].argmax())},
    "bomberman": {"game": "bomberman", "players": 4, "seat": 2},
}


class Checker(unittest.TestCase):
    def test_check_env(self):
        for name, options in CASES.items():
            with self.subTest(name), warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                env = blastyard.gym_env(**options)
                check_env(env, skip_render_check=True)
                env.close()
                texts = [str(w.message) for w in told]
                # Scalars have no bounds, and the checker only warns of that.
                self.assertEqual([t for t in texts if "infinity. This is probably too" not in t], [])

    def test_registered(self):
        for name in ("Hexabomb", "Bomberman"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                env = gymnasium.make(f"blastyard/{name}-v0", turns=30)
            seen, _ = env.reset(seed=1)
            self.assertIn(seen, env.observation_space)
            self.assertEqual(env.unwrapped._vec.game, name.lower())
            env.close()

    def test_registered_by_the_name_of_the_module(self):
        """A fresh Python needs no import of its own for "blastyard.gym:"."""
        import subprocess

        code = (
            "import blastyard, gymnasium\n"
            "env = gymnasium.make('blastyard.gym:blastyard/Hexabomb-v0', map='tiny')\n"
            "print(env.reset(seed=1)[0]['action_mask'].shape)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
        self.assertEqual(done.stdout, "(17,)\n")


class Lazy(unittest.TestCase):
    def test_the_package_needs_numpy_alone(self):
        import subprocess

        code = (
            "import sys\n"
            "for name in ('gymnasium', 'pettingzoo'):\n"
            "    sys.modules[name] = None  # as if it were not installed\n"
            "import blastyard\n"
            "with blastyard.VecEnv(1, map='tiny') as env:\n"
            "    env.step(env.sample(__import__('numpy').random.default_rng(1)))\n"
            "for name in ('parallel_env', 'env', 'gym_env', 'make_vec'):\n"
            "    try:\n"
            "        getattr(blastyard, name)\n"
            "    except ImportError as err:\n"
            "        print(err)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 4)
        for line, extra in zip(lines, ("pettingzoo", "pettingzoo", "gymnasium", "gymnasium"), strict=True):
            self.assertIn(f"pip install 'blastyard[{extra}]'", line)


class Opponents(unittest.TestCase):
    def test_functions_play(self):
        """An opponent's function sees its own observation, and its action is played."""
        moves = {1: 0, 2: 0}

        def bot(player):
            def act(seen):
                self.assertIn(seen, env.observation_space)
                moves[player] += 1
                return int(np.flatnonzero(seen["action_mask"])[-1])

            return act

        opponents = {1: bot(1), 2: bot(2), 3: "greedy", 4: "idle", 5: "idle"}
        env = blastyard.gym_env("hexabomb", opponents=opponents, **TINY)
        with blastyard.VecEnv(1, seats=[0, 1, 2], opponents={3: "greedy", 4: "idle", 5: "idle"}, **TINY) as vec:
            seen, _ = env.reset()
            vec.reset()
            terminated = False
            while not terminated:
                mask = vec.mask[0, :, 0]
                last = mask.shape[-1] - 1 - mask[:, ::-1].argmax(-1)
                vec.step([[0, last[1], last[2]]])
                seen, reward, terminated, _, _ = env.step(0)
                np.testing.assert_array_equal(seen["observation"], vec.obs["planes"][0, 0])
                self.assertAlmostEqual(reward, float(vec.reward[0, 0]))
        self.assertEqual(moves[1], moves[2])
        self.assertGreater(moves[1], 5)
        env.close()

    def test_errors(self):
        for options, text in (
            ({"opponents": {0: "greedy"}}, "player 0, which is the seat"),
            ({"opponents": {1: "greedy"}}, "player 2"),
            ({"seat": 6, "opponents": "greedy"}, "6"),
            ({"seat": 9, "opponents": lambda seen: 0}, "seat is 9, expected one of"),
            ({"render_mode": "smell"}, "render_mode is 'smell'"),
        ):
            with self.subTest(text), self.assertRaisesRegex((ValueError, blastyard.Error), text):
                blastyard.gym_env("hexabomb", **options, **TINY)
        env = blastyard.gym_env("hexabomb", opponents=lambda seen: 99, **TINY)
        env.reset()
        with self.assertRaisesRegex(ValueError, "player 1: action 99: expected 0 to 16"):
            env.step(0)
        env.close()

    def test_the_end(self):
        env = blastyard.gym_env("bomberman", reward="win", turns=80, seed=2)
        rng = np.random.default_rng(3)
        for _ in range(4):
            seen, _ = env.reset()
            total, turns, terminated = 0.0, 0, False
            while not terminated:
                action = rng.choice(np.flatnonzero(seen["action_mask"]))
                seen, reward, terminated, truncated, info = env.step(action)
                total, turns = total + reward, turns + 1
                self.assertFalse(truncated)
            self.assertEqual(info["episode"], {"r": total, "l": turns})
            expected = {0: 1, -1: 0}.get(info["winner"], -1)
            self.assertIn(total, [expected] if info["winner"] >= 0 else [0, -1])
        env.close()


class Vector(unittest.TestCase):
    def test_as_many_single_ones(self):
        """The vector environment gives what single environments with its seeds give, with NEXT_STEP."""
        options = {"map": "tiny", "players": 2, "turns": 10, "opponents": "greedy"}
        env = blastyard.make_vec("hexabomb", 3, **options)
        self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode.NEXT_STEP)
        seen, _ = env.reset(seed=[4, 5, 6])
        self.assertIn(seen, env.observation_space)
        singles = [blastyard.make_vec("hexabomb", 1, **options) for _ in range(3)]
        for single, seed in zip(singles, (4, 5, 6), strict=True):
            single.reset(seed=[seed])
        rng = np.random.default_rng(1)
        ended = 0
        for _ in range(25):
            actions = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
            seen, rewards, terminated, truncated, info = env.step(np.array(actions))
            self.assertEqual((rewards.shape, terminated.shape, truncated.shape), ((3,), (3,), (3,)))
            for i, single in enumerate(singles):
                one, reward, over, _, one_info = single.step(actions[i : i + 1])
                for name, array in one.items():
                    np.testing.assert_array_equal(seen[name][i], array[0], name)
                self.assertEqual((rewards[i], terminated[i]), (reward[0], over[0]))
                if over[0]:
                    ended += 1
                    self.assertEqual(info["episode"]["r"][i], one_info["episode"]["r"][0])
                    self.assertEqual(info["episode"]["l"][i], one_info["episode"]["l"][0])
                    self.assertTrue(info["_episode"][i])
        self.assertGreater(ended, 3)
        for each in (env, *singles):
            each.close()

    def test_made_by_gymnasium(self):
        for mode in (None, "sync", "async"):
            with self.subTest(mode=mode), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                env = gymnasium.make_vec(
                    "blastyard/Hexabomb-v0", num_envs=2, vectorization_mode=mode, map="tiny", turns=10
                )
                first, _ = env.reset(seed=3)
                again, _ = env.reset(seed=3)
                for name in first:
                    np.testing.assert_array_equal(first[name], again[name])
                ended = 0
                for _ in range(25):
                    seen, *_, info = env.step(env.action_space.sample())
                    ended += "episode" in info
                self.assertIn(seen, env.observation_space)
                self.assertGreater(ended, 0)
                env.close()

    def test_statistics_of_gymnasium(self):
        """Gymnasium's own wrapper counts the same returns and lengths."""
        env = blastyard.make_vec("hexabomb", 4, map="tiny", players=2, turns=10)
        wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env, stats_key="counted")
        wrapped.reset(seed=2)
        wrapped.action_space.seed(2)
        ended = 0
        for _ in range(30):
            *_, info = wrapped.step(wrapped.action_space.sample())
            if "counted" in info:
                over = info["_episode"]
                ended += over.sum()
                np.testing.assert_allclose(info["counted"]["r"][over], info["episode"]["r"][over], atol=1e-5)
                np.testing.assert_array_equal(info["counted"]["l"][over], info["episode"]["l"][over])
        self.assertGreater(ended, 4)
        wrapped.close()

    def test_copies_and_views(self):
        for copy in (True, False):
            with self.subTest(copy=copy):
                env = blastyard.make_vec("hexabomb", 2, copy=copy, map="tiny", players=2)
                first, _ = env.reset(seed=1)
                kept = first["scalars"].copy()
                env.step(np.zeros(2, np.int64))
                self.assertEqual(bool((first["scalars"] == kept).all()), copy)
                env.close()

    def test_several_characters_and_some_matches(self):
        env = blastyard.make_vec("hexabomb", 3, map="duel", autoreset="disabled")
        self.assertEqual(env.metadata["autoreset_mode"], AutoresetMode.DISABLED)
        seen, _ = env.reset(seed=1)
        self.assertIn(seen, env.observation_space)
        self.assertEqual(env.action_space.shape, (3, 3))
        env.step(env.action_space.sample())
        turns = env._vec.turn.copy()
        env.reset(options={"reset_mask": np.array([False, True, False])})
        self.assertEqual((env._vec.turn == turns).tolist(), [True, False, True])
        env.close()


if __name__ == "__main__":
    unittest.main()
