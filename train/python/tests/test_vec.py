"""VecEnv: arrays, actions, episodes, rewards, repeatability."""

import unittest

import numpy as np

import blastyard

TINY = {"map": "tiny", "players": 6, "turns": 12}


def play(env, steps, seed=1):
    """Play random legal actions. Return copies of everything that each step returned."""
    rng = np.random.default_rng(seed)
    obs, _ = env.reset()
    seen = [{name: array.copy() for name, array in obs.items()}]
    for _ in range(steps):
        obs, reward, terminated, truncated, _ = env.step(env.sample(rng))
        kept = {name: array.copy() for name, array in obs.items()}
        kept.update(reward=reward.copy(), terminated=terminated.copy(), truncated=truncated.copy())
        kept.update(scores=env.scores.copy(), turn=env.turn.copy(), seeds=env.seeds.copy())
        seen.append(kept)
    return seen


class Same(unittest.TestCase):
    def assertSame(self, a, b):
        self.assertEqual(len(a), len(b))
        for step, (x, y) in enumerate(zip(a, b, strict=True)):
            self.assertEqual(x.keys(), y.keys())
            for name in x:
                np.testing.assert_array_equal(x[name], y[name], f"step {step}: {name}")


class Arrays(unittest.TestCase):
    def test_hexabomb(self):
        with blastyard.VecEnv(5, **TINY) as env:
            self.assertEqual((env.n, env.seats, env.players, env.characters), (5, list(range(6)), 6, 1))
            self.assertEqual(env.num_actions, 17)
            obs, info = env.reset()
            self.assertEqual(info, {})
            facts = env.facts
            planes = (5, 6, len(facts["plane_names"]), facts["height"], facts["width"])
            self.assertEqual((obs["planes"].shape, obs["planes"].dtype), (planes, np.uint8))
            scalars = (5, 6, len(facts["scalar_names"]))
            self.assertEqual((obs["scalars"].shape, obs["scalars"].dtype), (scalars, np.float32))
            self.assertEqual((obs["mask"].shape, obs["mask"].dtype), ((5, 6, 1, 17), np.bool_))
            obs, reward, terminated, truncated, info = env.step(np.zeros((5, 6), np.int64))
            self.assertEqual((reward.shape, reward.dtype), ((5, 6), np.float32))
            self.assertEqual((terminated.shape, terminated.dtype), ((5, 6), np.bool_))
            self.assertEqual((truncated.shape, truncated.dtype), ((5, 6), np.bool_))
            self.assertEqual((env.scores.shape, env.winner.shape, env.alive.shape), ((5, 6), (5,), (5, 6)))
            self.assertIs(env.reset(3)[0]["planes"], obs["planes"])  # nothing is copied

    def test_secret(self):
        secret = "8f3a61c2d94e07b5a1f06d2c9be37418"
        for options in ({"game": "bomberman", "opponents": {1: "hunter"}}, {**TINY, "opponents": {1: "random"}}):
            with (
                blastyard.VecEnv(3, seed=7, secret=secret, **options) as one,
                blastyard.VecEnv(3, seed=7, secret=secret, **options) as same,
                blastyard.VecEnv(3, seed=7, **options) as other,
            ):
                a, b, c = play(one, 30), play(same, 30), play(other, 30)
            for x, y in zip(a, b, strict=True):
                for name in x:
                    np.testing.assert_array_equal(x[name], y[name])
            np.testing.assert_array_equal(a[1]["seeds"], c[1]["seeds"])
            self.assertTrue(
                any(not np.array_equal(x[name], z[name]) for x, z in zip(a, c, strict=True) for name in x)
            )
        with self.assertRaisesRegex(blastyard.Error, "secret.*32 hexadecimal digits"):
            blastyard.VecEnv(1, secret="7")

    def test_rules_of_2018(self):
        with blastyard.VecEnv(2, **TINY, rules="2018", observation="raw") as env:
            obs, _ = env.reset()
            self.assertEqual(env.facts["rules_version"], 2018)
            self.assertNotIn("bomb_count", obs["raw"][0]["characters"][0])
            play(env, 30)
        with self.assertRaisesRegex(blastyard.Error, 'unknown rules "2017", expected 1.1 or 2018'):
            blastyard.VecEnv(2, **TINY, rules="2017")

    def test_cells(self):
        with blastyard.VecEnv(2, map="duel", observation="cells") as env:
            obs, _ = env.reset()
            facts = env.facts
            self.assertEqual(obs["cells"].shape, (2, 2, facts["cells"], len(facts["feature_names"])))
            self.assertEqual(np.array(facts["neighbours"]).shape, (facts["cells"], 6))
            self.assertEqual(obs["mask"].shape, (2, 2, 3, 17))
            self.assertNotIn("planes", obs)

    def test_bomberman(self):
        with blastyard.VecEnv(3, "bomberman", turns=20) as env:
            obs, _ = env.reset()
            facts = env.facts
            self.assertEqual((env.players, env.characters, env.num_actions), (2, 1, 7))
            self.assertEqual(
                obs["planes"].shape, (3, 2, len(facts["plane_names"]), facts["height"], facts["width"])
            )
            self.assertFalse((obs["planes"][0] == obs["planes"][1]).all(), "two seeds, the same map")

    def test_raw(self):
        with blastyard.VecEnv(2, observation="raw", **TINY) as env:
            obs, _ = env.reset()
            first = obs["raw"]
            self.assertEqual(len(first), 2)
            self.assertEqual(len(first[0]["cells"]), 37)
            obs, *_ = env.step(env.sample(np.random.default_rng(3)))
            self.assertNotEqual(obs["raw"][0], first[0])
            self.assertEqual(env.raw([1]), obs["raw"][1:])


