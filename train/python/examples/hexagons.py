"""A CNN on hexagons, as a policy of Stable-Baselines3's algorithms: python hexagons.py learns for a minute.

The planes are rows and columns of slanted coordinates. There a cell and its six neighbours are a square of 3x3 places
without two opposite corners. So a convolution on hexagons is an ordinary one whose kernel is 0 in these corners.

Needs PyTorch and sb3-contrib (pip install sb3-contrib).
"""

from __future__ import annotations

import gymnasium
import torch
from gymnasium.spaces.utils import flatdim
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

import blastyard

gymnasium.register_envs(blastyard)


class HexConv(nn.Conv2d):
    """A convolution over cells and their six neighbours."""

    inside: torch.Tensor

    def __init__(self, channels: int, out: int) -> None:
        super().__init__(channels, out, 3, padding=1)
        inside = torch.ones(3, 3)
        inside[0, 0] = inside[2, 2] = 0
        self.register_buffer("inside", inside)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return self._conv_forward(input, self.weight * self.inside, self.bias)


class Hexagons(BaseFeaturesExtractor):
    """Three convolutions over the planes; what they see and the scalars in a row of features."""

    def __init__(self, space: gymnasium.spaces.Dict, features: int = 128, width: int = 32) -> None:
        super().__init__(space, features)
        shape, scalars = space["observation"].shape, flatdim(space["scalars"])
        assert shape is not None
        channels, height, columns = shape
        self.board = nn.Sequential(
            HexConv(channels, width), nn.ReLU(), HexConv(width, width), nn.ReLU(), HexConv(width, 8), nn.ReLU(), nn.Flatten()
        )
        self.all = nn.Sequential(nn.Linear(8 * height * columns + scalars, features), nn.ReLU())

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        return self.all(torch.cat([self.board(seen["observation"]), seen["scalars"]], 1))


def learn(steps: int) -> MaskablePPO:
    """Learn to play a small map against an opponent that does nothing."""
    env = make_vec_env("blastyard/Hexabomb-v0", 4, seed=1, env_kwargs={"map": "tiny", "players": 2, "turns": 25, "opponents": "idle"})
    policy = {"features_extractor_class": Hexagons}
    model = MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=128, n_epochs=4, seed=1, policy_kwargs=policy)
    model.learn(steps)
    env.close()
    return model


if __name__ == "__main__":
    told = learn(20_000).ep_info_buffer or ()
    print(f"mean return of the last {len(told)} episodes: {sum(episode['r'] for episode in told) / len(told):.1f}")
