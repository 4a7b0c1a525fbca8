package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// An event is a line of `go test -json`.
type event struct {
	Action, Package, Test, Output string
	ImportPath                    string // of what was built
	FailedBuild                   string
}

type place struct{ pkg, test string }

// events collects what a run of tests prints.
type events struct {
	out    io.Writer
	output map[place][]string // of those that have not ended
	builds map[string][]string
	failed []place            // in the order in which they ended
	said   map[place][]string // what these printed until they failed, with -count for the first time
	broken map[string]string
}

func newEvents(out io.Writer) *events {
	return &events{out: out, output: map[place][]string{}, builds: map[string][]string{}, said: map[place][]string{},
		broken: map[string]string{}}
}

func (e *events) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var ev event
		if err := json.Unmarshal(lines.Bytes(), &ev); err != nil {
			fmt.Fprintln(e.out, lines.Text()) // go test's own words
			continue
		}
		e.take(ev)
	}
	return lines.Err()
}

func (e *events) take(ev event) {
	at := place{ev.Package, ev.Test}
	switch ev.Action {
	case "build-output":
		e.builds[ev.ImportPath] = append(e.builds[ev.ImportPath], ev.Output)
		fmt.Fprint(e.out, ev.Output)
	case "output":
		e.output[at] = append(e.output[at], ev.Output)
		if ev.Test == "" && closing(ev.Output) {
			fmt.Fprint(e.out, ev.Output)
		}
	case "pass", "skip":
		delete(e.output, at)
	case "fail":
		if ev.FailedBuild != "" {
			e.broken[ev.Package] = ev.FailedBuild
		} else if ev.Test == "" {
			fmt.Fprint(e.out, strings.Join(e.unended(ev.Package), ""))
		}
		fmt.Fprint(e.out, strings.Join(e.output[at], ""))
		if _, again := e.said[at]; !again {
			e.failed = append(e.failed, at)
			e.said[at] = e.output[at]
		}
		delete(e.output, at)
	}
}

// closing tells whether a line is go test's last word on a package that passed.
func closing(line string) bool {
	return strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "?   \t") ||
		strings.Contains(line, "[no test files]")
}

// failures are the innermost tests that failed, and the packages whose failure they do not explain.
func (e *events) failures() (list []failure) {
	var crashed []string
	for _, f := range e.failed {
		if f.test == "" && (e.unexplained(f.pkg) || e.cutShort(f.pkg)) {
			crashed = append(crashed, f.pkg)
		}
	}
	for _, f := range e.failed {
		whole := slices.Contains(crashed, f.pkg)
		switch {
		case f.test == "" && whole:
			list = append(list, failure{Package: f.pkg, Output: e.all(f.pkg)})
		case f.test != "" && !whole && !e.inside(f):
			list = append(list, failure{Package: f.pkg, Test: f.test, Output: e.said[f]})
		}
	}
	return list
}

// unexplained tells whether no test of a package that failed has failed.
func (e *events) unexplained(pkg string) bool {
	return !slices.ContainsFunc(e.failed, func(f place) bool { return f.pkg == pkg && f.test != "" })
}

// deaths are how the lines of a program begin that did not end by itself.
var deaths = []string{"panic: ", "fatal error: ", "SIGQUIT: "}

// cutShort tells whether a package's tests ended with a panic, so that others of them did not run.
func (e *events) cutShort(pkg string) bool {
	for _, f := range e.failed {
		if f.pkg == pkg && slices.ContainsFunc(e.said[f], dies) {
			return true
		}
	}
	return slices.ContainsFunc(e.unended(pkg), dies)
}

func dies(line string) bool {
	return slices.ContainsFunc(deaths, func(d string) bool { return strings.HasPrefix(line, d) })
}

// inside tells whether a test inside this one failed.
func (e *events) inside(f place) bool {
	return slices.ContainsFunc(e.failed, func(o place) bool {
		return o.pkg == f.pkg && strings.HasPrefix(o.test, f.test+"/")
	})
}

// all is what is left of a package's output: of the tests that failed or did not end, and its own.
func (e *events) all(pkg string) (lines []string) {
	if built := e.broken[pkg]; built != "" {
		return e.builds[built]
	}
	for _, f := range e.failed {
		if f.pkg == pkg && f.test != "" {
			lines = append(lines, e.said[f]...)
		}
	}
	return slices.Concat(lines, e.unended(pkg), e.said[place{pkg: pkg}])
}

// unended is what the tests of a package printed that did not end, but for that they began.
func (e *events) unended(pkg string) (lines []string) {
	var tests []string
	for at := range e.output {
		if at.pkg == pkg && at.test != "" {
			tests = append(tests, at.test)
		}
	}
	slices.Sort(tests)
	for _, t := range tests {
		lines = append(lines, slices.DeleteFunc(slices.Clone(e.output[place{pkg, t}]), begins)...)
	}
	return lines
}

func begins(line string) bool { return strings.HasPrefix(line, "=== ") }