class Views(unittest.TestCase):
    def test_only_actions_can_be_written_to(self):
        """The program writes only what changes: what somebody else wrote would stay wrong."""
        for options in ({}, {"observation": "cells"}, {"reward": lambda before, after: np.zeros((2, 6))}):
            with self.subTest(**options), blastyard.VecEnv(2, **TINY, **options) as env:
                env.reset()
                obs, reward, terminated, truncated, _ = env.step(env.sample(np.random.default_rng(1)))
                public = {name: array for name, array in vars(env).items() if name[0] != "_"}
                views = {name: array for name, array in {**public, **obs}.items() if isinstance(array, np.ndarray)}
                self.assertGreater(len(views), 15)
                del views["actions"]
                for name, array in (*views.items(), ("r", reward), ("t", terminated), ("c", truncated)):
                    with self.subTest(name), self.assertRaisesRegex(ValueError, "read-only"):
                        array[...] = 1
                env.actions[...] = 1

    def test_copies_are_the_callers(self):
        """With copy=True all that is returned can be written to, and nothing later differs for it."""
        with blastyard.VecEnv(3, seed=5, copy=True, **TINY) as env, blastyard.VecEnv(3, seed=5, **TINY) as other:
            (obs, _), (same, _) = env.reset(), other.reset()
            rng = np.random.default_rng(2)
            for _ in range(20):
                for name, array in same.items():
                    np.testing.assert_array_equal(obs[name], array, name)
                    obs[name][...] = 0
                actions = other.sample(rng)
                (obs, *rest, _), (same, *others, _) = env.step(actions), other.step(actions)
                for mine, theirs in zip(rest, others, strict=True):
                    np.testing.assert_array_equal(mine, theirs)
                    mine[...] = 0


