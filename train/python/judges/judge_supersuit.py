"""PettingZoo's tutorial with SuperSuit and Stable-Baselines3: all players of many matches as one vector of environments."""

import unittest

import numpy as np
import supersuit
import torch
from stable_baselines3 import PPO

import blastyard


def concatenated(cpus, base_class="gymnasium", envs=3):
    """As in the tutorial: a parallel_env becomes a vector, and copies of it one larger vector."""
    env = blastyard.parallel_env("hexabomb", map="tiny", players=2, turns=10)
    env.reset(seed=1)
    env = supersuit.pettingzoo_env_to_vec_env_v1(env)
    return supersuit.concat_vec_envs_v1(env, envs, num_cpus=cpus, base_class=base_class)


class SuperSuit(unittest.TestCase):
    def test_the_same_in_one_process_and_in_more(self):
        """The copies have the seeds s, s+1, ..., in other processes, too."""
        told = []
        for cpus in (1, 2):
            env = concatenated(cpus)
            seen, _ = env.reset(seed=5)
            rows = [seen]
            for step in range(12):
                seen, rewards, *_ = env.step(np.full(env.num_envs, step % 7))
                rows += [seen, {"rewards": rewards}]
            told.append(rows)
            env.close()
        for one, other in zip(*told, strict=True):
            for key, array in one.items():
                np.testing.assert_array_equal(array, other[key], key)
        first = told[0][0]
        for copy in range(3):
            with blastyard.VecEnv(1, "hexabomb", map="tiny", players=2, turns=10, seed=5 + copy) as env:
                planes = env.reset()[0]["planes"][0] / np.float32(255)
                np.testing.assert_array_equal(first["observation"][2 * copy : 2 * copy + 2], planes)

    def test_the_tutorial_learns(self):
        env = concatenated(1, "stable_baselines3", 4)
        torch.manual_seed(1)
        model = PPO("MultiInputPolicy", env, n_steps=64, batch_size=128, n_epochs=4, device="cpu")
        before = {name: value.clone() for name, value in model.policy.named_parameters()}
        model.learn(2048)
        changed = [name for name, value in model.policy.named_parameters() if (value != before[name]).any()]
        self.assertEqual(sorted(changed), sorted(before))
        self.assertTrue(all(value.isfinite().all() for value in model.policy.parameters()))
        env.close()


if __name__ == "__main__":
    unittest.main()
