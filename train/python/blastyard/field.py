"""Fields to train on: many matches on several maps and against several opponents, drawn anew for each match."""

from __future__ import annotations

import json
import secrets
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._given import function, listed, optional, text, wrong
from ._program import program
from ._remake import remake
from ._talk import Bot, Talk, numbers
from ._whole import SEEDS, whole, wholes
from .errors import EnvironmentClosed, Error
from .league import Entrant, League, Policy
from .simulator import Simulator
from .vec import Form, Game, Info, Obs, RewardName, Step, VecEnv

__all__ = ["Bot", "Field", "FieldEnv", "Generated", "Opponent", "Setup"]

Opponent = Union[str, Policy, Entrant, League, Bot]
"""Who plays a player: a built-in bot's name; a policy, which gets what the seats of m matches see and returns (m, C)
actions; an entrant of a league, or a league, which draws one by rating; or a bot's folder."""


class Generated(NamedTuple):
    """A map of hexabomb that ``blastyard map generate`` makes: the same numbers give the same map."""

    seed: int
    cells: int = 61
    """The number of cells, approximately."""
    players: int = 2
    """For how many players it is: 1, 2, 3, 4, 6 or 12."""
    shape: Literal["hexagon", "islands", "maze", "star"] = "hexagon"
    characters: int = 1
    """How many characters a player has."""


Map = Union[str, Generated]


class Setup(NamedTuple):
    """What a match is like."""

    map: Map
    """One of the field's maps."""
    players: int
    """One of the field's numbers of players, 0 being the map's own."""
    seats: tuple[int, ...]
    """The ids of the players that learn."""
    opponents: Mapping[int, Opponent]
    """Who plays the others, by player id."""


Draw = Callable[[np.random.Generator, int], Setup]


class Field:
    """What matches to train on are like. ``FieldEnv`` plays them, and so do the environments for libraries.

    Args:
        maps: Built-in maps, map files, or Generated ones. Bomberman makes its
            maps from the seeds of matches.
        game: "hexabomb" or "bomberman".
        players: Numbers of players; 0 is the map's.
        seats: How many players learn in each match; 0 is all players.
        opponents: Who may play the others.
        draw: ``draw(rng, episode)`` returns the Setup of a match, for a
            curriculum: rng is seeded by the match, episode counts the matches
            that this one follows in its place, and ``standard(rng)`` returns
            what is drawn otherwise. None: map, number of players, seats and
            opponents are drawn, all equally likely.
        turns: Turns of a match; 0 is the game's default.
        special: hexabomb: player 0 is the special player.
        rules: hexabomb: the version of its rules.
    """

    def __init__(
        self,
        maps: Sequence[Map] = ("",),
        *,
        game: Game = "hexabomb",
        players: Sequence[int] = (0,),
        seats: int = 1,
        opponents: Sequence[Opponent] = ("random",),
        draw: Draw | None = None,
        turns: int = 0,
        special: bool = False,
        rules: str = "",
    ) -> None:
        self.maps: tuple[Map, ...] = tuple(listed("maps", maps, "a list of maps"))
        for i, one in enumerate(self.maps):
            if not isinstance(one, (str, Generated)):
                raise wrong(f"maps[{i}]", one, "a map's name or path, or Generated(…)")
        self.game: Game = text("game", game, "a game's name")
        self.players = tuple(wholes("players", players))
        self.seats = whole("seats", seats, (0, 2**16))
        self.opponents: tuple[Opponent, ...] = tuple(listed("opponents", opponents, "a list of opponents"))
        for i, who in enumerate(self.opponents):
            if not isinstance(who, (str, Entrant, League, Bot)) and not callable(who):
                raise wrong(f"opponents[{i}]", who, "a built-in bot's name, a policy, an entrant, a league or a Bot")
        self.draw = None if draw is None else function("draw", draw, "a function draw(rng, episode)")
        self.options: dict[str, Any] = {"turns": turns, "special": special, "rules": optional("rules", rules)}
        self.sizes: dict[tuple[Map, int], int] = {}  # how many players a match has; set when it is opened
        if not self.maps or not self.players:
            raise ValueError("blastyard: a field needs at least one map and one number of players")
        if special and len(self.players) > 1:
            raise ValueError("blastyard: matches with a special player all need the same number of players")

    def standard(self, rng: np.random.Generator) -> Setup:
        """Draw a map, a number of players, the seats that learn, and the opponents, all equally likely."""
        name = self.maps[int(rng.integers(len(self.maps)))]
        players = self.players[int(rng.integers(len(self.players)))]
        count = self.sizes[name, players]
        chosen = rng.permutation(count)[: self.seats or count]
        seats = tuple(sorted(int(p) for p in chosen))
        others = {p: self._opponent(rng) for p in range(count) if p not in seats}
        return Setup(name, players, seats, others)

    def _opponent(self, rng: np.random.Generator) -> Opponent:
        return self.opponents[int(rng.integers(len(self.opponents)))]

    def setup(self, rng: np.random.Generator, episode: int) -> Setup:
        """Return the setup of a match. An opponent of a league has been drawn."""
        drawn = self.standard(rng) if self.draw is None else self.draw(rng, episode)
        others = {
            p: o.draw(1, rng=rng)[0] if isinstance(o, League) else o for p, o in sorted(drawn.opponents.items())
        }
        return drawn._replace(opponents=others)


