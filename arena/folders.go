package arena

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"blastyard/harness"
)

// apart says that each bot has a network of its own, in which nobody else can reach its port.
func (p *Prepared) apart() bool {
	return p.Sandbox != nil && p.Sandbox.Level >= harness.SandboxNamespaces
}

// ownFolder is what the program of a seat sees in a sandbox: its folder, and what else it may read.
func (p *Prepared) ownFolder(s *seat) (folder string, others []string) {
	words, _ := harness.Split(s.who.Command) // it was split before
	if !s.who.Folder {
		return harness.OwnFolder(words, s.Dir, p.onlyBot())
	}
	first, others := harness.OwnFolder(words, s.Dir, true)
	inside := func(path string) bool {
		rel, err := filepath.Rel(s.Dir, path)
		return err == nil && filepath.IsLocal(rel)
	}
	return s.Dir, slices.DeleteFunc(append(others, first), inside)
}

// onlyBot says that all programs are one bot: then the working folder may be its own.
func (p *Prepared) onlyBot() bool {
	var only *seat
	for k := range p.seats {
		s := &p.seats[k]
		switch {
		case !s.isProgram():
		case only == nil:
			only = s
		case !only.sameBot(s):
			return false
		}
	}
	return true
}

func (s *seat) sameBot(other *seat) bool { return s.Bot == other.Bot && s.Dir == other.Dir }

// SharedFolders says, in a line each, which bots see less in their sandbox, or more, than their authors may think.
func (p *Prepared) SharedFolders() (lines []string) {
	if p.Sandbox == nil || p.Sandbox.Level < harness.SandboxFiles {
		return nil
	}
	owner := map[string]*seat{}
	for k := range p.seats {
		s := &p.seats[k]
		if !s.isProgram() || s.folder != nil {
			continue
		}
		folder, _ := p.ownFolder(s)
		if st, err := os.Stat(folder); err == nil && !st.IsDir() {
			lines = append(lines,
				fmt.Sprintf("%s: its folder is not its own: it sees only the file %s", s.name, folder))
		} else if other := owner[folder]; other != nil && !other.sameBot(s) {
			lines = append(lines,
				fmt.Sprintf("%s and %s share the folder %s: each can read the other", other.name, s.name, folder))
		}
		owner[folder] = s
	}
	return lines
}
