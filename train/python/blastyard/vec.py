"""Many matches in lockstep, in arrays."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._client import Client
from ._given import flag, listed, mapping, optional, path, text, wrong
from ._remake import remake
from ._sample import Sampler
from ._games import has_its_turn
from ._state import State, given
from ._whole import SEEDS, whole, wholes
from .errors import Error

if TYPE_CHECKING:
    from .simulator import Simulator

__all__ = ["Reward", "Standing", "VecEnv"]

Obs = dict[str, Any]
Info = dict[str, Any]
Step = tuple[Obs, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Info]


class Standing(NamedTuple):
    """The state of n matches of P players after a turn, for a reward function."""

    scores: NDArray[np.int32]
    """(n, P) int32: the scores as the game counts them."""
    alive: NDArray[np.bool_]
    """(n, P) bool: the player is still in the match."""
    winner: NDArray[np.int32]
    """(n,) int32: the winner's id, -1 for none (yet, or a draw)."""
    turn: NDArray[np.int32]
    """(n,) int32: turns played."""
    done: NDArray[np.bool_]
    """(n,) bool: the match ended in this step."""

    def copy(self) -> Standing:
        """Return a copy, which the next step does not change."""
        return Standing(
            self.scores.copy(), self.alive.copy(), self.winner.copy(), self.turn.copy(), self.done.copy()
        )


Reward = Callable[[Standing, Standing], ArrayLike]

Game = str
"""A game that the program has: "hexabomb", "bomberman", or another one."""
Form = Literal["planes", "cells", "raw", "none"]
RewardName = Literal["score", "share", "win", "none"]


