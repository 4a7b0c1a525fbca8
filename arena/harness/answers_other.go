//go:build !linux

package harness

import (
	"os"
	"time"
)

// answersPipe returns a pipe for the output of a bot that is asked and answers.
func answersPipe() (r, w *os.File, err error) { return os.Pipe() }

// outputPipe returns a pipe for the output of a bot.
func outputPipe() (r, w *os.File, err error) { return os.Pipe() }

// openable does nothing: here bots run as the user of this program.
func openable(*os.File, os.FileMode) {}

// Wrote returns nothing, because the system does not tell.
func (counter) Wrote() (last time.Time, ok bool) { return last, false }
