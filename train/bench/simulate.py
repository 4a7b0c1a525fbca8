"""Measures `blastyard simulate` and blastyard.Simulator: turns a second, alone and in sequences.

    python3 train/bench/simulate.py PROGRAM [--map tiny] [--seconds 1]

Prints a Markdown table. "asked" waits for each answer before it sends the next line. Times by the clock depend on the
load of the machine, so the processor time of the program is beside them.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

try:
    import blastyard
except ImportError:  # not installed: the package beside this script
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
    import blastyard

TOGETHER = 20  # turns of a line


def text(value):
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def measure(program, game, start, lines, each, seconds):
    """Return turns a second and microseconds of processor time a turn; each line waits for its answer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen([program, "simulate", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdin.write(text(start))
        child.stdin.flush()
        child.stdout.readline()
        turns, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < seconds:
            for line in lines:
                child.stdin.write(line)
                child.stdin.flush()
                child.stdout.readline()
            turns += each * len(lines)
        elapsed = time.perf_counter() - begin
        child.stdin.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return turns / elapsed, 1e6 * used / turns


def python(start, turns, each, seconds):
    """Return turns a second with the class Simulator."""
    with blastyard.Simulator(**start) as sim:
        played, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < seconds:
            for i in range(0, len(turns), each):
                sim.steps(turns[i : i + each])
            played += len(turns)
        return played / (time.perf_counter() - begin)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--map", default="tiny")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    os.environ["BLASTYARD_PROGRAM"] = os.path.abspath(options.program)
    rng = random.Random(1)
    directions = ["x+", "y+", "z+", "x-", "y-", "z-"]
    hexa = [
        [
            {"player_id": p, "actions": [{"id": p, "movement": "move", "direction": rng.choice(directions)}]}
            for p in range(options.players)
        ]
        for _ in range(200)
    ]
    squares = [[rng.choice([0, 1, 2, 3, 4]) for _ in range(2)] for _ in range(200)]
    print(f"load {os.getloadavg()[0]:.1f}\n")
    print("| game | lines | turns a second | µs of the program's processor time |\n|---|---|---|---|")
    games = [
        ("hexabomb", {"map": options.map, "nb_players": options.players}, hexa, "player_actions", "turns", None),
        ("bomberman", {"players": 2, "seed": 1}, squares, "commands", "rounds", "state"),
    ]
    for game, start, turns, single, many, form in games:
        full = {"answer": form} if form else {}
        groups = [turns[i : i + TOGETHER] for i in range(0, len(turns), TOGETHER)]
        rows = [
            ("a turn, its state", [{single: t, **full} for t in turns], 1),
            ("a turn, brief", [{single: t, "answer": "brief"} for t in turns], 1),
            (f"{TOGETHER} turns, the last state", [{many: g, **full} for g in groups], TOGETHER),
            (f"{TOGETHER} turns, brief", [{many: g, "answer": "brief"} for g in groups], TOGETHER),
        ]
        for name, lines, each in rows:
            ready = [text(line) for line in lines]
            runs = range(options.repeat)
            results = [measure(options.program, game, start, ready, each, options.seconds) for _ in runs]
            speed, used = (statistics.median(column) for column in zip(*results))
            print(f"| {game} | {name} | {speed:,.0f} | {used:.1f} |", flush=True)
        arguments = {"game": game, "players": 2}
        if game == "hexabomb":
            arguments = {"map": options.map, "players": options.players}
        for each in (1, TOGETHER):
            speeds = [python(arguments, turns, each, options.seconds) for _ in range(options.repeat)]
            print(f"| {game} | Simulator, {each} at a time | {statistics.median(speeds):,.0f} | |", flush=True)


if __name__ == "__main__":
    main()
