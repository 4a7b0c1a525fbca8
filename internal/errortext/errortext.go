// Package errortext makes the text of an error fit to be read by whoever typed the command.
package errortext

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"blastyard/internal/jsonerror"
)

// Text is the text of an error for people: without the names of the packages through which it came, and in our words
// where those of the system or of Go need knowledge of them. It may quote anything.
func Text(err error) string {
	if text, is := network(err); is {
		return text
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF { //nolint:errorlint // this one, not one below it
		return "it ended too early"
	}
	switch err { //nolint:errorlint // this one, not one below it
	case context.Canceled:
		return "interrupted"
	case context.DeadlineExceeded:
		return "it took too long"
	}
	switch e := err.(type) { //nolint:errorlint // this one, not one below it
	case *json.SyntaxError, *json.UnmarshalTypeError:
		return jsonerror.Explain(err, nil).Error()
	case *strconv.NumError:
		return fmt.Sprintf("%q is no number that fits here", e.Num)
	}
	text := err.Error()
	for _, cause := range causes(err) {
		text = replaceLast(text, cause.Error(), Text(cause))
	}
	return withoutPackage(text)
}

// causes are the errors that an error wraps.
func causes(err error) []error {
	switch e := err.(type) { //nolint:errorlint // this one, not one below it
	case interface{ Unwrap() error }:
		if cause := e.Unwrap(); cause != nil {
			return []error{cause}
		}
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return nil
}

// replaceLast puts another text in the place of the last one of its kind: a cause stands behind what is said about it.
func replaceLast(text, old, other string) string {
	at := strings.LastIndex(text, old)
	if at < 0 || old == "" {
		return text
	}
	return text[:at] + other + text[at+len(old):]
}
