package replay

import "blastyard/game"

// Hash is a hash of a state.
type Hash = game.Hash

// partNames are the names of the parts of a state of a game, nil for games without rules here.
func partNames(name string) []string {
	k, err := game.Find(game.All(), name)
	if err != nil {
		return nil
	}
	return k.Parts[:]
}

// shorten cuts a text for an error message.
func shorten[T []byte | string](text T) string {
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}
