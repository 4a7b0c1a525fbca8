// Package branch continues matches of a page from one of their turns. The turns until then are repeated as recorded,
// and from there on persons or built-in bots play. Each branch is a separate live match on the page. The package also
// provides the messages that bots of the page's matches received.
package branch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/arena/rerun"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/replay"
	"blastyard/show/human"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/serve"
)

// Limits of what a page may ask for.
const (
	maxRunning = 4        // branches that are played at the same time
	maxReading = 2        // replays that are read at the same time
	maxPlain   = 64 << 20 // bytes of an uncompressed replay
)

// Config configures Branches.
type Config struct {
	Arena   arena.Arena                      // its games (none: games.All) and its transport for persons
	Matches serve.Catalog                    // the matches of the page
	Page    livepage.Page                    // the page that shows branches
	Shown   livepage.Options                 // what the page shows beside the matches
	Failed  func(format string, args ...any) // called with the reason if a branch does not reach its end; may be nil

	Software string // the program that recordings name as their writer
}

// Branches continues matches. It implements serve.Brancher and serve.Messenger. The caller must call Close.
type Branches struct {
	config  Config
	ctx     context.Context //nolint:containedctx // ends with Close
	close   context.CancelFunc
	work    sync.WaitGroup
	reading chan struct{}

	mu      sync.Mutex
	running []*running // oldest first
}

// running is a branch that is being played.
type running struct {
	persons *human.Persons
	stop    context.CancelFunc
}

// New returns branches of the matches of a page.
func New(c Config) *Branches {
	if len(c.Arena.Games) == 0 {
		c.Arena.Games = games.All()
	}
	if c.Failed == nil {
		c.Failed = func(string, ...any) {}
	}
	b := &Branches{config: c, reading: make(chan struct{}, maxReading)}
	b.ctx, b.close = context.WithCancel(context.Background())
	return b
}

// Close ends all branches and waits for their end.
func (b *Branches) Close() {
	b.close()
	b.work.Wait()
}

// Find returns the person with a token who plays a branch, or nil.
func (b *Branches) Find(token string) serve.Person {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, x := range b.running {
		if p := x.persons.Find(token); p != nil {
			return p
		}
	}
	return nil
}

// OrFind returns a function that looks up a token with find and then with Find.
func (b *Branches) OrFind(find func(token string) *human.Person) func(token string) serve.Person {
	return func(token string) serve.Person {
		if p := find(token); p != nil {
			return p
		}
		return b.Find(token)
	}
}

// read returns the replay of a match. It limits how many replays are read at the same time.
func (b *Branches) read(id string) (*replay.Replay, error) {
	select {
	case b.reading <- struct{}{}:
		defer func() { <-b.reading }()
	case <-b.ctx.Done():
		return nil, errors.New("the page ends")
	}
	m, err := b.config.Matches.Open(id)
	if err != nil {
		return nil, err
	}
	recording, err := m.Recording()
	if err != nil {
		return nil, err
	}
	defer recording.Content.Close()
	reader, err := replay.NewReader(recording.Content, replay.Limits{Lean: true})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return readAll(reader)
}

// readAll reads a replay into memory. For a live match or a damaged file it returns the part that exists.
func readAll(reader *replay.Reader) (*replay.Replay, error) {
	r := &replay.Replay{Header: *reader.Header()}
	for {
		t, err := reader.Next()
		switch {
		case errors.Is(err, replay.ErrTooBig), reader.Plain() > maxPlain:
			return nil, fmt.Errorf("the replay is too big for this page: 'blastyard replay rerun' takes it")
		case err != nil:
			r.Result = reader.Result()
			return r, nil //nolint:nilerr // the end of the replay or of its readable part
		}
		r.Turns = append(r.Turns, *t)
	}
}

// Offer implements serve.Brancher.
func (b *Branches) Offer(id string) viewer.BranchOffer {
	r, err := b.read(id)
	if err != nil {
		return viewer.NoBranch(errortext.Text(err))
	}
	return rerun.Offer(r, b.config.Arena.Games)
}

