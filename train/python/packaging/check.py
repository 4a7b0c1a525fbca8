"""Checks wheels as they will be installed: python check.py WHEEL…

Each must have the package, its types, its licence and the programs for the platforms of its name. Its RECORD must list
every file with its hash.
"""
from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import struct
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import platforms  # noqa: E402

PACKAGE = Path(__file__).resolve().parents[1]

# Names of Go's processors in the headers of programs.
ELF = {"amd64": 62, "arm64": 183}
MACH_O = {"amd64": 0x01000007, "arm64": 0x0100000C}
PE = {"amd64": 0x8664, "arm64": 0xAA64}


class BadWheel(Exception):
    """An error in a wheel."""


def check(path: Path) -> platforms.Platform:
    """Check one wheel and return its platform."""
    name = re.fullmatch(r"blastyard-([^-]+)-(py3-none-([^-]+))\.whl", path.name)
    if not name:
        raise BadWheel(f"{path.name} is not a name of a wheel of blastyard")
    version, tag = name[1], name[2]
    platform = next((p for p in platforms.PLATFORMS.values() if set(p.tags) == set(name[3].split("."))), None)
    if platform is None:
        raise BadWheel(f"the tag {tag} is none of {', '.join(p.wheel_tag for p in platforms.PLATFORMS.values())}")
    with zipfile.ZipFile(path) as wheel:
        files = {i.filename: i for i in wheel.infolist()}
        info = f"blastyard-{version}.dist-info"
        expected = {f"blastyard/{f.name}" for f in (PACKAGE / "blastyard").iterdir() if f.suffix == ".py" or f.name == "py.typed"}
        expected |= {f"{info}/{n}" for n in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")}
        programs = [f"blastyard-{version}.data/scripts/{program}" for program in platform.programs]
        expected |= set(programs)
        if set(files) != expected:
            raise BadWheel(f"missing: {sorted(expected - set(files))}; not expected: {sorted(set(files) - expected)}")
        _check_record(wheel, f"{info}/RECORD", set(files))
        _check_metadata(wheel, info, version, platform)
        for program in programs:
            _check_program(wheel.read(program), platform)
            if files[program].external_attr >> 16 & 0o111 != 0o111:
                raise BadWheel(f"{program} is not executable")
    return platform


def _check_record(wheel: zipfile.ZipFile, record: str, files: set[str]) -> None:
    """Check that every file has its hash and size in the RECORD, which itself has none."""
    rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(wheel.read(record).decode()))}
    if set(rows) != files:
        raise BadWheel(f"RECORD lists {sorted(rows)}, the wheel has {sorted(files)}")
    for file in sorted(files - {record}):
        content = wheel.read(file)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        if rows[file] != [f"sha256={digest}", str(len(content))]:
            raise BadWheel(f"RECORD has {rows[file]} for {file}, which has sha256={digest} and {len(content)} bytes")


def _check_metadata(wheel: zipfile.ZipFile, info: str, version: str, platform: platforms.Platform) -> None:
    facts = wheel.read(f"{info}/WHEEL").decode().splitlines()
    tags = {line.removeprefix("Tag: ") for line in facts if line.startswith("Tag: ")}
    if tags != {f"py3-none-{tag}" for tag in platform.tags}:
        raise BadWheel(f"WHEEL has the tags {sorted(tags)}: expected those of {platform.wheel_tag}")
    if "Root-Is-Purelib: false" not in facts:
        raise BadWheel("WHEEL does not say that the wheel is for one platform")
    head = wheel.read(f"{info}/METADATA").decode().split("\n\n", 1)[0].splitlines()
    for line in ("Name: blastyard", f"Version: {version}", "Requires-Python: >=3.10", "License-Expression: MIT",
                 "Provides-Extra: pettingzoo", "Provides-Extra: gymnasium", "Provides-Extra: rl"):
        if line not in head:
            raise BadWheel(f"METADATA has no line {line!r}")
    needed = [line for line in head if line.startswith("Requires-Dist: ") and "extra ==" not in line]
    if len(needed) != 1 or not needed[0].startswith("Requires-Dist: numpy"):
        raise BadWheel(f"METADATA has {needed}: NumPy alone is needed")
    if wheel.read(f"{info}/licenses/LICENSE") != (PACKAGE.parents[1] / "LICENSE").read_bytes():
        raise BadWheel("the licence is not that of the project")


def _check_program(program: bytes, platform: platforms.Platform) -> None:
    """Check that the header of the program names the right system and processor."""
    got = program_of(program)
    if got != (platform.system, platform.processor):
        raise BadWheel(f"the program is for {got[0]} on {got[1]}, the wheel for {platform.name}")


def program_of(program: bytes) -> tuple[str, str]:
    """Return the system and the processor of a program from its first bytes; "" if they are unknown."""
    def named(numbers: dict[str, int], number: int) -> str:
        return next((name for name, n in numbers.items() if n == number), "")

    if len(program) < 64:
        return "", ""
    if program[:6] == b"\x7fELF\x02\x01":
        return "linux", named(ELF, struct.unpack_from("<H", program, 18)[0])
    if program[:4] == b"\xcf\xfa\xed\xfe":
        return "darwin", named(MACH_O, struct.unpack_from("<I", program, 4)[0])
    (offset,) = struct.unpack_from("<I", program, 60)
    if program[:2] == b"MZ" and program[offset:offset + 4] == b"PE\0\0":
        return "windows", named(PE, struct.unpack_from("<H", program, offset + 4)[0])
    return "", ""


def main(paths: list[str]) -> int:
    for path in map(Path, paths):
        try:
            platform = check(path)
        except (BadWheel, OSError, zipfile.BadZipFile) as error:
            print(f"check.py: {path}: {error}", file=sys.stderr)
            return 1
        print(f"ok     {platform.name:14} {path.stat().st_size / 2**20:5.1f} MiB  {path.name}")
    return 0 if paths else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
