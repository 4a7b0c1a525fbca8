"""What follows from a secret, by the formula of the manual and the standard library of Python."""

import hashlib
import hmac
import json
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]


def key(secret, use, *numbers):
    text = f"blastyard {use}\0".encode() + b"".join(n.to_bytes(8, "big") for n in numbers)
    return hmac.new(bytes.fromhex(secret), text, hashlib.sha256).digest()


class Vectors(unittest.TestCase):
    """The tables that Go, WebAssembly and TypeScript are tested with."""

    def test_matches(self):
        rows = json.loads((TOP / "game/match/testdata/secrets.json").read_text())
        self.assertGreaterEqual(len(rows), 3)
        for row in rows:
            secret = row["secret"]
            for i in (0, 9):
                self.assertEqual(key(secret, "match", i)[:16].hex(), row[f"secret_of_match_{i}"])
            self.assertEqual(key(secret, "bomberman").hex(), row["key_of_bomberman"])
            bots = [int.from_bytes(key(secret, "bot", player)[:8], "big") for player in (0, 1)]
            self.assertEqual(bots, row["bot_seeds"])
            seeds = [int.from_bytes(key(secret, "program", p, 0)[:4], "big") >> 1 for p in (0, 1)]
            self.assertEqual(seeds, row["program_seeds"])
            late = int.from_bytes(key(secret, "program", 1, 7)[:4], "big") >> 1
            self.assertEqual(late, row["program_seed_of_player_1_in_round_7"])

    def test_blocks_of_events(self):
        rows = json.loads((TOP / "tournament/testdata/secrets.json").read_text())
        self.assertGreaterEqual(len(rows), 15)
        numbers = {"0.0": (0, 0), "0.3": (0, 0), "12.1": (0, 12), "f0.1": (1, 0), "f2-5.0": (2, 5)}
        for row in rows:
            tries = [row["try"]] if row.get("try") else []  # the first has none
            self.assertEqual(key(row["event"], "block", *numbers[row["match"]], *tries)[:16].hex(), row["secret"])
