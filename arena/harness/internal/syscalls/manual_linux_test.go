package syscalls

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table into the manual")

// manual is where the table stands, after its head.
const (
	manual    = "../../../../docs/sandbox.md"
	tableHead = "| system calls | answer | why |\n|---|---|---|\n"
)

// TestManual compares the table in the manual with the one of the filter.
func TestManual(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), tableHead)
	if !found {
		t.Fatalf("%s has no table that begins with %q", manual, tableHead)
	}
	end := 0
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		end += len(line)
	}
	want := manualTable()
	if rest[:end] == want {
		return
	}
	if !*update {
		t.Fatalf("the table of %s is not that of the filter: go test ./arena/harness/internal/syscalls -run TestManual -update",
			manual)
	}
	if err := os.WriteFile(manual, []byte(before+tableHead+want+rest[end:]), 0o644); err != nil {
		t.Fatal(err)
	}
}

func manualTable() string {
	var b strings.Builder
	for _, g := range groups {
		names := strings.Fields(g.Calls)
		calls := "`" + strings.Join(names, "` `") + "`"
		for _, r := range g.Rules {
			fmt.Fprintf(&b, "| %s%s | %s%s | %s |\n", calls, r.manual(), r.Then, r.where(), r.Why)
			if len(names) > 2 { // they stand in the row before
				calls = "`" + names[0] + "` … `" + names[len(names)-1] + "`"
			}
		}
		if len(g.Rules) > 0 {
			calls += " otherwise"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", calls, g.Then, g.Why)
	}
	return b.String()
}

// manual says what the tests of a rule ask for.
func (r Rule) manual() string {
	var texts []string
	for _, t := range r.Tests {
		names := make([]string, len(t.Values))
		for i, v := range t.Values {
			names[i] = v.Name
		}
		text := strings.Join(names, ", ")
		if t.Not && !t.Nil && (t.Mask == 0 || t.Values[0].Number != 0) { // otherwise it asks whether bits are set
			text = "not " + text
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return ""
	}
	return " with " + strings.Join(texts, ": ")
}

// where says where a rule applies.
func (r Rule) where() (text string) {
	switch r.Levels {
	case 0:
	case below:
		text = " below namespaces"
	case Limits:
		text = " at limits"
	case Files:
		text = " at files"
	}
	if r.UnlessModes {
		text += ", not in builds"
	}
	if r.OnlyIfShared {
		text += ", as the arena's user"
	}
	if r.OnlyIfBound {
		text += " if it has a processor of its own"
	}
	return text
}
