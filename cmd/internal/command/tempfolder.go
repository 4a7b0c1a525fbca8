package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"blastyard/internal/usage"
)

// tempVariables are those that say where temporary files are, on any system.
var tempVariables = []string{"TMPDIR", "TMP", "TEMP"}

// ofTempFolder returns the error about the variable that names the folder of temporary files, if err comes from what
// it names being no folder; otherwise err.
func ofTempFolder(err error) error {
	folder := os.TempDir()
	failed, ok := errors.AsType[*fs.PathError](err)
	inside := filepath.Clean(folder) + string(filepath.Separator)
	if !ok || failed.Path != folder && !strings.HasPrefix(failed.Path, inside) {
		return err
	}
	if info, missing := os.Stat(folder); missing == nil && info.IsDir() {
		return err
	}
	for _, name := range tempVariables {
		if os.Getenv(name) == folder {
			return usage.Variable(name, folder, "a folder for temporary files")
		}
	}
	return err
}
