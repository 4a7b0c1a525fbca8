package arena

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"blastyard/arena/harness"
	"blastyard/game/match"
)

// A bot must not lose because somebody has changed its folder. Therefore the arena records the state of the folders
// of sandboxed programs before the first match, and compares it after one of the programs has failed.

// mostMarked is how many files of a bot are recorded.
const mostMarked = 2000

// marks describe each file of a folder, by its path in the folder.
type marks map[string]string

// marksOf returns the marks of everything in the folder, or without all only the mode of the folder itself.
func marksOf(folder string, all bool) marks {
	m := marks{}
	if !all {
		if st, err := os.Stat(folder); err == nil {
			m["."] = fmt.Sprintf("has the mode %v", st.Mode().Perm())
		}
		return m
	}
	_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		name, relErr := filepath.Rel(folder, path)
		if relErr != nil || len(m) >= mostMarked {
			return fs.SkipAll
		}
		if err != nil {
			m[name] += " and cannot be read"
			return nil //nolint:nilerr // the mark records the error
		}
		if st, err := e.Info(); err == nil && st.Mode().IsRegular() {
			m[name] = fmt.Sprintf("has the mode %v, %d bytes and the time %v", st.Mode().Perm(), st.Size(),
				st.ModTime())
		} else if err == nil {
			m[name] = fmt.Sprintf("has the mode %v", st.Mode())
		}
		return nil
	})
	return m
}

// since describes the first change from the marks before to m. It returns "" if nothing has changed.
func (m marks) since(before marks) string {
	names := maps.Clone(before)
	maps.Copy(names, m)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		switch was, is := before[name], m[name]; {
		case was == is:
		case is == "":
			return name + " is gone"
		case was == "":
			return name + " is new"
		default:
			return fmt.Sprintf("%s %s, before it %s", name, is, was)
		}
	}
	return ""
}

// ownMarks returns the folder of a seat's program and its marks. It returns "" if the program may write the folder.
func (p *Prepared) ownMarks(k int, folder string) (string, marks) {
	s := &p.Seats[k]
	if p.Sandbox == nil || p.Sandbox.Level == harness.SandboxNone || s.Kind != ProgramSeat {
		return "", nil
	}
	readOnly := !s.EachRound() && p.Sandbox.Level >= harness.SandboxFiles
	switch {
	case folder != "":
	case s.EachRound() && p.Apart():
		return "", nil
	case s.EachRound():
		folder = s.Who.Dir
	default:
		folder, _ = p.OwnFolder(s)
	}
	return folder, marksOf(folder, readOnly)
}

// markFolders records the state of the programs' folders.
func (p *Prepared) markFolders() {
	for k := range p.Seats {
		s := &p.Seats[k]
		s.marked, s.marks = p.ownMarks(k, "")
	}
}

// changed returns an error if a program failed and its folder was changed. Otherwise it returns err.
func (r *Run) changed(err error) error {
	for k := range r.Prepared.Seats {
		s := &r.Prepared.Seats[k]
		reason := r.Result.Seats[k].Reason
		failed := err != nil || reason != match.Finished && reason != match.Interrupted
		if s.marked == "" || !failed && !s.EachRound() { // a program that is started each round has no failure reason
			continue
		}
		_, now := r.Prepared.ownMarks(k, s.marked)
		if what := now.since(s.marks); what != "" {
			return fmt.Errorf("%w: somebody has changed the folder of %s, %s: %s", harness.ErrHost,
				r.Result.Seats[k].Name, s.marked, what)
		}
	}
	return err
}
