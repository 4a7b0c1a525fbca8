"""Tells Gymnasium of the environments, whichever of the two is imported first.

Gymnasium from 1.0 on loads no plugins by itself: somebody has to import
blastyard.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

__all__ = ["register", "register_soon"]

_GAMES = {"blastyard/Hexabomb-v0": "hexabomb", "blastyard/Bomberman-v0": "bomberman"}

_REGISTRY = "gymnasium.envs.registration"


def register() -> None:
    """Register the environments, if they are not registered. Nothing of Gymnasium is imported but its registry."""
    from gymnasium.envs import registration

    for name, game in _GAMES.items():
        if name not in registration.registry:
            registration.register(  # pyright: ignore[reportUnknownMemberType]
                name,
                entry_point="blastyard.gym:GymEnv",
                vector_entry_point="blastyard.gym:make_vec",
                kwargs={"game": game},
            )


def register_soon() -> None:
    """Register the environments now if Gymnasium is imported, otherwise as soon as it is: it takes long to import."""
    if sys.modules.get(_REGISTRY) is not None:
        register()
    else:
        sys.meta_path.insert(0, _Waiting())


class _Waiting(MetaPathFinder):
    """Waits for the import of Gymnasium's registry, which it leaves to others, and registers after it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != _REGISTRY:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def then_register(module: ModuleType) -> None:
            execute(module)
            register()

        spec.loader.exec_module = then_register  # type: ignore[method-assign]
        return spec
