package tui

import (
	"blastyard/game/viewer"
	"blastyard/show/terminal"
)

// The model keeps frames to go back to, as many as fit into this many bytes, about. When there are more, every second
// one is left out, but the newest, the one that is seen, and the first: a long match can still be looked at from its
// start, in bigger steps.
const (
	maxFrameBytes = 64 << 20
	keptNewest    = 8
	thingBytes    = 64 // of a cell, a token, …
)

// bytesOf is about how much memory a frame takes.
func bytesOf(f *viewer.Frame) int {
	things := 4 + len(f.Cells) + len(f.Tokens) + len(f.Bombs) + len(f.Explosions) + 3*len(f.Players) +
		2*(len(f.Events)+len(f.Refused)+len(f.Output))
	n := thingBytes*things + len(f.Tree)
	for i := range f.Events {
		n += len(f.Events[i].Text)
	}
	for i := range f.Output {
		n += len(f.Output[i].Text)
	}
	for i := range f.Drawings {
		n += thingBytes + len(f.Drawings[i].Shapes)
	}
	return n
}

// keep adds a frame, and thins out those before it where they take too much.
func (m *model) keep(f viewer.Frame) {
	m.frames = append(m.frames, f)
	if m.bytes += bytesOf(&f); m.bytes > m.maxBytes && len(m.frames) > 2*keptNewest {
		m.thin()
	}
}

// thin leaves out every second frame. What is said of one that goes is said with the next one.
func (m *model) thin() {
	var kept []viewer.Frame
	var events []viewer.Event
	at := 0
	m.bytes = 0
	for i := range m.frames {
		f := m.frames[i]
		if i%2 == 1 && i != m.at && i < len(m.frames)-keptNewest {
			events = append(events, f.Events...)
			continue
		}
		if len(events) > 0 {
			events = append(events, f.Events...)
			f.Events = events[max(0, len(events)-terminal.MaxLog):]
			events = nil
		}
		if i == m.at {
			at = len(kept)
		}
		kept = append(kept, f)
		m.bytes += bytesOf(&f)
	}
	m.frames, m.at = kept, at
}
