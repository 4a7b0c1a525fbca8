"""A bot that searches: a beam over its own actions, six turns deep. It needs no network and no training.

    blastyard play --map tiny --bot "python3 beam.py" --bot builtin:greedy
    blastyard play bomberman --bot "stdio:python3 beam.py" --bot builtin:gatherer

In each turn it follows the best states, tries some legal actions in each of them, and values what comes out by playing
on until the bombs have exploded. All matches of a turn are played with one request. The other players stand still in
this search: letting them answer, for example with a network, is the first thing to improve.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

import blastyard

DEPTH = int(os.environ.get("BEAM_DEPTH", "6"))  # turns ahead
WIDTH = 12  # states that are followed
TRIES = 12  # actions that are tried in each
AFTER = 4  # turns until the bombs of a state have exploded

# The matches of the search: the states that are followed, what comes of each, and the same once the bombs have exploded.
FOLLOWED = np.arange(WIDTH)
TRIED = WIDTH + np.arange(WIDTH * TRIES)
ENDED = TRIED + WIDTH * TRIES

rng = np.random.default_rng(1)


def worth(env: blastyard.VecEnv, matches: Any, player: int) -> Any:
    """How far a player leads: its score, and its life."""
    scale = env.facts["score_scale"]
    scores = env.scores[matches] / scale + 10.0 * env.alive[matches]
    if "cells_0" in env.facts["scalar_names"]:  # what hexabomb counts in the turns to come, and who can act in them
        names = env.facts["scalar_names"]
        for p in range(env.players):
            seen = env.obs["scalars"][matches, p]
            scores[:, p] += 5 * seen[:, names.index("cells_0")] + seen[:, names.index("living_0")]
    others = np.delete(scores, player, axis=1)
    return scores[:, player] - others.max(axis=1)


def agent(observation: Any) -> Any:
    """Return the first actions of the best way that the beam finds."""
    player = observation["player"]
    env = observation.branches(WIDTH * (1 + 2 * TRIES), observation="none", seed=observation["turn"])
    idle = np.zeros((AFTER, len(ENDED), *env.actions.shape[1:]), np.uint8)
    first = np.zeros((WIDTH, env.characters), np.uint8)  # the coming turn's actions of the states that are followed
    best = first[0]
    for depth in range(min(DEPTH, observation["limit"] - observation["turn"])):
        env.branch(np.repeat(FOLLOWED, TRIES), TRIED, seeds=depth)
        actions = env.sample(rng)[TRIED]
        others = [p for p in range(env.players) if p != player]
        actions[:, others] = 0
        env.play(actions[np.newaxis], TRIED)
        env.branch(TRIED, ENDED, seeds=depth)
        env.play(idle, ENDED)
        firsts = actions[:, player] if depth == 0 else np.repeat(first, TRIES, axis=0)
        values = worth(env, ENDED, player)
        order = np.argsort(-values, kind="stable")
        _, once = np.unique(values[order], return_index=True)  # states of the same value are most often the same state
        order = np.concatenate([order[np.sort(once)], order])[:WIDTH]
        first, best = firsts[order], firsts[order[0]]
        env.branch(TRIED[order], FOLLOWED)
    return best


if __name__ == "__main__":
    blastyard.run(agent, observation="none")
