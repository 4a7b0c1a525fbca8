//go:build unix

package arena_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/protocol/drawing"
)

// gallery is a sink that records drawings and notes.
type gallery struct {
	arena.NopSink
	drawn   [][]drawing.Drawing // by turn
	printed []string
	notes   []string // only those with Kept
}

func (g *gallery) Turn(t *arena.Turn) {
	g.drawn = append(g.drawn, t.Drawings)
	for _, o := range t.Output {
		g.printed = append(g.printed, o.Line.Text)
	}
	for _, n := range t.Notes {
		g.notes = append(g.notes, n.Text)
	}
}

// notesWith counts the notes that contain a text.
func (g *gallery) notesWith(part string) (n int) {
	for _, note := range g.notes {
		if strings.Contains(note, part) {
			n++
		}
	}
	return n
}

// TestNetorcaiBotDraws: a program's drawings belong to turns and do not count as output. A wrong drawing is reported
// once and counts as output.
func TestNetorcaiBotDraws(t *testing.T) {
	g := &gallery{}
	c := arena.Config{Game: "hexabomb", Map: "tiny", Turns: 12, NoTimeout: true,
		Seats: []arena.Seat{{Bot: "builtin:idle"}, {Bot: "testbot draw"}}}
	if _, err := playOnce(t.Context(), c, g); err != nil {
		t.Fatal(err)
	}
	shapes := 0
	for turn, list := range g.drawn {
		for _, d := range list {
			if d.Player != 1 || d.Layer != drawing.DefaultLayer {
				t.Errorf("turn %d: seat %d draws in layer %q", turn+1, d.Player, d.Layer)
			}
			for line := range strings.SplitSeq(d.Shapes, "\n") {
				if shapes++; line != "text 0 0 #ff4d4f middle" {
					t.Errorf("turn %d: %q", turn+1, line)
				}
			}
		}
	}
	if shapes < 5 { // the bot draws from its turn 3 on
		t.Errorf("%d shapes, expected one a turn", shapes)
	}
	if slices.ContainsFunc(g.printed, func(s string) bool { return strings.Contains(s, "middle") || strings.Contains(s, "99") }) ||
		!slices.Contains(g.printed, "hello") || !slices.Contains(g.printed, `@draw {"cell":`) {
		t.Errorf("printed: %q", g.printed)
	}
	for _, part := range []string{"testbot: drawing: cell names the cell [99,99], which is not on the board", "testbot: bad drawing: after @draw is no JSON object"} {
		if n := g.notesWith(part); n != 1 {
			t.Errorf("%q is told %d times, expected once: %q", part, n, g.notes)
		}
	}
}

// TestRoundsBotDraws: a program of 2016-Bomberman that is started each round draws for that round, within the limits.
func TestRoundsBotDraws(t *testing.T) {
	const script = `echo '@draw {"cell":[2,2],"layer":"goal"}' >&2
i=0; while [ $i -lt 1100 ]; do echo '@draw {"cell":[1,1],"layer":"many"}'; i=$((i+1)); done
head -c 70000 /dev/zero | tr '\0' x | sed 's/^/@draw /'; echo
printf '@draw {"cell":[3,3],"text":"\377\\u001b"}\n'
printf 6 > "$2/move.txt"`
	g := &gallery{}
	if _, err := playOnce(t.Context(), patient(3, scriptBot(t, "painter", script), "builtin:idle"), g); err != nil {
		t.Fatal(err)
	}
	if len(g.drawn) != 3 {
		t.Fatalf("%d turns", len(g.drawn))
	}
	for turn, list := range g.drawn {
		layers := map[string]int{}
		for _, d := range list {
			layers[d.Layer] += strings.Count(d.Shapes, "\n") + 1
		}
		if sum := layers["many"] + layers["goal"] + layers["main"]; sum != drawing.MaxShapes || layers["many"] < 990 {
			t.Errorf("turn %d: shapes by layer %v, expected %d in all", turn+1, layers, drawing.MaxShapes)
		}
	}
	if n := g.notesWith("drawings: more than 1000 shapes in a turn"); n != 1 {
		t.Errorf("the limit is told %d times: %.500q", n, g.notes)
	}
	if n := g.notesWith("bad drawing"); n != 1 {
		t.Errorf("the line of 70 kB is told %d times: %.500q", n, fmt.Sprint(g.notes))
	}
}
