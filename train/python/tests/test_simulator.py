"""The simulator: states, copies, sequences, refusals, and how it ends."""

import copy
import gc
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import blastyard
from blastyard import Simulator

# A bot over standard input that predicts the next state in each turn. Its opponent does nothing. It records how
# often it was right, and its first error.
PROPHET = """
import json, os, random, sys
sys.path.insert(0, PACKAGE)
os.environ["BLASTYARD_PROGRAM"] = PROGRAM
import blastyard

rng, foreseen, right, wrong, stood = random.Random(5), None, 0, None, []
for line in sys.stdin:
    message = json.loads(line)
    state = message["state"]
    if message["type"] == "start":
        me = message["player"]
    if foreseen is not None:
        if state == foreseen:
            right += 1
        elif message["type"] == "turn":
            wrong = wrong or (state, foreseen)
    if message["type"] == "turn":
        if "GameBlocks" in state:
            stood.append(state["RegisteredPlayerEntities"][me]["Location"])
            sim = blastyard.Simulator(message, seed=3, stood=[stood if p == me else [] for p in (0, 1)])
            command = rng.randint(1, 4)
            sim.step({me: command})
            answer = {"command": command}
        else:
            sim = blastyard.Simulator(message, seed=3)
            mine = [c["id"] for c in state["characters"] if c["color"] == me + 1]
            answer = [{"id": i, "movement": rng.choice(["move", "move", "move", "bomb", "revive"]),
                "direction": rng.choice(["x+", "y+", "z+", "x-", "y-", "z-"]),
                "bomb_range": rng.randint(2, 4), "bomb_delay": rng.randint(2, 4)} for i in mine]
            sim.step({me: answer})
        foreseen = sim.state
        sim.close()
        print(json.dumps(answer), flush=True)
    with open(RESULT, "w") as file:
        json.dump({"right": right, "wrong": wrong}, file)
"""

# Time limit for a condition on a busy machine, in seconds.
PATIENCE = 60


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {PATIENCE} seconds")
        time.sleep(0.02)


