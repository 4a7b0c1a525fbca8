package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
	"blastyard/show/internal/termtest"
)

// driver sends messages to a model, as bubbletea would. Clocks stand still until tick is called.
type driver struct {
	*testing.T
	*model
	quit bool
}

func drive(t *testing.T) *driver {
	m := newModel(WatchOptions{Pace: time.Hour}, colorprofile.NoTTY)
	d := &driver{T: t, model: m}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d
}

func (d *driver) send(msg tea.Msg) {
	d.Helper()
	clock := d.clock
	_, cmd := d.Update(msg)
	if cmd != nil && d.clock == clock { // skip clocks, which would take an hour
		_, quit := cmd().(tea.QuitMsg)
		d.quit = d.quit || quit
	}
}

func (d *driver) frames(turns ...int) {
	for _, turn := range turns {
		d.send(frameMsg{viewer.Frame{Turn: turn, Turns: 100, Cells: make([]viewer.Cell, 1), Events: []viewer.Event{{Turn: turn, Text: fmt.Sprintf("event %d.", turn)}}}})
	}
}

func (d *driver) tick() { d.send(tickMsg{d.clock}) }

func (d *driver) keys(names ...string) {
	keys := map[string]tea.Key{"space": {Code: tea.KeySpace, Text: " "}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "esc": {Code: tea.KeyEscape}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}}
	for _, name := range names {
		key, ok := keys[name]
		if !ok {
			key = tea.Key{Code: rune(name[0]), Text: name}
		}
		d.send(tea.KeyPressMsg(key))
	}
}

// see fails if another turn is on the screen, or a text is missing.
func (d *driver) see(turn int, texts ...string) {
	d.Helper()
	content := d.View().Content
	for _, text := range append(texts, fmt.Sprintf("turn %d of 100", turn)) {
		if !strings.Contains(content, text) {
			d.Errorf("%q is not on the screen:\n%s", text, content)
		}
	}
}

func TestWatchPlaysQueuedFrames(t *testing.T) {
	d := drive(t)
	if !strings.Contains(d.View().Content, "waiting for the match") {
		t.Error("says nothing before the first frame")
	}
	d.frames(0, 1, 2, 3)
	d.see(0, "speed ×1, turn 3 is out")
	d.tick()
	d.see(1, "event 1.")
	d.tick()
	d.tick()
	d.see(3, "event 1.", "event 3.", "live")
	d.tick()
	d.see(3)
	d.frames(4) // the model waits for it, so it is shown at once
	d.see(4)
	d.frames(5) // not shown yet
	d.see(4)
	d.tick()
	d.see(5)
}

func TestWatchEndsAfterTheLastFrame(t *testing.T) {
	d := drive(t)
	d.frames(0, 1)
	d.send(endMsg{})
	d.tick()
	d.see(1, "the match is over")
	d.tick()
	if d.quit {
		t.Error("the last picture is gone too soon")
	}
	d.tick()
	if !d.quit || !d.seen {
		t.Errorf("quit %t, seen %t", d.quit, d.seen)
	}
	d = drive(t)
	d.send(endMsg{})
	if !d.quit || !d.seen {
		t.Error("a match without frames does not end")
	}
	d = drive(t)
	d.frames(0)
	d.tick() // now it waits for a frame
	d.send(endMsg{})
	d.tick()
	if !d.quit || !d.seen {
		t.Error("a live match does not end")
	}
}

func TestWatchKeys(t *testing.T) {
	d := drive(t)
	d.keys("space", "space", "left", "right", "home", "end", "+", "-") // there is nothing to control yet
	d.frames(0, 1, 2, 3, 4, 5)
	d.tick()
	d.keys("space")
	d.see(1, "paused")
	d.tick()
	d.see(1)
	d.keys("right", "right")
	d.see(3, "event 3.", "paused")
	d.keys("left")
	d.see(2, "paused")
	if strings.Contains(d.View().Content, "event 3.") {
		t.Error("the log knows the future")
	}
	d.keys("home", "left")
	d.see(0)
	d.keys("space")
	d.see(1, "speed")
	d.keys("end")
	d.see(5, "live")
	d.keys("right", "right")
	d.see(5, "paused")
	d.frames(6)
	d.see(5)
	d.keys("space", "+", "+")
	d.see(6, "speed ×4")
	d.keys("-", "-", "-", "-", "-", "-", "-", "-", "-")
	d.see(6, "speed ×0.125")
	d.keys("=", "=", "=", "=", "=", "=", "=", "=", "=", "l", "w", "a", "s", "d", "x")
	d.see(6, "speed ×16")
	if got := d.interval(); got != time.Hour/16 {
		t.Errorf("interval %v", got)
	}
}

func TestOldClocksDoNotCount(t *testing.T) {
	d := drive(t)
	d.frames(0, 1, 2, 3)
	old := d.clock
	d.keys("+")
	d.send(tickMsg{old})
	d.see(0)
	d.tick()
	d.see(1)
}

func TestWatchQuits(t *testing.T) {
	tests := []struct {
		key   string
		ended bool
		seen  bool
	}{{"q", false, false}, {"q", true, true}, {"esc", false, false}, {"ctrl+c", false, false}, {"ctrl+c", true, false}}
	for _, tt := range tests {
		d := drive(t)
		d.frames(0, 1, 2)
		if tt.ended {
			d.send(endMsg{})
		}
		d.keys(tt.key)
		if !d.quit || d.seen != tt.seen {
			t.Errorf("%s, ended: %t: quit %t, seen %t", tt.key, tt.ended, d.quit, d.seen)
		}
	}
}

func TestPace(t *testing.T) {
	tests := []struct {
		pace  time.Duration
		turns int
		want  time.Duration
	}{
		{0, 100, 150 * time.Millisecond}, {0, 0, 150 * time.Millisecond}, {0, 5, time.Second}, {0, 10000, 60 * time.Millisecond},
		{time.Second / 2, 100, time.Second / 2}, {1, 100, 10 * time.Millisecond},
	}
	for _, tt := range tests {
		m := newModel(WatchOptions{Pace: tt.pace}, colorprofile.NoTTY)
		m.arrive(viewer.Frame{Turns: tt.turns})
		if got := m.interval(); got != tt.want {
			t.Errorf("pace %v, %d turns: %v, want %v", tt.pace, tt.turns, got, tt.want)
		}
	}
}

func TestWatchFollowsTheSize(t *testing.T) {
	d := drive(t)
	d.frames(0)
	for _, size := range [][2]int{{40, 10}, {200, 60}, {3, 2}, {0, 0}, {100, 30}} {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		termtest.CheckText(t, d.View().Content, size[0], size[1], false)
	}
	d.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	if !strings.Contains(d.View().Content, "\x1b[") || !d.View().AltScreen {
		t.Error("no colour, or not on the other screen")
	}
}
