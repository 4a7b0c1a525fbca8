"""TorchRL: its wrappers of Gymnasium and PettingZoo with its own checker, and PPO by its collector and loss, also for all players."""

import unittest

import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymEnv, GymWrapper, PettingZooWrapper, RewardSum, TransformedEnv, check_env_specs
from torchrl.modules import MaskedCategorical, MultiAgentMLP, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators

import blastyard

MATCH = {"map": "tiny", "players": 2, "turns": 25}
FRAMES, BATCHES, EPOCHS = 512, 24, 4


class Checked(unittest.TestCase):
    def test_specs(self):
        """Its checker takes both games, also with several characters and agents that leave."""
        for game, options in (("hexabomb", MATCH), ("bomberman", {}), ("hexabomb", {"map": "duel"})):
            with self.subTest(game=game, options=options):
                env = GymWrapper(blastyard.gym_env(game, **options))
                check_env_specs(env)
                env.close()
        for game, options in (("hexabomb", MATCH), ("hexabomb", {"map": "duel"}), ("bomberman", {"players": 4})):
            with self.subTest("PettingZoo", game=game, options=options):
                several = options.get("map") == "duel"  # its masks are for one number
                env = PettingZooWrapper(blastyard.parallel_env(game, **options), use_mask=not several)
                check_env_specs(env)
                env.close()

    def test_by_name(self):
        env = GymEnv("blastyard/Bomberman-v0", turns=20)
        rollout = env.rollout(50, break_when_any_done=False)
        self.assertTrue(rollout["next", "done"].any())
        self.assertEqual(rollout["observation"].dtype, torch.float32)
        env.close()


class Join(nn.Module):
    """Planes and scalars in one row, for a dense network."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, planes, scalars):
        lead = planes.shape[: planes.dim() - 3]
        return self.net(torch.cat([planes.reshape(*lead, -1), scalars], -1))


def dense(size, out):
    return nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, out))


class Learns(unittest.TestCase):
    def better(self, env, actor, loss, returned, more):
        """Train. The episodes at the end have a higher return than those at the beginning."""
        optimizer = torch.optim.Adam(loss.parameters(), 1e-3)
        collector = Collector(env, actor, frames_per_batch=FRAMES, total_frames=FRAMES * BATCHES, auto_register_policy_transforms=False)
        means = []
        for data in collector:
            ended = data["next", "done"].squeeze(-1)
            rewards = data.get(("next", *returned))
            means.append(rewards[ended].mean().item())
            with torch.no_grad():
                loss.value_estimator(data, params=loss.critic_network_params, target_params=loss.target_critic_network_params)
            data = data.reshape(-1)
            for _ in range(EPOCHS):
                for part in data[torch.randperm(len(data))].split(128):
                    losses = loss(part)
                    total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                    optimizer.zero_grad()
                    total.backward()
                    nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                    optimizer.step()
        collector.shutdown()
        first, last = sum(means[:4]) / 4, sum(means[-4:]) / 4
        print(f"return {first:.2f} in the first batches, {last:.2f} in the last")
        self.assertGreater(last, first + more)

    def test_one_player(self):
        torch.manual_seed(1)
        env = GymWrapper(blastyard.gym_env("hexabomb", opponents="idle", **MATCH), categorical_action_encoding=True)
        env = TransformedEnv(env, RewardSum())
        env.set_seed(1)
        size = sum(env.observation_spec[key].shape.numel() for key in ("observation", "scalars"))
        net = TensorDictModule(Join(dense(size, 17)), ["observation", "scalars"], ["logits"])
        masked = TensorDictModule(lambda mask: mask.bool(), ["action_mask"], ["mask"])
        actor = ProbabilisticActor(
            TensorDictSequential(net, masked), in_keys=["logits", "mask"], spec=env.action_spec,
            distribution_class=MaskedCategorical, return_log_prob=True,
        )  # fmt: skip
        critic = TensorDictModule(Join(dense(size, 1)), ["observation", "scalars"], ["state_value"])
        loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
        loss.make_value_estimator(ValueEstimators.GAE, gamma=0.99, lmbda=0.95)
        self.better(env, actor, loss, ("episode_reward",), 1)

    def test_all_players(self):
        """MAPPO: all players by one network, with a critic that sees what all see."""
        torch.manual_seed(1)
        env = PettingZooWrapper(
            blastyard.parallel_env("hexabomb", map="tiny", players=4, turns=25, seats=[0, 1], opponents="idle"),
            use_mask=False, categorical_actions=True,
        )  # fmt: skip
        group = next(iter(env.group_map))
        env = TransformedEnv(env, RewardSum(in_keys=[(group, "reward")], out_keys=[(group, "episode_reward")]))
        env.set_seed(1)
        spec = env.observation_spec[group, "observation"]
        size = sum(spec[key].shape[1:].numel() for key in ("observation", "scalars"))
        keys = [(group, "observation", "observation"), (group, "observation", "scalars")]
        several = {"n_agents": 2, "share_params": True, "depth": 2, "num_cells": 64, "activation_class": nn.Tanh}
        actor_net = MultiAgentMLP(size, 17, centralized=False, **several)
        critic_net = MultiAgentMLP(size, 1, centralized=True, **several)
        actor = ProbabilisticActor(
            TensorDictModule(Join(actor_net), keys, [(group, "logits")]), in_keys=[(group, "logits")],
            out_keys=[env.action_key], spec=env.full_action_spec_unbatched[env.action_key],
            distribution_class=torch.distributions.Categorical, return_log_prob=True,
        )  # fmt: skip
        critic = TensorDictModule(Join(critic_net), keys, [(group, "state_value")])
        loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
        loss.set_keys(
            reward=(group, "reward"), action=env.action_key, value=(group, "state_value"), done=(group, "done"),
            terminated=(group, "terminated"),
        )  # fmt: skip
        loss.make_value_estimator(ValueEstimators.GAE, gamma=0.99, lmbda=0.95)
        self.better(env, actor, loss, (group, "episode_reward"), 0.5)


if __name__ == "__main__":
    unittest.main()
