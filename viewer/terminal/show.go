package terminal

import (
	"context"
	"errors"
	"os"
	"time"

	"blastyard/viewer"
)

// ErrQuit is what Show returns when the watcher wants the whole match to end.
var ErrQuit = errors.New("quit by the watcher")

// ShowOptions says where and how fast a match is shown.
type ShowOptions struct {
	Out  *os.File      // a terminal; nil: standard output
	In   *os.File      // keys, if it is a terminal; nil: standard input
	Env  []string      // "KEY=value" strings; nil: the process's
	Pace time.Duration // a turn; 0: so that the match takes about 15 s, between 60 ms and 1 s a turn
}

// Show shows the frames that come through in, one a turn, until the channel is closed and the last frame has been seen; then
// it returns nil. A producer that is faster than the pace is not held up: frames queue in memory, the whole match at most.
// Frames must not change after they were sent. When the watcher quits, Show returns ErrQuit; when ctx ends, its error.
// In every case the terminal is as it was, and in is no longer read: a producer's send must give up when Show has returned.
func Show(ctx context.Context, in <-chan viewer.Frame, opt ShowOptions) error {
	return errors.New("not yet")
}
