"""What of Gymnasium needs a further package: videos of single and of vector environments."""

import tempfile
import unittest
from pathlib import Path

import gymnasium
import numpy as np
from gymnasium.wrappers import RecordEpisodeStatistics, RecordVideo, RenderCollection, vector

import blastyard  # noqa: F401

MATCH = {"map": "tiny", "players": 2, "turns": 8}


class Videos(unittest.TestCase):
    def test_single(self):
        """CleanRL's --capture-video."""
        with tempfile.TemporaryDirectory() as folder:
            env = gymnasium.make("blastyard/Hexabomb-v0", render_mode="rgb_array", **MATCH)
            env = RecordEpisodeStatistics(RecordVideo(env, folder, episode_trigger=lambda episode: True))
            for _ in range(2):
                env.reset(seed=1)
                over = False
                while not over:
                    _, _, terminated, truncated, info = env.step(env.action_space.sample())
                    over = terminated or truncated
                self.assertEqual(info["episode"]["l"], 7)
            env.close()
            videos = sorted(Path(folder).glob("*.mp4"))
            self.assertEqual(len(videos), 2)
            self.assertTrue(all(video.read_bytes()[4:8] == b"ftyp" for video in videos))

    def test_vector(self):
        for mode in ("vector_entry_point", "sync"):
            with self.subTest(mode), tempfile.TemporaryDirectory() as folder:
                env = gymnasium.make_vec("blastyard/Bomberman-v0", 2, mode, render_mode="rgb_array", turns=6)
                env = vector.RecordVideo(env, folder, episode_trigger=lambda episode: episode == 0)
                env.reset(seed=1)
                for _ in range(10):
                    env.step(np.zeros(2, np.int64))
                env.close()
                self.assertTrue(list(Path(folder).glob("*.mp4")))

    def test_pictures(self):
        env = RenderCollection(gymnasium.make("blastyard/Hexabomb-v0", render_mode="rgb_array", **MATCH))
        env.reset(seed=1)
        env.step(0)
        frames = env.render()
        self.assertEqual([frame.dtype for frame in frames], [np.uint8] * 2)
        env.close()


if __name__ == "__main__":
    unittest.main()
