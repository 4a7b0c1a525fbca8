package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"blastyard/game/viewer"
)

// TestWatchIsBounded: the model keeps a limited part of a long match, with the first, the visible and the newest
// frame. Turns and events stay in order.
func TestWatchIsBounded(t *testing.T) {
	d := drive(t)
	d.maxBytes = 1 << 20
	frame := func(turn int) viewer.Frame {
		return viewer.Frame{Turn: turn, Turns: 100, Cells: make([]viewer.Cell, 400),
			Events: []viewer.Event{{Turn: turn, Text: fmt.Sprintf("event %d.", turn)}}}
	}
	const turns = 5000
	most := 0
	for turn := range turns {
		d.send(frameMsg{frame(turn)})
		if turn < 300 {
			d.tick() // the match is followed up to here
		}
		total := 0
		for i := range d.model.frames {
			total += bytesOf(&d.model.frames[i])
		}
		if most = max(most, total); total != d.bytes {
			t.Fatalf("turn %d: counts %d bytes, has %d", turn, d.bytes, total)
		}
	}
	one := frame(0)
	if most > d.maxBytes+bytesOf(&one) || len(d.model.frames) < 2*keptNewest-1 {
		t.Errorf("kept %d frames, %d bytes at most, want %d bytes and no less than needed",
			len(d.model.frames), most, d.maxBytes)
	}
	seen := d.model.frames[d.at].Turn
	d.see(seen)
	if seen < 290 || seen > 300 || d.model.frames[0].Turn != 0 || d.model.frames[len(d.model.frames)-1].Turn != turns-1 {
		t.Errorf("sees turn %d, keeps %d to %d", seen, d.model.frames[0].Turn, d.model.frames[len(d.model.frames)-1].Turn)
	}
	if !slices.IsSortedFunc(d.model.frames, func(a, b viewer.Frame) int { return a.Turn - b.Turn }) {
		t.Error("the turns are not in order")
	}
	d.keys("right")
	content, next := d.View().Content, d.model.frames[d.at].Turn
	if next <= seen || !strings.Contains(content, fmt.Sprintf("event %d.", next)) {
		t.Errorf("after turn %d comes %d:\n%s", seen, next, content)
	}
	if log := d.log(); !slices.IsSortedFunc(log, func(a, b viewer.Event) int { return a.Turn - b.Turn }) || len(log) == 0 {
		t.Errorf("the log is %v", log)
	}
}
