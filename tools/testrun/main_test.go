package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A paper is a `go test` on paper: what each call prints, in order.
type paper struct {
	answers []string
	asked   [][]string
	err     error
}

func (p *paper) test(args []string, w io.Writer) error {
	p.asked = append(p.asked, args)
	if p.err != nil {
		return p.err
	}
	_, err := io.WriteString(w, p.answers[0])
	p.answers = p.answers[1:]
	return err
}

func line(action, pkg, test, output string) string {
	return fmt.Sprintf("{\"Action\":%q,\"Package\":%q,\"Test\":%q,\"Output\":%q}\n", action, pkg, test, output)
}

func failing(pkg string, tests ...string) string {
	text := ""
	for _, t := range tests {
		text += line("output", pkg, t, "=== RUN   "+t+"\n") + line("output", pkg, t, "    x_test.go:1: "+t+" is wrong\n") +
			line("fail", pkg, t, "")
	}
	return text + line("output", pkg, "", "FAIL\n") + line("fail", pkg, "", "")
}

func passing(pkg string) string {
	return line("output", pkg, "TestA", "=== RUN   TestA\n") + line("pass", pkg, "TestA", "") +
		line("output", pkg, "", "ok  \t"+pkg+"\t0.1s\n") + line("pass", pkg, "", "")
}

func TestRun(t *testing.T) {
	panics := line("output", "p", "TestA", "panic: oops\n") + line("fail", "p", "TestA", "") + line("fail", "p", "", "")
	built := `{"Action":"build-output","ImportPath":"p [p.test]","Output":"p/x.go:1: what?\n"}` + "\n" +
		`{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}` + "\n"
	for name, c := range map[string]struct {
		answers       []string
		again         []string // what is run again
		failed, flaky string
	}{
		"all pass":          {answers: []string{passing("p")}},
		"flaky":             {answers: []string{failing("p", "TestA"), passing("p")}, again: []string{"-race -count=2 -run=^TestA$ -- p"}, flaky: "p TestA"},
		"fails":             {answers: []string{failing("p", "TestA"), failing("p", "TestA")}, again: []string{"-race -count=2 -run=^TestA$ -- p"}, failed: "p TestA"},
		"innermost":         {answers: []string{failing("p", "TestA/a.b", "TestA"), passing("p")}, again: []string{`-race -count=2 -run=^TestA$/^a\.b$ -- p`}, flaky: "p TestA/a.b"},
		"a package by name": {answers: []string{failing("p"), passing("p")}, again: []string{"-race -count=2 -- p"}, flaky: "p"},
		"panic":             {answers: []string{panics, passing("p")}, again: []string{"-race -count=2 -- p"}, flaky: "p"},
		"does not build":    {answers: []string{built, built}, again: []string{"-race -count=2 -- p"}, failed: "p"},
	} {
		p := &paper{answers: c.answers}
		sum, err := run(p.test, []string{"-race", "-p=3", "-skip=^TestX$", "--", "./..."}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		var asked []string
		for _, a := range p.asked[1:] {
			asked = append(asked, strings.Join(a, " "))
		}
		if !slices.Equal(asked, c.again) || names(sum.Failed) != c.failed || names(sum.Flaky) != c.flaky {
			t.Errorf("%s: ran %q again, failed %q, flaky %q", name, asked, names(sum.Failed), names(sum.Flaky))
		}
	}
}

func names(list []failure) string {
	var all []string
	for _, f := range list {
		all = append(all, f.String())
	}
	return strings.Join(all, ", ")
}

func TestGoTestFails(t *testing.T) {
	p := &paper{err: errors.New("no go")}
	if _, err := run(p.test, []string{"--", "./..."}, io.Discard); err == nil || !strings.Contains(err.Error(), "no go") {
		t.Errorf("got %v", err)
	}
}

func TestSummary(t *testing.T) {
	flaky := failure{Package: "p", Test: "TestF", Output: []string{"=== RUN   TestF\n", "    x_test.go:1: late\n"}}
	long := failure{Package: "p", Test: "TestA"}
	for i := range 30 {
		long.Output = append(long.Output, fmt.Sprintf("line %d\n", i))
	}
	var b strings.Builder
	dir := t.TempDir()
	for range 2 {
		if err := (summary{Failed: []failure{long}, Flaky: []failure{flaky}}).tell(&b, dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"FAILED: p TestA\nline 0\n", "line 19\n    … and 10 lines more\n", "FLAKY: p TestF: x_test.go:1: late\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "flaky.txt"))
	if want := strings.Repeat("FLAKY: p TestF: x_test.go:1: late\n", 2); err != nil || string(text) != want {
		t.Errorf("flaky.txt: %q, %v", text, err)
	}
}

// TestCountedTest: with -count a test that failed may pass afterwards, or fail again. It is told once, with what it said
// when it failed first.
func TestCountedTest(t *testing.T) {
	for name, text := range map[string]string{
		"passes afterwards": failing("p", "TestA")[:len(failing("p", "TestA"))-len(failing("p"))] + passing("p"),
		"fails again":       failing("p", "TestA", "TestA"),
	} {
		p := &paper{answers: []string{text, passing("p")}}
		sum, err := run(p.test, []string{"-count=2", "--", "p"}, io.Discard)
		if err != nil || names(sum.Flaky) != "p TestA" || sum.Flaky[0].first() != "x_test.go:1: TestA is wrong" {
			t.Errorf("%s: flaky %q, %v", name, sum.Flaky, err)
		}
	}
}

// TestUnended: when the tests of a package are killed, what those printed that had not ended is shown.
func TestUnended(t *testing.T) {
	text := line("output", "p", "TestHangs", "=== RUN   TestHangs\n") + line("output", "p", "TestHangs", "SIGQUIT: quit\n") +
		line("output", "p", "TestHangs", "goroutine 7 [running]:\n") + failing("p")
	p := &paper{answers: []string{text, passing("p")}}
	var out strings.Builder
	sum, err := run(p.test, []string{"--", "p"}, &out)
	if err != nil || names(sum.Flaky) != "p" || sum.Flaky[0].first() != "SIGQUIT: quit" {
		t.Errorf("flaky %q, %v", sum.Flaky, err)
	}
	if !strings.Contains(out.String(), "SIGQUIT: quit\ngoroutine 7 [running]:\nFAIL\n") {
		t.Errorf("printed\n%s", &out)
	}
}

// TestFirstLineOfAScript: what is told of a failed script is where it failed, not its folder.
func TestFirstLineOfAScript(t *testing.T) {
	f := failure{Output: []string{"=== RUN   TestScripts/check\n", "    testscript.go:609: WORK=$WORK\n", "        # An event.\n",
		"        > stdout '^ok'\n", "        FAIL: testdata/script/check.txtar:12: no match for `^ok` found in stdout\n"}}
	if got := f.first(); got != "FAIL: testdata/script/check.txtar:12: no match for `^ok` found in stdout" {
		t.Errorf("told %q", got)
	}
}
