//go:build unix

package rounds

import (
	"fmt"
	"os"
	"path/filepath"
)

// lookUp is a bot that reads what the original engine writes one folder up, in the ways that bots do, and tells what of
// a rival it found.
func lookUp(folder string) {
	round := filepath.Dir(folder)
	for _, name := range []string{mapFile, stateFile, roundInfoFile} {
		text, err := os.ReadFile(folder + "/../" + name)
		must(err)
		if len(text) < 20 {
			must(fmt.Errorf("%s holds %q", name, text))
		}
		must2(os.Stat(filepath.Join(round, name)))
		if os.WriteFile(filepath.Join(round, name), []byte("mine"), 0o666) == nil || os.Remove(filepath.Join(round, name)) == nil {
			fmt.Println("changed", name)
		}
	}
	own, err := os.Getwd()
	must(err)
	must(os.Chdir(folder)) // no bot's folder is in the round's, but some programs go there
	must2(os.ReadFile("../" + stateFile))
	must(os.Chdir(own))
	entries, err := os.ReadDir(filepath.Join(folder, ".."))
	must(err)
	for _, e := range entries {
		if e.IsDir() && e.Name() != filepath.Base(folder) {
			fmt.Println("lists", e.Name())
		}
	}
	rival := filepath.Join(round, "A")
	link := filepath.Join(folder, "link")
	must(os.Symlink("../A", link))
	for _, dir := range []string{rival, folder + "/../A", link, round + "/../0/A"} {
		if _, err := os.ReadDir(dir); err == nil {
			fmt.Println("opens", dir)
		}
		for _, name := range []string{MoveFile, botLogFile, mapFile} {
			if _, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				fmt.Println("reads", dir, name)
			}
		}
	}
	_ = os.WriteFile(filepath.Join(round, "evil.txt"), nil, 0o666) // may work where nobody else sees it
}
