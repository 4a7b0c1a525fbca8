package dataset

import (
	"errors"
	"fmt"
	"slices"

	"blastyard/replay"
	"blastyard/train/observe"
)

// A shape is what all replays of a dataset must have in common.
type shape struct {
	game                        string
	players, characters         int
	height, width, cells        int
	scalars, channels, specials int
	neighbours                  [][]int // if the form is Cells
}

func shapeOf(h *replay.Header, s *observe.Spec) shape {
	x := shape{game: h.Game, players: s.Players, characters: s.Characters, height: s.Height, width: s.Width,
		cells: s.Cells, scalars: len(s.Scalars), channels: len(s.Channels)}
	for _, p := range h.Players {
		if p.Special {
			x.specials++
		}
	}
	if s.Form == observe.Cells {
		x.neighbours = s.Neighbours
	}
	return x
}

// differs returns an error about the difference between two shapes; nil: there is none.
func (x *shape) differs(o shape) error {
	text := func(s *shape) string {
		return fmt.Sprintf("%s, %d players (%d special) of up to %d characters, %d cells, a grid of %d × %d", s.game,
			s.players, s.specials, s.characters, s.cells, s.height, s.width)
	}
	same := slices.EqualFunc(x.neighbours, o.neighbours, slices.Equal[[]int])
	switch a, b := text(x), text(&o); {
	case a != b:
		return fmt.Errorf("another shape: %s; expected that of the first replay: %s", b, a)
	case !same:
		return errors.New("another map; expected that of the first replay, since cells have its neighbours")
	default:
		return nil
	}
}

// A recording is a replay that was read and checked.
type recording struct {
	number  int
	replay  *replay.Replay
	viewer  *viewer
	endings []ending // by player
	turns   int      // number of valid turns at the start
	whole   bool     // everything is valid, and the match was played to its end
	err     error    // error of the replay, with the name of the file
}

// load reads a replay and checks it by playing it again.
func (d *Dataset) load(number int) *recording {
	x, path := &recording{number: number}, d.paths[number]
	r, err := replay.Open(path)
	if err != nil {
		x.err = named(path, err)
	}
	if r == nil {
		return x
	}
	x.viewer, err = newViewer(&r.Header, d.options, &d.known)
	if err == nil {
		err = d.shape.differs(shapeOf(&r.Header, x.viewer.game.spec()))
	}
	if err != nil {
		x.err = errors.Join(x.err, named(path, err))
		return x
	}
	x.replay, x.turns = r, len(r.Turns)
	x.whole = x.err == nil && r.Result != nil && r.Result.Why == ""
	if err := replay.Verify(r, x.viewer.kinds()); err != nil {
		x.err = errors.Join(x.err, named(path, err))
		x.turns, x.whole = 0, false
		var at *replay.Difference
		if errors.As(err, &at) {
			x.turns = max(0, at.Turn-1)
		}
	}
	x.end()
	return x
}

// An ending is the end of a match for a player.
type ending struct {
	score, rank int32
	won         byte
}

// end plays the valid turns to find out how the match ended.
func (x *recording) end() {
	v := x.viewer
	for i := range x.turns {
		v.play(&x.replay.Turns[i])
	}
	x.endings = make([]ending, v.match.Players())
	for k := range x.endings {
		x.endings[k].score = int32(v.match.Score(k))
	}
	if x.whole {
		if winner := v.match.Winner(); winner >= 0 {
			x.endings[winner].won = 1
		}
		v.game.rank(x.endings)
	}
	v.restart()
}
