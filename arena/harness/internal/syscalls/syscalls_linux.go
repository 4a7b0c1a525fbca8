// Package syscalls says which system calls a bot may make: the table is a list of what is allowed, with rules for the
// arguments of some calls, and everything else is refused. It makes the filter for the kernel from the table.
package syscalls

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// Verdict is what happens to a call.
type Verdict uint8

// The values of Verdict.
const (
	Allow      Verdict = iota
	Refuse             // EPERM: the call exists, and the bot must not make it
	Missing            // ENOSYS, as on a kernel without the call: programs then use another one
	Pretend            // do nothing and return 0
	numVerdict         // how many there are
)

// Errno returns what a call that is not allowed returns; 0 for Pretend.
func (v Verdict) Errno() unix.Errno {
	return [numVerdict]unix.Errno{Refuse: unix.EPERM, Missing: unix.ENOSYS}[v]
}

// String says what a program sees.
func (v Verdict) String() string {
	return [numVerdict]string{"allowed", "EPERM", "ENOSYS", "does nothing"}[v]
}

// Levels is a set of levels of the sandbox.
type Levels uint8

// The levels that have a filter.
const (
	Limits Levels = 1 << iota
	Files
	Namespaces

	below = Limits | Files // bots share the user, the network and the files of the system
)

// Place is where a filter is to hold.
type Place struct {
	Level  Levels // one of them
	Modes  bool   // the program may change the modes, owners and times of files at each level: a build
	Shared bool   // the user of the bot is also that of others
	Bound  bool   // the bot has processors of its own, which it must not leave
}

// Tell says which refusals a listener answers instead of the kernel.
type Tell uint8

// The values of Tell.
const (
	TellNothing    Tell = iota
	TellUnexpected      // those that are not quiet
	TellAll
)

// tells reports whether a listener answers.
func (t Tell) tells(v Verdict, quiet bool) bool {
	return (v == Refuse || v == Missing) && (t == TellAll || t == TellUnexpected && !quiet)
}

// Group is a row of the table: calls with one answer, for one reason.
type Group struct {
	Calls string  // their names, separated by blanks
	Then  Verdict // where no rule decides
	Rules []Rule  // the first that applies decides
	// Quiet refusals are expected: programs try the call only to find out whether the kernel has it.
	Quiet bool
	Why   string
}

// Rule decides about a call if all its tests hold.
type Rule struct {
	Levels       Levels // where it applies; 0: everywhere
	UnlessModes  bool   // it does not apply to a Place with Modes
	OnlyIfShared bool   // it applies only to a Place that is Shared
	OnlyIfBound  bool   // it applies only to a Place that is Bound
	Tests        []Test
	Then         Verdict
	Quiet        bool // as that of a Group
	Why          string
}

// Test looks at an argument of a call. The filter sees only numbers: it cannot follow pointers.
type Test struct {
	Arg    int
	Mask   uint32 // the bits of the lower half that are compared; 0: all
	Values []Value
	Not    bool // the test holds if the argument has none of the values
	Nil    bool // compare the whole argument with 0 instead of the lower half with Values
}

// Value is a value of an argument, with its name in the manual.
type Value struct {
	Number uint32
	Name   string
}

// Processor is a kind of processor with the numbers that the calls have on it.
type Processor struct {
	audit uint32          // the kernel's number for the kind in the data for a filter
	names func() []string // by number; empty where there is no call
}

// newProcessor reads names in the order of their numbers. @N says that the number of the next name is N.
func newProcessor(audit uint32, calls string) *Processor {
	return &Processor{audit, sync.OnceValue(func() (names []string) {
		for word := range strings.FieldsSeq(calls) {
			if at, isNumber := strings.CutPrefix(word, "@"); isNumber {
				next, _ := strconv.Atoi(at)
				names = append(names, make([]string, next-len(names))...)
			} else {
				names = append(names, word)
			}
		}
		return names
	})}
}

// Name returns the name of a call, or "" for a number that the arena does not know.
func (p *Processor) Name(number int) string {
	if names := p.names(); number >= 0 && number < len(names) {
		return names[number]
	}
	return ""
}

// byName has the group of each call.
var byName = sync.OnceValue(func() map[string]*Group {
	m := map[string]*Group{}
	for i := range groups {
		for call := range strings.FieldsSeq(groups[i].Calls) {
			m[call] = &groups[i]
		}
	}
	return m
})

// group returns the group of a call, or nil for a number that the arena does not know.
func (p *Processor) group(number int) *Group { return byName()[p.Name(number)] }

// Answer is what happens to a call, and why.
type Answer struct {
	Verdict
	Quiet   bool
	Command string // the values of arguments for which it is refused, such as F_SETLEASE; often empty
	Why     string
}

// Decide says what happens to a call. The filter does the same in the kernel.
func (p *Processor) Decide(at Place, number int, arguments [6]uint64) Answer {
	g := p.group(number)
	if g == nil {
		return Answer{Verdict: Missing, Quiet: true, Why: "the arena does not know it"}
	}
	for _, r := range g.rules(at) {
		if r.holds(arguments) {
			return Answer{r.Then, g.Quiet || r.Quiet, r.command(arguments), r.Why}
		}
	}
	return Answer{g.Then, g.Quiet, "", g.Why}
}

// rules returns the rules of a place.
func (g *Group) rules(at Place) (rules []Rule) {
	for _, r := range g.Rules {
		if r.Levels != 0 && r.Levels&at.Level == 0 || r.UnlessModes && at.Modes || r.OnlyIfShared && !at.Shared ||
			r.OnlyIfBound && !at.Bound {
			continue
		}
		rules = append(rules, r)
	}
	return rules
}

// command returns the names of the values that arguments have.
func (r Rule) command(arguments [6]uint64) string {
	var names []string
	for _, t := range r.Tests {
		for _, v := range t.Values {
			if !t.Not && v.Number == uint32(arguments[t.Arg]) {
				names = append(names, v.Name)
			}
		}
	}
	return strings.Join(names, " ")
}

func (r Rule) holds(arguments [6]uint64) bool {
	for _, t := range r.Tests {
		if !t.holds(arguments[t.Arg]) {
			return false
		}
	}
	return true
}

func (t Test) holds(argument uint64) bool {
	if t.Nil {
		return argument == 0 != t.Not
	}
	lower := uint32(argument)
	if t.Mask != 0 {
		lower &= t.Mask
	}
	return slices.ContainsFunc(t.Values, func(v Value) bool { return v.Number == lower }) != t.Not
}
