//go:build unix

package program

import (
	"fmt"
	"os"
	"syscall"
)

// become replaces this process by another program, which inherits its streams, terminal and signals. It returns only if
// it fails.
func become(path string, argv []string) error {
	return fmt.Errorf("cannot start %s: %w", path, syscall.Exec(path, argv, os.Environ()))
}
