"""Pictures of matches: as pixels, as text, on a page."""

import contextlib
import io
import json
import os
import socket
import tempfile
import time
import unittest
import unittest.mock
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

import blastyard
from blastyard.render import page, pixels, text

# The colours of the first two players in pictures.
COLOURS = ((79, 143, 255), (255, 176, 0))


def has_colour(image: "np.typing.NDArray[np.uint8]", colour: tuple[int, int, int]) -> bool:
    return bool((image == np.array(colour, np.uint8)).all(axis=-1).any())


def matches_of(address: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(address + "api/matches", timeout=60) as answer:
        found: list[dict[str, Any]] = json.load(answer)["matches"]
        return found


class TestRender(unittest.TestCase):
    def test_pixels(self) -> None:
        for game, options in (("hexabomb", {"map": "tiny"}), ("bomberman", {})):
            with self.subTest(game), blastyard.VecEnv(2, game, **options) as env:
                env.reset()
                first = pixels(env._client, 1)
                self.assertEqual((first.dtype, first.ndim, first.shape[1:]), (np.uint8, 3, (640, 3)))
                self.assertGreater(first.shape[0], 200)
                for colour in COLOURS:
                    self.assertTrue(has_colour(first, colour), f"no pixel has the colour {colour}")
                self.assertEqual(pixels(env._client, 0, width=200).shape[1:], (200, 3))
                before = first.copy()
                first[...] = 0  # it may be written to
                env.step(np.full(env.actions.shape, 4, np.uint8))
                self.assertFalse(np.array_equal(pixels(env._client, 1), before))
                with self.assertRaisesRegex(blastyard.Error, "Width is 5, expected 64 to 4000"):
                    pixels(env._client, 0, width=5)
                with self.assertRaisesRegex(blastyard.Error, "is 2, expected 0 to 1"):
                    pixels(env._client, 2)
                env.step(env.actions)  # the environment goes on after an error

    def test_text(self) -> None:
        with blastyard.VecEnv(1, map="tiny", turns=9, opponents={1: "greedy"}) as env:
            env.reset()
            shown = text(env._client, 0)
            for part in ("A0", "B1", "player_0", "greedy", "turn 1 of 9"):
                self.assertIn(part, shown)
            self.assertNotIn("\x1b", shown)
            self.assertIn("\x1b[", text(env._client, 0, colour=True))
            self.assertLessEqual(max(map(len, shown.splitlines())), 80)

    def test_page(self) -> None:
        """The page follows the match by itself, is announced once, and ends with the environment."""
        told = io.StringIO()
        with blastyard.VecEnv(3, map="tiny", turns=9) as env, contextlib.redirect_stderr(told):
            env.reset()
            address = page(env._client, 1)
            self.assertEqual(page(env._client, 1), address)
            self.assertEqual(told.getvalue(), f"blastyard: the match is at {address}\n")
            for _ in range(3):
                env.step(env.actions)
            (shown,) = matches_of(address)
            self.assertEqual((shown["turn"], shown["live"]), (int(env.turn[1]), True))
            self.assertIn("match 1, episode 0", shown["title"])
            with urllib.request.urlopen(address, timeout=60) as answer:
                self.assertIn(b"<html", answer.read())
        port = urlsplit(address).port
        with socket.socket() as free:
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(("127.0.0.1", port))

    @unittest.skipIf(os.name == "nt", "a shell script is the browser")
    def test_browser(self) -> None:
        """At a terminal the first page opens in the browser, the second does not."""

        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        with tempfile.TemporaryDirectory() as folder:
            browser, opened = Path(folder, "browser"), Path(folder, "opened")
            browser.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n', encoding="utf-8")
            browser.chmod(0o700)
            with (
                unittest.mock.patch.dict(os.environ, {"BROWSER": str(browser)}),
                blastyard.VecEnv(2, map="tiny") as env,
                contextlib.redirect_stderr(Terminal()),
            ):
                env.reset()
                address = page(env._client, 0)
                page(env._client, 1)
                deadline = time.monotonic() + 60
                while not opened.exists() or not opened.read_text(encoding="utf-8").endswith("\n"):
                    self.assertLess(time.monotonic(), deadline, "no browser was started")
                    time.sleep(0.01)
            self.assertEqual(opened.read_text(encoding="utf-8"), address + "\n")

    def test_modes(self) -> None:
        with blastyard.VecEnv(1, map="tiny") as env:
            env.reset()
            self.assertIsInstance(env.render(0, "rgb_array"), np.ndarray)
            self.assertIsInstance(env.render(0, "ansi"), str)
            with contextlib.redirect_stderr(io.StringIO()):
                self.assertIsNone(env.render(0, "human"))
            with self.assertRaisesRegex(blastyard.Error, "mode is 'video', expected one of"):
                env.render(0, "video")

    def test_environments(self) -> None:
        """render() of both single-match environments, in each mode."""
        from blastyard.gym import gym_env

        for make in (blastyard.parallel_env, gym_env):
            for mode, kind in (("rgb_array", np.ndarray), ("ansi", str), ("human", type(None))):
                with self.subTest(f"{make.__name__} {mode}"), contextlib.redirect_stderr(io.StringIO()) as told:
                    env = make("hexabomb", map="tiny", render_mode=mode)
                    try:
                        env.reset(seed=1)
                        self.assertIsInstance(env.render(), kind)
                    finally:
                        env.close()
                    self.assertEqual("http://127.0.0.1:" in told.getvalue(), mode == "human")
