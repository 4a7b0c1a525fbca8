package catalog

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"blastyard/game"
	"blastyard/internal/errortext"
	"blastyard/replay"
	"blastyard/show/playback"
	"blastyard/show/serve"
)

// How much New examines before it returns, the newest files first: this many files in any case, and more as long as
// this time allows. The rest follows in the background.
const (
	firstFiles = 50
	firstTime  = 300 * time.Millisecond
)

// first examines the newest files.
func (c *Catalog) first() {
	began := time.Now()
	c.each(func(i int, f *file) bool {
		if i >= firstFiles && time.Since(began) > firstTime {
			return false
		}
		c.lookAtEnds(f)
		if c.due(f, quickSurvey) {
			c.survey(f, quickSurvey)
		}
		return true
	})
}

// rest examines all other files.
func (c *Catalog) rest() {
	c.each(func(_ int, f *file) bool {
		c.lookAtEnds(f)
		return c.ctx.Err() == nil
	})
	c.surveyAll(quickSurvey)
}

// each calls do for the files, the newest first, until it returns false.
func (c *Catalog) each(do func(i int, f *file) bool) {
	c.mu.Lock()
	files := slices.Clone(c.files)
	c.mu.Unlock()
	for i, f := range slices.Backward(files) {
		if !do(len(files)-1-i, f) {
			return
		}
	}
}

// lookAtEnds fills the entry of a complete file from its header and its result.
func (c *Catalog) lookAtEnds(f *file) {
	c.mu.Lock()
	due, name := !f.looked && f.size > 0 && len(c.files) > 1, f.name // a single file gets a survey
	f.looked = true
	c.mu.Unlock()
	if !due {
		return
	}
	h, result, err := replay.Ends(f.path)
	if err != nil || result == nil {
		return // a survey finds more
	}
	e := serve.EntryOf(playback.HeaderOf(h, c.config.Games, nil))
	e.Turn, e.File = result.Turns, name
	note(&e, result)
	c.mu.Lock()
	defer c.mu.Unlock()
	e.ID = f.entry.ID
	c.cast.assign(&e)
	f.entry, f.ends, f.problem = e, true, ""
	c.tell()
}

// How much of a file a survey reads, in plain bytes: first a little of each file, then all of the few longer ones. So
// a very long file does not delay the others.
const (
	quickSurvey = 32 << 20
	wholeSurvey = 1 << 40
)

// surveyAll surveys the files that need a survey, the newest first.
func (c *Catalog) surveyAll(most int64) {
	c.each(func(_ int, f *file) bool {
		if c.due(f, most) {
			c.survey(f, most)
		}
		return c.ctx.Err() == nil
	})
}

// due reports whether a file needs a survey.
func (c *Catalog) due(f *file, most int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.entry.Live && time.Since(f.changed) > followFor {
		f.whole, f.surveyed = false, 0 // it does not grow any more
	}
	return c.ctx.Err() == nil && !f.ends && !f.whole && f.surveyed < most && (f.surveyed > 0) == (most > quickSurvey)
}

// survey fills the entry of a file. One goroutine calls it for quick surveys, and another one for the rest.
func (c *Catalog) survey(f *file, most int64) {
	c.mu.Lock()
	heavy := most > quickSurvey || f.large() // for example a file that was drawn while it grew
	c.mu.Unlock()
	if heavy {
		if !c.slots.take(c.ctx, true) {
			return
		}
		defer c.slots.give(true)
	}
	c.mu.Lock()
	known := *f
	c.mu.Unlock()
	known.problem = ""
	err := known.look(most, c.config.Games)
	if err != nil {
		known.problem = errortext.Text(err)
	}
	c.mu.Lock()
	known.entry.ID = f.entry.ID
	if known.entry.Turn >= 0 {
		c.cast.assign(&known.entry)
	}
	*f = known
	c.tell()
	c.mu.Unlock()
	if known.problem != "" {
		c.problem(known.problem)
	}
}

// look surveys a file.
func (f *file) look(most int64, kinds []*game.Kind) error {
	f.surveyed = most
	f.entry = serve.Entry{Title: filepath.Base(f.path), Turn: -1, Winner: serve.NoWinner}
	r, err := replay.OpenReader(f.path, replay.Limits{Lean: true})
	if err != nil {
		f.whole = true
		return err
	}
	defer r.Close()
	film, err := playback.NewFilm(r.Header(), kinds)
	if err != nil {
		f.whole = true
		return named(f.path, err)
	}
	s, err := r.Survey(min(most, f.mostPlain()))
	if !s.Whole && most > f.mostPlain() {
		s.Whole, err = true, errTooMuch
	}
	header := film.Header()
	f.whole, f.longest, f.values, f.cells = s.Whole, s.Longest, s.Values, len(header.Cells)
	f.entry = serve.EntryOf(header)
	f.entry.Turn = s.Turns
	f.entry.File = f.name
	note(&f.entry, s.Result)
	if errors.Is(err, replay.ErrCut) && f.size > 0 && time.Since(f.changed) <= followFor {
		f.entry.Live = true // it is still being written
		return nil
	}
	return named(f.path, err)
}

// note sets in an entry how the match ended, as far as the replay says.
func note(e *serve.Entry, r *replay.Result) {
	if r == nil {
		return
	}
	e.Winner, e.Why, e.Scores = r.Winner, r.Why, r.Scores
	fates := make([]serve.Fate, len(r.Players))
	for i, p := range r.Players {
		fates[i] = serve.Fate{Reason: p.Reason, Late: p.Late}
	}
	e.SetFates(fates)
}