def gone(pid):
    """Return whether a process has ended, also if nobody has waited for it."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "Z"
    except OSError:
        pass
    if Path("/proc/self/stat").exists():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def move(character, direction):
    return {"id": character, "movement": "move", "direction": direction}


def random_actions(rng, state):
    """Return an action for each character of hexabomb, legal or not."""
    found = {}
    for c in state["characters"]:
        action = {"id": c["id"], "movement": rng.choice(["move", "move", "bomb", "revive"])}
        action |= {"direction": rng.choice(["x+", "y+", "z+", "x-", "y-", "z-"])}
        action |= {"bomb_range": rng.randint(2, 4), "bomb_delay": rng.randint(2, 4)}
        found.setdefault(c["color"] - 1, []).append(action)
    return found


class Hexabomb(unittest.TestCase):
    def start(self, **options):
        sim = Simulator(game="hexabomb", map="tiny", players=3, **options)
        self.addCleanup(sim.close)
        return sim

    def test_a_match_from_its_start(self):
        sim = self.start()
        self.assertEqual((sim.game, sim.turn, sim.scores, sim.winner, sim.over), ("hexabomb", 0, [0, 0, 0], -1, False))
        self.assertEqual(sim.living, [1, 1, 1])
        sim.step({0: [move(0, "x+")], 1: [move(7, "x+")]})
        self.assertEqual(sim.turn, 1)
        self.assertEqual(sum(sim.scores), sum(sim.state["score"].values()))
        self.assertEqual([(r["turn"], r["player_id"], r["action"]["id"]) for r in sim.refused], [(0, 1, 7)])
        self.assertEqual(sim.refused[0]["reason"], "there is no such character")

    def test_rules_of_2018(self):
        sim = self.start(rules="2018")
        self.assertNotIn("bomb_count", sim.state["characters"][0])
        sim.step({0: [{"id": 0, "movement": "bomb", "bomb_range": 2, "bomb_delay": 2}]})
        for _ in range(5):
            sim.step({})
        with Simulator(sim.state, rules="2018", turn_number=sim.turn - 1) as again:
            again.step({0: [{"id": 0, "movement": "revive", "revive_q": 0, "revive_r": 0}]})
            me = again.state["characters"][0]
            self.assertEqual((me["alive"], me["q"], me["r"]), (True, 0, 0))

    def test_on_from_a_state_as_bots_get_it(self):
        rng = random.Random(1)
        sim = self.start(seed=5)
        for _ in range(23):
            sim.step(random_actions(rng, sim.state))
        messages = [
            (sim.state, {"turn_number": sim.turn - 1}),
            (json.dumps(sim.state), {"turn_number": sim.turn - 1}),
            ({"message_type": "TURN", "turn_number": sim.turn - 1, "game_state": sim.state}, {}),
        ]
        actions = [random_actions(rng, sim.state) for _ in range(8)]
        wanted = sim.copy(seed=9)
        for a in actions:
            wanted.step(a)
        for state, options in messages:
            with Simulator(state, seed=9, **options) as other:
                self.assertEqual((other.game, other.state, other.turn), ("hexabomb", sim.state, sim.turn))
                for a in actions:
                    other.step(a)
                self.assertEqual(other.state, wanted.state)
        initial = {"message_type": "GAME_STARTS", "nb_special_players": 0, "initial_game_state": self.start().state}
        with Simulator(initial) as first:
            self.assertEqual((first.turn, first.state), (0, initial["initial_game_state"]))

    def test_sequences_and_copies_are_as_single_steps(self):
        rng = random.Random(2)
        sim = self.start(seed=1)
        actions = [random_actions(rng, sim.state) for _ in range(12)]
        together, each, after = sim.copy(), copy.copy(sim), sim.after(*actions)
        self.assertEqual(together.pid, sim.pid)
        together.steps(actions)
        states = each.states(actions)
        refused = []
        for i, a in enumerate(actions):
            sim.step(a)
            self.assertEqual(states[i], sim.state)
            refused += [{**r, "turn": i} for r in sim.refused]
        for other in (together, each, after):
            self.assertEqual((other.state, other.turn, other.scores), (sim.state, sim.turn, sim.scores))
            self.assertEqual(other.refused, refused)
        self.assertGreater(len(refused), 3)

    def test_who_goes_first_is_drawn_from_the_seed(self):
        cells = [{"q": q, "r": 0} for q in range(3)]
        starts = {"0": [{"q": 0, "r": 0}], "1": [{"q": 2, "r": 0}]}
        row = {"cells": cells, "initial_positions": starts}
        winners = []
        for seed in range(40):
            with Simulator(map=row, players=2, seed=seed) as sim:
                rush = {0: [move(0, "x+")], 1: [move(1, "x-")]}
                again, anew = sim.after(rush), sim.after(rush, seed=seed + 100)
                sim.step(rush)
                self.assertEqual(again.state, sim.state)
                winners.append((sim.scores[0] > 1, anew.scores[0] > 1))
        firsts = sum(first for first, _ in winners)
        self.assertTrue(8 <= firsts <= 32, firsts)
        self.assertTrue(any(a != b for a, b in winners))

    def test_sudden_death(self):
        special = {
            "cells": [{"q": q, "r": 0} for q in range(4)],
            "initial_positions": {"0": [{"q": 0, "r": 0}]},
            "special_initial_positions": [{"q": 3, "r": 0}],
        }
        with Simulator(map=special, players=1, special=True) as sim:
            sim.step({1: [move(1, "x+")]})
            self.assertEqual((sim.scores, sim.living, sim.winner), ([0, 1], [1, 1], 1))
            with Simulator(sim.state, turn_number=0, special=True) as other:
                self.assertEqual((other.state, other.turn), (sim.state, 1))

    def test_bad_actions_change_nothing(self):
        sim = self.start()
        before = sim.state
        for actions, want in [
            ({9: []}, "player_id is missing or not one of 0..2"),
            ([7], "is not an object"),
            ([{"player_id": 0}], "actions is missing or not an array"),
        ]:
            with self.assertRaisesRegex(blastyard.Error, want):
                sim.steps([{0: [move(0, "x+")]}, actions])
            with self.assertRaisesRegex(blastyard.Error, want):
                sim.after(actions)
        self.assertEqual((sim.turn, sim.copy().state), (0, before))

    def test_bad_starts(self):
        good = self.start().state
        for state, options, want in [
            (None, {}, "needs a state"),
            (None, {"players": 2}, "needs a state"),
            (None, {"map": "atlantis", "players": 2}, 'no map "atlantis"'),
            ("{", {}, "the state is not JSON"),
            ([], {}, "the state is list, expected an object"),
            ({**good, "score": {}}, {}, "color"),
            ({k: v for k, v in good.items() if k != "bombs"}, {}, "field bombs is missing"),
            (good, {"game": "chess"}, "game is 'chess'"),
            (good, {"seed": -1}, "seed is -1"),
            (good, {"turn_number": -1}, "turn_number is -1"),
        ]:
            with self.assertRaisesRegex(blastyard.Error, want):
                Simulator(state, **options)

    def test_without_a_report(self):
        sim = self.start(report=False)
        sim.step({0: [move(7, "x+")]})
        self.assertEqual(sim.refused, [])


class Bomberman(unittest.TestCase):
    def start(self, **options):
        sim = Simulator(game="bomberman", players=4, **options)
        self.addCleanup(sim.close)
        return sim

    def test_a_match(self):
        rng = random.Random(3)
        sim = self.start(seed=7)
        for _ in range(12):
            sim.step([rng.randrange(7) for _ in range(4)])
        self.assertEqual((sim.game, sim.turn, sim.state["CurrentRound"]), ("bomberman", 12, 12))
        players = sim.state["RegisteredPlayerEntities"]
        self.assertEqual(sim.scores, [p["Points"] for p in players])
        self.assertEqual(sim.living, [int(not p["Killed"]) for p in players])
        with Simulator(sim.state) as other, Simulator(json.dumps(sim.state)) as third:
            self.assertEqual((other.game, other.state, third.state), ("bomberman", sim.state, sim.state))
            other.step({"A": 1, 1: 2})
            third.step([1, 2, 0, 0])
            self.assertEqual(other.state, third.state)

    def test_refusals(self):
        sim = self.start(seed=1)
        sim.steps([{"A": 6}, {"B": 9}])
        self.assertEqual([(r["turn"], r["player"], r["command"]) for r in sim.refused], [(0, "A", 6)])
        self.assertRegex(sim.refused[0]["reason"], "none of your bombs")

    def test_bad(self):
        sim = self.start(seed=1)
        for actions, want in [([1, 2], "has 2 numbers, expected 4"), ({"E": 1}, "'E', expected one of the 4 players")]:
            with self.assertRaisesRegex(blastyard.Error, want):
                sim.step(actions)
        state = dict(sim.state, CurrentRound=-1)
        with self.assertRaisesRegex(blastyard.Error, "the round is -1, expected 0 to 442"):
            Simulator(state)
        with self.assertRaisesRegex(blastyard.Error, "map, special and turn_number are for hexabomb"):
            Simulator(state, turn_number=1)
        self.assertEqual(sim.turn, 0)

    def test_the_secret_of_a_match(self):
        secret = "8f3a61c2d94e07b5a1f06d2c9be37418"
        sim, other = self.start(seed=7), self.start(seed=7, secret=secret)
        self.assertEqual(other.state, sim.state)  # what is hidden is not shown
        for want, options in [
            ("secret is .*expected 32 hexadecimal digits", {"game": "bomberman", "players": 4, "secret": "7"}),
            ("secret is for Bomberman", {"map": "tiny", "players": 2, "secret": secret}),
            ("both state and secret", {"state": sim.state, "secret": secret}),
        ]:
            with self.assertRaisesRegex(blastyard.Error, want):
                Simulator(**options)

    def test_hidden_power_ups_are_drawn_if_asked_for(self):
        sim = self.start(seed=1)
        with Simulator(sim.state, seed=2, draw_power_ups=True, stood=[[{"X": 2, "Y": 2}]]) as other:
            self.assertEqual(other.state, sim.state)


class Bots(unittest.TestCase):
    """Bots in real matches predict the effect of their actions from what they receive."""

    def foresee(self, game, least):
        package = str(Path(blastyard.__file__).resolve().parents[1])
        with tempfile.TemporaryDirectory() as folder:
            bot, result = Path(folder) / "bot.py", Path(folder) / "result"
            names = f"PACKAGE, PROGRAM, RESULT = {package!r}, {blastyard.program()!r}, {str(result)!r}"
            bot.write_text(names + PROPHET, encoding="utf-8")
            command = [blastyard.program(), "play", *game, "--turns", "26", "--seed", "8", "--quiet"]
            command += ["--replay", "none", "--no-timeout"]
            command += ["--bot", f'stdio:"{sys.executable}" "{bot}"', "--bot", "builtin:idle"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            found = json.loads(result.read_text())
        self.assertIsNone(found["wrong"])
        self.assertGreaterEqual(found["right"], least)

    def test_hexabomb(self):
        self.foresee(["--map", "tiny"], 24)

    def test_bomberman(self):
        self.foresee(["bomberman"], 24)


class Life(unittest.TestCase):
    def start(self):
        sim = Simulator(map="tiny", players=2)
        self.addCleanup(sim.close)
        return sim

    def test_close(self):
        sim = self.start()
        other = sim.copy()
        sim.close()
        sim.close()
        with self.assertRaises(blastyard.EnvironmentClosed):
            sim.step({})
        other.step({})
        self.assertFalse(gone(other.pid))
        other.close()
        self.assertTrue(gone(other.pid))
        with self.assertRaises(blastyard.EnvironmentClosed):
            other.copy()

    def test_collected_copies_make_room(self):
        sim = Simulator(map="tiny", players=2)
        pid = sim.pid
        for _ in range(10_050):  # more than the program keeps
            last = sim.copy()
        self.assertEqual(last.pid, pid)
        del sim, last
        gc.collect()
        until(lambda: gone(pid), "the end of the program")

    def test_killed(self):
        sim = self.start()
        other = sim.copy()
        os.kill(sim.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        for s in (sim, other, sim):
            with self.assertRaisesRegex(blastyard.EnvironmentClosed, "signal 9|exit code"):
                s.step({})

    def test_killed_python(self):
        code = (
            "import blastyard, sys, time; s = blastyard.Simulator(map='tiny', players=2);"
            "print(s.pid, flush=True); time.sleep(1000)"
        )
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as python:
            pid = int(python.stdout.readline())
            python.kill()
        until(lambda: gone(pid), "the end of the program")

    @unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
    def test_fork(self):
        sim = self.start()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                sim.step({})
            except blastyard.ForkError:
                code = 0
            finally:
                os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        sim.step({})
        self.assertEqual(sim.turn, 1)

    def test_pickle(self):
        with self.assertRaises(TypeError):
            pickle.dumps(self.start())

    def test_threads_take_turns(self):
        sim = self.start()
        copies = [sim.copy() for _ in range(4)]

        def play(c):
            for _ in range(50):
                c.step({0: [move(0, "x+")]})

        threads = [threading.Thread(target=play, args=(c,)) for c in copies]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        sim.steps([{0: [move(0, "x+")]}] * 50)
        for c in copies:
            self.assertEqual((c.turn, c.state), (50, sim.state))

    def test_an_interrupted_request_ends_it(self):
        sim = self.start()
        receive = sim._session.child.receive

        def interrupted():
            raise KeyboardInterrupt

        sim._session.child.receive = interrupted
        with self.assertRaises(KeyboardInterrupt):
            sim.step({})
        sim._session.child.receive = receive
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "interrupted"):
            sim.step({})


@unittest.skipUnless(hasattr(os, "getloadavg"), "the bench needs Unix")
class Bench(unittest.TestCase):
    def test_the_bench_prints_its_table(self):
        script = Path(__file__).resolve().parents[2] / "bench" / "simulate.py"
        done = subprocess.run(
            [sys.executable, script, blastyard.program(), "--seconds", "0.01", "--repeat", "1"],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [line for line in done.stdout.splitlines() if line.startswith(("| hexabomb |", "| bomberman |"))]
        self.assertEqual(len(rows), 12, done.stdout)


if __name__ == "__main__":
    unittest.main()
