//go:build unix

package rounds

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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

// remember is a bot that keeps files of its own between rounds, in its folder, in TMPDIR and HOME and in its folder of
// the last round, and compares the state with that of the last round.
func remember(key, folder string) {
	match := filepath.Dir(filepath.Dir(folder))
	round, err := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	must(err)
	last := filepath.Join(match, strconv.Itoa(round-1))
	for _, dir := range []string{".", os.Getenv("TMPDIR"), os.Getenv("HOME"), folder} {
		memory := filepath.Join(dir, "memory.txt")
		if dir == folder && round > 0 {
			memory = filepath.Join(last, key, "memory.txt")
		}
		if round > 0 {
			text, err := os.ReadFile(memory)
			must(err)
			if want := strconv.Itoa(round - 1); dir == folder && string(text) != want {
				must(fmt.Errorf("%s holds %q, want %s", memory, text, want))
			}
		}
		must(os.WriteFile(filepath.Join(dir, "memory.txt"), []byte(strconv.Itoa(round)), 0o666))
	}
	if round > 0 {
		must2(os.ReadFile(filepath.Join(last, stateFile)))
		must2(os.ReadFile(filepath.Join(match, "0", mapFile)))
	}
}

// trap replaces what is in a private folder by links out of it, and takes rights away.
func trap(private, folder string) {
	entries, err := os.ReadDir(private)
	must(err)
	for _, e := range entries {
		_ = os.Rename(filepath.Join(private, e.Name()), filepath.Join(private, e.Name()+".old"))
		_ = os.Symlink("/old/etc", filepath.Join(private, e.Name()))
	}
	for _, dir := range []string{private, folder} {
		_ = os.Symlink("/old/etc", filepath.Join(dir, "trap"))
	}
	_ = os.Mkdir(filepath.Join(private, "deep"), 0o777)
	must(changeMode(filepath.Join(private, "deep"), 0))
	must(changeMode(private, 0))
}
