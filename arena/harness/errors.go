package harness

import (
	"errors"

	"blastyard/internal/plain"
)

// The errors of starting and stopping a bot. Start wraps those of the first group in a *StartError.
var (
	ErrConfig        = errors.New("bad command")               // a field or the command line itself is wrong
	ErrUnclosedQuote = errors.New("unclosed quote")            // in the command line
	ErrNotFound      = errors.New("not found")                 // no such program, script or directory
	ErrNotExecutable = errors.New("not executable")            // it exists but may not be executed
	ErrNoInterpreter = errors.New("interpreter not installed") // the program that should run the script is missing
	ErrBadFormat     = errors.New("not a program")             // a script without #!, or a program for another machine
	errLogFile       = errors.New("cannot make the log file")  // it exists (wraps fs.ErrExist, too), or else

	ErrStillRunning = errors.New("still running after SIGKILL") // the system has not ended the process
)

// StartError says in one line why a bot could not be started and what to do about it.
type StartError struct {
	Name string // the bot, as Command names it
	What string // what is wrong
	Fix  string // what to do; may be empty
	Kind error  // one of the errors above, with what it wraps
}

func (e *StartError) Error() string {
	s := "bot \"" + e.Name + "\": " + plain.Stored(e.What)
	if e.Fix != "" {
		s += ": " + plain.Stored(e.Fix)
	}
	return s
}

// Unwrap returns Kind, so that errors.Is finds the sentinel.
func (e *StartError) Unwrap() error { return e.Kind }

func (c Command) fail(kind error, what, fix string) error {
	return &StartError{Name: c.name(), What: what, Fix: fix, Kind: kind}
}
