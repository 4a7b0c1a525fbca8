"""What hexabomb is to a simulator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._anygame import AnyGame, Given, sequence
from ._given import listed, wrong
from ._whole import SEEDS, whole
from .errors import Error

__all__ = ["Hexabomb"]

_DIRECTIONS = ("x+", "y+", "z+", "x-", "y-", "z-")


class Hexabomb(AnyGame):
    """The lines of hexabomb."""

    state = "game_state"

    def start(self, given: Given) -> dict[str, Any]:
        if given.rules not in ("", "1.1", "2018"):
            raise wrong("rules", given.rules, "'1.1', '2018', or '' for 1.1")
        if given.secret:
            raise Error("blastyard: secret is for Bomberman: in a simulator nothing of hexabomb comes from it")
        self.needs(given, given.players > 0 and given.map is not None, "players and a map")
        return {
            "game_state": given.state, "turn_number": given.turn_number, "map": given.map,
            "seed": whole("seed", given.seed, SEEDS), "nb_players": given.players or None,
            "nb_special_players": int(given.special),
        }

    def turn(self, actions: Any, players: Callable[[], int]) -> Any:
        if not isinstance(actions, Mapping):
            return listed("actions", actions, "a dict from players to their actions, or a list")
        return [
            {"player_id": whole("a player of actions", p), "actions": listed(f"actions[{p!r}]", a, "a list of actions")}
            for p, a in actions.items()
        ]

    def played(self, stands: Mapping[str, Any]) -> int:
        return int(stands["turns_played"])

    def turn_number(self, stands: Mapping[str, Any]) -> int | None:
        played = self.played(stands)
        return played - 1 if played > 0 else None

    def scores(self, stands: Mapping[str, Any]) -> list[int]:
        return _by_player(stands["score"])

    def living(self, stands: Mapping[str, Any]) -> list[int]:
        return _by_player(stands["living"])

    def winner(self, stands: Mapping[str, Any]) -> int:
        return int(stands["winner_player_id"])

    def numbers(self, answer: Any, first: int, characters: int) -> list[int]:
        found = [0] * characters
        for action in sequence(answer):
            at = action.get("id", -1) - first if isinstance(action, dict) else -1
            if 0 <= at < characters:
                found[at] = _number(action)
        return found


def _by_player(numbers: Mapping[str, int]) -> list[int]:
    return [numbers[str(player)] for player in range(len(numbers))]


def _number(action: dict[str, Any]) -> int:
    movement = action.get("movement")
    if movement == "move" and action.get("direction") in _DIRECTIONS:
        return 1 + _DIRECTIONS.index(action["direction"])
    if movement == "bomb":
        reach, delay = action.get("bomb_range", 0), action.get("bomb_delay", 0)
        if reach in (2, 3, 4) and delay in (2, 3, 4):
            return int(7 + 3 * (reach - 2) + delay - 2)
    return 16 if movement == "revive" else 0
