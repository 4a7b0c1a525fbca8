package catalog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/regular"
	"blastyard/replay"
	"blastyard/show/playback"
	"blastyard/show/serve"
)

// A film is an open replay: its turns, compressed as in the file, and marks from which boards can be restored. One
// goroutine reads the file, as long as that grows. Chunks are drawn on request.
type film struct {
	catalog *Catalog
	file          // state when the film began
	listed  *file // the file in the list
	id      string
	ctx     context.Context // ends when the film is no longer needed
	stop    context.CancelFunc
	ready   chan struct{} // closed when the file was read for the first time

	match *serve.Match // nil before ready, and if nothing can be shown
	fault error        // why nothing can be shown

	reader   *replay.Reader   // nil after release
	cursor   *playback.Cursor // nil after release
	film     *playback.Film
	slot     bool // the goroutine holds a slot
	live     bool // the file was read once and still grows
	effort   effort
	held     atomic.Int64 // bytes of blocks and marks
	toldHeld int64        // the last reported value of held

	mu     sync.Mutex
	blocks *replay.Blocks
	marks  marks
	cache  cache
	turns  int
	winner int
	over   bool
}

func newFilm(c *Catalog, f *file) *film {
	x := &film{catalog: c, file: *f, listed: f, id: f.entry.ID, ready: make(chan struct{}), winner: serve.NoWinner}
	x.ctx, x.stop = context.WithCancel(c.ctx)
	return x
}

func (f *film) ended() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.over
}

// describe corrects the entry in the list with what reading the replay has shown.
func (f *film) describe(e *serve.Entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case <-f.ready:
		if f.fault == nil {
			e.Turn, e.Winner, e.Live = f.turns, f.winner, !f.over
		}
	default:
	}
}

// run reads the file to its end.
func (f *film) run() {
	defer f.stop()
	if f.ends && !f.whole {
		f.survey()
	}
	if !f.begin() {
		return
	}
	err := f.open()
	if err == nil {
		err = f.read()
	}
	f.finish(err)
}

// survey surveys a file of which only the ends are known, as the list does with others.
func (f *film) survey() {
	f.catalog.survey(f.listed, quickSurvey)
	f.catalog.mu.Lock()
	f.file = *f.listed
	f.catalog.mu.Unlock()
}

// begin waits for a slot.
func (f *film) begin() bool {
	f.slot = f.catalog.slots.take(f.ctx, f.heavy())
	if !f.slot {
		f.fault = errStopped
		close(f.ready)
	}
	return f.slot
}

func (f *film) give() {
	if f.slot {
		f.catalog.slots.give(f.heavy())
		f.slot = false
	}
}

func (f *film) open() (err error) {
	if f.reader, err = openFollowed(f.path, f.grown); err != nil {
		return err
	}
	h := f.reader.Header()
	if len(f.entry.Entrants) == len(h.Players) {
		for i := range h.Players {
			h.Players[i].Entrant = f.entry.Entrants[i]
		}
	}
	if f.film, err = playback.NewFilm(h, f.catalog.config.Games); err == nil {
		f.cursor, err = f.film.Start()
	}
	if err == nil {
		f.blocks, err = replay.NewBlocks(len(h.State))
	}
	if err != nil {
		return err
	}
	f.marks.add(f.cursor)
	f.match = serve.NewReel(f.id, f.film.Header().AppendJSON(nil), f)
	f.match.RecordedBy(f.recording)
	return nil
}

// read reads all turns. It returns nil if a result follows them.
func (f *film) read() error {
	var tidy tidier
	for {
		before := f.reader.Plain()
		t, err := f.reader.Next()
		tidy.did(int(f.reader.Plain() - before))
		if errors.Is(err, io.EOF) || err != nil && f.reader.Result() != nil && errors.Is(err, replay.ErrCut) {
			return nil // there is a result, although the end of the file may not be written yet
		}
		if err == nil {
			err = f.add(t)
		}
		if err != nil {
			return err
		}
	}
}

// add adds a turn.
func (f *film) add(t *replay.Turn) error {
	switch {
	case f.ctx.Err() != nil:
		return errStopped
	case f.reader.Plain() > f.mostPlain():
		return errTooMuch
	}
	if !f.effort.add(t, &f.file) {
		return errTooMuch
	}
	f.mu.Lock()
	if t.Turn%replay.BlockTurns == 0 {
		f.marks.add(f.cursor)
		f.held.Store(int64(f.blocks.Size() + f.marks.size))
	}
	held := f.held.Load()
	err := f.blocks.Add(t)
	if size := int64(f.blocks.Size()); err == nil && size > blocksSpare+max(f.size, f.reader.Plain()/8) {
		err = errTooMuch
	}
	f.mu.Unlock()
	if err != nil {
		return err
	}
	if held > f.toldHeld+heldStep {
		f.toldHeld = held
		f.catalog.mu.Lock()
		f.catalog.held()
		f.catalog.mu.Unlock()
	}
	if !f.live {
		return f.cursor.Step(t)
	}
	clip(t)
	if err := f.cursor.Next(t); err != nil {
		return err
	}
	return f.show()
}

