package replay

import "blastyard/game"

// Hash is a hash of a state.
type Hash = game.Hash

// shorten cuts a text for an error message.
func shorten[T []byte | string](text T) string {
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}
