package rounds

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"blastyard/arena/harness"
	"blastyard/rules/bomberman"
)

// asRoot calls a test for each level at which the bots of root play in copies.
func asRoot(t *testing.T, test func(t *testing.T, s *harness.Sandbox)) {
	if os.Getuid() != 0 {
		t.Skip("only root's bots are users of their own")
	}
	for _, level := range []harness.SandboxLevel{harness.SandboxLimits, harness.SandboxFiles} {
		t.Run(level.String(), func(t *testing.T) {
			s, err := harness.NewSandbox(harness.SandboxRequire + "=" + level.String())
			if err != nil {
				t.Skip(err)
			}
			user, err := harness.TakeUser(level)
			if err != nil {
				t.Fatal(err)
			}
			user.Free()
			if !user.Separate {
				t.Skip("this container has no other users")
			}
			test(t, s)
		})
	}
}

// TestBotsOfRootPlayInCopies: bots can play even if only root can enter the folder of the match.
func TestBotsOfRootPlayInCopies(t *testing.T) {
	asRoot(t, func(t *testing.T, s *harness.Sandbox) {
		t.Setenv("TMPDIR", openFolder(t))
		b := testBot(t, "leaves its mark")
		tb := newTestMatch(t, Config{Sandbox: s}, b)
		if err := os.Chmod(filepath.Dir(tb.folders.Dir()), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, knows := range []string{"false", "true"} { // the copy is kept for the match
			o := tb.round()[0]
			who, _, _ := strings.Cut(string(o.Output), " knows ")
			if o.Command != bomberman.Down || len(o.Faults) > 0 || who == "user 0" ||
				string(o.Output) != who+" knows "+knows+"\n" {
				t.Errorf("command %d %s, faults %q, printed %q %q", o.Command, o.Why, o.Faults, o.Output, o.Errors)
			}
		}
		player := tb.folders.Player(0, 'A')
		kept := filepath.Join(player, "deep", "deeper", "kept.txt")
		for file, want := range map[string]string{kept: "kept", filepath.Join(player, MoveFile): "4"} {
			if text, err := os.ReadFile(file); err != nil || string(text) != want {
				t.Errorf("%s holds %q, %v", file, text, err)
			}
		}
		if st, err := os.Stat(kept); err != nil || st.Sys().(*syscall.Stat_t).Uid != 0 {
			t.Errorf("%s is not root's: %v", kept, err)
		}
		for _, gone := range []string{
			filepath.Join(player, "deep", "link"), filepath.Join(player, "deep", "pipe"), filepath.Join(b.Dir, "notes.txt"),
		} {
			if _, err := os.Lstat(gone); err == nil {
				t.Errorf("%s is there", gone)
			}
		}
		tb.runner.Close()
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
			t.Errorf("left in the folder for temporary files: %v %v", left, err)
		}
	})
}

// TestMisbehaviourInCopies: nothing that a bot does to its copies ends the match.
func TestMisbehaviourInCopies(t *testing.T) {
	moves := []struct {
		kind    string
		command bomberman.Command
		fault   string
	}{
		{"good", bomberman.Down, ""},
		{"links out", bomberman.Nothing, "its state.json was changed"}, // it empties its folder, which it cannot remove
		{"links to the first", bomberman.Nothing, ""},
		{"changes the state", bomberman.Up, "its state.json was changed"},
		{"huge move", bomberman.Up, "was cut"},
		{"many files", bomberman.Up, "they were removed"},
		{"directory", bomberman.Nothing, ""},
		{"log is a pipe", bomberman.Up, ""},
	}
	asRoot(t, func(t *testing.T, s *harness.Sandbox) {
		var bots []*Bot
		for _, m := range moves {
			bots = append(bots, testBot(t, m.kind))
		}
		tb := newTestMatch(t, Config{Sandbox: s}, bots...)
		for i, o := range tb.round() {
			m := moves[i]
			faults := strings.Join(o.Faults, "\n")
			if o.Command != m.command || !strings.Contains(faults, m.fault) || m.fault == "" && faults != "" {
				t.Errorf("%s: command %d, %q, faults %q, printed %q", m.kind, o.Command, o.Why, o.Faults, o.Errors)
			}
		}
	})
}

// openFolder returns an empty folder that everybody can enter.
func openFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestInterpreterForRootAlone: an interpreter that only root can use is an error before the match, with a fix.
func TestInterpreterForRootAlone(t *testing.T) {
	asRoot(t, func(t *testing.T, s *harness.Sandbox) {
		tools := t.TempDir()
		python := filepath.Join(tools, "python3")
		if err := os.WriteFile(python, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		r, err := NewRunner(Config{Interpreters: Interpreters{Python3: python}, Sandbox: s})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		b := &Bot{Dir: botFolder(t, "{}", "x.py"), NickName: "snake", Type: Python3, RunFile: "x.py"}
		err = r.Calibrate(t.Context(), []*Bot{b})
		if err == nil || !strings.Contains(err.Error(), "name an interpreter that everybody may run") {
			t.Errorf("the error is %v", err)
		}
	})
}
