package harness

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// makePoints makes, in a private folder that is shown as privateFolder, the folders and files on which trees are
// mounted. The supervisor must not do that: what an earlier process of the bot has left there could be a link, which
// leads it anywhere.
func makePoints(private string, trees []tree) error {
	for _, t := range trees {
		for _, folder := range privateNames {
			rel, err := filepath.Rel(folder, t.At)
			if err != nil || rel == "." || !filepath.IsLocal(rel) {
				continue
			}
			if err = makePoint(private, rel, t.Path); err != nil {
				return fmt.Errorf("place for %s: %w", t.At, err)
			}
		}
	}
	return nil
}

// makePoint makes an empty file or folder of the kind of another one. Anything else in its place or on the way to it is
// removed.
func makePoint(private, rel, like string) error {
	st, err := os.Stat(like)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(private)
	if err != nil {
		return err
	}
	defer root.Close()
	path := ""
	parts := strings.Split(rel, string(filepath.Separator))
	for i, part := range parts {
		path = filepath.Join(path, part)
		folder := i < len(parts)-1 || st.IsDir()
		there, err := root.Lstat(path)
		if err == nil && (folder && there.IsDir() || !folder && there.Mode().IsRegular()) {
			continue
		}
		if err == nil {
			err = root.RemoveAll(path)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if folder {
			err = root.Mkdir(path, 0o755)
		} else {
			err = root.WriteFile(path, nil, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
