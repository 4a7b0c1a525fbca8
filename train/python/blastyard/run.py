"""Turns a function that chooses actions into an ordinary bot."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._client import Client
from ._games import USUAL, has_its_turn
from ._given import flag, function, one_of, optional, path, wrong
from ._netorcai import NetorcaiTalk
from ._stdio import StdioTalk
from .errors import Error
from .simulator import Simulator
from .vec import VecEnv

__all__ = ["Agent", "Observation", "Outcome", "run"]


class Observation(dict[str, Any]):
    """What an agent sees in a turn: arrays and numbers by name, and ways to search from there.

    Copies and pickles are plain dictionaries.
    """

    def __init__(self, seen: dict[str, Any], sight: Sight, turn: int, state: Any) -> None:
        super().__init__(seen)
        self._sight = sight
        self.state: Any = state
        """The state as the arena sent it."""
        self.turn_number: int | None = None if has_its_turn(state) else turn
        """The number of the turn that came with the state; None if the state has its number, as Bomberman's."""

    def simulator(self, seed: int = 0) -> Simulator:
        """Return a Simulator in the state of the turn. Its draws come from the seed."""
        sight = self._sight
        special = sight.facts["special"]
        return Simulator(
            self.state, game=sight.facts["game"], turn_number=self.turn_number, special=special, rules=sight.rules,
            seed=seed, program=sight.program,
        )

    def branches(self, n: int, *, seed: int = 0, **options: Any) -> VecEnv:
        """Return n matches in the state of the turn, in which Python plays all seats: for a search, or a network.

        The next call with the same n and options sets the same matches to the
        new state, so it costs no start of a program.

        Args:
            n: Number of matches.
            seed: Their draws come from seed, seed+1, …
            options: Arguments of ``VecEnv``: observation, reward, opponents,
                seats, threads. ``autoreset`` is "disabled".
        """
        return self._sight.branches(self, n, seed, options)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


Agent = Callable[[Observation], ArrayLike]


class Outcome(NamedTuple):
    """How a match ended."""

    player: int
    """The id of the bot."""
    winner: int
    """The id of the winner, -1 for none."""
    players: int
    """The number of players."""

    @property
    def won(self) -> bool:
        """Whether the bot has won."""
        return self.winner == self.player


def run(
    agent: Agent,
    game: str = "",
    observation: str = "planes",
    *,
    name: str = "",
    protocol: str = "",
    special: bool = False,
    program: str = "",
) -> Outcome:
    """Play one match as a bot, and return when it has ended.

    A file ``bot.py`` that calls this is an ordinary bot: ``blastyard play
    --bot "python3 bot.py"``. The observations come from the same program as
    in training, so they are the same.

    Args:
        agent: Called once a turn with the observation of one seat, as
            ``VecEnv.obs`` has it for a match and a seat: "planes"
            (channels, H, W) uint8 or "cells" (cells, features) uint8 or
            "raw" (the state as the arena sent it), "scalars" (S,) float32,
            "mask" (C, A) bool. The agent may change the arrays. There are also
            the integers "player", the bot's id; "turn", the turns played; and
            "limit", those of the match. ``observation.simulator(seed)`` and
            ``observation.branches(n)`` search from there.
            It returns the number of an action, 0 to A-1, for each of the C
            characters: (C,) integers, or an integer where C is 1. An action
            whose mask is 0 is replaced by 0, nothing, with a line on
            standard error.
        game: A game of the program: an error if the match is of another one.
            "" takes any; over netorcai, whose messages do not tell, it is
            hexabomb.
        observation: "planes", "cells", "raw" or "none".
        name: The nickname for netorcai, 1 to 10 characters without blanks;
            "" is the name of the running file. An arena that knows the bot
            by another name uses that.
        protocol: "netorcai", "stdio", or "" for the first one that fits:
            netorcai if NETORCAI_HOST or NETORCAI_PORT is set or standard
            input is a terminal, else stdio. Bomberman is played over stdio:
            ``--bot "stdio:python3 bot.py"``.
        special: The bot is the special player of sudden death. Over stdio
            the arena tells this to the bot.
        program: Path of the program; "" is the one that ``blastyard.program()`` finds.

    Returns:
        The player's id, the winner's and the number of players.

    Raises:
        Error: There is no match, the bot was kicked, the agent raised an
            exception, or it returned an invalid action. The text says which.
            A bot that this error ends counts as crashed.
    """
    function("agent", agent, "a function that chooses actions")
    game, name, protocol = optional("game", game), optional("name", name), optional("protocol", protocol)
    one_of("observation", observation, ("planes", "cells", "raw", "none"))
    special, program = flag("special", special), path("program", program or "", "the path of the blastyard program")
    talk = _connect(protocol or _protocol(), name, special, game or USUAL)
    try:
        start = talk.start()
        if game and start["game"] != game:
            raise Error(f"blastyard: the match is {start['game']}, and the bot plays {game}")
        sight = Sight(start, observation, program)
        try:
            for turn, state in talk.turns():
                talk.answer(sight.choose(agent, turn, state))
        finally:
            sight.close()
    finally:
        talk.close()
    return Outcome(start["player"], talk.winner, start["players"])


