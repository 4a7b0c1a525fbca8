package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/internal/english"
	"blastyard/internal/newfile"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/replay"
	"blastyard/replay/explain"
)

// MostLost is how many lost games of a series are kept and listed.
const MostLost = 10

// maxLostReplay limits the replay of a lost game, in bytes.
const maxLostReplay = 16 << 20

// Lost keeps the games of a series that a bot loses as replays, and lists them with the turn that cost it most.
type Lost struct {
	Seat    int    // of the bot
	Name    string // of the bot
	Folder  string // for the replays; "": they are not kept, as they are written anyway or not wanted
	Program string // the command that starts blastyard
	Games   []*game.Kind
	// Recorded returns the replay of game i (from 0) if it is written anyway, or "".
	Recorded func(i int) string

	mu       sync.Mutex
	memories map[int]*record.Memory
	count    int
	list     []lostGame
	failed   error
}

type lostGame struct {
	game   int // from 0
	seed   uint64
	scores string
	path   string
	memory []byte
	player int
}

// OwnSeat returns the seat of the bot whose lost games are of interest: the first program, or -1 if there is none.
func OwnSeat(p *arena.Prepared) int {
	return slices.IndexFunc(p.Seats, func(s arena.Seated) bool { return s.Kind == arena.ProgramSeat })
}

// Sink returns a sink that records game i until Ended, or nil if nothing is to be recorded.
func (l *Lost) Sink(i int, o record.Options) arena.Sink {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.Folder == "" || len(l.list) >= MostLost {
		return nil
	}
	if l.memories == nil {
		l.memories = map[int]*record.Memory{}
	}
	l.memories[i] = record.NewMemory(maxLostReplay)
	o.Path, o.Memory = "", l.memories[i]
	return record.New(o)
}

// Done counts game i. It is called in the order of the games.
func (l *Lost) Done(i int, r *arena.Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	memory := l.memories[i]
	delete(l.memories, i)
	own := &r.Seats[l.Seat]
	if own.Player == arena.NoPlayer || own.Won || r.Winner == match.NoWinner {
		return
	}
	l.count++
	path := l.Recorded(i)
	if len(l.list) >= MostLost || path == "" && memory == nil {
		return
	}
	g := lostGame{game: i, seed: r.Seed, path: path, player: own.Player, scores: fmt.Sprint(own.Score)}
	for k := range r.Seats {
		if k != l.Seat {
			g.scores += fmt.Sprintf(":%d", r.Seats[k].Score)
		}
	}
	if path == "" {
		content, err := memory.Content()
		if err != nil {
			l.failed = cmp.Or(l.failed, fmt.Errorf("game %d: %w", i+1, err))
			return
		}
		g.path, g.memory = record.SeriesPath(l.Folder, i), content
		if err := write(g.path, content); err != nil {
			l.failed = cmp.Or(l.failed, err)
			return
		}
	}
	l.list = append(l.list, g)
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return newfile.Write(path, false, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Err returns why a lost game could not be kept, or nil. l may be nil.
func (l *Lost) Err() error {
	if l == nil || l.failed == nil {
		return nil
	}
	return fmt.Errorf("a lost game is not kept: %w", l.failed)
}

// Write prints the lost games, a line for each: its number, its seed, the scores, the turn that cost most, and the
// command that shows it.
func (l *Lost) Write(out io.Writer) {
	if l == nil || len(l.list) == 0 {
		return
	}
	fmt.Fprintf(out, "%s lost %s", plain.Line(l.Name), english.Count(l.count, "game"))
	if len(l.list) < l.count {
		fmt.Fprintf(out, "; the first %d are kept", len(l.list))
	}
	fmt.Fprintln(out, ":")
	for i := range l.list {
		g := &l.list[i]
		fmt.Fprintf(out, "  game %d  seed %d  %s  %s\n    %s watch %s\n", g.game+1, g.seed, g.scores, l.costliest(g),
			cmp.Or(l.Program, "blastyard"), shellquote.Quote(g.path))
	}
	fmt.Fprintln(out)
}

// costliest says which turn cost the bot most.
func (l *Lost) costliest(g *lostGame) string {
	var r *replay.Replay
	var err error
	if g.memory != nil {
		r, err = replay.Read(bytes.NewReader(g.memory))
	} else {
		r, err = replay.Open(g.path)
	}
	if err != nil {
		return "the replay cannot be read"
	}
	report, err := explain.Explain(r, l.Games)
	if report == nil || err != nil {
		return "what cost most is not known"
	}
	best := -1
	for i := range report.Lessons {
		x := &report.Lessons[i]
		if x.Player == g.player && (best < 0 || x.Cost > report.Lessons[best].Cost) {
			best = i
		}
	}
	if best < 0 {
		return "no single turn cost much"
	}
	x := &report.Lessons[best]
	return fmt.Sprintf("%s cost most, %d points: %s", x.When(), x.Cost, plain.Line(x.Text))
}
