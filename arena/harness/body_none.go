//go:build !unix && !windows

package harness

import "errors"

var errNoPrograms = errors.New("programs cannot be started on this system")

// The errors of a system that cannot start programs.
var errNotDir, errFormat = errNoPrograms, errNoPrograms

// runnable is true, so that newBody says why a program does not start.
func runnable(string) bool { return true }

func newBody(c Command, _ string, _ []string) (body, error) {
	return nil, c.fail(errNoPrograms, errNoPrograms.Error(), "")
}
