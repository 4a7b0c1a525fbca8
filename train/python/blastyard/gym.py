"""Environments for Gymnasium: one seat of a match, or of many.

Importing this module registers ``blastyard/Hexabomb-v0`` and
``blastyard/Bomberman-v0``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as err:
    raise ImportError("blastyard: gym_env and make_vec need Gymnasium: pip install 'blastyard[gymnasium]'") from err

from ._given import mapping, wrong
from ._match import Match, RenderMode, field_or_vec, mode
from ._register import register
from ._remake import remake
from ._spaces import Dtype, Look, ends
from ._takes import takes
from ._whole import SEEDS, whole
from .field import Field
from .vec import Form, Game, Reward, RewardName, VecEnv

__all__ = ["GymEnv", "GymVectorEnv", "Opponent", "gym_env", "make_vec"]

Observation = dict[str, Any]

Opponent = str | Callable[[Observation], Any]
"""A built-in bot's name, or a function from its own observation to its action."""


class GymEnv(gymnasium.Env[Observation, Any]):
    """One seat of one match. The other seats are opponents.

    The observation is a dict: "observation" (planes (channels, H, W) or cells
    (N, features)), "scalars" and "action_mask" ((A,) int8, or (C, A) where a
    player has C > 1 characters). Everything that is returned is a copy. An
    info has "action_mask", "raw" if observation is "raw", and at the end
    "winner" and "scores". For returns and lengths there is Gymnasium's
    ``RecordEpisodeStatistics``.

    The episode ends when the seat is out or the match ends. A reset starts
    the next match. Copies and pickles of an environment are new ones, made
    with the same arguments.

    Args:
        game: "hexabomb", "bomberman", or another game of the program.
        seat: Id of the player that Python plays.
        opponents: Who plays the others: a built-in bot's name or a function
            ``f(observation) -> action`` for all of them, or a mapping from
            each other player's id to one of the two.
        dtype: "float32": planes and cells hold numbers from 0 to 1, as
            networks take them. "uint8": from 0 to 255, as VecEnv has them.
        render_mode: None, "human", "rgb_array" or "ansi".
        field: What matches are like, instead of game, seat, opponents, map and
            the like.

    The other arguments are those of ``VecEnv``.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi", "human"], "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        game: Game = "hexabomb",
        *,
        seat: int = 0,
        opponents: Opponent | Mapping[int, Opponent] = "random",
        map: str = "",
        players: int = 0,
        observation: Form = "planes",
        dtype: Dtype = "float32",
        reward: RewardName | Reward = "score",
        seed: int | None = None,
        secret: str = "",
        turns: int = 0,
        max_steps: int = 0,
        special: bool = False,
        rules: str = "",
        program: str = "",
        render_mode: RenderMode | None = None,
        field: Field | None = None,
    ) -> None:
        self.render_mode = mode(render_mode, self.metadata["render_modes"])
        names: Any
        names, self._functions, everyone = _split(seat, opponents)
        if field is not None:
            if not isinstance(field, Field):
                raise wrong("field", field, "a Field")
            if field.seats != 1 or seat != 0 or opponents != "random":
                raise ValueError("blastyard: gym_env of a field: the field has one seat and the opponents, expected no others")
            names = None
        arguments: dict[str, Any] = {
            "game": game,
            "map": map,
            "players": players,
            "observation": observation,
            "reward": reward,
            "seed": seed,
            "secret": secret,
            "turns": turns,
            "max_steps": max_steps,
            "special": special,
            "rules": rules,
            "program": program,
        }
        self._arguments = {
            **arguments, "field": field, "seat": seat, "opponents": opponents, "dtype": dtype, "render_mode": render_mode
        }
        seats = None if everyone or field is not None else sorted({seat, *self._functions})
        self._match = Match(dtype, {**arguments, "field": field, "seats": seats, "opponents": names})
        vec = self._vec
        if everyone is not None:
            self._functions = {player: everyone for player in vec.seats if player != seat}
        if seat not in vec.seats:
            vec.close()
            raise ValueError(f"blastyard: seat is {seat}, expected one of {vec.seats}")
        self._k = vec.seats.index(seat)
        self.observation_space = self._match.look.space
        self.action_space = self._match.look.actions

    @property
    def _vec(self) -> VecEnv:
        return self._match.vec

    @property
    def facts(self) -> dict[str, Any]:
        """Names of planes, features, scalars and actions, sizes, neighbours."""
        return self._vec.facts

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next match.

        Args:
            seed: The match's seed, as of ``blastyard play --seed``; None
                continues from the last seed.
            options: "map": hexabomb: the map of this match and the next ones.
                What a seat sees must have the same form there. Other keys
                are ignored.
        """
        super().reset(seed=self._match.reset(seed, options))
        if self.render_mode == "human":
            self.render()
        return self._match.look.see(0, self._k), self._inform()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play one turn.

        Args:
            action: The number of an action, or one for each character.
        """
        vec, look, k = self._vec, self._match.look, self._k
        vec.actions[...] = 0
        for player, function in self._functions.items():
            i = vec.seats.index(player)
            if not vec.terminated[0, i]:
                self._act(i, function(look.see(0, i)))
        self._act(k, action)
        vec.step()
        terminated, truncated = bool(vec.terminated[0, k]), bool(vec.truncated[0, k])
        info = self._inform()
        if terminated or truncated:
            info.update(ends(vec, 0))
        return look.see(0, k), float(vec.reward[0, k]), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as sb3-contrib's MaskablePPO wants them: (A,), or (C * A,) of C characters."""
        legal: NDArray[np.bool_] = self._vec.mask[0, self._k].reshape(-1).copy()
        return legal

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
        info: dict[str, Any] = {"action_mask": self._match.look.mask(0, self._k)}
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
    mapping("opponents", opponents, "a built-in bot's name, a function, or a dict of them by player")
    if seat in opponents:
        raise ValueError(f"blastyard: opponents names player {seat}, which is the seat that Python plays")
    names = {player: bot for player, bot in opponents.items() if isinstance(bot, str)}
    functions = {player: bot for player, bot in opponents.items() if not isinstance(bot, str)}
    return names, functions, None


class GymVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """One seat of each of n matches, played in lockstep.

    It gives what Gymnasium's ``SyncVectorEnv`` of n ``GymEnv`` gives, in all
    autoreset modes: the same matches, observations and infos. An episode ends
    when the match ends or the seat is out. With ``AutoresetMode.DISABLED`` a
    match that has ended waits for a reset. Arrays are copies unless ``copy`` is
    False: then observations are views that the next step changes, but for
    planes and cells of dtype "float32". Copies and pickles of it are new ones,
    made with the same arguments.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": GymEnv.metadata["render_modes"],
        "render_fps": GymEnv.metadata["render_fps"],
    }

    def __init__(
        self,
        vec: VecEnv,
        *,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        dtype: Dtype = "float32",
        copy: bool = True,
        render_mode: RenderMode | None = None,
    ) -> None:
        if len(vec.seats) != 1:
            raise ValueError(f"blastyard: make_vec: Python plays the seats {vec.seats}, expected one")
        self._vec = vec
        self._look = Look(vec, dtype, copy)
        self._arguments = {
            "vec": vec, "autoreset_mode": autoreset_mode, "dtype": dtype, "copy": copy, "render_mode": render_mode
        }
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        self.render_mode = mode(render_mode, self.metadata["render_modes"])
        self.num_envs = vec.n
        self.single_observation_space = self._look.space
        self.single_action_space: gymnasium.Space[Any] = self._look.actions
        self.observation_space = batch_space(self.single_observation_space, vec.n)
        self.action_space = batch_space(self.single_action_space, vec.n)

    @property
    def facts(self) -> dict[str, Any]:
        """Names of planes, features, scalars and actions, sizes, neighbours."""
        return self._vec.facts

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new episode in every match.

        Args:
            seed: s: the matches have the seeds s, s+1, ...; a list: one for
                each match; None continues.
            options: "reset_mask", (n,) bool: start only these matches. A
                "map" must be that of the environment. Other keys are ignored.
        """
        vec = self._vec
        if options and options.get("map", vec.map) != vec.map:
            raise ValueError(
                f"blastyard: reset: map is {options['map']!r:.60}, but these matches stay on {vec.map!r:.60}: make an "
                "environment for each map, or use SyncVectorEnv, whose environments take it"
            )
        if seed is not None and not hasattr(seed, "__iter__"):
            seed = whole("seed", seed, SEEDS)
            super().reset(seed=seed)
            seed = [(seed + i) % 2**64 for i in range(vec.n)]
        chosen = np.ones(vec.n, np.bool_)
        if options and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"], np.bool_)
            if chosen.shape != (vec.n,):
                raise ValueError(f"blastyard: reset: reset_mask has the shape {chosen.shape}, expected ({vec.n},)")
            vec.reset_matches(np.flatnonzero(chosen), None if seed is None else np.array(seed, object)[chosen])
        else:
            vec.reset(seed)
        self._show()
        return self._look.see(slice(None), 0), self._inform(chosen)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one turn of every match.

        Args:
            actions: (n,) integers, or (n, C) where a player has C characters.
        """
        vec = self._vec
        given = np.asarray(actions)
        vec.step(given.reshape(vec.n, 1, -1) if given.size else given)
        reward = vec.reward[:, 0].astype(np.float64)  # as Gymnasium's own vector environments have it
        terminated, truncated = vec.terminated[:, 0].copy(), vec.truncated[:, 0].copy()
        done = vec.done.copy()
        if self._same_step and done.any():
            info = self._again(done)
        else:
            info = self._inform(np.ones(vec.n, np.bool_), done)
        return self._look.see(slice(None), 0), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of all matches: (n, A), or (n, C * A) of C characters."""
        legal: NDArray[np.bool_] = self._vec.mask[:, 0].reshape(self._vec.n, -1).copy()
        return legal

    def render(self) -> Any:
        """Draw the matches.

        Returns:
            A tuple with what ``GymEnv.render`` returns for each match. With
            "human" None: a page shows the first match.
        """
        if self.render_mode is None:
            raise ValueError(f"blastyard: render() needs a render_mode: one of {self.metadata['render_modes']}")
        if self.render_mode == "human":
            return self._vec.render(0, "human")
        return tuple(self._vec.render(match, self.render_mode) for match in range(self._vec.n))

    def close_extras(self, **options: Any) -> None:
        """End the program."""
        self._vec.close()

    def __reduce__(self) -> Any:
        return remake, (type(self), self._arguments)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _inform(self, told: NDArray[np.bool_], done: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Return the infos of the matches that are told of; those that are done say how they ended."""
        vec = self._vec
        parts: dict[str, tuple[NDArray[Any], NDArray[np.bool_]]] = {
            "action_mask": (self._look.mask(slice(None), 0).copy(), told)
        }
        if "raw" in vec.obs:
            raw = np.empty(vec.n, object)
            raw[:] = vec.obs["raw"]
            parts["raw"] = raw, told
        if done is not None and done.any():
            parts.update(winner=(vec.winner.astype(np.int64), done), scores=(vec.scores.copy(), done))
        info: dict[str, Any] = {}
        for name, (array, where) in parts.items():
            array[~where] = None if array.dtype == object else 0
            info[name], info[f"_{name}"] = array, where.copy()
        return info

    def _again(self, done: NDArray[np.bool_]) -> dict[str, Any]:
        """Start the next episode of the matches that ended, with the infos that SAME_STEP promises."""
        last = {name: array.copy() for name, array in self._look.see(slice(None), 0).items()}
        final = self._inform(done, done)
        finals = np.empty(self._vec.n, object)
        for i in np.flatnonzero(done):
            finals[i] = {name: array[i] for name, array in last.items()}
        self._vec.reset_matches(np.flatnonzero(done))
        info = self._inform(np.ones(self._vec.n, np.bool_))
        info.update(final_obs=finals, _final_obs=done.copy(), final_info=final, _final_info=done.copy())
        return info


@takes(GymEnv)
def gym_env(game: Game = "hexabomb", **options: Any) -> GymEnv:
    """Make a Gymnasium environment of one seat. The arguments are those of GymEnv."""
    return GymEnv(game, **options)


def make_vec(
    game: Game = "hexabomb",
    num_envs: int = 1,
    *,
    seat: int = 0,
    opponents: str | Mapping[int, str] = "random",
    autoreset_mode: AutoresetMode | Literal["next_step", "same_step", "disabled"] = AutoresetMode.NEXT_STEP,
    dtype: Dtype = "float32",
    copy: bool = True,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> GymVectorEnv:
    """Make a Gymnasium VectorEnv: one seat of each of num_envs matches.

    Args:
        game: "hexabomb" or "bomberman".
        num_envs: Number of matches.
        seat: Id of the player that Python plays.
        opponents: The built-in bot of all other players, or a mapping from
            each of their ids to its bot.
        autoreset_mode: Gymnasium's AutoresetMode, or its name.
        dtype: As for gym_env.
        copy: False: observations are views that cannot be written to, and that
            the next step changes (but for planes and cells of "float32").
        render_mode: None, "human", "rgb_array" or "ansi".
        **options: As for VecEnv, or "field", as for gym_env, with what FieldEnv
            takes. "max_episode_steps" is Gymnasium's name of
            "max_steps".
    """
    given = options.pop("autoreset", autoreset_mode)
    chosen = given if isinstance(given, AutoresetMode) else _MODES.get(str(given))
    if chosen is None:
        raise ValueError(f"blastyard: autoreset_mode is {given!r:.60}, expected one of {list(_MODES)}")
    if (limit := options.pop("max_episode_steps", None)) is not None:
        options["max_steps"] = limit
    if not callable(opponents) and not isinstance(opponents, str):
        mapping("opponents", opponents, "a built-in bot's name, or a dict of such names by player")
    if callable(opponents) or not isinstance(opponents, str) and any(map(callable, opponents.values())):
        raise ValueError("blastyard: make_vec: opponents has functions, expected built-in bots; gym_env takes both")
    autoreset: Literal["next_step", "disabled"] = "next_step" if chosen == AutoresetMode.NEXT_STEP else "disabled"
    who: dict[str, Any] = {"seats": [seat], "opponents": opponents}
    if options.get("field") is not None and (seat, opponents) == (0, "random"):
        who = {}
    vec = field_or_vec(num_envs, game, autoreset=autoreset, **who, **options)
    try:
        return GymVectorEnv(vec, autoreset_mode=chosen, dtype=dtype, copy=copy, render_mode=render_mode)
    except BaseException:
        vec.close()
        raise


_MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


register()
