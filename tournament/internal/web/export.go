package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/export"
	"blastyard/show/playback"
	"blastyard/tournament"
)

// ExportOptions limit what ExportHTML writes. Zero fields mean their defaults.
type ExportOptions struct {
	Replays int // number of newest replays that get a page; 0: 300; -1: none
	Matches int // number of newest matches that get a page; 0: 20,000. The CSV has all

	Told    func(done, matches int)      // called with the progress
	Skipped func(hash string, why error) // called for each replay that cannot be shown
}

const (
	exportReplays = 300
	exportMatches = 20_000
)

// ExportHTML writes the event into a folder, which must be new or empty, as static pages with the stored replays. Any
// web server can serve the folder at any address, and its pages also open from disk.
func ExportHTML(ctx context.Context, src Source, about About, dir string, o ExportOptions) error {
	if o.Replays == 0 {
		o.Replays = exportReplays
	}
	if o.Matches == 0 {
		o.Matches = exportMatches
	}
	if o.Skipped == nil {
		o.Skipped = func(string, error) {}
	}
	if err := makeEmpty(dir); err != nil {
		return err
	}
	e := &exporter{ctx: ctx, src: src, about: &about, snap: src.Snapshot(), o: o, dir: dir, shown: map[string]bool{}}
	for _, step := range []func() error{e.styles, e.matches, e.snapshot, e.entrants, e.sheets} {
		if err := step(); err != nil {
			return fmt.Errorf("web: export: %w", err)
		}
	}
	return nil
}

func makeEmpty(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("web: export: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("web: export: %w", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("web: export: the folder %s is not empty: name a new one", dir)
	}
	return nil
}

// An exporter writes the pages of an export.
type exporter struct {
	ctx   context.Context
	src   Source
	about *About
	snap  *Snapshot
	o     ExportOptions
	dir   string
	shown map[string]bool // replays that were written
}

// builder returns the builder for pages at this depth below the export.
func (e *exporter) builder(depth int) *builder {
	root := ""
	for range depth {
		root += "../"
	}
	b := newBuilder(e.about, e.snap, links{root: root, Static: true}, false)
	b.shown = e.shown
	return b
}

func (e *exporter) write(name string, body []byte) error {
	if e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	path := filepath.Join(e.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, body, 0o644)
}

func (e *exporter) page(name string, p *page) error {
	var body bytes.Buffer
	if err := p.render(&body); err != nil {
		return err
	}
	return e.write(name, body.Bytes())
}

func (e *exporter) styles() error {
	for _, name := range []string{"style.css", "front.css"} {
		body, _ := staticFile(name)
		if err := e.write(name, body); err != nil {
			return err
		}
	}
	return nil
}

// snapshot writes the pages that depend only on the snapshot.
func (e *exporter) snapshot() error {
	b := e.builder(0)
	err := errors.Join(e.front(), e.parts(standingsShown, standingsPage, (*builder).standings),
		e.parts(crossShown, crossPage, (*builder).crossTable))
	if len(e.snap.Orders) > 0 {
		err = errors.Join(err, e.page("orders.html", b.orders()))
	}
	if b.hasRounds() {
		err = errors.Join(err, e.page("rounds.html", b.rounds()))
	}
	return err
}

// front writes the first page, and those of which it has parts.
func (e *exporter) front() error {
	b := e.builder(0)
	explainer := explainer{open: e.src.Replay}
	moments := b.moments(func(hash string) (*decided, error) { return explainer.of(e.ctx, hash) })
	ratings, err := b.ratings(e.ctx, e.src)
	if err != nil {
		return err
	}
	front := b.front()
	body := front.Body.(*frontBody)
	body.Moments, body.Ratings = moments, ratings.Body.(*ratingsBody).Chart
	return errors.Join(e.page("index.html", front), e.page("ratings.html", ratings),
		e.page("moments.html", b.page("moments", "matches", momentsTitle, moments)))
}

