"""Measures how fast blastyard.dataset reads replays: rows a second, in wall time and in processor time.

    python train/bench/dataset.py [--games 200]

It plays series of built-in bots first, and reads their replays with planes
and without. A row is a player in a turn. The processor time is that of Python
and of the program, the start of the program included.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time

import blastyard

CASES = {
    "hexabomb, 37 cells, 6 players": ["--map", "tiny", *["--bot", "builtin:greedy"] * 3, *["--bot", "builtin:random"] * 3],
    "Bomberman, 2 players": ["bomberman", "--bot", "builtin:gatherer", "--bot", "builtin:hunter"],
    "hexabomb, 415 cells, 4 players of 7": ["--map", "arena4", *["--bot", "builtin:greedy"] * 4],
}


def processor() -> float:
    """Return the seconds of processor time of this process and of those that it has waited for."""
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    print(f"{'':36} {'':7} {'rows':>8} {'rows/s':>9} {'a second of processor':>22}")
    for name, arguments in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            command = [blastyard.program(), "play", *arguments, "--games", str(games), "--seed", "1", "--quiet"]
            subprocess.run(
                [*command, "--results", "none", "--replay", folder], check=True, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)  # fmt: skip
            for form in ("planes", "none"):
                began, used, rows = time.perf_counter(), processor(), 0
                with blastyard.dataset(folder, form) as data:
                    rows = sum(len(batch["turn"]) for batch in data)
                wall, used = time.perf_counter() - began, processor() - used
                print(f"{name:36} {form:7} {rows:8d} {rows / wall:9,.0f} {rows / used:22,.0f}")


if __name__ == "__main__":
    main()
