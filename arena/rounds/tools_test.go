//go:build unix

package rounds

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"blastyard/arena/harness"
	"blastyard/rules/bomberman"
)

// wheel creates a Python package that can be installed without a network.
func wheel(t *testing.T, file string) {
	t.Helper()
	var text bytes.Buffer
	w := zip.NewWriter(&text)
	for _, f := range [][2]string{
		{"dep/__init__.py", "MOVE = '6'\n"},
		{"dep-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: dep\nVersion: 1.0\n"},
		{"dep-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"},
		{"dep-1.0.dist-info/RECORD", "dep/__init__.py,,\ndep-1.0.dist-info/METADATA,,\ndep-1.0.dist-info/WHEEL,,\ndep-1.0.dist-info/RECORD,,\n"},
	} {
		part, err := w.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPythonPackagesAreInTheBotsFolder: pip installs into a virtual environment in the bot's folder, and the bot
// finds its package, in a sandbox too.
func TestPythonPackagesAreInTheBotsFolder(t *testing.T) {
	if out, err := exec.Command("python3", "-c", "import venv, ensurepip").CombinedOutput(); err != nil {
		t.Skipf("no python3 with venv: %v %s", err, out)
	}
	t.Setenv("PIP_NO_INDEX", "1")
	dir := botFolder(t, `{"NickName":"snake","BotType":"Python3","ProjectLocation":"src","RunFile":"bot.py"}`, "src/bot.py")
	for name, text := range map[string]string{
		"src/bot.py":           "import sys, dep\nopen(sys.argv[2] + '/move.txt', 'w').write(dep.MOVE)\nprint(dep.__file__)\n",
		"src/requirements.txt": "./dep-1.0-py3-none-any.whl\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	wheel(t, filepath.Join(dir, "src", "dep-1.0-py3-none-any.whl"))
	b, err := ReadBot(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for range 2 { // a second build is harmless
		if err := b.Build(t.Context(), &Interpreters{}, &out); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
	}
	box, err := harness.NewSandbox(harness.SandboxAuto)
	if err != nil {
		t.Fatal(err)
	}
	tb := newTestMatch(t, Config{Sandbox: box}, b)
	o := tb.round()[0]
	if o.Command != bomberman.TriggerBomb || !bytes.HasPrefix(o.Output, []byte(filepath.Join(tb.runner.starts[b].place.bot.Dir, "src", ".venv")+"/")) {
		t.Errorf("command %d, %q, printed %q, %q", o.Command, o.Why, o.Output, o.Errors)
	}
}

// TestDotNetIsCalibratedByABot: Calibrate returns an error unless the bot loads, reads the state and leaves its move.
func TestDotNetIsCalibratedByABot(t *testing.T) {
	tools := t.TempDir()
	if err := os.Chmod(filepath.Dir(tools), 0o755); err != nil { // bots may run as other users
		t.Fatal(err)
	}
	mono := filepath.Join(tools, "mono")
	script := "#!/bin/sh\n[ \"${1##*/}\" = calibration.exe ] && [ \"$2\" = A ] && [ -s \"$3/state.json\" ] && [ -s \"$1\" ] && sleep 0.1\n"
	if err := os.WriteFile(mono, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	measure := func(i Interpreters) {
		t.Helper()
		b := &Bot{Dir: botFolder(t, "{}", "x.exe"), NickName: "sharp", Type: CSharp, RunFile: "x.exe"}
		box, err := harness.NewSandbox(harness.SandboxAuto)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewRunner(Config{Interpreters: i, Sandbox: box})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		if err := r.Calibrate(t.Context(), []*Bot{b}); err != nil {
			t.Fatal(err)
		}
		if r.Limit(CSharp) <= DefaultLimit {
			t.Errorf("the limit is %v", r.Limit(CSharp))
		}
	}
	measure(Interpreters{Mono: mono})
	if _, err := exec.LookPath("mono"); err != nil {
		t.Skip(err)
	}
	measure(Interpreters{})
}

// TestBuildAll: bots that share a folder are built once.
func TestBuildAll(t *testing.T) {
	snake, worm := testBot(t, "good"), testBot(t, "crash")
	var out bytes.Buffer
	if err := BuildAll(t.Context(), []*Bot{snake, worm, snake}, &Interpreters{}, &out); err != nil || out.String() != "good: nothing to build\ncrash: nothing to build\n" {
		t.Errorf("%v, %q", err, out.String())
	}
}
