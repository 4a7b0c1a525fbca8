//go:build !unix && !js

package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"blastyard/cmd/internal/command"
)

// become runs another program with the streams of this one, and ends with its exit code. Ctrl-C reaches both; this
// program waits for the end of the other.
func become(path string, argv []string) error {
	cmd := exec.Command(path)
	cmd.Args, cmd.Stdin, cmd.Stdout, cmd.Stderr = argv, os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return command.Exit{Code: exit.ExitCode()}
	}
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", path, err)
	}
	return nil
}
