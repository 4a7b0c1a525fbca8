"""What is wrong in a call is said in the caller's words: the argument, its value, what was expected; none of Go."""

import os
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np

import blastyard

TINY = {"map": "tiny", "players": 2}

# Words that only those understand who write the program.
GO = re.compile(
    r"cannot unmarshal|struct field|(?<!\.)json: |strconv|invalid character|Go (struct|value)|\.go:|(?<!')uint\d+|(?<!np\.)(?<!type )(?<!')float\d+|<nil>|map\["
    r"|JSON serializable|invalid literal|has no len|not iterable|config: \"\{"
)

NO_SEEDS = [-1, 2**64, 1.5, "x", [], np.float64(2), np.int64(-1), float("nan"), float("inf"), {}, object()]


class Refusals(unittest.TestCase):
    def refused(self, argument, call):
        """Check that a call is refused with an error that names the argument."""
        with self.assertRaises(blastyard.Error) as caught:
            call()
        text = str(caught.exception)
        self.assertNotRegex(text, GO)
        self.assertIn(argument, text)
        self.assertIn("expected", text)

    def test_seeds(self):
        env = blastyard.VecEnv(1, **TINY)
        self.addCleanup(env.close)
        for seed in NO_SEEDS:
            with self.subTest(seed=seed):
                self.refused("seed", lambda: blastyard.VecEnv(1, **TINY, seed=seed))
                self.refused("seed", lambda: blastyard.Simulator(game="hexabomb", **TINY, seed=seed))
                self.refused("seed", lambda: blastyard.Simulator(game="bomberman", players=2, seed=seed).copy(seed))
                if not isinstance(seed, (list, dict)):
                    self.refused("seed", lambda: env.reset(seed))
                    self.refused("seed[0]", lambda: env.reset([seed]))
        env.reset(7)  # the environment is as it was
        for seed in (0, 2**64 - 1, np.uint64(2**64 - 1), np.int32(3), True):
            env.reset(seed)
            env.reset([seed])
            blastyard.Simulator(game="hexabomb", **TINY, seed=seed).close()

    def test_other_arguments(self):
        for name, values in {
            "n": [0, -1, 1.5, "x", None, [1], 2**70],
            "players": [-1, 1.5, "x", None, [1], 2**70],
            "turns": [-1, 1.5, "x", None, 2**70],
            "max_steps": [-1, 1.5, "x", None],
            "threads": [-1, 1.5, "x", None],
            "seats": [5, [1.5], ["x"], [-1], [9], [0, 0], [2**70]],
            "opponents": [{"x": "builtin:idle"}, {1.5: "builtin:idle"}, {9: "builtin:idle"}],
            "observation": ["nosuch"],
            "reward": ["nosuch"],
            "autoreset": ["nosuch"],
            "game": ["hexabmob"],
        }.items():
            for value in values:
                with self.subTest(name=name, value=value):
                    call = {"n": 1, **TINY, name: value}
                    self.refused("" if name == "n" else name, lambda: blastyard.VecEnv(call.pop("n"), **call))

    def test_commands(self):
        with blastyard.Simulator(game="bomberman", players=2, seed=1) as match:
            for wrong in ([1.5, 0], ["x", 0], {0: 1.5}, {"A": None}):
                with self.subTest(wrong=wrong):
                    self.refused("command", lambda: match.step(wrong))


class WrongValues(unittest.TestCase):
    """Each public function with wrong values for each argument: the error names it, and says what was expected."""

    # What Python itself says where nobody looked at a value.
    PYTHON = re.compile(
        r"unexpected keyword|not supported between|has no attribute|object is not|os\.PathLike object|embedded null|Errno"
        r"|^config|^request|: (config|request): |high <= 0|NoneType"
    )

    def wrong(self, call, cases):
        for name, values in cases.items():
            for value in values:
                with self.subTest(argument=name, value=value):
                    with self.assertRaises((blastyard.Error, ValueError, TypeError)) as caught:
                        made = call(**{name: value})
                        if hasattr(made, "close"):
                            made.close()
                    said = str(caught.exception)
                    self.assertRegex(said, r"^blastyard: ")
                    self.assertNotRegex(said, GO)
                    self.assertNotRegex(said, self.PYTHON)
                    self.assertIn(name, said)
                    self.assertRegex(said, r"expected|there (is|are)|unknown")

    TEXTS = [5, b"x"]  # noqa: RUF012

    MATCH = {  # noqa: RUF012
        "map": [5, "no such", "mit Leer zeichen/日本 ü.json"],
        "players": ["x"],
        "opponents": [5, [1], {1: 5}, {1: "no such"}],
        "seed": ["x"],
        "secret": [*TEXTS, "x"],
        "turns": ["x"],
        "special": ["x", 2],
        "rules": [*TEXTS, "x"],
        "program": [5, "/no such/ü"],
        "observation": [*TEXTS, "x"],
        "max_steps": ["x"],
    }

    def test_vec_env(self):
        self.wrong(
            lambda **given: blastyard.VecEnv(**{"n": 1, **TINY, **given}),
            {**self.MATCH, "game": [*self.TEXTS, "x"], "autoreset": [5, "x"], "reward": [5, "x"], "copy": ["x"], "state": [5, "{", b"\xff", [1]],
             "draw_power_ups": ["x"], "threads": ["x"], "seats": ["x"], "n": [0, None]},
        )  # fmt: skip

    def test_methods_of_vec_env(self):
        with blastyard.VecEnv(2, **TINY) as env:
            self.wrong(env.step, {"actions": ["x", [[1.5, 1.5], [0, 0]]]})
            self.wrong(env.reset, {"seed": ["x", 1.5]})
            self.wrong(lambda **given: env.reset_matches(**{"matches": [0], **given}), {"matches": [5, ["x"], [9]], "seeds": ["x", [1.5]]})
            self.wrong(lambda **given: env.render(**{"mode": "ansi", **given}), {"match": ["x", 2], "mode": [5, "x"]})
            self.wrong(lambda **given: env.legal_actions(**{"match": 0, "player": 0, **given}), {"match": ["x", 9], "player": ["x", 5]})
            self.wrong(env.simulator, {"match": ["x", 9], "seed": ["x", -1]})
            self.wrong(env.set_opponents, {"opponents": [5, [5]]})
            self.wrong(lambda **given: env.branch(**{"source": 0, "matches": [1], **given}), {"source": ["x", [None]], "matches": [5, ["x"]]})
            self.wrong(env.playout, {"turns": ["x", 1.5]})
            self.wrong(env.choices, {"matches": ["x", 5]})
            self.wrong(env.raw, {"matches": ["x", 5]})
            for state in (5, "{", {"type": "turn", "state": 5}):
                self.wrong(lambda **given: env.set(given["state"]), {"state": [state]})
            env.step(np.zeros_like(env.actions))  # it is as it was

    def test_simulator(self):
        match = {"game": "hexabomb", **TINY}
        self.wrong(
            lambda **given: blastyard.Simulator(**{**match, **given}),
            {"game": [*self.TEXTS, "x"], "map": [5, [1], "no such"], "players": ["x"], "special": ["x", 2], "rules": [*self.TEXTS, "x"], "seed": ["x"],
             "turn_number": ["x", 1.5], "secret": self.TEXTS, "report": ["x"], "stood": [5], "draw_power_ups": ["x"], "program": [5, "/no such/ü"]},
        )  # fmt: skip
        self.wrong(lambda **given: blastyard.Simulator(**given), {"state": [5, "{", b"\xff", [1], {"type": "turn", "state": 5}]})
        for game in (match, {"game": "bomberman", "players": 2}):
            with blastyard.Simulator(**game) as one:
                self.wrong(one.steps, {"turns": [5, None]})
                self.wrong(one.states, {"turns": [5, None]})
                self.wrong(one.legal, {"player": ["x", 9]})
                self.wrong(lambda **given: one.observe(**{"player": 0, **given}), {"player": ["x", 9], "observation": [5, "x"], "turns": ["x"]})
                self.wrong(one.copy, {"seed": ["x"]})
                self.wrong(one.branches, {"n": ["x", 0]})
        with blastyard.Simulator(**match) as one:
            self.wrong(one.step, {"actions": [5, None, {0: 5}, {"x": []}]})

    def test_dataset(self):
        self.wrong(blastyard.dataset, {"replays": [5, [5], b"x", {}]})
        self.wrong(lambda **given: blastyard.dataset(__file__, **given), {"observation": [5, "x"], "players": [5, "x"], "batch": ["x"], "program": [5]})
        with self.assertRaisesRegex(blastyard.Error, "there is no replay at 'Ordner mit ü/日本'"):
            blastyard.dataset("Ordner mit ü/日本")

    def test_league(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "Liga mit Leerzeichen 日本"
            self.wrong(lambda **given: blastyard.league.League(**{"folder": place, **given}), {"folder": [5, "a\0b"], "scale": ["x", 0], "builtin": ["greedy", [5]], "seed": ["x"]})
            league = blastyard.league.League(place)
            self.wrong(lambda **given: league.record(**{"players": ["a", "b"], "ranks": [1, 2], **given}), {"players": [5, "ab", [1, 2]], "ranks": [5, ["x", 1]]})
            self.wrong(league.draw, {"count": ["x", -1]})
            self.wrong(league.entrant, {"name": [5, None]})
            self.wrong(lambda **given: league.add(**{"name": "a", "save": print, **given}), {"name": [5], "save": [5]})
            self.wrong(lambda **given: league.play(**{"name": "me", "policy": len, **given}), {"policy": [5], "blocks": ["x", 0], "players": ["x", 0], "opponents": [5, "x"]})
            self.assertEqual(len(league), 0)

    def test_field(self):
        self.wrong(blastyard.Field, {"maps": [5, "tiny", [5]], "game": [5], "players": ["x"], "seats": ["x"], "opponents": [5, "random", [5]], "draw": [5], "rules": [5]})
        self.wrong(lambda **given: blastyard.FieldEnv(1, **given), {"field": [5, None]})

    def test_environments_of_libraries(self):
        vec = {**{k: v for k, v in self.MATCH.items() if k != "opponents"}, "dtype": [5, "x"], "render_mode": [5, "x"]}
        self.wrong(lambda **given: blastyard.gym_env(**{**TINY, **given}), {**vec, "opponents": [5, [1]], "seat": ["x", 5]})
        self.wrong(lambda **given: blastyard.gym_env(**given), {"field": [5]})
        self.wrong(lambda **given: blastyard.make_vec(**{**TINY, **given}), {**vec, "opponents": [5, [1]], "autoreset_mode": [5, "x"]})

    def test_run(self):
        self.wrong(
            lambda **given: blastyard.run(**{"agent": len, "protocol": "stdio", **given}),
            {"agent": [5], "game": [5], "observation": [5, "x"], "name": [5], "protocol": [5, "x"], "special": ["x"], "program": [5]},
        )

    @unittest.skipIf(os.name == "nt", "scripts of a shell")
    def test_programs(self):
        """A program that is missing, is none, or is of another version, is said so by its path."""
        with tempfile.TemporaryDirectory(prefix="Programme mit ü ") as folder:
            for content, says in {
                "hello": "cannot be started: ",
                "#!/bin/sh\nexit 2\n": "it ended with exit code 2 before it answered: expected the program of this package's version",
                "#!/bin/sh\nread line\necho hello\nread line\n": "it answered b'hello': expected the program of this package's version",
                "#!/bin/sh\nread line\necho [1]\nread line\n": "it answered b'[1]': expected the program of this package's version",
            }.items():
                program = Path(folder) / "program"
                program.write_text(content)
                program.chmod(0o755)
                for make in (blastyard.VecEnv, blastyard.Simulator):
                    with self.subTest(content=content, make=make), self.assertRaises(blastyard.Error) as caught:
                        make(**({"n": 1} if make is blastyard.VecEnv else {}), game="hexabomb", **TINY, program=str(program))
                    said = str(caught.exception)
                    self.assertIn(str(program), said)
                    self.assertIn(says, said)
                    self.assertNotRegex(said, self.PYTHON)

    def test_closed(self):
        """Whatever is asked of a closed environment, it says so."""
        env = blastyard.VecEnv(1, **TINY)
        match = blastyard.Simulator(game="hexabomb", **TINY)
        field = blastyard.FieldEnv(1, blastyard.Field(["tiny"]))
        for one in (env, match, field):
            one.close()
        calls = [
            env.reset, env.step, lambda: env.reset_matches([0]), env.render, env.raw, env.choices, lambda: env.playout(1), lambda: env.legal_actions(0, 0),
            env.simulator, lambda: env.branch(0, [0]), match.copy, lambda: match.step({}), lambda: match.legal(0), lambda: match.states([{}]), lambda: match.observe(0),
            lambda: match.branches(1), lambda: match.state, field.reset, field.step,
        ]  # fmt: skip
        for i, call in enumerate(calls):
            with self.subTest(call=i), self.assertRaisesRegex(blastyard.EnvironmentClosed, "is closed: it was closed by close"):
                call()


if __name__ == "__main__":
    unittest.main()
