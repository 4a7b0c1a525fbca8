package hostile

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table into the manual")

// manual is where the table stands, after its head.
const manual = "../../docs/organiser.md"

// tableHead is the first line of the table.
const tableHead = "| can a bot … | off | limits | files | namespaces |"

// TestManual compares the manual's table with what the matrix tests.
func TestManual(t *testing.T) {
	text, err := os.ReadFile(manual)
	check(t, err)
	before, rest, found := strings.Cut(string(text), tableHead+"\n")
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
	want := table()
	if rest[:end] == want {
		return
	}
	if *update {
		check(t, os.WriteFile(manual, []byte(before+tableHead+"\n"+want+rest[end:]), 0o644))
		return
	}
	t.Errorf("the table of %s is\n%s\nbut what the tests show is (go test ./internal/house/hostile -run TestManual -update)\n%s", manual, rest[:end], want)
}

// table is the manual's table, without its head.
func table() string {
	var b strings.Builder
	b.WriteString("|---|---|---|---|---|\n")
	for _, p := range promises {
		fmt.Fprintf(&b, "| %s", p.text)
		for l := off; l <= namespaces; l++ {
			fmt.Fprintf(&b, " | %s", p.cell(l))
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// cell says in which games, and where who runs the arena, one of the attacks succeeds.
func (p promise) cell(l level) string {
	var where []string
	for _, game := range []string{"hexabomb", "bomberman"} {
		for who, root := range map[string]bool{"root": true, "user": false} {
			if slices.ContainsFunc(p.attacks,
				func(a attack) bool { return (a.game == "" || a.game == game) && l < a.level(game, root) }) {
				where = append(where, game+" "+who)
			}
		}
	}
	slices.Sort(where)
	switch strings.Join(where, ", ") {
	case "":
		return "no"
	case "bomberman root, hexabomb root":
		return "if root runs it"
	case "bomberman user, hexabomb user":
		return "unless root runs it"
	case "bomberman root, bomberman user":
		return "in Bomberman"
	}
	return "yes"
}
