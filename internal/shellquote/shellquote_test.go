package shellquote

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"":                  "''",
		"builtin:hunter":    "builtin:hunter",
		"a@b/c-d_e=f,1.2%+": "a@b/c-d_e=f,1.2%+",
		"two words":         "'two words'",
		"it's":              `'it'\''s'`,
		"$HOME `ls`":        "'$HOME `ls`'",
		"*.go":              "'*.go'",
		"\x1b]0;x\a":        `$'\033]0;x\007'`,
		"two\nlines":        `$'two\012lines'`,
		"\n'\\":             `$'\012\'\\'`,
		"\n\xff":            `$'\012\377'`,
	} {
		if got := forPOSIX(word); got != want {
			t.Errorf("Quote(%q) is %s, want %s", word, got, want)
		}
	}
}

func TestForWindows(t *testing.T) {
	for word, want := range map[string]string{
		"":                  `""`,
		"builtin:hunter":    "builtin:hunter",
		`.\bot`:             `.\bot`,
		`C:\a b\`:           `"C:\a b\\"`, // or the backslash would take the quotation mark
		"two words":         `"two words"`,
		"it's":              `"it's"`,
		"a,b":               `"a,b"`,   // PowerShell would make two of it
		"@list":             `"@list"`, // PowerShell would look for a variable
		"x&y|z>w":           `"x&y|z>w"`,
		`say "hi"`:          `"say \"hi\""`,
		`"Team: Ann"=./bot`: `"\"Team: Ann\"=./bot"`,
		`a\"b`:              `"a\\\"b"`,
		"$HOME `x`":         "'$HOME `x`'",
		"it's $5":           "'it''s $5'",
		"\x1b]0;x\a":        `"?]0;x?"`,
		"two\nlines":        `"two?lines"`,
		"チーム":               `"チーム"`,
	} {
		if got := forWindows(word); got != want {
			t.Errorf("forWindows(%q) is %s, want %s", word, got, want)
		}
	}
}

// TestShell: bash reads each word back, byte for byte ($'…' is not in every sh yet).
func TestShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash here")
	}
	words := []string{"", "plain", "two words", `it's "quoted"`, "$HOME", "a;b&c|d>e", "~", "\t'\\\n", "\x1b[2J", "\xff\x01é", "é", "#x"}
	line := "printf '%s\\0'"
	for _, w := range words {
		line += " " + forPOSIX(w)
	}
	out, err := exec.Command(bash, "-c", line).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(got) != len(words) {
		t.Fatalf("bash reads %d words of %s, want %d: %q", len(got), line, len(words), got)
	}
	for i, w := range words {
		if got[i] != w {
			t.Errorf("bash reads %q as %q", w, got[i])
		}
	}
}

// TestProgram: a program on the PATH is called by its name, another one by its path.
func TestProgram(t *testing.T) {
	for arg0, want := range map[string]string{
		"blastyard":                          "blastyard",
		"blastyard.exe":                      "blastyard",
		"./blastyard":                        "./blastyard",
		"../bin/blastyard":                   "../bin/blastyard",
		"/opt/b y/by":                        "'/opt/b y/by'",
		"/tmp/go-build12/b001/exe/blastyard": "blastyard",
	} {
		if got := Program(arg0); got != want && runtime.GOOS != "windows" {
			t.Errorf("Program(%q) is %s, want %s", arg0, got, want)
		}
	}
}
