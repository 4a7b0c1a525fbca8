//go:build !unix

package server

type writeAttempt struct{}

func (c *conn) directWriting() {}

// tryWrite writes nothing, so a goroutine writes everything.
func (c *conn) tryWrite([]byte) (int, error) { return 0, nil }

func (c *conn) discardNow() (ended bool) { return false }

func (c *conn) awaitInput() {}
