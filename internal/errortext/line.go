//go:build !js

package errortext

import (
	"fmt"
	"log/slog"
	"regexp"
	"sync"

	"blastyard/internal/plain"
)

// Line is the text of an error, which may quote files, bots and other programs, as one line that is safe to print.
func Line(err error) string {
	return longWord().ReplaceAllStringFunc(plain.Line(Text(err)), shorten)
}

// longWord is a word that is longer than any path should be, such as a value that was pasted by mistake.
var longWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\S{500,}`) })

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

// Attr makes a log for people write errors as Line does; it is for slog.HandlerOptions.ReplaceAttr.
func Attr(_ []string, a slog.Attr) slog.Attr {
	if err, is := a.Value.Any().(error); is {
		a.Value = slog.StringValue(Line(err))
	}
	return a
}
