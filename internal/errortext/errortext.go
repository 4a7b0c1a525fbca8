// Package errortext makes the text of an error fit to be read by whoever typed the command.
package errortext

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"blastyard/internal/jsonerror"
	"blastyard/internal/plain"
)

// Line is the text of an error, which may quote files, bots and other programs, as one line that is safe to print.
func Line(err error) string {
	return longWord.ReplaceAllStringFunc(plain.Line(Text(err)), shorten)
}

// longWord is a word that is longer than any path should be, such as a value that was pasted by mistake.
var longWord = regexp.MustCompile(`\S{500,}`)

// shorten keeps both ends of a long word.
func shorten(word string) string {
	letters := []rune(word)
	const head, tail = 60, 20
	if len(letters) <= head+tail {
		return word
	}
	end := letters[len(letters)-tail:]
	return fmt.Sprintf("%s… (%d letters) …%s", string(letters[:head]), len(letters), string(end))
}

// Text is the text of an error for people: without the names of the packages through which it came, and in our words
// where those of the system or of Go need knowledge of them. It may quote anything.
func Text(err error) string {
	switch e := err.(type) { //nolint:errorlint // this one, not one below it
	case *net.OpError:
		return network(e)
	case *net.DNSError:
		return unknownMachine(e)
	case *url.Error:
		return e.URL + ": " + Text(e.Err)
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

// Attr makes a log for people write errors as Line does; it is for slog.HandlerOptions.ReplaceAttr.
func Attr(_ []string, a slog.Attr) slog.Attr {
	if err, is := a.Value.Any().(error); is {
		a.Value = slog.StringValue(Line(err))
	}
	return a
}
