#!/usr/bin/env python3
"""The cross-entropy method with NumPy only: finds a policy of about 50 numbers that beats builtin:random.

    python evolve.py [--game hexabomb] [--generations 25]

The policy is linear. It judges each action by the features of one cell and of its neighbours: a move by the cell that
it leads to, any other action by the character's own cell. So it works for both games. Every generation draws
policies around the mean of the last generation's best, and all of them play in one environment, in lockstep.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import blastyard
from blastyard.vec import Game

Array = NDArray[Any]

MATCHES: dict[str, dict[str, Any]] = {"hexabomb": {"map": "tiny", "players": 2, "turns": 40}, "bomberman": {"players": 2, "turns": 60}}
"""Short matches of two players are enough for learning."""


class Linear:
    """Linear policies for the matches of an environment that shows cells, one policy for each match."""

    def __init__(self, env: blastyard.VecEnv) -> None:
        facts = env.facts
        names = facts["feature_names"]
        self.env = env
        self.mine = [i for i, name in enumerate(names) if name in ("living_0", "dead_0")]
        around = np.asarray(facts["neighbours"])
        cells = len(around)
        self.around = np.vstack([around, np.full((1, around.shape[1]), -1)])  # cells off the board, too
        self.around[self.around < 0] = cells
        self.moves = around.shape[1]  # actions 1 to this many are the moves, in the order of the neighbours
        self.features = 2 * len(names) + 1
        self.others = env.num_actions - self.moves  # nothing, bombs, …: each also has its own weight
        self.size = 2 * self.features + self.others

    def act(self, policies: Array) -> Array:
        """Actions (n, 1, 1) of policies (n, size)."""
        cells = self.env.obs["cells"][:, 0]
        n, rows = len(cells), np.arange(len(cells))
        me = cells[:, :, self.mine].max(axis=2).argmax(axis=1)
        board = np.zeros((n, cells.shape[1] + 1, cells.shape[2]), np.float32)
        board[:, :-1] = cells
        board *= 1 / 255
        targets = np.concatenate([me[:, None], self.around[me]], axis=1)
        near = board[rows[:, None], targets]
        beyond = board[rows[:, None, None], self.around[targets]].mean(axis=2)
        seen = np.concatenate([near, beyond, np.ones((*near.shape[:2], 1), np.float32)], axis=2)
        move, stay, single = np.split(policies, [self.features, 2 * self.features], axis=1)
        value = np.empty((n, self.env.num_actions), np.float32)
        value[:, 1 : self.moves + 1] = np.einsum("nkf,nf->nk", seen[:, 1:], move)
        rest = np.r_[0, self.moves + 1 : self.env.num_actions]
        value[:, rest] = np.einsum("nf,nf->n", seen[:, 0], stay)[:, None] + single
        value[:, 0] = np.einsum("nf,nf->n", seen[:, 0], move)  # nothing is a move to the own cell
        value[~self.env.mask[:, 0, 0]] = -np.inf
        return value.argmax(axis=1)[:, None, None]


def play(env: blastyard.VecEnv, policies: Array) -> tuple[Array, Array]:
    """Play a whole match of each policy. Return the sums of rewards (n,) and the results (n,): 1, 0 for a draw, -1."""
    linear = Linear(env)
    result, won = np.zeros(env.n), np.zeros(env.n)
    left = np.ones(env.n, bool)
    env.reset()
    while left.any():
        _, _, _, _, info = env.step(linear.act(policies))
        if "episode" in info:
            now = info["_episode"] & left
            result[now] = info["episode"]["r"][now, 0]
            winner = info["winner"][now]
            won[now] = np.where(winner == env.seats[0], 1, np.where(winner < 0, 0, -1))
            left &= ~now
    return result, won


def evolve(
    game: Game, generations: int, seed: int, population: int = 48, matches: int = 4, report: Any = None
) -> tuple[Array, list[float]]:
    """Return the policy, and the mean result of each generation."""
    rng = np.random.default_rng(seed)
    best = population // 6
    history: list[float] = []
    with blastyard.VecEnv(
        population * matches, game, opponents={1: "random"}, observation="cells", seed=seed, **MATCHES[game]
    ) as env:
        size = Linear(env).size
        mean, spread = np.zeros(size), np.ones(size)
        for generation in range(generations):
            drawn = mean + spread * rng.standard_normal((population, size))
            result, _ = play(env, np.repeat(drawn, matches, axis=0).astype(np.float32))
            fitness = result.reshape(population, matches).mean(axis=1)
            elite = drawn[np.argsort(-fitness, kind="stable")[:best]]
            mean, spread = elite.mean(axis=0), elite.std(axis=0) + 0.3 * 0.9**generation
            history.append(float(fitness.mean()))
            if report:
                report(f"generation {generation + 1}: mean result {history[-1]:.2f}, best {fitness.max():.2f}")
    return mean.astype(np.float32), history


def judge(game: Game, policy: Array, matches: int, seed: int) -> tuple[int, int]:
    """Play against random, half of the matches from each seat. Return how many were won, and how many drawn."""
    wins = draws = 0
    for seat in (0, 1):
        with blastyard.VecEnv(
            matches // 2, game, opponents={1 - seat: "random"}, observation="cells", seed=seed, **MATCHES[game]
        ) as env:
            _, won = play(env, np.repeat(policy[None], env.n, axis=0))
        wins, draws = wins + int((won > 0).sum()), draws + int((won == 0).sum())
    return wins, draws


def wilson(won: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    p, d = won / n, 1 + z * z / n
    middle = (p + z * z / (2 * n)) / d
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
    return max(0.0, middle - half), min(1.0, middle + half)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(MATCHES), default="hexabomb")
    parser.add_argument("--generations", type=int, default=25)
    parser.add_argument("--matches", type=int, default=400, help="matches against random at the end")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = time.perf_counter()
    policy, _ = evolve(args.game, args.generations, args.seed, report=print)
    took = time.perf_counter() - start
    wins, draws = judge(args.game, policy, args.matches, args.seed + 1_000_000)
    low, high = wilson(wins, args.matches)
    print(
        f"{took:.0f} s; against random: won {wins} of {args.matches} matches ({wins / args.matches:.1%}, "
        f"95 % interval {low:.1%} to {high:.1%}), {draws} draws"
    )


if __name__ == "__main__":
    main()
