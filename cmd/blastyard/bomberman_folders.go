package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"blastyard/harness"
	"blastyard/harness/rounds"
)

// makeFolders makes the folder of the match: the one that --log names, or one named by the seed.
func (m *roundsMatch) makeFolders() error {
	dir := m.options.logDir
	if dir == "" {
		dir = filepath.Join(replaysFolder, strconv.Itoa(int(m.options.seed)))
	}
	folders, replaced, err := rounds.NewFolders(dir, m.options.keep || m.options.debug)
	if err != nil {
		return err
	}
	m.folders = folders
	if replaced {
		m.note("%s held an earlier match: its rounds are replaced", dir)
		if m.options.replay == "" { // the earlier match's
			if err := os.Remove(filepath.Join(folders.Dir(), matchReplay)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return errors.Join(err, folders.Close())
			}
		}
	}
	return nil
}

// replaysFolder is where the folders of matches go without --log.
const replaysFolder = "Replays"

// copyBots makes copies of the bots' folders in a folder that goes with the match. Each player has one of its own.
func (m *roundsMatch) copyBots() (bots []*rounds.Bot, err error) {
	dir, remove, err := harness.TempFolder()
	if err != nil {
		return nil, err
	}
	m.removeCopies = remove
	for i := range m.seats {
		s := &m.seats[i]
		if s.bot == nil {
			continue
		}
		if s.bot, err = s.bot.Copy(filepath.Join(dir, string(s.key))); err != nil {
			return nil, err
		}
		bots = append(bots, s.bot)
	}
	return bots, nil
}
