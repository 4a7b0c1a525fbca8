"""The program as a child process: its start, its two pipes, its end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import weakref

from ._memory import SharedMemory
from .errors import Error

__all__ = ["Child"]

# Seconds that the program has to end by itself before it is killed.
_PATIENCE = 5.0


class Child:
    """A running ``blastyard train``, or another command, and the pipes to it.

    Only one thread may use it at a time; its client has a lock.
    """

    def __init__(
        self, program: str, memory: SharedMemory | None = None, command: tuple[str, ...] = ("train",)
    ) -> None:
        self._command = command
        self.owner = os.getpid()
        self.program = program
        self._files: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None
        _children.add(self)
        try:
            self._start(memory)
        except BaseException:
            self.end(kill=True)
            raise

    def _start(self, memory: SharedMemory | None) -> None:
        # Each end is registered at once: a fork in another thread closes
        # registered ends, so that this process sees the end of the program.
        requests, self._to = os.pipe()
        self._files |= {requests, self._to}
        self._from, answers = os.pipe()
        self._files |= {self._from, answers}
        # The program gets its own session or group: Ctrl-C in a terminal reaches only Python, which ends the program.
        flags, session, inherited = 0, True, memory.inherited() if memory else ()
        if sys.platform == "win32":
            flags, session, inherited = subprocess.CREATE_NEW_PROCESS_GROUP, False, ()
        try:
            self._process = subprocess.Popen(
                [self.program, *self._command], stdin=requests, stdout=answers, creationflags=flags,
                start_new_session=session, pass_fds=inherited,
            )  # fmt: skip
        except OSError as err:
            raise Error(f"blastyard: {self.program} cannot be started: {err.strerror}") from err
        self._close(requests)
        self._close(answers)

    @property
    def pid(self) -> int:
        """The process id of the program."""
        assert self._process is not None
        return self._process.pid

    def send(self, data: bytes) -> None:
        """Write all of data. If the reader is gone, BrokenPipeError is raised."""
        try:
            sent = os.write(self._to, data)
            while sent < len(data):
                sent += os.write(self._to, data[sent:])
        except OSError as err:  # EINVAL on Windows
            raise BrokenPipeError(*err.args) from err

    def receive(self, most: int = 1 << 20) -> bytes:
        """Wait for some bytes, at most this many. An empty result means that the program has ended."""
        try:
            return os.read(self._from, most)
        except ConnectionResetError:
            return b""

    def kill(self) -> None:
        """End the program at once. Its pipes stay open."""
        if self._process is not None and os.getpid() == self.owner:
            self._process.kill()

    def end(self, kill: bool = False) -> str:
        """End the program and wait for it. Returns how it ended."""
        if os.getpid() != self.owner:
            return "it belongs to another process"
        _children.discard(self)
        process = self._process
        if process is not None and kill:
            process.kill()
        if hasattr(self, "_to"):
            self._close(self._to)  # the program ends when its input ends
        if process is not None:
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for file in list(self._files):
            self._close(file)
        return "it was never started" if process is None else _how(process.returncode)

    def leave(self) -> None:
        """Release the program in a forked copy of the process that started it."""
        for file in list(self._files):
            self._close(file)
        if self._process is not None:
            self._process.returncode = 0  # this process must not wait for it

    def _close(self, file: int) -> None:
        if file in self._files:
            self._files.remove(file)
            with contextlib.suppress(OSError):
                os.close(file)


# Children of this process, which a forked copy of it releases.
_children: weakref.WeakSet[Child] = weakref.WeakSet()


def _leave_all() -> None:
    for child in list(_children):
        child.leave()
    _children.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)


def _how(code: int) -> str:
    """Describe how a process ended."""
    if code >= 0:
        return f"it ended with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "unknown"
    text = f"it was ended by signal {-code} ({name})"
    if name == "SIGKILL":
        text += ", by someone or because memory ran out"
    return text
