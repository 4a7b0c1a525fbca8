// Package talk builds and reads the lines between a match and a program that plays over its standard input and
// output, whether the program runs as a process or in a page.
package talk

import (
	"cmp"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/moves"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/stdio"
	"blastyard/rules/bomberman/wire"
)

// Talk makes the lines for a program that plays over its standard input and output, and reads its answers.
type Talk struct {
	// First returns the time limit of the first answer if the limit of a turn is turn.
	First func(turn time.Duration) time.Duration
	Asked bool // a turn was asked for; the caller sets it

	// Rounds says that the other programs of the game are started each round. Otherwise they speak netorcai.
	Rounds bool

	unseen int      // hidden turns at the start: the program counts from there
	names  []string // of the players
	player int      // the program's
	told   bool     // it is told what it can do
}

// Start returns the line before the first turn. r has the match at its start.
func (t *Talk) Start(r *arena.Run, seat int, turn time.Duration) []byte {
	t.Rounds, t.unseen, t.names = r.Prepared.Kind.Protocol == game.Rounds, r.Prepared.Kind.Unseen, nil
	for i := range r.Players {
		t.names = append(t.names, cmp.Or(r.Players[i].InFiles, r.Players[i].Name))
	}
	id := r.IDs[seat]
	t.player, t.told = id, !r.Prepared.Kind.StateOnly
	b := stdio.Begin{Game: r.Prepared.Kind.Name, Player: id, Name: t.names[id], Players: r.Match.Players(),
		SpecialPlayers: r.Prepared.Specials, Turns: lastTurn(r), TurnTime: turn, FirstTime: t.First(turn),
		State: t.state(r.Match)}
	if t.Rounds {
		b.Key = wire.Key(id)
	}
	return b.Append(nil)
}

// lastTurn returns the limit of turns of a match.
func lastTurn(r *arena.Run) int {
	last := r.Match.LastTurn()
	if r.Prepared.MaxTurns > 0 && (last == 0 || r.Prepared.MaxTurns < last) {
		return r.Prepared.MaxTurns
	}
	return last
}

// state returns the state as programs receive it.
func (t *Talk) state(m game.Match) []byte {
	if named, ok := game.As[game.Named](m); ok {
		return named.AppendNamed(nil, t.names)
	}
	return m.AppendState(nil)
}

// Turn returns the line of the next turn, and the program's number of the turn.
func (t *Talk) Turn(m game.Match) (number int, line []byte) {
	number = m.Turn() - t.unseen
	return number, slices.Clip(stdio.AppendTurn(nil, number, t.state(m), t.Choices(m)))
}

// Choices returns as JSON what the program can do in the next turn, or nil in a game whose programs are not told.
func (t *Talk) Choices(m game.Match) []byte {
	if !t.told {
		return nil
	}
	return moves.Append(nil, m, t.player)
}

// Over returns the line after the last turn.
func (t *Talk) Over(r *arena.Run) []byte { return stdio.AppendEnd(nil, r.Winner(), t.state(r.Match)) }

// Read returns the actions of an answer, or what is wrong with it.
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
