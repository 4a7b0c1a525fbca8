// Package inaction finds bots that answer every turn and never do anything.
package inaction

import (
	"bytes"
	"fmt"
)

// Patience is after how many answers without an action a bot is said to do nothing.
const Patience = 20

// Watch follows the answers of one player from the first turn on.
type Watch struct {
	Answers int  // before the first action
	Acted   bool // it has asked for something, whether or not it was refused
}

// See takes the answer of a turn: a list of actions in JSON, or the number of a command. It reports whether this is
// the turn in which Patience is over.
func (w *Watch) See(answer []byte) bool {
	w.Acted = w.Acted || !empty(answer)
	if w.Acted {
		return false
	}
	w.Answers++
	return w.Answers == Patience
}

// empty reports whether an answer asks for nothing.
func empty(answer []byte) bool {
	switch string(bytes.Join(bytes.Fields(answer), nil)) {
	case "", "[]", "null", "0":
		return true
	}
	return false
}

// Text says that a player has done nothing in so many turns, and what was expected. commands: its answers are commands
// of Bomberman, not lists of actions.
func Text(answers int, commands bool) string {
	what, expected := "no action", `actions such as {"id":0,"movement":"move","direction":"x+"} in the list`
	if commands {
		what, expected = "the command 0", "a command from 1 to 6, such as 1 to go up"
	}
	return fmt.Sprintf("%d answers, all with %s: it never acts; expected %s", answers, what, expected)
}

// TextOfChoices is Text for a game whose programs are told what they can do.
func TextOfChoices(answers int) string {
	return fmt.Sprintf("%d answers, all with no action: it never acts; expected the actions of its choices", answers)
}
