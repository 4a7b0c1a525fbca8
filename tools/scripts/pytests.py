"""usage: pytests.py MODULE…

Runs modules of tests, two at a time. A test that fails runs twice more, alone: if it passes both times it is told as
flaky, and the run goes on. With BLASTYARD_RESULTS=DIR what failed and what was flaky is also added to DIR/failed.txt and
DIR/flaky.txt. Exits with 1 if something failed.
"""

import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

# How many lines are told of what a failed test said.
LINES = 20


def run_here(name, failures):
    """Run tests in this process, as `python -m unittest` does. Writes {id: text} of those that failed."""
    result = unittest.main(module=None, argv=["unittest", name], exit=False).result
    told = {}
    for test, text in result.failures + result.errors:
        told.setdefault(getattr(test, "test_case", test).id(), text)  # a subtest's test runs again
    for test in result.unexpectedSuccesses:
        told[test.id()] = "passed, and was expected to fail"
    if result.testsRun == 0 and not told:
        told[name] = "no test ran"
    Path(failures).write_text(json.dumps(told))


def run(name):
    """Run tests in a process of their own. Returns what it printed, and {id: text} of those that failed."""
    with tempfile.TemporaryDirectory() as folder:
        failures = Path(folder, "failures")
        done = subprocess.run(
            [sys.executable, __file__, "--here", name, failures],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode != 0 or not failures.exists():
            return done.stdout, {name: f"{done.stdout}\nended with exit code {done.returncode}"}
        return done.stdout, json.loads(failures.read_text())


def passes_twice(test):
    return all(not run(test)[1] for _ in range(2))


def tell(file, text):
    print(text, flush=True)
    if folder := os.environ.get("BLASTYARD_RESULTS"):
        with Path(folder, file).open("a", encoding="utf-8") as f:
            f.write(text + "\n")


def main(modules):
    failed = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for module, (text, failures) in zip(modules, pool.map(run, modules)):
            print(f"== {module}\n{text}", flush=True)
            failed |= failures
    broken = False
    for test, text in failed.items():
        lines = text.strip().splitlines()
        if passes_twice(test):
            tell("flaky.txt", f"FLAKY: python {test}: {lines[-1]}")
        else:
            broken = True
            tell("failed.txt", "\n    ".join([f"FAILED: python {test}", *lines[-LINES:]]))
    return 1 if broken else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        sys.exit(run_here(*sys.argv[2:]))
    sys.exit(main(sys.argv[1:]))
