"""What a single seat sees and may do, as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any, Literal, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .vec import VecEnv

__all__ = ["Actions", "Dtype", "Look", "ends"]

Dtype = Literal["float32", "uint8"]
"""The numbers of planes and cells: from 0 to 1, or from 0 to 255."""


class Actions(spaces.MultiDiscrete):
    """The actions of several characters. ``sample`` also takes the masks as one array, a row for each character."""

    def sample(self, mask: Any = None, *args: Any, **options: Any) -> NDArray[Any]:
        """Draw an action for each character, where ``mask`` is 1."""
        rows: Any = tuple(cast(NDArray[Any], mask)) if isinstance(mask, np.ndarray) else mask
        return super().sample(rows, *args, **options)


class Look:
    """What seats of a VecEnv see, in the form of Gymnasium and PettingZoo, and the spaces of it.

    A seat sees "observation" (planes or cells; absent for other forms),
    "scalars" (float32) and "action_mask" (int8, (A,), or (C, A) where a
    player has C > 1 characters).

    Args:
        vec: The matches.
        dtype: "float32": planes and cells hold numbers from 0 to 1, which
            networks take as they are. "uint8": from 0 to 255, as images.
        copy: False: what needs no conversion is a view that cannot be written
            to, and that the next step changes.

    Attributes:
        space: What a seat sees.
        actions: Discrete(A) if a player has one character, otherwise
            MultiDiscrete([A] * C).
    """

    def __init__(self, vec: VecEnv, dtype: str, copy: bool = True) -> None:
        if dtype not in ("float32", "uint8"):
            raise ValueError(f"blastyard: dtype is {dtype!r:.60}, expected 'float32' or 'uint8'")
        self._vec = vec
        self._copy = copy
        self._dtype = np.dtype(dtype)
        self._most = 1 if dtype == "float32" else 255
        parts: dict[str, spaces.Space[Any]] = {}
        self._form = next((form for form in ("planes", "cells") if form in vec.obs), "")
        if self._form:
            shape = vec.obs[self._form].shape[2:]
            parts["observation"] = spaces.Box(0, self._most, shape, self._dtype.type)
        if "scalars" in vec.obs:
            parts["scalars"] = spaces.Box(-np.inf, np.inf, vec.obs["scalars"].shape[2:], np.float32)
        one = vec.characters == 1
        self._characters: Any = 0 if one else slice(None)
        # As PettingZoo's own games have it. TorchRL refuses a MultiBinary of two dimensions.
        shape = vec.mask.shape[3 if one else 2 :]
        parts["action_mask"] = spaces.Box(0, 1, shape, np.int8)
        self.space = spaces.Dict(parts)
        self.actions: spaces.Space[Any] = (
            spaces.Discrete(vec.num_actions) if one else Actions([vec.num_actions] * vec.characters)
        )

    def see(self, match: Any, k: int) -> dict[str, Any]:
        """Return what the k-th seat of a match sees, or of all matches with ``slice(None)``."""
        vec = self._vec
        seen: dict[str, Any] = {}
        if self._form:
            seen["observation"] = self._numbers(vec.obs[self._form][match, k])
        if "scalars" in vec.obs:
            seen["scalars"] = self._kept(vec.obs["scalars"][match, k])
        seen["action_mask"] = self.mask(match, k)
        return seen

    def mask(self, match: Any, k: int) -> NDArray[np.int8]:
        """Return the mask of the k-th seat of a match, or of all matches with ``slice(None)``."""
        return self._kept(self._vec.mask[match, k].view(np.int8)[..., self._characters, :])

    def state(self) -> NDArray[np.float32]:
        """Return what all seats of the first match see, one after the other, in one row of float32."""
        vec = self._vec
        rows: list[NDArray[np.float32]] = []
        for k in range(len(vec.seats)):
            if self._form:
                rows.append(np.divide(vec.obs[self._form][0, k], np.float32(255), dtype=np.float32).ravel())
            if "scalars" in vec.obs:
                rows.append(vec.obs["scalars"][0, k])
        return np.concatenate(rows) if rows else np.zeros(0, np.float32)

    def _numbers(self, seen: NDArray[np.uint8]) -> NDArray[Any]:
        if self._most == 255:
            return self._kept(seen)
        scaled: NDArray[np.float32] = np.divide(seen, np.float32(255), dtype=np.float32)
        return scaled

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return a copy, or a view that cannot be written to."""
        kept: NDArray[Any] = array.copy() if self._copy else array
        return kept


def ends(vec: VecEnv, match: int) -> dict[str, Any]:
    """Return what an info says at the end of a match: keys that no wrapper of Gymnasium reserves."""
    told: dict[str, Any] = {"winner": int(vec.winner[match]), "scores": vec.scores[match].copy()}
    if hasattr(vec, "setups"):  # of a field: which players learnt
        told["seats"] = np.array(vec.setups[match].seats)
    return told
