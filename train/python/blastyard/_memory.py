"""Memory that Python and the program share, on each operating system."""

from __future__ import annotations

import mmap
import os
import secrets
import sys
import tempfile

__all__ = ["SharedMemory"]


class SharedMemory:
    """A file without a name (Unix) or a named mapping (Windows).

    It is created before the program starts, because the program inherits it.
    It gets its size when the program has said how much it needs.
    """

    def __init__(self) -> None:
        self.fd = -1
        self.name = ""
        if sys.platform == "win32":
            self.name = f"blastyard-{os.getpid()}-{secrets.token_hex(8)}"
            return
        if sys.platform == "linux" and hasattr(os, "memfd_create"):
            try:
                self.fd = os.memfd_create("blastyard", os.MFD_CLOEXEC)
                return
            except OSError:  # the arena's sandbox has no such call
                pass
        with tempfile.TemporaryFile(prefix="blastyard-") as file:
            self.fd = os.dup(file.fileno())

    def inherited(self) -> tuple[int, ...]:
        """The files that the program must inherit."""
        return (self.fd,) if self.fd >= 0 else ()

    def address(self) -> dict[str, object]:
        """The description by which the program finds the memory."""
        return {"fd": self.fd} if self.fd >= 0 else {"name": self.name}

    def map(self, size: int) -> mmap.mmap:
        """Set the size of the memory and map it."""
        if sys.platform == "win32":
            return mmap.mmap(-1, size, tagname=self.name)
        os.ftruncate(self.fd, size)
        return mmap.mmap(self.fd, size)

    def release(self) -> None:
        """Close the file. Its mappings stay."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
