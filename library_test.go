package blastyard

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAsLibrary: with the commands of docs/searching.md a module of somebody else can import the packages.
func TestAsLibrary(t *testing.T) {
	page, err := os.ReadFile("docs/searching.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := "package main\n\nimport \"blastyard/hexabomb\"\n\nfunc main() { println(hexabomb.MaxCells) }\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^go mod .*$`).FindAllString(string(page), -1)
	if len(commands) != 3 {
		t.Fatalf("the page has the commands %q, expected three", commands)
	}
	for _, command := range append(commands, "go run .") {
		words := strings.Fields(strings.ReplaceAll(command, "../blastyard", root))
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
}
