"""Tells Gymnasium of the environments. Gymnasium finds this by the package's entry point, whoever is imported first."""

from __future__ import annotations

__all__ = ["register"]

_GAMES = {"blastyard/Hexabomb-v0": "hexabomb", "blastyard/Bomberman-v0": "bomberman"}


def register() -> None:
    """Register the environments, if they are not registered.

    Gymnasium calls it during its own import. So nothing of Gymnasium is
    imported but the registry.
    """
    from gymnasium.envs import registration

    for name, game in _GAMES.items():
        if name not in registration.registry:
            registration.register(
                name,
                entry_point="blastyard.gym:GymEnv",
                vector_entry_point="blastyard.gym:make_vec",
                kwargs={"game": game},
            )
