"""Finds the blastyard program."""

from __future__ import annotations

import os
import shutil
from importlib import metadata

from ._given import path as path_of
from .errors import ProgramNotFound

__all__ = ["program"]


def program(given: str = "") -> str:
    """Return the path of the blastyard program.

    It is ``given``, or else the value of the variable ``BLASTYARD_PROGRAM`` if that is set,
    otherwise the program that was installed with this package, otherwise the
    first ``blastyard`` on the search path.

    Raises:
        ProgramNotFound: None of them exists.
    """
    for name, path in (("program", path_of("program", given or "", "the path of the blastyard program")), ("BLASTYARD_PROGRAM", os.environ.get("BLASTYARD_PROGRAM"))):
        if not path:
            continue
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
        raise ProgramNotFound(f"blastyard: {name} is {path!r}, expected the path of the blastyard program")
    found = _installed() or shutil.which("blastyard")
    if found is None:
        raise ProgramNotFound(
            "blastyard: the program is neither in the installed package nor on the search path: "
            "install the package from a wheel (pip install blastyard), "
            "or set BLASTYARD_PROGRAM to the path of the program"
        )
    return found


def _installed() -> str | None:
    """Return the program that the wheel installed beside Python's own programs."""
    try:
        files = metadata.files("blastyard") or []
    except metadata.PackageNotFoundError:
        files = []
    names = ("blastyard", "blastyard.exe")
    # pip install --target FOLDER puts it into FOLDER/bin, although the list of files says otherwise.
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")
    paths = [os.path.join(beside, name) for name in names]
    paths += [os.fspath(file.locate()) for file in files if file.name in names]
    return next((os.path.abspath(path) for path in paths if os.path.isfile(path)), None)
