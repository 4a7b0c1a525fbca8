package harness

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSandboxModes(t *testing.T) {
	if s, err := NewSandbox(SandboxOff); s != nil || err != nil {
		t.Errorf("off: %v, %v", s, err)
	}
	if s, err := NewSandbox(SandboxAuto); err != nil || s.Level != sandboxLevel() {
		t.Errorf("auto: %v, %v", s, err)
	}
	if s, err := NewSandbox(SandboxRequire); (err == nil) != (sandboxLevel() == SandboxNetwork) {
		t.Errorf("require: %v, %v", s, err)
	}
	if _, err := NewSandbox("maybe"); err == nil || err.Error() != `sandbox is "maybe", expected auto, off or require` {
		t.Error(err)
	}
	if got := SandboxNetwork.String(); !strings.HasPrefix(got, SandboxFiles.String()+"; ") || !strings.Contains(got, "limits on memory") {
		t.Errorf("a level does not name those below it: %s", got)
	}
}

func TestProgramsAtHomeCanBeRead(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for path, want := range map[string][]string{
		filepath.Join(home, ".pyenv", "shims", "python3"): {filepath.Join(home, ".pyenv")},
		filepath.Join(home, "conda", "bin", "python"):     {filepath.Join(home, "conda")},
		filepath.Join(home, "bots", "mybot"):              {filepath.Join(home, "bots", "mybot")},
		filepath.Join(home, "bin", "mybot"):               {filepath.Join(home, "bin", "mybot")},
		filepath.Join(home, ".local", "bin", "uv"):        {filepath.Join(home, ".local", "bin", "uv")},
		filepath.FromSlash("/bin/mybot"):                  {filepath.FromSlash("/bin/mybot")},
	} {
		got := programFolders(path)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %v has no %s", path, got, w)
			}
		}
		if slices.Contains(got, home) || slices.Contains(got, filepath.Join(home, "bots")) || slices.Contains(got, filepath.Join(home, ".local")) ||
			slices.Contains(got, string(os.PathSeparator)) {
			t.Errorf("%s: %v is too much", path, got)
		}
	}
}
