//go:build linux

// Command blame measures whose fault late turns are said to be: it plays matches of bots that are innocent or guilty
// beside several kinds of load, and adds a line for each match to a file. It can be stopped and started again at any
// time, and goes on with the cell of the table that has the fewest late turns:
//
//	go run ./tools/blame                 # until each cell has 1,000
//	go run ./tools/blame -for 2h -core 1
//	go run ./tools/blame -show           # prints what docs/sandbox.md shows
//
// When the judge has changed, begin with an empty file. What the file says is put into the manual by
// go test ./tools/blame -run TestManual -update.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"blastyard/arena/harness"
	"blastyard/bots/testbot"
)

func main() {
	harness.BecomeBot()
	if filepath.Base(os.Args[0]) == bot { // a bot or a load, started by its name
		play()
		return
	}
	if err := command(); err != nil {
		fmt.Fprintln(os.Stderr, "blame:", err)
		os.Exit(1)
	}
}

// play is what the program testbot does.
func play() {
	if os.Args[1] == napping {
		nap()
		return
	}
	testbot.Main()
}

func command() error {
	core, _ := testbot.Processor()
	m := &measurement{}
	flag.StringVar(&m.file, "rows", "tools/blame/measured.jsonl", "`file` with a line for each match")
	flag.IntVar(&m.core, "core", core, "`number` of the processor for the bots and the load")
	flag.IntVar(&m.late, "late", 1000, "late turns that are `wanted` in each cell of the table")
	flag.IntVar(&m.turns, "turns", 100, "turns of a match beside its load")
	flag.IntVar(&m.programs, "programs", 9, "how many programs make the load")
	flag.StringVar(&m.only, "only", "", "only bots and loads whose names contain this `text`")
	length := flag.Duration("for", 0, "end after this `time`; 0: when each cell has enough")
	printOnly := flag.Bool("show", false, "only print what was measured, as the manual shows it")
	flag.Parse()
	if flag.NArg() > 0 || m.turns < 1 || m.late < 1 || m.programs < 1 {
		return fmt.Errorf("%q: expected no arguments, and numbers of 1 or more", flag.Args())
	}
	if *printOnly {
		rows, err := readRows(m.file)
		fmt.Print(manual(rows))
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *length)
		defer cancel()
	}
	err := m.run(ctx)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil // what was measured is in the file
	}
	return err
}

// measurement says what is measured.
type measurement struct {
	file     string
	core     int
	late     int
	turns    int
	programs int
	only     string
}

// run measures until each cell has enough late turns, or the context ends.
func (m *measurement) run(ctx context.Context) error {
	p, err := newPlayground()
	if err != nil {
		return err
	}
	defer p.close()
	for ctx.Err() == nil {
		rows, err := readRows(m.file)
		if err != nil {
			return err
		}
		c, ok := next(rows, m.late, m.only)
		if !ok {
			return nil
		}
		r, err := m.play(ctx, p, c)
		if err != nil {
			return err
		}
		if err := addRow(m.file, r); err != nil {
			return err
		}
		fmt.Printf("%s  %s: %d of %d turns late, %d blamed on it\n", r.Beside, r.Bot, r.Late, r.Played, r.Own)
	}
	return context.Cause(ctx)
}

// next returns the cell with the fewest late turns. A bot that is hardly ever late has enough with twice as many turns.
func next(rows []row, late int, only string) (c cell, ok bool) {
	sums, fewest := sum(rows), late
	for _, l := range loads {
		for _, b := range cast {
			of := sums[cell{l.name, b.name}]
			if n := max(of.Late, of.Played/2); n < fewest && cellMatches(l.name, b.name, only) {
				c, fewest, ok = cell{l.name, b.name}, n, true
			}
		}
	}
	return c, ok
}

// maxSettling is how long a bot may take to answer, when its load has ended, what it was asked before.
const maxSettling = time.Minute
