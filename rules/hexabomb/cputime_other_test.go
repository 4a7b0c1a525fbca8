//go:build !unix

package hexabomb

import (
	"testing"
	"time"
)

var programStart = time.Now()

// processTime is the time since the start of the program: there is no portable way to ask for its processor time.
func processTime(testing.TB) time.Duration { return time.Since(programStart) }
