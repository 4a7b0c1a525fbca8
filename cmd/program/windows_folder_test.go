//go:build unix

package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// windowsFolder writes files as a person on Windows leaves them: CR LF everywhere, but in files whose name here ends in
// .LF, and a byte order mark in what is text.
func windowsFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		name, lf := strings.CutSuffix(name, ".LF")
		if !lf {
			content = strings.ReplaceAll(content, "\n", "\r\n")
		}
		if ext := filepath.Ext(name); ext == ".toml" || ext == ".json" {
			content = "\ufeff" + content
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// idler answers every turn with no actions.
const idler = "while read -r line; do\ncase $line in *'\"type\":\"turn\"'*) echo '[]';; esac\ndone\n"

// TestFolderOfWindows: bots and a bots file that were prepared on Windows play here.
func TestFolderOfWindows(t *testing.T) {
	dir := windowsFolder(t, map[string]string{
		"Students/Ann/Bot.toml":      "# José\nname = \"José\"\nprotocol = \"stdio\"\ncommand = 'sh src\\run.sh'\n",
		"Students/Ann/src/Run.sh.LF": idler,
		"Students/bob/bot.toml":      "protocol = \"stdio\"\ncommand = 'sh .\\Main.SH'\n",
		"Students/bob/main.sh.LF":    idler,
		"tools/cid.sh.LF":            idler,
		"bots.toml":                  "[[bot]]\nfolder = 'students\\ann'\n[[bot]]\nfolder = 'Students\\Bob\\'\n[[bot]]\nname = \"cid\"\ndir = 'Tools'\ncommand = 'stdio: sh CID.sh'\n",
		"map.json":                   `{"cells":[{"q":0,"r":0},{"q":1,"r":0},{"q":2,"r":0},],` + "\n" + `"initial_positions":{"0":[{"q":0,"r":0}],"1":[{"q":1,"r":0}],"2":[{"q":2,"r":0}]}}`,
	})
	code, stdout, stderr := run(t, "", "play", "--bots", filepath.Join(dir, "bots.toml"), "--map", filepath.Join(dir, "map.json"),
		"--turns", "5", "--replay", "none", "--json", "--quiet", "--sandbox", "off")
	var result struct {
		Players []struct {
			Name, Reason string
			Late         int `json:"late_turns"`
		}
	}
	if err := json.Unmarshal([]byte(stdout), &result); err != nil || code != 0 || len(result.Players) != 3 {
		t.Fatalf("exit %d, %v\n%s%s", code, err, stdout, stderr)
	}
	names := []string{}
	for _, p := range result.Players {
		names = append(names, p.Name)
		if p.Reason != "finished" || p.Late > 0 {
			t.Errorf("%+v", p)
		}
	}
	if slices.Sort(names); !slices.Equal(names, []string{"José", "bob", "cid"}) && !slices.Equal(names, []string{"bob", "cid", "José"}) {
		t.Errorf("%q play", names)
	}
}

// TestScriptsOfWindows: what cannot run here is told in a line, with what to do.
func TestScriptsOfWindows(t *testing.T) {
	dir := windowsFolder(t, map[string]string{
		"shebang/bot.toml": "protocol = \"stdio\"\ncommand = './run.sh'\n", "shebang/run.sh": "#!/bin/sh\n" + idler,
		"shell/bot.toml": "protocol = \"stdio\"\ncommand = 'sh run.sh'\n", "shell/run.sh": "#!/bin/sh\n" + idler,
		"batch/bot.toml": "protocol = \"stdio\"\ncommand = '.\\run.bat'\n", "batch/run.bat": "@echo off\npython bot.py\n",
		"codepage/bot.toml": "name = \"Jos\xe9\"\nprotocol = \"stdio\"\ncommand = 'sh run.sh'\n",
	})
	if err := os.Chmod(filepath.Join(dir, "shebang", "run.sh"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, says := range map[string]string{
		"shebang":  "its first line ends with CR LF: save it with the line ends of Unix (LF), or run sed -i 's/\\r$//' ",
		"shell":    "run.sh has lines that end with CR LF: save it with the line ends of Unix (LF), or run sed -i 's/\\r$//' run.sh",
		"batch":    "a script of Windows: write the command that it starts, such as python3 bot.py",
		"codepage": "bot.toml: line 1, column 12: the byte 0xe9 is no UTF-8: save the file as UTF-8",
	} {
		code, _, stderr := run(t, "", "play", "--bot", filepath.Join(dir, name), "--bot", "builtin:random", "--map", "tiny",
			"--turns", "5", "--replay", "none", "--quiet", "--sandbox", "off")
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit %d\n%s", name, code, stderr)
		}
	}
}
