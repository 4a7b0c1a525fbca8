package lettering

import (
	"os"
	"path/filepath"
)

// systemFolders are the folders in which macOS has fonts.
func systemFolders() []string {
	folders := []string{"/System/Library/Fonts", "/Library/Fonts", "/Network/Library/Fonts"}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, "Library", "Fonts"))
	}
	return folders
}
