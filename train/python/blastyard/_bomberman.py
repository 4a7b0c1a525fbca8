"""What 2016-Bomberman is to a simulator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._anygame import AnyGame, Given
from ._given import wrong
from ._whole import whole, wholes
from .errors import Error

__all__ = ["Bomberman"]


class Bomberman(AnyGame):
    """The lines of 2016-Bomberman."""

    turns = "rounds"

    def start(self, given: Given) -> dict[str, Any]:
        if given.map is not None or given.special or given.turn_number is not None:
            raise Error("blastyard: map, special and turn_number are for hexabomb: Bomberman has none of them")
        if given.rules:
            raise wrong("rules", given.rules, "none: Bomberman has one version")
        self.needs(given, given.players > 0, "players")
        return {
            "state": given.state, "players": given.players or None, "seed": whole("seed", given.seed),
            "stood": given.stood, "secret": given.secret or None,
            "draw_power_ups": True if given.state is not None and given.draw_power_ups else None,
        }

    def turn(self, actions: Any, players: Callable[[], int]) -> Any:
        if not isinstance(actions, Mapping):
            return wholes("commands", actions)
        commands = [0] * players()
        for player, command in actions.items():
            k = ord(player) - ord("A") if isinstance(player, str) and len(player) == 1 else player
            if not isinstance(k, int) or not 0 <= k < len(commands):
                raise wrong("a player of commands", player, f"one of the {len(commands)} players, by number or key")
            commands[k] = whole("a command", command)
        return commands

    def played(self, stands: Mapping[str, Any]) -> int:
        return int(stands["round"])

    def turn_number(self, stands: Mapping[str, Any]) -> int | None:
        return None  # the state has its round

    def scores(self, stands: Mapping[str, Any]) -> list[int]:
        return list(stands["points"])

    def living(self, stands: Mapping[str, Any]) -> list[int]:
        return [int(a) for a in stands["alive"]]

    def winner(self, stands: Mapping[str, Any]) -> int:
        return ord(stands["leaderboard"][0]) - ord("A")

    def sent(self, answer: Mapping[str, Any]) -> Any:
        return int(answer["command"])

    def numbers(self, answer: Any, first: int, characters: int) -> list[int]:
        return [answer if 0 <= answer <= 6 else 0]
