// Package anygame observes matches of any game and numbers its actions, as its game.Kind tells them: for the games that
// have no observations of their own.
package anygame

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/resume"
	"blastyard/game/viewer"
	"blastyard/train/observe"
)

// A Game says what the arrays of a seat hold, and what the numbers of actions mean. They depend on the game, its map
// and the number of players only, so they are the same in training, in play and in a dataset.
type Game struct {
	kind     *game.Kind
	specials int
	turns    int
	actions  actions
	spec     *observe.Spec
}

// Choices are what a player can do in the next turn.
type Choices = viewer.Choices

// New surveys a game. start is a match at its start, which stays as it is. The first specials players are special, and
// turns is the limit of turns.
func New(kind *game.Kind, start game.Match, specials, turns int) (*Game, error) {
	g := &Game{kind: kind, specials: specials, turns: turns}
	var err error
	if g.actions, err = survey(kind, start, specials); err != nil {
		return nil, err
	}
	g.spec = g.describe(start)
	return g, nil
}

// CheckForm returns an error if a game has no observation of a form. expected are the names of those that it has.
func CheckForm(kind *game.Kind, name string, form observe.Form, expected string) error {
	if form != observe.None {
		return fmt.Errorf("observation is %q, expected %s: %s has no other one", name, expected, kind.Name)
	}
	return nil
}

// describe returns what the arrays of a seat hold.
func (g *Game) describe(m game.Match) *observe.Spec {
	s := &observe.Spec{Form: observe.None, Players: m.Players(), Characters: g.actions.pieces,
		Scalars: []string{"turn"}, Actions: g.actions.names, Masks: g.actions.masks(), Neighbours: [][]int{},
		Places: [][2]int{}}
	for i := range s.Players {
		s.Scalars = append(s.Scalars, fmt.Sprintf("score_%d", i), fmt.Sprintf("living_%d", i))
	}
	var f viewer.Frame
	m.Picture(&f, g.turns, nil)
	s.Cells = len(f.Cells)
	for _, c := range f.Cells {
		s.Places = append(s.Places, [2]int{c.X, c.Y})
	}
	return s
}

// Spec describes the arrays.
func (g *Game) Spec() *observe.Spec { return g.spec }

// Choices returns what a player can do in the next turn of m, without choices if it does not act.
func (g *Game) Choices(m game.Match, player int) Choices {
	if !m.Acts(player) {
		return Choices{}
	}
	return m.Choices(player, nil)
}

// Write writes what a player of m sees to the memory of a seat. can is what Choices returns.
func (g *Game) Write(memory *observe.Memory, seat int, m game.Match, player int, can *Choices) {
	scalars := part(memory.Scalars, seat, len(g.spec.Scalars))
	scalars[0] = min(1, float32(m.Turn())/float32(g.turns))
	for i := range g.spec.Players {
		other := (player + i) % g.spec.Players
		living, all := m.Living(other)
		scalars[1+2*i] = float32(m.Score(other)) / float32(g.turns)
		scalars[2+2*i] = float32(living) / float32(max(1, all))
	}
	g.actions.tell(can, part(memory.Mask, seat, g.spec.MaskBytes()), part(memory.Legal, seat, g.actions.pieces))
}

// Choose sets what a player does in the next turn of m to the meaning of numbers, one for each piece. can is what
// Choices returns. What the rules are sure to refuse is left out.
func (g *Game) Choose(m game.Match, player int, can *Choices, numbers []uint8) {
	m.Choose(player, g.actions.wishes(can, numbers))
}

// AppendActions appends the meaning of numbers as a bot sends it. m stays as it is.
func (g *Game) AppendActions(dst []byte, m game.Match, player int, can *Choices, numbers []uint8) []byte {
	m = m.Clone()
	g.Choose(m, player, can, numbers)
	before := len(dst)
	if dst = m.AppendActions(dst, player); len(dst) == before && g.kind.Protocol == game.Netorcai {
		dst = append(dst, "[]"...)
	}
	return dst
}

// Load lets m go on from a state as bots get it. turn is the number of the turn that came with the state; nil: it is
// the state of the start.
func Load(kind *game.Kind, m game.Match, turn *int, state []byte) error {
	played := 0
	if turn != nil {
		played = *turn + kind.Unseen
	}
	if err := resume.Load(kind, m, played, state); err != nil {
		return fmt.Errorf("state: %w", err)
	}
	return nil
}

// Limit returns how many turns a match has at most: turns, or if that is 0 as many as the game and its rules say. last
// is when the rules end a match; 0: never.
func Limit(kind *game.Kind, turns, last int) (int, error) {
	n := turns
	if n == 0 {
		n = kind.Turns
	}
	if turns == 0 && last > 0 && (n == 0 || n > last) {
		n = last
	}
	switch {
	case n == 0:
		return 0, fmt.Errorf("turns is missing: the rules of %s end no match", kind.Name)
	case last > 0 && n > last:
		return 0, fmt.Errorf("turns is %d, expected %d to %d", turns, kind.Unseen+1, last)
	case n <= kind.Unseen:
		return 0, fmt.Errorf("turns is %d, expected more than %d", turns, kind.Unseen)
	}
	return n, nil
}

// part returns the i-th part of a list of parts of a size.
func part[T any](all []T, i, size int) []T { return all[i*size : (i+1)*size : (i+1)*size] }

func number(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
