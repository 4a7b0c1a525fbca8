// Package talk is what a program and a match say to each other where the program plays over its standard input and
// output: wherever it runs, as a process or in a page.
package talk

import (
	"cmp"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/stdio"
	"blastyard/rules/bomberman/wire"
)

// Talk is what a program hears of a match that it plays over its standard input and output, line by line, and what its
// answers mean.
type Talk struct {
	// First is how long the first answer may take, where a turn has so much time.
	First func(turn time.Duration) time.Duration
	Asked bool // once at least; who asks says so

	// Rounds: the other programs of the game are started each round. Else they speak netorcai.
	Rounds bool

	unseen int      // turns that nobody sees: the program counts from there
	names  []string // of the players
}

// Start is the line before the first turn, with the match at its start.
func (t *Talk) Start(r *arena.Run, seat int, turn time.Duration) []byte {
	t.Rounds, t.unseen, t.names = r.Kind.Protocol == game.Rounds, r.Kind.Unseen, nil
	for i := range r.Players {
		t.names = append(t.names, cmp.Or(r.Players[i].InFiles, r.Players[i].Name))
	}
	id := r.IDs[seat]
	b := stdio.Begin{Game: r.Kind.Name, Player: id, Name: t.names[id], Players: r.Match.Players(),
		SpecialPlayers: r.Specials, Turns: lastTurn(r), TurnTime: turn, FirstTime: t.First(turn),
		State: t.state(r.Match)}
	if t.Rounds {
		b.Key = wire.Key(id)
	}
	return b.Append(nil)
}

// lastTurn is how many turns a match has at most.
func lastTurn(r *arena.Run) int {
	last := r.Match.LastTurn()
	if r.MaxTurns > 0 && (last == 0 || r.MaxTurns < last) {
		return r.MaxTurns
	}
	return last
}

// state is the state as programs get it.
func (t *Talk) state(m game.Match) []byte {
	if named, ok := game.As[game.Named](m); ok {
		return named.AppendNamed(nil, t.names)
	}
	return m.AppendState(nil)
}

// Turn is the line of the coming turn, and the number by which the program knows it.
func (t *Talk) Turn(m game.Match) (number int, line []byte) {
	number = m.Turn() - t.unseen
	return number, slices.Clip(stdio.AppendTurn(nil, number, t.state(m)))
}

// Over is the line after the last turn.
func (t *Talk) Over(r *arena.Run) []byte { return stdio.AppendEnd(nil, r.Winner(), t.state(r.Match)) }

// Read reads the actions that an answer asks for, or says what is wrong with it.
func (t *Talk) Read(a stdio.Answer) (actions []byte, fault *stdio.Fault) {
	if t.Rounds {
		command, err := wire.ParseAnswer(a.Text)
		if err != nil {
			return nil, a.Fault("", err.Error())
		}
		return wire.AppendNumber(nil, command), nil
	}
	if _, err := netorcai.CheckActions(a.Text); err != nil {
		return nil, a.Fault(err.Error(), "expected a list of actions")
	}
	return a.Text, nil
}

// Patience implements arena.Thinker.
func (t *Talk) Patience(turn time.Duration) time.Duration {
	if !t.Asked {
		return t.First(turn)
	}
	return turn
}
