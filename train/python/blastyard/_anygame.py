"""What a game is to a simulator: its lines, and what they say. This is that of any game; two have lines of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ._given import listed, wrong
from ._whole import SEEDS, whole
from .errors import Error

__all__ = ["AnyGame", "Given"]


class Given(NamedTuple):
    """What a match starts from."""

    state: Mapping[str, Any] | None
    turn_number: int | None
    map: Mapping[str, Any] | str | None
    players: int
    special: bool
    rules: str
    seed: int
    secret: str
    draw_power_ups: bool
    stood: list[Any] | None


class AnyGame:
    """The lines of a game that has the form of any game."""

    turns = "turns"
    """The field that plays several turns."""
    state = "state"
    """The field of an answer with the state."""

    def __init__(self, name: str) -> None:
        self.name = name

    def start(self, given: Given) -> dict[str, Any]:
        """Return the line that starts a match; None: the field is left out."""
        for name, value, usual in (
            ("secret", given.secret, ""),
            ("draw_power_ups", given.draw_power_ups, False),
            ("stood", given.stood, None),
        ):
            if value != usual:
                raise wrong(name, value, f"none: {self.name} does not know it")
        self.needs(given, given.players > 0, "players")
        return {
            "state": given.state, "turn_number": given.turn_number, "map": given.map,
            "seed": whole("seed", given.seed, SEEDS), "players": given.players + int(given.special) if given.players else None,
            "specials": int(given.special) or None,
        }

    def needs(self, given: Given, begins: bool, what: str) -> None:
        """Check that there is a state, or enough for the start of a match."""
        if given.state is None and not begins:
            raise Error(f"blastyard: a simulator needs a state, or {what} for the start of a match")

    def turn(self, actions: Any, players: Callable[[], int]) -> Any:
        """Return the actions of a turn as a line has them. players returns the number of players."""
        if not isinstance(actions, Mapping):
            return listed("actions", actions, "a dict from players to their actions, or a list by player")
        moves: list[Any] = [None] * players()
        for player, asked in actions.items():
            moves[whole("a player of actions", player, (0, len(moves) - 1))] = asked
        return moves

    def played(self, stands: Mapping[str, Any]) -> int:
        """Return how many turns were played."""
        return int(stands["turn"])

    def turn_number(self, stands: Mapping[str, Any]) -> int | None:
        """Return the number of the turn in which a bot gets the state, None if it gets it before."""
        number = stands.get("turn_number")
        return None if number is None else int(number)

    def scores(self, stands: Mapping[str, Any]) -> list[int]:
        """Return the scores, by player."""
        return list(stands["scores"])

    def living(self, stands: Mapping[str, Any]) -> list[int]:
        """Return the numbers of living pieces, by player."""
        return list(stands["living"])

    def winner(self, stands: Mapping[str, Any]) -> int:
        """Return who is ahead, -1 for none."""
        return int(stands["winner"])

    def sent(self, answer: Mapping[str, Any]) -> Any:
        """Return the actions in the answer of a bot."""
        return answer

    def numbers(self, answer: Any, first: int, characters: int) -> list[int]:
        """Return the numbers of a bot's actions; see ``Talk``."""
        raise Error(f"blastyard: a bot of {self.name} cannot play in a field, but in blastyard play and in events")


def sequence(value: Any) -> Sequence[Any]:
    """Return a value as a sequence; what is none is an empty one."""
    return value if isinstance(value, list) else ()
