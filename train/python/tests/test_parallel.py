"""parallel_env and env against PettingZoo's own tests, and how agents leave."""

import copy
import inspect
import pickle
import sys
import subprocess
import tempfile
import unittest
import warnings

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test

import blastyard

# Small matches: PettingZoo's tests play many turns.
CASES = {
    "hexabomb": {"game": "hexabomb", "map": "tiny", "players": 6, "turns": 20},
    "two against built-in bots": {
        "game": "hexabomb",
        "map": "tiny",
        "players": 6,
        "turns": 20,
        "seats": [1, 4],
        "opponents": "greedy",
    },
    "cells": {"game": "hexabomb", "map": "tiny", "players": 2, "turns": 20, "observation": "cells"},
    "three characters": {"game": "hexabomb", "map": "duel", "players": 2, "turns": 20},
    "sudden death": {"game": "hexabomb", "map": "tiny", "players": 5, "turns": 40, "special": True},
    "bomberman": {"game": "bomberman", "players": 4, "turns": 60},
    "truncated": {"game": "bomberman", "max_steps": 15},
}

# Warnings of PettingZoo about every dict as observation, and about the MultiDiscrete space of several
# characters with the tuple of masks that its `sample` needs.
EXPECTED = (
    "Observation space for each agent probably should be",
    "Action space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask is not a NumPy array",
)


def legal(env, agent, observation, rng):
    """A random legal action of an agent."""
    masks = np.atleast_2d(observation["action_mask"])
    chosen = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
    return chosen if len(chosen) > 1 else chosen[0]


class PettingZooTests(unittest.TestCase):
    def quietly(self, test, *args, **kwargs):
        """Run one of PettingZoo's tests. Warnings other than the known ones are failures."""
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            test(*args, **kwargs)
        texts = [str(w.message) for w in told]
        self.assertEqual([t for t in texts if not any(e in t for e in EXPECTED)], [])

    def test_parallel_api(self):
        # Older ones take a place in the mask for an action, whatever the space of actions is.
        masks_of_several = "sample(mask=" in inspect.getsource(sys.modules[parallel_api_test.__module__])
        for name, options in CASES.items():
            with self.subTest(name):
                if name == "three characters" and not masks_of_several:
                    continue
                env = blastyard.parallel_env(**options)
                self.quietly(parallel_api_test, env, num_cycles=80)
                env.close()

    def test_parallel_seeds(self):
        for name, options in CASES.items():
            with self.subTest(name):
                self.quietly(parallel_seed_test, lambda o=options: blastyard.parallel_env(**o), num_cycles=60)

    def test_agents_one_after_another(self):
        for name, options in CASES.items():
            with self.subTest(name):
                env = blastyard.env(**options)
                self.quietly(api_test, env, num_cycles=80)
                env.close()


class Leaving(unittest.TestCase):
    def test_agents_leave_once(self):
        """An agent that is out is terminated once and leaves; the end of the match ends all others."""
        rng = np.random.default_rng(8)
        left_early = 0
        env = blastyard.parallel_env("bomberman", players=4, turns=100, reward="win", seed=3)
        for _ in range(5):
            observations, infos = env.reset()
            self.assertEqual(env.agents, env.possible_agents)
            self.assertEqual(list(infos), env.agents)
            sums = dict.fromkeys(env.agents, 0.0)
            turns = 0
            while env.agents:
                before = env.agents
                chosen = {agent: legal(env, agent, observations[agent], rng) for agent in before}
                observations, rewards, terminated, truncated, infos = env.step(chosen)
                turns += 1
                for answer in (observations, rewards, terminated, truncated, infos):
                    self.assertEqual(list(answer), before)
                self.assertEqual(env.agents, [a for a in before if not terminated[a]])
                self.assertFalse(any(truncated.values()))
                for agent in before:
                    sums[agent] += rewards[agent]
                    self.assertIsInstance(terminated[agent], bool)
                    if terminated[agent]:
                        self.assertEqual((infos[agent]["return"], infos[agent]["length"]), (sums[agent], turns))
                        left_early += bool(env.agents)
                    else:
                        self.assertNotIn("return", infos[agent])
            winner = infos[before[0]]["winner"]
            for agent in env.possible_agents:
                expected = 1 if agent == f"player_{winner}" else -1
                self.assertIn(sums[agent], [expected] if winner >= 0 else [0, -1])
        self.assertGreater(left_early, 0, "no agent left before the end: the test shows nothing")
        self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))
        env.close()

    def test_max_steps(self):
        with self.assertRaisesRegex(ValueError, "max_steps and max_cycles are the same"):
            blastyard.parallel_env("hexabomb", max_steps=3, max_cycles=3)
        for name in ("max_steps", "max_cycles"):
            with self.subTest(name):
                self.cut_after_three(blastyard.parallel_env("hexabomb", map="tiny", **{name: 3}))

    def cut_after_three(self, env):
        env.reset()
        for turn in range(3):
            _, _, terminated, truncated, infos = env.step(dict.fromkeys(env.agents, 0))
            self.assertEqual(set(truncated.values()), {turn == 2})
            self.assertEqual(set(terminated.values()), {False})
        self.assertEqual(env.agents, [])
        self.assertEqual(infos["player_0"]["length"], 3)
        env.close()


