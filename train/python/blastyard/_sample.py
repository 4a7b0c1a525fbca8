"""Random legal actions, fast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Sampler"]

# A row of the table, with the actions of a mask, has 2**_ROW places.
_ROW = 5


class Sampler:
    """Draws each legal action by a lookup in a small table.

    The table has a row with the actions of each mask that occurs. A random
    number between 0 and 1, times the number of actions, is a place in the
    row. So all actions are equally likely, up to one part in 2**48. The table
    is small on purpose: it stays in the cache with everything else that a
    step needs. NumPy is called rarely, because with some dozen matches the
    calls cost more than the numbers.
    """

    def __init__(self, masks: Sequence[int], legal: NDArray[np.uint8], mask: NDArray[np.bool_]) -> None:
        self._legal = legal
        self._mask = None if masks else mask  # a game with too many actions has no number for each mask
        self._numbers = legal.reshape(-1)
        table = np.zeros((len(masks), 1 << _ROW), np.uint8)  # a row is filled up with 0, which is always legal
        # By mask: the number of its actions and the start of its row, which are read as a pair.
        self._rows = np.empty(len(masks), np.complex128)
        for number, allowed in enumerate(masks):
            actions = [a for a in range(int(allowed).bit_length()) if allowed >> a & 1]
            table[number, : len(actions)] = actions
            self._rows[number] = complex(len(actions), number << _ROW)
        self._table = table.reshape(-1)
        self._random = np.empty(legal.size)
        self._row = np.empty(legal.size, np.complex128)
        self._count, self._begin = self._row.real, self._row.imag
        self._index = np.empty(legal.size, np.int64)

    def draw(self, rng: np.random.Generator, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Draw an action for each number in the array of masks."""
        legal, place, index = self._legal, self._random, self._index
        if out is None:
            out = np.empty(legal.shape, np.uint8)
        elif out.shape != legal.shape or out.dtype != np.uint8 or not out.flags.c_contiguous:
            raise ValueError(
                f"blastyard: sample: out is {out.dtype} {out.shape}, expected contiguous uint8 {legal.shape}"
            )
        if self._mask is not None:
            out[...] = (rng.random(self._mask.shape) * self._mask).argmax(-1)
            return out
        rng.random(out=place)
        self._rows.take(self._numbers, out=self._row, mode="clip")
        np.multiply(place, self._count, out=place)
        np.add(place, self._begin, out=index, casting="unsafe")  # integers: the fraction is cut off
        self._table.take(index, out=out.reshape(-1), mode="clip")
        return out
