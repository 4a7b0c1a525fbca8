package submission

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Erase removes a team with its invitation and tokens. It reports whether there was one.
func (t *Teams) Erase(name string) (was bool, err error) {
	return was, t.change(func(f *teamFile) error {
		r := f.find(name)
		if was = r != nil; was {
			name = r.Name
			f.Teams = slices.DeleteFunc(f.Teams, func(r teamRecord) bool { return r.Name == name })
		}
		return nil
	})
}

// FoldersOf returns the folders of a team's submissions below the folder of an inbox's Options.Dir.
func FoldersOf(dir, team string) (folders []string, err error) {
	inbox := filepath.Join(dir, inboxFolder)
	list, err := os.ReadDir(inbox)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("submission: %w", err)
	}
	for _, e := range list {
		folder := filepath.Join(inbox, e.Name())
		r, err := readReport(filepath.Join(folder, reportFile))
		switch {
		case err != nil && !exists(filepath.Join(folder, reportFile)): // an upload that was not complete
		case err != nil:
			return nil, fmt.Errorf("submission: %s: %w", e.Name(), err)
		case r.Team == team:
			folders = append(folders, folder)
		}
	}
	return folders, nil
}
