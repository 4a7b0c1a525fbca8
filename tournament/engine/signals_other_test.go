//go:build !unix

package engine

import "os"

// This system has no signals for it: the tests that need them are skipped.
var (
	standStill = os.Kill
	goOn       = os.Kill
)
