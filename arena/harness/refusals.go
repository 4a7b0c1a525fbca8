package harness

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/internal/english"
)

// Refusal is a system call that the sandbox has refused to a bot.
type Refusal struct {
	Call  string // its name, and that of a command: "chmod", "fcntl F_SETLEASE"
	Times int
}

// Refusals says what the sandbox has refused, without what programs try only to find out whether the system has it.
type Refusals struct {
	Known bool // whether the system tells; if not, Calls is empty
	Calls []Refusal
}

// Plus returns what was refused in two runs.
func (r Refusals) Plus(other Refusals) Refusals {
	sum := Refusals{Known: r.Known || other.Known, Calls: slices.Clone(r.Calls)}
	for _, c := range other.Calls {
		if i := slices.IndexFunc(sum.Calls, func(s Refusal) bool { return s.Call == c.Call }); i >= 0 {
			sum.Calls[i].Times += c.Times
		} else {
			sum.Calls = append(sum.Calls, c)
		}
	}
	return sum
}

// String returns a part of a sentence, or "" if nothing is known to have been refused.
func (r Refusals) String() string {
	texts := make([]string, len(r.Calls))
	for i, c := range r.Calls {
		texts[i] = fmt.Sprintf("%s (%s)", c.Call, english.Count(c.Times, "time"))
	}
	if len(texts) == 0 {
		return ""
	}
	what := "the system call "
	if len(texts) > 1 {
		what = "the system calls "
	}
	return "the sandbox refused " + what + strings.Join(texts, ", ")
}
