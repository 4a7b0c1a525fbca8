"""Measures many branches in one request: matches set to a state, and turns played in them, in CPU time of all processes.

usage: branches.py [--matches N] [--turns T] [--repeat R]
"""

from __future__ import annotations

import argparse
import resource
from pathlib import Path

import numpy as np

import blastyard


def cpu(pid: int) -> float:
    """Return the seconds of CPU time that this process and a child have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (int(fields[11]) + int(fields[12])) / 100 + used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=10)
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    for game, more in (
        ("hexabomb", {"map": "tiny", "players": 2}), ("hexabomb", {}), ("bomberman", {})
    ):
        for form in ("planes", "none"):
            with blastyard.VecEnv(
                options.matches, game, observation=form, threads=1, autoreset="disabled", turns=100, seed=1, **more
            ) as env:
                env.playout(30, [0], seed=2)
                pid = env._client.pid
                state = env.simulator(0)
                plan = rng.integers(0, env.num_actions, (options.turns, *env.actions.shape), np.uint8)
                everyone = np.arange(1, env.n)
                times = {"set": 0.0, "branch": 0.0, "play": 0.0, "playout": 0.0}
                for repeat in range(options.repeat):
                    for name, call in (
                        ("set", lambda: env.set(state, seeds=repeat)),
                        ("branch", lambda: env.branch(0, everyone, seeds=repeat)),
                        ("play", lambda: env.play(plan)),
                    ):
                        begin = cpu(pid)
                        call()
                        times[name] += cpu(pid) - begin
                    env.set(state)
                    begin = cpu(pid)
                    env.playout(options.turns, seed=repeat)
                    times["playout"] += cpu(pid) - begin
                states = options.matches * options.repeat
                turns = states * options.turns
                both = times["branch"] + times["play"]
                print(
                    f"{game} {more} {form}: set {times['set'] / states * 1e6:.2f} µs, "
                    f"branch {times['branch'] / states * 1e6:.2f} µs a match; play {turns / times['play'] / 1e3:.0f}, "
                    f"branch and play {turns / both / 1e3:.0f}, random legal {turns / times['playout'] / 1e3:.0f} "
                    "thousand turns a CPU second"
                )
                state.close()


if __name__ == "__main__":
    main()
