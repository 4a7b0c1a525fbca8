// Package doctor examines a machine: it runs checks and reports their results. It contains the checks for the
// interpreters and compilers that bots need. The caller adds others.
package doctor

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Values that callers compare with.
const (
	OK    = "ok"
	Note  = "note"
	Fault = "fault" // no match can be played and shown
)

// A Finding is the result of one check.
type Finding struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Detail  string `json:"detail,omitempty"`
	Means   string `json:"means,omitempty"` // the consequence of a bad verdict
	Fix     string `json:"fix,omitempty"`   // how to fix it
}

// A Check examines one thing. Look may ignore the end of its context: Run then returns without waiting for it.
type Check struct {
	Name string
	Look func(context.Context) Finding
}

// Time limits of a check. Tests change them.
var (
	TimeLimit = 2 * time.Second // the longest that a check may take
	endTime   = 5 * time.Second // additional time to end its programs, also on a busy machine
)

// A Diagnosis holds the findings about a machine.
type Diagnosis struct {
	System  string    `json:"system"`
	OK      bool      `json:"ok"` // matches can be played and shown
	Machine []Finding `json:"machine"`
	Bots    []Finding `json:"bots"` // what bots in various languages need
}

// Examine runs all checks: those of the machine, and those of the tools for bots.
func Examine(ctx context.Context, machine, bots []Check) *Diagnosis {
	d := &Diagnosis{System: runtime.GOOS + "/" + runtime.GOARCH, OK: true}
	d.Machine = run(ctx, machine)
	d.Bots = run(ctx, bots)
	for _, f := range d.Machine {
		d.OK = d.OK && f.Verdict != Fault
	}
	return d
}

// run runs checks, a few at a time. It returns the findings in the order of the checks.
func run(ctx context.Context, checks []Check) []Finding {
	findings := make([]Finding, len(checks))
	slots := make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			findings[i] = c.Run(ctx)
		})
	}
	all.Wait()
	return findings
}

// Run runs the check. It returns after a few seconds at most.
func (c Check) Run(ctx context.Context) Finding {
	ctx, cancel := context.WithTimeout(ctx, TimeLimit)
	defer cancel()
	found := make(chan Finding, 1)
	go func() { found <- c.Look(ctx) }()
	late := time.NewTimer(TimeLimit + endTime) // a check that heeds its context returns a better finding
	defer late.Stop()
	var f Finding
	select {
	case f = <-found:
	case <-late.C:
		f = Finding{Verdict: Note, Detail: fmt.Sprintf("no answer within %v", TimeLimit)}
	}
	f.Name = c.Name
	return f
}

// WriteText writes the diagnosis as lines of text.
func (d *Diagnosis) WriteText(out io.Writer) {
	fmt.Fprintf(out, "this machine (%s)\n", d.System)
	writeFindings(out, d.Machine)
	fmt.Fprintln(out, "\nfor bots in")
	writeFindings(out, d.Bots)
	if d.OK {
		fmt.Fprintln(out, "\nmatches can be played and shown: blastyard play")
	} else {
		fmt.Fprintln(out, "\nmatches cannot be played and shown: fix what is marked FAULT")
	}
}

func writeFindings(out io.Writer, findings []Finding) {
	width := 0
	for _, f := range findings {
		width = max(width, len(f.Name))
	}
	for _, f := range findings {
		verdict := f.Verdict
		if verdict == Fault {
			verdict = "FAULT"
		}
		line := strings.TrimRight(fmt.Sprintf("%-5s  %-*s  %s", verdict, width, f.Name, f.Detail), " ")
		if f.Means != "" {
			line += ": " + f.Means
		}
		if f.Fix != "" {
			line += "; " + f.Fix
		}
		fmt.Fprintln(out, line)
	}
}
