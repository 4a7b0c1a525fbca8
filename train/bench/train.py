"""Measures environment steps a second from Python, with random legal actions by NumPy.

    python train/bench/train.py [--seconds 2] [--rounds 5] [--form planes] [--case tiny] [--matches 256 1024] [--single]

A step is one turn of one match, whatever the number of its players. Each row
is the median of the rounds; the rounds of all rows alternate, so that other
work on the machine meets all of them. "one" is one VecEnv: Python draws
actions while the program waits. "two" is two VecEnvs in turn: Python draws
the actions of one while the program steps the other. "two apart" is two
VecEnvs, each in a thread of Python's. The last two columns are processor time
of Python and of the program for a step, which tell more than the rates on a
machine that is busy with other things.

With --single there is one VecEnv with one thread. Python and the program run
one after the other, so one processor does both. What a turn costs depends on
its place in the episode, and the episodes of an environment run side by side,
so what is timed is 100 steps together. The figures are the 10th percentile of
these, which other work changes less: the whole step, and the processor time
of Python in it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

import blastyard

CASES = {
    "tiny": ("hexabomb, 37 cells, 6 players", {"game": "hexabomb", "map": "tiny", "players": 6}, 256),
    "bomberman": ("Bomberman, 2 players", {"game": "bomberman", "players": 2}, 256),
    "arena4": ("hexabomb, 415 cells, 4 players of 7", {"game": "hexabomb", "map": "arena4", "players": 4}, 32),
}


class Way(NamedTuple):
    """The way in which a case is stepped."""

    envs: int
    apart: bool  # each in a thread of Python's
    threads: int  # of each program; 0: one a processor

    def __str__(self) -> str:
        return f"{('one', 'two')[self.envs - 1]}{' apart' if self.apart else ''}"


WAYS = (Way(1, False, 0), Way(2, False, 0), Way(2, False, 1), Way(2, True, 1))


class Runner:
    """Some environments of a case, stepped in turn, or each in a thread of its own."""

    def __init__(self, options: dict, matches: int, way: Way, form: str) -> None:
        self.way = way
        self.envs = [
            blastyard.VecEnv(matches, **options, observation=form, seed=i, threads=way.threads)
            for i in range(way.envs)
        ]
        self.rngs = [np.random.default_rng(i) for i in range(way.envs)]
        for env in self.envs:
            env.reset()

    def run(self, seconds: float) -> tuple[float, float, float]:
        """Step for some time.

        Returns steps of matches a second, and nanoseconds of processor time
        for a step: of Python, of the program.
        """
        python, program = self.processor()
        begin = time.perf_counter()
        each = range(len(self.envs))
        if self.way.apart:
            with ThreadPoolExecutor(len(self.envs)) as pool:
                steps = sum(pool.map(lambda i: self.step([i], begin + seconds), each))
        else:
            steps = self.step(each, begin + seconds)
        took = time.perf_counter() - begin
        after = self.processor()
        return steps / took, (after[0] - python) / steps * 1e9, (after[1] - program) / steps * 1e9

    def step(self, which: Sequence[int], end: float) -> int:
        """Step environments in turn until a time. Returns how many steps of matches that were."""
        steps = 0
        turns = [(self.envs[i], self.rngs[i]) for i in which]
        for env, rng in turns:
            env.sample(rng, out=env.actions)
            env.step_async()
        while time.perf_counter() < end:
            for env, rng in turns:
                env.step_wait()
                env.sample(rng, out=env.actions)
                env.step_async()
                steps += env.n
        for env, _ in turns:
            env.step_wait()
            steps += env.n
        return steps

    def processor(self) -> tuple[float, float]:
        """Processor time so far, in seconds: of Python, and of the programs (0 where it is not known)."""
        programs = 0.0
        for env in self.envs:
            try:
                with open(f"/proc/{env._client.pid}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                return time.process_time(), 0.0
            programs += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return time.process_time(), programs

    def close(self) -> None:
        for env in self.envs:
            env.close()


WINDOW = 100  # steps that are timed together: an episode of hexabomb


def single(case: str, matches: int, form: str, windows: int) -> None:
    """Measure the steps of one VecEnv."""
    text, options, _ = CASES[case]
    whole, python = np.empty(windows), np.empty(windows)
    rng = np.random.default_rng(1)
    with blastyard.VecEnv(matches, **options, observation=form, threads=1) as env:
        env.reset()
        for i in range(windows):
            begin, used = time.perf_counter(), time.thread_time()
            for _ in range(WINDOW):
                env.step(env.sample(rng, out=env.actions))
            whole[i], python[i] = time.perf_counter() - begin, time.thread_time() - used
    step, own = np.percentile(whole, 10) / WINDOW * 1e6, np.percentile(python, 10) / WINDOW * 1e6
    print(f"{text:36} {matches:7} {matches / step * 1e6:11,.0f} steps/s {step:8.1f} us, Python {own:6.1f} us")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one round of one row")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--form", default="planes", help="planes, cells or none")
    parser.add_argument("--case", choices=list(CASES), action="append", help="default: all")
    parser.add_argument("--matches", type=int, nargs="+", help="of an environment, one or more; default: each case's")
    parser.add_argument("--single", action="store_true", help="one VecEnv with one thread")
    args = parser.parse_args()

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if args.single:
        for _ in range(args.rounds):
            for case in args.case or CASES:
                for matches in args.matches or [CASES[case][2]]:
                    single(case, matches, args.form, int(args.seconds * 3_000 / matches) + 20)
        return
    rows = []
    for case in args.case or CASES:
        text, options, usual = CASES[case]
        for matches in args.matches or [usual]:
            for way in WAYS:
                rows.append((text, way, matches, Runner(options, matches, way, args.form), []))
    for _ in range(args.rounds):
        for *_, runner, rounds in rows:
            rounds.append(runner.run(args.seconds))
    print(f"observation {args.form}, {cores} cores, load {os.getloadavg()[0]:.1f}, NumPy {np.__version__}")
    print(f"{'':36} envs      threads matches     steps/s        best    Python   program")
    for text, way, matches, runner, rounds in rows:
        runner.close()
        rates, python, program = zip(*rounds, strict=True)
        print(
            f"{text:36} {way!s:9} {way.threads or cores:7} {matches:7} {statistics.median(rates):11,.0f} {max(rates):11,.0f} "
            f"{statistics.median(python):6,.0f} ns {statistics.median(program):6,.0f} ns"
        )


if __name__ == "__main__":
    main()
