package harness

import (
	"fmt"
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
