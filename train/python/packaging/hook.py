"""Hatchling's hook: builds the programs for a platform and puts them into the wheel, as scripts.

A script of a wheel lies in the environment's bin folder after the installation, so `blastyard` is a command that starts
without Python. BLASTYARD_PLATFORM names another platform (linux-arm64, …); Go builds for all.
BLASTYARD_WHEEL_PROGRAMS is a folder with finished programs of that platform.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))
import platforms  # noqa: E402
import version as versions  # noqa: E402


class ProgramHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the programs to a wheel and names the wheel's platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        name = os.environ.get("BLASTYARD_PLATFORM")
        if name and name not in platforms.PLATFORMS:
            raise SystemExit(f"BLASTYARD_PLATFORM is {name!r}: expected one of {', '.join(platforms.PLATFORMS)}")
        platform = platforms.PLATFORMS[name] if name else platforms.this_platform()
        self._folder = tempfile.TemporaryDirectory(prefix="blastyard-wheel-")
        programs = {Path(self._folder.name) / name: name for name in platform.programs}
        built = os.environ.get("BLASTYARD_WHEEL_PROGRAMS")
        for program, name in programs.items():
            if built:
                shutil.copyfile(Path(built) / name, program)
            else:
                build(platform, program)
            program.chmod(0o755)
        build_data["pure_python"] = False
        build_data["tag"] = platform.wheel_tag
        build_data["shared_scripts"] = {str(program): name for program, name in programs.items()}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()


def build(platform: platforms.Platform, program: Path) -> None:
    """Build a program as make dist does; its name is that of its folder in cmd/."""
    go = os.environ.get("GO") or "go"
    env = dict(os.environ, CGO_ENABLED="0", GOOS=platform.system, GOARCH=platform.processor)
    version = versions.described()
    flags = f"-s -w -X main.version={version} -X blastyard/cmd/program.version={version}"
    command = [go, "build", "-tags", "bundled", "-pgo=cmd/blastyard/release.pgo", "-trimpath", "-ldflags", flags, "-o", str(program), f"./cmd/{program.stem}"]
    if not (versions.SOURCES / "go.mod").exists() or not shutil.which(go):
        raise SystemExit("building the wheel needs Go (https://go.dev/dl/), and the whole sources around train/python/")
    subprocess.run([go, "generate", "./show/lab"], cwd=versions.SOURCES, check=True)
    subprocess.run(command, cwd=versions.SOURCES, env=env, check=True)