class Actions(unittest.TestCase):
    def test_shapes_and_types(self):
        def turn(actions, in_place=False):
            with blastyard.VecEnv(2, seed=1, **TINY) as env:
                if in_place:
                    env.actions[...] = actions
                    env.step()
                else:
                    env.step(actions)
                return env.obs["planes"].copy()

        with blastyard.VecEnv(2, seed=1, **TINY) as env:
            chosen = env.sample(np.random.default_rng(5))
            still = env.obs["planes"].copy()
        expected = turn(chosen)
        self.assertTrue((expected != still).any())
        for same in (chosen[:, :, 0], chosen.astype(np.int64), chosen.tolist(), chosen[:, :, 0].astype(np.int8)):
            np.testing.assert_array_equal(turn(same), expected)
        np.testing.assert_array_equal(turn(chosen, in_place=True), expected)

    def test_wrong_ones_are_refused_and_nothing_is_played(self):
        with blastyard.VecEnv(2, **TINY) as env:
            env.step(env.sample(np.random.default_rng(1)))
            before = {name: array.copy() for name, array in env.obs.items()}
            turn = env.turn.copy()
            wrong = np.zeros((2, 6), np.int64)
            wrong[1, 4] = 17
            for bad, text in (
                (np.zeros((2, 5), np.uint8), r"shape \(2, 5\), expected \(2, 6, 1\)"),
                (np.zeros((2, 6)), "float64, expected integers"),
                (wrong, "match 1, player 4, character 0: action 17: expected 0 to 16"),
                (-wrong, "match 1, player 4, character 0: action -17"),
            ):
                with self.assertRaisesRegex(ValueError, text):
                    env.step(bad)
            env.actions[...] = wrong[:, :, np.newaxis]
            with self.assertRaisesRegex(blastyard.Error, "17 of match 1.*player 4.*nothing was played"):
                env.step()
            np.testing.assert_array_equal(env.turn, turn)
            for name, array in before.items():
                np.testing.assert_array_equal(env.obs[name], array, name)
            env.step(env.sample(np.random.default_rng(1)))  # it can continue
            np.testing.assert_array_equal(env.turn, turn + 1)

    def test_async(self):
        with blastyard.VecEnv(2, **TINY) as env:
            with self.assertRaisesRegex(blastyard.Error, "without step_async"):
                env.step_wait()
            env.step_async(env.sample(np.random.default_rng(1)))
            with self.assertRaisesRegex(blastyard.Error, "step_wait.. first"):
                env.step()
            _, reward, *_ = env.step_wait()
            self.assertEqual(reward.shape, (2, 6))
            self.assertEqual(len(set(env.turn.tolist())), 1)


class Sampling(unittest.TestCase):
    def test_legal_actions_alike(self):
        """All legal actions are drawn equally often, and no others."""
        with blastyard.VecEnv(64, map="tiny", players=6, turns=100) as env:
            rng = np.random.default_rng(11)
            for _ in range(10):
                env.step(env.sample(rng))
            mask = env.mask.copy()
            self.assertTrue(mask.any(-1).all())
            self.check(env, mask, rng, 1500)
            # A raw number of MT19937 has 32 bits, that of other generators 64.
            for kind in (np.random.MT19937, np.random.SFC64, np.random.Philox):
                with self.subTest(kind.__name__):
                    self.check(env, mask, np.random.Generator(kind(11)), 200)

    def check(self, env, mask, rng, draws):
        count = np.zeros(mask.shape)
        for _ in range(draws):
            np.put_along_axis(
                count, i := env.sample(rng)[..., np.newaxis], np.take_along_axis(count, i, -1) + 1, -1
            )
        self.assertFalse(count[~mask].any(), "an action that is refused was drawn")
        expected = draws / mask.sum(-1, keepdims=True) * mask
        spread = ((count - expected) ** 2)[mask] / expected[mask]
        freedom = mask.sum() - mask.sum(-1).size
        # Chi-square: mean `freedom`, variance twice that; six deviations.
        self.assertLess(abs(spread.sum() - freedom), 6 * np.sqrt(2 * freedom))

    def test_out(self):
        with blastyard.VecEnv(3, **TINY) as env:
            into = env.sample(np.random.default_rng(2), out=env.actions)
            self.assertIs(into, env.actions)
            np.testing.assert_array_equal(into, env.sample(np.random.default_rng(2)))
            with self.assertRaisesRegex(ValueError, "expected contiguous uint8"):
                env.sample(np.random.default_rng(2), out=np.zeros((3, 6), np.uint8))


