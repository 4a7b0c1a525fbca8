//go:build !unix

package engine

import "os"

// This system has no such signals, so the tests that need them are skipped.
var (
	standStill = os.Kill
	goOn       = os.Kill
)
