"""How environments end: kills, forks, interrupts, threads, collection."""

import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import blastyard

TINY = {"map": "tiny", "players": 6, "turns": 50}

# Time limit for a condition on a busy machine, in seconds.
PATIENCE = 60


def gone(pid):
    """Return whether a process has ended, also if nobody has waited for it."""
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "Z"
    if Path("/proc/self/stat").exists():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def until(condition, what):
    """Wait for a condition. It is checked often; a deadline ends a broken test."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"after {PATIENCE} s: {what}")
        threading.Event().wait(0.01)


def stop(pid):
    """Stop a program that is a child of this process, and wait until it has stopped."""
    os.kill(pid, signal.SIGSTOP)
    os.waitpid(pid, os.WUNTRACED)


def python(code, **options):
    """Start a Python that runs code. It sees the same package and program."""
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True, **options
    )


def steps(env, n=3):
    rng = np.random.default_rng(1)
    for _ in range(n):
        env.step(env.sample(rng))


def played(text):
    """Play with an environment from a pickle. Return its program, its scores and its seeds."""
    with pickle.loads(text) as env:
        env.playout(10, seed=1)
        return env._client.pid, env.scores.tolist(), env.seeds.tolist()


class Ends(unittest.TestCase):
    def test_close(self):
        env = blastyard.VecEnv(1, **TINY)
        pid = env._client.pid
        planes = env.obs["planes"]
        env.close()
        env.close()
        self.assertTrue(env.closed)
        self.assertTrue(gone(pid))
        self.assertTrue(planes.any(), "the arrays stay readable")
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "closed by close"):
            env.step()
        with self.assertRaises(blastyard.EnvironmentClosed):
            env.reset()

    @unittest.skipIf(sys.platform == "win32", "Windows has no signals")
    def test_the_program_is_killed(self):
        env = blastyard.VecEnv(1, **TINY)
        steps(env)
        os.kill(env._client.pid, signal.SIGKILL)
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, r"signal 9 \(SIGKILL\).*create a new"):
            env.step()
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "SIGKILL"):
            env.step()
        self.assertTrue(env.closed)

    @unittest.skipIf(sys.platform == "win32", "Windows has no signals")
    def test_the_program_is_killed_in_a_step(self):
        env = blastyard.VecEnv(1, **TINY)
        pid = env._client.pid
        stop(pid)
        killer = threading.Timer(0.2, os.kill, (pid, signal.SIGKILL))
        killer.start()
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "SIGKILL"):
            env.step()
        killer.join()

    def test_collection(self):
        env = blastyard.VecEnv(1, **TINY)
        pid, planes = env._client.pid, env.obs["planes"]
        self.assertFalse(gone(pid))
        del env
        gc.collect()
        self.assertTrue(gone(pid), "an environment without references still runs")
        self.assertTrue(planes.any())

    def test_the_interpreter_ends(self):
        child = python(
            "import blastyard\n"
            "env = blastyard.VecEnv(1, map='tiny')\n"
            "print(env._client.pid, flush=True)\n"
        )
        out, _ = child.communicate(timeout=PATIENCE)
        self.assertEqual(child.returncode, 0)
        self.assertTrue(gone(int(out)))

    def test_an_exception_in_the_block(self):
        with self.assertRaises(ZeroDivisionError), blastyard.VecEnv(1, **TINY) as env:
            raise ZeroDivisionError
        self.assertTrue(env.closed)

    def test_a_program_that_is_none(self):
        before = os.environ.get("BLASTYARD_PROGRAM")
        try:
            os.environ["BLASTYARD_PROGRAM"] = "/no/such/program"
            with self.assertRaisesRegex(blastyard.ProgramNotFound, "/no/such/program"):
                blastyard.VecEnv(1)
            os.environ["BLASTYARD_PROGRAM"] = sys.executable  # it knows no "train"
            with self.assertRaisesRegex(blastyard.Error, "exit code 2 before it answered"):
                blastyard.VecEnv(1)
        finally:
            del os.environ["BLASTYARD_PROGRAM"]
            if before is not None:
                os.environ["BLASTYARD_PROGRAM"] = before

    def test_several_at_once(self):
        envs = [blastyard.VecEnv(2, seed=seed, **TINY) for seed in (1, 2, 1)]
        for env in envs:
            steps(env, 8)
        np.testing.assert_array_equal(envs[0].obs["planes"], envs[2].obs["planes"])
        self.assertTrue((envs[0].seeds != envs[1].seeds).all())
        envs[1].close()
        steps(envs[0])
        for env in envs:
            env.close()

    def test_pickles_go_to_other_processes(self):
        """What a library sends to a process that it forks or spawns is a new environment there."""
        for method in multiprocessing.get_all_start_methods():
            with self.subTest(method), blastyard.VecEnv(2, seed=5, **TINY) as env:
                with multiprocessing.get_context(method).Pool(1) as pool:
                    pid, scores, seeds = pool.apply(played, (pickle.dumps(env),))
                self.assertNotEqual(pid, env._client.pid)
                env.playout(10, seed=1)
                self.assertEqual((scores, seeds), (env.scores.tolist(), env.seeds.tolist()))


@unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
class Forks(unittest.TestCase):
    def in_a_copy(self, function):
        """Run a function in a forked copy of this process. Return its output."""
        end, begin = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                text = function()
            except BaseException as err:  # its text is the result
                text = f"{type(err).__name__}: {err}"
            os.write(begin, text.encode())
            os._exit(0)
        os.close(begin)
        with os.fdopen(end) as file:
            text = file.read()
        os.waitpid(pid, 0)
        return text

    def test_a_copy_gets_an_error(self):
        env = blastyard.VecEnv(2, **TINY)
        steps(env)
        for use in (env.step, env.reset, env.step_async, lambda: env.raw([0])):
            text = self.in_a_copy(use)
            self.assertRegex(text, "ForkError: .*another process.*spawn")
        self.assertEqual(self.in_a_copy(lambda: env.close() or "closed"), "closed")
        steps(env)  # the original continues
        env.close()

    def test_a_copy_makes_its_own(self):
        def own():
            with blastyard.VecEnv(2, seed=3, **TINY) as mine:
                steps(mine, 4)
                return str(mine.scores.tolist())

        with blastyard.VecEnv(2, seed=3, **TINY) as env:
            text = self.in_a_copy(own)
            steps(env, 4)
            self.assertEqual(text, str(env.scores.tolist()))

    def test_the_end_is_seen_while_a_copy_lives(self):
        """A copy holds no pipe: the original sees the end of its program, and the program that of the original."""
        env = blastyard.VecEnv(1, **TINY)
        end, begin = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(begin)
            os.read(end, 1)  # until the original is done
            os._exit(0)
        try:
            os.kill(env._client.pid, signal.SIGKILL)
            with self.assertRaises(blastyard.EnvironmentClosed):
                env.step()
        finally:
            os.close(begin)
            os.close(end)
            os.waitpid(pid, 0)

    def test_python_is_killed_while_a_copy_lives(self):
        parent = python(
            "import os, time, blastyard\n"
            "env = blastyard.VecEnv(1, map='tiny')\n"
            "copy = os.fork()\n"
            "if copy == 0:\n"
            "    time.sleep(600)\n"
            "    os._exit(0)\n"
            "print(env._client.pid, copy, flush=True)\n"
            "time.sleep(600)\n"
        )
        program, copy = map(int, parent.stdout.readline().split())
        try:
            self.assertFalse(gone(program))
            parent.kill()
            parent.wait()
            until(lambda: gone(program), f"the program {program} runs on without its Python")
            self.assertFalse(gone(copy), "the copy should have been alive all the time")
        finally:
            os.kill(copy, signal.SIGKILL)
            parent.stdout.close()

    def test_multiprocessing(self):
        """Environments work in processes of both kinds; an inherited one does not."""
        for method in ("fork", "spawn"):
            with self.subTest(method=method):
                context = multiprocessing.get_context(method)
                with context.Pool(2) as pool:
                    results = pool.map(_scores, [5, 6, 5])
                self.assertEqual(results[0], results[2])
                self.assertNotEqual(results[0], results[1])


def _scores(seed):
    with blastyard.VecEnv(4, seed=seed, **TINY) as env:
        steps(env, 20)
        return env.scores.tolist()


@unittest.skipIf(sys.platform == "win32", "Windows has no signals of this kind")
class Interrupts(unittest.TestCase):
    def test_an_interrupt_in_a_step_closes(self):
        """An interrupt neither hangs nor leaves an answer that a later step would read as its own."""
        env = blastyard.VecEnv(1, **TINY)
        pid = env._client.pid
        stop(pid)  # the step cannot end
        previous = signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(KeyboardInterrupt):
                env.step()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGINT, previous)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        self.assertTrue(gone(pid))
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "interrupted"):
            env.step()

    def test_an_interrupt_between_two_instructions(self):
        """An exception that leaves the lock taken or an answer unread also closes the environment."""
        env = blastyard.VecEnv(1, **TINY)
        env._client._lock.acquire()
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "interrupted"):
            env.step()
        env = blastyard.VecEnv(1, **TINY)
        env._client._waiting = "step"
        with self.assertRaisesRegex(blastyard.EnvironmentClosed, "interrupted"):
            env.step()
        self.assertTrue(gone(env._client.pid))

    def test_ctrl_c_in_a_terminal_is_for_python(self):
        """The program has its own session: it continues if Python handles the interrupt."""
        with blastyard.VecEnv(1, **TINY) as env:
            self.assertNotEqual(os.getpgid(env._client.pid), os.getpgrp())
            self.assertNotEqual(os.getsid(env._client.pid), os.getsid(0))


class Threads(unittest.TestCase):
    @unittest.skipIf(sys.platform == "win32", "Windows has no signals")
    def test_two_threads_on_one(self):
        """While a step runs in one thread, another thread gets an error at once."""
        env = blastyard.VecEnv(1, **TINY)
        pid = env._client.pid
        stop(pid)
        try:
            first = threading.Thread(target=env.step)
            first.start()
            until(env._client._lock.locked, "the thread does not step")
            with self.assertRaisesRegex(RuntimeError, "two threads"):
                env.step()
        finally:
            os.kill(pid, signal.SIGCONT)
        first.join(PATIENCE)
        self.assertFalse(first.is_alive())
        self.assertEqual(len(env._client._rest), 0)
        steps(env)  # alternating is allowed
        env.close()

    @unittest.skipIf(sys.platform == "win32", "Windows has no signals")
    def test_close_while_another_thread_waits(self):
        env = blastyard.VecEnv(1, **TINY)
        stop(env._client.pid)  # the step cannot end
        told = []

        def step():
            try:
                env.step()
            except blastyard.EnvironmentClosed as err:
                told.append(str(err))

        first = threading.Thread(target=step)
        first.start()
        until(env._client._lock.locked, "the thread does not step")
        env.close()
        first.join(PATIENCE)
        self.assertEqual(len(told), 1)
        self.assertTrue(env.closed)

    def test_each_thread_its_own(self):
        results = {}

        def run(name):
            results[name] = _scores(9)

        threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(len(results), 4)
        self.assertEqual(results[0], results[3])


if __name__ == "__main__":
    unittest.main()
