"""blastyard: an arena for Bomberman-like bots, as environments for programs that learn or search.

``VecEnv`` plays many matches in lockstep and only needs NumPy.
``run`` turns a function into a bot for the arena, ``league`` draws opponents,
``dataset`` reads replays.
``Simulator`` continues from any state, for bots that search.
``parallel_env`` and ``env`` need PettingZoo, ``gym_env`` and ``make_vec``
need Gymnasium; they are imported when they are used.
"""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any

from . import league
from ._program import program
from ._register import register_soon
from .dataset import Dataset, dataset
from .errors import EnvironmentClosed, Error, ForkError, ProgramNotFound
from .field import Bot, Field, FieldEnv, Generated, Setup
from .run import Outcome, run
from .simulator import Simulator
from .vec import Standing, VecEnv

if TYPE_CHECKING:
    from .gym import gym_env, make_vec
    from .parallel import env, parallel_env

__all__ = [
    "Bot",
    "Dataset",
    "EnvironmentClosed",
    "Error",
    "Field",
    "FieldEnv",
    "ForkError",
    "Generated",
    "Outcome",
    "ProgramNotFound",
    "Setup",
    "Simulator",
    "Standing",
    "VecEnv",
    "dataset",
    "env",
    "gym_env",
    "league",
    "make_vec",
    "parallel_env",
    "program",
    "run",
]

try:
    __version__ = metadata.version("blastyard")
except metadata.PackageNotFoundError:  # used from the source tree
    __version__ = "0+source"

# Names that need a further package, and their modules.
_LATER = {"env": "parallel", "parallel_env": "parallel", "gym_env": "gym", "make_vec": "gym"}


def __getattr__(name: str) -> Any:
    """Import a module that needs PettingZoo or Gymnasium at its first use."""
    if name not in _LATER:
        raise AttributeError(f"module 'blastyard' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LATER[name]}", __name__), name)


register_soon()
