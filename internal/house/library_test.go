package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAsLibrary: with the commands of docs/library.md a module of somebody else can import the packages, and the program
// there plays a match. docs/searching.md has the same commands.
func TestAsLibrary(t *testing.T) {
	page, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindSubmatch(page)
	if program == nil {
		t.Fatal("the page has no program")
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), program[1], 0o666); err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^go (?:mod|get) .*$`).FindAllString(string(page), -1)
	if len(commands) != 3 {
		t.Fatalf("the page has the commands %q, expected three", commands)
	}
	var out []byte
	for _, command := range append(commands, "go run .") {
		words := strings.Fields(strings.ReplaceAll(command, "../blastyard", root))
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
		if out, err = cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	if !regexp.MustCompile(`^first \d+ false\nhunter \d+ true\n$`).Match(out) {
		t.Errorf("the program printed %q", out)
	}
}
