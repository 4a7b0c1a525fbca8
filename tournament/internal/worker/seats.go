package worker

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/rounds"
	"blastyard/internal/errortext"
	"blastyard/tournament/event"
)

// player is an entrant of a job that is ready to play.
type player struct {
	JobBot
	seat   arena.Seat
	lease  *lease // of the folder of its archive; nil: it has none
	absent string // why it cannot play; "": it can
}

// seats are the entrants of a job.
type seats struct {
	worker   *Worker
	players  map[int]*player            // by entrant
	prepared map[string]*arena.Prepared // matches of built-in bots, see pool
}

// seats prepares all entrants of a job: it fetches their archives and builds their bots.
func (w *Worker) seats(ctx context.Context, job *Job) (*seats, error) {
	s := &seats{worker: w, players: map[int]*player{}, prepared: map[string]*arena.Prepared{}}
	for _, b := range job.Bots {
		p, err := w.player(ctx, b)
		if err != nil {
			s.free()
			return nil, fmt.Errorf("worker: bot %s: %w", b.Name, err)
		}
		s.players[b.Entrant] = p
	}
	for _, f := range job.Fixtures {
		for _, e := range f.Entrants {
			if s.players[e] == nil {
				s.free()
				return nil, fmt.Errorf("worker: match %v: entrant %d is missing in the job's bots", f.ID, e)
			}
		}
	}
	return s, nil
}

// free releases what the entrants have used.
func (s *seats) free() {
	for key, p := range s.prepared {
		s.worker.local.put(key, p)
	}
	for _, p := range s.players {
		if p.lease != nil {
			p.lease.free()
		}
	}
}

// player prepares an entrant.
func (w *Worker) player(ctx context.Context, b JobBot) (*player, error) {
	p := &player{JobBot: b}
	own := find(w.event, b.Name)
	var e entrant.Entrant
	switch {
	case b.Builtin != "":
		p.seat = arena.Seat{Bot: arena.BuiltinPrefix + b.Builtin, Name: b.Name}
		return p, nil
	case b.Local && own == nil:
		return nil, fmt.Errorf("it is not in the event: %w", ErrCannot)
	case b.Local:
		e = own.Entrant
	case w.bots == nil:
		return nil, fmt.Errorf("this worker has no folder for bots: %w", ErrCannot)
	default:
		if b.Submitted {
			own = nil
		}
		var err error
		if p.lease, err = w.bots.get(ctx, b, own); err != nil {
			return nil, err
		}
		e, p.absent = p.lease.entrant, p.lease.broken
	}
	if p.absent == "" {
		p.absent = p.hidePath(w.notStartable(b.Name, e))
	}
	p.seat = (&event.Bot{Name: b.Name, Entrant: e}).Seat("")
	return p, nil
}

// notStartable says why a bot cannot be started at all; "": it may be startable.
func (w *Worker) notStartable(name string, e entrant.Entrant) string {
	e.Bot = name // messages begin with this
	if err := entrant.Check(e, entrant.Options{Protocol: w.kind.Protocol}); err != nil {
		return "cannot be started: " + errortext.Text(err)
	}
	if e.Protocol == entrant.Rounds {
		b, err := rounds.ReadBot(e.Dir)
		if err == nil {
			_, err = b.Words(new(rounds.Interpreters))
		}
		if err != nil {
			return "cannot be started: " + errortext.Text(err)
		}
	}
	return ""
}

// builtins reports whether only built-in bots play in a fixture.
func (s *seats) builtins(entrants []int) bool {
	return !slices.ContainsFunc(entrants, func(e int) bool { return s.players[e].Builtin == "" })
}

// seatOf returns the seat of an entrant. dir is a copy of its folder; "": it plays in its own.
func (p *player) seatOf(dir string) arena.Seat {
	seat := p.seat
	seat.Env = slices.Clone(seat.Env)
	switch {
	case p.absent != "":
		return arena.Seat{Name: p.Name, Absent: p.absent}
	case dir != "" && seat.Dir != "":
		seat.Dir = dir
	case dir != "":
		seat.Bot = dir
	}
	return seat
}

// hidePath replaces paths of this machine in a text by relative ones of the bot's folder.
func (p *player) hidePath(text string) string {
	if p.lease == nil {
		return text
	}
	return hidePath(text, p.lease.entrant.Dir)
}

func hidePath(text, folder string) string {
	if folder == "" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, folder+string(filepath.Separator), ""), folder, ".")
}

// bot returns the name of the bot for replays, without paths of this machine.
func (p *player) bot() string {
	if p.Builtin != "" {
		return p.seat.Bot
	}
	return cmp.Or(p.Version, p.Name)
}
