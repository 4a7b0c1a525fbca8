//go:build unix || windows

package entrant

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goWords are words of Go, which no reader of a file has written.
var goWords = regexp.MustCompile(`entrant\.|toml: |struct|decode|\[\]|map\[|\bint\d*\b|interface|strict mode`)

// TestWrongKinds: each key of a bot's file and of a bots file with a value of each other kind gives an error with the line
// and the key, without words of Go.
func TestWrongKinds(t *testing.T) {
	values := map[string]string{"text": `"x"`, "integer": "7", "float": "1.5", "true or false": "true", "list": "[1]", "table": "{a = 1}",
		"table of tables": "[{a = 1}]", "date": "2026-01-02"}
	dir := t.TempDir()
	file := filepath.Join(dir, "file.toml")
	failed := 0
	for _, key := range []string{"name", "command", "author", "env", "protocol", "build"} {
		for kind, value := range values {
			for _, inBots := range []bool{false, true} {
				text, into := key+" = "+value+"\n", any(new(folderFile))
				if inBots {
					text, into = "[[bot]]\n"+text, &struct {
						Bot []FileBot `toml:"bot"`
					}{}
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				err := decode(file, into)
				if err == nil {
					continue // it is right, or checked later
				}
				failed++
				said := strings.TrimPrefix(err.Error(), file)
				if goWords.MatchString(said) || !strings.HasPrefix(said, ":") || !strings.Contains(said, key) {
					t.Errorf("%s = a %s: %s", key, kind, said)
				}
			}
		}
	}
	if failed < 50 {
		t.Errorf("only %d values were refused", failed)
	}
	for text, want := range map[string]string{
		"command = 7\n":            ":1: command is an integer, expected a text",
		"\nenv = [1]\n":            ":2: env is a list, expected a table",
		"env = {A = 1}\n":          ":1: a value of env is an integer, expected a text",
		"comand = 'x'\n":           ":1: there is no key comand; did you mean command?",
		"name = 'a'\nname = 'b'\n": ":2: ",
		"colour = 1":               ":1: there is no key colour",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := decode(file, new(folderFile))
		if err == nil || !strings.HasPrefix(strings.TrimPrefix(err.Error(), file), want) || goWords.MatchString(err.Error()) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}
