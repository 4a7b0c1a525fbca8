"""The installed package: where it comes from, its program, and the checks that each wheel must pass."""
from __future__ import annotations

import importlib.util
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import blastyard

PACKAGING = Path(__file__).resolve().parents[1] / "packaging"


def load(name: str) -> ModuleType:
    """A file of train/python/packaging, which is not part of the package."""
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {name: module}):
        spec.loader.exec_module(module)
    return module


def installed() -> bool:
    """Return whether the package comes from a wheel; developers may run the tests with PYTHONPATH=python."""
    return any(path.name in ("blastyard", "blastyard.exe") for path in metadata_files())


def metadata_files() -> list[Any]:
    try:
        return list(metadata.files("blastyard") or [])
    except metadata.PackageNotFoundError:
        return []


class Installed(unittest.TestCase):
    def setUp(self) -> None:
        if not installed():
            self.assertNotIn("BLASTYARD_WHEEL", os.environ, "the tests of a wheel must see an installed package")
            self.skipTest("the package is used from the sources; make python tests the wheel")

    def test_the_package_is_not_the_source_tree(self) -> None:
        self.assertTrue(Path(blastyard.__file__).is_relative_to(sys.prefix), blastyard.__file__)

    def test_program_is_that_of_the_wheel(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": ""}):
            os.environ.pop("BLASTYARD_PROGRAM", None)
            program = Path(blastyard.program())
        self.assertEqual(program.parent, Path(sys.executable).parent)
        self.assertTrue(os.access(program, os.X_OK))

    def test_versions_are_the_same(self) -> None:
        for command in ["--version"], ["tournament", "--version"]:
            said = subprocess.run([blastyard.program(), *command], check=True, capture_output=True, text=True).stdout
            self.assertEqual(load("version").python_version(said.split()[-1]), blastyard.__version__)

    def test_typed(self) -> None:
        self.assertTrue((Path(blastyard.__file__).parent / "py.typed").exists())


class Version(unittest.TestCase):
    def test_forms(self) -> None:
        python_version = load("version").python_version
        for described, want in {
            "v1.2.3": "1.2.3",
            "1.2.3": "1.2.3",
            "v1.2.3-dirty": "1.2.3+dirty",
            "v1.2.3-4-gabcdef0": "1.2.3.post4+gabcdef0",
            "1.2.3-gabcdef0": "1.2.3+gabcdef0",
            "1.2.3-gabcdef0-dirty": "1.2.3+gabcdef0.dirty",
            "v1.0.0-rc.1": "1.0.0rc1",
            "v1.0.0-beta2-3-gabc1234-dirty": "1.0.0b2.post3+gabc1234.dirty",
            "5875b51": "0.0.0+g5875b51",
            "0012345": "0.0.0+g0012345",
            "5875b51-dirty": "0.0.0+g5875b51.dirty",
            "dev": "0.0.0+dev",
            "(devel)": "0.0.0+devel",
        }.items():
            with self.subTest(described=described):
                self.assertEqual(python_version(described), want)


class Check(unittest.TestCase):
    """Wheels of each platform with programs of a few bytes, and their errors."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.platforms = load("platforms")
        with mock.patch.dict(sys.modules, {"platforms": cls.platforms}):
            cls.check = load("check")

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, platform: Any) -> bytes:
        """The header of a program."""
        header = bytearray(256)
        if platform.system == "linux":
            header[:6] = b"\x7fELF\x02\x01"
            struct.pack_into("<H", header, 18, self.check.ELF[platform.processor])
        elif platform.system == "darwin":
            struct.pack_into("<II", header, 0, 0xFEEDFACF, self.check.MACH_O[platform.processor])
        else:
            header[:2] = b"MZ"
            struct.pack_into("<I", header, 60, 128)
            struct.pack_into("<4sH", header, 128, b"PE\0\0", self.check.PE[platform.processor])
        return bytes(header)

    def wheel(self, name: str = "linux-amd64", change: Any = None, record: Any = None, mode: int = 0o755) -> Path:
        """Write a wheel. change gets its files before the RECORD is made, record the rows of that."""
        platform = self.platforms.PLATFORMS[name]
        info = "blastyard-1.0.dist-info"
        files = {f"blastyard/{f.name}": f.read_bytes() for f in (PACKAGING.parent / "blastyard").iterdir()
                 if f.suffix == ".py" or f.name == "py.typed"}
        for program in platform.programs:
            files[f"blastyard-1.0.data/scripts/{program}"] = self.program(platform)
        files[f"{info}/WHEEL"] = "\n".join(
            ["Wheel-Version: 1.0", "Root-Is-Purelib: false", *(f"Tag: py3-none-{tag}" for tag in platform.tags)]).encode()
        files[f"{info}/METADATA"] = (
            "Metadata-Version: 2.4\nName: blastyard\nVersion: 1.0\nLicense-Expression: MIT\nRequires-Python: >=3.10\n"
            "Requires-Dist: numpy>=1.26\nProvides-Extra: pettingzoo\nProvides-Extra: gymnasium\nProvides-Extra: rl\n\nText").encode()
        files[f"{info}/licenses/LICENSE"] = (PACKAGING.parents[2] / "LICENSE").read_bytes()
        if change:
            change(files)
        rows = [[file, f"sha256={self.digest(content)}", str(len(content))] for file, content in files.items()]
        rows.append([f"{info}/RECORD", "", ""])
        if record:
            record(rows)
        files[f"{info}/RECORD"] = "".join(",".join(row) + "\n" for row in rows).encode()
        path = self.folder / f"blastyard-1.0-{platform.wheel_tag}.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            for file, content in files.items():
                entry = zipfile.ZipInfo(file)
                entry.external_attr = (0o100000 | (mode if "/scripts/" in file else 0o644)) << 16
                wheel.writestr(entry, content)
        return path

    @staticmethod
    def digest(content: bytes) -> str:
        import base64
        import hashlib
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")

    def test_good_wheels(self) -> None:
        self.assertEqual(len(self.platforms.PLATFORMS), 5)
        for name in self.platforms.PLATFORMS:
            self.assertEqual(self.check.check(self.wheel(name)).name, name)

    def refused(self, text: str, path: Path) -> None:
        with self.assertRaisesRegex(self.check.BadWheel, text):
            self.check.check(path)

    def test_bad_wheels(self) -> None:
        info, program = "blastyard-1.0.dist-info", "blastyard-1.0.data/scripts/blastyard"
        arm = self.program(self.platforms.PLATFORMS["linux-arm64"])
        mac = self.program(self.platforms.PLATFORMS["darwin-amd64"])
        needs = b"Requires-Dist: numpy>=1.26\nRequires-Dist: torch\n"
        for text, change in {
            "missing: .*vec.py": lambda f: f.pop("blastyard/vec.py"),
            "missing: .*py.typed": lambda f: f.pop("blastyard/py.typed"),
            "missing: .*LICENSE": lambda f: f.pop(f"{info}/licenses/LICENSE"),
            "missing: .*scripts/blastyard'": lambda f: f.pop(program),
            "missing: .*scripts/blastyard-tournament'": lambda f: f.pop(program + "-tournament"),
            "not expected: .*cache.pyc": lambda f: f.update({"blastyard/cache.pyc": b""}),
            "is for linux on arm64": lambda f: f.update({program: arm}),
            "is for darwin on amd64": lambda f: f.update({program + "-tournament": mac}),
            "is for  on ": lambda f: f.update({program: b"#!/bin/sh\n" * 20}),
            "licence": lambda f: f.update({f"{info}/licenses/LICENSE": b"all rights reserved"}),
            "WHEEL has the tags": lambda f: f.update({f"{info}/WHEEL": b"Root-Is-Purelib: false\nTag: py3-none-any"}),
            "for one platform": lambda f: f.update({f"{info}/WHEEL": f[f"{info}/WHEEL"].replace(b"false", b"true")}),
            "Version: 1.0": lambda f: f.update({f"{info}/METADATA": f[f"{info}/METADATA"].replace(b"1.0", b"1.1")}),
            "NumPy alone": lambda f: f.update(
                {f"{info}/METADATA": f[f"{info}/METADATA"].replace(b"Requires-Dist: numpy>=1.26\n", needs)}),
        }.items():
            with self.subTest(text):
                self.refused(text, self.wheel(change=change))

    def test_bad_record(self) -> None:
        def other_hash(rows: list[list[str]]) -> None:
            rows[0][1] = "sha256=" + "A" * 43
        self.refused("RECORD has", self.wheel(record=other_hash))
        self.refused("RECORD lists", self.wheel(record=lambda rows: rows.pop(0)))

    def test_program_must_be_executable(self) -> None:
        self.refused("not executable", self.wheel(mode=0o644))

    def test_name_and_tag(self) -> None:
        good = self.wheel("windows-amd64")
        for other, text in {"other-1.0-py3-none-win_amd64.whl": "not a name", "blastyard-1.0-py3-none-any.whl": "the tag"}.items():
            self.refused(text, Path(shutil.copy(good, self.folder / other)))


if __name__ == "__main__":
    unittest.main()
