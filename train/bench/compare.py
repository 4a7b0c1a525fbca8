#!/usr/bin/env python3
"""Compares the speed of environments: ours, PufferLib's and EnvPool's multi-agent grid environments.

    python train/bench/compare.py [--rounds 5] [--seconds 2] [--threads 2] [--only ours]

Every environment gets random actions that NumPy draws for each step. The rounds alternate, so that all see the same
load; the figures are medians. A package that is not installed, or does not work, is left out; a line says so.
pufferlib 3.0.0 fetches raylib and Box2D from GitHub when pip builds it. Without GitHub, compile the three bindings from
its source archive: gcc -shared -fPIC -O2 -flto pufferlib/ocean/rware/binding.c, with raylib, which is in the archive.

    env-steps     one for each turn of one match, however many play in it
    agent-steps   env-steps times agents (in hexabomb: characters)
    bytes seen    size of the observation that an agent gets in a step
    wall          by the clock: depends on what else runs on the machine
    processor     for each second of processor time, of all threads and processes of the environment and of this one:
                  comparable on a busy machine. Times --threads it is about what an idle machine would do.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Step = Callable[[], Any]


class Running(NamedTuple):
    """An environment that is ready."""

    step: Step
    """Play a step of all matches."""
    close: Step
    """End the environment."""
    seen: float
    """The bytes of observation that an agent gets in a step."""


class Candidate(NamedTuple):
    """An environment to measure."""

    name: str
    envs: int
    agents: int
    start: Callable[[Candidate, int, np.random.Generator], Running]
    settings: dict[str, Any]


def ours(c: Candidate, threads: int, rng: np.random.Generator) -> Running:
    """One environment for each thread: NumPy draws legal actions for one while the others play."""
    import blastyard

    envs = [blastyard.VecEnv(c.envs // threads, seed=i, threads=1, **c.settings) for i in range(threads)]
    if (agents := envs[0].actions[0].size) != c.agents:
        raise RuntimeError(f"{agents} characters, expected {c.agents}")
    for env in envs:
        env.reset()
        env.sample(rng, env.actions)
        env.step_async()

    def step() -> None:
        for env in envs:
            env.step_wait()
            env.sample(rng, env.actions)
            env.step_async()

    def close() -> None:
        for env in envs:
            env.close()

    return Running(step, close, sum(a.nbytes for a in envs[0].obs.values()) / envs[0].actions.size)


def pufferlib(c: Candidate, threads: int, rng: np.random.Generator) -> Running:
    """In this process with one thread, or in as many processes as threads by PufferLib's own vectorisation."""
    import importlib

    import pufferlib.vector

    make = getattr(importlib.import_module(c.settings["module"]), c.settings["name"])
    options = c.settings["options"]
    with contextlib.redirect_stdout(io.StringIO()):
        if threads == 1 or not c.settings["processes"]:
            env = make(num_envs=c.envs, **options)
        else:
            env = pufferlib.vector.make(
                make, env_kwargs={"num_envs": c.envs // threads, **options}, num_envs=threads, num_workers=threads,
                batch_size=threads, backend=pufferlib.vector.Multiprocessing,
            )
        env.reset(seed=1)
    count, total = env.single_action_space.n, env.num_agents
    if total != c.envs * c.agents:
        raise RuntimeError(f"{total} agents, expected {c.envs * c.agents}")

    def step() -> None:
        env.step(rng.integers(0, count, total, dtype=np.int32))

    seen = env.single_observation_space
    return Running(step, env.close, int(np.prod(seen.shape)) * seen.dtype.itemsize)


def envpool(c: Candidate, threads: int, rng: np.random.Generator) -> Running:
    import envpool

    env = envpool.make(c.settings["task"], env_type="gymnasium", num_envs=c.envs, num_threads=threads)
    first, _ = env.reset()
    space = env.action_space
    if space.shape != (c.agents,):
        raise RuntimeError(f"actions of the shape {space.shape}, expected ({c.agents},)")

    def step() -> None:
        env.step(rng.integers(space.low[0], space.high[0] + 1, (c.envs, c.agents), dtype=np.int32))

    seen = sum(a.nbytes for a in first.values()) / (c.envs * c.agents)
    return Running(step, lambda: None, seen)  # its close fails with some versions of Gymnasium


def candidates(envs: int) -> list[Candidate]:
    def puffer(name: str, module: str, agents: int, n: int = envs, **options: Any) -> list[Candidate]:
        settings = {"name": name, "module": f"pufferlib.ocean.{module}.{module}", "options": options}
        return [
            Candidate(f"pufferlib {module}, {how}", n, agents, pufferlib, {**settings, "processes": processes})
            for processes, how in ((False, "this process"), (True, "a process a thread"))
        ]

    hexabomb = {"game": "hexabomb", "map": "tiny"}
    listed = [
        Candidate("blastyard hexabomb planes", envs, 6, ours, {**hexabomb, "players": 6}),
        Candidate("blastyard hexabomb cells", envs, 6, ours, {**hexabomb, "players": 6, "observation": "cells"}),
        Candidate("blastyard hexabomb none", envs, 6, ours, {**hexabomb, "players": 6, "observation": "none"}),
        Candidate("blastyard hexabomb duel planes", envs, 2, ours, {**hexabomb, "players": 2}),
        Candidate("blastyard hexabomb 415 cells planes", envs // 8, 28, ours, {"map": "arena4", "players": 4}),
        Candidate("blastyard bomberman planes", envs, 2, ours, {"game": "bomberman", "players": 2}),
        *puffer("Snake", "snake", 256, n=16),
        *puffer("Rware", "rware", 4),
        *puffer("PyCPR", "cpr", 8),
        *puffer("TrashPickupEnv", "trash_pickup", 3),
    ]
    jumanji = {"RobotWarehouse-v0": 4, "LevelBasedForaging-v0": 2, "Connector-v2": 10, "Cleaner-v0": 3}
    for task, agents in jumanji.items():
        listed.append(Candidate(f"envpool {task}", envs, agents, envpool, {"task": task}))
    return listed


def family() -> list[int]:
    """Return this process and all its descendants."""
    parent = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as f:
                parent[int(entry)] = int(f.read().rsplit(")", 1)[1].split()[1])
    found = [os.getpid()]
    for pid in found:
        found += [p for p, above in parent.items() if above == pid]
    return found


def processor(pids: list[int]) -> float:
    """Return the seconds of processor time of running processes."""
    ticks = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            ticks += sum(map(int, f.read().rsplit(")", 1)[1].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Figure(NamedTuple):
    """The measurements of a round."""

    wall: float
    """Env-steps a second by the clock."""
    processor: float
    """Env-steps for each second of processor time; NaN if it is unknown."""
    seen: float
    """Bytes of observation."""


def measure(c: Candidate, threads: int, seconds: float, seed: int) -> Figure:
    running = c.start(c, threads, np.random.default_rng(seed))
    try:
        for _ in range(3):
            running.step()
        pids = family() if os.path.isdir("/proc/self") else []
        used, start, steps = processor(pids), time.perf_counter(), 0
        while (now := time.perf_counter()) < start + seconds:
            running.step()
            steps += 1
        used = processor(pids) - used
    finally:
        running.close()
    return Figure(steps * c.envs / (now - start), steps * c.envs / used if used else float("nan"), running.seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each environment in each round")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--envs", type=int, default=512, help="matches in lockstep")
    parser.add_argument("--only", default="", help="only environments whose name contains this")
    args = parser.parse_args()
    if args.envs <= 0 or args.envs % (8 * args.threads):
        parser.error(f"--envs {args.envs}: expected a multiple of 8 times --threads, so that all are split alike")
    listed = [c for c in candidates(args.envs) if args.only in c.name]
    found: dict[str, list[Figure]] = {}
    gone: set[str] = set()
    load: list[float] = []
    for round_ in range(args.rounds):
        for c in listed:
            if c.name in gone:
                continue
            try:
                found.setdefault(c.name, []).append(measure(c, args.threads, args.seconds, round_))
            except Exception as error:  # report any error of an environment
                gone.add(c.name)
                found.pop(c.name, None)
                print(f"left out: {c.name}: {type(error).__name__}: {error}", flush=True)
            load.append(os.getloadavg()[0])
    report(listed, found, load, args)


def report(listed: list[Candidate], found: dict[str, list[Figure]], load: list[float], args: Any) -> None:
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors, {args.threads} threads, "
          f"{args.rounds} rounds of {args.seconds:g} s, load {min(load):.0f} to {max(load):.0f}\n")
    print("| million steps a second, medians | agents | bytes seen | env-steps, wall | (lowest to highest) "
          "| env-steps, processor | agent-steps, wall | agent-steps, processor |\n|---|---|---|---|---|---|---|---|")
    for c in listed:
        if c.name not in found:
            continue
        wall = [f.wall / 1e6 for f in found[c.name]]
        w, p = statistics.median(wall), statistics.median(f.processor / 1e6 for f in found[c.name])
        print(f"| {c.name} | {c.agents} | {found[c.name][0].seen:.0f} | {w:.3g} | {min(wall):.3g} to {max(wall):.3g} "
              f"| {p:.3g} | {w * c.agents:.3g} | {p * c.agents:.3g} |")


if __name__ == "__main__":
    main()
