//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/viewer"
	"blastyard/show/branch"
	"blastyard/show/catalog"
	"blastyard/show/lines"
	"blastyard/show/live"
	"blastyard/show/scenes"
	"blastyard/show/serve"
	"blastyard/show/tui"
)

// drawn is a sink that sends the frames of a match to the terminal.
type drawn struct {
	arena.NopSink
	playing *playing
	frames  scenes.Frames
	to      chan viewer.Frame
	ended   <-chan struct{} // closed when the watcher has quit
}

// Begin implements arena.Sink.
func (d *drawn) Begin(b *arena.Begin) {
	next := d.frames.Next(b.Frame())
	if d.playing.page != nil {
		next.Events = append(next.Events, viewer.Event{Player: -1, Text: "also at " + d.playing.page.URL})
	}
	d.send(next)
}

// Turn implements arena.Sink.
func (d *drawn) Turn(t *arena.Turn) { d.send(d.frames.Next(t.Frame())) }

func (d *drawn) send(next viewer.Frame) {
	for _, line := range d.playing.notes.News() {
		next.Events = append(next.Events, viewer.Event{Turn: next.Turn, Player: -1, Text: line})
	}
	select {
	case d.to <- next:
	case <-d.ended:
	}
}

// drawing plays a match, and draws it if there is a terminal. If the watcher quits before the end of the match, the
// match is interrupted.
func (p *playing) drawing(ctx context.Context, recorder *record.Recorder,
	play func(context.Context, ...arena.Sink) error) error {
	if p.tty == nil || p.inPage {
		return play(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watcherGone, matchOver := make(chan struct{}), make(chan struct{})
	d := &drawn{playing: p, to: make(chan viewer.Frame), ended: watcherGone}
	p.notes.HoldBack()
	var playErr error
	go func() {
		defer close(matchOver)
		defer close(d.to)
		playErr = play(ctx, d, lines.New(p.notes, p.Prepared, lines.Options{Full: true}).Again(p.again(recorder)))
	}()
	drawErr := p.draw(ctx, d.to)
	close(watcherGone)
	if drawErr != nil {
		cancel()
	}
	<-matchOver
	p.notes.Release()
	if playErr == nil && drawErr != nil && !errors.Is(drawErr, tui.ErrQuit) {
		return drawErr
	}
	return playErr
}

// draw lets a person at the terminal play, or shows the match if nobody plays there.
func (p *playing) draw(ctx context.Context, frames <-chan viewer.Frame) error {
	opt := tui.WatchOptions{Out: p.tty, Pace: p.opt.Delay}
	h := p.persons.AtTerminal()
	if h == nil {
		return tui.Watch(ctx, frames, opt)
	}
	return tui.Play(ctx, frames, h.Asks(), tui.PlayOptions{WatchOptions: opt, Answer: h.Play, GiveUp: h.GiveUp,
		Absent: p.persons.Absent, Foot: p.persons.Addresses(p.page.Website)})
}

// openPage opens the page for matches if it is requested, and for a single match at a terminal.
func (p *playing) openPage(ctx context.Context) error {
	if p.opt.Listen == "" && p.tty == nil && !p.persons.Any() && !p.site.Known() {
		return nil
	}
	var err error
	matches := live.NewMatches(live.DefaultKeep)
	p.branches = branch.New(branch.Config{Arena: *blastyard.Arena(), Matches: matches.Catalog(),
		Page: matches, Failed: p.notes.Print, Software: software()})
	p.drops = catalog.NewDrops(catalog.Config{})
	c := live.Config{Listen: p.opt.Listen, Title: p.Title(), Planned: p.opt.Matches(),
		Failed: pageFailed(p.notes.Print), Note: inNotes(p.notes.Print), Drops: p.drops, Website: p.site,
		Matches: matches, Person: p.branches.OrFind(p.persons.Find), Branches: p.branches, Messages: p.branches}
	if p.page, err = live.Open(c); err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	announce(p.page.Page, p.notes.Print)
	if !p.opt.NoBrowser && p.tty != nil {
		p.inPage = serve.OpenBrowser(ctx, p.page.URL+p.persons.Entry()) == nil
	}
	if p.tty != nil && !p.inPage {
		p.persons.SitAtTerminal()
	}
	for _, line := range p.persons.Addresses(p.page.Website) {
		p.notes.Print("%s", line)
		if p.page.Warning != "" && !p.site.Known() {
			p.notes.Print("  (from other machines: with the name of this one in place of 127.0.0.1)")
		}
	}
	return nil
}