class Repeatability(Same):
    def test_seeds(self):
        for game, options in (("hexabomb", TINY), ("bomberman", {"players": 4, "turns": 15})):
            with self.subTest(game=game):
                with blastyard.VecEnv(12, game, seed=7, **options) as env:
                    first = play(env, 30)
                    env.reset(7)
                    rng = np.random.default_rng(1)
                    for kept in first[1:]:
                        env.step(env.sample(rng))
                        np.testing.assert_array_equal(env.obs["planes"], kept["planes"])
                with blastyard.VecEnv(12, game, seed=7, threads=3, **options) as env:
                    self.assertSame(play(env, 30), first)
                with blastyard.VecEnv(12, game, seed=8, **options) as env:
                    other = play(env, 30)
                self.assertTrue(any((a["planes"] != b["planes"]).any() for a, b in zip(first, other, strict=True)))

    def test_a_seed_for_each_match(self):
        with blastyard.VecEnv(3, "bomberman") as env:
            env.reset([5, 6, 5])
            np.testing.assert_array_equal(env.obs["planes"][0], env.obs["planes"][2])
            self.assertTrue((env.obs["planes"][0] != env.obs["planes"][1]).any())
            with self.assertRaisesRegex(ValueError, "2 seeds for 3 matches"):
                env.reset([1, 2])

    def test_seeds_one_after_the_other(self):
        """Match i of the seed s is match 0 of the seed s+i, and an environment without a seed is another one each time."""
        with blastyard.VecEnv(4, "bomberman", seed=2**64 - 2) as env:
            self.assertEqual(env.seeds.tolist(), [2**64 - 2, 2**64 - 1, 0, 1])
            env.reset(20)
            for i in range(4):
                with blastyard.VecEnv(1, "bomberman", seed=20 + i) as one:
                    np.testing.assert_array_equal(one.obs["planes"][0], env.obs["planes"][i])
            env.reset_matches([3, 1], [8, 9])
            self.assertEqual(env.seeds.tolist(), [20, 9, 22, 8])
            with self.assertRaisesRegex(ValueError, "1 seeds for 2 matches"):
                env.reset_matches([0, 1], [2])
        seeds = set()
        for _ in range(2):
            with blastyard.VecEnv(2, "hexabomb", map="tiny") as env:
                seeds.update(env.seeds.tolist())
        self.assertEqual(len(seeds), 4)

    def test_next_episodes_differ(self):
        with blastyard.VecEnv(1, "bomberman") as env:
            first = env.reset()[0]["planes"].copy()
            self.assertTrue((env.reset()[0]["planes"] != first).any())


class Episodes(unittest.TestCase):
    def test_next_step(self):
        """The step after the end starts the next episode; infos summarise the one that ended."""
        with blastyard.VecEnv(3, **TINY) as env:
            rng = np.random.default_rng(4)
            env.reset()
            first = env.turn.copy()
            total, ended, length = np.zeros((3, 6)), 0, 0
            for _ in range(40):
                over = env.done.copy()
                total[over] = 0
                _, reward, terminated, _, info = env.step(env.sample(rng))
                length = 0 if over.all() else length + 1
                total += reward
                self.assertFalse(reward[over].any())
                self.assertFalse(terminated[over].any())
                np.testing.assert_array_equal(env.turn[over], first[over])
                self.assertEqual(bool(info), bool(env.done.any()))
                if info:
                    ended += 1
                    np.testing.assert_array_equal(info["_episode"], env.done)
                    self.assertTrue(terminated[env.done].all())
                    np.testing.assert_allclose(info["episode"]["r"][env.done], total[env.done], atol=1e-5)
                    self.assertEqual(set(info["episode"]["l"][env.done]), {length})
                    np.testing.assert_array_equal(info["scores"], env.scores)
                    best = info["scores"].argmax(-1)
                    for match in np.flatnonzero(info["winner"] >= 0):
                        self.assertEqual(info["winner"][match], best[match])
            self.assertGreater(ended, 1)

    def test_disabled(self):
        with blastyard.VecEnv(2, autoreset="disabled", **TINY) as env:
            rng = np.random.default_rng(4)
            while not env.done.all():
                env.step(env.sample(rng))
            turn = env.turn.copy()
            env.step(env.sample(rng))
            np.testing.assert_array_equal(env.turn, turn)
            self.assertFalse(env.reward.any())
            env.reset_matches([1])
            self.assertEqual(env.turn[0], turn[0])
            self.assertLess(env.turn[1], turn[1])

    def test_max_steps(self):
        with blastyard.VecEnv(2, max_steps=5, **TINY) as env:
            rng = np.random.default_rng(4)
            for _ in range(5):
                self.assertFalse(env.done.any())
                env.step(env.sample(rng))
            self.assertTrue(env.done.all())
            self.assertTrue(env.truncated.all())
            self.assertFalse(env.terminated.any())

    def test_opponents(self):
        with blastyard.VecEnv(2, opponents={1: "greedy", 3: "random", 4: "greedy", 5: "greedy"}, **TINY) as env:
            self.assertEqual(env.seats, [0, 2])
            self.assertEqual(env.actions.shape, (2, 2, 1))
            while not env.done.all():
                env.step(np.zeros((2, 2), np.uint8))
            self.assertTrue((env.scores[:, 1] > env.scores[:, 0]).all(), env.scores)
        with blastyard.VecEnv(2, seats=[4], opponents="greedy", **TINY) as env:
            self.assertEqual(env.seats, [4])
        with self.assertRaisesRegex(blastyard.Error, "nosuchbot"):
            blastyard.VecEnv(1, opponents={1: "nosuchbot"}, **TINY)


