package event

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"blastyard/arena/entrant"
)

// isPattern reports whether the folder of a [[bot]] stands for all folders whose names fit.
func isPattern(folder string) bool { return strings.ContainsAny(folder, "*?") }

// expand returns the folders that a pattern such as students/* stands for, sorted by name. Files, hidden folders and
// stores of events are none of them.
func (r *reader) expand(pattern string) (folders []string, err error) {
	found, err := filepath.Glob(filepath.Join(r.base, filepath.FromSlash(pattern)))
	if err != nil {
		return nil, fmt.Errorf("%q, expected a pattern such as \"students/*\"", pattern)
	}
	for _, path := range found {
		if !mayBeBot(path) {
			continue
		}
		inside, err := filepath.Rel(r.base, path)
		if err != nil {
			return nil, err
		}
		folders = append(folders, filepath.ToSlash(inside))
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("%q, expected a pattern that fits the folder of a bot or more; there is none", pattern)
	}
	return folders, nil
}

// mayBeBot reports whether a path is a folder that people mean as that of a bot.
func mayBeBot(path string) bool {
	st, err := os.Stat(path)
	name := filepath.Base(path)
	return err == nil && st.IsDir() && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "__") &&
		!strings.HasSuffix(name, ".store")
}

// botsIn returns the folders below a folder that are bots of a game's protocol, and those that have no bot.toml or
// bot.json, by their names. If none is a bot, it looks one level deeper.
func botsIn(dir string) (bots, others []string, err error) {
	for _, pattern := range []string{"*", filepath.Join("*", "*")} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, nil, err
		}
		others = nil
		for _, path := range found {
			if !mayBeBot(path) {
				continue
			}
			inside, err := filepath.Rel(dir, path)
			if err != nil {
				return nil, nil, err
			}
			if _, err := entrant.Parse(path, entrant.Options{}); err != nil {
				others = append(others, filepath.ToSlash(inside))
				continue
			}
			bots = append(bots, filepath.ToSlash(inside))
		}
		if len(bots) > 0 {
			break
		}
	}
	return bots, others, nil
}
