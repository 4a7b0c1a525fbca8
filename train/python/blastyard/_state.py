"""States as bots get them, in the forms in which a caller may have them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union

from ._games import USUAL, game_of, has_its_turn, unmarked
from ._given import wrong
from ._whole import whole
from .errors import Error

if TYPE_CHECKING:
    from .simulator import Simulator

__all__ = ["State", "given", "of_message", "parsed"]

State = Union["Simulator", Mapping[str, Any], str, bytes]
"""A Simulator, or what a bot gets: a state as Python objects or as text, or a whole message with a state."""


def given(game: str, state: State, turn_number: Any = None, special: bool = False) -> tuple[str, dict[str, Any], bool]:
    """Return the game of a state, what the program is told of it, and whether there is a special player.

    Args:
        game: The game that it is if the state does not tell.
        state: The state.
        turn_number: The number of the turn that came with it.
        special: Whether there is a special player.
    """
    from .simulator import Simulator

    name = ""
    if isinstance(state, Simulator):
        if turn_number is not None:
            raise Error("blastyard: turn_number is given, but a simulator knows its turn")
        special = special or state.special
        name, turn_number = state.game, state.turn_number
        state = state.state
    told_by = parsed(state)
    found, special, turn_number = of_message(told_by, special, turn_number)
    if found is None or told_by is None:
        raise Error("blastyard: state is None, expected a state as a bot gets it")
    told: dict[str, Any] = {"state": found}
    if turn_number is not None:
        told["turn_number"] = whole("turn_number", turn_number)
    return name or game_of(told_by) or (game if unmarked(game) else USUAL), told, special


def parsed(state: Mapping[str, Any] | str | bytes | None) -> Mapping[str, Any] | None:
    """Return the state as an object."""
    if isinstance(state, (str, bytes)):
        try:
            state = json.loads(state)
        except ValueError as err:
            at = f" (line {err.lineno}, column {err.colno})" if isinstance(err, json.JSONDecodeError) else ""
            raise Error(f"blastyard: the state is not JSON: {state!r:.60}{at}, expected an object") from None
    if state is not None and not isinstance(state, Mapping):
        raise Error(f"blastyard: the state is {type(state).__name__}, expected an object")
    return state


def of_message(
    state: Mapping[str, Any] | None, special: bool, turn_number: int | None
) -> tuple[Mapping[str, Any] | None, bool, int | None]:
    """Return the state; if it is a whole message, also the special player's presence and the turn number."""
    if state is None:
        return None, special, turn_number
    kind = state.get("message_type") or state.get("type")
    if kind == "turn" and not isinstance(state.get("state", {}), Mapping):
        raise wrong("state of the message turn", state["state"], "an object")
    try:
        if kind == "GAME_STARTS":
            return state["initial_game_state"], bool(state["nb_special_players"]), None
        if kind == "TURN":
            return state["game_state"], special, state["turn_number"]
        if kind == "start":
            return state["state"], bool(state.get("special_players")), None
        if kind == "turn":
            return state["state"], special, None if has_its_turn(state["state"]) else state["turn"]
    except KeyError as err:
        raise Error(f"blastyard: the message {kind} has no field {err}") from None
    return state, special, turn_number
