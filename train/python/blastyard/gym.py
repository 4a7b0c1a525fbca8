"""Environments for Gymnasium: one seat of a match, or of many.

Importing this module registers ``blastyard/Hexabomb-v0`` and
``blastyard/Bomberman-v0``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as err:
    raise ImportError("blastyard: gym_env and make_vec need Gymnasium: pip install 'blastyard[gymnasium]'") from err

from ._spaces import action_mask, action_space, observation_space, observe
from .vec import Reward, VecEnv

__all__ = ["GymEnv", "GymVectorEnv", "Opponent", "gym_env", "make_vec"]

Observation = dict[str, Any]

Opponent = str | Callable[[Observation], Any]
"""A built-in bot's name, or a function from its own observation to its action."""


class GymEnv(gymnasium.Env[Observation, Any]):
    """One seat of one match. The other seats are opponents.

    The observation is a dict as in ``parallel_env``: "observation",
    "scalars", "action_mask"; it is a copy. An info has "action_mask", "raw" if
    observation is "raw", and at the end "episode" ("r" and "l"), "winner" and
    "scores".

    The episode ends when the seat is out or the match ends. A reset starts
    the next match.

    Args:
        game: "hexabomb" or "bomberman".
        seat: Id of the player that Python plays.
        opponents: Who plays the others: a built-in bot's name or a function
            ``f(observation) -> action`` for all of them, or a mapping from
            each other player's id to one of the two.
        render_mode: None, "human", "rgb_array" or "ansi".

    The other arguments are those of ``VecEnv``.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi", "human"], "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        game: str = "hexabomb",
        *,
        seat: int = 0,
        opponents: Opponent | Mapping[int, Opponent] = "random",
        map: str = "",
        players: int = 0,
        observation: str = "planes",
        reward: str | Reward = "score",
        seed: int = 0,
        secret: str = "",
        turns: int = 0,
        max_steps: int = 0,
        special: bool = False,
        rules: str = "",
        render_mode: str | None = None,
    ) -> None:
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"blastyard: render_mode is {render_mode!r}, expected one of {modes}")
        self.render_mode = render_mode
        names, self._functions, everyone = _split(seat, opponents)
        self._vec = vec = VecEnv(
            1,
            game,
            map=map,
            players=players,
            seats=None if everyone else sorted({seat, *self._functions}),
            opponents=names,
            observation=observation,
            reward=reward,
            seed=seed,
            secret=secret,
            turns=turns,
            autoreset="disabled",
            max_steps=max_steps,
            threads=1,
            special=special,
            rules=rules,
        )
        if everyone is not None:
            self._functions = {player: everyone for player in vec.seats if player != seat}
        if seat not in vec.seats:
            vec.close()
            raise ValueError(f"blastyard: seat is {seat}, expected one of {vec.seats}")
        self._k = vec.seats.index(seat)
        self.observation_space = observation_space(vec)
        self.action_space = action_space(vec)

    @property
    def facts(self) -> dict[str, Any]:
        """Names of planes, features, scalars and actions, sizes, neighbours."""
        return self._vec.facts

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next match.

        Args:
            seed: The match's seed; None continues from the last seed.
            options: Not used.
        """
        super().reset(seed=seed)
        self._vec.reset(seed)
        self._sum, self._length = 0.0, 0
        if self.render_mode == "human":
            self.render()
        return observe(self._vec, 0, self._k), self._inform()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play one turn.

        Args:
            action: The number of an action, or one for each character.
        """
        vec, k = self._vec, self._k
        vec.actions[...] = 0
        for player, function in self._functions.items():
            i = vec.seats.index(player)
            if not vec.terminated[0, i]:
                self._act(i, function(observe(vec, 0, i)))
        self._act(k, action)
        vec.step()
        terminated, truncated = bool(vec.terminated[0, k]), bool(vec.truncated[0, k])
        reward = float(vec.reward[0, k])
        self._sum += reward
        self._length += 1
        info = self._inform()
        if terminated or truncated:
            info["episode"] = {"r": self._sum, "l": self._length}
            info["winner"] = int(vec.winner[0])
            info["scores"] = vec.scores[0].tolist()
        return observe(vec, 0, k), reward, terminated, truncated, info

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

    def _act(self, k: int, action: Any) -> None:
        vec = self._vec
        given = np.asarray(action)
        if given.size != vec.characters or given.dtype.kind not in "iu":
            raise ValueError(
                f"blastyard: step: player {vec.seats[k]}: action {action!r}: "
                f"expected {vec.characters} integer(s) from 0 to {vec.num_actions - 1}"
            )
        if (given < 0).any() or (given >= vec.num_actions).any():
            raise ValueError(
                f"blastyard: step: player {vec.seats[k]}: action {action!r}: expected 0 to {vec.num_actions - 1}"
            )
        vec.actions[0, k] = given.reshape(-1)

    def _inform(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": action_mask(self._vec, 0, self._k)}
        if "raw" in self._vec.obs:
            info["raw"] = self._vec.obs["raw"][0]
        return info


def _split(
    seat: int, opponents: Opponent | Mapping[int, Opponent]
) -> tuple[str | dict[int, str], dict[int, Callable[[Observation], Any]], Callable[[Observation], Any] | None]:
    """Tell opponents by name, by function, and one function for all apart."""
    if isinstance(opponents, str):
        return opponents, {}, None
    if callable(opponents):
        return {}, {}, opponents
    if seat in opponents:
        raise ValueError(f"blastyard: opponents names player {seat}, which is the seat that Python plays")
    names = {player: bot for player, bot in opponents.items() if isinstance(bot, str)}
    functions = {player: bot for player, bot in opponents.items() if not isinstance(bot, str)}
    return names, functions, None


class GymVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """One seat of each of n matches, played in lockstep.

    As Gymnasium's ``AutoresetMode.NEXT_STEP`` says, the step after an episode
    has ended ignores its action and returns the next episode's first
    observation. An episode ends when the match ends; a seat that is out
    before stays terminated only in a match without other seats of Python,
    which is always so here. Arrays are copies unless ``copy`` is False:
    then they are views that the next step overwrites.

    Infos hold "action_mask" as a part of the observation, and for matches
    that ended "episode" ("r", "l"), "winner", "scores", each with its array
    "_episode", "_winner", "_scores" of bool.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, vec: VecEnv, copy: bool = True) -> None:
        if len(vec.seats) != 1:
            raise ValueError(f"blastyard: make_vec: Python plays the seats {vec.seats}, expected one")
        self._vec = vec
        self._copy = copy
        mode = AutoresetMode.NEXT_STEP if vec.autoreset == "next_step" else AutoresetMode.DISABLED
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs = vec.n
        self.single_observation_space = observation_space(vec)
        self.single_action_space = action_space(vec)
        self.observation_space = batch_space(self.single_observation_space, vec.n)
        self.action_space = batch_space(self.single_action_space, vec.n)
        self.render_mode = None

    @property
    def facts(self) -> dict[str, Any]:
        """Names of planes, features, scalars and actions, sizes, neighbours."""
        return self._vec.facts

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new episode in every match.

        Args:
            seed: One number for all or one for each match; None goes on.
            options: "reset_mask", (n,) bool: start only these matches.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        if options and "reset_mask" in options:
            self._vec.reset_matches(np.flatnonzero(options["reset_mask"]))
        else:
            self._vec.reset(seed)
        return self._see(), self._inform()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one turn of every match.

        Args:
            actions: (n,) integers, or (n, C) where a player has C characters.
        """
        vec = self._vec
        given = np.asarray(actions)
        _, reward, terminated, truncated, ended = vec.step(given.reshape(vec.n, 1, -1) if given.size else given)
        info = self._inform()
        if ended:
            episode = ended.pop("episode")
            info["episode"] = {"r": episode["r"][:, 0], "l": episode["l"]}
            info.update(ended)
        if self._copy:
            return self._see(), reward[:, 0].copy(), terminated[:, 0].copy(), truncated[:, 0].copy(), info
        return self._see(), reward[:, 0], terminated[:, 0], truncated[:, 0], info

    def close_extras(self, **options: Any) -> None:
        """End the program."""
        self._vec.close()

    def _see(self) -> Observation:
        vec, seen = self._vec, {}
        for name, key in (("planes", "observation"), ("cells", "observation"), ("scalars", "scalars")):
            if name in vec.obs:
                seen[key] = vec.obs[name][:, 0].copy() if self._copy else vec.obs[name][:, 0]
        mask = vec.mask[:, 0].view(np.int8)
        if self._copy:
            mask = mask.copy()
        seen["action_mask"] = mask[:, 0] if vec.characters == 1 else tuple(mask.swapaxes(0, 1))
        return seen

    def _inform(self) -> dict[str, Any]:
        return {"raw": np.array(self._vec.obs["raw"], object)} if "raw" in self._vec.obs else {}


def gym_env(game: str = "hexabomb", **options: Any) -> GymEnv:
    """Make a Gymnasium environment of one seat. The arguments are those of GymEnv."""
    return GymEnv(game, **options)


def make_vec(
    game: str = "hexabomb",
    num_envs: int = 1,
    *,
    seat: int = 0,
    opponents: str | Mapping[int, str] = "random",
    copy: bool = True,
    **options: Any,
) -> GymVectorEnv:
    """Make a Gymnasium VectorEnv: one seat of each of num_envs matches.

    Args:
        game: "hexabomb" or "bomberman".
        num_envs: Number of matches.
        seat: Id of the player that Python plays.
        opponents: The built-in bot of all other players, or a mapping from
            each of their ids to its bot.
        copy: False returns views that the next step overwrites.
        **options: As for VecEnv.
    """
    vec = VecEnv(num_envs, game, seats=[seat], opponents=opponents, **options)
    try:
        return GymVectorEnv(vec, copy)
    except BaseException:
        vec.close()
        raise


for _name, _game in (("Hexabomb", "hexabomb"), ("Bomberman", "bomberman")):
    gymnasium.register(
        f"blastyard/{_name}-v0",
        entry_point="blastyard.gym:GymEnv",
        vector_entry_point="blastyard.gym:make_vec",
        kwargs={"game": _game},
    )
