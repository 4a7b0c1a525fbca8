// Package trouble names and counts what can be wrong with the turns of a player that goes on.
package trouble

import (
	"fmt"
	"strings"
)

// Word is what can be wrong with a turn of a player that goes on. It is the word for it everywhere.
type Word string

// The values of Word.
const (
	Late    Word = "late"    // no answer in time
	Silent  Word = "silent"  // an answer in time that holds no action that can be read
	Crashed Word = "crashed" // its program, which is started each turn, failed without an action
	Refused Word = "refused" // an action that the rules refuse, or that cannot be read
)

// First is when and why a player was in trouble for the first time. The zero value: it was not, or it is not known.
type First struct {
	Turn int    `json:"turn"` // from 1
	Why  string `json:"why,omitempty"`
}

// Firsts are the first times of each trouble.
type Firsts struct {
	Late    First `json:"late,omitzero"`
	Silent  First `json:"silent,omitzero"`
	Crashed First `json:"crashed,omitzero"`
	Refused First `json:"refused,omitzero"`
}

// Counts count what was wrong with the turns of a player.
type Counts struct {
	Late    int // turns
	Host    int // of these, where the machine gave it no processor
	Silent  int // turns
	Crashed int // turns
	Refused int // actions
	First   Firsts
}

// maxWhy bounds a reason, in bytes.
const maxWhy = 300

// Add counts a trouble n times. turn is the number of the turn that it is about, from 1.
func (t *Counts) Add(what Word, n, turn int, why string) {
	count, first := t.of(what)
	if n <= 0 {
		return
	}
	if *count += n; *first == (First{}) {
		if len(why) > maxWhy {
			why = strings.ToValidUTF8(why[:maxWhy], "") + "…"
		}
		*first = First{Turn: turn, Why: why}
	}
}

func (t *Counts) of(what Word) (count *int, first *First) {
	switch what {
	case Late:
		return &t.Late, &t.First.Late
	case Silent:
		return &t.Silent, &t.First.Silent
	case Crashed:
		return &t.Crashed, &t.First.Crashed
	default:
		return &t.Refused, &t.First.Refused
	}
}

// Any reports whether anything was wrong.
func (t *Counts) Any() bool { return t.Late > 0 || t.Silent > 0 || t.Crashed > 0 || t.Refused > 0 }

// Lines say what was wrong: a word, a count and the first reason for each trouble. They may quote what a bot printed.
func (t *Counts) Lines() (lines []string) {
	for _, what := range []Word{Late, Silent, Crashed, Refused} {
		n, first := t.of(what)
		if *n == 0 {
			continue
		}
		noun := "turn"
		if what == Refused {
			noun = "action"
		}
		if *n > 1 {
			noun += "s"
		}
		line := fmt.Sprintf("%d %s %s", *n, noun, what)
		if what == Late && t.Host > 0 {
			line += fmt.Sprintf(", %d of them host: the machine gave it no processor", t.Host)
		}
		if *first != (First{}) {
			line += fmt.Sprintf(" (first in turn %d", first.Turn)
			if first.Why != "" {
				line += ": " + first.Why
			}
			line += ")"
		}
		lines = append(lines, line)
	}
	return lines
}
