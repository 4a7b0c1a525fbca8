// Package record writes the replays of matches that the arena plays.
package record

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/replay"
)

// Options say where a replay is stored, and what its header contains in addition to the match's data.
type Options struct {
	Path     string  // of the file; its folder is created
	Renumber bool    // if the file exists, write PATH-2 and so on; otherwise that is an error
	Memory   *Memory // store the replay in memory instead of a file
	Repeat   string  // the command that plays the match again, without its secret; "": unknown
	Software string  // the program that writes the file

	NoHashes bool // omit the hashes of the bots' files, which take long

	// Player sets the entrant, the bot and the hash of the player at a seat. If it is nil, the match's data are used.
	Player func(seat int, p *replay.Player)
}

// Recorder is a sink that writes the replay of one match. If the replay cannot be written, the match goes on, and Err
// returns the error afterwards.
type Recorder struct {
	arena.NopSink
	options Options
	path    string         // of the file; "": none was begun
	writer  *replay.Writer // nil before the start and after an error
	players []arena.PlayerInfo
	turn    replay.Turn
	err     error
}

// New returns a recorder for one match. It writes nothing before the match begins.
func New(o Options) *Recorder { return &Recorder{options: o} }

// Path returns the file that is or was written, or "".
func (r *Recorder) Path() string { return r.path }

// Err returns why the replay is missing or incomplete, or nil.
func (r *Recorder) Err() error { return r.err }

// Begin implements arena.Sink.
func (r *Recorder) Begin(b *arena.Begin) {
	r.players = b.Players
	h := Header(b, r.options)
	var w *replay.Writer
	var path string
	var err error
	if m := r.options.Memory; m != nil {
		w, err = replay.NewWriter(m, h)
	} else {
		w, path, err = create(r.options.Path, r.options.Renumber, h)
	}
	if err != nil {
		r.err = fmt.Errorf("no replay: %w", err)
		return
	}
	r.writer, r.path = w, path
}

// create begins a replay file. It never overwrites a file.
func create(path string, renumber bool, h *replay.Header) (*replay.Writer, string, error) {
	free := path
	for n := 2; ; n++ {
		w, err := replay.Create(free, h)
		if !errors.Is(err, fs.ErrExist) || !renumber || n > 1000 {
			return w, free, err
		}
		free = strings.TrimSuffix(path, replay.Ending) + "-" + strconv.Itoa(n) + replay.Ending
	}
}

// Turn implements arena.Sink.
func (r *Recorder) Turn(t *arena.Turn) {
	if r.writer == nil {
		return
	}
	Turn(&r.turn, t, r.players)
	if err := r.writer.Turn(&r.turn); err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("the replay %s ends before turn %d: %w", r.path, t.Number, err))
		_ = r.writer.Close(nil)
		r.writer = nil
	}
}

// End implements arena.Sink.
func (r *Recorder) End(e *arena.End) {
	if r.writer == nil {
		return
	}
	if err := r.writer.Close(Result(e)); err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("the replay %s is not complete: %w", r.path, err))
	}
	r.writer = nil
}

// Header returns the header for the replay of a match.
func Header(b *arena.Begin, o Options) *replay.Header {
	hash := b.Match.Hash()
	h := &replay.Header{Game: b.Kind.Name, Rules: replay.Rules(b.Kind.Rules), Title: b.Title,
		Seed: b.Kind.FitSeed(b.Seed), Secret: b.Secret, Order: b.Config.Order, Failed: b.Config.Failed,
		Turns: b.Turns, Unseen: b.Kind.Unseen, Map: b.Map, Limit: limitMillis(b.Limit),
		Started: time.Now().UTC().Truncate(time.Second), Hash: &hash, Repeat: o.Repeat, Software: o.Software}
	for i := range b.Players {
		p := &b.Players[i]
		who := replay.Player{Name: p.Name, Entrant: p.Entrant, Bot: p.Bot, Special: p.Special, InFiles: p.InFiles}
		switch {
		case o.Player != nil:
			o.Player(p.Seat, &who)
		case !o.NoHashes:
			who.Hash = b.Hash(i)
		}
		h.Players = append(h.Players, who)
	}
	return h
}

// limitMillis returns the time limit of a turn for a replay. It cuts limits beyond 24 days, which a replay cannot
// hold.
func limitMillis(d time.Duration) int { return int(min(d.Milliseconds(), math.MaxInt32)) }

// Turn sets to to the replay's data of a turn. It reuses the slices of to. The result is valid as long as t is.
func Turn(to *replay.Turn, t *arena.Turn, players []arena.PlayerInfo) {
	hash := t.Match.Hash()
	*to = replay.Turn{Turn: t.Number, Hash: &hash, Late: t.Late, Host: t.Host, Moves: to.Moves[:0],
		Refused: t.Refused, Gone: to.Gone[:0], Output: to.Output[:0], Notes: to.Notes[:0],
		Drawings: to.Drawings[:0]}
	for _, m := range t.Moves {
		micros := 0
		if m.Took > 0 && !m.Late {
			micros = max(1, int(m.Took.Microseconds()))
		}
		to.Moves = append(to.Moves, replay.Move{Player: m.Player, Micros: micros, Actions: m.Actions})
	}
	for _, l := range t.Left {
		to.Gone = append(to.Gone, replay.Gone{Player: l.Player, Reason: string(l.Reason), Note: l.Note})
	}
	for _, o := range t.Output {
		if id := playerOf(players, o.Seat); id != arena.NoPlayer {
			to.Output = append(to.Output, replay.Line{Player: id, Err: o.Line.Stream == harness.Stderr,
				Text: o.Line.Text})
		}
	}
	for _, n := range t.Notes {
		to.Notes = append(to.Notes, n.Text)
	}
	for _, d := range t.Drawings {
		if id := playerOf(players, d.Player); id != arena.NoPlayer {
			to.Drawings = append(to.Drawings, replay.Drawing{Player: id, Layer: d.Layer, Shapes: d.Shapes})
		}
	}
}

func playerOf(players []arena.PlayerInfo, seat int) int {
	for id := range players {
		if players[id].Seat == seat {
			return id
		}
	}
	return arena.NoPlayer
}

// Result returns the replay's data about the end of a match.
func Result(e *arena.End) *replay.Result {
	r := &replay.Result{Turns: e.Result.Turns, Winner: e.Result.Winner, Scores: e.Result.Scores,
		Players: make([]replay.Fate, len(e.Result.Scores))}
	if e.Err != nil {
		r.Why = arena.Why(e.Err)
	}
	for k := range e.Result.Seats {
		if s := &e.Result.Seats[k]; s.Player != arena.NoPlayer && s.Player < len(r.Players) {
			r.Players[s.Player] = Fate(s)
		}
	}
	return r
}

// Fate returns the replay's data about the end of a seat.
func Fate(s *arena.SeatResult) replay.Fate {
	return replay.Fate{Reason: string(s.Reason), Note: s.Note, Turn: s.LeftTurn, Late: s.Late, Host: s.Host,
		Refused: s.Refused, Silent: s.Silent, Crashed: s.Crashed, First: s.First}
}

// SeriesPath returns the file for match i of a series in a folder.
func SeriesPath(folder string, i int) string {
	return filepath.Join(folder, fmt.Sprintf("%05d%s", i+1, replay.Ending))
}
