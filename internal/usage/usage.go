// Package usage has the error of a command line that makes no sense. Commands end with exit code 2 for it.
package usage

import "fmt"

// Error says what is wrong with a command line.
type Error struct{ Err error }

// Error implements error.
func (e Error) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e Error) Unwrap() error { return e.Err }

// Errorf is an Error with a text as fmt.Errorf makes it.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }
