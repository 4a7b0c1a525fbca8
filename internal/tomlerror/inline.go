package tomlerror

import (
	"fmt"
	"strings"
	"unicode"
)

// typographic are quotes as word processors and chats write them.
const typographic = "“”„‟‘’‚‛«»"

// InLine is Words for an error in a line of a file, from 1: it also names signs of the line that look like those of
// TOML, but are others.
func InLine(err error, content []byte, line int) string {
	text := ""
	for l := range strings.Lines(string(content)) {
		if line--; line == 0 {
			text = l
		}
	}
	if bare, _, is := strings.Cut(text, `"`); is { // what stands in plain quotes is right
		text = bare
	}
	for _, r := range text {
		switch {
		case strings.ContainsRune(typographic, r):
			return fmt.Sprintf(`there is the typographic quote %c: a text stands in plain quotes, such as "a"`, r)
		case r != ' ' && unicode.Is(unicode.Zs, r) || strings.ContainsRune("\u200b\u2060\ufeff\u00ad", r):
			return "there is a blank that is another sign than the space of the keyboard: type it again"
		case r == 0x1a:
			return "there is the sign with which old programs of Windows end a file (Ctrl-Z): remove it"
		}
	}
	return Words(err)
}
