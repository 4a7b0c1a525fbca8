"""The games that have lines of their own, and which game a state is of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._anygame import AnyGame
from ._bomberman import Bomberman
from ._hexabomb import Hexabomb

__all__ = ["USUAL", "game_of", "has_its_turn", "known", "of", "unmarked"]

USUAL = "hexabomb"
"""The game where none is named and a state does not tell."""

_OWN: dict[str, type[AnyGame]] = {"hexabomb": Hexabomb, "bomberman": Bomberman}


def of(name: str) -> AnyGame:
    """Return a game by its name."""
    return _OWN.get(name, AnyGame)(name)


def known(name: str) -> bool:
    """Whether every program of blastyard has a game."""
    return name in _OWN


def game_of(state: Mapping[str, Any]) -> str:
    """Return the name of the game of a state, or of a message with a state; "" if it does not tell."""
    if isinstance(state.get("game"), str) and state.get("type") == "start":
        return str(state["game"])
    inner = state.get("state", state) if state.get("type") == "turn" else state
    return "bomberman" if has_its_turn(inner) else ""


def has_its_turn(state: Any) -> bool:
    """Whether a state has the number of its turn in it, as those of Bomberman have."""
    return isinstance(state, Mapping) and "GameBlocks" in state


def unmarked(game: str) -> bool:
    """Whether states of a game cannot be told from those of others."""
    return game != "bomberman"
