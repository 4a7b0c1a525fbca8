"""Gymnasium as people use it beside its checker: videos, the wrappers of vector environments, and specifications that are kept."""

import tempfile
import unittest
import warnings
from pathlib import Path

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.wrappers import (
    FlattenObservation, RecordEpisodeStatistics, RecordVideo, RenderCollection, TransformObservation, vector
)  # fmt: skip

import blastyard  # noqa: F401

MATCH = {"map": "tiny", "players": 2, "turns": 8}


class Videos(unittest.TestCase):
    def test_single(self):
        """CleanRL's --capture-video."""
        with tempfile.TemporaryDirectory() as folder:
            env = gymnasium.make("blastyard/Hexabomb-v0", render_mode="rgb_array", **MATCH)
            env = RecordEpisodeStatistics(RecordVideo(env, folder, episode_trigger=lambda episode: True))
            for _ in range(2):
                env.reset(seed=1)
                over = False
                while not over:
                    _, _, terminated, truncated, info = env.step(env.action_space.sample())
                    over = terminated or truncated
                self.assertEqual(info["episode"]["l"], 7)
            env.close()
            videos = sorted(Path(folder).glob("*.mp4"))
            self.assertEqual(len(videos), 2)
            self.assertTrue(all(video.read_bytes()[4:8] == b"ftyp" for video in videos))

    def test_vector(self):
        for mode in ("vector_entry_point", "sync"):
            with self.subTest(mode), tempfile.TemporaryDirectory() as folder:
                env = gymnasium.make_vec("blastyard/Bomberman-v0", 2, mode, render_mode="rgb_array", turns=6)
                env = vector.RecordVideo(env, folder, episode_trigger=lambda episode: episode == 0)
                env.reset(seed=1)
                for _ in range(10):
                    env.step(np.zeros(2, np.int64))
                env.close()
                self.assertTrue(list(Path(folder).glob("*.mp4")))

    def test_pictures(self):
        env = RenderCollection(gymnasium.make("blastyard/Hexabomb-v0", render_mode="rgb_array", **MATCH))
        env.reset(seed=1)
        env.step(0)
        frames = env.render()
        self.assertEqual([frame.dtype for frame in frames], [np.uint8] * 2)
        env.close()


class OfVectors(unittest.TestCase):
    def test_one_by_one(self):
        """Each wrapper of vector environments takes ours as it takes Gymnasium's own, and both give the same."""
        for wrap in (
            vector.RecordEpisodeStatistics,
            vector.FlattenObservation,
            lambda env: vector.NormalizeObservation(vector.FlattenObservation(env)),
            lambda env: vector.FilterObservation(env, ["observation", "scalars"]),
            lambda env: vector.DtypeObservation(vector.FlattenObservation(env), np.float64),
            lambda env: vector.VectorizeTransformObservation(
                env, TransformObservation, func=lambda seen: seen["observation"],
                observation_space=env.single_observation_space["observation"],
            ),
            vector.NormalizeReward,
            lambda env: vector.ClipReward(env, -0.1, 0.1),
            lambda env: vector.TransformReward(env, lambda reward: 3 * reward),
            lambda env: vector.TransformAction(env, lambda action: action),
        ):  # fmt: skip
            for options in (MATCH, {"map": "duel", "turns": 8}):
                with self.subTest(options=options), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    ours, theirs = (
                        wrap(gymnasium.make_vec("blastyard/Hexabomb-v0", 2, mode, **options))
                        for mode in ("vector_entry_point", "sync")
                    )
                    seen = [env.reset(seed=1)[0] for env in (ours, theirs)]
                    ours.action_space.seed(1)
                    for _ in range(20):
                        self.same(*seen)
                        self.assertIn(seen[0], ours.observation_space)
                        action = ours.action_space.sample()
                        steps = [env.step(action) for env in (ours, theirs)]
                        for i in (1, 2, 3):
                            np.testing.assert_array_equal(steps[0][i], steps[1][i])
                        seen = [step[0] for step in steps]
                    ours.close()
                    theirs.close()

    def same(self, one, other):
        if not isinstance(one, dict):
            one, other = {"": one}, {"": other}
        self.assertEqual(one.keys(), other.keys())
        for name, array in one.items():
            np.testing.assert_array_equal(array, other[name], name)

    def test_lists_of_infos(self):
        env = vector.DictInfoToList(gymnasium.make_vec("blastyard/Hexabomb-v0", 2, **MATCH))
        env.reset(seed=1)
        for _ in range(7):
            *_, infos = env.step(np.zeros(2, np.int64))
        self.assertEqual([sorted(info) for info in infos], [["action_mask", "scores", "winner"]] * 2)
        env.close()


class Specifications(unittest.TestCase):
    def test_kept(self):
        """What an environment was made with is kept as JSON, and makes the same again, with its wrappers."""
        env = FlattenObservation(gymnasium.make("blastyard/Hexabomb-v0", max_episode_steps=5, **MATCH))
        again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
        np.testing.assert_array_equal(env.reset(seed=4)[0], again.reset(seed=4)[0])
        for step in range(5):
            one, other = env.step(step), again.step(step)
            np.testing.assert_array_equal(one[0], other[0])
        self.assertEqual((one[2:4], other[2:4]), ((False, True), (False, True)))
        env.close()
        again.close()


if __name__ == "__main__":
    unittest.main()
