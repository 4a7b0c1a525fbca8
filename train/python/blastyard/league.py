"""Opponents for a program that learns: its own earlier versions and built-in bots, drawn by rating."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, SupportsFloat

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._given import function, listed, text
from ._given import path as path_of
from ._program import program
from ._whole import SEEDS, whole, wholes
from .errors import Error
from .vec import Form, VecEnv

__all__ = ["Entrant", "League", "Policy", "Rating"]

Policy = Callable[[dict[str, Any]], ArrayLike]
"""A policy gets the observations of m matches, (m, …) arrays, and returns (m, C) actions, or (m,) where C is 1."""

BUILTIN = "builtin:"


class Entrant(NamedTuple):
    """A built-in bot or a version that plays in the league."""

    name: str
    """Its name in results and ratings: "builtin:greedy", or the name of a version."""
    policy: Policy | None
    """The policy that chooses its actions; None for a built-in bot."""

    @property
    def builtin(self) -> str:
        """The name of the built-in bot, "" for a version."""
        return self.name.removeprefix(BUILTIN) if self.name.startswith(BUILTIN) else ""


class Rating(NamedTuple):
    """The strength of an entrant in Elo; 1500 is the mean of the league."""

    elo: float
    low: float
    """The true value lies between low and high in 95 of 100 leagues."""
    high: float
    matches: int


class League:
    """Entrants, their results and their ratings, in a folder.

