"""TorchRL: its wrappers of Gymnasium and PettingZoo, its checker, a collector with PPO's loss, and a multi-agent loss."""

import unittest

import gymnasium
import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import SyncDataCollector
from torchrl.envs import GymWrapper, PettingZooEnv, PettingZooWrapper, TransformedEnv, check_env_specs
from torchrl.envs.transforms import ActionMask, CatTensors, Compose, FlattenObservation, RewardSum
from torchrl.modules import MaskedCategorical, MultiAgentMLP, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators

import blastyard

MATCH = {"map": "tiny", "players": 2, "turns": 20}


class TorchRL(unittest.TestCase):
    def test_specs(self):
        """Its checker takes both games, also with several characters."""
        for game, options in (("hexabomb", MATCH), ("bomberman", {}), ("hexabomb", {"map": "duel"})):
            with self.subTest(game=game, options=options):
                env = GymWrapper(blastyard.gym_env(game, **options))
                check_env_specs(env)
                env.close()
        for options in (MATCH, {"map": "duel"}):
            with self.subTest("PettingZoo", options=options):
                env = PettingZooWrapper(blastyard.parallel_env("hexabomb", **options), use_mask=False)
                check_env_specs(env)
                env.close()
        with self.subTest("agents that die"):
            env = PettingZooWrapper(blastyard.parallel_env("bomberman", players=4), use_mask=True)
            check_env_specs(env)
            env.close()


if __name__ == "__main__":
    unittest.main()
