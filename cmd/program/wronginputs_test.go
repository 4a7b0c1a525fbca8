package program

import (
	"flag"
	"net"
	"os"
	"strings"
	"testing"
)

var updateWrong = flag.Bool("update-wrong", false, "write testdata/wrong.txt again; read what has changed")

// TestWrongInputs: what each command says of wrong inputs, word by word: the flag or file, its value, what was expected, and
// no word of Go. testdata/wrong.txt has the command lines, what they print and their exit codes.
func TestWrongInputs(t *testing.T) {
	golden, err := os.ReadFile("testdata/wrong.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"empty": "", "hello.txt": "hello", "cut.json": `{"cells":[`, "bad.toml": "name = \n",
		"bots.toml": "[[bot]]\ncommand = 7\n", "zone.toml": "ends = \"2026-12-01 18:00 Europe/Berlni\"\n[[bot]]\ncommand = \"builtin:idle\"\n[[bot]]\ncommand = \"builtin:hunter\"\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, taken, _ := net.SplitHostPort(l.Addr().String())
	var got strings.Builder
	for _, entry := range strings.Split(string(golden), "$ ")[1:] {
		line, _, _ := strings.Cut(entry, "\n")
		command, stdin, _ := strings.Cut(line, " < ")
		code, out, errOut := run(t, stdin+"\n", strings.Fields(strings.ReplaceAll(command, "TAKEN", taken))...)
		said := strings.ReplaceAll(out+errOut, taken, "TAKEN")
		got.WriteString("$ " + line + "\n" + said)
		if !strings.HasPrefix(command, "simulate") && !strings.HasPrefix(command, "hexabomb ") && code == 0 {
			t.Errorf("%s: exit 0", command)
		}
		if word := goWord(said, ""); word != "" {
			t.Errorf("%s: %q in\n%s", command, word, said)
		}
	}
	if *updateWrong {
		t.Chdir(sourceFolder)
		if err := os.WriteFile("testdata/wrong.txt", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got.String() != string(golden) {
		t.Errorf("it says\n%s\nwant\n%s", got.String(), golden)
	}
}

// sourceFolder is where this test begins.
var sourceFolder, _ = os.Getwd()
