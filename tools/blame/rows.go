//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"blastyard/game/match"
)

// row is a line of the file: a match.
type row struct {
	At     time.Time `json:"at"`
	Beside string    `json:"beside"` // name of a load
	Bot    string    `json:"bot"`
	Played int       `json:"played"` // turns
	Late   int       `json:"late"`   // of them
	Own    int       `json:"own"`    // of the late ones, those that were blamed on the bot
	Busy   float64   `json:"busy"`   // load average of the machine, before the match
	Cores  int       `json:"cores"`  // of the machine
}

// cell is a cell of the table.
type cell struct{ beside, bot string }

func cellMatches(beside, bot, text string) bool {
	return strings.Contains(beside, text) || strings.Contains(bot, text)
}

// readRows reads a file, which may be missing. Several measurements may write it at the same time, a line at once.
func readRows(file string) (rows []row, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, n, err)
		}
		if r.Own < 0 || r.Own > r.Late || r.Late > r.Played {
			return nil, fmt.Errorf("%s, line %d: %d blamed of %d late of %d turns", file, n, r.Own, r.Late, r.Played)
		}
		rows = append(rows, r)
	}
	return rows, lines.Err()
}

func addRow(file string, r row) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err == nil {
		_, err = f.Write(append(line, '\n'))
	}
	return errors.Join(err, f.Close())
}

// sum adds up the rows of each cell.
func sum(rows []row) map[cell]row {
	sums := map[cell]row{}
	for _, r := range rows {
		c := cell{r.Beside, r.Bot}
		s := sums[c]
		s.Played, s.Late, s.Own = s.Played+r.Played, s.Late+r.Late, s.Own+r.Own
		sums[c] = s
	}
	return sums
}

// manual is the part of docs/sandbox.md that shows what was measured.
func manual(rows []row) string {
	var b strings.Builder
	sums := sum(rows)
	fmt.Fprintf(&b, "%sThe table is of %d matches%s.\n", manualHead, len(rows), circumstances(rows))
	b.WriteString("Each cell is the late turns, and those of them that were blamed on the bot:\n\n| beside |")
	for _, p := range cast {
		fmt.Fprintf(&b, " %s |", p.name)
	}
	fmt.Fprint(&b, "\n|---|"+strings.Repeat("---|", len(cast))+"\n")
	all := map[string]row{}
	for _, l := range loads {
		fmt.Fprintf(&b, "| %s |", l.name)
		for _, p := range cast {
			s, of := sums[cell{l.name, p.name}], all[p.name]
			fmt.Fprintf(&b, " %d, %d |", s.Late, s.Own)
			of.Late, of.Own = of.Late+s.Late, of.Own+s.Own
			all[p.name] = of
		}
		b.WriteByte('\n')
	}
	for _, line := range []struct {
		name string
		text func(row) string
	}{
		{"together", func(s row) string { return fmt.Sprintf("%d, %d", s.Late, s.Own) }},
		{"blamed, in 100", share},
		{"95 % interval", interval},
	} {
		fmt.Fprintf(&b, "| %s |", line.name)
		for _, p := range cast {
			fmt.Fprintf(&b, " %s |", line.text(all[p.name]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// manualHead begins that part of the manual. It ends with the last line of the table.
const manualHead = "Measured with `go run ./tools/blame`, a limit of 100 ms, " +
	"and nine programs on the bot's core as a load.\n"

// circumstances says when rows were measured, and how busy the machine was.
func circumstances(rows []row) string {
	if len(rows) == 0 {
		return ""
	}
	low, high, from, to := rows[0].Busy, rows[0].Busy, rows[0].At, rows[0].At
	for _, r := range rows {
		low, high = min(low, r.Busy), max(high, r.Busy)
		if r.At.Before(from) {
			from = r.At
		}
		if r.At.After(to) {
			to = r.At
		}
	}
	days := from.Format(time.DateOnly)
	if last := to.Format(time.DateOnly); last != days {
		days = "from " + days + " to " + last
	} else {
		days = "on " + days
	}
	return fmt.Sprintf(" %s, on %d cores that did other work as well (load average %.0f to %.0f)", days, rows[0].Cores,
		low, high)
}

func share(s row) string {
	if s.Late == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100*float64(s.Own)/float64(s.Late))
}

func interval(s row) string {
	if s.Late == 0 {
		return "–"
	}
	low, high := match.Tally{Games: s.Late, Wins: s.Own}.Interval()
	return fmt.Sprintf("%.1f to %.1f", 100*low, 100*high)
}
