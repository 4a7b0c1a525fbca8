package lettering

import (
	"cmp"
	"os"
	"path/filepath"
)

// systemFolders are the folders in which Windows has fonts.
func systemFolders() []string {
	folders := []string{filepath.Join(cmp.Or(os.Getenv("SystemRoot"), `C:\Windows`), "Fonts")}
	if local := os.Getenv("LocalAppData"); local != "" {
		folders = append(folders, filepath.Join(local, "Microsoft", "Windows", "Fonts"))
	}
	return folders
}
