package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

func newDoctorCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is missing on this machine, and how to mend it",
		Long: `Look at this machine: what matches and their page need, what keeps bots apart, and what bots in each language need. What
lacks gets a line with what it means and how to mend it. The exit code is 1 only where a match cannot be played and shown.`,
		Example: `  blastyard doctor
  blastyard doctor --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := examineMachine(cmd.Context(), cmd.OutOrStdout())
			if err := cmd.Context().Err(); err != nil {
				return interrupted(cmd.Context(), err)
			}
			return d.report(cmd.OutOrStdout(), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as JSON")
	return cmd
}

// finding is what is known of one thing.
type finding struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"` // ok, note, or fault: nothing goes without it
	Detail  string `json:"detail,omitempty"`
	Means   string `json:"means,omitempty"`
	Mend    string `json:"mend,omitempty"`
}

// probe finds out about one thing. It may ignore the end of its context: nobody waits for it then.
type probe struct {
	name string
	look func(context.Context) finding
}

// probeTime is the longest time that a probe is waited for.
const probeTime = 2 * time.Second

// endTime is what a probe has beyond that to end its programs, also on a busy machine.
const endTime = 5 * time.Second

// diagnosis is what is known of a machine.
type diagnosis struct {
	System  string    `json:"system"`
	OK      bool      `json:"ok"` // matches can be played and shown
	Machine []finding `json:"machine"`
	Bots    []finding `json:"bots"` // what bots in different languages need
}

// examineMachine looks at everything.
func examineMachine(ctx context.Context, out io.Writer) *diagnosis {
	d := &diagnosis{System: runtime.GOOS + "/" + runtime.GOARCH}
	d.Machine = runProbes(ctx, machineProbes(out))
	d.Bots = runProbes(ctx, toolProbes())
	d.OK = true
	for _, f := range d.Machine {
		d.OK = d.OK && f.Verdict != verdictFault
	}
	return d
}

// runProbes runs probes, a few at a time, each for probeTime at most. The findings are in the order of the probes.
func runProbes(ctx context.Context, probes []probe) []finding {
	findings := make([]finding, len(probes))
	slots := make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))
	var all sync.WaitGroup
	for i, p := range probes {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			findings[i] = p.run(ctx)
		})
	}
	all.Wait()
	return findings
}

func (p probe) run(ctx context.Context) finding {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	found := make(chan finding, 1)
	go func() { found <- p.look(ctx) }()
	late := time.NewTimer(probeTime + endTime) // a probe that heeds its context knows more to say
	defer late.Stop()
	var f finding
	select {
	case f = <-found:
	case <-late.C:
		f = finding{Verdict: verdictNote, Detail: fmt.Sprintf("no answer within %v", probeTime)}
	}
	f.Name = p.name
	return f
}

// report prints the diagnosis. What is essential and lacks is the exit code 1.
func (d *diagnosis) report(out io.Writer, asJSON bool) error {
	if asJSON {
		text, err := json.Marshal(d)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", text)
	} else {
		d.text(out)
	}
	if !d.OK {
		return exitError{code: exitFailure}
	}
	return nil
}

func (d *diagnosis) text(out io.Writer) {
	fmt.Fprintf(out, "this machine (%s)\n", d.System)
	printFindings(out, d.Machine)
	fmt.Fprintln(out, "\nfor bots in")
	printFindings(out, d.Bots)
	if d.OK {
		fmt.Fprintln(out, "\nmatches can be played and shown: blastyard play")
	} else {
		fmt.Fprintln(out, "\nmatches cannot be played and shown: mend what is marked FAULT")
	}
}

func printFindings(out io.Writer, findings []finding) {
	width := 0
	for _, f := range findings {
		width = max(width, len(f.Name))
	}
	for _, f := range findings {
		line := pointLine(f.Verdict, f.Name, width, f.Detail)
		if f.Means != "" {
			line += ": " + f.Means
		}
		if f.Mend != "" {
			line += "; " + f.Mend
		}
		fmt.Fprintln(out, line)
	}
}
