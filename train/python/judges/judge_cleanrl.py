"""CleanRL's ppo.py, as it is published: a copy of its loop and network, which prints nothing, logs nothing and is shorter.

What it does to an environment is what its scripts do: FlattenObservation (of ppo_continuous_action.py, for observations
that are dictionaries), RecordEpisodeStatistics, and a SyncVectorEnv of functions. The second test has the vector
environment of the package in place of the last.
"""

import unittest

import gymnasium as gym
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn, optim
from torch.distributions.categorical import Categorical

import blastyard  # noqa: F401

ID = "blastyard/Hexabomb-v0"
MATCH = {"map": "tiny", "players": 2, "turns": 25, "opponents": "idle"}
ENVS, STEPS, UPDATES, EPOCHS, MINIBATCHES = 8, 64, 40, 4, 4
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, NORM, RATE = 0.99, 0.95, 0.2, 0.01, 0.5, 0.5, 1e-3


def make_env(index):
    def thunk():
        env = gym.make(ID, render_mode="rgb_array" if index == 0 else None, **MATCH)
        env = gym.wrappers.FlattenObservation(env)
        env = gym.wrappers.RecordEpisodeStatistics(env)
        env.action_space.seed(index)
        return env

    return thunk


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    def __init__(self, envs):
        super().__init__()
        size = int(np.array(envs.single_observation_space.shape).prod())
        self.critic = nn.Sequential(
            layer_init(nn.Linear(size, 64)), nn.Tanh(), layer_init(nn.Linear(64, 64)), nn.Tanh(),
            layer_init(nn.Linear(64, 1), std=1.0),
        )  # fmt: skip
        self.actor = nn.Sequential(
            layer_init(nn.Linear(size, 64)), nn.Tanh(), layer_init(nn.Linear(64, 64)), nn.Tanh(),
            layer_init(nn.Linear(64, envs.single_action_space.n), std=0.01),
        )  # fmt: skip

    def get_value(self, x):
        return self.critic(x)

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


def train(envs):
    """Return the episodes' returns, in the order of their ends."""
    torch.manual_seed(1)
    assert isinstance(envs.single_action_space, gym.spaces.Discrete), "only discrete action space is supported"
    agent = Agent(envs)
    optimizer = optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    obs = torch.zeros((STEPS, ENVS, *envs.single_observation_space.shape))
    actions = torch.zeros((STEPS, ENVS, *envs.single_action_space.shape))
    logprobs, rewards, dones, values = (torch.zeros((STEPS, ENVS)) for _ in range(4))
    returned = []
    next_obs, _ = envs.reset(seed=1)
    next_obs, next_done = torch.Tensor(next_obs), torch.zeros(ENVS)
    for _ in range(UPDATES):
        for step in range(STEPS):
            obs[step], dones[step] = next_obs, next_done
            with torch.no_grad():
                action, logprob, _, value = agent.get_action_and_value(next_obs)
                values[step] = value.flatten()
            actions[step], logprobs[step] = action, logprob
            next_obs, reward, terminations, truncations, infos = envs.step(action.numpy())
            next_done = np.logical_or(terminations, truncations)
            rewards[step] = torch.tensor(reward).view(-1)
            next_obs, next_done = torch.Tensor(next_obs), torch.Tensor(next_done)
            told = infos.get("final_info", infos)
            if "episode" in told:
                returned += told["episode"]["r"][told["_episode"]].tolist()
        learn(agent, optimizer, obs, actions, logprobs, rewards, dones, values, next_obs, next_done)
    return returned


def learn(agent, optimizer, obs, actions, logprobs, rewards, dones, values, next_obs, next_done):
    with torch.no_grad():
        next_value = agent.get_value(next_obs).reshape(1, -1)
        advantages = torch.zeros_like(rewards)
        lastgaelam = 0
        for t in reversed(range(STEPS)):
            nextnonterminal = 1.0 - (next_done if t == STEPS - 1 else dones[t + 1])
            nextvalues = next_value if t == STEPS - 1 else values[t + 1]
            delta = rewards[t] + GAMMA * nextvalues * nextnonterminal - values[t]
            advantages[t] = lastgaelam = delta + GAMMA * LAMBDA * nextnonterminal * lastgaelam
        returns = advantages + values
    b_obs = obs.reshape((-1, *obs.shape[2:]))
    b_logprobs, b_actions, b_values = logprobs.reshape(-1), actions.reshape(-1), values.reshape(-1)
    b_advantages, b_returns = advantages.reshape(-1), returns.reshape(-1)
    b_inds = np.arange(ENVS * STEPS)
    for _ in range(EPOCHS):
        np.random.shuffle(b_inds)
        for mb_inds in np.split(b_inds, MINIBATCHES):
            _, newlogprob, entropy, newvalue = agent.get_action_and_value(b_obs[mb_inds], b_actions.long()[mb_inds])
            ratio = (newlogprob - b_logprobs[mb_inds]).exp()
            mb_advantages = b_advantages[mb_inds]
            mb_advantages = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + 1e-8)
            pg_loss = torch.max(
                -mb_advantages * ratio, -mb_advantages * torch.clamp(ratio, 1 - CLIP, 1 + CLIP)
            ).mean()
            newvalue = newvalue.view(-1)
            v_clipped = b_values[mb_inds] + torch.clamp(newvalue - b_values[mb_inds], -CLIP, CLIP)
            v_loss = 0.5 * torch.max((newvalue - b_returns[mb_inds]) ** 2, (v_clipped - b_returns[mb_inds]) ** 2).mean()
            loss = pg_loss - ENTROPY * entropy.mean() + v_loss * VALUE
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), NORM)
            optimizer.step()


class CleanRL(unittest.TestCase):
    def learns(self, envs):
        np.random.seed(1)
        returned = train(envs)
        envs.close()
        first, last = np.mean(returned[:80]), np.mean(returned[-80:])
        print(f"returns of the first 80 episodes {first:.2f}, of the last {last:.2f} ({len(returned)} in all)")
        self.assertGreater(len(returned), 500)
        self.assertGreater(last, first + 1)

    def test_functions(self):
        self.learns(gym.vector.SyncVectorEnv([make_env(i) for i in range(ENVS)], autoreset_mode=AutoresetMode.SAME_STEP))

    def test_vector(self):
        envs = gym.make_vec(ID, ENVS, **MATCH)  # NEXT_STEP: Gymnasium's own wrappers of observations refuse SAME_STEP
        envs = gym.wrappers.vector.RecordEpisodeStatistics(gym.wrappers.vector.FlattenObservation(envs))
        self.learns(envs)


if __name__ == "__main__":
    unittest.main()
