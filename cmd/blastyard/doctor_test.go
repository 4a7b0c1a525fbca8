package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestDoctorJSON(t *testing.T) {
	code, stdout, stderr := run(t, "", "doctor", "--json")
	var d diagnosis
	if err := json.Unmarshal([]byte(stdout), &d); err != nil || stderr != "" {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	if code != exitOK || !d.OK || d.System != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("exit %d, %+v", code, d)
	}
	var out bytes.Buffer
	if len(d.Machine) != len(machineProbes(&out)) || len(d.Bots) != len(tools) {
		t.Errorf("%d and %d findings", len(d.Machine), len(d.Bots))
	}
	for i, f := range append(d.Machine, d.Bots...) {
		if f.Name == "" || f.Verdict != verdictOK && f.Verdict != verdictNote || f.Detail == "" {
			t.Errorf("finding %d: %+v", i, f)
		}
		if f.Verdict == verdictOK && f.Means != "" || strings.Contains(f.Detail+f.Means+f.Mend, "\n") {
			t.Errorf("finding %d is not what it should be: %+v", i, f)
		}
	}
}

// TestDoctorFault: what is essential and lacks is a fault, and the exit code.
func TestDoctorFault(t *testing.T) {
	d := diagnosis{Machine: []finding{{Name: "ports", Verdict: verdictFault, Detail: "none", Means: "nothing goes", Mend: "mend it"}}}
	var out bytes.Buffer
	err := d.report(&out, false)
	var exit exitError
	if !errors.As(err, &exit) || exit.code != exitFailure {
		t.Errorf("%v", err)
	}
	if !strings.Contains(out.String(), "FAULT  ports  none: nothing goes; mend it\n") || !strings.Contains(out.String(), "cannot be played") {
		t.Error(out.String())
	}
}

// program writes a script that stands for a tool, first on PATH.
func program(t *testing.T, name, text string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestDoctorTools(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Setenv("PATH", "")
		if f := tools[0].look(t.Context()); f.Verdict != verdictNote {
			t.Errorf("%+v", f)
		}
		return
	}
	look := tool{name: "a tool", commands: []string{"nosuchtool", "sometool"}, version: "--version", means: "no bots", debian: "some-tool", brew: "tool", winget: "Some.Tool"}
	for _, c := range []struct{ script, verdict, detail string }{
		{"echo Some Tool, 12.3.45-x; echo 9.9", verdictOK, "12.3.45"},
		{"echo version seven >&2", verdictOK, "version seven"},
		{"echo broken; exit 3", verdictNote, "does not run: exit code 3"},
		{"sleep 100", verdictNote, "does not tell its version within 2s"},
	} {
		program(t, "sometool", c.script)
		if f := (probe{"a tool", look.look}).run(t.Context()); f.Name != "a tool" || f.Verdict != c.verdict || !strings.Contains(f.Detail, c.detail) {
			t.Errorf("%s: %+v, expected %s, %q", c.script, f, c.verdict, c.detail)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if f := look.look(t.Context()); f.Verdict != verdictNote || f.Detail != "not found" || f.Means != "no bots" || f.Mend != look.install(runtime.GOOS) {
		t.Errorf("%+v", f)
	}
}

// TestDoctorWithoutTools: built-in bots play where nothing is installed.
func TestDoctorWithoutTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, stdout, _ := run(t, "", "doctor")
	if code != exitOK || strings.Count(stdout, "not found: ") != len(tools) || !strings.Contains(stdout, "matches can be played and shown") {
		t.Errorf("exit %d\n%s", code, stdout)
	}
}

func TestDoctorInstall(t *testing.T) {
	systems := map[string]string{"linux": "Debian: apt-get install ", "darwin": "brew install ", "windows": "winget install "}
	for system, manager := range systems {
		for _, x := range tools {
			if mend := x.install(system); !strings.HasPrefix(mend, manager) && mend != "install it from its makers' page" {
				t.Errorf("%s on %s: %q", x.name, system, mend)
			}
		}
	}
}

func TestDoctorPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	if f := lookPort(t.Context(), port, "means", "mend"); f.Verdict != verdictNote || f.Means != "means" || f.Mend != "mend" {
		t.Errorf("%+v", f)
	}
}

func TestDoctorFolder(t *testing.T) {
	dir := t.TempDir()
	if f := lookFolder(filepath.Join(dir, "nosuch"), "means", "mend"); f.Verdict != verdictNote || f.Means != "means" {
		t.Errorf("%+v", f)
	}
	if f := lookFolder(dir, "means", "mend"); f.Verdict != verdictOK {
		t.Errorf("%+v", f)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestProbeThatHangs: nobody waits for a probe that does not heed its context.
func TestProbeThatHangs(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	f := probe{"stuck", func(context.Context) finding {
		<-release
		return finding{}
	}}.run(t.Context())
	if f.Name != "stuck" || f.Verdict != verdictNote || !strings.Contains(f.Detail, "no answer within "+probeTime.String()) {
		t.Errorf("%+v", f)
	}
}

func TestMachineOfThisTest(t *testing.T) {
	if f := lookClock(t.Context()); !strings.HasPrefix(f.Detail, "steps of ") || strings.Contains(f.Means, "monotonic") {
		t.Errorf("%+v", f)
	}
	if f := lookMemory(t.Context()); f.Detail == "" {
		t.Errorf("%+v", f)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if f := lookMatch(ended); f.Verdict != verdictNote || f.Means != "this machine is busy" {
		t.Errorf("%+v", f)
	}
	slow, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if f := lookMatch(slow); f.Verdict != verdictOK {
		t.Errorf("%+v", f)
	}
}
