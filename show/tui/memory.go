package tui

import (
	"blastyard/game/viewer"
	"blastyard/show/terminal"
)

// The model keeps old frames, up to about this many bytes. Beyond that it drops every second one, except the first,
// the visible and the newest frame. So even a long match can be viewed from its start, in larger steps.
const (
	maxFrameBytes = 64 << 20
	keptNewest    = 8
	thingBytes    = 64 // of a cell, a token, …
)

// bytesOf estimates the size of a frame in memory.
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

// keep adds a frame, and thins out earlier ones if they take too much memory.
func (m *model) keep(f viewer.Frame) {
	m.frames = append(m.frames, f)
	if m.bytes += bytesOf(&f); m.bytes > m.maxBytes && len(m.frames) > 2*keptNewest {
		m.thin()
	}
}

// thin drops every second frame. The events of a dropped frame are added to the next one.
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