class Views(unittest.TestCase):
    def test_the_same_match_as_in_a_vec_env(self):
        """The same seed and actions give the same observations and rewards."""
        options = {"map": "tiny", "players": 6, "turns": 15, "seed": 9}
        env = blastyard.parallel_env("hexabomb", **options)
        rng = np.random.default_rng(2)
        with blastyard.VecEnv(1, **options) as vec:
            seen, _ = env.reset()
            vec.reset()
            while env.agents:
                chosen = vec.sample(rng)
                for k, agent in enumerate(env.possible_agents):
                    np.testing.assert_allclose(seen[agent]["observation"] * 255, vec.obs["planes"][0, k], rtol=1e-6)
                    np.testing.assert_array_equal(seen[agent]["scalars"], vec.obs["scalars"][0, k])
                    np.testing.assert_array_equal(seen[agent]["action_mask"], vec.mask[0, k, 0])
                seen, rewards, *_ = env.step({a: int(chosen[0, k, 0]) for k, a in enumerate(env.possible_agents)})
                vec.step(chosen)
                self.assertEqual(list(rewards.values()), vec.reward[0].tolist())
        env.close()

    def test_copies(self):
        env = blastyard.parallel_env("hexabomb", map="tiny", seed=1)
        seen, infos = env.reset()
        first = seen["player_0"]["observation"].copy()
        rng = np.random.default_rng(1)
        for _ in range(4):
            seen_now, *_ = env.step({a: legal(env, a, seen[a], rng) for a in env.agents})
        np.testing.assert_array_equal(seen["player_0"]["observation"], first)
        self.assertTrue((seen_now["player_0"]["observation"] != first).any())
        np.testing.assert_array_equal(infos["player_0"]["action_mask"], seen["player_0"]["action_mask"])
        self.assertIn(seen_now["player_0"], env.observation_space("player_0"))
        env.close()

    def test_state(self):
        """The state is what all seats see, in their order, and PettingZoo's own test takes it."""
        for options in ({"map": "tiny", "players": 3}, {"map": "duel", "observation": "cells", "dtype": "uint8"}):
            env = blastyard.parallel_env("hexabomb", **options)
            seen, _ = env.reset(seed=4)
            expected = np.concatenate(
                [part.ravel() for each in seen.values() for part in (
                    each["observation"] / np.float32(255 if "dtype" in options else 1), each["scalars"])]
            )  # fmt: skip
            np.testing.assert_array_equal(env.state(), expected)
            self.assertIn(env.state(), env.state_space)
            env.close()
            aec = blastyard.env("hexabomb", **options)
            aec.reset(seed=4)
            np.testing.assert_array_equal(aec.state(), expected)
            aec.close()

    def test_pickles(self):
        """A pickle and a copy are new environments with the same arguments."""
        env = blastyard.parallel_env("hexabomb", map="tiny", seed=6, seats=[0, 2], opponents="random", max_cycles=4)
        first, _ = env.reset()
        for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
            self.assertEqual(again.possible_agents, env.possible_agents)
            np.testing.assert_array_equal(again.reset()[0]["player_2"]["observation"], first["player_2"]["observation"])
            again.close()
        env.close()

    def test_another_map(self):
        """Another map of the same form is played from the next match on; one of another form is refused."""
        moves = {a: 0 for a in ("player_0", "player_1")}
        with tempfile.TemporaryDirectory() as folder:
            for seed in (1, 2):
                subprocess.run(
                    [blastyard.program(), "map", "generate", "hexabomb", "--characters", "1", "--cells", "61", "--seed", str(seed),
                     "--output", f"{folder}/{seed}.json"], check=True, capture_output=True, timeout=60,
                )  # fmt: skip
            env = blastyard.parallel_env("hexabomb", map=f"{folder}/1.json")
            first, _ = env.reset(seed=3)
            second, _ = env.reset(seed=3, options={"map": f"{folder}/2.json"})
            self.assertTrue((first["player_0"]["observation"] != second["player_0"]["observation"]).any())
            env.step(moves)
            again, _ = env.reset(seed=3)
            np.testing.assert_array_equal(again["player_0"]["observation"], second["player_0"]["observation"])
            with self.assertRaisesRegex(ValueError, "on the map 'duel' observations and actions have another form"):
                env.reset(options={"map": "duel"})
            env.step(moves)
            env.close()

    def test_wrong_seeds(self):
        env = blastyard.parallel_env("bomberman")
        for seed in (-1, 2**64, 1.5, "x"):
            with self.assertRaisesRegex(blastyard.Error, f"seed is {seed!r}, expected a whole number from 0 to {2**64 - 1}"):
                env.reset(seed=seed)
            with self.assertRaisesRegex(blastyard.Error, f"seed is {seed!r}, expected a whole number from 0 to {2**64 - 1}"):
                blastyard.parallel_env("bomberman", seed=seed)
        env.close()

    def test_raw(self):
        env = blastyard.parallel_env("hexabomb", map="tiny", observation="raw")
        seen, infos = env.reset()
        self.assertEqual(len(infos["player_1"]["raw"]["cells"]), 37)
        self.assertNotIn("observation", seen["player_1"])
        self.assertIn(seen["player_1"], env.observation_space("player_1"))
        env.close()

    def test_wrong_actions(self):
        env = blastyard.parallel_env("hexabomb", map="tiny", players=2)
        env.reset()
        for actions, text in (
            ({"player_0": 1}, "no action for player_1"),
            ({"player_0": 1, "player_1": 17}, "player_1: action 17: expected 0 to 16"),
            ({"player_0": 1, "player_1": -1}, "player_1: action -1: expected 0 to 16"),
            ({"player_0": 1, "player_1": [1, 2]}, r"player_1: action \[1, 2\]: expected 1 integer"),
            ({"player_0": 1.5, "player_1": 1}, "player_0: action 1.5: expected 1 integer"),
            ({"player_0": 1, "player_1": 1, "player_7": 1}, "unknown agent 'player_7'"),
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                env.step(actions)
        env.close()
        with self.assertRaisesRegex(ValueError, "render_mode is 'smell'"):
            blastyard.parallel_env("hexabomb", render_mode="smell")


if __name__ == "__main__":
    unittest.main()
