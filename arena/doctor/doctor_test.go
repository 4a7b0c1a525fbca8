package doctor

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestFault: a missing essential is a fault of the whole machine; a missing tool for bots is not.
func TestFault(t *testing.T) {
	finds := func(f Finding) []Check {
		return []Check{{f.Name, func(context.Context) Finding { return f }}, {"other", func(context.Context) Finding { return Finding{Verdict: OK} }}}
	}
	fault := Finding{Name: "ports", Verdict: Fault, Detail: "none", Means: "no match can be played", Fix: "open one"}
	d := Examine(t.Context(), finds(fault), finds(Finding{Name: "cobol", Verdict: Note}))
	if d.OK || len(d.Machine) != 2 || d.Machine[0] != fault || d.Bots[0].Name != "cobol" {
		t.Errorf("%+v", d)
	}
	var out bytes.Buffer
	d.WriteText(&out)
	for _, want := range []string{"FAULT  ports  none: no match can be played; open one\n", "\nok     other\n", "\nnote   cobol\n", "cannot be played"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	if d := Examine(t.Context(), finds(Finding{Verdict: Note}), finds(fault)); !d.OK {
		t.Errorf("%+v", d)
	}
}

// setTimes sets the time limits of a check for a test.
func setTimes(t *testing.T, limit, end time.Duration) {
	t.Helper()
	before, beforeEnd := TimeLimit, endTime
	t.Cleanup(func() { TimeLimit, endTime = before, beforeEnd })
	TimeLimit, endTime = limit, end
}

// program writes a script that replaces a tool, first on PATH.
func program(t *testing.T, name, text string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestTools(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Setenv("PATH", "")
		if f := tools[0].look(t.Context()); f.Verdict != Note {
			t.Errorf("%+v", f)
		}
		return
	}
	look := tool{name: "a tool", commands: []string{"nosuchtool", "sometool"}, version: "--version", means: "no bots", site: "tool.example"}
	for _, c := range []struct{ script, verdict, detail string }{
		{"echo Some Tool, 12.3.45-x; echo 9.9", OK, "12.3.45"},
		{"echo version seven >&2", OK, "version seven"},
		{"echo broken; exit 3", Note, "does not run: exit code 3"},
		{"sleep 100", Note, "does not tell its version within 200ms"},
		{"sleep 101", Note, "does not tell its version within 1ns"}, // it is not even started
	} {
		program(t, "sometool", c.script)
		switch c.script {
		case "sleep 100":
			setTimes(t, 200*time.Millisecond, time.Minute)
		case "sleep 101":
			setTimes(t, time.Nanosecond, time.Minute)
		}
		if f := (Check{"a tool", look.look}).Run(t.Context()); f.Name != "a tool" || f.Verdict != c.verdict || !strings.Contains(f.Detail, c.detail) {
			t.Errorf("%s: %+v, expected %s, %q", c.script, f, c.verdict, c.detail)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if f := look.look(t.Context()); f.Verdict != Note || f.Detail != "not found" || f.Means != "no bots" || !strings.HasSuffix(f.Fix, "from tool.example") {
		t.Errorf("%+v", f)
	}
}

// TestCheckThatHangs: Run does not wait for a check that does not heed its context.
func TestCheckThatHangs(t *testing.T) {
	setTimes(t, time.Millisecond, time.Millisecond)
	release := make(chan struct{})
	defer close(release)
	f := Check{"stuck", func(context.Context) Finding {
		<-release
		return Finding{}
	}}.Run(t.Context())
	if f.Name != "stuck" || f.Verdict != Note || !strings.Contains(f.Detail, "no answer within "+TimeLimit.String()) {
		t.Errorf("%+v", f)
	}
}
