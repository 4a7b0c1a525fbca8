"""Environments for PettingZoo: all players of one match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    import pettingzoo  # type: ignore[import-untyped]
    from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]
except ImportError as err:
    raise ImportError("blastyard: parallel_env and env need PettingZoo: pip install 'blastyard[pettingzoo]'") from err

from ._match import Match, RenderMode, mode
from ._remake import remake
from ._spaces import Dtype, ends
from ._takes import takes
from .field import Field
from .vec import Form, Game, Reward, RewardName, VecEnv

__all__ = ["ParallelEnv", "env", "parallel_env"]

Observation = dict[str, Any]


class ParallelEnv(pettingzoo.ParallelEnv[str, Observation, Any]):  # type: ignore[misc]
    """One match; each player that Python plays is an agent "player_<id>".

    An observation is a dict: "observation" (planes (channels, H, W) or cells
    (N, features)), "scalars" (S,) float32, "action_mask" (A,) int8, or (C, A)
    where a player has C > 1 characters. Everything that is returned is a
    copy: the next step leaves it as it is. An action is the number of an
    action, or C of them. An info holds "action_mask", "raw" where observation
    is "raw"; at the agent's end "return", the sum of its rewards, and
    "length", the number of turns; at the match's end "winner" and "scores".

    An agent that is out is terminated and removed from ``agents``. At the end of
    the match all agents leave; ``reset`` starts the next one. Copies and
    pickles of an environment are new ones, made with the same arguments.

    Args:
        game: "hexabomb", "bomberman", or another game of the program.
        dtype: "float32": planes and cells hold numbers from 0 to 1, as
            networks take them. "uint8": from 0 to 255, as VecEnv has them.
        max_cycles: PettingZoo's name of max_steps.
        render_mode: None, "human", "rgb_array" or "ansi".
        field: What matches are like, instead of game, seats, opponents, map
            and the like. The agents are then the seats that learn: agent
            "player_0" of a match is the first of them, whatever its id.

    The other arguments are those of ``VecEnv``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own form)
        "render_modes": ["rgb_array", "ansi", "human"],
        "render_fps": 10,
        "name": "blastyard_v0",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        game: Game = "hexabomb",
        *,
        map: str = "",
        players: int = 0,
        seats: Sequence[int] | None = None,
        opponents: str | Mapping[int, str] | None = None,
        observation: Form = "planes",
        dtype: Dtype = "float32",
        reward: RewardName | Reward = "score",
        seed: int | None = None,
        secret: str = "",
        turns: int = 0,
        max_steps: int = 0,
        max_cycles: int | None = None,
        special: bool = False,
        rules: str = "",
        program: str = "",
        render_mode: RenderMode | None = None,
        field: Field | None = None,
    ) -> None:
        self.render_mode = mode(render_mode, self.metadata["render_modes"])
        if max_cycles is not None:
            if max_steps:
                raise ValueError("blastyard: max_steps and max_cycles are the same, expected one of them")
            max_steps = max_cycles
        arguments: dict[str, Any] = {
            "game": game,
            "map": map,
            "players": players,
            "seats": seats,
            "opponents": opponents,
            "observation": observation,
            "reward": reward,
            "seed": seed,
            "secret": secret,
            "turns": turns,
            "max_steps": max_steps,
            "special": special,
            "rules": rules,
            "program": program,
            "field": field,
        }
        self._arguments = {**arguments, "dtype": dtype, "render_mode": render_mode}
        self._match = Match(dtype, arguments)
        look = self._match.look
        self.metadata = {**self.metadata, "name": f"blastyard_{self._vec.game}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in self._vec.seats]
        self.agents: list[str] = []
        self._index = {agent: k for k, agent in enumerate(self.possible_agents)}
        # Each agent has spaces of its own, because each space has a random generator.
        self._observation_spaces = {agent: deepcopy(look.space) for agent in self.possible_agents}
        self._action_spaces = {agent: deepcopy(look.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(-np.inf, np.inf, look.state().shape, np.float32)

    @property
    def _vec(self) -> VecEnv:
        return self._match.vec

    @property
    def facts(self) -> dict[str, Any]:
        """Names of planes, features, scalars and actions, sizes, neighbours."""
        return self._vec.facts

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start the next match.

        Args:
            seed: The match's seed, as of ``blastyard play --seed``; None
                continues from the last seed.
            options: "map": hexabomb: the map of this match and the next ones.
                What agents see must have the same form there. Other keys
                are ignored.
        """
        self._match.reset(seed, options)
        out = self._vec.terminated[0]  # of a field's match with fewer players
        self.agents = [agent for k, agent in enumerate(self.possible_agents) if not out[k]]
        self._sums = dict.fromkeys(self.agents, 0.0)
        self._length = 0
        if self.render_mode == "human":
            self.render()
        return self._see(self.agents), self._inform(self.agents)

    def state(self) -> NDArray[np.float32]:
        """Return what all seats see, one after the other, in one row of float32, for a critic that sees everything.

        Of each seat its planes or cells, with numbers from 0 to 1, then its scalars.
        """
        return self._match.look.state()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Play one turn.

        Args:
            actions: An action for each agent in ``agents``.

        Returns:
            Observations, rewards, terminations, truncations and infos of the
            agents that were there before the step.
        """
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        vec = self._vec
        vec.actions[...] = 0
        for agent in agents:
            if actions.get(agent) is None:
                raise ValueError(f"blastyard: step: no action for {agent}")
            vec.actions[0, self._index[agent]] = self._checked(agent, actions[agent])
        for agent in actions:
            if agent not in self._index:
                raise ValueError(f"blastyard: step: unknown agent {agent!r}, expected some of {agents}")
        vec.step()
        over = {agent: (self._flag(vec.terminated, agent), self._flag(vec.truncated, agent)) for agent in agents}
        rewards = {agent: float(vec.reward[0, self._index[agent]]) for agent in agents}
        infos = self._inform(agents)
        self._length += 1
        for agent, ends in over.items():
            self._sums[agent] += rewards[agent]
            if any(ends):
                self._end(agent, infos[agent])
        self.agents = [agent for agent in agents if not any(over[agent])]
        return (
            self._see(agents),
            rewards,
            {agent: ends[0] for agent, ends in over.items()},
            {agent: ends[1] for agent, ends in over.items()},
            infos,
        )

    def render(self) -> Any:
        """Draw the match.

        Returns:
            "rgb_array": (height, width, 3) uint8. "ansi": a text. "human":
            None; a page in the browser shows the match.
        """
        if self.render_mode is None:
            raise ValueError(f"blastyard: render() needs a render_mode: one of {self.metadata['render_modes']}")
        return self._vec.render(0, self.render_mode)

    def close(self) -> None:
        """End the program."""
        self._vec.close()

    def __reduce__(self) -> Any:
        return remake, (type(self), self._arguments)

    def _checked(self, agent: str, action: Any) -> Any:
        given = np.asarray(action)
        vec = self._vec
        if given.size != vec.characters or given.dtype.kind not in "iu":
            raise ValueError(
                f"blastyard: step: {agent}: action {action!r}: expected {vec.characters} integer(s) "
                f"from 0 to {vec.num_actions - 1}"
            )
        if (given < 0).any() or (given >= vec.num_actions).any():
            raise ValueError(
                f"blastyard: step: {agent}: action {action!r}: expected 0 to {vec.num_actions - 1}"
            )
        return given.reshape(-1)

    def _flag(self, flags: Any, agent: str) -> bool:
        return bool(flags[0, self._index[agent]])

    def _see(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self._match.look.see(0, self._index[agent]) for agent in agents}

    def _inform(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            infos[agent] = {"action_mask": self._match.look.mask(0, self._index[agent])}
            if "raw" in self._vec.obs:
                infos[agent]["raw"] = self._vec.obs["raw"][0]
        return infos

    def _end(self, agent: str, info: dict[str, Any]) -> None:
        info.update({"return": self._sums[agent], "length": self._length})
        if self._vec.done[0]:
            info.update(ends(self._vec, 0))


@takes(ParallelEnv)
def parallel_env(game: Game = "hexabomb", **options: Any) -> ParallelEnv:
    """Make a PettingZoo ParallelEnv of one match. The arguments are those of ParallelEnv."""
    return ParallelEnv(game, **options)


@takes(ParallelEnv)
def env(game: Game = "hexabomb", **options: Any) -> Any:
    """Make a PettingZoo AECEnv of one match: the agents act one after another.

    All actions of a turn are played together, when the last agent has acted.
    The arguments are those of ``parallel_env``.
    """
    return parallel_to_aec(parallel_env(game, **options))
