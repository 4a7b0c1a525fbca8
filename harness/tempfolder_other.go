//go:build !linux

package harness

import (
	"errors"
	"os"
)

// TempFolder creates a temporary folder. remove removes it.
func TempFolder() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "blastyard-")
	if err != nil {
		return "", func() {}, errors.Join(ErrHost, err)
	}
	return folder, func() { _ = os.RemoveAll(folder) }, nil
}
