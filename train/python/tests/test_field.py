"""Fields: matches on several maps against several opponents, equal and seeded in all interfaces."""

from __future__ import annotations

import copy
import pickle
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import blastyard
from blastyard.league import Entrant, League


def first_legal(obs: dict[str, Any]) -> Any:
    """A policy: the first action that is not nothing, or nothing."""
    return np.where(obs["mask"][..., 1:].any(-1), obs["mask"][..., 1:].argmax(-1) + 1, 0)


def field(**options: Any) -> blastyard.Field:
    maps = ["tiny", "yard", blastyard.Generated(3, 37, 6)]
    return blastyard.Field(maps, players=(2, 3), opponents=["greedy", first_legal, "random"], turns=9, **options)


def against(*opponents: Any) -> Any:
    """Draw nothing: player 1 learns, on tiny, against these."""
    others = {0: opponents[0]} | {p + 1: o for p, o in enumerate(opponents) if p}
    return lambda rng, episode: blastyard.Setup("tiny", len(opponents) + 1, (1,), others)


BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        me = message["player"]
    elif message["type"] == "turn":
        mine = [c["id"] for c in message["state"]["characters"] if c["color"] == me + 1]
        turns = ["x+", "y+", "z+", "x-", "y-", "z-"]
        d = turns[message["turn"] % 6]
        print(json.dumps([{"id": i, "movement": "move", "direction": d} for i in mine]), flush=True)
    else:
        open("ended", "a").write(f"{message['winner']}\\n")
