package drawing

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// added adds a line and returns "drawn" or "print", and the note.
func added(c *Collector, player int, line string) string {
	taken, note := c.Add(player, line)
	what := "print"
	if taken {
		what = "drawn"
	}
	if note != "" {
		what += ": " + note
	}
	return what
}

// TestCollector: drawings belong to turns, bots and layers. Each problem is reported once for each bot.
func TestCollector(t *testing.T) {
	var c Collector
	c.SetBoard([]Point{{0, 0}, {1, 0}, {0, -1}})
	for i, step := range []struct {
		player     int
		line, want string
	}{
		{1, `@draw {"cell":[1,0],"layer":"b"}`, "drawn"},
		{0, `hello`, "print"},
		{0, `@draw {"line":[[0,0],[0,-1]],"color":"black"}`, "drawn"},
		{1, `@draw {"cell":[1,0],"text":"a"}`, "drawn"},
		{1, `@draw {"cell":[0,0],"layer":"b"}`, "drawn"},
		{1, `@draw {"cell":[7,8],"layer":"b"}`, "drawn: drawing: cell names the cell [7,8], which is not on the board; such shapes are left out"},
		{1, `@draw {"arrow":[[0,0],[5,5]]}`, "drawn"},
		{0, `@draw {"arrow":[[0,0],[5,5]]}`, "drawn: drawing: arrow names the cell [5,5], which is not on the board; such shapes are left out"},
		{0, `@draw {"circle":0}`, "print: bad drawing: circle is 0, expected a cell [x,y]; such lines stay ordinary output"},
		{0, `@draw {"circle":0}`, "print"},
		{1, `@draw`, `print: bad drawing: after @draw is "", expected a JSON object; such lines stay ordinary output`},
	} {
		if got := added(&c, step.player, step.line); got != step.want {
			t.Errorf("step %d:\n got %s\nwant %s", i, got, step.want)
		}
	}
	want := []Drawing{{1, "b", "cell 1 0 #ffe033\ncell 0 0 #ffe033"}, {0, "main", "line 0 0 0 -1 #101318"}, {1, "main", "text 1 0 #ffe033 a"}}
	if got := c.Take(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := c.Take(); got != nil {
		t.Errorf("the next turn has %v", got)
	}
	c.SetBoard(nil)
	if got := added(&c, 2, `@draw {"cell":[0,0]}`); got != "drawn: drawing: there is no board to draw on" {
		t.Error(got)
	}
}

// TestLimits: each limit drops the excess, is reported once, and does not affect other bots. The next turn has room
// again.
func TestLimits(t *testing.T) {
	const small = `@draw {"cell":[0,0]}`
	long := `@draw {"cell":[0,0],"text":"` + strings.Repeat(`\"`, MaxText) + `"}`
	for name, limit := range map[string]struct {
		line       func(i int) string
		kept       int
		note       string
		everyMatch bool // the limit is for the whole match
	}{
		"shapes": {func(int) string { return small }, MaxShapes, "drawings: more than 1000 shapes in a turn; the rest is left out", false},
		"bytes": {func(int) string { return long }, MaxBytes / (len("text 0 0 #ffe033 ") + 2*MaxText + 2),
			"drawings: more than 32 KiB of shapes in a turn, or 384 KiB of all bots; the rest is left out", false},
		"layers": {func(i int) string { return fmt.Sprintf(`@draw {"cell":[0,0],"layer":"%d"}`, i) }, MaxLayers,
			"drawings: more than 16 layers in the match; the rest is left out", true},
	} {
		var c Collector
		for turn := range 2 {
			var notes []string
			for i := range MaxShapes + 5 {
				if taken, note := c.Add(3, limit.line(i)); !taken {
					t.Fatalf("%s: shape %d is printed", name, i)
				} else if note != "" {
					notes = append(notes, note)
				}
			}
			c.Add(4, small)
			kept, bytes := 0, 0
			for _, d := range c.Take() {
				if d.Player == 3 {
					kept += strings.Count(d.Shapes, "\n") + 1
					bytes += len(d.Shapes)
				} else if d.Shapes != "cell 0 0 #ffe033" {
					t.Errorf("%s: the other bot has %q", name, d.Shapes)
				}
			}
			if kept != limit.kept || bytes > MaxBytes {
				t.Errorf("%s, turn %d: %d shapes of %d bytes are kept, want %d", name, turn, kept, bytes, limit.kept)
			}
			if turn == 0 && (len(notes) != 1 || notes[0] != limit.note) || turn == 1 && len(notes) > 0 {
				t.Errorf("%s, turn %d: notes %q", name, turn, notes)
			}
		}
	}
}

// TestLimitOfAll: all bots together have a limit, too.
func TestLimitOfAll(t *testing.T) {
	var c Collector
	long := `@draw {"cell":[0,0],"text":"` + strings.Repeat(`\\`, MaxText) + `"}`
	for player := range 50 {
		for range MaxShapes {
			c.Add(player, long)
		}
	}
	bytes := 0
	for _, d := range c.Take() {
		bytes += len(d.Shapes) + strings.Count(d.Shapes, `\`) + strings.Count(d.Shapes, "\n")
	}
	if bytes > MaxAllBytes || bytes < MaxAllBytes-200 {
		t.Errorf("%d bytes of JSON, want %d at most, and not much less", bytes, MaxAllBytes)
	}
}

func BenchmarkAdd(b *testing.B) {
	var c Collector
	c.SetBoard([]Point{{0, 0}, {1, 0}})
	for i := 0; b.Loop(); i++ {
		if i%MaxShapes == 0 {
			c.Take()
		}
		c.Add(0, `@draw {"cell":[1,0],"text":"37","color":"red"}`)
	}
}
