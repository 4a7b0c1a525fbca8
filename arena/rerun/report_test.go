package rerun

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"blastyard/replay"
)

// TestReport: the report lists turns that differ in actions, output or time. Lines may be one turn earlier or later.
func TestReport(t *testing.T) {
	const move = `[{"id":0,"movement":"move","direction":"x+"}]`
	turn := func(n int, actions string, output ...string) replay.Turn {
		x := replay.Turn{Turn: n}
		if actions != "" {
			x.Moves = []replay.Move{{Player: 1, Actions: []byte(`[]`)}, {Player: 0, Micros: 1500, Actions: []byte(actions)}}
		}
		for _, text := range output {
			x.Output = append(x.Output, replay.Line{Player: 0, Text: text}, replay.Line{Player: 1, Text: "other"})
		}
		return x
	}
	late := turn(5, "")
	late.Late = []int{0}
	moved := []string{"character 0: move x+"}
	r := &Report{From: 2, To: 6, Limit: time.Second,
		recorded: []replay.Turn{turn(1, ""), turn(2, move, "hello"), turn(3, "[]", "gone", "later"), turn(4, move), late, turn(6, "[]")},
		turns: map[int]*played{
			2: {answered: true, actions: []byte(`[ {"id":0, "movement":"move","direction":"x+"}]`), words: moved, then: moved,
				took: 2 * time.Millisecond, output: []string{"hello"}},
			3: {answered: true, actions: []byte(`[]`)},
			4: {answered: true, actions: []byte(`[{"id":0,"movement":"fly"}]`), words: []string{"no such movement"}, then: moved,
				took: 4 * time.Millisecond, output: []string{"later", "new"}},
			5: {answered: true, actions: []byte(`[]`)},
			6: {answered: true, actions: []byte(`[]`), took: 1234 * time.Millisecond},
		}}
	r.finish()
	const recorded = 1500 * time.Microsecond
	want := []Turn{
		{Number: 2, Took: 2 * time.Millisecond, Recorded: recorded},
		{Number: 3, Recorded: recorded, Printed: []string{"gone"}},
		{Number: 4, Took: 4 * time.Millisecond, Recorded: recorded, Now: "no such movement", Then: "character 0: move x+", Prints: []string{"new"}},
		{Number: 5, Now: "nothing", Then: "no answer in time"},
		{Number: 6, Took: 1234 * time.Millisecond, Recorded: recorded, Over: true},
	}
	if diff := cmp.Diff(want, r.Turns); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	if r.Differ != 3 || r.Played() != 5 {
		t.Errorf("%d of %d turns differ, want 3 of 5", r.Differ, r.Played())
	}
	if r.Now.median() != 4*time.Millisecond || r.Now.Longest != 1234*time.Millisecond || r.Now.Turn != 6 || r.Then.Turn != 2 {
		t.Errorf("times now %+v, then %+v", r.Now, r.Then)
	}
}