class FieldEnv:
    """n matches of a field, in lockstep, with the methods and arrays of ``VecEnv``.

    Boards of several sizes and numbers of players have the same arrays: the
    rest of each array is 0, and a character that a player does not have can
    only do nothing. Player ids differ between matches; ``setups`` has them.
    A program is started for each map and number of players, and each has n
    matches; a step asks those that have matches to play.

    Match i of seed s is that of a field with one match and the seed s+i, with
    any number of threads.

    Args:
        n: Number of matches.
        field: What they are like.
        observation, reward, seed, autoreset, max_steps, threads, copy: As for
            VecEnv; reward is a name.

    Attributes:
        setups: By match, what it is like.
        seats: 0 to K-1: the seats that learn. Which players they are, the setups say.

    Those of VecEnv are n, players, characters, num_actions, facts, obs, mask,
    reward, terminated, truncated, done, scores, winner, alive, turn, seeds,
    returns, lengths and actions. P, C, H, W are those of the largest matches.
    """

    def __init__(
        self,
        n: int,
        field: Field,
        *,
        observation: Form = "planes",
        reward: RewardName = "score",
        seed: int | None = None,
        autoreset: Literal["next_step", "disabled"] = "next_step",
        max_steps: int = 0,
        threads: int = 0,
        copy: bool = False,
    ) -> None:
        if not isinstance(field, Field):
            raise wrong("field", field, "a Field")
        if not isinstance(reward, str):
            raise ValueError("blastyard: the reward of a field is a function, expected a name")
        if autoreset not in ("next_step", "disabled"):
            raise ValueError(f"blastyard: autoreset is {autoreset!r:.60}, expected 'next_step' or 'disabled'")
        self._arguments: dict[str, Any] = {
            "n": n, "field": field, "observation": observation, "reward": reward, "seed": seed,
            "autoreset": autoreset, "max_steps": max_steps, "threads": threads, "copy": copy,
        }
        self.n = whole("n", n, (1, 2**20))
        self.field, self.game, self.map, self.autoreset = field, field.game, "", autoreset
        self._copy = bool(copy)
        self._rooms: dict[tuple[Map, int], VecEnv] = {}
        self._folder = tempfile.TemporaryDirectory()
        self._talks: dict[tuple[int, int], Talk] = {}
        start = secrets.randbits(63) if seed is None else whole("seed", seed, SEEDS)
        self.closed = False
        try:
            self._open(observation, reward, max_steps, threads)
            self._arrays()
            self._bases = [(start + i) % 2**64 for i in range(self.n)]
            self._episodes = [0] * self.n
            self.setups: list[Setup] = [None] * self.n  # type: ignore[list-item]
            self._begin(list(range(self.n)))
        except BaseException:
            self.close()
            raise
        self._fresh = True

    def _open(self, observation: str, reward: str, max_steps: int, threads: int) -> None:
        """Start a program for each map and number of players."""
        field = self.field
        for name in dict.fromkeys(field.maps):
            file = self._file(name)
            for players in dict.fromkeys(field.players):
                self._rooms[name, players] = room = VecEnv(
                    self.n, field.game, map=file, players=players, observation=observation,  # type: ignore[arg-type]
                    reward=reward, seed=0, autoreset="disabled", max_steps=max_steps, threads=threads, **field.options,  # type: ignore[arg-type]
                )
                field.sizes[name, players] = room.players
        self._starts: dict[Any, Any] = {}

    def _file(self, name: Map) -> str:
        """Return the name or the file of a map."""
        if isinstance(name, str):
            return name
        file = str(Path(self._folder.name) / "-".join(map(str, name)))
        words = ["--seed", name.seed, "--cells", name.cells, "--players", name.players, "--shape", name.shape]
        words += ["--characters", name.characters, "-o", file + ".json"]
        command = [program(), "map", "generate", "hexabomb", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Error(f"blastyard: {name}: {done.stderr.strip()}")
        return file + ".json"

    def _arrays(self) -> None:
        """Make the arrays of the largest matches, and say where those of the others are in them."""
        rooms = sorted(self._rooms.values(), key=lambda r: (-r.characters, -r.players))
        n, first = self.n, rooms[0]
        self.players = max(r.players for r in rooms)
        self.characters = max(r.characters for r in rooms)
        self.num_actions = first.num_actions
        k = self.field.seats or self.players
        self.seats = list(range(k))
        self.facts: dict[str, Any] = {**first.facts, "players": self.players, "seats": self.seats}
        for name in ("neighbours", "coordinates", "map"):
            self.facts.pop(name, None)
        self._places: dict[int, dict[str, Any]] = {id(r): {} for r in rooms}
        self._numbers_of: dict[str, NDArray[Any]] = {}
        for form, names in (("planes", "plane_names"), ("cells", "feature_names"), ("scalars", "scalar_names")):
            if form not in first.obs:
                continue
            every = list(dict.fromkeys(name for r in rooms for name in r.facts[names]))
            self.facts[names] = every
            for r in rooms:
                self._places[id(r)][form] = np.array([every.index(name) for name in r.facts[names]])
            shape: tuple[int, ...] = (len(every),)
            if form == "planes":
                shape += tuple(max(r.obs[form].shape[i] for r in rooms) for i in (3, 4))
            elif form == "cells":
                shape = (max(r.obs[form].shape[2] for r in rooms), len(every))
            self._numbers_of[form] = np.zeros((n, k, *shape), first.obs[form].dtype)
        self.facts.update(characters=self.characters, height=max(r.facts["height"] for r in rooms),
                          width=max(r.facts["width"] for r in rooms), cells=max(r.facts["cells"] for r in rooms))
        self.mask: NDArray[np.bool_] = np.zeros((n, k, self.characters, self.num_actions), np.bool_)
        self.actions: NDArray[np.uint8] = np.zeros((n, k, self.characters), np.uint8)
        self.reward: NDArray[Any] = np.zeros((n, k), np.float32)
        self.returns: NDArray[Any] = np.zeros((n, k), np.float32)
        self.terminated, self.truncated = np.zeros((n, k), np.bool_), np.zeros((n, k), np.bool_)
        self.done, self._over = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self.scores: NDArray[np.int32] = np.zeros((n, self.players), np.int32)
        self.alive = np.zeros((n, self.players), np.bool_)
        self.winner, self.turn, self.lengths = (np.zeros(n, np.int32) for _ in range(3))
        self.seeds: NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.obs: Obs = {**self._numbers_of, "mask": self.mask}
        if "raw" in first.obs:
            self.obs["raw"] = [None] * n

    def reset(self, seed: int | Sequence[int] | NDArray[Any] | None = None) -> tuple[Obs, Info]:
        """Start a new match in every place. See ``VecEnv.reset``."""
        if seed is None and self._fresh:
            self._check()
            return self._seen(), {}
        if seed is not None and not hasattr(seed, "__iter__"):
            start = whole("seed", seed, SEEDS)
            seed = [(start + i) % 2**64 for i in range(self.n)]
        return self.reset_matches(range(self.n), seed)  # type: ignore[arg-type]

    def reset_matches(
        self, matches: Sequence[int] | NDArray[Any], seeds: Sequence[int] | NDArray[Any] | None = None
    ) -> tuple[Obs, Info]:
        """Start the next match in some places. See ``VecEnv.reset_matches``."""
        self._check()
        chosen = wholes("matches", matches)
        given = None if seeds is None else wholes("seed", seeds, SEEDS)
        if given is not None and len(given) != len(chosen):
            raise ValueError(f"blastyard: reset: {len(given)} seeds for {len(chosen)} matches")
        for place, i in enumerate(chosen):
            if given is None:
                self._episodes[i] += 1
            else:
                self._bases[i], self._episodes[i] = given[place], 0
        self._begin(chosen)
        self._fresh = False
        return self._seen(), {}

    def _begin(self, chosen: list[int]) -> None:
        """Draw the setups of matches and start them."""
        rooms: dict[int, tuple[VecEnv, list[int], list[int], list[dict[int, str]]]] = {}
        for i in chosen:
            rng = np.random.default_rng([self._bases[i], self._episodes[i]])
            setup = self.field.setup(rng, self._episodes[i])
            seed = self._bases[i] if self._episodes[i] == 0 else int(rng.integers(2**63))
            self.setups[i] = setup
            room = self._room(i)
            self._agree(setup, room)
            self._leave(i)
            names = {p: o.builtin if isinstance(o, Entrant) else o for p, o in setup.opponents.items()}
            builtin = {p: name for p, name in names.items() if isinstance(name, str) and name}
            listed = rooms.setdefault(id(room), (room, [], [], []))
            listed[1].append(i)
            listed[2].append(seed)
            listed[3].append(builtin)
        for room, matches, seeds, bots in rooms.values():
            room.set_opponents(bots, matches)
            room.reset_matches(matches, seeds)
        for array in (*self._numbers_of.values(), self.reward, self.returns, self.terminated, self.truncated, self.scores,
                      self.alive, self.lengths):
            array[chosen] = 0
        self._over[chosen] = self.done[chosen] = False
        for room, matches, _, _ in rooms.values():
            self._take(room, matches)
            self.seeds[matches] = room.seeds[matches]

    def _agree(self, setup: Setup, room: VecEnv) -> None:
        """Check who plays a match."""
        if len(setup.seats) != (self.field.seats or room.players):
            raise Error(f"blastyard: a match has the seats {setup.seats}, expected {self.field.seats or room.players}")
        playing = sorted([*setup.seats, *setup.opponents])
        if playing != list(range(room.players)):
            raise Error(f"blastyard: seats and opponents are the players {playing}, expected {list(range(room.players))}")

    def _room(self, i: int) -> VecEnv:
        key = (self.setups[i].map, self.setups[i].players)
        if key not in self._rooms:
            raise Error(f"blastyard: a match has the map {key[0]!r} and {key[1]} players, which the field has not")
        return self._rooms[key]

    def _by_room(self, chosen: Sequence[int]) -> list[tuple[VecEnv, list[int]]]:
        rooms: dict[int, tuple[VecEnv, list[int]]] = {}
        for i in chosen:
            room = self._room(i)
            rooms.setdefault(id(room), (room, []))[1].append(i)
        return list(rooms.values())

    def _look(self, room: VecEnv, matches: Sequence[int], players: Sequence[int]) -> dict[str, Any]:
        """Return what players of matches see, one of each, in the form of the field."""
        seen: dict[str, Any] = {}
        m, p = np.array(matches), np.array(players)
        for form, array in self._numbers_of.items():
            part = room.obs[form][m, p]
            seen[form] = whole_ = np.zeros((len(m), *array.shape[2:]), array.dtype)
            places = self._places[id(room)][form]
            if form == "planes":
                whole_[:, places, : part.shape[2], : part.shape[3]] = part
            elif form == "cells":
                whole_[:, : part.shape[1], places] = part
            else:
                whole_[:, places] = part
        seen["mask"] = mask = np.zeros((len(m), *self.mask.shape[2:]), np.bool_)
        mask[:, :, 0] = True
        mask[:, : room.characters] = room.mask[m, p]
        if "raw" in room.obs:
            seen["raw"] = [room.obs["raw"][i] for i in matches]
        return seen

    def _take(self, room: VecEnv, matches: list[int]) -> None:
        """Take over what a room says of matches."""
        p = room.players
        self.scores[matches, :p], self.alive[matches, :p] = room.scores[matches], room.alive[matches]
        self.winner[matches], self.turn[matches] = room.winner[matches], room.turn[matches]
        for k in self.seats:
            sitting = [i for i in matches if k < len(self.setups[i].seats)]
            empty = [i for i in matches if k >= len(self.setups[i].seats)]
            if sitting:
                players = [self.setups[i].seats[k] for i in sitting]
                for name, part in self._look(room, sitting, players).items():
                    if name != "raw":
                        self.obs[name][sitting, k] = part
                self.terminated[sitting, k] = room.terminated[sitting, players]
                self.truncated[sitting, k] = room.truncated[sitting, players]
                self.reward[sitting, k] = room.reward[sitting, players]
            self.mask[empty, k] = np.arange(self.num_actions) == 0
            self.terminated[empty, k] = True
        if "raw" in self.obs:
            for i in matches:
                self.obs["raw"][i] = room.obs["raw"][i]

    def step(self, actions: ArrayLike | None = None) -> Step:
        """Play one turn of every match. See ``VecEnv.step``."""
        self._check()
        self._fresh = False
        given = self.actions if actions is None else self._checked(np.asarray(actions))
        again = np.flatnonzero(self._over).tolist() if self.autoreset == "next_step" else []
        playing = np.flatnonzero(~self._over).tolist()
        self.done[:] = False
        self.reward[:] = 0
        if again:
            for i in again:
                self._episodes[i] += 1
            self._begin(again)
        for room, matches in self._by_room(playing):
            chosen = self._choose(room, matches, given)
            room.play(chosen[np.newaxis], matches)
            self._take(room, matches)
        self.returns[playing] += self.reward[playing]
        self.lengths[playing] += 1
        ended = [i for i in playing if (self.terminated[i] | self.truncated[i]).all()]
        self.done[ended] = self._over[ended] = True
        for i in ended:
            self._leave(i)
        return self._seen(), *self._told(), self._ended() if ended else {}

    def _choose(self, room: VecEnv, matches: list[int], given: NDArray[Any]) -> NDArray[np.uint8]:
        """Return the actions of all players of a room's matches."""
        chosen = np.zeros((len(matches), room.players, room.characters), np.uint8)
        asked: dict[int, tuple[Policy, list[int], list[int]]] = {}
        for row, i in enumerate(matches):
            setup = self.setups[i]
            for k, player in enumerate(setup.seats):
                chosen[row, player] = given[i, k, : room.characters]
            for player, opponent in setup.opponents.items():
                if room.terminated[i, player]:
                    continue
                policy = opponent.policy if isinstance(opponent, Entrant) else opponent
                if isinstance(policy, Bot):
                    chosen[row, player] = self._ask(room, i, player, policy)
                elif callable(policy):
                    listed = asked.setdefault(id(policy), (policy, [], []))
                    listed[1].append(row)
                    listed[2].append(player)
        for policy, rows, players in asked.values():
            seen = self._look(room, [matches[row] for row in rows], players)
            answer = np.asarray(policy(seen)).reshape(len(rows), -1)
            chosen[rows, players] = answer[:, : room.characters]
        return chosen

    def _ask(self, room: VecEnv, i: int, player: int, bot: Bot) -> list[int]:
        """Ask a bot's process for its actions."""
        state = room.raw([i])[0]
        talk = self._talks.get((i, player))
        if talk is None:
            self._talks[i, player] = talk = Talk(bot, self._start(room, state, player))
        hexa = self.game == "hexabomb"
        turn = int(room.turn[i]) - 1 if hexa else int(room.turn[i])
        answer = talk.ask(turn, state)
        first = min((c["id"] for c in state["characters"] if c["color"] == player + 1), default=0) if hexa else 0
        return numbers(answer, self.game, first, room.characters)

    def _start(self, room: VecEnv, state: Any, player: int) -> dict[str, Any]:
        """Return the first line of a bot's match."""
        special = bool(self.field.options["special"])
        if self.game == "hexabomb":
            if id(room) not in self._starts:
                rules = str(self.field.options["rules"])
                with Simulator(
                    map=self._map_of(room), players=room.players - special, special=special, rules=rules
                ) as begin:
                    self._starts[id(room)] = begin.state
            state = self._starts[id(room)]
        return {
            "game": self.game, "player": player, "name": f"player_{player}", "players": room.players,
            "special_players": int(special), "turns": room.facts["turns"], "turn_ms": 0, "first_turn_ms": 0, "state": state,
        }

    def _map_of(self, room: VecEnv) -> Any:
        name = room.facts["map"]
        return json.loads(Path(name).read_text()) if name.endswith(".json") else name

    def _leave(self, i: int) -> None:
        """End the processes of bots in a match."""
        for key in [key for key in self._talks if key[0] == i]:
            room = self._room(i)
            self._talks.pop(key).end(int(room.winner[i]), room.raw([i])[0])

    def _checked(self, given: NDArray[Any]) -> NDArray[Any]:
        shape = self.actions.shape
        if given.shape == shape[:2] and shape[2] == 1:
            given = given[..., np.newaxis]
        if given.shape != shape:
            raise ValueError(
                f"blastyard: step: actions have the shape {given.shape}, expected {shape} (matches, seats, characters)"
            )
        if given.dtype.kind not in "iu":
            raise ValueError(f"blastyard: step: actions have the type {given.dtype}, expected integers")
        if ((given < 0) | (given >= self.num_actions)).any():
            raise ValueError(f"blastyard: step: actions from {given.min()} to {given.max()}, expected 0 to {self.num_actions - 1}")
        return given

    def _seen(self) -> Obs:
        if not self._copy:
            return self.obs
        return {name: list(part) if name == "raw" else part.copy() for name, part in self.obs.items()}

    def _told(self) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.bool_]]:
        told = (self.reward, self.terminated, self.truncated)
        return (told[0].copy(), told[1].copy(), told[2].copy()) if self._copy else told

    def _ended(self) -> Info:
        done = self.done.copy()
        return {
            "episode": {"r": self.returns.copy(), "l": self.lengths.copy()}, "_episode": done,
            "winner": self.winner.copy(), "_winner": done, "scores": self.scores.copy(), "_scores": done,
        }

    def sample(self, rng: np.random.Generator, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Draw an action for every character; all legal actions are equally likely."""
        drawn: NDArray[np.uint8] = np.where(self.mask, rng.random(self.mask.shape), -1).argmax(-1).astype(np.uint8)
        if out is not None:
            out[...] = drawn
            return out
        return drawn

    def raw(self, matches: Sequence[int] | None = None) -> list[Any]:
        """Return the states of matches as players of the arena get them."""
        return [self._room(i).raw([i])[0] for i in (range(self.n) if matches is None else wholes("matches", matches))]

    def render(self, match: int = 0, mode: str = "rgb_array") -> Any:
        """Draw a match. See ``VecEnv.render``."""
        return self._room(whole("match", match, (0, self.n - 1))).render(match, mode)

    def close(self) -> None:
        """End all programs and bots."""
        self.closed = True
        for talk in self._talks.values():
            talk.close()
        self._talks.clear()
        for room in self._rooms.values():
            room.close()
        self._folder.cleanup()

    def _check(self) -> None:
        if self.closed:
            raise EnvironmentClosed("blastyard: the environment is closed: it was closed by close(); create a new environment")

    def __enter__(self) -> FieldEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return remake, (type(self), self._arguments)

    def __repr__(self) -> str:
        return f"<FieldEnv {self.game}: {self.n} matches, {len(self._rooms)} maps and numbers of players>"
