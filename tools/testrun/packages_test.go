package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// module is a few packages by their sources: of each a file, and a file of its tests.
func module(t *testing.T, sources map[string][2]string, order ...string) (all []*listed) {
	t.Helper()
	for _, path := range order {
		p := &listed{ImportPath: path, says: map[string]bool{}}
		for i, text := range sources[path] {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", text, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.take(f, i == 1); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, p)
	}
	return all
}

func TestChoose(t *testing.T) {
	const pure, tests = "package p", "package p"
	all := module(t, map[string][2]string{
		"pure":    {pure, "package p; func TestX() { go f(); stage.Plain(t, \"it is not raced\") }"},
		"starts":  {"package p; func f() { go f() }", "package p; func TestA() { stage.Plain(t, \"slow\") }; func TestB() {}"},
		"group":   {"package p; func f() { w.Go(f) }", tests},
		"guards":  {"package p; import \"sync\"", "//stage:first it takes long\n\npackage p"},
		"unraced": {"package p; func f() { go f() }", "//stage:unraced it fills databases\n\npackage p; func TestU() { stage.Plain(t, \"\") }"},
		"raced":   {pure, "//stage:raced others start its goroutines\n\npackage p"},
		"long":    {pure, "//stage:first it takes long\n\npackage p"},
	}, "group", "guards", "long", "pure", "raced", "starts", "unraced")
	for stage, want := range map[string]string{
		"@unit":  "-v -- long pure unraced",
		"@raced": "-v -- guards group raced starts",
		"@plain": "-v -run=^(TestA)$ -- starts",
		"./...":  "-v -- ./...",
	} {
		got, err := choose([]string{"-v", "--", stage}, func() ([]*listed, error) { return all, nil })
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v; want %q", stage, got, err, want)
		}
	}
	if got, err := choose([]string{"--", "@other"}, func() ([]*listed, error) { return all, nil }); err == nil {
		t.Errorf("an unknown stage: %q", got)
	}
}

// A directive that nobody knows, or that does not say why, is an error and not ignored.
func TestWrongDirectives(t *testing.T) {
	for _, line := range []string{"//stage:unracd because", "//stage:raced", "//stage: raced because"} {
		f, err := parser.ParseFile(token.NewFileSet(), "x_test.go", line+"\n\npackage p", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if err := (&listed{says: map[string]bool{}}).take(f, true); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
}
