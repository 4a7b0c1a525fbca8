"""A game that only the program knows: light cycles, in every kind of environment."""

import os
import unittest
import unittest.mock
import warnings

import numpy as np

import blastyard

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
