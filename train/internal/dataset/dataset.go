// Package dataset turns replays into rows of arrays for imitation learning: what a player saw, what it asked for, and
// how the match ended for it. It plays each replay again by the rules and checks it on the way.
package dataset

import (
	"errors"
	"fmt"
	"runtime"

	"blastyard/replay"
	"blastyard/train/internal/anygame"
	"blastyard/train/observe"
)

// NoAction stands for an action without a number: in hexabomb a bomb of the special player with its own range or delay,
// in a game without observations of its own also what the rules were sure to refuse.
const NoAction = anygame.NoNumber

// Options select the rows.
type Options struct {
	Form    observe.Form
	Winners bool // only rows of players that won

	general bool // whatever the game is, it has the path of any game; for tests
}

// A Batch is memory for Rows rows. Each slice has Rows times the size of the Spec, and the observation of a row is as
// package observe writes it. Slices that are nil are not filled.
type Batch struct {
	Rows     int
	Channels []byte
	Scalars  []float32
	Mask     []byte
	Legal    []byte  // a key for each character
	Actions  []uint8 // a number for each character: the requested action, even if the mask refuses it; or NoAction
	Replay   []int32 // number of the replay, from 0
	Turn     []int32 // turns played when the player saw this
	Player   []int32
	Score    []int32 // at the end of the match or, if the replay is cut, of the replay
	Rank     []int32 // at the end: 1 is the best, equal players share a rank; 0: not known, or the special player
	Won      []byte  // 1: the player won the match
}

// A Fault is an error in a replay. The rows of its valid part are still given.
type Fault struct {
	Replay int // number of the replay
	Err    error
}

// A Dataset yields the rows of replays in the order of the replays, the turns and the players. It has no rows for turns
// before the first state that players see, for players that are dead for good or have left, and for players that were
// late in that turn. Only one goroutine may use it.
type Dataset struct {
	Spec   *observe.Spec
	Header *replay.Header // of the replay from which the Spec was made

	paths   []string
	options Options
	shape   shape
	known   starts
	next    int               // the next replay to load
	loading []chan *recording // replays that are being loaded, in order
	current *player           // nil: take the next one
	faults  []Fault
}

// Open prepares the rows of replays. The first readable replay decides the game and the shapes; if there is none, the
// error says why.
func Open(paths []string, o Options) (*Dataset, error) {
	if len(paths) == 0 {
		return nil, errors.New("dataset: no replays given, expected one at least")
	}
	var first error
	var known starts
	for _, path := range paths {
		r, err := replay.OpenReader(path, replay.Limits{})
		if err == nil {
			h := r.Header()
			r.Close()
			var v *viewer
			if v, err = newViewer(h, o, &known); err == nil {
				d := &Dataset{Spec: v.game.spec(), Header: h, paths: paths, options: o}
				d.shape = shapeOf(h, d.Spec)
				return d, nil
			}
		}
		if first == nil {
			first = named(path, err)
		}
	}
	if len(paths) > 1 {
		return nil, fmt.Errorf("dataset: none of %d replays can be used: the first one: %w", len(paths), first)
	}
	return nil, fmt.Errorf("dataset: %w", first)
}

// named adds the name of the file to an error that does not have it yet.
func named(path string, err error) error {
	if text := err.Error(); len(text) >= len(path) && text[:len(path)] == path {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Next fills a batch and returns the number of its rows. The batch is only partly filled at the end, and empty after
// it. Next also returns the faults that were found in replays since the last call.
func (d *Dataset) Next(b *Batch) (rows int, faults []Fault) {
	for rows < b.Rows {
		if d.current == nil && !d.take() {
			break
		}
		if d.current == nil {
			continue
		}
		n, more := d.current.fill(b, rows)
		rows += n
		if !more {
			d.current = nil
		}
	}
	faults, d.faults = d.faults, nil
	return rows, faults
}

// take starts the next replay, if there is one. If it cannot be used, there is no current player.
func (d *Dataset) take() bool {
	for d.next < len(d.paths) && len(d.loading) < runtime.GOMAXPROCS(0) {
		ready := make(chan *recording, 1)
		go func(number int) { ready <- d.load(number) }(d.next)
		d.loading = append(d.loading, ready)
		d.next++
	}
	if len(d.loading) == 0 {
		return false
	}
	r := <-d.loading[0]
	d.loading = d.loading[1:]
	if r.err != nil {
		d.faults = append(d.faults, Fault{r.number, r.err})
	}
	if r.turns > 0 {
		d.current = newPlayer(r, d.options)
	}
	return true
}

// Rewind restarts with the first row.
func (d *Dataset) Rewind() {
	d.Close()
	d.next, d.current, d.faults = 0, nil, nil
}

// Close waits for replays that are being loaded.
func (d *Dataset) Close() {
	for _, ready := range d.loading {
		<-ready
	}
	d.loading, d.next, d.current = nil, len(d.paths), nil
}
