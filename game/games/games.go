// Package games contains the games of blastyard: hexabomb and 2016-Bomberman, each as a game.Kind with its rules, its
// wire format and its built-in bots. A program may add its own. Packages that play, store or show matches get kinds
// as values and do not import this package; only the commands and tests do.
package games

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/viewer"
)

// added are the games that Add added.
var added []*game.Kind

// All returns the games of blastyard, followed by those that were added.
func All() []*game.Kind { return append([]*game.Kind{Hexabomb(), Bomberman()}, added...) }

// Add adds games to those of All, for the whole process. A program calls it once, before anything else. It panics if
// a game has no name, or the name of another game.
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

// setupError is an error in which errors.Is finds game.ErrSetup.
type setupError struct{ error }

func (e setupError) Unwrap() []error { return []error{game.ErrSetup, e.error} }

func checkPlayers(s *game.Setup) error {
	if s.Players < 0 || s.Specials < 0 || s.Specials > s.Players {
		return fmt.Errorf("%w: %d players, %d of them special", game.ErrSetup, s.Players, s.Specials)
	}
	return nil
}

// stateFault returns an error that wraps viewer.ErrState and names the field.
func stateFault(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{viewer.ErrState}, args...)...)
}

// copied returns a copy of a list. The copy of an empty list is nil.
func copied[T any](list []T) []T { return append([]T(nil), list...) }

// unlessGone returns the note of a choice that is possible only if a token leaves its cell.
func unlessGone(f *viewer.Frame, token int) string {
	return "only if " + f.Label(&f.Tokens[token]) + " leaves"
}
