"""Searches and networks share states: matches that are set, branched and played on, simulators that are seen, and agents."""

from __future__ import annotations

import copy
import pickle
import unittest
from typing import Any

import numpy as np

import blastyard

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("hexabomb", {"map": "tiny", "players": 2, "turns": 60}),
    ("hexabomb", {"map": "yard", "players": 3, "turns": 60}),
    ("hexabomb", {"map": "tiny", "players": 3, "special": True, "turns": 60}),
    ("hexabomb", {"rules": "2018", "turns": 60}),
    ("bomberman", {"players": 3}),
]


def begun(game: str, options: dict[str, Any], turns: int = 12, n: int = 6, **more: Any) -> blastyard.VecEnv:
    """Matches in which some turns were played."""
    env = blastyard.VecEnv(n, game, seed=3, autoreset="disabled", **{**options, **more})
    env.playout(turns, seed=1)
    return env


class Search(unittest.TestCase):
    def same(self, one: Any, i: int, other: Any, j: int) -> None:
        """Match i of one environment and j of another look the same to all seats."""
        self.assertEqual(set(one.obs), set(other.obs))
        for name in one.obs:
            np.testing.assert_array_equal(one.obs[name][i], other.obs[name][j], name)
        np.testing.assert_array_equal(one.scores[i], other.scores[j])
        self.assertEqual(one.turn[i], other.turn[j])

    def test_a_simulator_is_a_state_of_matches_and_back(self) -> None:
        for game, options in GAMES:
            with self.subTest(game, **options), begun(game, options) as env, env.simulator(2, seed=5) as sim:
                self.assertEqual((sim.turn, sim.scores), (env.turn[2], env.scores[2].tolist()))
                env.set(sim, [0, 4], seeds=[8, 9])
                self.same(env, 0, env, 2)
                self.same(env, 4, env, 2)
                with sim.branches(3, turns=env.facts["turns"]) as others:
                    self.same(others, 1, env, 2)
                    others.playout(4, seed=1)
                    others.reset()  # it begins in the state
                    self.same(others, 2, env, 2)
                for player in range(env.players):
                    seen = sim.observe(player, turns=env.facts["turns"])
                    for name in env.obs:
                        np.testing.assert_array_equal(seen[name], env.obs[name][2, player], name)

    def test_set_takes_what_bots_get(self) -> None:
        with begun("hexabomb", GAMES[0][1]) as env:
            states, turns = env.raw(), env.turn.tolist()
            numbers = [turn - 1 for turn in turns]
            with begun("hexabomb", GAMES[0][1], turns=3) as other:
                other.set(states, turn_numbers=numbers)
                for i in range(env.n):
                    self.same(env, i, other, i)
                message = {"message_type": "TURN", "turn_number": numbers[1], "game_state": states[1]}
                other.set([message, message], [0, 5])
                self.same(env, 1, other, 5)
        with begun("bomberman", {}) as env, begun("bomberman", {}, turns=3) as other:
            other.set(env.raw())
            for i in range(env.n):
                self.same(env, i, other, i)

    def test_what_is_legal_is_not_refused(self) -> None:
        for game, options in GAMES:
            with self.subTest(game, **options), begun(game, options, turns=4) as env, env.simulator(1) as sim:
                for player in range(env.players):
                    legal = sim.legal(player)
                    self.assertEqual(legal, env.legal_actions(1, player))
                    self.assertEqual([len(actions) for actions in legal], env.mask[1, player].sum(-1).tolist())
                    for action in [action for actions in legal for action in actions]:
                        self.assertEqual(sim.after({player: action}).refused, [], action)

    def test_branches_repeat_and_do_not_foresee(self) -> None:
        for game, options in GAMES:
            with self.subTest(game, **options), begun(game, options) as env:
                env.branch(0, [1, 2])
                env.branch(0, [3, 4], seeds=[7, 7])
                plan = np.random.default_rng(2).integers(0, env.num_actions, (15, 1, *env.actions.shape[1:]))
                env.play(np.repeat(plan, 5, axis=1), [0, 1, 2, 3, 4])
                for i, j in ((0, 1), (0, 2), (3, 4)):
                    self.same(env, i, env, j)

    def test_play_is_steps(self) -> None:
        for reward in ("score", lambda before, after: after.scores - before.scores):
            for game, options in GAMES[:1] + GAMES[4:]:
                with begun(game, options, 8, reward=reward) as env, begun(game, options, 8, reward=reward) as other:
                    rng = np.random.default_rng(1)
                    plan = rng.integers(0, env.num_actions, (9, *env.actions.shape))
                    total = np.zeros_like(env.reward)
                    for actions in plan:
                        total += env.step(actions)[1]
                    _, reward_of_play, terminated, _, _ = other.play(plan)
                    np.testing.assert_allclose(reward_of_play, total, atol=1e-5)
                    np.testing.assert_array_equal(terminated, env.terminated)
                    for i in range(env.n):
                        self.same(env, i, other, i)

    def test_play_ends_matches_and_says_so(self) -> None:
        with begun("hexabomb", GAMES[0][1], turns=50) as env:
            *_, info = env.playout(30, [1, 3], seed=4)
            self.assertEqual(info["_episode"].tolist(), [False, True, False, True, False, False])
            self.assertEqual(env.turn.tolist(), [51, 60, 51, 60, 51, 51])
            winner = env.winner.copy()
            self.assertTrue((winner[[1, 3]] >= 0).any())
            before = env.scores.copy()
            _, reward, _, _, info = env.playout(5, [1, 3])
            self.assertEqual((info, reward[[1, 3]].tolist()), ({}, [[0, 0], [0, 0]]))
            np.testing.assert_array_equal(before, env.scores)
            np.testing.assert_array_equal(winner, env.winner)
            env.branch(1, [0])
            self.assertTrue(env.terminated[0].all())
            self.assertEqual(env.winner[0], winner[1])

    def test_wrong_requests(self) -> None:
        with begun("hexabomb", GAMES[0][1]) as env, begun("bomberman", {}) as other:
            for call, text in (
                (lambda: env.set(other.raw()[0]), "the state is one of bomberman, expected hexabomb"),
                (lambda: env.set([{}, {}], [1]), "states has 2 states for 1 matches"),
                (lambda: env.set({"cells": []}, [1]), "state"),
                (lambda: env.branch([0, 1], [1, 2]), "which this request changes"),
                (lambda: env.branch(0, [9]), "expected 0 to 5"),
                (lambda: env.branch(0, [1], seeds=-1), "seeds is -1"),
                (lambda: env.legal_actions(0, 5), "expected one of the seats"),
                (lambda: env.playout(0), "turns is 0, expected 1 to"),
                (lambda: blastyard.VecEnv(1, turn_number=3), "of a state, which is missing"),
                (lambda: blastyard.VecEnv(1, map="tiny", state=env.simulator()), "a state has its board"),
            ):
                with self.subTest(text), self.assertRaisesRegex(blastyard.Error, text):
                    call()
            for actions, text in (
                (np.zeros((3, 2, 2, 1)), "integers"),
                (np.zeros((3, 4, 2, 1), int), "shape"),
                (np.full((3, 2, 2, 1), 99), "action 99"),
                (np.array(1), "shape"),
            ):
                with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                    env.play(actions, [0, 1])
            env.step(env.sample(np.random.default_rng(1)))  # it goes on


class Copies(unittest.TestCase):
    def test_pickles_are_new_environments_with_the_same_arguments(self) -> None:
        with begun("hexabomb", GAMES[0][1]) as env, env.simulator(0) as sim:
            for vec in (blastyard.VecEnv(3, map="tiny", seed=4, turns=30), sim.branches(2)):
                with vec:
                    first = {name: array.copy() for name, array in vec.obs.items()}
                    vec.playout(3)
                    for again in (pickle.loads(pickle.dumps(vec)), copy.deepcopy(vec), copy.copy(vec)):
                        with again:
                            self.assertNotEqual(again._client.pid, vec._client.pid)
                            for name, array in first.items():
                                np.testing.assert_array_equal(again.obs[name], array)


if __name__ == "__main__":
    unittest.main()
