package catalog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"blastyard/protocol/drawing"
	"blastyard/replay"
)

// Limits for one replay. Its compressed turns take about as much memory as the file, and are not included.
const (
	blocksSpare = 8 << 20  // bytes of compressed turns that may exceed the size of the file
	marksMost   = 8 << 20  // bytes of all marks
	packedMost  = 4 << 20  // bytes of a compressed chunk; its turns beyond are omitted
	heldStep    = 1 << 20  // change in bytes that Config.Held reports
	cacheMost   = 2 << 20  // bytes of chunks in the cache
	plainSpare  = 32 << 20 // plain bytes of a file of any size,
	plainRatio  = 1000     // and for each byte of the file; more is an attack
	itemsSpare  = 1 << 18  // moves, lines and other items of turns in a file of any size,
	itemsBytes  = 2        // and one for this many bytes of the file
	asksSpare   = 1 << 20  // values in the actions of players in a file of any size,
	asksRatio   = 2        // and for each byte of the file
)

// Limits of the texts in a turn that a page receives.
const (
	maxTold = 500     // lines of each kind
	maxText = 2 << 10 // bytes of a line
	maxTurn = 64 << 10
)

// errTooMuch says that a replay exceeds these limits.
var errTooMuch = fmt.Errorf("%w to be shown whole", replay.ErrTooBig)

// mostPlain returns the limit of a file's plain bytes.
func (f *file) mostPlain() int64 {
	if f.size == 0 {
		return wholeSurvey // a folder
	}
	return plainSpare + plainRatio*f.size
}

// effort counts what reading the turns costs besides their bytes.
type effort struct{ items, asks int64 }

// add counts a turn. It returns false if the file has more than any real match.
func (e *effort) add(t *replay.Turn, f *file) bool {
	e.items += int64(len(t.Moves) + len(t.Late) + len(t.Gone) + len(t.Refused) + len(t.Output) + len(t.Notes) +
		len(t.Drawings))
	for _, m := range t.Moves {
		e.asks += int64(bytes.Count(m.Actions, []byte(",")))
	}
	return f.size == 0 || e.items <= itemsSpare+f.size/itemsBytes && e.asks <= asksSpare+asksRatio*f.size
}

// A replay is heavy if it may need much memory or time, because of a large board, long lines or many lines. A replay
// that was not surveyed is heavy too.
const (
	heavyCells = 2000
	heavyLine  = 256 << 10
)

func (f *file) heavy() bool { return !f.whole || f.surveyed > quickSurvey || f.large() }

// large reports whether a survey has found turns that need much memory.
func (f *file) large() bool { return f.cells > heavyCells || f.longest > heavyLine }

// slots limit how many replays are read or drawn at the same time. Heavy ones wait for each other and never delay
// others.
type slots struct{ light, heavy chan struct{} }

func newSlots() slots { return slots{make(chan struct{}, 4), make(chan struct{}, 1)} }

func (s slots) of(heavy bool) chan struct{} {
	if heavy {
		return s.heavy
	}
	return s.light
}

// take waits for a slot. It returns false if ctx ends first.
func (s slots) take(ctx context.Context, heavy bool) bool {
	select {
	case s.of(heavy) <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (s slots) give(heavy bool) {
	if heavy {
		debug.FreeOSMemory() // so that the next one finds enough memory
	}
	<-s.of(heavy)
}

// A tidier runs the garbage collector after long turns, earlier than it would run by itself.
type tidier struct{ bytes int }

const tidyAfter = 2 << 20 // bytes of long turns

// did records the size of a turn that was read.
func (x *tidier) did(bytes int) {
	if bytes < heavyLine {
		return
	}
	if x.bytes += bytes; x.bytes >= tidyAfter {
		x.bytes = 0
		debug.FreeOSMemory() // free memory of other sizes would remain
	}
}

// sizeOf estimates how many bytes a turn takes.
func sizeOf(t *replay.Turn) int {
	size := len(t.State) + 50*(len(t.Refused)+len(t.Output)+len(t.Notes))
	for _, m := range t.Moves {
		size += len(m.Actions)
	}
	for _, d := range t.Drawings {
		size += len(d.Shapes)
	}
	return size
}

// clip limits the texts in a turn that a page receives.
func clip(t *replay.Turn) {
	left := maxTurn
	text := func(s *string) {
		most := min(maxText, left)
		if len(*s) > most {
			*s = (*s)[:most] + "…"
		}
		left -= min(left, len(*s))
	}
	t.Refused, t.Output, t.Notes = head(t.Refused), head(t.Output), head(t.Notes)
	for i := range t.Output {
		text(&t.Output[i].Text)
	}
	for i := range t.Refused {
		text(&t.Refused[i].Action)
		text(&t.Refused[i].Reason)
	}
	for i := range t.Notes {
		text(&t.Notes[i])
	}
	clipDrawings(t)
	t.Gone = head(t.Gone)
	for i := range t.Gone {
		text(&t.Gone[i].Note)
	}
}

// clipDrawings removes drawings beyond the limit of bots.
func clipDrawings(t *replay.Turn) {
	left := drawing.MaxAllBytes
	t.Drawings = slices.DeleteFunc(t.Drawings, func(d replay.Drawing) bool {
		left -= len(d.Shapes) + len(d.Layer) + 50
		return left < 0
	})
}

func head[T any](list []T) []T { return list[:min(len(list), maxTold)] }

// named adds the path in front of an error.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}

// errStopped ends reading a film that is no longer needed.
var errStopped = errors.New("catalog: the film is no longer watched")
