"""Minari: matches that are kept as a data set for offline learning, by its collector, and made again from it."""

import os
import tempfile
import unittest
import warnings

import gymnasium
import numpy as np

import blastyard

gymnasium.register_envs(blastyard)


class Minari(unittest.TestCase):
    def test_collected(self):
        """Each step of each episode is in the data set, and its environment is the one that was collected from."""
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wants a description of the data set
            os.environ["MINARI_DATASETS_PATH"] = folder
            import minari

            for name, options in (("tiny", {"map": "tiny", "players": 2, "turns": 10}), ("duel", {"map": "duel", "turns": 6})):
                with self.subTest(name):
                    env = minari.DataCollector(gymnasium.make("blastyard/Hexabomb-v0", **options))
                    env.action_space.seed(1)
                    played = [self.episode(env, seed) for seed in range(3)]
                    env.create_dataset(f"blastyard/{name}/test-v0", algorithm_name="random")
                    env.close()
                    data = minari.load_dataset(f"blastyard/{name}/test-v0")
                    self.assertEqual(data.total_episodes, 3)
                    again = data.recover_environment()
                    for seed, (kept, steps) in enumerate(zip(data.iterate_episodes(), played, strict=True)):
                        np.testing.assert_array_equal(kept.actions, [action for action, _ in steps])
                        np.testing.assert_allclose(kept.rewards, [reward for _, reward in steps])
                        self.replayed(again, seed, kept)
                    again.close()

    def episode(self, env, seed):
        """Play random legal actions, and return actions and rewards."""
        seen, _ = env.reset(seed=seed)
        steps, over = [], False
        while not over:
            action = env.action_space.sample(seen["action_mask"])
            seen, reward, terminated, truncated, _ = env.step(action)
            steps.append((action, reward))
            over = terminated or truncated
        self.assertGreater(len(steps), 3)
        return steps

    def replayed(self, env, seed, kept):
        """The actions of an episode give its observations once more."""
        seen, _ = env.reset(seed=seed)
        for step, action in enumerate(kept.actions):
            for key, array in seen.items():
                np.testing.assert_array_equal(array, kept.observations[key][step], key)
            seen, *_ = env.step(action)


if __name__ == "__main__":
    unittest.main()
