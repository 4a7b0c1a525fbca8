package arena

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"blastyard/arena/harness"
)

// Apart reports whether each bot has a network of its own, in which no other process can reach its port.
func (p *Prepared) Apart() bool {
	return p.Sandbox != nil && p.Sandbox.Level >= harness.SandboxNamespaces
}

// OwnFolder returns what the program of a seat sees in a sandbox: its folder, and other paths that it may read.
func (p *Prepared) OwnFolder(s *Seated) (folder string, others []string) {
	words, _ := harness.Split(s.Who.Command) // it was split before
	if !s.Who.Folder {
		return harness.OwnFolder(words, s.Dir, p.onlyBot())
	}
	first, others := harness.OwnFolder(words, s.Dir, true)
	inside := func(path string) bool { return local(s.Dir, path) }
	return s.Dir, slices.DeleteFunc(append(others, first), inside)
}

// local reports whether a path is a folder or is below it.
func local(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// onlyBot reports whether all programs are the same bot. Its folder may then be the working folder.
func (p *Prepared) onlyBot() bool {
	var only *Seated
	for k := range p.Seats {
		s := &p.Seats[k]
		switch {
		case s.Kind != ProgramSeat:
		case only == nil:
			only = s
		case !only.sameBot(s):
			return false
		}
	}
	return true
}

func (s *Seated) sameBot(other *Seated) bool { return s.Bot == other.Bot && s.Dir == other.Dir }

// SharedFolders describes, one line each, bots whose sandbox shows less or more than their authors may expect.
func (p *Prepared) SharedFolders() (lines []string) {
	if p.Sandbox == nil || p.Sandbox.Level < harness.SandboxFiles {
		return nil
	}
	owner := map[string]*Seated{}
	for k := range p.Seats {
		s := &p.Seats[k]
		if s.Kind != ProgramSeat || s.EachRound() {
			continue
		}
		folder, _ := p.OwnFolder(s)
		if st, err := os.Stat(folder); err == nil && !st.IsDir() {
			lines = append(lines,
				fmt.Sprintf("%s: its folder is not its own: it sees only the file %s", s.Name, folder))
		} else if other := owner[folder]; other != nil && !other.sameBot(s) {
			lines = append(lines,
				fmt.Sprintf("%s and %s share the folder %s: each can read the other", other.Name, s.Name, folder))
		}
		if dir, err := filepath.Abs(s.Dir); err == nil && !local(folder, dir) {
			lines = append(lines, fmt.Sprintf("%s works in an empty folder in place of %s: what it "+
				"writes there is dropped when it ends (a bot that is a folder works in a copy of it)", s.Name, dir))
		}
		owner[folder] = s
	}
	return lines
}
