"""One match of a VecEnv, for the environments of Gymnasium and PettingZoo: its seeds, its map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ._spaces import Look
from ._whole import SEEDS, whole
from .vec import VecEnv

__all__ = ["Match", "RenderMode", "field_or_vec", "mode"]

RenderMode = Literal["human", "rgb_array", "ansi"]


class Match:
    """One match, played again and again. ``reset`` may change its map.

    Args:
        dtype: As Look takes it.
        arguments: As VecEnv takes them, but for n, autoreset and threads.
    """

    def __init__(self, dtype: str, arguments: Mapping[str, Any]) -> None:
        self._dtype = dtype
        self._arguments = dict(arguments)
        self.vec, self.look = self._open()

    def reset(self, seed: Any, options: Mapping[str, Any] | None) -> int | None:
        """Start the next match, on the map that options name, and return the seed as int."""
        number = None if seed is None else whole("seed", seed, SEEDS)
        name = str((options or {}).get("map", self._arguments["map"]))
        if name != self._arguments["map"]:
            if self._arguments.get("field") is not None:
                raise ValueError("blastyard: reset: a field draws the map of each match, expected no option 'map'")
            self._move(name)
        self.vec.reset(number)
        return number

    def _open(self) -> tuple[VecEnv, Look]:
        vec = field_or_vec(1, autoreset="disabled", threads=1, **self._arguments)
        try:
            return vec, Look(vec, self._dtype)
        except BaseException:
            vec.close()
            raise

    def _move(self, name: str) -> None:
        """Go on with another map and the next seed. What a seat sees must have the same space there."""
        old, before = self.vec, {**self._arguments}
        old.reset()
        self._arguments.update(map=name, seed=int(old.seeds[0]))
        try:
            vec, look = self._open()
        except BaseException:
            self._arguments = before
            raise
        if (vec.seats, look.space, look.actions) != (old.seats, self.look.space, self.look.actions):
            vec.close()
            self._arguments = before
            raise ValueError(
                f"blastyard: reset: on the map {name!r:.60} observations and actions have another form than on "
                f"{before['map']!r:.60}: {look.space} instead of {self.look.space}; make an environment for it"
            )
        old.close()
        self.vec, self.look = vec, look


def field_or_vec(n: int, game: Any = "hexabomb", *, field: Any = None, **options: Any) -> VecEnv:
    """Return matches of a field, which has the methods and arrays of VecEnv, or a VecEnv where there is no field."""
    if field is None:
        return VecEnv(n, game, **options)
    from .field import FieldEnv

    usual: dict[str, Any] = {
        "game": "hexabomb", "map": "", "players": 0, "seats": None, "opponents": None, "secret": "", "turns": 0,
        "special": False, "rules": "", "program": "",
    }
    own = {name: value for name, value in options.items() if name not in usual}
    for name, value in {"game": game, **options}.items():
        if name in usual and value != usual[name]:
            raise ValueError(f"blastyard: {name} is {value!r:.60} beside a field, expected none: the field has it")
    return FieldEnv(n, field, **own)  # type: ignore[return-value]


def mode(render_mode: str | None, modes: list[str]) -> str | None:
    """Check a render_mode."""
    if render_mode is not None and render_mode not in modes:
        raise ValueError(f"blastyard: render_mode is {render_mode!r}, expected one of {modes}")
    return render_mode
