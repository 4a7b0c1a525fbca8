"""tianshou: DQN on one player by Gymnasium's wrappers, and its wrapper of PettingZoo with random masked players."""

import unittest

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import blastyard

MATCH = {"map": "tiny", "players": 2, "turns": 25, "opponents": "idle"}


def make():
    return gymnasium.wrappers.FlattenObservation(gymnasium.make("blastyard/Hexabomb-v0", **MATCH))


class Tianshou(unittest.TestCase):
    def test_dqn_learns(self):
        np.random.seed(1)
        torch.manual_seed(1)
        training, testing = DummyVectorEnv([make] * 4), DummyVectorEnv([make] * 4)
        training.seed(1)
        testing.seed(100)
        env = make()
        net = Net(state_shape=env.observation_space.shape, action_shape=env.action_space.n, hidden_sizes=[64, 64])
        policy = DiscreteQLearningPolicy(
            model=net, action_space=env.action_space, observation_space=env.observation_space, eps_training=0.3,
            eps_inference=0.1,
        )  # fmt: skip
        algorithm = DQN(
            policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.95, n_step_return_horizon=3, target_update_freq=200
        )
        collector = Collector[CollectStats](algorithm, training, VectorReplayBuffer(8000, 4), exploration_noise=True)
        tester = Collector[CollectStats](algorithm, testing)
        tester.reset()
        before = tester.collect(n_episode=40).returns.mean()
        collector.reset()
        algorithm.run_training(OffPolicyTrainerParams(
            training_collector=collector, max_epochs=2, epoch_num_steps=4000, collection_step_num_env_steps=40,
            update_step_num_gradient_steps_per_sample=0.2, batch_size=64, show_progress=False, verbose=False,
        ))  # fmt: skip
        tester.reset()
        after = tester.collect(n_episode=40).returns.mean()
        print(f"return {before:.2f}, after 8000 steps {after:.2f}")
        self.assertGreater(after, before + 1)
        for each in (env, training, testing):
            each.close()

    def test_all_players(self):
        """Its wrapper of an AECEnv: players that draw from their masks play matches to their ends."""
        for options in ({"map": "tiny", "players": 3, "turns": 12}, {"game": "bomberman", "turns": 40}):
            with self.subTest(options):
                env = PettingZooEnv(blastyard.env(**options))
                count = len(env.agents)
                algorithm = MultiAgentOffPolicyAlgorithm(
                    algorithms=[MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)] * count, env=env
                )
                collector = Collector[CollectStats](
                    algorithm, DummyVectorEnv([lambda o=options: PettingZooEnv(blastyard.env(**o))] * 2)
                )
                collector.reset()
                told = collector.collect(n_episode=4)
                self.assertEqual(told.n_collected_episodes, 4)
                self.assertEqual(told.returns.shape, (4, count))
                self.assertTrue(np.isfinite(told.returns).all())
                env.close()
                collector.close() if hasattr(collector, "close") else None


if __name__ == "__main__":
    unittest.main()
