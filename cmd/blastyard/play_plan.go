package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"blastyard/harness"
	"blastyard/match"
	"blastyard/viewer"
)

// plan is a match, or a series of them, ready to be played.
type plan struct {
	playOptions
	game  contest
	seats []seat // the special player first; others in the order of the command line
	order match.Order
	box   *harness.Sandbox // of the bots' programs; nil: none
	page  *page            // where matches are seen; nil: no page

	people *people // who plays by hand; nil: nobody
	exam   *exam   // who watches one bot; nil: nobody

	botHashes []string // by seat: the hash of the bot's files; empty where they are not known
}

// contest is a game as play sets it up and plays it.
type contest interface {
	// setUp finds the map and the bots, and checks that they fit; it sets the plan's seats.
	setUp(p *plan) error
	// newTable returns what plays matches of a plan one after the other. Several are used at the same time.
	newTable(p *plan) table
	// title is what is played, in a few words.
	title(p *plan) string
	// unseen is match.Config's.
	unseen() int
	// seeds is the largest seed, a power of 2 less 1.
	seeds() uint64
}

// table plays matches of a plan one after the other.
type table interface {
	play(ctx context.Context, i int, out *screen) (outcome, error)
	close() // after the last match
}

// contests are the games that can be played, by name.
var contests = map[string]func() contest{
	"hexabomb":  func() contest { return &hexabombContest{} },
	"bomberman": func() contest { return &bombermanContest{} },
}

// specials is the number of special players.
func (p *plan) specials() int {
	if p.special == "" {
		return 0
	}
	return 1
}

// plan checks the options and finds the map and the bots.
func (o *playOptions) plan(notes io.Writer) (*plan, error) {
	return o.planFor(contests[o.gameName], notes)
}

// planFor is plan with a contest of its own.
func (o *playOptions) planFor(newContest func() contest, notes io.Writer) (*plan, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	p := &plan{playOptions: *o, game: newContest()}
	var err error
	if p.order, err = match.ParseOrder(o.orderName); err != nil {
		return nil, usagef("--order: %w", err)
	}
	if !p.hasSeed {
		p.seed = uint64(rand.Int32()) // what every game takes
	}
	if err := p.game.setUp(p); err != nil {
		return nil, err
	}
	if p.people, err = newPeople(p); err != nil {
		return nil, err
	}
	if err := p.prepareReplay(); err != nil {
		return nil, err
	}
	if err := p.prepareSandbox(notes); err != nil {
		return nil, err
	}
	return p, p.prepareLogs()
}

// prepareSandbox finds out how far the bots' programs can be kept apart, and says so where there are any.
func (p *plan) prepareSandbox(notes io.Writer) error {
	if !slices.ContainsFunc(p.seats, func(s seat) bool { return s.isProgram() }) {
		return nil
	}
	var err error
	if p.box, err = harness.NewSandbox(p.sandbox); err != nil {
		return fmt.Errorf("--sandbox: %w", err)
	}
	if !p.quiet {
		fmt.Fprintln(notes, sandboxLine(p.box))
		p.tellFolders(notes)
	}
	return nil
}

// prepareReplay refuses a replay that cannot be written, before the match.
func (p *plan) prepareReplay() error {
	file := p.replayFile(0)
	if _, err := os.Lstat(file); err == nil && file != "" && p.replay != "" {
		return fmt.Errorf("--replay: %s exists already; name another file or remove it", file)
	}
	if p.replay != "" && file != "" {
		if err := tryFile(file); err != nil {
			return fmt.Errorf("--replay: %w", err)
		}
	}
	for _, s := range p.seats {
		hash := ""
		if file != "" && !s.human {
			hash = botHash(s.spec)
		}
		p.botHashes = append(p.botHashes, hash)
	}
	return nil
}

// tryFile finds out whether a file can be written, and makes its folder. The file is gone again afterwards.
func tryFile(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 1<<10)) // an empty file fits on a full disk
	return errors.Join(err, f.Close(), os.Remove(file))
}

// prepareLogs makes the folder for the bots' output, and refuses one that holds a file that would be overwritten.
func (p *plan) prepareLogs() error {
	if p.logDir == "" {
		return nil
	}
	if err := os.MkdirAll(p.logDir, 0o777); err != nil {
		return fmt.Errorf("--log: %w", err)
	}
	for i := range p.games {
		for k := range p.seats {
			if file := p.logFile(i, &p.seats[k]); p.seats[k].isProgram() {
				if _, err := os.Lstat(file); err == nil {
					return fmt.Errorf("--log: %s exists already; name another folder or remove it", file)
				}
			}
		}
	}
	return nil
}

// config is how match i of the plan is played; a single match has the seed itself.
func (p *plan) config(i int) match.Config {
	seed := p.seed
	if p.games > 1 {
		seed = match.SeedOf(seed, i)
	}
	return match.Config{Turns: p.turns, Order: p.order, Seed: seed, Unseen: p.game.unseen()}
}

// ids is the player id of each seat in match i: dealt from the seed, then rotated.
func (p *plan) ids(i int) []int {
	s, n := p.specials(), len(p.seats)
	ids := make([]int, 0, n)
	for k := range s {
		ids = append(ids, k)
	}
	for _, id := range match.DealIDs(p.seed, n-s) {
		ids = append(ids, match.Rotate(s+id, i, s, n))
	}
	return ids
}

func (p *plan) run(ctx context.Context, out *screen) error {
	if err := p.openPage(ctx, out); err != nil {
		return err
	}
	defer p.page.close()
	play := p.runSingle
	if p.games > 1 {
		play = p.runSeries
	}
	if err := play(ctx, out); err != nil {
		return err
	}
	p.page.linger(ctx, out.note)
	return nil
}

// openPage makes the page where matches are seen: where it is asked for, and for a single match at a terminal.
func (p *plan) openPage(ctx context.Context, out *screen) error {
	person := p.people.first()
	if p.listen == "" && out.tty == nil && person == nil {
		return nil
	}
	var err error
	if p.page, err = newPage(p.listen, p.game.title(p), p.people, out.note); err != nil {
		return err
	}
	if person != nil {
		p.page.entry = person.fragment()
	}
	if !p.noBrowser && out.tty != nil {
		out.inBrowser = p.page.openBrowser(ctx)
	}
	if person != nil && out.tty != nil && !out.inBrowser {
		person.asks = make(chan viewer.Choices)
	}
	for _, line := range p.people.addresses(p.page.URL) {
		p.page.lasting = true
		out.note("%s", line)
		if p.page.Warning != "" {
			out.note("  (from other machines: with the name of this one in place of 127.0.0.1)")
		}
	}
	return nil
}
