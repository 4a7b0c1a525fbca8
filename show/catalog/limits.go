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

// The bounds of what one replay may take, beyond the compressed turns, which take about as much as the file.
const (
	blocksSpare = 8 << 20  // bytes of compressed turns beyond the size of the file
	marksMost   = 8 << 20  // bytes of all marks
	packedMost  = 4 << 20  // bytes of a chunk as it is sent; its turns beyond are left out
	heldStep    = 1 << 20  // bytes that are much for Config.Held
	cacheMost   = 2 << 20  // bytes of chunks that are kept
	plainSpare  = 32 << 20 // plain bytes of a file of any size,
	plainRatio  = 1000     // and for each byte of the file: more is no match but an attack
	toldSpare   = 1 << 18  // moves, lines and other things that turns tell, in a file of any size,
	toldBytes   = 2        // and one for so many bytes of the file
	asksSpare   = 1 << 20  // values in the actions of players, in a file of any size,
	asksRatio   = 2        // and for each byte of the file
)

// Bounds of what a page is told of a turn in words.
const (
	maxTold = 500     // lines of each kind
	maxText = 2 << 10 // bytes of a line
	maxTurn = 64 << 10
)

// errTooMuch is wrong with a replay that does not fit these bounds.
var errTooMuch = fmt.Errorf("%w to be shown whole", replay.ErrTooBig)

// mostPlain bounds the plain bytes of a file.
func (f *file) mostPlain() int64 {
	if f.size == 0 {
		return wholeSurvey // a folder
	}
	return plainSpare + plainRatio*f.size
}

// effort is what reading the turns took so far, beside their bytes.
type effort struct{ told, asks int64 }

// add counts a turn; false where a file has more than any match has.
func (e *effort) add(t *replay.Turn, f *file) bool {
	e.told += int64(len(t.Moves) + len(t.Late) + len(t.Gone) + len(t.Refused) + len(t.Output) + len(t.Notes) +
		len(t.Drawings))
	for _, m := range t.Moves {
		e.asks += int64(bytes.Count(m.Actions, []byte(",")))
	}
	return f.size == 0 || e.told <= toldSpare+f.size/toldBytes && e.asks <= asksSpare+asksRatio*f.size
}

// Heavy is a replay that may need much memory or time: a board of many cells, long lines, or many of them. So is one
// that has not been surveyed.
const (
	heavyCells = 2000
	heavyLine  = 256 << 10
)

func (f *file) heavy() bool { return !f.whole || f.surveyed > quickSurvey || f.large() }

// large reports whether a survey has found that single turns need much.
func (f *file) large() bool { return f.cells > heavyCells || f.longest > heavyLine }

// slots bound how many replays are read or drawn at a time. Heavy ones wait for each other, and never keep others
// waiting.
type slots struct{ light, heavy chan struct{} }

func newSlots() slots { return slots{make(chan struct{}, 4), make(chan struct{}, 1)} }

func (s slots) of(heavy bool) chan struct{} {
	if heavy {
		return s.heavy
	}
	return s.light
}

// take waits for a slot; false if ctx ended before.
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
		debug.FreeOSMemory() // the next one finds as much room
	}
	<-s.of(heavy)
}

// A tidier collects garbage as long turns leave it, sooner than the collector would by itself.
type tidier struct{ bytes int }

const tidyAfter = 2 << 20 // bytes of long turns

// did is told the size of a turn that was read.
func (x *tidier) did(bytes int) {
	if bytes < heavyLine {
		return
	}
	if x.bytes += bytes; x.bytes >= tidyAfter {
		x.bytes = 0
		debug.FreeOSMemory() // free memory in pieces of other sizes would stay beside it
	}
}

// sizeOf is about how many bytes a turn takes.
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

// clip bounds what a page is told of a turn in words.
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

// clipDrawings leaves out drawings beyond what bots may draw.
func clipDrawings(t *replay.Turn) {
	left := drawing.MaxAllBytes
	t.Drawings = slices.DeleteFunc(t.Drawings, func(d replay.Drawing) bool {
		left -= len(d.Shapes) + len(d.Layer) + 50
		return left < 0
	})
}

func head[T any](list []T) []T { return list[:min(len(list), maxTold)] }

// named puts the path before an error.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}

// errStopped ends the reading of a film that is no longer needed.
var errStopped = errors.New("catalog: the film is no longer watched")
