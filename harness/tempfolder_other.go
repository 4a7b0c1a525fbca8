//go:build !linux

package harness

import (
	"fmt"
	"os"
)

// TempFolder creates a temporary folder. remove removes it.
func TempFolder() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "blastyard-")
	if err != nil {
		return "", func() {}, fmt.Errorf("%w: %w", ErrHost, noTempFolder(err))
	}
	return folder, func() { _ = os.RemoveAll(folder) }, nil
}
