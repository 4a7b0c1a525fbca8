"""PufferLib's emulation, vectorizers and statistics, from its package pufferlib-core: both kinds of environments become flat ones."""

import unittest

import numpy as np
import pufferlib
import pufferlib.emulation
import pufferlib.vector

import blastyard

SINGLE = {"game": "hexabomb", "map": "tiny", "players": 2, "turns": 12}
SEVERAL = {"game": "hexabomb", "map": "duel", "turns": 12}  # three characters
LEAVING = {"game": "bomberman", "players": 4}


def single(buf=None, seed=0, **options):
    """As PufferLib's examples make an environment of Gymnasium."""
    env = pufferlib.pufferlib.EpisodeStats(blastyard.gym_env(**{**SINGLE, **options}))
    return pufferlib.emulation.GymnasiumPufferEnv(env=env, buf=buf, seed=seed)


def several(buf=None, seed=0, **options):
    """As PufferLib's examples make an environment of PettingZoo."""
    env = pufferlib.pufferlib.MultiagentEpisodeStats(blastyard.parallel_env(**{**LEAVING, **options}))
    return pufferlib.emulation.PettingZooPufferEnv(env=env, buf=buf, seed=seed)


class PufferLib(unittest.TestCase):
    def unpacked(self, flat, env, space):
        """Undo the emulation as PufferLib does, of one agent."""
        told = pufferlib.emulation.nativize(flat, space, env.obs_dtype)
        return {name: np.reshape(array, space[name].shape) for name, array in told.items()}

    def same(self, one, other):
        self.assertEqual(one.keys(), other.keys())
        for name, array in one.items():
            np.testing.assert_array_equal(array, other[name], name)

    def test_single(self):
        """The emulated environment has what our own has, in one row, over the ends of episodes."""
        for options in (SINGLE, SEVERAL, {"game": "bomberman"}, {**SINGLE, "observation": "cells"}, {**SINGLE, "dtype": "uint8"}):
            with self.subTest(options):
                env, own = single(**{"map": "", "players": 0, "turns": 0, **options}), blastyard.gym_env(**options)
                ends = 0
                for seed in range(3):
                    flat, _ = env.reset(seed=seed)
                    seen, _ = own.reset(seed=seed)
                    self.same(self.unpacked(flat, env, own.observation_space), seen)
                    over = False
                    while not over:
                        action = own.action_space.sample(seen["action_mask"])
                        flat, reward, terminated, truncated, _ = env.step(np.array(action))
                        seen, expected, *end, _ = own.step(action)
                        self.same(self.unpacked(flat, env, own.observation_space), seen)
                        self.assertEqual((reward, terminated, truncated), (expected, *end))
                        over = terminated or truncated
                    ends += 1
                self.assertEqual(ends, 3)
                env.close()
                own.close()

    def test_agents_that_leave(self):
        """Who is out has zeros and no mask; the others go on to the end."""
        env = several(turns=60)
        env.reset(seed=1)
        rng, alive = np.random.default_rng(1), []
        while not env.done:
            masks = [self.unpacked(row[None], env, env.env_single_observation_space)["action_mask"] for row in env.observations]
            legal = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
            env.step(legal)
            alive.append(int(env.masks.sum()))
            for row, there in zip(env.observations, env.masks, strict=True):
                self.assertEqual(bool(row.any()), bool(there))
        self.assertEqual(alive[0], 4)
        self.assertLess(alive[-1], 4)
        self.assertEqual(alive, sorted(alive, reverse=True))
        env.close()

    def test_vectorizers(self):
        """In this process and in others, one for each match, the same matches, with statistics that PufferLib adds up."""
        for make, agents, options in ((single, 1, {}), (several, 4, {"turns": 40})):
            told = []
            for backend, more in (
                (pufferlib.vector.Serial, {}), (pufferlib.vector.Multiprocessing, {"num_workers": 2}),
            ):  # fmt: skip
                vec = pufferlib.vector.make(make, env_kwargs=options, num_envs=2, backend=backend, **more)
                rows, episodes = [vec.reset(seed=7)[0].copy()], 0
                self.assertEqual(len(rows[0]), 2 * agents)
                for step in range(60):
                    seen, rewards, terminals, truncations, infos = vec.step(np.full(2 * agents, step % 5))
                    rows += [seen.copy(), rewards.copy(), terminals.copy(), truncations.copy()]
                    episodes += sum("episode_return" in str(info) for info in infos)
                vec.close()
                self.assertGreater(episodes, 1)
                told.append(rows)
            for one, other in zip(*told, strict=True):
                np.testing.assert_array_equal(one, other)


if __name__ == "__main__":
    unittest.main()
