package arena

import (
	"context"

	"blastyard/viewer"
)

// Person is someone who plays a seat by hand, wherever they sit.
type Person interface {
	// Sit tells the person which player they are. It is called before the first turn.
	Sit(player int)

	// Choose waits until the person has chosen what to do in the coming turn, has given up, or ctx ends. It returns
	// nothing where nothing is to be done.
	Choose(ctx context.Context, choices viewer.Choices) []viewer.Wish

	// GaveUp tells whether the person has left the match: from then on it does nothing.
	GaveUp() bool
}
