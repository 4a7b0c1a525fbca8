"""Functions as bots, in real matches: the same observations and actions as in the training, and what goes wrong."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import blastyard

# A bot whose actions depend only on what it sees. It logs what it saw and what it did.
AGENT = '''
import hashlib, json, os, sys
import numpy as np
import blastyard

def digest(obs):
    """Return a number for an observation."""
    sum = hashlib.sha256()
    for name in ("planes", "cells", "scalars", "mask"):
        if name in obs:
            sum.update(np.ascontiguousarray(obs[name]).tobytes())
    return sum.hexdigest()

def agent(obs):
    seen = digest(obs)
    rng = np.random.default_rng(int(seen[:8], 16))
    actions = [int(rng.choice(np.flatnonzero(mask))) for mask in obs["mask"]]
    log.write(json.dumps({"seen": seen, "actions": actions}) + "\\n")
    return actions if len(actions) > 1 else actions[0]
'''

LIMIT = 240  # seconds for a match on a machine with other work


def digest(obs: dict[str, Any], match: int, seat: int) -> str:
    """Return what digest in AGENT returns."""
    total = hashlib.sha256()
    for name in ("planes", "cells", "scalars", "mask"):
        if name in obs:
            total.update(np.ascontiguousarray(obs[name][match, seat]).tobytes())
    return total.hexdigest()


def link(source: str, target: str) -> None:
    """Make a copy that costs no time if that is possible."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def system_python() -> str | None:
    """Return a Python of the system that can import our NumPy."""
    path = f"/usr/bin/python3.{sys.version_info.minor}"
    return path if os.path.exists(path) else None


class RunTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bot(self, text: str, name: str = "bot") -> str:
        """Write a bot. Return its command line."""
        file = self.folder / f"{name}.py"
        file.write_text(textwrap.dedent(text))
        return f"'{sys.executable}' '{file}'"

    def logging(self, name: str, call: str) -> str:
        return self.bot(f"{AGENT}\nlog = open({str(self.folder / name)!r} + '.log', 'w')\n{call}\nlog.write('end\\n')\n", name)

    def logged(self, name: str) -> list[dict[str, Any]]:
        lines = (self.folder / f"{name}.log").read_text().splitlines()
        self.assertEqual(lines[-1], "end", "run returns at the end of the match")
        return [json.loads(line) for line in lines[:-1]]

    def play(self, *arguments: str) -> tuple[dict[str, Any], str]:
        """Play a match. Return its result and its output."""
        env = {k: v for k, v in os.environ.items() if not k.startswith("NETORCAI_")}
        # A bot is a separate program: it finds the package where this process has found it.
        env["PYTHONPATH"] = str(Path(blastyard.__file__).parents[1])
        self.replay.unlink(missing_ok=True)
        out = self.folder / f"out{len(list(self.folder.glob('out*')))}"
        done = subprocess.run(
            [blastyard.program(), "play", *arguments, "--quiet", "--json", "--replay", str(self.replay), "--log", str(out)],
            capture_output=True, text=True, timeout=LIMIT, cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        text = done.stderr + "".join(f.read_text() for f in sorted(out.rglob("*")) if f.is_file() and f.suffix != ".jsonl")
        self.assertEqual(done.returncode, 0, text)
        return json.loads(done.stdout), text

    @property
    def replay(self) -> Path:
        """The path of the last match."""
        return self.folder / "match.blast"

    def same_in_dataset(self, result: dict[str, Any], observation: str) -> None:
        """The rows of the replay have the observations and actions of the logged match, and its end."""
        logs = {bot["player_id"]: self.logged(bot["name"]) for bot in result["players"]}
        with blastyard.dataset(self.replay, observation, batch=7) as data:
            rows = data.arrays()
            self.assertEqual(data.faults, [])
        alone = {name: array[:, None] for name, array in rows.items()}
        for player, log in logs.items():
            of = np.flatnonzero(rows["player"] == player)
            self.assertEqual([digest(alone, row, 0) for row in of], [line["seen"] for line in log[: len(of)]])
            self.assertEqual(rows["actions"][of].tolist(), [line["actions"] for line in log[: len(of)]])
            bot = next(bot for bot in result["players"] if bot["player_id"] == player)
            if not bot["special"]:
                self.assertEqual(set(rows["score"][of]), {bot["score"]})
            self.assertEqual(set(rows["won"][of]), {player == result["winner_player_id"]})
        missed = sum(map(len, logs.values())) - len(rows["turn"])
        # A player of sudden death that is dead for good is asked, and has no rows.
        self.assertTrue(missed >= 0 and (missed == 0 or any(bot["living_characters"] == 0 for bot in result["players"])))

    def same_as_in_training(self, result: dict[str, Any], env: blastyard.VecEnv, sudden: bool = False) -> None:
        """The logged match gives the same observations and scores in an environment."""
        self.same_in_dataset(result, "cells" if "cells" in env.obs else "planes")
        logs = {bot["player_id"]: self.logged(bot["name"]) for bot in result["players"]}
        self.assertEqual(sorted(logs), env.seats)
        with env:
            obs, _ = env.reset(seed=[result["seed"]])
            self.assertEqual(int(env.seeds[0]), result["seed"])
            for turn in range(len(logs[0])):
                for seat, player in enumerate(env.seats):
                    if turn < len(logs[player]):
                        self.assertEqual(digest(obs, 0, seat), logs[player][turn]["seen"], (turn, player))
                        env.actions[0, seat] = logs[player][turn]["actions"]
                    else:  # a dead player of Bomberman is no longer asked
                        env.actions[0, seat] = 0
                if sudden and env.done[0]:  # the arena continues when all are dead
                    self.assertFalse(env.alive[0, 1:].any())
                    break
                self.assertFalse(env.done[0], turn)
                obs = env.step()[0]
            self.assertTrue(env.done[0])
            for bot in result["players"][sudden:]:
                self.assertEqual(int(env.scores[0, bot["player_id"]]), bot["score"])
            self.assertEqual(int(env.winner[0]), result["winner_player_id"])
            self.assertGreater(len({line["seen"] for log in logs.values() for line in log}), len(logs[0]))
            self.assertGreater(len({a for log in logs.values() for line in log for a in line["actions"]}), 3)

    def test_hexabomb_over_netorcai(self) -> None:
        for observation in ("planes", "cells"):
            with self.subTest(observation):
                call = f"outcome = blastyard.run(agent, 'hexabomb', {observation!r})"
                bots = [f"{name}={self.logging(name, call)}" for name in ("ann", "bob", "cyd")]
                result, _ = self.play("--map", "tiny", "--turns", "25", "--seed", "5", "--no-timeout",
                                      *(word for bot in bots for word in ("--bot", bot)))  # fmt: skip
                self.same_as_in_training(result, blastyard.VecEnv(
                    1, map="tiny", players=3, turns=25, observation=observation, autoreset="disabled"))  # fmt: skip

    def test_hexabomb_with_several_characters_over_stdio(self) -> None:
        call = "outcome = blastyard.run(agent)"
        bots = [f"{name}=stdio:{self.logging(name, call)}" for name in ("ann", "bob")]
        result, _ = self.play("--turns", "20", "--seed", "6", "--no-timeout", "--map", "yard", "--bot", bots[0], "--bot", bots[1])
        env = blastyard.VecEnv(1, map="yard", players=2, turns=20, autoreset="disabled")
        self.assertGreater(env.characters, 1)
        self.same_as_in_training(result, env)

    def test_sudden_death(self) -> None:
        call = "outcome = blastyard.run(agent)"
        bots = [f"{name}={self.logging(name, call)}" for name in ("ann", "bob")]
        bots.insert(0, f"hunter={self.logging('hunter', 'blastyard.run(agent, special=True)')}")
        result, _ = self.play("--turns", "15", "--seed", "7", "--no-timeout", "--map", "tiny",
                              "--special", bots[0], "--bot", bots[1], "--bot", bots[2])  # fmt: skip
        self.same_as_in_training(
            result, blastyard.VecEnv(1, map="tiny", players=3, special=True, turns=15, autoreset="disabled"), sudden=True)

    def test_bomberman(self) -> None:
        for seed in ("1", "9"):
            call = "outcome = blastyard.run(agent, 'bomberman')"
            bots = [f"{name}=stdio:{self.logging(name, call)}" for name in ("ann", "bob")]
            result, _ = self.play("bomberman", "--seed", seed, "--turns", "40", "--no-timeout", "--bot", bots[0], "--bot", bots[1])
            self.same_as_in_training(result, blastyard.VecEnv(1, "bomberman", turns=40, autoreset="disabled"))

    def test_an_agent_searches_from_what_it_sees(self) -> None:
        """The simulator and the branches of an observation are in its state, in each game, and with every turn."""
        told = self.folder / "told"
        bot = self.bot(f"""
            told = {str(told)!r}
            """ + """
            import copy, pickle, sys
            import numpy as np
            import blastyard

            def agent(obs):
                player = obs["player"]
                with obs.simulator(seed=3) as sim:
                    env = obs.branches(5, seed=obs["turn"])
                    pids.add(env._client.pid)
                    assert sim.turn == obs["turn"] == env.turn[4], (sim.turn, obs["turn"], env.turn)
                    assert sim.scores == env.scores[2].tolist()
                for name in ("planes", "scalars", "mask"):
                    np.testing.assert_array_equal(env.obs[name][3, player], obs[name])
                env.playout(6, seed=1)
                for again in (copy.deepcopy(obs), pickle.loads(pickle.dumps(obs))):
                    assert type(again) is dict and again.keys() == obs.keys()
                return obs["mask"].argmax(-1)

            pids = set()
            outcome = blastyard.run(agent)
            with open(told, "w") as file:
                file.write(f"{outcome.player} {len(pids)}")""")
        for game in (["--map", "yard"], ["--rules", "2018"], ["bomberman"]):
            with self.subTest(game):
                result, text = self.play(*game, "--turns", "12", "--seed", "6", "--no-timeout", "--bot", "builtin:idle",
                                         "--bot", f"me=stdio:{bot}")  # fmt: skip
                me = next(player for player in result["players"] if player["name"] == "me")
                self.assertEqual(me["reason"], "finished", text[:2000])
                self.assertEqual(told.read_text(), f"{me['player_id']} 1", "the player, and how many programs searched")

    def test_raw_observation(self) -> None:
        bot = self.bot("""
            import json, sys, blastyard
            def agent(obs):
                assert set(obs) == {"raw", "scalars", "mask", "player", "turn", "limit"}, set(obs)
                states.append(obs["raw"])
                return 0
            states = []
            blastyard.run(agent, observation="raw")
            json.dump(states, open("states.json", "w"))
        """)  # fmt: skip
        result, _ = self.play("--map", "tiny", "--turns", "5", "--seed", "5", "--no-timeout", "--bot", bot, "--bot", "builtin:idle")
        states = json.loads((self.folder / "states.json").read_text())
        with blastyard.VecEnv(1, map="tiny", players=2, observation="raw", opponents={1: "idle"}) as env:
            obs, _ = env.reset(seed=[result["seed"]])
            for state in states:
                self.assertEqual(state, obs["raw"][0])
                obs = env.step(np.zeros((1, 1), np.uint8))[0]
        self.assertEqual(len(states), 4)

    def test_outcome(self) -> None:
        bot = self.bot("""
            import sys, blastyard
            outcome = blastyard.run(lambda obs: print("a print does not disturb the answers") or 0)
            print(outcome.won, outcome)
        """)  # fmt: skip
        for protocol in ("", "stdio:"):
            result, text = self.play("--map", "tiny", "--turns", "6", "--seed", "5", "--no-timeout", "--bot", "bot=" + protocol + bot,
                                     "--bot", "builtin:hunter")  # fmt: skip
            mine = next(p["player_id"] for p in result["players"] if p["name"] == "bot")
            winner = result["winner_player_id"]
            self.assertIn(f"{winner == mine} Outcome(player={mine}, winner={winner}, players=2)", text)
            self.assertEqual(text.count("a print does not"), 5)
            self.assertEqual([p["reason"] for p in result["players"]], ["finished"] * 2)

    def errors(self, agents: dict[str, str], *arguments: str, protocol: str = "") -> None:
        """A match of bots that end with errors, which the arena shows. The match goes on.

        agents: What each error says, by the agent and further arguments of run.
        """
        bots = [self.bot(f"import numpy as np\nimport blastyard\nblastyard.run({agent})\n", f"bot{i}")
                for i, agent in enumerate(agents)]  # fmt: skip
        named = [word for i, bot in enumerate(bots) for word in ("--bot", f"bot{i}={protocol}{bot}")]
        result, text = self.play(*arguments, "--turns", "6", "--seed", "5", "--no-timeout", *named, "--bot", "builtin:idle")
        reasons = {p["name"]: p["reason"] for p in result["players"]}
        self.assertEqual(reasons, {f"bot{i}": "crashed" for i in range(len(bots))} | {"idle": "finished"}, text)
        for agent, says in agents.items():
            self.assertIn(says, text, agent)
        self.assertEqual(result["turns"], 6)

    def test_agents_that_fail(self) -> None:
        number = "an integer from 0 to 16 expected"
        for protocol, agents in {
            "": {
                "lambda obs: 1 / 0": "the agent raised ZeroDivisionError in turn 0: division by zero",
                "lambda obs: None": f"the agent returned None in turn 0: {number}",
                "lambda obs: 17": f"the agent returned 17 in turn 0: {number}",
                "lambda obs: 0.5": f"the agent returned 0.5 in turn 0: {number}",
                "lambda obs: 0, observation='pictures'": 'observation is \'pictures\'',
            },
            "stdio:": {
                "lambda obs: 'left'": f"the agent returned 'left' in turn 0: {number}",
                "lambda obs: -1": f"the agent returned -1 in turn 0: {number}",
                "lambda obs: True": f"the agent returned True in turn 0: {number}",
                "lambda obs: [[0], [1, 2]]": f"the agent returned [[0], [1, 2]] in turn 0: {number}",
                "lambda obs: 0, game='bomberman'": "the match is hexabomb, and the bot plays bomberman",
            },
        }.items():
            with self.subTest(protocol):
                self.errors(agents, "--map", "tiny", protocol=protocol)
        three = "an integer from 0 to 16 for each of 3 characters expected"
        self.errors({"lambda obs: 3": f"the agent returned 3 in turn 0: {three}",
                   "lambda obs: np.ones(3)": f"the agent returned array([1., 1., 1.]) in turn 0: {three}",
                   "lambda obs: [0, 0]": f"the agent returned [0, 0] in turn 0: {three}"}, "--map", "yard")  # fmt: skip

    def test_masked_action(self) -> None:
        bot = self.bot("""
            import numpy as np, blastyard
            def agent(obs):
                obs["mask"][:] = True  # an agent that spoils what it gets
                return 16  # revive, while it lives
            blastyard.run(agent)
        """)  # fmt: skip
        result, text = self.play("--map", "tiny", "--turns", "6", "--seed", "5", "--no-timeout", "--bot", f"bot={bot}",
                                 "--bot", "builtin:idle")  # fmt: skip
        for turn in range(5):
            self.assertIn(f"turn {turn}: the agent chose action 16 (revive) for character 0, whose mask is 0", text)
        bots = {p["name"]: p for p in result["players"]}
        self.assertEqual((bots["bot"]["reason"], bots["bot"]["refused_actions"]), ("finished", 0))

    @unittest.skipUnless(sys.platform == "linux", "there is no sandbox on this system")
    def test_in_the_sandbox(self) -> None:
        """A bot's folder with the packages in it, as pip install --target makes it, at every level of this machine."""
        folder = self.folder / "mybot"
        lib = folder / "lib"
        for package in (Path(blastyard.__file__).parent, Path(np.__file__).parent):
            for source in (package, package.with_name(package.name + ".libs")):
                if source.exists():
                    shutil.copytree(source, lib / source.name, copy_function=link, ignore=shutil.ignore_patterns("tests", "__pycache__"))
        (lib / "bin").mkdir()
        link(blastyard.program(), str(lib / "bin" / "blastyard"))
        (folder / "bot.py").write_text(textwrap.dedent("""
            import os, sys
            sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
            import blastyard
            outcome = blastyard.run(lambda obs: obs["mask"].argmax(1))
            print(blastyard.program(), outcome)
        """))  # fmt: skip
        said = subprocess.run([blastyard.program(), "doctor"], capture_output=True, text=True, timeout=LIMIT).stdout
        best = next(line.split()[2].rstrip(":") for line in said.splitlines() if line.split()[1:2] == ["sandbox"])
        levels = ["limits", "files", "namespaces"]
        if best not in levels:
            self.skipTest(f"the sandbox of this machine is {best}")
        for level in levels[: levels.index(best) + 1]:
            python = sys.executable if level == "limits" else system_python()
            if python is None:
                continue  # from level files on a bot sees the system's programs only
            for protocol in ("netorcai", "stdio"):
                (folder / "bot.toml").write_text(f'command = "{python} bot.py"\nprotocol = "{protocol}"\n')
                with self.subTest(level=level, protocol=protocol):
                    result, text = self.play("--sandbox", f"require={level}", "--map", "tiny", "--turns", "8", "--seed", "5",
                                             "--no-timeout", "--bot", "bot=./mybot", "--bot", "builtin:idle")  # fmt: skip
                    self.assertEqual({p["reason"] for p in result["players"]}, {"finished"}, text)
                    self.assertIn("/mybot/lib/bin/blastyard Outcome(", text)

    def alone(self, call: str, stdin: str | None, **env: str) -> str:
        """Run a bot without an arena, which ends with an error. Return its last line."""
        surroundings = {k: v for k, v in os.environ.items() if not k.startswith("NETORCAI_")}
        surroundings["PYTHONPATH"] = str(Path(blastyard.__file__).parents[1])
        done = subprocess.run(
            [sys.executable, "-c", f"import blastyard; blastyard.run(lambda obs: 0, {call})"], input=stdin or "",
            capture_output=True, text=True, timeout=LIMIT, env=surroundings | env,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        return done.stderr.strip().splitlines()[-1]

    def test_without_an_arena(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))  # it does not listen
            port = str(free.getsockname()[1])
            self.assertIn(f"no connection to 127.0.0.1:{port}", self.alone("", "", NETORCAI_HOST="127.0.0.1", NETORCAI_PORT=port))
        self.assertIn("NETORCAI_PORT is 'x'", self.alone("", "", NETORCAI_PORT="x"))
        self.assertIn("standard input ended before a match began", self.alone("", ""))
        self.assertIn("not JSON: b'hello", self.alone("", "hello\n"))
        self.assertIn("the first line has the type 'turn'", self.alone("", '{"type":"turn"}\n'))
        self.assertIn("protocol is 'http'", self.alone("protocol='http'", ""))

    def test_kicked(self) -> None:
        self.assertIn("kicked by the server: Invalid first message: Invalid nickname", self.alone("name='a b c'", "", **self.server()))

    def server(self) -> dict[str, str]:
        """Start a netorcai server for the time of the test. Return its address."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        process = subprocess.Popen([blastyard.program(), "netorcai", "--port", port], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        assert process.stdin
        self.addCleanup(process.stdin.close)
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", int(port)), 1):
                return {"NETORCAI_HOST": "127.0.0.1", "NETORCAI_PORT": port}
            self.assertIsNone(process.poll(), "the server has ended")
        raise AssertionError("the server does not listen")


if __name__ == "__main__":
    unittest.main()
