package message

import (
	"errors"
	"strings"

	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/replay"
)

// board provides the states of a match.
type board interface {
	play(t *replay.Turn) error
	state() []byte // the state as JSON, as bots received it
	winner() int
	lastTurn() int // when the rules end the match at the latest; 0: never
}

func newBoard(h *replay.Header, kinds []*game.Kind) (board, error) {
	if len(h.State) > 0 {
		return &kept{newest: h.State, ahead: match.NoWinner}, nil
	}
	m, err := replay.NewMatch(h, kinds)
	if err != nil {
		return nil, err
	}
	return &played{Match: m}, nil
}

// kept is a match whose replay contains the states as they were sent.
type kept struct {
	newest replay.RawState
	ahead  int
}

func (k *kept) play(t *replay.Turn) error {
	if len(t.State) == 0 {
		return errors.New("its state is missing")
	}
	if k.newest = t.State; t.Winner != nil {
		k.ahead = *t.Winner
	}
	return nil
}

func (k *kept) state() []byte { return k.newest }
func (k *kept) winner() int   { return k.ahead }
func (k *kept) lastTurn() int { return 0 }

// played is a match that is simulated again from its moves.
type played struct{ game.Match }

func (p *played) play(t *replay.Turn) error { return replay.Play(p.Match, t, false) }
func (p *played) state() []byte             { return p.AppendState(nil) }
func (p *played) winner() int               { return p.Winner() }
func (p *played) lastTurn() int             { return p.LastTurn() }

func builtin(bot string) bool { return strings.HasPrefix(bot, entrant.BuiltinPrefix) }

func person(bot string) bool { return entrant.IsPerson(bot) }
