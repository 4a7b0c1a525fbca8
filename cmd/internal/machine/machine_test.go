package machine

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena/doctor"
	"blastyard/arena/harness"
)

func TestMain(m *testing.M) {
	doctor.TimeLimit = time.Minute
	harness.BecomeBot() // where a test starts a tool, it is this program that watches over it
	os.Exit(m.Run())
}

func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	if f := lookPort(t.Context(), port, "means", "fix"); f.Verdict != doctor.Note || f.Means != "means" || f.Fix != "fix" {
		t.Errorf("%+v", f)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if f := lookFolder(filepath.Join(dir, "nosuch"), "means", "fix"); f.Verdict != doctor.Note || f.Means != "means" {
		t.Errorf("%+v", f)
	}
	if f := lookFolder(dir, "means", "fix"); f.Verdict != doctor.OK {
		t.Errorf("%+v", f)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestMachineOfThisTest(t *testing.T) {
	if f := lookClock(t.Context()); !strings.HasPrefix(f.Detail, "steps of ") || strings.Contains(f.Means, "monotonic") {
		t.Errorf("%+v", f)
	}
	if f := lookMemory(t.Context()); f.Detail == "" {
		t.Errorf("%+v", f)
	}
}

func TestMatch(t *testing.T) {
	broken := errors.New("no port")
	if f := lookMatch(t.Context(), func(context.Context) error { return broken }); f.Verdict != doctor.Fault || f.Detail != "no port" || f.Fix == "" {
		t.Errorf("%+v", f)
	}
	if f := lookMatch(t.Context(), func(context.Context) error { return nil }); f.Verdict != doctor.OK {
		t.Errorf("%+v", f)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if f := lookMatch(ended, func(ctx context.Context) error { return ctx.Err() }); f.Verdict != doctor.Note || f.Means != "this machine is busy" {
		t.Errorf("%+v", f)
	}
}

// TestMissing: without /proc and without a folder for temporary files bots cannot play, and that is a fault which names
// what is missing.
func TestMissing(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nosuch")
	if f := lookProcesses("linux", missing); f.Verdict != doctor.Fault || !strings.Contains(f.Detail, missing) {
		t.Errorf("without /proc: %+v", f)
	}
	if f := lookProcesses("darwin", missing); f.Verdict != doctor.OK {
		t.Errorf("on a system without /proc: %+v", f)
	}
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	for _, c := range Checks(func(context.Context) error { return nil }, nil) {
		if f := c.Run(t.Context()); c.Name == "temp folder" && (f.Verdict != doctor.Fault || !strings.Contains(f.Detail, "nosuch")) {
			t.Errorf("without a temporary folder: %+v", f)
		}
	}
}

// TestSandboxWords: what is said of the sandbox fits its level and the system: where nothing is isolated nothing is
// isolated in part, and only Linux has user namespaces.
func TestSandboxWords(t *testing.T) {
	for _, system := range []string{"linux", "windows", "darwin"} {
		for level := harness.SandboxNone; level <= harness.SandboxNamespaces; level++ {
			f := sandbox(system, level, "reason")
			whole, none := level == harness.SandboxNamespaces, level == harness.SandboxNone
			said := f.Detail + " " + f.Means + " " + f.Fix
			if (f.Verdict == doctor.OK) != whole || strings.Contains(said, "not isolated") != none ||
				strings.Contains(said, "only in part") != (!none && !whole) || strings.Contains(f.Fix, "user namespaces") != (system == "linux" && !whole) ||
				(f.Fix == "") != whole || strings.Contains(f.Means, "reason") == whole {
				t.Errorf("%s, %v: %+v", system, level, f)
			}
		}
	}
}
