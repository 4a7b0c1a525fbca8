"""The version of the Python package: that of the program, in the form that Python asks for (PEP 440)."""
from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[3]


def described() -> str:
    """Return the version of the sources, as `blastyard version` of a wheel prints it."""
    if os.environ.get("VERSION"):
        return os.environ["VERSION"]
    script = SOURCES / "tools" / "scripts" / "version.sh"
    if os.name == "nt" or not script.exists():
        number = SOURCES / "cmd" / "internal" / "command" / "about" / "VERSION"
        return number.read_text(encoding="utf-8").strip() if number.exists() else "dev"
    return subprocess.run([script], check=True, capture_output=True, text=True).stdout.strip()


def python_version(described: str) -> str:
    """v1.2.3 becomes 1.2.3; what came after a tag (v1.2.3-4-gabc) 1.2.3.post4+gabc; a commit without a tag
    (1.2.3-gabc) 1.2.3+gabc."""
    dirty = described.endswith("-dirty")
    text = described.removesuffix("-dirty")
    tag = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:-?(a|b|rc|alpha|beta)\.?(\d+))?(?:(?:-(\d+))?-g([0-9a-f]+))?", text)
    if tag and (text.startswith("v") or "." in text):
        number, kind, of_kind, commits, commit = tag.groups()
        kind = {"alpha": "a", "beta": "b"}.get(kind, kind)
        public = number + (f"{kind}{of_kind}" if kind else "") + (f".post{commits}" if commits else "")
        local = [f"g{commit}"] if commit else []
    else:
        public = "0.0.0"
        local = [f"g{text}"] if re.fullmatch(r"[0-9a-f]{7,40}", text) else [re.sub(r"[^a-z0-9]+", ".", text.lower()).strip(".")]
    local += ["dirty"] if dirty else []
    return public + ("+" + ".".join(local) if local else "")


def version() -> str:
    return python_version(described())
