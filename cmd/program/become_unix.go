//go:build unix

package program

import (
	"fmt"
	"os"
	"syscall"
)

// become turns this process into another program, which so has its streams, its terminal and its signals. It returns
// only if it fails.
func become(path string, argv []string) error {
	return fmt.Errorf("cannot start %s: %w", path, syscall.Exec(path, argv, os.Environ()))
}