"""


class Fields(unittest.TestCase):
    def test_one_setup_is_a_vec_env(self) -> None:
        """With one map and one opponent, a field gives the arrays of a VecEnv, and a built-in bot plays as there."""
        for name in ("greedy", "hunter"):
            one = blastyard.Field(["tiny"], players=(2,), draw=against(name), turns=15)
            options: dict[str, Any] = {"map": "tiny", "players": 2, "turns": 15, "seats": [1], "opponents": {0: name}}
            with blastyard.FieldEnv(3, one, seed=5) as env, blastyard.VecEnv(3, seed=5, **options) as vec:
                self.assertEqual(env.facts["plane_names"], vec.facts["plane_names"])
                rng = np.random.default_rng(1)
                for _ in range(14):
                    actions = vec.sample(rng)
                    mine, its = env.step(actions), vec.step(actions)
                    for form in vec.obs:
                        np.testing.assert_array_equal(mine[0][form], its[0][form], form)
                    for got, wanted in zip(mine[1:4], its[1:4], strict=True):
                        np.testing.assert_array_equal(got, wanted)
                    for name_of in ("scores", "winner", "turn", "done", "seeds"):
                        np.testing.assert_array_equal(getattr(env, name_of), getattr(vec, name_of), name_of)
                self.assertEqual(set(mine[4]), set(its[4]))
                np.testing.assert_allclose(mine[4]["episode"]["r"], its[4]["episode"]["r"], atol=1e-5)

    def test_equal_in_all_interfaces_with_any_threads(self) -> None:
        """Match i of seed s is the match of seed s+i: alone, of Gymnasium, of PettingZoo, with 1, 2 and 7 threads."""

        def played(env: Any, i: int, seed: int | None = None) -> list[Any]:
            rows = []
            for _ in range(20):
                rows.append((env.obs["planes"][i, 0].tobytes(), env.scores[i].tolist(), int(env.seeds[i]), str(env.setups[i])))
                env.step(np.zeros_like(env.actions))
            return rows

        with blastyard.FieldEnv(3, field(), seed=7, threads=1) as env:
            wanted = played(env, 2)
            with blastyard.FieldEnv(3, field(), seed=7, threads=7) as other:
                self.assertEqual(played(other, 2), wanted)
            self.assertGreater(len({row[3] for row in wanted}), 1)
        with blastyard.FieldEnv(1, field(), seed=9, threads=2) as other:
            self.assertEqual(played(other, 0), wanted)
            other.reset(seed=9)
            self.assertEqual(played(other, 0), wanted)
        gym = blastyard.gym_env(field=field())
        vector = blastyard.make_vec("hexabomb", 3, field=field(), dtype="uint8")
        parallel = blastyard.parallel_env(field=field())
        aec = blastyard.env(field=field(), dtype="uint8")
        try:
            seen, _ = gym.reset(seed=9)
            all_seen, _ = vector.reset(seed=7)
            parallel_seen, _ = parallel.reset(seed=9)
            aec.reset(seed=9)
            first = np.frombuffer(wanted[0][0], np.uint8)
            np.testing.assert_array_equal(np.rint(seen["observation"] * 255).ravel(), first)
            np.testing.assert_array_equal(all_seen["observation"][2].ravel(), first)
            np.testing.assert_array_equal(np.rint(parallel_seen["player_0"]["observation"] * 255).ravel(), first)
            np.testing.assert_array_equal(aec.observe("player_0")["observation"].ravel(), first)
            self.assertTrue(gym.observation_space.contains(seen))
            ended = False
            for _ in range(12):
                action = gym.action_space.sample()
                seen, _, ended, truncated, info = gym.step(action * 0)
                self.assertTrue(gym.observation_space.contains(seen))
                if ended:
                    self.assertEqual(len(info["seats"]), 1)
                    break
            self.assertTrue(ended)
            gymnasium.wrappers.RecordEpisodeStatistics(gym).reset()
        finally:
            for each in (gym, vector, parallel, aec):
                each.close()

    def test_all_that_is_listed_is_drawn(self) -> None:
        with blastyard.FieldEnv(40, field(), seed=1) as env:
            self.assertEqual({setup.map for setup in env.setups}, {"tiny", "yard", blastyard.Generated(3, 37, 6)})
            self.assertEqual({setup.players for setup in env.setups}, {2, 3})
            self.assertEqual({setup.seats for setup in env.setups}, {(0,), (1,), (2,)})
            others = [o for setup in env.setups for o in setup.opponents.values()]
            self.assertEqual(set(others), {"greedy", "random", first_legal})
            for i, setup in enumerate(env.setups):  # what is beyond a smaller match is 0
                names = env.facts["plane_names"]
                self.assertEqual(env.obs["planes"][i, 0, names.index("living_2")].any(), setup.players == 3)
                self.assertEqual(bool(env.alive[i, 2]), setup.players == 3)
            for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
                with again:
                    np.testing.assert_array_equal(again.seeds, env.seeds)

    def test_policies_leagues_and_bots_play(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "bot.py").write_text(BOT)
            (folder / "bot.toml").write_text(f"command = \"'{sys.executable}' bot.py\"\n")
            bot = blastyard.Bot(folder)
            sizes = []

            def policy(obs: dict[str, Any]) -> Any:
                sizes.append(len(obs["mask"]))
                return first_legal(obs)

            league = League(folder / "league", builtin=["idle"])
            one = blastyard.Field(["tiny"], players=(4,), draw=against(policy, Entrant("builtin:idle", None), bot), turns=6)
            with blastyard.FieldEnv(3, one, seed=1, autoreset="disabled") as env:
                while not env.done.all():
                    before = env.raw([0])[0]
                    env.step(np.zeros_like(env.actions))
                    after = env.raw([0])[0]
                    at = [{c["id"]: (c["q"], c["r"]) for c in state["characters"]} for state in (before, after)]
                    self.assertEqual(at[0][2], at[1][2], "idle stands still")
                self.assertEqual(set(sizes), {3}, "a policy is asked once for all matches")
                self.assertEqual(bot.turns, 3 * 5)
                self.assertGreater(bot.seconds, 0)
                self.assertEqual(len((folder / "ended").read_text().split()), 3)
                self.assertNotEqual(env.scores[0, 3], env.scores[0, 2], "the bot moves")
            two = blastyard.Field(["tiny"], players=(2,), opponents=[league], turns=6)
            with blastyard.FieldEnv(2, two, seed=1) as env:
                self.assertEqual({o.name for setup in env.setups for o in setup.opponents.values()}, {"builtin:idle"})
            (folder / "bot.py").write_text("print('what')\n")
            with blastyard.FieldEnv(1, one, seed=1) as env, self.assertRaisesRegex(blastyard.Error, "expected a line with"):
                env.step()

    def test_curriculum_and_truncation(self) -> None:
        asked = []

        def draw(rng: np.random.Generator, episode: int) -> blastyard.Setup:
            asked.append(episode)
            name = "tiny" if episode < 2 else "yard"
            return blastyard.Setup(name, 2, (0,), {1: "random"})

        lessons = blastyard.Field(["tiny", "yard"], players=(2,), draw=draw)
        with blastyard.FieldEnv(2, lessons, seed=3, max_steps=4) as env:
            ends = 0
            for _ in range(15):
                *_, terminated, truncated, info = env.step(np.zeros_like(env.actions))
                if "episode" in info:
                    self.assertTrue(truncated.all() and not terminated.any())
                    self.assertEqual(info["episode"]["l"].tolist(), [4, 4])
                    ends += 1
            self.assertEqual((ends, asked), (3, [0, 0, 1, 1, 2, 2, 3, 3][: len(asked)]))
            self.assertEqual([setup.map for setup in env.setups], ["yard", "yard"])

    def test_wrong_fields(self) -> None:
        for text, call in (
            ("room for 0 to 2", lambda: blastyard.FieldEnv(1, blastyard.Field([blastyard.Generated(3, 37)], players=(3,)))),
            ("map 'duel' and 2 players, which the field has not", lambda: blastyard.FieldEnv(1, blastyard.Field(
                ["tiny"], players=(2,), draw=lambda rng, e: blastyard.Setup("duel", 2, (0,), {1: "idle"})))),
            ("seats and opponents are the players", lambda: blastyard.FieldEnv(1, blastyard.Field(
                ["tiny"], players=(2,), draw=lambda rng, e: blastyard.Setup("tiny", 2, (0,), {})))),
            ("there is no bot|unknown|greedi", lambda: blastyard.FieldEnv(1, blastyard.Field(
                ["tiny"], players=(2,), opponents=["greedi"]))),
            ("bot.toml cannot be read", lambda: blastyard.Bot("/nowhere")),
        ):  # fmt: skip
            with self.subTest(text), self.assertRaisesRegex(blastyard.Error, text):
                call()
        for text, call in (
            ("beside a field", lambda: blastyard.parallel_env(field=field(), map="tiny")),
            ("expected no others", lambda: blastyard.gym_env(field=field(), opponents="greedy")),
            ("expected a name", lambda: blastyard.FieldEnv(1, field(), reward=lambda a, b: 0)),  # type: ignore[arg-type]
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                call()


if __name__ == "__main__":
    unittest.main()
