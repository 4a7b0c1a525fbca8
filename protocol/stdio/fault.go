package stdio

import (
	"bytes"
	"fmt"

	"blastyard/internal/plain"
)

// Fault says what is wrong with a line of a bot.
type Fault struct {
	What string // in the words of netorcai; or ""
	Line Answer
	Why  string
}

// Fault returns an error about an answer. what may be empty.
func (a Answer) Fault(what, why string) *Fault { return &Fault{what, a, why} }

// Hint is advice for the author of a bot that printed a line that is no answer.
const Hint = "print other text to standard error"

func (f *Fault) Error() string {
	text := fmt.Sprintf("line %d of its standard output is %s, %s", f.Line.Number, Quoted(f.Line.Text), f.Why)
	if f.What != "" {
		return f.What + ": " + text
	}
	return text
}

// Quoted returns the beginning of a line, safe to print.
func Quoted(line []byte) string {
	const most = 80
	line = bytes.TrimSpace(line)
	if len(line) <= most {
		return fmt.Sprintf("%q", plain.Stored(string(line)))
	}
	return fmt.Sprintf("%q…", plain.Stored(string(bytes.ToValidUTF8(line[:most], nil))))
}
