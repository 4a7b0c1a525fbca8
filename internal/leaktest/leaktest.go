// Package leaktest looks for goroutines that tests leave behind.
package leaktest

import (
	"time"

	"go.uber.org/goleak"
)

// patience is how long goroutines may take to end: on a busy machine, the end of a process may be noticed late.
const patience = time.Minute

// Find waits until no goroutine is left but those of the options, and those of the runtime and of testing. The error
// lists the goroutines that are left after a minute.
func Find(options ...goleak.Option) error {
	for began := time.Now(); ; {
		err := goleak.Find(options...) // which tries for a second or two
		if err == nil || time.Since(began) > patience {
			return err //nolint:wrapcheck // it is the list
		}
	}
}

// T is what Verify needs of a test.
type T interface {
	Helper()
	Error(args ...any)
}

// Verify fails the test if Find finds something.
func Verify(t T, options ...goleak.Option) {
	t.Helper()
	if err := Find(options...); err != nil {
		t.Error(err)
	}
}