def _view(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view that cannot be written to."""
    view: NDArray[Any] = array.view()
    view.flags.writeable = False
    return view


def _opponents(opponents: str | Mapping[int, str] | None) -> dict[str, str]:
    if isinstance(opponents, str):
        return {"*": opponents}
    found = mapping("opponents", opponents or {}, "a built-in bot's name, or a dict of such names by player")
    return {
        str(whole("a player of opponents", player)): text(f"opponents[{player}]", bot, "a built-in bot's name")
        for player, bot in found.items()
    }


def _map(given: Any) -> str:
    """Return the name of a map or the path of its file."""
    expected = "the name of a built-in map or the path of a map file"
    found = path("map", given or "", expected)
    if (os.path.basename(found) != found or found.endswith(".json")) and not os.path.isfile(found):
        raise wrong("map", found, f"{expected}: there is no such file")
    return found


def _start(game: str, state: Any, turn_number: Any, special: bool) -> tuple[Any, dict[str, Any], bool]:
    """Return the game of a state, what the program is told of it, and whether there is a special player."""
    found, told, special = given(game, state, turn_number, special)
    if found != game:
        raise Error(f"blastyard: the state is one of {found}, expected {game}")
    return found, told, special


def _seeds(seeds: Any, count: int) -> dict[str, Any]:
    """Return the fields of a request that seeds some matches."""
    if isinstance(seeds, (int, np.integer)):
        return {"seed": whole("seeds", seeds, SEEDS)}
    listed = wholes("seeds", seeds, SEEDS)
    if len(listed) != count:
        raise ValueError(f"blastyard: {len(listed)} seeds for {count} matches")
    return {"seeds": listed}


class VecEnv:
    """n matches of one game, played in lockstep by the blastyard program.

    A step plays one turn of every match. All arrays are views into memory
    that the program writes: a step changes them (``.copy()`` keeps them), and
    only ``actions`` can be written to. With ``copy=True`` ``reset`` and
    ``step`` return arrays that are the caller's.
    n is the number of matches, K the number of seats that Python plays, P
    the number of players, C the number of characters of a player, A the
    number of actions of a character.

    With ``autoreset="next_step"`` the step after a match has ended ignores
    that match's actions, starts its next episode, and returns its first
    observation with reward 0 and terminated and truncated false (Gymnasium's
    ``AutoresetMode.NEXT_STEP``). With "disabled" such a match waits for a
    ``reset``.

    The same seed and the same actions give the same arrays, on any machine
    and with any number of threads. Copies and pickles of an environment are
    new ones, made with the same arguments.

    Args:
        n: Number of matches, at least 1.
        game: "hexabomb", "bomberman", or another game of the program.
        map: hexabomb: a built-in map's name or a map file's path; "" is the
            default map. Bomberman makes its maps from the seed.
        players: Number of players; 0 is the map's default.
        seats: Ids of the players that Python plays; None is all players that
            no built-in bot plays.
        opponents: Built-in bots by the ids of the players that they play,
            for example ``{1: "greedy"}``; or one name: it plays all players
            that are not in seats.
        observation: "planes", "cells", "raw" or "none".
        reward: "score", "share", "win" or "none", or a function
            ``f(before, after)`` of two Standings that returns (n, K) numbers.
            ``after`` consists of views. The function is called after each step.
            Seats that were out before the step get 0, and so do matches that
            started a new episode instead of a turn.
        seed: s: match i begins with the seed s+i, that of ``blastyard play
            --seed``; 0 to 2**64-1. None: a fresh one.
        secret: Secret of all matches, 32 hexadecimal digits; "" is none.
            Match 0 has it itself, and so has each match after a reset with
            the seeds of the matches; those of the other matches and of the
            further episodes follow from it.
        turns: Turns of a match; 0 is the game's default.
        autoreset: "next_step" or "disabled".
        copy: True: ``reset`` and ``step`` return copies.
        max_steps: Turns after which a match is truncated; 0 is never.
        threads: Threads of the program; 0 is one for each processor.
        special: hexabomb: player 0 is the special player.
        rules: hexabomb: the version of its rules, "1.1" or "2018"; "" is 1.1.
            With "2018", the action "revive" revives a character on the cell
            where it died.
        program: Path of the program: one with games of its own; "" is the one that
            ``blastyard.program()`` finds.
        state: The state in which all matches begin, instead of a map: a
            Simulator, or what a bot gets. What a bot cannot know is drawn from
            the seeds, by draws that say nothing about the real match.
        turn_number: hexabomb: the turn_number of the TURN with the state;
            None: the state before the first turn. A Simulator and a whole
            message know it.
        draw_power_ups: Bomberman with a state: draw the power-ups that walls
            must hide; otherwise they hide none.

    Attributes:
        n: Number of matches.
        map: The map, as it was given.
        seats: Ids of the K players that Python plays, ascending.
        players: P.
        characters: C.
        num_actions: A.
        facts: What the program says about the arrays: names of planes,
            features, scalars and actions, sizes, neighbours of cells.
        actions: (n, K, C) uint8, the shared array that a step plays.
        obs: The observation: "planes" (n, K, channels, H, W) uint8 or "cells"
            (n, K, cells, features) uint8 or "raw" (a list of n objects),
            "scalars" (n, K, S) float32, "mask" (n, K, C, A) bool.
        mask: (n, K, C, A) bool: the actions that the rules do not refuse.
        legal: (n, K, C) uint8: a number for each mask (see ``sample``).
        reward: (n, K) float32.
        terminated: (n, K) bool: the seat is out or the match has ended.
        truncated: (n, K) bool: the match was cut by max_steps.
        done: (n,) bool: the match ended in this step.
        scores: (n, P) int32.
        winner: (n,) int32: -1 is none.
        alive: (n, P) bool.
        turn: (n,) int32: turns played.
        seeds: (n,) uint64: the seeds of the running episodes.
        returns: (n, K) float32: the sum of the episode's rewards.
        lengths: (n,) int32: the number of the episode's turns.
    """

    def __init__(
        self,
        n: int,
        game: Game = "hexabomb",
        *,
        map: str = "",
        players: int = 0,
        seats: Sequence[int] | None = None,
        opponents: str | Mapping[int, str] | None = None,
        observation: Form = "planes",
        reward: RewardName | Reward = "score",
        seed: int | None = None,
        secret: str = "",
        turns: int = 0,
        autoreset: Literal["next_step", "disabled"] = "next_step",
        max_steps: int = 0,
        threads: int = 0,
        special: bool = False,
        rules: str = "",
        copy: bool = False,
        program: str = "",
        state: State | None = None,
        turn_number: int | None = None,
        draw_power_ups: bool = False,
    ) -> None:
        told: dict[str, Any] = {}
        special, copy, draw_power_ups = flag("special", special), flag("copy", copy), flag("draw_power_ups", draw_power_ups)
        rules, secret = optional("rules", rules), optional("secret", secret)
        text("game", game, "a game's name")
        text("observation", observation, "the name of a form")
        text("autoreset", autoreset, "'next_step' or 'disabled'")
        if state is not None:
            game, told, special = _start(game, state, turn_number, special)
            if draw_power_ups:
                told["draw_power_ups"] = True
        elif turn_number is not None or draw_power_ups:
            raise Error("blastyard: turn_number and draw_power_ups are of a state, which is missing")
        self._arguments: dict[str, Any] = {
            "n": n, "game": game, "map": map, "players": players, "seats": seats, "opponents": opponents,
            "observation": observation, "reward": reward, "seed": seed, "secret": secret, "turns": turns,
            "autoreset": autoreset, "max_steps": max_steps, "threads": threads, "special": special, "rules": rules,
            "copy": copy, "program": program, **told,
        }
        self._reward: Reward | None = None
        name: str = "none"
        if isinstance(reward, str):
            name = reward
        else:
            if not callable(reward):
                raise TypeError(
                    f"blastyard: reward is {reward!r:.60}, expected a name or a function f(before, after)"
                )
            self._reward = reward
        config: dict[str, Any] = {
            "game": game,
            "matches": whole("n", n, (1, 2**20)),
            "map": _map(map),
            "players": whole("players", players),
            "opponents": _opponents(opponents),
            "observation": observation,
            "reward": name,
            "seed": secrets.randbits(64) if seed is None else whole("seed", seed, SEEDS),
            "turns": whole("turns", turns),
            "autoreset": autoreset,
            "max_steps": whole("max_steps", max_steps),
            "threads": whole("threads", threads),
            "special": special,
            **told,
        }
        if rules:
            config["rules"] = rules
        if secret:
            config["secret"] = secret
        if seats is not None:
            config["seats"] = wholes("seats", seats)
        self._client = client = Client(config, ("actions", "reward"), program)
        self.facts = facts = client.facts
        self.game: str = game
        self.map: str = config["map"]
        self.n: int = config["matches"]
        self.seats: list[int] = list(facts["seats"])
        self.players: int = facts["players"]
        self.characters: int = facts["characters"]
        self.num_actions: int = len(facts["action_names"])
        self._attach()
        self._raw = observation == "raw"
        self._fresh = True
        self._sampler = Sampler(facts["legal_masks"], self.legal, self.mask)
        self._before = self._standing.copy()
        # With a reward function the sums are computed here, otherwise by the program.
        self._returns: NDArray[np.float32] = np.zeros_like(self.reward)
        self.returns = _view(self._returns) if self._reward is not None else client.arrays["episode_return"]
        self._copy = copy
        self.autoreset = autoreset
        self._out = np.zeros_like(self.terminated)  # before the step; only with a reward function
        self._idle = np.zeros(self.n, np.bool_)  # matches that the next step does not play
        if self._raw:
            self.obs["raw"] = self._ask_raw()

    def _attach(self) -> None:
        """Name the arrays of the program."""
        arrays = self._client.arrays
        self.actions: NDArray[np.uint8] = arrays["actions"]
        self.mask: NDArray[np.bool_] = arrays["mask"].view(np.bool_)
        self.legal: NDArray[np.uint8] = arrays["legal"]
        self._rewards: NDArray[Any] = arrays["reward"]
        self.reward: NDArray[Any] = _view(self._rewards)
        self.terminated: NDArray[np.bool_] = arrays["terminated"].view(np.bool_)
        self.truncated: NDArray[np.bool_] = arrays["truncated"].view(np.bool_)
        self.done: NDArray[np.bool_] = arrays["done"].view(np.bool_)
        self.scores: NDArray[np.int32] = arrays["scores"]
        self.winner: NDArray[np.int32] = arrays["winner"]
        self.alive: NDArray[np.bool_] = arrays["alive"].view(np.bool_)
        self.turn: NDArray[np.int32] = arrays["turn"]
        self.seeds: NDArray[np.uint64] = arrays["seed"]
        self.lengths: NDArray[np.int32] = arrays["episode_length"]
        self.obs: Obs = {name: arrays[name] for name in ("planes", "cells", "scalars") if name in arrays}
        self.obs["mask"] = self.mask
        self._standing = Standing(self.scores, self.alive, self.winner, self.turn, self.done)

    def reset(self, seed: int | Sequence[int] | NDArray[Any] | None = None) -> tuple[Obs, Info]:
        """Start a new episode in every match.

        Args:
            seed: s: match i has the seed s+i, as in a new environment with
                that seed. n numbers: the seeds of the matches.
                None: every match continues with its next seed; in a new
                environment this changes nothing.

        Returns:
            The observation and an empty info.
        """
        if seed is None:
            if self._fresh:
                self._client.check()
            else:
                self._client.ask({"do": "reset"})
        elif isinstance(seed, str) or not hasattr(seed, "__iter__"):
            self._client.ask({"do": "reset", "seed": whole("seed", seed, SEEDS)})
        else:
            seeds = wholes("seed", cast("Iterable[Any]", seed), SEEDS)
            if len(seeds) != self.n:
                raise ValueError(f"blastyard: reset: {len(seeds)} seeds for {self.n} matches")
            self._client.ask({"do": "reset", "seeds": seeds})
        return self._started(slice(None))

    def reset_matches(
        self, matches: Sequence[int] | NDArray[Any], seeds: Sequence[int] | NDArray[Any] | None = None
    ) -> tuple[Obs, Info]:
        """Start the next episode in some matches, given by their numbers.

        Args:
            matches: Their numbers.
            seeds: A seed for each of them; None: each continues with its next one.
        """
        numbers = wholes("matches", matches)
        request: dict[str, Any] = {"do": "reset", "matches": numbers}
        if seeds is not None:
            request["seeds"] = wholes("seeds", seeds, SEEDS)
            if len(request["seeds"]) != len(numbers):
                raise ValueError(f"blastyard: reset: {len(request['seeds'])} seeds for {len(numbers)} matches")
        self._client.ask(request)
        return self._started(numbers)

    def _started(self, matches: slice | list[int]) -> tuple[Obs, Info]:
        self._fresh = False
        self._idle[matches] = False
        if self._reward is not None:
            self._returns[matches] = 0
        if self._raw:
            self.obs["raw"] = self._ask_raw()
        return self._seen(), {}

    def set(
        self,
        states: State | Sequence[State],
        matches: Sequence[int] | NDArray[Any] | None = None,
        *,
        turn_numbers: int | Sequence[int] | None = None,
        seeds: int | Sequence[int] | NDArray[Any] = 0,
        draw_power_ups: bool = False,
    ) -> tuple[Obs, Info]:
        """Let matches go on from states, with new episodes that begin there.

        Args:
            states: Simulators, or what a bot gets; one for all matches, or a
                list of one for each. Of hexabomb their board is that of the
                matches.
            matches: Their numbers; None is all of them.
            turn_numbers: hexabomb: the turn_number of the TURN with a state,
                one or a list. Simulators and whole messages know it.
            seeds: What a bot cannot know is drawn from them: s: the k-th match
                has s+k; or a seed for each. They give other draws than the
                seeds of matches do. Built-in opponents begin anew.
            draw_power_ups: Bomberman: draw the power-ups that walls must hide.

        Returns:
            The observation, as ``reset`` returns it, and an empty info.
        """
        numbers = self._numbers(matches)
        many: Sequence[Any] = states if isinstance(states, (list, tuple)) else [states]
        given = isinstance(turn_numbers, (list, tuple, np.ndarray))
        single: list[Any] = [turn_numbers] * len(many)
        turns: Any = turn_numbers if given else single
        if len(turns) != len(many):
            raise ValueError(f"blastyard: set: {len(turns)} turn_numbers for {len(many)} states")
        listed = []
        for state, turn in zip(many, turns, strict=True):
            told = _start(self.game, state, turn, False)[1]
            listed.append({**told, "draw_power_ups": True} if draw_power_ups else told)
        self._client.ask({"do": "set", "matches": numbers, "states": listed, **_seeds(seeds, len(numbers))})
        return self._started(numbers)

    def set_opponents(
        self, opponents: Sequence[Mapping[int, str]], matches: Sequence[int] | NDArray[Any] | None = None
    ) -> None:
        """Say which built-in bots play in matches, from their next episodes on.

        Args:
            opponents: For each of the matches, built-in bots by player id. They
                also play for seats, whose actions then do not count. Players
                that are not named are as in the arguments of the environment.
            matches: Their numbers; None is all of them.
        """
        bots = [_opponents(o) for o in listed("opponents", opponents, "a list of dicts, one for each match")]
        self._client.ask({"do": "bots", "matches": self._numbers(matches), "bots": bots})

    def branch(
        self,
        source: int | Sequence[int] | NDArray[Any],
        matches: Sequence[int] | NDArray[Any],
        *,
        seeds: int | Sequence[int] | NDArray[Any] | None = None,
    ) -> tuple[Obs, Info]:
        """Let matches go on from the states of others, as copies of them.

        Args:
            source: The numbers of the others, one for each match, or one for
                all. None of them may change in the same call.
            matches: The numbers of the matches that become copies.
            seeds: None: a copy is exact, and draws the same as its source will
                (but built-in opponents begin anew). Otherwise as for ``set``:
                for a search, that must not know what is hidden or drawn.

        Returns:
            The observation, as ``reset`` returns it, and an empty info.
        """
        numbers = self._numbers(matches)
        one = isinstance(source, (int, np.integer))
        sources = [whole("source", source)] * len(numbers) if one else wholes("source", source)  # type: ignore[arg-type]
        if len(sources) != len(numbers):
            raise ValueError(f"blastyard: branch: {len(sources)} sources for {len(numbers)} matches")
        request: dict[str, Any] = {"do": "branch", "matches": numbers, "from": sources}
        if seeds is not None:
            request |= _seeds(seeds, len(numbers))
        self._client.ask(request)
        self._fresh = False
        self._idle[numbers] = self._idle[sources]
        if self._reward is not None:
            self._returns[numbers] = self._returns[sources]
        if self._raw:
            self.obs["raw"] = self._ask_raw()
        return self._seen(), {}

    def play(self, actions: ArrayLike, matches: Sequence[int] | NDArray[Any] | None = None) -> Step:
        """Play several turns of some matches with one request.

        A match that ends stays as it is, whatever ``autoreset`` says.

        Args:
            actions: (turns, m, K, C) integers for m matches, or (turns, m, K)
                where C is 1. The rules refuse what is not legal.
            matches: The numbers of the m matches; None is all of them.

        Returns:
            As ``step``, after the last turn, for all n matches: the rewards
            are the sums of the turns, those of other matches stay as they are.
        """
        numbers = self._numbers(matches)
        given = np.asarray(actions)
        shape = (given.shape[0] if given.ndim else 0, len(numbers), *self.actions.shape[1:])
        data = self._checked(given, shape, "play").astype(np.uint8)
        return self._play({"turns": len(data), "bytes": data.size}, numbers, data.tobytes())

    def playout(self, turns: int, matches: Sequence[int] | NDArray[Any] | None = None, *, seed: int = 0) -> Step:
        """Play turns in which all seats do something legal, drawn from a seed, as ``play`` does.

        Args:
            turns: The number of turns; a match that ends stays as it is.
            matches: The numbers of the matches; None is all of them.
            seed: The seed of what they do.
        """
        turns = whole("turns", turns)
        return self._play({"turns": turns, "seed": whole("seed", seed, SEEDS)}, self._numbers(matches), b"")

    def _play(self, request: dict[str, Any], numbers: list[int], data: bytes) -> Step:
        if self._reward is not None:
            self._remember()
        self._client.ask({"do": "play", "matches": numbers, **request}, data)
        chosen = np.zeros(self.n, np.bool_)
        chosen[numbers] = True
        return self._after(chosen)

    def legal_actions(self, match: int, player: int) -> list[list[Any]]:
        """Return what the mask of a seat allows, by character, in the form in which bots ask for it.

        Args:
            match: The match's number.
            player: The seat's player id.

        Returns:
            By character: what belongs to each number in the mask, in their order. Hexabomb: a list of at most one
            action, as ``Simulator.step`` takes it; Bomberman: a command.
        """
        if player not in self.seats:
            raise Error(f"blastyard: player is {player!r:.60}, expected one of the seats {self.seats}")
        answer = self._client.ask({"do": "legal", "matches": [whole("match", match, (0, self.n - 1))]})
        listed: list[list[Any]] = answer["legal"][0][self.seats.index(player)]
        return listed

    def simulator(self, match: int = 0, *, seed: int = 0) -> Simulator:
        """Return a Simulator that goes on from the state of a match. See there for what it draws from its seed."""
        from .simulator import Simulator

        number = whole("match", match, (0, self.n - 1))
        turn = int(self.turn[number]) - int(self.facts["first_turn"])
        raw = self._ask_raw([number])[0]
        return Simulator(
            raw, game=self.game, seed=seed, turn_number=None if turn < 0 or has_its_turn(raw) else turn,
            special=self.facts["special"], rules=str(self._arguments["rules"]), program=str(self._arguments["program"]),
        )

    def _numbers(self, matches: Sequence[int] | NDArray[Any] | None) -> list[int]:
        """Return the numbers of the matches that a caller means."""
        return list(range(self.n)) if matches is None else wholes("matches", matches)

    def _seen(self) -> Obs:
        """Return the observation: the views, or copies of them."""
        return {name: array.copy() for name, array in self.obs.items()} if self._copy else self.obs

    def step(self, actions: ArrayLike | None = None) -> Step:
        """Play one turn of every match.

        Args:
            actions: (n, K, C) integers, or (n, K) where C is 1: the number of
                an action for each character. A forbidden action is refused
                by the rules, as in the arena. None plays ``self.actions``.

        Returns:
            Observation, reward (n, K) float32, terminated and truncated
            (n, K) bool, info. Where matches ended, info has "episode" with
            "r" (n, K) and "l" (n,), the sum of rewards and the number of
            turns, "winner" (n,) and "scores" (n, P), and for each of them
            the array "_episode", "_winner", "_scores" (n,) bool that says
            for which matches it holds.

        Raises:
            ValueError: The shape or the type of actions is wrong.
            Error: An action is out of range. Nothing was played.
        """
        if actions is not None and actions is not self.actions:
            self._put(actions)
        if self._reward is not None:
            self._remember()
        self._client.step()
        return self._after()

    def step_async(self, actions: ArrayLike | None = None) -> None:
        """Begin a step; ``step_wait`` returns it.

        Until then Python can compute something else, for example the actions
        of another VecEnv. The arrays of this one must not be used.
        """
        if actions is not None and actions is not self.actions:
            self._put(actions)
        if self._reward is not None:
            self._remember()
        self._client.step_async()

    def step_wait(self) -> Step:
        """Wait for the step that ``step_async`` began."""
        self._client.step_wait()
        return self._after()

    def sample(
        self, rng: np.random.Generator, out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """Draw an action for every character; all legal actions are equally likely.

        Args:
            rng: The source of random numbers.
            out: (n, K, C) uint8 to write to; ``env.actions`` saves a copy.

        Returns:
            (n, K, C) uint8. A character that is dead does nothing (0).
        """
        return self._sampler.draw(rng, out)

    def choices(self, matches: Sequence[int] | None = None) -> list[list[list[dict[str, Any]]]]:
        """Return what the seats of matches can do, as a bot over standard input and output is told.

        Args:
            matches: Their numbers; None: all.

        Returns:
            For each match and each of its seats a list of its pieces, each
            with "choices", which have the "actions" that a bot sends.
        """
        request: dict[str, Any] = {"do": "choices"}
        if matches is not None:
            request["matches"] = wholes("matches", matches)
        found: list[list[list[dict[str, Any]]]] = self._client.ask(request)["choices"]
        return found

    def raw(self, matches: Sequence[int] | None = None) -> list[Any]:
        """Return the states of matches as the players of the arena get them.

        Args:
            matches: Numbers of matches; None is all of them.
        """
        return self._ask_raw(matches)

    def render(self, match: int = 0, mode: str = "rgb_array") -> Any:
        """Draw a match.

        Args:
            match: Its number.
            mode: "rgb_array", "ansi" or "human".

        Returns:
            "rgb_array": (height, width, 3) uint8. "ansi": a text. "human":
            None; a page in the browser shows and follows the match.
        """
        from .render import render

        return render(self._client, whole("match", match, (0, self.n - 1)), mode)

    def close(self) -> None:
        """End the program. The arrays stay as they are."""
        self._client.close()

    @property
    def closed(self) -> bool:
        """Whether the environment was closed or its program was seen to have ended."""
        return self._client.closed

    def __enter__(self) -> VecEnv:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return remake, (type(self), self._arguments)

    def __repr__(self) -> str:
        return f"<VecEnv {self.game}: {self.n} matches, seats {self.seats} of {self.players} players>"

    def _put(self, actions: ArrayLike) -> None:
        """Check the actions and write them to the shared array."""
        self.actions[...] = self._checked(np.asarray(actions), self.actions.shape, "step")

    def _checked(self, given: NDArray[Any], shape: tuple[int, ...], doing: str) -> NDArray[Any]:
        """Return actions in a shape, of which the last three dimensions are matches, seats and characters."""
        if given.shape != shape:
            if given.shape != shape[:-1] or shape[-1] != 1:
                raise ValueError(
                    f"blastyard: {doing}: actions have the shape {given.shape}, expected {shape} "
                    f"({'turns, ' if len(shape) > 3 else ''}matches, seats, characters)"
                )
            given = given[..., np.newaxis]
        if given.dtype.kind not in "iu":
            raise ValueError(f"blastyard: {doing}: actions have the type {given.dtype}, expected integers")
        if given.dtype.itemsize > 1 or given.dtype.kind == "i":
            wrong = (given < 0) | (given >= self.num_actions)
            if wrong.any():
                *_, m, k, c = place = tuple(int(i[0]) for i in np.nonzero(wrong))
                raise ValueError(
                    f"blastyard: {doing}: match {m}, player {self.seats[k]}, character {c}: "
                    f"action {given[place]}: expected 0 to {self.num_actions - 1}"
                )
        return given

    def _remember(self) -> None:
        self._out[...] = self.terminated
        for kept, now in zip(self._before, self._standing, strict=True):
            kept[...] = now

    def _after(self, chosen: NDArray[np.bool_] | None = None) -> Step:
        """Return what a step, or a play of the chosen matches, has led to."""
        self._fresh = False
        if self._reward is not None:
            self._fill_reward(self._reward, chosen)
        if self._raw:
            self.obs["raw"] = self._ask_raw()
        info: Info = {}
        if 1 in self.done.tobytes():  # any() takes 10 times as long for hundreds
            done = self.done.copy() if chosen is None else self.done & chosen
            info = self._ended(done) if done.any() else {}
        if self._copy:
            return self._seen(), self.reward.copy(), self.terminated.copy(), self.truncated.copy(), info
        return self.obs, self.reward, self.terminated, self.truncated, info

    def _fill_reward(self, function: Reward, chosen: NDArray[np.bool_] | None) -> None:
        """Call the reward function. Seats that were out and matches that were not played get 0."""
        value = np.asarray(function(self._before, self._standing))
        if value.shape != self.reward.shape:
            raise ValueError(
                f"blastyard: the reward function returned the shape {value.shape}, expected {self.reward.shape}"
            )
        idle = self._idle
        if chosen is not None:
            value = np.where(self._out | idle[:, np.newaxis], 0, value)
            self._rewards[chosen] = value[chosen]
            self._returns[chosen] += self.reward[chosen]
            idle |= self.done & chosen
            return
        self._rewards[...] = value
        self._rewards[idle] = 0
        self._rewards[self._out] = 0
        if self.autoreset == "next_step":
            self._returns[idle] = 0
            idle[:] = self.done
        else:
            idle |= self.done
        self._returns += self.reward

    def _ended(self, done: NDArray[np.bool_]) -> Info:
        """Return a copy of the info of matches that ended in this step."""
        return {
            "episode": {"r": self.returns.copy(), "l": self.lengths.copy()},
            "_episode": done,
            "winner": self.winner.copy(),
            "_winner": done,
            "scores": self.scores.copy(),
            "_scores": done,
        }

    def _ask_raw(self, matches: Sequence[int] | None = None) -> list[Any]:
        numbers = range(self.n) if matches is None else matches
        states: list[Any] = self._client.ask({"do": "raw", "matches": wholes("matches", numbers)})["raw"]
        return states