class Sight:
    """What a seat of a match sees, turn by turn.

    Args:
        start: "game", "player", "players", "special_players", "turns" and
            "state", as the first line of stdio has them.
        observation: A form of observation.
        program: Path of the program; "": the usual one.
    """

    def __init__(self, start: dict[str, Any], observation: str, program: str = "") -> None:
        special = start.get("special_players", 0)
        if special > 1:
            raise Error(f"blastyard: the match has {special} special players: at most 1 is known")
        self._raw = observation == "raw"
        self.program = program
        self._player: int = start["player"]
        self._kept: tuple[Any, VecEnv] | None = None  # the matches of the last branches, and what was asked for
        self._client = Client(
            {
                "mode": "observe",
                "game": start["game"],
                "player": start["player"],
                "players": start["players"],
                "special": bool(special),
                "turns": start["turns"],
                "observation": observation,
                "state": start["state"],
            },
            program=program,
        )
        arrays = self._client.arrays
        self.facts = self._client.facts
        self.rules = "2018" if self.facts["rules_version"] == 2018 else ""
        self._arrays: dict[str, NDArray[Any]] = {
            form: arrays[form][0, 0] for form in ("planes", "cells", "scalars") if form in arrays
        }
        self.mask: NDArray[np.bool_] = arrays["mask"][0, 0].view(np.bool_)
        self._arrays["mask"] = self.mask

    def see(self, turn: int, state: Any) -> Observation:
        """Return a copy of the observation of a state, because the program only writes changes."""
        self._client.ask({"do": "observe", "turn": turn, "state": state})
        seen: dict[str, Any] = {name: array.copy() for name, array in self._arrays.items()}
        if self._raw:
            seen["raw"] = state
        played = turn + self.facts["first_turn"]
        return Observation({**seen, "player": self._player, "turn": played, "limit": self.facts["turns"]}, self, turn, state)

    def branches(self, at: Observation, n: int, seed: int, options: dict[str, Any]) -> VecEnv:
        """Return n matches in the state of an observation."""
        asked, number = (n, options), at.turn_number
        if self._kept is not None:
            vec = self._kept[1]
            if self._kept[0] == asked and not vec.closed:
                vec.set(at.state, turn_numbers=number, seeds=seed)
                return vec
            vec.close()
        usual: dict[str, Any] = {"autoreset": "disabled", "turns": at["limit"], "rules": self.rules}
        usual |= {"special": self.facts["special"], "program": self.program}
        vec = VecEnv(n, self.facts["game"], state=at.state, turn_number=number, seed=seed, **{**usual, **options})
        self._kept = asked, vec
        return vec

    def choose(self, agent: Agent, turn: int, state: Any) -> Any:
        """Ask an agent, and return its actions in the form of the arena."""
        observation = self.see(turn, state)
        try:
            chosen = agent(observation)
        except Exception as err:
            raise Error(f"blastyard: the agent raised {type(err).__name__} in turn {turn}: {err}") from err
        actions = self._check(chosen, turn)
        for character, action in enumerate(actions):
            if not self.mask[character, action]:
                print(
                    f"blastyard: turn {turn}: the agent chose action {action} "
                    f"({self.facts['action_names'][action]}) for character {character}, whose mask is 0: "
                    "it does nothing instead",
                    file=sys.stderr,
                    flush=True,
                )
                actions[character] = 0
        return self._client.ask({"do": "actions", "actions": actions})["actions"]

    def close(self) -> None:
        """End the program."""
        if self._kept is not None:
            self._kept[1].close()
        self._client.close()

    def _check(self, chosen: Any, turn: int) -> list[int]:
        """Return the actions as a list of integers, one for each character."""
        count, number = self.mask.shape
        wanted = f"an integer from 0 to {number - 1}" + (f" for each of {count} characters" if count > 1 else "")
        says = f"blastyard: the agent returned {_short(chosen)} in turn {turn}"
        try:
            given = np.asarray(chosen)
        except (ValueError, TypeError) as err:
            raise Error(f"{says}: {wanted} expected") from err
        if given.dtype.kind not in "iu" or given.size != count or given.ndim > 1:
            raise Error(f"{says}: {wanted} expected")
        actions = [int(a) for a in given.reshape(-1)]
        if not all(0 <= a < number for a in actions):
            raise Error(f"{says}: {wanted} expected")
        return actions


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _protocol() -> str:
    """Return the protocol that fits the environment of the process."""
    if os.environ.get("NETORCAI_HOST") or os.environ.get("NETORCAI_PORT"):
        return "netorcai"
    return "netorcai" if sys.stdin is None or sys.stdin.isatty() else "stdio"


def _connect(protocol: str, name: str, special: bool, game: str) -> NetorcaiTalk | StdioTalk:
    if protocol == "stdio":
        return StdioTalk()
    if protocol != "netorcai":
        raise wrong("protocol", protocol, "'netorcai' or 'stdio'")
    return NetorcaiTalk(name or re.sub(r"[^A-Za-z0-9_-]", "", Path(sys.argv[0]).stem)[:10] or "bot", special, game)