The folder has a file for each version, and ``results.jsonl`` with a line
    for each match. Everything is on the disk when a call returns, so a
    training that was stopped continues with the same folder. ``blastyard
    tournament rate`` reads the lines of the results and computes the ratings.
    Only one program at a time may use a folder.

    Args:
        folder: The folder of the league; it is created if it does not exist.
        load: Reads a policy from the file of a version: ``load(path)``.
            Not needed if only built-in bots play.
        suffix: The suffix of the files of versions.
        builtin: Built-in bots that take part, by name.
        scale: How much the rating counts when opponents are drawn, in Elo
            (see ``draw``).
        seed: Seed of all draws. A league that continues draws other opponents
            than one that begins.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        load: Callable[[Path], Policy] | None = None,
        *,
        suffix: str = ".npz",
        builtin: Sequence[str] = ("random", "greedy"),
        scale: float = 200.0,
        seed: int = 0,
    ) -> None:
        if isinstance(scale, (str, bytes)) or not isinstance(scale, SupportsFloat) or not float(scale) > 0:
            raise ValueError(f"blastyard: league: scale is {scale!r:.60}, expected a number above 0")
        self.folder = Path(path_of("folder", folder, "the path of a folder"))
        self.folder.mkdir(parents=True, exist_ok=True)
        self._load = load
        self._suffix = suffix
        self._builtin = [BUILTIN + text("a name of builtin", name) for name in listed("builtin", builtin, "a list of names")]
        self._scale = float(scale)
        self._policies: dict[str, Policy] = {}
        self._results = self.folder / "results.jsonl"
        self._played = self._repair()
        self._rated = 0  # number of results behind the ratings
        self._ratings: dict[str, Rating] = {}
        self.rng = np.random.default_rng([whole("seed", seed, SEEDS), self._played])

    @property
    def versions(self) -> list[str]:
        """The names of the versions, in the order of their names."""
        return sorted(p.name.removesuffix(self._suffix) for p in self.folder.glob("*" + self._suffix))

    @property
    def names(self) -> list[str]:
        """The names of all entrants, built-in bots first."""
        return self._builtin + self.versions

    def __getstate__(self) -> dict[str, Any]:
        """A copy in another process loads the policies itself."""
        return {**self.__dict__, "_policies": {}}

    def __len__(self) -> int:
        """The number of results."""
        return self._played

    def add(self, name: str, save: Callable[[IO[bytes]], Any]) -> Path:
        """Add a version: ``save(file)`` writes it, for example ``lambda f: np.savez(f, **weights)``.

The file is written completely or not at all. Names are final: adding an
        existing version is an error.
        """
        function("save", save, "a function that writes to a file")
        if not text("name", name, "a name of a version") or name != Path(name).name or name.startswith((BUILTIN, ".")):
            raise ValueError(f"blastyard: league: {name!r} is no name for a version: it must do as the name of a file")
        path = self.folder / (name + self._suffix)
        if path.exists():
            raise ValueError(f"blastyard: league: {path} is there already: a version never changes")
        part = path.with_name(path.name + ".part")
        with open(part, "wb") as file:
            save(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        return path

    def entrant(self, name: str) -> Entrant:
        """Return an entrant by its name. The file of a version is loaded at its first use."""
        text("name", name, "an entrant's name")
        if name in self._builtin:
            return Entrant(name, None)
        if name not in self._policies:
            path = self.folder / (name + self._suffix)
            if not path.exists():
                raise Error(f"blastyard: league: there is no entrant {name!r}: {', '.join(self.names)} are there")
            if self._load is None:
                raise Error(f"blastyard: league: {path} cannot be loaded: League(…, load=…) says how")
            self._policies[name] = self._load(path)
        return Entrant(name, self._policies[name])

    def draw(
        self,
        count: int = 1,
        near: str | float | None = None,
        exclude: Sequence[str] = (),
        rng: np.random.Generator | None = None,
    ) -> list[Entrant]:
        """Draw different opponents, those with a similar rating more often.

        The weight of an entrant whose rating is d Elo away is
        ``1 / (1 + (d / scale)²)``: at a distance of one scale it is drawn half
        as often as at none. Every entrant can be drawn. An entrant without a
        match counts as near.

        Args:
count: The number of opponents.
near: The rating from which distances count: an entrant's name or a
                number in Elo; None is the newest version by name, or 1500.
exclude: Names that must not be drawn.
            rng: Draws them; None is the league's own.
        """
        count = whole("count", count, (0, 2**31))
        names = [name for name in self.names if name not in exclude]
        if count > len(names):
            raise Error(f"blastyard: league: {count} opponents wanted, {len(names)} there: {', '.join(names)}")
        weights = self.weights(names, near)
        chosen = (self.rng if rng is None else rng).choice(len(names), size=count, replace=False, p=weights)
        return [self.entrant(names[int(i)]) for i in chosen]

    def weights(self, names: Sequence[str], near: str | float | None = None) -> NDArray[np.float64]:
        """Return the probability that each of some entrants is drawn first, see ``draw``."""
        ratings = self._recent()
        if near is None:
            near = self.versions[-1] if self.versions else 1500.0
        if isinstance(near, str):
            rating = ratings.get(near)
            near = rating.elo if rating else 1500.0
        distance = np.array([ratings[n].elo - near if n in ratings else 0.0 for n in names])
        weights = 1 / (1 + (distance / self._scale) ** 2)
        return np.asarray(weights / weights.sum())

    def record(self, players: Sequence[str], ranks: Sequence[int], block: str = "") -> None:
        """Add the result of a match.

        Args:
            players: Names of the entrants that played, each once.
            ranks: The rank of each, 1 is the best; equal ranks are a draw.
            block: Matches with the same block, such as those with the same
                seed and changed seats, count as one sample.
        """
        self._record([(players, ranks, block)])

    def _record(self, results: Sequence[tuple[Sequence[str], Sequence[int], str]]) -> None:
        lines: list[str] = []
        for named, ranked, block in results:
            players = [text(f"players[{i}]", p, "a name") for i, p in enumerate(listed("players", named, "a list of names"))]
            ranks = wholes("ranks", ranked)
            if len(players) < 2 or len(players) != len(ranks) or len(set(players)) != len(players):
                raise ValueError(
                    f"blastyard: league: players {players} with ranks {ranks}: "
                    "two or more different players, each with a rank, expected"
                )
            line: dict[str, Any] = {"players": players, "ranks": ranks}
            if block:
                line["block"] = block
            lines.append(json.dumps(line, separators=(",", ":")) + "\n")
        with open(self._results, "ab") as file:
            file.write("".join(lines).encode())
            file.flush()
            os.fsync(file.fileno())
        self._played += len(lines)

    def ratings(self) -> dict[str, Rating]:
        """Return the ratings of all entrants that have played, from all results."""
        if self._rated != self._played:
            answer = json.loads(self._rate("--json"))
            self._ratings = {
                e["name"]: Rating(e["elo"], e["elo_low"], e["elo_high"], e["matches"]) for e in _entrants(answer)
            }
            self._rated = self._played
        return self._ratings

    def table(self) -> str:
        """Ranks, ratings, intervals and results, as ``blastyard tournament rate`` prints them; "" before a match."""
        return self._rate() if self._played else ""

    def play(
        self,
        name: str,
        policy: Policy,
        blocks: int = 8,
        *,
        players: int = 2,
        opponents: Sequence[str] | None = None,
        observation: Form = "planes",
        **options: Any,
    ) -> float:
        """Play matches of a policy against opponents of the league, and add their results.

        A block has a seed and as many matches as players, so that everyone
        has every seat once. The matches of a call are played together.

        Args:
name: The name of the policy in the results.
            policy: Chooses actions from the observations of many matches.
blocks: The number of seeds.
players: The number of players of a match.
opponents: Their names; None draws them (see ``draw``).
            observation: The observation of policies, see ``VecEnv``.
            options: Further arguments of ``VecEnv``: game, map, turns, threads.

        Returns:
The mean points of a match: the share of opponents that the
            policy beat; equal ones count half.
        """
        players, blocks = whole("players", players, (2, 2**16)), whole("blocks", blocks, (1, 2**20))
        function("policy", policy, "a function that chooses actions")
        if opponents is None:
            others = self.draw(players - 1, near=name if name in self._recent() else None, exclude=[name])
        else:
            others = [self.entrant(o) for o in listed("opponents", opponents, "a list of names")]
        everyone = [Entrant(name, policy), *others]
        if len(everyone) != players or len({e.name for e in everyone}) != players:
            raise ValueError(f"blastyard: league: {[e.name for e in everyone]}: {players} different players expected")
        seeds = [int(s) for s in self.rng.integers(0, 2**63, size=blocks)]
        results: list[tuple[list[str], list[int], str]] = []
        points = 0.0
        for rotation in range(players):
            seated = [everyone[(id + rotation) % players] for id in range(players)]
            for seed, ranks in zip(seeds, _ranks(seated, seeds, observation, options)):
                results.append(([e.name for e in seated], ranks, str(seed)))
                mine = ranks[(-rotation) % players]
                points += sum((r > mine) + (r == mine) / 2 for r in ranks) - 0.5
        self._record(results)
        return points / (len(results) * (players - 1))

    def _recent(self) -> dict[str, Rating]:
        """Return ratings for drawing; up to a tenth of the results may be newer."""
        if self._played * 10 > self._rated * 11 or not self._ratings:
            return self.ratings() if self._played else {}
        return self._ratings

    def _rate(self, *options: str) -> str:
        """Ask the program for the ratings."""
        with open(self._results, "rb") as results:
            done = subprocess.run(
                [program(), "tournament", "rate", *options], stdin=results, capture_output=True, text=True, check=False
            )
        if done.returncode != 0:
            raise Error(f"blastyard: league: {self._results}: {done.stderr.strip()}")
        return done.stdout

    def _repair(self) -> int:
        """Remove a half-written line after a stop, and count the lines."""
        for part in self.folder.glob("*.part"):
            with contextlib.suppress(OSError):
                part.unlink()
        try:
            content = self._results.read_bytes()
        except FileNotFoundError:
            return 0
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            os.truncate(self._results, len(whole))
        return whole.count(b"\n")


def _entrants(answer: Any) -> Iterator[dict[str, Any]]:
    yield from answer["entrants"]


def _ranks(
    seated: Sequence[Entrant], seeds: Sequence[int], observation: Form, options: dict[str, Any]
) -> Iterator[list[int]]:
    """Play a match for each seed, with an entrant for each player id. Yield the ranks by player."""
    opponents = {id: e.builtin for id, e in enumerate(seated) if e.policy is None}
    arguments: dict[str, Any] = {"game": "hexabomb", **options}
    with VecEnv(
        len(seeds),
        **arguments,
        players=len(seated),
        opponents=opponents,
        observation=observation,
        reward="none",
        autoreset="disabled",
    ) as env:
        obs, _ = env.reset(seed=seeds)
        over = np.zeros(env.n, dtype=np.bool_)
        actions = np.zeros_like(env.actions)
        while not over.all():
            for seat, id in enumerate(env.seats):
                policy = seated[id].policy
                assert policy is not None
                chosen = np.asarray(policy(_seen(obs, seat)))
                actions[:, seat] = chosen.reshape(actions[:, seat].shape)
            actions[over] = 0
            obs = env.step(actions)[0]
            over |= env.done
        for scores, winner in zip(env.scores.tolist(), env.winner.tolist()):
            yield rank(scores, winner)


def _seen(obs: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return what one seat of all matches sees, as arrays of a policy's own."""
    return {name: value if name == "raw" else value[:, seat].copy() for name, value in obs.items()}


def rank(scores: Sequence[float], winner: int) -> list[int]:
    """Return ranks as in a competition: the winner first, then by score; equal scores share a rank: 1, 2, 2, 4."""
    keys = [(id == winner, score) for id, score in enumerate(scores)]
    return [1 + sum(other > key for other in keys) for key in keys]
