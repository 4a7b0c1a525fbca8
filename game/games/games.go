// Package games holds the games that come with blastyard: hexabomb and 2016-Bomberman, each as a game.Kind over its
// rules, its wire format and its built-in bots; a program may add its own. Who plays, keeps or shows matches gets kinds
// as a value and does not import this package: only the commands, and tests, say which games there are.
package games

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/viewer"
)

// added are the games of Add.
var added []*game.Kind

// All are the games that come with blastyard, and behind them those that were added.
func All() []*game.Kind { return append([]*game.Kind{Hexabomb(), Bomberman()}, added...) }

// Add adds games to those of All, for the whole process. A program calls it once, before anything else. It panics where
// a game has no name, or that of another one.
func Add(kinds ...*game.Kind) {
	for _, k := range kinds {
		for _, other := range All() {
			if k.Name == "" || k.Name == other.Name {
				panic(fmt.Sprintf("games: a game is called %q, as another one or not at all", k.Name))
			}
		}
		added = append(added, k)
	}
}

// setupError is an error that is game.ErrSetup, too.
type setupError struct{ error }

func (e setupError) Unwrap() []error { return []error{game.ErrSetup, e.error} }

func checkPlayers(s *game.Setup) error {
	if s.Players < 0 || s.Specials < 0 || s.Specials > s.Players {
		return fmt.Errorf("%w: %d players, %d of them special", game.ErrSetup, s.Players, s.Specials)
	}
	return nil
}

// stateFault is an error that is viewer.ErrState and names the field.
func stateFault(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{viewer.ErrState}, args...)...)
}

// copied is a copy of a list that takes no memory where the list is empty.
func copied[T any](list []T) []T { return append([]T(nil), list...) }

// unlessGone is the note of a choice that depends on a token to leave a cell.
func unlessGone(f *viewer.Frame, token int) string {
	return "only if " + f.Label(&f.Tokens[token]) + " leaves"
}
