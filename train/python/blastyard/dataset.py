"""Replays as arrays, for imitation learning."""

from __future__ import annotations

import glob
import os
import warnings
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._client import Client
from ._given import listed, one_of, path
from ._remake import remake
from ._whole import whole
from .errors import Error

__all__ = ["Dataset", "Fault", "Rows", "dataset"]

Rows = dict[str, NDArray[Any]]

_OBSERVATIONS = ("planes", "cells", "none")


class Fault(NamedTuple):
    """An error in a replay. The rows before the error are given."""

    replay: str
    """Its path."""
    error: str


def dataset(
    replays: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    observation: str = "planes",
    *,
    players: str = "all",
    batch: int = 1024,
    program: str = "",
) -> Dataset:
    """Read replays (``*.blast``) as rows: what a player saw, what it asked for, how the match ended for it.

    A row is a player in a turn, in the order of replays, turns and players.
    Players that are dead for good or have left have no rows, and neither have
    players that were late in that turn. Each match is played again by the
    rules and checked: a replay that is cut, or that contradicts the rules,
    gives its rows up to that point, a warning, and an entry in
    ``Dataset.faults``.

    Args:
        replays: Paths of replays, of folders (all replays in them and below)
            and patterns such as ``"cup/*.blast"``; one or several. All must
            be of the same game, with equal numbers of players and
            characters, and boards of the same shape.
        observation: "planes", "cells" or "none", as in ``VecEnv``.
        players: "all", or "winner" for the rows of winners only.
        batch: Number of rows of a batch, at least 1.
        program: Path of the program; "" is the one that ``blastyard.program()`` finds.

    Raises:
        Error: There is no replay, or none can be read.
    """
    return Dataset(replays, observation, players=players, batch=batch, program=program)


class Dataset:
    """The rows of replays; see ``dataset``.

Iterating yields batches from the first row on. N is the number of rows of
    a batch; the last batch may be smaller. C is the number of characters of a
    player, A that of actions, S that of scalars.

    - "planes" (N, channels, H, W) uint8 or "cells" (N, cells, features)
      uint8, "scalars" (N, S) float32, "mask" (N, C, A) bool: as in VecEnv
    - "actions" (N, C) uint8: what the player asked for; 255 is an action
      without a number (some bombs of the special player)
    - "replay" (N,) int32: an index of ``replays``; "turn", "player" (N,) int32
    - "score", "rank" (N,) int32 and "won" (N,) bool: the player's, at the end
      of the match; rank 1 is the best, 0 is not known

    The arrays of a batch are views that cannot be written to: the next batch
    changes them (``.copy()`` keeps them). Copies and pickles of a dataset are
    new ones, made with the same arguments.

    Attributes:
        replays: The paths of the replays.
        facts: As ``VecEnv.facts``: names of planes, scalars and actions.
        faults: The errors in replays that were found so far.
    """

    def __init__(
        self,
        replays: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        observation: str = "planes",
        *,
        players: str = "all",
        batch: int = 1024,
        program: str = "",
    ) -> None:
        one_of("observation", observation, _OBSERVATIONS)
        one_of("players", players, ("all", "winner"))
        self._arguments = {"observation": observation, "players": players, "batch": batch}
        self.replays = find(replays)
        self.faults: list[Fault] = []
        self._client = Client(
            {
                "mode": "dataset",
                "replays": self.replays,
                "observation": observation,
                "players": players,
                "batch": whole("batch", batch),
            },
            program=program,
        )
        self.facts = self._client.facts
        self._arrays: Rows = {name: array for name, array in self._client.arrays.items() if name != "legal"}
        for name in ("mask", "won"):
            self._arrays[name] = self._arrays[name].view(np.bool_)
        self._passes = 0

    def __reduce__(self) -> Any:
        return remake, (type(self), {**self._arguments, "replays": self.replays})

    def __iter__(self) -> Iterator[Rows]:
        """Yield batches, from the first row on. Earlier iterators then raise an Error."""
        self._passes += 1
        this = self._passes
        if this > 1:
            self._client.ask({"do": "rewind"})
        return self._batches(this)

    def _batches(self, this: int) -> Iterator[Rows]:
        while True:
            if this != self._passes:
                raise Error("blastyard: dataset: another iteration has begun: one at a time")
            answer = self._client.ask({"do": "next"})
            for fault in answer.get("errors", ()):
                self._note(Fault(self.replays[fault["replay"]], fault["error"]))
            rows: int = answer["rows"]
            if rows == 0:
                return
            yield {name: array[:rows] for name, array in self._arrays.items()}

    def _note(self, fault: Fault) -> None:
        if fault not in self.faults:
            self.faults.append(fault)
            warnings.warn(f"blastyard: {fault.error}", stacklevel=3)

    def arrays(self) -> Rows:
        """Return a copy of all rows at once."""
        batches = [{name: array.copy() for name, array in rows.items()} for rows in self]
        if not batches:
            return {name: array[:0].copy() for name, array in self._arrays.items()}
        return {name: np.concatenate([rows[name] for rows in batches]) for name in self._arrays}

    def close(self) -> None:
        """End the program that reads."""
        self._client.close()

    def __enter__(self) -> Dataset:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Dataset of {len(self.replays)} replays of {self.facts['game']}>"


def find(replays: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the paths of replays, each once: files, files in folders, and files that match patterns."""
    given = [replays] if isinstance(replays, (str, os.PathLike)) else listed("replays", replays, "paths of replays")
    found: list[str] = []
    for one in [path(f"replays[{i}]", one, "the path of a replay") for i, one in enumerate(given)]:
        if os.path.isdir(one):
            paths = sorted(glob.glob(os.path.join(glob.escape(one), "**", "*.blast"), recursive=True))
        elif os.path.exists(one):
            paths = [one]
        else:
            paths = sorted(glob.glob(one, recursive=True))
        if not paths:
            raise Error(f"blastyard: dataset: there is no replay at {one!r}")
        found += paths
    if not found:
        raise Error("blastyard: dataset: no replays were named")
    return [os.path.abspath(one) for one in dict.fromkeys(found)]
