//go:build !darwin && !windows

package lettering

import (
	"cmp"
	"os"
	"path/filepath"
)

// systemFolders are the folders in which Linux and the BSDs have fonts.
func systemFolders() []string {
	data := filepath.SplitList(cmp.Or(os.Getenv("XDG_DATA_DIRS"), "/usr/local/share:/usr/share"))
	folders := []string{"/usr/local/share/fonts", "/usr/share/fonts", "/usr/share/texmf/fonts/opentype"}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, ".fonts"))
		data = append(data, cmp.Or(os.Getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share")))
	}
	for _, folder := range data {
		folders = append(folders, filepath.Join(folder, "fonts"))
	}
	return folders
}
