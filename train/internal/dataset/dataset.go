// Package dataset turns replays into rows of arrays for programs that learn by imitation: what a player saw, what it
// asked for, and how the match ended for it. Each replay is played again by the rules and checked as it goes.
package dataset

import (
	"errors"
	"fmt"
	"runtime"

	"blastyard/replay"
	"blastyard/train/observe"
)

// NoAction is the number of an action that has none: a bomb of the special player with a range or delay of its own.
const NoAction = 255

// Options say which rows there are.
type Options struct {
	Form    observe.Form
	Winners bool // only rows of players who won
}

// A Batch is memory for Rows rows. Each slice has Rows times the size that the Spec says, and the observation of a row
// stands as package observe writes it. A slice that is nil is left out.
type Batch struct {
	Rows     int
	Channels []byte
	Scalars  []float32
	Mask     []byte
	Legal    []byte  // a key for each character
	Actions  []uint8 // a number for each character: what the player asked for, even if the mask refuses it; NoAction
	Replay   []int32 // the number of the replay, from 0
	Turn     []int32 // turns played when the player saw this
	Player   []int32
	Score    []int32 // at the end; of a replay that is cut, where it ends
	Rank     []int32 // at the end: 1 is the best, equals have the same; 0: not known, or of the special player
	Won      []byte  // 1: the player won the match
}

// A Fault is what is wrong with a replay. The rows of its valid part are given.
type Fault struct {
	Replay int // its number
	Err    error
}

// A Dataset gives the rows of replays in the order of the replays, the turns and the players. There are no rows of
// turns before the first state that players see, of players who are dead for good, who left, or who were late in that
// turn. It is for one goroutine.
type Dataset struct {
	Spec   *observe.Spec
	Header *replay.Header // of the replay that the Spec was made for

	paths   []string
	options Options
	shape   shape
	known   starts
	next    int               // the first replay that is not being loaded
	loading []chan *recording // replays that are being loaded, in order
	current *player           // nil: take the next one
	faults  []Fault
}

// Open prepares the rows of replays. The first one that can be read settles the game and the shapes; if there is none,
// the error says why.
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
			if v, err = newViewer(h, o.Form, &known); err == nil {
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

// named names the file in an error, which may do that itself.
func named(path string, err error) error {
	if text := err.Error(); len(text) >= len(path) && text[:len(path)] == path {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Next fills a batch and returns how many rows it has; they are fewer than it has room for only at the end, and 0 after
// it. It also returns what was found to be wrong with replays since the call before.
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

// take takes up the next replay, if there is one. One that cannot be used leaves no current player.
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

// Rewind starts again with the first row.
func (d *Dataset) Rewind() {
	d.Close()
	d.next, d.current, d.faults = 0, nil, nil
}

// Close waits for what is still being loaded.
func (d *Dataset) Close() {
	for _, ready := range d.loading {
		<-ready
	}
	d.loading, d.next, d.current = nil, len(d.paths), nil
}