// parts writes the parts of a long page, each with this number of entrants.
func (e *exporter) parts(shown int, name string, build func(*builder) *page) error {
	most := 1
	for i := range e.snap.Stages {
		if s := e.snap.Stages[i].Standings; s != nil {
			most = max(most, len(s.Entrants))
		}
	}
	for from := 0; from < most; from += shown {
		b := e.builder(0)
		b.look = look{From: from, Against: from}
		if err := e.page(b.link.Part(name, from, shown), build(b)); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) entrants() error {
	b := e.builder(1)
	for i, name := range b.snap.Names {
		known, err := e.src.Entrant(e.ctx, name)
		if err != nil {
			return fmt.Errorf("entrant %q: %w", clean(name), err)
		}
		last, err := e.src.Matches(e.ctx, lastMatches(name))
		if err != nil {
			return fmt.Errorf("entrant %q: %w", clean(name), err)
		}
		last.List = slices.DeleteFunc(last.List, func(m tournament.Match) bool { return !e.hasPage(m.ID) })
		known.Last = e.withPages(known.Last)
		if err := e.page(fmt.Sprintf("entrants/%d.html", i+1), b.entrant(i, known, last.List)); err != nil {
			return err
		}
	}
	return nil
}

// withPages leaves out failures in matches without a page.
func (e *exporter) withPages(list []tournament.Failure) []tournament.Failure {
	var kept []tournament.Failure
	for _, f := range list {
		if e.hasPage(f.ID) {
			kept = append(kept, f)
		}
	}
	return kept
}

// hasPage reports whether a match has a page.
func (e *exporter) hasPage(id tournament.ID) bool {
	_, err := os.Stat(filepath.Join(e.dir, "matches", id.String()+".html"))
	return err == nil
}

// matches writes the lists of matches, and the page and the replay of each match.
func (e *exporter) matches() error {
	q := tournament.Query{All: true}
	for n, done := 1, 0; ; n++ {
		list, err := e.src.Matches(e.ctx, q)
		if err != nil {
			return err
		}
		if rest := e.o.Matches - done; len(list.List) >= rest {
			list = &Matches{List: list.List[:max(rest, 0)]}
		}
		if err := e.matchPages(list.List); err != nil {
			return err
		}
		if err := e.matchList(n, list); err != nil {
			return err
		}
		done += len(list.List)
		if e.o.Told != nil {
			e.o.Told(done, e.snap.Progress.Played)
		}
		if q.After = list.Next; q.After == "" {
			return nil
		}
	}
}

func (e *exporter) matchList(n int, list *Matches) error {
	b := e.builder(0)
	q := tournament.Query{}
	p := b.matches(q, list)
	body := p.Body.(*matchesBody)
	body.Next = ""
	if n > 1 {
		body.First = b.link.MatchesPage(1)
		p.Title = fmt.Sprintf("Matches, page %d", n)
	}
	if list.Next != "" {
		body.Next = b.link.MatchesPage(n + 1)
	}
	return e.page(b.link.MatchesPage(n), p)
}

func (e *exporter) matchPages(list []tournament.Match) error {
	b := e.builder(1)
	for i := range list {
		if err := e.replay(list[i].Result.Replay); err != nil {
			return err
		}
		if err := e.page("matches/"+list[i].ID.String()+".html", b.match(&list[i])); err != nil {
			return err
		}
	}
	return nil
}

// replay writes the page of a replay if it is stored, public and within the limit.
func (e *exporter) replay(hash string) error {
	if !validHash(hash) || e.shown[hash] || len(e.shown) >= e.o.Replays || e.about.Public.After(e.snap.At) {
		return nil
	}
	var body bytes.Buffer
	if err := e.replayPage(&body, hash); err != nil {
		if e.ctx.Err() != nil {
			return err
		}
		e.o.Skipped(hash, err)
		return nil
	}
	e.shown[hash] = true
	return e.write("replays/"+hash+".html", body.Bytes())
}

func (e *exporter) replayPage(w io.Writer, hash string) error {
	file, err := e.src.Replay(e.ctx, hash)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := replay.NewReader(file, replay.Limits{Lean: true})
	if err != nil {
		return err
	}
	defer r.Close()
	match, err := r.All()
	if err != nil {
		return err
	}
	p, err := playback.New(match, games.All())
	if err != nil {
		return err
	}
	return export.Page(e.ctx, w, p, export.Extras{Explain: func(end *viewer.End) {
		explain.ForPage(games.All())(match, len(p.Header().Cells), end)
	}})
}

// sheets writes the CSV files.
func (e *exporter) sheets() error {
	b := e.builder(0)
	for name, write := range map[string]func(io.Writer) error{
		"standings": b.standingsCSV, "cross-table": b.crossTableCSV, "entrants": b.entrantsCSV,
		"matches": func(w io.Writer) error {
			return matchesCSV(e.ctx, e.src, tournament.Query{All: true}, w)
		},
		"ratings": func(w io.Writer) error { return ratingsCSV(e.ctx, e.src, e.snap.Names, w) },
	} {
		if err := e.sheet(name, write); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) sheet(name string, write func(io.Writer) error) error {
	if err := e.write("csv/"+name+".csv", nil); err != nil {
		return err
	}
	to, err := os.Create(filepath.Join(e.dir, "csv", name+".csv"))
	if err != nil {
		return err
	}
	return errors.Join(write(to), to.Close())
}
