"""A game that only the program knows: light cycles, in every kind of environment."""

import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings
from pathlib import Path

import numpy as np

import blastyard

BOT = """
import blastyard

def turn(seen):
    here = seen.simulator(seed=1)
    here.step({})
    allowed = [a for a in range(1, 5) if seen["mask"][0, a]]
    with seen.branches(len(allowed), observation="none") as each:
        actions = each.sample()
        actions[:, seen["player"], 0] = allowed
        each.step(actions)
        return max(zip(each.scores[:, seen["player"]].tolist(), allowed))[1]

blastyard.run(turn, "lightcycles", observation="none")
"""
PROGRAM = os.environ.get("BLASTYARD_CYCLES", "")


@unittest.skipUnless(PROGRAM, "BLASTYARD_CYCLES names no program with the light cycles; tools/scripts/python.sh builds it")
class AnyGame(unittest.TestCase):
    def test_matches(self):
        """Masked random actions play matches to their ends, and states and choices are those of the game."""
        with blastyard.VecEnv(
            8, "lightcycles", players=3, seats=[0, 2], opponents="careful", observation="raw", seed=3, program=PROGRAM
        ) as env:
            self.assertEqual(env.facts["action_names"], ["nothing", "up", "right", "down", "left"])
            obs, _ = env.reset()
            self.assertEqual(len(obs["raw"]), 8)
            self.assertEqual(len(obs["raw"][0]["squares"]), 21 * 13)
            rng, ended = np.random.default_rng(1), 0
            for _ in range(100):
                allowed = {c["do"] for c in env.choices([0])[0][0][0]["choices"] if "actions" in c} if env.alive[0, 0] else set()
                mask = {name for name, can in zip(env.facts["action_names"], env.mask[0, 0, 0], strict=True) if can}
                self.assertEqual(mask - {"nothing"}, allowed)
                actions = env.sample(rng)
                self.assertTrue(np.take_along_axis(env.mask, actions[..., None].astype(np.int64), -1).all())
                env.step(actions)
                ended += int(env.done.sum())
            self.assertGreater(ended, 20)

    def test_the_variable(self):
        """BLASTYARD_PROGRAM names the program, too, and a program without the game says which it has."""
        with unittest.mock.patch.dict(os.environ, {"BLASTYARD_PROGRAM": PROGRAM}):
            with blastyard.VecEnv(1, "lightcycles", observation="none") as env:
                self.assertEqual(env.facts["game"], "lightcycles")
        with self.assertRaisesRegex(blastyard.Error, 'game is "lightcycles", expected "hexabomb", "bomberman"'):
            blastyard.VecEnv(1, "lightcycles", observation="none")
        with self.assertRaisesRegex(blastyard.Error, 'observation is "planes", expected "raw" or "none"'):
            blastyard.VecEnv(1, "lightcycles", program=PROGRAM)
        with self.assertRaisesRegex(blastyard.ProgramNotFound, "program is '/nowhere'"):
            blastyard.VecEnv(1, program="/nowhere")

    def test_gymnasium(self):
        """Gymnasium's own check takes an environment of the game."""
        from gymnasium.utils.env_checker import check_env

        env = blastyard.gym_env("lightcycles", opponents="careful", observation="none", seed=5, program=PROGRAM)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(env, skip_render_check=True)
        obs, _ = env.reset(seed=2)
        self.assertEqual(obs["action_mask"].shape, (5,))
        env.close()
        vec = blastyard.make_vec("lightcycles", 4, opponents="straight", observation="none", program=PROGRAM)
        vec.reset(seed=1)
        for _ in range(30):
            vec.step(vec.action_space.sample())
        vec.close()

    def test_pettingzoo(self):
        """PettingZoo's own test takes a match of the game."""
        from pettingzoo.test import parallel_api_test

        env = blastyard.parallel_env("lightcycles", players=4, observation="none", seed=5, program=PROGRAM)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parallel_api_test(env, num_cycles=300)
        self.assertEqual(env.possible_agents, [f"player_{i}" for i in range(4)])
        env.close()

    def test_simulator(self):
        """A simulator plays the game, from its start and from states, and its copies go on alone."""
        with blastyard.Simulator(game="lightcycles", players=3, seed=5, program=PROGRAM) as match:
            self.assertEqual((match.turn, match.turn_number, match.scores, match.living), (0, 0, [0, 0, 0], [1, 1, 1]))
            match.step({0: ["up"], 2: ["right"]})
            match.step([["up"], None, ["south"]])
            self.assertEqual([r["reason"] for r in match.refused], ["not one of up, right, down, left"])
            self.assertEqual((match.turn, match.over, match.winner), (2, False, -1))
            self.assertEqual(match.legal(0), [[[], ["up"], ["right"], ["left"]]])
            crash = match.copy()
            for _ in range(20):
                crash.step({0: ["up"]})
            self.assertEqual((crash.over, match.turn), (True, 2))
            states = match.states([{0: ["left"]}, {}])
            self.assertEqual((len(states), match.turn), (2, 4))
            with blastyard.Simulator(match.state, game="lightcycles", turn_number=4, program=PROGRAM) as other:
                self.assertEqual((other.turn, other.state, other.scores), (4, match.state, match.scores))
                with other.branches(2, observation="raw") as many:
                    self.assertEqual([many.turn.tolist(), many.obs["raw"][1]], [[4, 4], match.state])
                    many.step(many.sample(np.random.default_rng(1)))
                    with many.simulator(1) as back:
                        self.assertEqual(back.turn, 5)
            self.assertEqual(match.observe(1, "none")["mask"].tolist(), [[True, True, False, True, True]])
        for arguments, why in (
            ({}, "a simulator needs a state, or players for the start"),
            ({"players": 9}, "players is 9, expected at most 4"),
            ({"players": 2, "secret": "x"}, "secret is 'x', expected none: lightcycles does not know it"),
            ({"players": 2, "map": "tiny"}, 'map is "tiny", expected none'),
            ({"state": {"squares": []}}, "players is missing: a state of lightcycles does not say"),
        ):
            with self.assertRaisesRegex(blastyard.Error, why):
                blastyard.Simulator(game="lightcycles", program=PROGRAM, **arguments)

    def test_bot_and_dataset(self):
        """A bot of run() plays the game in the arena and searches, and the replay gives rows of what it did."""
        with tempfile.TemporaryDirectory() as folder:
            bot = Path(folder) / "bot.py"
            bot.write_text(BOT)
            replay = Path(folder) / "match.blast"
            played = subprocess.run(
                [PROGRAM, "play", "lightcycles", "--bot", f"stdio:{sys.executable} {bot}", "--bot", "builtin:straight",
                 "--seed", "3", "--turn-time", "60s", "--quiet", "--replay", str(replay)],
                capture_output=True, text=True, timeout=240, env={**os.environ, "BLASTYARD_PROGRAM": PROGRAM},
            )  # fmt: skip
            self.assertEqual(played.returncode, 0, played.stderr)
            with blastyard.dataset(replay, "none", program=PROGRAM) as data:
                rows = data.arrays()
                names = data.facts["action_names"]
            self.assertEqual(data.faults, [])
            with self.assertRaisesRegex(blastyard.Error, 'observation is "planes", expected "none": lightcycles'):
                blastyard.dataset(replay, program=PROGRAM)
        mine = rows["actions"][rows["player"] == np.flatnonzero(np.bincount(rows["player"], rows["actions"][:, 0] > 1) > 0)[0]]
        self.assertGreater(len(mine), 5)
        self.assertLessEqual({names[a] for a in rows["actions"].ravel()}, {"nothing", "up", "right", "down", "left"})
        taken = np.take_along_axis(rows["mask"], rows["actions"][..., None].astype(np.int64), -1)
        self.assertTrue(taken.all())
        self.assertEqual(int(rows["won"].any()), 1)

    def test_many_actions(self):
        """Without numbers of masks, actions are drawn from the masks."""
        from blastyard._sample import Sampler

        mask = np.zeros((50, 2, 1, 40), np.bool_)
        mask[..., 0] = mask[:, 1, :, 39] = True
        drawn = Sampler([], np.zeros((50, 2, 1), np.uint8), mask).draw(np.random.default_rng(0))
        self.assertTrue((drawn[:, 0] == 0).all())
        self.assertEqual(set(drawn[:, 1].ravel().tolist()), {0, 39})


if __name__ == "__main__":
    unittest.main()
