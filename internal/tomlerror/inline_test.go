package tomlerror

import (
	"errors"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// TestInLine: signs that editors and chats put in the place of those of TOML are named.
func TestInLine(t *testing.T) {
	const quote, blank = `there is the typographic quote “: a text stands in plain quotes, such as "a"`,
		"there is a blank that is another sign than the space of the keyboard: type it again"
	for file, want := range map[string]string{
		"command = “./bot.sh”\n":            quote,
		"x = 1\n\tcommand\t=\t“./bot.sh”\n": quote,
		"a = 'b'\nname = ‘Ann’\n":           `there is the typographic quote ‘: a text stands in plain quotes, such as "a"`,
		"command\u00a0= \"./bot.sh\"\n":     blank,
		"\u200bcommand = \"./bot.sh\"\n":    blank,
		"a = 1\r\n\x1a":                     "there is the sign with which old programs of Windows end a file (Ctrl-Z): remove it",
		"name = \"“Ann”\" x\n":              "there is 'x' behind the value, expected the end of the line",
		"name = \"“Ann”\"\nb = 1\nb = 2\n":  "the key b is there twice",
		"# “comment”\ncommand = ./x\n":      `there is '.' where a value begins: a text stands in quotes, such as "a"`,
		"a = [\n \"x\",\n “y” ]\n":          quote,
	} {
		var into map[string]any
		err := toml.Unmarshal([]byte(file), &into)
		var wrong *toml.DecodeError
		if !errors.As(err, &wrong) {
			t.Errorf("%q: %v", file, err)
			continue
		}
		line, _ := wrong.Position()
		if got := InLine(wrong, []byte(file), line); got != want {
			t.Errorf("%q (%v):\n%s, want\n%s", file, err, got, want)
		}
	}
}
