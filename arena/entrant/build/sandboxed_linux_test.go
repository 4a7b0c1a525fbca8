package build

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena/harness"
)

// box returns a Box of the highest level that this system supports. It skips the test if the system cannot confine
// bots.
func box(t *testing.T) Box {
	t.Helper()
	sandbox, err := harness.NewSandbox(harness.SandboxAuto)
	if err != nil {
		t.Fatal(err)
	}
	if sandbox.Level < harness.SandboxFiles {
		t.Skipf("the sandbox has level %v here", sandbox.Level)
	}
	return Box{Sandbox: sandbox, Time: 2 * time.Minute}
}

// buildIn builds a bot with a shell script.
func buildIn(t *testing.T, b Box, script string) (folder, out string, err error) {
	t.Helper()
	e := parse(t, map[string]string{"bot.toml": "command = \"./bot\"\nbuild = \"sh build.sh\"\n", "build.sh": script})
	if err := os.Chmod(e.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	built, err := Sandboxed(t.Context(), e, "ann", &printed, b)
	if !built {
		t.Errorf("it says that there was nothing to build: %v", err)
	}
	return e.Dir, printed.String(), err
}

// TestSandboxedBuild: a build writes its folder and its cache, finds the cache again, and has a home of its own.
func TestSandboxedBuild(t *testing.T) {
	b := box(t)
	b.Cache = t.TempDir()
	const script = "set -e\necho made > made.txt\nif test -e $GOCACHE/kept; then echo again; fi\n" +
		"echo x > $GOCACHE/kept\necho y > $HOME/y\n"
	dir, out, err := buildIn(t, b, script)
	if err != nil || out != "ann: sh build.sh\n" {
		t.Fatalf("printed %q, %v", out, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "made.txt")); string(text) != "made\n" || err != nil {
		t.Errorf("its folder has %q, %v", text, err)
	}
	if _, out, err := buildIn(t, b, script); err != nil || out != "ann: sh build.sh\nagain\n" {
		t.Errorf("the second build printed %q, %v", out, err)
	}
}

// TestSandboxedBuildIsKeptInside: a build cannot write or read anything else, cannot reach a port, and has a time
// limit.
func TestSandboxedBuildIsKeptInside(t *testing.T) {
	b := box(t)
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("treasure"), 0o666); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	came := make(chan struct{}, 1)
	go func() {
		if c, err := listener.Accept(); err == nil {
			came <- struct{}{}
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_, out, err := buildIn(t, b, "cat "+secret+"\necho x > "+secret+"\necho x > "+filepath.Dir(secret)+"/new\n"+
		"if command -v bash; then bash -c 'echo hello > /dev/tcp/127.0.0.1/"+port+"'; fi\nexit 0\n")
	if err != nil || strings.Contains(out, "treasure") {
		t.Errorf("printed %q, %v", out, err)
	}
	if text, err := os.ReadFile(secret); string(text) != "treasure" || err != nil {
		t.Errorf("the file of others is now %q, %v", text, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(secret)); len(entries) != 1 || err != nil {
		t.Errorf("it left files in a folder of others: %v, %v", entries, err)
	}
	select {
	case <-came:
		t.Error("it reached a port of this machine")
	default:
	}
}

func TestSandboxedBuildThatFails(t *testing.T) {
	for _, c := range []struct {
		script, want string
		change       func(*Box)
	}{
		{"echo a reason >&2\nexit 3\n", "exit code 3", func(*Box) {}},
		{"sleep 60\n", "not done after 300ms, which is the limit", func(b *Box) { b.Time = 300 * time.Millisecond }},
		{"dd if=/dev/zero of=big bs=1M count=3 2>/dev/null\n", "the folder and its cache have 3 MiB, expected 2 MiB at most",
			func(b *Box) { b.Size = 2 << 20 }},
		{"dd if=/dev/zero of=big bs=1M count=3 2>/dev/null\nsleep 60\n", "the folder and its cache have 3 MiB",
			func(b *Box) { b.Size = 2 << 20 }},
	} {
		b := box(t)
		c.change(&b)
		_, _, err := buildIn(t, b, c.script)
		var failed *Error
		if !errors.As(err, &failed) || !errors.Is(err, ErrBuild) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.script, err, c.want)
		} else if strings.Contains(c.script, "reason") && failed.Last[len(failed.Last)-1] != "a reason" {
			t.Errorf("the last lines are %q", failed.Last)
		}
	}
}

// TestSandboxedBuildPrintsMuch: output beyond the limit is dropped.
func TestSandboxedBuildPrintsMuch(t *testing.T) {
	_, out, err := buildIn(t, box(t), "head -c 20000000 /dev/zero | tr '\\0' 'a' | fold -w 100\n")
	if err != nil || len(out) > sandboxedOutput+1000 || !strings.Contains(out, "the rest is dropped") {
		t.Errorf("%d bytes were printed, %v", len(out), err)
	}
}

func TestSandboxedBuildEndsWithItsContext(t *testing.T) {
	b := box(t)
	e := parse(t, map[string]string{"bot.toml": "command = \"./bot\"\nbuild = \"sleep 60\"\n"})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := Sandboxed(ctx, e, "ann", new(bytes.Buffer), b); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
