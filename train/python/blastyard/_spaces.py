"""What a single seat sees and may do, as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .vec import VecEnv

__all__ = ["action_space", "observation_space", "observe"]


def action_space(vec: VecEnv) -> spaces.Space[Any]:
    """The actions of a seat.

Discrete(A) if a player has one character, otherwise MultiDiscrete([A] * C).
    """
    if vec.characters == 1:
        return spaces.Discrete(vec.num_actions)
    return spaces.MultiDiscrete([vec.num_actions] * vec.characters)


def observation_space(vec: VecEnv) -> spaces.Dict:
    """What a seat sees.

    "observation" (planes or cells, uint8; absent for other forms), "scalars"
    (float32) and "action_mask" (int8, as the action space's ``sample`` wants
    it: an array of A, or a tuple of C such arrays).
    """
    parts: dict[str, spaces.Space[Any]] = {}
    for form in ("planes", "cells"):
        if form in vec.obs:
            parts["observation"] = spaces.Box(0, 255, vec.obs[form].shape[2:], np.uint8)
    if "scalars" in vec.obs:
        parts["scalars"] = spaces.Box(-np.inf, np.inf, vec.obs["scalars"].shape[2:], np.float32)
    masks = [spaces.MultiBinary(vec.num_actions) for _ in range(vec.characters)]
    parts["action_mask"] = masks[0] if vec.characters == 1 else spaces.Tuple(masks)
    return spaces.Dict(parts)


def observe(vec: VecEnv, match: int, k: int) -> dict[str, Any]:
    """Return a copy of what the k-th seat of a match sees."""
    seen: dict[str, Any] = {}
    for form in ("planes", "cells"):
        if form in vec.obs:
            seen["observation"] = vec.obs[form][match, k].copy()
    if "scalars" in vec.obs:
        seen["scalars"] = vec.obs["scalars"][match, k].copy()
    seen["action_mask"] = action_mask(vec, match, k)
    return seen


def action_mask(vec: VecEnv, match: int, k: int) -> Any:
    """Return a copy of the mask of the k-th seat of a match."""
    mask = vec.mask[match, k].astype(np.int8)
    return mask[0] if vec.characters == 1 else tuple(mask)