class Rewards(Same):
    def test_a_function_that_is_the_built_in_one(self):
        """A function of scores gives the same as reward "score", infos included."""
        with blastyard.VecEnv(3, **TINY) as env:
            scale = env.facts["score_scale"]

        def score(before, after):
            growth = (after.scores - before.scores).astype(np.float64)
            others = (growth.sum(-1, keepdims=True) - growth) / (growth.shape[-1] - 1)
            return (growth - others) / scale

        def run(reward):
            with blastyard.VecEnv(3, reward=reward, seed=1, **TINY) as env:
                rng = np.random.default_rng(3)
                rewards, returns = [], []
                for _ in range(30):
                    _, r, _, _, info = env.step(env.sample(rng))
                    rewards.append(r.copy())
                    if info:
                        returns.append(info["episode"]["r"])
                return np.array(rewards), np.array(returns)

        mine, theirs = run(score), run("score")
        self.assertTrue(theirs[0].any())
        np.testing.assert_allclose(mine[0], theirs[0], atol=1e-5)
        np.testing.assert_allclose(mine[1], theirs[1], atol=1e-5)

    def test_who_is_out_gets_nothing(self):
        """A function that always gives 1 counts the turns in which a seat played."""
        with blastyard.VecEnv(
            6, "bomberman", players=4, reward=lambda before, after: np.ones((6, 4)), autoreset="disabled"
        ) as env:
            rng = np.random.default_rng(5)
            turns = np.zeros((6, 4))
            for _ in range(60):
                turns += ~env.terminated
                env.step(env.sample(rng))
            self.assertTrue(env.terminated.any())
            np.testing.assert_array_equal(env.returns, turns)

    def test_wrong_functions(self):
        with self.assertRaisesRegex(TypeError, "reward is 3"):
            blastyard.VecEnv(1, reward=3)
        with blastyard.VecEnv(2, reward=lambda before, after: [1, 2], **TINY) as env:
            with self.assertRaisesRegex(ValueError, r"shape \(2,\), expected \(2, 6\)"):
                env.step(np.zeros((2, 6), np.uint8))

    def test_kinds(self):
        sums = {}
        for kind in ("score", "share", "win", "none"):
            with blastyard.VecEnv(8, map="tiny", players=2, turns=30, reward=kind) as env:
                rng = np.random.default_rng(3)
                while not env.done.all():
                    _, reward, *_ = env.step(env.sample(rng))
                    np.testing.assert_allclose(reward.sum(-1), 0, atol=1e-5)  # two players: what one gains...
                sums[kind] = env.returns.copy()
                if kind == "win":
                    for match, winner in enumerate(env.winner):
                        expected = [0, 0] if winner < 0 else [1, -1] if winner == 0 else [-1, 1]
                        self.assertEqual(sums[kind][match].tolist(), expected)
        self.assertFalse(sums["none"].any())
        for kind in ("score", "share", "win"):
            self.assertTrue(sums[kind].any(), kind)


class Configs(unittest.TestCase):
    def test_errors_name_the_field(self):
        for options, text in (
            ({"n": 0}, "n is 0, expected a whole number from 1"),
            ({"n": 1, "game": "chess"}, "game is .?.chess"),
            ({"n": 1, "reward": "money"}, "reward is .?.money"),
            ({"n": 1, "observation": "smell"}, "observation is .?.smell"),
            ({"n": 1, "map": "no/such/map"}, "no/such/map"),
            ({"n": 1, "autoreset": "maybe"}, "autoreset is .?.maybe"),
            ({"n": 1, "players": 99}, "99"),
        ):
            with self.subTest(**options), self.assertRaisesRegex(blastyard.Error, text):
                blastyard.VecEnv(**options)


if __name__ == "__main__":
    unittest.main()
