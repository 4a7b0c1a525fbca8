"""The platforms for which wheels are built, with their names in Go and in Python."""
from __future__ import annotations

import platform
import sys
from typing import NamedTuple


class Platform(NamedTuple):
    """A static program needs no C library, so one wheel serves systems with glibc and with musl."""

    system: str  # GOOS
    processor: str  # GOARCH
    tags: tuple[str, ...]  # of wheels

    @property
    def name(self) -> str:
        return f"{self.system}-{self.processor}"

    @property
    def programs(self) -> tuple[str, ...]:
        """The files of the arena and of the program for competitions, which the arena finds beside itself."""
        ending = ".exe" if self.system == "windows" else ""
        return ("blastyard" + ending, "blastyard-tournament" + ending)

    @property
    def wheel_tag(self) -> str:
        return "py3-none-" + ".".join(self.tags)


def _linux(machine: str) -> tuple[str, ...]:
    return (f"manylinux2014_{machine}", f"manylinux_2_17_{machine}", f"musllinux_1_1_{machine}")


# The oldest macOS is the oldest that Go 1.26 supports.
PLATFORMS = {p.name: p for p in (
    Platform("linux", "amd64", _linux("x86_64")),
    Platform("linux", "arm64", _linux("aarch64")),
    Platform("darwin", "amd64", ("macosx_12_0_x86_64",)),
    Platform("darwin", "arm64", ("macosx_12_0_arm64",)),
    Platform("windows", "amd64", ("win_amd64",)),
)}


def this_platform() -> Platform:
    """Return the platform of the running Python."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "windows"}.get(sys.platform, sys.platform)
    processor = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}.get(
        platform.machine().lower(), platform.machine())
    found = PLATFORMS.get(f"{system}-{processor}")
    if found is None:
        raise SystemExit(f"no wheel is known for {system}-{processor}: expected one of {', '.join(PLATFORMS)}")
    return found
