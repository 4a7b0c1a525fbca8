package harness

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSystemProgram: a program of the system that is named by a link runs as the file to which the link leads. java finds
// its libraries beside that file. A bot's command line need not name any other file.
func TestSystemProgram(t *testing.T) {
	link, err := exec.LookPath("awk")
	if err != nil {
		t.Skip(err)
	}
	file, err := filepath.EvalSymlinks(link)
	if err != nil || file == link {
		t.Skipf("awk is no link here: %s, %v", file, err)
	}
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		folder := t.TempDir()
		for name, box := range map[string]Sandbox{
			"readable": {Level: level, Folder: folder, FolderCopied: true, Readable: []string{link}},
			"folder":   {Level: level, Folder: link},
		} {
			p, err := Start(t.Context(), Command{Dir: folder, Sandbox: &box,
				Line: link + ` 'BEGIN { system("readlink /proc/$PPID/exe") }'`})
			if err != nil {
				t.Fatal(err)
			}
			e := ended(t, p)
			if got := strings.Join(p.tailOf(Stdout, 5), ""); !e.Clean() || got != file {
				t.Errorf("%s: %v: it runs as %q, expected %q; %q", name, e, got, file, p.tailOf(Stderr, 5))
			}
		}
	})
}
