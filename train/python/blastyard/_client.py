"""Talks to the program: requests over a pipe, arrays in shared memory."""

from __future__ import annotations

import json
import mmap
import os
import threading
import weakref
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._child import Child
from ._given import encoded, refusal, stranger
from ._memory import SharedMemory
from ._program import program as find
from .errors import EnvironmentClosed, Error, ForkError

__all__ = ["Client"]

_AGAIN = "; create a new environment"

# Buffer size for the answer to a step, which is one byte unless there is an error. os.read allocates the buffer first.
# If it is large, this takes longer than everything else in a step.
_SHORT = 64


class Client:
    """One running program, its facts, and its arrays.

The client reads the answer to a request before it sends the next. Two threads that use one
    client at the same time get a RuntimeError, a copy made by ``os.fork``
    gets a ForkError. If the program has ended, requests get an
    EnvironmentClosed that says how it ended.

    Attributes:
        facts: What the program said about itself and the arrays.
        arrays: The arrays in shared memory, by name. Only those named as
            ``writable`` can be written to.
    """

    facts: dict[str, Any]
    arrays: dict[str, NDArray[Any]]

    def __init__(self, config: Mapping[str, Any], writable: Collection[str] = (), program: str = "") -> None:
        self._lock = threading.Lock()
        self._holder = threading.get_ident()  # the thread that took the lock last
        self._rest = bytearray()
        self._waiting = ""  # "step" or "async" while a step has no answer yet
        self._closed = ""  # the reason, once it is closed
        memory = SharedMemory()
        try:
            self._child = Child(find(program), memory)
            self._writable = writable
            self._end = weakref.finalize(self, self._child.end)
            try:
                self._open(config, memory)
            except BaseException:
                self._shut("its start failed", kill=True)
                raise
        finally:
            memory.release()

    def _open(self, config: Mapping[str, Any], memory: SharedMemory) -> None:
        try:
            self._child.send(_line(config))
            answer = self._answer()
        except (BrokenPipeError, EnvironmentClosed):
            how = self._shut("the program has ended", kill=False)
            raise stranger(self._child.program, "train", f"{how} before it answered") from None
        layout = answer.pop("layout", None)
        if not isinstance(layout, dict):
            raise stranger(self._child.program, "train", "its first answer has no arrays")
        self.facts = answer
        # The program maps the whole memory, and an empty mapping is not allowed.
        self._map = memory.map(max(layout["size"], mmap.PAGESIZE))
        self.arrays = {a["name"]: _array(self._map, a, a["name"] in self._writable) for a in layout["arrays"]}
        self._ask({"memory": memory.address()})

    @property
    def pid(self) -> int:
        """The process id of the program."""
        return self._child.pid

    @property
    def closed(self) -> bool:
        """Whether the client was closed or its program was seen to have ended."""
        return bool(self._closed)

    def step(self) -> None:
        """Step all matches with the actions in shared memory."""
        self._enter()
        try:
            self._waiting = "step"
            self._ring()
            self._heard()
        finally:
            self._lock.release()

    def step_async(self) -> None:
        """Begin a step. Until ``step_wait`` the arrays change at any time."""
        self._enter()
        try:
            self._waiting = "async"
            self._ring()
        finally:
            self._lock.release()

    def step_wait(self) -> None:
        """Wait for the end of the step that ``step_async`` began."""
        self._enter(waiting="async")
        try:
            self._heard()
        finally:
            self._lock.release()

    def ask(self, request: Mapping[str, Any], data: bytes = b"") -> dict[str, Any]:
        """Send a request, and bytes that belong to it, and wait for its answer.

        Returns:
            The JSON answer; it is empty if there is nothing to say. Bytes
            after the answer are under "data".

        Raises:
            Error: The program refused the request.
        """
        self._enter()
        try:
            self._waiting = "step"
            return self._ask(request, data)
        finally:
            self._lock.release()

    def check(self) -> None:
        """Raise the error that a request would get from a closed client or a fork."""
        self._enter()
        self._lock.release()

    def close(self) -> None:
        """End the program and wait for it. The arrays stay as they are."""
        if os.getpid() != self._child.owner or self._closed:
            return
        if not self._lock.acquire(blocking=False):
            self._child.kill()  # wakes another thread that waits for an answer
            if self._holder != threading.get_ident() and not self._lock.acquire(timeout=10):
                return
        try:
            self._shut("it was closed by close()", kill=bool(self._waiting))
        finally:
            self._lock.release()

    def __reduce__(self) -> Any:
        raise TypeError(
            "blastyard: an environment cannot be pickled or sent to another process: create it where it is used"
        )

    def _enter(self, waiting: str = "") -> None:
        """Take the lock, or raise the reason why the client cannot be used now."""
        if os.getpid() != self._child.owner:
            raise ForkError(
                "blastyard: this environment belongs to another process (the one that made it, before a fork): "
                'create environments in the process that uses them, or start processes with the method "spawn"'
            )
        me = threading.get_ident()
        if self._lock.acquire(blocking=False):
            self._holder = me
        elif self._holder == me:
            # An exception occurred after the lock was taken, or a signal handler uses the client that it interrupted.
            self._waiting = "step"
        else:
            raise RuntimeError(
                "blastyard: two threads use one environment at the same time: give each thread its own"
            )
        try:
            if self._waiting == "step":  # an exception occurred during a step
                self._shut("a step was interrupted", kill=True)
            if self._closed:
                raise EnvironmentClosed(f"blastyard: the environment is closed: {self._closed}{_AGAIN}")
            if self._waiting != waiting:
                raise Error(
                    "blastyard: a step is under way: call step_wait() first"
                    if self._waiting
                    else "blastyard: step_wait() without step_async()"
                )
        except BaseException:
            self._lock.release()
            raise

    def _ring(self) -> None:
        try:
            self._child.send(b"s")
        except BrokenPipeError:
            self._lost()
        except BaseException:
            self._shut("a step was interrupted", kill=True)
            raise

    def _heard(self) -> None:
        """Wait for the answer to a step."""
        try:
            data = self._child.receive(_SHORT)
            if data == b".":
                self._waiting = ""
                return
            self._rest += data
            self._answer(begun=bool(data))
            self._waiting = ""
        except Error:
            raise
        except BaseException:
            self._shut("a step was interrupted", kill=True)
            raise

    def _ask(self, request: Mapping[str, Any], data: bytes = b"") -> dict[str, Any]:
        try:
            self._child.send(_line(request) + data)
            answer = self._answer()
            self._waiting = ""
            return answer
        except BrokenPipeError:
            self._lost()
        except Error:
            raise
        except BaseException:
            self._shut("a request was interrupted", kill=True)
            raise
        raise AssertionError("unreachable")

    def _answer(self, begun: bool = False) -> dict[str, Any]:
        """Read one answer. Raise the error in it, if any; the client stays usable."""
        rest = self._rest
        if not (begun and rest):
            self._more()
        if rest.startswith(b"."):
            del rest[:1]
            return {}
        end = rest.find(b"\n")
        while end < 0:
            start = len(rest)
            self._more()
            end = rest.find(b"\n", start)
        answer = self._parsed(bytes(rest[:end]))
        del rest[: end + 1]
        size = answer.get("bytes")
        if isinstance(size, int):
            while len(rest) < size:
                self._more()
            answer["data"] = bytes(rest[:size])
            del rest[:size]
        if "error" in answer:
            self._waiting = ""
            raise refusal(answer["error"])
        return answer

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise stranger(self._child.program, "train", f"it answered {line!r:.60}")
        return answer

    def _more(self) -> None:
        data = self._child.receive()
        if not data:
            self._lost()
        self._rest += data

    def _lost(self) -> None:
        """Close the client after the program has ended, and raise EnvironmentClosed."""
        how = self._shut("", kill=False)
        self._closed = f"its program has ended: {how}"
        raise EnvironmentClosed(f"blastyard: the environment's program has ended: {how}{_AGAIN}") from None

    def _shut(self, why: str, kill: bool) -> str:
        """End the program, if it has not ended. Returns how it ended."""
        self._closed = why or "its program has ended"
        self._waiting = ""
        self._end.detach()
        return self._child.end(kill=kill)


def _line(request: Mapping[str, Any]) -> bytes:
    return encoded(request) + b"\n"


def _array(memory: mmap.mmap, place: Mapping[str, Any], writable: bool) -> NDArray[Any]:
    """Return a view of one array of the layout. The program writes only what changes, so that nobody else may write."""
    shape = tuple(place["shape"])
    count = int(np.prod(shape, dtype=np.int64))
    array = np.frombuffer(memory, dtype=place["dtype"], count=count, offset=place["offset"]).reshape(shape)
    array.flags.writeable = writable
    return array
