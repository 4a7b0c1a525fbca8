package access

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// WriteFile replaces a file that only its owner can read. After a crash or a power loss the file is either the old one
// or the new one.
func WriteFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // if it was not renamed
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" { // folders cannot be synced there
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