// Begin implements serve.Brancher.
func (b *Branches) Begin(id string, ask serve.BranchAsk) (serve.BranchMade, error) {
	r, err := b.read(id)
	if err != nil {
		return serve.BranchMade{}, err
	}
	seats, err := b.seats(r, ask)
	if err != nil {
		return serve.BranchMade{}, err
	}
	persons, err := personsOf(seats)
	if err != nil {
		return serve.BranchMade{}, err
	}
	x, err := rerun.Prepare(r, rerun.Options{Arena: b.config.Arena, Fork: true, From: ask.Turn + 1, Seats: seats,
		Title: rerun.Title(&r.Header, ask.Turn)})
	if err != nil {
		return serve.BranchMade{}, err
	}
	persons.SetNames(x.Seated())
	return b.play(x, persons, &viewer.Branch{Match: id, Turn: ask.Turn})
}

// seats returns the players of a branch, by player id.
func (b *Branches) seats(r *replay.Replay, ask serve.BranchAsk) ([]arena.Seat, error) {
	o := rerun.Offer(r, b.config.Arena.Games)
	switch {
	case !o.Can:
		return nil, errors.New(o.Why)
	case ask.Turn < o.Turns[0] || ask.Turn > o.Turns[1]:
		return nil, fmt.Errorf("turn is %d, expected %d to %d", ask.Turn, o.Turns[0], o.Turns[1])
	case len(ask.Seats) != len(o.Seats):
		return nil, fmt.Errorf("seats are %d, expected %d: one for each player", len(ask.Seats), len(o.Seats))
	}
	seats := make([]arena.Seat, len(o.Seats))
	for id, who := range ask.Seats {
		bots := o.Bots
		if r.Header.Players[id].Special {
			bots = o.Specials
		}
		name, is := strings.CutPrefix(who, arena.BuiltinPrefix)
		switch {
		case who == serve.StandIn && (r.Header.Players[id].Bot == o.Seats[id].StandIn ||
			o.Seats[id].Left > 0 && o.Seats[id].Left <= ask.Turn):
			// a stand-in continues for the player, or the player has left and does nothing
		case who == serve.StandIn:
			seats[id].Bot = o.Seats[id].StandIn
		case arena.IsPerson(who) && who == "human", is && slices.Contains(bots, name):
			seats[id].Bot = who
		default:
			return nil, fmt.Errorf("seats[%d] is %.40q, expected stand-in, human or builtin: and one of %s", id, who,
				strings.Join(bots, ", "))
		}
	}
	return seats, nil
}

// personsOf returns the persons of the seats, and seats them.
func personsOf(seats []arena.Seat) (*human.Persons, error) {
	c := arena.Config{Seats: seats}
	p, err := human.New(c, false)
	if err == nil {
		p.Sit(&c)
	}
	return p, err
}

// play plays a branch on a goroutine of its own. It returns when the branch has begun.
func (b *Branches) play(x *rerun.Rerun, persons *human.Persons, from *viewer.Branch) (serve.BranchMade, error) {
	ctx, stop := context.WithCancel(b.ctx)
	me := &running{persons: persons, stop: stop}
	if !b.enter(me) {
		stop()
		return serve.BranchMade{}, serve.ErrBusy
	}
	begun, ended := make(chan string, 1), make(chan error, 1)
	o, recording := b.config.Shown, livepage.InMemory(record.Options{Software: b.config.Software}, true)
	o.Replay = recording.Open
	o.Branch, o.Begun = from, func(m *live.Match) {
		persons.ShownAt(m)
		begun <- m.ID()
	}
	b.work.Go(func() {
		defer b.leave(me)
		_, err := x.Continue(ctx, recording.Sink(), livepage.New(b.config.Page, o))
		if err != nil && ctx.Err() == nil {
			b.config.Failed("a match that was played on: %v", err)
		}
		ended <- err
	})
	made := serve.BranchMade{Seat: strings.TrimPrefix(persons.Entry(), human.SeatFragment)}
	select {
	case made.Match = <-begun:
	case err := <-ended:
		select {
		case made.Match = <-begun: // the branch has ended already
		default:
			return serve.BranchMade{}, err
		}
	}
	return made, nil
}

// enter adds a branch to those that are played. If there are too many, it ends the oldest that waits for a person. It
// returns false if there is none.
func (b *Branches) enter(x *running) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return false
	}
	if len(b.running) >= maxRunning {
		i := slices.IndexFunc(b.running, func(x *running) bool { return x.persons.Any() })
		if i < 0 {
			return false
		}
		b.running[i].stop()
		b.running = slices.Delete(b.running, i, i+1)
	}
	b.running = append(b.running, x)
	return true
}

func (b *Branches) leave(x *running) {
	x.stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running = slices.DeleteFunc(b.running, func(y *running) bool { return y == x })
}