// show publishes the turns that were read so far.
func (f *film) show() error {
	f.mu.Lock()
	err := f.blocks.Flush()
	f.turns = f.cursor.Turn()
	f.mu.Unlock()
	f.match.Grow(f.cursor.Turn(), f.cursor.Frame().AppendJSON(nil))
	return err
}

// grown is called at the current end of the file. It waits until the file grows. It returns false if the file does
// not grow any more.
func (f *film) grown(more func() bool) bool {
	if f.cursor == nil || f.ctx.Err() != nil || f.reader.Result() != nil {
		return false
	}
	if !f.live {
		if time.Since(f.changed) > followFor {
			return false
		}
		if f.cursor.Draw() != nil || f.show() != nil {
			return false
		}
		f.live = true
		close(f.ready)
	}
	f.give()
	last, tick := time.Now(), time.NewTicker(followEvery)
	defer tick.Stop()
	for !more() {
		select {
		case <-f.ctx.Done():
			return false
		case <-tick.C:
		}
		if time.Since(last) > followFor {
			break
		}
	}
	f.slot = f.catalog.slots.take(f.ctx, f.heavy())
	return f.slot && more()
}

// finish publishes the end.
func (f *film) finish(err error) {
	end := f.end(err)
	f.release()
	f.mu.Lock()
	f.over = true
	if f.match == nil {
		f.fault = named(f.path, err)
	} else {
		f.winner = end.Winner
	}
	f.mu.Unlock()
	if f.match != nil {
		f.match.End(end.AppendJSON(nil))
	}
	if !f.live {
		close(f.ready)
	}
	f.catalog.mu.Lock()
	f.catalog.tell()
	f.catalog.mu.Unlock()
}

// release frees what only reading needs, so that chunks of a finished film can use the memory.
func (f *film) release() {
	if f.reader != nil {
		f.reader.Close()
	}
	f.reader, f.cursor = nil, nil
	f.give()
}

// end describes how the match ended, or why no more can be shown.
func (f *film) end(err error) *viewer.End {
	if f.match == nil {
		return nil
	}
	if !f.live {
		if drawErr := f.cursor.Draw(); err == nil {
			err = drawErr
		}
	}
	showErr := f.show()
	f.mu.Lock()
	err = errors.Join(err, showErr, f.blocks.Close())
	f.mu.Unlock()
	end := f.film.End(f.reader.Result())
	if end == nil {
		end = &viewer.End{Turns: f.cursor.Turn(), Winner: serve.NoWinner, Why: "the replay ends here"}
	}
	switch turn := f.cursor.Turn(); {
	case errors.Is(err, replay.ErrCut):
		end.Why = fmt.Sprintf("the file ends before the match, after turn %d", turn)
	case errors.Is(err, replay.ErrTooBig):
		end.Why = fmt.Sprintf("what comes after turn %d is too big to be shown", turn)
	case err != nil:
		end.Why = fmt.Sprintf("the file is damaged after turn %d", turn)
	}
	f.explain(end)
	return end
}

// Limits of a replay that is explained on its page. It is read into memory for that.
const (
	lessonsPlain  = 4 << 20
	lessonsValues = 1 << 17
)

// explain adds an explanation to the end of the match.
func (f *film) explain(end *viewer.End) {
	if f.catalog.config.Explain == nil || !f.whole || f.reader.Plain() > lessonsPlain || f.values > lessonsValues {
		return
	}
	reader, err := replay.OpenReader(f.path, replay.Limits{Lean: true})
	if err != nil {
		return
	}
	defer reader.Close()
	r, err := reader.All()
	if errors.Is(err, replay.ErrTooBig) {
		return
	}
	f.catalog.config.Explain(r, len(f.film.Header().Cells), end)
}

// recording returns the current file of the replay.
func (f *film) recording() (*serve.Recording, error) {
	if replay.IsRounds(f.path) {
		return nil, fmt.Errorf("%w: the match is a folder of the original engine, not a file", serve.ErrNoRecording)
	}
	file, err := regular.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("%w any more: the file cannot be opened", serve.ErrNoRecording)
	}
	return &serve.Recording{Name: filepath.Base(f.path), Content: file}, nil
}
