// Command testrun runs `go test` and says at its end what failed.
//
//	testrun STAGE -OPTION=VALUE… -- PACKAGE…
//
// Instead of packages, @unit, @raced and @plain name those that `make test` tests without the race detector, with it,
// and without it, too.
//
// Each failed test is run again twice, alone. If it passes both times, it is FLAKY: the run goes on, and its last lines
// name it. With BLASTYARD_RESULTS=DIR the summary is also appended to DIR/failed.txt and DIR/flaky.txt, where
// tools/scripts/stage.sh counts the flaky ones. It exits 0 if nothing failed, else 1; 2 for wrong usage.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// maxLines is how many lines of a failed test the summary shows.
const maxLines = 20

func main() {
	if len(os.Args) < 2 || !slices.Contains(os.Args[2:], "--") {
		fmt.Fprintln(os.Stderr, "usage: testrun STAGE -OPTION=VALUE… -- PACKAGE…")
		os.Exit(2)
	}
	stage, began := os.Args[1], time.Now()
	args, err := choose(os.Args[2:], packages)
	var sum summary
	if err == nil {
		sum, err = run(goTest, args, os.Stdout)
	}
	if err == nil {
		err = sum.tell(os.Stdout, os.Getenv("BLASTYARD_RESULTS"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
		os.Exit(1)
	}
	seconds := time.Since(began).Seconds()
	if len(sum.Failed) > 0 {
		fmt.Printf("%s: FAILED in %.0f s\n", stage, seconds)
		os.Exit(1)
	}
	fmt.Printf("%s: passed in %.0f s\n", stage, seconds)
}

// A tester runs `go test -json` with arguments and writes its events to w. That tests failed is no error.
type tester func(args []string, w io.Writer) error

func goTest(args []string, w io.Writer) error {
	at := slices.Index(args, "--")
	cmd := exec.Command("go", slices.Concat([]string{"test", "-json"}, args[:at], args[at+1:])...)
	cmd.Stdout, cmd.Stderr = w, os.Stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		return nil
	}
	return err
}

// A failure is a test that failed, or a package whose failure no test explains.
type failure struct {
	Package, Test string // Test is empty for a package
	Output        []string
}

func (f failure) String() string { return strings.TrimSpace(f.Package + " " + f.Test) }

// first is the first line that says something: of a script, the line that says where it failed.
func (f failure) first() string {
	first := ""
	for _, line := range f.Output {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(text, "FAIL: "):
			return text
		case first == "" && text != "" && !strings.HasPrefix(text, "=== ") && !strings.HasPrefix(text, "--- "):
			first = text
		}
	}
	return cmp.Or(first, "failed without a word")
}

// A summary is what a run left behind.
type summary struct {
	Failed []failure
	Flaky  []failure
}

// run runs the tests, and those that failed again.
func run(test tester, args []string, out io.Writer) (sum summary, err error) {
	found, err := once(test, args, out)
	if err != nil {
		return sum, err
	}
	for _, f := range found {
		again := again(args, f)
		fmt.Fprintf(out, "testrun: again, twice: go test %s\n", strings.Join(again, " "))
		second, err := once(test, again, out)
		if err != nil {
			return sum, err
		}
		if len(second) == 0 {
			sum.Flaky = append(sum.Flaky, f)
		} else {
			sum.Failed = append(sum.Failed, f)
		}
	}
	return sum, nil
}

// once runs tests once, prints a line a package and the output of what failed, and returns what failed.
func once(test tester, args []string, out io.Writer) ([]failure, error) {
	e := newEvents(out)
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := test(args, writer)
		writer.CloseWithError(err)
		done <- err
	}()
	err := e.read(reader)
	_, _ = io.Copy(io.Discard, reader)
	return e.failures(), errors.Join(err, <-done)
}

// again is the command line that runs a failed test twice, alone: the run's own options but those that choose.
func again(args []string, f failure) []string {
	var kept []string
	for _, a := range args[:slices.Index(args, "--")] {
		name, _, _ := strings.Cut(a, "=")
		if !slices.Contains([]string{"-run", "-skip", "-count", "-p"}, name) {
			kept = append(kept, a)
		}
	}
	kept = append(kept, "-count=2")
	if f.Test != "" {
		kept = append(kept, "-run="+pattern(f.Test))
	}
	return append(kept, "--", f.Package)
}

// pattern is the value of -run for one test.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// tell prints the summary, and appends it to failed.txt and flaky.txt of a folder; "" is none.
func (s summary) tell(w io.Writer, dir string) error {
	var failed, flaky strings.Builder
	for _, f := range s.Failed {
		fmt.Fprintf(&failed, "\nFAILED: %s\n%s", f, f.excerpt())
	}
	for _, f := range s.Flaky {
		fmt.Fprintf(&flaky, "FLAKY: %s: %s\n", f, f.first())
	}
	fmt.Fprint(w, failed.String(), flaky.String())
	if dir == "" {
		return nil
	}
	return errors.Join(
		add(filepath.Join(dir, "failed.txt"), failed.String()),
		add(filepath.Join(dir, "flaky.txt"), flaky.String()),
	)
}

func add(file, text string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// excerpt is the beginning of what a failed test printed.
func (f failure) excerpt() string {
	lines := slices.DeleteFunc(slices.Clone(f.Output), begins)
	if len(lines) > maxLines {
		lines = append(lines[:maxLines:maxLines], fmt.Sprintf("    … and %d lines more\n", len(lines)-maxLines))
	}
	return strings.Join(lines, "")
}
