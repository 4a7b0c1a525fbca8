"""gym_env and make_vec against Gymnasium's own checker, opponents, registration."""

import copy
import pickle
import subprocess
import sys
import tempfile
import unittest
import warnings
from functools import partial

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import RecordEpisodeStatistics

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


def same(all_of_them):
    """Assert that all are the same: tuples, dicts and arrays in any depth."""
    first, *others = all_of_them
    for other in others:
        if isinstance(first, dict):
            assert first.keys() == other.keys(), (first.keys(), other.keys())
            for key in first:
                same([first[key], other[key]])
        elif isinstance(first, tuple) or isinstance(first, np.ndarray) and first.dtype == object:
            assert len(first) == len(other)
            for pair in zip(first, other, strict=True):
                same(pair)
        else:
            np.testing.assert_array_equal(first, other)
            assert np.asarray(first).dtype == np.asarray(other).dtype, (np.asarray(first).dtype, np.asarray(other).dtype)


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

    def test_registered_in_any_order(self):
        """The environments are registered whichever is imported first, and without Gymnasium nothing is lost."""
        for imports in ("blastyard, gymnasium", "blastyard, pettingzoo, gymnasium"):  # this file has the other order
            code = (
                "import warnings\n"
                "warnings.simplefilter('error')\n"
                f"import {imports}\n"
                "env = gymnasium.make_vec('blastyard/Hexabomb-v0', 2, map='tiny', render_mode='ansi')\n"
                "print(env.reset(seed=1)[0]['action_mask'].shape, type(env.render()[1]).__name__)\n"
                "print(gymnasium.make('blastyard/Bomberman-v0').action_space)\n"
            )
            with self.subTest(imports):
                done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
                self.assertEqual((done.stdout, done.returncode), ("(2, 17) str\nDiscrete(7)\n", 0), done.stderr)

    def test_registered_by_the_name_of_the_module(self):
        """A fresh Python needs no import of its own for "blastyard.gym:"."""
        code = (
            "import blastyard, gymnasium\n"
            "env = gymnasium.make('blastyard.gym:blastyard/Hexabomb-v0', map='tiny')\n"
            "print(env.reset(seed=1)[0]['action_mask'].shape)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
        self.assertEqual(done.stdout, "(17,)\n")


class Wrappers(unittest.TestCase):
    """What people put around an environment, as Gymnasium publishes it."""

    def episode(self, env, seed=3, steps=200):
        """Play random legal actions to the end of an episode, and return the last step."""
        env.action_space.seed(1)
        seen, info = env.reset(seed=seed)
        self.assertIn(seen, env.observation_space)
        for _ in range(steps):
            seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            self.assertIn(seen, env.observation_space)
            if terminated or truncated:
                return seen, reward, terminated, truncated, info
        self.fail("no end")

    def test_one_by_one(self):
        w = gymnasium.wrappers
        for wrap in (
            w.RecordEpisodeStatistics,
            w.FlattenObservation,
            lambda env: w.NormalizeObservation(w.FlattenObservation(env)),
            lambda env: w.NormalizeObservation(w.TransformObservation(env, lambda seen: seen["observation"],
                                                                      env.observation_space["observation"])),
            lambda env: w.FrameStackObservation(env, 3),
            lambda env: w.FilterObservation(env, ["observation", "scalars"]),
            lambda env: w.DtypeObservation(w.FlattenObservation(env), np.float64),
            lambda env: w.TimeAwareObservation(w.TimeLimit(env, 20), flatten=False),
            lambda env: w.DelayObservation(w.FlattenObservation(env), 2),
            w.NormalizeReward,
            lambda env: w.ClipReward(env, -1, 1),
            lambda env: w.TimeLimit(env, 5),
            w.OrderEnforcing,
            w.PassiveEnvChecker,
            lambda env: w.Autoreset(env) if hasattr(w, "Autoreset") else env,
        ):
            for name, options in (("Hexabomb", TINY), ("Hexabomb", {"map": "duel", "turns": 15}), ("Bomberman", {})):
                with self.subTest(name=name, options=options), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    env = wrap(gymnasium.make(f"blastyard/{name}-v0", **options))
                    self.episode(env, steps=1000)
                    env.close()

    def test_statistics(self):
        env = RecordEpisodeStatistics(gymnasium.make("blastyard/Hexabomb-v0", reward="share", **TINY))
        *_, info = self.episode(env)
        self.assertEqual(info["episode"]["l"], 14)  # the first turn is played without actions
        self.assertEqual(env.return_queue[0], info["episode"]["r"])
        self.assertNotEqual(info["episode"]["r"], 0)
        env.close()

    def test_limit_of_time(self):
        env = gymnasium.make("blastyard/Hexabomb-v0", max_episode_steps=4, **TINY)
        _, _, terminated, truncated, _ = self.episode(env)
        self.assertEqual((terminated, truncated), (False, True))
        env.close()

    def test_reserved_keys(self):
        """No info has a key that a wrapper, a vectorizer or a library writes itself."""
        reserved = {
            "episode", "final_info", "final_obs", "final_observation", "terminal_observation", "TimeLimit.truncated",
            "original_reward", "original_observation", "is_success", "lives", "rollout", "time", "l", "r", "t",
            "reset_obs", "env_id", "mask", "_episode",
        }  # fmt: skip
        for options in (TINY, {**TINY, "observation": "raw"}):
            env = gymnasium.make("blastyard/Hexabomb-v0", **options)
            keys = set(env.reset(seed=1)[1]) | set(self.episode(env)[-1])
            self.assertEqual(keys & reserved, set())
            self.assertGreaterEqual(keys, {"winner", "scores", "action_mask"})
            env.close()


class ForNetworks(unittest.TestCase):
    """What common libraries take as it is."""

    def test_no_tuple_and_no_image(self):
        """Stable-Baselines3 refuses a Tuple in a Dict, and takes uint8 in three dimensions for a picture of a game."""
        for game, options in (("hexabomb", TINY), ("hexabomb", {"map": "duel"}), ("bomberman", {})):
            env = blastyard.gym_env(game, **options)
            for name, space in env.observation_space.items():
                self.assertIsInstance(space, gymnasium.spaces.Box, name)
            planes = env.observation_space["observation"]
            self.assertEqual((planes.dtype, planes.low.min(), planes.high.max()), (np.float32, 0, 1))
            seen, _ = env.reset(seed=1)
            self.assertEqual(seen["observation"].max(), 1)
            env.close()

    def test_dtypes(self):
        """The same numbers in both types."""
        envs = [blastyard.gym_env("bomberman", dtype=dtype) for dtype in ("float32", "uint8")]
        for _ in range(2):
            small, large = (env.reset(seed=5)[0]["observation"] for env in envs)
            self.assertEqual(large.dtype, np.uint8)
            np.testing.assert_allclose(small * 255, large, rtol=1e-6)
        for env in envs:
            env.close()

    def test_masks_for_maskable_policies(self):
        for options, shape in ((TINY, (17,)), ({"map": "duel"}, (51,))):
            env = blastyard.gym_env("hexabomb", **options)
            seen, info = env.reset(seed=1)
            masks = env.action_masks()
            self.assertEqual((masks.dtype, masks.shape), (np.bool_, shape))
            np.testing.assert_array_equal(masks, seen["action_mask"].reshape(-1))
            np.testing.assert_array_equal(info["action_mask"], seen["action_mask"])
            rows = masks.reshape(-1, 17)
            for _ in range(20):
                action = np.atleast_1d(env.action_space.sample(seen["action_mask"]))
                self.assertTrue(all(row[a] for row, a in zip(rows, action, strict=True)))
            masks[:] = False
            self.assertTrue(env.action_masks().any())
            env.close()


class Seeds(unittest.TestCase):
    def test_that_of_play(self):
        """reset(seed=7) is the match of `play --seed 7` in all interfaces: the same actions give the same observations."""
        for game, options in (("hexabomb", {"map": "tiny", "turns": 12}), ("bomberman", {"turns": 40})):
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                made = [a for name, value in options.items() for a in (f"--{name}", str(value))]
                bot = "greedy" if game == "hexabomb" else "gatherer"
                other = "random" if game == "hexabomb" else "idle"
                bots = ["--bot", f"builtin:{bot}", "--bot", f"builtin:{other}"]
                subprocess.run(
                    [blastyard.program(), "play", game, *bots, *made, "--seed", "7", "--replay", f"{folder}/it.blast",
                     "--quiet"], check=True, capture_output=True, timeout=120,
                )  # fmt: skip
                with blastyard.dataset(f"{folder}/it.blast") as data:
                    rows = data.arrays()
                self.as_played(game, {"players": 2, **options}, rows)

    def as_played(self, game, options, rows):
        """Play the actions of the rows of a replay again, and compare what the players saw."""
        vec = blastyard.VecEnv(2, game, seed=1, **options)
        vec.reset(6)  # the second match has the seed 7
        env = blastyard.gym_env(game, opponents=lambda seen: act[1], dtype="uint8", **options)
        seen, _ = env.reset(seed=7)
        both = blastyard.parallel_env(game, **options)
        everyone, _ = both.reset(seed=7)
        turns = sorted(set(rows["turn"].tolist()))
        self.assertGreater(len(turns), 5)
        for turn in turns:
            here = rows["turn"] == turn
            act = [0, 0]
            for player, planes, action in zip(rows["player"][here], rows["planes"][here], rows["actions"][here]):
                np.testing.assert_array_equal(vec.obs["planes"][1, player], planes)
                np.testing.assert_array_equal(everyone[f"player_{player}"]["observation"], planes / np.float32(255))
                if player == 0:
                    np.testing.assert_array_equal(seen["observation"], planes)
                act[player] = int(action[0]) if action[0] != 255 else 0
            if here.sum() < 2:
                break
            vec.step(np.array([[0, 0], act]))
            seen, *_ = env.step(act[0])
            everyone, *_ = both.step({"player_0": act[0], "player_1": act[1]})
        for each in (vec, env, both):
            each.close()

    def test_it_goes_on(self):
        """Without a seed it goes on from the last one, and at first it is another one each time."""
        env, other = (blastyard.gym_env("bomberman") for _ in range(2))
        self.assertFalse((env.reset()[0]["observation"] == other.reset()[0]["observation"]).all())
        for each in (env, other):
            each.reset(seed=4)
        for _ in range(2):
            one, two = env.reset()[0]["observation"], other.reset()[0]["observation"]
            np.testing.assert_array_equal(one, two)
        env.close()
        other.close()

    def test_wrong_ones(self):
        env, vec = blastyard.gym_env("bomberman"), blastyard.make_vec("bomberman", 2)
        for seed in (-1, 2**64, 1.5, "x"):
            for each in (env, vec):
                with self.assertRaisesRegex(blastyard.Error, f"seed.* is {seed!r}, expected a whole number from 0"):
                    each.reset(seed=seed)
        for seed in (np.int64(3), np.uint64(2**64 - 1)):
            for each in (env, vec):
                each.reset(seed=seed)
        env.close()
        vec.close()


class Copies(unittest.TestCase):
    def test_pickles(self):
        """A pickle and a copy are new environments with the same arguments."""
        env = blastyard.gym_env("bomberman", seat=1, opponents={0: "idle"}, seed=5, dtype="uint8")
        first = env.reset()[0]
        for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
            self.assertEqual(again.observation_space, env.observation_space)
            np.testing.assert_array_equal(again.reset()[0]["observation"], first["observation"])
            again.close()
        env.close()

    def test_owned(self):
        """What an environment returns is the caller's: writing to it changes no later observation."""
        env, other = (blastyard.gym_env("hexabomb", **TINY) for _ in range(2))
        seen, info = env.reset(seed=1)
        kept, _ = other.reset(seed=1)
        for _ in range(6):
            for array in (*seen.values(), info["action_mask"]):
                array[...] = 0
            (seen, *_, info), (kept, *_) = env.step(1), other.step(1)
            for name, array in kept.items():
                np.testing.assert_array_equal(seen[name], array, name)
        env.close()
        other.close()


class Maps(unittest.TestCase):
    def test_another_map(self):
        env = blastyard.gym_env("hexabomb", map="tiny", players=2)
        env.reset(seed=3)
        with self.assertRaisesRegex(ValueError, "reset: on the map 'duel' observations and actions have another form"):
            env.reset(options={"map": "duel"})
        env.reset(seed=3, options={"map": "tiny", "unknown": 1})
        env.close()


class Lazy(unittest.TestCase):
    def test_the_package_needs_numpy_alone(self):
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
        env = blastyard.gym_env("hexabomb", opponents=opponents, seed=1, **TINY)
        with blastyard.VecEnv(1, seed=1, seats=[0, 1, 2], opponents={3: "greedy", 4: "idle", 5: "idle"}, **TINY) as vec:
            seen, _ = env.reset()
            vec.reset()
            terminated = False
            while not terminated:
                mask = vec.mask[0, :, 0]
                last = mask.shape[-1] - 1 - mask[:, ::-1].argmax(-1)
                vec.step([[0, last[1], last[2]]])
                seen, reward, terminated, _, _ = env.step(0)
                np.testing.assert_array_equal(seen["observation"], vec.obs["planes"][0, 0] / np.float32(255))
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
        env = RecordEpisodeStatistics(blastyard.gym_env("bomberman", reward="win", turns=80, seed=2))
        rng = np.random.default_rng(3)
        for _ in range(4):
            seen, _ = env.reset()
            total, turns, terminated = 0.0, 0, False
            while not terminated:
                action = rng.choice(np.flatnonzero(seen["action_mask"]))
                seen, reward, terminated, truncated, info = env.step(action)
                total, turns = total + reward, turns + 1
                self.assertFalse(truncated)
            self.assertEqual((info["episode"]["r"], info["episode"]["l"]), (total, turns))
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
                    self.assertEqual(info["winner"][i], one_info["winner"][0])
                    self.assertTrue(info["_winner"][i])
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
                    ended += "winner" in info
                self.assertIn(seen, env.observation_space)
                self.assertGreater(ended, 0)
                env.close()

    def test_all_vectorizers_alike(self):
        """Sync, Async and the vector entry point give the same matches, observations and infos in all autoreset modes."""
        for mode in AutoresetMode:
            with self.subTest(mode=mode):
                options = {"map": "tiny", "players": 2, "turns": 9, "opponents": "random", "reward": "share"}
                make = partial(gymnasium.make_vec, "blastyard/Hexabomb-v0", num_envs=3, **options)
                theirs = [make(vectorization_mode=v, vector_kwargs={"autoreset_mode": mode}) for v in ("sync", "async")]
                envs = [make(autoreset_mode=mode), *theirs]
                try:
                    self.alike(envs, mode)
                finally:
                    for env in envs:
                        env.close()

    def alike(self, envs, mode):
        self.assertEqual({env.metadata["autoreset_mode"] for env in envs}, {mode})
        same([env.reset(seed=7) for env in envs])
        ended = 0
        for step in range(25):
            mask = envs[0].action_masks()
            actions = np.array([np.flatnonzero(row)[step % row.sum()] for row in mask])
            steps = [env.step(actions) for env in envs]
            same(steps)
            over = steps[0][2] | steps[0][3]
            ended += over.sum()
            if mode == AutoresetMode.DISABLED and over.any():
                same([env.reset(options={"reset_mask": over.copy()}) for env in envs])
        self.assertGreater(ended, 5)
        same([env.reset() for env in envs])
        same([env.reset(seed=[5, 2**64 - 1, 6]) for env in envs])

    def test_statistics_of_gymnasium(self):
        """Gymnasium's own wrapper counts returns and lengths, in each vectorizer and autoreset mode alike."""
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            told = []
            for vectorizer in ("vector_entry_point", "sync"):
                kwargs = {"autoreset_mode": mode}
                kwargs = {"vector_kwargs": kwargs} if vectorizer == "sync" else kwargs
                env = gymnasium.make_vec("blastyard/Hexabomb-v0", 4, vectorizer, map="tiny", players=2, turns=10, **kwargs)
                env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
                env.reset(seed=2)
                counted = []
                for step in range(30):
                    *_, info = env.step(np.full(4, step % 7))
                    if "episode" in info:
                        counted += info["episode"]["r"][info["_episode"]].tolist()
                        counted += info["episode"]["l"][info["_episode"]].tolist()
                env.close()
                self.assertGreater(len(counted), 10)
                told.append(counted)
            self.assertEqual(*told)

    def test_copies_and_views(self):
        for copy in (True, False):
            with self.subTest(copy=copy):
                env = blastyard.make_vec("hexabomb", 2, copy=copy, map="tiny", players=2)
                first, _ = env.reset(seed=1)
                kept = first["scalars"].copy()
                env.step(np.zeros(2, np.int64))
                self.assertEqual(bool((first["scalars"] == kept).all()), copy)
                env.close()

    def test_views_cannot_be_written_to(self):
        env = blastyard.make_vec("hexabomb", 2, copy=False, dtype="uint8", map="tiny", players=2)
        seen, _ = env.reset(seed=1)
        for name, array in seen.items():
            with self.subTest(name), self.assertRaisesRegex(ValueError, "read-only"):
                array[...] = 0
        env.close()

    def test_pictures(self):
        env = gymnasium.make_vec("blastyard/Hexabomb-v0", 2, render_mode="rgb_array", map="tiny")
        env.reset(seed=1)
        one, two = env.render()
        self.assertEqual((one.dtype, one.shape), (np.uint8, two.shape))
        env.close()

    def test_wrong_arguments(self):
        for options, text in (
            ({"autoreset_mode": "later"}, "autoreset_mode is 'later', expected one of"),
            ({"opponents": {1: lambda seen: 0}}, "opponents has functions, expected built-in bots"),
            ({"dtype": "int8"}, "dtype is 'int8', expected 'float32' or 'uint8'"),
            ({"render_mode": "smell"}, "render_mode is 'smell'"),
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                blastyard.make_vec("hexabomb", 2, map="tiny", players=2, **options)

    def test_another_map_is_refused(self):
        env = blastyard.make_vec("hexabomb", 2, map="tiny")
        env.reset(options={"map": "tiny"})
        with self.assertRaisesRegex(ValueError, "map is 'duel', but these matches stay on 'tiny'"):
            env.reset(options={"map": "duel"})
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
