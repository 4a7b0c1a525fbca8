"""RLlib: PPO on one player by Gymnasium's name, and on all players by its wrapper of PettingZoo."""

import unittest

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.connectors.env_to_module import FlattenObservations
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env

import blastyard

MATCH = {"map": "tiny", "players": 2, "turns": 25}


def config():
    return (
        PPOConfig()
        .env_runners(num_env_runners=0, num_envs_per_env_runner=1)
        .learners(num_learners=0, num_gpus_per_learner=0)
        .training(train_batch_size_per_learner=1024, minibatch_size=128, num_epochs=6, lr=1e-3, entropy_coeff=0.01)
        .debugging(seed=1, log_level="ERROR")
    )


class RLlib(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
        cls.addClassCleanup(ray.shutdown)

    def learns(self, algorithm, iterations=12):
        returns = [algorithm.train()["env_runners"]["episode_return_mean"] for _ in range(iterations)]
        algorithm.stop()
        print("mean returns:", " ".join(f"{value:.2f}" for value in returns))
        self.assertTrue(np.isfinite(returns).all())
        self.assertGreater(np.mean(returns[-3:]), returns[0] + 1)

    def test_one_player(self):
        register_env("blastyard", lambda options: gymnasium.make("blastyard/Hexabomb-v0", **options))
        chosen = config().environment("blastyard", env_config={**MATCH, "opponents": "idle"})
        chosen.env_runners(env_to_module_connector=lambda env, spaces=None, device=None: FlattenObservations())
        self.learns(chosen.build_algo())

    def test_all_players(self):
        def make(options):
            return ParallelPettingZooEnv(blastyard.parallel_env("hexabomb", **options))

        register_env("blastyard-all", make)
        options = {"map": "tiny", "players": 4, "turns": 25, "seats": [0, 1], "opponents": "idle"}
        chosen = config().environment("blastyard-all", env_config=options)
        chosen.env_runners(env_to_module_connector=lambda env, spaces=None, device=None: FlattenObservations(multi_agent=True))
        chosen.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
        self.learns(chosen.build_algo())


if __name__ == "__main__":
    unittest.main()
