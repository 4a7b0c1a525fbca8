// Package usage has the error of a command line that makes no sense. Commands end with exit code 2 for it.
package usage

import (
	"fmt"
	"io/fs"
	"os"
)

// Error says what is wrong with a command line.
type Error struct{ Err error }

// Error implements error.
func (e Error) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e Error) Unwrap() error { return e.Err }

// Errorf is an Error with a text as fmt.Errorf makes it.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }

// Variable is the error about a variable of the environment with a wrong value.
func Variable(name, value, expected string) error {
	return Errorf("the variable %s is %q, expected %s", name, value, expected)
}

// File is an error about a flag whose value would be a file, if that is "-": it means standard output elsewhere, and
// nobody wants a file of that name.
func File(flag, value string) error {
	if info, err := os.Stat(value); err == nil && info.Mode()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return Errorf("--%s is %s, a device or a pipe, expected the name of a file", flag, value)
	}
	if value == "-" {
		return Errorf("--%s is -, but nothing of it is written to standard output: name a file", flag)
	}
	return nil
}
